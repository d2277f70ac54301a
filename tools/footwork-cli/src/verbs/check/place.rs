//! The place of a finding in the user's repository, for formats that name files and lines.

use std::path::Path;

use footwork_library::Library;
use footwork_pipeline::CheckFinding;

/// The file and the line of a finding.
pub(super) struct Place {
    /// The path relative to the current folder, separated by `/`; the full path if the file lies outside that folder.
    pub(super) file: String,
    /// The line; 1 for a finding without a line.
    pub(super) line: usize,
}

/// Returns the place of a finding. For a clip that is an animation in a file, this is the file.
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

/// Returns the line number at the start of a message such as `line 12: …`; `None` if there is none.
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

/// Returns a finding's message, preceded by the name of its animation and its frames, if it has these.
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
