//! Random kicks.

use footwork_flight::BallState;

use crate::random::Random;
use crate::report::Outcome;

pub(super) struct Kick {
    pub(super) state: BallState,
    pub(super) is_lob: bool,
}

/// Returns lobs, drives, rolls, kicks at the goal frame and kicks at the banners, in turn.
pub(super) fn kicks(count: usize) -> Outcome<Vec<Kick>> {
    let mut random = Random::new(0xba11);
    (0..count)
        .map(|number| {
            let state = kick(number, &mut random)?;
            let is_lob = number.is_multiple_of(5);
            Ok(Kick { state, is_lob })
        })
        .collect()
}

fn kick(number: usize, random: &mut Random) -> Result<BallState, footwork_flight::BallError> {
    let mut between = |low: f64, high: f64| random.uniform(low, high);
    let most = if number.is_multiple_of(3) { 60.0 } else { 10.0 };
    let spin = [0; 3].map(|_| between(-most, most));
    let turn = between(0.0, std::f64::consts::TAU);
    let middle = [between(-45.0, 45.0), 0.11, between(-30.0, 30.0)];
    let (position, speed, rise, turn) = match number % 5 {
        0 => (middle, between(12.0, 28.0), between(0.6, 1.2), turn),
        1 => (middle, between(15.0, 35.0), between(0.03, 0.4), turn),
        2 => (middle, between(3.0, 20.0), 0.0, turn),
        3 => return at_frame(spin, &mut between),
        _ => {
            let near = [between(-40.0, 40.0), 0.5, between(20.0, 33.0)];
            (
                near,
                between(8.0, 30.0),
                between(-0.05, 0.1),
                between(0.8, 2.3),
            )
        }
    };
    let flat = speed * libm::cos(rise);
    BallState::new(
        0.0,
        position,
        [
            flat * libm::cos(turn),
            speed * libm::sin(rise),
            flat * libm::sin(turn),
        ],
    )
    .and_then(|ball| ball.with_spin(spin))
}

/// Returns a kick at the crossbar or at the post with positive z, off by up to 0.1 m on each axis.
fn at_frame(
    spin: [f64; 3],
    between: &mut impl FnMut(f64, f64) -> f64,
) -> Result<BallState, footwork_flight::BallError> {
    let start = [between(38.0, 50.0), between(0.11, 1.5), between(-6.0, 6.0)];
    let aim = if between(0.0, 1.0) < 0.5 {
        [52.5, 2.5, between(-3.6, 3.6)]
    } else {
        [52.5, between(0.2, 2.4), 3.72]
    };
    let aim = aim.map(|x| x + between(-0.1, 0.1));
    let away = [0, 1, 2].map(|axis| aim[axis] - start[axis]);
    let distance = away.iter().map(|x| x * x).sum::<f64>().sqrt();
    let secs = distance / between(15.0, 33.0);
    let [x, y, z] = away.map(|x| x / secs);
    BallState::new(0.0, start, [x, y + 0.5 * 9.81 * secs, z]).and_then(|ball| ball.with_spin(spin))
}
