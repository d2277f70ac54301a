//! `footwork events decode FILE.csv`: turns pairs of sine and cosine back into times.

use std::path::{Path, PathBuf};

use footwork::base::FrameRate;
use footwork::events::{Encoding, Guards, Rejections};
use footwork_library::Library;
use footwork_pipeline::{ClipSignal, MAX_SIGNAL_BYTES, read_signals};
use serde::Serialize;

use super::times::parse_secs;
use crate::failure::Failure;
use crate::input::{self, STDIN, STDIN_NAME};
use crate::output::{Done, Format, Speech};
use crate::reading::ReadArgs;
use crate::table::{Cell, Table, cells};

/// Decode pairs of sine and cosine to the times of events.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork events decode left.csv --rate 30 --window 0.3
  footwork events encode samples Foot.Left --window 0.3 |
    footwork events decode - --library samples --window 0.3

Reads the output of `events encode`, in which `nan` stands for an unknown
number. The answer is JSON: the times in seconds, the number of frames whose
nearest event is unknown, and the numbers of rejected candidates, by the check
that rejected them. A file with a column for the clip gives an answer for each
clip. --library takes the rate of each clip from a library.

A clip is read once from its first frame to its last, even if it loops. An
event at the start of a loop is found on the first frame, and again on the last
frame, where the next repetition starts.")]
pub(super) struct Args {
    /// The CSV file; `-` reads standard input.
    file: String,

    /// The rate of all clips, in frames per second: `30`, `30000/1001`.
    #[arg(long, value_name = "RATE", required_unless_present = "library")]
    #[arg(allow_negative_numbers = true)]
    rate: Option<FrameRate>,

    /// The library of the clips, which gives their rates.
    #[arg(long, value_name = "LIBRARY", conflicts_with = "rate")]
    library: Option<PathBuf>,

    #[command(flatten)]
    read: ReadArgs,

    /// The window that the events were encoded with, in seconds.
    #[arg(long, value_name = "SECS", value_parser = parse_secs)]
    #[arg(allow_negative_numbers = true)]
    window: f64,
}

#[derive(Serialize)]
struct Decoded {
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<String>,
    times: Vec<f64>,
    unknown: usize,
    rejected: Rejected,
}

#[derive(Serialize)]
struct Rejected {
    norm: u64,
    nearness: u64,
    falling: u64,
    jump: u64,
    approach: u64,
    slope: u64,
    refractory: u64,
}

impl From<Rejections> for Rejected {
    fn from(counts: Rejections) -> Self {
        Self {
            norm: counts.norm,
            nearness: counts.nearness,
            falling: counts.falling,
            jump: counts.jump,
            approach: counts.approach,
            slope: counts.slope,
            refractory: counts.refractory,
        }
    }
}

#[derive(Serialize)]
struct OfClips<'a> {
    clips: &'a [Decoded],
}

pub(super) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let encoding = Encoding::new(args.window, 0.0)
        .map_err(|error| Failure::plain("bad-encoding", error.to_string()))?;
    let (file, text) = read(&args.file)?;
    if text.trim_start().starts_with(['{', '[']) {
        let message =
            format!("{file}: this is JSON; give the output of `events encode --format csv`");
        return Err(Failure::plain("input", message));
    }
    let signals = read_signals(&text).map_err(|errors| Failure::in_text(file, &text, errors))?;
    // The library is needed only for the rates of its clips. A clip without a rate is an error below.
    let library = args.library.as_deref();
    let opened = library.map(|folder| args.read.open(folder, speech));
    let library = opened.transpose()?.map(|(library, _)| library);
    let found = signals.into_iter().map(|signal| {
        let rate = rate(args, library.as_ref(), &signal)?;
        let decoded = encoding
            .decode_all(&signal.pairs, rate, Guards::default())
            .map_err(|error| Failure::plain("bad-guards", error.to_string()))?;
        Ok(Decoded {
            clip: signal.clip.map(Into::into),
            times: decoded.times,
            unknown: decoded.unknown,
            rejected: decoded.rejected.into(),
        })
    });
    let found = found.collect::<Result<Vec<Decoded>, Failure>>()?;
    match (speech.format, found.as_slice()) {
        (Format::Csv, _) => Ok(Done::csv(to_csv(&found))),
        (_, [one]) if one.clip.is_none() => Done::json(one),
        (_, clips) => Done::json(&OfClips { clips }),
    }
}

fn rate(
    args: &Args,
    library: Option<&Library>,
    signal: &ClipSignal<'_>,
) -> Result<FrameRate, Failure> {
    if let Some(rate) = args.rate {
        return Ok(rate);
    }
    match (library, &signal.clip) {
        (Some(library), Some(clip)) => Ok(library.clips()[library.find_clip(clip)?].rate),
        _ => {
            let message = "the file has no column for the clip; give --rate instead of --library";
            Err(Failure::plain("usage", message))
        }
    }
}

/// Returns the file's name and its text without a byte order mark.
fn read(file: &str) -> Result<(&str, String), Failure> {
    let name = match file {
        STDIN => STDIN_NAME,
        file => file,
    };
    let failed = |message| Failure::plain("input", message);
    let bytes = input::file_or_stdin(Path::new(file), MAX_SIGNAL_BYTES).map_err(failed)?;
    let text = String::from_utf8(bytes).map_err(|_| failed(format!("{name}: it is not UTF-8")))?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok((name, rest.to_owned())),
        None => Ok((name, text)),
    }
}

fn to_csv(found: &[Decoded]) -> String {
    let has_clips = found.iter().any(|found| found.clip.is_some());
    let mut table = if has_clips {
        Table::new(["clip", "time"])
    } else {
        Table::new(["time"])
    };
    for found in found {
        for &time in &found.times {
            let clip = found.clip.as_deref().map(Cell::from);
            table.row(clip.into_iter().chain(cells![time]));
        }
    }
    table.csv()
}
