//! 240 situations that are what their kind says, against a brute force of its own: `testdata/flight/situations.json`.
//!
//! The answers were written by [`brute`] with `FOOTWORK_BLESS=1`: every millisecond of every step of the physics, by
//! code that shares nothing with the search. Situations that are decided by less than 20 ms are not asked.

use std::path::PathBuf;

use footwork_flight::control::{
    Candidate, Control, ControlRules, ControlSettings, Decision, Human, HumanId, Situation,
};
use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, Busy, BusyWith, Choice, Found, Heights,
    InterceptSearch, Pitch, Player, PlayerId, Prediction, PredictionOptions, ReachModel, Statics,
    TeamId, first_there,
};
use serde_json::{Value, json};

use crate::kicks::Random;
use crate::people::{least, most};

/// Not used for anything else, and never while anything was tuned.
const SEED: u64 = 0xf007_ba11;
const EACH: usize = 40;
const FEW: usize = 20;
const KINDS: [(&str, usize); 7] = [
    ("lob over the first man", EACH),
    ("rebound off the frame", EACH),
    ("busy nearest man", EACH),
    ("fast pass", EACH),
    ("keeper's ball", EACH),
    ("two humans", FEW),
    ("full model", FEW),
];
/// So many fast passes are beyond everybody's reach.
const UNREACHABLE: usize = 12;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/flight/situations.json")
}

fn physics() -> BallPhysics<Statics> {
    BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap()
}

fn numbers(value: &Value) -> [f64; 3] {
    [0, 1, 2].map(|axis| value[axis].as_f64().unwrap())
}

/// To the millimetre, so that the file is short and says what was asked.
fn rounded(x: f64) -> f64 {
    libm::round(x * 1000.0) / 1000.0
}

fn ball(kind: usize, random: &mut Random) -> ([f64; 3], [f64; 3], [f64; 3]) {
    let spin = random.vector(20.0);
    let turn = random.between(0.0, std::f64::consts::TAU);
    let (speed, rise) = match kind {
        0 => (random.between(14.0, 22.0), random.between(0.6, 1.0)),
        2 => (random.between(6.0, 16.0), 0.0),
        _ => (random.between(22.0, 33.0), random.between(0.0, 0.15)),
    };
    let flat = speed * libm::cos(rise);
    let away = [
        flat * libm::cos(turn),
        speed * libm::sin(rise),
        flat * libm::sin(turn),
    ];
    let start = [
        random.between(-30.0, 30.0),
        0.11,
        random.between(-20.0, 20.0),
    ];
    let (start, velocity) = match kind {
        1 | 4 => {
            let start = [
                random.between(25.0, 45.0),
                0.11,
                random.between(-12.0, 12.0),
            ];
            let secs = if kind == 1 {
                random.between(0.6, 1.0)
            } else {
                random.between(1.1, 1.8)
            };
            let aim = if kind == 1 {
                [52.5, random.between(2.4, 2.6), random.between(-3.6, 3.6)]
            } else {
                [
                    random.between(48.0, 51.5),
                    random.between(1.5, 2.5),
                    random.between(-4.0, 4.0),
                ]
            };
            let [x, y, z] = [0, 1, 2].map(|axis| (aim[axis] - start[axis]) / secs);
            (start, [x, y + 0.5 * 9.81 * secs, z])
        }
        _ => (start, away),
    };
    [start, velocity, spin].map(|xyz| xyz.map(rounded)).into()
}

