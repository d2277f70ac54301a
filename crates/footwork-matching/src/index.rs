//! The index: every pose as a row of small numbers, and boxes around them.

use std::ops::Range;

use footwork_base::{FrameRate, SimdLevel, SupportedLevel};

use crate::levels::{LANES, LANES_BYTES, Levels};
use crate::motion_clip::{ClipEnd, ClipId};
use crate::pose_id::{PoseId, PoseSpan};
use crate::schema::Schema;
use crate::store::Store;

/// The largest stored number.
pub(crate) const MAX_CODE: u16 = 65_534;

/// How a feature is stored: `low + code * step`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Feature {
    pub(crate) low: f32,
    /// 0 if the feature is the same in all poses, and not stored.
    pub(crate) step: f32,
    /// The deviation of its group.
    pub(crate) deviation: f32,
}

/// A clip of an index.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexedClip {
    pub(crate) name: String,
    pub(crate) rate: FrameRate,
    pub(crate) end: ClipEnd,
    pub(crate) with_mirrored: bool,
    /// Frames at its own rate.
    pub(crate) source_frames: u32,
    /// Frames at the rate of the index.
    pub(crate) frames: u32,
    /// The number of poses of the clips before.
    pub(crate) first_pose: u32,
}

impl IndexedClip {
    /// What the clip is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it ends.
    pub fn end(&self) -> ClipEnd {
        self.end
    }

    /// Whether its mirrored twin was added too.
    pub fn has_mirrored(&self) -> bool {
        self.with_mirrored
    }

    /// The frame rate of the clip, which may differ from that of the index.
    pub fn rate(&self) -> FrameRate {
        self.rate
    }

    /// How many frames it has at its own rate.
    pub fn source_frames(&self) -> u32 {
        self.source_frames
    }

    /// How many frames it has at the rate of the index; a loop does not count its last frame, which is the first again.
    pub fn frame_count(&self) -> u32 {
        self.frames
    }

    fn twins(&self) -> u32 {
        1 + u32::from(self.with_mirrored)
    }
}

/// Poses of motion clips, ready to be searched.
///
/// About 70 bytes a pose for 27 features. An index never changes, is searched from any number of threads, and gives the
/// same bits on every machine. [`IndexBuilder`](crate::IndexBuilder) makes one.
#[derive(Clone, Debug)]
pub struct Index {
    pub(crate) schema: Schema,
    pub(crate) clips: Vec<IndexedClip>,
    /// One for each feature of the schema.
    pub(crate) features: Vec<Feature>,
    /// The features that are stored, in the order of their share of the cost.
    pub(crate) order: Vec<u16>,
    /// The group of each stored feature.
    pub(crate) groups: Vec<usize>,
    pub(crate) levels: Levels,
    /// Blocks of 16 poses, dimension by dimension: first the candidates, then the poses that may only be played.
    pub(crate) rows: Store,
    /// For each candidate the number of its pose.
    pub(crate) ids: Store,
    /// For each pose the number of its row.
    pub(crate) row_of: Store,
    pub(crate) boxes: Store,
    pub(crate) masks: Store,
    pub(crate) simd: SupportedLevel,
    /// Tells the contents of indexes apart.
    pub(crate) stamp: u64,
}

impl Index {
    /// The schema of the features.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The clips, in the order in which they were added.
    pub fn clips(&self) -> &[IndexedClip] {
        &self.clips
    }

    /// How many poses there are, twins included.
    pub fn pose_count(&self) -> usize {
        let last = self.clips.last();
        last.map_or(0, |clip| {
            clip.first_pose as usize + (clip.frames * clip.twins()) as usize
        })
    }

    /// How many poses a search may find: all but those whose trajectory looks past the end of a cut clip.
    pub fn candidate_count(&self) -> usize {
        self.levels.poses
    }

    /// The memory that grows with the number of poses.
    pub fn memory_bytes(&self) -> usize {
        let stores = [
            &self.rows,
            &self.ids,
            &self.row_of,
            &self.boxes,
            &self.masks,
        ];
        stores.iter().map(|store| store.bytes().len()).sum()
    }

    /// The names of features that are the same in all poses, and so have no part in any cost.
    pub fn constant_features(&self) -> impl Iterator<Item = String> {
        let features = self.features.iter().enumerate();
        let constant = features.filter(|(_, feature)| feature.step == 0.0);
        constant.map(|(index, _)| self.schema.feature_name(index))
    }

    /// The same index, searched with the instructions of this level; `None` if the processor lacks them.
    pub fn with_level(mut self, level: SimdLevel) -> Option<Self> {
        self.simd = SupportedLevel::new(level)?;
        Some(self)
    }

