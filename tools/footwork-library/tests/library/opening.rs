//! Opening: its findings about each file, what it leaves out, and that it changes nothing.

use footwork_base::FrameRange;
use footwork_library::{Library, OpenError};
use footwork_sidecar::{ClipHash, Severity};

use crate::desk::Desk;
use crate::playground::{Playground, bvh, clip_names, deepmimic, findings, frames_of, header};

/// Opens a clip `a.bvh` of ten frames with this sidecar and checks the findings.
#[track_caller]
fn check(sidecar: &str, expected: &[&str]) -> Desk {
    let playground = Playground::new();
    playground.clip("a.bvh").file("a.bvh.tags", sidecar);
    let library = playground.open();
    assert_eq!(findings(&library), expected);
    assert_eq!(clip_names(&library), ["a.bvh"]);
    library
}

/// Returns the frames for which `tag` holds.
fn ranges(library: &Library, tag: &str) -> String {
    let ranges = frames_of(library, tag);
    let ranges: Vec<_> = ranges.iter().map(FrameRange::to_string).collect();
    ranges.join(" ")
}

#[test]
fn opening_changes_nothing_on_disk() {
    let playground = Playground::new();
    playground
        .file("footwork.toml", "name = \"x\"\nunknown = 1\n")
        .clip("a.bvh")
        .tags("a.bvh", "tag B 0 5\r\ntag A 9 4\nunknown")
        .clip("deep/er/b.bvh")
        .file("deep/er/b.bvh.tags", header("b.bvh").replace('\n', "\r\n"))
        .clip("new.bvh")
        .file("broken.bvh", "HIERARCHY\nROOT")
        .file("broken.bvh.tags", "garbage")
        .file("pose.txt", deepmimic(3))
        .file("readme.txt", "Read me.")
        .file("orphan.bvh.tags", header("orphan.bvh"));
    let before = playground.snapshot();
    let library = playground.open();
    assert_eq!(
        clip_names(&library),
        ["a.bvh", "deep/er/b.bvh", "new.bvh", "pose.txt"]
    );
    for clip in library.clips().ids() {
        library.load(clip).unwrap();
    }
    assert_eq!(playground.snapshot(), before);
}

#[test]
fn opening_removes_temporary_files_left_by_a_crash() {
    let playground = Playground::new();
    let temp = ".footwork-1234-0.tmp";
    playground.clip("deep/a.bvh").file(temp, "left by a crash");
    playground.file(&format!("deep/{temp}"), "left by a crash");
    playground.file("deep/.footwork-mine", "of somebody else");
    playground.open();
    let left: Vec<_> = playground.snapshot().into_keys().collect();
    let is_left = |name: &str| left.iter().any(|path| path.ends_with(name));
    assert!(!is_left(temp) && is_left(".footwork-mine"), "{left:?}");
}

#[test]
fn a_clip_without_tags_has_its_length_and_rate() {
    let playground = Playground::new();
    playground
        .file("a.bvh", bvh(7))
        .file("pose.txt", deepmimic(3));
    let library = playground.open();
    let clips: Vec<_> = library
        .clips()
        .values()
        .map(|clip| (clip.name.as_str(), clip.frames, clip.rate.to_string()))
        .collect();
    assert_eq!(
        clips,
        [
            ("a.bvh", 7, "100".to_owned()),
            ("pose.txt", 3, "10".to_owned())
        ]
    );
    assert_eq!(findings(&library), [""; 0]);
    assert_eq!(playground.snapshot().len(), 3);
}

#[test]
fn labels_in_sidecars_are_in_the_database() {
    let body = "tag A 0 2\ntag A 2 4 rule\ntag A 6 8\nnot A 8 9\nevent E 9.5\n";
    let library = check(&(header("a.bvh") + body), &[]);
    assert_eq!(ranges(&library, "A"), "[0, 4) [6, 8)");
    let (_, event) = library.database().events().next().unwrap();
    let clip = library.find_clip("a.bvh").unwrap();
    assert_eq!(library.database().event_times(event, clip), [9.5]);
}

#[test]
fn a_clip_that_changed_since_tagging_is_reported() {
    let hash = ClipHash::from_bytes(b"another take");
    let stale = format!("footwork-tags 1\nclip a.bvh\nframes 12\nrate 50\nhash {hash}\n");
    let library = check(
        &(stale + "tag A 8 12\n"),
        &[
            "a.bvh.tags warning span-outside",
            "a.bvh.tags warning stale-frames",
            "a.bvh.tags warning stale-hash",
            "a.bvh.tags warning stale-rate",
        ],
    );
    let clip = library.clips().values().next().unwrap();
    assert_eq!((clip.frames, clip.rate.to_string()), (10, "100".to_owned()));
    assert_eq!(ranges(&library, "A"), "[8, 10)");
}

#[test]
fn a_wrong_header_of_an_unchanged_clip_is_reported_and_not_used() {
    let body = "tag A 8 12\n";
    let lying = header("a.bvh")
        .replace("clip a.bvh", "clip b.bvh")
        .replace("frames 10", "frames 4294967295")
        .replace("rate 100", "rate 1");
    let library = check(
        &(lying + body),
        &[
            "a.bvh.tags warning other-clip",
            "a.bvh.tags warning span-outside",
            "a.bvh.tags warning stale-frames",
            "a.bvh.tags warning stale-rate",
        ],
    );
    let clip = library.clips().values().next().unwrap();
    assert_eq!((clip.frames, clip.rate.to_string()), (10, "100".to_owned()));
}

