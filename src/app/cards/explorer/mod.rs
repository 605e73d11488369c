//! The card of the opening explorer: what games have played in the position on the board, how they
//! ended, and the evaluations of the moves.

mod view;

use super::Card;
use crate::app::{
    context::Cx,
    registry::{MenuGroup, Opener, OpenerKeys},
    session::{EXAMPLES, Session, own_games, task::Task},
    ui::text::sentence,
};
use egui::{Key, Modifiers, Ui};
use minnow_engine::{Root, Score, SearchLimits, Searcher, book_moves};
use minnow_game::{archive::Archive, save::from_ron, store::StoreError};
use minnow_jobs::{JobContext, JobProgress, lower_thread_priority};
use minnow_rules::{Color, Move, Position, Variant};
use minnow_study::explorer::{OpeningTree, PlayedMove, ResultCounts, shipped};

/// The nodes of the search that evaluates a move.
const NODES: u64 = 20_000;
/// The transposition table of these searches, in MB.
const HASH_MB: usize = 8;
/// The most games that are read, the newest ones.
const MAX_GAMES: usize = 2_000;
/// The plies of a game that are counted.
const PLIES: usize = 40;

/// Whose games are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ExplorerSource {
    /// Games of the strongest level against itself.
    #[default]
    Strongest,
    /// The games of the archive.
    OwnGames,
    /// The examples of the menu.
    Examples,
}

impl ExplorerSource {
    const ALL: [ExplorerSource; 3] =
        [ExplorerSource::Strongest, ExplorerSource::OwnGames, ExplorerSource::Examples];
}

/// The board and the state of the archive that own games were counted from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OwnKey {
    variant: &'static Variant,
    writes: u64,
}

/// The tree of the examples of a board.
#[derive(Debug)]
struct ExampleTree {
    variant: &'static Variant,
    tree: OpeningTree,
}

/// The opening explorer.
#[derive(Debug, Default)]
pub struct Explorer {
    is_open: bool,
    source: ExplorerSource,
    examples: Option<ExampleTree>,
    own: OpeningTree,
    /// Of the games that were counted, or are being counted.
    own_key: Option<OwnKey>,
    work: Task<Result<OpeningTree, StoreError>>,
    evaluations: MoveEvaluations,
}

/// A move with all that is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ExplorerRow {
    pub mv: Move,
    pub results: ResultCounts,
    /// The evaluation after it, from White's view.
    pub score: Option<Score>,
    /// The share of the levels' book, in percent.
    pub book_percent: Option<u32>,
}

impl Card for Explorer {
    fn name(&self) -> &'static str {
        "Explorer"
    }

    fn applies(&self, _: &Session) -> bool {
        self.is_open
    }

    fn precedence(&self) -> u8 {
        1
    }

    fn is_tall(&self) -> bool {
        true
    }

    fn advises(&self, in_analysis: bool) -> bool {
        in_analysis && self.is_open
    }

    fn open(&mut self, is_shown: bool, _: &mut Session) {
        self.is_open = !is_shown;
    }

    fn close(&mut self) {
        self.is_open = false;
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        self.card_ui(ui, cx);
    }

    /// Keeps the trees of the board up to date while they are shown.
    fn tick(&mut self, session: &mut Session, in_analysis: bool) {
        for counted in self.work.poll() {
            match counted {
                Ok(tree) => self.own = tree,
                Err(error) => self.work.set_problem(sentence(&error)),
            }
        }
        if !in_analysis || !self.is_open {
            return;
        }
        let variant = session.variant();
        match self.source {
            ExplorerSource::Strongest => {}
            ExplorerSource::Examples => {
                if self.examples.as_ref().is_none_or(|known| known.variant != variant) {
                    let tree = example_tree(variant);
                    self.examples = Some(ExampleTree { variant, tree });
                }
            }
            ExplorerSource::OwnGames => self.count_own_games(session),
        }
        let position = session.game.position();
        let rows = self.known_rows(position);
        let without = rows.iter().filter(|row| row.score.is_none()).map(|row| row.mv).collect();
        self.evaluations.tick(session, position, without);
    }
}

