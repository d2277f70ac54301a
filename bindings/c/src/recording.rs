//! Recordings of characters, which the studio opens.

use footwork::matching::RecordConfig;

use crate::character::{Acting, CHARACTERS, fw_character};
use crate::door::{Buffer, Grows, call, fill_sized, out, size_field, sized};
use crate::error::{Fault, fw_error, fw_status};

/// The capacity of a recording. Set `size`, then call `fw_record_config_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fw_record_config {
    /// `sizeof(fw_record_config)`.
    pub size: u32,
    /// The number of updates to keep, at 40 bytes each. 3600 by default, which is a minute at 60 updates per second.
    pub frames: u32,
    /// The number of searches to keep, at about 370 bytes each. 1200 by default.
    pub searches: u32,
    /// Always 0.
    pub reserved: u32,
    /// The `fw_database_content_stamp` of the tags that filters come from. The studio can then tell if its tags differ. 0,
    /// the default, means unknown.
    pub tags_stamp: u64,
}

// SAFETY: all fields are plain numbers, and the first is the size.
unsafe impl Grows for fw_record_config {
    const NAME: &'static str = "fw_record_config";
}

/// Fills the defaults in. Set `size` before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_record_config_default(
    config: *mut fw_record_config,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let from = RecordConfig::default();
        let narrow = |rows: usize| u32::try_from(rows).unwrap_or(u32::MAX);
        let defaults = fw_record_config {
            size: size_field::<fw_record_config>(),
            frames: narrow(from.frames),
            searches: narrow(from.searches),
            reserved: 0,
            tags_stamp: 0,
        };
        fill_sized(config, defaults)?;
    })
}

/// Begins to record all updates of a character from now on, with the shown pose and the candidates of each search. The latest
/// ones are kept. Recording changes no pose. An earlier recording is dropped. `config` may be NULL for the default. This call
/// allocates; recorded updates do not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_record(
    character: fw_character,
    config: *const fw_record_config,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let config = if config.is_null() {
            RecordConfig::default()
        } else {
            let given = sized(config)?;
            RecordConfig {
                frames: given.frames as usize,
                searches: given.searches as usize,
                tags_stamp: (given.tags_stamp != 0).then_some(given.tags_stamp),
            }
        };
        let mut acting = CHARACTERS.take(character.handle)?;
        let done = acting.character.record(Some(config));
        done.map_err(Fault::caused)?;
    })
}

/// Stops recording a character, and drops the recording.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_stop_recording(
    character: fw_character,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let mut acting = CHARACTERS.take(character.handle)?;
        acting.character.record(None).map_err(Fault::caused)?;
    })
}

/// Writes whether updates of a character are recorded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_is_recording(
    character: fw_character,
    is_recording: *mut u8,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let is_recording = out(is_recording, "is_recording")?;
        let acting = CHARACTERS.take(character.handle)?;
        is_recording.write(u8::from(acting.character.is_recording()));
    })
}

/// Writes the recording so far as the bytes of a `.fwrec` file, which the studio opens. Recording continues. It is an error
/// if updates are not recorded. This call allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_character_recording(
    character: fw_character,
    bytes: *mut u8,
    bytes_capacity: usize,
    bytes_count: *mut usize,
    error: *mut fw_error,
) -> fw_status {
    call!(error, {
        let room = Buffer::new(bytes, bytes_capacity, bytes_count, "bytes")?;
        let mut acting = CHARACTERS.take(character.handle)?;
        let Acting {
            character, saved, ..
        } = &mut *acting;
        saved.clear();
        if !character.write_recording(saved) {
            let message = "the character does not record: start its recording first";
            return Err(Fault::range(message));
        }
        room.fill(saved.len(), saved.iter().copied())?;
    })
}
