//! Damaged, forged and senseless certificates are refused.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;

use super::{certificate::with_first_line, check::check_within, *};
use minnow_base::sync::StopFlag;
use minnow_rules::{Color, Position, Variant};

const WIN: &str = "variant silverman4x4\nposition rqkr/pppp/PPPP/RQKR w - - 0 1\nwin white 7 4\n\
    c2d3 7\nb1d3 5\nd2c3 3\nd1d4 1\nend\n";

/// A file with this text and the right checksum.
fn file_of(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    with_first_line(&encoder.finish().unwrap())
}

fn problem(text: &str) -> String {
    check(&file_of(text)).unwrap_err().to_string()
}

/// The certificate of a draw: the pawn of a rook on the smallest board.
fn drawn() -> Vec<u8> {
    let variant = Variant::by_id("silverman4x4").unwrap();
    let position = Position::from_fen(variant, "k3/4/P3/K3 b - - 0 1").unwrap();
    let trees = Color::ALL.map(|attacker| {
        let question = ProveQuestion::new(position, attacker);
        let never = StopFlag::new();
        let mut prover = MateProver::new(ProveLimits { memory_mb: 1, ..ProveLimits::default() });
        let outcome = prover.prove(&question, &never, &mut |_| {});
        assert!(matches!(outcome, ProveOutcome::Disproven { within: None }), "{outcome:?}");
        prover.hold(&question, &never, &mut |_| {}).unwrap()
    });
    Certificate::new(&trees[0], &[&trees[1]]).to_bytes()
}

#[test]
fn wins_and_draws_are_accepted() {
    let claims = check(&file_of(WIN)).unwrap();
    assert_eq!(claims.len(), 1);
    assert_eq!(claims[0].to_string(), "White wins in at most 7 plies (4 positions with a move)");
    let claims = check(&drawn()).unwrap();
    let held: Vec<_> = claims.iter().map(|claim| (claim.side, claim.win_plies)).collect();
    assert_eq!(held, [(Color::Black, None), (Color::White, None)]);
}

#[test]
fn the_shipped_certificates_are_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/proofs");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let claims = check(&std::fs::read(&path).unwrap()).unwrap();
        let place = &claims[0].place;
        assert_eq!(path.file_stem().unwrap(), place.variant, "{}", path.display());
        assert_eq!(place.fen, Variant::by_id(place.variant).unwrap().start_fen);
        files += 1;
    }
    assert!(files > 0);
}

#[test]
fn every_changed_byte_is_found() {
    for bytes in [file_of(WIN), drawn()] {
        for at in 0..bytes.len() {
            for flip in [1, 0x20, 0x80] {
                let mut changed = bytes.clone();
                changed[at] ^= flip;
                assert!(check(&changed).is_err(), "byte {at} of {}", bytes.len());
            }
            assert!(check(&bytes[..at]).is_err(), "cut at {at}");
        }
    }
}

