//! The form of a new tournament: its fields, and the plan that they make.

use minnow_arena::tournament::{
    LimitChoice, OpeningChoice, PlayerEntry, TournamentFormat, TournamentPlan,
};
use minnow_engine::LEVELS;
use minnow_external::ProgramEntry;
use minnow_rules::{Variant, builtin_variants};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormatKind {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
}

impl FormatKind {
    pub(super) const CHOICES: [(FormatKind, &str); 4] = [
        (FormatKind::RoundRobin, "Round robin"),
        (FormatKind::Gauntlet, "Gauntlet"),
        (FormatKind::Swiss, "Swiss"),
        (FormatKind::Knockout, "Knockout"),
    ];

    /// The text of the choice.
    pub(super) fn text(self) -> &'static str {
        let own = FormatKind::CHOICES.iter().find(|(format, _)| *format == self);
        own.map_or("", |(_, text)| text)
    }

    /// A sentence.
    pub(super) fn about(self) -> &'static str {
        match self {
            FormatKind::RoundRobin => "Every player meets every other one.",
            FormatKind::Gauntlet => "The first player meets all others.",
            FormatKind::Swiss => "Players with similar points meet in each round.",
            FormatKind::Knockout => "Who loses a match is out.",
        }
    }
}

/// The kind of limit on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LimitKind {
    MoveTime,
    Clock,
    Nodes,
    Depth,
}

impl LimitKind {
    pub(super) const CHOICES: [(LimitKind, &str); 4] = [
        (LimitKind::MoveTime, "Time"),
        (LimitKind::Clock, "Clock"),
        (LimitKind::Nodes, "Positions"),
        (LimitKind::Depth, "Depth"),
    ];
}

/// The fields.
#[derive(Clone, Debug)]
pub(super) struct TournamentForm {
    pub name: String,
    pub players: Vec<PlayerEntry>,
    pub boards: Vec<&'static Variant>,
    pub format: FormatKind,
    /// Of a Swiss tournament.
    pub rounds: u32,
    /// The pairs of games of a pairing on each board.
    pub pairs: u32,
    /// True if games start from openings that a search calls even.
    pub starts_even: bool,
    pub limit: LimitKind,
    pub move_time_s: f64,
    pub base_min: f64,
    pub increment_s: f64,
    pub nodes: u64,
    pub depth: u32,
    pub concurrency: u16,
}

impl Default for TournamentForm {
    fn default() -> TournamentForm {
        TournamentForm {
            name: String::new(),
            players: Vec::new(),
            boards: Vec::new(),
            format: FormatKind::RoundRobin,
            rounds: 5,
            pairs: 1,
            starts_even: true,
            limit: LimitKind::MoveTime,
            move_time_s: 1.0,
            base_min: 1.0,
            increment_s: 0.5,
            nodes: 10_000,
            depth: 6,
            concurrency: 1,
        }
    }
}

impl TournamentForm {
    /// The request for a missing choice, as a sentence; `None` if the form is complete.
    pub(super) fn lack(&self) -> Option<&'static str> {
        if self.players.len() < 2 {
            Some("Choose at least two players.")
        } else if self.boards.is_empty() {
            Some("Choose at least one board.")
        } else {
            None
        }
    }

    /// The plan that begins at a time, which tells tournaments without a name of their own apart.
    pub(super) fn plan(&self, begins: &str) -> TournamentPlan {
        let name = match self.name.trim() {
            "" => format!("{}, {begins}", self.format.text()),
            name => name.to_owned(),
        };
        let openings =
            if self.starts_even { OpeningChoice::default() } else { OpeningChoice::Start };
        TournamentPlan {
            name,
            format: match self.format {
                FormatKind::RoundRobin => TournamentFormat::RoundRobin,
                FormatKind::Gauntlet => TournamentFormat::Gauntlet,
                FormatKind::Swiss => TournamentFormat::Swiss { rounds: self.rounds },
                FormatKind::Knockout => TournamentFormat::Knockout,
            },
            variants: self.boards.iter().map(|variant| variant.id.clone()).collect(),
            games: 2 * self.pairs,
            openings,
            limits: self.limits(),
            concurrency: self.concurrency,
            ..TournamentPlan::of_players(self.players.clone())
        }
    }

    fn limits(&self) -> LimitChoice {
        let ms = |seconds: f64| (seconds * 1_000.0).round() as u64;
        match self.limit {
            LimitKind::MoveTime => LimitChoice::MoveTime(ms(self.move_time_s)),
            LimitKind::Clock => LimitChoice::Clock {
                base_ms: ms(60.0 * self.base_min),
                increment_ms: ms(self.increment_s),
            },
            LimitKind::Nodes => LimitChoice::Nodes(self.nodes),
            LimitKind::Depth => LimitChoice::Depth(self.depth),
        }
    }
}

