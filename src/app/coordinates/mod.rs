//! The coordinates trainer: runs of thirty seconds in which the user names the square that is marked,
//! finds the square that is named, or plays the move that is named.

mod questions;
#[cfg(test)]
mod tests;
mod view;

use super::{
    session::{
        Effect, KeptListName, RUN_REST_MS, RUN_STEP_MS, Session, Sound, TrainingBoard, Wake,
        WallTime,
    },
    ui::board::PositionPicture,
};
use minnow_engine::Random;
use minnow_game::{
    Game,
    coordinates::{CoordinatesExercise, CoordinatesRun},
};
use minnow_rules::{Color, Move, Position, Square, Variant, san};
use questions::{random_move, random_position, random_square};

/// The length of a run.
const RUN_MS: u64 = 30_000;

/// The trainer: its choices and its run.
#[derive(Debug)]
pub struct Coordinates {
    board: TrainingBoard,
    exercise: CoordinatesExercise,
    /// The side to look from; `None` draws it for each run.
    side: Option<Color>,
    random: Random,
    stage: Stage,
    /// The answers that are not judged yet.
    answers: Vec<Answer>,
    /// The end of the last run.
    result: Option<RunResult>,
}

#[derive(Debug)]
enum Stage {
    /// The user may begin a run.
    Ready,
    Running(Run),
    /// A run has just ended.
    Resting {
        until_ms: u64,
    },
}

/// The thing that a question asks for, and the answer of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Square(Square),
    Move(Move),
}

impl Answer {
    /// `b3`, or the name of a move of the position.
    fn name(self, position: &Position) -> String {
        match self {
            Answer::Square(square) => square.to_string(),
            Answer::Move(mv) => san(position, mv),
        }
    }
}

#[derive(Debug)]
struct Run {
    ends_ms: u64,
    wanted: Answer,
    score: Score,
    /// The verdict on the last answer.
    verdict: Option<Verdict>,
    parts: NameParts,
}

/// The right and the wrong answers of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    right: u32,
    errors: u32,
}

#[derive(Debug, PartialEq, Eq)]
struct Verdict {
    is_right: bool,
    text: String,
}

/// The parts of a square's name that were typed or pressed, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct NameParts {
    file: Option<u8>,
    rank: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RunResult {
    score: Score,
    /// True if no earlier run of the exercise on this board was as good.
    is_best: bool,
}

impl Coordinates {
    pub fn new(session: &mut Session, variant: &'static Variant) -> Coordinates {
        Coordinates {
            random: Random(session.task_seed()),
            board: TrainingBoard::new(session, Game::new(variant)),
            exercise: CoordinatesExercise::Name,
            side: Some(Color::White),
            stage: Stage::Ready,
            answers: Vec::new(),
            result: None,
        }
    }

    pub fn board(&self) -> &TrainingBoard {
        &self.board
    }

    /// True if a run can begin.
    pub fn can_start(&self) -> bool {
        matches!(self.stage, Stage::Ready)
    }

    fn run(&self) -> Option<&Run> {
        match &self.stage {
            Stage::Running(run) => Some(run),
            Stage::Ready | Stage::Resting { .. } => None,
        }
    }

    /// True if the user is to play a move.
    pub fn is_open(&self) -> bool {
        self.run().is_some_and(|run| matches!(run.wanted, Answer::Move(_)))
    }

    /// Marks the square to name, and hides the coordinates while they are the answer.
    pub fn mark(&self, picture: &mut PositionPicture) {
        if let Some(Run { wanted: Answer::Square(square), .. }) = self.run() {
            picture.look.marks.coordinates = false;
            picture.marked = Some(*square).filter(|_| self.exercise == CoordinatesExercise::Name);
        }
    }

    /// Begins a run, unless one is under way or has just ended.
    pub fn start(&mut self, session: &mut Session, now_ms: u64) {
        if !self.can_start() {
            return;
        }
        let side = self.side.unwrap_or_else(|| Color::ALL[self.random.below(2)]);
        session.flipped = side == Color::Black;
        session.notice = None;
        let variant = self.board.game.variant();
        let position = match self.exercise {
            CoordinatesExercise::Name | CoordinatesExercise::Find => Position::start(variant),
            CoordinatesExercise::Play => random_position(variant, &mut self.random),
        };
        self.board = TrainingBoard::new(session, Game::from_position(position));
        self.result = None;
        if let Some(wanted) = self.next_question(session, None) {
            self.stage = Stage::Running(Run {
                ends_ms: now_ms + RUN_MS,
                wanted,
                score: Score::default(),
                verdict: None,
                parts: NameParts::default(),
            });
        }
    }

    /// Ends the run before its time; it does not count.
    fn stop(&mut self) {
        self.stage = Stage::Ready;
        self.answers.clear();
    }

    /// The question after the `last` one. A game that is over gives way to another position.
    fn next_question(&mut self, session: &mut Session, last: Option<Square>) -> Option<Answer> {
        let variant = self.board.game.variant();
        if self.exercise != CoordinatesExercise::Play {
            return Some(Answer::Square(random_square(variant, last, &mut self.random)));
        }
        if self.board.game.outcome().is_some() {
            let position = random_position(variant, &mut self.random);
            self.board = TrainingBoard::new(session, Game::from_position(position));
        }
        random_move(self.board.game.position(), &mut self.random).map(Answer::Move)
    }

