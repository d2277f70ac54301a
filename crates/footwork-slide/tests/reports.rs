//! Scenes of public bug reports about character controllers, rebuilt from their descriptions: `testdata/slide/reports`.
//! Each runs at 20, 60 and 144 Hz and at a rate that varies from move to move.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "these are tests"
)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use footwork_slide::{
    Filter, Label, Mesh, MoveConfig, Mover, MoverState, Outcome, Pose, Shape, Volume, World,
};
use footwork_testkit::Random;
use serde_json::Value;

/// The rates in Hz; at 0 the rate varies.
const RATES: [f64; 4] = [20.0, 60.0, 144.0, 0.0];

/// Footing and heights are checked from this time on.
const SETTLED_SECS: f64 = 0.5;

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let list: Vec<f64> = value.as_array().unwrap().iter().map(number).collect();
    list.try_into().unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn turned(at: [f64; 3], turn: &Value) -> Pose {
    if turn.is_null() {
        return Pose::at(at).unwrap();
    }
    let axis: [f64; 3] = numbers(&turn["axis"]);
    let (sine, cosine) = libm::sincos(number(&turn["deg"]).to_radians() / 2.0);
    let [x, y, z] = axis.map(|part| (part * sine) as f32);
    Pose::new(at, [x, y, z, cosine as f32]).unwrap()
}

fn world(scene: &Value) -> World {
    let mut world = World::new();
    let label = Label::default();
    for block in list(scene, "boxes") {
        let (min, max): ([f64; 3], [f64; 3]) = (numbers(&block["min"]), numbers(&block["max"]));
        let half_m = [0, 1, 2].map(|axis| ((max[axis] - min[axis]) / 2.0) as f32);
        let middle = [0, 1, 2].map(|axis| (min[axis] + max[axis]) / 2.0);
        world
            .add_volume(
                Volume::Box { half_m },
                turned(middle, &block["turn"]),
                label,
            )
            .unwrap();
    }
    for pill in list(scene, "capsules") {
        let (a, b): ([f64; 3], [f64; 3]) = (numbers(&pill["a"]), numbers(&pill["b"]));
        let way = [0, 1, 2].map(|axis| b[axis] - a[axis]);
        let length = way.iter().map(|part| part * part).sum::<f64>().sqrt();
        let [x, y, z] = way.map(|part| part / length);
        let size = (z * z + x * x + (1.0 + y) * (1.0 + y)).sqrt();
        let turn = [z, 0.0, -x, 1.0 + y].map(|part| (part / size) as f32);
        let middle = [0, 1, 2].map(|axis| (a[axis] + b[axis]) / 2.0);
        let volume = Volume::Capsule {
            radius_m: number(&pill["radius"]) as f32,
            half_axis_m: (length / 2.0) as f32,
        };
        world
            .add_volume(volume, Pose::new(middle, turn).unwrap(), label)
            .unwrap();
    }
    for field in list(scene, "heights") {
        let heights: Vec<f64> = list(field, "heights").iter().map(number).collect();
        let columns = field["columns"].as_u64().unwrap() as usize;
        let mesh = Mesh::from_heights(&heights, columns, number(&field["cell"])).unwrap();
        world
            .add_mesh(
                Arc::new(mesh),
                Pose::at(numbers(&field["position"])).unwrap(),
                label,
            )
            .unwrap();
    }
    let triangles: Vec<[[f64; 3]; 3]> = list(scene, "triangles")
        .iter()
        .map(|triangle| [0, 1, 2].map(|corner| numbers(&triangle[corner])))
        .collect();
    world
        .add_mesh(
            Arc::new(Mesh::from_triangles(&triangles).unwrap()),
            Pose::IDENTITY,
            label,
        )
        .unwrap();
    world
}

fn shape(mover: &Value) -> Shape {
    match mover["shape"].as_str().unwrap() {
        "box" => Shape::Box {
            half_m: numbers(&mover["half"]).map(|half: f64| half as f32),
        },
        "capsule" => Shape::Capsule {
            radius_m: number(&mover["radius"]) as f32,
            height_m: number(&mover["height"]) as f32,
        },
        other => panic!("unknown shape: {other}"),
    }
}

fn config(config: &Value) -> MoveConfig {
    let metres = |key: &str| config[key].as_f64().unwrap_or(0.0) as f32;
    MoveConfig {
        step_height_m: metres("step"),
        snap_m: metres("snap"),
        max_slope_rad: config["slope_deg"]
            .as_f64()
            .map(|angle| angle.to_radians() as f32),
        ..MoveConfig::default()
    }
}

/// The result of a move.
struct Place {
    secs: f64,
    step_secs: f64,
    at: [f64; 3],
    moved: [f64; 3],
    stands: bool,
}

fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|part| part * part).sum::<f64>().sqrt()
}

