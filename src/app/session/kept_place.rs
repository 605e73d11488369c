//! The position that a workspace shows again when the user comes back to it.

use super::{Mode, Place, Session};

/// The position that a workspace showed last.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptPlace {
    place: Place,
    /// The position's key: after an undone edit, another position may get the same node id.
    key: u64,
    /// True if it was the current position of the game, which may be another one later.
    at_head: bool,
}

impl Session {
    /// Notes the position shown, for the next visit to this workspace.
    pub fn keep_place(&mut self, mode: Mode) {
        let (place, key) = (self.here(), self.game.position().key());
        let at_head = self.at_head();
        self.kept_places[mode.index()] = Some(KeptPlace { place, key, at_head });
    }

    /// Shows the position that this workspace showed last. Without one, Play shows the current
    /// position of the game, and the other workspaces go on with the position shown.
    pub fn return_to_place(&mut self, mode: Mode) {
        let head = self.game.head();
        let kept = self.kept_places[mode.index()]
            .filter(|kept| kept.place.game_number == self.game_number);
        let key =
            |kept: &KeptPlace| self.game.node(kept.place.node).map(|node| node.position().key());
        let node = match kept {
            Some(kept) if kept.at_head => head,
            Some(kept) if key(&kept) == Some(kept.key) => kept.place.node,
            Some(_) => head,
            None if mode == Mode::Play => head,
            None => return,
        };
        self.game.go_to(node);
    }
}
