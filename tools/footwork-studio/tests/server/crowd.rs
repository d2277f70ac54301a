//! Tests of many simultaneous, malformed or silent connections. None of them may delay the answers to other
//! connections.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::{Answer, Studio};

/// The time limit for an answer. It is long enough for a busy machine, and shorter than the 30 s in which a connection
/// must send its headers.
const SOON: Duration = Duration::from_secs(20);

fn connect(studio: &Studio) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", studio.server.port())).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    stream
}

fn ask(studio: &Studio) -> TcpStream {
    let mut stream = connect(studio);
    let [host, token] = [studio.host(), studio.server.token().to_owned()];
    let text =
        format!("GET /api/clips HTTP/1.1\r\nhost: {host}\r\nx-footwork-token: {token}\r\n\r\n");
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

fn is_answered(stream: &mut TcpStream) -> bool {
    let mut start = [0; 12];
    stream.read_exact(&mut start).is_ok() && start == *b"HTTP/1.1 200"
}

#[test]
fn a_refused_request_closes_its_connection() {
    let studio = Studio::start();
    let host = studio.host();
    for head in [
        "host: evil.example".to_owned(),
        format!("host: {host}\r\norigin: http://evil.example"),
        format!("host: {host}"),
    ] {
        let mut stream = connect(&studio);
        let text = format!("GET /api/clips HTTP/1.1\r\n{head}\r\n\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        let mut said = Vec::new();
        stream.read_to_end(&mut said).unwrap();
        let answer = Answer::parse(&said);
        assert!((400..500).contains(&answer.status), "{head}");
        assert_eq!(answer.header("connection"), Some("close"), "{head}");
    }
}

#[test]
fn connections_without_the_token_do_not_block_those_with_it() {
    let studio = Studio::start();
    let mut known = ask(&studio);
    assert!(is_answered(&mut known));
    let mut silent = Vec::new();
    for number in 0..400 {
        let mut stream = connect(&studio);
        if number % 2 == 0 {
            // Some connections send the start of a request.
            _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: evil.example\r\n");
        }
        silent.push(stream);
    }
    assert!(is_answered(&mut ask(&studio)));
    // The connections opened earlier are still open.
    let mut rest = [0; 4096];
    assert!(known.read(&mut rest).unwrap() > 0);
    let [host, token] = [studio.host(), studio.server.token().to_owned()];
    let text =
        format!("GET /api/library HTTP/1.1\r\nhost: {host}\r\nx-footwork-token: {token}\r\n\r\n");
    known.write_all(text.as_bytes()).unwrap();
    assert!(known.read(&mut rest).unwrap() > 0);
    // The first silent connections were closed before their time limit, because further connections needed their
    // places.
    let first = &mut silent[0];
    first
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    match first.read(&mut rest) {
        Ok(bytes) => assert_eq!(bytes, 0),
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
    }
}
