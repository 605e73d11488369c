//! A game's rules in plain words, made from its variant's data.

use egui::{Label, Link, RichText, Ui, vec2};
use minnow_rules::{Position, Role, Stalemate, Variant, builtin_variants};

use super::{Page, PageSubject};
use crate::app::{
    context::Cx,
    registry::{MenuGroup, Opener},
    session::Session,
    ui::board::{PositionPicture, mini_board_ui},
    ui::text::listed,
    ui::theme::{self, SPACE_S, Theme},
};

/// The page; its topic is the id of a variant, else the board on the screen's.
#[derive(Default)]
pub struct RulesPage {
    variant: Option<&'static Variant>,
}

impl RulesPage {
    pub(super) const OPENER: Option<Opener> =
        Some(Opener { group: MenuGroup::Help, text: "Rules of this game", keys: None });
}

impl Page for RulesPage {
    fn title(&self, session: &Session) -> String {
        self.variant.unwrap_or(session.variant()).name.clone()
    }

    fn open(&mut self, subject: PageSubject<'_>, _: &mut Session) {
        self.variant = Some(Variant::by_id(subject.topic).unwrap_or(subject.variant));
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let shown = self.variant.unwrap_or(cx.session.variant());
        if let Some(chosen) = choice_ui(ui, shown) {
            self.variant = Some(chosen);
        }
        let look = cx.session.settings.board_look();
        let start = PositionPicture::of(&Position::start(shown), look);
        ui.vertical_centered(|ui| mini_board_ui(ui, &start, "the start position", 40.0));
        for section in rules_page(shown) {
            ui.add_space(SPACE_S);
            ui.label(theme::bold(section.heading));
            for sentence in section.sentences {
                ui.add(Label::new(sentence).wrap());
            }
        }
    }
}

/// Links to the rules of the other games. Returns the one that is clicked.
fn choice_ui(ui: &mut Ui, shown: &Variant) -> Option<&'static Variant> {
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = theme::TEXT_HEADING;
        ui.spacing_mut().item_spacing = vec2(SPACE_S, 2.0);
        for variant in builtin_variants() {
            let is_shown = variant == shown;
            let color = if is_shown { Theme::of(ui).accent } else { Theme::of(ui).muted };
            let text = RichText::new(&variant.name).small().color(color);
            if ui.add(Link::new(text)).clicked() && !is_shown {
                chosen = Some(variant);
            }
        }
    });
    ui.add_space(SPACE_S);
    chosen
}

/// A heading with its sentences.
#[derive(Debug, PartialEq, Eq)]
struct Section {
    heading: &'static str,
    sentences: Vec<String>,
}

/// The whole page.
fn rules_page(variant: &Variant) -> Vec<Section> {
    let mut sections = vec![
        Section { heading: "The board", sentences: board(variant) },
        Section { heading: "How the pieces move", sentences: moves(variant) },
    ];
    if !variant.castlings.is_empty() {
        sections.push(Section { heading: "Castling", sentences: castling(variant) });
    }
    sections.push(Section { heading: "How it ends", sentences: endings(variant) });
    if !variant.known_result.is_empty() {
        let sentences = vec![format!("{}.", variant.known_result)];
        sections.push(Section { heading: "Known result", sentences });
    }
    sections
}

fn board(variant: &Variant) -> Vec<String> {
    let mut sentences =
        vec![format!("{} files and {} ranks. White moves first.", variant.files, variant.ranks)];
    if !variant.about.is_empty() {
        sentences.push(format!("{}.", variant.about));
    }
    sentences
}

fn moves(variant: &Variant) -> Vec<String> {
    let mut sentences: Vec<String> = variant
        .roles()
        .iter()
        .rev()
        .filter(|role| **role != Role::Pawn)
        .map(|role| piece(variant, *role))
        .collect();
    sentences.push(pawn(variant));
    sentences
}

