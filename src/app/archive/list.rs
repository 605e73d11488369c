//! The list of the user's games: filter, order and the marked row.

use std::{collections::HashSet, sync::Arc};

use crate::app::{session::listed_name, ui::lists::MarkedRows};
use minnow_game::{
    GameStart,
    archive::{ArchiveId, ArchivedGame, ArchivedResult},
};
use minnow_rules::{Color, Variant, builtin_variants, counted, grouped};

/// The result of a game from the user's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    Won,
    Lost,
    Drawn,
    Unfinished,
}

impl ResultKind {
    pub const ALL: [ResultKind; 4] =
        [ResultKind::Won, ResultKind::Lost, ResultKind::Drawn, ResultKind::Unfinished];

    /// The text of the filter's entry.
    pub fn name(self) -> &'static str {
        match self {
            ResultKind::Won => "You won",
            ResultKind::Lost => "You lost",
            ResultKind::Drawn => "Draw",
            ResultKind::Unfinished => "Unfinished",
        }
    }

    /// The kind of a game; `None` for a game with a winner that the user did not play against the
    /// computer.
    pub fn of(game: &ArchivedGame) -> Option<ResultKind> {
        match game.result {
            ArchivedResult::Unfinished => Some(ResultKind::Unfinished),
            ArchivedResult::Drawn => Some(ResultKind::Drawn),
            ArchivedResult::Won(winner) => game
                .user
                .map(|user| if user == winner { ResultKind::Won } else { ResultKind::Lost }),
        }
    }
}

/// The result of a game in words: `You won`, `Black won`.
pub(super) fn result_text(game: &ArchivedGame) -> String {
    match (ResultKind::of(game), game.result) {
        (Some(kind), _) => kind.name().to_owned(),
        (None, ArchivedResult::Won(winner)) => format!("{winner} won"),
        (None, _) => String::new(),
    }
}

/// `You – Gudgeon, level 3`.
pub(super) fn names_text(game: &ArchivedGame) -> String {
    game.names.each_ref().map(|name| listed_name(name)).join(" \u{2013} ")
}

/// `Accuracy: You 35 %, Roach 24 %`, White first, for the sides that have one; empty without a review.
pub(super) fn accuracy_text(game: &ArchivedGame) -> String {
    let side = |color: Color| {
        let percent = game.accuracies[color.index()]?;
        let name = listed_name(&game.names[color.index()]);
        let name = name.split(", level ").next().unwrap_or_default();
        let name = if game.user == Some(color) { "You" } else { name };
        Some(format!("{name} {percent} %"))
    };
    let sides: Vec<String> = Color::ALL.into_iter().filter_map(side).collect();
    if sides.is_empty() { String::new() } else { format!("Accuracy: {}", sides.join(", ")) }
}

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArchiveSort {
    #[default]
    Newest,
    Oldest,
    Level,
    Accuracy,
    Length,
}

impl ArchiveSort {
    /// With the texts of the menu.
    pub const ALL: [(ArchiveSort, &'static str); 5] = [
        (ArchiveSort::Newest, "Newest first"),
        (ArchiveSort::Oldest, "Oldest first"),
        (ArchiveSort::Level, "Highest level first"),
        (ArchiveSort::Accuracy, "Most accurate first"),
        (ArchiveSort::Length, "Longest first"),
    ];
}

/// The games that are shown, and their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveFilter {
    /// Every word has to occur in the names, the date, the board or the result.
    pub words: String,
    /// The id of a variant.
    pub board: Option<String>,
    pub level: Option<u8>,
    pub result: Option<ResultKind>,
    /// Hides short games and games without a human player, except recent and rescued ones.
    pub hides_short_games: bool,
    pub sort: ArchiveSort,
}

/// A game with fewer moves is short.
const LEAST_MOVES: u32 = 4;

impl ArchiveFilter {
    /// True if every game passes.
    pub fn shows_all(&self) -> bool {
        let Self { words, board, level, result, hides_short_games, sort: _ } = self;
        let any_facts = board.is_none() && level.is_none() && result.is_none();
        words.trim().is_empty() && any_facts && !hides_short_games
    }
}

/// A game with the text that the filter searches, in lower case.
#[derive(Debug)]
struct ListedGame {
    game: Arc<ArchivedGame>,
    searchable: String,
}

