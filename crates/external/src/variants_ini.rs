//! The boards as a file for Fairy-Stockfish.
//!
//! Fairy-Stockfish describes a game as a section of settings. They are made from the fields of the
//! variant alone. A rule that no setting expresses is named in a comment.

use minnow_rules::{Castling, Color, Role, Stalemate, Variant, builtin_variants};

/// The games that Fairy-Stockfish has with the same name and rules. It refuses a section of that name.
const KNOWN_GAMES: [&str; 2] = ["gardner", "losalamos"];

/// The comment at the head of the file.
const INI_HEAD: &str = "\
# The games of Minnow for Fairy-Stockfish (option VariantPath) and the programs that read its files,
# written by `minnow variants --ini`. A name is the id of the game.
";

/// All boards as a file `variants.ini` of Fairy-Stockfish: a section for each variant, or a comment on
/// why it has none.
pub fn variants_ini() -> String {
    let mut text = INI_HEAD.to_owned();
    for variant in builtin_variants() {
        text.push('\n');
        text.push_str(&section(variant));
    }
    text
}

/// True if the file describes this variant.
pub(crate) fn has_section(variant: &Variant) -> bool {
    !KNOWN_GAMES.contains(&variant.id.as_str()) && castling_settings(variant).is_ok()
}

/// The section of a variant, with the comment before it.
fn section(variant: &Variant) -> String {
    let Variant { id, name, .. } = variant;
    if KNOWN_GAMES.contains(&id.as_str()) {
        return format!("# {id}: built into Fairy-Stockfish under this name.\n");
    }
    let castling = match castling_settings(variant) {
        Ok(settings) => settings,
        Err(reason) => return format!("# {id}: not expressible, because {reason}.\n"),
    };
    let mut text = format!("# {name}\n");
    if let Some(limit) = variant.move_limit {
        text += &format!("# Not expressible: the game is a draw after move {limit} of Black.\n");
    }
    text += &format!("[{id}:chess]\n");
    let start = format!("startFen = {}", variant.start_fen);
    let settings = [
        piece_settings(variant),
        pawn_settings(variant),
        castling,
        end_settings(variant),
        vec![start],
    ];
    for setting in settings.concat() {
        text += &setting;
        text.push('\n');
    }
    text
}

/// The board, the pieces that the game does not have, and those that move in a way of their own.
fn piece_settings(variant: &Variant) -> Vec<String> {
    let mut settings = vec![
        format!("maxFile = {}", file_letter(variant.files - 1)),
        format!("maxRank = {}", variant.ranks),
    ];
    let has_steps = variant.bishop_step && variant.roles().contains(&Role::Bishop);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        if !variant.roles().contains(&role) || role == Role::Bishop && has_steps {
            settings.push(format!("{} = -", role.name()));
        }
    }
    if has_steps {
        // In Betza's notation: a bishop that may step like a wazir without capturing.
        settings.push("customPiece1 = b:BmW".to_owned());
    }
    if variant.king_capture {
        // A piece that moves like a king, knows no check, and is lost with the game.
        let commoner =
            ["king = -", "commoner = k", "extinctionPieceTypes = k", "extinctionValue = loss"];
        settings.extend(commoner.map(str::to_owned));
    }
    settings
}

fn pawn_settings(variant: &Variant) -> Vec<String> {
    let promotions = variant.promotions.iter().map(|role| role.letter().to_ascii_lowercase());
    let mut settings = vec![
        format!("promotionPieceTypes = {}", String::from_iter(promotions)),
        format!("promotionRegionWhite = *{}", variant.last_rank(Color::White) + 1),
        format!("promotionRegionBlack = *{}", variant.last_rank(Color::Black) + 1),
        format!("doubleStep = {}", variant.double_step),
    ];
    if variant.double_step {
        for color in Color::ALL {
            settings.push(format!("doubleStepRegion{color} = *{}", variant.second_rank(color) + 1));
        }
        if !variant.en_passant {
            settings.push("enPassantRegion = -".to_owned());
        }
    }
    settings
}

