//! `minnow tables`: builds end-game tables in the user's cache folder, and shows what they know.

use std::{collections::HashSet, io::Write};
use web_time::Instant;

use clap::{Args, Subcommand};

use super::{Failure, bad_input, variant};
use minnow_base::sync::StopFlag;
use minnow_program as program;
use minnow_rules::{Variant, builtin_variants, counted, grouped};
use minnow_tables::{
    RuleSet, Table, TableClass, TableSet,
    cache::{CacheProgress, CachedTables, TableCache},
};

/// Progress is printed this often, in percent of all entries.
const PROGRESS_STEP_PERCENT: u64 = 5;
/// The memory of a build in bytes for each entry, above the tables themselves: the count of moves,
/// and the positions that become known at one distance.
const BUILD_BYTES_PER_ENTRY: f64 = 6.0;

/// The verbs of `minnow tables`.
#[derive(Debug, Subcommand)]
pub enum TablesVerb {
    /// Build the tables of a variant with up to four men, or those of one class such as KQRKR
    Build(TableArgs),
    /// Print the positions, wins, draws, losses and the longest win of each class, or of one
    Stats(TableArgs),
    /// Print the variants with the number of their tables and the size of the files
    List,
}

/// A variant, or one of its classes.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// One class of at most five men, instead of all with up to four: the men of each side, from its
    /// king, such as KQRKR
    class: Option<String>,
    /// The variant's id, see `minnow variants`
    #[arg(long, value_name = "ID", default_value = "minichess")]
    variant: String,
}

impl TableArgs {
    /// The class, if one is named.
    fn class(&self, variant: &Variant) -> Result<Option<TableClass>, Failure> {
        let class = self.class.as_ref().map(|name| TableClass::parse(name, variant)).transpose();
        class.map_err(bad_input)
    }
}

pub(super) fn run(output: &mut impl Write, verb: &TablesVerb) -> Result<(), Failure> {
    let cache = TableCache::of_user()
        .ok_or_else(|| Failure::Fault("there is no home folder for the tables".to_owned()))?;
    match verb {
        TablesVerb::Build(args) => run_build(output, &cache, args),
        TablesVerb::Stats(args) => run_stats(output, &cache, args),
        TablesVerb::List => run_list(output, &cache),
    }
}

fn run_build(output: &mut impl Write, cache: &TableCache, args: &TableArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let classes = wanted(cache, variant, args.class(variant)?.as_ref());
    let mut tables = cache.load(variant, &classes);
    if !tables.is_complete() {
        writeln!(output, "{}", forecast(&tables))?;
        output.flush()?;
    }
    complete(cache, &mut tables)?;
    let (count, folder) = (classes.len(), cache.folder().display());
    writeln!(output, "{count} tables of {} are in \"{folder}\"", variant.name)?;
    Ok(())
}

/// The classes of a complete set, or one class with those that it needs.
fn wanted(
    cache: &TableCache,
    variant: &'static Variant,
    class: Option<&TableClass>,
) -> Vec<TableClass> {
    let Some(class) = class else { return cache.standard_classes(variant) };
    let mut classes = class.below(variant);
    classes.push(class.clone());
    classes
}

/// Size and time of a build: `36 tables with 11,200,000 entries: ...`.
fn forecast(tables: &CachedTables) -> String {
    let (variant, entries) = (tables.set.variant(), tables.missing_entries());
    let largest = tables.missing.iter().map(|class| class.entries(variant)).max().unwrap_or(0);
    let memory = entries as f64 + BUILD_BYTES_PER_ENTRY * largest as f64;
    let seconds = entries as f64 * seconds_per_entry(variant);
    let tables = counted(tables.missing.len() as u64, "table", "tables");
    format!(
        "{tables} of {} to build, with {} entries: about {:.0} MB of memory and {}",
        variant.name,
        grouped(entries),
        (memory / 1e6).max(1.0),
        time_text(seconds),
    )
}

