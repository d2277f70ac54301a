//! Undo of a renaming or a saved query after the files were edited by hand.

use std::fs;

use footwork_base::Name;
use footwork_library::EditError;
use footwork_store::StoreError;

use crate::playground::{Playground, header};

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

/// Renames `A`, which has the spans `spans`, to `B`, replaces the lines by `by_hand`, and undoes
/// the rename. Returns the lines, or the error of the undo.
#[track_caller]
fn after_undo(spans: &str, by_hand: &str) -> Result<String, String> {
    let playground = Playground::new();
    playground.clip("v.bvh").tags("v.bvh", spans);
    let mut library = playground.open();
    library.rename_tag(&name("A"), &name("B")).unwrap();
    playground.tags("v.bvh", by_hand);
    match library.undo() {
        Ok(Some(_)) => {}
        Err(EditError::Store(StoreError::Conflict { what, .. })) => return Err(what),
        other => panic!("{other:?}"),
    }
    let text = fs::read_to_string(playground.root().join("v.bvh.tags")).unwrap();
    Ok(text.strip_prefix(&header("v.bvh")).unwrap().to_owned())
}

#[test]
fn spans_removed_after_a_rename_stay_removed_by_its_undo() {
    let undone = after_undo("tag A 0 16\ntag A 30 40\n", "tag B 30 33\ntag B 35 40\n");
    assert_eq!(undone.unwrap(), "tag A 30 33\ntag A 35 40\n");
    let undone = after_undo("tag A 30 40\n", "tag B 30 33\ntag B 35 40\nnot B 50 60\n");
    assert_eq!(undone.unwrap(), "tag A 30 33\ntag A 35 40\nnot A 50 60\n");
}

/// The frames that had the old name can no longer be distinguished from those that had the new name.
#[test]
fn a_rename_to_an_existing_tag_is_not_undone_after_edits_of_that_tag() {
    let [spans, by_hand] = ["tag A 0 16\ntag B 30 40\n", "tag B 30 40\n"];
    let what = after_undo(spans, by_hand).unwrap_err();
    assert!(
        what.contains("`tag A 0 16`") && what.contains("nothing"),
        "{what}"
    );
    after_undo(spans, "tag B 4 16\ntag B 30 40\n").unwrap_err();
    after_undo("tag A 0 16\ntag B 10 40\n", "tag B 0 3\ntag B 5 40\n").unwrap_err();
    let undone = after_undo(spans, "tag B 0 16\ntag B 35 40\n");
    assert_eq!(undone.unwrap(), "tag A 0 16\ntag B 35 40\n");
}

#[test]
fn a_comment_added_by_hand_does_not_block_undo() {
    for (before, old, new) in [
        (
            "[tags.A]\nkey = \"a\"\n",
            "[tags.B]\n",
            "# mine\n[tags.B]\n",
        ),
        ("[tags.A]\nkey = \"a\"\n", "key", "# mine\nkey"),
        (
            "# first\n[tags.A]\n\n[tags.C]\n",
            "# first",
            "# mine\n# first",
        ),
    ] {
        let playground = Playground::new();
        playground.clip("v.bvh").tags("v.bvh", "tag A 0 16\n");
        playground.file("footwork.toml", before);
        let path = playground.root().join("footwork.toml");
        let mut library = playground.open();
        library.rename_tag(&name("A"), &name("B")).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{text}");
        playground.file("footwork.toml", text.replacen(old, new, 1));
        library.undo().unwrap();
        let undone = fs::read_to_string(&path).unwrap();
        assert!(
            undone.contains("# mine\n") && undone.contains("[tags.A]\n"),
            "{undone}"
        );
        assert!(!undone.contains("[tags.B]"), "{undone}");
        library.redo().unwrap();
        let redone = fs::read_to_string(&path).unwrap();
        assert!(
            redone.contains("# mine\n") && redone.contains("[tags.B]\n"),
            "{redone}"
        );
        let tags = library.settings().tags.iter();
        assert!(tags.map(|(tag, _)| tag.as_str()).any(|tag| tag == "B"));
    }
}

#[test]
fn undo_of_a_saved_query_keeps_comments_and_line_ends() {
    let playground = Playground::new();
    playground.clip("v.bvh");
    playground.file(
        "footwork.toml",
        "name = \"a\"\r\n\r\n[queries]\r\none = \"A\"\r\n",
    );
    let path = playground.root().join("footwork.toml");
    let mut library = playground.open();
    library.save_query("two", "B").unwrap();
    let saved = fs::read_to_string(&path).unwrap();
    let expected = "name = \"a\"\r\n\r\n[queries]\r\none = \"A\"\r\ntwo = \"B\"\r\n";
    assert_eq!(saved, expected);
    playground.file("footwork.toml", &(saved + "# mine\r\n"));
    library.undo().unwrap();
    let undone = fs::read_to_string(&path).unwrap();
    assert_eq!(
        undone,
        "name = \"a\"\r\n\r\n[queries]\r\none = \"A\"\r\n# mine\r\n"
    );
    // Lines that both sides changed differently are left unchanged.
    library.redo().unwrap();
    let redone = fs::read_to_string(&path).unwrap();
    playground.file("footwork.toml", redone.replace("\"B\"", "\"C\""));
    library.undo().unwrap_err();
    let kept = fs::read_to_string(&path).unwrap();
    assert!(
        kept.contains("two = \"C\"\r\n") && !kept.contains("<<<"),
        "{kept}"
    );
}
