//! Which side of the body a joint is on, by its name.

use crate::skeleton::{JointId, Skeleton};

/// A side of the body, as the character has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The character's left.
    Left,
    /// The character's right.
    Right,
}

impl Side {
    /// The side that a name says: a word `left`, `l`, `right` or `r` in any case, where words are
    /// parted by capitals and by anything that is no letter; or a name that begins with `left` or
    /// `right`. `None` when neither or both are said.
    ///
    /// ```
    /// use footwork_clip::Side;
    ///
    /// for name in ["LeftUpLeg", "LHipJoint", "left_knee", "thigh.L", "Bip01 L Foot", "lefthand"] {
    ///     assert_eq!(Side::of_name(name), Some(Side::Left), "{name}");
    /// }
    /// assert_eq!(Side::of_name("mixamorig:RightArm"), Some(Side::Right));
    /// assert_eq!(Side::of_name("Spine"), None);
    /// ```
    pub fn of_name(name: &str) -> Option<Self> {
        let words = words(name);
        let says = |long: &str, short: &str| {
            words
                .iter()
                .any(|word| word == short || word.starts_with(long))
        };
        match (says("left", "l"), says("right", "r")) {
            (true, false) => Some(Self::Left),
            (false, true) => Some(Self::Right),
            _ => None,
        }
    }

    /// The side of every joint of a skeleton: what its own name says, else that of its parent.
    pub fn of_joints(skeleton: &Skeleton) -> Vec<Option<Self>> {
        let mut sides: Vec<Option<Self>> = Vec::with_capacity(skeleton.joint_count());
        for joint in skeleton.joints() {
            let inherited = joint
                .parent
                .and_then(|p| sides.get(footwork_base::Id::index(p)).copied().flatten());
            sides.push(Self::of_name(&joint.name).or(inherited));
        }
        sides
    }
}

/// The words of a joint name in lower case: `LHipJoint` is `l hip joint`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (index, &c) in characters.iter().enumerate() {
        let before = index.checked_sub(1).map(|i| characters[i]);
        let after = characters.get(index + 1);
        let begins = c.is_uppercase()
            && (before.is_some_and(char::is_lowercase) || after.is_some_and(|c| c.is_lowercase()));
        if begins || !c.is_alphabetic() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphabetic()) {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The left and right hip: the first pair of thigh joints that are apart at rest.
///
/// Thighs are named `thigh`, `upper leg`, `up leg` or `hip`, tried in this order.
pub(crate) fn hips(skeleton: &Skeleton) -> Option<(JointId, JointId)> {
    let rest = skeleton.rest_positions();
    for kind in ["thigh", "upperleg", "upleg", "hip"] {
        let find = |side| {
            skeleton.iter().find(|(_, joint)| {
                Side::of_name(&joint.name) == Some(side)
                    && words(&joint.name).concat().contains(kind)
                    && !joint.is_end
            })
        };
        if let (Some((left, _)), Some((right, _))) = (find(Side::Left), find(Side::Right)) {
            let at = |id| rest[footwork_base::Id::index(id)];
            if at(left) != at(right) {
                return Some((left, right));
            }
        }
    }
    None
}
