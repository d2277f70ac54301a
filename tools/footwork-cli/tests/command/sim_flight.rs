//! `footwork sim flight`: the scenes of `testdata/flight/`, what each of them promises, and the errors in invalid
//! scenes.

mod mistakes;
mod players;
mod rules;
mod scenes;

use serde_json::{Value, json};
use twox_hash::XxHash3_64;

use crate::run::{footwork, footwork_reading, valid};
use crate::sim_scenes::{Sim, path_of, with_defaults};

/// The verb and its scenes.
const SIM: Sim = Sim {
    verb: "flight",
    full: mistakes::full,
};

/// The note about a scene without shapes.
const NO_STATICS: &str =
    "standard input: note[no-statics]: `statics` has no shape: there is nothing to bounce off\n";

/// Runs a scene. Checks that the result follows the schema and has the properties of every flight.
#[track_caller]
fn run(scene: &Value) -> Value {
    let arguments = ["sim", "flight", "-", "--format", "json"];
    let ran = footwork_reading(&arguments, scene.to_string().as_bytes());
    let lists = scene["statics"]
        .as_object()
        .into_iter()
        .flat_map(|all| all.values());
    let has_shapes = lists
        .filter_map(Value::as_array)
        .any(|list| !list.is_empty());
    let note = if has_shapes { "" } else { NO_STATICS };
    assert_eq!((ran.code, ran.stderr.as_str()), (0, note), "{scene}");
    let flight = valid(&ran.stdout, "sim-flight");
    let list = |key: &str| flight[key].as_array().unwrap();
    let (last, touches) = list("events").split_last().unwrap();
    assert_eq!((&last["kind"], &last["hit"]), (&json!("end"), &Value::Null));
    for touch in touches {
        assert!(
            touch["kind"] != "end" && touch["hit"].is_object(),
            "{touch}"
        );
    }
    for key in ["samples", "events"] {
        let times: Vec<f64> = list(key).iter().map(|row| number(&row["t"])).collect();
        assert!(times.is_sorted(), "{key} {times:?}");
    }
    for pair in list("sections").windows(2) {
        assert_eq!(pair[0]["to"], pair[1]["from"]);
        assert_ne!(pair[0]["band"], pair[1]["band"]);
    }
    assert_eq!(flight["hash"], hash(&flight));
    assert_eq!(
        flight.get("dense").is_some(),
        scene["dense"] == json!(true),
        "{scene}"
    );
    let players = scene["players"].as_array().map_or(0, Vec::len);
    assert_eq!(list("intercepts").len(), players);
    flight
}

/// Returns the xxh3-64 hash of the times, positions and velocities of all samples.
fn hash(flight: &Value) -> String {
    let samples = flight["samples"].as_array().unwrap().iter();
    let numbers = samples.flat_map(|sample| {
        let mut row = vec![number(&sample["t"])];
        row.extend(vector(&sample["position"]));
        row.extend(vector(&sample["velocity"]));
        row
    });
    let bytes: Vec<u8> = numbers.flat_map(f64::to_le_bytes).collect();
    format!("{:016x}", XxHash3_64::oneshot(&bytes))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn vector(value: &Value) -> [f64; 3] {
    [0, 1, 2].map(|axis| number(&value[axis]))
}

/// Returns the time and the position at each step of a flight.
fn dense(flight: &Value) -> Vec<(f64, [f64; 3])> {
    let rows = flight["dense"].as_array().unwrap().iter();
    rows.map(|row| {
        (
            number(&row[0]),
            [1, 2, 3].map(|column| number(&row[column])),
        )
    })
    .collect()
}

fn last_sample(flight: &Value) -> &Value {
    flight["samples"].as_array().unwrap().last().unwrap()
}

fn ground() -> Value {
    json!({ "planes": [{ "normal": [0, 1, 0], "offset": 0 }] })
}

#[test]
fn a_scene_comes_from_a_file_or_standard_input() {
    SIM.reads_files_and_standard_input("crossbar");
}

#[test]
fn csv_has_a_row_for_each_sample() {
    let ran = footwork(&["sim", "flight", &SIM.path("crossbar"), "--format", "csv"]);
    let rows: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(rows[0], "t,x,y,z,vx,vy,vz");
    assert_eq!(rows[1], "0,32.5,0.11,0,26,7.55,0");
    let samples = run(&SIM.scene("crossbar"))["samples"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(rows.len(), samples + 1);
}

#[test]
fn help_fits_a_narrow_terminal_and_the_shell_completes_the_verb() {
    SIM.has_help(
        &["sim", "flight", "--help"],
        "footwork sim flight crossbar.json",
    );
}
