//! Reading a variant file: RON, each entry a list of differences from a base.
//!
//! Entries are read field by field, so that every error names the variant and
//! the field that it is about.

use std::collections::BTreeMap;

use ron::Value;
use serde::de::DeserializeOwned;

use super::{Castling, Stalemate, Variant};
use crate::{Bitboard, Color, FenError, Role, Setup, Square, excerpt, excerpt_of_error};

/// Why a variant file was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// Not RON at all, or not a list of structs; the source has line and column.
    #[error("the variant file is not readable: {}", excerpt_of_error(.0))]
    Syntax(#[source] ron::error::SpannedError),
    /// An entry without an id; entries count from 1.
    #[error("entry {0} of the variant file has no id")]
    NoId(usize),
    /// A field of an entry is missing, unknown or wrong.
    #[error("variant \"{variant}\", field \"{field}\": {problem}")]
    Field {
        /// The id of the entry, cut to 60 characters.
        variant: String,
        /// The field's name, cut to 60 characters.
        field: String,
        /// The fault of the field.
        #[source]
        problem: VariantFieldError,
    },
}

/// A fault in a field of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantFieldError {
    /// Neither the entry nor its bases have the field.
    #[error("is missing")]
    Missing,
    /// No variant has a field of this name.
    #[error("is not a field of a variant")]
    Unknown,
    /// The value has another type than the field.
    #[error("{}", excerpt_of_error(.0))]
    Type(#[from] ron::Error),
    /// The value has the right type, but is impossible; the text is the reason.
    #[error("{0}")]
    Impossible(String),
    /// The start position cannot be set up.
    #[error(transparent)]
    Start(#[from] FenError),
}

impl From<&str> for VariantFieldError {
    fn from(text: &str) -> VariantFieldError {
        VariantFieldError::Impossible(text.to_owned())
    }
}

impl From<String> for VariantFieldError {
    fn from(text: String) -> VariantFieldError {
        VariantFieldError::Impossible(text)
    }
}

/// The fields of an entry, those of its base included.
type Fields = BTreeMap<String, Value>;

/// Reads a variant file: a RON list of structs. Each has an `id`, optionally a `base` that stands
/// above it, and the fields that differ from that base.
///
/// # Errors
///
/// Returns a [`VariantError`] if the text is not such a list, if a field is missing, unknown or
/// impossible, or if a start position is not playable.
pub fn parse_variants(text: &str) -> Result<Vec<Variant>, VariantError> {
    let entries: Vec<Value> = ron::from_str(text).map_err(VariantError::Syntax)?;
    let mut known: BTreeMap<String, Fields> = BTreeMap::new();
    let mut variants = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        let mut own = fields_of(entry).ok_or(VariantError::NoId(number + 1))?;
        let id = match own.remove("id") {
            Some(Value::String(id)) if !id.is_empty() => id,
            _ => return Err(VariantError::NoId(number + 1)),
        };
        if !id.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit()) {
            return Err(problem(&id, "id", "is not made of lower-case letters and digits"));
        }
        let fields = with_base(&id, own, &known)?;
        if known.insert(id.clone(), fields.clone()).is_some() {
            return Err(problem(&id, "id", "is used twice"));
        }
        variants.push(VariantEntry { id, fields }.into_variant()?);
    }
    Ok(variants)
}

fn problem(variant: &str, field: &str, problem: impl Into<VariantFieldError>) -> VariantError {
    VariantError::Field {
        variant: excerpt(variant),
        field: excerpt(field),
        problem: problem.into(),
    }
}

fn fields_of(entry: Value) -> Option<Fields> {
    let Value::Map(map) = entry else { return None };
    map.into_iter()
        .map(|(key, value)| match key {
            Value::String(key) => Some((key, value)),
            _ => None,
        })
        .collect()
}

/// The fields of the base, which must stand above the entry, overwritten by the entry's own.
fn with_base(
    id: &str,
    mut own: Fields,
    known: &BTreeMap<String, Fields>,
) -> Result<Fields, VariantError> {
    let mut fields = match own.remove("base") {
        None => Fields::new(),
        Some(Value::String(base)) => known.get(&base).cloned().ok_or_else(|| {
            problem(id, "base", format!("\"{}\" is not defined above it", excerpt(&base)))
        })?,
        Some(_) => return Err(problem(id, "base", "must be the id of a variant in quotes")),
    };
    fields.extend(own);
    Ok(fields)
}

