//! Parses times and tolerances in arguments: `0.5,1.1`, `-` for standard input, `300ms`, `3f`.

use footwork::base::{Diagnostic, FrameRate, TextSpan};
use footwork::events::Tolerance;
use footwork_pipeline::MAX_IMPORT_BYTES;

use crate::failure::Failure;
use crate::input;

/// Times in seconds, with their places in the text.
pub(super) struct Times {
    argument: &'static str,
    text: String,
    pub(super) secs: Vec<f64>,
    spans: Vec<TextSpan>,
}

impl Times {
    /// Reads times separated by commas, white space, or both. An empty text has no times.
    pub(super) fn read(argument: &'static str, text: &str) -> Result<Self, Failure> {
        let text = match text {
            "-" => input::read("list of times", MAX_IMPORT_BYTES)?,
            text => text.to_owned(),
        };
        if text.len() > MAX_IMPORT_BYTES {
            let message = format!("{argument} has more than {MAX_IMPORT_BYTES} bytes");
            return Err(Failure::plain("input", message));
        }
        Self::parse(argument, text)
    }

    fn parse(argument: &'static str, text: String) -> Result<Self, Failure> {
        let (mut secs, mut spans, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        for (start, piece) in pieces(&text) {
            let span = TextSpan::new(start, start + piece.len());
            match piece.parse::<f64>().ok().filter(|secs| secs.is_finite()) {
                Some(time) => {
                    secs.push(time);
                    spans.push(span);
                }
                None => errors.push(mistake(span, format!("`{piece}` is not a time in seconds"))),
            }
            if errors.len() == MAX_ERRORS {
                break;
            }
        }
        if errors.is_empty() {
            Ok(Self {
                argument,
                text,
                secs,
                spans,
            })
        } else {
            Err(Failure::in_text(argument, &text, errors))
        }
    }

    /// Returns an error at the time with this index.
    pub(super) fn wrong(&self, index: usize, message: &str) -> Failure {
        let span = self.spans.get(index).copied().unwrap_or_default();
        Failure::in_text(self.argument, &self.text, [mistake(span, message)])
    }
}

/// The largest number of reported mistakes.
const MAX_ERRORS: usize = 20;

fn mistake(span: TextSpan, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(span, "bad-time", message)
}

/// Splits a text at commas, white space and line ends. Returns the parts with their offsets in bytes. If a part is
/// missing before, between or after commas, an empty text takes its place.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let has_commas = text.contains(',');
    let mut start = 0;
    let cells = text.split(',').map(move |cell| {
        let at = start;
        start += cell.len() + 1;
        (at, cell)
    });
    cells.flat_map(move |(start, cell)| {
        let is_blank = cell.trim().is_empty();
        let empty = (is_blank && has_commas).then_some((start, ""));
        let mut from = 0;
        let words = cell.split_whitespace().filter_map(move |word| {
            let at = from + cell[from..].find(word)?;
            from = at + word.len();
            Some((start + at, word))
        });
        empty.into_iter().chain(words)
    })
}

/// Parses seconds, or milliseconds with `ms`: `0.3`, `0.3s`, `300ms`. They must be finite and at least zero.
pub(super) fn parse_secs(text: &str) -> Result<f64, String> {
    let (digits, scale) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let secs = digits.parse::<f64>().ok().map(|number| number * scale);
    secs.filter(|secs| secs.is_finite() && *secs >= 0.0)
        .ok_or_else(|| "it is not a time of at least 0 s (0.3, 0.3s, 300ms)".to_owned())
}

/// A tolerance as the user wrote it. A tolerance in frames depends on the rate of each clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Written {
    Secs(f64),
    Frames(f64),
}

impl Written {
    /// Returns the tolerance for clips of a rate.
    pub(super) fn at(self, rate: FrameRate) -> Tolerance {
        match self {
            Self::Secs(secs) => Tolerance::Secs(secs),
            Self::Frames(frames) => Tolerance::Frames(frames, rate),
        }
    }
}

/// Parses seconds, milliseconds, or frames with `f`: `0.05`, `50ms`, `3f`. They must be finite and at least zero.
pub(super) fn parse_tolerance(text: &str) -> Result<Written, String> {
    let written = match text.strip_suffix('f') {
        Some(digits) => {
            let frames = digits.parse::<f64>().ok();
            let frames = frames.filter(|frames| frames.is_finite() && *frames >= 0.0);
            frames.map(Written::Frames)
        }
        None => parse_secs(text).ok().map(Written::Secs),
    };
    written.ok_or_else(|| "it is not a time of at least 0 s (0.05, 50ms) or frames (3f)".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Times, Written, parse_secs, parse_tolerance};

    #[test]
    fn commas_spaces_and_line_ends_can_be_mixed() {
        let check = |text: &str, expected: &[f64]| {
            let times = Times::parse("--times", text.to_owned()).ok().unwrap();
            assert_eq!(times.secs, expected, "{text:?}");
            for (span, secs) in times.spans.iter().zip(expected) {
                assert_eq!(text[span.start..span.stop].parse(), Ok(*secs), "{text:?}");
            }
        };
        check("0.5,1.1", &[0.5, 1.1]);
        check(" 0.5 , 1.1 ", &[0.5, 1.1]);
        check("0.5\n1.1\r\n11 1\n", &[0.5, 1.1, 11.0, 1.0]);
        check(
            "0.5, 1.1\n2,3\n\n4 5,6",
            &[0.5, 1.1, 2.0, 3.0, 4.0, 5.0, 6.0],
        );
        check("", &[]);
        check(" \n", &[]);
        for wrong in ["1,,2", "1,", ",1", ",", "1\n,\n,2", "1;2", "nan"] {
            assert!(
                Times::parse("--times", wrong.to_owned()).is_err(),
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn seconds_and_milliseconds_are_parsed() {
        let check = |text, expected| assert_eq!(parse_secs(text).ok(), expected, "{text}");
        check("0.3", Some(0.3));
        check("2s", Some(2.0));
        check("500ms", Some(0.5));
        for wrong in ["", "s", "-1", "nan", "inf", "1e999", "3 s", "x"] {
            check(wrong, None);
        }
    }

    #[test]
    fn tolerances_in_seconds_and_frames_are_parsed() {
        let check = |text, expected| assert_eq!(parse_tolerance(text).ok(), expected, "{text}");
        check("0.05", Some(Written::Secs(0.05)));
        check("50ms", Some(Written::Secs(0.05)));
        check("3f", Some(Written::Frames(3.0)));
        check("0.5f", Some(Written::Frames(0.5)));
        for wrong in ["", "f", "-1f", "inff", "nanf", "1e999f", "3 f", "-1", "inf"] {
            check(wrong, None);
        }
    }
}
