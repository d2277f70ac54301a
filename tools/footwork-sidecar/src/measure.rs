//! The measures of a range of a clip: their names, units and definitions.
//!
//! `footwork.toml` names measures in `[[expect]]`, and the pipeline computes them. Both use this list.

use std::fmt;
use std::str::FromStr;

use footwork_base::nearest;

use crate::quantity::Quantity;

/// What a value without `min`, `max` or `within` means in a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainBound {
    /// The largest accepted value.
    AtMost,
    /// The smallest accepted value.
    AtLeast,
    /// The only accepted value, up to rounding.
    Exactly,
    /// Not allowed: the contract needs a tolerance or limits.
    Refused,
}

/// Defines the enum and its tables from one list.
macro_rules! measures {
    ($($name:ident $text:literal $quantity:ident $plain:ident $about:literal)+) => {
        /// A number that describes a range of a clip.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Measure {
            $(#[doc = $about] $name),+
        }

        impl Measure {
            /// All measures, in their documented order.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Returns the name in contracts, tables and JSON.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            /// Returns the kind of the measure's values, which determines their unit.
            pub fn quantity(self) -> Quantity {
                match self { $(Self::$name => Quantity::$quantity),+ }
            }

            /// Returns what a plain value means in a contract.
            pub fn plain_bound(self) -> PlainBound {
                match self { $(Self::$name => PlainBound::$plain),+ }
            }

            /// Returns the definition, one sentence.
            pub fn definition(self) -> &'static str {
                match self { $(Self::$name => $about),+ }
            }
        }
    };
}

measures! {
    LoopPosition "loop_position" Length AtMost
        "The largest distance of a joint from the last frame to the first, relative to the place and heading of the body."
    LoopRotation "loop_rotation" Angle AtMost
        "The largest angle between the local rotations of a joint on the last frame and the first; for the travelling joint, without the heading."
    LoopVelocity "loop_velocity" Speed AtMost
        "The largest jump of a joint's velocity from the last frame to the first, seen from the body, with one-sided differences of second order."
    LoopAngularVelocity "loop_angular_velocity" AngularSpeed AtMost
        "The largest jump of a joint's angular velocity from the last frame to the first."
    EndCopies "end_copies" Count Exactly
        "The number of frames at the end that show the pose of the first one again; 1 in a loop whose last frame is its first."
    CycleTime "cycle_time" Time Refused
        "The mean time between two strikes of the same foot; in a loop, its length divided by the strikes per foot."
    LeftPhase "left_phase" Share Refused
        "When the left foot first strikes, as a share of the cycle from the first frame, at least 0 and below 1."
    RightPhase "right_phase" Share Refused
        "When the right foot first strikes, as a share of the cycle from the first frame, at least 0 and below 1."
    LiftPhase "lift_phase" Share Refused
        "When the left foot is highest above the right, as a share of the cycle from the first frame; found from the first harmonic of their difference in height."
    StepAsymmetry "step_asymmetry" Share AtMost
        "How far the time from a left to a right strike is from half a cycle, as a share of half a cycle; 0 for an even gait."
    Stride "stride" Length Refused
        "The way over the ground in one cycle: speed times cycle time."
    ContactsPerCycle "contacts_per_cycle" Count Exactly
        "The strikes of both feet per cycle, as a whole number; 2 in a walk or a run."
    Duty "duty" Share Refused
        "The share of the time that a foot touches the ground, as the mean of both feet; above 0.5 in a walk, below in a run."
    Speed "speed" Speed Refused
        "The mean horizontal speed of the travelling joint; in a clip that steps in place, the speed of the ground below the standing feet."
    TurnRate "turn_rate" AngularSpeed Refused
        "The change of the heading from the first frame to the last, divided by the time; positive to the left."
    TravelX "travel_x" Length Refused
        "How far the travelling joint gets to the left of its first place and heading."
    TravelY "travel_y" Length Refused
        "How far the travelling joint gets up."
    TravelZ "travel_z" Length Refused
        "How far the travelling joint gets ahead of its first place and heading."
    RootTravel "root_travel" Length Refused
        "The largest horizontal distance of the root joint from its first place; only if the skeleton has a root joint above the hips."
    HipsTravel "hips_travel" Length Refused
        "The largest horizontal distance of the hips from their first place, relative to the root joint if there is one."
    FootSlide "foot_slide" Speed AtMost
        "The mean horizontal speed over the ground of the slowest joint of a foot in stance, without 0.05 s at both ends of a contact; the worse foot."
    SlideDistance "slide_distance" Length AtMost
        "The longest way that a foot slides during one contact, measured as foot_slide."
    Penetration "penetration" Length AtMost
        "How deep the lowest joint of a foot in stance gets below y = 0."
    JointLimit "joint_limit" Angle AtMost
        "How far a knee or an elbow bends beyond a person's range: more than 160°, or a knee more than 10° backwards."
    Jerk "jerk" Jerk AtMost
        "The root mean square of the third derivative of a joint's position, measured in steps of 1/30 s; the worst joint."
    FrozenJoints "frozen_joints" Count AtMost
        "The number of joints whose local rotation changes by less than 0.01° while others move."
    Duration "duration" Time Refused
        "The time from the first frame to the last."
    Frames "frames" Count Exactly
        "The number of frames."
    Rate "rate" Rate Exactly
        "The frame rate."
    RestDistance "rest_distance" Angle AtLeast
        "The root mean square angle of the joints below the root between the first frame and the rest pose."
    KeysNotUnit "keys_not_unit" Count AtMost
        "The rotation keys of the file whose length differs from 1 by more than 0.1 %."
    KeysFlipped "keys_flipped" Count AtMost
        "The rotation keys of the file on the other hemisphere from the key before: the dot product is negative."
    KeysNotFinite "keys_not_finite" Count AtMost
        "The keys of the file with a number that is NaN or infinite."
    KeysScaled "keys_scaled" Count AtMost
        "The scale keys of the file that differ from the first of their track by more than 0.1 %."
    ConstantTracks "constant_tracks" Count AtMost
        "The tracks of the file with several keys that all have the same value."
    KeysOffGrid "keys_off_grid" Count AtMost
        "The keys of the file that lie more than 0.02 frames from a frame."
    JointScale "joint_scale" Share Exactly
        "The scale of a joint on the first frame of the file, multiplied by the scale of all nodes above it; the joint for which this differs most from 1."
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No measure has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no measure is called `{name}`{}", .suggestion.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
pub struct ParseMeasureError {
    /// The text.
    pub name: String,
    /// A similar name.
    pub suggestion: Option<&'static str>,
}

impl FromStr for Measure {
    type Err = ParseMeasureError;

    fn from_str(text: &str) -> Result<Self, ParseMeasureError> {
        let known = Self::ALL.iter().copied();
        let same = known.clone().find(|measure| measure.name() == text);
        same.ok_or_else(|| ParseMeasureError {
            name: text.to_owned(),
            suggestion: nearest(text, known.map(Self::name)),
        })
    }
}
