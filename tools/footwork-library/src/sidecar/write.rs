//! Lines to text.

use footwork_base::quoted::quote;

use super::{Line, LineKey, TagSpan, VERSION};

/// The bytes of a sidecar with these lines, in canonical order.
pub(super) fn write(lines: &[Line]) -> Vec<u8> {
    // Each known line with the unknown ones that follow it, which move with it.
    let mut blocks: Vec<&[Line]> = lines.chunk_by(|_, next| next.key().is_none()).collect();
    blocks.sort_by(|a, b| first_key(a).cmp(&first_key(b)));
    let mut out = Vec::new();
    for line in blocks.into_iter().flatten() {
        match line {
            Line::Other(bytes) => out.extend_from_slice(bytes),
            known => out.extend_from_slice(text(known).as_bytes()),
        }
        out.push(b'\n');
    }
    out
}

/// The place of a block; one that starts with an unknown line stands before all others.
fn first_key(block: &[Line]) -> Option<LineKey<'_>> {
    block.first()?.key()
}

pub(super) fn text(line: &Line) -> String {
    match line {
        Line::Version => format!("footwork-tags {VERSION}"),
        Line::Clip(name) => format!("clip {}", word(name)),
        Line::Frames(frames) => format!("frames {frames}"),
        Line::Rate(rate) => format!("rate {rate}"),
        Line::Hash(hash) => format!("hash {hash}"),
        Line::Note(note) => format!("note {}", quote(note)),
        Line::Tag(TagSpan {
            name,
            range,
            by_rule,
        }) => {
            let rule = if *by_rule { " rule" } else { "" };
            format!("tag {name} {} {}{rule}", range.start(), range.stop())
        }
        Line::Not { name, range } => format!("not {name} {} {}", range.start(), range.stop()),
        Line::Event { name, time, data } => match data {
            Some(data) => format!("event {name} {time} data {data}"),
            None => format!("event {name} {time}"),
        },
        Line::Other(_) => String::new(),
    }
}

/// A file name, quoted where it would not read back as one word.
fn word(name: &str) -> String {
    let plain = !name.is_empty()
        && !name.starts_with('"')
        && !name.contains(|c: char| c.is_whitespace() || c.is_control());
    if plain { name.to_owned() } else { quote(name) }
}
