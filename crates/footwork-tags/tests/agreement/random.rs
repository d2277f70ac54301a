//! Random libraries, and random queries of them.

use std::sync::Arc;

use footwork_base::{Diagnostic, FrameRange, FrameRate};
use footwork_tags::{ClipId, Database, Ranges, Resolver, Similar};
use proptest::prelude::*;

pub(crate) const TAGS: [&str; 5] = ["A", "B", "G", "G.Run", "G.Walk"];
const EVENTS: [&str; 2] = ["Foot.Left", "Foot.Right"];

/// For each clip: the index of its rate, its frames, the ranges of each tag, and the times of each event.
pub(crate) type Library = Vec<(usize, u32, Vec<Vec<(u32, u32)>>, Vec<Vec<f64>>)>;

pub(crate) fn library() -> impl Strategy<Value = Library> {
    let ranges = prop::collection::vec((0u32..150, 0u32..40), 0..7);
    let times = prop::collection::vec(0.0f64..1.0, 0..4);
    let clip = (
        0..3usize,
        prop_oneof![0u32..4, 0u32..150, Just(64), Just(128)],
        prop::collection::vec(ranges, TAGS.len()),
        prop::collection::vec(times, EVENTS.len()),
    );
    prop::collection::vec(clip, 1..5)
}

/// Returns a database of the library and of one more clip of three frames, which queries can name.
pub(crate) fn database(library: &Library) -> Database {
    let mut db = Database::new();
    add(&mut db, library);
    let rate = FrameRate::whole(30).unwrap();
    db.add_clip("stand", 3, rate).unwrap();
    db.set_resolver(Arc::new(Farther));
    db
}

/// A resolver that finds up to `count` similar places in every clip, some of them past the clip's end. In clip n, the
/// first place starts at frame 3 n, and another follows every 40 frames.
#[derive(Debug)]
struct Farther;

impl Resolver for Farther {
    fn check(&self, _: &str) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn frames(&self, _: &str, _: ClipId, _: u32, _: &mut Ranges) {}

    fn revision(&self) -> u64 {
        0
    }

    fn clip_revision(&self, _: ClipId) -> u64 {
        0
    }

    fn check_similar(&self, _: ClipId) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn similar(&self, asked: &Similar, clip: ClipId, clip_frames: u32, out: &mut Ranges) {
        let places = (0..asked.count).map(|place| clip.number() * 3 + place * 40);
        let length = asked.frames.frame_count();
        let ranges = places.filter_map(|start| FrameRange::new(start, start + length));
        *out = ranges
            .take_while(|range| range.start() < clip_frames + 9)
            .collect();
    }
}

/// Adds the clips of a library.
pub(crate) fn add(db: &mut Database, library: &Library) {
    let rates = [(30, 1), (24000, 1001), (7, 2)];
    let tags = TAGS.map(|name| db.declare_tag(&name.parse().unwrap()).unwrap());
    let events = EVENTS.map(|name| db.declare_event(&name.parse().unwrap()).unwrap());
    for (number, (rate, frames, ranges, times)) in (db.clips().len()..).zip(library) {
        let rate = FrameRate::new(rates[*rate].0, rates[*rate].1).unwrap();
        let name = format!("{}/clip_{number}", ["walk", "run"][number % 2]);
        let clip = db.add_clip(&name, *frames, rate).unwrap();
        for (tag, ranges) in tags.iter().zip(ranges) {
            let pairs = ranges
                .iter()
                .map(|&(start, length)| (start, start + length));
            let (ranges, _) = Ranges::repair(pairs);
            db.set_tag(*tag, clip, ranges.clamped(*frames)).unwrap();
        }
        for (event, times) in events.iter().zip(times) {
            let last = f64::from(frames.saturating_sub(1));
            let scaled = times.iter().map(|t| t * last);
            // Every second time is rounded to a whole frame.
            let times = scaled
                .enumerate()
                .map(|(i, t)| if i % 2 == 0 { t.round() } else { t });
            let times = times.filter(|t| *t < f64::from(*frames)).collect();
            db.set_event(*event, clip, times).unwrap();
        }
    }
}

