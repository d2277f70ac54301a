//! Notifies of Unreal animations as CSV. A script in the Unreal editor puts them on animations and reads them back.
//!
//! ```text
//! clip,tag,start_secs,stop_secs,kind,rate,data
//! walk.bvh,Gait.Run,0.1,0.3,tag,120,
//! walk.bvh,Foot.Left,0.110416667,,event,120,"{""surface"":""grass""}"
//! ```
//!
//! Spans become notify states and events become notifies, on a track named after the tag. The script is
//! [`UNREAL_SCRIPT`]; it has not been run in the editor. Seconds have nine decimals in the file: spans round-trip
//! exactly below 10^9 fps, and events to a nanosecond. The editor stores times as f32, so times that went through it
//! are off by up to 4 µs in a clip of one minute. The script marks such rows with `yes` in a column `editor`. Their
//! events snap to whole frames within 5 µs, and match events that the library already has within 10 µs. The editor
//! stores no data, so a row without data matches the event at its time.

use super::delimited::{Separator, escaped, push_csv};
use super::seconds::{STEP_SECS, nanos_of, parse, print_event, print_nanos};
use super::sheet::{Fault, Layout, Row, read as read_sheet};
use super::{
    ImportSource, ImportedRow, ImportedRows, RowContent, RowTime, SpanKind, TableItem, TagTable,
};

/// The Python script for the editor.
pub const UNREAL_SCRIPT: &str = include_str!("unreal/footwork_notifies.py");

/// The resolution of times that went through the editor, in seconds.
const EDITOR_STEP_SECS: f64 = 1e-5;

/// The number of written columns; the script adds `editor`.
const WRITTEN: usize = 7;

const LAYOUT: Layout = Layout {
    separator: Separator::Comma,
    columns: &[
        "clip",
        "tag",
        "start_secs",
        "stop_secs",
        "kind",
        "rate",
        "data",
        "editor",
    ],
    needed: &["clip", "tag", "start_secs", "stop_secs"],
    open: false,
    nothing: "",
};

/// Writes the table as CSV for the script.
pub fn write_unreal(table: &TagTable) -> String {
    let mut out = String::new();
    push_csv(&mut out, &LAYOUT.columns[..WRITTEN]);
    for clip in &table.clips {
        let rate = clip.rate.to_string();
        for item in &clip.items {
            let (start, stop) = match item {
                TableItem::Span { range, .. } => (
                    print_nanos(nanos_of(range.start(), clip.rate)),
                    print_nanos(nanos_of(range.stop(), clip.rate)),
                ),
                TableItem::Event { time, .. } => (print_event(*time, clip.rate), String::new()),
            };
            let data = item.data().unwrap_or_default();
            let (tag, data) = (escaped(item.name().as_str()), escaped(&data));
            push_csv(
                &mut out,
                &[&clip.name, &tag, &start, &stop, item.word(), &rate, &data],
            );
        }
    }
    out
}

/// Reads the rows of a CSV file in this format.
pub fn read_unreal(bytes: &[u8], source: &ImportSource<'_>) -> ImportedRows {
    read_sheet(bytes, source, &LAYOUT, |row| row_of(row).map(Some))
}

fn row_of(row: &Row<'_, '_>) -> Result<ImportedRow, Fault> {
    let secs = |column: &'static str, text: &str| match parse(text) {
        Ok(secs) => Ok(RowTime::Secs(secs)),
        Err(message) => Err(row.fault(column, "bad-time", message)),
    };
    let step_secs = match row.get("editor") {
        None | Some("no") => STEP_SECS,
        Some("yes") => EDITOR_STEP_SECS,
        Some(_) => return Err(row.fault("editor", "bad-mark", "editor must be yes, no or empty")),
    };
    let name = row.name("tag")?;
    let start = secs("start_secs", row.need("start_secs")?)?;
    let kind = match row.kind()? {
        Some(kind) => kind,
        None => row.get("stop_secs").map(|_| SpanKind::Tag),
    };
    let what = match kind {
        None => RowContent::Event {
            name,
            time: start,
            data: row.data()?,
        },
        Some(kind) => RowContent::Span {
            kind,
            name,
            start,
            stop: secs("stop_secs", row.need("stop_secs")?)?,
        },
    };
    Ok(ImportedRow {
        clip: row.need("clip")?.to_owned(),
        rate: row.rate()?,
        what,
        step_secs,
        position: row.at(),
    })
}
