//! Packs the built page into a release build, and again whenever the page changes. Other builds read the page from
//! `web/dist`.

fn main() -> std::io::Result<()> {
    // In a clone, create the folder before the page is built: cargo reruns this script in every build while the path is
    // missing.
    if std::path::Path::new("web").is_dir() {
        std::fs::create_dir_all("web/dist")?;
    }
    println!("cargo::rerun-if-changed=web/dist");
    #[cfg(feature = "embed-ui")]
    packed::write()?;
    Ok(())
}

#[cfg(feature = "embed-ui")]
mod packed {
    use std::env;
    use std::fmt::Write as _;
    use std::fs;
    use std::io;
    use std::path::{Path, PathBuf};

    /// The highest compression level that takes no longer than building the page.
    const LEVEL: u8 = 8;

    /// Writes `page.rs`, the list of the page's files with their paths and compressed contents.
    pub(super) fn write() -> io::Result<()> {
        let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
        let page = Path::new("web").join("dist");
        let mut files = Vec::new();
        if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
            if page.is_dir() {
                add_below(&page, &mut files)?;
            }
            if files.is_empty() {
                let name = env::var("CARGO_PKG_NAME").unwrap_or_default();
                println!(
                    "cargo::warning=the program has no page of {name}: web/dist was not built"
                );
            }
        }
        let mut list = String::from("&[");
        for (number, file) in files.iter().enumerate() {
            let packed = miniz_oxide::deflate::compress_to_vec_zlib(&fs::read(file)?, LEVEL);
            fs::write(out.join(format!("{number}.z")), packed)?;
            let path = file.strip_prefix(&page).unwrap_or(file).to_string_lossy();
            let path = path.replace('\\', "/");
            let bytes = format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{number}.z\"))");
            _ = write!(list, "({path:?}, {bytes}), ");
        }
        fs::write(out.join("page.rs"), list + "]")
    }

    fn add_below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // A hidden file, such as the one in which the page's build records its inputs, is not part of the page.
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if entry.file_type()?.is_dir() {
                add_below(&entry.path(), files)?
            } else {
                files.push(entry.path())
            }
        }
        files.sort();
        Ok(())
    }
}
