//! Predictions have the same bits on every machine, in debug and in release builds.

use footwork_flight::{BallParams, PredictionOptions};

use crate::flights::{READINGS, finished};
use crate::kicks::kick_of;

/// Adds a number to an FNV-1a hash.
fn add(hash: u64, number: f64) -> u64 {
    let bytes = number.to_bits().to_le_bytes();
    bytes.iter().fold(hash, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns a fixed ball and turf. With these, the hash depends only on the method and not on the defaults.
fn turf() -> BallParams {
    BallParams {
        restitution: 0.62,
        bounce_friction: 0.4,
        sliding_friction: 0.4,
        rolling_mps2: 0.8,
        settle_speed_mps: 1.0,
        ..BallParams::default()
    }
}

#[test]
fn forty_kicks_match_the_golden_hash() {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for number in 0..40 {
        let kick = kick_of(turf(), number);
        let options = PredictionOptions {
            reading: READINGS[(number % 3) as usize],
            ..PredictionOptions::default()
        };
        let flight = finished(&kick.physics, &kick.state, options);
        for sample in flight.samples() {
            let numbers = [
                [sample.secs; 3],
                sample.position,
                sample.velocity,
                sample.acceleration,
            ];
            hash = numbers
                .iter()
                .flatten()
                .fold(hash, |hash, number| add(hash, *number));
        }
        for event in flight.events() {
            let numbers = [[event.secs; 3], event.position, event.normal];
            hash = numbers
                .iter()
                .flatten()
                .fold(hash, |hash, number| add(hash, *number));
        }
    }
    assert_eq!(format!("{hash:016x}"), "4a1ed670858d4ebc");
}
