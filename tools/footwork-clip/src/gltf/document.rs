//! Parses the JSON of a glTF file and checks its size, its syntax and the references of its nodes.

use footwork_base::Position;
use gltf_json::validation::{Error, Validate};
use gltf_json::{Path, Root};

use super::error::GltfError;
use super::lenient;

/// The maximum number of `{` in the JSON. A parsed object can take a hundred times as much memory as its text, so
/// objects are counted before parsing. The limit is enough for 5,000 animations of 100 joints.
const MAX_OBJECTS: usize = 1 << 21;

/// The parts of a file that all its clips share. Animations and their numbers are checked one by one when they are
/// read. Mistakes in other parts, such as materials, do not matter.
const SHARED: [&str; 5] = ["asset", "buffers", "nodes", "skins", "extensionsRequired"];

/// Extensions that change how the numbers of an animation are stored; all others can be ignored.
const CHANGES_NUMBERS: [&str; 3] = [
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "KHR_animation_pointer",
];

/// Parses and validates the JSON. Also returns, for each animation, the number of channels without a node; the list is
/// empty if there are no such channels.
pub(super) fn parse(json: &[u8]) -> Result<(Root, Vec<usize>), GltfError> {
    // JSON chunks are padded with spaces, but some writers use zeros.
    let end = json.iter().rposition(|&b| b != 0).map_or(0, |at| at + 1);
    let json = &json[..end];
    if let Err(error) = std::str::from_utf8(json) {
        let mut failure = GltfError::new("not-utf8", "", "the JSON is not UTF-8");
        failure.position = Some(crate::finding::position_of(json, error.valid_up_to()));
        return Err(failure);
    }
    if json
        .iter()
        .filter(|&&byte| byte == b'{')
        .nth(MAX_OBJECTS)
        .is_some()
    {
        return Err(GltfError::new(
            "too-many-objects",
            "",
            format!("the JSON has more objects than the limit of {MAX_OBJECTS}"),
        ));
    }
    let strict = gltf_json::deserialize::from_slice(json);
    let (root, without_node) = match strict {
        Ok(root) => (root, Vec::new()),
        Err(error) => match lenient::parse(json)? {
            Some(mended) => (mended.root, mended.without_node),
            None => return Err(syntax(&error)),
        },
    };
    validate(&root)?;
    Ok((root, without_node))
}

/// Returns the error for JSON that is not glTF.
fn syntax(error: &serde_json::Error) -> GltfError {
    let at = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    GltfError {
        place: String::new(),
        position: (error.line() > 0).then(|| Position {
            line: error.line(),
            column: error.column().max(1),
        }),
        code: "json",
        message: message.strip_suffix(&at).unwrap_or(&message).to_owned(),
    }
}

/// Rejects the file if the `gltf-json` crate finds a mistake in the parts that all clips share.
fn validate(root: &Root) -> Result<(), GltfError> {
    if root.asset.version.starts_with("1.") {
        return Err(lenient::version_1());
    }
    if !root.asset.version.starts_with("2.") {
        let message = format!("version {:?} is not 2", shown(&root.asset.version));
        return Err(GltfError::new("version", "asset.version", message));
    }
    let mut first = None;
    root.validate(root, Path::new, &mut |path, error| {
        if first.is_some() {
            return;
        }
        let path = path();
        let path = path.as_str();
        let is_shared = SHARED.iter().any(|part| path.starts_with(part));
        let ignored =
            error == Error::Unsupported && !CHANGES_NUMBERS.iter().any(|name| path.contains(name));
        if is_shared && !ignored {
            first = Some((shown(path), error));
        }
    });
    match first {
        None => Ok(()),
        Some((path, error)) => {
            let (code, message) = match error {
                Error::IndexOutOfBounds => {
                    ("no-such-index", "points at something that is not there")
                }
                Error::Invalid => ("invalid", "has a value that glTF does not allow"),
                Error::Missing => ("missing", "is required and missing"),
                Error::Oversize => ("too-large", "is larger than this machine can address"),
                Error::Unsupported => ("unsupported", "is an extension that is not supported"),
            };
            Err(GltfError::new(code, path, message))
        }
    }
}

/// Returns a text of the file, shortened for use in a message.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(80).flat_map(char::escape_debug).collect()
}
