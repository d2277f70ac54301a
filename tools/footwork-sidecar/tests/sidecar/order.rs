//! Lines in any order are written in canonical order, with unknown lines in place.

use footwork_sidecar::Sidecar;
use proptest::prelude::*;

use super::config;

/// Names in canonical order: part by part, each by its bytes.
const NAMES: [&str; 7] = [
    "A",
    "A.B",
    r#"A."b c""#,
    r#""A B""#,
    r#""A.B""#,
    "Gait.Run",
    "école",
];

/// A line of a known kind, with its place in canonical order.
#[derive(Clone, Debug)]
struct Known {
    key: (u8, usize, u32, u32),
    text: String,
}

/// A known line and the unknown ones that follow it.
type Block = (Known, Vec<String>);

fn known() -> impl Strategy<Value = Known> {
    let parts = (0u8..9, 0..NAMES.len(), 0u32..40, 1u32..20, 0u8..3);
    parts.prop_map(|(kind, name, start, length, extra)| {
        let (spelling, stop) = (NAMES[name], start + length);
        let (key, text) = match kind {
            0 => ((5, 0, 0, 0), format!("note \"{start} {name}\"")),
            1..=3 => {
                let rule = if extra == 0 { " rule" } else { "" };
                let text = format!("tag {spelling} {start} {stop}{rule}");
                ((6, name, start, stop), text)
            }
            4 | 5 => (
                (7, name, start, stop),
                format!("not {spelling} {start} {stop}"),
            ),
            _ => {
                let data = ["", " data {\"a\": 1}", " data null"][usize::from(extra)];
                let text = format!("event {spelling} {}{data}", f64::from(start) / 8.0);
                ((8, name, start, 0), text)
            }
        };
        Known { key, text }
    })
}

fn unknown() -> impl Strategy<Value = Vec<String>> {
    let line = prop_oneof![
        8 => "[a-m]{4}[ -~é]{0,12}",
        1 => Just(String::new()),
        1 => Just("tag A 5 2".to_owned()),
        1 => Just("event A 1 data {".to_owned()),
        1 => Just("\t# \u{0} remark ".to_owned()),
    ];
    prop_oneof![
        3 => Just(Vec::new()),
        1 => prop::collection::vec(line, 1..4),
    ]
}

fn header() -> Vec<Known> {
    let known = |rank, text: &str| Known {
        key: (rank, 0, 0, 0),
        text: text.to_owned(),
    };
    vec![
        known(1, "clip \"a b.bvh\""),
        known(2, "frames 40"),
        known(3, "rate 30000/1001"),
        known(4, "hash xxh3:0123456789abcdef"),
    ]
}

/// Blocks in any order, the header among them.
fn blocks() -> impl Strategy<Value = Vec<Block>> {
    let lines = prop::collection::vec(known(), 0..30);
    let lines = lines.prop_map(|mut lines| {
        lines.extend(header());
        lines
    });
    lines
        .prop_shuffle()
        .prop_flat_map(|lines| {
            let behind = prop::collection::vec(unknown(), lines.len());
            (Just(lines), behind)
        })
        .prop_map(|(lines, behind)| lines.into_iter().zip(behind).collect())
}

fn text(first: &[String], blocks: &[Block], line_end: &str) -> String {
    let mut out = format!("footwork-tags 1{line_end}");
    let mut push = |line: &str| {
        out.push_str(line);
        out.push_str(line_end);
    };
    first.iter().for_each(|line| push(line));
    for (known, behind) in blocks {
        push(&known.text);
        behind.iter().for_each(|line| push(line));
    }
    out
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn lines_in_any_order_are_written_in_canonical_order(
        first in unknown(),
        blocks in blocks(),
        crlf in any::<bool>(),
        cut in any::<bool>(),
    ) {
        let mut given = text(&first, &blocks, if crlf { "\r\n" } else { "\n" });
        if cut && !given.ends_with("\n\n") {
            // Without a line end, a blank last line would vanish.
            given.pop();
        }
        let mut sorted = blocks;
        sorted.sort_by_key(|(known, _)| known.key);
        let expected = text(&first, &sorted, "\n");
        let (sidecar, _) = Sidecar::read("a", given.as_bytes()).unwrap();
        let written = sidecar.to_bytes();
        prop_assert_eq!(String::from_utf8_lossy(&written), expected.as_str());

        let (again, findings) = Sidecar::read("a", &written).unwrap();
        prop_assert_eq!(again.to_bytes(), written);
        let kept = ["unknown-line", "span-overlap", "span-reversed", "bad-json"];
        prop_assert!(findings.iter().all(|f| kept.contains(&f.code)), "{:?}", findings);
    }
}
