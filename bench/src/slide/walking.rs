//! Typical work of games: a walking capsule, long moves, many moving obstacles, and the memory of triangles.

use std::hint::black_box;

use footwork_slide::Mesh;

use super::moves::{circle, circle_start};
use super::peers::{Bodies, Engine, Gait, Kind, Peer};
use super::scenes::{self, Random, Sheet, Triangle};
use crate::figure;
use crate::measure::{Contender, cpu_time, in_turn, median_secs};
use crate::report::{Bar, Block, Outcome, Table};

/// The number of steps in one round of [`circle`].
const ROUND: f64 = 1131.0;
/// The number of long moves, each from another place and with another heading.
const LONG_MOVES: usize = 40;
/// How many times all long moves run before each timing with warm caches.
const WARM: usize = 8;
/// The length of the array whose reads displace the moves' data from the caches: 64 MiB in numbers of 8 bytes.
const OTHER_READS: usize = 64 << 17;
/// The number of moving boxes.
const BOXES: usize = 10_000;
/// Half the extent of the square on which the boxes lie, in metres.
const SPREAD: f64 = 100.0;

/// The bar for walking on the terrain of 10⁴ triangles.
const WALK_SECS: f64 = 5e-6;
/// The bar for moving among obstacles that moved in this step.
const MOVED_SECS: f64 = 5e-6;
/// The lengths of long moves, in metres, each with its bar in seconds.
const LONG: [(f64, f64); 2] = [(10.0, 30e-6), (100.0, 300e-6)];
/// The bar for the memory of a mesh, in bytes per triangle.
const BYTES_BAR: Bar = Bar::at_most(64.0);

const CONTENDERS: [Peer; 2] = [
    Peer::new(Engine::Ours, Kind::Capsule),
    Peer::new(Engine::Rapier, Kind::Capsule),
];

/// Times of other engines from a comparison on another machine, with the times of rapier and Footwork on it for scale.
const ELSEWHERE: &str = "Jolt and Box3D did not run here. In a comparison on another machine, a move on 10⁴ triangles \
    took 9.7 µs with Jolt's CharacterVirtual, 5.6 µs with Box3D's mover, 33 µs with rapier and 2.9 µs with an \
    earlier version of Footwork. In Jolt a step of a walking capsule took 7.4 to 8.7 µs, 10 m over 180,000 triangles \
    32 µs, and 100 m 67 µs. A triangle takes 15.6 bytes in Jolt and 40 in Box3D.";

/// Measures Footwork and rapier in all these scenes.
pub(super) fn measure(losses: &mut Vec<String>) -> Outcome<Vec<Block>> {
    let mut table = Table::new(
        "A capsule that walks, long moves, and memory",
        "what | ours | bar | rapier3d, the same shape",
    );
    let ground = scenes::terrain(71, &mut Random(7));
    let start = circle_start(&ground);
    let mut row = |what: String, [ours, peer]: [f64; 2], bar: f64| {
        let judged = Bar::secs(bar).judge(&what, ours, losses);
        table.row([what, figure::secs(ours), judged, figure::secs(peer)]);
    };

    let walking = |peer: &Peer| peer.walker(&ground, &[], Gait::Walks, start);
    let round = |bodies: &mut dyn Bodies| {
        circle(bodies, start);
    };
    let times = in_each(walking, ROUND, |_| {}, round)?;
    row(
        "walking on terrain of 10⁴ triangles".to_owned(),
        times,
        WALK_SECS,
    );

    let mut random = Random(3);
    let mut place = || random.between(-SPREAD, SPREAD);
    let boxes: Vec<[f64; 3]> = (0..BOXES).map(|_| [place(), 0.5, place()]).collect();
    let among = |peer: &Peer| peer.walker(&ground, &boxes, Gait::Slides, start);
    let times = in_each(among, ROUND, |_| {}, round)?;
    row(
        "among 10⁴ obstacles that moved in this step".to_owned(),
        times,
        MOVED_SECS,
    );

    let fine = fine_ground();
    let starts = starts(&fine)?;
    let other = vec![1_u64; OTHER_READS];
    for (metres, bar) in LONG {
        for (gait, told) in [(Gait::Slides, "sliding"), (Gait::Walks, "walking")] {
            let far = |peer: &Peer| peer.walker(&fine, &[], gait, starts[0]);
            let moves = |bodies: &mut dyn Bodies| long_moves(bodies, &starts, metres);
            let read = |_: &mut dyn Bodies| {
                black_box(other.iter().step_by(8).sum::<u64>());
            };
            let what = format!("{metres} m over 180,000 triangles, {told}");
            let units = LONG_MOVES as f64;
            let warm = |bodies: &mut dyn Bodies| (0..WARM).for_each(|_| moves(&mut *bodies));
            let in_caches = in_each(far, units, warm, moves)?;
            row(format!("{what}, in the caches"), in_caches, bar);
            let in_memory = in_each(far, units, read, moves)?;
            row(format!("{what}, after other reads"), in_memory, bar);
        }
    }

    let mesh = Mesh::from_triangles(&scenes::terrain(707, &mut Random(7)))?;
    let bytes = mesh.memory_bytes() as f64 / mesh.len() as f64;
    let what = "bytes per triangle, mesh of 10⁶".to_owned();
    let judged = BYTES_BAR.judge(&what, bytes, losses);
    table.row([what, figure::plain(bytes), judged, String::new()]);
    Ok(vec![
        Block::Table(table),
        Block::Text(format!(
            "A walking body climbs steps of 0.3 m, snaps to ground up to 0.3 m below it and has a slope limit of 0.8 \
             rad; rapier does this with its autostep, snapping and slopes. The 180,000 triangles are 17 cm each, on \
             50 m by 50 m. The {LONG_MOVES} long moves are level. They start on the ground, at most 12 m from the \
             middle along each axis, and each has another heading. In Footwork, the {BOXES} boxes of 0.4 m move by \
             5 cm during the step; in rapier, they already stand at their final places. *In the caches*: all \
             {LONG_MOVES} moves run {WARM} times before the timing. *After other reads*: 64 MiB of other data are \
             read before the timing. The bar applies to both."
        )),
        Block::Text(ELSEWHERE.to_owned()),
    ])
}

