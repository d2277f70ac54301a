//! The effects of a scene's keys.

use super::*;

/// Returns a floor of 20 m by 20 m, 0.1 m thick, with its top at y = 0.
fn floor() -> Value {
    json!([{ "min": [-10, -0.1, -10], "max": [10, 0, 10] }])
}

/// The schema and the command have the same defaults, and every optional key has one.
#[test]
fn defaults_are_those_of_the_schema() {
    let schema = SIM.schema();
    let properties = &schema["properties"];
    for object in ["mover", "config"] {
        for (key, property) in properties[object]["properties"].as_object().unwrap() {
            assert!(property.get("default").is_some(), "{object}.{key}");
        }
    }
    for shape in ["box", "capsule", "sphere"] {
        let bare = json!({
            "boxes": [{ "min": [0.5, -2, -1], "max": [1, -1.2, 9] }, { "min": [-9, -9, 1], "max": [9, 9, 2] }],
            "spheres": [{ "centre": [0.6, 0.2, 0.7], "radius": 0.2 }],
            "capsules": [{ "a": [-1, 1, 1], "b": [-0.5, -1, 0.4], "radius": 0.1 }],
            "hulls": [{ "points": [[0.9, 0, 0], [2, 0, 0], [1, 2, 0], [1, 0, 1]] }],
            "heights": [{ "columns": 2, "cell": 3, "heights": [-1, -1.2, -1, null] }],
            "compounds": [{ "boxes": [{ "min": [-2, -2, -2], "max": [2, -1.3, 2] }] }],
            "mover": { "shape": shape },
            "moves": vec![[0.05, -0.04, 0.02]; 30],
        });
        let mut full = with_defaults(&schema, bare.clone());
        full["mover"] = with_defaults(&properties["mover"], full["mover"].take());
        full["config"] = with_defaults(&properties["config"], full["config"].take());
        for list in [
            "boxes",
            "spheres",
            "capsules",
            "hulls",
            "heights",
            "compounds",
        ] {
            for item in full[list].as_array_mut().unwrap() {
                *item = with_defaults(&properties[list]["items"], item.take());
            }
        }
        assert_eq!(full.as_object().unwrap().len(), 10);
        assert_eq!(run(&bare), run(&full), "{shape}");
    }
}

#[test]
fn empty_scenes_and_scenes_without_moves_are_valid() {
    let mut scene = small();
    assert_eq!(last_position(&run(&scene)), [0.0; 3]);
    scene["triangles"] = json!([]);
    scene["moves"] = json!([]);
    assert_eq!(
        run(&scene),
        json!({ "steps": [], "hash": "2d06800538d394c2" })
    );
}

/// Positions are printed with all bits of an f64, so a scene that starts at a printed position continues exactly like
/// the original.
#[test]
fn a_scene_goes_on_from_a_printed_position() {
    let mut scene = SIM.scene("corner");
    let whole = positions(&run(&scene));
    for at in [5, 20, 33] {
        scene["mover"]["position"] = json!(whole[at - 1]);
        let moves = scene["moves"].as_array().unwrap();
        scene["moves"] = json!(vec![moves[0].clone(); 60 - at]);
        assert_eq!(positions(&run(&scene)), whole[at..], "{at}");
    }
}

/// After n moves in the air, a body has fallen by n (n + 1) / 2 · g / rate².
#[test]
fn a_body_falls_and_lands() {
    let mut scene = json!({
        "boxes": floor(),
        "mover": { "position": [0, 20, 0] },
        "moves": vec![[0.0, 0.0, 0.0]; 90],
        "config": { "gravity": 9.81, "rate": 30 },
    });
    let fallen = positions(&run(&scene));
    for (n, at) in (1..=40).zip(&fallen) {
        let n = f64::from(n);
        let ideal = 20.0 - 9.81 / 900.0 * n * (n + 1.0) / 2.0;
        assert!((at[1] - ideal).abs() < 1.0e-5, "{n} {at:?} {ideal}");
    }
    assert!((fallen[89][1] - 0.905).abs() < 1.0e-4, "{:?}", fallen[89]);
    // A body that stood on the ground starts to fall from rest.
    scene["boxes"][0]["max"][0] = json!(1.0);
    scene["mover"]["position"] = json!([0, 0.905, 0]);
    scene["moves"] = json!(vec![[0.1, 0.0, 0.0]; 30]);
    let walked = positions(&run(&scene));
    let falling = walked.windows(2).map(|pair| pair[0][1] - pair[1][1]);
    let falls: Vec<f64> = falling.filter(|fall| *fall > 1.0e-3).collect();
    assert!((falls[0] - 9.81 / 900.0).abs() < 1.0e-3, "{falls:?}");
    assert!(falls.len() > 10);
}

