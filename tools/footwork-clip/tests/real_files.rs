//! Real clips, found through `FOOTWORK_EXTRA_CLIPS`; without it, these tests are skipped and say so.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use std::path::{Path, PathBuf};

use footwork_base::{Id, LengthUnit};
use footwork_clip::{
    Axis, BvhChannel, BvhDocument, Clip, Limits, WorldPositions, read_bvh, read_clip, write_bvh,
};

/// Returns the folder of real clips, or `None` after printing why the test is skipped.
fn folder() -> Option<PathBuf> {
    let path = std::env::var_os("FOOTWORK_EXTRA_CLIPS").map(PathBuf::from);
    if path.is_none() {
        println!("skipped: FOOTWORK_EXTRA_CLIPS does not name the folder of real clips");
    }
    path
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    found.retain(|path| path.extension().is_some_and(|e| e == extension));
    found.sort();
    found
}

fn load(path: &Path) -> footwork_clip::LoadedClip {
    let bytes = std::fs::read(path).unwrap();
    read_clip(&path.to_string_lossy(), &bytes, None, &Limits::default())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

type Matrix = [[f64; 4]; 4];

const IDENTITY: Matrix = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..4).map(|k| a[i][k] * b[k][j]).sum()))
}

fn turn(axis: Axis, degrees: f64) -> Matrix {
    let (s, c) = (
        libm::sin(degrees.to_radians()),
        libm::cos(degrees.to_radians()),
    );
    let (i, j) = match axis {
        Axis::X => (1, 2),
        Axis::Y => (2, 0),
        Axis::Z => (0, 1),
    };
    let mut m = IDENTITY;
    m[i][i] = c;
    m[j][j] = c;
    m[i][j] = -s;
    m[j][i] = s;
    m
}

/// Computes world positions directly from the file's Euler angles, with 4x4 matrices.
fn plain_kinematics(document: &BvhDocument, row: &[f64], metres: f64) -> Vec<[f64; 3]> {
    let mut column = 0;
    let mut world: Vec<Matrix> = Vec::new();
    for joint in document.joints() {
        let mut at = joint.offset;
        let mut rotation = IDENTITY;
        for channel in &joint.channels {
            match channel {
                BvhChannel::Position(axis) => at[axis.index()] = row[column],
                BvhChannel::Rotation(axis) => {
                    rotation = product(&rotation, &turn(*axis, row[column]));
                }
            }
            column += 1;
        }
        let mut local = rotation;
        for axis in 0..3 {
            local[axis][3] = at[axis] * metres;
        }
        world.push(match joint.parent {
            Some(parent) => product(&world[parent.index()], &local),
            None => local,
        });
    }
    world.iter().map(|m| [m[0][3], m[1][3], m[2][3]]).collect()
}

fn assert_kinematics_agree(document: &BvhDocument, metres: f64) {
    let clip = document.to_clip(metres).unwrap();
    let fast = WorldPositions::from_clip(&clip);
    let mut worst = 0.0f64;
    for (row, fast) in document.rows().zip(fast.frames()) {
        for (plain, fast) in plain_kinematics(document, row, metres).iter().zip(fast) {
            for axis in 0..3 {
                worst = worst.max((plain[axis] - fast[axis]).abs());
            }
        }
    }
    assert!(worst < 1e-5, "the two kinematics are {worst} m apart");
}

#[test]
fn kinematics_agree_with_plain_matrices_on_all_frames() {
    let Some(folder) = folder() else { return };
    let paths = [
        files(&folder.join("cmu"), "bvh"),
        files(&folder.join("extra/cmu131"), "bvh"),
    ];
    for path in paths.concat() {
        let bytes = std::fs::read(&path).unwrap();
        let (document, findings) = read_bvh(&bytes, &Limits::default()).unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(document.rate().to_string(), "120");
        assert_kinematics_agree(&document, LengthUnit::Cmu.metres());
    }
}

#[test]
fn cmu_files_are_read_in_their_own_unit_and_written_without_loss() {
    let Some(folder) = folder() else { return };
    for (name, frames) in [("01_01.bvh", 2752), ("01_03.bvh", 4511)] {
        let path = folder.join("cmu").join(name);
        let loaded = load(&path);
        assert_eq!(loaded.clip.frame_count(), frames);
        assert_eq!(loaded.estimated_unit.unwrap().unit, LengthUnit::Cmu);
        let bytes = std::fs::read(&path).unwrap();
        let (document, _) = read_bvh(&bytes, &Limits::default()).unwrap();
        let written = write_bvh(&document);
        let (again, _) = read_bvh(written.as_bytes(), &Limits::default()).unwrap();
        assert!(again == document, "{name} changed by writing");
    }
}

