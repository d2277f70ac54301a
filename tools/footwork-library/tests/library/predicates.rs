//! Predicates over channels, on the sample library and on clips that change while their library is open.

use std::path::Path;

use footwork_base::FrameRange;
use footwork_clip::WindowedChannel;
use footwork_library::{Library, Whole};

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

/// Returns, for each clip, the frames in which `holds` is true of the value of a channel. Evaluates frame by frame.
fn plainly(library: &Library, channel: &str, holds: impl Fn(f32) -> bool) -> Vec<Vec<FrameRange>> {
    let channel: WindowedChannel = channel.parse().unwrap();
    let of_clip = |clip| {
        let loaded = library.load(clip).unwrap().clip;
        let Ok(values) = loaded.channel(&channel.channel) else {
            return Vec::new();
        };
        let values = channel.apply(values, loaded.rate());
        holding(values.into_iter().map(&holds))
    };
    library.clips().ids().map(of_clip).collect()
}

/// Returns the ranges of frames for which `holds` yields true.
fn holding(holds: impl Iterator<Item = bool>) -> Vec<FrameRange> {
    let mut frames: Vec<FrameRange> = Vec::new();
    for (frame, _) in (0..).zip(holds).filter(|(_, holds)| *holds) {
        match frames.last_mut() {
            Some(last) if last.stop() == frame => {
                *last = FrameRange::new(last.start(), frame + 1).unwrap();
            }
            _ => frames.push(FrameRange::new(frame, frame + 1).unwrap()),
        }
    }
    frames
}

