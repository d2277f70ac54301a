//! Motion from other sources: the clips of one skeleton are evaluated together to find their unit and their travelling
//! joint.

use std::fs;
use std::path::{Path, PathBuf};

use footwork_base::LengthUnit;
use footwork_library::Library;
use footwork_sidecar::Finding;

use crate::playground::Playground;

fn testdata(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    fs::read(folder.join(name)).unwrap()
}

/// Returns a library with two walks, one that travels and one in place, both below a root that stands still.
fn walks() -> Playground {
    let playground = Playground::new();
    playground
        .file("travels.bvh", testdata("bvh/still-root.bvh"))
        .file("in_place.bvh", testdata("bvh/walk-in-place.bvh"));
    playground
}

fn shown(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

fn root<'a>(library: &'a Library, clip: &str) -> &'a str {
    &library.clips()[library.find_clip(clip).unwrap()].root
}

fn unit(library: &Library, clip: &str) -> Option<LengthUnit> {
    library.clips()[library.find_clip(clip).unwrap()].unit
}

/// Returns the number of frames that a query finds.
fn frames(library: &Library, query: &str) -> u64 {
    let db = library.database();
    db.query(query).unwrap().frame_count()
}

#[test]
fn the_hips_travel_if_joint_0_stands_still() {
    let playground = walks();
    let library = playground.open();
    assert_eq!(library.findings(), []);
    assert_eq!(
        [root(&library, "travels"), root(&library, "in_place")],
        ["Hips"; 2]
    );
    assert_eq!(frames(&library, "{ speed > 1.1 && speed < 1.3 }"), 46);
    assert_eq!(frames(&library, "{ gait_speed > 1 }"), 46 + 61);
    assert_eq!(
        shown(&library.assumptions()),
        [
            "footwork.toml: note[length-unit]: no `length_unit` is given, and `cm` is estimated for 2 clips of one \
             skeleton (in_place.bvh: the posed body measures 171 units, which is 1.71 m if the unit is cm)",
            "in_place.bvh: note[still-root]: in_place.bvh steps in place: Hips does not travel, so `speed` is \
             about 0; `gait_speed` reads the speed from the feet",
        ]
    );
    let skeletons = library.skeletons();
    assert_eq!((skeletons.len(), skeletons[0].clips), (1, 2));
}

#[test]
fn settings_can_name_the_root() {
    let playground = walks();
    playground.file(
        "footwork.toml",
        "root = { \"in_*\" = \"joint_Root\", \"**\" = \"Pelvis\" }\n",
    );
    let library = playground.open();
    assert_eq!(root(&library, "in_place"), "joint_Root");
    assert_eq!(root(&library, "travels"), "Hips");
    assert_eq!(
        shown(library.findings()),
        [
            "travels.bvh: warning[no-such-root]: `root` in footwork.toml names the joint Pelvis, which the clip lacks; Hips \
          is used instead, because of its motion"
        ]
    );
}

/// Returns a clip whose body is upright, or folded up to two fifths of its height.
fn folding(is_folded: bool) -> String {
    let bone = |name: &str, y: i32, inner: &str| {
        format!("JOINT {name}\n{{\nOFFSET 0 {y} 0\nCHANNELS 1 Xrotation\n{inner}}}\n")
    };
    let end = |y: i32| format!("End Site\n{{\nOFFSET 0 {y} 0\n}}\n");
    let trunk = bone("Spine", 10, &bone("Head", 45, &end(25)));
    let leg = bone("Thigh", 0, &bone("Shin", -45, &end(-45)));
    let row = if is_folded {
        "0 60 0 130 30 130 -150\n"
    } else {
        "0 90 0 0 0 0 0\n"
    };
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n{trunk}{leg}}}\n\
         MOTION\nFrames: 4\nFrame Time: 0.1\n{}",
        row.repeat(4)
    )
}

#[test]
fn a_crawling_take_is_read_in_the_unit_of_its_skeletons_other_takes() {
    let playground = Playground::new();
    playground.file("folded.bvh", folding(true));
    assert_eq!(unit(&playground.open(), "folded"), Some(LengthUnit::Inch));
    playground.file("upright.bvh", folding(false));
    let library = playground.open();
    assert_eq!(unit(&library, "folded"), Some(LengthUnit::Centimetre));
    assert_eq!(unit(&library, "upright"), Some(LengthUnit::Centimetre));
    assert_eq!(
        library.assumptions().len(),
        2,
        "one about the unit, one because nothing travels"
    );
}

#[test]
fn a_unit_given_for_one_clip_applies_to_all_clips_of_its_skeleton() {
    let playground = Playground::new();
    playground
        .file("a/folded.bvh", folding(true))
        .file("b/upright.bvh", folding(false))
        .file("footwork.toml", "length_unit = { \"b/**\" = \"in\" }\n");
    let library = playground.open();
    assert_eq!(unit(&library, "folded"), Some(LengthUnit::Inch));
    let note = &shown(&library.assumptions())[0];
    assert!(
        note.contains(
            "no pattern of `length_unit` matches, and `in` is estimated for 1 clip (a/folded.bvh: b/upright.bvh has"
        ),
        "{note}"
    );
}

