//! `footwork sim matching LIB --filter Q --stick mixed`: plays the poses of a library with a character that a simulated
//! stick controls.

mod print;

use std::path::PathBuf;

use clap::ValueEnum;
use footwork::base::FrameRate;
use footwork::matching::{
    Filter, PlaybackError, Rules, Search, Simulation, Sticks, record_simulation, simulate_watched,
};
use footwork::tags::ClipId;
use footwork_clip::{GltfTake, Motion, StripOptions, draw_strip, write_gltf};
use footwork_pipeline::{CharacterError, ClipCharacter, PlayedClip};

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::output_file::{
    GLB_SIGNATURE, PNG_SIGNATURE, RECORDING_SIGNATURE, refuse_own, refuse_replacing, save,
};
use crate::source::LibraryArg;

/// The frame rate of a simulation, in frames per second.
const RATE: u64 = 60;
/// The longest simulation that can be written as a file, in seconds.
const MAX_WRITTEN_SECS: f64 = 600.0;

/// Play the poses of a library with a character that follows a stick.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork sim matching samples
  footwork sim matching samples --filter 'Gait.Walk' --stick circle --speed 1
  footwork sim matching samples --seconds 20 -o played.glb
  footwork sim matching samples --seconds 20 -o played.fwrec

A simulated stick leads a point by springs, and motion matching searches the poses that follow it.
It plays the clips of the skeleton with the most motion; other clips are named and left out. A
query restricts the frames. Without --speed, the stick asks for the median speed of the clips.

The answer measures the motion:
  - the speed of feet that stand in their clip
  - the distance of the character from the stick's point
  - the acceleration of joints within 0.1 s after jumps, and at other times
  - with `--stick turns`, the time that the character takes to respond

The same library and options give the same figures.

A .fwrec file records a second run: a `Character`, as in a game, follows the same stick. It may
play other poses than those of the printed figures.")]
pub(super) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// A query for the frames that may be played. `@NAME` means a saved query, and `-` reads it from standard input.
    #[arg(long, value_name = "QUERY")]
    filter: Option<String>,

    /// The movement of the stick.
    #[arg(long, value_enum, default_value_t = StickArg::Mixed)]
    stick: StickArg,

    /// The length of the simulation, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = Simulation::default().secs)]
    #[arg(allow_negative_numbers = true)]
    seconds: f64,

    /// The speed at full stick, in m/s. By default the median speed of the moving clips.
    #[arg(long, value_name = "M/S", allow_negative_numbers = true)]
    speed: Option<f64>,

    /// The seed of the random stick.
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Do not lock standing feet in place.
    #[arg(long)]
    no_foot_lock: bool,

    /// Write the played motion: to FILE.glb as a clip, to FILE.png as stick figures with bars for standing feet, jumps
    /// and played clips, or to FILE.fwrec as a recording of each frame and search, for `footwork studio --recording`.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum StickArg {
    /// Straight ahead.
    Straight,
    /// A circle with a radius of 5 m.
    Circle,
    /// A new direction and speed, or a stop, every 0.3 to 2.5 s.
    Mixed,
    /// A new direction at full speed every 0.1 to 0.5 s.
    Wild,
    /// Ahead, to one side, to the opposite side, and a stop, for 3 s each, repeatedly.
    Turns,
}