/// Players on, under and beyond the way of the ball, and some anywhere.
fn people(kind: usize, is_slow: bool, path: &[[f64; 3]], random: &mut Random) -> Vec<Value> {
    let count = 8;
    (0..count)
        .map(|id| {
            let late = match id {
                0 => random.between(0.2, 0.6),
                1 => random.between(1.5, 3.0),
                _ => random.between(0.5, 6.0),
            };
            let passed = (0_u32..)
                .zip(path)
                .take_while(|(milli, _)| f64::from(*milli) < late * 1000.0);
            let near = passed.last().map_or(path[0], |(_, place)| *place);
            let off = random.vector(if id < 2 { 3.0 } else { 18.0 });
            let mut place = [near[0] + off[0], 0.0, near[2] + off[2]];
            let mut height = random.between(1.7, 2.1);
            if kind == 4 && id == 0 {
                place = [random.between(49.0, 52.0), 0.0, random.between(-2.0, 2.0)];
                height = 2.6;
            }
            let busy = if kind == 2 && id == 0 {
                random.between(1.0, 3.0)
            } else {
                0.0
            };
            let speed = if is_slow {
                random.between(0.2, 0.8)
            } else {
                random.between(6.0, 9.0)
            };
            let mut player = json!({
                "id": id,
                "position": place.map(rounded),
                "top_speed": rounded(speed),
                "reaction": rounded(random.between(0.1, 0.4)),
                "reach": rounded(random.between(0.6, 1.0)),
                "height": rounded(height),
                "busy_until": rounded(busy),
            });
            if kind == 6 {
                let [x, _, z] = random.vector(6.0);
                player["velocity"] = json!([rounded(x), 0.0, rounded(z)]);
                let [x, _, z] = random.vector(1.0);
                player["facing"] = json!([rounded(x), 0.0, rounded(z)]);
                player["acceleration"] = json!(rounded(random.between(3.0, 8.0)));
                player["turn"] = json!(rounded(random.between(0.0, 1.0)));
            }
            player
        })
        .collect()
}

/// Where the ball is at every millisecond, on the lines between steps.
fn every_millisecond(flight: &Prediction<BallState>) -> Vec<[f64; 3]> {
    let steps: Vec<_> = flight.dense().collect();
    let (mut at, mut places) = (0, Vec::new());
    for milli in 0..10_000_u32 {
        let secs = f64::from(milli) / 1000.0;
        while at + 2 < steps.len() && steps[at + 1].secs <= secs {
            at += 1;
        }
        let (from, to) = (&steps[at], &steps[at + 1]);
        let share = (secs - from.secs) / (to.secs - from.secs);
        places.push(
            [0, 1, 2].map(|axis| from.position[axis] * (1.0 - share) + to.position[axis] * share),
        );
    }
    places
}

/// How far inside its reach a player has a place, by the words of the full model: a point that brakes, waits to have turned and
/// speeds up along each of 16 directions.
fn full_slack(player: &Value, secs: f64, ball: [f64; 3]) -> f64 {
    use std::f64::consts::PI;
    let number = |key: &str| player[key].as_f64().unwrap();
    let (home, v, facing) = (
        numbers(&player["position"]),
        numbers(&player["velocity"]),
        numbers(&player["facing"]),
    );
    let ready = most(number("reaction"), number("busy_until"));
    let (a, time) = (number("acceleration"), secs - ready);
    let top = most(number("top_speed"), libm::hypot(v[0], v[2]));
    let from = [home[0] + v[0] * ready, home[2] + v[2] * ready];
    let away = [ball[0] - from[0], ball[2] - from[1]];
    let mut inside = number("reach") + top * time - libm::hypot(away[0], away[1]);
    for turn in 0..16 {
        let angle = f64::from(turn) * PI / 8.0;
        let n = [libm::cos(angle), libm::sin(angle)];
        let off = (libm::atan2(facing[2], facing[0]) - angle).rem_euclid(2.0 * PI);
        let off = if off > PI { 2.0 * PI - off } else { off };
        let turned = most(off - 0.5 * PI, 0.0) / PI * number("turn");
        let (mut at, mut speed, mut left) = (0.0, v[0] * n[0] + v[2] * n[1], time);
        if speed < 0.0 {
            let brakes = least(-speed / a, left);
            at += (speed + 0.5 * a * brakes) * brakes;
            speed = if brakes < left { 0.0 } else { speed };
            left -= brakes;
        }
        let waits = (turned - (time - left)).clamp(0.0, left);
        at += most(speed, 0.0) * waits;
        left -= waits;
        let speeds_up = ((top - speed) / a).clamp(0.0, left);
        at += (most(speed, 0.0) + 0.5 * a * speeds_up) * speeds_up + top * (left - speeds_up);
        let along = away[0] * n[0] + away[1] * n[1];
        inside = least(inside, number("reach") + at - along);
    }
    inside
}

