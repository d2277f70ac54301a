//! Tests of the search for kicks that reach a target.

use footwork_flight::{
    BallPath, BallState, BallStep, KickStyle, KickTarget, Prediction, PredictionOptions,
    StepEvents, kick_to,
};

use footwork_testkit::Random;

use crate::flights::{dense, finished, on_pitch};
use crate::kicks::count;

/// For targets that some kick is known to reach, the search finds a kick that reaches them.
#[test]
fn a_kick_is_found_for_places_that_a_kick_reaches() {
    let physics = on_pitch();
    let (mut found, all) = (0, count(60, 1000));
    for number in 0..all {
        let mut random = Random::new(number + 400);
        let spin = random.vector(30.0);
        let velocity = [
            random.between(5.0, 22.0),
            random.between(2.0, 12.0),
            random.between(-8.0, 8.0),
        ];
        let launch = |velocity| {
            BallState::new(0.0, [-10.0, 0.11, 0.0], velocity)
                .and_then(|ball| ball.with_spin(spin))
                .ok()
        };
        let mut state = launch(velocity).unwrap();
        let after_secs = random.between(0.3, 1.6);
        let mut flight = Prediction::new(&physics, &state, dense()).unwrap();
        flight.advance_steps(&physics, 480);
        state.steps = 0;
        let place = BallPath::from_steps(flight.dense(), |_| Some(0.0))
            .position_at(after_secs)
            .unwrap();
        let target = KickTarget {
            place,
            after_secs,
            within_m: 0.01,
            max_mps: 40.0,
            style: KickStyle::Any,
        };
        if let Some(kick) = kick_to(&physics, launch, &target) {
            found += 1;
            let state = launch(kick.velocity).unwrap();
            flight.restart(&physics, &state).unwrap();
            flight.advance_steps(&physics, 480);
            let there = BallPath::from_steps(flight.dense(), |_| Some(0.0))
                .position_at(after_secs)
                .unwrap();
            let off = [0, 1, 2].map(|axis| (there[axis] - place[axis]).abs());
            assert!(
                off.iter().all(|off| *off <= 0.011),
                "kick {number}: {off:?}"
            );
        }
    }
    // In the other cases the ball bounces first, and then the flight is not a smooth function of the kick.
    assert!(found * 100 >= all * 90, "{found} of {all}");
}

/// The search used to find only lobs for targets that a rolling pass can reach.
#[test]
fn a_target_of_a_rolling_pass_is_reached_by_a_rolling_pass() {
    let physics = on_pitch();
    let launch = |velocity| BallState::new(0.0, [0.0, 0.11, 0.0], velocity).ok();
    let mut all = 0;
    for metres in [8.0, 12.0, 16.0, 20.0, 25.0] {
        for speed in [8.0, 10.0, 12.0, 14.0] {
            let pass = launch([speed * 1.2, 0.0, 0.0]).unwrap();
            let flight = finished(&physics, &pass, PredictionOptions::default());
            let mut times = (50..9900).map(|milli| f64::from(milli) * 1e-3);
            let at = |secs: &f64| flight.position_at(*secs).unwrap()[0] >= metres;
            let Some(after_secs) = times.find(at) else {
                continue;
            };
            let target = KickTarget {
                place: flight.position_at(after_secs).unwrap(),
                after_secs,
                within_m: 0.05,
                max_mps: 35.0,
                style: KickStyle::Roll,
            };
            all += 1;
            let kick = kick_to(&physics, launch, &target).unwrap();
            assert_eq!((kick.style, kick.velocity[1]), (KickStyle::Roll, 0.0));
            assert!((kick.velocity[0] - speed * 1.2).abs() < 0.3, "{kick:?}");
            // With any style allowed, the kick is at most as fast as the rolling kick.
            let any = KickTarget {
                style: KickStyle::Any,
                ..target
            };
            let speed = |[x, y, z]: [f64; 3]| (x * x + y * y + z * z).sqrt();
            let any = kick_to(&physics, launch, &any).unwrap();
            assert!(speed(any.velocity) <= speed(kick.velocity) + 1e-9);
            let air = KickTarget {
                style: KickStyle::Air,
                ..target
            };
            if let Some(air) = kick_to(&physics, launch, &air) {
                assert_eq!(air.style, KickStyle::Air);
                assert!(air.velocity[1] > 0.5);
            }
        }
    }
    assert!(all > 15, "{all}");
}

/// Returns where a ball arrives without touching anything on the way; `None` if it touches something.
fn untouched(
    physics: &impl BallStep<State = BallState>,
    kick: &BallState,
    secs: f64,
) -> Option<[f64; 3]> {
    let (mut state, mut events) = (*kick, StepEvents::default());
    let mut before = state.position;
    while state.secs() < secs {
        before = state.position;
        physics.step(&mut state, &mut events);
        if !events.touches.is_empty() {
            return None;
        }
    }
    let share = 1.0 - (state.secs() - secs) * 240.0;
    Some([0, 1, 2].map(|axis| before[axis] + (state.position[axis] - before[axis]) * share))
}

/// The first parabola fell short and bounced, and no change of that kick led to a kick through the air. So for many
/// targets that a kick through the air reaches, the search found none.
#[test]
fn a_kick_through_the_air_is_found_although_the_first_parabola_falls_short() {
    let physics = on_pitch();
    let (mut low, mut all) = (0, 0);
    for number in 0..count(400, 20_000) {
        let mut random = Random::new(number + 9000);
        let spin = random.vector(30.0);
        let from = [random.between(-40.0, 0.0), random.between(0.11, 0.5), 0.0];
        let launch = |velocity| {
            BallState::new(0.0, from, velocity)
                .and_then(|ball| ball.with_spin(spin))
                .ok()
        };
        let velocity = [
            random.between(3.0, 30.0),
            random.between(0.5, 15.0),
            random.between(-10.0, 10.0),
        ];
        let after_secs = random.between(0.2, 3.0);
        let Some(place) = untouched(&physics, &launch(velocity).unwrap(), after_secs) else {
            continue;
        };
        let target = KickTarget {
            place,
            after_secs,
            within_m: 0.02,
            max_mps: 60.0,
            style: KickStyle::Air,
        };
        // Skips balls that arrive as they land, because a kick within the tolerance may touch the ground first.
        if place[1] < 0.2 {
            continue;
        }
        all += 1;
        low += u32::from(place[1] < 1.2);
        let kick = kick_to(&physics, launch, &target);
        let kick = kick.unwrap_or_else(|| panic!("kick {number}: {velocity:?} to {target:?}"));
        assert_eq!(kick.style, KickStyle::Air);
        let there = untouched(&physics, &launch(kick.velocity).unwrap(), after_secs).unwrap();
        let off = [0, 1, 2].map(|axis| there[axis] - place[axis]);
        let off = off.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!(off <= 0.021, "kick {number}: {off}");
        // A search over every style finds a kick that is not faster than this one.
        let any = KickTarget {
            style: KickStyle::Any,
            ..target
        };
        let speed = |[x, y, z]: [f64; 3]| (x * x + y * y + z * z).sqrt();
        let any = kick_to(&physics, launch, &any).unwrap();
        assert!(speed(any.velocity) <= speed(kick.velocity));
    }
    assert!(all > 150 && low > 20, "{all}, {low}");
}
