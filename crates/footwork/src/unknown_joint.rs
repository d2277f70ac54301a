//! The error for a joint that a skeleton does not have, with similar names.

use std::fmt;

use footwork_base::nearest;

/// The maximum number of similar names.
const MAX_NEAR: usize = 3;

/// The skeleton has no joint with this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownJoint {
    /// The unknown name.
    pub name: String,
    /// Up to 3 similar joint names. A name that may be a typo of the unknown name comes first. Then follow names that
    /// contain the unknown name or are contained in it. Case and punctuation are ignored.
    pub near: Vec<String>,
}

impl UnknownJoint {
    /// Compares a name with the names of a skeleton's joints.
    pub(crate) fn new(name: &str, known: &[&str]) -> Self {
        let wanted = letters(name);
        let is_part = |joint: &&str| {
            let joint = letters(joint);
            let is_part = joint.contains(&wanted) || wanted.contains(&joint);
            is_part && !wanted.is_empty() && !joint.is_empty()
        };
        let mut near: Vec<String> = Vec::new();
        let typo = nearest(name, known.iter().copied());
        let parts = known.iter().copied().filter(is_part);
        for joint in typo.into_iter().chain(parts) {
            if near.len() < MAX_NEAR && !near.iter().any(|it| it == joint) {
                near.push(joint.to_owned());
            }
        }
        Self {
            name: name.to_owned(),
            near,
        }
    }
}

/// Returns the letters and digits of a name, in lower case.
fn letters(name: &str) -> String {
    let kept = name.chars().filter(|letter| letter.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

impl fmt::Display for UnknownJoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the skeleton has no joint `{}`", self.name)?;
        let Some((last, before)) = self.near.split_last() else {
            return Ok(());
        };
        f.write_str(", did you mean ")?;
        for (place, name) in before.iter().enumerate() {
            let comma = if place + 1 < before.len() { "," } else { " or" };
            write!(f, "`{name}`{comma} ")?;
        }
        write!(f, "`{last}`?")
    }
}

impl std::error::Error for UnknownJoint {}

#[cfg(test)]
mod tests {
    use super::UnknownJoint;

    #[track_caller]
    fn check(name: &str, expected: &str) {
        let known = ["mixamorig:Hips", "LeftFoot", "LeftFootEnd", "RightFoot", ""];
        let error = UnknownJoint::new(name, &known);
        let all = format!("the skeleton has no joint `{name}`{expected}");
        assert_eq!(error.to_string(), all);
    }

    #[test]
    fn an_unknown_joint_names_similar_ones() {
        check("LeftFot", ", did you mean `LeftFoot`?");
        check("left_foot", ", did you mean `LeftFoot` or `LeftFootEnd`?");
        check("hips", ", did you mean `mixamorig:Hips`?");
        check(
            "Foot",
            ", did you mean `LeftFoot`, `LeftFootEnd` or `RightFoot`?",
        );
        check("Tail", "");
        check("", "");
        check("%", "");
    }
}
