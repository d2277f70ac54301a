//! A body on the ground moves at its wanted speed, on stairs too, at every frame rate and speed.
//!
//! On flat ground and on stairs, the tests measure the level speed. On a ramp, they measure the speed along the slope.
//! Downhill, and with [`MoveConfig::constant_speed`](footwork_slide::MoveConfig::constant_speed) also uphill, the speed
//! along the slope is the wanted speed. Uphill without `constant_speed`, it is the part of the wanted velocity that
//! lies along the slope.

use footwork_slide::{Pose, Shape, World};

use crate::scenes::{Random, Triangle, cuboid};
use crate::walk::{BOX, Walk, add_turned, dot, length, sub, world_of};
use crate::{check, is_soak};

/// A number of moves that no walk on a flight of stairs needs.
const MAX_MOVES: usize = 1_000_000;

/// The permitted relative error of the speed.
const OFF: f64 = 0.03;

/// A straight flight of stairs that goes up along a level direction, from level ground to level ground.
#[derive(Clone, Copy, Debug)]
struct Stairs {
    count: usize,
    rise: f64,
    tread: f64,
    /// The direction of ascent, as an angle in radians.
    turn: f64,
    /// Whether the steps are boxes instead of triangles.
    are_volumes: bool,
}

impl Stairs {
    fn length(&self) -> f64 {
        self.count as f64 * self.tread
    }

    fn height(&self) -> f64 {
        self.count as f64 * self.rise
    }

    /// Returns the level unit vector of ascent.
    fn up(&self) -> [f64; 3] {
        heading(self.turn)
    }

    fn world(&self) -> World {
        let steps = (0..self.count).map(|index| {
            let at = index as f64;
            let top = (at + 1.0) * self.rise;
            (
                [at * self.tread, -1.0, -9.0],
                [self.length() + 9.0, top, 9.0],
            )
        });
        let blocks = steps.chain([([-9.0, -1.0, -9.0], [0.0, 0.0, 9.0])]);
        let (sine, cosine) = libm::sincos(self.turn);
        let place = |[x, y, z]: [f64; 3]| [x * cosine - z * sine, y, x * sine + z * cosine];
        if self.are_volumes {
            let (half_sine, half_cosine) = libm::sincos(-self.turn / 2.0);
            let turn = [0.0, half_sine as f32, 0.0, half_cosine as f32];
            let mut world = World::new();
            for (min, max) in blocks {
                let half = [0, 1, 2].map(|axis| ((max[axis] - min[axis]) / 2.0) as f32);
                let middle = [0, 1, 2].map(|axis| f64::midpoint(min[axis], max[axis]));
                add_turned(&mut world, half, Pose::new(place(middle), turn).unwrap());
            }
            return world;
        }
        let triangles = blocks.flat_map(|(min, max)| cuboid(min, max));
        let triangles: Vec<Triangle> = triangles.map(|corners| corners.map(place)).collect();
        world_of(&triangles)
    }
}

fn heading(angle: f64) -> [f64; 3] {
    let (sine, cosine) = libm::sincos(angle);
    [cosine, 0.0, sine]
}

/// The shape, speed and settings of a walking body.
#[derive(Clone, Copy, Debug)]
struct Gait {
    shape: Shape,
    step_height_m: f32,
    max_slope_rad: f32,
    constant_speed: bool,
    hertz: f64,
    mps: f64,
    /// The downward part of each move, in metres.
    down: f64,
}

impl Gait {
    /// Returns the level length of a move, in metres.
    fn stride(&self) -> f64 {
        self.mps / self.hertz
    }

    fn half_height(&self) -> f64 {
        self.shape.half_extents_m()[1]
    }

    fn random(random: &mut Random) -> Self {
        let height_m = random.between(1.1, 2.0) as f32;
        let radius_m = random.between(0.15, 0.5) as f32;
        let shape = match random.bits() % 2 {
            0 => Shape::Box {
                half_m: [radius_m, height_m / 2.0, radius_m],
            },
            _ => Shape::Capsule { radius_m, height_m },
        };
        let hertz = log_between(random, 20.0, 2000.0);
        let fall = random.between(0.0, 2.0) * 9.81 / (hertz * hertz);
        Self {
            shape,
            step_height_m: random.between(0.15, 0.45) as f32,
            max_slope_rad: random.between(0.6, 1.2) as f32,
            constant_speed: random.bits().is_multiple_of(2),
            hertz,
            mps: log_between(random, 0.01, 8.0),
            down: [0.0, fall, 0.005, 0.02][(random.bits() % 4) as usize],
        }
    }

    /// Returns a body that has fallen onto the ground from 2 m above the height `above`, and stands there.
    fn standing(&self, world: World, [x, _, z]: [f64; 3], above: f64) -> Walk {
        let mut walk = Walk::new(world, self.shape, [x, above + 2.0, z]);
        walk.config.step_height_m = self.step_height_m;
        walk.config.snap_m = self.step_height_m;
        walk.config.max_slope_rad = Some(self.max_slope_rad);
        walk.config.constant_speed = self.constant_speed;
        walk.config.step_secs = (1.0 / self.hertz) as f32;
        for _ in 0..200 {
            walk.step([0.0, -0.1, 0.0]);
        }
        assert!(
            walk.state.footing.is_supported(),
            "{self:?}: {:?}",
            walk.state
        );
        walk
    }
}

