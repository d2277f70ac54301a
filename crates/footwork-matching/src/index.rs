//! The index: every pose as a row of small numbers, and boxes around them.

use std::ops::Range;

use footwork_base::{FrameRate, SimdLevel, SupportedLevel};

use crate::blocks::Blocks;
use crate::levels::Levels;
use crate::motion_clip::{ClipEnd, ClipId};
use crate::packed::Packed;
use crate::pose_id::{PoseId, PoseSpan};
use crate::schema::Schema;
use crate::store::Store;

/// The largest stored number.
pub(crate) const MAX_CODE: u16 = 65_534;

/// How a feature is stored: `low + code * step`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Feature {
    pub(crate) low: f32,
    /// The step of the code, or 0 if the feature is equal in all poses and therefore not stored.
    pub(crate) step: f32,
    /// The deviation of the feature's group.
    pub(crate) deviation: f32,
}

/// A clip of an index.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexedClip {
    pub(crate) name: String,
    pub(crate) rate: FrameRate,
    pub(crate) end: ClipEnd,
    pub(crate) with_mirrored: bool,
    /// The number of frames at the clip's own rate.
    pub(crate) source_frames: u32,
    /// The number of frames at the rate of the index.
    pub(crate) frames: u32,
    /// The number of poses in all earlier clips.
    pub(crate) first_pose: u32,
}

impl IndexedClip {
    /// Returns the name of the clip.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns how the clip ends.
    pub fn end(&self) -> ClipEnd {
        self.end
    }

    /// Returns whether the index has the mirrored twin of the clip.
    pub fn has_mirrored(&self) -> bool {
        self.with_mirrored
    }

    /// Returns the frame rate of the clip, which may differ from the rate of the index.
    pub fn rate(&self) -> FrameRate {
        self.rate
    }

    /// Returns the number of frames at the clip's own rate.
    pub fn source_frames(&self) -> u32 {
        self.source_frames
    }

    /// Returns the number of frames at the rate of the index. The last frame of a loop does not count, because it
    /// repeats the first frame.
    pub fn frame_count(&self) -> u32 {
        self.frames
    }

    fn twins(&self) -> u32 {
        1 + u32::from(self.with_mirrored)
    }
}

/// Poses of motion clips, ready to be searched.
///
/// An index takes about 50 bytes per pose for 27 features. It never changes, can be searched from any number of
/// threads, and gives the same bits on every machine. [`IndexBuilder`](crate::IndexBuilder) builds one.
#[derive(Clone, Debug)]
pub struct Index {
    pub(crate) schema: Schema,
    pub(crate) clips: Vec<IndexedClip>,
    /// How each feature of the schema is stored.
    pub(crate) features: Vec<Feature>,
    /// The stored features, in descending order of their share of the cost.
    pub(crate) order: Vec<u16>,
    /// The group of each stored feature.
    pub(crate) groups: Vec<usize>,
    pub(crate) levels: Levels,
    /// The words of blocks of 16 poses: first the candidates, then the poses that are only played.
    pub(crate) words: Store,
    /// The first bit of each block in the streams of its lanes, and the end of the last block.
    pub(crate) starts: Store,
    /// The pose number of each candidate.
    pub(crate) ids: Packed,
    /// The row number of each pose.
    pub(crate) row_of: Packed,
    pub(crate) boxes: Store,
    pub(crate) masks: Store,
    pub(crate) simd: SupportedLevel,
    /// A number that distinguishes indexes with different contents.
    pub(crate) stamp: u64,
}

impl Index {
    /// Returns the schema of the features.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the clips, in the order in which they were added.
    pub fn clips(&self) -> &[IndexedClip] {
        &self.clips
    }

    /// Returns the number of poses, including mirrored twins.
    pub fn pose_count(&self) -> usize {
        let last = self.clips.last();
        last.map_or(0, |clip| {
            clip.first_pose as usize + (clip.frames * clip.twins()) as usize
        })
    }

    /// Returns the number of candidates, which are the poses that a search may find. A pose is not a candidate if its
    /// trajectory extends past the end of a cut clip.
    pub fn candidate_count(&self) -> usize {
        self.levels.poses
    }

    /// Returns the size in bytes of the memory that grows with the number of poses.
    pub fn memory_bytes(&self) -> usize {
        let stores = [
            &self.words,
            &self.starts,
            &self.ids.store,
            &self.row_of.store,
            &self.boxes,
            &self.masks,
        ];
        stores.iter().map(|store| store.bytes().len()).sum()
    }

    /// Iterates over the names of the features that are equal in all poses. Costs do not depend on these features.
    pub fn constant_features(&self) -> impl Iterator<Item = String> {
        let features = self.features.iter().enumerate();
        let constant = features.filter(|(_, feature)| feature.step == 0.0);
        constant.map(|(index, _)| self.schema.feature_name(index))
    }

    /// Returns the index with its searches at the SIMD level `level`; `None` if the processor lacks the level.
    pub fn with_level(mut self, level: SimdLevel) -> Option<Self> {
        self.simd = SupportedLevel::new(level)?;
        Some(self)
    }

