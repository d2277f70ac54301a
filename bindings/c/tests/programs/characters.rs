//! Compares a character in C with the same character in Rust, bit for bit. It plays compressed poses, stops at a wall,
//! respawns, takes over from another animation's pose, is saved, and is restored from bytes that Rust saved.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork::matching::{
    Character, CharacterConfig, Detail, Filter, Foot, Ground, Input, JointPlace, Motion, Place,
    Placement, RecordConfig, Repertoire, Soft, Space, StayBonus, Step, Twins, Want, Waypoint,
    World,
};
use footwork::poses::{PoseFile, SkeletonId, Transform};
use footwork::slide::{Label, MoveConfig, Pose, Shape, Volume};
use footwork::tags::Database;
use footwork::{CompressedPoses, SlideGround, pose_spans};

use crate::program::{folder, run_script};

const STICKS: [[f64; 2]; 5] = [[0.0, 3.5], [1.0, 3.5], [2.0, 0.0], [0.0, 0.0], [-1.0, 1.0]];

/// Returns the path of one of the files that a game loads for the football samples, which
/// `cargo run -p footwork-cli -- compile samples/football --poses` writes.
pub(crate) fn football(extension: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/characters")
        .join(format!("football.{extension}"))
}

/// The world around the character: obstacles of `footwork-slide`, or the callbacks of a game with a wall across z = 4 m on
/// flat ground or across x = 12 m on a ramp.
enum Around<'a> {
    Obstacles(Box<SlideGround<'a>>),
    Wall,
    Ramp,
}

impl World for Around<'_> {
    fn reach(&mut self, from_m: [f64; 3], [x, z]: [f64; 2]) -> [f64; 2] {
        match self {
            Self::Obstacles(ground) => ground.reach(from_m, [x, z]),
            Self::Wall => [x, if from_m[2] + z > 4.0 { 0.0 } else { z }],
            Self::Ramp => [if from_m[0] + x > 12.0 { 0.0 } else { x }, z],
        }
    }

    fn ground(&mut self, at_m: [f64; 3]) -> Option<Ground> {
        match self {
            Self::Obstacles(ground) => ground.ground(at_m),
            _ => Some(Ground {
                height_m: match self {
                    Self::Ramp => 0.125 * at_m[0],
                    _ => 0.0,
                },
                normal: [0.0, 1.0, 0.0],
            }),
        }
    }
}

fn obstacles() -> footwork::slide::World {
    let mut world = footwork::slide::World::new();
    for (half_m, at) in [
        ([50.0, 0.5, 50.0], [0.0, -0.5, 0.0]),
        ([5.0, 2.0, 0.5], [0.0, 2.0, 4.5]),
    ] {
        let volume = Volume::Box { half_m };
        let pose = Pose::at(at).unwrap();
        world.add_volume(volume, pose, Label::default()).unwrap();
    }
    world
}

#[test]
fn characters_have_the_bits_of_rust() {
    let state = folder().join("football.state");
    let [poses, tags] = ["fwposes", "tagdb"].map(football);
    let (expected, saved) = act(true);
    fs::write(&state, saved).unwrap();
    let input = format!(
        "act {} {} {}\n",
        poses.display(),
        tags.display(),
        state.display()
    );
    run_script("characters", "scenes.c", &input, &expected);
}

/// Python's tests compare with these files, and restore the state.
#[test]
fn the_files_of_pythons_tests_have_the_bits_of_rust() {
    let (expected, saved) = act(false);
    let mut state = String::new();
    for byte in saved {
        write!(state, "{byte:02x}").unwrap();
    }
    for (name, wanted) in [("txt", expected), ("state", state)] {
        let path = football(name);
        if env::var_os("BLESS").is_some() {
            fs::write(&path, &wanted).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == wanted, "{name} is stale: run with BLESS=1");
    }
}

/// Returns the lines that programs must print, and the saved state.
fn act(has_obstacles: bool) -> (String, Vec<u8>) {
    let world = obstacles();
    let body = Shape::Capsule {
        radius_m: 0.3,
        height_m: 1.8,
    };
    let steps = MoveConfig {
        step_height_m: 0.3,
        snap_m: 0.3,
        ..MoveConfig::default()
    };
    let mut around = if has_obstacles {
        Around::Obstacles(Box::new(SlideGround::new(&world, body, steps).unwrap()))
    } else {
        Around::Wall
    };
    let mut acted = Acted::new();
    for frame in 0..300 {
        if frame == 120 {
            let z = acted.player.pose().root.position_m[2];
            assert!((3.3..=4.0).contains(&z), "it stands at the wall, not {z}");
        }
        if frame == 200 {
            around = Around::Ramp;
        }
        acted.event(frame);
        acted.update(frame, &mut around);
        acted.show(frame % 2 == 1);
        acted.print();
    }
    acted.print_planted();
    assert!(acted.jumps > 5, "{}", acted.jumps);
    assert!(acted.steps > 5, "{}", acted.steps);
    (acted.out, acted.saved)
}

