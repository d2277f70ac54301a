//! Builds an index from clips in six steps: features, deviations, fixed point, order, blocks and boxes.

use footwork_base::{SupportedLevel, maths};

use crate::blocks::{Blocks, Packer};
use crate::boxes;
use crate::build_error::BuildError;
use crate::features;
use crate::index::{Feature, Index, IndexedClip, MAX_CODE, pose_of_number};
use crate::levels::{LANES, Levels};
use crate::motion_clip::{ClipEnd, ClipId, MotionClip};
use crate::order::{self, Codes};
use crate::packed::Packed;
use crate::schema::Schema;
use crate::tracks::Tracks;
use crate::vector::to_f32;

/// A feature is constant if it varies by less than this number, or by less than this share of its size. Rounding to f32
/// alone causes such variation.
const CONSTANT: f32 = 1e-6;

/// Collects clips and builds an [`Index`] from them.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_matching::{ClipEnd, Group, IndexBuilder, JointTrack, Joint, MotionClip, Root, Schema, Search, Source};
///
/// // A character that walks ahead at 1.5 m/s while one foot goes up and down.
/// let rate = FrameRate::whole(30).unwrap();
/// let height_m = |frame: u16| f32::from(frame % 10) * 0.01;
/// let ahead_m = |frame: u16| f32::from(frame) * 0.05;
/// let root: Vec<Root> =
///     (0..100).map(|i| Root { position_m: [0.0, ahead_m(i)], facing: [0.0, 1.0] }).collect();
/// let foot: Vec<[f32; 3]> = (0..100).map(|i| [0.1, height_m(i), ahead_m(i)]).collect();
///
/// let foot_position = Source::Position(Joint { name: "foot".into(), mirrored: "foot".into() });
/// let groups = vec![Group { name: "foot".into(), weight: 1.0, source: foot_position }];
/// let mut builder = IndexBuilder::new(Schema::new(rate, groups)?);
/// builder.add_clip(&MotionClip {
///     name: "walk",
///     rate,
///     end: ClipEnd::Cut,
///     with_mirrored: false,
///     root: &root,
///     joints: &[JointTrack { name: "foot", positions_m: &foot }],
///     channels: &[],
/// })?;
/// let index = builder.build();
///
/// // The foot never moves sideways or ahead relative to the root, so only its height counts.
/// assert_eq!(index.constant_features().collect::<Vec<_>>(), ["foot x", "foot z"]);
/// let found = index.search(&[0.1, 0.071, 0.0], &Search::default())?.best.unwrap();
/// assert_eq!(found.pose.frame, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IndexBuilder {
    schema: Schema,
    clips: Vec<IndexedClip>,
    /// The features of all poses, in the order of the pose numbers.
    rows: Vec<f32>,
    /// Whether a search may find each pose.
    is_candidate: Vec<bool>,
}

impl IndexBuilder {
    /// Creates a builder without clips.
    pub fn new(schema: Schema) -> Self {
        Self {
            schema,
            clips: Vec::new(),
            rows: Vec::new(),
            is_candidate: Vec::new(),
        }
    }

