//! The input of a client's thread: lines from the network, and news of the other clients.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, PoisonError},
};

use minnow_base::sync::lock_briefly;
use minnow_rules::Color;
use web_time::Instant;

use super::hall::Guest;

/// The lines that wait for the thread of a client. While they do, the client's next ones stay in the
/// system's buffers.
const MAX_WAITING_LINES: usize = 16;

/// Why no more lines come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputEnd {
    /// The client has closed the connection, or it broke.
    Closed,
    /// A line had no end within the limit.
    LongLine,
    /// A line was begun and not ended in time.
    HalfLine,
}

/// The next input of a client.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Line(String),
    End(InputEnd),
    TimedOut,
}

/// The outcome of an offer.
pub(crate) enum OfferNews {
    /// Somebody accepts it, and plays with this colour.
    Accepted {
        guest: Box<Guest>,
        color: Color,
    },
    /// Its player has taken it back by another connection.
    TakenBack,
    /// The connection has ended, or the client floods it.
    End,
    TimedOut,
}

#[derive(Default)]
struct InboxState {
    lines: VecDeque<String>,
    end: Option<InputEnd>,
    /// The news of an offer.
    news: Option<OfferNews>,
    /// Nobody takes anything out any more.
    is_abandoned: bool,
}

/// The lines and news for one client.
#[derive(Default)]
pub(crate) struct Inbox {
    state: Mutex<InboxState>,
    changed: Condvar,
}

impl Inbox {
    /// Adds a line, as soon as there is room. False if nobody will take it out.
    pub(crate) fn put_line(&self, line: String) -> bool {
        let mut state = lock_briefly(&self.state);
        while state.lines.len() >= MAX_WAITING_LINES && !state.is_abandoned {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.lines.push_back(line);
        self.changed.notify_all();
        !state.is_abandoned
    }

    /// Notes that no more lines come.
    pub(crate) fn put_end(&self, end: InputEnd) {
        lock_briefly(&self.state).end = Some(end);
        self.changed.notify_all();
    }

    /// Adds the news of an offer.
    pub(crate) fn put_news(&self, news: OfferNews) {
        lock_briefly(&self.state).news = Some(news);
        self.changed.notify_all();
    }

    /// Waits for the next line or the end of the input.
    pub(crate) fn next_input(&self, deadline: Instant) -> Input {
        let next = self.wait(deadline, |state| match state.lines.pop_front() {
            Some(line) => Some(Input::Line(line)),
            None => state.end.map(Input::End),
        });
        next.unwrap_or(Input::TimedOut)
    }

    /// Waits for news of an offer. Lines stay where they are: they belong to the game. A full inbox ends
    /// the offer: while its reader waits for room, nobody would learn that the client is gone.
    pub(crate) fn offer_news(&self, deadline: Instant) -> OfferNews {
        let next = self.wait(deadline, |state| {
            let is_over = state.end.is_some() || state.lines.len() >= MAX_WAITING_LINES;
            state.news.take().or_else(|| is_over.then_some(OfferNews::End))
        });
        next.unwrap_or(OfferNews::TimedOut)
    }

    /// Lets the reader go, which may be waiting for room.
    pub(crate) fn abandon(&self) {
        let mut state = lock_briefly(&self.state);
        state.is_abandoned = true;
        state.lines.clear();
        // A guest whose host is gone loses its connection with it.
        let news = state.news.take();
        drop(state);
        drop(news);
        self.changed.notify_all();
    }

    fn wait<T>(
        &self,
        deadline: Instant,
        mut take: impl FnMut(&mut InboxState) -> Option<T>,
    ) -> Option<T> {
        let mut state = lock_briefly(&self.state);
        loop {
            if let Some(taken) = take(&mut state) {
                self.changed.notify_all();
                return Some(taken);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::Arc, time::Duration};

    use minnow_jobs::Spawner;

    #[test]
    fn a_full_inbox_holds_its_writer() {
        let inbox = Arc::new(Inbox::default());
        let (writer, soon) = (inbox.clone(), Instant::now());
        let job = Spawner::default().start::<()>(
            "writer",
            || {},
            move |_| {
                for number in 0..2 * MAX_WAITING_LINES {
                    writer.put_line(number.to_string());
                }
                writer.put_end(InputEnd::Closed);
            },
        );
        let never = soon + Duration::from_secs(60);
        for number in 0..2 * MAX_WAITING_LINES {
            assert_eq!(inbox.next_input(never), Input::Line(number.to_string()));
        }
        assert_eq!(inbox.next_input(never), Input::End(InputEnd::Closed));
        assert_eq!(job.wait(), Ok(()));
    }

    #[test]
    fn an_abandoned_inbox_lets_its_writer_go() {
        let inbox = Arc::new(Inbox::default());
        let writer = inbox.clone();
        let job = Spawner::default().start::<()>(
            "writer",
            || {},
            move |_| {
                while writer.put_line(String::new()) {}
            },
        );
        inbox.abandon();
        assert_eq!(job.wait(), Ok(()));
        let past = Instant::now();
        assert!(matches!(inbox.offer_news(past), OfferNews::TimedOut));
    }
}
