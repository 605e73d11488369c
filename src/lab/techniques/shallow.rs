//! Branch and bound without deep cut-offs: the function F1 of Knuth and Moore (1975).
//!
//! A node knows one bound only, what its parent has already: more than that it need not find. The
//! grandfather's bound is not passed on, so cut-offs by it are missed.

use crate::{
    engine::{Observer, Score, Window},
    lab::{
        Stop, Tree,
        search::{Opened, Place, Search, Step},
    },
};

impl<T: Tree, O: Observer> Search<'_, T, O> {
    /// The value for the player at this node if it is below `bound`, else a value of `bound` or
    /// more that it exceeds or equals.
    pub fn shallow(&mut self, node: &T::Node, place: Place, bound: Score) -> Result<Score, Stop> {
        let window = Window::new(-Score::INFINITE, bound);
        let by_max = self.flip_window(place, window);
        let steps = match self.open(node, place, by_max)? {
            Opened::Settled(score) => return Ok(self.flip(place, score)),
            Opened::Steps(steps) => steps,
        };
        let (mut value, mut best) = (-Score::INFINITE, None);
        for (index, step) in steps.iter().enumerate() {
            let child = match *step {
                Step::Stand(score) => self.flip(place, score),
                Step::Play(branch) => {
                    let next = self.tree.play(node, branch);
                    -self.shallow(&next, self.below(place, branch, index), -value)?
                }
            };
            if child > value {
                (value, best) = (child, step.branch());
                let narrowed = self.flip_window(place, Window::new(value, bound));
                self.narrow(place, *step, narrowed);
            }
            if value >= bound {
                self.cut_off(node, place, &steps, index);
                break;
            }
        }
        self.close(node, place, by_max, self.flip(place, value), best);
        Ok(value)
    }
}
