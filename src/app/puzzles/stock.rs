//! The puzzles of a board: those that come with the program and those of the user's games, with when
//! each is due, how good the user is at them, and the choice of the next one.

use std::collections::HashSet;

use crate::app::session::Session;
use minnow_game::kept_list::{KeptEntry, KeptList};
use minnow_rules::{Variant, internal::split_mix};
use minnow_study::puzzles::{
    Puzzle, PuzzleResult, PuzzleSchedule, PuzzleStanding, SolvedDays, Theme, shipped, solved_days,
};

/// The puzzles of each difficulty in a timed run.
const RUN_OF_DIFFICULTY: usize = 4;

/// The source of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PuzzleSource {
    #[default]
    All,
    /// With the program.
    Shipped,
    /// From the user's games.
    OwnGames,
}

impl PuzzleSource {
    /// With their names.
    pub(super) const ALL: [(PuzzleSource, &'static str); 3] = [
        (PuzzleSource::All, "All"),
        (PuzzleSource::Shipped, "Minnow's"),
        (PuzzleSource::OwnGames, "From your games"),
    ];
}

/// A puzzle with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct StockedPuzzle {
    pub puzzle: Puzzle,
    pub id: String,
    pub themes: Vec<Theme>,
    /// True if it is from a game of the user's.
    pub is_own: bool,
}

/// Which puzzles the user wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PuzzleChoice {
    pub source: PuzzleSource,
    /// The name of a group of themes; `None` for all.
    pub group: Option<&'static str>,
}

impl PuzzleChoice {
    fn fits(self, stocked: &StockedPuzzle) -> bool {
        let from = match self.source {
            PuzzleSource::All => true,
            PuzzleSource::Shipped => !stocked.is_own,
            PuzzleSource::OwnGames => stocked.is_own,
        };
        let has_group = |group| stocked.themes.iter().any(|theme| theme.group() == group);
        from && self.group.is_none_or(has_group)
    }
}

/// How many puzzles of a choice there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StockCounts {
    /// Tried before, and to be repeated today.
    pub due: usize,
    /// Never tried.
    pub new: usize,
    pub all: usize,
}

/// The board, the lists and the hour that a stock was made from: others need another stock.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StockKey {
    variant: &'static Variant,
    own_games: ListState,
    tries: ListState,
    /// With the day before it. What is due, and which clock was wrong, follows from the time.
    hour: Option<String>,
}

/// The state of a list to which entries are only added.
#[derive(Clone, Debug, PartialEq)]
struct ListState {
    count: usize,
    /// A full list keeps its count: it drops its oldest entry for another.
    newest: Option<String>,
}

impl ListState {
    fn of<E: KeptEntry>(list: &KeptList<E>) -> ListState {
        let newest = list.entries().last().map(|entry| entry.time().to_owned());
        ListState { count: list.len(), newest }
    }
}

impl StockKey {
    /// `now` is a time as in the list of tries.
    pub(super) fn of(session: &Session, now: &str) -> StockKey {
        StockKey {
            variant: session.train_variant(),
            own_games: ListState::of(&session.lists.own_puzzles),
            tries: ListState::of(&session.lists.puzzles),
            hour: now.get(.."20261122-18".len()).map(str::to_owned),
        }
    }
}

/// The puzzles of a board.
#[derive(Clone, Debug)]
pub(super) struct PuzzleStock {
    pub key: StockKey,
    puzzles: Vec<StockedPuzzle>,
    schedule: PuzzleSchedule,
    pub standing: PuzzleStanding,
    pub days: SolvedDays,
    /// The puzzles of the board that were solved without help.
    pub solved: usize,
}

