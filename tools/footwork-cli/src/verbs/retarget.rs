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

Joints are matched by their roles, and bones have the lengths of the other skeleton. Standing feet
stay in place, and hands stay on what they touch. If the target is a character in GLB, copies in
GLB keep its meshes, materials and animations. Every clip in which the query finds a frame is
copied whole, with its tags and events. Either all copies are written or none: errors name the
clips that do not fit, and --partial leaves those clips out.")]
pub(crate) struct Args {
    #[command(flatten)]
    copies: CopyArgs,

    /// The skeleton: the name of a clip in the library, a clip file, or `file.glb#Animation`.
    #[arg(long, value_name = "TARGET")]
    onto: String,

    /// The frame of each clip, from 0, to use as its reference pose. It should be near a T-pose or an A-pose. By
    /// default, the reference pose is the rest pose if it stands upright, and otherwise the frame nearest to a
    /// T-pose or an A-pose.
    #[arg(long, value_name = "FRAME")]
    rest_frame: Option<u32>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let selected = args.copies.select(speech)?;
    let edit = onto(&args.onto, args.rest_frame, &selected.library, speech)?;
    args.copies
        .run(&selected, &whole_clips(&selected), edit, speech)
}

/// Returns the edit that moves clips onto a target skeleton. Prints the notes from reading the target.
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
