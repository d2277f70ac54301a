//! Runs the cases of `testdata/queries` on every evaluator.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork_base::{Diagnostic, FrameRate, Name, TextSpan};
use footwork_tags::Pairwise;
use footwork_tags::{ClipId, Database, Query, RangeSet, Ranges, Resolver, Similar};
use footwork_tags::{plain_ranges, query_functions};
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    clip: Vec<Clip>,
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Clip {
    name: String,
    rate: String,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    #[serde(default)]
    events: BTreeMap<String, Vec<f64>>,
}

#[derive(Deserialize)]
struct Case {
    query: String,
    name: Option<String>,
    #[serde(flatten)]
    answer: BTreeMap<String, String>,
}

fn read(file: &str) -> String {
    let path = format!(
        "{}/../../testdata/queries/{file}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(path).unwrap()
}

/// Converts a picture such as `##..#` to ranges, cut to the clip's length.
fn ranges(picture: &str, frames: u32) -> Ranges {
    let held = (0u32..).zip(picture.chars()).filter(|(_, c)| *c != '.');
    Ranges::repair(held.map(|(frame, _)| (frame, frame + 1)))
        .0
        .clamped(frames)
}

/// A resolver. It finds the odd frames for `odd` and the first N frames for `first N`, also past the clip's end. For
/// `similar`, it finds the requested frame numbers in the next `count` clips after the given clip, also past their
/// ends.
#[derive(Debug)]
struct FrameNumbers;

impl Resolver for FrameNumbers {
    fn check(&self, text: &str) -> Vec<Diagnostic> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["odd"] => Vec::new(),
            ["first", number] if number.parse::<u32>().is_ok() => Vec::new(),
            _ => {
                let start = text.find(|c: char| !c.is_whitespace()).unwrap_or(0);
                let span = TextSpan::new(start, text.trim_end().len().max(start));
                let message = "expected `odd` or `first N`";
                let error = Diagnostic::new(span, "not-a-predicate", message);
                vec![error.with_hint("write `odd`".to_owned())]
            }
        }
    }

    fn frames(&self, text: &str, _: ClipId, clip_frames: u32, out: &mut Ranges) {
        *out = match text.trim().strip_prefix("first ") {
            Some(number) => Ranges::repair([(0, number.parse().unwrap())]).0,
            None => {
                let odd = (1..clip_frames + 9).step_by(2);
                Ranges::repair(odd.map(|frame| (frame, frame + 1))).0
            }
        };
    }

    fn check_similar(&self, _: ClipId) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn similar(&self, asked: &Similar, clip: ClipId, _: u32, out: &mut Ranges) {
        let after = clip.number().checked_sub(asked.clip.number() + 1);
        if after.is_some_and(|after| after < asked.count) {
            *out = [asked.frames].into_iter().collect();
        }
    }

    fn revision(&self) -> u64 {
        0
    }

    fn clip_revision(&self, _: ClipId) -> u64 {
        0
    }
}

fn database(clips: &[Clip]) -> Database {
    let mut db = Database::new();
    db.set_resolver(Arc::new(FrameNumbers));
    for clip in clips {
        let frames = clip.tags.values().next().map_or(0, String::len);
        let frames = u32::try_from(frames).unwrap();
        let id = db
            .add_clip(&clip.name, frames, clip.rate.parse().unwrap())
            .unwrap();
        for (tag, picture) in &clip.tags {
            let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
            db.set_tag(tag, id, ranges(picture, frames)).unwrap();
        }
        for (event, times) in &clip.events {
            let event = db.declare_event(&event.parse().unwrap()).unwrap();
            db.set_event(event, id, times.clone()).unwrap();
        }
    }
    db
}

#[test]
fn every_evaluator_gives_the_listed_answer() {
    let cases: Cases = toml::from_str(&read("functions.toml")).unwrap();
    let db = database(&cases.clip);
    for case in &cases.case {
        let answers = db.clips().iter().map(|(id, clip)| {
            let short = clip.name.rsplit('/').next().unwrap();
            let picture = case.answer.get(short).map_or("", String::as_str);
            (id, ranges(picture, clip.frames))
        });
        let expected = RangeSet::from_clips(answers).unwrap();
        let query = Query::parse(&case.query).unwrap_or_else(|e| panic!("{}: {e}", case.query));
        let bound = query
            .bind(&db)
            .unwrap_or_else(|e| panic!("{}: {e}", case.query));
        let what = format!("{} {}", case.query, case.name.as_deref().unwrap_or(""));
        assert_eq!(
            plain_ranges(&bound, &db).unwrap(),
            expected,
            "plain: {what}"
        );
        assert_eq!(
            Pairwise::new(&db).evaluate(&bound).unwrap(),
            expected,
            "pairwise: {what}"
        );
        assert_eq!(db.ranges(&bound).unwrap(), expected, "ranges: {what}");
        assert_eq!(
            db.masks(&bound).unwrap().to_ranges(),
            expected,
            "masks: {what}"
        );
    }
}

