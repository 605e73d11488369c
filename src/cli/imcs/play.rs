//! `minnow imcs play`: joins a server with a level or a program, and plays games.

use std::{
    io::{self, BufRead, IsTerminal, Read, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use clap::Args;

use super::mover::{Mover, MoverKind};
use crate::cli::Failure;
use minnow_arena::{GameResult, Tally};
use minnow_engine::LEVELS;
use minnow_imcs::{Client, ClientError, ClientGame, GameEnd, GameEvent, OfferTerms, Seat};
use minnow_program as program;

/// The path that stands for the standard input.
const STANDARD_INPUT: &str = "-";

/// The most bytes of a password from the standard input.
const MAX_PASSWORD_BYTES: u64 = 1024;

/// The time between two looks at the list of offers.
const LIST_PAUSE: Duration = Duration::from_millis(250);

/// The arguments of `minnow imcs play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The server, HOST or HOST:PORT; the port is 3589 unless given
    host: String,
    /// The name of the account
    #[arg(long)]
    name: String,
    /// A file whose first line is the password; - is the standard input
    #[arg(long, value_name = "FILE", default_value = STANDARD_INPUT)]
    password: PathBuf,
    /// Make the account
    #[arg(long)]
    register: bool,
    /// Offer games with this colour, W, B or ? for either; the default
    #[arg(long, value_name = "COLOR", value_parser = parse_seat, conflicts_with = "accept")]
    offer: Option<Seat>,
    /// Seconds of each side in the games that are offered
    #[arg(long, value_name = "S", default_value_t = 300, conflicts_with = "accept",
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time: u64,
    /// Accept the offer with this number, or those of the player with this name
    #[arg(long, value_name = "ID or NAME")]
    accept: Option<String>,
    /// The level that plays; the default is the strongest
    #[arg(long, value_name = "N", conflicts_with_all = ["program", "bot"],
        value_parser = clap::value_parser!(u8).range(1..=LEVELS.len() as i64))]
    level: Option<u8>,
    /// A UCI engine that plays, with its arguments; it is started on this computer
    #[arg(long, value_name = "COMMAND", conflicts_with = "bot")]
    program: Option<String>,
    /// The folder of a program with its bot.ron, which is started on this computer
    #[arg(long, value_name = "FOLDER")]
    bot: Option<PathBuf>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seed of the moves that weak levels overlook
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

fn parse_seat(text: &str) -> Result<Seat, String> {
    Seat::parse(text).ok_or_else(|| "it is neither W nor B nor ?".to_owned())
}

/// How a game is found.
enum Seating {
    Offer(OfferTerms),
    /// The offer with this number.
    Number(u32),
    /// The offers of this player.
    Player(String),
}

impl Seating {
    fn of(args: &PlayArgs) -> Result<Seating, Failure> {
        let Some(wanted) = &args.accept else {
            let clocks_ms = [args.time * 1000; 2];
            return Ok(Seating::Offer(OfferTerms {
                seat: args.offer.unwrap_or_default(),
                clocks_ms,
            }));
        };
        match wanted.parse() {
            Ok(_) if args.games > 1 => {
                let problem = "an offer is one game; the name of its player stands for all";
                Err(Failure::refused(format!("--accept {wanted} --games {}", args.games), problem))
            }
            Ok(number) => Ok(Seating::Number(number)),
            Err(_) => Ok(Seating::Player(wanted.clone())),
        }
    }

    /// Finds a game for a client that is logged in.
    fn start(&self, mut client: Client) -> Result<ClientGame, ClientError> {
        let start = match self {
            Seating::Offer(terms) => {
                let id = client.offer(terms)?;
                program::report(format_args!("minnow: offer {id} waits for an opponent"));
                client.wait_for_start()?
            }
            Seating::Number(id) => client.accept(*id, Seat::Any)?,
            Seating::Player(name) => loop {
                let offers = client.offers()?;
                let offer = offers.iter().find(|offer| offer.player == *name);
                match offer.map(|offer| client.accept(offer.id, Seat::Any)) {
                    Some(Ok(start)) => break start,
                    // Somebody else was quicker.
                    Some(Err(ClientError::Refused(_))) | None => thread::sleep(LIST_PAUSE),
                    Some(Err(error)) => return Err(error),
                }
            },
        };
        Ok(client.play(start))
    }
}