/// How far inside its reach a player has a place, by the words of the simple model.
fn simple_slack(player: &Value, secs: f64, ball: [f64; 3]) -> f64 {
    let number = |key: &str| player[key].as_f64().unwrap();
    let home = numbers(&player["position"]);
    let ready = most(number("reaction"), number("busy_until"));
    let away = libm::hypot(ball[0] - home[0], ball[2] - home[2]);
    number("reach") + number("top_speed") * (secs - ready) - away
}

/// When each player first can take the ball, by looking.
fn brute(players: &[Value], path: &[[f64; 3]]) -> Vec<(f64, u64)> {
    let mut firsts = Vec::new();
    for player in players {
        let number = |key: &str| player[key].as_f64().unwrap();
        for (milli, ball) in path.iter().enumerate() {
            let secs = milli as f64 / 1000.0;
            if secs < number("reaction")
                || secs < number("busy_until")
                || ball[1] > number("height")
            {
                continue;
            }
            let slack = match player.get("acceleration") {
                Some(_) => full_slack(player, secs, *ball),
                None => simple_slack(player, secs, *ball),
            };
            if slack >= 0.0 {
                firsts.push((secs, player["id"].as_u64().unwrap()));
                break;
            }
        }
    }
    firsts.sort_by(|a, b| a.0.total_cmp(&b.0));
    firsts
}

/// Which human switches to whom right after a touch: of all pairs the one with the most gain that is 0.15 s and 20 %; `None` also
/// where it is decided by less than 30 ms.
fn brute_switch(firsts: &[(f64, u64)], humans: [u64; 2]) -> Option<Option<(u64, u64)>> {
    let need = |id: u64| {
        firsts
            .iter()
            .find(|first| first.1 == id)
            .map(|first| first.0)
    };
    let mut gains: Vec<(f64, u64, u64)> = Vec::new();
    for (human, has) in (0..).zip(humans) {
        for &(other, id) in firsts.iter().filter(|first| !humans.contains(&first.1)) {
            let present = need(has).unwrap_or(1e6);
            let more = present - other - most(0.2 * present, 0.15);
            if more.abs() < 0.03 {
                return None;
            }
            if more > 0.0 {
                gains.push((present - other, human, id));
            }
        }
    }
    gains.sort_by(|a, b| b.0.total_cmp(&a.0));
    let is_close = gains.len() > 1 && gains[0].0 - gains[1].0 < 0.03;
    (!is_close).then(|| gains.first().map(|gain| (gain.1, gain.2)))
}

fn flight(situation: &Value) -> (BallPhysics<Statics>, Prediction<BallState>) {
    let ball = &situation["ball"];
    let [position, velocity, spin] =
        ["position", "velocity", "spin"].map(|key| numbers(&ball[key]));
    let state = BallState::new(position, velocity, spin).unwrap();
    let options = PredictionOptions {
        dense: true,
        ..PredictionOptions::default()
    };
    let physics = physics();
    let mut flight = Prediction::new(&physics, &state, options).unwrap();
    flight.finish(&physics);
    (physics, flight)
}

/// When the ball first touches something that is not the ground.
fn rebound_secs(physics: &BallPhysics<Statics>, flight: &Prediction<BallState>) -> Option<f64> {
    let ground = physics.world().shapes().first();
    let is_other = |hit| physics.world().shape(hit) != ground;
    let mut events = flight.events().iter();
    events
        .find(|event| event.hit.is_some_and(is_other))
        .map(|event| event.secs)
}

/// Whether the ball passes over a player's head before this time, near enough to be taken if it were lower.
fn passes_over(player: &Value, path: &[[f64; 3]], secs: f64) -> bool {
    let number = |key: &str| player[key].as_f64().unwrap();
    let home = numbers(&player["position"]);
    let before = (0_u32..)
        .zip(path)
        .take_while(|(milli, _)| f64::from(*milli) < secs * 1000.0);
    before.map(|(_, ball)| ball).any(|ball| {
        let away = libm::hypot(ball[0] - home[0], ball[2] - home[2]);
        away <= number("reach") && ball[1] > number("height")
    })
}

