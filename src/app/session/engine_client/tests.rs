//! Searches, reviews and jobs of the lab side by side.

use std::sync::mpsc::{Receiver, channel};

use super::*;
use crate::app::session::for_tests::{HANGS_AFTER, engine, game, tables};
use minnow_engine::{Root, SearchLimits};
use minnow_game::{NodeId, RecordedEval};
use minnow_rules::{Position, Variant};
use minnow_study::analysis::Review;

const SHORT: ReviewLimits = ReviewLimits { depth: Some(4), nodes: None, movetime_ms: None };
/// The moves of a game to be reviewed.
const MOVES: &str = "c2c3 a5a4 b2b3 d5d4";
const ENDLESS: ReviewLimits = ReviewLimits { depth: None, nodes: None, movetime_ms: None };

/// A client, and the calls by which it announces events.
fn client() -> (EngineClient, Receiver<()>) {
    let (mut client, wakes) = engine(Spawner::default());
    client.configure(1, 1);
    (client, wakes)
}

fn start(client: &mut EngineClient, limits: SearchLimits) {
    start_as(Purpose::Hint, client, limits);
}

fn start_as(purpose: Purpose, client: &mut EngineClient, limits: SearchLimits) {
    let root = Root::new(Position::start(Variant::default_variant()));
    let job = SearchJob { root, limits, opponent: None };
    let place = Place { game_number: 1, node: NodeId::ROOT };
    client.start(purpose, place, job, 0);
}

/// Starts an endless analysis and waits for its next iteration.
fn analyse(client: &mut EngineClient, wakes: &Receiver<()>) {
    start_as(Purpose::Live, client, SearchLimits::default());
    wait_iteration(client, wakes);
}

/// Waits until there is something at `next`, which is asked again whenever the engine calls.
fn wait<T>(
    client: &mut EngineClient,
    wakes: &Receiver<()>,
    mut next: impl FnMut(&mut EngineClient) -> Option<T>,
) -> T {
    loop {
        if let Some(found) = next(client) {
            return found;
        }
        wakes.recv_timeout(HANGS_AFTER).expect("the engine answers");
    }
}

fn wait_iteration(client: &mut EngineClient, wakes: &Receiver<()>) {
    wait(client, wakes, |client| {
        assert!(client.collect().is_none());
        client.analysis.take_iterations().pop()
    });
}

fn wait_done(client: &mut EngineClient, wakes: &Receiver<()>) -> SearchResult {
    wait(client, wakes, |client| Some(client.collect()?.result.unwrap()))
}

/// Waits for the end of a review of four plies. Its positions must arrive one by one.
fn wait_review(client: &mut EngineClient, wakes: &Receiver<()>) -> Review {
    let mut steps = 0;
    wait(client, wakes, |client| {
        client.take_review_events().into_iter().find_map(|event| match event {
            JobEvent::Output(ReviewUpdate::Position(reviewed)) => {
                steps += 1;
                let progress = reviewed.progress;
                assert_eq!((progress.done, progress.total), (steps, 5));
                None
            }
            JobEvent::Output(ReviewUpdate::Confirming(_)) => None,
            JobEvent::Output(ReviewUpdate::Complete(review)) => Some(*review),
            event => panic!("{event:?}"),
        })
    })
}

#[test]
fn each_search_gets_its_own_answer() {
    let (mut client, wakes) = client();
    start(&mut client, SearchLimits::depth(3));
    assert!(wait_done(&mut client, &wakes).best.is_some());
    start(&mut client, SearchLimits::depth(2));
    assert_eq!(wait_done(&mut client, &wakes).info.depth, 2);
}

#[test]
fn the_newest_search_ends_an_endless_one() {
    let (mut client, wakes) = client();
    start(&mut client, SearchLimits::default());
    start(&mut client, SearchLimits::depth(1));
    assert_eq!(wait_done(&mut client, &wakes).info.depth, 1);
}

#[test]
fn a_hurried_search_answers_with_a_move() {
    let (mut client, wakes) = client();
    start(&mut client, SearchLimits::default());
    client.play.hurry();
    assert!(wait_done(&mut client, &wakes).best.is_some());
}

#[test]
fn a_failed_lab_job_keeps_the_engine() {
    let (mut client, wakes) = client();
    let faulty = client.submit(|_: &JobContext<()>| panic!("a planted fault"));
    assert_eq!(faulty.wait(), Err(JobError::Panicked("a planted fault".to_owned())));
    start(&mut client, SearchLimits::depth(2));
    assert!(wait_done(&mut client, &wakes).best.is_some());
}

