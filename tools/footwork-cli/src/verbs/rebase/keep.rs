//! `--keep-frames`: records the current content of the clip in its sidecar, and keeps the frame numbers of its tags.

use footwork::tags::ClipId;
use footwork_library::{ClipEntry, Edit, Library, Operation, Whole};
use serde::Serialize;

use super::{Answer, nothing_to_do};
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::source::edit;
use crate::table::{Table, cells, count};

/// The clip as its sidecar records it, and as the sidecar will record it after `--write`.
#[derive(Serialize)]
pub(super) struct Kept {
    old: Said,
    new: Said,
    /// The number of spans and events after the end of the clip.
    outside: usize,
}

#[derive(Serialize)]
struct Said {
    frames: Option<u32>,
    rate: Option<String>,
    hash: Option<String>,
}

pub(super) fn run(
    library: &mut Library,
    clip: ClipId,
    write: bool,
    whole: &Whole,
    speech: Speech,
) -> Result<Done, Failure> {
    let kept = if library.is_stale(clip) {
        kept(&library.clips()[clip])
    } else {
        None
    };
    let keep = Edit::one(clip, Operation::KeepFrames);
    let written = write && edit(library, &keep, whole, speech)?;
    let name = &library.clips()[clip].name;
    let answer = Answer {
        clip: name,
        written,
        map: None,
        items: Vec::new(),
        kept,
    };
    let kept = answer.kept.as_ref();
    speech.answer(
        &answer,
        || to_csv(kept, written),
        || to_text(name, kept, written),
    )
}

fn kept(entry: &ClipEntry) -> Option<Kept> {
    let sidecar = entry.sidecar.as_ref()?;
    let spans = entry.tags().filter(|span| span.range.stop() > entry.frames);
    let is_past = |time: f64| time >= f64::from(entry.frames);
    let events = entry.events().filter(|&(_, time)| is_past(time));
    Some(Kept {
        old: Said {
            frames: sidecar.frames(),
            rate: sidecar.rate().map(|rate| rate.to_string()),
            hash: sidecar.hash().map(|hash| hash.to_string()),
        },
        new: Said {
            frames: Some(entry.frames),
            rate: Some(entry.rate.to_string()),
            hash: Some(entry.hash.to_string()),
        },
        outside: spans.count() + events.count(),
    })
}

impl Said {
    fn in_words(&self) -> String {
        let frames = self.frames.map(|frames| count(frames, "frame"));
        let frames = frames.unwrap_or_else(|| "an unknown number of frames".to_owned());
        let rate = self
            .rate
            .as_ref()
            .map(|rate| format!(" at {rate} a second"));
        format!("{frames}{}", rate.unwrap_or_default())
    }
}

fn to_csv(kept: Option<&Kept>, written: bool) -> String {
    let mut table = Table::new(["when", "frames", "rate", "hash", "written"]);
    let versions = kept
        .iter()
        .flat_map(|kept| [("before", &kept.old), ("after", &kept.new)]);
    for (when, said) in versions {
        let (rate, hash) = (said.rate.as_deref(), said.hash.as_deref());
        table.row(cells![when, said.frames, rate, hash, written]);
    }
    table.csv()
}

fn to_text(name: &str, kept: Option<&Kept>, written: bool) -> String {
    let Some(kept) = kept else {
        return nothing_to_do(name);
    };
    let (old, new) = (kept.old.in_words(), kept.new.in_words());
    let change = if old == new {
        format!("{new}, as before")
    } else {
        format!("{new}; it had {old}")
    };
    let outside = match kept.outside {
        0 => String::new(),
        outside => format!(
            "\n{} after the clip's end, to check",
            count(outside, "item")
        ),
    };
    let end = if written {
        "written"
    } else {
        "nothing is written; add --write"
    };
    format!("{name}: {change}{outside}\nframes keep their numbers: {end}\n")
}
