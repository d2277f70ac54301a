//! A disk that is full at any step of saving. All files stay unchanged, and the edit succeeds once there is space
//! again.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use footwork::base::{FrameRange, Name};
use footwork::tags::{RangeSet, Ranges};
use footwork_library::{Change, Edit, EditError, Editor, Library, Operation};
use footwork_store::{MARKER_FILE, StoreError};

use crate::mounted::Mounted;
use crate::run::{footwork, valid};

const PAGE: usize = 4096;
const FILES: [&str; 2] = ["run.bvh.tags", "walks/walk one.bvh.tags"];
/// The size of a sidecar's note, in pages: large enough that each step of saving needs pages.
const NOTE_PAGES: usize = 2;

/// Returns the library, with a sidecar of several pages next to each clip, or `None` if no file system can be mounted.
fn tagged() -> Option<Mounted> {
    let mounted = Mounted::new("size=512k")?;
    let library = &mounted.library;
    let mut opened = Library::open(Path::new(library.path())).unwrap();
    for clip in ["run", "walk one"] {
        let (clip, range) = (
            opened.find_clip(clip).unwrap(),
            FrameRange::new(0, 4).unwrap(),
        );
        let tag = "Gait.Walk".parse().unwrap();
        let edit = Edit::one(clip, Operation::Paint { tag, range });
        let mut editor = opened.editor();
        opened.edit(&mut editor, &edit).unwrap();
    }
    let note = format!("note \"{}\"\ntag", "x".repeat(NOTE_PAGES * PAGE));
    for file in FILES {
        library.write(
            file,
            library
                .text(file)
                .replace("\ntag", &format!("\n{note}"))
                .as_bytes(),
        );
    }
    Some(mounted)
}

/// Fills the disk until `free` pages are left.
fn fill(root: &Path, free: usize) {
    let mut filler = File::create(root.join("filler")).unwrap();
    while filler
        .write(&[b'x'; PAGE])
        .is_ok_and(|written| written == PAGE)
    {}
    let length = usize::try_from(filler.metadata().unwrap().len()).unwrap();
    let length = length / PAGE * PAGE - free * PAGE;
    filler.set_len(length as u64).unwrap();
}

fn make_space(root: &Path) {
    fs::remove_file(root.join("filler")).unwrap();
}

/// Edits both clips in one edit.
fn paint(library: &mut Library, editor: &mut Editor) -> Result<Change, EditError> {
    let tag: Name = "Gait.Run".parse().unwrap();
    let range = FrameRange::new(10, 20).unwrap();
    let clips = library.clips().iter();
    let clips = clips.map(|(clip, _)| (clip, Ranges::from_iter([range])));
    let frames = RangeSet::from_clips(clips.collect::<Vec<_>>()).unwrap();
    let edit = library.painting(&tag, &frames);
    Ok(library.edit(editor, &edit)?.change())
}

/// Runs `attempt`, which returns whether it failed, on equal libraries with 0, 1, 2 … free pages. Returns the number of
/// failures. After the first success, attempts with more space must succeed too.
fn failing_levels(attempt: impl Fn(&Mounted) -> bool) -> Option<usize> {
    let mut failing = 0;
    let mut free = 0;
    let mut succeeded = 0;
    while succeeded < 3 {
        let mounted = tagged()?;
        fill(Path::new(mounted.library.path()), free);
        if attempt(&mounted) {
            failing += 1
        } else {
            succeeded += 1
        }
        assert!(succeeded == 0 || failing == free + 1 - succeeded, "{free}");
        free += 1;
    }
    Some(failing)
}

/// Checks that no file has changed and no temporary file is left.
fn check_untouched(mounted: &Mounted, before: &[Vec<u8>; 2]) {
    let library = &mounted.library;
    assert_eq!(&FILES.map(|file| library.read(file)), before);
    assert!(!library.has_temporary());
    assert!(library.read_own("journal").is_empty());
}

