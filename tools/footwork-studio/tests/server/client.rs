//! A server of a small library, and a client that sends given bytes.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use footwork_sidecar::ClipHash;
use footwork_store::UserFolder;
use footwork_studio::{Options, Server};
use serde_json::Value;
use tempfile::TempDir;

/// A time limit that no request reaches on any machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// A library in a temporary folder, and its server.
pub(crate) struct Studio {
    // Declared first, so that the server stops before the folder is removed.
    pub(crate) server: Server,
    folder: TempDir,
}

/// A response of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

/// The name of a tag that would be harmful if a page used it as HTML.
pub(crate) const HARMFUL: &str = r#""<img src=x onerror=alert(1)>""#;

const CONFIG: &str = r##"
name = "Two clips"
length_unit = "m"

[tags."Gait.Run"]
colour = "#d55e00"
key = "r"
description = "Both feet leave the ground."
[tags."Gait.Walk"]
[events."Foot.Left"]

[queries]
moving = "Gait"
"##;

impl Studio {
    /// Starts a server with two clips; `run.bvh` has 60 frames and some tags.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("footwork.toml"), CONFIG).unwrap();
        fs::write(folder.path().join("run.bvh"), bvh(60)).unwrap();
        fs::create_dir(folder.path().join("walks")).unwrap();
        fs::write(folder.path().join("walks/walk one.bvh"), bvh(40)).unwrap();
        let hash = ClipHash::from_bytes(bvh(60).as_bytes());
        let tags = format!(
            "footwork-tags 1\nclip run.bvh\nframes 60\nrate 30\nhash {hash}\ntag {HARMFUL} 0 5\n\
             tag Gait.Run 10 30\ntag Gait.Walk 40 50 rule\nnot Gait.Walk 55 60\n\
             event Foot.Left 12.5\nevent Foot.Left 40 data {{\"hard\":true}}\n"
        );
        fs::write(folder.path().join("run.bvh.tags"), tags).unwrap();
        Self::new(folder)
    }

    /// Starts a server of an existing library.
    pub(crate) fn new(folder: TempDir) -> Self {
        let options = Options {
            port: Some(0),
            ..Options::default()
        };
        let server = Server::start(folder.path(), &options).unwrap();
        Self { server, folder }
    }

    /// Wraps a running server and the folder of its library.
    pub(crate) fn with(server: Server, folder: TempDir) -> Self {
        Self { server, folder }
    }

    /// Stops the server, and starts a new server of the same library.
    pub(crate) fn restart(self) -> Self {
        let Self { server, folder } = self;
        drop(server);
        Self::new(folder)
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of a file in the user's state folder for this library, such as the history. If `file` is empty,
    /// returns that folder.
    pub(crate) fn own(&self, file: &str) -> PathBuf {
        let state = UserFolder::State.of_library(self.root()).unwrap();
        match file {
            "" => state.path().to_owned(),
            file => state.path().join(file),
        }
    }

    /// Creates a file in place of the journal's folder, which makes every edit fail. Returns the path of the file.
    pub(crate) fn without_journal(&self) -> PathBuf {
        let own = self.own("");
        fs::create_dir_all(own.parent().unwrap()).unwrap();
        fs::write(&own, "").unwrap();
        own
    }

    pub(crate) fn text(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Returns the contents of all files by path.
    pub(crate) fn disk(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        let mut left = vec![self.folder.path().to_owned()];
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    left.push(path)
                } else {
                    _ = all.insert(path.clone(), fs::read(path).unwrap())
                }
            }
        }
        all
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.server.port())
    }

    /// Sends bytes on a new connection and reads the response to its end.
    pub(crate) fn say(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.server.port())).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        // The server may refuse the request before it has read everything.
        _ = stream.write_all(bytes);
        let mut said = Vec::new();
        _ = stream.read_to_end(&mut said);
        said
    }

    /// Sends a text on a new connection, and returns the status of the response.
    pub(crate) fn status(&self, text: &str) -> u16 {
        let mut stream = TcpStream::connect(("127.0.0.1", self.server.port())).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        _ = stream.write_all(text.as_bytes());
        let mut line = [0; 12];
        stream.read_exact(&mut line).unwrap();
        let line = str::from_utf8(&line).unwrap();
        line.split(' ').nth(1).unwrap().parse().unwrap()
    }

    /// Sends a request with these header lines and `connection: close`.
    pub(crate) fn request(&self, line: &str, headers: &[String], body: &[u8]) -> Answer {
        let mut head = format!("{line} HTTP/1.1\r\nconnection: close\r\n");
        for header in headers {
            head.push_str(header);
            head.push_str("\r\n");
        }
        let mut bytes = (head + "\r\n").into_bytes();
        bytes.extend_from_slice(body);
        Answer::parse(&self.say(&bytes))
    }

    /// Returns the headers that an allowed request needs.
    pub(crate) fn headers(&self) -> Vec<String> {
        vec![
            format!("host: {}", self.host()),
            format!("x-footwork-token: {}", self.server.token()),
        ]
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), &self.headers(), b"")
    }

    /// Posts JSON. For `null`, sends no body.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let mut headers = self.headers();
        let body = match body {
            Value::Null => String::new(),
            body => {
                headers.push("content-type: application/json".to_owned());
                body.to_string()
            }
        };
        headers.push(format!("content-length: {}", body.len()));
        self.request(&format!("POST {path}"), &headers, body.as_bytes())
    }
}

