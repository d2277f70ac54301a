//! Edits on disk: either exactly the sidecar of the clip is written, or no file is.

use std::fs;

use footwork_base::{FrameRange, Name};
use footwork_library::{Change, EditError, Library};
use footwork_store::{LOCK_FILE, LockError, StoreError};
use footwork_tags::{ClipId, Query, QueryCache};

use crate::desk::Desk;
use crate::playground::{Playground, Snapshot, findings, frames_of, header};

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn range(start: u32, stop: u32) -> FrameRange {
    FrameRange::new(start, stop).unwrap()
}

fn paint(library: &mut Desk, start: u32, stop: u32) -> Result<Change, EditError> {
    let clip = library.find_clip("a.bvh").unwrap();
    library.paint(&name("Gait.Run"), clip, range(start, stop))
}

fn ranges(library: &Library) -> Vec<FrameRange> {
    frames_of(library, "Gait.Run")
}

/// Opens `a.bvh` with this sidecar, runs `meanwhile`, and paints. The edit must be refused, and no file may change.
#[track_caller]
fn check_refused(
    sidecar: Option<&str>,
    meanwhile: impl FnOnce(&Playground),
    expected: fn(&EditError) -> bool,
) {
    let playground = Playground::new();
    playground.clip("a.bvh");
    if let Some(sidecar) = sidecar {
        playground.file("a.bvh.tags", sidecar);
    }
    let mut library = playground.open();
    let opened = library.clips().values().next().unwrap().sidecar.clone();
    meanwhile(&playground);
    let before = playground.snapshot();
    let error = paint(&mut library, 2, 4).unwrap_err();
    assert!(expected(&error), "{error}");
    assert_eq!(playground.snapshot(), before);
    let entry = library.clips().values().next().unwrap();
    assert_eq!(entry.sidecar, opened);
}

#[test]
fn a_new_sidecar_has_the_canonical_header() {
    let playground = Playground::new();
    playground.clip("sub/a.bvh").clip("sub/odd name.bvh");
    let mut library = playground.open();
    assert_eq!(paint(&mut library, 2, 4).unwrap(), Change::Saved);
    let expected = header("a.bvh") + "tag Gait.Run 2 4\n";
    assert_eq!(playground.read("sub/a.bvh.tags"), expected);
    let odd = library.find_clip("odd name").unwrap();
    library.add_event(&name("\"left foot\""), odd, 1.5).unwrap();
    let expected = header("\"odd name.bvh\"") + "event \"left foot\" 1.5\n";
    assert_eq!(playground.read("sub/odd name.bvh.tags"), expected);
    // Only the two clips, their sidecars and the two folders: no other file was written.
    assert_eq!(playground.snapshot().len(), 6);
    assert_eq!(findings(&playground.open()), [""; 0]);
}

#[test]
fn each_edit_is_in_the_file_and_the_database_at_once() {
    let playground = Playground::new();
    let others = "note \"kept\"\ntag B 0 5\ntag B 5 9 rule\nunknown  line \n";
    playground
        .clip("a.bvh")
        .tags("a.bvh", others)
        .clip("b.bvh")
        .tags("b.bvh", "");
    let before = playground.snapshot();
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    let run = name("Gait.Run");
    type Edit<'a> = &'a dyn Fn(&mut Desk) -> Result<Change, EditError>;
    let mut check = |edit: Edit<'_>, expected: &str, frames: &[(u32, u32)]| {
        assert_eq!(edit(&mut library).unwrap(), Change::Saved);
        let written = playground.snapshot();
        assert_eq!(
            playground.read("a.bvh.tags"),
            header("a.bvh") + others + expected
        );
        let frames: Vec<_> = frames
            .iter()
            .map(|&(start, stop)| range(start, stop))
            .collect();
        assert_eq!(ranges(&library), frames);
        let reopened = playground.open();
        assert_eq!(
            library.clips()[clip].sidecar,
            reopened.clips()[clip].sidecar
        );
        if !frames.is_empty() {
            assert_eq!(ranges(&reopened), frames);
        }
        assert_eq!(edit(&mut library).unwrap(), Change::Nothing);
        assert_eq!(playground.snapshot(), written);
    };
    let (one, two) = (
        "tag Gait.Run 2 4\n",
        "tag Gait.Run 2 4\ntag Gait.Run 6 10\n",
    );
    check(&|l| l.paint(&run, clip, range(2, 4)), one, &[(2, 4)]);
    check(
        &|l| l.paint(&run, clip, range(6, 10)),
        two,
        &[(2, 4), (6, 10)],
    );
    let longer = "tag Gait.Run 2 5\ntag Gait.Run 6 10\n";
    check(
        &|l| l.paint(&run, clip, range(4, 5)),
        longer,
        &[(2, 5), (6, 10)],
    );
    let cut = "tag Gait.Run 2 3\ntag Gait.Run 7 10\n";
    check(
        &|l| l.erase(&run, clip, range(3, 7)),
        cut,
        &[(2, 3), (7, 10)],
    );
    let event = "event Gait.Run 0.25\n";
    check(
        &|l| l.add_event(&run, clip, 0.25),
        &format!("{cut}{event}"),
        &[(2, 3), (7, 10)],
    );
    check(&|l| l.erase(&run, clip, range(0, 10)), event, &[]);
    library.remove_event(&run, clip, 0.25).unwrap();
    assert_eq!(playground.read("a.bvh.tags"), header("a.bvh") + others);
    let other = |all: &Snapshot| all[&playground.path("b.bvh.tags")].clone();
    assert_eq!(other(&playground.snapshot()), other(&before));
}