/// The list.
#[derive(Debug, Default)]
pub struct GameList {
    games: Vec<ListedGame>,
    /// The boards and levels that occur, in the order of the menus.
    pub(super) boards: Vec<&'static Variant>,
    pub(super) levels: Vec<u8>,
    filter: ArchiveFilter,
    /// The games that were opened or kept in this session or rescued after a crash. They are shown even if
    /// they are short.
    pub(super) recent: HashSet<ArchiveId>,
    /// The games that pass the filter, in its order.
    pub rows: MarkedRows,
    /// The number of games that would pass it if it hid no short ones.
    hidden: usize,
}

impl GameList {
    /// Takes other games; the filter stays, and the mark stays on its game, unless there is a newer one
    /// than before.
    pub fn replace(&mut self, games: &[Arc<ArchivedGame>]) {
        let before = self.marked_game().map(|game| game.id.clone());
        let newest = self.newest_row().and_then(|row| Some(self.row(row)?.id.clone()));
        let occurs = |variant: &&Variant| games.iter().any(|game| game.variant == *variant);
        self.boards = builtin_variants().iter().filter(occurs).collect();
        self.levels = games.iter().filter_map(|game| game.level()).collect();
        self.levels.sort_unstable();
        self.levels.dedup();
        self.games = games.iter().map(listed).collect();
        self.apply(before.as_ref());
        let is_newer = |row: &usize| self.row(*row).map(|game| &game.id) != newest.as_ref();
        if let Some(row) = self.newest_row().filter(is_newer) {
            self.rows.mark(row);
        }
    }

    fn newest_row(&self) -> Option<usize> {
        (0..self.rows.count()).max_by_key(|row| self.row(*row).map(time_of))
    }

    pub fn filter(&self) -> &ArchiveFilter {
        &self.filter
    }

    pub fn set_filter(&mut self, filter: ArchiveFilter) {
        let before = self.marked_game().map(|game| game.id.clone());
        self.filter = filter;
        self.apply(before.as_ref());
    }

    /// Makes the rows anew and marks this game, or the first one.
    fn apply(&mut self, marked: Option<&ArchiveId>) {
        let words = self.filter.words.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let (filter, recent) = (&self.filter, &self.recent);
        let is_short_game = |game: &ArchivedGame| {
            (!game.is_played || game.moves() < LEAST_MOVES) && !recent.contains(&game.id)
        };
        let passes = |listed: &ListedGame| {
            let game = &listed.game;
            filter.board.as_ref().is_none_or(|id| game.variant.id == *id)
                && filter.level.is_none_or(|level| game.has_level(level))
                && filter.result.is_none_or(|kind| ResultKind::of(game) == Some(kind))
                && words.iter().all(|word| listed.searchable.contains(word))
        };
        let games = &self.games;
        let is_hidden = |place: &usize| {
            filter.hides_short_games && games.get(*place).is_some_and(|l| is_short_game(&l.game))
        };
        let (hidden, mut shown): (Vec<usize>, Vec<usize>) = (0..games.len())
            .filter(|place| games.get(*place).is_some_and(passes))
            .partition(is_hidden);
        self.hidden = hidden.len();
        let time = |place: &usize| games.get(*place).map(|listed| time_of(&listed.game));
        match self.filter.sort {
            ArchiveSort::Oldest => shown.sort_by_key(|place| time(place)),
            sort => {
                let number = |place: &usize| games.get(*place).map(|l| sort_number(sort, &l.game));
                shown.sort_by(|one, other| {
                    number(other).cmp(&number(one)).then_with(|| time(other).cmp(&time(one)))
                });
            }
        }
        let kept = marked.and_then(|id| games.iter().position(|listed| listed.game.id == *id));
        // If the marked game is gone, the mark stays in its row.
        let otherwise = if marked.is_some() { self.rows.marked() } else { 0 };
        self.rows.show(shown, kept, otherwise);
    }

    /// `12 games hidden`; `None` if the filter hides no game for being short.
    pub(super) fn hidden_text(&self) -> Option<String> {
        let games = counted(self.hidden as u64, "game", "games");
        (self.hidden > 0).then(|| format!("{games} hidden"))
    }

    /// Removes a game.
    pub fn remove(&mut self, id: &ArchiveId) {
        let marked = self.marked_game().map(|game| game.id.clone());
        self.games.retain(|listed| listed.game.id != *id);
        self.apply(marked.as_ref());
    }

    /// The number of games.
    pub fn total(&self) -> usize {
        self.games.len()
    }