/// An entry that is being read. Reading a field removes it, so that what remains is unknown.
struct VariantEntry {
    id: String,
    fields: Fields,
}

impl VariantEntry {
    fn error(&self, field: &str, error: impl Into<VariantFieldError>) -> VariantError {
        problem(&self.id, field, error)
    }

    fn optional<T: DeserializeOwned>(&mut self, field: &str) -> Result<Option<T>, VariantError> {
        match self.fields.remove(field) {
            None => Ok(None),
            Some(value) => value.into_rust().map(Some).map_err(|e| self.error(field, e)),
        }
    }

    fn required<T: DeserializeOwned>(&mut self, field: &str) -> Result<T, VariantError> {
        self.optional(field)?.ok_or_else(|| self.error(field, VariantFieldError::Missing))
    }

    /// A limit; 0 means none.
    fn limit(&mut self, field: &str) -> Result<Option<u16>, VariantError> {
        Ok(Some(self.required::<u16>(field)?).filter(|limit| *limit > 0))
    }

    fn size(&mut self, field: &str) -> Result<u8, VariantError> {
        let size = self.required::<u8>(field)?;
        if !(3..=8).contains(&size) {
            return Err(self.error(field, format!("{size} is not between 3 and 8")));
        }
        Ok(size)
    }

    fn stalemate(&mut self) -> Result<Stalemate, VariantError> {
        match self.required::<String>("stalemate")?.as_str() {
            "Draw" => Ok(Stalemate::Draw),
            "Loss" => Ok(Stalemate::Loss),
            other => {
                let problem = format!("\"{}\" is neither \"Draw\" nor \"Loss\"", excerpt(other));
                Err(self.error("stalemate", problem))
            }
        }
    }

    fn promotions(&mut self) -> Result<Vec<Role>, VariantError> {
        let letters: String = self.required("promotions")?;
        let roles: Option<Vec<Role>> = letters.chars().map(Role::from_letter).collect();
        match roles {
            Some(roles)
                if !roles.is_empty()
                    && !roles.contains(&Role::Pawn)
                    && !roles.contains(&Role::King)
                    && (1..roles.len()).all(|n| !roles[..n].contains(&roles[n])) =>
            {
                Ok(roles)
            }
            _ => Err(self.error(
                "promotions",
                format!("\"{}\" is not made of Q, R, B and N, each once", excerpt(&letters)),
            )),
        }
    }

    fn castlings(&mut self, board: Bitboard) -> Result<Vec<Castling>, VariantError> {
        let texts: Vec<String> = self.required("castling")?;
        if texts.len() > 4 {
            return Err(self.error("castling", "has more than four entries"));
        }
        let mut castlings: Vec<Castling> = Vec::new();
        for text in &texts {
            let new = self.castling(text, board)?;
            let rival = |old: &Castling| {
                old.color == new.color && (old.letter == new.letter || old.king_to == new.king_to)
            };
            if castlings.iter().any(rival) {
                let problem = format!("\"{}\" collides with another", excerpt(text));
                return Err(self.error("castling", problem));
            }
            castlings.push(new);
        }
        Ok(castlings)
    }

