//! The mended files as lines of text, as a table and as JSON.

use footwork_clip::KeyFixes;
use footwork_sidecar::Quantity;

use super::{FileJson, Fixed};
use crate::shown;
use crate::table::{Table, cells, count};

pub(super) fn file_json(file: &Fixed) -> FileJson<'_> {
    FileJson {
        file: &file.file,
        normalised: file.fixes.normalised,
        aligned: file.fixes.aligned,
        shortened: file.fixes.shortened,
        ends_dropped: file.fixes.ends_dropped,
        snapped: file.fixes.snapped,
        left_off_grid: file.fixes.left_off_grid,
        moved_m: file.moved_m,
        bytes: [file.old_bytes, file.content.len()],
    }
}

pub(super) fn csv(fixed: &[Fixed]) -> String {
    let columns = [
        "file",
        "normalised",
        "aligned",
        "shortened",
        "ends_dropped",
        "snapped",
        "left_off_grid",
        "moved_m",
        "bytes",
        "new_bytes",
    ];
    let mut table = Table::new(columns);
    for file in fixed {
        let KeyFixes {
            normalised,
            aligned,
            shortened,
            ends_dropped,
            snapped,
            left_off_grid,
        } = file.fixes;
        let bytes = file.content.len();
        table.row(cells![
            file.file.as_str(),
            normalised,
            aligned,
            shortened,
            ends_dropped,
            snapped,
            left_off_grid,
            file.moved_m,
            file.old_bytes,
            bytes
        ]);
    }
    table.csv()
}

pub(super) fn to_text(fixed: &[Fixed], write: bool) -> String {
    let mut text = String::new();
    for file in fixed {
        let parts = [
            (
                file.fixes.normalised,
                "rotation key",
                "scaled to unit length",
            ),
            (
                file.fixes.aligned,
                "rotation key",
                "with the sign of the key before",
            ),
            (file.fixes.shortened, "constant track", "with one key"),
            (
                file.fixes.ends_dropped,
                "frame",
                "dropped at the end of loops",
            ),
            (file.fixes.snapped, "key", "moved onto a frame"),
            (
                file.fixes.left_off_grid,
                "key",
                "too far from a frame of its own and left",
            ),
        ];
        let parts = parts.into_iter().filter(|(number, ..)| *number > 0);
        let parts = parts.map(|(number, noun, what)| format!("{} {what}", count(number, noun)));
        let mut parts: Vec<String> = parts.collect();
        if file.moved_m > 0.0 {
            let far = Quantity::Length.show(file.moved_m);
            parts.push(format!("joints move by up to {far}"));
        }
        text += &format!("{}: {}\n", shown::line(&file.file), parts.join(", "));
    }
    let end = match (fixed.is_empty(), write) {
        (true, _) => "nothing to mend",
        (false, true) => "written",
        (false, false) => "nothing is written; add --write",
    };
    text + &format!("{}: {end}\n", count(fixed.len(), "file"))
}
