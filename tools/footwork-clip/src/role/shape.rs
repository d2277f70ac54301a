//! Finds roles by the shape of a skeleton, for joints with names like `bone_17`.
//!
//! A humanoid has two joints that each carry a pair of long limbs with equal bone lengths: the hips, and above them the
//! chest. In each limb, the two longest consecutive bones are thigh and shin, or upper arm and forearm. The toes tell
//! front from back, and so left from right. Rest positions count only if the character stands upright in them.

use std::collections::BTreeMap;

use footwork_base::{Id, Role};

use super::limb::on;
use crate::joint::{Joint, JointId};
use crate::side::Side;

/// The maximum difference in length between paired bones, as a share of the longer one.
const MAX_DIFFERENCE: f64 = 0.05;

/// The minimum length of a limb, as a share of the longest chain of bones. Fingers and ears are shorter.
const MIN_LIMB: f64 = 0.25;

/// The minimum cosine of the angle between the spine and the vertical.
const MIN_UPRIGHT: f64 = 0.7;

type FoundShapes = BTreeMap<Role, JointId>;

/// Finds the joints of roles.
///
/// # Errors
/// If the skeleton is not a humanoid that stands upright at rest. The error is the reason.
pub(super) fn find(joints: &[Joint], rest: &[[f64; 3]]) -> Result<FoundShapes, &'static str> {
    let body = Body::new(joints, rest);
    let pairs = body.pairs()?;
    let [first, second] = &pairs[..] else {
        return Err("it does not have two pairs of limbs");
    };
    let is_above = |above: &Pair, below: &Pair| {
        let mut at = joints[below.at].parent;
        while let Some(joint) = at {
            if joint.index() == above.at {
                return true;
            }
            at = joints[joint.index()].parent;
        }
        false
    };
    let (hips, chest) = match (is_above(first, second), is_above(second, first)) {
        (true, _) => (first, second),
        (_, true) => (second, first),
        _ => return Err("its pairs of limbs do not hang from one spine"),
    };
    body.check_upright(hips, chest)?;
    let legs = hips.limbs.each_ref().map(|chain| body.limb(chain));
    let arms = chest.limbs.each_ref().map(|chain| body.limb(chain));
    let ([Some(leg), Some(other_leg)], [Some(arm), Some(other_arm)]) = (legs, arms) else {
        return Err("its limbs do not bend at one joint");
    };
    let left = body.left(&[&leg, &other_leg])?;
    let mut found = Found(FoundShapes::new());
    found.add(Role::Hips, Some(hips.at));
    for ([a, b], is_leg) in [([leg, other_leg], true), ([arm, other_arm], false)] {
        let across = body.along(b.upper, a.upper, left);
        if across.abs() < 0.01 * a.length {
            return Err("its limbs are not side by side at rest");
        }
        let sides = if across > 0.0 {
            [(Side::Left, a), (Side::Right, b)]
        } else {
            [(Side::Left, b), (Side::Right, a)]
        };
        for (side, limb) in sides {
            if is_leg {
                found.add(on(side, Role::LeftUpperLeg), Some(limb.upper));
                found.add(on(side, Role::LeftLowerLeg), Some(limb.lower));
                found.add(on(side, Role::LeftFoot), body.joint(limb.far));
                found.add(
                    on(side, Role::LeftToe),
                    limb.after.and_then(|toe| body.joint(toe)),
                );
            } else {
                found.add(on(side, Role::LeftShoulder), limb.before);
                found.add(on(side, Role::LeftUpperArm), Some(limb.upper));
                found.add(on(side, Role::LeftLowerArm), Some(limb.lower));
                found.add(on(side, Role::LeftHand), body.joint(limb.far));
            }
        }
    }
    found.add(Role::Chest, Some(chest.at));
    found.add(Role::Spine, body.first_between(hips.at, chest.at));
    if let Some([neck, head]) = body.neck_and_head(chest) {
        found.add(Role::Neck, Some(neck));
        found.add(Role::Head, Some(head));
    }
    Ok(found.0)
}

struct Found(FoundShapes);

impl Found {
    fn add(&mut self, role: Role, joint: Option<usize>) {
        if let Some(joint) = joint.and_then(JointId::from_index) {
            self.0.insert(role, joint);
        }
    }
}

