//! Matches with the physical ball, whose flights are predicted in slices, and with players who chase, wander and turn
//! away. The tests count switches that go back and forth and switches before arrivals are known. They also measure how
//! long a human keeps a player although a free teammate would arrive a second earlier.

mod game;

use footwork_flight::{
    Arrival, Assignment, Control, ControlCandidate, ControlDecision, ControlRules,
    ControlSituation, PlayerId,
};

use crate::flown::game::{DECISION_SECS, Game};

/// The length of a match, in seconds.
const SECS: f64 = 60.0;
/// A switch back within this time, in seconds, counts as flicker, unless a touch by the other team or a gain of more
/// than [`LARGE_SECS`] explains it.
const FLICKER_SECS: f64 = 1.0;
const LARGE_SECS: f64 = 1.0;
/// The highest permitted flicker rate, per human and minute.
const MAX_FLICKER: f64 = 1.0;

/// A human's last switch and present state.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The last switch: the player left, and the time.
    last: Option<(PlayerId, f64)>,
    /// Whether the other team has touched the ball since the last switch.
    is_opposed: bool,
    /// How long a free teammate would have arrived at least a second earlier, in seconds.
    worse_secs: f64,
}

/// Sums over all matches.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    minutes: f64,
    switches: u64,
    /// Switches back within a second, for any reason.
    back: u64,
    flicker: u64,
    unpredicted: u64,
    longest_stranded_secs: f64,
}

impl Tally {
    fn see(&mut self, situation: &ControlSituation, now: f64, of: &Assignment, seen: &mut Seen) {
        let find = |player| situation.candidates.iter().find(|x| x.player == player);
        let team = find(of.player.unwrap()).unwrap().team;
        let toucher = situation.touched_by.and_then(find);
        seen.is_opposed |= toucher.is_some_and(|toucher| toucher.team != team);
        if of.is_switch() {
            self.switches += 1;
            let from = of.from.unwrap();
            self.unpredicted += u64::from(is_unjustified(situation, from, of.player.unwrap()));
            if let Some((left, at)) = seen.last
                && Some(left) == of.player
                && now - at <= FLICKER_SECS
            {
                self.back += 1;
                self.flicker += u64::from(!seen.is_opposed && !is_large(of));
            }
            (seen.last, seen.is_opposed) = (Some((from, now)), false);
        }
        match is_worse(situation, of) {
            _ if of.is_switch() => seen.worse_secs = 0.0,
            None => {}
            Some(false) => seen.worse_secs = 0.0,
            Some(true) => seen.worse_secs += DECISION_SECS,
        }
        if seen.worse_secs > self.longest_stranded_secs {
            self.longest_stranded_secs = seen.worse_secs;
        }
    }
}

/// Returns the score of the rules for a player who takes the ball at a time.
fn cost(of: &ControlCandidate, secs: f64) -> f64 {
    secs + of.other_secs - if of.is_pass_target { 0.3 } else { 0.0 }
}

/// Returns whether a switch gains more than [`LARGE_SECS`], or either score is missing.
fn is_large(of: &Assignment) -> bool {
    let best = of.best.and_then(|best| best.score);
    let gain = of.present.zip(best);
    gain.is_none_or(|(had, has)| had.total().secs() - has.total().secs() > LARGE_SECS)
}

/// Returns whether a human left a player whose arrival is not known yet for a player who may turn out to arrive later.
fn is_unjustified(situation: &ControlSituation, from: PlayerId, to: PlayerId) -> bool {
    let find = |player| situation.candidates.iter().find(|x| x.player == player);
    let (from, to) = (find(from).unwrap(), find(to).unwrap());
    match (from.arrival, to.arrival) {
        (Arrival::Unknown { not_before_secs }, Arrival::At(secs)) => {
            cost(from, not_before_secs) - cost(to, secs) < 0.15 - 2e-6
        }
        (Arrival::Unknown { .. }, _) => true,
        _ => false,
    }
}

/// Returns whether a free teammate other than the keeper reaches the ball at least a second before the human's player,
/// by the score of the rules; `None` if this is not known yet.
fn is_worse(situation: &ControlSituation, of: &Assignment) -> Option<bool> {
    let player = of.player.unwrap();
    let find = |player| situation.candidates.iter().find(|x| x.player == player);
    let own = find(player).unwrap();
    let present = match own.arrival {
        Arrival::Unknown { .. } => return None,
        Arrival::Never => f64::INFINITY,
        Arrival::At(secs) => cost(own, secs),
    };
    let is_held = |player| {
        let mut humans = situation.humans.iter();
        humans.any(|human| human.player == Some(player))
    };
    let mut mates = situation.candidates.iter().filter(|mate| {
        mate.team == own.team && mate.player != player && !mate.is_keeper && !is_held(mate.player)
    });
    Some(mates.any(|mate| match mate.arrival {
        Arrival::At(secs) => present - cost(mate, secs) >= 1.0,
        Arrival::Never | Arrival::Unknown { .. } => false,
    }))
}

fn play(seed: u64, tally: &mut Tally) {
    let mut game = Game::new(seed);
    let mut control = Control::new(ControlRules::default()).unwrap();
    let mut situation = ControlSituation::default();
    let mut decision = ControlDecision::default();
    let mut seen = [Seen::default(); 2];
    while game.secs() < SECS {
        game.play(DECISION_SECS);
        game.describe(&mut situation);
        control.decide(&situation, &mut decision).unwrap();
        for (of, seen) in decision.assignments.iter().zip(&mut seen) {
            tally.see(&situation, situation.now_secs, of, seen);
        }
        game.carry_out(&decision);
    }
    tally.minutes += 2.0 * SECS / 60.0;
}

#[test]
fn flown_matches_neither_flicker_nor_strand_a_human() {
    let matches = match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 1000,
        None => 4,
    };
    let mut tally = Tally::default();
    for seed in 0..matches {
        play(seed, &mut tally);
    }
    let flicker = tally.flicker as f64 / tally.minutes;
    println!("{flicker} flickers per minute; {tally:?}");
    assert_eq!(tally.unpredicted, 0);
    assert!(tally.switches as f64 > tally.minutes, "{tally:?}");
    assert!(
        tally.longest_stranded_secs <= 1.0 + DECISION_SECS,
        "{tally:?}"
    );
    assert!(flicker <= MAX_FLICKER, "{flicker} flickers per minute");
}
