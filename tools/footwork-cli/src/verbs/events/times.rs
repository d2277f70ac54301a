//! Times on the command line: `0.5,1.1`, or `-` for the same on standard input.

use footwork::base::{Diagnostic, TextSpan};
use footwork_library::interchange::MAX_BYTES;

use crate::failure::Failure;
use crate::verbs::standard_input;

/// Times in seconds as they were given, with their places in the text.
pub(super) struct Times {
    argument: &'static str,
    text: String,
    pub(super) secs: Vec<f64>,
    spans: Vec<TextSpan>,
}

impl Times {
    /// Reads them. Between times stand commas or white space; an empty text has none.
    pub(super) fn read(argument: &'static str, text: &str) -> Result<Self, Failure> {
        let text = match text {
            "-" => standard_input::read("list of times", MAX_BYTES)?,
            text => text.to_owned(),
        };
        if text.len() > MAX_BYTES {
            let message = format!("{argument} has more than {MAX_BYTES} bytes");
            return Err(Failure::plain("input", &message));
        }
        Self::parse(argument, text)
    }

    fn parse(argument: &'static str, text: String) -> Result<Self, Failure> {
        let (mut secs, mut spans, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        let is_empty = text.trim().is_empty();
        for (start, piece) in pieces(&text) {
            let span = TextSpan::new(start, start + piece.len());
            match piece.parse::<f64>().ok().filter(|secs| secs.is_finite()) {
                Some(time) => {
                    secs.push(time);
                    spans.push(span);
                }
                None if is_empty => {}
                None => errors.push(mistake(span, format!("`{piece}` is not a time in seconds"))),
            }
            if errors.len() == MOST_ERRORS {
                break;
            }
        }
        match errors.is_empty() {
            true => Ok(Self {
                argument,
                text,
                secs,
                spans,
            }),
            false => Err(Failure::in_text(argument, &text, errors)),
        }
    }

    /// What is wrong with the time at this place in the list.
    pub(super) fn wrong(&self, index: usize, message: &str) -> Failure {
        let span = self.spans.get(index).copied().unwrap_or_default();
        Failure::in_text(
            self.argument,
            &self.text,
            [mistake(span, message.to_owned())],
        )
    }
}

/// More mistakes than these are not said.
const MOST_ERRORS: usize = 20;

fn mistake(span: TextSpan, message: String) -> Diagnostic {
    Diagnostic {
        span,
        code: "bad-time",
        message,
        hint: None,
    }
}

/// What stands between commas, or between white space where there is no comma, with its place.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let by_comma = text.contains(',');
    let is_separator = move |c: char| match by_comma {
        true => c == ',',
        false => c.is_whitespace(),
    };
    let mut at = 0;
    text.split(is_separator).filter_map(move |piece| {
        let start = at + (piece.len() - piece.trim_start().len());
        // Both kinds of separators that are met are found again behind the piece.
        at += piece.len()
            + text[at + piece.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
        let piece = piece.trim();
        (by_comma || !piece.is_empty()).then_some((start, piece))
    })
}
