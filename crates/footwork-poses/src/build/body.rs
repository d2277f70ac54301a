//! The tracks of a skeleton: the root, then the joints in decoding order. The legs and the joints above them come
//! before all other joints.

use super::{NewSkeleton, PoseBuildError};
use crate::layout::MAX_JOINTS;
use crate::pose_leg::PoseLeg;
use crate::transform::Transform;

/// The distance from a joint at which errors are measured, in metres.
const SHELL_M: f64 = 0.03;
/// The distance from the root at which errors are measured, in metres.
const ROOT_SHELL_M: f64 = 1.0;

/// A joint that owns its name.
#[derive(Clone, Debug)]
pub(super) struct BodyJoint {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) partner: usize,
    pub(super) rest: Transform,
}

/// A skeleton with the order of its tracks.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) name: String,
    pub(super) joints: Vec<BodyJoint>,
    /// The joints in decoding order.
    pub(super) order: Vec<usize>,
    pub(super) legs: [Option<PoseLeg>; 2],
    /// The number of leading joints in `order`: the legs, the joints above them, and the partners of both.
    pub(super) leading: usize,
    pub(super) index: Vec<u8>,
    /// For each track, the track of its parent.
    pub(super) parents: Vec<Option<usize>>,
    /// For each track, the track itself and all tracks below it, parents first.
    pub(super) below: Vec<Vec<usize>>,
    pub(super) rests: Vec<Transform>,
    pub(super) shells_m: Vec<f64>,
    /// For each track, the distance to the farthest point that the track moves, in metres.
    pub(super) reaches_m: Vec<f64>,
}

impl Body {
    pub(super) fn new(skeleton: &NewSkeleton<'_>) -> Result<Self, PoseBuildError> {
        let joints = skeleton.joints;
        let count = joints.len();
        if count == 0 || count > MAX_JOINTS {
            return Err(PoseBuildError::Joints { found: count });
        }
        for (index, joint) in joints.iter().enumerate() {
            let numbers = joint.rest.rotation.iter().chain(&joint.rest.translation_m);
            let square: f32 = joint.rest.rotation.iter().map(|part| part * part).sum();
            let is_sound = joint.parent.is_none_or(|parent| parent < index)
                && joints.get(joint.partner).map(|other| other.partner) == Some(index)
                && numbers
                    .clone()
                    .all(|number| number.is_finite() && number.abs() < 1e6)
                && (square - 1.0).abs() <= 1e-5;
            if !is_sound {
                return Err(PoseBuildError::Joint { index });
            }
        }
        let parent = |joint: usize| joints.get(joint).and_then(|joint| joint.parent);
        for leg in skeleton.legs.iter().flatten() {
            let is_chain = parent(leg.foot).and_then(parent).and_then(parent).is_some();
            let has_toe = leg.toe.is_none_or(|toe| parent(toe) == Some(leg.foot));
            if !is_chain || !has_toe {
                let index = leg.contact();
                return Err(PoseBuildError::Leg { index });
            }
        }
        let mut is_leading = vec![false; count];
        let mut open: Vec<usize> = skeleton
            .legs
            .iter()
            .flatten()
            .map(|leg| leg.contact())
            .collect();
        while let Some(joint) = open.pop() {
            if let Some(is_leading) = is_leading.get_mut(joint).filter(|leading| !**leading) {
                *is_leading = true;
                open.push(joints[joint].partner);
                open.extend(joints[joint].parent);
            }
        }
        let (mut order, rest): (Vec<usize>, Vec<usize>) =
            (0..count).partition(|joint| is_leading[*joint]);
        let leading = order.len();
        order.extend(rest);
        let mut track_of = vec![0; count];
        for (place, joint) in order.iter().enumerate() {
            track_of[*joint] = place + 1;
        }
        let parent = |joint: &usize| joints[*joint].parent.map(|parent| track_of[parent]);
        let parents: Vec<_> = [None].into_iter().chain(order.iter().map(parent)).collect();
        let rests = [Transform::IDENTITY].into_iter();
        let rests: Vec<_> = rests.chain(order.iter().map(|j| joints[*j].rest)).collect();
        let own = joints.iter().map(|joint| BodyJoint {
            name: joint.name.to_owned(),
            parent: joint.parent,
            partner: joint.partner,
            rest: joint.rest,
        });
        let mut body = Self {
            name: skeleton.name.to_owned(),
            joints: own.collect(),
            order,
            legs: skeleton.legs,
            leading,
            index: Vec::new(),
            below: vec![Vec::new(); count + 1],
            shells_m: vec![SHELL_M; count + 1],
            reaches_m: vec![SHELL_M; count + 1],
            parents,
            rests,
        };
        body.shells_m[0] = ROOT_SHELL_M;
        body.reaches_m[0] = ROOT_SHELL_M;
        for track in 0..=count {
            let mut at = Some(track);
            while let Some(above) = at {
                body.below[above].push(track);
                at = body.parents[above];
            }
        }
        for track in (1..=count).rev() {
            if let Some(parent) = body.parents[track] {
                let bone = body.rests[track].translation_m.map(f64::from);
                let bone = bone.iter().map(|part| part * part).sum::<f64>().sqrt();
                let reach = bone + body.reaches_m[track];
                if reach > body.reaches_m[parent] {
                    body.reaches_m[parent] = reach;
                }
            }
        }
        Ok(body)
    }
}