#[test]
fn an_edit_that_changes_nothing_writes_nothing() {
    let playground = Playground::new();
    // The sidecar is not canonical, so that rewriting it would change it.
    playground
        .clip("a.bvh")
        .tags("a.bvh", "tag B 0 1\r\ntag Gait.Run 2 9");
    let before = playground.snapshot();
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    assert_eq!(paint(&mut library, 3, 9).unwrap(), Change::Nothing);
    let nothing = library.erase(&name("Gait.Run"), clip, range(0, 2));
    assert_eq!(nothing.unwrap(), Change::Nothing);
    assert_eq!(
        library.erase(&name("C"), clip, range(0, 9)).unwrap(),
        Change::Nothing
    );
    assert_eq!(
        library.remove_event(&name("C"), clip, 1.0).unwrap(),
        Change::Nothing
    );
    assert_eq!(playground.snapshot(), before);

    let playground = Playground::new();
    playground.clip("a.bvh");
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    library.erase(&name("C"), clip, range(0, 9)).unwrap();
    assert!(!playground.path("a.bvh.tags").exists());
}

#[test]
fn labels_outside_the_clip_are_refused() {
    let playground = Playground::new();
    playground.clip("a.bvh");
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    let run = name("Gait.Run");
    assert_eq!(paint(&mut library, 9, 10).unwrap(), Change::Saved);
    let before = playground.snapshot();
    for range in [range(9, 11), range(10, 11), range(0, u32::MAX)] {
        let outside = |error| matches!(error, EditError::OutsideClip { frames: 10, .. });
        assert!(outside(library.paint(&run, clip, range).unwrap_err()));
        assert!(outside(library.erase(&run, clip, range).unwrap_err()));
    }
    for time in [
        -1.0,
        -0.001,
        10.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ] {
        let bad = |error| matches!(error, EditError::BadTime { frames: 10, .. });
        assert!(bad(library.add_event(&run, clip, time).unwrap_err()));
        assert!(bad(library.remove_event(&run, clip, time).unwrap_err()));
    }
    let unknown = library
        .paint(&run, ClipId::new(1), range(0, 1))
        .unwrap_err();
    assert!(matches!(unknown, EditError::UnknownClip));
    assert_eq!(playground.snapshot(), before);
}

#[test]
fn a_broken_sidecar_is_not_replaced() {
    let broken = |error: &EditError| matches!(error, EditError::BrokenSidecar { .. });
    check_refused(Some("garbage\n"), |_| {}, broken);
    check_refused(Some(""), |_| {}, broken);
    check_refused(Some("footwork-tags 2\ntag A 0 1\n"), |_| {}, broken);
    let unmerged = header("a.bvh")
        + "<<<<<<< ours\ntag Gait.Run 0 4\n=======\ntag Gait.Run 0 6\n>>>>>>> theirs\n";
    check_refused(Some(&unmerged), |_| {}, broken);
}

