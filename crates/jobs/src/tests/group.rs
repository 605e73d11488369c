//! Runners of one group: who pauses for whom, and the order of what is enqueued.

use std::sync::mpsc::Sender;

use super::*;

/// Runners of one group, the highest rank first.
fn ranked() -> [Runner; 3] {
    let group = RunnerGroup::new();
    [2, 1, 0].map(|rank| group.runner("test", rank, Spawner::default(), || {}))
}

/// A job that sends 0 and ends with its channel. It never polls its stop flag.
fn held(runner: &mut Runner) -> (JobHandle<u32>, Sender<()>) {
    let (hold, held) = channel::<()>();
    let mut job = runner.submit(move |job| {
        job.emit(0);
        assert!(held.recv().is_err(), "nothing is sent");
    });
    assert_eq!(job.wait_event(), JobEvent::Output(0), "it has begun");
    (job, hold)
}

/// A job that counts the messages, polling its stop flag before each number, until it is stopped.
fn counter(messages: Receiver<()>) -> impl FnOnce(&JobContext<u32>) + Send {
    move |job| {
        for number in 1.. {
            if messages.recv().is_err() || job.is_stopped() {
                return;
            }
            job.emit(number);
        }
    }
}

#[test]
fn a_job_pauses_for_a_higher_rank_and_goes_on() {
    let [mut above, mut below, _] = ranked();
    let (count, messages) = channel();
    let mut counting = below.submit(counter(messages));
    count.send(()).unwrap();
    assert_eq!(counting.wait_event(), JobEvent::Output(1));
    let (held, hold) = held(&mut above);
    count.send(()).unwrap();
    assert_eq!(counting.try_event(), None);
    drop(hold);
    assert_eq!(held.wait(), Ok(()));
    assert_eq!(counting.wait_event(), JobEvent::Output(2), "it goes on where it was");
}

#[test]
fn a_paused_job_is_stopped_at_once() {
    let [mut above, mut below, mut lowest] = ranked();
    let (count, messages) = channel();
    let counting = below.submit(counter(messages));
    let dropped = lowest.submit(until_stopped);
    let (held, hold) = held(&mut above);
    count.send(()).unwrap();
    counting.stop();
    assert_eq!(counting.wait(), Ok(()));
    drop(below);
    drop(lowest);
    assert_eq!(dropped.wait(), Ok(()));
    drop(hold);
    assert_eq!(held.wait(), Ok(()));
}

#[test]
fn a_higher_job_does_not_wait_for_a_lower_one() {
    let [mut above, mut below, _] = ranked();
    let (held, hold) = held(&mut below);
    assert_eq!(above.submit(|job| job.emit(1)).wait(), Ok(()));
    drop(hold);
    assert_eq!(held.wait(), Ok(()));
}

#[test]
fn a_job_begins_after_those_of_higher_ranks() {
    let [mut above, mut below, mut lowest] = ranked();
    let (held, hold) = held(&mut above);
    let (sender, order) = channel();
    let other = sender.clone();
    let last = lowest.enqueue(move |_: &JobContext<()>| other.send("lowest").unwrap());
    let next = below.submit(move |_: &JobContext<()>| sender.send("below").unwrap());
    assert!(order.try_recv().is_err());
    drop(hold);
    for job in [next, last] {
        assert_eq!(job.wait(), Ok(()));
    }
    assert_eq!(order.try_iter().collect::<Vec<_>>(), ["below", "lowest"]);
    assert_eq!(held.wait(), Ok(()));
}

#[test]
fn enqueued_jobs_take_turns_and_dropped_ones_are_skipped() {
    let (mut runner, _wakes) = runner();
    let (hold, held) = channel::<()>();
    let mut first = runner.enqueue(move |job: &JobContext<bool>| {
        assert!(held.recv().is_err());
        job.emit(job.is_stopped());
    });
    let mut stopped = runner.enqueue(|job| job.emit(2));
    drop(runner.enqueue(|_: &JobContext<u32>| panic!("a planted fault")));
    let mut last = runner.enqueue(|job| job.emit(3));
    stopped.stop();
    drop(hold);
    assert_eq!(first.wait_event(), JobEvent::Output(false), "the others do not stop it");
    assert_eq!(stopped.wait_event(), JobEvent::Finished);
    assert_eq!(last.wait_event(), JobEvent::Output(3));
}

#[test]
fn a_background_job_pauses_for_every_interactive_one() {
    let [mut above, mut below, mut lowest] = ranked();
    let (count, messages) = channel();
    let mut background = above.submit_background(move |job| {
        let Ok(number) = messages.recv() else { return ControlFlow::Break(()) };
        if !job.is_stopped() {
            job.emit(number);
        }
        ControlFlow::Continue(())
    });
    for (number, runner) in (1..).zip([&mut lowest, &mut below]) {
        let (held, hold) = held(runner);
        count.send(number).unwrap();
        assert_eq!(background.try_event(), None);
        drop(hold);
        assert_eq!(held.wait(), Ok(()));
        assert_eq!(background.wait_event(), JobEvent::Output(number));
    }
    drop(count);
    assert_eq!(background.wait_event(), JobEvent::Finished);
}

#[test]
fn a_paused_step_makes_way_on_its_own_thread() {
    let [mut above, mut below, _] = ranked();
    let endless = below.submit_background(counting(1, true));
    let (held, hold) = held(&mut above);
    // The thread of both waits for the higher rank, in the step and then before the job.
    let next = below.submit(|job| job.emit(1));
    drop(hold);
    assert_eq!(next.wait(), Ok(()));
    assert_eq!(held.wait(), Ok(()));
    endless.stop();
    assert_eq!(endless.wait(), Ok(()));
}

#[test]
fn dropping_the_runners_of_a_group_ends_their_jobs() {
    let [mut above, mut below, mut lowest] = ranked();
    let spin = |job: &JobContext<()>| while !job.is_stopped() {};
    let paused = lowest.submit(spin);
    let waiting = below.enqueue(spin);
    let background = below.submit_background(counting(1, true));
    let highest = above.submit(spin);
    drop((lowest, below, above));
    for job in [paused, waiting, highest] {
        assert_eq!(job.wait(), Ok(()));
    }
    assert_eq!(background.wait(), Ok(()));
}