type Poses = Arc<CompressedPoses<Box<PoseFile<Vec<u8>>>>>;

/// A character, and what it has printed.
struct Acted {
    poses: Poses,
    filter: Filter,
    walks: Filter,
    soft: Soft,
    tags_stamp: u64,
    player: Character<Poses>,
    transforms: Vec<f32>,
    saved: Vec<u8>,
    jumps: u32,
    steps: usize,
    out: String,
}

impl Acted {
    fn new() -> Self {
        let [poses, tags] = ["fwposes", "tagdb"].map(|it| fs::read(football(it)).unwrap());
        let file = PoseFile::open(poses).unwrap();
        let poses = Arc::new(CompressedPoses::new(Box::new(file), SkeletonId::new(0)).unwrap());
        let index = poses.shared_index();
        let db = Database::from_bytes(tags).unwrap();
        let clip_of = |clip| {
            let name = &db.clips().get(clip)?.name;
            let place = index.clips().iter().position(|it| it.name() == name)?;
            footwork::base::Id::from_index(place)
        };
        let landing = |query: &str| {
            let found = db.query(query).unwrap();
            let spans = pose_spans(&found, clip_of, Twins::Both);
            Filter::new(&index, index.landing_spans(spans, 0.25)).named(query)
        };
        let filter = landing("Gait & !Kick");
        let mut soft = Soft::new(&index);
        let runs = landing("Gait.Run");
        soft.add_allowed(&index, 0.5, &runs).unwrap();
        let config = CharacterConfig {
            playback: poses.playback_config(),
            ..CharacterConfig::default()
        };
        let start = index.candidates().next().unwrap();
        let player = Character::new(Arc::clone(&poses), config, start, placed([0.0; 3], 0.5));
        let joint = poses.joint("LeftFoot").unwrap();
        let unknown = poses.joint("left_foot").unwrap_err();
        Self {
            player: player.unwrap(),
            transforms: vec![0.0; 7 * poses.joint_count()],
            saved: Vec::new(),
            jumps: 0,
            steps: 0,
            out: format!(
                "{} {}\n{joint} {unknown}\n",
                poses.joint_count(),
                filter.pose_count()
            ),
            walks: landing("Gait.Walk"),
            soft,
            tags_stamp: db.content_stamp(),
            filter,
            poses,
        }
    }

    /// Before certain frames, teleports, records, takes over, saves or restores the character, or changes its detail.
    fn event(&mut self, frame: usize) {
        let player = &mut self.player;
        let mut work = |update_every, search_every_secs, spread| {
            player.set_detail(Detail {
                update_every,
                search_every_secs: Some(search_every_secs),
                spread,
            })
        };
        match frame {
            120 => self.player.teleport(placed([10.0, 0.0, -2.0], 1.25)),
            130 => {
                let config = RecordConfig {
                    frames: 100,
                    searches: 20,
                    tags_stamp: Some(self.tags_stamp),
                };
                self.player.record(Some(config)).unwrap();
            }
            220 => self.take_over(),
            240 => {
                self.player.save(&mut self.saved);
                let words = self.saved.iter().map(|byte| u32::from(*byte));
                writeln!(self.out, "{} {:016x}", self.saved.len(), hash(words)).unwrap();
            }
            260 => work(2, 0.25, 3).unwrap(),
            265 => work(1, 0.125, 0).unwrap(),
            270 => self.player.restore(&self.saved).unwrap(),
            290 => {
                let mut bytes = Vec::new();
                assert!(self.player.write_recording(&mut bytes));
                let words = bytes.iter().map(|byte| u32::from(*byte));
                writeln!(self.out, "{} {:016x}", bytes.len(), hash(words)).unwrap();
                self.player.record(None).unwrap();
            }
            _ => {}
        }
    }

    fn take_over(&mut self) {
        let mut motion = Motion::new(self.poses.joint_count());
        for (joint, from) in self.transforms.as_chunks::<7>().0.iter().enumerate() {
            motion.rotations[joint].copy_from_slice(&from[..4]);
            motion.spins_radps[joint] = [0.125; 3];
        }
        motion.hips_m.copy_from_slice(&self.transforms[4..7]);
        motion.hips_mps = [0.0, 0.0, 0.5];
        motion.root_velocity = [0.0, 1.0, 0.0];
        let mut at = self.player.pose().root;
        at.position_m[0] += 1.0;
        let input = Input {
            filter: Some(&self.filter),
            ..Input::default()
        };
        self.player.take_over(&motion, at, &input).unwrap();
    }

