//! Finds roles by the names of joints.
//!
//! A name alone may mean several things: `LeftShoulder` is the collar bone in a Mixamo skeleton and the upper arm in a
//! Biovision file. So each convention is tried on the whole skeleton, and the convention that finds the most roles
//! wins. If several conventions find equally many roles and disagree about a role, that role has no joint. Names that
//! mean the same in all conventions then fill the gaps.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{Id, Role};

use super::convention::Convention;
use super::limb::{LEFT, MIDDLE, before, on};
use super::spelling::{Spelling, spellings};
use super::tables::{NameTable, TABLES};
use crate::joint::{Joint, JointId};
use crate::side::Side;

/// A joint found by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoundByName {
    pub(super) joint: JointId,
    pub(super) convention: Convention,
}

/// The names of a collar bone in all conventions.
const CLAVICLES: [&str; 3] = ["clavicle", "collar", "collarbone"];

/// For each role, its joint or why it is ambiguous. Roles that match no name are absent.
type FoundNames = BTreeMap<Role, Result<FoundByName, String>>;

/// Finds the joints whose names state a role.
pub(super) fn find(joints: &[Joint]) -> FoundNames {
    let names = Names::new(joints);
    let tried: Vec<Tried> = TABLES.iter().map(|table| names.try_table(table)).collect();
    let best = tried.iter().map(Tried::score).max().unwrap_or(0);
    let mut found = FoundNames::new();
    if best == 0 {
        return found;
    }
    let mut best: Vec<&Tried> = tried.iter().filter(|tried| tried.score() == best).collect();
    // Messages name the convention with the fewest roles left without a joint.
    best.sort_by_key(|tried| tried.unused);
    for tried in best {
        for (&role, outcome) in &tried.roles {
            let outcome = outcome.clone().map(|joint| FoundByName {
                joint,
                convention: tried.convention,
            });
            match (found.get(&role), &outcome) {
                (None, _) => _ = found.insert(role, outcome),
                (Some(Ok(known)), Ok(other)) if known.joint != other.joint => {
                    let name = |joint: JointId| joints[joint.index()].name.as_str();
                    let why = format!(
                        "it is {} in the names of {}, and {} in the names of {}",
                        name(known.joint),
                        known.convention,
                        name(other.joint),
                        other.convention
                    );
                    found.insert(role, Err(why));
                }
                _ => {}
            }
        }
    }
    refuse_shared(joints, &mut found);
    names.fill(&mut found);
    names.move_below_clavicles(&mut found);
    found
}

/// Rejects roles that share a joint; conventions with equal scores may assign several roles to one joint.
fn refuse_shared(joints: &[Joint], found: &mut FoundNames) {
    let mut roles: BTreeMap<JointId, Vec<(Role, Convention)>> = BTreeMap::new();
    for (role, outcome) in &*found {
        if let Ok(outcome) = outcome {
            let roles = roles.entry(outcome.joint).or_default();
            roles.push((*role, outcome.convention));
        }
    }
    for (joint, roles) in roles {
        let [(first, at), (second, other), ..] = roles[..] else {
            continue;
        };
        let name = &joints[joint.index()].name;
        let why = format!("{name} may be {first}, as in {at}, or {second}, as in {other}");
        for (role, _) in roles {
            found.insert(role, Err(why.clone()));
        }
    }
}

/// The result of trying a convention.
struct Tried {
    convention: Convention,
    roles: BTreeMap<Role, Result<JointId, String>>,
    /// The number of the convention's roles without a joint.
    unused: usize,
}

impl Tried {
    /// Returns the number of roles with a result.
    fn score(&self) -> usize {
        self.roles.len()
    }

    fn joint(&self, role: Role) -> Option<JointId> {
        self.roles.get(&role)?.as_ref().ok().copied()
    }
}

/// The names of a skeleton.
struct Names<'a> {
    joints: &'a [Joint],
    spellings: Vec<Option<Spelling>>,
    /// The joints by side and name; the side is `true` for left, and `None` for the middle.
    called: BTreeMap<(Option<bool>, String), Vec<usize>>,
}

