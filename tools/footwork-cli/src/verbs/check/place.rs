//! Where a finding is in the user's repository, for formats that name files and lines.

use std::path::Path;

use footwork_library::Library;
use footwork_pipeline::CheckFinding;

/// The file and the line of a finding.
pub(super) struct Place {
    /// The path relative to the current folder, separated by `/`, or the whole path if it is elsewhere.
    pub(super) file: String,
    /// The line; 1 for findings that are not about a line.
    pub(super) line: usize,
}

/// Returns the place of a finding. The file of a clip with an animation is the file that holds it.
pub(super) fn place(finding: &CheckFinding, library: &Library) -> Place {
    let clip = library.database().clip_by_name(&finding.clip);
    let file = clip.map_or(finding.clip.as_str(), |clip| {
        library.clips()[clip].file_name()
    });
    Place {
        file: relative(&library.root().join(file)),
        line: line(&finding.message).unwrap_or(1),
    }
}

/// Returns the line that a message begins with, as in `line 12: …`.
fn line(message: &str) -> Option<usize> {
    let (line, _) = message.strip_prefix("line ")?.split_once(':')?;
    line.parse().ok()
}

fn relative(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let inside = here.ok().and_then(|here| {
        let whole = path.parent()?.canonicalize().ok()?.join(path.file_name()?);
        Some(whole.strip_prefix(here).ok()?.to_owned())
    });
    let path = inside.as_deref().unwrap_or(path);
    let parts = path.iter().map(|part| part.to_string_lossy());
    let joined = parts.collect::<Vec<_>>().join("/");
    joined.replace("//", "/")
}

/// Returns a finding's frames in front of its message.
pub(super) fn worded(finding: &CheckFinding) -> String {
    let about = match finding.clip.split_once('#') {
        Some((_, animation)) => format!("{animation}: "),
        None => String::new(),
    };
    match finding.span {
        Some(span) => format!("{about}frames {span}: {}", finding.message),
        None => format!("{about}{}", finding.message),
    }
}
