//! Random tight scenes: a place a few millimetres wider than a body, and the moves of the body in it.

use std::f64::consts::TAU;
use std::sync::Arc;

use footwork_slide::{
    HullPoints, Label, Mesh, MoveConfig, ObstacleId, Pose, Shape, Speed, Volume, World,
};
use footwork_testkit::Random;

use crate::gaps::{gap, half_of};

/// A tight place, a body, and their motion.
pub(crate) struct Scene {
    pub(crate) world: World,
    pub(crate) shape: Shape,
    pub(crate) start: [f64; 3],
    pub(crate) config: MoveConfig,
    /// The wanted moves.
    pub(crate) moves: Vec<[f64; 3]>,
    pub(crate) movers: Vec<Moving>,
}

/// An obstacle that moves at a steady speed for some steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    pub(crate) obstacle: ObstacleId,
    pub(crate) from: Pose,
    pub(crate) a_step: [f64; 3],
    pub(crate) steps: usize,
}

/// The geometry that makes the place tight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Corridor,
    Passage,
    Pillar,
    Wedge,
    Lift,
    Doors,
    Boxes,
    Person,
}

/// The shapes of the bodies in scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bodies {
    /// Boxes and capsules.
    Plain,
    /// Turned boxes, cylinders and hulls.
    Other,
}

/// The number of moves in a scene.
const MOVES: usize = 40;

/// Half the length of walls, in metres.
const LONG: f32 = 3.0;

/// Returns the pose at `at`, turned by `radians` around `axis`.
pub(crate) fn turned(at: [f64; 3], axis: [f64; 3], radians: f64) -> Pose {
    let (sine, cosine) = libm::sincos(radians / 2.0);
    let [x, y, z] = axis.map(|part| (part * sine) as f32);
    Pose::new(at, [x, y, z, cosine as f32]).unwrap()
}

/// Adds a box, as a volume or as a mesh of triangles.
pub(crate) fn add_box(world: &mut World, is_mesh: bool, half: [f32; 3], pose: Pose) -> ObstacleId {
    if !is_mesh {
        let volume = Volume::Box { half_m: half };
        return world.add_volume(volume, pose, Label::default()).unwrap();
    }
    let half = half.map(f64::from);
    let corner = |index: usize| -> [f64; 3] {
        [0, 1, 2].map(|axis| match index >> axis & 1 {
            0 => -half[axis],
            _ => half[axis],
        })
    };
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles: Vec<[[f64; 3]; 3]> = (faces.into_iter())
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
        .map(|indices| indices.map(corner))
        .collect();
    let mesh = Arc::new(Mesh::from_triangles(&triangles).unwrap());
    world.add_mesh(mesh, pose, Label::default()).unwrap()
}

impl Scene {
    /// Returns the random scene of a case. The body starts outside all obstacles.
    pub(crate) fn random(kind: Kind, case: u64, bodies: Bodies) -> Self {
        let random = &mut Random::for_case(&format!("{kind:?}"), case);
        loop {
            let scene = Self::any(kind, random, bodies);
            if gap(&scene.world, &scene.shape, scene.start, 0.0) >= 0.0 {
                return scene;
            }
        }
    }

