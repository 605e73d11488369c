//! The card with the rules in which the game differs from others, made from its variant's data.

use egui::{Label, Ui};

use crate::app::{
    context::Cx,
    pages::PageId,
    request::Request,
    ui::text::{BISHOP_STEP, listed},
    ui::theme::{SPACE_S, caption},
};
use minnow_rules::{Role, Stalemate, Variant};

/// The most sentences of the card.
const MOST_SENTENCES: usize = 4;

/// Draws the card.
pub(super) fn rules_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.take_available_width();
    ui.spacing_mut().item_spacing.y = SPACE_S;
    let variant = cx.session.variant();
    let sentences = special_rules(variant);
    let count = ["no", "one", "two", "three", "four"][sentences.len()];
    ui.label(caption(ui.ctx(), format!("{} in {count} sentences", variant.name)));
    for sentence in sentences {
        ui.add(Label::new(sentence).wrap());
    }
    if ui.link("All rules").clicked() {
        cx.ask(Request::Show(PageId::Rules));
    }
}

/// The rules in which games differ, the most important first, as sentences.
fn special_rules(variant: &Variant) -> Vec<String> {
    let mut rules = vec![if variant.king_capture {
        "Take the king to win: there is no check rule.".to_owned()
    } else {
        "Checkmate wins.".to_owned()
    }];
    rules.push(match variant.stalemate {
        Stalemate::Loss => "A side without a move loses.".to_owned(),
        Stalemate::Draw => "A side without a move that is not in check draws.".to_owned(),
    });
    let move_limit = variant.move_limit;
    rules.extend(move_limit.map(|limit| format!("After {limit} moves each the game is a draw.")));
    if variant.bishop_step {
        rules.push(BISHOP_STEP.to_owned());
    }
    if !variant.castlings.is_empty() {
        rules.push("King and rook may castle.".to_owned());
    }
    rules.push(pawn_rule(variant).to_owned());
    rules.extend(promotion_rule(variant));
    if variant.repetition == Some(3) {
        rules.push("A position that occurs three times is a draw.".to_owned());
    }
    rules.truncate(MOST_SENTENCES);
    rules
}

fn pawn_rule(variant: &Variant) -> &'static str {
    match (variant.double_step, variant.en_passant) {
        (true, true) => "A pawn may first move two squares, and be taken as if it had moved one.",
        (true, false) => "A pawn may first move two squares.",
        (false, _) => "A pawn moves one square, also from its start.",
    }
}

/// The pieces that a pawn becomes, where they are not the usual ones.
fn promotion_rule(variant: &Variant) -> Option<String> {
    let usual = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    if usual.iter().all(|role| variant.promotions.contains(role)) {
        return None;
    }
    let names: Vec<&str> = variant.promotions.iter().map(|role| role.name()).collect();
    Some(format!("On the last rank, a pawn becomes a {}.", listed(&names, "or")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minnow_rules::builtin_variants;

    #[test]
    fn each_board_has_four_sentences_of_its_data() {
        for variant in builtin_variants() {
            let rules = special_rules(variant);
            assert_eq!(rules.len(), MOST_SENTENCES, "{}", variant.id);
            let text = rules.join(" ");
            assert_eq!(text.contains("Take the king"), variant.king_capture);
            assert_eq!(text.contains("Checkmate"), !variant.king_capture);
            assert_eq!(text.contains("castle"), !variant.castlings.is_empty(), "{}", variant.id);
        }
        assert_eq!(
            special_rules(Variant::default_variant()),
            [
                "Take the king to win: there is no check rule.",
                "A side without a move loses.",
                "After 40 moves each the game is a draw.",
                BISHOP_STEP,
            ]
        );
    }
}
