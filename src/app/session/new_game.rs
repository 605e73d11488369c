//! Another game on the board: its effect on the settings, and the position shown first.

use minnow_base::files::FileStamp;
use std::path::PathBuf;

use super::{
    ArchivePlace, Document, Effect, Mode, Notice, NoticeUndo, Request, Session,
    settings::{OpponentChoice, Sides},
};
use minnow_game::{EditHistory, Game, Player, archive::ArchiveId};
use minnow_rules::{Color, Position, Variant, excerpt};

/// A game that replaces the one on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    pub game: Game,
    /// The game's file.
    pub document: Document,
    /// The workspace that shows the game; `None` keeps the current one.
    pub mode: Option<Mode>,
    pub cursor: StartCursor,
    /// True if the game counts as unsaved work from the beginning.
    pub is_unsaved: bool,
    /// The game's id in the archive.
    pub archive_id: Option<ArchiveId>,
    /// The stamp of its file there, if it was read.
    pub archive_read: Option<FileStamp>,
    /// True if the archive has this version of the game.
    pub is_archived: bool,
    /// The values of the game that become settings.
    pub adopts: Adoption,
    /// True if the game begins at once, without the choices before its first move.
    pub starts: bool,
    /// True if the game has begun on a server. Then the one before does not come back by a button.
    pub is_remote: bool,
    /// A file that is added to the recent ones.
    pub remember: Option<PathBuf>,
    /// The notice that is shown afterwards; `None` removes the one that is shown.
    pub notice: Option<Notice>,
}

/// The values that the settings take over from a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adoption {
    Nothing,
    /// The players of a game that is not over.
    Players,
    Variant,
    /// An opponent that the user has chosen for this game.
    Opponent(OpponentChoice),
    /// A program that the user has chosen for this game, by its name.
    Program(String),
}

/// The position of a new game that is shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartCursor {
    Root,
    /// The current position of the game.
    Head,
}

impl NewGame {
    /// A game without a file, shown at its current position in the current workspace.
    pub fn new(game: Game) -> NewGame {
        NewGame {
            game,
            document: Document::default(),
            mode: None,
            cursor: StartCursor::Head,
            is_unsaved: false,
            archive_id: None,
            archive_read: None,
            is_archived: false,
            adopts: Adoption::Nothing,
            starts: false,
            is_remote: false,
            remember: None,
            notice: None,
        }
    }

    /// A game from a position, to which the user has made no move yet.
    pub fn from_position(position: Position) -> NewGame {
        NewGame::new(Game::from_position(position))
    }

    /// A game that is over opens in Analyse, another one in Play.
    pub fn in_its_mode(self) -> NewGame {
        let mode = if self.game.result().is_some() { Mode::Analyse } else { Mode::Play };
        NewGame { mode: Some(mode), ..self }
    }
}

impl Session {
    /// Asks for another game on the board.
    pub fn request_game(&mut self, new: NewGame) {
        self.requests.push(Request::Begin(Box::new(new)));
    }

    /// Asks for a new game on this board against an opponent, which also becomes the setting.
    pub fn game_against(&self, choice: OpponentChoice) -> NewGame {
        self.chosen_game(Adoption::Opponent(choice))
    }

    /// The same against a program.
    pub fn game_against_program(&self, name: &str) -> NewGame {
        self.chosen_game(Adoption::Program(name.to_owned()))
    }

    fn chosen_game(&self, adopts: Adoption) -> NewGame {
        NewGame {
            mode: Some(Mode::Play),
            adopts,
            starts: true,
            ..NewGame::new(self.settings.new_game(self.variant()))
        }
    }

    /// Asks for a new game of a variant, which also becomes the setting.
    pub fn request_game_of(&mut self, variant_id: &str) {
        match Variant::by_id(variant_id) {
            Some(variant) => {
                let game = self.settings.new_game(variant);
                let lacks = self.settings.odds.is_some() && game.is_from_normal_start();
                let text = "This board does not allow the chosen odds: both sides have all pieces.";
                self.request_game(NewGame {
                    mode: Some(Mode::Play),
                    adopts: Adoption::Variant,
                    notice: lacks.then(|| Notice::info(text)),
                    ..NewGame::new(game)
                });
            }
            None => self.error(format!("There is no variant \"{}\".", excerpt(variant_id))),
        }
    }

