//! Prints how long the studio's server takes for what a page asks most, on a library that `many_clips`
//! wrote: `cargo run --release -p footwork-studio --example server_speed -- DIR`. It edits the library,
//! and takes its edits back.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use footwork_studio::{Options, Server};
use serde_json::{Value, json};

type Failed = Box<dyn std::error::Error>;

/// One connection that is kept open, as a page's is.
struct Connection {
    reader: BufReader<TcpStream>,
    head: String,
}

impl Connection {
    fn open(server: &Server) -> Result<Self, Failed> {
        let stream = TcpStream::connect(("127.0.0.1", server.port()))?;
        stream.set_nodelay(true)?;
        let (port, token) = (server.port(), server.token());
        Ok(Self {
            reader: BufReader::new(stream),
            head: format!("host: 127.0.0.1:{port}\r\nx-footwork-token: {token}\r\n"),
        })
    }

    /// The body of the answer, and how long it took.
    fn ask(&mut self, line: &str, body: &str) -> Result<(Vec<u8>, Duration), Failed> {
        let since = Instant::now();
        let request = format!(
            "{line} HTTP/1.1\r\n{}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.head,
            body.len()
        );
        self.reader.get_mut().write_all(request.as_bytes())?;
        let (mut status, mut length) = (String::new(), 0);
        self.reader.read_line(&mut status)?;
        loop {
            let mut header = String::new();
            self.reader.read_line(&mut header)?;
            match header.trim_end().split_once(": ") {
                Some(("content-length", value)) => length = value.parse()?,
                Some(_) => {}
                None => break,
            }
        }
        let mut answer = vec![0; length];
        self.reader.read_exact(&mut answer)?;
        let took = since.elapsed();
        match status.contains(" 200 ") {
            true => Ok((answer, took)),
            false => Err(format!("{line}: {status}{}", String::from_utf8_lossy(&answer)).into()),
        }
    }

    /// Asks it so often, and prints the middle and the slow end.
    fn measure(
        &mut self,
        what: &str,
        times: usize,
        request: impl Fn(usize) -> (String, Value),
    ) -> Result<(), Failed> {
        let mut took = Vec::with_capacity(times);
        let mut bytes = 0;
        for time in 0..times {
            let (line, body) = request(time);
            let (answer, duration) = self.ask(&line, &body.to_string())?;
            took.push(duration);
            bytes = answer.len();
        }
        took.sort();
        let ms = |place: usize| took.get(place).map_or(0.0, |took| took.as_secs_f64() * 1e3);
        println!(
            "{what:<28} {times:>5} times  median {:>8.2} ms  p99 {:>8.2} ms  {:>6} kB",
            ms(times / 2),
            ms(times * 99 / 100),
            bytes / 1000
        );
        Ok(())
    }
}

fn main() -> Result<(), Failed> {
    let root = std::env::args().nth(1).ok_or("usage: server_speed DIR")?;
    for opening in ["first", "again"] {
        let since = Instant::now();
        let server = Server::start(Path::new(&root), &options())?;
        let opened = since.elapsed();
        let mut page = Connection::open(&server)?;
        page.ask("GET /api/library", "")?;
        page.ask("GET /api/clips", "")?;
        println!(
            "opened, {opening}: {:.0} ms; with list and vocabulary {:.0} ms",
            opened.as_secs_f64() * 1e3,
            since.elapsed().as_secs_f64() * 1e3
        );
    }
    let server = Server::start(Path::new(&root), &options())?;
    let mut page = Connection::open(&server)?;
    let (list, _) = page.ask("GET /api/clips", "")?;
    let list: Value = serde_json::from_slice(&list)?;
    let names: Vec<String> = list["clips"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|row| row["name"].as_str().map(str::to_owned))
        .collect();
    let name = |time: usize| names[time * 7919 % names.len()].clone();
    let get = |path: String| (format!("GET {path}"), Value::Null);
    page.measure("list of clips", 20, |_| get("/api/clips".to_owned()))?;
    page.measure("library", 20, |_| get("/api/library".to_owned()))?;
    page.measure("labels", 500, |time| {
        get(format!("/api/labels?clip={}", name(time)))
    })?;
    page.measure("motion", 200, |time| {
        get(format!("/api/motion?clip={}", name(time)))
    })?;
    for query in [
        "Gait",
        "Gait - Style & longer(Direction, 8)",
        "near(Foot.Left, 0.2s) & Gait.T00",
    ] {
        let body = json!({ "text": query });
        page.measure(query, 20, |_| ("POST /api/query".to_owned(), body.clone()))?;
    }
    let body = json!({ "text": "{ mean(speed, 0.2s) > 1 } & Gait" });
    page.measure("predicate, first", 1, |_| {
        ("POST /api/query".to_owned(), body.clone())
    })?;
    page.measure("predicate, again", 5, |_| {
        ("POST /api/query".to_owned(), body.clone())
    })?;
    let edits = 500;
    page.measure("edit", edits, |time| {
        let start = time / names.len() % 80;
        let operation = json!(
            { "kind": "addSpan", "tag": "Speed.Measured", "start": start, "stop": start + 3 }
        );
        let of_clip = json!({ "clip": name(time), "operations": [operation] });
        (
            "POST /api/edit".to_owned(),
            json!({ "id": format!("edit {time}"), "label": "measure", "clips": [of_clip] }),
        )
    })?;
    page.measure("undo", edits, |_| {
        ("POST /api/undo".to_owned(), Value::Null)
    })?;
    Ok(())
}

fn options() -> Options {
    Options {
        port: Some(0),
        ..Options::default()
    }
}
