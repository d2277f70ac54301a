//! Records a simulation.

use crate::character::{Character, CharacterConfig, Input, Repertoire, Want};
use crate::place::Placement;
use crate::playback::PlaybackError;
use crate::pose_id::PoseId;
use crate::recording::{MAX_RECORDED_FRAMES, RecordConfig};
use crate::search::Search;
use crate::simulate::script::Script;
use crate::simulate::{DT, MAX_SIMULATION_SECS, Simulation};
use crate::world::OpenWorld;

/// Simulates a [`Character`] that follows the stick of a simulation on open ground, and returns its recording as bytes.
/// [`Recording::from_bytes`](crate::Recording::from_bytes) opens them. `tags_stamp` is the stamp of the tag database
/// behind the filter.
///
/// # Errors
/// Returns the errors of [`Character::new`], [`Character::update`] and [`Character::record`], and
/// [`PlaybackError::Simulation`] for a time outside 0 to 10 hours.
pub fn record_simulation(
    repertoire: impl Repertoire,
    start: PoseId,
    search: &Search<'_>,
    simulation: &Simulation,
    tags_stamp: Option<u64>,
) -> Result<Vec<u8>, PlaybackError> {
    if !(0.0..=MAX_SIMULATION_SECS).contains(&simulation.secs) {
        return Err(PlaybackError::Simulation);
    }
    let config = CharacterConfig {
        controller: simulation.controller,
        playback: simulation.playback.clone(),
        ..CharacterConfig::default()
    };
    let mut character = Character::new(repertoire, config, start, Placement::default())?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most 10 hours of frames"
    )]
    let frames = (simulation.secs / DT).ceil() as usize;
    let kept = frames.clamp(1, MAX_RECORDED_FRAMES);
    character.record(Some(RecordConfig {
        frames: kept,
        searches: kept,
        tags_stamp,
    }))?;
    let mut script = Script::new(simulation);
    for frame in 0..frames {
        let (stick, _) = script.stick(frame as f64 * DT);
        let input = Input {
            want: Want::Stick(stick.velocity_mps),
            heading_rad: stick.heading_rad,
            filter: search.filter,
            soft: search.soft,
            stay: search.stay,
            weights: search.weights,
        };
        character.update(DT, &input, &mut OpenWorld)?;
    }
    let mut bytes = Vec::new();
    character.write_recording(&mut bytes);
    Ok(bytes)
}
