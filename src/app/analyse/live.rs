//! The data of live analysis: the search of the position on the board, and the results for every
//! position of the game that was analysed before.
//!
//! Each result is stored under its position, so the window cannot show the result of another one.
//! `analyse/mod.rs` decides when a search starts and ends.

use std::collections::HashMap;

use super::program::ProgramAnalysis;
use crate::app::{
    session::{Session, settings::EngineSettings},
    ui::text::numbered_moves,
};
use minnow_engine::{Score, SearchInfo};
use minnow_game::NodeId;
use minnow_rules::{Color, Move, Position};

/// The number of moves kept of a line; more do not fit any window.
const MOST_MOVES: usize = 24;

/// Once the best line is a mate, the other lines are searched to this depth, in plies.
const MATE_DEPTH: u32 = 20;

/// A position of the game on the board, or the threat in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LiveSubject {
    pub node: NodeId,
    /// The position's key. After an undone edit, another position may get the same node id.
    pub key: u64,
    /// True if the side to move makes a null move, which shows the opponent's threat.
    pub threat: bool,
}

/// A line of the analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisLine {
    /// From White's view.
    pub score: Score,
    pub depth: u32,
    /// Never empty.
    pub moves: Vec<Move>,
    /// The moves in SAN; White's moves and the first one have their numbers.
    pub texts: Vec<String>,
}

/// The analysis of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveResult {
    /// The best line first; no two lines begin with the same move.
    pub lines: Vec<AnalysisLine>,
    pub nodes_per_second: u64,
    /// The settings of a search that ran to its end.
    finished: Option<EngineSettings>,
}

impl LiveResult {
    /// The depth of the best line in plies; 0 without a line.
    pub fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |line| line.depth)
    }

    fn take(&mut self, position: &Position, info: &SearchInfo, most_lines: usize) {
        let Some(line) = line(position, info) else { return };
        // Older lines, of less depth, move down until they are reported again or fall off the end.
        self.lines.retain(|other| other.moves.first() != line.moves.first());
        let rank = info.multipv.saturating_sub(1).min(self.lines.len());
        self.lines.insert(rank, line);
        self.lines.truncate(most_lines);
        let elapsed_ms = info.elapsed.as_millis().max(1);
        self.nodes_per_second = (u128::from(info.nodes) * 1000 / elapsed_ms) as u64;
    }

    /// True if the lines are forced mates that deeper searches cannot improve.
    fn is_settled(&self, most_lines: usize) -> bool {
        let proven = |line: &AnalysisLine| {
            line.score.mate_in().is_some_and(|moves| 2 * moves.unsigned_abs() <= line.depth)
        };
        let all = self.lines.len() >= most_lines && self.lines.iter().all(proven);
        all || self.lines.first().is_some_and(|best| proven(best) && best.depth >= MATE_DEPTH)
    }
}

/// A search under way.
#[derive(Clone, Debug)]
struct LiveSearch {
    subject: LiveSubject,
    position: Position,
    settings: EngineSettings,
    found: LiveResult,
}

/// The analysis that the window shows.
#[derive(Clone, Copy, Debug)]
pub struct ShownAnalysis<'a> {
    pub found: &'a LiveResult,
    /// True if it comes from the running search, or from one that ran to its end.
    pub fresh: bool,
}

/// The live analysis of the game on the board.
#[derive(Debug, Default)]
pub struct Live {
    /// True while analysis is switched on.
    pub is_on: bool,
    /// True while the threat in the position on the board is shown.
    pub shows_threat: bool,
    /// Of Minnow's engine.
    pub own: AnalysisResults,
    /// Of a program that the user has asked, too.
    pub program: ProgramAnalysis,
}

/// The search under way of an engine, and what it has found in other positions.
#[derive(Debug, Default)]
pub struct AnalysisResults {
    search: Option<LiveSearch>,
    kept: HashMap<LiveSubject, LiveResult>,
}

impl Live {
    /// Switches the analysis on or off. When switched on, a position whose limits were reached is
    /// searched again.
    pub fn toggle(&mut self, session: &Session) {
        if self.is_on {
            return self.switch_off();
        }
        self.is_on = true;
        let subject = self.subject(session);
        self.own.reopen(&subject);
        self.program.reopen(&subject);
    }

