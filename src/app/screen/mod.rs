//! The screens, and the meaning of every request on each. All matches on commands and screens are
//! exhaustive: a new command or screen does not compile until every case is decided.

mod lab;
mod remote;
mod requests;
mod state;
mod task;
#[cfg(test)]
pub mod tests;
mod tick;
mod typed;

use super::{
    cards::CardId,
    export::Export,
    games,
    lab::LabPageId,
    moves as tree,
    pages::{PageId, PageSubject},
    play::Play,
    request::Request,
    review,
    session::{Copied, Effect, GameCommand, Mode, Navigation, ScreenCommand, Session},
    settings,
};
use minnow_game::UncountedReason;
use minnow_rules::Move;

pub use state::{AppState, Screen};
pub use task::BoardTask;

impl AppState {
    /// Carries out a request of the user at `now_ms`, in milliseconds from any fixed moment.
    pub fn update(&mut self, request: Request, now_ms: u64) {
        if self.question.is_some() && !answers_question(&request) {
            // Nothing else counts while a question is open; the window blocks the mouse below it.
            return;
        }
        if let Some(reason) = remote::refusal(&self.session, &request) {
            return self.session.info(reason);
        }
        self.session.edits.look(self.session.game.cursor());
        // Whatever is done with the game, its record has the real time.
        self.session.note_clock(now_ms);
        self.carry_out(request, now_ms);
        self.carry_out_requests(now_ms);
        self.drop_void_typed();
    }

