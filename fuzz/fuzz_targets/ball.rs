//! Moves a ball among any shapes. The fraction, normal and depth of a sweep keep their documented bounds, and every
//! step gives finite numbers. A prediction made in slices has the same bits as a prediction made in a single call.
//!
//! An input is a list of numbers, two bytes each: the ball, then one shape after another.

#![no_main]

use footwork_flight::{
    BallParams, BallPhysics, BallState, Prediction, PredictionOptions, Shape, StaticWorld, Statics,
};
use libfuzzer_sys::fuzz_target;

/// The maximum number of shapes. More shapes would take too much time.
const MAX_SHAPES: usize = 12;

/// The unread numbers of an input, and zeros after its end.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    /// Returns a number from -8 to 8, in steps of a quarter of a millimetre, so that shapes often only just touch.
    fn next(&mut self) -> f64 {
        let (pair, rest) = self.0.split_at(self.0.len().min(2));
        self.0 = rest;
        let bytes = [0, 1].map(|at| pair.get(at).copied().unwrap_or_default());
        f64::from(i16::from_le_bytes(bytes)) / 4096.0
    }

    fn three(&mut self) -> [f64; 3] {
        [0; 3].map(|_| self.next())
    }
}

fuzz_target!(|data: &[u8]| {
    let mut numbers = Numbers(data);
    let position = numbers.three();
    let velocity = numbers.three().map(|part| part * 10.0);
    let spin = numbers.three().map(|part| part * 20.0);
    let kind = numbers.next();
    let mut statics = Statics::new();
    while !numbers.0.is_empty() && statics.shapes().len() < MAX_SHAPES {
        // Invalid shapes are left out.
        let shape = match statics.shapes().len() % 3 {
            0 => Shape::Plane {
                normal: numbers.three(),
                offset_m: numbers.next(),
            },
            1 => Shape::Box {
                min: numbers.three(),
                max: numbers.three(),
            },
            _ => Shape::Capsule {
                a: numbers.three(),
                b: numbers.three(),
                radius_m: numbers.next(),
            },
        };
        if let Err(error) = statics.add(shape) {
            assert!(!error.to_string().is_empty());
        }
    }
    check_sweep(&statics, position, velocity);
    let params = if kind > 0.0 {
        BallParams::ideal()
    } else {
        BallParams::default()
    };
    let physics = BallPhysics::new(params, statics).expect("the parameters are valid");
    let ball = BallState::new(0.0, position, velocity)
        .expect("the numbers are in range")
        .with_spin(spin)
        .expect("the numbers are in range");
    let options = PredictionOptions {
        horizon_secs: 1.0,
        dense: true,
        ..PredictionOptions::default()
    };
    let predicted = |slice| {
        let mut flight = Prediction::new(&physics, &ball, options).expect("a ball");
        while !flight.advance_steps(&physics, slice) {}
        flight
    };
    let (whole, sliced) = (predicted(u32::MAX), predicted(7));
    assert_eq!(whole.samples(), sliced.samples());
    assert_eq!(whole.events(), sliced.events());
    for moment in whole.dense() {
        assert!(
            moment
                .position
                .iter()
                .chain(&moment.velocity)
                .all(|part| part.is_finite())
        );
    }
});

fn check_sweep(statics: &Statics, from: [f64; 3], motion: [f64; 3]) {
    let Some(contact) = statics.sweep(from, motion, 0.11) else {
        return;
    };
    assert!((0.0..=1.0).contains(&contact.fraction) && contact.depth >= 0.0);
    assert!(statics.shape(contact.hit).is_some());
    let square: f64 = contact.normal.iter().map(|part| part * part).sum();
    assert!((square - 1.0).abs() < 1e-9, "{contact:?}");
}
