//! `footwork strip LIB CLIP -o FILE.png`: draws stick figures and tag bars as a picture.

use std::path::PathBuf;

use footwork::base::Name;
use footwork::tags::ClipId;
use footwork_clip::{Motion, StripLane, StripOptions, draw_strip};
use footwork_library::Library;
use footwork_sidecar::TagStyle;
use footwork_store::sweep_beside;

use crate::failure::Failure;
use crate::output::{Done, Speech, note};
use crate::output_file::{PNG_SIGNATURE, is_dash, refuse_replacing, save};
use crate::source::LibraryArg;
use crate::table::{Table, cells};

/// Draw a clip as a strip of stick figures with its tags below.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  footwork strip samples walk -o walk.png --every 4")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The clip: its name, or the last part of its name.
    clip: String,

    /// The PNG file to write. Replaces an existing picture, but no other file. `-` is standard output.
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,

    /// Draw a figure every N frames.
    #[arg(long, value_name = "N")]
    every: Option<u32>,

    /// The width of the picture in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = StripOptions::default().width)]
    width: u32,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    if !is_dash(&args.output) {
        refuse_replacing(&args.output, PNG_SIGNATURE, "a PNG picture")?;
    }
    let (library, reading) = args.library.open(speech)?;
    let id = library.find_clip(&args.clip)?;
    let reading = reading.only(&library, &[id]);
    let whole = reading.whole("nothing is drawn")?;
    let entry = &library.clips()[id];
    let loaded = library
        .load(id)
        .map_err(|error| Failure::in_clip(&entry.name, &entry.path, &error).unread_if(true))?;
    if let Some(choice) = &entry.estimated_unit {
        let message = choice.explanation.as_str();
        speech.note(&[note(&entry.name, "length-unit", message)]);
    }
    let options = StripOptions {
        title: entry.name.clone(),
        width: args.width,
        every: args.every,
        lanes: lanes(&library, id),
        ..StripOptions::default()
    };
    let png = draw_strip(&Motion::new(&loaded.clip), &options)
        .map_err(|error| Failure::plain("strip", error.to_string()))?;
    if is_dash(&args.output) {
        return Ok(reading.end(Done::bytes(png), speech));
    }
    sweep_beside(&args.output);
    save(&args.output, &png, &whole, speech)?;
    let file = args.output.display().to_string();
    let mut table = Table::new(["clip", "file"]);
    table.row(cells![entry.name.as_str(), file.as_str()]);
    let done = speech.record(&table, || format!("{file}: a strip of {}\n", entry.name))?;
    Ok(reading.end(done, speech))
}

/// Returns a lane for every tag and event of the clip, in the colours of the vocabulary.
fn lanes(library: &Library, clip: ClipId) -> Vec<StripLane> {
    let (db, settings) = (library.database(), library.settings());
    let colour = |style: Option<&TagStyle>| style.and_then(|style| style.colour);
    let lane = |name: &Name, color| StripLane {
        label: name.to_string(),
        color,
        ..StripLane::default()
    };
    let tags = db.tags().filter_map(|(name, id)| {
        let ranges = db.tag_frames(id).ranges(clip);
        let lane = StripLane {
            ranges: ranges.iter().collect(),
            ..lane(name, colour(settings.tags.get(name)))
        };
        (!lane.ranges.is_empty()).then_some(lane)
    });
    let events = db.events().filter_map(|(name, id)| {
        let lane = StripLane {
            marks: db.event_times(id, clip).to_vec(),
            ..lane(name, colour(settings.events.get(name)))
        };
        (!lane.marks.is_empty()).then_some(lane)
    });
    tags.chain(events).collect()
}
