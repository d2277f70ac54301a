//! Which side of the body a joint is on, by its name.

use std::ops::Range;

use footwork_base::Id;

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
    ///     assert_eq!(Side::from_name(name), Some(Side::Left), "{name}");
    /// }
    /// assert_eq!(Side::from_name("mixamorig:RightArm"), Some(Side::Right));
    /// assert_eq!(Side::from_name("Spine"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
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

    /// The name of the same joint on the other side: the words that say the side are swapped, in
    /// the case that they have. `None` for a name that says no side.
    ///
    /// ```
    /// use footwork_clip::Side;
    ///
    /// for (left, right) in [("LeftUpLeg", "RightUpLeg"), ("LThumb", "RThumb"), ("hand_l", "hand_r")] {
    ///     assert_eq!(Side::mirrored_name(left).as_deref(), Some(right));
    ///     assert_eq!(Side::mirrored_name(right).as_deref(), Some(left));
    /// }
    /// assert_eq!(Side::mirrored_name("Spine"), None);
    /// ```
    pub fn mirrored_name(name: &str) -> Option<String> {
        let (from, to) = match Self::from_name(name)? {
            Self::Left => (["left", "l"], ["right", "r"]),
            Self::Right => (["right", "r"], ["left", "l"]),
        };
        let mut swapped = String::with_capacity(name.len() + 1);
        let mut done = 0;
        for span in word_spans(name) {
            let word = &name[span.clone()];
            let lower = word.to_lowercase();
            // No letter beside those of ASCII has one of these in lower case.
            let (length, other) = if lower.starts_with(from[0]) {
                (from[0].len(), to[0])
            } else if lower == from[1] {
                (from[1].len(), to[1])
            } else {
                continue;
            };
            swapped += &name[done..span.start];
            swapped += &in_case_of(&word[..length], other);
            done = span.start + length;
        }
        Some(swapped + &name[done..])
    }
}

impl Skeleton {
    /// Returns the side of every joint: the one its own name says, else that of its parent.
    pub fn sides(&self) -> Vec<Option<Side>> {
        let mut sides: Vec<Option<Side>> = Vec::with_capacity(self.joint_count());
        for joint in self.joints() {
            let inherited = joint.parent.and_then(|parent| sides[parent.index()]);
            sides.push(Side::from_name(&joint.name).or(inherited));
        }
        sides
    }
}

/// `word` in capitals, with a capital or in small letters, as `like` is.
fn in_case_of(like: &str, word: &str) -> String {
    let is_upper = |c: char| c.is_ascii_uppercase();
    let (first, rest) = word.split_at(1);
    if like.chars().all(is_upper) {
        // A single letter does not tell capitals from a capital, nor need it.
        word.to_ascii_uppercase()
    } else if like.starts_with(is_upper) {
        first.to_ascii_uppercase() + rest
    } else {
        word.to_owned()
    }
}

/// The words of a joint name in lower case: `LHipJoint` is `l hip joint`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let spans = word_spans(name).into_iter();
    spans.map(|span| name[span].to_lowercase()).collect()
}

/// Where the words of a joint name are, in bytes.
fn word_spans(name: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = 0;
    let mut characters = name.char_indices().peekable();
    let mut before: Option<char> = None;
    while let Some((at, c)) = characters.next() {
        let after = characters.peek().map(|&(_, c)| c);
        let begins = c.is_uppercase()
            && (before.is_some_and(char::is_lowercase) || after.is_some_and(char::is_lowercase));
        if begins || !c.is_alphabetic() {
            spans.push(start..at);
            start = match c.is_alphabetic() {
                true => at,
                false => at + c.len_utf8(),
            };
        }
        before = Some(c);
    }
    spans.push(start..name.len());
    spans.retain(|span| !span.is_empty());
    spans
}

/// The left and right hip: the first pair of thigh joints that are apart at rest.
///
/// Thighs are named `thigh`, `upper leg`, `up leg` or `hip`, tried in this order.
pub(crate) fn hips(skeleton: &Skeleton) -> Option<(JointId, JointId)> {
    let rest = skeleton.rest_positions();
    for kind in ["thigh", "upperleg", "upleg", "hip"] {
        let find = |side| {
            skeleton.iter().find(|(_, joint)| {
                Side::from_name(&joint.name) == Some(side)
                    && words(&joint.name).concat().contains(kind)
                    && !joint.is_end
            })
        };
        if let (Some((left, _)), Some((right, _))) = (find(Side::Left), find(Side::Right)) {
            let at = |id: JointId| rest[id.index()];
            if at(left) != at(right) {
                return Some((left, right));
            }
        }
    }
    None
}
