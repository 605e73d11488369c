//! `minnow imcs`: a server for the protocol of the MiniChess course, and a player on one.
//!
//! These are the only verbs that use the network; `docs/imcs.md` explains them.

mod mover;
mod play;

use std::{io::Write, net::SocketAddr, path::PathBuf};

use clap::{Args, Subcommand};

use self::play::PlayArgs;
use super::Failure;
use minnow_imcs::{Server, ServerLimits};
use minnow_program as program;

/// The verbs of `minnow imcs`.
#[derive(Debug, Subcommand)]
pub enum ImcsVerb {
    /// Run a server, for this machine unless told otherwise, until it is interrupted
    Serve(ServeArgs),
    /// Play games on a server with a level or a program
    Play(Box<PlayArgs>),
}

/// The arguments of `minnow imcs serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The address to listen on; with 0.0.0.0:3589, other machines can reach the server
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:3589")]
    address: String,
    /// The folder of accounts and games, which is made if it is missing
    #[arg(long, value_name = "FOLDER", default_value = "imcs-data")]
    data: PathBuf,
}

pub(super) fn run(output: &mut impl Write, verb: &ImcsVerb) -> Result<(), Failure> {
    match verb {
        ImcsVerb::Serve(args) => serve(output, args),
        ImcsVerb::Play(args) => play::run(output, args),
    }
}

fn serve(output: &mut impl Write, args: &ServeArgs) -> Result<(), Failure> {
    let report = |sentence: &str| program::report(format_args!("minnow: {sentence}"));
    let server = Server::open(&args.address, &args.data, ServerLimits::default(), report)
        .map_err(Failure::described)?;
    announce(server.address());
    // Scripts read the port that the system chose for port 0.
    writeln!(output, "listening on {}", server.address())?;
    output.flush()?;
    server.run();
    Ok(())
}

/// Says at the start what the person who runs the server has to know.
fn announce(address: SocketAddr) {
    program::report(
        "minnow: passwords are kept as salted hashes but travel in the clear: players should use none \
         that they use elsewhere",
    );
    if !address.ip().is_loopback() {
        program::report("minnow: other machines can reach this server");
    }
}
