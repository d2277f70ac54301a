//! `footwork blendspace`: points of known motion with outliers and holes, the schema, and mistakes.

use serde_json::{Value, json};

use crate::run::{Library, footwork, root, valid};

/// Returns a clip of one joint that moves straight ahead at the given speed, at 32 frames per second.
fn bvh(frames: u32, metres_per_sec: f64) -> String {
    let row = |frame| format!("0 1 {}\n", f64::from(frame) * metres_per_sec / 32.0);
    format!(
        "HIERARCHY\nROOT Hips\n{{\n OFFSET 0 0 0\n CHANNELS 3 Xposition Yposition Zposition\n \
         End Site\n {{\n  OFFSET 0 0.7 0\n }}\n}}\nMOTION\nFrames: {frames}\n\
         Frame Time: 0.03125\n{}",
        (0..frames).map(row).collect::<String>()
    )
}

/// Returns a library with a clip `s<number>.bvh` for each speed. All frames are tagged as a walk.
fn of_speeds(speeds: &[f64]) -> Library {
    let library = Library::new();
    for (number, speed) in speeds.iter().enumerate() {
        let clip = format!("s{number}.bvh");
        library.write(&clip, bvh(64, *speed).as_bytes());
        let sidecar = "footwork-tags 1\ntag Gait.Walk 0 64\n";
        library.write(&format!("{clip}.tags"), sidecar.as_bytes());
    }
    library
}

