//! Alpha-beta as MAX-VALUE and MIN-VALUE, fail-soft: value and move are returned.
//!
//! The value is the best child's even if that lies outside the window: a bound then, but a closer
//! one than the window's edge.

use crate::{
    engine::{Branch, Observer, Score, Window},
    lab::{
        Stop, Tree,
        search::{Opened, Place, Search, Step},
    },
};

/// A value, and the move that has it; no move at a leaf.
type Found = (Score, Option<Branch>);

impl<T: Tree, O: Observer> Search<'_, T, O> {
    pub fn soft_value(&mut self, node: &T::Node, place: Place, w: Window) -> Result<Found, Stop> {
        if self.tree.is_max(place.ply) {
            self.max_value(node, place, w)
        } else {
            self.min_value(node, place, w)
        }
    }

    fn max_value(&mut self, node: &T::Node, place: Place, w: Window) -> Result<Found, Stop> {
        let steps = match self.open(node, place, w)? {
            Opened::Settled(score) => return Ok((score, None)),
            Opened::Steps(steps) => steps,
        };
        let Window { mut alpha, beta } = w;
        let (mut value, mut best) = (-Score::INFINITE, None);
        for (index, step) in steps.iter().enumerate() {
            let child = match *step {
                Step::Stand(score) => score,
                Step::Play(branch) => {
                    let (next, below) =
                        (self.tree.play(node, branch), self.below(place, branch, index));
                    self.min_value(&next, below, Window::new(alpha, beta))?.0
                }
            };
            if child > value {
                (value, best) = (child, step.branch());
            }
            if value >= beta {
                self.follow(place, *step);
                self.cut_off(node, place, &steps, index);
                break;
            }
            if value > alpha {
                alpha = value;
                self.narrow(place, *step, Window::new(alpha, beta));
            }
        }
        best = best.filter(|_| value > w.alpha);
        self.close(node, place, w, value, best);
        Ok((value, best))
    }

    fn min_value(&mut self, node: &T::Node, place: Place, w: Window) -> Result<Found, Stop> {
        let steps = match self.open(node, place, w)? {
            Opened::Settled(score) => return Ok((score, None)),
            Opened::Steps(steps) => steps,
        };
        let Window { alpha, mut beta } = w;
        let (mut value, mut best) = (Score::INFINITE, None);
        for (index, step) in steps.iter().enumerate() {
            let child = match *step {
                Step::Stand(score) => score,
                Step::Play(branch) => {
                    let (next, below) =
                        (self.tree.play(node, branch), self.below(place, branch, index));
                    self.max_value(&next, below, Window::new(alpha, beta))?.0
                }
            };
            if child < value {
                (value, best) = (child, step.branch());
            }
            if value <= alpha {
                self.follow(place, *step);
                self.cut_off(node, place, &steps, index);
                break;
            }
            if value < beta {
                beta = value;
                self.narrow(place, *step, Window::new(alpha, beta));
            }
        }
        best = best.filter(|_| value < w.beta);
        self.close(node, place, w, value, best);
        Ok((value, best))
    }
}
