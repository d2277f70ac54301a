//! The files of the page, in memory, so that no path of a request reaches the file system.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::Response;
use footwork_store::read_existing;
use thiserror::Error;

/// The variable of the environment that names the folder of a built page.
pub const PAGE_FOLDER: &str = "FOOTWORK_STUDIO_PAGE";

/// The largest page, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// What the server shows instead of a page that was not built.
const NO_PAGE: &str = include_str!("no_page.html");

/// What to do if there is no page.
pub(crate) const HOW_TO_BUILD: &str = "the studio's page is not built: run `cargo xtask studio` in \
     Footwork's sources, which needs Node 20.19 or later; or build the command with the feature `embed-ui`";

/// The folder that `FOOTWORK_STUDIO_PAGE` names cannot be read as a page.
#[derive(Debug, Error)]
#[error("{PAGE_FOLDER}={} is no built page: {error}", .folder.display())]
pub struct PageError {
    folder: PathBuf,
    error: io::Error,
}

/// The files of the page, by their paths.
pub(crate) struct Assets {
    files: BTreeMap<String, Asset>,
}

struct Asset {
    bytes: Bytes,
    content_type: &'static str,
}

#[cfg(feature = "embed-ui")]
#[derive(rust_embed::Embed)]
#[folder = "$CARGO_MANIFEST_DIR/web/dist"]
#[allow_missing = true]
struct Embedded;

impl Assets {
    /// The page of the folder that the environment names; else the one in this binary; else the one
    /// that was built beside its sources; else none.
    ///
    /// # Errors
    /// If the environment names a folder that is not a page.
    pub(crate) fn find(named: Option<&Path>) -> Result<Self, PageError> {
        if let Some(folder) = named {
            let failed = |error| PageError {
                folder: folder.to_owned(),
                error,
            };
            let page = Self::read(folder).map_err(failed)?;
            return match page.is_built() {
                true => Ok(page),
                false => Err(failed(io::Error::other("it has no index.html"))),
            };
        }
        let embedded = Self::embedded();
        if embedded.is_built() {
            return Ok(embedded);
        }
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist");
        Ok(Self::read(&beside).unwrap_or_else(|_| Self::none()))
    }

    fn none() -> Self {
        Self {
            files: BTreeMap::new(),
        }
    }

    #[cfg(feature = "embed-ui")]
    fn embedded() -> Self {
        let mut assets = Self::none();
        for path in Embedded::iter() {
            if let Some(file) = Embedded::get(&path) {
                assets.add(&path, file.data.into_owned());
            }
        }
        assets
    }

    #[cfg(not(feature = "embed-ui"))]
    fn embedded() -> Self {
        Self::none()
    }

    /// All files below a folder.
    fn read(folder: &Path) -> io::Result<Self> {
        let mut assets = Self::none();
        let mut left = vec![(folder.to_owned(), String::new())];
        let mut bytes = 0;
        while let Some((folder, prefix)) = left.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let Ok(name) = entry.file_name().into_string() else {
                    continue;
                };
                let path = format!("{prefix}{name}");
                if entry.file_type()?.is_dir() {
                    left.push((entry.path(), format!("{path}/")));
                    continue;
                }
                let file = entry.path();
                let content = read_existing(&file, MAX_BYTES - bytes)
                    .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
                bytes += content.len();
                assets.add(&path, content);
            }
        }
        Ok(assets)
    }

    fn add(&mut self, path: &str, bytes: Vec<u8>) {
        let asset = Asset {
            bytes: bytes.into(),
            content_type: content_type(path),
        };
        self.files.insert(format!("/{path}"), asset);
    }

    /// Whether there is a page.
    pub(crate) fn is_built(&self) -> bool {
        self.files.contains_key("/index.html")
    }

    /// Returns the file of a path; for `/` the page, or how to build one.
    pub(crate) fn answer(&self, path: &str) -> Option<Response> {
        let path = if path == "/" { "/index.html" } else { path };
        let (body, content_type) = match self.files.get(path) {
            Some(asset) => (asset.bytes.clone(), asset.content_type),
            None if path == "/index.html" => (Bytes::from_static(NO_PAGE.as_bytes()), HTML),
            None => return None,
        };
        let mut response = Response::new(Body::from(body));
        let content_type = HeaderValue::from_static(content_type);
        response.headers_mut().insert(CONTENT_TYPE, content_type);
        Some(response)
    }
}

const HTML: &str = "text/html; charset=utf-8";

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => HTML,
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
