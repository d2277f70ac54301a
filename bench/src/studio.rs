//! The studio's page in Chromium on a large library, compared with the targets of its specification.
//!
//! The page's script `browser/measure.ts` measures. `cargo xtask bench` runs it first if Node and Chromium are installed, and
//! passes the path of its figures. There is no other program to compare with.

use std::env;
use std::ffi::OsString;
use std::fs;

use crate::report::{Block, Outcome, Section, Table};

/// The environment variable with the path of the figures.
const FIGURES: &str = "FOOTWORK_STUDIO_FIGURES";

/// Returns the path of the figures, if they were measured.
pub(crate) fn figures() -> Option<OsString> {
    env::var_os(FIGURES)
}

/// Makes a section from the figures of the page's script.
pub(crate) fn run() -> Outcome<Section> {
    let file = figures().ok_or_else(|| format!("{FIGURES} is not set"))?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    section(&text)
}

/// Parses the figures. Every line is `row`, name, figure, bar and verdict, or `text` and a paragraph, separated by tabs.
fn section(figures: &str) -> Outcome<Section> {
    let mut table = Table::new("The page in Chromium", "what | figure | bar");
    let mut texts = Vec::new();
    let mut losses = Vec::new();
    for line in figures.lines() {
        match *line.split('\t').collect::<Vec<_>>() {
            ["row", what, figure, bar, verdict] => {
                if verdict == "missed" {
                    losses.push(format!("{what}: {figure}; the bar is {bar}."));
                }
                table.row([what, figure, format!("{bar} {verdict}").trim()]);
            }
            ["text", text] => texts.push(Block::Text(text.to_owned())),
            _ => return Err(format!("the figures have a line `{line}`").into()),
        }
    }
    if table.rows.is_empty() {
        return Err("there are no figures".into());
    }
    let mut blocks = vec![Block::Table(table)];
    blocks.extend(texts);
    Ok(Section {
        title: "The studio",
        peers: &[],
        blocks,
        losses,
    })
}

#[cfg(test)]
mod tests {
    use super::section;

    #[test]
    fn a_missed_bar_is_a_loss() {
        let text = "row\topening\t0.8 s\t< 1 s\tmet\nrow\tzooming\t30 Hz\t60 Hz\tmissed\ntext\tOn a screen.\n";
        let made = section(text).ok();
        let losses = made.map(|section| section.losses);
        let loss = "zooming: 30 Hz; the bar is 60 Hz.".to_owned();
        assert_eq!(losses, Some(vec![loss]));
        assert!(section("").is_err());
        assert!(section("row\tx\n").is_err());
    }
}