    /// Tells apart the contents of indexes: filters and soft costs made for another one are refused.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Whether a search may find this pose. False if there is no such pose.
    pub fn is_candidate(&self, pose: PoseId) -> bool {
        self.row(pose).is_some_and(|row| row < self.levels.poses)
    }

    /// All poses a search may find, in the order of [`PoseId`].
    pub fn candidates(&self) -> impl Iterator<Item = PoseId> {
        (0u32..)
            .zip(self.row_of.words())
            .filter(|(_, row)| (u32::from_le_bytes(**row) as usize) < self.levels.poses)
            .map(|(number, _)| self.pose(number))
    }

    /// Writes the features of a pose, as they are stored, in the order of the schema and in its units. They differ from
    /// those of the clip by at most 1/131068 of the range of the feature.
    ///
    /// Returns `false`, and writes nothing, if there is no such pose or `features` has another length.
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
        for (dim, &index) in self.order.iter().enumerate() {
            let feature = &self.features[index as usize];
            features[index as usize] = feature.low + f32::from(self.code(row, dim)) * feature.step;
        }
        true
    }

    /// The range of a feature over all poses.
    ///
    /// # Panics
    /// If the schema has no such feature.
    pub fn feature_range(&self, feature: usize) -> std::ops::RangeInclusive<f32> {
        let feature = &self.features[feature];
        feature.low..=feature.low + f32::from(MAX_CODE) * feature.step
    }

    /// The deviation of the group of a feature over all poses that a search may find: a difference of as much, times the weight
    /// of the group, costs 1.
    ///
    /// # Panics
    /// If the schema has no such feature.
    pub fn feature_deviation(&self, feature: usize) -> f32 {
        self.features[feature].deviation
    }

    pub(crate) fn code(&self, row: usize, dim: usize) -> u16 {
        let lanes = (row / LANES * self.order.len() + dim) * LANES_BYTES;
        let at = lanes + row % LANES * 2;
        let bytes = self.rows.bytes();
        u16::from_le_bytes([bytes[at], bytes[at + 1]])
    }

    /// The row of a pose; rows past the candidates are those that may only be played.
    pub(crate) fn row(&self, pose: PoseId) -> Option<usize> {
        let number = self.pose_number(pose)? as usize;
        let row = self.row_of.words().get(number)?;
        Some(u32::from_le_bytes(*row) as usize)
    }

    pub(crate) fn pose_number(&self, pose: PoseId) -> Option<u32> {
        let clip = self.clips.get(pose.clip.number() as usize)?;
        let is_there = pose.frame < clip.frames && (clip.with_mirrored || !pose.mirrored);
        let number = || clip.first_pose + pose.frame * clip.twins() + u32::from(pose.mirrored);
        is_there.then(number)
    }

    /// The pose of this number, which has to be one.
    pub(crate) fn pose(&self, number: u32) -> PoseId {
        let after = self.clips.partition_point(|clip| clip.first_pose <= number);
        let index = after.saturating_sub(1);
        let clip = &self.clips[index];
        let rest = number - clip.first_pose;
        PoseId {
            clip: ClipId::new(u32::try_from(index).unwrap_or(u32::MAX)),
            frame: rest / clip.twins(),
            mirrored: rest % clip.twins() == 1,
        }
    }

    /// The frames of the index whose time lies in a span; empty if there is no such clip.
    pub(crate) fn frames_of(&self, span: &PoseSpan) -> Range<u32> {
        let Some(clip) = self.clips.get(span.clip.number() as usize) else {
            return 0..0;
        };
        let rate = self.schema.rate();
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        // Frame i of the index is frame i * step / per of the clip; the first one at or after `frame`:
        let step = product(clip.rate.numerator(), rate.denominator());
        let per = product(clip.rate.denominator(), rate.numerator());
        let first = |frame: u32| {
            let frame = u128::from(frame).saturating_mul(per).div_ceil(step);
            u32::try_from(frame).map_or(clip.frames, |frame| frame.min(clip.frames))
        };
        first(span.frames.start())..first(span.frames.stop())
    }

    /// Calls `each` with the row of every pose of a span, candidate or not.
    pub(crate) fn for_rows_of(&self, span: &PoseSpan, mut each: impl FnMut(usize)) {
        let frames = self.frames_of(span);
        let Some(clip) = self.clips.get(span.clip.number() as usize) else {
            return;
        };
        let twins = clip.twins();
        let first = clip.first_pose as usize;
        let poses = first + (frames.start * twins) as usize..first + (frames.end * twins) as usize;
        let Some(rows) = self.row_of.words().get(poses) else {
            return;
        };
        for (place, row) in rows.iter().enumerate() {
            if span.twins.has(twins == 2 && place % 2 == 1) {
                each(u32::from_le_bytes(*row) as usize);
            }
        }
    }
}
