//! Jobs without chess: their events, stopping, pausing, panics, and threads that do not start.

use std::{
    io,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::SeqCst},
        mpsc::{Receiver, channel},
    },
};

use super::*;

mod group;

/// A runner, and a channel that says that there may be events.
fn runner() -> (Runner, Receiver<()>) {
    runner_with(Spawner::default())
}

fn runner_with(spawner: Spawner) -> (Runner, Receiver<()>) {
    let (wake, wakes) = channel();
    (Runner::new("test", spawner, move || wake.send(()).unwrap_or_default()), wakes)
}

/// A spawner that fails as long as the flag is set.
fn refusing(refuses: Arc<AtomicBool>) -> Spawner {
    Spawner::new(move |name, body| {
        if refuses.load(SeqCst) {
            return Err(io::Error::other("no more threads"));
        }
        Spawner::default().spawn(name, body).map_err(io::Error::other)
    })
}

/// Polls at every wake until the job is over.
fn all_events<T>(job: &mut JobHandle<T>, wakes: &Receiver<()>) -> Vec<JobEvent<T>> {
    let mut all = job.events();
    while !job.is_over() {
        wakes.recv().unwrap();
        all.extend(job.events());
    }
    all
}

/// Sends 7 once it has been stopped.
fn until_stopped(job: &JobContext<u32>) {
    job.wait_for_stop();
    assert!(job.is_stopped() && job.stop_flag().is_set());
    job.emit(7);
}

