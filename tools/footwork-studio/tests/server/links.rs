//! Links in a library: whoever owns the folder says with them what belongs to it. No request names a path.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;

use crate::client::{Studio, bvh, paint};

/// Tags that are kept elsewhere are edited there, and the link stays.
#[test]
fn a_sidecar_that_is_a_link_is_edited_where_it_leads() {
    let studio = Studio::start();
    let elsewhere = tempfile::tempdir().unwrap();
    let kept = elsewhere.path().join("kept.tags");
    let sidecar = studio.path("run.bvh.tags");
    fs::rename(&sidecar, &kept).unwrap();
    symlink(&kept, &sidecar).unwrap();
    studio
        .post("/api/edit", &paint("run.bvh", "Gait.Run", 28, 35))
        .done();
    assert!(fs::symlink_metadata(&sidecar).unwrap().is_symlink());
    assert!(
        fs::read_to_string(&kept)
            .unwrap()
            .contains("tag Gait.Run 10 35\n")
    );
    let files: Vec<_> = fs::read_dir(elsewhere.path()).unwrap().collect();
    assert_eq!(files.len(), 1);
}

/// A link in the place of a folder is followed as well; what is written there is one sidecar, which says
/// of which clip the frames are.
#[test]
fn a_folder_that_leads_elsewhere_by_now_has_its_sidecars_there() {
    let studio = Studio::start();
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("walk one.bvh"), bvh(10)).unwrap();
    fs::write(elsewhere.path().join("private"), "secret").unwrap();
    fs::remove_dir_all(studio.path("walks")).unwrap();
    symlink(elsewhere.path(), studio.path("walks")).unwrap();
    let edited = studio.post("/api/edit", &paint("walks/walk one.bvh", "A", 20, 30));
    // The change may have been noticed by then, or not.
    assert!(
        [200, 409, 422].contains(&edited.status),
        "{}",
        edited.status
    );
    for clip in ["walks/private", "walks/../run.bvh", "/etc/passwd"] {
        let body = paint(clip, "A", 0, 1);
        studio.post("/api/edit", &body).refused(404, "unknown-clip");
        let body = json!({ "clip": clip, "event": "Foot.Left" });
        studio
            .post("/api/encode", &body)
            .refused(404, "unknown-clip");
    }
    for entry in fs::read_dir(elsewhere.path()).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let expected = match path.file_name().unwrap().to_str().unwrap() {
            "private" => text == "secret",
            "walk one.bvh" => text == bvh(10),
            "walk one.bvh.tags" => text.contains("frames 40\n"),
            _ => false,
        };
        assert!(expected, "{}", path.display());
    }
}
