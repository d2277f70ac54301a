//! Replays give the same bits on every machine, from a copy, and on two threads. They do not allocate.

use footwork_matching::{
    Blend, BlendConfig, BlendStyle, ClipEnd, ClipId, Controller, ControllerConfig, FootLockConfig,
    Goal, Index, IndexBuilder, Motion, Place, Playback, PlaybackConfig, PoseId, PoseSource, Schema,
    Search, Simulation, Step, Stick, Sticks, simulate_watched,
};
use footwork_testkit::{Random, allocations};

use crate::playback::{START, Walkers, rig, walks};
use crate::walker::{Walk, rate};

const DT: f64 = 1.0 / 60.0;
const ORIGIN: Place = Place {
    position_m: [0.0; 2],
    heading_rad: 0.0,
};

/// A FNV-1a hash.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, numbers: &[f32]) {
        for byte in numbers
            .iter()
            .flat_map(|number| number.to_bits().to_le_bytes())
        {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// The test sets every setting that matters, so that the hash covers only the method and does not change with new
/// defaults.
#[test]
fn a_simulation_has_its_golden_hash() {
    let (index, walkers) = walks();
    let mut simulation = Simulation {
        secs: 10.0,
        speed_mps: 1.2,
        ..Simulation::default()
    };
    simulation.playback.rules.dwell_secs = 0.1;
    simulation.playback.rules.stay_share = 0.1;
    simulation.playback.foot_lock = Some(FootLockConfig {
        release_m: 0.2,
        release_secs: 1.0,
        halflife_secs: 0.1,
    });
    let mut hash = Hash::new();
    for sticks in [Sticks::Circle, Sticks::Mixed, Sticks::Wild, Sticks::Turns] {
        simulation.sticks = sticks;
        let (search, watch) = (Search::default(), |playback: &Playback| {
            hash.add(playback.joints_m().as_flattened());
            hash.add(playback.shown().rotations.as_flattened());
        });
        simulate_watched(&index, &walkers, &rig(), START, &search, &simulation, watch).unwrap();
    }
    assert_eq!(hash.text(), "fe6551da706efca1");
}

#[test]
fn blends_have_their_golden_hash() {
    let mut hash = Hash::new();
    for (case, style) in (0u64..).zip([
        BlendStyle::Dead {
            fade_secs: 0.3,
            halflife_secs: 0.1,
        },
        BlendStyle::Inertial { halflife_secs: 0.1 },
        BlendStyle::Crossfade { fade_secs: 0.3 },
    ]) {
        let mut random = Random::new(case);
        let config = BlendConfig {
            style,
            max_spin_radps: 20.0,
            max_speed_mps: 10.0,
        };
        let mut blend = Blend::new(config, None).unwrap();
        let mut out = Motion::new(4);
        let mut plays = motion(&mut random);
        for frame in 0..300 {
            if frame % 7 == 0 {
                let next = motion(&mut random);
                blend.apply(&plays, &mut out).unwrap();
                blend.jump(&out, &next).unwrap();
                plays = next;
            }
            blend.advance(DT);
            blend.apply(&plays, &mut out).unwrap();
            hash.add(out.rotations.as_flattened());
            hash.add(out.spins_radps.as_flattened());
            hash.add(&[out.hips_m, out.hips_mps, out.root_velocity].concat());
        }
    }
    assert_eq!(hash.text(), "ed9566b5c4ea43a2");
}

fn motion(random: &mut Random) -> Motion {
    let mut motion = Motion::new(4);
    let mut vector = |size: f64| random.vector(size).map(|x| x as f32);
    (motion.hips_m, motion.hips_mps) = (vector(0.2), vector(1.0));
    motion.root_velocity = vector(1.0);
    for (rotation, spin) in motion.rotations.iter_mut().zip(&mut motion.spins_radps) {
        let [x, y, z] = vector(0.8);
        *rotation = [x, y, z, 1.0];
        *spin = vector(4.0);
    }
    motion
}

fn held() -> PlaybackConfig {
    PlaybackConfig {
        foot_lock: Some(FootLockConfig::default()),
        ..PlaybackConfig::default()
    }
}

/// A game that walks on with a turning stick, and records the pose of each frame and the number of jumps.
struct Game {
    controller: Controller,
    goal: Goal,
    frame: u32,
}

impl Game {
    fn new(index: &Index) -> Self {
        Self {
            controller: Controller::new(ControllerConfig::default(), ORIGIN).unwrap(),
            goal: Goal::new(index.schema()),
            frame: 0,
        }
    }

    fn frame(&mut self, index: &Index, source: &impl PoseSource, character: &mut Playback) -> bool {
        let turn = self.frame / 40 % 3;
        let stick = Stick {
            velocity_mps: [[0.0, 1.4], [1.2, 0.3], [0.0, 0.0]][turn as usize],
            heading_rad: None,
        };
        let changed = self.frame.is_multiple_of(40);
        self.frame += 1;
        self.controller.update(DT, stick);
        self.controller
            .set_goal(index.schema(), character.place(), stick, &mut self.goal);
        let search = Search::default();
        let step = character
            .update(index, source, DT, &self.goal, changed, &search)
            .unwrap();
        character.set_place(self.controller.adjusted(DT, character.place(), 1.2));
        matches!(step, Step::Jump { .. })
    }

    fn bits(
        &mut self,
        index: &Index,
        source: &impl PoseSource,
        character: &mut Playback,
        frames: u32,
    ) -> String {
        let mut hash = Hash::new();
        for _ in 0..frames {
            self.frame(index, source, character);
            hash.add(character.joints_m().as_flattened());
        }
        hash.text()
    }
}

#[test]
fn a_copy_replays() {
    let (index, walkers) = walks();
    let mut character = Playback::new(held(), rig(), START, ORIGIN).unwrap();
    let mut game = Game::new(&index);
    game.bits(&index, &walkers, &mut character, 250);
    let saved = (character.clone(), game.controller, game.frame);
    let first = game.bits(&index, &walkers, &mut character, 250);
    (character, game.controller, game.frame) = saved;
    // The replay must not depend on earlier inputs.
    game.goal = Goal::new(index.schema());
    assert_eq!(game.bits(&index, &walkers, &mut character, 250), first);
}

#[test]
fn two_characters_play_one_index_from_two_threads() {
    let (index, walkers) = walks();
    let play = || {
        let mut character = Playback::new(held(), rig(), START, ORIGIN).unwrap();
        Game::new(&index).bits(&index, &walkers, &mut character, 400)
    };
    let (a, b) = std::thread::scope(|scope| {
        let (a, b) = (scope.spawn(play), scope.spawn(play));
        (a.join().unwrap(), b.join().unwrap())
    });
    assert!(a == b && a == play());
}

#[test]
fn a_warm_update_allocates_nothing() {
    let (index, walkers) = walks();
    for style in [
        BlendConfig::default().style,
        BlendStyle::Inertial { halflife_secs: 0.1 },
    ] {
        let mut config = held();
        config.blend.style = style;
        let mut character = Playback::new(config, rig(), START, ORIGIN).unwrap();
        let mut game = Game::new(&index);
        game.bits(&index, &walkers, &mut character, 120);
        let (made, jumps) = allocations(|| {
            (0..400)
                .filter(|_| game.frame(&index, &walkers, &mut character))
                .count()
        });
        assert!(made.count == 0 && jumps > 10, "{made:?} {jumps}");
    }
}

/// Clips whose quaternions have flipped signs.
struct Negated<'a>(&'a Walkers);

