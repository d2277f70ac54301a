//! Painting and erasing against a plain model with one bool per frame, and edits line by line.

use footwork_base::FrameRange;
use footwork_sidecar::{Line, Sidecar, TagSpan};
use proptest::prelude::*;

use super::{FRAMES, config, name, range, text};

fn sidecar(body: &str) -> Sidecar {
    let text = format!("footwork-tags 1\nclip a\nframes 24\n{body}");
    Sidecar::read("a", text.as_bytes()).unwrap().0
}

fn body(sidecar: &Sidecar) -> String {
    let header = "footwork-tags 1\nclip a\nframes 24\n";
    text(sidecar).strip_prefix(header).unwrap().to_owned()
}

fn spans(sidecar: &Sidecar, tag: &str) -> Vec<TagSpan> {
    let tags = sidecar.tags().filter(|span| span.name.as_str() == tag);
    let mut spans: Vec<_> = tags.cloned().collect();
    spans.sort();
    spans
}

fn nots(sidecar: &Sidecar, tag: &str) -> Vec<FrameRange> {
    let ranges = sidecar.lines().iter().filter_map(|line| match line {
        Line::Not { name, range } if name.as_str() == tag => Some(*range),
        _ => None,
    });
    ranges.collect()
}

/// Returns for each frame whether any of the ranges contains it.
fn frames(ranges: impl IntoIterator<Item = FrameRange>) -> Vec<bool> {
    let ranges: Vec<_> = ranges.into_iter().collect();
    (0..FRAMES)
        .map(|frame| ranges.iter().any(|range| range.contains(frame)))
        .collect()
}

/// Returns the lines that an edit of tag `A` must not change, sorted because unknown lines move with the known lines
/// before them.
fn others(sidecar: &Sidecar) -> Vec<String> {
    let is_of_a = |line: &&str| line.starts_with("tag A ") || line.starts_with("not A ");
    let body = body(sidecar);
    let others = body.lines().filter(|line| !is_of_a(line));
    let mut others: Vec<_> = others.map(str::to_owned).collect();
    others.sort();
    others
}

/// A line with its line end.
fn line() -> impl Strategy<Value = String> {
    (range(), 0u8..12).prop_map(|(range, kind)| {
        let (start, stop) = (range.start(), range.stop());
        match kind {
            0..=4 => format!("tag A {start} {stop}\n"),
            5 | 6 => format!("tag A {start} {stop} rule\n"),
            7 => format!("tag B {start} {stop}\n"),
            8 => format!("not A {start} {stop}\n"),
            9 => format!("not B {start} {stop}\n"),
            10 => format!("event A {start}\n"),
            _ => format!("# remark {start}\n"),
        }
    })
}

fn start() -> impl Strategy<Value = Sidecar> {
    let lines = prop::collection::vec(line(), 0..10);
    lines.prop_map(|lines| sidecar(&lines.concat()))
}

/// Checks the properties that painting and erasing share.
fn check_common(before: &Sidecar, after: &Sidecar, changed: bool) -> Result<(), TestCaseError> {
    prop_assert_eq!(changed, before.to_bytes() != after.to_bytes());
    prop_assert_eq!(changed, before != after);
    prop_assert_eq!(others(before), others(after));
    let (again, _) = Sidecar::read("a", &after.to_bytes()).unwrap();
    prop_assert_eq!(again.to_bytes(), after.to_bytes());
    Ok(())
}

fn paint(sidecar: &mut Sidecar, range: FrameRange) -> Result<(), TestCaseError> {
    let before = sidecar.clone();
    let changed = sidecar.paint(&name("A"), range);
    check_common(&before, sidecar, changed)?;
    let (old, new) = (spans(&before, "A"), spans(sidecar, "A"));

    let ranges = |spans: &[TagSpan]| spans.iter().map(|span| span.range).collect::<Vec<_>>();
    let expected = frames(ranges(&old).into_iter().chain([range]));
    prop_assert_eq!(frames(ranges(&new)), expected);

    let touches = |span: &&TagSpan| span.range.touches(range);
    let apart = |spans: &[TagSpan]| -> Vec<_> {
        spans
            .iter()
            .filter(|span| !touches(span))
            .cloned()
            .collect()
    };
    prop_assert_eq!(apart(&old), apart(&new));
    let by_hand = |span: &&TagSpan| !span.by_rule;
    let painted: Vec<_> = new.iter().filter(touches).filter(by_hand).collect();
    prop_assert_eq!(painted.len(), 1);
    prop_assert!(painted[0].range.covers(range));
    // Rules keep all frames except the painted ones.
    let of_rules = |spans: &[TagSpan]| {
        let spans = spans.iter().filter(|span| span.by_rule);
        frames(spans.map(|span| span.range))
    };
    let left = of_rules(&old).into_iter().zip(frames([range]));
    let left: Vec<_> = left.map(|(rule, taken)| rule && !taken).collect();
    prop_assert_eq!(of_rules(&new), left);

    let kept = frames(nots(&before, "A")).into_iter().zip(frames([range]));
    let kept: Vec<_> = kept.map(|(not, taken)| not && !taken).collect();
    prop_assert_eq!(frames(nots(sidecar, "A")), kept);
    let mut again = sidecar.clone();
    prop_assert!(!again.paint(&name("A"), range));
    Ok(())
}

