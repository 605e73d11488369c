//! Grades one program: builds it, gives it trees, and lets it play.

use std::{path::Path, time::Duration};

use super::{
    Failure, GAME_STAGE, Grading, StageTrees,
    record::{GradeRecord, StageMark, fingerprint},
    student_name,
};
use minnow_arena::{BotGameEnd, Player, PlayerKind, play_bot_game};
use minnow_base::files::plain_reason;
use minnow_external::{ProgramEntry, ProgramLimits, ProgramPlayer, TurnLimits};
use minnow_lab::project::PROJECT_STAGES;
use minnow_rules::{Color, Variant, counted, excerpt};
use minnow_runner::{BotFile, Launch, RunFault, RunLimits};

/// The points of a stage of trees.
const TREE_POINTS: u32 = 10;

/// The opponents in the games; the program meets each with both colours.
const OPPONENTS: [PlayerKind; 3] = [PlayerKind::Random, PlayerKind::Level(1), PlayerKind::Level(2)];

/// The points of a game that the program wins. A game that ends with a fault of the program has none.
const WIN_POINTS: u32 = 5;
/// Those of a draw.
const DRAW_POINTS: u32 = 3;
/// Those of a game that the program loses by the rules.
const LOSS_POINTS: u32 = 2;

/// The points of a program without a mistake.
pub(super) const MOST_POINTS: u32 =
    TREE_POINTS * PROJECT_STAGES.len() as u32 + WIN_POINTS * 2 * OPPONENTS.len() as u32;

/// The limits of a build.
const BUILD_LIMITS: RunLimits = RunLimits {
    time: Duration::from_secs(120),
    memory_bytes: 4 << 30,
    output_bytes: 512 << 20,
    processes: 64,
};

impl Grading {
    /// The marks of the program in a folder. A stage that an earlier run has graded is not run again.
    ///
    /// # Errors
    ///
    /// A [`Failure`] of the marks' file; what is wrong with the program is a remark.
    pub(super) fn grade(&self, folder: &Path) -> Result<GradeRecord, Failure> {
        let bot = match BotFile::read(folder) {
            Ok(bot) => bot,
            Err(problem) => return Ok(GradeRecord::failed(problem.to_string())),
        };
        let name = student_name(folder);
        let path = self.out.as_ref().map(|out| out.join(format!("{name}.ron")));
        let kept = path.as_deref().map_or(Ok(None), GradeRecord::load)?;
        let current = fingerprint(folder, &self.settings).ok();
        let mut record = match kept.filter(|kept| current == Some(kept.fingerprint)) {
            Some(kept) => kept,
            None => self.built(folder, &bot),
        };
        let is_open = |record: &GradeRecord, id: &str| {
            record.problem.is_none() && record.stages.iter().all(|mark| mark.id != id)
        };
        let save = |record: &GradeRecord| path.as_deref().map_or(Ok(()), |path| record.save(path));
        let concealed = &self.concealed;
        let launch =
            Launch { hidden: concealed, limits: self.limits, ..Launch::new(&bot.run, folder) };
        save(&record)?;
        for stage in &self.stages {
            if is_open(&record, stage.id) {
                let is_played = bot.plays.iter().any(|id| id == stage.id);
                let mark = if is_played {
                    self.mark_trees(&launch, stage)
                } else {
                    StageMark::new(stage.id)
                };
                record.stages.push(mark);
                save(&record)?;
            }
        }
        if is_open(&record, GAME_STAGE) {
            record.stages.push(self.mark_games(folder, &bot)?);
            save(&record)?;
        }
        Ok(record)
    }

