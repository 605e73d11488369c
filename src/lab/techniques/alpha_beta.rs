//! Alpha-beta as a pair of functions, fail-hard, with the triangular table of variations.
//!
//! Alpha is what MAX has for certain on the path to the node, beta what MIN has. MAX's node raises
//! alpha and is refuted by beta, MIN's lowers beta and is refuted by alpha. What is returned never
//! leaves the window, so a value on its edge is a bound: choosing among such moves is a blunder.

use crate::{
    engine::{Observer, Score, Window},
    lab::{
        Stop, Tree,
        search::{Opened, Place, Search, Step},
    },
};

impl<T: Tree, O: Observer> Search<'_, T, O> {
    pub fn alpha_beta(&mut self, node: &T::Node, place: Place, w: Window) -> Result<Score, Stop> {
        if self.tree.is_max(place.ply) {
            self.alpha_beta_max(node, place, w)
        } else {
            self.alpha_beta_min(node, place, w)
        }
    }

    fn alpha_beta_max(&mut self, node: &T::Node, place: Place, w: Window) -> Result<Score, Stop> {
        let steps = match self.open(node, place, w)? {
            Opened::Settled(score) => return Ok(score.clamp(w.alpha, w.beta)),
            Opened::Steps(steps) => steps,
        };
        let Window { mut alpha, beta } = w;
        let mut best = None;
        for (index, step) in steps.iter().enumerate() {
            let value = match *step {
                Step::Stand(score) => score,
                Step::Play(branch) => {
                    let (next, below) =
                        (self.tree.play(node, branch), self.below(place, branch, index));
                    self.alpha_beta_min(&next, below, Window::new(alpha, beta))?
                }
            };
            if value >= beta {
                self.follow(place, *step);
                self.cut_off(node, place, &steps, index);
                self.close(node, place, w, beta, step.branch());
                return Ok(beta);
            }
            if value > alpha {
                alpha = value;
                best = step.branch();
                self.narrow(place, *step, Window::new(alpha, beta));
            }
        }
        self.close(node, place, w, alpha, best);
        Ok(alpha)
    }

    fn alpha_beta_min(&mut self, node: &T::Node, place: Place, w: Window) -> Result<Score, Stop> {
        let steps = match self.open(node, place, w)? {
            Opened::Settled(score) => return Ok(score.clamp(w.alpha, w.beta)),
            Opened::Steps(steps) => steps,
        };
        let Window { alpha, mut beta } = w;
        let mut best = None;
        for (index, step) in steps.iter().enumerate() {
            let value = match *step {
                Step::Stand(score) => score,
                Step::Play(branch) => {
                    let (next, below) =
                        (self.tree.play(node, branch), self.below(place, branch, index));
                    self.alpha_beta_max(&next, below, Window::new(alpha, beta))?
                }
            };
            if value <= alpha {
                self.follow(place, *step);
                self.cut_off(node, place, &steps, index);
                self.close(node, place, w, alpha, step.branch());
                return Ok(alpha);
            }
            if value < beta {
                beta = value;
                best = step.branch();
                self.narrow(place, *step, Window::new(alpha, beta));
            }
        }
        self.close(node, place, w, beta, best);
        Ok(beta)
    }
}
