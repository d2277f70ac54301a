//! A ball over coplanar triangles moves as over a plane. Over any triangles, the live ball moves as predicted.

use std::sync::Arc;

use footwork_flight::{
    BallParams, BallPhysics, BallState, BallStep, FlightEnd, FlightEventKind, Prediction,
    PredictionOptions, Shape, StaticWorld, Statics, StepEvents, Surface,
};
use footwork_slide::{Approach, Compound, Filter, Label, Mesh, Part, Pose, Solid, Volume, World};

use super::SlideStatics;

type Triangle = [[f64; 3]; 3];

/// A sequence of numbers from 0 to 1 that repeats in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

/// Returns a grid of triangles with cells of about a metre. Its vertices are shifted in the plane, at the heights of
/// `height`.
fn grid(half: i32, jitter: f64, height: impl Fn(f64, f64) -> f64) -> Vec<Triangle> {
    let mut random = Random(0x5eed);
    let side = 2 * half + 1;
    let mut vertices = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let x = f64::from(column - half) + jitter * random.between(-1.0, 1.0);
            let z = f64::from(row - half) + jitter * random.between(-1.0, 1.0);
            vertices.push([x, height(x, z), z]);
        }
    }
    let at = |row: i32, column: i32| vertices[usize::try_from(row * side + column).unwrap()];
    let mut triangles = Vec::new();
    for row in 0..side - 1 {
        for column in 0..side - 1 {
            let [a, b, c, d] = [
                at(row, column),
                at(row + 1, column),
                at(row + 1, column + 1),
                at(row, column + 1),
            ];
            // The diagonals of cells have random directions.
            if random.next() < 0.5 {
                triangles.extend([[a, b, c], [a, c, d]])
            } else {
                triangles.extend([[a, b, d], [b, c, d]])
            }
        }
    }
    triangles
}

fn world_of(triangles: &[Triangle]) -> World {
    let mut world = World::new();
    let mesh = Arc::new(Mesh::from_triangles(triangles).unwrap());
    world
        .add_mesh(mesh, Pose::IDENTITY, Label::default())
        .unwrap();
    world
}

fn plane(normal: [f64; 3]) -> Statics {
    let mut statics = Statics::new();
    let offset = 0.0;
    statics
        .add(Shape::Plane {
            normal,
            offset_m: offset,
        })
        .unwrap();
    statics
}

fn physics<W: StaticWorld>(world: W) -> BallPhysics<W> {
    BallPhysics::new(BallParams::default(), world).unwrap()
}

/// Returns the start of a lob, a drive or a roll near the middle.
fn kick(number: u32, random: &mut Random, height: impl Fn(f64, f64) -> f64) -> BallState {
    let (x, z) = (random.between(-5.0, 5.0), random.between(-5.0, 5.0));
    let rise = [9.0, 2.0, 0.0][number as usize % 3];
    let velocity = [random.between(-9.0, 9.0), rise, random.between(-9.0, 9.0)];
    let spin = [0; 3].map(|_| random.between(-30.0, 30.0));
    BallState::new(0.0, [x, height(x, z) + 0.3, z], velocity)
        .unwrap()
        .with_spin(spin)
        .unwrap()
}

fn predicted<B: BallStep<State = BallState>>(
    physics: &B,
    kick: &BallState,
    secs: f64,
) -> Prediction<BallState> {
    let options = PredictionOptions {
        horizon_secs: secs,
        dense: true,
        ..PredictionOptions::default()
    };
    let mut flight = Prediction::new(physics, kick, options).unwrap();
    flight.finish(physics);
    flight
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let squares = (0..3).map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]));
    squares.sum::<f64>().sqrt()
}

/// Slopes of planes: level, and tilted by numbers that f64 cannot represent exactly.
const SLOPES: [[f64; 2]; 3] = [[0.0, 0.0], [0.03, -0.01], [0.11, 0.07]];

