//! Pairs the left and right joints of a skeleton.

use std::collections::BTreeMap;

use footwork_base::Id;
use thiserror::Error;

use crate::side::Side;
use crate::skeleton::{Joint, JointId, Skeleton};

/// The maximum difference in length between a left and a right bone, as a share of the longer one.
const LIMB_TOLERANCE: f32 = 0.05;

/// The partner of every joint: the right joint for a left joint, and the joint itself for a joint in the middle.
///
/// The relation is symmetric, and the parents of partners are partners too. A joint's partner is looked up by name
/// among the children of its parent's partner:
///
/// | the joint's name | its partner's name |
/// |---|---|
/// | is in the list of names, on either side | as listed; a joint paired with itself stays in the middle |
/// | states a side ([`Side::from_name`]) | [`Side::mirrored_name`], first exactly, then ignoring case |
/// | starts with `l` or `r`, like `lfemur` | the same with the other letter, if that joint exists |
/// | states no side, but has a [role](crate::Roles) with a side | the name of the joint with the opposite role |
/// | states no side | the same name, so the joint is its own partner unless its parent is paired with another joint |
///
/// If several joints below one parent share a name, they are paired in order. A spine joint named `L5`, as in anatomy,
/// stays in the middle if there is no `R5`. If no name states a side, but two joints are equally far from their parent
/// in different directions, pairing fails: otherwise each leg would count as a joint in the middle and be mirrored onto
/// itself.
///
/// ```
/// use footwork_clip::{Joint, JointId, JointPairs, Skeleton};
///
/// let joint = |name: &str, x| Joint {
///     name: name.into(),
///     parent: (name != "Hips").then_some(JointId::new(0)),
///     offset: [x, 0.0, 0.0],
///     is_end: false,
/// };
/// let skeleton = Skeleton::new(vec![joint("Hips", 0.0), joint("LeftLeg", 0.1), joint("RightLeg", -0.1)]);
/// let skeleton = skeleton.unwrap();
/// let pairs = JointPairs::from_names(&skeleton).unwrap();
/// assert_eq!(pairs.partner(JointId::new(1)), Some(JointId::new(2)));
/// assert_eq!(skeleton.asymmetry(&pairs).unwrap().gap_m, 0.0);
///
/// let lame = Skeleton::new(vec![joint("Hips", 0.0), joint("LeftLeg", 0.1)]).unwrap();
/// let error = JointPairs::from_names(&lame).unwrap_err();
/// assert_eq!(error.to_string(), "LeftLeg has no partner: Hips has no joint RightLeg");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointPairs {
    partners: Vec<usize>,
}

impl JointPairs {
    /// Pairs the joints by name.
    ///
    /// # Errors
    /// If a joint has no partner, or if the skeleton has limbs and no joint states a side.
    pub fn from_names(skeleton: &Skeleton) -> Result<Self, PairError> {
        Self::from_names_with(skeleton, &BTreeMap::new())
    }

