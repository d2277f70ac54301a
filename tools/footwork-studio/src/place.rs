//! Places in the page, to which a link leads.

use std::fmt::{self, Write};

use footwork_library::{Library, UnknownClip};

/// A place in the page. The page chooses parts that are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The clip: its name, or the last part of its name.
    pub clip: Option<String>,
    /// The frame to show, from 0.
    pub frame: Option<u32>,
    /// The text of the query.
    pub query: Option<String>,
}

/// The reason why a place does not exist.
#[derive(Debug)]
#[non_exhaustive]
pub enum PlaceError {
    /// No clip, or more than one, has this name.
    Clip(UnknownClip),
    /// The frame is beyond the end of the clip.
    Frame {
        /// The frame.
        frame: u32,
        /// The clip.
        clip: String,
        /// Its length in frames.
        frames: u32,
    },
    /// A frame is given without a clip.
    NoClip,
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clip(error) => error.fmt(f),
            Self::Frame {
                frame,
                clip,
                frames,
            } => write!(
                f,
                "{clip} has no frame {frame}: it has {frames} frames, from 0 on"
            ),
            Self::NoClip => f.write_str("a frame needs a clip"),
        }
    }
}

impl std::error::Error for PlaceError {}

impl Place {
    /// Returns the query part of the address, such as `?clip=…&frame=…&query=…`; empty if all parts are `None`.
    pub(crate) fn in_address(&self, library: &Library) -> Result<String, PlaceError> {
        let mut parts = Vec::new();
        if let Some(name) = &self.clip {
            let clip = library.find_clip(name).map_err(PlaceError::Clip)?;
            let entry = &library.clips()[clip];
            let frames = entry.frames;
            match self.frame {
                Some(frame) if frame >= frames => {
                    let clip = entry.name.clone();
                    return Err(PlaceError::Frame {
                        frame,
                        clip,
                        frames,
                    });
                }
                _ => parts.push(format!("clip={}", escaped(&entry.name))),
            }
        }
        match (self.frame, &self.clip) {
            (Some(_), None) => return Err(PlaceError::NoClip),
            (Some(frame), Some(_)) => parts.push(format!("frame={frame}")),
            (None, _) => {}
        }
        let query = self.query.as_deref().map(escaped);
        parts.extend(query.map(|query| format!("query={query}")));
        Ok(if parts.is_empty() {
            String::new()
        } else {
            format!("?{}", parts.join("&"))
        })
    }
}

/// Encodes a text for the query part of an address (RFC 3986). Keeps `/` for legibility, which the RFC permits there.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                escaped.push(char::from(byte));
            }
            _ => _ = write!(escaped, "%{byte:02X}"),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn an_address_has_only_permitted_characters() {
        assert_eq!(escaped("a/b c.bvh"), "a/b%20c.bvh");
        assert_eq!(escaped("\"&#+é<"), "%22%26%23%2B%C3%A9%3C");
    }
}
