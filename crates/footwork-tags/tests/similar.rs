//! `similar` in queries: the requests that a resolver receives, the errors, and the equality of queries.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::sync::{Arc, Mutex};

use footwork_base::{Diagnostic, FrameRate, TextSpan};
use footwork_tags::{ClipId, Database, Query, QueryErrors, Ranges, Resolver, Similar};

/// A resolver that records its requests. It has no poses of the clip `tree.bvh`.
#[derive(Debug, Default)]
struct Asked(Mutex<Vec<(ClipId, u32, u32, u32)>>);

impl Resolver for Asked {
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

    fn check_similar(&self, clip: ClipId) -> Vec<Diagnostic> {
        match clip.number() {
            2 => vec![Diagnostic::new(
                TextSpan::new(3, 4),
                "no-feet",
                "a tree has no feet",
            )],
            _ => Vec::new(),
        }
    }

    fn similar(&self, asked: &Similar, _: ClipId, _: u32, _: &mut Ranges) {
        let Similar {
            clip,
            frames,
            count,
        } = *asked;
        let asked = (clip, frames.start(), frames.stop(), count);
        self.0.lock().unwrap().push(asked);
    }
}

fn database() -> (Database, Arc<Asked>) {
    let mut db = Database::new();
    for (name, rate) in [
        ("cmu/walk_01.bvh", 60),
        ("cmu/walk_02.bvh", 30),
        ("tree.bvh", 1),
    ] {
        let rate = FrameRate::whole(rate).unwrap();
        db.add_clip(name, 100, rate).unwrap();
    }
    let resolver = Arc::new(Asked::default());
    db.set_resolver(resolver.clone());
    (db, resolver)
}

#[test]
fn the_resolver_receives_the_clip_and_its_frames() {
    #[track_caller]
    fn check(text: &str, expected: (u32, u32, u32, u32)) {
        let (db, resolver) = database();
        db.query(text).unwrap();
        let asked = resolver.0.lock().unwrap();
        let (clip, start, stop, count) = expected;
        let expected = (ClipId::new(clip), start, stop, count);
        assert!(
            asked.iter().all(|asked| *asked == expected),
            "{text}: {asked:?}"
        );
        assert_eq!(asked.len(), 3, "{text}: once for each clip");
    }
    check(r#"similar("cmu/walk_01.bvh", 30, 10)"#, (0, 30, 31, 10));
    check(r#"similar("walk_02.bvh", 99, 1000)"#, (1, 99, 100, 1000));
    check(r#"similar("walk_01*", 1.5s, 1)"#, (0, 90, 91, 1));
    check(r#"similar("walk_02*", 500ms, 1)"#, (1, 15, 16, 1));
    check(r#"similar("*/*01.bvh", 0..100, 1)"#, (0, 0, 100, 1));
}

fn errors(errors: &QueryErrors, text: &str) -> Vec<String> {
    let shown = errors.iter().map(|error| {
        let hint = error.hint().unwrap_or_default();
        format!(
            "{}: {}: {} ({hint})",
            error.span.slice(text),
            error.code(),
            error.kind
        )
    });
    shown.collect()
}

#[test]
fn errors_point_at_the_wrong_argument() {
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let (db, resolver) = database();
        let found = db.query(text).unwrap_err();
        assert_eq!(errors(&found, text), expected);
        assert!(resolver.0.lock().unwrap().is_empty());
    }
    check(
        r#"similar("walk_01", 30, 10)"#,
        &[r#""walk_01": unknown-clip: unknown clip `walk_01` (did you mean `cmu/walk_01.bvh`?)"#],
    );
    check(
        r#"all & similar("wlak_02.bvh", 30, 10)"#,
        &[
            r#""wlak_02.bvh": unknown-clip: unknown clip `wlak_02.bvh` (did you mean `walk_02.bvh`?)"#,
        ],
    );
    check(
        r#"similar("elephant", 30, 10)"#,
        &[r#""elephant": unknown-clip: unknown clip `elephant` ()"#],
    );
    check(
        r#"similar("walk*", 30, 10)"#,
        &[
            r#""walk*": several-clips: several clips are named `walk*`, and only one is allowed (it could be `cmu/walk_01.bvh` or `cmu/walk_02.bvh`)"#,
        ],
    );
    check(
        r#"similar("walk_01.bvh", 100, 10) | similar("walk_02.bvh", 90..101, 10)"#,
        &[
            "100: frame-outside: `cmu/walk_01.bvh` has no frame 100 (its frames are 0 to 99)",
            "90..101: frame-outside: `cmu/walk_02.bvh` has no frame 100 (its frames are 0 to 99)",
        ],
    );
    check(
        r#"similar("walk_02.bvh", 3.5s, 10)"#,
        &["3.5s: frame-outside: `cmu/walk_02.bvh` has no frame 105 (its frames are 0 to 99)"],
    );
    check(
        r#"similar("tree.bvh", 4294967295, 10)"#,
        &[
            r#""tree.bvh": no-feet: a tree has no feet ()"#,
            "4294967295: frame-outside: `tree.bvh` has no frame 4294967295 (its frames are 0 to 99)",
        ],
    );
}

#[test]
fn similar_without_motion_is_an_error() {
    let mut db = Database::new();
    let rate = FrameRate::whole(60).unwrap();
    db.add_clip("walk", 100, rate).unwrap();
    let text = r#"similar("walk", 30, 10)"#;
    let expected = [
        "\"walk\": no-resolver: `similar` needs the motion of the clips, which a compiled library does not have (query the folder of \
         clips, or make it a tag with a rule before compiling)",
    ];
    let query = Query::parse(text).unwrap();
    assert_eq!(errors(&query.bind(&db).unwrap_err(), text), expected);
    let compiled = Database::from_bytes(db.to_bytes()).unwrap();
    assert_eq!(errors(&compiled.query(text).unwrap_err(), text), expected);
}

/// A resolver that answers only predicates.
#[derive(Debug)]
struct Channels;

impl Resolver for Channels {
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
}

#[test]
fn a_resolver_without_poses_reports_an_error() {
    let (mut db, _) = database();
    db.set_resolver(Arc::new(Channels));
    let text = r#"similar("tree.bvh", 30, 10)"#;
    assert_eq!(
        errors(&db.query(text).unwrap_err(), text),
        [r#""tree.bvh": no-poses: poses cannot be compared here ()"#]
    );
}

#[test]
fn queries_with_the_same_request_are_equal() {
    let (db, _) = database();
    let bind = |text: &str| Query::parse(text).unwrap().bind(&db).unwrap();
    let frame = bind(r#"similar("walk_01.bvh", 30, 10)"#);
    assert!(frame.is_same(&bind(r#"similar("cmu/*_01.bvh", 0.5s, 10)"#)));
    assert!(frame.is_same(&bind(r#"similar("walk_01.bvh", 30..31, 10)"#)));
    assert!(!frame.is_same(&bind(r#"similar("walk_01.bvh", 30, 11)"#)));
    assert!(!frame.is_same(&bind(r#"similar("walk_02.bvh", 30, 10)"#)));
    let printed = |text: &str| Query::parse(text).unwrap().to_string();
    assert_eq!(
        printed(r#"similar( "a\u00e9" ,020..040, 7)"#),
        r#"similar("aé", 20..40, 7)"#
    );
    assert_eq!(
        printed(r#"similar("a", 1.50s, 7)"#),
        r#"similar("a", 1.5s, 7)"#
    );
}
