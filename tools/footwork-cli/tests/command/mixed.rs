//! A folder of 287 mixed clips becomes files for an engine, with six commands and one setting.
//!
//! The folder has BVH, FBX, GLB, AMASS and DeepMimic: the samples, the clips in the folders that `FOOTWORK_EXTRA_CLIPS`
//! names, and generated clips with different names, rest poses, axes, units and rates.

#[path = "../../../footwork-clip/tests/foreign/archive.rs"]
mod archive;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../../../footwork-library/tests/library/generated.rs"]
mod generated;

use std::fs;
use std::path::{Path, PathBuf};

use footwork_clip::{
    Clip, ClipFormat, FbxTake, GltfTake, ReadOptions, read_clips, write_fbx, write_gltf,
};
use footwork_testkit::Random;

use crate::run::{footwork, valid};
use archive::{npz, walk};
use generated::Truth;

/// The number of clips.
const CLIPS: usize = 287;

/// The limit for the processor time of all commands together in a release build, in seconds.
const MAX_CPU_SECS: f64 = 60.0;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Copies the clips below a folder, without sidecars and settings, and returns their number.
fn copy_clips(from: &Path, to: &Path) -> usize {
    let mut count = 0;
    let mut entries: Vec<_> = fs::read_dir(from).unwrap().map(Result::unwrap).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            count += copy_clips(&path, &to);
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let name = path.to_str().unwrap();
        if ClipFormat::detect(name, &bytes).is_none() {
            continue;
        }
        // Without the feature `fbx`, FBX files cannot be read.
        if let Ok(file) = read_clips(name, &bytes, &ReadOptions::default()) {
            count += file.clips.len();
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(to, bytes).unwrap();
        }
    }
    count
}

/// Generates `count` clips, in turn as BVH, GLB, FBX and AMASS.
fn generate(folder: &Path, count: usize) {
    fs::create_dir_all(folder).unwrap();
    let mut random = Random::for_case("mixed", 0);
    for index in 0..count {
        let mut truth = Truth::random(index, &mut random);
        while !truth.has_rate || truth.is_mirrored {
            truth = Truth::random(index, &mut random);
        }
        let stem = truth.name.trim_end_matches(".bvh").to_owned();
        let bvh = truth.bvh(&mut random);
        let clip = || -> Clip {
            let unit = Some(truth.unit);
            let options = ReadOptions {
                unit,
                up: Some(truth.up),
                ..ReadOptions::default()
            };
            let file = read_clips(&truth.name, bvh.as_bytes(), &options);
            file.unwrap().clips.remove(0).clip
        };
        let (extension, bytes) = match index % 4 {
            0 => ("bvh", bvh.clone().into_bytes()),
            1 => {
                let take = GltfTake {
                    name: "walk",
                    clip: &clip(),
                    labels: None,
                };
                ("glb", write_gltf(&[take]).unwrap())
            }
            2 if cfg!(feature = "fbx") => {
                let take = FbxTake {
                    name: "walk",
                    clip: &clip(),
                };
                ("fbx", write_fbx(&[take], None).unwrap())
            }
            _ => {
                let joints = *random.pick(&[22, 24, 52, 55]);
                ("npz", npz(&walk(joints, None), random.one_in(2)))
            }
        };
        fs::write(folder.join(format!("{stem}.{extension}")), bytes).unwrap();
    }
}

/// Returns the processor time of the finished commands, in seconds.
#[cfg(target_os = "linux")]
fn cpu_secs() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let secs = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + 1e-6 * time.tv_usec() as f64;
    secs(usage.user_time()) + secs(usage.system_time())
}

#[cfg(not(target_os = "linux"))]
fn cpu_secs() -> f64 {
    0.0
}

#[test]
#[ignore = "takes minutes in a debug build"]
fn a_folder_of_mixed_clips_becomes_engine_files_in_six_commands() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let foreign = folder.path().join("foreign");
    let mut count = copy_clips(&root().join("samples"), &foreign);
    if let Some(extra) = std::env::var_os("FOOTWORK_EXTRA_CLIPS") {
        let extra = PathBuf::from(extra);
        for part in [
            "cmu",
            "cmu_more",
            "deepmimic",
            "extra/kaykit",
            "extra/cmu131",
        ] {
            count += copy_clips(&extra.join(part), &foreign.join(part));
        }
    }
    generate(&foreign.join("generated"), CLIPS - count);
    // Three files state centimetres, but their lengths are in CMU's units. `check` and `retarget` suggest this setting,
    // and `retarget` refuses to guess.
    let setting = "length_unit = { \"cmu_more/**.fbx\" = \"cmu\" }\n";
    fs::write(foreign.join("footwork.toml"), setting).unwrap();
    let character = root().join("testdata/characters/football.glb");
    let character = character.to_str().unwrap();
    let commands: [&[&str]; 6] = [
        &["info", &path("foreign")],
        &["check", &path("foreign")],
        &[
            "retarget",
            &path("foreign"),
            "all",
            "--onto",
            character,
            "-o",
            &path("onto"),
            "--name",
            "{folder}/{clip}",
        ],
        &["events", "detect", &path("onto"), "--write"],
        &[
            "compile",
            &path("onto"),
            "--poses",
            "-o",
            &path("game.tagdb"),
        ],
        &[
            "export",
            &path("onto"),
            "--to",
            "unreal",
            "-o",
            &path("engine/"),
        ],
    ];
    println!(
        "{count} recorded clips and {} generated ones",
        CLIPS - count
    );
    let mut total = 0.0;
    for command in commands {
        let before = cpu_secs();
        let ran = footwork(command);
        let secs = cpu_secs() - before;
        total += secs;
        let verb = command[0];
        println!("{verb:9} {secs:6.1} s\n{}", ran.stderr);
        assert_eq!(ran.code, 0, "{verb}: {}{}", ran.stdout, ran.stderr);
    }
    println!("all       {total:6.1} s");
    let ran = footwork(&["info", &path("onto"), "--format", "json"]);
    let clips = valid(&ran.stdout, "info")["clips"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(clips, CLIPS);
    assert!(cfg!(debug_assertions) || total < MAX_CPU_SECS, "{total} s");
}