/// Whether a situation is what its kind says.
fn is_of_its_kind(
    kind: usize,
    is_slow: bool,
    players: &[Value],
    path: &[[f64; 3]],
    hit_secs: Option<f64>,
) -> bool {
    let firsts = brute(players, path);
    if kind == 3 && is_slow {
        return firsts.is_empty();
    }
    let Some(&(secs, first)) = firsts.first() else {
        return false;
    };
    match kind {
        0 => first != 0 && passes_over(&players[0], path, secs),
        1 => hit_secs.is_some_and(|hit| secs > hit),
        2 => {
            let mut free = players.to_vec();
            free[0]["busy_until"] = json!(0.0);
            brute(&free, path).first().map(|first| first.1) == Some(0) && first != 0
        }
        4 => first == 0,
        _ => true,
    }
}

/// One situation of a kind that is what its name says and is not decided by a hair; `None` for another try.
fn situation(kind: usize, is_slow: bool, random: &mut Random) -> Option<Value> {
    let (position, velocity, spin) = ball(kind, random);
    let mut situation = json!({
        "kind": KINDS[kind].0,
        "ball": {"position": position, "velocity": velocity, "spin": spin},
    });
    let (physics, flight) = flight(&situation);
    let hit_secs = rebound_secs(&physics, &flight);
    if kind == 1 && hit_secs.is_none() {
        return None;
    }
    let path = every_millisecond(&flight);
    let players = people(kind, is_slow, &path, random);
    let firsts = brute(&players, &path);
    let is_close = firsts.len() > 1 && firsts[1].0 - firsts[0].0 < 0.02;
    if is_close || !is_of_its_kind(kind, is_slow, &players, &path, hit_secs) {
        return None;
    }
    if kind == 5 {
        let humans = [firsts[1].1, firsts[2].1];
        situation["humans"] = json!(humans);
        situation["switch"] = json!(brute_switch(&firsts, humans)?);
    }
    situation["players"] = Value::Array(players);
    situation["first"] = json!(firsts.first().map(|first| first.1));
    situation["t"] = json!(firsts.first().map(|first| first.0));
    Some(situation)
}

fn write() {
    let mut random = Random::new(SEED);
    let mut lines = Vec::new();
    for (kind, (_, count)) in KINDS.iter().enumerate() {
        let slow = if kind == 3 { UNREACHABLE } else { 0 };
        for number in 0..*count {
            let mut tries = 0..200_000;
            let found = tries.find_map(|_| situation(kind, number < slow, &mut random));
            lines.push(found.unwrap().to_string());
        }
    }
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    std::fs::create_dir_all(file().parent().unwrap()).unwrap();
    std::fs::write(file(), text).unwrap();
}

fn player(value: &Value) -> Player {
    let number = |key: &str| value[key].as_f64().unwrap();
    let id = u32::try_from(value["id"].as_u64().unwrap()).unwrap();
    let mut player = Player::new(PlayerId::new(id), numbers(&value["position"]));
    player.top_speed_mps = number("top_speed");
    player.reaction_end_secs = number("reaction");
    player.reach_m = number("reach");
    player.heights = Heights::same(number("height"));
    player.busy = Some(Busy {
        until_secs: number("busy_until"),
        with: BusyWith::Fall,
    });
    if value.get("acceleration").is_some() {
        player.acceleration_mps2 = number("acceleration");
        player.turn_secs = number("turn");
        player.velocity = numbers(&value["velocity"]);
        player.facing = numbers(&value["facing"]);
    }
    player
}

/// Whom the rules switch right after the touch, of two humans.
fn switched(humans: &Value, found: &[Found]) -> Value {
    let team = TeamId::new(0);
    let of = |human: u32| Human {
        id: HumanId::new(human),
        team,
        player: (humans[human as usize].as_u64())
            .map(|id| PlayerId::new(u32::try_from(id).unwrap())),
        settings: ControlSettings::default(),
    };
    let candidates = found
        .iter()
        .map(|found| Candidate::of_search(team, found, &Choice::default()));
    let situation = Situation {
        is_touched: true,
        candidates: candidates.collect(),
        humans: [0, 1].map(of).to_vec(),
        ..Situation::default()
    };
    let mut control = Control::new(ControlRules::default()).unwrap();
    let mut decision = Decision::default();
    control.decide(&situation, &mut decision).unwrap();
    let switch = decision.switched();
    json!(switch.map(|x| (x.human.number(), x.player.unwrap().number())))
}

