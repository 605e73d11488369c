//! Reading a game: its tokens, replayed through the rules line by line.
//!
//! A line is replayed to its end before its variations, so that a variation
//! that repeats a move of the line joins it and does not replace it as the
//! first child. A queue holds the variations, so nested brackets cannot exhaust
//! the stack.

use std::collections::{HashMap, VecDeque};

use super::draft::NotesDraft;
use super::lex::{PlacedToken, Token, result_of};
use super::signs::{WrittenGlyph, mark_of};
use super::{GameSource, PgnFault, PgnGame, PgnProblem, steps, tags};
use crate::{Game, GameEnd, MAX_MOVES, NodeId, Notes, PlayError};
use minnow_rules::{Position, SanError, Variant, excerpt, parse_san};

/// The maximum length of a move's text, in bytes. A longer word is unreadable.
const MAX_MOVE_BYTES: usize = 24;

/// The maximum number of tokens in a game; further ones are left out.
pub(super) const MAX_TOKENS: usize = 10 * MAX_MOVES;

/// Reads a game. If its variant or start is unknown, it has its tags, no moves, and a problem.
pub(super) fn read_game(text: &str, source: &GameSource, fallback: &'static Variant) -> PgnGame {
    let mut lexer = source.lexer(text);
    let mut tags = Vec::new();
    let mut tokens = Vec::new();
    let mut beyond = None;
    while let Some(placed) = lexer.next() {
        if tokens.len() + tags.len() >= MAX_TOKENS {
            beyond = Some(placed);
            break;
        }
        match placed.token {
            Token::Tag { name, value } => tags.push((name.to_owned(), tags::unescape(value))),
            _ => tokens.push(placed),
        }
    }
    let problem = |fault| PgnProblem { game: source.number, line: source.line, ply: None, fault };
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
    let mut reader = GameReader {
        game,
        tokens: &tokens,
        number: source.number,
        problems: Vec::new(),
        notes: HashMap::new(),
        note_lines: HashMap::new(),
    };
    reader.replay();
    reader.set_notes();
    if let Some(PlacedToken { line, at, .. }) = beyond {
        let fault = PgnFault::TooLong(excerpt(text.get(at..).unwrap_or("")));
        reader.report(line, None, fault);
    }
    reader.conclude(tag_result.as_deref());
    reader.cut_to_limits(source.line);
    reader.problems.sort_by_key(|problem| problem.line);
    PgnGame { game: reader.game, problems: reader.problems }
}

fn skipped(tags: Vec<(String, String)>, variant: &'static Variant, problem: PgnProblem) -> PgnGame {
    let mut game = Game::new(variant);
    game.header = tags::header(tags);
    game.header.cut_to_limits();
    PgnGame { game, problems: vec![problem] }
}

struct GameReader<'a> {
    game: Game,
    tokens: &'a [PlacedToken<'a>],
    number: usize,
    problems: Vec<PgnProblem>,
    /// The notes read so far. Several lines may add to the notes of one move.
    notes: HashMap<NodeId, NotesDraft>,
    /// For moves with notes over a limit, the line on which the notes begin.
    note_lines: HashMap<NodeId, usize>,
}

/// A line in the queue.
struct LineStart {
    /// The node before its first move.
    node: NodeId,
    /// The index of its first token, after the opening bracket.
    token: usize,
    is_main: bool,
}

/// A line that is being replayed.
struct ReplayLine {
    /// The node of its last move.
    node: NodeId,
    /// The node before its last move, where variations of that move begin.
    before: NodeId,
    /// Notes before the first move of a variation, which belong to that move.
    early: Option<NotesDraft>,
}

