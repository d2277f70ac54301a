//! The tags of the workloads, and how common each is.

/// The clips and frames of a tag.
#[derive(Clone, Copy)]
pub(crate) enum Presence {
    /// On all frames of this percentage of the clips.
    Whole(u32),
    /// On all frames of the clips without the preceding tag.
    Otherwise,
    /// On some ranges of this percentage of the clips.
    Ranged(u32),
}

use Presence::{Otherwise, Ranged, Whole};

/// Few clips, each with most tags.
pub(crate) const SMALL_TAGS: &[(&str, Presence)] = &[
    ("Male", Whole(60)),
    ("Female", Otherwise),
    ("Running", Ranged(90)),
    ("Tired", Ranged(60)),
    ("Limping", Ranged(60)),
    ("A", Ranged(80)),
    ("B", Ranged(60)),
    ("C", Ranged(40)),
    ("D", Ranged(40)),
    ("E", Ranged(60)),
    ("F", Ranged(40)),
    ("G", Ranged(80)),
    ("Walking", Ranged(40)),
    ("Jumping", Ranged(20)),
    ("Idle", Ranged(40)),
];

/// Six whole-clip tags, each on half of the clips, and 26 others. 14 of those are absent from most clips.
pub(crate) const LARGE_TAGS: &[(&str, Presence)] = &[
    ("Male", Whole(50)),
    ("Female", Otherwise),
    ("Indoors", Whole(50)),
    ("Looping", Whole(50)),
    ("Reviewed", Whole(50)),
    ("Props", Whole(50)),
    ("Running", Ranged(70)),
    ("Tired", Ranged(25)),
    ("Limping", Ranged(25)),
    ("A", Ranged(70)),
    ("B", Ranged(25)),
    ("C", Ranged(15)),
    ("D", Ranged(15)),
    ("E", Ranged(70)),
    ("F", Ranged(25)),
    ("G", Ranged(70)),
    ("Contact.Left", Ranged(90)),
    ("Contact.Right", Ranged(90)),
    ("Contact.Both", Ranged(90)),
    ("Moving", Ranged(90)),
    ("Forward", Ranged(90)),
    ("Turning", Ranged(90)),
    ("Looking", Ranged(90)),
    ("Usable", Ranged(90)),
    ("Falling", Ranged(14)),
    ("Crawling", Ranged(14)),
    ("Climbing", Ranged(14)),
    ("Sitting", Ranged(14)),
    ("Dancing", Ranged(14)),
    ("Carrying", Ranged(14)),
    ("Waving", Ranged(14)),
    ("Kicking", Ranged(14)),
];
