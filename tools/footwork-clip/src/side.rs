//! Finds the side of the body that a joint is on from its name.

use std::ops::Range;

/// A side of the body, from the character's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The character's left.
    Left,
    /// The character's right.
    Right,
}

/// Words for the legs of quadrupeds, which state front or rear as well as a side: left, then right.
const CORNERS: [[&str; 2]; 7] = [
    ["fl", "fr"],
    ["rl", "rr"],
    ["hl", "hr"],
    ["bl", "br"],
    ["lf", "rf"],
    ["lh", "rh"],
    ["lr", "rr"],
];

impl Side {
    /// Left and right.
    pub(crate) const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the side stated by a name: one of the words `left`, `l`, `right` or `r` in any case, a corner of a
    /// quadruped such as `FL`, `RR` or `LH`, or a word that starts with `left` or `right`. Words are separated by
    /// capitals and by anything that is not a letter. `None` if the name states no side, or both sides.
    ///
    /// ```
    /// use footwork_clip::Side;
    ///
    /// for name in ["LeftUpLeg", "LHipJoint", "left_knee", "thigh.L", "Bip01 L Foot", "lefthand"] {
    ///     assert_eq!(Side::from_name(name), Some(Side::Left), "{name}");
    /// }
    /// assert_eq!(Side::from_name("mixamorig:RightArm"), Some(Side::Right));
    /// assert_eq!(Side::from_name("FR_thigh"), Some(Side::Right));
    /// assert_eq!(Side::from_name("Spine"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let words = words(name);
        let says = |long: &str, short: &str, corner: usize| {
            words.iter().any(|word| {
                let is_corner = CORNERS.iter().any(|sides| sides[corner] == word);
                word == short || word.starts_with(long) || is_corner
            })
        };
        match (says("left", "l", 0), says("right", "r", 1)) {
            (true, false) => Some(Self::Left),
            (false, true) => Some(Self::Right),
            _ => None,
        }
    }

    /// Returns the name of the same joint on the other side, with the words for the side swapped and their case kept.
    /// `None` if the name states no side. The other side of `RR` is `RL`. If a skeleton calls the rear left `LR`
    /// instead, [`JointPairs`](crate::JointPairs) finds the partner of `RR` by its first letter.
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
        let (from, to, own) = match Self::from_name(name)? {
            Self::Left => (["left", "l"], ["right", "r"], 0),
            Self::Right => (["right", "r"], ["left", "l"], 1),
        };
        let mut swapped = String::with_capacity(name.len() + 1);
        let mut done = 0;
        for span in word_spans(name) {
            let word = &name[span.clone()];
            let lower = word.to_lowercase();
            // In lower case, no letter outside ASCII becomes `l`, `r` or another letter of a side, so both spellings
            // have the same length in bytes.
            let (length, other) = if lower.starts_with(from[0]) {
                (from[0].len(), to[0])
            } else if lower == from[1] {
                (from[1].len(), to[1])
            } else if let Some(corner) = CORNERS.iter().find(|sides| sides[own] == lower) {
                (word.len(), corner[1 - own])
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

/// Returns `word` in the case of `like`: upper case, capitalised or lower case.
fn in_case_of(like: &str, word: &str) -> String {
    let is_upper = |c: char| c.is_ascii_uppercase();
    let (first, rest) = word.split_at(1);
    if like.chars().all(is_upper) {
        // For a single letter, upper case and capitalised are the same.
        word.to_ascii_uppercase()
    } else if like.starts_with(is_upper) {
        first.to_ascii_uppercase() + rest
    } else {
        word.to_owned()
    }
}

/// Returns the words of a joint name in lower case: `LHipJoint` is `l hip joint`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let spans = word_spans(name).into_iter();
    spans.map(|span| name[span].to_lowercase()).collect()
}

/// Returns the byte range of each word of a joint name.
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
            start = if c.is_alphabetic() {
                at
            } else {
                at + c.len_utf8()
            };
        }
        before = Some(c);
    }
    spans.push(start..name.len());
    spans.retain(|span| !span.is_empty());
    spans
}
