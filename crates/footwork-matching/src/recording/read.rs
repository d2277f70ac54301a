//! Reads a recording. Every number is checked before it is used.

use crate::file::Description;
use crate::index::{IndexedClip, pose_of_number};
use crate::matcher::{CANDIDATES, Decision};
use crate::place::Placement;
use crate::pose_id::PoseId;
use crate::recording::{
    CHECKSUM, FRAME, HAS_SEARCH, HAS_WEIGHTS, HEADER, IS_WAIVED, MAGIC, MAX_FILTER_NAME_BYTES,
    MAX_RECORDED_FILTERS, NO_CODE, NO_FILTER, NO_POSE, OTHER_FILTER, RULES, RecordedCandidate,
    RecordedFilter, RecordedFrame, RecordedSearch, Recording, RecordingError, RecordingStamps,
    TRIGGERS, VERSION, WAS_MOVED, search_bytes, trajectory_count,
};
use crate::schema::Schema;
use crate::search::Match;

impl Recording {
    /// Opens the bytes of a recording.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a recording, or if the recording has another version, is cut off, is
    /// damaged or is invalid. Every change of a single byte is detected.
    ///
    /// ```
    /// use footwork_matching::{Recording, RecordingError};
    ///
    /// assert_eq!(Recording::from_bytes(b"BVH").unwrap_err(), RecordingError::NotARecording);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordingError> {
        let shared = bytes.len().min(MAGIC.len());
        if bytes[..shared] != MAGIC[..shared] {
            return Err(RecordingError::NotARecording);
        }
        let Some((header, _)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(RecordingError::CutOff);
        };
        let longs = header.as_chunks::<8>().0;
        let long = |place: usize| u64::from_le_bytes(longs[place]);
        if long(1) != VERSION {
            return Err(RecordingError::Version { version: long(1) });
        }
        if long(2) != bytes.len() as u64 {
            return Err(RecordingError::CutOff);
        }
        let (content, checksum) = bytes
            .split_last_chunk::<CHECKSUM>()
            .ok_or(RecordingError::CutOff)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(RecordingError::Damaged);
        }
        let stamp = |place: usize| Some(long(place)).filter(|stamp| *stamp != 0);
        let words = header[56..].as_chunks::<4>().0;
        let counts = [0, 1, 2, 3, 4, 5].map(|place| u32::from_le_bytes(words[place]) as usize);
        let wrong = |part, row| RecordingError::Content { part, row };
        let [described, filters, frames, searches, filter_bytes, zero] = counts;
        let body = content.get(HEADER..).ok_or(wrong("header", 0))?;
        let (description, body) = body.split_at_checked(described).ok_or(wrong("header", 0))?;
        let (filter_rows, body) = body
            .split_at_checked(filter_bytes)
            .ok_or(wrong("header", 0))?;
        let description = Description::from_bytes(description).ok_or(wrong("description", 0))?;
        let poses = description.poses().ok_or(wrong("description", 0))?;
        let of_search = search_bytes(&description.schema);
        let frame_bytes = frames.checked_mul(FRAME).ok_or(wrong("header", 0))?;
        let (frame_rows, search_rows) = body
            .split_at_checked(frame_bytes)
            .ok_or(wrong("header", 0))?;
        if searches.checked_mul(of_search) != Some(search_rows.len()) || zero != 0 {
            return Err(wrong("header", 0));
        }
        let filters = read_filters(filter_rows, filters).map_err(|row| wrong("filters", row))?;
        let of = Of {
            schema: &description.schema,
            clips: &description.clips,
            poses,
            filters: filters.len(),
            frames,
        };
        let frames = frame_rows.as_chunks::<FRAME>().0.iter().enumerate();
        let frames = frames.map(|(row, bytes)| of.frame(bytes).ok_or(wrong("frames", row)));
        let mut frames: Vec<(RecordedFrame, bool)> = frames.collect::<Result<_, _>>()?;
        let mut read = Vec::with_capacity(searches);
        let mut next_frame = 0;
        for (row, bytes) in search_rows.chunks_exact(of_search).enumerate() {
            let search = of.search(bytes).filter(|search| search.frame >= next_frame);
            let search = search.ok_or(wrong("searches", row))?;
            match frames.get_mut(search.frame) {
                Some((frame, true)) => frame.search = Some(row),
                _ => return Err(wrong("searches", row)),
            }
            next_frame = search.frame + 1;
            read.push(search);
        }
        Ok(Self {
            stamps: RecordingStamps {
                index: stamp(3),
                poses: stamp(4),
                tags: stamp(5),
            },
            first_frame: long(6),
            filters,
            frames: frames.into_iter().map(|(frame, _)| frame).collect(),
            searches: read,
            schema: description.schema,
            clips: description.clips,
        })
    }
}

