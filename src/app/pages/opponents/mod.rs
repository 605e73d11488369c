//! The page of all opponents: the levels with their fish, rating and results, *match me*, the user's own
//! rating, other people's programs, and games over a network. Its content is computed while it is shown.

mod card;
mod network;
mod plot;
mod program_form;
mod program_options;
mod programs;
mod progress;
mod view;

pub use progress::Progress;

use network::NetworkSection;
use programs::ProgramsSection;

use std::collections::HashSet;

use egui::{Key, Modifiers, Ui};

use super::{Page, PageTick};
use crate::app::{
    context::Cx,
    registry::{MenuGroup, Opener, OpenerKeys},
    session::{ChosenFile, HAS_NETWORK, HAS_PROGRAMS, Session, Wake},
    ui::theme,
};
use minnow_engine::LEVELS;
use minnow_game::{
    GameStart,
    archive::{ArchiveId, ArchivedGame, ArchivedResult},
    results::UserOutcome,
};
use minnow_rules::{Variant, counted};
use minnow_study::analysis::{MatchAim, MatchPick, PlayerRating};

/// The user's results against an opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultTally {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    /// How many of them do not count for the rating.
    pub uncounted: usize,
}

impl ResultTally {
    fn add(&mut self, outcome: UserOutcome) {
        match outcome {
            UserOutcome::Won => self.won += 1,
            UserOutcome::Drawn => self.drawn += 1,
            UserOutcome::Lost => self.lost += 1,
        }
    }

    fn games(self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// `3 won, 1 drawn, 5 lost; 2 do not count`.
    pub fn text(self) -> String {
        let ResultTally { won, drawn, lost, uncounted } = self;
        if won + drawn + lost == 0 {
            return "no games yet".to_owned();
        }
        let without = counted(uncounted as u64, "does not count", "do not count");
        let without = if uncounted == 0 { String::new() } else { format!("; {without}") };
        format!("{won} won, {drawn} drawn, {lost} lost{without}")
    }
}

/// The content of the page for a board.
#[derive(Clone, Debug)]
pub struct OpponentsContent {
    pub variant: &'static Variant,
    /// Level 1 first.
    pub levels: Vec<ResultTally>,
    /// Against match me.
    pub matched: ResultTally,
    pub rating: PlayerRating,
    /// The number of games that count for the rating.
    pub games: usize,
    /// The ratings after the last games, the oldest first.
    pub history: Vec<PlayerRating>,
    pub pick: MatchPick,
}

/// The facts on which the content depends.
#[derive(Clone, Debug, PartialEq)]
struct ContentKey {
    variant: &'static Variant,
    aim: MatchAim,
    results: usize,
    listed_games: usize,
    is_listing: bool,
}

/// The page; while it is closed, it holds nothing but the form of a program that is not finished, and the
/// server with an offer that waits.
#[derive(Debug, Default)]
pub struct OpponentsPage {
    content: Option<(ContentKey, OpponentsContent)>,
    /// The number of games that had been written when the list was asked for.
    listed_writes: Option<u64>,
    programs: ProgramsSection,
    network: NetworkSection,
}

impl OpponentsPage {
    pub(super) const OPENER: Option<Opener> = Some(Opener {
        group: MenuGroup::Games,
        text: "Opponents\u{2026}",
        keys: Some(OpenerKeys::new(Modifiers::COMMAND, Key::P, "Opponents")),
    });

    /// True while a program is tested.
    pub fn is_testing(&self) -> bool {
        self.programs.is_testing()
    }

    /// True while the page has a connection to a server.
    pub fn is_connected(&self) -> bool {
        self.network.is_connected()
    }

    /// True while the user's offer waits on a server.
    pub fn is_waiting(&self) -> bool {
        self.network.is_waiting()
    }

    /// The content, from the tick after the page was opened.
    pub fn content(&self) -> Option<&OpponentsContent> {
        self.content.as_ref().map(|(_, content)| content)
    }
}

impl Page for OpponentsPage {
    fn title(&self, _: &Session) -> String {
        "Opponents".to_owned()
    }

    fn width(&self) -> f32 {
        theme::CHOOSER_WIDTH
    }

    fn has_arrow_keys(&self) -> bool {
        true
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        view::opponents_ui(ui, self, cx);
        if HAS_PROGRAMS && self.content.is_some() {
            self.programs.section_ui(ui, cx);
        }
        if HAS_NETWORK && self.content.is_some() {
            self.network.section_ui(ui, cx);
        }
    }

    fn chosen(&mut self, file: ChosenFile, _: &mut Session, _: u64) {
        self.programs.chosen(&file);
    }

