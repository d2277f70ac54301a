//! Reading and writing tags and events in files of other programs.
//!
//! | format | times | precision |
//! |---|---|---|
//! | [`csv`] | frames | exact |
//! | [`bids`] | seconds | spans exact below 10^9 frames a second, events to a nanosecond |
//! | [`eaf`] | milliseconds | spans exact if a frame lasts over 1 ms, events to 1 ms, on whole frames exact |
//! | [`cut_list`] | frames | exact, for one span a clip and no events |
//! | [`babel`] | seconds | read only |
//! | [`glb`] | frames | exact |
//! | [`unreal`] | seconds | as `bids`; rows that went through the editor, which are marked, to 10 µs |
//!
//! A [`Table`] separates libraries from formats: rows with exact frames, by clip. A format converts
//! a table to bytes, or bytes to [`Found`] rows; it knows neither sidecars nor the disk. Found rows
//! are [placed](place()) on the clips of a library, which converts seconds to frames, and
//! [added](add_placed) as one edit.

pub mod babel;
pub mod bids;
pub mod csv;
pub mod cut_list;
pub mod eaf;
pub mod glb;
pub mod unreal;

mod add;
mod delimited;
mod found;
mod place;
mod places;
mod seconds;
mod sheet;
mod table;
mod there;

use footwork_base::Position;

pub use add::{Addition, add_placed, additions, to_table};
use footwork_sidecar::{Finding, Severity};
pub use found::{Found, FoundRow, MAX_FINDINGS, Moment, What};
pub use place::{Placed, PlacedClip, PlacedItem, place};
use table::EVENT;
pub use table::{ClipTable, Item, SpanKind, Table};

/// The maximum size of a file to read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// The maximum number of rows in a file.
pub const MAX_ROWS: usize = 1_000_000;

/// The context of a file's bytes.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file name in findings.
    pub file: &'a str,
    /// The clip of rows that do not name one.
    pub clip: Option<&'a str>,
}

impl Source<'_> {
    /// Returns the text of a file, without a byte order mark.
    fn text<'b>(&self, bytes: &'b [u8]) -> Result<&'b str, Found> {
        let refuse = |position, code, message: String| {
            let mut found = Found {
                is_refused: true,
                ..Found::default()
            };
            found.report(Finding {
                severity: Severity::Error,
                file: self.file.to_owned(),
                position: Some(position),
                code,
                message,
            });
            found
        };
        let start = Position { line: 1, column: 1 };
        if bytes.len() > MAX_BYTES {
            let message = format!("a file has at most {} MiB", MAX_BYTES >> 20);
            return Err(refuse(start, "file-too-large", message));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
            Err(error) => {
                let before = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or("");
                let at = Position::from_offset(before, before.len());
                let message = "these bytes are not UTF-8".to_owned();
                Err(refuse(at, "not-utf8", message))
            }
        }
    }
}
