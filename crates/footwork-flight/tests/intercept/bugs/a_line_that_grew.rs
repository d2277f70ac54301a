//! A cached moment was exactly at a knot, and the path changed after that knot. The cache took the next moment from the
//! old line.

use footwork_flight::{
    BallPath, InterceptCache, Player, PlayerId, Prediction, PredictionOptions, ReachModel,
    first_intercept,
};

use crate::flights::{ball, on_pitch};

#[test]
fn the_next_moment_is_on_the_present_line() {
    let physics = on_pitch();
    let kick = ball([0.0, 0.11, 0.0], [6.0, 0.0, 0.0]);
    let mut flight = Prediction::new(&physics, &kick, PredictionOptions::default()).unwrap();
    let mut path = BallPath::default();
    let mut moved = 0;
    while flight.end().is_none() {
        let before = path.clone();
        flight.advance_steps(&physics, 50);
        path.read(&flight);
        let knot_secs = path.changed_secs();
        let Some(ball) = before.position_at(knot_secs) else {
            continue;
        };
        // The player waits for the ball, and then its reach shrinks.
        let mut player = Player::new(PlayerId::new(1), [ball[0], 0.0, 0.7]);
        player.reaction_end_secs = knot_secs;
        let mut cache = InterceptCache::new(ReachModel::Simple);
        cache.update(&before, &[player], 0.0).unwrap();
        assert_eq!(cache.moment(0).map(|kept| kept.secs), Some(knot_secs));
        player.reach_m = 0.6;
        cache.update(&path, &[player], 0.0).unwrap();
        let kept = cache.moment(0).unwrap().secs;
        let anew = first_intercept(&path, &player, ReachModel::Simple, 0.0);
        let anew = anew.unwrap().unwrap().secs;
        assert!((kept - anew).abs() < 1e-12, "{kept} {anew}");
        moved += u32::from(kept > knot_secs);
    }
    assert!(moved > 5, "{moved}");
}
