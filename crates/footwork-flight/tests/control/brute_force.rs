//! Compares decisions in small situations with an exhaustive search, and with decisions for other orders of the input.

use footwork_flight::PlayerId;
use footwork_flight::{
    Control, ControlCandidate, ControlDecision, ControlRules, ControlSituation, ControlState,
    Human, HumanId, HumanState, LeftPlayer, Micros, SwitchLock, SwitchRequest, TeamId,
};
use proptest::prelude::*;

use crate::scene::{arrival, human};

/// The situation of a first decision at a touch. The decision depends only on the margin, teams, keepers and current
/// players. Times are in whole milliseconds.
#[derive(Clone, Debug)]
struct Small {
    /// For each player, by number: its team, the time in which it reaches the ball, and whether it is a keeper.
    players: Vec<(u32, Option<i64>, bool)>,
    /// The player of each human, by number of the human.
    humans: Vec<u32>,
}

fn small() -> impl Strategy<Value = Small> {
    let need = prop::option::weighted(0.8, 0..3000i64);
    let players = prop::collection::vec((0..2u32, need, prop::bool::weighted(0.15)), 1..7);
    players.prop_flat_map(|players| {
        let numbers: Vec<u32> = (0..).take(players.len()).collect();
        let most = players.len().min(3);
        let humans = prop::sample::subsequence(numbers, 0..=most).prop_shuffle();
        humans.prop_map(move |humans| Small {
            players: players.clone(),
            humans,
        })
    })
}

fn situation(small: &Small) -> ControlSituation {
    let candidate = |(number, player): (u32, &(u32, Option<i64>, bool))| {
        let (team, need, is_keeper) = *player;
        let first_secs = need.map(|need| need as f64 / 1000.0);
        ControlCandidate {
            is_keeper,
            ..ControlCandidate::new(
                PlayerId::new(number),
                TeamId::new(team),
                arrival(first_secs),
            )
        }
    };
    let seat = |(number, of): (u32, &u32)| -> Human {
        human(number, small.players[*of as usize].0, Some(*of))
    };
    ControlSituation {
        is_touched: true,
        candidates: (0..).zip(&small.players).map(candidate).collect(),
        humans: (0..).zip(&small.humans).map(seat).collect(),
        ..ControlSituation::default()
    }
}

/// Returns the human who switches and the new player, by trying every pair. The largest gain wins; among equal gains,
/// the lowest numbers.
fn brute_force(small: &Small) -> Option<(u32, u32)> {
    const FAR: i64 = 1 << 40;
    let mut best: Option<(i64, u32, u32)> = None;
    for (human, of) in (0..).zip(&small.humans) {
        let (team, present, _) = small.players[*of as usize];
        let reaches =
            |other: &(u32, Option<i64>, bool)| other.0 == team && !other.2 && other.1.is_some();
        let has_outfield = (0..).zip(&small.players).any(|(number, other)| {
            let may_have = number == *of || !small.humans.contains(&number);
            may_have && reaches(other)
        });
        for (number, other) in (0..).zip(&small.players) {
            let (its_team, Some(need), is_keeper) = *other else {
                continue;
            };
            let may =
                its_team == team && !small.humans.contains(&number) && !(is_keeper && has_outfield);
            // 20 % in whole numbers: five times the gain is at least the present player's time.
            let is_worth = |present| present - need >= 150 && 5 * (present - need) >= present;
            let gain = present.unwrap_or(FAR) - need;
            let is_better = best.is_none_or(|(most, ..)| gain > most);
            if may && present.is_none_or(is_worth) && is_better {
                best = Some((gain, human, number));
            }
        }
    }
    best.map(|(_, human, number)| (human, number))
}

