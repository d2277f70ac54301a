//! Measures one edit of half of the clips, and the requests of other connections during the edit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use footwork_studio::Server;
use serde_json::json;

use crate::Failed;
use crate::connection::Connection;

/// The pause of another connection between an answer and its next request.
const PAUSE: Duration = Duration::from_millis(10);

/// The requests of the other connections.
const ASKED: [(&str, &str, &str); 3] = [
    ("query", "POST /api/query", r#"{"text":"Gait - Style"}"#),
    ("list of clips", "GET /api/clips", ""),
    ("motion", "GET /api/motion?clip=take_00/walk_00007.bvh", ""),
];

/// Tags the matches of a query and undoes it. Prints how long the edit and the undo take, and the longest time that
/// another connection waits for an answer meanwhile.
pub(crate) fn measure(server: &Server) -> Result<(), Failed> {
    let apply = json!({ "query": "Gait.T00", "tag": "Speed.Bulk" }).to_string();
    for (what, line, body) in [
        ("tag the result", "POST /api/apply", apply.as_str()),
        ("undo it", "POST /api/undo", ""),
    ] {
        let is_over = AtomicBool::new(false);
        let (took, waited) = thread::scope(|scope| {
            let others = ASKED.map(|(_, line, body)| {
                let is_over = &is_over;
                scope.spawn(move || longest(server, line, body, is_over).unwrap_or_default())
            });
            thread::sleep(PAUSE * 10);
            let took = Connection::open(server).and_then(|mut page| page.ask(line, body));
            is_over.store(true, Ordering::Relaxed);
            (took, others.map(|other| other.join().unwrap_or_default()))
        });
        let (_, took) = took?;
        println!("{what:<28} {:>8.2} s", took.as_secs_f64());
        for ((asked, ..), (times, longest)) in ASKED.iter().zip(waited) {
            let longest = longest.as_secs_f64() * 1e3;
            println!("  {asked:<26} {times:>5} times  longest {longest:>8.1} ms");
        }
    }
    Ok(())
}

/// Repeats a request until the edit is over. Returns the number of answers and the longest time that an answer took.
fn longest(
    server: &Server,
    line: &str,
    body: &str,
    is_over: &AtomicBool,
) -> Result<(usize, Duration), Failed> {
    let mut page = Connection::open(server)?;
    let (mut times, mut longest) = (0, Duration::ZERO);
    while !is_over.load(Ordering::Relaxed) {
        let since = Instant::now();
        page.ask(line, body)?;
        longest = longest.max(since.elapsed());
        times += 1;
        thread::sleep(PAUSE);
    }
    Ok((times, longest))
}
