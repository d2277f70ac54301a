//! Databases of tags and indices of poses as assets.

use std::fmt;
use std::ops::Deref;

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, LoadContext};
use bevy_reflect::TypePath;
use footwork::matching::{Index, OpenIndexError};
use footwork::tags::{Database, TagDbError};

/// The tags and events of clips, from a `.tagdb`.
#[derive(Asset, TypePath, Debug)]
pub struct TagDatabase(pub Database);

/// The poses of clips, from a `.fwpi`.
#[derive(Asset, TypePath, Debug)]
pub struct PoseIndex(pub Index);

impl Deref for TagDatabase {
    type Target = Database;

    fn deref(&self) -> &Database {
        &self.0
    }
}

impl Deref for PoseIndex {
    type Target = Index;

    fn deref(&self) -> &Index {
        &self.0
    }
}

/// Loads `.tagdb` files, as written by `footwork compile`.
#[derive(Default, TypePath)]
pub struct TagDatabaseLoader;

/// Loads `.fwpi` files, as written by `Index::to_bytes` and the Python package.
#[derive(Default, TypePath)]
pub struct PoseIndexLoader;

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

impl AssetLoader for PoseIndexLoader {
    type Asset = PoseIndex;
    type Settings = ();
    type Error = LoadPoseIndexError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<PoseIndex, LoadPoseIndexError> {
        let bytes = read(reader).await.map_err(LoadPoseIndexError::Read)?;
        let index = Index::from_bytes(bytes).map_err(LoadPoseIndexError::Open)?;
        Ok(PoseIndex(index))
    }

    fn extensions(&self) -> &[&str] {
        &["fwpi"]
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

/// Why an index of poses could not be loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadPoseIndexError {
    /// The file could not be read.
    Read(std::io::Error),
    /// The file is not an index that this version reads.
    Open(OpenIndexError),
}

impl fmt::Display for LoadTagDatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "the database of tags cannot be read: {error}"),
            Self::Open(error) => write!(f, "the database of tags cannot be opened: {error}"),
        }
    }
}

impl fmt::Display for LoadPoseIndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "the index of poses cannot be read: {error}"),
            Self::Open(error) => write!(f, "the index of poses cannot be opened: {error}"),
        }
    }
}

impl std::error::Error for LoadTagDatabaseError {}
impl std::error::Error for LoadPoseIndexError {}
