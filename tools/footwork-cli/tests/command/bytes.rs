//! Names with control characters, and names that are not UTF-8.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::attack::calls;
use crate::run::{Library, footwork, footwork_reading, valid};

/// Returns a library with one clip, whose name contains escape sequences, a tab and a newline.
fn odd() -> (Library, &'static str) {
    let library = Library::new();
    let clip = "esc\x1b[31m\t\nb\u{202e}.bvh";
    library.write(clip, &library.read("run.bvh"));
    std::fs::remove_file(format!("{}/run.bvh", library.path())).unwrap();
    (library, clip)
}

#[test]
fn json_has_names_unchanged_and_csv_escapes_them() {
    let (library, clip) = odd();
    let csv = footwork(&["query", library.path(), "all", "--format", "csv"]).stdout;
    let shown = "esc␛[31m␉␊b\u{fffd}202e;.bvh";
    assert!(csv.contains(&format!("\n{shown},0,60\n")), "{csv:?}");
    let json = footwork(&["query", library.path(), "all", "--format", "json"]).stdout;
    assert_eq!(valid(&json, "query")["clips"][0]["clip"], clip);
}

#[test]
fn tables_and_findings_show_names_on_one_line() {
    let (library, clip) = odd();
    let lib = library.path();
    let shown = "esc␛[31m␉␊b\u{fffd}.bvh";
    for arguments in [
        &["query", lib, "all"][..],
        &["info", lib],
        &["timeline", lib],
        &["check", lib],
    ] {
        let table = footwork(arguments).stdout;
        assert!(
            arguments[0] == "check" || table.contains(shown),
            "{table:?}"
        );
        assert!(!table.contains(['\x1b', '\t', '\u{202e}']), "{table:?}");
    }
    for call in calls::all(lib, lib) {
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        let ran = footwork(&call);
        let said = ran.stderr + &ran.stdout;
        assert!(!said.contains(['\x1b', '\u{202e}']), "{call:?}: {said:?}");
    }
    library.write(clip, b"HIERARCHY");
    let ran = footwork(&["query", lib, "all"]);
    let said = format!("{shown}:1:10: error[");
    assert!(ran.stderr.starts_with(&said), "{:?}", ran.stderr);
    let table = footwork(&["check", lib]).stdout;
    assert!(table.lines().any(|line| line == shown), "{table:?}");
}

#[test]
fn arguments_that_are_not_utf8_are_a_usage_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for more in [&[][..], &["--errors", "json"], &["--errors=json"]] {
        let mut command = Command::new(cargo_bin!("footwork"));
        command
            .args(["query", "s.tagdb"])
            .arg(OsStr::from_bytes(b"\xff"));
        let ran = command.args(more).output().unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(
            (ran.status.code(), ran.stdout.len()),
            (Some(2), 0),
            "{said}"
        );
        match more {
            [] => assert!(said.starts_with("error[usage]"), "{said}"),
            _ => assert_eq!(valid(&said, "errors")["errors"][0]["code"], "usage"),
        }
    }
}

/// Returns the cells of a CSV text without quotes.
fn cells(csv: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for character in csv.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ',' | '\n' if !is_quoted => cells.push(String::new()),
            other => cells.last_mut().unwrap().push(other),
        }
    }
    cells
}

/// A spreadsheet must not run the name of a clip, a tag, an event or a query as a formula.
#[test]
fn no_cell_of_any_verb_is_a_formula() {
    let library = Library::new();
    let lib = library.path();
    let formula = "=cmd|' /C calc'!A0.bvh";
    library.write(formula, &library.read("run.bvh"));
    for name in ["+1.bvh", "-1+2.bvh", "@SUM(A1,A2).bvh"] {
        library.write(name, &library.read("run.bvh"));
        let tag = ["tag", "add", "--", lib, "Gait.Run", name, "2", "9"];
        assert_eq!(footwork(&tag).code, 0);
    }
    let mut seen = 0;
    for call in calls::all(lib, lib) {
        let mut call: Vec<&str> = call.iter().map(String::as_str).collect();
        call.extend(["--format", "csv"]);
        let ran = footwork(&call);
        for cell in cells(&ran.stdout) {
            let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
            let is_number = cell.parse::<f64>().is_ok();
            assert!(!is_formula || is_number, "{call:?}: {cell}");
            seen += usize::from(cell.starts_with("'="));
        }
    }
    assert!(seen > 3, "{seen}");
}

