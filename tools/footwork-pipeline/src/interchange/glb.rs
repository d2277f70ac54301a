//! Labels inside a GLB file, in which each animation is a clip: read only, exact.
//!
//! An animation belongs to the clip of its name; the only animation of a file belongs to the clip
//! that the caller names. [`to_glb`](crate::to_glb()) writes such files.

use footwork_base::{FrameRate, Position};
use footwork_clip::{ReadOptions, read_clips};
use footwork_sidecar::{Finding, Severity};

use super::there::item_of;
use super::{Found, FoundRow, Item, Moment, Source, What};
use footwork_library::lines_from_labels;

/// Binary content has no lines.
const START: Position = Position { line: 1, column: 1 };

/// Reads the labels of a GLB file.
pub fn read(bytes: &[u8], source: &Source<'_>) -> Found {
    let mut found = Found::default();
    let mut report = |code, message: String| {
        found.report(Finding {
            severity: Severity::Error,
            file: source.file.to_owned(),
            position: Some(START),
            code,
            message,
        });
    };
    let file = match read_clips("file.glb", bytes, &ReadOptions::default()) {
        Ok(file) => file,
        Err(error) => {
            report("bad-glb", error.to_string());
            found.is_refused = true;
            return found;
        }
    };
    for rejected in &file.rejected {
        report("bad-glb", rejected.error.to_string());
    }
    let mut rows = Vec::new();
    for loaded in &file.clips {
        let Some(labels) = &loaded.labels else {
            continue;
        };
        let Some(clip) = loaded.animation.as_deref().or(source.clip) else {
            report(
                "missing-clip",
                "the file does not say which clip it is of".to_owned(),
            );
            continue;
        };
        let mut bad = |message| report("bad-labels", message);
        for line in lines_from_labels(labels, &mut bad) {
            let item = item_of(&line);
            rows.extend(item.map(|item| row(item, clip, loaded.clip.rate())));
        }
    }
    found.rows = rows;
    found
}

fn row(item: Item, clip: &str, rate: FrameRate) -> FoundRow {
    let frame = |frame: u32| Moment::Frames(f64::from(frame));
    let what = match item {
        Item::Span { kind, name, range } => What::Span {
            kind,
            name,
            start: frame(range.start()),
            stop: frame(range.stop()),
        },
        Item::Event { name, time, data } => What::Event {
            name,
            time: Moment::Frames(time),
            data,
        },
    };
    FoundRow {
        clip: clip.to_owned(),
        rate: Some(rate),
        what,
        step_secs: 0.0,
        position: START,
    }
}
