//! Similar poses: the results of `similar("walk.bvh", 30, 10)` in queries.
//!
//! Two poses are alike if hips, feet and hands have similar positions and velocities relative to the character,
//! whatever comes before and after. The trajectory, which motion matching also uses, is left out: it would exclude the
//! last second of each clip, which has no known trajectory. Otherwise the features are the same as in motion matching,
//! and all feature groups have equal weights.
//!
//! An answer is a list of *places*: the nearest pose, then the nearest pose more than half a second away from it, and
//! so on. Neighbouring poses are almost equally near, so a plain list of the nearest poses would show the same place
//! many times. If frames are given as a range, every range of the same duration is compared, at up to [`MAX_SAMPLES`]
//! frames. Ranges of other durations, which show the motion at other speeds, are not compared.
//!
//! All poses, 28 numbers each, are compared in one pass. The bounding boxes of the index would find the nearest pose
//! much faster, but every further place would need a search that rejects everything near earlier places.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use footwork_base::{FrameRange, FrameRate, Id, Role, to_f32};
use footwork_clip::{Clip, ClipError, Motion};
use footwork_library::{ComparedPoses, PoseClip, PoseComparison, SimilarPlace};
use footwork_matching::{
    ChannelTrack, ClipEnd, Group, Index, IndexBuilder, Joint, JointTrack, MotionClip, PoseId,
    Schema, Source,
};
use footwork_store::Progress;
use footwork_tags::{ClipId, Similar};

use super::root;
use super::saved::nearest_frame;

/// The name of this task in progress reports.
const COMPARING: &str = "comparing poses";
/// The rate of the compared poses, in frames per second.
const RATE: u64 = 60;
/// The minimum distance between places in one clip, as a fraction of a second.
const APART_SECS: (u64, u64) = (1, 2);
/// The maximum number of frames at which two ranges are compared.
const MAX_SAMPLES: u32 = 16;
/// The compared joints. The first is the hips.
const JOINTS: [Role; 5] = [
    Role::Hips,
    Role::LeftFoot,
    Role::RightFoot,
    Role::LeftHand,
    Role::RightHand,
];
const HEIGHT: &str = "hip height";

/// Compares poses by hips, feet and hands.
#[derive(Clone, Copy, Debug, Default)]
pub struct SimilarPoses;

impl PoseComparison for SimilarPoses {
    fn roles(&self) -> &[Role] {
        &JOINTS
    }

