//! Tests of the responses to requests that change nothing.

use std::fs;

use serde_json::{Value, json};

use crate::client::{HARMFUL, Studio};

#[test]
fn the_library_and_its_clips() {
    let studio = Studio::start();
    let info = studio.get("/api/library").done();
    assert_eq!(info["name"], "Two clips");
    let root = fs::canonicalize(studio.root()).unwrap();
    assert_eq!(info["root"], root.display().to_string());
    let tags = info["tags"].as_array().unwrap();
    let names: Vec<&str> = tags
        .iter()
        .map(|tag| tag["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, [HARMFUL, "Gait.Run", "Gait.Walk"]);
    assert_eq!(
        tags[1],
        json!({
            "name": "Gait.Run", "colour": "#d55e00", "key": "r",
            "description": "Both feet leave the ground.", "place": 0, "clips": 1,
        })
    );
    assert_eq!(
        (&tags[0]["place"], &tags[2]["colour"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(info["events"][0]["name"], "Foot.Left");
    assert_eq!(info["queries"], json!({ "moving": "Gait" }));
    assert!(
        info["channels"]
            .as_array()
            .unwrap()
            .contains(&json!("Hips.height"))
    );
    let has = |list: &str, call: &str| {
        let list = info[list].as_array().unwrap();
        assert!(
            list.iter().any(|function| function["call"] == call),
            "{call}"
        );
    };
    has("queryFunctions", "then(query, query, amount)");
    has("expressionFunctions", "mean(c, w)");
    has("expressionFunctions", "abs(x)");
    assert_eq!(info["unsaved"], json!([]));

    let list = studio.get("/api/clips").done();
    let clips = list["clips"].as_array().unwrap();
    assert_eq!(clips.len(), 2);
    assert_eq!(
        clips[0],
        json!({
            "name": "run.bvh", "frames": 60, "rate": [30, 1], "tags": [0, 1, 2], "spans": 3,
            "events": 2, "warnings": 0, "stale": false, "mirrorOf": null,
            "state": "inProgress", "notes": 0,
        })
    );
    assert_eq!(clips[1]["name"], "walks/walk one.bvh");
}

#[test]
fn labels_are_those_of_the_sidecar() {
    let studio = Studio::start();
    let labels = studio.get("/api/labels?clip=run.bvh").done();
    let span = |tag: &str, start: u32, stop: u32, by_rule: bool| json!({ "tag": tag, "start": start, "stop": stop, "byRule": by_rule });
    assert_eq!(
        labels["spans"],
        json!([
            span(HARMFUL, 0, 5, false),
            span("Gait.Run", 10, 30, false),
            span("Gait.Walk", 40, 50, true),
        ])
    );
    assert_eq!(labels["refused"], json!([span("Gait.Walk", 55, 60, false)]));
    let moment =
        |time: f64, data: Option<&str>| json!({ "event": "Foot.Left", "time": time, "data": data });
    let events = json!([moment(12.5, None), moment(40.0, Some("{\"hard\":true}"))]);
    assert_eq!(labels["events"], events);
    assert_eq!(
        (&labels["frames"], &labels["readOnly"]),
        (&json!(60), &Value::Null)
    );
    let encoded = studio.get("/api/labels?clip=walks%2Fwalk+one.bvh").done();
    assert_eq!(encoded["frames"], 40);
    // Names must match exactly. The refusal suggests a similar name.
    studio
        .get("/api/labels?clip=run")
        .refused(404, "unknown-clip");
    let problem = studio
        .get("/api/labels?clip=rum.bvh")
        .refused(404, "unknown-clip");
    assert_eq!(problem["hint"], "did you mean run.bvh?");
    studio.get("/api/labels").refused(400, "bad-parameters");
    studio
        .get("/api/labels?clip=a&clip=b")
        .refused(400, "bad-parameters");
    studio
        .get("/api/labels?clip=run.bvh&more=1")
        .refused(400, "bad-parameters");
}

#[test]
fn motion_has_the_positions_of_the_joints() {
    let studio = Studio::start();
    let (header, numbers) = studio
        .get("/api/motion?clip=run.bvh&start=10&stop=12")
        .frames();
    assert_eq!(
        header,
        json!({
            "joints": ["Hips", ""], "parents": [-1, 0], "drawn": [true, true],
            "roles": ["hips", null], "sides": ["centre", "centre"], "start": 10, "stop": 12, "frames": 60,
            "mayHaveMesh": false,
        })
    );
    assert_eq!(
        numbers,
        [0.0, 1.0, 0.5, 0.0, 1.7, 0.5, 0.0, 1.0, 0.55, 0.0, 1.7, 0.55]
    );
    let (header, numbers) = studio.get("/api/motion?clip=run.bvh").frames();
    assert_eq!((&header["stop"], numbers.len()), (&json!(60), 60 * 2 * 3));
    // Frames past the end are left out.
    let (header, numbers) = studio
        .get("/api/motion?clip=run.bvh&start=50&stop=4000000000")
        .frames();
    assert_eq!((&header["stop"], numbers.len()), (&json!(60), 10 * 2 * 3));
    let (_, numbers) = studio
        .get("/api/motion?clip=run.bvh&start=9&stop=5")
        .frames();
    assert!(numbers.is_empty());
    studio
        .get("/api/motion?clip=run.bvh&start=-1")
        .refused(400, "bad-parameters");
}

#[test]
fn curves_are_expressions_over_channels() {
    let studio = Studio::start();
    let curve =
        |expression: &str| studio.get(&format!("/api/curve?clip=run.bvh&expression={expression}"));
    let (header, numbers) = curve("frame*2").frames();
    assert_eq!(header, json!({ "frames": 60, "lacks": null }));
    assert_eq!((numbers.len(), numbers[7]), (60, 14.0));
    let (_, numbers) = curve("lag(frame,3)").frames();
    assert_eq!(numbers[..5], [0.0, 0.0, 0.0, 0.0, 1.0]);
    let (_, numbers) = curve("0/(frame-1)").frames();
    assert!(numbers[1].is_nan());
    // The curve of an event's data follows an edit that changes only the data.
    let (_, numbers) = curve("data(Foot,hard)").frames();
    assert_eq!((numbers[40], numbers[12].is_nan()), (1.0, true));
    let soft = json!({ "id": "soft", "label": "soft", "clips": [{ "clip": "run.bvh", "operations": [
        { "kind": "addEvent", "event": "Foot.Left", "time": 40.0, "data": "{\"hard\":0.5}" },
    ] }] });
    studio.post("/api/edit", &soft).done();
    let (_, numbers) = curve("data(Foot,hard)").frames();
    assert_eq!(numbers[40], 0.5);
    let functions = &studio.get("/api/library").done()["expressionFunctions"];
    let calls = functions.as_array().unwrap().iter();
    assert!(
        calls
            .map(|function| &function["call"])
            .any(|call| call == "data(event, field)")
    );
    // Places count UTF-16 code units. The runner 🏃 has two.
    let problem = curve("1%20%2B%20%F0%9F%8F%83%20%2B%20sped").refused(422, "bad-expression");
    let mistakes = problem["mistakes"].as_array().unwrap();
    assert_eq!(mistakes.last().unwrap()["start"], 9, "{mistakes:?}");
    assert_eq!(mistakes.last().unwrap()["stop"], 13, "{mistakes:?}");
}

#[test]
fn events_are_encoded() {
    let studio = Studio::start();
    let body = json!({ "clip": "run.bvh", "event": "Foot", "windowSecs": 0.3, "sigmaSecs": null });
    let (header, numbers) = studio.post("/api/encode", &body).frames();
    assert_eq!(
        (&header["windowSecs"], &header["frames"]),
        (&json!(0.3), &json!(60))
    );
    assert_eq!(header["times"].as_array().unwrap().len(), 2);
    assert_eq!(header["decoded"].as_array().unwrap().len(), 2);
    let curves = header["curves"].as_array().unwrap();
    assert_eq!((curves.len(), numbers.len()), (7, 7 * 60));
    assert!((numbers[0] - 12.5 / 30.0).abs() < 1e-6);
    assert!((numbers[60] - 0.3).abs() < 1e-6);
    // Without events there are no times, and all numbers are NaN.
    let body = json!({ "clip": "walks/walk one.bvh", "event": "Foot.Left" });
    let (header, numbers) = studio.post("/api/encode", &body).frames();
    assert!(header["times"].as_array().unwrap().is_empty() && numbers[0].is_nan());
    let body = json!({ "clip": "run.bvh", "event": "Foot", "windowSecs": -1.0 });
    studio
        .post("/api/encode", &body)
        .refused(422, "bad-encoding");
    let body = json!({ "clip": "run.bvh", "event": "Food" });
    studio
        .post("/api/encode", &body)
        .refused(404, "unknown-event");
}

#[test]
fn queries_are_answered() {
    let studio = Studio::start();
    let ask = |text: &str| studio.post("/api/query", &json!({ "text": text }));
    let answer = ask("Gait  or none").done();
    assert_eq!(answer["normal"], "Gait | none");
    assert_eq!(
        (&answer["frames"], &answer["ranges"]),
        (&json!(30), &json!(2))
    );
    assert_eq!(
        answer["matches"],
        json!([{ "clip": 0, "ranges": [[10, 30], [40, 50]] }])
    );
    assert_eq!(ask("@moving").done()["frames"], 30);
    assert_eq!(ask(HARMFUL).done()["frames"], 5);
    assert_eq!(ask("{ frame > 50 }").done()["frames"], 9);
    // The places of mistakes refer to the text as the user typed it.
    let problem = ask("\"🏃\" & Gait.Rnu").refused(422, "bad-query");
    let last = problem["mistakes"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .clone();
    assert_eq!(
        (&last["start"], &last["stop"]),
        (&json!(7), &json!(15)),
        "{problem}"
    );
    assert_eq!(last["hint"], "did you mean `Gait.Run`?");
    let problem = ask("{ sped > 1 }").refused(422, "bad-query");
    assert_eq!(problem["mistakes"][0]["start"], 2);
    let problem = ask(r#"similar("rnu.bvh", 3, 1)"#).refused(422, "bad-query");
    assert_eq!(problem["mistakes"][0]["hint"], "did you mean `run.bvh`?");
    // The clips of this library have no feet. The error differs from that for clips without any features to compare.
    let problem = ask(r#"similar("run.bvh", 3, 1)"#).refused(422, "bad-query");
    let message = problem["mistakes"][0]["message"].as_str().unwrap();
    assert!(
        message.starts_with("poses are compared by hips"),
        "{message}"
    );
    ask("@moved").refused(422, "unknown-query");
    let problem = ask("@moving & Gait").refused(422, "unknown-query");
    assert_eq!(
        problem["hint"],
        "@moving cannot be part of a longer query; write its text instead: (Gait)"
    );
    ask(&"(".repeat(100_000)).refused(422, "bad-query");
    let explained = studio
        .post("/api/explain", &json!({ "text": "Gait - Gait.Walk" }))
        .done();
    assert_eq!(
        (&explained["node"], &explained["frames"]),
        (&json!("Gait - Gait.Walk"), &json!(20))
    );
    assert_eq!(explained["children"].as_array().unwrap().len(), 2);
}

#[test]
fn requests_that_do_not_follow_the_api_are_refused() {
    let studio = Studio::start();
    let before = studio.disk();
    let send = |content_type: &str, body: &str| {
        let mut headers = studio.headers();
        headers.push(format!("content-length: {}", body.len()));
        if !content_type.is_empty() {
            headers.push(format!("content-type: {content_type}"));
        }
        studio.request("POST /api/edit", &headers, body.as_bytes())
    };
    for wrong in [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonp",
    ] {
        send(wrong, "{}").refused(415, "not-json");
    }
    for wrong in ["", "{", "\u{fffd}"] {
        send("application/json; charset=utf-8", wrong).refused(400, "bad-json");
    }
    for wrong in ["null", "[]", "{}", "{\"label\":1}"] {
        send("application/json; charset=utf-8", wrong).refused(422, "bad-value");
    }
    let mut headers = studio.headers();
    headers.push("content-length: 99999999".to_owned());
    headers.push("content-type: application/json".to_owned());
    studio
        .request("POST /api/edit", &headers, b"")
        .refused(413, "too-large");
    let long = format!("\"{}\"", "a".repeat(5 << 20));
    let chunk = format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len());
    let mut headers = studio.headers();
    headers.push("transfer-encoding: chunked".to_owned());
    headers.push("content-type: application/json".to_owned());
    let answer = studio.request("POST /api/edit", &headers, chunk.as_bytes());
    answer.refused(413, "too-large");
    studio.get("/api/nothing").refused(404, "unknown-request");
    studio.get("/api").refused(404, "unknown-request");
    studio.get("/api/").refused(404, "unknown-request");
    studio.get("/api/edit").refused(405, "method");
    studio.get("/api/changes").refused(401, "token");
    assert!(studio.disk() == before);
}
