//! What promises to allocate nothing, held to it by an allocator that counts.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_flight::{
    BallParams, BallPhysics, BallState, HeightBands, Pitch, Prediction, PredictionOptions,
};

#[test]
fn a_prediction_that_is_made_again_allocates_nothing() {
    let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics()).unwrap();
    let kick = |x| BallState::new([0.0, 0.11, 0.0], [x, 9.0, 0.0], [0.0; 3]).unwrap();
    let mut flight = Prediction::new(&physics, &kick(15.0), PredictionOptions::default()).unwrap();
    flight.finish(&physics);
    let mut sections = 0;
    let counts = allocation_counter::measure(|| {
        for x in [14.0, 5.0, -12.0] {
            flight.restart(&physics, &kick(x)).unwrap();
            while !flight.advance_steps(&physics, 100) {
                flight.advance(0.5);
                sections += flight.sections(&HeightBands::default()).count();
                let _ = flight.position_at(0.7);
            }
        }
    });
    assert!(sections > 10);
    assert_eq!(counts.count_total, 0);
}
