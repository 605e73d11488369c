//! Reading a game: its tokens, replayed through the rules line by line.
//!
//! A line is replayed to its end before its variations, so that a variation
//! that repeats a move of the line joins it and does not replace it as the
//! first child. A queue holds the variations, so nested brackets cannot exhaust
//! the stack. The rest of a line that ends early becomes a comment.

mod conclude;

use std::collections::{HashMap, VecDeque, hash_map::Entry};

use super::draft::NotesDraft;
use super::lex::{Lexer, PlacedToken, Token, WrittenNumber};
use super::numbers::{Contradiction, Numbering};
use super::signs::{split_attached, take_glyphs};
use super::words::{is_meant_as_move, is_null_move, may_be_move, plain_word};
use super::{GameSource, PgnFault, PgnGame, PgnProblem, tags};
use crate::{Game, MAX_MOVES, MoveNumber, NodeId, PlayError};
use minnow_rules::{Position, SanError, TextPlace, Variant, excerpt, parse_san};

/// The maximum length of a move's text, in bytes. A longer word is unreadable.
const MAX_MOVE_BYTES: usize = 24;

/// The maximum number of tokens in a game; further ones are left out.
pub(super) const MAX_TOKENS: usize = 10 * MAX_MOVES;

/// Reads a game. If its variant or start is unknown, it has its tags, no moves, and a problem.
pub(super) fn read_game(text: &str, source: &GameSource, fallback: &'static Variant) -> PgnGame {
    let GameTokens { tags, tokens, beyond } = GameTokens::read(source.lexer(text));
    let problem = |fault| PgnProblem { game: source.number, pos: source.pos, number: None, fault };
    let variant = match tags::own_tag(&tags, "Variant") {
        None => fallback,
        Some(name) => match tags::variant_of(name) {
            Some(variant) => variant,
            None => {
                let fault = PgnFault::Variant(excerpt(name));
                return skipped(tags, fallback, problem(fault));
            }
        },
    };
    let mut game = match tags::own_tag(&tags, "FEN") {
        None => Game::new(variant),
        Some(fen) => match Position::from_fen(variant, fen) {
            Ok(position) => Game::from_position(position),
            Err(error) => {
                let fault = PgnFault::Start { fen: excerpt(fen), error };
                return skipped(tags, variant, problem(fault));
            }
        },
    };
    let tag_result = tags::own_tag(&tags, "Result").map(str::to_owned);
    game.header = tags::header(tags);
    let end = beyond.map_or(source.bytes.end, |placed| placed.at);
    let mut reader = GameReader {
        game,
        text: text.get(..end).unwrap_or(text),
        tokens: &tokens,
        result: None,
        has_tags: source.has_tags,
        number: source.number,
        numbering: Numbering::default(),
        problems: Vec::new(),
        notes: HashMap::new(),
        note_places: HashMap::new(),
    };
    reader.replay();
    reader.set_notes();
    if let Some(PlacedToken { pos, at, .. }) = beyond {
        let fault = PgnFault::TooLong(excerpt(text.get(at..).unwrap_or("")));
        reader.report(pos, None, fault);
    }
    reader.conclude(tag_result.as_deref(), source.pos);
    reader.cut_to_limits(source.pos);
    reader.problems.sort_by_key(|problem| problem.pos);
    PgnGame { game: reader.game, problems: reader.problems }
}

/// The tags of a game and its other tokens. A second tag of the same name with another value is one
/// of these.
#[derive(Default)]
struct GameTokens<'a> {
    tags: Vec<(String, String)>,
    tokens: Vec<PlacedToken<'a>>,
    /// The first token beyond the limit.
    beyond: Option<PlacedToken<'a>>,
}

impl<'a> GameTokens<'a> {
    fn read(mut lexer: Lexer<'a>) -> GameTokens<'a> {
        let mut game = GameTokens::default();
        let mut values = HashMap::new();
        while let Some(placed) = lexer.next() {
            if game.tokens.len() + game.tags.len() >= MAX_TOKENS {
                game.beyond = Some(placed);
                break;
            }
            let Token::Tag { name, value } = placed.token else {
                game.tokens.push(placed);
                continue;
            };
            let name = tags::plain_name(name);
            if name.is_empty() {
                game.tokens.push(PlacedToken { token: Token::BrokenTag(value), ..placed });
                continue;
            }
            match values.entry(tags::known_name(&name).to_owned()) {
                Entry::Vacant(entry) => {
                    entry.insert(value);
                    game.tags.push((name, tags::unescape(value)));
                }
                Entry::Occupied(entry) if *entry.get() == value => {}
                Entry::Occupied(_) => game.tokens.push(placed),
            }
        }
        game
    }
}

fn skipped(tags: Vec<(String, String)>, variant: &'static Variant, problem: PgnProblem) -> PgnGame {
    let mut game = Game::new(variant);
    game.header = tags::header(tags);
    game.header.cut_to_limits();
    PgnGame { game, problems: vec![problem] }
}

struct GameReader<'a> {
    game: Game,
    /// The text of the file up to the end of the game.
    text: &'a str,
    tokens: &'a [PlacedToken<'a>],
    /// The last result outside of variations.
    result: Option<PlacedToken<'a>>,
    has_tags: bool,
    number: usize,
    numbering: Numbering,
    problems: Vec<PgnProblem>,
    /// The notes read so far. Several lines may add to the notes of one move.
    notes: HashMap<NodeId, NotesDraft>,
    /// For moves with notes over a limit, where the notes begin.
    note_places: HashMap<NodeId, TextPlace>,
}

