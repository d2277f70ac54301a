//! NaN and values out of range are rejected with the name of the field. The prediction of a lost ball ends with a
//! reason.

use footwork_flight::{
    BallMotion, BallParams, BallPhysics, BallState, BallStep, Drag, Field, FlightBounds, FlightEnd,
    Ground, HeightBands, HitId, MAX_EVENTS, Pitch, Prediction, PredictionOptions, Statics,
    StepEvents, Surface,
};

use crate::flights::{ball, finished, on_pitch};
use crate::scenery::{capsule, plane, until, world};

#[test]
fn every_parameter_is_checked() {
    let check = |change: &dyn Fn(&mut BallParams, f64), name: &str| {
        for value in [f64::NAN, f64::INFINITY, -1e9] {
            let mut params = BallParams::default();
            change(&mut params, value);
            let error = params.check().unwrap_err();
            assert_eq!(error.name, name);
            assert_eq!(error.value.to_bits(), value.to_bits());
            assert!(BallPhysics::new(params, ()).is_err());
        }
    };
    check(&|p, x| p.mass_kg = x, "mass_kg");
    check(&|p, x| p.radius_m = x, "radius_m");
    check(&|p, x| p.gravity_mps2 = x, "gravity_mps2");
    check(&|p, x| p.air_density = x, "air_density");
    check(&|p, x| p.drag = Drag::Constant(x), "drag");
    check(&|p, x| p.lift_slope = x, "lift_slope");
    check(&|p, x| p.max_lift = x, "max_lift");
    check(&|p, x| p.spin_decay_per_m = x, "spin_decay_per_m");
    check(&|p, x| p.restitution = x, "restitution");
    check(&|p, x| p.bounce_friction = x, "bounce_friction");
    check(&|p, x| p.sliding_friction = x, "sliding_friction");
    check(&|p, x| p.rolling_mps2 = x, "rolling_mps2");
    check(&|p, x| p.settle_speed_mps = x, "settle_speed_mps");
    check(&|p, x| p.wind_mps[2] = x, "wind_mps");
    let crisis = |change: fn(&mut [f64; 4], f64)| {
        move |p: &mut BallParams, x| {
            let mut of = [0.1, 0.3, 12.0, 1.0];
            change(&mut of, x);
            let [low, drop, speed_mps, width_mps] = of;
            p.drag = Drag::Crisis {
                low,
                drop,
                speed_mps,
                width_mps,
            };
        }
    };
    check(&crisis(|of, x| of[0] = x), "drag.low");
    check(&crisis(|of, x| of[1] = x), "drag.drop");
    check(&crisis(|of, x| of[2] = x), "drag.speed_mps");
    check(&crisis(|of, x| of[3] = x), "drag.width_mps");
}

#[test]
fn every_number_of_a_ball_is_checked() {
    for value in [f64::NAN, f64::INFINITY, 1e300] {
        for axis in 0..3 {
            let mut odd = [0.0; 3];
            odd[axis] = value;
            let name = |p, v, s| {
                BallState::new(0.0, p, v)
                    .and_then(|ball| ball.with_spin(s))
                    .unwrap_err()
                    .name
            };
            assert_eq!(name(odd, [0.0; 3], [0.0; 3]), "position");
            assert_eq!(name([0.0; 3], odd, [0.0; 3]), "velocity");
            assert_eq!(name([0.0; 3], [0.0; 3], odd), "spin");
        }
    }
}

