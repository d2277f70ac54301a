//! A file that leads a browser to the page.
//!
//! What a program is started with can be read by everybody who uses the machine, and the page's address
//! holds the token. So a browser is started with the name of a file that only its owner reads.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::Server;
use crate::token::Token;

/// A file that leads to the page until this is dropped.
#[derive(Debug)]
pub struct Doorway {
    path: PathBuf,
}

impl Doorway {
    /// Makes one for this server, in the folder for temporary files.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn to(server: &Server) -> io::Result<Self> {
        // Nobody else can have made a file of this name before.
        let name = Token::random().map_err(io::Error::other)?;
        let folder = std::env::temp_dir();
        let path = folder.join(format!("footwork-studio-{}.html", name.as_str()));
        let url = server.url();
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        let doorway = Self { path };
        write!(
            file,
            "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Footwork</title>\n\
             <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n\
             <p><a href=\"{url}\">To the studio</a></p>\n"
        )?;
        Ok(doorway)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Doorway {
    fn drop(&mut self) {
        // It leads nowhere once the server has ended.
        _ = fs::remove_file(&self.path);
    }
}
