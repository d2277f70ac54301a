//! Rows of cells separated by commas or tabs, each cell with its position.

use std::borrow::Cow;

use footwork_base::Position;

use crate::csv_cell::{csv_cell, csv_text, picture, plain_cell};

/// The maximum number of cells in a row.
const MAX_CELLS: usize = 1000;

/// A cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) at: Position,
}

/// A row that cannot be read, with its position and the reason.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BadRow {
    pub(super) at: Position,
    pub(super) message: String,
}

/// The separator of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// Commas; quoted cells may contain commas and line endings (RFC 4180).
    Comma,
    /// Tabs, which no cell may contain.
    Tab,
}

/// The rows of a text; empty lines are skipped.
pub(super) struct Rows<'a> {
    rest: &'a str,
    at: Position,
    separator: Separator,
}

impl<'a> Rows<'a> {
    pub(super) fn new(text: &'a str, separator: Separator) -> Self {
        Self {
            rest: text,
            at: Position { line: 1, column: 1 },
            separator,
        }
    }

    /// Advances by some bytes and returns them.
    fn step(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        match taken.rsplit_once('\n') {
            Some((before, last)) => {
                self.at.line += before.matches('\n').count() + 1;
                self.at.column = last.chars().count() + 1;
            }
            None => self.at.column += taken.chars().count(),
        }
        taken
    }

    /// Advances past a line ending, if one comes next.
    fn line_end(&mut self) -> bool {
        let length = match self.rest {
            rest if rest.starts_with('\n') => 1,
            rest if rest.starts_with("\r\n") => 2,
            _ => return false,
        };
        self.step(length);
        true
    }

    fn rest_of_line(&mut self) {
        let length = self.rest.find('\n').unwrap_or(self.rest.len());
        self.step(length);
        self.line_end();
    }

    /// Reads a cell up to the separator that follows it.
    fn cell(&mut self) -> Result<Cow<'a, str>, BadRow> {
        let cell = match self.separator {
            Separator::Comma if self.rest.starts_with('"') => self.quoted()?,
            Separator::Comma => Cow::Borrowed(self.plain(',')),
            Separator::Tab => Cow::Borrowed(self.plain('\t')),
        };
        Ok(csv_text(cell))
    }

    fn plain(&mut self, separator: char) -> &'a str {
        let length = self.rest.find([separator, '\n']);
        let length = length.unwrap_or(self.rest.len());
        let is_crlf = self.rest[..length].ends_with('\r') && self.rest[length..].starts_with('\n');
        self.step(length - usize::from(is_crlf))
    }

    fn quoted(&mut self) -> Result<Cow<'a, str>, BadRow> {
        let at = self.at;
        let inner = &self.rest[1..];
        let mut length = 0;
        loop {
            let Some(quote) = inner[length..].find('"') else {
                self.step(self.rest.len());
                let message = "this cell has no closing quote".to_owned();
                return Err(BadRow { at, message });
            };
            length += quote;
            if inner[length + 1..].starts_with('"') {
                length += 2
            } else {
                break;
            }
        }
        let text = &inner[..length];
        self.step(length + 2);
        if text.contains('"') {
            Ok(Cow::Owned(text.replace("\"\"", "\"")))
        } else {
            Ok(Cow::Borrowed(text))
        }
    }

    fn row(&mut self) -> Result<Vec<Cell<'a>>, BadRow> {
        let mut cells = Vec::new();
        loop {
            let at = self.at;
            if cells.len() == MAX_CELLS {
                self.rest_of_line();
                let message = format!("the row has more cells than the limit of {MAX_CELLS}");
                return Err(BadRow { at, message });
            }
            let text = self.cell()?;
            cells.push(Cell { text, at });
            if self.rest.is_empty() || self.line_end() {
                return Ok(cells);
            }
            let separator = match self.separator {
                Separator::Comma => ',',
                Separator::Tab => '\t',
            };
            if !self.rest.starts_with(separator) {
                let at = self.at;
                self.rest_of_line();
                let message = "expected a comma after the closing quote".to_owned();
                return Err(BadRow { at, message });
            }
            self.step(1);
        }
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Result<Vec<Cell<'a>>, BadRow>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.line_end() {}
        (!self.rest.is_empty()).then(|| self.row())
    }
}

/// Appends a row of CSV; cells are quoted if necessary.
pub(super) fn push_csv(out: &mut String, cells: &[&str]) {
    for (number, cell) in cells.iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        out.push_str(&csv_cell(cell));
    }
    out.push('\n');
}

/// Appends a row of cells separated by tabs.
pub(super) fn push_tsv(out: &mut String, cells: &[&str]) {
    let cells: Vec<_> = cells.iter().map(|cell| plain_cell(cell)).collect();
    out.push_str(&cells.join("\t"));
    out.push('\n');
}

/// Writes characters that cells would otherwise show as pictures as JSON escapes. In names and JSON, such characters
/// occur only inside quotes.
pub(super) fn escaped(json: &str) -> Cow<'_, str> {
    let is_odd = |character| picture(character).is_some();
    if json.contains(is_odd) {
        json.chars()
            .map(|c| {
                if is_odd(c) {
                    format!("\\u{:04x}", u32::from(c))
                } else {
                    c.to_string()
                }
            })
            .collect()
    } else {
        Cow::Borrowed(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, separator: Separator, expected: &[&[&str]]) {
        let rows = Rows::new(text, separator).map(|row| row.unwrap());
        let texts: Vec<Vec<String>> = rows
            .map(|row| row.iter().map(|cell| cell.text.to_string()).collect())
            .collect();
        assert_eq!(texts, expected, "{text:?}");
    }

    #[test]
    fn cells_are_read() {
        check("a,b\nc,\n", Separator::Comma, &[&["a", "b"], &["c", ""]]);
        check("a\r\n\r\n\nb", Separator::Comma, &[&["a"], &["b"]]);
        check("\"a,\"\"\n\",b\r\n", Separator::Comma, &[&["a,\"\n", "b"]]);
        check("\"a\tb,\n", Separator::Tab, &[&["\"a", "b,"]]);
    }

    #[test]
    fn positions_count_characters() {
        let rows: Vec<_> = Rows::new("é,\"a\n\",b\nc", Separator::Comma).collect();
        let places = |row: usize| -> Vec<(usize, usize)> {
            let cells = rows[row].as_ref().unwrap().iter();
            cells.map(|cell| (cell.at.line, cell.at.column)).collect()
        };
        assert_eq!(places(0), [(1, 1), (1, 3), (2, 3)]);
        assert_eq!(places(1), [(3, 1)]);
    }

    #[test]
    fn a_bad_row_is_reported_and_the_next_row_is_read() {
        let rows: Vec<_> = Rows::new("\"a\"b,c\nd\n\"e", Separator::Comma).collect();
        assert_eq!(rows[0].as_ref().unwrap_err().at.column, 4);
        assert_eq!(rows[1].as_ref().unwrap()[0].text, "d");
        assert_eq!(rows[2].as_ref().unwrap_err().at.line, 3);
        let wide = ",".repeat(2000);
        assert!(Rows::new(&wide, Separator::Comma).next().unwrap().is_err());
    }

    #[test]
    fn written_cells_read_back() {
        let cells = ["a,b", "\"", "", "=1+1", "'-x,y", "é"];
        let mut text = String::new();
        push_csv(&mut text, &cells);
        check(&text, Separator::Comma, &[&cells]);
    }
}