impl PoseSource for Negated<'_> {
    fn motion(&self, pose: PoseId, part: f64, out: &mut Motion) {
        self.0.motion(pose, part, out);
        for rotation in &mut out.rotations {
            *rotation = rotation.map(|part| -part);
        }
    }

    fn standing(&self, pose: PoseId) -> [bool; 2] {
        self.0.standing(pose)
    }
}

#[test]
fn signs_of_quaternions_do_not_change_poses() {
    let (index, walkers) = walks();
    let character = Playback::new(held(), rig(), START, ORIGIN).unwrap();
    let plain = Game::new(&index).bits(&index, &walkers, &mut character.clone(), 300);
    let negated = Game::new(&index).bits(&index, &Negated(&walkers), &mut character.clone(), 300);
    assert_eq!(plain, negated);
}

/// If no pose can be jumped to, or the clip cannot continue, a character stays in its clip's last frame.
#[test]
fn clips_too_short_for_a_trajectory_still_play() {
    for (frames, end) in [
        (40, ClipEnd::Cut),
        (2, ClipEnd::Cut),
        (2, ClipEnd::Rest),
        (1, ClipEnd::Loop),
    ] {
        let walk = Walk::along(&|_| [1.0, 0.0], frames.max(2));
        let walkers = Walkers::new(std::slice::from_ref(&walk));
        let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
        let cut = walk.cut(0..frames);
        cut.add_to(&mut builder, "short", end, false).unwrap();
        let index = builder.build();
        let start = PoseId {
            clip: ClipId::new(0),
            frame: 0,
            mirrored: false,
        };
        let mut character = Playback::new(held(), rig(), start, ORIGIN).unwrap();
        let mut game = Game::new(&index);
        for _ in 0..90 {
            game.frame(&index, &walkers, &mut character);
            let joints = character.joints_m();
            assert!(
                joints
                    .as_flattened()
                    .iter()
                    .all(|number| number.is_finite())
            );
        }
        let last = u32::try_from(frames).unwrap() - 1;
        assert!(character.matcher().state().pose.frame <= last);
        if end == ClipEnd::Cut {
            assert_eq!(character.matcher().state().pose.frame, last);
        }
    }
}

/// Moving the root, for example after a collision, moves the body, but not the standing feet.
#[test]
fn standing_feet_stay_when_the_root_is_moved() {
    let (index, walkers) = walks();
    let mut character = Playback::new(held(), rig(), START, ORIGIN).unwrap();
    let mut game = Game::new(&index);
    let mut stayed = 0;
    for _ in 0..200 {
        game.frame(&index, &walkers, &mut character);
        let stands = walkers.standing(character.matcher().state().pose);
        let (before, place) = (character.joints_m(), character.place());
        let moved = Place {
            position_m: [place.position_m[0] + 0.02, place.position_m[1]],
            ..place
        };
        character.set_place(moved);
        let after = character.joints_m();
        assert!(
            (after[0][0] - before[0][0] - 0.02).abs() < 1e-5,
            "the hips move with the root"
        );
        for (foot, joint) in rig().feet().into_iter().enumerate() {
            let far = (after[joint][0] - before[joint][0]).abs();
            // A stretched leg cannot hold its foot.
            if stands[foot] && far < 1e-4 {
                stayed += 1;
            }
        }
        character.set_place(place);
        assert_eq!(
            character.joints_m(),
            before,
            "equal places give equal poses"
        );
    }
    assert!(stayed > 150, "{stayed}");
}
