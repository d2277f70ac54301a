//! `RESULTS.md`: one section for each comparison, between marks, so that each can be replaced alone.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::{figure, machine};

/// The result of a comparison; an error stops all of them.
pub(crate) type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const INTRODUCTION: &str = "# Results of the comparisons

`cargo xtask bench` writes this file; every figure below is one of its measurements. The contenders of a table
ran in turn in the same process on the same data, after their answers were found equal. Times are medians. The machine
may be shared and noisy, so trust the ratios more than the times.
";

/// Returns the word that marks a figure's bar as met or missed.
pub(crate) fn mark(met: bool) -> &'static str {
    if met { "met" } else { "missed" }
}

/// The bound that a figure should meet.
#[derive(Clone, Copy)]
pub(crate) struct Bar {
    sign: &'static str,
    bound: f64,
    print: fn(f64) -> String,
}

impl Bar {
    /// Returns a bar for a number that should not be above the bound.
    pub(crate) const fn at_most(bound: f64) -> Self {
        let (sign, print) = ("≤", figure::plain);
        Self { sign, bound, print }
    }

    /// Returns a bar for a number that should not be below the bound.
    pub(crate) const fn at_least(bound: f64) -> Self {
        let (sign, print) = ("≥", figure::plain);
        Self { sign, bound, print }
    }

    /// Returns a bar for a time that should not be above the bound, in seconds.
    pub(crate) const fn secs(bound: f64) -> Self {
        Self::at_most(bound).printed(figure::secs)
    }

    /// Returns the same bar with its figures printed by `print`.
    pub(crate) const fn printed(self, print: fn(f64) -> String) -> Self {
        Self { print, ..self }
    }

    pub(crate) fn is_met(&self, found: f64) -> bool {
        match self.sign {
            "≤" => found <= self.bound,
            _ => found >= self.bound,
        }
    }

    /// Returns a cell with the bar, marked as met or missed. Adds a loss if `found` misses the bar.
    pub(crate) fn judge(&self, what: &str, found: f64, losses: &mut Vec<String>) -> String {
        let (print, met) = (self.print, self.is_met(found));
        let bar = format!("{} {}", self.sign, print(self.bound));
        if !met {
            losses.push(format!("{what}: {}; the bar is {bar}.", print(found)));
        }
        format!("{bar} {}", mark(met))
    }
}

/// The results of a comparison.
pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// The crates that it compares with, whose versions are in the report.
    pub(crate) peers: &'static [&'static str],
    pub(crate) blocks: Vec<Block>,
    /// The missed bars and the faster peers, one line each.
    pub(crate) losses: Vec<String>,
}

/// A part of a section.
pub(crate) enum Block {
    Text(String),
    Table(Table),
}

/// A table with a heading.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns an empty table; `head` has ` | ` between its cells.
    pub(crate) fn new(title: impl Into<String>, head: &str) -> Self {
        Self::with_head(title, head.split(" | ").map(str::to_owned))
    }

    pub(crate) fn with_head(
        title: impl Into<String>,
        head: impl IntoIterator<Item = String>,
    ) -> Self {
        Self {
            title: title.into(),
            head: head.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row with a name and a cell for each item.
    pub(crate) fn row_of<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        cell: impl FnMut(T) -> String,
    ) {
        self.row(std::iter::once(name.to_owned()).chain(items.into_iter().map(cell)));
    }

    /// Adds a row. A `|` in a cell is escaped, because it would end the cell.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let cells = cells
            .into_iter()
            .map(|cell| cell.into().replace('|', "\\|"));
        self.rows.push(cells.collect());
    }

    fn print(&self, out: &mut String) {
        let width = |column: usize| {
            let cells = std::iter::once(&self.head).chain(&self.rows);
            let widths = cells.filter_map(|row| row.get(column));
            widths
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
                .max(3)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let mut line = |cells: &[String]| {
            for (cell, width) in cells.iter().zip(&widths) {
                let _ = write!(out, "| {cell:width$} ");
            }
            out.push_str("|\n");
        };
        line(&self.head);
        line(&widths.iter().map(|&w| "-".repeat(w)).collect::<Vec<_>>());
        self.rows.iter().for_each(|row| line(row));
    }
}

impl Section {
    fn print(&self) -> String {
        let mut out = format!("## {}\n\nMeasured {}.", self.title, machine::line());
        if !self.peers.is_empty() {
            let _ = write!(out, " Peers: {}.", machine::peers(self.peers));
        }
        out.push('\n');
        for block in &self.blocks {
            out.push('\n');
            match block {
                Block::Text(text) => {
                    let _ = writeln!(out, "{text}");
                }
                Block::Table(table) => {
                    let _ = writeln!(out, "### {}\n", table.title);
                    table.print(&mut out);
                }
            }
        }
        out.push_str("\n### Losses\n\n");
        if self.losses.is_empty() {
            out.push_str("None: every bar is met and no peer wins.\n");
        }
        for loss in &self.losses {
            let _ = writeln!(out, "- {loss}");
        }
        out
    }
}

fn path() -> PathBuf {
    machine::folder().join("RESULTS.md")
}

/// Writes the section of the comparison `name` into `RESULTS.md`, keeps those of the other `names`, and returns the new
/// section's text.
pub(crate) fn write(names: &[&str], name: &str, section: &Section) -> Outcome<String> {
    let path = path();
    let old = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("cannot read RESULTS.md: {error}").into()),
    };
    let text = section.print();
    std::fs::write(&path, replaced(&old, names, name, &text))
        .map_err(|error| format!("cannot write RESULTS.md: {error}"))?;
    Ok(text)
}

fn marks(name: &str) -> (String, String) {
    (
        format!("<!-- begin {name} -->\n"),
        format!("<!-- end {name} -->\n"),
    )
}

/// Returns the new text of the whole file.
fn replaced(old: &str, names: &[&str], name: &str, section: &str) -> String {
    let mut out = INTRODUCTION.to_owned();
    for &each in names {
        let (begin, end) = marks(each);
        let kept = || Some(old.split_once(&begin)?.1.split_once(&end)?.0);
        let text = if each == name { Some(section) } else { kept() };
        if let Some(text) = text {
            let _ = write!(out, "\n{begin}{text}{end}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Table, replaced};

    #[test]
    fn other_sections_are_kept() {
        let names = ["a", "b"];
        let one = replaced("", &names, "b", "old b\n");
        let two = replaced(&one, &names, "a", "new a\n");
        let three = replaced(&two, &names, "b", "new b\n");
        assert!(two.contains("old b") && two.contains("new a"));
        assert!(three.ends_with(
            "\n<!-- begin a -->\nnew a\n<!-- end a -->\n\n<!-- begin b -->\nnew b\n<!-- end b -->\n"
        ));
    }

    #[test]
    fn tables_are_padded() {
        let mut table = Table::new("t", "name | x");
        table.row(["long name", "1"]);
        let mut out = String::new();
        table.print(&mut out);
        assert_eq!(
            out,
            "| name      | x   |\n| --------- | --- |\n| long name | 1   |\n"
        );
    }
}
