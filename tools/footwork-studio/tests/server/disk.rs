//! Tests of failing disks: the server keeps unsaved edits, and the next attempt saves them.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Studio, paint};

#[test]
fn an_unsaved_edit_is_kept_and_saved_by_the_next_attempt() {
    let studio = Studio::start();
    let before = studio.text("run.bvh.tags");
    let blocked = studio.without_journal();
    for (start, unsaved) in [(30, 1), (50, 2)] {
        let body = paint("run.bvh", "Gait.Run", start, start + 5);
        let problem = studio
            .post("/api/edit", &body)
            .refused(503, "no-state-folder");
        assert_eq!(problem["kept"], true);
        let info = studio.get("/api/library").done();
        assert_eq!(info["unsaved"].as_array().unwrap().len(), unsaved);
    }
    assert_eq!(studio.text("run.bvh.tags"), before);
    let problem = studio
        .post("/api/retry", &Value::Null)
        .refused(503, "no-state-folder");
    assert_eq!(problem["kept"], true);
    fs::remove_file(blocked).unwrap();
    let retried = studio.post("/api/retry", &Value::Null).done();
    assert_eq!(
        (&retried["unsaved"], &retried["problems"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(retried["rows"][0]["name"], "run.bvh");
    let after = studio.text("run.bvh.tags");
    assert!(
        after.contains("tag Gait.Run 10 35\n") && after.contains("tag Gait.Run 50 55\n"),
        "{after}"
    );
}

#[test]
fn an_unsaved_edit_can_be_discarded() {
    let studio = Studio::start();
    let blocked = studio.without_journal();
    let body = paint("run.bvh", "Gait.Run", 30, 35);
    studio
        .post("/api/edit", &body)
        .refused(503, "no-state-folder");
    let given_up = studio.post("/api/discard", &Value::Null).done();
    assert_eq!(given_up["unsaved"], json!([]));
    fs::remove_file(blocked).unwrap();
    let retried = studio.post("/api/retry", &Value::Null).done();
    assert_eq!(retried["rows"], json!([]));
}

/// An edit would create the folder again, without its clips.
#[test]
fn a_folder_that_is_gone_is_not_edited() {
    let studio = Studio::start();
    let elsewhere = tempfile::tempdir().unwrap();
    let moved = elsewhere.path().join("moved");
    fs::rename(studio.root(), &moved).unwrap();
    let body = paint("run.bvh", "Gait.Run", 30, 35);
    studio.post("/api/edit", &body).refused(503, "lost");
    assert!(!studio.root().exists());
    fs::rename(&moved, studio.root()).unwrap();
}
