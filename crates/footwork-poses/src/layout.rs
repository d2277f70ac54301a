//! The layout of a file: the header, the tables and their rows.
//!
//! Numbers are little-endian. The tables follow the header in this order, without gaps. Search indexes begin at
//! multiples of 64 bytes.
//!
//! | part | a row |
//! |---|---|
//! | header, 64 bytes | the magic `\x89FWPO\r\n\n`, the major and the minor version (16 bits each), the checksum of all tables (CRC-32 of the bytes from 16 on), the length of the file (64 bits), the numbers of skeletons, joints, sets, frames of reference, motions, clips and bytes of names (32 bits each), zeros |
//! | profiles, 64 rows | the widths of the four levels, 8 bits each |
//! | skeletons, 40 bytes | name, first joint, number of joints, number of leading joints, the left and the right leg (16 bits each), offset and length of the index (64 bits each) |
//! | joints, 48 bytes | name, parent (all ones for none), partner, the joint that is decoded at this place, rest rotation and position |
//! | sets, 8 bytes | skeleton, first frame of reference; the set has one for the root and one per joint in decoding order |
//! | frames of reference, 68 bytes | four quaternions, step: 17 numbers; that of a root turns about +y only |
//! | motions, 96 bytes | see [`MotionRow`] |
//! | clips, 16 bytes | name, motion, how it ends (8 bits), 1 if left and right are exchanged (24 bits) |
//! | names | UTF-8, without separators |
//!
//! A leg is stored as the number of its standing joint plus 1, plus 2¹⁵ if that joint is a toe and not an ankle. 0
//! stands for an unknown leg.
//!
//! A name is stored as its offset in the names and its length, 32 bits each.

use crate::bytes::{f32_at, u32_at, u64_at};
use crate::clip_rows::{CLIP_BYTES, ClipRow, MOTION_BYTES, MotionRow};
use crate::error::{MAJOR, PoseFileError};
use crate::joint_frame::{FRAME_BYTES, JointFrame};
use crate::pose_leg::legs;

pub(crate) const MAGIC: [u8; 8] = *b"\x89FWPO\r\n\n";
pub(crate) const MINOR: u16 = 0;
pub(crate) const HEADER: usize = 64;
/// The offset of the first byte that the checksum of the tables covers.
pub(crate) const CHECKED: usize = 16;
pub(crate) const PROFILES: usize = 64;
pub(crate) const SKELETON_BYTES: usize = 40;
pub(crate) const JOINT_BYTES: usize = 48;
/// The offset of the legs in the row of a skeleton.
pub(crate) const LEGS: usize = 20;
pub(crate) const SET_BYTES: usize = 8;
pub(crate) const INDEX_ALIGN: usize = 64;
/// The stored parent of a joint without a parent.
pub(crate) const NO_PARENT: u32 = u32::MAX;
/// The largest number of joints of a skeleton.
pub const MAX_JOINTS: usize = 1024;

/// The offset of each table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables {
    pub(crate) skeletons: usize,
    pub(crate) skeleton_count: usize,
    pub(crate) joints: usize,
    joint_count: usize,
    pub(crate) sets: usize,
    set_count: usize,
    pub(crate) frames: usize,
    frame_count: usize,
    pub(crate) motions: usize,
    pub(crate) motion_count: usize,
    pub(crate) clips: usize,
    pub(crate) clip_count: usize,
    pub(crate) names: usize,
    /// The end of all tables.
    pub(crate) end: usize,
}

impl Tables {
    /// Reads the header and checks its checksum and all tables.
    pub(crate) fn open(bytes: &[u8]) -> Result<Self, PoseFileError> {
        let found = bytes.len() as u64;
        let shared = bytes.len().min(MAGIC.len());
        if bytes[..shared] != MAGIC[..shared] {
            return Err(PoseFileError::NotPoses);
        }
        if bytes.len() < HEADER {
            return Err(PoseFileError::Length {
                expected: None,
                found,
            });
        }
        let [a, b, c, d] = u32_at(bytes, 8).to_le_bytes();
        let (major, minor) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
        if major == 0 {
            return Err(PoseFileError::NotPoses);
        }
        if major < MAJOR {
            return Err(PoseFileError::OlderVersion { major, minor });
        }
        if major > MAJOR {
            return Err(PoseFileError::NewerVersion { major, minor });
        }
        let expected = u64_at(bytes, CHECKED);
        if expected != found {
            let expected = Some(expected);
            return Err(PoseFileError::Length { expected, found });
        }
        let tables = Self::placed(bytes).ok_or(PoseFileError::Damaged)?;
        let checked = bytes.get(CHECKED..tables.end);
        if checked.map(crc32fast::hash) != Some(u32_at(bytes, 12)) {
            return Err(PoseFileError::Damaged);
        }
        tables.check(bytes)?;
        Ok(tables)
    }

