//! Random sidecars, edits of them, and pairs of edited versions.

use footwork_base::FrameRange;
use footwork_sidecar::Sidecar;
use proptest::prelude::*;

use super::{name, range, text};

/// A change of a sidecar.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Paint(&'static str, FrameRange),
    Trim(&'static str, FrameRange),
    AddEvent(&'static str, u32),
    RemoveEvent(&'static str, u32),
    /// Inserts a line anywhere, as with a text editor.
    Write(usize, String),
    /// Removes the line at this place, except the first one.
    Erase(usize),
}

pub(super) fn apply(sidecar: &mut Sidecar, edit: &Edit) {
    match edit {
        Edit::Paint(tag, range) => _ = sidecar.paint(&name(tag), *range),
        Edit::Trim(tag, range) => _ = sidecar.erase(&name(tag), *range),
        Edit::AddEvent(event, time) => _ = sidecar.add_event(&name(event), f64::from(*time)),
        Edit::RemoveEvent(event, time) => _ = sidecar.remove_event(&name(event), f64::from(*time)),
        Edit::Write(place, line) => {
            rewrite(sidecar, |lines| {
                let place = 1 + place % lines.len();
                lines.insert(place, line.clone());
            });
        }
        Edit::Erase(place) => rewrite(sidecar, |lines| {
            if lines.len() > 1 {
                lines.remove(1 + place % (lines.len() - 1));
            }
        }),
    }
}

pub(super) fn rewrite(sidecar: &mut Sidecar, change: impl FnOnce(&mut Vec<String>)) {
    let mut lines = lines(sidecar);
    change(&mut lines);
    let text = lines.join("\n") + "\n";
    *sidecar = Sidecar::read("a", text.as_bytes()).unwrap().0;
}

pub(super) fn lines(sidecar: &Sidecar) -> Vec<String> {
    text(sidecar).lines().map(str::to_owned).collect()
}

pub(super) fn sorted(sidecar: &Sidecar) -> Vec<String> {
    let mut lines = lines(sidecar);
    lines.sort();
    lines
}

pub(super) fn after(start: &Sidecar, edits: &[Edit]) -> Sidecar {
    let mut sidecar = start.clone();
    edits.iter().for_each(|edit| apply(&mut sidecar, edit));
    sidecar
}

/// Returns edits that paint and erase `tag`.
pub(super) fn span_edit(tag: &'static str) -> impl Strategy<Value = Edit> {
    (any::<bool>(), range()).prop_map(move |(paints, range)| {
        if paints {
            Edit::Paint(tag, range)
        } else {
            Edit::Trim(tag, range)
        }
    })
}

pub(super) fn event_edit(event: &'static str) -> impl Strategy<Value = Edit> {
    (any::<bool>(), 0u32..12).prop_map(move |(adds, time)| {
        if adds {
            Edit::AddEvent(event, time)
        } else {
            Edit::RemoveEvent(event, time)
        }
    })
}

/// Returns an arbitrary line; spans of tag `O` may overlap.
pub(super) fn written() -> impl Strategy<Value = String> {
    (range(), 0u8..14).prop_map(|(range, kind)| {
        let (start, stop) = (range.start(), range.stop());
        match kind {
            0 => format!("clip c{}", start % 3),
            1 if start % 2 == 0 => format!("state done on 2026-11-0{}", 1 + stop % 3),
            1 => format!("frames {start}"),
            2 if start % 2 == 0 => format!("reference v{}.mp4 offset {stop}", start % 3),
            2 => format!("note \"{}\"", start % 4),
            3 => String::new(),
            4 | 5 => format!("# remark {}", start % 4),
            6 | 7 => format!("tag O {start} {stop}"),
            8 => format!("tag O {start} {stop} rule"),
            9 => format!("not O {start} {stop}"),
            10 => format!("not A {start} {stop}"),
            11 => format!("kept A ours {start} {stop} theirs none"),
            12 => format!("by s{} 0.50 A {start} {stop}", start % 2),
            _ => format!("event D {} data {}", start % 5, stop % 5),
        }
    })
}

pub(super) fn any_edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => span_edit("A"),
        1 => span_edit("O"),
        2 => event_edit("E"),
        1 => event_edit("D"),
        3 => (any::<usize>(), written()).prop_map(|(place, line)| Edit::Write(place, line)),
        2 => any::<usize>().prop_map(Edit::Erase),
    ]
}

/// Returns a sidecar with spans of `A` by rules and by hand that do not overlap, as rules leave
/// them.
pub(super) fn start() -> impl Strategy<Value = Sidecar> {
    let gaps = prop::collection::vec((0u32..4, 1u32..7, 0u8..3), 0..6);
    gaps.prop_map(|gaps| {
        let mut text = "footwork-tags 1\nclip c0\n".to_owned();
        let mut at = 0;
        for (gap, length, kind) in gaps {
            let start = at + gap;
            at = start + length;
            let rule = if kind == 0 { " rule" } else { "" };
            text += &format!("tag A {start} {at}{rule}\n");
        }
        Sidecar::read("a", text.as_bytes()).unwrap().0
    })
}

pub(super) fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec(any_edit(), 0..8)
}

/// Returns a sidecar and two edited versions of it; sometimes one of the three is empty.
pub(super) fn sides() -> impl Strategy<Value = [Sidecar; 3]> {
    let absent = prop_oneof![8 => Just(3usize), 1 => 0usize..3];
    let parts = (start(), edits(), edits(), edits(), absent);
    parts.prop_map(|(start, first, ours, theirs, absent)| {
        let base = after(&start, &first);
        let mut sides = [base.clone(), after(&base, &ours), after(&base, &theirs)];
        if let Some(side) = sides.get_mut(absent) {
            *side = Sidecar::default();
        }
        sides
    })
}