/// Returns the filters. The error is the number of the row that breaks a rule.
fn read_filters(bytes: &[u8], count: usize) -> Result<Vec<RecordedFilter>, usize> {
    if count > MAX_RECORDED_FILTERS {
        return Err(MAX_RECORDED_FILTERS);
    }
    let mut from = Rest(bytes);
    let mut filter = || {
        from.word()?;
        let pose_count = from.word()?;
        let name = match from.word()? {
            u32::MAX => None,
            length => {
                let length = usize::try_from(length).ok()?;
                let fits = length <= MAX_FILTER_NAME_BYTES;
                let (name, rest) = from.0.split_at_checked(length).filter(|_| fits)?;
                from.0 = rest;
                Some(std::str::from_utf8(name).ok()?.to_owned())
            }
        };
        Some(RecordedFilter { name, pose_count })
    };
    let filters = (0..count).map(|row| filter().ok_or(row));
    let filters = filters.collect::<Result<Vec<_>, _>>()?;
    if from.0.is_empty() {
        Ok(filters)
    } else {
        Err(count)
    }
}

/// The data that rows refer to.
struct Of<'a> {
    schema: &'a Schema,
    clips: &'a [IndexedClip],
    poses: usize,
    filters: usize,
    frames: usize,
}

impl Of<'_> {
    fn pose(&self, number: u32) -> Option<PoseId> {
        ((number as usize) < self.poses).then(|| pose_of_number(self.clips, number))
    }

    /// Reads a frame, and whether the frame had a search.
    fn frame(&self, row: &[u8; FRAME]) -> Option<(RecordedFrame, bool)> {
        let mut from = Rest(row);
        let [x, z] = [from.double()?, from.double()?];
        let [y, heading, dt_secs] = [from.finite()?, from.finite()?, from.finite()?];
        let pose = self.pose(from.word()?)?;
        let [part, blend] = [from.share()?, from.share()?];
        let decision = *Decision::ALL.get(usize::from(from.byte()?))?;
        let flags = from.byte()?;
        let is_known = flags & !(HAS_SEARCH | WAS_MOVED) == 0;
        let frame = RecordedFrame {
            dt_secs: Some(dt_secs).filter(|secs| *secs >= 0.0)?,
            root: Placement {
                position_m: [x, f64::from(y), z],
                heading_rad: f64::from(heading),
            },
            pose,
            part,
            blend,
            decision,
            was_moved: flags & WAS_MOVED != 0,
            search: None,
        };
        (is_known && from.0 == [0, 0]).then_some((frame, flags & HAS_SEARCH != 0))
    }

    fn search(&self, row: &[u8]) -> Option<RecordedSearch> {
        let mut from = Rest(row);
        let frame = usize::try_from(from.word()?).ok()?;
        let trigger = match from.byte()? {
            NO_CODE => None,
            code => Some(*TRIGGERS.get(usize::from(code))?),
        };
        let decision = *Decision::ALL.get(usize::from(from.byte()?))?;
        let flags = from.byte()?;
        let rule = match from.byte()? {
            NO_CODE => None,
            code => Some(*RULES.get(usize::from(code))?),
        };
        let filter_code = from.half()?;
        let filter = match filter_code {
            NO_FILTER | OTHER_FILTER => None,
            code => Some(usize::from(code))
                .filter(|place| *place < self.filters)
                .map(Some)?,
        };
        let count = usize::from(from.byte()?);
        let is_valid = frame < self.frames
            && flags & !(IS_WAIVED | HAS_WEIGHTS) == 0
            && count <= CANDIDATES
            && from.byte()? == 0;
        let (before, after) = (self.pose(from.word()?)?, self.pose(from.word()?)?);
        let continuing = from.optional()?;
        let limit = from.optional()?;
        let discarded = self.found(&mut from)?;
        let forbidden = self.found(&mut from)?;
        let groups = self.schema.groups().len();
        let goal = from.list(self.schema.feature_count(), Rest::finite)?;
        let trajectory = from.list(trajectory_count(self.schema), Rest::finite)?;
        let continuing_groups = from.list(groups, Rest::cost)?;
        let mut candidates = Vec::with_capacity(count);
        for place in 0..CANDIDATES {
            let found = self.found(&mut from)?;
            let group_costs = from.list(groups, Rest::cost)?;
            match found {
                Some(found) if place < count => {
                    candidates.push(RecordedCandidate { found, group_costs });
                }
                None if place >= count => {}
                _ => return None,
            }
        }
        let is_continuing = continuing.is_none_or(|cost| cost >= 0.0);
        let is_whole = is_valid && is_continuing && from.0.is_empty();
        (is_whole && discarded.is_some() == rule.is_some()).then_some(RecordedSearch {
            frame,
            trigger,
            decision,
            rules_waived: flags & IS_WAIVED != 0,
            has_own_weights: flags & HAS_WEIGHTS != 0,
            has_filter: filter_code != NO_FILTER,
            filter,
            from: before,
            to: after,
            continuing,
            limit,
            discarded: discarded.zip(rule),
            forbidden,
            goal,
            trajectory,
            continuing_groups,
            candidates,
        })
    }

    /// Reads a pose and its cost; `Some(None)` if the row has no pose, and `None` if it is invalid.
    fn found(&self, from: &mut Rest<'_>) -> Option<Option<Match>> {
        match (from.word()?, from.number()?) {
            (NO_POSE, cost) => cost.is_nan().then_some(None),
            (number, cost) => {
                let pose = self.pose(number)?;
                (cost >= 0.0).then_some(Some(Match { pose, cost }))
            }
        }
    }
}

