//! A library of many small clips: 20 joints, 30 to 120 frames, a sidecar each.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use footwork_sidecar::ClipHash;

use crate::random::Random;

const JOINTS: usize = 20;
const TAGS: [&str; 8] = [
    "Action.Jump",
    "Direction.Left",
    "Direction.Turn",
    "Gait.Run",
    "Gait.Walk",
    "Phase.Land",
    "Source.Capture",
    "Style.Tired",
];

/// Writes the clips below `root`, with file times an hour ago. Returns the size of the clips in bytes,
/// without the sidecars.
pub(crate) fn library(root: &Path, clips: u32) -> io::Result<u64> {
    let mut random = Random::new(0x1b5a);
    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    let mut total = 0;
    for number in 0..clips {
        let folder = root.join(format!("take{:02}", number / 100));
        fs::create_dir_all(&folder)?;
        let frames = 30 + random.below(91);
        let name = format!("clip_{number:05}.bvh");
        let text = bvh(frames, &mut random);
        total += text.len() as u64;
        let path = folder.join(&name);
        fs::write(&path, &text)?;
        File::options()
            .write(true)
            .open(&path)?
            .set_modified(hour_ago)?;
        let hash = ClipHash::from_bytes(text.as_bytes());
        let sidecar = sidecar(&name, frames, hash, &mut random);
        fs::write(folder.join(name + ".tags"), sidecar)?;
    }
    Ok(total)
}

fn bvh(frames: u32, random: &mut Random) -> String {
    let mut text = String::from(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n\
         CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n",
    );
    for joint in 1..JOINTS {
        let _ = write!(
            text,
            "JOINT Joint{joint}\n{{\nOFFSET 0.5 9.125 -0.5\nCHANNELS 3 Zrotation Yrotation Xrotation\n"
        );
    }
    text.push_str("End Site\n{\nOFFSET 0 4 0\n}\n");
    text.push_str(&"}\n".repeat(JOINTS));
    let _ = write!(text, "MOTION\nFrames: {frames}\nFrame Time: 0.033333\n");
    for _ in 0..frames {
        for _ in 0..3 + 3 * JOINTS {
            let _ = write!(text, "{:.4} ", random.around_zero(90.0));
        }
        text.push('\n');
    }
    text
}

fn sidecar(name: &str, frames: u32, hash: ClipHash, random: &mut Random) -> String {
    let mut text = format!("footwork-tags 1\nclip {name}\nframes {frames}\nrate 30\nhash {hash}\n");
    let mut left = 3 + random.below(4) as usize;
    for (at, tag) in TAGS.iter().enumerate() {
        let is_taken = random.below(2) == 0 || TAGS.len() - at <= left;
        if left > 0 && is_taken {
            let start = random.below(frames / 2);
            let stop = start + 1 + random.below(frames / 2);
            let _ = writeln!(text, "tag {tag} {start} {stop}");
            left -= 1;
        }
    }
    for event in ["Foot.Left", "Foot.Right"] {
        let _ = writeln!(text, "event {event} {}", random.below(frames));
    }
    text
}
