//! Roles of joints: the same query works for skeletons of every naming convention.

use std::path::Path;

use serde_json::Value;

use crate::run::{footwork, root, valid, words};

/// A library of the skeletons in `testdata/roles`.
struct Skeletons {
    folder: tempfile::TempDir,
}

impl Skeletons {
    fn new(settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for entry in std::fs::read_dir(root().join("testdata/roles")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "bvh") {
                std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
            }
        }
        let settings = format!("length_unit = \"cm\"\n{settings}");
        std::fs::write(folder.path().join("footwork.toml"), settings).unwrap();
        Self { folder }
    }

    fn path(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }

    fn count(&self) -> usize {
        // Do not count the settings file, which is not a clip.
        std::fs::read_dir(self.folder.path()).unwrap().count() - 1
    }

    /// Returns the number of clips in which a query finds frames, and the printed findings.
    #[track_caller]
    fn clips(&self, query: &str) -> (usize, String) {
        clips(self.path(), query)
    }
}

#[track_caller]
fn clips(library: &str, query: &str) -> (usize, String) {
    let ran = footwork(&["query", library, query, "--count", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "query-count");
    (
        usize::try_from(answer["clips"].as_u64().unwrap()).unwrap(),
        ran.stderr,
    )
}

#[test]
fn one_query_finds_the_feet_of_every_skeleton() {
    let skeletons = Skeletons::new("");
    let all = skeletons.count();
    assert!(all > 15, "{all}");
    for query in [
        "{ left_foot.height < 0.08 && left_foot.x > 0 }",
        "{ right_foot.height < 0.08 && right_foot.x < 0 }",
        "{ hips.height > 0.9 && hips.height < 1 }",
        "{ head.height > 1.5 && mean(left_hand.x, 3) > 0.6 }",
        "{ left_lower_leg.height > 0.4 && left_upper_leg.height > 0.8 }",
    ] {
        assert_eq!(skeletons.clips(query), (all, String::new()), "{query}");
    }
    let (found, noticed) = skeletons.clips("{ right_toe.height < 0.1 }");
    assert_eq!(found, all - 1, "Quaternius has no toes");
    let expected = format!(
        "query: note[no-such-joint]: 1 of {all} clips have no joint `right_toe`: comparisons with \
         it are false there\n"
    );
    assert_eq!(noticed, expected);
}

#[test]
fn a_comparison_with_a_missing_joint_is_false() {
    let skeletons = Skeletons::new("");
    let all = skeletons.count();
    let one = skeletons.clips("{ foot_l.height < 0.12 }").0;
    assert_eq!(one, 1);
    assert_eq!(
        skeletons
            .clips("{ foot_l.height < 0.12 || Foot_L.height < 0.12 }")
            .0,
        2
    );
    // As with any NaN, `<` and `>` are both false, so their negations are true.
    for (query, expected) in [
        ("{ foot_l.height >= 0.12 }", 0),
        ("{ !(foot_l.height < 0.12) }", all - 1),
        ("{ foot_l.height != 0 }", all),
        ("!{ foot_l.height < 0.12 }", all - 1),
        ("{ mean(foot_l.height, 3) > 0 }", 1),
    ] {
        assert_eq!(skeletons.clips(query).0, expected, "{query}");
    }
    let (_, noticed) = skeletons.clips("{ foot_l.height < 0.12 || Foot_L.height < 0.12 }");
    assert_eq!(
        noticed.lines().count(),
        2,
        "expected a note for each joint: {noticed}"
    );
}

#[test]
fn a_joint_that_no_clip_has_is_an_error_with_advice() {
    let skeletons = Skeletons::new("include = [\"quaternius.bvh\"]\n");
    let refused = |query: &str| {
        let ran = footwork(&["query", skeletons.path(), query]);
        assert_eq!(ran.code, 2, "{}", ran.stdout);
        ran.stderr
    };
    let toes = refused("{ left_toe.height < 0.1 }");
    assert!(
        toes.contains("no clip has a joint known as left_toe"),
        "{toes}"
    );
    assert!(toes.contains("footwork info --joints"), "{toes}");
    let typo = refused("{ left_foto.height < 0.1 }");
    assert!(typo.contains("did you mean `left_foot.height`?"), "{typo}");
    let window = refused("{ mean(left_toe.speed, 3) < 0.1 }");
    assert!(
        window.contains("no clip has a joint known as left_toe"),
        "{window}"
    );
}

#[test]
fn info_shows_the_joint_of_each_role() {
    let skeletons = Skeletons::new("[roles.\"unreal*\"]\nleft_foot = \"ik_foot_l\"\n");
    let lib = skeletons.path();
    let joints = |arguments: &[&str]| {
        let ran = footwork(&[&["info", lib, "--joints", "--format", "json"], arguments].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        valid(&ran.stdout, "info-joints")
    };
    let all = joints(&[]);
    assert_eq!(
        all["skeletons"].as_array().unwrap().len(),
        skeletons.count()
    );
    let role = |clip: &str, role: &str| -> Value {
        let answer = joints(&["--clips", clip]);
        let roles = answer["skeletons"][0]["roles"].as_array().unwrap();
        roles
            .iter()
            .find(|row| row["role"] == role)
            .unwrap()
            .clone()
    };
    let foot = role("unreal.bvh", "left_foot");
    assert_eq!(
        (foot["joint"].as_str(), foot["source"].as_str()),
        (Some("ik_foot_l"), Some("settings"))
    );
    let foot = role("unreal.bvh", "right_foot");
    assert_eq!(foot["convention"], "Unreal");
    assert_eq!(role("nameless.bvh", "left_foot")["source"], "shape");
    let toe = role("quaternius.bvh", "left_toe");
    assert_eq!(
        (toe["joint"].as_str(), toe["reason"].as_str()),
        (None, Some("no joint's name matches this role"))
    );
    let text = footwork(&["info", lib, "--joints", "--clips", "smpl.bvh"]).stdout;
    assert!(
        text.contains("left_foot        L_Ankle     name (SMPL)"),
        "{text}"
    );
    assert!(
        text.contains("without a role: Spine2, Head.End, L_Hand"),
        "{text}"
    );
    // A single file outside any library works too.
    let file = Path::new(lib).join("rigify.bvh");
    let alone = footwork(&["info", file.to_str().unwrap(), "--joints"]).stdout;
    assert!(alone.contains("name (Rigify)"), "{alone}");
    let csv = footwork(&[
        "info", lib, "--joints", "--clips", "vrm.bvh", "--format", "csv",
    ])
    .stdout;
    assert!(
        csv.contains("vrm.bvh,left_toe,J_Bip_L_ToeBase,name,VRM"),
        "{csv}"
    );
}

#[test]
fn settings_replace_a_wrong_guess() {
    let skeletons = Skeletons::new("[roles.\"smpl*\"]\nleft_foot = \"L_Knee\"\n");
    let (found, _) = skeletons.clips("clip(\"smpl*\") & { left_foot.y > 0.4 }");
    assert_eq!(found, 1);
    assert_eq!(
        skeletons.clips("{ left_foot.y < 0.12 }").0,
        skeletons.count() - 1
    );
    let wrong = Skeletons::new("[roles]\nleft_foot = \"left ankle\"\n");
    let checked = footwork(&["check", wrong.path()]);
    assert!(
        checked.stdout.contains("unknown-joint"),
        "{}",
        checked.stdout
    );
}

impl Skeletons {
    /// Returns the skeletons together with recordings and animations of four kinds, which are not part of the project;
    /// `None` if those files are missing.
    fn with_real_clips() -> Option<Self> {
        let Some(extra) = std::env::var_os("FOOTWORK_EXTRA_CLIPS") else {
            eprintln!("skipped: FOOTWORK_EXTRA_CLIPS is not set");
            return None;
        };
        let mixed = Self::new("");
        let settings =
            "length_unit = { \"**.fbx\" = \"cmu\", \"real/**\" = \"cm\", \"*.bvh\" = \"cm\" }\n";
        std::fs::write(mixed.folder.path().join("footwork.toml"), settings).unwrap();
        let real = mixed.folder.path().join("real");
        std::fs::create_dir(&real).unwrap();
        for file in words(
            "cmu_more/07_01_cmu.fbx cmu_more/08_02_cmu.fbx cmu_more/09_11_cmu.fbx cmu_more/10_01.bvh cmu_more/10_03.bvh \
             cmu_more/11_01.bvh deepmimic/humanoid3d_walk.txt deepmimic/humanoid3d_run.txt \
             extra/kaykit/Med_MovementBasic.glb",
        ) {
            let path = Path::new(&extra).join(file);
            if !path.exists() {
                eprintln!("skipped: {} is not there", path.display());
                return None;
            }
            std::fs::copy(&path, real.join(path.file_name().unwrap())).unwrap();
        }
        Some(mixed)
    }

    /// Returns, for each clip, the fraction of frames that a query finds. Clips without a found frame are left out.
    fn shares(&self, query: &str) -> Vec<(String, f64)> {
        let ran = footwork(&["query", self.path(), query, "--format", "json"]);
        let answer = valid(&ran.stdout, "query");
        let clips = answer["clips"].as_array().unwrap().iter();
        let shares = clips.map(|clip| {
            let ranges = clip["ranges"].as_array().unwrap().iter();
            let held = ranges.map(|range| range[1].as_u64().unwrap() - range[0].as_u64().unwrap());
            let share = held.sum::<u64>() as f64 / clip["frames"].as_f64().unwrap();
            (clip["clip"].as_str().unwrap().to_owned(), share)
        });
        shares.collect()
    }
}

/// Ankles of standing feet are 0.03 to 0.16 m high in these skeletons. If `foot.height` were the ankle's height, no
/// foot of KayKit or Daz would count as near the ground.
#[test]
fn a_foot_is_near_the_ground_by_one_predicate_in_every_skeleton() {
    let Some(mixed) = Skeletons::with_real_clips() else {
        return;
    };
    for foot in ["left_foot", "right_foot"] {
        let shares = mixed.shares(&format!("{{ {foot}.height < 0.08 }}"));
        let check = |clips: &str, expected: std::ops::Range<f64>| {
            let of_kind = shares.iter().filter(|(clip, _)| clip.contains(clips));
            let of_kind: Vec<_> = of_kind.collect();
            assert!(!of_kind.is_empty(), "{foot}: {clips}");
            for (clip, share) in of_kind {
                assert!(expected.contains(share), "{foot}: {clip}: {share}");
            }
        };
        for walk in ["07_01_cmu", "08_02_cmu", "humanoid3d_walk", "Walking"] {
            check(walk, 0.4..0.9);
        }
        for run in ["09_11_cmu", "humanoid3d_run", "Running"] {
            check(run, 0.15..0.45);
        }
        // Football kicks with a Daz skeleton, whose ground is 5 cm above 0.
        check("10_01.bvh", 0.6..0.95);
        check("10_03.bvh", 0.5..0.6);
        check("11_01.bvh", 0.15..0.35);
        let stand = shares.iter().filter(|(clip, _)| !clip.contains('/'));
        let stand: Vec<f64> = stand.map(|(_, share)| *share).collect();
        assert_eq!(stand, vec![1.0; stand.len()]);
        assert!(stand.len() > 15, "{}", stand.len());
    }
    assert_eq!(
        mixed.shares("clip(\"real/Med*Walking*\") & { left_foot.y < 0.12 }"),
        []
    );
}

/// Comparing a foot with its own lowest height works even if the ground is not at 0.
#[test]
fn a_foot_stands_near_its_lowest_height_in_every_skeleton() {
    let Some(mixed) = Skeletons::with_real_clips() else {
        return;
    };
    let query = "{ left_foot.y - lowest(left_foot.y, 3s) < 0.03 }";
    let all = clips(mixed.path(), "all").0;
    assert!(all > 32, "{all}");
    let shares = mixed.shares(query);
    assert_eq!(shares.len(), all);
    let gaits = shares.iter().filter(|(clip, _)| {
        let gaits = ["Walking", "Running", "walk", "run."];
        gaits.iter().any(|gait| clip.contains(gait))
    });
    for (clip, share) in gaits {
        assert!((0.1..0.7).contains(share), "{clip}: {share}");
    }
}

#[test]
fn real_clips_of_four_kinds_answer_one_query() {
    let Some(extra) = std::env::var_os("FOOTWORK_EXTRA_CLIPS") else {
        eprintln!("skipped: FOOTWORK_EXTRA_CLIPS is not set");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let extra = Path::new(&extra);
    let kaykit = extra.join("extra/kaykit/Med_MovementBasic.glb");
    let files = [
        extra.join("cmu_more/10_01.bvh"),
        extra.join("deepmimic/humanoid3d_walk.txt"),
        extra.join("cmu/01_01.bvh"),
    ];
    if !kaykit.exists() {
        eprintln!("skipped: {} is not there", kaykit.display());
        return;
    }
    for file in files.iter().chain([&kaykit]) {
        std::fs::copy(file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    let lib = folder.path().to_str().unwrap();
    for kind in words("10_01.bvh humanoid3d_walk.txt 01_01.bvh Med_MovementBasic.glb#*") {
        for foot in ["left", "right"] {
            let query = format!("clip(\"{kind}\") & {{ {foot}_foot.height < 0.2 }}");
            assert!(clips(lib, &query).0 > 0, "{query}");
        }
    }
    let (_, noticed) = clips(
        lib,
        "{ left_upper_leg.height > right_foot.height && hips.x < head.y }",
    );
    assert!(!noticed.contains("no-such-joint"), "{noticed}");
}
