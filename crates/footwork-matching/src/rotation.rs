//! Rotations as unit quaternions `[x, y, z, w]`, and as vectors, which are an axis times an angle.

use footwork_base::maths;

use crate::vector::{Vec3, add, cross, dot, length, scale};

/// A unit quaternion: x, y, z and w.
pub(crate) type Quat = [f32; 4];

pub(crate) const IDENTITY: Quat = [0.0, 0.0, 0.0, 1.0];

/// Returns the rotation `b` followed by the rotation `a`.
#[inline]
pub(crate) fn mul(a: Quat, b: Quat) -> Quat {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}

/// Returns the inverse rotation.
#[inline]
pub(crate) fn inverse([x, y, z, w]: Quat) -> Quat {
    [-x, -y, -z, w]
}

/// Returns one of the two quaternions of a rotation: the one whose w is above 0 or, at 180 degrees, whose first
/// non-zero part is positive. This makes results independent of the sign of the input.
pub(crate) fn canonical(q: Quat) -> Quat {
    let [x, y, z, w] = q;
    let first = [w, x, y, z].into_iter().find(|part| *part != 0.0);
    match first {
        Some(first) if first < 0.0 => q.map(|part| -part),
        _ => q,
    }
    .map(|part| part + 0.0)
}

/// Returns the nearest unit quaternion; the identity if the quaternion has no direction.
pub(crate) fn normalized(q: Quat) -> Quat {
    let length = maths::length4(q[0], q[1], q[2], q[3]);
    if length > 1e-12 && length.is_finite() {
        q.map(|part| part / length)
    } else {
        IDENTITY
    }
}

/// Returns a rotation as axis times angle, with an angle of at most half a turn.
pub(crate) fn to_vector(q: Quat) -> Vec3 {
    let [x, y, z, w] = canonical(q);
    let sine = maths::length3(x, y, z);
    let by = if sine > 1e-6 {
        2.0 * maths::atan2(sine, w) / sine
    } else {
        2.0
    };
    scale([x, y, z], by)
}

/// Returns the rotation of a vector that is axis times angle.
pub(crate) fn from_vector(v: Vec3) -> Quat {
    let angle = length(v);
    let by = if angle > 1e-6 {
        maths::sin(0.5 * angle) / angle
    } else {
        0.5
    };
    let [x, y, z] = scale(v, by);
    normalized([x, y, z, maths::cos(0.5 * angle)])
}

/// Interpolates from `a` to `b` by the shorter way, at `t` from 0 to 1.
pub(crate) fn slerp(a: Quat, b: Quat, t: f32) -> Quat {
    let way = to_vector(mul(b, inverse(a)));
    mul(from_vector(scale(way, t)), a)
}

/// Rotates a vector.
pub(crate) fn rotate(q: Quat, v: Vec3) -> Vec3 {
    let axis = [q[0], q[1], q[2]];
    let twice = scale(cross(axis, v), 2.0);
    add(add(v, scale(twice, q[3])), cross(axis, twice))
}

/// Returns the shortest rotation from one direction to another. For opposite directions, the axis is any perpendicular
/// one. Returns the identity if a direction has length 0.
pub(crate) fn between(from: Vec3, to: Vec3) -> Quat {
    let product = length(from) * length(to);
    if product <= 1e-12 {
        return IDENTITY;
    }
    let cosine = dot(from, to) / product;
    if cosine < -0.999_999 {
        let side = if maths::abs(from[0]) < 0.9 * length(from) {
            [1.0, 0.0, 0.0]
        } else {
            [0.0, 1.0, 0.0]
        };
        let [x, y, z] = cross(from, side);
        return normalized([x, y, z, 0.0]);
    }
    let [x, y, z] = scale(cross(from, to), 1.0 / product);
    normalized([x, y, z, 1.0 + cosine])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_convert_to_quaternions_and_back() {
        for v in [
            [0.3, -0.2, 1.1],
            [0.0, 3.1, 0.0],
            [1e-7, 0.0, 0.0],
            [0.0; 3],
        ] {
            let q = from_vector(v);
            let back = to_vector(q);
            assert!(length(crate::vector::sub(back, v)) < 2e-6, "{v:?} {back:?}");
            assert_eq!(to_vector(q.map(|part| -part)), back);
        }
        let half = [0.0, -1.0, 0.0, 0.0];
        assert_eq!(to_vector(half), to_vector([0.0, 1.0, 0.0, -0.0]));
    }

    #[test]
    fn between_turns_one_direction_to_the_other() {
        let quarter = from_vector([0.0, std::f32::consts::FRAC_PI_2, 0.0]);
        let found = rotate(quarter, [0.0, 0.0, 1.0]);
        assert!(
            length(crate::vector::sub(found, [1.0, 0.0, 0.0])) < 1e-6,
            "{found:?}"
        );
        for (from, to) in [
            ([0.0, 1.0, 0.0], [1.0, 1.0, 0.0]),
            ([0.0, -2.0, 0.0], [0.0, 1.0, 0.0]),
            ([1.0, 0.0, 0.0], [-3.0, 0.0, 0.0]),
        ] {
            let turned = rotate(between(from, to), scale(from, 1.0 / length(from)));
            let wanted = scale(to, 1.0 / length(to));
            assert!(
                length(crate::vector::sub(turned, wanted)) < 1e-6,
                "{from:?} {to:?}"
            );
        }
    }
}
