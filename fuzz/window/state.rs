//! The window's state without a display: the settings, and random actions at random times.

use std::{
    io,
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use minnow::app::{
    lab::{ExercisesPage, LabKey, LabPageId, TreePage},
    pages::PageId,
    request::{Request, Tab},
    screen::AppState,
    session::{
        Copied, GameCommand, KeptLists, Mode, MoveQuery, Navigation, ScreenCommand,
        engine_client::EngineClient,
        records_in_settings,
        settings::{
            ClockChoice, CustomLimits, EngineSettings, ReplyPace, ReviewDepth, Settings, Sides,
        },
    },
    ui::board::{Brush, Shape},
};
use minnow_engine::Branch;
use minnow_game::{
    Edit, EditHistory, Game, Mark, NodeId,
    pgn::to_pgn,
    save::{from_ron, to_ron},
};
use minnow_jobs::Spawner;
use minnow_rules::{Color, Move, Piece, Role, Square, Variant, builtin_variants, excerpt_of_error};

use super::bodies::{
    check_message,
    game::{check_changes, check_same_contents, contents},
};

/// The most actions of a run; the rest of the bytes is left out.
const MAX_ACTIONS: usize = 120;
/// The time limit of an answer that a run waits for.
const ENGINE_ANSWERS_WITHIN: Duration = Duration::from_secs(60);

/// The text of a settings file. What is read is written and read back the same. The window cuts the
/// message of the RON library, as this does. An older version's file has the user's records, too.
pub fn settings(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(error) = records_in_settings(&text) {
        check_message(&excerpt_of_error(&error));
    }
    match Settings::from_ron(&text) {
        Err(error) => check_message(&excerpt_of_error(&error)),
        Ok(settings) => {
            let text = settings.to_ron().unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(Settings::from_ron(&text).as_ref(), Ok(&settings), "{text}");
            assert!(settings.use_custom || settings.limits(Color::White).depth.is_some());
        }
    }
}

/// Bytes that choose actions and times. The first says whether there is an engine; without one
/// a run is the same every time.
pub fn state(data: &[u8]) {
    let mut input = Input(data.iter());
    let has_engine = input.below(8) == 0;
    let (mut state, wakes) = begin(has_engine, &mut input);
    let mut now_ms = 0;
    let mut known = None;
    for _ in 0..MAX_ACTIONS {
        let Some(choice) = input.0.next().copied() else { break };
        now_ms += [0, 1, 90, 700, 4_000, 300_000][input.below(6)];
        if choice == 255 && has_engine {
            await_answer(&mut state, &wakes, now_ms);
        } else if matches!(choice, 211 | 212) {
            use_list(&mut state, &mut input);
        } else if let Some(action) = action(&mut state, choice, &mut input) {
            state.update(action, now_ms);
        }
        state.tick(now_ms);
        state.session.effects.clear();
        check_state(&state, known.as_ref(), now_ms);
        known = Some(state.session.game.clone());
    }
    check_save(&state.session.game);
}

/// A state with settings from the input. Without an engine every thread is refused.
fn begin(has_engine: bool, input: &mut Input<'_>) -> (AppState, Receiver<()>) {
    let (wake, wakes) = channel();
    let refused = |_: &str, _| Err(io::Error::other("no threads"));
    let spawner = if has_engine { Spawner::default() } else { Spawner::new(refused) };
    let variants = builtin_variants();
    let settings = Settings {
        variant: variants[input.below(variants.len())].id.clone(),
        sides: Sides::ALL[input.below(4)],
        use_custom: true,
        custom: CustomLimits { depth_plies: Some(2), nodes: Some(300), think_ms: 600_000 },
        reply: ReplyPace::ALL[input.below(3)],
        clock: (input.below(2) == 0).then_some(ClockChoice::new(3, 2)),
        engine: EngineSettings {
            threads: 1,
            hash_mb: 1,
            depth_plies: Some(2),
            ..EngineSettings::default()
        },
        ..Settings::default()
    };
    let engine = EngineClient::new(spawner, move || wake.send(()).unwrap_or_default());
    (AppState::new(settings, engine, 7), wakes)
}

/// Ticks until the search for a move, hint or draw offer has ended.
fn await_answer(state: &mut AppState, wakes: &Receiver<()>, now_ms: u64) {
    let waits = |state: &AppState| state.session.engine.play.running.is_some();
    state.tick(now_ms);
    while waits(state) {
        assert!(wakes.recv_timeout(ENGINE_ANSWERS_WITHIN).is_ok(), "the engine does not answer");
        state.tick(now_ms);
    }
}

/// Numbers from the bytes; 0 after the last one.
struct Input<'a>(std::slice::Iter<'a, u8>);

