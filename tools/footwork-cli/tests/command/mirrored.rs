//! Mirrored twins are shown, queried, drawn and compiled, but not edited.

use serde_json::json;

use crate::run::{Library, footwork, valid};

/// Returns a library of two clips with their mirrored twins, and a strike of the left foot.
fn mirrored() -> Library {
    let library = Library::new();
    let config = String::from_utf8(library.read("footwork.toml")).unwrap();
    library.write(
        "footwork.toml",
        format!("mirror = true\n{config}").as_bytes(),
    );
    let lib = library.path();
    let tag = ["tag", "add", lib, "Turn.Left", "run", "10", "20"];
    let event = ["event", "add", lib, "Foot.Left", "run", "13.25"];
    for arguments in [&tag[..], &event] {
        let ran = footwork(arguments);
        assert_eq!(
            (ran.code, ran.stderr.contains("error")),
            (0, false),
            "{}",
            ran.stderr
        );
    }
    library
}

#[test]
fn info_and_timeline_show_mirrored_twins() {
    let library = mirrored();
    let info = footwork(&["info", library.path(), "--format", "json"]);
    let clips = valid(&info.stdout, "info")["clips"].take();
    let twin = json!({
        "clip": "run.bvh~mirrored", "frames": 60, "rate": "30", "seconds": 2.0, "spans": 1,
        "events": 1, "mirror_of": "run.bvh", "root": "Hips",
    });
    assert_eq!(clips[1], twin);
    assert_eq!(clips.as_array().unwrap().len(), 4);
    assert!(clips[0].get("mirror_of").is_none());
    let timeline = [
        "timeline",
        library.path(),
        "--clips",
        "run*",
        "--format",
        "csv",
    ];
    let expected = "clip,kind,name,start,stop\n\
                    run.bvh,tag,Turn.Left,10,20\n\
                    run.bvh,event,Foot.Left,13.25,13.25\n\
                    run.bvh~mirrored,tag,Turn.Right,10,20\n\
                    run.bvh~mirrored,event,Foot.Right,13.25,13.25\n";
    assert_eq!(footwork(&timeline).stdout.replace("\r\n", "\n"), expected);
}

#[test]
fn queries_find_mirrored_twins_in_folders_and_compiled_libraries() {
    let library = mirrored();
    let file = format!("{}/all.tagdb", library.path());
    assert_eq!(footwork(&["compile", library.path(), "-o", &file]).code, 0);
    for source in [library.path(), &file] {
        let query = "Turn & clip(\"*~mirrored\")";
        let ran = footwork(&["query", source, query, "--format", "json"]);
        let found = valid(&ran.stdout, "query")["clips"].take();
        let expected = json!([{
            "clip": "run.bvh~mirrored", "frames": 60, "rate": "30", "ranges": [[10, 20]],
        }]);
        assert_eq!(found, expected, "{source}: {}", ran.stderr);
    }
}

#[test]
fn mirrored_twins_are_drawn() {
    let library = mirrored();
    let file = format!("{}/twin.png", library.path());
    let ran = footwork(&["strip", library.path(), "run~mirrored", "-o", &file]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(library.has("twin.png"));
}

#[test]
fn an_edit_of_a_mirrored_twin_is_refused_with_the_original() {
    let library = mirrored();
    let before = library.read("run.bvh.tags");
    let lib = library.path();
    for arguments in [
        ["tag", "add", lib, "Gait.Run", "run~mirrored", "1", "2"].as_slice(),
        &["tag", "remove", lib, "Gait.Run", "run~mirrored", "1", "2"],
        &["event", "add", lib, "Foot.Left", "run~mirrored", "1"],
        &["event", "remove", lib, "Foot.Left", "run~mirrored", "1"],
    ] {
        let ran = footwork(&[arguments, &["--errors", "json"]].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        let error = valid(&ran.stderr, "errors")["errors"][0].take();
        assert_eq!(error["code"], "mirrored-clip");
        assert!(
            error["message"]
                .as_str()
                .unwrap()
                .ends_with("those of run.bvh; edit that one")
        );
    }
    assert_eq!(library.read("run.bvh.tags"), before);
}
