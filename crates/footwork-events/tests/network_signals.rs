//! Signals of networks on clips outside their training data. With the default guards, scores are never below those
//! without guards.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "tests"
)]

use footwork_base::FrameRate;
use footwork_events::{Encoding, Guards, NetworkEvents, Rejections, Score, score_all};
use proptest::prelude::*;
use toml::{Table, Value};

/// The largest error in seconds with which an event counts as found.
const TOLERANCE_SECS: f64 = 0.05;
const DIGITS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/// The signals of one network on all clips.
struct Network {
    name: String,
    rate: FrameRate,
    encoding: Encoding,
    signals: Vec<Signal>,
}

struct Signal {
    strikes: Vec<f64>,
    pairs: Vec<[f32; 2]>,
}

fn networks() -> Vec<Network> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/signals/foot-strikes.toml"
    );
    let read: Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let networks = read["network"].as_array().unwrap().iter();
    networks.map(network).collect()
}

fn network(of: &Value) -> Network {
    let number = |name: &str| of[name].as_float().unwrap();
    let rate = u64::try_from(of["rate"].as_integer().unwrap()).unwrap();
    let signals = of["signals"].as_array().unwrap().iter();
    Network {
        name: of["name"].as_str().unwrap().to_owned(),
        rate: FrameRate::whole(rate).unwrap(),
        encoding: Encoding::new(number("window_secs"), number("sigma_secs")).unwrap(),
        signals: signals
            .map(|signal| Signal {
                strikes: signal["strikes"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|at| at.as_float().unwrap())
                    .collect(),
                pairs: pairs(signal["pairs"].as_str().unwrap()),
            })
            .collect(),
    }
}

/// Decodes pairs. Each number is two digits of base 64, which are the index of an interval. The intervals are 1/512
/// wide and start at -4. The number is the middle of its interval.
fn pairs(text: &str) -> Vec<[f32; 2]> {
    let digit = |byte: &u8| DIGITS.bytes().position(|known| known == *byte).unwrap();
    let digits: Vec<usize> = text.as_bytes().iter().map(digit).collect();
    let number = |digits: &[usize]| ((digits[0] * 64 + digits[1]) as f32 + 0.5) / 512.0 - 4.0;
    let pairs = digits.chunks_exact(4);
    pairs
        .map(|pair| [number(&pair[..2]), number(&pair[2..])])
        .collect()
}

impl Network {
    /// Returns the score of the events found in each signal.
    fn score(&self, find: impl Fn(&[[f32; 2]]) -> Vec<f64>) -> Score {
        let found: Vec<Vec<f64>> = self
            .signals
            .iter()
            .map(|signal| find(&signal.pairs))
            .collect();
        let lists = self.signals.iter().zip(&found);
        let lists = lists.map(|(signal, found)| (&*signal.strikes, &**found));
        score_all(lists, TOLERANCE_SECS).unwrap()
    }

    fn guarded(&self, guards: Guards) -> Score {
        self.score(|pairs| {
            self.encoding
                .decode_all(pairs, self.rate, guards)
                .unwrap()
                .times
        })
    }

    /// Returns the score of a plain search. It finds the crossings at which the time to the event falls from above zero
    /// to zero or below, by less than the window.
    fn plain(&self) -> Score {
        self.score(|pairs| plain_crossings(&self.encoding, self.rate, pairs))
    }
}

fn plain_crossings(encoding: &Encoding, rate: FrameRate, pairs: &[[f32; 2]]) -> Vec<f64> {
    let window = encoding.window_secs();
    let secs: Vec<f64> = pairs
        .iter()
        .map(|&[sine, cosine]| {
            libm::atan2(f64::from(sine), f64::from(cosine)) / std::f64::consts::PI * window
        })
        .collect();
    let steps = secs.windows(2).enumerate();
    let crossings =
        steps.filter(|(_, step)| step[0] > 0.0 && step[1] <= 0.0 && step[0] - step[1] < window);
    let times = crossings
        .map(|(frame, step)| (frame as f64 + step[0] / (step[0] - step[1])) / rate.as_f64());
    times.collect()
}

