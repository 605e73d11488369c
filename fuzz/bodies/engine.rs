//! The readers of the engine: networks, weights, and the commands of UCI.

use std::{
    io::{BufReader, Read, Write},
    sync::{
        LazyLock, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use minnow::fuzzing::{empty_network, parse_network, parse_uci_command, parse_weights};
use minnow::rules::builtin_variants;

use super::check_message;

/// The file of a network, as it is or as changes of one for the smallest board.
pub fn network(data: &[u8]) {
    static SMALLEST: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let smallest = builtin_variants().iter().min_by_key(|variant| variant.board().count());
        smallest.map(empty_network).unwrap_or_default()
    });
    let bytes = edited(data, &SMALLEST);
    match parse_network(&bytes) {
        Err(error) => check_message(&error),
        Ok(written) => assert!(written == bytes, "the network changes when it is written"),
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
    match parse_weights(&String::from_utf8_lossy(&bytes)) {
        Err(error) => check_message(&error),
        Ok(written) => assert_eq!(parse_weights(&written), Ok(written)),
    }
}

/// The bytes after the first one. If that is odd, they are changes of `original`: two bytes for a
/// place, counted round and round, one for the new value each.
fn edited(data: &[u8], original: &[u8]) -> Vec<u8> {
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
    if let Err(error) = parse_uci_command(&String::from_utf8_lossy(data)) {
        check_message(&error);
    }
}

/// A session of UCI. Numbers are cut so that no search takes long and no table is large. Every `go`
/// is answered by one move, in order.
pub fn uci(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<String> = text.lines().take(40).filter_map(tamed).collect();
    let engine = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
    let answers = engine.answers(&lines);
    let searches = lines.iter().filter(|line| is_search(line)).count();
    let counts = lines.iter().filter(|line| is_count(line)).count();
    let moves = answers.iter().filter(|line| line.starts_with("bestmove ")).count();
    // A count whose depth cannot be read is answered like a search.
    let expected = searches..=searches + counts;
    assert!(expected.contains(&moves), "{moves} moves: {lines:#?}\n{answers:#?}");
    for answer in answers.iter().filter(|line| line.starts_with("info string")) {
        check_message(answer);
    }
}

/// True if a line asks for a move.
fn is_search(line: &str) -> bool {
    line.split_whitespace().next() == Some("go") && !is_count(line)
}

/// True if a line asks for the number of positions.
fn is_count(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("go") && words.any(|word| word == "perft")
}

/// The line with short numbers in `go` and `setoption`; `None` for `quit`, which ends the session.
fn tamed(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let longest = match words.next()? {
        "quit" => return None,
        "go" | "setoption" => 1,
        _ => return Some(line.to_owned()),
    };
    let cut = |word: &str| {
        let is_number = |letter: char| letter.is_ascii_digit();
        match word.find(is_number) {
            Some(first) if word[first..].chars().filter(|c| is_number(*c)).count() > longest => {
                word[..=first].to_owned()
            }
            _ => word.to_owned(),
        }
    };
    Some(line.split_whitespace().map(cut).collect::<Vec<_>>().join(" "))
}

/// An engine on a thread of its own that outlives the runs, because making its table takes longer
/// than most of them.
struct Engine {
    commands: Sender<Vec<u8>>,
    lines: Receiver<Vec<u8>>,
}

static ENGINE: LazyLock<Mutex<Engine>> = LazyLock::new(|| {
    let (commands, inbox) = channel();
    let (outbox, lines) = channel();
    thread::spawn(move || {
        let reader = BufReader::new(CommandReader { inbox, rest: Vec::new() });
        minnow::uci::run(reader, AnswerWriter { lines: outbox, line: Vec::new() });
    });
    let engine = Engine { commands, lines };
    engine.send("setoption name Hash value 1\n".to_owned());
    Mutex::new(engine)
});

/// Brings the engine back to its first state.
const RESET: &str = "stop
setoption name Threads value 1
setoption name Level value 12
setoption name MultiPV value 1
setoption name UCI_Variant value minichess
ucinewgame
position startpos
";

/// An unknown command, whose answer marks the end of the others.
const END: &str = "the-end-of-the-answers";

impl Engine {
    fn send(&self, text: String) {
        assert!(self.commands.send(text.into_bytes()).is_ok(), "the engine has ended");
    }

    /// The lines answered to these commands and a `stop`. All are sent at once, because each waiting
    /// for another thread takes longer than most commands.
    fn answers(&self, commands: &[String]) -> Vec<String> {
        self.send(format!("{RESET}{END}\n{}\nstop\n{END}\n", commands.join("\n")));
        let mut ends = 0;
        let mut answers = Vec::new();
        while ends < 2 {
            match self.lines.recv() {
                Ok(bytes) => {
                    let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                    if line.contains(END) {
                        ends += 1;
                    } else if ends > 0 {
                        answers.push(line);
                    }
                }
                Err(_) => panic!("the engine has ended: {answers:#?}"),
            }
        }
        answers
    }
}

/// Reads what is sent; the end of input is the end of the sender.
struct CommandReader {
    inbox: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for CommandReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.inbox.recv().unwrap_or_default();
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Sends each line that is written.
struct AnswerWriter {
    lines: Sender<Vec<u8>>,
    line: Vec<u8>,
}

impl Write for AnswerWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend(part);
            if part.ends_with(b"\n") {
                let _ = self.lines.send(std::mem::take(&mut self.line));
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
