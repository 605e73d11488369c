//! Standard algebraic notation (SAN): writing and reading moves such as `Nxb4`.
//!
//! Writing is strict; reading is lenient about marks and spelling. The notation
//! of a move does not depend on the position's counters. Where a text names the
//! whole square of origin, [`Position::parse_move`] reads it first.

use super::castling::{castling_letter, castling_text};
use super::{Move, MoveKind, Position, Role, Square, excerpt, visible};

/// Why a move in algebraic notation was refused; each error quotes the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The text does not have the form of a move.
    #[error("\"{0}\" is not a move; moves are written like Nc3, axb4 or a2a3")]
    Unreadable(String),
    /// No allowed move fits the text.
    #[error("the move \"{0}\" is not allowed here")]
    Illegal(String),
    /// Several allowed moves fit; `candidates` is their standard notation.
    #[error("the move \"{text}\" may mean {}", candidates.join(" or "))]
    Ambiguous {
        /// The text as given, cut to 60 characters.
        text: String,
        /// Two moves or more, in the order of generation.
        candidates: Vec<String>,
    },
    /// The pawn may promote to several roles, and the text names none.
    #[error("the move \"{text}\" does not name the promotion; write {}", candidates.join(" or "))]
    MissingPromotion {
        /// The text as given, cut to 60 characters.
        text: String,
        /// The fitting moves in standard notation, one for each promotion.
        candidates: Vec<String>,
    },
}

/// The move in standard algebraic notation. `mv` must be legal in `position`.
///
/// `+` marks check, `#` marks mate and the capture of the king. In variants with king capture,
/// moves that leave the king en prise are legal and count for disambiguation, too.
///
/// ```
/// use minnow_rules::{Position, Variant, parse_san, san};
///
/// let variant = Variant::by_id("gardner").expect("a built-in variant");
/// let position = Position::from_fen(variant, "k4/5/5/5/N1N1K w")?;
/// let mv = parse_san(&position, "Na1-b3")?;
/// assert_eq!(san(&position, mv), "Nab3+");
/// assert_eq!(
///     parse_san(&position, "Nb3").unwrap_err().to_string(),
///     "the move \"Nb3\" may mean Nab3+ or Ncb3+"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn san(position: &Position, mv: Move) -> String {
    bare_san(position, mv) + threat_mark(position, mv)
}

/// The ways to write a move besides its standard notation.
///
/// ```
/// use minnow_rules::{Position, Variant, spellings};
///
/// let start = Position::start(Variant::default_variant());
/// let texts = spellings(&start, start.parse_move("b1c3")?);
/// assert!(["b1c3", "Nbc3", "Nb1-c3"].iter().all(|text| texts.iter().any(|known| known == text)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn spellings(position: &Position, mv: Move) -> Vec<String> {
    let piece = match position.moved(mv) {
        Role::Pawn => String::new(),
        role => role.letter().to_string(),
    };
    let (from, to) = (mv.from().to_string(), mv.to().to_string());
    let promotion = mv.promotion().map(|role| role.letter().to_string()).unwrap_or_default();
    let mut texts = vec![position.move_text(mv)];
    if mv.kind() == MoveKind::Castle {
        texts.extend(["O-O", "O-O-O", "0-0", "0-0-0"].map(str::to_owned));
    }
    for origin in ["", &from[..1], &from[1..], from.as_str()] {
        for sign in ["", "x", "-"] {
            let squares = format!("{origin}{sign}{to}");
            texts.push(format!("{piece}{squares}{promotion}"));
            texts.push(format!("{piece}{squares}={promotion}"));
            texts.push(format!("{squares}{}", promotion.to_lowercase()));
        }
    }
    texts
}

fn threat_mark(position: &Position, mv: Move) -> &'static str {
    if position.takes_king(mv) {
        return "#";
    }
    let next = position.play(mv);
    if !next.in_check() {
        return "";
    }
    // With king capture, the best defence is to take a king that the move left en prise.
    let lost = next.safe_moves().is_empty() && !next.is_attacked(position.turn());
    if lost { "#" } else { "+" }
}

/// The notation without `+` and `#`.
fn bare_san(position: &Position, mv: Move) -> String {
    if let Some(castling) = position.castling(mv) {
        return castling_text(castling).to_owned();
    }
    let role = position.moved(mv);
    let mut text = match role {
        Role::Pawn => String::new(),
        piece => piece.letter().to_string() + &origin(position, mv),
    };
    if position.captured(mv).is_some() {
        if role == Role::Pawn {
            text.push(file_letter(mv.from()));
        }
        text.push('x');
    }
    text += &mv.to().to_string();
    if let Some(role) = mv.promotion() {
        text.push('=');
        text.push(role.letter());
    }
    text
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// The part of the square of origin that distinguishes the move: nothing, file, rank or both.
fn origin(position: &Position, mv: Move) -> String {
    let from = mv.from();
    let role = position.moved(mv);
    let rivals: Vec<Square> = position
        .legal_moves()
        .into_iter()
        .filter(|other| {
            other.to() == mv.to() && other.from() != from && position.moved(*other) == role
        })
        .map(Move::from)
        .collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        file_letter(from).to_string()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        (from.rank() + 1).to_string()
    } else {
        from.to_string()
    }
}

