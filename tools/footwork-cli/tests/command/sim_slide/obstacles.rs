//! Obstacles of a scene: one-way, moving, pushed, turned and compound obstacles, and sensors.

use super::*;

/// Returns the vector at `pointer` in each step.
fn each(trace: &Value, pointer: &str) -> Vec<[f64; 3]> {
    let steps = trace["steps"].as_array().unwrap().iter();
    steps
        .map(|step| step.pointer(pointer).map_or([f64::NAN; 3], vector))
        .collect()
}

fn states(trace: &Value) -> Vec<&str> {
    let steps = trace["steps"].as_array().unwrap().iter();
    steps
        .map(|step| step["ground"]["state"].as_str().unwrap())
        .collect()
}

/// The body jumps up through a platform, lands on it, goes through a door, and cannot go back.
#[test]
fn one_way_obstacles_are_passed_from_the_other_sides() {
    let trace = run(&SIM.scene("one_way"));
    let at = positions(&trace);
    assert!((at[33][1] - 4.305).abs() < 1e-3, "{:?}", at[33]);
    assert!((at[53][1] - 3.405).abs() < 1e-3, "{:?}", at[53]);
    let furthest = at.iter().fold(0.0, |x: f64, at| x.max(at[0]));
    assert!(furthest > 3.2, "{furthest}");
    let [x, _, _] = last_position(&trace);
    assert!((x - 2.905).abs() < 1e-3, "{x}");
}

/// A body on a lift has the lift's velocity, and the trace reports this velocity for the ground.
#[test]
fn platforms_carry_bodies_and_the_ground_has_their_velocity() {
    let trace = run(&SIM.scene("lift"));
    let (at, ground) = (positions(&trace), each(&trace, "/ground/velocity"));
    let velocity = each(&trace, "/velocity");
    for step in 2..118 {
        for (axis, speed) in [0.6, 0.9, 0.0].into_iter().enumerate() {
            assert!((ground[step][axis] - speed).abs() < 1e-3, "{step}");
            assert!((velocity[step][axis] - speed).abs() < 0.03, "{step}");
        }
    }
    assert!((at[118][1] - 0.905 - 0.9 * 119.0 / 60.0).abs() < 0.01);
    // The turntable carries the body around.
    let moved = trace["steps"][239]["obstacles"].as_array().unwrap();
    assert_eq!(moved.len(), 2);
    let [dx, _, dz] = [0, 1, 2].map(|axis| at[239][axis] - at[160][axis]);
    assert!(dx.hypot(dz) > 0.5, "{dx} {dz}");
    assert_eq!(states(&trace)[239], "ground");
}

/// A light crate is pushed away, and a heavy one hardly moves. Each gains its share of the momentum.
#[test]
fn a_pushed_obstacle_gains_its_share_of_the_momentum() {
    let trace = run(&SIM.scene("pushed"));
    let steps = trace["steps"].as_array().unwrap();
    let place = |step: usize, index: usize| vector(&steps[step]["obstacles"][index]["position"])[0];
    let met = |name: u64| {
        steps.iter().position(|step| {
            let hits = step["hits"].as_array().unwrap();
            let is_crate = |hit: &Value| hit["index"] == name;
            let at = hits.iter().position(is_crate);
            at.is_some_and(|at| step["closings"][at].as_f64().unwrap() > 2.0)
        })
    };
    let first = met(1).unwrap();
    // One step later, the crate moves at 3 m/s · 80 / 110.
    let gained = (place(first + 1, 0) - place(first, 0)) * 60.0;
    assert!((gained - 3.0 * 80.0 / 110.0).abs() < 0.01, "{gained}");
    assert!(place(229, 0) > 4.5, "{}", place(229, 0));
    let heavy = place(229, 1);
    assert!((-2.9..-2.51).contains(&heavy), "{heavy}");
}

/// The body walks over turned boxes, hulls, height fields and compounds, and the trace names each of them.
#[test]
fn every_solid_is_walked_over() {
    let trace = run(&SIM.scene("solids"));
    let kinds: Vec<String> = met(&trace).into_iter().map(|(kind, _)| kind).collect();
    for kind in ["box", "hull", "heights", "compound"] {
        assert!(kinds.iter().any(|met| met == kind), "{kind} {kinds:?}");
    }
    let [x, _, _] = last_position(&trace);
    assert!(x > 12.5, "{x}");
    let steps = trace["steps"].as_array().unwrap();
    let parts = steps
        .iter()
        .flat_map(|step| step["hits"].as_array().unwrap())
        .filter(|hit| hit["kind"] == "compound")
        .map(|hit| hit["part"].as_u64().unwrap());
    let parts: std::collections::BTreeSet<u64> = parts.collect();
    assert!(parts.contains(&0) && parts.contains(&1), "{parts:?}");
}

