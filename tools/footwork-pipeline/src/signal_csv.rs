//! Signals of events as CSV: `frame,sin,cos`, or `clip,frame,sin,cos` for several clips.
//!
//! ```
//! use footwork_pipeline::read_signals;
//!
//! let signals = read_signals("frame,sin,cos\n0,0.5,0.5\n1,nan,1\n").unwrap();
//! assert_eq!(signals[0].pairs[0], [0.5, 0.5]);
//! // The network does not know this frame.
//! assert!(signals[0].pairs[1][0].is_nan());
//! ```

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

use footwork_base::{Diagnostic, TextSpan};

use crate::csv_cell::{csv_cell, csv_text};

/// The maximum size of a text in bytes, which callers check before reading.
pub const MAX_SIGNAL_BYTES: usize = 1 << 30;

const OF_ONE: [&str; 3] = ["frame", "sin", "cos"];
const OF_CLIPS: [&str; 4] = ["clip", "frame", "sin", "cos"];

/// The pairs of sine and cosine of one clip, from frame 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipSignal<'a> {
    /// The name of the clip; `None` in the format for a single clip.
    pub clip: Option<Cow<'a, str>>,
    /// One pair per frame; NaN means unknown.
    pub pairs: Vec<[f32; 2]>,
}

/// Writes signals: either any number of signals that each have a clip, or a single signal without one. Finite numbers
/// and NaN round-trip exactly.
pub fn write_signals<'a>(signals: impl Iterator<Item = (Option<&'a str>, &'a [f32])>) -> String {
    let mut text = String::new();
    for (clip, row) in signals {
        let start = match clip {
            Some(clip) => csv_cell(clip).into_owned() + ",",
            None => String::new(),
        };
        if text.is_empty() {
            text = match clip {
                Some(_) => OF_CLIPS.join(",") + "\n",
                None => OF_ONE.join(",") + "\n",
            };
        }
        for (frame, [sine, cosine]) in row.as_chunks::<2>().0.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{start}{frame},{sine},{cosine}");
        }
    }
    if text.is_empty() {
        OF_CLIPS.join(",") + "\n"
    } else {
        text
    }
}

/// Reads the format of [`write_signals`]. The frames of a clip count from 0 without gaps, and all rows of a clip are
/// adjacent. `nan` means unknown.
///
/// # Errors
/// The first twenty mistakes, each with its position.
pub fn read_signals(text: &str) -> Result<Vec<ClipSignal<'_>>, Vec<Diagnostic>> {
    let mut reader = Reader {
        text,
        at: 0,
        errors: Vec::new(),
    };
    let signals = reader.signals();
    if reader.errors.is_empty() {
        Ok(signals)
    } else {
        Err(reader.errors)
    }
}

/// The maximum number of reported mistakes.
const MAX_ERRORS: usize = 20;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    errors: Vec<Diagnostic>,
}

/// A cell and its span in the text.
type Cell<'a> = (Cow<'a, str>, TextSpan);

impl<'a> Reader<'a> {
    fn signals(&mut self) -> Vec<ClipSignal<'a>> {
        let header = self.row();
        let names: Vec<&str> = header.iter().map(|(name, _)| name.as_ref()).collect();
        let has_clips = names == OF_CLIPS;
        if !has_clips && names != OF_ONE {
            let stop = header.last().map_or(0, |(_, span)| span.stop);
            let message = "the first line is frame,sin,cos or clip,frame,sin,cos";
            self.wrong(TextSpan::new(0, stop), "bad-header", message);
            return Vec::new();
        }
        let mut signals: Vec<ClipSignal<'a>> = Vec::new();
        let mut clips = BTreeSet::new();
        if !has_clips {
            signals.push(ClipSignal {
                clip: None,
                pairs: Vec::new(),
            });
        }
        while self.at < self.text.len() && self.errors.len() < MAX_ERRORS {
            let mut row = self.row();
            let start = row.first().map_or(self.at, |(_, span)| span.start);
            if row.len() != names.len() {
                let stop = row.last().map_or(start, |(_, span)| span.stop);
                // An empty line is a single empty cell.
                if stop > start || row.len() > 1 {
                    let message = format!("expected {} cells, found {}", names.len(), row.len());
                    self.wrong(TextSpan::new(start, stop), "bad-row", message);
                }
                continue;
            }
            if has_clips {
                let (clip, span) = row.remove(0);
                if signals.last().and_then(|last| last.clip.as_ref()) != Some(&clip) {
                    if !clips.insert(clip.clone()) {
                        let message =
                            format!("the frames of `{clip}` are not on consecutive lines");
                        self.wrong(span, "bad-row", message);
                    }
                    signals.push(ClipSignal {
                        clip: Some(clip),
                        pairs: Vec::new(),
                    });
                }
            }
            if let (Some(signal), [frame, sine, cosine]) = (signals.last_mut(), row.as_slice()) {
                self.pair(signal, frame, [sine, cosine]);
            }
        }
        signals
    }

    /// Adds a row to its signal, even if the row has a mistake, so that the next row has the right index.
    fn pair(&mut self, signal: &mut ClipSignal<'a>, frame: &Cell<'a>, pair: [&Cell<'a>; 2]) {
        let expected = signal.pairs.len();
        if frame.0.parse() != Ok(expected) {
            let message = format!("expected frame {expected}, found `{}`", frame.0);
            self.wrong(frame.1, "bad-frame", message);
        }
        let numbers = pair.map(|(text, span)| {
            number(text).unwrap_or_else(|wrong| {
                self.wrong(*span, "bad-number", format!("`{text}` {wrong}"));
                0.0
            })
        });
        signal.pairs.push(numbers);
    }

    /// Returns the cells of the next row; a quoted cell may contain line endings.
    fn row(&mut self) -> Vec<Cell<'a>> {
        let mut cells = Vec::new();
        loop {
            cells.push(self.cell());
            match &self.text.as_bytes()[self.at..] {
                [b',', ..] => self.at += 1,
                [b'\n', ..] => self.at += 1,
                [b'\r', b'\n', ..] => self.at += 2,
                _ => {}
            }
            let ended = self.text[..self.at].ends_with('\n') || self.at == self.text.len();
            if ended {
                if self.text.ends_with(',') && self.at == self.text.len() {
                    cells.push((Cow::Borrowed(""), TextSpan::new(self.at, self.at)));
                }
                return cells;
            }
        }
    }

    fn cell(&mut self) -> Cell<'a> {
        let start = self.at;
        let rest = &self.text[start..];
        if let Some(inner) = rest.strip_prefix('"') {
            let mut length = 0;
            while let Some(quote) = inner[length..].find('"') {
                length += quote + 1;
                if inner[length..].starts_with('"') {
                    length += 1;
                    continue;
                }
                self.at = start + 1 + length;
                let span = TextSpan::new(start, self.at);
                if !inner[length..].starts_with([',', '\n', '\r']) && inner.len() > length {
                    let message = "expected a comma or a line ending after the closing quote";
                    self.wrong(span, "bad-row", message);
                    self.skip_to_separator();
                }
                let text = &inner[..length - 1];
                let text = if text.contains('"') {
                    Cow::Owned(text.replace("\"\"", "\""))
                } else {
                    Cow::Borrowed(text)
                };
                return (csv_text(text), span);
            }
            let span = TextSpan::new(start, start + 1);
            self.wrong(span, "bad-row", "this cell has no closing quote");
            self.at = self.text.len();
            return (Cow::Borrowed(""), span);
        }
        self.skip_to_separator();
        let text = &self.text[start..self.at];
        (csv_text(Cow::Borrowed(text)), TextSpan::new(start, self.at))
    }

    /// Advances to the next comma or line ending.
    fn skip_to_separator(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.find([',', '\n']).unwrap_or(rest.len());
        let is_crlf = rest[..length].ends_with('\r');
        self.at += length - usize::from(is_crlf && rest[length..].starts_with('\n'));
    }

    fn wrong(&mut self, span: TextSpan, code: &'static str, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(Diagnostic::new(span, code, message));
        }
    }
}

