//! Opens libraries with support for every kind of query.

use std::path::Path;
use std::sync::Arc;

use footwork_library::{FollowLinks, Library, OpenError};
use footwork_store::Progress;

use crate::matching::SimilarPoses;

/// Opens the folder at `root` as a library whose queries also find [similar poses](SimilarPoses).
///
/// # Errors
/// Same as [`Library::open_with`].
///
/// ```
/// # use std::path::Path;
/// # use std::sync::Arc;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
/// let library = footwork_pipeline::open_library(&samples, Arc::new(()))?;
/// let like_a_kick = library.database().query(r#"similar("kick.txt", 30, 5)"#)?;
/// assert_eq!(like_a_kick.frame_count(), 5);
/// # Ok(())
/// # }
/// ```
pub fn open_library(root: &Path, progress: Arc<dyn Progress>) -> Result<Library, OpenError> {
    open_library_following(root, FollowLinks::default(), progress)
}

/// Opens a library like [`open_library`], following links within the given limits.
///
/// # Errors
/// Same as [`Library::open_following`].
pub fn open_library_following(
    root: &Path,
    follow: FollowLinks,
    progress: Arc<dyn Progress>,
) -> Result<Library, OpenError> {
    let library = Library::open_following(root, follow, progress)?;
    library.compare_poses_by(Arc::new(SimilarPoses));
    Ok(library)
}

/// Opens the folder at `root`, which lies inside the library at `above`, with the settings of that library.
///
/// # Errors
/// Same as [`Library::open_inside`].
pub fn open_inside(
    above: &Path,
    root: &Path,
    progress: Arc<dyn Progress>,
) -> Result<Library, OpenError> {
    let library = Library::open_inside(above, root, progress)?;
    library.compare_poses_by(Arc::new(SimilarPoses));
    Ok(library)
}
