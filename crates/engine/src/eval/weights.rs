//! The weights of the weighted evaluation: their names, and the files of `assets/weights/`.
//!
//! Every weight has a number, and belongs to the group of one term. Some boards have a file of
//! their own; all others share one.

use std::{collections::BTreeMap, fmt, ops::RangeInclusive, sync::LazyLock};

use serde::Deserialize;
use thiserror::Error;

use super::pair::Pair;
use minnow_rules::{Bitboard, Role, Square, Variant, excerpt_of_error};

/// The weights of one term: one for each role, rank, count and so on.
pub(super) struct WeightGroup {
    pub name: &'static str,
    pub size: usize,
    /// Explains the weights in the file.
    pub about: &'static str,
}

const fn group(name: &'static str, size: usize, about: &'static str) -> WeightGroup {
    WeightGroup { name, size, about }
}

/// On every board the ranks from the own side to the far side are mapped to this many steps.
pub(super) const RANK_STEPS: usize = 6;
/// Distances of a file from the nearer edge: 0, 1, and 2 or more.
pub(super) const FILE_STEPS: usize = 3;
/// Attack units against a king are counted up to this number minus 1.
pub(super) const DANGER_STEPS: usize = 32;

/// The groups in the order of their numbers.
pub(super) const GROUPS: [WeightGroup; 46] = [
    group("material", 6, "pawn to king"),
    group("bishop_step", 1, "extra value of a bishop that may step to a neighbour square"),
    group("bishop_pair", 1, "two bishops, where bishops keep to their colour"),
    group("pawn_rank", RANK_STEPS, "by rank, the own side's first to its last"),
    group("knight_rank", RANK_STEPS, ""),
    group("bishop_rank", RANK_STEPS, ""),
    group("rook_rank", RANK_STEPS, ""),
    group("queen_rank", RANK_STEPS, ""),
    group("king_rank", RANK_STEPS, ""),
    group("pawn_file", FILE_STEPS, "by the file's distance from the nearer edge"),
    group("knight_file", FILE_STEPS, ""),
    group("bishop_file", FILE_STEPS, ""),
    group("rook_file", FILE_STEPS, ""),
    group("queen_file", FILE_STEPS, ""),
    group("king_file", FILE_STEPS, ""),
    group("knight_mobility", 9, "by the number of squares that no enemy pawn attacks"),
    group("bishop_mobility", 14, ""),
    group("rook_mobility", 11, ""),
    group("queen_mobility", 20, ""),
    group("rook_open_file", 1, "a rook on a file without pawns"),
    group("rook_half_open_file", 1, "a rook on a file without own pawns"),
    group("pawn_passed", 6, "a passed pawn, by ranks to go less one"),
    group(
        "passed_blocked",
        6,
        "a passed pawn with an occupied square ahead, by ranks to go less one",
    ),
    group("passed_supported", 1, "a passed pawn that a pawn defends"),
    group("passed_own_king", 1, "for each step from the own king to the square ahead of it"),
    group("passed_enemy_king", 1, "for each step from the enemy king to that square"),
    group(
        "passed_uncatchable",
        1,
        "a passed pawn that no king can catch, if the enemy has pawns only",
    ),
    group("pawn_doubled", 1, "a pawn behind another own pawn"),
    group("pawn_isolated", 1, "a pawn without own pawns on the neighbouring files"),
    group("pawn_supported", 1, "a pawn that a pawn defends"),
    group("pawn_phalanx", 1, "a pawn with another at its right side"),
    group("pawn_free", 1, "a pawn with an empty square ahead"),
    group("king_shield", 1, "an own pawn ahead of the king, beside it or not"),
    group("king_open_file", 1, "a file without own pawns at or beside the king"),
    group("king_danger", DANGER_STEPS, "by attack units against the enemy king"),
    group("king_moves", 9, "by the number of squares the king may go to"),
    group("few_moves", 8, "a side with king and pawns only, by its moves, up to 7"),
    group("king_alone", 1, "the enemy has no piece besides the king"),
    group("king_hunt", 1, "for each step between the kings where the enemy has no other piece"),
    group("pawn_threat", 5, "an enemy piece that a pawn attacks, pawn to queen"),
    group("minor_threat", 2, "an enemy rook, queen that a knight or bishop attacks"),
    group("rook_threat", 1, "an enemy queen that a rook attacks"),
    group("hanging", 4, "an attacked, undefended enemy pawn, piece; each without, with the move"),
    group("control", 1, "a square that only the own side attacks"),
    group("room", 1, "a square behind own pawns that no enemy pawn attacks"),
    group("tempo", 1, "for the side to move"),
];

