//! Connections: how many there are, and how long each may take to say what it wants.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// Connections at once; others wait.
const MOST_CONNECTIONS: usize = 256;

/// How long a request may take to say its headers, also when a connection is kept open for the next.
const HEADER_TIME: Duration = Duration::from_secs(30);

/// The longest head of a request, in bytes.
const MOST_HEAD_BYTES: usize = 32 << 10;

/// The most headers of a request.
const MOST_HEADERS: usize = 64;

/// Serves connections from a socket for as long as it is polled.
pub(crate) async fn serve(socket: TcpListener, router: Router, places: Arc<Semaphore>) {
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        match socket.accept().await {
            Ok((stream, _)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    talk(stream, router).await;
                    drop(place);
                });
            }
            // Too many open files, say, which passes.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// The places of all connections of a server.
pub(crate) fn places() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(MOST_CONNECTIONS))
}

async fn talk(stream: TcpStream, router: Router) {
    _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(MOST_HEAD_BYTES)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // What goes wrong with a connection ends it, and concerns nobody else.
    _ = connection.await;
}