/// Two limbs with bones of equal lengths, and the joint that they hang from.
struct Pair {
    at: usize,
    /// The joints of each limb, from the trunk outwards along the longest bones.
    limbs: [Vec<usize>; 2],
}

/// The joints of a limb, and its length.
struct Limb {
    before: Option<usize>,
    upper: usize,
    lower: usize,
    far: usize,
    after: Option<usize>,
    /// The length of the limb's two long bones.
    length: f64,
}

/// A skeleton with the measurements for finding roles.
struct Body<'a> {
    joints: &'a [Joint],
    children: Vec<Vec<usize>>,
    rest: &'a [[f64; 3]],
    /// The length of the longest chain of bones below each joint.
    reach: Vec<f64>,
}

impl<'a> Body<'a> {
    fn new(joints: &'a [Joint], rest: &'a [[f64; 3]]) -> Self {
        let mut children = vec![Vec::new(); joints.len()];
        for (index, joint) in joints.iter().enumerate() {
            if let Some(parent) = joint.parent {
                children[parent.index()].push(index);
            }
        }
        let mut reach = vec![0.0_f64; joints.len()];
        for (index, joint) in joints.iter().enumerate().rev() {
            if let Some(parent) = joint.parent {
                let through = bone(joint) + reach[index];
                reach[parent.index()] = reach[parent.index()].max(through);
            }
        }
        Self {
            joints,
            children,
            rest,
            reach,
        }
    }

    /// Returns the joint; `None` if it is an end, which has no rotation.
    fn joint(&self, index: usize) -> Option<usize> {
        (!self.joints[index].is_end).then_some(index)
    }

    /// Returns the joints of a limb, from `first` along the longest bones.
    fn chain(&self, first: usize) -> Vec<usize> {
        let mut chain = vec![first];
        let mut at = first;
        let through = |child: &usize| bone(&self.joints[*child]) + self.reach[*child];
        while let Some(&next) = self.children[at]
            .iter()
            .max_by(|a, b| through(a).total_cmp(&through(b)))
        {
            chain.push(next);
            at = next;
        }
        chain
    }

