//! Items that a clip already has are not added again, and other items are not mistaken for them.

use footwork_pipeline::{ImportedRows, add_placed, read_bids, read_csv, read_unreal};

use crate::desk::Desk;
use crate::playground::{Playground, SOURCE, wrong};

/// Imports rows, and returns the numbers of new spans, new events and existing items.
fn import(library: &mut Desk, found: ImportedRows) -> (usize, usize, usize) {
    let placed = footwork_pipeline::place_rows(library, found, "file");
    assert_eq!(wrong(&placed), Vec::<String>::new());
    let added = add_placed(&mut library.library, &mut library.editor, "import", &placed);
    let added = added.unwrap().additions;
    (added[0].spans, added[0].events, added[0].already)
}

/// Returns a library with a clip that has these lines in its sidecar.
fn with(tags: &str) -> (Playground, Desk) {
    let playground = Playground::new();
    playground.clip("a.bvh", 40, "120");
    playground.file("a.bvh.tags", &format!("footwork-tags 1\n{tags}"));
    let library = playground.open();
    (playground, library)
}

fn rows(rows: &str) -> ImportedRows {
    let text = format!("clip,start,stop,tag,kind,data\n{rows}");
    read_csv(text.as_bytes(), &SOURCE)
}

#[test]
fn rows_of_one_file_are_not_compared_with_each_other() {
    let (playground, mut library) = with("");
    let file = "a,3,,Foot,event,1\na,3,,Foot,event,2\na,3.0005,,Foot,event,\na,3,,Foot,event,2\n";
    assert_eq!(import(&mut library, rows(file)), (0, 4, 0));
    assert_eq!(import(&mut library, rows(file)), (0, 0, 4));
    let text = playground.read("a.bvh.tags").unwrap();
    for line in ["Foot 3 data 1\n", "Foot 3 data 2\n", "Foot 3.0005\n"] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn an_event_with_other_data_is_another_event() {
    let (playground, mut library) = with("event Foot 3 data {\"a\":1}\nevent Hand 5\n");
    assert_eq!(
        import(
            &mut library,
            rows(
                "a,3,,Foot,event,{\"a\":2}\n"
                    .replace("{\"a\":2}", "\"{\"\"a\"\":2}\"")
                    .as_str()
            )
        ),
        (0, 1, 0)
    );
    // A row without data matches the existing event, whatever its data.
    assert_eq!(import(&mut library, rows("a,3,,Foot,event,\n")), (0, 0, 1));
    assert_eq!(import(&mut library, rows("a,5,,Hand,event,7\n")), (0, 1, 0));
    let text = playground.read("a.bvh.tags").unwrap();
    assert!(
        text.contains("Foot 3 data {\"a\":1}") && text.contains("Foot 3 data {\"a\":2}"),
        "{text}"
    );
    assert!(
        text.contains("Hand 5\n") && text.contains("Hand 5 data 7\n"),
        "{text}"
    );
}

#[test]
fn times_match_exactly_in_frames_and_within_the_resolution_in_seconds() {
    let (_playground, mut library) = with("event Foot 13.3\n");
    assert_eq!(
        import(&mut library, rows("a,13.3005,,Foot,event,\n")),
        (0, 1, 0)
    );
    assert_eq!(
        import(&mut library, rows("a,13.3,,Foot,event,\n")),
        (0, 0, 1)
    );
    let seconds = |onset: &str| {
        let text = format!("onset\tduration\ttrial_type\tclip\tkind\n{onset}\t0\tFoot\ta\tevent\n");
        read_bids(text.as_bytes(), &SOURCE)
    };
    // The first time is frame 13.3 at 120 fps, rounded to nanoseconds. The second is 100 ns later.
    assert_eq!(import(&mut library, seconds("0.110833333")), (0, 0, 1));
    assert_eq!(import(&mut library, seconds("0.110833433")), (0, 1, 0));
}

#[test]
fn an_existing_event_matches_only_one_row() {
    let (_playground, mut library) = with("event Foot 3\n");
    assert_eq!(
        import(&mut library, rows("a,3,,Foot,event,\na,3,,Foot,event,\n")),
        (0, 1, 1)
    );
}

/// At 120 fps, a thousandth of a frame is 8 µs, which is within the editor's rounding.
#[test]
fn only_rows_stored_by_the_editor_match_within_its_rounding() {
    let file = |editor: &str| {
        let text = format!(
            "clip,tag,start_secs,stop_secs,kind,rate,data,editor\na,Foot,0.025004,,event,120,,{editor}\n"
        );
        read_unreal(text.as_bytes(), &SOURCE)
    };
    let (_playground, mut library) = with("event Foot 3\n");
    assert_eq!(import(&mut library, file("yes")), (0, 0, 1));
    assert_eq!(import(&mut library, file("")), (0, 1, 0));
    let placed = footwork_pipeline::place_rows(&library, file("maybe"), "file");
    assert_eq!(wrong(&placed), ["2:29 bad-mark"]);
}
