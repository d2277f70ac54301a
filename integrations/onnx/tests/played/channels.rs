//! Channels computed from poses have the numbers of the clip, and events that come late are passed
//! once.

use std::fmt;

use footwork::NetworkInputsError;
use footwork::events::Guards;
use footwork::features::{Column, FeatureSpec, PoseGroup, SpecEvent};
use footwork_clip::Clip;
use footwork_onnx::{Given, Player, PlayerError, Runner};

use super::clip::{clip, frames, skeleton};

const CHANNELS: [(&str, &str); 3] = [
    ("speed", "m/s"),
    ("turn", "rad/s"),
    ("left_foot.height", "m"),
];

/// A network whose event is certain on one frame.
#[derive(Debug)]
struct Certain {
    on: u32,
    frame: u32,
}

impl Runner for Certain {
    type Error = fmt::Error;

    fn run(&mut self, _: &[f32], outputs: &mut [f32]) -> Result<(), Self::Error> {
        outputs[0] = if self.frame == self.on { 0.9 } else { 0.0 };
        self.frame += 1;
        Ok(())
    }
}

fn spec(clip: &Clip, channels: &[(&str, &str)]) -> FeatureSpec {
    let mut spec = FeatureSpec::new(clip.rate());
    spec.poses = vec![PoseGroup::Root];
    spec.set_skeleton(&skeleton(clip), Some(&[]));
    let each = channels.iter();
    spec.channels = each.map(|(name, unit)| Column::new(*name, *unit)).collect();
    spec.events = vec![SpecEvent::probability("Foot.Left", 0.5, 0.1)];
    spec.tags = vec!["Gait.Walk".into()];
    let columns = spec.columns().into_iter().map(|column| column.name);
    spec.inputs = columns.filter(|name| !name.starts_with("Foot")).collect();
    spec.outputs = vec!["Foot.Left.probability".into()];
    spec
}

fn player(
    clip: &Clip,
    channels: &[(&str, &str)],
) -> Result<Player<Certain>, PlayerError<fmt::Error>> {
    let (spec, skeleton) = (spec(clip, channels), skeleton(clip));
    let network = Certain { on: 10, frame: 0 };
    Player::new(&spec, &skeleton, network, Guards::default())?.with_channels(&spec, &skeleton)
}

#[test]
fn rows_have_the_channels_of_the_clip_with_their_own_poses() {
    let walk = clip("deepmimic/walk.txt");
    let mut player = player(&walk, &CHANNELS).unwrap();
    let expected = CHANNELS.map(|(name, _)| walk.channel(&name.parse().unwrap()).unwrap());
    let height = walk.channel(&"height".parse().unwrap()).unwrap();
    // The event and the tag.
    for (number, frame) in frames(&walk).enumerate() {
        let tag = number as f32;
        player
            .push(
                &frame,
                &Given {
                    columns: &[0.0, tag],
                },
            )
            .unwrap();
        let Some(at) = number.checked_sub(1) else {
            continue;
        };
        let row = player.row();
        for (found, expected) in row.iter().zip(&expected) {
            assert!((found - expected[at]).abs() < 1e-4, "frame {at}: {row:?}");
        }
        assert_eq!(row[4], tag - 1.0);
        let root = player.range(PoseGroup::Root).unwrap();
        assert!((row[root.end - 1] - height[at]).abs() < 1e-6, "frame {at}");
    }
}

#[test]
fn an_event_is_passed_once_and_at_its_time() {
    let walk = clip("deepmimic/walk.txt");
    let period = walk.rate().period_secs();
    for channels in [&CHANNELS[2..], &CHANNELS[..], &[("accel", "m/s²")]] {
        let mut player = player(&walk, channels).unwrap();
        let mut poses = frames(&walk);
        for round in 0..2 {
            let (mut heard, mut previous) = (Vec::new(), -1.0);
            for update in 0..100 {
                let now = f64::from(update) / 144.0;
                while player.next_frame_secs() <= now {
                    let pose = poses.next().unwrap();
                    player.push(&pose, &Given { columns: &[0.0; 2] }).unwrap();
                }
                heard.extend(player.outputs().events().between(0, previous, now));
                previous = now;
            }
            match heard[..] {
                [at] if round == 0 => assert!((at - 10.0 * period).abs() < 1e-9, "{at}"),
                _ => assert!(round == 1 && heard.is_empty(), "{heard:?}"),
            }
            // After a restart the event does not come again, because the network has passed frame 10.
            player.restart();
            poses = frames(&walk);
        }
    }
}

#[test]
fn a_channel_of_a_whole_clip_is_an_error() {
    let walk = clip("deepmimic/walk.txt");
    let error = player(&walk, &[("mean(speed, 0.3s)", "m/s")]).unwrap_err();
    let PlayerError::Inputs(NetworkInputsError::Skeleton(difference)) = error else {
        panic!("{error}")
    };
    assert!(
        difference.to_string().contains("`mean(speed, 0.3s)`"),
        "{difference}"
    );
}
