//! Playback: a character with legs walks in the requested direction, and its standing feet do not slide.

use footwork_matching::{
    ClipEnd, ClipId, FootLockConfig, Goal, Index, IndexBuilder, JointLimits, Leg, Motion, Place,
    Playback, PlaybackConfig, PlaybackError, PoseId, PoseSource, Rig, RigError, Schema, Search,
    Step, bend_leg,
};
use footwork_testkit::Random;

use crate::walker::{Walk, rate};

const DT: f64 = 1.0 / 60.0;
const LEGS: [Leg; 2] = [
    Leg {
        upper: 1,
        lower: 2,
        foot: 3,
        toe: None,
    },
    Leg {
        upper: 4,
        lower: 5,
        foot: 6,
        toe: None,
    },
];

/// Returns a rig of the hips and two legs of 0.9 m.
pub(crate) fn rig() -> Rig {
    let leg = |side: f32, first: usize| {
        [
            (Some(0), [side, 0.0, 0.0]),
            (Some(first), [0.0, -0.45, 0.0]),
            (Some(first + 1), [0.0, -0.45, 0.0]),
        ]
    };
    let joints = [(None, [0.0; 3])]
        .into_iter()
        .chain(leg(0.1, 1))
        .chain(leg(-0.1, 4));
    Rig::new(joints, LEGS).unwrap()
}

type Quat = [f32; 4];

fn mul(a: Quat, b: Quat) -> Quat {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}

fn inverse([x, y, z, w]: Quat) -> Quat {
    [-x, -y, -z, w]
}

/// Walks with legs. For each clip and its mirrored twin, the motion and the standing feet of every frame.
pub(crate) struct Walkers(Vec<[Vec<(Motion, [bool; 2])>; 2]>);

impl Walkers {
    pub(crate) fn new(walks: &[Walk]) -> Self {
        Self(
            walks
                .iter()
                .map(|walk| [frames(walk), frames(&walk.mirrored())])
                .collect(),
        )
    }

    pub(crate) fn motions(&self) -> impl Iterator<Item = &Motion> + Clone {
        self.0.iter().flatten().flatten().map(|(motion, _)| motion)
    }
}

fn frames(walk: &Walk) -> Vec<(Motion, [bool; 2])> {
    let count = walk.root.len();
    let poses: Vec<Motion> = (0..count).map(|frame| pose(walk, frame)).collect();
    let frame = |frame: usize| {
        let (here, there) = (frame.min(count - 2), frame.min(count - 2) + 1);
        let mut motion = poses[here]
            .clone()
            .with_speeds_to(&poses[there], DT as f32)
            .unwrap();
        motion.rotations.clone_from(&poses[frame].rotations);
        motion.hips_m = poses[frame].hips_m;
        let (a, b) = (walk.root[here], walk.root[there]);
        let [x, z] = [0, 1].map(|i| (b.position_m[i] - a.position_m[i]) / DT as f32);
        let [sine, cosine] = a.facing;
        let turn = libm::atan2f(
            b.facing[0] * cosine - b.facing[1] * sine,
            b.facing[1] * cosine + b.facing[0] * sine,
        );
        motion.root_velocity = [
            x * cosine - z * sine,
            x * sine + z * cosine,
            turn / DT as f32,
        ];
        let stands = [&walk.left_foot, &walk.right_foot].map(|foot| {
            let way = [0, 1, 2].map(|i| foot[there][i] - foot[here][i]);
            way.iter().map(|x| x * x).sum::<f32>().sqrt() < 0.1 * DT as f32
        });
        (motion, stands)
    };
    (0..count).map(frame).collect()
}

