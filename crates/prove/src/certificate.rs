//! Certificates: proof trees as a file that another program can check.
//!
//! The first line names the format and the FNV-1a checksum of the bytes after it. These are a text,
//! compressed by gzip:
//!
//! ```text
//! variant silverman4x4
//! position rqkr/pppp/PPPP/RQKR w - - 0 1
//! win white 7 12
//! a3b4 7
//! ...
//! hold black 3
//! b4b3
//! ...
//! end
//! ```
//!
//! There are one to four claims. Each says that a side wins within so many plies, or never loses, and
//! how many entries follow. An entry is the side's move, with the plies to the end in a win. It belongs
//! to the position on top of a stack, which begins with those of the root in which the side is to move.
//! After each entry the positions after all replies go onto the stack, except those that have been
//! there before, that the rules decide, or in which the side can take the king. The replies come in the
//! order of origin, target (rank by rank from a1) and promotion (N, B, R, Q); castling comes last.

use std::{collections::HashSet, fmt::Write as _, io::Write};

use flate2::{Compression, write::GzEncoder};

use super::tree::{ProofGoal, ProofTree, king_capture};
use minnow_rules::{Color, Move, Position};

/// The first word of a file. Its number changes with the format.
pub(super) const MAGIC: &str = "minnow-proof-1";

/// A file of proofs about one position.
pub struct Certificate<'a> {
    position: &'a Position,
    trees: Vec<&'a ProofTree>,
}

impl<'a> Certificate<'a> {
    /// A certificate of a tree, and of further ones that start from the same position.
    pub fn new(tree: &'a ProofTree, others: &[&'a ProofTree]) -> Certificate<'a> {
        let same = others.iter().copied().filter(|other| other.position == tree.position);
        let trees = std::iter::once(tree).chain(same).collect();
        Certificate { position: &tree.position, trees }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let written = self.write_text(&mut encoder);
        match written.and_then(|()| encoder.finish()) {
            Ok(body) => with_first_line(&body),
            Err(error) => unreachable!("writing to memory does not fail: {error}"),
        }
    }

    fn write_text(&self, output: &mut impl Write) -> std::io::Result<()> {
        let position = self.position;
        writeln!(output, "variant {}\nposition {}", position.variant().id, position.fen())?;
        for tree in &self.trees {
            let entries = entries(tree);
            let side = color_word(tree.side);
            let count = entries.lines().count();
            match tree.goal {
                ProofGoal::Win { plies } => writeln!(output, "win {side} {plies} {count}")?,
                ProofGoal::Hold => writeln!(output, "hold {side} {count}")?,
            }
            output.write_all(entries.as_bytes())?;
        }
        writeln!(output, "end")
    }
}

/// The file with this compressed text.
pub(super) fn with_first_line(body: &[u8]) -> Vec<u8> {
    [format!("{MAGIC} {:016x}\n", checksum(body)).as_bytes(), body].concat()
}

pub(super) fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The lines of all entries in the order of the format.
fn entries(tree: &ProofTree) -> String {
    let mut text = String::new();
    let mut seen = HashSet::new();
    let mut stack = Vec::new();
    let mut push = |stack: &mut Vec<Position>, position: Position| {
        let has_entry =
            king_capture(&position).is_none() && tree.answers.contains_key(&position.key());
        if has_entry && seen.insert(position.key()) {
            stack.push(position);
        }
    };
    if tree.position.turn() == tree.side {
        push(&mut stack, tree.position);
    } else {
        replies(&tree.position).for_each(|next| push(&mut stack, next));
    }
    while let Some(position) = stack.pop() {
        let Some(answer) = tree.answers.get(&position.key()) else { continue };
        text.push_str(&position.move_text(answer.mv));
        if tree.goal != ProofGoal::Hold {
            // Writing to a string does not fail.
            let _ = write!(text, " {}", answer.plies);
        }
        text.push('\n');
        replies(&position.play(answer.mv)).for_each(|next| push(&mut stack, next));
    }
    text
}

/// The positions after all moves, in the order of the format.
fn replies(position: &Position) -> impl Iterator<Item = Position> {
    let mut moves: Vec<Move> = position.legal_moves().iter().collect();
    moves.sort_by_key(|mv| (mv.from(), mv.to(), mv.bits()));
    moves.into_iter().map(|mv| position.play(mv))
}

/// FNV-1a with 64 bits (Fowler, Noll and Vo 1991). One changed byte always changes it.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
