//! Columns of text.

use unicode_width::UnicodeWidthStr;

use crate::shown;

/// Rows of cells, printed with each column as wide as its widest cell.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    /// Columns that are flush right.
    numbers: &'static [usize],
}

impl Table {
    /// A table whose columns with these indices are numbers.
    pub(crate) fn with_numbers(numbers: &'static [usize]) -> Self {
        Self {
            rows: Vec::new(),
            numbers,
        }
    }

    /// Adds a row. What is in a cell stays in its line.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells = cells.into_iter();
        let shown = |cell: String| shown::line(&cell).into_owned();
        self.rows.push(cells.map(shown).collect());
    }

    /// The rows as lines, each after `indent`, without trailing spaces.
    pub(crate) fn print(&self, indent: &str) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| cell.width()).max().unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = indent.to_owned();
            for (column, cell) in row.iter().enumerate() {
                let pad = " ".repeat(widths[column] - cell.width());
                match self.numbers.contains(&column) {
                    true => line += &format!("{pad}{cell}  "),
                    false => line += &format!("{cell}{pad}  "),
                }
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A number of seconds as people read it.
pub(crate) fn secs(secs: f64) -> String {
    format!("{secs:.2} s")
}

/// `1 clip`, `2 clips`.
pub(crate) fn count(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
