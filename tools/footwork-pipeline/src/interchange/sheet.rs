//! Files of rows below a header: finds the columns, and reports mistakes in rows.

use footwork_base::{FrameRate, Name, Position};
use footwork_sidecar::{Finding, Severity};
use serde::de::IgnoredAny;

use super::delimited::{Cell, Rows, Separator};
use super::table::one_line;
use super::{EVENT, ImportSource, ImportedRow, ImportedRows, MAX_IMPORT_ROWS, SpanKind};

/// A problem in a cell: its position, a code and a message.
pub(super) struct Fault {
    pub(super) at: Position,
    pub(super) code: &'static str,
    pub(super) message: String,
}

/// The layout of a format of rows.
pub(super) struct Layout {
    pub(super) separator: Separator,
    /// The known columns.
    pub(super) columns: &'static [&'static str],
    /// The required columns.
    pub(super) needed: &'static [&'static str],
    /// Whether unknown columns are allowed and ignored.
    pub(super) open: bool,
    /// A word that stands for no value, as an empty cell does.
    pub(super) nothing: &'static str,
}

/// The cells of one row, by column.
pub(super) struct Row<'r, 'a> {
    layout: &'r Layout,
    places: &'r [Option<usize>],
    cells: &'r [Cell<'a>],
}

impl<'r, 'a> Row<'r, 'a> {
    /// Returns the position of the row.
    pub(super) fn at(&self) -> Position {
        let first = self.cells.first().map(|cell| cell.at);
        first.unwrap_or(Position { line: 1, column: 1 })
    }

    /// Returns the position of the cell in a column, or of the row if it lacks the column.
    pub(super) fn place(&self, column: &str) -> Position {
        self.cell(column).map_or(self.at(), |cell| cell.at)
    }

    fn cell(&self, column: &str) -> Option<&'r Cell<'a>> {
        let number = self.layout.columns.iter().position(|c| *c == column)?;
        self.cells.get((*self.places.get(number)?)?)
    }

    /// Returns the value of a column; `None` if the cell is empty or the column is missing.
    pub(super) fn get(&self, column: &str) -> Option<&'r str> {
        let text = self.cell(column)?.text.as_ref();
        (!text.is_empty() && text != self.layout.nothing).then_some(text)
    }

    /// Returns the value of a required column.
    pub(super) fn need(&self, column: &str) -> Result<&'r str, Fault> {
        let message = || format!("there is no {column} here");
        self.get(column)
            .ok_or_else(|| self.fault(column, "missing-cell", message()))
    }

    /// Returns a fault in the cell of a column.
    pub(super) fn fault(
        &self,
        column: &str,
        code: &'static str,
        message: impl Into<String>,
    ) -> Fault {
        Fault {
            at: self.place(column),
            code,
            message: message.into(),
        }
    }

    /// Parses the name in the cell of a column.
    pub(super) fn name(&self, column: &str) -> Result<Name, Fault> {
        let text = self.need(column)?;
        text.parse()
            .map_err(|error: footwork_base::ParseNameError| {
                self.fault(column, "bad-name", error.to_string())
            })
    }

    /// Returns the kind of the row; `None` if the row states no kind. `Some(None)` stands for an event.
    pub(super) fn kind(&self) -> Result<Option<Option<SpanKind>>, Fault> {
        let Some(word) = self.get("kind") else {
            return Ok(None);
        };
        let kind = SpanKind::ALL.into_iter().find(|kind| kind.word() == word);
        match kind {
            None if word != EVENT => {
                let message = "the kind must be `tag`, `rule`, `not` or `event`";
                Err(self.fault("kind", "bad-kind", message))
            }
            kind => Ok(Some(kind)),
        }
    }

    /// Returns the JSON of an event.
    pub(super) fn data(&self) -> Result<Option<String>, Fault> {
        let Some(text) = self.get("data") else {
            return Ok(None);
        };
        match serde_json::from_str::<IgnoredAny>(text) {
            Ok(_) => Ok(Some(one_line(text))),
            Err(error) => {
                let message = format!("the data is not JSON: {error}");
                Err(self.fault("data", "bad-json", message))
            }
        }
    }

    /// Returns the frame rate that the row gives for its clip; `None` if it gives none.
    pub(super) fn rate(&self) -> Result<Option<FrameRate>, Fault> {
        let Some(text) = self.get("rate") else {
            return Ok(None);
        };
        let rate = text.parse().map_err(|_| {
            let message = "a rate is a number above 0, or a fraction such as 30000/1001";
            self.fault("rate", "bad-rate", message)
        });
        rate.map(Some)
    }
}