/// A slope above the limit slows a fall: the body keeps only the component of its velocity along the slope.
#[test]
fn an_obstacle_that_stops_a_fall_takes_its_speed() {
    let scene = json!({
        "triangles": [[[-5, 5, -5], [5, -5, -5], [-5, 5, 5]], [[5, -5, -5], [5, -5, 5], [-5, 5, 5]]],
        "mover": { "shape": "sphere", "position": [0, 1, 0] },
        "moves": vec![[0.0, 0.0, 0.0]; 60],
        "config": { "gravity": 9.81, "slope_deg": 30 },
    });
    let trace = run(&scene);
    let [x, y, _] = last_position(&trace);
    assert!(y < 0.5 && x > 0.1, "{x} {y}");
    for pair in positions(&trace).windows(2) {
        let fell = pair[0][1] - pair[1][1];
        assert!(fell < 9.81 / 60.0, "{pair:?}");
    }
}

#[test]
fn full_speed_keeps_the_length_of_a_move() {
    let mut scene = json!({
        "boxes": [{ "min": [1, -2, -50], "max": [2, 2, 50] }],
        "mover": {},
        "moves": vec![[0.3, 0.0, 0.4]; 20],
    });
    let along = |scene: &Value| {
        let positions = positions(&run(scene));
        positions[19][2] - positions[18][2]
    };
    assert!((along(&scene) - 0.4).abs() < 1.0e-4);
    scene["config"] = json!({ "speed": "full" });
    // Movement into the soft part of the skin does not count as distance along the wall.
    assert!((0.498..0.5001).contains(&along(&scene)));
}

#[test]
fn bodies_meet_only_obstacles_in_their_layers() {
    let wall = |layer: u32| json!({ "min": [1, -2, -2], "max": [2, 2, 2], "layer": layer });
    let passes = |layer: u32, layers: u32| {
        let mut scene = small();
        scene["boxes"] = json!([wall(layer)]);
        scene["mover"] = json!({ "layers": layers });
        scene["moves"] = json!([[3, 0, 0]]);
        last_position(&run(&scene))[0] > 2.9
    };
    assert!(!passes(1, u32::MAX) && !passes(6, 4) && !passes(1 << 31, 1 << 31));
    assert!(passes(2, 1) && passes(0, u32::MAX) && passes(1, 0));
    // Triangles are in layer 1.
    let mut scene = SIM.scene("corner");
    scene["mover"]["layers"] = json!(6);
    assert!(!outcomes(&run(&scene)).contains(['s', 'b']));
}

/// The ends of a capsule may be in either order. Equal ends make it a sphere.
#[test]
fn capsules_can_have_any_direction() {
    let directions = [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, -1.0],
        [0.6, 0.64, 0.48],
        [0.36, -0.8, 0.48],
        [0.0, 0.0, 0.0],
    ];
    for [x, y, z] in directions {
        let (a, b) = ([5.0 - x, y, z], [5.0 + x, -y, -z]);
        for (a, b) in [(a, b), (b, a)] {
            // A sphere comes down on the upper end, and stands on the cap.
            let [x, y, z] = if a[1] > b[1] { a } else { b };
            let down = json!({
                "capsules": [{ "a": a, "b": b, "radius": 0.5 }],
                "mover": { "shape": "sphere", "radius": 0.25, "position": [x, 3, z] },
                "moves": [[0, -1, 0], [0, -5, 0]],
            });
            let trace = run(&down);
            let height = last_position(&trace)[1];
            assert_eq!(outcomes(&trace), "fb", "{a:?} {b:?}");
            assert!((height - y - 0.755).abs() < 1.0e-5, "{a:?} {b:?} {height}");
        }
    }
}
