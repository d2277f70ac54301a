//! Typed ids of clips, tags and events, and what a query knows about a clip.

use footwork_base::{FrameRate, typed_id};

typed_id! {
    /// A clip of a [`Database`](crate::Database).
    pub struct ClipId;
}

typed_id! {
    /// A tag of a [`Database`](crate::Database).
    pub struct TagId;
}

typed_id! {
    /// A kind of event of a [`Database`](crate::Database).
    pub struct EventId;
}

/// The properties of a clip that queries need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipInfo {
    /// The clip's name, unique in its database.
    pub name: String,
    /// The clip's length in frames.
    pub frames: u32,
    /// The clip's frame rate.
    pub rate: FrameRate,
}