    #[expect(clippy::too_many_lines, reason = "one match names every request")]
    fn carry_out(&mut self, request: Request, now_ms: u64) {
        match request {
            Request::Game(command) => self.update_game(command, now_ms),
            Request::Screen(command) => self.update_screen(command, now_ms),
            Request::Show(page) => self.show(page, ""),
            Request::ShowTopic(page, topic) => self.show(page, &topic),
            Request::Close(page) => self.close(page),
            Request::OpenCard(id) => self.open_card(id, now_ms),
            Request::Cancel => self.cancel(),
            Request::SelectMode(mode) => self.select_mode(mode, now_ms),
            Request::SelectTab(tab) => self.tab = tab,
            Request::FullScreen => self.session.effects.push(Effect::ToggleFullScreen),
            Request::Flip => self.flip(),
            Request::Quit => self.session.effects.push(Effect::Close),
            Request::Ask(question) => self.question = Some(*question),
            Request::Answer(index) => self.answer(index, now_ms),
            Request::DismissQuestion => self.dismiss_question(),
            Request::AskFile(query) => self.session.effects.push(Effect::AskFile(query)),
            Request::FileChosen(file) => self.file_chosen(*file, now_ms),
            Request::Notify(notice) => self.session.show_notice(notice),
            Request::Wake => {}
            Request::DismissNotice => self.session.notice = None,
            Request::DismissAlert(index) => self.session.keeping.dismiss(index),
            Request::NewGame => self.session.request_game_of(&self.session.variant().id),
            Request::NewGameOf(id) => self.session.request_game_of(&id),
            Request::Begin(new) => self.begin_or_ask(new),
            Request::Replace(new) => self.begin(*new),
            Request::ReturnToGame => self.return_to_game(),
            // The user has played on during the save.
            Request::Proceed(next) if self.session.is_unsaved() => self.ask_about_unsaved(next),
            Request::Proceed(next) | Request::DropUnsaved(next) => self.proceed(next),
            Request::SaveFirst(next) => games::save(&mut self.session, Some(next), now_ms),
            Request::SaveCopyFirst(next) => games::save_as(&mut self.session, Some(next)),
            Request::AskBeforeClosing => self.ask_before_closing(),
            Request::Open => games::ask_open(&mut self.session),
            Request::OpenPath(path) => games::open_path(&mut self.session, &path, false, now_ms),
            Request::OpenByPath => games::type_open(&mut self.session),
            Request::OpenExample(index) => games::open_example(&mut self.session, index),
            Request::Save | Request::SaveAs | Request::SaveAsPgn | Request::SaveByPath
                if self.board_task().is_some() =>
            {
                self.session.info("Leave the task to save your game.");
            }
            Request::Save => games::save(&mut self.session, None, now_ms),
            Request::SaveAs => games::save_as(&mut self.session, None),
            Request::SaveAsPgn => games::save_as_pgn(&mut self.session),
            Request::SaveByPath => games::type_save(&mut self.session),
            Request::CancelFile(work) => self.session.files.cancel(work, now_ms),
            Request::EditHeader { game_number, header } => {
                self.session.edit_header(game_number, *header);
            }
            Request::EditPosition => self.open_editor(),
            Request::UndoSetup => self.undo_setup(),
            Request::CopyPicture => self.export(Export::copy_picture),
            Request::CopyDrawing => self.export(Export::copy_drawing),
            Request::SavePicture => self.export(Export::ask_board),
            Request::SaveAnimation => self.export(Export::ask_animation),
            Request::DropTyped => self.session.typed.clear(),
            Request::Copy(Copied::Fen | Copied::Tree) if self.shown_editor() => {
                self.lab.pages.tree.copy(&mut self.session);
            }
            Request::Copy(what) => self.copy_what(what),
            Request::Paste(text) if self.shown_editor() => {
                self.lab.pages.tree.paste(&text, &mut self.session.typed);
            }
            Request::Paste(text) => self.paste(text),
            Request::FollowLink(fragment) => self.follow_link(&fragment, now_ms),
            Request::StartGame => self.in_play(|play, _| play.start()),
            Request::Resign => self.in_play(|play, session| play.resign(session, now_ms)),
            Request::OfferDraw => self.in_play(|play, session| play.offer_draw(session, now_ms)),
            Request::AcceptDraw => self.in_play(|play, session| play.accept_draw(session, now_ms)),
            Request::MoveNow => self.in_play(|play, session| play.move_now(session, now_ms)),
            Request::Resume => self.in_play(|play, session| play.resume(session, now_ms)),
            Request::Pause => self.in_play(|play, session| play.pause(session, now_ms)),
            Request::PlayAnyway(mv) => {
                self.in_play(|play, session| play.play_anyway(session, mv, now_ms));
            }
            Request::PlayOn(mv) => self.in_play(|play, session| play.play_on(session, mv, now_ms)),
            Request::ShowFault => self.in_play(|play, _| play.show_fault()),
            Request::StartReview => self.start_review(now_ms),
            Request::ReviewGame if review::can_start(&self.session) => {
                review::start(&mut self.session, now_ms);
            }
            Request::ReviewGame => {}
            // A review shows the answers of the problems.
            Request::StopReview | Request::RemoveReview if self.learn().is_some() => {}
            Request::StopReview => review::stop(&mut self.session),
            Request::RemoveReview => review::remove(&mut self.session),
            Request::ReviewDepth(depth) => {
                self.session.settings.review = depth;
                self.session.effects.push(Effect::KeepSettings);
            }
            // An opinion shows the answer of the problem.
            Request::AskOpinion(_) if self.learn().is_some() => {}
            Request::AskOpinion(name) => review::ask_opinion(&mut self.session, &name),
            Request::StartLearning => self.start_learning(now_ms),
            Request::LearnAt(node) => {
                self.start_learning(now_ms);
                if let Some(learn) = self.learn_mut() {
                    learn.put_first(node);
                }
            }
            Request::LearnFrom(index) => self.learn_stock.open(index, &self.session),
            Request::Train(order) => self.start_training(*order, now_ms),
            Request::SolvePuzzle => self.start_puzzle(None, now_ms),
            Request::TrainOn(variant) => self.session.train_board = Some(variant),
            Request::TimedRun => self.start_timed_run(now_ms),
            Request::TrainCoordinates => self.start_coordinates(now_ms),
            Request::NextTask => self.next_task(now_ms),
            Request::LeaveTask => self.leave_task(),
            Request::AnalyseTask => self.analyse_task(now_ms),
            #[cfg(not(target_arch = "wasm32"))]
            Request::AnalyseGame { game, title } => self.analyse_game(*game, &title, now_ms),
            Request::Explain(query) => self.ask_why(query),
            Request::BuildTables => self.session.tables.build(self.shown_variant()),
            Request::StopTables => self.session.tables.stop(),
            Request::DropHint => self.play.leave_position(),
            Request::HeadMoved => self.head_moved(now_ms),
            Request::SidesChanged => {
                self.play.unpause(&mut self.session);
                self.play.pending = None;
                self.play.leave_position();
            }
            Request::GameEnded => {
                self.question.take_if(|question| question.lapses_at_end);
            }
            Request::ChangeSettings(new) => {
                self.session.with_game_of_play(|session| settings::change(session, *new));
            }
            Request::ChooseSides(sides) => {
                self.session.with_game_of_play(|session| settings::choose_sides(session, sides));
            }
            Request::ResetRating => self.session.reset_rating(),
            Request::Lab(key) => self.lab_key(key, now_ms),
            Request::ShowLabPage(page) => self.lab.show(page, &mut self.session),
            Request::RecordTree(order) => self.lab.record(*order, &mut self.session),
            Request::OpenLessons(folder) => {
                self.lab.pages.lessons.open_folder(&mut self.session, folder);
            }
            Request::OpenExercise(path) => {
                self.select_mode(Mode::Lab, now_ms);
                self.lab.show(LabPageId::Exercises, &mut self.session);
                self.lab.pages.exercises.read(&self.session, path);
            }
            #[cfg(not(target_arch = "wasm32"))]
            Request::OpenTournament(path) => {
                self.show(PageId::Tournament, "");
                self.pages.tournament.open_file(path, &mut self.session);
            }
            Request::NoteLearned(id) => self.session.note_learned(id),
            Request::SaveLabPicture(named) => {
                self.pages.export.ask_picture(&mut self.session, *named)
            }
            Request::SaveAllData => self.session.effects.push(Effect::SaveAllData),
            Request::LoadAllData => self.ask_to_load_all_data(),
            Request::ChooseAllData => self.session.effects.push(Effect::ChooseAllData),
            Request::UndoEdit => self.in_tree(|session, _| tree::undo(session, now_ms)),
            Request::RedoEdit => self.in_tree(|session, _| tree::redo(session, now_ms)),
            Request::Rearrange(edit, node) => self.in_tree(|session, mode| {
                tree::rearrange(session, edit, node, mode, now_ms);
            }),
            Request::DeleteFrom(node) => {
                self.in_tree(|session, mode| tree::delete(session, node, mode, now_ms));
            }
            Request::Mark(node, mark) => {
                self.in_tree(|session, _| tree::toggle_mark(session, node, mark));
            }
            Request::Comment { .. } | Request::CopyLine(_) if self.hides_game() => {}
            Request::Comment { place, text } => {
                tree::set_comment(&mut self.session, place, &text);
            }
            Request::WriteComment(node) => {
                self.in_tree(|session, _| tree::write_comment(session, node));
            }
            Request::PlayFrom(node) => self.in_tree(|session, _| tree::play_from(session, node)),
            Request::CopyLine(node) => {
                let text = tree::layout::line_text(&self.session.game, node);
                self.session.copy(text);
            }
        }
    }

