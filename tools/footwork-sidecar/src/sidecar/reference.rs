//! A `reference` line: a video or a sound that shows the motion of a clip.
//!
//! ```text
//! reference videos/kick.mp4
//! reference "videos/first take.webm" offset 12.5 rate 0.25
//! ```
//!
//! The file is in the library, and its name is a path from the root. The first frame of the clip is `offset` seconds
//! into the file (default 0), and `rate` seconds of the file pass per second of the clip (default 1).

use std::fmt;

use super::words::{Fault, Words, fault, word};

/// The largest offset of a reference, forward or backward, in seconds.
pub const MAX_REFERENCE_OFFSET_SECS: f64 = 1e6;

/// The largest rate of a reference. The smallest rate is the reciprocal of this one.
pub const MAX_REFERENCE_RATE: f64 = 100.0;

/// A video or a sound that shows the motion of a clip.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "wire", serde(rename_all = "camelCase"))]
pub struct Reference {
    /// The path of the file from the root of the library, separated by `/`.
    file: String,
    /// The time in the file at the first frame of the clip, in seconds.
    offset_secs: f64,
    /// The seconds of the file that pass per second of the clip.
    rate: f64,
}

impl Reference {
    /// Creates a reference to a file of the library, by its path from the root, separated by `/`.
    ///
    /// `offset_secs` is the time in the file at the first frame of the clip, negative if the file starts later; `rate`
    /// is the number of seconds of the file per second of the clip.
    ///
    /// `None` if the path leads out of the library, is empty or has a control character or a backslash, or if a number
    /// is out of bounds.
    pub fn new(file: &str, offset_secs: f64, rate: f64) -> Option<Self> {
        let is_part = |part: &str| !matches!(part, "" | "." | "..") && !part.ends_with(':');
        let is_inside =
            file.split('/').all(is_part) && !file.contains(|c: char| c == '\\' || c.is_control());
        let is_near = offset_secs.abs() <= MAX_REFERENCE_OFFSET_SECS;
        let is_rate = rate <= MAX_REFERENCE_RATE && rate * MAX_REFERENCE_RATE >= 1.0;
        (is_inside && is_near && is_rate).then(|| Self {
            file: file.to_owned(),
            // Turns -0 into 0, so that zero is written in only one way.
            offset_secs: offset_secs + 0.0,
            rate,
        })
    }

    /// Returns the path of the file from the root of the library, separated by `/`.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the time in the file at the first frame of the clip, in seconds.
    pub fn offset_secs(&self) -> f64 {
        self.offset_secs
    }

    /// Returns the number of seconds of the file per second of the clip.
    pub fn rate(&self) -> f64 {
        self.rate
    }
}

#[cfg(feature = "wire")]
impl<'de> serde::Deserialize<'de> for Reference {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        struct Unchecked {
            file: String,
            offset_secs: f64,
            rate: f64,
        }
        let read = Unchecked::deserialize(from)?;
        Self::new(&read.file, read.offset_secs, read.rate)
            .ok_or_else(|| serde::de::Error::custom(bounds()))
    }
}

/// Formats the bounds of a reference, for errors.
fn bounds() -> String {
    format!(
        "the path must stay inside the library, the offset must be within {MAX_REFERENCE_OFFSET_SECS} s, and the rate \
         must be between {} and {MAX_REFERENCE_RATE}",
        1.0 / MAX_REFERENCE_RATE
    )
}

/// Formats the reference as the words after `reference`.
#[allow(
    clippy::float_cmp,
    reason = "only a value that exactly equals the default is left out"
)]
impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&word(&self.file))?;
        if self.offset_secs != 0.0 {
            write!(f, " offset {}", self.offset_secs)?;
        }
        if self.rate == 1.0 {
            Ok(())
        } else {
            write!(f, " rate {}", self.rate)
        }
    }
}

/// Reads the words after `reference`.
pub(super) fn read(words: &mut Words<'_>) -> Result<Reference, Fault> {
    let column = words.column() + 1;
    let file = words.file_name("the path of a file in the library")?;
    let offset_secs = if words.optional("offset") {
        words.parse("an offset in seconds, such as 1.5")?
    } else {
        0.0
    };
    let rate = if words.optional("rate") {
        words.parse("a rate, such as 0.5")?
    } else {
        1.0
    };
    match Reference::new(&file, offset_secs, rate) {
        Some(reference) => Ok(reference),
        None => fault(column, "bad-reference", bounds()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sidecar;
    use super::*;

    fn text_of(line: &str) -> String {
        format!("footwork-tags 1\n{line}\n")
    }

    fn read(line: &str) -> Sidecar {
        Sidecar::read("a.tags", text_of(line).as_bytes()).unwrap().0
    }

    #[test]
    fn lines_read_back_as_written() {
        for line in [
            "reference kick.mp4",
            "reference videos/kick.mp4 offset -1.25",
            "reference \"first take.webm\" offset 12.5 rate 0.25",
            "reference sound.wav rate 100",
        ] {
            let sidecar = read(line);
            assert!(sidecar.reference().is_some(), "{line}");
            assert_eq!(sidecar.to_bytes(), text_of(line).as_bytes());
        }
        let given = read("reference a.wav offset 0 rate 1");
        assert_eq!(
            given.reference(),
            Reference::new("a.wav", -0.0, 1.0).as_ref()
        );
    }

    #[test]
    fn paths_outside_the_library_and_bad_numbers_are_rejected() {
        for line in [
            "reference",
            "reference /etc/passwd",
            "reference ../a.mp4",
            "reference a/../../b.mp4",
            "reference a//b.mp4",
            "reference C:/a.mp4",
            "reference \"a\\\\b.mp4\"",
            "reference a.mp4 offset NaN",
            "reference a.mp4 offset 1e7",
            "reference a.mp4 rate 0",
            "reference a.mp4 rate -1",
            "reference a.mp4 rate inf",
            "reference a.mp4 rate 1 offset 1",
        ] {
            let sidecar = read(line);
            assert_eq!(sidecar.reference(), None, "{line}");
            assert_eq!(sidecar.to_bytes(), text_of(line).as_bytes());
        }
    }

    #[test]
    fn a_reference_is_set_once() {
        let mut it = read("reference a.mp4\nreference b.mp4");
        let a = Reference::new("a.mp4", 0.0, 1.0);
        assert!(it.set_reference(a.clone()), "the second line goes");
        assert!(!it.set_reference(a));
        assert!(it.set_reference(None) && !it.set_reference(None));
        assert_eq!(it.to_bytes(), b"footwork-tags 1\n");
    }
}
