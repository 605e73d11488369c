//! Minimax: every node to the last ply. What all other techniques must equal.

use crate::{
    engine::{Observer, Score, Window},
    lab::{
        Stop, Tree,
        search::{Opened, Place, Search, Step},
    },
};

impl<T: Tree, O: Observer> Search<'_, T, O> {
    /// The value of a node, MAX choosing the highest and MIN the lowest of its children's.
    pub fn minimax(&mut self, node: &T::Node, place: Place) -> Result<Score, Stop> {
        let steps = match self.open(node, place, Window::FULL)? {
            Opened::Settled(score) => return Ok(score),
            Opened::Steps(steps) => steps,
        };
        let is_max = self.tree.is_max(place.ply);
        let mut value = if is_max { -Score::INFINITE } else { Score::INFINITE };
        let mut best = None;
        for (index, step) in steps.iter().enumerate() {
            let child = match *step {
                Step::Stand(score) => score,
                Step::Play(branch) => {
                    let next = self.tree.play(node, branch);
                    self.minimax(&next, self.below(place, branch, index))?
                }
            };
            if if is_max { child > value } else { child < value } {
                value = child;
                best = step.branch();
                self.follow(place, *step);
            }
        }
        self.close(node, place, Window::FULL, value, best);
        Ok(value)
    }
}
