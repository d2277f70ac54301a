//! The benchmarks: the tables of `bench/RESULTS.md` with a bar in each cell, and how many targets each section meets and
//! misses. It has all rows, including those in which another library is faster.

use std::fs;
use std::io;
use std::path::Path;

use regex_lite::Regex;

use super::documents;
use super::page::{Template, escaped};

const INTRODUCTION: &str = "<p>A bar shows the size of a value within its column. Long bars may be good or bad. \
    Footwork's own rows are in bold; targets that are missed are red.</p>\n";

/// Writes the page.
pub(super) fn write(root: &Path, folder: &Path, template: &Template) -> io::Result<()> {
    let text = fs::read_to_string(root.join("bench/RESULTS.md"))?;
    let document = documents::render(&text, |link| link.contains("://").then(|| link.to_owned()));
    let html = document.html;
    let (first, rest) = html.split_once("<h2").unwrap_or((&html, ""));
    let body = format!(
        "<article class=\"wide charts\">\n{first}{INTRODUCTION}{}<h2{}</article>",
        sums(&text),
        with_bars(rest)
    );
    let title = "Benchmarks – Footwork";
    fs::write(
        folder.join("benchmarks.html"),
        template.fill(title, "", "", &body),
    )
}

/// Returns how many targets each section meets and misses, as bars.
fn sums(text: &str) -> String {
    let mut body = String::from("<div class=\"sums\">\n");
    for section in text.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap_or_default();
        let cells = || section.split('|').map(str::trim);
        let [met, missed] =
            [" met", " missed"].map(|word| cells().filter(|cell| cell.ends_with(word)).count());
        if met + missed > 0 {
            body += &format!(
                "<div><span>{}</span><i aria-hidden=\"true\"><b style=\"flex: {met}\"></b><b style=\"flex: {missed}\"></b></i><span>{met} met, {missed} missed</span></div>\n",
                escaped(title)
            );
        }
    }
    body + "</div>\n"
}

/// Adds bars to the numbers of all tables.
fn with_bars(html: &str) -> String {
    let mut done = String::new();
    let mut rest = html;
    while let Some((before, table)) = rest.split_once("<table>") {
        let (table, after) = table.split_once("</table>").unwrap_or((table, ""));
        done += before;
        done += &format!("<table>{}</table>", barred(table));
        rest = after;
    }
    done + rest
}

/// Adds bars to a table.
fn barred(table: &str) -> String {
    let Ok(cell) = Regex::new(r#"(?s)<td[^>]*>(.*?)</td>"#) else {
        return table.to_owned();
    };
    let rows: Vec<&str> = table.split("<tr>").collect();
    let cells = |row: &str| -> Vec<String> {
        cell.captures_iter(row)
            .map(|found| found[1].to_owned())
            .collect()
    };
    let all: Vec<Vec<String>> = rows.iter().map(|row| cells(row)).collect();
    let most = |column: usize| {
        let column = all.iter().filter_map(|row| value(row.get(column)?));
        column.fold(0.0, f64::max)
    };
    let columns = all.iter().map(Vec::len).max().unwrap_or(0);
    let most: Vec<f64> = (0..columns).map(most).collect();
    let mut out = String::from(rows[0]);
    for (row, cells) in rows.iter().zip(&all).skip(1) {
        let is_own = cells
            .first()
            .is_some_and(|name| name.starts_with("ours") || name.starts_with("<code>"));
        out += if is_own { "<tr class=\"own\">" } else { "<tr>" };
        if cells.is_empty() {
            out += row;
            continue;
        }
        for (column, cell) in cells.iter().enumerate() {
            let shown = marked(cell);
            match value(cell).filter(|_| column > 0 && most[column] > 0.0) {
                Some(value) => {
                    let part = 100.0 * value / most[column];
                    out += &format!("<td style=\"--part: {part:.1}%\">{shown}</td>");
                }
                None => out += &format!("<td>{shown}</td>"),
            }
        }
        out += if row.contains("</tbody>") {
            "</tr>\n</tbody>"
        } else {
            "</tr>\n"
        };
    }
    out
}

/// Returns a cell with the words for targets coloured.
fn marked(cell: &str) -> String {
    for word in ["met", "missed"] {
        if let Some(before) = cell.strip_suffix(&format!(" {word}")) {
            return format!("{before} <span class=\"{word}\">{word}</span>");
        }
    }
    cell.to_owned()
}

/// Returns the number at the start of a cell in the smallest unit of its kind; `None` for other text.
fn value(cell: &str) -> Option<f64> {
    let cell = cell.trim_start_matches("≤ ").trim_start_matches("≥ ");
    let end = cell
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(cell.len());
    let number: f64 = cell[..end].parse().ok()?;
    let unit = cell[end..]
        .trim_start()
        .split([' ', '='])
        .next()
        .unwrap_or_default();
    let factor = match unit {
        "" | "met" | "missed" | "%" | "ns" | "B" | "±" | "×" => 1.0,
        "µs" | "kB" => 1e3,
        "ms" | "MB" => 1e6,
        "s" | "GB" => 1e9,
        _ => return None,
    };
    Some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::{barred, sums, value};

    #[test]
    fn numbers_are_read_with_their_units() {
        assert_eq!(value("1.50 missed"), Some(1.5));
        assert_eq!(value("28.9 µs ±12 %"), Some(28_900.0));
        assert_eq!(value("≤ 50.0 ms met"), Some(5e7));
        assert_eq!(value("546 kB = 0.456"), Some(546_000.0));
        assert_eq!(value("as small as the article's demo"), None);
        assert_eq!(value("5 clips"), None);
        assert_eq!(value(""), None);
    }

    #[test]
    fn bars_are_relative_to_their_column_and_missed_targets_stay() {
        let table = "<thead><tr><th>a</th></tr></thead><tbody>\n<tr><td>ours</td><td>2.00 missed</td></tr>\n<tr><td>peer</td><td>4.00</td></tr>\n</tbody>";
        let html = barred(table);
        assert!(html.contains("<tr class=\"own\"><td>ours</td><td style=\"--part: 50.0%\">2.00 <span class=\"missed\">missed</span></td>"), "{html}");
        assert!(
            html.contains("<td style=\"--part: 100.0%\">4.00</td></tr>\n</tbody>"),
            "{html}"
        );
    }

    #[test]
    fn sections_are_summed() {
        let html = sums("# R\n\n## Tags\n\n| a | 1 met |\n| b | 2 missed | 3 met |\n\n## Notes\n");
        assert!(
            html.contains("2 met, 1 missed") && !html.contains("Notes"),
            "{html}"
        );
    }
}
