//! The readers of the engine: networks, weights, and the commands of UCI.

use std::sync::{LazyLock, Mutex, PoisonError};

use minnow_engine::internal::{EvalWeights, Network, WeightsError};
use minnow_rules::{Bitboard, builtin_variants, visible};
use minnow_uci::internal::{UciSessions, check_command, command_words};

use super::check_message;

/// The file of a network, as it is or as changes of one for the smallest board.
pub fn network(data: &[u8]) {
    static SMALLEST: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let smallest = builtin_variants().iter().min_by_key(|variant| variant.board().count());
        smallest.map(|board| Network::empty(board).to_bytes()).unwrap_or_default()
    });
    let bytes = edited(data, &SMALLEST);
    match Network::parse(&bytes) {
        Err(error) => check_message(&error),
        Ok(network) => {
            assert!(network.to_bytes() == bytes, "the network changes when it is written")
        }
    }
}

/// The file of an evaluation's weights, as it is or as changes of the shortest built-in one, which
/// has no comments and no indentation here.
pub fn weights(data: &[u8]) {
    static SHARED: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let lines = include_str!("../../assets/weights/shared.ron").lines().map(str::trim);
        let short: Vec<&str> = lines.filter(|line| !line.starts_with("//")).collect();
        short.join("\n").into_bytes()
    });
    let bytes = edited(data, &SHARED);
    match rewritten(&String::from_utf8_lossy(&bytes)) {
        Err(error) => check_message(&error),
        Ok(written) => assert_eq!(rewritten(&written), Ok(written)),
    }
}

/// A file of weights as it would be written.
fn rewritten(text: &str) -> Result<String, WeightsError> {
    EvalWeights::parse(text).map(|weights| weights.to_ron("", Bitboard(u64::MAX)))
}

/// The bytes after the first one. If that is odd, they are changes of `original`: two bytes for a
/// place, counted round and round, one for the new value each.
pub(super) fn edited(data: &[u8], original: &[u8]) -> Vec<u8> {
    let Some((first, rest)) = data.split_first() else { return Vec::new() };
    if first.is_multiple_of(2) {
        return rest.to_vec();
    }
    let mut bytes = original.to_vec();
    for edit in rest.chunks_exact(3) {
        let at = usize::from(u16::from_be_bytes([edit[0], edit[1]])) % bytes.len().max(1);
        if let Some(byte) = bytes.get_mut(at) {
            *byte = edit[2];
        }
    }
    bytes
}

/// One line of UCI: a command, or a short message.
pub fn uci_line(data: &[u8]) {
    if let Err(error) = check_command(&String::from_utf8_lossy(data)) {
        check_message(&error);
    }
}

/// The engine outlives the runs, because making it takes longer than most of them.
static ENGINE: LazyLock<Mutex<UciSessions>> = LazyLock::new(|| Mutex::new(UciSessions::new()));

/// A session of UCI. Numbers are cut so that no search takes long and no table is large. Every `go`
/// is answered by one move, in order.
pub fn uci(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    // As the engine reads it: an invisible character does not hide a command from `tamed`.
    let lines: Vec<String> = visible(&text).lines().take(40).filter_map(tamed).collect();
    let mut engine = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
    let answers = engine.answers(&lines.join("\n"));
    let searches = lines.iter().filter(|line| is_search(line)).count();
    let counts = lines.iter().filter(|line| is_count(line)).count();
    let moves = answers.lines().filter(|line| line.starts_with("bestmove ")).count();
    // A count whose depth cannot be read is answered like a search.
    let expected = searches..=searches + counts;
    assert!(expected.contains(&moves), "{moves} moves: {lines:#?}\n{answers}");
    for answer in answers.lines().filter(|line| line.starts_with("info string")) {
        check_message(&answer);
    }
}

/// True if a line asks for a move.
fn is_search(line: &str) -> bool {
    command_words(line).first() == Some(&"go") && !is_count(line)
}

/// True if a line asks for the number of positions.
fn is_count(line: &str) -> bool {
    let words = command_words(line);
    words.first() == Some(&"go") && words.contains(&"perft")
}

/// The line with short numbers for `go` and for what takes memory; `None` for `quit`, which ends the
/// session.
fn tamed(line: &str) -> Option<String> {
    let words = command_words(line);
    let Some(command) = words.first() else { return Some(line.to_owned()) };
    let lowercase = line.to_ascii_lowercase();
    let takes_memory = lowercase.contains("hash") || lowercase.contains("threads");
    let largest = match *command {
        "quit" => return None,
        "go" => '9',
        "setoption" if takes_memory => '2',
        _ => return Some(line.to_owned()),
    };
    let cut = |word| cut_number(word, largest);
    Some(line.split_whitespace().map(cut).collect::<Vec<_>>().join(" "))
}

/// The word with one digit, at most `largest`, in place of its number and of what follows a longer
/// one.
fn cut_number(word: &str, largest: char) -> String {
    let Some(first) = word.find(|letter: char| letter.is_ascii_digit()) else {
        return word.to_owned();
    };
    let digits = word[first..].chars().filter(char::is_ascii_digit).count();
    let rest = if digits > 1 { "" } else { &word[first + 1..] };
    let digit = word[first..].chars().next().map(|digit| digit.min(largest));
    word[..first].chars().chain(digit).chain(rest.chars()).collect()
}
