//! Compressed motion in one file: skeletons, clips, the root on the ground, standing feet, and the search index.
//!
//! A [`PoseFile`] is used in place, from a memory map or embedded bytes. [`PoseClip::decode`] writes the transforms of
//! all joints at a frame, or between two frames. It takes about a microsecond, does not allocate, and gives the same
//! bits on every machine. A mirrored twin is decoded from the motion of its original.
//!
//! [`PoseFileBuilder`] compresses motion. To measure the error, each joint carries three points at a distance of 3 cm,
//! and the root three points at 1 m. The error of a clip is the largest distance by which compression moves one of
//! these points in the space of the clip. The builder measures the error on the finished file. It never exceeds the
//! tolerance.
//!
//! ```
//! use footwork_base::FrameRate;
//! use footwork_poses::{NewClip, NewSkeleton, PoseFile, PoseFileBuilder, PoseJoint, RootPlace, Transform};
//!
//! let joint = PoseJoint { name: "hips", parent: None, partner: 0, rest: Transform::IDENTITY };
//! let mut builder = PoseFileBuilder::new();
//! let skeleton = builder.add_skeleton(&NewSkeleton { name: "box", joints: &[joint], legs: [None; 2] }).unwrap();
//! let rate = FrameRate::whole(60).unwrap();
//! let rising = (0..90u8).map(|frame| Transform { translation_m: [0.0, f32::from(frame) * 0.01, 0.0], ..Transform::IDENTITY });
//! builder.add_clip(&NewClip {
//!     name: "rise", skeleton, rate, source_frames: 90, source_rate: rate, end: Default::default(),
//!     roots: &[RootPlace::default(); 90], joints: &rising.collect::<Vec<_>>(), standing: &[[false; 2]; 90],
//!     tolerance_m: footwork_poses::DEFAULT_TOLERANCE_M,
//! }).unwrap();
//!
//! let file = PoseFile::open(builder.build().unwrap()).unwrap();
//! let clip = file.clip(file.clip_named("rise").unwrap()).unwrap();
//! let mut pose = [Transform::IDENTITY];
//! clip.decode(41, 0.5, &mut pose).unwrap();
//! assert!((pose[0].translation_m[1] - 0.415).abs() < 1e-4);
//! ```
//!
//! # Source files
//!
//! | file | what |
//! |---|---|
//! | `file`, `error` | the opened file, its skeletons and clips; why a file is refused |
//! | `layout`, `clip_rows`, `pose_leg`, `bytes` | header and tables; rows of clips and motions; legs; numbers in bytes |
//! | `decode`, `transform` | poses from streams; transforms and the root |
//! | `joint_frame`, `tree`, `bits` | rotations as whole numbers, the midpoint tree, numbers of a few bits |
//! | `build` | the builder; in `build/` its steps: order tracks, choose precisions and bit widths, write the bytes |
//!
//! Sources: N. Frechette, *Animation Compression Library*: segments, the error metric, rates per segment. The files name
//! further sources.

mod bits;
mod build;
mod bytes;
mod clip_rows;
mod decode;
mod error;
mod file;
mod joint_frame;
mod layout;
mod pose_leg;
mod transform;
mod tree;

pub use build::{
    DEFAULT_TOLERANCE_M, MAX_TOLERANCE_M, MIN_TOLERANCE_M, NewClip, NewSkeleton, PoseBuildError,
    PoseFileBuilder,
};
pub use error::PoseFileError;
pub use file::{PoseClip, PoseClipEnd, PoseClipId, PoseFile, PoseJoint, PoseSkeleton, SkeletonId};
pub use layout::MAX_JOINTS;
pub use pose_leg::PoseLeg;
pub use transform::{RootPlace, Transform};
