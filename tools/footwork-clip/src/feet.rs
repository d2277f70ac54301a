//! Finds the joints of the feet by name.

use footwork_base::Id;

use crate::side::{Side, words};
use crate::skeleton::{JointId, Skeleton};

/// A foot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foot {
    /// Left or right.
    pub side: Side,
    /// Its joints, in skeleton order; at least one.
    pub joints: Vec<JointId>,
}

/// Words for helpers, which are not part of the body although their name mentions a foot.
const HELPERS: [&str; 9] = [
    "ik", "fk", "control", "ctrl", "pole", "target", "roll", "twist", "effector",
];

impl Skeleton {
    /// Returns the feet, left before right: the joints named after a foot, an ankle, a heel, a ball or toes. The
    /// side comes from the joint's own name or from the joint it hangs from. If a foot has a heel, the ankle
    /// above it is left out. Animation helpers, such as `ik` and `control` bones, are skipped. Empty if no name
    /// mentions a foot.
    ///
    /// ```
    /// # use footwork_clip::{Limits, read_clip};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// # let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
    /// let skeleton = walk.skeleton();
    /// let feet = skeleton.feet();
    /// let names = |foot: &footwork_clip::Foot| -> Vec<&str> {
    ///     let joints = foot.joints.iter().filter_map(|&joint| skeleton.joint(joint));
    ///     joints.map(|joint| joint.name.as_str()).collect()
    /// };
    /// assert_eq!(names(&feet[0]), ["left_heel", "left_toe"]);
    /// assert_eq!(names(&feet[1]), ["right_heel", "right_toe"]);
    /// ```
    pub fn feet(&self) -> Vec<Foot> {
        let sides = self.sides();
        let feet = [Side::Left, Side::Right].map(|side| {
            let of_side = self
                .iter()
                .filter(|(id, _)| sides.get(id.index()) == Some(&Some(side)));
            let parts: Vec<(JointId, Part)> = of_side
                .filter_map(|(id, joint)| Some((id, Part::from_name(&joint.name)?)))
                .collect();
            let has_heel = parts.iter().any(|(_, part)| *part == Part::Heel);
            let kept = parts.into_iter();
            let kept = kept.filter(|(_, part)| *part != Part::Ankle || !has_heel);
            let joints = kept.map(|(id, _)| id).collect();
            Foot { side, joints }
        });
        feet.into_iter()
            .filter(|foot| !foot.joints.is_empty())
            .collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Ankle,
    Heel,
    Front,
}

impl Part {
    fn from_name(name: &str) -> Option<Self> {
        let words = words(name);
        let says = |part: &str| words.iter().any(|word| word.contains(part));
        if words.iter().any(|word| HELPERS.contains(&word.as_str())) {
            None
        } else if says("heel") {
            Some(Self::Heel)
        } else if says("toe") || words.iter().any(|word| word == "ball") {
            Some(Self::Front)
        } else if says("foot") || says("ankle") {
            Some(Self::Ankle)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;

    #[track_caller]
    fn check(names: &[&str], left: &[&str], right: &[&str]) {
        let joint = |name: &&str| Joint {
            name: (*name).to_owned(),
            parent: (*name != "Hips").then_some(JointId::new(0)),
            offset: [0.0; 3],
            is_end: false,
        };
        let all = ["Hips"].iter().chain(names);
        let skeleton = Skeleton::new(all.map(joint).collect()).unwrap();
        let feet = skeleton.feet();
        let of = |side| -> Vec<&str> {
            let joints = feet.iter().filter(|foot| foot.side == side);
            let joints = joints.flat_map(|foot| &foot.joints);
            joints
                .map(|&id| skeleton.joint(id).unwrap().name.as_str())
                .collect()
        };
        assert_eq!(of(Side::Left), left);
        assert_eq!(of(Side::Right), right);
    }

    #[test]
    fn names_of_several_programs() {
        check(
            &["LeftFoot", "LeftToeBase", "RightFoot", "RightHand"],
            &["LeftFoot", "LeftToeBase"],
            &["RightFoot"],
        );
        check(
            &["foot_l", "ball_l", "mixamorig:RightToe_End", "football_r"],
            &["foot_l", "ball_l"],
            &["mixamorig:RightToe_End", "football_r"],
        );
        check(&["left_ankle", "left_heel"], &["left_heel"], &[]);
        check(
            &["IK-foot.l", "control-foot-roll.r", "Foot", "LeftEar"],
            &[],
            &[],
        );
    }
}