    /// Adds a clip and, if `with_mirrored` is set, its mirrored twin. The clip is resampled to the rate of the schema.
    /// A clip without candidates, because it is too short, is accepted, but no search finds it.
    ///
    /// # Errors
    /// Returns an error if a track is missing, has a number that is not finite, or differs in length from the root.
    /// Also returns an error if a loop does not close, or if there are too many poses. After an error, the builder is
    /// unchanged.
    pub fn add_clip(&mut self, clip: &MotionClip<'_>) -> Result<ClipId, BuildError> {
        let plain = Tracks::new(clip, &self.schema, false)?;
        let mirrored = clip.with_mirrored;
        let mirrored = mirrored
            .then(|| Tracks::new(clip, &self.schema, true))
            .transpose()?;
        let too_many = || BuildError::TooMany {
            clip: clip.name.to_owned(),
        };
        let before = self.is_candidate.len();
        let twins = 1 + usize::from(mirrored.is_some());
        let after = u32::try_from(before + plain.frames * twins + LANES);
        after.map_err(|_| too_many())?;
        let small = |count: usize| u32::try_from(count).map_err(|_| too_many());
        let info = IndexedClip {
            name: clip.name.to_owned(),
            rate: clip.rate,
            end: clip.end,
            with_mirrored: clip.with_mirrored,
            source_frames: small(clip.root.len())?,
            frames: small(plain.frames)?,
            first_pose: small(before)?,
        };
        let id = ClipId::new(small(self.clips.len())?);
        let is_loop = clip.end == ClipEnd::Loop && clip.root.len() > 1;
        let horizon = self.schema.horizon_frames() as usize;
        let first_number = self.rows.len();
        for frame in 0..plain.frames {
            for tracks in [Some(&plain), mirrored.as_ref()].into_iter().flatten() {
                features::write(&self.schema, tracks, frame, is_loop, &mut self.rows);
            }
        }
        let features = self.schema.feature_count();
        let is_fine = |number: f32| maths::abs(number) < 1e15;
        if let Some(place) = self.rows[first_number..]
            .iter()
            .position(|&number| !is_fine(number))
        {
            self.rows.truncate(first_number);
            return Err(BuildError::NotFinite {
                clip: clip.name.to_owned(),
                frame: place / features / twins,
                feature: self.schema.feature_name(place % features),
            });
        }
        let knows_future = |frame| clip.end != ClipEnd::Cut || frame + horizon < plain.frames;
        let flags = (0..plain.frames * twins).map(|pose| knows_future(pose / twins));
        self.is_candidate.extend(flags);
        self.clips.push(info);
        Ok(id)
    }

    /// Builds the index. If no clip has a candidate, searches find nothing.
    pub fn build(self) -> Index {
        let (features, order) = self.measure();
        let (codes, scales) = self.codes(&features, &order);
        let codes = Codes {
            codes: &codes,
            scales: &scales,
        };
        let poses = (0u32..).zip(&self.is_candidate);
        let (found, played): (Vec<_>, Vec<_>) = poses.partition(|&(_, is_candidate)| *is_candidate);
        let mut poses: Vec<u32> = found.into_iter().map(|(pose, _)| pose).collect();
        order::sort(&codes, &mut poses);
        let levels = Levels::new(poses.len());
        let mut played: Vec<u32> = played.into_iter().map(|(pose, _)| pose).collect();
        // Consecutive poses are similar, unlike a pose and its twin, and so take fewer bits.
        played.sort_by_key(|pose| {
            let pose = pose_of_number(&self.clips, *pose);
            (pose.clip, pose.mirrored, pose.frame)
        });

        let mut packer = Packer::new(order.len());
        packer.push(poses.iter().map(|&pose| codes.row(pose)));
        let of_blocks = packer.take_boxes();
        let played_count = played.len();
        packer.push_played(played.iter().map(|&pose| codes.row(pose)));
        let of_played = packer.take_boxes();
        let (block_words, starts) = packer.into_words();
        let mut row_of = vec![0; self.is_candidate.len()];
        let first_played = levels.blocks() * LANES;
        let numbered = (0u32..).zip(&poses);
        let played = (0u32..).zip(&played);
        let first_played = u32::try_from(first_played).unwrap_or(u32::MAX);
        for (row, pose) in numbered.chain(played.map(|(row, pose)| (row + first_played, pose))) {
            row_of[*pose as usize] = row;
        }
        let simd = SupportedLevel::detect();
        let masks = boxes::masks(&levels, boxes::block_masks(poses.len()));
        let blocks = Blocks {
            words: block_words.as_chunks().0,
            starts: starts.as_chunks().0,
            boxes: of_blocks.as_chunks().0,
            dims: order.len(),
            searched: levels.blocks(),
            nodes: levels.all_nodes(),
        };
        let mut boxes = boxes::around(blocks, &levels, &masks, simd);
        boxes.extend(of_played);
        let rows = levels.rows(played_count);
        let ids = Packed::new(poses.iter().copied(), row_of.len());
        let row_of = Packed::new(row_of.iter().copied(), rows);
        let mut index = Index {
            groups: self.schema.groups_of(&order),
            schema: self.schema,
            clips: self.clips,
            features,
            order,
            levels,
            words: block_words.into(),
            starts: starts.into(),
            ids,
            row_of,
            boxes: boxes.into(),
            masks: boxes::mask_bytes(&masks).into(),
            simd,
            stamp: 0,
        };
        index.stamp = index.content_stamp();
        index
    }

