//! The differences as lines of text and as a table.

use footwork_sidecar::Quantity;

use super::{Pair, Versions};
use crate::shown;
use crate::table::{Table, cells, count};

pub(super) fn csv(versions: &Versions) -> String {
    let mut table = Table::new(["clip", "change", "what"]);
    for (names, change) in [(&versions.added, "added"), (&versions.lost, "lost")] {
        for name in names {
            table.row(cells![name.as_str(), change, ""]);
        }
    }
    for pair in versions.pairs.iter().filter(|pair| !pair.is_same()) {
        for line in lines(pair) {
            table.row(cells![pair.name.as_str(), "changed", line]);
        }
    }
    table.csv()
}

pub(super) fn text(versions: &Versions, changed: &[&Pair], strip: Option<&str>) -> String {
    let mut text = String::new();
    for pair in changed {
        text += &format!("{}\n", shown::line(&pair.name));
        for line in lines(pair) {
            text += &format!("  {}\n", shown::line(&line));
        }
        text.push('\n');
    }
    for (names, change) in [(&versions.added, "added"), (&versions.lost, "lost")] {
        for name in names {
            text += &format!("{change}: {}\n", shown::line(name));
        }
    }
    let same = versions.pairs.len() - changed.len();
    text += &format!(
        "{} changed, {} added, {} lost, {same} the same\n",
        count(changed.len(), "clip"),
        versions.added.len(),
        versions.lost.len()
    );
    if let Some(strip) = strip {
        text += &format!("{strip}: the worst place\n");
    }
    text
}

/// Returns a line for each kind of difference.
fn lines(pair: &Pair) -> Vec<String> {
    let found = &pair.difference;
    let mut lines = Vec::new();
    for (names, what) in [
        (&found.joints_added, "joints added"),
        (&found.joints_lost, "joints lost"),
        (&found.joints_moved, "joints with another parent"),
    ] {
        if !names.is_empty() {
            lines.push(format!("{what}: {}", few(names)));
        }
    }
    if let Some(both) = found.frames {
        lines.push(format!("frames: {} → {}", both.old, both.new));
    }
    if let Some(both) = found.rate {
        lines.push(format!("rate: {} → {}", both.old, both.new));
    }
    if let Some(both) = found.looping {
        let shown = |is: bool| if is { "loops" } else { "does not loop" };
        lines.push(format!("{} → {}", shown(both.old), shown(both.new)));
    }
    if let Some(both) = found.up {
        lines.push(format!("up axis of the file: {} → {}", both.old, both.new));
    }
    if let Some(scale) = found.scale {
        lines.push(format!(
            "bones are {scale:.3} times as long: another unit or body"
        ));
    }
    if let Some(poses) = &found.poses {
        let ranges: Vec<String> = poses.ranges.iter().map(ToString::to_string).collect();
        lines.push(format!(
            "poses differ by up to {} at {} on frame {}, on {}",
            Quantity::Length.show(poses.worst_m),
            poses.joint,
            poses.frame,
            few(&ranges)
        ));
    }
    let strikes = found.strikes.iter().map(|strike| {
        let shown = |at: Option<f64>| at.map_or_else(|| "none".to_owned(), |at| format!("{at:.1}"));
        let foot = if strike.is_left { "left" } else { "right" };
        format!("{foot} {} → {}", shown(strike.old), shown(strike.new))
    });
    let strikes: Vec<String> = strikes.collect();
    if !strikes.is_empty() {
        lines.push(format!("strikes moved: {}", few(&strikes)));
    }
    if !pair.tags.is_empty() {
        lines.push(format!("tags past the new end: {}", few(&pair.tags)));
    }
    lines
}

/// Lists the first few names.
fn few(names: &[String]) -> String {
    const MAX: usize = 6;
    let first = names.iter().take(MAX).map(String::as_str);
    let listed = first.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX) {
        0 => listed,
        more => format!("{listed} and {more} more"),
    }
}
