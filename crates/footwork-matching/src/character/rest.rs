//! Rest without a clip that ends at rest: the character holds the standing pose that fits best.

use crate::character::input::Input;
use crate::character::{Character, Repertoire};
use crate::matcher::Seen;
use crate::motion::Motion;
use crate::place::Place;
use crate::playback::PlaybackError;
use crate::pose_id::PoseId;
use crate::schema::{MAX_FEATURES, Source};
use crate::search::Match;

/// The time that the input must ask for rest before the character holds a pose, in seconds. Until then, a search may
/// find a clip that ends at rest.
const SETTLE_SECS: f64 = 0.25;
/// A pose is at rest if its root at the farthest horizon is less than this away, in metres. An input asks for rest if
/// its path ends less than this away.
pub(super) const REST_M: f32 = 0.15;
/// The time in which the matcher may jump to a clip that ends at rest, in seconds.
const FOUND_SECS: f64 = 0.75;
/// The number of nearest poses among which a pose with both feet standing is searched.
const CANDIDATES: usize = 32;
/// The minimum number of poses in which the height of the soles is measured. If there are fewer, all poses are
/// measured.
const SOLE_SAMPLES: usize = 256;

impl<R: Repertoire> Character<R> {
    /// Returns which pose is held in this update: `None` for no pose, `Some(None)` for the pose that is already held,
    /// and `Some(Some(pose))` for a new pose.
    pub(super) fn held(
        &self,
        rest_secs: f64,
        input: &Input<'_>,
        seen: Option<&mut Seen>,
    ) -> Result<Option<Option<PoseId>>, PlaybackError> {
        let index = self.repertoire.index();
        let state = self.playback.matcher().state();
        let is_allowed = |pose| input.filter.is_none_or(|filter| filter.allows(index, pose));
        if self.playback.is_held() {
            // A clip that ends at rest plays on.
            let is_held = !self.is_still(state.pose) && is_allowed(state.pose);
            let goes_on = rest_secs > 0.0 && is_held;
            return Ok(goes_on.then_some(None));
        }
        if rest_secs < SETTLE_SECS || self.is_still(state.pose) {
            return Ok(None);
        }
        let mut features = [0.0; MAX_FEATURES];
        let features = &mut features[..index.schema().feature_count()];
        if !self.goal.write(index, state.pose, features) {
            return Ok(None);
        }
        let mut start = 0;
        for group in index.schema().groups() {
            let stop = start + group.source.feature_count();
            if matches!(group.source, Source::Velocity(_)) {
                features[start..stop].fill(0.0);
            }
            start = stop;
        }
        let mut best = [Match::default(); CANDIDATES];
        let found = index.top(features, &input.search(), &mut best);
        let count = found.map_err(crate::matcher::MatchError::from)?;
        let best = &best[..count];
        let still = best.iter().find(|found| self.is_still(found.pose));
        if still.is_some() && rest_secs < FOUND_SECS {
            return Ok(None);
        }
        let stands = |found: &&Match| self.repertoire.standing(found.pose) == [true; 2];
        let Some(chosen) = still.or(best.iter().find(stands)).or(best.first()) else {
            return Ok(None);
        };
        if let Some(seen) = seen {
            let poses = [state.pose, chosen.pose];
            seen.note_rest(index, features, &input.search(), poses, best);
        }
        Ok(Some(Some(chosen.pose)))
    }

    /// Returns whether the root at the farthest horizon is less than [`REST_M`] from its position in a pose.
    fn is_still(&self, pose: PoseId) -> bool {
        let index = self.repertoire.index();
        let mut features = [0.0; MAX_FEATURES];
        let features = &mut features[..index.schema().feature_count()];
        if !index.is_candidate(pose) || !index.features(pose, features) {
            return false;
        }
        let mut start = 0;
        for group in index.schema().groups() {
            let stop = start + group.source.feature_count();
            if let (Source::TrajectoryPosition { .. }, [.., x, z]) =
                (&group.source, &features[start..stop])
            {
                return x * x + z * z < REST_M * REST_M;
            }
            start = stop;
        }
        false
    }
}

/// Returns the median height of the foot joints above the ground, over the poses in which they stand. Returns 0 if they
/// never stand.
pub(super) fn sole_m(repertoire: &impl Repertoire) -> f32 {
    let (index, rig) = (repertoire.index(), repertoire.rig());
    let mut motion = Motion::new(rig.joint_count());
    let mut world = Vec::new();
    let mut heights = Vec::new();
    let stride = (index.candidate_count() / SOLE_SAMPLES).max(1);
    for pose in index.candidates().step_by(stride) {
        let stands = repertoire.standing(pose);
        if stands == [false; 2] {
            continue;
        }
        repertoire.motion(pose, 0.0, &mut motion);
        if rig.check(&motion).is_err() {
            continue;
        }
        rig.legs_world(&motion, &Place::default(), &mut world);
        for (joint, stands) in rig.feet().into_iter().zip(stands) {
            if stands {
                heights.push(world[joint].position_m[1]);
            }
        }
    }
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 2).copied().unwrap_or(0.0)
}
