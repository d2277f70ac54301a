//! A connection to the server that stays open, like that of a page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use footwork_studio::Server;
use serde_json::Value;

use crate::Failed;

/// A connection to the server that stays open, like that of a page.
pub(crate) struct Connection {
    reader: BufReader<TcpStream>,
    head: String,
}

impl Connection {
    pub(crate) fn open(server: &Server) -> Result<Self, Failed> {
        let stream = TcpStream::connect(("127.0.0.1", server.port()))?;
        stream.set_nodelay(true)?;
        let (port, token) = (server.port(), server.token());
        Ok(Self {
            reader: BufReader::new(stream),
            head: format!("host: 127.0.0.1:{port}\r\nx-footwork-token: {token}\r\n"),
        })
    }

    /// Sends a request. Returns the body of the response, and the time until it arrived.
    pub(crate) fn ask(&mut self, line: &str, body: &str) -> Result<(Vec<u8>, Duration), Failed> {
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
        if status.contains(" 200 ") {
            Ok((answer, took))
        } else {
            Err(format!("{line}: {status}{}", String::from_utf8_lossy(&answer)).into())
        }
    }

    /// Sends a request many times, and prints the median and the 99th percentile of the response times.
    pub(crate) fn measure(
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