#[test]
fn a_sidecar_that_can_no_longer_be_read_is_not_replaced() {
    let changed = |error: &EditError| matches!(error, EditError::ChangedOutside { .. });
    let tagged = header("a.bvh") + "tag Gait.Run 0 1\n";
    let garbage = |p: &Playground| _ = p.file("a.bvh.tags", "footwork-tags 2\ntruth\n");
    check_refused(Some(&tagged), garbage, changed);
    check_refused(None, garbage, changed);
    check_refused(None, |p| _ = p.file("a.bvh.tags/x", ""), changed);
}

/// Opens `a.bvh` with this sidecar, runs `meanwhile`, and paints. The edit must be merged into the current file.
#[track_caller]
fn check_merged(sidecar: &str, meanwhile: impl FnOnce(&Playground), expected: &str) {
    let playground = Playground::new();
    playground.clip("a.bvh").file("a.bvh.tags", sidecar);
    let mut library = playground.open();
    meanwhile(&playground);
    paint(&mut library, 2, 4).unwrap();
    assert_eq!(playground.read("a.bvh.tags"), header("a.bvh") + expected);
    let clip = |library: &Library| library.clips().values().next().unwrap().clone();
    let reopened = playground.open();
    assert_eq!(clip(&library).sidecar, clip(&reopened).sidecar);
    assert!(!clip(&library).sidecar_is_broken);
    assert_eq!(ranges(&library), ranges(&reopened));
}

#[test]
fn an_edit_is_merged_into_the_current_sidecar() {
    let one = header("a.bvh") + "tag Gait.Run 0 1\n";
    let write = |text: &'static str| move |p: &Playground| _ = p.tags("a.bvh", text);
    let remove = |p: &Playground| fs::remove_file(p.path("a.bvh.tags")).unwrap();
    check_merged(&one, write(""), "tag Gait.Run 2 4\n");
    check_merged(&one, remove, "tag Gait.Run 2 4\n");
    let more = "tag B 0 1\nunknown\ntag Gait.Run 3 9\nevent E 1\n";
    let merged = "tag B 0 1\nunknown\ntag Gait.Run 2 9\nevent E 1\n";
    check_merged(&one, write(more), merged);
    check_merged(
        "broken",
        write("tag B 0 1\n"),
        "tag B 0 1\ntag Gait.Run 2 4\n",
    );
    check_merged(&one, write("tag Gait.Run 2 4\n"), "tag Gait.Run 2 4\n");
}

#[test]
fn edits_of_simultaneous_writers_are_all_kept() {
    const WRITERS: u32 = 16;
    let playground = Playground::new();
    playground.clip("a.bvh");
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            // All libraries are open before any of them writes.
            let mut library = playground.open();
            scope.spawn(move || {
                let clip = library.find_clip("a.bvh").unwrap();
                let tag = name(&format!("T{writer:02}"));
                let saved = library.paint(&tag, clip, range(0, 1)).unwrap();
                assert_eq!(saved, Change::Saved);
                library.save_query(tag.as_str(), "all").unwrap();
            });
        }
    });
    let library = playground.open();
    let tags: Vec<_> = library
        .database()
        .tags()
        .map(|(tag, _)| tag.to_string())
        .collect();
    let expected: Vec<_> = (0..WRITERS).map(|writer| format!("T{writer:02}")).collect();
    assert_eq!(tags, expected);
    assert!(library.settings().queries.keys().eq(&expected));
    assert_eq!(findings(&library), [""; 0]);
}

#[test]
fn edits_of_a_locked_or_read_only_library_are_refused() {
    let playground = Playground::new();
    playground.clip("a.bvh");
    let mut library = playground.open();
    // The lock is held without a name, as by another user's program.
    let lock = if cfg!(unix) {
        fs::File::open(playground.root())
    } else {
        fs::File::create(playground.path(LOCK_FILE))
    };
    let lock = lock.unwrap();
    lock.lock().unwrap();
    let error = paint(&mut library, 2, 4).unwrap_err();
    assert!(
        matches!(error, EditError::Lock(LockError::Locked(None))),
        "{error}"
    );
    lock.unlock().unwrap();
    paint(&mut library, 2, 4).unwrap();

    // Even a user who may write to every folder cannot create a folder in place of a file.
    let playground = Playground::new();
    playground.clip("a.bvh");
    playground.without_state();
    let mut library = playground.open();
    let before = playground.snapshot();
    let error = paint(&mut library, 2, 4).unwrap_err();
    assert!(matches!(error, EditError::Lock(LockError::NoState(_))));
    assert!(
        error
            .to_string()
            .contains("edits need a journal, and the state folder")
    );
    let error = library.save_query("a", "all").unwrap_err();
    assert!(matches!(error, EditError::Lock(LockError::NoState(_))));
    assert_eq!(playground.snapshot(), before);
}