/// A walk over a turned box equals one over the hull of its corners, and a walk over a compound equals one over its
/// parts.
#[test]
fn equal_shapes_are_walked_over_alike() {
    let walk = |key: &str, obstacle: Value| {
        let mut scene = json!({
            "boxes": [{ "min": [-9, -1, -9], "max": [9, 0, 9] }],
            "mover": { "shape": "capsule", "position": [-3, 0.905, 0.1] },
            "moves": vec![[0.05, -0.02, 0.0]; 120],
            "config": { "step": 0.3, "snap": 0.3, "slope_deg": 50 },
        });
        match scene[key].as_array_mut() {
            Some(list) => list.push(obstacle),
            None => scene[key] = json!([obstacle]),
        }
        positions(&run(&scene))
    };
    let block = json!({
        "min": [-1, -0.5, -1], "max": [1, 0.25, 1], "turn": { "axis": [0, 0, 2], "deg": 20 },
    });
    let whole = walk("boxes", block.clone());
    assert!(whole.iter().any(|at| at[1] > 1.2), "{whole:?}");
    assert_eq!(walk("compounds", json!({ "boxes": [block] })), whole);
    // The sine and cosine of 20°.
    let (sine, cosine) = (0.342_020_143_325_668_7, 0.939_692_620_785_908_4);
    let corner = |at: usize| {
        let side = |bit: usize, low: f64, high: f64| if at >> bit & 1 == 0 { low } else { high };
        let (x, y, z) = (
            side(0, -1.0, 1.0),
            side(1, -0.375, 0.375),
            side(2, -1.0, 1.0),
        );
        [x * cosine - y * sine, x * sine + y * cosine - 0.125, z]
    };
    let corners: Vec<[f64; 3]> = (0..8).map(corner).collect();
    for (a, b) in whole
        .iter()
        .zip(walk("hulls", json!({ "points": corners })))
    {
        assert!(
            // A capsule leaves the upper edge of the hull one move later than the edge of the box.
            (a[0] - b[0]).abs() < 0.01 && (a[1] - b[1]).abs() < 0.06,
            "{a:?} {b:?}"
        );
    }
}

/// With the up axis to the left, the body falls to the wall, climbs a step of 20 cm, and stops in front of a step of
/// 1.5 m.
#[test]
fn up_is_where_the_scene_says() {
    let trace = run(&SIM.scene("on_a_wall"));
    let [x, y, _] = last_position(&trace);
    assert!(
        (x + 0.905).abs() < 1e-3 && (y - 4.895).abs() < 1e-3,
        "{x} {y}"
    );
    let highest = positions(&trace)[30..]
        .iter()
        .fold(0.0, |x: f64, at| x.min(at[0]));
    assert!((highest + 1.105).abs() < 1e-3, "{highest}");
    assert!(states(&trace)[25..].iter().all(|state| *state == "ground"));
}

#[test]
fn sensors_are_named_and_do_not_block() {
    let trace = run(&SIM.scene("sensors"));
    let steps = trace["steps"].as_array().unwrap();
    let entered: std::collections::BTreeSet<String> = (steps.iter())
        .flat_map(|step| step["sensors"].as_array().unwrap())
        .map(|hit| format!("{} {}", hit["kind"].as_str().unwrap(), hit["index"]))
        .collect();
    assert_eq!(
        entered.into_iter().collect::<Vec<_>>(),
        ["box 1", "compound 0", "sphere 0"]
    );
    let met = met(&trace);
    assert!(met.iter().all(|(kind, index)| kind == "box" && *index != 1));
    let [x, y, _] = last_position(&trace);
    assert!(x > 5.6 && y > 3.0, "{x} {y}");
}

/// A body that starts inside an obstacle leaves it at 1 m/s.
#[test]
fn recovery_has_the_given_speed() {
    let scene = SIM.scene("inside_slowly");
    let trace = run(&scene);
    let before = std::iter::once(vector(&scene["mover"]["position"])).chain(positions(&trace));
    for (a, b) in before.zip(positions(&trace)) {
        assert!((a[0] - b[0]).abs() < 1.0 / 60.0 + 0.006, "{a:?} {b:?}");
    }
    let depths = trace["steps"][0]["depths"].as_array().unwrap();
    assert!(depths[0].as_f64().unwrap() > 0.3, "{depths:?}");
    assert!(last_position(&trace)[0] < -0.304);
}

/// A body without a slope limit stands still on a slope of 11°.
#[test]
fn a_standing_body_stays() {
    let at = positions(&run(&SIM.scene("idle")));
    let crept = (at[149][0] - at[30][0]).hypot(at[149][1] - at[30][1]);
    assert!(crept < 1e-6, "{crept}");
}

/// A move of 50 mm covers 50 mm along the ground uphill, downhill and on level ground.
#[test]
fn constant_speed_is_the_same_on_every_slope() {
    let scene = SIM.scene("uphill");
    let way = |scene: &Value| {
        let at = positions(&run(scene));
        let apart = |pair: &[[f64; 3]]| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]);
        let ways: Vec<f64> = at.windows(2).map(apart).collect();
        [20, 60, 120, 180].map(|step| ways[step])
    };
    for way in way(&scene) {
        assert!((way - 0.05).abs() < 1e-3, "{way}");
    }
    let mut other = scene.clone();
    other["config"]["constant_speed"] = json!(false);
    let [_, uphill, _, _] = way(&other);
    assert!(uphill < 0.046, "{uphill}");
}
