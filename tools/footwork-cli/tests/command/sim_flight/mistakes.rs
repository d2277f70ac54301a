//! Invalid scenes. The message of each mistake names the file, the place in the file and the path of the key.

use super::*;
use crate::run::words;

/// Returns a valid scene with every kind of key.
pub(super) fn full() -> Value {
    json!({
        "ball": { "position": [0, 1, 0], "velocity": [1, 0, 0], "spin": [0, 0, 1] },
        "params": { "drag": { "low": 0.1 }, "wind": [0, 0, 0] },
        "statics": {
            "planes": [{ "normal": [0, 1, 0], "offset": 0 }],
            "boxes": [{ "min": [1, 0, 0], "max": [2, 1, 1] }],
            "capsules": [{ "a": [1, 0, 0], "b": [1, 1, 1], "radius": 1 }],
        },
        "force": ["0", "x", "0"],
        "bounds": { "min": [-9, -9, -9], "max": [9, 9, 9] },
        "players": [
            { "id": 1, "position": [0, 0, 0], "top_speed": 1, "reach": 1 },
            { "id": "b", "position": [0, 0, 0], "velocity": [0, 0, 0], "facing": [0, 0, 0], "top_speed": 1, "reach": 1 },
        ],
        "humans": [{ "id": 1, "player": "b" }, { "id": 2 }],
        "horizon": 1,
    })
}

#[test]
fn the_unchanged_scene_is_valid() {
    let scene: Value = serde_json::from_str(&SIM.with("/horizon", "1")).unwrap();
    run(&scene);
}

#[test]
fn unknown_keys_are_refused_at_every_level() {
    SIM.refuses_unknown_keys(&[
        "",
        "/ball",
        "/params",
        "/params/drag",
        "/statics",
        "/statics/planes/0",
        "/statics/boxes/0",
        "/statics/capsules/0",
        "/bounds",
        "/players/1",
        "/humans/0",
    ]);
}

#[test]
fn wrong_types_and_numbers_are_refused_where_they_are() {
    let below = |place: &str, keys: &str| -> Vec<String> {
        let keys = words(keys).into_iter();
        keys.map(|key| format!("{place}/{key}")).collect()
    };
    let params = below(
        "/params",
        "mass radius gravity air_density lift lift_most spin_decay restitution friction rolling \
         settle_speed wind/1 drag/low drag/drop drag/speed drag/width",
    );
    let players = below(
        "/players/1",
        "position/0 velocity/1 facing/2 top_speed acceleration reaction reach height busy_until",
    );
    let others = below(
        "",
        "ball/position/0 ball/velocity/1 ball/spin/2 statics/planes/0/normal/1 \
         statics/planes/0/offset statics/boxes/0/min/0 statics/boxes/0/max/2 \
         statics/capsules/0/a/0 statics/capsules/0/b/1 statics/capsules/0/radius bounds/min/0 \
         bounds/max/1 horizon slices",
    );
    for pointer in others.iter().chain(&params).chain(&players) {
        for bad in [
            "1e999", "-1e999", "1e300", "-1e30", "\"1\"", "true", "null", "{}", "[]", "[0]", "NaN",
        ] {
            SIM.refused(pointer, bad);
        }
    }
    for pointer in params.iter().filter(|key| !key.contains("wind")) {
        SIM.refused(pointer, "-1");
    }
    for (pointer, bad) in [
        ("/horizon", &["0", "-0.0", "-1", "3600.1"][..]),
        ("/slices", &["0", "1.5", "1000001"][..]),
        ("/params/restitution", &["1.01"][..]),
        // `{}` is a valid drag crisis, so it is not among these values.
        ("/params/drag", &["-0.1", "1e999", "\"crisis\"", "[]"][..]),
        ("/ball/velocity/0", &["1000.1"][..]),
        ("/players/1/top_speed", &["-1"][..]),
        ("/players/1/reach", &["-1"][..]),
        ("/players/1/acceleration", &["-1"][..]),
        ("/dense", &["1", "null"][..]),
        ("/model", &["\"Full\"", "1"][..]),
        ("/players/1/id", &["-1", "1.5", "\"\"", "null"][..]),
        ("/players/1/team", &["[]"][..]),
        ("/humans/0/id", &["{}"][..]),
    ] {
        for bad in bad {
            SIM.refused(pointer, bad);
        }
    }
}

#[test]
fn wrong_shapes_of_values_are_refused_where_they_are() {
    for pointer in words("/statics/planes /statics/boxes /statics/capsules /players /humans /force")
    {
        for bad in ["{}", "1", "\"\"", "null"] {
            SIM.refused(pointer, bad);
        }
    }
    for pointer in words("/ball /params /statics /statics/planes/0 /bounds /players/0 /humans/0") {
        for bad in ["[]", "1", "\"\"", "null"] {
            SIM.refused(pointer, bad);
        }
    }
    for pointer in words("/ball/position /force /bounds/min /players/0/position") {
        for bad in [
            "[]",
            "[1,2]",
            "[1,2,3,4]",
            "[\"1\",\"2\",\"3\",\"4\"]",
            "{}",
            "0",
        ] {
            SIM.wrong(SIM.with(pointer, bad), &format!("`{}", path_of(pointer)));
        }
    }
}

