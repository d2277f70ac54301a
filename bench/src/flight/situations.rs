//! Which player can take the ball first: compares Footwork's search with the simple rule "nearest player within ±25° of
//! the ball's direction", in situations whose seeds were never used for tuning.
//!
//! The situations, the brute-force search that solves them and this rule, the *cone*, come from the tests of
//! `footwork-flight`; the seeds do not.

use footwork_flight::{BallPath, BallPhysics, Statics};

use crate::random::Random;
use crate::report::{Bar, Block, Outcome, Table};

use shared::answers::{is_cone_right, is_ours_right};
use shared::kind::Kind;
use shared::random::{flight, situations};

#[path = "../../../crates/footwork-flight/tests/intercept/situations"]
mod shared {
    pub(super) mod answers;
    mod brute;
    pub(super) mod kind;
    pub(super) mod random;
}

/// Seeds used only here; the tests use another seed.
const SEEDS: [u64; 5] = [
    0x51de_0001,
    0x51de_0002,
    0x51de_0003,
    0x51de_0004,
    0x51de_0005,
];

/// The share of situations that must be right, in percent.
const BAR: Bar = Bar::at_least(98.0).printed(|percent| format!("{percent:.1} %"));

/// The number of situations, and how many each contender solves like the brute force.
#[derive(Clone, Copy, Default)]
struct Right {
    all: usize,
    ours: usize,
    cone: usize,
}

impl Right {
    fn add(&mut self, more: &Self) {
        self.all += more.all;
        self.ours += more.ours;
        self.cone += more.cone;
    }

    fn cells(&self, name: &str, bar: String) -> [String; 5] {
        let share = |right: usize| {
            let percent = 100.0 * right as f64 / self.all as f64;
            format!("{right}, {percent:.1} %")
        };
        [
            name.to_owned(),
            self.all.to_string(),
            share(self.ours),
            share(self.cone),
            bar,
        ]
    }
}

/// Returns the table of right answers by kind, and its explanation.
pub(super) fn run(physics: &BallPhysics<Statics>, losses: &mut Vec<String>) -> Outcome<[Block; 2]> {
    let mut counts = Kind::ALL.map(|kind| (kind, Right::default()));
    for seed in SEEDS {
        count(physics, seed, &mut counts)?;
    }
    let mut all = Right::default();
    let title = "Who can take the ball first: ours and a cone";
    let head = "situations | how many | ours right | ±25° cone right | bar";
    let mut table = Table::new(title, head);
    for (kind, right) in counts {
        if right.cone > right.ours {
            losses.push(format!("{}: the cone is right more often.", kind.name()));
        }
        all.add(&right);
        table.row(right.cells(kind.name(), String::new()));
    }
    let percent = 100.0 * all.ours as f64 / all.all as f64;
    let bar = BAR.judge("situations, ours right", percent, losses);
    table.row(all.cells("all", bar));
    Ok([Block::Table(table), Block::Text(text())])
}

/// Adds the counts of one seed's situations.
fn count(physics: &BallPhysics<Statics>, seed: u64, counts: &mut [(Kind, Right)]) -> Outcome<()> {
    let mut random = Random::new(seed);
    for situation in situations(physics, &mut |low, high| random.uniform(low, high))? {
        let path = BallPath::from_prediction(&flight(physics, &situation.ball)?);
        let one = Right {
            all: 1,
            ours: usize::from(is_ours_right(&situation, &path)?),
            cone: usize::from(is_cone_right(&situation)),
        };
        let of_kind = counts.iter_mut().find(|(kind, _)| *kind == situation.kind);
        if let Some((_, right)) = of_kind {
            right.add(&one);
        }
    }
    Ok(())
}

fn text() -> String {
    let seeds: Vec<String> = SEEDS.iter().map(|seed| format!("{seed:#x}")).collect();
    let (unreachable, of) = (Kind::FastPass.unreachable(), Kind::FastPass.count());
    format!(
        "Random situations of the seeds {}, which neither the tests nor any tuning used. Each is of the kind in its row, \
         and the first player leads by at least 20 ms. An independent brute force, at every millisecond of the flight, \
         finds the first player; ours must also be within 10 ms of it and, with two humans, switch the right one. The \
         cone picks the nearest player within 25° of the ball's direction, or else the nearest of all, so it is wrong if \
         no player can reach the ball: {unreachable} of {of} fast passes. Most of the kinds are hard for a cone, so its \
         share here is not its share in a match.",
        seeds.join(", ")
    )
}