    /// Shows or hides the threat in each position on the board.
    pub fn toggle_threat(&mut self) {
        self.shows_threat = !self.shows_threat;
    }

    /// Ends analysis and threat until the user asks again.
    pub fn switch_off(&mut self) {
        self.is_on = false;
        self.shows_threat = false;
    }

    /// Forgets all results for another game.
    pub fn forget(&mut self) {
        self.own.forget();
        self.program.forget();
    }
}

impl AnalysisResults {
    /// Lets a position whose limits were reached be searched again.
    pub fn reopen(&mut self, subject: &LiveSubject) {
        if let Some(found) = self.kept.get_mut(subject) {
            found.finished = None;
        }
    }

    /// The position that is searched, and the settings.
    pub fn searched(&self) -> Option<(LiveSubject, EngineSettings)> {
        self.search.as_ref().map(|search| (search.subject, search.settings))
    }

    /// Forgets all results for another game.
    pub fn forget(&mut self) {
        self.search = None;
        self.kept.clear();
    }

    /// Notes that a search was started; `position` is its root.
    pub fn begin(&mut self, subject: LiveSubject, position: Position, settings: EngineSettings) {
        self.leave();
        self.search =
            Some(LiveSearch { subject, position, settings, found: LiveResult::default() });
    }

    /// Takes in a report of the search under way.
    pub fn take(&mut self, info: &SearchInfo) {
        if let Some(search) = &mut self.search {
            search.found.take(&search.position, info, search.settings.lines);
        }
    }

    /// True if deeper searches cannot change the result.
    pub fn is_settled(&self) -> bool {
        let settled = |search: &LiveSearch| search.found.is_settled(search.settings.lines);
        self.search.as_ref().is_some_and(settled)
    }

    /// Notes that the search was stopped. Its result is kept unless a deeper one is known.
    pub fn leave(&mut self) {
        if let Some(LiveSearch { subject, found, .. }) = self.search.take()
            && found.depth() > 0
        {
            let kept = self.kept.entry(subject).or_default();
            if found.depth() >= kept.depth() {
                *kept = found;
            }
        }
    }

    /// Notes that the search ran to its end.
    pub fn finish(&mut self) {
        let ended = self.searched();
        self.leave();
        if let Some((subject, settings)) = ended {
            self.kept.entry(subject).or_default().finished = Some(settings);
        }
    }

    /// True if a search with these settings ran to its end.
    pub fn is_finished(&self, subject: &LiveSubject, settings: &EngineSettings) -> bool {
        self.kept.get(subject).is_some_and(|found| found.finished.as_ref() == Some(settings))
    }

    /// The deepest analysis of a position; of equal depth that of the search under way.
    pub fn shown(&self, subject: &LiveSubject) -> Option<ShownAnalysis<'_>> {
        let kept = self.kept.get(subject).filter(|found| found.depth() > 0);
        let now = self.search.as_ref().filter(|search| search.subject == *subject);
        let now = now.map(|search| &search.found).filter(|found| found.depth() > 0);
        match (now, kept) {
            (Some(now), kept) if kept.is_none_or(|kept| now.depth() >= kept.depth()) => {
                Some(ShownAnalysis { found: now, fresh: true })
            }
            (_, Some(kept)) => {
                let fresh = kept.finished.is_some() && self.depth_now(subject).is_none();
                Some(ShownAnalysis { found: kept, fresh })
            }
            _ => None,
        }
    }

    /// The depth that the search under way has reached in this position, in plies.
    pub fn depth_now(&self, subject: &LiveSubject) -> Option<u32> {
        let search = self.search.as_ref().filter(|search| search.subject == *subject)?;
        Some(search.found.depth())
    }
}

