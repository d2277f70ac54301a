//! Networks, compared with Rust bit for bit: poses in, tags and events out.

use std::fmt::Write;
use std::fs;

use footwork::base::{FrameRate, Role};
use footwork::events::{Encoding, EventTrack, Guards};
use footwork::features::{
    FeatureSpec, Frame, PoseGroup, Scaling, Skeleton, SkeletonJoint, SpecEvent,
};
use footwork::{NetworkInputs, NetworkOutputs};

use crate::program::{compile_source, folder, run_with};
use crate::scenes::Script;

const RATE: u64 = 30;
const FRAMES: u16 = 120;

/// The skeleton that the programs set.
fn skeleton() -> Skeleton {
    let joint = |name: &str, parent, offset_m| SkeletonJoint {
        name: name.to_owned(),
        parent,
        offset_m,
        is_end: false,
    };
    let joints = vec![
        joint("Hips", None, [0.0; 3]),
        joint("LeftLeg", Some(0), [0.125, -0.0625, 0.0]),
        joint("RightLeg", Some(0), [-0.125, -0.0625, 0.0]),
    ];
    let roles = [
        (Role::Hips, 0),
        (Role::LeftUpperLeg, 1),
        (Role::RightUpperLeg, 2),
    ];
    Skeleton::new(joints, &roles, 0).unwrap()
}

/// A network of two events, a tag and poses, which takes the tag and the poses of three frames.
pub(crate) fn spec() -> FeatureSpec {
    let mut spec = FeatureSpec::new(FrameRate::whole(RATE).unwrap());
    spec.events = vec![
        SpecEvent::encoded("Foot.Left", 0.3, 0.03),
        SpecEvent::probability("Clap", 0.5, 0.2),
    ];
    spec.tags = vec!["Gait.Walk".into()];
    spec.poses = vec![PoseGroup::Positions, PoseGroup::Velocities, PoseGroup::Root];
    spec.set_skeleton(&skeleton(), None);
    spec.frames = 3;
    let columns: Vec<String> = spec.columns().into_iter().map(|it| it.name).collect();
    spec.inputs = columns[3..].iter().rev().cloned().collect();
    spec.outputs = [
        "Clap.probability",
        "Gait.Walk",
        "Foot.Left.sin",
        "Foot.Left.cos",
    ]
    .map(String::from)
    .to_vec();
    let scaled = |value: f32, own: f32| {
        let all = 0..columns.len();
        all.map(|at| if at < 4 { own } else { value }).collect()
    };
    spec.scaling = Some(Scaling {
        mean: scaled(0.25, 0.0),
        deviation: scaled(1.5, 1.0),
        unscaled: columns[..4].to_vec(),
    });
    spec
}

/// Writes the specification to a file, and returns its path.
pub(crate) fn file(name: &str) -> String {
    let path = folder().join(format!("{name}-network.json"));
    fs::write(&path, spec().to_json().unwrap()).unwrap();
    path.display().to_string()
}

/// Returns what the network returns for each frame, in the order of its outputs.
fn outputs(spec: &FeatureSpec) -> Vec<[f32; 4]> {
    let encoding = Encoding::new(0.3, 0.03).unwrap();
    let track = EventTrack::new(vec![0.51, 1.3, 2.2, 3.4]).unwrap();
    let signal = encoding.encode(&[track], spec.rate, usize::from(FRAMES));
    let pairs = signal.unwrap();
    let pairs = pairs.as_chunks::<2>().0.iter().zip(0..);
    let row = |(pair, frame): (&[f32; 2], u16)| {
        let chance = if frame % 40 == 17 { 0.75 } else { 0.125 };
        [chance, f32::from(frame % 20) / 20.0, pair[0], pair[1]]
    };
    pairs.map(row).collect()
}

#[test]
fn networks_have_the_bits_of_rust() {
    let mut script = Script::default();
    let spec = spec();
    writeln!(script.input, "network {} {FRAMES}", file("scene")).unwrap();
    let mut inputs = NetworkInputs::new(&spec, &skeleton()).unwrap();
    let lead = spec.rate.period_secs();
    let mut decoder = NetworkOutputs::new(&spec, Guards::default()).unwrap();
    decoder = decoder.with_lead(lead);
    let columns = spec.columns();
    let (taken, count) = (spec.inputs.len(), columns.len());
    writeln!(script.expected, "{RATE} 3 {taken} 4 {count} 2 1").unwrap();
    let name = |place: usize| &*columns[place].name;
    let (input, output) = (spec.input_rows().unwrap(), spec.output_rows().unwrap());
    let (first, last) = (name(input.places()[0]), name(output.places()[3]));
    writeln!(script.expected, "{first} {last} Foot.Left Gait.Walk 1 0").unwrap();
    let (mut heard, mut held, mut announced) = (0, 0, 0);
    let mut previous = -1.0;
    for (frame, row) in (0..FRAMES).zip(outputs(&spec)) {
        let turn = f32::from(frame) / 64.0;
        let position = [
            f64::from(frame) * 0.03125,
            0.9,
            f64::from(frame % 7) * 0.015_625,
        ];
        let rotation = [0.0, turn, 0.0, 1.0];
        let given = [0.0, 0.0, 0.0, f32::from(frame % 2)];
        let pose = Frame {
            root_position_m: position,
            rotations: &[rotation, [0.0, 0.0, 0.0, 1.0], [turn, 0.0, 0.0, 1.0]],
            translations: None,
            contacts: [false; 2],
            heading_rad: None,
        };
        script.give(&position);
        script.give(&[f64::from(turn), f64::from(given[3])]);
        script.give(&row.map(f64::from));
        script.input += "\n";
        assert!(inputs.push(&pose, &given).unwrap());
        inputs
            .window()
            .iter()
            .for_each(|it| script.want(f64::from(*it)));
        script.expected += "\n";
        decoder.push(&row).unwrap();
        let (now, events) = (f64::from(frame) / 30.0 + 0.015_625, decoder.events());
        write!(
            script.expected,
            "{}",
            u8::from(decoder.tag("Gait.Walk") == Some(true))
        )
        .unwrap();
        held += usize::from(decoder.tag("Gait.Walk") == Some(true));
        script.want(events.next_frame_secs());
        script.want(events.coming(0, now, 0.25).unwrap_or(-1.0));
        announced += usize::from(events.coming(0, now, 0.25).is_some());
        for event in 0..2 {
            let passed: Vec<f64> = events.between(event, previous, now).collect();
            heard += passed.len();
            passed.iter().for_each(|at| script.want(*at));
        }
        previous = now;
        script.expected += "\n";
    }
    assert_eq!((heard, held), (7, 60));
    assert!(announced > 4, "{announced}");
    decoder
        .row()
        .iter()
        .for_each(|it| script.want(f64::from(*it)));
    let mut scaled = vec![0.0; taken];
    assert!(input.scale(&vec![1.0; taken], &mut scaled));
    script.want(f64::from(scaled[0]));
    script.expected += "\n";
    script.run("networks");
}

