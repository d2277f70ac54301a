//! Formations: where the footballers of a team stand when the ball is elsewhere.

use crate::flat::Flat;
use crate::pitch::Pitch;

/// The formation for five a side, keeper first. The first number of a place is along the pitch, from -1 at the team's own goal
/// to 1 at the other goal; the second is across the pitch.
const FIVE: [Flat; 5] = [
    [-0.95, 0.0],
    [-0.5, 0.0],
    [-0.05, -0.6],
    [-0.05, 0.6],
    [0.4, 0.0],
];

/// The formation for eleven a side, as 4-3-3.
const ELEVEN: [Flat; 11] = [
    [-0.96, 0.0],
    [-0.55, -0.65],
    [-0.62, -0.22],
    [-0.62, 0.22],
    [-0.55, 0.65],
    [-0.18, -0.4],
    [-0.28, 0.0],
    [-0.18, 0.4],
    [0.3, -0.6],
    [0.38, 0.0],
    [0.3, 0.6],
];

/// The share of the ball's movement that a team follows, along and across the pitch.
const FOLLOWS: Flat = [0.45, 0.3];
/// How far a team with the ball moves up, as a share of half the pitch. Without the ball, it drops back by half of that.
const MOVES_UP: f64 = 0.16;
/// The width of a team without the ball, as a share of its width with the ball.
const NARROW: f64 = 0.75;

/// Returns where a footballer should be during play, given the place of the ball. `side` is 1 for a team that attacks along
/// +x, -1 for the other; `has_ball` says whether its team has the ball.
pub(crate) fn place(
    pitch: &Pitch,
    number: usize,
    a_side: usize,
    side: f64,
    ball: Flat,
    has_ball: bool,
) -> Flat {
    let [along, across] = home(number, a_side);
    let [half_x, half_z] = pitch.half_m();
    let ball = [ball[0] * side / half_x, ball[1] * side / half_z];
    let up = if has_ball { MOVES_UP } else { -0.5 * MOVES_UP };
    let wide = if has_ball { 1.0 } else { NARROW };
    let x = 0.75 * along + FOLLOWS[0] * ball[0] + up;
    let z = across * wide + FOLLOWS[1] * ball[1];
    let at = [x * half_x * side, z * half_z * side];
    pitch.nearest(at, 1.0)
}

/// Returns the place of a footballer at a kick-off, in its own half and outside the circle; the taker stands elsewhere.
pub(crate) fn kick_off(pitch: &Pitch, number: usize, a_side: usize, side: f64) -> Flat {
    let [along, across] = home(number, a_side);
    let [half_x, half_z] = pitch.half_m();
    // The formation is squeezed into the team's own half.
    let x = (along - 1.0) * 0.5;
    let circle = if pitch.length_m > 60.0 { 10.0 } else { 3.6 };
    let [mut x, z] = [x * half_x, across * half_z];
    if (x * x + z * z).sqrt() < circle {
        x = -circle;
    }
    [x * side, z * side]
}

fn home(number: usize, a_side: usize) -> Flat {
    let places: &[Flat] = if a_side == 11 { &ELEVEN } else { &FIVE };
    places[number % places.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_footballers_kick_off_in_their_own_half() {
        for a_side in [5, 11] {
            let pitch = Pitch::new(a_side);
            let a_side = usize::from(a_side);
            for number in 0..a_side {
                for side in [-1.0, 1.0] {
                    let [x, z] = kick_off(&pitch, number, a_side, side);
                    assert!(x * side < -3.0, "{number} {x}");
                    assert!(pitch.contains([x, z], 0.0));
                }
            }
        }
    }

    #[test]
    fn a_team_follows_the_ball_and_moves_up_with_it() {
        let pitch = Pitch::new(5);
        let at = |ball, has_ball| place(&pitch, 1, 5, 1.0, ball, has_ball)[0];
        assert!(at([10.0, 0.0], false) > at([-10.0, 0.0], false) + 5.0);
        assert!(at([0.0, 0.0], true) > at([0.0, 0.0], false) + 2.0);
        let mirrored = place(&pitch, 1, 5, -1.0, [10.0, 0.0], false)[0];
        assert!((mirrored + at([-10.0, 0.0], false)).abs() < 1e-9);
    }
}
