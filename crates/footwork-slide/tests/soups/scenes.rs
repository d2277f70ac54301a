//! Random soups of triangles, their motion, and a body among them.

use std::f64::consts::TAU;

use footwork_slide::{MoveConfig, Pose, Shape, Speed};
use footwork_testkit::Random;

pub(crate) type Vector = [f64; 3];

/// The three corners of a triangle.
pub(crate) type Triangle = [Vector; 3];

/// Triangles that move as one obstacle.
#[derive(Clone, Debug)]
pub(crate) struct Soup {
    pub(crate) triangles: Vec<Triangle>,
    at: [f64; 3],
    axis: [f64; 3],
    turn: f64,
    /// The displacement per step, in metres.
    by: [f64; 3],
    turned_by: f64,
}

/// Soups, and the wanted moves of a body among them.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) soups: Vec<Soup>,
    pub(crate) shape: Shape,
    pub(crate) start: [f64; 3],
    pub(crate) config: MoveConfig,
    pub(crate) moves: Vec<[f32; 3]>,
}

/// The number of moves in a scene.
const MOVES: usize = 24;

impl Soup {
    /// Returns the pose of the soup after `step` steps.
    pub(crate) fn pose(&self, step: usize) -> Pose {
        let steps = step as f64;
        let at = [0, 1, 2].map(|axis| self.at[axis] + steps * self.by[axis]);
        turned(at, self.axis, self.turn + steps * self.turned_by)
    }

    pub(crate) fn moves(&self) -> bool {
        self.by != [0.0; 3] || self.turned_by != 0.0
    }

    fn any(random: &mut Random, is_ground: bool) -> Self {
        let triangles = match random.below(4) {
            _ if is_ground => sheet(random),
            0 => sheet(random),
            1 => cuboids(random),
            2 => loose(random),
            _ => steps(random),
        };
        let speed = *random.pick(&[0.0, 0.01, 0.1]);
        let turning = *random.pick(&[0.0, 0.0, 0.01, 0.1]);
        let at = if is_ground {
            [0.0, -0.05, 0.0]
        } else {
            random.vector(1.2)
        };
        let most = if is_ground { 0.3 } else { 3.0 };
        Self {
            triangles,
            at,
            axis: unit(random),
            turn: *random.pick(&[0.0, 1.0]) * random.between(-most, most),
            by: random.vector(speed),
            turned_by: random.between(-turning, turning),
        }
    }
}

impl Scene {
    /// Returns the random scene of a case.
    pub(crate) fn random(case: u64) -> Self {
        let random = &mut Random::for_case("soups", case);
        let count = 1 + random.below(3);
        let soups = (0..count)
            .map(|index| Soup::any(random, index == 0))
            .collect();
        let walks = random.one_in(2);
        let shape = any_shape(random);
        let speed = *random.pick(&[0.0, 0.01, 0.1, 0.4]);
        let mut way = [0.0; 3];
        let mut wanted = |step: usize| {
            if step.is_multiple_of(6) {
                way = random.vector(speed);
            }
            [way[0], way[1] * 0.3 - 0.02, way[2]].map(|part| part as f32)
        };
        let moves = (0..MOVES).map(&mut wanted).collect();
        Self {
            soups,
            shape,
            start: [
                random.signed(),
                half_height(&shape) + random.between(-0.05, 0.05),
                random.signed(),
            ],
            config: MoveConfig {
                step_height_m: if walks { 0.3 } else { 0.0 },
                snap_m: if walks { 0.3 } else { 0.0 },
                max_slope_rad: random.one_in(2).then_some(0.8),
                speed: *random.pick(&[Speed::Projected, Speed::Full]),
                constant_speed: random.one_in(4),
                ..MoveConfig::default()
            },
            moves,
        }
    }
}

