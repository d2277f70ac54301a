//! `footwork sim slide`: the scenes of `testdata/slide/`, what each of them promises, and the errors in invalid scenes.

mod bodies;
mod mistakes;
mod obstacles;
mod rules;
mod scenes;

use serde_json::{Value, json};

use crate::run::{footwork, footwork_reading, valid};
use crate::sim_scenes::{Sim, path_of, with_defaults};

/// The verb and its scenes.
const SIM: Sim = Sim {
    verb: "slide",
    full: mistakes::full,
};

/// Runs a scene, and checks the result against the schema.
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
        assert_eq!(count("closings"), count("hits"));
    }
    trace
}

/// Returns the positions of the body in a trace.
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

/// Returns the outcome of each step as a letter: `f` for free, `s` for slid, `b` for blocked.
fn outcomes(trace: &Value) -> String {
    let steps = trace["steps"].as_array().unwrap();
    let outcome = |step: &Value| step["outcome"].as_str().unwrap()[..1].to_owned();
    steps.iter().map(outcome).collect()
}

/// Returns the kinds and indices of all obstacles that the body met, sorted.
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

/// Returns a scene with a single move of length zero. Tests then change the scene.
fn small() -> Value {
    json!({ "mover": {}, "moves": [[0, 0, 0]] })
}

#[test]
fn a_scene_comes_from_a_file_or_standard_input() {
    SIM.reads_files_and_standard_input("corner");
}

#[test]
fn csv_has_a_row_for_each_step() {
    let ran = footwork(&["sim", "slide", &SIM.path("thin_slab"), "--format", "csv"]);
    let rows: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(rows[0], "step,x,y,z,outcome,ground,hits,sensors");
    assert_eq!(rows.len(), 8);
    assert!(
        rows[2].starts_with("1,-0.305") && rows[2].ends_with(",blocked,air,box 0,"),
        "{rows:?}"
    );
}

#[test]
fn help_fits_a_narrow_terminal_and_the_shell_completes_the_verb() {
    for verb in [&["sim", "--help"][..], &["sim", "slide", "--help"]] {
        SIM.has_help(verb, "footwork sim slide corner.json");
    }
}
