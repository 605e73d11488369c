//! Gliding pieces: the moves between two placements, and the pieces' current places.
//!
//! Places are in files and ranks from a1 with fractions, so that resizing or
//! flipping the board does not disturb a glide. Time is passed in, in
//! seconds; nothing here paints or asks for repaints.

use egui::{Vec2, vec2};

use crate::app::ui::theme::MOVE_SECONDS;
use minnow_rules::{Piece, Square};

/// More arrivals than this are another position, not a move: the pieces appear at once.
const MOST_ARRIVALS: usize = 4;

/// The pieces with their squares.
pub(super) type Placement = Vec<(Square, Piece)>;

#[derive(Clone, Copy, Debug)]
struct Glide {
    to: Square,
    from: Vec2,
    started: f64,
}

/// A piece that has left the board and fades.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Leaving {
    pub piece: Piece,
    pub at: Vec2,
    /// From 1 (just taken) to 0.
    pub opacity: f32,
}

/// The pieces under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Animation {
    shown: Placement,
    glides: Vec<Glide>,
    leaving: Vec<(Piece, Vec2, f64)>,
    dropped: Option<Drop>,
}

/// A piece that the user dropped on `target`, before the move is made.
#[derive(Clone, Copy, Debug)]
struct Drop {
    home: Square,
    target: Square,
    place: Vec2,
}

/// The middle of a square in files and ranks.
pub(super) fn board_place(square: Square) -> Vec2 {
    vec2(f32::from(square.file()), f32::from(square.rank()))
}

/// Fast at first, gentle at the end; 0 to 1 for 0 to 1.
fn ease_out(share: f32) -> f32 {
    1.0 - (1.0 - share.clamp(0.0, 1.0)).powi(3)
}

impl Animation {
    /// Takes a new placement at time `now`. Pieces of `from_to` (the last
    /// move) belong together even when the piece changes on the way. Without
    /// `animate`, or when another position is shown, all appear at once.
    pub(super) fn update(
        &mut self,
        pieces: &[(Square, Piece)],
        last_move: Option<(Square, Square)>,
        animate: bool,
        now: f64,
    ) {
        self.glides.retain(|glide| animate && now - glide.started < MOVE_SECONDS);
        self.leaving.retain(|(_, _, started)| animate && now - started < MOVE_SECONDS);
        let dropped = self.dropped.take();
        if self.shown == pieces {
            if let Some(drop) = dropped.filter(|_| animate) {
                self.glides.push(Glide { to: drop.home, from: drop.place, started: now });
            }
            return;
        }
        let missing_from = |list: &[(Square, Piece)], other: &[(Square, Piece)]| {
            list.iter().filter(|entry| !other.contains(entry)).copied().collect::<Placement>()
        };
        let arrivals = missing_from(pieces, &self.shown);
        let mut departures = missing_from(&self.shown, pieces);
        let known = !self.shown.is_empty() && arrivals.len() <= MOST_ARRIVALS;
        let mut glides = std::mem::take(&mut self.glides);
        if animate && known {
            for (to, piece) in arrivals {
                let Some(index) = origin_of(to, piece, &departures, last_move) else { continue };
                let (square, _) = departures.swap_remove(index);
                let from = match dropped {
                    Some(drop) if drop.target == to => drop.place,
                    _ => place_at(&glides, square, now),
                };
                self.glides.push(Glide { to, from, started: now });
            }
            for (square, piece) in departures {
                let place = place_at(&glides, square, now);
                self.leaving.push((piece, place, now));
            }
            glides.retain(|glide| {
                let stays = self.shown.iter().find(|(at, _)| *at == glide.to);
                stays.is_some_and(|entry| pieces.contains(entry))
            });
            self.glides.append(&mut glides);
        } else {
            self.leaving.clear();
        }
        self.shown = pieces.to_vec();
    }

    /// The user dropped the piece of `home` at `place`: it glides back from there, or on to
    /// `target` if the next placement has it there.
    pub(super) fn drop_piece(
        &mut self,
        home: Square,
        target: Option<Square>,
        place: Vec2,
        now: f64,
    ) {
        self.glides.retain(|glide| glide.to != home);
        match target {
            Some(target) => self.dropped = Some(Drop { home, target, place }),
            None => self.glides.push(Glide { to: home, from: place, started: now }),
        }
    }

    /// True if anything is under way, so that another frame is needed.
    pub(super) fn is_running(&self) -> bool {
        !self.glides.is_empty() || !self.leaving.is_empty()
    }

    /// True if the piece on `square` is under way.
    pub(super) fn is_gliding(&self, square: Square) -> bool {
        self.glides.iter().any(|glide| glide.to == square)
    }

    /// The place of the piece of `square` at time `now`.
    pub(super) fn place(&self, square: Square, now: f64) -> Vec2 {
        place_at(&self.glides, square, now)
    }

    /// The taken pieces that still fade.
    pub(super) fn leaving(&self, now: f64) -> impl Iterator<Item = Leaving> {
        self.leaving.iter().map(move |&(piece, at, started)| {
            let share = ((now - started) / MOVE_SECONDS) as f32;
            Leaving { piece, at, opacity: 1.0 - ease_out(share) }
        })
    }
}

fn place_at(glides: &[Glide], square: Square, now: f64) -> Vec2 {
    let home = board_place(square);
    match glides.iter().rev().find(|glide| glide.to == square) {
        Some(glide) => {
            let share = ease_out(((now - glide.started) / MOVE_SECONDS) as f32);
            glide.from + (home - glide.from) * share
        }
        None => home,
    }
}

