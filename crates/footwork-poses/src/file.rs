//! A file of poses, used in place, with its skeletons and clips.

use footwork_base::FrameRate;

use crate::bytes::{u32_at, u64_at};
use crate::clip_rows::CLIP_BYTES;
use crate::decode::{ClipView, rest};
use crate::error::PoseFileError;
use crate::layout::{JOINT_BYTES, LEGS, NO_PARENT, SKELETON_BYTES, Tables, section};
use crate::pose_leg::{PoseLeg, legs};
use crate::transform::{RootPlace, Transform};

footwork_base::typed_id! {
    /// A clip of a file of poses, numbered in the order of the file.
    pub struct PoseClipId;
}

footwork_base::typed_id! {
    /// A skeleton of a file of poses, numbered in the order of the file.
    pub struct SkeletonId;
}

/// How a clip ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PoseClipEnd {
    /// The recording was cut off.
    #[default]
    Cut,
    /// The character keeps the pose of the last frame.
    Rest,
    /// The last frame has the pose of the first frame, moved by the root. The clip repeats from there.
    Loop,
}

/// A file of compressed poses, used in place. `B` owns bytes that do not change, such as a memory map, a `Vec<u8>` or a
/// `&[u8]`. No alignment is required. Decoding allocates nothing, and any number of threads may decode at the same
/// time.
#[derive(Clone, Copy, Debug)]
pub struct PoseFile<B> {
    bytes: B,
    tables: Tables,
}

impl<B: AsRef<[u8]>> PoseFile<B> {
    /// Opens the bytes of a file. This checks the tables and their checksum, but does not read the motion of clips.
    /// Damaged motion gives wrong poses, but rotations stay unit rotations and nothing panics. [`verify`](Self::verify)
    /// finds such damage.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a file of poses, if the major version is not supported, if the file is
    /// incomplete, or if its tables are damaged.
    pub fn open(bytes: B) -> Result<Self, PoseFileError> {
        let tables = Tables::open(bytes.as_ref())?;
        Ok(Self { bytes, tables })
    }

    /// Checks the motion of all clips by their checksums. Search indexes have their own checksums and are not checked here.
    ///
    /// # Errors
    /// Returns an error if the motion of a clip was changed after it was written.
    pub fn verify(&self) -> Result<(), PoseFileError> {
        let mut checked = vec![false; self.tables.motion_count];
        for clip in self.clips() {
            let is_checked = checked.get_mut(clip.view.clip.motion);
            if is_checked.is_some_and(|it| std::mem::replace(it, true)) {
                continue;
            }
            if !clip.view.is_whole() {
                let name = clip.name().to_owned();
                return Err(PoseFileError::DamagedClip { name });
            }
        }
        Ok(())
    }

    /// Returns a stamp of the contents, made of the length and the checksum of the tables. The tables contain the
    /// checksums of all clips.
    pub fn stamp(&self) -> u64 {
        let checksum = u32_at(self.bytes.as_ref(), 12);
        u64::from(checksum) << 32 | (self.bytes.as_ref().len() as u64 & 0xffff_ffff)
    }

    /// Returns the skeletons, in the order of their ids.
    pub fn skeletons(&self) -> impl ExactSizeIterator<Item = PoseSkeleton<'_>> {
        let (bytes, tables) = (self.bytes.as_ref(), self.tables);
        (0..self.tables.skeleton_count).map(move |row| PoseSkeleton {
            bytes,
            tables,
            row: tables.skeletons + row * SKELETON_BYTES,
        })
    }

    /// Returns a skeleton; `None` if the file lacks it.
    pub fn skeleton(&self, skeleton: SkeletonId) -> Option<PoseSkeleton<'_>> {
        self.skeletons().nth(skeleton.number() as usize)
    }

    /// Returns the clips, in the order of their ids.
    pub fn clips(&self) -> impl Iterator<Item = PoseClip<'_>> {
        (0..self.tables.clip_count).filter_map(|row| self.clip_at(row))
    }

    /// Returns a clip; `None` if the file lacks it.
    pub fn clip(&self, clip: PoseClipId) -> Option<PoseClip<'_>> {
        self.clip_at(clip.number() as usize)
    }

    /// Returns the id of the clip with the name `name`; `None` if the file lacks it. The call compares all names, so
    /// keep the id.
    pub fn clip_named(&self, name: &str) -> Option<PoseClipId> {
        let mut clips = self.clips();
        let place = clips.position(|clip| clip.name() == name)?;
        footwork_base::Id::from_index(place)
    }

    fn clip_at(&self, row: usize) -> Option<PoseClip<'_>> {
        let bytes = self.bytes.as_ref();
        Some(PoseClip {
            view: ClipView::new(bytes, &self.tables, row)?,
            name: self
                .tables
                .name(bytes, self.tables.clips + row * CLIP_BYTES)
                .unwrap_or_default(),
        })
    }
}

