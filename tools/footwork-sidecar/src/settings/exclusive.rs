//! `exclusive`: groups of mutually exclusive tags.

use footwork_base::Name;

/// A group of mutually exclusive tags: a frame has at most one of them. Each member also stands for all tags below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExclusiveGroup {
    /// The tags directly below this tag.
    Below(Name),
    /// These tags.
    Tags(Vec<Name>),
}

impl ExclusiveGroup {
    /// Creates a group from one item of the list; a single tag means the tags below it.
    pub(super) fn from_names(mut names: Vec<Name>) -> Self {
        match names.len() {
            1 => Self::Below(names.remove(0)),
            _ => Self::Tags(names),
        }
    }

    /// Returns the member of the group that includes a tag: the nearest one that is the tag or above it.
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

    /// Returns whether two tags may not share a frame: they belong to different members of the group.
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

    /// Returns the tags that define the group.
    pub fn names(&self) -> &[Name] {
        match self {
            Self::Below(parent) => std::slice::from_ref(parent),
            Self::Tags(tags) => tags,
        }
    }
}