    fn index(&self, clips: &[PoseClip<'_>], progress: &dyn Progress) -> Box<dyn ComparedPoses> {
        progress.begin(COMPARING, clips.len());
        let mut compared = Vec::new();
        let mut failures = Vec::new();
        let Some((rate, schema)) = schema() else {
            return Box::new(Compared::default());
        };
        let mut builder = IndexBuilder::new(schema);
        for clip in clips {
            match add(&mut builder, clip) {
                Ok(loops) => compared.push(ComparedClip {
                    id: clip.id,
                    frames: clip.frames,
                    rate: clip.rate,
                    loops,
                }),
                Err(error) => failures.push((clip.id, error)),
            }
            progress.step(COMPARING);
        }
        Box::new(Compared::new(builder.build(), rate, compared, failures))
    }
}

/// Returns the groups of features, and the rate of poses.
fn schema() -> Option<(FrameRate, Schema)> {
    let rate = FrameRate::whole(RATE)?;
    let group = |name: String, source| Group {
        name,
        weight: 1.0,
        source,
    };
    let height = Source::Channel {
        name: HEIGHT.to_owned(),
        mirrored: HEIGHT.to_owned(),
        is_negated: false,
    };
    let mut groups = vec![group(HEIGHT.to_owned(), height)];
    for role in JOINTS {
        let joint = || Joint::from_role(role);
        if role != Role::Hips {
            groups.push(group(format!("{role} position"), Source::Position(joint())));
        }
        groups.push(group(format!("{role} velocity"), Source::Velocity(joint())));
    }
    Some((rate, Schema::new(rate, groups).ok()?))
}

/// Adds a clip. Returns whether it was added as a loop.
fn add(builder: &mut IndexBuilder, clip: &PoseClip<'_>) -> Result<bool, ClipError> {
    let loaded = clip.motion.read()?;
    let tracks = tracks(&loaded.clip)?;
    let heights: Vec<f32> = tracks[0].iter().map(|at| at[1]).collect();
    let motion = Motion::new(&loaded.clip);
    let headings_rad = motion.headings_rad();
    let is_loop = loaded.clip.is_looping();
    let root = root::of(&tracks[0], headings_rad, loaded.clip.rate(), is_loop);
    let joints = JOINTS.iter().zip(&tracks);
    let joints: Vec<JointTrack<'_>> = joints
        .map(|(role, positions_m)| JointTrack {
            name: role.name(),
            positions_m,
        })
        .collect();
    let channels = [ChannelTrack {
        name: HEIGHT,
        values: &heights,
    }];
    let mut add_as = |end| {
        builder.add_clip(&MotionClip {
            name: clip.name,
            rate: loaded.clip.rate(),
            end,
            with_mirrored: false,
            root: &root,
            joints: &joints,
            channels: &channels,
        })
    };
    if loaded.clip.is_looping() && add_as(ClipEnd::Loop).is_ok() {
        return Ok(true);
    }
    // A loop whose ends do not meet is treated as a clip that does not loop.
    match add_as(ClipEnd::Cut) {
        Ok(_) => Ok(false),
        Err(error) => Err(refused(
            "not-indexed",
            format!("its poses cannot be compared: {error}"),
        )),
    }
}

/// Returns the positions of the joints on each frame.
fn tracks(clip: &Clip) -> Result<[Vec<[f32; 3]>; JOINTS.len()], ClipError> {
    let motion = Motion::new(clip);
    let roles = clip.skeleton().roles();
    let mut tracks = [const { Vec::new() }; JOINTS.len()];
    for (role, track) in JOINTS.into_iter().zip(&mut tracks) {
        let Some(joint) = roles.joint(role) else {
            return Err(refused(
                "changed",
                format!("no joint has the role {role} any more"),
            ));
        };
        let positions = motion.positions().joint(joint);
        *track = positions.map(|at| at.map(to_f32)).collect();
    }
    Ok(tracks)
}

fn refused(code: &'static str, message: String) -> ClipError {
    ClipError {
        position: None,
        code,
        message,
        hint: None,
    }
}

/// A clip of the index.
#[derive(Clone, Copy, Debug)]
struct ComparedClip {
    id: ClipId,
    frames: u32,
    rate: FrameRate,
    loops: bool,
}

/// The poses of a library.
#[derive(Debug, Default)]
struct Compared {
    index: Option<(Index, FrameRate)>,
    /// The clips in the order of the index.
    clips: Vec<ComparedClip>,
    places: HashMap<ClipId, usize>,
    /// The weight of a difference in each feature.
    scales: Vec<f32>,
    failures: Vec<(ClipId, ClipError)>,
}

/// The frames at which ranges are compared, relative to the first frame and at the rate of the index.
struct Samples {
    offsets: Vec<u32>,
    /// The features of the given frames at these offsets, in order.
    goals: Vec<f32>,
}

/// A candidate: the bits of its cost, its clip and its first frame. The bits sort like the costs, because costs are
/// never negative. `Reverse` makes a heap return the lowest cost first.
type Candidate = Reverse<(u32, u32, u32)>;

impl Compared {
    fn new(
        index: Index,
        rate: FrameRate,
        clips: Vec<ComparedClip>,
        failures: Vec<(ClipId, ClipError)>,
    ) -> Self {
        let groups = index.schema().groups().iter();
        let weights = groups
            .flat_map(|group| std::iter::repeat_n(group.weight, group.source.feature_count()));
        let scales = weights.enumerate();
        let scales = scales.map(|(feature, weight)| weight / index.feature_deviation(feature));
        let ids = clips.iter().enumerate();
        Self {
            places: ids.map(|(place, clip)| (clip.id, place)).collect(),
            scales: scales.collect(),
            index: Some((index, rate)),
            clips,
            failures,
        }
    }

