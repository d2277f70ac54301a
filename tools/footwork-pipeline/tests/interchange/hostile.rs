//! Malformed files: every mistake has its position, and nothing is misread.

use footwork_pipeline::{
    ImportSource, ImportedRows, MAX_IMPORT_FINDINGS, read_babel, read_bids, read_csv,
    read_cut_list, read_eaf, read_glb, read_unreal,
};

use crate::playground::{Playground, SOURCE, wrong};

type Read = fn(&[u8], &ImportSource<'_>) -> ImportedRows;

#[track_caller]
fn check(read: Read, text: &[u8], expected: &[&str]) {
    let playground = Playground::new();
    playground.clip("a.bvh", 40, "30");
    let library = playground.open();
    let placed = footwork_pipeline::place_rows(&library, read(text, &SOURCE), "file");
    assert_eq!(wrong(&placed), expected, "{:#?}", placed.findings);
}

#[test]
fn mistakes_in_csv_are_reported_with_their_positions() {
    let check = |text: &str, expected: &[&str]| check(read_csv, text.as_bytes(), expected);
    check("", &["1:1 missing-column"]);
    check("clip,start\n", &["1:1 missing-column"]);
    check("clip,start,tag,colour\n", &["1:16 unknown-column"]);
    check("clip,start,tag,tag\n", &["1:16 double-column"]);
    let header = "clip,start,stop,tag,kind,data,rate\n";
    let row = |row: &str, expected: &[&str]| check(&format!("{header}{row}"), expected);
    row("a,1,2,A,,,\n", &[]);
    row("a,1,2,A,,,30\n", &[]);
    row("a,1,2,A,,,60\n", &["2:1 other-rate"]);
    row("a,1,2,A,,,x\n", &["2:11 bad-rate"]);
    row("b,1,2,A,,,\nb,1,2,A,,,\n", &["2:1 unknown-clip"]);
    row("a,1,41,A,,,\n", &["2:1 outside-clip"]);
    row("a,2,2,A,,,\n", &["2:1 outside-clip"]);
    row("a,40,,A,,,\n", &["2:1 outside-clip"]);
    row("a,1e300,,A,,,\n", &["2:3 bad-time"]);
    row("a,NaN,,A,,,\n", &["2:3 bad-time"]);
    row("a,4294967296,4294967297,A,,,\n", &["2:3 bad-frame"]);
    row("a,1.5,2,A,,,\n", &["2:3 bad-frame"]);
    row("a,-1,2,A,,,\n", &["2:3 bad-frame"]);
    row("a,1,2,two words,,,\n", &["2:7 bad-name"]);
    row("a,1,2,A,frog,,\n", &["2:9 bad-kind"]);
    row("a,1,2,A,event,,\n", &["2:5 bad-frame"]);
    row("a,1,2,A,,7,\n", &["2:10 bad-data"]);
    row("a,1,,A,,{,\n", &["2:9 bad-json"]);
    row("a,1,2,A,,,,,\n", &["2:12 extra-cell"]);
    row("\"a,1,2,A\n", &["2:1 bad-row"]);
}

#[test]
fn an_unknown_clip_in_many_rows_is_one_mistake() {
    let playground = Playground::new();
    playground.clip("a.bvh", 40, "30");
    let library = playground.open();
    let mut text = "clip,start,stop,tag\n".to_owned();
    text += &"b.bvh,1,2,A\n".repeat(5000);
    text += &(0..3000)
        .map(|n| format!("a{n}.bvh,1,2,A\n"))
        .collect::<String>();
    let placed =
        footwork_pipeline::place_rows(&library, read_csv(text.as_bytes(), &SOURCE), "file");
    assert_eq!(placed.refused, 8000);
    assert_eq!(placed.findings.len(), MAX_IMPORT_FINDINGS + 1);
    let first = &placed.findings[0].message;
    assert!(
        first.contains("b.bvh") && first.ends_with("(5000 rows)"),
        "{first}"
    );
    // Only the first unknown names get a hint.
    let hints = placed
        .findings
        .iter()
        .filter(|f| f.message.contains("did you mean"));
    assert!((1..=20).contains(&hints.count()));
}

#[test]
fn any_number_of_notes_is_accepted() {
    let playground = Playground::new();
    playground.clip("a.bvh", 40, "30");
    let library = playground.open();
    let row = "0.1\t0.001\tA\ta\n";
    let text = format!("onset\tduration\ttrial_type\tclip\n{}", row.repeat(1500));
    let placed =
        footwork_pipeline::place_rows(&library, read_bids(text.as_bytes(), &SOURCE), "file");
    assert_eq!(placed.findings.len(), MAX_IMPORT_FINDINGS + 1);
    assert!(placed.is_sound() && placed.refused == 0);
}

#[test]
fn a_wrong_separator_is_reported_once() {
    let said = |read: Read, text: &str, word: &str| {
        let found = read(text.as_bytes(), &SOURCE);
        let [finding] = found.findings.as_slice() else {
            panic!("{:#?}", found.findings);
        };
        assert!(
            found.is_refused && finding.code == "other-separator",
            "{finding}"
        );
        assert!(finding.message.contains(word), "{finding}");
    };
    said(read_csv, "clip;start;stop;tag\na;1;2;A\n", "semicolons");
    said(read_csv, "clip\tstart\tstop\ttag\na\t1\t2\tA\n", "tabs");
    said(
        read_bids,
        "onset,duration,trial_type,clip\n0,1,A,a\n",
        "commas",
    );
    said(read_cut_list, "STYLE_NAME;BR_START;BR_STOP\n", "semicolons");
    said(read_unreal, "clip;tag;start_secs;stop_secs\n", "semicolons");
}

#[test]
fn messages_shorten_long_values_and_give_no_hint_for_long_names() {
    let long = "x".repeat(5000);
    for (text, code) in [
        (format!("a,1,2,{long}\n"), "bad-name"),
        (format!("a,1,2,{long} {long}\n"), "bad-name"),
        (format!("{long},1,2,A\n"), "unknown-clip"),
        (format!("a,{long},2,A\n"), "bad-frame"),
    ] {
        let playground = Playground::new();
        playground.clip("a.bvh", 40, "30");
        let text = format!("clip,start,stop,tag\n{text}");
        let library = playground.open();
        let placed =
            footwork_pipeline::place_rows(&library, read_csv(text.as_bytes(), &SOURCE), "file");
        assert_eq!((placed.findings.len(), placed.findings[0].code), (1, code));
        assert!(placed.findings[0].message.len() < 500);
    }
}

#[test]
fn mistakes_in_bids_are_reported_with_their_positions() {
    let check = |text: &str, expected: &[&str]| check(read_bids, text.as_bytes(), expected);
    let header = "onset\tduration\ttrial_type\tclip\n";
    let row = |row: &str, expected: &[&str]| check(&format!("{header}{row}"), expected);
    row("0.1\t0.2\tA\ta\n", &[]);
    row("0.1\tn/a\tn/a\tn/a\n", &[]);
    row("1e300\t0\tA\ta\n", &["2:1 bad-time"]);
    row("-0.5\t0\tA\ta\n", &["2:1 bad-time"]);
    row("0.1\tinf\tA\ta\n", &["2:5 bad-time"]);
    row("0.1\t0.001\tA\ta\n", &["2:1 short-span"]);
    row("1.3\t0.2\tA\ta\n", &["2:1 outside-clip"]);
    row("0.1\t0.2\tA\tn/a\n", &["2:11 missing-clip"]);
}

#[test]
fn mistakes_in_elan_files_are_reported_with_their_positions() {
    let check = |text: &str, expected: &[&str]| check(read_eaf, text.as_bytes(), expected);
    check("", &["1:1 bad-xml"]);
    check("<a/>", &["1:1 bad-xml"]);
    check("<ANNOTATION_DOCUMENT>", &["1:22 bad-xml"]);
    let bomb = "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]>\n<ANNOTATION_DOCUMENT/>";
    check(bomb, &["1:1 bad-xml"]);
    check(
        &"<ANNOTATION_DOCUMENT>".repeat(100_000),
        &["1:1345 bad-xml"],
    );
    let units = "<ANNOTATION_DOCUMENT>\n<HEADER TIME_UNITS=\"PAL-frames\"/></ANNOTATION_DOCUMENT>";
    check(units, &["2:1 bad-xml"]);
    let with = |slot: &str, text: &str| {
        format!(
            "<ANNOTATION_DOCUMENT><HEADER><PROPERTY NAME=\"footwork-clip\">a</PROPERTY></HEADER>\n\
             <TIME_SLOT TIME_SLOT_ID=\"1\" TIME_VALUE=\"100\"/>\n\
             <TIME_SLOT TIME_SLOT_ID=\"2\" TIME_VALUE=\"{slot}\"/>\n\
             <TIER TIER_ID=\"T\"><ANNOTATION>\n\
             <ALIGNABLE_ANNOTATION TIME_SLOT_REF1=\"1\" TIME_SLOT_REF2=\"2\">\
             <ANNOTATION_VALUE>{text}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION>\n\
             </ANNOTATION></TIER></ANNOTATION_DOCUMENT>"
        )
    };
    check(&with("200", "A &amp; &#66;"), &[]);
    check(&with("200", "&bomb;"), &["5:79 bad-xml"]);
    check(&with("50", "A"), &["5:1 bad-time"]);
    check(&with("1e300", "A"), &["3:1 bad-time", "1:1 no-times"]);
    check(&with("18446744073709551615", "A"), &["5:1 outside-clip"]);
}

#[test]
fn files_that_are_not_utf8_or_too_large_are_refused() {
    for read in [
        read_csv as Read,
        read_bids,
        read_eaf,
        read_cut_list,
        read_babel,
        read_unreal,
    ] {
        check(read, b"clip\n\xe9\xff", &["2:1 not-utf8"]);
    }
    // The findings are limited, but every bad row is counted.
    let text = format!("clip,start,stop,tag\n{}", "x\n".repeat(100_000));
    let found = read_csv(text.as_bytes(), &SOURCE);
    assert_eq!(found.findings.len(), MAX_IMPORT_FINDINGS + 1);
    let wide = format!("clip,start,stop,tag\n{}\n", ",".repeat(1_000_000));
    check(read_csv, wide.as_bytes(), &["2:1001 bad-row"]);
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=\"\"")).collect();
    let text =
        format!("<ANNOTATION_DOCUMENT{attributes}><TIER{attributes}/></ANNOTATION_DOCUMENT>");
    check(read_eaf, text.as_bytes(), &[]);
}

