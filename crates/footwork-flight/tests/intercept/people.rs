//! Random players around a kick.

use footwork_flight::{
    BallPath, Busy, BusyWith, Heights, Player, PlayerId, Prediction, PredictionOptions,
    SampleReading, TeamId,
};

use footwork_testkit::Random;

use crate::flights::finished;
use crate::kicks::{Kick, kick};

/// Returns a player near a place, who may be running, reacting, busy, tired or a keeper.
pub(crate) fn player(number: u32, near: [f64; 3], random: &mut Random) -> Player {
    let away = random.vector(if number.is_multiple_of(2) { 10.0 } else { 30.0 });
    let place = [near[0] + away[0], 0.0, near[2] + away[2]];
    let mut player = Player::new(PlayerId::new(number), place);
    player.team = TeamId::new(number % 2);
    player.top_speed_mps = random.between(2.0, 10.0);
    player.acceleration_mps2 = random.between(2.0, 9.0);
    player.turn_secs = if number.is_multiple_of(4) {
        0.0
    } else {
        random.between(0.0, 1.0)
    };
    player.reach_m = random.between(0.2, 1.2);
    player.stamina = random.between(0.5, 1.0);
    player.velocity = random.vector(0.4 * player.top_speed_mps);
    player.velocity[1] = 0.0;
    player.facing = random.vector(1.0);
    player.reaction_end_secs = random.between(-0.1, 0.5);
    let low = match number % 5 {
        0 => random.between(0.15, 1.0),
        _ => random.between(0.4, 2.0),
    };
    player.heights = match number % 5 {
        0 => Heights::same(low),
        1 => Heights {
            standing_m: low,
            jumping_m: low + 0.4,
            hands_m: low + 0.8,
        },
        _ => Heights::field(low, low + 0.4),
    };
    if number.is_multiple_of(6) {
        player.busy = Some(Busy {
            until_secs: random.between(0.0, 3.0),
            with: BusyWith::Tackle,
        });
    }
    player
}

/// Returns the whole flight of a kick.
pub(crate) fn flight(
    number: u64,
    reading: SampleReading,
) -> (Kick, Prediction<footwork_flight::BallState>) {
    let kick = kick(number);
    let options = PredictionOptions {
        reading,
        dense: true,
        ..PredictionOptions::default()
    };
    let flight = finished(&kick.physics, &kick.state, options);
    (kick, flight)
}

/// Returns a path and the players around it.
pub(crate) fn scene(number: u64, count: u32) -> (BallPath, Vec<Player>) {
    let (kick, flight) = flight(number, SampleReading::Velocity);
    let mut random = Random::new(number ^ 0x5eed);
    let players = (0..count).map(|id| player(id, kick.state.position, &mut random));
    (BallPath::from_prediction(&flight), players.collect())
}

pub(crate) fn most(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

pub(crate) fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}