fn trim(sidecar: &mut Sidecar, range: FrameRange) -> Result<(), TestCaseError> {
    let before = sidecar.clone();
    let changed = sidecar.erase(&name("A"), range);
    check_common(&before, sidecar, changed)?;
    let (old, new) = (spans(&before, "A"), spans(sidecar, "A"));

    // The runs of frames that remain of each span after erasing.
    let mut expected = Vec::new();
    for span in &old {
        if !span.range.overlaps(range) {
            expected.push(span.clone());
            continue;
        }
        let stays = |frame: u32| span.range.contains(frame) && !range.contains(frame);
        for first in (0..FRAMES).filter(|&f| stays(f) && (f == 0 || !stays(f - 1))) {
            let stop = (first..FRAMES).find(|&f| !stays(f)).unwrap_or(FRAMES);
            expected.push(TagSpan {
                name: name("A"),
                range: FrameRange::new(first, stop).unwrap(),
                by_rule: span.by_rule,
            });
        }
    }
    expected.sort();
    prop_assert_eq!(&new, &expected);
    prop_assert!(new.iter().all(|span| !span.range.overlaps(range)));

    let by_rule = old.iter().filter(|span| span.by_rule);
    let by_rule = by_rule.filter_map(|span| span.range.intersection(range));
    let expected = frames(nots(&before, "A").into_iter().chain(by_rule));
    prop_assert_eq!(frames(nots(sidecar, "A")), expected);
    let mut again = sidecar.clone();
    prop_assert!(!again.erase(&name("A"), range));
    Ok(())
}

proptest! {
    #![proptest_config(config(5_000))]

    #[test]
    fn paint_and_erase_agree_with_plain_frames(
        start in start(),
        edits in prop::collection::vec((any::<bool>(), range()), 1..8),
    ) {
        let mut sidecar = start;
        for (paints, range) in edits {
            if paints {
                paint(&mut sidecar, range)?;
            } else {
                trim(&mut sidecar, range)?;
            }
        }
    }
}

/// Applies `edit` to a sidecar with the lines `before` and compares the text with `after`. The edit must return false
/// if `before` and `after` are equal.
#[track_caller]
fn check(before: &str, edit: impl Fn(&mut Sidecar) -> bool, after: &str) {
    let mut sidecar = sidecar(before);
    let changed = edit(&mut sidecar);
    assert_eq!(body(&sidecar), after);
    assert_eq!(changed, before != after);
}

/// Checks the result of painting frames 2 and 3 of `A`.
#[track_caller]
fn check_painted(before: &str, after: &str) {
    check(before, painting(2, 4), after);
}

#[track_caller]
fn check_trimmed(before: &str, after: &str) {
    check(before, trimming(2, 4), after);
}

fn painting(start: u32, stop: u32) -> impl Fn(&mut Sidecar) -> bool {
    move |sidecar| sidecar.paint(&name("A"), FrameRange::new(start, stop).unwrap())
}

fn trimming(start: u32, stop: u32) -> impl Fn(&mut Sidecar) -> bool {
    move |sidecar| sidecar.erase(&name("A"), FrameRange::new(start, stop).unwrap())
}

#[test]
fn painting_joins_spans_that_overlap_or_touch() {
    check_painted("", "tag A 2 4\n");
    check_painted("tag A 0 2\ntag A 4 6\n", "tag A 0 6\n");
    check_painted("tag A 0 2\ntag A 5 6\n", "tag A 0 4\ntag A 5 6\n");
    check_painted("tag A 0 9\n", "tag A 0 9\n");
    check_painted("tag A 0 5\ntag A 5 9\n", "tag A 0 5\ntag A 5 9\n");
    check("tag A 0 5\ntag A 5 9\n", painting(2, 5), "tag A 0 9\n");
    check_painted("tag A 2 4\ntag A 2 4\n", "tag A 2 4\n");
    check_painted("tag A.B 2 4\n", "tag A 2 4\ntag A.B 2 4\n");
}

