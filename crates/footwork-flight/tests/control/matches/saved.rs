//! Converts a state to numbers and back, as a game would save it.

use footwork_flight::PlayerId;
use footwork_flight::{
    ControlState, HumanId, HumanState, LeftPlayer, Micros, SwitchLock, SwitchRequest,
};

/// Returns all fields in order; -1 stands for `None`.
pub(crate) fn save(state: &ControlState) -> Vec<i64> {
    let time = |time: Option<Micros>| time.map_or(-1, Micros::number);
    let player = |player: Option<PlayerId>| player.map_or(-1, |player| i64::from(player.number()));
    let mut words = vec![
        time(state.decided_at),
        time(state.touched_at),
        player(state.touched_by),
        time(state.awaited_at),
    ];
    for human in &state.humans {
        let lock = match human.lock {
            None => -1,
            Some(SwitchLock::Touch) => -2,
            Some(SwitchLock::Until(end)) => end.number(),
        };
        words.extend([
            i64::from(human.id.number()),
            player(human.player),
            human.since.number(),
            time(human.switched_at),
            player(human.next),
            lock,
            time(human.request.map(|request| request.at)),
            player(human.request.and_then(|request| request.to)),
            player(human.request.and_then(|request| request.shown)),
            i64::try_from(human.left.len()).unwrap(),
        ]);
        let left = human.left.iter();
        words.extend(left.flat_map(|left| [i64::from(left.player.number()), left.at.number()]));
    }
    words
}

pub(crate) fn load(words: &[i64]) -> ControlState {
    let time = |word: i64| (word != -1).then(|| Micros::new(word));
    let player = |word: i64| u32::try_from(word).ok().map(PlayerId::new);
    let mut state = ControlState {
        decided_at: time(words[0]),
        touched_at: time(words[1]),
        touched_by: player(words[2]),
        awaited_at: time(words[3]),
        humans: Vec::new(),
    };
    let mut rest = &words[4..];
    while !rest.is_empty() {
        let count = usize::try_from(rest[9]).unwrap();
        let (left, after) = rest[10..].split_at(2 * count);
        state.humans.push(HumanState {
            id: HumanId::new(u32::try_from(rest[0]).unwrap()),
            player: player(rest[1]),
            since: Micros::new(rest[2]),
            switched_at: time(rest[3]),
            next: player(rest[4]),
            lock: match rest[5] {
                -1 => None,
                -2 => Some(SwitchLock::Touch),
                end => Some(SwitchLock::Until(Micros::new(end))),
            },
            request: time(rest[6]).map(|at| SwitchRequest {
                at,
                to: player(rest[7]),
                shown: player(rest[8]),
            }),
            left: (left.chunks_exact(2))
                .map(|word| LeftPlayer {
                    player: player(word[0]).unwrap(),
                    at: Micros::new(word[1]),
                })
                .collect(),
        });
        rest = after;
    }
    state
}