    /// The game in a row.
    pub fn row(&self, row: usize) -> Option<&ArchivedGame> {
        self.games.get(self.rows.place(row)?).map(|listed| &*listed.game)
    }

    pub fn marked_game(&self) -> Option<&ArchivedGame> {
        self.row(self.rows.marked())
    }

    /// True if the marked game can be continued.
    pub(super) fn is_unfinished_marked(&self) -> bool {
        self.marked_game().is_some_and(|game| game.result == ArchivedResult::Unfinished)
    }

    /// The games shown, in their order.
    pub fn shown_ids(&self) -> Vec<ArchiveId> {
        (0..self.rows.count()).filter_map(|row| Some(self.row(row)?.id.clone())).collect()
    }

    /// `3 games`, `2 of 3 games`.
    pub fn count_text(&self) -> String {
        let [rows, total] = [self.rows.count(), self.total()].map(|count| count as u64);
        let games = counted(total, "game", "games");
        if rows == total { games } else { format!("{} of {games}", grouped(rows)) }
    }
}

/// Date and id: the id begins with the time of the first move.
fn time_of(game: &ArchivedGame) -> (&str, &str) {
    (&game.date, game.id.as_str())
}

/// The number by which games are sorted first, the greatest first; 0 for an order by date.
fn sort_number(sort: ArchiveSort, game: &ArchivedGame) -> u32 {
    match sort {
        ArchiveSort::Newest | ArchiveSort::Oldest => 0,
        ArchiveSort::Level => game.strength().map_or(0, u32::from),
        ArchiveSort::Accuracy => {
            let user = game.user.map_or([true; 2], |user| [user.index() == 0, user.index() == 1]);
            let sides = game.accuracies.into_iter().zip(user);
            let accuracies = sides.filter_map(|(accuracy, counts)| accuracy.filter(|_| counts));
            // A game without a review comes last.
            accuracies.max().map_or(0, |accuracy| u32::from(accuracy) + 1)
        }
        ArchiveSort::Length => game.plies,
    }
}

fn listed(game: &Arc<ArchivedGame>) -> ListedGame {
    let [white, black] = &game.names;
    let names = names_text(game);
    let variant = &game.variant.name;
    let odds = odds_text(game).unwrap_or_default();
    let (date, clock, result) = (&game.date, &game.clock, result_text(game));
    let searchable = format!("{names} {white} {black} {date} {variant} {result} {clock} {odds}");
    ListedGame { searchable: searchable.to_lowercase(), game: game.clone() }
}

