//! A channel with the types of `std::sync::mpsc` for a browser. There sending must not wait for a lock,
//! as the standard library's may; see [`minnow_base::sync`].

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, PoisonError},
};

pub(crate) use std::sync::mpsc::{RecvError, SendError, TryRecvError};

use minnow_base::sync::lock_briefly;

/// The state that the two ends share.
#[derive(Debug)]
struct Shared<T> {
    queue: Mutex<Queue<T>>,
    /// Notified when a value arrives or the last sender is dropped.
    changed: Condvar,
}

#[derive(Debug)]
struct Queue<T> {
    values: VecDeque<T>,
    senders: usize,
    has_receiver: bool,
}

impl<T> Queue<T> {
    fn take(&mut self) -> Result<T, TryRecvError> {
        let none = if self.senders == 0 { TryRecvError::Disconnected } else { TryRecvError::Empty };
        self.values.pop_front().ok_or(none)
    }
}

/// The end that sends.
#[derive(Debug)]
pub(crate) struct Sender<T>(Arc<Shared<T>>);

/// The end that receives.
#[derive(Debug)]
pub(crate) struct Receiver<T>(Arc<Shared<T>>);

/// The two ends of a new channel.
pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let queue = Queue { values: VecDeque::new(), senders: 1, has_receiver: true };
    let shared = Arc::new(Shared { queue: Mutex::new(queue), changed: Condvar::new() });
    (Sender(shared.clone()), Receiver(shared))
}

impl<T> Sender<T> {
    /// Sends a value; never waits. Returns the value if the receiver was dropped.
    pub(crate) fn send(&self, value: T) -> Result<(), SendError<T>> {
        let mut queue = lock_briefly(&self.0.queue);
        if !queue.has_receiver {
            return Err(SendError(value));
        }
        queue.values.push_back(value);
        drop(queue);
        self.0.changed.notify_all();
        Ok(())
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        lock_briefly(&self.0.queue).senders += 1;
        Sender(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        lock_briefly(&self.0.queue).senders -= 1;
        self.0.changed.notify_all();
    }
}

impl<T> Receiver<T> {
    /// The oldest value; never waits. Without one, the error says whether one may still come.
    pub(crate) fn try_recv(&self) -> Result<T, TryRecvError> {
        lock_briefly(&self.0.queue).take()
    }

    /// Waits for the oldest value, unless all senders were dropped. The thread of a page must not
    /// call this.
    pub(crate) fn recv(&self) -> Result<T, RecvError> {
        let mut queue = lock_briefly(&self.0.queue);
        loop {
            match queue.take() {
                Ok(value) => return Ok(value),
                Err(TryRecvError::Disconnected) => return Err(RecvError),
                Err(TryRecvError::Empty) => {
                    queue = self.0.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let mut queue = lock_briefly(&self.0.queue);
        queue.has_receiver = false;
        let unread = std::mem::take(&mut queue.values);
        // Dropping a value may send on this channel.
        drop(queue);
        drop(unread);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the channel is tested without a spawner")]
    fn values_of_several_threads_arrive_in_the_order_of_each() {
        let (sender, receiver) = channel();
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                let sender = sender.clone();
                thread::spawn(move || {
                    (0..1000).for_each(|number| sender.send((thread, number)).unwrap());
                })
            })
            .collect();
        drop(sender);
        let mut next = [0; 4];
        while let Ok((thread, number)) = receiver.recv() {
            assert_eq!(number, next[thread]);
            next[thread] += 1;
        }
        assert_eq!(next, [1000; 4]);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(receiver.try_recv(), Err(TryRecvError::Disconnected));
    }

    #[test]
    fn each_end_learns_that_the_other_is_gone() {
        let (sender, receiver) = channel();
        assert_eq!(receiver.try_recv(), Err(TryRecvError::Empty));
        sender.send(1).unwrap();
        drop(sender);
        assert_eq!((receiver.try_recv(), receiver.recv()), (Ok(1), Err(RecvError)));
        let (sender, receiver) = channel();
        drop(receiver);
        assert_eq!(sender.send(2), Err(SendError(2)));
    }
}
