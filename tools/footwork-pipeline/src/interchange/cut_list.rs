//! Cut lists in the format of the 100STYLE dataset: one row per style, two columns per movement.
//!
//! ```text
//! STYLE_NAME,BR_START,BR_STOP,BW_START,BW_STOP
//! Aeroplane,176,3180,N/A,N/A
//! ```
//!
//! The clip of `Aeroplane` and `BR` is `Aeroplane_BR`, and its frames from the start up to but not
//! including the stop get the tag `Style.Aeroplane`. `N/A` means that the clip does not exist. A
//! list covers a whole dataset, while a library may hold only a part of it. Frames round-trip
//! exactly; a clip has one span and no events.
//!
//! Dataset: I. Mason, S. Starke and T. Komura, "Real-Time Style Modelling of Human Locomotion via
//! Feature-Wise Transformations and Local Motion Phases" (2022), `Frame_Cuts.csv`.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, Name, Position};
use footwork_sidecar::{Finding, Severity};

use super::delimited::{Cell, Rows, Separator, push_csv};
use super::seconds::shown;
use super::sheet::other_separator;
use super::{
    ClipTable, ImportSource, ImportedRow, ImportedRows, MAX_IMPORT_ROWS, RowContent, RowTime,
    SpanKind, TableItem, TagTable,
};

const STYLE: &str = "STYLE_NAME";
const NOTHING: &str = "N/A";

/// The first part of the tags.
const ROOT: &str = "Style";

/// The movements in the order of the dataset. Other movements follow them.
const MOVES: [&str; 10] = [
    "BR", "BW", "FR", "FW", "ID", "SR", "SW", "TR1", "TR2", "TR3",
];

/// A cut list.
#[derive(Clone, Debug, PartialEq)]
pub struct CutList {
    /// The text of the file.
    pub text: String,
    /// The number of cuts; each cut is a span in a different clip.
    pub cuts: usize,
    /// Findings about what the format cannot represent.
    pub findings: Vec<Finding>,
}

/// Writes the table as a cut list. In findings, the file's name is `file`.
pub fn write_cut_list(table: &TagTable, file: &str) -> CutList {
    let mut cuts: BTreeMap<String, BTreeMap<(usize, String), FrameRange>> = BTreeMap::new();
    let mut left = 0;
    for clip in &table.clips {
        let cut = cut_of(clip);
        left += clip.items.len() - usize::from(cut.is_some());
        if let Some((style, movement, range)) = cut {
            let place = MOVES.iter().position(|known| *known == movement);
            let key = (place.unwrap_or(MOVES.len()), movement);
            let row = cuts.entry(style).or_default();
            // Clips with the same name in different folders share a cell, so only one of them is
            // written.
            left += usize::from(row.insert(key, range).is_some());
        }
    }
    let mut columns: Vec<(usize, String)> =
        cuts.values().flat_map(|row| row.keys().cloned()).collect();
    columns.sort();
    columns.dedup();
    let written: usize = cuts.values().map(BTreeMap::len).sum();
    let mut out = String::new();
    let ends = columns
        .iter()
        .flat_map(|(_, movement)| [format!("{movement}_START"), format!("{movement}_STOP")]);
    let header: Vec<String> = [STYLE.to_owned()].into_iter().chain(ends).collect();
    push(&mut out, &header);
    for (style, row) in cuts {
        let ends = columns.iter().flat_map(|key| match row.get(key) {
            Some(range) => [range.start().to_string(), range.stop().to_string()],
            None => [NOTHING, NOTHING].map(str::to_owned),
        });
        let cells: Vec<String> = [style].into_iter().chain(ends).collect();
        push(&mut out, &cells);
    }
    let finding = Finding {
        severity: Severity::Warning,
        file: file.to_owned(),
        position: None,
        code: "not-exported",
        message: format!(
            "{left} spans and events have no place in a cut list, which has one span of \
             {ROOT}.NAME for a clip NAME_MOVE"
        ),
    };
    CutList {
        text: out,
        cuts: written,
        findings: (left > 0).then_some(finding).into_iter().collect(),
    }
}

fn push(out: &mut String, cells: &[String]) {
    let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
    push_csv(out, &cells);
}

/// Returns the style and the movement of a clip, and its first span of the style's tag.
fn cut_of(clip: &ClipTable) -> Option<(String, String, FrameRange)> {
    let base = clip.name.rsplit(['/', '#']).next()?;
    let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    let (style, movement) = stem.rsplit_once('_')?;
    let tag = Name::from_parts([ROOT, style])?;
    let range = clip.items.iter().find_map(|item| match item {
        TableItem::Span { kind, name, range } if *kind == SpanKind::Tag && *name == tag => {
            Some(*range)
        }
        _ => None,
    });
    Some((style.to_owned(), movement.to_owned(), range?))
}