/// What games do without a prediction: the nearest player within 25° of where the ball goes, or else the nearest.
fn in_the_cone(situation: &Value, players: &[Player]) -> Option<u64> {
    let [at, velocity] = ["position", "velocity"].map(|key| numbers(&situation["ball"][key]));
    let away = |player: &Player| [player.position[0] - at[0], player.position[2] - at[2]];
    let distance = |player: &Player| libm::hypot(away(player)[0], away(player)[1]);
    let nearest = |is_in: &dyn Fn(&Player) -> bool| {
        let some = players.iter().filter(|player| is_in(player));
        some.min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    let speed = libm::hypot(velocity[0], velocity[2]);
    let in_cone = |player: &Player| {
        let along = away(player)[0] * velocity[0] + away(player)[1] * velocity[2];
        along >= distance(player) * speed * libm::cos(25.0_f64.to_radians())
    };
    let chosen = nearest(&in_cone).or_else(|| nearest(&|_| true));
    chosen.map(|player| u64::from(player.id.number()))
}

#[test]
fn situations_are_answered_as_by_brute_force() {
    if std::env::var_os("FOOTWORK_BLESS").is_some() {
        write();
    }
    let text = std::fs::read_to_string(file()).unwrap();
    let situations: Vec<Value> = serde_json::from_str(&text).unwrap();
    let all: usize = KINDS.iter().map(|(_, count)| count).sum();
    assert_eq!(situations.len(), all);
    let (mut ours, mut cone, mut nulls) = ([0; 7], [0; 7], 0);
    for situation in &situations {
        let (physics, flight) = flight(situation);
        let listed = situation["players"].as_array().unwrap();
        let players: Vec<Player> = listed.iter().map(player).collect();
        let kind = KINDS
            .iter()
            .position(|(kind, _)| situation["kind"] == *kind)
            .unwrap();
        let model = match kind {
            6 => ReachModel::Full,
            _ => ReachModel::Simple,
        };
        let mut search = InterceptSearch::new(model);
        search.run(&BallPath::of(&flight), &players, 0.0).unwrap();
        let first = first_there(search.found()).map(|first| first.intercept);
        let (right, secs) = (situation["first"].as_u64(), situation["t"].as_f64());
        let is_in_time = match (first, secs) {
            (Some(first), Some(secs)) => (first.secs - secs).abs() <= 0.01,
            (first, secs) => first.is_none() && secs.is_none(),
        };
        let is_right = first.map(|first| u64::from(first.player.number())) == right;
        let is_switch =
            kind != 5 || switched(&situation["humans"], search.found()) == situation["switch"];
        ours[kind] += usize::from(is_right && is_in_time && is_switch);
        cone[kind] += usize::from(in_the_cone(situation, &players) == right);
        nulls += usize::from(right.is_none());
        // The truth in the file is that of the physics of today, and the situation what its kind says.
        let path = every_millisecond(&flight);
        let hit_secs = rebound_secs(&physics, &flight);
        let brute = brute(listed, &path);
        assert_eq!(brute.first().map(|first| first.1), right, "{situation}");
        assert_eq!(brute.first().map(|first| first.0), secs, "{situation}");
        let is_so = is_of_its_kind(kind, right.is_none(), listed, &path, hit_secs);
        assert!(is_so, "{situation}");
    }
    for (kind, (name, count)) in KINDS.iter().enumerate() {
        println!(
            "{name}: ours {} of {count}, the cone {}",
            ours[kind], cone[kind]
        );
    }
    let [ours, cone] = [ours, cone].map(|right| right.iter().sum::<usize>());
    println!("all: ours {ours} of {all}, the cone {cone}");
    assert!(nulls >= 10, "{nulls}");
    assert!(
        ours * 100 >= all * 98 && cone < ours,
        "ours {ours}, the cone {cone}"
    );
}