/// Wrong networks and calls have an error that states the difference.
#[test]
fn a_network_that_does_not_fit_is_an_error_with_the_first_difference() {
    let mut other = spec();
    other.tags = vec!["Gait.Run".into()];
    other.scaling = None;
    let last = other.inputs.len() - 1;
    other.inputs[last] = "Gait.Run".into();
    other.outputs[1] = "Gait.Run".into();
    let wrong = folder().join("other-network.json");
    fs::write(&wrong, other.to_json().unwrap()).unwrap();
    let paths = [file("unfit"), wrong.display().to_string()];
    let source = r#"
#include <footwork.h>
#include <stdio.h>
static uint8_t bytes[2][65536];
static size_t lengths[2];
static fw_error error = {.size = sizeof(error)};
static void show(fw_status status) { printf("%d %s\n", (int)status, status == FW_OK ? "" : error.message); }
int main(int count, char **paths) {
  const char *names[] = {"Hips", "LeftLeg"};
  fw_text joints[2] = {{names[0], 4}, {names[1], 7}}, roles[2] = {{NULL, 0}, {"left_upper_leg", 14}};
  uint32_t parents[2] = {FW_NONE, 0}, number;
  float offsets[6] = {0}, outputs[4] = {0}, rotations[8] = {0};
  const double position[3] = {0};
  uint8_t ready;
  fw_network network = {0};
  int i;
  for (i = 0; i < 2 && count == 3; i++) {
    FILE *file = fopen(paths[i + 1], "rb");
    if (file == NULL) {
      return 1;
    }
    lengths[i] = fread(bytes[i], 1, sizeof(bytes[i]), file);
    fclose(file);
  }
  show(fw_network_from_bytes(bytes[0], lengths[0] - 2, NULL, 0.0, 0.0, &network, &error));
  show(fw_network_from_bytes((const uint8_t *)"GIF89a", 6, NULL, 0.0, 0.0, &network, &error));
  show(fw_network_from_bytes(bytes[0], lengths[0], NULL, -1.0, 0.0, &network, &error));
  show(fw_network_from_bytes(bytes[0], lengths[0], NULL, 0.0, 0.0, &network, &error));
  show(fw_network_check(network, bytes[0], lengths[0], &error));
  show(fw_network_check(network, bytes[1], lengths[1], &error));
  show(fw_network_event(network, "Foot.Right", 10, &number, &error));
  show(fw_network_push(network, outputs, 3, &error));
  show(fw_network_push_pose(network, position, rotations, 8, NULL, 0, NULL, 0, NULL, &ready, &error));
  show(fw_network_set_skeleton(network, joints, 2, parents, 1, offsets, 6, roles, 2, 0, 0, &error));
  show(fw_network_set_skeleton(network, joints, 2, parents, 2, offsets, 6, roles, 2, 0, 0, &error));
  show(fw_network_destroy(network, &error));
  return 0;
}
"#;
    let Some(program) = compile_source("unfit", source) else {
        return;
    };
    let printed = run_with(&program, &paths.each_ref().map(String::as_str), "");
    let expected = [
        "9 not a specification of a network: ",
        "9 neither an ONNX file nor the JSON of a specification",
        "8 a lead and a delay must be at least 0 s and finite, not -1 s",
        "0 ",
        "0 ",
        "9 column 3 (from 0) of the network is `Gait.Walk`, not `Gait.Run`",
        "7 the network returns no event `Foot.Right`",
        "2 the network returned 3 numbers, and its specification has 4 outputs",
        "8 the network has no skeleton: call fw_network_set_skeleton first",
        "2 there are 2 names, and `parents` is for 1 joints",
        "9 the network does not fit the skeleton: the network's columns do not fit the skeleton: the skeleton has no joint or role `RightLeg`",
        "0 ",
    ];
    for (line, wanted) in printed.lines().zip(expected) {
        assert!(line.starts_with(wanted), "{line} is not {wanted}");
    }
    assert_eq!(printed.lines().count(), expected.len());
}