#[test]
fn a_search_of_play_ends_analysis() {
    let (mut client, wakes) = client();
    analyse(&mut client, &wakes);
    start(&mut client, SearchLimits::depth(3));
    assert!(client.analysis.running.is_none(), "it held the searcher");
    assert_eq!(wait_done(&mut client, &wakes).info.depth, 3);
    // An analysis that is started meanwhile waits.
    start(&mut client, SearchLimits::default());
    start_as(Purpose::Live, &mut client, SearchLimits::depth(2));
    client.play.hurry();
    wait_done(&mut client, &wakes);
    assert!(client.play.running.is_none() && client.analysis.running.is_some());
    assert_eq!(wait_done(&mut client, &wakes).info.depth, 2);
}

#[test]
fn the_coach_and_questions_pause_analysis() {
    let (mut client, wakes) = client();
    analyse(&mut client, &wakes);
    assert_eq!(client.ask(|job| job.emit(1)).wait(), Ok(()));
    start_as(Purpose::Coach, &mut client, SearchLimits::depth(2));
    assert_eq!(wait_done(&mut client, &wakes).info.depth, 2);
    client.analysis.take_iterations();
    wait_iteration(&mut client, &wakes);
}

#[test]
fn no_job_of_the_lab_is_lost() {
    let (mut client, wakes) = client();
    let (count, numbers) = channel();
    let mut counting = client.submit(move |job| {
        while let Ok(number) = numbers.recv()
            && !job.is_stopped()
        {
            job.emit(number);
        }
    });
    let mut next = client.submit(|job| job.emit("next"));
    start(&mut client, SearchLimits::default());
    count.send(1).unwrap();
    assert_eq!(counting.try_event(), None, "the search pauses it");
    client.play.hurry();
    wait_done(&mut client, &wakes);
    assert_eq!(counting.wait_event(), JobEvent::Output(1));
    client.new_game();
    client.configure(1, 2);
    count.send(2).unwrap();
    assert_eq!(counting.wait_event(), JobEvent::Output(2));
    assert_eq!(next.try_event(), None, "it waits for its turn");
    drop(count);
    assert_eq!(next.wait_event(), JobEvent::Output("next"));
}

#[test]
fn a_search_interrupts_a_review() {
    let (mut client, wakes) = client();
    client.start_review(&game(MOVES), ENDLESS);
    for _ in 0..2 {
        start(&mut client, SearchLimits::depth(3));
        wait_done(&mut client, &wakes);
    }
    client.cancel_review();
    // It sends no more events, and other jobs run.
    client.start_review(&game(MOVES), SHORT);
    assert!(wait_review(&mut client, &wakes).complete);
}

#[test]
fn a_review_has_exact_values_from_the_tables() {
    let set = tables("gardner");
    let variant = set.variant();
    let start = Position::from_fen(variant, "k4/5/1K3/5/4R w - - 0 1").unwrap();
    let mut game = Game::from_position(start);
    // White has a mate in one and takes its time.
    for text in ["e1e2", "a5b5", "e2e4", "b5a5"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv).unwrap();
    }
    let (mut client, wakes) = client();
    let limits = ReviewLimits { depth: Some(1), nodes: None, movetime_ms: None };
    client.start_review(&game, limits);
    let guessed = wait_review(&mut client, &wakes);
    client.tables.add(set);
    let set = client.tables.load(variant).unwrap();
    client.start_review(&game, limits);
    let review = wait_review(&mut client, &wakes);
    assert_ne!(review, guessed);
    assert_eq!(review.findings.len(), 4);
    for finding in &review.findings {
        let position = game.node(finding.node).unwrap().position();
        let plies = set.value(position).unwrap().plies_to_mate(variant).unwrap();
        let RecordedEval::Mate { moves, .. } = finding.verdict.evaluation else {
            panic!("{finding:?}");
        };
        assert_eq!(moves, i32::from(plies.div_ceil(2)), "{finding:?}");
        assert_eq!(finding.verdict.judgement, None, "a slower win is no error: {finding:?}");
    }
}

#[test]
fn searches_and_settings_do_not_end_a_review() {
    let (mut client, wakes) = client();
    client.start_review(&game(MOVES), SHORT);
    wakes.recv_timeout(HANGS_AFTER).expect("the review begins");
    start(&mut client, SearchLimits::depth(3));
    client.configure(1, 2);
    assert!(wait_review(&mut client, &wakes).complete);
}

#[test]
fn dropping_the_client_ends_its_jobs() {
    let (mut client, _wakes) = client();
    client.start_review(&game(MOVES), ENDLESS);
    let lab = client.submit(|job: &JobContext<()>| while !job.is_stopped() {});
    for purpose in [Purpose::Live, Purpose::Coach] {
        start_as(purpose, &mut client, SearchLimits::default());
    }
    drop(client);
    assert_eq!(lab.wait(), Ok(()));
}
