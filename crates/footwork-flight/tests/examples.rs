//! Runs the examples.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_flight::{BallParams, BallPhysics, BallState, BallStep, Drag, Pitch, StepEvents};
use footwork_testkit::Random;

#[path = "../examples/game_loop.rs"]
mod game_loop;

#[test]
fn the_game_loop_plays_and_replays() {
    let switches = game_loop::play().unwrap();
    assert!((1..20).contains(&switches), "{switches}");
}

/// Runs the game loop of the guides for ten minutes at several frame rates. Every frame takes as many steps as its duration
/// needs.
#[test]
fn the_game_loop_steps_evenly() {
    let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap());
    let physics = physics.unwrap();
    for (rate, steps) in [
        (20, [12, 12]),
        (30, [8, 8]),
        (50, [4, 5]),
        (60, [4, 4]),
        (120, [2, 2]),
        (144, [1, 2]),
        (240, [1, 1]),
    ] {
        let mut ball = BallState::new(0.0, [0.0, 0.11, 0.0], [0.0; 3]).unwrap();
        for frame in 1..=600 * rate {
            let before = ball.steps;
            game_loop::step_up_to(&physics, &mut ball, f64::from(frame) / f64::from(rate));
            let taken = ball.steps - before;
            assert!(
                (steps[0]..=steps[1]).contains(&taken),
                "{taken} steps in frame {frame} at {rate} Hz"
            );
        }
        assert_eq!(ball.steps, 600 * 240, "{rate} Hz");
    }
}

#[path = "../examples/fit.rs"]
mod fit;

/// The fit recovers the parameters behind tracks at 50 Hz with 2 cm of noise on each axis.
#[test]
fn the_fit_recovers_parameters_from_noisy_tracks() {
    let truth = BallParams {
        drag: Drag::Constant(0.25),
        restitution: 0.72,
        bounce_friction: 0.36,
        sliding_friction: 0.55,
        rolling_mps2: 1.1,
        ..BallParams::default()
    };
    let physics = BallPhysics::new(truth, Pitch::default().statics().unwrap()).unwrap();
    let mut random = Random::new(50);
    let mut table = "track,t,x,y,z\n".to_owned();
    for track in 0..12 {
        let rise = if track % 3 == 0 {
            0.0
        } else {
            random.between(3.0, 9.0)
        };
        let velocity = [random.between(8.0, 18.0), rise, random.between(-5.0, 5.0)];
        let spin = random.vector(10.0);
        let ball = BallState::new(0.0, [-30.0, 0.11, 0.0], velocity).unwrap();
        let mut ball = ball.with_spin(spin).unwrap();
        for fix in 0..150 {
            let secs = f64::from(fix) / 50.0;
            let mut before = ball.position;
            while ball.secs() < secs {
                before = ball.position;
                physics.step(&mut ball, &mut StepEvents::default());
            }
            let share = 1.0 - (ball.secs() - secs) * 240.0;
            let at = [0, 1, 2].map(|axis| {
                let noise: f64 = (0..4).map(|_| random.between(-1.0, 1.0)).sum();
                before[axis] + (ball.position[axis] - before[axis]) * share + 0.0173 * noise
            });
            table += &format!("{track},{secs},{},{},{}\n", at[0], at[1], at[2]);
        }
    }
    let fitted = fit::fit(&fit::read(&table).unwrap()).unwrap();
    let params = fitted.params;
    let Drag::Constant(drag) = params.drag else {
        panic!("{params:?}")
    };
    let found = [
        ("drag", drag, 0.25, 0.05),
        ("restitution", params.restitution, 0.72, 0.02),
        ("bounce_friction", params.bounce_friction, 0.36, 0.06),
        ("sliding_friction", params.sliding_friction, 0.55, 0.1),
        ("rolling_mps2", params.rolling_mps2, 1.1, 0.15),
    ];
    for (name, value, truth, within) in found {
        assert!(
            (value - truth).abs() <= within,
            "{name}: {value}, not {truth}"
        );
    }
    assert!(fitted.off_m < 0.045, "{}", fitted.off_m);
    assert!(fit::read("track,t,x,y,z\n1,0,0,NaN,0\n").is_err());
}
