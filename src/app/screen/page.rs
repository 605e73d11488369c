//! What the program has as a page alone: links, and all data as one file.

use super::AppState;
use crate::app::request::Request;
use crate::app::{
    games,
    lab::LabPageId,
    links::Link,
    session::{Copied, Mode, Question},
};
use minnow_rules::Position;

impl AppState {
    /// Shows what stands behind the `#` of the page's address.
    pub(super) fn follow_link(&mut self, fragment: &str, now_ms: u64) {
        match Link::parse(fragment) {
            Ok(None) => {}
            Ok(Some(Link::Position { fen, board })) => {
                let board = board.unwrap_or_else(|| self.session.variant().id.clone());
                games::begin_linked(&mut self.session, &board, &fen);
            }
            Ok(Some(Link::Game(pgn))) => self.paste(pgn),
            Ok(Some(Link::Tree(text))) => {
                self.select_mode(Mode::Lab, now_ms);
                self.lab.show(LabPageId::Tree, &mut self.session);
                self.lab.pages.tree.open_editor();
                self.lab.pages.tree.paste(&text, &mut self.session.typed);
            }
            Err(problem) => {
                self.session.error(format!("The link cannot be followed: {problem}."));
            }
        }
    }

    /// True if the program is a page.
    pub fn is_page(&self) -> bool {
        self.session.page_address.is_some()
    }

    pub(super) fn ask_to_load_all_data(&mut self) {
        let text = "Settings, games and everything else that Minnow keeps in this browser are \
                    replaced by those of the file.";
        let choose = Request::ChooseAllData;
        let question = Question::new("Replace all data?", text);
        self.question = Some(question.choice("Choose the file", choose).cancel("Cancel"));
    }

    /// The link with this content.
    pub(super) fn link(&mut self, what: Copied, position: &Position) -> String {
        let link = match what {
            Copied::GameLink => Link::Game(self.board_pgn()),
            Copied::TreeLink => Link::Tree(self.lab.pages.tree.setup.text.clone()),
            _ => Link::Position { fen: position.fen(), board: Some(position.variant().id.clone()) },
        };
        let address = self.session.page_address.as_deref().unwrap_or_default();
        format!("{address}#{}", link.fragment())
    }
}