impl Explorer {
    pub(super) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Position,
        text: "Opening explorer",
        keys: Some(OpenerKeys::new(Modifiers::COMMAND, Key::B, "Opening explorer")),
    });

    /// True if no games are being read.
    pub fn is_settled(&self) -> bool {
        !self.work.is_running()
    }

    /// True if no move is being evaluated.
    pub fn is_evaluated(&self) -> bool {
        !self.evaluations.work.is_running()
    }

    fn count_own_games(&mut self, session: &Session) {
        let key = OwnKey { variant: session.variant(), writes: session.keeping.archive_writes };
        if self.own_key == Some(key) {
            return;
        }
        if self.own_key.is_none_or(|known| known.variant != key.variant) {
            self.own = OpeningTree::default();
        }
        self.own_key = Some(key);
        self.work.stop();
        if let Some(archive) = session.archive.archive.clone() {
            self.work.begin(session.background.start("explorer", move |job| {
                count_own_games(&archive, key.variant, job);
            }));
        }
    }

    /// The progress of the reading of own games; `None` if none are read.
    fn reading(&self) -> Option<JobProgress> {
        let reads = self.source == ExplorerSource::OwnGames && !self.is_settled();
        reads.then(|| self.work.progress())
    }

    /// Why own games could not be read.
    fn problem(&self) -> Option<&str> {
        self.work.problem().filter(|_| self.source == ExplorerSource::OwnGames)
    }

    fn tree(&self, variant: &Variant) -> Option<&OpeningTree> {
        match self.source {
            ExplorerSource::Strongest => shipped(variant),
            ExplorerSource::OwnGames => Some(&self.own),
            ExplorerSource::Examples => self.examples.as_ref().map(|examples| &examples.tree),
        }
    }

    /// True if the source has games on this board.
    fn has_games(&self, variant: &Variant) -> bool {
        self.tree(variant).is_some_and(|tree| !tree.is_empty())
    }

    /// The moves of a position: those of the source, the most frequent first, and after them the
    /// other moves of the levels' book.
    fn rows(&self, position: &Position) -> Vec<ExplorerRow> {
        let mut rows = self.known_rows(position);
        for row in rows.iter_mut().filter(|row| row.score.is_none()) {
            row.score = self.evaluations.score(position, row.mv);
        }
        rows
    }

    /// The same with the evaluations that come with the program alone.
    fn known_rows(&self, position: &Position) -> Vec<ExplorerRow> {
        let variant = position.variant();
        let played = self.tree(variant).map(|tree| tree.moves(position)).unwrap_or_default();
        let scored = shipped(variant).map(|tree| tree.moves(position)).unwrap_or_default();
        let book = book_moves(position);
        let in_book: u32 = book.iter().map(|known| known.count).sum();
        let row = |mv: Move, results: ResultCounts| ExplorerRow {
            mv,
            results,
            score: scored.iter().find(|known| known.mv == mv).and_then(|known| known.score),
            book_percent: book
                .iter()
                .find(|known| known.mv == mv)
                .map(|known| (100 * known.count + in_book / 2) / in_book.max(1)),
        };
        let mut rows: Vec<ExplorerRow> =
            played.iter().map(|PlayedMove { mv, results, .. }| row(*mv, *results)).collect();
        let others = book.iter().filter(|known| played.iter().all(|other| other.mv != known.mv));
        let others: Vec<ExplorerRow> =
            others.map(|known| row(known.mv, ResultCounts::default())).collect();
        rows.extend(others);
        rows
    }
}

/// Counts the examples of a board.
fn example_tree(variant: &'static Variant) -> OpeningTree {
    let mut tree = OpeningTree::default();
    let games = EXAMPLES.iter().filter_map(|example| from_ron(example.text.as_bytes()).ok());
    for game in games {
        if game.variant() == variant {
            tree.add_game(&game, PLIES);
        }
    }
    tree
}

/// Reads the games of a board and emits their tree, or why the games cannot be listed.
fn count_own_games(
    archive: &Archive,
    variant: &'static Variant,
    job: &JobContext<Result<OpeningTree, StoreError>>,
) {
    lower_thread_priority();
    let mut games = match own_games(archive, variant, job) {
        Ok(Some(games)) => games,
        Ok(None) => return,
        Err(error) => return job.emit(Err(error)),
    };
    games.truncate(MAX_GAMES);
    let mut tree = OpeningTree::default();
    for (number, listed) in games.iter().enumerate() {
        if job.is_stopped() {
            return;
        }
        job.progress(number as u64, games.len() as u64);
        // A game that cannot be read is named by the list of games.
        if let Ok(game) = archive.open(&listed.id) {
            tree.add_game(&game, PLIES);
        }
    }
    job.emit(Ok(tree));
}

/// A move with the evaluation after it, from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EvaluatedMove {
    mv: Move,
    score: Score,
}

/// Moves of one position.
#[derive(Clone, Debug, PartialEq)]
struct ShownMoves {
    position: Position,
    moves: Vec<Move>,
}

/// The evaluations of the moves that are shown and for which the openings that come with the program have
/// none: short searches on another thread.
#[derive(Debug, Default)]
struct MoveEvaluations {
    of: Option<ShownMoves>,
    known: Vec<EvaluatedMove>,
    work: Task<EvaluatedMove>,
}

impl MoveEvaluations {
    /// Takes in results, and searches these moves of a position unless it is done already.
    fn tick(&mut self, session: &Session, position: &Position, moves: Vec<Move>) {
        self.known.extend(self.work.poll());
        let shown = ShownMoves { position: *position, moves };
        if self.of.as_ref() == Some(&shown) {
            return;
        }
        self.work.stop();
        self.known.clear();
        if !shown.moves.is_empty() {
            let work = shown.clone();
            let job = move |job: &JobContext<_>| evaluate(&work, job);
            self.work.begin(session.background.start("explorer evaluations", job));
        }
        self.of = Some(shown);
    }

    /// The evaluation after a move of the position shown last.
    fn score(&self, position: &Position, mv: Move) -> Option<Score> {
        let of = self.of.as_ref()?;
        let known = self.known.iter().find(|known| known.mv == mv);
        known.filter(|_| of.position == *position).map(|known| known.score)
    }
}

/// Searches the position after each move. Emits no evaluation where the game is over.
fn evaluate(shown: &ShownMoves, job: &JobContext<EvaluatedMove>) {
    let mut searcher = Searcher::new(shown.position.variant(), HASH_MB);
    for mv in &shown.moves {
        let root = Root::new(shown.position.play(*mv));
        let limits = SearchLimits::nodes(NODES);
        let result = searcher.search(&root, &limits, job.stop_flag(), &mut |_| {});
        if job.is_stopped() {
            return;
        }
        if result.best.is_some() {
            let score = match root.position.turn() {
                Color::White => result.info.score,
                Color::Black => -result.info.score,
            };
            job.emit(EvaluatedMove { mv: *mv, score });
        }
    }
}
