//! Clips that changed since they were tagged: no edit mixes current frames with old ones.

use footwork_base::{FrameRange, Name};
use footwork_library::{Change, EditError};
use footwork_pipeline::follow_rules;
use footwork_pipeline::{ImportSource, add_placed, read_csv};
use footwork_sidecar::ClipHash;
use footwork_store::StoreError;
use footwork_tags::RangeSet;

use crate::desk::Desk;
use crate::playground::{Playground, bvh, findings, header};

const TAGGED: &str = "tag Gait.Run 2 4\nevent Foot.Left 3\n";

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn range(start: u32, stop: u32) -> FrameRange {
    FrameRange::new(start, stop).unwrap()
}

/// Writes a clip that has `frames` frames now and had ten when it was tagged.
fn changed(playground: &Playground, clip: &str, frames: u32) {
    playground.file(clip, bvh(frames)).tags(clip, TAGGED);
}

fn header_now(clip: &str, frames: u32) -> String {
    let hash = ClipHash::from_bytes(bvh(frames).as_bytes());
    format!("footwork-tags 1\nclip {clip}\nframes {frames}\nrate 100\nhash {hash}\n")
}

/// Checks that an edit is refused for these clips and changes nothing.
#[track_caller]
fn check_refused(
    playground: &Playground,
    clips: &[&str],
    edit: impl FnOnce(&mut Desk) -> Result<Change, EditError>,
) -> String {
    let mut library = playground.open();
    // The first edit creates the lock file.
    library.rename_tag(&name("No"), &name("Such")).unwrap();
    let before = playground.snapshot();
    let error = edit(&mut library).unwrap_err();
    match &error {
        EditError::Stale { clips: named } => assert_eq!(named, clips),
        other => panic!("{other}"),
    }
    assert_eq!(playground.snapshot(), before);
    assert_eq!(library.unsaved().len(), 0);
    error.to_string()
}

#[test]
fn an_edit_in_frames_is_refused_and_says_what_to_do() {
    let playground = Playground::new();
    changed(&playground, "a.bvh", 8);
    let clip = playground.open().find_clip("a").unwrap();
    let run = name("Gait.Run");
    let said = check_refused(&playground, &["a.bvh"], |l| {
        l.paint(&run, clip, range(5, 7))
    });
    assert_eq!(
        said,
        "a.bvh: the clip has changed since it was tagged; run `footwork rebase LIB CLIP --write` \
         first, or `footwork rebase LIB CLIP --keep-frames --write` to say its frames still hold"
    );
    check_refused(&playground, &["a.bvh"], |l| {
        l.erase(&run, clip, range(2, 3))
    });
    let foot = name("Foot.Left");
    check_refused(&playground, &["a.bvh"], |l| l.add_event(&foot, clip, 5.0));
    check_refused(&playground, &["a.bvh"], |l| {
        l.remove_event(&foot, clip, 3.0)
    });
}

#[test]
fn an_edit_of_many_clips_names_all_changed_clips_and_writes_nothing() {
    let playground = Playground::new();
    changed(&playground, "a.bvh", 8);
    changed(&playground, "b.bvh", 9);
    playground.clip("c.bvh").tags("c.bvh", TAGGED);
    playground.file("footwork.toml", "[rules]\nRuled = \"first(all, 2)\"\n");
    let both = ["a.bvh", "b.bvh"];
    let said = check_refused(&playground, &both, |l| {
        let clips = l.clips().iter();
        let all = clips.map(|(clip, _)| (clip, footwork_tags::Ranges::from_iter([range(0, 1)])));
        let all = RangeSet::from_clips(all.collect::<Vec<_>>()).unwrap();
        l.paint_all(&name("All"), &all)
    });
    let start = "a.bvh, b.bvh: the clips have changed since they were tagged; run ";
    assert!(said.starts_with(start), "{said}");
    check_refused(&playground, &both, |l| {
        let proposals = footwork_pipeline::propose_rules(l).unwrap();
        l.edit(&follow_rules(&proposals))
    });
    check_refused(&playground, &both, |l| {
        let rows = b"clip,start,stop,tag\na.bvh,0,1,T\nb.bvh,0,1,T\nc.bvh,0,1,T\n";
        let source = ImportSource {
            file: "rows.csv",
            clip: None,
        };
        let placed = footwork_pipeline::place_rows(l, read_csv(rows, &source), "rows.csv");
        add_placed(&mut l.library, &mut l.editor, "import", &placed).map(|added| added.change)
    });
}

#[test]
fn a_rename_reaches_clips_that_changed_since_tagging() {
    let playground = Playground::new();
    changed(&playground, "a.bvh", 8);
    let mut library = playground.open();
    library.rename_tag(&name("Gait"), &name("Move")).unwrap();
    let renamed = TAGGED.replace("Gait", "Move");
    assert_eq!(playground.read("a.bvh.tags"), header("a.bvh") + &renamed);
}