/// The unread bytes of a row.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn take<const BYTES: usize>(&mut self) -> Option<[u8; BYTES]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take().map(|[byte]| byte)
    }

    fn half(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn word(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn share(&mut self) -> Option<f32> {
        self.half().map(|steps| f32::from(steps) / 65_535.0)
    }

    fn number(&mut self) -> Option<f32> {
        self.word().map(f32::from_bits)
    }

    fn finite(&mut self) -> Option<f32> {
        self.number().filter(|number| number.is_finite())
    }

    fn double(&mut self) -> Option<f64> {
        let number = f64::from_le_bytes(self.take()?);
        number.is_finite().then_some(number)
    }

    /// Reads a cost: a number of at least 0, perhaps infinite.
    fn cost(&mut self) -> Option<f32> {
        self.number().filter(|cost| *cost >= 0.0)
    }

    /// Reads a number; `Some(None)` for NaN, which stands for no number.
    fn optional(&mut self) -> Option<Option<f32>> {
        self.number()
            .map(|number| Some(number).filter(|it| !it.is_nan()))
    }

    fn list(
        &mut self,
        count: usize,
        mut item: impl FnMut(&mut Self) -> Option<f32>,
    ) -> Option<Vec<f32>> {
        (0..count).map(|_| item(self)).collect()
    }
}
