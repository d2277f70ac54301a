//! Characters in a world: walls, respawns, stairs, ramps, rest, crowds and rollbacks.

use std::sync::Arc;

use footwork_matching::{
    Character, CharacterConfig, Detail, Ground, Index, Input, JointLimits, Motion, OpenWorld,
    Place, Placement, PlaybackError, PoseId, PoseSource, Repertoire, RestoreError, Rig, Step, Want,
    Waypoint, World,
};
use footwork_testkit::{Random, allocations};

use crate::playback::{START, Walkers, rig, walks};

pub(crate) const DT: f64 = 1.0 / 60.0;
/// The height of standing ankles.
const SOLE_M: f64 = 0.08;

/// The clips and the rig of a walker.
pub(crate) struct Walking {
    index: Index,
    walkers: Walkers,
    rig: Rig,
}

impl PoseSource for Walking {
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion) {
        self.walkers.motion(pose, part, out);
    }

    fn standing(&self, pose: PoseId) -> [bool; 2] {
        self.walkers.standing(pose)
    }
}

impl Repertoire for Walking {
    fn index(&self) -> &Index {
        &self.index
    }

    fn rig(&self) -> &Rig {
        &self.rig
    }
}

pub(crate) fn walking() -> Arc<Walking> {
    let (index, walkers) = walks();
    Arc::new(Walking {
        index,
        walkers,
        rig: rig(),
    })
}

pub(crate) type Walker = Character<Arc<Walking>>;

pub(crate) fn walker(walking: &Arc<Walking>, detail: Detail) -> Walker {
    let mut config = CharacterConfig {
        detail,
        ..CharacterConfig::default()
    };
    let motions = walking.walkers.motions();
    config.playback.limits = JointLimits::from_motions(motions);
    Character::new(Arc::clone(walking), config, START, Placement::default()).unwrap()
}

fn stick(velocity_mps: [f64; 2]) -> Input<'static> {
    Input {
        want: Want::Stick(velocity_mps),
        ..Input::default()
    }
}

/// A wall across the z axis, and ground whose height depends on z.
struct Scene {
    wall_m: f64,
    height_m: fn(f64) -> f64,
    normal: [f32; 3],
}

const UP: [f32; 3] = [0.0, 1.0, 0.0];

impl World for Scene {
    fn reach(&mut self, [_, _, z]: [f64; 3], [x, step]: [f64; 2]) -> [f64; 2] {
        [x, step.min((self.wall_m - z).max(0.0))]
    }

    fn ground(&mut self, [_, _, z]: [f64; 3]) -> Option<Ground> {
        Some(Ground {
            height_m: (self.height_m)(z),
            normal: self.normal,
        })
    }
}

fn flat() -> Scene {
    Scene {
        wall_m: f64::INFINITY,
        height_m: |_| 0.0,
        normal: UP,
    }
}

