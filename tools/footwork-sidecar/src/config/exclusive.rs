//! `exclusive`: tags of which at most one may hold for a frame.

use footwork_base::Name;

/// Tags of which at most one may hold for a frame. A member stands for every tag below it too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExclusiveGroup {
    /// What lies directly below this tag.
    Below(Name),
    /// These tags.
    Tags(Vec<Name>),
}

impl ExclusiveGroup {
    /// One item of the list: a single tag means what lies below it.
    pub(super) fn from_names(mut names: Vec<Name>) -> Self {
        match names.len() {
            1 => Self::Below(names.remove(0)),
            _ => Self::Tags(names),
        }
    }

    /// For which member of the group a tag counts: the nearest that is the tag or above it.
    ///
    /// ```
    /// use footwork_sidecar::ExclusiveGroup;
    ///
    /// let name = |text: &str| text.parse().unwrap();
    /// let group = ExclusiveGroup::Below(name("Gait"));
    /// assert_eq!(group.member_of(&name("Gait.Run.Fast")), Some(name("Gait.Run")));
    /// assert_eq!(group.member_of(&name("Gait")), None);
    /// ```
    pub fn member_of(&self, tag: &Name) -> Option<Name> {
        match self {
            Self::Below(parent) => {
                if !tag.is_below(parent) {
                    return None;
                }
                let parts: Vec<_> = tag.parts().collect();
                let depth = parent.parts().count() + 1;
                Name::from_parts(parts.iter().take(depth).map(AsRef::as_ref))
            }
            Self::Tags(tags) => {
                let above = tags.iter().filter(|&own| own == tag || tag.is_below(own));
                above.max_by_key(|own| own.parts().count()).cloned()
            }
        }
    }

    /// Whether two tags of the group may not hold for the same frame: they count for different members.
    ///
    /// ```
    /// use footwork_sidecar::ExclusiveGroup;
    ///
    /// let name = |text: &str| text.parse().unwrap();
    /// let group = ExclusiveGroup::Below(name("Gait"));
    /// assert!(group.excludes(&name("Gait.Run"), &name("Gait.Walk")));
    /// assert!(!group.excludes(&name("Gait.Run"), &name("Gait.Run.Fast")));
    /// assert!(!group.excludes(&name("Gait.Run"), &name("Jump")));
    /// ```
    pub fn excludes(&self, tag: &Name, other: &Name) -> bool {
        match (self.member_of(tag), self.member_of(other)) {
            (Some(own), Some(theirs)) => own != theirs,
            _ => false,
        }
    }

    /// The tags that name the group.
    pub fn names(&self) -> &[Name] {
        match self {
            Self::Below(parent) => std::slice::from_ref(parent),
            Self::Tags(tags) => tags,
        }
    }
}
