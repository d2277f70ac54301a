//! The pose of a body when the step began, from its velocity.

use footwork_slide::Pose;
use rapier3d::dynamics::RigidBody;
use rapier3d::math::Vector;

use crate::pieces::point;

/// The velocity of a body that moved in the last step.
#[derive(Clone, Copy)]
pub(super) struct Velocity {
    centre: Vector,
    speed: Vector,
    turning: Vector,
}

impl Velocity {
    /// Returns the velocity of a body; `None` if it did not move.
    pub(super) fn of(body: &RigidBody) -> Option<Self> {
        if body.is_fixed() || body.is_sleeping() || !body.is_enabled() {
            return None;
        }
        let (speed, turning) = (body.linvel(), body.angvel());
        let is_at_rest = [speed, turning].map(point) == [[0.0; 3]; 2];
        (!is_at_rest).then(|| Self {
            centre: body.center_of_mass(),
            speed,
            turning,
        })
    }

    /// Returns the bits of its numbers.
    pub(super) fn bits(&self) -> [u32; 9] {
        let all = [self.centre, self.speed, self.turning];
        let [[a, b, c], [d, e, f], [g, h, i]] = all.map(|vector| vector.to_array());
        [a, b, c, d, e, f, g, h, i].map(f32::to_bits)
    }

    /// Returns the pose of the body's collider at the start of the step that ended at `now`.
    ///
    /// Rapier does not keep that pose, but it keeps the velocity with which it moved the body.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a pose takes its rotation in f32"
    )]
    pub(super) fn before(&self, now: &Pose, secs: f64) -> Option<Pose> {
        let [centre, speed, turning] = [self.centre, self.speed, self.turning].map(point);
        let turn = turned_by(turning.map(|part| -part * secs));
        let at = now.position();
        let from_centre = rotate(turn, [0, 1, 2].map(|axis| at[axis] - centre[axis]));
        let place = [0, 1, 2].map(|axis| centre[axis] - speed[axis] * secs + from_centre[axis]);
        let rotation = product(turn, now.rotation().map(f64::from)).map(|part| part as f32);
        Pose::new(place, rotation).ok()
    }
}

/// Returns a rotation vector as a quaternion.
fn turned_by(vector: [f64; 3]) -> [f64; 4] {
    let [x, y, z] = vector;
    let angle = (x * x + y * y + z * z).sqrt();
    if angle <= 0.0 {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let (sine, cosine) = libm::sincos(0.5 * angle);
    let share = sine / angle;
    [x * share, y * share, z * share, cosine]
}

/// Returns the rotation that applies `b` and then `a`.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

fn rotate(turn: [f64; 4], [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [qx, qy, qz, qw] = turn;
    let [rx, ry, rz, _] = product(product(turn, [x, y, z, 0.0]), [-qx, -qy, -qz, qw]);
    [rx, ry, rz]
}
