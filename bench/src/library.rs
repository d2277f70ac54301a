//! Opening a library of ten thousand clips, with and without its index, and compiled.
//!
//! The bars come from the specification of the library. There is no other program to compare with.

mod generate;

use std::fs;
use std::path::Path;
use std::time::Instant;

use footwork_library::Library;
use footwork_store::UserFolder;
use footwork_tags::Database;

use crate::figure;
use crate::report::{Bar, Block, Outcome, Section, Table};

const CLIPS: u32 = 10_000;
const RUNS: usize = 5;
const SIDECARS_BAR: Bar = Bar::secs(5.0);
const TAGDB_BAR: Bar = Bar::secs(0.2);
const QUERY: &str = "Gait.Run - Direction.Turn & !near(Foot, 2)";

/// One measured operation.
struct Row {
    what: &'static str,
    secs: Vec<f64>,
    bar: Option<Bar>,
}

/// Measures everything about a large library.
pub(crate) fn run() -> Outcome<Section> {
    let folder = tempfile::tempdir()?;
    let root = folder.path();
    let bytes = generate::library(root, CLIPS)?;
    let rows = rows(root)?;
    let mut losses = Vec::new();
    let mut table = Table::new(
        format!(
            "Opening {CLIPS} BVH clips of {} in all, each with a sidecar of 3 to 6 spans and 2 events",
            figure::bytes(bytes)
        ),
        "what | time | ± | bar",
    );
    for row in rows {
        let mut secs = row.secs.clone();
        secs.sort_by(f64::total_cmp);
        let median = secs.get(secs.len() / 2).copied().unwrap_or(0.0);
        let range = secs.last().zip(secs.first()).map_or(0.0, |(a, b)| a - b);
        let bar = row.bar.map(|bar| bar.judge(row.what, median, &mut losses));
        table.row([
            row.what.to_owned(),
            figure::secs(median),
            format!("{:.0} %", range / 2.0 / median * 100.0),
            bar.unwrap_or_default(),
        ]);
    }
    let peak = peak_bytes().map_or("an unknown amount".to_owned(), figure::bytes);
    let text = format!(
        "All files are already in the operating system's cache. The query is `{QUERY}`, its first answer. The process \
         used at most {peak} of memory for all of this."
    );
    Ok(Section {
        title: "Libraries",
        peers: &[],
        blocks: vec![Block::Table(table), Block::Text(text)],
        losses,
    })
}

fn rows(root: &Path) -> Outcome<Vec<Row>> {
    let open = || Ok(Library::open(root)?);
    let tagdb = root.with_extension("tagdb");
    let row = |what, bar| Row {
        what,
        secs: Vec::new(),
        bar,
    };
    let mut cold = row(
        "open from sidecars, no index: every clip is read",
        Some(SIDECARS_BAR),
    );
    let mut warm = row("open from sidecars, with the index", Some(SIDECARS_BAR));
    let mut compiled = row("open from `.tagdb`", Some(TAGDB_BAR));
    let mut check = row("check", None);
    let mut rescan = row("rescan when nothing changed", None);
    let mut query = row("query of the compiled library", None);
    for _ in 0..RUNS {
        _ = fs::remove_dir_all(UserFolder::Cache.of_library(root)?.path());
        drop(cold.measure(open)?);
        let mut library = warm.measure(open)?;
        check.measure(|| Ok(footwork_pipeline::check(&library)))?;
        rescan.measure(|| Ok(library.rescan()?))?;
        fs::write(&tagdb, library.database().to_bytes())?;
        let expected = library.database().query(QUERY)?;
        drop(library);
        let database = compiled.measure(|| Ok(Database::from_bytes(fs::read(&tagdb)?)?))?;
        let found = query.measure(|| Ok(database.query(QUERY)?))?;
        if found.is_empty() || found != expected {
            return Err("the compiled library answers otherwise".into());
        }
    }
    _ = fs::remove_file(&tagdb);
    Ok(vec![cold, warm, compiled, check, rescan, query])
}

impl Row {
    fn measure<T>(&mut self, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        let since = Instant::now();
        let result = work()?;
        self.secs.push(since.elapsed().as_secs_f64());
        Ok(result)
    }
}

/// Returns the peak memory of this process. `None` except on Linux.
fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let peak = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = peak.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