    fn placed(bytes: &[u8]) -> Option<Self> {
        let count = |index: usize| u32_at(bytes, 24 + 4 * index) as usize;
        let after = |at: usize, count: usize, size: usize| at.checked_add(count.checked_mul(size)?);
        let skeletons = HEADER + 4 * PROFILES;
        let joints = after(skeletons, count(0), SKELETON_BYTES)?;
        let sets = after(joints, count(1), JOINT_BYTES)?;
        let frames = after(sets, count(2), SET_BYTES)?;
        let motions = after(frames, count(3), FRAME_BYTES)?;
        let clips = after(motions, count(4), MOTION_BYTES)?;
        let names = after(clips, count(5), CLIP_BYTES)?;
        Some(Self {
            skeletons,
            skeleton_count: count(0),
            joints,
            joint_count: count(1),
            sets,
            set_count: count(2),
            frames,
            frame_count: count(3),
            motions,
            motion_count: count(4),
            clips,
            clip_count: count(5),
            names,
            end: after(names, count(6), 1)?,
        })
    }

    /// Checks every rule that decoding relies on.
    fn check(&self, bytes: &[u8]) -> Result<(), PoseFileError> {
        let fault = |table, row, fault| Err(PoseFileError::Content { table, row, fault });
        for profile in 0..4 * PROFILES {
            if bytes.get(HEADER + profile).is_none_or(|width| *width > 31) {
                return fault("profiles", profile / 4, "a width is above 31 bits");
            }
        }
        if bytes[52..HEADER].iter().any(|byte| *byte != 0) {
            return fault("header", 0, "a reserved byte is not zero");
        }
        if !self.shares_nothing(bytes) {
            return fault("names", 0, "rows share names or joints");
        }
        for row in 0..self.skeleton_count {
            if let Err(wrong) = self.check_skeleton(bytes, self.skeletons + row * SKELETON_BYTES) {
                return fault("skeletons", row, wrong);
            }
        }
        for row in 0..self.frame_count {
            let frame = self.frame(bytes, row);
            if frame.is_none_or(|frame| !frame.is_valid()) {
                return fault(
                    "frames of reference",
                    row,
                    "it does not make unit rotations",
                );
            }
        }
        for row in 0..self.set_count {
            let at = self.sets + row * SET_BYTES;
            let root = self.frame(bytes, u32_at(bytes, at + 4) as usize);
            if root.is_some_and(|frame| !frame.is_upright()) {
                return fault("sets", row, "its root turns about another axis than +y");
            }
            let joints = self.joints_of(bytes, u32_at(bytes, at) as usize);
            let stop = joints.map(|joints| u32_at(bytes, at + 4) as usize + joints + 1);
            if stop.is_none_or(|stop| stop > self.frame_count) {
                return fault(
                    "sets",
                    row,
                    "it has no skeleton, or too few frames of reference",
                );
            }
        }
        for row in 0..self.motion_count {
            if let Err(wrong) = self.check_motion(bytes, self.motions + row * MOTION_BYTES) {
                return fault("motions", row, wrong);
            }
        }
        for row in 0..self.clip_count {
            let at = self.clips + row * CLIP_BYTES;
            let clip = ClipRow::read(bytes, at);
            if self.name(bytes, at).is_none() || clip.motion >= self.motion_count {
                return fault("clips", row, "its name or its motion is missing");
            }
            if clip.end > 2 || clip.is_twin > 1 {
                return fault("clips", row, "its end or its twin flag is unknown");
            }
        }
        Ok(())
    }

    /// Returns whether all names together, and the joints of all skeletons together, fit into their tables. If rows
    /// could share names or joints, a small file could take long to check.
    fn shares_nothing(&self, bytes: &[u8]) -> bool {
        let rows =
            |start: usize, count: usize, size: usize| (0..count).map(move |row| start + row * size);
        let skeletons = || rows(self.skeletons, self.skeleton_count, SKELETON_BYTES);
        let named = skeletons()
            .chain(rows(self.joints, self.joint_count, JOINT_BYTES))
            .chain(rows(self.clips, self.clip_count, CLIP_BYTES));
        let sum = |at: &mut dyn Iterator<Item = usize>| -> u64 {
            at.map(|at| u64::from(u32_at(bytes, at))).sum()
        };
        sum(&mut named.map(|at| at + 4)) <= (self.end - self.names) as u64
            && sum(&mut skeletons().map(|at| at + 12)) <= self.joint_count as u64
    }

    /// Returns the number of joints of a skeleton; `None` if there is no such skeleton.
    fn joints_of(&self, bytes: &[u8], skeleton: usize) -> Option<usize> {
        let row = self.skeletons + skeleton * SKELETON_BYTES;
        (skeleton < self.skeleton_count).then(|| u32_at(bytes, row + 12) as usize)
    }

