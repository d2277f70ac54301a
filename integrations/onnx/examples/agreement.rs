//! Plays a network along with ten minutes of the samples, and writes its inputs, its outputs and the
//! events that it fired.
//!
//! ```text
//! cargo run --example agreement -- models/foot_strikes.onnx FRAMES.csv EVENTS.csv
//! python models/agreement.py models/foot_strikes.onnx FRAMES.csv EVENTS.csv
//! ```
//!
//! The second command runs the same inputs with ONNX Runtime and compares, and so does `web/agreement.mjs` with onnxruntime-web. With
//! the feature `ort`, this program compares with ONNX Runtime too, from the library that `ORT_DYLIB_PATH` names. The clips are played
//! at several speeds.

use std::error::Error;
use std::fmt::Write as _;

use footwork::base::{FrameRate, Id, Role};
use footwork::events::Guards;
use footwork::features::{Frame, Skeleton, SkeletonJoint};
use footwork_clip::{Clip, Limits, read_clip};
use footwork_onnx::{Given, Player, Runner, TractRunner};

/// Played speeds, in hundredths.
const SPEEDS: [u64; 6] = [100, 60, 75, 125, 90, 110];

const MOTION_SECS: f64 = 600.0;

/// The largest allowed difference between two outputs, and between the times of one event in seconds.
#[cfg(feature = "ort")]
const APART: (f32, f64) = (1e-5, 1e-4);

/// A network that keeps its last inputs and outputs.
struct Recorded<R> {
    network: R,
    inputs: Vec<f32>,
    outputs: Vec<f32>,
}

impl<R> Recorded<R> {
    fn new(network: R) -> Self {
        Self {
            network,
            inputs: Vec::new(),
            outputs: Vec::new(),
        }
    }
}

impl<R: Runner> Runner for Recorded<R> {
    type Error = R::Error;

    fn run(&mut self, inputs: &[f32], outputs: &mut [f32]) -> Result<(), Self::Error> {
        self.network.run(inputs, outputs)?;
        self.inputs = inputs.to_vec();
        self.outputs = outputs.to_vec();
        Ok(())
    }
}

/// The events that an update of the clock passed, with their numbers.
fn passed<R: Runner>(player: &Player<R>, previous: f64, now: f64) -> Vec<(usize, f64)> {
    let outputs = player.outputs();
    let all = 0..outputs.event_names().len();
    let of = |event| {
        outputs
            .events()
            .between(event, previous, now)
            .map(move |at| (event, at))
    };
    all.flat_map(of).collect()
}

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

/// Returns the clips of the samples by name.
fn clips() -> Result<Vec<Clip>, Box<dyn Error>> {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");
    let mut clips = Vec::new();
    for folder in ["cmu", "deepmimic", "football"] {
        let entries = std::fs::read_dir(format!("{samples}/{folder}"))?;
        let mut paths: Vec<_> = entries
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_, std::io::Error>>()?;
        paths.retain(|path| {
            let end = path.extension().and_then(|end| end.to_str());
            end.is_some_and(|end| ["bvh", "txt", "glb"].contains(&end))
        });
        paths.sort();
        for path in paths {
            let name = path.file_name().and_then(|name| name.to_str());
            let bytes = std::fs::read(&path)?;
            let loaded = read_clip(name.unwrap_or_default(), &bytes, None, &Limits::default())?;
            clips.push(loaded.clip);
        }
    }
    Ok(clips)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, frames_path, events_path] = arguments.as_slice() else {
        return Err(
            "which network? cargo run --example agreement -- NETWORK.onnx FRAMES.csv EVENTS.csv"
                .into(),
        );
    };
    let bytes = std::fs::read(model)?;
    let (clips, mut frames, mut events) = (clips()?, String::new(), String::new());
    let (mut played, mut skipped, mut secs) = (0, 0, 0.0);
    #[cfg(feature = "ort")]
    let mut apart = 0.0f32;
    'speeds: for speed in SPEEDS {
        for clip in &clips {
            let (spec, network) = TractRunner::open(&bytes)?;
            let rate = FrameRate::new(spec.rate.numerator() * 100, spec.rate.denominator() * speed);
            let clip = clip.resampled(rate.ok_or("bad rate")?, &Limits::default())?;
            let skeleton = skeleton(&clip)?;
            let runner = Recorded::new(network);
            let Ok(mut player) = Player::new(&spec, &skeleton, runner, Guards::default()) else {
                skipped += 1;
                continue;
            };
            #[cfg(feature = "ort")]
            let mut by_ort = {
                let (spec, network) = footwork_onnx::OrtRunner::open(&bytes)?;
                Player::new(&spec, &skeleton, Recorded::new(network), Guards::default())?
            };
            let mut previous = -1.0;
            for pose in clip.poses() {
                let now = player.next_frame_secs();
                let frame = Frame {
                    root_position_m: pose.root_position,
                    rotations: pose.rotations,
                    translations: pose.translations,
                    contacts: [false; 2],
                    heading_rad: None,
                };
                player.push(&frame, &Given::default())?;
                let fired = passed(&player, previous, now);
                for (event, at) in &fired {
                    let name = &player.outputs().event_names()[*event];
                    writeln!(events, "{played},{name},{at:?}")?;
                }
                write!(frames, "{played}")?;
                let ran = player.runner();
                for number in ran.inputs.iter().chain(&ran.outputs) {
                    write!(frames, ",{number:?}")?;
                }
                frames.push('\n');
                #[cfg(feature = "ort")]
                {
                    by_ort.push(&frame, &Given::default())?;
                    let pairs = by_ort.runner().outputs.iter().zip(&ran.outputs);
                    apart = pairs.map(|(a, b)| (a - b).abs()).fold(apart, f32::max);
                    let other = passed(&by_ort, previous, now);
                    let is_same = |((a, at), (b, by)): (&(usize, f64), &(usize, f64))| {
                        a == b && (at - by).abs() <= APART.1
                    };
                    if other.len() != fired.len() || !other.iter().zip(&fired).all(is_same) {
                        return Err(format!(
                            "clip {played} at {now:.3} s: tract fires {fired:?}, ort {other:?}"
                        )
                        .into());
                    }
                }
                previous = now;
            }
            (played, secs) = (played + 1, secs + previous);
            if secs > MOTION_SECS {
                break 'speeds;
            }
        }
    }
    std::fs::write(frames_path, frames)?;
    std::fs::write(events_path, &events)?;
    println!("{secs:.0} s of motion in {played} clips; {skipped} do not fit the network");
    #[cfg(feature = "ort")]
    {
        println!(
            "ort: outputs apart by {apart:.1e} at most, {} events the same",
            events.lines().count()
        );
        if apart.is_nan() || apart > APART.0 {
            return Err("tract and ort differ".into());
        }
    }
    Ok(())
}
