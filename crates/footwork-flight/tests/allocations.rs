//! Code that must not allocate, checked with a counting allocator.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_flight::{
    self, Control, ControlCandidate, ControlRules, ControlSettings, ControlSituation, Human,
    HumanId, TeamId,
};
use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, Choice, ChoiceInput, ChoiceWeights, HeightBands,
    InterceptCache, InterceptSearch, Pitch, Player, PlayerId, Prediction, PredictionOptions,
    ReachModel,
};

#[test]
fn a_restarted_prediction_does_not_allocate() {
    let physics =
        BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
    let kick = |x| BallState::new(0.0, [0.0, 0.11, 0.0], [x, 9.0, 0.0]).unwrap();
    let mut flight = Prediction::new(&physics, &kick(15.0), PredictionOptions::default()).unwrap();
    flight.finish(&physics);
    let mut sections = 0;
    let (made, ()) = footwork_testkit::allocations(|| {
        for x in [14.0, 5.0, -12.0] {
            flight.restart(&physics, &kick(x)).unwrap();
            while !flight.advance_steps(&physics, 100) {
                flight.advance(0.5);
                sections += flight.sections(&HeightBands::default()).unwrap().count();
                let _ = flight.position_at(0.7);
            }
        }
    });
    assert!(sections > 10);
    assert_eq!(made.count, 0);
}

#[test]
fn decisions_do_not_allocate_once_buffers_have_grown() {
    let mut control = Control::new(ControlRules::default()).unwrap();
    let mut decision = footwork_flight::ControlDecision::default();
    let mut situation = ControlSituation::default();
    let home = TeamId::new(0);
    for number in 0..2 {
        situation.humans.push(Human {
            id: HumanId::new(number),
            team: home,
            player: None,
            settings: ControlSettings::default(),
        });
    }
    let mut switches = 0;
    let mut match_of = |seconds: std::ops::Range<u32>| {
        for second in seconds {
            situation.now_secs = f64::from(second);
            situation.is_touched = second % 3 == 0;
            situation.candidates.clear();
            for number in 0..22 {
                let secs = f64::from(second + (number * 7 + second * 5) % 22);
                let player = PlayerId::new(number);
                situation.candidates.push(ControlCandidate::new(
                    player,
                    home,
                    footwork_flight::Arrival::At(secs),
                ));
            }
            control.decide(&situation, &mut decision).unwrap();
            switches += u32::from(decision.switched().is_some());
            for (human, assignment) in situation.humans.iter_mut().zip(&decision.assignments) {
                human.player = assignment.player;
            }
        }
    };
    match_of(0..30);
    let (made, ()) = footwork_testkit::allocations(|| match_of(30..300));
    assert!(switches > 100, "{switches}");
    assert_eq!(made.count, 0);
}

#[test]
fn searches_and_choices_do_not_allocate_after_the_first_match() {
    let physics =
        BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
    let kick = |x| BallState::new(0.0, [0.0, 0.11, 0.0], [x, 9.0, 0.0]).unwrap();
    let mut flight = Prediction::new(&physics, &kick(15.0), PredictionOptions::default()).unwrap();
    let mut players: Vec<Player> = (0..22)
        .map(|id| Player::new(PlayerId::new(id), [f64::from(id) * 4.0 - 40.0, 0.0, 6.0]))
        .collect();
    let mut path = BallPath::default();
    let mut searches = [ReachModel::Simple, ReachModel::Full].map(InterceptSearch::new);
    let mut caches = [ReachModel::Simple, ReachModel::Full].map(InterceptCache::new);
    let mut choice = Choice::default();
    let mut play = || {
        for x in [14.0, 5.0, -12.0] {
            flight.restart(&physics, &kick(x)).unwrap();
            for cache in &mut caches {
                cache.clear();
            }
            for frame in 0..90 {
                flight.advance_steps(&physics, 300);
                let now = f64::from(frame) / 60.0;
                path.read(&flight);
                for (search, cache) in searches.iter_mut().zip(&mut caches) {
                    search.run(&path, &players, now).unwrap();
                    cache.update(&path, &players, now).unwrap();
                }
                let input = ChoiceInput {
                    now_secs: now,
                    path: &path,
                    model: ReachModel::Simple,
                    players: &players,
                    intercepts: searches[0].intercepts(),
                    team: None,
                    goal: None,
                };
                choice.choose(&input, &ChoiceWeights::default()).unwrap();
                for player in &mut players {
                    player.position[2] += 0.03;
                }
            }
        }
    };
    play();
    let (made, ()) = footwork_testkit::allocations(&mut play);
    assert_eq!(made.count, 0);
}
