//! Takes over from another animation, and plants the feet of a pose that other layers changed.

use crate::character::footsteps::Footsteps;
use crate::character::{Character, Input, Repertoire};
use crate::goal::Goal;
use crate::matcher::MatchError;
use crate::motion::Motion;
use crate::place::{Place, Placement};
use crate::playback::PlaybackError;
use crate::schema::{MAX_FEATURES, Source};
use crate::search::Match;
use crate::vector::{Vec3, add, scale, sub};

/// The time step over which the velocities of joints are measured, in seconds.
const PROBE_SECS: f32 = 1.0 / 60.0;

impl<R: Repertoire> Character<R> {
    /// Takes over from any pose, such as that of a ragdoll, a cut-scene or another animation graph. The character plays
    /// the most similar allowed pose, and blends to it from the given pose. The next [`Character::update`] continues
    /// from exactly the given pose and velocities, except that feet below the ground are raised immediately.
    ///
    /// # Errors
    /// Returns an error if the number of joints differs from the character's, or if the motion or the place is not
    /// finite. Also returns the errors of a search. After an error, the character is unchanged.
    pub fn take_over(
        &mut self,
        from: &Motion,
        at: Placement,
        input: &Input<'_>,
    ) -> Result<(), PlaybackError> {
        let [x, y, z] = at.position_m;
        let is_finite = [x, y, z, at.heading_rad].into_iter().all(f64::is_finite);
        if !input.is_valid() || !is_finite {
            return Err(PlaybackError::Input);
        }
        self.repertoire.rig().check(from)?;
        let index = self.repertoire.index();
        let goal = self.likeness(from);
        let mut features = [0.0; MAX_FEATURES];
        let features = &mut features[..index.schema().feature_count()];
        let pose = self.playback.matcher().state().pose;
        if !goal.write(index, pose, features) {
            return Err(MatchError::Schema.into());
        }
        let mut best = [Match::default()];
        let found = index.top(features, &input.search(), &mut best);
        let count = found.map_err(MatchError::from)?;
        let to = if count == 1 { best[0].pose } else { pose };
        self.playback
            .take_over(&self.repertoire, from, to, at.flat())?;
        let here = self.guide.controller.place();
        self.guide.controller.carry(here, at.flat());
        self.guide.height_m = y;
        self.terrain.raise(y - self.terrain.height_m);
        self.terrain.rise_mps = 0.0;
        self.rest_secs = 0.0;
        self.footsteps = Footsteps::default();
        self.note_move();
        self.show();
        Ok(())
    }

    /// Returns a goal that finds poses similar to a motion. It sets the positions and velocities of the feet and the
    /// hips.
    fn likeness(&self, from: &Motion) -> Goal {
        let index = self.repertoire.index();
        let rig = self.repertoire.rig();
        let mut moved = from.clone();
        moved.hips_m = add(moved.hips_m, scale(moved.hips_mps, PROBE_SECS));
        for (rotation, spin) in moved.rotations.iter_mut().zip(&from.spins_radps) {
            let turn = crate::rotation::from_vector(scale(*spin, PROBE_SECS));
            *rotation = crate::rotation::mul(turn, crate::rotation::normalized(*rotation));
        }
        let mut world = [Vec::new(), Vec::new()];
        for (motion, world) in [from, &moved].into_iter().zip(&mut world) {
            rig.legs_world(motion, &Place::default(), world);
        }
        let [left_mps, ahead_mps, _] = from.root_velocity;
        let joint = |name: &str| match name {
            "left_foot" => Some(rig.ankles()[0]),
            "right_foot" => Some(rig.ankles()[1]),
            "hips" => Some(0),
            _ => None,
        };
        let value = |source: &Source| -> Option<Vec3> {
            match source {
                Source::Position(of) => Some(world[0][joint(&of.name)?].position_m),
                Source::Velocity(of) => {
                    let [here, there] = [0, 1].map(|at| joint(&of.name).map(|of| world[at][of]));
                    let way = sub(there?.position_m, here?.position_m);
                    Some(add(
                        scale(way, 1.0 / PROBE_SECS),
                        [left_mps, 0.0, ahead_mps],
                    ))
                }
                _ => None,
            }
        };
        let mut goal = self.goal.clone();
        for group in index.schema().groups() {
            if let Some(value) = value(&group.source) {
                // The group belongs to the schema. A value that is not finite leaves the group unset.
                let _ = goal.set(&group.name, &value);
            }
        }
        goal
    }

    /// Plants the feet of a pose that other animation layers have changed. The hips sink and the legs bend as in the
    /// last update. The feet of the given pose must be on flat ground, as in [`Character::pose`] with
    /// [`CharacterConfig::feet_last`](crate::CharacterConfig::feet_last). Without a foot lock, the pose is unchanged.
    ///
    /// # Errors
    /// Returns an error if the number of joints differs from the character's, if a number is not finite, or if a
    /// quaternion is 0. After an error, the pose is unchanged.
    pub fn plant_feet(
        &mut self,
        hips_m: &mut [f32; 3],
        rotations: &mut [[f32; 4]],
    ) -> Result<(), PlaybackError> {
        Ok(self.playback.plant_pose(hips_m, rotations)?)
    }
}
