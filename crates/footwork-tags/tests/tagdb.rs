//! `.tagdb` files read back equal, and invalid files are rejected.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

#[path = "tagdb/borrowed.rs"]
mod borrowed;
#[path = "tagdb/broken.rs"]
mod broken;
#[path = "tagdb/file.rs"]
mod file;
#[path = "tagdb/random.rs"]
mod random;
#[path = "tagdb/reseal.rs"]
mod reseal;
#[path = "tagdb/table.rs"]
mod table;

use std::path::Path;

use footwork_base::FrameRate;
use footwork_tags::{Database, QueryCache, Ranges, SetAlgebra, TagDbError};
use proptest::prelude::*;

use file::small;
use random::{build, content, contents};
use reseal::reseal;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_written_database_reads_back_equal(contents in contents()) {
        let database = build(&contents);
        let bytes = database.to_bytes();
        let opened = Database::from_bytes(bytes.clone()).unwrap();
        prop_assert_eq!(content(&opened), content(&database));
        prop_assert_eq!(opened.to_bytes(), bytes);
    }

    #[test]
    fn equal_content_gives_equal_bytes(contents in contents()) {
        let database = build(&contents);
        // Builds the same content with tags in another order, and with edits that cancel out.
        let mut again = Database::new();
        for clip in database.clips().values() {
            again.add_clip(&clip.name, clip.frames, clip.rate).unwrap();
        }
        let tags: Vec<_> = database.tags().collect();
        for &(name, id) in tags.iter().rev() {
            let other = again.declare_tag(name).unwrap();
            for (clip, info) in database.clips().iter() {
                let ranges = database.tag_frames(id).ranges(clip);
                again.set_tag(other, clip, ranges.complement(&info.frames)).unwrap();
                again.set_tag(other, clip, ranges).unwrap();
            }
            if contents.pinned.iter().any(|pinned| *pinned == name.as_str()) {
                again.pin(other).unwrap();
            }
        }
        for (name, id) in database.events() {
            let other = again.declare_event(name).unwrap();
            for clip in database.clips().ids() {
                again.set_event(other, clip, database.event_times(id, clip).to_vec()).unwrap();
            }
        }
        prop_assert_eq!(again.to_bytes(), database.to_bytes());
    }

    /// A file with correct checksums is either rejected or a valid database.
    #[test]
    fn changed_content_never_panics(
        contents in contents(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), word()), 1..6),
    ) {
        let mut bytes = build(&contents).to_bytes();
        for (place, (word, whole)) in changes {
            let content = bytes.len() - 8;
            if whole {                    let at = place.index(content / 8) * 8;
                    bytes[at..at + 8].copy_from_slice(&word.to_le_bytes());
                } else {
bytes[place.index(content)] = word.to_le_bytes()[0]
}
        }
        reseal(&mut bytes);
        if let Ok(opened) = Database::from_bytes(bytes) {
            let again = Database::from_bytes(opened.to_bytes()).unwrap();
            prop_assert_eq!(content(&again), content(&opened));
            opened.query("!all | none").unwrap();
        }
    }
}

/// Returns a number at a limit, and whether to write the whole number or only its lowest byte.
fn word() -> impl Strategy<Value = (u64, bool)> {
    let words = prop_oneof![
        0u64..10,
        (0u64..64).prop_map(|bit| 1 << bit),
        (0u64..10).prop_map(|less| u64::MAX - less),
        any::<u64>(),
        any::<f64>().prop_map(f64::to_bits),
        0u64..100_000,
    ];
    (words, any::<bool>())
}

#[test]
fn every_changed_byte_is_noticed() {
    let bytes = small().to_bytes();
    let mut changed = bytes.clone();
    for at in 0..bytes.len() {
        for value in 0..=u8::MAX {
            changed[at] = value;
            let is_same = value == bytes[at];
            assert_eq!(
                Database::from_bytes(changed.clone()).is_ok(),
                is_same,
                "byte {at}: {value}"
            );
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn every_cut_and_every_added_byte_is_noticed() {
    let bytes = small().to_bytes();
    for length in 0..bytes.len() {
        let error = Database::from_bytes(bytes[..length].to_vec()).unwrap_err();
        assert!(
            matches!(error, TagDbError::Length { .. }),
            "{length}: {error}"
        );
    }
    let mut longer = bytes;
    for added in [0, 0, 1, 0xff] {
        longer.push(added);
        assert!(Database::from_bytes(longer.clone()).is_err());
    }
    longer.resize(longer.len() + 64 * 1024, 0);
    assert!(Database::from_bytes(longer).is_err());
}

#[test]
fn the_error_for_a_newer_major_version_names_it() {
    let mut bytes = small().to_bytes();
    (bytes[8], bytes[10]) = (2, 7);
    let error = Database::from_bytes(bytes).unwrap_err();
    assert_eq!(error, TagDbError::NewerVersion { major: 2, minor: 7 });
    assert_eq!(
        error.to_string(),
        "the file is of version 2.7, and this Footwork reads 1.x: open it with a newer one, or compile the library again"
    );
}

#[test]
fn other_files_are_rejected_as_not_tagdb() {
    for bytes in [&b"GIF89a"[..], &[0; 500], b"x"] {
        assert_eq!(
            Database::from_bytes(bytes).unwrap_err(),
            TagDbError::NotTagDb
        );
    }
}

/// Files of the first version can still be read, and writing them gives the same bytes.
#[test]
fn the_first_version_stays_readable() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tagdb/v1.tagdb");
    let golden = std::fs::read(path).unwrap();
    let opened = Database::from_bytes(golden.clone()).unwrap();
    assert_eq!(content(&opened), content(&small()));
    assert!(
        opened.to_bytes() == golden,
        "reading and writing changes the bytes"
    );
    assert!(
        small().to_bytes() == golden,
        "building and writing changes the bytes"
    );
}

#[test]
fn an_opened_database_can_be_edited_and_cached() {
    let bytes = small().to_bytes();
    let mut cache = QueryCache::new(1 << 20);
    let mut db = Database::from_bytes(bytes.clone()).unwrap();
    let query = footwork_tags::Query::parse("Gait.Run").unwrap();
    let bound = query.bind(&db).unwrap();
    let before = cache.answer(&db, &bound).unwrap().to_range_set();
    let (run, clip) = (db.tags().find(|(name, _)| name.as_str() == "Gait.Run"), 2);
    let run = run.unwrap().1;
    let clip = db.clips().ids().nth(clip).unwrap();
    db.set_tag(run, clip, Ranges::repair([(1, 2)]).0).unwrap();
    assert_ne!(cache.answer(&db, &bound).unwrap().to_range_set(), before);
    assert_eq!(
        cache.answer(&db, &bound).unwrap().to_range_set(),
        db.ranges(&bound).unwrap()
    );

    // Opening the same bytes again gives a database whose answers are separate in the cache.
    let other = Database::from_bytes(bytes).unwrap();
    let bound = query.bind(&other).unwrap();
    assert_eq!(cache.answer(&other, &bound).unwrap().to_range_set(), before);
    let clip = db.add_clip("new", 10, FrameRate::ONE).unwrap();
    db.set_tag(run, clip, Ranges::full(10)).unwrap();
    assert_eq!(
        db.query("Gait.Run & clip(\"new\")").unwrap().frame_count(),
        10
    );
}
