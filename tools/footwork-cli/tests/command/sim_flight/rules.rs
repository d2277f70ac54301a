//! The effects of a scene's keys.

use super::*;

/// The schema and the command have the same defaults. Every optional key has a default, except `friction`, which only
/// sets `bounce_friction` and `sliding_friction`.
#[test]
fn defaults_are_those_of_the_schema() {
    let schema = SIM.schema();
    let properties = &schema["properties"];
    let player = &properties["players"]["items"];
    let human = &properties["humans"]["items"];
    for object in [&properties["ball"], &properties["params"], player, human] {
        let required = object["required"].as_array().cloned().unwrap_or_default();
        for (key, property) in object["properties"].as_object().unwrap() {
            let is_required = required.contains(&json!(key));
            let has_none = is_required || key == "friction";
            assert_ne!(property.get("default").is_some(), has_none, "{key}");
        }
    }
    let bare = json!({
        "ball": { "velocity": [9, 12, 3], "spin": [3, 20, -8], "position": [0, 2, 0] },
        "statics": ground(),
        "players": [{ "id": 7, "position": [12, 0, 5], "top_speed": 6, "reach": 0.7 }],
        "humans": [{ "id": "one" }],
    });
    let mut full = with_defaults(&schema, bare.clone());
    for key in ["ball", "params", "statics"] {
        full[key] = with_defaults(&properties[key], full[key].take());
    }
    for (list, item) in [("players", player), ("humans", human)] {
        full[list][0] = with_defaults(item, full[list][0].take());
    }
    assert_eq!(full.as_object().unwrap().len(), 10);
    assert_eq!(full["params"].as_object().unwrap().len(), 14);
    assert_eq!(run(&bare), run(&full));
    // The drag crisis has its own defaults.
    let crisis = &properties["params"]["properties"]["drag"]["oneOf"][1];
    let (mut bare, mut full) = (bare.clone(), bare);
    bare["params"] = json!({ "drag": {} });
    full["params"] = json!({ "drag": with_defaults(crisis, json!({})) });
    assert_eq!(run(&bare), run(&full));
}

/// In an empty scene, a ball at the origin falls.
#[test]
fn only_statics_form_a_ground() {
    let flight = run(&json!({ "ball": {}, "horizon": 1 }));
    assert_eq!(flight["events"].as_array().unwrap().len(), 1);
    let y = number(&last_sample(&flight)["position"][1]);
    assert!((-4.905..-4.6).contains(&y), "{y}");
}

/// Every parameter changes the flight.
#[test]
fn every_parameter_changes_the_flight() {
    let scene = json!({
        "ball": { "position": [0, 1, 0], "velocity": [9, 2, 3], "spin": [3, 20, -8] },
        "statics": ground(),
    });
    let plain = run(&scene)["hash"].clone();
    for (key, value) in [
        ("mass", json!(0.5)),
        ("radius", json!(0.1)),
        ("gravity", json!(1.6)),
        ("air_density", json!(1.0)),
        ("drag", json!(0.3)),
        ("lift", json!(1)),
        ("lift_most", json!(0.2)),
        ("spin_decay", json!(0.1)),
        ("restitution", json!(0.8)),
        ("friction", json!(0.1)),
        ("bounce_friction", json!(0.1)),
        ("rolling", json!(0.5)),
        ("settle_speed", json!(5)),
        ("wind", json!([0, 0, 5])),
    ] {
        let mut changed = scene.clone();
        changed["params"] = json!({ key: value });
        assert_ne!(run(&changed)["hash"], plain, "{key}");
    }
    // To slide before it rolls, a ball must start on the ground without spin.
    let mut skidding = scene;
    skidding["ball"] = json!({ "position": [0, 0.11, 0], "velocity": [9, 0, 3] });
    let plain = run(&skidding)["hash"].clone();
    skidding["params"] = json!({ "sliding_friction": 0.1 });
    assert_ne!(run(&skidding)["hash"], plain);
}

