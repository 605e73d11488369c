//! Scores as people read them.

use minnow_engine::Score;
use minnow_rules::{Color, Position};

/// The score of a position from White's view in words: like [`short_score_text`], except
/// `Black takes the king` or `White mates` if the winner's next move does that.
pub fn score_text(score: Score, position: &Position) -> String {
    if !ends_next(score) {
        return short_score_text(score);
    }
    let winner = if score > Score::DRAW { Color::White } else { Color::Black };
    let falls = if position.turn() == winner {
        position.is_attacked(!winner)
    } else {
        !position.has_safe_move()
    };
    let takes = position.variant().king_capture && falls;
    format!("{winner} {}", if takes { "takes the king" } else { "mates" })
}

/// True if the winner's next move ends the game, or the last one has.
fn ends_next(score: Score) -> bool {
    score.mate_in().is_some_and(|moves| moves.abs() <= 1)
}

/// A score from White's view where there is no room for words: `+9.8`, `−0.4`, `0.0`, `#3`, `#-3`, or
/// `#` and `#-` if the next move of White or Black, the winner, ends the game.
pub fn short_score_text(score: Score) -> String {
    if ends_next(score) {
        let text = if score > Score::DRAW { "#" } else { "#-" };
        return text.to_owned();
    }
    if score.is_decided() {
        return score.to_string();
    }
    let tenths = (f64::from(score.value()) / 10.0).round() as i32;
    let sign = match tenths.signum() {
        1 => "+",
        -1 => "\u{2212}",
        _ => "",
    };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::Variant;

    #[test]
    fn scores_have_a_sign_and_tenths() {
        let cases = [(980, "+9.8"), (-44, "\u{2212}0.4"), (3, "0.0"), (-3, "0.0")];
        for (value, text) in cases {
            assert_eq!(short_score_text(Score::centipawns(value)), text);
        }
        assert_eq!(short_score_text(-Score::won_at(5)), "#-3");
    }

    #[test]
    fn the_next_move_is_named_in_words() {
        let text = |variant, fen, score| {
            let variant = Variant::by_id(variant).unwrap();
            score_text(score, &Position::from_fen(variant, fen).unwrap())
        };
        let (wins, loses) = (Score::won_at(1), Score::lost_at(2));
        // Black is mated, White's king is attacked, and White mates by the queen.
        let mated = "k4/1Q3/1K3/5/5/5 b - - 0 9";
        assert_eq!(text("minichess", mated, -loses), "White takes the king");
        assert_eq!(text("minichess", mated, Score::won_at(0)), "White takes the king");
        let attacked = "k4/5/5/5/r4/K4 b - - 0 9";
        assert_eq!(text("minichess", attacked, -wins), "Black takes the king");
        assert_eq!(text("minichess", "k4/5/1K3/5/1Q3/5 w - - 0 9", wins), "White mates");
        assert_eq!(text("gardner", "k4/5/1K3/5/1Q3 w - - 0 9", wins), "White mates");
    }

    #[test]
    fn a_win_by_the_next_move_has_a_sign() {
        for score in [Score::won_at(0), Score::won_at(1), -Score::lost_at(2)] {
            assert_eq!(short_score_text(score), "#");
            assert_eq!(short_score_text(-score), "#-");
        }
    }
}
