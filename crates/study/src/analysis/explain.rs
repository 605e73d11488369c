//! Sentences for the moves that a review names: what was wrong, and what was better.
//!
//! Every statement follows from the searched lines. Sentences speak of pawns and pieces, not of
//! centipawns.

use super::{
    WinCurve,
    material::{Trade, pieces_text},
};
use minnow_engine::Score;
use minnow_game::Judgement;
use minnow_rules::{Color, Ending, Move, Outcome, Position, san};

/// From this advantage on, in centipawns, the game counts as won.
const WON_CP: i32 = 1000;

/// The position in which a move is judged.
pub(super) struct MoveContext<'a> {
    pub position: &'a Position,
    pub curve: WinCurve,
    /// The previous move, to recognise recaptures.
    pub previous: Option<Move>,
    /// The score of the best move, from the mover's point of view.
    pub best: Score,
}

/// A move with its consequences.
pub(super) struct MoveResult<'a> {
    /// The move and the best play after it.
    pub line: &'a [Move],
    /// The score of the move, from the mover's point of view.
    pub score: Score,
    /// The outcome if the move ends the game.
    pub end: Option<Outcome>,
}

/// A band of the mover's win %. Both halves of a sentence use the same bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    EnemyWinning,
    EnemyClearlyBetter,
    EnemyALittleBetter,
    Even,
    Better,
    Winning,
}

impl MoveResult<'_> {
    fn trade(&self, context: &MoveContext) -> Trade {
        Trade::of(context.position, self.line, context.position.turn())
    }
}

impl MoveContext<'_> {
    fn san(&self, mv: Move) -> String {
        san(self.position, mv)
    }

    /// The move with its number: `6. Nc3` or `6… Nc3`.
    fn numbered(&self, mv: Move) -> String {
        let dots = if self.position.turn() == Color::White { "." } else { "…" };
        format!("{}{dots} {}", self.position.fullmove(), self.san(mv))
    }

    fn mover(&self) -> Color {
        self.position.turn()
    }

    fn standing(&self, score: Score) -> Standing {
        match self.curve.percent(score) {
            ..=10.0 => Standing::EnemyWinning,
            ..=35.0 => Standing::EnemyClearlyBetter,
            ..=45.0 => Standing::EnemyALittleBetter,
            ..55.0 => Standing::Even,
            ..90.0 => Standing::Better,
            _ => Standing::Winning,
        }
    }
}

/// A sentence with the fault of a move, and one with the better move.
pub(super) fn error_sentence(
    context: &MoveContext,
    played: &MoveResult,
    better: &MoveResult,
    judgement: Judgement,
) -> String {
    let Some(own) = played.line.first() else { return String::new() };
    let fault = fault(context, played, Some(better), judgement);
    format!("{} {fault}. {}", context.san(*own), better_sentence(context, better))
}

/// The better move with its number and its merit: `6. Nc3 keeps the game even.`
pub(super) fn better_sentence(context: &MoveContext, better: &MoveResult) -> String {
    let Some(best) = better.line.first() else { return String::new() };
    format!("{} {}.", context.numbered(*best), merit(context, better))
}

/// The praise of an only move, with the fault of the second-best move. The sentence must not name that
/// move where it could be read as the only one.
pub(super) fn only_move_sentence(context: &MoveContext, second: &MoveResult) -> String {
    let Some(next) = second.line.first() else { return String::new() };
    let fault = fault(context, second, None, Judgement::Blunder);
    format!("The only good move. The next best, {}, {fault}.", context.san(*next))
}

/// The fault of an answer, the first move of this line: a clause that begins with the move and does
/// not reveal a better one.
pub(super) fn attempt_fault(context: &MoveContext, line: &[Move], score: Score) -> String {
    let Some(answer) = line.first() else { return String::new() };
    let end = context.position.play(*answer).outcome(1);
    let fault = fault(context, &MoveResult { line, score, end }, None, Judgement::Mistake);
    format!("{} {fault}", context.san(*answer))
}

/// The fault of a move, as a predicate. It never contradicts what the move does.
fn fault(
    context: &MoveContext,
    played: &MoveResult,
    better: Option<&MoveResult>,
    judgement: Judgement,
) -> String {
    king_fault(context, played, better)
        .or_else(|| mate_fault(played, better))
        .or_else(|| draw_fault(played))
        .or_else(|| material_fault(context, played, better))
        .unwrap_or_else(|| standing_fault(context, played.score, judgement))
}

/// With king capture: the move leaves the own king en prise, or does not capture the enemy king.
fn king_fault(
    context: &MoveContext,
    played: &MoveResult,
    better: Option<&MoveResult>,
) -> Option<String> {
    let position = context.position;
    let takes = |choice: &MoveResult| choice.line.first().is_some_and(|m| position.takes_king(*m));
    if takes(played) {
        return None;
    }
    if better.is_some_and(takes) {
        return Some(format!("does not capture {}'s king", !context.mover()));
    }
    let own = *played.line.first()?;
    let hangs = position.variant().king_capture && !position.safe_moves().contains(own);
    hangs.then(|| "leaves the king en prise".to_owned())
}

fn mate_fault(played: &MoveResult, better: Option<&MoveResult>) -> Option<String> {
    let own = played.score.mate_in();
    let mates = own.is_some_and(|moves| moves > 0);
    let best = better.and_then(|better| better.score.mate_in());
    let missed = best.filter(|moves| *moves > 0 && !mates);
    let allowed = own.filter(|moves| *moves <= 0).map(|moves| -moves);
    match (missed, allowed) {
        (Some(missed), Some(allowed)) => {
            Some(format!("misses mate in {missed} and allows mate in {allowed}"))
        }
        (Some(missed), None) => Some(format!("misses mate in {missed}")),
        (None, Some(allowed)) => Some(format!("allows mate in {allowed}")),
        (None, None) => None,
    }
}