/// Returns the pose at `at`, turned by `radians` around `axis`.
pub(crate) fn turned(at: Vector, axis: Vector, radians: f64) -> Pose {
    let (sine, cosine) = libm::sincos(radians / 2.0);
    let [x, y, z] = axis.map(|part| (part * sine) as f32);
    Pose::new(at, [x, y, z, cosine as f32]).unwrap()
}

fn half_height(shape: &Shape) -> f64 {
    shape.half_extents_m()[1]
}

pub(crate) fn any_shape(random: &mut Random) -> Shape {
    let radius = random.between(0.1, 0.5);
    let half = radius * random.between(1.0, 3.0);
    let [radius_m, half_m] = [radius, half].map(|part| part as f32);
    match random.below(4) {
        0 | 1 => Shape::Box {
            half_m: [radius_m, half_m, radius_m],
        },
        2 => Shape::Sphere { radius_m },
        _ => Shape::Capsule {
            radius_m,
            height_m: 2.0 * half_m,
        },
    }
}

pub(crate) fn unit(random: &mut Random) -> [f64; 3] {
    let (sine, cosine) = libm::sincos(random.between(0.0, TAU));
    let y = random.signed();
    let level = (1.0 - y * y).sqrt();
    [sine * level, y, cosine * level]
}

/// Returns a flat or rough sheet of triangles wound both ways.
fn sheet(random: &mut Random) -> Vec<Triangle> {
    let noise = *random.pick(&[0.0, 0.0, 1e-3, 0.1]);
    let cell = random.between(0.1, 0.8);
    let count = 1 + random.below(8);
    let points: Vec<Vec<[f64; 3]>> = (0..=count)
        .map(|row| {
            let place = |at: usize| (at as f64 - count as f64 / 2.0) * cell;
            (0..=count)
                .map(|column| [place(column), random.between(-noise, noise), place(row)])
                .collect()
        })
        .collect();
    let mut triangles = Vec::new();
    for row in 1..=count {
        for column in 1..=count {
            let [a, b] = [points[row - 1][column - 1], points[row - 1][column]];
            let [c, d] = [points[row][column - 1], points[row][column]];
            match random.below(3) {
                0 => triangles.extend([[a, c, b], [b, c, d]]),
                1 => triangles.extend([[a, c, d], [a, d, b]]),
                _ => triangles.extend([[a, d, c], [a, d, b]]),
            }
        }
    }
    triangles
}

fn cuboid(min: [f64; 3], max: [f64; 3]) -> impl Iterator<Item = Triangle> {
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let corner = move |at: usize| {
        [0, 1, 2].map(|axis| {
            if at >> axis & 1 == 1 {
                max[axis]
            } else {
                min[axis]
            }
        })
    };
    (faces.into_iter())
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
        .map(move |indices| indices.map(corner))
}

fn cuboids(random: &mut Random) -> Vec<Triangle> {
    (0..1 + random.below(4))
        .flat_map(|_| {
            let min = random.vector(1.0);
            let size = [0; 3].map(|_| random.between(0.02, 1.0));
            cuboid(min, [0, 1, 2].map(|axis| min[axis] + size[axis]))
        })
        .collect()
}

/// Returns triangles without shared vertices. In half of the cases they are on a grid, so that they touch.
fn loose(random: &mut Random) -> Vec<Triangle> {
    let is_grid = random.one_in(2);
    (0..1 + random.below(40))
        .map(|_| {
            [0; 3].map(|_| {
                let at = random.vector(1.0);
                if is_grid {
                    at.map(|part| (part * 2.0).round() / 2.0)
                } else {
                    at
                }
            })
        })
        .collect()
}

fn steps(random: &mut Random) -> Vec<Triangle> {
    let [rise, run] = [0; 2].map(|_| random.between(0.05, 0.4));
    (0..1 + random.below(5))
        .flat_map(|at| {
            let at = at as f64;
            cuboid([at * run, -0.5, -1.0], [2.5, (at + 1.0) * rise, 1.0])
        })
        .collect()
}
