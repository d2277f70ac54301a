//! Data that the server keeps between requests for proposals: the motion of clips as columns, and the latest answers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use footwork_library::Library;
use footwork_pipeline::{MotionColumns, ReadColumns, read_columns};
use footwork_tags::ClipId;

use crate::api::ProposalsAnswer;

/// The maximum length of the motion in memory, in seconds: ten hours, which take about 150 MB.
const MAX_SECS: f64 = 10.0 * 3600.0;
/// The number of answers in memory: one for each source.
const MAX_ANSWERS: usize = 4;

/// The motion and the answers in memory.
#[derive(Default)]
pub(crate) struct ProposalMemory {
    motion: Mutex<KnownMotion>,
    answers: Mutex<Vec<(Asked, Arc<ProposalsAnswer>)>>,
}

#[derive(Default)]
struct KnownMotion {
    /// The generation of the clip list to which the motion belongs.
    generation: u32,
    columns: BTreeMap<ClipId, Option<Arc<MotionColumns>>>,
    secs: f64,
}

/// A request for proposals in a state of the library.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    /// The text of the request.
    pub(crate) what: String,
    /// The generation and the revision of the library at the request.
    pub(crate) state: [u32; 2],
    /// The size of the file of rejections. Every rejection and withdrawal increases it.
    pub(crate) rejected_bytes: u64,
}

impl ProposalMemory {
    /// Returns the answer to the same request in the same state; `None` if it is not in memory.
    pub(crate) fn answer(&self, asked: &Asked) -> Option<Arc<ProposalsAnswer>> {
        let answers = lock(&self.answers);
        let same = answers.iter().find(|(other, _)| other == asked);
        same.map(|(_, answer)| Arc::clone(answer))
    }

    /// Keeps an answer, in place of earlier answers to the same request.
    pub(crate) fn keep(&self, asked: Asked, answer: &Arc<ProposalsAnswer>) {
        let mut answers = lock(&self.answers);
        answers.retain(|(other, _)| other.what != asked.what);
        answers.insert(0, (asked, Arc::clone(answer)));
        answers.truncate(MAX_ANSWERS);
    }

    /// Returns the motion of a clip. It is read at most once per generation of the clip list.
    pub(crate) fn columns(&self, library: &Library, generation: u32, clip: ClipId) -> ReadColumns {
        if let Some(columns) = self.motion(generation).columns.get(&clip) {
            return Ok(columns.clone());
        }
        let columns = read_columns(library, clip)?;
        let entry = &library.clips()[clip];
        let secs = f64::from(entry.frames) * entry.rate.period_secs();
        let mut known = self.motion(generation);
        if known.generation == generation && known.secs + secs <= MAX_SECS {
            known.secs += secs;
            known.columns.insert(clip, columns.clone());
        }
        Ok(columns)
    }

    /// Locks the motion. Empties it first if it belongs to an earlier generation.
    fn motion(&self, generation: u32) -> MutexGuard<'_, KnownMotion> {
        let mut known = lock(&self.motion);
        if known.generation != generation {
            *known = KnownMotion {
                generation,
                ..KnownMotion::default()
            };
        }
        known
    }
}

/// Locks a mutex. The data is complete even if a thread panicked while it held the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
