//! Stored files of every version of every format, in `testdata/formats/`. All of them are read, and a newer version is
//! refused with a helpful message. `docs/formats.md` lists the files and explains how to add a version.

mod edits;
mod recording;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use footwork::base::FrameRate;
use footwork::expr::{Evaluator, Program, compile};
use footwork::matching::{
    ClipEnd, Group, Index, IndexBuilder, Joint, JointTrack, MotionClip, Root, Schema, Search,
    Source,
};
use footwork::poses::{
    DEFAULT_TOLERANCE_M, NewClip, NewSkeleton, PoseClipEnd, PoseFile, PoseFileBuilder, PoseJoint,
    RootPlace, Transform,
};
use footwork::tags::{Database, FrameTable, Query, Ranges};
use footwork_clip::{Clip, ClipParts, GltfTake, ReadOptions, Skeleton, read_clips, write_gltf};
use footwork_library::{lines_from_labels, to_labels};
use footwork_sidecar::{Settings, Sidecar};

use crate::run::{root, valid};

/// A file of one version.
struct File {
    name: &'static str,
    /// Writes the file as this version does; `None` for files of older versions, and for files that people write by
    /// hand.
    write: Option<fn() -> Vec<u8>>,
    /// Reads the file and describes its content.
    read: fn(&[u8]) -> Result<String, String>,
    found: &'static str,
    /// The offset of the byte with the version, and its value in a newer version; `None` if the format has no version.
    newer: Option<(usize, u8)>,
    /// A part of the error message about a newer version.
    refusal: &'static str,
}

const FILES: &[File] = &[
    File {
        name: "walk.bvh.1.tags",
        write: None,
        read: sidecar,
        found: "4 tags, 1 events, 1 notes",
        newer: Some((14, b'2')),
        refusal: "open it with a newer Footwork",
    },
    File {
        name: "footwork.1.toml",
        write: None,
        read: settings,
        found: "Footwork samples",
        newer: None,
        refusal: "",
    },
    File {
        name: "clips.1.0.tagdb",
        write: Some(|| database().to_bytes()),
        read: tagdb,
        found: "[[10, 30)]",
        newer: Some((8, 2)),
        refusal: "open it with a newer one, or compile the library again",
    },
    File {
        name: "clips.1.1.tagdb",
        write: Some(with_table),
        read: tagdb,
        found: "[[10, 30)], table 1",
        newer: Some((8, 2)),
        refusal: "open it with a newer one, or compile the library again",
    },
    File {
        name: "labels.1.glb",
        write: Some(glb),
        read: labels,
        found: "2 frames at 30000/1001, looping\n\
                note \"left shoe squeaks\"\n\
                tag Gait.Run 0 1\n\
                tag Gait.Run 1 2 rule\n\
                not Gait.Walk 0 1\n\
                event Foot.Left 0.5 data {\"surface\":\"grass\"}\n",
        newer: Some((498, b'2')),
        refusal: "open it with a newer Footwork",
    },
    File {
        name: "poses.1.fwpi",
        write: None,
        read: |bytes| match poses(bytes) {
            Ok(found) => Err(found),
            Err(refusal) => Ok(refusal),
        },
        found: "an index of version 1; this program reads version 3, so build it again",
        newer: None,
        refusal: "",
    },
    File {
        name: "poses.2.fwpi",
        write: None,
        read: |bytes| match poses(bytes) {
            Ok(found) => Err(found),
            Err(refusal) => Ok(refusal),
        },
        found: "an index of version 2; this program reads version 3, so build it again",
        newer: None,
        refusal: "",
    },
    File {
        name: "poses.3.fwpi",
        write: Some(|| index().to_bytes()),
        read: poses,
        found: "100 poses, frame 7",
        newer: Some((8, 4)),
        refusal: "build it again",
    },
    File {
        name: "poses.1.1.fwposes",
        write: None,
        read: |bytes| match compressed(bytes) {
            Ok(found) => Err(found),
            Err(refusal) => Ok(refusal),
        },
        found: "the file is of version 1.1, and this Footwork reads 2.x: compile the library again",
        newer: None,
        refusal: "",
    },
    File {
        name: "poses.2.0.fwposes",
        write: Some(pose_file),
        read: compressed,
        found: "box: rise, 90 frames, 0.415 m at frame 41.5",
        newer: Some((8, 3)),
        refusal: "open it with a newer one, or compile the library again",
    },
    // This recording was made with a pose index of version 2, and contains the stamp of that index.
    File {
        name: "character.1.fwrec",
        write: None,
        read: recording::read,
        found: "30 frames, 5 searches, filter all",
        newer: Some((8, 2)),
        refusal: "open it with the Footwork that recorded it",
    },
    File {
        name: "character.1.index.3.fwrec",
        write: Some(recording::write),
        read: recording::read,
        found: "30 frames, 5 searches, filter all",
        newer: Some((8, 2)),
        refusal: "open it with the Footwork that recorded it",
    },
    File {
        name: "expression.1.bin",
        write: Some(|| compile("sin(t) + 0.5", &["t"]).unwrap().to_bytes()),
        read: expression,
        found: "0.5",
        newer: Some((8, 2)),
        refusal: "compile the text again",
    },
];

