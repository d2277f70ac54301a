//! Reads `footwork.toml`: the file of a library, or of the library that contains a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use footwork_sidecar::{
    ClipHash, Finding, MAX_SIDECAR_BYTES, SETTINGS_FILE, Settings, SettingsError, Severity,
};
use footwork_store::read_bounded;

use super::OpenError;
use super::opening::Opening;
use super::seen::Seen;
use super::waiting::Waiting;

/// The result of parsing.
type Parsed = Result<(Settings, Vec<Finding>), SettingsError>;

/// Reads the library's own settings; `None` if there is no file. A file that a waiting edit deletes counts as empty.
pub(super) fn read_settings(
    root: &Path,
    waiting: &Waiting,
    opening: &mut Opening,
) -> Result<Option<Settings>, OpenError> {
    let path = root.join(SETTINGS_FILE);
    let parsed = match waiting.read(SETTINGS_FILE, &path) {
        Ok(Some(bytes)) => {
            let seen = Seen::new(&path, &bytes, SystemTime::now());
            opening
                .seen
                .extend(seen.map(|seen| (SETTINGS_FILE.to_owned(), seen)));
            parsed(&bytes)
        }
        Ok(None) if waiting.has(SETTINGS_FILE) => Ok(Default::default()),
        Ok(None) => return Ok(None),
        Err(error) => Err(unreadable(error.to_string())),
    };
    let (settings, findings) = parsed.map_err(|error| OpenError::Settings { path, error })?;
    opening.news.extend(findings);
    Ok(Some(settings))
}

/// Returns the error for settings that could not be found although the listing of their folder has them.
pub(super) fn listed_but_not_read(root: &Path) -> OpenError {
    let message = "it could not be found, but its folder lists it; run the command again";
    OpenError::Settings {
        path: root.join(SETTINGS_FILE),
        error: unreadable(message.to_owned()),
    }
}

/// Reads the settings of the library at `above`, adapted to the folder at `root` inside it.
pub(super) fn settings_above(
    above: &Path,
    root: &Path,
    opening: &mut Opening,
) -> Result<Settings, OpenError> {
    let path = above.join(SETTINGS_FILE);
    // Links and `..` are resolved first, so that the test whether `root` is inside `above` compares real folders.
    let (above, root) = (real(above)?, real(root)?);
    let inside = root.strip_prefix(&above).ok().and_then(Path::to_str);
    let bytes = read_bounded(&path, MAX_SIDECAR_BYTES);
    let parsed = match (bytes, inside) {
        (Ok(Some(bytes)), Some(_)) => {
            opening.settings_above = Some(ClipHash::from_bytes(&bytes));
            parsed(&bytes)
        }
        (Ok(None), _) => Err(unreadable("it is not there".to_owned())),
        (_, None) => Err(unreadable(format!(
            "the folder {} is not inside {}",
            root.display(),
            above.display()
        ))),
        (Err(error), _) => Err(unreadable(error.to_string())),
    };
    let (settings, findings) = parsed.map_err(|error| OpenError::Settings { path, error })?;
    opening.news.extend(findings);
    let folder = inside.unwrap_or_default().replace('\\', "/");
    let (settings, left_out) = settings.inside(&folder);
    let finding = |severity, code, message| Finding {
        severity,
        file: SETTINGS_FILE.to_owned(),
        position: None,
        code,
        message,
    };
    let whole = above.display();
    let message = format!("the settings of {whole} apply");
    opening
        .news
        .push(finding(Severity::Note, "settings-above", message));
    if !left_out.is_empty() {
        let left_out = left_out.join(", ");
        let message = format!(
            "{left_out}: left out, because they name clips by paths in {whole}; open that folder to use them"
        );
        opening
            .news
            .push(finding(Severity::Warning, "names-above", message));
    }
    Ok(settings)
}

fn real(folder: &Path) -> Result<PathBuf, OpenError> {
    fs::canonicalize(folder).map_err(|error| OpenError::Folder {
        path: folder.to_owned(),
        error,
    })
}

fn parsed(bytes: &[u8]) -> Parsed {
    match str::from_utf8(bytes) {
        Ok(text) => Settings::parse(text),
        Err(error) => Err(unreadable(format!("it is not UTF-8: {error}"))),
    }
}

fn unreadable(message: String) -> SettingsError {
    SettingsError {
        position: None,
        message,
    }
}
