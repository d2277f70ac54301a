//! Channels: one number per frame, computed from the motion on demand.
//!
//! | channel | what it is |
//! |---|---|
//! | `time` | seconds from the first frame |
//! | `frame` | the frame index, from 0 |
//! | `phase` | from 0 on the first frame to 1 on the last |
//! | `speed` | horizontal speed of the root, m/s |
//! | `speed_x` | the component of that velocity to the character's left, m/s |
//! | `speed_z` | the component straight ahead, m/s |
//! | `turn` | rate of the heading, rad/s, positive to the left (anticlockwise from above) |
//! | `accel` | rate of change of `speed`, m/s² |
//! | `height` | height of the root above y = 0, m |
//! | `gait_speed` | speed of the ground below the standing feet, m/s; the same as `speed` in a clip that travels, and the intended speed of a clip in place |
//! | `<joint>.height` | height of the joint above y = 0, m |
//! | `left_foot.height`, `right_foot.height` | height of the [sole](crate::Roles::sole) above y = 0, m: the height of the lowest joint from the ankle to the end of the toes |
//! | `<joint>.speed` | speed of the joint in three dimensions, m/s |
//! | `<joint>.x`, `.y`, `.z` | world position of the joint, m |
//!
//! The root is the [travelling joint](crate::Clip::travelling_joint), as found from the motion: the first joint,
//! from joint 0 down, that moves over the ground or carries the hips. `root` in the settings can name another joint
//! instead.
//!
//! Write a joint's name as its file spells it, or its [role](crate::Roles), such as `left_foot`; if a joint has exactly
//! this name, the name takes precedence over the role. The ankle of a standing foot is 3 to 16 cm above the ground,
//! depending on the skeleton. So `left_foot.height` measures the sole, which is near the ground in every skeleton while
//! the foot stands. All other channels of a foot, including `y`, measure its ankle.
//!
//! The heading is a horizontal direction. [`Clip::heading`](crate::Clip::heading), or `heading` in the settings,
//! selects which:
//!
//! | heading | direction |
//! |---|---|
//! | `body` | perpendicular to the mean of two lines from right to left, each counted as a unit vector: through the hip joints and through the shoulders. If the roles of one line are unknown, the other line alone |
//! | `hips` | perpendicular to the line through the hip joints |
//! | `travel` | from where the root was half a second before to where it is half a second after. In a clip that is never faster than 0.1 m/s over that second, the same as `body` |
//!
//! If the skeleton has no joints in these roles, the heading is the direction of the travelling joint's +z. A frame has
//! no direction if the character lies on its side, stands still (`travel`), or has its shoulders twisted by half a
//! turn; such a frame keeps the previous frame's heading. Derivatives are central differences, one-sided on the first
//! and last frame, and 0 in a clip of one frame.
//!
//! Windows may be applied to channels and to each other, as in `mean(rate(height), 0.3s)`; see [`window`].

mod cache;
mod derivative;
mod gait;
mod heading;
mod motion;
mod name;
mod sliding;
mod unit;
mod window;
mod window_call;
mod windowed;

pub use cache::ChannelCache;
pub(crate) use derivative::derivative;
pub(crate) use gait::{gait_speed, ground_steadiness, interpolated, standing_velocities};
pub(crate) use heading::first_heading_rad;
pub use motion::{Motion, UnknownJoint};
pub use name::{Channel, JointMeasure, ParseChannelError, RootMeasure};
pub use window::{Window, WindowError};
pub use window_call::{MAX_WINDOW_NESTING, WindowCall};
pub use windowed::WindowedChannel;
