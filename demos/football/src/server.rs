//! Serves the match and its page to this machine only.

mod clockwork;
mod command;
mod encode;
mod export;
mod happening;
mod idle;
mod mistakes;
mod overlay;
mod page;
mod player;
mod refusal;
mod routes;
mod run;
mod scene;
mod sentence;
mod socket;
mod table;
mod words;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use footwork_loopback::{Connections, Doorway, Guard, Token, listen, serve};
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};

use crate::cast::Cast;
use crate::game::{Match, MatchError};
use crate::setup::Setup;
use clockwork::Clockwork;
use table::Table;

/// The first port to try if none is given.
pub const DEFAULT_MATCH_PORT: u16 = 4748;

/// The maximum time for running requests when the server shuts down.
const PATIENCE: Duration = Duration::from_secs(2);

/// Options of a server.
#[derive(Debug, Default)]
pub struct ServerOptions {
    /// The port; `None` for the first free one from [`DEFAULT_MATCH_PORT`] on, 0 for any free one.
    pub port: Option<u16>,
    /// The time at which it begins to play.
    pub start: MatchStart,
}

/// When a match begins to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchStart {
    /// Immediately.
    #[default]
    AtOnce,
    /// At the kick-off requested by a human, or immediately without humans. Each new match chosen on the page waits in
    /// the same way.
    WhenAsked,
    /// Paused. A new match chosen on the page while paused stays paused too.
    Paused,
}

/// A running match and its server, until it is dropped.
pub struct MatchServer {
    // This thread must stop before the runtime that it sends to.
    clockwork: Clockwork,
    runtime: Option<Runtime>,
    token: Token,
    port: u16,
    has_page: bool,
}

/// Why a server could not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The match could not begin.
    #[error("{0}")]
    Match(MatchError),
    /// The port is taken, or may not be used.
    #[error(
        "port {port} cannot be used: {error}\nhelp: without --port, the first free port from {first} on is used",
        first = DEFAULT_MATCH_PORT
    )]
    Port {
        /// The port.
        port: u16,
        /// The error of binding it.
        error: io::Error,
    },
    /// The machine provides no random numbers, or no threads.
    #[error("{0}")]
    Machine(String),
}

impl MatchServer {
    /// Begins a match and serves it at 127.0.0.1 and ::1.
    ///
    /// # Errors
    /// Returns an error if the match cannot begin, if no port is free, or if the system cannot start the server.
    pub fn start(
        cast: &Arc<Cast>,
        setup: Setup,
        options: &ServerOptions,
    ) -> Result<Self, ServerError> {
        let machine = |error: io::Error| ServerError::Machine(error.to_string());
        let first = Match::new(Arc::clone(cast), setup).map_err(ServerError::Match)?;
        let page = page::find();
        let (port, may_be_another) = match options.port {
            Some(port) => (port, false),
            None => (DEFAULT_MATCH_PORT, true),
        };
        let listening = listen(port, may_be_another);
        let listening = listening.map_err(|error| ServerError::Port { port, error })?;
        let port = listening.port;
        let token = Token::random();
        let token = token.map_err(|error| ServerError::Machine(error.to_string()))?;
        let guard = Arc::new(Guard::new(token.clone(), port, page::RULES));
        let (table, orders) = Table::new(guard);
        let table = Arc::new(table);
        let clockwork = Clockwork::start(first, options.start, Arc::clone(&table), orders);
        let clockwork = clockwork.map_err(machine)?;
        let has_page = page.is_built();
        let router = routes::router(table, Arc::new(page));
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(machine)?;
        let places = Connections::new();
        let entered = runtime.enter();
        for socket in listening.sockets {
            let socket = tokio::net::TcpListener::from_std(socket);
            let socket = socket.map_err(|error| ServerError::Port { port, error })?;
            runtime.spawn(serve(socket, router.clone(), Arc::clone(&places)));
        }
        drop(entered);
        Ok(Self {
            clockwork,
            runtime: Some(runtime),
            token,
            port,
            has_page,
        })
    }

    /// Returns the address of the page, with the token of this launch.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token())
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the token of this launch, required by every request to the API.
    pub fn token(&self) -> &str {
        self.token.as_str()
    }

    /// Returns how to build the page, if this build has none.
    pub fn lacks_page(&self) -> Option<&'static str> {
        (!self.has_page).then_some(page::HOW_TO_BUILD)
    }

    /// Opens a browser, if there is a display. The browser can find the page until the returned value is dropped.
    pub fn open(&self) -> Option<Doorway> {
        Doorway::open(&self.url(), page::LEADS)
    }
}

impl fmt::Debug for MatchServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchServer")
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

impl Drop for MatchServer {
    fn drop(&mut self) {
        self.clockwork.stop();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(PATIENCE);
        }
    }
}