/// The number of weights in all groups.
pub const TERMS: usize = start_of("");
/// The number of weights with one more for each role and square, for boards with piece-square
/// weights of their own.
pub const FEATURES: usize = TERMS + 6 * 64;

/// The number of a group's first weight; for an empty name the number after the last weight.
pub(super) const fn start_of(name: &str) -> usize {
    let (mut at, mut start) = (0, 0);
    while at < GROUPS.len() && !is_same(GROUPS[at].name.as_bytes(), name.as_bytes()) {
        start += GROUPS[at].size;
        at += 1;
    }
    assert!(at < GROUPS.len() || name.is_empty(), "there is no such group of weights");
    start
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The number of the weight of a role on a square, as its side sees the board.
#[inline]
pub(super) const fn square_feature(role: Role, square: Square) -> usize {
    TERMS + role.index() * 64 + square.index()
}

/// The reason why a file of weights is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The text is not RON, or has a missing, unknown or mistyped field.
    #[error("the weights are not readable: {}", excerpt_of_error(.0))]
    Syntax(#[from] ron::error::SpannedError),
    /// The file lacks a group of weights.
    #[error("weights \"{name}\": they are missing")]
    Missing {
        /// The group's name.
        name: &'static str,
    },
    /// A group has another number of pairs than the program.
    #[error("weights \"{name}\": {found} pairs instead of {expected}")]
    Count {
        /// The group's name.
        name: &'static str,
        /// The pairs in the file.
        found: usize,
        /// The pairs that the group needs.
        expected: usize,
    },
    /// The program has no group of this name.
    #[error("weights \"{name}\": there is no such term")]
    Unknown {
        /// The name in the file.
        name: String,
    },
    /// More squares than a board has, or more than six roles.
    #[error("the squares of role {0} are not up to eight rows of eight")]
    Squares(usize),
    /// With this number sums would overflow.
    #[error("{place}: {value} is not from {} to {}", range.start(), range.end())]
    OutOfRange {
        /// Where the number stands.
        place: WeightPlace,
        /// The number as read.
        value: i32,
        /// The values allowed there.
        range: RangeInclusive<i32>,
    },
}

/// The place of a number in a file of weights. Pairs count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightPlace {
    Phase(Role),
    LimitFadePlies,
    Term { name: &'static str, pair: usize },
    Square { role: Role, square: Square },
}

impl fmt::Display for WeightPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightPlace::Phase(role) => write!(f, "phase of the {}", role.name()),
            WeightPlace::LimitFadePlies => write!(f, "limit_fade_plies"),
            WeightPlace::Term { name, pair } => write!(f, "weights \"{name}\", pair {pair}"),
            WeightPlace::Square { role, square } => {
                write!(f, "squares of the {}, {square}", role.name())
            }
        }
    }
}

/// Weights in centipawns. A board of 36 squares has at most 36 pieces with five weights each,
/// and the other terms are counted less than 600 times: their sum, times a phase of at most 36
/// times the largest below, stays within 32 bits.
const WEIGHTS_CP: RangeInclusive<i32> = -2_000..=2_000;
const PHASES: RangeInclusive<i32> = 0..=20;
const FADE_PLIES: RangeInclusive<i32> = 1..=200;

fn within(value: i32, range: RangeInclusive<i32>, place: WeightPlace) -> Result<i32, WeightsError> {
    if range.contains(&value) {
        Ok(value)
    } else {
        Err(WeightsError::OutOfRange { place, value, range })
    }
}

fn pair_within(middle: i32, end: i32, place: WeightPlace) -> Result<Pair, WeightsError> {
    let value = |value| within(value, WEIGHTS_CP, place);
    Ok(Pair::new(value(middle)?, value(end)?))
}

/// The content of a file: pairs are middle game and end game, in centipawns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    phase: [i32; 6],
    limit_fade_plies: i32,
    terms: BTreeMap<String, Vec<(i32, i32)>>,
    /// For each role, pawn to king: rows from the own side's first rank, each from the a file.
    #[serde(default)]
    squares: Vec<Vec<Vec<(i32, i32)>>>,
}

/// All weights of one evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalWeights {
    /// Each role's weight in the game phase, pawn to king.
    pub phase: [i32; 6],
    /// The weighted evaluation fades to a draw over the last plies before a move limit: this many.
    pub limit_fade_plies: i32,
    /// [`FEATURES`] weights.
    pub values: Vec<Pair>,
    /// True if the piece-square weights are used.
    pub has_squares: bool,
}

