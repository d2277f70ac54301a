//! The files of the page, held in memory, so that no path in a request reaches the file system.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::Response;
use footwork_store::read_existing;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use thiserror::Error;

/// The maximum size of a page, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// The places where a page may be.
#[derive(Debug)]
pub struct PagePlaces<'a> {
    /// The environment variable that may name a folder. Messages mention it.
    pub variable: &'static str,
    /// The folder that the variable names; `None` if it is not set.
    pub named: Option<&'a Path>,
    /// The files in the binary: their paths without a leading `/`, and their contents, compressed with zlib.
    pub embedded: &'static [(&'static str, &'static [u8])],
    /// The folder of the page built next to the sources.
    pub beside: &'a Path,
    /// The HTML that replaces a missing page.
    pub lack: &'static str,
}

/// Why the page cannot be served.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PageError {
    /// The folder named by the environment variable cannot be read as a page.
    #[error("{variable}={} is not a built page: {error}", .folder.display())]
    Named {
        /// The environment variable.
        variable: &'static str,
        /// The folder that the variable names.
        folder: PathBuf,
        /// The error while reading the folder.
        error: io::Error,
    },
    /// A file of the page in this binary cannot be unpacked.
    #[error("the file {path} of the page in this program is damaged")]
    Damaged {
        /// The path of the file without a leading `/`.
        path: &'static str,
    },
}

/// The files of the page, by their paths.
pub struct Page {
    files: BTreeMap<String, Asset>,
    lack: &'static str,
}

struct Asset {
    bytes: Bytes,
    content_type: &'static str,
}

impl Page {
    /// Finds the page. Tries, in this order, the folder that the environment variable names, the page in this binary,
    /// and the page built next to its sources. If there is none, the result shows `lack`.
    ///
    /// # Errors
    /// Returns an error if the environment variable names a folder that is not a page, or if the page in this binary is
    /// damaged.
    pub fn find(places: PagePlaces<'_>) -> Result<Self, PageError> {
        let lack = places.lack;
        if let Some(folder) = places.named {
            let failed = |error| PageError::Named {
                variable: places.variable,
                folder: folder.to_owned(),
                error,
            };
            let page = Self::read(folder, lack).map_err(failed)?;
            return if page.is_built() {
                Ok(page)
            } else {
                Err(failed(io::Error::other("it has no index.html")))
            };
        }
        let mut embedded = Self::none(lack);
        for &(path, packed) in places.embedded {
            let bytes = decompress_to_vec_zlib(packed);
            embedded.add(path, bytes.map_err(|_| PageError::Damaged { path })?);
        }
        if embedded.is_built() {
            return Ok(embedded);
        }
        Ok(Self::beside(places.beside, lack))
    }

    /// Reads the page built in a folder. If there is none, the result shows `lack`.
    pub fn beside(folder: &Path, lack: &'static str) -> Self {
        Self::read(folder, lack).unwrap_or_else(|_| Self::none(lack))
    }

    fn none(lack: &'static str) -> Self {
        Self {
            files: BTreeMap::new(),
            lack,
        }
    }

    /// Reads all files below a folder.
    fn read(folder: &Path, lack: &'static str) -> io::Result<Self> {
        let mut page = Self::none(lack);
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
                page.add(&path, content);
            }
        }
        Ok(page)
    }

    fn add(&mut self, path: &str, bytes: Vec<u8>) {
        let asset = Asset {
            bytes: bytes.into(),
            content_type: content_type(path),
        };
        self.files.insert(format!("/{path}"), asset);
    }

    /// Returns whether there is a page to show instead of `lack`.
    pub fn is_built(&self) -> bool {
        self.files.contains_key("/index.html")
    }

    /// Returns the file at a path; for `/`, the page or, if there is none, instructions for building it. `None` if
    /// there is no such file.
    pub fn answer(&self, path: &str) -> Option<Response> {
        let path = if path == "/" { "/index.html" } else { path };
        let (body, content_type) = match self.files.get(path) {
            Some(asset) => (asset.bytes.clone(), asset.content_type),
            None if path == "/index.html" => (Bytes::from_static(self.lack.as_bytes()), HTML),
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use miniz_oxide::deflate::compress_to_vec_zlib;

    use super::{Page, PageError, PagePlaces};

    fn find(packed: Vec<u8>) -> Result<Page, PageError> {
        let embedded = vec![("index.html", &*packed.leak())].leak();
        Page::find(PagePlaces {
            variable: "PAGE",
            named: None,
            embedded,
            beside: Path::new("no-such-folder"),
            lack: "",
        })
    }

    #[test]
    fn embedded_files_are_served_unpacked() {
        let packed = compress_to_vec_zlib(b"<title>Match</title>", 6);
        let page = find(packed.clone()).unwrap();
        assert_eq!(&*page.files["/index.html"].bytes, b"<title>Match</title>");
        let cut = packed[..packed.len() - 4].to_vec();
        let refused = find(cut).map(drop).unwrap_err();
        let said = "the file index.html of the page in this program is damaged";
        assert_eq!(refused.to_string(), said);
    }
}
