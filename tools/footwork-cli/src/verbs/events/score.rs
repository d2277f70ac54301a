//! `footwork events score`: compares found events with true ones.

use std::path::PathBuf;

use footwork::base::{FrameRate, Name};
use footwork::events::{EventLists, Score, ScoreError, Tolerance, score_each};
use footwork_library::Library;
use footwork_pipeline::EventPairs;
use footwork_sidecar::Finding;
use serde::Serialize;

use super::encode::below;
use super::times::{Times, Written, parse_tolerance};
use crate::arguments::parse_name;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, warning};
use crate::reading::{ReadArgs, Reading};
use crate::table::{Cell, Table, cells};

/// Score found events against true ones.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork events score --truth 0.5,1.1 --found 0.51,1.4 --tolerance 0.05
  footwork events score samples --truth Foot --found Detected --tolerance 3f

Each event is matched at most once. An error equal to the tolerance counts as a
match; seconds are rounded as in mir_eval. The answer is JSON: precision is the
share of matched events among the found ones, recall is the share among the true
ones, and f1 is their harmonic mean. Errors are in seconds, and null if nothing
is matched. A bias above zero means that events are found late.

With a library, --truth and --found are names, and events below them are compared
by the rest of their names: Foot.Left with Detected.Left. In a clip that loops,
the first frame follows the last.")]
pub(super) struct Args {
    /// The folder of clips whose events are scored.
    library: Option<PathBuf>,

    #[command(flatten)]
    read: ReadArgs,

    /// The true times in seconds, in rising order: `0.5,1.1`; `-` for standard input. With a library, a name.
    #[arg(long, value_name = "SECS,…|NAME", allow_hyphen_values = true)]
    truth: String,

    /// The found times in seconds, in rising order; `-` for standard input. With a library, a name.
    #[arg(long, value_name = "SECS,…|NAME", allow_hyphen_values = true)]
    found: String,

    /// The largest error of a matched event: `0.05` in seconds, `3f` in frames.
    #[arg(long, value_name = "SECS|FRAMES", value_parser = parse_tolerance)]
    #[arg(allow_negative_numbers = true)]
    tolerance: Written,

    /// The rate of the times in frames per second, for a tolerance in frames. Clips of a library have their own.
    #[arg(long, value_name = "RATE", conflicts_with = "library")]
    #[arg(allow_negative_numbers = true)]
    rate: Option<FrameRate>,
}

/// A score as it is printed.
#[derive(Serialize)]
struct Printed {
    precision: f64,
    recall: f64,
    f1: f64,
    mean_abs: Option<f64>,
    p95_abs: Option<f64>,
    bias: Option<f64>,
    matched: usize,
}

impl From<Score> for Printed {
    fn from(score: Score) -> Self {
        Self {
            precision: score.precision,
            recall: score.recall,
            f1: score.f1,
            mean_abs: score.error.map(|error| error.mean_abs_secs),
            p95_abs: score.error.map(|error| error.p95_abs_secs),
            bias: score.error.map(|error| error.bias_secs),
            matched: score.matched,
        }
    }
}

impl Printed {
    fn cells(&self) -> [Cell; 7] {
        cells![
            self.precision,
            self.recall,
            self.f1,
            self.mean_abs,
            self.p95_abs,
            self.bias,
            self.matched,
        ]
    }
}

const COLUMNS: [&str; 7] = [
    "precision",
    "recall",
    "f1",
    "mean_abs",
    "p95_abs",
    "bias",
    "matched",
];

#[derive(Serialize)]
struct OfClip {
    clip: String,
    #[serde(flatten)]
    score: Printed,
}

#[derive(Serialize)]
struct OfLibrary {
    clips: Vec<OfClip>,
    total: Printed,
}