impl EvalWeights {
    /// The weights of the variant.
    pub fn of(variant: &Variant) -> &'static EvalWeights {
        let own = OWN.iter().find(|(id, _)| *id == variant.id);
        own.map_or(&SHARED, |(_, weights)| weights)
    }

    /// Multiplies the weights of a group by a factor in percent.
    pub fn scale_group(&mut self, name: &str, percent: i32) {
        let start = start_of(name);
        let size = GROUPS.iter().find(|group| group.name == name).map_or(0, |group| group.size);
        self.values[start..start + size]
            .iter_mut()
            .for_each(|value| *value = value.scaled(percent));
    }

    /// Multiplies the material value of a role by a factor in percent.
    pub fn scale_material(&mut self, role: Role, percent: i32) {
        let value = &mut self.values[start_of("material") + role.index()];
        *value = value.scaled(percent);
    }

    /// These weights less others: an evaluation with them gives the difference of both evaluations,
    /// because it is linear in the weights.
    pub fn minus(mut self, others: &EvalWeights) -> EvalWeights {
        self.values.iter_mut().zip(&others.values).for_each(|(value, other)| *value -= *other);
        self
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if the text is no RON, terms are missing, unknown or have another size, or
    /// a number is out of range.
    pub fn parse(text: &str) -> Result<EvalWeights, WeightsError> {
        let file: WeightsFile = ron::from_str(text)?;
        let mut values = Vec::with_capacity(FEATURES);
        for group in &GROUPS {
            let (name, expected) = (group.name, group.size);
            let pairs = file.terms.get(name).ok_or(WeightsError::Missing { name })?;
            if pairs.len() != expected {
                return Err(WeightsError::Count { name, found: pairs.len(), expected });
            }
            for ((middle, end), pair) in pairs.iter().zip(1..) {
                values.push(pair_within(*middle, *end, WeightPlace::Term { name, pair })?);
            }
        }
        if let Some(name) = file.terms.keys().find(|name| GROUPS.iter().all(|g| g.name != **name)) {
            return Err(WeightsError::Unknown { name: name.clone() });
        }
        values.resize(FEATURES, Pair::default());
        for (number, rows) in file.squares.iter().enumerate() {
            let role = Role::ALL.get(number).ok_or(WeightsError::Squares(number))?;
            if rows.len() > 8 || rows.iter().any(|row| row.len() > 8) {
                return Err(WeightsError::Squares(number));
            }
            for (rank, row) in rows.iter().enumerate() {
                for (file, (middle, end)) in row.iter().enumerate() {
                    let square = Square::new(file as u8, rank as u8);
                    let place = WeightPlace::Square { role: *role, square };
                    values[square_feature(*role, square)] = pair_within(*middle, *end, place)?;
                }
            }
        }
        for (phase, role) in file.phase.into_iter().zip(Role::ALL) {
            within(phase, PHASES, WeightPlace::Phase(role))?;
        }
        Ok(EvalWeights {
            phase: file.phase,
            limit_fade_plies: within(
                file.limit_fade_plies,
                FADE_PLIES,
                WeightPlace::LimitFadePlies,
            )?,
            values,
            has_squares: !file.squares.is_empty(),
        })
    }

    /// The file that [`EvalWeights::parse`] reads back, with the squares of this board and `about` as
    /// its heading.
    pub fn to_ron(&self, about: &str, board: Bitboard) -> String {
        let pair = |value: &Pair| format!("({}, {})", value.middle(), value.end());
        let list = |values: &[Pair]| values.iter().map(pair).collect::<Vec<_>>().join(", ");
        let mut text: String = about.lines().map(|line| format!("// {line}\n")).collect();
        let phase = self.phase.map(|weight| weight.to_string()).join(", ");
        text += &format!("(\n    phase: ({phase}),\n");
        text += &format!("    limit_fade_plies: {},\n    terms: {{\n", self.limit_fade_plies);
        let mut at = 0;
        for group in &GROUPS {
            if !group.about.is_empty() {
                text += &format!("        // {}\n", group.about);
            }
            let values = list(&self.values[at..at + group.size]);
            text += &format!("        \"{}\": [{values}],\n", group.name);
            at += group.size;
        }
        text += "    },\n";
        if self.has_squares {
            text += "    squares: [\n";
            for role in Role::ALL {
                text += &format!("        // {}\n        [\n", role.name());
                for rank in 0..8 {
                    let row = board & Bitboard::rank(rank);
                    let values: Vec<Pair> = row
                        .into_iter()
                        .map(|square| self.values[square_feature(role, square)])
                        .collect();
                    if !values.is_empty() {
                        text += &format!("            [{}],\n", list(&values));
                    }
                }
                text += "        ],\n";
            }
            text += "    ],\n";
        }
        text + ")\n"
    }
}

