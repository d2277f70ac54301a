//! Five families of rigs retargeted onto three kinds of targets: how well feet and hands keep their
//! places.

use std::path::{Path, PathBuf};

use footwork_base::{FrameRange, Id, Role};
use footwork_clip::{
    Clip, Limits, Motion, Planted, ReadOptions, ReferencePose, RetargetOptions, RetargetTarget,
    Side, StripOptions, WorldPositions, draw_strip, read_clips, read_target,
};

use crate::clips::sample;
use crate::families::{FAMILIES, joined};
use crate::retargeted::{BONES, direction, distance, of_role, stands};

/// Returns the folder of more real motion, or prints that it is absent.
fn extra() -> Option<PathBuf> {
    let extra = std::env::var_os("FOOTWORK_EXTRA_CLIPS").map(PathBuf::from);
    if extra.is_none() {
        println!("FOOTWORK_EXTRA_CLIPS does not name the folder of more real clips");
    }
    extra
}

fn load(path: &Path) -> Clip {
    let bytes = std::fs::read(path).unwrap();
    let name = path.to_string_lossy();
    let file = read_clips(&name, &bytes, &ReadOptions::default()).unwrap();
    let clips = file.clips.into_iter().map(|loaded| loaded.clip);
    clips.max_by_key(Clip::frame_count).unwrap()
}

/// Returns the recorded motion: a walk and a crawl of one body, and jumps and turns of another.
fn recorded() -> Vec<(&'static str, Clip)> {
    let mut walks = vec![sample("deepmimic/walk.txt")];
    if let Some(extra) = extra() {
        let crawl = load(&extra.join("deepmimic/humanoid3d_crawl.txt"));
        let rate = walks[0].rate();
        walks.push(crawl.resampled(rate, &Limits::default()).unwrap());
    }
    vec![
        ("crawl", joined(&walks)),
        ("jump", sample("cmu/playground_turn_right_jump_01.bvh")),
    ]
}

/// Returns the clips of each of the five families.
fn sources() -> Vec<(&'static str, Vec<(&'static str, Clip)>)> {
    let recorded = recorded();
    let mut sources: Vec<_> = FAMILIES
        .iter()
        .map(|family| {
            let clips = recorded.iter();
            let clips = clips.map(|(name, clip)| (*name, family.dress(clip)));
            (family.name, clips.collect::<Vec<_>>())
        })
        .collect();
    let mut cmu = vec![("jump", sample("cmu/playground_forward_jump_01.bvh"))];
    if let Some(extra) = extra() {
        let kick = load(&extra.join("cmu_more/10_01.bvh"));
        let rate = "30".parse().unwrap();
        cmu.push(("kick", kick.resampled(rate, &Limits::default()).unwrap()));
    }
    sources.push(("CMU", cmu));
    sources
}

fn targets() -> Vec<(&'static str, RetargetTarget)> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![("GLB", here.join("testdata/characters/football.glb"))];
    match extra() {
        Some(extra) => {
            if cfg!(feature = "fbx") {
                files.push(("FBX", extra.join("cmu_more/07_01_cmu.fbx")));
            }
            files.push(("BVH", extra.join("cmu_more/11_01.bvh")));
        }
        None => files.push((
            "BVH",
            here.join("samples/cmu/playground_turn_right_jump_01.bvh"),
        )),
    }
    let read = |(name, path): (&'static str, PathBuf)| {
        let bytes = std::fs::read(&path).unwrap();
        let file = read_target(&path.to_string_lossy(), &bytes, &ReadOptions::default());
        (name, file.unwrap().target)
    };
    files.into_iter().map(read).collect()
}

/// The quality of a clip on another skeleton.
#[derive(Clone, Copy, Debug, Default)]
struct Quality {
    /// The path of standing feet over the ground in metres, on the source, scaled, and on the
    /// target.
    skate_m: [f64; 2],
    /// The depth in metres by which a joint is deeper in the ground than on the scaled source.
    sunk_m: f64,
    /// The largest distance in metres of a hand on the ground from the scaled place of the source's
    /// hand.
    ground_m: f64,
    /// The number of frames on which a hand is on the ground.
    on_ground: u32,
    /// The largest distance in metres of a touching hand from where it belongs.
    hand_m: f64,
}

fn leg_m(clip: &Clip) -> f64 {
    let positions = WorldPositions::from_clip(clip);
    let [hip, knee, ankle] = [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot]
        .map(|role| of_role(clip, &positions, role)[0]);
    distance(hip, knee) + distance(knee, ankle)
}

fn lowest(clip: &Clip, row: &[[f64; 3]]) -> f64 {
    let body = clip.skeleton().body();
    let heights = row.iter().zip(body).filter(|(_, is_body)| *is_body);
    heights.map(|(at, _)| at[1]).fold(f64::INFINITY, f64::min)
}

