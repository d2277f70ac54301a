//! A match by itself.

use std::path::Path;
use std::sync::Arc;

use footwork_football::{Cast, Inputs, Match, Setup, Summary};

#[test]
fn watch() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let cast = Cast::open(&samples).unwrap();
    let seed = std::env::var("SEED").map_or(7, |s| s.parse().unwrap());
    let a_side = std::env::var("ASIDE").map_or(5, |s| s.parse().unwrap());
    let secs: u64 = std::env::var("SECS").map_or(60, |s| s.parse().unwrap());
    let setup = Setup {
        seed,
        a_side,
        ..Setup::default()
    };
    let mut game = Match::new(Arc::clone(&cast), setup).unwrap();
    let mut summary = Summary::default();
    let started = std::time::Instant::now();
    let mut stepping = std::time::Duration::ZERO;
    let trace = std::env::var("TRACE").is_ok();
    let mut last = String::new();
    for frame in 0..secs * 60 {
        let t = std::time::Instant::now();
        game.step(&Inputs::default());
        stepping += t.elapsed();
        summary.watch(&game);
        if trace {
            let view = game.view();
            let now = format!("{} {:?}", view.phase().name(), view.score());
            if now != last {
                println!(
                    "{:7.2} {now} ball {:.1?}",
                    frame as f64 / 60.0,
                    view.ball().position
                );
                last = now;
            }
            for event in view.events() {
                if !matches!(
                    event,
                    footwork_football::MatchEvent::FootContact { .. }
                        | footwork_football::MatchEvent::Touch { .. }
                ) {
                    println!("{:7.2}   {event:.2?}", frame as f64 / 60.0);
                }
            }
        }
    }
    println!(
        "joints {} poses {}",
        cast.figure().joint_count(),
        cast.character().poses().index().pose_count()
    );
    let text = format!("{summary:.3?}");
    println!("{}", &text[..text.find("toes").unwrap()]);
    println!(
        "hash {:016x}; {:.1} x real time; {:.1} us a frame; total {:?}",
        game.hash(),
        secs as f64 / stepping.as_secs_f64(),
        stepping.as_secs_f64() * 1e6 / (secs * 60) as f64,
        started.elapsed()
    );
}
