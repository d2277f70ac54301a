//! `footwork.toml` in edits: it is read under the lock and saved with the journal, and open libraries follow
//! it.

use std::fs;

use footwork_base::Name;
use footwork_library::{Change, EditError, Library};
use footwork_sidecar::{LabelKind, SettingsEditError, TagStyle};

use crate::desk::Desk;
use crate::playground::{Playground, header};

const CONFIG: &str = "# ours\n[tags.\"Gait.Run\"] # fast\nkey = \"r\"\n";

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn known(library: &Library) -> Vec<String> {
    library
        .settings()
        .tags
        .keys()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_saved_query_is_an_edit_that_can_be_undone() {
    let playground = Playground::new();
    playground.clip("a.bvh").file("footwork.toml", CONFIG);
    let mut library = playground.open();
    assert_eq!(
        library.save_query("fast", "Gait.Run").unwrap(),
        Change::Saved
    );
    let saved = playground.read("footwork.toml");
    assert!(saved.starts_with(CONFIG) && saved.contains("fast = \"Gait.Run\""));
    assert_eq!(library.settings().queries["fast"], "Gait.Run");
    // The library's own writes are not reported.
    assert!(!library.rescan().unwrap().reopened);
    let undone = library.undo().unwrap().unwrap();
    assert_eq!(
        (undone.label.as_str(), undone.files.as_slice()),
        ("query save fast", &["footwork.toml".to_owned()][..])
    );
    assert_eq!(playground.read("footwork.toml"), CONFIG);
    assert!(library.settings().queries.is_empty());
    library.redo().unwrap().unwrap();
    assert_eq!(playground.read("footwork.toml"), saved);
    assert_eq!(library.settings().queries["fast"], "Gait.Run");
    assert_eq!(
        library.save_query("fast", "Gait.Run").unwrap(),
        Change::Nothing
    );
}

#[test]
fn the_first_saved_query_creates_the_file_and_undo_removes_it() {
    let playground = Playground::new();
    playground.clip("a.bvh");
    let mut library = playground.open();
    library.save_query("fast", "all").unwrap();
    assert!(playground.path("footwork.toml").exists());
    library.undo().unwrap().unwrap();
    assert!(!playground.path("footwork.toml").exists());
    assert!(library.settings().queries.is_empty());
}

#[test]
fn deleted_settings_are_not_begun_again_until_the_library_knows() {
    let playground = Playground::new();
    playground
        .clip("a.bvh")
        .file("footwork.toml", "[queries]\na = \"all\"\n");
    let mut library = playground.open();
    std::fs::remove_file(playground.path("footwork.toml")).unwrap();
    let error = library.save_query("fast", "all").unwrap_err();
    assert!(matches!(error, EditError::SettingsDeleted { .. }));
    let message = error.to_string();
    assert!(message.contains("footwork.toml was deleted"), "{message}");
    assert_eq!(error.code(), "changed-outside");
    assert!(!playground.path("footwork.toml").exists());
    library.rescan().unwrap();
    library.save_query("fast", "all").unwrap();
    assert_eq!(
        playground.read("footwork.toml"),
        "[queries]\nfast = \"all\"\n"
    );
}

#[test]
fn a_rename_includes_what_other_programs_wrote_meanwhile() {
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
fn undo_of_a_rename_restores_the_open_librarys_vocabulary() {
    let playground = Playground::new();
    let config = "[tags.\"Gait.Run\"]\n[tags.Sneak]\nmirror = \"Gait.Run\"\n[rules]\n\"Gait.Run\" = \"all\"\n";
    playground
        .clip("a.bvh")
        .tags("a.bvh", "tag Gait.Run 0 1\n")
        .file("footwork.toml", config);
    let mut library = playground.open();
    let before = library.settings().clone();
    library.rename_tag(&name("Gait"), &name("Move")).unwrap();
    assert_eq!(known(&library), ["Move.Run", "Sneak"]);
    let renamed = library.settings().clone();
    assert_eq!(&renamed, playground.open().settings());
    library.undo().unwrap().unwrap();
    assert_eq!(library.settings(), &before);
    library.redo().unwrap().unwrap();
    assert_eq!(library.settings(), &renamed);
}

/// Saving a query does not apply other changes of the file, such as a new `exclude`. The next rescan does.
#[test]
fn saving_a_query_leaves_other_changes_of_the_file_to_the_next_rescan() {
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
        (library.clips().len(), library.settings().exclude.len()),
        (2, 0)
    );
    assert_eq!(library.settings().queries["fast"], "Gait.Run");
    assert!(library.rescan().unwrap().reopened);
    assert_eq!(library.clips().len(), 1);
}

/// Returns `footwork.toml` after an edit, and checks that undo restores it.
#[track_caller]
fn check(before: &str, edit: impl Fn(&mut Desk) -> Result<Change, EditError>, after: &str) {
    let playground = Playground::new();
    playground.clip("a.bvh").file("footwork.toml", before);
    let mut library = playground.open();
    assert_eq!(edit(&mut library).unwrap(), Change::Saved);
    assert_eq!(playground.read("footwork.toml"), after);
    assert_eq!(library.settings(), playground.open().settings());
    library.undo().unwrap().unwrap();
    assert_eq!(playground.read("footwork.toml"), before);
    assert_eq!(library.settings(), playground.open().settings());
}

#[test]
fn a_renamed_query_keeps_its_place_in_the_file() {
    let rename = |library: &mut Desk| library.rename_query("fast", "quick ones");
    check(
        "# ours\r\n[queries]\r\n# the fast\r\nfast = \"A\" # here\r\nslow = 'B'\r\n\r\n[tags.A]\r\n",
        rename,
        "# ours\r\n[queries]\r\n# the fast\r\n\"quick ones\" = \"A\" # here\r\nslow = 'B'\r\n\r\n[tags.A]\r\n",
    );
    check(
        "queries = { slow = \"B\", fast = \"A\" }\n",
        rename,
        "queries = { slow = \"B\", \"quick ones\" = \"A\" }\n",
    );
    check(
        "queries.fast = \"A\"\nqueries.slow = \"B\"\n",
        rename,
        "queries.\"quick ones\" = \"A\"\nqueries.slow = \"B\"\n",
    );
}

#[test]
fn a_saved_query_is_removed() {
    check(
        "[queries]\n# the fast\nfast = \"A\" # here\n# the slow\nslow = \"B\"\n# end\n[tags.A] # a\n",
        |library| library.remove_query("fast"),
        "[queries]\n# the slow\nslow = \"B\"\n# end\n[tags.A] # a\n",
    );
}

#[test]
fn a_saved_query_is_replaced_in_its_place() {
    let config = "[queries]\n# the fast\nfast =  \"A\"  # here\nslow = \"B\"\n";
    check(
        config,
        |library| library.replace_query("fast", "A", "A | B"),
        "[queries]\n# the fast\nfast =  \"A | B\"  # here\nslow = \"B\"\n",
    );
    let playground = Playground::new();
    playground.clip("a.bvh").file("footwork.toml", config);
    let mut library = playground.open();
    // Another program has replaced it meanwhile.
    let other = library.replace_query("slow", "A", "C").unwrap_err();
    assert!(
        matches!(&other, EditError::Settings(SettingsEditError::NameTaken { query, .. }) if query == "B")
    );
    let none = library.replace_query("none", "A", "C").unwrap_err();
    assert_eq!(none.code(), "unknown-query");
    assert_eq!(playground.read("footwork.toml"), config);
}

#[test]
fn unknown_queries_and_taken_names_are_refused() {
    let playground = Playground::new();
    let config = "[queries]\na = \"A\"\nb = \"B\"\n";
    playground.clip("a.bvh").file("footwork.toml", config);
    let mut library = playground.open();
    let code = |done: Result<Change, EditError>| done.unwrap_err().code();
    assert_eq!(code(library.remove_query("c")), "unknown-query");
    assert_eq!(code(library.rename_query("c", "d")), "unknown-query");
    assert_eq!(code(library.rename_query("a", "b")), "name-taken");
    assert_eq!(code(library.rename_query("a", "")), "bad-name");
    assert_eq!(library.rename_query("a", "a").unwrap(), Change::Nothing);
    // A file that cannot be read is left unchanged.
    for broken in [
        "[queries",
        "queries = 1\n",
        "exclusive = 1\n[queries]\na = \"A\"\n",
    ] {
        playground.file("footwork.toml", broken);
        assert_eq!(code(library.remove_query("a")), "bad-config", "{broken}");
        assert_eq!(playground.read("footwork.toml"), broken);
    }
}

#[test]
fn a_new_label_is_written_in_the_style_of_the_vocabulary() {
    let style = TagStyle {
        colour: Some([0xd5, 0x5e, 0]),
        key: Some("r".to_owned()),
        ..TagStyle::default()
    };
    let add =
        |library: &mut Desk| library.add_label(LabelKind::Tag, &name("Gait.\"slow walk\""), &style);
    let said = "[tags.'Gait.\"slow walk\"']\ncolour = \"#d55e00\"\nkey = \"r\"\n";
    check(
        &format!("{CONFIG}\n# the rest\n[events.Foot] # e\n"),
        add,
        &format!("{CONFIG}\n{said}\n# the rest\n[events.Foot] # e\n"),
    );
    check(
        "name = \"x\" # y\n",
        add,
        &format!("name = \"x\" # y\n\n{said}"),
    );
    check(
        "[tags]\nA = { key = \"a\" } # a\n\n[queries]\n",
        add,
        "[tags]\nA = { key = \"a\" } # a\n'Gait.\"slow walk\"' = { colour = \"#d55e00\", key = \"r\" }\n\n[queries]\n",
    );
    let event = |library: &mut Desk| {
        library.add_label(LabelKind::Event, &name("Foot"), &TagStyle::default())
    };
    check(CONFIG, event, &format!("{CONFIG}\n[events.Foot]\n"));
    let playground = Playground::new();
    playground.clip("a.bvh").file("footwork.toml", CONFIG);
    let mut library = playground.open();
    let again = library.add_label(LabelKind::Tag, &name("Gait.Run"), &style);
    assert_eq!(again.unwrap_err().code(), "known");
    assert_eq!(playground.read("footwork.toml"), CONFIG);
}
