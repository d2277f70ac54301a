//! Which joint of a skeleton is the left or right counterpart of which.

use std::collections::BTreeMap;
use std::fmt;

use footwork_base::Id;

use crate::side::Side;
use crate::skeleton::{Joint, JointId, Skeleton};

/// The partner of every joint: a right joint for a left one, itself for a joint in the middle.
///
/// Partners are partners of each other and hang from partners. A joint's partner is looked for
/// below the partner of its parent, by its name:
///
/// | the name | its partner is called |
/// |---|---|
/// | is in the list of names, on either side | as the list says; a joint paired with itself stays |
/// | says a side ([`Side::from_name`]) | [`Side::mirrored_name`], exactly so or else but for its case |
/// | begins with `l` or `r`, like `lfemur` | the same with the other letter, where there is one |
/// | says nothing | the same, so it stays in the middle unless what it hangs from does not |
///
/// Of several joints of one name below one joint, the first is the partner of the first. A spine
/// named `L5` as anatomists do stays in the middle where there is no `R5`.
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
    /// The pairs that names tell.
    ///
    /// # Errors
    /// When a joint has no partner.
    pub fn from_names(skeleton: &Skeleton) -> Result<Self, PairError> {
        Self::from_names_with(skeleton, &BTreeMap::new())
    }

    /// The same with a list of names, which counts before the rule. Names that the skeleton does
    /// not have are passed over.
    ///
    /// # Errors
    /// When a joint has no partner.
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
                None => Side::mirrored_name(&joint.name)
                    .or_else(|| initial_swapped(&joint.name).filter(|name| find(name).is_some())),
            };
            let wanted = wanted.as_deref().unwrap_or(&joint.name);
            let is_middle = below == joint.parent.map(Id::index);
            let stays = (is_middle && is_vertebra(&joint.name)).then_some(index);
            let partner = find(wanted).or(stays).filter(|&p| index > 0 || p == 0);
            partners.push(partner.ok_or_else(|| PairError {
                joint: joint.name.clone(),
                partner: wanted.to_owned(),
                below: below.map(|below| joints[below].name.clone()),
            })?);
        }
        for (index, &partner) in partners.iter().enumerate() {
            if partners[partner] != index {
                return Err(PairError {
                    joint: joints[index].name.clone(),
                    partner: joints[partner].name.clone(),
                    below: joints[index]
                        .parent
                        .map(|id| joints[id.index()].name.clone()),
                });
            }
        }
        Ok(Self { partners })
    }

    /// The joint that moves as `joint` did; `None` for a joint of another skeleton.
    pub fn partner(&self, joint: JointId) -> Option<JointId> {
        let partner = *self.partners.get(joint.index())?;
        u32::try_from(partner).ok().map(JointId::new)
    }

    /// The same by index, for joints of the skeleton.
    pub(super) fn index(&self, joint: usize) -> usize {
        self.partners[joint]
    }

    pub(super) fn joint_count(&self) -> usize {
        self.partners.len()
    }

    /// Whether partners hang from partners in this skeleton, and ends are partners of ends.
    pub(super) fn fit(&self, skeleton: &Skeleton) -> bool {
        let joints = skeleton.joints();
        let fits = |(joint, &partner): (&Joint, &usize)| {
            let below = joint.parent.map(|parent| self.partners[parent.index()]);
            below == joints[partner].parent.map(Id::index) && joint.is_end == joints[partner].is_end
        };
        joints.len() == self.partners.len() && joints.iter().zip(&self.partners).all(fits)
    }
}

/// The joints below each joint by their names, in order.
struct Siblings<'a> {
    by_name: BTreeMap<(Option<usize>, &'a str, bool), Vec<usize>>,
    /// By name in lower case.
    by_lower: BTreeMap<(Option<usize>, String, bool), Vec<usize>>,
    /// Which of the joints of its name below its parent each joint is.
    numbers: Vec<usize>,
}

impl<'a> Siblings<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        let mut siblings = Self {
            by_name: BTreeMap::new(),
            by_lower: BTreeMap::new(),
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
        }
        siblings
    }

    /// The joint of this name, or else of this name in another case, below `parent`: the one with
    /// the number that joint `like` has.
    fn find(&self, parent: Option<usize>, name: &str, is_end: bool, like: usize) -> Option<usize> {
        let number = self.numbers[like];
        if let Some(exact) = self.by_name.get(&(parent, name, is_end)) {
            return exact.get(number).copied();
        }
        let lower = self.by_lower.get(&(parent, name.to_lowercase(), is_end));
        lower?.get(number).copied()
    }
}

/// `rfemur` for `lfemur`.
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

/// Whether a name is that of a lumbar vertebra, `L1` to `L5`.
fn is_vertebra(name: &str) -> bool {
    let last = name.rsplit(':').next().unwrap_or(name);
    matches!(last.as_bytes(), [b'L' | b'l', b'1'..=b'5'])
}

/// A joint has no partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairError {
    /// The joint.
    pub joint: String,
    /// What its partner would be called.
    pub partner: String,
    /// The joint from which the partner would hang; `None` where it would be a root.
    pub below: Option<String>,
}

impl fmt::Display for PairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (joint, partner) = (&self.joint, &self.partner);
        match &self.below {
            Some(below) => write!(f, "{joint} has no partner: {below} has no joint {partner}"),
            None => write!(f, "{joint} has no partner: there is no root {partner}"),
        }
    }
}

impl std::error::Error for PairError {}
