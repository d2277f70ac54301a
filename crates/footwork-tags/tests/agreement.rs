//! All evaluators agree on random queries over random libraries.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_base::FrameRate;
use footwork_tags::evaluate::pairwise::Pairwise;
use footwork_tags::evaluate::plain;
use footwork_tags::{Database, Evaluator, Query, QueryCache, RangeSet, Ranges, SimdLevel};
use proptest::prelude::*;

const TAGS: [&str; 5] = ["A", "B", "G", "G.Run", "G.Walk"];
const EVENTS: [&str; 2] = ["Foot.Left", "Foot.Right"];

/// Clips with their rate's index, frames, ranges for each tag and times for each event.
type Library = Vec<(usize, u32, Vec<Vec<(u32, u32)>>, Vec<Vec<f64>>)>;

fn library() -> impl Strategy<Value = Library> {
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

fn database(library: &Library) -> Database {
    let rates = [(30, 1), (24000, 1001), (7, 2)];
    let mut db = Database::new();
    let tags = TAGS.map(|name| db.declare_tag(&name.parse().unwrap()).unwrap());
    let events = EVENTS.map(|name| db.declare_event(&name.parse().unwrap()).unwrap());
    for (number, (rate, frames, ranges, times)) in library.iter().enumerate() {
        let rate = FrameRate::new(rates[*rate].0, rates[*rate].1).unwrap();
        let name = format!("{}/clip_{number}", ["walk", "run"][number % 2]);
        let clip = db.add_clip(&name, *frames, rate).unwrap();
        for (tag, ranges) in tags.iter().zip(ranges) {
            let pairs = ranges
                .iter()
                .map(|&(start, length)| (start, start + length));
            let (ranges, _) = Ranges::from_unsorted(pairs);
            db.set_tag(*tag, clip, ranges.clamped(*frames)).unwrap();
        }
        for (event, times) in events.iter().zip(times) {
            let last = f64::from(frames.saturating_sub(1));
            let scaled = times.iter().map(|t| t * last);
            // Half of them on whole frames.
            let times = scaled
                .enumerate()
                .map(|(i, t)| if i % 2 == 0 { t.round() } else { t });
            let times = times.filter(|t| *t < f64::from(*frames)).collect();
            db.set_event(*event, clip, times).unwrap();
        }
    }
    db
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
            "event(Foot)", "event(Foot.Left)",
        ]).prop_map(str::to_owned),
        1 => amount().prop_map(|n| format!("near(Foot, {n})")),
    ]
}

fn query() -> impl Strategy<Value = String> {
    leaf().prop_recursive(4, 24, 3, |inner| {
        let one = prop::sample::select(vec![
            "first", "last", "longer", "shorter", "grow", "shrink", "close", "before", "after",
        ]);
        let two = prop::sample::select(vec!["overlapping", "within", "containing"]);
        let timed = prop::sample::select(vec!["then", "until", "since"]);
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

/// How many random cases: more in `cargo xtask soak`.
fn cases(everyday: u32, soak: u32) -> ProptestConfig {
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

proptest! {
    #![proptest_config(cases(20_000, 100_000))]

    #[test]
    fn evaluators_agree(library in library(), text in query()) {
        let db = database(&library);
        let query = Query::parse(&text).unwrap();
        let bound = query.bind(&db).unwrap();
        let expected = plain::evaluate(&bound, &db);
        prop_assert_eq!(&Pairwise::new(&db).evaluate(&bound), &expected, "pairwise: {}", text);
        prop_assert_eq!(&db.ranges(&bound), &expected, "ranges: {}", text);
        prop_assert_eq!(&db.masks(&bound).to_ranges(), &expected, "masks: {}", text);
        let mut cache = QueryCache::new(1 << 20);
        let cached = cache.answer(&db, &bound).to_range_set();
        prop_assert_eq!(&cached, &expected, "cached: {}", text);
        for level in SimdLevel::available() {
            let mut found = RangeSet::new();
            Evaluator::with_level(level).unwrap().ranges_into(&db, &bound, &mut found);
            prop_assert_eq!(&found, &expected, "{:?}: {}", level, text);
        }
        let mut evaluator = Evaluator::new();
        prop_assert_eq!(evaluator.frame_count(&db, &bound), expected.frame_count());
        prop_assert_eq!(evaluator.any(&db, &bound), !expected.is_empty());
        let plan = db.explain(&query, &bound, |_| true).unwrap();
        prop_assert_eq!(plan.frames, expected.frame_count(), "explained: {}", text);

        let printed = query.to_string();
        let again = Query::parse(&printed).unwrap();
        prop_assert_eq!(&again, &query, "{} printed as {}", text, printed);
        prop_assert_eq!(again.to_string(), printed.as_str());
    }
}

/// Clips in several blocks, of lengths around every way to store and evaluate them.
fn large_library() -> impl Strategy<Value = Library> {
    let ranges = prop_oneof![
        3 => prop::collection::vec((0u32..150, 0u32..40), 0..3),
        1 => prop::collection::vec((0u32..6000, 1u32..9), 0..300),
        1 => prop::collection::vec((0u32..90_000, 0u32..40_000), 0..3),
        2 => Just(vec![(0, u32::MAX / 2)]),
    ];
    let clip = (
        0..3usize,
        prop_oneof![
            0u32..200,
            Just(4095),
            Just(4096),
            5000u32..6000,
            Just(70_000)
        ],
        prop::collection::vec(ranges, TAGS.len()),
        Just(vec![vec![0.5], vec![]]),
    );
    prop::collection::vec(clip, 60..140)
}

proptest! {
    #![proptest_config(cases(150, 5_000))]

    #[test]
    fn the_engine_agrees_on_many_and_long_clips(
        library in large_library(),
        text in query(),
        pinned in prop::collection::vec(any::<bool>(), TAGS.len()),
    ) {
        let mut db = database(&library);
        let ids: Vec<_> = db.tags().map(|(_, id)| id).collect();
        for (id, _) in ids.into_iter().zip(pinned).filter(|(_, pinned)| *pinned) {
            db.pin(id).unwrap();
        }
        let bound = Query::parse(&text).unwrap().bind(&db).unwrap();
        let expected = Pairwise::new(&db).evaluate(&bound);
        for level in SimdLevel::available() {
            let mut found = RangeSet::new();
            Evaluator::with_level(level).unwrap().ranges_into(&db, &bound, &mut found);
            prop_assert_eq!(&found, &expected, "{:?}: {}", level, text);
        }
        let cached = QueryCache::new(1 << 26).answer(&db, &bound).to_range_set();
        prop_assert_eq!(&cached, &expected, "cached: {}", text);
    }
}
