//! Links to the page that carry a position, a game, a tree or an exercise behind the `#`, such as
//! `#fen=kqbnr/...&board=minichess`, so that a teacher can put one on a page of their own.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use minnow_rules::excerpt;

/// The characters that stay as they are: letters, digits, and signs without a meaning behind `#`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'/');

/// The longest fragment that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// The content of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// A FEN, and the id of its variant.
    Position { fen: String, board: Option<String> },
    /// A game in PGN.
    Game(String),
    /// A tree of the lab as text.
    Tree(String),
    /// A set or a sheet of exercises in RON.
    Exercise(String),
}

/// Why a link cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum LinkError {
    #[error("\"{0}\" is none of fen, pgn, tree and exercise")]
    UnknownName(String),
    #[error("\"{0}\" has nothing behind it")]
    Empty(String),
    #[error("the text behind \"{0}\" is not UTF-8")]
    Encoding(String),
    #[error("it is longer than 1 MB")]
    TooLong,
}

impl Link {
    /// Reads what stands behind the `#`; `None` if nothing does.
    ///
    /// # Errors
    ///
    /// A [`LinkError`] that names what is wrong.
    pub(super) fn parse(fragment: &str) -> Result<Option<Link>, LinkError> {
        let fragment = fragment.trim_start_matches('#');
        if fragment.is_empty() {
            return Ok(None);
        }
        if fragment.len() > MAX_BYTES {
            return Err(LinkError::TooLong);
        }
        let (mut board, mut link) = (None, None);
        for part in fragment.split('&') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let value = decoded(name, value)?;
            match name {
                _ if value.trim().is_empty() => return Err(LinkError::Empty(excerpt(name))),
                "board" => board = Some(value),
                "fen" => link = Some(Link::Position { fen: value, board: None }),
                "pgn" => link = Some(Link::Game(value)),
                "tree" => link = Some(Link::Tree(value)),
                "exercise" => link = Some(Link::Exercise(value)),
                _ => return Err(LinkError::UnknownName(excerpt(name))),
            }
        }
        Ok(match link {
            Some(Link::Position { fen, .. }) => Some(Link::Position { fen, board }),
            None => return Err(LinkError::UnknownName("board".to_owned())),
            other => other,
        })
    }

    /// The text behind the `#`.
    pub(super) fn fragment(&self) -> String {
        let encoded = |text: &str| utf8_percent_encode(text, ENCODED).to_string();
        match self {
            Link::Position { fen, board: None } => format!("fen={}", encoded(fen)),
            Link::Position { fen, board: Some(board) } => {
                format!("fen={}&board={}", encoded(fen), encoded(board))
            }
            Link::Game(pgn) => format!("pgn={}", encoded(pgn)),
            Link::Tree(text) => format!("tree={}", encoded(text)),
            Link::Exercise(text) => format!("exercise={}", encoded(text)),
        }
    }
}

fn decoded(name: &str, value: &str) -> Result<String, LinkError> {
    // Some programs write a blank as a plus sign; neither FEN, PGN tags nor trees need one, but
    // moves of PGN have it for a check, so it stays.
    let text = percent_decode_str(value).decode_utf8();
    text.map(String::from).map_err(|_| LinkError::Encoding(excerpt(name)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn links_are_read() {
        let fen = "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1";
        let position = Link::Position { fen: fen.to_owned(), board: Some("minichess".to_owned()) };
        let text = "fen=kqbnr/ppppp/5/5/PPPPP/RNBQK%20w%20-%20-%200%201&board=minichess";
        assert_eq!(position.fragment(), text);
        assert_eq!(Link::parse(&format!("#{text}")), Ok(Some(position)));
        assert_eq!(Link::parse("#"), Ok(None));
        assert_eq!(Link::parse("#tree=(3%205)"), Ok(Some(Link::Tree("(3 5)".to_owned()))));
        let plain = Link::parse(&format!("fen={fen}"));
        assert_eq!(plain, Ok(Some(Link::Position { fen: fen.to_owned(), board: None })));
    }

    #[test]
    fn bad_links_are_named() {
        for (fragment, problem) in [
            ("#fne=x", "\"fne\" is none of fen, pgn, tree and exercise"),
            ("#board=gardner", "\"board\" is none of fen, pgn, tree and exercise"),
            ("#fen=", "\"fen\" has nothing behind it"),
            ("#pgn=%ff", "the text behind \"pgn\" is not UTF-8"),
            (&format!("#pgn={}", "x".repeat(MAX_BYTES)), "it is longer than 1 MB"),
        ] {
            assert_eq!(Link::parse(fragment).unwrap_err().to_string(), problem);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(text in "\\PC*[^\\s]\\PC*", board in "[a-z0-9]{1,12}") {
            for link in [
                Link::Position { fen: text.clone(), board: Some(board.clone()) },
                Link::Position { fen: text.clone(), board: None },
                Link::Game(text.clone()),
                Link::Tree(text.clone()),
                Link::Exercise(text.clone()),
            ] {
                prop_assert_eq!(Link::parse(&link.fragment()), Ok(Some(link)));
            }
        }

        #[test]
        fn no_fragment_panics(fragment in "\\PC*") {
            let _ = Link::parse(&fragment);
        }
    }
}
