//! The promises of each scene, in addition to its golden hash.

use twox_hash::XxHash3_64;

use super::*;

/// The schema has all keys of all scenes, and the traces match the snapshots in every build.
#[test]
fn every_scene_follows_the_schemas_and_has_its_hash() {
    let names = SIM.names();
    assert!(names.len() >= 14, "{names:?}");
    for name in names {
        let trace = run(&SIM.scene(&name));
        let bytes = positions(&trace).into_iter().flatten();
        let bytes: Vec<u8> = bytes.flat_map(f64::to_le_bytes).collect();
        let hash = format!("{:016x}", XxHash3_64::oneshot(&bytes));
        assert_eq!(trace["hash"], hash, "{name}");
        let table = footwork(&["sim", "slide", &SIM.path(&name)]).stdout;
        assert!(table.contains(&format!("; hash {hash}\n")), "{name}");
        insta::assert_snapshot!(name.as_str(), table);
        assert_eq!(run(&SIM.scene(&name)), trace, "{name}");
    }
}

/// Reordering the triangles of a scene does not change its trace.
#[test]
fn the_order_of_triangles_changes_nothing() {
    for name in ["corner", "flat_wall", "abutting_walls", "spoiled_triangles"] {
        let mut scene = SIM.scene(name);
        let hash = run(&scene)["hash"].clone();
        let triangles = scene["triangles"].as_array_mut().unwrap();
        triangles.reverse();
        triangles.rotate_left(3);
        assert_eq!(run(&scene)["hash"], hash, "{name}");
    }
}

#[test]
fn a_corner_stops_a_body_at_the_skin_of_both_walls() {
    let trace = run(&SIM.scene("corner"));
    assert!(outcomes(&trace).ends_with("bbbbbbbbbb"), "{trace}");
    let [x, _, z] = last_position(&trace);
    // The walls are at ±30° to -x. Measure the distance to each wall from the nearest corner of the box.
    let (sin, cos) = (0.5, 0.75_f64.sqrt());
    for side in [1.0, -1.0] {
        let gap = -(x + 0.3) * sin - (side * z + 0.3) * cos;
        assert!((gap - 0.005).abs() < 1.0e-3, "{side} {gap}");
    }
    let rest: Vec<[f64; 3]> = positions(&trace).split_off(50);
    assert!(rest.iter().all(|at| distance(*at, rest[0]) < 1.0e-5));
}

#[test]
fn far_from_the_origin_results_are_the_same() {
    let (near, far) = (run(&SIM.scene("corner")), run(&SIM.scene("far_away")));
    assert_eq!(outcomes(&near), outcomes(&far));
    for (near, far) in positions(&near).into_iter().zip(positions(&far)) {
        let [x, y, z] = far;
        let moved = [x - 100_000.0, y, z + 100_000.0];
        assert!(distance(near, moved) < 1.0e-3, "{near:?} {moved:?}");
    }
}

/// The body loses no speed at any step along a wall of many triangles.
#[test]
fn sliding_along_a_flat_wall_keeps_the_speed() {
    for name in ["flat_wall", "spoiled_triangles"] {
        let trace = run(&SIM.scene(name));
        assert!(!outcomes(&trace).contains('b'), "{name}");
        for pair in positions(&trace).windows(2) {
            assert!(pair[1][2] - pair[0][2] > 0.06 * 0.99, "{name} {pair:?}");
        }
        assert!((last_position(&trace)[0] + 0.305).abs() < 1.0e-3, "{name}");
    }
}

/// Seams between meshes and roughness never stop a body permanently, and no body passes through them.
#[test]
fn bodies_pass_seams_and_roughness() {
    for name in ["abutting_walls", "rough_wall"] {
        let positions = positions(&run(&SIM.scene(name)));
        let way = positions.last().unwrap()[2] - positions[0][2];
        assert!(way > 2.0, "{name} {way}");
        assert!(positions.iter().all(|at| at[0] < -0.29), "{name}");
    }
}

#[test]
fn three_planes_stop_a_body() {
    let trace = run(&SIM.scene("trihedral"));
    assert!(outcomes(&trace).ends_with("bbbbb"), "{trace}");
    let [x, y, z] = last_position(&trace);
    for (at, ideal) in [(x, -0.305), (y, 0.905), (z, 0.695)] {
        assert!((at - ideal).abs() < 1.0e-3, "{at} {ideal}");
    }
}

/// Steps of 15 to 30 cm are climbed; a step of 35 cm is not.
#[test]
fn stairs_are_climbed_up_to_the_step_height() {
    let trace = run(&SIM.scene("stairs"));
    assert!(outcomes(&trace).ends_with("bbb"), "{trace}");
    let [x, y, _] = last_position(&trace);
    assert!((y - 1.805).abs() < 1.0e-3, "{y}");
    assert!((x - 2.895).abs() < 1.0e-3, "{x}");
}

