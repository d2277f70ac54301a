//! Draws a character driven by motion matching over the samples: the played motion as stick figures, and the speed of the left
//! foot with and without the foot lock.

use std::error::Error;
use std::path::Path;

use footwork::base::FrameRate;
use footwork::matching::{Filter, PoseSource, Rules, Search, Simulation, Sticks, simulate_watched};
use footwork_clip::{Color, Motion, StripOptions, draw_strip};
use footwork_library::Library;
use footwork_pipeline::{ClipCharacter, PlayedClip};

use crate::contacts::panel::{Panel, Panels};

/// Three walks of one skeleton.
const QUERY: &str = "Gait.Walk & Source.DeepMimic";
const SECS: f64 = 10.0;
const INK: Color = [40, 44, 52];
const STANDS: Color = [186, 206, 186];
const JUMP: Color = [170, 174, 182];
const FREE: Color = [214, 84, 32];
const HELD: Color = [32, 112, 196];

/// The contacts, speeds and jumps of the left foot.
#[derive(Default)]
struct Foot {
    stands: Vec<bool>,
    speeds_mps: Vec<f64>,
    jumps: Vec<f64>,
}

/// Draws `docs/matching.png` and `docs/matching-strip.png`.
pub(crate) fn draw(root: &Path) -> Result<(), Box<dyn Error>> {
    let library = Library::open(&root.join("samples"))?;
    let found = library.database().query(QUERY)?;
    let clips = library.clips().ids();
    let clips = clips.filter(|&clip| !found.ranges(clip).is_empty());
    let rate = FrameRate::whole(60).ok_or("the frame rate is 0")?;
    let character = ClipCharacter::build(&library, clips, rate)?;
    let (held, played) = play(&character, &found, Sticks::Circle, true)?;
    let (free, _) = play(&character, &found, Sticks::Circle, false)?;
    let mut canvas = Panels::new(1200, 420).ok_or("the picture has no pixels")?;
    canvas.text(
        "speed of the left foot; the stick turns in a circle",
        [16.0, 10.0],
        INK,
    );
    for (top, foot, color, title) in [
        (50.0, &free, FREE, "without the foot lock, m/s (cut at 3)"),
        (240.0, &held, HELD, "with the foot lock, m/s (cut at 3)"),
    ] {
        let panel = Panel {
            top,
            height: 130.0,
            frames: foot.speeds_mps.len() as f64 - 1.0,
            values: [0.0, 3.0],
            title: title.to_owned(),
        };
        canvas.frame(&panel);
        for (frame, _) in foot
            .stands
            .iter()
            .enumerate()
            .filter(|(_, stands)| **stands)
        {
            let start = frame as f64;
            canvas.band(&panel, [start, start + 1.0], STANDS);
        }
        for &jump in &foot.jumps {
            canvas.mark(&panel, jump, [0.0, 1.0], JUMP);
        }
        canvas.curve(&panel, &foot.speeds_mps, color);
        canvas.seconds(&panel, rate.as_f64(), INK);
    }
    std::fs::write(root.join("docs/matching.png"), canvas.into_png()?)?;
    let clip = played.to_clip(rate)?;
    let options = StripOptions {
        title: "the played motion; the stick turns in a circle".to_owned(),
        lanes: played.lanes(&character),
        ..StripOptions::default()
    };
    let strip = draw_strip(&Motion::new(&clip), &options)?;
    std::fs::write(root.join("docs/matching-strip.png"), strip)?;
    Ok(())
}

fn play(
    character: &ClipCharacter,
    found: &footwork::tags::RangeSet,
    sticks: Sticks,
    is_held: bool,
) -> Result<(Foot, PlayedClip), Box<dyn Error>> {
    let index = character.poses().index();
    let runway_secs = Rules::default().overrun_secs.into();
    let filter = Filter::new(index, character.poses().landing_spans(found, runway_secs));
    let is_allowed = |pose| filter.allows(index, pose);
    let start = index.candidates().find(|&pose| is_allowed(pose));
    let speed_mps = character.poses().usual_speed_mps(is_allowed);
    let mut simulation = Simulation {
        sticks,
        secs: SECS,
        speed_mps: speed_mps.ok_or("nothing moves")?,
        playback: character.playback_config(),
        ..Simulation::default()
    };
    if !is_held {
        simulation.playback.foot_lock = None;
    }
    let search = Search {
        filter: Some(&filter),
        ..Search::default()
    };
    let joint = character.rig().feet()[0];
    let (mut foot, mut played) = (Foot::default(), PlayedClip::new(character));
    let mut last = None::<[f32; 3]>;
    simulate_watched(
        index,
        character,
        character.rig(),
        start.ok_or("nothing may play")?,
        &search,
        &simulation,
        |playback| {
            let state = playback.matcher().state();
            let at = playback.joints_m()[joint];
            let way = last.map_or([0.0; 3], |last| [0, 1, 2].map(|i| at[i] - last[i]));
            let way_m = way.iter().map(|x| f64::from(x * x)).sum::<f64>().sqrt();
            if state.since_jump_secs == 0.0 {
                foot.jumps.push(foot.speeds_mps.len() as f64);
            }
            foot.speeds_mps.push(60.0 * way_m);
            foot.stands.push(character.standing(state.pose)[0]);
            played.push(character, playback);
            last = Some(at);
        },
    )?;
    Ok((foot, played))
}
