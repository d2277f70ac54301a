//! Rows of typed cells, printed as text, CSV or JSON.
//!
//! A verb fills a table with rows, and does not depend on the format. As text, each column is as wide as its widest
//! cell, and numbers are right-aligned. As CSV (RFC 4180), the first row has the column names. As JSON, each row is an
//! object whose keys are the column names.

use footwork_pipeline::csv_cell;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::shown;

/// A value, and its text for people if the text differs.
pub(crate) struct Cell {
    value: Value,
    text: Option<String>,
    is_right: bool,
}

impl<T: Into<Value>> From<T> for Cell {
    fn from(value: T) -> Self {
        let value = value.into();
        Self {
            is_right: value.is_number(),
            value,
            text: None,
        }
    }
}

impl Cell {
    /// Returns a cell with a value for CSV and JSON, and a text for people.
    pub(crate) fn new(value: impl Into<Value>, text: String) -> Self {
        Self {
            text: Some(text),
            ..Self::from(value)
        }
    }

    /// Returns a cell with a count, such as `3 ranges` for people.
    pub(crate) fn count(number: impl TryInto<u64>, noun: &str) -> Self {
        let number = number.try_into().unwrap_or(u64::MAX);
        Self::new(number, count(number, noun))
    }

    /// Returns a cell with right-aligned text.
    pub(crate) fn right(text: impl Into<String>) -> Self {
        Self {
            is_right: true,
            ..Self::from(text.into())
        }
    }

    fn plain(&self) -> String {
        match &self.value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            // JSON would show 1 as 1.0.
            Value::Number(number) if number.is_f64() => {
                number.as_f64().unwrap_or_default().to_string()
            }
            other => other.to_string(),
        }
    }

    /// Returns the text on one line, safe for a terminal.
    fn text(&self) -> String {
        let plain = || self.plain();
        shown::line(&self.text.clone().unwrap_or_else(plain)).into_owned()
    }
}

/// Makes an array of cells from values.
macro_rules! cells {
    ($($value:expr),* $(,)?) => { [$($crate::table::Cell::from($value)),*] };
}
pub(crate) use cells;

/// Rows under named columns.
#[derive(Default)]
pub(crate) struct Table {
    columns: Vec<String>,
    /// The column names for people.
    headings: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Returns a table without rows.
    pub(crate) fn new<T: Into<String>>(columns: impl IntoIterator<Item = T>) -> Self {
        let columns: Vec<String> = columns.into_iter().map(T::into).collect();
        Self {
            headings: columns.clone(),
            columns,
            rows: Vec::new(),
        }
    }

    /// Gives a column another name for people.
    pub(crate) fn heading(mut self, column: &str, heading: &str) -> Self {
        let named = self.columns.iter().position(|name| name == column);
        if let Some(shown) = named.and_then(|column| self.headings.get_mut(column)) {
            heading.clone_into(shown);
        }
        self
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Returns the rows as lines that start with `indent`, without trailing spaces.
    pub(crate) fn text(&self, indent: &str) -> String {
        self.lines(indent, &[])
    }

    /// Returns the names of the columns and the rows below them, formatted like [`text`](Self::text).
    pub(crate) fn headed(&self, indent: &str) -> String {
        self.lines(indent, &self.headings)
    }

    fn lines(&self, indent: &str, header: &[String]) -> String {
        let rows = self.rows.iter();
        let mut lines: Vec<Vec<String>> = rows
            .map(|row| row.iter().map(Cell::text).collect())
            .collect();
        if !header.is_empty() {
            lines.insert(0, header.to_vec());
        }
        let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
        let styles: Vec<(usize, bool)> = (0..columns)
            .map(|column| {
                let cells = lines.iter().filter_map(|line| line.get(column));
                let mut below = self.rows.iter().filter_map(|row| row.get(column));
                (
                    cells.map(|cell| cell.width()).max().unwrap_or(0),
                    below.any(|cell| cell.is_right),
                )
            })
            .collect();
        let mut text = String::new();
        for cells in lines {
            let mut line = indent.to_owned();
            for (cell, (width, is_right)) in cells.iter().zip(&styles) {
                let pad = " ".repeat(width - cell.width());
                if *is_right {
                    line += &format!("{pad}{cell}  ")
                } else {
                    line += &format!("{cell}{pad}  ")
                }
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Returns the first row as an object.
    pub(crate) fn first(&self) -> impl Serialize + '_ {
        Record(&self.columns, self.rows.first().map_or(&[], Vec::as_slice))
    }

    /// Returns the columns and the rows as CSV.
    pub(crate) fn csv(&self) -> String {
        csv_row(self.columns.iter().cloned()) + &self.rows_csv()
    }

    /// Returns the rows as CSV, without a header.
    pub(crate) fn rows_csv(&self) -> String {
        let rows = self.rows.iter();
        rows.map(|row| csv_row(row.iter().map(Cell::plain)))
            .collect()
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.rows.len()))?;
        for row in &self.rows {
            rows.serialize_element(&Record(&self.columns, row))?;
        }
        rows.end()
    }
}

/// A row that serialises as an object.
struct Record<'a>(&'a [String], &'a [Cell]);

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (name, cell) in self.0.iter().zip(self.1) {
            object.serialize_entry(name, &cell.value)?;
        }
        object.end()
    }
}

/// Returns a line of CSV. Cells are escaped so that spreadsheets do not read them as formulas.
fn csv_row(fields: impl IntoIterator<Item = String>) -> String {
    let fields = fields
        .into_iter()
        .map(|field| csv_cell(&field).into_owned());
    fields.collect::<Vec<_>>().join(",") + "\n"
}

/// Formats a number of seconds for people.
pub(crate) fn secs(secs: f64) -> String {
    // The sum of no numbers is -0.0; adding 0.0 makes it 0.0.
    format!("{:.2} s", secs + 0.0)
}

/// Formats a number of things: `1 clip`, `2 clips`.
pub(crate) fn count(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
