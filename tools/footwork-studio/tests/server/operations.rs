//! Tests the results of operations. The page's tests share the cases, because the page shows the result of an edit
//! before the server answers.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Studio, bvh, edit};

/// Returns the lines of a sidecar with these labels.
fn sidecar(labels: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut lines = String::from("footwork-tags 1\n");
    for span in labels["spans"].as_array().unwrap() {
        let rule = if span["byRule"] == true { " rule" } else { "" };
        let (start, stop) = (&span["start"], &span["stop"]);
        lines += &format!("tag {} {start} {stop}{rule}\n", text(&span["tag"]));
    }
    for event in labels["events"].as_array().unwrap() {
        let data = event["data"].as_str().map(|data| format!(" data {data}"));
        let (name, time) = (text(&event["event"]), &event["time"]);
        lines += &format!("event {name} {time}{}\n", data.unwrap_or_default());
    }
    lines
}

/// Returns the labels with all event times as floating-point numbers, so that equal times compare equal.
fn comparable(labels: &Value) -> Value {
    let mut events = labels["events"].clone();
    for event in events.as_array_mut().unwrap() {
        event["time"] = json!(event["time"].as_f64().unwrap());
    }
    json!({ "spans": labels["spans"], "events": events })
}

/// Reads a file of cases shared with the page's tests.
fn read(file: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/studio");
    serde_json::from_slice(&fs::read(folder.join(file)).unwrap()).unwrap()
}

#[test]
fn operations_have_the_results_that_the_page_computes() {
    check(read("operations.json").as_array().unwrap(), "");
}

#[test]
fn tags_that_exclude_each_other() {
    let file = read("exclusive.json");
    // A list of strings has the same form in JSON and in TOML.
    let config = format!("exclusive = {}\n", file["groups"]);
    check(file["cases"].as_array().unwrap(), &config);
}

#[test]
fn matches_get_the_tag_and_lose_tags_that_exclude_it() {
    let studio = Studio::start();
    let config = format!(
        "exclusive = [\"Gait\", [\"Loop\", \"Cut\"]]\n{}",
        studio.text("footwork.toml")
    );
    fs::write(studio.path("footwork.toml"), config).unwrap();
    let studio = studio.restart();
    assert_eq!(
        studio.get("/api/library").done()["exclusive"],
        json!([{ "kind": "below", "tag": "Gait" }, { "kind": "tags", "tags": ["Loop", "Cut"] }])
    );
    let before = studio.text("run.bvh.tags");
    let body = json!({ "query": "first(all, 15) | Gait.Walk", "tag": "Gait.Idle" });
    assert_eq!(studio.post("/api/apply", &body).done()["changed"], true);
    let after = studio.text("run.bvh.tags");
    let gaits: Vec<&str> = after.lines().filter(|line| line.contains("Gait")).collect();
    assert_eq!(
        gaits,
        [
            "tag Gait.Idle 0 15",
            "tag Gait.Idle 40 50",
            "tag Gait.Run 15 30",
            // A rule placed this span, and must not place it again.
            "not Gait.Walk 40 50",
            "not Gait.Walk 55 60",
        ]
    );
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(studio.text("run.bvh.tags"), before);
}

/// Makes the operations of each case in a separate clip, in a library with this `footwork.toml`. Repeats the
/// operations, which must change nothing, and undoes them.
fn check(cases: &[Value], config: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("footwork.toml"), config).unwrap();
    let file = |number: usize| format!("{number}.bvh");
    for (number, case) in cases.iter().enumerate() {
        let frames = usize::try_from(case["frames"].as_u64().unwrap()).unwrap();
        fs::write(folder.path().join(file(number)), bvh(frames)).unwrap();
        let tags = folder.path().join(file(number) + ".tags");
        fs::write(tags, sidecar(&case["before"])).unwrap();
    }
    let studio = Studio::new(folder);
    for (number, case) in cases.iter().enumerate() {
        let clip = file(number);
        let before = studio.get(&format!("/api/labels?clip={clip}")).done();
        let name = case["name"].as_str().unwrap();
        assert_eq!(comparable(&before), comparable(&case["before"]), "{name}");
        let edited = studio
            .post("/api/edit", &edit(&clip, &case["operations"]))
            .done();
        let labels = &edited["labels"][0];
        assert_eq!(comparable(labels), comparable(&case["after"]), "{name}");
        let again = studio.post("/api/edit", &edit(&clip, &case["operations"]));
        assert_eq!(again.done()["changed"], false, "{name}");
        if edited["changed"] == true {
            studio.post("/api/undo", &Value::Null).done();
        }
        let undone = studio.get(&format!("/api/labels?clip={clip}")).done();
        assert_eq!(comparable(&undone), comparable(&before), "{name}");
    }
}