    /// Returns a frame of reference.
    #[inline(always)]
    pub(crate) fn frame(&self, bytes: &[u8], row: usize) -> Option<JointFrame> {
        let at = self.frames + row * FRAME_BYTES;
        Some(JointFrame::from_bytes(bytes.get(at..)?.first_chunk()?))
    }

    /// Returns the name whose offset and length are stored at `at`; `None` if it is not in the names.
    pub(crate) fn name<'a>(&self, bytes: &'a [u8], at: usize) -> Option<&'a str> {
        let start = self.names.checked_add(u32_at(bytes, at) as usize)?;
        let stop = start.checked_add(u32_at(bytes, at + 4) as usize)?;
        let name = bytes.get(start..stop).filter(|_| stop <= self.end)?;
        std::str::from_utf8(name).ok()
    }

    fn check_skeleton(&self, bytes: &[u8], at: usize) -> Result<(), &'static str> {
        let [first, count, leading] = [8, 12, 16].map(|field| u32_at(bytes, at + field) as usize);
        if self.name(bytes, at).is_none() {
            return Err("its name is not in the names");
        }
        if count == 0 || count > MAX_JOINTS || first + count > self.joint_count {
            return Err("it has no joints, more than 1024, or more than the table of joints");
        }
        if leading > count {
            return Err("it has more leading joints than joints");
        }
        let joint_row = |joint: usize| self.joints + (first + joint) * JOINT_BYTES;
        let parent = |joint: usize| {
            let parent = (joint < count).then(|| u32_at(bytes, joint_row(joint) + 8));
            parent.filter(|it| *it != NO_PARENT).map(|it| it as usize)
        };
        let legs = legs(u32_at(bytes, at + LEGS), parent);
        for leg in legs.into_iter().flatten() {
            let hip = parent(leg.foot).and_then(parent);
            if leg.contact() >= count || hip.and_then(parent).is_none() {
                return Err("a leg is not a chain of joints below the hips");
            }
        }
        if section(bytes, u64_at(bytes, at + 24), u64_at(bytes, at + 32)).is_none() {
            return Err("its index lies outside of the file");
        }
        let mut has_place = [false; MAX_JOINTS];
        for joint in 0..count {
            let row = self.joints + (first + joint) * JOINT_BYTES;
            let [parent, partner, place] = [8, 12, 16].map(|field| u32_at(bytes, row + field));
            let partner = partner as usize;
            let back = self.joints + (first + partner.min(count)) * JOINT_BYTES + 12;
            if self.name(bytes, row).is_none() {
                return Err("the name of a joint is not in the names");
            }
            if parent != NO_PARENT && parent as usize >= joint {
                return Err("a parent does not come before its joint");
            }
            if partner >= count || u32_at(bytes, back) as usize != joint {
                return Err("a joint is not the partner of its partner");
            }
            match has_place.get_mut(place as usize) {
                Some(taken) if !*taken && (place as usize) < count => *taken = true,
                _ => return Err("the decoding order lacks a joint"),
            }
            let numbers = [0, 1, 2, 3, 4, 5, 6].map(|part| f32_at(bytes, row + 20 + 4 * part));
            let square: f32 = numbers[..4].iter().map(|part| part * part).sum();
            let is_near = |part: &f32| part.is_finite() && part.abs() < 1e6;
            if !numbers.iter().all(is_near) || (square - 1.0).abs() > 1e-4 {
                return Err("the rest transform of a joint is invalid");
            }
        }
        Ok(())
    }

    fn check_motion(&self, bytes: &[u8], at: usize) -> Result<(), &'static str> {
        let row = MotionRow::read(bytes, at);
        let set = self.sets + row.set * SET_BYTES;
        if row.set >= self.set_count || u32_at(bytes, set) as usize != row.skeleton {
            return Err("its set is missing or belongs to another skeleton");
        }
        if row.frames == 0 || row.rates.iter().flatten().any(|number| *number == 0) {
            return Err("it has no frames or no rate");
        }
        let is_step = |step: f32| step > 1e-9 && step <= 1024.0;
        if row.offset_bits > 32 || row.size_bits > 16 {
            return Err("its segments have too many bits");
        }
        if ![row.scale, row.translation_step_m].into_iter().all(is_step) {
            return Err("a step is out of range");
        }
        if section(bytes, row.offset, row.length).is_none() {
            return Err("its motion lies outside of the file");
        }
        Ok(())
    }
}

/// Returns the bytes of a section.
pub(crate) fn section(bytes: &[u8], offset: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    let stop = start.checked_add(usize::try_from(length).ok()?)?;
    bytes.get(start..stop)
}