#[test]
fn painting_by_hand_overrules_rules() {
    check_painted("tag A 2 4 rule\n", "tag A 2 4\n");
    check_painted(
        "tag A 0 9 rule\n",
        "tag A 0 2 rule\ntag A 2 4\ntag A 4 9 rule\n",
    );
    check_painted("not A 0 9\n", "tag A 2 4\nnot A 0 2\nnot A 4 9\n");
    check_painted("tag A 2 4\nnot A 3 9\n", "tag A 2 4\nnot A 4 9\n");
    check_painted("not B 0 9\n", "tag A 2 4\nnot B 0 9\n");
}

#[test]
fn erasing_shortens_splits_and_removes_spans() {
    check_trimmed("tag A 0 9\n", "tag A 0 2\ntag A 4 9\n");
    check("tag A 0 9\n", trimming(0, 4), "tag A 4 9\n");
    check_trimmed("tag A 2 4\ntag A 4 6\n", "tag A 4 6\n");
    check_trimmed("tag A 4 6\ntag B 0 9\n", "tag A 4 6\ntag B 0 9\n");
    check_trimmed("not A 0 9\n", "not A 0 9\n");
    check_trimmed(
        "tag A 0 9 rule\n",
        "tag A 0 2 rule\ntag A 4 9 rule\nnot A 2 4\n",
    );
    check("tag A 0 4 rule\n", trimming(0, 24), "not A 0 4\n");
}

#[test]
fn refused_frames_that_touch_become_one_not_line() {
    check(
        "tag A 0 4 rule\ntag A 4 8 rule\nnot A 6 9\nnot A 12 14\nnot B 0 9\n",
        trimming(0, 24),
        "not A 0 9\nnot A 12 14\nnot B 0 9\n",
    );
    // Enough lines that a linear search for each would be noticed.
    let lines = |keyword: &str, end: &str| -> String {
        let starts = (0..100_000).map(|n| 2 * n);
        starts
            .map(|start| format!("{keyword} A {start} {}{end}\n", start + 1))
            .collect()
    };
    check(
        &lines("tag", " rule"),
        trimming(0, 200_000),
        &lines("not", ""),
    );
}

#[test]
fn unknown_lines_follow_the_edited_span() {
    check(
        "tag A 0 2\ntag A 5 9\n# left shoe\ntag B 0 1\n",
        painting(8, 12),
        "tag A 0 2\ntag A 5 12\n# left shoe\ntag B 0 1\n",
    );
    check(
        "note \"n\"\ntag A 5 9\n# left shoe\ntag B 0 1\n",
        trimming(5, 6),
        "note \"n\"\ntag A 6 9\n# left shoe\ntag B 0 1\n",
    );
    check(
        "note \"n\"\ntag A 5 9\n# left shoe\ntag B 0 1\n",
        trimming(5, 9),
        "note \"n\"\n# left shoe\ntag B 0 1\n",
    );
    check(
        "# first\ntag B 0 1\n# b\n",
        painting(0, 2),
        "# first\ntag A 0 2\ntag B 0 1\n# b\n",
    );
}

#[test]
fn events_are_added_once_and_removed_by_time() {
    let adding = |time: f64| move |sidecar: &mut Sidecar| sidecar.add_event(&name("Foot"), time);
    let removing =
        |time: f64| move |sidecar: &mut Sidecar| sidecar.remove_event(&name("Foot"), time);
    let check_added = |before, time, after| check(before, adding(time), after);
    check_added("", 13.25, "event Foot 13.25\n");
    check_added("", -0.0, "event Foot 0\n");
    check_added("event Foot 9\n", 10.0, "event Foot 9\nevent Foot 10\n");
    check_added("event Foot 9 data 1\n", 9.0005, "event Foot 9 data 1\n");
    check_added(
        "event Foot 9\n",
        9.0015,
        "event Foot 9\nevent Foot 9.0015\n",
    );
    check_added("event Hand 9\n", 9.0, "event Foot 9\nevent Hand 9\n");
    check(
        "event Foot 9 data 1\nevent Hand 9\n",
        removing(9.0),
        "event Hand 9\n",
    );
    check("event Foot 9\n", removing(9.1), "event Foot 9\n");
    for time in [f64::NAN, f64::INFINITY, -1.0, 4_294_967_296.0] {
        check_added("event Foot 1\n", time, "event Foot 1\n");
    }
}
