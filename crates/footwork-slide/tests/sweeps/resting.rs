//! A body that rests at the offset from an obstacle can move along it or away from it. A motion into the obstacle hits
//! at time 0.

use footwork_slide::{PlacedVolume, Shape, Swept, Volume, sweep_triangle, sweep_volume};
use glam::DVec3;

use crate::hull::Hull;
use crate::random::single;

const SHAPES: [Shape; 3] = [
    Shape::Box {
        half_m: [0.3, 0.9, 0.3],
    },
    Shape::Capsule {
        radius_m: 0.3,
        height_m: 1.8,
    },
    Shape::Sphere { radius_m: 0.3 },
];

/// Returns normals of floors, slopes and walls, each with a direction along it.
fn planes() -> impl Iterator<Item = (DVec3, DVec3)> {
    (0..=18).flat_map(|step| {
        let (sin, cos) = libm::sincos(f64::from(step) * core::f64::consts::PI / 18.0);
        [(0.0, 1.0), (0.6, 0.8), (1.0, 0.0)].map(|(x, z)| {
            let normal = DVec3::new(sin * x, cos, sin * z);
            let along = DVec3::new(cos * x, -sin, cos * z);
            (normal, along)
        })
    })
}

/// Returns a large triangle in the plane that is `gap` away from `shape`.
fn wall(shape: &Shape, normal: DVec3, along: DVec3, gap: f64, size: f64) -> [[f64; 3]; 3] {
    let middle = -normal * (Hull::of_shape(shape).support(-normal) + gap);
    let across = normal.cross(along);
    [
        middle + (along * 3.0 + across) * size,
        middle + (across * 2.0 - along * 3.0) * size,
        middle - across * 4.0 * size,
    ]
    .map(|v| v.to_array())
}

#[test]
fn a_body_at_the_offset_moves_along_and_away() {
    for shape in SHAPES {
        for (normal, along) in planes() {
            for (noise, offset) in [(0.0, 0.0), (1.0e-12, 0.005), (-1.0e-12, 0.005)] {
                for size in [3.0, 1.0e4] {
                    let wall = wall(&shape, normal, along, offset + noise, size);
                    for length in [0.0, 1.0e-6, 1.0e-3, 0.08, 100.0] {
                        for tilt in [0.0, 1.0e-12, -1.0e-12, 0.1, 1.0] {
                            let motion = (along + normal * tilt) * length;
                            let swept = sweep_triangle(&shape, motion.to_array(), &wall, offset);
                            let about = format!("{shape:?} on {normal}, {noise}, by {motion}");
                            assert_eq!(swept, Swept::Apart, "{about}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_body_at_the_offset_that_moves_in_hits_at_time_0() {
    for shape in SHAPES {
        for (normal, along) in planes() {
            for noise in [0.0, 1.0e-12, -1.0e-12] {
                let wall = wall(&shape, normal, along, 0.005 + noise, 3.0);
                for length in [1.0e-6, 1.0e-3, 0.08, 100.0] {
                    for tilt in [1.0e-3, 0.1, 1.0] {
                        let motion = (along - normal * tilt) * length;
                        let swept = sweep_triangle(&shape, motion.to_array(), &wall, 0.005);
                        let Swept::Meets {
                            time,
                            normal: found,
                        } = swept
                        else {
                            panic!("{shape:?} on {normal} by {motion}: {swept:?}");
                        };
                        assert!(time * motion.length() * tilt <= 1.0e-9, "{time}");
                        assert!(DVec3::from(found).dot(normal) > 1.0 - 1.0e-9, "{found:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_body_nearer_than_the_offset_is_within_it() {
    for shape in SHAPES {
        for (normal, along) in planes() {
            let wall = wall(&shape, normal, along, 0.004, 3.0);
            for motion in [DVec3::ZERO, along, normal, -normal] {
                let swept = sweep_triangle(&shape, motion.to_array(), &wall, 0.005);
                let Swept::Within { gap, normal: found } = swept else {
                    panic!("{shape:?} on {normal} by {motion}: {swept:?}");
                };
                assert!((gap - 0.004).abs() < 1.0e-12, "{gap}");
                assert!(DVec3::from(found).dot(normal) > 1.0 - 1.0e-9, "{found:?}");
            }
        }
    }
}

/// Volumes whose highest point is 1 m above their centre.
fn volumes() -> [PlacedVolume; 4] {
    let half = single(core::f64::consts::FRAC_1_SQRT_2);
    let placed = |volume, rotation| PlacedVolume {
        volume,
        centre: [0.0; 3],
        rotation,
    };
    let still = [0.0, 0.0, 0.0, 1.0];
    [
        placed(
            Volume::Box {
                half_m: [2.0, 1.0, 3.0],
            },
            still,
        ),
        placed(
            Volume::Box {
                half_m: [1.0, 2.0, 3.0],
            },
            [0.0, 0.0, half, half],
        ),
        placed(Volume::Sphere { radius_m: 1.0 }, still),
        placed(
            Volume::Capsule {
                radius_m: 1.0,
                half_axis_m: 2.0,
            },
            [half, 0.0, 0.0, half],
        ),
    ]
}

#[test]
fn bodies_rest_on_volumes_as_on_triangles() {
    for shape in SHAPES {
        let below = Hull::of_shape(&shape).support(DVec3::NEG_Y);
        for placed in volumes() {
            for noise in [0.0, 1.0e-12, -1.0e-12] {
                let placed = PlacedVolume {
                    centre: [0.0, -1.0 - below - 0.005 - noise, 0.0],
                    ..placed
                };
                let swept = |motion| sweep_volume(&shape, motion, &placed, 0.005);
                for length in [0.0, 1.0e-6, 0.08, 100.0] {
                    assert_eq!(
                        swept([length, 0.0, 0.0]),
                        Swept::Apart,
                        "{shape:?}, {placed:?}"
                    );
                    assert_eq!(
                        swept([0.0, length, length]),
                        Swept::Apart,
                        "{shape:?}, {placed:?}"
                    );
                }
                let Swept::Meets { time, normal } = swept([0.1, -0.1, 0.0]) else {
                    panic!("{shape:?}, {placed:?}: {:?}", swept([0.1, -0.1, 0.0]));
                };
                assert!(
                    time <= 1.0e-10 && normal[1] > 1.0 - 1.0e-9,
                    "{time} {normal:?}"
                );
                let nearer = sweep_volume(&shape, [1.0, 0.0, 0.0], &placed, 0.006);
                assert!(
                    matches!(nearer, Swept::Within { gap, .. } if (gap - 0.005).abs() < 1.0e-11)
                );
            }
        }
    }
}

#[test]
fn points_are_passed_at_the_offset() {
    for (normal, along) in planes() {
        let sphere = SHAPES[2];
        for noise in [0.0, 1.0e-12, -1.0e-12] {
            let point = [(-normal * (f64::from(0.3_f32) + 0.005 + noise)).to_array(); 3];
            for length in [0.0, 1.0e-6, 0.08, 100.0] {
                for tilt in [0.0, 1.0e-12, -1.0e-12, 0.1] {
                    let motion = (along + normal * tilt) * length;
                    let swept = sweep_triangle(&sphere, motion.to_array(), &point, 0.005);
                    assert_eq!(swept, Swept::Apart, "over {normal}, {noise}, by {motion}");
                }
            }
            let swept = sweep_triangle(&sphere, (along - normal * 0.1).to_array(), &point, 0.005);
            assert!(
                matches!(swept, Swept::Meets { time, .. } if time < 1.0e-10),
                "{swept:?}"
            );
        }
    }
}
