//! A hundred matches of five minutes: the promises that each of them keeps, and their totals. `FOOTWORK_SEEDS=20..40`
//! plays a part of them.

use std::ops::Range;

use footwork_football::{Inputs, Setup, Summary};

use crate::match_of;
use crate::people::People;
use crate::promises::check;

const SECS: u64 = 300;
const SEEDS: Range<u64> = 0..100;

fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("FOOTWORK_SEEDS") else {
        return SEEDS;
    };
    let (from, to) = text.split_once("..").unwrap();
    from.parse().unwrap()..to.parse().unwrap()
}

#[derive(Default)]
struct Sum {
    matches: u32,
    goals: u32,
    met: u32,
    kicks: u32,
    skate: [f64; 2],
    taken: u32,
    ready_secs: [f64; 2],
    late: u32,
    untouched_secs: f64,
    switches: u32,
    touches: u32,
    most_switches: u32,
    inside_secs: f64,
    /// The broken promises, match by match.
    broken: Vec<String>,
}

impl Sum {
    fn add(&mut self, summary: &Summary, humans: u32, named: &str) {
        self.matches += 1;
        self.goals += summary.goals[0] + summary.goals[1];
        self.met += summary.met;
        self.kicks += summary.kicks();
        for (sum, more) in self.skate.iter_mut().zip(summary.skate) {
            *sum += more;
        }
        self.taken += summary.taken;
        self.ready_secs[0] += summary.ready_secs[0];
        self.ready_secs[1] = self.ready_secs[1].max(summary.ready_secs[1]);
        self.late += summary.late_restarts;
        self.untouched_secs = self.untouched_secs.max(summary.untouched_secs);
        self.inside_secs = self.inside_secs.max(summary.inside_secs);
        self.switches += summary.control[0];
        self.touches += summary.control[1];
        self.most_switches = self.most_switches.max(summary.most_switches);
        self.broken.extend(check(summary, humans, named).err());
    }

    /// Prints the totals and checks them. `fewest_goals` is the lower limit of the mean number of goals per match.
    fn finish(self, fewest_goals: f64) {
        let share = f64::from(self.met) / f64::from(self.kicks);
        let skate_cmps = 100.0 * self.skate[0] / self.skate[1];
        let mean_ready_secs = self.ready_secs[0] / f64::from(self.taken);
        println!(
            "{} matches: {} goals, {} kicks, {:.2} % met, {skate_cmps:.1} cm/s",
            self.matches,
            self.goals,
            self.kicks,
            100.0 * share
        );
        println!(
            "{} restarts, taken {mean_ready_secs:.2} s after they are allowed, {:.2} s at most; {} not taken in time",
            self.taken, self.ready_secs[1], self.late
        );
        println!(
            "ball untouched for {:.1} s at most, footballers overlap for {:.2} s at most",
            self.untouched_secs, self.inside_secs
        );
        println!(
            "{} switches, {} touches by others, {} switches between two touches at most",
            self.switches, self.touches, self.most_switches
        );
        assert!(self.broken.is_empty(), "{:#?}", self.broken);
        let per_match = f64::from(self.goals) / f64::from(self.matches);
        assert!(
            (fewest_goals..=10.0).contains(&per_match),
            "{per_match} goals"
        );
        assert!(share >= 0.95, "{share}");
        assert!(skate_cmps <= 12.0, "{skate_cmps}");
    }
}

#[test]
#[ignore = "a hundred matches of five minutes"]
fn a_hundred_matches() {
    let mut sum = Sum::default();
    for seed in seeds() {
        let mut game = match_of(Setup {
            seed,
            leaves: 0,
            ..Setup::default()
        });
        let mut summary = Summary::default();
        for _ in 0..SECS * 60 {
            game.step(&Inputs::default());
            summary.watch(&game);
        }
        sum.add(&summary, 0, &format!("seed {seed}"));
    }
    sum.finish(1.5);
}

#[test]
#[ignore = "a hundred matches of five minutes"]
fn a_hundred_matches_with_two_people() {
    let mut sum = Sum::default();
    for seed in seeds() {
        let mut game = match_of(Setup {
            seed,
            humans: 2,
            leaves: 0,
            ..Setup::default()
        });
        let mut people = People::new(seed);
        let mut summary = Summary::default();
        for _ in 0..SECS * 60 {
            game.step(&people.play(&game));
            summary.watch(&game);
        }
        sum.add(&summary, 2, &format!("seed {seed} with people"));
    }
    assert!(sum.switches > sum.matches, "{} switches", sum.switches);
    // The simulated humans shoot from anywhere at uncontrolled keepers.
    sum.finish(0.3);
}