/// Reads the [`visible`] text of a move in algebraic or coordinate notation.
///
/// It accepts missing or wrong `+` and `#`, marks such as `!?`, `e.p.`, zeros in castling, `Q` or
/// `(Q)` for `=Q`, a missing `x` and needless disambiguation. The promotion is optional if the
/// variant has only one.
///
/// # Errors
///
/// Returns a [`SanError`] that quotes the text if it is not a move, or if no legal move or several
/// legal moves fit.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, SanError> {
    let text = visible(text);
    let text = text.trim();
    let core = without_marks(text);
    if let Some(letter) = castling_letter(core, position.turn()) {
        let mut moves = position.legal_moves().into_iter();
        let castles =
            |mv: &Move| position.castling(*mv).is_some_and(|castling| castling.letter == letter);
        return moves.find(castles).ok_or_else(|| SanError::Illegal(excerpt(text)));
    }
    let pattern = SanPattern::read(core).ok_or_else(|| SanError::Unreadable(excerpt(text)))?;
    if let Some(coordinates) = pattern.coordinates()
        && let Ok(mv) = position.parse_move(&coordinates)
        && (!pattern.capture || position.captured(mv).is_some())
    {
        return Ok(mv);
    }
    let mut fitting: Vec<Move> =
        position.legal_moves().into_iter().filter(|mv| pattern.fits(position, *mv)).collect();
    if fitting.is_empty() {
        fitting
            .extend(position.legal_moves().into_iter().find(|mv| pattern.castles(position, *mv)));
    }
    choose(position, text, &pattern, &fitting)
}

/// The text without trailing `+`, `#`, `!`, `?` and `e.p.`.
pub(super) fn without_marks(text: &str) -> &str {
    let mut core = text;
    loop {
        let shorter = core.trim_end_matches(['+', '#', '!', '?', ' ']);
        let shorter =
            ["e.p.", "ep"].iter().find_map(|mark| shorter.strip_suffix(mark)).unwrap_or(shorter);
        if shorter.len() == core.len() {
            return core;
        }
        core = shorter;
    }
}

/// The only fitting move; an error if there is none or more than one.
fn choose(
    position: &Position,
    text: &str,
    pattern: &SanPattern,
    fitting: &[Move],
) -> Result<Move, SanError> {
    let candidates = || fitting.iter().map(|mv| san(position, *mv)).collect();
    match fitting {
        [] => Err(SanError::Illegal(excerpt(text))),
        [only] => Ok(*only),
        [first, others @ ..] => {
            let text = excerpt(text);
            let one_way = others.iter().all(|other| other.from() == first.from());
            Err(if pattern.promotion.is_none() && one_way {
                SanError::MissingPromotion { text, candidates: candidates() }
            } else {
                SanError::Ambiguous { text, candidates: candidates() }
            })
        }
    }
}

/// The parts of a move's text; `None` for those that it leaves out.
pub(super) struct SanPattern {
    pub role: Option<Role>,
    pub from_file: Option<u8>,
    pub from_rank: Option<u8>,
    pub capture: bool,
    pub to: Square,
    pub promotion: Option<Role>,
}

impl SanPattern {
    pub(crate) fn read(core: &str) -> Option<SanPattern> {
        let last_digit = core.rfind(|letter: char| letter.is_ascii_digit())?;
        let (core, suffix) = core.split_at_checked(last_digit + 1)?;
        let promotion = if suffix.is_empty() { None } else { Some(read_promotion(suffix)?) };
        let role = core.chars().next().filter(char::is_ascii_uppercase);
        let (role, squares) = match role {
            Some(letter) => (Some(Role::from_letter(letter)?), core.get(1..)?),
            None => (None, core),
        };
        let (origin, to) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
        let to: Square = to.parse().ok()?;
        let unjoined = origin.strip_suffix(['x', ':', '-']).unwrap_or(origin);
        let (from_file, from_rank) = match unjoined.as_bytes() {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            _ => {
                let from: Square = unjoined.parse().ok()?;
                (Some(from.file()), Some(from.rank()))
            }
        };
        Some(SanPattern {
            role,
            from_file,
            from_rank,
            capture: origin.ends_with(['x', ':']),
            to,
            promotion,
        })
    }

