//! `events encode`, `decode` and `score`: encoded times decode to the same times, the output follows its documentation,
//! and every mistake has a place.

use serde_json::{Value, json};

use crate::run::{Library, footwork, footwork_reading, root, valid, words};

fn samples() -> String {
    root().join("samples").to_str().unwrap().to_owned()
}

/// Checks that a command fails without output, and that its errors contain these texts.
#[track_caller]
fn check_refused(arguments: &[&str], input: &str, said: &[&str]) {
    let ran = footwork_reading(arguments, input.as_bytes());
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
    for said in said {
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn times_are_encoded_as_csv_that_decodes_to_them() {
    let encode = ["events", "encode", "--times", "1.25, 0.5", "--frames", "60"];
    let options = ["--rate", "30", "--window", "0.3"];
    let encoded = footwork(&[&encode[..], &options].concat());
    assert_eq!((encoded.code, encoded.stderr.as_str()), (0, ""));
    assert!(encoded.stdout.starts_with("frame,sin,cos\n0,0,-1\n"));
    assert_eq!(encoded.stdout.lines().count(), 61);
    let decode = ["events", "decode", "-", "--rate", "30", "--window", "0.3"];
    let decoded = footwork_reading(&decode, encoded.stdout.as_bytes());
    let answer = valid(&decoded.stdout, "events-decode");
    let times: Vec<f64> = serde_json::from_value(answer["times"].clone()).unwrap();
    assert_eq!(times.len(), 2);
    for (found, truth) in times.iter().zip([0.5, 1.25]) {
        assert!((found - truth).abs() < 0.01 / 30.0, "{times:?}");
    }
    assert!(answer["unknown"].as_u64().unwrap() > 10);
    assert_eq!(answer["rejected"]["falling"], 0);
    let csv = footwork_reading(
        &[&decode[..], &["--format", "csv"]].concat(),
        encoded.stdout.as_bytes(),
    );
    assert_eq!(csv.stdout.lines().count(), 3);

    // JSON has the same values.
    let json = footwork(&[&encode[..], &options, &["--format", "json"]].concat());
    let answer = valid(&json.stdout, "events-encode");
    assert_eq!(answer["clips"][0]["pairs"].as_array().unwrap().len(), 60);
    assert_eq!(answer["clips"][0]["clip"], Value::Null);
}

#[test]
fn a_loop_is_encoded_across_its_seam() {
    let encode = |more: &[&str]| {
        let encode = [
            "events", "encode", "--times", "0.05", "--frames", "30", "--rate", "30",
        ];
        footwork(&[&encode[..], &["--window", "0.2"], more].concat()).stdout
    };
    let last = |text: &str| text.lines().last().unwrap().to_owned();
    assert_eq!(last(&encode(&[])), "29,0,-1");
    let looped: Vec<f64> = last(&encode(&["--loop"]))
        .split(',')
        .map(|cell| cell.parse().unwrap())
        .collect();
    assert!(
        looped[1] > 0.5,
        "the last frame should be before an event: {looped:?}"
    );
    check_refused(
        &[
            "events", "encode", "--times", "0.5,2", "--frames", "30", "--rate", "30", "--loop",
        ],
        "",
        &["--times:1:5", "outside the loop"],
    );
}

#[test]
fn missing_options_are_derived_from_the_gaps_and_reported() {
    let encode = words("events encode --times 0.5,0.9,1.5,1.55 --frames 60 --rate 30");
    let ran = footwork(&encode);
    assert_eq!(ran.code, 0);
    let said = "note[too-close]: 1 event merged with another less than two frames away";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("note[window]: the window is 0.21"),
        "{}",
        ran.stderr
    );
    let wide = footwork(&[&encode[..], &["--window", "0.7", "--sigma", "100ms"]].concat());
    for said in [
        "warning[encoding]: a window of 0.7 s",
        "warning[encoding]: a smoothing of 0.1 s",
    ] {
        assert!(wide.stderr.contains(said), "{}", wide.stderr);
    }
    // Without events, the window is half a second.
    let none = [
        "events", "encode", "--times", "", "--frames", "2", "--rate", "30",
    ];
    let none = footwork(&none);
    assert!(
        none.stderr
            .contains("the window is 0.5 s, the default without gaps between events"),
        "{}",
        none.stderr
    );
    assert_eq!(none.stdout, "frame,sin,cos\n0,0,-1\n1,0,-1\n");
    // In a loop, even a single event has a gap, which is the whole loop. So there is no warning.
    let looped = [
        "events", "encode", "--times", "0.1", "--frames", "8", "--rate", "30", "--loop",
    ];
    let said = footwork(&looped).stderr;
    assert!(
        said.contains("the window is 0.13333333333333336 s, from the gaps between events")
            && !said.contains("warning"),
        "{said}"
    );
    // Events exactly two frames apart are not merged.
    let apart = words("events encode --times 0.4666666666666667,0.5 --frames 60 --rate 60");
    let said = footwork(&apart).stderr;
    assert!(!said.contains("too-close"), "{said}");
}

#[test]
fn all_clips_of_a_library_are_encoded_and_decoded_by_clip() {
    let samples = samples();
    let encoded = footwork(&["events", "encode", &samples, "Foot.Left", "--window", "0.3"]);
    assert_eq!((encoded.code, encoded.stderr.as_str()), (0, ""));
    assert!(
        encoded
            .stdout
            .starts_with("clip,frame,sin,cos\ncmu/playground_climb_down_01.bvh,0,")
    );
    assert_eq!(encoded.stdout.lines().count(), 3730);
    let decode = [
        "events",
        "decode",
        "-",
        "--library",
        &samples,
        "--window",
        "0.3",
    ];
    let decoded = footwork_reading(&decode, encoded.stdout.as_bytes());
    let answer = valid(&decoded.stdout, "events-decode");
    let times = |clip: &str| -> Vec<f64> {
        let clips = answer["clips"].as_array().unwrap();
        let found = clips.iter().find(|found| found["clip"] == clip).unwrap();
        serde_json::from_value(found["times"].clone()).unwrap()
    };
    assert_eq!(answer["clips"].as_array().unwrap().len(), 22);
    let check = |clip, expected: &[f64], rate: f64| {
        let found = times(clip);
        assert_eq!(found.len(), expected.len(), "{clip}: {found:?}");
        for (found, frame) in found.iter().zip(expected) {
            assert!((found * rate - frame).abs() < 0.01, "{clip}: {found}");
        }
    };
    check(
        "cmu/playground_climb_up_01.bvh",
        &[56.0, 137.0, 251.0, 346.0],
        60.0,
    );
    check("deepmimic/walk.txt", &[19.0], 30.0);
    check("deepmimic/backflip.txt", &[19.0], 16.0);
    let right = footwork(&words(&format!(
        "events encode {samples} Foot.Right --window 0.3"
    )));
    let decoded = footwork_reading(&decode, right.stdout.as_bytes());
    let answer = valid(&decoded.stdout, "events-decode");
    let clips = answer["clips"].as_array().unwrap();
    let walk = clips
        .iter()
        .find(|found| found["clip"] == "deepmimic/walk.txt")
        .unwrap();
    // The last frame of this loop is also the first frame of the next repetition.
    assert_eq!(walk["times"].as_array().unwrap().len(), 2, "{walk}");
    // One signal encodes both feet.
    let both = footwork(&["events", "encode", &samples, "Foot", "--window", "0.2"]);
    assert_eq!(both.code, 0);
    assert_ne!(both.stdout, encoded.stdout);
}

#[test]
fn signals_of_clips_with_odd_names_are_decoded() {
    let library = Library::new();
    let run = library.read("run.bvh");
    library.write("a \"b\", c.bvh", &run);
    let lib = library.path();
    footwork(&["event", "add", lib, "Foot.Left", "a \"b\", c", "7.5"]);
    let encoded = footwork(&["events", "encode", lib, "Foot", "--window", "0.1"]).stdout;
    let decode = [
        "events", "decode", "-", "--rate", "30", "--window", "0.1", "--format", "csv",
    ];
    let decoded = footwork_reading(&decode, encoded.as_bytes()).stdout;
    let time = decoded
        .strip_prefix("clip,time\n\"a \"\"b\"\", c.bvh\",0.2")
        .unwrap();
    assert_eq!(decoded.lines().count(), 2, "{time}");
}

#[test]
fn all_mistakes_in_a_signal_have_places() {
    let decode = ["events", "decode", "-", "--rate", "30", "--window", "0.1"];
    let check = |text: &str, said: &[&str]| check_refused(&decode, text, said);
    check("", &["bad-header", "standard input:1:1"]);
    check(
        "frame,cos,sin\n0,0,1\n",
        &["bad-header", "frame,sin,cos or clip,frame,sin,cos"],
    );
    check(
        "frame,sin,cos\n0,0,x\n2,NaN,1\n2,1e300,inf\n3,1\n",
        &[
            "bad-number",
            "2:5",
            "`x` is not a number",
            "3:1",
            "expected frame 1, found `2`",
            "4:3",
            "`1e300` does not fit in 32 bits",
            "4:9",
            "`inf` is not finite; write `nan` for an unknown number",
            "5:1",
            "expected 3 cells, found 2",
        ],
    );
    check("frame,sin,cos\n0,0,\"1\n", &["2:5", "no closing quote"]);
    check(
        "frame,sin,cos\n0,0,\"1\"2\n",
        &["2:5", "after the closing quote"],
    );
    check(
        "clip,frame,sin,cos\na,0,0,1\nb,0,0,1\na,0,0,1\n",
        &["4:1", "the frames of `a` are not on consecutive lines"],
    );
    let ran = footwork_reading(&decode, b"frame,sin,cos\n0,\xff,1\n");
    assert!(
        ran.code == 2 && ran.stderr.contains("not UTF-8"),
        "{}",
        ran.stderr
    );
    check_refused(
        &words("events decode no-such-file.csv --rate 30 --window 0.1"),
        "",
        &["no-such-file.csv"],
    );
    let of_library = format!("events decode - --library {} --window 0.1", samples());
    check_refused(
        &words(&of_library),
        "frame,sin,cos\n0,0,1\n",
        &["no column for the clip"],
    );
    check_refused(
        &words(&of_library),
        "clip,frame,sin,cos\nwalk.tx,0,0,1\n",
        &["no clip named walk.tx", "did you mean walk.txt?"],
    );
    // JSON errors also have the place.
    let ran = footwork_reading(
        &[&decode[..], &["--errors", "json"]].concat(),
        b"frame,sin,cos\n0,0,x\n",
    );
    let error = valid(ran.stderr.trim(), "errors")["errors"][0].take();
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(5)));
}