    /// Returns the pairs of limbs, in the order of the joints that they hang from.
    fn pairs(&self) -> Result<Vec<Pair>, &'static str> {
        let longest = self.reach.iter().copied().fold(0.0, f64::max);
        let mut pairs = Vec::new();
        for (at, children) in self.children.iter().enumerate() {
            let long = |child: &&usize| {
                bone(&self.joints[**child]) + self.reach[**child] >= MIN_LIMB * longest
            };
            let chains: Vec<Vec<usize>> = children
                .iter()
                .filter(long)
                .map(|child| self.chain(*child))
                .filter(|chain| chain.len() >= 3)
                .collect();
            let mut equal = Vec::new();
            for (index, a) in chains.iter().enumerate() {
                for b in &chains[index + 1..] {
                    if self.are_equal(a, b) {
                        equal.push(Pair {
                            at,
                            limbs: [a.clone(), b.clone()],
                        });
                    }
                }
            }
            match equal.len() {
                0 => {}
                1 => pairs.extend(equal),
                _ => return Err("more than two equal limbs hang from one joint"),
            }
        }
        Ok(pairs)
    }

    fn are_equal(&self, a: &[usize], b: &[usize]) -> bool {
        let tiny = 1e-3 * self.reach.first().copied().unwrap_or(0.0);
        let pairs = a.iter().zip(b);
        let mut gaps = pairs.map(|(a, b)| {
            let (a, b) = (bone(&self.joints[*a]), bone(&self.joints[*b]));
            (a - b).abs() <= MAX_DIFFERENCE * a.max(b) + tiny
        });
        a.len() == b.len() && gaps.all(|is_equal| is_equal)
    }

    /// Checks that the legs hang down and the spine goes up at rest.
    fn check_upright(&self, hips: &Pair, chest: &Pair) -> Result<(), &'static str> {
        let (low, high) = (self.rest[hips.at], self.rest[chest.at]);
        let spine = [0, 1, 2].map(|axis| high[axis] - low[axis]);
        let is_up = spine[1] >= MIN_UPRIGHT * length(spine) && spine[1] > 0.0;
        let hangs = |chain: &Vec<usize>| {
            let end = chain.last().map_or(low, |end| self.rest[*end]);
            low[1] - end[1] >= 0.5 * self.reach[hips.at].min(spine[1])
        };
        if is_up && hips.limbs.iter().all(hangs) {
            Ok(())
        } else {
            Err("it does not stand upright at rest")
        }
    }

    /// Finds the two long bones of a limb; `None` if another pair of bones fits too.
    fn limb(&self, chain: &[usize]) -> Option<Limb> {
        let bones: Vec<f64> = chain[1..]
            .iter()
            .map(|at| bone(&self.joints[*at]))
            .collect();
        let both: Vec<f64> = bones.windows(2).map(|pair| pair[0].min(pair[1])).collect();
        let best = (0..both.len()).max_by(|a, b| both[*a].total_cmp(&both[*b]))?;
        let mut others = both.iter().enumerate().filter(|(at, _)| *at != best);
        if both[best] <= 0.0 || others.any(|(_, other)| *other > 0.8 * both[best]) {
            return None;
        }
        Some(Limb {
            before: best.checked_sub(1).map(|before| chain[before]),
            upper: chain[best],
            lower: chain[best + 1],
            far: chain[best + 2],
            after: chain.get(best + 3).copied(),
            length: bones[best] + bones[best + 1],
        })
    }

    /// Returns the direction to the character's left, derived from where the toes point.
    fn left(&self, legs: &[&Limb]) -> Result<[f64; 3], &'static str> {
        let unknown = "nothing tells its front from its back";
        let mut ahead = [0.0; 3];
        for leg in legs {
            let toe = leg.after.ok_or(unknown)?;
            for axis in [0, 2] {
                ahead[axis] += self.rest[toe][axis] - self.rest[leg.far][axis];
            }
        }
        let least = 0.05 * legs.iter().map(|leg| leg.length).sum::<f64>();
        if length(ahead) >= least {
            Ok([ahead[2], 0.0, -ahead[0]])
        } else {
            Err(unknown)
        }
    }

    /// Returns the signed distance from one joint to another at rest, along a direction.
    fn along(&self, from: usize, to: usize, direction: [f64; 3]) -> f64 {
        let unit = length(direction).max(f64::MIN_POSITIVE);
        let axes = [0, 1, 2]
            .map(|axis| (self.rest[to][axis] - self.rest[from][axis]) * direction[axis] / unit);
        axes.iter().sum()
    }

    /// Returns the first joint on the way from one joint to another below it; `None` if there is no joint between them.
    fn first_between(&self, above: usize, below: usize) -> Option<usize> {
        let mut at = below;
        loop {
            let parent = self.joints[at].parent?.index();
            if parent == above {
                return (at != below).then_some(at);
            }
            at = parent;
        }
    }

    /// Returns the neck and the head, if a chain of exactly two joints, not counting ends, starts between the arms.
    fn neck_and_head(&self, chest: &Pair) -> Option<[usize; 2]> {
        let is_limb = |child: &usize| chest.limbs.iter().any(|limb| limb[0] == *child);
        let mut rest = self.children[chest.at]
            .iter()
            .filter(|child| !is_limb(child));
        let (neck, None) = (*rest.next()?, rest.next()) else {
            return None;
        };
        let joints = |at: usize| {
            self.children[at]
                .iter()
                .filter(|at| !self.joints[**at].is_end)
        };
        let mut heads = joints(neck);
        let (head, None) = (*heads.next()?, heads.next()) else {
            return None;
        };
        (joints(head).next().is_none()).then_some([neck, head])
    }
}

