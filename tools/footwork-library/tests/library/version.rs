//! The version of a library's files, and clips that changed since the library was opened.

use crate::playground::{Playground, bvh, clip_names};

fn playground() -> Playground {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .tags("a.bvh", "tag A 0 5\n")
        .clip("b.bvh");
    playground
}

#[test]
fn the_version_depends_only_on_the_content() {
    let one = playground();
    let version = one.open().version();
    assert_eq!(one.open().version(), version, "opened again");
    assert_eq!(playground().open().version(), version, "in another folder");

    let check = |change: &dyn Fn(&Playground), what: &str| {
        let changed = playground();
        change(&changed);
        assert_ne!(changed.open().version(), version, "{what}");
    };
    check(&|p| _ = p.tags("a.bvh", "tag A 0 6\n"), "a sidecar");
    check(&|p| _ = p.tags("b.bvh", "tag A 0 6\n"), "a new sidecar");
    check(&|p| _ = p.file("b.bvh", bvh(11)), "a clip");
    check(&|p| _ = p.clip("c.bvh"), "a new clip");
    check(
        &|p| _ = p.file("footwork.toml", "[tags.A]\n"),
        "the settings",
    );
}

#[test]
fn load_and_queries_reject_a_clip_that_changed_since_opening() {
    let playground = playground();
    let library = playground.open();
    assert_eq!(clip_names(&library), ["a.bvh", "b.bvh"]);
    let [a, b] = ["a", "b"].map(|name| library.find_clip(name).unwrap());
    // The file keeps its length, so only its content shows the change.
    let changed = bvh(10).replace("\n9\n", "\n8\n");
    assert_ne!(changed, bvh(10));
    playground.file("a.bvh", changed);
    let error = library.load(a).unwrap_err();
    assert_eq!(error.code, "changed");
    let source = library.motion_source(a);
    assert_eq!(source.read_bytes().unwrap_err().code, "changed");
    assert_eq!(source.read_mesh().unwrap_err().code, "changed");
    assert_eq!(library.load(b).unwrap().clip.frame_count(), 10);
    // A query leaves out the changed clip, because its tags describe the old motion.
    let found = library.database().query("{ speed >= 0 }").unwrap();
    assert_eq!(found.clip_count(), 1);
    let unread = library.take_unread();
    assert_eq!(
        [(unread[0].file.as_str(), unread[0].code)],
        [("a.bvh", "changed")]
    );
}