/// A line in the queue.
struct LineStart {
    /// The node before its first move.
    node: NodeId,
    /// The index of its first token, after the opening bracket.
    token: usize,
    /// The byte of the text at which it ends.
    end: usize,
    /// The node before the bracket, where the text of a line without moves becomes a comment.
    above: NodeId,
    is_main: bool,
}

/// A line that is being replayed.
struct ReplayLine<'a> {
    /// The node of its last move.
    node: NodeId,
    /// The node before its last move, where variations of that move begin.
    before: NodeId,
    /// Notes before the first move of a variation, which belong to that move.
    early: Option<NotesDraft>,
    /// The number before the next move, and its token.
    number: Option<(WrittenNumber, PlacedToken<'a>)>,
    /// True after a word of prose, up to the next move.
    in_prose: bool,
}

impl<'a> GameReader<'a> {
    fn report(&mut self, pos: TextPlace, number: Option<MoveNumber>, fault: PgnFault) {
        self.problems.push(PgnProblem { game: self.number, pos, number, fault });
    }

    fn replay(&mut self) {
        let partners = self.partners();
        let end = self.end();
        let (node, above) = (NodeId::ROOT, NodeId::ROOT);
        let main = LineStart { node, token: 0, end, above, is_main: true };
        let mut starts = VecDeque::from([main]);
        while let Some(start) = starts.pop_front() {
            let end = self.replay_line(&start, &partners, &mut starts);
            if start.is_main {
                let plies = self.game.node(end).map_or(0, |node| node.ply());
                self.game.set_played(plies);
            }
        }
    }

    /// The byte of the text at which the main line ends: that of the result, unless moves follow it.
    fn end(&self) -> usize {
        let is_move = |token: Token| matches!(token, Token::Word(word) if may_be_move(word));
        let result = self.result.filter(|result| {
            let mut behind = self.tokens.iter().rev().take_while(|placed| placed.at > result.at);
            !behind.any(|placed| is_move(placed.token))
        });
        result.map_or(self.text.len(), |result| result.at)
    }

    /// For each opening bracket the index of its closing bracket, or of the end. Finds the result.
    fn partners(&mut self) -> Vec<usize> {
        let tokens = self.tokens;
        let mut partners = vec![tokens.len(); tokens.len()];
        let mut open = Vec::new();
        for (place, placed) in tokens.iter().enumerate() {
            match placed.token {
                Token::Open => open.push(place),
                Token::Close => match open.pop() {
                    Some(opening) => partners[opening] = place,
                    // People write `1) b3`.
                    None if place > 0 && matches!(tokens[place - 1].token, Token::Number(_)) => {}
                    None => self.report(placed.pos, None, PgnFault::Bracket(')')),
                },
                Token::Result(result) if open.is_empty() => self.take_result(result, *placed),
                _ => {}
            }
        }
        if let Some(unclosed) = open.first().and_then(|place| tokens.get(*place)) {
            self.report(unclosed.pos, None, PgnFault::Bracket('('));
        }
        partners
    }

    /// Takes over a result: the last one that is no star counts.
    fn take_result(&mut self, result: &'static str, placed: PlacedToken<'a>) {
        let earlier = match self.result.map(|placed| placed.token) {
            Some(Token::Result(earlier)) if earlier != "*" => earlier,
            _ => result,
        };
        if result == "*" && earlier != "*" {
            return;
        }
        if earlier != result {
            let fault = PgnFault::Results { taken: result, other: earlier.to_owned() };
            self.report(placed.pos, None, fault);
        }
        self.result = Some(placed);
    }

