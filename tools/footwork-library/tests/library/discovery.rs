//! Which files of a folder are clips, and their order.

use std::fs;

use footwork_library::{Library, Rescan};

use crate::playground::{Playground, bvh, clip_names, deepmimic, findings};

/// Opens a library with these files, all of them clips, and checks its clips and findings.
#[track_caller]
fn check(config: &str, files: &[&str], clips: &[&str], expected: &[&str]) {
    let playground = Playground::new();
    playground.file("footwork.toml", config);
    for file in files {
        playground.clip(file);
    }
    let library = playground.open();
    assert_eq!(clip_names(&library), clips);
    assert_eq!(findings(&library), expected);
}

#[test]
fn clips_order_by_the_bytes_of_their_names() {
    let files = [
        "b.bvh",
        "a/z.bvh",
        "a.bvh",
        "a-b.bvh",
        "B.bvx",
        "Z.bvh",
        "é.bvh",
        "a/b/c.bvh",
    ];
    let clips = [
        "Z.bvh",
        "a-b.bvh",
        "a.bvh",
        "a/b/c.bvh",
        "a/z.bvh",
        "b.bvh",
        "é.bvh",
    ];
    check("", &files, &clips, &[]);
}

#[test]
fn hidden_files_and_folders_are_ignored() {
    let files = [".a.bvh", ".hidden/b.bvh", "c/.git/d.bvh", "c/e.bvh"];
    check("", &files, &["c/e.bvh"], &[]);
}

/// A folder with its own settings, even empty ones, is a separate library, even behind a link.
#[test]
fn a_folder_with_its_own_settings_is_not_part_of_the_library() {
    let playground = Playground::new();
    for file in [
        "footwork.toml",
        "inner/footwork.toml",
        "inner/deep/footwork.toml",
        "empty/footwork.toml",
        "later/footwork.toml.bak",
    ] {
        playground.file(file, "");
    }
    for clip in ["a.bvh", "inner/b.bvh", "inner/deep/c.bvh", "later/d.bvh"] {
        playground.clip(clip).tags(clip, "tag A 0 5\n");
    }
    playground.file("inner/gone.bvh.tags", "footwork-tags 1\n");
    let library = playground.open();
    assert_eq!(clip_names(&library), ["a.bvh", "later/d.bvh"]);
    assert_eq!(library.libraries_inside(), ["empty", "inner"]);
    assert_eq!(findings(&library), [""; 0]);
    let notes = library.notes_on_libraries_inside();
    let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    let own = "note[library-inside]: has a footwork.toml of its own, so it is a library of its own and not part of this one";
    assert_eq!(notes, [format!("empty: {own}"), format!("inner: {own}")]);

    // Each inner library is opened by itself.
    let inner = Library::open(&playground.path("inner")).unwrap();
    assert_eq!(clip_names(&inner), ["b.bvh"]);
    assert_eq!(inner.libraries_inside(), ["deep"]);
    let inner = Library::open(&playground.path("inner/deep")).unwrap();
    assert_eq!(clip_names(&inner), ["c.bvh"]);

    // Excluded libraries are not reported. A library without clips has a finding for each other library inside it.
    playground.file(
        "footwork.toml",
        "exclude = [\"inner/**\", \"*.bvh\", \"later/**\"]",
    );
    let library = playground.open();
    assert_eq!(library.libraries_inside(), ["empty"]);
    assert_eq!(findings(&library), ["empty note library-inside"]);
}

/// A rescan reopens a library if a folder inside it has become a separate library, or is no longer one.
#[test]
fn a_rescan_notices_a_folder_that_becomes_or_ceases_to_be_a_library() {
    let playground = Playground::new();
    playground.clip("a.bvh").clip("inner/b.bvh");
    fs::create_dir(playground.path("empty")).unwrap();
    let mut library = playground.open();
    for (file, clips) in [
        ("inner/footwork.toml", &["a.bvh"][..]),
        ("empty/footwork.toml", &["a.bvh"]),
    ] {
        playground.file(file, "");
        assert!(library.rescan().unwrap().reopened, "{file}");
        assert_eq!(clip_names(&library), clips);
    }
    // Changes in the inner library do not affect this one.
    playground
        .clip("inner/c.bvh")
        .file("inner/footwork.toml", "name = \"x\"");
    playground.tags("inner/b.bvh", "tag A 0 5\n");
    assert_eq!(library.rescan().unwrap(), Rescan::default());
    fs::remove_file(playground.path("inner/footwork.toml")).unwrap();
    assert!(library.rescan().unwrap().reopened);
    assert_eq!(
        clip_names(&library),
        ["a.bvh", "inner/b.bvh", "inner/c.bvh"]
    );
    assert_eq!(library.libraries_inside(), ["empty"]);
}

