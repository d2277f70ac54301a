//! The state of a character as bytes. One list of fields serves both saving and restoring, so they cannot differ.

use crate::archive::Archive;
use crate::character::{Character, Repertoire};
use crate::matcher::Step;

/// The first bytes of a saved state. The last of them is the version.
const MAGIC: [u8; 8] = *b"fwchar\0\x02";
const CHECKSUM_BYTES: usize = 4;

/// The reason why a state was not restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes are not a saved character of this version.
    Format,
    /// The bytes are damaged or cut off.
    Damaged,
    /// The state was saved with another index or another number of joints, or only one of the two characters has a foot
    /// lock.
    Other,
}

footwork_base::display! { RestoreError:
    Self::Format => "the bytes are not a saved character of this version";
    Self::Damaged => "the saved character is damaged or cut off";
    Self::Other => "the character was saved with another index or skeleton";
}

impl std::error::Error for RestoreError {}

impl<R: Repertoire + Clone> Character<R> {
    /// Appends the state to `bytes`, for a rollback or another process. After [`Character::restore`], the same updates
    /// give the same bits. The state does not include the configuration, filters and clips. Allocates nothing if
    /// `bytes` has enough capacity.
    pub fn save(&mut self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        bytes.extend(MAGIC);
        bytes.extend(self.repertoire.index().stamp().to_le_bytes());
        let mut archive = Archive::Write(bytes);
        self.visit(&mut archive);
        let checksum = crc32fast::hash(&bytes[start..]);
        bytes.extend(checksum.to_le_bytes());
    }

    /// Restores a state saved by a character with the same index and configuration.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a saved character of this version, if they are damaged, or if the saved
    /// character had another index or another number of joints. Also returns an error if only one of the two characters
    /// has a foot lock. After an error, the character is unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), RestoreError> {
        let body = bytes.strip_prefix(&MAGIC).ok_or(RestoreError::Format)?;
        let Some((whole, checksum)) = bytes.split_last_chunk::<CHECKSUM_BYTES>() else {
            return Err(RestoreError::Damaged);
        };
        if crc32fast::hash(whole) != u32::from_le_bytes(*checksum) {
            return Err(RestoreError::Damaged);
        }
        let Some((stamp, rest)) = body.split_first_chunk::<8>() else {
            return Err(RestoreError::Damaged);
        };
        if u64::from_le_bytes(*stamp) != self.repertoire.index().stamp() {
            return Err(RestoreError::Other);
        }
        let rest = rest.get(..rest.len().saturating_sub(CHECKSUM_BYTES));
        // `restored` clones the character, so take the recording out to avoid copying it.
        let recorder = self.recorder.take();
        let restored = self.restored(rest.unwrap_or_default());
        let done = restored.map(|restored| *self = restored);
        self.recorder = recorder;
        if done.is_ok() {
            self.note_move();
        }
        done
    }

    fn restored(&self, rest: &[u8]) -> Result<Self, RestoreError> {
        let mut restored = self.clone();
        let mut archive = Archive::Read {
            bytes: rest,
            is_whole: true,
        };
        restored.visit(&mut archive);
        let Archive::Read {
            bytes: [],
            is_whole: true,
        } = archive
        else {
            return Err(RestoreError::Other);
        };
        let pose = restored.playback.matcher().state().pose;
        if self.repertoire.index().row(pose).is_none() {
            return Err(RestoreError::Other);
        }
        restored.step = Step::Continue;
        restored.footsteps.clear();
        restored.show();
        Ok(restored)
    }

    fn visit(&mut self, archive: &mut Archive<'_>) {
        let controller = &mut self.guide.controller;
        archive.f64s(&mut controller.place.position_m);
        archive.f64s(&mut controller.velocity_mps);
        archive.f64s(&mut controller.acceleration_mps2);
        let mut numbers = [
            &mut controller.place.heading_rad,
            &mut controller.turn_radps,
            &mut self.guide.height_m,
            &mut self.rest_secs,
            &mut self.waiting_secs,
            &mut self.terrain.height_m,
            &mut self.terrain.rise_mps,
        ];
        for number in &mut numbers {
            archive.f64s(std::slice::from_mut(*number));
        }
        archive.u32(&mut self.waiting);
        archive.bool(&mut self.has_searched);
        archive.f64s(&mut self.footsteps.air_secs);
        archive.f64s(&mut self.wish.velocity_mps);
        archive.option(&mut self.wish.heading_rad, 0.0, |archive, heading| {
            archive.f64s(std::slice::from_mut(heading));
        });
        for foot in &mut self.terrain.feet {
            archive.f64s(std::slice::from_mut(&mut foot.height_m));
            archive.f64s(std::slice::from_mut(&mut foot.rise_mps));
            archive.f32s(&mut foot.normal);
            archive.option(&mut foot.last_m, [0.0; 3], |archive, at| archive.f32s(at));
        }
        self.playback.visit(archive);
    }
}
