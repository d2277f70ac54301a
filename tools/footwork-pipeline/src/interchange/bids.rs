//! BIDS `events.tsv`: onset, duration and kind of each span and event, in seconds.
//!
//! ```text
//! onset  duration  trial_type  clip  kind  data
//! 0.1  0.2  Gait.Run  walk.bvh  tag  n/a
//! 0.110416667  0  Foot.Left  walk.bvh  event  {"surface":"grass"}
//! ```
//!
//! Seconds have up to nine decimals: spans round-trip exactly below 10^9 fps, and events to a nanosecond. A row with a
//! duration of 0 or `n/a` is an event, as the Brain Imaging Data Structure defines. The columns `clip`, `kind` and
//! `data` are Footwork's; a file from another program lacks them, and its rows belong to the clip that the caller
//! names. A trial type that is not a valid name becomes a name with a single part.
//!
//! Format: <https://bids-specification.readthedocs.io>, "Task events".

use footwork_base::{Name, quote, unquote};

use super::delimited::{Separator, escaped, push_tsv};
use super::seconds::{STEP_SECS, nanos_of, parse, print_event, print_nanos};
use super::sheet::{Fault, Layout, Row, read as read_sheet};
use super::{
    ImportSource, ImportedRow, ImportedRows, RowContent, RowTime, SpanKind, TableItem, TagTable,
};
use crate::csv_cell::picture;

const NOTHING: &str = "n/a";

const LAYOUT: Layout = Layout {
    separator: Separator::Tab,
    columns: &[
        "onset",
        "duration",
        "trial_type",
        "clip",
        "kind",
        "data",
        "rate",
    ],
    needed: &["onset", "duration", "trial_type"],
    open: true,
    nothing: NOTHING,
};

/// Writes the table as one `events.tsv`.
pub fn write_bids(table: &TagTable) -> String {
    let mut out = String::new();
    push_tsv(&mut out, &LAYOUT.columns[..6]);
    for clip in &table.clips {
        // A cell cannot hold a tab, and a name with a leading quote would be read as quoted. Such names are written
        // quoted.
        let is_odd = clip.name.contains(|c| picture(c).is_some()) || clip.name.starts_with('"');
        let name = if is_odd || clip.name == NOTHING {
            escaped(&quote(&clip.name)).into_owned()
        } else {
            clip.name.clone()
        };
        for item in &clip.items {
            let (onset, duration) = match item {
                TableItem::Span { range, .. } => {
                    let start = nanos_of(range.start(), clip.rate);
                    let length = nanos_of(range.stop(), clip.rate) - start;
                    (print_nanos(start), print_nanos(length))
                }
                TableItem::Event { time, .. } => (print_event(*time, clip.rate), "0".to_owned()),
            };
            let data = item.data().unwrap_or_else(|| NOTHING.to_owned());
            let (tag, data) = (escaped(item.name().as_str()), escaped(&data));
            push_tsv(
                &mut out,
                &[&onset, &duration, &tag, &name, item.word(), &data],
            );
        }
    }
    out
}

/// Reads the rows of an `events.tsv`.
pub fn read_bids(bytes: &[u8], source: &ImportSource<'_>) -> ImportedRows {
    read_sheet(bytes, source, &LAYOUT, |row| row_of(row, source))
}

fn row_of(row: &Row<'_, '_>, source: &ImportSource<'_>) -> Result<Option<ImportedRow>, Fault> {
    // A row without a trial type is neither a span nor an event.
    let Some(trial) = row.get("trial_type") else {
        return Ok(None);
    };
    let name = trial.parse().ok().or_else(|| Name::from_parts([trial]));
    let name = name.ok_or_else(|| row.fault("trial_type", "bad-name", "this is not a name"))?;
    let secs = |column: &'static str, text: &str| {
        parse(text).map_err(|message| row.fault(column, "bad-time", message))
    };
    let onset = secs("onset", row.need("onset")?)?;
    let duration = match row.get("duration") {
        Some(text) => Some((text, secs("duration", text)?)),
        None => None,
    };
    let kind = row.kind()?;
    let is_event = match kind {
        None => duration.is_none_or(|(_, secs)| secs.as_f64() == 0.0),
        Some(kind) => kind.is_none(),
    };
    let what = match (is_event, duration) {
        (false, Some((length, duration))) => {
            let sum = add(row.need("onset")?, length);
            let sum = sum.unwrap_or_else(|| format!("{:.9}", onset.as_f64() + duration.as_f64()));
            RowContent::Span {
                kind: kind.flatten().unwrap_or(SpanKind::Tag),
                name,
                start: RowTime::Secs(onset),
                stop: RowTime::Secs(secs("duration", &sum)?),
            }
        }
        (false, None) => {
            return Err(row.fault("duration", "missing-cell", "a span needs a duration"));
        }
        (true, _) => RowContent::Event {
            name,
            time: RowTime::Secs(onset),
            data: row.data()?,
        },
    };
    let clip = match (row.get("clip"), source.clip) {
        (Some(text), _) if text.starts_with('"') => match unquote(text) {
            Some(Ok((clip, length))) if length == text.len() => clip,
            _ => return Err(row.fault("clip", "bad-clip", "the quoted name has no valid end")),
        },
        (Some(text), _) => text.to_owned(),
        (None, Some(clip)) => clip.to_owned(),
        (None, None) => {
            let message = "the file does not name the clip of this row";
            return Err(row.fault("clip", "missing-clip", message));
        }
    };
    Ok(Some(ImportedRow {
        clip,
        rate: row.rate()?,
        what,
        step_secs: STEP_SECS,
        position: row.at(),
    }))
}

/// Returns the exact sum of two plain decimals of up to eighteen places; `None` for other numbers.
fn add(a: &str, b: &str) -> Option<String> {
    let scaled = |text: &str| -> Option<u128> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{fraction:0<18}");
        let is_plain = fraction.len() <= 18 && digits.bytes().all(|b| b.is_ascii_digit());
        is_plain.then(|| digits.parse().ok()).flatten()
    };
    let sum = scaled(a)?.checked_add(scaled(b)?)?;
    let one = 10u128.pow(18);
    let text = format!("{}.{:018}", sum / one, sum % one);
    Some(text.trim_end_matches('0').trim_end_matches('.').to_owned())
}
