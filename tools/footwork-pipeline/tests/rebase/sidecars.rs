//! Moving the sidecars of changed clips on disk.

use std::fs;
use std::path::Path;

use footwork_base::FrameRange;
use footwork_clip::{BvhDocument, Clip, JointPairs, Limits, write_bvh};
use footwork_library::Change;
use footwork_pipeline::{MoveFlag, Rebase, apply_rebase, pose_of_file, propose_rebase};
use footwork_sidecar::{ClipHash, Line, Sidecar};
use tempfile::TempDir;

use crate::desk::Desk;
use crate::samples;

/// A library of one clip that is going to change.
struct Folder {
    folder: TempDir,
    clip: Clip,
}

impl Folder {
    fn new(tags: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clip = samples::named("forward_jump_02.bvh").clip;
        let folder = Self { folder, clip };
        folder.write("footwork.toml", b"length_unit = \"m\"\n");
        let hash = folder.change(&folder.clip);
        let header = format!("footwork-tags 1\nclip a.bvh\nframes 300\nrate 60\nhash {hash}\n");
        folder.write("a.bvh.tags", (header + tags).as_bytes());
        folder
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, content: &[u8]) {
        fs::write(self.path().join(name), content).unwrap();
    }

    /// Replaces the clip.
    fn change(&self, clip: &Clip) -> ClipHash {
        let text = write_bvh(&BvhDocument::from_clip(clip, 1.0).unwrap());
        self.write("a.bvh", text.as_bytes());
        ClipHash::from_bytes(text.as_bytes())
    }

    fn open(&self) -> Desk {
        Desk::open(self.path())
    }

    /// Stores the poses of the clip as it is now.
    fn remember(&self) {
        let library = self.open();
        assert!(library.remember_pose(library.find_clip("a").unwrap()));
    }

    fn part(&self, start: u32, stop: u32) -> Clip {
        let range = FrameRange::new(start, stop).unwrap();
        self.clip.slice(range).unwrap()
    }

    /// Opens the library and compares the clip with the poses that the library kept.
    fn propose(&self) -> (Desk, Rebase) {
        let library = self.open();
        let clip = library.find_clip("a").unwrap();
        let old = library.recall_pose(clip).unwrap().unwrap();
        let rebase = propose_rebase(&library, clip, &old).unwrap().unwrap();
        (library, rebase)
    }