    /// Asks for the list of games when the page is opened or a game was written, and computes the
    /// content again where something has changed.
    fn tick(&mut self, session: &mut Session, at: PageTick) -> Wake {
        self.programs.tick(session);
        self.network.tick(session);
        if !at.is_shown {
            let programs = std::mem::take(&mut self.programs).left();
            let network = std::mem::take(&mut self.network);
            *self = OpponentsPage { programs, network, ..OpponentsPage::default() };
            return None;
        }
        let writes = session.keeping.archive_writes;
        if self.listed_writes != Some(writes) {
            self.listed_writes = Some(writes);
            session.archive.list();
        }
        let key = ContentKey {
            variant: session.variant(),
            aim: session.settings.aim,
            results: session.lists.results.len(),
            listed_games: session.archive.games.len(),
            is_listing: session.archive.is_busy(),
        };
        if self.content.as_ref().is_none_or(|(known, _)| *known != key) {
            self.content = Some((key, content_of(session)));
        }
        None
    }
}

fn content_of(session: &Session) -> OpponentsContent {
    let variant = session.variant();
    let counted = session.lists.results.games_on(&variant.id);
    let ids: HashSet<&ArchiveId> = counted.iter().map(|game| &game.id).collect();
    let mut levels = vec![ResultTally::default(); LEVELS.len()];
    for game in session.archive.games.iter().filter(|game| game.variant == variant) {
        if let Some((level, outcome)) = outcome_against_level(game)
            && let Some(tally) = levels.get_mut(level - 1)
        {
            tally.add(outcome);
            tally.uncounted += usize::from(!ids.contains(&game.id));
        }
    }
    let mut matched = ResultTally::default();
    let of_match = counted.iter().filter(|game| game.aim_percent.is_some());
    of_match.for_each(|game| matched.add(game.outcome));
    let standing = session.standing();
    OpponentsContent {
        variant,
        levels,
        matched,
        rating: standing.rating,
        games: standing.games(),
        history: standing.history(),
        pick: standing.pick(session.settings.aim),
    }
}

/// The level, from 1, and the outcome of a finished game of the user from the usual start against a
/// whole level.
fn outcome_against_level(game: &ArchivedGame) -> Option<(usize, UserOutcome)> {
    let user = game.user.filter(|_| game.start == GameStart::Normal)?;
    let strength = usize::from(game.strengths[(!user).index()]?);
    let winner = match game.result {
        ArchivedResult::Unfinished => return None,
        ArchivedResult::Drawn => None,
        ArchivedResult::Won(winner) => Some(winner),
    };
    let is_level = strength >= 100 && strength.is_multiple_of(100);
    is_level.then_some((strength / 100, UserOutcome::of(winner, user)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::session::for_tests::session;
    use minnow_game::results::{CountedGame, ResultEntry};
    use minnow_rules::Color;

    fn game(strength: u16, user: Option<Color>, result: ArchivedResult) -> ArchivedGame {
        ArchivedGame {
            id: "1".parse().unwrap(),
            variant: Variant::default_variant(),
            date: String::new(),
            names: [String::new(), String::new()],
            strengths: match user {
                Some(Color::Black) => [Some(strength), None],
                _ => [None, Some(strength)],
            },
            user,
            is_played: true,
            result,
            start: GameStart::Normal,
            is_helped: false,
            plies: 9,
            accuracies: [None; 2],
            moments: Vec::new(),
            clock: String::new(),
            placement: String::new(),
        }
    }

    #[test]
    fn results_belong_to_whole_levels_of_the_board() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let won = ArchivedResult::Won;
        let mut other_board = game(400, white, won(Color::White));
        other_board.variant = Variant::by_id("gardner").unwrap();
        let games = [
            ArchivedGame { id: "2".parse().unwrap(), ..game(400, white, won(Color::White)) },
            game(400, black, won(Color::White)),
            game(400, white, ArchivedResult::Drawn),
            game(400, white, ArchivedResult::Unfinished),
            game(430, white, won(Color::White)),
            ArchivedGame { start: GameStart::SetUp, ..game(400, white, won(Color::White)) },
            game(400, None, won(Color::White)),
            game(1200, black, won(Color::Black)),
            game(9900, white, won(Color::White)),
            other_board,
        ];
        let mut session = session();
        session.lists.results.add(ResultEntry::Game(CountedGame {
            id: "2".parse().unwrap(),
            ended: "20261122-182205-417".to_owned(),
            variant: Variant::default_variant().id.clone(),
            strength: 400,
            outcome: UserOutcome::Won,
            aim_percent: None,
        }));
        session.archive.games = games.into_iter().map(Arc::new).collect();
        let mut page = OpponentsPage::default();
        let at = PageTick { now_ms: 0, is_shown: false, may_ask: true };
        page.tick(&mut session, at);
        assert!(page.content().is_none());
        page.tick(&mut session, PageTick { is_shown: true, ..at });
        let content = page.content().unwrap();
        assert_eq!(content.levels[3], ResultTally { won: 1, drawn: 1, lost: 1, uncounted: 2 });
        assert_eq!(content.levels[3].text(), "1 won, 1 drawn, 1 lost; 2 do not count");
        let uncounted = ResultTally { won: 1, uncounted: 1, ..ResultTally::default() };
        assert_eq!(content.levels[11], uncounted);
        assert_eq!(uncounted.text(), "1 won, 0 drawn, 0 lost; 1 does not count");
        assert_eq!(
            content.levels.iter().filter(|tally| tally.text() == "no games yet").count(),
            10
        );
    }
}