    /// Carries out the requests of the features in their order.
    fn carry_out_requests(&mut self, now_ms: u64) {
        for request in std::mem::take(&mut self.session.requests) {
            self.carry_out(request, now_ms);
        }
    }

    /// Acts on the game, unless it waits because another screen is shown.
    fn in_play(&mut self, act: impl FnOnce(&mut Play, &mut Session)) {
        if matches!(self.screen, Screen::Play) {
            act(&mut self.play, &mut self.session);
        }
    }

    fn command_in_play(&mut self, command: ScreenCommand, now_ms: u64) {
        match command {
            ScreenCommand::Undo => self.play.take_back(&mut self.session, now_ms),
            ScreenCommand::Redo => self.play.redo(&mut self.session, now_ms),
            ScreenCommand::Hint => self.play.ask_hint(&mut self.session, now_ms),
            // A game in progress is not analysed.
            ScreenCommand::ToggleAnalysis
            | ScreenCommand::ToggleThreat
            | ScreenCommand::AddLine { .. } => {}
        }
    }

    fn command_in_analyse(&mut self, command: ScreenCommand, now_ms: u64) {
        match command {
            ScreenCommand::Undo => tree::undo(&mut self.session, now_ms),
            ScreenCommand::Redo => tree::redo(&mut self.session, now_ms),
            ScreenCommand::ToggleAnalysis => self.live.toggle(&self.session),
            ScreenCommand::ToggleThreat => self.live.toggle_threat(),
            ScreenCommand::AddLine { after, moves } => self.session.add_line(after, &moves),
            // Hints belong to a game in progress.
            ScreenCommand::Hint => {}
        }
    }

