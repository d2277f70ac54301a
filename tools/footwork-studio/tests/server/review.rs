//! Tests of the review of a library: states, notes, findings with fixes, rules, a second labeller, strips, and the
//! setup of a vocabulary.

use std::fs;

use footwork_studio::{Options, Server};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Studio, bvh, edit};

fn row<'a>(list: &'a Value, clip: &str) -> &'a Value {
    let mut rows = list["clips"].as_array().unwrap().iter();
    rows.find(|row| row["name"] == clip).unwrap()
}

#[test]
fn states_and_notes_are_edits_like_others() {
    let studio = Studio::start();
    let clips = studio.get("/api/clips").done();
    assert_eq!(row(&clips, "run.bvh")["state"], "inProgress");
    assert_eq!(row(&clips, "walks/walk one.bvh")["state"], "untouched");
    let before = studio.text("run.bvh.tags");
    let state = json!({ "state": "done", "by": "Ann", "on": "2026-11-26" });
    let operations = json!([
        { "kind": "setState", "state": state },
        { "kind": "setNote", "old": null, "new": "a \"note\"\n" },
    ]);
    let edited = studio
        .post("/api/edit", &edit("run.bvh", &operations))
        .done();
    assert_eq!(edited["labels"][0]["state"], state);
    assert_eq!(edited["labels"][0]["notes"], json!(["a \"note\"\n"]));
    assert_eq!(edited["rows"][0]["state"], "done");
    assert_eq!(edited["rows"][0]["notes"], 1);
    let lines = "state done by \"Ann\" on 2026-11-26\nnote \"a \\\"note\\\"\\n\"\n";
    assert!(studio.text("run.bvh.tags").contains(lines));
    assert_eq!(edited["rows"][0]["signed"], state);
    let again = studio
        .post("/api/edit", &edit("run.bvh", &operations))
        .done();
    assert_eq!(again["changed"], false);
    let assigned = json!({ "state": "done", "by": "Ann", "on": "2026-11-26", "assignee": "Ben" });
    let operations = json!([{ "kind": "setState", "state": assigned }]);
    let edited = studio
        .post("/api/edit", &edit("run.bvh", &operations))
        .done();
    assert_eq!(edited["rows"][0]["signed"], assigned);
    let line = "state done by \"Ann\" on 2026-11-26 for \"Ben\"\n";
    assert!(studio.text("run.bvh.tags").contains(line));
    studio.post("/api/undo", &Value::Null).done();
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(studio.text("run.bvh.tags"), before);
    for (state, code) in [
        (json!({ "state": "done", "on": "2026-02-30" }), "bad-value"),
        (
            json!({ "state": "done", "by": "x".repeat(201) }),
            "too-long",
        ),
        (
            json!({ "state": "done", "assignee": "x".repeat(201) }),
            "too-long",
        ),
    ] {
        let operations = json!([{ "kind": "setState", "state": state }]);
        let body = edit("run.bvh", &operations);
        studio.post("/api/edit", &body).refused(422, code);
    }
    let operations = json!([{ "kind": "setState", "state": { "state": "finished" } }]);
    let answer = studio.post("/api/edit", &edit("run.bvh", &operations));
    assert_eq!(answer.status, 422);
}