#[test]
fn an_implausible_size_is_reported_once_with_the_setting_to_change() {
    let giant = folding(false).replace("90 0 0 0 0 0", "900 0 0 0 0 0");
    let giant = giant.replace("OFFSET 0 10 0", "OFFSET 0 3000 0");
    let playground = Playground::new();
    playground.file("a.bvh", &giant).file("b.bvh", &giant);
    let library = playground.open();
    // In millimetres, the body is as tall as two people.
    let [finding] = library.findings() else {
        panic!("{:?}", library.findings());
    };
    assert_eq!(
        (finding.file.as_str(), finding.code),
        ("a.bvh", "implausible-size")
    );
    assert!(finding.message.contains("also in 1 more clip"), "{finding}");
    playground.file("footwork.toml", "length_unit = \"mm\"\n");
    assert_eq!(playground.open().findings(), []);
}

#[test]
fn a_git_lfs_pointer_is_reported() {
    let playground = Playground::new();
    playground.file("walk.bvh", testdata("bvh/lfs-pointer.bvh"));
    assert_eq!(
        shown(playground.open().findings()),
        [
            "walk.bvh: error[lfs-pointer]: the file is a Git LFS pointer, not the clip itself; run `git lfs pull`"
        ]
    );
}

/// Returns the folder of real clips, or `None` after printing why the test is skipped.
fn real(folder: &str) -> Option<PathBuf> {
    let Some(path) = std::env::var_os("FOOTWORK_EXTRA_CLIPS") else {
        println!("skipped: FOOTWORK_EXTRA_CLIPS does not name the folder of real clips");
        return None;
    };
    let path = PathBuf::from(path).join(folder);
    if !path.is_dir() {
        println!("skipped: there is no {}", path.display());
        return None;
    }
    Some(path)
}

/// Returns the values of a channel, sorted.
fn sorted(library: &Library, clip: &str, channel: &str) -> Vec<f32> {
    let id = library.find_clip(clip).unwrap();
    let clip = library.load(id).unwrap().clip;
    let mut values = clip.channel(&channel.parse().unwrap()).unwrap();
    values.sort_by(f32::total_cmp);
    values
}

/// Returns a library with the files of a folder.
fn copy_of(folder: &Path) -> Playground {
    let playground = Playground::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        playground.file(&name, fs::read(&path).unwrap());
    }
    playground
}

/// The FBX files of the Carnegie Mellon walks declare metres but use another unit.
#[cfg(feature = "fbx")]
#[test]
fn oversized_cmu_fbx_files_are_mended_by_the_setting_in_the_finding() {
    let Some(folder) = real("cmu_more") else {
        return;
    };
    let playground = copy_of(&folder);
    let library = playground.open();
    let sizes: Vec<&Finding> = library
        .findings()
        .iter()
        .filter(|f| f.code == "implausible-size")
        .collect();
    let [finding] = sizes.as_slice() else {
        panic!("{:?}", library.findings());
    };
    let line = "length_unit = { \"**.fbx\" = \"cmu\" }";
    assert!(finding.message.contains(line), "{finding}");
    playground.file("footwork.toml", line);
    let library = playground.open();
    assert!(
        library
            .findings()
            .iter()
            .all(|f| f.code != "implausible-size")
    );
    for clip in ["07_01_cmu", "08_02_cmu", "09_11_cmu"] {
        let id = library.find_clip(clip).unwrap();
        let size = library.clips()[id].size_m;
        assert!((1.3..2.2).contains(&size), "{clip} is {size} m");
        let hips = sorted(&library, clip, "height");
        assert!(
            (0.75..1.15).contains(&hips[hips.len() / 2]),
            "{clip}: {hips:?}"
        );
        let speeds = sorted(&library, clip, "speed");
        let speed = speeds[speeds.len() / 2];
        assert!((1.0..4.5).contains(&speed), "{clip}: {speed} m/s");
        let gait = sorted(&library, clip, "gait_speed");
        let gait = gait[gait.len() / 2];
        println!("{clip}: {size:.2} m, {speed:.2} m/s, by the feet {gait:.2} m/s");
        assert!(
            (gait / speed - 1.0).abs() < 0.25,
            "{clip}: {gait} m/s by the feet, not {speed}"
        );
        let foot = sorted(&library, clip, "LeftToeBase.height");
        assert!(
            foot[foot.len() / 20].abs() < 0.12,
            "{clip}: {}",
            foot[foot.len() / 20]
        );
    }
    // The kicks are in centimetres and need no change.
    for clip in ["10_01", "10_03", "11_01"] {
        assert_eq!(unit(&library, clip), Some(LengthUnit::Centimetre), "{clip}");
    }
}

/// In all of KayKit's animations joint 0 stands still on the floor.
#[test]
fn kaykit_travels_by_its_hips() {
    let Some(folder) = real("extra/kaykit") else {
        return;
    };
    let playground = copy_of(&folder);
    let library = playground.open();
    let skeletons = library.skeletons();
    assert_eq!(
        (skeletons.len(), skeletons[0].clips),
        (1, 110),
        "{skeletons:?}"
    );
    assert_eq!(&*skeletons[0].root, "hips");
    let size = skeletons[0].size_m;
    assert!((1.1..2.5).contains(&size), "{size}");
    println!("{:#?}\n{:#?}", shown(&library.assumptions()), skeletons);
    let heights = sorted(&library, "Rig_Medium|Walking_A", "height");
    assert!(heights[0] > 0.3, "{heights:?}");
    let gait = sorted(&library, "Rig_Medium|Walking_A", "gait_speed");
    assert!(gait[gait.len() / 2] > 0.5, "{gait:?}");
}
