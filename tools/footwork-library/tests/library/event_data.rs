//! The data of events in predicates, while it changes in an open library.

use std::fs;

use footwork_base::FrameRange;
use footwork_library::{Curve, Edit, Library, Operation};
use footwork_tags::{Query, QueryCache};

use crate::playground::Playground;

/// Returns two clips of ten frames, one with events that carry data.
fn playground() -> Playground {
    let playground = Playground::new();
    playground.clip("a.bvh").clip("b.bvh").tags(
        "a.bvh",
        "event Clap 5\n\
         event Foot.Left 1.5 data {\"strength\":0.25,\"surface\":\"grass\"}\n\
         event Foot.Left 7 data {\"strength\":0.75,\"surface\":\"stone\",\"on\":{\"left toe\":true}}\n\
         event Foot.Right 4 data {\"strength\":1e300,\"surface\":\"grass\"}\n\
         event Foot.Right 9.5 data {\"strength\":1}\n\
         event Weight 3 data 80\n\
         event Weight 3 data {\"kg\":80}\n",
    );
    playground
}

fn frames(ranges: &[FrameRange]) -> Vec<u32> {
    let frames = ranges.iter().flat_map(|range| range.start()..range.stop());
    frames.collect()
}

#[test]
fn data_has_a_value_on_the_frame_of_its_event_and_is_nan_elsewhere() {
    let playground = playground();
    let library = playground.open();
    let [a, b] = ["a.bvh", "b.bvh"].map(|clip| library.find_clip(clip).unwrap());
    for (text, expected) in [
        ("data(Foot, strength) > 0.5", &[4, 7][..]),
        ("data(Foot.Left, strength) <= 0.5", &[2]),
        ("data(Foot, \"strength\") > 0.5 && frame > 5", &[7]),
        ("data ( Foot , strength ) * 2 > 1", &[4, 7]),
        ("data(Foot, strength) != 0.25", &[0, 1, 3, 4, 5, 6, 7, 8, 9]),
        ("data(Foot, surface) == \"grass\"", &[2, 4]),
        (
            "data(Foot.Left, surface)!=\"grass\"",
            &[0, 1, 3, 4, 5, 6, 7, 8, 9],
        ),
        ("!data(Foot, surface) == \"grass\" && frame < 3", &[0, 1]),
        ("data(Foot, on.\"left toe\")", &[7]),
        ("data(Weight) > 79", &[3]),
        ("data(Weight, kg) > 79", &[3]),
        ("lag(data(Foot, strength), 1) > 0.5", &[5, 8]),
        (
            "mean(data(Foot, strength) > 0.5, 3) > 0",
            &[3, 4, 5, 6, 7, 8],
        ),
    ] {
        let found = library.database().query(&format!("{{ {text} }}")).unwrap();
        assert_eq!(frames(found.ranges(a)), expected, "{text}");
    }
    let Ok(Curve::Values(curve)) = library.expressions().curve("data(Foot, strength)", a) else {
        panic!("no curve");
    };
    let numbers = curve.iter().enumerate().filter(|(_, v)| !v.is_nan());
    let expected = [(2, &0.25), (4, &f32::INFINITY), (7, &0.75)];
    assert_eq!(numbers.collect::<Vec<_>>(), expected);
    let none = library.database().query("{ data(Foot, strength) > 0 }");
    assert!(none.unwrap().ranges(b).is_empty());
    // The query needs no file.
    fs::remove_file(&library.clips()[a].path).unwrap();
    let found = library.database().query("{ data(Weight) > 79 }").unwrap();
    assert_eq!(found.frame_count(), 1);
    assert!(library.take_unread().is_empty());
}

