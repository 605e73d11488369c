//! The text of a tree: a line for each move with its ply, results and evaluation, the moves that
//! follow it below.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{GameScore, OpeningTree, ResultCounts};
use minnow_engine::Score;
use minnow_rules::{Move, MoveTextError, Position, Variant, excerpt};

/// A fault in the text of a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct TreeTextError {
    /// From 1.
    pub line: usize,
    /// What is wrong with the line.
    pub fault: LineFault,
}

/// A fault in a line of a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    /// The line, shortened, does not have the fields of a move.
    #[error("\"{0}\" is no line `PLY MOVE WHITE DRAWS BLACK [SCORE]`")]
    Form(String),
    /// The ply of the line is too great: the move before it is missing.
    #[error("ply {found} follows ply {last}")]
    Ply {
        /// The ply of the line, from 0.
        found: usize,
        /// The ply of the last move before it.
        last: usize,
    },
    /// The move is not a legal move of its position.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// The evaluation is outside the range of scores.
    #[error("{0} is no score from -30000 to 30000")]
    Score(i32),
}

/// A game for the text of a tree, from the start of its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// The moves from the start of the board.
    pub moves: Vec<Move>,
    /// How the game ended.
    pub score: GameScore,
}

/// Reads a tree. Empty lines and those that begin with `#` are left out.
///
/// # Errors
///
/// The first fault with its line.
pub fn parse_tree(variant: &'static Variant, text: &str) -> Result<OpeningTree, TreeTextError> {
    let mut tree = OpeningTree::default();
    // The positions from the start to that of the last line.
    let mut path = vec![Position::start(variant)];
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim().is_empty() && !line.starts_with('#') {
            let read = read_line(&mut tree, &mut path, line);
            read.map_err(|fault| TreeTextError { line: number, fault })?;
        }
    }
    Ok(tree)
}

fn read_line(
    tree: &mut OpeningTree,
    path: &mut Vec<Position>,
    line: &str,
) -> Result<(), LineFault> {
    let form = || LineFault::Form(excerpt(line));
    let words: Vec<&str> = line.split_whitespace().collect();
    let (ply, mv, counts, score) = match words[..] {
        [ply, mv, white, draws, black] => (ply, mv, [white, draws, black], None),
        [ply, mv, white, draws, black, score] => (ply, mv, [white, draws, black], Some(score)),
        _ => return Err(form()),
    };
    let ply: usize = ply.parse().map_err(|_| form())?;
    if ply >= path.len() {
        return Err(LineFault::Ply { found: ply, last: path.len().saturating_sub(2) });
    }
    path.truncate(ply + 1);
    let position = path[ply];
    let mv = position.parse_move(mv)?;
    let mut results = ResultCounts::default();
    for (count, word) in
        [&mut results.white, &mut results.draws, &mut results.black].into_iter().zip(counts)
    {
        // More games than this would not be counted in 32 bits when lines meet.
        *count = word.parse::<u16>().map_err(|_| form())?.into();
    }
    let score = score.map(|word| word.parse::<i32>().map_err(|_| form())).transpose()?;
    let in_range = |value| Score::from_value(value).ok_or(LineFault::Score(value));
    let score = score.map(in_range).transpose()?;
    let played = tree.played(&position, mv);
    played.results.add_all(results);
    played.score = played.score.or(score);
    path.push(position.play(mv));
    Ok(())
}

/// A move of the text with the moves that follow it, by their texts.
#[derive(Default)]
struct Branch {
    results: ResultCounts,
    replies: BTreeMap<String, Branch>,
}

/// Writes the moves of games that at least two games have played, up to `plies`. `evaluate` gives the
/// evaluation of a position from White's view.
pub fn tree_text(
    variant: &'static Variant,
    games: &[ScoredGame],
    plies: usize,
    evaluate: &mut dyn FnMut(&Position) -> Option<Score>,
) -> String {
    let mut root = Branch::default();
    let start = Position::start(variant);
    for game in games {
        let (mut branch, mut position) = (&mut root, start);
        for mv in game.moves.iter().take(plies) {
            branch = branch.replies.entry(position.move_text(*mv)).or_default();
            branch.results.add(game.score);
            position = position.play(*mv);
        }
    }
    let mut text = String::new();
    write_replies(&mut text, &root, &start, 0, evaluate);
    text
}

fn write_replies(
    text: &mut String,
    branch: &Branch,
    position: &Position,
    ply: usize,
    evaluate: &mut dyn FnMut(&Position) -> Option<Score>,
) {
    for (word, reply) in branch.replies.iter().filter(|(_, reply)| reply.results.games() >= 2) {
        let Ok(mv) = position.parse_move(word) else { continue };
        let next = position.play(mv);
        let ResultCounts { white, draws, black, .. } = reply.results;
        // Writing to a string cannot fail.
        let _ = write!(text, "{ply} {word} {white} {draws} {black}");
        if let Some(score) = evaluate(&next) {
            let _ = write!(text, " {}", score.value());
        }
        text.push('\n');
        write_replies(text, reply, &next, ply + 1, evaluate);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves_of;
    use minnow_rules::Color;

    fn problem(text: &str) -> String {
        parse_tree(Variant::default_variant(), text).unwrap_err().to_string()
    }

    #[test]
    fn faults_are_named_with_their_line() {
        assert_eq!(
            problem("# games\n0 a2a3 1 2\n"),
            "line 2: \"0 a2a3 1 2\" is no line `PLY MOVE WHITE DRAWS BLACK [SCORE]`"
        );
        assert_eq!(problem("0 a2a3 1 2 3\n3 a5a4 1 0 0"), "line 2: ply 3 follows ply 0");
        assert_eq!(problem("0 a2a5 1 2 3"), "line 1: the move \"a2a5\" is not allowed here");
        assert_eq!(problem("0 a2a3 1 2 3 99999"), "line 1: 99999 is no score from -30000 to 30000");
    }

    #[test]
    fn a_written_tree_reads_the_same() {
        let variant = Variant::default_variant();
        let start = Position::start(variant);
        let game = |text, score| ScoredGame { moves: moves_of(&start, text), score };
        let games = [
            game("a2a3 a5a4 b1c3", GameScore::Won(Color::White)),
            game("a2a3 a5a4 b2b3", GameScore::Drawn),
            game("b1c3 a5a4 a2a3", GameScore::Won(Color::Black)),
            game("b1c3 a5a4 a2a3", GameScore::Drawn),
        ];
        let mut evaluate = |_: &Position| Some(Score::centipawns(-12));
        let text = tree_text(variant, &games, 3, &mut evaluate);
        assert_eq!(
            text,
            "0 a2a3 1 1 0 -12\n1 a5a4 1 1 0 -12\n0 b1c3 0 1 1 -12\n1 a5a4 0 1 1 -12\n\
             2 a2a3 0 1 1 -12\n"
        );
        let tree = parse_tree(variant, &text).unwrap();
        let [first, second] = tree.moves(&start)[..] else { panic!("two moves") };
        assert_eq!(first.results.games() + second.results.games(), 4);
        assert_eq!(first.score, Some(Score::centipawns(-12)));
    }
}
