//! The cards beside the board in Analyse, and their registry. A new card is a file or folder here,
//! its `mod` line and its line in the registry.

mod endings;
mod explorer;
mod prover;

use egui::Ui;

use super::{
    context::Cx,
    registry::{Opener, registry},
    session::Session,
};

/// A card beside the board in Analyse.
pub trait Card {
    /// The word of its button in Analyse.
    fn name(&self) -> &'static str;

    /// True if it has something to show of the game. Of these cards the one with the highest
    /// precedence is on the screen.
    fn applies(&self, session: &Session) -> bool;

    /// Cards that the user opens have 1 or more. Opening one closes the others of the same or a
    /// higher precedence; lower ones come back when it closes.
    fn precedence(&self) -> u8 {
        0
    }

    /// True if the moves and the review have little room beside it: the review has one row.
    fn is_tall(&self) -> bool {
        false
    }

    /// True while it shows moves or results of the position, so that the game does not count for the
    /// rating.
    fn advises(&self, in_analysis: bool) -> bool {
        let _ = in_analysis;
        false
    }

    /// Its button, key or menu entry; `is_shown` if the card is on the screen.
    fn open(&mut self, is_shown: bool, session: &mut Session) {
        let _ = (is_shown, session);
    }

    /// Its button while it is on the screen, or another card takes its place.
    fn close(&mut self);

    /// Draws the inside of the card and changes its own state.
    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>);

    /// Starts its jobs and takes in what they found; `in_analysis` if the screen is Analyse.
    fn tick(&mut self, session: &mut Session, in_analysis: bool) {
        let _ = (session, in_analysis);
    }
}

registry! {
    /// All cards.
    Cards,
    /// A card.
    CardId, Card;
    /// How the user opens it; `None` if it has no entry in the menu.
    opener: OPENER -> Option<Opener>;
    Explorer explorer: explorer::Explorer,
    Prover prover: prover::Prover,
    Endings endings: endings::Endings,
}

impl Cards {
    /// The card on the screen of Analyse.
    pub fn shown(&self, session: &Session) -> Option<CardId> {
        let applying = CardId::ALL.iter().copied().filter(|id| self.get(*id).applies(session));
        applying.max_by_key(|id| self.get(*id).precedence())
    }

    /// Opens a card, or closes it if it is on the screen and does so by its key. Cards that would
    /// hide it are closed.
    pub fn open(&mut self, id: CardId, is_shown: bool, session: &mut Session) {
        let precedence = self.get(id).precedence();
        for other in CardId::ALL.iter().copied() {
            if other != id && self.get(other).precedence() >= precedence {
                self.get_mut(other).close();
            }
        }
        self.get_mut(id).open(is_shown, session);
    }

    /// Calls every card's tick.
    pub fn tick(&mut self, session: &mut Session, in_analysis: bool) {
        for id in CardId::ALL {
            self.get_mut(*id).tick(session, in_analysis);
        }
    }

    /// True if a card advises the user.
    pub fn advise(&self, in_analysis: bool) -> bool {
        CardId::ALL.iter().any(|id| self.get(*id).advises(in_analysis))
    }
}