impl Answer {
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|part| part == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| {
            panic!(
                "the response has no head: {:?}",
                String::from_utf8_lossy(bytes)
            )
        });
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self {
            status,
            head,
            body: bytes[end + 4..].to_vec(),
        }
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Returns the JSON of a response that must be a success.
    #[track_caller]
    pub(crate) fn done(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status, 200, "{text}");
        self.json()
    }

    /// Returns the problem of a response that must be a refusal with this status and code.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let problem = self.json();
        assert_eq!(
            (self.status, problem["code"].as_str()),
            (status, Some(code)),
            "{problem}"
        );
        assert!(
            problem["message"]
                .as_str()
                .is_some_and(|message| !message.is_empty())
        );
        problem
    }

    /// Returns the header and the numbers of a response that must be a frame file.
    #[track_caller]
    pub(crate) fn frames(&self) -> (Value, Vec<f32>) {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.body));
        let (length, rest) = self.body.split_at(4);
        let length = u32::from_le_bytes(length.try_into().unwrap()) as usize;
        let (header, numbers) = rest.split_at(length);
        let (numbers, left) = numbers.as_chunks();
        assert!(left.is_empty() && length.is_multiple_of(4));
        let numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
        (serde_json::from_slice(header).unwrap(), numbers.collect())
    }

    /// Returns the value of a header; `None` if the response lacks it.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1);
        let mut pairs = lines.filter_map(|line| line.split_once(": "));
        let found = pairs.find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }
}

/// Returns a clip of two joints that move forward, at 30 frames per second.
pub(crate) fn bvh(frames: usize) -> String {
    let rows = (0..frames).map(|frame| format!("0 1 {}\n", frame as f64 * 0.05));
    format!(
        "HIERARCHY\nROOT Hips\n{{\n OFFSET 0 0 0\n CHANNELS 3 Xposition Yposition Zposition\n \
         End Site\n {{\n  OFFSET 0 0.7 0\n }}\n}}\nMOTION\nFrames: {frames}\n\
         Frame Time: 0.0333333\n{}",
        rows.collect::<String>()
    )
}

/// Returns the body of a request that edits a clip by operations.
pub(crate) fn edit(clip: &str, operations: &Value) -> Value {
    let of_clip = serde_json::json!({ "clip": clip, "operations": operations });
    serde_json::json!({ "id": fresh_id(), "label": "an edit", "clips": [of_clip] })
}

/// Returns a unique edit id.
pub(crate) fn fresh_id() -> String {
    static LAST: AtomicUsize = AtomicUsize::new(0);
    LAST.fetch_add(1, Ordering::Relaxed).to_string()
}

/// Returns the body of a request that paints a tag on frames of a clip.
pub(crate) fn paint(clip: &str, tag: &str, start: u32, stop: u32) -> Value {
    let operation = serde_json::json!(
        { "kind": "paint", "tag": tag, "start": start, "stop": stop }
    );
    edit(clip, &serde_json::json!([operation]))
}
