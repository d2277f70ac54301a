//! A small network on a walk computes the same numbers as in Python, and its foot strikes come at the right times
//! on the game's clock. `models/foot_strikes.py` makes the network and the numbers.

use footwork::NetworkInputsError;
use footwork::events::Guards;
use footwork::features::{FeatureSpec, SPEC_KEY, Skeleton};
use footwork_clip::Clip;
use footwork_onnx::{Given, Player, PlayerError, Runner, TractError, TractRunner};
use serde_json::Value;

use super::clip::{HERE, clip, frames, skeleton};

fn walk() -> Clip {
    clip("deepmimic/walk.txt")
}

fn model() -> Vec<u8> {
    std::fs::read(format!("{HERE}/models/foot_strikes.onnx")).unwrap()
}

fn expected() -> Value {
    let text = std::fs::read_to_string(format!("{HERE}/models/foot_strikes.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn numbers(of: &Value) -> Vec<f64> {
    of.as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_f64().unwrap())
        .collect()
}

fn player(clip: &Clip) -> Player<TractRunner> {
    let (spec, runner) = TractRunner::open(&model()).unwrap();
    Player::new(&spec, &skeleton(clip), runner, Guards::default()).unwrap()
}

/// A network that keeps its inputs and returns nothing new.
#[derive(Debug, Default)]
struct Kept(Vec<f32>);

impl Runner for Kept {
    type Error = std::fmt::Error;

    fn run(&mut self, inputs: &[f32], outputs: &mut [f32]) -> Result<(), Self::Error> {
        self.0 = inputs.to_vec();
        outputs.fill(0.0);
        Ok(())
    }
}

#[test]
fn inputs_and_outputs_equal_those_of_python() {
    let (walk, expected) = (walk(), expected());
    let (spec, mut runner) = TractRunner::open(&model()).unwrap();
    assert_eq!(FeatureSpec::from_bytes(&model()), Ok(spec.clone()));
    let width = spec.inputs.len();
    let inputs: Vec<Vec<f64>> = expected["inputs"]
        .as_array()
        .unwrap()
        .iter()
        .map(numbers)
        .collect();
    let outputs: Vec<Vec<f64>> = expected["outputs"]
        .as_array()
        .unwrap()
        .iter()
        .map(numbers)
        .collect();
    let rows = spec.input_rows().unwrap();
    let mut player = player(&walk);
    let mut window: Vec<Vec<f32>> = Vec::new();
    for (frame, pose) in frames(&walk).enumerate() {
        player.push(&pose, &Given::default()).unwrap();
        let mut row = vec![0.0; width];
        assert!(rows.take(player.row(), &mut row));
        // In a stream, the rates of the first frame are unknown. In a clip, they are those of the second frame.
        for (a, b) in row
            .iter()
            .zip(&inputs[frame])
            .skip(if frame == 0 { width } else { 0 })
        {
            assert!((f64::from(*a) - b).abs() < 1e-5, "frame {frame}: {a} {b}");
        }
        window.push(row);
        if frame < 3 {
            continue;
        }
        let mut found = vec![0.0; spec.outputs.len()];
        runner
            .run(&window[frame - 2..].concat(), &mut found)
            .unwrap();
        for (a, b) in found.iter().zip(&outputs[frame - 2]) {
            assert!((f64::from(*a) - b).abs() < 1e-5, "frame {frame}: {a} {b}");
        }
        let own = player.outputs().row();
        assert!(
            found.iter().all(|number| own.contains(number)),
            "frame {frame}"
        );
    }
}

#[test]
fn foot_strikes_come_on_time_and_the_walk_has_its_tag() {
    let (walk, expected) = (walk(), expected());
    for lead_secs in [0.0, 1.0 / 30.0] {
        let mut player = player(&walk).with_lead(lead_secs);
        assert_eq!(player.outputs().event_names(), ["Foot.Left", "Foot.Right"]);
        let mut heard = [Vec::new(), Vec::new()];
        let mut announced = [false; 2];
        let mut walking = 0;
        let mut poses = frames(&walk);
        let (mut previous, mut is_over) = (-1.0, false);
        for update in 0.. {
            let now = f64::from(update) / 144.0;
            while player.next_frame_secs() <= now && !is_over {
                match poses.next() {
                    Some(pose) => player.push(&pose, &Given::default()).unwrap(),
                    None => is_over = true,
                }
                walking += i32::from(player.outputs().tag("Gait.Walk") == Some(true));
            }
            for event in 0..2 {
                let events = player.outputs().events();
                announced[event] |= events.coming(event, now, 0.1).is_some();
                heard[event].extend(events.between(event, previous, now).map(|_| now));
            }
            previous = now;
            if is_over {
                break;
            }
        }
        // Python found the tag on 33 of 37 frames; the first two have no whole window.
        assert!(walking >= 33, "{walking}");
        for (event, name) in ["Foot.Left", "Foot.Right"].into_iter().enumerate() {
            // The clip is one round of a loop; strikes on its first frames have nothing before them.
            let strikes = numbers(&expected["strikes"][name]);
            let inside: Vec<f64> = strikes
                .into_iter()
                .filter(|at| (0.15..1.2).contains(at))
                .collect();
            // Three frames, because the network learned from one clip. It only shows that the parts fit together.
            let most_secs = 0.1;
            for at in &inside {
                let near = heard[event]
                    .iter()
                    .filter(|now| (**now - at).abs() <= most_secs);
                assert_eq!(
                    near.count(),
                    1,
                    "{name} at {at}, heard {:?}, lead {lead_secs}",
                    heard[event]
                );
                assert!(announced[event]);
            }
            assert!(
                heard[event].len() <= inside.len() + 1,
                "{name}: {:?}",
                heard[event]
            );
        }
    }
}

#[test]
fn skeletons_and_inputs_that_do_not_fit_are_named() {
    let (spec, _) = TractRunner::open(&model()).unwrap();
    let whole = skeleton(&walk());
    // Without the roles of the feet.
    let nameless = Skeleton::new(whole.joints().to_vec(), &[], whole.travelling()).unwrap();
    let error = Player::new(&spec, &nameless, Kept::default(), Guards::default()).unwrap_err();
    let PlayerError::Inputs(NetworkInputsError::Skeleton(difference)) = error else {
        panic!("{error}")
    };
    assert!(
        difference
            .to_string()
            .contains("no joint or role `left_foot`"),
        "{difference}"
    );
    // Without a specification, and with one for other inputs.
    let error = TractRunner::open(b"nothing").unwrap_err();
    assert!(
        matches!(error, TractError::Model { .. } | TractError::NoSpec),
        "{error}"
    );
    let bytes = model();
    let text = spec.to_json().unwrap();
    let at = bytes
        .windows(text.len())
        .position(|part| part == text.as_bytes())
        .unwrap();
    let mut changed = bytes.clone();
    changed[at + text.len() - 3] ^= 1;
    assert!(matches!(
        TractRunner::open(&changed),
        Err(TractError::Spec(_))
    ));
    // Too many given columns.
    let clip = walk();
    let mut player = Player::new(&spec, &whole, Kept::default(), Guards::default()).unwrap();
    let error = player
        .push(&frames(&clip).next().unwrap(), &Given { columns: &[1.0] })
        .unwrap_err();
    let text =
        "the network has 5 columns of channels, events and tags to be given, and 1 were given";
    assert_eq!(error.to_string(), text);
}

/// Returns a field of Protocol Buffers that holds bytes.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![number << 3 | 2];
    let mut length = content.len();
    while length >= 0x80 {
        bytes.push(u8::try_from(length & 0x7f).unwrap() | 0x80);
        length >>= 7;
    }
    bytes.push(u8::try_from(length).unwrap());
    bytes.extend(content);
    bytes
}

