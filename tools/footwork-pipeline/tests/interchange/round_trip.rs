//! Round trips: spans come back exactly, events to the format's precision.

use footwork_base::{FrameRange, Name};
use footwork_library::{Change, Library};
use footwork_pipeline::{
    ClipTable, ImportedRows, SpanKind, TableItem, TagTable, add_placed, read_bids, read_csv,
    read_cut_list, read_eaf, read_unreal, write_bids, write_csv, write_cut_list, write_eaf,
    write_unreal,
};
use proptest::prelude::*;

use crate::desk::Desk;
use crate::playground::{Playground, SOURCE, lines, table, wrong};

const RATES: [&str; 6] = ["24", "30000/1001", "60", "120", "240", "999"];

/// A format under test: writes a table and reads it back.
struct Way {
    read: fn(&TagTable) -> Vec<ImportedRows>,
    step_secs: f64,
}

const WAYS: &[Way] = &[
    Way {
        read: |table| vec![read_csv(write_csv(table).as_bytes(), &SOURCE)],
        step_secs: 0.0,
    },
    Way {
        read: |table| vec![read_bids(write_bids(table).as_bytes(), &SOURCE)],
        step_secs: 1e-9,
    },
    Way {
        read: |table| {
            let read = |clip: &ClipTable| read_eaf(write_eaf(clip).as_bytes(), &SOURCE);
            table.clips.iter().map(read).collect()
        },
        step_secs: 1e-3,
    },
    Way {
        read: |table| vec![read_unreal(write_unreal(table).as_bytes(), &SOURCE)],
        step_secs: 1e-9,
    },
];

fn name() -> impl Strategy<Value = Name> {
    let part = prop_oneof![
        3 => "[A-C]",
        1 => "[a-z \"',<&>/\t\n\r\\\\\u{0}\u{85}é漢\u{2028}]{1,5}",
    ];
    let parts = prop::collection::vec(part, 1..3);
    parts.prop_map(|parts| Name::from_parts(parts.iter().map(String::as_str)).unwrap())
}

fn item(frames: u32) -> impl Strategy<Value = TableItem> {
    let kind = prop_oneof![
        3 => Just(SpanKind::Tag),
        1 => Just(SpanKind::Rule),
        1 => Just(SpanKind::Not),
    ];
    let span =
        (kind, name(), 0..frames, 1..=frames).prop_filter_map("empty", |(kind, name, a, b)| {
            let range = FrameRange::new(a.min(b), a.max(b))?;
            Some(TableItem::Span { kind, name, range })
        });
    let time = prop_oneof![
        (0..frames).prop_map(f64::from),
        (0..frames * 4).prop_map(|quarters| f64::from(quarters) / 4.0),
        0.0..f64::from(frames),
    ];
    let data = prop::option::weighted(
        0.3,
        prop_oneof![
            Just("{\"a\": [1, \"x,\\\"y\\n\"]}".to_owned()),
            Just("\"<&>'\"".to_owned()),
            Just("1e3".to_owned()),
        ],
    );
    let event =
        (name(), time, data).prop_map(|(name, time, data)| TableItem::Event { name, time, data });
    prop_oneof![2 => span, 1 => event]
}

fn clips() -> impl Strategy<Value = Vec<(usize, Vec<TableItem>)>> {
    let clip = (0..RATES.len(), prop::collection::vec(item(40), 0..8));
    prop::collection::vec(clip, 1..4)
}

/// The clip names of the library, which has no tags or events yet.
const NAMES: [&str; 3] = ["a, \"b\".bvh", "é <&>/walk.bvh", "c.bvh"];

fn library(clips: &[(usize, Vec<TableItem>)]) -> (Playground, Desk, TagTable) {
    let playground = Playground::new();
    for ((rate, _), name) in clips.iter().zip(NAMES) {
        playground.clip(name, 40, RATES[*rate]);
    }
    let library = playground.open();
    let mut full = table(&library);
    for ((_, items), name) in clips.iter().zip(NAMES) {
        let clip = full.clips.iter_mut().find(|clip| clip.name == name);
        clip.unwrap().items.clone_from(items);
    }
    (playground, library, full)
}

/// Returns whether two items are equal if times may differ by `off_frames`.
fn is_same(a: &TableItem, b: &TableItem, off_frames: f64) -> bool {
    match (a, b) {
        (
            TableItem::Event { name, time, data },
            TableItem::Event {
                name: other_name,
                time: other,
                data: other_data,
            },
        ) => name == other_name && data == other_data && (time - other).abs() <= off_frames,
        _ => a == b,
    }
}