/// Parses a number; the error is the reason why the text is not one. NaN means unknown.
fn number(text: &str) -> Result<f32, &'static str> {
    let number: f32 = text.parse().map_err(|_| "is not a number")?;
    match number.is_infinite() {
        true if text.contains(|c: char| c.is_ascii_digit()) => Err("does not fit in 32 bits"),
        true => Err("is not finite; write `nan` for an unknown number"),
        false => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn written_signals_read_back() {
        let numbers = [0.1, -1.0, 1e-20, 0.333_333_34];
        let text = write_signals(
            [
                (Some("a,\"b\"\n "), numbers.as_slice()),
                (Some("c"), &numbers),
            ]
            .into_iter(),
        );
        let signals = read_signals(&text).unwrap();
        let pairs = numbers.as_chunks::<2>().0;
        assert_eq!(signals.len(), 2);
        assert_eq!(signals[0].clip.as_deref(), Some("a,\"b\"\n "));
        assert!(signals.iter().all(|signal| signal.pairs == pairs));
        let one = write_signals([(None, numbers.as_slice())].into_iter());
        assert_eq!(
            one,
            "frame,sin,cos\n0,0.1,-1\n1,0.00000000000000000001,0.33333334\n"
        );
        assert_eq!(read_signals(&one).unwrap()[0].pairs, pairs);
        // Other programs write these line endings.
        let crlf = one.replace('\n', "\r\n") + "\r\n";
        assert_eq!(read_signals(&crlf).unwrap()[0].pairs, pairs);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(
            if std::env::var_os("FOOTWORK_SOAK").is_some() { 100_000 } else { 1000 }
        ))]

        #[test]
        fn every_clip_name_reads_back(name in "(?s:['=+@\\-,\"\r\n\u{202e}\u{fffd}␉a.]|.){1,8}") {
            let text = write_signals([(Some(name.as_str()), [0.5, 0.5].as_slice())].into_iter());
            let signals = read_signals(&text).unwrap();
            prop_assert_eq!(signals[0].clip.as_deref(), Some(name.as_str()));
        }
    }

    #[test]
    fn reading_never_panics() {
        let parts = [
            "clip,frame,sin,cos\n",
            "frame,sin,cos\n",
            "0,",
            "1",
            ",",
            "\"",
            "\n",
            "\r",
            "ß",
            "a",
        ];
        let mut state = 1_u32;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text += parts[(state >> 16) as usize % parts.len()];
            }
            _ = read_signals(&text);
        }
    }

    #[test]
    fn numbers_are_finite_or_unknown() {
        let check = |text: &str, expected: Result<f32, &str>| {
            let found = number(text);
            assert_eq!(
                found.map(f32::to_bits),
                expected.map(f32::to_bits),
                "{text}"
            );
        };
        for nan in ["nan", "NaN", "NAN"] {
            check(nan, Ok(f32::NAN));
        }
        check("-1e-50", Ok(-0.0));
        check("1e300", Err("does not fit in 32 bits"));
        check("-1e39", Err("does not fit in 32 bits"));
        check(
            "inf",
            Err("is not finite; write `nan` for an unknown number"),
        );
        check(
            "-Infinity",
            Err("is not finite; write `nan` for an unknown number"),
        );
        for wrong in ["", "x", "1,5", "0x1", " 1"] {
            check(wrong, Err("is not a number"));
        }
    }
}