/// A capsule with a radius of 0.3 m climbs and descends stairs with treads of 0.2 m and rises of 0.3 m.
#[test]
fn treads_shorter_than_the_radius_are_climbed_at_full_speed() {
    let positions = positions(&run(&SIM.scene("steep_stairs")));
    for pair in positions.windows(2) {
        let share = (pair[1][0] - pair[0][0]).abs() / 0.05;
        assert!(
            (share - 1.0).abs() < 0.03,
            "{share} of the requested move: {pair:?}"
        );
    }
    let [top, bottom] = [positions[53], positions[103]];
    assert!((top[1] - 2.405).abs() < 1.0e-3, "{top:?}");
    assert!((bottom[1] - 0.905).abs() < 1.0e-3, "{bottom:?}");
}

/// A body that climbs a step at 2.4 cm/s never moves farther than the requested move.
#[test]
fn a_slow_climb_of_a_step_is_no_faster_than_requested() {
    let positions = positions(&run(&SIM.scene("slow_step")));
    for pair in positions.windows(2) {
        let share = (pair[1][0] - pair[0][0]) / 0.0002;
        assert!(
            (share - 1.0).abs() < 0.03,
            "{share} of the requested move: {pair:?}"
        );
    }
    let [_, y, _] = positions[positions.len() - 1];
    assert!(y > 0.95, "the body should be on the step: {y}");
}

/// A capsule stays in its place on a see-saw that tilts by 20° either way.
#[test]
fn a_seesaw_keeps_its_rider() {
    let positions = positions(&run(&SIM.scene("seesaw")));
    // The see-saw tilts back and forth once in four seconds.
    let [first, last] = [positions[239], positions[479]];
    assert!(distance(first, last) < 0.005, "{first:?} {last:?}");
    let far = positions.iter().map(|at| distance(*at, first));
    assert!(
        far.fold(0.0, f64::max) > 0.5,
        "the see-saw should move the body"
    );
}

/// A body walks up a slope of 27°; a slope of 63° stops it like a wall.
#[test]
fn steep_slopes_are_walls() {
    let trace = run(&SIM.scene("slopes"));
    let positions = positions(&trace);
    assert!(positions.iter().any(|at| (at[1] - 0.905).abs() < 1.0e-3));
    let [x, y, _] = last_position(&trace);
    assert!((y - 1.905).abs() < 1.0e-2 && x < 4.5, "{x} {y}");
    assert!(outcomes(&trace).ends_with("bbb"), "{trace}");
}

/// The slope is 59° steep, and the limit is 70°.
#[test]
fn a_steep_climb_is_no_faster_than_requested() {
    let scene = SIM.scene("steep_climb");
    let trace = run(&scene);
    let (start, positions) = (vector(&scene["mover"]["position"]), positions(&trace));
    let before = std::iter::once(&start).chain(&positions);
    let moves = scene["moves"].as_array().unwrap();
    for ((before, after), wanted) in before.zip(&positions).zip(moves) {
        let wanted = distance(vector(wanted), [0.0; 3]);
        let moved = distance(*before, *after);
        assert!(moved < 1.001 * wanted, "{before:?} {after:?}");
    }
    let high = positions.iter().any(|at| at[1] > 1.3);
    assert!(high && positions[87][0] < -0.3, "{positions:?}");
}

/// The ground has four triangles that slope by 2 to 10°. The body crosses them in moves of 50 mm.
#[test]
fn a_body_keeps_moving_on_gentle_ground() {
    let positions = positions(&run(&SIM.scene("gentle_ground")));
    for pair in positions.windows(2) {
        let way = pair[1][0] - pair[0][0];
        assert!(way > 0.04, "{pair:?}");
    }
}

/// The ground has four triangles with a rise of 6°. The body crosses them in moves of 50 mm.
#[test]
fn a_gentle_rise_shortens_no_move() {
    let scene = SIM.scene("gentle_rise_freeze");
    let trace = run(&scene);
    let start = vector(&scene["mover"]["position"]);
    let positions = positions(&trace);
    let before = std::iter::once(&start).chain(&positions);
    let moves = scene["moves"].as_array().unwrap();
    assert!(outcomes(&trace).bytes().all(|outcome| outcome != b'b'));
    for ((before, after), wanted) in before.zip(&positions).zip(moves) {
        let on_level = |[x, _, z]: [f64; 3]| [x, 0.0, z];
        let wanted = distance(on_level(vector(wanted)), [0.0; 3]);
        let moved = distance(on_level(*before), on_level(*after));
        // On a rise of 6°, cos² 6° of the horizontal length of a move remains.
        assert!(moved > 0.98 * wanted, "{moved} of {wanted}: {trace}");
    }
}

