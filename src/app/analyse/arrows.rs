//! The arrows of the analysis on the board.

use super::{LiveStatus, live::Live};
use crate::app::{
    session::Session,
    ui::board::{Arrow, Brush},
};
use minnow_study::analysis::WinCurve;

/// A move that loses this many points of winning chance has the thinnest arrow.
const THINNEST_ARROW_POINTS: f64 = 15.0;
/// The width of the arrow of another move that is as good as the best, where the best has 1.
const SECOND_WEIGHT: f32 = 0.75;

/// The first moves of the lines as arrows, wider for better moves. The arrows of a threat have one
/// colour.
pub fn live_arrows(session: &Session, live: &Live) -> Vec<Arrow> {
    let subject = live.subject(session);
    let shown = live.shown_here(session).filter(|_| live.status(session) != LiveStatus::Off);
    let Some(shown) = shown else { return Vec::new() };
    let Some(best) = shown.found.lines.first() else { return Vec::new() };
    let curve = WinCurve::of(session.variant());
    let best_percent = curve.percent(best.score);
    let mut arrows: Vec<Arrow> = Vec::new();
    for line in &shown.found.lines {
        let Some(mv) = line.moves.first() else { continue };
        let brush = if subject.threat {
            Brush::Red
        } else if arrows.is_empty() {
            Brush::Best
        } else {
            Brush::Second
        };
        let lost_points = (best_percent - curve.percent(line.score)).abs();
        let share = 1.0 - lost_points / THINNEST_ARROW_POINTS;
        let weight = if arrows.is_empty() { 1.0 } else { SECOND_WEIGHT * share as f32 };
        // Promotions to different pieces have the same squares: only the best gets an arrow.
        let (from, to) = (mv.from(), session.game.position().target_square(*mv));
        if !arrows.iter().any(|arrow| (arrow.from, arrow.to) == (from, to)) {
            arrows.push(Arrow::new(from, to, brush, weight));
        }
    }
    arrows
}