    /// Pairs the joints first by a list of names, then by their own names. Listed names that the skeleton does not have
    /// are ignored.
    ///
    /// # Errors
    /// If a joint has no partner, or if the list is empty and no limb of the skeleton states a side.
    pub fn from_names_with(
        skeleton: &Skeleton,
        names: &BTreeMap<String, String>,
    ) -> Result<Self, PairError> {
        let mut listed = BTreeMap::new();
        for (a, b) in names {
            listed.insert(a.as_str(), b.as_str());
            listed.insert(b.as_str(), a.as_str());
        }
        let joints = skeleton.joints();
        let siblings = Siblings::new(skeleton);
        let mut partners: Vec<usize> = Vec::with_capacity(joints.len());
        for (index, joint) in joints.iter().enumerate() {
            let below = joint.parent.map(|parent| partners[parent.index()]);
            let find = |name: &str| siblings.find(below, name, joint.is_end, index);
            let wanted = match listed.get(joint.name.as_str()) {
                Some(&name) => Some(name.to_owned()),
                None if index == 0 => None,
                None => {
                    let is_there = |name: &String| find(name).is_some();
                    let by_side = Side::mirrored_name(&joint.name);
                    let found = by_side.clone().filter(is_there);
                    found
                        .or_else(|| initial_swapped(&joint.name).filter(is_there))
                        .or(by_side)
                        .or_else(|| opposite(skeleton, index))
                }
            };
            let wanted = wanted.as_deref().unwrap_or(&joint.name);
            let is_middle = below == joint.parent.map(Id::index);
            let stays = (is_middle && is_vertebra(&joint.name)).then_some(index);
            // An end's name is not looked up, because it comes from the end's parent.
            let end = || siblings.end(below.filter(|_| joint.is_end)?, index);
            let partner = find(wanted).or(stays).or_else(end);
            let partner = partner.filter(|&p| index > 0 || p == 0);
            partners.push(partner.ok_or_else(|| PairError::NoPartner {
                joint: joint.name.clone(),
                partner: wanted.to_owned(),
                below: below.map(|below| joints[below].name.clone()),
            })?);
        }
        for (index, &partner) in partners.iter().enumerate() {
            if partners[partner] != index {
                return Err(PairError::NoPartner {
                    joint: joints[index].name.clone(),
                    partner: joints[partner].name.clone(),
                    below: joints[index]
                        .parent
                        .map(|id| joints[id.index()].name.clone()),
                });
            }
        }
        let is_middle = partners.iter().enumerate().all(|(index, &p)| index == p);
        if is_middle && listed.is_empty() && has_limbs(skeleton) {
            Err(PairError::NoSides)
        } else {
            Ok(Self { partners })
        }
    }

    /// Returns the partner of `joint`; `None` if `joint` belongs to another skeleton.
    pub fn partner(&self, joint: JointId) -> Option<JointId> {
        let partner = *self.partners.get(joint.index())?;
        u32::try_from(partner).ok().map(JointId::new)
    }

    /// Returns the partner of `joint` as [`partner`](Self::partner) does, by index, for joints of the skeleton.
    pub(crate) fn index(&self, joint: usize) -> usize {
        self.partners[joint]
    }

    pub(super) fn joint_count(&self) -> usize {
        self.partners.len()
    }

    /// Whether the pairs fit this skeleton: the parents of partners are partners, and the partners of ends are ends.
    pub(super) fn fit(&self, skeleton: &Skeleton) -> bool {
        let joints = skeleton.joints();
        let fits = |(joint, &partner): (&Joint, &usize)| {
            let below = joint.parent.map(|parent| self.partners[parent.index()]);
            below == joints[partner].parent.map(Id::index) && joint.is_end == joints[partner].is_end
        };
        joints.len() == self.partners.len() && joints.iter().zip(&self.partners).all(fits)
    }
}

/// The children of each joint by name, in order.
struct Siblings<'a> {
    by_name: BTreeMap<(Option<usize>, &'a str, bool), Vec<usize>>,
    /// The children by parent and name in lower case.
    by_lower: BTreeMap<(Option<usize>, String, bool), Vec<usize>>,
    /// The ends below each joint.
    ends: BTreeMap<usize, Vec<usize>>,
    /// For each joint, its number among the siblings that share its name.
    numbers: Vec<usize>,
}

