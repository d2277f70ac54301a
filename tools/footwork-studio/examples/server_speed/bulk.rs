//! One edit of half of the clips, and what is asked while it is written.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use footwork_studio::Server;
use serde_json::json;

use crate::Failed;
use crate::connection::Connection;

/// How long others wait before they ask again.
const PAUSE: Duration = Duration::from_millis(10);

/// What others ask meanwhile.
const ASKED: [(&str, &str, &str); 3] = [
    ("query", "POST /api/query", r#"{"text":"Gait - Style"}"#),
    ("list of clips", "GET /api/clips", ""),
    ("motion", "GET /api/motion?clip=take_00/walk_00007.bvh", ""),
];

/// Tags what a query finds, and undoes it; prints how long that takes, and the longest that
/// others wait for what they ask meanwhile.
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

/// How often something is answered until it is over, and the longest that one answer took.
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
