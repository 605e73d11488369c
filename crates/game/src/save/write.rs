//! Writing a saved game in a form that is easy to read and to compare: two plain moves share a
//! row, and a move with notes has its own row.
//!
//! This file formats the text itself, because RON's printer puts either every
//! move or every field on a row of its own.

use std::fmt::{Display, Write};

use crate::{Game, GameEnd, MoveVerdict, NodeId, Notes, Player, RecordedEval};
use minnow_rules::{Color, Move, Position};

/// The maximum indentation level. Without it, the size of a file could grow with the square of its
/// nesting.
const MAX_INDENT: usize = 12;

/// The oldest format that can hold a game; `format` lists what each of them added.
fn format_of(game: &Game) -> u32 {
    let is_forfeit =
        matches!(game.agreed_end(), Some(GameEnd::Forfeited(_) | GameEnd::Disconnected(_)));
    let is_other = |player: &Player| matches!(player, Player::Program | Player::Remote);
    if is_forfeit || game.header.players.iter().any(is_other) {
        return 7;
    }
    if game.nodes().any(|(_, node)| node.notes.used_ms.is_some()) {
        return 6;
    }
    let mut verdicts = game.nodes().filter_map(|(_, node)| node.notes.verdict.as_ref());
    if verdicts.any(|verdict| verdict.is_confirmed) {
        return 5;
    }
    let header = &game.header;
    let is_between =
        |player: &Player| matches!(player, Player::Computer(computer) if computer.hundredths > 0);
    if header.uncounted.is_some() || header.players.iter().any(is_between) {
        return 4;
    }
    let is_reviewed = game.nodes().any(|(_, node)| node.notes.verdict.is_some());
    match header.clock {
        Some(clock) if clock.control.delay_ms > 0 => 3,
        _ if is_reviewed => 2,
        _ => 1,
    }
}

/// The saved game as text, in the oldest format that can hold it.
pub fn to_ron(game: &Game) -> String {
    let mut out = format!("(\n    format: {},\n", format_of(game));
    let mut field =
        |name: &str, value: &dyn Display| push(&mut out, format_args!("    {name}: {value},\n"));
    field("variant", &quoted(&game.variant().id));
    if !game.is_from_normal_start() {
        field("start", &quoted(&game.start().fen()));
    }
    for (name, color) in [("white", Color::White), ("black", Color::Black)] {
        if let Some(side) = side_text(game, color) {
            field(name, &side);
        }
    }
    if !game.header.tags.is_empty() {
        let tag = |(name, value): &(String, String)| {
            format!("\n        ({}, {}),", quoted(name), quoted(value))
        };
        let tags: String = game.header.tags.iter().map(tag).collect();
        field("tags", &format_args!("[{tags}\n    ]"));
    }
    if let Some(clock) = game.header.clock {
        let (control, [white, black]) = (clock.control, clock.left_ms);
        let (base, increment) = (control.base_ms, control.increment_ms);
        let delay = match control.delay_ms {
            0 => String::new(),
            delay_ms => format!(" delay_ms: {delay_ms},"),
        };
        field(
            "clock",
            &format_args!(
                "(base_ms: {base}, increment_ms: {increment},{delay} left_ms: ({white}, {black}))"
            ),
        );
    }
    if let Some(end) = game.agreed_end().and_then(end_text) {
        field("end", &end);
    }
    if let Some(reason) = game.header.uncounted {
        field("uncounted", &quoted(reason.name()));
    }
    if game.head() != game.main_line_end() {
        field("played", &game.node(game.head()).map_or(0, |node| node.ply()));
    }
    if let Some(notes) = game.node(NodeId::ROOT).map(|root| &root.notes).filter(|n| !n.is_empty()) {
        field("notes", &format_args!("({})", notes_fields(notes, game.start()).join(", ")));
    }
    out.push_str("    moves: [");
    if let Some(first) = game.continuation(NodeId::ROOT).next() {
        write_line(game, first, 2, &mut out);
        out.push_str("\n    ");
    }
    out.push_str("],\n)\n");
    out
}

/// Appends text. Writing to a `String` cannot fail.
fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

/// A text as a RON string.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}

fn side_text(game: &Game, color: Color) -> Option<String> {
    let name = game.header.name(color);
    let mut fields = Vec::new();
    if !name.is_empty() {
        fields.push(format!("name: {}", quoted(name)));
    }
    fields.extend(player_text(game.header.player(color)));
    if fields.is_empty() { None } else { Some(format!("({})", fields.join(", "))) }
}

fn player_text(player: Player) -> Option<String> {
    let computer = match player {
        Player::Unknown => return None,
        Player::Human => return Some("player: Human".to_owned()),
        Player::Program => return Some("player: Program".to_owned()),
        Player::Remote => return Some("player: Remote".to_owned()),
        Player::Computer(computer) => computer,
    };
    let limits: Vec<String> = [
        computer.level.map(|level| format!("level: {level}")),
        (computer.hundredths > 0).then(|| format!("hundredths: {}", computer.hundredths)),
        computer.depth_plies.map(|depth| format!("depth: {depth}")),
        computer.think_ms.map(|time| format!("time_ms: {time}")),
        computer.nodes.map(|nodes| format!("nodes: {nodes}")),
    ]
    .into_iter()
    .flatten()
    .collect();
    Some(format!("player: Computer({})", limits.join(", ")))
}

