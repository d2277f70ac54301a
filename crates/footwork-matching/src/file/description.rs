//! The description in an index file: the schema, the clips, and how features are stored.

use footwork_base::FrameRate;

use crate::index::{Feature, Index, IndexedClip};
use crate::motion_clip::ClipEnd;
use crate::schema::{Group, Joint, Schema, Source};

pub(crate) struct Description {
    pub(crate) schema: Schema,
    pub(crate) clips: Vec<IndexedClip>,
    pub(crate) features: Vec<Feature>,
    pub(crate) order: Vec<u16>,
    /// The number of poses that a search may find.
    pub(crate) candidates: usize,
}

impl Description {
    pub(crate) fn new(index: &Index) -> Self {
        Self {
            schema: index.schema.clone(),
            clips: index.clips.clone(),
            features: index.features.clone(),
            order: index.order.clone(),
            candidates: index.levels.poses,
        }
    }

    /// Returns the number of poses; `None` if the first poses of clips do not follow from their lengths.
    pub(crate) fn poses(&self) -> Option<usize> {
        let mut poses = 0u32;
        for clip in &self.clips {
            if clip.first_pose != poses {
                return None;
            }
            let own = clip.frames.checked_mul(1 + u32::from(clip.with_mirrored))?;
            poses = poses.checked_add(own)?;
        }
        usize::try_from(poses).ok()
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.rate(self.schema.rate());
        out.count(self.schema.groups().len());
        for group in self.schema.groups() {
            out.text(&group.name);
            out.number(group.weight);
            out.source(&group.source);
        }
        out.count(self.clips.len());
        for clip in &self.clips {
            out.text(&clip.name);
            out.rate(clip.rate);
            let end = match clip.end {
                ClipEnd::Cut => 0,
                ClipEnd::Rest => 1,
                ClipEnd::Loop => 2,
            };
            for word in [
                end,
                u32::from(clip.with_mirrored),
                clip.source_frames,
                clip.frames,
                clip.first_pose,
            ] {
                out.word(word);
            }
        }
        for feature in &self.features {
            for number in [feature.low, feature.step, feature.deviation] {
                out.number(number);
            }
        }
        out.count(self.order.len());
        self.order
            .iter()
            .for_each(|&feature| out.word(u32::from(feature)));
        out.count(self.candidates);
        out.0
    }

    /// Reads a description; `None` if the bytes break a rule.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        let rate = from.rate()?;
        let groups = from.list(Reader::group)?;
        let schema = Schema::new(rate, groups).ok()?;
        let clips = from.list(Reader::clip)?;
        let features = (0..schema.feature_count()).map(|_| from.feature());
        let features: Vec<Feature> = features.collect::<Option<_>>()?;
        let order = from.list(|from| u16::try_from(from.word()?).ok())?;
        let candidates = usize::try_from(from.word()?).ok()?;
        let mut stored = order.clone();
        stored.sort_unstable();
        let steps = features.iter().enumerate();
        let moving = steps.filter(|(_, feature)| feature.step > 0.0);
        let is_order = stored
            .iter()
            .map(|&index| usize::from(index))
            .eq(moving.map(|(index, _)| index));
        (is_order && from.0.is_empty()).then_some(Self {
            schema,
            clips,
            features,
            order,
            candidates,
        })
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn word(&mut self, word: u32) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    fn number(&mut self, number: f32) {
        self.word(number.to_bits());
    }

    fn count(&mut self, count: usize) {
        self.word(u32::try_from(count).unwrap_or(u32::MAX));
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }

    fn rate(&mut self, rate: FrameRate) {
        for part in [rate.numerator(), rate.denominator()] {
            self.0.extend_from_slice(&part.to_le_bytes());
        }
    }

    fn joint(&mut self, joint: &Joint) {
        self.text(&joint.name);
        self.text(&joint.mirrored);
    }

    fn source(&mut self, source: &Source) {
        match source {
            Source::Position(joint) => {
                self.word(0);
                self.joint(joint);
            }
            Source::Velocity(joint) => {
                self.word(1);
                self.joint(joint);
            }
            Source::TrajectoryPosition { horizons_frames } => {
                self.word(2);
                self.horizons(horizons_frames);
            }
            Source::TrajectoryDirection { horizons_frames } => {
                self.word(3);
                self.horizons(horizons_frames);
            }
            Source::Channel {
                name,
                mirrored,
                is_negated,
            } => {
                self.word(4);
                self.text(name);
                self.text(mirrored);
                self.word(u32::from(*is_negated));
            }
        }
    }

    fn horizons(&mut self, horizons_frames: &[u32]) {
        self.count(horizons_frames.len());
        horizons_frames.iter().for_each(|&frames| self.word(frames));
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const BYTES: usize>(&mut self) -> Option<[u8; BYTES]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn word(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn flag(&mut self) -> Option<bool> {
        match self.word()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<f32> {
        let number = f32::from_bits(self.word()?);
        number.is_finite().then_some(number)
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.word()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(std::str::from_utf8(text).ok()?.to_owned())
    }

    fn rate(&mut self) -> Option<FrameRate> {
        let parts = [self.take()?, self.take()?].map(u64::from_le_bytes);
        let rate = FrameRate::new(parts[0], parts[1])?;
        ([rate.numerator(), rate.denominator()] == parts).then_some(rate)
    }

    /// Reads a list. Each item takes at least 4 bytes, so a wrong count cannot claim more memory than the file has.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = usize::try_from(self.word()?).ok()?;
        if count > self.0.len() / 4 {
            return None;
        }
        (0..count).map(|_| item(self)).collect()
    }

    fn group(&mut self) -> Option<Group> {
        Some(Group {
            name: self.text()?,
            weight: self.number()?,
            source: self.source()?,
        })
    }

    fn source(&mut self) -> Option<Source> {
        Some(match self.word()? {
            0 => Source::Position(self.joint()?),
            1 => Source::Velocity(self.joint()?),
            2 => Source::TrajectoryPosition {
                horizons_frames: self.list(Self::word)?,
            },
            3 => Source::TrajectoryDirection {
                horizons_frames: self.list(Self::word)?,
            },
            4 => Source::Channel {
                name: self.text()?,
                mirrored: self.text()?,
                is_negated: self.flag()?,
            },
            _ => return None,
        })
    }

    fn joint(&mut self) -> Option<Joint> {
        Some(Joint {
            name: self.text()?,
            mirrored: self.text()?,
        })
    }

    fn clip(&mut self) -> Option<IndexedClip> {
        let (name, rate) = (self.text()?, self.rate()?);
        let end = match self.word()? {
            0 => ClipEnd::Cut,
            1 => ClipEnd::Rest,
            2 => ClipEnd::Loop,
            _ => return None,
        };
        Some(IndexedClip {
            name,
            rate,
            end,
            with_mirrored: self.flag()?,
            source_frames: self.word()?,
            frames: self.word()?,
            first_pose: self.word()?,
        })
    }

    fn feature(&mut self) -> Option<Feature> {
        let [low, step, deviation] = [self.number()?, self.number()?, self.number()?];
        let is_valid = step >= 0.0 && deviation > 0.0;
        is_valid.then_some(Feature {
            low,
            step,
            deviation,
        })
    }
}