/// The normal of a plane may have any length. The offset is in metres times that length.
#[test]
fn planes_boxes_and_capsules_are_at_their_places() {
    let falls = |statics: Value| {
        let scene = json!({ "ball": { "position": [0, 9, 0] }, "statics": statics });
        let flight = run(&scene);
        let at = flight["events"][0]["t"].clone();
        let samples = flight["samples"].as_array().unwrap();
        let touch = samples.iter().find(|sample| sample["t"] == at).unwrap();
        (
            number(&touch["position"][1]),
            flight["events"][0]["hit"].clone(),
        )
    };
    for (statics, kind, top) in [
        (
            json!({ "planes": [{ "normal": [0, 4, 0], "offset": 8 }] }),
            "plane",
            2.0,
        ),
        (
            json!({ "boxes": [{ "min": [-1, 0, -1], "max": [1, 3, 1] }] }),
            "box",
            3.0,
        ),
        (
            json!({ "capsules": [{ "a": [-1, 1, 0], "b": [1, 1, 0], "radius": 0.5 }] }),
            "capsule",
            1.5,
        ),
        (
            json!({ "capsules": [{ "a": [0, 1, 0], "b": [0, 1, 0], "radius": 0.5 }] }),
            "capsule",
            1.5,
        ),
    ] {
        let (y, hit) = falls(statics);
        // The tolerance covers the curvature of the path within a step.
        assert!((y - top - 0.11).abs() < 1.0e-4, "{kind} {y}");
        assert_eq!(hit, json!({ "kind": kind, "index": 0 }));
    }
    // The index of a hit counts only shapes of the same kind.
    let aside = json!({ "min": [5, 0, 5], "max": [6, 1, 6] });
    let post = json!({ "a": [4, 0, 0], "b": [4, 1, 0], "radius": 0.1 });
    let mut statics = json!({
        "planes": [{ "normal": [0, 1, 0], "offset": -1 }],
        "boxes": [aside, aside, { "min": [-1, 0, -1], "max": [1, 3, 1] }],
        "capsules": [post],
    });
    assert_eq!(
        falls(statics.clone()).1,
        json!({ "kind": "box", "index": 2 })
    );
    statics["capsules"] = json!([post, { "a": [0, 5, 0], "b": [0, 5, 0], "radius": 0.1 }]);
    assert_eq!(falls(statics).1, json!({ "kind": "capsule", "index": 1 }));
}

/// A force may depend on the time, the position and the velocity.
#[test]
fn forces_depend_on_the_ball_and_the_time() {
    let end = |force: [&str; 3]| {
        let scene = json!({
            "ball": { "position": [1, 50, 2], "velocity": [3, 0, 1] },
            "force": force,
            "horizon": 1,
        });
        run(&scene)["hash"].clone()
    };
    let plain = end(["0", "0", "0"]);
    for name in ["x", "y", "z", "vx", "vy", "vz", "t"] {
        assert_ne!(end([name, "0", "0"]), plain, "{name}");
    }
}

#[test]
fn a_force_that_is_not_a_number_is_left_out_and_reported() {
    let scene =
        json!({ "ball": { "position": [0, 1, 0] }, "force": ["sqrt(y)", "0", "0"], "horizon": 1 });
    let arguments = ["sim", "flight", "-", "--format", "json", "--errors", "json"];
    let ran = footwork_reading(&arguments, scene.to_string().as_bytes());
    assert_eq!(ran.code, 0);
    let findings: Value = serde_json::from_str(&ran.stderr).unwrap();
    assert_eq!(findings["findings"][0]["code"], "bad-force");
    assert_eq!(findings["findings"][0]["file"], "standard input");
    valid(&ran.stdout, "sim-flight");
}

/// A ball that starts inside a shape is moved out of it, with a warning.
#[test]
fn a_ball_that_starts_inside_a_shape_is_moved_out_with_a_warning() {
    let scene = json!({
        "ball": { "position": [0, 0.3, 0] },
        "statics": {
            "planes": [{ "normal": [0, -1, 0], "offset": 0 }],
            "boxes": [{ "min": [-1, -3, -1], "max": [1, 0.2, 1] }],
        },
        "horizon": 1,
    });
    let arguments = ["sim", "flight", "-", "--format", "json"];
    let ran = footwork_reading(&arguments, scene.to_string().as_bytes());
    let expected = [
        "standard input: warning[begins-inside]: the ball starts inside `statics.planes[0]` and is moved out; \
         a plane is solid on the side that its normal points away from",
        "standard input: warning[begins-inside]: the ball starts inside `statics.boxes[0]` and is moved out",
    ];
    assert_eq!(ran.stderr.lines().collect::<Vec<_>>(), expected);
    let flight = valid(&ran.stdout, "sim-flight");
    let first = vector(&flight["samples"][0]["position"]);
    assert!(first[1] < -0.1, "{first:?}");
}