    /// Writes the features of all poses of a clip, one after the other.
    fn rows(index: &Index, place: usize, rows: &mut Vec<f32>) {
        let width = index.schema().feature_count();
        let (Some(clip), Some(indexed)) = (
            footwork_matching::ClipId::from_index(place),
            index.clips().get(place),
        ) else {
            return rows.clear();
        };
        rows.clear();
        rows.resize(indexed.frame_count() as usize * width, 0.0);
        for (frame, row) in (0..).zip(rows.chunks_exact_mut(width)) {
            let pose = PoseId {
                clip,
                frame,
                mirrored: false,
            };
            index.features(pose, row);
        }
    }

    /// Returns the samples of the given frames; `None` if their clip could not be read.
    fn samples(&self, asked: &Similar) -> Option<Samples> {
        let (index, rate) = self.index.as_ref()?;
        let place = *self.places.get(&asked.clip)?;
        let clip = self.clips.get(place)?;
        let count = index.clips().get(place)?.frame_count();
        let mut rows = Vec::new();
        Self::rows(index, place, &mut rows);
        let first = nearest_frame(asked.frames.start(), clip.rate, *rate);
        let last = nearest_frame(asked.frames.frame_count() - 1, clip.rate, *rate);
        let samples = last.saturating_add(1).min(MAX_SAMPLES);
        let width = self.scales.len();
        let mut found = Samples {
            offsets: Vec::new(),
            goals: Vec::new(),
        };
        for sample in 0..samples {
            let way = u64::from(sample) * u64::from(last);
            let offset = way / u64::from(samples - 1).max(1);
            let offset = u32::try_from(offset).unwrap_or(last);
            let frame = first.saturating_add(offset);
            // The last frame of a loop repeats the first, so the first is used.
            let frame = if clip.loops {
                frame % count.max(1)
            } else {
                frame.min(count.checked_sub(1)?)
            };
            let row = frame as usize * width;
            found.offsets.push(offset);
            found.goals.extend_from_slice(rows.get(row..row + width)?);
        }
        Some(found)
    }

    /// Returns every range that lies inside its clip, with its cost.
    fn candidates(&self, index: &Index, samples: &Samples) -> BinaryHeap<Candidate> {
        let width = self.scales.len();
        let last = samples.offsets.last().copied().unwrap_or_default();
        let mut rows = Vec::new();
        let mut candidates = Vec::new();
        for place in 0..self.clips.len() {
            Self::rows(index, place, &mut rows);
            let count = u32::try_from(rows.len() / width.max(1)).unwrap_or(u32::MAX);
            let number = u32::try_from(place).unwrap_or(u32::MAX);
            for start in 0..count.saturating_sub(last) {
                let goals = samples.goals.chunks_exact(width);
                let costs = samples.offsets.iter().zip(goals).map(|(offset, goal)| {
                    let row = (start + offset) as usize * width;
                    self.cost(goal, &rows[row..row + width])
                });
                let cost: f32 = costs.sum();
                candidates.push(Reverse((cost.to_bits(), number, start)));
            }
        }
        candidates.into()
    }

    fn cost(&self, goal: &[f32], row: &[f32]) -> f32 {
        let differences = goal.iter().zip(row).zip(&self.scales);
        let squares = differences.map(|((goal, value), scale)| {
            let difference = (value - goal) * scale;
            difference * difference
        });
        squares.sum()
    }