pub(super) fn run(output: &mut impl Write, args: &PlayArgs) -> Result<(), Failure> {
    let mut tally = Tally::default();
    let played = play_games(output, args, &mut tally);
    // Also of the games before a failure.
    if tally != Tally::default() {
        writeln!(output, "{tally}")?;
    }
    played
}

/// Plays the games one after the other, and counts their results.
fn play_games(output: &mut impl Write, args: &PlayArgs, tally: &mut Tally) -> Result<(), Failure> {
    let seating = Seating::of(args)?;
    let mover = MoverKind::of(args.level, args.program.as_deref(), args.bot.as_deref())?;
    let password = read_password(&args.password, &args.name)?;
    for number in 1..=args.games {
        // A program that does not start is found before somebody waits for it.
        let mut mover = mover.for_game(args.seed.wrapping_add(u64::from(number)))?;
        let is_new = args.register && number == 1;
        let joined = join(args, &password, is_new).and_then(|client| seating.start(client));
        let mut game = joined.map_err(|error| failure(&args.host, &error))?;
        let color = game.start().color;
        let end = play(&mut game, &mut mover).map_err(|error| failure(&args.host, &error))?;
        mover.finish(end);
        tally.add(GameResult::of(end.winner, color));
        writeln!(output, "game {number} of {}, {color}: {end}", args.games)?;
        output.flush()?;
    }
    Ok(())
}

/// Connects and logs in.
fn join(args: &PlayArgs, password: &str, is_new: bool) -> Result<Client, ClientError> {
    let mut client = Client::connect(&args.host)?;
    if is_new {
        client.register(&args.name, password)?;
    } else {
        client.log_in(&args.name, password)?;
    }
    Ok(client)
}

/// Plays a game to its end.
fn play(game: &mut ClientGame, mover: &mut Mover) -> Result<GameEnd, ClientError> {
    let player = game.player();
    let mut is_refused = false;
    loop {
        match game.next_event()? {
            GameEvent::OpponentMoved(_) => {}
            GameEvent::YourTurn { clocks_ms } => {
                // A player would choose a refused move again.
                let chosen =
                    if is_refused { None } else { mover.choose(&player.moves(), clocks_ms) };
                match chosen {
                    Some(mv) => player.play(mv)?,
                    None => player.resign()?,
                }
            }
            GameEvent::MoveRefused(reason) => {
                program::report(format_args!("minnow: the server refuses the move: {reason}"));
                is_refused = true;
            }
            GameEvent::Ended(end) => return Ok(end),
        }
    }
}

/// The password, from the first line of a file or of the standard input.
fn read_password(path: &Path, name: &str) -> Result<String, Failure> {
    let text = if path == Path::new(STANDARD_INPUT) {
        let input = io::stdin().lock();
        if input.is_terminal() {
            program::report(format_args!("Password of {name} (it can be seen as you type):"));
        }
        let mut line = String::new();
        let read = input.take(MAX_PASSWORD_BYTES).read_line(&mut line);
        read.map_err(|error| Failure::refused_file("--password", path, error))?;
        line
    } else {
        program::read_text("--password", path)?
    };
    let password = text.lines().next().unwrap_or_default().to_owned();
    if password.is_empty() {
        return Err(Failure::refused_file("--password", path, "its first line is empty"));
    }
    Ok(password)
}

/// The failure that ends the command.
fn failure(host: &str, error: &ClientError) -> Failure {
    let sentence = match error {
        // It names the server.
        ClientError::Connect { .. } => error.to_string(),
        _ => format!("{host}: {error}"),
    };
    match error {
        ClientError::Refused(_) | ClientError::BadWord(_) => Failure::BadInput(sentence),
        _ => Failure::Fault(sentence),
    }
}
