//! Live analysis as data: what is searched for the position on the board, and what has been found
//! for each position of the game that was looked at before.
//!
//! Everything is kept under the position it belongs to, so what is shown can never be another's.
//! When a search starts and ends is decided in `apply/analyse.rs`.

use std::collections::HashMap;

use super::session::settings::EngineSettings;
use crate::{
    engine::{Score, SearchInfo},
    game::NodeId,
    rules::{Color, Move, Position, san},
};

/// How many moves of a line are kept; more would not fit any window.
const MOST_MOVES: usize = 24;

/// With a mate found first, how deep the other lines are searched, in plies.
const MATE_DEPTH: u32 = 20;

/// A question about a position of the game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    pub node: NodeId,
    /// The position's, as an undone edit may give its id to another.
    pub key: u64,
    /// What the opponent would do if it were to move.
    pub threat: bool,
}

/// What a search found out about one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// From White's view.
    pub score: Score,
    pub depth: u32,
    /// Never empty.
    pub moves: Vec<Move>,
    /// Each move's SAN, with its number where one is due.
    pub texts: Vec<String>,
}

/// What has been found about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Best first, no two with the same move.
    pub lines: Vec<Line>,
    pub nodes_per_second: u64,
    /// The settings with which nothing was left to search.
    finished: Option<EngineSettings>,
}

impl Found {
    /// Of the best line, in plies; 0 while there is none.
    pub fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |line| line.depth)
    }

    fn take(&mut self, position: &Position, info: &SearchInfo, most_lines: usize) {
        let Some(line) = line(position, info) else { return };
        // What was found with less depth moves down until it is told anew, and out in the end.
        self.lines.retain(|other| other.moves.first() != line.moves.first());
        let rank = info.multipv.saturating_sub(1).min(self.lines.len());
        self.lines.insert(rank, line);
        self.lines.truncate(most_lines);
        let elapsed_ms = info.elapsed.as_millis().max(1);
        self.nodes_per_second = (u128::from(info.nodes) * 1000 / elapsed_ms) as u64;
    }

    /// Whether a forced mate has been found and searched out.
    fn is_settled(&self, most_lines: usize) -> bool {
        let proven = |line: &Line| {
            line.score.mate_in().is_some_and(|moves| 2 * moves.unsigned_abs() <= line.depth)
        };
        let all = self.lines.len() >= most_lines && self.lines.iter().all(proven);
        all || self.lines.first().is_some_and(|best| proven(best) && best.depth >= MATE_DEPTH)
    }
}

/// A search under way.
#[derive(Clone, Debug)]
struct Search {
    subject: Subject,
    position: Position,
    settings: EngineSettings,
    found: Found,
}

/// What is to be seen of an analysis.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    pub found: &'a Found,
    /// Whether the search under way has reached it, or nothing is left to search.
    pub fresh: bool,
}

/// The live analysis of the game on the board.
#[derive(Debug, Default)]
pub struct Live {
    on: bool,
    /// The position whose threat is asked for; elsewhere none is shown.
    threat_at: Option<NodeId>,
    search: Option<Search>,
    kept: HashMap<Subject, Found>,
}

impl Live {
    /// Whether positions are to be analysed.
    pub fn is_on(&self) -> bool {
        self.on
    }

    pub fn set_on(&mut self, on: bool) {
        self.on = on;
    }

    /// Whether the threat is asked for at this position.
    pub fn asks_threat(&self, node: NodeId) -> bool {
        self.threat_at == Some(node)
    }

    pub fn ask_threat(&mut self, node: Option<NodeId>) {
        self.threat_at = node;
    }

    /// No analysis and no threat until asked again.
    pub fn switch_off(&mut self) {
        self.on = false;
        self.threat_at = None;
    }

    /// What is being searched, and with what settings.
    pub fn searched(&self) -> Option<(Subject, EngineSettings)> {
        self.search.as_ref().map(|search| (search.subject, search.settings))
    }

    /// Another game is on the board.
    pub fn forget(&mut self) {
        self.search = None;
        self.threat_at = None;
        self.kept.clear();
    }

    /// A search has been started; `position` is its root.
    pub fn begin(&mut self, subject: Subject, position: Position, settings: EngineSettings) {
        self.leave();
        self.search = Some(Search { subject, position, settings, found: Found::default() });
    }

    /// Takes in a report of the search under way.
    pub fn take(&mut self, info: &SearchInfo) {
        if let Some(search) = &mut self.search {
            search.found.take(&search.position, info, search.settings.lines);
        }
    }

    /// Whether more searching would find nothing new.
    pub fn is_settled(&self) -> bool {
        let settled = |search: &Search| search.found.is_settled(search.settings.lines);
        self.search.as_ref().is_some_and(settled)
    }

    /// The search has been stopped; what it found is kept unless more was known.
    pub fn leave(&mut self) {
        if let Some(Search { subject, found, .. }) = self.search.take()
            && found.depth() > 0
        {
            let kept = self.kept.entry(subject).or_default();
            if found.depth() >= kept.depth() {
                *kept = found;
            }
        }
    }