    /// Returns the nearest candidates that are far enough from each other and from the given frames. `numbers` is the
    /// number of features compared per candidate; distances are averages over these features.
    fn choose(
        &self,
        asked: &Similar,
        rate: FrameRate,
        mut candidates: BinaryHeap<Candidate>,
        numbers: f32,
    ) -> Vec<SimilarPlace> {
        let given = self
            .places
            .get(&asked.clip)
            .map(|&place| (place, self.clips[place]));
        let mut taken: HashMap<usize, Taken> = HashMap::new();
        let mut found = Vec::new();
        if let Some((place, clip)) = given {
            taken
                .entry(place)
                .or_insert_with(|| Taken::new(clip))
                .take(asked.frames);
        }
        let given_rate = given.map_or(rate, |(_, clip)| clip.rate);
        while found.len() < asked.count as usize
            && let Some(Reverse((cost, place, start))) = candidates.pop()
        {
            let place = place as usize;
            let Some(clip) = self.clips.get(place).copied() else {
                continue;
            };
            let Some(range) = range(
                clip,
                nearest_frame(start, rate, clip.rate),
                asked,
                given_rate,
            ) else {
                continue;
            };
            let taken = taken.entry(place).or_insert_with(|| Taken::new(clip));
            if taken.is_free(range) {
                taken.take(range);
                found.push(SimilarPlace {
                    clip: clip.id,
                    range,
                    distance: (f32::from_bits(cost) / numbers).sqrt(),
                });
            }
        }
        found
    }
}

/// Returns the frames of a clip from `first` on, for the same duration as the given frames or up to the clip's end. A
/// single frame stays a single frame.
fn range(clip: ComparedClip, first: u32, asked: &Similar, given: FrameRate) -> Option<FrameRange> {
    let first = first.min(clip.frames.checked_sub(1)?);
    let length = match asked.frames.frame_count() {
        1 => 1,
        frames => nearest_frame(frames, given, clip.rate).max(1),
    };
    FrameRange::new(first, first.saturating_add(length).min(clip.frames))
}

/// The frames of a clip that are in a chosen place or too near to a chosen place.
struct Taken {
    clip: ComparedClip,
    frames: Vec<bool>,
}

impl Taken {
    fn new(clip: ComparedClip) -> Self {
        Self {
            clip,
            frames: vec![false; clip.frames as usize],
        }
    }

    /// Returns whether a range is far enough from all taken ranges. It suffices to check both ends of the range: a mark
    /// covers a taken range with its surroundings, so a mark is at least as long as the range, unless it reaches an end
    /// of the clip. A mark that overlaps the range therefore covers at least one end of the range.
    fn is_free(&self, range: FrameRange) -> bool {
        let is_taken = |frame: u32| self.frames.get(frame as usize).copied().unwrap_or(true);
        !is_taken(range.start()) && !is_taken(range.stop() - 1)
    }

    fn take(&mut self, range: FrameRange) {
        let rate = self.clip.rate;
        let near = u128::from(rate.numerator()) * u128::from(APART_SECS.0)
            / (u128::from(rate.denominator()) * u128::from(APART_SECS.1));
        let near = i64::try_from(near).unwrap_or(i64::MAX / 4);
        let (start, stop) = (
            i64::from(range.start()) - near,
            i64::from(range.stop()) + near,
        );
        let frames = i64::from(self.clip.frames);
        // Marks wrap around the seam of a loop, whose last frame repeats the first.
        let round = frames - 1;
        let shifts = if self.clip.loops {
            [-round, 0, round]
        } else {
            [0; 3]
        };
        for shift in shifts {
            let own = (start + shift).clamp(0, frames)..(stop + shift).clamp(0, frames);
            let index = |frame: i64| usize::try_from(frame).unwrap_or_default();
            self.frames[index(own.start)..index(own.end)].fill(true);
        }
    }
}

impl ComparedPoses for Compared {
    fn similar(&self, asked: &Similar) -> Vec<SimilarPlace> {
        let (Some((index, rate)), Some(samples)) = (&self.index, self.samples(asked)) else {
            return Vec::new();
        };
        let numbers = samples.goals.iter().map(|_| 1.0_f32).sum();
        self.choose(asked, *rate, self.candidates(index, &samples), numbers)
    }

    fn failures(&self) -> &[(ClipId, ClipError)] {
        &self.failures
    }
}

#[cfg(test)]
mod tests;
