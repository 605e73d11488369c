//! Properties of the rules that hold in every position of every variant.
//!
//! Random games give the positions. Each check compares two computations of the
//! same fact, so no expected values are stored.

use minnow_rules::{
    Board, Ending, Move, MoveKind, Piece, Position, Role, Setup, Square, Variant, builtin_variants,
    parse_course, parse_position_text, parse_san, parse_variants, perft, san, write_course,
};
use proptest::{
    prelude::*,
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};

/// The plies of a random game, enough for endgames, promotions and MiniChess's move limit.
const MOST_PLIES: usize = 90;

fn runner(cases: u32) -> TestRunner {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// The positions of a game in which each number chooses a legal move, until there is none.
fn game(variant: &'static Variant, choices: &[u16]) -> Vec<Position> {
    let mut positions = vec![Position::start(variant)];
    let mut now = Position::start(variant);
    for choice in choices {
        let moves: Vec<Move> = now.legal_moves().into_iter().collect();
        if moves.is_empty() {
            break;
        }
        now = now.play(moves[usize::from(*choice) % moves.len()]);
        positions.push(now);
    }
    positions
}

/// Runs the check in every position of this many random games of each variant.
fn in_random_games(games: u32, check: fn(&Position)) {
    for variant in builtin_variants() {
        let choices = prop::collection::vec(any::<u16>(), MOST_PLIES);
        let result = runner(games).run(&choices, |choices| {
            game(variant, &choices).iter().for_each(check);
            Ok(())
        });
        if let Err(failure) = result {
            panic!("{}: {failure}", variant.id);
        }
    }
}

#[test]
fn incremental_keys_equal_keys_from_scratch() {
    in_random_games(12, |position| {
        assert_eq!(position.key(), position.key_from_scratch(), "{position:?}");
    });
}

#[test]
fn the_likely_key_after_a_move_is_its_key() {
    in_random_games(4, |position| {
        for mv in position.legal_moves().iter() {
            let next = position.play(mv);
            let is_plain = [MoveKind::Castle, MoveKind::DoubleStep, MoveKind::EnPassant]
                .iter()
                .all(|kind| mv.kind() != *kind);
            let keeps = |before: &Position| before.castling_rights() == next.castling_rights();
            if is_plain && keeps(position) && position.en_passant().is_none() {
                assert_eq!(position.likely_key_after(mv), next.key(), "{position:?} {mv:?}");
            }
        }
    });
}

#[test]
fn positions_survive_writing_and_reading() {
    in_random_games(6, check_position_texts);
}

#[test]
fn moves_survive_writing_and_reading() {
    in_random_games(4, check_move_texts);
}

#[test]
fn safe_moves_are_legal_and_keep_the_king() {
    in_random_games(8, |position| {
        check_safe_moves(position);
        check_null_move(position);
    });
}

#[test]
fn pawns_promote_only_on_the_last_rank() {
    in_random_games(8, check_promotions);
}

#[test]
fn outcomes_agree_with_the_legal_moves() {
    in_random_games(8, check_outcome);
}

#[test]
fn white_and_black_have_the_same_rules() {
    in_random_games(2, check_color_symmetry);
}

fn check_position_texts(position: &Position) {
    let variant = position.variant();
    if position.board().king(position.turn()).is_none() {
        return;
    }
    let fen = position.fen();
    assert_eq!(Position::from_fen(variant, &fen).as_ref(), Ok(position));
    assert_eq!(parse_position_text(variant, &fen).as_ref(), Ok(position));
    let course = write_course(position);
    let setup = parse_course(variant, &course).expect("what was written can be read");
    assert_eq!((setup.board, setup.turn), (*position.board(), position.turn()), "{course}");
    assert_eq!(setup.fullmove, position.fullmove());
    let again = parse_position_text(variant, &course).expect("the position is playable");
    assert_eq!(write_course(&again), course);
}

fn check_move_texts(position: &Position) {
    let mut notations = Vec::new();
    for mv in position.legal_moves().iter() {
        let text = position.move_text(mv);
        assert_eq!(position.parse_move(&text), Ok(mv), "{position:?}: {text}");
        let notation = san(position, mv);
        assert_eq!(parse_san(position, &notation), Ok(mv), "{position:?}: {notation}");
        assert_eq!(parse_san(position, &text), Ok(mv), "{position:?}: {text}");
        notations.push(notation);
    }
    let written = notations.len();
    notations.sort();
    notations.dedup();
    assert_eq!(notations.len(), written, "{position:?}: {notations:?}");
}

/// Safe moves are the legal moves after which no enemy piece attacks the own king.
fn check_safe_moves(position: &Position) {
    let us = position.turn();
    let legal = position.legal_moves();
    let safe = position.safe_moves();
    assert_eq!(position.count_legal_moves(), legal.len() as u64, "{position:?}");
    for mv in legal.iter() {
        let keeps_king = !position.play(mv).is_attacked(us);
        assert_eq!(safe.contains(mv), keeps_king, "{position:?}: {mv:?}");
    }
    assert!(safe.iter().all(|mv| legal.contains(mv)), "{position:?}");
    if !position.variant().king_capture {
        assert_eq!(safe.len(), legal.len(), "{position:?}");
    }
    assert_eq!(position.has_safe_move(), !safe.is_empty(), "{position:?}");
    let takes = |mv: &Move| position.captured(*mv).is_some() || mv.promotion().is_some();
    let captures: Vec<Move> = position.safe_captures().iter().collect();
    assert!(captures.iter().all(|mv| takes(mv) && safe.contains(*mv)), "{position:?}");
    assert_eq!(captures.len(), safe.iter().filter(takes).count(), "{position:?}");
}

/// A null move changes the side to move and nothing else that the key covers.
fn check_null_move(position: &Position) {
    let passed = position.play_null_move();
    assert_eq!(passed.turn(), !position.turn());
    assert_eq!(passed.key(), passed.key_from_scratch(), "{position:?}");
    assert_eq!(passed.board(), position.board());
    assert_eq!(passed.ply(), position.ply() + 1);
}

/// A pawn's move to the last rank exists exactly once for each promotion.
fn check_promotions(position: &Position) {
    let variant = position.variant();
    let moves = position.legal_moves();
    for mv in moves.iter() {
        let promotes = position.moved(mv) == Role::Pawn
            && mv.to().rank() == variant.last_rank(position.turn());
        assert_eq!(mv.promotion().is_some(), promotes, "{position:?}: {mv:?}");
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let promotion = Move::new(mv.from(), mv.to(), MoveKind::Promotion(role));
            let allowed = promotes && variant.promotions.contains(&role);
            assert_eq!(moves.contains(promotion), allowed, "{position:?}: {promotion:?}");
        }
    }
}