/// Files that other tests read: `edits.rs` and `bindings/python/tests/test_formats.py` (the stores),
/// `test_reproducible.py` next to the latter (the split), `crates/footwork-features/tests/columns/stored.rs`, and
/// `demos/football/tests/matches/recordings.rs`.
const ELSEWHERE: [&str; 9] = [
    "edits.2",
    "edits.3",
    "network.1.json",
    "network.2.json",
    "split.1.json",
    "store.1",
    "store.2",
    "store.3",
    "match.1.recording",
];

fn folder() -> PathBuf {
    root().join("testdata/formats")
}

#[test]
fn files_of_every_version_are_read() {
    for file in FILES {
        let path = folder().join(file.name);
        let is_wanted = std::env::var_os("BLESS").is_some() && !path.exists();
        if let Some(write) = file.write.filter(|_| is_wanted) {
            fs::write(&path, write()).unwrap();
        }
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        assert_eq!(
            (file.read)(&bytes).as_deref(),
            Ok(file.found),
            "{}",
            file.name
        );
    }
    let there = fs::read_dir(folder()).unwrap();
    let there: BTreeSet<String> = there
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let known = FILES.iter().map(|file| file.name);
    let known = known.chain(ELSEWHERE).map(str::to_owned).collect();
    assert_eq!(there, known, "the folder and the lists differ");
}

#[test]
fn this_version_writes_the_stored_files() {
    for file in FILES {
        if let Some(write) = file.write {
            let name = file.name;
            assert!(
                write() == fs::read(folder().join(name)).unwrap(),
                "{name}: a change of a format needs a version"
            );
        }
    }
}

#[test]
fn the_specification_of_a_network_follows_its_schema() {
    for version in 1..=2 {
        let path = folder().join(format!("network.{version}.json"));
        let spec = valid(&fs::read_to_string(path).unwrap(), "network");
        assert_eq!(spec["version"], version);
    }
}

#[test]
fn a_newer_version_is_refused_with_advice() {
    for file in FILES {
        let Some((at, version)) = file.newer else {
            continue;
        };
        let mut bytes = fs::read(folder().join(file.name)).unwrap();
        assert!(bytes[at] < version, "{}", file.name);
        bytes[at] = version;
        let refused = (file.read)(&bytes).unwrap_err();
        assert!(refused.contains(file.refusal), "{}: {refused}", file.name);
    }
}

fn sidecar(bytes: &[u8]) -> Result<String, String> {
    let read = Sidecar::read("walk.bvh.tags", bytes);
    let (sidecar, findings) = read.map_err(|finding| finding.message.clone())?;
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(sidecar.to_bytes(), bytes);
    let counts = (
        sidecar.tags().count(),
        sidecar.events().count(),
        sidecar.notes().count(),
    );
    Ok(format!(
        "{} tags, {} events, {} notes",
        counts.0, counts.1, counts.2
    ))
}

fn settings(bytes: &[u8]) -> Result<String, String> {
    let (settings, findings) =
        Settings::parse(str::from_utf8(bytes).unwrap()).map_err(|error| error.to_string())?;
    assert!(findings.is_empty(), "{findings:?}");
    Ok(settings.name.unwrap_or_default())
}

fn database() -> Database {
    let mut db = Database::new();
    let clip = db
        .add_clip("walk", 100, FrameRate::whole(30).unwrap())
        .unwrap();
    let tag = db.declare_tag(&"Gait.Walk".parse().unwrap()).unwrap();
    db.set_tag(tag, clip, Ranges::from_pairs([(10, 30)]).unwrap())
        .unwrap();
    let strike = db.declare_event(&"Foot.Left".parse().unwrap()).unwrap();
    db.set_event(strike, clip, vec![12.5]).unwrap();
    db
}

fn with_table() -> Vec<u8> {
    let mut table = FrameTable::new([Query::parse("last(Gait, 5)").unwrap()]).unwrap();
    database().to_bytes_with(&mut table).unwrap()
}

fn tagdb(bytes: &[u8]) -> Result<String, String> {
    let db = Database::from_bytes(bytes.to_vec()).map_err(|error| error.to_string())?;
    let clip = db.clip_by_name("walk").unwrap();
    assert_eq!(db.query("event(Foot)").unwrap().frame_count(), 1);
    let found = format!("{:?}", db.query("Gait").unwrap().ranges(clip));
    Ok(match db.frame_table() {
        None => found,
        Some(mut table) => format!(
            "{found}, table {}",
            table.current(&db).unwrap().word(clip, 29)
        ),
    })
}

