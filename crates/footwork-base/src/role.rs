//! The parts that joints play in a humanoid skeleton, whatever their names.

use std::fmt;
use std::str::FromStr;

use crate::suggestion::nearest;

/// The part that a joint plays in a humanoid skeleton.
///
/// A joint is at the beginning of its bone. So `left_lower_arm` is at the elbow, `left_lower_leg` at the knee,
/// `left_foot` at the ankle, and `left_toe` at the ball of the foot.
///
/// ```
/// use footwork_base::Role;
///
/// assert_eq!("left_foot".parse(), Ok(Role::LeftFoot));
/// assert_eq!(Role::LeftFoot.mirrored(), Role::RightFoot);
/// let error = "left_foto".parse::<Role>().unwrap_err();
/// assert_eq!(error.suggestion, Some("left_foot"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The parent joint of both legs and the spine.
    Hips,
    /// The lower back.
    Spine,
    /// The joint of the back that carries the shoulders.
    Chest,
    /// The neck.
    Neck,
    /// The head.
    Head,
    /// The left collar bone.
    LeftShoulder,
    /// The left shoulder joint.
    LeftUpperArm,
    /// The left elbow.
    LeftLowerArm,
    /// The left wrist.
    LeftHand,
    /// The left hip joint.
    LeftUpperLeg,
    /// The left knee.
    LeftLowerLeg,
    /// The left ankle.
    LeftFoot,
    /// The ball of the left foot.
    LeftToe,
    /// The right collar bone.
    RightShoulder,
    /// The right shoulder joint.
    RightUpperArm,
    /// The right elbow.
    RightLowerArm,
    /// The right wrist.
    RightHand,
    /// The right hip joint.
    RightUpperLeg,
    /// The right knee.
    RightLowerLeg,
    /// The right ankle.
    RightFoot,
    /// The ball of the right foot.
    RightToe,
}

impl Role {
    /// All roles, in the order of the enum.
    pub const ALL: [Self; 21] = [
        Self::Hips,
        Self::Spine,
        Self::Chest,
        Self::Neck,
        Self::Head,
        Self::LeftShoulder,
        Self::LeftUpperArm,
        Self::LeftLowerArm,
        Self::LeftHand,
        Self::LeftUpperLeg,
        Self::LeftLowerLeg,
        Self::LeftFoot,
        Self::LeftToe,
        Self::RightShoulder,
        Self::RightUpperArm,
        Self::RightLowerArm,
        Self::RightHand,
        Self::RightUpperLeg,
        Self::RightLowerLeg,
        Self::RightFoot,
        Self::RightToe,
    ];

    /// Returns the name of the role, as in queries and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hips => "hips",
            Self::Spine => "spine",
            Self::Chest => "chest",
            Self::Neck => "neck",
            Self::Head => "head",
            Self::LeftShoulder => "left_shoulder",
            Self::LeftUpperArm => "left_upper_arm",
            Self::LeftLowerArm => "left_lower_arm",
            Self::LeftHand => "left_hand",
            Self::LeftUpperLeg => "left_upper_leg",
            Self::LeftLowerLeg => "left_lower_leg",
            Self::LeftFoot => "left_foot",
            Self::LeftToe => "left_toe",
            Self::RightShoulder => "right_shoulder",
            Self::RightUpperArm => "right_upper_arm",
            Self::RightLowerArm => "right_lower_arm",
            Self::RightHand => "right_hand",
            Self::RightUpperLeg => "right_upper_leg",
            Self::RightLowerLeg => "right_lower_leg",
            Self::RightFoot => "right_foot",
            Self::RightToe => "right_toe",
        }
    }

    /// Returns the role on the opposite side. A role in the middle of the body is returned unchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        // The roles in the middle come first, then the left side, then the right side in the same order.
        const SIDED: usize = 8;
        let index = self as usize;
        match index {
            ..5 => self,
            5..13 => Self::ALL[index + SIDED],
            _ => Self::ALL[index - SIDED],
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No role has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRole {
    /// The unknown name.
    pub name: String,
    /// The role that was probably intended.
    pub suggestion: Option<&'static str>,
}

impl fmt::Display for UnknownRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no role `{}`", self.name)?;
        match self.suggestion {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownRole {}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        let known = Self::ALL.into_iter().find(|role| role.name() == text);
        known.ok_or_else(|| UnknownRole {
            name: text.to_owned(),
            suggestion: nearest(text, Self::ALL.map(Self::name)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_print_read_back_and_mirror_in_pairs() {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, index, "{role}");
            assert_eq!(role.to_string().parse(), Ok(role));
            assert_eq!(role.mirrored().mirrored(), role);
            let is_sided = role.name().contains('_');
            assert_eq!(role.mirrored() != role, is_sided, "{role}");
        }
        assert!("Left_Foot".parse::<Role>().is_err());
    }
}