#[test]
fn a_clip_with_kept_frames_can_be_edited() {
    let playground = Playground::new();
    let body = format!("note \"by hand\"\n{TAGGED}future 3\n");
    playground.file("a.bvh", bvh(12)).tags("a.bvh", &body);
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    assert_eq!(library.keep_frames(clip).unwrap(), Change::Saved);
    assert_eq!(
        playground.read("a.bvh.tags"),
        header_now("a.bvh", 12) + &body
    );
    assert_eq!(library.keep_frames(clip).unwrap(), Change::Nothing);
    let paint = |library: &mut Desk| library.paint(&name("Gait.Run"), clip, range(10, 12));
    assert_eq!(paint(&mut library).unwrap(), Change::Saved);
    // It can be undone like any other edit.
    library.undo().unwrap().unwrap();
    let undone = library.undo().unwrap().unwrap();
    assert_eq!(undone.label, "rebase a.bvh --keep-frames");
    assert_eq!(playground.read("a.bvh.tags"), header("a.bvh") + &body);
    assert!(matches!(paint(&mut library), Err(EditError::Stale { .. })));
    library.redo().unwrap().unwrap();
    assert_eq!(paint(&mut library).unwrap(), Change::Saved);
}

#[test]
fn labels_past_the_end_stay_and_are_findings() {
    let playground = Playground::new();
    changed(&playground, "a.bvh", 3);
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    assert_eq!(library.keep_frames(clip).unwrap(), Change::Saved);
    assert_eq!(
        playground.read("a.bvh.tags"),
        header_now("a.bvh", 3) + TAGGED
    );
    assert_eq!(
        findings(&playground.open()),
        [
            "a.bvh.tags warning event-outside",
            "a.bvh.tags warning span-outside"
        ]
    );
    let trimmed = library.erase(&name("Gait.Run"), clip, range(3, 4)).unwrap();
    assert_eq!(trimmed, Change::Saved);
}

#[test]
fn keep_frames_does_nothing_without_a_stale_sidecar() {
    let playground = Playground::new();
    playground.clip("a.bvh").clip("b.bvh").tags("b.bvh", TAGGED);
    let mut library = playground.open();
    for clip in ["a", "b"] {
        let clip = library.find_clip(clip).unwrap();
        assert_eq!(library.keep_frames(clip).unwrap(), Change::Nothing);
    }
    assert!(!playground.path("a.bvh.tags").exists());
}

/// A handwritten sidecar need not have a hash; then only length and rate are compared.
#[test]
fn a_sidecar_without_a_hash_is_compared_by_length_and_rate() {
    let check = |lines: &str, is_stale: bool| {
        let playground = Playground::new();
        let text = format!("footwork-tags 1\n{lines}{TAGGED}");
        playground.clip("a.bvh").file("a.bvh.tags", text);
        let mut library = playground.open();
        let clip = library.find_clip("a").unwrap();
        assert_eq!(library.is_stale(clip), is_stale, "{lines}");
        let painted = library.paint(&name("Gait.Run"), clip, range(6, 8));
        match painted {
            Err(EditError::Stale { .. }) => assert!(is_stale, "{lines}"),
            painted => assert_eq!((painted.unwrap(), is_stale), (Change::Saved, false)),
        }
    };
    check("", false);
    check("frames 10\nrate 100\n", false);
    check("frames 11\n", true);
    check("rate 60\n", true);
}

/// Another program rebased the clip; the open library only knows the old version.
#[test]
fn a_clip_that_changed_behind_an_open_library_is_not_edited_by_its_old_frames() {
    let playground = Playground::new();
    playground.clip("a.bvh").tags("a.bvh", TAGGED);
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    playground.file("a.bvh", bvh(8));
    playground.open().keep_frames(clip).unwrap();
    let paint = |library: &mut Desk| library.paint(&name("Gait.Run"), clip, range(6, 8));
    let error = paint(&mut library).unwrap_err();
    assert!(
        matches!(&error, EditError::ClipChanged { clip } if clip == "a.bvh"),
        "{error}"
    );
    assert!(library.keep_frames(clip).is_err());
    library.rescan().unwrap();
    assert_eq!(paint(&mut library).unwrap(), Change::Saved);
}

/// An undo is refused if the clip has changed since the edit.
#[test]
fn an_edit_of_another_version_is_not_undone() {
    let playground = Playground::new();
    playground.clip("a.bvh").tags("a.bvh", TAGGED);
    let mut library = playground.open();
    let clip = library.find_clip("a").unwrap();
    library.erase(&name("Gait.Run"), clip, range(2, 4)).unwrap();
    // A checkout brings another version of the clip with its own sidecar.
    playground
        .file("a.bvh", bvh(8))
        .file("a.bvh.tags", header_now("a.bvh", 8) + "event Foot.Left 1\n");
    let before = playground.read("a.bvh.tags");
    let error = library.undo().unwrap_err();
    let EditError::Store(StoreError::Conflict { what, .. }) = &error else {
        panic!("{error}");
    };
    assert!(what.contains("another version of the clip"), "{what}");
    assert_eq!(playground.read("a.bvh.tags"), before);
}
