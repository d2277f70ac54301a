//! Channels as written outside expressions: plain, as in `speed`, or windowed, as in `mean(rate(height), 0.3s)`.

use std::fmt;
use std::str::FromStr;

use footwork_base::{Diagnostic, FrameRate, Name, TextSpan};

use super::name::{Channel, KNOWN_CHANNELS, ParseChannelError};
use super::window::Window;
use super::window_call::{MAX_WINDOW_NESTING, WindowCall};

/// A channel with up to [`MAX_WINDOW_NESTING`] windows applied to it.
///
/// ```
/// use footwork_clip::{Window, WindowedChannel};
///
/// let smooth: WindowedChannel = "mean( rate(LeftFoot.height), 300ms )".parse().unwrap();
/// assert_eq!(smooth.to_string(), "mean(rate(LeftFoot.height), 0.3s)");
/// assert_eq!(smooth.windows, [Window::Rate, Window::Mean("0.3s".parse().unwrap())]);
/// let error = "mean(sped, 5)".parse::<WindowedChannel>().unwrap_err();
/// assert_eq!((error.span.start, error.span.stop), (5, 9));
/// assert_eq!(error.hint.as_deref(), Some("did you mean `speed`?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WindowedChannel {
    /// The channel.
    pub channel: Channel,
    /// The windows to apply to it, innermost first.
    pub windows: Vec<Window>,
}

impl From<Channel> for WindowedChannel {
    fn from(channel: Channel) -> Self {
        Self {
            channel,
            windows: Vec::new(),
        }
    }
}

impl WindowedChannel {
    /// Applies the windows to the samples of the channel, one per frame at this rate.
    pub fn apply(&self, samples: Vec<f32>, rate: FrameRate) -> Vec<f32> {
        let windows = self.windows.iter();
        windows.fold(samples, |samples, window| window.apply(&samples, rate))
    }
}

impl FromStr for WindowedChannel {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let mut windows = Vec::new();
        let mut start = text.len() - text.trim_start().len();
        let mut part = text.trim();
        while let Some(call) = WindowCall::scan(part) {
            let call = call.map_err(|error| error.moved_by(start))?;
            check_end(part, call.length).map_err(|error| error.moved_by(start))?;
            if windows.len() == MAX_WINDOW_NESTING {
                let span = TextSpan::new(start, start + call.length);
                let message = format!("windows nest at most {MAX_WINDOW_NESTING} deep");
                return Err(Diagnostic::new(span, "too-deep", message));
            }
            windows.push(call.window);
            start += call.argument.start;
            part = call.argument.slice(part);
        }
        windows.reverse();
        let channel = channel(part).map_err(|error| error.moved_by(start))?;
        Ok(Self { channel, windows })
    }
}

/// Parses all of `text` as the name of a channel.
fn channel(text: &str) -> Result<Channel, Diagnostic> {
    let name = match Name::scan(text) {
        Some(Ok(name)) => name,
        Some(Err(error)) => {
            return Err(Diagnostic::new(error.span, "bad-name", error.to_string()));
        }
        None => {
            let whole = TextSpan::new(0, text.len());
            return Err(unknown(whole, format!("`{text}` is not a channel")));
        }
    };
    let span = TextSpan::new(0, name.length);
    let name = span.slice(text);
    if text[span.stop..].trim_start().starts_with('(')
        && let Err(error) = Window::from_name(name, None)
    {
        let near = error.suggestion();
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        return Err(Diagnostic::new(span, error.code(), error.to_string()).with_hint(hint));
    }
    check_end(text, span.stop)?;
    name.parse().map_err(|error: ParseChannelError| {
        let wrong = unknown(span, format!("`{name}` is not a channel"));
        match error.suggestion {
            Some(near) => wrong.with_hint(format!("did you mean `{near}`?")),
            None => wrong,
        }
    })
}

fn unknown(span: TextSpan, message: String) -> Diagnostic {
    Diagnostic::new(span, "unknown-channel", message).with_hint(KNOWN_CHANNELS.to_owned())
}

/// Rejects text after a channel or a call.
fn check_end(text: &str, stop: usize) -> Result<(), Diagnostic> {
    let rest = text[stop..].trim_start();
    if rest.is_empty() {
        return Ok(());
    }
    let span = TextSpan::new(text.len() - rest.len(), text.len());
    let message = format!("`{rest}` does not belong to the channel");
    Err(unknown(span, message))
}

