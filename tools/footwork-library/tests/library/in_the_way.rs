//! If a folder, a pipe or a device is in place of a file, the error names it.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::{Duration, SystemTime};

use footwork_base::{FrameRange, Name};
use footwork_library::{Change, EditError};
use footwork_store::UserFolder;

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
    let state = UserFolder::State.of_library(playground.root()).unwrap();
    state.make().unwrap();
    make(&state.path().join(file));
    let error = edit(&playground).unwrap_err().to_string();
    assert!(error.contains(file) && error.contains(what), "{error}");
    assert!(!error.contains("an interrupted edit"), "{error}");
    assert!(!playground.path("a.bvh.tags").exists());
}

fn pipe(path: &std::path::Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn errors_name_a_folder_or_pipe_in_place_of_a_file_and_no_read_hangs() {
    let folder = |path: &std::path::Path| fs::create_dir(path).unwrap();
    for own in ["lock", "queue"] {
        check(own, folder, "a folder");
    }
    for own in ["journal", "history"] {
        check(
            own,
            folder,
            "a folder, where a file should be; move it away",
        );
        check(
            own,
            pipe,
            "a pipe or a device, where a file should be; move it away",
        );
    }
}

#[test]
fn temporary_files_behind_links_are_not_swept() {
    let (playground, outside) = (Playground::new(), tempfile::tempdir().unwrap());
    playground.clip("a.bvh");
    symlink(outside.path(), playground.path("walks")).unwrap();
    let [ours, theirs] = [playground.path(""), outside.path().to_owned()]
        .map(|folder| folder.join(".footwork-7-0.tmp"));
    for file in [&ours, &theirs] {
        let file = File::create(file).unwrap();
        let age = Duration::from_secs(3600);
        file.set_modified(SystemTime::now() - age).unwrap();
    }
    playground.open();
    assert_eq!([ours.exists(), theirs.exists()], [false, true]);
}

/// A pipe or device with the name of a clip is reported as a finding, and not silently left out.
#[test]
fn a_device_or_a_pipe_with_the_name_of_a_clip_is_a_finding() {
    let playground = Playground::new();
    playground.clip("a.bvh");
    symlink("/dev/zero", playground.path("zero.glb")).unwrap();
    pipe(&playground.path("pipe.bvh"));
    pipe(&playground.path("pipe.xyz"));
    fs::create_dir(playground.path("folder.bvh")).unwrap();
    let library = playground.open();
    assert_eq!(library.clips().len(), 1);
    let said = library.findings().iter().map(ToString::to_string);
    let why = "error[unreadable]: cannot be read: it is a pipe or a device, not a file";
    assert_eq!(
        said.collect::<Vec<_>>(),
        [format!("pipe.bvh: {why}"), format!("zero.glb: {why}")]
    );
}

/// A folder with the name of a clip is not reported, unless the clip has a sidecar: then the clip is missing.
#[test]
fn a_folder_in_place_of_a_tagged_clip_is_a_finding() {
    let playground = Playground::new();
    playground.clip("a.bvh");
    fs::create_dir(playground.path("walk.bvh")).unwrap();
    playground.clip("walk.bvh/b.bvh");
    playground.file("walk.bvh.tags", "clip walk.bvh\n");
    let library = playground.open();
    assert_eq!(library.clips().len(), 2);
    let said = library.findings().iter().map(ToString::to_string);
    let said: Vec<_> = said.filter(|said| said.contains("[unreadable]")).collect();
    let why = "cannot be read: it is a folder, not a file, and has a sidecar";
    assert_eq!(said, [format!("walk.bvh: error[unreadable]: {why}")]);
}

/// If a folder becomes a library while the outer library is open, edits of its clips are refused. The error names all
/// such clips of the edit.
#[test]
fn clips_of_a_library_inside_are_edited_there() {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .clip("inner/b.bvh")
        .clip("inner/c/d.bvh");
    let mut library = playground.open();
    playground.file("inner/footwork.toml", "");
    let mut all = || {
        let tag: Name = "Gait".parse().unwrap();
        let frames = library.database().query("all").unwrap();
        library.paint_all(&tag, &frames)
    };
    let error = all().unwrap_err();
    assert_eq!(error.code(), "nested-library");
    let expected = "inner/b.bvh, inner/c/d.bvh belong to the library in inner, which has a footwork.toml of its own: \
                    edit them there";
    assert_eq!(error.to_string(), expected);
    assert!(!playground.path("a.bvh.tags").exists());
    // After reopening, the clips of the inner library are not in the outer one.
    let mut library = playground.open();
    let tag: Name = "Gait".parse().unwrap();
    let frames = library.database().query("all").unwrap();
    assert_eq!(library.paint_all(&tag, &frames).unwrap(), Change::Saved);
    assert!(playground.path("a.bvh.tags").exists());
    assert!(!playground.path("inner/b.bvh.tags").exists());
}