fn amount() -> impl Strategy<Value = String> {
    prop_oneof![
        (0u32..20).prop_map(|n| n.to_string()),
        (0u32..200).prop_map(|n| format!("{}.{:02}s", n / 100, n % 100)),
        (0u32..900).prop_map(|n| format!("{n}ms")),
        Just("4294967295".to_owned()),
    ]
}

fn leaf() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::sample::select(TAGS.to_vec()).prop_map(str::to_owned),
        1 => prop::sample::select(vec![
            "all", "none", "exact(G)", "G.*", r#"clip("walk/*")"#, r#"clip("clip_?")"#,
            "event(Foot)", "event(Foot.Left)", r#"similar("stand", 2, 3)"#, r#"similar("stand", 0..2, 40)"#,
        ]).prop_map(str::to_owned),
        1 => amount().prop_map(|n| format!("near(Foot, {n})")),
    ]
}

pub(crate) fn query() -> impl Strategy<Value = String> {
    leaf().prop_recursive(4, 24, 3, |inner| {
        let one = prop::sample::select(vec![
            "first", "last", "longer", "shorter", "grow", "shrink", "close", "before", "after",
        ]);
        let two = prop::sample::select(vec!["overlapping", "within", "containing"]);
        let timed = prop::sample::select(vec!["then", "followed_by", "until", "since"]);
        let plain = prop::sample::select(vec!["starts", "ends", "clips", "!"]);
        let binary = prop::sample::select(vec!["|", "&", "-", "^", " or ", " except "]);
        prop_oneof![
            6 => (inner.clone(), binary, inner.clone()).prop_map(|(a, op, b)| format!("({a}){op}({b})")),
            2 => (inner.clone(), binary_flat(), inner.clone()).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
            4 => (one, inner.clone(), amount()).prop_map(|(f, a, n)| format!("{f}({a}, {n})")),
            1 => (inner.clone(), amount(), amount()).prop_map(|(a, n, m)| format!("grow({a}, {n}, {m})")),
            1 => (inner.clone(), amount(), amount()).prop_map(|(a, n, m)| format!("shrink({a}, {n}, {m})")),
            2 => (two, inner.clone(), inner.clone()).prop_map(|(f, a, b)| format!("{f}({a}, {b})")),
            2 => (timed, inner.clone(), inner.clone(), amount()).prop_map(|(f, a, b, n)| format!("{f}({a}, {b}, {n})")),
            2 => (plain, inner.clone()).prop_map(|(f, a)| format!("{f}({a})")),
            1 => (inner.clone(), -3i32..4).prop_map(|(a, k)| format!("nth({a}, {k})")),
            1 => (inner, 0u32..5, 0u64..9).prop_map(|(a, k, s)| format!("pick({a}, {k}, {s})")),
        ]
    })
}

fn binary_flat() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["|", "&", "-", "^"])
}

/// Returns the number of random cases: `soak` in `cargo xtask soak`, otherwise `everyday`.
pub(crate) fn cases(everyday: u32, soak: u32) -> ProptestConfig {
    let cases = match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => soak,
        None => everyday,
    };
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Returns clips for several blocks. Their lengths cover every form in which the engine stores and evaluates a clip.
pub(crate) fn large_library() -> impl Strategy<Value = Library> {
    let ranges = prop_oneof![
        3 => prop::collection::vec((0u32..150, 0u32..40), 0..3),
        1 => prop::collection::vec((0u32..6000, 1u32..9), 0..300),
        1 => prop::collection::vec((0u32..2400, 20u32..300), 3..12),
        1 => prop::collection::vec((0u32..90_000, 0u32..40_000), 0..3),
        2 => Just(vec![(0, u32::MAX / 2)]),
    ];
    let clip = (
        0..3usize,
        prop_oneof![
            4 => 0u32..200,
            4 => 200u32..4096,
            // Lengths around multiples of 512 frames, the size of a group. A short clip has at most 8 groups.
            4 => (1u32..9, 0u32..3).prop_map(|(groups, past)| 512 * groups - 1 + past),
            1 => 5000u32..6000,
            1 => 16_000u32..65_540,
            1 => Just(70_000)
        ],
        prop::collection::vec(ranges, TAGS.len()),
        Just(vec![vec![0.5], vec![]]),
    );
    prop::collection::vec(clip, 60..140)
}
