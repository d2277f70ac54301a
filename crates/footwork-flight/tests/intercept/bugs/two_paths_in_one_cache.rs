//! A cache identified a path by the number of its changes, and confused two paths with equal numbers.

use footwork_flight::{
    BallPath, InterceptCache, Player, PlayerId, PredictionOptions, ReachModel, first_intercept,
};

use crate::flights::{ball, finished, on_pitch};

fn path(position: [f64; 3], velocity: [f64; 3]) -> BallPath {
    let physics = on_pitch();
    let kick = ball(position, velocity);
    let flight = finished(&physics, &kick, PredictionOptions::default());
    BallPath::from_prediction(&flight)
}

#[track_caller]
fn check(cache: &mut InterceptCache, path: &BallPath, player: &Player, now: f64) {
    let players = std::slice::from_ref(player);
    cache.update(path, players, now).unwrap();
    let anew = first_intercept(path, player, cache.model(), now).unwrap();
    let [kept, anew] = [
        cache.moment(0).map(|kept| kept.secs),
        anew.map(|anew| anew.secs),
    ];
    assert_eq!(kept.is_some(), anew.is_some(), "{kept:?} {anew:?}");
    if let (Some(kept), Some(anew)) = (kept, anew) {
        assert!((kept - anew).abs() < 1e-6, "{kept} {anew}");
    }
}

#[test]
fn paths_with_equally_many_changes_are_told_apart() {
    let (lob, roll) = (
        path([0.0, 0.11, 0.0], [9.0, 11.0, 0.0]),
        path([0.0, 0.11, 0.0], [-14.0, 0.0, 0.0]),
    );
    let player = Player::new(PlayerId::new(1), [20.0, 0.0, 2.0]);
    for model in [ReachModel::Simple, ReachModel::Full] {
        let mut cache = InterceptCache::new(model);
        check(&mut cache, &lob, &player, 0.0);
        for frame in 1..30 {
            let path = if frame % 3 == 0 { &lob } else { &roll };
            check(&mut cache, path, &player, f64::from(frame) / 60.0);
        }
    }
}

#[test]
fn a_player_who_cannot_reach_one_path_may_reach_another() {
    let far = Player::new(PlayerId::new(1), [-200.0, 0.0, 0.0]);
    let mut cache = InterceptCache::new(ReachModel::Simple);
    check(
        &mut cache,
        &path([0.0, 0.11, 0.0], [20.0, 0.5, 0.0]),
        &far,
        0.0,
    );
    assert!(cache.moment(0).is_none());
    check(&mut cache, &path([-199.0, 0.11, 0.0], [0.0; 3]), &far, 0.01);
    assert!(cache.moment(0).is_some());
}

#[test]
fn equal_paths_have_equal_revisions_and_need_no_search() {
    let [one, other] = [0; 2].map(|_| path([0.0, 0.11, 0.0], [9.0, 11.0, 0.0]));
    assert_eq!(one.revision(), other.revision());
    let mirrored = path([0.0, 0.11, 0.0], [-9.0, 11.0, 0.0]);
    assert_ne!(one.revision(), mirrored.revision());
    assert_ne!(one.revision(), BallPath::default().revision());
    let player = Player::new(PlayerId::new(1), [14.0, 0.0, 0.0]);
    let mut cache = InterceptCache::new(ReachModel::Simple);
    check(&mut cache, &one, &player, 0.0);
    check(&mut cache, &other, &player, 0.1);
    assert_eq!(cache.searches(), 1);
}
