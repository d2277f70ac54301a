//! Scenes that are wrong: each mistake names the file, the place in it and the path of the key.

use super::*;

/// What is said of a text, for people.
fn said(text: &[u8]) -> String {
    let ran = footwork_reading(&["sim", "slide", "-"], text);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (2, ""),
        "{}",
        String::from_utf8_lossy(text)
    );
    ran.stderr
}

/// A scene with a value at a place, which a pointer names; where there is no such place, it is made.
fn with(pointer: &str, value: &str) -> String {
    let mut scene = json!({
        "triangles": [[[0, 0, 0], [1, 0, 0], [0, 0, 1]]],
        "boxes": [{ "min": [1, 0, 0], "max": [2, 1, 1], "layer": 1 }],
        "spheres": [{ "center": [1, 0, 0], "radius": 1 }],
        "capsules": [{ "a": [1, 0, 0], "b": [1, 1, 1], "radius": 1 }],
        "mover": { "shape": "box", "half": [1, 1, 1], "position": [0, 0, 0] },
        "moves": [[1, 0, 0], [0, 1, 0]],
        "config": { "step": 0.3 },
    });
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match scene.pointer_mut(parent).unwrap() {
        Value::Array(items) => items[key.parse::<usize>().unwrap()] = json!("HERE"),
        object => object[key] = json!("HERE"),
    }
    scene.to_string().replace("\"HERE\"", value)
}

/// `moves[1][2]` of `/moves/1/2`.
fn path_of(pointer: &str) -> String {
    let parts = pointer.split('/').skip(1);
    parts.fold(String::new(), |path, part| match part.parse::<usize>() {
        Ok(index) => format!("{path}[{index}]"),
        Err(_) if path.is_empty() => part.to_owned(),
        Err(_) => format!("{path}.{part}"),
    })
}

#[test]
fn the_scene_that_is_changed_is_right() {
    let scene: Value = serde_json::from_str(&with("/config/step", "0.3")).unwrap();
    run(&scene);
}

#[test]
fn unknown_keys_are_refused_at_every_level() {
    for parent in [
        "",
        "/boxes/0",
        "/spheres/0",
        "/capsules/0",
        "/mover",
        "/config",
    ] {
        let said = said(with(&format!("{parent}/colour"), "1").as_bytes());
        let path = path_of(&format!("{parent}/colour"));
        let message = format!("error[bad-scene]: `{path}`: unknown field `colour`, expected ");
        assert!(said.starts_with(&message), "{said}");
    }
}

#[test]
fn wrong_types_and_numbers_are_refused_where_they_are() {
    let numbers = [
        "/triangles/0/1/2",
        "/boxes/0/min/1",
        "/boxes/0/max/0",
        "/boxes/0/layer",
        "/spheres/0/center/2",
        "/spheres/0/radius",
        "/capsules/0/a/0",
        "/capsules/0/b/2",
        "/capsules/0/radius",
        "/mover/half/1",
        "/mover/radius",
        "/mover/height",
        "/mover/position/0",
        "/mover/skin",
        "/mover/layers",
        "/moves/1/2",
        "/config/step",
        "/config/snap",
        "/config/slope_deg",
        "/config/gravity",
        "/config/rate",
    ];
    for pointer in numbers {
        for bad in [
            "1e999", "-1e999", "1e300", "-1e30", "\"1\"", "true", "{}", "[]", "[0]",
        ] {
            refused(pointer, bad);
        }
        if pointer != "/config/slope_deg" {
            refused(pointer, "null");
        }
    }
    let lengths = ["radius", "half/0", "height", "skin"].map(|key| format!("/mover/{key}"));
    let radii = ["/spheres/0/radius", "/capsules/0/radius"].map(str::to_owned);
    for pointer in lengths.iter().chain(&radii) {
        for bad in ["0", "-0", "-1", "1e-60", "1e9"] {
            refused(pointer, bad);
        }
    }
    for pointer in ["/config/step", "/config/gravity", "/config/slope_deg"] {
        refused(pointer, "-1");
    }
    for (pointer, bad) in [
        ("/config/rate", "0"),
        ("/config/slope_deg", "90"),
        ("/config/slope_deg", "0"),
    ] {
        refused(pointer, bad);
    }
    for pointer in ["/boxes/0/layer", "/mover/layers"] {
        for bad in ["1.5", "-1", "4294967296"] {
            refused(pointer, bad);
        }
    }
    for pointer in ["/mover/shape", "/config/speed"] {
        for bad in ["\"cone\"", "\"Box\"", "1", "null", "[]", "{}"] {
            refused(pointer, bad);
        }
    }
}

#[test]
fn wrong_shapes_of_values_are_refused_where_they_are() {
    for pointer in ["/triangles", "/boxes", "/spheres", "/capsules", "/moves"] {
        for bad in ["{}", "1", "\"\"", "null"] {
            refused(pointer, bad);
        }
    }
    for pointer in ["/boxes/0", "/spheres/0", "/capsules/0", "/mover", "/config"] {
        for bad in ["[]", "1", "\"\"", "null"] {
            refused(pointer, bad);
        }
    }
    for pointer in [
        "/triangles/0",
        "/triangles/0/2",
        "/moves/1",
        "/mover/half",
        "/boxes/0/min",
    ] {
        for bad in ["[]", "[[0,0,0],[1,1,1]]", "[1,2]", "[1,2,3,4]", "{}", "0"] {
            let said = said(with(pointer, bad).as_bytes());
            assert!(
                said.starts_with(&format!("error[bad-scene]: `{}", path_of(pointer))),
                "{said}"
            );
        }
    }
}

