//! Tests of proposals: proposing changes no file, rejections are stored outside the library, and undo withdraws
//! rejections.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Studio, edit};

/// Starts a server of a few samples. The sidecar of `run.txt` is gone.
fn samples() -> Studio {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/deepmimic");
    let folder = tempfile::tempdir().unwrap();
    let labelled = ["walk", "turn_left", "turn_right"].map(|clip| format!("{clip}.txt.tags"));
    let clips = ["run", "walk", "turn_left", "turn_right"].map(|clip| format!("{clip}.txt"));
    for name in labelled.iter().chain(&clips) {
        fs::copy(from.join(name), folder.path().join(name)).unwrap();
    }
    fs::write(
        folder.path().join("footwork.toml"),
        "exclusive = [\"Gait\"]\n",
    )
    .unwrap();
    Studio::new(folder)
}

fn learned(studio: &Studio) -> Value {
    studio.get("/api/proposals?source=learned").done()
}

fn span_of(proposal: &Value) -> Value {
    json!([
        proposal["clip"],
        proposal["name"],
        proposal["start"],
        proposal["stop"]
    ])
}

fn spans(answer: &Value) -> Vec<Value> {
    answer["proposals"]
        .as_array()
        .unwrap()
        .iter()
        .map(span_of)
        .collect()
}

fn rejection_of(proposal: &Value) -> Value {
    json!({
        "clip": proposal["clip"],
        "kind": proposal["kind"],
        "name": proposal["name"],
        "start": proposal["start"],
        "stop": proposal["stop"],
    })
}

/// A rejection of something that was not proposed.
fn another_rejection() -> Value {
    json!({ "clip": "walk.txt", "kind": "tag", "name": "Gait.Run", "start": 3, "stop": 9 })
}

#[test]
fn asking_changes_nothing_and_the_same_question_has_the_same_answer() {
    let studio = samples();
    let before = studio.disk();
    let first = learned(&studio);
    assert!(!spans(&first).is_empty());
    assert!(first["labelled"].as_u64().unwrap() >= 2);
    for proposal in first["proposals"].as_array().unwrap() {
        assert_eq!(proposal["source"], "learned");
        let score = proposal["score"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score));
    }
    assert_eq!(learned(&studio), first);
    assert!(studio.disk() == before);
}

#[test]
fn a_rejection_is_remembered_outside_the_library_and_undo_withdraws_it() {
    let studio = samples();
    let before = studio.disk();
    let first = learned(&studio);
    let rejected = first["proposals"][0].clone();
    let answer = studio.post("/api/reject", &rejection_of(&rejected)).done();
    assert_eq!(answer["rejected"], 1);
    let second = learned(&studio);
    assert_eq!(second["rejected"], 1);
    assert!(!spans(&second).contains(&span_of(&rejected)));
    assert!(studio.disk() == before);

    let studio = studio.restart();
    assert!(!spans(&learned(&studio)).contains(&span_of(&rejected)));
    // The undo history ended with the server; a new rejection can be undone and redone.
    studio.post("/api/reject", &another_rejection()).done();
    let undone = studio.post("/api/undo", &Value::Null).done();
    assert!(undone["label"].as_str().unwrap().starts_with("reject "));
    assert_eq!(learned(&studio)["rejected"], 1);
    studio.post("/api/redo", &Value::Null).done();
    assert_eq!(learned(&studio)["rejected"], 2);
    assert!(studio.disk() == before);
}

#[test]
fn undo_withdraws_edits_and_rejections_latest_first() {
    let studio = samples();
    let add = |start: u32| {
        let span = json!({ "kind": "addSpan", "tag": "A", "start": start, "stop": start + 2 });
        studio
            .post("/api/edit", &edit("run.txt", &json!([span])))
            .done();
    };
    let reject = json!({ "clip": "run.txt", "kind": "tag", "name": "A", "start": 0, "stop": 9 });
    add(0);
    studio.post("/api/reject", &reject).done();
    add(5);
    let undo = || {
        let turned = studio.post("/api/undo", &Value::Null).done();
        turned["label"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(undo(), "an edit run.txt");
    assert_eq!(undo(), "reject A run.txt");
    assert_eq!(undo(), "an edit run.txt");
    assert_eq!(undo(), "");
}

#[test]
fn redo_does_not_repeat_an_edit_undone_before_a_rejection() {
    let studio = samples();
    let span = json!({ "kind": "addSpan", "tag": "A", "start": 0, "stop": 9 });
    let turn = |path: &str| {
        let turned = studio.post(path, &Value::Null).done();
        turned["label"].as_str().unwrap_or_default().to_owned()
    };
    studio
        .post("/api/edit", &edit("run.txt", &json!([span])))
        .done();
    turn("/api/undo");
    let before = studio.disk();
    let reject = json!({ "clip": "run.txt", "kind": "tag", "name": "A", "start": 0, "stop": 9 });
    studio.post("/api/reject", &reject).done();
    assert_eq!(turn("/api/redo"), "");
    assert_eq!(turn("/api/undo"), "reject A run.txt");
    assert_eq!(turn("/api/redo"), "reject A run.txt");
    assert_eq!(turn("/api/redo"), "");
    assert!(studio.disk() == before);
}

#[test]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "frames"
)]
fn an_accepted_proposal_is_not_made_again_and_leaves_the_rest_unlabelled() {
    let studio = samples();
    let first = learned(&studio);
    let all = first["proposals"].as_array().unwrap();
    let proposal = all.iter().find(|one| one["begins"] == true).unwrap();
    let span = json!({
        "kind": "addSpan", "tag": proposal["name"],
        "start": proposal["start"].as_f64().unwrap() as u32,
        "stop": proposal["stop"].as_f64().unwrap() as u32,
    });
    let state = json!({ "kind": "setState", "state": { "state": "inProgress" } });
    let clip = proposal["clip"].as_str().unwrap();
    studio
        .post("/api/edit", &edit(clip, &json!([span, state])))
        .done();
    let second = learned(&studio);
    assert!(!spans(&second).contains(&span_of(proposal)));
    let rest = second["proposals"].as_array().unwrap().iter();
    assert!(
        rest.filter(|one| one["clip"] == clip)
            .all(|one| one["begins"] == false)
    );
}

