//! CSV with one row per span or event. Times are in frames, so nothing is rounded.
//!
//! ```text
//! clip,start,stop,tag,kind,data
//! walk.bvh,12,36,Gait.Run,tag,
//! walk.bvh,36,120,Gait.Run,rule,
//! walk.bvh,13.25,,Foot.Left,event,"{""surface"":""grass""}"
//! ```
//!
//! An event is a row without a `stop`. `kind` and `data` are written only if a row needs them; a reader accepts files
//! without `kind`, `data` or `stop`, and columns in any order. In a name, as everywhere in Footwork, a part that is not
//! an identifier is quoted. A `rate` column must equal the clip's rate.

use super::delimited::{Separator, escaped, push_csv};
use super::sheet::{Fault, Layout, Row, read as read_sheet};
use super::{
    ImportSource, ImportedRow, ImportedRows, RowContent, RowTime, SpanKind, TableItem, TagTable,
};

const LAYOUT: Layout = Layout {
    separator: Separator::Comma,
    columns: &["clip", "start", "stop", "tag", "kind", "data", "rate"],
    needed: &["clip", "start", "tag"],
    open: false,
    nothing: "",
};

/// Writes the table as CSV.
pub fn write_csv(table: &TagTable) -> String {
    let items = || table.clips.iter().flat_map(|clip| &clip.items);
    let is_plain = |item: &TableItem| match item {
        TableItem::Span { kind, .. } => *kind == SpanKind::Tag,
        TableItem::Event { data, .. } => data.is_none(),
    };
    let columns = if items().all(is_plain) { 4 } else { 6 };
    let mut out = String::new();
    push_csv(&mut out, &LAYOUT.columns[..columns]);
    for clip in &table.clips {
        for item in &clip.items {
            let (start, stop) = match item {
                TableItem::Span { range, .. } => {
                    (range.start().to_string(), range.stop().to_string())
                }
                TableItem::Event { time, .. } => (time.to_string(), String::new()),
            };
            let data = item.data().unwrap_or_default();
            let (name, data) = (escaped(item.name().as_str()), escaped(&data));
            let cells = [&clip.name, &*start, &*stop, &name, item.word(), &data];
            push_csv(&mut out, &cells[..columns]);
        }
    }
    out
}

/// Reads the rows of a CSV file.
pub fn read_csv(bytes: &[u8], source: &ImportSource<'_>) -> ImportedRows {
    read_sheet(bytes, source, &LAYOUT, |row| row_of(row).map(Some))
}

fn row_of(row: &Row<'_, '_>) -> Result<ImportedRow, Fault> {
    let kind = row.kind()?;
    let name = row.name("tag")?;
    let is_event = match kind {
        None => row.get("stop").is_none(),
        Some(kind) => kind.is_none(),
    };
    let what = if is_event {
        if row.get("stop").is_some() {
            return Err(row.fault("stop", "bad-frame", "an event must not have a stop"));
        }
        RowContent::Event {
            name,
            time: time(row)?,
            data: row.data()?,
        }
    } else {
        if row.get("data").is_some() {
            return Err(row.fault("data", "bad-data", "only events have data"));
        }
        RowContent::Span {
            kind: kind.flatten().unwrap_or(SpanKind::Tag),
            name,
            start: frame(row, "start")?,
            stop: frame(row, "stop")?,
        }
    };
    Ok(ImportedRow {
        clip: row.need("clip")?.to_owned(),
        rate: row.rate()?,
        what,
        step_secs: 0.0,
        position: row.at(),
    })
}

/// Parses a whole frame.
fn frame(row: &Row<'_, '_>, column: &'static str) -> Result<RowTime, Fault> {
    let text = row.need(column)?;
    match text.parse::<u32>() {
        Ok(frame) if text.bytes().all(|b| b.is_ascii_digit()) => {
            Ok(RowTime::Frames(f64::from(frame)))
        }
        _ => Err(row.fault(column, "bad-frame", "a frame is a whole number below 2^32")),
    }
}

/// Parses a time in frames.
fn time(row: &Row<'_, '_>) -> Result<RowTime, Fault> {
    let text = row.need("start")?;
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    match text.parse::<f64>() {
        Ok(time) if is_plain && time.is_finite() => Ok(RowTime::Frames(time)),
        _ => Err(row.fault(
            "start",
            "bad-time",
            "a time is a number of frames, such as 13.25",
        )),
    }
}
