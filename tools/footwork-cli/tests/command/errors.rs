//! Error messages.

use crate::run::{Library, footwork, footwork_reading, root, valid};

/// Returns the printed message, without the path of the library.
fn shown(library: &Library, query: &str) -> String {
    let ran = footwork(&["query", library.path(), query]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{query}");
    ran.stderr.replace(library.path(), "LIB")
}

#[test]
fn every_mistake_of_a_query_has_carets_and_a_hint() {
    let library = Library::new();
    insta::assert_snapshot!(shown(&library, "Gait.Rnu & "));
    insta::assert_snapshot!(shown(&library, "frist(Gait, 3) | longer(Gait)"));
    insta::assert_snapshot!(shown(
        &library,
        "Gait Direction.Turn | \"漢字\" & (Foot.Left"
    ));
    insta::assert_snapshot!(shown(&library, "Gait |\n  Direction.Trun\n  & Gait"));
}

/// Shows every case of `testdata/queries/errors.toml` as the command prints it.
#[test]
fn every_kind_of_error_is_shown_with_carets() {
    #[derive(serde::Deserialize)]
    struct Cases {
        case: Vec<Case>,
    }
    #[derive(serde::Deserialize)]
    struct Case {
        query: String,
    }
    let cases = std::fs::read_to_string(root().join("testdata/queries/errors.toml")).unwrap();
    let cases: Cases = toml::from_str(&cases).unwrap();
    let library = Library::new();
    let tags = [
        "A",
        "B",
        "Gait.Run",
        "Gait.Walk",
        r#""Hand made""#,
        r#""A-B""#,
        r#""C-B""#,
    ];
    let vocabulary = tags.map(|tag| format!("[tags.{}]\n", footwork::base::quote(tag)));
    let config = vocabulary.concat() + "[events.\"Foot.Left\"]\n";
    library.write("footwork.toml", config.as_bytes());
    let all: String = cases
        .case
        .iter()
        .map(|case| shown(&library, &case.query))
        .collect();
    insta::assert_snapshot!(all);
}

#[test]
fn hostile_queries_are_refused_immediately() {
    let library = Library::new();
    let lib = library.path();
    insta::assert_snapshot!(shown(&library, &"(".repeat(60_000)));
    insta::assert_snapshot!(shown(&library, &"Gait|".repeat(13_200)));
    let many = shown(&library, &"x|".repeat(60));
    let more = many
        .split("error[")
        .find(|error| error.starts_with("too-many"))
        .unwrap();
    insta::assert_snapshot!(more);
    for text in [
        "(".repeat(100_000),
        "!".repeat(10_000_000),
        "\0".repeat(1000),
    ] {
        let ran = footwork_reading(&["query", lib, "-"], text.as_bytes());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.len() < 4000, "{}", ran.stderr);
    }
    let ran = footwork_reading(&["query", lib, "-"], b"\xff\xfe");
    assert_eq!(ran.code, 2);
}

#[test]
fn errors_are_json_for_programs() {
    let library = Library::new();
    let arguments = ["query", library.path(), "Gait.Rnu & ", "--errors", "json"];
    let ran = footwork(&arguments);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let errors = valid(&ran.stderr, "errors");
    assert_eq!(errors["errors"][0]["span"], serde_json::json!([0, 8]));
    assert_eq!(errors["errors"][0]["hint"], "did you mean `Gait.Run`?");
    assert_eq!(errors["errors"][1]["column"], 12);

    let usage = footwork(&["query", "--errors=json"]);
    assert_eq!(usage.code, 2);
    assert_eq!(valid(&usage.stderr, "errors")["errors"][0]["code"], "usage");
}

#[test]
fn an_unreadable_clip_is_left_out_unless_it_is_requested() {
    let library = Library::new();
    library.write("bad.bvh", b"HIERARCHY\nROOT Hips\n{\n OFFSET 0 zero 0\n}\n");
    let lib = library.path();
    let ran = footwork(&["query", lib, "all", "--count", "--errors", "json"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (1, "100 frames, 2 ranges, 2 clips\n")
    );
    let partial = ["query", lib, "all", "--count", "--partial"];
    assert_eq!(footwork(&partial).code, 0);
    let (found, said) = ran.stderr.split_once('\n').unwrap();
    assert_eq!(valid(said, "findings")["findings"][0]["code"], "incomplete");
    let findings = valid(found, "findings");
    assert_eq!(findings["findings"][0]["file"], "bad.bvh");
    assert_eq!(findings["findings"][0]["line"], 4);
    let out = format!("{lib}/bad.png");
    let ran = footwork(&["strip", lib, "bad.bvh", "-o", &out]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("left out"), "{}", ran.stderr);
    assert!(!library.has("bad.png"));
}

#[test]
fn a_folder_that_is_not_a_library_is_an_error() {
    let library = Library::new();
    let file = format!("{}/run.bvh", library.path());
    for path in ["no/such/folder", file.as_str()] {
        let ran = footwork(&["info", path]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains("no-library"), "{}", ran.stderr);
    }
    library.write("footwork.toml", b"name = \n");
    let ran = footwork(&["info", library.path()]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("footwork.toml:1:8"), "{}", ran.stderr);
}

#[test]
fn a_mistake_in_the_config_is_shown_at_its_place() {
    let library = Library::new();
    let text = "name = \"x\"\nlength_unit = \"parsec\"\n";
    library.write("footwork.toml", text.as_bytes());
    let ran = footwork(&["info", library.path()]);
    assert!(
        ran.stderr.contains("length_unit = \"parsec\""),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("^^^^^^^^"), "{}", ran.stderr);
    let ran = footwork(&["info", library.path(), "--errors", "json"]);
    let errors = valid(&ran.stderr, "errors");
    let error = &errors["errors"][0];
    assert_eq!(error["file"], "footwork.toml");
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &15.into()));
}

