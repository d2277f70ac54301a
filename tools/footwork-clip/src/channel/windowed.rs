//! Channels as written in predicates: plain, `speed`, or windowed, `mean(speed, 0.3s)`.

use std::fmt;
use std::str::FromStr;

use footwork_base::{Amount, Diagnostic, Name, TextSpan};

use super::name::{Channel, KNOWN_CHANNELS};
use super::window::Window;

/// A channel, optionally through a window. Calls do not nest.
///
/// ```
/// use footwork_clip::{Window, WindowedChannel};
///
/// let smooth: WindowedChannel = "mean( LeftFoot.speed, 300ms )".parse().unwrap();
/// assert_eq!(smooth.to_string(), "mean(LeftFoot.speed, 0.3s)");
/// assert_eq!(smooth.window, Some(Window::Mean("0.3s".parse().unwrap())));
/// let error = "mean(sped, 5)".parse::<WindowedChannel>().unwrap_err();
/// assert_eq!((error.span.start, error.span.stop), (5, 9));
/// assert_eq!(error.hint.as_deref(), Some("did you mean `speed`?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WindowedChannel {
    /// The channel.
    pub channel: Channel,
    /// The window applied to it.
    pub window: Option<Window>,
}

impl From<Channel> for WindowedChannel {
    fn from(channel: Channel) -> Self {
        Self {
            channel,
            window: None,
        }
    }
}

impl WindowedChannel {
    /// Parses the channel or call at the start of `text` and returns it with its length in bytes. Spans of errors
    /// are relative to `text`. `None` if no name starts there, or if a name before `(` is not one of
    /// [`Window::NAMES`], which makes it a call of something else.
    ///
    /// ```
    /// use footwork_clip::WindowedChannel;
    ///
    /// let (channel, length) = WindowedChannel::scan("rate(height) > 1").unwrap().unwrap();
    /// assert_eq!((channel.to_string().as_str(), length), ("rate(height)", 12));
    /// assert!(WindowedChannel::scan("abs(turn) > 1").is_none());
    /// assert!(WindowedChannel::scan("> 1").is_none());
    /// ```
    pub fn scan(text: &str) -> Option<Result<(Self, usize), Diagnostic>> {
        let name = match Name::scan(text)? {
            Ok(name) => name,
            Err(error) => {
                return Some(Err(Diagnostic {
                    span: error.span,
                    code: "bad-name",
                    message: error.to_string(),
                    hint: None,
                }));
            }
        };
        let mut scanner = Scanner {
            text,
            at: name.length,
        };
        if !scanner.take('(') {
            let channel = channel(text, TextSpan::new(0, name.length));
            return Some(channel.map(|channel| (channel.into(), name.length)));
        }
        let function = &text[..name.length];
        if !Window::NAMES.contains(&function) {
            return None;
        }
        Some(scanner.call(function).map(|call| (call, scanner.at)))
    }
}

/// Parses a channel name.
fn channel(text: &str, span: TextSpan) -> Result<Channel, Diagnostic> {
    let name = &text[span.start..span.stop];
    name.parse::<Channel>().map_err(|error| Diagnostic {
        span,
        code: "unknown-channel",
        message: format!("`{name}` is no channel"),
        hint: match error.suggestion {
            Some(near) => Some(format!("did you mean `{near}`?")),
            None => Some(KNOWN_CHANNELS.to_owned()),
        },
    })
}

/// A text and how far it has been read.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    /// Reads the arguments of `function` and the closing parenthesis.
    fn call(&mut self, function: &str) -> Result<WindowedChannel, Diagnostic> {
        self.skip_space();
        let start = self.at;
        let length = match Name::scan(&self.text[start..]) {
            Some(Ok(name)) => name.length,
            Some(Err(_)) | None => 0,
        };
        if length == 0 {
            return Err(self.wrong(start, format!("`{function}` takes a channel first")));
        }
        self.at += length;
        let after = self.at;
        if self.take('(') {
            let message = format!("`{function}` takes a channel first, and calls do not nest");
            return Err(self.wrong(start, message));
        }
        self.at = after;
        let channel = channel(self.text, TextSpan::new(start, after))?;
        let mut length = None;
        if self.take(',') {
            self.skip_space();
            let start = self.at;
            let rest = &self.text[start..];
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
            let digits = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            self.at += digits;
            let amount = rest[..digits].parse::<Amount>().map_err(|_| {
                let message = "expected a length: frames (5) or a time (0.3s, 200ms)".to_owned();
                self.wrong(start, message)
            })?;
            length = Some(amount);
        }
        if !self.take(')') {
            let at = self.at;
            return Err(self.wrong(at, format!("expected `)` at the end of `{function}`")));
        }
        let window = Window::from_name(function, length).map_err(|error| Diagnostic {
            span: TextSpan::new(0, self.at),
            code: error.code(),
            message: error.to_string(),
            hint: None,
        })?;
        Ok(WindowedChannel {
            channel,
            window: Some(window),
        })
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips spaces, then this character if it comes next; returns whether it did.
    fn take(&mut self, wanted: char) -> bool {
        self.skip_space();
        let is_there = self.text[self.at..].starts_with(wanted);
        if is_there {
            self.at += wanted.len_utf8();
        }
        is_there
    }

    /// The error for the text from `start` to the read position, or for the character there.
    fn wrong(&self, start: usize, message: String) -> Diagnostic {
        let character = self.text[start..].chars().next().map_or(0, char::len_utf8);
        Diagnostic {
            span: TextSpan::new(start, self.at.max(start + character)),
            code: "wrong-arguments",
            message,
            hint: None,
        }
    }
}

