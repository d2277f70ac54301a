//! Reads any text as a query. An accepted query is printed and reads back equal. Every evaluator gives the answer of
//! the plain evaluator. Every mistake has a place inside the text.

#![no_main]

use std::sync::{Arc, LazyLock};

use footwork_base::{Diagnostic, FrameRate, TextSpan};
use footwork_tags::plain_ranges;
use footwork_tags::{ClipId, Database, Query, QueryErrors, Ranges, Resolver, Similar};
use libfuzzer_sys::{Corpus, fuzz_target};

/// Clips and their lengths in frames. They are short because a query may have thousands of operators.
const CLIPS: [(&str, u32, (u64, u64)); 4] = [
    ("cmu/walk", 90, (24000, 1001)),
    ("cmu/run", 64, (10, 1)),
    ("still", 1, (60, 1)),
    ("empty", 0, (30, 1)),
];

/// Tags, each with the length of its ranges and the length of the gaps between them, in frames.
const TAGS: [(&str, u32, u32); 7] = [
    ("A", 7, 5),
    ("B", 3, 8),
    ("A-B", 1, 1),
    ("G", 20, 30),
    ("G.Run", 2, 9),
    ("G.Walk", 11, 2),
    ("Hand made", 64, 1),
];

/// Events, each with the number of frames between its occurrences.
const EVENTS: [(&str, f64); 2] = [("Foot", 12.25), ("Foot.Left", 9.0)];

static DATABASE: LazyLock<Database> =
    LazyLock::new(|| database().expect("the tables above are valid"));

/// The same database with every tag pinned.
static PINNED: LazyLock<Database> = LazyLock::new(|| {
    let mut db = DATABASE.clone();
    for (_, tag) in DATABASE.tags() {
        db.pin(tag).expect("the tag is in the database");
    }
    db
});

fn database() -> Option<Database> {
    let mut db = Database::new();
    for (name, frames, (numerator, denominator)) in CLIPS {
        let rate = FrameRate::new(numerator, denominator)?;
        let clip = db.add_clip(name, frames, rate).ok()?;
        for (tag, length, gap) in TAGS {
            let quoted = format!("\"{tag}\"");
            let name = tag.parse().or_else(|_| quoted.parse()).ok()?;
            let tag = db.declare_tag(&name).ok()?;
            let starts = (0..frames).step_by((length + gap) as usize);
            let ranges = starts.map(|start| (start, start + length));
            let ranges = Ranges::repair(ranges).0.clamped(frames);
            db.set_tag(tag, clip, ranges).ok()?;
        }
        for (event, apart) in EVENTS {
            let event = db.declare_event(&event.parse().ok()?).ok()?;
            let times = (0..8).map(|i| f64::from(i) * apart);
            let times = times.filter(|&time| time < f64::from(frames)).collect();
            db.set_event(event, clip, times).ok()?;
        }
    }
    db.set_resolver(Arc::new(FirstFrames));
    Some(db)
}

/// A resolver. It answers `{ … }` with as many frames from the start of each clip as the text has bytes. A blank text
/// is a mistake. It answers `similar` with the given frames in the first clips.
#[derive(Debug)]
struct FirstFrames;

impl Resolver for FirstFrames {
    fn check(&self, text: &str) -> Vec<Diagnostic> {
        let blank = text.trim().is_empty().then(|| Diagnostic {
            span: TextSpan::new(0, text.len()),
            code: "blank",
            message: "expected something".to_owned(),
            hint: None,
        });
        blank.into_iter().collect()
    }

    fn frames(&self, text: &str, _: ClipId, _: u32, out: &mut Ranges) {
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        *out = Ranges::repair([(0, length)]).0;
    }

    fn check_similar(&self, _: ClipId) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn similar(&self, asked: &Similar, clip: ClipId, _: u32, out: &mut Ranges) {
        if clip.number() < asked.count {
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

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(data) else {
        return Corpus::Reject;
    };
    match Query::parse(text) {
        Ok(query) => {
            check_printed(&query);
            check_answers(text, &query);
        }
        Err(errors) => {
            check_errors(text, &errors);
            let both = Query::parse_for(text, &DATABASE)
                .expect_err("a text that does not parse has errors");
            check_errors(text, &both);
        }
    }
    Corpus::Keep
});

/// Checks that the canonical text of a query parses to an equal query, which prints as the same text.
fn check_printed(query: &Query<'_>) {
    let printed = query.to_string();
    let again = Query::parse(&printed);
    let again = again.unwrap_or_else(|errors| panic!("{printed:?} does not parse: {errors}"));
    assert_eq!(&again, query, "printed as {printed:?}");
    assert_eq!(again.to_string(), printed);
}

/// Checks that ranges and masks have the frames that the plain evaluator finds.
fn check_answers(text: &str, query: &Query<'_>) {
    let db = &*DATABASE;
    let bound = match query.bind(db) {
        Ok(bound) => bound,
        Err(errors) => return check_errors(text, &errors),
    };
    for hint in bound.hints() {
        check_span(text, hint.span);
    }
    let expected = plain_ranges(&bound, db).unwrap();
    assert_eq!(db.ranges(&bound).unwrap(), expected);
    assert_eq!(db.masks(&bound).unwrap().to_ranges(), expected);
    assert_eq!(PINNED.ranges(&bound).unwrap(), expected);
}

fn check_errors(text: &str, errors: &QueryErrors) {
    assert!(errors.len() > 0);
    for error in errors.iter() {
        check_span(text, error.span);
        assert!(!error.to_diagnostic().message.is_empty());
    }
}

fn check_span(text: &str, span: TextSpan) {
    let inside = text.get(span.start..span.stop);
    assert!(
        inside.is_some(),
        "{span:?} is not a span of whole characters inside the text"
    );
}
