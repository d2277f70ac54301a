//! Falls: matches have few, so these are made.

use std::path::Path;

use super::*;
use crate::setup::FRAME_SECS;

const WHO: usize = 2;

fn hips_m(game: &Match) -> f64 {
    let body = &game.field.footballers[WHO].body;
    let hips = game.cast.figure().joint(body.shown(), &body.place(), 0);
    f64::from(hips.position_m[1])
}

#[test]
fn every_fall_ends_on_the_feet() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/football");
    let cast = Cast::open(&samples).unwrap_or_else(|error| panic!("{error}"));
    let setup = Setup {
        leaves: 0,
        ..Setup::default()
    };
    let game = Match::new(Arc::clone(&cast), setup).unwrap_or_else(|error| panic!("{error}"));
    // Some roll on, others get up from where they lie.
    let parts: Vec<_> = cast.falls().iter().map(|fall| fall.parts.len()).collect();
    assert!(parts.contains(&1) && parts.contains(&2), "{parts:?}");
    for fall in 0..parts.len() {
        let mut game = game.clone();
        for _ in 0..120 {
            game.step(&Inputs::default());
        }
        let secs = game.field.footballers[WHO].body.falls(&cast, fall);
        let secs = secs.unwrap_or_else(|| panic!("fall {fall} cannot begin"));
        let (mut before_m, mut lowest_m, mut played_secs) = (hips_m(&game), f64::INFINITY, 0.0);
        while game.field.footballers[WHO].body.is_led() {
            game.step(&Inputs::default());
            let now_m = hips_m(&game);
            // Nobody snaps from one clip to another.
            assert!(
                (now_m - before_m).abs() < 0.08,
                "fall {fall} at {played_secs}"
            );
            lowest_m = lowest_m.min(now_m);
            before_m = now_m;
            played_secs += FRAME_SECS;
            assert!(played_secs < 6.0, "fall {fall} does not end");
        }
        assert!(
            (played_secs - secs).abs() < 0.2,
            "fall {fall}: {played_secs} of {secs}"
        );
        assert!(
            lowest_m < 0.65 && before_m > 0.8,
            "fall {fall}: {lowest_m}, {before_m}"
        );
    }
}
