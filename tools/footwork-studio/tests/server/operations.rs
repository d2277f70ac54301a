//! What operations come to, by the cases that the page's tests read as well: it shows them before the
//! server has answered.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Studio, bvh, edit};

/// The lines of a sidecar with these labels.
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

/// The same with all times as numbers that compare.
fn comparable(labels: &Value) -> Value {
    let mut events = labels["events"].clone();
    for event in events.as_array_mut().unwrap() {
        event["time"] = json!(event["time"].as_f64().unwrap());
    }
    json!({ "spans": labels["spans"], "events": events })
}

#[test]
fn cases_that_the_page_reads_too() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/operations/cases.json");
    let cases: Vec<Value> = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = |number: usize| format!("{number}.bvh");
    for (number, case) in cases.iter().enumerate() {
        let frames = usize::try_from(case["frames"].as_u64().unwrap()).unwrap();
        fs::write(folder.path().join(file(number)), bvh(frames)).unwrap();
        let tags = folder.path().join(file(number) + ".tags");
        fs::write(tags, sidecar(&case["before"])).unwrap();
    }
    let studio = Studio::of(folder);
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
    }
}
