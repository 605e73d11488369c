//! The engine without the window, as OpenBench builds and starts it: without arguments it speaks UCI,
//! `bench` prints `N nodes M nps`. The Makefile at the top of the repository copies it.

use std::{
    env,
    error::Error,
    io::{self, Write},
};

use minnow_engine::bench::{BenchTotals, bench};

fn main() -> Result<(), Box<dyn Error>> {
    match env::args().nth(1).as_deref() {
        None => minnow_uci::run_on_standard_streams()?,
        Some("bench") => {
            let mut totals = BenchTotals::default();
            bench(1, None, &mut |entry| totals.add(entry))?;
            writeln!(io::stdout(), "{totals}")?;
        }
        Some(other) => return Err(format!("\"{other}\" is not bench").into()),
    }
    Ok(())
}