/// A value is refused at its path and nowhere else.
#[track_caller]
fn refused(pointer: &str, bad: &str) {
    let said = said(with(pointer, bad).as_bytes());
    let path = path_of(pointer);
    assert!(
        said.starts_with(&format!("error[bad-scene]: `{path}`: ")),
        "{pointer} {bad}\n{said}"
    );
    assert!(said.contains("--> standard input:1:"), "{said}");
}

#[test]
fn what_must_be_there_is_asked_for() {
    for (scene, missing) in [
        (json!({ "moves": [] }), "missing field `mover`"),
        (json!({ "mover": {} }), "missing field `moves`"),
        (
            json!({ "mover": {}, "moves": [], "boxes": [{ "min": [0, 0, 0] }] }),
            "`boxes[0]`: missing field `max`",
        ),
        (
            json!({ "mover": {}, "moves": [], "spheres": [{ "radius": 1 }] }),
            "`spheres[0]`: missing field `center`",
        ),
    ] {
        let said = said(scene.to_string().as_bytes());
        assert!(
            said.starts_with(&format!("error[bad-scene]: {missing}")),
            "{said}"
        );
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (pointer, value, wrong) in [
        (
            "/boxes/0/min",
            "[1, 2, 0]",
            "`boxes[0]`: `min[1]` is 2.0, which is more than `max[1]`, 1.0",
        ),
        (
            "/boxes/0/min",
            "[-1e9, 0, 0]",
            "`boxes[0]`: it is 1000000002.0 m long: at most 2000000.0 m are possible",
        ),
        (
            "/capsules/0/a",
            "[1e9, 0, 0]",
            "`capsules[0]`: it is 999999999.0 m long",
        ),
        (
            "/mover",
            r#"{"shape": "capsule", "radius": 1}"#,
            "`mover`: a capsule 1.8 m high is lower than twice its radius, 2 m",
        ),
        (
            "/mover",
            r#"{"skin": 1, "skin": 1}"#,
            "`mover`: duplicate field `skin`",
        ),
    ] {
        let said = said(with(pointer, value).as_bytes());
        assert!(
            said.starts_with(&format!("error[bad-scene]: {wrong}")),
            "{said}"
        );
    }
}

/// Moves that lead out of the world stop the scene at the move that does.
#[test]
fn a_move_that_cannot_be_made_is_named() {
    let mut scene = small();
    scene["mover"]["position"] = json!([999_999_999, 0, 0]);
    scene["moves"] = json!([[1, 0, 0], [1, 0, 0], [1, 0, 0]]);
    let said = said(scene.to_string().as_bytes());
    assert!(
        said.starts_with("error[bad-scene]: -: `moves[2]`: coordinate 0 of the position"),
        "{said}"
    );
}

#[test]
fn more_than_there_may_be_is_refused_while_it_is_read() {
    let many = "[0,0,0],".repeat(1_000_001);
    let text = format!(r#"{{"mover": {{}}, "moves": [{many}[0,0,0]]}}"#);
    let said = said(text.as_bytes());
    // A line this long is not shown.
    let start =
        "error[bad-scene]: standard input:1:8000033: `moves`: there are more than 1000000\n";
    assert_eq!(said, start);
    let deep = "[".repeat(100_000);
    assert!(super::mistakes::said(deep.as_bytes()).len() < 4000);
    let key = format!(r#"{{"{}": 1}}"#, "k".repeat(3_000_000));
    assert!(super::mistakes::said(key.as_bytes()).len() < 4000);
}

/// A file that was cut anywhere is an error with its place, and nothing worse.
#[test]
fn every_cut_of_a_file_is_an_error_with_its_place() {
    let text = std::fs::read_to_string(path("inside")).unwrap();
    let whole = text.trim_end();
    for cut in 0..whole.len() {
        let said = said(&whole.as_bytes()[..cut]);
        let line = whole[..cut].matches('\n').count() + 1;
        let places = [line, line - 1].map(|line| format!("--> standard input:{line}:"));
        assert!(
            places.iter().any(|place| said.contains(place)),
            "{cut}\n{said}"
        );
    }
}

#[test]
fn mistakes_are_json_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.json");
    let file = file.to_str().unwrap();
    let text = "{\n  \"mover\": {},\n  \"moves\": [[0, 0, 0],\n    [0, \"é\", 0]]\n}\n";
    std::fs::write(file, text).unwrap();
    let ran = footwork(&["sim", "slide", file, "--errors", "json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let error = &valid(&ran.stderr, "errors")["errors"][0];
    assert_eq!(
        error,
        &json!({
            "file": file, "line": 4, "column": 11, "span": [51, 52], "code": "bad-scene", "hint": null,
            "message": "`moves[1][1]`: invalid type: string \"é\", expected a number",
        })
    );
    let missing = footwork(&["sim", "slide", "no/such.json", "--errors=json"]);
    let error = &valid(&missing.stderr, "errors")["errors"][0];
    assert_eq!(
        (&error["file"], &error["code"]),
        (&json!("no/such.json"), &json!("input"))
    );
    insta::assert_snapshot!(
        footwork(&["sim", "slide", file])
            .stderr
            .replace(file, "scene.json")
    );
}
