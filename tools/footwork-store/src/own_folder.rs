//! The library's own folder, `.footwork/`: what can be rebuilt or thrown away.

use std::fs;
use std::io;
use std::path::Path;

/// The folder of what can be rebuilt or thrown away, below the library's root.
pub const FOLDER: &str = ".footwork";

/// Where a history that was set aside lies, below the library's root. There is one: a newer one
/// replaces it.
pub const DAMAGED: &str = ".footwork/history.damaged";

/// Creates the library's own folder if it does not exist.
///
/// # Errors
/// If a file has its name, or it cannot be created.
pub fn make_own_folder(folder: &Path) -> io::Result<()> {
    if fs::metadata(folder).is_ok_and(|metadata| !metadata.is_dir()) {
        let folder = folder.display();
        let message = format!("{folder} is a file, where a folder should be; move it away");
        return Err(io::Error::other(message));
    }
    fs::create_dir_all(folder)?;
    // Nothing in it belongs in version control. Failing to say so harms nothing else.
    let ignored = folder.join(".gitignore");
    if !ignored.exists() {
        _ = fs::write(ignored, "*\n");
    }
    Ok(())
}
