//! Tests that pages receive the warnings of edits, and the name of the program whose lock an edit waits for.

use std::fs;
use std::thread;
use std::time::Duration;

use footwork_store::WriteLock;
use serde_json::Value;

use crate::client::{Studio, paint};
use crate::socket::Page;

#[test]
fn a_history_that_was_replaced_is_a_finding() {
    let studio = Studio::start();
    let first = paint("run.bvh", "Gait.Run", 30, 35);
    studio.post("/api/edit", &first).done();
    let studio = studio.restart();
    let history = studio.own("history");
    let mut bytes = fs::read(&history).unwrap();
    bytes.pop();
    fs::write(&history, bytes).unwrap();
    let codes = || {
        let info = studio.get("/api/library").done();
        let findings = info["findings"].as_array().unwrap().iter();
        let codes = findings.map(|finding| finding["code"].as_str().unwrap().to_owned());
        codes.filter(|code| code == "bad-history").count()
    };
    assert_eq!(codes(), 0);
    let (mut page, _) = Page::open(&studio);
    let second = paint("run.bvh", "Gait.Run", 36, 38);
    studio.post("/api/edit", &second).done();
    page.next_of("vocabulary");
    assert_eq!(codes(), 1);
    let undone = studio.post("/api/undo", &Value::Null).done();
    assert_eq!(undone["label"], "an edit run.bvh");
}

#[test]
fn a_page_learns_which_program_its_edit_waits_for() {
    let studio = Studio::start();
    let (mut page, _) = Page::open(&studio);
    let lock = WriteLock::take(studio.root(), &()).unwrap();
    let body = paint("run.bvh", "Gait.Run", 30, 35);
    thread::scope(|scope| {
        let edited = scope.spawn(|| studio.post("/api/edit", &body));
        let waits = page.next_of("progress");
        let what = waits["what"].as_str().unwrap();
        let process = format!("(process {} on ", std::process::id());
        assert!(what.starts_with("waiting for "), "{what}");
        assert!(what.contains(&process), "{what}");
        assert_eq!((&waits["done"], &waits["of"]), (&0.into(), &1.into()));
        thread::sleep(Duration::from_millis(100));
        drop(lock);
        edited.join().unwrap().done();
        let over = page.next_of("progress");
        assert_eq!((&over["what"], &over["done"]), (&waits["what"], &1.into()));
    });
}