fn quality(source: &Clip, target: &Clip, planted: &[Planted], scale: f64) -> Quality {
    let positions = [source, target].map(WorldPositions::from_clip);
    let mut quality = Quality::default();
    for stand in planted {
        let (ankle, toe) = match stand.side {
            Side::Left => (Role::LeftFoot, Role::LeftToe),
            Side::Right => (Role::RightFoot, Role::RightToe),
        };
        let both = [source, target].map(|clip| clip.skeleton().roles().joint(toe));
        let role = if both.iter().all(Option::is_some) {
            toe
        } else {
            ankle
        };
        let frames: FrameRange = stand.frames;
        for (index, (clip, scale)) in [(source, scale), (target, 1.0)].into_iter().enumerate() {
            let places = of_role(clip, &positions[index], role);
            let places = &places[frames.start() as usize..frames.stop() as usize];
            quality.skate_m[index] += places
                .windows(2)
                .map(|pair| scale * (pair[1][0] - pair[0][0]).hypot(pair[1][2] - pair[0][2]))
                .sum::<f64>();
        }
    }
    for (was, is) in positions[0].frames().zip(positions[1].frames()) {
        let ground = scale * lowest(source, was).min(0.0);
        quality.sunk_m = quality.sunk_m.max(ground - lowest(target, is));
        for role in [Role::LeftHand, Role::RightHand] {
            let joint = |clip: &Clip| clip.skeleton().roles().joint(role);
            let (Some(from), Some(to)) = (joint(source), joint(target)) else {
                continue;
            };
            let place = was[from.index()];
            if place[1] < 0.1 {
                let miss = distance(place.map(|x| x * scale), is[to.index()]);
                quality.ground_m = quality.ground_m.max(miss);
                quality.on_ground += 1;
            }
        }
    }
    quality
}

/// Retargets every family onto every target, and hands on each clip with its quality.
fn each(mut see: impl FnMut(&str, &Clip, &Clip, Quality, [ReferencePose; 2])) {
    for (family, clips) in sources() {
        for (kind, target) in targets() {
            for (name, clip) in &clips {
                let planted = runs(&stands(clip));
                let options = RetargetOptions {
                    planted: planted.clone(),
                    keeps_touches: true,
                    rest_frame: None,
                };
                let way = format!("{family}-{kind}-{name}");
                let moved = clip.retargeted(&target, &options);
                let moved = moved.unwrap_or_else(|error| panic!("{way}: {error}"));
                let mut quality = quality(clip, &moved.clip, &planted, moved.scale);
                quality.hand_m = moved.worst_hand_miss_m;
                see(&way, clip, &moved.clip, quality, moved.references);
            }
        }
    }
}

/// Joins stands that follow each other without a gap.
fn runs(planted: &[Planted]) -> Vec<Planted> {
    let mut runs: Vec<Planted> = Vec::new();
    for stand in planted {
        match runs.last_mut() {
            Some(last) if last.side == stand.side && last.frames.stop() == stand.frames.start() => {
                last.frames = FrameRange::new(last.frames.start(), stand.frames.stop()).unwrap();
            }
            _ => runs.push(*stand),
        }
    }
    runs
}

#[test]
fn feet_and_hands_keep_their_places_on_every_target() {
    let mut worst = Vec::new();
    println!(
        "way | skate before, after (m) | sunk (cm) | hand on ground (cm, frames) | hand miss (cm)"
    );
    each(|way, _, moved, quality, references| {
        let Quality {
            skate_m,
            sunk_m,
            ground_m,
            on_ground,
            hand_m,
        } = quality;
        println!(
            "{way:24} {:6.3} {:6.3} {:6.2} {:6.2} {on_ground:4} {:6.2} {references:?}",
            skate_m[0],
            skate_m[1],
            100.0 * sunk_m,
            100.0 * ground_m,
            100.0 * hand_m
        );
        // The FBX target is in units that make it 17 m tall.
        let size = leg_m(moved) / 0.85;
        let skates = skate_m[1] > 1.2 * skate_m[0] + 0.01;
        if skates || sunk_m > 0.01 * size || ground_m > 0.03 * size || hand_m > 0.045 * size {
            worst.push(way.to_owned());
        }
    });
    assert!(worst.is_empty(), "{worst:?}");
}

#[test]
fn limbs_keep_their_directions_when_retargeted_there_and_back() {
    let ours = RetargetOptions::default();
    for (family, clips) in sources() {
        for (kind, target) in targets() {
            for (name, clip) in &clips {
                let there = clip.retargeted(&target, &ours).unwrap().clip;
                let home = RetargetTarget::from_clip(clip);
                let back = there.retargeted(&home, &ours).unwrap().clip;
                let [was, is] = [clip, &back].map(WorldPositions::from_clip);
                let roles = clip.skeleton().roles();
                for (a, b) in BONES {
                    if roles.joint(a).is_none() || roles.joint(b).is_none() {
                        continue;
                    }
                    let lines = |positions: &WorldPositions| -> Vec<[f64; 3]> {
                        let [a, b] = [a, b].map(|role| of_role(clip, positions, role));
                        a.iter().zip(&b).map(|(a, b)| direction(*a, *b)).collect()
                    };
                    let gaps = lines(&was).into_iter().zip(lines(&is));
                    let gap = gaps.map(|(a, b)| distance(a, b)).fold(0.0, f64::max);
                    assert!(gap < 0.035, "{family} {kind} {name}: {a:?} by {gap}");
                }
            }
        }
    }
}

#[test]
#[ignore = "draws pictures to look at"]
fn draw_strips_of_every_retargeting() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/ways");
    std::fs::create_dir_all(&folder).unwrap();
    let draw = |name: &str, clip: &Clip| {
        let options = StripOptions {
            title: name.to_owned(),
            ..StripOptions::default()
        };
        let png = draw_strip(&Motion::new(clip), &options).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
    };
    each(|way, source, target, _, _| {
        draw(way, target);
        let (family, rest) = way.split_once('-').unwrap();
        let (_, clip) = rest.split_once('-').unwrap();
        draw(&format!("{family}-{clip}"), source);
    });
}
