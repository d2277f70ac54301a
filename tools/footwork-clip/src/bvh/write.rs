//! Writes a BVH document as text. Reading the text gives an equal document.

use std::fmt::Write as _;

use footwork_base::Id;

use super::document::{BvhDocument, BvhJoint};

/// Returns the document as the text of a BVH file, with tabs and LF. Numbers have at least six decimals, and as many
/// more as it takes to read back the same number.
pub fn write_bvh(document: &BvhDocument) -> String {
    let mut text = String::with_capacity(document.values.len() * 11 + 4096);
    text.push_str("HIERARCHY\n");
    let mut open: Vec<usize> = Vec::new();
    for (index, joint) in document.joints().iter().enumerate() {
        let parent = joint.parent.map(Id::index);
        while open.last().copied() != parent && open.pop().is_some() {
            close(&mut text, open.len());
        }
        begin(&mut text, joint, open.len());
        open.push(index);
    }
    while open.pop().is_some() {
        close(&mut text, open.len());
    }
    let _ = write!(
        text,
        "MOTION\nFrames: {}\nFrame Time: {}\n",
        document.frame_count, document.frame_time
    );
    for row in document.rows() {
        for (column, &value) in row.iter().enumerate() {
            if column > 0 {
                text.push(' ');
            }
            number(&mut text, value);
        }
        text.push('\n');
    }
    text
}

fn indent(text: &mut String, depth: usize) {
    text.extend(std::iter::repeat_n('\t', depth));
}

fn close(text: &mut String, depth: usize) {
    indent(text, depth);
    text.push_str("}\n");
}

fn begin(text: &mut String, joint: &BvhJoint, depth: usize) {
    indent(text, depth);
    let keyword = match (joint.is_end, joint.parent) {
        (true, _) => "End",
        (false, None) => "ROOT",
        (false, Some(_)) => "JOINT",
    };
    text.push_str(format!("{keyword} {}", joint.name).trim_ascii_end());
    text.push('\n');
    indent(text, depth);
    text.push_str("{\n");
    indent(text, depth + 1);
    text.push_str("OFFSET");
    for value in joint.offset {
        text.push(' ');
        number(text, value);
    }
    text.push('\n');
    if !joint.is_end {
        indent(text, depth + 1);
        let _ = write!(text, "CHANNELS {}", joint.channels.len());
        for channel in &joint.channels {
            let _ = write!(text, " {channel}");
        }
        text.push('\n');
    }
}

/// Appends the shortest decimal that reads back as `value`, with at least six decimals.
fn number(text: &mut String, value: f64) {
    let start = text.len();
    let _ = write!(text, "{value}");
    let places = match text[start..].find('.') {
        Some(point) => text.len() - start - point - 1,
        None => {
            text.push('.');
            0
        }
    };
    text.extend(std::iter::repeat_n('0', 6usize.saturating_sub(places)));
}
