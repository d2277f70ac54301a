//! The names, units and order of the columns of poses.

use std::ops::Range;
use std::str::FromStr;

use footwork_base::nearest;

/// A group of columns of poses. Lengths are in metres. The space of a character has its origin on the ground below the
/// travelling joint, with z ahead and x to the left.
///
/// | group | columns | value |
/// |---|---|---|
/// | `rotations` | `Hips.rotation_0` … 5 | the first two columns of the rotation matrix in the space of the parent, one after the other (Zhou and others, *On the Continuity of Rotation Representations*, 2019); a joint without a parent is relative to the heading |
/// | `positions` | `Hips.position_x`, `_y`, `_z` | position in the space of the character, m |
/// | `velocities` | `Hips.velocity_x`, `_y`, `_z` | change, since the frame before, of the position relative to the travelling joint, turned to the heading, m/s |
/// | `root` | `root_motion.velocity_x`, `.velocity_z`, `.turn`, `.height` | change of the ground position since the frame before, to the left and ahead of this frame's heading, m/s; change of the heading, rad/s; height of the travelling joint, m |
/// | `contacts` | `left_foot.contact`, `right_foot.contact` | whether the foot touches the ground, 0 or 1 |
///
/// The sums of the `root` columns give the path. The heading is the sum of `turn`. The position is the sum of the
/// velocities, each turned by the heading of its own frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoseGroup {
    /// Local rotations.
    Rotations,
    /// Positions in the space of the character.
    Positions,
    /// Velocities relative to the travelling joint.
    Velocities,
    /// Motion over the ground.
    Root,
    /// Contacts of the feet.
    Contacts,
}

footwork_base::display! { PoseGroup:
    group => "{}", group.name();
}

impl PoseGroup {
    /// All groups, in the order of their columns.
    pub const ALL: [Self; 5] = [
        Self::Rotations,
        Self::Positions,
        Self::Velocities,
        Self::Root,
        Self::Contacts,
    ];

    /// Returns the name of the group, as in specifications and in Python.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotations => "rotations",
            Self::Positions => "positions",
            Self::Velocities => "velocities",
            Self::Root => "root",
            Self::Contacts => "contacts",
        }
    }

    /// Returns whether the group has columns for each joint.
    pub const fn is_per_joint(self) -> bool {
        matches!(self, Self::Rotations | Self::Positions | Self::Velocities)
    }

    fn parts(self) -> &'static [Part] {
        const X_Y_Z: [&str; 3] = ["x", "y", "z"];
        const fn parts(name: [&'static str; 3], unit: &'static str) -> [Part; 3] {
            let [x, y, z] = name;
            [Part(x, unit), Part(y, unit), Part(z, unit)]
        }
        const POSITIONS: [Part; 3] = parts(X_Y_Z, "m");
        const VELOCITIES: [Part; 3] = parts(X_Y_Z, "m/s");
        match self {
            Self::Rotations => &[
                Part("0", ""),
                Part("1", ""),
                Part("2", ""),
                Part("3", ""),
                Part("4", ""),
                Part("5", ""),
            ],
            Self::Positions => &POSITIONS,
            Self::Velocities => &VELOCITIES,
            Self::Root => &[
                Part("root_motion.velocity_x", "m/s"),
                Part("root_motion.velocity_z", "m/s"),
                Part("root_motion.turn", "rad/s"),
                Part("root_motion.height", "m"),
            ],
            Self::Contacts => &[
                Part("left_foot.contact", ""),
                Part("right_foot.contact", ""),
            ],
        }
    }

    const fn measure(self) -> &'static str {
        match self {
            Self::Rotations => "rotation",
            Self::Positions => "position",
            Self::Velocities => "velocity",
            Self::Root | Self::Contacts => "",
        }
    }
}

/// The end of a column's name, or the whole name, and the unit.
struct Part(&'static str, &'static str);

/// No group has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGroup {
    /// The unknown name.
    pub name: String,
    /// The group that was probably intended.
    pub suggestion: Option<&'static str>,
}

footwork_base::display! { UnknownGroup:
    Self { name, suggestion: Some(known) } => "there is no group `{name}` of pose columns; did you mean `{known}`?";
    Self { name, suggestion: None } => "there is no group `{name}` of pose columns";
}

impl std::error::Error for UnknownGroup {}

impl FromStr for PoseGroup {
    type Err = UnknownGroup;

    fn from_str(text: &str) -> Result<Self, UnknownGroup> {
        let known = Self::ALL.into_iter().find(|group| group.name() == text);
        known.ok_or_else(|| UnknownGroup {
            name: text.to_owned(),
            suggestion: nearest(text, Self::ALL.map(Self::name)),
        })
    }
}

/// A column: its name and unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name, unique among the columns of a table.
    pub name: String,
    /// The unit, such as `m/s`; empty if the column has none.
    pub unit: String,
}

impl Column {
    /// Creates a column.
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            unit: unit.into(),
        }
    }
}

/// Groups of pose columns for some joints.
///
/// ```
/// use footwork_features::{PoseColumns, PoseGroup};
///
/// let chosen = PoseColumns::new(&[PoseGroup::Root, PoseGroup::Positions], vec!["left_foot".into()]);
/// let names: Vec<String> = chosen.columns().into_iter().map(|column| column.name).collect();
/// assert_eq!(names[..4], ["left_foot.position_x", "left_foot.position_y", "left_foot.position_z", "root_motion.velocity_x"]);
/// assert_eq!(chosen.range(PoseGroup::Root), Some(3..7));
/// assert_eq!(chosen.count(), 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoseColumns {
    groups: Vec<PoseGroup>,
    joints: Vec<String>,
}

impl PoseColumns {
    /// Creates the columns of the given groups and joints. Joints are given by role or name. Repeated groups count
    /// once.
    pub fn new(groups: &[PoseGroup], joints: Vec<String>) -> Self {
        let chosen = PoseGroup::ALL.into_iter();
        Self {
            groups: chosen.filter(|group| groups.contains(group)).collect(),
            joints,
        }
    }

    /// Returns the groups, in the order of their columns.
    pub fn groups(&self) -> &[PoseGroup] {
        &self.groups
    }

    /// Returns the joints, by role or name.
    pub fn joints(&self) -> &[String] {
        &self.joints
    }

    fn width(&self, group: PoseGroup) -> usize {
        let joints = match group {
            _ if group.is_per_joint() => self.joints.len(),
            _ => 1,
        };
        joints * group.parts().len()
    }

    /// Returns the number of columns.
    pub fn count(&self) -> usize {
        self.groups.iter().map(|group| self.width(*group)).sum()
    }

    /// Returns the indices of the columns of a group; `None` if the group is not included.
    pub fn range(&self, group: PoseGroup) -> Option<Range<usize>> {
        let at = self.groups.iter().position(|other| *other == group)?;
        let before = self.groups[..at].iter();
        let start: usize = before.map(|group| self.width(*group)).sum();
        Some(start..start + self.width(group))
    }

    /// Returns all columns in order.
    pub fn columns(&self) -> Vec<Column> {
        let mut columns = Vec::with_capacity(self.count());
        for group in &self.groups {
            if !group.is_per_joint() {
                let parts = group.parts().iter();
                columns.extend(parts.map(|Part(name, unit)| Column::new(*name, *unit)));
                continue;
            }
            for joint in &self.joints {
                let measure = group.measure();
                let parts = group.parts().iter();
                columns.extend(
                    parts.map(|Part(end, unit)| {
                        Column::new(format!("{joint}.{measure}_{end}"), *unit)
                    }),
                );
            }
        }
        columns
    }
}