impl<'a> Siblings<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        let mut siblings = Self {
            by_name: BTreeMap::new(),
            by_lower: BTreeMap::new(),
            ends: BTreeMap::new(),
            numbers: Vec::with_capacity(skeleton.joint_count()),
        };
        for (id, joint) in skeleton.iter() {
            let (parent, index) = (joint.parent.map(Id::index), id.index());
            let key = (parent, joint.name.as_str(), joint.is_end);
            let alike = siblings.by_name.entry(key).or_default();
            siblings.numbers.push(alike.len());
            alike.push(index);
            let key = (parent, joint.name.to_lowercase(), joint.is_end);
            siblings.by_lower.entry(key).or_default().push(index);
            if let (true, Some(parent)) = (joint.is_end, parent) {
                siblings.ends.entry(parent).or_default().push(index);
            }
        }
        siblings
    }

    /// Returns the end of `below` that has the same number among its ends as `like` has among the ends of its own
    /// parent.
    fn end(&self, below: usize, like: usize) -> Option<usize> {
        let mut own = self.ends.values();
        let number = own.find_map(|ends| ends.iter().position(|&end| end == like))?;
        self.ends.get(&below)?.get(number).copied()
    }

    /// Returns the child of `parent` with this name, or else with this name in another case. If there are several,
    /// returns the one with the same number as joint `like`.
    fn find(&self, parent: Option<usize>, name: &str, is_end: bool, like: usize) -> Option<usize> {
        let number = self.numbers[like];
        if let Some(exact) = self.by_name.get(&(parent, name, is_end)) {
            return exact.get(number).copied();
        }
        let lower = self.by_lower.get(&(parent, name.to_lowercase(), is_end));
        lower?.get(number).copied()
    }
}

/// Returns the name of the joint with the opposite role; `None` if the joint has no role with a side.
fn opposite(skeleton: &Skeleton, index: usize) -> Option<String> {
    let roles = skeleton.roles();
    let role = roles.role(JointId::from_index(index)?)?;
    let other = roles
        .joint(role.mirrored())
        .filter(|_| role.mirrored() != role)?;
    Some(skeleton.joint(other)?.name.clone())
}

/// Swaps the first letter: `rfemur` for `lfemur`.
fn initial_swapped(name: &str) -> Option<String> {
    let rest = name.get(1..)?;
    let initial = match name.as_bytes().first()? {
        b'l' => "r",
        b'r' => "l",
        b'L' => "R",
        b'R' => "L",
        _ => return None,
    };
    Some(initial.to_owned() + rest)
}

/// Whether a name denotes a lumbar vertebra, `L1` to `L5`.
fn is_vertebra(name: &str) -> bool {
    let last = name.rsplit(':').next().unwrap_or(name);
    matches!(last.as_bytes(), [b'L' | b'l', b'1'..=b'5'])
}

/// Whether two joints below one parent look like a left and a right joint: they are equally far from the parent,
/// in different directions.
fn has_limbs(skeleton: &Skeleton) -> bool {
    let mut below: BTreeMap<usize, Vec<[f32; 3]>> = BTreeMap::new();
    for joint in skeleton.joints().iter().filter(|joint| !joint.is_end) {
        if let Some(parent) = joint.parent {
            below.entry(parent.index()).or_default().push(joint.offset);
        }
    }
    let length = |a: [f32; 3], b: [f32; 3]| -> f32 {
        let square: f32 = (0..3)
            .map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]))
            .sum();
        square.sqrt()
    };
    below.values().any(|offsets| {
        let mut lengths: Vec<(f32, [f32; 3])> = offsets
            .iter()
            .map(|&offset| (length(offset, [0.0; 3]), offset))
            .collect();
        lengths.sort_by(|a, b| a.0.total_cmp(&b.0));
        lengths.windows(2).any(|pair| {
            let [(near, a), (far, b)] = [pair[0], pair[1]];
            far - near <= LIMB_TOLERANCE * far && length(a, b) > 2.0 * LIMB_TOLERANCE * far
        })
    })
}

/// Why the joints of a skeleton cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PairError {
    /// A joint has no partner.
    #[error(
        "{joint} has no partner: {}",
        .below.as_ref().map_or(
            format!("there is no root {partner}"),
            |below| format!("{below} has no joint {partner}")
        )
    )]
    NoPartner {
        /// The joint.
        joint: String,
        /// The name that its partner would have.
        partner: String,
        /// The parent that the partner would have; `None` if it would be a root.
        below: Option<String>,
    },
    /// The skeleton has limbs, but no name states a side.
    #[error(
        "no joint's name states a side, such as `LeftLeg`, `leg_l` or `FL_leg`: list the partners under `[mirror_joints]` of \
         footwork.toml"
    )]
    NoSides,
}
