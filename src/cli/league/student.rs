//! The games of a student as results, faults, time and blunders, without the programs of other students
//! and their words.

use std::collections::BTreeMap;

use super::{
    entrants::Entrant,
    reviews::{Reviews, loser},
};
use minnow_arena::{
    league::{FoundBlunder, League},
    tournament::{
        GameNumber, GameRecord, StandingRow, Standings, TournamentPlan, end, report::game_of_record,
    },
};
use minnow_game::NodeId;
use minnow_rules::{Color, Move, Position, Variant};

/// The kinds of faults: the reason of the game's end, and the word for several.
pub(super) const FAULT_KINDS: [(&str, &str); 5] = [
    (end::CRASH, "crashes"),
    (end::ILLEGAL_MOVE, "illegal moves"),
    (end::TIME, "late moves"),
    (end::LIMIT, "limits exceeded"),
    (end::FORFEIT, "other faults"),
];

/// A student with the results of the games.
pub(super) struct StudentResults<'a> {
    pub entrant: &'a Entrant,
    /// The number in the plan; `None` if the program cannot play.
    pub player: Option<usize>,
    /// The row of the table, and its place from 1.
    pub standing: Option<(usize, &'a StandingRow)>,
    /// The student's games.
    pub records: Vec<GameRecord>,
    /// The faults that lost games, with all games that they lost in the same way.
    pub faults: Vec<Fault>,
    /// The number of games that were lost by each of the [`FAULT_KINDS`].
    pub fault_counts: [usize; FAULT_KINDS.len()],
    pub time: TimeUse,
    /// The first blunders of lost games.
    pub blunders: Vec<Blunder>,
    /// The lost games without a blunder that the review found.
    pub other_losses: Vec<GameNumber>,
}

/// A fault in a position.
pub(super) struct Fault {
    /// The reason of the end.
    pub reason: String,
    /// The sentence.
    pub sentence: String,
    /// The position in which it happened.
    pub position: Option<Position>,
    pub games: Vec<GameNumber>,
}

/// The time of a student's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeUse {
    pub moves: u64,
    pub total_ms: u64,
    pub longest_ms: u64,
}

/// A blunder in a game.
pub(super) struct Blunder {
    pub game: GameNumber,
    /// The position before it.
    pub position: Position,
    pub played: Move,
    pub better: Move,
    pub sentence: String,
}

impl<'a> StudentResults<'a> {
    pub(super) fn new(
        entrant: &'a Entrant,
        league: &League,
        standings: &'a Standings,
        reviews: &Reviews,
    ) -> StudentResults<'a> {
        let (plan, all) = (league.tournament().plan(), league.tournament().records());
        let names = plan.player_names();
        let player = names.iter().position(|name| *name == entrant.name);
        let player = player.filter(|_| entrant.player.is_ok());
        let is_own = |record: &&GameRecord| player.is_some_and(|own| record.players.contains(&own));
        let games: Vec<&GameRecord> = all.iter().filter(is_own).collect();
        let own = player.unwrap_or_default();
        let records: Vec<GameRecord> =
            games.iter().map(|game| own_view(plan, game, own, entrant)).collect();
        let standing = (1..).zip(&standings.rows).find(|(_, row)| Some(row.player) == player);
        let count = |(reason, _): (&str, &str)| {
            records.iter().filter(|game| is_fault_of(game, own) && game.reason == reason).count()
        };
        let (mut blunders, mut other_losses) = (Vec::new(), Vec::new());
        for record in games.into_iter().filter(|game| is_lost_by(game, own)) {
            let key = league.key(record);
            match reviews.blunder(&key).and_then(|found| blunder(plan, record, found)) {
                Some(blunder) => blunders.push(blunder),
                None if reviews.has(&key) => other_losses.push(record.number),
                None => {}
            }
        }
        StudentResults {
            entrant,
            player,
            standing,
            faults: faults(plan, &records, own),
            fault_counts: FAULT_KINDS.map(count),
            time: TimeUse::of(&records, own),
            records,
            blunders,
            other_losses,
        }
    }
}

fn is_fault_of(record: &GameRecord, player: usize) -> bool {
    record.faulty_player() == Some(player)
}

fn is_lost_by(record: &GameRecord, player: usize) -> bool {
    loser(record).is_some_and(|loser| record.players[loser.index()] == player)
}

/// The colour that makes a move of the players, from 0.
fn mover(record: &GameRecord, number: usize) -> Color {
    let start = Variant::by_id(&record.variant).map(|variant| Position::start(variant).turn());
    let first = start.unwrap_or(Color::White);
    let plies = record.opening.split_whitespace().count() + number;
    if plies.is_multiple_of(2) { first } else { !first }
}

/// A game as a student may see it: without what another student's program wrote about its search or at
/// its end, and without the path of the class.
fn own_view(
    plan: &TournamentPlan,
    record: &GameRecord,
    player: usize,
    entrant: &Entrant,
) -> GameRecord {
    let fault = record.fault.as_deref().filter(|_| is_fault_of(record, player));
    let mut own = record.clone();
    own.fault = fault.map(|sentence| entrant.without_path(sentence));
    let is_hidden = |color: Color| {
        let mover = record.players[color.index()];
        mover != player && plan.players[mover].program().is_some()
    };
    for (number, made) in own.moves.iter_mut().enumerate() {
        if is_hidden(mover(record, number)) {
            (made.score, made.depth, made.nodes) = (None, 0, 0);
        }
    }
    own
}

/// The faults of a player in the order of their first games.
fn faults(plan: &TournamentPlan, records: &[GameRecord], player: usize) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    for record in records.iter().filter(|record| is_fault_of(record, player)) {
        let sentence = record.fault.clone().unwrap_or_default();
        let position = game_of_record(plan, record).map(|game| *game.position());
        let fen = position.as_ref().map_or_else(String::new, Position::fen);
        let place = *places.entry((sentence.clone(), fen)).or_insert_with(|| {
            let (reason, games) = (record.reason.clone(), Vec::new());
            faults.push(Fault { reason, sentence, position, games });
            faults.len() - 1
        });
        faults[place].games.push(record.number);
    }
    faults
}

impl TimeUse {
    /// The time of a player's moves in its games.
    fn of(records: &[GameRecord], player: usize) -> TimeUse {
        let mut time = TimeUse::default();
        for record in records {
            for (number, made) in record.moves.iter().enumerate() {
                if record.players[mover(record, number).index()] == player {
                    time.moves += 1;
                    time.total_ms += made.ms;
                    time.longest_ms = time.longest_ms.max(made.ms);
                }
            }
        }
        time
    }
}

/// A blunder that the review found, with its position.
fn blunder(plan: &TournamentPlan, record: &GameRecord, found: &FoundBlunder) -> Option<Blunder> {
    let game = game_of_record(plan, record)?;
    let node = game.continuation(NodeId::ROOT).nth(found.ply as usize)?;
    let node = game.node(node)?;
    let position = *game.node(node.parent()?)?.position();
    let better = position.parse_move(&found.better).ok()?;
    let (played, sentence) = (node.played()?, found.sentence.clone());
    Some(Blunder { game: record.number, position, played, better, sentence })
}
