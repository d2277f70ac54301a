//! `footwork merge-driver`: merges three files as git calls it.

use serde_json::json;

use crate::run::{Library, Ran, footwork, valid};

const HEADER: &str = "footwork-tags 1\nclip run.bvh\nframes 60\n";

/// Returns a folder with the three files `base`, `ours` and `theirs`.
fn files(base: &str, ours: &str, theirs: &str) -> Library {
    let library = Library::new();
    for (name, body) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        let text = match body {
            "" => String::new(),
            body => format!("{HEADER}{body}"),
        };
        library.write(name, text.as_bytes());
    }
    library
}

fn merge(library: &Library, more: &[&str]) -> Ran {
    let paths = ["base", "ours", "theirs"].map(|name| format!("{}/{name}", library.path()));
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    footwork(&[&["merge-driver"], paths.as_slice(), more].concat())
}

fn ours(library: &Library) -> String {
    String::from_utf8(library.read("ours")).unwrap()
}

#[test]
fn compatible_edits_are_merged_silently() {
    let library = files("tag A 0 10\n", "tag A 2 10\n", "tag A 0 20\n");
    let ran = merge(&library, &[]);
    assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (0, "", ""));
    assert_eq!(ours(&library), format!("{HEADER}tag A 2 20\n"));

    let library = files("", "tag A 2 10\n", "tag A 8 20\nevent E 4\n");
    let ran = merge(&library, &["walk.bvh.tags", "--format", "json"]);
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    let answer = valid(&ran.stdout, "merge-driver");
    assert_eq!(answer, json!({"file": "walk.bvh.tags", "conflicts": []}));
    assert_eq!(ours(&library), format!("{HEADER}tag A 2 20\nevent E 4\n"));
}

#[test]
fn a_conflict_is_reported_on_one_line_and_marked_in_the_file() {
    let [base, our, their] = [
        "tag A 0 10\nevent E 4\n",
        "tag A 0 12\ntag B 3 5\nevent E 4\n",
        "tag A 0 14\n",
    ];
    let library = files(base, our, their);
    let ran = merge(&library, &["a.tags"]);
    assert_eq!((ran.code, &*ran.stdout), (1, ""));
    assert_eq!(
        ran.stderr,
        "a.tags:4:1: error[merge-conflict]: tag A: `tag A 0 10` became `tag A 0 12` in ours \
         and `tag A 0 14` in theirs\n"
    );
    let merged = "<<<<<<< ours\ntag A 0 12\n=======\ntag A 0 14\n>>>>>>> theirs\ntag B 3 5\n";
    assert_eq!(ours(&library), format!("{HEADER}{merged}"));

    let library = files(base, our, their);
    let ran = merge(
        &library,
        &["a.tags", "--format", "json", "--errors", "json"],
    );
    assert_eq!(ran.code, 1);
    let findings = valid(&ran.stderr, "findings");
    assert_eq!(findings["findings"][0]["line"], 4);
    assert_eq!(
        valid(&ran.stdout, "merge-driver")["conflicts"],
        json!([{
            "line": 4, "item": "tag A", "base": ["tag A 0 10"],
            "ours": ["tag A 0 12"], "theirs": ["tag A 0 14"],
        }])
    );

    let library = files(base, our, their);
    let ran = merge(&library, &["a.tags", "--format", "csv"]);
    let rows = "a.tags,4,tag A,base,tag A 0 10\na.tags,4,tag A,ours,tag A 0 12\n\
                a.tags,4,tag A,theirs,tag A 0 14\n";
    assert_eq!(ran.stdout, format!("file,line,item,side,text\n{rows}"));
}

#[test]
fn an_unreadable_file_leaves_our_version_unchanged() {
    for (name, text, code) in [
        ("base", "garbage\n", "no-sidecar"),
        ("ours", "", "no-sidecar"),
        ("theirs", "footwork-tags 2\n", "newer-version"),
        (
            "theirs",
            "footwork-tags 1\n<<<<<<< ours\n",
            "merge-conflict",
        ),
    ] {
        let library = files("tag A 0 10\n", "tag A  2 10\n", "tag A 0 20\n");
        library.write(name, text.as_bytes());
        let before = ours(&library);
        let ran = merge(&library, &["--errors", "json"]);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{name}");
        let error = &valid(&ran.stderr, "errors")["errors"][0];
        assert_eq!(error["code"], code);
        assert!(error["file"].as_str().unwrap().ends_with(name));
        assert_eq!(ours(&library), before);
    }
    let library = files("tag A 0 10\n", "tag A 2 10\n", "tag A 0 20\n");
    let paths = ["no/such/file", "ours", "theirs"].map(|n| format!("{}/{n}", library.path()));
    let ran = footwork(&["merge-driver", &paths[0], &paths[1], &paths[2]]);
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("unreadable"), "{}", ran.stderr);
}