#[derive(Deserialize)]
struct ErrorCases {
    case: Vec<ErrorCase>,
}

#[derive(Deserialize)]
struct ErrorCase {
    query: String,
    errors: Vec<String>,
    #[serde(default)]
    hints: Vec<String>,
}

/// A new function needs cases and a word in the fuzzer's dictionary.
#[test]
fn every_function_has_cases() {
    let cases = read("functions.toml");
    let fuzzed = read("../../fuzz/dictionaries/query_text.dict");
    let mut lacks = Vec::new();
    for function in query_functions() {
        let (name, _) = function.call.split_once('(').unwrap();
        let call = format!("{name}(");
        // A longer name with the same end does not count, such as `linear(` for `near(`.
        let has_call = |text: &str| {
            let ends = text.match_indices(&call).map(|(at, _)| &text[..at]);
            ends.into_iter()
                .any(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        for (file, has_it) in [
            ("testdata/queries/functions.toml", has_call(&cases)),
            (
                "fuzz/dictionaries/query_text.dict",
                fuzzed.contains(&format!("\"{call}")),
            ),
        ] {
            if !has_it {
                lacks.push(format!("{file} lacks {name}"));
            }
        }
    }
    assert!(lacks.is_empty(), "{lacks:#?}");
}

#[test]
fn every_mistake_is_found_at_its_place() {
    let mut db = Database::new();
    for tag in [
        "A",
        "B",
        "Gait.Run",
        "Gait.Walk",
        r#""Hand made""#,
        r#""A-B""#,
        r#""C-B""#,
    ] {
        db.declare_tag(&tag.parse::<Name>().unwrap()).unwrap();
    }
    db.declare_event(&"Foot.Left".parse::<Name>().unwrap())
        .unwrap();
    let cases: ErrorCases = toml::from_str(&read("errors.toml")).unwrap();
    for ErrorCase {
        query,
        errors,
        hints,
    } in cases.case
    {
        let found = db.query(&query).expect_err(&query);
        let shown: Vec<String> = found
            .iter()
            .map(|error| format!("{}: {}", error.code(), error.span.slice(&query)))
            .collect();
        assert_eq!(shown, errors, "{query}");
        let given: Vec<String> = found.iter().filter_map(|error| error.hint()).collect();
        if !hints.is_empty() {
            assert_eq!(given, hints, "{query}");
        }
    }
}

#[test]
fn hostile_texts_are_refused_quickly() {
    let db = Database::new();
    let code = |text: &str| db.query(text).unwrap_err().iter().next().unwrap().code();
    assert_eq!(code(&"(".repeat(100_000)), "query-too-long");
    assert_eq!(code(&"(".repeat(60_000)), "query-too-deep");
    assert_eq!(code(&"first(".repeat(10_000)), "query-too-deep");
    assert_eq!(code(&"nosuch(".repeat(9_000)), "unknown-function");
    assert_eq!(code(&"A ".repeat(5_000_000)), "query-too-long");
    assert_eq!(code(&"@ ".repeat(30_000)), "unexpected-character");
    assert!(db.query(&"!".repeat(65_535)).is_err());
    assert!(db.query(&format!("{}all", "!".repeat(65_532))).is_ok());
    assert!(db.query(&"all|".repeat(16_383)).is_err());
    assert!(db.query(&format!("{}all", "all-".repeat(16_000))).is_ok());
    let nested = format!("{}all{}", "(".repeat(200), ")".repeat(200));
    assert!(db.query(&nested).is_ok());
    assert_eq!(code(&format!("({nested})")), "query-too-deep");
}

/// The texts are long and use many tags. Some have no errors, and some consist of errors only. Each takes a fraction of
/// a second.
#[test]
fn long_queries_over_many_tags_are_answered_quickly() {
    let mut db = Database::new();
    db.add_clip("clip", 100, "30".parse().unwrap()).unwrap();
    for name in 0..2000 {
        for text in [
            format!("t{name}"),
            format!("H.h{name}"),
            format!(r#""a-{name}""#),
        ] {
            db.declare_tag(&text.parse::<Name>().unwrap()).unwrap();
        }
    }
    let found = |text: &str| db.query(text).map(|found| found.frame_count());
    assert_eq!(found(&("t1-".repeat(21_000) + "t1")), Ok(0));
    assert_eq!(found(&("H|".repeat(30_000) + "all")), Ok(100));
    assert_eq!(found(&(r#"clip("*")&"#.repeat(6_000) + "all")), Ok(100));
    let chain: String = (0..1900).map(|i| format!("&(!t{i}|t{})", i + 1)).collect();
    assert_eq!(found(&format!("t0{chain}")), Ok(0));
    let unknown = "zzz|".repeat(16_000) + "all";
    assert_eq!(found(&unknown).unwrap_err().len(), 51);
}

/// The clip has the maximum length and few ranges. One bit per frame would take 512 MiB per tag.
#[test]
fn queries_on_the_longest_clips_need_little_memory() {
    let mut db = Database::new();
    let clip = db
        .add_clip("long", u32::MAX, "30".parse().unwrap())
        .unwrap();
    let names: Vec<String> = (0..12).map(|name| format!("t{name}")).collect();
    for (offset, name) in (1u32..).zip(&names) {
        let tag = db.declare_tag(&name.parse::<Name>().unwrap()).unwrap();
        let ranges = (0..20).map(|i| (i * 200_000_000 + offset, i * 200_000_000 + offset + 9));
        let last = (u32::MAX - offset, u32::MAX);
        db.set_tag(tag, clip, Ranges::repair(ranges.chain([last])).0)
            .unwrap();
    }
    for text in [
        "t0 & !t1 | t1",
        &names.join("|"),
        &format!("!({})", names.join("&")),
    ] {
        let bound = Query::parse(text).unwrap().bind(&db).unwrap();
        assert_eq!(
            db.ranges(&bound).unwrap(),
            Pairwise::new(&db).evaluate(&bound).unwrap(),
            "{text}"
        );
    }
}

#[test]
fn a_difference_that_spells_a_tag_is_hinted_at() {
    let mut db = Database::new();
    for tag in ["A", "B", r#""A-B""#, r#"Style."A-B".C"#, "Style.A", "B.C"] {
        db.declare_tag(&tag.parse::<Name>().unwrap()).unwrap();
    }
    let hints = |text: &str| -> Vec<String> {
        let bound = Query::parse(text).unwrap().bind(&db).unwrap();
        let shown = bound
            .hints()
            .iter()
            .map(|hint| hint.span.slice(text).to_owned());
        shown.collect()
    };
    assert_eq!(hints("A-B | B"), ["A-B"]);
    assert_eq!(hints("B | Style.A-B.C"), ["Style.A-B.C"]);
    assert!(hints("A - B").is_empty());
    assert!(hints("A -B").is_empty());
    assert!(hints(r#""A-B" - A"#).is_empty());
}

#[test]
fn a_pattern_that_matches_no_clip_is_hinted_at() {
    let mut db = Database::new();
    let rate = FrameRate::whole(30).unwrap();
    db.add_clip("cmu/walk.bvh", 10, rate).unwrap();
    let hints = |text: &str| -> Vec<(String, String, Option<String>)> {
        let bound = Query::parse(text).unwrap().bind(&db).unwrap();
        let hints = bound.hints().iter();
        let shown = |hint: &Diagnostic| {
            let place = hint.span.slice(text).to_owned();
            (place, hint.message.clone(), hint.hint.clone())
        };
        hints.map(shown).collect()
    };
    let [(place, message, hint)] = &hints(r#"all - clip("walk")"#)[..] else {
        panic!("one hint");
    };
    assert_eq!(place, r#""walk""#);
    assert_eq!(message, "no clip's name matches `walk`");
    assert_eq!(hint.as_deref(), Some("did you mean `cmu/walk.bvh`?"));
    assert!(hints(r#"clip("cmu/*") | clip("*walk*")"#).is_empty());
    // A query may have thousands of patterns, but gets at most eight hints.
    let many: Vec<String> = (0..1000).map(|i| format!("clip(\"z{i}\")")).collect();
    assert_eq!(hints(&many.join(" | ")).len(), 8);
}

#[test]
fn a_mistake_in_a_predicate_is_shown_at_its_place_in_the_query() {
    let mut db = Database::new();
    db.set_resolver(Arc::new(FrameNumbers));
    let text = "all & { even } | nosuch";
    let errors = db.query(text).unwrap_err();
    let shown: Vec<_> = errors
        .iter()
        .map(|e| (e.code(), e.span.slice(text), e.hint()))
        .collect();
    assert_eq!(
        shown[0],
        ("not-a-predicate", "even", Some("write `odd`".to_owned()))
    );
    assert_eq!(shown[1].0, "unknown-tag");
}

/// The byte limit may fall inside a character, which fuzzing did not find.
#[test]
fn the_error_of_a_too_long_query_points_at_a_whole_character() {
    for text in [
        "é".repeat(40_000),
        format!("a{}", "é".repeat(40_000)),
        "漢".repeat(30_000),
    ] {
        let errors = Database::new().query(&text).unwrap_err();
        let error = errors.iter().next().unwrap();
        assert_eq!(error.code(), "query-too-long");
        assert_eq!(error.span.slice(&text).chars().count(), 1);
    }
}
