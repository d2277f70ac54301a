//! Several changes as one edit: compared with a plain model, sent twice, or refused.

use std::collections::BTreeSet;

use footwork_base::{FrameRange, Name};
use footwork_library::{Change, ClipEdit, EditError, Library, Operation};
use footwork_tags::ClipId;
use proptest::prelude::*;

use crate::playground::{Playground, header};

const FRAMES: u32 = 10;
const CLIPS: [&str; 2] = ["a.bvh", "b.bvh"];

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn range(start: u32, stop: u32) -> FrameRange {
    FrameRange::new(start, stop).unwrap()
}

fn remove_span(start: u32, stop: u32) -> Operation {
    Operation::RemoveSpan {
        tag: name("A"),
        range: range(start, stop),
    }
}

fn add_span(start: u32, stop: u32) -> Operation {
    Operation::AddSpan {
        tag: name("A"),
        range: range(start, stop),
    }
}

fn move_event(from: f64, to: f64) -> Operation {
    Operation::MoveEvent {
        event: name("E"),
        from,
        to,
    }
}

/// Returns the sidecar after these operations on its clip, and the result of the edit.
fn after(lines: &str, operations: Vec<Operation>) -> (String, Result<Change, EditError>) {
    let playground = Playground::new();
    playground.clip("a.bvh").tags("a.bvh", lines);
    let mut library = playground.open();
    let clip = library.find_clip("a.bvh").unwrap();
    let edit = ClipEdit { clip, operations };
    let done = library.apply("an edit", &[edit]);
    let text = playground.read("a.bvh.tags");
    (
        text.strip_prefix(&header("a.bvh")).unwrap().to_owned(),
        done,
    )
}

#[track_caller]
fn check(before: &str, operations: Vec<Operation>, expected: &str) {
    let (text, done) = after(before, operations.clone());
    assert_eq!(text, expected);
    let change = if before == expected {
        Change::Nothing
    } else {
        Change::Saved
    };
    assert_eq!(done.unwrap(), change);
    // If the edit is sent again, it is already done.
    let (text, done) = after(expected, operations);
    assert_eq!((text.as_str(), done.unwrap()), (expected, Change::Nothing));
}

#[test]
fn whole_spans_are_added_and_removed() {
    check(
        "",
        vec![add_span(0, 3), add_span(3, 5)],
        "tag A 0 3\ntag A 3 5\n",
    );
    let split = vec![remove_span(0, 5), add_span(0, 3), add_span(3, 5)];
    check(
        "tag A 0 5\ntag B 0 5\n",
        split,
        "tag A 0 3\ntag A 3 5\ntag B 0 5\n",
    );
    let dragged = vec![remove_span(0, 5), add_span(1, 5)];
    check("tag A 0 5\n", dragged, "tag A 1 5\n");
    check("tag A 2 4 rule\n", vec![add_span(2, 4)], "tag A 2 4\n");
    check(
        "not A 0 9\n",
        vec![add_span(2, 4)],
        "tag A 2 4\nnot A 0 2\nnot A 4 9\n",
    );
}

#[test]
fn an_event_is_added_with_its_data() {
    let add = |data: &str| Operation::AddEvent {
        event: name("E"),
        time: 2.5,
        data: Some(data.to_owned()),
    };
    let json = "{\n  \"a\": \"b c\"\r\n}\n";
    let line = "event E 2.5 data {   \"a\": \"b c\"  }\n";
    let (text, done) = after("", vec![add(json)]);
    assert_eq!((text.as_str(), done.unwrap()), (line, Change::Saved));
    // The data of the existing event is replaced.
    let (text, done) = after("event E 2.5 data 1\n", vec![add("2")]);
    assert_eq!(
        (text.as_str(), done.unwrap()),
        ("event E 2.5 data 2\n", Change::Saved)
    );
    let (_, done) = after("event E 2.5 data 2\n", vec![add("2")]);
    assert_eq!(done.unwrap(), Change::Nothing);
    for bad in ["", "{", "{'a': 1}", "1 2", "\"a\nb\""] {
        let (text, done) = after("event E 2.5\n", vec![add(bad)]);
        assert_eq!(text, "event E 2.5\n", "{bad:?}");
        let error = done.unwrap_err();
        assert!(matches!(error, EditError::BadData { .. }), "{error}");
        assert!(error.to_string().contains("line"), "{error}");
    }
}