    /// Replays a line and queues its variations. Returns the last node.
    fn replay_line(
        &mut self,
        start: &LineStart,
        partners: &[usize],
        starts: &mut VecDeque<LineStart>,
    ) -> NodeId {
        let early = (!start.is_main).then(NotesDraft::default);
        let (node, before) = (start.node, start.node);
        let mut line = ReplayLine { node, before, early, number: None, in_prose: false };
        let mut place = start.token;
        while let Some(placed) = self.tokens.get(place).copied() {
            match placed.token {
                Token::Open => {
                    let close = partners.get(place).copied().unwrap_or(place);
                    let end = self.tokens.get(close).map_or(self.text.len(), |close| close.at);
                    let (node, above, token) = (line.before, line.node, place + 1);
                    starts.push_back(LineStart { node, token, end, above, is_main: false });
                    place = close;
                }
                Token::Close if !start.is_main => break,
                Token::Result(result) if !start.is_main && result != "*" => {
                    self.draft(&mut line, placed.pos).add_word(result);
                }
                Token::Close | Token::Result(_) => {}
                Token::Tag { name, .. } => {
                    self.report(placed.pos, None, PgnFault::SecondTag(excerpt(name)));
                }
                Token::BrokenTag(text) => {
                    self.report(placed.pos, None, PgnFault::Tag(excerpt(text)));
                }
                Token::Stray(sign) => self.report(placed.pos, None, PgnFault::Bracket(sign)),
                Token::Number(number) => self.add_number(&mut line, number, placed),
                Token::Comment { text, is_closed } => {
                    if !is_closed {
                        self.report(placed.pos, None, PgnFault::OpenComment(excerpt(text)));
                    }
                    let board = self.game.variant().board();
                    self.draft(&mut line, placed.pos).add_comment(text, board);
                }
                Token::Glyph(digits) => self.draft(&mut line, placed.pos).add_glyph(digits),
                Token::Word(text) => {
                    let is_behind = placed.at > start.end;
                    if let Err(fault) = self.word(&mut line, text, placed.pos, is_behind) {
                        self.end_line(&mut line, placed, start.end, fault);
                        // The text after the end, such as prose behind the result, is read.
                        let behind = self.tokens.partition_point(|token| token.at < start.end);
                        place = behind.max(place + 1);
                        continue;
                    }
                }
            }
            place += 1;
        }
        self.add_number_of_prose(&mut line);
        if let Some(early) = line.early.filter(|early| *early != NotesDraft::default()) {
            self.notes.entry(start.above).or_default().append(early);
        }
        line.node
    }

    /// Reports why a line ends before a word. Its rest, from the word or the number before it to
    /// `end`, becomes a comment.
    fn end_line(
        &mut self,
        line: &mut ReplayLine<'a>,
        word: PlacedToken<'a>,
        end: usize,
        fault: PgnFault,
    ) {
        let number = self.game.node(line.node).map(|node| MoveNumber::next_of(node.position()));
        let keeps = fault.ends_line();
        self.report(word.pos, number, fault);
        let first = line.number.take().map_or(word, |(_, placed)| placed);
        if let Some(rest) = self.text.get(first.at..end).filter(|_| keeps) {
            self.draft(line, first.pos).add_verbatim(rest);
        }
    }