/// A skeleton of a file.
#[derive(Clone, Copy, Debug)]
pub struct PoseSkeleton<'a> {
    bytes: &'a [u8],
    tables: Tables,
    row: usize,
}

/// A joint of a skeleton of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseJoint<'a> {
    /// The name of the joint.
    pub name: &'a str,
    /// The parent, which comes before the joint; `None` for a joint in the space of the root.
    pub parent: Option<usize>,
    /// The joint that replaces this joint in a mirrored twin. For a joint in the middle of the body, it is the joint
    /// itself.
    pub partner: usize,
    /// The transform in clips that do not move the joint.
    pub rest: Transform,
}

impl<'a> PoseSkeleton<'a> {
    /// Returns the name.
    pub fn name(&self) -> &'a str {
        self.tables.name(self.bytes, self.row).unwrap_or_default()
    }

    /// Returns the joints, parents first.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = PoseJoint<'a>> + use<'a> {
        let [first, count] = [8, 12].map(|at| u32_at(self.bytes, self.row + at) as usize);
        let start = self.tables.joints + first * JOINT_BYTES;
        let (bytes, tables) = (self.bytes, self.tables);
        (0..count).map(move |joint| {
            let row = start + joint * JOINT_BYTES;
            let parent = u32_at(bytes, row + 8);
            let whole = bytes.get(row..).and_then(|rest| rest.first_chunk());
            PoseJoint {
                name: tables.name(bytes, row).unwrap_or_default(),
                parent: (parent != NO_PARENT).then_some(parent as usize),
                partner: u32_at(bytes, row + 12) as usize,
                rest: whole.map(rest).unwrap_or_default(),
            }
        })
    }

    /// Returns the left and the right leg; `None` for an unknown leg.
    pub fn legs(&self) -> [Option<PoseLeg>; 2] {
        let both = u32_at(self.bytes, self.row + LEGS);
        legs(both, |joint| self.joints().nth(joint)?.parent)
    }

    /// Returns the bytes of the search index of the skeleton's clips, for `footwork_matching::Index::from_bytes`. The
    /// slice is empty if the file has no index for the skeleton.
    pub fn index_bytes(&self) -> &'a [u8] {
        let [offset, length] = [24, 32].map(|at| u64_at(self.bytes, self.row + at));
        section(self.bytes, offset, length).unwrap_or_default()
    }
}

/// A clip of a file, or its mirrored twin.
#[derive(Clone, Copy, Debug)]
pub struct PoseClip<'a> {
    view: ClipView<'a>,
    name: &'a str,
}

impl<'a> PoseClip<'a> {
    /// Returns the name.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Returns the skeleton.
    pub fn skeleton(&self) -> SkeletonId {
        footwork_base::Id::from_index(self.view.row.skeleton).unwrap_or(SkeletonId::new(0))
    }

    /// Returns the number of joints of the skeleton.
    pub fn joint_count(&self) -> usize {
        self.view.joint_count
    }

    /// Returns the number of frames, at least 1.
    pub fn frame_count(&self) -> u32 {
        self.view.row.frames
    }

