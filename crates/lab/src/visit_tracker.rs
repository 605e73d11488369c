//! Numbers the visits of a search, and follows each end of a window to its source.
//!
//! The tracker uses only the events. For every open node it holds the sources of alpha and beta: a
//! visit whose value became the bound, standing pat, or a window that the search chose itself. The
//! recorder and the trace read them.

use minnow_engine::{RootEnd, RootEnds, SearchEvent, Window};

use super::recorder::NodeKind;

/// The source of one end of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundSource {
    /// The value of this visit became the bound: a child of an ancestor.
    Visit(usize),
    /// The window with which the search was started, often infinite.
    RootWindow,
    /// The artificial end of a null window.
    NullWindow,
    /// A guess of the score at the root.
    AspirationWindow,
    /// The static evaluation of an ancestor in quiescence search.
    StandPat,
}

impl From<RootEnd> for BoundSource {
    fn from(end: RootEnd) -> BoundSource {
        match end {
            RootEnd::Window => BoundSource::RootWindow,
            RootEnd::Aspiration => BoundSource::AspirationWindow,
            RootEnd::Null => BoundSource::NullWindow,
        }
    }
}

/// The sources of both ends of MAX's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSources {
    /// The source of the lower end.
    pub alpha: BoundSource,
    /// The source of the upper end.
    pub beta: BoundSource,
}

impl WindowSources {
    const ROOT: WindowSources =
        WindowSources { alpha: BoundSource::RootWindow, beta: BoundSource::RootWindow };

    /// True if an end is artificial, as one end of a null window is.
    pub fn has_null_end(self) -> bool {
        [self.alpha, self.beta].contains(&BoundSource::NullWindow)
    }
}

/// The purpose of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitPurpose {
    /// A search with bounds that were proven or given.
    Full,
    /// Part of a search with a null window.
    Null,
    /// The same node again, because the first window did not settle it.
    Again,
}

/// A visit that the search has not left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenVisit {
    /// In the order of entry over the whole search, from 0.
    pub number: usize,
    pub parent: Option<usize>,
    pub is_max: bool,
    /// MAX's window on entry.
    pub window: Window,
    /// The sources of the window on entry.
    pub sources: WindowSources,
    pub expected: NodeKind,
    pub purpose: VisitPurpose,
    /// True if the node is searched again with another window.
    pub is_again: bool,
    /// The iteration of iterative deepening, from 1.
    pub iteration: usize,
    /// MAX's window, narrowed by the children.
    narrowed: Window,
    narrowed_by: WindowSources,
    last_child: Option<usize>,
}

impl OpenVisit {
    /// The source of the bound that the player at this node has to reach for a cutoff.
    pub(crate) fn cut_source(&self) -> BoundSource {
        if self.is_max { self.sources.beta } else { self.sources.alpha }
    }

    fn narrow(&mut self, window: Window, by: BoundSource) {
        if window.alpha != self.narrowed.alpha {
            self.narrowed_by.alpha = by;
        }
        if window.beta != self.narrowed.beta {
            self.narrowed_by.beta = by;
        }
        self.narrowed = window;
    }

    /// The sources of a child's window. An end that is not this node's own is infinite, follows
    /// from the search that is repeated, or is artificial.
    fn sources_of_child(&self, window: Window, is_again: bool) -> WindowSources {
        let repeated = self.last_child.filter(|_| is_again).map(BoundSource::Visit);
        let other = repeated.unwrap_or(BoundSource::NullWindow);
        let source = |is_own: bool, own: BoundSource, is_infinite: bool| {
            if is_own {
                own
            } else if is_infinite {
                BoundSource::RootWindow
            } else {
                other
            }
        };
        let (own, by) = (self.narrowed, self.narrowed_by);
        let Window { alpha, beta } = window;
        WindowSources {
            alpha: source(alpha == own.alpha, by.alpha, alpha == Window::FULL.alpha),
            beta: source(beta == own.beta, by.beta, beta == Window::FULL.beta),
        }
    }
}

/// A search from the root.
#[derive(Clone, Copy, Debug)]
struct RootStart {
    depth: u32,
    sources: WindowSources,
    is_again: bool,
}

/// Follows the events of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct VisitTracker {
    open: Vec<OpenVisit>,
    visits: usize,
    iteration: usize,
    root: Option<RootStart>,
    /// True if the next visit repeats the last child.
    is_again: bool,
}

impl VisitTracker {
    /// The current node.
    pub(crate) fn current(&self) -> Option<&OpenVisit> {
        self.open.last()
    }

    /// The number of visits so far.
    pub(crate) fn visits(&self) -> usize {
        self.visits
    }

    /// Follows an event. [`SearchEvent::Leave`] is left to [`VisitTracker::leave`], so that its
    /// node stays the current one while the event is handled.
    pub(crate) fn observe(&mut self, event: &SearchEvent) {
        match *event {
            SearchEvent::Start { depth, ends, .. } => self.start(depth, ends),
            SearchEvent::Enter { number, is_max, window, .. } => self.enter(number, is_max, window),
            SearchEvent::Again { .. } => self.is_again = true,
            SearchEvent::Narrow { best, window } => {
                if let Some(open) = self.open.last_mut() {
                    let child = best.and(open.last_child);
                    open.narrow(window, child.map_or(BoundSource::StandPat, BoundSource::Visit));
                }
            }
            _ => {}
        }
    }

    /// Leaves the current node.
    pub(crate) fn leave(&mut self) {
        let left = self.open.pop();
        if let Some(parent) = self.open.last_mut() {
            parent.last_child = left.map(|left| left.number);
        }
    }

    fn start(&mut self, depth: u32, ends: RootEnds) {
        let is_same_depth = self.root.is_some_and(|root| root.depth == depth);
        self.iteration += usize::from(!is_same_depth);
        let sources = WindowSources { alpha: ends.alpha.into(), beta: ends.beta.into() };
        self.root = Some(RootStart { depth, sources, is_again: is_same_depth });
        self.open.clear();
        self.is_again = false;
    }

    /// Enters child `child_number` of the current node, counted in the order of search.
    fn enter(&mut self, child_number: usize, is_max: bool, window: Window) {
        let is_repeated = std::mem::take(&mut self.is_again);
        let parent = self.open.last();
        let (sources, is_again, expected) = match (parent, self.root) {
            (Some(parent), _) => {
                let sources = parent.sources_of_child(window, is_repeated);
                (sources, is_repeated, parent.expected.of_child(child_number))
            }
            (None, Some(root)) => (root.sources, root.is_again, NodeKind::Pv),
            (None, None) => (WindowSources::ROOT, false, NodeKind::Pv),
        };
        let purpose = if sources.has_null_end() {
            VisitPurpose::Null
        } else if is_again {
            VisitPurpose::Again
        } else {
            VisitPurpose::Full
        };
        self.open.push(OpenVisit {
            number: self.visits,
            parent: parent.map(|parent| parent.number),
            is_max,
            window,
            sources,
            expected,
            purpose,
            is_again,
            iteration: self.iteration,
            narrowed: window,
            narrowed_by: sources,
            last_child: None,
        });
        self.visits += 1;
    }
}
