//! Strips joint names of the parts that programs and riggers add: namespaces, prefixes, sides and case.
//!
//! `mixamorig:LeftUpLeg`, `Bip01 L UpLeg`, `up_leg.L` and `lUpLeg` are all the left `upleg`.

use std::collections::{BTreeMap, BTreeSet};

use super::tables::PREFIXES;
use crate::joint::Joint;
use crate::side::Side;

/// The parts of a joint's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spelling {
    /// The side that the name states.
    pub(super) side: Option<Side>,
    /// The remaining words in lower case, without separators; numbers have no leading zeros.
    pub(super) key: String,
    /// The side that the first letter may state, and the rest of the name. Set only if the name states no side and a
    /// joint with the other letter exists.
    pub(super) glued: Option<(Side, String)>,
    /// The rank of the name's prefix; 0 is the most preferred.
    pub(super) rank: u8,
}

/// The minimum number of joints with a word for it to count as shared by the whole rig.
const MIN_SHARING: usize = 5;

/// Returns the spelling of each joint's name; `None` for ends, and for names that are empty or state both sides.
pub(super) fn spellings(joints: &[Joint]) -> Vec<Option<Spelling>> {
    let mut named: Vec<Named> = joints.iter().map(Named::new).collect();
    while let Some(word) = shared(joints, &named, <[String]>::first) {
        strip(&mut named, |words| {
            (words.first() == Some(&word)).then(|| _ = words.remove(0))
        });
        // A known prefix may follow the shared word, so prefixes are stripped again.
        named.iter_mut().for_each(Named::strip_prefixes);
    }
    while let Some(word) = shared(joints, &named, last_word) {
        strip(&mut named, |words| {
            (words.last() == Some(&word)).then(|| _ = words.pop())
        });
    }
    let mut spellings: Vec<Option<Spelling>> = named.into_iter().map(Named::spelling).collect();
    for (spelling, joint) in spellings.iter_mut().zip(joints) {
        spelling.take_if(|_| joint.is_end);
    }
    let glued = spellings.iter().flatten();
    let glued: BTreeSet<(bool, String)> = glued
        .filter_map(|spelling| spelling.glued.clone())
        .map(|(side, key)| (side == Side::Left, key))
        .collect();
    for spelling in spellings.iter_mut().flatten() {
        spelling.glued.take_if(|(side, key)| {
            let other = (*side == Side::Right, std::mem::take(key));
            let has_other = glued.contains(&other);
            *key = other.1;
            !has_other
        });
    }
    spellings
}

/// Returns the last word; `None` if it is a number, which distinguishes the joints of a chain.
fn last_word(words: &[String]) -> Option<&String> {
    words.last().filter(|word| !is_number(word))
}

/// Removes a word from every name that has it, unless the name has no other word.
fn strip(named: &mut [Named], remove: impl Fn(&mut Vec<String>) -> Option<()>) {
    for named in named.iter_mut().filter(|named| named.words.len() > 1) {
        remove(&mut named.words);
    }
}

/// Returns the word that `end` finds in at least nine of ten names below the roots, and in at least [`MIN_SHARING`]
/// names. Names of a single word count as not having it. `None` if there is no such word, or if the word states a side.
fn shared(
    joints: &[Joint],
    named: &[Named],
    end: impl Fn(&[String]) -> Option<&String>,
) -> Option<String> {
    let mut sharing: BTreeMap<&String, usize> = BTreeMap::new();
    let mut count = 0;
    for (joint, named) in joints.iter().zip(named) {
        if joint.parent.is_some() && !joint.is_end {
            count += 1;
            if let Some(word) = end(&named.words).filter(|_| named.words.len() > 1) {
                *sharing.entry(word).or_default() += 1;
            }
        }
    }
    let (word, most) = sharing.into_iter().max_by_key(|(_, sharing)| *sharing)?;
    let is_shared = most >= MIN_SHARING && most * 10 >= count * 9 && side_of(word).is_none();
    is_shared.then(|| word.clone())
}

/// A name as words.
struct Named {
    words: Vec<String>,
    rank: u8,
}

impl Named {
    /// Takes a name apart and removes its namespace and the prefixes of known rigs.
    fn new(joint: &Joint) -> Self {
        let name = joint.name.rsplit([':', '|']).next().unwrap_or("");
        let mut named = Self {
            words: words(name),
            rank: 1,
        };
        named.strip_prefixes();
        named
    }

    /// Removes the prefixes of known rigs.
    fn strip_prefixes(&mut self) {
        while let Some((length, rank)) = prefix(&self.words) {
            self.words.drain(..length);
            self.rank = rank;
        }
    }

