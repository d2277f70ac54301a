//! The history: discarded edits, unreadable histories, and edits that are too large.

use std::path::Path;

use footwork_store::{FileChange, Kept, StoreError};
use footwork_testkit::Random;

use crate::script::{HISTORY, disk, path, store};
use crate::simulated::{Fault, Simulated};

fn change(file: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> FileChange {
    FileChange {
        file: file.to_owned(),
        before: before.map(<[u8]>::to_vec),
        after: after.map(<[u8]>::to_vec),
    }
}

/// Makes two edits, and then changes the file of the later one from outside.
fn blocked() -> Simulated {
    let disk = disk(None);
    let store = store(&disk);
    store
        .commit("one", vec![change("a.txt", None, Some(b"1"))])
        .unwrap();
    store
        .commit("two", vec![change("b.txt", None, Some(b"2"))])
        .unwrap();
    disk.outside(&path(1), Some(b"theirs"));
    disk
}

#[test]
fn discarding_an_edit_frees_those_before_it() {
    let disk = blocked();
    let store = store(&disk);
    assert!(matches!(store.undo(), Err(StoreError::Conflict { .. })));
    let discarded = store.discard_last().unwrap().unwrap();
    assert_eq!(discarded.label, "two");
    assert_eq!(disk.seen(Path::new(HISTORY))[&path(1)], b"theirs");
    assert_eq!(store.undo().unwrap().unwrap().label, "one");
    assert_eq!(store.undo().unwrap(), None);
    assert_eq!(store.discard_last().unwrap(), None);
    // The discarded edit is gone; the other one is not.
    assert_eq!(store.redo().unwrap().unwrap().label, "one");
    assert_eq!(store.redo().unwrap(), None);
}

/// The files no longer contain the edit, as on a branch that never had it.
#[test]
fn undo_discards_an_edit_that_is_gone() {
    let disk = blocked();
    let store = store(&disk);
    disk.outside(&path(1), None);
    let gone = store.undo().unwrap().unwrap();
    assert!(gone.label == "two" && gone.is_gone());
    assert_eq!(store.redo().unwrap(), None);
    assert!(!disk.seen(Path::new(HISTORY)).contains_key(&path(1)));
    let one = store.undo().unwrap().unwrap();
    assert!(one.label == "one" && !one.is_gone());
}

/// A stop while an edit is being discarded leaves the edit either discarded or not.
#[test]
fn discarding_survives_a_stop_at_every_call() {
    let runs = (1..40).flat_map(|call| (0..20).map(move |seed| (call, seed)));
    for (call, seed) in runs {
        let disk = blocked().after_kill();
        disk.expect(Fault::Stop(call));
        let result = store(&disk).discard_last();
        assert!(
            call < 39 || disk.calls() < call,
            "more calls than are tried"
        );
        let disk = disk.after_crash(&mut Random::new(seed));
        store(&disk).recover(&[]).unwrap();
        match store(&disk).undo() {
            Ok(step) => assert_eq!(step.unwrap().label, "one"),
            Err(StoreError::Conflict { file, .. }) => {
                assert!(result.is_err() && file == "b.txt", "call {call}");
            }
            Err(error) => panic!("call {call}: {error}"),
        }
    }
}

#[test]
fn a_damaged_history_is_replaced_once_and_kept_as_a_copy() {
    let disk = blocked();
    let store = store(&disk);
    assert_eq!(store.replace_damaged_history().unwrap(), None);
    let seen = disk.seen(Path::new("/nowhere"));
    let mut bytes = seen[Path::new(HISTORY)].clone();
    bytes[20] ^= 1;
    disk.outside(Path::new(HISTORY), Some(&bytes));
    let error = store.undo().unwrap_err().to_string();
    assert!(
        error.contains("the next edit begins a new history"),
        "{error}"
    );
    let why = store.replace_damaged_history().unwrap().unwrap();
    assert!(why.contains("damaged"), "{why}");
    let damaged = format!("{HISTORY}.damaged");
    assert_eq!(disk.seen(Path::new("/nowhere"))[Path::new(&damaged)], bytes);
    assert_eq!(store.replace_damaged_history().unwrap(), None);
    assert_eq!(store.undo().unwrap(), None);
    store
        .commit("three", vec![change("a.txt", Some(b"1"), Some(b"3"))])
        .unwrap();
    assert_eq!(store.undo().unwrap().unwrap().label, "three");
}

/// The error lists every conflicting item in every file.
#[test]
fn a_refused_undo_names_all_conflicts() {
    let disk = disk(None);
    let store = store(&disk);
    let changes = ["a.txt", "b.txt", "walks/a.txt"].map(|file| change(file, None, Some(b"ours")));
    store.commit("all", changes.to_vec()).unwrap();
    for file in [0, 2] {
        disk.outside(&path(file), Some(b"theirs"));
    }
    let error = store.undo().unwrap_err().to_string();
    assert!(
        error.starts_with("a.txt has changed since the edit: "),
        "{error}"
    );
    assert!(error.contains("; walks/a.txt: "), "{error}");
    assert!(!error.contains("b.txt"), "{error}");
}

#[test]
fn an_edit_larger_than_the_history_limit_reports_it() {
    let disk = disk(None);
    let store = store(&disk);
    let large = vec![b'x'; (16 << 20) + 1];
    let commit = |label: &str, before: Option<&[u8]>, after: Option<&[u8]>| {
        let kept = store.commit(label, vec![change("a.txt", before, after)]);
        kept.unwrap()
    };
    assert_eq!(commit("small", None, Some(b"1")), Kept::InHistory);
    assert_eq!(commit("half", Some(b"1"), Some(&large)), Kept::InHistory);
    let mut other = large.clone();
    other[0] = b'y';
    let kept = commit("large", Some(&large), Some(&other));
    let bytes = 2 * large.len() as u64;
    let max_bytes = 24 << 20;
    assert_eq!(kept, Kept::TooLarge { bytes, max_bytes });
    // The edit can be undone immediately.
    assert_eq!(store.undo().unwrap().unwrap().label, "large");
}

/// Undo adds little to the history and does not shorten it.
#[test]
fn an_edit_larger_than_the_history_limit_can_be_redone() {
    let disk = disk(None);
    let store = store(&disk).with_max_history_bytes(100);
    let large = [b'x'; 200];
    for (label, file) in [("one", "a.txt"), ("two", "b.txt")] {
        store
            .commit(label, vec![change(file, None, Some(&large))])
            .unwrap();
    }
    for _ in 0..2 {
        assert_eq!(store.undo().unwrap().unwrap().label, "two");
        assert_eq!(store.redo().unwrap().unwrap().label, "two");
    }
    // Another edit was made after it.
    assert_eq!(store.undo().unwrap().unwrap().label, "two");
    assert_eq!(store.undo().unwrap(), None);
}