    /// Takes in a square that the user pressed on the board.
    pub fn press(&mut self, square: Square) {
        if self.exercise == CoordinatesExercise::Find && self.run().is_some() {
            self.answers.push(Answer::Square(square));
        }
    }

    /// Takes in typed letters and digits of a square's name.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.bytes().map(|letter| letter.to_ascii_lowercase()) {
            match letter {
                b'a'..=b'h' => self.take_part(NameParts { file: Some(letter - b'a'), rank: None }),
                b'1'..=b'8' => self.take_part(NameParts { file: None, rank: Some(letter - b'1') }),
                _ => {}
            }
        }
    }

    /// Takes in a part of a square's name, in place of the same part before. File and rank together
    /// are an answer.
    fn take_part(&mut self, part: NameParts) {
        let variant = self.board.game.variant();
        let Stage::Running(run) = &mut self.stage else { return };
        if self.exercise != CoordinatesExercise::Name {
            return;
        }
        let file = part.file.filter(|file| *file < variant.files).or(run.parts.file);
        let rank = part.rank.filter(|rank| *rank < variant.ranks).or(run.parts.rank);
        run.parts = NameParts { file, rank };
        if let (Some(file), Some(rank)) = (file, rank) {
            run.parts = NameParts::default();
            self.answers.push(Answer::Square(Square::new(file, rank)));
        }
    }

    /// Takes in the user's move.
    pub fn answer_on_board(&mut self, session: &mut Session, mv: Move, now_ms: u64) {
        if self.is_open() {
            self.answers.push(Answer::Move(mv));
            self.tick(session, now_ms);
        }
    }

    /// Judges the answers that came in time, and ends the run and the rest after it. Returns the time of
    /// the next call.
    pub fn tick(&mut self, session: &mut Session, now_ms: u64) -> Wake {
        let ends_ms = match &self.stage {
            Stage::Ready => return None,
            Stage::Running(run) => run.ends_ms,
            Stage::Resting { until_ms } => *until_ms,
        };
        if now_ms >= ends_ms {
            self.end_stage(session, now_ms);
        } else {
            for answer in std::mem::take(&mut self.answers) {
                self.judge(session, answer);
            }
        }
        match &self.stage {
            Stage::Ready => None,
            Stage::Running(run) => Some(run.ends_ms.min(now_ms + RUN_STEP_MS)),
            Stage::Resting { until_ms } => Some(*until_ms),
        }
    }

    fn end_stage(&mut self, session: &mut Session, now_ms: u64) {
        self.answers.clear();
        if let Stage::Running(run) = std::mem::replace(&mut self.stage, Stage::Ready) {
            self.stage = Stage::Resting { until_ms: now_ms + RUN_REST_MS };
            let is_best = self.keep_record(session, run.score);
            self.result = Some(RunResult { score: run.score, is_best });
            session.sound(Sound::End);
        }
    }

    /// Counts an answer. After a right one the next question follows; a wrong one may be tried again.
    fn judge(&mut self, session: &mut Session, answer: Answer) {
        let Stage::Running(run) = &mut self.stage else { return };
        let is_right = answer == run.wanted;
        let name = answer.name(self.board.game.position());
        let text = format!("{name} is {}.", if is_right { "right" } else { "wrong" });
        run.verdict = Some(Verdict { is_right, text });
        if !is_right {
            run.score.errors += 1;
            return session.sound(Sound::LowTime);
        }
        run.score.right += 1;
        let last = match answer {
            Answer::Square(square) => {
                session.sound(Sound::Move);
                Some(square)
            }
            Answer::Move(mv) => {
                self.board.play(session, mv);
                None
            }
        };
        let next = self.next_question(session, last);
        if let (Stage::Running(run), Some(next)) = (&mut self.stage, next) {
            run.wanted = next;
        }
    }

    /// Keeps a run that is better than those before. Returns true if it is.
    fn keep_record(&self, session: &mut Session, score: Score) -> bool {
        let run = CoordinatesRun {
            ended: WallTime::now().stamp(),
            variant: self.board.game.variant().id.clone(),
            exercise: self.exercise,
            right: score.right,
            errors: score.errors,
        };
        if run.right == 0 {
            return false;
        }
        session.lists.coordinates.add(run.clone());
        let is_best = session.lists.coordinates.best(&run.variant, run.exercise) == Some(&run);
        if is_best {
            session.effects.push(Effect::KeepList(KeptListName::Coordinates));
        }
        is_best
    }

    /// The question of the run, as a sentence.
    fn question_text(&self, wanted: Answer) -> String {
        let position = self.board.game.position();
        let name = wanted.name(position);
        match self.exercise {
            CoordinatesExercise::Name => "Name the marked square.".to_owned(),
            CoordinatesExercise::Find => format!("Find {name}."),
            CoordinatesExercise::Play => format!("{} plays {name}.", position.turn()),
        }
    }
}
