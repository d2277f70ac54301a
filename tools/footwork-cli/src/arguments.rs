//! Names, frames and times as arguments.

use footwork::base::{FrameRate, Name, Seconds};
use footwork::tags::{Amount, ClipId};
use footwork_library::Library;

use crate::failure::Failure;

/// Parses the name of a tag or an event.
pub(crate) fn parse_name(text: &str) -> Result<Name, Failure> {
    text.parse::<Name>().map_err(|error| {
        let hint = error.suggestion.map(|name| format!("write '{name}'"));
        let message =
            format!("`{text}` is not a name: a name is identifiers or JSON strings joined by dots");
        Failure::plain("bad-name", message).maybe_hint(hint)
    })
}

/// Parses a frame, or a time, converted at the rate of a clip.
pub(crate) fn parse_frame(text: &str, library: &Library, clip: ClipId) -> Result<u32, Failure> {
    let amount: Amount = text.parse().map_err(|_| {
        let message = format!("`{text}` is not a frame (12) or a time (0.5s, 200ms)");
        Failure::plain("bad-frame", message)
    })?;
    Ok(amount.in_frames(library.clips()[clip].rate))
}

/// Parses a time, and returns it in frames, which may be fractional. A time in seconds is rounded only once.
pub(crate) fn parse_time(text: &str, rate: FrameRate) -> Result<f64, Failure> {
    let secs = |digits: &str| digits.parse::<Seconds>().ok();
    let time = if let Some(millis) = text.strip_suffix("ms") {
        let secs = secs(millis).and_then(|millis| millis.as_thousandths().ok());
        secs.map(|secs| secs.to_fractional_frames(rate))
    } else if let Some(digits) = text.strip_suffix('s') {
        secs(digits).map(|secs| secs.to_fractional_frames(rate))
    } else {
        let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        text.parse().ok().filter(|_| is_plain)
    };
    time.ok_or_else(|| {
        let message = format!("`{text}` is not a time in frames (13.25) or seconds (0.44s, 440ms)");
        Failure::plain("bad-time", message)
    })
}
