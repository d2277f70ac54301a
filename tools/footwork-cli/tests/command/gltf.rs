//! Verbs on a folder with GLB files.

use footwork_library::Library as Folder;
use tempfile::TempDir;

use crate::run::{footwork, root, valid};

/// Returns a folder with one GLB file that has the jumps in `samples/cmu`, and with their tags.
fn folder() -> TempDir {
    let samples = Folder::open(&root().join("samples")).unwrap();
    let jumps = samples
        .clips()
        .iter()
        .filter(|(_, clip)| clip.name.contains("forward_jump"));
    let jumps: Vec<_> = jumps.map(|(id, _)| id).collect();
    assert_eq!(jumps.len(), 2);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("jumps.glb"),
        footwork_pipeline::to_glb(&samples, &jumps).unwrap(),
    )
    .unwrap();
    folder
}

#[test]
fn glb_files_are_shown_queried_drawn_and_tagged() {
    let folder = folder();
    let lib = folder.path().to_str().unwrap();
    let ran = footwork(&["info", lib, "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let info = valid(&ran.stdout, "info");
    let names: Vec<_> = info["clips"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| &c["clip"])
        .collect();
    let [first, second] = ["01", "02"].map(|n| format!("jumps.glb#playground_forward_jump_{n}"));
    assert_eq!(names, [first.as_str(), second.as_str()]);
    assert!(
        ran.stderr
            .contains("its tags and events come from its own file"),
        "{}",
        ran.stderr
    );

    // Queries of the GLB and of the samples find the same frames.
    let query = "then(Phase.Takeoff, Phase.Land, 0.4s)";
    let samples = root().join("samples");
    let samples = footwork(&["query", samples.to_str().unwrap(), query, "--format", "csv"]);
    let expected: Vec<String> = samples
        .stdout
        .lines()
        .filter(|line| line.contains("forward_jump"))
        .map(|line| line.replace("cmu/", "jumps.glb#").replace(".bvh", ""))
        .collect();
    let ran = footwork(&["query", lib, query, "--format", "csv"]);
    let found: Vec<&str> = ran.stdout.lines().skip(1).collect();
    assert_eq!(found, expected);
    assert!(found.len() >= 5, "{found:?}");

    let ran = footwork(&["timeline", lib]);
    assert!(
        ran.code == 0 && ran.stdout.contains(&second),
        "{}",
        ran.stderr
    );

    let picture = folder.path().join("jump.png");
    let png = picture.to_str().unwrap();
    let ran = footwork(&["strip", lib, "playground_forward_jump_02", "-o", png]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(std::fs::metadata(&picture).unwrap().len() > 1000);

    let ran = footwork(&["tag", "add", lib, "Mood.Glad", &second, "3", "9"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(folder.path().join(format!("{second}.tags"))).unwrap();
    assert!(
        text.starts_with(&format!("footwork-tags 1\nclip {second}\nframes ")),
        "{text}"
    );
    assert!(
        text.contains("tag Mood.Glad 3 9\n") && text.contains("tag Phase.Land "),
        "{text}"
    );
    let ran = footwork(&["query", lib, "Mood.Glad", "--format", "csv"]);
    assert!(
        ran.stdout.contains(&format!("{second},3,9")),
        "{}",
        ran.stdout
    );

    let tagdb = folder.path().join("all.tagdb");
    let ran = footwork(&["compile", lib, "-o", tagdb.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn an_unreadable_glb_file_is_named_with_the_place() {
    let folder = folder();
    let lib = folder.path().to_str().unwrap();
    let hostile = r#"{"asset": {"version": "2.0"}, "nodes": [{}], "animations": [{"samplers": [], "channels":
        [{"sampler": 7, "target": {"node": 0, "path": "translation"}}]}]}"#;
    std::fs::write(folder.path().join("bad.gltf"), hostile).unwrap();
    let ran = footwork(&["info", lib]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("bad.gltf") && ran.stderr.contains("animations[0]"),
        "{}",
        ran.stderr
    );
    let ran = footwork(&["strip", lib, "bad.gltf", "-o", "never.png"]);
    assert_ne!(ran.code, 0);
    assert!(ran.stderr.contains("animations[0]"), "{}", ran.stderr);
}

#[test]
fn a_bad_animation_is_named_and_the_others_are_read() {
    let folder = folder();
    let lib = folder.path().to_str().unwrap();
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    // Let the last channel of the second animation refer to a missing sampler.
    let mut bytes = read("jumps.glb");
    let mark = b"\"sampler\":";
    let at = bytes.windows(mark.len()).rposition(|w| w == mark).unwrap() + mark.len();
    bytes[at] = b'9';
    std::fs::write(folder.path().join("jumps.glb"), &bytes).unwrap();

    let ran = footwork(&["info", lib, "--format", "json"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let info = valid(&ran.stdout, "info");
    let clips = info["clips"].as_array().unwrap();
    assert_eq!(clips.len(), 1);
    assert_eq!(clips[0]["clip"], "jumps.glb#playground_forward_jump_01");
    let bad = "jumps.glb#playground_forward_jump_02";
    for said in [bad, "animations[1].channels", "samplers[9", "is not there"] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let good = ["query", lib, "Phase.Takeoff", "--clips", "*_01"];
    assert_eq!(footwork(&good).code, 0);
    // Naming the animation, in full or by the last part of its name, is an error that gives the reason.
    for name in [bad, "playground_forward_jump_02"] {
        let ran = footwork(&["strip", lib, name, "-o", "never.png"]);
        assert_ne!(ran.code, 0);
        assert!(ran.stdout.is_empty());
        assert!(
            ran.stderr.contains("it is left out: ") && ran.stderr.contains("is not there"),
            "{}",
            ran.stderr
        );
    }
}

/// Returns how often each verb opens a file with this number of animations. Each verb runs in a new library.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn opens(animations: usize, verbs: &[&str]) -> Vec<usize> {
    use std::time::Duration;

    use crate::run::words;
    use crate::tracer::{Access, Faults, footwork_with};

    let clips = tempfile::tempdir().unwrap();
    for clip in 0..animations {
        std::fs::write(
            clips.path().join(format!("{clip:03}.bvh")),
            crate::run::bvh(20 + clip),
        )
        .unwrap();
    }
    let library = Folder::open(clips.path()).unwrap();
    let ids: Vec<_> = library.clips().ids().collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("moves.glb");
    std::fs::write(&file, footwork_pipeline::to_glb(&library, &ids).unwrap()).unwrap();
    // Wait until the file is old enough that a later change would change its time.
    std::thread::sleep(Duration::from_millis(2100));
    let lib = folder.path().to_str().unwrap();
    let count = |verb: &&str| {
        let verb = verb.replace("LIB", lib);
        let faults = Faults::none();
        faults.expect(Access::Opens, usize::MAX);
        let ran = footwork_with(std::slice::from_ref(&file), &words(&verb), &faults);
        assert_eq!(ran.code, 0, "{verb}: {}", ran.stderr);
        faults.end()
    };
    verbs.iter().map(count).collect()
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn a_file_of_many_animations_is_opened_as_often_as_one_of_few() {
    let verbs = [
        "query LIB {speed>1}",
        "check LIB",
        "blendspace LIB all --axes speed",
        "export LIB --to glb -o LIB/out/",
    ];
    let few = opens(2, &verbs);
    assert_eq!(few, opens(40, &verbs));
    // A file is opened once with the library, and once for its motion.
    assert!(few.iter().all(|&opens| opens <= 2), "{few:?}");
}
