//! Input clips of an index: root and joints in each frame, and how the clip ends.

use footwork_base::FrameRate;

footwork_base::typed_id! {
    /// A clip of an index, numbered in the order in which clips were added.
    pub struct ClipId;
}

/// The position and the facing of the character on the ground: the simulation bone of the literature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// World x and z, in metres.
    pub position_m: [f32; 2],
    /// World x and z of the direction, of any length but zero.
    pub facing: [f32; 2],
}

/// How a clip ends, which decides the trajectories of its last poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ClipEnd {
    /// The recording was cut off, and how the motion continues is unknown. A pose is not a candidate if its trajectory
    /// extends past the end, because its features would claim that the character stops.
    #[default]
    Cut,
    /// The character keeps the pose of the last frame.
    Rest,
    /// The last frame has the pose of the first frame, moved by the root. The clip repeats from there.
    Loop,
}

/// World positions of a joint, one per frame, in metres.
#[derive(Clone, Copy, Debug)]
pub struct JointTrack<'a> {
    /// The name of the joint in the schema.
    pub name: &'a str,
    /// World x, y and z.
    pub positions_m: &'a [[f32; 3]],
}

/// A track of one number per frame.
#[derive(Clone, Copy, Debug)]
pub struct ChannelTrack<'a> {
    /// The name of the channel in the schema.
    pub name: &'a str,
    /// The numbers.
    pub values: &'a [f32],
}

/// A clip as [`IndexBuilder::add_clip`](crate::IndexBuilder::add_clip) reads it. The world is right-handed with +y up.
/// The left side of a character that faces +z is at +x.
#[derive(Clone, Copy, Debug)]
pub struct MotionClip<'a> {
    /// The name, which the index keeps and errors show.
    pub name: &'a str,
    /// The frames per second of the tracks.
    pub rate: FrameRate,
    /// What happens after the last frame.
    pub end: ClipEnd,
    /// Whether the mirrored twin is added as well.
    pub with_mirrored: bool,
    /// The root in each frame.
    pub root: &'a [Root],
    /// The tracks of all joints named in the schema. Other tracks are ignored.
    pub joints: &'a [JointTrack<'a>],
    /// The tracks of all channels named in the schema. Other tracks are ignored.
    pub channels: &'a [ChannelTrack<'a>],
}
