//! A footballer whose every frame comes from a network, which also decides when foot strikes sound.
//!
//! ```text
//! cargo run --example generator -- ../../examples/generator/generator.onnx [FRAMES.csv]
//! ```
//!
//! `examples/generator/train.py` makes the network. For each frame, the example passes the last frame and a
//! control to the network, recovers the pose from the outputs, and reads the foot strikes that passed on the clock
//! of a game. With FRAMES.csv it writes the poses and the strikes, which `examples/generator/score.py` measures.

use std::error::Error;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use footwork::base::{Id, Role};
use footwork::events::Guards;
use footwork::features::{Frame, GroundPlace, Skeleton, SkeletonJoint};
use footwork_clip::{Clip, Limits, read_clip};
use footwork_onnx::{Generator, TractRunner};

const GAME_FPS: f64 = 60.0;

/// The control during the 60 s: its start in s, the speed ahead in m/s, and the turn to the left in rad/s.
const STEERED: [(f64, f32, f32); 12] = [
    (0.0, 0.0, 0.0),
    (3.0, 1.2, 0.0),
    (10.0, 1.2, 0.6),
    (15.0, 1.5, 0.0),
    (20.0, 2.8, 0.0),
    (27.0, 2.8, -0.6),
    (32.0, 3.7, 0.0),
    (40.0, 3.7, 0.4),
    (44.0, 2.8, 0.0),
    (48.0, 1.5, -0.5),
    (53.0, 1.0, 0.0),
    (57.0, 0.0, 0.0),
];

fn skeleton(clip: &Clip) -> Result<Skeleton, Box<dyn Error>> {
    let joints = clip.skeleton().joints().iter().map(|joint| SkeletonJoint {
        name: joint.name.clone(),
        parent: joint.parent.map(Id::index),
        offset_m: joint.offset,
        is_end: joint.is_end,
    });
    let known = |role| Some((role, clip.skeleton().roles().joint(role)?.index()));
    let roles: Vec<_> = Role::ALL.into_iter().filter_map(known).collect();
    let travelling = clip.travelling_joint().index();
    Ok(Skeleton::new(joints.collect(), &roles, travelling)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, rest @ ..] = arguments.as_slice() else {
        return Err(
            "which network? cargo run --example generator -- generator.onnx [FRAMES.csv]".into(),
        );
    };
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/football");
    let bytes = std::fs::read(format!("{samples}/idle_01.glb"))?;
    let clip = read_clip("idle_01.glb", &bytes, None, &Limits::default())?.clip;
    let (spec, runner) = TractRunner::open(&std::fs::read(model)?)?;
    let character = Generator::new(&spec, &skeleton(&clip)?, runner, Guards::default())?;
    // Strikes are decoded one frame ahead, so that they sound on time.
    let mut character = character.with_lead(spec.rate.period_secs());
    let standing: Vec<Frame<'_>> = clip
        .poses()
        .take(2)
        .map(|pose| Frame {
            root_position_m: pose.root_position,
            rotations: pose.rotations,
            translations: pose.translations,
            contacts: [false; 2],
            heading_rad: None,
        })
        .collect();
    character.restart(&standing, &["Gait.Idle"], GroundPlace::default())?;

    let (mut csv, mut frames, mut busy) = (String::new(), 0_u32, Duration::ZERO);
    let mut previous = -1.0;
    for update in 0..3600 {
        let now = f64::from(update) / GAME_FPS;
        let (_, speed, turn) = *STEERED
            .iter()
            .rfind(|(from, ..)| *from <= now)
            .unwrap_or(&STEERED[0]);
        while character.outputs().events().next_frame_secs() <= now {
            let at = character.outputs().events().next_frame_secs();
            let start = Instant::now();
            // The control of this network: the speed ahead, the speed to the left, the turn.
            let pose = character.advance(&[speed, 0.0, turn])?;
            busy += start.elapsed();
            frames += 1;
            let [x, y, z] = pose.root_position_m;
            write!(csv, "frame,{at:.6},{x:.6},{y:.6},{z:.6}")?;
            for number in pose.rotations.as_flattened() {
                write!(csv, ",{number:.7}")?;
            }
            csv.push('\n');
        }
        let outputs = character.outputs();
        for (event, name) in outputs.event_names().iter().enumerate() {
            for at in outputs.events().between(event, previous, now) {
                let gait = outputs.tags().find(|tag| outputs.tag(tag) == Some(true));
                println!("{now:6.2} s  {name:<10}  {}", gait.unwrap_or("no gait"));
                writeln!(csv, "strike,{at:.6},{name}")?;
            }
        }
        previous = now;
    }
    let micros = busy.as_secs_f64() * 1e6 / f64::from(frames);
    println!("{frames} frames, {micros:.0} µs each with the pose and the events");
    if let [path, ..] = rest {
        std::fs::write(path, csv)?;
    }
    Ok(())
}
