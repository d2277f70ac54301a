//! One clip of a library: its name, its files and its tags.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate, LengthUnit, Name, UpAxis};
use footwork_clip::{Evidence, UnitChoice};
use footwork_sidecar::{ClipHash, Line, SIDECAR_SUFFIX, Sidecar, TagSpan, WorkState};

use crate::skeleton_family::SkeletonFamily;

/// The suffix that turns a clip's name into the name of its mirrored twin.
pub const MIRRORED_SUFFIX: &str = "~mirrored";

/// Why the up axis or the length unit with which a clip is read does not fit its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Implausible {
    /// The body does not stand along the up axis.
    Up,
    /// The body does not have the size of a person.
    Size,
}

impl Implausible {
    /// Returns the code of the finding about the implausible value.
    pub fn code(self) -> &'static str {
        match self {
            Self::Up => "implausible-up",
            Self::Size => "implausible-size",
        }
    }
}

/// A clip of a library.
#[derive(Clone, Debug)]
pub struct ClipEntry {
    /// The path from the root, separated by `/`; in a file of several clips, `#` and the animation follow.
    pub name: String,
    /// The clip's file.
    pub path: PathBuf,
    /// The byte offset in `name` of the `#` before the animation.
    pub(crate) animation_at: Option<usize>,
    /// Its length in frames.
    pub frames: u32,
    /// Its frame rate.
    pub rate: FrameRate,
    /// The frames whose motion is only estimated, because the file lacks it; no predicate holds on them.
    pub invalid: Vec<FrameRange>,
    /// The length of one loop in frames, if the clip loops.
    pub round_frames: Option<u32>,
    /// The joints of its skeleton; clips with the same skeleton share them.
    pub skeleton: Arc<SkeletonFamily>,
    /// The name of the travelling joint, which carries the character over the ground.
    pub root: Arc<str>,
    /// The length unit of the file; `None` if the unit stated in the file is used.
    pub unit: Option<LengthUnit>,
    /// The estimated length unit and why it was chosen; `None` if `footwork.toml` or the file gives one.
    pub estimated_unit: Option<UnitChoice>,
    /// The axis of the file that points up.
    pub up: UpAxis,
    /// Why the clip is probably read with the wrong up axis or unit; `None` if both fit the body, or if `footwork.toml`
    /// gives both.
    pub implausible: Option<Implausible>,
    /// The size of the body in metres, estimated from all clips of its skeleton.
    pub size_m: f64,
    /// Whether the body is a person's; `None` if the roles of its joints do not show it.
    pub is_person: Option<bool>,
    /// The index of the travelling joint among the candidates in its evidence.
    pub(crate) link: usize,
    pub(crate) evidence: Arc<Evidence>,
    /// The hash of the clip's content.
    pub hash: ClipHash,
    /// The hash of the bytes of the clip's file, which may hold more than this clip.
    pub(crate) file_hash: ClipHash,
    /// The content of its sidecar; `None` if there is no sidecar.
    pub sidecar: Option<Sidecar>,
    /// Whether the sidecar could not be read, and so must not be replaced.
    pub sidecar_is_broken: bool,
    /// Whether the clip's file is shorter than its header states, and the clip was not tagged in this state. Another
    /// program may still be writing the file.
    pub is_half_written: bool,
    /// The tags stored in the clip's own file. They count until the first edit writes them to a sidecar.
    pub embedded: Option<Sidecar>,
    /// For a mirrored twin, the name of its original, which has the file and the sidecar. The twin's entry has the
    /// labels of the original, with left and right swapped in the names.
    pub mirror_of: Option<String>,
    /// Whether it has a mirrored twin.
    pub(crate) has_twin: bool,
}

impl ClipEntry {
    /// Returns the name of the clip's file: the path from the root, separated by `/`.
    pub fn file_name(&self) -> &str {
        let name = self.name_in_file();
        let stop = self.animation_at.unwrap_or(name.len());
        name.get(..stop).unwrap_or(name)
    }

    /// Returns the name of the clip or, for a mirrored twin, the name of its original: only originals have files.
    fn name_in_file(&self) -> &str {
        self.mirror_of.as_ref().unwrap_or(&self.name)
    }

    /// Returns the name of its animation, if its file holds several.
    pub fn animation(&self) -> Option<&str> {
        self.name_in_file().get(self.animation_at? + 1..)
    }

    /// Returns the last part of its name, including the animation.
    pub fn base_name(&self) -> &str {
        let start = self.file_name().rfind('/').map_or(0, |slash| slash + 1);
        self.name.get(start..).unwrap_or(&self.name)
    }

    /// Returns the names by which the clip can be found: the whole name, its last part, the last part without the
    /// file's extension, and the animation.
    pub(crate) fn short_names(&self) -> impl Iterator<Item = &str> {
        let base = self.base_name();
        let is_whole_file = base == base_of(self.file_name());
        let stem = base.rsplit_once('.').map(|(stem, _)| stem);
        let stem = stem.filter(|_| is_whole_file);
        [Some(self.name.as_str()), Some(base), stem, self.animation()]
            .into_iter()
            .flatten()
    }