    /// Returns how each feature is stored, and the stored features in falling order of their share of the cost. Takes
    /// two passes in f64, because a sum of squares in f32 loses the deviation of a million poses.
    fn measure(&self) -> (Vec<Feature>, Vec<u16>) {
        let count = self.schema.feature_count();
        let mut ranges = vec![(f32::INFINITY, f32::NEG_INFINITY); count];
        let (mut means, mut variances) = (vec![0.0; count], vec![0.0; count]);
        let rows = || self.rows.chunks_exact(count).zip(&self.is_candidate);
        let candidates = || {
            rows()
                .filter(|(_, is_candidate)| **is_candidate)
                .map(|(row, _)| row)
        };
        for (row, _) in rows() {
            for (range, &value) in ranges.iter_mut().zip(row) {
                *range = (maths::min(range.0, value), maths::max(range.1, value));
            }
        }
        let poses = candidates().count().max(1) as f64;
        for row in candidates() {
            for (mean, &value) in means.iter_mut().zip(row) {
                *mean += f64::from(value) / poses;
            }
        }
        for row in candidates() {
            for ((variance, mean), &value) in variances.iter_mut().zip(&means).zip(row) {
                let difference = f64::from(value) - mean;
                *variance += difference * difference / poses;
            }
        }
        let mut features = Vec::with_capacity(count);
        let mut shares = Vec::new();
        for group in self.schema.groups() {
            let own = features.len()..features.len() + group.source.feature_count();
            let deviations = variances[own.clone()]
                .iter()
                .map(|variance| variance.sqrt());
            let deviation = deviations.sum::<f64>() / own.len() as f64;
            for index in own {
                let (low, high) = ranges[index];
                let largest = maths::max(maths::abs(low), maths::abs(high));
                let moves = high - low > CONSTANT * maths::max(1.0, largest);
                let step = if moves && deviation > 0.0 {
                    (high - low) / f32::from(MAX_CODE)
                } else {
                    0.0
                };
                if step > 0.0 {
                    let weight = f64::from(group.weight);
                    shares.push((
                        index,
                        weight * weight * variances[index] / (deviation * deviation),
                    ));
                }
                features.push(Feature {
                    low: if low.is_finite() { low } else { 0.0 },
                    step,
                    deviation: if deviation > 0.0 {
                        to_f32(deviation)
                    } else {
                        1.0
                    },
                });
            }
        }
        shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let order = shares
            .iter()
            .map(|&(index, _)| u16::try_from(index).unwrap_or(u16::MAX));
        (features, order.collect())
    }

    /// Returns the stored numbers of all poses, and the step size of each dimension.
    fn codes(&self, features: &[Feature], order: &[u16]) -> (Vec<u16>, Vec<f32>) {
        let count = self.schema.feature_count();
        let mut codes = Vec::with_capacity(self.is_candidate.len() * order.len());
        for row in self.rows.chunks_exact(count) {
            for &index in order {
                let feature = &features[index as usize];
                let place = f64::from(row[index as usize]) - f64::from(feature.low);
                codes.push(code(place / f64::from(feature.step)));
            }
        }
        let scale = |&index: &u16| {
            let feature = &features[index as usize];
            let (group, _) = self.schema.group_of(index as usize);
            self.schema.groups()[group].weight * feature.step / feature.deviation
        };
        (codes, order.iter().map(scale).collect())
    }
}

/// Rounds to the nearest number that can be stored.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is from 0 to 65534.5"
)]
fn code(place: f64) -> u16 {
    (place.clamp(0.0, f64::from(MAX_CODE)) + 0.5) as u16
}