    /// The move in coordinate notation if the text names both squares and no piece.
    pub(crate) fn coordinates(&self) -> Option<String> {
        let (None, Some(file), Some(rank)) = (self.role, self.from_file, self.from_rank) else {
            return None;
        };
        let promotion = self.promotion.map_or(String::new(), |role| role.letter().to_string());
        Some(format!("{}{}{promotion}", Square::new(file, rank), self.to))
    }

    /// True if the text is this castling in coordinates with the king's letter, such as `Kd1-f1`.
    fn castles(&self, position: &Position, mv: Move) -> bool {
        let is_king = self.role == Some(Role::King) && !self.capture;
        let coordinates = SanPattern { role: None, ..*self }.coordinates();
        is_king && mv.kind() == MoveKind::Castle && coordinates == Some(position.move_text(mv))
    }

    /// True if the text fits this move. Without a piece letter and a whole square of origin it
    /// means a pawn move.
    fn fits(&self, position: &Position, mv: Move) -> bool {
        let from = mv.from();
        mv.to() == self.to
            && mv.kind() != MoveKind::Castle
            && (self.coordinates().is_some()
                || position.moved(mv) == self.role.unwrap_or(Role::Pawn))
            && self.from_file.is_none_or(|file| file == from.file())
            && self.from_rank.is_none_or(|rank| rank == from.rank())
            && (!self.capture || position.captured(mv).is_some())
            && (self.promotion.is_none() || self.promotion == mv.promotion())
    }
}