fn log_between(random: &mut Random, low: f64, high: f64) -> f64 {
    libm::exp(random.between(libm::log(low), libm::log(high)))
}

/// The result of a walk along a level direction.
#[derive(Clone, Copy, Debug)]
struct Walked {
    /// The distance covered along the direction, as a share of the wanted distance.
    share: f64,
    /// The longest level move, as a share of the wanted move.
    longest: f64,
    /// The largest rise in one move, in metres.
    highest: f64,
    moves: usize,
}

/// Walks along a level direction while `goes_on` returns `true` for the position, for at most `most` moves.
fn walk_along(
    walk: &mut Walk,
    gait: &Gait,
    angle: f64,
    most: usize,
    goes_on: impl Fn([f64; 3]) -> bool,
) -> Walked {
    let (ahead, stride) = (heading(angle), gait.stride());
    let wanted = [ahead[0] * stride, -gait.down, ahead[2] * stride];
    // The first move is not measured, because in it the body also makes room for its whole skin.
    walk.step(wanted);
    let start = walk.state.position;
    let (mut longest, mut highest, mut moves) = (0.0, 0.0, 0);
    while moves < most && goes_on(walk.state.position) {
        let ([x, up, z], _) = walk.step(wanted);
        let level = length([x, 0.0, z]) / stride;
        longest = if level > longest { level } else { longest };
        highest = if up > highest { up } else { highest };
        moves += 1;
        assert!(!walk.crushed, "the body is crushed at {:?}", walk.state);
    }
    let way = dot(sub(walk.state.position, start), ahead);
    Walked {
        share: way / (stride * moves as f64),
        longest,
        highest,
        moves,
    }
}

/// Returns the fault of a random walk up or down random stairs; `None` if there is none.
fn fault_on_stairs(seed: u64) -> Option<String> {
    let random = &mut Random(seed);
    let gait = Gait::random(random);
    let step_height = f64::from(gait.step_height_m);
    let stairs = Stairs {
        count: 6,
        rise: match random.bits() % 4 {
            0 => step_height,
            _ => random.between(0.3, 1.0) * step_height,
        },
        tread: random.between(0.12, 0.5),
        turn: random.between(-3.2, 3.2),
        are_volumes: random.bits().is_multiple_of(2),
    };
    let is_up = random.bits().is_multiple_of(2);
    let aside = random.between(-0.7, 0.7) * f64::from(u8::from(random.bits().is_multiple_of(2)));
    let from = if is_up {
        random.between(-0.6, 0.6) * stairs.length()
    } else {
        random.between(0.4, 1.4) * stairs.length()
    };
    let up = stairs.up();
    let at = [up[0] * from, 0.0, up[2] * from];
    let mut walk = gait.standing(stairs.world(), at, stairs.height());
    let angle = stairs.turn + aside + if is_up { 0.0 } else { std::f64::consts::PI };
    let start = walk.state.position;
    let walked = walk_along(&mut walk, &gait, angle, 400, |position| {
        dot(position, up).abs() < 1.4 * stairs.length()
    });
    let told = || {
        format!(
            "seed {seed}, up: {is_up}, aside {aside:.2}, from {start:?}: {walked:?}, {stairs:?}, {gait:?}, {:?}",
            walk.state
        )
    };
    if walked.moves == 0 {
        return None;
    }
    // A move may rise by as many steps as it can pass, and by the whole skin.
    let steps = (gait.stride() / stairs.tread).floor() + 1.0;
    let is_thrown = walked.highest > steps * stairs.rise + 0.005;
    let is_off = (walked.share - 1.0).abs() > OFF || walked.longest > 1.0 + 2.0 * OFF;
    (is_off || is_thrown || (is_up && !walk.state.footing.is_supported())).then(told)
}

#[test]
fn a_body_keeps_its_wanted_speed_on_stairs() {
    check(1000, fault_on_stairs);
}

