//! The motion of one clip. Data that several channels share is computed once.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use footwork_base::{Heading, Id, Role, nearest};
use thiserror::Error;

use super::derivative::derivative;
use super::gait::gait_speed;
use super::heading::headings;
use super::name::{Channel, JointMeasure, RootMeasure};
use crate::clip::Clip;
use crate::kinematics::WorldPositions;
use crate::number::finite_f32;
use crate::skeleton::JointId;

/// A clip with its world positions, headings and ground, which are computed on first use and then cached.
///
/// ```
/// # let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 2 Yposition Zposition\n}\n\
/// #             MOTION\nFrames: 3\nFrame Time: 0.5\n1 0\n1 1\n1 2\n";
/// use footwork_clip::{Channel, Limits, Motion, read_bvh};
///
/// let (document, _) = read_bvh(text.as_bytes(), &Limits::default()).unwrap();
/// let clip = document.to_clip(1.0).unwrap();
/// let motion = Motion::new(&clip);
/// assert_eq!(motion.channel(&"speed".parse().unwrap()).unwrap(), [2.0, 2.0, 2.0]);
/// assert_eq!(motion.channel(&"phase".parse().unwrap()).unwrap(), [0.0, 0.5, 1.0]);
/// assert!(motion.channel(&"Hip.x".parse().unwrap()).is_err());
/// ```
#[derive(Debug)]
pub struct Motion<'a> {
    clip: Held<'a>,
    positions: OnceLock<WorldPositions>,
    headings: OnceLock<Vec<f64>>,
    hip_headings: OnceLock<Vec<f64>>,
    /// Whether the body steps in place.
    pub(crate) is_in_place: OnceLock<bool>,
    /// The velocity of the ground along x and z on every frame; `None` if the ground is at rest.
    pub(crate) ground: OnceLock<Option<[Vec<f64>; 2]>>,
}

/// The clip, borrowed or shared.
#[derive(Debug)]
enum Held<'a> {
    Borrowed(&'a Clip),
    Shared(Arc<Clip>),
}

impl Motion<'static> {
    /// Like [`Motion::new`], for a shared clip.
    pub fn shared(clip: Arc<Clip>) -> Self {
        Self::with(Held::Shared(clip))
    }
}

impl<'a> Motion<'a> {
    /// Wraps a clip; computes nothing yet.
    pub fn new(clip: &'a Clip) -> Self {
        Self::with(Held::Borrowed(clip))
    }

    fn with(clip: Held<'a>) -> Self {
        Self {
            clip,
            positions: OnceLock::new(),
            headings: OnceLock::new(),
            hip_headings: OnceLock::new(),
            is_in_place: OnceLock::new(),
            ground: OnceLock::new(),
        }
    }

    /// Returns the clip.
    pub fn clip(&self) -> &Clip {
        match &self.clip {
            Held::Borrowed(clip) => clip,
            Held::Shared(clip) => clip,
        }
    }

    /// Returns the position of every joint on every frame.
    pub fn positions(&self) -> &WorldPositions {
        self.positions
            .get_or_init(|| WorldPositions::from_clip(self.clip()))
    }

    /// Returns the heading on every frame, an angle about y in radians. It is 0 towards +z and grows to the left. It is
    /// unwrapped: it continues past ±π instead of jumping. [`Clip::heading`] chooses its source.
    pub fn headings_rad(&self) -> &[f64] {
        let heading = self.clip().heading();
        self.headings
            .get_or_init(|| headings(self.clip(), self.positions(), heading))
    }

    /// Returns the heading of the hips on every frame, for comparing poses. It does not depend on [`Clip::heading`].
    pub fn hip_headings_rad(&self) -> &[f64] {
        self.hip_headings
            .get_or_init(|| headings(self.clip(), self.positions(), Heading::Hips))
    }

    /// Returns the channel, one number per frame; always finite.
    ///
    /// # Errors
    /// If the skeleton has no joint with the channel's name, or no known feet for `gait_speed`.
    pub fn channel(&self, channel: &Channel) -> Result<Vec<f32>, UnknownJoint> {
        let values = match channel {
            Channel::Root(RootMeasure::GaitSpeed) => self.gait_speed()?,
            Channel::Root(measure) => self.root(*measure),
            Channel::Joint { joint, measure } => {
                let skeleton = self.clip().skeleton();
                let names = skeleton.joints().iter().map(|j| j.name.as_str());
                let roles = skeleton.roles().iter();
                let roles = roles.filter(|(role, _)| skeleton.roles().joint(*role).is_some());
                let known = names.chain(roles.map(|(role, _)| role.name()));
                let id = skeleton.resolve(joint).ok_or_else(|| UnknownJoint {
                    name: joint.clone(),
                    suggestion: nearest(joint, known).map(str::to_owned),
                })?;
                match measure {
                    JointMeasure::Height => self.height(joint, id),
                    _ => self.joint(id, *measure),
                }
            }
        };
        Ok(values.into_iter().map(finite_f32).collect())
    }

    /// Returns a joint's channel by id, since names need not be unique; `None` if the id belongs to another
    /// skeleton.
    pub fn joint_channel(&self, joint: JointId, measure: JointMeasure) -> Option<Vec<f32>> {
        self.clip().skeleton().joint(joint)?;
        let values = self.joint(joint, measure).into_iter();
        Some(values.map(finite_f32).collect())
    }

