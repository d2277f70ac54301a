//! Rows of BVH files with mistakes, and text in UTF-16.

use footwork_base::FrameRange;
use footwork_clip::{ReadOptions, read_clips};

use super::{codes, read, rig};

/// Returns the walk with some of its rows changed.
fn with_rows(change: impl Fn(usize, &str) -> String) -> Vec<u8> {
    let text = String::from_utf8(rig("y-up.bvh")).unwrap();
    let (head, rows) = text.split_once("Frame Time").unwrap();
    let (time, rows) = rows.split_once('\n').unwrap();
    let rows = rows
        .lines()
        .enumerate()
        .map(|(row, line)| change(row, line) + "\n");
    format!("{head}Frame Time{time}\n{}", rows.collect::<String>()).into_bytes()
}

#[test]
fn rows_without_numbers_are_interpolated() {
    let whole = read("whole.bvh", &rig("y-up.bvh"));
    for broken in ["nan", "-1.#IND00", "x"] {
        let bytes = with_rows(|row, line| match row {
            20 | 21 => line
                .replacen(' ', &format!(" {broken} "), 1)
                .replacen(' ', "", 1),
            _ => line.to_owned(),
        });
        let mended = read("mended.bvh", &bytes);
        assert_eq!(codes(&mended), ["bad-frames"], "{broken}");
        assert_eq!(mended.invalid, []);
        assert_eq!(mended.clip.frame_count(), 61);
        let (found, expected) = (mended.clip.root_positions(), whole.clip.root_positions());
        for frame in 0..61 {
            for axis in 0..3 {
                let off = (found[frame][axis] - expected[frame][axis]).abs();
                assert!(off < 0.02, "frame {frame}: {off} m");
            }
        }
    }
}

#[test]
fn a_row_that_is_too_short_or_too_long_is_interpolated() {
    for end in ["", " 1"] {
        let bytes = with_rows(|row, line| match (row, end) {
            (30, "") => line.rsplit_once(' ').unwrap().0.to_owned(),
            (30, more) => format!("{line}{more}"),
            _ => line.to_owned(),
        });
        let mended = read("mended.bvh", &bytes);
        assert_eq!(
            (codes(&mended), mended.clip.frame_count()),
            (vec!["bad-frames"], 61)
        );
    }
}

#[test]
fn a_bad_row_of_several_lines_is_an_error() {
    // Skipping only the bad line would make its other line the start of the next row, and would shift all rows after
    // it.
    let bytes = with_rows(|row, line| {
        let at = line.match_indices(' ').nth(5).unwrap().0;
        let (first, second) = line.split_at(at);
        match row {
            30 => format!("{first} x\n{second}"),
            _ => format!("{first}\n{second}"),
        }
    });
    let error = read_clips("wrapped.bvh", &bytes, &ReadOptions::default()).unwrap_err();
    assert_eq!(error.code, "not-a-number");
    assert!(error.position.is_some());
}

#[test]
fn a_long_gap_is_invalid() {
    let bytes = with_rows(|row, line| match row {
        10..=15 => "nan".to_owned(),
        40..=42 => "nan".to_owned(),
        _ => line.to_owned(),
    });
    let marked = read("marked.bvh", &bytes);
    assert_eq!(codes(&marked), ["bad-frames", "invalid-frames"]);
    assert_eq!(marked.invalid, [FrameRange::new(10, 16).unwrap()]);
    assert!(
        marked.findings[1].message.contains("[10, 16)"),
        "{}",
        marked.findings[1]
    );
}

/// The time to read a file grows linearly with its length, even if the number of mistakes grows with the length too.
#[test]
fn numbers_that_are_not_finite_are_read_as_fast_as_others() {
    let text = String::from_utf8(rig("y-up.bvh")).unwrap();
    let (head, rows) = text.split_once("Frame Time").unwrap();
    let (time, rows) = rows.split_once('\n').unwrap();
    let row = rows.lines().next().unwrap();
    let rows = format!(
        "{row}\n{row}\n{}\n",
        row.replacen(' ', " nan ", 1).replacen(' ', "", 1)
    );
    let bytes = format!("{head}Frame Time{time}\n{}", rows.repeat(15_000));
    let start = std::time::Instant::now();
    let read = read("long.bvh", bytes.as_bytes());
    assert_eq!(read.clip.frame_count(), 45_000);
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn a_file_of_mistakes_is_an_error() {
    let bytes = with_rows(|row, line| match row % 2 {
        0 => "nan".to_owned(),
        _ => line.to_owned(),
    });
    let error = read_clips("broken.bvh", &bytes, &ReadOptions::default()).unwrap_err();
    assert!(error.position.is_some(), "{error}");
}

#[test]
fn utf_16_reads_as_utf_8() {
    let text = String::from_utf8(rig("y-up.bvh")).unwrap();
    let expected = read("utf8.bvh", text.as_bytes());
    for mark in ["\u{feff}", ""] {
        let units: Vec<u16> = format!("{mark}{text}").encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [little, big] {
            assert_eq!(read("utf16.bvh", &bytes).clip, expected.clip);
        }
    }
}