    /// The notes on the last move of the line, or on its first move before it is played.
    fn draft<'d>(&'d mut self, line: &'d mut ReplayLine<'a>, pos: TextPlace) -> &'d mut NotesDraft {
        let draft = match &mut line.early {
            Some(early) => early,
            None => self.notes.entry(line.node).or_default(),
        };
        draft.at(pos)
    }

    /// Puts the notes that were read into the game.
    fn set_notes(&mut self) {
        for (id, draft) in std::mem::take(&mut self.notes) {
            let pos = draft.pos();
            let Some(notes) = self.game.notes_mut(id) else { continue };
            *notes = draft.finish();
            if notes.excess().is_some() {
                self.note_places.extend(pos.map(|pos| (id, pos)));
            }
        }
    }

    /// Plays a move, or adds a sign or a word of prose to the notes. Behind the end of the game there
    /// is only prose.
    fn word(
        &mut self,
        line: &mut ReplayLine<'a>,
        text: &str,
        pos: TextPlace,
        is_behind: bool,
    ) -> Result<(), PgnFault> {
        let word = plain_word(text);
        if is_behind {
            return self.note(line, &word, text, pos);
        }
        let is_numbered = line.number.is_some_and(|(number, _)| number.dots > 0);
        // A program for texts makes one long dash of two hyphens.
        if is_null_move(&word) || is_numbered && text == "-" {
            return Err(PgnFault::NullMove(excerpt(text)));
        }
        if word.is_empty() {
            return Ok(());
        }
        if !(may_be_move(&word) || is_numbered && is_meant_as_move(&word)) {
            return self.note(line, &word, text, pos);
        }
        self.check_number(line)?;
        let (id, signs) = self.play(line.node, &word)?;
        line.number = None;
        line.in_prose = false;
        line.before = line.node;
        line.node = id;
        let early = line.early.take().filter(|early| *early != NotesDraft::default());
        if !signs.is_empty() {
            let (glyphs, rest) = take_glyphs(signs);
            let draft = self.draft(line, pos);
            glyphs.into_iter().for_each(|glyph| draft.add_written(glyph));
            if !rest.is_empty() {
                draft.add_word(rest);
            }
        }
        if let Some(early) = early {
            self.notes.entry(id).or_default().append(early);
        }
        Ok(())
    }

    /// Adds signs or a word of prose to the notes, prose with the number before it.
    fn note(
        &mut self,
        line: &mut ReplayLine<'a>,
        word: &str,
        text: &str,
        pos: TextPlace,
    ) -> Result<(), PgnFault> {
        let (glyphs, rest) = take_glyphs(word);
        if rest.is_empty() {
            let draft = self.draft(line, pos);
            glyphs.into_iter().for_each(|glyph| draft.add_written(glyph));
            return Ok(());
        }
        // A file without tags is known as PGN by the move that it begins with.
        if !self.has_tags && line.early.is_none() && line.node == NodeId::ROOT {
            return Err(PgnFault::Move(SanError::Unreadable(excerpt(word))));
        }
        line.in_prose = true;
        let number = line.number.take();
        let draft = self.draft(line, pos);
        if let Some((number, _)) = number {
            draft.add_word(&number.to_string());
        }
        draft.add_word(text);
        Ok(())
    }

    /// Takes over a number, or dots that follow it.
    fn add_number(
        &mut self,
        line: &mut ReplayLine<'a>,
        written: WrittenNumber,
        placed: PlacedToken<'a>,
    ) {
        if let (Some((known, _)), None) = (&mut line.number, written.number) {
            known.dots += written.dots;
        } else {
            self.add_number_of_prose(line);
            line.number = Some((written, placed));
        }
    }

    /// Adds a number to the notes that has prose before it and no move behind it.
    fn add_number_of_prose(&mut self, line: &mut ReplayLine<'a>) {
        if line.in_prose
            && let Some((number, PlacedToken { pos, .. })) = line.number.take()
        {
            self.draft(line, pos).add_word(&number.to_string());
        }
    }

    /// Compares the number before a move with the position.
    fn check_number(&mut self, line: &ReplayLine<'a>) -> Result<(), PgnFault> {
        let Some((written, PlacedToken { pos, .. })) = line.number else { return Ok(()) };
        let position = *self.position_after(line.node);
        match self.numbering.check(written, &position, line.node == NodeId::ROOT) {
            None => Ok(()),
            Some(Contradiction::Missing(turn)) => {
                Err(PgnFault::MissingMove { number: written.to_string(), turn })
            }
            Some(Contradiction::Wrong(right)) => {
                let fault =
                    PgnFault::Number { number: written.to_string(), right: right.to_string() };
                self.report(pos, Some(MoveNumber::next_of(&position)), fault);
                Ok(())
            }
        }
    }

    fn position_after(&self, node: NodeId) -> &Position {
        self.game.node(node).map_or(self.game.start(), |node| node.position())
    }

    /// Plays a move, and returns its node and the signs attached to it.
    fn play<'w>(&mut self, node: NodeId, word: &'w str) -> Result<(NodeId, &'w str), PgnFault> {
        if word.len() > MAX_MOVE_BYTES {
            return Err(PgnFault::Move(SanError::Unreadable(excerpt(word))));
        }
        let position = self.position_after(node);
        let (mv, signs) = match parse_san(position, word) {
            Ok(mv) => (mv, word.trim_start_matches(|letter: char| !matches!(letter, '!' | '?'))),
            Err(error) => {
                let (core, signs) = split_attached(word);
                let has_letter = signs.contains(|letter: char| letter.is_ascii_alphabetic());
                // On the last rank, a letter is a promotion that the rules do not have.
                let mv = parse_san(position, core).ok();
                match mv.filter(|mv| !has_letter || mv.promotion().is_none()) {
                    Some(mv) => (mv, signs),
                    None => return Err(PgnFault::Move(error)),
                }
            }
        };
        let id = self.game.insert(node, mv).map_err(|error| match error {
            PlayError::TooMany => PgnFault::TooMany(word.to_owned()),
            _ => PgnFault::TooDeep(word.to_owned()),
        })?;
        Ok((id, signs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::read_pgn;

    #[test]
    fn a_game_beyond_the_limit_says_what_is_left_out() {
        let text = format!("1. b3 {} b4 *", "{} ".repeat(MAX_TOKENS - 1));
        let games = read_pgn(text.as_bytes(), Variant::default_variant()).unwrap();
        let problems: Vec<String> = games[0].problems.iter().map(|p| p.fault.to_string()).collect();
        let left_out = "the game has more than 1000000 moves, signs and comments; \
            \"{}  b4 *\" and what follows are left out";
        assert_eq!(problems, [left_out]);
    }
}