#[test]
fn rules_do_not_restore_spans_removed_by_hand() {
    check("tag A 2 4 rule\n", vec![remove_span(2, 4)], "not A 2 4\n");
    let trimmed = vec![remove_span(2, 6), add_span(2, 4)];
    check("tag A 2 6 rule\n", trimmed, "tag A 2 4\nnot A 4 6\n");
}

#[test]
fn labels_past_the_clips_end_can_be_removed_but_not_added() {
    let (text, done) = after("tag A 8 14\n", vec![remove_span(8, 14)]);
    assert_eq!((text.as_str(), done.unwrap()), ("", Change::Saved));
    let (_, done) = after("", vec![add_span(8, 11)]);
    assert!(matches!(
        done,
        Err(EditError::OutsideClip { frame: 10, .. })
    ));
    let (_, done) = after("event E 3\n", vec![move_event(3.0, 10.0)]);
    assert!(matches!(done, Err(EditError::BadTime { .. })));
    let (_, done) = after("event E 3\n", vec![move_event(3.0, f64::NAN)]);
    assert!(matches!(done, Err(EditError::BadTime { .. })));
}

#[test]
fn a_moved_event_keeps_its_data() {
    check(
        "event E 3 data {\"a\":1}\n",
        vec![move_event(3.0, 4.5)],
        "event E 4.5 data {\"a\":1}\n",
    );
    check("event E 3\n", vec![move_event(3.0, -0.0)], "event E 0\n");
    let onto = "event E 3\nevent E 4 data 2\n";
    check(onto, vec![move_event(3.0, 4.0)], "event E 4 data 2\n");
    let both = "event E 3 data 1\nevent E 4 data 2\n";
    check(both, vec![move_event(3.0, 4.0)], "event E 4 data 1\n");
}

#[test]
fn removing_a_missing_item_is_an_error_that_lists_the_existing_ones() {
    let said = |lines: &str, operations: Vec<Operation>| {
        let (text, done) = after(lines, operations);
        assert_eq!(text, lines);
        done.unwrap_err().to_string()
    };
    let dragged = vec![remove_span(0, 4), add_span(1, 4)];
    assert_eq!(
        said("tag A 0 5\ntag A 7 9\n", dragged.clone()),
        "a.bvh: there is no span A [0, 4); its spans are [0, 5), [7, 9)"
    );
    assert_eq!(
        said("", dragged),
        "a.bvh: there is no span A [0, 4); there are no others"
    );
    assert_eq!(
        said("event E 3.5\n", vec![move_event(3.0, 4.0)]),
        "a.bvh: there is no event E at frame 3; it is at 3.5"
    );
}

/// An edit changes all its clips or none: if one clip is already as the edit would leave it, the others are not
/// changed.
#[test]
fn an_edit_that_is_already_done_in_only_one_clip_is_refused() {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .tags("a.bvh", "tag A 1 4\n")
        .clip("b.bvh")
        .tags("b.bvh", "tag A 0 4\n");
    let mut library = playground.open();
    let edits = CLIPS.map(|clip| ClipEdit {
        clip: library.find_clip(clip).unwrap(),
        operations: vec![remove_span(0, 4), add_span(1, 4)],
    });
    let before = playground.read("b.bvh.tags");
    let error = library.apply("an edit", &edits).unwrap_err();
    assert!(matches!(error, EditError::NoSuchSpan { .. }), "{error}");
    assert_eq!(playground.read("b.bvh.tags"), before);
    playground.tags("a.bvh", "tag A 0 4\n");
    assert_eq!(library.apply("an edit", &edits).unwrap(), Change::Saved);
    assert_eq!(library.apply("an edit", &edits).unwrap(), Change::Nothing);
}

/// The spans and the events of one clip; times are in quarters of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    spans: BTreeSet<(Name, u32, u32)>,
    events: BTreeSet<(Name, u32)>,
}

