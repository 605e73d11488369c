//! Openings that a search calls even, for measurements of strength.

use std::collections::HashSet;

use super::openings::random_opening;
use minnow_base::sync::StopFlag;
use minnow_engine::{Random, Root, SearchLimits, Searcher};
use minnow_jobs::run_numbered;
use minnow_rules::{Color, MoveTextError, Position, Variant, internal::split_mix};

/// The transposition table of a search, in MB.
const HASH_MB: usize = 16;
/// Random plies of an opening, at least; some openings have one, two or three more.
const MIN_PLIES: usize = 2;
/// A first search with the nodes divided by this number drops openings that are far from even.
const FIRST_DIVISOR: u64 = 50;
/// Candidates searched together, whatever the number of threads.
const BATCH: u64 = 32;
/// After this many candidates in a row without a new opening, the variant counts as exhausted.
const MAX_FAILED_TRIES: u64 = 2_000;

/// An opening that a search calls even.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvenOpening {
    /// The moves in coordinate notation, separated by spaces.
    pub line: String,
    /// The search's score in centipawns, for White.
    pub score: i32,
}

impl EvenOpening {
    /// The positions of the opening from the start of the variant on.
    ///
    /// # Errors
    ///
    /// The first move that the variant does not allow.
    pub fn positions(&self, variant: &'static Variant) -> Result<Vec<Position>, MoveTextError> {
        let mut positions = vec![Position::start(variant)];
        for text in self.line.split_whitespace() {
            let Some(last) = positions.last() else { unreachable!("the start is a position") };
            positions.push(last.play(last.parse_move(text)?));
        }
        Ok(positions)
    }
}

/// A search for even openings.
#[derive(Clone, Debug)]
pub struct EvenOpenings {
    /// The board and rules of all openings.
    pub variant: &'static Variant,
    /// The nodes of the search that judges an opening.
    pub nodes: u64,
    /// The largest score of an even opening, for either side, in centipawns.
    pub max_score: i32,
    /// Chooses the openings.
    pub seed: u64,
    /// The number of searches at once; the openings do not depend on it.
    pub threads: usize,
}

impl EvenOpenings {
    /// Finds up to `count` openings with different last positions. The first ones are the same for
    /// every count. Calls `report` with the number found so far.
    pub fn find(&self, count: usize, report: &mut dyn FnMut(usize)) -> Vec<EvenOpening> {
        self.find_until(count, &StopFlag::new(), report)
    }

    /// Finds openings like [`EvenOpenings::find`], or fewer if `stop` is set, which also ends the
    /// searches under way.
    pub fn find_until(
        &self,
        count: usize,
        stop: &StopFlag,
        report: &mut dyn FnMut(usize),
    ) -> Vec<EvenOpening> {
        let (mut openings, mut seen) = (Vec::new(), HashSet::new());
        let (mut begin, mut last_success) = (0, 0);
        while openings.len() < count && begin - last_success < MAX_FAILED_TRIES {
            let batch = self.batch(begin, stop);
            // A stopped search has judged nothing.
            if stop.is_set() {
                break;
            }
            for (key, opening) in batch {
                if openings.len() < count && seen.insert(key) {
                    openings.push(opening);
                    last_success = begin;
                }
            }
            begin += BATCH;
            report(openings.len());
        }
        openings
    }

    /// The even openings among the candidates from this number on, with the keys of their last
    /// positions.
    fn batch(&self, begin: u64, stop: &StopFlag) -> Vec<(u64, EvenOpening)> {
        let new_searcher = || Searcher::new(self.variant, HASH_MB);
        let judge = |searcher: &mut Searcher, number: u64| self.candidate(searcher, number, stop);
        let judged = run_numbered(self.threads, begin..begin + BATCH, new_searcher, judge);
        judged.into_iter().flatten().collect()
    }

    fn candidate(
        &self,
        searcher: &mut Searcher,
        number: u64,
        stop: &StopFlag,
    ) -> Option<(u64, EvenOpening)> {
        let mut random = Random(split_mix(self.seed ^ split_mix(number)));
        let plies = MIN_PLIES + random.below(4);
        let positions = random_opening(self.variant, plies, &mut random)?;
        let last = *positions.last()?;
        searcher.new_game();
        let (few, most) = (self.nodes / FIRST_DIVISOR, 2 * self.max_score);
        self.even_score(searcher, &last, few, most, stop)?;
        let score = self.even_score(searcher, &last, self.nodes, self.max_score, stop)?;
        let score = if last.turn() == Color::White { score } else { -score };
        Some((last.key(), EvenOpening { line: line_of(&positions), score }))
    }

    /// The score of a search from the side to move, if it is within the bound.
    fn even_score(
        &self,
        searcher: &mut Searcher,
        position: &Position,
        nodes: u64,
        max_score: i32,
        stop: &StopFlag,
    ) -> Option<i32> {
        let root = Root::new(*position);
        let result = searcher.search(&root, &SearchLimits::nodes(nodes), stop, &mut |_| {});
        let score = result.info.score;
        (!score.is_decided() && score.value().abs() <= max_score).then_some(score.value())
    }
}

/// The moves between these positions.
fn line_of(positions: &[Position]) -> String {
    let texts = positions.windows(2).filter_map(|pair| {
        let mv = pair[0].legal_moves().iter().find(|mv| pair[0].play(*mv) == pair[1])?;
        Some(pair[0].move_text(mv))
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(threads: usize, seed: u64) -> EvenOpenings {
        let variant = Variant::by_id("silverman4x5").unwrap();
        EvenOpenings { variant, nodes: 1_000, max_score: 60, seed, threads }
    }

    #[test]
    fn openings_are_even_distinct_and_repeatable() {
        let found = search(1, 5).find(12, &mut |_| {});
        assert_eq!(found, search(3, 5).find(12, &mut |_| {}));
        assert_ne!(found, search(1, 6).find(12, &mut |_| {}));
        assert_eq!(found[..7], search(2, 5).find(7, &mut |_| {}));
        let last = |opening: &EvenOpening| {
            *opening.positions(search(1, 5).variant).unwrap().last().unwrap()
        };
        let keys: HashSet<u64> = found.iter().map(|opening| last(opening).key()).collect();
        assert_eq!(keys.len(), 12);
        assert!(found.iter().all(|opening| opening.score.abs() <= 60), "{found:?}");
        let lengths: HashSet<u32> = found.iter().map(|opening| last(opening).ply()).collect();
        assert!(lengths.len() > 1 && lengths.iter().all(|plies| (2..6).contains(plies)));
    }

    #[test]
    fn a_stop_ends_the_searches() {
        let endless = EvenOpenings { nodes: u64::MAX, max_score: 10_000, ..search(2, 5) };
        // Without the stop, the first candidate is searched for ever.
        assert!(endless.find_until(1, &StopFlag::stopped(), &mut |_| {}).is_empty());
    }

    #[test]
    fn wrong_moves_are_named() {
        let opening = EvenOpening { line: "a2a3 a2a3".into(), score: 0 };
        let error = opening.positions(Variant::default_variant()).unwrap_err();
        assert_eq!(error, MoveTextError::Illegal("a2a3".into()));
    }
}