    fn root(&self, measure: RootMeasure) -> Vec<f64> {
        let frames = self.clip().frame_count();
        let period = self.clip().rate().period_secs();
        let numbers = (0..frames).map(f64::from);
        let turned = |sideways: bool| {
            let [x, _, z] = self.root_velocity();
            let ahead = |((vx, vz), heading): ((&f64, &f64), &f64)| {
                let (sin, cos) = libm::sincos(*heading);
                if sideways {
                    vx * cos - vz * sin
                } else {
                    vx * sin + vz * cos
                }
            };
            x.iter()
                .zip(&z)
                .zip(self.headings_rad())
                .map(ahead)
                .collect()
        };
        match measure {
            RootMeasure::Time => numbers.map(|frame| frame * period).collect(),
            RootMeasure::Frame => numbers.collect(),
            RootMeasure::Phase => {
                let last = f64::from(frames.saturating_sub(1).max(1));
                numbers.map(|frame| frame / last).collect()
            }
            RootMeasure::Speed => self.speed(),
            RootMeasure::SpeedX => turned(true),
            RootMeasure::SpeedZ => turned(false),
            RootMeasure::Turn => derivative(self.headings_rad(), period),
            RootMeasure::Accel => derivative(&self.speed(), period),
            RootMeasure::Height => self.places().iter().map(|p| p[1]).collect(),
            // `channel` has already computed it and returned any error.
            RootMeasure::GaitSpeed => self.gait_speed().unwrap_or_default(),
        }
    }

    fn joint(&self, joint: JointId, measure: JointMeasure) -> Vec<f64> {
        let positions = self.positions().joint(joint);
        match measure {
            JointMeasure::X => positions.map(|p| p[0]).collect(),
            JointMeasure::Height | JointMeasure::Y => positions.map(|p| p[1]).collect(),
            JointMeasure::Z => positions.map(|p| p[2]).collect(),
            JointMeasure::Speed => {
                let [x, y, z] = self.velocity(&positions.collect::<Vec<_>>());
                let length = |((x, y), z): ((&f64, &f64), &f64)| (x * x + y * y + z * z).sqrt();
                x.iter().zip(&y).zip(&z).map(length).collect()
            }
        }
    }

    /// Returns the height of a joint on every frame. `name` is its name in the query. If it names a foot by its role,
    /// returns the height of the foot's sole.
    fn height(&self, name: &str, joint: JointId) -> Vec<f64> {
        let skeleton = self.clip().skeleton();
        let role = name.parse::<Role>().ok();
        let role = role.filter(|role| skeleton.roles().joint(*role) == Some(joint));
        let sole = role.map(|role| {
            let joints = skeleton.joints().iter();
            let joints = joints.map(|joint| (joint.name.as_str(), joint.parent));
            skeleton.roles().sole(role, joints)
        });
        let sole = sole.unwrap_or_default().into_iter();
        let heights = sole.map(|joint| self.joint(joint, JointMeasure::Height));
        let lowest = heights.reduce(|lowest, heights| {
            let both = lowest.into_iter().zip(heights);
            both.map(|(a, b)| a.min(b)).collect()
        });
        lowest.unwrap_or_else(|| self.joint(joint, JointMeasure::Height))
    }

    /// Returns the velocity along each axis, in m/s.
    fn velocity(&self, positions: &[[f64; 3]]) -> [Vec<f64>; 3] {
        let period = self.clip().rate().period_secs();
        [0, 1, 2].map(|axis| {
            let samples: Vec<f64> = positions.iter().map(|p| p[axis]).collect();
            derivative(&samples, period)
        })
    }

    /// Returns the position of the travelling joint on every frame.
    fn places(&self) -> Cow<'_, [[f64; 3]]> {
        match self.clip().travelling_joint() {
            joint if joint.index() == 0 => Cow::Borrowed(self.clip().root_positions()),
            joint => self.positions().joint(joint).collect(),
        }
    }

    fn gait_speed(&self) -> Result<Vec<f64>, UnknownJoint> {
        let body = self.clip().travelling_joint();
        gait_speed(self.clip(), self.positions(), body).ok_or_else(|| UnknownJoint {
            name: Role::LeftFoot.name().to_owned(),
            suggestion: None,
        })
    }

    fn root_velocity(&self) -> [Vec<f64>; 3] {
        self.velocity(&self.places())
    }

    fn speed(&self) -> Vec<f64> {
        let [x, _, z] = self.root_velocity();
        x.iter().zip(&z).map(|(&x, &z)| libm::hypot(x, z)).collect()
    }
}

/// A channel names a joint that the skeleton does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the skeleton has no joint {name:?}{}",
    .suggestion.as_ref().map(|name| format!("; did you mean {name:?}?")).unwrap_or_default()
)]
pub struct UnknownJoint {
    /// The requested name.
    pub name: String,
    /// The most likely intended joint.
    pub suggestion: Option<String>,
}

impl Clip {
    /// Returns one channel, one number per frame. To compute several channels of a clip, use a [`Motion`], which
    /// computes the data that they share only once.
    ///
    /// # Errors
    /// If the skeleton has no joint with the channel's name, or no known feet for `gait_speed`.
    pub fn channel(&self, channel: &Channel) -> Result<Vec<f32>, UnknownJoint> {
        Motion::new(self).channel(channel)
    }
}
