//! Tests random hostile requests. None of them may crash the server, and without the token none may change the disk.
//! `FOOTWORK_SOAK` sends 100,000 requests.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use footwork_studio::ROUTES;
use footwork_testkit::Random;
use tungstenite::Message;

use crate::client::{Studio, paint};
use crate::socket::Page;

fn some_bytes(random: &mut Random, most: usize) -> Vec<u8> {
    let count = random.below(most);
    (0..count).map(|_| random.bits().to_le_bytes()[0]).collect()
}

const METHODS: [&str; 10] = [
    "GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "CONNECT", "TRACE", "get", "",
];

/// Paths that are not routes.
const STRANGE_PATHS: [&str; 3] = ["/", "/../../etc/passwd", "/%2e%2e/%2e%2e/footwork.toml"];

/// Query parts of addresses, some of them with parameters that no route has.
const PARAMETERS: [&str; 12] = [
    "",
    "?clip=run.bvh",
    "?clip=../run.bvh",
    "?clip=%00",
    "?clip=%ff%fe",
    "?clip=run.bvh&start=4294967295",
    "?clip=run.bvh&start=99999999999",
    "?clip=run.bvh&expression=((((((",
    "?clip=run.bvh&expression=lag(speed,1e30)",
    "?motion=true&clip=",
    "?source=learned&tag=%00",
    "?source=similar&tag=A&clip=run.bvh&start=0&stop=4294967295",
];

/// Returns the path of a route, or a path that is not a route.
fn path(random: &mut Random) -> String {
    if random.one_in(10) {
        (*random.pick(&STRANGE_PATHS)).to_owned()
    } else {
        let (_, route) = random.pick(ROUTES);
        let route = route
            .replace("{ticket}", "0")
            .replace("{*file}", "../run.bvh");
        format!("{route}{}", random.pick(&PARAMETERS))
    }
}

const BODIES: [&str; 20] = [
    "",
    "{",
    "null",
    "[[[[[[[[[[[[[[[[",
    "{\"text\":\"Gait\"}",
    "{\"text\":\"pick(all, 9, 9)\"}",
    "{\"text\":\"{ 1/0 } - near(Foot, 4294967295)\"}",
    "{\"text\":\"\\u0000\\ud800\"}",
    "{\"clip\":\"run.bvh\",\"event\":\"Foot\",\"windowSecs\":1e-300,\"sigmaSecs\":0}",
    "{\"clip\":\"run.bvh\",\"event\":\"Foot\",\"windowSecs\":1e308,\"sigmaSecs\":1e308}",
    "{\"clip\":\"run.bvh\",\"event\":\"Foot\",\"windowSecs\":3600,\"sigmaSecs\":3600}",
    "{\"query\":\"all\",\"tag\":\"<script>\"}",
    "{\"query\":\"none\",\"tag\":\"A\"}",
    "{\"query\":\"all\",\"tag\":\"A\",\"clips\":[\"../run.bvh\",\"\"]}",
    "{\"name\":\"<script>\",\"to\":\"..\"}",
    "{\"name\":\"\\n\",\"text\":\"all\"}",
    "{\"id\":\"1\",\"label\":\"\",\"clips\":[]}",
    "{\"clip\":\"run.bvh\",\"kind\":\"tag\",\"name\":\"A\",\"start\":0,\"stop\":5}",
    "{\"clip\":\"run.bvh\",\"kind\":\"event\",\"name\":\"A\",\"start\":1e308,\"stop\":-1}",
    "{\"id\":\"1\",\"label\":\"x\",\"clips\":[{\"clip\":\"run.bvh\",\"operations\":[{\"kind\":\"moveEvent\",\
     \"event\":\"Foot.Left\",\"from\":12.5,\"to\":1e308}]}]}",
];

