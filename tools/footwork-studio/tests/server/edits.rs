//! Tests of edits: they are on disk before the answer, can be undone and redone, and change nothing if refused.

use std::fs;

use serde_json::{Value, json};

use crate::client::{HARMFUL, Studio, bvh, edit, paint};

#[test]
fn an_edit_is_on_disk_when_it_is_answered() {
    let studio = Studio::start();
    let edited = studio
        .post("/api/edit", &paint("run.bvh", "Gait.Run", 28, 35))
        .done();
    assert!(studio.text("run.bvh.tags").contains("tag Gait.Run 10 35\n"));
    assert_eq!(
        (&edited["changed"], &edited["revision"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(edited["labels"][0]["spans"][1]["stop"], 35);
    assert_eq!(edited["rows"][0]["name"], "run.bvh");
    // Making the same edit a second time changes nothing.
    let before = studio.disk();
    let again = studio
        .post("/api/edit", &paint("run.bvh", "Gait.Run", 28, 35))
        .done();
    assert_eq!(
        (&again["changed"], &again["revision"]),
        (&json!(false), &json!(2))
    );
    assert!(studio.disk() == before);
}

#[test]
fn operations_are_one_step_in_their_order() {
    let studio = Studio::start();
    let before = studio.text("run.bvh.tags");
    let span = |kind: &str, tag: &str, start: u32, stop: u32| json!({ "kind": kind, "tag": tag, "start": start, "stop": stop });
    let body = json!({ "id": "many", "label": "many\nthings", "clips": [
        { "clip": "run.bvh", "operations": [
            span("removeSpan", "Gait.Run", 10, 30),
            span("addSpan", "Gait.Run", 10, 20),
            span("addSpan", "Gait.Run", 20, 30),
            span("erase", HARMFUL, 2, 60),
            span("removeSpan", "Gait.Walk", 40, 50),
            { "kind": "moveEvent", "event": "Foot.Left", "from": 40.0, "to": 41.5 },
            { "kind": "removeEvent", "event": "Foot.Left", "time": 12.5 },
            { "kind": "addEvent", "event": "Foot.Right", "time": 3.25 },
        ] },
        { "clip": "walks/walk one.bvh", "operations": [span("paint", "Gait.Walk", 0, 40)] },
    ] });
    let edited = studio.post("/api/edit", &body).done();
    let tags = studio.text("run.bvh.tags");
    let items: Vec<&str> = tags.lines().skip(5).collect();
    assert_eq!(
        items,
        [
            &format!("tag {HARMFUL} 0 2"),
            "tag Gait.Run 10 20",
            "tag Gait.Run 20 30",
            // `not` keeps rules from placing the removed tag again.
            "not Gait.Walk 40 50",
            "not Gait.Walk 55 60",
            "event Foot.Left 41.5 data {\"hard\":true}",
            "event Foot.Right 3.25",
        ]
    );
    assert!(
        studio
            .text("walks/walk one.bvh.tags")
            .contains("tag Gait.Walk 0 40\n")
    );
    assert_eq!(edited["labels"].as_array().unwrap().len(), 2);
    // Making the same edit under another id changes nothing, so undo and redo apply to the first one.
    let mut again = body.clone();
    again["id"] = json!("again");
    assert_eq!(studio.post("/api/edit", &again).done()["changed"], false);
    let undone = studio.post("/api/undo", &Value::Null).done();
    assert_eq!(undone["label"], "many things 2 clips");
    assert_eq!(undone["rows"].as_array().unwrap().len(), 2);
    assert_eq!(studio.text("run.bvh.tags"), before);
    assert!(!studio.path("walks/walk one.bvh.tags").exists());
    let redone = studio.post("/api/redo", &json!({})).done();
    assert_eq!(
        (&redone["label"], &redone["wasGone"]),
        (&undone["label"], &json!(false))
    );
    assert_eq!(studio.text("run.bvh.tags"), tags);
    let discarded = studio.post("/api/discard-last", &Value::Null).done();
    assert_eq!(discarded["label"], undone["label"]);
    assert_eq!(
        studio.post("/api/undo", &Value::Null).done()["label"],
        Value::Null
    );
}

#[test]
fn an_invalid_edit_is_refused_and_changes_nothing() {
    let studio = Studio::start();
    studio.post("/api/undo", &Value::Null).done();
    let before = studio.disk();
    let one = |operation: Value| studio.post("/api/edit", &edit("run.bvh", &json!([operation])));
    let span = |kind: &str, tag: &str, start: u32, stop: u32| {
        one(json!({ "kind": kind, "tag": tag, "start": start, "stop": stop }))
    };
    span("paint", "Gait.Run", 50, 61).refused(422, "outside-clip");
    span("addSpan", "Gait.Run", 50, 61).refused(422, "outside-clip");
    span("paint", "Gait.Run", 5, 5).refused(422, "bad-value");
    span("paint", "Gait..Run", 5, 6).refused(422, "bad-value");
    span("paint", "<img>", 5, 6).refused(422, "bad-value");
    span("burn", "Gait.Run", 5, 6).refused(422, "bad-value");
    one(json!({ "kind": "addEvent", "event": "A", "time": 60.0 })).refused(422, "outside-clip");
    let huge = json!({ "kind": "addEvent", "event": "A", "time": -1.0 });
    one(huge).refused(422, "outside-clip");
    let bad = json!({ "kind": "addEvent", "event": "A", "time": 1.0, "data": "{'a': 1}" });
    let problem = one(bad).refused(422, "bad-data");
    let message = problem["message"].as_str().unwrap();
    assert!(message.contains("not JSON: key must be"), "{message}");
    let bad = json!({ "kind": "addEvent", "event": "A", "time": 1.0, "data": { "a": 1 } });
    one(bad).refused(422, "bad-value");
    let both = json!([
        { "kind": "paint", "tag": "A", "start": 0, "stop": 3 },
        { "kind": "removeSpan", "tag": "Gait.Run", "start": 10, "stop": 29 },
    ]);
    let problem = studio
        .post("/api/edit", &edit("run.bvh", &both))
        .refused(409, "no-such-span");
    let message = problem["message"].as_str().unwrap();
    assert!(
        message.contains("run.bvh") && message.contains("[10, 30)"),
        "{message}"
    );
    let gone = json!({ "kind": "moveEvent", "event": "Foot.Left", "from": 13.0, "to": 14.0 });
    let problem = one(gone).refused(409, "no-such-event");
    assert!(
        problem["message"].as_str().unwrap().contains("12.5"),
        "{problem}"
    );
    assert_eq!(problem["kept"], false);
    let twice = json!({ "id": "twice", "label": "", "clips": [
        { "clip": "run.bvh", "operations": [] }, { "clip": "run.bvh", "operations": [] },
    ] });
    studio.post("/api/edit", &twice).refused(400, "twice");
    let unknown = paint("rum.bvh", "A", 0, 1);
    studio
        .post("/api/edit", &unknown)
        .refused(404, "unknown-clip");
    let path = paint("../run.bvh", "A", 0, 1);
    studio.post("/api/edit", &path).refused(404, "unknown-clip");
    assert!(studio.disk() == before);
}

#[test]
fn a_tag_is_applied_to_the_matches_of_a_query_and_undone() {
    let studio = Studio::start();
    let before = studio.disk();
    let body = json!({ "query": "first(all, 10) | Gait.Run", "tag": "Quality.Good" });
    let applied = studio.post("/api/apply", &body).done();
    assert_eq!(applied["rows"].as_array().unwrap().len(), 2);
    assert!(
        studio
            .text("run.bvh.tags")
            .contains("tag Quality.Good 0 30\n")
    );
    assert!(
        studio
            .text("walks/walk one.bvh.tags")
            .contains("tag Quality.Good 0 10\n")
    );
    // A new tag is appended to the list, so that the indices of the other tags stay the same.
    let info = studio.get("/api/library").done();
    let tags = info["tags"].as_array().unwrap();
    assert_eq!((tags.len(), &tags[3]["name"]), (4, &json!("Quality.Good")));
    assert_eq!(applied["rows"][1]["tags"], json!([3]));
    assert_eq!(studio.post("/api/apply", &body).done()["changed"], false);
    let undone = studio.post("/api/undo", &Value::Null).done();
    assert_eq!(undone["rows"].as_array().unwrap().len(), 2);
    assert!(studio.disk() == before);
    studio
        .post("/api/apply", &json!({ "query": "Gait &", "tag": "A" }))
        .refused(422, "bad-query");
    studio
        .post("/api/apply", &json!({ "query": "Gait", "tag": "" }))
        .refused(422, "bad-name");
}

#[test]
fn a_query_is_saved_under_a_name() {
    let studio = Studio::start();
    let save = |name: &str, text: &str| {
        studio.post("/api/save-query", &json!({ "name": name, "text": text }))
    };
    let info = save("fast", "Gait.Run").done();
    assert_eq!(
        info["queries"],
        json!({ "fast": "Gait.Run", "moving": "Gait" })
    );
    assert!(studio.text("footwork.toml").contains("fast = \"Gait.Run\""));
    assert_eq!(
        studio
            .post("/api/query", &json!({ "text": "@fast" }))
            .done()["frames"],
        20
    );
    save("fast", "Gait.Walk").refused(409, "name-taken");
    let replace = |old: &str, text: &str| {
        let body = json!({ "name": "fast", "text": text, "replaces": old });
        studio.post("/api/save-query", &body)
    };
    replace("Gait", "Gait.Walk").refused(409, "name-taken");
    let info = replace("Gait.Run", "Gait.Walk").done();
    assert_eq!(info["queries"]["fast"], "Gait.Walk");
    studio.post("/api/undo", &Value::Null).done();
    save("", "Gait").refused(422, "bad-name");
    save("wrong", "Gait.Rnu").refused(422, "bad-query");
    let undone = studio.post("/api/undo", &Value::Null).done();
    assert_eq!(undone["rows"], json!([]));
    assert_eq!(
        studio.get("/api/library").done()["queries"],
        json!({ "moving": "Gait" })
    );
}

#[test]
fn a_saved_query_is_renamed_and_removed() {
    let studio = Studio::start();
    let before = studio.text("footwork.toml");
    let rename =
        |name: &str, to: &str| studio.post("/api/rename-query", &json!({ "name": name, "to": to }));
    let remove = |name: &str| studio.post("/api/remove-query", &json!({ "name": name }));
    assert_eq!(
        rename("moving", "steps").done()["queries"],
        json!({ "steps": "Gait" })
    );
    rename("moving", "more").refused(404, "unknown-query");
    rename("steps", "a\nb").refused(422, "bad-name");
    assert_eq!(remove("steps").done()["queries"], json!({}));
    remove("steps").refused(404, "unknown-query");
    let undone = studio.post("/api/undo", &Value::Null).done();
    assert_eq!(undone["label"], "query remove steps");
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(studio.text("footwork.toml"), before);
}

#[test]
fn a_tag_is_applied_only_in_the_given_clips_and_their_number_is_known_before() {
    let studio = Studio::start();
    let body = |clips: Value| json!({ "query": "first(all, 10)", "tag": "A", "clips": clips });
    let would = |clips: Value| studio.post("/api/would-apply", &body(clips));
    let before = studio.disk();
    assert_eq!(would(Value::Null).done(), json!({ "clips": 2 }));
    assert_eq!(would(json!(["run.bvh"])).done(), json!({ "clips": 1 }));
    assert_eq!(would(json!([])).done(), json!({ "clips": 0 }));
    would(json!(["other.bvh"])).refused(404, "unknown-clip");
    assert!(studio.disk() == before);
    let applied = studio.post("/api/apply", &body(json!(["run.bvh"]))).done();
    assert_eq!(applied["rows"].as_array().unwrap().len(), 1);
    assert!(studio.text("run.bvh.tags").contains("tag A 0 10\n"));
    assert!(!studio.path("walks/walk one.bvh.tags").exists());
    // Frames that already have the tag do not count as changes.
    assert_eq!(would(json!(["run.bvh"])).done(), json!({ "clips": 0 }));
    assert_eq!(would(Value::Null).done(), json!({ "clips": 1 }));
}

#[test]
fn a_tag_is_renamed_in_clips_and_settings_as_one_step() {
    let studio = Studio::start();
    let files = ["run.bvh.tags", "footwork.toml"];
    let before = files.map(|file| studio.text(file));
    let rename =
        |name: &str, to: &str| studio.post("/api/rename-tag", &json!({ "name": name, "to": to }));
    let renamed = rename("Gait.Run", "Gait.Sprint").done();
    assert_eq!(
        (&renamed["changed"], &renamed["clips"], &renamed["left"]),
        (&json!(true), &json!(1), &json!([]))
    );
    assert!(!studio.text("run.bvh.tags").contains("Gait.Run"));
    assert!(studio.text("footwork.toml").contains("Gait.Sprint"));
    let labels = studio.get("/api/labels?clip=run.bvh").done();
    assert_eq!(labels["spans"][1]["tag"], "Gait.Sprint");
    let rows = studio.get("/api/clips").done();
    let info = studio.get("/api/library").done();
    let has = |name: &str| {
        let tags = info["tags"].as_array().unwrap();
        let place = tags.iter().position(|tag| tag["name"] == name).unwrap();
        rows["clips"][0]["tags"]
            .as_array()
            .unwrap()
            .contains(&json!(place))
    };
    assert!(has("Gait.Sprint") && !has("Gait.Run"));
    assert_eq!(rename("Gait.None", "A").done()["changed"], false);
    rename("Gait.", "A").refused(422, "bad-name");
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(files.map(|file| studio.text(file)), before);
}

#[test]
fn a_label_in_use_is_added_to_the_vocabulary() {
    let studio = Studio::start();
    let before = studio.text("footwork.toml");
    let add = |body: Value| studio.post("/api/add-label", &body);
    let info =
        add(json!({ "kind": "tag", "name": HARMFUL, "colour": "#00aaFF", "key": "x" })).done();
    assert_eq!(
        info["tags"][0],
        json!({
            "name": HARMFUL, "colour": "#00aaff", "key": "x", "description": null, "place": 2,
            "clips": 1,
        })
    );
    add(json!({ "kind": "tag", "name": HARMFUL })).refused(409, "known");
    add(json!({ "kind": "event", "name": "Foot..Left" })).refused(422, "bad-name");
    add(json!({ "kind": "tag", "name": "A", "colour": "blue" })).refused(422, "bad-colour");
    add(json!({ "kind": "joint", "name": "A" })).refused(422, "bad-value");
    let info =
        add(json!({ "kind": "event", "name": "Foot.Right", "description": "It lands." })).done();
    assert_eq!(info["events"][1]["place"], 1);
    assert!(
        studio
            .text("footwork.toml")
            .starts_with(before.split("[events").next().unwrap())
    );
    studio.post("/api/undo", &Value::Null).done();
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(studio.text("footwork.toml"), before);
    let info = studio.get("/api/library").done();
    assert_eq!(info["tags"][0]["place"], Value::Null);
}

#[test]
fn a_clip_that_changed_since_it_was_tagged_is_not_edited() {
    let studio = Studio::start();
    fs::write(studio.path("run.bvh"), bvh(59)).unwrap();
    let studio = studio.restart();
    let labels = studio.get("/api/labels?clip=run.bvh").done();
    assert!(labels["readOnly"].as_str().unwrap().contains("rebase"));
    let row = &studio.get("/api/clips").done()["clips"][0];
    assert_eq!((&row["stale"], &row["warnings"]), (&json!(true), &json!(2)));
    studio
        .post("/api/edit", &paint("run.bvh", "A", 0, 1))
        .refused(409, "stale-clip");
}

#[test]
fn mirrored_twins_change_with_their_originals() {
    let studio = Studio::start();
    let config = format!("mirror = true\n{}", studio.text("footwork.toml"));
    fs::write(studio.path("footwork.toml"), config).unwrap();
    let studio = studio.restart();
    let edited = studio
        .post("/api/edit", &paint("run.bvh", "Turn.Left", 0, 9))
        .done();
    let rows = edited["rows"].as_array().unwrap();
    let names: Vec<&str> = rows
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["run.bvh", "run.bvh~mirrored"]);
    assert_eq!(rows[1]["mirrorOf"], "run.bvh");
    let labels = studio.get("/api/labels?clip=run.bvh~mirrored").done();
    assert_eq!(
        labels["spans"].as_array().unwrap().last().unwrap()["tag"],
        "Turn.Right"
    );
    let twin = paint("run.bvh~mirrored", "A", 0, 1);
    studio
        .post("/api/edit", &twin)
        .refused(409, "mirrored-clip");
}
