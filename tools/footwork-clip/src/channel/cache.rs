//! Caches the channels of one clip.

use std::collections::HashMap;
use std::mem::size_of;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::motion::{Motion, UnknownJoint};
use super::windowed::WindowedChannel;
use crate::clip::Clip;

type Slot = Arc<OnceLock<Result<Arc<[f32]>, UnknownJoint>>>;

/// A clip with its channels, windowed or not. Each channel is computed on first use and then cached.
///
/// Can be shared by any number of threads: all threads get the same numbers, and each channel is computed only once.
/// Dropping the cache frees its channels.
///
/// ```
/// use std::sync::Arc;
/// use footwork_clip::{ChannelCache, Limits, WindowedChannel, read_clip};
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
/// # let bytes = std::fs::read(path).unwrap();
///
/// let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
/// let channels = ChannelCache::new(Arc::new(walk));
/// let smooth: WindowedChannel = "mean(speed, 0.3s)".parse().unwrap();
/// let first = channels.values(&smooth).unwrap();
/// assert!(first[10] > 0.8, "{first:?}");
/// assert!(Arc::ptr_eq(&first, &channels.values(&smooth).unwrap()));
/// ```
#[derive(Debug)]
pub struct ChannelCache {
    motion: Motion<'static>,
    /// Slots are only looked up, never iterated, so the hash order cannot affect results.
    slots: Mutex<HashMap<WindowedChannel, Slot>>,
}

impl ChannelCache {
    /// Creates the cache of a clip; computes nothing yet.
    pub fn new(clip: Arc<Clip>) -> Self {
        Self {
            motion: Motion::shared(clip),
            slots: Mutex::new(HashMap::new()),
        }
    }

    /// Returns the clip with the data that channels share.
    pub fn motion(&self) -> &Motion<'static> {
        &self.motion
    }

    /// Returns the channel, one number per frame; always finite.
    ///
    /// # Errors
    /// If the skeleton has no joint with the channel's name.
    pub fn values(&self, channel: &WindowedChannel) -> Result<Arc<[f32]>, UnknownJoint> {
        let slot = Arc::clone(self.slots().entry(channel.clone()).or_default());
        // The lock on the slots is released here, so other channels do not wait for this one.
        let values = slot.get_or_init(|| match channel.windows.split_last() {
            None => self.motion.channel(&channel.channel).map(Arc::from),
            Some((window, inner)) => {
                let samples = self.values(&WindowedChannel {
                    channel: channel.channel.clone(),
                    windows: inner.to_vec(),
                })?;
                let rate = self.motion.clip().rate();
                Ok(window.apply(&samples, rate).into())
            }
        });
        values.clone()
    }

    /// Returns the memory used by the cached channels, in bytes.
    pub fn bytes(&self) -> usize {
        let slots = self.slots();
        let kept = slots
            .values()
            .filter(|slot| matches!(slot.get(), Some(Ok(_))));
        kept.count() * size_of::<f32>() * self.motion.clip().frame_count() as usize
    }

    /// Locks the slots. Ignores poisoning: a thread that panics while it holds the lock leaves the map intact.
    fn slots(&self) -> MutexGuard<'_, HashMap<WindowedChannel, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
