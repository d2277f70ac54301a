//! A page's WebSocket, for tests.

use std::io::Write;
use std::net::TcpStream;

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

use crate::client::{DEADLINE, Studio, paint};

/// A listening page.
pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
}

impl Page {
    /// Connects and receives the greeting.
    pub(crate) fn open(studio: &Studio) -> (Self, Value) {
        let stream = TcpStream::connect(("127.0.0.1", studio.server.port())).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        let url = format!("ws://{}/api/changes", studio.host());
        let mut request = url.into_client_request().unwrap();
        let protocol = format!("footwork.{}", studio.server.token());
        let protocol = HeaderValue::from_str(&protocol).unwrap();
        request
            .headers_mut()
            .insert("sec-websocket-protocol", protocol.clone());
        let (socket, response) = tungstenite::client(request, stream).unwrap();
        assert_eq!(
            response.headers().get("sec-websocket-protocol"),
            Some(&protocol)
        );
        let mut page = Self { socket };
        let hello = page.next();
        assert_eq!(hello["kind"], "hello");
        (page, hello)
    }

    /// Returns the next message.
    pub(crate) fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Returns the next message of a kind.
    pub(crate) fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let change = self.next();
            if change["kind"] == kind {
                return change;
            }
        }
    }

    pub(crate) fn say(&mut self, message: Message) -> Result<(), tungstenite::Error> {
        self.socket.send(message)
    }

    /// Sends bytes, which need not form a valid message.
    pub(crate) fn say_raw(&mut self, bytes: &[u8]) -> Result<(), tungstenite::Error> {
        Ok(self.socket.get_mut().write_all(bytes)?)
    }

    /// Returns whether the server has closed the connection.
    pub(crate) fn is_ended(&mut self) -> bool {
        loop {
            match self.socket.read() {
                Ok(Message::Close(_)) | Err(_) => return true,
                Ok(Message::Text(_)) => return false,
                Ok(_) => {}
            }
        }
    }
}

#[test]
fn every_page_receives_the_edits_of_all_pages() {
    let studio = Studio::start();
    let (mut a, hello) = Page::open(&studio);
    let (mut b, _) = Page::open(&studio);
    assert_eq!(
        (&hello["generation"], &hello["revision"]),
        (&1.into(), &1.into())
    );
    let edited = studio
        .post("/api/edit", &paint("run.bvh", "Gait.Run", 28, 35))
        .done();
    for page in [&mut a, &mut b] {
        let change = page.next();
        assert_eq!(
            (&change["kind"], &change["outside"]),
            (&"labels".into(), &false.into())
        );
        assert_eq!(change["clips"], serde_json::json!(["run.bvh"]));
        assert_eq!(change["revision"], edited["revision"]);
    }
    // A page may send messages, but the server disconnects a page that sends too much.
    a.say(Message::text("hello")).unwrap();
    b.say(Message::text("a".repeat(5000))).unwrap();
    assert!(b.is_ended());
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(a.next()["kind"], "labels");
}

#[test]
fn a_change_contains_everything_that_a_page_shows_of_it() {
    let studio = Studio::start();
    let (mut page, hello) = Page::open(&studio);
    assert_eq!(hello["lost"], Value::Null);
    let edited = studio
        .post("/api/edit", &paint("run.bvh", "Quality.New", 0, 9))
        .done();
    let change = page.next();
    assert_eq!(change["rows"], edited["rows"]);
    assert_eq!(change["rows"][0]["tags"], serde_json::json!([0, 1, 2, 3]));
    // An edit with a new tag is also reported as a change of the library.
    let change = page.next();
    assert_eq!(
        (&change["kind"], &change["revision"]),
        (&"vocabulary".into(), &3.into())
    );
    let list = studio.get("/api/clips").done();
    assert_eq!(
        (&list["revision"], &list["clips"][0]),
        (&3.into(), &edited["rows"][0])
    );
    let info = studio.get("/api/library").done();
    assert_eq!(
        (&info["revision"], &info["tags"][3]["clips"]),
        (&3.into(), &1.into())
    );
    // A saved query is reported as a change of the library, and nothing else is.
    let body = serde_json::json!({ "name": "fast", "text": "Gait.Run" });
    studio.post("/api/save-query", &body).done();
    assert_eq!(page.next()["kind"], "vocabulary");
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(page.next()["kind"], "vocabulary");
    studio.post("/api/undo", &Value::Null).done();
    assert_eq!(page.next()["kind"], "labels");
    let list = studio.get("/api/clips").done();
    assert_eq!(list["clips"][0]["tags"], serde_json::json!([0, 1, 2]));
    assert_eq!(list["generation"], hello["generation"]);
}

#[test]
fn pages_beyond_the_limit_are_refused_until_one_disconnects() {
    let studio = Studio::start();
    let mut pages: Vec<Page> = (0..32).map(|_| Page::open(&studio).0).collect();
    let ask = || {
        let token = studio.server.token();
        studio.status(&format!(
            "GET /api/changes HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             sec-websocket-protocol: footwork.{token}\r\n\r\n",
            studio.host()
        ))
    };
    assert_eq!(ask(), 429);
    pages.pop();
    let since = std::time::Instant::now();
    while ask() != 101 {
        assert!(since.elapsed() < DEADLINE);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
