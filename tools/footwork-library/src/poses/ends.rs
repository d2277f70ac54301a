//! Chooses the joints that describe a pose: the ends of the skeleton that are farthest apart.

use std::collections::BTreeMap;

use footwork_base::Id;
use footwork_clip::{JointId, JointPairs, Skeleton};

/// The maximum number of chosen ends, before their partners on the opposite side are added.
const MAX_ENDS: usize = 6;

/// Joints and their partners on the opposite side.
pub(super) struct Ends {
    pub(super) joints: Vec<JointId>,
    /// For each joint, the index in `joints` of its partner; `None` if the skeleton is not in pairs.
    pub(super) partners: Option<Vec<usize>>,
}

/// Chooses the ends of a skeleton that, at rest, are farthest from its root and from each other.
///
/// For a person these are the hands, the feet and the head, whatever their names. `names` are pairs of joints
/// in addition to those found by name.
pub(super) fn choose(skeleton: &Skeleton, names: &BTreeMap<String, String>) -> Ends {
    let leaves = skeleton.leaves();
    // A joint that shares its name with an earlier one cannot be found by name.
    let is_found = |id: JointId, name: &str| skeleton.find(name) == Some(id);
    let candidates: Vec<JointId> = skeleton
        .iter()
        .filter(|(id, joint)| leaves[id.index()] && is_found(*id, &joint.name))
        .map(|(id, _)| id)
        .collect();
    let mut joints = farthest(skeleton, &candidates);
    let pairs = JointPairs::from_names_with(skeleton, names).ok();
    if let Some(pairs) = &pairs {
        let partners: Vec<_> = joints.iter().filter_map(|id| pairs.partner(*id)).collect();
        joints.extend(partners.iter().filter(|id| candidates.contains(id)));
    }
    joints.sort_unstable();
    joints.dedup();
    let place = |id: JointId| joints.iter().position(|other| *other == id);
    let partners = pairs.and_then(|pairs| {
        let partners = joints.iter().map(|id| place(pairs.partner(*id)?));
        partners.collect::<Option<Vec<_>>>()
    });
    Ends { joints, partners }
}

/// Picks up to [`MAX_ENDS`] joints one by one. Each is the candidate farthest from the root and from all joints picked
/// before it.
fn farthest(skeleton: &Skeleton, candidates: &[JointId]) -> Vec<JointId> {
    let rest = skeleton.rest_positions();
    let square = |a: JointId, b: JointId| -> f64 {
        let (a, b) = (rest[a.index()], rest[b.index()]);
        (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum()
    };
    let mut gaps: Vec<f64> = candidates
        .iter()
        .map(|id| square(*id, JointId::new(0)))
        .collect();
    let mut chosen = Vec::new();
    while chosen.len() < MAX_ENDS.min(candidates.len()) {
        let mut best: Option<usize> = None;
        for (at, gap) in gaps.iter().enumerate() {
            if best.is_none_or(|best| *gap > gaps[best]) && !chosen.contains(&candidates[at]) {
                best = Some(at);
            }
        }
        let Some(best) = best else { break };
        chosen.push(candidates[best]);
        for (gap, id) in gaps.iter_mut().zip(candidates) {
            *gap = gap.min(square(*id, candidates[best]));
        }
    }
    chosen
}