#[test]
fn forged_wins_are_refused() {
    for (from, to, expected) in [
        ("white 7", "white 5", "line 4 of its text: 7 plies where 5 are left"),
        ("b1d3 5", "b1d3 7", "line 5 of its text: 7 plies where 5 are left"),
        ("d1d4 1", "d1d4 0", "line 7 of its text: a win in 0 plies"),
        ("d1d4 1", "d1d4 01", "line 7 of its text: \"d1d4 01\" is no entry"),
        ("d1d4 1", "d1-d4 1", "line 7 of its text: \"d1-d4\" is not the usual form of the move"),
        ("d2c3 3", "d2c4 3", "line 6 of its text: the move \"d2c4\" is not allowed here"),
        ("7 4", "7 3", "line 6 of its text: 1 positions have no entry"),
        ("7 4", "7 5", "line 8 of its text: an entry without a position"),
        ("win white", "win grey", "line 3 of its text: \"win grey 7 4\" is not a claim"),
        ("0 1\n", "99 1\n", "line 3 of its text: the limit of moves without progress"),
        ("end\n", "", "line 8 of its text: the text ends before the line \"end\""),
        ("end\n", "end\nend\n", "line 8 of its text: text follows the line \"end\""),
        ("silverman4x4", "chess", "line 1 of its text: no variant \"chess\""),
        (
            "rqkr/",
            "rqqr/",
            "line 2 of its text: \"rqqr/pppp/PPPP/RQKR w - - 0 1\": Black has no king",
        ),
    ] {
        let text = WIN.replacen(from, to, 1);
        let found = problem(&text);
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn forged_draws_are_refused() {
    let head = "variant gardner\nposition k4/5/1K3/1Q3/5";
    let lost = problem(&format!("{head} b - - 0 1\nhold black 1\na5a4\nend\n"));
    assert!(lost.starts_with("line 4 of its text: the move \"a5a4\" is not"), "{lost}");
    let lost = problem(&format!("{head} w - - 0 1\nhold black 0\nend\n"));
    assert!(lost.starts_with("line 3 of its text: Black loses in"), "{lost}");
    let drawn = problem("variant gardner\nposition k4/5/5/5/4K w - - 0 1\nwin white 1 0\nend\n");
    assert!(drawn.starts_with("line 3 of its text: a draw in"), "{drawn}");
    // The king would fall on ply 81; the game is drawn at 80.
    let text =
        "variant minichess\nposition k4/5/1K3/1Q3/5/5 w - - 0 40\nwin white 3 1\nb3b4 3\nend\n";
    assert_eq!(problem(text), "line 3 of its text: the limit of moves comes before the win");
}

#[test]
fn what_unfolds_is_bounded() {
    assert!(check_within(&file_of(WIN), 4).is_ok());
    let refused = check_within(&file_of(WIN), 3).unwrap_err().to_string();
    assert_eq!(refused, "line 6 of its text: the proof has more than 3 positions");
    // The same claim again and again, each time without an entry.
    let place = "variant gardner\nposition k4/1Q3/1K3/5/5 b - - 0 1\n";
    let text = |claims| format!("{place}{}end\n", "hold white 0\n".repeat(claims));
    assert_eq!(check(&file_of(&text(4))).unwrap().len(), 4);
    for claims in [5, 300_000] {
        assert_eq!(
            problem(&text(claims)),
            "line 7 of its text: a certificate has at most 4 claims"
        );
    }
}

#[test]
fn other_files_are_named_so() {
    for bytes in [&b""[..], b"hello", b"hello\n", b"minnow-proof-1 xyz\n", b"minnow-proof-2 0\n"] {
        assert_eq!(check(bytes), Err(CertificateError::OtherFile));
    }
}

proptest! {
    #[test]
    fn senseless_texts_are_refused(lines in prop::collection::vec("[a-h1-5whinold ]{0,12}", 0..8)) {
        let text = format!("variant gardner\nposition k4/5/1K3/1Q3/5 w - - 0 1\n{}\n", lines.join("\n"));
        prop_assert!(check(&file_of(&text)).is_err());
        prop_assert!(check(&file_of(&lines.join("\n"))).is_err());
    }

    #[test]
    fn changed_words_prove_nothing_false(at in 0_usize..10, plies in 0_u16..9, count in 0_usize..6) {
        let word = [" 7 4", " 7\n", " 5\n", " 3\n", " 1\n"][at % 5];
        let new = if at % 5 == 0 { format!(" {plies} {count}") } else { format!(" {plies}\n") };
        let text = WIN.replacen(word, &new, 1);
        // The shortest win has 7 plies.
        if let Ok(claims) = check(&file_of(&text)) {
            prop_assert!(claims[0].win_plies >= Some(7));
        }
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(check(&bytes).is_err());
        prop_assert!(check(&with_first_line(&bytes)).is_err());
    }
}
