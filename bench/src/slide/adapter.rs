//! The cost of moving in another engine's world.

use super::crowd::Crowd;
use super::moves::{circle, circle_start};
use super::peers::{Bodies, Engine, Gait, Kind, Peer};
use super::scenes::{self, Random};
use crate::figure;
use crate::measure::{Contender, in_turn, median_secs};
use crate::report::{Bar, Block, Outcome, Table};

/// The number of steps in one round of [`circle`].
const ROUND: f64 = 1131.0;
/// The number of people in the crowd, and the number of steps.
const CROWD: (usize, usize) = (22, 90);

/// The bar for the adapter's time, as a multiple of the time in Footwork's own world.
const OWN_TIMES: f64 = 1.5;
/// The bar for the adapter's time, as a share of the time of rapier's controller.
const RAPIER_SHARE: f64 = 0.1;

const ENGINES: [Engine; 3] = [Engine::Ours, Engine::Adapted, Engine::Rapier];

/// Compares Footwork's own world, Rapier's world through the adapter, and rapier's
/// controller.
pub(super) fn measure(losses: &mut Vec<String>) -> Outcome<Vec<Block>> {
    let mut table = Table::new(
        "A capsule in Rapier's world",
        "what | own world | in Rapier | at most 1.5 times | rapier3d | at most a tenth",
    );
    let mut row = |what: &str, [own, adapted, rapier]: [f64; 3]| {
        let times =
            Bar::secs(OWN_TIMES * own).judge(&format!("{what}, in Rapier"), adapted, losses);
        let told = format!("{what}, in Rapier, against rapier3d");
        let share = Bar::secs(RAPIER_SHARE * rapier).judge(&told, adapted, losses);
        let [own, adapted, rapier] = [own, adapted, rapier].map(figure::secs);
        table.row([what.to_owned(), own, adapted, times, rapier, share]);
    };
    let ground = scenes::terrain(71, &mut Random(7));
    let start = circle_start(&ground);
    let gaits = [
        ("sliding on terrain of 10⁴ triangles", Gait::Slides),
        ("walking on terrain of 10⁴ triangles", Gait::Walks),
    ];
    for (what, gait) in gaits {
        let make = |peer: &Peer| peer.walker(&ground, &[], gait, start);
        let play = |bodies: &mut dyn Bodies| {
            circle(bodies, start);
        };
        row(what, times(make, play, ROUND)?);
    }
    let make = |peer: &Peer| peer.bodies(&[], &Crowd::new(CROWD.0).places);
    let play = |bodies: &mut dyn Bodies| {
        let mut crowd = Crowd::new(CROWD.0);
        for (who, &place) in crowd.places.iter().enumerate() {
            bodies.put(who, place);
        }
        (0..CROWD.1).for_each(|_| crowd.step(bodies));
    };
    let moves = (CROWD.0 * CROWD.1) as f64;
    row("crowd of 22", times(make, play, moves)?);
    Ok(vec![Block::Table(table)])
}

/// Returns the seconds of a move in each engine.
fn times(
    make: impl Fn(&Peer) -> Outcome<Box<dyn Bodies>>,
    play: impl Fn(&mut dyn Bodies),
    moves: f64,
) -> Outcome<[f64; 3]> {
    let peers = ENGINES.map(|engine| Peer::new(engine, Kind::Capsule));
    let mut all = Vec::new();
    for peer in &peers {
        all.push((peer, make(peer)?));
    }
    let contenders = all.iter_mut().map(|(peer, bodies)| {
        let play = &play;
        Contender::new(peer.name(), move || play(&mut **bodies))
    });
    let timings = in_turn(contenders.collect());
    Ok(peers.map(|peer| median_secs(&timings, peer.name()) / moves))
}