fn built_in(text: &str) -> EvalWeights {
    match EvalWeights::parse(text) {
        Ok(weights) => weights,
        Err(error) => unreachable!("a test parses the built-in weights: {error}"),
    }
}

static SHARED: LazyLock<EvalWeights> =
    LazyLock::new(|| built_in(include_str!("../../../../assets/weights/shared.ron")));

/// The weights of boards with a file of their own, by the variant's id.
static OWN: LazyLock<[(&str, EvalWeights); 4]> = LazyLock::new(|| {
    [
        ("minichess", include_str!("../../../../assets/weights/minichess.ron")),
        ("gardner", include_str!("../../../../assets/weights/gardner.ron")),
        ("losalamos", include_str!("../../../../assets/weights/losalamos.ron")),
        ("chessattack", include_str!("../../../../assets/weights/chessattack.ron")),
    ]
    .map(|(id, text)| (id, built_in(text)))
});

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::builtin_variants;

    #[test]
    fn written_weights_read_back_equal() {
        for variant in builtin_variants() {
            let mut weights = EvalWeights::of(variant).clone();
            let king_on_a1 = square_feature(Role::King, Square::new(0, 0));
            weights.values[0] = Pair::new(-7, 900);
            weights.values[king_on_a1] = Pair::new(3, -2);
            weights.has_squares = true;
            let text = weights.to_ron("A heading\nof two lines", variant.board());
            assert_eq!(EvalWeights::parse(&text).unwrap(), weights, "{}", variant.id);
        }
    }

    #[test]
    fn errors_name_the_wrong_term() {
        let text = EvalWeights::of(Variant::default_variant()).to_ron("", Bitboard::EMPTY);
        let problem = |text: &str| EvalWeights::parse(text).unwrap_err().to_string();
        let renamed = text.replace("\"tempo\"", "\"temper\"");
        assert_eq!(problem(&renamed), "weights \"tempo\": they are missing");
        let more = text.replace("\"tempo\": [", "\"tempo\": [(1, 2), ");
        assert_eq!(problem(&more), "weights \"tempo\": 2 pairs instead of 1");
        let unknown = text.replace("\"tempo\":", "\"temper\": [], \"tempo\":");
        assert_eq!(problem(&unknown), "weights \"temper\": there is no such term");
        assert!(problem("(phase: 1)").starts_with("the weights are not readable: "));
    }

    #[test]
    fn numbers_out_of_range_have_their_place() {
        let variant = Variant::default_variant();
        let mut weights = EvalWeights::of(variant).clone();
        weights.has_squares = true;
        let good = weights.to_ron("", variant.board());
        assert_eq!(EvalWeights::parse(&good).as_ref(), Ok(&weights));
        let problem = |change: &dyn Fn(&mut EvalWeights)| {
            let mut changed = weights.clone();
            change(&mut changed);
            EvalWeights::parse(&changed.to_ron("", variant.board())).unwrap_err().to_string()
        };
        assert_eq!(problem(&|w| w.phase[4] = 21), "phase of the queen: 21 is not from 0 to 20");
        assert_eq!(
            problem(&|w| w.limit_fade_plies = 0),
            "limit_fade_plies: 0 is not from 1 to 200"
        );
        let knight = start_of("material") + 1;
        assert_eq!(
            problem(&|w| w.values[knight] = Pair::new(0, i32::MIN)),
            "weights \"material\", pair 2: -2147483648 is not from -2000 to 2000"
        );
        let square = square_feature(Role::King, Square::new(1, 2));
        assert_eq!(
            problem(&|w| w.values[square] = Pair::new(2_001, 0)),
            "squares of the king, b3: 2001 is not from -2000 to 2000"
        );
    }

    #[test]
    fn variants_without_a_file_share_weights() {
        let of = |id| EvalWeights::of(Variant::by_id(id).unwrap());
        assert!(std::ptr::eq(of("minichess2006"), of("diana")));
        assert!(!std::ptr::eq(of("minichess"), of("gardner")));
    }
}