impl StickArg {
    fn sticks(self) -> Sticks {
        match self {
            Self::Straight => Sticks::Straight,
            Self::Circle => Sticks::Circle,
            Self::Mixed => Sticks::Mixed,
            Self::Wild => Sticks::Wild,
            Self::Turns => Sticks::Turns,
        }
    }

    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The kind of the written file.
#[derive(Clone, Copy)]
enum Written {
    Glb,
    Png,
    Recording,
}

pub(super) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let written = written(args)?;
    let (library, mut reading) = args.library.open(speech)?;
    if args.output.is_some() {
        reading.whole(KEPT)?;
    }
    if let Some(output) = &args.output {
        refuse_own([output].into_iter(), &library)?;
    }
    let rate = FrameRate::whole(RATE).ok_or_else(|| Failure::plain("rate", "no frame rate"))?;
    let mut query = None;
    let found = args
        .filter
        .as_deref()
        .map(|argument| {
            let text = ask::text_for(argument, &library)?;
            let db = library.database();
            let (_, bound) = ask::parse(&text, db, &reading, speech)?;
            let found = db.ranges(&bound)?;
            query = Some(text);
            Ok::<_, Failure>(found)
        })
        .transpose()?;
    // A clip without an allowed frame needs no index.
    let is_played = |clip: &ClipId| {
        let has_frames = |found: &footwork::tags::RangeSet| !found.ranges(*clip).is_empty();
        found.as_ref().is_none_or(has_frames)
    };
    let clips = library.clips().ids().filter(is_played);
    let character = ClipCharacter::build(&library, clips, rate);
    reading.note_unread(&library, speech);
    speech.note(&library.assumptions());
    let character = character.map_err(|error| {
        let is_unread = matches!(error, CharacterError::Clip { .. });
        Failure::plain("no-character", error.to_string()).unread_if(is_unread)
    })?;
    reading.note(character.findings(), speech);
    let index = character.poses().index();
    let filter = found.as_ref().map(|found| {
        let runway_secs = f64::from(Rules::default().overrun_secs);
        let filter = Filter::new(index, character.poses().landing_spans(found, runway_secs));
        filter.named(query.as_deref().unwrap_or_default())
    });
    let is_allowed = |pose| {
        let filter = filter.as_ref();
        filter.is_none_or(|filter| filter.allows(index, pose))
    };
    let start = index.candidates().find(|&pose| is_allowed(pose));
    let Some(start) = start else {
        let message = "no pose can be played: no clip continues for 1 s after an allowed pose";
        return Err(Failure::plain("no-poses", message));
    };
    let usual_mps = character.poses().usual_speed_mps(is_allowed);
    let speed_mps = args.speed.or(usual_mps);
    let mut playback = character.playback_config();
    if args.no_foot_lock {
        playback.foot_lock = None;
    }
    let simulation = Simulation {
        sticks: args.stick.sticks(),
        seed: args.seed,
        secs: args.seconds,
        speed_mps: speed_mps.unwrap_or(Simulation::default().speed_mps),
        playback,
        ..Simulation::default()
    };
    let search = Search {
        filter: filter.as_ref(),
        ..Search::default()
    };
    let mut played = PlayedClip::new(&character);
    let figures = simulate_watched(
        index,
        &character,
        character.rig(),
        start,
        &search,
        &simulation,
        |playback| {
            if matches!(written, Some(Written::Glb | Written::Png)) {
                played.push(&character, playback);
            }
        },
    )
    .map_err(bad_simulation)?;
    if let (Some(output), Some(written)) = (&args.output, written) {
        let whole = reading.whole(KEPT)?;
        let bytes = match written {
            Written::Recording => record_simulation(
                &character,
                start,
                &search,
                &simulation,
                Some(library.database().content_stamp()),
            )
            .map_err(bad_simulation)?,
            Written::Glb | Written::Png => drawn(written, &character, &played)?,
        };
        save(output, &bytes, &whole, speech)?;
    }
    let run = print::Run {
        args,
        character: &character,
        filter: filter.as_ref(),
        simulation: &simulation,
    };
    let done = print::print(&run, &figures, speech)?;
    Ok(reading.end(done, speech))
}

fn bad_simulation(error: PlaybackError) -> Failure {
    Failure::plain("bad-simulation", error.to_string())
}

const KEPT: &str = "nothing is written";

/// Returns the kind of the file to write; `None` if no file is requested. Returns an error if the file cannot be
/// written.
fn written(args: &Args) -> Result<Option<Written>, Failure> {
    let Some(output) = &args.output else {
        return Ok(None);
    };
    let extension = output.extension().and_then(|end| end.to_str());
    let written = match extension {
        Some("glb") => Written::Glb,
        Some("png") => Written::Png,
        Some("fwrec") => Written::Recording,
        _ => {
            let message = format!("{} is not a .glb, .png or .fwrec file", output.display());
            return Err(Failure::plain("unknown-format", message));
        }
    };
    if args.seconds > MAX_WRITTEN_SECS {
        let message =
            format!("a file holds at most {MAX_WRITTEN_SECS} s of motion; choose fewer --seconds");
        return Err(Failure::plain("too-long", message));
    }
    match written {
        Written::Glb => refuse_replacing(output, GLB_SIGNATURE, "a GLB file")?,
        Written::Png => refuse_replacing(output, PNG_SIGNATURE, "a PNG picture")?,
        Written::Recording => refuse_replacing(output, RECORDING_SIGNATURE, "a recording")?,
    }
    Ok(Some(written))
}

/// Returns the file with the played motion.
fn drawn(
    written: Written,
    character: &ClipCharacter,
    played: &PlayedClip,
) -> Result<Vec<u8>, Failure> {
    let fail = |error: String| Failure::plain("not-written", error);
    let clip = played
        .to_clip(character.poses().index().schema().rate())
        .map_err(|error| fail(error.to_string()))?;
    if let Written::Glb = written {
        let take = GltfTake {
            name: "played",
            clip: &clip,
            labels: None,
        };
        return write_gltf(&[take]).map_err(|error| fail(error.to_string()));
    }
    let options = StripOptions {
        title: "played".to_owned(),
        lanes: played.lanes(character),
        ..StripOptions::default()
    };
    draw_strip(&Motion::new(&clip), &options).map_err(|error| fail(error.to_string()))
}
