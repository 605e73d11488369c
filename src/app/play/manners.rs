//! The computer's manners in a game: it resigns, offers a draw, and answers one. The rules are those of
//! `analysis`.

use std::collections::HashMap;

use super::{
    PendingReply, Play,
    players::{low_below_ms, opponent_name},
};
use crate::app::session::{Place, Session, engine_client::RunningSearch};
use minnow_engine::{Score, SearchResult};
use minnow_game::{GameEnd, NodeId};
use minnow_study::analysis::{
    OwnScore, PaceFacts, ResignFacts, WinCurve, accepts_draw, is_dead, resigns,
};

/// The plies after an offer of a draw before the computer offers another one.
const OFFER_PAUSE_PLIES: u32 = 20;

/// The computer's scores and draw offers in the game.
#[derive(Debug, Default)]
pub(super) struct Manners {
    /// Of its moves, by the position before them.
    scores: HashMap<NodeId, OwnScore>,
    /// The position in which its offer of a draw stands.
    offer: Option<Place>,
    /// The ply of its last offer.
    offered_ply: Option<u32>,
}

impl Manners {
    /// The scores of this side's moves up to the head without a gap, the newest last.
    fn own_scores(&self, session: &Session) -> Vec<OwnScore> {
        let game = &session.game;
        let turn = session.head_position().turn();
        let own =
            |node: &NodeId| game.node(*node).is_some_and(|node| node.position().turn() == turn);
        let score = |node: NodeId| self.scores.get(&node).copied();
        let path = game.path(game.head());
        let mut scores: Vec<OwnScore> =
            path.into_iter().rev().filter(own).map_while(score).collect();
        scores.reverse();
        scores
    }
}

impl Play {
    /// True if the computer's offer of a draw waits for the user's answer.
    pub fn is_draw_offered(&self, session: &Session) -> bool {
        session.waits_for_human() && self.manners.offer == Some(session.place(session.game.head()))
    }

    /// Plays the computer's move, with or without the offer of a draw, or resigns in its place.
    pub(super) fn carry_out(&mut self, session: &mut Session, reply: &PendingReply, now_ms: u64) {
        let head = session.game.head();
        let own = OwnScore { score: reply.info.score, depth_plies: reply.info.depth };
        self.manners.scores.insert(head, own);
        // A program decides for itself when to give up, and none can offer a draw.
        let is_program = session.settings.program_name().is_some();
        let is_polite = session.settings.sides.has_one_human() && !is_program;
        if is_polite && self.gives_up(session, now_ms) {
            let loser = session.head_position().turn();
            self.conclude(session, GameEnd::Resigned(loser), now_ms);
            return;
        }
        let offers = is_polite && self.would_offer(session);
        self.play_at_head(session, reply.mv, now_ms);
        if offers && session.waits_for_human() {
            let head = session.game.head();
            self.manners.offer = Some(session.place(head));
            self.manners.offered_ply = session.game.node(head).map(|node| node.ply());
        }
    }

    fn gives_up(&self, session: &Session, now_ms: u64) -> bool {
        let turn = session.head_position().turn();
        let is_short = session
            .clock
            .as_ref()
            .is_some_and(|clock| clock.remaining_ms(!turn, now_ms) < low_below_ms(clock.control()));
        let facts = ResignFacts {
            scores: &self.manners.own_scores(session),
            gave_odds: session.game.odds().is_some_and(|odds| odds.giver == turn),
            opponent_is_short_of_time: is_short,
        };
        session.settings.resigns && resigns(WinCurve::of(session.variant()), facts)
    }

    fn would_offer(&self, session: &Session) -> bool {
        let head = session.game.node(session.game.head());
        let ply = head.map_or(0, |node| node.ply());
        let waits = self
            .manners
            .offered_ply
            .is_some_and(|last| (last..last + OFFER_PAUSE_PLIES).contains(&ply));
        let curve = WinCurve::of(session.variant());
        !waits && is_dead(curve, &self.manners.own_scores(session), session.head_position())
    }

    /// Accepts the draw that the computer offers.
    pub fn accept_draw(&mut self, session: &mut Session, now_ms: u64) {
        if self.is_draw_offered(session) {
            self.conclude(session, GameEnd::Agreed, now_ms);
        }
    }

    pub(super) fn decline_draw(&mut self) {
        self.manners.offer = None;
    }

    /// Answers the user's offer of a draw after a search of the position.
    pub(super) fn answer_offer(
        &mut self,
        session: &mut Session,
        result: &SearchResult,
        now_ms: u64,
    ) {
        let score = result.info.score;
        if result.info.depth == 0 {
            // The move came from the opening book, without a search.
            self.decline("the game has only begun", session);
            return;
        }
        let human_to_move = session.is_human(session.head_position().turn());
        if accepts_draw(if human_to_move { -score } else { score }) {
            self.conclude(session, GameEnd::Agreed, now_ms);
        } else {
            self.decline("its position is better", session);
        }
    }

    fn decline(&mut self, reason: &str, session: &Session) {
        self.answer = Some(format!("{} declined the draw: {reason}.", opponent_name(session)));
    }

    /// Why the game has lost its count for the rating since the user's last move.
    pub fn uncounted_text(&self, session: &Session) -> Option<String> {
        self.uncounted.clone().filter(|_| session.end().is_none())
    }

    /// The question about the open move, the words of the coach, the computer's offer of a draw, or what it
    /// has answered since the last move. After the end no answer stays.
    pub fn answer_text(&self, session: &Session) -> Option<String> {
        if let Some(open) = self.open_move(session) {
            return Some(open.question.clone());
        }
        let offer = || format!("{} offers a draw.", opponent_name(session));
        let offered = self.is_draw_offered(session).then(offer);
        let answer = || self.answer.clone().filter(|_| session.end().is_none());
        self.coach_text(session).or(offered).or_else(answer)
    }
}

/// The facts by which the computer takes its time for a move.
pub(super) fn pace_facts(
    session: &Session,
    search: &RunningSearch,
    result: &SearchResult,
) -> PaceFacts {
    let game = &session.game;
    let position = session.head_position();
    let head = game.node(game.head());
    let parent = head.and_then(|node| game.node(node.parent()?));
    let last = head.and_then(|node| node.played());
    let taken =
        parent.zip(last).filter(|(parent, last)| parent.position().captured(*last).is_some());
    let curve = WinCurve::of(session.variant());
    let percent = |score: Score| curve.percent(score);
    let first = search.first.as_ref().map_or(result.info.score, |first| first.score);
    PaceFacts {
        is_forced: position.safe_moves().len() == 1,
        is_recapture: result.best.zip(taken).is_some_and(|(best, (_, last))| {
            best.to() == last.to() && position.captured(best).is_some()
        }),
        best_changes: search.best_changes,
        swing_points: percent(result.info.score) - percent(first),
    }
}