fn draw_fault(played: &MoveResult) -> Option<String> {
    let end = played.end.filter(|end| end.winner.is_none())?;
    let text = match end.ending {
        Ending::NoMoves => "is stalemate, which is a draw",
        Ending::Repetition => "repeats the position, which is a draw",
        Ending::MoveLimit => "reaches the move limit, which is a draw",
        Ending::NoProgress => "reaches the limit of moves without progress, which is a draw",
        Ending::BareKings => "leaves too few pieces to win, which is a draw",
        Ending::KingTaken | Ending::Checkmate => return None,
    };
    Some(text.to_owned())
}

/// The material that the line after the move loses, or that the better line wins.
fn material_fault(
    context: &MoveContext,
    played: &MoveResult,
    better: Option<&MoveResult>,
) -> Option<String> {
    let trade = played.trade(context);
    let balance = trade.balance();
    let other = better.map(|better| (better, better.trade(context)));
    if other.as_ref().is_some_and(|(_, other)| other.balance() <= balance) {
        return None;
    }
    if balance < 0 {
        let reply = *played.line.get(1)?;
        let own = *played.line.first()?;
        let reply = san(&context.position.play(own), reply);
        if !trade.enemy_promoted.is_empty() {
            return Some(format!("lets {} promote a pawn after {reply}", !context.mover()));
        }
        let lost = Some(&trade.lost).filter(|lost| !lost.is_empty())?;
        let price = if trade.won.is_empty() {
            String::new()
        } else {
            format!(" for {}", pieces_text(&trade.won))
        };
        return Some(format!("loses {}{price} to {reply}", pieces_text(lost)));
    }
    let (better, gain) = other.filter(|(_, gain)| gain.balance() > 0)?;
    let [own, best] = [*played.line.first()?, *better.line.first()?];
    capture_fault(context, own, best).or_else(|| {
        let missed = missed_pieces(&trade, &gain)?;
        Some(format!("misses {}, which wins {missed}", context.san(best)))
    })
}

/// The better move captures with another piece, or takes the piece that has just moved.
fn capture_fault(context: &MoveContext, own: Move, best: Move) -> Option<String> {
    let target = |mv: Move| context.position.captured(mv).map(|_| mv.to());
    let square = target(best)?;
    if target(own) != Some(square) {
        let is_answer = context.previous.is_some_and(|previous| previous.to() == square);
        return is_answer.then(|| format!("does not take on {square}"));
    }
    let has_other_piece = own.from() != best.from();
    has_other_piece.then(|| format!("takes on {square} with the wrong piece"))
}

/// The pieces that the better line wins, and those that the line after the move wins instead; `None` if
/// they are the same.
fn missed_pieces(own: &Trade, better: &Trade) -> Option<String> {
    let wins = won_text(better)?;
    match won_text(own) {
        Some(own) if own == wins => None,
        Some(own) => Some(format!("{wins} instead of {own}")),
        None => Some(wins),
    }
}

/// The pieces that a trade wins and their price: `a rook for a pawn`.
fn won_text(trade: &Trade) -> Option<String> {
    match (trade.won.as_slice(), trade.lost.as_slice()) {
        ([], _) => None,
        (won, []) => Some(pieces_text(won)),
        (won, lost) => Some(format!("{} for {}", pieces_text(won), pieces_text(lost))),
    }
}

/// The evaluation after the move in words, if no other fault applies. If the best move has the
/// same standing, the difference between the two.
fn standing_fault(context: &MoveContext, score: Score, judgement: Judgement) -> String {
    let enemy = !context.mover();
    let standing = context.standing(score);
    if !context.best.is_decided() && context.standing(context.best) == standing {
        let difference = f64::from(context.best.value() - score.value()) / 100.0;
        return format!("is {difference:.1} pawns worse than the best move");
    }
    match standing {
        Standing::EnemyWinning => format!("leaves {enemy} winning"),
        Standing::EnemyClearlyBetter => format!("leaves {enemy} clearly better"),
        Standing::EnemyALittleBetter => format!("leaves {enemy} a little better"),
        Standing::Even => "makes the game even".to_owned(),
        _ if judgement == Judgement::MissedWin => "gives up a certain win".to_owned(),
        Standing::Better | Standing::Winning => "gives away part of the advantage".to_owned(),
    }
}

/// The merit of the better move, as a predicate.
fn merit(context: &MoveContext, better: &MoveResult) -> String {
    let mover = context.mover();
    let takes = better.line.first().is_some_and(|best| context.position.takes_king(*best));
    match (better.score.mate_in(), better.score.value()) {
        (Some(_), _) if takes => "wins at once".to_owned(),
        (Some(1), _) => "is mate".to_owned(),
        (Some(moves), _) if moves > 0 => format!("mates in {moves}"),
        (Some(moves), _) => format!("holds out until mate in {}", -moves),
        (None, _) if context.standing(better.score) == Standing::Even => {
            "keeps the game even".to_owned()
        }
        (None, WON_CP..) => format!("keeps {mover} winning"),
        (None, cp @ 1..) => format!("keeps {mover} {} ahead", pawns_text(cp)),
        (None, cp) if cp <= -WON_CP => "also loses, but more slowly".to_owned(),
        (None, cp) => format!("limits the deficit to {}", pawns_text(-cp)),
    }
}

/// The centipawns of a game that is not even, in words.
fn pawns_text(cp: i32) -> String {
    match cp {
        ..75 => "half a pawn".to_owned(),
        75..125 => "a pawn".to_owned(),
        _ => format!("{:.1} pawns", f64::from(cp) / 100.0),
    }
}

#[cfg(test)]
mod tests;
