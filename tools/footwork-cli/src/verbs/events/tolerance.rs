//! How far off a matched event may be, on the command line.

use footwork::base::FrameRate;
use footwork::events::Tolerance;

use super::secs;

/// A tolerance as it is written; frames are those of each clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Written {
    Secs(f64),
    Frames(f64),
}

impl Written {
    /// At the rate of a clip.
    pub(super) fn at(self, rate: FrameRate) -> Tolerance {
        match self {
            Self::Secs(secs) => Tolerance::Secs(secs),
            Self::Frames(frames) => Tolerance::Frames(frames, rate),
        }
    }
}

/// Seconds, milliseconds, or frames with `f`: `0.05`, `50ms`, `3f`. Finite and at least zero.
pub(super) fn parse(text: &str) -> Result<Written, String> {
    let written = match text.strip_suffix('f') {
        Some(digits) => {
            let frames = digits.parse::<f64>().ok();
            let frames = frames.filter(|frames| frames.is_finite() && *frames >= 0.0);
            frames.map(Written::Frames)
        }
        None => secs::parse(text).ok().map(Written::Secs),
    };
    written.ok_or_else(|| "it is not a time of at least 0 s (0.05, 50ms) or frames (3f)".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Written, parse};

    #[test]
    fn seconds_and_frames() {
        let check = |text, expected| assert_eq!(parse(text).ok(), expected, "{text}");
        check("0.05", Some(Written::Secs(0.05)));
        check("50ms", Some(Written::Secs(0.05)));
        check("3f", Some(Written::Frames(3.0)));
        check("0.5f", Some(Written::Frames(0.5)));
        for wrong in ["", "f", "-1f", "inff", "nanf", "1e999f", "3 f", "-1", "inf"] {
            check(wrong, None);
        }
    }
}
