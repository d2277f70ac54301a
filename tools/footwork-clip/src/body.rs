//! Separates the joints of the body from joints that only carry or control the body.

use footwork_base::{Id, Role};

use crate::side::words;
use crate::skeleton::Skeleton;

/// Words in the names of animation helpers. A helper without a role is not part of the body, even if its name also
/// contains the name of a body part.
const HELPERS: [&str; 9] = [
    "ik", "fk", "control", "ctrl", "pole", "target", "roll", "twist", "effector",
];

/// Whether a joint of this name is an animation helper.
pub(crate) fn is_helper(name: &str) -> bool {
    let words = words(name);
    words.iter().any(|word| HELPERS.contains(&word.as_str()))
}

impl Skeleton {
    /// Returns, for each joint, whether it is part of the body. The body is the hips and the joints below them. It
    /// excludes the root above the hips, animation helpers such as `ik` and `twist` bones, and joints below a helper. A
    /// helper that has a role is not excluded. If the hips are unknown, all joints count; see [`Roles`](crate::Roles).
    ///
    /// ```
    /// use footwork_clip::{Joint, JointId, Skeleton};
    ///
    /// let joint = |name: &str, parent: Option<u32>| Joint {
    ///     name: name.into(),
    ///     parent: parent.map(JointId::new),
    ///     offset: [0.0; 3],
    ///     is_end: false,
    /// };
    /// let joints = vec![joint("root", None), joint("Hips", Some(0)), joint("Head", Some(1)), joint("ik_foot_l", Some(0))];
    /// assert_eq!(Skeleton::new(joints).unwrap().body(), [false, true, true, false]);
    /// ```
    pub fn body(&self) -> Vec<bool> {
        let Some(hips) = self.roles().joint(Role::Hips) else {
            return vec![true; self.joint_count()];
        };
        let mut body: Vec<bool> = Vec::with_capacity(self.joint_count());
        for (id, joint) in self.iter() {
            let hangs = joint.parent.is_some_and(|parent| body[parent.index()]);
            let has_role = || self.roles().role(id).is_some();
            body.push(id == hips || hangs && (has_role() || !is_helper(&joint.name)));
        }
        body
    }
}
