//! Something that is not a file is in the way of one: the error names it. Temporary files beside the targets
//! of links are swept.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::{Duration, SystemTime};

use footwork_base::{FrameRange, Name};
use footwork_library::{Change, EditError};

use crate::playground::Playground;

/// Opens the library and paints a tag on its clip.
fn edit(playground: &Playground) -> Result<Change, EditError> {
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    let tag: Name = "Gait".parse().unwrap();
    library.paint(&tag, clip, FrameRange::new(0, 2).unwrap())
}

#[track_caller]
fn check(file: &str, make: impl Fn(&std::path::Path), what: &str) {
    let playground = Playground::new();
    playground.clip("a.bvh");
    let path = playground.path(file);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).unwrap();
    }
    make(&path);
    let error = edit(&playground).unwrap_err().to_string();
    let expected = format!("{file} is {what} should be; move it away");
    assert!(error.contains(&expected), "{error}");
    assert!(!error.contains("an earlier edit waits"), "{error}");
    assert!(!playground.path("a.bvh.tags").exists());
}

fn pipe(path: &std::path::Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn what_is_no_file_is_named_and_nothing_hangs() {
    let folder = |path: &std::path::Path| fs::create_dir(path).unwrap();
    let file = |path: &std::path::Path| fs::write(path, "").unwrap();
    check(".footwork", file, "a file, where a folder");
    for own in ["lock", "journal", "history"] {
        let own = format!(".footwork/{own}");
        check(&own, folder, "a folder, where a file");
        check(&own, pipe, "a pipe or a device, where a file");
    }
}

/// Programs that hold another lock may write there, so only old files are removed.
#[test]
fn temporary_files_beside_the_target_of_a_link_are_swept() {
    let (playground, outside) = (Playground::new(), tempfile::tempdir().unwrap());
    playground.clip("a.bvh");
    let target = outside.path().join("a.tags");
    fs::write(&target, "footwork-tags 1\n").unwrap();
    symlink(&target, playground.path("a.bvh.tags")).unwrap();
    let [old, new, other] = [".footwork-7-0.tmp", ".footwork-8-0.tmp", ".other.tmp"];
    for name in [old, new, other] {
        let file = File::create(outside.path().join(name)).unwrap();
        let age = Duration::from_secs(if name == new { 0 } else { 3600 });
        file.set_modified(SystemTime::now() - age).unwrap();
    }
    playground.open();
    let is_there = [old, new, other].map(|name| outside.path().join(name).exists());
    assert_eq!(is_there, [false, true, true]);
}