    /// Returns the path of its sidecar, such as `walk.bvh.tags` or `moves.glb#Walk.tags`.
    ///
    /// Bytes of an animation's name that some file systems reject are written as `%` and two hexadecimal digits.
    pub fn sidecar_path(&self) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(self.sidecar_ending());
        PathBuf::from(path)
    }

    /// Returns the name of the clip's sidecar: the path from the root, separated by `/`.
    pub fn sidecar_name(&self) -> String {
        format!("{}{}", self.file_name(), self.sidecar_ending())
    }

    /// Returns the part of the sidecar's name that follows the file's name.
    fn sidecar_ending(&self) -> String {
        match self.animation() {
            Some(animation) => format!("#{}{SIDECAR_SUFFIX}", percent_encoded(animation)),
            None => SIDECAR_SUFFIX.to_owned(),
        }
    }

    /// Returns whether `name` is a short form of the clip's name: its file or the file's stem. In a file of several
    /// clips, also the animation, alone or after the file or stem and `#`.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let name = match self.mirror_of {
            None => name,
            Some(_) => match name.strip_suffix(MIRRORED_SUFFIX) {
                Some(name) => name,
                None => return false,
            },
        };
        let file = base_of(self.file_name());
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        match self.animation() {
            None => name == file || name == stem,
            Some(animation) => {
                let of_stem = name
                    .strip_prefix(stem)
                    .and_then(|rest| rest.strip_prefix('#'));
                format!("{file}#{animation}") == name
                    || name == animation
                    || of_stem == Some(animation)
            }
        }
    }

    /// Returns its tags and events: the ones in the sidecar or, without a sidecar, the ones in the clip's file.
    pub fn labels(&self) -> Option<&Sidecar> {
        match &self.sidecar {
            None if self.sidecar_is_broken => None,
            None => self.embedded.as_ref(),
            sidecar => sidecar.as_ref(),
        }
    }

    /// Whether the joints of the body's left side are on its right on nearly all frames, as in left-handed data.
    pub fn is_left_handed(&self) -> bool {
        self.evidence.stance.is_mirrored
    }

    /// Returns its work state.
    pub fn work_state(&self) -> WorkState {
        let labels = self.labels();
        labels.map_or(WorkState::Untouched, Sidecar::work_state)
    }

    /// Returns whether the clip has changed since it was tagged and must be rebased before it is edited.
    pub fn is_stale(&self) -> bool {
        let sidecar = self.sidecar.as_ref();
        sidecar.is_some_and(|sidecar| self.is_of_another_version(sidecar))
    }

    /// Returns whether a sidecar was written for another version of the clip.
    ///
    /// A sidecar without a hash is compared by its length and rate.
    pub fn is_of_another_version(&self, sidecar: &Sidecar) -> bool {
        let is_other_rate = || sidecar.rate().is_some_and(|rate| rate != self.rate);
        match sidecar.hash() {
            Some(hash) => hash != self.hash,
            None => sidecar.frames().is_some_and(|frames| frames != self.frames) || is_other_rate(),
        }
    }

    /// Returns the header lines of a sidecar for the current version of the clip.
    pub(crate) fn header(&self) -> [Line; 4] {
        [
            Line::Clip(self.base_name().to_owned()),
            Line::Frames(self.frames),
            Line::Rate(self.rate),
            Line::Hash(self.hash),
        ]
    }

    /// Returns the spans of its tags as written in the labels.
    pub fn tags(&self) -> impl Iterator<Item = &TagSpan> {
        self.labels().into_iter().flat_map(Sidecar::tags)
    }

    /// Returns its events, each with its name and its time in frames.
    pub fn events(&self) -> impl Iterator<Item = (&Name, f64)> {
        self.labels().into_iter().flat_map(Sidecar::events)
    }
}

/// Encodes a name so that every file system accepts it: `%` itself and characters that some file systems
/// reject become `%` and two hexadecimal digits.
pub fn percent_encoded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*' | '%' | '\x7f' | '\0'..='\x1f' => {
                _ = write!(out, "%{:02X}", u32::from(character));
            }
            other => out.push(other),
        }
    }
    out
}

/// Decodes a name that [`percent_encoded`] encoded; `None` if a `%` is not followed by two hexadecimal digits.
pub(crate) fn percent_decoded(name: &str) -> Option<String> {
    let mut parts = name.split('%');
    let mut out = parts.next()?.to_owned();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        // `from_str_radix` alone would accept a sign.
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        out.push(char::from(u8::from_str_radix(digits, 16).ok()?));
        out.push_str(rest);
    }
    Some(out)
}

/// Returns the last part of a path.
fn base_of(file: &str) -> &str {
    file.rsplit_once('/').map_or(file, |(_, base)| base)
}

#[cfg(test)]
mod tests {
    use super::{percent_decoded, percent_encoded};

    #[test]
    fn characters_that_file_systems_reject_are_encoded() {
        let check = |name: &str, expected| {
            assert_eq!(percent_encoded(name), expected);
            assert_eq!(percent_decoded(expected).as_deref(), Some(name));
        };
        check("Walk 01", "Walk 01");
        check("Rig|Walk", "Rig%7CWalk");
        check("a/b\\c:d", "a%2Fb%5Cc%3Ad");
        check("100%", "100%25");
        check("tab\t", "tab%09");
        check("Schleichgang über", "Schleichgang über");
        for broken in ["%", "%4", "%+4", "%zz", "%é"] {
            assert_eq!(percent_decoded(broken), None);
        }
    }
}
