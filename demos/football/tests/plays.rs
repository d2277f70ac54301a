//! A match by itself.

use footwork_base::Id;
use std::path::Path;
use std::sync::Arc;

use footwork_football::{Cast, Inputs, Match, Setup, Summary};

#[test]
fn watch() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/football");
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
    let mut toes: Vec<[Option<([f32; 3], u64)>; 2]> = vec![Default::default(); 22];
    let mut by: std::collections::BTreeMap<String, (f64, f64)> = Default::default();
    for frame in 0..secs * 60 {
        let t = std::time::Instant::now();
        game.step(&Inputs::default());
        stepping += t.elapsed();
        summary.watch(&game);
        {
            let view = game.view();
            for f in view.footballers() {
                let played = view.played(f.who).unwrap();
                let stands = played.stands;
                for foot in 0..2 {
                    let [_, toe] = cast.figure().foot_m(f.motion, &f.place, foot);
                    let l = &mut toes[f.who][foot];
                    if let (true, Some((b, n))) = (stands[foot], *l) {
                        let d = (((toe[0] - b[0]) as f64).powi(2)
                            + ((toe[2] - b[2]) as f64).powi(2))
                        .sqrt();
                        let v = (f.velocity_mps[0].powi(2) + f.velocity_mps[1].powi(2)).sqrt();
                        let age = if n < 3 {
                            "0-2"
                        } else if n < 8 {
                            "3-7"
                        } else {
                            "8+"
                        };
                        let g = if v < 0.4 {
                            "idle"
                        } else if v < 2.2 {
                            "walk"
                        } else {
                            "run"
                        };
                        let h = if toe[1] < 0.05 { "low" } else { "high" };
                        for key in [
                            format!("age {age}"),
                            format!("gait {g}"),
                            format!("height {h}"),
                            format!("gait {g} age {age} {h}"),
                            format!("clip {}", played.clip.split('~').next().unwrap()),
                        ] {
                            let e = by.entry(key).or_default();
                            e.0 += d;
                            e.1 += 1.0 / 60.0;
                        }
                    }
                    *l = if stands[foot] {
                        Some((toe, l.map_or(0, |(_, n)| n + 1)))
                    } else {
                        None
                    };
                }
            }
        }
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
    if std::env::var("BY").is_ok() {
        for (k, (d, t)) in &by {
            println!("{k:40} {:7.1} cm/s  {:7.1} m {:7.1} s", 100.0 * d / t, d, t);
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

#[test]
fn speeds() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/football");
    let cast = Cast::open(&samples).unwrap();
    for f in cast.character().findings() {
        println!("{f:?}");
    }
    let poses = cast.character().poses();
    let found = cast.library().database().query("Gait.Run & !Kick").unwrap();
    let index = poses.index();

    use footwork::matching::PoseSource;
    for (n, clip) in index.clips().iter().enumerate() {
        let mut speeds = vec![];
        let mut m = footwork::matching::Motion::new(cast.figure().joint_count());
        for frame in 0..clip.frame_count() {
            let pose = footwork::matching::PoseId {
                clip: footwork::matching::ClipId::from_index(n).unwrap(),
                frame,
                mirrored: false,
            };
            cast.character().motion(pose, 0.0, &mut m);
            speeds.push(m.root_velocity[1].hypot(m.root_velocity[0]));
        }
        let mean = speeds.iter().sum::<f32>() / speeds.len() as f32;
        let max = speeds.iter().cloned().fold(0.0, f32::max);
        println!(
            "{:28} {:5} {:?} mean {mean:.2} max {max:.2}",
            clip.name(),
            clip.frame_count(),
            clip.end()
        );
    }
    let _ = found;
}