#[test]
fn every_option_is_checked() {
    let physics = BallPhysics::new(BallParams::default(), ()).unwrap();
    let ball = ball([0.0; 3], [0.0; 3]);
    let check = |options, expected: &str| {
        let error = Prediction::new(&physics, &ball, options).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    let plain = PredictionOptions::default;
    for horizon_secs in [f64::NAN, 0.0, -1.0, 3601.0] {
        check(
            until(horizon_secs),
            &format!("a horizon of {horizon_secs} s: it must be above 0 s and at most 3600 s"),
        );
    }
    let tolerance = |tolerance_m| PredictionOptions {
        tolerance_m: Some(tolerance_m),
        ..plain()
    };
    check(
        tolerance(f64::NAN),
        "a tolerance of NaN m is not a finite number above 0 m",
    );
    check(
        tolerance(0.0),
        "a tolerance of 0 m is not a finite number above 0 m",
    );
    let bounds = |min, max| PredictionOptions {
        bounds: Some(FlightBounds { min, max }),
        ..plain()
    };
    check(
        bounds([0.0, 1.0, 0.0], [1.0, 0.0, 1.0]),
        "bounds: the y of min is above that of max",
    );
    check(
        bounds([0.0; 3], [1.0, 1.0, f64::NAN]),
        "bounds: the z of min is above that of max",
    );

    let lost = BallState {
        velocity: [0.0, f64::NAN, 0.0],
        ..ball
    };
    let error = Prediction::new(&physics, &lost, plain()).unwrap_err();
    assert_eq!(error.to_string(), "the ball has a bad velocity");
    let cause = std::error::Error::source(&error).unwrap();
    assert_eq!(cause.to_string(), "velocity: NaN is not within ±1e12");
    let mut flight = Prediction::new(&physics, &ball, plain()).unwrap();
    assert!(flight.restart(&physics, &lost).is_err());
    assert!(flight.extend(f64::NAN).is_err() && flight.extend(-1.0).is_err());
    assert!(flight.extend(3600.0).is_ok());
    assert!((0..100).any(|_| flight.extend(3600.0).is_err()));

    let chest = |chest_m| HeightBands {
        chest_m,
        ..HeightBands::default()
    };
    assert!(chest(f64::NAN).check().is_err() && flight.sections(&chest(0.5)).is_err());
    assert!(chest(0.6).check().is_ok());
    let odd = Surface {
        restitution: f64::NAN,
        friction: 1.0,
    };
    let sphere = capsule([0.0; 3], [0.0; 3], 1.0);
    assert!(Statics::new().add_with(sphere, odd).is_err());
    assert!(Statics::new().add(sphere).is_ok());
}

/// A force that is NaN until 0.1 s, and then too large.
struct Broken;

impl Field for Broken {
    fn force(&self, _: [f64; 3], _: [f64; 3], secs: f64) -> [f64; 3] {
        let odd = if secs < 0.1 { f64::NAN } else { 1e300 };
        [0.0, if secs < 0.2 { odd } else { 0.0 }, 0.0]
    }
}

#[test]
fn bad_forces_are_ignored_and_counted() {
    let world = || Pitch::default().statics().unwrap();
    let broken = BallPhysics::with_field(BallParams::default(), world(), Broken).unwrap();
    let plain = BallPhysics::new(BallParams::default(), world()).unwrap();
    let kick = ball([0.0, 0.11, 0.0], [9.0, 9.0, 0.0]);
    let mut flight = Prediction::new(&broken, &kick, PredictionOptions::default()).unwrap();
    let mut expected = Prediction::new(&plain, &kick, PredictionOptions::default()).unwrap();
    flight.finish(&broken);
    expected.finish(&plain);
    assert_eq!(flight.bad_forces(), 48);
    assert_eq!(expected.bad_forces(), 0);
    // In a field that may change with time, a ball does not rest before the horizon.
    let both = flight.samples().len() - 2;
    assert_eq!(flight.samples()[..both], expected.samples()[..both]);
}

#[test]
fn a_prediction_ends_out_when_the_ball_leaves_its_bounds() {
    let physics = BallPhysics::new(BallParams::default(), ()).unwrap();
    let kick = ball([0.0; 3], [20.0, 0.0, 0.0]);
    let bounds = FlightBounds {
        min: [-50.0, -10.0, -50.0],
        max: [50.0, 30.0, 50.0],
    };
    let options = PredictionOptions {
        bounds: Some(bounds),
        ..PredictionOptions::default()
    };
    let flight = finished(&physics, &kick, options);
    assert_eq!(flight.end(), Some(FlightEnd::Out));
    let last = flight.samples().last().unwrap();
    assert!(last.position[1] < -10.0 && last.position[1] > -10.2);
    assert_eq!(flight.known_secs(), last.secs);

    // The prediction of a ball that starts outside the bounds ends immediately.
    let outside = BallState {
        position: [60.0, 0.0, 0.0],
        ..kick
    };
    let flight = Prediction::new(&physics, &outside, options).unwrap();
    assert_eq!(
        (flight.end(), flight.samples().len()),
        (Some(FlightEnd::Out), 1)
    );
}

/// A force that shoots a ball out of the world.
struct Cannon;

impl Field for Cannon {
    fn force(&self, _: [f64; 3], _: [f64; 3], _: f64) -> [f64; 3] {
        [9e8, 0.0, 0.0]
    }
}

#[test]
fn a_prediction_ends_out_when_the_ball_leaves_the_world() {
    let params = BallParams {
        air_density: 0.0,
        ..BallParams::default()
    };
    let physics =
        BallPhysics::with_field(params, Pitch::default().statics().unwrap(), Cannon).unwrap();
    let ball = ball([0.0, 3.0, 0.0], [0.0; 3]);
    let flight = finished(&physics, &ball, PredictionOptions::default());
    assert_eq!(flight.end(), Some(FlightEnd::Out));
    let finite = |sample: &footwork_flight::Sample| sample.position.iter().all(|x| x.is_finite());
    assert!(flight.samples().iter().all(finite));
}

#[test]
fn an_invalid_state_is_rejected() {
    let physics = on_pitch();
    let ball = ball([0.0, 1.0, 0.0], [5.0, 5.0, 0.0]);
    let check = |name: &str, change: &dyn Fn(&mut BallState)| {
        let mut odd = ball;
        change(&mut odd);
        assert_eq!(physics.check(&odd).unwrap_err().name, name);
        assert!(Prediction::new(&physics, &odd, PredictionOptions::default()).is_err());
        let mut flight = Prediction::new(&physics, &ball, PredictionOptions::default()).unwrap();
        assert!(flight.restart(&physics, &odd).is_err());
        let pushed_out = BallState {
            is_placed: false,
            ..ball
        };
        assert_eq!(flight.state(), &pushed_out);
    };
    let ground = Ground {
        normal: [0.0, 1.0, 0.0],
        surface: Surface::default(),
        hit: HitId::new(0),
        beside: [None; 3],
    };
    check("position", &|ball| ball.position[1] = f64::INFINITY);
    check("velocity", &|ball| ball.velocity[0] = 1e200);
    check("spin", &|ball| ball.spin = [f64::NAN; 3]);
    check("ground", &|ball| {
        let normal = [f64::NAN; 3];
        ball.ground = Some(Ground { normal, ..ground });
    });
    check("ground", &|ball| {
        let normal = [0.0, 2.0, 0.0];
        ball.ground = Some(Ground { normal, ..ground });
    });
    check("ground", &|ball| {
        let surface = Surface {
            restitution: 1.0,
            friction: f64::NAN,
        };
        ball.ground = Some(Ground { surface, ..ground });
    });
    check("steps", &|ball| ball.steps = u64::MAX - 5);
}

#[test]
fn an_invalid_pitch_is_rejected() {
    let check = |change: fn(&mut Pitch), expected: &str| {
        let mut pitch = Pitch::default();
        change(&mut pitch);
        assert_eq!(pitch.statics().unwrap_err().to_string(), expected);
    };
    check(|p| p.length_m = f64::NAN, "length_m: NaN is out of range");
    check(|p| p.width_m = 2.0, "width_m: 2 is out of range");
    check(
        |p| p.banners_m = Some(-1.0),
        "banners_m: -1 is out of range",
    );
}

#[test]
fn a_ball_that_air_stops_at_once_is_rejected() {
    let params = BallParams {
        mass_kg: 0.001,
        radius_m: 10.0,
        ..BallParams::default()
    };
    assert_eq!(params.check().unwrap_err().name, "drag");
    let params = BallParams {
        drag: Drag::Constant(0.0),
        ..params
    };
    assert_eq!(params.check().unwrap_err().name, "max_lift");
}

/// Physics with an invalid radius.
struct Odd {
    radius: f64,
}

impl BallStep for Odd {
    type State = u32;

    fn step(&self, state: &mut u32, events: &mut StepEvents) {
        events.clear();
        *state += 1;
    }

    fn motion(&self, state: &u32) -> BallMotion {
        let secs = f64::from(*state) / 240.0;
        let x = if *state < 100 { secs } else { f64::NAN };
        BallMotion {
            secs,
            position: [x, 0.0, 0.0],
            velocity: [1.0, 0.0, 0.0],
        }
    }

    fn radius_m(&self) -> f64 {
        self.radius
    }
}

#[test]
fn broken_physics_is_reported() {
    let options = PredictionOptions::default();
    for radius in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
        let error = Prediction::new(&Odd { radius }, &0, options).unwrap_err();
        assert!(error.to_string().starts_with("a radius of "), "{error}");
    }
    let odd = Odd { radius: 0.1 };
    let flight = finished(&odd, &0, options);
    assert_eq!(flight.end(), Some(FlightEnd::Lost));
    assert_eq!(flight.known_secs(), 99.0 / 240.0);
}

/// The events of a ball that rattles five times in a step used to fill the memory.
#[test]
fn a_prediction_of_a_rattling_ball_ends_full() {
    let slot = world(&[plane([1.0, 0.0, 0.0], 0.0), plane([-1.0, 0.0, 0.0], -1.0)]);
    let physics = BallPhysics::new(BallParams::ideal(), slot).unwrap();
    let ball = ball([0.5, 0.0, 0.0], [1000.0, 0.0, 0.0]);
    let mut flight = finished(&physics, &ball, until(3600.0));
    assert_eq!(flight.end(), Some(FlightEnd::Full));
    let events = flight.events().len();
    assert!((MAX_EVENTS..MAX_EVENTS + 20).contains(&events), "{events}");
    flight.extend(1.0).unwrap();
    assert_eq!(flight.end(), Some(FlightEnd::Full));
}
