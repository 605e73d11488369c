//! Lazy SMP: several threads search the same root and share the transposition table.
//!
//! Each thread has its own histories and its own search state. The leading thread decides when the
//! search ends; the helpers then stop at their next check of the limits. This is the only file of
//! the engine that starts threads.

use std::{
    panic::resume_unwind,
    thread::{self, ScopedJoinHandle},
};

use super::{
    deepening::Deepening, history::Histories, root::RootMove, shared::SharedSearch,
    state::SearchState,
};
use crate::{Bound, NoObserver, Observer, Root, SearchInfo, SearchLimits, SearchResult};
use minnow_base::alloc::check_room;

/// Memory in bytes that a helper thread needs with its stack, histories and search state, and that
/// is left free for the rest of the program.
const HELPER_BYTES: usize = 16 << 20;

/// True if the system has memory for one more helper thread.
pub(crate) fn has_room_for_helper() -> bool {
    check_room(HELPER_BYTES).is_ok()
}

/// The search that all threads work on.
#[derive(Clone, Copy)]
pub(crate) struct SearchTask<'a> {
    pub shared: &'a SharedSearch<'a>,
    pub root: &'a Root,
    pub moves: &'a [RootMove],
    pub limits: &'a SearchLimits,
}

impl<'a> SearchTask<'a> {
    /// One thread's part.
    fn deepening<O: Observer>(
        &self,
        histories: &'a mut Histories,
        observer: O,
    ) -> Deepening<'a, O> {
        let state = SearchState::new(self.shared, histories, self.root, observer);
        let moves = self.moves.to_vec();
        Deepening::new(state, self.shared, &self.root.position, moves, self.limits)
    }
}

/// Searches with this thread as the leading one and a helper thread for each of the `helpers`'
/// histories. Only the leading thread reports and is observed. If the system refuses a helper thread
/// or its memory, the search goes on without it and those after it.
#[expect(clippy::disallowed_methods, reason = "the helpers of a search end with it")]
pub(crate) fn search<O: Observer>(
    task: SearchTask,
    leader: &mut Histories,
    helpers: &mut [Histories],
    observer: O,
    report: &mut dyn FnMut(&SearchInfo),
) -> SearchResult {
    let (mut result, helper_infos) = thread::scope(|scope| {
        let halt = task.shared.halt_on_drop();
        let mut handles = Vec::with_capacity(helpers.len());
        for (index, histories) in helpers.iter_mut().enumerate() {
            if !has_room_for_helper() {
                break;
            }
            let helper = task.deepening(histories, NoObserver);
            let help = move || helper.help(index + 1);
            let Ok(handle) = thread::Builder::new().spawn_scoped(scope, help) else { break };
            handles.push(handle);
        }
        let result = task.deepening(leader, observer).lead(task.limits, report);
        drop(halt);
        // A helper's panic becomes this thread's panic.
        let join = |handle: ScopedJoinHandle<_>| handle.join().unwrap_or_else(|p| resume_unwind(p));
        let infos: Vec<SearchInfo> = handles.into_iter().map(join).collect();
        (result, infos)
    });
    if task.limits.depth.is_none() && task.limits.lines <= 1 {
        elect(&mut result, helper_infos, report);
    }
    result.info.nodes = task.shared.nodes();
    result.info.elapsed = task.shared.searching_time();
    result
}

/// Replaces the leading thread's result by a helper's that is deeper and not worse.
fn elect(
    result: &mut SearchResult,
    helper_infos: Vec<SearchInfo>,
    report: &mut dyn FnMut(&SearchInfo),
) {
    let deepest = helper_infos.into_iter().max_by_key(|info| (info.depth, info.score));
    if let Some(info) = deepest
        && info.bound == Bound::Exact
        && info.depth > result.info.depth
        && info.score >= result.info.score
    {
        report(&info);
        *result = SearchResult { best: info.pv.first().copied(), info };
    }
}