/// Returns the length of the bone from a joint's parent to the joint; 0 for a root.
fn bone(joint: &Joint) -> f64 {
    match joint.parent {
        Some(_) => length(joint.offset.map(f64::from)),
        None => 0.0,
    }
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::rest_transforms;
    use crate::unit_quaternion::NO_ROTATION;

    /// A joint's parent and offset.
    type Row = (Option<u32>, [f32; 3]);

    /// A humanoid that faces +z: hips, legs with toes, spine, chest, neck, head, arms with collar bones.
    const HUMANOID: [Row; 19] = [
        (None, [0.0, 1.0, 0.0]),
        (Some(0), [0.1, 0.0, 0.0]),
        (Some(1), [0.0, -0.45, 0.0]),
        (Some(2), [0.0, -0.45, 0.0]),
        (Some(3), [0.0, -0.05, 0.15]),
        (Some(0), [-0.1, 0.0, 0.0]),
        (Some(5), [0.0, -0.45, 0.0]),
        (Some(6), [0.0, -0.45, 0.0]),
        (Some(7), [0.0, -0.05, 0.15]),
        (Some(0), [0.0, 0.2, 0.0]),
        (Some(9), [0.0, 0.2, 0.0]),
        (Some(10), [0.05, 0.1, 0.0]),
        (Some(11), [0.12, 0.0, 0.0]),
        (Some(12), [0.3, 0.0, 0.0]),
        (Some(13), [0.26, 0.0, 0.0]),
        (Some(10), [-0.05, 0.1, 0.0]),
        (Some(15), [-0.12, 0.0, 0.0]),
        (Some(16), [-0.3, 0.0, 0.0]),
        (Some(17), [-0.26, 0.0, 0.0]),
    ];

    fn joints(rows: &[Row], turn: impl Fn([f32; 3]) -> [f32; 3]) -> Vec<Joint> {
        let joint = |(index, (parent, offset)): (usize, &Row)| Joint {
            name: format!("bone_{index}"),
            parent: parent.map(JointId::new),
            offset: turn(*offset),
            is_end: false,
        };
        rows.iter().enumerate().map(joint).collect()
    }

    /// Finds the joints of roles, given a rest pose without rotations.
    fn stood(joints: &[Joint]) -> Result<FoundShapes, &'static str> {
        let turns = vec![NO_ROTATION; joints.len()];
        let (_, rest) = rest_transforms(joints, &turns);
        let rest: Vec<[f64; 3]> = rest.into_iter().map(|at| at.to_array()).collect();
        find(joints, &rest)
    }

    #[test]
    fn roles_of_a_humanoid_without_names_are_found() {
        let found = stood(&joints(&HUMANOID, |offset| offset)).unwrap();
        let expected = [
            (Role::Hips, 0),
            (Role::Spine, 9),
            (Role::Chest, 10),
            (Role::LeftShoulder, 11),
            (Role::LeftUpperArm, 12),
            (Role::LeftLowerArm, 13),
            (Role::LeftHand, 14),
            (Role::LeftUpperLeg, 1),
            (Role::LeftLowerLeg, 2),
            (Role::LeftFoot, 3),
            (Role::LeftToe, 4),
            (Role::RightShoulder, 15),
            (Role::RightUpperArm, 16),
            (Role::RightLowerArm, 17),
            (Role::RightHand, 18),
            (Role::RightUpperLeg, 5),
            (Role::RightLowerLeg, 6),
            (Role::RightFoot, 7),
            (Role::RightToe, 8),
        ];
        let expected = expected.map(|(role, joint)| (role, JointId::new(joint)));
        assert_eq!(found, expected.into());
        // The same humanoid in another unit, facing the other way.
        let turned = |[x, y, z]: [f32; 3]| [-100.0 * x, 100.0 * y, -100.0 * z];
        assert_eq!(stood(&joints(&HUMANOID, turned)), Ok(found));
    }

    #[test]
    fn an_unclear_shape_gives_the_reason() {
        let check = |rows: &[Row], turn: fn([f32; 3]) -> [f32; 3], why: &str| {
            assert_eq!(stood(&joints(rows, turn)), Err(why));
        };
        let same = |offset| offset;
        check(&HUMANOID[..9], same, "it does not have two pairs of limbs");
        check(
            &HUMANOID,
            |[x, y, z]| [x, -z, y],
            "it does not stand upright at rest",
        );
        check(
            &HUMANOID,
            |[x, y, z]| [x, -y, z],
            "it does not stand upright at rest",
        );
        let mut toeless = HUMANOID;
        toeless[4].1 = [0.0, -0.1, 0.0];
        toeless[8].1 = [0.0, -0.1, 0.0];
        check(&toeless, same, "nothing tells its front from its back");
        let mut lame = HUMANOID;
        lame[2].1 = [0.0, -0.6, 0.0];
        check(&lame, same, "it does not have two pairs of limbs");
    }
}