#[test]
fn repairs_by_a_reader_are_reported_until_the_clip_is_tagged() {
    let playground = Playground::new();
    // The file declares more frames than it has.
    let odd = bvh(10).replace("Frames: 10", "Frames: 11");
    playground.file("a.bvh", &odd);
    let library = playground.open();
    let [news] = library.findings() else {
        panic!("{:?}", library.findings());
    };
    assert_eq!(
        (news.severity, news.file.as_str()),
        (Severity::Warning, "a.bvh")
    );
    let hash = ClipHash::from_bytes(odd.as_bytes());
    let tags = format!("footwork-tags 1\nclip a.bvh\nframes 10\nrate 100\nhash {hash}\n");
    playground.file("a.bvh.tags", tags);
    let library = playground.open();
    assert_eq!(findings(&library), [""; 0]);
}

#[test]
fn an_implausible_rate_stays_a_finding_after_tagging() {
    let playground = Playground::new();
    let odd = bvh(10).replace("Frame Time: 0.01", "Frame Time: 0.0000001");
    playground.file("a.bvh", &odd);
    assert_eq!(findings(&playground.open()), ["a.bvh warning odd-rate"]);
    let hash = ClipHash::from_bytes(odd.as_bytes());
    let tags = format!("footwork-tags 1\nclip a.bvh\nframes 10\nrate 10000000\nhash {hash}\n");
    playground.file("a.bvh.tags", tags);
    assert_eq!(findings(&playground.open()), ["a.bvh warning odd-rate"]);
}

#[test]
fn missing_header_lines_are_reported() {
    let missing = ["a.bvh.tags:1:1 warning missing-header"; 4];
    let library = check("footwork-tags 1\ntag A 8 10\n", &missing);
    assert_eq!(ranges(&library, "A"), "[8, 10)");
}

#[test]
fn spans_and_events_outside_the_clip_are_reported() {
    let body = "tag A 5 11\ntag A 10 12\ntag B 9 10\nevent E 9.999\nevent E 10\n";
    let library = check(
        &(header("a.bvh") + body),
        &[
            "a.bvh.tags warning event-outside",
            "a.bvh.tags warning span-outside",
            "a.bvh.tags warning span-outside",
            "a.bvh.tags:7:1 warning span-overlap",
        ],
    );
    assert_eq!(ranges(&library, "A"), "[5, 10)");
    let (_, event) = library.database().events().next().unwrap();
    let clip = library.find_clip("a.bvh").unwrap();
    assert_eq!(library.database().event_times(event, clip), [9.999]);
}

#[test]
fn unreadable_sidecars_are_reported() {
    for (sidecar, finding) in [
        ("", "a.bvh.tags:1:1 error no-sidecar"),
        ("garbage\n", "a.bvh.tags:1:1 error no-sidecar"),
        ("footwork-tags 9\n", "a.bvh.tags:1:1 error newer-version"),
        (
            "footwork-tags 1\n<<<<<<< ours\n=======\n>>>>>>> theirs\n",
            "a.bvh.tags:2:1 error merge-conflict",
        ),
    ] {
        let library = check(sidecar, &[finding]);
        let entry = library.clips().values().next().unwrap();
        assert!(entry.sidecar.is_none() && entry.sidecar_is_broken);
        assert_eq!(entry.frames, 10);
    }
}

#[test]
fn a_folder_in_place_of_a_sidecar_is_an_unreadable_sidecar() {
    let playground = Playground::new();
    playground.clip("a.bvh").file("a.bvh.tags/x", "");
    let library = playground.open();
    assert_eq!(findings(&library), ["a.bvh.tags error unreadable"]);
    assert!(library.clips().values().next().unwrap().sidecar_is_broken);
}

#[test]
fn unreadable_clips_are_reported_and_left_out() {
    let playground = Playground::new();
    playground
        .clip("good.bvh")
        .file("empty.bvh", "")
        .file("sub/garbage.bvh", "\u{0}\u{1}")
        .file("short.json", "{\"Frames\": [[1, 2]]}");
    let library = playground.open();
    assert_eq!(clip_names(&library), ["good.bvh"]);
    let named: Vec<_> = library.findings().iter().map(|f| f.file.as_str()).collect();
    assert_eq!(named, ["empty.bvh", "short.json", "sub/garbage.bvh"]);
    let unknown = library.find_clip("sub/garbage.bvh").unwrap_err();
    assert!(
        unknown
            .hint
            .unwrap()
            .starts_with("it is left out: sub/garbage.bvh:1:1")
    );
}

#[test]
fn texts_without_motion_are_not_clips() {
    let playground = Playground::new();
    playground
        .file("readme.txt", "Read me.")
        .file("package.json", "{\"name\": \"x\"}")
        .file("empty.txt", "")
        .file("a.bvh.bak", "x")
        .file("bvh", "x")
        .file("pose.TXT", deepmimic(2));
    let library = playground.open();
    assert_eq!(clip_names(&library), ["pose.TXT"]);
    assert_eq!(findings(&library), [""; 0]);
}

#[test]
fn a_path_that_is_not_a_folder_is_an_error() {
    let playground = Playground::new();
    playground.file("file", "");
    let open = |name| Library::open(&playground.path(name)).unwrap_err();
    assert!(matches!(open("missing"), OpenError::Folder { .. }));
    assert!(matches!(open("file"), OpenError::NotAFolder { .. }));
    assert_eq!(
        clip_names(&Library::open(&playground.path("")).unwrap()),
        [""; 0]
    );
}
