//! `footwork.toml` as part of edits: it is read under the lock, saved with the journal, and what is
//! open says what it says.

use std::fs;

use footwork_base::Name;
use footwork_library::{Change, Library};

use crate::playground::{Playground, header};

const CONFIG: &str = "# ours\n[tags.\"Gait.Run\"] # fast\nkey = \"r\"\n";

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn known(library: &Library) -> Vec<String> {
    library
        .config()
        .tags
        .keys()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_saved_query_is_an_edit_that_can_be_taken_back() {
    let playground = Playground::new();
    playground.clip("a.bvh").file("footwork.toml", CONFIG);
    let mut library = playground.open();
    assert_eq!(
        library.save_query("fast", "Gait.Run").unwrap(),
        Change::Saved
    );
    let saved = playground.read("footwork.toml");
    assert!(saved.starts_with(CONFIG) && saved.contains("fast = \"Gait.Run\""));
    assert_eq!(library.config().queries["fast"], "Gait.Run");
    // What the library wrote itself is no news.
    assert!(!library.rescan().unwrap().reopened);
    let undone = library.undo().unwrap().unwrap();
    assert_eq!(
        (undone.label.as_str(), undone.files.as_slice()),
        ("query save fast", &["footwork.toml".to_owned()][..])
    );
    assert_eq!(playground.read("footwork.toml"), CONFIG);
    assert!(library.config().queries.is_empty());
    library.redo().unwrap().unwrap();
    assert_eq!(playground.read("footwork.toml"), saved);
    assert_eq!(library.config().queries["fast"], "Gait.Run");
    assert_eq!(
        library.save_query("fast", "Gait.Run").unwrap(),
        Change::Nothing
    );
}

#[test]
fn a_first_saved_query_makes_the_file_and_undo_removes_it() {
    let playground = Playground::new();
    playground.clip("a.bvh");
    let mut library = playground.open();
    library.save_query("fast", "all").unwrap();
    assert!(playground.path("footwork.toml").exists());
    library.undo().unwrap().unwrap();
    assert!(!playground.path("footwork.toml").exists());
    assert!(library.config().queries.is_empty());
}

#[test]
fn renaming_reads_what_others_wrote_meanwhile() {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .clip("b.bvh")
        .tags("b.bvh", "tag Other 0 1\n")
        .file("footwork.toml", CONFIG);
    let mut library = playground.open();
    // Another program tags two clips and describes a tag.
    playground
        .tags("a.bvh", "tag Gait.Run 0 1\n")
        .tags("b.bvh", "tag Gait.Run 2 3\n")
        .file("footwork.toml", format!("{CONFIG}[tags.\"Gait.Walk\"]\n"));
    let renamed = library.rename_tag(&name("Gait"), &name("Move")).unwrap();
    assert_eq!((renamed.change, renamed.clips), (Change::Saved, 2));
    let tagged = header("a.bvh") + "tag Move.Run 0 1\n";
    assert_eq!(playground.read("a.bvh.tags"), tagged);
    let tagged = header("b.bvh") + "tag Move.Run 2 3\n";
    assert_eq!(playground.read("b.bvh.tags"), tagged);
    assert_eq!(known(&library), ["Move.Run", "Move.Walk"]);
    assert_eq!(known(&playground.open()), known(&library));
}

#[test]
fn undo_of_a_renaming_gives_the_open_library_its_vocabulary_back() {
    let playground = Playground::new();
    let config = "[tags.\"Gait.Run\"]\n[tags.Sneak]\nmirror = \"Gait.Run\"\n[rules]\n\"Gait.Run\" = \"all\"\n";
    playground
        .clip("a.bvh")
        .tags("a.bvh", "tag Gait.Run 0 1\n")
        .file("footwork.toml", config);
    let mut library = playground.open();
    let before = library.config().clone();
    library.rename_tag(&name("Gait"), &name("Move")).unwrap();
    assert_eq!(known(&library), ["Move.Run", "Sneak"]);
    let renamed = library.config().clone();
    assert_eq!(&renamed, playground.open().config());
    library.undo().unwrap().unwrap();
    assert_eq!(library.config(), &before);
    library.redo().unwrap().unwrap();
    assert_eq!(library.config(), &renamed);
}

/// Which clips belong is only looked at anew when the library is opened again.
#[test]
fn other_changes_of_the_file_are_left_for_the_next_look() {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .clip("b.bvh")
        .file("footwork.toml", CONFIG);
    let mut library = playground.open();
    let text = format!("exclude = [\"b.bvh\"]\n{CONFIG}");
    fs::write(playground.path("footwork.toml"), text).unwrap();
    library.save_query("fast", "Gait.Run").unwrap();
    assert_eq!(
        (library.clips().len(), library.config().exclude.len()),
        (2, 0)
    );
    assert_eq!(library.config().queries["fast"], "Gait.Run");
    assert!(library.rescan().unwrap().reopened);
    assert_eq!(library.clips().len(), 1);
}
