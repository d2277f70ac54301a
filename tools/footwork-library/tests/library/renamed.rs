//! A rename of a tag also changes the sidecars of clips that are gone or unreadable. Unreadable sidecars are listed.

use std::fs;

use footwork_base::Name;
use footwork_library::Change;

use crate::playground::Playground;

#[test]
fn a_tag_is_renamed_in_every_sidecar_that_can_be_read() {
    let playground = Playground::new();
    let tags = "footwork-tags 1\ntag Gait.Run 2 4\n";
    let renamed = "footwork-tags 1\ntag Move.Run 2 4\n";
    let merged = "footwork-tags 1\n<<<<<<< ours\ntag Gait 1 2\n=======\n>>>>>>> theirs\n";
    playground.file("footwork.toml", "exclude = [\"out/*\"]\n");
    playground.clip("a.bvh").file("a.bvh.tags", tags);
    playground
        .file("broken.bvh", "no motion")
        .file("broken.bvh.tags", tags);
    playground.file("gone.bvh.tags", tags);
    playground.file("out/x.bvh.tags", tags);
    playground
        .clip("merged.bvh")
        .file("merged.bvh.tags", merged);
    playground.file("lost.bvh.tags", merged);
    let mut library = playground.open();
    let [old, new]: [Name; 2] = ["Gait", "Move"].map(|name| name.parse().unwrap());
    let done = library.rename_tag(&old, &new).unwrap();
    assert_eq!((done.change, done.clips), (Change::Saved, 3));
    assert_eq!(done.unread, ["lost.bvh.tags", "merged.bvh.tags"]);
    let read = |file: &str| fs::read_to_string(playground.path(file)).unwrap();
    for file in ["a.bvh.tags", "broken.bvh.tags", "gone.bvh.tags"] {
        assert_eq!(read(file), renamed, "{file}");
    }
    assert_eq!(read("out/x.bvh.tags"), tags);
    assert_eq!(read("merged.bvh.tags"), merged);
    // The changes of all three sidecars are one edit.
    assert_eq!(library.undo().unwrap().unwrap().files.len(), 3);
    assert_eq!(read("gone.bvh.tags"), tags);
}

#[test]
fn an_unreadable_sidecar_is_listed_even_if_no_other_names_the_tag() {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .file("a.bvh.tags", "footwork-tags 1\n<<<<<<< ours\ntag A 1 2\n");
    let mut library = playground.open();
    let mut rename = |old: &str| {
        let [old, new]: [Name; 2] = [old, "New"].map(|name| name.parse().unwrap());
        let done = library.rename_tag(&old, &new).unwrap();
        (done.change, done.unread)
    };
    assert_eq!(
        rename("A"),
        (Change::Nothing, vec!["a.bvh.tags".to_owned()])
    );
    assert_eq!(rename("B"), (Change::Nothing, Vec::new()));
}