/// Output written next to a library may not replace files of a library inside it.
#[test]
fn files_of_an_inner_library_may_not_be_overwritten() {
    let playground = Playground::new();
    playground.clip("a.bvh").clip("inner/b.bvh").clip("c/d.bvh");
    playground
        .file("inner/footwork.toml", "")
        .file("inner/read.me", "");
    let own = playground.open().own_files();
    for (file, is_own) in [
        ("c/d.bvh", true),
        ("inner/b.bvh", true),
        ("inner/b.bvh.tags", true),
        ("inner/footwork.toml", true),
        ("inner/new.bvh", false),
        ("inner/read.me", false),
        ("c/footwork.toml", false),
        ("new.bvh", false),
    ] {
        assert_eq!(own.contains(&playground.path(file)), is_own, "{file}");
    }
}

#[test]
fn include_and_exclude_select_the_clips() {
    let files = ["a.bvh", "drafts/a.bvh", "drafts/b.bvh", "run/a.bvh"];
    check(
        "exclude = [\"drafts/**\"]",
        &files,
        &["a.bvh", "run/a.bvh"],
        &[],
    );
    check("include = [\"run/**\"]", &files, &["run/a.bvh"], &[]);
    let both = "include = [\"drafts/**\", \"run/*\"]\nexclude = [\"**/a.bvh\"]";
    check(both, &files, &["drafts/b.bvh"], &[]);
    check("exclude = [\"a.bvh\"]", &files, &["drafts/b.bvh"], &[]);
    check("include = []", &files, &files, &[]);
    check("exclude = [\"**\"]", &files, &[], &[]);
}

#[cfg(unix)]
#[test]
fn names_that_differ_only_by_case() {
    let playground = Playground::new();
    playground
        .clip("walk.bvh")
        .clip("Walk.bvh")
        .clip("a/Été.bvh")
        .clip("A/éTÉ.BVH")
        .file("readme.txt", "Read me.")
        .file("README.txt", "Read me.")
        .file("pose.TXT", "No pose.")
        .file("pose.txt", deepmimic(2));
    let library = playground.open();
    assert_eq!(clip_names(&library), ["A/éTÉ.BVH", "Walk.bvh", "pose.txt"]);
    let expected = ["a/Été.bvh error case-twin", "walk.bvh error case-twin"];
    assert_eq!(findings(&library), expected);
    let unknown = library.find_clip("walk.bvh").unwrap_err();
    assert!(
        unknown
            .hint
            .unwrap()
            .contains("differs from Walk.bvh only by case")
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_loops_of_links_reported() {
    use std::os::unix::fs::symlink;

    let playground = Playground::new();
    let elsewhere = Playground::new();
    elsewhere.clip("far.bvh").clip("folder/b.bvh");
    playground.clip("a/b/c.bvh");
    symlink(elsewhere.path("far.bvh"), playground.path("near.bvh")).unwrap();
    symlink(elsewhere.path("folder"), playground.path("linked")).unwrap();
    symlink("../..", playground.path("a/b/up")).unwrap();
    symlink("nowhere", playground.path("dangling.bvh")).unwrap();
    // Emacs leaves this link next to an open file.
    symlink("me@host.1234", playground.path(".#c.bvh")).unwrap();
    let library = playground.open();
    assert_eq!(
        clip_names(&library),
        ["a/b/c.bvh", "linked/b.bvh", "near.bvh"]
    );
    let expected = ["a/b/up warning link-above", "dangling.bvh error unreadable"];
    assert_eq!(findings(&library), expected);
}

/// Both the walk through the folder and the reader of sidecars find the link.
#[cfg(unix)]
#[test]
fn a_sidecar_that_is_a_link_to_nowhere_is_reported_once() {
    use std::os::unix::fs::symlink;

    let playground = Playground::new();
    playground.clip("a.bvh");
    for sidecar in ["a.bvh.tags", "gone.bvh.tags"] {
        symlink("nowhere", playground.path(sidecar)).unwrap();
    }
    let expected = [
        "a.bvh.tags error unreadable",
        "gone.bvh.tags error unreadable",
    ];
    assert_eq!(findings(&playground.open()), expected);
}

/// Ten folders of links to each other have millions of paths.
#[cfg(unix)]
#[test]
fn too_many_links_are_left_out_and_reported() {
    use std::os::unix::fs::symlink;

    let playground = Playground::new();
    let others = |one: usize| (0..10).filter(move |other| *other != one);
    playground.clip("far/a.bvh");
    symlink("far", playground.path("near")).unwrap();
    for one in 0..10 {
        playground.file(&format!("d{one}/readme.txt"), "");
        for other in others(one) {
            symlink(
                format!("../d{other}"),
                playground.path(&format!("d{one}/l{other}")),
            )
            .unwrap();
        }
    }
    let library = playground.open();
    assert_eq!(clip_names(&library), ["far/a.bvh", "near/a.bvh"]);
    assert_eq!(findings(&library), ["d0/l1/l2/l3/l4 error too-many-links"]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let playground = Playground::new();
    for name in [b"a\xff.bvh".as_slice(), b"b\xff.png"] {
        std::fs::write(playground.root().join(OsStr::from_bytes(name)), bvh(1)).unwrap();
    }
    let library = playground.open();
    assert_eq!(clip_names(&library), [""; 0]);
    assert_eq!(findings(&library), ["a\u{fffd}.bvh error name-not-utf8"]);
}