fn check_outcome(position: &Position) {
    let variant = position.variant();
    let outcome = position.outcome(1);
    let no_moves = position.legal_moves().is_empty();
    match outcome.map(|outcome| (outcome.ending, outcome.winner)) {
        None => assert!(!no_moves && !position.at_move_limit(), "{position:?}"),
        Some((Ending::KingTaken, winner)) => {
            assert!(variant.king_capture && no_moves);
            assert_eq!(winner, Some(!position.turn()));
        }
        Some((Ending::Checkmate, winner)) => {
            assert!(!variant.king_capture && no_moves && position.in_check(), "{position:?}");
            assert_eq!(winner, Some(!position.turn()));
        }
        Some((Ending::NoMoves, winner)) => {
            assert!(no_moves && (variant.king_capture || !position.in_check()), "{position:?}");
            assert!(winner != Some(position.turn()));
        }
        Some((Ending::MoveLimit, winner)) => {
            assert!(position.at_move_limit() && winner.is_none(), "{position:?}");
        }
        Some((Ending::NoProgress | Ending::BareKings, winner)) => {
            assert!(!no_moves && !variant.king_capture && winner.is_none(), "{position:?}");
        }
        Some((Ending::Repetition, _)) => panic!("a first occurrence is no repetition"),
    }
}

/// A symmetry of the board that exchanges the colours.
#[derive(Clone, Copy, Debug)]
enum Turning {
    /// Reverses the ranks and keeps the files.
    Mirrored,
    /// Rotates by half a turn, the symmetry of the starts of MiniChess and Microchess.
    Rotated,
}

impl Turning {
    fn square(self, variant: &Variant, square: Square) -> Square {
        let rank = variant.ranks - 1 - square.rank();
        match self {
            Turning::Mirrored => Square::new(square.file(), rank),
            Turning::Rotated => Square::new(variant.files - 1 - square.file(), rank),
        }
    }

    /// The castling rights after the symmetry; `None` if the variant's castlings do not match.
    fn rights(self, variant: &Variant, rights: u8) -> Option<u8> {
        let mut turned = 0;
        for (right, castling) in variant.castlings.iter().enumerate() {
            if rights >> right & 1 == 0 {
                continue;
            }
            let at = |square| self.square(variant, square);
            let twin = variant.castlings.iter().position(|other| {
                other.color != castling.color
                    && other.king_from == at(castling.king_from)
                    && other.king_to == at(castling.king_to)
                    && other.rook_from == at(castling.rook_from)
                    && other.rook_to == at(castling.rook_to)
            });
            turned |= 1 << twin?;
        }
        Some(turned)
    }