fn pose(walk: &Walk, frame: usize) -> Motion {
    let root = walk.root[frame];
    let [sine, cosine] = root.facing;
    let local = |point: [f32; 3]| {
        let [x, z] = [point[0] - root.position_m[0], point[2] - root.position_m[1]];
        [x * cosine - z * sine, point[1], x * sine + z * cosine]
    };
    let mut motion = Motion::new(7);
    motion.hips_m = local(walk.hips[frame]);
    let [x, y, z] = motion.hips_m;
    for ((leg, side), foot) in LEGS
        .iter()
        .zip([0.1, -0.1])
        .zip([&walk.left_foot, &walk.right_foot])
    {
        let bones = [0.0, 0.45, 0.9].map(|down| [x + side, y - down, z]);
        let turn = bend_leg(bones, local(foot[frame]), [0.0, 0.0, 1.0]).unwrap();
        motion.rotations[leg.upper] = turn.upper;
        motion.rotations[leg.lower] = mul(inverse(turn.upper), turn.lower);
        motion.rotations[leg.foot] = inverse(turn.lower);
    }
    motion
}

impl PoseSource for Walkers {
    fn motion(&self, pose: PoseId, _: f64, out: &mut Motion) {
        let twin = &self.0[pose.clip.number() as usize][usize::from(pose.mirrored)];
        out.clone_from(&twin[pose.frame as usize].0);
    }

    fn standing(&self, pose: PoseId) -> [bool; 2] {
        let twin = &self.0[pose.clip.number() as usize][usize::from(pose.mirrored)];
        twin[pose.frame as usize].1
    }
}

pub(crate) fn walks() -> (Index, Walkers) {
    let mut random = Random::for_case("playback", 0);
    let walks: Vec<Walk> = (0..8).map(|_| Walk::random(&mut random, 600)).collect();
    let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
    for walk in &walks {
        walk.add_to(&mut builder, "walk", ClipEnd::Cut, true)
            .unwrap();
    }
    (builder.build(), Walkers::new(&walks))
}

fn goal(index: &Index, speed_mps: f32, turn: f32) -> Goal {
    let mut goal = Goal::new(index.schema());
    let secs = [1.0, 2.0, 3.0].map(|third| third / 3.0f32);
    let places = secs.map(|secs| [0.5 * speed_mps * turn * secs * secs, speed_mps * secs]);
    let facings = secs.map(|secs| [libm::sinf(turn * secs), libm::cosf(turn * secs)]);
    goal.set("trajectory position", places.as_flattened())
        .unwrap();
    goal.set("trajectory direction", facings.as_flattened())
        .unwrap();
    goal
}

pub(crate) const START: PoseId = PoseId {
    clip: ClipId::new(0),
    frame: 30,
    mirrored: false,
};
const ORIGIN: Place = Place {
    position_m: [0.0; 2],
    heading_rad: 0.0,
};

fn character(walkers: &Walkers, foot_lock: Option<FootLockConfig>) -> Playback {
    let motions = walkers.0.iter().flatten().flatten();
    let config = PlaybackConfig {
        foot_lock,
        limits: JointLimits::from_motions(motions.map(|(motion, _)| motion)),
        ..PlaybackConfig::default()
    };
    assert!(config.limits.is_some());
    Playback::new(config, rig(), START, ORIGIN).unwrap()
}

/// Figures of 20 s with changing input.
struct Seen {
    jumps: usize,
    /// The mean speed of feet in m/s, over frames in which the clip's foot stands and stood in the previous frame.
    skate_mps: f64,
    /// The largest speed of a joint from one frame to the next, in m/s.
    fastest_mps: f64,
    ways_m: f64,
}

