//! Opens a folder as a library and serves it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use footwork_library::{FollowLinks, OpenError};
use footwork_loopback::{Connections, Guard, PageError, Token, listen, serve};
use footwork_pipeline::{AgreementError, SecondLabels, open_library_following};
use footwork_store::{Progress, read_existing};
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};

use crate::body::MAX_RECORDING_BYTES;
use crate::news::News;
use crate::page::{self, HOW_TO_BUILD, RULES};
use crate::place::{Place, PlaceError};
use crate::progress::Relay;
use crate::routes;
use crate::studio::Studio;
use crate::watcher::Watcher;

/// The first port to try if none is given.
pub const DEFAULT_PORT: u16 = 4747;

/// The time limit for running requests to finish when the server shuts down.
const PATIENCE: Duration = Duration::from_secs(10);

/// Options of a server.
#[derive(Debug)]
pub struct Options {
    /// The port; `None` for the first free one from [`DEFAULT_PORT`] on, 0 for any free one.
    pub port: Option<u16>,
    /// The folder of the built page. By default, the page embedded in the program or built next to the sources.
    pub page: Option<PathBuf>,
    /// Whether to ask the system to watch the folder from the start. Otherwise the server scans the folder every few
    /// seconds for a minute, and asks to watch it after that. If the system cannot watch the folder, the server goes on
    /// scanning, and asks again every minute.
    pub asks_to_watch: bool,
    /// The folder of a second labeller's sidecars, which are compared with those of the library.
    pub compare: Option<PathBuf>,
    /// The recording of a character to open at the start.
    pub recording: Option<PathBuf>,
    /// Whether links to folders are followed.
    pub follow: FollowLinks,
    /// Receives the progress of opening the library.
    pub opening: Arc<dyn Progress>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: None,
            page: None,
            asks_to_watch: true,
            compare: None,
            recording: None,
            follow: FollowLinks::default(),
            opening: Arc::new(()),
        }
    }
}

/// A server that runs until it is dropped.
pub struct Server {
    // Dropped, and so stopped, after `Server::drop` has shut the runtime down.
    _watcher: Watcher,
    runtime: Option<Runtime>,
    studio: Arc<Studio>,
    token: Token,
    port: u16,
    has_page: bool,
}

/// The reasons why a server cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The folder cannot be opened as a library.
    #[error("{0}")]
    Open(OpenError),
    /// The given page folder has no built page.
    #[error("{0}")]
    Page(PageError),
    /// The folder of the second labeller cannot be used for a comparison.
    #[error("{0}")]
    Compare(AgreementError),
    /// The recording cannot be read, or belongs to another library.
    #[error("{message}")]
    Recording {
        /// The kind of error as a stable name.
        code: String,
        /// The reason, with the path of the file.
        message: String,
    },
    /// The port is taken, or the user may not use it.
    #[error("port {port} cannot be used: {error}")]
    Port {
        /// The port.
        port: u16,
        /// The reason.
        error: io::Error,
    },
    /// The machine provides no random numbers, or no threads.
    #[error("{0}")]
    Machine(String),
}

impl StartError {
    /// Returns the kind of error as a stable name, for machines.
    pub fn code(&self) -> &str {
        match self {
            Self::Open(_) => "no-library",
            Self::Page(_) => "no-page",
            Self::Compare(error) => error.code(),
            Self::Recording { code, .. } => code,
            Self::Port { .. } => "port",
            Self::Machine(_) => "machine",
        }
    }

    /// Returns a hint how to fix the error; `None` if there is none.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Port { port, .. } => Some(format!(
                "choose a port other than {port} with --port, or any free one with --port 0"
            )),
            _ => None,
        }
    }
}

