//! Seeded random kicks: lobs, drives, rolls, and rebounds off the goal frame and the banners. All balls spin, and every
//! fourth kick has wind.

use footwork_flight::{BallParams, BallPhysics, BallState, Drag, Pitch, Statics};
use footwork_testkit::Random;

use crate::flights::{finished, spinning};

/// How a ball is kicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Lob,
    Drive,
    Roll,
    /// A kick at a post or the bar, from close range.
    Frame,
    Banner,
}

pub(crate) const KINDS: [Kind; 5] = [
    Kind::Lob,
    Kind::Drive,
    Kind::Roll,
    Kind::Frame,
    Kind::Banner,
];

/// A kick: its kind, the ball, and the physics with air and pitch.
pub(crate) struct Kick {
    pub(crate) kind: Kind,
    pub(crate) state: BallState,
    pub(crate) physics: BallPhysics<Statics>,
}

/// Returns the kick with this number, of the default ball on the default turf.
pub(crate) fn kick(number: u64) -> Kick {
    kick_of(BallParams::default(), number)
}

/// Returns the kick with this number, with another ball. Wind and drag depend on the number only.
pub(crate) fn kick_of(ball: BallParams, number: u64) -> Kick {
    let mut random = Random::new(number.wrapping_mul(0x1234_5678_9abc_def1));
    let kind = KINDS[(number % 5) as usize];
    let params = BallParams {
        wind_mps: match number % 4 {
            0 => [
                random.between(-12.0, 12.0),
                0.0,
                random.between(-12.0, 12.0),
            ],
            _ => [0.0; 3],
        },
        drag: if number.is_multiple_of(7) {
            Drag::CRISIS
        } else {
            Drag::Constant(0.22)
        },
        ..ball
    };
    let pitch = Pitch {
        nets: number.is_multiple_of(2),
        ..Pitch::default()
    };
    Kick {
        kind,
        state: state(kind, number.is_multiple_of(3), &mut random),
        physics: BallPhysics::new(params, pitch.statics().unwrap()).unwrap(),
    }
}

fn state(kind: Kind, spins: bool, random: &mut Random) -> BallState {
    let spin = random.vector(if spins { 60.0 } else { 10.0 });
    let turn = random.between(0.0, std::f64::consts::TAU);
    let middle = [
        random.between(-45.0, 45.0),
        0.11,
        random.between(-30.0, 30.0),
    ];
    let (position, speed, rise, turn) = match kind {
        Kind::Lob => (
            middle,
            random.between(12.0, 28.0),
            random.between(0.6, 1.2),
            turn,
        ),
        Kind::Drive => (
            middle,
            random.between(15.0, 35.0),
            random.between(0.03, 0.4),
            turn,
        ),
        Kind::Roll => (middle, random.between(3.0, 20.0), 0.0, turn),
        Kind::Banner => {
            let near = [random.between(-40.0, 40.0), 0.5, random.between(20.0, 33.0)];
            (
                near,
                random.between(8.0, 30.0),
                random.between(-0.05, 0.1),
                random.between(0.8, 2.3),
            )
        }
        Kind::Frame => {
            let start = [
                random.between(38.0, 50.0),
                random.between(0.11, 1.5),
                random.between(-6.0, 6.0),
            ];
            return at_frame(start, spin, random);
        }
    };
    let flat = speed * libm::cos(rise);
    let velocity = [
        flat * libm::cos(turn),
        speed * libm::sin(rise),
        flat * libm::sin(turn),
    ];
    spinning(position, velocity, spin)
}

/// Returns a kick aimed, as if there were no air, at a point up to 0.1 m in each direction from the axis of a post or the bar.
fn at_frame(start: [f64; 3], spin: [f64; 3], random: &mut Random) -> BallState {
    let side = if random.bits().is_multiple_of(2) {
        -3.72
    } else {
        3.72
    };
    let aim = match random.bits() % 2 {
        0 => [52.5, 2.5, random.between(-3.6, 3.6)],
        _ => [52.5, random.between(0.2, 2.4), side],
    };
    let aim = aim.map(|x| x + random.between(-0.1, 0.1));
    let speed = random.between(15.0, 33.0);
    let away = [0, 1, 2].map(|axis| aim[axis] - start[axis]);
    let distance = away.iter().map(|x| x * x).sum::<f64>().sqrt();
    let secs = distance / speed;
    let velocity = [
        away[0] / secs,
        away[1] / secs + 0.5 * 9.81 * secs,
        away[2] / secs,
    ];
    spinning(start, velocity, spin)
}

/// Returns the number of kicks of a test: `soak` in the soak, `daily` otherwise.
pub(crate) fn count(daily: u64, soak: u64) -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => soak,
        None => daily,
    }
}

/// The list of kicks contains every kind, and kicks hit their targets often enough.
#[test]
fn kicks_are_of_all_kinds_and_hit_their_targets() {
    use footwork_flight::PredictionOptions;
    let mut hits = [0; 5];
    for number in 0..200 {
        let kick = kick(number);
        let flight = finished(&kick.physics, &kick.state, PredictionOptions::default());
        let statics = kick.physics.world();
        let is_ground = |hit| statics.shape(hit) == statics.shapes().first();
        let other = flight.events().iter().filter_map(|event| event.hit);
        let kind = KINDS.iter().position(|kind| *kind == kick.kind).unwrap();
        hits[kind] += usize::from(other.filter(|hit| !is_ground(*hit)).count() > 0);
    }
    // There are 40 kicks of each kind. At least half of the kicks at the frame and 30 kicks at the banner must hit it.
    assert!(hits[3] >= 20 && hits[4] >= 30, "{hits:?}");
}