    fn update(&mut self, frame: usize, around: &mut Around<'_>) {
        let [x, _, z] = self.player.pose().root.position_m;
        let way = [(1.0, [1.0, 1.0], 0.5), (2.0, [1.0, 3.0], 0.0)];
        let way = way.map(|(secs, [left, ahead], heading_rad)| Waypoint {
            secs,
            place: Place {
                position_m: [x + left, z + ahead],
                heading_rad,
            },
        });
        let stay = [StayBonus {
            poses: &self.walks,
            bonus: 0.25,
        }];
        let input = Input {
            want: if frame < 280 {
                Want::Stick(STICKS[frame / 60])
            } else {
                Want::Path(&way)
            },
            heading_rad: (frame < 280 && frame % 100 > 80).then_some(0.75),
            filter: Some(&self.filter),
            soft: is_biased(frame).then_some(&self.soft),
            stay: if is_biased(frame) { &stay } else { &[] },
            ..Input::default()
        };
        self.player.update(1.0 / 60.0, &input, around).unwrap();
    }

    /// Writes the transforms of all joints or, if `halves`, of the joints with an even number.
    fn show(&mut self, halves: bool) {
        let pose = self.player.pose();
        let offsets_m = self.poses.rig().offsets_m();
        let joints = self.transforms.as_chunks_mut::<7>().0.iter_mut();
        for (joint, (to, rotation)) in joints.zip(&pose.rotations).enumerate() {
            if halves && joint % 2 == 1 {
                continue;
            }
            to[..4].copy_from_slice(rotation);
            to[4..].copy_from_slice(match joint {
                0 => &pose.hips_m,
                _ => &offsets_m[joint],
            });
        }
    }

    fn print(&mut self) {
        let kind = match self.player.step() {
            Step::Continue => 0,
            Step::Jump { .. } => 1,
            Step::NoneAllowed => 2,
        };
        self.jumps += u32::from(kind == 1);
        let pose = self.player.playback().matcher().state().pose;
        let mut decoded = vec![Transform::IDENTITY; self.poses.joint_count()];
        self.poses.decode(pose, 0.5, &mut decoded).unwrap();
        let decoded = decoded.iter().flat_map(|joint| {
            let numbers = joint.rotation.into_iter().chain(joint.translation_m);
            numbers.map(f32::to_bits)
        });
        let [clip, resting] = [pose.clip.number(), u32::from(self.player.is_resting())];
        let shown = hash(self.transforms.iter().map(|number| number.to_bits()));
        let mut places = vec![JointPlace::default(); self.poses.joint_count()];
        let rig = self.poses.rig();
        assert!(self.player.pose().joints(rig, Space::World, &mut places));
        let places = places.iter().flat_map(|joint| {
            let numbers = joint.rotation.into_iter().chain(joint.position_m);
            numbers.map(f32::to_bits)
        });
        let (frame, decoded, out) = (pose.frame, hash(decoded), &mut self.out);
        let world = hash(places);
        write!(
            out,
            "{kind} {clip} {frame} {resting} {shown:016x} {decoded:016x} {world:016x}"
        )
        .unwrap();
        let root = self.player.pose().root;
        let mut print = |number: f64| write!(out, " {:016x}", number.to_bits()).unwrap();
        root.position_m.into_iter().for_each(&mut print);
        print(root.heading_rad);
        for step in self.player.footsteps() {
            self.steps += 1;
            print(if step.foot == Foot::Left { 0.0 } else { 1.0 });
            step.position_m.into_iter().for_each(&mut print);
            print(f64::from(step.speed_mps));
        }
        self.out += "\n";
    }

    /// Plants the feet of the transforms, and prints the bits of all their numbers.
    fn print_planted(&mut self) {
        let mut hips_m = [0.0; 3];
        hips_m.copy_from_slice(&self.transforms[4..7]);
        let joints = self.transforms.as_chunks_mut::<7>().0;
        let rotations = joints.iter().map(|&[x, y, z, w, ..]| [x, y, z, w]);
        let mut rotations: Vec<[f32; 4]> = rotations.collect();
        self.player.plant_feet(&mut hips_m, &mut rotations).unwrap();
        joints[0][4..].copy_from_slice(&hips_m);
        for (to, from) in joints.iter_mut().zip(&rotations) {
            to[..4].copy_from_slice(from);
        }
        for number in &self.transforms {
            write!(self.out, "{:08x} ", number.to_bits()).unwrap();
        }
        self.out += "\n";
    }
}

fn is_biased(frame: usize) -> bool {
    frame % 90 >= 45
}

fn placed(position_m: [f64; 3], heading_rad: f64) -> Placement {
    Placement {
        position_m,
        heading_rad,
    }
}

/// Returns the FNV-1a hash of 32-bit numbers.
fn hash(words: impl Iterator<Item = u32>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3)
    })
}
