//! Channels: one number per frame, computed from the motion when asked for.
//!
//! | channel | what it is |
//! |---|---|
//! | `time` | seconds from the first frame |
//! | `frame` | the number of the frame, from 0 |
//! | `phase` | from 0 on the first frame to 1 on the last |
//! | `speed` | horizontal speed of the root, m/s |
//! | `speed_x` | its part to the character's left, m/s |
//! | `speed_z` | its part straight ahead, m/s |
//! | `turn` | how fast the heading turns, rad/s, positive to the left (anticlockwise from above) |
//! | `accel` | how fast `speed` changes, m/s² |
//! | `height` | the root above y = 0, m |
//! | `<joint>.height` | the joint above y = 0, m |
//! | `<joint>.speed` | speed of the joint in all three directions, m/s |
//! | `<joint>.x`, `.y`, `.z` | where the joint is in the world, m |
//!
//! The heading is the horizontal direction square to the line from the right to the left hip
//! joint, or where the root's own +z points when the skeleton has no hips known by name. Where
//! that direction is nearly vertical, as when the character lies on its side, the heading of
//! the frame before holds. Derivatives are central differences, one-sided at the first and last
//! frame, and 0 in a clip of one frame.
//!
//! Predicates also look through windows, such as `mean(speed, 0.3s)`; [`window`] says what there is.

mod cache;
mod derivative;
mod heading;
mod motion;
mod name;
mod sliding;
mod unit;
mod window;
mod windowed;

pub use cache::ChannelCache;
pub(crate) use heading::first_heading_rad;
pub use motion::{Motion, UnknownJoint};
pub use name::{Channel, JointMeasure, ParseChannelError, RootMeasure};
pub use window::{Window, WindowError};
pub use windowed::WindowedChannel;
