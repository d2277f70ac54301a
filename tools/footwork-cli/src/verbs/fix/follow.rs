//! Tags and events of mended clips: they keep their frames, are cut off at a new end, or move if the rate changed.

use footwork::base::{FrameRange, FrameRate};
use footwork::tags::ClipId;
use footwork_library::{ClipEntry, Edit, Library, Operation, Signature, Whole};
use footwork_pipeline::{apply_rebase, propose_rebase};

use super::Fixed;
use crate::failure::Failure;
use crate::output::{Speech, warning};
use crate::source::{edit, edit_by};

/// The tagged clips of the mended files, as they were before mending.
pub(super) struct Followers(Vec<Follower>);

struct Follower {
    name: String,
    rate: FrameRate,
    /// The poses that the tags were made for; `None` if the clip could not be read.
    poses: Option<Signature>,
}

impl Followers {
    /// Remembers the tagged clips. Clips with stale sidecars are left out, because nothing shows that their frames fit.
    pub(super) fn new(library: &Library, fixed: &[Fixed]) -> Self {
        let clips = fixed.iter().flat_map(|file| &file.clips);
        let tagged = clips
            .filter(|clip| library.clips()[**clip].sidecar.is_some() && !library.is_stale(**clip));
        let follower = |clip: &ClipId| {
            let entry = &library.clips()[*clip];
            let loaded = library.load(*clip).ok();
            let pairs = &library.settings().mirror_joints;
            Follower {
                name: entry.name.clone(),
                rate: entry.rate,
                poses: loaded.and_then(|old| Signature::from_clip(&old.clip, pairs).ok()),
            }
        };
        Self(tagged.map(follower).collect())
    }

    /// Updates the sidecars of the tagged clips to the new files.
    pub(super) fn follow(
        self,
        library: &mut Library,
        whole: &Whole,
        speech: Speech,
    ) -> Result<(), Failure> {
        for follower in self.0 {
            let clip = library.find_clip(&follower.name)?;
            if !library.is_stale(clip) {
                continue;
            }
            if library.clips()[clip].rate == follower.rate {
                edit(
                    library,
                    &Edit::one(clip, Operation::KeepFrames),
                    whole,
                    speech,
                )?;
                for operation in past_end(&library.clips()[clip]) {
                    edit(library, &Edit::one(clip, operation), whole, speech)?;
                }
            } else {
                follower.rebase(library, clip, whole, speech)?;
            }
        }
        Ok(())
    }
}

impl Follower {
    /// Moves the tags to the new frames of their poses, or warns that the user must do it.
    fn rebase(
        &self,
        library: &mut Library,
        clip: ClipId,
        whole: &Whole,
        speech: Speech,
    ) -> Result<(), Failure> {
        let poses = self.poses.as_ref();
        let proposed = poses.and_then(|old| propose_rebase(library, clip, old).ok().flatten());
        let sure = proposed.filter(|rebase| !rebase.items.iter().any(|line| line.needs_a_look()));
        let Some(rebase) = sure else {
            let message = "its rate has changed, and it is not clear where its tags belong now";
            let hint = "look at the proposal of `footwork rebase`";
            speech.note(&[warning(
                &self.name,
                "tags-not-moved",
                format!("{message}; {hint}"),
            )]);
            return Ok(());
        };
        edit_by(library, whole, speech, |library, editor| {
            apply_rebase(library, editor, &rebase)
        })?;
        Ok(())
    }
}

/// Returns the operations that remove tags and events past the end of a clip.
fn past_end(entry: &ClipEntry) -> Vec<Operation> {
    let frames = entry.frames;
    let spans = entry.tags().filter_map(|span| {
        let range = FrameRange::new(span.range.start().max(frames), span.range.stop())?;
        Some(Operation::Erase {
            tag: span.name.clone(),
            range,
        })
    });
    let is_past = |time: f64| time >= f64::from(frames);
    let events = entry.events().filter(|(_, time)| is_past(*time));
    let events = events.map(|(event, time)| Operation::RemoveEvent {
        event: event.clone(),
        time,
    });
    spans.chain(events).collect()
}