    fn any(kind: Kind, random: &mut Random, bodies: Bodies) -> Self {
        let shape = match bodies {
            Bodies::Plain => shape(random),
            Bodies::Other => other_shape(random),
        };
        let [half_x, half_y, half_z] = half_of(&shape);
        let play = random.between(0.002, 0.012);
        let tilt = tilt(random);
        let secs = *random.pick(&[1.0 / 20.0, 1.0 / 60.0, 1.0 / 144.0]);
        let config = config(random, secs);
        let is_mesh = random.one_in(2);
        let mut scene = Self {
            world: World::new(),
            shape,
            start: [0.0, half_y + 0.005, 0.0],
            config,
            moves: moves(random, secs),
            movers: Vec::new(),
        };
        let room = f64::from(LONG);
        match kind {
            Kind::Corridor => {
                scene.floor(random, is_mesh);
                let axis = *random.pick(&[[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
                scene.wall(is_mesh, [room - 0.5, 1.0, half_z + play / 2.0], axis, tilt);
                scene.wall(is_mesh, [room - 0.5, 1.0, -half_z - play / 2.0], axis, 0.0);
            }
            Kind::Passage => {
                scene.floor(random, is_mesh);
                let axis = *random.pick(&[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
                let at = [room - 0.5, 2.0 * half_y + play + 0.5, 0.0];
                let slab = [LONG, 0.5, LONG];
                let pose = turned(at, axis, tilt);
                add_box(&mut scene.world, is_mesh, slab, pose);
            }
            Kind::Pillar => {
                scene.floor(random, is_mesh);
                scene.wall(
                    is_mesh,
                    [room - 0.5, 1.0, -half_z - play / 2.0],
                    [0.0, 1.0, 0.0],
                    tilt,
                );
                let radius = random.between(0.05, 0.5);
                let at = [0.5, 1.0, half_z + play / 2.0 + radius];
                let pillar = if random.one_in(2) {
                    Volume::Capsule {
                        radius_m: radius as f32,
                        half_axis_m: 3.0,
                    }
                } else {
                    Volume::Box {
                        half_m: [radius as f32, 3.0, radius as f32],
                    }
                };
                let pose = Pose::at(at).unwrap();
                scene
                    .world
                    .add_volume(pillar, pose, Label::default())
                    .unwrap();
            }
            Kind::Wedge => {
                scene.floor(random, is_mesh);
                let angle = random.between(1e-3, 0.5);
                let away = 1.0 + room;
                for side in [-1.0, 1.0] {
                    let (sine, cosine) = libm::sincos(angle);
                    let at = [
                        away * cosine - room * 0.9,
                        1.0,
                        side * (half_z + play / 2.0 + 0.5 - 0.2 * sine),
                    ];
                    let pose = turned(at, [0.0, 1.0, 0.0], side * angle);
                    add_box(&mut scene.world, is_mesh, [LONG, 3.0, 0.5], pose);
                }
            }
            Kind::Lift => {
                let from = turned([0.0, -0.5, 0.0], [0.0, 0.0, 1.0], 0.0);
                let floor = add_box(&mut scene.world, is_mesh, [LONG, 0.5, LONG], from);
                let height = 2.0 * half_y + play + random.between(0.0, 0.1);
                let axis = *random.pick(&[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
                let ceiling = turned([0.0, height + 0.5, 0.0], axis, tilt);
                add_box(&mut scene.world, is_mesh, [LONG, 0.5, LONG], ceiling);
                let up = random.between(0.05, 2.0) * secs;
                scene.movers.push(Moving {
                    obstacle: floor,
                    from,
                    a_step: [0.0, up, 0.0],
                    steps: 20,
                });
            }
            Kind::Doors => {
                scene.floor(random, is_mesh);
                let steps = random.below(MOVES);
                for side in [-1.0, 1.0] {
                    let at = [0.0, 1.0, side * (half_z + play + 0.1 * random.unit() + 0.5)];
                    let turn = if side > 0.0 { tilt } else { 0.0 };
                    let from = turned(at, [0.0, 1.0, 0.0], turn);
                    let door = add_box(&mut scene.world, is_mesh, [1.0, 3.0, 0.5], from);
                    let speed = random.between(0.0, 2.0) * secs;
                    let a_step = [0.0, 0.0, -side * speed];
                    scene.movers.push(Moving {
                        obstacle: door,
                        from,
                        a_step,
                        steps,
                    });
                }
            }
            Kind::Person => {
                scene.floor(random, is_mesh);
                let radius = random.between(0.2, 0.5);
                let volume = if random.one_in(3) {
                    Volume::Box {
                        half_m: [radius as f32, 0.9, radius as f32],
                    }
                } else {
                    Volume::Capsule {
                        radius_m: radius as f32,
                        half_axis_m: 0.6,
                    }
                };
                let at = [
                    half_x + radius + random.between(0.01, 0.5),
                    0.9,
                    random.between(-0.3, 0.3),
                ];
                let from = Pose::at(at).unwrap();
                let person = scene
                    .world
                    .add_volume(volume, from, Label::default())
                    .unwrap();
                let speed = random.between(0.5, 8.0) * secs;
                scene.movers.push(Moving {
                    obstacle: person,
                    from,
                    a_step: [-speed, 0.0, 0.0],
                    steps: MOVES,
                });
            }
            Kind::Boxes => {
                scene.floor(random, is_mesh);
                let axis = unit(random);
                for side in [-1.0, 1.0] {
                    let half = [0, 1, 2].map(|_| random.between(0.2, 1.5) as f32);
                    let at = [
                        random.between(-0.5, 1.0),
                        random.between(-0.5, 1.5),
                        side * (half_z + play / 2.0 + f64::from(half[2])),
                    ];
                    add_box(&mut scene.world, is_mesh, half, turned(at, axis, tilt));
                }
            }
        }
        // Some bodies start inside the tight place, some in front of it, and some away from its middle line.
        let off = random.between(-0.5, 0.5) * play;
        let along = match kind {
            Kind::Corridor | Kind::Passage => *random.pick(&[-half_x - 0.6, -0.52, 0.5, 2.0]),
            _ => 0.0,
        };
        scene.start[0] += along;
        scene.start[2] += off;
        scene
    }

    fn floor(&mut self, random: &mut Random, is_mesh: bool) {
        let pose = Pose::at([0.0, -0.5, 0.0]).unwrap();
        if !random.one_in(4) {
            add_box(&mut self.world, is_mesh, [20.0, 0.5, 20.0], pose);
        }
    }

    /// Adds a wall along x whose inner face is at z.
    fn wall(&mut self, is_mesh: bool, at: [f64; 3], axis: [f64; 3], tilt: f64) {
        let [x, y, z] = at;
        let at = [x, y, z + 0.5_f64.copysign(z)];
        add_box(
            &mut self.world,
            is_mesh,
            [LONG, 3.0, 0.5],
            turned(at, axis, tilt),
        );
    }
}

pub(crate) fn unit(random: &mut Random) -> [f64; 3] {
    let turn = libm::sincos(random.between(0.0, TAU));
    let y = random.signed();
    let level = (1.0 - y * y).sqrt();
    [turn.0 * level, y, turn.1 * level]
}

/// Returns a tilt: zero, or 10⁻⁶ to 10⁻² rad in either direction.
pub(crate) fn tilt(random: &mut Random) -> f64 {
    let size = libm::pow(10.0, random.between(-6.0, -2.0));
    match random.below(5) {
        0 => 0.0,
        1 | 2 => -size,
        _ => size,
    }
}

pub(crate) fn shape(random: &mut Random) -> Shape {
    let (radius, height) = if random.one_in(2) {
        (0.3, 1.8)
    } else {
        let radius = random.between(0.1, 0.5);
        (radius, random.between(2.0, 5.0) * radius)
    };
    if random.one_in(2) {
        Shape::Capsule {
            radius_m: radius as f32,
            height_m: height as f32,
        }
    } else {
        Shape::Box {
            half_m: [radius, height / 2.0, radius].map(|half| half as f32),
        }
    }
}

/// Returns a turned box, a cylinder or a hull that is about as large as a plain body.
pub(crate) fn other_shape(random: &mut Random) -> Shape {
    let (radius, height) = match shape(random).half_extents_m() {
        [radius, half, _] => (radius, 2.0 * half),
    };
    match random.below(3) {
        0 => {
            let lean: f64 = *random.pick(&[0.0, 0.0, 0.3]);
            let pose = turned(
                [0.0; 3],
                [lean, 1.0, 0.0].map(|part| part / (1.0 + lean * lean).sqrt()),
                random.between(0.0, TAU),
            );
            Shape::TurnedBox {
                half_m: [radius, height / 2.0, 1.5 * radius].map(|half| half as f32),
                rotation: pose.rotation(),
            }
        }
        1 => Shape::Cylinder {
            radius_m: radius as f32,
            height_m: height as f32,
        },
        _ => {
            let sides = 3 + random.below(6);
            let top = random.between(0.4, 1.0);
            let points: Vec<[f32; 3]> = (0..2 * sides)
                .map(|at| {
                    let (sine, cosine) = libm::sincos(TAU * (at / 2) as f64 / sides as f64);
                    let (radius, y) = if at % 2 == 0 {
                        (radius, 0.0)
                    } else {
                        (radius * top, height)
                    };
                    [radius * cosine, y, radius * sine].map(|part| part as f32)
                })
                .collect();
            Shape::Hull(HullPoints::new(&points).unwrap())
        }
    }
}

fn config(random: &mut Random, secs: f64) -> MoveConfig {
    let walks = random.one_in(2);
    MoveConfig {
        step_height_m: if walks { 0.3 } else { 0.0 },
        snap_m: if walks { 0.3 } else { 0.0 },
        max_slope_rad: (walks && random.one_in(2)).then_some(0.8),
        speed: *random.pick(&[Speed::Projected, Speed::Projected, Speed::Full]),
        constant_speed: random.one_in(4),
        step_secs: secs as f32,
        ..MoveConfig::default()
    }
}

/// Returns the wanted moves: mostly along x, some in other directions, and in some scenes without level motion.
fn moves(random: &mut Random, secs: f64) -> Vec<[f64; 3]> {
    let speed = *random.pick(&[0.0, 0.1, 1.0, 3.0, 8.0]);
    let fall = *random.pick(&[0.0, 0.06, 0.6, 9.81 * secs]);
    let mut heading = random.between(-0.3, 0.3);
    (0..MOVES)
        .map(|_| {
            if random.one_in(10) {
                heading = random.between(0.0, TAU);
            }
            let way = speed * secs;
            [
                way * libm::cos(heading),
                -fall * secs,
                way * libm::sin(heading),
            ]
        })
        .collect()
}
