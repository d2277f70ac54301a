//! Tagged files that no longer contain motion are reported.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use footwork_library::Library;
use footwork_store::UserFolder;

use crate::playground::{Playground, clip_names, deepmimic, header};

const NO_CLIP: &str = "kick.txt: error[no-clip]: it lies next to kick.txt.tags, so it should be a \
                       clip, but it has no motion; restore the motion, or delete the sidecar";

/// Returns the findings of opening.
fn findings(library: &Library) -> Vec<String> {
    library.findings().iter().map(ToString::to_string).collect()
}

/// Returns the findings of `check`, as lines.
fn checked(library: &Library) -> Vec<String> {
    let found = footwork_pipeline::check(library);
    let line =
        |f: &footwork_pipeline::CheckFinding| format!("{} {} {}", f.severity, f.clip, f.code);
    found.iter().map(line).collect()
}

#[test]
fn a_tagged_text_that_is_no_longer_a_clip_is_an_error() {
    for content in [&b""[..], b"\0\xff\x01"] {
        let playground = Playground::new();
        playground.file("kick.txt.tags", header("kick.txt"));
        playground.file("kick.txt", content);
        let library = playground.open();
        assert_eq!(findings(&library), [NO_CLIP]);
        assert_eq!(
            library
                .missing()
                .iter()
                .map(|m| &m.file)
                .collect::<Vec<_>>(),
            ["kick.txt"]
        );
        assert_eq!(checked(&library), ["error kick.txt no-clip"]);
        let unknown = library.find_clip("kick.txt").unwrap_err();
        assert_eq!(unknown.hint.unwrap(), format!("it is left out: {NO_CLIP}"));
    }
}

#[test]
fn a_truncated_clip_is_an_error() {
    let playground = Playground::new();
    playground.file("kick.txt.tags", header("kick.txt"));
    playground.file("kick.txt", "{");
    let said = "kick.txt:1:1: error[json]: EOF while parsing an object";
    assert_eq!(findings(&playground.open()), [said]);
}

#[test]
fn a_text_without_a_sidecar_is_neither_a_clip_nor_an_error() {
    let playground = Playground::new();
    playground.file("kick.txt", "Read me.");
    assert!(findings(&playground.open()).is_empty());
}

#[test]
fn a_tagged_scene_in_which_nothing_moves_is_an_error() {
    for sidecar in ["moves.gltf.tags", "moves.gltf#Walk.tags"] {
        let playground = Playground::new();
        playground.file("moves.gltf", r#"{"asset": {"version": "2.0"}}"#);
        playground.file(sidecar, header("moves.gltf"));
        let library = playground.open();
        let found = findings(&library);
        let start = format!("moves.gltf: error[no-animation]: it lies next to {sidecar}, so");
        assert!(
            found.len() == 1 && found[0].starts_with(&start),
            "{found:?}"
        );
        assert_eq!(checked(&library), ["error moves.gltf no-animation"]);
        // A file that the settings exclude is not reported.
        playground.file("footwork.toml", "exclude = [\"moves.gltf*\"]");
        assert!(findings(&playground.open()).is_empty());
    }
}

#[test]
fn a_created_or_deleted_sidecar_is_noticed() {
    let playground = Playground::new();
    playground.file("kick.txt", "").clip("a.bvh");
    let mut library = playground.open();
    assert!(!library.rescan().unwrap().reopened);
    playground.file("kick.txt.tags", header("kick.txt"));
    let rescan = library.rescan().unwrap();
    assert!(rescan.reopened);
    assert_eq!(findings(&library), [NO_CLIP]);
    assert!(!library.rescan().unwrap().reopened);
    fs::remove_file(playground.path("kick.txt.tags")).unwrap();
    assert!(library.rescan().unwrap().reopened);
    assert!(findings(&library).is_empty());
    // A file that becomes a clip also reopens the library.
    playground.file("kick.txt.tags", "footwork-tags 1\ntag A 0 1\n");
    library.rescan().unwrap();
    playground.file("kick.txt", deepmimic(3));
    assert!(library.rescan().unwrap().reopened);
    assert_eq!(clip_names(&library), ["a.bvh", "kick.txt"]);
    assert!(library.missing().is_empty());
}

#[test]
fn a_new_sidecar_of_a_file_indexed_as_not_a_clip_is_noticed() {
    let playground = Playground::new();
    playground.file("kick.txt", vec![b' '; 5 << 20]);
    playground.clip("a.bvh");
    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    let file = File::options()
        .write(true)
        .open(playground.path("kick.txt"));
    file.unwrap().set_modified(hour_ago).unwrap();
    std::thread::sleep(Duration::from_millis(2200));
    assert!(findings(&playground.open()).is_empty());
    let cache = UserFolder::Cache.of_library(playground.root()).unwrap();
    assert!(cache.path().join("index").exists());
    playground.file("kick.txt.tags", header("kick.txt"));
    for _ in 0..2 {
        assert_eq!(findings(&playground.open()), [NO_CLIP]);
    }
    fs::remove_file(playground.path("kick.txt.tags")).unwrap();
    assert!(findings(&playground.open()).is_empty());
}
