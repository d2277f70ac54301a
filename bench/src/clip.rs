//! Clips: reading BVH text, compared with `bvh_anim`.
//!
//! The bars come from the specification of the library.

use std::fmt::Write as _;

use footwork_clip::{BvhDocument, Limits, read_bvh};

use crate::figure;
use crate::measure::{Contender, in_turn, median_secs};
use crate::random::Random;
use crate::report::{Bar, Block, Outcome, Section, Table};

const JOINTS: usize = 31;
const FRAMES: u32 = 10_000;
/// The number of joints in a chain. After them, the next chain begins at the root.
const CHAIN: usize = 6;
const READ_BAR: Bar = Bar::at_least(300.0).printed(|mb| format!("{} MB/s", figure::plain(mb)));

const READ: &str = "ours: `read_bvh`, f64";
const READ_TO_CLIP: &str = "ours: `read_bvh` and `to_clip`";
const PEER: &str = "bvh_anim: `from_bytes`, f32";

/// Measures everything about clips.
pub(crate) fn run() -> Outcome<Section> {
    let text = bvh_text();
    let document = read(&text)?;
    check_peer(&document, &text)?;
    let mut losses = Vec::new();
    let reading = reading(&text, &mut losses)?;
    Ok(Section {
        title: "Clips",
        peers: &["bvh_anim"],
        blocks: vec![Block::Table(reading)],
        losses,
    })
}

fn read(text: &str) -> Outcome<BvhDocument> {
    Ok(read_bvh(text.as_bytes(), &Limits::default())?.0)
}

/// Returns the text of a file with 31 joints, in chains from the root that each end in an end site. Every channel makes a
/// random walk, printed with six decimals.
fn bvh_text() -> String {
    let mut text = String::from(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0.000000 0.000000 0.000000\n\
         CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n",
    );
    for first in (1..JOINTS).step_by(CHAIN) {
        let chain = first..JOINTS.min(first + CHAIN);
        for joint in chain.clone() {
            let _ = write!(
                text,
                "JOINT Joint{joint}\n{{\nOFFSET {joint}.250000 9.125000 -0.500000\n\
                 CHANNELS 3 Zrotation Yrotation Xrotation\n"
            );
        }
        text.push_str("End Site\n{\nOFFSET 0.000000 4.000000 0.000000\n}\n");
        text.push_str(&"}\n".repeat(chain.len()));
    }
    let _ = write!(text, "}}\nMOTION\nFrames: {FRAMES}\nFrame Time: 0.008333\n");
    let mut random = Random::new(0xc11b);
    let mut values = vec![0.0; 3 + 3 * JOINTS];
    for _ in 0..FRAMES {
        for (channel, value) in values.iter_mut().enumerate() {
            *value += random.around_zero(2.0);
            *value = f64::clamp(*value, -170.0, 170.0);
            let separator = if channel == 0 { "" } else { " " };
            let _ = write!(text, "{separator}{value:.6}");
        }
        text.push('\n');
    }
    text
}

/// Checks that bvh_anim reads every number as Footwork does, rounded to f32.
fn check_peer(document: &BvhDocument, text: &str) -> Outcome<()> {
    let peer = bvh_anim::from_bytes(text)?;
    let mut rows = 0;
    for (index, row) in (0..FRAMES).zip(peer.frames()) {
        let own = document.row(index).ok_or("we read fewer frames")?;
        let near = |(own, peer): (&f64, &f32)| (own - f64::from(*peer)).abs() < 1e-4;
        let same = own.len() == row.len() && own.iter().zip(row.as_slice()).all(near);
        if !same {
            return Err(format!("bvh_anim reads other numbers in frame {index}").into());
        }
        rows += 1;
    }
    if rows != FRAMES {
        return Err(format!("bvh_anim reads {rows} frames of {FRAMES}").into());
    }
    Ok(())
}

fn reading(text: &str, losses: &mut Vec<String>) -> Outcome<Table> {
    let bytes = u32::try_from(text.len())?;
    let timings = in_turn(vec![
        Contender::new(READ, || read(text)),
        Contender::new(READ_TO_CLIP, || read(text).map(|d| d.to_clip(1.0))),
        Contender::new(PEER, || bvh_anim::from_bytes(text)),
    ]);
    let speed = |secs: f64| f64::from(bytes) / 1e6 / secs;
    let peer = speed(median_secs(&timings, PEER));
    let title = format!(
        "Reading BVH text of {JOINTS} joints and {FRAMES} frames, {}, on one core",
        figure::bytes(u64::from(bytes))
    );
    let head = "contender | time | ± | MB/s | times as fast as bvh_anim | bar";
    let mut table = Table::new(title, head);
    for timing in &timings {
        let speed = speed(timing.median_secs);
        let mut bar = String::new();
        if timing.name == READ {
            bar = READ_BAR.judge(READ, speed, losses);
            if speed < peer {
                let ratio = figure::plain(peer / speed);
                losses.push(format!("{READ}: *bvh_anim* is {ratio} times as fast."));
            }
        }
        let more = [figure::plain(speed), figure::plain(speed / peer), bar];
        table.row(timing.cells(1.0).into_iter().chain(more));
    }
    Ok(table)
}
