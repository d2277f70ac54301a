//! The promises of each scene, in addition to its golden hash.

use super::*;

/// The schema has all keys of all scenes, and the flights match the snapshots in every build.
#[test]
fn every_scene_follows_the_schemas_and_has_its_hash() {
    let names = SIM.names();
    assert!(names.len() >= 7, "{names:?}");
    for name in names {
        let flight = run(&SIM.scene(&name));
        let table = footwork(&["sim", "flight", &SIM.path(&name)]).stdout;
        let hash = flight["hash"].as_str().unwrap();
        assert!(table.contains(&format!("; hash {hash}\n")), "{name}");
        insta::assert_snapshot!(name.as_str(), table);
        assert_eq!(run(&SIM.scene(&name)), flight, "{name}");
    }
}

#[test]
fn the_number_of_frames_changes_no_bit() {
    for name in SIM.names() {
        let mut scene = SIM.scene(&name);
        let whole = run(&scene);
        for slices in [1, 2, 7, 600, 1_000_000] {
            scene["slices"] = json!(slices);
            assert_eq!(run(&scene), whole, "{name} {slices}");
        }
    }
}

/// A sample, extrapolated along its velocity, lies within the ball's radius of every step until the next sample.
#[test]
fn samples_are_near_every_step() {
    for name in SIM.names() {
        let mut scene = SIM.scene(&name);
        scene["dense"] = json!(true);
        let flight = run(&scene);
        let samples = flight["samples"].as_array().unwrap();
        let mut at = 0;
        for (secs, position) in dense(&flight) {
            while samples
                .get(at + 1)
                .is_some_and(|next| number(&next["t"]) <= secs)
            {
                at += 1;
            }
            // A ball at rest stays at its last sample.
            let after = secs - number(&samples[at]["t"]);
            let (start, velocity) = (
                vector(&samples[at]["position"]),
                vector(&samples[at]["velocity"]),
            );
            let squares =
                (0..3).map(|axis| (start[axis] + velocity[axis] * after - position[axis]).powi(2));
            let off = squares.sum::<f64>().sqrt();
            assert!(off <= 0.11, "{name} {secs} {off}");
        }
        let rows = flight["dense"].as_array().unwrap();
        assert_eq!(rows[0][0], json!(0.0));
        // Players are tested against every step, even if `dense` is false and the steps are not printed.
        scene["dense"] = json!(false);
        let mut without = run(&scene);
        without["dense"] = flight["dense"].clone();
        assert_eq!(without, flight, "{name}");
    }
}

/// Without air, friction and loss, the energy is constant over all steps of 10 s.
#[test]
fn the_ideal_scene_conserves_energy() {
    let flight = run(&SIM.scene("ideal"));
    let energy = |height: f64, speed_squared: f64| 0.5 * speed_squared + 9.81 * height;
    let start = energy(3.0, 6.0 * 6.0 + 4.0 * 4.0 + 2.5 * 2.5);
    let mut touched = 0;
    for sample in flight["samples"].as_array().unwrap() {
        let squares = vector(&sample["velocity"]).map(|v| v * v);
        let now = energy(number(&sample["position"][1]), squares.iter().sum());
        assert!((now / start - 1.0).abs() < 1.0e-3, "{sample} {start}");
        touched += 1;
    }
    assert!(touched > 20);
    assert_eq!(flight["end"], "horizon");
    let events = flight["events"].as_array().unwrap();
    let kinds: Vec<&Value> = events.iter().map(|event| &event["hit"]["kind"]).collect();
    assert!(kinds.contains(&&json!("box")), "{kinds:?}");
    assert!(kinds.contains(&&json!("capsule")), "{kinds:?}");
    // The path between touches is a parabola, so gravity changes the vertical velocity by the same amount at every
    // step.
    let steps = dense(&flight);
    assert_eq!(steps.len(), 2401);
    // Between two steps without a touch, the chord of the parabola has the velocity at the middle of the interval.
    let touches: Vec<f64> = events.iter().map(|event| number(&event["t"])).collect();
    for pair in steps.windows(2) {
        let ((from, a), (to, b)) = (pair[0], pair[1]);
        if touches.iter().any(|t| (from..=to).contains(t)) {
            continue;
        }
        let squares = (0..3).map(|axis| ((b[axis] - a[axis]) / (to - from)).powi(2));
        let height = 0.5 * (a[1] + b[1]) + 9.81 * (to - from).powi(2) / 8.0;
        let now = energy(height, squares.sum());
        assert!(
            (now / start - 1.0).abs() < 1.0e-3,
            "{from} s: {now} {start}"
        );
    }
    for three in steps[..200].windows(3) {
        let [a, b, c] = [0, 1, 2].map(|at: usize| three[at].1[1]);
        let acceleration = (a - 2.0 * b + c) * 240.0 * 240.0;
        assert!((acceleration + 9.81).abs() < 1.0e-6, "{acceleration}");
    }
}