impl FromStr for WindowedChannel {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let whole = TextSpan::new(0, text.len());
        let not = |message: String, span| Diagnostic {
            span,
            code: "unknown-channel",
            message,
            hint: Some(KNOWN_CHANNELS.to_owned()),
        };
        let Some(scanned) = Self::scan(text) else {
            // A call of something that is not a window function, or not a name at all.
            let start = text.len() - text.trim_start().len();
            let name = text[start..].split('(').next().unwrap_or("").trim_end();
            return Err(match Window::from_name(name, None) {
                Err(error) if text.contains('(') => Diagnostic {
                    span: TextSpan::new(start, start + name.len()),
                    code: error.code(),
                    message: error.to_string(),
                    hint: error
                        .suggestion()
                        .map(|near| format!("did you mean `{near}`?")),
                },
                _ => not(format!("`{text}` is no channel"), whole),
            });
        };
        let (channel, length) = scanned?;
        match text[length..].trim() {
            "" => Ok(channel),
            rest => {
                let start = text.len() - text[length..].trim_start().len();
                let span = TextSpan::new(start, start + rest.len());
                Err(not(
                    format!("`{rest}` does not belong to the channel"),
                    span,
                ))
            }
        }
    }
}

impl fmt::Display for WindowedChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let channel = &self.channel;
        match self.window {
            None => channel.fmt(f),
            Some(window) => match window.length() {
                Some(length) => write!(f, "{}({channel}, {length})", window.name()),
                None => write!(f, "{}({channel})", window.name()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_reads_back() {
        for text in [
            "speed",
            "lag(speed_x, 5)",
            "lead(turn, 0.25s)",
            r#"mean("left hand".height, 0.3s)"#,
            r#"lowest("a(,)b".x, 0)"#,
            "highest(LeftToeBase.End.y, 4294967295)",
            "rate(phase)",
        ] {
            let channel: WindowedChannel = text.parse().unwrap();
            assert_eq!(channel.to_string(), text);
            let (scanned, length) = WindowedChannel::scan(&format!("{text} > 3"))
                .unwrap()
                .unwrap();
            assert_eq!((scanned, length), (channel, text.len()));
        }
    }

    #[test]
    fn mistakes_have_their_place() {
        let check = |text: &str, code: &str, wrong: &str, hint: Option<&str>| {
            let error = text.parse::<WindowedChannel>().unwrap_err();
            let span = error.span;
            assert_eq!(
                (error.code, &text[span.start..span.stop]),
                (code, wrong),
                "{text}"
            );
            let all = KNOWN_CHANNELS;
            let found = error.hint.as_deref().filter(|hint| *hint != all);
            assert_eq!(found, hint, "{text}");
        };
        check(
            "maen(speed, 5)",
            "unknown-function",
            "maen",
            Some("did you mean `mean`?"),
        );
        // Spaces precede the name: a property test found a span that ended inside a character.
        check("  \u{800}(", "unknown-function", "\u{800}", None);
        check(
            "mean(spede, 5)",
            "unknown-channel",
            "spede",
            Some("did you mean `speed`?"),
        );
        check("mean(speed)", "wrong-arguments", "mean(speed)", None);
        check("rate(speed, 5)", "wrong-arguments", "rate(speed, 5)", None);
        check("mean(speed, fast)", "wrong-arguments", "fast", None);
        check("mean(speed, -1s)", "wrong-arguments", "-1s", None);
        check("mean(speed, )", "wrong-arguments", ")", None);
        check("mean(speed, 5", "wrong-arguments", "", None);
        check("mean(speed 5)", "wrong-arguments", "5", None);
        check("mean(mean(speed, 5), 5)", "wrong-arguments", "mean(", None);
        check("mean(1, 5)", "wrong-arguments", "1", None);
        check("mean()", "wrong-arguments", ")", None);
        check("mean(", "wrong-arguments", "", None);
        check("speed > 3", "unknown-channel", "> 3", None);
        check("", "unknown-channel", "", None);
        check("\"speed", "bad-name", "\"speed", None);
    }
}