/// The files on which castled kings stand. Fairy-Stockfish puts the rook beside the king and has one
/// file for each of the two castlings, whatever the side.
fn castling_settings(variant: &Variant) -> Result<Vec<String>, &'static str> {
    let mut settings = vec![format!("castling = {}", !variant.castlings.is_empty())];
    for (letter, name) in [('K', "castlingKingsideFile"), ('Q', "castlingQueensideFile")] {
        let has_letter = |castling: &&Castling| castling.letter.eq_ignore_ascii_case(&letter);
        let castlings: Vec<&Castling> = variant.castlings.iter().filter(has_letter).collect();
        let Some(first) = castlings.first() else { continue };
        let king_file = first.king_to.file();
        if castlings.iter().any(|castling| castling.king_to.file() != king_file) {
            return Err("the kings of the two sides castle to different files");
        }
        // Towards the middle: to the left of a king that castles kingside.
        let rook_file = if letter == 'K' { king_file.checked_sub(1) } else { Some(king_file + 1) };
        if castlings.iter().any(|castling| Some(castling.rook_to.file()) != rook_file) {
            return Err("a rook does not castle to the square beside its king");
        }
        settings.push(format!("{name} = {}", file_letter(king_file)));
    }
    Ok(settings)
}

fn end_settings(variant: &Variant) -> Vec<String> {
    let stalemate = match variant.stalemate {
        Stalemate::Draw => "draw",
        Stalemate::Loss => "loss",
    };
    vec![
        format!("stalemateValue = {stalemate}"),
        format!("nFoldRule = {}", variant.repetition.unwrap_or(0)),
        format!("nMoveRule = {}", variant.progress_limit.unwrap_or(0)),
    ]
}

/// The letter of a file, from 0.
fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::parse_variants;

    #[test]
    fn three_boards_have_the_expected_sections() {
        let expected = include_str!("../../../tests/fixtures/three-boards.ini");
        let ini = variants_ini();
        assert!(ini.starts_with(INI_HEAD));
        let sections: Vec<&str> = expected.split("\n\n").map(str::trim_end).collect();
        assert_eq!(sections.len(), 3);
        for section in sections {
            assert!(ini.split("\n\n").any(|own| own.trim_end() == section), "{section}\n\n{ini}");
        }
    }

    #[test]
    fn every_variant_has_a_section_or_a_reason() {
        let ini = variants_ini();
        for variant in builtin_variants() {
            let starts = [format!("[{}:chess]", variant.id), format!("# {}: ", variant.id)];
            let is_of_variant = |line: &&str| starts.iter().any(|start| line.starts_with(start));
            assert_eq!(ini.lines().filter(is_of_variant).count(), 1, "{}", variant.id);
            let start = format!("startFen = {}", variant.start_fen);
            let is_known = KNOWN_GAMES.contains(&variant.id.as_str());
            assert_eq!(section(variant).lines().any(|line| line == start), !is_known);
            let has_header = section(variant).lines().any(|line| line == starts[0]);
            assert_eq!(has_section(variant), has_header, "{}", variant.id);
        }
        let is_setting = |line: &str| line.contains(" = ");
        let is_other = |line: &str| line.is_empty() || line.starts_with(['#', '[']);
        assert!(ini.lines().all(|line| is_setting(line) || is_other(line)), "{ini}");
    }

    #[test]
    fn rules_without_a_setting_are_named() {
        let own = |start: &str, castling: &str, double_step: bool| {
            let text = format!(
                "[(id: \"own\", name: \"Own\", files: 5, ranks: 5, start: \"{start}\",
                bishop_step: false, king_capture: false, stalemate: \"Draw\", move_limit: 30,
                double_step: {double_step}, en_passant: false, castling: [{castling}],
                promotions: \"QN\", repetition: 3, progress_limit: 50, bare_kings_draw: true)]"
            );
            section(&parse_variants(&text).unwrap()[0])
        };
        let king_and_rook = "r3k/2p2/5/2P2/R3K w Qq";
        let plain = own("4k/2p2/5/2P2/4K w - -", "", true);
        assert!(plain.contains("# Not expressible: the game is a draw after move 30 of Black.\n"));
        assert!(plain.contains("enPassantRegion = -\n"), "{plain}");
        let both = own(king_and_rook, "\"Q e1c1 a1d1\", \"q e5c5 a5d5\"", false);
        assert!(both.contains("castlingQueensideFile = c\n"), "{both}");
        for (castling, reason) in [
            ("\"Q e1c1 a1d1\", \"q e5b5 a5c5\"", "different files"),
            ("\"Q e1b1 a1d1\", \"q e5b5 a5d5\"", "beside its king"),
        ] {
            let comment = own(king_and_rook, castling, false);
            assert!(comment.starts_with("# own: not expressible, because "), "{comment}");
            assert!(comment.contains(reason) && comment.lines().count() == 1, "{comment}");
        }
    }
}
