//! Files with a table read back equal and are checked. Their tables stay current.

use footwork_base::FrameRate;
use footwork_tags::{Database, FrameTable, Query, Ranges, TagDbError};

use crate::file::{section, small};
use crate::reseal::reseal;

const QUERIES: usize = 10;
const TEXTS: usize = 11;
const WORDS: usize = 12;

fn table(texts: &[&'static str]) -> FrameTable<'static> {
    FrameTable::new(texts.iter().map(|text| Query::parse(text).unwrap())).unwrap()
}

/// Returns a small database, and its file with a table of three queries.
fn with_table() -> (Database, Vec<u8>) {
    let db = small();
    let bytes = db.to_bytes_with(&mut table(&["Gait", "!Gait & all", "first(Gait, 2)"]));
    (db, bytes.unwrap())
}

/// Checks that two tables have the same words on a database.
#[track_caller]
fn check_words(db: &Database, one: &mut FrameTable<'_>, other: &mut FrameTable<'_>) {
    let (one, other) = (one.current(db).unwrap(), other.current(db).unwrap());
    for (clip, info) in db.clips().iter() {
        for frame in (0..info.frames).step_by(1 + info.frames as usize / 1000) {
            assert_eq!(one.word(clip, frame), other.word(clip, frame));
        }
    }
}

#[test]
fn a_table_is_read_back_and_follows_edits() {
    let (db, bytes) = with_table();
    let mut opened = Database::from_bytes(bytes.clone()).unwrap();
    let mut stored = opened.frame_table().unwrap();
    let texts: Vec<String> = stored.queries().map(ToString::to_string).collect();
    assert_eq!(texts, ["Gait", "!Gait & all", "first(Gait, 2)"]);
    assert_eq!(opened.to_bytes_with(&mut stored).unwrap(), bytes);
    let mut fresh = FrameTable::new(texts.iter().map(|text| Query::parse(text).unwrap())).unwrap();
    check_words(&opened, &mut stored, &mut fresh);

    // Two tables share the words of the file. Editing the database of one must not change the
    // other.
    let mut other = opened.frame_table().unwrap();
    let (_, gait) = opened.tags().next().unwrap();
    let clip = opened.clips().ids().next().unwrap();
    let before = opened.clone();
    opened.set_tag(gait, clip, Ranges::full(1)).unwrap();
    check_words(&opened, &mut stored, &mut fresh);
    check_words(
        &before,
        &mut other,
        &mut FrameTable::new(fresh.queries().cloned()).unwrap(),
    );
    // The table is requested after an edit, and again after a clip is added.
    check_words(&opened, &mut opened.frame_table().unwrap(), &mut fresh);
    opened.add_clip("new", 70, FrameRate::ONE).unwrap();
    check_words(&opened, &mut stored, &mut fresh);
    check_words(&opened, &mut opened.frame_table().unwrap(), &mut fresh);
    // A file without a table opens without a table. Writing the database without its table gives
    // the bytes of such a file.
    assert!(
        Database::from_bytes(db.to_bytes())
            .unwrap()
            .frame_table()
            .is_none()
    );
    assert_eq!(
        Database::from_bytes(bytes).unwrap().to_bytes(),
        db.to_bytes()
    );
}

#[test]
fn the_words_of_a_file_are_not_copied() {
    let mut db = Database::new();
    db.add_clip("long", 200_000, FrameRate::ONE).unwrap();
    let bytes = db.to_bytes_with(&mut table(&["all"])).unwrap();
    let opened = Database::from_bytes(bytes).unwrap();
    let (made, held) = footwork_testkit::allocations(|| {
        let mut table = opened.frame_table().unwrap();
        let clip = opened.clips().ids().next().unwrap();
        table.current(&opened).unwrap().holds(0, clip, 199_999)
    });
    assert!(held && made.bytes < 20_000, "{}", made.bytes);
}

#[test]
fn an_empty_table_and_an_empty_database_are_written() {
    for (db, texts) in [(Database::new(), &["all"][..]), (small(), &[])] {
        let bytes = db.to_bytes_with(&mut table(texts)).unwrap();
        let opened = Database::from_bytes(bytes).unwrap();
        assert_eq!(opened.frame_table().unwrap().queries().len(), texts.len());
    }
}

#[test]
fn every_changed_byte_of_a_table_is_noticed() {
    let mut db = Database::new();
    db.add_clip("walk", 10, FrameRate::ONE).unwrap();
    let bytes = db
        .to_bytes_with(&mut table(&["all", "first(all, 3)"]))
        .unwrap();
    let mut changed = bytes.clone();
    for at in 0..bytes.len() {
        for value in 0..=u8::MAX {
            changed[at] = value;
            let is_same = value == bytes[at];
            assert_eq!(
                Database::from_bytes(changed.clone()).is_ok(),
                is_same,
                "{at}"
            );
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn a_table_with_unwritable_queries_is_refused() {
    let db = small();
    let refused = |query: Query<'static>| {
        let queries = [Query::all(), query];
        let error = db.to_bytes_with(&mut FrameTable::new(queries).unwrap());
        let error = error.unwrap_err();
        assert_eq!(error.index, 1);
        error.errors.first().code()
    };
    let parse = |text| Query::parse(text).unwrap();
    assert_eq!(refused(parse("{ speed > 3 }")), "no-resolver");
    assert_eq!(refused(parse("Nothing")), "unknown-tag");
    let (_, gait) = db.tags().next().unwrap();
    refused(Query::id(gait));
}

/// Replaces bytes of a section, and checks the error.
#[track_caller]
fn check(number: usize, at: usize, other: &[u8], expected: &str) {
    let (_, mut bytes) = with_table();
    let (start, length) = section(&bytes, number);
    assert!(at + other.len() <= length, "{number} {at}");
    bytes[start + at..start + at + other.len()].copy_from_slice(other);
    reseal(&mut bytes);
    let error = Database::from_bytes(bytes).map(drop).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn tables_are_checked() {
    let out = "an end is before the previous one, or past its section";
    check(
        QUERIES,
        0,
        &99u64.to_le_bytes(),
        &format!("queries, row 0: {out}"),
    );
    check(
        QUERIES,
        8,
        &1u64.to_le_bytes(),
        &format!("queries, row 1: {out}"),
    );
    check(
        QUERIES,
        16,
        &21u64.to_le_bytes(),
        "queries, row 2: this is not a query",
    );
    check(TEXTS, 0, b"&", "queries, row 0: this is not a query");
    check(TEXTS, 0, &[0xff], "queries, row 0: this is not UTF-8");
    check(
        WORDS,
        8,
        &8u64.to_le_bytes(),
        "words, row 1: a bit belongs to no query",
    );
}

#[test]
fn sections_that_the_version_does_not_have_are_refused() {
    let fault = "section table, row 0: the number of sections is wrong";
    // The first file has the minor version 0 and a table. The second file has the minor version 1
    // and no table.
    let (db, bytes) = with_table();
    for (mut bytes, minor) in [(bytes, 0), (db.to_bytes(), 1)] {
        bytes[10] = minor;
        reseal(&mut bytes);
        let error = Database::from_bytes(bytes).map(drop).unwrap_err();
        assert!(matches!(error, TagDbError::Content { .. }));
        assert_eq!(error.to_string(), fault);
    }
}
