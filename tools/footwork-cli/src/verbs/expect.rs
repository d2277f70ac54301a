//! `footwork expect LIB QUERY`: proposes a contract that the ranges of a query keep.

use footwork_library::Library;
use footwork_pipeline::{Measurements, ProposedLimit, contract_toml, propose_contract};
use footwork_sidecar::Measure;
use serde::Serialize;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::source::LibraryArg;
use crate::table::{Table, cells, count};

/// Propose a contract for footwork.toml that the ranges of a query keep.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork expect samples 'Gait.Walk'
  footwork expect samples @loops >> samples/footwork.toml

The answer is a table of [[expect]], to be edited. Limits are one and a half
interquartile ranges beyond the quartiles, rounded outwards. Clips outside of a
limit are listed behind it. With fewer than four ranges, limits are the
extremes and a fifth more.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The query, `@NAME` for a saved query, or `-` to read it from standard input.
    query: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    query: &'a str,
    ranges: usize,
    limits: Vec<LimitAnswer<'a>>,
    toml: &'a str,
}

#[derive(Serialize)]
struct LimitAnswer<'a> {
    measure: &'static str,
    unit: &'static str,
    min: Option<f64>,
    max: Option<f64>,
    evaluated: usize,
    outside: Vec<Outside<'a>>,
}

#[derive(Serialize)]
struct Outside<'a> {
    clip: &'a str,
    start: u32,
    stop: u32,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (library, mut reading) = args.library.open(speech)?;
    let text = ask::text_for(&args.query, &library)?;
    let db = library.database();
    let (query, bound) = ask::parse(&text, db, &reading, speech)?;
    let found = db.ranges(&bound)?;
    reading.note_unread(&library, speech);
    speech.note(&library.assumptions());
    let measured = footwork_pipeline::measure(&library, &found, Measure::ALL);
    for unread in &measured.unread {
        reading.lacks(&unread.file, unread.code);
    }
    let limits = propose_contract(&measured, Measure::ALL);
    let shown = Shown {
        library: &library,
        measured: &measured,
    };
    let query = query.to_string();
    let toml = contract_toml(&query, &limits, |limit, range| shown.range(limit, range));
    let head = format!(
        "# from {} in {}\n",
        count(measured.ranges.len(), "range"),
        count(found.clip_count(), "clip")
    );
    let toml = head + &toml;
    let answer = Answer {
        query: &query,
        ranges: measured.ranges.len(),
        limits: limits.iter().map(|limit| shown.limit(limit)).collect(),
        toml: &toml,
    };
    let done = speech.answer(&answer, || csv(&limits), || toml.clone())?;
    Ok(reading.end(done, speech))
}

struct Shown<'a> {
    library: &'a Library,
    measured: &'a Measurements,
}

impl<'a> Shown<'a> {
    /// Returns the name of a range outside a limit, with its value.
    fn range(&self, limit: &ProposedLimit, range: usize) -> String {
        let range = &self.measured.ranges[range];
        let name = &self.library.clips()[range.clip].name;
        let at = Measure::ALL.iter().position(|m| *m == limit.measure);
        let value = at.and_then(|at| range.values[at].as_ref().ok());
        let value = value.map(|v| format!(" {}", limit.measure.quantity().show(v.value)));
        format!("{name} {}{}", range.range, value.unwrap_or_default())
    }

    fn limit(&self, limit: &ProposedLimit) -> LimitAnswer<'a> {
        let outside = limit.outside.iter().map(|&index| {
            let range = &self.measured.ranges[index];
            Outside {
                clip: &self.library.clips()[range.clip].name,
                start: range.range.start(),
                stop: range.range.stop(),
            }
        });
        LimitAnswer {
            measure: limit.measure.name(),
            unit: limit.measure.quantity().unit(),
            min: limit.min,
            max: limit.max,
            evaluated: limit.evaluated,
            outside: outside.collect(),
        }
    }
}

fn csv(limits: &[ProposedLimit]) -> String {
    let mut table = Table::new(["measure", "unit", "min", "max", "evaluated", "outside"]);
    for limit in limits {
        table.row(cells![
            limit.measure.name(),
            limit.measure.quantity().unit(),
            limit.min,
            limit.max,
            limit.evaluated,
            limit.outside.len(),
        ]);
    }
    table.csv()
}
