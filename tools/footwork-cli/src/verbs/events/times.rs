//! Times on the command line: `0.5,1.1`, or `-` for the same on standard input.

use footwork::base::{Diagnostic, TextSpan};
use footwork_library::interchange::MAX_BYTES;

use crate::failure::Failure;
use crate::input;

/// Times in seconds as they were given, with their places in the text.
pub(super) struct Times {
    argument: &'static str,
    text: String,
    pub(super) secs: Vec<f64>,
    spans: Vec<TextSpan>,
}

impl Times {
    /// Reads them. Between times stand commas, white space, or both; an empty text has none.
    pub(super) fn read(argument: &'static str, text: &str) -> Result<Self, Failure> {
        let text = match text {
            "-" => input::read("list of times", MAX_BYTES)?,
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
        for (start, piece) in pieces(&text) {
            let span = TextSpan::new(start, start + piece.len());
            match piece.parse::<f64>().ok().filter(|secs| secs.is_finite()) {
                Some(time) => {
                    secs.push(time);
                    spans.push(span);
                }
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

/// What stands between commas, white space and line ends, with its place. Nothing between two commas,
/// or beside one, is an empty piece.
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

#[cfg(test)]
mod tests {
    use super::Times;

    #[test]
    fn commas_spaces_and_lines_mix() {
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
}