fn play(index: &Index, walkers: &Walkers, mut character: Playback) -> Seen {
    let mut random = Random::for_case("wishes", 0);
    let mut wish = goal(index, 1.5, 0.0);
    let mut seen = Seen {
        jumps: 0,
        skate_mps: 0.0,
        fastest_mps: 0.0,
        ways_m: 0.0,
    };
    let (mut last, mut stood, mut standing_frames) = (None::<Vec<[f32; 3]>>, [false; 2], 0);
    for frame in 0..1_200 {
        let changed = frame % 90 == 0;
        if changed {
            wish = goal(
                index,
                random.between(0.8, 2.2) as f32,
                random.signed() as f32,
            );
        }
        let before = character.place();
        let step = character
            .update(index, walkers, DT, &wish, changed, &Search::default())
            .unwrap();
        seen.jumps += usize::from(matches!(step, Step::Jump { .. }));
        let after = character.place();
        seen.ways_m += (0..2)
            .map(|i| {
                let way: f64 = after.position_m[i] - before.position_m[i];
                way * way
            })
            .sum::<f64>()
            .sqrt();
        let joints = character.joints_m();
        assert!(
            joints
                .as_flattened()
                .iter()
                .all(|number| number.is_finite())
        );
        let stands = walkers.standing(character.matcher().state().pose);
        if let Some(last) = &last {
            let speed = |joint: usize| {
                let way = [0, 1, 2].map(|i| f64::from(joints[joint][i] - last[joint][i]));
                way.iter().map(|x| x * x).sum::<f64>().sqrt() / DT
            };
            for (foot, leg) in LEGS.iter().enumerate() {
                if stands[foot] && stood[foot] {
                    seen.skate_mps += speed(leg.foot);
                    standing_frames += 1;
                }
            }
            seen.fastest_mps = (0..7).map(speed).fold(seen.fastest_mps, f64::max);
        }
        (last, stood) = (Some(joints), stands);
    }
    seen.skate_mps /= f64::from(standing_frames);
    seen
}

#[test]
fn standing_feet_do_not_slide() {
    let (index, walkers) = walks();
    let free = play(&index, &walkers, character(&walkers, None));
    let held = play(
        &index,
        &walkers,
        character(&walkers, Some(FootLockConfig::default())),
    );
    for (name, seen) in [("free", &free), ("held", &held)] {
        println!(
            "{name}: {} jumps, skate {:.1} cm/s, fastest joint {:.1} m/s, {:.1} m",
            seen.jumps,
            100.0 * seen.skate_mps,
            seen.fastest_mps,
            seen.ways_m
        );
        assert!(seen.jumps > 20 && seen.ways_m > 15.0);
        assert!(seen.fastest_mps < 12.0);
    }
    assert_eq!(free.jumps, held.jumps, "the lock changes only the legs");
    assert!(held.skate_mps < 0.35 * free.skate_mps);
}

/// A clip that plays without jumps is displayed unchanged.
#[test]
fn a_clip_without_jumps_is_shown_unchanged() {
    let (index, walkers) = walks();
    let mut character = character(&walkers, None);
    let wish = Goal::new(index.schema());
    for _ in 0..20 {
        let step = character
            .update(&index, &walkers, DT, &wish, false, &Search::default())
            .unwrap();
        if matches!(step, Step::Jump { .. }) {
            break;
        }
        let mut plays = Motion::new(7);
        walkers.motion(character.matcher().state().pose, 0.0, &mut plays);
        assert_eq!(*character.shown(), plays);
    }
}

/// Returns the largest angle between the rotations of a joint in two poses.
fn farthest(a: &Motion, b: &Motion) -> f32 {
    let pairs = a.rotations.iter().zip(&b.rotations);
    let angles = pairs.map(|(a, b)| {
        let dot: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        2.0 * libm::acosf(dot.abs().min(1.0))
    });
    angles.fold(0.0, f32::max)
}

#[test]
fn a_jump_turns_no_joint_faster_than_the_clips_do() {
    let (index, walkers) = walks();
    let mut character = character(&walkers, None);
    let wishes = [goal(&index, 2.0, 1.0), goal(&index, 1.0, -1.0)];
    let (mut last, mut jumps) = (None::<Motion>, 0);
    // After a jump the old motion continues at its own velocity. No clip turns a joint by more than `fastest` per
    // frame.
    let clips = walkers.0.iter().flatten();
    let pairs = clips.flat_map(|frames| frames.windows(2));
    let fastest = pairs.fold(0.0f32, |fastest, pair| {
        fastest.max(farthest(&pair[0].0, &pair[1].0))
    });
    println!("clips turn joints by up to {fastest} rad in a frame");
    for frame in 0..600 {
        let wish = &wishes[frame / 40 % 2];
        let step = character
            .update(
                &index,
                &walkers,
                DT,
                wish,
                frame % 40 == 0,
                &Search::default(),
            )
            .unwrap();
        let shown = character.shown();
        if let (Step::Jump { .. }, Some(last)) = (step, &last) {
            jumps += 1;
            let angle = farthest(shown, last);
            assert!(angle < 1.05 * fastest, "{angle} {fastest}");
        }
        last = Some(shown.clone());
    }
    assert!(jumps > 10, "{jumps}");
}

