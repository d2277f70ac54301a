//! Interpolates between two poses: rotations along the shorter arc, positions along a straight line.

use crate::number::to_f32;
use crate::unit_quaternion::unit_length;

/// Returns the rotation `fraction` of the way from `a` to `b`, unit quaternions, along the shorter arc.
///
/// Spherical linear interpolation: K. Shoemake, *Animating Rotation with Quaternion Curves*, SIGGRAPH 1985: `a sin((1 -
/// t) θ) / sin θ + b sin(t θ) / sin θ`. The angle is computed from the chord, `θ = 2 asin(|b - a| / 2)`, which is
/// accurate for small angles, unlike the arc cosine. `b` is negated if that brings it closer to `a`, because a
/// quaternion and its negative are the same rotation. Computed in f64 by libm. At 0, and between equal rotations, the
/// result has the bits of `a`.
pub(crate) fn slerp(a: [f32; 4], b: [f32; 4], fraction: f64) -> [f32; 4] {
    if fraction == 0.0 || a == b {
        return a;
    }
    let from = a.map(f64::from);
    let mut to = b.map(f64::from);
    let dot: f64 = from.iter().zip(&to).map(|(x, y)| x * y).sum();
    if dot < 0.0 {
        to = to.map(|x| -x);
    }
    let gaps = from.iter().zip(&to).map(|(x, y)| y - x);
    let square: f64 = gaps.map(|gap| gap * gap).sum();
    let angle = 2.0 * libm::asin((square.sqrt() * 0.5).min(1.0));
    let sin = libm::sin(angle);
    // Below this, the arc equals its chord to the last bit of f64.
    let (own, other) = if sin < 1e-8 {
        (1.0 - fraction, fraction)
    } else {
        (
            libm::sin((1.0 - fraction) * angle) / sin,
            libm::sin(fraction * angle) / sin,
        )
    };
    let mixed = std::array::from_fn(|i| to_f32(own * from[i] + other * to[i]));
    // Unit quaternions less than half a turn apart cannot cancel out.
    unit_length(mixed).unwrap_or(a)
}

/// Returns the number `fraction` of the way from `a` to `b`; at 0 it has the bits of `a`.
pub(crate) fn lerp(a: f64, b: f64, fraction: f64) -> f64 {
    if fraction == 0.0 {
        return a;
    }
    a + (b - a) * fraction
}

/// Returns a smooth step from 0 at 0 to 1 at 1, `t²·(3 - 2t)`; a share below 0 gives 0, and one above 1 gives 1.
///
/// ```
/// assert_eq!([-1.0, 0.0, 0.5, 2.0].map(footwork_clip::smooth_step), [0.0, 0.0, 0.5, 1.0]);
/// ```
pub fn smooth_step(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn_about_y(degrees: f64) -> [f32; 4] {
        let (sin, cos) = libm::sincos(degrees.to_radians() / 2.0);
        [0.0, to_f32(sin), 0.0, to_f32(cos)]
    }

    #[test]
    fn slerp_turns_by_the_fraction_of_the_shorter_angle() {
        for (a, b, fraction, expected) in [
            (0.0, 90.0, 0.5, 45.0),
            (10.0, 170.0, 0.25, 50.0),
            (0.0, 0.001, 0.5, 0.0005),
            (0.0, 200.0, 0.5, -80.0),
            (350.0, 370.0, 0.5, 360.0),
        ] {
            let found = slerp(turn_about_y(a), turn_about_y(b), fraction);
            let expected = turn_about_y(expected);
            let dot: f32 = found.iter().zip(&expected).map(|(x, y)| x * y).sum();
            assert!((dot.abs() - 1.0).abs() < 1e-6, "{a} {b} {found:?}");
        }
    }

    #[test]
    fn slerp_at_0_and_between_equal_rotations_keeps_the_bits() {
        let (a, b) = (turn_about_y(12.3), turn_about_y(70.1));
        assert_eq!(slerp(a, b, 0.0), a);
        assert_eq!(slerp(a, a, 0.3), a);
        assert_eq!(slerp(a, a.map(|x| -x), 0.3), a, "the same rotation");
        assert!(
            slerp(a, b, 1.0)
                .iter()
                .zip(b)
                .all(|(x, y)| (x - y).abs() < 1e-6)
        );
    }
}
