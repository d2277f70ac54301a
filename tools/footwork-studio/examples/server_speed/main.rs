//! Prints how long the studio's server takes for the most frequent requests of a page: `cargo run --release -p
//! footwork-studio --example server_speed -- DIR`, where `DIR` is a library written by `many_clips`. With the
//! additional argument `bulk`, it measures only an edit of half of the clips. The program edits the library and undoes
//! its edits.

mod bulk;
mod connection;

use std::path::Path;
use std::time::Instant;

use footwork_studio::{Options, Server};
use serde_json::{Value, json};

use connection::Connection;

type Failed = Box<dyn std::error::Error>;

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: server_speed DIR [bulk]";
    let root = arguments.next().ok_or(usage)?;
    match arguments.next().as_deref() {
        None => measure_all(&root),
        Some("bulk") => bulk::measure(&Server::start(Path::new(&root), &options())?),
        Some(_) => Err(usage.into()),
    }
}

fn measure_all(root: &str) -> Result<(), Failed> {
    for opening in ["first", "again"] {
        let since = Instant::now();
        let server = Server::start(Path::new(root), &options())?;
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
    let server = Server::start(Path::new(root), &options())?;
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
    bulk::measure(&server)
}

fn options() -> Options {
    Options {
        port: Some(0),
        ..Options::default()
    }
}
