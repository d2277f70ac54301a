//! From a folder to a running server.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use footwork_library::{Library, OpenError};
use footwork_store::Progress;
use tokio::runtime::{Builder, Runtime};

use crate::assets::{Assets, HOW_TO_BUILD};
use crate::connection::Connections;
use crate::guard::Guard;
use crate::listen::listen;
use crate::news::News;
use crate::progress::Relay;
use crate::studio::Studio;
use crate::token::Token;
use crate::watcher::Watcher;
use crate::{PageError, connection, routes};

/// The port of a server that is asked for none, where it is free.
pub const DEFAULT_PORT: u16 = 4747;

/// How long what is going on may take when the server ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a server is started.
#[derive(Debug)]
pub struct Options {
    /// The port; without one, the first free one from [`DEFAULT_PORT`] on. 0 is any that is free.
    pub port: Option<u16>,
    /// The folder of the built page, in place of the one that is embedded or lies beside the sources.
    pub page: Option<PathBuf>,
    /// Whether the system is asked to tell of changes on disk. Where it is not, or does not, the folder
    /// is looked through every few seconds.
    pub asks_to_watch: bool,
    /// Is told how far opening the library is.
    pub opening: Arc<dyn Progress>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: None,
            page: None,
            asks_to_watch: true,
            opening: Arc::new(()),
        }
    }
}

/// A running server, until it is dropped.
pub struct Server {
    // Dropped before the runtime: it looks at the library.
    _watcher: Watcher,
    runtime: Option<Runtime>,
    studio: Arc<Studio>,
    token: Token,
    port: u16,
    has_page: bool,
}

/// Why there is no server.
#[derive(Debug)]
pub enum StartError {
    /// The folder cannot be opened as a library.
    Open(OpenError),
    /// The folder that was named as the page is none.
    Page(PageError),
    /// The port is taken, or may not be used.
    Port {
        /// The port.
        port: u16,
        /// Why.
        error: io::Error,
    },
    /// The machine has no randomness, or no threads.
    Machine(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Page(error) => error.fmt(f),
            Self::Port { port, error } => write!(f, "port {port} cannot be used: {error}"),
            Self::Machine(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for StartError {}

impl Server {
    /// Opens the library at `root` and serves it at 127.0.0.1 and ::1.
    ///
    /// # Errors
    /// When the library cannot be opened, or there is no port to serve it at.
    pub fn start(root: &Path, options: &Options) -> Result<Self, StartError> {
        let page = Assets::find(options.page.as_deref()).map_err(StartError::Page)?;
        let (port, may_be_another) = match options.port {
            Some(port) => (port, false),
            None => (DEFAULT_PORT, true),
        };
        // The same folder wherever the server is started from, and whatever its name is later.
        let root = &root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let news = News::new();
        let relay = Arc::new(Relay::new(Arc::clone(&options.opening), news.clone()));
        let opened = Arc::clone(&relay);
        let progress = relay as Arc<dyn Progress>;
        let library = Library::open_with(root, Arc::clone(&progress)).map_err(StartError::Open)?;
        opened.opened();
        let listening = listen(port, may_be_another);
        let listening = listening.map_err(|error| StartError::Port { port, error })?;
        let port = listening.port;
        let token = Token::random();
        let token = token.map_err(|error| StartError::Machine(error.to_string()))?;
        let guard = Arc::new(Guard::new(token.clone(), port));
        let studio = Arc::new(Studio::new(library, guard, news));
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
            runtime.spawn(connection::serve(
                socket,
                router.clone(),
                Arc::clone(&places),
            ));
        }
        drop(entered);
        // While the page is on its way, what it asks first is made ready.
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

    /// Where the page is, with the token of this launch.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token())
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The token of this launch, which every request to the API must have.
    pub fn token(&self) -> &str {
        self.token.as_str()
    }

    /// What to do to have a page, where this build has none.
    pub fn lacks_page(&self) -> Option<&'static str> {
        (!self.has_page).then_some(HOW_TO_BUILD)
    }

    /// What is wrong in single files of the library, as of now.
    pub fn findings(&self) -> Vec<footwork_sidecar::Finding> {
        self.studio.open().library.findings().to_vec()
    }
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
        // An edit that has begun is ended, and what is still asked is not answered.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(PATIENCE);
            self.studio.edit_thread.stop();
            // Nobody who ends the server waits for minutes.
            self.studio.open().library.give_up_poses();
        }
    }
}