    /// A new record, after the program's build.
    fn built(&self, folder: &Path, bot: &BotFile) -> GradeRecord {
        let launch = Launch {
            writes_folder: true,
            hidden: &self.concealed,
            limits: BUILD_LIMITS,
            ..Launch::new(&bot.build, folder)
        };
        if !bot.build.is_empty()
            && let Err(fault) = self.runner.run(&launch, "")
        {
            return GradeRecord::failed(format!("the build failed: {fault}"));
        }
        let is_known = |id: &&String| {
            Variant::by_id(id).is_some() || self.stages.iter().any(|stage| stage.id == id.as_str())
        };
        if let Some(id) = bot.plays.iter().find(|id| !is_known(id)) {
            let id = excerpt(id);
            let problem = format!("\"plays\" has \"{id}\", which is neither a stage nor a board");
            return GradeRecord::failed(problem);
        }
        match fingerprint(folder, &self.settings) {
            Ok(fingerprint) => GradeRecord { fingerprint, ..GradeRecord::default() },
            Err(error) => GradeRecord::failed(plain_reason(&error)),
        }
    }

    /// A program that fails on a tree ends its stage, so that one that hangs costs one limit of time.
    fn mark_trees(&self, launch: &Launch<'_>, stage: &StageTrees) -> StageMark {
        let mut mark = StageMark::new(stage.id);
        let (mut right, mut wrong_hidden) = (0, 0);
        let public = stage.public.iter().map(|task| (task, false));
        for (task, is_hidden) in public.chain(stage.hidden.iter().map(|task| (task, true))) {
            let output = match self.runner.run(launch, &task.input()) {
                Ok(output) => output,
                Err(mut fault) => {
                    let mut on = task.tree.to_string();
                    if is_hidden {
                        "a hidden tree".clone_into(&mut on);
                        // The program can write the tree there.
                        if let RunFault::Exit { errors, .. } = &mut fault {
                            errors.clear();
                        }
                    }
                    mark.remarks.push(format!("{fault}; no tree was tried after {on}"));
                    break;
                }
            };
            match task.check(&output) {
                Ok(()) => right += 1,
                Err(_) if is_hidden => wrong_hidden += 1,
                // Later trees mostly show the same mistake.
                Err(difference) if mark.remarks.is_empty() => {
                    mark.remarks.push(format!("{}: {difference}", task.tree));
                }
                Err(_) => {}
            }
        }
        if wrong_hidden > 0 {
            let trees = counted(wrong_hidden, "hidden tree", "hidden trees");
            mark.remarks.push(format!("{trees} wrong"));
        }
        let trees = (stage.public.len() + stage.hidden.len()).max(1) as u32;
        mark.points = TREE_POINTS * right / trees;
        mark
    }

    /// A program that crashes or hangs in a game ends the stage, too.
    fn mark_games(&self, folder: &Path, bot: &BotFile) -> Result<StageMark, Failure> {
        let mut mark = StageMark::new(GAME_STAGE);
        if !bot.plays.iter().any(|id| id == GAME_STAGE) {
            return Ok(mark);
        }
        let variant = Variant::default_variant();
        let entry = ProgramEntry::of_bot(folder, bot);
        let limits = ProgramLimits { run: self.limits, ..ProgramLimits::default() };
        let movetime_ms = u64::try_from(self.limits.time.as_millis()).ok();
        let turn = TurnLimits { movetime_ms, ..TurnLimits::default() };
        let start = || {
            ProgramPlayer::start_without(&self.runner, &entry, variant, &limits, &self.concealed)
        };
        let games = OPPONENTS.into_iter().flat_map(|kind| Color::ALL.map(|color| (kind, color)));
        for ((kind, color), seed) in games.zip(1..) {
            let player = match start() {
                Ok(player) => player,
                Err(fault) => {
                    mark.remarks.push(fault.to_string());
                    break;
                }
            };
            let mut opponent = Player::new(kind, variant, seed);
            let end = play_bot_game(variant, player, color, turn, &mut opponent)
                .map_err(|error| Failure::Fault(error.to_string()))?;
            match end {
                BotGameEnd::Finished(game) => {
                    mark.points += match game.winner {
                        Some(winner) if winner == color => WIN_POINTS,
                        Some(_) => LOSS_POINTS,
                        None => DRAW_POINTS,
                    };
                }
                BotGameEnd::Forfeit(fault) => {
                    mark.remarks.push(format!("{color} against {kind}: {fault}"));
                    if !fault.is_bad_move() {
                        break;
                    }
                }
            }
        }
        Ok(mark)
    }
}
