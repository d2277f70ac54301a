//! One clip of a library: what it is called, and where its tags are.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use footwork_base::{FrameRate, Name};
use footwork_clip::UnitChoice;
use footwork_sidecar::{ClipHash, Line, SIDECAR_SUFFIX, Sidecar, TagSpan};

/// What the name of a mirrored twin has behind that of its original.
pub const MIRRORED_SUFFIX: &str = "~mirrored";

/// A clip of a library.
#[derive(Clone, Debug)]
pub struct ClipEntry {
    /// The path from the root with `/`, and in a file of several `#` and the animation.
    pub name: String,
    /// The clip's file.
    pub path: PathBuf,
    /// Where in the name the `#` before the animation is.
    pub(crate) animation_at: Option<usize>,
    /// Its length in frames.
    pub frames: u32,
    /// Its frame rate.
    pub rate: FrameRate,
    /// Of a clip that loops, the length of a round in frames.
    pub round_frames: Option<u32>,
    /// The names of its joints; clips of one skeleton share them.
    pub joints: Arc<[String]>,
    /// Its length unit and why it was chosen, where neither `footwork.toml` nor the file says one.
    pub estimated_unit: Option<UnitChoice>,
    /// Its content.
    pub hash: ClipHash,
    /// Its tags, as they stand in the file beside it; `None` where there is no such file.
    pub sidecar: Option<Sidecar>,
    /// Whether there is a sidecar that could not be read, and so must not be replaced.
    pub sidecar_is_broken: bool,
    /// The tags that came in the clip's own file. They count until there is a sidecar, which the
    /// first edit makes of them.
    pub embedded: Option<Sidecar>,
    /// For a mirrored twin, the clip that it mirrors, whose file and sidecar these are. Its tags are
    /// called by their other side here.
    pub mirror_of: Option<String>,
    /// Whether it has a mirrored twin.
    pub(crate) has_twin: bool,
}

impl ClipEntry {
    /// The name of its file: the path from the root with `/`.
    pub fn file_name(&self) -> &str {
        let name = self.name_in_file();
        let stop = self.animation_at.unwrap_or(name.len());
        name.get(..stop).unwrap_or(name)
    }

    /// Its name, or for a mirrored twin that of its original, which has the file.
    fn name_in_file(&self) -> &str {
        self.mirror_of.as_ref().unwrap_or(&self.name)
    }

    /// Which animation of a file of several it is.
    pub fn animation(&self) -> Option<&str> {
        self.name_in_file().get(self.animation_at? + 1..)
    }

    /// The last part of its name, with the animation.
    pub fn base_name(&self) -> &str {
        let start = self.file_name().rfind('/').map_or(0, |slash| slash + 1);
        self.name.get(start..).unwrap_or(&self.name)
    }

    /// The file of its tags: `walk.bvh.tags`, or `moves.glb#Walk.tags` with `%` and two hexadecimal
    /// digits for each byte of an animation's name that some file system refuses.
    pub fn sidecar_path(&self) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(self.sidecar_ending());
        PathBuf::from(path)
    }

    /// The name of the file of its tags: the path from the root with `/`.
    pub fn sidecar_name(&self) -> String {
        format!("{}{}", self.file_name(), self.sidecar_ending())
    }

    /// What the sidecar's name has behind the file's.
    fn sidecar_ending(&self) -> String {
        match self.animation() {
            Some(animation) => format!("#{}{SIDECAR_SUFFIX}", percent_encoded(animation)),
            None => SIDECAR_SUFFIX.to_owned(),
        }
    }

    /// Whether a part of its name that people use for short is this.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let name = match self.mirror_of {
            None => name,
            Some(_) => match name.strip_suffix(MIRRORED_SUFFIX) {
                Some(name) => name,
                None => return false,
            },
        };
        let file = self.file_name();
        let file = file.rsplit_once('/').map_or(file, |(_, base)| base);
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

    /// Its tags and events: those of the sidecar, or where there is none, those that came in the
    /// clip's own file.
    pub fn labels(&self) -> Option<&Sidecar> {
        match &self.sidecar {
            None if self.sidecar_is_broken => None,
            None => self.embedded.as_ref(),
            sidecar => sidecar.as_ref(),
        }
    }

    /// Whether it has changed since it was tagged, so that it must be rebased before it is edited.
    pub fn is_stale(&self) -> bool {
        let sidecar = self.sidecar.as_ref();
        sidecar.is_some_and(|sidecar| self.is_of_another_version(sidecar))
    }

    /// Whether the frames of a sidecar are those of another version of the clip. One that does not name the content
    /// is judged by the length and the rate that it says.
    pub fn is_of_another_version(&self, sidecar: &Sidecar) -> bool {
        let is_other_rate = || sidecar.rate().is_some_and(|rate| rate != self.rate);
        match sidecar.hash() {
            Some(hash) => hash != self.hash,
            None => sidecar.frames().is_some_and(|frames| frames != self.frames) || is_other_rate(),
        }
    }

    /// What a sidecar says of the clip as it is now.
    pub(crate) fn header(&self) -> [Line; 4] {
        [
            Line::Clip(self.base_name().to_owned()),
            Line::Frames(self.frames),
            Line::Rate(self.rate),
            Line::Hash(self.hash),
        ]
    }

    /// The spans of its tags, as authored.
    pub fn tags(&self) -> impl Iterator<Item = &TagSpan> {
        self.labels().into_iter().flat_map(Sidecar::tags)
    }

    /// Its events, each with its name and its time in frames.
    pub fn events(&self) -> impl Iterator<Item = (&Name, f64)> {
        self.labels().into_iter().flat_map(Sidecar::events)
    }
}

/// A name that every file system takes: `%` and two digits for what some refuse, and for `%`.
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

#[cfg(test)]
mod tests {
    use super::percent_encoded;

    #[test]
    fn refused_characters_are_encoded() {
        let check = |name, expected| assert_eq!(percent_encoded(name), expected);
        check("Walk 01", "Walk 01");
        check("Rig|Walk", "Rig%7CWalk");
        check("a/b\\c:d", "a%2Fb%5Cc%3Ad");
        check("100%", "100%25");
        check("tab\t", "tab%09");
        check("Schleichgang über", "Schleichgang über");
    }
}
