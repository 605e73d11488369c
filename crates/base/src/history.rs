//! Undo and redo: the steps of a history, whatever they are steps of.
//!
//! A step holds what undoing it restores. The history keeps the steps in their order and within a
//! limit; its owner exchanges a step with the present.

use std::collections::VecDeque;

/// Steps to undo and to redo.
///
/// ```
/// use minnow_base::history::History;
///
/// let (mut text, mut history) = ("a".to_owned(), History::new(100));
/// history.record(std::mem::replace(&mut text, "ab".to_owned()));
/// history.undo(|step| std::mem::swap(step, &mut text));
/// assert_eq!(text, "a");
/// history.redo(|step| std::mem::swap(step, &mut text));
/// assert_eq!(text, "ab");
/// ```
#[derive(Clone, Debug)]
pub struct History<T> {
    /// Steps to undo, the oldest first.
    past: VecDeque<T>,
    /// Steps to redo, the next one last.
    future: Vec<T>,
    max_steps: usize,
    max_bytes: usize,
    /// The memory of a step, in bytes.
    size: fn(&T) -> usize,
}

impl<T> History<T> {
    /// A history without steps. It keeps at most `max_steps` steps to undo.
    pub fn new(max_steps: usize) -> History<T> {
        let (past, future) = (VecDeque::new(), Vec::new());
        History { past, future, max_steps, max_bytes: usize::MAX, size: |_| 0 }
    }

    /// Also limits the memory of all steps to undo, in bytes; `size` gives that of a step.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: usize, size: fn(&T) -> usize) -> History<T> {
        History { max_bytes, size, ..self }
    }

    /// Adds a step. There is nothing to redo any more, and the oldest steps beyond the limits are
    /// dropped.
    pub fn record(&mut self, step: T) {
        self.future.clear();
        self.past.push_back(step);
        self.drop_oldest();
    }

    /// Changes the step that was added last.
    pub fn amend(&mut self, change: impl FnOnce(&mut T)) {
        if let Some(step) = self.past.back_mut() {
            change(step);
            self.drop_oldest();
        }
    }

    /// The steps to undo, the oldest first.
    pub fn past(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.past.iter()
    }

    /// The step that [`History::undo`] would undo.
    pub fn next_undo(&self) -> Option<&T> {
        self.past.back()
    }

    /// The step that [`History::redo`] would redo.
    pub fn next_redo(&self) -> Option<&T> {
        self.future.last()
    }

    /// Undoes the last step: `exchange` restores what the step holds, and leaves in it what redoing
    /// has to restore. Returns the step; `None` if there is none.
    pub fn undo(&mut self, exchange: impl FnOnce(&mut T)) -> Option<&T> {
        let mut step = self.past.pop_back()?;
        exchange(&mut step);
        self.future.push(step);
        self.future.last()
    }

    /// Redoes the step that was undone last, as [`History::undo`] does.
    pub fn redo(&mut self, exchange: impl FnOnce(&mut T)) -> Option<&T> {
        let mut step = self.future.pop()?;
        exchange(&mut step);
        self.past.push_back(step);
        self.past.back()
    }

    fn drop_oldest(&mut self) {
        let mut kept_bytes: usize = self.past.iter().map(self.size).sum();
        while self.past.len() > self.max_steps || kept_bytes > self.max_bytes {
            let Some(oldest) = self.past.pop_front() else { return };
            kept_bytes -= (self.size)(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number with its history.
    struct Counter {
        present: usize,
        history: History<usize>,
    }

    impl Counter {
        fn new(history: History<usize>) -> Counter {
            Counter { present: 0, history }
        }

        fn set_all(&mut self, numbers: &[usize]) {
            for next in numbers {
                self.history.record(std::mem::replace(&mut self.present, *next));
            }
        }

        fn undo(&mut self) -> Option<usize> {
            self.history.undo(|step| std::mem::swap(step, &mut self.present))?;
            Some(self.present)
        }

        fn redo(&mut self) -> Option<usize> {
            self.history.redo(|step| std::mem::swap(step, &mut self.present))?;
            Some(self.present)
        }
    }

    #[test]
    fn every_step_is_undone_and_redone() {
        let mut counter = Counter::new(History::new(10));
        assert_eq!((counter.undo(), counter.redo()), (None, None));
        counter.set_all(&[1, 2, 3]);
        assert_eq!([0; 4].map(|_| counter.undo()), [Some(2), Some(1), Some(0), None]);
        assert_eq!((counter.history.next_undo(), counter.history.next_redo()), (None, Some(&1)));
        assert_eq!([0; 4].map(|_| counter.redo()), [Some(1), Some(2), Some(3), None]);
        assert_eq!((counter.history.next_undo(), counter.history.next_redo()), (Some(&2), None));
    }

    #[test]
    fn a_new_step_ends_redo() {
        let mut counter = Counter::new(History::new(10));
        counter.set_all(&[1, 2]);
        counter.undo();
        counter.set_all(&[5]);
        assert_eq!((counter.redo(), counter.undo(), counter.undo()), (None, Some(1), Some(0)));
    }

    #[test]
    fn the_oldest_steps_leave_first() {
        let mut counter = Counter::new(History::new(2));
        counter.set_all(&[1, 2, 3, 4]);
        assert_eq!([0; 3].map(|_| counter.undo()), [Some(3), Some(2), None]);
    }

    #[test]
    fn the_memory_of_all_steps_is_limited() {
        let mut history = History::new(10).with_max_bytes(6, |step: &usize| *step);
        for step in [1, 2, 3] {
            history.record(step);
        }
        assert_eq!(history.past().collect::<Vec<_>>(), [&1_usize, &2, &3]);
        history.amend(|step| *step = 4);
        assert_eq!(history.past().collect::<Vec<_>>(), [&2_usize, &4]);
        history.record(7);
        assert_eq!(history.past().len(), 0, "a step that is too large is not kept");
    }
}
