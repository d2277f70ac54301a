//! Random databases, and their contents as text.

use footwork_base::FrameRate;
use footwork_tags::{Database, Ranges};
use proptest::prelude::*;

const TAGS: [&str; 6] = ["A", "Gait", "Gait.Run", r#""a b"."c.d""#, "_1.é", r#""-""#];
const EVENTS: [&str; 3] = ["Foot", "Foot.Left", r#""1""#];
/// Lengths of clips around the limits of every width, and around the size of a word.
const LENGTHS: [u32; 9] = [0, 1, 64, 65, 700, 4_095, 4_096, 65_536, u32::MAX];

/// For each entry, the index of a tag or event, a clip, and the ranges or times there.
type Painted<T> = Vec<(usize, prop::sample::Index, Vec<T>)>;

/// The content of a database.
#[derive(Debug)]
pub(crate) struct Contents {
    clips: Vec<u32>,
    /// Ranges, each as a start and a length.
    spans: Painted<(u32, u32)>,
    /// Times, each as a share of the clip's length.
    times: Painted<f64>,
    pub(crate) pinned: Vec<&'static str>,
}

pub(crate) fn contents() -> impl Strategy<Value = Contents> {
    let length = prop_oneof![
        8 => prop::sample::select(LENGTHS[..8].to_vec()),
        1 => Just(u32::MAX),
        8 => 0u32..2_000,
    ];
    let ranges = prop_oneof![
        prop::collection::vec((0u32..3_000, 0u32..300), 0..4),
        prop::collection::vec((0u32..700, 1u32..3), 0..200),
        Just(vec![(0, u32::MAX)]),
        prop::collection::vec((any::<u32>(), any::<u32>()), 0..4),
    ];
    let clip = any::<prop::sample::Index>;
    let times = prop::collection::vec(0.0f64..1.0, 0..5);
    (
        prop_oneof![
            prop::collection::vec(length.clone(), 1..6),
            prop::collection::vec(length, 60..200)
        ],
        prop::collection::vec((0..TAGS.len(), clip(), ranges), 0..40),
        prop::collection::vec((0..EVENTS.len(), clip(), times), 0..10),
        prop::sample::subsequence(TAGS.to_vec(), 0..3),
    )
        .prop_map(|(mut clips, spans, times, pinned)| {
            if !pinned.is_empty() {
                // A pinned tag is stored as words, which would take 512 MiB for the longest clip.
                clips
                    .iter_mut()
                    .for_each(|frames| *frames = (*frames).min(100_000));
            }
            Contents {
                clips,
                spans,
                times,
                pinned,
            }
        })
}

pub(crate) fn build(contents: &Contents) -> Database {
    let mut db = Database::new();
    let rates = [(30, 1), (24_000, 1001), (7, 2)];
    let mut clips = Vec::new();
    for (number, &frames) in contents.clips.iter().enumerate() {
        let (numerator, denominator) = rates[number % rates.len()];
        let rate = FrameRate::new(numerator, denominator).unwrap();
        // Clips are not added in alphabetical order.
        let name = format!("{}é/{number}", (number * 7) % 10);
        clips.push((db.add_clip(&name, frames, rate).unwrap(), frames));
    }
    for (tag, clip, pairs) in &contents.spans {
        let (clip, frames) = *clip.get(&clips);
        let tag = db.declare_tag(&TAGS[*tag].parse().unwrap()).unwrap();
        let pairs = pairs
            .iter()
            .map(|&(start, length)| (start, start.saturating_add(length)));
        let ranges = Ranges::repair(pairs).0.clamped(frames);
        db.set_tag(tag, clip, ranges).unwrap();
    }
    for (event, clip, parts) in &contents.times {
        let (clip, frames) = *clip.get(&clips);
        let event = db.declare_event(&EVENTS[*event].parse().unwrap()).unwrap();
        let times = parts.iter().map(|part| (part * f64::from(frames)).floor());
        let times = times.filter(|time| *time < f64::from(frames)).collect();
        db.set_event(event, clip, times).unwrap();
    }
    for tag in &contents.pinned {
        let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
        db.pin(tag).unwrap();
    }
    db
}

/// Returns the whole content of a database as text.
pub(crate) fn content(db: &Database) -> Vec<String> {
    let clips = db.clips().values().map(|clip| format!("{clip:?}"));
    let tags = db.tags().map(|(name, id)| {
        let ranges = db.clips().ids().map(|clip| db.tag_frames(id).ranges(clip));
        format!("{name} {:?}", ranges.collect::<Vec<_>>())
    });
    let events = db.events().map(|(name, id)| {
        let times = db.clips().ids().map(|clip| db.event_times(id, clip));
        format!("{name} {:?}", times.collect::<Vec<_>>())
    });
    clips.chain(tags).chain(events).collect()
}