/// Returns rolling ground of 180,000 triangles on 50 m by 50 m.
fn fine_ground() -> Vec<Triangle> {
    let sheet = Sheet {
        cells: [300; 2],
        size: [50.0; 2],
        jitter: 0.3,
        noise: 0.0,
    };
    let height = |x: f64, z: f64| {
        0.8 * libm::sin(x * 0.35) * libm::cos(z * 0.3)
            + 0.25 * libm::sin(x * 1.3 + 0.7) * libm::sin(z * 1.1)
    };
    sheet.triangles(&mut Random(7), |[u, v, _]| [u, height(u, v), v])
}

/// Returns places on the ground for the starts of long moves.
fn starts(ground: &[Triangle]) -> Outcome<Vec<[f64; 3]>> {
    let mut random = Random(5);
    let mut place = || random.between(-12.0, 12.0);
    let above: Vec<[f64; 3]> = (0..LONG_MOVES).map(|_| [place(), 2.2, place()]).collect();
    let mut body = CONTENDERS[0].walker(ground, &[], Gait::Slides, above[0])?;
    let settled = above.into_iter().map(|place| {
        body.put(0, place);
        for _ in 0..40 {
            body.step(0, [0.0, -0.1, 0.0]);
        }
        body.position(0)
    });
    Ok(settled.collect())
}

fn long_moves(bodies: &mut dyn Bodies, starts: &[[f64; 3]], metres: f64) {
    for (index, &start) in starts.iter().enumerate() {
        let (sine, cosine) = libm::sincos(2.4 * index as f64);
        bodies.put(0, start);
        bodies.step(0, [cosine * metres, 0.0, sine * metres]);
    }
}

/// Returns the time of a call divided by `units`, in seconds, for Footwork and for rapier. The time of `before`, which runs
/// before each call, does not count.
fn in_each(
    make: impl Fn(&Peer) -> Outcome<Box<dyn Bodies>>,
    units: f64,
    before: impl Fn(&mut dyn Bodies),
    work: impl Fn(&mut dyn Bodies),
) -> Outcome<[f64; 2]> {
    let mut all = Vec::new();
    for peer in &CONTENDERS {
        all.push((peer.name(), make(peer)?));
    }
    let call = |bodies: &mut dyn Bodies| {
        before(bodies);
        let start = cpu_time();
        work(bodies);
        cpu_time().saturating_sub(start)
    };
    let call = &call;
    let contenders = (all.iter_mut())
        .map(|(name, bodies)| {
            Contender::timed(name, move |calls| {
                (0..calls).map(|_| call(&mut **bodies)).sum()
            })
        })
        .collect();
    let timings = in_turn(contenders);
    Ok(CONTENDERS.map(|peer| median_secs(&timings, peer.name()) / units))
}
