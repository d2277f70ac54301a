//! Draws the strip of a clip file: `strip FILE OUT.png [EVERY]`.

use std::error::Error;

use footwork_base::FrameRange;
use footwork_clip::{Limits, Motion, StripLane, StripOptions, read_clip, strip};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, out, rest @ ..] = arguments.as_slice() else {
        return Err("give a clip file, a picture to write, and perhaps frames per figure".into());
    };
    let clip = read_clip(file, &std::fs::read(file)?, None, &Limits::default())?.clip;
    let every = rest.first().map(|text| text.parse()).transpose()?;
    let motion = Motion::new(&clip);
    let speed = motion.channel(&"speed".parse()?)?;
    // Where the root moves at least at a slow walk, as an example of a lane.
    let is_moving = |frame: u32| speed.get(frame as usize).is_some_and(|&v| v > 0.5);
    let mut moving = StripLane {
        label: "speed > 0.5 m/s".into(),
        ..StripLane::default()
    };
    let mut start = None;
    for frame in 0..=clip.frame_count() {
        match (start, is_moving(frame)) {
            (None, true) => start = Some(frame),
            (Some(from), false) => {
                moving.ranges.extend(FrameRange::new(from, frame));
                start = None;
            }
            _ => {}
        }
    }
    let lanes = vec![
        moving,
        StripLane {
            label: "every second".into(),
            marks: (0..u32::MAX)
                .map(|s| f64::from(s) * clip.rate().as_f64())
                .take_while(|&frame| frame < f64::from(clip.frame_count()))
                .collect(),
            ..StripLane::default()
        },
    ];
    let options = StripOptions {
        title: file.rsplit('/').next().unwrap_or(file).into(),
        every,
        lanes,
        ..StripOptions::default()
    };
    std::fs::write(out, strip::draw(&motion, &options)?)?;
    Ok(())
}
