//! Many who ask at once, wrongly, or for nothing: none of them keeps others from being answered.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::Studio;

/// Less than a connection that says nothing may last, and long enough for a busy machine.
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
fn a_connection_that_asks_wrongly_is_closed() {
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
        assert!(said.starts_with(b"HTTP/1.1 40"), "{head}");
    }
}

#[test]
fn a_flood_of_strangers_locks_nobody_out() {
    let studio = Studio::start();
    let mut known = ask(&studio);
    assert!(is_answered(&mut known));
    let mut silent = Vec::new();
    for number in 0..400 {
        let mut stream = connect(&studio);
        if number % 2 == 0 {
            // Some begin to say something.
            _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: evil.example\r\n");
        }
        silent.push(stream);
    }
    assert!(is_answered(&mut ask(&studio)));
    // Who was there before still is.
    let mut rest = [0; 4096];
    assert!(known.read(&mut rest).unwrap() > 0);
    let [host, token] = [studio.host(), studio.server.token().to_owned()];
    let text =
        format!("GET /api/library HTTP/1.1\r\nhost: {host}\r\nx-footwork-token: {token}\r\n\r\n");
    known.write_all(text.as_bytes()).unwrap();
    assert!(known.read(&mut rest).unwrap() > 0);
    // The first strangers are gone.
    assert!(matches!(silent[0].read(&mut rest), Ok(0) | Err(_)));
}

/// The file of a clip says nothing for as long as the test likes, and queries wait for it.
#[cfg(unix)]
#[test]
fn queries_that_are_given_up_delay_no_edit() {
    use std::fs;
    use std::process::Command;
    use std::thread;

    use serde_json::json;

    use crate::client::{bvh, paint};

    let elsewhere = tempfile::tempdir().unwrap();
    let slow = elsewhere.path().join("slow.bvh");
    fs::write(&slow, bvh(60)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("quick.bvh"), bvh(60)).unwrap();
    std::os::unix::fs::symlink(&slow, folder.path().join("slow.bvh")).unwrap();
    let studio = Studio::of(folder);
    fs::remove_file(&slow).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(&slow)
            .status()
            .unwrap()
            .success()
    );
    let silence = fs::File::options()
        .read(true)
        .write(true)
        .open(&slow)
        .unwrap();
    let [host, token] = [studio.host(), studio.server.token().to_owned()];
    for number in 0..40 {
        let body = json!({ "text": format!("{{ speed > {number} }}") }).to_string();
        let mut stream = connect(&studio);
        let head = format!(
            "POST /api/query HTTP/1.1\r\nhost: {host}\r\nx-footwork-token: {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(20));
    }
    // Every one of them was given up, and some still wait for the file.
    assert!(is_answered(&mut ask(&studio)));
    studio
        .post("/api/edit", &paint("quick.bvh", "A", 0, 5))
        .done();
    // At last it ends, and queries are answered again.
    fs::remove_file(&slow).unwrap();
    fs::write(&slow, bvh(60)).unwrap();
    drop(silence);
    let answer = studio.post("/api/query", &json!({ "text": "A" })).done();
    assert_eq!(answer["frames"], 5);
}