/// The index of the departure that became this arrival: the nearest of the
/// same kind, or the last move's (a promotion changes the piece).
fn origin_of(
    to: Square,
    piece: Piece,
    departures: &[(Square, Piece)],
    last_move: Option<(Square, Square)>,
) -> Option<usize> {
    let distance = |square: Square| (board_place(square) - board_place(to)).length_sq();
    let same_kind = departures.iter().enumerate().filter(|(_, (_, other))| *other == piece);
    let nearest =
        same_kind.min_by(|(_, (a, _)), (_, (b, _))| distance(*a).total_cmp(&distance(*b)));
    if let Some((index, _)) = nearest {
        return Some(index);
    }
    let moved = last_move.filter(|(_, end)| *end == to).map(|(start, _)| start)?;
    departures.iter().position(|(at, other)| *at == moved && other.color == piece.color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ui::board::tests::{placement, sq};

    fn shown(text: &str) -> Animation {
        let mut animation = Animation::default();
        animation.update(&placement(text), None, true, 0.0);
        assert!(!animation.is_running(), "the first position just stands there");
        animation
    }

    #[test]
    fn only_what_moved_glides_and_then_rests() {
        let mut animation = shown("Ke1 Nc3 pd5");
        animation.update(&placement("Ke1 Ne4 pd5"), None, true, 10.0);
        assert!(animation.is_gliding(sq("e4")) && !animation.is_gliding(sq("e1")));
        assert_eq!(animation.place(sq("e4"), 10.0), board_place(sq("c3")));
        let half = animation.place(sq("e4"), 10.0 + MOVE_SECONDS / 2.0);
        assert!(half.x > 3.0 && half.x < 4.0, "past the middle after half the time: {half}");
        animation.update(&placement("Ke1 Ne4 pd5"), None, true, 10.25);
        assert!(!animation.is_running());
        assert_eq!(animation.place(sq("e4"), 10.25), board_place(sq("e4")));
    }

    #[test]
    fn a_taken_piece_fades_where_it_stood() {
        let mut animation = shown("Nc3 pd5");
        animation.update(&placement("Nd5"), None, true, 1.0);
        let leaving: Vec<Leaving> = animation.leaving(1.0).collect();
        assert_eq!(leaving.len(), 1);
        assert_eq!((leaving[0].at, leaving[0].opacity), (board_place(sq("d5")), 1.0));
        assert!(animation.is_gliding(sq("d5")));
    }

    #[test]
    fn a_new_placement_starts_from_current_places() {
        let mut animation = shown("Ra1");
        animation.update(&placement("Ra5"), None, true, 0.0);
        let midway = animation.place(sq("a5"), 0.05);
        animation.update(&placement("Re5"), None, true, 0.05);
        assert_eq!(animation.place(sq("e5"), 0.05), midway);
        animation.update(&placement("Re5"), None, true, 0.5);
        assert!(!animation.is_running());
    }

    #[test]
    fn another_piece_under_way_is_not_disturbed() {
        let mut animation = shown("Ra1 re6");
        animation.update(&placement("Ra5 re6"), None, true, 0.0);
        let midway = animation.place(sq("a5"), 0.1);
        animation.update(&placement("Ra5 re1"), None, true, 0.1);
        assert_eq!(animation.place(sq("a5"), 0.1), midway);
        assert_eq!(animation.place(sq("e1"), 0.1), board_place(sq("e6")));
    }

    #[test]
    fn a_promoted_pawn_glides_as_what_it_becomes() {
        let mut animation = shown("Pa5 kc6");
        let last = Some((sq("a5"), sq("a6")));
        animation.update(&placement("Qa6 kc6"), last, true, 0.0);
        assert_eq!(animation.place(sq("a6"), 0.0), board_place(sq("a5")));
        assert_eq!(animation.leaving(0.0).count(), 0);
    }

    #[test]
    fn both_pieces_of_a_castling_glide() {
        let mut animation = shown("Kd1 Ra1");
        animation.update(&placement("Kb1 Rc1"), None, true, 0.0);
        assert_eq!(animation.place(sq("b1"), 0.0), board_place(sq("d1")));
        assert_eq!(animation.place(sq("c1"), 0.0), board_place(sq("a1")));
    }

    #[test]
    fn other_positions_and_switched_off_animation_just_appear() {
        let mut animation = shown("Ra1 Rb1 Rc1 Rd1 Re1");
        animation.update(&placement("Ra2 Rb2 Rc2 Rd2 Re2"), None, true, 0.0);
        assert!(!animation.is_running());
        animation.update(&placement("Ra3 Rb2 Rc2 Rd2 Re2"), None, false, 0.0);
        assert!(!animation.is_running());
    }

    #[test]
    fn a_dropped_piece_settles_from_the_pointer() {
        let mut animation = shown("Nc3");
        animation.drop_piece(sq("c3"), Some(sq("d5")), vec2(3.2, 4.1), 0.0);
        animation.update(&placement("Nd5"), None, true, 0.0);
        assert_eq!(animation.place(sq("d5"), 0.0), vec2(3.2, 4.1));
        animation.drop_piece(sq("d5"), None, vec2(0.0, 0.0), 1.0);
        assert_eq!(animation.place(sq("d5"), 1.0), vec2(0.0, 0.0));
    }

    #[test]
    fn a_dropped_piece_without_a_move_returns() {
        let mut animation = shown("Nc3");
        animation.drop_piece(sq("c3"), Some(sq("d5")), vec2(3.2, 4.1), 0.0);
        animation.update(&placement("Nc3"), None, true, 0.0);
        assert_eq!(animation.place(sq("c3"), 0.0), vec2(3.2, 4.1));
        animation.update(&placement("Nc3"), None, true, 0.25);
        assert!(!animation.is_running());
    }
}
