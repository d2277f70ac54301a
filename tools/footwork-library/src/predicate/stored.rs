//! Channels on disk, so that the next program answers predicates without reading motion again.
//!
//! `channels/` in the library's cache folder has one file per channel, named by the hash of the channel's name. The
//! folder can be deleted. A file holds the values of its channel on each clip for which they were computed, with their
//! [bounds](Bounds), which decide most predicates alone. An entry counts only if the clip, its file and the settings
//! for reading it are unchanged; a damaged entry counts as missing. If a file cannot be read or written, the motion is
//! read instead.
//!
//! ```text
//! "footwork-channel 1\n"   a line; its number changes with the meaning of any channel
//! f32 each                 the values of the clips
//! postcard                 the table: the settings, the channel, and an entry for each clip by name
//! 8 bytes                  the length of the table
//! 8 bytes                  the hash of the table
//! ```
//!
//! All numbers are little-endian.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use footwork_base::Id;
use footwork_clip::Channel;
use footwork_sidecar::{ClipHash, Settings};
use footwork_store::{LibraryFolder, open_bounded, replace_file, sweep_beside};
use footwork_tags::ClipId;
use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::clip_source::ClipSource;
use super::lock;

const MAGIC: &[u8] = b"footwork-channel 1\n";

/// The version of this program. Another version may compute another channel from the same file.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const FOLDER: &str = "channels";

/// Channels are written if at least this many values were computed since they were last written.
const WORTH_KEEPING: usize = 50_000;

/// The size of the largest file, in bytes.
const MAX_BYTES: usize = 1 << 30;

/// The size of the length and the hash of the table, in bytes.
const TAIL: usize = 16;

/// The channels of a library's clips in the user's cache folder.
pub(super) struct StoredChannels {
    /// `None` if the user has no cache folder.
    folder: Option<LibraryFolder>,
    settings: u64,
    columns: Mutex<HashMap<Channel, Option<Arc<Column>>>>,
    computed: Mutex<Computed>,
}

/// Channels not yet written, by their names.
#[derive(Default)]
struct Computed {
    channels: BTreeMap<String, (Channel, OfClips)>,
    values: usize,
}

/// The values of one channel.
type OfClips = BTreeMap<ClipId, Arc<[f32]>>;

/// One channel on all clips.
struct Column {
    file: Mutex<File>,
    /// For each clip, the entry if it is stored and still valid.
    clips: Vec<Option<Entry>>,
}

#[derive(Serialize, Deserialize)]
struct Table {
    version: String,
    settings: u64,
    channel: String,
    clips: BTreeMap<String, Entry>,
}

/// One channel on one clip.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Entry {
    /// The hashes of the clip's content, of its file, and of the settings for reading it.
    content: u64,
    file: u64,
    reading: u64,
    /// The position of its values in the file, and their number.
    start: u64,
    frames: u32,
    /// The CRC-32 of its values.
    sum: u32,
    bounds: Bounds,
}

impl StoredChannels {
    pub(super) fn new(folder: Option<LibraryFolder>, settings: &Settings) -> Self {
        Self {
            folder,
            settings: settings_hash(settings),
            columns: Mutex::default(),
            computed: Mutex::default(),
        }
    }

    /// Returns the bounds of a channel on a clip, if it is stored.
    pub(super) fn bounds(
        &self,
        sources: &[ClipSource],
        clip: ClipId,
        channel: &Channel,
    ) -> Option<Bounds> {
        Some(self.column(sources, channel)?.entry(clip)?.bounds)
    }

    /// Returns the values of a channel on a clip, if they are stored.
    pub(super) fn values(
        &self,
        sources: &[ClipSource],
        clip: ClipId,
        channel: &Channel,
    ) -> Option<Arc<[f32]>> {
        let column = self.column(sources, channel)?;
        let bytes = column.bytes(column.entry(clip)?)?;
        let (values, _) = bytes.as_chunks();
        Some(
            values
                .iter()
                .map(|bytes| f32::from_le_bytes(*bytes))
                .collect(),
        )
    }

    /// Adds a channel computed from motion. The next [`save`](Self::save) writes it if enough values are waiting.
    pub(super) fn add(&self, clip: ClipId, channel: &Channel, values: &Arc<[f32]>) {
        if self.folder.is_none() {
            return;
        }
        let mut computed = lock(&self.computed);
        computed.values += values.len();
        let of_channel = computed.channels.entry(channel.to_string());
        let (_, clips) = of_channel.or_insert_with(|| (channel.clone(), OfClips::new()));
        clips.insert(clip, Arc::clone(values));
    }

    /// Returns the size of the values not yet written, in bytes.
    pub(super) fn unwritten_bytes(&self) -> usize {
        lock(&self.computed).values * size_of::<f32>()
    }

    /// Writes the computed values if there are at least [`WORTH_KEEPING`].
    pub(super) fn save(&self, sources: &[ClipSource]) {
        let computed = {
            let mut computed = lock(&self.computed);
            if computed.values < WORTH_KEEPING {
                return;
            }
            std::mem::take(&mut *computed)
        };
        for (channel, clips) in computed.channels.into_values() {
            // A failure costs time in the next program and nothing else.
            _ = self.write(sources, &channel, &clips);
            lock(&self.columns).remove(&channel);
        }
    }