    /// Puts another game on the board. The caller has asked about changes that belong into a file; a
    /// game without a file is kept in the archive.
    pub fn begin(&mut self, mut new: NewGame) {
        self.lose_left_game();
        self.archive_before_leaving();
        if new.is_remote && self.is_unsaved() {
            // The clock of the new game runs, so that nobody was asked about the changes of a file.
            self.archive_game();
        }
        let before = self.game_to_return_to().filter(|_| !new.is_remote);
        self.replaced = before.map(Box::new);
        let settings = self.settings.clone();
        match &new.adopts {
            Adoption::Players if new.game.result().is_none() => {
                self.settings.adopt_players(new.game.header.players);
                self.adopt_program(&new.game);
            }
            Adoption::Variant => self.settings.variant.clone_from(&new.game.variant().id),
            Adoption::Opponent(choice) => self.settings.choose_opponent(*choice),
            Adoption::Program(name) => self.settings.choose_program(name),
            Adoption::Players | Adoption::Nothing => {}
        }
        if matches!(new.adopts, Adoption::Variant | Adoption::Opponent(_) | Adoption::Program(_)) {
            self.draw_side(&mut new.game);
        }
        if let Some(path) = &new.remember {
            self.remember(path);
        }
        if self.settings != settings {
            self.effects.push(Effect::KeepSettings);
        }
        self.replace_game(new.game, new.document);
        self.seat_remote(new.is_remote);
        if self.game.is_empty() {
            self.pick_opponent();
        }
        self.archive.recent.extend(new.archive_id.clone());
        self.archive_place = ArchivePlace {
            id: new.archive_id,
            read: new.archive_read,
            revision: new.is_archived.then_some(self.revision),
            left_ms: self.time_left_ms(),
        };
        if new.is_unsaved {
            self.document.saved_revision = 0;
        }
        match new.cursor {
            StartCursor::Root => self.game.go_to_start(),
            StartCursor::Head => drop(self.game.go_to(self.game.head())),
        }
        self.notice = None;
        if let Some(notice) = self.notice_of_begin(new.notice) {
            self.show_notice(notice);
        }
    }

    /// Takes over the program that plays in a game, if it is in the user's list. Nothing starts it
    /// before the user goes on with the game.
    fn adopt_program(&mut self, game: &Game) {
        let is_program = |color: &Color| game.header.player(*color) == Player::Program;
        if let Some(color) = Color::ALL.into_iter().find(is_program) {
            let known = self.lists.program(game.header.name(color));
            self.settings.program = known.map(|entry| entry.name.clone());
        }
    }

    /// The user's side in the next game, where it is drawn.
    pub fn drawn_side(&self) -> Sides {
        if self.seed >> 63 == 0 { Sides::White } else { Sides::Black }
    }

    /// Draws the user's side for a new game that begins as the settings say, if they leave it open. The
    /// side may change who gives odds.
    fn draw_side(&mut self, game: &mut Game) {
        let of_settings = self.settings.new_game(game.variant());
        let is_open = self.settings.draws_side && self.settings.sides.has_one_human();
        if is_open && game.is_empty() && game.start() == of_settings.start() {
            self.settings.sides = self.drawn_side();
            *game = self.settings.new_game(game.variant());
        }
    }

    /// The game on the board as one that can be put there again, if moves were made in it or the user
    /// has set up its start.
    fn game_to_return_to(&self) -> Option<NewGame> {
        let archive_place = &self.archive_place;
        let is_set_up = !self.game.is_from_normal_start() && self.game.odds().is_none();
        (is_set_up || !self.game.is_empty()).then(|| NewGame {
            document: self.document.clone(),
            is_unsaved: self.is_unsaved(),
            archive_id: archive_place.id.clone(),
            archive_read: archive_place.read,
            is_archived: archive_place.revision == Some(self.revision),
            adopts: Adoption::Players,
            ..NewGame::new(self.game.clone())
        })
    }

    /// The notice about another game on the board. It offers the game before, if there was one, and says
    /// where one that was going on is kept.
    fn notice_of_begin(&self, notice: Option<Notice>) -> Option<Notice> {
        let Some(before) = &self.replaced else { return notice };
        let is_kept = before.is_archived && self.keeping.archive_problem().is_none();
        let text = if is_kept && before.game.result().is_none() {
            "A new game begins. The old one is in Your games."
        } else {
            "A new game begins."
        };
        let undo = Some(NoticeUndo::NewGame);
        match notice {
            Some(notice) => Some(Notice { undo, ..notice }),
            None if self.game.is_empty() => Some(Notice::undoable(text, NoticeUndo::NewGame)),
            None => Some(Notice::undoable("Another game is on the board.", NoticeUndo::NewGame)),
        }
    }

    fn replace_game(&mut self, game: Game, document: Document) {
        self.engine.new_game();
        self.files.cancel_read();
        self.after_save = None;
        self.edits = EditHistory::new(&game);
        self.review.forget();
        self.game = game;
        self.document = document;
        self.game_number = self.next_number();
        self.seed = self.seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        self.revision += 1;
        self.document.saved_revision = self.revision;
        self.typed.clear();
        self.clock = self.clock_of_game();
        self.flipped = match self.game.header.user() {
            Some(side) => side == Color::Black,
            None => self.settings.sides == Sides::Black,
        };
        self.keep_game();
    }
}
