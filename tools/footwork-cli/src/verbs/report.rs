//! `footwork report LIB -o report.html`: writes a page about a library. The page needs no server and no network.

mod data;
mod motion;

use std::path::PathBuf;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::output_file::{is_dash, refuse_own, refuse_replacing, save};
use crate::source::LibraryArg;
use crate::table::{Table, cells, count};
use footwork_store::sweep_beside;

/// Write a page about a library: players, tags, findings and measures of every clip.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork report samples -o report.html
  footwork report samples @loops -o loops.html

The page is one file that opens from disk, without a server or a network. Clips with errors come
first. Choose a clip to play it. Choose a finding or a measure to see its frame and joint. The plot
shows the clips on any two measures.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// Show only clips that this query finds. `@NAME` means a saved query, and `-` reads it from standard
    /// input.
    query: Option<String>,

    /// The page to write. Replaces an existing report, but no other file. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// The largest size of the motion in the page, in MiB. Clips are drawn with fewer frames to keep to it.
    #[arg(long, value_name = "MIB", default_value_t = 24)]
    motion: u32,
}

/// The first bytes of a report.
const SIGNATURE: &[u8] = b"<!doctype html><!-- footwork report -->";

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let is_printed = is_dash(&args.output);
    if !is_printed {
        refuse_replacing(&args.output, SIGNATURE, "a report")?;
    }
    let (library, mut reading) = args.library.open(speech)?;
    if !is_printed {
        refuse_own(std::iter::once(&args.output), &library)?;
    }
    let found = match &args.query {
        Some(query) => {
            let text = crate::ask::text_for(query, &library)?;
            let db = library.database();
            let (_, bound) = crate::ask::parse(&text, db, &reading, speech)?;
            Some(db.ranges(&bound)?)
        }
        None => None,
    };
    reading.note_unread(&library, speech);
    speech.note(&library.assumptions());
    let budget = usize::try_from(args.motion).unwrap_or(usize::MAX) << 20;
    let (data, unread) = data::report(&library, found.as_ref(), budget);
    reading.note(&unread, speech);
    let whole = reading.whole("no report is written")?;
    let json = serde_json::to_string(&data)
        .map_err(|error| Failure::plain("output", error.to_string()))?;
    let page = page(&json).into_bytes();
    if is_printed {
        return Ok(reading.end(Done::bytes(page), speech));
    }
    sweep_beside(&args.output);
    save(&args.output, &page, &whole, speech)?;
    let file = args.output.display().to_string();
    let mut table = Table::new(["file", "clips", "errors", "warnings"]);
    let (clips, errors, warnings) = (data.clip_count(), data.errors(), data.warnings());
    table.row(cells![file.as_str(), clips, errors, warnings]);
    let text = || {
        format!(
            "{file}: {}, {}, {}\n",
            count(clips, "clip"),
            count(errors, "error"),
            count(warnings, "warning")
        )
    };
    let done = speech.record(&table, text)?;
    Ok(reading.end(done, speech))
}

/// Returns the page with its data. The data is escaped so that it cannot end its script element.
fn page(json: &str) -> String {
    let json = json.replace('<', "\\u003c");
    let mut page = String::from_utf8_lossy(SIGNATURE).into_owned();
    page += include_str!("report/page.html");
    let style = include_str!("report/page.css");
    let scripts = [
        include_str!("report/page.js"),
        include_str!("report/player.js"),
        include_str!("report/plot.js"),
    ];
    page.replace("/* page.css */", style)
        .replace("/* page.js */", &(scripts.concat() + "start();\n"))
        .replace("{\"data\": 0}", &json)
}
