//! Comparing two labellers.

use serde_json::json;

use crate::run::{Library, footwork, valid};

#[test]
fn two_labellers_are_compared_tag_by_tag() {
    let (ours, theirs) = (Library::new(), Library::new());
    let add = |library: &Library, tag: &str, clip: &str, range: [&str; 2]| {
        let [start, stop] = range;
        let added = footwork(&["tag", "add", library.path(), tag, clip, start, stop]);
        assert_eq!(added.code, 0, "{}", added.stderr);
    };
    add(&ours, "Gait.Run", "run", ["0", "20"]);
    add(&theirs, "Gait.Run", "run", ["5", "20"]);
    add(&theirs, "Gait.Walk", "walk one", ["0", "5"]);
    let shown = footwork(&["agree", ours.path(), theirs.path()]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    let mut lines = shown.stdout.lines();
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let heads = "tag ours theirs common kappa clips apart";
    assert_eq!(lines.next().map(words).as_deref(), Some(heads));
    let run = lines.next().map(words).unwrap();
    assert!(run.starts_with("Gait.Run 20 15 0.75 0."), "{run}");
    assert!(
        shown.stdout.contains("1 clip compared, 1 difference\n"),
        "{}",
        shown.stdout
    );
    assert!(
        shown.stdout.contains("1 clip labelled only there\n"),
        "{}",
        shown.stdout
    );

    let json = footwork(&["agree", ours.path(), theirs.path(), "--format", "json"]);
    let answer = valid(&json.stdout, "agree");
    let mut difference = json!({
        "tag": "Gait.Run", "span": [0, 20], "ours": [[0, 20]], "theirs": [[5, 20]], "kept": false,
    });
    assert_eq!(answer["clips"][0]["differences"], json!([difference]));
    assert_eq!(answer["tags"][0]["both"], 15);
    assert_eq!(answer["tags"][0]["only_ours"], 5);

    // The edges are 5 frames apart.
    let differences = |tolerance: &str| {
        let other = ["--tolerance", tolerance, "--format", "json"];
        let all = [&["agree", ours.path(), theirs.path()], &other[..]].concat();
        let answer = valid(&footwork(&all).stdout, "agree");
        answer["clips"][0]["differences"].as_array().unwrap().len()
    };
    assert_eq!((differences("4"), differences("5")), (1, 0));

    // A settled difference in which our label was kept still counts, but needs no decision.
    let sidecar = std::path::Path::new(ours.path()).join("run.bvh.tags");
    let text = std::fs::read_to_string(&sidecar).unwrap();
    let kept = format!("{text}kept Gait.Run ours 0 20 theirs 5 20\n");
    std::fs::write(&sidecar, kept).unwrap();
    let json = footwork(&["agree", ours.path(), theirs.path(), "--format", "json"]);
    difference["kept"] = json!(true);
    assert_eq!(
        valid(&json.stdout, "agree")["clips"][0]["differences"],
        json!([difference])
    );
    let shown = footwork(&["agree", ours.path(), theirs.path()]);
    let expected = "1 clip compared, 1 difference, of which 1 settled\n";
    assert!(shown.stdout.contains(expected), "{}", shown.stdout);

    let same = footwork(&["agree", ours.path(), ours.path()]);
    assert_eq!((same.code, same.stdout.as_str()), (2, ""));
    assert!(
        same.stderr.contains("is the library itself"),
        "{}",
        same.stderr
    );
    let gone = footwork(&["agree", ours.path(), "no/such/folder"]);
    assert!(gone.stderr.contains("is not a folder"), "{}", gone.stderr);
}