impl Input<'_> {
    /// A number below `count`, which is at most 256; 0 for an empty range.
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % count.max(1)
    }

    fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    fn is_true(&mut self) -> bool {
        self.below(2) == 1
    }

    /// A legal move of the position shown; `None` where there is none.
    fn mv(&mut self, game: &Game) -> Option<Move> {
        let moves = game.position().legal_moves();
        let place = self.below(moves.len());
        moves.iter().nth(place)
    }

    fn node(&mut self, game: &Game) -> NodeId {
        let nodes: Vec<NodeId> = game.nodes().map(|(id, _)| id).collect();
        self.one_of(&nodes)
    }

    /// A square of the game's board, where alone shapes can be drawn.
    fn square_of(&mut self, game: &Game) -> Square {
        let squares: Vec<Square> = game.variant().board().into_iter().collect();
        self.one_of(&squares)
    }

    /// Any square, as the editor may be given one.
    fn square(&mut self) -> Square {
        let place = self.below(64) as u8;
        Square::new(place % 8, place / 8)
    }

    fn piece(&mut self) -> Option<Piece> {
        let color = self.one_of(&Color::ALL);
        let role = Role::ALL.get(self.below(7)).copied();
        role.map(|role| Piece { color, role })
    }

    fn variant(&mut self) -> &'static Variant {
        let variants = builtin_variants();
        &variants[self.below(variants.len())]
    }

    fn text(&mut self) -> String {
        let length = self.below(24);
        let bytes: Vec<u8> = self.0.by_ref().take(length).copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The request that a number stands for; `None` where the state offers none, or a feature has changed
/// itself.
fn action(state: &mut AppState, choice: u8, input: &mut Input<'_>) -> Option<Request> {
    match choice {
        195..=204 => return editor(state, input),
        220..=229 => return learn(state, input),
        241.. => return lab(state, input),
        _ => {}
    }
    let game = state.board_game();
    Some(match choice {
        0..=79 => GameCommand::Move(input.mv(game)?).into(),
        80..=139 => command(game, choice, input)?,
        140..=159 => edit(state, input),
        160..=179 => play(state, input)?,
        180..=194 => window(input),
        205..=210 => games(input),
        230..=235 => input.one_of(&[
            Request::StopReview,
            Request::RemoveReview,
            Request::ReviewDepth(ReviewDepth::Quick),
        ]),
        _ => change_of_settings(state, input),
    })
}

fn command(game: &Game, choice: u8, input: &mut Input<'_>) -> Option<Request> {
    Some(match choice {
        80..=102 => board_command(game, choice, input).into(),
        103..=114 => screen_command(game, choice, input).into(),
        _ => program_command(game, choice, input)?,
    })
}

fn board_command(game: &Game, choice: u8, input: &mut Input<'_>) -> GameCommand {
    let node = input.node(game);
    match choice {
        80..=82 => GameCommand::TypedMove(input.text()),
        83 | 84 => GameCommand::Type(input.text()),
        85 => GameCommand::TypeBackspace,
        86..=88 => {
            let brush = input.one_of(&[Brush::Green, Brush::Red, Brush::Blue, Brush::Yellow]);
            let to = input.is_true().then(|| input.square_of(game));
            GameCommand::KeepShapes(vec![Shape { from: input.square_of(game), to, brush }])
        }
        89 | 90 => GameCommand::DeleteHere,
        _ => GameCommand::Navigate(input.one_of(&[
            Navigation::Start,
            Navigation::Back,
            Navigation::Forward,
            Navigation::End,
            Navigation::Head,
            Navigation::NextVariation,
            Navigation::PreviousVariation,
            Navigation::To(node),
        ])),
    }
}

fn screen_command(game: &Game, choice: u8, input: &mut Input<'_>) -> ScreenCommand {
    match choice {
        103..=106 => ScreenCommand::Undo,
        107..=109 => ScreenCommand::Redo,
        110 => ScreenCommand::Hint,
        111 => ScreenCommand::ToggleAnalysis,
        112 => ScreenCommand::ToggleThreat,
        _ => {
            let moves = input.mv(game).into_iter().collect();
            ScreenCommand::AddLine { after: game.cursor(), moves }
        }
    }
}

fn program_command(game: &Game, choice: u8, input: &mut Input<'_>) -> Option<Request> {
    Some(match choice {
        115 => Request::Flip,
        116 | 117 => Request::Cancel,
        118..=123 => Request::SelectMode(input.one_of(&Mode::ALL)),
        124 | 125 => Request::EditPosition,
        126 => Request::StartReview,
        127 => Request::StartLearning,
        128 => Request::Explain(MoveQuery { position: *game.position(), mv: input.mv(game)? }),
        129 => Request::NewGame,
        130 => Request::Copy(input.one_of(&[Copied::Fen, Copied::Course, Copied::Pgn])),
        131..=134 => Request::Paste(input.text()),
        135 => Request::Paste(game.position().fen()),
        _ => Request::Paste(to_pgn(game).repeat(1 + input.below(2))),
    })
}

fn edit(state: &AppState, input: &mut Input<'_>) -> Request {
    let node = input.node(&state.session.game);
    match input.below(12) {
        0 => Request::UndoEdit,
        1 => Request::RedoEdit,
        2 => Request::Rearrange(Edit::Promotion, node),
        3 => Request::Rearrange(Edit::Demotion, node),
        4 => Request::Rearrange(Edit::MainLine, node),
        5 => Request::DeleteFrom(node),
        6 => Request::Mark(node, input.one_of(&Mark::ALL)),
        7 | 8 => Request::Comment { place: state.session.place(node), text: input.text() },
        9 => Request::WriteComment(node),
        10 => Request::PlayFrom(node),
        _ => Request::CopyLine(node),
    }
}

/// A request about the game, or a change of Play itself.
fn play(state: &mut AppState, input: &mut Input<'_>) -> Option<Request> {
    let game = &state.session.game;
    Some(match input.below(14) {
        0 | 1 => ScreenCommand::Undo.into(),
        2 => ScreenCommand::Redo.into(),
        3 => Request::StartGame,
        4 => Request::Resign,
        5 => Request::OfferDraw,
        6 => Request::MoveNow,
        7 => Request::Resume,
        8 => Request::Pause,
        9 => Request::PlayAnyway(input.mv(game)?),
        10 => Request::AcceptDraw,
        11 => Request::ShowFault,
        12 => {
            state.play.premove = None;
            return None;
        }
        _ => Request::PlayOn(input.mv(game)?),
    })
}

fn window(input: &mut Input<'_>) -> Request {
    match input.below(8) {
        0 => Request::Show(PageId::Keys),
        1 => Request::ShowTopic(PageId::Rules, input.text()),
        2 => Request::Show(input.one_of(PageId::ALL)),
        3 => Request::Answer(input.below(4)),
        4 => Request::DismissQuestion,
        5 => Request::DismissNotice,
        6 => Request::AskBeforeClosing,
        _ => Request::SelectTab(input.one_of(&[Tab::Analysis, Tab::Moves])),
    }
}

/// A change of the editor, or the game that it begins.
fn editor(state: &mut AppState, input: &mut Input<'_>) -> Option<Request> {
    let editor = state.editor_mut()?;
    match input.below(10) {
        0 | 1 => editor.put(input.square(), input.piece()),
        2 => editor.move_piece(input.square(), input.square()),
        3 => {
            let color = input.one_of(&Color::ALL);
            editor.change(|setup| setup.turn = color);
        }
        4 => {
            let right = input.below(6);
            editor.change(|setup| setup.castling_rights ^= 1 << right);
        }
        5 => {
            let number = input.below(256) as u16 * 257;
            editor.change(|setup| setup.fullmove = number);
        }
        6 => editor.change_variant(input.variant()),
        7 => editor.set_text(input.text()),
        8 if input.is_true() => editor.start(),
        8 => editor.clear(),
        _ => {
            let new = editor.new_game(input.one_of(&Mode::ALL))?;
            return Some(Request::Begin(Box::new(new)));
        }
    }
    None
}

/// No request that writes a file.
fn games(input: &mut Input<'_>) -> Request {
    match input.below(6) {
        0 => Request::NewGameOf(input.variant().id.clone()),
        1 => Request::Open,
        2 => Request::OpenPath("/no-such-folder/game".into()),
        3 => Request::OpenExample(input.below(8)),
        4 => Request::SaveAs,
        _ => Request::SaveAsPgn,
    }
}

/// Filters or marks the games of a file, or opens the marked one. The list is not drawn while a
/// question is open.
fn use_list(state: &mut AppState, input: &mut Input<'_>) {
    let files = &mut state.pages.game_files;
    let Some(list) = files.list.as_mut().filter(|_| state.question.is_none()) else { return };
    match input.below(3) {
        0 => list.set_filter(input.text()),
        1 => list.rows.mark(input.below(9)),
        _ => files.open_marked(&mut state.session),
    }
}

fn change_of_settings(state: &AppState, input: &mut Input<'_>) -> Request {
    let (number, sides) = (input.below(10), input.one_of(&Sides::ALL));
    let mut settings = state.session.settings.clone();
    match number {
        0 | 1 => return Request::ChooseSides(sides),
        2 | 3 => settings.sides = sides,
        4 => settings.reply = ReplyPace::AtOnce,
        5 => settings.warn_king = !settings.warn_king,
        6 => settings.animate = !settings.animate,
        7 => settings.coach = !settings.coach,
        8 => settings.resigns = !settings.resigns,
        _ => settings.engine.lines = input.one_of(&[1, 2, 9]),
    }
    Request::ChangeSettings(Box::new(settings))
}

/// A step in the walk through the errors, or a request about the task on the board.
fn learn(state: &mut AppState, input: &mut Input<'_>) -> Option<Request> {
    let choice = input.below(8);
    match (choice, state.learn_mut()) {
        (0 | 1, Some(learn)) => learn.begin_side(Color::ALL[choice]),
        (2, Some(learn)) => learn.give_hint(),
        (3, Some(learn)) => learn.show(),
        (4, Some(learn)) => learn.skip(),
        (5, _) => return Some(Request::NextTask),
        (6, _) => return Some(Request::LeaveTask),
        (7, _) => return Some(Request::AnalyseTask),
        _ => {}
    }
    None
}

/// A key of the lab, a change of one of its pages, or its request. No claims are measured: they take
/// seconds.
fn lab(state: &mut AppState, input: &mut Input<'_>) -> Option<Request> {
    const PAGES: [LabPageId; 5] = [
        LabPageId::Tree,
        LabPageId::Compare,
        LabPageId::Lessons,
        LabPageId::Exercises,
        LabPageId::Printed,
    ];
    const KEYS: [LabKey; 12] = [
        LabKey::Back,
        LabKey::Forward,
        LabKey::Start,
        LabKey::End,
        LabKey::Parent,
        LabKey::Child,
        LabKey::Play,
        LabKey::NextCutoff,
        LabKey::AddChild,
        LabKey::Delete,
        LabKey::Undo,
        LabKey::Redo,
    ];
    let number = input.below(256);
    let pages = &mut state.lab.pages;
    match input.below(12) {
        0 => return Some(Request::ShowLabPage(input.one_of(&PAGES))),
        1 => pages.lessons.go_to(number),
        2 => pages.lessons.show(),
        3 => return Some(Request::RecordTree(Box::new(pages.lessons.tree_order()))),
        4 => match input.below(6) {
            0 => pages.printed.open(number),
            1 => drop(pages.printed.pick(number)),
            2 => pages.printed.hinted = true,
            3 => pages.printed.show(),
            4 => pages.printed.run(),
            _ => return pages.printed.tree_order().map(|order| Request::RecordTree(order.into())),
        },
        5 => match (input.below(3), pages.compare.chosen.get_mut(number)) {
            (0, Some(chosen)) => *chosen = !*chosen,
            (1, _) => pages.compare.depth = 2,
            _ => pages.compare.stop(),
        },
        6 => exercise(&mut pages.exercises, &state.session.lists, input, number),
        7 | 8 => tree(&mut pages.tree, input, number),
        _ => return Some(Request::Lab(input.one_of(&KEYS))),
    }
    None
}

/// A change of the tree page or of its editor.
fn tree(page: &mut TreePage, input: &mut Input<'_>, number: usize) {
    match input.below(12) {
        0 => page.record_here(),
        1 => page.stop(),
        2 => page.code_hidden = !page.code_hidden,
        3 => page.setup.by_engine = true,
        4 => page.setup.depth = 2,
        5 => {
            page.setup.root_is_max = false;
            page.editor.set_root(false);
        }
        6 => {
            page.setup.text = input.text();
            page.follow_text();
        }
        7 => page.select(number),
        8 => page.toggle_fold(number),
        9 => page.step_to(number),
        10 => page.stepper.set_speed(number, 0),
        _ => page.open_editor(),
    }
}

/// A change of an exercise with three moves at each node, three plies deep.
fn exercise(page: &mut ExercisesPage, lists: &KeptLists, input: &mut Input<'_>, number: usize) {
    let path = (0..number % 4).map(|_| Branch(1 + input.below(3) as u16)).collect();
    match input.below(13) {
        0 => page.seed = (number % 3).to_string(),
        1 => page.begins = true,
        2 => drop(page.show(lists, number % 4)),
        3 => page.show_task(lists, number % 7),
        4 => page.set_bound(lists, true, &input.text()),
        5 => page.set_bound(lists, false, &input.text()),
        6 => page.select_next(),
        7 => page.mark_line(lists, number),
        8 => page.clear(lists),
        9 => page.check(lists),
        10 => page.rename(lists, &input.text()),
        11 => page.take_hint(lists),
        _ => page.click(lists, path),
    }
}

/// The invariants after every action. The `known` game was checked before it.
fn check_state(state: &AppState, known: Option<&Game>, now_ms: u64) {
    let session = &state.session;
    check_changes(&session.game, known);
    assert!(session.typed.len() < 40, "typed letters pile up");
    assert!(session.requests.is_empty(), "a request was not carried out");
    if let Some(question) = &state.question {
        assert!(!question.choices.is_empty(), "a question without an answer");
    }
    if let Some(clock) = &session.clock {
        clock.left_ms(now_ms);
    }
    session.window_title();
    state.may_move();
    state.may_review();
    check_undo(&session.edits, &session.game);
}

/// Checks that undo and redo give sound games, and that redo reverses undo.
fn check_undo(history: &EditHistory, game: &Game) {
    let (mut history, mut changed) = (history.clone(), game.clone());
    if history.undo(&mut changed).is_some() {
        check_changes(&changed, Some(game));
        assert!(history.redo(&mut changed).is_some(), "an undone edit cannot be redone");
        check_changes(&changed, Some(game));
        check_same_contents(&changed, game, "redo does not reverse undo");
    }
}

/// Checks that a game survives saving and loading.
fn check_save(game: &Game) {
    let text = to_ron(game);
    let read = from_ron(text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(contents(&read), contents(game), "{text}");
    assert_eq!(to_ron(&read), text);
}
