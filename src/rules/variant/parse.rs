//! Reading a variant file: RON, each entry a list of differences from a base.
//!
//! Entries are read field by field, so that every mistake can be reported with
//! the variant and the field it stands in.

use std::{collections::BTreeMap, fmt};

use ron::Value;
use serde::de::DeserializeOwned;

use super::{Castling, Stalemate, Variant};
use crate::rules::{Bitboard, Color, Role, Setup, Square};

/// Why a variant file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantError {
    /// Not RON at all, or not a list of structs: the text says where.
    Syntax(String),
    /// An entry without an id; counted from 1.
    NoId(usize),
    /// A field of a variant that is missing, unknown, of the wrong type or impossible.
    Field { variant: String, field: String, problem: String },
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariantError::Syntax(problem) => {
                write!(f, "the variant file is not readable: {problem}")
            }
            VariantError::NoId(entry) => write!(f, "entry {entry} of the variant file has no id"),
            VariantError::Field { variant, field, problem } => {
                write!(f, "variant \"{variant}\", field \"{field}\": {problem}")
            }
        }
    }
}

impl std::error::Error for VariantError {}

/// Fields of one entry after its base has been filled in.
type Fields = BTreeMap<String, Value>;

/// Reads a variant file: a RON list of structs, each with an `id`, perhaps a `base` defined above
/// it, and the fields that differ from that base. Positions are set up to prove each start.
pub fn parse_variants(text: &str) -> Result<Vec<Variant>, VariantError> {
    let entries: Vec<Value> =
        ron::from_str(text).map_err(|e| VariantError::Syntax(e.to_string()))?;
    let mut known: BTreeMap<String, Fields> = BTreeMap::new();
    let mut variants = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        let mut own = fields_of(entry).ok_or(VariantError::NoId(number + 1))?;
        let id = match own.remove("id") {
            Some(Value::String(id)) if !id.is_empty() => id,
            _ => return Err(VariantError::NoId(number + 1)),
        };
        let fields = with_base(&id, own, &known)?;
        if known.insert(id.clone(), fields.clone()).is_some() {
            return Err(problem(&id, "id", "is used twice"));
        }
        variants.push(Entry { id, fields }.into_variant()?);
    }
    Ok(variants)
}

fn problem(variant: &str, field: &str, problem: impl fmt::Display) -> VariantError {
    VariantError::Field {
        variant: variant.to_owned(),
        field: field.to_owned(),
        problem: problem.to_string(),
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

/// The entry's fields over those of its base, which must stand above it.
fn with_base(
    id: &str,
    mut own: Fields,
    known: &BTreeMap<String, Fields>,
) -> Result<Fields, VariantError> {
    let mut fields = match own.remove("base") {
        None => Fields::new(),
        Some(Value::String(base)) => known
            .get(&base)
            .cloned()
            .ok_or_else(|| problem(id, "base", format!("\"{base}\" is not defined above it")))?,
        Some(_) => return Err(problem(id, "base", "must be the id of a variant in quotes")),
    };
    fields.extend(own);
    Ok(fields)
}

/// An entry on its way to a variant: fields are taken out one by one, and none may be left over.
struct Entry {
    id: String,
    fields: Fields,
}

impl Entry {
    fn error(&self, field: &str, text: impl fmt::Display) -> VariantError {
        problem(&self.id, field, text)
    }

    fn optional<T: DeserializeOwned>(&mut self, field: &str) -> Result<Option<T>, VariantError> {
        match self.fields.remove(field) {
            None => Ok(None),
            Some(value) => value.into_rust().map(Some).map_err(|e| self.error(field, e)),
        }
    }

    fn required<T: DeserializeOwned>(&mut self, field: &str) -> Result<T, VariantError> {
        self.optional(field)?.ok_or_else(|| self.error(field, "is missing"))
    }

    /// A limit that `0` switches off.
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
                Err(self
                    .error("stalemate", format!("\"{other}\" is neither \"Draw\" nor \"Loss\"")))
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
                    && !roles.contains(&Role::King) =>
            {
                Ok(roles)
            }
            _ => {
                Err(self.error("promotions", format!("\"{letters}\" is not made of Q, R, B and N")))
            }
        }
    }

    fn castlings(&mut self, board: Bitboard) -> Result<Vec<Castling>, VariantError> {
        let texts: Vec<String> = self.required("castling")?;
        if texts.len() > 4 {
            return Err(self.error("castling", "has more than four entries"));
        }
        texts.iter().map(|text| self.castling(text, board)).collect()
    }

    /// One castling, such as `Q e1c1 a1d1`: the right's letter, the king's way, the rook's way.
    fn castling(&self, text: &str, board: Bitboard) -> Result<Castling, VariantError> {
        let refuse = || {
            let form =
                "is not of the form \"Q e1c1 a1d1\" (right, king's way, rook's way, one rank)";
            self.error("castling", format!("\"{text}\" {form}"))
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [right, king, rook] = words.as_slice() else { return Err(refuse()) };
        let letter = match *right {
            "K" | "Q" | "k" | "q" => right.chars().next().ok_or_else(refuse)?,
            _ => return Err(refuse()),
        };
        let way = |squares: &str| -> Option<(Square, Square)> {
            let from: Square = squares.get(0..2)?.parse().ok()?;
            let to: Square = squares.get(2..)?.parse().ok()?;
            (board.contains(from) && board.contains(to) && from.rank() == to.rank())
                .then_some((from, to))
        };
        let (king_from, king_to) = way(king).ok_or_else(refuse)?;
        let (rook_from, rook_to) = way(rook).ok_or_else(refuse)?;
        if king_from.rank() != rook_from.rank() || king_from == rook_from || king_to == rook_to {
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
            return Err(self.error(unknown, "is not a field of a variant"));
        }
        if variant.en_passant && !variant.double_step {
            return Err(self.error("en_passant", "needs double_step"));
        }
        self.check_start(&mut variant)?;
        Ok(variant)
    }

    /// Reads the start and derives the roles; the start must be a position that can be played.
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
        setup.validate(variant).map_err(|e| self.error("start", e))
    }
}

fn kept_rights(castlings: &[Castling]) -> [u8; 64] {
    let mut kept = [0xff; 64];
    for (right, castling) in castlings.iter().enumerate() {
        kept[castling.king_from.index()] &= !(1 << right);
        kept[castling.rook_from.index()] &= !(1 << right);
    }
    kept
}