/// Returns a GLB file with labels of each kind.
fn glb() -> Vec<u8> {
    let hips = footwork_clip::Joint {
        name: "Hips".into(),
        parent: None,
        offset: [0.0; 3],
        is_end: false,
    };
    let clip = Clip::new(ClipParts {
        skeleton: Arc::new(Skeleton::new(vec![hips]).unwrap()),
        rate: "30000/1001".parse().unwrap(),
        looping: true,
        root_positions: vec![[0.0, 1.0, 0.0], [0.0, 1.0, 0.25]],
        rotations: vec![[0.0, 0.0, 0.0, 1.0], [0.0, 0.70710677, 0.0, 0.70710677]],
        translations: None,
    });
    let text =
        b"footwork-tags 1\nnote \"left shoe squeaks\"\ntag Gait.Run 0 1\ntag Gait.Run 1 2 rule\n\
                 not Gait.Walk 0 1\nevent Foot.Left 0.5 data {\"surface\":\"grass\"}\n";
    let (sidecar, _) = Sidecar::read("walk.glb.tags", text).unwrap();
    let (clip, labels) = (clip.unwrap(), to_labels(&sidecar));
    let take = GltfTake {
        name: "Walk",
        clip: &clip,
        labels: labels.as_ref(),
    };
    write_gltf(&[take]).unwrap()
}

fn labels(bytes: &[u8]) -> Result<String, String> {
    let file = read_clips("walk.glb", bytes, &ReadOptions::default()).unwrap();
    let loaded = &file.clips[0];
    if let Some(finding) = loaded.findings.first() {
        assert_eq!(loaded.labels, None);
        return Err(finding.message.clone());
    }
    let (frames, rate) = (loaded.clip.frame_count(), loaded.clip.rate());
    assert!(loaded.clip.is_looping());
    let labels = loaded.labels.as_ref().unwrap();
    let lines = lines_from_labels(labels, &mut |message| panic!("{message}"));
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Ok(format!("{frames} frames at {rate}, looping\n{lines}"))
}

#[allow(clippy::cast_precision_loss, reason = "a hundred frames")]
fn index() -> Index {
    let height_m = |frame: usize| 0.01 * frame as f32;
    let root: Vec<Root> = (0..100)
        .map(|_| Root {
            position_m: [0.0; 2],
            facing: [0.0, 1.0],
        })
        .collect();
    let foot: Vec<[f32; 3]> = (0..100).map(|frame| [0.1, height_m(frame), 0.0]).collect();
    let joint = Joint {
        name: "foot".into(),
        mirrored: "foot".into(),
    };
    let groups = vec![Group {
        name: "foot".into(),
        weight: 1.0,
        source: Source::Position(joint),
    }];
    let rate = FrameRate::whole(60).unwrap();
    let mut builder = IndexBuilder::new(Schema::new(rate, groups).unwrap());
    let clip = MotionClip {
        name: "rise",
        rate,
        end: ClipEnd::Cut,
        with_mirrored: false,
        root: &root,
        joints: &[JointTrack {
            name: "foot",
            positions_m: &foot,
        }],
        channels: &[],
    };
    builder.add_clip(&clip).unwrap();
    builder.build()
}

fn poses(bytes: &[u8]) -> Result<String, String> {
    let bytes: Arc<[u8]> = bytes.into();
    let index = Index::from_bytes(bytes).map_err(|error| error.to_string())?;
    let found = index
        .search(&[0.1, 0.071, 0.0], &Search::default())
        .unwrap()
        .best
        .unwrap();
    Ok(format!(
        "{} poses, frame {}",
        index.pose_count(),
        found.pose.frame
    ))
}

#[allow(clippy::cast_precision_loss, reason = "90 frames")]
fn pose_file() -> Vec<u8> {
    let joint = PoseJoint {
        name: "hips",
        parent: None,
        partner: 0,
        rest: Transform::IDENTITY,
    };
    let mut builder = PoseFileBuilder::new();
    let skeleton = NewSkeleton {
        name: "box",
        joints: &[joint],
        legs: [None; 2],
    };
    let rate = FrameRate::whole(60).unwrap();
    let rising = (0..90).map(|frame| Transform {
        translation_m: [0.0, frame as f32 * 0.01, 0.0],
        ..Transform::IDENTITY
    });
    let clip = NewClip {
        name: "rise",
        skeleton: builder.add_skeleton(&skeleton).unwrap(),
        rate,
        source_frames: 90,
        source_rate: rate,
        end: PoseClipEnd::default(),
        roots: &[RootPlace::default(); 90],
        joints: &rising.collect::<Vec<_>>(),
        standing: &[[false; 2]; 90],
        tolerance_m: DEFAULT_TOLERANCE_M,
    };
    builder.add_clip(&clip).unwrap();
    builder.build().unwrap()
}

fn compressed(bytes: &[u8]) -> Result<String, String> {
    let file = PoseFile::open(bytes).map_err(|error| error.to_string())?;
    file.verify().map_err(|error| error.to_string())?;
    let clip = file.clip(file.clip_named("rise").unwrap()).unwrap();
    let mut pose = [Transform::IDENTITY];
    clip.decode(41, 0.5, &mut pose).unwrap();
    Ok(format!(
        "{}: {}, {} frames, {:.3} m at frame 41.5",
        file.skeletons().next().unwrap().name(),
        clip.name(),
        clip.frame_count(),
        pose[0].translation_m[1]
    ))
}

fn expression(bytes: &[u8]) -> Result<String, String> {
    let program = Program::from_bytes(bytes).map_err(|error| error.to_string())?;
    Ok(Evaluator::new(&program).value(&[0.0]).to_string())
}