#[test]
fn unknown_samples_of_a_signal_are_nan() {
    let decode = ["events", "decode", "-", "--rate", "10", "--window", "1"];
    let clean = "frame,sin,cos\n0,0.8,0.5\n1,0.5,0.8\n2,-0.2,0.9\n";
    let decoded = |text: &str| {
        let ran = footwork_reading(&decode, text.as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let answer = valid(&ran.stdout, "events-decode");
        (
            answer["unknown"].clone(),
            answer["times"].as_array().unwrap().len(),
        )
    };
    assert_eq!(decoded(clean), (json!(0), 1));
    // After a frame with unknown values, the direction of the signal is unknown.
    assert_eq!(decoded(&clean.replace("0.5,0.8", "nan,0.8")), (json!(1), 0));
    assert_eq!(decoded(&clean.replace("0.8,0.5", "NaN,nan")), (json!(1), 1));
}

#[test]
fn json_in_place_of_a_signal_is_refused() {
    let encode = [
        "events", "encode", "--times", "1", "--frames", "500", "--rate", "30",
    ];
    let encoded = footwork(&[&encode[..], &["--format", "json"]].concat()).stdout;
    let decode = ["events", "decode", "-", "--rate", "30", "--window", "1"];
    let ran = footwork_reading(&decode, encoded.as_bytes());
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("this is JSON"), "{}", ran.stderr);
    assert!(
        ran.stderr.len() < 200 && ran.stderr.lines().count() == 1,
        "{}",
        ran.stderr
    );
}

