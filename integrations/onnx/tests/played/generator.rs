//! The network of `examples/generator/` moves a character for a minute. The character keeps the shape of a person and
//! goes where it is steered, and its foot strikes are found.

use footwork::events::Guards;
use footwork::features::{FeatureSpec, Frame, GroundPlace, RecoveredPose, SpecEvent};
use footwork_onnx::{Generator, GeneratorError, Runner, TractRunner};

use super::clip::{HERE, clip, frames, skeleton};

fn model() -> Vec<u8> {
    std::fs::read(format!("{HERE}/../../examples/generator/generator.onnx")).unwrap()
}

/// Returns a character that stands.
fn standing() -> Generator<TractRunner> {
    let idle = clip("football/idle_01.glb");
    let (spec, runner) = TractRunner::open(&model()).unwrap();
    let mut character = Generator::new(&spec, &skeleton(&idle), runner, Guards::default()).unwrap();
    let poses: Vec<Frame> = frames(&idle).take(2).collect();
    character
        .restart(&poses, &["Gait.Idle"], GroundPlace::default())
        .unwrap();
    character
}

/// Returns the poses while a character is steered for some seconds.
fn steered(
    character: &mut Generator<TractRunner>,
    ahead_mps: f32,
    turn: f32,
    secs: u32,
) -> Vec<RecoveredPose> {
    let frame = |_| character.advance(&[ahead_mps, 0.0, turn]).unwrap();
    (0..30 * secs).map(frame).collect()
}

#[test]
fn for_a_minute_the_character_stays_a_person_and_goes_where_it_is_steered() {
    let mut character = standing();
    assert_eq!(character.control_len(), 3);
    let mut from = character.outputs().events().next_frame_secs();
    let mut heard = 0;
    for (ahead, turn, secs) in [
        (0.0, 0.0, 4),
        (1.2, 0.0, 10),
        (1.2, 0.6, 8),
        (2.8, 0.0, 10),
        (3.5, -0.4, 10),
        (1.4, 0.0, 10),
        (0.0, 0.0, 8),
    ] {
        let start = character.place();
        let poses = steered(&mut character, ahead, turn, secs);
        for pose in &poses {
            assert!(
                (0.6..1.2).contains(&pose.root_position_m[1]),
                "{:?}",
                pose.root_position_m
            );
        }
        let way: f64 = poses
            .windows(2)
            .map(|pair| {
                let [a, b] = [0, 1].map(|at: usize| pair[at].root_position_m);
                f64::hypot(b[0] - a[0], b[2] - a[2])
            })
            .sum();
        let wanted = f64::from(ahead) * f64::from(secs);
        assert!(
            (way - wanted).abs() < 0.35 * wanted + 3.0,
            "{way} m of {wanted} m"
        );
        if turn != 0.0 {
            let turned = character.place().heading_rad - start.heading_rad;
            assert!(turned * f64::from(turn) > 0.0, "turned by {turned}");
        }
        let now = character.outputs().events().next_frame_secs();
        let strikes: usize = (0..2)
            .map(|foot| {
                character
                    .outputs()
                    .events()
                    .between(foot, from, now)
                    .count()
            })
            .sum();
        heard += strikes;
        from = now;
    }
    // A walk has about two steps per second, and a run three. Only the last 16 strikes of each foot are remembered
    // between two counts.
    assert!((60..260).contains(&heard), "{heard} foot strikes");
}

#[test]
fn the_same_control_gives_the_same_motion_from_any_place() {
    let (mut here, mut there) = (standing(), standing());
    let idle = clip("football/idle_01.glb");
    let poses: Vec<Frame> = frames(&idle).take(2).collect();
    let place = GroundPlace {
        position_m: [100.0, -7.0],
        heading_rad: 1.0,
    };
    steered(&mut there, 2.0, 0.3, 3);
    there.restart(&poses, &["Gait.Idle"], place).unwrap();
    let (a, b) = (
        steered(&mut here, 1.5, 0.2, 5),
        steered(&mut there, 1.5, 0.2, 5),
    );
    let (sine, cosine) = 1.0_f64.sin_cos();
    for (a, b) in a.iter().zip(&b) {
        let [x, y, z] = a.root_position_m;
        let expected = [
            100.0 + cosine * x + sine * z,
            y,
            -7.0 - sine * x + cosine * z,
        ];
        for (found, expected) in b.root_position_m.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{:?}", b.root_position_m);
        }
        assert_eq!(a.rotations[1..], b.rotations[1..]);
    }
}

#[test]
fn networks_that_cannot_move_a_character_say_why() {
    let idle = clip("football/idle_01.glb");
    let mut character = standing();
    let error = character.advance(&[1.0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the control of the network has 3 numbers, and 1 were given"
    );
    let (spec, runner) = TractRunner::open(&model()).unwrap();
    let mut fewer = spec.clone();
    let gone = fewer.outputs.pop().unwrap();
    let error = Generator::new(&fewer, &skeleton(&idle), runner, Guards::default()).unwrap_err();
    let GeneratorError::NotReturned { column } = error else {
        panic!("{error}")
    };
    assert_eq!(column, gone);
}

/// A network that keeps its state, and is sure of an event every tenth frame.
struct Steps(u32, usize);

impl Runner for Steps {
    type Error = std::fmt::Error;

    fn run(&mut self, inputs: &[f32], outputs: &mut [f32]) -> Result<(), Self::Error> {
        let kept = inputs.len() - outputs.len();
        outputs.copy_from_slice(&inputs[kept..]);
        self.0 += 1;
        outputs[self.1] = if self.0.is_multiple_of(10) { 0.9 } else { 0.1 };
        Ok(())
    }
}

#[test]
fn an_event_may_be_a_probability() {
    let idle = clip("football/idle_01.glb");
    let (mut spec, _) = TractRunner::open(&model()).unwrap();
    let columns = spec.columns().len();
    spec.events = vec![SpecEvent::probability("Step", 0.5, 0.1)];
    spec.scaling = None;
    let step = "Step.probability".to_owned();
    let rest = |name: &String| !name.starts_with("Foot.");
    spec.outputs = std::iter::once(step)
        .chain(spec.outputs.into_iter().filter(rest))
        .collect();
    spec.inputs = spec
        .columns()
        .into_iter()
        .map(|column| column.name)
        .collect();
    assert_eq!(spec.columns().len(), columns - 3);
    let spec = FeatureSpec::from_json(&spec.to_json().unwrap()).unwrap();
    let runner = Steps(0, 0);
    let mut character = Generator::new(&spec, &skeleton(&idle), runner, Guards::default()).unwrap();
    let poses: Vec<Frame> = frames(&idle).take(2).collect();
    character
        .restart(&poses, &[], GroundPlace::default())
        .unwrap();
    for _ in 0..60 {
        character.advance(&[0.0; 3]).unwrap();
    }
    let found: Vec<f64> = character.outputs().events().between(0, -1.0, 2.0).collect();
    // The tenth frame is frame 9.
    let expected = [9.0, 19.0, 29.0, 39.0, 49.0].map(|frame| frame / 30.0);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9);
    }
}
