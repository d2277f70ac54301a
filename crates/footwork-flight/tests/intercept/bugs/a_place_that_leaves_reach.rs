//! A player who moves away can reach some places only at first, and again after turning round. The closed form of the
//! arrival used the later time, so the cache reported a waiting player as running.

use footwork_flight::{
    BallPath, InterceptCache, InterceptSearch, Player, PredictionOptions, ReachModel,
};
use footwork_testkit::Random;

use crate::flights::finished;
use crate::kicks::kick;
use crate::people::player;

#[test]
fn a_player_who_moves_away_waits_in_the_cache_as_in_a_search() {
    let mut random = Random::new(0x1eaf);
    let mut waits = 0;
    for number in 0..60 {
        let ball = kick(number);
        let flight = finished(&ball.physics, &ball.state, PredictionOptions::default());
        let path = BallPath::from_prediction(&flight);
        let players: Vec<Player> = (0..200)
            .map(|id| {
                // The player is fast and on the path of the ball.
                let at_secs = random.between(0.0, 2.0);
                let near = path.position_at(at_secs).unwrap_or_default();
                let mut player = player(id, near, &mut random);
                player.position = [near[0], 0.0, near[2]];
                for axis in [0, 2] {
                    player.velocity[axis] = random.between(-5.0, 5.0);
                }
                player
            })
            .collect();
        let mut cache = InterceptCache::new(ReachModel::Full);
        let mut search = InterceptSearch::new(ReachModel::Full);
        cache.update(&path, &players, 0.0).unwrap();
        search.run(&path, &players, 0.0).unwrap();
        for (index, player) in players.iter().enumerate() {
            let kept = cache.player_intercept(index, &path, player).first;
            let anew = search.intercepts()[index].first;
            let (Some(kept), Some(anew)) = (kept, anew) else {
                assert_eq!(kept.is_some(), anew.is_some(), "{player:?}");
                continue;
            };
            assert_eq!(kept.kind, anew.kind, "{kept:?} {anew:?} {player:?}");
            assert!((kept.wait_secs - anew.wait_secs).abs() < 1e-6);
            waits += u32::from(kept.wait_secs > 0.0);
        }
    }
    assert!(waits > 500, "{waits}");
}