#[test]
fn contacts_rules_and_similar_ranges_are_proposed_too() {
    let studio = samples();
    let contacts = studio.get("/api/proposals?source=contacts").done();
    let events = contacts["proposals"].as_array().unwrap();
    assert!(events.iter().all(|one| one["kind"] == "event"));
    let rules = studio.get("/api/proposals?source=rules").done();
    assert_eq!(rules["proposals"], json!([]));
    let like = "/api/proposals?source=similar&tag=Gait.Walk&clip=walk.txt&start=0&stop=20";
    let similar = studio.get(like).done();
    let places = similar["proposals"].as_array().unwrap();
    assert!(!places.is_empty() && places.iter().all(|one| one["possible"] == true));
}

#[test]
fn invalid_requests_are_refused_with_a_code() {
    let studio = samples();
    for (path, status, code) in [
        ("?source=nobody", 400, "bad-parameters"),
        ("?source=learned&tag=a%20b", 422, "bad-name"),
        ("?source=similar", 400, "bad-parameters"),
        (
            "?source=similar&clip=run.txt&start=0&stop=9",
            400,
            "bad-parameters",
        ),
        (
            "?source=similar&tag=A&clip=run.txt&start=9&stop=9",
            422,
            "bad-range",
        ),
        (
            "?source=similar&tag=A&clip=gone.txt&start=0&stop=9",
            404,
            "unknown-clip",
        ),
    ] {
        studio
            .get(&format!("/api/proposals{path}"))
            .refused(status, code);
    }
    let reject = |clip: &str, name: &str, start: f64, stop: f64| {
        let body =
            json!({ "clip": clip, "kind": "tag", "name": name, "start": start, "stop": stop });
        studio.post("/api/reject", &body)
    };
    reject("gone.txt", "A", 0.0, 5.0).refused(404, "unknown-clip");
    reject("run.txt", "a b", 0.0, 5.0).refused(422, "bad-name");
    for (start, stop) in [(5.0, 5.0), (0.5, 5.0), (-1.0, 5.0), (0.0, 1e9), (0.0, 5e9)] {
        reject("run.txt", "A", start, stop).refused(422, "bad-range");
    }
}

#[test]
fn a_cut_off_line_does_not_lose_other_rejections() {
    let studio = samples();
    let all = learned(&studio);
    let first = &all["proposals"][0];
    studio.post("/api/reject", &rejection_of(first)).done();
    let path = studio.own("rejected");
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str("{\"clip\":\"ru");
    fs::write(&path, text).unwrap();
    let answer = studio.post("/api/reject", &another_rejection()).done();
    assert_eq!(answer["rejected"], 2);
    let findings = learned(&studio)["findings"].clone();
    let messages: Vec<&str> = findings
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["message"].as_str())
        .collect();
    assert!(
        messages.contains(&"1 of the rejected proposals cannot be read"),
        "{messages:?}"
    );
}

#[test]
fn an_old_rejection_is_listed_and_withdrawn_after_a_restart() {
    let studio = samples();
    let first = learned(&studio);
    let rejected = rejection_of(&first["proposals"][0]);
    studio.post("/api/reject", &rejected).done();
    studio.post("/api/reject", &another_rejection()).done();
    let studio = studio.restart();
    let listed = studio.get("/api/rejected").done();
    let all = listed["rejected"].as_array().unwrap();
    assert_eq!((listed["total"].as_u64(), all.len()), (Some(2), 2));
    let old = all
        .iter()
        .find(|one| one["clip"] == rejected["clip"])
        .unwrap();
    let answer = studio.post("/api/withdraw", old).done();
    assert_eq!(answer["rejected"], 1);
    studio
        .post("/api/withdraw", old)
        .refused(404, "unknown-rejection");
    assert!(spans(&learned(&studio)).contains(&span_of(&first["proposals"][0])));
}

#[test]
fn a_file_of_rejections_above_the_limit_is_an_error_that_names_it() {
    let studio = samples();
    let path = studio.own("rejected");
    studio.post("/api/reject", &another_rejection()).done();
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len((32 << 20) + 1).unwrap();
    for answer in [
        studio.get("/api/proposals?source=learned"),
        studio.get("/api/proposals?source=rules"),
        studio.get("/api/rejected"),
        studio.post("/api/reject", &another_rejection()),
    ] {
        let problem = answer.refused(422, "rejected-file");
        let message = problem["message"].as_str().unwrap();
        assert!(
            message.contains(path.to_str().unwrap()) && message.contains("limit"),
            "{message}"
        );
    }
}
