//! The index of clip files: with any index, intact, damaged or missing, the opened library is the
//! same.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use footwork_library::Library;
use footwork_store::UserFolder;

use crate::playground::Playground;

/// Returns a clip with long numbers, so that the library is large enough to have an index.
fn bvh(frames: u32, joint: &str) -> String {
    let row = |frame| format!("{0:.40} 1.0 {0:.40}\n", f64::from(frame) * 0.0123);
    format!(
        "HIERARCHY\nROOT {joint}\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n}}\n\
         MOTION\nFrames: {frames}\nFrame Time: 0.01\n{}",
        (0..frames).map(row).collect::<String>()
    )
}

/// Returns a library created an hour ago.
fn large() -> Playground {
    let playground = Playground::new();
    for number in 0..4 {
        playground.file(&format!("c{number}.bvh"), bvh(12_000 + number, "Hips"));
    }
    // A repaired file, one that is not a clip, and an unreadable one.
    let odd = bvh(12_000, "LeftHip").replace("Frames: 12000", "Frames: 11000");
    playground.file("odd.bvh", odd).file("note.txt", "no clip");
    playground.file("broken.bvh", "HIERARCHY\nROOT");
    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    for entry in fs::read_dir(playground.root()).unwrap() {
        let file = File::options().write(true).open(entry.unwrap().path());
        file.unwrap().set_modified(hour_ago).unwrap();
    }
    // The change time of a file cannot be set back, and must become old enough too.
    std::thread::sleep(Duration::from_millis(2200));
    playground
}

/// Returns everything that opening a library learns from its files.
fn all(library: &Library) -> String {
    let clips = library.clips().values();
    let clips: Vec<String> = clips.map(|entry| format!("{entry:?}")).collect();
    format!("{clips:#?} {:#?}", library.findings())
}

#[test]
fn an_opened_library_is_the_same_with_and_without_an_index() {
    let playground = large();
    let index = playground.own(UserFolder::Cache, "index");
    let first = all(&playground.open());
    let written = fs::read(&index).unwrap();
    assert!(
        first.contains("frame-count") && first.contains("12003"),
        "{first}"
    );
    assert_eq!(all(&playground.open()), first);
    assert_eq!(fs::read(&index).unwrap(), written, "nothing new is learned");
    // The index is damaged in every part, truncated, empty, or replaced by other data.
    for at in (0..written.len()).step_by(97) {
        let mut damaged = written.clone();
        damaged[at] ^= 0x10;
        fs::write(&index, &damaged[..]).unwrap();
        assert_eq!(all(&playground.open()), first, "{at}");
        assert_eq!(fs::read(&index).unwrap(), written, "it is rebuilt");
    }
    for other in [&written[..written.len() / 2], b"", b"footwork-index 9\n"] {
        fs::write(&index, other).unwrap();
        assert_eq!(all(&playground.open()), first);
    }
    fs::remove_dir_all(index.parent().unwrap()).unwrap();
    assert_eq!(all(&playground.open()), first);
}

#[test]
fn changes_since_the_index_was_written_are_noticed() {
    let playground = large();
    playground.open();
    let frames = |clip: &str| {
        let library = playground.open();
        library.clips()[library.find_clip(clip).unwrap()].frames
    };
    // The same size with a new modification time.
    playground.file("c0.bvh", bvh(12_000, "Tail"));
    let library = playground.open();
    let clip = library.find_clip("c0").unwrap();
    assert_eq!(library.clips()[clip].skeleton.joints, ["Tail"]);
    playground.file("c0.bvh", bvh(12_000, "Hips"));
    let library = playground.open();
    assert_eq!(library.clips()[clip].skeleton.joints, ["Hips"]);
    playground.file("c1.bvh", bvh(500, "Hips"));
    assert_eq!(frames("c1"), 500);
    fs::remove_file(playground.path("c2.bvh")).unwrap();
    assert_eq!(playground.open().clips().len(), 4);
    // Settings that change how files are read.
    playground.file(
        "footwork.toml",
        "length_unit = \"cm\"\nexclude = [\"c3*\"]\n",
    );
    let library = playground.open();
    assert_eq!(library.clips().len(), 3);
    assert!(library.assumptions().is_empty());
}

#[test]
fn small_libraries_have_no_index_and_an_index_is_not_a_clip() {
    let playground = Playground::new();
    playground.clip("a.bvh");
    playground.open();
    assert!(!playground.own(UserFolder::Cache, "index").exists());
    let large = large();
    assert_eq!(large.open().clips().len(), large.open().clips().len());
    assert!(large.open().rescan().unwrap().clips.is_empty());
}