impl<'a> Names<'a> {
    fn new(joints: &'a [Joint]) -> Self {
        let spellings = spellings(joints);
        let mut called: BTreeMap<(Option<bool>, String), Vec<usize>> = BTreeMap::new();
        for (index, spelling) in spellings.iter().enumerate() {
            let Some(spelling) = spelling else { continue };
            let side = spelling.side.map(|side| side == Side::Left);
            let key = (side, spelling.key.clone());
            called.entry(key).or_default().push(index);
            if let Some((side, key)) = &spelling.glued {
                let key = (Some(*side == Side::Left), key.clone());
                called.entry(key).or_default().push(index);
            }
        }
        Self {
            joints,
            spellings,
            called,
        }
    }

    /// Returns the joints with this name. If there are several, only those with the most preferred prefix; if any of
    /// them are below the first root, only those.
    fn called(&self, side: Option<Side>, key: &str) -> Vec<usize> {
        let key = (side.map(|side| side == Side::Left), key.to_owned());
        let mut found = self.called.get(&key).cloned().unwrap_or_default();
        let rank = |index: &usize| self.spellings[*index].as_ref().map_or(0, |s| s.rank);
        let least = found.iter().map(rank).min();
        found.retain(|index| Some(rank(index)) == least);
        let of_first = |index: &usize| self.is_below(*index, 0);
        if found.iter().any(of_first) {
            found.retain(of_first);
        }
        found
    }

    /// Whether joint `below` is `above` or hangs from it.
    fn is_below(&self, below: usize, above: usize) -> bool {
        let mut at = Some(below);
        while let Some(index) = at {
            if index == above {
                return true;
            }
            at = self.joints[index].parent.map(Id::index);
        }
        false
    }

    /// Tries one convention on the whole skeleton.
    fn try_table(&self, table: &NameTable) -> Tried {
        let mut tried = Tried {
            convention: table.convention,
            roles: BTreeMap::new(),
            unused: 0,
        };
        for (left, names) in LEFT.into_iter().zip(table.sided) {
            for side in [Side::Left, Side::Right] {
                self.try_names(&mut tried, on(side, left), Some(side), names);
            }
        }
        for (role, names) in MIDDLE.into_iter().zip(table.middle) {
            self.try_names(&mut tried, role, None, names);
        }
        self.drop_inverted(&mut tried);
        tried
    }

    fn try_names(&self, tried: &mut Tried, role: Role, side: Option<Side>, names: &[&str]) {
        for name in names {
            let (name, is_weak) = match name.strip_prefix('+') {
                Some(name) => (name, true),
                None => (*name, false),
            };
            let found = self.called(side, name);
            let found: Result<JointId, String> = match found.as_slice() {
                [] => continue,
                [index] => match JointId::from_index(*index) {
                    Some(joint) => Ok(joint),
                    None => continue,
                },
                [first, second, ..] => {
                    let name = |index: usize| &self.joints[index].name;
                    Err(format!("{} and {} both match", name(*first), name(*second)))
                }
            };
            if let (true, Ok(joint)) = (is_weak, &found) {
                let is_confirmed = match before(role) {
                    Some(before) => tried.joint(before).is_some(),
                    None => [Role::LeftUpperLeg, Role::RightUpperLeg].iter().all(|leg| {
                        let leg = tried.joint(*leg);
                        leg.is_some_and(|leg| self.is_below(leg.index(), joint.index()))
                    }),
                };
                if !is_confirmed {
                    continue;
                }
            }
            tried.roles.insert(role, found);
            return;
        }
        tried.unused += usize::from(!names.is_empty());
    }

