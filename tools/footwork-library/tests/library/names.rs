//! Names that find a clip, and the hint if there is none.

use footwork_base::Id;

use crate::playground::Playground;

/// Looks for `name` among a fixed set of clips. `expected` is the name of the clip, or the hint.
#[track_caller]
fn check(name: &str, expected: Result<&str, Option<&str>>) {
    let playground = Playground::new();
    for clip in [
        "run.bvh",
        "sub/run.bvh",
        "sub/walk_01.bvh",
        "jump.v2.bvh",
        "jump.txt.bvh",
    ] {
        playground.clip(clip);
    }
    let library = playground.open();
    let found = library.find_clip(name);
    let found = match &found {
        Ok(clip) => Ok(library.clips()[*clip].name.as_str()),
        Err(unknown) => Err(unknown.hint.as_deref()),
    };
    assert_eq!(found, expected, "{name}");
}

#[test]
fn whole_names_base_names_and_stems_find_a_clip() {
    check("sub/walk_01.bvh", Ok("sub/walk_01.bvh"));
    check("walk_01.bvh", Ok("sub/walk_01.bvh"));
    check("walk_01", Ok("sub/walk_01.bvh"));
    check("jump.v2", Ok("jump.v2.bvh"));
    check("run.bvh", Ok("run.bvh"));
    check("sub/run.bvh", Ok("sub/run.bvh"));
}

#[test]
fn a_name_of_two_clips_or_of_none_gets_a_hint() {
    check("run", Err(Some("it could be run.bvh or sub/run.bvh")));
    check("walk_10.bvh", Err(Some("did you mean walk_01.bvh?")));
    check(
        "sub/walk_10.bvh",
        Err(Some("did you mean sub/walk_01.bvh?")),
    );
    check("elephant", Err(None));
    check("", Err(None));
    check("jump", Err(None));
}

#[test]
fn ids_follow_the_order_of_names() {
    let playground = Playground::new();
    playground.clip("b.bvh").clip("a.bvh").clip("c/a.bvh");
    let library = playground.open();
    for (name, index) in [("a.bvh", 0), ("b", 1), ("c/a.bvh", 2)] {
        assert_eq!(library.find_clip(name).unwrap().index(), index);
        let entry = library
            .clips()
            .get(library.find_clip(name).unwrap())
            .unwrap();
        assert!(entry.path.ends_with(&entry.name));
    }
}
