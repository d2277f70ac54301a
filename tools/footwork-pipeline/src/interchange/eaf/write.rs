//! Writing one clip as an ELAN file.

use std::collections::BTreeMap;
use std::fmt::Write;

use footwork_base::quote;
use quick_xml::escape::escape;

use super::{CLIP, RATE, TYPE_PREFIX};
use crate::interchange::seconds::{event_steps, steps_of};
use crate::interchange::{ClipTable, EVENT, SpanKind, TableItem};

/// An annotation: its start and stop in milliseconds, and its text.
struct Annotation {
    start: u128,
    stop: u128,
    text: String,
}

/// The annotations of one tier, which do not overlap.
struct Tier {
    name: String,
    word: &'static str,
    annotations: Vec<Annotation>,
}

/// Writes a clip as `.eaf`.
pub fn write_eaf(clip: &ClipTable) -> String {
    let tiers = tiers(clip);
    let mut slots: Vec<(u128, usize)> = Vec::new();
    for annotation in tiers.iter().flat_map(|tier| &tier.annotations) {
        for time in [annotation.start, annotation.stop] {
            slots.push((time, slots.len() + 1));
        }
    }
    let annotations = slots.len() / 2;
    slots.sort_unstable();
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <ANNOTATION_DOCUMENT AUTHOR=\"\" DATE=\"1970-01-01T00:00:00+00:00\" FORMAT=\"3.0\" \
         VERSION=\"3.0\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:noNamespaceSchemaLocation=\"http://www.mpi.nl/tools/elan/EAFv3.0.xsd\">\n\
         \x20   <HEADER MEDIA_FILE=\"\" TIME_UNITS=\"milliseconds\">\n"
        .to_owned();
    let name = plain(&clip.name);
    for (property, value) in [
        (CLIP, name.as_str()),
        (RATE, &clip.rate.to_string()),
        ("lastUsedAnnotationId", &annotations.to_string()),
    ] {
        let value = escape(value);
        push(
            &mut out,
            format_args!("        <PROPERTY NAME=\"{property}\">{value}</PROPERTY>\n"),
        );
    }
    out.push_str("    </HEADER>\n    <TIME_ORDER>\n");
    for (time, id) in &slots {
        push(
            &mut out,
            format_args!("        <TIME_SLOT TIME_SLOT_ID=\"ts{id}\" TIME_VALUE=\"{time}\"/>\n"),
        );
    }
    out.push_str("    </TIME_ORDER>\n");
    let mut number = 0;
    for tier in &tiers {
        let (word, name) = (tier.word, escape(tier.name.as_str()));
        push(
            &mut out,
            format_args!(
                "    <TIER LINGUISTIC_TYPE_REF=\"{TYPE_PREFIX}{word}\" TIER_ID=\"{name}\">\n"
            ),
        );
        for annotation in &tier.annotations {
            number += 1;
            let (from, to) = (2 * number - 1, 2 * number);
            let text = escape(annotation.text.as_str());
            push(
                &mut out,
                format_args!(
                    "        <ANNOTATION>\n            <ALIGNABLE_ANNOTATION \
                     ANNOTATION_ID=\"a{number}\" TIME_SLOT_REF1=\"ts{from}\" \
                     TIME_SLOT_REF2=\"ts{to}\">\n                \
                     <ANNOTATION_VALUE>{text}</ANNOTATION_VALUE>\n            \
                     </ALIGNABLE_ANNOTATION>\n        </ANNOTATION>\n"
                ),
            );
        }
        out.push_str("    </TIER>\n");
    }
    for word in words() {
        push(
            &mut out,
            format_args!(
                "    <LINGUISTIC_TYPE GRAPHIC_REFERENCES=\"false\" \
                 LINGUISTIC_TYPE_ID=\"{TYPE_PREFIX}{word}\" TIME_ALIGNABLE=\"true\"/>\n"
            ),
        );
    }
    out.push_str("</ANNOTATION_DOCUMENT>\n");
    out
}

/// Returns the words for the kinds of items.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    SpanKind::ALL.into_iter().map(SpanKind::word).chain([EVENT])
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    _ = out.write_fmt(text);
}

/// Distributes the annotations of a clip over as many tiers as they need.
fn tiers(clip: &ClipTable) -> Vec<Tier> {
    let mut groups: BTreeMap<(&str, String), Vec<Annotation>> = BTreeMap::new();
    for item in &clip.items {
        let (start, stop) = millis(item, clip);
        let root = item.name().parts().next().unwrap_or_default();
        let text = match item.data() {
            Some(data) => format!("{} {data}", item.name()),
            None => item.name().to_string(),
        };
        let group = groups.entry((item.word(), root.into_owned())).or_default();
        group.push(Annotation {
            start,
            stop: stop.max(start + 1),
            text,
        });
    }
    let mut tiers = Vec::new();
    for ((word, root), mut annotations) in groups {
        annotations.sort_by_key(|annotation| (annotation.start, annotation.stop));
        let mut lanes: Vec<Vec<Annotation>> = Vec::new();
        for annotation in annotations {
            let is_free = |lane: &&mut Vec<Annotation>| {
                lane.last().is_none_or(|last| last.stop <= annotation.start)
            };
            match lanes.iter_mut().find(is_free) {
                Some(lane) => lane.push(annotation),
                None => lanes.push(vec![annotation]),
            }
        }
        let root = plain(&root);
        for (lane, annotations) in (1..).zip(lanes) {
            let kind = match word {
                "tag" => String::new(),
                word => format!(" ({word})"),
            };
            let name = match lane {
                1 => format!("{root}{kind}"),
                lane => format!("{root}{kind} {lane}"),
            };
            tiers.push(Tier {
                name,
                word,
                annotations,
            });
        }
    }
    tiers
}

fn millis(item: &TableItem, clip: &ClipTable) -> (u128, u128) {
    match item {
        TableItem::Span { range, .. } => (
            steps_of(range.start(), clip.rate, 1000),
            steps_of(range.stop(), clip.rate, 1000),
        ),
        TableItem::Event { time, .. } => {
            let text = format!("{:.0}", event_steps(*time, clip.rate, 1000));
            let at = text.parse().unwrap_or(0);
            (at, at)
        }
    }
}

/// Returns a name unchanged, or quoted if it has characters that XML cannot hold, starts with a quote, or starts or
/// ends with white space.
fn plain(name: &str) -> String {
    let is_odd = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    let is_padded = name.trim() != name;
    if name.contains(is_odd) || name.starts_with('"') || is_padded {
        quote(name)
    } else {
        name.to_owned()
    }
}
