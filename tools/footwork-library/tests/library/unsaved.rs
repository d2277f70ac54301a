//! Edits that could not be saved: all are kept, retried one by one, and discarded one by one.

use std::fs;

use footwork_base::{FrameRange, Name};
use footwork_library::{Change, EditError};
use footwork_store::{LockError, StoreError, UserFolder};

use crate::desk::Desk;
use crate::playground::{Playground, frames_of, header};

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn paint(library: &mut Desk, clip: &str, start: u32, stop: u32) -> Result<Change, EditError> {
    let clip = library.find_clip(clip).unwrap();
    let range = FrameRange::new(start, stop).unwrap();
    library.paint(&name("Gait.Run"), clip, range)
}

/// Returns a library of two clips and three edits of it, which were refused because the library was
/// not writable.
fn refused() -> (Playground, Desk) {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .tags("a.bvh", "tag Gait.Run 0 2\n")
        .clip("b.bvh");
    playground.without_state();
    let mut library = playground.open();
    let is_lock = |error: &EditError| matches!(error, EditError::Lock(LockError::NoState(_)));
    assert!(is_lock(&paint(&mut library, "a.bvh", 1, 4).unwrap_err()));
    assert!(is_lock(&paint(&mut library, "b.bvh", 5, 6).unwrap_err()));
    assert!(is_lock(
        &library.save_query("fast", "Gait.Run").unwrap_err()
    ));
    // An edit that changes nothing is not kept.
    assert!(is_lock(&paint(&mut library, "a.bvh", 0, 2).unwrap_err()));
    let labels = [
        "tag add Gait.Run a.bvh [1, 4)",
        "tag add Gait.Run b.bvh [5, 6)",
        "query save fast",
    ];
    assert!(library.unsaved().eq(labels));
    (playground, library)
}

#[test]
fn edits_refused_by_the_lock_are_kept_and_saved_later() {
    let (playground, mut library) = refused();
    assert!(library.retry().is_err());
    assert_eq!(library.unsaved().len(), 3);
    fs::remove_file(
        UserFolder::State
            .of_library(playground.root())
            .unwrap()
            .path(),
    )
    .unwrap();
    let retried = library.retry().unwrap();
    assert_eq!((retried.change(), retried.errors.len()), (Change::Saved, 0));
    assert_eq!(library.unsaved().len(), 0);
    let tagged = header("a.bvh") + "tag Gait.Run 0 4\n";
    assert_eq!(playground.read("a.bvh.tags"), tagged);
    assert_eq!(frames_of(&library, "Gait.Run").len(), 1);
    assert_eq!(library.settings().queries["fast"], "Gait.Run");
    let labels: Vec<String> = std::iter::from_fn(|| library.undo().unwrap())
        .map(|turned| turned.label)
        .collect();
    assert_eq!(labels.len(), 3);
    assert!(library.settings().queries.is_empty());
}

#[test]
fn a_conflict_blocks_no_other_edit_and_can_be_discarded() {
    let (playground, mut library) = refused();
    fs::remove_file(
        UserFolder::State
            .of_library(playground.root())
            .unwrap()
            .path(),
    )
    .unwrap();
    playground.tags("a.bvh", "tag Gait.Run 0 9\n");
    let retried = library.retry().unwrap();
    assert_eq!(retried.change(), Change::Saved);
    let [EditError::Store(StoreError::Conflict { file, what })] = retried.errors.as_slice() else {
        panic!("{:?}", retried.errors);
    };
    assert_eq!(file, "a.bvh.tags");
    assert_eq!(
        what,
        "tag Gait.Run: the edit wrote `tag Gait.Run 0 4` in place of `tag Gait.Run 0 2`, and the file now \
         has `tag Gait.Run 0 9`"
    );
    assert!(library.unsaved().eq(["tag add Gait.Run a.bvh [1, 4)"]));
    let saved = header("b.bvh") + "tag Gait.Run 5 6\n";
    assert_eq!(playground.read("b.bvh.tags"), saved);
    let [discarded] = &library.editor.discard_all_unsaved()[..] else {
        panic!("one edit is unsaved");
    };
    assert_eq!(discarded.label, "tag add Gait.Run a.bvh [1, 4)");
    assert_eq!(library.unsaved().len(), 0);
}