/// Capsule 2 is the crossbar. The ball comes down in front of the goal line.
#[test]
fn a_ball_bounces_back_off_the_crossbar() {
    let flight = run(&SIM.scene("crossbar"));
    let first = &flight["events"][0];
    assert_eq!(first["kind"], "bounce");
    assert_eq!(first["hit"], json!({ "kind": "capsule", "index": 2 }));
    let at = number(&first["t"]);
    let samples = flight["samples"].as_array().unwrap();
    let touch = samples
        .iter()
        .find(|sample| number(&sample["t"]) == at)
        .unwrap();
    // At the touch, the distance between the ball's centre and the bar's axis is the sum of both radii. The tolerance
    // covers the curvature of the path within a step.
    let [x, y, _] = vector(&touch["position"]);
    assert!(((x - 52.5).hypot(y - 2.5) - 0.17).abs() < 2.0e-4, "{touch}");
    assert!(number(&touch["velocity"][0]) < -5.0, "{touch}");
    let second = &flight["events"][1];
    assert_eq!(second["hit"], json!({ "kind": "plane", "index": 0 }));
    assert!(number(&last_sample(&flight)["position"][0]) < 30.0);
}

#[test]
fn a_force_blows_a_ball_away() {
    let mut scene = SIM.scene("gusts");
    let blown = run(&scene);
    scene.as_object_mut().unwrap().remove("force");
    let still = run(&scene);
    let x = |flight: &Value| number(&last_sample(flight)["position"][0]);
    assert!(x(&blown) > 40.0 && x(&still) == 0.0);
    // Forces are in newtons: without air, 0.43 N on 0.43 kg give 1 m/s², so the ball moves 2 m in 2 s.
    let pushed = json!({
        "ball": { "position": [0, 100, 0] },
        "params": { "air_density": 0 },
        "force": ["0.43", "0", "0"],
        "horizon": 2,
    });
    assert!((x(&run(&pushed)) - 2.0).abs() < 1.0e-6);
}

#[test]
fn a_rolling_ball_comes_to_rest_and_stays() {
    let flight = run(&SIM.scene("roll"));
    assert_eq!(flight["end"], "rest");
    assert_eq!(flight["events"][0]["kind"], "roll");
    let last = last_sample(&flight);
    assert_eq!(last["velocity"], json!([0.0, 0.0, 0.0]));
    let secs = number(&last["t"]);
    assert!((3.0..6.0).contains(&secs), "{secs}");
    let steps = dense(&flight);
    let &(end, place) = steps.last().unwrap();
    assert_eq!((end, place), (30.0, vector(&last["position"])));
    assert_eq!(flight["sections"][0]["to"], json!(30.0));
}

#[test]
fn a_flight_ends_when_the_ball_leaves_the_bounds() {
    let flight = run(&SIM.scene("out"));
    assert_eq!(flight["end"], "out");
    assert!(number(&last_sample(&flight)["position"][2]) > 38.0);
    // This ball leaves the world, which has limits of its own.
    let away = json!({
        "ball": { "position": [9_999_990, 0, 0], "velocity": [900, 0, 0] },
        "params": { "drag": 0 },
    });
    let flight = run(&away);
    assert_eq!(flight["end"], "out");
    assert!(number(&last_sample(&flight)["t"]) < 0.1);
}

/// Spin around the vertical axis bends the path to the side.
#[test]
fn a_free_kick_curls() {
    let mut scene = SIM.scene("free_kick");
    scene["statics"] = json!({});
    let curled = run(&scene);
    let mut straight = scene.clone();
    straight["ball"]["spin"] = json!([0, 0, 0]);
    let straight = run(&straight);
    let z_at_line = |flight: &Value| {
        let samples = flight["samples"].as_array().unwrap();
        let sample = samples
            .iter()
            .find(|sample| number(&sample["position"][0]) > 48.0);
        number(&sample.unwrap()["position"][2])
    };
    assert!(z_at_line(&curled) > z_at_line(&straight) + 2.0);
}
