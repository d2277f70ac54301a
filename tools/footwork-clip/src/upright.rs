//! Turns a clip so that the axis of its file that points up becomes +y.

use std::sync::Arc;

use footwork_base::{Id, Role, UpAxis};
use glam::{DQuat, DVec3};

use crate::clip::{Clip, ClipParts};
use crate::number::{to_f32, to_f32x3};
use crate::skeleton::{JointId, Skeleton};
use crate::unit_quaternion::unit_length;

/// Returns the rotation that turns a direction to +y. Half a turn is about z, which keeps the character facing the same way.
pub(crate) fn to_y(up: UpAxis) -> DQuat {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    match up {
        UpAxis::X => DQuat::from_xyzw(0.0, 0.0, half, half),
        UpAxis::Y => DQuat::IDENTITY,
        UpAxis::Z => DQuat::from_xyzw(-half, 0.0, 0.0, half),
        UpAxis::MinusX => DQuat::from_xyzw(0.0, 0.0, -half, half),
        UpAxis::MinusY => DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0),
        UpAxis::MinusZ => DQuat::from_xyzw(half, 0.0, 0.0, half),
    }
}

/// Returns a position turned by [`to_y`], exactly: coordinates only change places and signs.
fn turned(up: UpAxis, [x, y, z]: [f64; 3]) -> [f64; 3] {
    match up {
        UpAxis::X => [-y, x, z],
        UpAxis::Y => [x, y, z],
        UpAxis::Z => [x, z, -y],
        UpAxis::MinusX => [y, -x, z],
        UpAxis::MinusY => [-x, -y, z],
        UpAxis::MinusZ => [x, -z, y],
    }
}

impl Clip {
    /// Returns the clip turned as a whole so that `up` becomes +y. The rest pose turns with it if it stands along `up`
    /// or along no axis; a rest pose that already stands along y stays. If `up` is +y, nothing changes.
    ///
    /// ```
    /// use footwork_base::UpAxis;
    /// # use footwork_clip::{Limits, read_clip};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// # let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
    /// let lying = walk.upright_from(UpAxis::Z);
    /// let [x, y, z] = walk.root_positions()[0];
    /// assert_eq!(lying.root_positions()[0], [x, z, -y]);
    /// assert_eq!(walk.upright_from(UpAxis::Y), walk);
    /// ```
    #[must_use]
    pub fn upright_from(&self, up: UpAxis) -> Self {
        if up == UpAxis::Y {
            return self.clone();
        }
        let turn = to_y(up);
        let rotated = |rotation: [f32; 4]| {
            let turned = turn * DQuat::from_array(rotation.map(f64::from));
            unit_length(turned.to_array().map(to_f32)).unwrap_or(rotation)
        };
        let moved = |offset: [f32; 3]| to_f32x3(turned(up, offset.map(f64::from)));
        let skeleton = self.skeleton();
        let joints = skeleton.joints();
        let roots: Vec<usize> = (0..joints.len())
            .filter(|&joint| joints[joint].parent.is_none())
            .collect();
        let mut rotations = self.rotations().to_vec();
        let mut translations = self.translations().map(<[_]>::to_vec);
        for frame in rotations.chunks_exact_mut(joints.len()) {
            for &root in &roots {
                frame[root] = rotated(frame[root]);
            }
        }
        for frame in translations
            .iter_mut()
            .flat_map(|all| all.chunks_exact_mut(joints.len()))
        {
            for &root in &roots {
                frame[root] = moved(frame[root]);
            }
        }
        let rest = match rest_stands_along(skeleton) {
            Some(UpAxis::Y) => Arc::clone(skeleton),
            _ => Arc::new(upright_rest(skeleton, up)),
        };
        let parts = ClipParts {
            skeleton: rest,
            rate: self.rate(),
            looping: self.is_looping(),
            root_positions: self
                .root_positions()
                .iter()
                .map(|&at| turned(up, at))
                .collect(),
            rotations,
            translations,
        };
        Self::from_valid(parts, self.frame_count()).measured_like(self)
    }
}

/// Returns the skeleton with its rest pose turned so that `up` becomes +y.
pub(crate) fn upright_rest(skeleton: &Skeleton, up: UpAxis) -> Skeleton {
    let turn = to_y(up);
    skeleton.with_rest(|id: JointId| {
        let offset = skeleton.joint(id).map_or([0.0; 3], |joint| joint.offset);
        let rotation = skeleton.rest_rotations()[id.index()];
        if skeleton
            .joint(id)
            .is_some_and(|joint| joint.parent.is_some())
        {
            return (offset, rotation);
        }
        let turned_rotation = turn * DQuat::from_array(rotation.map(f64::from));
        let turned_rotation = unit_length(turned_rotation.to_array().map(to_f32));
        (
            to_f32x3(turned(up, offset.map(f64::from))),
            turned_rotation.unwrap_or(rotation),
        )
    })
}

/// Returns the direction from the feet to the head at rest; `None` if the rest pose stands along no axis.
fn rest_stands_along(skeleton: &Skeleton) -> Option<UpAxis> {
    let rest = skeleton.rest_positions();
    let at = |role| {
        let joint: Option<JointId> = skeleton.roles().joint(role);
        joint.map(|joint| DVec3::from_array(rest[joint.index()]))
    };
    let feet = [at(Role::LeftFoot)?, at(Role::RightFoot)?];
    let line = at(Role::Head).or_else(|| at(Role::Neck))? - (feet[0] + feet[1]) / 2.0;
    let stands = |up: &UpAxis| line.dot(DVec3::from_array(up.direction())) >= 0.8 * line.length();
    let along = UpAxis::ALL.into_iter().find(stands);
    along.filter(|_| line.length() > 0.0)
}
