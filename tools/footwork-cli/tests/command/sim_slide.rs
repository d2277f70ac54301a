//! `footwork sim slide`: the scenes of `testdata/slide/`, what must be true of each, and what is said of
//! scenes that are wrong.

mod mistakes;
mod rules;
mod scenes;

use serde_json::{Value, json};

use crate::run::{footwork, footwork_reading, root, valid};

/// The names of all scenes, in order.
fn names() -> Vec<String> {
    let folder = std::fs::read_dir(root().join("testdata/slide")).unwrap();
    let mut names: Vec<String> = folder
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

fn path(name: &str) -> String {
    let file = root().join(format!("testdata/slide/{name}.json"));
    file.to_str().unwrap().to_owned()
}

/// A scene, held against its schema.
fn scene(name: &str) -> Value {
    valid(
        &std::fs::read_to_string(path(name)).unwrap(),
        "sim-slide-scene",
    )
}

/// What becomes of a scene, held against the schema.
fn run(scene: &Value) -> Value {
    let arguments = ["sim", "slide", "-", "--format", "json"];
    let ran = footwork_reading(&arguments, scene.to_string().as_bytes());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{scene}");
    let trace = valid(&ran.stdout, "sim-slide");
    let steps = trace["steps"].as_array().unwrap();
    assert_eq!(steps.len(), scene["moves"].as_array().unwrap().len());
    for step in steps {
        let count = |key: &str| step[key].as_array().unwrap().len();
        assert_eq!(count("normals"), count("hits"));
    }
    trace
}

/// The positions of a trace.
fn positions(trace: &Value) -> Vec<[f64; 3]> {
    let steps = trace["steps"].as_array().unwrap();
    steps.iter().map(|step| vector(&step["position"])).collect()
}

fn vector(value: &Value) -> [f64; 3] {
    [0, 1, 2].map(|axis| value[axis].as_f64().unwrap())
}

fn last_position(trace: &Value) -> [f64; 3] {
    *positions(trace).last().unwrap()
}

/// How the steps went, one letter each: `f`, `s` or `b`.
fn outcomes(trace: &Value) -> String {
    let steps = trace["steps"].as_array().unwrap();
    let outcome = |step: &Value| step["outcome"].as_str().unwrap()[..1].to_owned();
    steps.iter().map(outcome).collect()
}

/// The kinds and numbers of all that was met, sorted.
fn met(trace: &Value) -> Vec<(String, u64)> {
    let steps = trace["steps"].as_array().unwrap();
    let hits = steps
        .iter()
        .flat_map(|step| step["hits"].as_array().unwrap());
    let mut met: Vec<(String, u64)> = hits
        .map(|hit| {
            let kind = hit["kind"].as_str().unwrap().to_owned();
            (kind, hit["index"].as_u64().unwrap())
        })
        .collect();
    met.sort();
    met.dedup();
    met
}

/// A scene of one move of nothing, to be changed.
fn small() -> Value {
    json!({ "mover": {}, "moves": [[0, 0, 0]] })
}

#[test]
fn a_scene_comes_from_a_file_or_standard_input() {
    let arguments = ["sim", "slide", &path("corner")];
    let from_file = footwork(&arguments);
    assert_eq!((from_file.code, from_file.stderr.as_str()), (0, ""));
    let text = std::fs::read_to_string(path("corner")).unwrap();
    let with_mark = format!("\u{feff}{text}\r\n");
    for input in [text, with_mark] {
        let piped = footwork_reading(&["sim", "slide", "-"], input.as_bytes());
        assert_eq!((piped.code, piped.stdout), (0, from_file.stdout.clone()));
    }
}

#[test]
fn a_row_a_step_for_spreadsheets() {
    let ran = footwork(&["sim", "slide", &path("thin_slab"), "--format", "csv"]);
    let rows: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(rows[0], "step,x,y,z,outcome,hits");
    assert_eq!(rows.len(), 8);
    assert!(
        rows[2].starts_with("1,-0.305") && rows[2].ends_with(",blocked,box 0"),
        "{rows:?}"
    );
}

#[test]
fn help_fits_a_narrow_terminal_and_the_shell_completes_the_verb() {
    for verb in [&["sim", "--help"][..], &["sim", "slide", "--help"]] {
        let help = footwork(verb).stdout;
        assert!(help.contains("footwork sim slide corner.json"), "{help}");
        // The options of every verb are not of this one.
        let own = help.lines().filter(|line| !line.contains("- json:"));
        let wide: Vec<&str> = own.filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{wide:#?}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = footwork(&["completions", shell]).stdout;
        assert!(script.contains("slide"), "{shell}");
    }
}
