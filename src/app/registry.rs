//! The macro of the registries: what is listed in one exists for the rest of the window.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{cards::CardId, pages::PageId, request::Request};

/// A struct with a field for each feature and access to each as its trait, and the ids of the features
/// with a constant of each. Attributes of an entry, such as `cfg`, go to all that is made of it.
macro_rules! registry {
    (
        $(#[$doc:meta])* $All:ident, $(#[$id_doc:meta])* $Id:ident, $Trait:ident;
        $(#[$fact_doc:meta])* $fact:ident: $FACT:ident -> $Fact:ty;
        $($(#[$attribute:meta])* $Name:ident $field:ident: $Type:ty,)+
    ) => {
        $(#[$id_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Id { $($(#[$attribute])* $Name,)+ }

        impl $Id {
            /// In the order on the screen.
            pub const ALL: &[$Id] = &[$($(#[$attribute])* $Id::$Name,)+];

            $(#[$fact_doc])*
            pub fn $fact(self) -> $Fact {
                match self { $($(#[$attribute])* $Id::$Name => <$Type>::$FACT,)+ }
            }
        }

        $(#[$doc])*
        #[derive(Default)]
        pub struct $All { $($(#[$attribute])* pub $field: $Type,)+ }

        impl $All {
            pub fn get(&self, id: $Id) -> &dyn $Trait {
                match id { $($(#[$attribute])* $Id::$Name => &self.$field,)+ }
            }

            pub fn get_mut(&mut self, id: $Id) -> &mut dyn $Trait {
                match id { $($(#[$attribute])* $Id::$Name => &mut self.$field,)+ }
            }
        }
    };
}

pub(in crate::app) use registry;

/// How a feature is opened: its entry in the menu and its keys.
#[derive(Clone, Copy, Debug)]
pub struct Opener {
    pub group: MenuGroup,
    pub text: &'static str,
    pub keys: Option<OpenerKeys>,
}

/// The keys of an opener, and what the page of keys says about them.
#[derive(Clone, Copy, Debug)]
pub struct OpenerKeys {
    pub keys: KeyboardShortcut,
    pub text: &'static str,
}

impl OpenerKeys {
    pub(in crate::app) const fn new(
        modifiers: Modifiers,
        key: Key,
        text: &'static str,
    ) -> OpenerKeys {
        OpenerKeys { keys: KeyboardShortcut::new(modifiers, key), text }
    }
}

/// The openers of all cards and pages with their requests, in the order of the menu.
pub(in crate::app) fn openers() -> impl Iterator<Item = (Opener, Request)> {
    let cards = CardId::ALL.iter().map(|id| (id.opener(), Request::OpenCard(*id)));
    let pages = PageId::ALL.iter().map(|id| (id.opener(), Request::Show(*id)));
    pages.chain(cards).filter_map(|(opener, request)| Some((opener?, request)))
}

/// A group of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuGroup {
    /// Opponents, boards, puzzles, the user's games.
    Games,
    /// The position on the board, and questions about it and its game.
    Position,
    /// Pictures and files.
    Share,
    /// Theme and size.
    Look,
    Help,
}

impl MenuGroup {
    /// In the order of the menu.
    pub const ALL: [MenuGroup; 5] =
        [MenuGroup::Games, MenuGroup::Position, MenuGroup::Share, MenuGroup::Look, MenuGroup::Help];

    pub fn name(self) -> &'static str {
        match self {
            MenuGroup::Games => "Games",
            MenuGroup::Position => "Position",
            MenuGroup::Share => "Share",
            MenuGroup::Look => "Look",
            MenuGroup::Help => "Help",
        }
    }
}
