//! What the engine says about a search, in the protocol's words.

use crate::{
    engine::{Bound, Info, Score},
    rules::{Move, Position},
};

/// An `info` line for what an iteration found out about a line.
pub(super) fn info_line(position: &Position, info: &Info) -> String {
    let ms = info.elapsed.as_millis();
    let nps = (info.nodes as f64 / info.elapsed.as_secs_f64().max(1e-6)) as u64;
    format!(
        "info depth {} seldepth {} multipv {} score {}{} nodes {} nps {nps} hashfull {} time {ms} pv {}",
        info.depth,
        info.deepest,
        info.multipv,
        score_text(info.score),
        bound_text(info.bound),
        info.nodes,
        info.permille_full,
        line_text(position, &info.line),
    )
}

/// The `bestmove` line; `(none)` where the game is over.
pub(super) fn best_move(position: &Position, best: Option<Move>) -> String {
    match best {
        Some(played) => format!("bestmove {}", position.move_text(played)),
        None => "bestmove (none)".to_owned(),
    }
}

fn score_text(score: Score) -> String {
    match score.mate_in() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.value()),
    }
}

fn bound_text(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    }
}

fn line_text(position: &Position, line: &[Move]) -> String {
    let mut position = *position;
    let mut words = Vec::with_capacity(line.len());
    for played in line {
        words.push(position.move_text(*played));
        position = position.play(*played);
    }
    words.join(" ")
}