/// Returns the bytes of a request that no page would send.
fn request(random: &mut Random, studio: &Studio, token: Option<&str>) -> Vec<u8> {
    let mut path = path(random);
    match random.below(8) {
        0 => path.push_str(&"a".repeat(random.below(40_000))),
        1 => path.push_str(&String::from_utf8_lossy(&some_bytes(random, 40))),
        _ => {}
    }
    let mut bytes = format!("{} {path} HTTP/1.1\r\n", random.pick(&METHODS)).into_bytes();
    let host = studio.host();
    let hosts = [
        "evil.example",
        "",
        host.as_str(),
        host.as_str(),
        host.as_str(),
        host.as_str(),
    ];
    let mut lines = vec![format!("host: {}", random.pick(&hosts)).into_bytes()];
    if let Some(token) = token.filter(|_| !random.one_in(6)) {
        lines.push(format!("x-footwork-token: {token}").into_bytes());
        lines.push(format!("sec-websocket-protocol: footwork.{token}").into_bytes());
    }
    let more: [&[u8]; 10] = [
        b"content-type: application/json",
        b"content-type: text/plain",
        b"origin: null",
        b"transfer-encoding: chunked",
        b"content-length: 18446744073709551615",
        b"content-length: -1",
        b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
          sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        b"expect: 100-continue",
        b"x-footwork-token: \xff\xfe",
        b"not a header",
    ];
    for _ in 0..random.below(4) {
        lines.push(more[random.below(more.len())].to_vec());
    }
    if random.one_in(20) {
        lines.push(format!("x: {}", "y".repeat(random.below(70_000))).into_bytes());
    }
    if random.one_in(20) {
        lines.extend((0..random.below(300)).map(|n| format!("x-{n}: 1").into_bytes()));
    }
    let body = match random.below(4) {
        0 => some_bytes(random, 200),
        _ => random.pick(&BODIES).as_bytes().to_vec(),
    };
    if !random.one_in(4) {
        lines.push(b"content-type: application/json".to_vec());
        lines.push(format!("content-length: {}", body.len()).into_bytes());
    }
    for line in lines {
        bytes.extend(line);
        bytes.extend(b"\r\n");
    }
    bytes.extend(b"\r\n");
    bytes.extend(body);
    // Replace arbitrary bytes.
    for _ in 0..random.below(3) {
        let (place, byte) = (random.below(bytes.len()), some_bytes(random, 2));
        if let Some(byte) = byte.first() {
            bytes[place] = *byte;
        }
    }
    bytes
}

/// Sends the bytes, and accepts any response.
fn say(studio: &Studio, bytes: &[u8]) {
    let mut stream = TcpStream::connect(("127.0.0.1", studio.server.port())).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    _ = stream.write_all(bytes);
    _ = stream.shutdown(Shutdown::Write);
    let mut answer = [0; 4096];
    let mut first = stream.read(&mut answer).unwrap_or(0);
    if answer.starts_with(b"HTTP/1.1 5") {
        let known = [&b"HTTP/1.1 501"[..], b"HTTP/1.1 505"];
        let said = String::from_utf8_lossy(&answer[..first]);
        assert!(
            known.iter().any(|status| answer.starts_with(status)),
            "{said}"
        );
    }
    if !answer.starts_with(b"HTTP/1.1 101") {
        while first > 0 {
            first = stream.read(&mut answer).unwrap_or(0);
        }
    }
}

fn count() -> usize {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 100_000,
        None => 2_000,
    }
}

#[test]
fn without_the_token_nothing_changes() {
    let studio = Studio::start();
    let before = studio.disk();
    let mut random = Random::new(1);
    for _ in 0..count() / 2 {
        let bytes = request(&mut random, &studio, None);
        say(&studio, &bytes);
    }
    assert!(studio.disk() == before);
    assert_eq!(studio.get("/api/clips").status, 200);
}

#[test]
fn with_the_token_no_request_breaks_the_server() {
    let studio = Studio::start();
    let mut random = Random::new(2);
    let token = studio.server.token().to_owned();
    for _ in 0..count() / 2 {
        let bytes = request(&mut random, &studio, Some(&token));
        say(&studio, &bytes);
    }
    assert_eq!(studio.get("/api/clips").status, 200);
    studio
        .post("/api/edit", &paint("run.bvh", "Still.Well", 0, 5))
        .done();
    assert!(studio.text("run.bvh.tags").contains("tag Still.Well 0 5\n"));
}

#[test]
fn random_messages_of_a_page_do_not_break_the_server() {
    let studio = Studio::start();
    let mut random = Random::new(3);
    for _ in 0..count() / 40 {
        let (mut page, _) = Page::open(&studio);
        for _ in 0..random.below(5) {
            let bytes = some_bytes(&mut random, 2000);
            _ = match random.below(4) {
                0 => page.say(Message::binary(bytes)),
                1 => page.say(Message::text(String::from_utf8_lossy(&bytes).into_owned())),
                2 => page.say(Message::Ping(bytes[..bytes.len().min(125)].to_vec().into())),
                _ => page.say_raw(&bytes),
            };
        }
    }
    let (mut page, _) = Page::open(&studio);
    studio
        .post("/api/edit", &paint("run.bvh", "A", 0, 5))
        .done();
    page.next_of("labels");
}
