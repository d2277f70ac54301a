//! Root motion: which joint carries a character over the ground.
//!
//! A recorded body travels by its hips. Engines move a character by a root joint on the ground, whose motion they can
//! steer and blend, and let the hips move relative to it. [`RootEdit::Extract`] moves the travel from the hips to a
//! root joint, and [`RootEdit::Bake`] moves it back; neither moves a joint of the body in the world.
//! [`RootEdit::InPlace`] removes the motion of the root, so that the character steps on the spot.

use std::sync::Arc;

use footwork_base::Id;
use glam::{DQuat, DVec3};
use thiserror::Error;

use crate::clip::{Clip, ClipParts};
use crate::ground_path::{GroundPlace, ground_path};
use crate::number::{to_f32, to_f32x3};
use crate::place::Place;
use crate::skeleton::{Joint, JointId, Skeleton};

/// What to do with the root motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootEdit {
    /// The motion of the root is removed.
    InPlace,
    /// The root joint takes over the motion; it is added if the hips are the first joint.
    Extract,
    /// The hips take over the motion, and the root joint stays at the origin.
    Bake,
}

/// Options for editing root motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootOptions {
    /// The edit.
    pub edit: RootEdit,
    /// Whether the root owns the motion along the ground.
    pub travel: bool,
    /// Whether the root owns the turning about the vertical axis.
    pub turn: bool,
    /// Whether the root owns the changes of height.
    pub height: bool,
    /// The frequency above which motion stays with the hips, in Hz: the path of the root keeps `1/√2` of an oscillation
    /// at this frequency. Must be above 0.
    pub cutoff_hz: f64,
}

impl RootOptions {
    /// The default cut-off, in Hz. It is below the frequency of steps, and above the frequency of turns of the path.
    pub const CUTOFF_HZ: f64 = 0.5;
}

/// Why root motion cannot be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RootError {
    /// The body has no joint above its hips.
    #[error("its first joint is its hips, so no root motion can be baked into them")]
    NoRoot,
    /// The cut-off is not above 0.
    #[error("a cut-off must be a number of hertz above 0")]
    BadCutoff,
    /// The motion gets farther from the origin than a clip can hold.
    #[error("the motion goes farther than a clip can hold")]
    TooFar,
}

impl Clip {
    /// Returns the clip with its root motion edited. Its [travelling joint](Self::travelling_joint) is the same joint
    /// as before. So `speed` and the other channels of the root do not change, except by [`RootEdit::InPlace`].
    ///
    /// ```
    /// use footwork_clip::{RootEdit, RootOptions};
    /// # use footwork_clip::{Limits, WorldPositions, read_clip};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// # let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
    /// let options = RootOptions {
    ///     edit: RootEdit::Extract,
    ///     travel: true,
    ///     turn: true,
    ///     height: false,
    ///     cutoff_hz: RootOptions::CUTOFF_HZ,
    /// };
    /// let extracted = walk.with_root_motion(options).unwrap();
    /// assert_eq!(extracted.skeleton().joints()[0].name, "root_motion");
    /// let [_, height, _] = extracted.root_positions()[20];
    /// assert_eq!(height, 0.0);
    /// ```
    ///
    /// # Errors
    /// If the cut-off is not a finite number above 0, if there is no root motion to bake, or if the motion goes farther
    /// than a clip can hold.
    pub fn with_root_motion(&self, options: RootOptions) -> Result<Self, RootError> {
        if !(options.cutoff_hz.is_finite() && options.cutoff_hz > 0.0) {
            return Err(RootError::BadCutoff);
        }
        let has_root = self.has_root_joint();
        match options.edit {
            RootEdit::Bake if !has_root => Err(RootError::NoRoot),
            RootEdit::Bake => {
                let rest = Place {
                    at: DVec3::ZERO,
                    turn: self.root_rest(),
                };
                self.with_root_at(&vec![rest; self.frame_count() as usize], None)
            }
            RootEdit::Extract => {
                let path = self.root_path(options);
                let owner = if has_root {
                    self.clone()
                } else {
                    self.with_root_joint()?
                };
                let rest = owner.root_rest();
                let path: Vec<Place> = path
                    .into_iter()
                    .map(|place| Place {
                        turn: place.turn * rest,
                        ..place
                    })
                    .collect();
                // The positions of the first joint, which is now below the new root, before they were rounded to f32.
                let was = (!has_root).then(|| self.root_positions());
                owner.with_root_at(&path, was)
            }
            RootEdit::InPlace => self.in_place(options),
        }
    }