    /// The same position with the colours exchanged.
    fn apply(self, position: &Position) -> Option<Position> {
        let variant = position.variant();
        let setup = position.setup();
        let mut board = Board::default();
        for (square, Piece { color, role }) in setup.board.pieces() {
            board.set(self.square(variant, square), Some(Piece { color: !color, role }));
        }
        let turned = Setup {
            board,
            turn: !setup.turn,
            castling_rights: self.rights(variant, setup.castling_rights)?,
            en_passant: setup.en_passant.map(|square| self.square(variant, square)),
            ..setup
        };
        Some(Position::new(&turned, variant).expect("the turned set-up is as valid"))
    }
}

/// The rules are the same for both colours: the exchanged position has the same tree and outcome.
fn check_color_symmetry(position: &Position) {
    if position.board().king(position.turn()).is_none() {
        return;
    }
    let turnings = [Turning::Mirrored, Turning::Rotated];
    let twins: Vec<Position> = turnings.iter().filter_map(|turn| turn.apply(position)).collect();
    assert!(!twins.is_empty(), "no turning fits the castlings of {position:?}");
    let ending = |position: &Position| position.outcome(1).map(|outcome| outcome.ending);
    for twin in twins {
        assert_eq!(perft(&twin, 3), perft(position, 3), "{position:?} {twin:?}");
        if !position.at_move_limit() && !twin.at_move_limit() {
            assert_eq!(ending(&twin), ending(position), "{position:?} {twin:?}");
        }
    }
}

/// Any text, and texts of the characters of moves and positions.
fn texts() -> impl Strategy<Value = String> {
    let letters: Vec<char> = "kqbnrpKQBNRPxO0-=+#()abcdef123456 /.wWB\n".chars().collect();
    let near = prop::collection::vec(prop::sample::select(letters), 0..40);
    prop_oneof![any::<String>(), near.prop_map(String::from_iter)]
}

#[test]
fn any_move_or_position_text_is_answered() {
    let variants = prop::sample::select(builtin_variants().iter().collect::<Vec<_>>());
    let result = runner(3000).run(&(variants, texts()), |(variant, text)| {
        let start = Position::start(variant);
        let moves = start.legal_moves();
        let readings = [start.parse_move(&text).ok(), parse_san(&start, &text).ok()];
        assert!(readings.into_iter().flatten().all(|mv| moves.contains(mv)));
        for position in [
            Position::from_fen(variant, &text).ok(),
            parse_position_text(variant, &text).ok(),
            parse_course(variant, &text).ok().and_then(|setup| Position::new(&setup, variant).ok()),
        ] {
            position.iter().for_each(check_position_texts);
        }
        Ok(())
    });
    result.expect("every text is read or refused");
}

#[test]
fn damaged_positions_are_read_or_refused() {
    let letters: Vec<char> = "kqbnrpKQBNRP123456789 /.-wWbB\n".chars().collect();
    let damage = prop::collection::vec((any::<usize>(), prop::sample::select(letters)), 1..4);
    let variants = prop::sample::select(builtin_variants().iter().collect::<Vec<_>>());
    let result = runner(1000).run(&(variants, damage), |(variant, damage)| {
        let start = Position::start(variant);
        for text in [start.fen(), write_course(&start)] {
            let mut text: Vec<char> = text.chars().collect();
            let length = text.len();
            damage.iter().for_each(|(at, letter)| text[at % length] = *letter);
            let text = String::from_iter(text);
            parse_position_text(variant, &text).iter().for_each(check_position_texts);
        }
        Ok(())
    });
    result.expect("every text is read or refused");
}

#[test]
fn damaged_variant_files_are_read_or_refused() {
    let file: Vec<char> = include_str!("../../../../assets/variants.ron").chars().collect();
    let letters: Vec<char> = "()[],:\"-019kQtrue \n".chars().collect();
    let damage = (0..file.len(), prop::sample::select(letters));
    let result = runner(60).run(&(damage, texts()), |((at, letter), text)| {
        let mut damaged = file.clone();
        damaged[at] = letter;
        for text in [String::from_iter(damaged), text] {
            if let Err(error) = parse_variants(&text) {
                assert!(!error.to_string().is_empty());
            }
        }
        Ok(())
    });
    result.expect("every file is read or refused");
}