#[test]
fn findings_come_with_edits_that_fix_them() {
    let studio = Studio::start();
    let config = studio.text("footwork.toml");
    drop(studio);
    let folder = tempfile::tempdir().unwrap();
    let checks = format!("exclusive = [\"Gait\"]\n{config}\n[checks]\nmax_gap = 3\n");
    fs::write(folder.path().join("footwork.toml"), checks).unwrap();
    fs::write(folder.path().join("run.bvh"), bvh(60)).unwrap();
    let tags = "footwork-tags 1\nclip run.bvh\ntag Gait.Run 0 10\ntag Gait.Run 12 30\n\
                tag Gait.Walk 25 40\ntag Nobody.Knows 0 9\n";
    fs::write(folder.path().join("run.bvh.tags"), tags).unwrap();
    let studio = Studio::new(folder);
    let check = || studio.get("/api/check?motion=true").done();
    let found = check();
    assert_eq!(found["hasMotion"], true);
    let of = |found: &Value, code: &str| -> Vec<Value> {
        let findings = found["findings"].as_array().unwrap().iter();
        findings
            .filter(|one| one["code"] == code)
            .cloned()
            .collect()
    };
    let gap = &of(&found, "gap")[0];
    assert_eq!(
        (&gap["clip"], &gap["span"]),
        (&json!("run.bvh"), &json!([10, 12]))
    );
    let fill = json!([{ "kind": "paint", "tag": "Gait.Run", "start": 10, "stop": 12 }]);
    assert_eq!(
        gap["fixes"],
        json!([{ "title": "Fill the gap", "operations": fill }])
    );
    assert_eq!(of(&found, "not-in-vocabulary")[0]["fixes"], json!([]));
    // Either of the two tags may be the right one.
    let keep = &of(&found, "exclusive-overlap")[0]["fixes"];
    assert_eq!(keep[0]["title"], "Keep Gait.Walk");
    assert_eq!(keep[1]["title"], "Keep Gait.Run");
    assert_eq!(keep.as_array().unwrap().len(), 2);
    let both = [&gap["fixes"][0]["operations"][0], &keep[1]["operations"][0]];
    studio
        .post("/api/edit", &edit("run.bvh", &json!(both)))
        .done();
    let found = check();
    assert!(of(&found, "gap").is_empty() && of(&found, "exclusive-overlap").is_empty());
    // The motion was read before. It is not read again, and its findings stay.
    assert_eq!(studio.get("/api/check").done()["hasMotion"], true);
}

#[test]
fn rules_are_accepted_clip_by_clip() {
    let studio = Studio::start();
    let add = json!({ "labels": [], "exclusive": [], "rules": [
        { "tag": "Auto.Start", "query": "first(all, 10)" },
    ] });
    studio.post("/api/set-up", &add).done();
    let answer = studio.get("/api/rules").done();
    assert_eq!(
        answer["rules"],
        json!([{ "tag": "Auto.Start", "query": "first(all, 10)" }])
    );
    let changes = answer["changes"].as_array().unwrap();
    let of = |clip: &str, tag: &str| {
        let is_it = |change: &&Value| change["clip"] == clip && change["tag"] == tag;
        changes.iter().find(is_it).unwrap()
    };
    assert_eq!(of("run.bvh", "Auto.Start")["added"], json!([[0, 10]]));
    // The rule of this tag is gone, so its span would be removed.
    assert_eq!(of("run.bvh", "Gait.Walk")["removed"], json!([[40, 50]]));
    let accept = json!({ "clips": ["walks/walk one.bvh"] });
    assert_eq!(
        studio.post("/api/follow-rules", &accept).done()["changed"],
        true
    );
    assert!(
        studio
            .text("walks/walk one.bvh.tags")
            .contains("tag Auto.Start 0 10 rule")
    );
    assert!(!studio.text("run.bvh.tags").contains("Auto.Start"));
    let left = studio.get("/api/rules").done();
    let left = left["changes"].as_array().unwrap().iter();
    assert!(
        left.clone().all(|change| change["clip"] == "run.bvh"),
        "{left:?}"
    );
    assert_eq!(
        studio.post("/api/follow-rules", &accept).done()["changed"],
        false
    );
    let unknown = json!({ "clips": ["gone.bvh"] });
    studio
        .post("/api/follow-rules", &unknown)
        .refused(404, "unknown-clip");
}

#[test]
fn rules_that_cannot_run_are_not_written() {
    let studio = Studio::start();
    let before = studio.disk();
    let set_up = |rules: Value| {
        let all = json!({
            "labels": [{ "kind": "tag", "name": "New.Tag" }],
            "exclusive": ["Gait"],
            "rules": rules,
        });
        studio.post("/api/set-up", &all)
    };
    // The answer gives the place of the mistake, and nothing is written.
    let unknown = set_up(json!([{ "tag": "X", "query": "Gait & { sped > 1 }" }]));
    unknown.refused(422, "bad-rule");
    let mistake = &unknown.json()["mistakes"][0];
    assert_eq!(
        (&mistake["start"], &mistake["stop"]),
        (&json!(9), &json!(13))
    );
    assert!(
        unknown.json()["message"]
            .as_str()
            .unwrap()
            .contains("rule for X")
    );
    set_up(json!([{ "tag": "X", "query": "(" }])).refused(422, "bad-rule");
    // Each rule is valid by itself, but the two depend on each other.
    let circle = json!([{ "tag": "X", "query": "Y" }, { "tag": "Y", "query": "!X" }]);
    set_up(circle).refused(422, "bad-rule");
    assert_eq!(studio.disk(), before);
    // A rule may use a label of the same request, and the tag of another rule.
    let good = json!([{ "tag": "X", "query": "New.Tag" }, { "tag": "Y", "query": "!X" }]);
    set_up(good).done();
    assert_eq!(studio.get("/api/rules").done()["rules"][1]["tag"], "Y");
    // A broken rule that exists already does not make the server refuse a new rule.
    let text = studio
        .text("footwork.toml")
        .replace("\"New.Tag\"\n", "\"(\"\n");
    fs::write(studio.path("footwork.toml"), text).unwrap();
    let studio = studio.restart();
    studio.get("/api/rules").refused(422, "bad-rule");
    let more = json!({ "labels": [], "exclusive": [], "rules": [{ "tag": "Z", "query": "all" }] });
    studio.post("/api/set-up", &more).done();
    assert!(studio.text("footwork.toml").contains("Z = \"all\""));
}

