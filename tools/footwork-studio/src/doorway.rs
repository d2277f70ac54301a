//! A file that redirects a browser to the page.
//!
//! Every user of the machine can read the arguments of a process, and the page's address contains the token. So the
//! browser is started with the path of a file that only its owner can read.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::server::Server;
use crate::token::Token;

/// A file that redirects to the page until this is dropped.
#[derive(Debug)]
pub struct Doorway {
    path: PathBuf,
}

impl Doorway {
    /// Creates the file for this server, in the folder for temporary files.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn to(server: &Server) -> io::Result<Self> {
        // The name is random, so nobody can have created the file in advance.
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

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Doorway {
    fn drop(&mut self) {
        // It is useless once the server has stopped.
        _ = fs::remove_file(&self.path);
    }
}
