//! Changes by other programs to an open library are accepted, and later edits build on them.

use std::fs;
use std::time::Duration;

use footwork_base::{FrameRange, Name};
use footwork_library::{Library, Rescan, Watch};

use crate::desk::Desk;
use crate::playground::{Playground, clip_names, header};

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn range(start: u32, stop: u32) -> FrameRange {
    FrameRange::new(start, stop).unwrap()
}

fn frame_count(library: &Library) -> u64 {
    library.database().query("A").unwrap().frame_count()
}

fn two_clips() -> (Playground, Desk) {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .tags("a.bvh", "tag A 0 5\n")
        .clip("b.bvh");
    let library = playground.open();
    (playground, library)
}

#[test]
fn a_rescan_without_changes_reports_none() {
    let (_playground, mut library) = two_clips();
    assert_eq!(library.rescan().unwrap(), Rescan::default());
    let clip = library.find_clip("a").unwrap();
    library.paint(&name("A"), clip, range(7, 8)).unwrap();
    // The library's own writes are not reported.
    assert_eq!(library.rescan().unwrap(), Rescan::default());
}

#[test]
fn sidecars_written_by_other_programs_are_accepted() {
    let (playground, mut library) = two_clips();
    let cached = library.database().query("A").unwrap();
    assert_eq!(cached.frame_count(), 5);
    // The new content has the same size, and its time may be within the same tick of the clock.
    playground
        .tags("a.bvh", "tag A 2 5\n")
        .tags("b.bvh", "tag A 1 2\n");
    let rescan = library.rescan().unwrap();
    assert_eq!(rescan.clips, ["a.bvh", "b.bvh"]);
    assert!(!rescan.reopened && rescan.findings.is_empty());
    assert_eq!(frame_count(&library), 4);
    playground.tags("a.bvh", "tag A 5 2\n");
    let rescan = library.rescan().unwrap();
    assert_eq!(rescan.findings[0].code, "span-reversed");
    assert_eq!(rescan.findings, library.findings());
    playground.file("a.bvh.tags", "<<<<<<< ours\n");
    assert_eq!(library.rescan().unwrap().clips, ["a.bvh"]);
    assert_eq!(frame_count(&library), 1);
    assert!(
        library
            .paint(&name("A"), library.find_clip("a").unwrap(), range(0, 1))
            .is_err()
    );
    playground.tags("a.bvh", "tag A 0 5\n");
    library.rescan().unwrap();
    assert!(library.findings().is_empty());
    assert_eq!(frame_count(&library), 6);
}

#[test]
fn added_removed_and_changed_clips_reopen_the_library() {
    let (playground, mut library) = two_clips();
    playground.clip("c.bvh");
    let rescan = library.rescan().unwrap();
    assert!(rescan.reopened);
    assert_eq!(rescan.clips, ["c.bvh"]);
    assert_eq!(clip_names(&library), ["a.bvh", "b.bvh", "c.bvh"]);
    fs::remove_file(library.root().join("b.bvh")).unwrap();
    assert!(library.rescan().unwrap().reopened);
    assert_eq!(clip_names(&library), ["a.bvh", "c.bvh"]);
    let text = playground
        .read("a.bvh")
        .replace("Frame Time: 0.01", "Frame Time: 0.02");
    playground.file("a.bvh", text);
    let rescan = library.rescan().unwrap();
    assert!(rescan.reopened);
    assert_eq!(rescan.findings[0].code, "stale-rate");
    playground.file("footwork.toml", "name = \"new\"\n");
    assert!(library.rescan().unwrap().reopened);
    assert_eq!(library.settings().name.as_deref(), Some("new"));
    playground.file("footwork.toml", "name = ");
    library.rescan().unwrap_err();
    assert_eq!(library.settings().name.as_deref(), Some("new"));
    fs::remove_file(library.root().join("a.bvh.tags")).unwrap();
    playground.file("footwork.toml", "name = \"new\"\n");
    assert_eq!(library.rescan().unwrap().clips, ["a.bvh"]);
    assert_eq!(library.database().tags().count(), 0);
}

#[test]
fn deleted_settings_are_noticed() {
    let (playground, mut library) = two_clips();
    let is_said = |library: &mut Library| {
        let rescan = library.rescan().unwrap();
        let mut findings = rescan.findings.iter();
        findings.any(|finding| finding.code == "settings-gone")
    };
    playground.file("footwork.toml", "name = \"new\"\n");
    assert!(!is_said(&mut library));
    fs::remove_file(library.root().join("footwork.toml")).unwrap();
    assert!(is_said(&mut library));
    assert_eq!(library.settings().name, None);
    assert!(!is_said(&mut library));
}

#[test]
fn a_watch_notices_changes_of_others_but_not_temporary_files() {
    let (playground, mut library) = two_clips();
    let watch = Watch::new(library.root()).unwrap();
    for own in [".footwork/journal", ".footwork-edit", ".footwork.lock"] {
        playground.file(own, "");
    }
    assert!(!watch.wait(Duration::from_millis(300)));
    playground.file("a.bvh.tags", header("a.bvh") + "tag A 1 2\n");
    assert!(watch.wait(Duration::from_secs(20)));
    assert_eq!(library.rescan().unwrap().clips, ["a.bvh"]);
}

/// A program may set a file's time back, as `touch -r` and some tools do.
#[cfg(unix)]
#[test]
fn an_edit_of_the_same_size_and_time_is_noticed() {
    let (playground, _) = two_clips();
    let path = playground.root().join("a.bvh.tags");
    let clip = playground.root().join("b.bvh");
    let hour_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
    let set_back = |path: &std::path::Path| {
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(hour_ago).unwrap();
    };
    set_back(&path);
    set_back(&clip);
    let mut library = playground.open();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("tag A 0 5", "tag A 1 5")).unwrap();
    set_back(&path);
    assert_eq!(library.rescan().unwrap().clips, ["a.bvh"]);
    assert_eq!(frame_count(&library), 4);
    let text = fs::read_to_string(&clip).unwrap();
    let changed = text.replacen("OFFSET 0", "OFFSET 1", 1);
    assert!(changed != text && changed.len() == text.len());
    fs::write(&clip, changed).unwrap();
    set_back(&clip);
    assert!(library.rescan().unwrap().reopened);
}

#[test]
fn a_watch_notices_that_its_folder_is_gone() {
    let (playground, _) = two_clips();
    let root = playground.root().to_owned();
    let watch = Watch::new(&root).unwrap();
    assert!(!watch.is_gone());
    fs::remove_dir_all(&root).unwrap();
    fs::create_dir(&root).unwrap();
    watch.wait(Duration::from_secs(10));
    assert!(watch.is_gone());
}