    fn write(&self, sources: &[ClipSource], channel: &Channel, computed: &OfClips) -> Option<()> {
        let old = self.column(sources, channel);
        let mut bytes = MAGIC.to_vec();
        let mut clips = BTreeMap::new();
        for (index, source) in sources.iter().enumerate() {
            let clip = ClipId::from_index(index)?;
            let start = bytes.len();
            let bounds = match computed.get(&clip) {
                Some(values) => {
                    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
                    Bounds::of(values)
                }
                None => {
                    let stored = old.as_ref().and_then(|old| {
                        let entry = old.entry(clip)?;
                        Some((old.bytes(entry)?, entry.bounds))
                    });
                    let Some((values, bounds)) = stored else {
                        continue;
                    };
                    bytes.extend(values);
                    bounds
                }
            };
            let entry = Entry {
                content: source.motion.hash().number(),
                file: source.motion.file_hash().number(),
                reading: source.motion.reading(),
                start: start as u64,
                frames: source.frames,
                sum: crc32fast::hash(&bytes[start..]),
                bounds,
            };
            clips.insert(source.name.clone(), entry);
        }
        let table = Table {
            version: VERSION.to_owned(),
            settings: self.settings,
            channel: channel.to_string(),
            clips,
        };
        let table = postcard::to_stdvec(&table).ok()?;
        bytes.extend(&table);
        bytes.extend((table.len() as u64).to_le_bytes());
        bytes.extend(ClipHash::from_bytes(&table).number().to_le_bytes());
        let folder = self.folder.as_ref().filter(|_| bytes.len() <= MAX_BYTES)?;
        folder.make().ok()?;
        fs::create_dir_all(folder.path().join(FOLDER)).ok()?;
        let path = self.path(channel)?;
        sweep_beside(&path);
        replace_file(&path, &bytes).ok().map(drop)
    }

    fn column(&self, sources: &[ClipSource], channel: &Channel) -> Option<Arc<Column>> {
        let mut columns = lock(&self.columns);
        if let Some(known) = columns.get(channel) {
            return known.clone();
        }
        let opened = self.open(sources, channel).map(Arc::new);
        columns.insert(channel.clone(), opened.clone());
        opened
    }

    /// Opens the file of a channel; `None` if there is no usable one.
    fn open(&self, sources: &[ClipSource], channel: &Channel) -> Option<Column> {
        let mut file = open_bounded(&self.path(channel)?, MAX_BYTES).ok()?;
        let mut magic = [0; MAGIC.len()];
        file.read_exact(&mut magic).ok()?;
        let length = usize::try_from(file.metadata().ok()?.len()).ok()?;
        let end = length.checked_sub(TAIL)?;
        let tail = read_at(&mut file, end as u64, TAIL)?;
        let (size, hash) = tail.split_first_chunk::<8>()?;
        let size = usize::try_from(u64::from_le_bytes(*size)).ok()?;
        let start = end.checked_sub(size)?;
        let table = read_at(&mut file, start as u64, size)?;
        if magic != MAGIC || ClipHash::from_bytes(&table).number().to_le_bytes() != hash {
            return None;
        }
        let table: Table = postcard::from_bytes(&table).ok()?;
        let is_ours = table.version == VERSION
            && table.settings == self.settings
            && table.channel == channel.to_string();
        let entry = |source: &ClipSource| {
            let entry = table.clips.get(&source.name)?;
            let stop = entry.start.checked_add(4 * u64::from(entry.frames))?;
            let counts = entry.content == source.motion.hash().number()
                && entry.file == source.motion.file_hash().number()
                && entry.reading == source.motion.reading()
                && entry.frames == source.frames
                && stop <= start as u64;
            counts.then_some(*entry)
        };
        is_ours.then(|| Column {
            file: Mutex::new(file),
            clips: sources.iter().map(entry).collect(),
        })
    }

    fn path(&self, channel: &Channel) -> Option<PathBuf> {
        let hash = ClipHash::from_bytes(channel.to_string().as_bytes()).number();
        let folder = self.folder.as_ref()?.path().join(FOLDER);
        Some(folder.join(format!("{hash:016x}")))
    }
}

impl Column {
    fn entry(&self, clip: ClipId) -> Option<&Entry> {
        self.clips.get(clip.index())?.as_ref()
    }

    /// Returns the values of a clip as bytes; `None` if they are damaged.
    fn bytes(&self, entry: &Entry) -> Option<Vec<u8>> {
        let size = 4 * entry.frames as usize;
        let bytes = read_at(&mut lock(&self.file), entry.start, size)?;
        (crc32fast::hash(&bytes) == entry.sum).then_some(bytes)
    }
}

fn read_at(file: &mut File, start: u64, size: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; size];
    file.seek(SeekFrom::Start(start)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// Returns a hash of the settings that change how all clips are read. Settings for single clips are hashed for [each
/// clip](crate::MotionSource::reading).
fn settings_hash(settings: &Settings) -> u64 {
    let all = format!("{:?}", settings.mirror_joints);
    ClipHash::from_bytes(all.as_bytes()).number()
}