#[test]
fn a_file_that_declares_one_frame_too_few_is_read_to_its_end() {
    let Some(folder) = folder() else { return };
    let loaded = load(&folder.join("extra/Boxing_Toes.bvh"));
    assert_eq!(loaded.clip.frame_count(), 3070);
    assert_eq!(loaded.clip.rate().to_string(), "100");
    let codes: Vec<_> = loaded.findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, ["frame-count"]);
}

/// Returns the lower of heel and toe of each foot on every frame, in metres.
fn soles(clip: &Clip) -> [Vec<f64>; 2] {
    let positions = WorldPositions::from_clip(clip);
    ["left", "right"].map(|side| {
        let [heel, toe] = ["heel", "toe"].map(|end| {
            let joint = clip.skeleton().find(&format!("{side}_{end}")).unwrap();
            positions.joint(joint).map(|p| p[1])
        });
        heel.zip(toe).map(|(heel, toe)| heel.min(toe)).collect()
    })
}

#[test]
fn the_feet_of_a_walk_touch_the_ground() {
    let Some(folder) = folder() else { return };
    let clip = load(&folder.join("deepmimic/humanoid3d_walk.txt")).clip;
    assert_eq!(
        (clip.frame_count(), clip.rate().to_string().as_str()),
        (39, "30")
    );
    assert!(clip.is_looping());
    for (side, heights) in ["left", "right"].iter().zip(soles(&clip)) {
        let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min);
        println!("{side}: lowest {lowest:.4} m, heights {heights:.3?}");
        assert!(lowest.abs() < 0.03, "{side} is at {lowest} m");
        let highest = heights.iter().copied().fold(0.0, f64::max);
        assert!(highest > 0.05, "{side} never lifts: {highest} m");
    }
    // In a walk, at least one foot is down on every frame.
    let [left, right] = soles(&clip);
    for (frame, (left, right)) in left.iter().zip(&right).enumerate() {
        assert!(
            left.min(*right).abs() < 0.03,
            "frame {frame}: {left} {right}"
        );
    }
}

#[test]
fn a_walk_goes_ahead_and_turns_go_to_their_side() {
    let Some(folder) = folder() else { return };
    let mean = |name: &str, channel: &str| {
        let clip = load(&folder.join("deepmimic").join(name)).clip;
        let values = clip.channel(&channel.parse().unwrap()).unwrap();
        values.iter().sum::<f32>() / f32::from(u16::try_from(values.len()).unwrap())
    };
    assert!(mean("humanoid3d_walk.txt", "speed_z") > 0.8);
    assert!(mean("humanoid3d_walk.txt", "speed_x").abs() < 0.1);
    assert!(mean("humanoid3d_run.txt", "speed_z") > 2.0);
    assert!(mean("turn_left1.txt", "turn") > 0.1);
    assert!(mean("turn_right1.txt", "turn") < -0.1);
}

#[test]
fn every_deepmimic_file_is_read() {
    let Some(folder) = folder() else { return };
    let mut count = 0;
    for path in files(&folder.join("deepmimic"), "txt") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("LICENSE") {
            continue;
        }
        count += 1;
        let loaded = load(&path);
        let rate = loaded.clip.rate().to_string();
        assert!(
            ["16", "24", "30", "60"].contains(&rate.as_str()),
            "{name}: {rate}"
        );
        let codes: Vec<_> = loaded.findings.iter().map(|f| f.code).collect();
        // The roll and seven other files have quaternions whose length is off by up to 0.4.
        let is_off = [
            "backflip",
            "cartwheel",
            "facedown",
            "jump",
            "_kick",
            "punch",
            "spin.",
        ];
        let expected: &[&str] = match name.as_str() {
            "humanoid3d_roll.txt" => &["not-unit-length", "uneven-rows"],
            name if is_off.iter().any(|part| name.contains(part)) => &["not-unit-length"],
            _ => &[],
        };
        assert_eq!(codes, expected, "{name}");
        // Written as BVH and converted back, the clip has the same motion.
        let document = BvhDocument::from_clip(&loaded.clip, 0.01).unwrap();
        let written = write_bvh(&document);
        let (again, findings) = read_bvh(written.as_bytes(), &Limits::default()).unwrap();
        assert!(
            findings.is_empty() && again == document,
            "{name}: {findings:?}"
        );
        assert_kinematics_agree(&document, 0.01);
        let clip = document.to_clip(0.01).unwrap();
        let (there, back) = (
            WorldPositions::from_clip(&loaded.clip),
            WorldPositions::from_clip(&clip),
        );
        for (id, joint) in loaded.clip.skeleton().iter() {
            // The joints of the document are in nested order, which differs from the clip's.
            let other = clip.skeleton().find(&joint.name).unwrap();
            for (a, b) in there.joint(id).zip(back.joint(other)) {
                assert!(
                    (0..3).all(|i| (a[i] - b[i]).abs() < 1e-5),
                    "{name}: {a:?} {b:?}"
                );
            }
        }
    }
    assert_eq!(count, 20);
}