    /// Returns whether joint 0 is above the travelling joint.
    fn has_root_joint(&self) -> bool {
        let joints = self.skeleton().joints();
        let mut at = self.travelling_joint().index();
        let start = at;
        while let Some(parent) = joints.get(at).and_then(|joint| joint.parent) {
            at = parent.index();
        }
        at == 0 && start != 0
    }

    fn root_rest(&self) -> DQuat {
        let rest = self.skeleton().rest_rotations().first();
        rest.map_or(DQuat::IDENTITY, |turn| quaternion(*turn))
    }

    /// Returns the place of the root on every frame. The coordinates that the root owns follow the path; the others
    /// keep their values of the first frame. The height is 0 on the first frame.
    fn root_path(&self, options: RootOptions) -> Vec<Place> {
        let path = ground_path(self, options.cutoff_hz);
        let Some(&first) = path.first() else {
            return Vec::new();
        };
        let owned = |is_owned: bool, place: f64, first: f64| if is_owned { place } else { first };
        let place = |place: GroundPlace| {
            let [x, y, z] = place.position_m;
            let [first_x, first_y, first_z] = first.position_m;
            let heading = owned(options.turn, place.heading_rad, first.heading_rad);
            Place {
                at: DVec3::new(
                    owned(options.travel, x, first_x),
                    owned(options.height, y - first_y, 0.0),
                    owned(options.travel, z, first_z),
                ),
                turn: about_y(heading),
            }
        };
        path.into_iter().map(place).collect()
    }

    /// Returns the clip with an added root joint on the ground, which carries the former first joint.
    fn with_root_joint(&self) -> Result<Self, RootError> {
        let old = self.skeleton();
        let shifted = |id: JointId| JointId::from_index(id.index() + 1);
        let mut name = "root_motion".to_owned();
        while old.find(&name).is_some() {
            name.push('_');
        }
        let root = Joint {
            name,
            parent: None,
            offset: [0.0; 3],
            is_end: false,
        };
        let below = old.iter().map(|(id, joint)| Joint {
            parent: match joint.parent {
                Some(parent) => shifted(parent),
                None if id.index() == 0 => Some(JointId::new(0)),
                None => None,
            },
            ..joint.clone()
        });
        let joints: Vec<Joint> = std::iter::once(root).chain(below).collect();
        let mut rest = vec![[0.0, 0.0, 0.0, 1.0]];
        rest.extend(old.rest_rotations());
        let skeleton = Skeleton::new(joints).and_then(|new| new.with_rest_rotations(rest));
        let skeleton = skeleton.map_err(|_| RootError::TooFar)?;
        let skeleton = skeleton.with_role_names(old.role_names().clone());
        let (mut rotations, mut translations) = (Vec::new(), Vec::new());
        for (pose, moved) in self.poses().zip(self.all_translations()) {
            rotations.push([0.0, 0.0, 0.0, 1.0]);
            rotations.extend(pose.rotations);
            translations.push([0.0; 3]);
            translations.push(to_f32x3(pose.root_position));
            translations.extend(&moved[1..]);
        }
        let clip = Self::new(ClipParts {
            skeleton: Arc::new(skeleton),
            rate: self.rate(),
            looping: self.is_looping(),
            root_positions: vec![[0.0; 3]; self.frame_count() as usize],
            rotations,
            translations: Some(translations),
        });
        let clip = clip.map_err(|_| RootError::TooFar)?;
        let travelling = shifted(self.travelling_joint()).unwrap_or(JointId::new(0));
        Ok(clip
            .with_travelling_joint(travelling)
            .with_heading(self.heading()))
    }

    /// Returns the local positions of all joints on every frame: the animated ones, or the offsets at rest.
    fn all_translations(&self) -> impl Iterator<Item = Vec<[f32; 3]>> {
        let rest: Vec<[f32; 3]> = self
            .skeleton()
            .joints()
            .iter()
            .map(|joint| joint.offset)
            .collect();
        self.poses().map(move |pose| match pose.translations {
            Some(moved) => moved.to_vec(),
            None => rest.clone(),
        })
    }

