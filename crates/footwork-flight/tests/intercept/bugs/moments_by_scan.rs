//! In the full model, a cache scanned the path for each new moment of a wandering player, which saved little time.

use std::f64::consts::{PI, TAU};

use footwork_flight::{BallPath, InterceptCache, Player, PredictionOptions, ReachModel};
use footwork_testkit::Random;

use crate::flights::finished;
use crate::kicks::kick;
use crate::people::{most, player};

const FRAME_SECS: f64 = 1.0 / 60.0;
const FRAMES: u32 = 300;

/// The direction in which a player is going, and for how long.
#[derive(Clone, Copy, Default)]
struct Course {
    angle: f64,
    pace: f64,
    until_secs: f64,
}

/// Turns a player to a course, and accelerates along it once the player faces it, within the model.
fn follow(player: &mut Player, course: &Course) {
    let [fx, _, fz] = player.facing;
    let faces = libm::atan2(fz, fx);
    let off = libm::remainder(course.angle - faces, TAU);
    let turn = PI / player.turn_secs * FRAME_SECS;
    let faces = faces + off.clamp(-turn, turn);
    let speed = player.top_speed_mps * player.stamina * course.pace * most(libm::cos(off), 0.0);
    let wanted = [
        libm::cos(course.angle) * speed,
        libm::sin(course.angle) * speed,
    ];
    let [vx, _, vz] = player.velocity;
    let change = [wanted[0] - vx, wanted[1] - vz];
    let size = (change[0] * change[0] + change[1] * change[1]).sqrt();
    let most = 0.9 * player.acceleration_mps2 * player.stamina * FRAME_SECS;
    let share = if size > most { most / size } else { 1.0 };
    let after = [vx + change[0] * share, vz + change[1] * share];
    player.position[0] += 0.5 * (vx + after[0]) * FRAME_SECS;
    player.position[2] += 0.5 * (vz + after[1]) * FRAME_SECS;
    player.velocity = [after[0], 0.0, after[1]];
    player.facing = [libm::cos(faces), 0.0, libm::sin(faces)];
}

#[test]
fn most_new_moments_of_a_wandering_player_take_no_scan() {
    let mut random = Random::new(0x3a4d);
    let (mut searches, mut scans) = (0, 0);
    for number in 0..20 {
        let ball = kick(number);
        let flight = finished(&ball.physics, &ball.state, PredictionOptions::default());
        let path = BallPath::from_prediction(&flight);
        let near = ball.state.position;
        let mut players: Vec<Player> = (0..22)
            .map(|id| Player {
                busy: None,
                turn_secs: 0.6,
                ..player(id, near, &mut random)
            })
            .collect();
        let mut courses = [Course::default(); 22];
        let mut cache = InterceptCache::new(ReachModel::Full);
        for frame in 0..FRAMES {
            let now = f64::from(frame) * FRAME_SECS;
            cache.update(&path, &players, now).unwrap();
            for (index, player) in players.iter_mut().enumerate() {
                let course = &mut courses[index];
                if now >= course.until_secs {
                    *course = Course {
                        angle: random.between(-PI, PI),
                        pace: random.between(0.0, 1.0),
                        until_secs: now + random.between(0.3, 1.5),
                    };
                }
                follow(player, course);
            }
        }
        searches += cache.searches();
        scans += cache.scans();
    }
    assert!(
        scans * 6 < searches,
        "{scans} scans in {searches} searches, not below a sixth"
    );
}
