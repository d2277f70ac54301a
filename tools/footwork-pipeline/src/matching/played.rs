//! A recording of the poses that a character showed, as a clip.

use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate, Id, to_f32};
use footwork_clip::{Clip, ClipParts, ClipShapeError, Skeleton, StripLane};
use footwork_matching::{Playback, PoseId, PoseSource};

use super::body::turned;
use super::character::ClipCharacter;

/// A recording of the poses that a character showed, as a clip.
#[derive(Clone, Debug)]
pub struct PlayedClip {
    skeleton: Arc<Skeleton>,
    positions_m: Vec<[f64; 3]>,
    rotations: Vec<[f32; 4]>,
    poses: Vec<PoseId>,
    stands: Vec<[bool; 2]>,
    jumps: Vec<f64>,
}

impl PlayedClip {
    /// Creates an empty recording for this character.
    pub fn new(character: &ClipCharacter) -> Self {
        Self {
            skeleton: Arc::clone(character.skeleton()),
            positions_m: Vec::new(),
            rotations: Vec::new(),
            poses: Vec::new(),
            stands: Vec::new(),
            jumps: Vec::new(),
        }
    }

    /// Adds the displayed pose.
    pub fn push(&mut self, character: &ClipCharacter, playback: &Playback) {
        let state = playback.matcher().state();
        if state.since_jump_secs == 0.0 {
            self.jumps.push(self.poses.len() as f64);
        }
        self.poses.push(state.pose);
        self.stands.push(character.standing(state.pose));
        let (shown, place) = (playback.shown(), playback.place());
        let hips = playback.joints_m()[0];
        self.positions_m.push(hips.map(f64::from));
        for (joint, rotation) in shown.rotations.iter().enumerate() {
            let rotation = rotation.map(f64::from);
            let turned = match joint {
                0 => turned(place.heading_rad, rotation),
                _ => rotation,
            };
            let length = turned.iter().map(|part| part * part).sum::<f64>().sqrt();
            self.rotations
                .push(turned.map(|part| to_f32(part / length)));
        }
    }

    /// Returns the lanes of a strip: the frames on which each foot stands in the played clips, the frames at which
    /// playback jumped, and the frames of each clip.
    pub fn lanes(&self, character: &ClipCharacter) -> Vec<StripLane> {
        let lane = |label: &str, is_on: &dyn Fn(usize) -> bool| StripLane {
            label: label.to_owned(),
            ranges: ranges(self.poses.len(), is_on),
            ..StripLane::default()
        };
        let mut lanes = vec![
            lane("left stands", &|frame| self.stands[frame][0]),
            lane("right stands", &|frame| self.stands[frame][1]),
            StripLane {
                label: "jumps".to_owned(),
                marks: self.jumps.clone(),
                ..StripLane::default()
            },
        ];
        for (place, clip) in character.poses().index().clips().iter().enumerate() {
            let clip = lane(file_stem(clip.name()), &|frame| {
                self.poses[frame].clip.index() == place
            });
            if !clip.ranges.is_empty() {
                lanes.push(clip);
            }
        }
        lanes
    }

    /// Returns the clip.
    ///
    /// # Errors
    /// If no pose was added.
    pub fn to_clip(&self, rate: FrameRate) -> Result<Clip, ClipShapeError> {
        Clip::new(ClipParts {
            skeleton: Arc::clone(&self.skeleton),
            rate,
            looping: false,
            root_positions: self.positions_m.clone(),
            rotations: self.rotations.clone(),
            translations: None,
        })
    }
}

/// Returns the runs of frames for which `is_on` holds.
fn ranges(frames: usize, is_on: impl Fn(usize) -> bool) -> Vec<FrameRange> {
    let mut ranges = Vec::new();
    let mut start = None;
    for frame in 0..=frames {
        let here = u32::try_from(frame).unwrap_or(u32::MAX);
        match (frame < frames && is_on(frame), start) {
            (true, None) => start = Some(here),
            (false, Some(first)) => {
                ranges.extend(FrameRange::new(first, here));
                start = None;
            }
            _ => {}
        }
    }
    ranges
}

/// Returns the name of a clip without folders and extension.
fn file_stem(name: &str) -> &str {
    let file = name.rsplit_once('/').map_or(name, |(_, file)| file);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
