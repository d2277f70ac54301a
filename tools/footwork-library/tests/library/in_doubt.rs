//! Edits that fail half-way and cannot be rolled back: the journal holds them, and no other edit is made before they
//! are completed. Also tests damage to the history while an editor is open.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use footwork_base::{FrameRange, Name};
use footwork_library::{Change, Edit, EditError, Library, Operation};
use footwork_store::{Action, Progress, REPLACING, StoreError, UserFolder};

use crate::desk::Desk;
use crate::playground::Playground;

/// Puts a folder in place of a sidecar once the first file of an edit has been replaced.
#[derive(Debug, Default)]
struct Breaking {
    path: Mutex<PathBuf>,
    is_armed: AtomicBool,
}

impl Progress for Breaking {
    fn begin(&self, _: &'static str, _: usize) {}

    fn step(&self, what: &'static str) {
        if what == REPLACING && self.is_armed.swap(false, Ordering::Relaxed) {
            let path = self.path.lock().unwrap();
            _ = fs::remove_file(&*path);
            fs::create_dir(&*path).unwrap();
        }
    }
}

/// Returns a library of two clips without sidecars, and the [`Breaking`] that blocks the second sidecar.
fn breaking() -> (Playground, Desk, Arc<Breaking>) {
    let playground = Playground::new();
    playground.clip("a.bvh").clip("b.bvh");
    let breaking = Arc::new(Breaking::default());
    *breaking.path.lock().unwrap() = playground.path("b.bvh.tags");
    let progress = Arc::clone(&breaking) as Arc<dyn Progress>;
    let library = Library::open_with(playground.root(), progress).unwrap();
    let editor = library.editor();
    (playground, Desk { library, editor }, breaking)
}

fn painting(desk: &Desk, tag: &str, clips: &[&str]) -> Edit {
    let tag: Name = tag.parse().unwrap();
    clips.iter().fold(Edit::new(tag.as_str()), |edit, clip| {
        let range = FrameRange::new(0, 4).unwrap();
        let tag = tag.clone();
        let clip = desk.library.find_clip(clip).unwrap();
        edit.with(clip, [Operation::Paint { tag, range }])
    })
}

#[track_caller]
fn in_doubt(error: &EditError) {
    let is_doubt = matches!(error, EditError::Store(StoreError::InDoubt { .. }));
    assert!(is_doubt, "{error}");
}

#[test]
fn a_retry_stops_at_an_edit_in_doubt_and_the_next_retry_completes_it() {
    let (playground, mut desk, breaking) = breaking();
    let blocked = playground.without_state();
    for (tag, clips) in [("Both", &["a", "b"][..]), ("One", &["a"]), ("Two", &["a"])] {
        let edit = painting(&desk, tag, clips);
        assert!(matches!(desk.edit(&edit), Err(EditError::Lock(_))));
    }
    fs::remove_file(blocked).unwrap();
    breaking.is_armed.store(true, Ordering::Relaxed);
    let retried = desk.retry().unwrap();
    let [error] = retried.errors.as_slice() else {
        panic!("{retried:?}");
    };
    in_doubt(error);
    assert_eq!(retried.change(), Change::Nothing);
    assert!(desk.unsaved().eq(["One", "Two"]));
    // No other edit is possible before the edit in doubt is completed.
    assert!(matches!(desk.retry(), Err(EditError::Journal(_))));
    assert!(desk.unsaved().eq(["One", "Two"]));
    fs::remove_dir(playground.path("b.bvh.tags")).unwrap();
    let retried = desk.retry().unwrap();
    assert_eq!((retried.saved.len(), retried.errors.len()), (2, 0));
    let findings = desk.editor.take_findings();
    assert!(
        findings.iter().all(|finding| finding.code == "recovered"),
        "{findings:?}"
    );
    assert_eq!(findings.len(), 2);
    for (file, tags) in [("a.bvh.tags", 3), ("b.bvh.tags", 1)] {
        let text = playground.read(file);
        assert_eq!(text.matches("\ntag ").count(), tags, "{text}");
    }
    let undone: Vec<String> = std::iter::from_fn(|| desk.undo().unwrap())
        .map(|undone| undone.label)
        .collect();
    assert_eq!(undone, ["Two", "One", "Both"]);
    assert!(!playground.path("b.bvh.tags").exists());
}

#[test]
fn conflicts_of_an_interrupted_edit_are_findings_of_the_edit_that_completes_it() {
    let (playground, mut desk, breaking) = breaking();
    playground.tags("b.bvh", "tag Both 0 2\n");
    breaking.is_armed.store(true, Ordering::Relaxed);
    let edit = painting(&desk, "Both", &["a", "b"]);
    in_doubt(&desk.edit(&edit).unwrap_err());
    assert_eq!(desk.unsaved().len(), 0);
    fs::remove_dir(playground.path("b.bvh.tags")).unwrap();
    playground.tags("b.bvh", "tag Both 0 9\n");
    let edit = painting(&desk, "One", &["a"]);
    assert_eq!(desk.edit(&edit).unwrap(), Change::Saved);
    let findings = desk.editor.take_findings();
    let conflict = findings
        .iter()
        .find(|finding| finding.code == "edit-conflict");
    assert_eq!(conflict.unwrap().file, "b.bvh.tags", "{findings:?}");
}

#[test]
fn the_next_undo_completes_an_undo_in_doubt_and_undoes_nothing_else() {
    let (playground, mut desk, breaking) = breaking();
    for tag in ["One", "Two"] {
        let edit = painting(&desk, tag, &["a", "b"]);
        desk.edit(&edit).unwrap();
    }
    let sidecar = playground.path("b.bvh.tags");
    let text = fs::read(&sidecar).unwrap();
    breaking.is_armed.store(true, Ordering::Relaxed);
    in_doubt(&desk.undo().unwrap_err());
    fs::remove_dir(&sidecar).unwrap();
    fs::write(&sidecar, text).unwrap();
    let undone = desk.undo().unwrap().unwrap();
    assert_eq!(
        (&*undone.label, undone.completed),
        ("Two", Some(Action::Undo))
    );
    for file in ["a.bvh.tags", "b.bvh.tags"] {
        let text = playground.read(file);
        assert!(
            text.contains("tag One") && !text.contains("tag Two"),
            "{text}"
        );
    }
    for clip in desk.library.clips().values() {
        assert_eq!(clip.tags().count(), 1);
    }
    let undone = desk.undo().unwrap().unwrap();
    assert_eq!((&*undone.label, undone.completed), ("One", None));
}

#[test]
fn a_history_that_is_damaged_while_it_is_open_is_replaced_by_the_next_edit() {
    let (playground, mut desk, _) = breaking();
    let edit = painting(&desk, "One", &["a"]);
    desk.edit(&edit).unwrap();
    let path = playground.own(UserFolder::State, "history");
    let mut history = fs::read(&path).unwrap();
    history.pop();
    fs::write(&path, &history).unwrap();
    let error = desk.undo().unwrap_err();
    assert!(
        matches!(error, EditError::Store(StoreError::History(_))),
        "{error}"
    );
    let edit = painting(&desk, "Two", &["a"]);
    assert_eq!(desk.edit(&edit).unwrap(), Change::Saved);
    let findings = desk.editor.take_findings();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].code, "bad-history");
    let damaged = playground.own(UserFolder::State, "history.damaged");
    assert_eq!(fs::read(damaged).unwrap(), history);
    assert_eq!(desk.undo().unwrap().unwrap().label, "Two");
}

/// The error text states each cause once.
#[test]
fn an_error_states_its_cause_and_has_no_source() {
    use std::error::Error;
    let cause = || std::io::Error::other("the disk is full");
    let file = || "a.bvh.tags".to_owned();
    let errors: [Box<dyn Error>; 4] = [
        Box::new(StoreError::NotSaved {
            file: file(),
            error: cause(),
        }),
        Box::new(StoreError::InDoubt {
            file: file(),
            error: cause(),
        }),
        Box::new(StoreError::History(cause())),
        Box::new(footwork_store::LockError::NotWritable(cause())),
    ];
    for error in errors {
        assert_eq!(
            error.to_string().matches("the disk is full").count(),
            1,
            "{error}"
        );
        assert!(error.source().is_none(), "{error}");
    }
}