#[test]
fn an_edit_that_fails_on_a_full_disk_can_be_retried() {
    let levels = failing_levels(|mounted| {
        let root = Path::new(mounted.library.path());
        let before = FILES.map(|file| mounted.library.read(file));
        let history = mounted.library.read_own("history");
        let mut library = Library::open(root).unwrap();
        let mut editor = library.editor();
        let Err(error) = paint(&mut library, &mut editor) else {
            return false;
        };
        let EditError::Store(StoreError::NotSaved { file, .. }) = &error else {
            panic!("{error}");
        };
        assert!(
            FILES.contains(&file.as_str()) || file == MARKER_FILE,
            "{file}"
        );
        let expected = format!("{file} is not saved: No space left on device");
        assert!(error.to_string().starts_with(&expected), "{error}");
        check_untouched(mounted, &before);
        assert_eq!(mounted.library.read_own("history"), history);
        assert_eq!(editor.unsaved()[0].label, "tag apply Gait.Run");
        // The disk is still full.
        let still_full = editor.retry();
        assert!(still_full.is_err() || still_full.is_ok_and(|retried| retried.errors.len() == 1));
        assert_eq!(editor.unsaved().len(), 1);
        check_untouched(mounted, &before);

        make_space(root);
        assert_eq!(editor.retry().unwrap().change(), Change::Saved);
        assert_eq!(editor.unsaved().len(), 0);
        assert_eq!(editor.retry().unwrap().change(), Change::Nothing);
        for clip in ["run.bvh", "walks/walk one.bvh"] {
            let items = &mounted.library.items(clip)[1..];
            assert_eq!(items, ["tag Gait.Run 10 20", "tag Gait.Walk 0 4"]);
        }
        assert_eq!(editor.undo().unwrap().unwrap().files, FILES);
        assert_eq!(FILES.map(|file| mounted.library.read(file)), before);
        true
    });
    // Before the first replacement, the new versions of both sidecars lie next to the old ones.
    let staged = 2 * NOTE_PAGES;
    assert!(levels.is_none_or(|levels| levels > staged), "{levels:?}");
}

#[test]
fn the_same_command_can_be_run_again() {
    let levels = failing_levels(|mounted| {
        let library = &mounted.library;
        let before = FILES.map(|file| library.read(file));
        let apply = [
            "tag",
            "apply",
            library.path(),
            "Gait.Run",
            "--where",
            "Gait.Walk",
        ];
        let apply = [&apply[..], &["--errors", "json"]].concat();
        let ran = footwork(&apply);
        if ran.code == 0 {
            return false;
        }
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        let error = valid(&ran.stderr, "errors")["errors"][0].take();
        assert_eq!(error["code"], "not-saved");
        let message = error["message"].as_str().unwrap();
        let mut files = FILES.iter().chain(&[MARKER_FILE]);
        let file = files.find(|file| message.starts_with(**file)).unwrap();
        let expected = format!("{file} is not saved: No space left on device");
        assert!(message.starts_with(&expected), "{message}");
        let hint = "nothing has changed; run the command again";
        assert_eq!(error["hint"], hint);
        check_untouched(mounted, &before);
        assert_eq!(footwork(&["query", library.path(), "Gait.Walk"]).code, 0);

        make_space(Path::new(library.path()));
        let ran = footwork(&apply);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        assert_eq!(
            library.items("run.bvh")[1..],
            ["tag Gait.Run 0 4", "tag Gait.Walk 0 4"]
        );
        true
    });
    assert!(levels.is_none_or(|levels| levels > 2 * NOTE_PAGES));
}

/// The first edit of a clip creates its sidecar under a temporary name, and then renames it.
#[test]
fn a_disk_may_have_no_room_for_another_file() {
    let mut failing = 0;
    for free in 0.. {
        let Some(mounted) = Mounted::new("size=512k,nr_inodes=40") else {
            return;
        };
        let library = &mounted.library;
        let fillers: Vec<_> = (0..40)
            .map(|number| Path::new(library.path()).join(format!("filler-{number}")))
            .take_while(|path| File::create(path).is_ok())
            .collect();
        for filler in fillers.iter().rev().take(free) {
            fs::remove_file(filler).unwrap();
        }
        let add = ["tag", "add", library.path(), "Gait.Run", "run", "1", "2"];
        let ran = footwork(&add);
        if ran.code == 0 {
            break;
        }
        failing += 1;
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains("error[not-saved]"), "{}", ran.stderr);
        assert!(
            ran.stderr.contains("No space left on device"),
            "{}",
            ran.stderr
        );
        assert!(!library.has("run.bvh.tags"));
        assert!(!library.has_temporary());
        for filler in fillers.iter().rev().skip(free) {
            fs::remove_file(filler).unwrap();
        }
        assert_eq!(footwork(&add).code, 0);
        assert_eq!(library.items("run.bvh"), ["tag Gait.Run 1 2"]);
    }
    assert!(failing >= 1, "{failing}");
}