/// The role of a promotion: `=Q`, `(Q)`, `/Q`, `Q` or `q` after the square.
fn read_promotion(suffix: &str) -> Option<Role> {
    let letter = match suffix.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')')?,
        None => suffix.strip_prefix(['=', '/']).unwrap_or(suffix),
    };
    let mut letters = letter.chars();
    let role = Role::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(role)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn position(variant: &str, fen: &str) -> Position {
        Position::from_fen(Variant::by_id(variant).unwrap(), fen).unwrap()
    }

    /// The notation of a move given in coordinates.
    fn written(position: &Position, coordinates: &str) -> String {
        san(position, position.parse_move(coordinates).unwrap())
    }

    /// The coordinate notation of the move that `text` means.
    fn read(position: &Position, text: &str) -> String {
        position.move_text(parse_san(position, text).unwrap())
    }

    #[test]
    fn origin_is_file_then_rank_then_both() {
        let knights = position("gardner", "k4/5/5/5/N1N1K w");
        assert_eq!(written(&knights, "a1b3"), "Nab3+");
        let rooks = position("gardner", "R4/4k/5/5/R3K w");
        assert_eq!(written(&rooks, "a1a3"), "R1a3");
        let queens = position("gardner", "1k3/5/Q4/5/Q1Q1K w");
        assert_eq!(written(&queens, "a1c3"), "Qa1c3");
        assert_eq!(written(&queens, "c1c3"), "Qcc3");
        assert_eq!(written(&queens, "a3c3"), "Q3c3");
    }

    #[test]
    fn pinned_pieces_are_rivals_only_with_king_capture() {
        let minichess = position("minichess", "4r/k4/5/5/4N/1N2K w");
        assert_eq!(written(&minichess, "b1c3"), "Nbc3");
        let gardner = position("gardner", "4r/k4/5/4N/1N2K w");
        assert_eq!(written(&gardner, "b1c3"), "Nc3+");
    }

    #[test]
    fn bishop_steps_are_written_like_other_bishop_moves() {
        let one = position("minichess", "k4/5/5/5/5/2B1K w");
        assert_eq!(written(&one, "c1c2"), "Bc2");
        let two = position("minichess", "k4/5/5/5/5/1BB1K w");
        assert_eq!(written(&two, "c1c2"), "Bcc2");
        assert_eq!(written(&two, "b1c2"), "Bbc2");
    }

    #[test]
    fn check_mate_and_king_capture_are_marked() {
        let rook = position("minichess", "5/1k3/5/5/R4/4K w");
        assert_eq!(written(&rook, "a2b2"), "Rb2+");
        let queen = position("minichess", "k4/3Q1/1K3/5/5/5 w");
        assert_eq!(written(&queen, "d5b5"), "Qb5#");
        assert_eq!(written(&queen, "d5c5"), "Qc5", "stalemate wins here, but the king is not hit");
        let counter = position("minichess", "k4/3Q1/1K3/5/5/1r3 w");
        assert_eq!(written(&counter, "d5b5"), "Qb5+", "Black takes the king first");
        let taking = position("minichess", "5/5/5/5/1k3/2K2 w");
        assert_eq!(written(&taking, "c1b2"), "Kxb2#");
        let promoting = position("minichess", "k4/1P3/5/5/5/4K w");
        assert_eq!(written(&promoting, "b5a6"), "bxa6=Q#");
    }

    #[test]
    fn the_known_4x4_win_is_read() {
        let mut now = Position::start(Variant::by_id("silverman4x4").unwrap());
        for text in ["axb3+", "Qxb3", "cxb3+", "Kxb3", "bxa3+", "Kc4", "Qa2#"] {
            let mv = parse_san(&now, text).unwrap();
            assert_eq!(san(&now, mv), text);
            now = now.play(mv);
        }
        assert!(now.outcome(1).is_some_and(|outcome| outcome.result_text() == "1-0"));
    }

    #[test]
    fn castling_differs_from_the_plain_king_move() {
        let diana = position("diana", "r2k1r/pppppp/6/6/PPPPPP/R2K1R w KQkq");
        let king_side = [
            "O-O",
            "0-0",
            "o-o!",
            "OO?",
            "O\u{2013}O+#",
            "0\u{2212}0",
            "d1f1",
            "d1-f1",
            "Kd1f1",
            "Kd1-f1",
        ];
        for text in king_side {
            assert_eq!(read(&diana, text), "d1f1", "{text}");
        }
        for text in ["O-O-O", "000", "o\u{2010}o-o!?", "OOO", "Kd1b1"] {
            assert_eq!(read(&diana, text), "d1b1", "{text}");
        }
        for text in ["O-O-", "-OO", "OOOO", "Kf1", "Kd1xf1"] {
            assert!(parse_san(&diana, text).is_err(), "{text}");
        }
        assert_eq!(read(&diana, "Ke1"), "d1e1");
        assert_eq!(read(&diana, "d1e1"), "d1e1");
        assert_eq!(written(&diana, "d1f1"), "O-O");
        assert_eq!(written(&diana, "d1b1"), "O-O-O");
        let attack = position("chessattack", "r3k/ppppp/5/5/PPPPP/R3K b Qq");
        assert_eq!(written(&attack, "e6c6"), "O-O-O");
        assert_eq!(parse_san(&attack, "O-O"), Err(SanError::Illegal("O-O".to_owned())));
    }

    #[test]
    fn reading_is_lenient_about_spelling() {
        let position = position("gardner", "2n1k/1P3/5/5/4K w");
        let spellings =
            ["bxc5=Q+", "bxc5=Q", "bxc5(Q)!?", "bxc5Q", "bxc5/Q#", "bc5=q", "b4xc5=Q", "b4c5q"];
        for text in spellings {
            assert_eq!(read(&position, text), "b4c5q", "{text}");
        }
        assert_eq!(read(&position, "b5=N"), "b4b5n");
        assert_eq!(read(&position, " Ke1d1 "), "e1d1");
        assert_eq!(read(&position, "Ke1-d1"), "e1d1");
        assert_eq!(read(&position, "e1-d1"), "e1d1");
    }

    #[test]
    fn en_passant_may_have_a_mark() {
        let before = position("chessattack", "k4/1p3/5/P4/5/4K b");
        let position = before.play(before.parse_move("b5b3").unwrap());
        assert_eq!(written(&position, "a3b4"), "axb4");
        for text in ["axb4", "axb4 e.p.", "axb4ep!", "ab4"] {
            assert_eq!(read(&position, text), "a3b4", "{text}");
        }
    }

    #[test]
    fn the_only_promotion_is_optional() {
        let queening = position("minichess", "4k/P4/5/5/5/4K w");
        assert_eq!(written(&queening, "a5a6"), "a6=Q+");
        assert_eq!(read(&queening, "a6"), "a5a6q");
        let choosing = position("gardner", "4k/P4/5/5/4K w");
        for text in ["a5", "a4a5"] {
            let error = parse_san(&choosing, text).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "the move \"{text}\" does not name the promotion; \
                     write a5=Q+ or a5=R+ or a5=B or a5=N"
                )
            );
        }
    }

    #[test]
    fn errors_quote_the_text_with_a_reason() {
        let knights = position("gardner", "k4/5/5/5/N1N1K w");
        let message = |text: &str| parse_san(&knights, text).unwrap_err().to_string();
        assert_eq!(message("Nb3"), "the move \"Nb3\" may mean Nab3+ or Ncb3+");
        for illegal in ["Nxb3", "a2", "Ra2", "O-O", "a1a2", "Nab3=Q", "Nab2"] {
            assert_eq!(message(illegal), format!("the move \"{illegal}\" is not allowed here"));
        }
        for unreadable in
            ["", "Z", "b", "Xb3", "Nb9", "Nb3=", "Nb3=K!=", "hello", "é1", "a1é2", "Nabb3"]
        {
            let start = format!("\"{unreadable}\" is not a move");
            assert!(message(unreadable).starts_with(&start), "{unreadable}");
        }
    }
}
