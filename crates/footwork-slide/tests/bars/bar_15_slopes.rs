//! Bar 15: on slopes no body is faster than its wanted speed, and no body creeps.

use footwork_slide::{Footing, Shape};

use crate::scenes::{Triangle, quad};
use crate::walk::{BOX, CAPSULE, Walk, length, world_of};

/// Returns level ground up to x = 0, and then a ramp that rises by `degrees` over a level length of 4 m.
fn ramp(degrees: f64) -> Vec<Triangle> {
    let rise = libm::tan(degrees.to_radians());
    let mut triangles = quad([-6.0, 0.0, -3.0], [6.0, 0.0, 0.0], [0.0, 0.0, 6.0]).to_vec();
    triangles.extend(quad(
        [0.0, 0.0, -3.0],
        [4.0, 4.0 * rise, 0.0],
        [0.0, 0.0, 6.0],
    ));
    triangles
}

fn walker(shape: Shape, degrees: f64, max_slope_rad: Option<f32>) -> Walk {
    let mut walk = Walk::new(world_of(&ramp(degrees)), shape, [-1.0, 0.91, 0.0]);
    walk.config.step_height_m = 0.3;
    walk.config.snap_m = 0.3;
    walk.config.max_slope_rad = max_slope_rad;
    walk.step([0.0, -0.02, 0.0]);
    assert!(walk.state.footing.is_supported(), "{:?}", walk.state);
    walk
}