/// An operation with plain numbers.
#[derive(Clone, Debug)]
enum Act {
    Paint(Name, u32, u32),
    Erase(Name, u32, u32),
    Add(Name, u32, u32),
    Remove(Name, u32, u32),
    AddEvent(Name, u32),
    RemoveEvent(Name, u32),
    Move(Name, u32, u32),
}

fn time(quarters: u32) -> f64 {
    f64::from(quarters) / 4.0
}

impl Act {
    fn operation(&self) -> Operation {
        match self.clone() {
            Self::Paint(tag, start, stop) => Operation::Paint {
                tag,
                range: range(start, stop),
            },
            Self::Erase(tag, start, stop) => Operation::Erase {
                tag,
                range: range(start, stop),
            },
            Self::Add(tag, start, stop) => Operation::AddSpan {
                tag,
                range: range(start, stop),
            },
            Self::Remove(tag, start, stop) => Operation::RemoveSpan {
                tag,
                range: range(start, stop),
            },
            Self::AddEvent(event, at) => Operation::AddEvent {
                event,
                time: time(at),
                data: None,
            },
            Self::RemoveEvent(event, at) => Operation::RemoveEvent {
                event,
                time: time(at),
            },
            Self::Move(event, from, to) => Operation::MoveEvent {
                event,
                from: time(from),
                to: time(to),
            },
        }
    }

    /// Applies the act to the model; returns whether every item to remove existed. Added items exist afterwards in any
    /// case.
    fn act(&self, model: &mut Model) -> bool {
        match self.clone() {
            Self::Paint(tag, mut start, mut stop) => {
                let touches =
                    |(other, a, b): &(Name, u32, u32)| *other == tag && *a <= stop && start <= *b;
                let touching: Vec<_> = model.spans.iter().filter(|s| touches(s)).cloned().collect();
                for span in touching {
                    (start, stop) = (start.min(span.1), stop.max(span.2));
                    model.spans.remove(&span);
                }
                model.spans.insert((tag, start, stop))
            }
            Self::Erase(tag, start, stop) => {
                let cut: Vec<_> = model
                    .spans
                    .iter()
                    .filter(|span| span.0 == tag)
                    .cloned()
                    .collect();
                for span in cut
                    .into_iter()
                    .filter(|span| span.1 < stop && start < span.2)
                {
                    model.spans.remove(&span);
                    let pieces = [(span.1, start), (stop, span.2)];
                    let pieces = pieces.into_iter().filter(|(a, b)| a < b);
                    model.spans.extend(pieces.map(|(a, b)| (tag.clone(), a, b)));
                }
                return true;
            }
            Self::Add(tag, start, stop) => model.spans.insert((tag, start, stop)),
            Self::Remove(tag, start, stop) => return model.spans.remove(&(tag, start, stop)),
            Self::AddEvent(event, at) => model.events.insert((event, at)),
            Self::RemoveEvent(event, at) => return model.events.remove(&(event, at)),
            Self::Move(event, from, to) => {
                let was_there = model.events.remove(&(event.clone(), from));
                model.events.insert((event, to));
                return was_there;
            }
        };
        true
    }
}

impl Model {
    /// Returns the model after these acts; `None` if they are refused.
    fn after(&self, acts: &[Act]) -> Option<Self> {
        let (mut strict, mut loose) = (self.clone(), self.clone());
        let was_there = acts.iter().all(|act| act.act(&mut strict));
        acts.iter().for_each(|act| _ = act.act(&mut loose));
        if was_there {
            Some(strict)
        } else {
            (loose == *self).then_some(loose)
        }
    }

    fn from_clip(library: &Library, clip: ClipId) -> Self {
        let entry = &library.clips()[clip];
        let quarters = |time: f64| (0..FRAMES * 4).find(|n| self::time(*n) == time).unwrap();
        let spans = entry.tags();
        let events = entry.events();
        Self {
            spans: spans
                .map(|span| (span.name.clone(), span.range.start(), span.range.stop()))
                .collect(),
            events: events
                .map(|(name, time)| (name.clone(), quarters(time)))
                .collect(),
        }
    }
}

