//! Tests of changes that other programs make on disk while the studio is open.

use std::fs;

use footwork_studio::{Options, Server};
use serde_json::json;

use crate::client::{Studio, bvh, paint};
use crate::socket::Page;

#[test]
fn a_checkout_is_loaded_and_reported() {
    let studio = Studio::start();
    let (mut page, _) = Page::open(&studio);
    let tags = "footwork-tags 1\nframes 60\nrate 30\ntag Gait.Walk 0 9\n";
    fs::write(studio.path("run.bvh.tags"), tags).unwrap();
    let change = page.next();
    assert_eq!(
        (&change["kind"], &change["outside"]),
        (&json!("labels"), &json!(true))
    );
    assert_eq!(change["clips"], json!(["run.bvh"]));
    let labels = studio.get("/api/labels?clip=run.bvh").done();
    assert_eq!(labels["spans"].as_array().unwrap().len(), 1);
    // Add a sidecar with a mistake.
    let tags = "footwork-tags 1\ntag Gait.Walk 5 4\n";
    fs::write(studio.path("walks/walk one.bvh.tags"), tags).unwrap();
    let change = page.next();
    assert_eq!(change["clips"], json!(["walks/walk one.bvh"]));
    assert_eq!(change["findings"][0]["file"], "walks/walk one.bvh.tags");
    // Add a clip.
    fs::write(studio.path("new.bvh"), bvh(20)).unwrap();
    // Reopening takes a moment, and the server then reports it.
    assert_eq!(page.next_of("reopened")["generation"], 2);
    assert_eq!(
        studio.get("/api/clips").done()["clips"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    // Break the vocabulary: the library stays unchanged and can still be edited.
    let config = studio.text("footwork.toml");
    fs::write(studio.path("footwork.toml"), "[tags").unwrap();
    let change = page.next_of("labels");
    assert_eq!(change["findings"][0]["code"], "bad-config");
    studio
        .post("/api/edit", &paint("new.bvh", "Gait.Run", 0, 5))
        .done();
    assert_eq!(
        studio.get("/api/library").done()["findings"][0]["code"],
        "bad-config"
    );
    fs::write(
        studio.path("footwork.toml"),
        config + "\n[tags.\"Style.Sad\"]\n",
    )
    .unwrap();
    page.next_of("reopened");
    let info = studio.get("/api/library").done();
    let tags = info["tags"].as_array().unwrap();
    assert!(tags.iter().any(|tag| tag["name"] == "Style.Sad"));
}

#[test]
fn own_edits_are_not_reported_as_outside_changes() {
    let studio = Studio::start();
    let (mut page, _) = Page::open(&studio);
    for start in [30, 40, 50] {
        studio
            .post("/api/edit", &paint("run.bvh", "Gait.Run", start, start + 3))
            .done();
        assert_eq!(page.next()["outside"], false);
    }
    studio.post("/api/undo", &serde_json::Value::Null).done();
    assert_eq!(page.next()["outside"], false);
    // Wait until the server has seen the changes that its own edits made on disk.
    std::thread::sleep(std::time::Duration::from_millis(800));
    fs::write(studio.path("walks/walk one.bvh.tags"), "footwork-tags 1\n").unwrap();
    let change = page.next();
    assert_eq!(
        (&change["outside"], &change["clips"]),
        (&json!(true), &json!(["walks/walk one.bvh"]))
    );
}

#[test]
fn a_folder_that_goes_and_comes_back() {
    let studio = Studio::start();
    let (mut page, _) = Page::open(&studio);
    let elsewhere = tempfile::tempdir().unwrap();
    let moved = elsewhere.path().join("moved");
    fs::rename(studio.root(), &moved).unwrap();
    assert_eq!(page.next()["kind"], "lost");
    // A page that connects now also learns that the folder is gone.
    let (_, hello) = Page::open(&studio);
    assert!(hello["lost"].as_str().is_some_and(|why| !why.is_empty()));
    studio
        .post("/api/edit", &paint("run.bvh", "A", 0, 1))
        .refused(503, "lost");
    assert!(!studio.root().exists());
    fs::rename(&moved, studio.root()).unwrap();
    page.next_of("reopened");
    assert_eq!(Page::open(&studio).1["lost"], serde_json::Value::Null);
    studio
        .post("/api/edit", &paint("run.bvh", "A", 0, 1))
        .done();
    assert!(studio.text("run.bvh.tags").contains("tag A 0 1\n"));
}

/// While the system cannot watch the folder, the server scans it and adds a finding.
#[test]
fn a_folder_that_is_not_watched_is_scanned() {
    let mut studio = Studio::start();
    let options = Options {
        port: Some(0),
        asks_to_watch: false,
        ..Options::default()
    };
    studio.server = Server::start(studio.root(), &options).unwrap();
    let (mut page, _) = Page::open(&studio);
    let tags = "footwork-tags 1\nframes 60\nrate 30\ntag Gait.Walk 0 9\n";
    fs::write(studio.path("run.bvh.tags"), tags).unwrap();
    let change = page.next_of("labels");
    assert_eq!(change["rows"][0]["name"], "run.bvh");
    assert_eq!(change["rows"][0]["spans"], 1);
    let info = studio.get("/api/library").done();
    let findings = info["findings"].as_array().unwrap();
    assert!(
        findings
            .iter()
            .any(|finding| finding["code"] == "not-watched")
    );
    let elsewhere = tempfile::tempdir().unwrap();
    let moved = elsewhere.path().join("moved");
    fs::rename(studio.root(), &moved).unwrap();
    page.next_of("lost");
    fs::rename(&moved, studio.root()).unwrap();
    page.next_of("reopened");
}