/// The players that can be added to the chosen ones: levels, random moves, and the user's programs.
pub(super) fn other_players(
    chosen: &[PlayerEntry],
    programs: &[&ProgramEntry],
) -> Vec<PlayerEntry> {
    let levels = LEVELS.iter().map(|level| PlayerEntry::Level(level.number));
    let programs = programs.iter().map(|entry| PlayerEntry::Program((*entry).clone()));
    let all = levels.chain([PlayerEntry::Random]).chain(programs);
    let is_chosen = |entry: &PlayerEntry| chosen.iter().any(|one| one.name() == entry.name());
    all.filter(|entry| !is_chosen(entry)).collect()
}

/// The boards that can be added to the chosen ones.
pub(super) fn other_boards(chosen: &[&'static Variant]) -> Vec<&'static Variant> {
    builtin_variants().iter().filter(|variant| !chosen.contains(variant)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> TournamentForm {
        TournamentForm {
            players: vec![PlayerEntry::Level(2), PlayerEntry::Random],
            boards: vec![Variant::by_id("gardner").unwrap()],
            ..TournamentForm::default()
        }
    }

    #[test]
    fn the_fields_make_the_plan() {
        let begins = "2026.11.22 18:22";
        let plan = form().plan(begins);
        assert_eq!((plan.name.as_str(), plan.games), ("Round robin, 2026.11.22 18:22", 2));
        assert_eq!(plan.variants, ["gardner"]);
        assert_eq!(plan.limits, LimitChoice::MoveTime(1_000));
        let clock = TournamentForm {
            name: " Cup ".to_owned(),
            limit: LimitKind::Clock,
            base_min: 0.25,
            increment_s: 0.05,
            pairs: 3,
            format: FormatKind::Swiss,
            ..form()
        };
        let plan = clock.plan(begins);
        assert_eq!((plan.name.as_str(), plan.games), ("Cup", 6));
        assert_eq!(plan.limits, LimitChoice::Clock { base_ms: 15_000, increment_ms: 50 });
        assert_eq!(plan.format, TournamentFormat::Swiss { rounds: 5 });
    }

    #[test]
    fn what_is_chosen_is_not_offered_again() {
        let form = form();
        let entry = ProgramEntry::of_command("Random", &["./random".to_owned()]);
        let sjaak = ProgramEntry::of_command("Sjaak", &["sjaakii".to_owned()]);
        let others = other_players(&form.players, &[&entry, &sjaak]);
        let names: Vec<String> = others.iter().map(PlayerEntry::name).collect();
        assert_eq!(names.len(), LEVELS.len(), "{names:?}");
        assert!(!names.contains(&"Level 2".to_owned()) && names.contains(&"Sjaak".to_owned()));
        assert_eq!(other_boards(&form.boards).len(), builtin_variants().len() - 1);
        assert_eq!(form.lack(), None);
        let none = TournamentForm { boards: Vec::new(), ..form.clone() };
        assert_eq!(none.lack(), Some("Choose at least one board."));
    }
}