    /// Returns a stamp of the contents. Searches refuse filters and soft costs with another stamp.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Returns whether a search may find this pose; `false` if there is no such pose.
    pub fn is_candidate(&self, pose: PoseId) -> bool {
        self.row(pose).is_some_and(|row| row < self.levels.poses)
    }

    /// Iterates over all candidates, in the order of [`PoseId`].
    pub fn candidates(&self) -> impl Iterator<Item = PoseId> {
        (0u32..)
            .zip(self.row_of.range(0..self.pose_count()))
            .filter(|(_, row)| (*row as usize) < self.levels.poses)
            .map(|(number, _)| self.pose(number))
    }

    /// Writes the stored features of a pose, in the order and the units of the schema. A stored feature differs from
    /// the feature of the clip by at most 1/131068 of the feature's range.
    ///
    /// Returns `false` and writes nothing if there is no such pose or if `features` has the wrong length.
    pub fn features(&self, pose: PoseId, features: &mut [f32]) -> bool {
        let Some(row) = self
            .row(pose)
            .filter(|_| features.len() == self.features.len())
        else {
            return false;
        };
        for (value, feature) in features.iter_mut().zip(&self.features) {
            *value = feature.low;
        }
        for (code, &index) in self.blocks().codes(row).zip(&self.order) {
            let feature = &self.features[index as usize];
            features[index as usize] = feature.low + f32::from(code) * feature.step;
        }
        true
    }

    /// Returns the least and the greatest value of a feature over all poses.
    ///
    /// # Panics
    /// Panics if the schema has no such feature.
    pub fn feature_range(&self, feature: usize) -> std::ops::RangeInclusive<f32> {
        let feature = &self.features[feature];
        feature.low..=feature.low + f32::from(MAX_CODE) * feature.step
    }

    /// Returns the deviation of a feature's group over all candidates. A difference of this size costs the square of
    /// the group's weight.
    ///
    /// # Panics
    /// Panics if the schema has no such feature.
    pub fn feature_deviation(&self, feature: usize) -> f32 {
        self.features[feature].deviation
    }

    pub(crate) fn blocks(&self) -> Blocks<'_> {
        Blocks {
            words: self.words.bytes().as_chunks().0,
            starts: self.starts.words(),
            boxes: self.boxes.bytes().as_chunks().0,
            dims: self.order.len(),
            searched: self.levels.blocks(),
            nodes: self.levels.all_nodes(),
        }
    }

    /// Returns the row of a pose. Rows after the candidates hold poses that are only played.
    pub(crate) fn row(&self, pose: PoseId) -> Option<usize> {
        let number = self.pose_number(pose)? as usize;
        Some(self.row_of.get(number) as usize)
    }

    pub(crate) fn pose_number(&self, pose: PoseId) -> Option<u32> {
        let clip = self.clips.get(pose.clip.number() as usize)?;
        let is_there = pose.frame < clip.frames && (clip.with_mirrored || !pose.mirrored);
        let number = || clip.first_pose + pose.frame * clip.twins() + u32::from(pose.mirrored);
        is_there.then(number)
    }

    /// Returns the pose with this number, which must exist.
    pub(crate) fn pose(&self, number: u32) -> PoseId {
        pose_of_number(&self.clips, number)
    }

    /// Returns the frames of the index with times inside a span; empty if there is no such clip.
    pub(crate) fn frames_of(&self, span: &PoseSpan) -> Range<u32> {
        let Some(clip) = self.clips.get(span.clip.number() as usize) else {
            return 0..0;
        };
        let rate = self.schema.rate();
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        // Frame i of the index is frame i * step / per of the clip. Find the first i with a clip frame of at least
        // `frame`.
        let step = product(clip.rate.numerator(), rate.denominator());
        let per = product(clip.rate.denominator(), rate.numerator());
        let first = |frame: u32| {
            let frame = u128::from(frame).saturating_mul(per).div_ceil(step);
            u32::try_from(frame).map_or(clip.frames, |frame| frame.min(clip.frames))
        };
        first(span.frames.start())..first(span.frames.stop())
    }

    /// Calls `each` with the row of every pose in a span, whether it is a candidate or not.
    pub(crate) fn for_rows_of(&self, span: &PoseSpan, mut each: impl FnMut(usize)) {
        let frames = self.frames_of(span);
        let Some(clip) = self.clips.get(span.clip.number() as usize) else {
            return;
        };
        let twins = clip.twins();
        let first = clip.first_pose as usize;
        let poses = first + (frames.start * twins) as usize..first + (frames.end * twins) as usize;
        for (place, row) in self.row_of.range(poses).enumerate() {
            if span.twins.has(twins == 2 && place % 2 == 1) {
                each(row as usize);
            }
        }
    }
}

/// Returns the pose with this number among the poses of clips. It must exist.
pub(crate) fn pose_of_number(clips: &[IndexedClip], number: u32) -> PoseId {
    let after = clips.partition_point(|clip| clip.first_pose <= number);
    let index = after.saturating_sub(1);
    let clip = &clips[index];
    let rest = number - clip.first_pose;
    PoseId {
        clip: ClipId::new(u32::try_from(index).unwrap_or(u32::MAX)),
        frame: rest / clip.twins(),
        mirrored: rest % clip.twins() == 1,
    }
}