/// Counts its finished steps up to `last`; each ends at once when interrupted, the endless one
/// only then.
fn counting(last: u32, endless: bool) -> impl FnMut(&JobContext<u32>) -> ControlFlow<()> {
    let mut count = 0;
    move |job| {
        while endless && !job.is_stopped() {
            std::hint::spin_loop();
        }
        if job.is_stopped() {
            return ControlFlow::Continue(());
        }
        count += 1;
        job.emit(count);
        if count == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn events_come_in_order_and_end() {
    let (mut runner, wakes) = runner();
    let mut job = runner.submit(|job| {
        job.progress(1, 2);
        job.progress(2, 2);
        job.emit("a");
        job.emit("b");
    });
    // The second progress comes too soon after the first.
    let progress = JobEvent::Progress(JobProgress { done: 1, total: 2 });
    let expected = [progress, JobEvent::Output("a"), JobEvent::Output("b"), JobEvent::Finished];
    assert_eq!(all_events(&mut job, &wakes), expected);
    assert_eq!(job.events(), [], "nothing follows the last event");
}

#[test]
fn its_owner_and_newer_jobs_stop_a_job() {
    let (mut runner, wakes) = runner();
    let mut stopped = runner.submit(until_stopped);
    stopped.stop();
    let expected = [JobEvent::Output(7), JobEvent::Finished];
    assert_eq!(all_events(&mut stopped, &wakes), expected);
    let mut replaced = runner.submit(until_stopped);
    let newest = runner.submit(|job| job.emit(1));
    assert_eq!(all_events(&mut replaced, &wakes), expected);
    assert_eq!(newest.wait(), Ok(()));
}

#[test]
fn a_panic_is_an_event_dropping_stops() {
    let (mut runner, wakes) = runner();
    let mut faulty = runner.submit(|_: &JobContext<u32>| panic!("a planted fault"));
    let failed = JobEvent::Failed(JobError::Panicked("a planted fault".to_owned()));
    assert_eq!(all_events(&mut faulty, &wakes), [failed]);
    drop(runner.submit(until_stopped));
    let mut next = runner.submit(|job| job.emit(1));
    assert_eq!(all_events(&mut next, &wakes), [JobEvent::Output(1), JobEvent::Finished]);
}

#[test]
fn dropping_the_runner_ends_its_jobs() {
    let (mut runner, _wakes) = runner();
    let interactive = runner.submit(until_stopped);
    let background = runner.submit_background(counting(1, true));
    drop(runner);
    assert_eq!(interactive.wait(), Ok(()));
    assert_eq!(background.wait(), Ok(()));
}

#[test]
fn a_background_job_goes_on_after_every_interruption() {
    let (mut runner, _wakes) = runner();
    let mut background = runner.submit_background(counting(5, false));
    for _ in 0..3 {
        assert_eq!(runner.submit(|job| job.emit(0)).wait(), Ok(()));
    }
    for number in 1..=5 {
        assert_eq!(background.wait_event(), JobEvent::Output(number));
    }
    assert_eq!(background.wait_event(), JobEvent::Finished);
}

#[test]
fn an_interactive_job_interrupts_a_step() {
    let (mut runner, wakes) = runner();
    let mut endless = runner.submit_background(counting(1, true));
    for _ in 0..2 {
        assert_eq!(runner.submit(|job| job.emit(0)).wait(), Ok(()));
    }
    endless.stop();
    assert_eq!(all_events(&mut endless, &wakes), [JobEvent::Finished]);
    // Another one gets its turn, and ends the one before it.
    let mut replaced = runner.submit_background(counting(1, true));
    assert_eq!(runner.submit_background(counting(2, false)).wait(), Ok(()));
    assert_eq!(all_events(&mut replaced, &wakes), [JobEvent::Finished]);
}

#[test]
fn a_panic_in_a_step_ends_its_job() {
    let (mut runner, wakes) = runner();
    let mut faulty = runner.submit_background(|job: &JobContext<u32>| {
        job.emit(1);
        panic!("a planted fault");
    });
    let failed = JobEvent::Failed(JobError::Panicked("a planted fault".to_owned()));
    assert_eq!(all_events(&mut faulty, &wakes), [JobEvent::Output(1), failed]);
    assert_eq!(runner.submit_background(counting(2, false)).wait(), Ok(()));
}

#[test]
fn a_refused_thread_fails_its_job() {
    let refuses = Arc::new(AtomicBool::new(true));
    let spawner = refusing(refuses.clone());
    let (mut runner, wakes) = runner_with(spawner.clone());
    let message = "cannot start the test thread: no more threads";
    for mut job in [
        runner.submit(until_stopped),
        runner.submit_background(counting(1, true)),
        spawner.start("test", || {}, until_stopped),
    ] {
        assert!(matches!(
            job.events().as_slice(),
            [JobEvent::Failed(problem @ JobError::NoThread(_))] if problem.to_string() == message
        ));
        assert!(job.is_over());
    }
    // The owner is called to collect the failures.
    assert_eq!(wakes.try_iter().count(), 2);
    refuses.store(false, SeqCst);
    assert_eq!(runner.submit(|job| job.emit(1)).wait(), Ok(()), "the next job tries again");
    assert_eq!(spawner.start("test", || {}, |job| job.emit(1)).wait(), Ok(()));
}

#[test]
fn a_lost_thread_fails_and_is_replaced() {
    let threads = Arc::new(AtomicU32::new(0));
    let started = threads.clone();
    // The first thread ends at once.
    let spawner = Spawner::new(move |name, body| {
        if started.fetch_add(1, SeqCst) == 0 {
            drop(body);
            return Ok(());
        }
        Spawner::default().spawn(name, body).map_err(io::Error::other)
    });
    let (mut runner, _wakes) = runner_with(spawner);
    assert_eq!(runner.submit(|job| job.emit(1)).wait(), Err(JobError::Lost));
    assert_eq!(runner.submit(|job| job.emit(1)).wait(), Ok(()));
    assert_eq!(threads.load(SeqCst), 2);
}

#[test]
fn parallel_work_is_ordered_by_thread() {
    assert_eq!(run_parallel(0, |number| number), [0]);
    assert_eq!(run_parallel(4, |number| 10 * number), [0, 10, 20, 30]);
    let fault = catch_panic(|| run_parallel(3, |number| assert!(number != 2, "a planted fault")));
    assert_eq!(fault, Err(JobError::Panicked("a planted fault".to_owned())));
}