    /// The search has come to its end.
    pub fn finish(&mut self) {
        let ended = self.searched();
        self.leave();
        if let Some((subject, settings)) = ended {
            self.kept.entry(subject).or_default().finished = Some(settings);
        }
    }

    /// Whether nothing is left to search with these settings.
    pub fn is_finished(&self, subject: &Subject, settings: &EngineSettings) -> bool {
        self.kept.get(subject).is_some_and(|found| found.finished.as_ref() == Some(settings))
    }

    /// Lets a finished position be searched again.
    pub fn reopen(&mut self, subject: &Subject) {
        if let Some(found) = self.kept.get_mut(subject) {
            found.finished = None;
        }
    }

    /// What is known of a position: the search under way once it is as deep as what was known.
    pub fn shown(&self, subject: &Subject) -> Option<Shown<'_>> {
        let kept = self.kept.get(subject).filter(|found| found.depth() > 0);
        let now = self.search.as_ref().filter(|search| search.subject == *subject);
        let now = now.map(|search| &search.found).filter(|found| found.depth() > 0);
        match (now, kept) {
            (Some(now), kept) if kept.is_none_or(|kept| now.depth() >= kept.depth()) => {
                Some(Shown { found: now, fresh: true })
            }
            (_, Some(kept)) => {
                let fresh = kept.finished.is_some() && self.depth_now(subject).is_none();
                Some(Shown { found: kept, fresh })
            }
            _ => None,
        }
    }

    /// How deep the search of this position is by now, in plies.
    pub fn depth_now(&self, subject: &Subject) -> Option<u32> {
        let search = self.search.as_ref().filter(|search| search.subject == *subject)?;
        Some(search.found.depth())
    }
}

fn line(root: &Position, info: &SearchInfo) -> Option<Line> {
    let score = match root.turn() {
        Color::White => info.score,
        Color::Black => -info.score,
    };
    let mut position = *root;
    let (mut moves, mut texts) = (Vec::new(), Vec::new());
    for played in info.pv.iter().take(MOST_MOVES) {
        if !position.legal_moves().contains(*played) {
            break;
        }
        let number = match position.turn() {
            Color::White => format!("{}. ", position.fullmove()),
            Color::Black if moves.is_empty() => format!("{}\u{2026} ", position.fullmove()),
            Color::Black => String::new(),
        };
        texts.push(number + &san(&position, *played));
        moves.push(*played);
        position = position.play(*played);
    }
    (!moves.is_empty()).then_some(Line { score, depth: info.depth, moves, texts })
}

/// A score as lines show it: `+9.8`, `−0.4`, `0.0`, `#3`, `#-3`.
pub fn score_text(score: Score) -> String {
    if score.is_decided() {
        return score.to_string();
    }
    let tenths = (f64::from(score.value()) / 10.0).round() as i32;
    let sign = match tenths.signum() {
        1 => "+",
        -1 => "\u{2212}",
        _ => "",
    };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Bound;
    use crate::rules::Variant;

    fn info(position: &Position, multipv: usize, depth: u32, moves: &[&str]) -> SearchInfo {
        let mut at = *position;
        let line = moves.iter().map(|text| {
            let played = at.parse_move(text).unwrap();
            at = at.play(played);
            played
        });
        SearchInfo {
            multipv,
            depth,
            seldepth: depth,
            score: Score::centipawns(30 - 10 * multipv as i32),
            bound: Bound::Exact,
            nodes: 1_000,
            elapsed: std::time::Duration::from_millis(10),
            permille_full: 0,
            pv: line.collect(),
        }
    }

    fn first_moves(found: &Found) -> Vec<&str> {
        found.lines.iter().map(|line| line.texts[0].as_str()).collect()
    }

    fn subject(position: &Position) -> Subject {
        Subject { node: NodeId::ROOT, key: position.key(), threat: false }
    }

    #[test]
    fn lines_keep_their_ranks_and_no_move_stands_twice() {
        let start = Position::start(Variant::default_variant());
        let mut found = Found::default();
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
    fn what_was_found_is_shown_until_the_search_is_as_deep() {
        let start = Position::start(Variant::default_variant());
        let settings = EngineSettings::default();
        let (here, mut live) = (subject(&start), Live::default());
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
        let elsewhere = Subject { key: 1, ..here };
        assert!(live.shown(&elsewhere).is_none(), "another position under the same number");
        live.finish();
        assert!(live.is_finished(&here, &settings));
        assert!(!live.is_finished(&here, &EngineSettings { lines: 5, ..settings }));
    }

    #[test]
    fn a_mate_is_settled_once_it_is_searched_out() {
        let start = Position::start(Variant::default_variant());
        let mut found = Found::default();
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
        let cases = [(980, "+9.8"), (-44, "\u{2212}0.4"), (3, "0.0"), (-3, "0.0")];
        for (value, text) in cases {
            assert_eq!(score_text(Score::centipawns(value)), text);
        }
        assert_eq!(score_text(-Score::won_at(5)), "#-3");
    }
}