pub(super) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    if let Some(root) = &args.library {
        let (library, reading) = args.read.open(root, speech)?;
        let answer = of_library(args, &library, &reading, speech)?;
        let done = match speech.format {
            Format::Csv => Done::csv(to_csv(&answer)),
            Format::Json | Format::Table => Done::json(&answer)?,
        };
        return Ok(reading.end(done, speech));
    }
    if args.truth == "-" && args.found == "-" {
        let message = "only one of --truth and --found can be read from standard input";
        return Err(Failure::plain("usage", message));
    }
    let tolerance = match (args.tolerance, args.rate) {
        (Written::Secs(secs), _) => Tolerance::Secs(secs),
        (written, Some(rate)) => written.at(rate),
        (Written::Frames(_), None) => {
            let message = "a tolerance in frames needs --rate";
            return Err(Failure::plain("usage", message));
        }
    };
    let truth = Times::read("--truth", &args.truth)?;
    let found = Times::read("--found", &args.found)?;
    let score = footwork::events::score(&truth.secs, &found.secs, tolerance);
    let score = Printed::from(score.map_err(|error| match error {
        ScoreError::NotSorted { is_truth, index } | ScoreError::NotATime { is_truth, index } => {
            let times = if is_truth { &truth } else { &found };
            times.wrong(index, &error.to_string())
        }
        _ => Failure::plain("usage", error.to_string()),
    })?);
    match speech.format {
        Format::Csv => {
            let mut table = Table::new(COLUMNS);
            table.row(score.cells());
            Ok(Done::csv(table.csv()))
        }
        Format::Json | Format::Table => Done::json(&score),
    }
}

/// Scores every clip that has a true or a found event, and all clips together.
fn of_library(
    args: &Args,
    library: &Library,
    reading: &Reading,
    speech: Speech,
) -> Result<OfLibrary, Failure> {
    let name = |text: &str| parse_name(text).map_err(|failure| failure.in_name("event", text));
    let (truth, found) = (name(&args.truth)?, name(&args.found)?);
    below(library, &truth, reading)?;
    below(library, &found, reading)?;
    let pairs = EventPairs::from_names(library, &truth, &found);
    speech.note(unpaired(&pairs, &truth, &found).as_slice());
    let scored = |pairs: &[&EventPairs]| {
        let lists = pairs.iter().flat_map(|pairs| {
            let tolerance = args.tolerance.at(library.clips()[pairs.clip].rate);
            let lists = pairs.lists.iter();
            lists.map(move |times| EventLists {
                truth: &times.truth,
                found: &times.found,
                tolerance,
            })
        });
        let score = score_each(lists);
        score
            .map(Printed::from)
            .map_err(|error| Failure::plain("not-scored", error.to_string()))
    };
    let clips = pairs.iter().map(|pairs| {
        let clip = library.clips()[pairs.clip].name.clone();
        Ok(OfClip {
            clip,
            score: scored(&[pairs])?,
        })
    });
    Ok(OfLibrary {
        clips: clips.collect::<Result<_, Failure>>()?,
        total: scored(&pairs.iter().collect::<Vec<_>>())?,
    })
}

/// Returns a warning if there are true and found events, but no clip has a true and a found one whose names agree.
fn unpaired(pairs: &[EventPairs], truth: &Name, found: &Name) -> Option<Finding> {
    let lists = || pairs.iter().flat_map(|pairs| &pairs.lists);
    let both = lists().any(|times| !times.truth.is_empty() && !times.found.is_empty());
    let each = lists().any(|times| !times.truth.is_empty());
    let each = each && lists().any(|times| !times.found.is_empty());
    (each && !both).then(|| {
        let message = format!(
            "nothing can match: no clip has two events whose names agree below {truth} and {found}, such as {truth}.Left \
             and {found}.Left"
        );
        warning("events", "no-pairs", message)
    })
}

fn to_csv(answer: &OfLibrary) -> String {
    let mut table = Table::new(["clip"].iter().chain(&COLUMNS).copied());
    for clip in &answer.clips {
        table.row(
            cells![clip.clip.as_str()]
                .into_iter()
                .chain(clip.score.cells()),
        );
    }
    table.row(cells![""].into_iter().chain(answer.total.cells()));
    table.csv()
}