/// Walkers whose motions claim that joints turn by a third of a radian per frame.
struct Hasty<'a>(&'a Walkers);

impl PoseSource for Hasty<'_> {
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion) {
        self.0.motion(pose, part, out);
        out.spins_radps.fill([20.0, 0.0, 0.0]);
    }

    fn standing(&self, pose: PoseId) -> [bool; 2] {
        self.0.standing(pose)
    }
}

/// A blend continues at the velocities measured on the displayed pose. The velocities of the clip are noisy.
#[test]
fn a_blend_continues_at_the_measured_velocities() {
    let (index, walkers) = walks();
    let (mut calm, mut hasty) = (character(&walkers, None), character(&walkers, None));
    let wishes = [goal(&index, 2.0, 1.0), goal(&index, 1.0, -1.0)];
    let mut jumps = 0;
    for frame in 0..600 {
        let (wish, changed) = (&wishes[frame / 40 % 2], frame % 40 == 0);
        let search = Search::default();
        let step = calm
            .update(&index, &walkers, DT, wish, changed, &search)
            .unwrap();
        hasty
            .update(&index, &Hasty(&walkers), DT, wish, changed, &search)
            .unwrap();
        if frame == 0 {
            // No pose was displayed yet, so the first jump can only use the velocities of the clip.
            assert!(matches!(step, Step::Jump { .. }));
        }
        if frame > 30 {
            jumps += usize::from(matches!(step, Step::Jump { .. }));
            assert_eq!(hasty.shown().rotations, calm.shown().rotations, "{frame}");
        }
    }
    assert!(jumps > 10, "{jumps}");
}

#[test]
fn invalid_motion_leaves_the_character_unchanged() {
    let (index, walkers) = walks();
    struct Bad;
    impl PoseSource for Bad {
        fn motion(&self, _: PoseId, _: f64, out: &mut Motion) {
            *out = Motion::new(7);
            out.hips_m[1] = f32::NAN;
        }
        fn standing(&self, _: PoseId) -> [bool; 2] {
            [true; 2]
        }
    }
    let mut character = character(&walkers, Some(FootLockConfig::default()));
    let wish = goal(&index, 1.0, 0.0);
    character
        .update(&index, &walkers, DT, &wish, false, &Search::default())
        .unwrap();
    let (place, shown) = (character.place(), character.shown().clone());
    let state = *character.matcher().state();
    let error = character
        .update(&index, &Bad, DT, &wish, false, &Search::default())
        .unwrap_err();
    assert!(matches!(error, PlaybackError::Motion(_)), "{error}");
    let error = character
        .update(&index, &walkers, f64::NAN, &wish, false, &Search::default())
        .unwrap_err();
    assert!(matches!(error, PlaybackError::Matcher(_)), "{error}");
    assert_eq!(
        (
            character.place(),
            character.shown(),
            *character.matcher().state()
        ),
        (place, &shown, state)
    );

    let joints = |parents: [Option<usize>; 3]| parents.map(|parent| (parent, [0.0; 3]));
    assert_eq!(
        Rig::new(joints([None, Some(2), Some(0)]), LEGS),
        Err(RigError::Parent { joint: 1 })
    );
    assert_eq!(
        Rig::new(joints([None, Some(0), Some(1)]), LEGS),
        Err(RigError::Leg { leg: LEGS[0] })
    );
    let astray = Leg {
        toe: Some(6),
        ..LEGS[0]
    };
    let joints = [None, Some(0), Some(1), Some(2), Some(0), Some(4), Some(5)];
    assert_eq!(
        Rig::new(joints.map(|parent| (parent, [0.0; 3])), [astray, LEGS[1]]),
        Err(RigError::Leg { leg: astray })
    );
}