#[test]
fn negative_numbers_are_refused_as_values() {
    let encode = |frames, rate, more: [&'static str; 2]| {
        let encode = [
            "events", "encode", "--times", "1", "--frames", frames, "--rate", rate,
        ];
        [&encode[..], &more].concat()
    };
    let seconds = "it is not a time of at least 0 s";
    check_refused(
        &encode("9", "30", ["--window", "-1"]),
        "",
        &["--window", seconds],
    );
    check_refused(
        &encode("9", "30", ["--sigma", "-1"]),
        "",
        &["--sigma", seconds],
    );
    check_refused(
        &encode("-1", "30", ["--sigma", "0"]),
        "",
        &["--frames", "not a number of frames"],
    );
    check_refused(
        &encode("9", "-5", ["--sigma", "0"]),
        "",
        &["--rate", "rate"],
    );
    let score = words("events score --truth 1 --found 1 --tolerance");
    check_refused(
        &[&score[..], &["-1"]].concat(),
        "",
        &["--tolerance", seconds],
    );
    let frames = ["1f", "--rate", "-5"];
    check_refused(&[&score[..], &frames].concat(), "", &["--rate", "rate"]);
    let decode = ["events", "decode", "-", "--rate", "30", "--window", "-0.5"];
    check_refused(&decode, "", &["--window", seconds]);
    let decode = ["events", "decode", "-", "--rate", "-30", "--window", "1"];
    check_refused(&decode, "", &["--rate", "rate"]);
}

