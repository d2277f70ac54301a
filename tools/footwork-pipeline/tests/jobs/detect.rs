//! Detected events: found across the seam of loops, never added twice, and written either all or
//! not at all.

use std::fs;

use footwork_events::ContactOptions;
use footwork_library::{Change, EditError, Library};
use footwork_pipeline::{Detected, add_detected};

use crate::desk::Desk;

/// Returns a library, in its own folder, with a looping walk of 39 frames.
fn walk() -> (tempfile::TempDir, Desk) {
    let folder = tempfile::tempdir().unwrap();
    let sample = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../samples/deepmimic/walk.txt"
    );
    fs::copy(sample, folder.path().join("walk.txt")).unwrap();
    let library = Desk::open(folder.path());
    (folder, library)
}

fn event(library: &Library, frame: f64) -> Detected {
    Detected {
        clip: library.find_clip("walk").unwrap(),
        name: "Foot.Right".parse().unwrap(),
        frame,
        round_frames: Some(38),
        same_within_frames: 3.0,
    }
}

#[test]
fn each_foot_of_a_walk_that_loops_strikes_once_a_round() {
    let (_folder, library) = walk();
    let found = footwork_pipeline::detect_strikes(
        &library,
        &"A.B".parse().unwrap(),
        &ContactOptions::default(),
    );
    assert!(found.findings.is_empty() && found.unread.is_empty());
    let names: Vec<_> = found
        .events
        .iter()
        .map(|event| event.name.to_string())
        .collect();
    assert_eq!(names, ["A.B.Left", "A.B.Right"]);
    assert!(
        found
            .events
            .iter()
            .all(|event| event.round_frames == Some(38))
    );
}

#[test]
fn a_strike_on_both_sides_of_the_seam_is_one_event() {
    let (_folder, mut library) = walk();
    let [early, late, other] = [0.5, 35.5, 19.0].map(|frame| event(&library, frame));
    let all = [early.clone(), late, other];
    assert_eq!(footwork_pipeline::existing_times(&library, &all), [None; 3]);
    let added = add_detected(&mut library.library, &mut library.editor, "test", &all).unwrap();
    assert_eq!(
        (added.change, added.duplicates),
        (Change::Saved, vec![None, Some(0.5), None])
    );
    let added = add_detected(&mut library.library, &mut library.editor, "test", &all).unwrap();
    assert_eq!(
        (added.change, added.duplicates),
        (Change::Nothing, vec![Some(0.5), Some(0.5), Some(19.0)])
    );
    // An event with another name is a different event, and in a clip that does not loop the two
    // ends are far apart.
    let named = Detected {
        name: "Foot.Left".parse().unwrap(),
        ..early.clone()
    };
    let unlooped = Detected {
        frame: 35.5,
        round_frames: None,
        ..early
    };
    assert_eq!(
        footwork_pipeline::existing_times(&library, &[named, unlooped]),
        [None; 2]
    );
}

#[test]
fn no_event_is_added_if_one_is_outside_its_clip() {
    let (folder, mut library) = walk();
    for frame in [39.0, -1.0, f64::NAN] {
        let events = [event(&library, 3.0), event(&library, frame)];
        let error =
            add_detected(&mut library.library, &mut library.editor, "test", &events).unwrap_err();
        assert!(matches!(error, EditError::BadTime { .. }), "{error}");
    }
    assert!(!folder.path().join("walk.txt.tags").exists());
}

#[test]
fn a_clip_that_can_no_longer_be_read_is_reported() {
    let (folder, library) = walk();
    fs::remove_file(folder.path().join("walk.txt")).unwrap();
    let found = footwork_pipeline::detect_strikes(
        &library,
        &"Foot".parse().unwrap(),
        &ContactOptions::default(),
    );
    assert!(found.events.is_empty() && found.findings.is_empty());
    let files: Vec<_> = found
        .unread
        .iter()
        .map(|unread| unread.file.as_str())
        .collect();
    assert_eq!(files, ["walk.txt"]);
}
