//! An empty path accepts any time. A frame at an infinite time made the slacks in a cache of the full model NaN. After
//! that, the cache never checked the directions of its players again.

use footwork_flight::{BallPath, InterceptCache, ReachModel, first_intercept};

use crate::people::scene;

#[test]
fn a_cache_finds_what_a_search_does_after_a_frame_at_an_infinite_time() {
    for number in 0..100 {
        let (path, players) = scene(number, 6);
        let mut cache = InterceptCache::new(ReachModel::Full);
        cache.update(&path, &players, 0.0).unwrap();
        let nowhere = BallPath::default();
        cache.update(&nowhere, &players, f64::INFINITY).unwrap();
        for now in [0.1, 0.2] {
            cache.update(&path, &players, now).unwrap();
            for (index, player) in players.iter().enumerate() {
                let anew = first_intercept(&path, player, ReachModel::Full, now).unwrap();
                match (cache.moment(index), anew) {
                    (Some(kept), Some(anew)) => assert!((kept.secs - anew.secs).abs() < 1e-6),
                    (kept, anew) => assert_eq!(kept.is_some(), anew.is_some()),
                }
            }
        }
    }
}