    /// Edits the game's tree, where the screen shows it.
    fn in_tree(&mut self, edit: impl FnOnce(&mut Session, Mode)) {
        let is_shown = match &self.screen {
            Screen::Play | Screen::Analyse | Screen::Editor { .. } => true,
            Screen::Train | Screen::Task { .. } => false,
            // The other pages of the lab do not show the game.
            Screen::Lab => self.lab.shown().has_game_board(),
        };
        if is_shown {
            let mode = self.mode();
            edit(&mut self.session, mode);
        }
    }

    /// The reply to the old position is void.
    fn head_moved(&mut self, now_ms: u64) {
        self.session.note_uncounted(UncountedReason::TakeBack);
        self.play.pending = None;
        if self.mode() == Mode::Play && self.session.waits_for_computer() {
            self.play.pause(&mut self.session, now_ms);
        }
    }

    fn update_game(&mut self, command: GameCommand, now_ms: u64) {
        match &self.screen {
            Screen::Play | Screen::Analyse => self.game_on_board(command, now_ms),
            Screen::Task { .. } => self.game_in_task(command, now_ms),
            Screen::Lab => self.game_in_lab(command, now_ms),
            Screen::Train | Screen::Editor { .. } => {}
        }
    }

    fn game_on_board(&mut self, command: GameCommand, now_ms: u64) {
        match command {
            GameCommand::Move(mv) => self.make_move(mv, now_ms),
            GameCommand::TypedMove(text) => self.typed_move(&text, now_ms),
            GameCommand::Type(text) => self.type_text(&text),
            GameCommand::TypeBackspace => drop(self.session.typed.pop()),
            GameCommand::KeepShapes(shapes) => self.session.keep_shapes(&shapes),
            GameCommand::Navigate(navigation) => self.navigate(navigation),
            GameCommand::DeleteHere => {
                let (node, mode) = (self.session.game.cursor(), self.mode());
                tree::delete(&mut self.session, node, mode, now_ms);
            }
        }
    }

    fn make_move(&mut self, mv: Move, now_ms: u64) {
        match &self.screen {
            Screen::Play => self.play.try_move(&mut self.session, mv, now_ms),
            Screen::Analyse | Screen::Lab if self.may_move() => self.session.add_move(mv),
            Screen::Task { .. } => self.answer_task(mv, now_ms),
            Screen::Train | Screen::Analyse | Screen::Lab | Screen::Editor { .. } => {}
        }
    }

    fn update_screen(&mut self, command: ScreenCommand, now_ms: u64) {
        match &self.screen {
            Screen::Play => self.command_in_play(command, now_ms),
            Screen::Analyse => self.command_in_analyse(command, now_ms),
            Screen::Task { .. } => self.command_in_task(command, now_ms),
            Screen::Lab => self.command_in_lab(command, now_ms),
            Screen::Train | Screen::Editor { .. } => {}
        }
    }

    /// Changes the workspace; each one shows the position again that it showed last. Outside Play the
    /// clock stops and the computer does not move. Back in Play the computer waits for the user. The
    /// position of a task is analysed until the user goes to Play or Train.
    pub(in crate::app) fn select_mode(&mut self, mode: Mode, now_ms: u64) {
        self.close_editor();
        self.leave_task();
        if matches!(mode, Mode::Play | Mode::Train) {
            self.take_up_game();
        }
        if self.mode() == mode {
            return;
        }
        if self.mode() == Mode::Play {
            // A game is advised only after the user has asked for it.
            self.live.switch_off();
        }
        self.session.keep_place(self.mode());
        self.screen = Screen::from(mode);
        self.session.return_to_place(mode);
        self.drop_begun();
        match mode {
            Mode::Train | Mode::Analyse | Mode::Lab => self.session.stop_clock(now_ms),
            Mode::Play => self.return_to_play(),
        }
    }

