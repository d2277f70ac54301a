//! A `by` line: the program that proposed an accepted span, and how sure it was.
//!
//! ```text
//! by learned 0.93 Gait.Run 12 36
//! ```
//!
//! The line belongs to the hand-made span with the same tag and frames. An edit that moves a whole clip moves both; an edit that
//! changes or removes the span drops the line. Queries and compiled files do not see it.

use std::fmt;

use footwork_base::{FrameRange, Name};

use super::words::{Fault, Words, fault, shown, word};

/// The largest score in hundredths.
const MAX_HUNDREDTHS: u8 = 100;

/// The program that proposed an accepted span, and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    pub(super) source: String,
    pub(super) hundredths: u8,
    pub(super) tag: Name,
    pub(super) range: FrameRange,
}

impl Provenance {
    /// Creates it from the name of a source, the score that the source gave, and the span. The score is rounded to hundredths.
    ///
    /// `None` if the name is empty, or if the score is not between 0 and 1.
    pub fn new(source: &str, score: f64, tag: Name, range: FrameRange) -> Option<Self> {
        let is_valid = !source.is_empty() && (0.0..=1.0).contains(&score);
        let hundredths = footwork_base::to_u32((score * 100.0).round());
        is_valid.then_some(Self {
            source: source.to_owned(),
            hundredths: u8::try_from(hundredths).ok()?,
            tag,
            range,
        })
    }

    /// Returns the name of the source.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the score, from 0 to 1 in hundredths.
    pub fn score(&self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// Returns the tag of the span.
    pub fn tag(&self) -> &Name {
        &self.tag
    }

    /// Returns the frames of the span.
    pub fn range(&self) -> FrameRange {
        self.range
    }

    /// Returns the same for a span with another tag.
    #[must_use]
    pub fn renamed(self, tag: Name) -> Self {
        Self { tag, ..self }
    }

    /// Returns the same for a span with other frames.
    #[must_use]
    pub fn at(self, range: FrameRange) -> Self {
        Self { range, ..self }
    }
}

/// Formats it as the words after `by`.
impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            source,
            hundredths,
            tag,
            range,
        } = self;
        let (whole, rest) = (hundredths / MAX_HUNDREDTHS, hundredths % MAX_HUNDREDTHS);
        write!(f, "{} {whole}.{rest:02} {tag}", word(source))?;
        write!(f, " {} {}", range.start(), range.stop())
    }
}

/// Reads the words after `by`.
pub(super) fn read(words: &mut Words<'_>) -> Result<Provenance, Fault> {
    let source = words.file_name("the name of a source of proposals")?;
    if source.is_empty() {
        let message = "the name of the source is empty; write one such as `learned`";
        return fault(words.column(), "bad-word", message);
    }
    let column = words.column() + 1;
    let score = words.word("a score such as 0.93")?;
    let Some(hundredths) = hundredths(score) else {
        let message = format!(
            "`{}` is not a score from 0.00 to 1.00 with two decimals, such as 0.93",
            shown(score)
        );
        return fault(column, "bad-score", message);
    };
    Ok(Provenance {
        source,
        hundredths,
        tag: words.name()?,
        range: words.range()?,
    })
}

fn hundredths(text: &str) -> Option<u8> {
    let (whole, rest) = text.split_once('.')?;
    let are_digits = [whole, rest]
        .iter()
        .all(|part| part.bytes().all(|b| b.is_ascii_digit()));
    if whole.len() != 1 || rest.len() != 2 || !are_digits {
        return None;
    }
    let number: u8 = whole.parse::<u8>().ok()?.checked_mul(MAX_HUNDREDTHS)?;
    let number = number.checked_add(rest.parse().ok()?)?;
    (number <= MAX_HUNDREDTHS).then_some(number)
}
