//! The balls of other sports have the masses and sizes of their rules, and rebound and fly as published.

use footwork_flight::{BallParams, BallPhysics, BallStep, Shape, Statics, StepEvents};

use crate::flights::{ball, spinning};

fn on_floor(params: BallParams) -> BallPhysics<Statics> {
    let mut statics = Statics::new();
    let floor = Shape::Plane {
        normal: [0.0, 1.0, 0.0],
        offset_m: 0.0,
    };
    statics.add(floor).unwrap();
    BallPhysics::new(params, statics).unwrap()
}

/// Returns the height that the bottom of a ball reaches after it fell from `height`.
fn rebound(params: BallParams, height: f64) -> f64 {
    let physics = on_floor(params);
    let mut state = ball([0.0, height + params.radius_m, 0.0], [0.0; 3]);
    let mut events = StepEvents::default();
    while events.touches.is_empty() {
        physics.step(&mut state, &mut events);
    }
    let mut highest = 0.0;
    while state.velocity[1] > 0.0 {
        highest = state.position[1] - params.radius_m;
        physics.step(&mut state, &mut events);
    }
    highest
}

fn check(what: &str, found: f64, [low, high]: [f64; 2]) {
    assert!(
        found >= low && found <= high,
        "{what}: {found} is not from {low} to {high}"
    );
}

#[test]
fn balls_have_the_masses_and_sizes_of_the_rules() {
    let ounce = 0.028_349_5;
    let inch = 0.0254;
    let rules = [
        ("futsal", BallParams::futsal(), [0.40, 0.44], [0.62, 0.64]),
        (
            "basketball",
            BallParams::basketball(),
            [0.58, 0.62],
            [0.75, 0.77],
        ),
        (
            "tennis",
            BallParams::tennis(),
            [0.056, 0.0594],
            [0.2054, 0.2156],
        ),
        (
            "table tennis",
            BallParams::table_tennis(),
            [0.002_67, 0.002_77],
            [0.1240, 0.1273],
        ),
        (
            "volleyball",
            BallParams::volleyball(),
            [0.26, 0.28],
            [0.65, 0.67],
        ),
        (
            "golf",
            BallParams::golf(),
            [0.0450, 0.045_93],
            [0.1340, 0.1350],
        ),
        (
            "baseball",
            BallParams::baseball(),
            [5.0 * ounce, 5.25 * ounce],
            [9.0 * inch, 9.25 * inch],
        ),
    ];
    for (what, params, mass, circumference) in rules {
        params.check().unwrap();
        check(what, params.mass_kg, mass);
        check(
            what,
            2.0 * std::f64::consts::PI * params.radius_m,
            circumference,
        );
    }
}

#[test]
fn balls_rebound_as_their_rules_prescribe() {
    check("futsal", rebound(BallParams::futsal(), 2.0), [0.50, 0.65]);
    let basketball = BallParams::basketball();
    let top = rebound(basketball, 1.8) + 2.0 * basketball.radius_m;
    check("basketball", top, [1.2, 1.4]);
    check("tennis", rebound(BallParams::tennis(), 2.54), [1.35, 1.47]);
    check(
        "table tennis",
        rebound(BallParams::table_tennis(), 0.30),
        [0.22, 0.24],
    );
    // The published coefficient is a ratio of speeds: the root of the ratio of the heights, apart from drag.
    let height = 4.0;
    let coefficient = (rebound(BallParams::baseball(), height) / height).sqrt();
    check("baseball", coefficient, [0.514, 0.578]);
}

/// TrackMan's averages of PGA Tour drives carry 251 m and rise to 29 m.
#[test]
fn a_drive_carries_as_far_and_rises_as_high_as_on_the_tour() {
    let (speed, turns_per_minute) = (74.7, 2686.0);
    let (sine, cosine) = libm::sincos(10.9_f64.to_radians());
    let params = BallParams::golf();
    let physics = on_floor(params);
    let spin = turns_per_minute / 60.0 * 2.0 * std::f64::consts::PI;
    let mut state = spinning(
        [0.0, params.radius_m + 0.03, 0.0],
        [speed * cosine, speed * sine, 0.0],
        [0.0, 0.0, spin],
    );
    let mut events = StepEvents::default();
    let mut highest: f64 = 0.0;
    while events.touches.is_empty() {
        physics.step(&mut state, &mut events);
        if state.position[1] > highest {
            highest = state.position[1];
        }
    }
    check("carry", state.position[0], [239.0, 264.0]);
    check("height", highest, [23.0, 32.0]);
}

/// Nathan measured lift coefficients of 0.2 to 0.25 at a spin ratio of 0.2, and Štěpánek's formula gives 1 / 7 there.
#[test]
fn lift_follows_the_published_formulas() {
    let lift = |params: BallParams, ratio: f64| {
        let linear = params.lift_slope * ratio;
        linear / (1.0 + linear / params.max_lift)
    };
    check("baseball", lift(BallParams::baseball(), 0.2), [0.2, 0.25]);
    check(
        "tennis",
        lift(BallParams::tennis(), 0.2),
        [0.9999 / 7.0, 1.0001 / 7.0],
    );
}