/// `White without a pawn`.
pub(super) fn odds_text(game: &ArchivedGame) -> Option<String> {
    match game.start {
        GameStart::Odds(odds) => Some(odds.text()),
        GameStart::Normal | GameStart::SetUp => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games with the numbers from 0: on two boards, against levels 1 to 3, with every result.
    fn games(count: usize) -> Vec<Arc<ArchivedGame>> {
        let variants = [Variant::default_variant(), Variant::by_id("gardner").unwrap()];
        let results = [
            ArchivedResult::Won(Color::White),
            ArchivedResult::Won(Color::Black),
            ArchivedResult::Drawn,
            ArchivedResult::Unfinished,
        ];
        let game = |number: usize| ArchivedGame {
            id: format!("{number:08}-1").parse().unwrap(),
            variant: variants[number % 2],
            date: format!("2026.11.{:02}", number % 28 + 1),
            names: ["You".to_owned(), format!("Minnow level {}", number % 3 + 1)],
            strengths: [None, Some((number % 3 + 1) as u16 * 100)],
            user: Some(Color::White),
            is_played: number % 12 != 11,
            result: results[number % 4],
            plies: number as u32,
            accuracies: [number.is_multiple_of(5).then_some((number % 100) as u8), Some(99)],
            moments: Vec::new(),
            clock: String::new(),
            placement: "k4/5/5/5/5/4K".to_owned(),
            start: GameStart::Normal,
            is_helped: false,
        };
        (0..count).map(|number| Arc::new(game(number))).collect()
    }

    fn list_of(count: usize) -> GameList {
        let mut list = GameList::default();
        list.replace(&games(count));
        list
    }

    fn numbers(list: &GameList) -> Vec<u32> {
        (0..list.rows.count()).map(|row| list.row(row).unwrap().plies).collect()
    }

    #[test]
    fn the_newest_games_come_first() {
        let mut list = list_of(30);
        assert_eq!(&numbers(&list)[..3], [27, 26, 25]);
        for (sort, first) in [
            (ArchiveSort::Oldest, [0, 28, 1]),
            (ArchiveSort::Length, [29, 28, 27]),
            (ArchiveSort::Level, [26, 23, 20]),
            (ArchiveSort::Accuracy, [25, 20, 15]),
        ] {
            list.set_filter(ArchiveFilter { sort, ..ArchiveFilter::default() });
            assert_eq!(&numbers(&list)[..3], first, "{sort:?}");
        }
    }

    #[test]
    fn games_are_filtered_by_board_level_result_and_words() {
        let mut list = list_of(12);
        let mut shown = |filter: ArchiveFilter| {
            list.set_filter(filter);
            let mut numbers = numbers(&list);
            numbers.sort_unstable();
            (numbers, list.count_text())
        };
        let all = ArchiveFilter::default;
        let words = |text: &str| ArchiveFilter { words: text.to_owned(), ..all() };
        assert_eq!(shown(all()).1, "12 games");
        let gardner = ArchiveFilter { board: Some("gardner".to_owned()), ..all() };
        assert_eq!(shown(gardner.clone()), (vec![1, 3, 5, 7, 9, 11], "6 of 12 games".to_owned()));
        assert_eq!(shown(ArchiveFilter { level: Some(2), ..gardner }).0, [1, 7]);
        let lost = ArchiveFilter { result: Some(ResultKind::Lost), ..all() };
        assert_eq!(shown(lost).0, [1, 5, 9]);
        assert_eq!(shown(words("level 3 UNFINISHED")).0, [11]);
        assert_eq!(shown(words("2026.11.03")).0, [2]);
        assert!(shown(words("nobody")).0.is_empty());
        assert_eq!(list.levels, [1, 2, 3]);
        assert_eq!(list.boards.len(), 2);
    }

    #[test]
    fn short_games_are_hidden_unless_they_are_recent() {
        let mut list = list_of(12);
        let hidden = ArchiveFilter { hides_short_games: true, ..ArchiveFilter::default() };
        assert!(ArchiveFilter::default().shows_all() && !hidden.shows_all());
        list.set_filter(hidden);
        // Games 0 to 6 have fewer than seven plies; game 11 has no human player.
        assert_eq!(numbers(&list), [10, 9, 8, 7]);
        assert_eq!(list.hidden_text().as_deref(), Some("8 games hidden"));
        let recent = ["00000002-1", "00000011-1"].into_iter().map(|id| id.parse().unwrap());
        list.recent = recent.collect();
        list.replace(&games(12));
        assert_eq!(numbers(&list), [11, 10, 9, 8, 7, 2]);
        assert_eq!(list.count_text(), "6 of 12 games");
        assert_eq!(list.hidden_text().as_deref(), Some("6 games hidden"));
        list.set_filter(ArchiveFilter::default());
        assert_eq!(list.hidden_text(), None);
    }

    #[test]
    fn accuracies_name_their_sides() {
        let text = |number: usize| accuracy_text(&games(6)[number]);
        assert_eq!(text(5), "Accuracy: You 5 %, Gudgeon 99 %");
        assert_eq!(text(4), "Accuracy: Stickleback 99 %");
        let none = ArchivedGame { accuracies: [None; 2], ..(*games(1)[0]).clone() };
        assert_eq!(accuracy_text(&none), "");
    }

    #[test]
    fn a_newer_game_takes_the_mark() {
        let mut list = list_of(6);
        list.rows.mark(2);
        list.replace(&games(7));
        assert_eq!(list.marked_game().unwrap().plies, 6);
    }

    #[test]
    fn the_mark_stays_on_its_game_and_in_its_row() {
        let mut list = list_of(6);
        list.rows.mark(2);
        let marked = list.marked_game().unwrap().id.clone();
        list.set_filter(ArchiveFilter { sort: ArchiveSort::Oldest, ..ArchiveFilter::default() });
        assert_eq!(list.marked_game().unwrap().id, marked);
        list.replace(&games(6));
        assert_eq!(list.marked_game().unwrap().id, marked);
        let row = list.rows.marked();
        list.remove(&marked);
        assert_eq!((list.rows.marked(), list.total()), (row, 5));
        list.rows.mark(99);
        assert_eq!(list.rows.marked(), 4);
    }
}
