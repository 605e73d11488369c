//! Principal variation search: the first move gets the window, the others must first prove with a
//! zero window that they are better (Pearl's Scout 1980; Marsland and Campbell 1982; Reinefeld 1983).

use crate::{
    engine::{Observer, Score, SearchEvent, Window},
    lab::{
        Stop, Tree,
        search::{Opened, Place, Search, Step},
    },
};

impl<T: Tree, O: Observer> Search<'_, T, O> {
    /// The value of a node for the player to move there; exact inside the window, else a bound.
    pub fn scout(&mut self, node: &T::Node, place: Place, w: Window) -> Result<Score, Stop> {
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
                    self.scout_child(&next, below, Window::new(alpha, beta), best.is_some())?
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

    /// A child's value for its parent, whose window this is: once a move is known, with a zero
    /// window first, and again only if it turns out better.
    fn scout_child(
        &mut self,
        next: &T::Node,
        below: Place,
        window: Window,
        has_best: bool,
    ) -> Result<Score, Stop> {
        let mut rest = window;
        if has_best && !window.is_zero() {
            let zero = Window::zero_above(window.alpha).for_opponent();
            let value = -self.scout(next, below, zero)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
            // The value is a lower bound already.
            rest.alpha = value.offset(-1);
            let again = self.flip_window(below, rest.for_opponent());
            self.observer.observe(SearchEvent::Again { window: again });
        }
        Ok(-self.scout(next, below, rest.for_opponent())?)
    }
}
