//! Tests all combinations of host, origin, token, method, and HTTP or WebSocket. Only the allowed combinations succeed;
//! all others are refused with 4xx and change nothing on disk.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener, TcpStream, UdpSocket};

use crate::client::{Studio, paint};

/// The target of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    Page,
    Read,
    Edit,
    Socket,
}

/// Where a request has the token.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    Header,
    Protocol,
    Wrong,
    None,
}

const TARGETS: [Target; 4] = [Target::Page, Target::Read, Target::Edit, Target::Socket];
const TOKENS: [Token; 4] = [Token::Header, Token::Protocol, Token::Wrong, Token::None];
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];

/// Alternatives for header lines, each with whether it is allowed.
type Lines = Vec<(Vec<String>, bool)>;

fn hosts(port: u16) -> Lines {
    let line = |host: String| vec![format!("host: {host}")];
    let own = ["127.0.0.1", "localhost", "LocalHost", "[::1]"];
    let mut all: Lines = own
        .map(|own| (line(format!("{own}:{port}")), true))
        .to_vec();
    let wrong = [
        String::new(),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost:{port}.evil.example"),
        format!("user@localhost:{port}"),
    ];
    all.extend(wrong.map(|host| (line(host), false)));
    let twice = [
        line(format!("127.0.0.1:{port}")),
        line("evil.example".to_owned()),
    ]
    .concat();
    all.push((twice, false));
    all.push((Vec::new(), false));
    all
}

fn origins(port: u16) -> Lines {
    let line = |origin: String| vec![format!("origin: {origin}")];
    let mut all: Lines = vec![(Vec::new(), true)];
    let own = ["127.0.0.1", "localhost", "[::1]"];
    all.extend(own.map(|own| (line(format!("http://{own}:{port}")), true)));
    let wrong = [
        "null".to_owned(),
        String::new(),
        "http://evil.example".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://localhost:{port}.evil.example"),
    ];
    all.extend(wrong.map(|origin| (line(origin), false)));
    let twice = [
        line(format!("http://localhost:{port}")),
        line("null".to_owned()),
    ]
    .concat();
    all.push((twice, false));
    all
}

/// A combination of all parts of a request.
struct Cell<'a> {
    target: Target,
    token: Token,
    method: &'a str,
    headers: Vec<String>,
}

impl Cell<'_> {
    /// Returns whether the combination is allowed if its host and its origin are.
    fn is_right(&self) -> bool {
        match self.target {
            Target::Page => ["GET", "HEAD"].contains(&self.method),
            Target::Read => self.token == Token::Header && ["GET", "HEAD"].contains(&self.method),
            Target::Edit => self.token == Token::Header && self.method == "POST",
            Target::Socket => self.token == Token::Protocol && self.method == "GET",
        }
    }

    fn ask(mut self, studio: &Studio) -> u16 {
        let own = studio.server.token();
        let wrong = "0123456789abcdef0123456789abcdef";
        let is_socket = self.target == Target::Socket;
        let protocol = |token: &str| format!("sec-websocket-protocol: other, footwork.{token}");
        self.headers.extend(match self.token {
            Token::Header => Some(format!("x-footwork-token: {own}")),
            Token::Protocol => Some(protocol(own)),
            Token::Wrong if is_socket => Some(protocol(wrong)),
            Token::Wrong => Some(format!("x-footwork-token: {wrong}")),
            Token::None => None,
        });
        if is_socket {
            let upgrade = [
                "upgrade: websocket",
                "sec-websocket-version: 13",
                "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
            ];
            self.headers.extend(upgrade.map(str::to_owned));
        }
        let body = paint("run.bvh", "Gait.Run", 40, 50).to_string();
        let body = if self.target == Target::Edit {
            body
        } else {
            String::new()
        };
        if !body.is_empty() {
            self.headers
                .push("content-type: application/json".to_owned());
            self.headers.push(format!("content-length: {}", body.len()));
        }
        let path = match self.target {
            Target::Page => "/",
            Target::Read => "/api/clips",
            Target::Edit => "/api/edit",
            Target::Socket => "/api/changes",
        };
        let connection = if is_socket { "upgrade" } else { "close" };
        let mut head = format!(
            "{} {path} HTTP/1.1\r\nconnection: {connection}\r\n",
            self.method
        );
        for header in &self.headers {
            head.push_str(header);
            head.push_str("\r\n");
        }
        studio.status(&(head + "\r\n" + &body))
    }
}

#[test]
fn exactly_the_allowed_cells_succeed() {
    let studio = Studio::start();
    let port = studio.server.port();
    let before = studio.disk();
    let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
    let mut right = Vec::new();
    for (host, host_is_own) in hosts(port) {
        for (origin, origin_is_own) in origins(port) {
            for target in TARGETS {
                for token in TOKENS {
                    for method in METHODS {
                        let cell = Cell {
                            target,
                            token,
                            method,
                            headers: [host.clone(), origin.clone()].concat(),
                        };
                        if host_is_own && origin_is_own && cell.is_right() {
                            right.push(cell);
                            continue;
                        }
                        let said = format!("{host:?} {origin:?} {target:?} {token:?} {method}");
                        let status = cell.ask(&studio);
                        assert!((400..500).contains(&status), "{status}: {said}");
                        *counts.entry(status).or_default() += 1;
                    }
                }
            }
        }
    }
    assert!(
        studio.disk() == before,
        "a request that was refused changed the disk"
    );
    for status in [401, 403, 405] {
        assert!(counts.contains_key(&status), "{counts:?}");
    }
    // Four names of the server; its own origin under three names, or no origin.
    assert_eq!(right.len(), 4 * 4 * (2 * 4 + 2 + 1 + 1));
    for cell in right {
        let expected = if cell.target == Target::Socket {
            101
        } else {
            200
        };
        let said = format!("{:?} {} {:?}", cell.target, cell.method, cell.headers);
        assert_eq!(cell.ask(&studio), expected, "{said}");
    }
    assert!(studio.text("run.bvh.tags").contains("tag Gait.Run 40 50\n"));
}

/// A request line may contain the server's name, as in a request to a proxy.
#[test]
fn a_name_in_the_request_line_is_checked_too() {
    let studio = Studio::start();
    let headers = studio.headers();
    let own = format!("GET http://{}/api/clips", studio.host());
    assert_eq!(studio.request(&own, &headers, b"").status, 200);
    let other = "GET http://evil.example/api/clips";
    studio.request(other, &headers, b"").refused(403, "host");
}

#[test]
fn the_server_listens_on_this_machine_only() {
    let studio = Studio::start();
    // The server also listens on the IPv6 loopback address, if the machine has one.
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok() {
        assert!(TcpStream::connect((Ipv6Addr::LOCALHOST, studio.server.port())).is_ok());
    }
    // The address of this machine in its network, if it has one. No data is sent.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    let outside = socket
        .connect(("192.0.2.1", 9))
        .and_then(|()| socket.local_addr());
    if let Ok(outside) = outside
        && !outside.ip().is_loopback()
    {
        assert!(TcpStream::connect((outside.ip(), studio.server.port())).is_err());
    }
}
