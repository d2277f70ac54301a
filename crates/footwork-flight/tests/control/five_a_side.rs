//! Matches of five a side, built as the guides teach. The test measures the time by which a human's player reaches the
//! ball after the first player of its team. It also measures how long a human keeps a player who cannot reach the ball.

mod game;

use crate::matches::kick::larger;
use game::Game;

/// The length of a match, in seconds.
const SECS: f64 = 120.0;

/// The largest permitted mean time, in seconds, by which a human's player reaches the ball after the first of its team.
const MAX_LAG_SECS: f64 = 0.3;
/// The longest time, in seconds, for which a human may keep a player while a teammate reaches the ball a second
/// earlier, or while only a teammate is known to reach it.
const MAX_STRANDED_SECS: f64 = 1.0;

/// Sums over the frames of several matches, and the longest times of [`MAX_STRANDED_SECS`].
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    frames: f64,
    lag_secs: f64,
    with_keepers_secs: f64,
    longest_stranded_secs: f64,
    longest_worse_secs: f64,
    switches: f64,
    minutes: f64,
    touches: f64,
}

/// Plays a match at `rate` frames per second, and adds it to `tally`.
fn play(rate: u32, seed: u64, tally: &mut Tally) {
    let mut game = Game::new(rate, seed);
    let (mut stranded, mut worse) = ([0.0_f64; 2], [0.0_f64; 2]);
    while game.secs() < SECS {
        game.frame();
        tally.touches += f64::from(u8::from(game.touched_by.is_some()));
        for seat in 0..2 {
            tally.switches += f64::from(u8::from(game.has_switched(seat)));
            let seen = game.see(seat);
            tally.frames += 1.0;
            tally.lag_secs += seen.lag_secs;
            tally.with_keepers_secs += seen.with_keepers_secs;
            for (is_so, run, longest) in [
                (
                    seen.is_stranded,
                    &mut stranded[seat],
                    &mut tally.longest_stranded_secs,
                ),
                (
                    seen.lag_secs >= 1.0,
                    &mut worse[seat],
                    &mut tally.longest_worse_secs,
                ),
            ] {
                *run = if is_so {
                    *run + 1.0 / f64::from(rate)
                } else {
                    0.0
                };
                *longest = larger(*longest, *run);
            }
        }
    }
    tally.minutes += 2.0 * SECS / 60.0;
}

#[test]
fn a_human_has_a_player_who_is_hardly_later_than_the_best() {
    let matches = match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 40,
        None => 6,
    };
    for rate in [20, 30, 60] {
        let mut tally = Tally::default();
        for seed in 0..matches {
            play(rate, seed, &mut tally);
        }
        let [lag, with_keepers] =
            [tally.lag_secs, tally.with_keepers_secs].map(|x| x / tally.frames);
        println!("{rate} Hz: {lag:.3} s behind, {with_keepers:.3} with keepers; {tally:?}");
        assert!(lag <= MAX_LAG_SECS, "{rate} Hz: {tally:?}");
        assert!(with_keepers <= MAX_LAG_SECS, "{rate} Hz: {tally:?}");
        assert!(
            tally.longest_stranded_secs <= MAX_STRANDED_SECS,
            "{rate} Hz: {tally:?}"
        );
        assert!(
            tally.longest_worse_secs <= MAX_STRANDED_SECS,
            "{rate} Hz: {tally:?}"
        );
        // The match must have enough touches and switches to test the rules.
        assert!(tally.touches >= 15.0 * tally.minutes && tally.switches >= 20.0 * tally.minutes);
    }
}