    /// Returns the frame rate of the clip in the file.
    pub fn rate(&self) -> FrameRate {
        self.rate_at(0)
    }

    /// Returns the number of frames of the clip in its library. Tags count these frames.
    pub fn source_frames(&self) -> u32 {
        self.view.row.source_frames
    }

    /// Returns the frame rate of the clip in its library.
    pub fn source_rate(&self) -> FrameRate {
        self.rate_at(1)
    }

    fn rate_at(&self, index: usize) -> FrameRate {
        let [numerator, denominator] = self.view.row.rates[index];
        FrameRate::new(numerator, denominator).unwrap_or(FrameRate::ONE)
    }

    /// Returns how the clip ends.
    pub fn end(&self) -> PoseClipEnd {
        match self.view.clip.end {
            1 => PoseClipEnd::Rest,
            2 => PoseClipEnd::Loop,
            _ => PoseClipEnd::Cut,
        }
    }

    /// Returns the error of compression in metres, measured when the file was written. The error is the largest
    /// distance by which compression moves a point at 3 cm from a joint or at 1 m from the root.
    pub fn error_m(&self) -> f32 {
        self.view.row.error_m
    }

    /// Returns whether left and right are exchanged.
    pub fn is_mirrored(&self) -> bool {
        self.view.clip.is_twin != 0
    }

    /// Returns the clip with left and right exchanged, decoded from the same motion. Bones keep their lengths.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        self.view.clip.is_twin ^= 1;
        self
    }

    /// Returns whether the left and the right foot stand in a frame. Past the last frame, the last frame counts.
    pub fn standing(&self, frame: u32) -> [bool; 2] {
        let [left, right] = self.view.stands(frame);
        if self.is_mirrored() {
            [right, left]
        } else {
            [left, right]
        }
    }

    /// Writes the pose between a frame and the next frame to `out`, which has an entry for each joint. `part`, from 0
    /// to 1, is the fraction of the way to the next frame. Past the last frame, the pose is that of the last frame.
    /// Joints without a parent are in the space of the root. Returns the place of the root, or `None` if the length of
    /// `out` is not the number of joints.
    pub fn decode(&self, frame: u32, part: f32, out: &mut [Transform]) -> Option<RootPlace> {
        self.decode_first(self.view.joint_count, frame, part, out)
    }

    /// Does the same as [`decode`](Self::decode) for the legs and the joints above them. The other joints of `out` stay
    /// unchanged.
    pub fn decode_legs(&self, frame: u32, part: f32, out: &mut [Transform]) -> Option<RootPlace> {
        self.decode_first(self.view.leading, frame, part, out)
    }

    /// Calls `put` with each joint and the transform that [`decode`](Self::decode) would write, in no particular order.
    /// Joint numbers are below [`joint_count`](Self::joint_count). Use this to store transforms in another form.
    pub fn decode_each(
        &self,
        frame: u32,
        part: f32,
        put: impl FnMut(usize, Transform),
    ) -> RootPlace {
        self.decode_with(self.view.joint_count, frame, part, put)
    }

    /// Returns the place of the root between a frame and the next frame.
    pub fn root(&self, frame: u32, part: f32) -> RootPlace {
        self.decode_with(0, frame, part, |_, _| {})
    }

    #[inline(always)]
    fn decode_with(
        &self,
        count: usize,
        frame: u32,
        part: f32,
        put: impl FnMut(usize, Transform),
    ) -> RootPlace {
        if self.is_mirrored() {
            self.view.decode::<true>(frame, part, count, put)
        } else {
            self.view.decode::<false>(frame, part, count, put)
        }
    }

    fn decode_first(
        &self,
        count: usize,
        frame: u32,
        part: f32,
        out: &mut [Transform],
    ) -> Option<RootPlace> {
        (out.len() == self.view.joint_count).then(|| {
            let put = |joint: usize, transform| {
                if let Some(out) = out.get_mut(joint) {
                    *out = transform;
                }
            };
            self.decode_with(count, frame, part, put)
        })
    }
}