    /// One castling such as `Q e1c1 a1d1`: letter of the right, king's move, rook's move.
    fn castling(&self, text: &str, board: Bitboard) -> Result<Castling, VariantError> {
        let refuse = || {
            let form =
                "is not of the form \"Q e1c1 a1d1\" (right, king's way, rook's way, one rank)";
            self.error("castling", format!("\"{}\" {form}", excerpt(text)))
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [right, king, rook] = words.as_slice() else { return Err(refuse()) };
        let letter = match *right {
            "K" | "Q" | "k" | "q" => right.chars().next().ok_or_else(refuse)?,
            _ => return Err(refuse()),
        };
        let [king_from, king_to] = squares_of(king, board).ok_or_else(refuse)?;
        let [rook_from, rook_to] = squares_of(rook, board).ok_or_else(refuse)?;
        let apart = king_from != rook_from && king_to != rook_to && king_from != king_to;
        if king_from.rank() != rook_from.rank() || !apart {
            return Err(refuse());
        }
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Ok(Castling { color, letter, king_from, king_to, rook_from, rook_to })
    }

    fn into_variant(mut self) -> Result<Variant, VariantError> {
        let (files, ranks) = (self.size("files")?, self.size("ranks")?);
        let board: Bitboard = (0..ranks)
            .flat_map(|rank| (0..files).map(move |file| Square::new(file, rank)))
            .collect();
        let castlings = self.castlings(board)?;
        let mut variant = Variant {
            name: self.required("name")?,
            about: self.optional("about")?.unwrap_or_default(),
            known_result: self.optional("known_result")?.unwrap_or_default(),
            files,
            ranks,
            start_fen: self.required("start")?,
            bishop_step: self.required("bishop_step")?,
            king_capture: self.required("king_capture")?,
            stalemate: self.stalemate()?,
            move_limit: self.limit("move_limit")?,
            double_step: self.required("double_step")?,
            en_passant: self.required("en_passant")?,
            promotions: self.promotions()?,
            repetition: self.limit("repetition")?.map(|count| count.min(255) as u8),
            progress_limit: self.limit("progress_limit")?,
            bare_kings_draw: self.required("bare_kings_draw")?,
            roles: Vec::new(),
            board,
            kept_rights: kept_rights(&castlings),
            castlings,
            id: self.id.clone(),
        };
        if let Some(unknown) = self.fields.keys().next() {
            return Err(self.error(unknown, VariantFieldError::Unknown));
        }
        if variant.double_step && variant.ranks < 5 {
            return Err(self.error("double_step", "needs a board with at least 5 ranks"));
        }
        if variant.en_passant && !variant.double_step {
            return Err(self.error("en_passant", "needs double_step"));
        }
        self.check_start(&mut variant)?;
        Ok(variant)
    }

    /// Checks that the start position is playable, and derives the roles that can occur.
    fn check_start(&self, variant: &mut Variant) -> Result<(), VariantError> {
        variant.roles = Role::ALL.to_vec();
        let setup =
            Setup::from_fen(variant, &variant.start_fen).map_err(|e| self.error("start", e))?;
        let mut roles: Vec<Role> = variant.promotions.clone();
        roles.extend(setup.board.pieces().map(|(_, piece)| piece.role));
        roles.sort();
        roles.dedup();
        variant.roles = roles;
        variant.start_fen = setup.write_fen(variant);
        setup.validate(variant).map_err(|e| self.error("start", FenError::from(e)))
    }
}

/// The squares of a piece's move in castling, such as `e1c1`: on the board and on one rank.
fn squares_of(text: &str, board: Bitboard) -> Option<[Square; 2]> {
    let from: Square = text.get(0..2)?.parse().ok()?;
    let to: Square = text.get(2..)?.parse().ok()?;
    (board.contains(from) && board.contains(to) && from.rank() == to.rank()).then_some([from, to])
}

fn kept_rights(castlings: &[Castling]) -> [u8; 64] {
    let mut kept = [0xff; 64];
    for (right, castling) in castlings.iter().enumerate() {
        kept[castling.king_from.index()] &= !(1 << right);
        kept[castling.rook_from.index()] &= !(1 << right);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, perft};

    const OWN: &str = r#"[(
        id: "own", name: "Own", files: 5, ranks: 5, start: "r3k/2p2/5/2P2/R3K w Qq",
        bishop_step: false, king_capture: false, stalemate: "Draw", move_limit: 0,
        double_step: false, en_passant: false, castling: ["Q e1c1 a1d1", "q e5c5 a5d5"],
        promotions: "QN", repetition: 3, progress_limit: 50, bare_kings_draw: true,
    )]"#;

    /// The message for the file above with `from` replaced by `to`.
    fn message(from: &str, to: &str) -> String {
        assert!(OWN.contains(from), "{from}");
        parse_variants(&OWN.replacen(from, to, 1)).unwrap_err().to_string()
    }

    fn assert_field(from: &str, to: &str, field: &str, problem: &str) {
        let found = message(from, to);
        let start = format!("variant \"own\", field \"{field}\": ");
        assert!(found.starts_with(&start) && found.contains(problem), "{from} -> {to}: {found}");
    }

    #[test]
    fn messages_quote_the_start_of_long_values() {
        let long = "x".repeat(5_000);
        for text in [
            format!("[(id: \"own\", files: 6, ranks: \"{long}\")]"),
            format!("[(id: \"own\", files: \"{long}\")]"),
            format!("[\"{long}\" 1]"),
        ] {
            let message = parse_variants(&text).unwrap_err().to_string();
            assert!(message.chars().count() < 500, "{message}");
        }
    }

    #[test]
    fn new_variants_need_no_code() {
        let variants: &'static [Variant] = Box::leak(parse_variants(OWN).unwrap().into());
        let start = Position::start(&variants[0]);
        assert_eq!(start.fen(), "r3k/2p2/5/2P2/R3K w Qq - 0 1");
        // A pawn push, three king moves, seven rook moves, castling.
        assert_eq!(perft(&start, 1), 1 + 3 + 7 + 1);
        assert_eq!(start.parse_move("e1c1").map(|mv| start.move_text(mv)).unwrap(), "e1c1");
        assert!(perft(&start, 2) > 100);
    }

    #[test]
    fn errors_name_fields_of_the_wrong_type() {
        assert_field("files: 5,", "", "files", "is missing");
        assert_field("files: 5", "files: \"five\"", "files", "\"five\"");
        assert_field("files: 5", "files: 300", "files", "300");
        assert_field("ranks: 5", "ranks: 9", "ranks", "9 is not between 3 and 8");
        assert_field("name: \"Own\"", "name: 3", "name", "string");
        assert_field("bishop_step: false", "bishop_step: 1", "bishop_step", "boolean");
        assert_field("\"Draw\"", "\"draw\"", "stalemate", "\"draw\" is neither \"Draw\" nor");
        assert_field("files: 5", "files: 5, colour: 2", "colour", "is not a field of a variant");
    }

    #[test]
    fn errors_name_impossible_rules() {
        assert_field("\"QN\"", "\"QP\"", "promotions", "\"QP\" is not made of");
        assert_field("\"QN\"", "\"QQ\"", "promotions", "each once");
        assert_field("\"QN\"", "\"\"", "promotions", "is not made of");
        assert_field("en_passant: false", "en_passant: true", "en_passant", "double_step");
        for castling in ["Q e1c1", "X e1c1 a1d1", "Q e9c1 a1d1", "Q e1c2 a1d1", "Q e1e1 a1d1"] {
            assert_field("Q e1c1 a1d1", castling, "castling", castling);
        }
        assert_field("Q e1c1 a1d1\"", "Q e1c1 a1d1\", \"Q e1b1 a1c1\"", "castling", "collides");
        let low =
            OWN.replace("ranks: 5", "ranks: 4").replace("double_step: false", "double_step: true");
        let found = parse_variants(&low.replace("e5c5 a5d5", "e4c4 a4d4")).unwrap_err();
        assert!(found.to_string().contains("\"double_step\": needs a board with at least 5 ranks"));
    }

    #[test]
    fn unplayable_starts_are_refused() {
        assert_field("r3k/", "r4/", "start", "Black has no king");
        assert_field("r3k/", "r3k/5/", "start", "the FEN has 6 ranks");
        assert_field("w Qq", "w K", "start", "\"K\" is not a set of castling rights");
        assert_field("R3K w", "5K w", "start", "does not fill");
        assert_field("R3K w Qq", "1R2K w Qq", "start", "the castling right Q needs");
    }

    #[test]
    fn ids_are_unique_and_well_formed() {
        let twice = format!("{}, (id: \"own\", base: \"own\")]", OWN.trim_end_matches(']'));
        let found = parse_variants(&twice).unwrap_err().to_string();
        assert_eq!(found, "variant \"own\", field \"id\": is used twice");
        assert_eq!(message("id: \"own\",", ""), "entry 1 of the variant file has no id");
        assert!(message("id: \"own\"", "id: \"My own\"").contains("field \"id\": is not made of"));
        assert_field(
            "name:",
            "base: \"other\", name:",
            "base",
            "\"other\" is not defined above it",
        );
        assert_field("name:", "base: 4, name:", "base", "in quotes");
    }

    #[test]
    fn syntax_errors_name_their_place() {
        let open = parse_variants("[(id: \"own\"").unwrap_err().to_string();
        assert!(open.starts_with("the variant file is not readable: 1:"), "{open}");
        assert!(matches!(parse_variants("5"), Err(VariantError::Syntax(_))));
        assert_eq!(parse_variants("[5]").unwrap_err(), VariantError::NoId(1));
    }

    #[test]
    fn entries_inherit_the_fields_of_their_base() {
        let text = OWN.replace(")]", "), (id: \"other\", base: \"own\", name: \"Other\")]");
        let variants = parse_variants(&text).unwrap();
        assert_eq!((variants[1].id.as_str(), variants[1].name.as_str()), ("other", "Other"));
        assert_eq!(variants[1].start_fen, variants[0].start_fen);
        assert_eq!(variants[1].castlings, variants[0].castlings);
    }
}
