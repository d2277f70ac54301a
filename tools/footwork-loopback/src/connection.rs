//! Limits on the number of connections, and on the time that each connection may take to send its request.
//!
//! Any web page can connect to this machine as often as it likes. A connection that has not shown the token is
//! therefore closed after 10 s, or earlier if more than 128 such connections are open. Up to 256 connections that have
//! shown the token are exempt from both limits.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The maximum number of simultaneous connections that have shown the token.
const MAX_KNOWN: usize = 256;

/// The maximum number of simultaneous connections that have not shown the token. A further connection closes the
/// oldest.
const MAX_STRANGERS: usize = 128;

/// How long a connection may stay open without showing the token.
const STRANGERS_TIME: Duration = Duration::from_secs(10);

/// The time in which the headers of a request must arrive. This also limits the wait for the next request on an open
/// connection.
const HEADER_TIME: Duration = Duration::from_secs(30);

/// The longest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 32 << 10;

/// The maximum number of headers of a request.
const MAX_HEADERS: usize = 64;

/// All connections of a server.
pub struct Connections {
    strangers: Mutex<VecDeque<Arc<Peer>>>,
    places: Arc<Semaphore>,
}

/// The other end of a connection.
pub struct Peer {
    all: Arc<Connections>,
    place: OnceLock<OwnedSemaphorePermit>,
    gone: Notify,
}

impl Connections {
    /// Creates an empty list of connections.
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            strangers: Mutex::default(),
            places: Arc::new(Semaphore::new(MAX_KNOWN)),
        })
    }

    /// Admits a new connection. If too many have not shown the token, closes the oldest of them.
    fn welcome(self: &Arc<Self>) -> Arc<Peer> {
        let peer = Arc::new(Peer {
            all: Arc::clone(self),
            place: OnceLock::new(),
            gone: Notify::new(),
        });
        let mut strangers = self
            .strangers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        strangers.push_back(Arc::clone(&peer));
        if strangers.len() > MAX_STRANGERS
            && let Some(oldest) = strangers.pop_front()
        {
            oldest.gone.notify_one();
        }
        peer
    }
}

impl Peer {
    /// Marks the connection as known: it has shown the token, or another secret that only a page with the token has.
    pub fn is_known(&self) {
        if self.place.get().is_some() {
            return;
        }
        // If `MAX_KNOWN` connections are known already, this one stays limited like a stranger.
        if let Ok(place) = Arc::clone(&self.all.places).try_acquire_owned()
            && self.place.set(place).is_ok()
        {
            self.leave_strangers();
        }
    }

    fn leave_strangers(&self) {
        let strangers = self.all.strangers.lock();
        let mut strangers = strangers.unwrap_or_else(PoisonError::into_inner);
        strangers.retain(|other| !std::ptr::eq(Arc::as_ptr(other), self));
    }

    /// Waits until this connection must close without having shown the token: a newer one needs its place, or its time
    /// is up.
    async fn is_to_go(&self) {
        tokio::select! {
            () = self.gone.notified() => {}
            () = tokio::time::sleep(STRANGERS_TIME) => {}
        }
        if self.place.get().is_some() {
            std::future::pending::<()>().await;
        }
    }
}

/// Serves the connections of a socket while the future is polled.
pub async fn serve(socket: TcpListener, router: Router, all: Arc<Connections>) {
    loop {
        match socket.accept().await {
            Ok((stream, _)) => {
                let (router, peer) = (router.clone(), all.welcome());
                tokio::spawn(async move {
                    talk(stream, router, &peer).await;
                    peer.leave_strangers();
                });
            }
            // A temporary error, such as too many open files.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn talk(stream: TcpStream, router: Router, peer: &Arc<Peer>) {
    _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(|mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(peer));
        router.call(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(MAX_HEAD_BYTES)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // An error ends this connection and affects no other.
    tokio::select! {
        _ = connection => {}
        () = peer.is_to_go() => {}
    }
}
