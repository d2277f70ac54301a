//! Predicates over channels, on the sample library and on clips that change while it is open.

use std::path::Path;

use footwork_base::FrameRange;
use footwork_clip::WindowedChannel;
use footwork_library::Library;

use crate::playground::Playground;

fn samples() -> Library {
    Library::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples")).unwrap()
}

/// Returns every mistake in a query: the text of its span, the code and the hint.
fn mistakes(library: &Library, text: &str) -> Vec<(String, &'static str, Option<String>)> {
    let errors = library.database().query(text).unwrap_err();
    let all = errors.iter().map(|error| {
        let span = error.span.slice(text).to_owned();
        (span, error.code(), error.hint())
    });
    all.collect()
}

/// Returns the frames for which a test of one channel holds, evaluated frame by frame.
fn plainly(library: &Library, channel: &str, holds: impl Fn(f32) -> bool) -> Vec<Vec<FrameRange>> {
    let channel: WindowedChannel = channel.parse().unwrap();
    let of_clip = |clip| {
        let loaded = library.load(clip).unwrap().clip;
        let Ok(values) = loaded.channel(&channel.channel) else {
            return Vec::new();
        };
        let values = match channel.window {
            Some(window) => window.apply(&values, loaded.rate()),
            None => values,
        };
        let mut frames: Vec<FrameRange> = Vec::new();
        for (frame, _) in (0..).zip(values).filter(|(_, value)| holds(*value)) {
            match frames.last_mut() {
                Some(last) if last.stop() == frame => {
                    *last = FrameRange::new(last.start(), frame + 1).unwrap();
                }
                _ => frames.push(FrameRange::new(frame, frame + 1).unwrap()),
            }
        }
        frames
    };
    library.clips().ids().map(of_clip).collect()
}

#[test]
fn a_predicate_is_its_expression_frame_by_frame() {
    let library = samples();
    for (query, channel, holds) in [
        ("{ speed > 1 }", "speed", (|v| v > 1.0) as fn(f32) -> bool),
        ("{ mean(speed, 0.3s) > 1 }", "mean(speed, 0.3s)", |v| {
            v > 1.0
        }),
        ("{ highest( turn , 7 ) < 0.5 }", "highest(turn, 7)", |v| {
            v < 0.5
        }),
        ("{ rate(height) }", "rate(height)", |v| v != 0.0),
        ("{ LeftFoot.height < 0.2 }", "LeftFoot.height", |v| v < 0.2),
        (
            "{ lag(left_ankle.speed, 200ms) >= 0.4 }",
            "lag(left_ankle.speed, 0.2s)",
            |v| v >= 0.4,
        ),
    ] {
        let found = library.database().query(query).unwrap();
        let plain = plainly(&library, channel, holds);
        assert!(plain.iter().any(|ranges| !ranges.is_empty()), "{query}");
        for (clip, plain) in library.clips().ids().zip(&plain) {
            assert_eq!(
                found.ranges(clip),
                plain,
                "{query} in {}",
                library.clips()[clip].name
            );
        }
    }
    // Sums of channels, and predicates beside tags.
    let db = library.database();
    let both = db
        .query("{ speed > 1 && height < 0.9 } & Gait.Walk")
        .unwrap();
    let apart = db
        .query("{ speed > 1 } & { height < 0.9 } & Gait.Walk")
        .unwrap();
    assert_eq!(both, apart);
    assert_eq!(db.query("{ 1 }").unwrap(), db.query("all").unwrap());
    assert!(
        db.query("{ speed / 0 - speed / 0 }").unwrap().is_empty(),
        "NaN is not true"
    );
}

#[test]
fn mistakes_stand_where_they_are_in_the_whole_query() {
    let library = samples();
    let hint = |text: &str| Some(text.to_owned());
    for (query, expected) in [
        (
            "Gait & { mean(sped, 0.3s) > 2 }",
            vec![(
                "sped".to_owned(),
                "unknown-channel",
                hint("did you mean `speed`?"),
            )],
        ),
        (
            "Gait & { mean(LeftFot.height, 3) > 2 }",
            vec![(
                "LeftFot.height".to_owned(),
                "unknown-channel",
                hint("did you mean `LeftFoot.height`?"),
            )],
        ),
        (
            "{ spede > mean(speed, 0.3s) } | Gait.Rnu",
            vec![
                (
                    "spede".to_owned(),
                    "unknown-name",
                    hint("did you mean `speed`?"),
                ),
                (
                    "Gait.Rnu".to_owned(),
                    "unknown-tag",
                    hint("did you mean `Gait.Run`?"),
                ),
            ],
        ),
    ] {
        assert_eq!(mistakes(&library, query), expected, "{query}");
    }
    // Stand-ins for calls are never shown, and cannot be written.
    let shown = library
        .database()
        .query("{ mean(speed, 0.3s) mean(turn, 3) }")
        .unwrap_err();
    assert!(shown.to_string().contains("mean(turn, 3)"), "{shown}");
    assert_eq!(mistakes(&library, "{ _0 > rate(speed) }")[0].0, "_0");
    for hostile in [
        "{ mean( }",
        "{ mean(speed",
        "{ lag(speed, -1) }",
        "{ mean(\"a, 1) }",
        "{ rate(rate(speed)) }",
    ] {
        assert!(library.database().query(hostile).is_err(), "{hostile}");
    }
    let many = format!("{{ {} 1 }}", "mean(speed, 3) + ".repeat(1000));
    assert!(library.database().query(&many).is_ok());
}

#[test]
fn a_clip_that_cannot_be_read_any_more_is_said() {
    let playground = Playground::new();
    playground.clip("a.bvh").clip("b.bvh").clip("c.bvh");
    let library = playground.open();
    std::fs::remove_file(&library.clips().values().next().unwrap().path).unwrap();
    playground.file("b.bvh", "HIERARCHY");
    let found = library.database().query("{ frame >= 0 }").unwrap();
    assert_eq!(found.clip_count(), 1);
    let unread = library.take_unread();
    let files: Vec<_> = unread.iter().map(|finding| finding.file.as_str()).collect();
    assert_eq!(files, ["a.bvh", "b.bvh"]);
    assert!(library.take_unread().is_empty());
}
