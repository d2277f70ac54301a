//! Characters on the football samples: legs at three speeds, walls, rest and stairs.

use std::path::Path;
use std::sync::LazyLock;

use footwork_base::{FrameRate, to_f32};
use footwork_library::Library;
use footwork_matching::{
    Character, CharacterConfig, Detail, Filter, Ground, Input, Placement, PoseId, Rules, Search,
    Simulation, Step, Want, World, simulate,
};
use footwork_pipeline::ClipCharacter;

const DT: f64 = 1.0 / 60.0;
const SPEEDS_MPS: [f64; 3] = [0.95, 2.0, 3.5];

// The same limits are in `bindings/wasm/tests/scenes.test.mjs`.
/// The maximum time from turning the stick until the character has left a wall.
const LEAVES_WALL_SECS: f64 = 0.9;
/// The maximum distance that the played motion covers within 1.5 s while a wall holds the character in place.
const IN_PLACE_M: f64 = 0.3;
const REST_JUMPS_PER_SEC: f64 = 0.2;
const FLAT_SINK_M: f64 = 0.005;
const CLIMB_SINK_M: f64 = 0.015;
/// The maximum vertical acceleration of the hips; pops exceed it.
const HIPS_MPS2: f64 = 90.0;

struct Players {
    clips: ClipCharacter,
    /// A filter for all gaits, and a filter for walks only. No walk contains a pose at rest.
    filters: [(Filter, PoseId); 2],
}

static PLAYERS: LazyLock<Players> = LazyLock::new(|| {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/football");
    let library = Library::open(&samples).unwrap();
    let queries = ["Gait & !Kick", "Gait.Walk & !Kick"];
    let found = queries.map(|query| library.database().query(query).unwrap());
    let clips = library.clips().ids();
    let clips = clips.filter(|&clip| !found[0].ranges(clip).is_empty());
    let clips = ClipCharacter::build(&library, clips, FrameRate::whole(60).unwrap()).unwrap();
    let index = clips.poses().index();
    let runway_secs = Rules::default().overrun_secs.into();
    let filters = found.map(|found| {
        let filter = Filter::new(index, clips.poses().landing_spans(&found, runway_secs));
        let start = index.candidates().find(|&pose| filter.allows(index, pose));
        (filter, start.unwrap())
    });
    Players { clips, filters }
});

fn character(start: PoseId, detail: Detail) -> Character<&'static ClipCharacter> {
    let clips = &PLAYERS.clips;
    let config = CharacterConfig {
        playback: clips.playback_config(),
        detail,
        ..CharacterConfig::default()
    };
    Character::new(clips, config, start, Placement::default()).unwrap()
}

fn stick(z_mps: f64, filter: &Filter) -> Input<'_> {
    Input {
        want: Want::Stick([0.0, z_mps]),
        filter: Some(filter),
        ..Input::default()
    }
}

/// A wall at a position along z, and ground whose height depends on z.
struct Scene {
    wall_m: f64,
    height_m: fn(f64) -> f64,
    normal: [f32; 3],
}

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

/// Prints the figures for the table of the guide, and checks their bounds.
#[test]
fn locked_legs_stay_bent_and_smooth_at_three_speeds() {
    let (filter, start) = &PLAYERS.filters[0];
    let clips = &PLAYERS.clips;
    let search = Search {
        filter: Some(filter),
        ..Search::default()
    };
    for (speed_mps, most_mps) in SPEEDS_MPS.into_iter().zip([0.12, 0.15, 0.2]) {
        let simulation = Simulation {
            speed_mps,
            secs: 120.0,
            playback: clips.playback_config(),
            ..Simulation::default()
        };
        let index = clips.poses().index();
        let seen = simulate(index, clips, clips.rig(), *start, &search, &simulation).unwrap();
        println!(
            "{speed_mps} m/s: feet slide at {:.1} cm/s, {:.1} % of legs straight ({:.1} % in clips), feet {:.0} m/s² (free {:.0})",
            100.0 * seen.skate_mps.mean,
            100.0 * seen.straight_share,
            100.0 * seen.clip_straight_share,
            seen.foot_mps2.p99,
            seen.free_foot_mps2.p99,
        );
        assert!(seen.skate_mps.mean <= most_mps, "{speed_mps} m/s");
        assert!(seen.straight_share <= 1.2 * seen.clip_straight_share);
        assert!(seen.foot_mps2.p99 <= 1.3 * seen.free_foot_mps2.p99);
    }
}

/// A character before a wall at z = 4, for each speed and each filter.
fn at_walls() -> impl Iterator<
    Item = (
        f64,
        &'static Filter,
        Character<&'static ClipCharacter>,
        Scene,
    ),
> {
    let runs = SPEEDS_MPS.into_iter().flat_map(|speed_mps| {
        PLAYERS
            .filters
            .iter()
            .map(move |(filter, start)| (speed_mps, filter, start))
    });
    runs.map(|(speed_mps, filter, start)| {
        let world = Scene {
            wall_m: 4.0,
            height_m: |_| 0.0,
            normal: [0.0, 1.0, 0.0],
        };
        let player = character(*start, Detail::default());
        (speed_mps, filter, player, world)
    })
}