    /// Rejects joints whose order in the hierarchy is inverted.
    fn drop_inverted(&self, tried: &mut Tried) {
        let trunk = |role: Role| match role {
            Role::Hips => None,
            role => before(role).or(Some(Role::Hips)),
        };
        for role in Role::ALL {
            let Some(before) = trunk(role) else { continue };
            let (Some(near), Some(far)) = (tried.joint(before), tried.joint(role)) else {
                continue;
            };
            if near != far && self.is_below(near.index(), far.index()) {
                let name = |joint: JointId| &self.joints[joint.index()].name;
                let why = format!("{} hangs from {}", name(near), name(far));
                tried.roles.insert(before, Err(why.clone()));
                tried.roles.insert(role, Err(why));
            }
        }
    }

    /// Makes a shoulder that hangs from a clavicle the upper arm, and the clavicle the shoulder, if no other joint is
    /// the upper arm. The names `Clavicle`, `Shoulder` and `Elbow` in one chain come from different conventions.
    fn move_below_clavicles(&self, found: &mut FoundNames) {
        for side in Side::BOTH {
            let [shoulder, arm] =
                [Role::LeftShoulder, Role::LeftUpperArm].map(|role| on(side, role));
            let Some(Ok(upper)) = found
                .get(&shoulder)
                .cloned()
                .filter(|_| !found.contains_key(&arm))
            else {
                continue;
            };
            let parent = self.joints[upper.joint.index()].parent;
            let is_clavicle = |joint: &JointId| {
                let spelling = self.spellings[joint.index()].as_ref();
                let is_named =
                    |s: &Spelling| CLAVICLES.contains(&s.key.as_str()) && s.side == Some(side);
                let is_glued = |s: &Spelling| {
                    let glued = s.glued.as_ref();
                    glued.is_some_and(|(of, key)| *of == side && CLAVICLES.contains(&key.as_str()))
                };
                spelling.is_some_and(|spelling| is_named(spelling) || is_glued(spelling))
            };
            if let Some(joint) = parent.filter(is_clavicle) {
                let clavicle = FoundByName { joint, ..upper };
                found.insert(shoulder, Ok(clavicle));
                found.insert(arm, Ok(upper));
            }
        }
    }

    /// Assigns the remaining roles to joints whose names mean the same in every convention.
    fn fill(&self, found: &mut FoundNames) {
        let taken = found.values().filter_map(|found| found.as_ref().ok());
        let mut taken: BTreeSet<JointId> = taken.map(|found| found.joint).collect();
        for (role, name, convention) in agreed() {
            let side = super::side(role);
            if found.contains_key(&role) {
                continue;
            }
            let [index] = self.called(side, name)[..] else {
                continue;
            };
            let Some(joint) = JointId::from_index(index).filter(|joint| taken.insert(*joint))
            else {
                continue;
            };
            found.insert(role, Ok(FoundByName { joint, convention }));
        }
    }
}

