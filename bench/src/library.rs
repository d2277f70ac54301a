//! Opening a library of ten thousand clips, with and without its index, and compiled.
//!
//! The bars are those of the specification of the library. There is no peer that does the same.

mod generate;
mod peak;

use std::fs;
use std::path::Path;
use std::time::Instant;

use footwork_library::Library;
use footwork_tags::Database;

use crate::figure;
use crate::report::{Block, Section, Table};

const CLIPS: u32 = 10_000;
const RUNS: usize = 5;
const SIDECARS_BAR_SECS: f64 = 5.0;
const TAGDB_BAR_SECS: f64 = 0.2;
const QUERY: &str = "Gait.Run - Direction.Turn & !near(Foot, 2)";

/// One thing that is measured.
struct Row {
    what: &'static str,
    secs: Vec<f64>,
    bar_secs: Option<f64>,
}

/// Measures everything about a large library.
pub(crate) fn run() -> Result<Section, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let root = folder.path();
    let bytes = generate::library(root, CLIPS).map_err(|e| e.to_string())?;
    let rows = rows(root)?;
    let mut losses = Vec::new();
    let mut table = Table::new(
        format!(
            "Opening {CLIPS} BVH clips of {} in all, each with a sidecar of 3 to 6 spans and 2 events",
            figure::bytes(bytes)
        ),
        &["what", "time", "±", "bar"],
    );
    for row in rows {
        let mut secs = row.secs.clone();
        secs.sort_by(f64::total_cmp);
        let median = secs.get(secs.len() / 2).copied().unwrap_or(0.0);
        let range = secs.last().zip(secs.first()).map_or(0.0, |(a, b)| a - b);
        let bar = row.bar_secs.map_or(String::new(), |bar| {
            let mark = if median < bar { "met" } else { "missed" };
            format!("< {} {mark}", figure::secs(bar))
        });
        if row.bar_secs.is_some_and(|bar| median >= bar) {
            losses.push(format!(
                "{}: {}; the bar is {bar}.",
                row.what,
                figure::secs(median)
            ));
        }
        table.row([
            row.what.to_owned(),
            figure::secs(median),
            format!("{:.0} %", range / 2.0 / median * 100.0),
            bar,
        ]);
    }
    let peak = peak::bytes().map_or("an unknown amount".to_owned(), figure::bytes);
    let text = format!(
        "All files are in the memory of the operating system already. The query is `{QUERY}`, its \
         first answer. In all of this the process held at most {peak} of memory."
    );
    Ok(Section {
        title: "Libraries",
        peers: &[],
        blocks: vec![Block::Table(table), Block::Text(text)],
        losses,
    })
}

fn rows(root: &Path) -> Result<Vec<Row>, String> {
    let open = || Library::open(root).map_err(|e| e.to_string());
    let tagdb = root.with_extension("tagdb");
    let mut cold = row(
        "open from sidecars, no index: every clip is read",
        Some(SIDECARS_BAR_SECS),
    );
    let mut warm = row(
        "open from sidecars, with the index",
        Some(SIDECARS_BAR_SECS),
    );
    let mut compiled = row("open from `.tagdb`", Some(TAGDB_BAR_SECS));
    let mut check = row("check", None);
    let mut rescan = row("rescan when nothing changed", None);
    let mut query = row("query of the compiled library", None);
    for _ in 0..RUNS {
        _ = fs::remove_dir_all(root.join(".footwork"));
        drop(cold.measure(open)?);
        let mut library = warm.measure(open)?;
        check.measure(|| Ok(footwork_pipeline::check(&library)))?;
        rescan.measure(|| library.rescan().map_err(|e| e.to_string()))?;
        fs::write(&tagdb, library.database().to_bytes()).map_err(|e| e.to_string())?;
        let expected = library.database().query(QUERY).map_err(|e| e.to_string())?;
        drop(library);
        let database = compiled.measure(|| {
            let bytes = fs::read(&tagdb).map_err(|e| e.to_string())?;
            Database::from_bytes(bytes).map_err(|e| e.to_string())
        })?;
        let found = query.measure(|| database.query(QUERY).map_err(|e| e.to_string()))?;
        if found.is_empty() || found != expected {
            return Err("the compiled library answers otherwise".to_owned());
        }
    }
    _ = fs::remove_file(&tagdb);
    Ok(vec![cold, warm, compiled, check, rescan, query])
}

fn row(what: &'static str, bar_secs: Option<f64>) -> Row {
    Row {
        what,
        secs: Vec::new(),
        bar_secs,
    }
}

impl Row {
    fn measure<T>(&mut self, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
        let since = Instant::now();
        let result = work()?;
        self.secs.push(since.elapsed().as_secs_f64());
        Ok(result)
    }
}
