//! Tests of the server of a match: its access rules, the input it accepts, and how much it sends.
#![allow(
    clippy::unwrap_used,
    reason = "a test says what it expects by unwrapping"
)]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use footwork_football::{Cast, MatchServer, MatchStart, ServerOptions, Setup};
use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// A timeout longer than any machine needs.
const DEADLINE: Duration = Duration::from_secs(60);

fn serve(a_side: u8) -> MatchServer {
    serve_at(MatchStart::AtOnce, a_side)
}

fn serve_at(start: MatchStart, a_side: u8) -> MatchServer {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/football");
    let cast = Cast::open(&samples).unwrap();
    let setup = Setup {
        a_side,
        humans: 1,
        ..Setup::default()
    };
    let options = ServerOptions {
        port: Some(0),
        start,
    };
    MatchServer::start(&cast, setup, &options).unwrap()
}

/// A page connected to the server of a match.
struct Watcher(WebSocket<TcpStream>);

impl Watcher {
    fn open(server: &MatchServer) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        let url = format!("ws://127.0.0.1:{}/api/play", server.port());
        let mut request = url.into_client_request().unwrap();
        let protocol = HeaderValue::from_str(&format!("footwork.{}", server.token())).unwrap();
        request
            .headers_mut()
            .insert("sec-websocket-protocol", protocol);
        Self(tungstenite::client(request, stream).unwrap().0)
    }

    fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).unwrap();
    }

    /// Returns the next text of a kind.
    fn next_of(&mut self, kind: &str) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                let value: Value = serde_json::from_str(&text).unwrap();
                if value["kind"] == kind {
                    return value;
                }
            }
        }
    }

    /// Starts a match of five a side, and returns its scene.
    fn restart(&mut self, humans: u8, seed: &str) -> Value {
        self.say(&format!(
            r#"{{"do":"restart","setup":{{"aSide":5,"humans":{humans},"seed":"{seed}"}}}}"#
        ));
        loop {
            let scene = self.next_of("scene");
            if scene["setup"]["seed"] == seed {
                return scene;
            }
        }
    }

    /// Returns the number of the next frame.
    fn next_frame(&mut self) -> u32 {
        loop {
            if let Message::Binary(binary) = self.0.read().unwrap()
                && let Some(frame) = frame_of(&binary)
            {
                return frame;
            }
        }
    }

    /// Returns whether only the first frame arrives for a while.
    fn stays_at_first(&mut self) -> bool {
        // Wait for as long as a dozen frames take.
        std::thread::sleep(Duration::from_millis(200));
        self.say(r#"{"do":"select","who":2}"#);
        self.frames_until("scene").iter().all(|frame| *frame == 0)
    }

    /// Returns whether new frames arrive.
    fn plays(&mut self) -> bool {
        (0..10).any(|_| self.next_frame() >= 3)
    }

    /// Returns the numbers of the frames that arrive before the next text of a kind.
    fn frames_until(&mut self, kind: &str) -> Vec<u32> {
        let mut frames = Vec::new();
        loop {
            match self.0.read().unwrap() {
                Message::Binary(binary) => frames.extend(frame_of(&binary)),
                Message::Text(text) => {
                    let value: Value = serde_json::from_str(&text).unwrap();
                    if value["kind"] == kind {
                        return frames;
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the phase of the next frame, and its team.
    fn next_phase(&mut self) -> [u8; 2] {
        loop {
            if let Message::Binary(binary) = self.0.read().unwrap()
                && frame_of(&binary).is_some()
            {
                return [binary[20], binary[29]];
            }
        }
    }

    /// Returns whether the server closes the connection.
    fn is_ended(&mut self) -> bool {
        for _ in 0..10_000 {
            match self.0.read() {
                Ok(Message::Close(_)) | Err(_) => return true,
                Ok(_) => {}
            }
        }
        false
    }
}

/// Returns the response to a request with exactly these lines.
fn ask(server: &MatchServer, lines: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    stream.set_read_timeout(Some(DEADLINE)).unwrap();
    let port = server.port();
    let lines = lines
        .replace("PORT", &port.to_string())
        .replace("TOKEN", server.token())
        .replace('\n', "\r\n");
    stream.write_all(lines.as_bytes()).unwrap();
    stream.write_all(b"Connection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// Returns the number of a frame, if these bytes are one.
fn frame_of(bytes: &[u8]) -> Option<u32> {
    let (magic, rest) = bytes.split_first_chunk::<4>()?;
    let (number, _) = rest.split_first_chunk::<4>()?;
    (magic == b"FWF1").then(|| u32::from_le_bytes(*number))
}

#[test]
fn twenty_two_footballers_with_every_overlay_stay_below_a_megabyte_in_a_second() {
    let server = serve(11);
    let mut page = Watcher::open(&server);
    for name in [
        "path", "windows", "control", "log", "slide", "pose", "leaves",
    ] {
        page.say(&format!(r#"{{"do":"overlay","name":"{name}","is":true}}"#));
    }
    // Count seconds of the match, because this machine may be slower.
    let (mut first, mut last) = (None, 0);
    let mut bytes: BTreeMap<&str, usize> = BTreeMap::new();
    loop {
        let message = page.0.read().unwrap();
        let kind = match &message {
            Message::Text(text) if text.contains("\"kind\":\"overlay\"") => "overlays",
            Message::Text(_) => "texts",
            Message::Binary(binary) => match frame_of(binary) {
                Some(frame) => {
                    first.get_or_insert(frame);
                    last = frame;
                    "frames"
                }
                None => "leaves",
            },
            _ => "others",
        };
        *bytes.entry(kind).or_default() += message.len();
        if first.is_some_and(|first| last >= first + 180) {
            break;
        }
    }
    let secs = f64::from(last - first.unwrap()) / 60.0;
    let all: usize = bytes.values().sum();
    println!(
        "{:.0} kB/s: {bytes:?} in {secs:.2} s",
        all as f64 / secs / 1000.0
    );
    assert!(bytes["frames"] > 0 && bytes["overlays"] > 0 && bytes["leaves"] > 0);
    assert!(all as f64 / secs < 1e6, "{bytes:?} in {secs} s");
}

#[test]
fn only_the_page_of_this_launch_may_ask() {
    let server = serve(5);
    let check = |lines: &str, status: &str| {
        let answer = ask(&server, lines);
        let first = answer.lines().next().unwrap();
        assert!(first.contains(status), "{lines}: {first}");
        assert!(answer.contains("content-security-policy"), "{answer}");
    };
    let get = "GET /api/recording HTTP/1.1\n";
    let own = "Host: 127.0.0.1:PORT\n";
    let token = "x-footwork-token: TOKEN\n";
    check(&format!("{get}{own}{token}"), "200");
    check(&format!("{get}{own}"), "401");
    check(&format!("{get}{own}x-footwork-token: 0000\n"), "401");
    check(&format!("{get}Host: example.com\n{token}"), "403");
    let origin = "Origin: http://example.com\n";
    check(&format!("{get}{own}{origin}{token}"), "403");
    check(&format!("GET / HTTP/1.1\n{own}"), "200");
    check(&format!("GET /../../Cargo.toml HTTP/1.1\n{own}"), "404");
    check(&format!("GET /%2e%2e/Cargo.toml HTTP/1.1\n{own}"), "404");
    check(&format!("GET /api/files HTTP/1.1\n{own}{token}"), "404");
    check(
        &format!("DELETE /api/recording HTTP/1.1\n{own}{token}"),
        "405",
    );
    let post = format!("POST /api/recording HTTP/1.1\n{own}{token}");
    check(&format!("{post}content-length: 0\n"), "415");
    let bytes = "content-type: application/octet-stream\n";
    check(&format!("{post}{bytes}content-length: 0\n"), "422");
}

#[test]
fn what_no_page_sends_ends_the_connection_and_nothing_else() {
    let server = serve(5);
    let hostile = [
        Message::text("{"),
        Message::text(r#"{"do":"read","path":"/etc/passwd"}"#),
        Message::text("[".repeat(20_000)),
        Message::text("x".repeat(100_000)),
        Message::binary(vec![0; 10]),
    ];
    for message in hostile {
        let mut page = Watcher::open(&server);
        _ = page.0.send(message);
        assert!(page.is_ended());
    }
    let mut page = Watcher::open(&server);
    let strange = [
        r#"{"do":"select","who":18446744073709551615}"#,
        r#"{"do":"input","human":7,"input":{"stick":[1e30,-1e30],"sprint":true,"pass":true,"through":true,"lob":true,"shoot":true,"tackle":true,"switch":true}}"#,
        r#"{"do":"edit","id":1,"target":{"what":"query","who":4000000000},"text":"A"}"#,
        r#"{"do":"edit","id":2,"target":{"what":"wind","axis":9},"text":"y"}"#,
        r#"{"do":"overlay","name":"files","is":true}"#,
        r#"{"do":"rewind"}"#,
    ];
    for text in strange {
        page.say(text);
    }
    page.say(r#"{"do":"restart","setup":{"aSide":7,"humans":1,"seed":"1"}}"#);
    let refused = page.next_of("refused");
    assert!(refused["message"].as_str().unwrap().contains("5 or 11"));
    page.say(r#"{"do":"restart","setup":{"aSide":11,"humans":2,"seed":"1"}}"#);
    loop {
        let scene = page.next_of("scene");
        if scene["setup"]["aSide"] == 11 {
            assert_eq!(scene["footballers"].as_array().unwrap().len(), 22);
            break;
        }
    }
}

#[test]
fn a_frame_says_whose_restart_it_is() {
    let server = serve(5);
    let mut page = Watcher::open(&server);
    let (kick_off, reds, nobody) = (0, 0, u8::MAX);
    assert_eq!(page.next_phase(), [kick_off, reds]);
    // The kick-off is taken after four seconds; from then on the frame names no team.
    loop {
        let [phase, team] = page.next_phase();
        if phase != kick_off {
            assert_eq!([phase, team], [1, nobody]);
            break;
        }
        assert_eq!(team, reds);
    }
}

#[test]
fn a_bad_wind_is_answered_with_its_place_and_changes_nothing() {
    let server = serve(5);
    let mut page = Watcher::open(&server);
    let before = page.next_of("scene")["texts"]["wind"][0].clone();
    let edit = |id: u32, text: &str| {
        let text = serde_json::to_string(text).unwrap();
        format!(r#"{{"do":"edit","id":{id},"target":{{"what":"wind","axis":0}},"text":{text}}}"#)
    };
    page.say(&edit(1, "ü + bananas"));
    let edited = page.next_of("edited");
    assert_eq!(edited["id"], 1);
    let mistakes = edited["mistakes"].as_array().unwrap();
    let last = mistakes.last().unwrap();
    // Positions count UTF-16 code units, and the umlaut is one unit.
    assert_eq!((&last["start"], &last["stop"]), (&4.into(), &11.into()));
    page.say(r#"{"do":"select","who":1}"#);
    assert_eq!(page.next_of("scene")["texts"]["wind"][0], before);
    page.say(&edit(2, "0.5 * y"));
    assert_eq!(
        page.next_of("edited")["mistakes"].as_array().unwrap().len(),
        0
    );
    loop {
        page.say(r#"{"do":"select","who":1}"#);
        if page.next_of("scene")["texts"]["wind"][0] == "0.5 * y" {
            break;
        }
    }
}

#[test]
fn edits_of_a_match_that_stands_still_show_at_once_and_all_of_them_hold() {
    let server = serve_at(MatchStart::Paused, 5);
    let mut page = Watcher::open(&server);
    let mut texts = page.next_of("scene")["texts"]["wind"].clone();
    for (axis, text) in [(0, "1"), (2, "2")] {
        page.say(&format!(
            r#"{{"do":"edit","id":1,"target":{{"what":"wind","axis":{axis}}},"text":"{text}"}}"#
        ));
        texts[axis] = text.into();
        assert_eq!(page.next_of("scene")["texts"]["wind"], texts);
    }
    page.say(r#"{"do":"step"}"#);
    page.next_of("run");
    page.say(r#"{"do":"select","who":1}"#);
    assert_eq!(page.next_of("scene")["texts"]["wind"], texts);
}

#[test]
fn a_match_that_is_paused_sends_frames_only_when_they_change() {
    let server = serve(5);
    let mut page = Watcher::open(&server);
    page.say(r#"{"do":"pause","is":true}"#);
    let run = page.next_of("run");
    assert_eq!(run["run"]["isPaused"], true);
    // Wait for as long as a dozen frames take.
    std::thread::sleep(Duration::from_millis(200));
    page.say(r#"{"do":"select","who":2}"#);
    assert_eq!(page.frames_until("scene"), Vec::<u32>::new());
    page.say(r#"{"do":"step"}"#);
    let frames = page.frames_until("run");
    let next = run["run"]["frame"].as_u64().unwrap() + 1;
    assert_eq!(frames, [u32::try_from(next).unwrap()]);
    page.say(r#"{"do":"rewind"}"#);
    page.say(r#"{"do":"slow","is":true}"#);
    assert_eq!(page.frames_until("run").len(), 1);
    // A page that joins now receives the current frame immediately.
    let mut late = Watcher::open(&server);
    late.say(r#"{"do":"slow","is":true}"#);
    assert_eq!(late.frames_until("run").len(), 1);
}

/// Returns the height of each footballer's hips, in metres.
fn hip_heights(frame: &[u8]) -> Vec<f32> {
    let (head_bytes, footballers, joints) = (64, usize::from(frame[22]), usize::from(frame[23]));
    let each = frame[head_bytes..].chunks_exact(12 + 8 * joints);
    let heights: Vec<f32> = each
        .map(|one| f32::from_le_bytes(one[4..8].try_into().unwrap()))
        .collect();
    assert_eq!(heights.len(), footballers);
    heights
}

#[test]
fn all_footballers_stand_on_the_grass_before_the_kick_off() {
    let server = serve_at(MatchStart::WhenAsked, 5);
    let mut page = Watcher::open(&server);
    let frame = loop {
        match page.0.read().unwrap() {
            Message::Binary(bytes) if frame_of(&bytes).is_some() => break bytes,
            _ => {}
        }
    };
    assert_eq!(frame_of(&frame), Some(0));
    for height in hip_heights(&frame) {
        assert!((0.7..1.2).contains(&height), "hips at {height} m");
    }
}

/// Returns whether a match is paused, and whether it only waits for its kick-off.
fn rest_of(message: &Value) -> [bool; 2] {
    ["isPaused", "isWaiting"].map(|name| message["run"][name].as_bool().unwrap())
}

#[test]
fn a_match_of_humans_waits_for_its_kick_off_and_so_does_the_next() {
    let server = serve_at(MatchStart::WhenAsked, 5);
    let mut page = Watcher::open(&server);
    assert_eq!(rest_of(&page.next_of("scene")), [true, true]);
    assert!(page.stays_at_first());
    page.say(r#"{"do":"kick-off"}"#);
    assert_eq!(rest_of(&page.next_of("run")), [false, false]);
    assert!(page.plays());
    // Without humans a match starts immediately, because no one could start the kick-off.
    assert_eq!(rest_of(&page.restart(0, "1")), [false, false]);
    assert!(page.plays());
    assert_eq!(rest_of(&page.restart(1, "2")), [true, true]);
    assert!(page.stays_at_first());
    page.say(r#"{"do":"kick-off"}"#);
    assert!(page.plays());
    // A late kick-off does not resume a paused match.
    page.say(r#"{"do":"pause","is":true}"#);
    page.say(r#"{"do":"kick-off"}"#);
    page.say(r#"{"do":"slow","is":true}"#);
    loop {
        let run = page.next_of("run");
        if run["run"]["isSlow"] == true {
            assert_eq!(rest_of(&run), [true, false]);
            break;
        }
    }
}

#[test]
fn a_match_that_starts_paused_waits_for_no_kick_off() {
    let server = serve_at(MatchStart::Paused, 5);
    let mut page = Watcher::open(&server);
    assert_eq!(rest_of(&page.next_of("scene")), [true, false]);
    page.say(r#"{"do":"kick-off"}"#);
    assert!(page.stays_at_first());
    for (humans, seed) in [(0, "1"), (1, "2")] {
        assert_eq!(rest_of(&page.restart(humans, seed)), [true, false]);
        assert!(page.stays_at_first());
    }
    // After resuming, the next match also plays.
    page.say(r#"{"do":"pause","is":false}"#);
    assert_eq!(rest_of(&page.restart(1, "3")), [false, false]);
    assert!(page.plays());
}

#[test]
fn the_pose_overlay_follows_the_controlled_footballer_until_one_is_chosen() {
    let server = serve_at(MatchStart::Paused, 5);
    let turn = |page: &mut Watcher, is: bool| {
        page.say(&format!(r#"{{"do":"overlay","name":"pose","is":{is}}}"#));
        page.next_of("overlay")
    };
    let mut page = Watcher::open(&server);
    // Before the first frame no footballer is controlled.
    page.say(r#"{"do":"step"}"#);
    page.next_of("run");
    let shown = turn(&mut page, true);
    let own = &shown["control"][0]["who"];
    assert!(
        own.as_u64().unwrap() > 0,
        "the first footballer, a keeper, is controlled"
    );
    assert_eq!(&shown["pose"]["who"], own);
    page.say(r#"{"do":"select","who":7}"#);
    assert_eq!(page.next_of("overlay")["pose"]["who"], 7);
    assert_eq!(turn(&mut page, false)["pose"], Value::Null);
    // Another page shows the choice too.
    let mut other = Watcher::open(&server);
    assert_eq!(other.next_of("scene")["selected"], 7);
    assert_eq!(turn(&mut other, true)["pose"]["who"], 7);
}
