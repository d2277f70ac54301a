//! Bar 3: no step is cut short on unwelded triangles, T-junctions, abutting meshes and slivers, nor on floors of blocks
//! with faces buried between them.

use footwork_slide::{Outcome, World};

use crate::bar_02_flat::{FLOOR, WALL, check, check_world};
use crate::scenes::{Random, Sheet, Triangle, as_floor, as_wall, cuboid};
use crate::walk::{BOX, CAPSULE, Walk, add_box, add_triangles, world_of};

/// Returns the triangles without shared corners: each corner of each triangle is moved within the sheet by up to 20 µm
/// per axis.
fn unwelded(random: &mut Random, triangles: &[Triangle], axes: [usize; 2]) -> Vec<Triangle> {
    let mut off = |mut corner: [f64; 3]| {
        for axis in axes {
            corner[axis] += random.between(-2e-5, 2e-5);
        }
        corner
    };
    triangles
        .iter()
        .map(|corners| corners.map(&mut off))
        .collect()
}

/// Splits each triangle in two at one edge, and does not split the neighbour's edge. So every second edge gets a
/// T-junction. Some halves are slivers, a thousand times as long as they are high.
fn split(random: &mut Random, triangles: &[Triangle]) -> Vec<Triangle> {
    let halves = triangles.iter().flat_map(|&[a, b, c]| {
        let share = match random.bits() % 4 {
            0 => 0.001,
            1 => 0.999,
            _ => random.between(0.2, 0.8),
        };
        let middle = [0, 1, 2].map(|axis| a[axis] + share * (b[axis] - a[axis]));
        [[a, middle, c], [middle, b, c]]
    });
    halves.collect()
}

#[test]
fn seams_shorten_no_step() {
    let mut random = Random(3);
    let wall = Sheet::BAR.triangles(&mut random, as_wall);
    let floor = Sheet::BAR.triangles(&mut random, as_floor);
    let check = |told, triangles: Vec<Triangle>, along| {
        check(told, &triangles, along, (0.999, 0.999));
    };
    let seams = unwelded(&mut random, &wall, [1, 2]);
    check("unwelded wall", seams, &WALL);
    let seams = unwelded(&mut random, &floor, [0, 2]);
    check("unwelded floor", seams, &FLOOR);
    check("wall with T-junctions", split(&mut random, &wall), &WALL);
    check("floor with T-junctions", split(&mut random, &floor), &FLOOR);
}

#[test]
fn abutting_meshes_shorten_no_step() {
    let mut random = Random(33);
    let floor = Sheet::BAR.triangles(&mut random, as_floor);
    let wall = Sheet::BAR.triangles(&mut random, as_wall);
    for (told, sheet, along, axis) in [
        ("abutting floors", floor, FLOOR, 0),
        ("abutting walls", wall, WALL, 2),
    ] {
        let (left, right): (Vec<Triangle>, Vec<Triangle>) = sheet
            .into_iter()
            .partition(|[a, b, c]| a[axis] + b[axis] + c[axis] < 0.0);
        let mut world = World::new();
        for part in [left, right] {
            add_triangles(&mut world, &part);
        }
        check_world(told, &world, &along, (0.999, 0.999));
    }
}

/// Returns three worlds with a row of flush blocks: as one mesh, as one mesh per block, and as one volume per block.
fn rows(width: f64) -> Vec<(String, World)> {
    let starts = (0..32_u32).map(|block| f64::from(block) * width - 8.0);
    let starts: Vec<f64> = starts.take_while(|x| *x < 8.0).collect();
    let block = |x: f64| cuboid([x, -1.0, -3.0], [x + width, 0.0, 3.0]);
    let all: Vec<Triangle> = starts.iter().flat_map(|x| block(*x)).collect();
    let one = world_of(&all);
    let (mut each, mut volumes) = (World::new(), World::new());
    for x in starts {
        add_triangles(&mut each, &block(x));
        let half = [width as f32 / 2.0, 0.5, 3.0];
        add_box(&mut volumes, half, [x + width / 2.0, -0.5, 0.0]);
    }
    let told = |what: &str| format!("{what} of {width} m");
    vec![
        (told("one mesh"), one),
        (told("meshes"), each),
        (told("volumes"), volumes),
    ]
}

#[test]
fn buried_faces_stop_no_body() {
    for width in [0.5, 2.0, 4.0] {
        for (told, world) in rows(width) {
            check_world(&told, &world, &FLOOR, (0.999, 0.999));
            let mut random = Random(303);
            for shape in [BOX, CAPSULE] {
                for run in 0..60 {
                    let start = [random.between(-3.0, 1.0), 0.905, random.between(-1.0, 1.0)];
                    let mut walk = Walk::new(world.clone(), shape, start);
                    let ahead = random.between(1.0, 8.0) / 60.0;
                    for step in 0..30 {
                        let (moved, outcome) = walk.step([ahead, -0.0055, 0.0]);
                        assert!(
                            outcome != Outcome::Blocked && moved[0] > 0.999 * ahead,
                            "{shape:?} over {told}, run {run} from {start:?}, step {step}: {moved:?} of {ahead}"
                        );
                    }
                }
            }
        }
    }
}
