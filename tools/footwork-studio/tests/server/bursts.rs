//! Tests of bursts: edits whose ids share a prefix are undone and redone together.

use std::fs;

use footwork_library::{ClipEdit, Edit, Library, Operation};
use serde_json::{Value, json};

use crate::client::{Studio, fresh_id, paint};

const OTHER: &str = "walks/walk one.bvh";

/// Paints as part of a burst.
fn in_burst(burst: &str, clip: &str, tag: &str, start: u32) -> Value {
    let mut edit = paint(clip, tag, start, start + 1);
    edit["id"] = json!(format!("{burst}/{}", fresh_id()));
    edit["label"] = json!(format!("paint {tag}"));
    edit
}

/// Returns the lines of both clips' sidecars.
fn sidecars(studio: &Studio) -> [Option<String>; 2] {
    let read = |file: String| fs::read_to_string(studio.path(&file)).ok();
    ["run.bvh", OTHER].map(|clip| read(format!("{clip}.tags")))
}

fn turn(studio: &Studio, way: &str) -> (Value, Value, Value) {
    let turned = studio.post(way, &Value::Null).done();
    let problem = turned["problem"]["code"].clone();
    (turned["count"].clone(), turned["label"].clone(), problem)
}

#[test]
fn a_burst_is_undone_and_redone_at_once() {
    let studio = Studio::start();
    let first = sidecars(&studio);
    let alone = paint("run.bvh", "A", 1, 2);
    studio.post("/api/edit", &alone).done();
    let before = sidecars(&studio);
    for (clip, start) in [("run.bvh", 3), (OTHER, 4), ("run.bvh", 5)] {
        studio
            .post("/api/edit", &in_burst("one", clip, "A", start))
            .done();
    }
    // An edit without changes is not an undo step.
    studio
        .post("/api/edit", &in_burst("one", "run.bvh", "A", 5))
        .done();
    let after = sidecars(&studio);
    studio
        .post("/api/edit", &in_burst("two", OTHER, "A", 9))
        .done();

    let label = json!(format!("paint A {OTHER}"));
    assert_eq!(turn(&studio, "/api/undo"), (json!(1), label, Value::Null));
    assert_eq!(sidecars(&studio), after);
    let turned = studio.post("/api/undo", &Value::Null).done();
    assert_eq!(turned["count"], 3);
    assert_eq!(turned["rows"].as_array().unwrap().len(), 2);
    assert_eq!(sidecars(&studio), before);
    assert_eq!(turn(&studio, "/api/redo").0, 3);
    assert_eq!(sidecars(&studio), after);
    assert_eq!(turn(&studio, "/api/undo").0, 3);
    assert_eq!(turn(&studio, "/api/undo").0, 1);
    assert_eq!(sidecars(&studio), first);
    let nothing = (json!(0), Value::Null, Value::Null);
    assert_eq!(turn(&studio, "/api/undo"), nothing);
}

#[test]
fn an_edit_of_another_program_is_undone_by_itself() {
    let studio = Studio::start();
    let before = sidecars(&studio);
    let mine = || {
        studio
            .post("/api/edit", &in_burst("one", "run.bvh", "A", 3))
            .done()
    };
    mine();
    let mut library = Library::open(studio.root()).unwrap();
    let clip = library.clip_called(OTHER).unwrap();
    let edit = Edit {
        clips: vec![ClipEdit {
            clip,
            operations: vec![Operation::Paint {
                tag: "B".parse().unwrap(),
                range: footwork_base::FrameRange::new(0, 2).unwrap(),
            }],
        }],
        ..Edit::new("theirs")
    };
    let mut editor = library.editor();
    library.edit(&mut editor, &edit).unwrap();
    studio
        .post("/api/edit", &in_burst("one", "run.bvh", "A", 7))
        .done();
    for label in ["paint A run.bvh", "theirs", "paint A run.bvh"] {
        let one = (json!(1), json!(label), Value::Null);
        assert_eq!(turn(&studio, "/api/undo"), one);
    }
    assert_eq!(sidecars(&studio), before);
}

#[test]
fn an_edit_of_a_burst_that_cannot_be_undone_says_why() {
    let studio = Studio::start();
    studio
        .post("/api/edit", &in_burst("one", "run.bvh", "A", 3))
        .done();
    studio
        .post("/api/edit", &in_burst("one", OTHER, "A", 4))
        .done();
    let tags = studio.text("run.bvh.tags");
    let changed = tags.replace("tag A 3 4\n", "tag A 3 5\n");
    fs::write(studio.path("run.bvh.tags"), &changed).unwrap();
    let label = json!(format!("paint A {OTHER}"));
    let one = (json!(1), label, json!("conflict"));
    assert_eq!(turn(&studio, "/api/undo"), one);
    assert_eq!(studio.text("run.bvh.tags"), changed);
    assert!(!studio.path(&format!("{OTHER}.tags")).exists());
    studio
        .post("/api/undo", &Value::Null)
        .refused(409, "conflict");
}
