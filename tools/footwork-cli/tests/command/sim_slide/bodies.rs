//! Bodies of every shape.

use super::*;

/// Returns the position at which a body stops that walks along x to a wall at 1 m.
fn reach(mover: &Value, boxes: &Value) -> f64 {
    let scene = json!({ "boxes": boxes, "mover": mover, "moves": vec![[0.1, 0.0, 0.0]; 20] });
    last_position(&run(&scene))[0]
}

#[test]
fn every_shape_stops_at_its_own_side() {
    let wall = json!([{ "min": [1, -2, -2], "max": [2, 2, 2] }]);
    let octahedron = json!([
        [0.4, 0, 0],
        [-0.4, 0, 0],
        [0, 0.9, 0],
        [0, -0.9, 0],
        [0, 0, 0.3],
        [0, 0, -0.3]
    ]);
    // The skin is 5 mm.
    for (mover, x) in [
        (json!({ "shape": "box", "half": [0.3, 0.9, 0.3] }), 0.695),
        (
            json!({ "half": [0.3, 0.9, 0.3], "turn": { "axis": [0, 1, 0], "deg": 45 } }),
            0.995 - 0.3 * 2.0_f64.sqrt(),
        ),
        (
            json!({ "half": [0.3, 0.9, 0.3], "turn": { "axis": [0, 0, 1], "deg": 90 } }),
            0.095,
        ),
        (
            json!({ "shape": "cylinder", "radius": 0.25, "height": 1.5 }),
            0.745,
        ),
        (json!({ "shape": "hull", "points": octahedron }), 0.595),
    ] {
        let stopped = reach(&mover, &wall);
        assert!((stopped - x).abs() < 1.0e-4, "{mover}: {stopped}, not {x}");
    }
}

/// The lower end of a capsule is round; the lower end of a cylinder is flat.
#[test]
fn a_low_beam_stops_a_cylinder_and_not_a_capsule() {
    let beam = json!([{ "min": [1, -1, -2], "max": [1.2, -0.8, 2] }]);
    let cylinder = reach(&json!({ "shape": "cylinder" }), &beam);
    let capsule = reach(&json!({ "shape": "capsule" }), &beam);
    assert!((cylinder - 0.695).abs() < 1.0e-4, "{cylinder}");
    assert!(capsule > 1.5, "{capsule}");
}

/// A turn by 90° around one axis swaps the extents along the other two.
#[test]
fn a_box_turned_by_a_right_angle_is_another_box() {
    let post = json!([{ "min": [1, -2, 0.25], "max": [1.5, 2, 3] }]);
    let turned = json!({ "half": [0.2, 0.9, 0.5], "turn": { "axis": [0, 1, 0], "deg": 90 } });
    let plain = json!({ "half": [0.5, 0.9, 0.2] });
    let [turned, plain] = [turned, plain].map(|mover| reach(&mover, &post));
    assert!(
        (plain - 2.0).abs() < 1.0e-4 && (turned - plain).abs() < 1.0e-4,
        "{turned} {plain}"
    );
    let wide = reach(&json!({ "half": [0.2, 0.9, 0.5] }), &post);
    assert!((wide - 0.795).abs() < 1.0e-4, "{wide}");
}

#[test]
fn too_many_points_are_refused() {
    let points = vec![[0.0; 3]; 33];
    let scene = json!({ "mover": { "shape": "hull", "points": points }, "moves": [] });
    let said = SIM.said(scene.to_string().as_bytes());
    assert!(
        said.contains("`mover.points`") && said.contains("32"),
        "{said}"
    );
}