/// Returns the positions of the joints in the world.
fn joints(walker: &Walker) -> Vec<[f64; 3]> {
    let up = walker.pose().root.position_m[1];
    let joints = walker.playback().joints_m().into_iter();
    joints
        .map(|[x, y, z]| [f64::from(x), f64::from(y) + up, f64::from(z)])
        .collect()
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    let way = [0, 1, 2].map(|i| a[i] - b[i]);
    way.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[test]
fn a_character_leaves_a_wall_at_once_and_does_not_run_against_it() {
    let walking = walking();
    let mut walker = walker(&walking, Detail::default());
    let mut world = Scene {
        wall_m: 2.0,
        ..flat()
    };
    let (mut way_m, mut at) = (0.0, 0.0);
    for frame in 0..240 {
        walker.update(DT, &stick([0.0, 1.6]), &mut world).unwrap();
        at = walker.pose().root.position_m[2];
        assert!(at <= 2.0, "the wall stops the root: {at}");
        if frame >= 150 && !walker.is_resting() {
            way_m += walker.playback().speed_mps() * DT;
        }
    }
    println!("pushed {way_m:.2} m against the wall in 1.5 s");
    assert!(at > 1.6 && way_m < 0.3, "{at} {way_m}");
    let left = (0..120).find(|_| {
        walker.update(DT, &stick([0.0, -1.6]), &mut world).unwrap();
        walker.pose().root.position_m[2] < at - 0.2
    });
    let secs = f64::from(left.unwrap()) * DT;
    println!("left the wall after {secs:.2} s");
    assert!(secs < 0.9, "{secs}");
}

/// A teleported character shows the same poses as a character that was not teleported, wherever it stands.
#[test]
fn a_respawn_does_not_change_the_poses() {
    let walking = walking();
    let [mut stays, mut goes] = [0, 1].map(|_| walker(&walking, Detail::default()));
    let mut high = Scene {
        height_m: |_| 7.0,
        ..flat()
    };
    let mut random = Random::for_case("respawn", 0);
    for _ in 0..20 {
        let input = stick([random.signed(), 1.0 + random.unit()]);
        for _ in 0..40 {
            stays.update(DT, &input, &mut OpenWorld).unwrap();
            goes.update(DT, &input, &mut OpenWorld).unwrap();
        }
        let before = goes.pose().clone();
        let mut copy = goes.clone();
        let to = Placement {
            position_m: [256.0 * random.signed().round(), 7.0, -512.0],
            heading_rad: before.root.heading_rad,
        };
        copy.teleport(to);
        assert_eq!(copy.pose().rotations, before.rotations);
        assert_eq!(copy.pose().root.position_m, to.position_m);
        for frame in 0..60 {
            stays.update(DT, &input, &mut OpenWorld).unwrap();
            goes.update(DT, &input, &mut OpenWorld).unwrap();
            copy.update(DT, &input, &mut high).unwrap();
            let pairs = stays.pose().rotations.iter().zip(&copy.pose().rotations);
            for (a, b) in pairs {
                let dot: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
                assert!(dot.abs() > 0.999, "frame {frame}: {a:?} {b:?}");
            }
        }
    }
}

/// Walks up or down. Returns the deepest sinking of an ankle, and the largest vertical acceleration of the hips.
fn climb(walking: &Arc<Walking>, height_m: fn(f64) -> f64, slope: f64, speed_mps: f64) -> [f64; 2] {
    let mut walker = walker(walking, Detail::default());
    let length = (1.0 + slope * slope).sqrt();
    let mut world = Scene {
        height_m,
        normal: [0.0, (1.0 / length) as f32, (-slope / length) as f32],
        ..flat()
    };
    walker.teleport(Placement {
        position_m: [0.0, height_m(0.0), 0.0],
        heading_rad: if speed_mps < 0.0 {
            std::f64::consts::PI
        } else {
            0.0
        },
    });
    let (mut sink_m, mut bend) = (0.0f64, 0.0f64);
    let mut last: [Option<f64>; 2] = [None; 2];
    for frame in 0..420 {
        walker
            .update(DT, &stick([0.0, speed_mps]), &mut world)
            .unwrap();
        let joints = joints(&walker);
        for foot in [3, 6] {
            let at = joints[foot];
            if frame > 30 {
                sink_m = sink_m.max(height_m(at[2]) + SOLE_M - at[1]);
            }
        }
        if let [Some(a), Some(b)] = last
            && frame > 30
        {
            bend = bend.max((joints[0][1] - 2.0 * b + a).abs() / (DT * DT));
        }
        last = [last[1], Some(joints[0][1])];
    }
    let root = walker.pose().root.position_m;
    let ground = height_m(root[2]);
    assert!((root[1] - ground).abs() < 0.25, "{root:?} above {ground}");
    [sink_m, bend]
}

fn stairs(z: f64) -> f64 {
    0.18 * ((z.abs() - 1.0) / 0.3).floor().clamp(0.0, 14.0)
}

fn ramp(z: f64) -> f64 {
    0.363_970_234_266_202_4 * z
}

#[test]
fn feet_stand_on_stairs_and_ramps() {
    let walking = walking();
    let mut seen = Vec::new();
    for speed_mps in [0.9, 1.6, -0.9] {
        seen.push(("flat", 0.005, climb(&walking, |_| 0.0, 0.0, speed_mps)));
        seen.push(("stairs", 0.015, climb(&walking, stairs, 0.0, speed_mps)));
        let slope = ramp(1.0);
        seen.push(("ramp", 0.015, climb(&walking, ramp, slope, speed_mps)));
    }
    for (name, _, [sink_m, bend]) in &seen {
        println!("{name}: sinks {:.1} mm, hips {bend:.0} m/s²", 1e3 * sink_m);
    }
    for (name, most_m, [sink_m, bend]) in seen {
        assert!(sink_m <= most_m && bend < 60.0, "{name} {sink_m} {bend}");
    }
}

#[test]
fn a_character_without_a_resting_clip_stands_still() {
    let walking = walking();
    let mut walker = walker(&walking, Detail::default());
    for _ in 0..180 {
        walker
            .update(DT, &stick([0.0, 1.5]), &mut OpenWorld)
            .unwrap();
    }
    let (mut jumps, mut fastest_mps, mut last) = (0, 0.0f64, None::<Vec<[f64; 3]>>);
    for frame in 0..1_200 {
        walker.update(DT, &stick([0.0; 2]), &mut OpenWorld).unwrap();
        let now = joints(&walker);
        if frame >= 240 {
            jumps += i32::from(matches!(walker.step(), Step::Jump { .. }));
            for (a, b) in now.iter().zip(last.iter().flatten()) {
                fastest_mps = fastest_mps.max(apart(*a, *b) / DT);
            }
        }
        last = Some(now);
    }
    println!("{jumps} jumps in 16 s, joints move at {fastest_mps:.3} m/s");
    assert!(jumps <= 3 && fastest_mps < 0.5 && walker.is_resting());
    for foot in [3, 6] {
        let height_m = last.as_ref().unwrap()[foot][1];
        assert!(
            (height_m - SOLE_M).abs() < 0.02,
            "both feet stand: {height_m}"
        );
    }
    // The character walks on when the stick is pushed.
    for _ in 0..90 {
        walker
            .update(DT, &stick([0.0, 1.5]), &mut OpenWorld)
            .unwrap();
    }
    assert!(!walker.is_resting() && walker.playback().speed_mps() > 0.8);
}

#[test]
fn a_crowd_spreads_its_work_over_frames() {
    let walking = walking();
    let detail = |spread| Detail {
        update_every: 3,
        search_every_secs: Some(0.4),
        spread,
    };
    let made = (0..60).map(|spread| walker(&walking, detail(spread)));
    let changed = (0..60).map(|spread| {
        let mut walker = walker(&walking, Detail::default());
        // The character has full detail until the camera leaves.
        walker
            .update(DT, &stick([0.2, 1.2]), &mut OpenWorld)
            .unwrap();
        walker.set_detail(detail(spread)).unwrap();
        walker
    });
    for mut crowd in [made.collect::<Vec<Walker>>(), changed.collect()] {
        let mut before = crowd.clone();
        for frame in 0..30 {
            let mut worked = 0;
            for (walker, before) in crowd.iter_mut().zip(&mut before) {
                walker
                    .update(DT, &stick([0.2, 1.2]), &mut OpenWorld)
                    .unwrap();
                worked += i32::from(walker.pose() != before.pose());
                before.clone_from(walker);
            }
            assert_eq!(worked, 20, "frame {frame}");
        }
        let z = crowd[0].pose().root.position_m[2];
        assert!(
            z > 0.1,
            "each update covers the time of the skipped calls: {z}"
        );
    }
}

fn play(walker: &mut Walker, frames: u32) -> Vec<footwork_matching::Pose> {
    let mut random = Random::for_case("rollback", 0);
    let mut world = Scene {
        wall_m: 3.0,
        height_m: stairs,
        normal: UP,
    };
    let mut input = stick([0.0, 1.0]);
    let play = |frame: u32| {
        if frame.is_multiple_of(40) {
            input = stick([random.signed(), 1.5 * random.signed()]);
        }
        walker.update(DT, &input, &mut world).unwrap().clone()
    };
    (0..frames).map(play).collect()
}

#[test]
fn a_rollback_replays_to_the_same_bits() {
    let walking = walking();
    let detail = Detail {
        update_every: 2,
        ..Detail::default()
    };
    let mut original = walker(&walking, detail);
    play(&mut original, 137);
    let mut bytes = Vec::new();
    original.save(&mut bytes);
    println!("{} bytes", bytes.len());
    let first = play(&mut original, 300);
    original.restore(&bytes).unwrap();
    assert_eq!(play(&mut original, 300), first);
    // A new character restores the state, as in another process.
    let mut other = walker(&walking, detail);
    other.restore(&bytes).unwrap();
    assert_eq!(play(&mut other, 300), first);
    // Damaged bytes are refused and leave the character unchanged.
    let now = other.pose().clone();
    for place in 0..bytes.len() {
        let mut bad = bytes.clone();
        bad[place] ^= 0x10;
        assert!(other.restore(&bad).is_err(), "byte {place}");
        assert!(other.restore(&bytes[..place]).is_err());
    }
    assert_eq!(other.restore(b"no state"), Err(RestoreError::Format));
    assert_eq!(*other.pose(), now);
}

#[test]
fn a_warm_update_does_not_allocate() {
    let walking = walking();
    let mut walker = walker(&walking, Detail::default());
    play(&mut walker, 300);
    let mut world = flat();
    let mut turn = |walker: &mut Walker| {
        for frame in 0..240u32 {
            let side = f64::from(frame / 30 % 3) - 1.0;
            walker
                .update(DT, &stick([side, 1.2 * side]), &mut world)
                .unwrap();
        }
    };
    turn(&mut walker);
    let (made, ()) = allocations(|| turn(&mut walker));
    assert_eq!(made.count, 0, "{made:?}");
}

#[test]
fn a_character_takes_over_from_any_pose() {
    let walking = walking();
    let mut walker = walker(&walking, Detail::default());
    let mut random = Random::for_case("handover", 0);
    for case in 0..20 {
        let mut from = Motion::new(7);
        from.hips_m = [0.0, 1.1, 0.1];
        for rotation in &mut from.rotations {
            let [x, y, z] = random.vector(0.2).map(|x| x as f32);
            *rotation = [x, y, z, 1.0];
        }
        let at = Placement {
            position_m: [3.0, 0.0, f64::from(case)],
            heading_rad: 1.0,
        };
        walker.take_over(&from, at, &Input::default()).unwrap();
        assert_eq!(walker.pose().hips_m, from.hips_m);
        let mut last = joints(&walker);
        for frame in 0..60 {
            walker
                .update(DT, &stick([0.0, 1.0]), &mut OpenWorld)
                .unwrap();
            let now = joints(&walker);
            for (a, b) in last.iter().zip(&now) {
                assert!(apart(*a, *b) < 0.25, "case {case}, frame {frame}");
            }
            last = now;
        }
    }
    let bad = walker.take_over(&Motion::new(3), Placement::default(), &Input::default());
    assert!(matches!(bad, Err(PlaybackError::Motion(_))));
}

#[test]
fn planting_feet_last_gives_the_same_pose() {
    let walking = walking();
    let mut now = walker(&walking, Detail::default());
    let config = CharacterConfig {
        feet_last: true,
        playback: footwork_matching::PlaybackConfig {
            limits: JointLimits::from_motions(walking.walkers.motions()),
            ..CharacterConfig::default().playback
        },
        ..CharacterConfig::default()
    };
    let start = Placement::default();
    let mut last = Character::new(Arc::clone(&walking), config, START, start).unwrap();
    let mut world = Scene {
        height_m: stairs,
        ..flat()
    };
    let (mut hips_m, mut rotations) = ([0.0; 3], vec![[0.0, 0.0, 0.0, 1.0]; 7]);
    let mut differed = false;
    for _ in 0..200 {
        now.update(DT, &stick([0.0, 1.0]), &mut world).unwrap();
        last.update(DT, &stick([0.0, 1.0]), &mut world).unwrap();
        assert!(last.pose().write(|_| true, &mut hips_m, &mut rotations));
        differed |= rotations != now.pose().rotations;
        last.plant_feet(&mut hips_m, &mut rotations).unwrap();
        assert_eq!(
            (hips_m, &rotations),
            (now.pose().hips_m, &now.pose().rotations)
        );
    }
    assert!(differed);
    // The mask leaves all other joints to the caller.
    let mut own = vec![[1.0, 0.0, 0.0, 0.0]; 7];
    assert!(now.pose().write(|joint| joint > 3, &mut hips_m, &mut own));
    assert_eq!(
        (own[3], own[4]),
        ([1.0, 0.0, 0.0, 0.0], now.pose().rotations[4])
    );
    assert!(!now.pose().write(|_| true, &mut hips_m, &mut own[..3]));
}

#[test]
fn a_character_follows_a_path() {
    let walking = walking();
    let mut walker = walker(&walking, Detail::default());
    for frame in 0..360 {
        let secs = f64::from(frame) * DT;
        // A path that bends, at 1.2 m/s, known 1.5 s ahead.
        let path: [Waypoint; 3] = std::array::from_fn(|point| {
            let ahead = 0.5 * (point as f64 + 1.0);
            let way = (secs + ahead) * 0.4;
            Waypoint {
                secs: ahead,
                place: Place {
                    position_m: [3.0 - 3.0 * libm::cos(way), 3.0 * libm::sin(way)],
                    heading_rad: way,
                },
            }
        });
        let input = Input {
            want: Want::Path(&path),
            ..Input::default()
        };
        walker.update(DT, &input, &mut OpenWorld).unwrap();
    }
    let [x, _, z] = walker.pose().root.position_m;
    let [wx, wz] = [3.0 - 3.0 * libm::cos(2.4), 3.0 * libm::sin(2.4)];
    assert!((x - wx).abs() < 0.4 && (z - wz).abs() < 0.4, "{x} {z}");
    let backwards = [1.0, 0.5].map(|secs| Waypoint {
        secs,
        place: Place::default(),
    });
    let input = Input {
        want: Want::Path(&backwards),
        ..Input::default()
    };
    let bad = walker.update(DT, &input, &mut OpenWorld).err();
    assert_eq!(bad, Some(PlaybackError::Input));
}