#[test]
fn labels_past_the_end_can_be_removed() {
    let body = "tag A 5 12\ntag A 20 30\ntag B 9 20\nevent E 3\nevent E 15.5\n";
    let playground = Playground::new();
    playground.clip("a.bvh").tags("a.bvh", body);
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    let (a, b, e) = (name("A"), name("B"), name("E"));
    let mut check = |edit: &dyn Fn(&mut Desk) -> Result<Change, EditError>, expected: &str| {
        assert_eq!(edit(&mut library).unwrap(), Change::Saved);
        assert_eq!(playground.read("a.bvh.tags"), header("a.bvh") + expected);
    };
    let events = "event E 3\nevent E 15.5\n";
    check(
        &|l| l.erase(&a, clip, range(10, 30)),
        &format!("tag A 5 10\ntag B 9 20\n{events}"),
    );
    check(
        &|l| l.erase(&b, clip, range(9, 10)),
        &format!("tag A 5 10\n{events}"),
    );
    check(
        &|l| l.remove_event(&e, clip, 15.5),
        "tag A 5 10\nevent E 3\n",
    );
    let error = library.erase(&b, clip, range(9, 11)).unwrap_err();
    assert!(matches!(error, EditError::OutsideClip { frames: 10, .. }));
}

#[test]
fn an_edit_of_a_tag_keeps_results_about_other_tags_valid() {
    let playground = Playground::new();
    let body = "tag A 0 5\ntag Gait.Run 8 9\nevent E 1\n";
    playground.clip("a.bvh").tags("a.bvh", body);
    let mut library = playground.open();
    let mut cache = QueryCache::new(1 << 20);
    let query = Query::parse("A | event(E)").unwrap();
    let query = query.bind(library.database()).unwrap();
    let before = cache.answer(library.database(), &query).unwrap();
    paint(&mut library, 2, 4).unwrap();
    let after = cache.answer(library.database(), &query).unwrap();
    assert!(std::sync::Arc::ptr_eq(&before, &after));
}

#[test]
fn a_read_only_sidecar_is_not_replaced() {
    let tagged = header("a.bvh") + "tag Gait.Run 0 1\n";
    let lock = |p: &Playground| {
        let path = p.path("a.bvh.tags");
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
    };
    check_refused(Some(&tagged), lock, |error| {
        matches!(error, EditError::Store(StoreError::NotSaved { .. }))
    });
}

#[cfg(unix)]
#[test]
fn a_linked_sidecar_stays_a_link_and_keeps_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .file("walks/truth.bvh.tags", header("a.bvh"));
    let truth = playground.path("walks/truth.bvh.tags");
    fs::set_permissions(&truth, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&truth, playground.path("a.bvh.tags")).unwrap();
    paint(&mut playground.open(), 2, 4).unwrap();
    assert!(playground.path("a.bvh.tags").is_symlink());
    assert_eq!(
        playground.read("walks/truth.bvh.tags"),
        header("a.bvh") + "tag Gait.Run 2 4\n"
    );
    let mode = fs::metadata(truth).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn a_sidecar_is_not_written_through_a_link_that_leads_out_of_the_library() {
    use std::os::unix::fs::symlink;

    let (playground, elsewhere) = (Playground::new(), Playground::new());
    playground.clip("a.bvh");
    elsewhere.file("truth", header("a.bvh"));
    symlink(elsewhere.path("truth"), playground.path("a.bvh.tags")).unwrap();
    let before = elsewhere.snapshot();
    let error = paint(&mut playground.open(), 2, 4).unwrap_err();
    assert!(error.to_string().contains("out of the library"), "{error}");
    assert_eq!(elsewhere.snapshot(), before);
}
