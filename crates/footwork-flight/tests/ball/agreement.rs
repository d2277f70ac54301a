//! The live ball and the prediction agree bit for bit, for any slicing.

use footwork_flight::{
    BallPhysics, BallState, BallStep, Explosion, Field, Prediction, StepEvents, Whirlwind,
};

use crate::flights::{dense, finished};
use crate::kicks::{Kick, count, kick};

fn bits(xyz: [f64; 3]) -> [u64; 3] {
    xyz.map(f64::to_bits)
}

fn predicted(kick: &Kick, slice: u32) -> Prediction<BallState> {
    let mut flight = Prediction::new(&kick.physics, &kick.state, dense()).unwrap();
    while !flight.advance_steps(&kick.physics, slice) {}
    flight
}

#[test]
fn the_live_ball_and_the_prediction_agree_bit_for_bit() {
    for number in 0..count(100, 1000) {
        let kick = kick(number);
        let flight = predicted(&kick, 2400);
        let mut live = kick.state;
        let mut events = StepEvents::default();
        let mut steps = 0;
        for moment in flight.dense() {
            assert_eq!(bits(moment.position), bits(live.position), "kick {number}");
            assert_eq!(bits(moment.velocity), bits(live.velocity), "kick {number}");
            assert_eq!(
                moment.secs.to_bits(),
                live.secs().to_bits(),
                "kick {number}"
            );
            kick.physics.step(&mut live, &mut events);
            steps += 1;
        }
        assert_eq!(steps, 2401, "kick {number}");
    }
}

/// A prediction from the live ball at any time equals the rest of the prediction from the kick.
#[test]
fn a_later_prediction_continues_the_first_one() {
    for number in 0..count(40, 400) {
        let kick = kick(number);
        let whole: Vec<_> = predicted(&kick, 2400).dense().collect();
        let mut live = kick.state;
        let mut events = StepEvents::default();
        let later = (number * 97 % 2000) as usize;
        for _ in 0..later {
            kick.physics.step(&mut live, &mut events);
        }
        let rest = predicted(
            &Kick {
                state: live,
                ..kick
            },
            2400,
        );
        for (moment, before) in rest.dense().zip(&whole[later..]) {
            assert_eq!(
                bits(moment.position),
                bits(before.position),
                "kick {number}"
            );
            assert_eq!(
                moment.secs.to_bits(),
                before.secs.to_bits(),
                "kick {number}"
            );
        }
    }
}

#[test]
fn slicing_changes_no_bit_of_a_prediction() {
    for number in 0..count(60, 1000) {
        let kick = kick(number);
        let whole = predicted(&kick, u32::MAX);
        for slice in [1, 2, 7, 600] {
            let sliced = predicted(&kick, slice);
            // Compared as text, because -0 equals 0 as a number.
            let text = |flight: &Prediction<BallState>| {
                format!("{:?} {:?}", flight.samples(), flight.events())
            };
            assert_eq!(
                text(&whole),
                text(&sliced),
                "kick {number} in slices of {slice}"
            );
            assert!(whole.dense().eq(sliced.dense()));
        }
        let mut framed = Prediction::new(&kick.physics, &kick.state, *whole.options()).unwrap();
        let frames = (0..8)
            .take_while(|_| !framed.advance_frame(&kick.physics, 0.0))
            .count();
        assert!(frames < 8);
        assert_eq!(framed.samples(), whole.samples());
    }
}

/// Early results do not change later.
#[test]
fn an_incomplete_prediction_is_a_prefix_of_the_complete_one() {
    for number in 0..30 {
        let kick = kick(number);
        let whole = predicted(&kick, 2400);
        let mut part = Prediction::new(&kick.physics, &kick.state, *whole.options()).unwrap();
        while part.end().is_none() {
            let samples = part.samples();
            assert_eq!(samples, &whole.samples()[..samples.len()]);
            let known = part.known_secs();
            assert_eq!(part.position_at(known + 0.01), None);
            for secs in [0.3 * known, 0.9 * known] {
                assert_eq!(part.position_at(secs), whole.position_at(secs));
            }
            let until = part
                .segments()
                .last()
                .map_or(0.0, |segment| segment.to_secs);
            assert_eq!(until, known);
            part.advance_steps(&kick.physics, 61);
        }
    }
}

/// A whirlwind that an explosion ends.
#[derive(Clone, Copy)]
pub(crate) struct Storm {
    wind: Whirlwind,
    blast: Explosion,
}

impl Storm {
    pub(crate) fn new(number: u64) -> Self {
        let share = (number % 10) as f64 / 10.0;
        Self {
            wind: Whirlwind {
                centre: [20.0 * share - 10.0, 5.0],
                radius_m: 10.0,
                turn_n: 3.0,
                draw_n: 2.0 * share,
                lift_n: 2.0,
            },
            blast: Explosion {
                centre: [5.0, 0.0, 10.0 * share],
                radius_m: 40.0,
                push_n: 150.0,
                start_secs: 4.0 * share + 0.001,
                duration_secs: 0.3,
            },
        }
    }
}

impl Field for Storm {
    fn force(&self, position: [f64; 3], velocity: [f64; 3], secs: f64) -> [f64; 3] {
        let wind = self.wind.force(position, velocity, secs);
        let blast = self.blast.force(position, velocity, secs);
        [0, 1, 2].map(|axis| blast[axis] + if secs < 4.5 { wind[axis] } else { 0.0 })
    }
}

#[test]
fn the_live_ball_and_the_prediction_agree_in_a_changing_force() {
    for number in 0..count(30, 500) {
        let kick = kick(number);
        let world = kick.physics.world().clone();
        let physics =
            BallPhysics::with_field(*kick.physics.params(), world, Storm::new(number)).unwrap();
        let whole = finished(&physics, &kick.state, dense());
        let mut sliced = Prediction::new(&physics, &kick.state, dense()).unwrap();
        while !sliced.advance_steps(&physics, 7) {}
        assert_eq!(whole.samples(), sliced.samples());
        let (mut live, mut events) = (kick.state, StepEvents::default());
        for moment in whole.dense() {
            assert_eq!(bits(moment.position), bits(live.position), "kick {number}");
            physics.step(&mut live, &mut events);
        }
    }
}