/// The slope is 49° steep, and the limit is 50°.
#[test]
fn a_climb_below_the_slope_limit_is_no_faster_than_requested() {
    let scene = SIM.scene("slope_49_limit_50");
    let trace = run(&scene);
    let start = vector(&scene["mover"]["position"]);
    let positions = positions(&trace);
    let before = std::iter::once(&start).chain(&positions);
    let moves = scene["moves"].as_array().unwrap();
    let steps = trace["steps"].as_array().unwrap();
    let (mut grounded, mut was_on_ground) = (0, false);
    for (((before, after), wanted), step) in before.zip(&positions).zip(moves).zip(steps) {
        let is_on_ground = step["ground"]["state"] == "ground";
        if std::mem::replace(&mut was_on_ground, is_on_ground) && is_on_ground {
            grounded += 1;
            let wanted = distance(vector(wanted), [0.0; 3]);
            let moved = distance(*before, *after);
            // Landing adds 0.1 % to the second move.
            assert!(moved < 1.002 * wanted, "{before:?} {after:?}");
        }
    }
    assert!(
        grounded > 70 && last_position(&trace)[1] > 2.0,
        "{grounded}: {:?}",
        last_position(&trace)
    );
}

/// A body in a groove of 60° counts as supported, so it can jump.
#[test]
fn a_body_in_a_groove_is_wedged_and_jumps_out() {
    let trace = run(&SIM.scene("groove"));
    let state = |step: usize| trace["steps"][step]["ground"]["state"].as_str().unwrap();
    assert_eq!([state(0), state(10)], ["air"; 2]);
    assert!((10..39).any(|step| state(step) == "steep"), "{trace}");
    assert!((39..48).all(|step| state(step) == "wedged"), "{trace}");
    assert_eq!(state(51), "air");
    let positions = positions(&trace);
    assert!(positions[51][1] - positions[47][1] > 0.3, "{positions:?}");
    assert!((positions[38][1] - positions[39][1]).abs() < 1.0e-6);
}

#[test]
fn a_body_stays_on_one_side_of_a_thin_sheet() {
    let trace = run(&SIM.scene("sheet_edge"));
    let along = positions(&trace).into_iter().filter(|at| at[0] > 0.0);
    assert!(along.clone().count() > 10);
    for [_, _, z] in along {
        assert!((0.3..0.31).contains(&z.abs()), "{z}");
    }
}

/// A slab of 2 mm stops moves of any length, and a move of 1 µm along the slab still moves the body.
#[test]
fn a_thin_slab_stops_long_moves() {
    let trace = run(&SIM.scene("thin_slab"));
    let positions = positions(&trace);
    assert!(positions.iter().all(|at| at[0] < -0.3), "{positions:?}");
    let step = positions[3][2] - positions[2][2];
    assert!((step - 1.0e-6).abs() < 1.0e-8, "{step}");
}

#[test]
fn a_body_leaves_an_obstacle_that_it_starts_inside() {
    let [x, _, z] = last_position(&run(&SIM.scene("inside")));
    assert!(x <= -0.3 && (z - 0.9).hypot(x) > 0.999, "{x} {z}");
}

/// Capsule 3 is in another layer. The body touches the other capsules but never overlaps any of them.
#[test]
fn a_body_passes_a_crowd_through_its_gaps() {
    let scene = SIM.scene("crowd");
    let trace = run(&scene);
    let met = met(&trace);
    assert!(
        met.len() >= 2
            && met
                .iter()
                .all(|(kind, index)| kind == "capsule" && *index != 3)
    );
    for at in positions(&trace) {
        for (index, capsule) in scene["capsules"].as_array().unwrap().iter().enumerate() {
            let axis = vector(&capsule["a"]);
            let apart = (at[0] - axis[0]).hypot(at[2] - axis[2]);
            assert!(index == 3 || apart > 0.599, "{at:?} {index}");
        }
    }
}

#[test]
fn every_kind_of_volume_is_met() {
    let trace = run(&SIM.scene("volumes"));
    let kinds: Vec<String> = met(&trace).into_iter().map(|(kind, _)| kind).collect();
    for kind in ["box", "sphere", "capsule"] {
        assert!(kinds.iter().any(|met| met == kind), "{kind} {kinds:?}");
    }
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let squares = (0..3).map(|axis| (a[axis] - b[axis]).powi(2));
    squares.sum::<f64>().sqrt()
}
