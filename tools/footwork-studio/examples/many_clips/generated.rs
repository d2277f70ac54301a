//! A generated library: short walks of one skeleton, with tags that depend on the number of the clip.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use footwork_base::{FrameRange, FrameRate, Name};
use footwork_sidecar::{ClipHash, Sidecar};

/// The size of the library.
pub(crate) struct Shape {
    /// The number of clips. Each has about a hundred frames.
    pub(crate) clips: u32,
    /// The number of spans per clip.
    pub(crate) spans: u32,
    /// The number of different tags in all clips together.
    pub(crate) tags: u32,
    /// The length of an additional clip, `long.bvh`, in frames; 0 for no such clip.
    pub(crate) long_frames: u32,
    /// The number of tags of the long clip.
    pub(crate) long_tags: u32,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            clips: 100,
            spans: 20,
            tags: 40,
            long_frames: 0,
            long_tags: 64,
        }
    }
}

const RATE: u64 = 60;

const SKELETON: &str = "HIERARCHY
ROOT Hips
{
 OFFSET 0 0 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
 JOINT Spine
 {
  OFFSET 0 0.2 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT Head
  {
   OFFSET 0 0.4 0
   CHANNELS 3 Zrotation Xrotation Yrotation
   End Site
   {
    OFFSET 0 0.2 0
   }
  }
 }
 JOINT LeftLeg
 {
  OFFSET 0.1 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT LeftFoot
  {
   OFFSET 0 -0.85 0
   CHANNELS 3 Zrotation Xrotation Yrotation
   End Site
   {
    OFFSET 0 0 0.15
   }
  }
 }
 JOINT RightLeg
 {
  OFFSET -0.1 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT RightFoot
  {
   OFFSET 0 -0.85 0
   CHANNELS 3 Zrotation Xrotation Yrotation
   End Site
   {
    OFFSET 0 0 0.15
   }
  }
 }
}
";

/// Writes the library into a folder. Creates the folder if it does not exist.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub(crate) fn write(folder: &Path, shape: &Shape) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("footwork.toml"), config(shape))?;
    for clip in 0..shape.clips {
        let part = folder.join(format!("take_{:02}", clip / 250));
        fs::create_dir_all(&part)?;
        let frames = 90 + clip % 61;
        let spans = (0..shape.spans).map(|span| {
            let tag = (clip * 7 + span * 3) % shape.tags.max(1);
            let start = (clip * 11 + span * 17) % (frames - 20);
            (tag, start, start + 5 + (clip + span) % 15)
        });
        let name = format!("walk_{clip:05}.bvh");
        clip_and_sidecar(&part, &name, frames, spans)?;
    }
    if shape.long_frames > 0 {
        let frames = shape.long_frames;
        let spans = (0..shape.long_tags).flat_map(|tag| {
            let step = 40 + tag * 5;
            let starts = (tag * 3..frames.saturating_sub(step)).step_by(step as usize);
            starts.map(move |start| (tag, start, start + step / 2))
        });
        clip_and_sidecar(folder, "long.bvh", frames, spans)?;
    }
    Ok(())
}

/// Returns the name of the tag with a number.
fn tag(number: u32) -> String {
    let groups = ["Gait", "Style", "Direction", "Contact"];
    let group = groups[number as usize % groups.len()];
    format!("{group}.T{number:02}")
}

fn config(shape: &Shape) -> String {
    let mut text = "name = \"Many clips\"\nlength_unit = \"m\"\n".to_owned();
    for number in 0..shape.tags.max(shape.long_tags) {
        let name = tag(number);
        let colour = number.wrapping_mul(2_654_435_761) >> 8;
        _ = write!(text, "\n[tags.\"{name}\"]\ncolour = \"#{colour:06x}\"\n");
    }
    text + "\n[events.\"Foot.Left\"]\n[events.\"Foot.Right\"]\n"
}

fn clip_and_sidecar(
    folder: &Path,
    name: &str,
    frames: u32,
    spans: impl Iterator<Item = (u32, u32, u32)>,
) -> io::Result<()> {
    let clip = bvh(frames);
    let rate = FrameRate::whole(RATE).unwrap_or(FrameRate::ONE);
    let mut sidecar = Sidecar::new(name, frames, rate, ClipHash::from_bytes(clip.as_bytes()));
    for (number, start, stop) in spans {
        let (tag, range) = (tag(number).parse::<Name>(), FrameRange::new(start, stop));
        if let (Ok(tag), Some(range)) = (tag, range) {
            sidecar.paint(&tag, range);
        }
    }
    for step in 0..frames / 20 {
        let foot = ["Foot.Left", "Foot.Right"][step as usize % 2].parse::<Name>();
        if let Ok(foot) = foot {
            sidecar.add_event(&foot, f64::from(step) * 20.0 + 10.5);
        }
    }
    fs::write(folder.join(name), clip)?;
    fs::write(folder.join(format!("{name}.tags")), sidecar.to_bytes())
}

/// Returns the BVH text of a straight walk with swinging legs.
fn bvh(frames: u32) -> String {
    let mut text = format!("{SKELETON}MOTION\nFrames: {frames}\nFrame Time: 0.0166667\n");
    for frame in 0..frames {
        let swing = f64::from((frame % 40).abs_diff(20)) * 3.0 - 30.0;
        let ahead = f64::from(frame) * 0.02;
        _ = writeln!(
            text,
            "0 0.9 {ahead:.3} 0 0 0 0 0 0 0 0 0 0 {swing} 0 0 0 0 0 {} 0 0 0 0",
            -swing
        );
    }
    text
}