    fn spelling(mut self) -> Option<Spelling> {
        // Removes a marker for the middle, as in `J_Bip_C_Hips`.
        if self.words.len() > 1 && self.words.iter().all(|word| side_of(word).is_none()) {
            if self.words.first().is_some_and(|word| word == "c") {
                self.words.remove(0);
            } else if self.words.last().is_some_and(|word| word == "c") {
                self.words.pop();
            }
        }
        let mut sides = self.words.iter().filter_map(|word| side_of(word));
        let (mut side, second) = (sides.next(), sides.next());
        if second.is_some() {
            return None;
        }
        let rest = self.words.iter().filter(|word| side_of(word).is_none());
        let mut key: String = rest.map(String::as_str).collect();
        if side.is_none() {
            for (word, is) in [("left", Side::Left), ("right", Side::Right)] {
                if let Some(rest) = key.strip_prefix(word) {
                    (side, key) = (Some(is), rest.to_owned());
                    break;
                }
            }
        }
        let glued = match (side, key.split_at_checked(1)) {
            (None, Some(("l", rest))) if !rest.is_empty() => Some((Side::Left, rest.to_owned())),
            (None, Some(("r", rest))) if !rest.is_empty() => Some((Side::Right, rest.to_owned())),
            _ => None,
        };
        (!key.is_empty()).then_some(Spelling {
            side,
            key,
            glued,
            rank: self.rank,
        })
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn side_of(word: &str) -> Option<Side> {
    match word {
        "l" | "left" => Some(Side::Left),
        "r" | "right" => Some(Side::Right),
        _ => None,
    }
}

/// Returns the length and the rank of the known prefix of some words; `None` if they have no known prefix, or if no
/// word follows it.
fn prefix(words: &[String]) -> Option<(usize, u8)> {
    PREFIXES.iter().find_map(|(prefix, rank)| {
        let mut length = 0;
        for part in *prefix {
            let word = words.get(length).map_or("", String::as_str);
            match *part {
                "#" => {
                    length += usize::from(is_number(word));
                }
                part if part == word => length += 1,
                _ => return None,
            }
        }
        (length < words.len()).then_some((length, *rank))
    })
}

/// Returns the words and numbers of a name: `LHipJoint` is `l hip joint`, `spine_01` is `spine 1`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut characters = name.chars().peekable();
    let mut before: Option<char> = None;
    while let Some(c) = characters.next() {
        let after_is_lower = characters.peek().is_some_and(|c| c.is_lowercase());
        let begins = match before {
            Some(before) if before.is_alphabetic() && c.is_alphabetic() => {
                c.is_uppercase() && (before.is_lowercase() || after_is_lower)
            }
            Some(before) => !(before.is_ascii_digit() && c.is_ascii_digit()),
            None => true,
        };
        before = Some(c);
        if !c.is_alphabetic() && !c.is_ascii_digit() {
            continue;
        }
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            if word == "0" {
                word.clear();
            }
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::JointId;

    fn joints(names: &[&str]) -> Vec<Joint> {
        let joint = |(index, name): (usize, &&str)| Joint {
            name: (*name).to_owned(),
            parent: (index > 0).then_some(JointId::new(0)),
            offset: [0.0; 3],
            is_end: false,
        };
        names.iter().enumerate().map(joint).collect()
    }

    #[track_caller]
    fn check(name: &str, side: Option<Side>, key: &str) {
        let found = spellings(&joints(&[name])).remove(0).unwrap();
        assert_eq!((found.side, found.key.as_str()), (side, key), "{name}");
    }

    #[test]
    fn prefixes_sides_and_separators_are_removed() {
        for name in [
            "LeftUpLeg",
            "mixamorig:LeftUpLeg",
            "mixamorig1_LeftUpLeg",
            "Character1_LeftUpLeg",
            "Bip01 L UpLeg",
            "Bip001_L_UpLeg",
            "ValveBiped.Bip01_L_UpLeg",
            "CC_Base_L_UpLeg",
            "J_Bip_L_UpLeg",
            "DEF-up_leg.L",
            "lUpLeg",
            "up leg left",
            "leftupleg",
            "UpLegL",
            "root|hero:LeftUpLeg",
        ] {
            check(name, Some(Side::Left), "upleg");
        }
        check("spine_01", None, "spine1");
        check("Spine001", None, "spine1");
        check("Bip01 L Toe0", Some(Side::Left), "toe0");
        check("J_Bip_C_UpperChest", None, "upperchest");
        check("LHipJoint", Some(Side::Left), "hipjoint");
        check("lowerarm", None, "lowerarm");
        check("Bip01", None, "bip1");
        assert_eq!(spellings(&joints(&["left_right"])), [None]);
    }

    #[test]
    fn a_first_letter_is_a_side_only_if_a_joint_with_the_other_letter_exists() {
        let glued = |names: &[&str]| spellings(&joints(names)).remove(0).unwrap().glued;
        let foot = (Side::Left, "foot".to_owned());
        assert_eq!(glued(&["lfoot", "rfoot"]), Some(foot));
        assert_eq!(glued(&["lfoot", "rhand"]), None);
        assert_eq!(glued(&["LeftFoot", "rfoot"]), None);
    }

    #[test]
    fn words_that_all_names_share_are_removed() {
        let names = [
            "Root",
            "Hero_Hips_jnt",
            "Hero_Spine_jnt",
            "Hero_L_Foot_jnt",
            "Hero_R_Foot_jnt",
            "Hero_Head_jnt",
        ];
        let found = spellings(&joints(&names)).into_iter().flatten();
        let keys: Vec<String> = found.map(|spelling| spelling.key).collect();
        assert_eq!(keys, ["root", "hips", "spine", "foot", "foot", "head"]);
        // A word that states a side is kept, and so is a word that few joints share.
        let arm = [
            "Root",
            "LeftArm",
            "LeftForeArm",
            "LeftHand",
            "LeftThumb",
            "LeftRing",
        ];
        let found = spellings(&joints(&arm)).remove(1).unwrap();
        assert_eq!((found.side, found.key.as_str()), (Some(Side::Left), "arm"));
        let few = spellings(&joints(&["Root", "Hero_Hips", "Hero_Head"]))
            .remove(1)
            .unwrap();
        assert_eq!(few.key, "herohips");
        // Numbers after a prefix belong to the prefix.
        let numbered = [
            "Root",
            "Rig 7 Hips",
            "Rig 7 Neck 1",
            "Rig 7 Head",
            "Rig 7 L Foot",
            "Rig 7 R Foot",
        ];
        let found = spellings(&joints(&numbered)).remove(2).unwrap();
        assert_eq!(found.key, "neck1");
    }
}
