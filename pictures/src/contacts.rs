//! Draws the pipeline from one foot of a clip to contacts, events, a signal and back to times: the heights and
//! speeds of its joints with their thresholds, the contacts, the strikes placed by hand and those detected, the
//! encoded pair, and the decoded time to the nearest event.

pub(crate) mod panel;

use std::error::Error;
use std::path::Path;

use footwork_base::FrameRate;
use footwork_clip::{Color, JointMeasure, Motion};
use footwork_events::{
    Contact, ContactOptions, Encoding, EventTrack, Guards, JointTrack, contacts,
    heights_above_floor,
};
use footwork_library::Library;
use panel::{Panel, Panels};

/// A clip that no tuning used: a walk to a climbing frame, and up. The picture shows its left foot.
const CLIP: &str = "playground_climb_up_01";
const FOOT: usize = 0;
const EVENT: &str = "Foot.Left";

const COLORS: [Color; 3] = [[32, 112, 196], [214, 84, 32], [72, 148, 96]];
const FAINT: Color = [170, 174, 182];
const TOUCH: Color = [186, 206, 186];
const TRUTH: Color = [40, 44, 52];
const FOUND: Color = [192, 40, 90];

/// One foot of a clip with its contacts and events.
struct Foot {
    rate: FrameRate,
    frames: usize,
    names: Vec<String>,
    heights: Vec<Vec<f32>>,
    speeds: Vec<Vec<f32>>,
    contacts: Vec<Contact>,
    /// The strikes placed by hand, in frames.
    truth: Vec<f64>,
    found: Vec<f64>,
}

/// Draws `docs/contacts.png`.
pub(crate) fn draw(root: &Path) -> Result<(), Box<dyn Error>> {
    let options = ContactOptions::default();
    let foot = read(root, &options)?;
    let mut canvas = Panels::new(1200, 840).ok_or("the picture has no pixels")?;
    let title = format!("{CLIP}, left foot: from motion to events, to a signal and back");
    canvas.text(&title, [16.0, 10.0], TRUTH);
    draw_motion(&mut canvas, &foot, &options);
    draw_events(&mut canvas, &foot);
    draw_signal(&mut canvas, &foot)?;
    std::fs::write(root.join("docs/contacts.png"), canvas.into_png()?)?;
    Ok(())
}

fn read(root: &Path, options: &ContactOptions) -> Result<Foot, Box<dyn Error>> {
    let library = Library::open(&root.join("samples"))?;
    let id = library.find_clip(CLIP)?;
    let clip = library.load(id)?.clip;
    let feet = clip.skeleton().feet();
    let joints = &feet.get(FOOT).ok_or("the clip has no feet")?.joints;
    let motion = Motion::new(&clip);
    let channels = |measure| -> Vec<Vec<f32>> {
        let channels = joints.iter();
        channels
            .filter_map(|&joint| motion.joint_channel(joint, measure))
            .collect()
    };
    let (heights, speeds) = (
        channels(JointMeasure::Height),
        channels(JointMeasure::Speed),
    );
    let tracks = heights.iter().zip(&speeds);
    let tracks: Vec<_> = tracks
        .map(|(heights, speeds)| JointTrack { heights, speeds })
        .collect();
    let contacts = contacts(&tracks, clip.rate(), options)?;
    let name = EVENT.parse()?;
    let events = library.clips()[id].events();
    let strikes = contacts.iter().filter_map(|contact| contact.strike_secs);
    Ok(Foot {
        rate: clip.rate(),
        frames: clip.frame_count() as usize,
        names: joints
            .iter()
            .filter_map(|&joint| Some(clip.skeleton().joint(joint)?.name.clone()))
            .collect(),
        truth: events
            .filter(|(event, _)| **event == name)
            .map(|(_, frame)| frame)
            .collect(),
        found: strikes.map(|secs| secs * clip.rate().as_f64()).collect(),
        heights,
        speeds,
        contacts,
    })
}

fn panel(top: f64, height: f64, foot: &Foot, values: [f64; 2], title: &str) -> Panel {
    Panel {
        top,
        height,
        frames: foot.frames as f64 - 1.0,
        values,
        title: title.to_owned(),
    }
}

