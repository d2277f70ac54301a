//! Invalid scenes. The message of each mistake names the file, the place in the file and the path of the key.

use super::*;
use crate::run::words;

/// Returns a valid scene with every kind of key.
pub(super) fn full() -> Value {
    json!({
        "triangles": [[[0, 0, 0], [1, 0, 0], [0, 0, 1]]],
        "boxes": [{
            "min": [1, 0, 0], "max": [2, 1, 1], "layer": 1, "one_way": [1, 0, 0],
            "turn": { "axis": [0, 1, 0], "deg": 10 },
            "motion": { "velocity": [1, 0, 0], "spin": [0, 1, 0], "reverses": 2 },
        }],
        "spheres": [{ "centre": [1, 0, 0], "radius": 1 }],
        "capsules": [{ "a": [1, 0, 0], "b": [1, 1, 1], "radius": 1, "pushed": { "mass": 3, "friction": 1 } }],
        "hulls": [{ "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }],
        "heights": [{ "position": [0, 0, 0], "columns": 2, "cell": 1, "heights": [0, 1, null, 1] }],
        "compounds": [{ "position": [0, 0, 0], "boxes": [{ "min": [0, 0, 0], "max": [1, 1, 1] }] }],
        "mover": { "shape": "box", "half": [1, 1, 1], "position": [0, 0, 0] },
        "moves": [[1, 0, 0], [0, 1, 0]],
        "config": { "step": 0.3, "up": [0, 1, 0] },
    })
}

#[test]
fn the_unchanged_scene_is_valid() {
    let scene: Value = serde_json::from_str(&SIM.with("/config/step", "0.3")).unwrap();
    run(&scene);
}

#[test]
fn unknown_keys_are_refused_at_every_level() {
    SIM.refuses_unknown_keys(&[
        "",
        "/boxes/0",
        "/spheres/0",
        "/boxes/0/turn",
        "/boxes/0/motion",
        "/capsules/0",
        "/capsules/0/pushed",
        "/hulls/0",
        "/heights/0",
        "/compounds/0",
        "/compounds/0/boxes/0",
        "/mover",
        "/config",
    ]);
}

#[test]
fn wrong_types_and_numbers_are_refused_where_they_are() {
    let numbers = words(
        "/triangles/0/1/2 /boxes/0/min/1 /boxes/0/max/0 /boxes/0/layer /spheres/0/centre/2 \
         /spheres/0/radius /capsules/0/a/0 /capsules/0/b/2 /capsules/0/radius /mover/half/1 \
         /boxes/0/turn/axis/1 /boxes/0/turn/deg /boxes/0/motion/velocity/0 /boxes/0/motion/spin/2 \
         /capsules/0/pushed/mass /capsules/0/pushed/friction /hulls/0/points/2/1 /heights/0/cell \
         /heights/0/columns /heights/0/position/1 /compounds/0/position/2 /config/up/1 /mover/mass \
         /mover/radius /mover/height /mover/position/0 /mover/skin /mover/layers /moves/1/2 \
         /config/step /config/snap /config/slope_deg /config/recovery /config/gravity /config/rate",
    );
    for pointer in numbers {
        for bad in [
            "1e999", "-1e999", "1e300", "-1e30", "\"1\"", "true", "{}", "[]", "[0]",
        ] {
            SIM.refused(pointer, bad);
        }
        if !["/config/slope_deg", "/config/recovery"].contains(&pointer) {
            SIM.refused(pointer, "null");
        }
    }
    let lengths = ["radius", "half/0", "height", "skin"].map(|key| format!("/mover/{key}"));
    let radii = ["/spheres/0/radius", "/capsules/0/radius"].map(str::to_owned);
    for pointer in lengths.iter().chain(&radii) {
        for bad in ["0", "-0", "-1", "1e-60", "1e9"] {
            SIM.refused(pointer, bad);
        }
    }
    for pointer in words("/config/step /config/gravity /config/slope_deg /config/recovery") {
        SIM.refused(pointer, "-1");
    }
    for (pointer, bad) in [
        ("/config/rate", &["0"][..]),
        ("/config/slope_deg", &["90", "0"][..]),
        ("/config/recovery", &["0"][..]),
        ("/config/constant_speed", &["1", "null"][..]),
    ] {
        for bad in bad {
            SIM.refused(pointer, bad);
        }
    }
    for pointer in ["/boxes/0/layer", "/mover/layers"] {
        for bad in ["1.5", "-1", "4294967296"] {
            SIM.refused(pointer, bad);
        }
    }
    for pointer in ["/mover/shape", "/config/speed"] {
        for bad in ["\"cone\"", "\"Box\"", "1", "null", "[]", "{}"] {
            SIM.refused(pointer, bad);
        }
    }
}

#[test]
fn wrong_shapes_of_values_are_refused_where_they_are() {
    for pointer in words(
        "/triangles /boxes /spheres /capsules /hulls /heights /compounds /hulls/0/points \
         /heights/0/heights /compounds/0/boxes /moves",
    ) {
        for bad in ["{}", "1", "\"\"", "null"] {
            SIM.refused(pointer, bad);
        }
    }
    for pointer in
        words("/boxes/0 /spheres/0 /capsules/0 /hulls/0 /heights/0 /compounds/0 /mover /config")
    {
        for bad in ["[]", "1", "\"\"", "null"] {
            SIM.refused(pointer, bad);
        }
    }
    for pointer in words("/triangles/0 /triangles/0/2 /moves/1 /mover/half /boxes/0/min") {
        for bad in ["[]", "[[0,0,0],[1,1,1]]", "[1,2]", "[1,2,3,4]", "{}", "0"] {
            SIM.wrong(SIM.with(pointer, bad), &format!("`{}", path_of(pointer)));
        }
    }
}

#[test]
fn missing_keys_are_reported() {
    for (scene, missing) in [
        (json!({ "moves": [] }), "missing field `mover`"),
        (json!({ "mover": {} }), "missing field `moves`"),
        (
            json!({ "mover": {}, "moves": [], "boxes": [{ "min": [0, 0, 0] }] }),
            "`boxes[0]`: missing field `max`",
        ),
        (
            json!({ "mover": {}, "moves": [], "spheres": [{ "radius": 1 }] }),
            "`spheres[0]`: missing field `centre`",
        ),
    ] {
        SIM.wrong(scene.to_string(), missing);
    }
}

#[test]
fn conflicting_keys_are_refused() {
    for (pointer, value, wrong) in [
        (
            "/boxes/0/min",
            "[1, 2, 0]",
            "`boxes[0]`: `min[1]` is 2.0, which is more than `max[1]`, 1.0",
        ),
        (
            "/boxes/0/min",
            "[-1e9, 0, 0]",
            "`boxes[0]`: it is 1000000002.0 m long, and the limit is 2000000.0 m",
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
            r#"{"shape": "cylinder", "turn": {"axis": [1, 0, 0], "deg": 10}}"#,
            "`mover`: only a box has a `turn`: leave it out",
        ),
        (
            "/mover",
            r#"{"shape": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}"#,
            "`mover`: 4 points in a plane have no hull",
        ),
        (
            "/hulls/0/points",
            "[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]",
            "`hulls[0]`: 4 points in a plane have no hull",
        ),
        (
            "/heights/0/columns",
            "3",
            "`heights[0]`: there are 4 `heights`, which is not a multiple of `columns`, 3",
        ),
        (
            "/heights/0/columns",
            "0",
            "`heights[0]`: there are 4 `heights`, which is not a multiple of `columns`, 0",
        ),
        (
            "/compounds/0/boxes/0/layer",
            "1",
            "`compounds[0]`: a part of a compound cannot have `layer`, `one_way`, `sensor`, `motion` or `pushed`; \
             give it to the compound",
        ),
        (
            "/boxes/0/sensor",
            "true",
            "`boxes[0]`: `sensor` and `one_way` exclude each other: leave one out",
        ),
        (
            "/capsules/0/motion",
            "{}",
            "`capsules[0]`: `pushed` and `motion` exclude each other: leave one out",
        ),
        (
            "/boxes/0/one_way",
            "[0, 0, 0]",
            "`boxes[0]`: `one_way` is a direction and cannot be [0, 0, 0]",
        ),
        (
            "/boxes/0/turn/axis",
            "[0, -0, 0]",
            "`boxes[0].turn`: `axis` is a direction and cannot be [0, 0, 0]",
        ),
        (
            "/config/up",
            "[0, 0, 0]",
            "`config`: `up` is a direction and cannot be [0, 0, 0]",
        ),
        (
            "/mover",
            r#"{"skin": 1, "skin": 1}"#,
            "`mover`: duplicate field `skin`",
        ),
    ] {
        SIM.wrong(SIM.with(pointer, value), wrong);
    }
}

/// A move out of the world stops the scene, and the error names the move.
#[test]
fn an_impossible_move_is_named() {
    let mut scene = small();
    scene["mover"]["position"] = json!([999_999_999, 0, 0]);
    scene["moves"] = json!([[1, 0, 0], [1, 0, 0], [1, 0, 0]]);
    let said = SIM.said(scene.to_string().as_bytes());
    assert!(
        said.starts_with("error[bad-scene]: -: `moves[2]`: coordinate 0 of the position"),
        "{said}"
    );
}

#[test]
fn lists_that_are_too_long_are_refused_while_they_are_read() {
    let many = "[0,0,0],".repeat(1_000_001);
    let text = format!(r#"{{"mover": {{}}, "moves": [{many}[0,0,0]]}}"#);
    let said = SIM.said(text.as_bytes());
    // A line this long is not shown with the message.
    let start = "error[bad-scene]: standard input:1:8000033: `moves`: the list has more than 1000000 items\n";
    assert_eq!(said, start);
    let deep = "[".repeat(100_000);
    assert!(SIM.said(deep.as_bytes()).len() < 4000);
    let key = format!(r#"{{"{}": 1}}"#, "k".repeat(3_000_000));
    assert!(SIM.said(key.as_bytes()).len() < 4000);
}

#[test]
fn every_cut_of_a_file_is_an_error_with_its_place() {
    SIM.refuses_every_cut("inside");
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
    SIM.misses_files();
    insta::assert_snapshot!(
        footwork(&["sim", "slide", file])
            .stderr
            .replace(file, "scene.json")
    );
}