fn line(root: &Position, info: &SearchInfo) -> Option<AnalysisLine> {
    let score = match root.turn() {
        Color::White => info.score,
        Color::Black => -info.score,
    };
    let line = &info.pv[..info.pv.len().min(MOST_MOVES)];
    let texts = numbered_moves(root, line);
    let moves = line[..texts.len()].to_vec();
    (!moves.is_empty()).then_some(AnalysisLine { score, depth: info.depth, moves, texts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::session::for_tests::search_info;
    use minnow_rules::Variant;

    fn info(position: &Position, multipv: usize, depth: u32, moves: &[&str]) -> SearchInfo {
        let mut at = *position;
        let line = moves.iter().map(|text| {
            let mv = at.parse_move(text).unwrap();
            at = at.play(mv);
            mv
        });
        let score = Score::centipawns(30 - 10 * multipv as i32);
        SearchInfo { multipv, ..search_info(depth, score, line.collect()) }
    }

    fn first_moves(found: &LiveResult) -> Vec<&str> {
        found.lines.iter().map(|line| line.texts[0].as_str()).collect()
    }

    fn subject(position: &Position) -> LiveSubject {
        LiveSubject { node: NodeId::ROOT, key: position.key(), threat: false }
    }

    #[test]
    fn lines_keep_their_ranks_without_duplicates() {
        let start = Position::start(Variant::default_variant());
        let mut found = LiveResult::default();
        for (rank, text) in [(1, "a2a3"), (2, "b2b3"), (3, "c2c3")] {
            found.take(&start, &info(&start, rank, 5, &[text]), 3);
        }
        assert_eq!(first_moves(&found), ["1. a3", "1. b3", "1. c3"]);
        found.take(&start, &info(&start, 1, 6, &["b2b3"]), 3);
        assert_eq!(found.depth(), 6);
        assert_eq!(first_moves(&found), ["1. b3", "1. a3", "1. c3"]);
        found.take(&start, &info(&start, 2, 6, &["d2d3"]), 3);
        found.take(&start, &info(&start, 3, 6, &["a2a3"]), 3);
        assert_eq!(first_moves(&found), ["1. b3", "1. d3", "1. a3"]);
    }

    #[test]
    fn earlier_results_stay_until_as_deep() {
        let start = Position::start(Variant::default_variant());
        let settings = EngineSettings::default();
        let (here, mut live) = (subject(&start), AnalysisResults::default());
        live.begin(here, start, settings);
        live.take(&info(&start, 1, 9, &["a2a3", "a5a4"]));
        assert!(live.shown(&here).unwrap().fresh);
        live.leave();
        assert!(!live.shown(&here).unwrap().fresh);
        live.begin(here, start, settings);
        live.take(&info(&start, 1, 8, &["b2b3"]));
        let shown = live.shown(&here).unwrap();
        assert_eq!((shown.fresh, shown.found.depth()), (false, 9));
        live.take(&info(&start, 1, 9, &["b2b3"]));
        let shown = live.shown(&here).unwrap();
        assert_eq!((shown.fresh, first_moves(shown.found)), (true, vec!["1. b3"]));
        let elsewhere = LiveSubject { key: 1, ..here };
        assert!(live.shown(&elsewhere).is_none(), "another position under the same number");
        live.finish();
        assert!(live.is_finished(&here, &settings));
        assert!(!live.is_finished(&here, &EngineSettings { lines: 5, ..settings }));
    }

    #[test]
    fn a_mate_is_settled_once_searched() {
        let start = Position::start(Variant::default_variant());
        let mut found = LiveResult::default();
        let mate =
            |depth| SearchInfo { score: Score::won_at(5), ..info(&start, 1, depth, &["a2a3"]) };
        found.take(&start, &mate(5), 1);
        assert!(!found.is_settled(1), "found by luck so far");
        found.take(&start, &mate(6), 1);
        assert!(found.is_settled(1) && !found.is_settled(3));
        found.take(&start, &mate(MATE_DEPTH), 3);
        assert!(found.is_settled(3));
    }

    #[test]
    fn scores_are_told_from_whites_side() {
        let black = Position::start(Variant::default_variant());
        let black = black.play(black.parse_move("a2a3").unwrap());
        let line = line(&black, &info(&black, 1, 3, &["a5a4", "b2b3"])).unwrap();
        assert_eq!(line.score, Score::centipawns(-20));
        assert_eq!(line.texts, ["1\u{2026} a4", "2. b3"]);
    }
}