    /// Moves the first joint to these places, and leaves the joints below it where they are in the world. `below` gives
    /// the local positions of its only child if they are known more precisely than in the clip.
    fn with_root_at(
        &self,
        places: &[Place],
        below: Option<&[[f64; 3]]>,
    ) -> Result<Self, RootError> {
        let joints = self.skeleton().joints();
        let first = JointId::new(0);
        let children: Vec<usize> = (0..joints.len())
            .filter(|&joint| joints[joint].parent == Some(first))
            .collect();
        let (mut root_positions, mut rotations) = (Vec::new(), Vec::new());
        let mut translations = Vec::new();
        let poses = self.poses().zip(self.all_translations());
        for (frame, ((pose, mut moved), root)) in poses.zip(places).enumerate() {
            let was = Place {
                at: DVec3::from_array(pose.root_position),
                turn: quaternion(pose.rotations[0]),
            };
            let mut turns = pose.rotations.to_vec();
            let change = root.inverse().with(was);
            for &child in &children {
                let at = below.and_then(|below| below.get(frame).copied());
                let local = change.with(Place {
                    at: at.unwrap_or_else(|| moved[child].map(f64::from)).into(),
                    turn: quaternion(turns[child]),
                });
                moved[child] = to_f32x3(local.at.to_array());
                turns[child] = local.turn.to_array().map(to_f32);
            }
            turns[0] = root.turn.to_array().map(to_f32);
            root_positions.push(root.at.to_array());
            rotations.extend(turns);
            translations.extend(moved);
        }
        let clip = Self::new(ClipParts {
            skeleton: Arc::clone(self.skeleton()),
            rate: self.rate(),
            looping: self.is_looping(),
            root_positions,
            rotations,
            translations: Some(translations),
        });
        Ok(clip.map_err(|_| RootError::TooFar)?.measured_like(self))
    }

    /// Returns the clip with the motion of its root removed: the motion of its root joint if that joint moves, else
    /// that of the smoothed path.
    fn in_place(&self, options: RootOptions) -> Result<Self, RootError> {
        let own = self.has_root_joint().then(|| self.root_joint_path(options));
        let own = own.filter(|path| path.windows(2).any(|two| !is_near(two[0], two[1])));
        let path = own.unwrap_or_else(|| self.root_path(options));
        let joints = self.skeleton().joints();
        let roots: Vec<usize> = (0..joints.len())
            .filter(|&joint| joints[joint].parent.is_none())
            .collect();
        let (mut root_positions, mut rotations) = (Vec::new(), Vec::new());
        let mut translations = Vec::new();
        for ((pose, mut moved), place) in self.poses().zip(self.all_translations()).zip(&path) {
            let back = path[0].with(place.inverse());
            let mut turns = pose.rotations.to_vec();
            for &root in &roots {
                let at = match root {
                    0 => DVec3::from_array(pose.root_position),
                    _ => DVec3::from_array(moved[root].map(f64::from)),
                };
                let turn = quaternion(turns[root]);
                let now = back.with(Place { at, turn });
                turns[root] = now.turn.to_array().map(to_f32);
                match root {
                    0 => root_positions.push(now.at.to_array()),
                    _ => moved[root] = to_f32x3(now.at.to_array()),
                }
            }
            rotations.extend(turns);
            translations.extend(moved);
        }
        let keeps_offsets = roots.len() == 1 && self.translations().is_none();
        let clip = Self::new(ClipParts {
            skeleton: Arc::clone(self.skeleton()),
            rate: self.rate(),
            looping: self.is_looping(),
            root_positions,
            rotations,
            translations: (!keeps_offsets).then_some(translations),
        });
        Ok(clip.map_err(|_| RootError::TooFar)?.measured_like(self))
    }

    /// Returns the part of the first joint's motion that the root owns.
    fn root_joint_path(&self, options: RootOptions) -> Vec<Place> {
        let rest = self.root_rest().conjugate();
        let mut first: Option<(DVec3, f64)> = None;
        let place = |at: [f64; 3], turn: DQuat| {
            let ahead = turn * rest * DVec3::Z;
            let heading = libm::atan2(ahead.x, ahead.z);
            let at = DVec3::from_array(at);
            let (first_at, first_heading) = *first.get_or_insert((at, heading));
            let mut owned = first_at;
            if options.travel {
                (owned.x, owned.z) = (at.x, at.z);
            }
            if options.height {
                owned.y = at.y;
            }
            let heading = if options.turn { heading } else { first_heading };
            Place {
                at: owned,
                turn: about_y(heading),
            }
        };
        let places: &mut dyn FnMut([f64; 3], DQuat) -> Place = &mut { place };
        self.poses()
            .map(|pose| places(pose.root_position, quaternion(pose.rotations[0])))
            .collect()
    }
}

fn is_near(a: Place, b: Place) -> bool {
    (a.at - b.at).length() < 1e-6 && a.turn.dot(b.turn).abs() > 1.0 - 1e-12
}

fn quaternion(turn: [f32; 4]) -> DQuat {
    DQuat::from_array(turn.map(f64::from))
}

fn about_y(heading_rad: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * heading_rad);
    DQuat::from_xyzw(0.0, sin, 0.0, cos)
}