/// A cell escaped for spreadsheets reads back unchanged.
#[test]
fn names_that_look_like_formulas_are_exported_and_imported() {
    for to in ["csv", "bids", "unreal"] {
        let library = Library::new();
        let lib = library.path();
        let clips = ["=1+1.bvh", "-2.bvh", "'=3.bvh", "esc\u{1b}\u{202e}.bvh"];
        for clip in clips {
            library.write(clip, &library.read("run.bvh"));
            let ran = footwork(&["tag", "add", "--", lib, "\"-x\u{202e}\"", clip, "2", "9"]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
        }
        let out = format!("{lib}/out.table");
        let ran = footwork(&["export", lib, "--to", to, "-o", &out]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(!library.text("out.table").contains(['\u{1b}', '\u{202e}']));
        let items = clips.map(|clip| library.items(clip));
        for clip in clips {
            std::fs::remove_file(format!("{lib}/{clip}.tags")).unwrap();
        }
        let ran = footwork(&["import", lib, &out, "--from", to]);
        assert_eq!(ran.code, 0, "{to}: {}", ran.stderr);
        assert_eq!(clips.map(|clip| library.items(clip)), items, "{to}");
    }
}

/// Names that a spreadsheet would run as formulas or a terminal as escape sequences, and names that look like their
/// escaped forms.
const NAMES: &[&str] = &[
    "=a",
    "+b",
    "-c",
    "@d",
    "'e",
    "'=f",
    "\u{feff}=g",
    "\u{a0}@h",
    " -i",
    "＝j",
    "k\u{202e}",
    "k\u{202d}",
    "l\u{7}",
    "l␇",
    "m\u{2028}",
    "n\u{fffd}",
    "o\n",
    "\tp",
    "n/a",
    "\"q\"",
];

#[test]
fn names_in_csv_read_back() {
    let (library, copy) = (Library::new(), Library::new());
    let clip = library.read("run.bvh");
    for name in NAMES {
        for library in [&library, &copy] {
            library.write(&format!("{name}.bvh"), &clip);
        }
        let tags = b"footwork-tags 1\ntag Gait.Run 3 9\nevent Foot.Left 5\n";
        library.write(&format!("{name}.bvh.tags"), tags);
    }
    let lib = library.path();
    let encode = [
        "events",
        "encode",
        lib,
        "Foot.Left",
        "--window",
        "0.3",
        "--format",
        "csv",
    ];
    let encoded = footwork(&encode).stdout;
    let decode = ["events", "decode", "-", "--library", lib, "--window", "0.3"];
    let ran = footwork_reading(&decode, encoded.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let decoded: Value = serde_json::from_str(&ran.stdout).unwrap();
    let clips = decoded["clips"].as_array().unwrap();
    let clips: Vec<&str> = clips
        .iter()
        .map(|clip| clip["clip"].as_str().unwrap())
        .collect();
    for name in NAMES {
        assert!(clips.contains(&format!("{name}.bvh").as_str()), "{name:?}");
    }
    for format in ["csv", "bids", "unreal"] {
        let exported = footwork(&["export", lib, "--to", format]).stdout;
        assert!(
            !exported.contains(['\u{202e}', '\u{7}', '\u{2028}']),
            "{format}"
        );
        for name in NAMES {
            _ = std::fs::remove_file(format!("{}/{name}.bvh.tags", copy.path()));
        }
        let import = ["import", copy.path(), "-", "--from", format];
        let ran = footwork_reading(&import, exported.as_bytes());
        assert_eq!(ran.code, 0, "{format}: {}", ran.stderr);
        for name in NAMES {
            let items = copy.text(&format!("{name}.bvh.tags"));
            let has = items.contains("tag Gait.Run 3 9\n") && items.contains("event Foot.Left 5\n");
            assert!(has, "{format} {name:?}: {items}");
        }
    }
}
