//! Skeletons, motion clips, forward kinematics, channels, and the files they come in.
//!
//! | module | what it answers |
//! |---|---|
//! | [`skeleton`] | which joints there are, and how they hang together at rest |
//! | [`clip`] | which pose the skeleton has on each frame |
//! | [`resample`], [`reroot`] | the same motion at another rate; from the origin, facing +z |
//! | [`kinematics`] | where the joints then are in the world |
//! | [`channel`] | one number per frame: speed, heights, turning … |
//! | [`side`] | which joints are left and right |
//! | [`feet`] | which joints are those of the feet |
//! | [`mirror`] | the same motion with left and right exchanged |
//! | [`bvh`] | BVH files, read and written without loss |
//! | [`deepmimic`] | DeepMimic JSON files, read |
//! | [`gltf`] | glTF and GLB files, read and written, with their tags |
//! | `fbx` | FBX files, read, with the feature `fbx` |
//! | [`mod@format`], [`clip_error`] | one door for every kind of clip file, and why one gives no clip |
//! | [`mod@unit`] | how long the length unit of a file is |
//! | [`strip`] | a picture of a clip |
//! | [`finding`], [`refused`], [`limits`] | what a reader repaired, left out, and refuses |
//!
//! **Conventions.** Lengths are metres, times seconds, angles radians. The world is right-handed
//! with +y up. A character at rest faces +z and has its left side at +x. Quaternions are
//! `[x, y, z, w]` of unit length, and a joint's local rotation turns its children and itself in
//! the frame of its parent.

mod animation_names;
pub mod bvh;
pub mod channel;
pub mod clip;
pub mod clip_error;
pub mod deepmimic;
#[cfg(feature = "fbx")]
pub mod fbx;
pub mod feet;
pub mod finding;
pub mod format;
pub mod gltf;
mod interpolate;
pub mod kinematics;
pub mod limits;
pub mod mirror;
mod number;
pub mod refused;
pub mod reroot;
pub mod resample;
mod rig;
pub mod side;
pub mod skeleton;
pub mod strip;
pub mod unit;

pub use channel::{
    Channel, ChannelCache, JointMeasure, Motion, ParseChannelError, RootMeasure, UnknownJoint,
    Window, WindowedChannel,
};
pub use clip::{Clip, ClipParts, ClipShapeError, OutsideClip, Pose};
pub use clip_error::ClipError;
pub use feet::Foot;
pub use finding::Finding;
pub use format::{ClipFormat, Loaded, LoadedFile, ReadOptions, read_clip, read_clips};
pub use kinematics::{ForwardKinematics, WorldPositions};
pub use limits::Limits;
pub use mirror::{JointPairs, MirrorError, PairError};
pub use refused::Refused;
pub use resample::TooManyFrames;
pub use side::Side;
pub use skeleton::{Joint, JointId, Skeleton, SkeletonError};
pub use strip::{StripError, StripLane, StripOptions};
pub use unit::UnitChoice;
