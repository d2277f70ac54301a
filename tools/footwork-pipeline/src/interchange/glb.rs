//! Reads the labels inside a GLB file, in which each animation is a clip. Frame numbers are exact.
//!
//! An animation belongs to the clip with the same name; the only animation of a file belongs to the clip that the
//! caller names. [`to_glb`](crate::to_glb()) writes such files.

use footwork_base::{FrameRate, Position};
use footwork_clip::{ReadOptions, read_clips};
use footwork_sidecar::{Finding, Severity};

use super::there::item_of;
use super::{ImportSource, ImportedRow, ImportedRows, RowContent, RowTime, TableItem};
use footwork_library::lines_from_labels;

/// The position of all findings, because binary content has no lines.
const START: Position = Position { line: 1, column: 1 };

/// Reads the labels of a GLB file.
pub fn read_glb(bytes: &[u8], source: &ImportSource<'_>) -> ImportedRows {
    let mut found = ImportedRows::default();
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
            report("missing-clip", "the file does not name its clip".to_owned());
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

fn row(item: TableItem, clip: &str, rate: FrameRate) -> ImportedRow {
    let frame = |frame: u32| RowTime::Frames(f64::from(frame));
    let what = match item {
        TableItem::Span { kind, name, range } => RowContent::Span {
            kind,
            name,
            start: frame(range.start()),
            stop: frame(range.stop()),
        },
        TableItem::Event { name, time, data } => RowContent::Event {
            name,
            time: RowTime::Frames(time),
            data,
        },
    };
    ImportedRow {
        clip: clip.to_owned(),
        rate: Some(rate),
        what,
        step_secs: 0.0,
        position: START,
    }
}