/// Reads the cuts of a list.
pub fn read_cut_list(bytes: &[u8], source: &ImportSource<'_>) -> ImportedRows {
    let text = match source.text(bytes) {
        Ok(text) => text,
        Err(refused) => return refused,
    };
    let mut reader = Reader {
        file: source.file,
        found: ImportedRows {
            is_dataset: true,
            ..ImportedRows::default()
        },
    };
    let mut rows = Rows::new(text, Separator::Comma);
    let header = match rows.next() {
        Some(Ok(header)) => header,
        Some(Err(bad)) => {
            reader.report(bad.at, "bad-row", bad.message);
            reader.found.is_refused = true;
            return reader.found;
        }
        None => Vec::new(),
    };
    if let Some(message) = other_separator(&header, Separator::Comma, &[STYLE]) {
        let at = Position { line: 1, column: 1 };
        reader.report(at, "other-separator", message);
        reader.found.is_refused = true;
        return reader.found;
    }
    let Some(moves) = reader.moves(&header) else {
        reader.found.is_refused = true;
        return reader.found;
    };
    for row in rows {
        match row {
            Err(bad) => reader.report(bad.at, "bad-row", bad.message),
            Ok(cells) => {
                if !reader.row(&cells, &moves) {
                    break;
                }
            }
        }
    }
    reader.found
}

struct Reader<'a> {
    file: &'a str,
    found: ImportedRows,
}

impl Reader<'_> {
    fn report(&mut self, at: Position, code: &'static str, message: String) {
        self.found.report(Finding {
            severity: Severity::Error,
            file: self.file.to_owned(),
            position: Some(at),
            code,
            message,
        });
    }

    /// Returns the movements in the header, which are pairs of columns; `None` if the row is not a
    /// header.
    fn moves(&mut self, header: &[Cell<'_>]) -> Option<Vec<String>> {
        let start = Position { line: 1, column: 1 };
        if header.first().is_none_or(|cell| cell.text != STYLE) {
            self.report(
                start,
                "missing-column",
                format!("the first column must be {STYLE}"),
            );
            return None;
        }
        let mut moves = Vec::new();
        for pair in header[1..].chunks(2) {
            let movement = pair[0].text.strip_suffix("_START");
            let stop = pair.get(1).and_then(|cell| cell.text.strip_suffix("_STOP"));
            match (movement, stop) {
                (Some(movement), Some(stop)) if movement == stop => moves.push(movement.to_owned()),
                _ => {
                    let name = shown(&pair[0].text);
                    let message = format!(
                        "expected a pair of columns NAME_START and NAME_STOP, found `{name}`"
                    );
                    self.report(pair[0].at, "unknown-column", message);
                    return None;
                }
            }
        }
        Some(moves)
    }

    /// Reads a row; returns whether to continue.
    fn row(&mut self, cells: &[Cell<'_>], moves: &[String]) -> bool {
        let style = &cells[0];
        let Some(name) = Name::from_parts([ROOT, style.text.trim()]) else {
            self.report(
                style.at,
                "missing-cell",
                "there is no style here".to_owned(),
            );
            return true;
        };
        if let Some(extra) = cells.get(1 + 2 * moves.len()) {
            let message = format!("the header has {} columns", 1 + 2 * moves.len());
            self.report(extra.at, "extra-cell", message);
            return true;
        }
        for (movement, pair) in moves.iter().zip(cells[1..].chunks(2)) {
            if self.found.rows.len() == MAX_IMPORT_ROWS {
                let message = format!("the file has more cuts than the limit of {MAX_IMPORT_ROWS}");
                self.report(style.at, "too-many-rows", message);
                return false;
            }
            let is_nothing = |cell: &Cell<'_>| matches!(cell.text.trim(), "" | NOTHING);
            if pair.iter().all(is_nothing) {
                continue;
            }
            let frame = |cell: &Cell<'_>| cell.text.trim().parse::<u32>().ok();
            let Some((start, stop)) = frame(&pair[0]).zip(pair.get(1).and_then(frame)) else {
                let message = format!("a cut is two whole frames, or {NOTHING} twice");
                self.report(pair[0].at, "bad-frame", message);
                continue;
            };
            self.found.rows.push(ImportedRow {
                clip: format!("{}_{movement}", style.text.trim()),
                rate: None,
                what: RowContent::Span {
                    kind: SpanKind::Tag,
                    name: name.clone(),
                    start: RowTime::Frames(f64::from(start)),
                    stop: RowTime::Frames(f64::from(stop)),
                },
                step_secs: 0.0,
                position: pair[0].at,
            });
        }
        true
    }
}
