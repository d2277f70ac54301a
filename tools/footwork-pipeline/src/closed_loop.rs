//! Closed loops: the best cycle of a clip, with its seam blended and its feet planted.

use footwork_base::{FrameRange, to_u32};
use footwork_clip::{Clip, Cycle, CycleSearch, Finding};

use crate::plant::{EASE_SECS, PlantError, plant_feet, standing_frames};

/// Options for making a loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopOptions {
    /// The minimum length of the cycle in seconds.
    pub min_secs: f64,
    /// The maximum length of the cycle in seconds; may be infinite.
    pub max_secs: f64,
    /// The time in which the blend fades out on either side of the seam, in seconds.
    pub blend_secs: f64,
}

impl Default for LoopOptions {
    /// Cycles of at least 0.5 s, blended over 0.2 s.
    fn default() -> Self {
        Self {
            min_secs: 0.5,
            max_secs: f64::INFINITY,
            blend_secs: 0.2,
        }
    }
}

/// A clip that loops.
#[derive(Clone, Debug)]
pub struct ClosedLoop {
    /// The motion.
    pub clip: Clip,
    /// The cycle of the source from which the loop was made.
    pub cycle: Cycle,
    /// A finding about planting the feet: the changes, or why the feet may slide. `None` for a body that steps in
    /// place.
    pub feet: Option<Finding>,
}

impl ClosedLoop {
    /// Returns the findings about the chosen cycle and about the feet.
    pub fn findings(&self) -> Vec<Finding> {
        let [start, stop] = [self.cycle.frames.start(), self.cycle.frames.stop()];
        let gap_cm = 100.0 * self.cycle.gap_m;
        let gap_mps = self.cycle.gap_mps;
        let cycle = Finding {
            code: "cycle",
            position: None,
            message: format!(
                "frames {start} to {stop} are the best cycle; before the blend, the joints at its seam were {gap_cm:.1} cm and {gap_mps:.2} m/s apart"
            ),
        };
        std::iter::once(cycle).chain(self.feet.clone()).collect()
    }
}

/// Returns the best cycle within these frames as a loop; `None` if the motion does not return to a pose that it has
/// left.
///
/// The blend moves feet, so standing feet are held in place afterwards if the legs are known.
pub fn closed_loop(clip: &Clip, frames: FrameRange, options: &LoopOptions) -> Option<ClosedLoop> {
    let cycle = clip.best_cycle(CycleSearch {
        frames,
        min_secs: options.min_secs,
        max_secs: options.max_secs,
    })?;
    let blend = to_u32((options.blend_secs * clip.rate().as_f64()).round()).max(1);
    let closed = clip.closed_cycle(cycle.frames, blend)?;
    let contacts = standing_frames(clip).map(|frames| {
        let [start, stop] = [cycle.frames.start(), cycle.frames.stop()].map(|frame| frame as usize);
        let mut inside = frames?.get(start..stop)?.to_vec();
        // In a loop, the last frame is the first one again.
        let ends = [inside.first()?, inside.last()?];
        let is_at_seam = ends.into_iter().any(|stands| *stands);
        *inside.first_mut()? = is_at_seam;
        *inside.last_mut()? = is_at_seam;
        Some(inside)
    });
    let (clip, feet) = match plant_feet(&closed, &contacts, EASE_SECS) {
        Ok(planted) => {
            let feet = planted.finding();
            (planted.clip, Some(feet))
        }
        Err(PlantError::InPlace) => (closed, None),
        Err(error) => {
            let feet = Finding {
                code: "feet-not-planted",
                position: None,
                message: format!("its feet may slide near the seam: {error}"),
            };
            (closed, Some(feet))
        }
    };
    Some(ClosedLoop { clip, cycle, feet })
}