#[test]
fn a_floor_of_triangles_is_a_plane() {
    for [sx, sz] in SLOPES {
        let height = |x: f64, z: f64| sx * x + sz * z;
        let mesh = world_of(&grid(60, 0.3, height));
        let (triangles, plane) = (
            physics(SlideStatics::new(&mesh)),
            physics(plane([-sx, 1.0, -sz])),
        );
        let mut random = Random(77);
        for number in 0..60 {
            let kick = kick(number, &mut random, height);
            let (on_mesh, on_plane) = (
                predicted(&triangles, &kick, 4.0),
                predicted(&plane, &kick, 4.0),
            );
            let kinds = |flight: &Prediction<BallState>| {
                let events = flight.events().iter();
                events.map(|event| event.kind).collect::<Vec<_>>()
            };
            assert_eq!(kinds(&on_mesh), kinds(&on_plane), "{sx} {number}");
            for (a, b) in on_mesh.dense().zip(on_plane.dense()) {
                let off = distance(a.position, b.position);
                assert!(off < 1e-6, "{sx} {number} at {} s: {off}", a.secs);
            }
        }
    }
}

/// A ball that rolls over hundreds of edges loses only the energy that rolling costs.
#[test]
fn edges_inside_a_floor_do_not_stop_a_ball() {
    for [sx, sz] in SLOPES {
        let height = |x: f64, z: f64| sx * x + sz * z;
        let mesh = world_of(&grid(60, 0.3, height));
        let physics = physics(SlideStatics::new(&mesh));
        let mut random = Random(78);
        let mut events = StepEvents::default();
        for _ in 0..40 {
            let (x, z) = (random.between(-5.0, 5.0), random.between(-5.0, 5.0));
            let (vx, vz) = (random.between(-9.0, 9.0), random.between(-9.0, 9.0));
            let above = 0.11 * (1.0 + sx * sx + sz * sz).sqrt();
            let velocity = [vx, sx * vx + sz * vz, vz];
            let start = [x, height(x, z) + above, z];
            let mut ball = BallState::new(0.0, start, velocity).unwrap();
            let mut touches = 0;
            for step in 0..960 {
                let before = ball.velocity;
                physics.step(&mut ball, &mut events);
                touches += events.touches.len();
                let change = distance(before, ball.velocity) * 240.0;
                // The bound covers friction, rolling, drag and the slope together.
                assert!(change < 8.0, "{start:?} {velocity:?} {step}: {change}");
                assert!(step < 2 || ball.ground.is_some(), "{start:?} {step}");
            }
            assert!(touches <= 1, "{start:?} {velocity:?}: {touches}");
        }
    }
}

/// Hills and hollows, with convex and concave edges everywhere.
fn hills(x: f64, z: f64) -> f64 {
    let wave = |u: f64| {
        // A parabola up and a parabola down, every 8 m.
        let v = u / 8.0 - (u / 8.0).floor();
        16.0 * v * (1.0 - v) * (v - 0.5)
    };
    0.8 * wave(x + 0.3 * z) + 0.6 * wave(z - 0.2 * x + 3.0)
}

#[test]
fn a_live_ball_on_terrain_moves_as_predicted() {
    let mesh = world_of(&grid(60, 0.3, hills));
    let physics = physics(SlideStatics::new(&mesh));
    let mut random = Random(79);
    let (mut bounces, mut rolls, mut rests) = (0, 0, 0);
    for number in 0..150 {
        let kick = kick(number, &mut random, hills);
        let mut live = kick;
        let mut events = StepEvents::default();
        // Some predictions start mid-flight.
        for _ in 0..number {
            physics.step(&mut live, &mut events);
        }
        let options = PredictionOptions {
            horizon_secs: 5.0,
            dense: true,
            ..PredictionOptions::default()
        };
        let mut flight = Prediction::new(&physics, &live, options).unwrap();
        while !flight.advance_steps(&physics, 7) {}
        for step in flight.dense().skip(1) {
            physics.step(&mut live, &mut events);
            let (live, predicted) = (
                live.position.map(f64::to_bits),
                step.position.map(f64::to_bits),
            );
            assert_eq!(live, predicted, "{number} at {} s", step.secs);
        }
        for event in flight.events() {
            bounces += u32::from(event.kind == FlightEventKind::Bounce);
            rolls += u32::from(event.kind == FlightEventKind::Roll);
        }
        rests += u32::from(flight.end() == Some(FlightEnd::Rest));
    }
    assert!(bounces > 150 && rolls > 50, "{bounces} {rolls} {rests}");
}

