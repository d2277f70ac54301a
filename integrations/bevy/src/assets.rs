//! Databases of tags and files of poses as assets.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, LoadContext};
use bevy_reflect::TypePath;
use footwork::base::Id;
use footwork::matching::PlaybackConfig;
use footwork::poses::{PoseFile, PoseFileError, SkeletonId};
use footwork::tags::{Database, TagDbError};
use footwork::{CompressedPoses, CompressedPosesError};

/// The tags and events of clips, from a `.tagdb`.
#[derive(Asset, TypePath, Debug)]
pub struct TagDatabase(pub Database);

/// The motion of one skeleton, as [`Character`](footwork::matching::Character)s of this plugin play it.
pub type CharacterMotion = CompressedPoses<Arc<PoseFile<Vec<u8>>>>;

/// The skeletons, compressed motion and search indices of characters, from a `.fwposes`.
#[derive(Asset, TypePath, Debug)]
pub struct CharacterPoses {
    file: Arc<PoseFile<Vec<u8>>>,
    skeletons: Vec<Result<Playable, CompressedPosesError>>,
}

/// The motion of a skeleton, with the configuration that its clips ask for.
#[derive(Debug)]
struct Playable {
    motion: Arc<CharacterMotion>,
    config: PlaybackConfig,
}

impl CharacterPoses {
    /// Opens the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a `.fwposes`, if they are damaged, or if no skeleton in it can be played.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, LoadCharacterPosesError> {
        let file = PoseFile::open(bytes).map_err(LoadCharacterPosesError::Open)?;
        file.verify().map_err(LoadCharacterPosesError::Open)?;
        let file = Arc::new(file);
        let open = |skeleton| {
            let motion = CharacterMotion::new(Arc::clone(&file), skeleton)?;
            let config = motion.playback_config();
            let motion = Arc::new(motion);
            Ok(Playable { motion, config })
        };
        let count = file.skeletons().len();
        let skeletons: Vec<_> = (0..count).filter_map(Id::from_index).map(open).collect();
        if skeletons.iter().all(Result::is_err) {
            let first = skeletons.into_iter().find_map(Result::err);
            let error = first.unwrap_or(CompressedPosesError::NoSkeleton);
            return Err(LoadCharacterPosesError::Play(error));
        }
        Ok(Self { file, skeletons })
    }

    /// Returns the motion of a skeleton.
    ///
    /// # Errors
    /// Returns an error if the file lacks the skeleton, or if it has no poses to play.
    pub fn motion(
        &self,
        skeleton: SkeletonId,
    ) -> Result<&Arc<CharacterMotion>, CompressedPosesError> {
        self.playable(skeleton).map(|playable| &playable.motion)
    }

    /// Returns the configuration of playback that the clips of a skeleton ask for; see [`CompressedPoses::playback_config`].
    ///
    /// # Errors
    /// As for [`motion`](Self::motion).
    pub fn playback_config(
        &self,
        skeleton: SkeletonId,
    ) -> Result<&PlaybackConfig, CompressedPosesError> {
        self.playable(skeleton).map(|playable| &playable.config)
    }

    fn playable(&self, skeleton: SkeletonId) -> Result<&Playable, CompressedPosesError> {
        let playable = self.skeletons.get(skeleton.index());
        let playable = playable.ok_or(CompressedPosesError::NoSkeleton)?;
        playable.as_ref().map_err(Clone::clone)
    }
}

impl Deref for CharacterPoses {
    type Target = PoseFile<Vec<u8>>;

    fn deref(&self) -> &PoseFile<Vec<u8>> {
        &self.file
    }
}

impl Deref for TagDatabase {
    type Target = Database;

    fn deref(&self) -> &Database {
        &self.0
    }
}

/// Loads `.tagdb` files, as written by `footwork compile`.
#[derive(Default, TypePath)]
pub struct TagDatabaseLoader;

/// Loads `.fwposes` files, as written by `footwork compile --poses`.
#[derive(Default, TypePath)]
pub struct CharacterPosesLoader;

impl AssetLoader for TagDatabaseLoader {
    type Asset = TagDatabase;
    type Settings = ();
    type Error = LoadTagDatabaseError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<TagDatabase, LoadTagDatabaseError> {
        let bytes = read(reader).await.map_err(LoadTagDatabaseError::Read)?;
        let database = Database::from_bytes(bytes).map_err(LoadTagDatabaseError::Open)?;
        Ok(TagDatabase(database))
    }

    fn extensions(&self) -> &[&str] {
        &["tagdb"]
    }
}

impl AssetLoader for CharacterPosesLoader {
    type Asset = CharacterPoses;
    type Settings = ();
    type Error = LoadCharacterPosesError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<CharacterPoses, LoadCharacterPosesError> {
        let bytes = read(reader).await.map_err(LoadCharacterPosesError::Read)?;
        CharacterPoses::from_bytes(bytes)
    }

    fn extensions(&self) -> &[&str] {
        &["fwposes"]
    }
}

async fn read(reader: &mut dyn Reader) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).await?;
    Ok(bytes)
}

/// Why a database of tags could not be loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadTagDatabaseError {
    /// The file could not be read.
    Read(std::io::Error),
    /// The file is not a `.tagdb` that this version reads.
    Open(TagDbError),
}

/// Why a file of poses could not be loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadCharacterPosesError {
    /// The file could not be read.
    Read(std::io::Error),
    /// The file is not a `.fwposes` that this version reads.
    Open(PoseFileError),
    /// No skeleton can be played. The error is that of the first one.
    Play(CompressedPosesError),
}

impl fmt::Display for LoadTagDatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "the database of tags cannot be read: {error}"),
            Self::Open(error) => write!(f, "the database of tags cannot be opened: {error}"),
        }
    }
}

impl fmt::Display for LoadCharacterPosesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "the file of poses cannot be read: {error}"),
            Self::Open(error) => write!(f, "the file of poses cannot be opened: {error}"),
            Self::Play(error) => write!(f, "the file of poses cannot be played: {error}"),
        }
    }
}

impl std::error::Error for LoadTagDatabaseError {}
impl std::error::Error for LoadCharacterPosesError {}