    /// Ends the searches for the board, and drops what the user has begun there.
    fn drop_begun(&mut self) {
        self.session.engine.cancel();
        self.play.pending = None;
        self.play.leave_position();
        self.session.typed.clear();
    }

    /// The computer waits for the user, who is back in Play.
    fn return_to_play(&mut self) {
        self.live.switch_off();
        self.play.paused = self.session.waits_for_computer();
    }

    /// True if a review can start. A game in progress cannot be reviewed in Play, because the
    /// review would advise a player.
    pub fn may_review(&self) -> bool {
        let waits = self.mode() != Mode::Play || self.session.end().is_some();
        let has_moves = matches!(self.screen, Screen::Play | Screen::Analyse | Screen::Lab);
        waits && has_moves && review::can_start(&self.session)
    }

    fn start_review(&mut self, now_ms: u64) {
        if self.may_review() {
            self.select_mode(Mode::Analyse, now_ms);
            review::start(&mut self.session, now_ms);
        }
    }

    /// Shows a page over the board, in place of another one.
    fn show(&mut self, page: PageId, topic: &str) {
        if self.page != Some(page) {
            self.close_page();
        }
        self.page = Some(page);
        let subject = PageSubject { topic, variant: self.shown_variant() };
        self.pages.get_mut(page).open(subject, &mut self.session);
    }

    /// Closes a page, if it is on the screen.
    pub(super) fn close(&mut self, page: PageId) {
        if self.page == Some(page) {
            self.close_page();
        }
    }

    /// Closes the page that is on the screen.
    fn close_page(&mut self) {
        if let Some(page) = self.page.take() {
            self.pages.get_mut(page).close(&mut self.session);
        }
    }

    /// The card on the screen.
    pub fn shown_card(&self) -> Option<CardId> {
        let in_analysis = matches!(self.screen, Screen::Analyse);
        in_analysis.then(|| self.cards.shown(&self.session)).flatten()
    }

    /// Opens a card in Analyse with the position on the board.
    fn open_card(&mut self, id: CardId, now_ms: u64) {
        let is_shown = self.shown_card() == Some(id);
        let node = self.session.game.cursor();
        self.select_mode(Mode::Analyse, now_ms);
        self.session.navigate(Navigation::To(node));
        self.cards.open(id, is_shown, &mut self.session);
    }

    fn navigate(&mut self, navigation: Navigation) {
        self.session.navigate(navigation);
        self.play.leave_position();
    }

    /// True in Train and on the pages of the lab that do not show the game.
    fn hides_game(&self) -> bool {
        match self.screen {
            Screen::Train => true,
            Screen::Lab => !self.lab.shown().has_game_board(),
            _ => false,
        }
    }

    fn flip(&mut self) {
        if matches!(self.screen, Screen::Train) {
            return;
        }
        if self.hides_game() {
            let lessons = &mut self.lab.pages.lessons;
            lessons.flipped = !lessons.flipped;
        } else {
            self.session.flipped = !self.session.flipped;
        }
    }

    /// Closes the page, else drops the typed letters, the open move or the premove, else leaves the editor
    /// or the exercises.
    fn cancel(&mut self) {
        if self.page.is_some() {
            return self.close_page();
        }
        if !self.session.typed.is_empty() {
            self.session.typed.clear();
            return;
        }
        if matches!(self.screen, Screen::Play) && self.play.drop_chosen() {
            return;
        }
        match &self.screen {
            Screen::Editor { .. } => self.close_editor(),
            Screen::Task { .. } => self.leave_task(),
            Screen::Play | Screen::Train | Screen::Analyse | Screen::Lab => {}
        }
    }
}

/// True if a request answers the open question or ends the program, or is the text of a comment, which
/// its field gives away when a question takes the focus.
fn answers_question(request: &Request) -> bool {
    matches!(
        request,
        Request::Answer(_)
            | Request::DismissQuestion
            | Request::Quit
            | Request::AskBeforeClosing
            | Request::Comment { .. }
    )
}
