//! Contracts about the owner of the travel, on clips written to files and read back.

use std::path::Path;

use footwork_clip::{Clip, GltfTake, Limits, RootEdit, RootOptions, read_clip, write_gltf};
use footwork_library::Library;
use footwork_pipeline::check;

use crate::folder::Folder;

fn walk() -> Clip {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/deepmimic/walk.txt");
    let bytes = std::fs::read(path).unwrap();
    let read = read_clip("walk.txt", &bytes, None, &Limits::default());
    read.unwrap().clip
}

fn edited(clip: &Clip, edit: RootEdit) -> Clip {
    let options = RootOptions {
        edit,
        travel: true,
        turn: true,
        height: false,
        cutoff_hz: RootOptions::CUTOFF_HZ,
    };
    clip.with_root_motion(options).unwrap()
}

/// Returns a folder with a clip and a contract about the owner of its travel.
fn folder(clip: &Clip, owner: &str) -> Folder {
    let folder = Folder::new(&format!(
        "[[expect]]\nwhere = \"all\"\nroot = \"{owner}\"\n"
    ));
    let take = GltfTake {
        name: "walk",
        clip,
        labels: None,
    };
    folder.file("walk.glb", write_gltf(&[take]).unwrap());
    folder
}

/// Returns the codes of the findings about contracts.
fn codes(library: &Library) -> Vec<&'static str> {
    let findings = check(library).into_iter().map(|finding| finding.code);
    findings.filter(|code| code.starts_with("expect")).collect()
}

#[track_caller]
fn check_owner(clip: &Clip, owner: &str) {
    for expected in ["baked", "extracted", "in-place"] {
        let folder = folder(clip, expected);
        let found = codes(&folder.open());
        let kept = if expected == owner {
            vec![]
        } else {
            vec!["expect-failed"]
        };
        assert_eq!(found, kept, "{expected}");
    }
}

#[test]
fn the_owner_of_the_travel_is_found_in_clips_read_from_files() {
    check_owner(&walk(), "baked");
    let extracted = edited(&walk(), RootEdit::Extract);
    check_owner(&extracted, "extracted");
    check_owner(&edited(&extracted, RootEdit::Bake), "baked");
}

/// In a clip without travel, the hips own no travel, and there is no root joint.
#[test]
fn a_clip_without_travel_is_in_place() {
    let still = edited(&walk(), RootEdit::InPlace);
    for (owner, kept) in [
        ("in-place", vec![]),
        ("baked", vec![]),
        ("extracted", vec!["expect-failed"]),
    ] {
        let folder = folder(&still, owner);
        let found = codes(&folder.open());
        assert_eq!(found, kept, "{owner}");
    }
}

#[test]
fn an_unreadable_clip_has_no_owner() {
    for owner in ["baked", "extracted", "in-place"] {
        let folder = folder(&walk(), owner);
        let library = folder.open();
        folder.file("walk.glb", "gone");
        assert_eq!(codes(&library), ["expect-not-evaluated"], "{owner}");
    }
}