#[track_caller]
fn ask(library: &str, query: &str, axes: &str) -> Value {
    let ran = footwork(&[
        "blendspace",
        library,
        query,
        "--axes",
        axes,
        "--format",
        "json",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    valid(&ran.stdout, "blendspace")
}

#[test]
fn known_motion_gives_its_speed_and_no_spread() {
    let library = of_speeds(&[0.0, 1.0, 2.5]);
    let answer = ask(library.path(), "Gait.Walk", "speed, rate(speed), frame");
    let axes = &answer["axes"];
    let units: Vec<_> = (0..3).map(|at| axes[at]["unit"].clone()).collect();
    assert_eq!(units, [json!("m/s"), json!("m/s²"), json!("frames")]);
    assert_eq!(
        (&axes[0]["low"], &axes[0]["high"]),
        (&json!(0.0), &json!(2.5))
    );
    let points = answer["points"].as_array().unwrap();
    for (point, speed) in points.iter().zip([0.0, 1.0, 2.5]) {
        assert_eq!(point["values"][0], json!({"mean": speed, "spread": 0.0}));
        assert_eq!(point["values"][1], json!({"mean": 0.0, "spread": 0.0}));
        // The frame numbers are 0 to 63, with a variance of (64² - 1) / 12.
        assert_eq!(point["values"][2]["mean"], json!(31.5));
        let spread = point["values"][2]["spread"].as_f64().unwrap();
        assert!((spread - (4095.0f64 / 12.0).sqrt()).abs() < 1e-12);
        // Motion in which the pose never changes counts as a loop.
        assert_eq!(
            (&point["loop"], &point["seam_m"]),
            (&json!(true), &json!(0.0))
        );
    }
    assert_eq!(points.len(), 3);
}

#[test]
fn only_clips_that_match_the_pattern_have_points() {
    let library = of_speeds(&[0.0, 1.0, 2.5]);
    let ask = |clips| {
        let ran = footwork(&[
            "blendspace",
            library.path(),
            "Gait.Walk",
            "--axes",
            "speed",
            "--clips",
            clips,
            "--format",
            "json",
        ]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let answer = valid(&ran.stdout, "blendspace");
        let clips = answer["points"].as_array().unwrap().iter();
        let clips = clips.map(|point| point["clip"].as_str().unwrap().to_owned());
        (clips.collect::<Vec<_>>(), ran.stderr)
    };
    assert_eq!(ask("s[12]*").0.len(), 0);
    assert_eq!(ask("s1*").0, ["s1.bvh"]);
    assert_eq!(ask("*").0, ["s0.bvh", "s1.bvh", "s2.bvh"]);
    let (none, said) = ask("s1.bhv");
    assert!(none.is_empty());
    assert!(
        said.contains("no clip's name matches s1.bhv; did you mean s1.bvh?"),
        "{said}"
    );
}

#[test]
fn duplicates_outliers_and_holes_are_named() {
    let speeds = [1.0, 1.25, 1.0, 1.5, 1.375, 1.125, 1.625, 1.75, 9.0];
    let library = of_speeds(&speeds);
    let lib = library.path();
    let answer = ask(lib, "Gait.Walk", "speed");
    assert_eq!(
        answer["duplicates"],
        json!([{"points": [1, 3], "distance": 0.0}])
    );
    let outliers = answer["outliers"].as_array().unwrap();
    assert_eq!((outliers.len(), &outliers[0]["point"]), (1, &json!(9)));
    // The outlier does not extend the range of its axis.
    assert_eq!(answer["holes"], json!([]));
    let table = footwork(&["blendspace", lib, "Gait.Walk", "--axes", "speed"]).stdout;
    assert!(
        table.contains("as 1\n") && table.contains("outlier on speed\n"),
        "{table}"
    );
    let gap = of_speeds(&[0.0, 0.125, 0.25, 1.75, 1.875, 2.0]);
    let answer = ask(gap.path(), "Gait.Walk", "speed");
    assert_eq!(answer["holes"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!(answer["holes"][0]["centre"], json!([1.0]));
    assert_eq!(answer["holes"][0]["radius"], json!(0.375));
}

/// Whole clips of DeepMimic files are loops if the files say so. A run without its first frame is still a loop; half a
/// stride is not.
#[test]
fn loops_of_real_motion_are_found() {
    let samples = root().join("samples");
    let answer = ask(
        samples.to_str().unwrap(),
        "clip(\"deepmimic/*\")",
        "speed,turn",
    );
    let points = answer["points"].as_array().unwrap();
    let loops = points.iter().filter(|point| point["loop"] == json!(true));
    let loops: Vec<&str> = loops.map(|point| point["clip"].as_str().unwrap()).collect();
    insta::assert_snapshot!(loops.join("\n"));
    let parts = |query: &str| {
        let answer = ask(samples.to_str().unwrap(), query, "speed");
        answer["points"][0]["loop"].clone()
    };
    let run = "clip(\"deepmimic/run.txt\") & { frame > 0 }";
    assert_eq!(parts(run), json!(true));
    let half = "clip(\"deepmimic/walk.txt\") & { frame > 19 }";
    assert_eq!(parts(half), json!(false));
}

#[test]
fn samples_are_printed_as_a_table_and_csv() {
    let samples = root().join("samples");
    let lib = samples.to_str().unwrap();
    let asked = [
        "blendspace",
        lib,
        "longer(Gait.Walk | Gait.Run, 20)",
        "--axes",
        "speed,turn",
    ];
    let ran = footwork(&asked);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout);
    let csv = footwork(&[&asked[..], &["--format", "csv"]].concat()).stdout;
    let header = "number,clip,start,stop,loop,seam_m,speed mean,speed spread,turn mean,turn spread,\
                  duplicate_of,outlier_on";
    assert_eq!(csv.lines().next(), Some(header));
    assert_eq!(csv.lines().count(), 1 + 8, "{csv}");
}

#[test]
fn a_query_without_ranges_has_an_empty_answer() {
    let library = of_speeds(&[]);
    let answer = ask(library.path(), "none", "speed,turn");
    assert_eq!(answer["points"], json!([]));
    assert_eq!(answer["axes"][0]["low"], json!(null));
    let table = footwork(&["blendspace", library.path(), "none", "--axes", "speed,turn"]);
    assert_eq!(
        (table.code, table.stdout.as_str()),
        (0, "none\n\n0 points\n")
    );
}

#[test]
fn clips_without_a_joint_or_without_motion_are_left_out() {
    let library = of_speeds(&[1.0, 2.0]);
    let other = bvh(64, 1.0).replace("Hips", "Pelvis");
    library.write("s1.bvh", other.as_bytes());
    let lib = library.path();
    let answer = ask(lib, "Gait.Walk", "Pelvis.height, \"Hips\".height - 1");
    assert_eq!(answer["points"], json!([]));
    let out: Vec<_> = answer["left_out"].as_array().unwrap().iter().collect();
    assert_eq!((out.len(), &out[0]["clip"]), (2, &json!("s0.bvh")));
    assert_eq!(out[0]["message"], json!("it has no joint `Pelvis`"));
    // This expression is NaN on every frame.
    let answer = ask(lib, "Gait.Walk", "sqrt(-1 - speed)");
    assert_eq!(answer["left_out"][0]["code"], json!("no-number"));
    let ran = footwork(&["blendspace", lib, "Gait.Walk", "--axes", "Pelvis.height"]);
    assert_eq!(ran.code, 0);
    let warning = "s0.bvh: warning[no-such-joint]: it has no joint `Pelvis`; 1 range is left out\n";
    assert!(ran.stderr.contains(warning), "{}", ran.stderr);
    assert!(
        ran.stdout
            .ends_with("1 point, 1 loop, 0 holes, 0 duplicates, 0 outliers\n")
    );
}

#[test]
fn an_estimated_unit_is_shown() {
    let library = of_speeds(&[1.0]);
    let config = library.text("footwork.toml");
    library.write(
        "footwork.toml",
        config.replace("length_unit = \"m\"", "").as_bytes(),
    );
    let ran = footwork(&["blendspace", library.path(), "Gait.Walk", "--axes", "speed"]);
    assert!(ran.stderr.contains("note[length-unit]"), "{}", ran.stderr);
}

/// Reports all mistakes in the query and the axes at once, with their places.
#[test]
fn mistakes_in_axes_have_places() {
    let library = of_speeds(&[1.0]);
    let errors = |axes: &str| {
        let lib = library.path();
        let ran = footwork(&[
            "blendspace",
            lib,
            "Gait",
            "--axes",
            axes,
            "--errors",
            "json",
        ]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{axes}");
        let found = valid(ran.stderr.lines().last().unwrap(), "errors");
        let found = found["errors"].as_array().unwrap().iter();
        let line = |e: &Value| format!("{} {} {}", e["code"], e["span"], e["hint"]);
        found.map(line).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        errors("sped"),
        r#""unknown-name" [0,4] "did you mean `speed`?""#
    );
    assert_eq!(
        errors("speed, mean(tunr, 2)").split(' ').nth(1),
        Some("[12,16]")
    );
    assert!(errors("").starts_with("\"no-axis\" [0,0]"));
    assert!(errors("speed,,turn").starts_with("\"no-axis\" [6,6]"));
    assert!(errors("speed, speed").starts_with("\"same-axis\" [7,12]"));
    assert!(errors("1 + 2").starts_with("\"no-channel\" [0,5]"));
    let many = "speed,turn,accel,height,time,frame,phase,speed_x,speed_z";
    assert!(errors(many).starts_with("\"too-many-axes\""));
    let both = footwork(&["blendspace", library.path(), "Gait &", "--axes", "sped"]);
    assert!(both.stderr.contains("query:1:7") && both.stderr.contains("--axes:1:1"));
}

/// Returns a clip of 64 frames at 32 frames per second, with a thigh and a shin. `degrees` gives the angle of the shin.
fn bending(degrees: impl Fn(f64) -> f64) -> String {
    let rows = (0..64).map(|frame| format!("0 1 0 {:.6}\n", degrees(f64::from(frame))));
    format!(
        "HIERARCHY\nROOT Hips\n{{\n OFFSET 0 0 0\n CHANNELS 3 Xposition Yposition Zposition\n \
         JOINT Knee\n {{\n  OFFSET 0 -0.5 0\n  CHANNELS 1 Xrotation\n  End Site\n  {{\n   \
         OFFSET 0 -0.5 0\n  }}\n }}\n}}\nMOTION\nFrames: 64\nFrame Time: 0.03125\n{}",
        rows.collect::<String>()
    )
}

#[test]
fn short_or_drifting_motion_is_not_a_loop() {
    let library = Library::new();
    // The shin swings there and back in 32 frames.
    let swing = |frame: f64| 40.0 - 40.0 * (frame % 32.0 / 16.0 - 1.0).abs();
    library.write("swing.bvh", bending(swing).as_bytes());
    library.write("drift.bvh", bending(|frame| frame * 0.02).as_bytes());
    let is_loop = |clip: &str, start: u32, stop: u32| {
        let query = format!("clip(\"{clip}*\") & {{ frame >= {start} && frame < {stop} }}");
        let answer = ask(library.path(), &query, "frame");
        assert_eq!(answer["points"][0]["stop"], json!(stop), "{query}");
        answer["points"][0]["loop"] == json!(true)
    };
    assert!(is_loop("swing", 0, 32) && is_loop("swing", 3, 35));
    assert!(!is_loop("swing", 0, 20));
    for frames in 1..8 {
        assert!(!is_loop("swing", 8, 8 + frames), "{frames}");
        assert!(!is_loop("drift", 0, frames), "{frames}");
    }
    assert!(!is_loop("drift", 0, 64) && !is_loop("drift", 0, 20));
}

#[test]
fn a_reason_shared_by_many_clips_is_printed_once() {
    let library = of_speeds(&[1.0, 2.0, 3.0]);
    let ran = footwork(&[
        "blendspace",
        library.path(),
        "Gait.Walk",
        "--axes",
        "speed,sqrt(-1 - speed)",
    ]);
    let expected = "s0.bvh: warning[no-number]: `sqrt(-1 - speed)` is not finite on any of these \
                    frames, as in 2 other clips; 3 ranges are left out\n";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("no-number").count(), 1);
}

#[test]
fn points_that_differ_only_on_the_second_axis_are_not_duplicates() {
    let library = of_speeds(&[1.0, 2.0, 1.0, 3.0, 2.0]);
    let answer = ask(library.path(), "Gait.Walk", "height,speed");
    let expected = json!([
        {"points": [1, 3], "distance": 0.0},
        {"points": [2, 5], "distance": 0.0}
    ]);
    assert_eq!(answer["duplicates"], expected);
}

/// Speeds that differ only by rounding count as equal.
#[test]
fn an_axis_that_differs_only_by_rounding_has_no_extent() {
    let speeds = [1.0, 1.000_000_1, 1.0, 1.0, 1.000_000_2, 1.0, 1.000_000_1];
    let answer = ask(of_speeds(&speeds).path(), "Gait.Walk", "speed");
    assert_eq!(
        (&answer["holes"], &answer["outliers"]),
        (&json!([]), &json!([]))
    );
}

#[test]
fn ranges_that_break_limits_are_rejected_with_the_reason() {
    let library = of_speeds(&[0.0, 1.0, 2.5]);
    let ran = |more: &[&str]| {
        let args = ["blendspace", library.path(), "Gait.Walk", "--axes", "speed"];
        footwork(&[&args[..], more].concat())
    };
    let limits = "speed = { max = \"2m/s\" }, frames = 64";
    let answer = ran(&["--limits", limits, "--format", "json"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let answer = valid(&answer.stdout, "blendspace");
    assert_eq!(answer["points"].as_array().unwrap().len(), 2);
    assert_eq!(
        answer["rejected"],
        json!([{
            "clip": "s2.bvh",
            "start": 0,
            "stop": 64,
            "code": "limit-broken",
            "message": "speed is 2.50 m/s; it must be at most 2.00 m/s",
        }])
    );
    let text = ran(&["--limits", limits]).stdout;
    assert!(text.contains("rejected  s2.bvh"), "{text}");
    assert!(text.trim_end().ends_with(", 1 rejected"), "{text}");
    // A range without a value is rejected too, because it may break the limit.
    let answer = ran(&["--limits", "foot_slide = \"1cm/s\"", "--format", "json"]);
    let answer = valid(&answer.stdout, "blendspace");
    assert_eq!(answer["points"], json!([]));
    assert_eq!(answer["rejected"][0]["code"], "not-evaluated");
    for (limits, expected) in [
        ("foot_slid = \"1cm/s\"", "did you mean `foot_slide`?"),
        ("speed", "such as foot_slide"),
        ("speed = \"1m/s\"", "needs a tolerance"),
        ("root = \"baked\"", "only measures can be limited here"),
        ("", "limits are measures with values"),
    ] {
        let refused = ran(&["--limits", limits]);
        assert_eq!(refused.code, 2, "{limits}: {}", refused.stdout);
        assert!(
            refused.stderr.contains(expected),
            "{limits}: {}",
            refused.stderr
        );
    }
}

#[test]
fn contracts_reject_ranges_that_break_them() {
    let library = of_speeds(&[0.0, 1.0, 2.5]);
    let args = ["blendspace", library.path(), "Gait.Walk", "--axes", "speed"];
    let with = |more: &[&str]| footwork(&[&args[..], more].concat());
    let none = with(&["--contracts"]);
    assert_eq!(none.code, 2);
    assert!(none.stderr.contains("has no contracts"), "{}", none.stderr);
    let contract =
        "[[expect]]\nwhere = 'clip(\"s0.bvh\") | clip(\"s1.bvh\")'\nspeed = { max = \"0.5m/s\" }\n";
    let config = library.text("footwork.toml") + contract;
    library.write("footwork.toml", config.as_bytes());
    let answer = valid(
        &with(&["--contracts", "--format", "json"]).stdout,
        "blendspace",
    );
    let points = answer["points"].as_array().unwrap().iter();
    let clips: Vec<&Value> = points.map(|point| &point["clip"]).collect();
    assert_eq!(clips, ["s0.bvh", "s2.bvh"]);
    let message = answer["rejected"][0]["message"].as_str().unwrap();
    assert_eq!(
        message,
        "speed is 1.00 m/s; it must be at most 0.50 m/s (contract of clip(\"s0.bvh\") | clip(\"s1.bvh\"))"
    );

    // All conditions of a contract count, not only its measures. CSV has no column for reasons, so they are printed as
    // warnings.
    let config = library.text("footwork.toml")
        + "\n[[expect]]\nwhere = 'clip(\"s2.bvh\")'\njoints = [\"Tail\"]\n";
    library.write("footwork.toml", config.as_bytes());
    let table = with(&["--contracts", "--format", "csv"]);
    assert_eq!(table.stdout.lines().count(), 2, "{}", table.stdout);
    let reason = "it has no joint or role Tail (contract of clip(\"s2.bvh\"))";
    assert!(table.stderr.contains(reason), "{}", table.stderr);
    assert!(
        table.stderr.contains("speed is 1.00 m/s"),
        "{}",
        table.stderr
    );
}

#[test]
fn a_measure_is_an_axis_if_no_channel_has_its_name() {
    let library = of_speeds(&[1.0, 2.5]);
    let answer = ask(library.path(), "Gait.Walk", "travel_z, turn_rate");
    let units: Vec<_> = (0..2)
        .map(|at| answer["axes"][at]["unit"].clone())
        .collect();
    assert_eq!(units, [json!("m"), json!("deg/s")]);
    for (at, speed) in [1.0, 2.5].into_iter().enumerate() {
        let far = answer["points"][at]["values"][0]["mean"].as_f64().unwrap();
        assert!((far - speed * 63.0 / 32.0).abs() < 1e-9, "{far}");
    }
    let ran = footwork(&[
        "blendspace",
        library.path(),
        "Gait.Walk",
        "--axes",
        "stride",
        "--format",
        "json",
    ]);
    let answer = valid(&ran.stdout, "blendspace");
    assert_eq!(answer["points"], json!([]));
    assert_eq!(answer["left_out"][0]["code"], "not-evaluated");
    assert!(
        ran.stderr.contains("stride is not evaluated"),
        "{}",
        ran.stderr
    );
}
