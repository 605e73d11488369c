//! Alpha-beta in one function: every player maximizes, and what is good for one is bad for the
//! other. Fail-soft.

use crate::{
    engine::{Observer, Score, Window},
    lab::{
        Stop, Tree,
        search::{Opened, Place, Search, Step},
    },
};

impl<T: Tree, O: Observer> Search<'_, T, O> {
    /// The value of a node for the player to move there; exact inside the window, else a bound.
    pub fn negamax(&mut self, node: &T::Node, place: Place, w: Window) -> Result<Score, Stop> {
        let by_max = self.flip_window(place, w);
        let steps = match self.open(node, place, by_max)? {
            Opened::Settled(score) => return Ok(self.flip(place, score)),
            Opened::Steps(steps) => steps,
        };
        let Window { mut alpha, beta } = w;
        let (mut value, mut best) = (-Score::INFINITE, None);
        for (index, step) in steps.iter().enumerate() {
            let child = match *step {
                Step::Stand(score) => self.flip(place, score),
                Step::Play(branch) => {
                    let (next, below) =
                        (self.tree.play(node, branch), self.below(place, branch, index));
                    -self.negamax(&next, below, Window::new(alpha, beta).for_opponent())?
                }
            };
            value = value.max(child);
            if value >= beta {
                best = step.branch();
                self.follow(place, *step);
                self.cut_off(node, place, &steps, index);
                break;
            }
            if value > alpha {
                alpha = value;
                best = step.branch();
                self.narrow(place, *step, self.flip_window(place, Window::new(alpha, beta)));
            }
        }
        self.close(node, place, by_max, self.flip(place, value), best);
        Ok(value)
    }
}
