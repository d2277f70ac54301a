//! Tests of links in a library. The owner of the folder adds files through them; no request contains a path.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;

use crate::client::{Studio, bvh, paint};

/// If a sidecar is a link to another place in the library, an edit changes the target and keeps the link.
#[test]
fn a_sidecar_that_is_a_link_is_edited_where_it_leads() {
    let studio = Studio::start();
    let kept = studio.path("walks/kept.bvh.tags");
    fs::write(studio.path("walks/kept.bvh"), bvh(40)).unwrap();
    let sidecar = studio.path("run.bvh.tags");
    fs::rename(&sidecar, &kept).unwrap();
    symlink("walks/kept.bvh.tags", &sidecar).unwrap();
    studio
        .post("/api/edit", &paint("run.bvh", "Gait.Run", 28, 35))
        .done();
    assert!(fs::symlink_metadata(&sidecar).unwrap().is_symlink());
    let text = fs::read_to_string(&kept).unwrap();
    assert!(text.contains("tag Gait.Run 10 35\n"), "{text}");
}

/// An edit writes no sidecar through a link that leads out of the library.
#[test]
fn a_sidecar_that_is_a_link_out_of_the_library_is_not_written() {
    let studio = Studio::start();
    let elsewhere = tempfile::tempdir().unwrap();
    let kept = elsewhere.path().join("kept.tags");
    let sidecar = studio.path("run.bvh.tags");
    fs::rename(&sidecar, &kept).unwrap();
    symlink(&kept, &sidecar).unwrap();
    let before = fs::read(&kept).unwrap();
    let edited = studio.post("/api/edit", &paint("run.bvh", "Gait.Run", 28, 35));
    edited.refused(503, "not-saved");
    assert!(fs::symlink_metadata(&sidecar).unwrap().is_symlink());
    assert_eq!(fs::read(&kept).unwrap(), before);
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 1);
}

/// If a folder is replaced by a link, clips are read through the link, but no file is written there.
#[test]
fn no_file_is_written_in_a_folder_that_became_a_link() {
    let studio = Studio::start();
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("walk one.bvh"), bvh(10)).unwrap();
    fs::write(elsewhere.path().join("private"), "secret").unwrap();
    fs::remove_dir_all(studio.path("walks")).unwrap();
    symlink(elsewhere.path(), studio.path("walks")).unwrap();
    let edited = studio.post("/api/edit", &paint("walks/walk one.bvh", "A", 20, 30));
    // The server may or may not have noticed the change by then.
    assert!(
        [409, 422, 503].contains(&edited.status),
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
            _ => false,
        };
        assert!(expected, "{}", path.display());
    }
}