impl PuzzleStock {
    /// The stock of the board at `now`, a time as in the list of tries.
    pub(super) fn of(session: &Session, now: &str) -> PuzzleStock {
        let variant = session.train_variant();
        let new = |puzzle: Puzzle, is_own: bool| StockedPuzzle {
            id: puzzle.id(),
            themes: puzzle.themes(),
            puzzle,
            is_own,
        };
        let mut puzzles: Vec<StockedPuzzle> =
            shipped(variant).iter().map(|puzzle| new(puzzle.clone(), false)).collect();
        let games = session.lists.own_puzzles.entries().iter();
        let texts = games.filter(|game| game.variant == variant.id).flat_map(|game| &game.puzzles);
        // A line that was edited by hand may be none.
        for puzzle in texts.filter_map(|text| Puzzle::parse(variant, text).ok()) {
            let stocked = new(puzzle, true);
            if puzzles.iter().all(|known| known.id != stocked.id) {
                puzzles.push(stocked);
            }
        }
        let tries = &session.lists.puzzles;
        let solved = tries.entries().iter().filter(|tried| tried.result == PuzzleResult::Solved);
        let solved: HashSet<&str> = solved.map(|tried| tried.puzzle.as_str()).collect();
        PuzzleStock {
            key: StockKey::of(session, now),
            solved: puzzles.iter().filter(|stocked| solved.contains(&*stocked.id)).count(),
            puzzles,
            schedule: PuzzleSchedule::new(tries, now),
            standing: PuzzleStanding::new(tries, variant),
            days: solved_days(tries, now),
        }
    }

    /// True if the board has puzzles.
    pub(super) fn has_some(&self) -> bool {
        !self.puzzles.is_empty()
    }

    fn of_choice(&self, choice: PuzzleChoice) -> impl Iterator<Item = &StockedPuzzle> {
        self.puzzles.iter().filter(move |stocked| choice.fits(stocked))
    }

    /// The puzzles of a choice.
    pub(super) fn counts(&self, choice: PuzzleChoice) -> StockCounts {
        let mut counts = StockCounts::default();
        for stocked in self.of_choice(choice) {
            counts.all += 1;
            counts.new += usize::from(!self.schedule.is_known(&stocked.id));
            counts.due += usize::from(self.schedule.is_due(&stocked.id));
        }
        counts
    }

    /// The groups of themes that the puzzles of a source have, with their numbers.
    pub(super) fn groups(&self, source: PuzzleSource) -> Vec<(&'static str, usize)> {
        let of_group = |group: &'static str| {
            let choice = PuzzleChoice { source, group: Some(group) };
            (group, self.of_choice(choice).count())
        };
        Theme::GROUPS.into_iter().map(of_group).filter(|(_, count)| *count > 0).collect()
    }

    /// The next puzzle: the one that is due longest, else a new one near the user's level, drawn by
    /// `seed`. The `last` one does not come again at once.
    pub(super) fn next(
        &self,
        choice: PuzzleChoice,
        last: Option<&str>,
        seed: u64,
    ) -> Option<&StockedPuzzle> {
        let wanted: Vec<&StockedPuzzle> =
            self.of_choice(choice).filter(|stocked| Some(stocked.id.as_str()) != last).collect();
        let by_id = |id: &str| wanted.iter().find(|stocked| stocked.id == id).copied();
        if let Some(stocked) = self.schedule.due().into_iter().find_map(by_id) {
            return Some(stocked);
        }
        let new = wanted.iter().filter(|stocked| !self.schedule.is_known(&stocked.id));
        let distance = |stocked: &StockedPuzzle| {
            let off = (f64::from(stocked.puzzle.difficulty) - self.standing.difficulty).abs();
            // Whole levels, so that there is something to draw from.
            off.round() as u64
        };
        new.min_by_key(|stocked| (distance(stocked), drawn(stocked, seed))).copied()
    }

    /// Some puzzles of each difficulty for a timed run, drawn by `seed`. The easiest come first.
    pub(super) fn for_run(&self, seed: u64) -> Vec<StockedPuzzle> {
        let mut puzzles: Vec<&StockedPuzzle> = self.puzzles.iter().collect();
        puzzles.sort_by_key(|stocked| (stocked.puzzle.difficulty, drawn(stocked, seed)));
        let same = |one: &&StockedPuzzle, next: &&StockedPuzzle| {
            one.puzzle.difficulty == next.puzzle.difficulty
        };
        let groups = puzzles.chunk_by(same);
        groups.flat_map(|group| group.iter().take(RUN_OF_DIFFICULTY).copied().cloned()).collect()
    }
}

/// A number by which a puzzle is drawn.
fn drawn(stocked: &StockedPuzzle, seed: u64) -> u64 {
    split_mix(seed ^ stocked.puzzle.start.key())
}