#[test]
fn default_guards_score_at_least_as_well_as_none() {
    let networks = networks();
    assert!(networks.len() >= 12);
    for network in &networks {
        let [default, none] =
            [Guards::default(), Guards::NONE].map(|guards| network.guarded(guards));
        let plain = network.plain();
        let name = &network.name;
        assert!(default.f1 >= none.f1, "{name}: {default:?} {none:?}");
        assert!(default.f1 >= plain.f1, "{name}: {default:?} {plain:?}");
    }
}

/// Compares each single guard with no guards. The guide must list the same gains and costs.
#[test]
fn the_guide_lists_what_each_guard_gains_and_costs() {
    let alone = |change: fn(&mut Guards)| {
        let mut guards = Guards::NONE;
        change(&mut guards);
        guards
    };
    let guards = [
        ("`nearness` 0.8, the default", Guards::default()),
        ("`nearness` 0.5", alone(|g| g.nearness = Some(0.5))),
        ("`norm` 0.05", alone(|g| g.norm = Some(0.05))),
        ("`falling`", alone(|g| g.falling = true)),
        ("`jump` 0.25", alone(|g| g.jump = Some(0.25))),
        ("`jump` 0.75", alone(|g| g.jump = Some(0.75))),
        ("`approach` 0.125", alone(|g| g.approach = Some(0.125))),
        ("`slope` 0.5 to 2", alone(|g| g.slope = Some((0.5, 2.0)))),
        (
            "`refractory_secs` 0.1",
            alone(|g| g.refractory_secs = Some(0.1)),
        ),
        ("`STEADY`", Guards::STEADY),
    ];
    let networks = networks();
    let none: Vec<f64> = networks
        .iter()
        .map(|network| network.guarded(Guards::NONE).f1)
        .collect();
    let mut table = String::new();
    for (name, guards) in guards {
        let scores = networks.iter().zip(&none);
        let gains: Vec<f64> = scores
            .map(|(network, none)| network.guarded(guards).f1 - none)
            .collect();
        let count = |of: fn(f64) -> bool| gains.iter().filter(|gain| of(**gain)).count();
        let (least, most) = gains.iter().fold((0.0, 0.0), |(least, most), &gain| {
            (libm::fmin(least, gain), libm::fmax(most, gain))
        });
        let mean = gains.iter().sum::<f64>() / gains.len() as f64;
        let (behind, ahead) = (count(|gain| gain < -1e-9), count(|gain| gain > 1e-9));
        table +=
            &format!("| {name} | {mean:+.4} | {least:+.3} | {most:+.3} | {behind} | {ahead} |\n");
    }
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guides/events.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let count = format!("{} networks", networks.len());
    assert!(
        guide.contains(&table) && guide.contains(&count),
        "{count}\n{table}"
    );
}