/// No ball passes through the ground or gains energy.
#[test]
fn a_ball_stays_above_terrain_and_gains_no_energy() {
    let mesh = world_of(&grid(60, 0.3, hills));
    let physics = physics(SlideStatics::new(&mesh));
    let mut random = Random(80);
    for number in 0..150 {
        let mut ball = kick(number, &mut random, hills);
        let mut events = StepEvents::default();
        let energy = |ball: &BallState| {
            let squares = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>();
            let turning = 2.0 / 3.0 * 0.11 * 0.11 * squares(ball.spin);
            0.5 * (squares(ball.velocity) + turning) + 9.81 * ball.position[1]
        };
        let mut last = energy(&ball);
        for step in 0..1200 {
            physics.step(&mut ball, &mut events);
            let now = energy(&ball);
            assert!(now < last + 1e-6, "{number} {step}: {last} {now}");
            last = now;
            let down = physics
                .world()
                .sweep(ball.position, [0.0, -60.0, 0.0], 0.01)
                .is_some();
            let [x, _, z] = ball.position;
            let is_over = x.abs() < 58.0 && z.abs() < 58.0;
            assert!(!is_over || down, "{number} {step} {:?}", ball.position);
        }
    }
}

#[test]
fn a_net_stops_a_ball_on_either_side_and_a_banner_returns_it() {
    let sheet = |x: f64| {
        let at = |y: f64, z: f64| [x, y, z];
        let (a, b, c, d) = (at(0.0, -5.0), at(0.0, 5.0), at(2.5, 5.0), at(2.5, -5.0));
        Arc::new(Mesh::from_triangles(&[[a, b, c], [a, c, d]]).unwrap())
    };
    let mut world = world_of(&grid(30, 0.0, |_, _| 0.0));
    let label = |tag| Label {
        tag,
        ..Label::default()
    };
    let net = world
        .add_mesh(sheet(6.0), Pose::IDENTITY, label(1))
        .unwrap();
    let banner = Volume::Box {
        half_m: [0.1, 0.9, 5.0],
    };
    let pose = Pose::at([-6.0, 0.9, 0.0]).unwrap();
    let banner = world.add_volume(banner, pose, label(2)).unwrap();
    let surface = |label: &Label| match label.tag {
        1 => Surface::NET,
        _ => Surface::default(),
    };
    let physics = physics(SlideStatics::with(&world, Filter::default(), surface));
    let restitution = BallParams::default().restitution;
    for (from, vx, obstacle, back) in [
        (0.0, 15.0, net, 0.15 * restitution),
        (12.0, -15.0, net, 0.15 * restitution),
        (0.0, -15.0, banner, restitution),
    ] {
        let kick = BallState::new(0.0, [from, 0.4, 0.3], [vx, 2.5, 0.5]).unwrap();
        let mut ball = kick;
        let mut events = StepEvents::default();
        let touch = loop {
            physics.step(&mut ball, &mut events);
            if let Some(touch) = events.touches.first() {
                break *touch;
            }
        };
        assert_eq!(physics.world().obstacle(touch.hit), Some(obstacle));
        let ratio = -touch.velocity[0] / touch.velocity_before[0];
        assert!((ratio - back).abs() < 1e-6, "{ratio}");
        let flight = predicted(&physics, &kick, 6.0);
        let end = flight.state().position[0];
        let side = if obstacle == banner { -6.0 } else { 6.0 };
        assert!((end - side) * (from - side) > 0.0, "{from} {end}");
    }
}