/// Returns the model with another specification, which is the last in its metadata.
fn with_spec(spec: &FeatureSpec) -> Vec<u8> {
    let text = spec.to_json().unwrap();
    let entry = [field(1, SPEC_KEY.as_bytes()), field(2, text.as_bytes())].concat();
    [model(), field(14, &entry)].concat()
}

#[test]
fn a_network_that_its_specification_does_not_describe_is_not_opened() {
    let (spec, _) = TractRunner::open(&model()).unwrap();
    assert!(TractRunner::open(&with_spec(&spec)).is_ok());
    let mut silent = spec.clone();
    silent.outputs.clear();
    let error = TractRunner::open(&with_spec(&silent)).unwrap_err();
    assert!(matches!(error, TractError::NoOutputs), "{error}");
    let mut fewer = spec.clone();
    fewer.outputs.pop();
    let error = TractRunner::open(&with_spec(&fewer)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the network returns an output of shape [1, 5], and its specification has 4 outputs"
    );
    let mut longer = spec.clone();
    longer.frames += 1;
    let error = TractRunner::open(&with_spec(&longer)).unwrap_err();
    assert!(matches!(error, TractError::Shape { .. }), "{error}");
    // A second part of the graph adds an input: a number of 32 bits in an axis of size 1.
    let shape = field(1, &[1 << 3, 1]);
    let tensor = [vec![1 << 3, 1], field(2, &shape)].concat();
    let extra = [field(1, b"extra"), field(2, &field(1, &tensor))].concat();
    let two = [model(), field(7, &field(11, &extra))].concat();
    let error = TractRunner::open(&two).unwrap_err();
    assert_eq!(error.to_string(), "the network has 2 inputs instead of 1");
}
