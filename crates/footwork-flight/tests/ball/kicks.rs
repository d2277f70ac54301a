//! Random kicks that are the same in every run: lobs, drives, rolls, rebounds off the frame of the goal and
//! off banners, each with some spin and some wind.

use footwork_flight::{BallParams, BallPhysics, BallState, Drag, Pitch, Statics};

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }

    pub(crate) fn vector(&mut self, size: f64) -> [f64; 3] {
        [0; 3].map(|_| self.between(-size, size))
    }
}

/// How a ball is kicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Lob,
    Drive,
    Roll,
    /// At a post or the bar, from near.
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

/// A kick with its ball, its air and its pitch.
pub(crate) struct Kick {
    pub(crate) kind: Kind,
    pub(crate) state: BallState,
    pub(crate) physics: BallPhysics<Statics>,
}

/// The kick with this number.
pub(crate) fn kick(number: u64) -> Kick {
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
        ..BallParams::default()
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
    BallState::new(position, velocity)
        .unwrap()
        .with_spin(spin)
        .unwrap()
}

/// A kick that would hit the middle of a post or the bar without air, but for a hand's width.
fn at_frame(start: [f64; 3], spin: [f64; 3], random: &mut Random) -> BallState {
    let side = if random.next().is_multiple_of(2) {
        -3.72
    } else {
        3.72
    };
    let aim = match random.next() % 2 {
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
    BallState::new(start, velocity)
        .unwrap()
        .with_spin(spin)
        .unwrap()
}

/// How many kicks: the second number in a soak.
pub(crate) fn count(daily: u64, soak: u64) -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => soak,
        None => daily,
    }
}

/// So that a list of kicks has no hidden weights.
#[test]
fn kicks_are_of_all_kinds_and_hit_what_they_aim_at() {
    use footwork_flight::{Prediction, PredictionOptions};
    let mut hits = [0; 5];
    for number in 0..200 {
        let kick = kick(number);
        let options = PredictionOptions::default();
        let mut flight = Prediction::new(&kick.physics, &kick.state, options).unwrap();
        flight.finish(&kick.physics);
        let statics = kick.physics.world();
        let is_ground = |hit| statics.shape(hit) == statics.shapes().first();
        let other = flight.events().iter().filter_map(|event| event.hit);
        let kind = KINDS.iter().position(|kind| *kind == kick.kind).unwrap();
        hits[kind] += usize::from(other.filter(|hit| !is_ground(*hit)).count() > 0);
    }
    // Of 40 each: rebounds rebound, others sometimes.
    assert!(hits[3] >= 20 && hits[4] >= 30, "{hits:?}");
}