/// Flights of the long run on which a body once stuck (22,801) or sank onto the edge of the next step and was pushed ahead.
#[test]
fn a_body_neither_sticks_nor_sinks_at_the_edge_of_a_step() {
    let faults: Vec<String> = [22_801, 58_542, 76_009]
        .into_iter()
        .filter_map(fault_on_stairs)
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
#[ignore = "100,000 flights of stairs"]
fn a_body_keeps_its_wanted_speed_on_stairs_in_the_long_run() {
    check(100_000, fault_on_stairs);
}

/// Walks a whole flight of stairs, from the lower ground to the upper ground and back. The stairs are as steep as in a
/// house, or much steeper. The frame rates are those of games and of physics.
#[test]
fn a_flight_of_stairs_takes_as_long_as_level_ground() {
    let stairs = [
        [0.18, 0.28],
        [0.3, 0.2],
        [0.15, 0.35],
        [0.3, 0.6],
        [0.1, 0.1],
    ];
    let capsule = |radius_m| Shape::Capsule {
        radius_m,
        height_m: 1.8,
    };
    let shapes = [capsule(0.3), capsule(0.45), BOX];
    for [rise, tread] in stairs {
        for shape in shapes {
            for hertz in [20.0, 30.0, 60.0, 144.0, 500.0, 1000.0, 2000.0] {
                for mps in [0.01, 0.3, 1.5, 8.0] {
                    // A slow body at a high rate takes very many moves.
                    if mps / hertz < if is_soak() { 1.0e-5 } else { 1.0e-3 } {
                        continue;
                    }
                    let stairs = Stairs {
                        count: 5,
                        rise,
                        tread,
                        turn: 0.4,
                        are_volumes: false,
                    };
                    let gait = Gait {
                        shape,
                        step_height_m: 0.3,
                        max_slope_rad: 0.8,
                        constant_speed: false,
                        hertz,
                        mps,
                        down: 0.5 * 9.81 / (hertz * hertz),
                    };
                    flight(&gait, &stairs);
                }
            }
        }
    }
}

/// Walks a flight of stairs up and down again.
#[track_caller]
fn flight(gait: &Gait, stairs: &Stairs) {
    let (up, length) = (stairs.up(), stairs.length());
    let at = [-0.6 * up[0], 0.0, -0.6 * up[2]];
    let mut walk = gait.standing(stairs.world(), at, 0.0);
    for (is_up, turn) in [(true, 0.0), (false, std::f64::consts::PI)] {
        let walked = walk_along(&mut walk, gait, stairs.turn + turn, MAX_MOVES, |position| {
            let along = dot(position, up);
            if is_up {
                along < length + 0.6
            } else {
                along > -0.6
            }
        });
        let told = || {
            format!(
                "up: {is_up}, {walked:?}, {stairs:?}, {gait:?}, {:?}",
                walk.state
            )
        };
        // The last move leads past the end.
        let off = OFF + 1.0 / walked.moves as f64;
        assert!((walked.share - 1.0).abs() < off, "{}", told());
        assert!(walked.longest < 1.0 + 2.0 * OFF, "{}", told());
        let height = if is_up { stairs.height() } else { 0.0 };
        let feet = walk.state.position[1] - gait.half_height();
        // A fast body flies off at the end of the way down.
        let is_down = feet - height < if is_up { 0.02 } else { stairs.height() };
        assert!(
            feet - height > -1e-6 && is_down,
            "the feet are at {feet}: {}",
            told()
        );
    }
}

/// Returns the fault of a random walk on a random slope; `None` if there is none.
fn fault_on_slope(seed: u64) -> Option<String> {
    let random = &mut Random(seed);
    let gait = Gait::random(random);
    let slope = match random.bits() % 4 {
        0 => 0.0,
        _ => random.between(0.0, 0.95) * f64::from(gait.max_slope_rad),
    };
    let [turn, angle] = [0, 1].map(|_| random.between(-3.2, 3.2));
    let (sine, cosine) = libm::sincos(slope);
    let [cos_turn, _, sin_turn] = heading(turn);
    let normal = [-sine * cos_turn, cosine, -sine * sin_turn];
    let point = |x: f64, z: f64| [x, -(normal[0] * x + normal[2] * z) / normal[1], z];
    let (a, b) = (point(-90.0, -90.0), point(90.0, -90.0));
    let (c, d) = (point(-90.0, 90.0), point(90.0, 90.0));
    let mut walk = gait.standing(world_of(&[[a, b, d], [a, d, c]]), [0.0; 3], 0.0);
    let (ahead, stride) = (heading(angle), gait.stride());
    let rise = -dot(normal, ahead) / normal[1];
    // Uphill without constant speed, the expected move is the projection of the level move onto the slope.
    let is_projected = rise > 1.0e-3 && !gait.constant_speed;
    let into = if is_projected {
        dot(normal, ahead)
    } else {
        0.0
    };
    let expected = stride * (1.0 - into * into).sqrt();
    let wanted = [ahead[0] * stride, -gait.down, ahead[2] * stride];
    walk.step(wanted);
    for step in 0..20 {
        let (moved, _) = walk.step(wanted);
        let share = length(moved) / expected;
        let is_off = (share - 1.0).abs() > OFF || !walk.state.footing.is_supported();
        if is_off || walk.crushed {
            return Some(format!(
                "seed {seed}, step {step}: {share} of the speed on {slope} rad by {rise} per metre, {gait:?}, {:?}",
                walk.state
            ));
        }
    }
    None
}

#[test]
fn the_speed_along_a_slope_is_the_wanted_speed() {
    check(1000, fault_on_slope);
}

#[test]
#[ignore = "100,000 slopes"]
fn the_speed_along_a_slope_is_the_wanted_speed_in_the_long_run() {
    check(100_000, fault_on_slope);
}

/// A box used to fall to less than a millimetre from the edge of a step, and to hang there in the air.
#[test]
fn a_body_that_falls_beside_the_edge_of_a_step_stands_or_falls_on() {
    assert_eq!(fault_on_stairs(21_988), None);
}