#[test]
fn mistakes_in_cut_lists_are_reported_with_their_positions() {
    let check = |text: &str, expected: &[&str]| check(read_cut_list, text.as_bytes(), expected);
    check("", &["1:1 missing-column"]);
    check("STYLE_NAME,BR_START\n", &["1:12 unknown-column"]);
    let header = "STYLE_NAME,BR_START,BR_STOP\n";
    let row = |row: &str, expected: &[&str]| check(&format!("{header}{row}"), expected);
    row("Old,N/A,N/A\n", &[]);
    row("Old,N/A,3\n", &["2:5 bad-frame"]);
    row("Old,1,1e9\n", &["2:5 bad-frame"]);
    row(",1,2\n", &["2:1 missing-cell"]);
    row("Old,1,2,3\n", &["2:9 extra-cell"]);
    row("Old,1,2\n", &["2:5 unknown-clip"]);
}

#[test]
fn mistakes_in_babel_files_are_reported_with_their_positions() {
    let check = |text: &str, expected: &[&str]| check(read_babel, text.as_bytes(), expected);
    check("{\n\"a\": ", &["2:5 bad-json"]);
    check("{\"1\": 7}", &["1:7 bad-json"]);
    let deep = format!("{{\"1\": {}", "[".repeat(100_000));
    check(&deep, &["1:100006 bad-json"]);
    let label = |label: &str, expected: &[&str]| {
        let labels = format!("{{\"labels\": [\n{label}]}}");
        check(
            &format!("{{\"1\": {{\"feat_p\": \"x/a_poses.npz\", \"frame_ann\": {labels}}}}}"),
            expected,
        );
    };
    label(
        "{\"act_cat\": [\"walk\"], \"start_t\": 0, \"end_t\": 1}",
        &[],
    );
    label(
        "{\"proc_label\": \"walk\", \"start_t\": 0, \"end_t\": 1e300}",
        &["2:47 bad-time"],
    );
    label(
        "{\"act_cat\": [\"walk\"]}",
        &["2:1 missing-cell", "2:1 missing-cell"],
    );
    label("{\"start_t\": 0, \"end_t\": 1}", &["2:1 bad-name"]);
    label(
        "{\"act_cat\": [\"walk\"], \"start_t\": 0, \"end_t\": 9}",
        &["2:1 outside-clip"],
    );
}

#[test]
fn a_file_that_is_not_glb_is_reported() {
    check(read_glb, b"glTF", &["1:1 bad-glb"]);
}