fn decide(situation: &ControlSituation) -> ControlDecision {
    let mut control = Control::new(ControlRules::default()).unwrap();
    let mut decision = ControlDecision::default();
    control.decide(situation, &mut decision).unwrap();
    decision
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_switch_is_the_best_of_all_pairs(small in small()) {
        let decision = decide(&situation(&small));
        let switched = decision.switched().map(|x| (x.human.number(), x.player.unwrap().number()));
        prop_assert_eq!(switched, brute_force(&small));
    }

    #[test]
    fn every_human_has_its_own_player_and_next_candidate(small in small()) {
        let decision = decide(&situation(&small));
        let held = decision.assignments.iter().filter_map(|x| x.player);
        let mut all: Vec<PlayerId> = held.chain(decision.assignments.iter().filter_map(|x| x.next)).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        prop_assert_eq!(all.len(), count);
        for team in [0, 1] {
            let players = small.players.iter().filter(|x| x.0 == team).count();
            let of_team = |human: &HumanId| {
                small.players[small.humans[human.number() as usize] as usize].0 == team
            };
            let seats: Vec<_> = decision.assignments.iter().filter(|x| of_team(&x.human)).collect();
            let shown = seats.iter().filter(|x| x.next.is_some()).count();
            prop_assert_eq!(shown, seats.len().min(players - seats.len()));
        }
    }

    #[test]
    fn the_order_of_the_lists_does_not_matter(
        (small, candidates, humans) in small().prop_flat_map(|small| {
            let (players, humans) = (small.players.len(), small.humans.len());
            let order = |count: usize| Just((0..count).collect::<Vec<usize>>()).prop_shuffle();
            (Just(small), order(players), order(humans))
        })
    ) {
        let first = situation(&small);
        let mut other = first.clone();
        other.candidates = candidates.iter().map(|place| first.candidates[*place]).collect();
        other.humans = humans.iter().map(|place| first.humans[*place]).collect();
        prop_assert_eq!(decide(&first), decide(&other));
    }
}

fn any_state() -> impl Strategy<Value = ControlState> {
    let time = || prop_oneof![Just(i64::MIN), Just(i64::MAX), -9..9i64].prop_map(Micros::new);
    let of = || prop::option::of((0..9u32).prop_map(PlayerId::new));
    let lock = prop_oneof![Just(SwitchLock::Touch), time().prop_map(SwitchLock::Until)];
    let request = (of(), of(), time()).prop_map(|(to, shown, at)| SwitchRequest { to, shown, at });
    let left = (0..9u32, time()).prop_map(|(id, at)| LeftPlayer {
        player: PlayerId::new(id),
        at,
    });
    let left = prop::collection::vec(left, 0..3);
    let switched = prop::option::of(time());
    let rest = (
        prop::option::of(lock),
        left,
        prop::option::of(request),
        switched,
    );
    let human = (0..4u32, of(), time(), of(), rest).prop_map(|(id, player, since, next, rest)| {
        let (lock, left, request, switched_at) = rest;
        HumanState {
            id: HumanId::new(id),
            player,
            since,
            switched_at,
            next,
            lock,
            left,
            request,
        }
    });
    let touched = prop::option::of(time());
    let humans = prop::collection::vec(human, 0..5);
    (touched, humans).prop_map(|(touched_at, humans)| ControlState {
        decided_at: None,
        touched_at,
        touched_by: None,
        awaited_at: None,
        humans,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A loaded state may belong to another match, or be damaged.
    #[test]
    fn every_state_is_valid(state in any_state(), small in small()) {
        let mut control = Control::resume(ControlRules::default(), state).unwrap();
        let mut decision = ControlDecision::default();
        let mut situation = situation(&small);
        for _ in 0..3 {
            prop_assert_eq!(control.decide(&situation, &mut decision), Ok(()));
            let switches = decision.assignments.iter().filter(|x| x.is_switch());
            prop_assert!(switches.count() <= 1);
            prop_assert_eq!(control.state().humans.len(), situation.humans.len());
            for (human, assignment) in situation.humans.iter_mut().zip(&decision.assignments) {
                human.player = assignment.player;
            }
            situation.now_secs += 0.5;
        }
    }
}
