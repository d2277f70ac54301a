//! Tests of edits that are resent because the response was lost, and of edits that wait to be saved.

use std::fs::{self, File};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Studio, paint};
use crate::socket::Page;

#[test]
fn an_edit_that_is_sent_again_is_made_once() {
    let studio = Studio::start();
    let first = paint("run.bvh", "Gait.Run", 28, 35);
    let made = studio.post("/api/edit", &first).done();
    // Undo it and make another edit, as another page might.
    studio.post("/api/undo", &Value::Null).done();
    let second = paint("run.bvh", "Gait.Walk", 20, 24);
    studio.post("/api/edit", &second).done();
    let before = studio.disk();
    let again = studio.post("/api/edit", &first).done();
    assert!(studio.disk() == before);
    assert_eq!(
        (&made["changed"], &again["changed"]),
        (&json!(true), &json!(true))
    );
    // The response describes the current state, after the undo and the other edit.
    assert_eq!(again["revision"], 4);
    assert_eq!(again["labels"][0]["revision"], 4);
    assert_eq!(again["labels"][0]["spans"][1]["stop"], 30);
    for wrong in [json!(""), json!("a".repeat(101))] {
        let mut body = first.clone();
        body["id"] = wrong;
        studio.post("/api/edit", &body).refused(400, "bad-id");
    }
}

/// While another program holds the lock, the server answers all other requests and keeps the edit.
#[test]
fn an_edit_that_waits_for_another_program_is_kept_and_saved_later() {
    let studio = Studio::start();
    studio
        .post("/api/edit", &paint("run.bvh", "A", 0, 1))
        .done();
    let lock = File::options()
        .write(true)
        .open(studio.own("lock"))
        .unwrap();
    lock.lock().unwrap();
    let body = paint("run.bvh", "Gait.Run", 28, 35);
    thread::scope(|scope| {
        let edited = scope.spawn(|| studio.post("/api/edit", &body));
        thread::sleep(Duration::from_millis(500));
        studio.get("/api/labels?clip=run.bvh").done();
        studio.get("/api/clips").done();
        assert!(!edited.is_finished());
        let problem = edited.join().unwrap().refused(503, "locked");
        assert_eq!(problem["kept"], true);
        // The server keeps the edit, so the hint does not ask the user to repeat it.
        let hint = problem["hint"].as_str().unwrap();
        assert!(
            hint.contains("kept") && !hint.contains("try again"),
            "{hint}"
        );
    });
    // Undo would apply to the latest edit, which is the unsaved one.
    for turn in ["/api/undo", "/api/redo"] {
        let problem = studio.post(turn, &Value::Null).refused(409, "unsaved");
        assert_eq!(problem["kept"], false);
    }
    assert!(studio.text("run.bvh.tags").contains("tag A 0 1\n"));
    // Resending it does not repeat it.
    studio.post("/api/edit", &body).refused(503, "locked");
    let info = studio.get("/api/library").done();
    assert_eq!(info["unsaved"].as_array().unwrap().len(), 1);
    lock.unlock().unwrap();
    let edited = studio.post("/api/edit", &body).done();
    assert_eq!(edited["changed"], true);
    assert_eq!(edited["labels"][0]["spans"][2]["stop"], 35);
    assert_eq!(studio.get("/api/library").done()["unsaved"], json!([]));
    let undone = studio.post("/api/undo", &Value::Null).done();
    assert_eq!(undone["label"], "an edit run.bvh");
    assert!(studio.text("run.bvh.tags").contains("tag Gait.Run 10 30\n"));
}

#[test]
fn a_discarded_edit_is_not_made_when_it_is_sent_again() {
    let studio = Studio::start();
    let (mut page, _) = Page::open(&studio);
    let blocked = studio.without_journal();
    let body = paint("run.bvh", "Gait.Run", 28, 35);
    studio
        .post("/api/edit", &body)
        .refused(503, "no-state-folder");
    // Every page learns of the unsaved edit.
    assert_eq!(page.next()["kind"], "vocabulary");
    studio.post("/api/discard", &Value::Null).done();
    assert_eq!(page.next()["kind"], "vocabulary");
    fs::remove_file(blocked).unwrap();
    let before = studio.disk();
    studio.post("/api/edit", &body).refused(410, "discarded");
    assert!(studio.disk() == before);
}

#[test]
fn an_undo_that_conflicts_with_other_changes_says_so() {
    let studio = Studio::start();
    let body = paint("run.bvh", "Gait.Run", 28, 35);
    studio.post("/api/edit", &body).done();
    let other = studio
        .text("run.bvh.tags")
        .replace("tag Gait.Run 10 35\n", "");
    fs::write(studio.path("run.bvh.tags"), other).unwrap();
    let problem = studio
        .post("/api/undo", &Value::Null)
        .refused(409, "conflict");
    assert_eq!(problem["kept"], false);
    studio.post("/api/discard-last", &Value::Null).done();
    let nothing = studio.post("/api/undo", &Value::Null).done();
    assert_eq!(nothing["label"], Value::Null);
}
