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
//! | `left_foot.height`, `right_foot.height` | height of the [sole](crate::Roles::sole) above y = 0, m: of the lowest joint from the ankle to the end of the toes |
//! | `<joint>.speed` | speed of the joint in three dimensions, m/s |
//! | `<joint>.x`, `.y`, `.z` | world position of the joint, m |
//!
//! The root is the [travelling joint](crate::Clip::travelling_joint): the first joint from joint 0 down that leaves the
//! origin of the ground or carries the hips, found from the motion, or the joint that `root` in the settings names.
//!
//! Write a joint's name as its file spells it, or its [role](crate::Roles), such as `left_foot`; a joint's own name
//! comes first. Ankles stand 3 to 16 cm above the ground, depending on the skeleton, so the height of a foot by role is
//! that of its sole, which is near the ground in every skeleton while the foot stands. All other channels of a foot,
//! including its `y`, are those of its ankle.
//!
//! The heading is a horizontal direction, and [`Clip::heading`](crate::Clip::heading) says which, as does `heading` in the
//! settings:
//!
//! | heading | direction |
//! |---|---|
//! | `body` | perpendicular to the mean of two lines from right to left, each counted as a unit vector: through the hip joints and through the shoulders. If the roles of one line are unknown, the other line alone |
//! | `hips` | perpendicular to the line through the hip joints |
//! | `travel` | from where the root was half a second before to where it is half a second after. In a clip that is never faster than 0.1 m/s over that second, the same as `body` |
//!
//! If the skeleton has no joints in these roles, it is the direction of the travelling joint's +z. A frame without a
//! direction keeps the previous frame's heading: the character lies on its side, stands (`travel`) or has twisted its
//! shoulders by half a turn. Derivatives are central differences, one-sided on the first and last frame, and 0 in a clip
//! of one frame.
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
pub(crate) use gait::{gait_speed, interpolated, standing_velocities};
pub(crate) use heading::first_heading_rad;
pub use motion::{Motion, UnknownJoint};
pub use name::{Channel, JointMeasure, ParseChannelError, RootMeasure};
pub use window::{Window, WindowError};
pub use window_call::{MAX_WINDOW_NESTING, WindowCall};
pub use windowed::WindowedChannel;