/// A body used to climb 46° at 1.43 times the wanted speed and 74° at 3.6 times, and to walk down at the same speeds.
#[test]
fn no_body_is_faster_than_wanted_up_or_down_a_slope() {
    for shape in [BOX, CAPSULE] {
        for max_slope_rad in [None, Some(0.8), Some(1.4)] {
            for degrees in [5.0, 20.0, 40.0, 46.0, 50.0, 59.0, 65.0, 74.0, 79.0] {
                for constant_speed in [false, true] {
                    let mut walk = walker(shape, degrees, max_slope_rad);
                    walk.config.constant_speed = constant_speed;
                    let up = [0.05, -0.005, 0.0];
                    let down = [-0.05, -0.005, 0.0];
                    let most = 1.001 * length(up);
                    for (step, wanted) in [up; 50].into_iter().chain([down; 60]).enumerate() {
                        let (moved, _) = walk.step(wanted);
                        // At the foot of the ramp, making room for the skin adds to the move.
                        let beside = if walk.state.position[0].abs() < 0.5 {
                            0.003
                        } else {
                            1e-6
                        };
                        assert!(
                            length(moved) <= most + beside,
                            "{shape:?}, limit {max_slope_rad:?}, {degrees}°, step {step}: {moved:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_slope_slows_a_body_only_without_constant_speed() {
    for shape in [BOX, CAPSULE] {
        for degrees in [10.0, 30.0, 44.0] {
            for (constant_speed, least) in [(false, 0.0), (true, 0.999)] {
                let mut walk = walker(shape, degrees, Some(0.8));
                walk.config.constant_speed = constant_speed;
                let mut slowest: f64 = 1.0;
                for _ in 0..60 {
                    let (moved, _) = walk.step([0.05, -0.005, 0.0]);
                    if walk.state.position[0] > 0.5 {
                        slowest = if length(moved) / 0.05 < slowest {
                            length(moved) / 0.05
                        } else {
                            slowest
                        };
                    }
                }
                assert!(walk.state.position[0] > 0.6, "{:?}", walk.state);
                assert!(slowest >= least, "{shape:?} {degrees}°: {slowest}");
                // Without constant speed, the body must be slower somewhere.
                assert!(
                    constant_speed || slowest < 0.99,
                    "{shape:?} {degrees}°: {slowest}"
                );
            }
        }
    }
}

/// A body without a slope limit used to creep down 11° by 238 mm in two seconds.
#[test]
fn a_body_that_is_only_moved_down_stays_where_it_stands() {
    for shape in [BOX, CAPSULE] {
        for degrees in [3.0, 11.0, 40.0] {
            for max_slope_rad in [None, Some(0.8)] {
                let mut walk = Walk::new(world_of(&ramp(degrees)), shape, [2.0, 0.0, 0.0]);
                walk.config.max_slope_rad = max_slope_rad;
                walk.state.position[1] = 2.0 * libm::tan(f64::to_radians(degrees)) + 1.6;
                while !walk.state.footing.is_supported() {
                    walk.step([0.0, -0.02, 0.0]);
                }
                // At first the gap is a little larger than the skin. The body moves down until the two are equal.
                for _ in 0..3 {
                    walk.step([0.0, -0.16, 0.0]);
                }
                let [x, y, _] = walk.state.position;
                for _ in 0..120 {
                    walk.step([0.0, -0.16, 0.0]);
                }
                let [to_x, to_y, _] = walk.state.position;
                let crept = length([to_x - x, to_y - y, 0.0]);
                assert!(
                    crept < 1e-3,
                    "{shape:?}, {degrees}°, {max_slope_rad:?}: {crept}"
                );
            }
        }
    }
}

/// Returns two slopes that meet at z = 0, each rising by `sides` degrees. The groove between them rises by `along`
/// degrees along x.
fn groove(sides: f64, along: f64) -> Vec<Triangle> {
    let [rise, tilt] = [sides, along].map(|degrees| libm::tan(degrees.to_radians()));
    let [from, way] = [[-5.0, -5.0 * tilt, 0.0], [10.0, 10.0 * tilt, 0.0]];
    let mut triangles = quad(from, way, [0.0, 4.0 * rise, 4.0]).to_vec();
    triangles.extend(quad(from, way, [0.0, 4.0 * rise, -4.0]));
    triangles
}

/// A body used to rest between two slopes with no ground below, so that it could neither jump nor fall.
#[test]
fn a_body_between_two_steep_slopes_is_wedged() {
    for shape in [BOX, CAPSULE] {
        for sides in [50.0, 60.0, 75.0] {
            for (along, is_wedged) in [(0.0, true), (20.0, true), (55.0, false)] {
                let mut walk = Walk::new(world_of(&groove(sides, along)), shape, [3.0, 9.0, 0.1]);
                walk.config.max_slope_rad = Some(0.785);
                let mut fallen = 0.0;
                for _ in 0..200 {
                    if walk.state.footing.support().is_some() {
                        break;
                    }
                    fallen = walk.step([0.0, -0.1, 0.0]).0[1];
                }
                for _ in 0..15 {
                    walk.step([0.0, -0.1, 0.0]);
                }
                let told = format!(
                    "{shape:?}, {sides}°, along {along}°, {fallen}: {:?}",
                    walk.state
                );
                match walk.state.footing {
                    Footing::Wedged(support) => {
                        assert!(is_wedged, "{told}");
                        assert!(
                            support.normal[1] > 0.2 && support.normal[2].abs() > 0.5,
                            "{told}"
                        );
                    }
                    Footing::Steep(_) => assert!(!is_wedged, "{told}"),
                    _ => panic!("{told}"),
                }
                // The body can jump out of the groove.
                let (moved, _) = walk.step([0.0, 0.1, 0.0]);
                assert!((moved[1] - 0.1).abs() < 1e-4, "{told}");
                walk.step([0.0, 0.5, 0.0]);
                assert_eq!(walk.state.footing, Footing::Air, "{told}");
            }
        }
    }
}

#[test]
fn a_body_on_one_steep_slope_is_steep_and_against_a_wall_in_the_air() {
    for shape in [BOX, CAPSULE] {
        for (degrees, is_steep) in [(50.0, true), (70.0, true), (89.0, false)] {
            let height = 2.35 * libm::tan(f64::to_radians(degrees)) + 1.0;
            let mut walk = Walk::new(world_of(&ramp(degrees)), shape, [2.0, height, 0.0]);
            walk.config.max_slope_rad = Some(0.785);
            let mut seen = false;
            for _ in 0..60 {
                walk.step([0.01, -0.05, 0.0]);
                let footing = walk.state.footing;
                assert!(
                    walk.state.position[1] < 1.6 || !footing.is_supported(),
                    "{degrees}°: {footing:?}"
                );
                if let Footing::Steep(support) = footing {
                    seen = true;
                    // The point of the support is on the slope.
                    let [x, y, _] = support.point;
                    let off = y - x * libm::tan(f64::to_radians(degrees));
                    assert!(x > -1e-9 && off.abs() < 1e-6, "{degrees}°: {footing:?}");
                }
            }
            assert_eq!(seen, is_steep, "{shape:?}, {degrees}°: {:?}", walk.state);
        }
    }
}
