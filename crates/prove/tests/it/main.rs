//! The shipped certificates, checked by a second program: its own reader of the format, and its own
//! rules (`crates/rules/tests/simple_rules`). Nothing of `crates/prove/src` takes part.

// A panic reports a failed test.
#![allow(clippy::expect_used, clippy::panic, clippy::disallowed_methods)]

#[path = "../../../rules/tests/simple_rules/mod.rs"]
mod simple_rules;

use std::{collections::HashMap, fs, io::Read, path::Path};

use minnow_rules::{Color, Position, Square, Variant};
use minnow_tables::TableValue;
use simple_rules::SimpleBoard;

/// A move of the format: squares of origin and target, and the letter of a promotion.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct SimpleMove {
    from: Square,
    to: Square,
    promotion: Option<minnow_rules::Role>,
}

impl SimpleMove {
    /// The move between two boards.
    fn between(before: &Position, after: &Position, board: &SimpleBoard) -> SimpleMove {
        let mover = before.turn();
        let own = |position: &Position, square| {
            position.board().piece_on(square).filter(|piece| piece.color == mover)
        };
        let squares = || (0..64).map(Square::from_index);
        let changed = squares()
            .filter(|square| before.board().piece_on(*square) != after.board().piece_on(*square));
        assert_eq!(changed.count(), 2 + usize::from(board.took_en_passant));
        let left =
            |square: &Square| own(before, *square).is_some() && own(after, *square).is_none();
        let reached = |square: &Square| own(before, *square) != own(after, *square);
        let from = squares().find(left).expect("a square that was left");
        let to = squares()
            .filter(|square| *square != from)
            .find(|square| reached(square) && own(after, *square).is_some());
        let to = to.expect("a square that was reached");
        let roles = [own(before, from), own(after, to)].map(|piece| piece.map(|piece| piece.role));
        SimpleMove { from, to, promotion: roles[1].filter(|_| roles[0] != roles[1]) }
    }

    fn text(&self) -> String {
        let letter = self.promotion.map(|role| role.letter().to_ascii_lowercase().to_string());
        format!("{}{}{}", self.from, self.to, letter.unwrap_or_default())
    }
}

/// A board with what its entry says.
struct SimplePlace {
    allowed: u16,
    plies: Option<u16>,
}

struct SimpleCheck<'a> {
    variant: &'static Variant,
    side: Color,
    wins: bool,
    lines: std::str::Lines<'a>,
    places: HashMap<String, SimplePlace>,
    stack: Vec<SimpleBoard>,
}

impl SimpleCheck<'_> {
    /// The boards after all moves, in the order of the format.
    fn moves(&self, board: &SimpleBoard) -> Vec<(SimpleMove, SimpleBoard)> {
        let before = board.position(self.variant);
        let mut moves: Vec<_> = board
            .safe_moves()
            .into_iter()
            .map(|next| (SimpleMove::between(&before, &next.position(self.variant), &next), next))
            .collect();
        moves.sort_by(|one, other| one.0.cmp(&other.0));
        moves
    }

    /// A board, with the cell that a pawn has passed if it can be taken there.
    fn key(&self, board: &SimpleBoard) -> String {
        let can_take = board.safe_moves().iter().any(|next| next.took_en_passant);
        let passed = board.passed.filter(|_| can_take);
        format!("{} {passed:?}", board.position(self.variant).fen())
    }

    fn reach(&mut self, board: &SimpleBoard, plies: u16) {
        if self.is_over(board) {
            return;
        }
        let key = self.key(board);
        let place = self.places.entry(key).or_insert_with(|| {
            self.stack.push(*board);
            SimplePlace { allowed: plies, plies: None }
        });
        place.allowed = place.allowed.min(plies);
        assert!(!self.wins || place.plies.is_none_or(|plies| plies <= place.allowed));
    }

    /// True if the rules end the game, as the claim allows it.
    fn is_over(&self, board: &SimpleBoard) -> bool {
        let to_move = board.position(self.variant).turn();
        let is_drawn = board.is_drawn_by_material();
        if !board.safe_moves().is_empty() && !is_drawn {
            return false;
        }
        let is_lost = !is_drawn && board.end_value() != TableValue::Draw;
        let is_won = is_lost && to_move != self.side;
        assert!(is_won || !self.wins && !is_lost, "{:?}", board.position(self.variant));
        true
    }

    fn check(&mut self, start: &SimpleBoard, plies: u16, entries: usize) {
        if start.position(self.variant).turn() == self.side {
            self.reach(start, plies);
        } else {
            self.moves(start).iter().for_each(|(_, next)| self.reach(next, plies - 1));
        }
        for _ in 0..entries {
            let board = self.stack.pop().expect("a board that needs an entry");
            let line = self.lines.next().expect("an entry");
            let (text, plies) = line.split_once(' ').unwrap_or((line, "2"));
            let plies: u16 = plies.parse().expect("plies");
            let key = self.key(&board);
            let place = self.places.get_mut(&key).expect("a place");
            assert!(!self.wins || plies <= place.allowed, "{line}");
            place.plies = Some(plies);
            let moves = self.moves(&board);
            let (_, after) = moves.iter().find(|(mv, _)| mv.text() == text).expect("a legal move");
            if !self.is_over(after) {
                assert!(plies >= 2, "{line}");
                let left = plies - 2;
                self.moves(after).iter().for_each(|(_, next)| self.reach(next, left));
            }
        }
        assert!(self.stack.is_empty());
    }
}

/// Checks a file and returns the number of its claims.
fn check_file(path: &Path) -> usize {
    let bytes = fs::read(path).expect("a certificate");
    let start = bytes.iter().position(|byte| *byte == b'\n').expect("a first line") + 1;
    let mut text = String::new();
    let mut decoder = flate2::read::GzDecoder::new(&bytes[start..]);
    decoder.read_to_string(&mut text).expect("a text");
    let mut lines = text.lines();
    let mut field = |word: &str| {
        let line = lines.next().expect("a line");
        line.strip_prefix(word).expect("the word").trim_start().to_owned()
    };
    let variant = Variant::by_id(&field("variant")).expect("a variant");
    let position = Position::from_fen(variant, &field("position")).expect("a position");
    assert!(!variant.king_capture && variant.castlings.is_empty(), "rules that this test lacks");
    let mut claims = 0;
    loop {
        let line = lines.next().expect("a claim or the end");
        let words: Vec<&str> = line.split(' ').collect();
        let side = if words.get(1) == Some(&"white") { Color::White } else { Color::Black };
        let number = |word: &str| word.parse::<u16>().expect("a number");
        let (wins, plies, entries) = match words.as_slice() {
            ["end"] => return claims,
            ["win", _, plies, entries] => (true, number(plies), number(entries)),
            ["hold", _, entries] => (false, 2, number(entries)),
            _ => panic!("{line}"),
        };
        assert!(!wins || plies <= 100, "the limit of moves without progress");
        let (places, stack) = (HashMap::new(), Vec::new());
        let mut check = SimpleCheck { variant, side, wins, lines, places, stack };
        check.check(&SimpleBoard::of(&position), plies, usize::from(entries));
        lines = check.lines;
        claims += 1;
    }
}

#[test]
fn a_second_program_accepts_the_shipped_certificates() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/proofs");
    let mut claims = 0;
    for entry in fs::read_dir(folder).expect("the folder of certificates") {
        claims += check_file(&entry.expect("a file").path());
    }
    assert!(claims > 0);
}
