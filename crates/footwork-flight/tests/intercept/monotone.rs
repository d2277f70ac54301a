//! The reach of a player never grows, whatever the player does within the model.

use footwork_flight::{Player, ReachModel};

use footwork_testkit::Random;

use crate::kicks::count;
use crate::people::{most, player};

/// Moves a player within the simple model: the player stands until it is ready, and then moves in any way.
pub(crate) fn moves_simply(player: &mut Player, now: f64, dt: f64, random: &mut Random) {
    let ready = most(player.ready_secs(), now);
    let free = most(now + dt - ready, 0.0);
    let longest = player.top_speed_mps * player.stamina * free;
    let turn = random.between(0.0, std::f64::consts::TAU);
    let way = longest * random.between(0.0, 1.3).clamp(0.0, 1.0);
    player.position[0] += way * libm::cos(turn);
    player.position[2] += way * libm::sin(turn);
}

/// Moves a player within the full model. The player drifts until it is ready. Then it turns, accelerates in the
/// direction that it faces and brakes. Its total acceleration and its speed stay within the model's limits.
pub(crate) fn moves_fully(player: &mut Player, now: f64, dt: f64, random: &mut Random) {
    let drift = (player.ready_secs() - now).clamp(0.0, dt);
    let [vx, _, vz] = player.velocity;
    player.position[0] += vx * drift;
    player.position[2] += vz * drift;
    let dt = dt - drift;
    if dt <= 0.0 {
        return;
    }
    let speed = (vx * vx + vz * vz).sqrt();
    let top = most(player.top_speed_mps * player.stamina, speed);
    let limit = player.acceleration_mps2 * player.stamina;
    let share = match random.bits() % 4 {
        0 => 0.0,
        1 => 1.0,
        _ => random.between(0.0, 1.0),
    };
    let [fx, _, fz] = player.facing;
    let facing = libm::atan2(fz, fx);
    let brake = (limit * share).clamp(0.0, speed / dt);
    let along = [-vx, -vz].map(|v| if speed > 0.0 { v / speed * brake } else { 0.0 });
    let mut forward = limit * (1.0 - share);
    let mut change = [0.0; 2];
    // Halves the change until the speed is at most the top speed.
    for _ in 0..60 {
        change = [
            along[0] + forward * libm::cos(facing),
            along[1] + forward * libm::sin(facing),
        ];
        let (x, z) = (vx + change[0] * dt, vz + change[1] * dt);
        if (x * x + z * z).sqrt() <= top {
            break;
        }
        forward = if forward < 1e-6 { 0.0 } else { 0.7 * forward };
    }
    player.position[0] += vx * dt + 0.5 * change[0] * dt * dt;
    player.position[2] += vz * dt + 0.5 * change[1] * dt * dt;
    player.velocity = [vx + change[0] * dt, 0.0, vz + change[1] * dt];
    let turn = if player.turn_secs > 0.0 {
        std::f64::consts::PI / player.turn_secs * dt
    } else {
        std::f64::consts::PI
    };
    let turned = facing + random.between(-1.5, 1.5).clamp(-1.0, 1.0) * turn;
    player.facing = [libm::cos(turned), 0.0, libm::sin(turned)];
}

fn check(model: ReachModel, motions: u64) {
    for number in 0..motions {
        let mut random = Random::new(number.wrapping_mul(0x9e37_79b9).wrapping_add(3));
        let mut player = player((number % 60) as u32, [0.0; 3], &mut random);
        player.facing[0] += 1e-3;
        if let Some(busy) = &mut player.busy {
            busy.until_secs *= 0.3;
        }
        let (start, mut now) = (player, random.between(0.0, 0.3));
        let begun = now;
        let points = [0; 4].map(|_| {
            let [x, y, z] = random.vector(25.0);
            let at = [player.position[0] + x, y, player.position[2] + z];
            (now + random.between(0.5, 5.0), at)
        });
        let mut before = points.map(|(secs, at)| model.slack(&start, begun, secs, at).unwrap());
        let first = before;
        for _ in 0..random.bits() % 12 + 1 {
            let dt = random.between(0.001, 0.08);
            match model {
                ReachModel::Simple => moves_simply(&mut player, now, dt, &mut random),
                ReachModel::Full => moves_fully(&mut player, now, dt, &mut random),
            }
            now += dt;
            for (index, (secs, at)) in points.into_iter().enumerate() {
                if now > secs {
                    continue;
                }
                let Some(slack) = model.slack(&player, now, secs, at).unwrap() else {
                    continue;
                };
                for earlier in [before[index], first[index]] {
                    // A player who was not ready in time in the previous frame is not ready in time now either.
                    let earlier = earlier.unwrap();
                    assert!(
                        slack <= earlier + 1e-9,
                        "motion {number}: {slack} > {earlier}, {start:?} at {begun} to {player:?} at {now}"
                    );
                }
                before[index] = Some(slack);
            }
        }
    }
}

#[test]
fn the_reach_of_the_simple_model_never_grows() {
    check(ReachModel::Simple, count(20_000, 1_000_000));
}

#[test]
fn the_reach_of_the_full_model_never_grows() {
    check(ReachModel::Full, count(20_000, 1_000_000));
}

/// Shows that the tests above can fail: they notice a player who is 5 % faster than its top speed.
#[test]
fn a_player_who_beats_the_model_grows_its_reach() {
    let mut random = Random::new(5);
    let mut player = player(1, [0.0; 3], &mut random);
    player.reaction_end_secs = 0.0;
    player.facing = [1.0, 0.0, 0.0];
    let speed = player.top_speed_mps * player.stamina;
    player.velocity = [speed, 0.0, 0.0];
    let place = player.position.map(|x| x + 30.0);
    let mut faster = player;
    faster.position[0] += 1.05 * speed * 0.1;
    for model in [ReachModel::Simple, ReachModel::Full] {
        let place = [place[0], 0.0, player.position[2]];
        let before = model.slack(&player, 0.0, 3.0, place).unwrap().unwrap();
        let after = model.slack(&faster, 0.1, 3.0, place).unwrap().unwrap();
        assert!(after > before + 0.04 * speed * 0.1, "{model:?}");
    }
}