/// The time of an entry on this machine, measured on king and strongest piece against king. Entries of
/// five men take about as long.
fn seconds_per_entry(variant: &'static Variant) -> f64 {
    let classes = TableClass::with_men(variant, 3);
    // The strongest piece has the most moves, and no promotions.
    let Some(class) = classes.iter().rfind(|class| class.pawns() == 0) else { return 0.0 };
    let begun = Instant::now();
    let never = StopFlag::new();
    let built = TableSet::new(variant).build(class, &never, &mut |_, _| {});
    let entries = built.map_or(1, |table| table.entries().max(1));
    begun.elapsed().as_secs_f64() / entries as f64
}

/// `about` and a rounded time: `20 seconds`, `3 minutes`.
fn time_text(seconds: f64) -> String {
    match seconds {
        ..1.5 => "a second".to_owned(),
        ..90.0 => format!("{seconds:.0} seconds"),
        ..5400.0 => format!("{:.0} minutes", seconds / 60.0),
        _ => format!("{:.1} hours", seconds / 3600.0),
    }
}

/// Builds what is missing, with problems and progress on standard error.
fn complete(cache: &TableCache, tables: &mut CachedTables) -> Result<(), Failure> {
    for unusable in &tables.unusable {
        program::report(format_args!("minnow: {unusable}"));
    }
    if tables.is_complete() {
        return Ok(());
    }
    let mut due_percent = 0;
    let mut report = |CacheProgress { class, done, total }| {
        let percent = 100 * done / u64::max(total, 1);
        if percent >= due_percent {
            due_percent = percent + PROGRESS_STEP_PERCENT;
            program::report(format_args!("{percent} % ({class})"));
        }
    };
    let never = StopFlag::new();
    match cache.build_missing(tables, &never, &mut report) {
        Ok(None) => Ok(()),
        Ok(Some(not_kept)) => Err(Failure::Fault(not_kept.to_string())),
        Err(stopped) => Err(Failure::Fault(stopped.to_string())),
    }
}

fn run_stats(output: &mut impl Write, cache: &TableCache, args: &TableArgs) -> Result<(), Failure> {
    let variant = variant(&args.variant)?;
    let class = args.class(variant)?;
    let mut tables = match &class {
        None => cache.load_all(variant),
        Some(_) => cache.load(variant, &wanted(cache, variant, class.as_ref())),
    };
    complete(cache, &mut tables)?;
    writeln!(output, "{}: results of the side named first", variant.name)?;
    writeln!(
        output,
        "{:6} {:>10} {:>10} {:>10} {:>10} {:>7}  start",
        "class", "positions", "wins", "draws", "losses", "longest"
    )?;
    let is_shown = |table: &&Table| class.as_ref().is_none_or(|class| class == table.class());
    for table in tables.set.in_order().into_iter().filter(is_shown) {
        let summary = table.summary(variant);
        let [positions, wins, draws, losses] =
            [summary.positions, summary.wins, summary.draws, summary.losses].map(grouped);
        let (longest, start) = match &summary.longest {
            Some(win) => (win.plies.div_ceil(2).to_string(), win.start.fen()),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let class = table.class().to_string();
        writeln!(
            output,
            "{class:6} {positions:>10} {wins:>10} {draws:>10} {losses:>10} {longest:>7}  {start}"
        )?;
    }
    Ok(())
}

fn run_list(output: &mut impl Write, cache: &TableCache) -> Result<(), Failure> {
    writeln!(output, "\"{}\"", cache.folder().display())?;
    let mut seen = HashSet::new();
    for variant in builtin_variants() {
        let rules = RuleSet::of(variant);
        if !seen.insert(rules.clone()) {
            continue;
        }
        let same = builtin_variants().iter().filter(|other| RuleSet::of(other) == rules);
        let ids: Vec<&str> = same.map(|variant| variant.id.as_str()).collect();
        let classes = cache.standard_classes(variant);
        let files = classes.iter().filter_map(|class| cache.path(variant, class).metadata().ok());
        let sizes: Vec<u64> = files.map(|metadata| metadata.len()).collect();
        let megabytes = sizes.iter().sum::<u64>() as f64 / 1e6;
        let (built, all) = (sizes.len(), classes.len());
        writeln!(output, "{}\t{built} of {all} tables\t{megabytes:.1} MB", ids.join(", "))?;
    }
    Ok(())
}
