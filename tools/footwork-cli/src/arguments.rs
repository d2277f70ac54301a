//! Names and frames as the command line gives them.

use footwork::base::Name;
use footwork::tags::{Amount, ClipId};
use footwork_library::Library;

use crate::failure::Failure;

/// The name of a tag or an event, as the command line gives it.
pub(crate) fn parse_name(text: &str) -> Result<Name, Failure> {
    text.parse::<Name>().map_err(|error| {
        let hint = error.suggestion.map(|name| format!("write '{name}'"));
        let message = format!("`{text}` is not a name: identifiers or JSON strings joined by dots");
        Failure::plain("bad-name", &message).hint(hint)
    })
}

/// A frame number or a time, at the rate of a clip.
pub(crate) fn parse_frame(text: &str, library: &Library, clip: ClipId) -> Result<u32, Failure> {
    let amount: Amount = text.parse().map_err(|_| {
        let message = format!("`{text}` is not a frame (12) or a time (0.5s, 200ms)");
        Failure::plain("bad-frame", &message)
    })?;
    Ok(amount.in_frames(library.clips()[clip].rate))
}