fn check(way: &Way, library: &Library, table: &TagTable) {
    for found in (way.read)(table) {
        let placed = footwork_pipeline::place_rows(library, found, "file");
        assert_eq!(wrong(&placed), Vec::<String>::new());
        for placed in &placed.clips {
            let name = &library.clips()[placed.clip].name;
            let clip = table.clips.iter().find(|clip| clip.name == *name).unwrap();
            let off = way.step_secs * 1.0001 * clip.rate.as_f64() + way.step_secs.min(1e-9);
            let mut left: Vec<&TableItem> = clip.items.iter().collect();
            for placed in &placed.items {
                let is_it = |item: &&TableItem| is_same(item, &placed.item, off);
                let at = left.iter().position(is_it);
                let at = at.unwrap_or_else(|| panic!("{:?} is none of {left:#?}", placed.item));
                left.swap_remove(at);
            }
            assert!(left.is_empty(), "{left:#?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_format_reads_back_what_it_wrote(clips in clips()) {
        let (_folder, library, full) = library(&clips);
        for way in WAYS {
            check(way, &library, &full);
        }
    }
}

#[test]
fn imported_rows_are_one_edit_and_are_not_added_twice() {
    let playground = Playground::new();
    playground.clip("a.bvh", 40, "30");
    playground.clip("b.bvh", 40, "120");
    let text = "clip,start,stop,tag,kind,data\n\
                a.bvh,3,9,Gait.Run,,\n\
                a.bvh,9,12,Gait.Run,rule,\n\
                b,0,40,\"Gait.\"\"very tired\"\"\",not,\n\
                b,13.25,,Foot.Left,,\"{\"\"wet\"\":true}\"\n";
    let mut library = playground.open();
    let placed =
        footwork_pipeline::place_rows(&library, read_csv(text.as_bytes(), &SOURCE), "file");
    assert_eq!(wrong(&placed), Vec::<String>::new());
    let planned = footwork_pipeline::additions(&library, &placed);
    let added = add_placed(&mut library.library, &mut library.editor, "import", &placed).unwrap();
    assert_eq!((added.change, added.additions), (Change::Saved, planned));
    let a = playground.read("a.bvh.tags").unwrap();
    assert!(
        a.ends_with("tag Gait.Run 3 9\ntag Gait.Run 9 12 rule\n"),
        "{a}"
    );
    let b = playground.read("b.bvh.tags").unwrap();
    let ends = "not Gait.\"very tired\" 0 40\nevent Foot.Left 13.25 data {\"wet\":true}\n";
    assert!(b.ends_with(ends), "{b}");

    // Importing every format again adds nothing.
    let full = table(&library);
    for way in WAYS {
        for found in (way.read)(&full) {
            let placed = footwork_pipeline::place_rows(&library, found, "file");
            let added =
                add_placed(&mut library.library, &mut library.editor, "again", &placed).unwrap();
            assert_eq!(added.change, Change::Nothing);
            assert!(
                added.additions.iter().all(|a| a.spans + a.events == 0),
                "{added:?}"
            );
        }
    }
    assert!(library.undo().unwrap().is_some());
    assert_eq!(playground.read("a.bvh.tags"), None);
    assert_eq!(playground.read("b.bvh.tags"), None);
}

#[test]
fn frames_shorter_than_a_millisecond_go_to_the_nearest_in_elan() {
    let playground = Playground::new();
    playground.clip("a.bvh", 40, "4000");
    let library = playground.open();
    let mut full = table(&library);
    full.clips[0].items = vec![TableItem::Span {
        kind: SpanKind::Tag,
        name: "A".parse().unwrap(),
        range: FrameRange::new(5, 6).unwrap(),
    }];
    let found = read_eaf(write_eaf(&full.clips[0]).as_bytes(), &SOURCE);
    let placed = footwork_pipeline::place_rows(&library, found, "file");
    let TableItem::Span { range, .. } = &placed.clips[0].items[0].item else {
        panic!("a span is a span");
    };
    assert!(range.start().abs_diff(5) <= 2, "{range}");
}

#[test]
fn cut_lists_read_back_their_cuts() {
    let playground = Playground::new();
    for clip in ["x/Old_FW.bvh", "Old_BR.bvh", "Shy_Left_ZZ.bvh", "other.bvh"] {
        playground.clip(clip, 40, "60");
    }
    let library = playground.open();
    let list = "STYLE_NAME,BR_START,BR_STOP,FW_START,FW_STOP,ZZ_START,ZZ_STOP\n\
                Old,3,9,0,40,N/A,N/A\nShy_Left,N/A,N/A,N/A,N/A,7,8\n";
    let placed =
        footwork_pipeline::place_rows(&library, read_cut_list(list.as_bytes(), &SOURCE), "file");
    assert_eq!(wrong(&placed), Vec::<String>::new());
    assert_eq!(lines(&library, &placed, "Old_FW"), ["Style.Old [0, 40)"]);
    let mut library = library;
    add_placed(&mut library.library, &mut library.editor, "import", &placed).unwrap();
    let written = write_cut_list(&table(&library), "file");
    assert_eq!(
        (written.text.as_str(), written.cuts, written.findings.len()),
        (list, 3, 0)
    );
}