#[test]
fn a_predicate_holds_in_the_frames_in_which_its_expression_is_true() {
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
    // Several channels in one predicate, predicates combined with tags, and constants.
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
fn spans_of_mistakes_are_positions_in_the_whole_query() {
    let library = samples();
    let hint = |text: &str| Some(text.to_owned());
    for (query, expected) in [
        (
            "Gait & { mean(sped, 0.3s) > 2 }",
            vec![(
                "sped".to_owned(),
                "unknown-name",
                hint("did you mean `speed`?"),
            )],
        ),
        (
            "Gait & { mean(LeftFot.height, 3) > 2 }",
            vec![(
                "LeftFot.height".to_owned(),
                "unknown-name",
                hint("did you mean `LeftFoot.height`?"),
            )],
        ),
        (
            "{ 1 + mean(rate(LeftFot.x) + lag(spede, 3), 0.5s) > 2 }",
            vec![
                (
                    "LeftFot.x".to_owned(),
                    "unknown-name",
                    hint("did you mean `LeftFoot.x`?"),
                ),
                (
                    "spede".to_owned(),
                    "unknown-name",
                    hint("did you mean `speed`?"),
                ),
            ],
        ),
        (
            "{ rate(mean(speed, fast) * mean(turn)) > rate(speed, 2) }",
            vec![
                ("fast".to_owned(), "wrong-arguments", None),
                ("mean(turn)".to_owned(), "wrong-arguments", None),
                ("rate(speed, 2)".to_owned(), "wrong-arguments", None),
            ],
        ),
        (
            "{ rate(speed turn) > 1 }",
            vec![(
                "turn".to_owned(),
                "missing-operator",
                hint("write `speed * turn`"),
            )],
        ),
        (
            "{ mean(rate(speed, 3) }",
            vec![("(".to_owned(), "wrong-arguments", None)],
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
    // Calls are compiled as variables such as `_0`. Messages never show these variables, and queries cannot use them.
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
        "{ rate() }",
        "{ rate(rate( }",
        "{ mean(speed, 3, 4) }",
    ] {
        assert!(library.database().query(hostile).is_err(), "{hostile}");
    }
    let many = format!("{{ {} 1 }}", "mean(speed, 3) + ".repeat(1000));
    assert!(library.database().query(&many).is_ok());
    let nested = |depth| format!("{{ {}speed{} }}", "rate(".repeat(depth), ")".repeat(depth));
    assert!(library.database().query(&nested(32)).is_ok());
    let deep = nested(33);
    let found = mistakes(&library, &deep);
    assert_eq!(found, [("rate(speed)".to_owned(), "too-deep", None)]);
    assert!(library.database().query(&nested(10_000)).is_err());
}

/// The window functions, computed by their definitions in plain loops.
mod by_definition {
    use footwork_base::to_f32;

    pub(super) fn rate(samples: &[f32], fps: f64) -> Vec<f32> {
        let last = samples.len() - 1;
        let change = |i: usize| {
            let (before, after) = (i.saturating_sub(1), (i + 1).min(last));
            let steps = u16::try_from((after - before).max(1)).unwrap();
            (f64::from(samples[after]) - f64::from(samples[before])) * fps / f64::from(steps)
        };
        (0..=last).map(|i| to_f32(change(i))).collect()
    }

    /// Returns the mean over an odd number of frames; outside the clip, the first or last sample counts.
    pub(super) fn mean(samples: &[f32], frames: usize) -> Vec<f32> {
        let last = i64::try_from(samples.len()).unwrap() - 1;
        let half = i64::try_from(frames / 2).unwrap();
        let at = |i: i64| f64::from(samples[usize::try_from(i.clamp(0, last)).unwrap()]);
        let mean = |i: i64| {
            (i - half..=i + half).map(at).sum::<f64>()
                / f64::from(2 * i32::try_from(half).unwrap() + 1)
        };
        (0..=last).map(|i| to_f32(mean(i))).collect()
    }

    pub(super) fn lag(samples: &[f32], frames: usize) -> Vec<f32> {
        let before = |i: usize| samples[i.saturating_sub(frames)];
        (0..samples.len()).map(before).collect()
    }
}

/// The channels of a clip by name.
type Channels<'a> = dyn Fn(&str) -> Vec<f32> + 'a;

#[test]
fn functions_of_channels_nest() {
    use by_definition::{lag, mean, rate};
    let library = samples();
    let check =
        |query: &str, joint: Option<&str>, plain: &dyn Fn(&Channels<'_>, f64) -> Vec<bool>| {
            let found = library.database().query(query).unwrap();
            let mut hits = 0;
            for (clip, entry) in library.clips().iter() {
                let loaded = library.load(clip).unwrap().clip;
                let expected = match joint {
                    Some(joint) if loaded.skeleton().resolve(joint).is_none() => Vec::new(),
                    _ => {
                        let channel = |name: &str| loaded.channel(&name.parse().unwrap()).unwrap();
                        holding(plain(&channel, loaded.rate().as_f64()).into_iter())
                    }
                };
                hits += expected.len();
                assert_eq!(found.ranges(clip), expected, "{query} in {}", entry.name);
            }
            assert!(hits > 3, "{query}");
        };
    // The first and last frames count too; outside the clip, its first and last samples are repeated.
    check(
        "{ mean(rate(hips.x), 9) > 0.3 }",
        Some("hips"),
        &|channel, fps| {
            mean(&rate(&channel("hips.x"), fps), 9)
                .iter()
                .map(|v| *v > 0.3)
                .collect()
        },
    );
    check(
        "{ rate(mean(height, 5) - lag(height, 4)) < 0 }",
        None,
        &|channel, fps| {
            let height = channel("height");
            let both = mean(&height, 5).into_iter().zip(lag(&height, 4));
            let gap: Vec<f32> = both.map(|(a, b)| a - b).collect();
            rate(&gap, fps).iter().map(|v| *v < 0.0).collect()
        },
    );
    check("{ mean(speed > 1, 31) > 0.5 }", None, &|channel, _| {
        let fast: Vec<f32> = channel("speed")
            .iter()
            .map(|v| if *v > 1.0 { 1.0 } else { 0.0 })
            .collect();
        mean(&fast, 31).iter().map(|v| *v > 0.5).collect()
    });
    // Only some of the clips have a `Hips`. A window over a missing joint is NaN, for which no comparison holds.
    check(
        "{ mean(rate(Hips.x) * 2 + 1, 3) < 1e9 }",
        Some("Hips"),
        &|channel, _| vec![true; channel("Hips.x").len()],
    );
    // NaN on one frame excludes exactly the frames whose window contains that frame.
    check(
        "{ mean(frame == 9 ? 0 / 0 : 1, 5) }",
        None,
        &|channel, _| {
            channel("frame")
                .iter()
                .map(|f| !(7.0..=11.0).contains(f))
                .collect()
        },
    );
    let of = |query: &str| library.database().query(query).unwrap();
    assert_eq!(of("{ mean(2, 0.5s) + rate(3) == 2 }"), of("all"));
    assert_eq!(
        of("{ lag(lag(speed, 2), 3) > 1 }"),
        of("{ lag(speed, 5) > 1 }")
    );
    assert_eq!(
        of("{ rate(rate(height)) > 1 }"),
        of("{ rate( rate ( height ) )>1 }")
    );
}

#[test]
fn a_clip_that_can_no_longer_be_read_is_reported() {
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
    // The cached result lacks the same clips.
    assert_eq!(library.database().query("{ frame >= 0 }").unwrap(), found);
    let missing = library.missing();
    let files: Vec<_> = missing.iter().map(|one| one.file.as_str()).collect();
    assert_eq!(files, ["a.bvh", "b.bvh"]);
    let incomplete = Whole::new(&missing, false).unwrap_err();
    assert_eq!(incomplete.to_string(), "a.bvh, b.bvh could not be read");
    assert!(Whole::new(&missing, true).is_ok());
    let known = library.clips().ids().map(|clip| library.knows_motion(clip));
    assert_eq!(known.collect::<Vec<_>>(), [false, false, true]);
}

#[test]
fn settings_choose_the_source_of_the_heading() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let strafe = std::fs::read(folder.join("bvh/strafe.bvh")).unwrap();
    let playground = Playground::new();
    playground.file("a.bvh", &strafe).file("b.bvh", &strafe);
    // The clips that move sideways according to this heading.
    let sideways = |heading: &str| {
        let settings = format!("length_unit = \"cm\"\n{heading}\n");
        playground.file("footwork.toml", settings);
        let library = playground.open();
        let found = library.database().query("{ abs(speed_x) > abs(speed_z) }");
        let found = found.unwrap();
        let clips = found.clips().iter();
        let names = clips.map(|clip| library.clips()[*clip].name.clone());
        names.collect::<Vec<_>>()
    };
    assert_eq!(sideways(""), ["a.bvh", "b.bvh"]);
    assert!(sideways("heading = \"hips\"").is_empty());
    assert!(sideways("heading = \"travel\"").is_empty());
    assert_eq!(sideways("heading = { \"a*\" = \"hips\" }"), ["b.bvh"]);
    playground.file("footwork.toml", "heading = \"head\"\n");
    let error = Library::open(playground.root()).unwrap_err().to_string();
    assert!(
        error.contains("unknown heading; use body, hips or travel"),
        "{error}"
    );
}