/// git merges two common ancestors with the same driver, so the base may contain markers.
#[test]
fn with_markers_in_the_base_every_difference_is_a_conflict() {
    let broken = "<<<<<<< ours\ntag A 0 12\n=======\ntag A 0 14\n>>>>>>> theirs\n";
    let library = files(broken, "tag A 0 12\ntag B 1 2\n", "tag A 0 14\ntag B 1 2\n");
    let ran = merge(&library, &["a.tags"]);
    assert_eq!((ran.code, &*ran.stdout), (1, ""));
    let merged = "<<<<<<< ours\ntag A 0 12\n=======\ntag A 0 14\n>>>>>>> theirs\ntag B 1 2\n";
    assert_eq!(ours(&library), format!("{HEADER}{merged}"));

    let library = files(broken, "note \"a\"\ntag A 0 12\n", "tag A 0 12\n");
    let ran = merge(&library, &["a.tags"]);
    assert_eq!(ran.code, 1, "theirs may have removed the note");
    assert!(ran.stderr.contains("is not known"), "{}", ran.stderr);
    let library = files(broken, "tag A 0 12\n", "tag A 0 12\n");
    assert_eq!(merge(&library, &["a.tags"]).code, 0);
}

#[test]
fn a_rebase_and_an_edit_are_one_conflict_with_advice() {
    let library = files("tag A 30 40\n", "tag A 30 45\n", "");
    library.write(
        "theirs",
        b"footwork-tags 1\nclip run.bvh\nframes 50\ntag A 20 30\n",
    );
    let ran = merge(&library, &["a.tags"]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.stderr,
        "a.tags:3:1: error[merge-conflict]: content: theirs was rebased to another version of the \
         clip, and ours changed tags or events of the old frames: keep theirs and make the edits of \
         ours again, or keep ours and rebase that\n"
    );
    let conflict = "<<<<<<< ours\nframes 60\ntag A 30 45\n=======\nframes 50\ntag A 20 30\n";
    let all = format!("footwork-tags 1\nclip run.bvh\n{conflict}>>>>>>> theirs\n");
    assert_eq!(ours(&library), all);
}

#[test]
fn footwork_toml_is_merged_by_its_keys() {
    let library = Library::new();
    let write = |sides: [&str; 3]| {
        for (name, text) in ["base", "ours", "theirs"].into_iter().zip(sides) {
            library.write(name, text.as_bytes());
        }
    };
    let base = "name = \"a\"\n\n[queries]\nfast = \"A\"\n";
    let [b, c] =
        ["B", "C"].map(|query| base.replace("fast = \"A\"", &format!("fast = \"{query}\"")));
    write([base, &b, &base.replace("\"a\"", "\"z\" # new")]);
    let ran = merge(&library, &["moves/footwork.toml"]);
    assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (0, "", ""));
    // The merged file has the comment of their version too.
    assert_eq!(ours(&library), b.replace("\"a\"", "\"z\" # new"));

    write([base, &b, &c]);
    let ran = merge(&library, &["footwork.toml", "--format", "json"]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.stderr,
        "footwork.toml:4:1: error[merge-conflict]: queries.fast: `\"A\"` became `\"B\"` in ours and \
         `\"C\"` in theirs\n"
    );
    assert_eq!(
        valid(&ran.stdout, "merge-driver")["conflicts"],
        json!([{
            "line": 4, "item": "queries.fast", "base": ["\"A\""], "ours": ["\"B\""], "theirs": ["\"C\""],
        }])
    );

    write(["<<<<<<< ours\n=======\n>>>>>>> theirs\n", base, &b]);
    assert_eq!(merge(&library, &["footwork.toml"]).code, 1);
    write([base, base, "garbage"]);
    let ran = merge(&library, &["footwork.toml"]);
    assert_eq!((ran.code, ours(&library).as_str()), (2, base));
    assert!(ran.stderr.contains("not TOML"), "{}", ran.stderr);
}

#[test]
fn a_sidecar_with_markers_is_reported_and_not_replaced() {
    let library = Library::new();
    let text = format!("{HEADER}<<<<<<< ours\ntag A 0 1\n=======\n>>>>>>> theirs\n");
    library.write("run.bvh.tags", text.as_bytes());
    let ran = footwork(&["tag", "add", library.path(), "Gait.Run", "run", "0", "9"]);
    assert_eq!((ran.code, &*ran.stdout), (1, ""));
    assert!(
        ran.stderr
            .contains("run.bvh.tags:4:1: error[merge-conflict]"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("error[incomplete]: nothing has changed"),
        "{}",
        ran.stderr
    );
    assert_eq!(library.read("run.bvh.tags"), text.as_bytes());
}

#[test]
fn edits_of_a_renamed_tag_or_event_go_to_the_new_name() {
    for [base, our, their, merged] in [
        [
            "tag A 0 16\ntag A 30 40\n",
            "tag A 30 40\n",
            "tag B 0 16\ntag B 30 40\n",
            "tag B 30 40\n",
        ],
        [
            "tag A 30 40\n",
            "tag A 30 33\ntag A 35 40\n",
            "tag B 30 40\n",
            "tag B 30 33\ntag B 35 40\n",
        ],
        [
            "event F 10\nevent F 20\n",
            "event F 10\n",
            "event G 10\nevent G 20\n",
            "event G 10\n",
        ],
    ] {
        let library = files(base, our, their);
        assert_eq!(merge(&library, &[]).code, 0);
        assert_eq!(ours(&library), format!("{HEADER}{merged}"));
    }
    let library = files("tag A 0 16\n", "tag B 0 16\n", "tag C 0 16\n");
    let ran = merge(&library, &["a.tags"]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.stderr,
        "a.tags:4:1: error[merge-conflict]: tag A: `tag A 0 16` became `tag B 0 16` in ours and \
         `tag C 0 16` in theirs\n"
    );
}
