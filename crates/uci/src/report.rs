//! A search's reports and its best move as lines of the protocol.

use minnow_engine::{Bound, Score, SearchInfo};
use minnow_rules::{Move, Position};

/// The answer to `go` without a position: the null move.
pub(super) const NO_MOVE: &str = "bestmove 0000";

/// The `info` line for one line of an iteration.
pub(super) fn info_line(position: &Position, info: &SearchInfo) -> String {
    let ms = info.elapsed.as_millis();
    let nps = (info.nodes as f64 / info.elapsed.as_secs_f64().max(1e-6)) as u64;
    format!(
        "info depth {} seldepth {} multipv {} score {}{} nodes {} nps {nps} hashfull {} time {ms} pv {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score_text(info.score),
        bound_text(info.bound),
        info.nodes,
        info.permille_full,
        position.line_text(&info.pv),
    )
}

/// The `bestmove` line; `(none)` if there is no move to name. `reply` is the answer that the engine
/// expects, if it is to be named.
pub(super) fn best_move(position: &Position, best: Option<Move>, reply: Option<Move>) -> String {
    let Some(best) = best else { return "bestmove (none)".to_owned() };
    let line = format!("bestmove {}", position.move_text(best));
    match reply {
        Some(reply) => format!("{line} ponder {}", position.play(best).move_text(reply)),
        None => line,
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use minnow_rules::Variant;

    #[test]
    fn a_reply_stands_after_its_move() {
        let position = Position::start(Variant::by_id("minichess").unwrap());
        let best = position.parse_move("a2a3").unwrap();
        let reply = position.play(best).parse_move("b5b4").unwrap();
        for (best, reply, expected) in [
            (Some(best), Some(reply), "bestmove a2a3 ponder b5b4"),
            (Some(best), None, "bestmove a2a3"),
            (None, None, "bestmove (none)"),
        ] {
            assert_eq!(best_move(&position, best, reply), expected);
        }
    }

    #[test]
    fn an_info_line_has_every_field_and_bound() {
        let position = Position::start(Variant::by_id("minichess").unwrap());
        let line = ["c2c3", "b5b4", "c3b4"].into_iter().scan(position, |position, text| {
            let mv = position.parse_move(text).unwrap();
            *position = position.play(mv);
            Some(mv)
        });
        let mut info = SearchInfo {
            multipv: 2,
            depth: 9,
            seldepth: 21,
            score: Score::DRAW.offset(-35),
            bound: Bound::Lower,
            nodes: 3_000,
            elapsed: Duration::from_millis(1_500),
            permille_full: 7,
            pv: line.collect(),
        };
        let rest = "nodes 3000 nps 2000 hashfull 7 time 1500 pv c2c3 b5b4 c3b4";
        for (bound, word) in
            [(Bound::Lower, "lowerbound "), (Bound::Upper, "upperbound "), (Bound::Exact, "")]
        {
            info.bound = bound;
            let expected = format!("info depth 9 seldepth 21 multipv 2 score cp -35 {word}{rest}");
            assert_eq!(info_line(&position, &info), expected);
        }
        info.score = Score::lost_at(4);
        let line = info_line(&position, &info);
        assert!(line.contains(" score mate -2 nodes "), "{line}");
    }
}