/// The stored form of an end; `None` for ends by the rules, which follow from the position.
fn end_text(end: GameEnd) -> Option<String> {
    match end {
        GameEnd::ByRules(_) => None,
        GameEnd::Resigned(color) => Some(format!("Resigned({color})")),
        GameEnd::Agreed => Some("Agreed".to_owned()),
        GameEnd::TimeOut(color) => Some(format!("TimeOut({color})")),
        GameEnd::Forfeited(color) => Some(format!("Forfeited({color})")),
        GameEnd::Disconnected(color) => Some(format!("Disconnected({color})")),
        GameEnd::Recorded(Some(color)) => Some(format!("Won({color})")),
        GameEnd::Recorded(None) => Some("Drawn".to_owned()),
    }
}

/// The non-empty fields of notes. `before` is the position before the move.
fn notes_fields(notes: &Notes, before: &Position) -> Vec<String> {
    let mut fields = Vec::new();
    if !notes.comment.is_empty() {
        fields.push(format!("comment: {}", quoted(&notes.comment)));
    }
    if !notes.marks.is_empty() {
        let marks: Vec<String> = notes.marks.iter().map(|mark| quoted(mark.text())).collect();
        fields.push(format!("marks: [{}]", marks.join(", ")));
    }
    if !notes.shapes.is_empty() {
        let shapes: Vec<String> = notes.shapes.iter().map(|s| quoted(&s.to_string())).collect();
        fields.push(format!("arrows: [{}]", shapes.join(", ")));
    }
    fields.extend(notes.evaluation.map(eval_field));
    if let Some(clock_ms) = notes.clock_ms {
        fields.push(format!("clock_ms: {clock_ms}"));
    }
    if let Some(used_ms) = notes.used_ms {
        fields.push(format!("used_ms: {used_ms}"));
    }
    if let Some(verdict) = &notes.verdict {
        fields.push(format!("review: ({})", verdict_fields(verdict, before).join(", ")));
    }
    fields
}

fn eval_field(evaluation: RecordedEval) -> String {
    match evaluation {
        RecordedEval::Centipawns { cp, depth_plies } => {
            format!("eval: (cp: {cp}, depth: {depth_plies})")
        }
        RecordedEval::Mate { moves, depth_plies } => {
            format!("eval: (mate: {moves}, depth: {depth_plies})")
        }
    }
}

fn verdict_fields(verdict: &MoveVerdict, before: &Position) -> Vec<String> {
    let mut fields = vec![eval_field(verdict.evaluation)];
    if let Some(judgement) = verdict.judgement {
        fields.push(format!("judgement: {}", quoted(judgement.name())));
    }
    if verdict.is_confirmed {
        fields.push("confirmed: true".to_owned());
    }
    if !verdict.sentence.is_empty() {
        fields.push(format!("sentence: {}", quoted(&verdict.sentence)));
    }
    if !verdict.better.is_empty() {
        let mut position = *before;
        let text = |mv: &Move| {
            let text = quoted(&position.move_text(*mv));
            position = position.play(*mv);
            text
        };
        let moves: Vec<String> = verdict.better.iter().map(text).collect();
        fields.push(format!("better: [{}]", moves.join(", ")));
    }
    fields
}

/// Writes a line from its first move; a line feed precedes each row. Only variations recurse, and
/// their nesting is limited.
fn write_line(game: &Game, first: NodeId, level: usize, out: &mut String) {
    let indent = "    ".repeat(level.min(MAX_INDENT));
    let mut turn_is_open = false;
    for id in std::iter::once(first).chain(game.continuation(first)) {
        let (Some(node), Some(before)) = (game.node(id), game.node_before(id)) else { continue };
        let (Some(mv), before) = (node.played(), before.position()) else { continue };
        let (text, mover) = (quoted(&before.move_text(mv)), before.turn());
        let (fields, variations) = (notes_fields(&node.notes, before), game.variations(id));
        if turn_is_open && mover == Color::Black && fields.is_empty() && variations.is_empty() {
            push(out, format_args!(" {text},"));
            turn_is_open = false;
            continue;
        }
        push(out, format_args!("\n{indent}"));
        turn_is_open = fields.is_empty() && variations.is_empty() && mover == Color::White;
        if fields.is_empty() && variations.is_empty() {
            push(out, format_args!("{text},"));
            continue;
        }
        push(out, format_args!("(play: {text}"));
        for field in fields {
            push(out, format_args!(", {field}"));
        }
        if !variations.is_empty() {
            out.push_str(", variations: [");
            for variation in variations {
                push(out, format_args!("\n{indent}    ["));
                write_line(game, *variation, level + 2, out);
                push(out, format_args!("\n{indent}    ],"));
            }
            push(out, format_args!("\n{indent}]"));
        }
        out.push_str("),");
    }
}