#[test]
fn filters_select_obstacles_and_a_ball_inside_one_comes_out() {
    let mut world = World::new();
    let cube = Volume::Box { half_m: [1.0; 3] };
    let at = |y: f64| Pose::at([0.0, y, 0.0]).unwrap();
    let label = |layers| Label { layers, tag: 0 };
    let upper = world.add_volume(cube, at(4.0), label(1)).unwrap();
    let lower = world.add_volume(cube, at(0.0), label(2)).unwrap();
    let with = |layers| {
        let filter = Filter {
            layers,
            ..Filter::default()
        };
        SlideStatics::with(&world, filter, |_| Surface::default())
    };
    let fall = |statics: &SlideStatics<'_>| statics.sweep([0.0, 9.0, 0.0], [0.0, -9.0, 0.0], 0.25);
    let all = SlideStatics::new(&world);
    for (statics, obstacle, top) in [(&all, upper, 5.0), (&with(2), lower, 1.0)] {
        let contact = fall(statics).unwrap();
        assert_eq!(statics.obstacle(contact.hit), Some(obstacle));
        assert!((contact.fraction - (9.0 - top - 0.25) / 9.0).abs() < 1e-9);
        assert_eq!(contact.depth, 0.0);
    }
    assert!(fall(&with(4)).is_none());
    // The ball is 0.1 m deep in the box.
    let contact = all.sweep([0.0, 1.15, 0.0], [0.0, -0.1, 0.0], 0.25).unwrap();
    assert_eq!((contact.fraction, contact.normal), (0.0, [0.0, 1.0, 0.0]));
    assert!((contact.depth - 0.1).abs() < 1e-9, "{}", contact.depth);
    assert!(all.sweep([0.0, 1.15, 0.0], [0.1, 0.1, 0.0], 0.25).is_none());
    // The filter makes obstacles solid only from above, as for a body.
    let from_above = |approach: &Approach| approach.normal[1] > 0.7 && approach.gap_m > -0.02;
    let filter = Filter {
        contact: Some(&from_above),
        ..Filter::default()
    };
    let one_way = SlideStatics::with(&world, filter, |_| Surface::default());
    assert_eq!(fall(&one_way), fall(&all));
    assert!(
        one_way
            .sweep([0.0, -9.0, 0.0], [0.0, 9.0, 0.0], 0.25)
            .is_none()
    );
    assert!(
        one_way
            .sweep([0.0, 0.9, 0.0], [0.0, -0.1, 0.0], 0.25)
            .is_none()
    );
    // After its removal, an obstacle has no number.
    world.remove(upper).unwrap();
    let rest = SlideStatics::new(&world);
    let contact = fall(&rest).unwrap();
    assert_eq!(rest.obstacle(contact.hit), Some(lower));
}

/// A ball that starts at any depth in a volume or a part of a compound leaves by the nearest unblocked face.
#[test]
fn a_ball_deep_inside_a_volume_comes_out() {
    for is_compound in [false, true] {
        let mut world = world_of(&grid(9, 0.0, |_, _| 0.0));
        let cube = Volume::Box { half_m: [1.0; 3] };
        let sphere = Volume::Sphere { radius_m: 1.0 };
        let volumes = [(cube, [0.0, 1.0]), (cube, [0.0, 3.0]), (sphere, [5.0, 1.0])];
        let at = |[x, y]: [f64; 2]| Pose::at([x, y, 0.0]).unwrap();
        let label = Label::default();
        if is_compound {
            // The parts are relative to (0, 2).
            let part = |(volume, [x, y]): (Volume, [f64; 2])| Part {
                solid: Solid::Volume(volume),
                pose: at([x, y - 2.0]),
            };
            let compound = Compound::new(volumes.map(part).to_vec()).unwrap();
            let compound = Arc::new(compound);
            world.add_compound(compound, at([0.0, 2.0]), label).unwrap();
        } else {
            for (volume, place) in volumes {
                world.add_volume(volume, at(place), label).unwrap();
            }
        }
        come_out(&world);
    }
}

fn come_out(world: &World) {
    let physics = physics(SlideStatics::new(world));
    for (start, expected) in [
        ([0.2, 1.0, 0.0], [1.11, 1.0, 0.0]),
        // Another volume is above this volume.
        ([0.2, 1.9, 0.0], [1.11, 1.9, 0.0]),
        ([0.2, 3.9, 0.0], [0.2, 4.11, 0.0]),
        ([5.2, 1.0, 0.0], [6.11, 1.0, 0.0]),
    ] {
        let mut ball = BallState::new(0.0, start, [0.0; 3]).unwrap();
        assert!(physics.push_out(&mut ball));
        assert!(
            distance(ball.position, expected) < 1e-5,
            "{start:?}: {ball:?}"
        );
        assert!(!physics.push_out(&mut ball), "{ball:?}");
        let flight = predicted(&physics, &ball, 9.0);
        assert_eq!(flight.end(), Some(FlightEnd::Rest), "{start:?}");
    }
}