#[test]
fn data_that_no_event_carries_is_a_mistake() {
    let playground = playground();
    let library = playground.open();
    for (text, span, code, message) in [
        (
            "data(Fot, strength) > 1",
            "Fot",
            "no-event-data",
            "did you mean `Foot`?",
        ),
        (
            "data(Clap, strength) > 1",
            "Clap",
            "no-event-data",
            "no event `Clap` carries data",
        ),
        (
            "data(Foot, strenght) > 1",
            "strenght",
            "unknown-field",
            "did you mean `strength`?",
        ),
        (
            "mean(data(Foot, kg), 3) > 1",
            "kg",
            "unknown-field",
            "on, strength, surface",
        ),
        (
            "data(Foot) > 1",
            "Foot",
            "unknown-field",
            "on, strength, surface",
        ),
        (
            "data(Foot, surface) > 1",
            "surface",
            "wrong-data",
            "`surface` of `Foot` is text",
        ),
        (
            "data(Weight, kg) == \"80\"",
            "kg",
            "wrong-data",
            "is a number",
        ),
        (
            "data(Foot, strength",
            "(",
            "wrong-arguments",
            "data(Foot, strength)",
        ),
        (
            "data() > 1",
            ")",
            "wrong-arguments",
            "takes an event and a field",
        ),
        (
            "data(Foot strength) > 1",
            "s",
            "wrong-arguments",
            "takes an event and a field",
        ),
        (
            "data(Foot, a, b) > 1",
            ",",
            "wrong-arguments",
            "takes an event and a field",
        ),
        (
            "data > 1",
            "data",
            "unknown-name",
            "the call is data(Foot, strength)",
        ),
        (
            "dta(Foot, strength) > 1",
            "dta",
            "unknown-function",
            "did you mean `data`?",
        ),
    ] {
        let query = format!("Nothing | {{ {text} }}");
        let errors = library.database().query(&query).unwrap_err();
        let found = errors.iter().find(|error| error.code() == code);
        let found = found.unwrap_or_else(|| panic!("{text}: {errors}"));
        assert_eq!(found.span.slice(&query), span, "{text}");
        assert!(errors.to_string().contains(message), "{text}: {errors}");
    }
    let calls = |count: u32| {
        let calls = (0..count).map(|n| format!("data(Foot, surface) == \"{n}\""));
        format!("{{ {} }}", calls.collect::<Vec<_>>().join(" || "))
    };
    let errors = library.database().query(&calls(65)).unwrap_err();
    assert!(errors.iter().all(|error| error.code() == "too-many"));
    assert!(library.database().query(&calls(64)).unwrap().is_empty());
}

#[test]
fn queries_about_data_follow_changes() {
    let playground = playground();
    playground.file("footwork.toml", "mirror = true\n");
    let mut desk = playground.open();
    let [a, twin] = ["a.bvh", "a.bvh~mirrored"].map(|clip| desk.find_clip(clip).unwrap());
    let bound = |text: &str| Query::parse_for(text, desk.database()).unwrap().1;
    let [left, right] = ["Foot.Left", "Foot.Right"]
        .map(|foot| bound(&format!("{{ data({foot}, strength) > 0.5 }}")));
    let mut cache = QueryCache::new(1 << 20);
    let mut held = |library: &Library, query, clip| {
        let answer = cache.answer(library.database(), query).unwrap();
        frames(answer.ranges(clip))
    };
    assert_eq!(held(&desk, &left, a), [7]);
    assert_eq!(held(&desk, &right, twin), [7]);
    // Only the data changes. No other part of a query depends on it.
    let louder = Operation::AddEvent {
        event: "Foot.Left".parse().unwrap(),
        time: 1.5,
        data: Some("{\"strength\":0.9}".to_owned()),
    };
    desk.edit(&Edit::one(a, louder)).unwrap();
    assert_eq!(held(&desk, &left, a), [2, 7]);
    assert_eq!(held(&desk, &right, twin), [2, 7]);
    desk.undo().unwrap().unwrap();
    assert_eq!(held(&desk, &left, a), [7]);
    assert_eq!(held(&desk, &right, twin), [7]);
    // Another program rewrites the sidecar without the field.
    playground.tags("a.bvh", "event Foot.Left 7 data {\"force\":0.75}\n");
    assert_eq!(desk.rescan().unwrap().clips, ["a.bvh"]);
    assert!(held(&desk, &left, a).is_empty());
    let errors = desk.database().query("{ data(Foot.Left, strength) > 0.5 }");
    assert_eq!(
        errors.unwrap_err().iter().next().unwrap().code(),
        "unknown-field"
    );
    assert_eq!(
        desk.database()
            .query("{ data(Foot, force) > 0.5 }")
            .unwrap()
            .frame_count(),
        2
    );
}
