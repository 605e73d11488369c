//! The move list as rows of text, made from the game's tree and kept until the game changes.

use crate::{
    game::{Game, Node, NodeId},
    rules::{Color, san},
};

/// A move that can be clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub node: NodeId,
    /// SAN with its marks.
    pub text: String,
}

/// A piece of a line of small text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Move(Cell),
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A move of each side on the main line; one may be missing.
    Pair { number: u16, white: Option<Cell>, black: Option<Cell> },
    /// A comment on the move above.
    Comment(String),
    /// A variation with everything inside it, in brackets.
    Variation(Vec<Piece>),
}

/// The rows of a game.
#[derive(Debug, Default)]
pub struct MoveSheet {
    made_for: Option<(u64, u64)>,
    rows: Vec<Row>,
}

impl MoveSheet {
    /// The rows; they are made again only if the game or its revision differ from the last call's.
    pub fn rows(&mut self, game: &Game, game_number: u64, revision: u64) -> &[Row] {
        let wanted = Some((game_number, revision));
        if self.made_for != wanted {
            self.made_for = wanted;
            self.rows = rows(game);
        }
        &self.rows
    }
}

/// A move's SAN with its marks.
pub fn move_text(game: &Game, node: &Node) -> Option<String> {
    let played = node.played()?;
    let before = game.node(node.parent()?)?.position();
    let marks: String = node.notes.marks.iter().map(|mark| mark.text()).collect();
    Some(format!("{}{marks}", san(before, played)))
}

fn cell(game: &Game, id: NodeId) -> Option<Cell> {
    Some(Cell { node: id, text: move_text(game, game.node(id)?)? })
}

fn rows(game: &Game) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut open: Option<(u16, Option<Cell>)> = None;
    let start_comment = &game.node(NodeId::ROOT).map_or(String::new(), |n| n.notes.comment.clone());
    if !start_comment.is_empty() {
        rows.push(Row::Comment(start_comment.clone()));
    }
    let mut parent = NodeId::ROOT;
    for id in game.continuation(NodeId::ROOT) {
        let (Some(before), Some(node), Some(text)) =
            (game.node(parent), game.node(id), cell(game, id))
        else {
            break;
        };
        let number = before.position().fullmove();
        let extra = extra_rows(game, before, node);
        match before.position().turn() {
            Color::White if extra.is_empty() => open = Some((number, Some(text))),
            Color::White => rows.push(Row::Pair { number, white: Some(text), black: None }),
            Color::Black => {
                let white = open.take().and_then(|(_, white)| white);
                rows.push(Row::Pair { number, white, black: Some(text) });
            }
        }
        rows.extend(extra);
        parent = id;
    }
    if let Some((number, white)) = open {
        rows.push(Row::Pair { number, white, black: None });
    }
    rows
}

/// What stands below a move of the main line: its comment, and the variations to it.
fn extra_rows(game: &Game, before: &Node, node: &Node) -> Vec<Row> {
    let mut rows = Vec::new();
    if !node.notes.comment.is_empty() {
        rows.push(Row::Comment(node.notes.comment.clone()));
    }
    for variation in before.children().iter().skip(1) {
        let mut pieces = Vec::new();
        write_variation(game, *variation, &mut pieces);
        rows.push(Row::Variation(pieces));
    }
    rows
}

/// Writes a variation in brackets. Recursion goes as deep as variations nest, not as long as they are.
fn write_variation(game: &Game, first: NodeId, pieces: &mut Vec<Piece>) {
    pieces.push(Piece::Text("(".to_owned()));
    let mut number_due = true;
    for id in std::iter::once(first).chain(game.continuation(first)) {
        let Some(node) = game.node(id) else { break };
        let Some(before) = node.parent().and_then(|parent| game.node(parent)) else { break };
        let turn = before.position().turn();
        if turn == Color::White || number_due {
            let dots = if turn == Color::White { "." } else { "\u{2026}" };
            pieces.push(Piece::Text(format!("{}{dots}", before.position().fullmove())));
        }
        number_due = false;
        pieces.extend(cell(game, id).map(Piece::Move));
        if !node.notes.comment.is_empty() {
            pieces.push(Piece::Text(node.notes.comment.clone()));
            number_due = true;
        }
        let is_main = id != first;
        for other in before.children().iter().skip(1).filter(|_| is_main) {
            write_variation(game, *other, pieces);
            number_due = true;
        }
    }
    pieces.push(Piece::Text(")".to_owned()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Variant, parse_san};

    fn play(game: &mut Game, text: &str) -> NodeId {
        let played = parse_san(game.position(), text).unwrap();
        game.play(played).unwrap()
    }

    fn flat(row: &Row) -> String {
        let text = |cell: &Option<Cell>| cell.as_ref().map_or("-".to_owned(), |c| c.text.clone());
        match row {
            Row::Pair { number, white, black } => {
                format!("{number} {} {}", text(white), text(black))
            }
            Row::Comment(comment) => format!("\"{comment}\""),
            Row::Variation(pieces) => {
                let words = pieces.iter().map(|piece| match piece {
                    Piece::Text(text) => text.clone(),
                    Piece::Move(cell) => cell.text.clone(),
                });
                words.collect::<Vec<_>>().join(" ")
            }
        }
    }

    #[test]
    fn moves_comments_and_variations_stand_in_reading_order() {
        let mut game = Game::new(Variant::default_variant());
        play(&mut game, "a3");
        let reply = play(&mut game, "b4");
        game.notes_mut(reply).unwrap().comment = "Bold.".to_owned();
        play(&mut game, "axb4");
        game.go_to_start();
        game.forward();
        play(&mut game, "d4");
        play(&mut game, "e3");
        game.go_to_start();
        game.forward();
        game.forward();
        play(&mut game, "c3");
        let rows: Vec<String> = rows(&game).iter().map(flat).collect();
        assert_eq!(
            rows,
            ["1 a3 b4", "\"Bold.\"", "( 1\u{2026} d4 2. e3 )", "2 axb4 -", "( 2. c3 )"]
        );
    }

    #[test]
    fn the_sheet_is_made_again_only_when_the_game_changes() {
        let mut game = Game::new(Variant::default_variant());
        let mut sheet = MoveSheet::default();
        assert!(sheet.rows(&game, 1, 0).is_empty());
        play(&mut game, "a3");
        assert!(sheet.rows(&game, 1, 0).is_empty());
        assert_eq!(sheet.rows(&game, 1, 1).len(), 1);
    }
}
