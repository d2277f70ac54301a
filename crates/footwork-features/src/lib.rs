//! The columns that networks are trained on, computed with the same code in training and in the game.
//!
//! A network sees a character as rows of numbers: rotations, positions, velocities, motion over the ground, contacts, tags
//! and encoded events. A [`FeatureSpec`] lists the columns with their units, order, rate and scale. It travels with the
//! network as a small JSON text. [`PoseFeatures`] computes the columns of poses for the frames of a clip. [`PoseStream`]
//! computes them for one frame at a time, with the same bits. [`PoseRecovery`] turns rows back into poses.
//!
//! ```
//! use std::sync::Arc;
//! use footwork_base::{FrameRate, Heading};
//! use footwork_features::{
//!     Frame, GroundPlace, PoseColumns, PoseFeatures, PoseGroup, PoseRecovery, Skeleton, SkeletonJoint, Start,
//! };
//!
//! let joint = |name: &str, parent, y| SkeletonJoint { name: name.into(), parent, offset_m: [0.0, y, 0.0], is_end: false };
//! let skeleton = Skeleton::new(vec![joint("Hips", None, 0.0), joint("Head", Some(0), 0.7)], &[], 0).unwrap();
//! let names = vec!["Hips".to_owned(), "Head".to_owned()];
//! let columns = PoseColumns::new(&[PoseGroup::Rotations, PoseGroup::Root], names);
//! let rate = FrameRate::whole(30).unwrap();
//! let features = Arc::new(PoseFeatures::new(columns, skeleton, Heading::Body, rate).unwrap());
//!
//! // The character moves ahead by 4 cm per frame.
//! let rotations = [[0.0, 0.0, 0.0, 1.0]; 2];
//! let frame = |number: i32| Frame {
//!     root_position_m: [0.0, 0.9, 0.04 * f64::from(number)],
//!     rotations: &rotations,
//!     translations: None,
//!     contacts: [false; 2],
//!     heading_rad: None,
//! };
//! let rows = features.rows((0..3).map(frame), Start::Moving).unwrap();
//! let width = features.columns().count();
//! assert_eq!(rows[width..][12..16], [0.0, 1.2, 0.0, 0.9]);
//!
//! let mut recovery = PoseRecovery::new(features, GroundPlace::default()).unwrap();
//! let poses: Vec<_> = rows.chunks(width).map(|row| recovery.pose(row).unwrap()).collect();
//! assert!((poses[2].root_position_m[2] - 0.08).abs() < 1e-6);
//! ```
//!
//! | file in `crates/footwork-features/src/` | holds |
//! |---|---|
//! | `skeleton.rs`, `frame.rs` | joints and poses, as the caller gives them |
//! | `columns.rs` | the names, units and order of the columns of poses |
//! | `vector.rs`, `kinematics.rs`, `heading.rs` | rotations; world positions of joints; where a character faces |
//! | `pose_features.rs` | the columns, for many frames and frame by frame |
//! | `channel.rs`, `channel_stream.rs` | channels of clips by name, computed frame by frame |
//! | `recover.rs` | poses from columns |
//! | `spec.rs`, `spec/` | the specification: its JSON in `file`, ONNX files in `onnx`, events in `event`, the scaled numbers of a network in `rows`, the first difference to a program in `difference` |

mod channel;
mod channel_stream;
mod columns;
mod frame;
mod heading;
mod kinematics;
mod pose_features;
mod recover;
mod skeleton;
mod spec;
mod vector;

pub use channel::{ChannelError, ChannelFeatures};
pub use channel_stream::ChannelStream;
pub use columns::{Column, PoseColumns, PoseGroup, UnknownGroup};
pub use frame::{Frame, FrameError};
pub use pose_features::{PoseFeatures, PoseStream, Start, UnknownJoint};
pub use recover::{GroundPlace, PoseRecovery, RecoverError, RecoveredPose};
pub use skeleton::{Skeleton, SkeletonError, SkeletonJoint};
pub use spec::{
    FeatureSpec, ReadSpecError, SPEC_KEY, SPEC_VERSION, Scaling, ScalingError, SpecDifference,
    SpecError, SpecEvent, SpecJoint, SpecRows, SpecTarget,
};
