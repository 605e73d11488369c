//! The user's rating: which games count, and the strength that match me picks from them.

use std::fmt;

use super::{Effect, KeptListName, Session, WallTime};
use minnow_game::{
    GameEnd, Player, UncountedReason, level_text,
    results::{CountedGame, RatingReset, ResultEntry, UserOutcome},
};
use minnow_rules::Color;
use minnow_study::analysis::BoardStanding;

/// Why the game on the board does not count for the user's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncountedGame {
    /// It does not begin from the board's start.
    OtherStart,
    OwnLimits,
    /// It is against a program of others.
    Program,
    /// It is over a network.
    Remote,
    /// By a hint or the coach.
    Helped,
    /// Something that happened in the game.
    Noted(UncountedReason),
}

impl UncountedGame {
    /// True if it follows from the choices for the game, and not from what has happened in it.
    pub fn is_of_choices(self) -> bool {
        use UncountedGame::{OtherStart, OwnLimits, Program, Remote};
        matches!(self, OtherStart | OwnLimits | Program | Remote)
    }
}

impl fmt::Display for UncountedGame {
    /// The end of a sentence: `you took help`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UncountedGame::OtherStart => "it did not begin from the usual start",
            UncountedGame::Helped => "you took help",
            UncountedGame::OwnLimits => "limits of your own have no rating",
            UncountedGame::Program => "programs have no rating",
            UncountedGame::Remote => "games over a network have no rating",
            UncountedGame::Noted(UncountedReason::TakeBack) => "a move was taken back",
            UncountedGame::Noted(UncountedReason::Analysis) => "the engine analysed it",
            UncountedGame::Noted(UncountedReason::OpponentChanged) => "the opponent was changed",
            UncountedGame::Noted(UncountedReason::Foreign) => {
                "its first moves were not played here"
            }
        })
    }
}

/// The human's side and the computer's strength in a game of one human.
struct RatedSides {
    user: Color,
    /// In hundredths of a level; `None` with limits set by hand, of a program and of a player on a server.
    strength: Option<u16>,
}

impl Session {
    /// Notes that the running game of the user against a level or match me does not count. Only the first
    /// reason is kept.
    pub fn note_uncounted(&mut self, reason: UncountedReason) {
        let goes_on = self.end().is_none();
        let header = &mut self.game.header;
        let has_level =
            |player: &Player| matches!(player, Player::Computer(known) if known.level.is_some());
        let is_rated =
            header.players.contains(&Player::Human) && header.players.iter().any(has_level);
        if goes_on && is_rated && header.uncounted.is_none() {
            header.uncounted = Some(reason);
            self.keep_game();
        }
    }

    fn rated_sides(&self) -> Option<RatedSides> {
        let user = Color::ALL.into_iter().find(|color| self.player(*color) == Player::Human)?;
        match self.player(!user) {
            Player::Computer(computer) => Some(RatedSides { user, strength: computer.strength() }),
            Player::Program | Player::Remote => Some(RatedSides { user, strength: None }),
            Player::Human | Player::Unknown => None,
        }
    }

    /// The side of the human who plays against the computer, a program or a player on a server, or has
    /// played.
    pub fn user(&self) -> Option<Color> {
        self.rated_sides().map(|sides| sides.user)
    }

    /// Why the game on the board does not count; `None` if it counts or has no single human.
    pub fn why_uncounted(&self) -> Option<UncountedGame> {
        let sides = self.rated_sides()?;
        let other = (!self.game.is_from_normal_start()).then_some(UncountedGame::OtherStart);
        let own = sides.strength.is_none().then_some(match self.player(!sides.user) {
            Player::Program => UncountedGame::Program,
            Player::Remote => UncountedGame::Remote,
            _ => UncountedGame::OwnLimits,
        });
        let helped = self.game.header.is_helped().then_some(UncountedGame::Helped);
        let noted = self.game.header.uncounted.map(UncountedGame::Noted);
        other.or(own).or(helped).or(noted)
    }

    /// True if an earlier end of the game on the board counts already.
    pub fn has_counted(&self) -> bool {
        self.archive_place.id.as_ref().is_some_and(|id| self.lists.results.has(id))
    }

    /// Adds the game that has ended to the results, if it counts, and reports on a game against
    /// match me.
    pub(super) fn count_result(&mut self) {
        let Some(sides) = self.rated_sides() else { return };
        let is_matched =
            self.settings.uses_match() && sides.strength == Some(self.settings.matched);
        if let Some(reason) = self.why_uncounted() {
            if is_matched {
                self.info(format!("This game does not count for your rating: {reason}."));
            }
            return;
        }
        let Some(game) = self.counted_game(&sides, is_matched) else { return };
        if self.lists.results.has(&game.id) {
            return;
        }
        self.lists.results.add(ResultEntry::Game(game));
        self.effects.push(Effect::KeepList(KeptListName::Results));
        if is_matched {
            let standing = self.standing();
            let (rating, pick) = (standing.rating, standing.pick(self.settings.aim));
            let next = level_text(pick.strength.hundredths());
            self.info(format!(
                "Your rating is about {:.0} \u{b1} {:.0}. The next opponent: level {next}.",
                rating.elo,
                rating.bound(),
            ));
        }
    }

    fn counted_game(&self, sides: &RatedSides, is_matched: bool) -> Option<CountedGame> {
        let end = self.end().filter(|end| !matches!(end, GameEnd::Recorded(_)))?;
        Some(CountedGame {
            id: self.archive_place.id.clone()?,
            ended: WallTime::now().stamp(),
            variant: self.variant().id.clone(),
            strength: sides.strength?,
            outcome: UserOutcome::of(end.winner(), sides.user),
            aim_percent: is_matched.then_some(self.settings.matched_aim.percent()),
        })
    }

    /// The user's standing on the board of the game.
    pub fn standing(&self) -> BoardStanding {
        BoardStanding::new(&self.lists.results, self.variant())
    }

    /// Lets match me pick the opponent of the game on the board.
    pub fn pick_opponent(&mut self) {
        if !self.settings.uses_match() {
            return;
        }
        let aim = self.settings.aim;
        let picked = (self.standing().pick(aim).strength.hundredths(), aim);
        if picked != (self.settings.matched, self.settings.matched_aim) {
            (self.settings.matched, self.settings.matched_aim) = picked;
            self.effects.push(Effect::KeepSettings);
        }
    }

    /// Begins the user's rating on this board anew. The games stay in the archive.
    pub fn reset_rating(&mut self) {
        let (at, variant) = (WallTime::now().stamp(), self.variant().id.clone());
        self.lists.results.add(ResultEntry::Reset(RatingReset { at, variant }));
        self.effects.push(Effect::KeepList(KeptListName::Results));
        if self.game.is_empty() {
            self.pick_opponent();
        }
    }
}