impl Server {
    /// Opens the library at `root` and serves it at 127.0.0.1 and ::1.
    ///
    /// # Errors
    /// Returns an error if the page, the library, the second labels or the recording cannot be opened, if the given
    /// port cannot be used or no port is free, or if the system cannot start the server.
    pub fn start(root: &Path, options: &Options) -> Result<Self, StartError> {
        let page = page::find(options.page.as_deref()).map_err(StartError::Page)?;
        let (port, may_be_another) = match options.port {
            Some(port) => (port, false),
            None => (DEFAULT_PORT, true),
        };
        // The canonical path depends neither on the current folder nor on later renames of links.
        let root = &root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let second = options.compare.as_ref();
        let second = second.map(|folder| SecondLabels::new(root, folder));
        let second = second.transpose().map_err(StartError::Compare)?;
        let news = News::new();
        let relay = Arc::new(Relay::new(Arc::clone(&options.opening), news.clone()));
        let opened = Arc::clone(&relay);
        let progress = relay as Arc<dyn Progress>;
        let library = open_library_following(root, options.follow, Arc::clone(&progress));
        let library = library.map_err(StartError::Open)?;
        opened.opened();
        let listening = listen(port, may_be_another);
        let listening = listening.map_err(|error| StartError::Port { port, error })?;
        let port = listening.port;
        let token = Token::random();
        let token = token.map_err(|error| StartError::Machine(error.to_string()))?;
        let ticket = Token::random();
        let ticket = ticket.map_err(|error| StartError::Machine(error.to_string()))?;
        let guard = Arc::new(Guard::new(token.clone(), port, RULES));
        let studio = Arc::new(Studio::new(library, guard, news, ticket));
        studio.open().second = second;
        if let Some(path) = &options.recording {
            open_recording(&studio, path)?;
        }
        let has_page = page.is_built();
        let router = routes::router(Arc::clone(&studio), Arc::new(page));
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(32)
            .enable_all()
            .build()
            .map_err(|error| StartError::Machine(error.to_string()))?;
        let places = Connections::new();
        let entered = runtime.enter();
        for socket in listening.sockets {
            let socket = tokio::net::TcpListener::from_std(socket);
            let socket = socket.map_err(|error| StartError::Port { port, error })?;
            runtime.spawn(serve(socket, router.clone(), Arc::clone(&places)));
        }
        drop(entered);
        // Prepare the answers to the page's first requests while the page loads.
        let first = Arc::clone(&studio);
        runtime.spawn_blocking(move || _ = first.open().all_rows());
        Ok(Self {
            _watcher: Watcher::start(Arc::clone(&studio), progress, options.asks_to_watch),
            runtime: Some(runtime),
            studio,
            token,
            port,
            has_page,
        })
    }

    /// Returns the address of the page, with the token of this launch.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token())
    }

    /// Returns the address that opens the page at a place.
    ///
    /// # Errors
    /// Returns an error if the library has no such clip, if the clip has no such frame, or if the place has a frame and
    /// no clip.
    pub fn url_at(&self, place: &Place) -> Result<String, PlaceError> {
        let place = place.in_address(&self.studio.open().library)?;
        let (port, token) = (self.port, self.token());
        Ok(format!("http://127.0.0.1:{port}/{place}#{token}"))
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the token of this launch, required by every request to the API.
    pub fn token(&self) -> &str {
        self.token.as_str()
    }

    /// Returns how to build the page if this program has none; else `None`.
    pub fn lacks_page(&self) -> Option<&'static str> {
        (!self.has_page).then_some(HOW_TO_BUILD)
    }

    /// Returns the current findings of the library.
    pub fn findings(&self) -> Vec<footwork_sidecar::Finding> {
        self.studio.open().library.findings().to_vec()
    }
}

fn open_recording(studio: &Studio, path: &Path) -> Result<(), StartError> {
    let name = path.display().to_string();
    let bytes = read_existing(path, MAX_RECORDING_BYTES);
    let bytes = bytes.map_err(|error| StartError::Recording {
        code: "unreadable-file".to_owned(),
        message: format!("{name}: {error}"),
    })?;
    let opened = routes::open_recording(studio, name, &bytes);
    opened.map(|_| ()).map_err(|refusal| StartError::Recording {
        code: refusal.problem.code,
        message: refusal.problem.message,
    })
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Lets a running edit finish, and drops all other requests.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(PATIENCE);
            self.studio.edit_thread.stop();
            // Do not wait until all poses are read, which can take minutes.
            self.studio.open().library.give_up_poses();
        }
    }
}