impl GameReader<'_> {
    fn report(&mut self, line: usize, ply: Option<u32>, fault: PgnFault) {
        self.problems.push(PgnProblem { game: self.number, line, ply, fault });
    }

    fn replay(&mut self) {
        let partners = self.partners();
        let mut starts =
            VecDeque::from([LineStart { node: NodeId::ROOT, token: 0, is_main: true }]);
        while let Some(start) = starts.pop_front() {
            let end = self.replay_line(&start, &partners, &mut starts);
            if start.is_main {
                let plies = self.game.node(end).map_or(0, |node| node.ply());
                self.game.set_played(plies);
            }
        }
    }

    /// For each opening bracket the index of its closing bracket, or of the end.
    fn partners(&mut self) -> Vec<usize> {
        let tokens = self.tokens;
        let mut partners = vec![tokens.len(); tokens.len()];
        let mut open = Vec::new();
        for (place, PlacedToken { token, line, .. }) in tokens.iter().enumerate() {
            match token {
                Token::Open => open.push(place),
                Token::Close => match open.pop() {
                    Some(opening) => partners[opening] = place,
                    None => self.report(*line, None, PgnFault::Bracket(')')),
                },
                _ => {}
            }
        }
        if let Some(unclosed) = open.first().and_then(|place| tokens.get(*place)) {
            self.report(unclosed.line, None, PgnFault::Bracket('('));
        }
        partners
    }

    /// Replays a line and queues its variations. Returns the last node.
    fn replay_line(
        &mut self,
        start: &LineStart,
        partners: &[usize],
        starts: &mut VecDeque<LineStart>,
    ) -> NodeId {
        let early = (!start.is_main).then(NotesDraft::default);
        let mut line = ReplayLine { node: start.node, before: start.node, early };
        let mut place = start.token;
        while let Some(PlacedToken { token, line: number, .. }) = self.tokens.get(place).copied() {
            match token {
                Token::Open => {
                    let (node, token) = (line.before, place + 1);
                    starts.push_back(LineStart { node, token, is_main: false });
                    place = partners.get(place).copied().unwrap_or(place);
                }
                Token::Close if !start.is_main => break,
                Token::Close | Token::Result(_) | Token::Tag { .. } => {}
                Token::Comment { text, is_closed } => {
                    if !is_closed {
                        self.report(number, None, PgnFault::OpenComment(excerpt(text)));
                    }
                    let board = self.game.variant().board();
                    self.draft(&mut line).at_line(number).add_comment(text, board);
                }
                Token::Glyph(digits) => self.draft(&mut line).add_glyph(digits),
                Token::Word(text) => {
                    if let Err(fault) = self.word(&mut line, text) {
                        let ply = self.game.node(line.node).map(|node| node.ply() + 1);
                        self.report(number, ply, fault);
                        break;
                    }
                }
            }
            place += 1;
        }
        line.node
    }

    /// The notes on the last move of the line, or on its first move before it is played.
    fn draft<'a>(&'a mut self, line: &'a mut ReplayLine) -> &'a mut NotesDraft {
        match &mut line.early {
            Some(early) => early,
            None => self.notes.entry(line.node).or_default(),
        }
    }

    /// Puts the notes that were read into the game.
    fn set_notes(&mut self) {
        for (id, draft) in std::mem::take(&mut self.notes) {
            let line = draft.line();
            let Some(notes) = self.game.notes_mut(id) else { continue };
            *notes = draft.finish();
            if notes.excess().is_some() {
                self.note_lines.extend(line.map(|line| (id, line)));
            }
        }
    }

    /// Plays a move, or adds a mark that is separated from its move by a blank.
    fn word(&mut self, line: &mut ReplayLine, text: &str) -> Result<(), PgnFault> {
        let word = plain_word(text);
        if word.is_empty() {
            return Ok(());
        }
        if let Some(glyph) = WrittenGlyph::read(&word) {
            self.draft(line).add_written(glyph);
            return Ok(());
        }
        if ["--", "Z0", "@@@@", "null"].contains(&word.as_str()) {
            return Err(PgnFault::NullMove(word));
        }
        let id = self.play(line.node, &word)?;
        line.before = line.node;
        line.node = id;
        let glyphs: String = word.chars().filter(|c| matches!(c, '!' | '?')).collect();
        let early = line.early.take().filter(|early| *early != NotesDraft::default());
        if let Some(mark) = mark_of(&glyphs) {
            self.draft(line).add_written(WrittenGlyph::Mark(mark));
        }
        if let Some(early) = early {
            self.draft(line).append(early);
        }
        Ok(())
    }

    fn play(&mut self, node: NodeId, word: &str) -> Result<NodeId, PgnFault> {
        let position = self.game.node(node).map_or(self.game.start(), |node| node.position());
        if word.len() > MAX_MOVE_BYTES {
            return Err(PgnFault::Move(SanError::Unreadable(excerpt(word))));
        }
        let mv = parse_san(position, word).map_err(PgnFault::Move)?;
        self.game.insert(node, mv).map_err(|error| match error {
            PlayError::TooMany => PgnFault::TooMany(word.to_owned()),
            _ => PgnFault::TooDeep(word.to_owned()),
        })
    }

    /// Sets the end of the game: by the rules if they end it, else by the result after the moves,
    /// else by the `Result` tag.
    fn conclude(&mut self, tag: Option<&str>) {
        let is_comment = |placed: &&PlacedToken| matches!(placed.token, Token::Comment { .. });
        let last = self.tokens.iter().rev().find(|placed| !is_comment(placed));
        let line = last.map_or(0, |placed| placed.line);
        let behind = match last.map(|placed| placed.token) {
            Some(Token::Result(result)) => result,
            _ => "*",
        };
        let tag = tag.and_then(|tag| result_of(tag.trim())).unwrap_or("*");
        let claimed = if behind == "*" { tag } else { behind };
        if claimed != tag && tag != "*" {
            let other = tag.to_owned();
            self.report(line, None, PgnFault::Results { taken: claimed, other });
        }
        let cut_short = self.problems.iter().any(|problem| problem.fault.loses_moves());
        match self.game.result().map(GameEnd::result_text) {
            Some(rules) if claimed != "*" && claimed != rules && !cut_short => {
                self.report(line, None, PgnFault::AgainstRules { claimed, rules });
            }
            Some(_) => {}
            None => self.record_end(claimed),
        }
        let left_ms = self.game.time_left_ms(self.game.head());
        if let (Some(clock), Some(left_ms)) = (&mut self.game.header.clock, left_ms) {
            // A side with 0 ms left would have lost on time.
            clock.left_ms = left_ms.map(|ms| ms.max(1));
        }
    }

    /// Cuts names, tags and notes to the limits of a saved game. The problems name the first line of
    /// the game or of the notes.
    fn cut_to_limits(&mut self, first_line: usize) {
        for excess in self.game.header.cut_to_limits() {
            self.report(first_line, None, PgnFault::Excess(excess));
        }
        let line_of = |id: NodeId| self.note_lines.get(&id).map(|line| (id, *line));
        let over: Vec<(NodeId, usize)> =
            self.game.nodes().filter_map(|node| line_of(node.0)).collect();
        for (id, line) in over {
            let ply = self.game.node(id).map(|node| node.ply());
            let cuts = self.game.notes_mut(id).map(Notes::cut_to_limits).unwrap_or_default();
            for excess in cuts {
                self.report(line, ply, PgnFault::Excess(excess));
            }
        }
    }

    /// Ends the game by its result. Removes a `Termination` tag that only repeats the end.
    fn record_end(&mut self, claimed: &str) {
        let termination = self.game.header.tag("Termination");
        let Some(end) = tags::end_of(claimed, termination) else { return };
        if termination.is_some() && termination == tags::termination_text(end) {
            self.game.header.set_tag("Termination", "");
        }
        self.game.conclude(end);
    }
}

