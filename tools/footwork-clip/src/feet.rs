//! The joints of the feet: ankles, toes and the joints below them.

use footwork_base::{Id, Role};

use crate::body::is_helper;
use crate::role::Roles;
use crate::side::{Side, words};
use crate::skeleton::{JointId, Skeleton};

/// The ankle and the ball of each foot, left before right.
const FEET: [(Side, Role, Role); 2] = [
    (Side::Left, Role::LeftFoot, Role::LeftToe),
    (Side::Right, Role::RightFoot, Role::RightToe),
];

/// A foot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foot {
    /// Left or right.
    pub side: Side,
    /// The joints of the foot, in skeleton order; at least one.
    pub joints: Vec<JointId>,
}

impl Skeleton {
    /// Returns the feet, left before right. A foot has the joints with the roles `left_foot` and `left_toe` (or the
    /// right ones) and all joints below them. If a foot has a heel, the ankle above it is left out. Animation helpers,
    /// such as `ik` and `control` bones, are skipped. Empty if neither ankles nor toes are known; see
    /// [`Roles`](crate::Roles).
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
        let feet = FEET.map(|(side, ankle, toe)| {
            let [ankle, toe] = [ankle, toe].map(|role| self.roles().joint(role));
            let joints = self.iter().map(|(_, joint)| (&*joint.name, joint.parent));
            let is_part = parts([ankle, toe], joints);
            let mut joints = Vec::new();
            let mut has_heel = false;
            for (id, joint) in self.iter() {
                if is_part[id.index()] && !is_helper(&joint.name) {
                    has_heel |= words(&joint.name).iter().any(|word| word.contains("heel"));
                    joints.push(id);
                }
            }
            joints.retain(|id| !has_heel || Some(*id) != ankle);
            Foot { side, joints }
        });
        feet.into_iter()
            .filter(|foot| !foot.joints.is_empty())
            .collect()
    }
}

impl Roles {
    /// Returns the joints that give the `height` of a foot by its role: on each frame, the foot's height is that of its
    /// lowest joint. For `left_foot` and `right_foot` they are the ankle, the toes and all joints below them, without
    /// animation helpers, in skeleton order. Empty for other roles, or if the ankle is not known. `joints` are the
    /// names and parents of all joints.
    ///
    /// The ankle of a standing foot is 3 to 16 cm above the ground, depending on the skeleton; its sole is near the
    /// ground in every skeleton. `docs/design/sole.md` has figures.
    pub fn sole<'a>(
        &self,
        role: Role,
        joints: impl Iterator<Item = (&'a str, Option<JointId>)> + Clone,
    ) -> Vec<JointId> {
        let foot = FEET.into_iter().find(|(_, ankle, _)| *ankle == role);
        let ankle = self.joint(role);
        let Some(((_, _, toe), ankle)) = foot.zip(ankle) else {
            return Vec::new();
        };
        let is_part = parts([Some(ankle), self.joint(toe)], joints.clone());
        let parts = joints.zip(is_part).enumerate();
        let sole = parts.filter_map(|(index, ((name, _), is_part))| {
            let joint = JointId::from_index(index)?;
            (joint == ankle || is_part && !is_helper(name)).then_some(joint)
        });
        sole.collect()
    }
}

/// Returns, for each joint, whether it is one of `tops` or below one of them. `joints` are names and parents.
fn parts<'a>(
    tops: [Option<JointId>; 2],
    joints: impl Iterator<Item = (&'a str, Option<JointId>)>,
) -> Vec<bool> {
    let mut is_part: Vec<bool> = Vec::new();
    for (_, parent) in joints {
        let is_below = parent.and_then(|parent| is_part.get(parent.index()).copied());
        let top = JointId::from_index(is_part.len());
        is_part.push(is_below.unwrap_or(false) || top.is_some() && tops.contains(&top));
    }
    is_part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;

    /// Returns a skeleton of joints given with their parents, as in `Hips/LeftFoot`.
    fn skeleton(names: &[&str]) -> Skeleton {
        let name = |path: &&str| path.rsplit('/').next().unwrap_or("").to_owned();
        let joint = |path: &&str| Joint {
            name: name(path),
            parent: path.rsplit_once('/').map(|(parent, _)| {
                let parent = names.iter().position(|other| name(other) == parent);
                JointId::from_index(parent.unwrap()).unwrap()
            }),
            offset: [0.0; 3],
            is_end: false,
        };
        Skeleton::new(names.iter().map(joint).collect()).unwrap()
    }

    #[track_caller]
    fn check(names: &[&str], left: &[&str], right: &[&str]) {
        let skeleton = skeleton(names);
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
    fn feet_are_found_by_the_names_of_several_programs() {
        check(
            &[
                "Hips",
                "Hips/LeftFoot",
                "LeftFoot/LeftToeBase",
                "LeftFoot/IK-LeftFoot",
                "Hips/RightFoot",
                "Hips/RightHand",
            ],
            &["LeftFoot", "LeftToeBase"],
            &["RightFoot"],
        );
        check(
            &[
                "pelvis",
                "pelvis/foot_l",
                "foot_l/ball_l",
                "pelvis/football_r",
            ],
            &["foot_l", "ball_l"],
            &[],
        );
        check(
            &[
                "root",
                "root/left_ankle",
                "left_ankle/left_heel",
                "left_ankle/left_toe",
            ],
            &["left_heel", "left_toe"],
            &[],
        );
        check(
            &[
                "Root",
                "Root/IK-foot.l",
                "Root/control-foot-roll.r",
                "Root/Foot",
                "Root/LeftEar",
            ],
            &[],
            &[],
        );
    }

    #[test]
    fn a_sole_has_the_ankle_and_all_joints_below_it_except_helpers() {
        let check = |names: &[&str], role, expected: &[&str]| {
            let skeleton = skeleton(names);
            let joints = skeleton.joints();
            let named = joints.iter().map(|joint| (&*joint.name, joint.parent));
            let sole = skeleton.roles().sole(role, named);
            let sole = sole.iter().map(|joint| &*joints[joint.index()].name);
            assert_eq!(sole.collect::<Vec<_>>(), expected, "{role}");
        };
        let names = [
            "root",
            "root/left_ankle",
            "left_ankle/left_heel",
            "left_ankle/left_toe",
            "left_ankle/left_foot_roll",
            "root/right_toe",
        ];
        let left = ["left_ankle", "left_heel", "left_toe"];
        check(&names, Role::LeftFoot, &left);
        check(&names, Role::LeftToe, &[]);
        check(&names, Role::RightFoot, &[]);
        check(&["Hips", "Hips/LeftFoot"], Role::LeftFoot, &["LeftFoot"]);
    }
}