#[test]
fn wrong_arguments_are_refused() {
    let encode = |more: &[&'static str]| {
        let encode = [
            "events", "encode", "--times", "1", "--frames", "9", "--rate", "30",
        ];
        [&encode[..], more].concat()
    };
    for window in ["0", "-1", "nan", "1e9", "x"] {
        let ran = footwork(&encode(&["--window", window]));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{window}");
    }
    check_refused(
        &encode(&["--window", "0.1", "--sigma", "0.2"]),
        "",
        &["smoothing"],
    );
    let with = |name: &'static str, value: &'static str| {
        [
            "events", "encode", "--times", "1", "--frames", "9", "--rate", "30", name, value,
        ]
    };
    check_refused(&with("--sigma", "inf"), "", &["--sigma"]);
    let times = |times| {
        [
            "events", "encode", "--times", times, "--frames", "9", "--rate", "30",
        ]
    };
    check_refused(&times("0.1,x,nan"), "", &["--times:1:5", "--times:1:7"]);
    check_refused(&times("1e10"), "", &["--times:1:1", "beyond"]);
    check_refused(
        &words("events encode --times 1 --frames 99999999999 --rate 30"),
        "",
        &["limit"],
    );
    check_refused(
        &[
            "events", "encode", "--times", "1", "--frames", "9", "--rate", "0",
        ],
        "",
        &["--rate"],
    );
    check_refused(&["events", "encode", &samples()], "", &["NAME"]);
    check_refused(
        &["events", "encode", &samples(), "Fot.Left"],
        "",
        &["did you mean Foot.Left"],
    );
    check_refused(&["events", "encode", &samples(), "a..b"], "", &["bad-name"]);
    // The default smoothing would cover a very large number of frames.
    let fast = words("events encode --times 1 --frames 9 --rate 1000000000");
    check_refused(
        &[&fast[..], &["--window", "9", "--sigma", "9"]].concat(),
        "",
        &["smoothing"],
    );
}

#[test]
fn scores_are_the_documented_json() {
    let score = words("events score --truth 0.5,1.0,1.5 --found 0.52,1.2,1.49");
    let ran = footwork(&[&score[..], &["--tolerance", "0.05"]].concat());
    let answer = valid(&ran.stdout, "events-score");
    assert_eq!(answer["matched"], 2);
    assert!((answer["precision"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-12);
    assert!((answer["bias"].as_f64().unwrap() - 0.005).abs() < 1e-12);
    let none = footwork(&[
        "events",
        "score",
        "--truth",
        "",
        "--found",
        "1",
        "--tolerance",
        "0",
    ]);
    let answer = valid(&none.stdout, "events-score");
    assert_eq!(
        (&answer["f1"], &answer["mean_abs"]),
        (&json!(0.0), &Value::Null)
    );
    let piped = words("events score --truth - --found 1 --tolerance 0");
    let lines = footwork_reading(&piped, b"1\n2\n");
    assert_eq!(valid(&lines.stdout, "events-score")["recall"], 0.5);
    let mixed = footwork_reading(&piped, b"1, 2\n3 4,5\r\n");
    assert_eq!(valid(&mixed.stdout, "events-score")["recall"], 0.2);
    // An event at a distance of exactly the tolerance matches, for tolerances in seconds and in frames.
    let matched = |truth, found, tolerance: &[&'static str]| {
        let score = [
            "events",
            "score",
            "--truth",
            truth,
            "--found",
            found,
            "--tolerance",
        ];
        let ran = footwork(&[&score[..], tolerance].concat());
        valid(&ran.stdout, "events-score")["matched"].clone()
    };
    assert_eq!(matched("0.5", "0.55", &["0.05"]), 1);
    let frames = ("0.13333333333333333,0.2", "0.18333333333333332,0.27");
    assert_eq!(matched(frames.0, frames.1, &["3f", "--rate", "60"]), 1);
    assert_eq!(matched(frames.0, frames.1, &["4.2f", "--rate", "60"]), 2);
    let csv = footwork(&[&score[..], &["--tolerance", "0.05", "--format", "csv"]].concat());
    assert!(
        csv.stdout
            .starts_with("precision,recall,f1,mean_abs,p95_abs,bias,matched\n0.6")
    );
    let refused = |truth, found, tolerance, said: &[&str]| {
        let score = [
            "events",
            "score",
            "--truth",
            truth,
            "--found",
            found,
            "--tolerance",
            tolerance,
        ];
        check_refused(&score, "", said);
    };
    refused(
        "1,0.5",
        "1",
        "0",
        &["--truth:1:3", "earlier than the event before it"],
    );
    refused("1", "1,x", "0", &["--found:1:3"]);
    refused("1", "1", "-1", &["--tolerance"]);
    refused("1", "1", "3f", &["needs --rate"]);
    refused("-", "-", "1", &["only one"]);
}

#[test]
fn times_outside_the_clip_are_noted() {
    let encode = |times| {
        let more = "--frames 5 --rate 10 --window 0.2";
        let line = format!("events encode --times {times} {more}");
        footwork(&words(&line))
    };
    let ran = encode("0.3,9");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let said = "outside-clip]: these times are outside the clip, which is 0.50 s long: 9 s";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let ran = encode("0.3,1,2,3,4,5,6,7");
    assert!(ran.stderr.contains("5 s, 2 more"), "{}", ran.stderr);
    let ran = encode("0,0.5");
    assert!(!ran.stderr.contains("outside"), "{}", ran.stderr);
}