    /// Returns the lines of the sidecar after its header.
    fn items(&self) -> String {
        let text = fs::read_to_string(self.path().join("a.bvh.tags")).unwrap();
        text.lines()
            .skip(5)
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

fn apply(library: &mut Desk, rebase: &Rebase) -> Change {
    apply_rebase(&mut library.library, &mut library.editor, rebase).unwrap()
}

fn flags(rebase: &Rebase) -> Vec<&[MoveFlag]> {
    let items = rebase.items.iter();
    items.map(|item| item.flags.as_slice()).collect()
}

const TAGS: &str = "\
note \"by hand\"
tag Gait.Idle 0 16
tag Gait.Idle 77 135
tag Kick.Left 135 186 rule
tag Kick.Left 186 229
tag Source 0 300
not Gait.Walk 10 20
not Gait.Walk 60 72
event Foot.Left 5
event Foot.Left 71 data {\"surface\":\"grass\"}
event Foot.Right 180.5
kept Kick.Left ours 135 229 theirs 140 220
kept Source ours 0 300 theirs none
";

#[test]
fn a_trimmed_clip_loses_nothing_silently() {
    let folder = Folder::new(TAGS);
    folder.remember();
    folder.change(&folder.part(40, 280));
    let (mut library, rebase) = folder.propose();
    assert_eq!(
        rebase.words(),
        "begins 40 frames later, ends 20 frames earlier"
    );
    let mut items = rebase.items.iter();
    assert!(items.all(|item| item.after.is_none() || !item.needs_a_look()));
    let (gone, cut): (&[_], &[_]) = (&[MoveFlag::Gone], &[MoveFlag::Cut]);
    assert_eq!(
        flags(&rebase),
        [gone, &[], &[], &[], cut, gone, &[], gone, &[], &[]]
    );
    assert_eq!(folder.items(), TAGS, "nothing is written yet");
    let clip = library.find_clip("a").unwrap();
    let old = library.recall_pose(clip).unwrap().unwrap();
    assert_eq!(apply(&mut library, &rebase), Change::Saved);
    assert_eq!(
        folder.items(),
        "note \"by hand\"
note \"dropped by rebase: tag Gait.Idle 0 16\"
note \"dropped by rebase: not Gait.Walk 10 20\"
note \"dropped by rebase: event Foot.Left 5\"
tag Gait.Idle 37 95
tag Kick.Left 95 146 rule
tag Kick.Left 146 189
tag Source 0 240
not Gait.Walk 20 32
event Foot.Left 31 data {\"surface\":\"grass\"}
event Foot.Right 140.5
kept Kick.Left ours 95 189 theirs 100 180
",
        "a conflict over removed frames is open again"
    );
    // A second rebase has nothing to do, and the poses of the current clip are stored too.
    assert_eq!(apply(&mut library, &rebase), Change::Nothing);
    assert!(!library.is_stale(clip));
    assert_eq!(propose_rebase(&library, clip, &old).unwrap(), None);
    assert_eq!(
        library.recall_pose(clip).unwrap().unwrap().frame_count(),
        240
    );
    let sidecar = library.clips()[clip].sidecar.clone().unwrap();
    assert_eq!(sidecar.hash(), Some(library.clips()[clip].hash));
    assert_eq!(
        (sidecar.frames(), sidecar.clip()),
        (Some(240), Some("a.bvh"))
    );
    assert_eq!(folder.open().findings(), []);
}

/// Frames 100 to 200 are gone: lines on both sides are placed, and those between are reported.
#[test]
fn a_clip_cut_in_the_middle_is_moved_on_both_sides() {
    let folder = Folder::new(
        "tag A 20 60\ntag A 80 140\ntag A 150 190\ntag A 195 260\ntag B 90 250\nevent E 50\n\
         event E 150\nevent E 240\n",
    );
    folder.remember();
    let text = |clip: &Clip| write_bvh(&BvhDocument::from_clip(clip, 1.0).unwrap());
    let (before, behind) = (text(&folder.part(0, 100)), text(&folder.part(200, 300)));
    // The rows are kept unchanged: joining does not move the root.
    let (_, behind) = behind.split_once("Frame Time:").unwrap();
    let (_, rows) = behind.split_once('\n').unwrap();
    let joined = before.replace("Frames: 100", "Frames: 200") + rows;
    folder.write("a.bvh", joined.as_bytes());
    let (mut library, rebase) = folder.propose();
    assert_eq!(rebase.words(), "lacks the old frames 100 to 200");
    assert_eq!(apply(&mut library, &rebase), Change::Saved);
    assert_eq!(
        folder.items(),
        "note \"dropped by rebase: tag A 150 190\"\nnote \"dropped by rebase: event E 150\"\n\
         tag A 20 60\ntag A 80 100\ntag A 100 160\ntag B 90 150\nevent E 50\nevent E 140\n"
    );
    let (gone, cut): (&[_], &[_]) = (&[MoveFlag::Gone], &[MoveFlag::Cut]);
    assert_eq!(flags(&rebase), [&[], cut, gone, cut, cut, &[], gone, &[]]);
}

#[test]
fn a_mirrored_clip_swaps_sides_and_a_new_rate_scales_frames() {
    let folder = Folder::new(TAGS);
    let old = folder.path().join("old.txt");
    fs::copy(folder.path().join("a.bvh"), folder.path().join("old.bvh")).unwrap();
    let pairs = JointPairs::from_names(folder.clip.skeleton()).unwrap();
    let rate = footwork_base::FrameRate::whole(24).unwrap();
    let changed = folder.clip.resampled(rate, &Limits::default()).unwrap();
    folder.change(&changed.mirrored(&pairs).unwrap());
    let mut library = folder.open();
    let clip = library.find_clip("a.bvh").unwrap();
    assert_eq!(library.recall_pose(clip).unwrap(), None);
    assert!(pose_of_file(&library, clip, &old).is_err(), "no such file");
    let (pose, hash) = pose_of_file(&library, clip, &folder.path().join("old.bvh")).unwrap();
    assert_eq!(
        library.clips()[clip].sidecar.as_ref().unwrap().hash(),
        Some(hash)
    );
    let rebase = propose_rebase(&library, clip, &pose).unwrap().unwrap();
    assert_eq!(rebase.words(), "60 → 24 frames per second, mirrored");
    assert_eq!(apply(&mut library, &rebase), Change::Saved);
    assert_eq!(
        folder.items(),
        "note \"by hand\"
tag Gait.Idle 0 6
tag Gait.Idle 31 54
tag Kick.Right 54 74 rule
tag Kick.Right 74 92
tag Source 0 120
not Gait.Walk 4 8
not Gait.Walk 24 29
event Foot.Left 72.2
event Foot.Right 2
event Foot.Right 28.4 data {\"surface\":\"grass\"}
kept Kick.Right ours 54 92 theirs 56 88
kept Source ours 0 120 theirs none
"
    );
}

#[test]
fn short_spans_keep_a_frame_and_unknown_lines_their_place() {
    let folder = Folder::new("tag Blink 96 97\nfuture thing 12\nnot Blink 30 31\n");
    folder.remember();
    let rate = footwork_base::FrameRate::whole(15).unwrap();
    folder.change(&folder.clip.resampled(rate, &Limits::default()).unwrap());
    let (mut library, rebase) = folder.propose();
    assert_eq!(rebase.unknown_lines, 1);
    assert_eq!(flags(&rebase), [[MoveFlag::Short]; 2]);
    assert_eq!(apply(&mut library, &rebase), Change::Saved);
    assert_eq!(
        folder.items(),
        "tag Blink 24 25\nfuture thing 12\nnot Blink 7 8\n"
    );
}

/// Tags added between the proposal and the rebase move with the earlier ones.
#[test]
fn tags_added_after_the_proposal_are_moved() {
    let folder = Folder::new("tag Early 50 60\n");
    folder.remember();
    folder.change(&folder.part(40, 300));
    let (mut library, rebase) = folder.propose();
    let path = folder.path().join("a.bvh.tags");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text + "tag Late 70 80\n").unwrap();
    assert_eq!(apply(&mut library, &rebase), Change::Saved);
    assert_eq!(folder.items(), "tag Early 10 20\ntag Late 30 40\n");
    let (sidecar, findings) = Sidecar::read("a", &fs::read(&path).unwrap()).unwrap();
    assert!(findings.is_empty());
    assert!(matches!(sidecar.lines()[2], Line::Frames(260)));
}
