//! The prebuilt page, packed in one file next to its sources, so that a new clone needs no Node.
//!
//! The file has the folder `dist` of a build, with the stamp of its sources. A clone with changed sources builds its own page.
//! The system's `tar` packs and unpacks; without `tar`, the page is built.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use super::stamp;
use crate::outcome::Outcome;
use crate::program::{passed, said};

/// The name of the file, in the folder of the page.
pub(crate) const NAME: &str = "prebuilt.tar.gz";

/// Returns whether the packed page has this stamp.
pub(crate) fn is_of(folder: &Path, sources: &str) -> bool {
    let mut print = tar(folder, "-xzOf");
    print.arg(format!("dist/{}", stamp::NAME));
    said(&mut print).is_some_and(|stamp| stamp == sources)
}

/// Unpacks the page if it has this stamp. Returns whether it did.
pub(crate) fn unpack(folder: &Path, sources: &str) -> bool {
    if !is_of(folder, sources) {
        return false;
    }
    match fs::remove_dir_all(folder.join("dist")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return false,
        _ => {}
    }
    said(&mut tar(folder, "-xzf")).is_some()
}

/// Packs the built page.
pub(crate) fn pack(folder: &Path) -> Result<(), Outcome> {
    let mut pack = tar(folder, "-czf");
    pack.args(["--numeric-owner", "dist"]);
    passed(pack)
}

fn tar(folder: &Path, how: &str) -> Command {
    let mut tar = Command::new("tar");
    tar.current_dir(folder).args([how, NAME]);
    tar
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{is_of, pack, unpack};
    use crate::web::stamp;

    #[test]
    fn a_packed_page_is_used_only_for_its_own_sources() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert!(!unpack(folder, "1"));
        let dist = folder.join("dist");
        fs::create_dir(&dist).unwrap();
        fs::write(dist.join("index.html"), "page").unwrap();
        stamp::write(&dist.join(stamp::NAME), "1").unwrap();
        pack(folder).unwrap();

        fs::write(dist.join("left.js"), "of another build").unwrap();
        fs::write(dist.join("index.html"), "another page").unwrap();
        assert!(!is_of(folder, "2") && !unpack(folder, "2"));
        assert!(dist.join("left.js").exists());
        assert!(is_of(folder, "1") && unpack(folder, "1"));
        assert_eq!(fs::read_to_string(dist.join("index.html")).unwrap(), "page");
        assert!(!dist.join("left.js").exists());
    }
}