/// The word in ASCII: letters for figurines, a hyphen for each dash, two marks for double glyphs.
/// Empty if it has only punctuation.
fn plain_word(text: &str) -> String {
    steps::count(text.len());
    let mut word = String::new();
    for letter in text.chars() {
        match letter {
            '\u{2654}' | '\u{265a}' => word.push('K'),
            '\u{2655}' | '\u{265b}' => word.push('Q'),
            '\u{2656}' | '\u{265c}' => word.push('R'),
            '\u{2657}' | '\u{265d}' => word.push('B'),
            '\u{2658}' | '\u{265e}' => word.push('N'),
            // Pawns, and the variation selectors for text or emoji.
            '\u{2659}' | '\u{265f}' | '\u{fe0e}' | '\u{fe0f}' => {}
            '\u{2010}'..='\u{2015}' | '\u{2212}' => word.push('-'),
            '\u{d7}' => word.push('x'),
            '\u{203c}' => word.push_str("!!"),
            '\u{2047}' => word.push_str("??"),
            '\u{2048}' => word.push_str("?!"),
            '\u{2049}' => word.push_str("!?"),
            _ => word.push(letter),
        }
    }
    let word = word.trim_end_matches([',', ':']);
    let is_noise = word != "--" && word.chars().all(|letter| ".,:_~-".contains(letter));
    if is_noise { String::new() } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::read_pgn;

    #[test]
    fn a_game_beyond_the_limit_says_what_is_left_out() {
        let text = format!("1. b3 {} b4 *", "{} ".repeat(MAX_TOKENS));
        let games = read_pgn(text.as_bytes(), Variant::default_variant()).unwrap();
        let problems: Vec<String> = games[0].problems.iter().map(|p| p.fault.to_string()).collect();
        let left_out = "the game has more than 1000000 moves, signs and comments; \
            \"{}  b4 *\" and what follows are left out";
        assert_eq!(problems, [left_out]);
    }
}