/// Reads the rows of a file. `read` converts a row, or returns `None` for a row without content.
pub(super) fn read(
    bytes: &[u8],
    source: &ImportSource<'_>,
    layout: &Layout,
    mut read: impl FnMut(&Row<'_, '_>) -> Result<Option<ImportedRow>, Fault>,
) -> ImportedRows {
    let text = match source.text(bytes) {
        Ok(text) => text,
        Err(refused) => return refused,
    };
    // The result counts as refused until the header is recognised.
    let mut found = ImportedRows {
        is_refused: true,
        ..ImportedRows::default()
    };
    let finding = |severity, at, code, message| Finding {
        severity,
        file: source.file.to_owned(),
        position: Some(at),
        code,
        message,
    };
    let mut rows = Rows::new(text, layout.separator);
    let header = match rows.next() {
        Some(Ok(header)) => header,
        Some(Err(bad)) => {
            found.report(finding(Severity::Error, bad.at, "bad-row", bad.message));
            return found;
        }
        None => {
            let at = Position { line: 1, column: 1 };
            let message = "the file is empty; its first row names the columns".to_owned();
            found.report(finding(Severity::Error, at, "missing-column", message));
            return found;
        }
    };
    if let Some(message) = other_separator(&header, layout.separator, layout.needed) {
        let at = Position { line: 1, column: 1 };
        found.report(finding(Severity::Error, at, "other-separator", message));
        return found;
    }
    let places = match columns(&header, layout, |severity, at, code, message| {
        found.report(finding(severity, at, code, message));
    }) {
        Some(places) => places,
        None => return found,
    };
    found.is_refused = false;
    for cells in rows {
        let fault = match &cells {
            Err(bad) => (bad.at, "bad-row", bad.message.clone()),
            Ok(cells) if cells.len() > header.len() => {
                let message = format!("the header has {} columns", header.len());
                (cells[header.len()].at, "extra-cell", message)
            }
            Ok(cells) => {
                let row = Row {
                    layout,
                    places: &places,
                    cells,
                };
                if found.rows.len() == MAX_IMPORT_ROWS {
                    let message =
                        format!("the file has more rows than the limit of {MAX_IMPORT_ROWS}");
                    found.report(finding(Severity::Error, row.at(), "too-many-rows", message));
                    return found;
                }
                match read(&row) {
                    Ok(row) => {
                        found.rows.extend(row);
                        continue;
                    }
                    Err(fault) => (fault.at, fault.code, fault.message),
                }
            }
        };
        let (at, code, message) = fault;
        found.report(finding(Severity::Error, at, code, message));
    }
    found
}

/// Returns a fault if another character separates the cells, so that the header is one cell that contains all `needed`
/// names; else `None`.
pub(super) fn other_separator(
    header: &[Cell<'_>],
    separator: Separator,
    needed: &[&str],
) -> Option<String> {
    let [cell] = header else {
        return None;
    };
    let kinds = [(',', "commas"), ('\t', "tabs"), (';', "semicolons")];
    let own = match separator {
        Separator::Comma => "commas",
        Separator::Tab => "tabs",
    };
    let is_it = |(character, _): &(char, &str)| {
        let names: Vec<&str> = cell.text.split(*character).map(str::trim).collect();
        names.len() > 1 && needed.iter().all(|needed| names.contains(needed))
    };
    let (_, other) = kinds.into_iter().filter(|kind| kind.1 != own).find(is_it)?;
    Some(format!(
        "the columns are separated by {other}; this format uses {own}"
    ))
}

/// Returns the index of each known column; `None` if a required column is missing.
fn columns(
    header: &[Cell<'_>],
    layout: &Layout,
    mut report: impl FnMut(Severity, Position, &'static str, String),
) -> Option<Vec<Option<usize>>> {
    let mut places = vec![None; layout.columns.len()];
    for (number, cell) in header.iter().enumerate() {
        let name = cell.text.trim();
        let known = layout.columns.iter().position(|column| *column == name);
        match known.map(|known| &mut places[known]) {
            Some(place @ None) => *place = Some(number),
            Some(Some(_)) => {
                let message = format!("a second column {name}; the first one is used");
                report(Severity::Error, cell.at, "double-column", message);
            }
            None => {
                let (severity, said) = if layout.open {
                    (Severity::Note, "it is left out")
                } else {
                    (Severity::Error, "no such column is known")
                };
                let name = super::seconds::shown(name);
                let message = format!("the column `{name}`: {said}");
                report(severity, cell.at, "unknown-column", message);
            }
        }
    }
    let mut is_whole = true;
    for needed in layout.needed {
        let number = layout.columns.iter().position(|column| column == needed);
        if number.is_none_or(|number| places[number].is_none()) {
            is_whole = false;
            let message = format!("there is no column {needed}");
            let at = Position { line: 1, column: 1 };
            report(Severity::Error, at, "missing-column", message);
        }
    }
    is_whole.then_some(places)
}