/// Draws each joint's height above its local floor and its speed, with the thresholds.
fn draw_motion(canvas: &mut Panels, foot: &Foot, options: &ContactOptions) {
    let height = panel(
        40.0,
        170.0,
        foot,
        [0.0, 0.6],
        "height above the joint's local floor, m (cut at 0.6)",
    );
    let speed = panel(230.0, 130.0, foot, [0.0, 5.0], "speed, m/s (cut at 5)");
    for panel in [&height, &speed] {
        canvas.frame(panel);
        for contact in &foot.contacts {
            let range = contact.range;
            let ends = [f64::from(range.start()), f64::from(range.stop())];
            canvas.band(panel, ends, TOUCH);
        }
    }
    canvas.level(&height, options.touch_height_m, FAINT, "touch");
    canvas.level(&height, options.lift_height_m, FAINT, "lift");
    canvas.level(&speed, options.touch_speed_mps, FAINT, "touch");
    canvas.level(&speed, options.lift_speed_mps, FAINT, "lift");
    let joints = foot.heights.iter().zip(&foot.speeds).zip(&foot.names);
    for (index, ((heights, speeds), name)) in joints.enumerate() {
        let color = COLORS[index % COLORS.len()];
        let heights = heights_above_floor(heights, options.clear_height_m);
        let speeds: Vec<f64> = speeds.iter().map(|&v| f64::from(v)).collect();
        canvas.curve(&height, &heights, color);
        canvas.curve(&speed, &speeds, color);
        canvas.text(name, [820.0 + 130.0 * index as f64, 26.0], color);
    }
}

/// Draws the contacts as bars, and the events placed by hand and detected.
fn draw_events(canvas: &mut Panels, foot: &Foot) {
    let bars = panel(
        390.0,
        60.0,
        foot,
        [0.0, 1.0],
        "contacts, strikes found (red) and placed by hand (black)",
    );
    canvas.frame(&bars);
    for contact in &foot.contacts {
        let range = contact.range;
        let ends = [f64::from(range.start()), f64::from(range.stop())];
        canvas.band(&bars, ends, TOUCH);
    }
    for &frame in &foot.truth {
        canvas.mark(&bars, frame, [0.0, 0.45], TRUTH);
    }
    for &frame in &foot.found {
        canvas.mark(&bars, frame, [0.55, 1.0], FOUND);
    }
}

/// Draws the signal encoded from the strikes placed by hand, and what it decodes to.
fn draw_signal(canvas: &mut Panels, foot: &Foot) -> Result<(), Box<dyn Error>> {
    let secs = |frame: &f64| frame * foot.rate.period_secs();
    let track = EventTrack::new(foot.truth.iter().map(secs).collect())?;
    let encoding = Encoding::from_gaps(std::slice::from_ref(&track), foot.rate);
    let signal = encoding.encode(&[track], foot.rate, foot.frames)?;
    let pairs = signal.as_chunks::<2>().0;
    let window = encoding.window_secs();

    let title = format!("encoded: sin and cos, window {window:.2} s");
    let encoded = panel(480.0, 130.0, foot, [-1.1, 1.1], &title);
    canvas.frame(&encoded);
    canvas.level(&encoded, 0.0, FAINT, "0");
    for (column, name) in ["sin", "cos"].into_iter().enumerate() {
        let values: Vec<f64> = pairs.iter().map(|pair| f64::from(pair[column])).collect();
        canvas.curve(&encoded, &values, COLORS[column]);
        canvas.text(name, [1080.0 + 40.0 * column as f64, 466.0], COLORS[column]);
    }

    let title = "decoded: time to the nearest event, s; it fires (red) where this falls through 0";
    let decoded = panel(640.0, 170.0, foot, [-window, window], title);
    canvas.frame(&decoded);
    canvas.level(&decoded, 0.0, FAINT, "0");
    for &frame in &foot.truth {
        canvas.mark(&decoded, frame, [0.0, 0.1], TRUTH);
    }
    // Leave a gap if nothing is decoded, and between one event and the next.
    let mut run: Vec<[f64; 2]> = Vec::new();
    for (frame, pair) in pairs.iter().enumerate() {
        let time = encoding.decode(*pair);
        let is_jump = |time: f64| run.last().is_some_and(|last| time > last[1]);
        if time.is_none_or(is_jump) {
            canvas.points(&decoded, &run, COLORS[0]);
            run.clear();
        }
        run.extend(time.map(|time| [frame as f64, time]));
    }
    canvas.points(&decoded, &run, COLORS[0]);
    // The default guards are valid.
    let found = encoding.decode_all(pairs, foot.rate, Guards::default());
    for time in found.into_iter().flat_map(|found| found.times) {
        canvas.dot(&decoded, [time * foot.rate.as_f64(), 0.0], FOUND);
    }
    canvas.seconds(&decoded, foot.rate.as_f64(), TRUTH);
    Ok(())
}
