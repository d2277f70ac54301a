//! Unity's `.meta` files: the importer of each file, and the id that scenes refer to it by. In a package outside `Assets`, such
//! as one from git, Unity ignores files without a `.meta` file.

use std::fs;
use std::path::Path;

/// Returns the `.meta` file of each file and folder of a package that Unity sees: its path relative to the package, and its
/// contents.
pub(crate) fn of_package(name: &str, package: &Path) -> Result<Vec<(String, String)>, String> {
    let mut metas = Vec::new();
    visible(package, "", &mut |path, is_folder| {
        if !path.ends_with(".meta") {
            let meta = meta(&format!("{name}/{path}"), is_folder);
            metas.push((format!("{path}.meta"), meta));
        }
    })?;
    Ok(metas)
}

/// Returns the `.meta` files without a matching file or folder.
pub(crate) fn left_over(package: &Path) -> Result<Vec<String>, String> {
    let mut paths = Vec::new();
    visible(package, "", &mut |path, _| paths.push(path.to_owned()))?;
    paths.retain(|path| {
        let of = path.strip_suffix(".meta");
        of.is_some_and(|of| !package.join(of).exists())
    });
    Ok(paths)
}

/// Folders that `dotnet build` makes at the top of the package, which are not part of it.
const BUILT: &[&str] = &["bin", "obj"];

/// Calls `each` with every path below a folder that Unity sees, and whether it is a folder. Unity ignores names that start with
/// a dot or end with a tilde. [`BUILT`] folders are skipped.
fn visible(package: &Path, folder: &str, each: &mut dyn FnMut(&str, bool)) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", package.join(folder).display());
    for entry in fs::read_dir(package.join(folder)).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_built = folder.is_empty() && BUILT.contains(&name.as_str());
        if is_built || name.starts_with('.') || name.ends_with('~') {
            continue;
        }
        let path = match folder {
            "" => name,
            folder => format!("{folder}/{name}"),
        };
        let is_folder = entry.file_type().map_err(wrong)?.is_dir();
        each(&path, is_folder);
        if is_folder {
            visible(package, &path, each)?;
        }
    }
    Ok(())
}

fn meta(path: &str, is_folder: bool) -> String {
    let importer = match path.rsplit(['.', '/']).next().unwrap_or_default() {
        _ if path.ends_with("/package.json") => "PackageManifestImporter",
        "cs" => "MonoImporter",
        "asmdef" => "AssemblyDefinitionImporter",
        "md" => "TextScriptImporter",
        _ => "DefaultImporter",
    };
    let folder = if is_folder { "folderAsset: yes\n" } else { "" };
    format!(
        "fileFormatVersion: 2\nguid: {:032x}\n{folder}{importer}:\n  externalObjects: {{}}\n",
        id(path)
    )
}

/// Returns an id that depends only on the path: its 128-bit FNV-1a hash.
fn id(path: &str) -> u128 {
    path.bytes()
        .fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
        })
}