fn label() -> impl Strategy<Value = Name> {
    prop::sample::select(vec![name("A"), name("A.B")])
}

fn frames() -> impl Strategy<Value = (u32, u32)> {
    let pairs = (0..FRAMES, 1..=FRAMES);
    pairs.prop_filter("empty", |(start, stop)| start < stop)
}

/// Frames from a few positions and lengths, so that spans often coincide.
fn few() -> impl Strategy<Value = (u32, u32)> {
    (0..3u32, 1..3u32).prop_map(|(place, length)| (place * 3, place * 3 + length * 2))
}

/// Acts on a list of exact spans, or painting; never both, as in the studio's page.
fn acts() -> impl Strategy<Value = Vec<Act>> {
    let painting = prop_oneof![
        (label(), frames()).prop_map(|(tag, (a, b))| Act::Paint(tag, a, b)),
        (label(), frames()).prop_map(|(tag, (a, b))| Act::Erase(tag, a, b)),
    ];
    let exact = prop_oneof![
        (label(), few()).prop_map(|(tag, (a, b))| Act::Add(tag, a, b)),
        (label(), few()).prop_map(|(tag, (a, b))| Act::Remove(tag, a, b)),
        (label(), 0..3u32).prop_map(|(event, at)| Act::AddEvent(event, at)),
        (label(), 0..3u32).prop_map(|(event, at)| Act::RemoveEvent(event, at)),
        (label(), 0..3u32, 0..3u32).prop_map(|(event, a, b)| Act::Move(event, a, b)),
    ];
    prop_oneof![
        prop::collection::vec(painting, 1..4),
        prop::collection::vec(exact, 1..5),
    ]
}

fn cases() -> ProptestConfig {
    let soak = std::env::var_os("FOOTWORK_SOAK").is_some();
    ProptestConfig {
        cases: if soak { 2000 } else { 60 },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn edits_agree_with_a_plain_model(
        steps in prop::collection::vec(prop::collection::vec(acts(), 2), 1..6),
    ) {
        let playground = Playground::new();
        CLIPS.iter().for_each(|clip| _ = playground.clip(clip));
        let mut library = playground.open();
        let clips = CLIPS.map(|clip| library.find_clip(clip).unwrap());
        let mut models = [Model::default(), Model::default()];
        for step in steps {
            let edits: Vec<ClipEdit> = clips.iter().zip(&step).map(|(&clip, acts)| {
                ClipEdit { clip, operations: acts.iter().map(Act::operation).collect() }
            }).collect();
            let is_strict = models.iter().zip(&step).all(|(model, acts)| {
                let mut model = model.clone();
                acts.iter().all(|act| act.act(&mut model))
            });
            let expected: Option<Vec<Model>> =
                models.iter().zip(&step).map(|(model, acts)| model.after(acts)).collect();
            let same = |all: &Vec<Model>| all.iter().eq(&models);
            let expected = expected.filter(|all| is_strict || same(all));
            let before = playground.snapshot();
            match (library.apply("step", &edits), expected) {
                (Ok(change), Some(expected)) => {
                    let changed = expected != models;
                    prop_assert_eq!(change == Change::Saved, changed);
                    let bytes = playground.snapshot();
                    prop_assert_eq!(library.apply("step", &edits).unwrap(), Change::Nothing);
                    prop_assert!(playground.snapshot() == bytes, "sent again, it changed something");
                    if changed {
                        library.undo().unwrap();
                        for (clip, model) in clips.iter().zip(&models) {
                            prop_assert_eq!(&Model::from_clip(&library, *clip), model);
                        }
                        library.redo().unwrap();
                    }
                    models = expected.try_into().unwrap();
                }
                (Err(_), None) => prop_assert!(
                    before.iter().all(|(path, file)| file.0.is_none() || playground.snapshot().get(path) == Some(file))
                ),
                (done, expected) => prop_assert!(false, "{done:?}, expected {expected:?}"),
            }
            for (clip, model) in clips.iter().zip(&models) {
                prop_assert_eq!(&Model::from_clip(&library, *clip), model);
                prop_assert_eq!(&Model::from_clip(&playground.open(), *clip), model);
            }
        }
    }
}