/// Computes world positions of one DeepMimic row with 4x4 matrices, in the axes of the file.
fn plain_humanoid(row: &[f64]) -> Vec<(&'static str, [f64; 3])> {
    let quaternion = |at: usize| -> Matrix {
        let norm = (0..4)
            .map(|i| row[at + i] * row[at + i])
            .sum::<f64>()
            .sqrt();
        let [w, x, y, z] = std::array::from_fn(|i| row[at + i] / norm);
        let mut m = IDENTITY;
        m[0][..3].copy_from_slice(&[
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - z * w),
            2.0 * (x * z + y * w),
        ]);
        m[1][..3].copy_from_slice(&[
            2.0 * (x * y + z * w),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - x * w),
        ]);
        m[2][..3].copy_from_slice(&[
            2.0 * (x * z - y * w),
            2.0 * (y * z + x * w),
            1.0 - 2.0 * (x * x + y * y),
        ]);
        m
    };
    let below = |parent: &Matrix, offset: [f64; 3], rotation: &Matrix| {
        let mut local = *rotation;
        for axis in 0..3 {
            local[axis][3] = offset[axis];
        }
        product(parent, &local)
    };
    let root = below(&IDENTITY, [row[1], row[2], row[3]], &quaternion(4));
    let chest = below(&root, [0.0, 0.236151, 0.0], &quaternion(8));
    let neck = below(&chest, [0.0, 0.223894, 0.0], &quaternion(12));
    let mut found = vec![("root", root), ("chest", chest), ("neck", neck)];
    let names = [
        [
            "right_hip",
            "right_knee",
            "right_ankle",
            "right_shoulder",
            "right_elbow",
            "right_wrist",
        ],
        [
            "left_hip",
            "left_knee",
            "left_ankle",
            "left_shoulder",
            "left_elbow",
            "left_wrist",
        ],
    ];
    for (names, side, first) in [(names[0], 1.0, 16), (names[1], -1.0, 30)] {
        let bend = |at: usize| turn(Axis::Z, row[at].to_degrees());
        let hip = below(&root, [0.0, 0.0, side * 0.084887], &quaternion(first));
        let knee = below(&hip, [0.0, -0.421546, 0.0], &bend(first + 4));
        let ankle = below(&knee, [0.0, -0.409870, 0.0], &quaternion(first + 5));
        let shoulder = below(
            &chest,
            [-0.024050, 0.243500, side * 0.183110],
            &quaternion(first + 9),
        );
        let elbow = below(&shoulder, [0.0, -0.274788, 0.0], &bend(first + 13));
        let wrist = below(&elbow, [0.0, -0.258947, 0.0], &IDENTITY);
        found.extend(
            names
                .into_iter()
                .zip([hip, knee, ankle, shoulder, elbow, wrist]),
        );
    }
    found
        .into_iter()
        .map(|(name, m)| (name, [m[0][3], m[1][3], m[2][3]]))
        .collect()
}

#[test]
fn deepmimic_kinematics_agree_with_plain_matrices() {
    let Some(folder) = folder() else { return };
    for name in [
        "humanoid3d_walk.txt",
        "humanoid3d_backflip.txt",
        "turn_left0.txt",
    ] {
        let path = folder.join("deepmimic").join(name);
        let json: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let rows: Vec<Vec<f64>> = serde_json::from_value(json["Frames"].clone()).unwrap();
        let clip = load(&path).clip;
        let positions = WorldPositions::from_clip(&clip);
        assert_eq!(rows.len(), positions.frames().len());
        for (row, world) in rows.iter().zip(positions.frames()) {
            for (joint, [x, y, z]) in plain_humanoid(row) {
                let id = clip.skeleton().find(joint).unwrap();
                for (found, plain) in world[id.index()].into_iter().zip([-z, y, x]) {
                    assert!(
                        (found - plain).abs() < 1e-5,
                        "{name} {joint}: {found} {plain}"
                    );
                }
            }
        }
    }
}
