//! Parts of a playback that only a [`Character`](crate::Character) uses: holding a pose, taking over from another
//! motion, planting the feet of a given pose, and saving the state as bytes.

use crate::archive::Archive;
use crate::index::Index;
use crate::matcher::RulesError;
use crate::motion::{Motion, MotionError};
use crate::place::Place;
use crate::playback::{Playback, PlaybackError, PoseSource};
use crate::pose_id::PoseId;
use crate::search::Search;

impl Playback {
    pub(crate) fn is_held(&self) -> bool {
        self.is_held
    }

    /// Returns the blended pose, before the foot lock moves its feet.
    pub(crate) fn blended(&self) -> &Motion {
        &self.blended
    }

    /// Moves the root without displaying a pose.
    pub(crate) fn put(&mut self, place: Place) {
        self.place = place;
    }

    pub(crate) fn set_max_drop_m(&mut self, max_drop_m: f32) {
        if let Some(legs) = &mut self.legs {
            legs.max_drop_m = max_drop_m;
        }
    }

    pub(crate) fn set_search_every_secs(&mut self, every_secs: f32) -> Result<(), RulesError> {
        self.matcher.set_every_secs(every_secs)
    }

    /// Shifts the next due search by an eighth of the time between searches for each unit of `spread`.
    pub(crate) fn spread_searches(&mut self, spread: u32) {
        self.matcher.spread_searches(spread);
    }

    /// Returns whether the next update will read the goal.
    pub(crate) fn will_search(
        &self,
        index: &Index,
        dt_secs: f64,
        input_changed: bool,
        search: &Search<'_>,
    ) -> bool {
        self.matcher
            .will_search(index, dt_secs, input_changed, search)
    }

    /// Holds a pose for `dt_secs`. With a pose in `begin`, blends into that pose. With `None`, keeps the pose that is
    /// already held.
    pub(crate) fn hold(
        &mut self,
        index: &Index,
        source: &impl PoseSource,
        dt_secs: f64,
        begin: Option<PoseId>,
    ) -> Result<(), PlaybackError> {
        if let Some(pose) = begin {
            let mut on = self.matcher.clone();
            on.play_on(index, dt_secs);
            source.motion(on.state().pose, on.state().part, &mut self.scratch.before);
            source.motion(pose, 0.0, &mut self.scratch.plays);
            self.rig.check(&self.scratch.before)?;
            self.rig.check(&self.scratch.plays)?;
            self.scratch.plays.stop();
            std::mem::swap(&mut self.plays, &mut self.scratch.plays);
        }
        self.matcher.hold(dt_secs, begin);
        self.blend.advance(dt_secs);
        if begin.is_some() {
            self.is_held = true;
            self.start_blend(dt_secs)?;
        }
        self.blend.apply_pose(&self.plays, &mut self.blended)?;
        self.has_shown = true;
        self.walk(dt_secs);
        Ok(())
    }

    /// Starts a blend from the motion `from` into the pose `to`, with the root at `place`. Playback continues from
    /// `to`.
    pub(crate) fn take_over(
        &mut self,
        source: &impl PoseSource,
        from: &Motion,
        to: PoseId,
        place: Place,
    ) -> Result<(), PlaybackError> {
        source.motion(to, 0.0, &mut self.scratch.plays);
        self.rig.check(&self.scratch.plays)?;
        self.blend.jump(from, &self.scratch.plays)?;
        std::mem::swap(&mut self.plays, &mut self.scratch.plays);
        self.matcher.hold(0.0, Some(to));
        self.blended.clone_from(from);
        self.shown.clone_from(from);
        self.place = place;
        (self.has_shown, self.is_held) = (true, false);
        if let Some(legs) = &mut self.legs {
            legs.reset();
        }
        Ok(())
    }

    /// Plants the feet of a given pose on the ground that the last update found below the feet. Without a foot lock,
    /// the pose is unchanged.
    pub(crate) fn plant_pose(
        &mut self,
        hips_m: &mut [f32; 3],
        rotations: &mut [[f32; 4]],
    ) -> Result<(), MotionError> {
        let pose = &mut self.scratch.before;
        pose.clone_from(&self.blended);
        pose.stop();
        pose.hips_m = *hips_m;
        pose.rotations.clear();
        pose.rotations.extend_from_slice(rotations);
        self.rig.check(pose)?;
        if let Some(legs) = &self.legs {
            legs.hold(&self.rig, &self.place, pose, &mut self.scratch.world);
            *hips_m = pose.hips_m;
            rotations.copy_from_slice(&pose.rotations);
        }
        Ok(())
    }

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) {
        let joints = self.rig.joint_count();
        self.matcher.visit(archive);
        self.blend.visit(archive, joints);
        if let Some(legs) = &mut self.legs {
            legs.visit(archive);
        }
        archive.f64s(&mut self.place.position_m);
        archive.f64s(std::slice::from_mut(&mut self.place.heading_rad));
        archive.bool(&mut self.has_shown);
        archive.bool(&mut self.is_held);
        for motion in [&mut self.plays, &mut self.blended, &mut self.shown] {
            motion.visit(archive, joints);
        }
    }
}