#[test]
fn a_name_is_shown_where_it_is_wrong() {
    let library = Library::new();
    for argument in ["tag", "event"] {
        let mut arguments = vec![argument, "add", library.path(), "very tired", "run", "1"];
        if argument == "tag" {
            arguments.push("2");
        }
        let ran = footwork(&arguments);
        assert_eq!(ran.code, 2);
        let place = format!("--> {argument}:1:5");
        assert!(ran.stderr.contains(&place), "{}", ran.stderr);
        assert!(ran.stderr.contains("^^^^^^"), "{}", ran.stderr);
        arguments.extend(["--errors", "json"]);
        let errors = valid(&footwork(&arguments).stderr, "errors");
        let error = &errors["errors"][0];
        assert_eq!(
            (&error["code"], &error["file"]),
            (&"bad-name".into(), &argument.into())
        );
        assert_eq!(error["span"], serde_json::json!([4, 10]));
        assert_eq!(error["column"], 5);
    }
}

#[test]
fn joints_missing_from_some_clips_are_reported() {
    let samples = root().join("samples");
    let query = "{ LeftFoot.height >= 0 || left_ankle.height >= 0 }";
    let ran = footwork(&["query", samples.to_str().unwrap(), query, "--count"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "3729 frames, 22 ranges, 22 clips\n")
    );
    for joint in [
        "14 of 22 clips have no joint `LeftFoot`",
        "8 of 22 clips have no joint `left_ankle`",
    ] {
        assert!(ran.stderr.contains(joint), "{}", ran.stderr);
    }
}

#[test]
fn a_predicate_outside_its_braces_is_marked() {
    let library = Library::new();
    assert!(shown(&library, "speed > 2.5").contains("`{ speed > 3 }`"));
    assert!(shown(&library, "{ maen(speed, 0.3s) > 1 }").contains("did you mean `mean`?"));
    assert!(shown(&library, "{ time > 1s }").contains("plain seconds"));
}

#[test]
fn an_estimated_unit_is_shown_where_it_matters() {
    let library = Library::new();
    library.write("footwork.toml", b"");
    for arguments in [
        &["info", library.path()][..],
        &["query", library.path(), "{ height > 0 }"],
    ] {
        let ran = footwork(arguments);
        assert_eq!(ran.code, 0);
        let note = "note[length-unit]: no `length_unit` is given";
        assert!(ran.stderr.contains(note), "{}", ran.stderr);
    }
    let info = footwork(&["info", library.path(), "--format", "json"]);
    let unit = valid(&info.stdout, "info")["clips"][0]["estimated_unit"].take();
    assert!(unit.is_string(), "{unit}");
    let silent = footwork(&["query", library.path(), "all", "--count"]);
    assert!(!silent.stderr.contains("length-unit"), "{}", silent.stderr);
}

/// Reading a pipe that no program writes to would never end.
#[cfg(unix)]
#[test]
fn pipes_are_refused_without_waiting() {
    for name in ["footwork.toml", "run.bvh.tags", "side.bin"] {
        let library = Library::new();
        let path = std::path::Path::new(library.path()).join(name);
        _ = std::fs::remove_file(&path);
        let made = std::process::Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap();
        assert!(made.success());
        let scene = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":"side.bin"}],
            "nodes":[{}],"animations":[{"channels":[],"samplers":[]}]}"#;
        library.write("scene.gltf", scene.as_bytes());
        let ran = footwork(&["info", library.path()]);
        assert!(
            ran.stderr.contains("not a file") || name == "side.bin",
            "{}",
            ran.stderr
        );
    }
}

#[cfg(unix)]
#[test]
fn a_scene_reads_nothing_outside_its_folder() {
    let library = Library::new();
    library.write("outside.bin", b"0123456789abcdef");
    let scene = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":16,"uri":"inside.bin"}],
        "bufferViews":[{"buffer":0,"byteLength":16}],"nodes":[{"name":"hips"}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR"},
                     {"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}],
        "animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],
                       "samplers":[{"input":0,"output":1}]}]}"#;
    library.write("scenes/scene.gltf", scene.as_bytes());
    let link = std::path::Path::new(library.path()).join("scenes/inside.bin");
    std::os::unix::fs::symlink("../outside.bin", link).unwrap();
    let ran = footwork(&["info", library.path()]);
    assert!(
        ran.stderr.contains("it leads out of the folder"),
        "{}",
        ran.stderr
    );
}
