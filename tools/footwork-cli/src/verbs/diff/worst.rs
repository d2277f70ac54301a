//! A picture of the frames at which two versions of a clip differ most: the old motion above the new.

use std::path::Path;

use footwork::base::{FrameRange, to_u32};
use footwork_clip::{Clip, LoadedClip, Motion, StripLane, StripOptions, draw_strips};
use footwork_library::Whole;
use footwork_pipeline::{ClipDifference, PoseDifference};
use footwork_sidecar::Quantity;

use crate::failure::Failure;
use crate::output::{Speech, note};
use crate::output_file::save;

/// The number of figures per second, and the number of figures on each side of the worst frame; together they cover a
/// second.
const FIGURES_PER_SEC: f64 = 10.0;
const FIGURES_PER_SIDE: u32 = 5;

/// The clip whose poses differ most so far, in both its versions.
#[derive(Default)]
pub(super) struct Worst(Option<Place>);

struct Place {
    name: String,
    old: Clip,
    new: Clip,
    poses: PoseDifference,
}

impl Worst {
    /// Keeps a pair of versions if their poses differ more than those of all earlier pairs.
    pub(super) fn see(
        &mut self,
        name: &str,
        (old, new): (&LoadedClip, &LoadedClip),
        difference: &ClipDifference,
    ) {
        let Some(poses) = &difference.poses else {
            return;
        };
        let so_far = self.0.as_ref().map_or(0.0, |place| place.poses.worst_m);
        if poses.worst_m > so_far {
            self.0 = Some(Place {
                name: name.to_owned(),
                old: old.clip.clone(),
                new: new.clip.clone(),
                poses: poses.clone(),
            });
        }
    }

    /// Writes the picture and returns `true`. If no poses differ, prints a note and returns `false`.
    pub(super) fn draw(&self, path: &Path, whole: &Whole, speech: Speech) -> Result<bool, Failure> {
        let Some(place) = &self.0 else {
            let message = "no poses differ, so there is no place to draw";
            speech.note(&[note(&path.display().to_string(), "no-strip", message)]);
            return Ok(false);
        };
        let png = place.picture()?;
        save(path, &png, whole, speech)?;
        Ok(true)
    }
}

impl Place {
    fn picture(&self) -> Result<Vec<u8>, Failure> {
        let secs = f64::from(self.poses.frame) * self.new.rate().period_secs();
        let far = Quantity::Length.show(self.poses.worst_m);
        let mut parts = Vec::new();
        for (clip, title) in [
            (&self.old, format!("old {}", self.name)),
            (
                &self.new,
                format!("new {}: {far} at {}", self.name, self.poses.joint),
            ),
        ] {
            let Some(shown) = Shown::around(clip, secs) else {
                continue;
            };
            let failed = |message: String| Failure::plain("strip", message);
            let part = clip
                .slice(shown.range)
                .map_err(|error| failed(error.to_string()))?;
            let ratio = clip.rate().as_f64() / self.new.rate().as_f64();
            let options = StripOptions {
                title,
                first_frame: shown.range.start(),
                every: Some(shown.every),
                lanes: vec![self.lane(&shown, ratio)],
                ..StripOptions::default()
            };
            parts.push((part, options));
        }
        let motions: Vec<Motion<'_>> = parts.iter().map(|(part, _)| Motion::new(part)).collect();
        let strips: Vec<_> = motions
            .iter()
            .zip(parts.iter().map(|(_, options)| options))
            .collect();
        draw_strips(&strips).map_err(|error| Failure::plain("strip", error.to_string()))
    }

    /// Returns the lane that marks the differing frames. `ratio` is the number of frames of this version per frame of
    /// the new version.
    fn lane(&self, shown: &Shown, ratio: f64) -> StripLane {
        let first = shown.range.start();
        let frame = |frame: u32| to_u32((f64::from(frame) * ratio).round());
        let ranges = self.poses.ranges.iter().filter_map(|range| {
            let range = FrameRange::new(frame(range.start()), frame(range.stop()))?;
            let range = range.intersection(shown.range)?;
            FrameRange::new(range.start() - first, range.stop() - first)
        });
        StripLane {
            label: "differs".to_owned(),
            ranges: ranges.collect(),
            marks: vec![f64::from(shown.worst - first)],
            ..StripLane::default()
        }
    }
}

/// The drawn frames of a version.
struct Shown {
    range: FrameRange,
    /// The frame at which the versions differ most.
    worst: u32,
    /// The number of frames between figures. The first, the last and the worst frame have figures.
    every: u32,
}

impl Shown {
    /// Returns the frames around a time in seconds; `None` if the clip has no frame there.
    fn around(clip: &Clip, secs: f64) -> Option<Self> {
        let rate = clip.rate().as_f64();
        let last = clip.frame_count().checked_sub(1)?;
        let worst = to_u32((secs * rate).round()).min(last);
        let every = to_u32((rate / FIGURES_PER_SEC).round()).max(1);
        let side = |frames: u32| (frames / every).min(FIGURES_PER_SIDE) * every;
        let (start, end) = (worst - side(worst), worst + side(last - worst));
        Some(Self {
            range: FrameRange::new(start, end.checked_add(1)?)?,
            worst,
            every,
        })
    }
}