#[test]
fn missing_keys_are_reported() {
    for (scene, missing) in [
        (json!({}), "missing field `ball`"),
        (
            json!({ "ball": {}, "statics": { "planes": [{ "normal": [0, 1, 0] }] } }),
            "`statics.planes[0]`: missing field `offset`",
        ),
        (
            json!({ "ball": {}, "players": [{ "id": 1, "position": [0, 0, 0], "reach": 1 }] }),
            "`players[0]`: missing field `top_speed`",
        ),
        (
            json!({ "ball": {}, "humans": [{}] }),
            "`humans[0]`: missing field `id`",
        ),
    ] {
        SIM.wrong(scene.to_string(), missing);
    }
}

#[test]
fn conflicting_keys_are_refused() {
    for (pointer, value, wrong) in [
        (
            "/statics/boxes/0/min",
            "[1, 2, 0]",
            "`statics.boxes[0]`: min: its y is not below that of max",
        ),
        (
            "/statics/planes/0/normal",
            "[0, 0, 0]",
            "`statics.planes[0]`: normal: its length is zero",
        ),
        (
            "/statics/planes/0/offset",
            "1e8",
            "`statics.planes[0]`: offset: 100000000 is out of range",
        ),
        (
            "/bounds/min",
            "[0, 10, 0]",
            "`bounds`: `min[1]` is 10.0, which is more than `max[1]`, 9.0",
        ),
        (
            "/players/1/id",
            "1",
            "`players[1].id`: there are two players 1",
        ),
        (
            "/players/1/acceleration",
            "1e-4",
            "`players[1]`: `acceleration`: 0.0001 is not an acceleration",
        ),
        (
            "/humans/1/id",
            "1",
            "`humans[1].id`: there are two humans 1",
        ),
        (
            "/humans/1/player",
            "\"c\"",
            "`humans[1].player`: there is no player \"c\"",
        ),
        (
            "/humans/1/player",
            "\"b\"",
            "`humans[1].player`: another human has player \"b\"",
        ),
        (
            "/players/0/acceleration",
            "0",
            "`players[0].acceleration` is 0.0: the full model needs 0.001 m/s² or more",
        ),
        (
            "/ball",
            r#"{"spin": [0,0,0], "spin": [0,0,0]}"#,
            "`ball`: duplicate field `spin`",
        ),
    ] {
        let said = SIM.wrong(SIM.with(pointer, value), wrong);
        assert!(said.contains("--> standard input:1:"), "{said}");
    }
}

/// Every mistake in an expression is shown at its place in the expression.
#[test]
fn mistakes_in_a_force_are_shown_in_its_text() {
    let said = SIM.said(SIM.with("/force/1", "\"9.81 * mas + q\"").as_bytes());
    insta::assert_snapshot!(said);
    let arguments = ["sim", "flight", "-", "--errors", "json"];
    let ran = footwork_reading(&arguments, SIM.with("/force/2", "\"2 +\"").as_bytes());
    let error = &valid(&ran.stderr, "errors")["errors"][0];
    assert_eq!(error["file"], "standard input: force[2]");
    assert!(
        error["message"]
            .as_str()
            .unwrap()
            .starts_with("`force[2]`: "),
        "{error}"
    );
    for bad in ["1", "null", "[]", "{}"] {
        SIM.refused("/force/1", bad);
    }
    let long = format!("\"{}\"", "1+".repeat(1_000_000));
    assert!(SIM.said(SIM.with("/force/0", &long).as_bytes()).len() < 4000);
}

#[test]
fn lists_that_are_too_long_are_refused_while_they_are_read() {
    for (list, item, most) in [
        ("planes", r#"{"normal":[0,1,0],"offset":0}"#, 10_000),
        ("boxes", r#"{"min":[0,0,0],"max":[1,1,1]}"#, 10_000),
        (
            "capsules",
            r#"{"a":[0,0,0],"b":[1,1,1],"radius":1}"#,
            10_000,
        ),
    ] {
        let many = vec![item; most + 1].join(",");
        let text = format!(r#"{{"ball": {{}}, "statics": {{"{list}": [{many}]}}}}"#);
        let said = SIM.said(text.as_bytes());
        let wrong = format!("`statics.{list}`: the list has more than {most} items");
        assert!(said.contains(&wrong), "{said}");
    }
    let player = r#"{"id":1,"position":[0,0,0],"top_speed":1,"reach":1}"#;
    let many = vec![player; 1001].join(",");
    let text = format!(r#"{{"ball": {{}}, "players": [{many}]}}"#);
    assert!(
        SIM.said(text.as_bytes())
            .contains("`players`: the list has more than 1000 items")
    );
    let deep = "[".repeat(100_000);
    assert!(SIM.said(deep.as_bytes()).len() < 4000);
}

#[test]
fn every_cut_of_a_file_is_an_error_with_its_place() {
    SIM.refuses_every_cut("free_kick");
    SIM.refuses_every_cut("high_lob");
}

#[test]
fn mistakes_are_json_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.json");
    let file = file.to_str().unwrap();
    std::fs::write(file, "{\n  \"ball\": {\"spin\": [0, \"é\", 0]}\n}\n").unwrap();
    let ran = footwork(&["sim", "flight", file, "--errors", "json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let error = &valid(&ran.stderr, "errors")["errors"][0];
    assert_eq!(
        (&error["file"], &error["line"], &error["code"]),
        (&json!(file), &json!(2), &json!("bad-scene"))
    );
    let message = "`ball.spin[1]`: invalid type: string \"é\", expected a number";
    assert_eq!(error["message"], message);
    SIM.misses_files();
}