impl fmt::Display for WindowedChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for window in self.windows.iter().rev() {
            write!(f, "{}(", window.name())?;
        }
        self.channel.fmt(f)?;
        for window in &self.windows {
            match window.length() {
                Some(length) => write!(f, ", {length})")?,
                None => f.write_str(")")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_channel_parses_back() {
        for text in [
            "speed",
            "lag(speed_x, 5)",
            "lead(turn, 0.25s)",
            r#"mean("left hand".height, 0.3s)"#,
            r#"lowest("a(,)b".x, 0)"#,
            "highest(LeftToeBase.End.y, 4294967295)",
            "rate(phase)",
            "mean(rate(Hips.x), 0.5s)",
            r#"lag(highest(rate(rate("a\")".x)), 3), 1)"#,
        ] {
            let channel: WindowedChannel = text.parse().unwrap();
            assert_eq!(channel.to_string(), text);
            let spaced = format!(" {} ", text.replace('(', " ( ").replace(')', " )"));
            if !text.contains('"') {
                assert_eq!(spaced.parse(), Ok(channel), "{spaced}");
            }
        }
    }

    #[test]
    fn windows_nest_up_to_a_limit() {
        let nested = |count| format!("{}speed{}", "rate(".repeat(count), ")".repeat(count));
        let deepest: WindowedChannel = nested(MAX_WINDOW_NESTING).parse().unwrap();
        assert_eq!(deepest.windows.len(), MAX_WINDOW_NESTING);
        let text = nested(MAX_WINDOW_NESTING + 1);
        let error = text.parse::<WindowedChannel>().unwrap_err();
        assert_eq!(
            (error.code, error.span.slice(&text)),
            ("too-deep", "rate(speed)")
        );
    }

    #[test]
    fn errors_span_the_wrong_word() {
        let check = |text: &str, code: &str, wrong: &str, hint: Option<&str>| {
            let error = text.parse::<WindowedChannel>().unwrap_err();
            let span = error.span;
            assert_eq!((error.code, span.slice(text)), (code, wrong), "{text}");
            let all = KNOWN_CHANNELS;
            let found = error.hint.as_deref().filter(|hint| *hint != all);
            assert_eq!(found, hint, "{text}");
        };
        let near = Some("did you mean `mean`?");
        check("maen(speed, 5)", "unknown-function", "maen", near);
        check("rate(maen(speed, 5))", "unknown-function", "maen", near);
        check("abs(speed)", "unknown-function", "abs", None);
        let near = Some("did you mean `speed`?");
        check("mean(spede, 5)", "unknown-channel", "spede", near);
        check(" rate( rate(spede) )", "unknown-channel", "spede", near);
        check("mean(speed)", "wrong-arguments", "mean(speed)", None);
        check("rate(mean(speed))", "wrong-arguments", "mean(speed)", None);
        check("rate(speed, 5)", "wrong-arguments", "rate(speed, 5)", None);
        check("mean(speed, fast)", "wrong-arguments", "fast", None);
        check("mean(speed, -1s)", "wrong-arguments", "-1s", None);
        check("mean(speed, )", "wrong-arguments", ")", None);
        check("mean(speed, 5, 6)", "wrong-arguments", "6", None);
        check("mean(speed, 5", "wrong-arguments", "(", None);
        check("mean(rate(speed, 5)", "wrong-arguments", "(", None);
        check("mean(speed 5)", "wrong-arguments", "mean(speed 5)", None);
        check("rate(speed 5)", "unknown-channel", "5", None);
        check("mean(1, 5)", "unknown-channel", "1", None);
        check("mean(, 5)", "wrong-arguments", ",", None);
        check("mean()", "wrong-arguments", ")", None);
        check("mean(", "wrong-arguments", "(", None);
        check("mean", "unknown-channel", "mean", None);
        check("speed > 3", "unknown-channel", "> 3", None);
        check("rate(speed) > 3", "unknown-channel", "> 3", None);
        check("", "unknown-channel", "", None);
        // With spaces before the name, the span once ended inside a character.
        check("  \u{800}(", "unknown-function", "\u{800}", None);
        check("\"speed", "bad-name", "\"speed", None);
        check("rate(\"speed)", "bad-name", "\"speed", None);
    }
}