fn piece(variant: &Variant, role: Role) -> String {
    match role {
        Role::King if variant.king_capture => {
            "The king moves one square in any direction. It may be left where it can be taken."
        }
        Role::King => {
            "The king moves one square in any direction and may not be left where it can be taken."
        }
        Role::Queen => "The queen moves any distance in a straight line or diagonally.",
        Role::Rook => "The rook moves any distance along a file or a rank.",
        Role::Bishop if variant.bishop_step => {
            "The bishop moves any distance diagonally, or steps to the empty square above, below, \
             left or right of it. The step takes nothing, and with it a bishop changes its colour."
        }
        Role::Bishop => "The bishop moves any distance diagonally.",
        Role::Knight => "The knight jumps two squares one way and one square to the side.",
        Role::Pawn => "",
    }
    .to_owned()
}

fn pawn(variant: &Variant) -> String {
    let mut text = "The pawn moves one square forward and takes diagonally forward.".to_owned();
    if variant.double_step {
        text.push_str(" From its first square it may move two.");
    }
    if variant.en_passant {
        text.push_str(
            " A pawn that moves two squares past an enemy pawn may be taken in the next move as \
             if it had moved one (en passant).",
        );
    }
    let names: Vec<&str> = variant.promotions.iter().map(|role| role.name()).collect();
    text.push_str(&format!(" On the last rank it becomes a {}.", listed(&names, "or")));
    text
}

fn castling(variant: &Variant) -> Vec<String> {
    let mut sentences = vec![
        "King and rook move together, if neither has moved, nothing stands between them, and the \
         king is not attacked before, on the way or after."
            .to_owned(),
    ];
    sentences.extend(variant.castlings.iter().map(|castling| {
        format!(
            "{}: king {} to {}, rook {} to {}.",
            castling.color,
            castling.king_from,
            castling.king_to,
            castling.rook_from,
            castling.rook_to
        )
    }));
    sentences
}

fn endings(variant: &Variant) -> Vec<String> {
    let mut sentences = Vec::new();
    if variant.king_capture {
        sentences.push("The side that takes the king wins at once.".to_owned());
    } else {
        sentences.push("Checkmate wins: the king is attacked and no move saves it.".to_owned());
    }
    sentences.push(match variant.stalemate {
        Stalemate::Loss => "A side without a move loses.".to_owned(),
        Stalemate::Draw => {
            "If the side to move has no move and is not in check, the game is a draw.".to_owned()
        }
    });
    if let Some(limit) = variant.move_limit {
        sentences.push(format!(
            "After Black's move {limit} the game is a draw if both kings are still on the board."
        ));
    }
    if let Some(times) = variant.repetition {
        let times = ordinal(times);
        sentences.push(format!("The game is a draw when a position occurs for the {times} time."));
    }
    if let Some(limit) = variant.progress_limit {
        sentences.push(format!(
            "The game is a draw after {limit} moves of each side without a capture or a pawn move."
        ));
    }
    if variant.bare_kings_draw {
        let minor =
            [Role::Knight, Role::Bishop].into_iter().filter(|r| variant.roles().contains(r));
        let minors: Vec<&str> = minor.map(Role::name).collect();
        sentences.push(format!(
            "The game is a draw when only the kings are left, or the kings and one {}.",
            listed(&minors, "or")
        ));
    }
    sentences
}

fn ordinal(number: u8) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        other => format!("{other}th"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::builtin_variants;

    fn text(variant: &Variant) -> String {
        let sections = rules_page(variant);
        sections.into_iter().flat_map(|section| section.sentences).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn pages_say_what_the_data_say() {
        for variant in builtin_variants() {
            let text = text(variant);
            assert_eq!(text.contains("steps to the empty square"), variant.bishop_step);
            assert_eq!(text.contains("takes the king wins"), variant.king_capture);
            assert_eq!(text.contains("(en passant)"), variant.en_passant);
            assert_eq!(text.contains("King and rook"), !variant.castlings.is_empty());
            let has_knight = variant.roles().contains(&Role::Knight);
            assert_eq!(text.contains("The knight jumps"), has_knight, "{}", variant.id);
        }
    }

    #[test]
    fn rules_promise_no_draw_where_stalemate_loses() {
        let text = text(Variant::default_variant());
        assert!(text.contains("without a move loses") && !text.contains("not in check"));
        assert!(text.contains("becomes a queen."));
    }
}