#[test]
fn a_rule_is_tried_before_it_is_written() {
    let studio = Studio::start();
    let before = studio.disk();
    let tried = json!({ "tag": "Auto.Start", "query": "first(all, 10)" });
    let answer = studio.post("/api/try-rule", &tried).done();
    let changes = answer["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 2);
    assert!(
        changes
            .iter()
            .all(|one| one["tag"] == "Auto.Start" && one["added"] == json!([[0, 10]]))
    );
    assert_eq!(answer["rules"], json!([]));
    let wrong = json!({ "tag": "Auto.Start", "query": "{ speed > }" });
    studio
        .post("/api/try-rule", &wrong)
        .refused(422, "bad-rule");
    assert_eq!(studio.disk(), before);
}

#[test]
fn a_second_labeller_is_compared_and_only_read() {
    let studio = Studio::start();
    studio.get("/api/agreement").refused(404, "no-second");
    studio
        .get("/api/second?clip=run.bvh")
        .refused(404, "no-second");
    let second = tempfile::tempdir().unwrap();
    let tags = studio.text("run.bvh.tags");
    let theirs = tags.replace("tag Gait.Run 10 30", "tag Gait.Run 15 30");
    fs::write(second.path().join("run.bvh.tags"), &theirs).unwrap();
    let options = Options {
        port: Some(0),
        compare: Some(second.path().to_owned()),
        ..Options::default()
    };
    let folder = TempDir::new().unwrap();
    for file in ["footwork.toml", "run.bvh", "run.bvh.tags"] {
        fs::write(folder.path().join(file), studio.text(file)).unwrap();
    }
    let server = Server::start(folder.path(), &options).unwrap();
    let studio = Studio::with(server, folder);
    assert!(studio.get("/api/library").done()["second"].is_string());
    let answer = studio.get("/api/agreement").done();
    let tags = answer["tags"].as_array().unwrap();
    let run = tags.iter().find(|tag| tag["tag"] == "Gait.Run").unwrap();
    let counts = (&run["both"], &run["onlyOurs"], &run["onlyTheirs"]);
    assert_eq!(counts, (&json!(15), &json!(5), &json!(0)));
    // Observed 55/60, expected 20/60 · 15/60 + 40/60 · 45/60 = 7/12: (11/12 - 7/12) / (5/12).
    assert!((run["kappa"].as_f64().unwrap() - 0.8).abs() < 1e-12);
    assert_eq!(answer["warnings"], json!([]));
    assert_eq!(
        answer["clips"][0]["differences"],
        json!([{
            "tag": "Gait.Run", "start": 10, "stop": 30,
            "ours": [[10, 30]], "theirs": [[15, 30]], "edgesApart": 5, "isKept": false
        }])
    );
    let of_clip = studio.get("/api/second?clip=run.bvh").done();
    assert_eq!(of_clip["why"], Value::Null);
    assert!(
        of_clip["spans"]
            .as_array()
            .unwrap()
            .iter()
            .any(|span| span["start"] == 15)
    );
    // A kept difference is stored in the library, and can be undone like other edits.
    let before = studio.text("run.bvh.tags");
    let keep = |ours: Value, theirs: Value| {
        let operation = json!([{
            "kind": "keep", "tag": "Gait.Run", "ours": ours, "theirs": theirs,
        }]);
        studio.post("/api/edit", &edit("run.bvh", &operation))
    };
    keep(json!([[10, 30]]), json!([[10, 30]])).refused(422, "bad-value");
    keep(json!([]), json!([])).refused(422, "bad-value");
    keep(json!([[10, 20], [20, 30]]), json!([])).refused(422, "bad-value");
    keep(json!([[10, 10]]), json!([])).refused(422, "bad-value");
    keep(json!([[10, 61]]), json!([])).refused(422, "outside-clip");
    assert_eq!(studio.text("run.bvh.tags"), before);
    assert_eq!(
        keep(json!([[10, 30]]), json!([[15, 30]])).done()["changed"],
        true
    );
    let is_kept =
        || studio.get("/api/agreement").done()["clips"][0]["differences"][0]["isKept"].clone();
    assert_eq!(is_kept(), true);
    let line = "kept Gait.Run ours 10 30 theirs 15 30\n";
    assert!(studio.text("run.bvh.tags").contains(line));
    assert_eq!(
        keep(json!([[10, 30]]), json!([[15, 30]])).done()["changed"],
        false
    );
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(studio.text("run.bvh.tags"), before);
    assert_eq!(is_kept(), false);
    let erase = json!([{ "kind": "erase", "tag": "Gait.Run", "start": 10, "stop": 15 }]);
    studio.post("/api/edit", &edit("run.bvh", &erase)).done();
    let answer = studio.get("/api/agreement").done();
    assert_eq!(answer["clips"][0]["differences"], json!([]));
    let left = fs::read_to_string(second.path().join("run.bvh.tags")).unwrap();
    assert_eq!(left, theirs);
    assert_eq!(fs::read_dir(second.path()).unwrap().count(), 1);
    // A file whose last line has no line end may have been cut off.
    fs::write(second.path().join("run.bvh.tags"), theirs.trim_end()).unwrap();
    let answer = studio.get("/api/agreement").done();
    let warning = answer["warnings"][0].as_str().unwrap();
    let last = format!("run.bvh.tags line {}: ", theirs.lines().count());
    assert!(warning.contains(&last), "{warning}");
    assert_eq!(answer["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn strips_have_the_approximate_places_of_tags() {
    let studio = Studio::start();
    let asked = json!({ "clips": ["run.bvh", "walks/walk one.bvh"] });
    let strips = studio.post("/api/strips", &asked).done();
    assert_eq!(
        strips[1],
        json!({ "clip": "walks/walk one.bvh", "tags": [] })
    );
    // Frames 10 to 30 and 40 to 50 of 60, rounded outwards.
    let of = |tag: &str| {
        let tags = strips[0]["tags"].as_array().unwrap();
        tags.iter().find(|one| one["tag"] == tag).unwrap()["ranges"].clone()
    };
    assert_eq!(of("Gait.Run"), json!([[16, 50]]));
    assert_eq!(of("Gait.Walk"), json!([[66, 84]]));
    let many = json!({ "clips": vec!["run.bvh"; 501] });
    studio.post("/api/strips", &many).refused(422, "too-many");
}

#[test]
fn a_vocabulary_is_set_up_in_one_step() {
    let studio = Studio::start();
    let before = studio.text("footwork.toml");
    let all = json!({
        "labels": [
            { "kind": "tag", "name": "Gait.Run", "colour": "#000000" },
            { "kind": "tag", "name": "Phase.Land", "colour": "#c66605", "key": "c" },
            { "kind": "event", "name": "Foot.Right", "mirror": "Foot.Left" },
        ],
        "exclusive": ["Gait"],
        "rules": [{ "tag": "Gait.Run", "query": "none" }],
    });
    let info = studio.post("/api/set-up", &all).done();
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().unwrap().iter();
        list.map(|one| one["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(names(&info["tags"]).contains(&"Phase.Land".to_owned()));
    let text = studio.text("footwork.toml");
    // The existing settings stay unchanged.
    assert!(
        text.contains("colour = \"#d55e00\"") && !text.contains("#000000"),
        "{text}"
    );
    assert!(text.contains("exclusive = [\"Gait\"]") && text.contains("mirror = \"Foot.Left\""));
    assert!(text.contains("[rules]\n\"Gait.Run\" = \"none\""), "{text}");
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(studio.text("footwork.toml"), before);
    let bad = json!({ "labels": [], "exclusive": ["no name"], "rules": [] });
    studio.post("/api/set-up", &bad).refused(422, "bad-name");
}

#[test]
fn contracts_are_counted_once_the_motion_is_checked() {
    let studio = Studio::start();
    let config = studio.text("footwork.toml");
    drop(studio);
    let folder = tempfile::tempdir().unwrap();
    let contract = "\n[[expect]]\nwhere = \"all\"\nframes = { max = 50 }\nfoot_slide = \"3cm/s\"\nmessage = \"short\"\n";
    fs::write(folder.path().join("footwork.toml"), config + contract).unwrap();
    fs::write(folder.path().join("run.bvh"), bvh(60)).unwrap();
    fs::write(folder.path().join("walk.bvh"), bvh(40)).unwrap();
    let studio = Studio::new(folder);
    let found = studio.get("/api/check").done();
    assert_eq!(found["contracts"], json!([]));
    let found = studio.get("/api/check?motion=true").done();
    assert_eq!(found["contracts"].as_array().unwrap().len(), 1);
    let contract = &found["contracts"][0];
    for (key, expected) in [
        ("query", json!("all")),
        ("message", json!("short")),
        ("ranges", json!(2)),
        ("kept", json!(1)),
        ("broken", json!(1)),
        // The skeleton has no feet, so the limit on foot slide is not evaluated.
        ("notEvaluated", json!(2)),
        ("problem", Value::Null),
    ] {
        assert_eq!(contract[key], expected, "{key}");
    }
}

#[test]
fn a_contract_with_a_broken_query_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let contracts = "[[expect]]\nwhere = \"Gat &\"\nframes = 9\n\
                     [[expect]]\ngroup = \"all\"\nmissing = [\"all\", \"{ sped > 1 }\"]\n";
    fs::write(folder.path().join("footwork.toml"), contracts).unwrap();
    fs::write(folder.path().join("run.bvh"), bvh(60)).unwrap();
    let studio = Studio::new(folder);
    let found = studio.get("/api/check?motion=true").done();
    let of = |at: usize| {
        let contract = &found["contracts"][at];
        let problem = contract["problem"].as_str().unwrap().to_owned();
        (
            problem,
            contract["ranges"].clone(),
            contract["kept"].clone(),
        )
    };
    let (problem, ranges, kept) = of(0);
    assert!(
        !problem.is_empty() && !problem.contains("line 1"),
        "{problem}"
    );
    assert_eq!((ranges, kept), (json!(0), json!(0)));
    let (problem, ranges, kept) = of(1);
    assert!(
        problem.starts_with("missing \"{ sped > 1 }\": "),
        "{problem}"
    );
    assert_eq!((ranges, kept), (json!(1), json!(1)));
    let bad = found["findings"].as_array().unwrap().iter();
    assert_eq!(bad.filter(|one| one["code"] == "bad-expect").count(), 2);
}

#[test]
fn ranges_are_measured_in_the_order_of_the_request() {
    let studio = Studio::start();
    let walk = "walks/walk one.bvh";
    let ranges = json!([
        { "clip": walk, "start": 2, "stop": 12 },
        { "clip": "run.bvh", "start": 0, "stop": 30 },
        { "clip": walk, "start": 0, "stop": 5 },
    ]);
    let answer = studio
        .post("/api/measure", &json!({ "ranges": ranges }))
        .done();
    let measures = answer["measures"].as_array().unwrap();
    let place = |name: &str| measures.iter().position(|one| one["name"] == name).unwrap();
    assert_eq!(measures[place("foot_slide")]["unit"], "m/s");
    assert_eq!(measures[place("foot_slide")]["isFault"], true);
    assert_eq!(measures[place("speed")]["isFault"], false);
    let rows = answer["rows"].as_array().unwrap();
    let own: Vec<&Value> = rows.iter().map(|row| &row["range"]).collect();
    assert_eq!(json!(own), ranges);
    let frames = |row: &Value| row["values"][place("frames")]["value"].clone();
    assert_eq!(
        json!([10.0, 30.0, 5.0]),
        json!([frames(&rows[0]), frames(&rows[1]), frames(&rows[2])])
    );
    let slide = &rows[0]["values"][place("foot_slide")];
    assert!(
        slide["value"].is_null() && slide["reason"].is_string(),
        "{slide}"
    );

    let refused = |ranges: Value, code| {
        let answer = studio.post("/api/measure", &json!({ "ranges": ranges }));
        answer.refused(422, code);
    };
    refused(
        json!([{ "clip": "run.bvh", "start": 5, "stop": 5 }]),
        "no-frames",
    );
    let one = json!({ "clip": "run.bvh", "start": 0, "stop": 5 });
    refused(json!(vec![one; 257]), "too-many");
}
