//! `footwork measure LIB [QUERY]`: measures the ranges that a query finds.

use std::collections::BTreeMap;

use footwork::base::ClipPattern;
use footwork_library::Library;
use footwork_pipeline::{MeasuredRange, Measurements};
use footwork_sidecar::Measure;
use serde::Serialize;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::shown;
use crate::source::LibraryArg;
use crate::table::{Cell, Table, cells, count};

/// Measure the ranges that a query finds: loops, gaits, sliding feet, keys of the file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork measure samples
  footwork measure samples 'Gait.Walk' --only speed,foot_slide,loop_position
  footwork measure samples @loops --format csv

Without a query, whole clips are measured. A measure that does not apply, such
as the gait of a body without feet, is listed with the reason. In CSV, its cell
is empty. docs/guides/contracts.md defines every measure.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The query, `@NAME` for a saved query, or `-` to read it from standard input.
    #[arg(default_value = "all")]
    query: String,

    /// Only these measures, separated by commas.
    #[arg(long, value_name = "MEASURES", value_delimiter = ',')]
    only: Vec<Measure>,

    /// Only clips whose names match.
    #[arg(long, value_name = "GLOB")]
    clips: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    query: String,
    measures: Vec<MeasureAnswer>,
    ranges: Vec<RangeAnswer<'a>>,
}

#[derive(Serialize)]
struct MeasureAnswer {
    name: &'static str,
    unit: &'static str,
    definition: &'static str,
}

#[derive(Serialize)]
struct RangeAnswer<'a> {
    clip: &'a str,
    start: u32,
    stop: u32,
    values: BTreeMap<&'static str, Value<'a>>,
    not_evaluated: BTreeMap<&'static str, &'a str>,
}

#[derive(Serialize)]
struct Value<'a> {
    value: f64,
    joint: Option<&'a str>,
    frame: Option<u32>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (library, reading) = args.library.open(speech)?;
    let text = ask::text_for(&args.query, &library)?;
    let db = library.database();
    let (query, bound) = ask::parse(&text, db, &reading, speech)?;
    let pattern = args.clips.as_deref().map(ClipPattern::new);
    let mut reading = reading.matching(args.clips.as_deref());
    let is_shown = |clip| {
        let name = &db.clips()[clip].name;
        pattern.as_ref().is_none_or(|p| p.matches(name))
    };
    if let (Some(glob), false) = (&args.clips, db.clips().ids().any(is_shown)) {
        speech.no_clip_matches(glob, db.clips().values().map(|c| c.name.as_str()));
    }
    let found = db.ranges(&bound)?.filtered(is_shown);
    reading.note_unread(&library, speech);
    speech.note(&library.assumptions());
    let all = Measure::ALL.to_vec();
    let measures = if args.only.is_empty() {
        all
    } else {
        args.only.clone()
    };
    let measured = footwork_pipeline::measure(&library, &found, &measures);
    for unread in &measured.unread {
        reading.lacks(&unread.file, unread.code);
    }
    speech.note(&measured.unread);
    let shown = Shown {
        library: &library,
        measures: &measures,
        measured: &measured,
    };
    let answer = shown.answer(query.to_string());
    let is_short = !args.only.is_empty();
    let text = || {
        let rows = if is_short {
            shown.rows()
        } else {
            shown.blocks()
        };
        format!("{rows}{}\n", count(measured.ranges.len(), "range"))
    };
    let done = speech.answer(&answer, || shown.table(false).csv(), text)?;
    Ok(reading.end(done, speech))
}

/// The measured values, with the data needed to print them.
struct Shown<'a> {
    library: &'a Library,
    measures: &'a [Measure],
    measured: &'a Measurements,
}

impl<'a> Shown<'a> {
    fn clip(&self, range: &MeasuredRange) -> &'a str {
        &self.library.clips()[range.clip].name
    }

    fn answer(&self, query: String) -> Answer<'a> {
        let measures = self.measures.iter().map(|measure| MeasureAnswer {
            name: measure.name(),
            unit: measure.quantity().unit(),
            definition: measure.definition(),
        });
        let ranges = self.measured.ranges.iter().map(|range| {
            let mut answer = RangeAnswer {
                clip: self.clip(range),
                start: range.range.start(),
                stop: range.range.stop(),
                values: BTreeMap::new(),
                not_evaluated: BTreeMap::new(),
            };
            for (measure, value) in self.measures.iter().zip(&range.values) {
                match value {
                    Ok(reading) => {
                        let value = Value {
                            value: reading.value,
                            joint: reading.joint.as_deref(),
                            frame: reading.frame,
                        };
                        answer.values.insert(measure.name(), value);
                    }
                    Err(reason) => _ = answer.not_evaluated.insert(measure.name(), reason),
                }
            }
            answer
        });
        Answer {
            query,
            measures: measures.collect(),
            ranges: ranges.collect(),
        }
    }

    /// Returns a table with one row per range and one column per measure. If `has_units`, values have units, for
    /// people.
    fn table(&self, has_units: bool) -> Table {
        let names = self.measures.iter().map(|measure| measure.name());
        let mut table = Table::new(["clip", "start", "stop"].into_iter().chain(names));
        for range in &self.measured.ranges {
            let mut row = Vec::from(cells![
                self.clip(range),
                range.range.start(),
                range.range.stop()
            ]);
            for (measure, value) in self.measures.iter().zip(&range.values) {
                row.push(match value {
                    Ok(reading) if has_units => Cell::right(measure.quantity().show(reading.value)),
                    Ok(reading) => Cell::from(reading.value),
                    Err(_) if has_units => Cell::right("–"),
                    Err(_) => Cell::from(None::<f64>),
                });
            }
            table.row(row);
        }
        table
    }

    fn rows(&self) -> String {
        let reasons = self.measured.ranges.iter().flat_map(|range| {
            let values = self.measures.iter().zip(&range.values);
            values.filter_map(|(measure, value)| Some((value.as_ref().err()?, measure)))
        });
        let mut without: BTreeMap<(&Measure, &str), usize> = BTreeMap::new();
        for (reason, measure) in reasons {
            *without.entry((measure, reason)).or_default() += 1;
        }
        let mut text = self.table(true).headed("  ") + "\n";
        for ((measure, reason), ranges) in without {
            let ranges = count(ranges, "range");
            text += &format!("not evaluated on {ranges}: {measure}: {reason}\n");
        }
        text
    }

    /// Returns a block of lines per range.
    fn blocks(&self) -> String {
        let mut text = String::new();
        for range in &self.measured.ranges {
            text += &format!("{} {}\n", shown::line(self.clip(range)), range.range);
            let mut table = Table::default();
            let mut without: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for (measure, value) in self.measures.iter().zip(&range.values) {
                match value {
                    Ok(reading) => table.row(cells![
                        measure.name(),
                        Cell::right(measure.quantity().show(reading.value)),
                        reading.joint.as_deref(),
                        reading.frame.map(|frame| format!("frame {frame}")),
                    ]),
                    Err(reason) => without.entry(reason).or_default().push(measure.name()),
                }
            }
            text += &table.text("  ");
            for (reason, measures) in without {
                text += &format!("  not evaluated: {}: {reason}\n", measures.join(", "));
            }
            text.push('\n');
        }
        text
    }
}