/// Returns the names that stand for the same role in every convention that has them, once for each such
/// convention.
fn agreed() -> Vec<(Role, &'static str, Convention)> {
    let mut meanings: BTreeMap<(Option<bool>, &str), BTreeSet<Role>> = BTreeMap::new();
    let mut all = Vec::new();
    for table in &TABLES {
        let middle = MIDDLE.into_iter().zip(table.middle);
        let sided = |side| {
            let roles = LEFT.into_iter().map(move |left| on(side, left));
            roles.zip(table.sided)
        };
        let entries = middle.chain(sided(Side::Left)).chain(sided(Side::Right));
        for (role, names) in entries {
            for name in names {
                let key = (
                    super::side(role).map(|side| side == Side::Left),
                    name.trim_start_matches('+'),
                );
                meanings.entry(key).or_default().insert(role);
                all.push((role, *name, table.convention));
            }
        }
    }
    all.retain(|(role, name, _)| {
        let key = (super::side(*role).map(|side| side == Side::Left), *name);
        // Ambiguous names in tables contain a `+`, so they match no joint's name.
        meanings.get(&key).is_some_and(|roles| roles.len() == 1)
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A joint's name and the name of its parent.
    type Row = (&'static str, Option<&'static str>);

    fn joints(rows: &[Row]) -> Vec<Joint> {
        let place = |name: &str| rows.iter().position(|(other, _)| *other == name);
        let joint = |(name, parent): &Row| Joint {
            name: (*name).to_owned(),
            parent: parent.map(|parent| JointId::from_index(place(parent).unwrap()).unwrap()),
            offset: [0.0; 3],
            is_end: false,
        };
        rows.iter().map(joint).collect()
    }

    /// Compares the roles of a skeleton with the expected ones, by the names of their joints; `?` stands for an
    /// ambiguous role.
    #[track_caller]
    fn check(rows: &[Row], expected: &[(Role, &str)]) {
        let joints = joints(rows);
        let found = find(&joints);
        let found: Vec<(Role, &str)> = found
            .iter()
            .map(|(role, found)| match found {
                Ok(found) => (*role, joints[found.joint.index()].name.as_str()),
                Err(_) => (*role, "?"),
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn names_that_only_resemble_a_role_have_none() {
        let hips = Some("Hips");
        check(
            &[
                ("Hips", None),
                ("LeftFootIndex", hips),
                ("foot_ik.L", hips),
                ("ik_foot_l", hips),
                ("LeftToe_End", hips),
                ("calf_twist_01_l", hips),
                ("thigh.L.001", hips),
                ("football_r", hips),
                ("HeadTop_End", hips),
                ("lowerarm", hips),
                ("MCH-foot.R", hips),
                ("lfoot", hips),
            ],
            &[(Role::Hips, "Hips")],
        );
    }

    #[test]
    fn a_name_with_two_meanings_is_decided_by_the_other_names() {
        let hips = Some("Hips");
        // Mixamo's collar bone or Biovision's upper arm.
        check(
            &[("Hips", None), ("LeftShoulder", hips)],
            &[
                (Role::Hips, "Hips"),
                (Role::LeftShoulder, "?"),
                (Role::LeftUpperArm, "?"),
            ],
        );
        check(
            &[
                ("Hips", None),
                ("LeftShoulder", hips),
                ("LeftElbow", Some("LeftShoulder")),
            ],
            &[
                (Role::Hips, "Hips"),
                (Role::LeftUpperArm, "LeftShoulder"),
                (Role::LeftLowerArm, "LeftElbow"),
            ],
        );
        // A whole leg is not a shin.
        check(
            &[("Hips", None), ("LeftLeg", hips)],
            &[(Role::Hips, "Hips")],
        );
        // SMPL's toes, which come after an ankle.
        check(
            &[
                ("Pelvis", None),
                ("L_Ankle", Some("Pelvis")),
                ("L_Foot", Some("L_Ankle")),
            ],
            &[
                (Role::Hips, "Pelvis"),
                (Role::LeftFoot, "L_Ankle"),
                (Role::LeftToe, "L_Foot"),
            ],
        );
    }

    #[test]
    fn two_joints_with_one_name_have_no_role() {
        let root = Some("Root");
        check(
            &[
                ("Root", None),
                ("Hips", root),
                ("hips", root),
                ("Head", root),
            ],
            &[(Role::Hips, "?"), (Role::Head, "Head")],
        );
        // A second character in the file has its own root.
        check(
            &[
                ("a:Hips", None),
                ("a:Head", Some("a:Hips")),
                ("b:Hips", None),
                ("b:Head", Some("b:Hips")),
            ],
            &[(Role::Hips, "a:Hips"), (Role::Head, "a:Head")],
        );
        // Joints that deform the body are preferred to joints that control them.
        check(
            &[
                ("root", None),
                ("ORG-foot.L", Some("root")),
                ("DEF-foot.L", Some("root")),
            ],
            &[(Role::LeftFoot, "DEF-foot.L")],
        );
    }

    #[test]
    fn joints_in_the_wrong_order_have_no_role() {
        check(
            &[
                ("LeftFoot", None),
                ("LeftUpLeg", Some("LeftFoot")),
                ("LeftLeg", Some("LeftUpLeg")),
            ],
            &[
                (Role::LeftUpperLeg, "LeftUpLeg"),
                (Role::LeftLowerLeg, "?"),
                (Role::LeftFoot, "?"),
            ],
        );
    }
}
