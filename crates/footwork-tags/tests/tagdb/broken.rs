//! Files with correct checksums whose content breaks one rule.

use footwork_tags::Database;

use crate::file::{section, small};
use crate::reseal::reseal;

const NAMES: usize = 1;
const CLIPS: usize = 2;
const TAGS: usize = 3;
const PRESENCE: usize = 4;
const BLOCKS: usize = 5;
const CONTAINERS: usize = 6;
const EVENTS: usize = 7;
const MOMENTS: usize = 8;
const TIMES: usize = 9;

/// Replaces bytes of a section, and checks the error.
fn check_bytes(number: usize, at: usize, other: &[u8], expected: &str) {
    let mut bytes = small().to_bytes();
    let (start, length) = section(&bytes, number);
    assert!(at + other.len() <= length, "{number} {at}");
    bytes[start + at..start + at + other.len()].copy_from_slice(other);
    reseal(&mut bytes);
    let error = Database::from_bytes(bytes).map(drop).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

/// Replaces a word of a table, and checks the error.
fn check(number: usize, word: usize, other: u64, expected: &str) {
    check_bytes(number, word * 8, &other.to_le_bytes(), expected);
}

#[test]
fn clips_are_checked() {
    let check_row_0 =
        |word, other, said: &str| check(CLIPS, word, other, &format!("clips, row 0: {said}"));
    check_row_0(1, 1 << 32, "a clip is too long");
    for (word, other) in [(2, 0), (3, 0), (3, 2)] {
        check_row_0(word, other, "a frame rate is zero or not reduced");
    }
    let out = "an end is before the previous one, or past its section";
    check(CLIPS, 4, 0, &format!("clips, row 1: {out}"));
    check(CLIPS, 4, u64::MAX, &format!("clips, row 1: {out}"));
    check_bytes(NAMES, 5, b"a", "names, row 0: two clips have the same name");
    check_bytes(NAMES, 0, &[0xff], "names, row 0: this is not UTF-8");
    let inside = small().to_bytes();
    let (start, _) = section(&inside, CLIPS);
    let end = u64::from_le_bytes(inside[start + 64..start + 72].try_into().unwrap());
    check(
        CLIPS,
        8,
        end - 1,
        "clips, row 2: a name ends inside a character",
    );
}

#[test]
fn tags_are_checked() {
    // Gait, Gait.Run, Style."very tired", Unused, _ü, ü
    let names = 10 + 10 + "a long one, 漢字long".len();
    let canonical = "a name is not in its canonical spelling";
    check_bytes(NAMES, names, b".", &format!("tags, row 0: {canonical}"));
    check(TAGS, 0, names as u64, &format!("tags, row 0: {canonical}"));
    let order = "names, row 0: tags are not in the order of names";
    check_bytes(NAMES, names, b"W", order);
    check(
        TAGS,
        2,
        2,
        "tags, row 0: the pinned flag is neither 0 nor 1",
    );
    let ranges = "blocks, row 0: a pinned tag is stored as ranges";
    check(TAGS, 2, 1, ranges);
    for (row, blocks) in [(0, 2), (1, 0)] {
        let more = format!("tags, row {row}: a tag has more blocks than there are clips");
        check(TAGS, 1, blocks, &more);
    }
    check(TAGS, 16, 4, "presence, row 4: nothing refers to this");
    let empty = "tags, row 0: a tag ends with an empty block";
    check(PRESENCE, 0, 0, empty);
}

#[test]
fn blocks_are_checked() {
    let check_row_0 = |table, word, other, said: &str| {
        check(table, word, other, &format!("blocks, row 0: {said}"))
    };
    check_row_0(PRESENCE, 0, 1 << 5, "a missing clip has the tag");
    check_row_0(BLOCKS, 0, 1, "a clip has the tag on all frames and on none");
    check_row_0(BLOCKS, 1, 1, "a clip without a container has words");
    let out = "an end is before the previous one, or past its section";
    check_row_0(BLOCKS, 2, u64::MAX, out);
    check_row_0(BLOCKS, 2, 1, "the ends of containers are cut off");
    check_row_0(BLOCKS, 2, 6, "there are bytes after the last container");
    check_row_0(BLOCKS, 2, 4, "the ends of containers are not in order");
    check_row_0(BLOCKS, 3, 13, "no such width");
    check_row_0(BLOCKS, 3, 16, "a container is empty or ends inside a range");
    let inside = "blocks, row 1: a container is empty or ends inside a range";
    check(BLOCKS, 7, 12, inside);
    let past = "blocks, row 0: a range is past the end of its clip";
    check_bytes(CONTAINERS, 2, &[44, 0x91, 21], past);
    let whole = "blocks, row 0: a container holds all of its clip";
    check_bytes(CONTAINERS, 2, &[0, 0x80, 21], whole);
}

#[test]
fn events_are_checked() {
    // Foot: clip 1 at 343; Foot.Left: clip 0 at 0, 13.25, 13.25 and clip 2 at 4999.5; Never
    for (row, word, end) in [(0, 1, 9), (2, 5, 2)] {
        let out =
            format!("events, row {row}: an end is before the previous one, or past its section");
        check(EVENTS, word, end, &out);
    }
    check(MOMENTS, 0, 5, "moments, row 0: there is no such clip");
    check(MOMENTS, 4, 0, "moments, row 2: the clips are not in order");
    check(MOMENTS, 1, 0, "moments, row 0: a clip has no times");
    check(MOMENTS, 5, 4, "moments, row 2: a clip has no times");
    let inside = "moments, row 0: a time is not inside its clip";
    for time in [344.0, f64::NAN, f64::INFINITY, -1.0, -0.0] {
        check(TIMES, 0, time.to_bits(), inside);
    }
    let order = "moments, row 1: the times are not in order";
    check(TIMES, 1, 20f64.to_bits(), order);
}

#[test]
fn the_section_table_is_checked() {
    let check = |at: usize, other: u64, expected: &str| {
        let mut bytes = small().to_bytes();
        bytes[at..at + 8].copy_from_slice(&other.to_le_bytes());
        reseal(&mut bytes);
        let error = Database::from_bytes(bytes).map(drop).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    let check_row = |row: usize, at: usize, other: u64, said: &str| {
        check(at, other, &format!("section table, row {row}: {said}"));
    };
    let count = "the number of sections is wrong";
    check_row(0, 8, 1 | 8 << 32, count);
    check_row(0, 8, 1 | 10 << 32, count);
    check_row(0, 8, 1 | 0xffff_ffff << 32, count);
    check_row(
        0,
        8,
        1 | 2 << 16 | 0xffff_ffff << 32,
        "the table is cut off",
    );
    check_row(0, 64, 2, "the sections are not in order");
    let place = "the section is not where it must be";
    check_row(0, 72, 0, place);
    check_row(0, 72, u64::MAX, place);
    check_row(0, 80, u64::MAX, place);
    check_row(1, 80, 0, place);
    let (_, names) = section(&small().to_bytes(), NAMES);
    check_row(
        1,
        80,
        names as u64 - 1,
        "the padding before the section is cut off or not zero",
    );
    check(24, 1, "the file is damaged between bytes 0 and 64");
    let (start, length) = section(&small().to_bytes(), TIMES);
    let row = 64 + (TIMES - 1) * 24;
    check_row(9, row + 16, 8, "there are bytes after the last section");
    assert_eq!((start % 64, length), (0, 40));
}

#[test]
fn a_newer_minor_version_may_have_more_sections() {
    let mut bytes = small().to_bytes();
    let content: [u8; 8] = bytes[16..24].try_into().unwrap();
    // There is room for one row between the table and the first section.
    let row = 64 + 9 * 24;
    assert!(row + 24 <= section(&bytes, NAMES).0);
    bytes[row..row + 8].copy_from_slice(&13u64.to_le_bytes());
    bytes[row + 8..row + 16].copy_from_slice(&content);
    bytes[12] = 10;
    reseal(&mut bytes);
    assert!(
        Database::from_bytes(bytes.clone()).is_err(),
        "of this version"
    );
    bytes[10] = 2;
    reseal(&mut bytes);
    let opened = Database::from_bytes(bytes).unwrap();
    assert_eq!(opened.to_bytes(), small().to_bytes());
}
