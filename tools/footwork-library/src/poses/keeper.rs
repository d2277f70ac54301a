//! Stores poses in the background, so that an edit need not wait for the motion of its clips to be read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::cache;
use super::signature::Signature;
use crate::motion_source::MotionSource;

/// Everything needed to store the poses of a clip.
pub(crate) struct PoseJob {
    root: PathBuf,
    source: MotionSource,
    mirror_joints: BTreeMap<String, String>,
}

impl PoseJob {
    /// Returns the job for a clip of the library at `root`.
    pub(crate) fn new(
        root: &Path,
        source: MotionSource,
        mirror_joints: &BTreeMap<String, String>,
    ) -> Self {
        Self {
            root: root.to_owned(),
            source,
            mirror_joints: mirror_joints.clone(),
        }
    }

    /// Stores the poses and returns whether they are stored. Failing to store them affects nothing else.
    pub(crate) fn keep(&self) -> bool {
        let hash = self.source.hash();
        if cache::knows(&self.root, hash) {
            return true;
        }
        // The file may have changed since the library was opened.
        let Ok(loaded) = self.source.read() else {
            return false;
        };
        let signature = Signature::from_clip(&loaded.clip, &self.mirror_joints);
        signature.is_ok_and(|pose| cache::remember(&self.root, hash, &pose).is_ok())
    }
}

/// A background thread that stores poses. It runs while there are any to store. Dropping the keeper waits for all of
/// them.
#[derive(Debug, Default)]
pub(crate) struct PoseKeeper {
    running: Mutex<Option<Running>>,
    is_given_up: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Running {
    jobs: Sender<PoseJob>,
    thread: JoinHandle<()>,
}

impl Running {
    fn start(is_given_up: Arc<AtomicBool>) -> Option<Self> {
        let (jobs, waiting) = mpsc::channel::<PoseJob>();
        let work = move || {
            for job in waiting {
                if !is_given_up.load(Ordering::Relaxed) {
                    job.keep();
                }
            }
        };
        let thread = thread::Builder::new().name("poses".to_owned());
        let thread = thread.spawn(work).ok()?;
        Some(Self { jobs, thread })
    }
}

impl PoseKeeper {
    /// Queues a job; runs it immediately if the system cannot start a thread.
    pub(crate) fn keep(&self, job: PoseJob) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.is_none() {
            *running = Running::start(Arc::clone(&self.is_given_up));
        }
        let unsent = match running.as_ref() {
            Some(running) => running.jobs.send(job).err().map(|error| error.0),
            None => Some(job),
        };
        if let Some(job) = unsent {
            job.keep();
        }
    }

    /// Skips the jobs that have not started.
    pub(crate) fn give_up(&self) {
        self.is_given_up.store(true, Ordering::Relaxed);
    }

    /// Waits until all jobs are done.
    pub(crate) fn finish(&self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Running { jobs, thread }) = running.take() {
            drop(jobs);
            _ = thread.join();
        }
    }
}

impl Drop for PoseKeeper {
    fn drop(&mut self) {
        self.finish();
    }
}