/// Walks as the report says, with the same gravity as `footwork sim slide`. Returns the place after each move.
fn walk(report: &Value, hertz: f64) -> Vec<Place> {
    let scene = &report["scene"];
    let (world, gravity) = (
        world(scene),
        scene["config"]["gravity"].as_f64().unwrap_or(0.0),
    );
    let mut config = config(&scene["config"]);
    let mut mover = Mover::new(shape(&scene["mover"])).unwrap();
    let mut state = MoverState::at(numbers(&scene["mover"]["position"]));
    let random = &mut Random::for_case("reports", 1);
    let (mut fall, mut secs, mut places) = (0.0, 0.0, Vec::new());
    for part in list(report, "walk") {
        let (velocity, end): ([f64; 3], f64) =
            (numbers(&part["velocity"]), secs + number(&part["secs"]));
        while secs < end - 1e-9 {
            let step_secs = match hertz {
                0.0 => random.between(0.4, 1.6) / 60.0,
                hertz => 1.0 / hertz,
            };
            let step_secs = larger(smaller(step_secs, end - secs), 1e-5);
            config.step_secs = step_secs as f32;
            fall = if state.footing.is_supported() {
                0.0
            } else {
                fall + gravity * step_secs
            };
            let mut wanted = velocity.map(|part| part * step_secs);
            wanted[1] -= fall * step_secs;
            let before = state.position;
            let by = wanted.map(|part| part as f32);
            let moved = mover
                .move_by(&world, &state, by, &Filter::default(), &config)
                .unwrap();
            if moved.outcome != Outcome::Free {
                let fell = before[1] + velocity[1] * step_secs - moved.state.position[1];
                fall = (fell / step_secs).clamp(0.0, fall);
            }
            state = moved.state;
            secs += step_secs;
            places.push(Place {
                secs,
                step_secs,
                at: state.position,
                moved: [0, 1, 2].map(|axis| state.position[axis] - before[axis]),
                stands: state.footing.is_supported(),
            });
        }
    }
    places
}

/// Returns the differences from the expected outcome.
fn check(expected: &Value, places: &[Place]) -> Vec<String> {
    let mut wrong = Vec::new();
    let settled = expected["ground_after_secs"]
        .as_f64()
        .unwrap_or(SETTLED_SECS);
    let end = places.last().unwrap();
    let settled = || places.iter().filter(move |place| place.secs > settled);
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        if let Some([low, high]) = expected["end"].get(name).map(numbers::<2>)
            && !(low..=high).contains(&end.at[axis])
        {
            wrong.push(format!(
                "ends at {name} = {}, not in {low} to {high}",
                end.at[axis]
            ));
        }
    }
    if expected["always_on_ground"] == true
        && let Some(place) = settled().find(|place| !place.stands)
    {
        wrong.push(format!(
            "is in the air after {} s, at {:?}",
            place.secs, place.at
        ));
    }
    if let Some(most) = expected["height_spread_m"].as_f64() {
        let low = settled().fold(f64::INFINITY, |low, place| smaller(low, place.at[1]));
        let high = settled().fold(f64::NEG_INFINITY, |high, place| larger(high, place.at[1]));
        if high - low > most {
            wrong.push(format!("is between {low} and {high} m high"));
        }
    }
    if let Some(most) = expected["highest_m"].as_f64() {
        let high = places
            .iter()
            .fold(f64::NEG_INFINITY, |high, place| larger(high, place.at[1]));
        if high > most {
            wrong.push(format!("gets up to {high} m"));
        }
    }
    if let Some(most) = expected["last_second_path_m"].as_f64() {
        let last = places.iter().filter(|place| place.secs > end.secs - 1.0);
        let path: f64 = last.map(|place| length(place.moved)).sum();
        if path > most {
            wrong.push(format!("walks {path} m in the last second"));
        }
    }
    if let Some([low, high]) = expected.get("speed_mps").map(numbers::<2>) {
        let from = number(&expected["speed_after_secs"]);
        let speeds = places.iter().filter(|place| place.secs > from);
        let speeds = speeds.map(|place| length(place.moved) / place.step_secs);
        if let Some(speed) = speeds
            .into_iter()
            .find(|speed| !(low..=high).contains(speed))
        {
            wrong.push(format!("moves at {speed} m/s, not {low} to {high}"));
        }
    }
    wrong
}

#[test]
fn reported_scenes_have_the_expected_outcome_at_every_rate() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/slide/reports");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() >= 10);
    let mut wrong = Vec::new();
    for file in files {
        let report: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(
            report["source"]
                .as_str()
                .is_some_and(|source| source.contains("issue")),
            "{name}"
        );
        for hertz in RATES {
            let found = check(&report["expected"], &walk(&report, hertz));
            wrong.extend(
                found
                    .into_iter()
                    .map(|what| format!("{name} at {hertz} Hz: {what}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
