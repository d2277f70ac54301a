//! Reading and writing tags and events in files of other programs.

mod add;
mod babel;
mod bids;
mod csv;
mod cut_list;
mod delimited;
mod eaf;
mod found;
mod glb;
mod place;
mod places;
mod seconds;
mod sheet;
mod table;
mod there;
mod unity;
mod unreal;

use footwork_base::Position;

pub use add::{AddedRows, Addition, ExportedTags, add_placed, additions, tag_table};
pub use babel::read_babel;
pub use bids::{read_bids, write_bids};
pub use csv::{read_csv, write_csv};
pub use cut_list::{CutList, read_cut_list, write_cut_list};
pub use eaf::{read_eaf, write_eaf};
use footwork_sidecar::{Finding, Severity};
pub use found::{ImportedRow, ImportedRows, MAX_IMPORT_FINDINGS, RowContent, RowTime};
pub use glb::read_glb;
pub use place::{PlacedClip, PlacedItem, PlacedRows, place_rows, place_trimmed_rows};
use table::EVENT;
pub use table::{ClipTable, SpanKind, TableItem, TagTable};
pub use unity::{UNITY_SCRIPT, UnityClip, write_unity};
pub use unreal::{UNREAL_SCRIPT, read_unreal, write_unreal};

/// The maximum size of a file to read, in bytes.
pub const MAX_IMPORT_BYTES: usize = 64 << 20;

/// The maximum number of rows in a file.
pub const MAX_IMPORT_ROWS: usize = 1_000_000;

/// The file and the clip that imported bytes belong to.
#[derive(Clone, Copy, Debug)]
pub struct ImportSource<'a> {
    /// The file name in findings.
    pub file: &'a str,
    /// The clip of rows that name no clip.
    pub clip: Option<&'a str>,
}

impl ImportSource<'_> {
    /// Returns the text of a file, without a byte order mark.
    fn text<'b>(&self, bytes: &'b [u8]) -> Result<&'b str, ImportedRows> {
        let refuse = |position, code, message: String| {
            let mut found = ImportedRows {
                is_refused: true,
                ..ImportedRows::default()
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
        if bytes.len() > MAX_IMPORT_BYTES {
            let message = format!(
                "the file is larger than the limit of {} MiB",
                MAX_IMPORT_BYTES >> 20
            );
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
