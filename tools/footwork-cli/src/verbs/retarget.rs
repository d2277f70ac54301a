//! `footwork retarget LIB 'Q' --onto TARGET -o DIR`: writes clips on another skeleton.

use footwork_library::Library;
use footwork_pipeline::{Edit, Target, read_target};

use crate::derived::{CopyArgs, whole_clips};
use crate::failure::Failure;
use crate::output::{Done, Speech, note};

/// Write copies of clips on the skeleton of another clip.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork retarget samples 'Gait' --onto cmu/playground_turn_right_jump_01.bvh -o on-cmu
  footwork retarget samples all --onto character.glb -o on-character --as glb
  footwork retarget samples 'clip(\"cmu/*\")' --onto 'moves.glb#Idle' -o out --dry-run

Joints are matched by their roles, bones have the lengths of the other skeleton, standing feet stay
in place and hands stay on what they touch. Copies as GLB keep the meshes and materials of a glTF
character without animations. Every clip in which the query finds a frame is copied whole, with its tags and
events. All copies are written, or none: an error lists each clip that does not fit, and
--partial leaves those clips out.")]
pub(crate) struct Args {
    #[command(flatten)]
    copies: CopyArgs,

    /// The skeleton: the name of a clip in the library, a clip file, or `file.glb#Animation`.
    #[arg(long, value_name = "TARGET")]
    onto: String,

    /// The frame, from 0, on which each clip stands most like a T-pose or an A-pose. By default, a clip whose rest pose does
    /// not stand is read by the frame that is nearest to one.
    #[arg(long, value_name = "FRAME")]
    rest_frame: Option<u32>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let selected = args.copies.select(speech)?;
    let edit = onto(&args.onto, args.rest_frame, &selected.library, speech)?;
    args.copies
        .run(&selected, &whole_clips(&selected), edit, speech)
}

/// Returns the edit that puts clips on a target, and prints what its reader noticed.
pub(super) fn onto(
    name: &str,
    rest_frame: Option<u32>,
    library: &Library,
    speech: Speech,
) -> Result<Edit, Failure> {
    let target = read_target(library, name).map_err(|error| {
        Failure::plain(error.code, format!("--onto {name}: {error}")).maybe_hint(error.hint.clone())
    })?;
    let Target {
        onto,
        body,
        mesh,
        notes,
    } = target;
    for (code, message) in notes {
        speech.note(&[note(name, code, message)]);
    }
    Ok(Edit::Retarget {
        onto,
        rest_frame,
        body,
        mesh,
    })
}
