//! What promises to allocate nothing, held to it by an allocator that counts.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, ChoiceInput, ChoiceWeights, Decision,
    HeightBands, InterceptCache, InterceptSearch, Pitch, Player, PlayerId, Prediction,
    PredictionOptions, ReachModel,
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

#[test]
fn frames_of_searches_and_choices_allocate_nothing_after_the_first_match() {
    let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics()).unwrap();
    let kick = |x| BallState::new([0.0, 0.11, 0.0], [x, 9.0, 0.0], [0.0; 3]).unwrap();
    let mut flight = Prediction::new(&physics, &kick(15.0), PredictionOptions::default()).unwrap();
    let mut players: Vec<Player> = (0..22)
        .map(|id| Player::new(PlayerId::new(id), [f64::from(id) * 4.0 - 40.0, 0.0, 6.0]))
        .collect();
    let mut path = BallPath::default();
    let mut searches = [ReachModel::Simple, ReachModel::Full].map(InterceptSearch::new);
    let mut caches = [ReachModel::Simple, ReachModel::Full].map(InterceptCache::new);
    let mut decision = Decision::default();
    let mut play = || {
        for x in [14.0, 5.0, -12.0] {
            flight.restart(&physics, &kick(x)).unwrap();
            for cache in &mut caches {
                cache.forget();
            }
            for frame in 0..90 {
                flight.advance_steps(&physics, 300);
                let now = f64::from(frame) / 60.0;
                path.read(&flight);
                for (search, cache) in searches.iter_mut().zip(&mut caches) {
                    search.run(&path, &players, now).unwrap();
                    cache.update(&path, &players, now).unwrap();
                }
                let mut intercepts = [None; 22];
                for (intercept, found) in intercepts.iter_mut().zip(searches[0].found()) {
                    *intercept = found.first;
                }
                let input = ChoiceInput {
                    now_secs: now,
                    players: &players,
                    intercepts: &intercepts,
                    team: None,
                    goal: None,
                };
                decision.choose(&input, &ChoiceWeights::default());
                for player in &mut players {
                    player.position[2] += 0.03;
                }
            }
        }
    };
    play();
    let counts = allocation_counter::measure(&mut play);
    assert_eq!(counts.count_total, 0);
}
