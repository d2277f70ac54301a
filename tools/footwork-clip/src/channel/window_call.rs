//! Parses a call of a window, such as `mean(speed, 0.3s)`, into its parts.

use footwork_base::{Amount, Diagnostic, Name, TextSpan};

use super::window::Window;

/// The maximum nesting depth of windows.
pub const MAX_WINDOW_NESTING: usize = 32;

/// A call of a [`Window`] at the start of a text.
///
/// ```
/// use footwork_clip::{Window, WindowCall};
///
/// let text = "mean(rate(height), 0.3s) > 1";
/// let call = WindowCall::scan(text).unwrap().unwrap();
/// assert_eq!(call.window, Window::Mean("0.3s".parse().unwrap()));
/// assert_eq!(call.argument.slice(text), "rate(height)");
/// assert_eq!(&text[call.length..], " > 1");
/// assert!(WindowCall::scan("abs(turn) > 1").is_none());
/// assert_eq!(WindowCall::scan("mean(speed)").unwrap().unwrap_err().code, "wrong-arguments");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowCall {
    /// The function and its length.
    pub window: Window,
    /// The argument that the window applies to, without surrounding white space and not parsed.
    pub argument: TextSpan,
    /// The length of the whole call in bytes.
    pub length: usize,
}

impl WindowCall {
    /// Parses the call at the start of `text`. Spans are relative to `text`. `None` if the text does not start with one
    /// of [`Window::NAMES`] and a parenthesis.
    pub fn scan(text: &str) -> Option<Result<Self, Diagnostic>> {
        let Some(Ok(name)) = Name::scan(text) else {
            return None;
        };
        let function = Window::NAMES
            .into_iter()
            .find(|known| *known == &text[..name.length])?;
        let open = text.len() - text[name.length..].trim_start().len();
        text[open..]
            .starts_with('(')
            .then(|| call(text, function, open))
    }
}

/// Reads the arguments of `function`, whose parenthesis is at byte `open`.
fn call(text: &str, function: &'static str, open: usize) -> Result<WindowCall, Diagnostic> {
    let wrong = |span, message: String| Diagnostic::new(span, "wrong-arguments", message);
    let (arguments, stop) = arguments(text, open + 1);
    let Some(stop) = stop else {
        let span = TextSpan::new(open, open + 1);
        return Err(wrong(span, "this `(` has no `)`".to_owned()));
    };
    let [argument, rest @ ..] = &arguments[..] else {
        let span = TextSpan::new(stop - 1, stop);
        return Err(wrong(span, format!("`{function}` takes a channel first")));
    };
    let length = match rest {
        [] => None,
        [length] => {
            let amount = length.slice(text).parse::<Amount>();
            let message = || "expected a length: frames (5) or a time (0.3s, 200ms)".to_owned();
            Some(amount.map_err(|_| wrong(or_next(*length, text), message()))?)
        }
        [_, more, ..] => {
            let message = format!("`{function}` takes nothing more");
            return Err(wrong(or_next(*more, text), message));
        }
    };
    let whole = TextSpan::new(0, stop);
    let window = Window::from_name(function, length)
        .map_err(|error| Diagnostic::new(whole, error.code(), error.to_string()))?;
    if argument.start == argument.stop {
        let message = format!("`{function}` takes a channel first");
        return Err(wrong(or_next(*argument, text), message));
    }
    Ok(WindowCall {
        window,
        argument: *argument,
        length: stop,
    })
}

/// Returns the arguments from byte `start` on, separated by commas outside parentheses and quotes, and the byte at
/// which the call stops; `None` if its parenthesis is never closed.
fn arguments(text: &str, start: usize) -> (Vec<TextSpan>, Option<usize>) {
    let mut arguments = Vec::new();
    let mut open = 0usize;
    let (mut from, mut at) = (start, start);
    while let Some(first) = text[at..].chars().next() {
        let argument = || trimmed(text, from, at);
        match first {
            '(' => open += 1,
            ')' if open > 0 => open -= 1,
            ')' if arguments.is_empty() && argument().slice(text).is_empty() => {
                return (arguments, Some(at + 1));
            }
            ')' => {
                arguments.push(argument());
                return (arguments, Some(at + 1));
            }
            ',' if open == 0 => {
                arguments.push(argument());
                from = at + 1;
            }
            // A quoted name may hold any separator.
            '"' if let Some(Ok(name)) = Name::scan(&text[at..]) => {
                at += name.length;
                continue;
            }
            _ => {}
        }
        at += first.len_utf8();
    }
    (arguments, None)
}

fn trimmed(text: &str, start: usize, stop: usize) -> TextSpan {
    let part = &text[start..stop];
    let start = start + part.len() - part.trim_start().len();
    TextSpan::new(start, start + part.trim().len())
}

/// Returns the span; if it is empty, the span of the next character.
fn or_next(span: TextSpan, text: &str) -> TextSpan {
    match text[span.stop..].chars().next() {
        Some(next) if span.start == span.stop => {
            TextSpan::new(span.start, span.stop + next.len_utf8())
        }
        _ => span,
    }
}
