//! Writes lines as text.

use std::fmt;

use footwork_base::quote;

use super::SIDECAR_VERSION;
use super::line::{Line, LineKey, TagSpan};
use super::words::word;

/// Returns the lines in canonical order.
pub(super) fn in_order(lines: &[Line]) -> impl Iterator<Item = &Line> {
    // A block is a known line with the unknown lines after it, which move with it.
    let mut blocks: Vec<&[Line]> = lines.chunk_by(|_, next| next.key().is_none()).collect();
    blocks.sort_by(|a, b| first_key(a).cmp(&first_key(b)));
    blocks.into_iter().flatten()
}

/// Returns the sort key of a block. A block that starts with an unknown line sorts first.
fn first_key(block: &[Line]) -> Option<LineKey<'_>> {
    block.first()?.key()
}

impl Line {
    /// Appends the line and its line ending.
    pub(crate) fn write_to(&self, out: &mut Vec<u8>) {
        match self {
            Self::Other(bytes) => out.extend_from_slice(bytes),
            known => out.extend_from_slice(known.to_string().as_bytes()),
        }
        out.push(b'\n');
    }
}

/// Formats the line; bytes that are not UTF-8 are replaced.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version => write!(f, "footwork-tags {SIDECAR_VERSION}"),
            Self::Clip(name) => write!(f, "clip {}", word(name)),
            Self::Frames(frames) => write!(f, "frames {frames}"),
            Self::Rate(rate) => write!(f, "rate {rate}"),
            Self::Hash(hash) => write!(f, "hash {hash}"),
            Self::State(state) => write!(f, "state {state}"),
            Self::Reference(reference) => write!(f, "reference {reference}"),
            Self::Note(note) => write!(f, "note {}", quote(note)),
            Self::Tag(TagSpan {
                name,
                range,
                by_rule,
            }) => {
                let rule = if *by_rule { " rule" } else { "" };
                write!(f, "tag {name} {} {}{rule}", range.start(), range.stop())
            }
            Self::Not { name, range } => {
                write!(f, "not {name} {} {}", range.start(), range.stop())
            }
            Self::Event { name, time, data } => {
                write!(f, "event {name} {time}")?;
                match data {
                    Some(data) => write!(f, " data {data}"),
                    None => Ok(()),
                }
            }
            Self::Kept(kept) => write!(f, "kept {kept}"),
            Self::By(by) => write!(f, "by {by}"),
            Self::Other(bytes) => f.write_str(&String::from_utf8_lossy(bytes)),
        }
    }
}
