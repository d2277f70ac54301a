//! Records a character: which poses it showed, and why.

use crate::character::{Character, Repertoire};
use crate::matcher::{Decision, Step};
use crate::playback::PlaybackError;
use crate::recording::{RecordConfig, RecordedFrame, Recorder};
use crate::vector::to_f32;

impl<R: Repertoire> Character<R> {
    /// Starts to record all updates. `None` stops and drops the recording. The configuration sets how many of the
    /// latest frames and searches are kept. Recording changes no pose, and allocates only at its start. It continues
    /// after [`Self::restore`].
    ///
    /// Recording makes searches slower. Each search runs again for each recorded candidate, without the cost of playing
    /// on as a limit, and once more without its filter.
    ///
    /// # Errors
    /// Returns an error if a capacity is 0, above [`MAX_RECORDED_FRAMES`](crate::MAX_RECORDED_FRAMES) or too large for
    /// memory. After an error, the recording is unchanged.
    pub fn record(&mut self, config: Option<RecordConfig>) -> Result<(), PlaybackError> {
        let begin = |config| {
            let (index, stamp) = (self.repertoire.index(), self.repertoire.stamp());
            let pose = self.playback.matcher().state().pose;
            Recorder::new(config, index, stamp, pose).map(Box::new)
        };
        self.recorder = config.map(begin).transpose()?;
        Ok(())
    }

    /// Returns a copy of the character, and moves the recording to the copy. So a rejected update can be undone without
    /// copying the recording. This character then records nothing, until [`Self::take_recording_of`] returns the
    /// recording.
    #[must_use]
    pub fn fork(&mut self) -> Self
    where
        R: Clone,
    {
        let recorder = self.recorder.take();
        let mut copy = self.clone();
        copy.recorder = recorder;
        copy
    }

    /// Moves the recording of another character to this one, for example from a [`fork`](Self::fork) whose update
    /// failed.
    pub fn take_recording_of(&mut self, other: &mut Self) {
        self.recorder = other.recorder.take();
    }

    /// Returns whether updates are recorded.
    pub fn is_recording(&self) -> bool {
        self.recorder.is_some()
    }

    /// Appends the recording so far to `bytes`, as a file that [`Recording::from_bytes`](crate::Recording::from_bytes)
    /// opens. Recording continues. Returns `false` and appends nothing if updates are not recorded.
    pub fn write_recording(&self, bytes: &mut Vec<u8>) -> bool {
        let recorder = self.recorder.as_ref();
        recorder
            .map(|recorder| recorder.write(self.repertoire.index(), bytes))
            .is_some()
    }

    /// Records the update that has just been made.
    pub(super) fn record_update(&self, recorder: &mut Recorder, dt_secs: f64, is_waiting: bool) {
        let state = self.playback.matcher().state();
        let decision = if is_waiting {
            Decision::Waits
        } else if self.playback.is_held() {
            Decision::Holds
        } else if recorder.seen.is_noted {
            recorder.seen.ruling.decision
        } else {
            Decision::PlaysOn
        };
        debug_assert_eq!(
            matches!(self.step, Step::Jump { .. }),
            decision == Decision::Jumps
        );
        let frame = RecordedFrame {
            dt_secs: to_f32(dt_secs),
            root: self.pose.root,
            pose: state.pose,
            part: to_f32(state.part),
            blend: self.playback.blend_share(),
            decision,
            was_moved: false,
            search: None,
        };
        recorder.push(self.repertoire.index(), frame);
    }

    /// Notes that the character was teleported, taken over or restored.
    pub(super) fn note_move(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.was_moved = true;
        }
    }
}
