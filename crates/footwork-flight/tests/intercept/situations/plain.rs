//! A rule of ten lines: the ball continues straight along the ground, and the first player who meets it takes it.

use footwork_flight::{Player, PlayerId};

use super::random::Situation;

/// Returns whether the rule names the right player. The rule knows which players are busy, and how fast each player
/// runs and reacts.
pub(super) fn is_plain_right(situation: &Situation) -> bool {
    first_flat(situation) == situation.first.map(|first| first.player)
}

/// Returns the first player within reach of a ball that keeps its horizontal velocity for 10 s; ties go to the lower id.
fn first_flat(situation: &Situation) -> Option<PlayerId> {
    let (at, velocity) = (situation.ball.position, situation.ball.velocity);
    let takes = |player: &Player, secs: f64| {
        let (x, z) = (at[0] + velocity[0] * secs, at[2] + velocity[2] * secs);
        let away = libm::hypot(x - player.position[0], z - player.position[2]);
        let ready = player.ready_secs();
        secs >= ready && away <= player.reach_m + player.top_speed_mps * (secs - ready)
    };
    let times = (0..10_000).map(|milli| f64::from(milli) * 0.001);
    let mut firsts = times.filter_map(|secs| {
        let mut players = situation.players.iter();
        players.find(|player| takes(player, secs)).map(|of| of.id)
    });
    firsts.next()
}