/// The FNV-1a hash of all times is the same on every machine, and in Python.
#[test]
fn decoded_times_have_their_bits() {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for network in networks() {
        for signal in &network.signals {
            let decoded =
                network
                    .encoding
                    .decode_all(&signal.pairs, network.rate, Guards::default());
            for byte in decoded
                .unwrap()
                .times
                .iter()
                .flat_map(|time| time.to_bits().to_le_bytes())
            {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    assert_eq!(hash, 0x50da_6388_1dfc_0ba0, "{hash:#x}");
}

fn cases() -> u32 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 100_000,
        None => 1000,
    }
}

/// Pairs of any length and direction, often near zero. Some have length 0.
fn any_pairs() -> impl Strategy<Value = Vec<[f32; 2]>> {
    let angle = prop_oneof![-3.2..3.2f32, -0.2..0.2f32];
    let pair = (angle, prop_oneof![0.01..2.0f32, Just(1.0f32), Just(0.0f32)]);
    let pair = pair.prop_map(|(angle, norm)| [norm * libm::sinf(angle), norm * libm::cosf(angle)]);
    prop::collection::vec(pair, 0..120)
}

fn any_guards() -> impl Strategy<Value = Guards> {
    let share = || prop::option::of(0.0..1.0);
    let slope = prop::option::of((0.0..1.0, 1.0..4.0));
    (share(), share(), any::<bool>(), share(), slope).prop_map(
        |(norm, nearness, falling, jump, slope)| Guards {
            norm,
            nearness,
            falling,
            jump,
            slope,
            ..Guards::NONE
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    /// Without guards, the events of any signal are where the straight line between two pairs crosses zero.
    #[test]
    fn no_guards_find_the_plain_crossings(pairs in any_pairs(), rate in 5u64..240, window in 0.05..2.0) {
        // A pair of length 0 has a direction only for the arctangent. And near zero, an event counts as reached
        // slightly earlier. So pairs are moved away from zero.
        let away = |[sine, cosine]: [f32; 2]| [libm::copysignf(libm::fmaxf(sine.abs(), 0.03), sine), cosine];
        let pairs: Vec<[f32; 2]> = pairs.into_iter().map(away).collect();
        let (rate, encoding) = (FrameRate::whole(rate).unwrap(), Encoding::new(window, 0.0).unwrap());
        let found = encoding.decode_all(&pairs, rate, Guards::NONE).unwrap().times;
        let plain = plain_crossings(&encoding, rate, &pairs);
        prop_assert_eq!(found.len(), plain.len(), "{:?} {:?}", found, plain);
        for (found, plain) in found.iter().zip(plain) {
            prop_assert!((found - plain).abs() < 1e-9, "{} {}", found, plain);
        }
    }

    /// Guards that examine single crossings find only events that are also found without guards, and count their
    /// rejections.
    #[test]
    fn guards_only_remove_events(pairs in any_pairs(), guards in any_guards(), rate in 5u64..240, window in 0.05..2.0) {
        let (rate, encoding) = (FrameRate::whole(rate).unwrap(), Encoding::new(window, 0.0).unwrap());
        let [found, every] = [guards, Guards::NONE].map(|guards| encoding.decode_all(&pairs, rate, guards).unwrap());
        prop_assert!(found.times.iter().all(|at| every.times.contains(at)));
        let Rejections { norm, nearness, falling, jump, approach, slope, refractory } = found.rejected;
        let rejected = norm + nearness + falling + jump + approach + slope + refractory;
        prop_assert_eq!(found.times.len() as u64 + rejected, every.times.len() as u64);
    }
}

/// Frame by frame on the clock of a game, events have the times of the whole signal, to the bit. With a lead of one
/// frame, the clock times at which events are passed score better.
#[test]
fn events_on_a_clock_are_those_of_the_whole_signal() {
    let networks = networks();
    let mut heard_f1 = [0.0; 2];
    for network in &networks {
        for (lead_frames, sum) in [0.0, 1.0].into_iter().zip(&mut heard_f1) {
            let heard = network.score(|pairs| {
                let events =
                    NetworkEvents::new(network.rate, &[network.encoding], Guards::default());
                let period = network.rate.period_secs();
                let mut events = events.unwrap().with_lead(lead_frames * period);
                let (mut times, mut heard) = (Vec::new(), Vec::new());
                // The clock is not in step with the outputs.
                let (step, mut previous, mut left) = (period / 3.7, -1.0, pairs.iter().peekable());
                while left.peek().is_some() || previous < events.next_frame_secs() + 1.0 {
                    let now = libm::fmax(previous, 0.0) + step;
                    while events.next_frame_secs() <= now {
                        let Some(pair) = left.next() else { break };
                        events.push(&[*pair]).unwrap();
                    }
                    for at in events.between(0, previous, now) {
                        times.push(at);
                        heard.push(now);
                    }
                    previous = now;
                }
                if lead_frames == 0.0 {
                    let whole = network
                        .encoding
                        .decode_all(pairs, network.rate, Guards::default());
                    assert_eq!(times, whole.unwrap().times, "{}", network.name);
                }
                heard
            });
            *sum += heard.f1 / networks.len() as f64;
        }
    }
    println!("{heard_f1:?}");
    assert!(heard_f1[0] < heard_f1[1], "{heard_f1:?}");
}