#[test]
fn a_player_leaves_a_wall_within_nine_tenths_of_a_second() {
    for (speed_mps, filter, mut player, mut world) in at_walls() {
        let (mut at_m, mut way_m, mut pushes) = (0.0, 0.0, 0);
        while pushes < 240 {
            player
                .update(DT, &stick(speed_mps, filter), &mut world)
                .unwrap();
            at_m = player.pose().root.position_m[2];
            pushes += i32::from(at_m > 3.5);
            if pushes > 150 && !player.is_resting() {
                way_m += player.playback().speed_mps() * DT;
            }
        }
        let left = (0..240).find(|_| {
            let back = stick(-speed_mps, filter);
            player.update(DT, &back, &mut world).unwrap();
            player.pose().root.position_m[2] < at_m - 0.25
        });
        let secs = f64::from(left.unwrap()) * DT;
        println!("{speed_mps} m/s: {way_m:.2} m in place, left after {secs:.2} s");
        assert!(
            way_m < IN_PLACE_M && secs < LEAVES_WALL_SECS,
            "{speed_mps}: {way_m} {secs}"
        );
    }
}

/// A player who stands pressed diagonally into a wall walks along the wall.
#[test]
fn a_player_who_stands_at_a_wall_walks_along_it() {
    for (speed_mps, filter, mut player, mut world) in at_walls() {
        let mut pushes = 0;
        while pushes < 240 {
            player
                .update(DT, &stick(speed_mps, filter), &mut world)
                .unwrap();
            pushes += i32::from(player.pose().root.position_m[2] > 3.5);
        }
        let at_m = player.pose().root.position_m[0];
        let mut along = stick(speed_mps, filter);
        along.want = Want::Stick([speed_mps, speed_mps]);
        let mut ways_m = [0.0; 2];
        for frame in 0..180 {
            player.update(DT, &along, &mut world).unwrap();
            ways_m[frame / 90] = player.pose().root.position_m[0] - at_m;
        }
        let mps = (ways_m[1] - ways_m[0]) / 1.5;
        println!(
            "{speed_mps} m/s: {:.2} m in 1.5 s, then {mps:.2} m/s",
            ways_m[0]
        );
        assert!(
            ways_m[0] > 0.5 * speed_mps && mps > 0.75 * speed_mps,
            "{speed_mps}: {ways_m:?}"
        );
    }
}

#[test]
fn a_player_rests_without_jumps() {
    for (place, (filter, start)) in PLAYERS.filters.iter().enumerate() {
        for speed_mps in SPEEDS_MPS {
            let mut player = character(*start, Detail::default());
            let mut world = footwork_matching::OpenWorld;
            let mut jumps = 0;
            for frame in 0..1_800 {
                let input = stick(if frame < 180 { speed_mps } else { 0.0 }, filter);
                player.update(DT, &input, &mut world).unwrap();
                let has_jumped = matches!(player.step(), Step::Jump { .. });
                jumps += i32::from(frame >= 330 && has_jumped);
            }
            let per_sec = f64::from(jumps) / (f64::from(1_800 - 330) * DT);
            assert!(per_sec <= REST_JUMPS_PER_SEC, "{per_sec} jumps per second");
            assert_eq!(player.is_resting(), place == 1, "idle clips play on");
        }
    }
}

fn stairs(z: f64) -> f64 {
    0.18 * ((z.abs() - 1.0) / 0.3).floor().clamp(0.0, 14.0)
}

/// The height of a ramp of 20 degrees.
fn ramp(z: f64) -> f64 {
    0.363_970_234 * z
}

#[test]
fn toes_do_not_sink_on_stairs_and_ramps() {
    let (filter, start) = &PLAYERS.filters[0];
    let soles_m = 0.01;
    for (name, height_m, most_m, slope) in [
        ("flat", (|_| 0.0) as fn(f64) -> f64, FLAT_SINK_M, 0.0),
        ("stairs", stairs, CLIMB_SINK_M, 0.0),
        ("ramp", ramp, CLIMB_SINK_M, 0.363_970_234),
    ] {
        for speed_mps in [0.95, 2.0, -0.95, -2.0] {
            let mut player = character(*start, Detail::default());
            let length = f64::sqrt(1.0 + slope * slope);
            let mut world = Scene {
                wall_m: f64::INFINITY,
                height_m,
                normal: [0.0, 1.0 / length, -slope / length].map(to_f32),
            };
            let (mut sink_m, mut bend, mut last) = (0.0f64, 0.0f64, [None::<f64>; 2]);
            for frame in 0..600 {
                let input = stick(speed_mps, filter);
                player.update(DT, &input, &mut world).unwrap();
                let up = player.pose().root.position_m[1];
                let joints = player.playback().joints_m();
                if frame < 30 {
                    continue;
                }
                for foot in PLAYERS.clips.rig().feet() {
                    let [_, y, z] = joints[foot].map(f64::from);
                    sink_m = sink_m.max(height_m(z) + soles_m - (y + up));
                }
                let y = f64::from(joints[0][1]) + up;
                if let [Some(a), Some(b)] = last {
                    bend = bend.max((y - 2.0 * b + a).abs() / (DT * DT));
                }
                last = [last[1], Some(y)];
            }
            println!(
                "{name} at {speed_mps} m/s: {:.1} mm, hips {bend:.0} m/s²",
                1e3 * sink_m
            );
            assert!(
                sink_m <= most_m && bend < HIPS_MPS2,
                "{name} {sink_m} {bend}"
            );
        }
    }
}
