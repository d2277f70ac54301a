//! Explains why a pressed button has no effect: the ball is out of reach or out of play, or another footballer takes
//! the restart.

use footwork::flight::PlayerId;

use crate::flat;
use crate::orders::AT_FEET_M;
use crate::phase::Phase;
use crate::setup::{HumanInput, Seat};
use crate::view::{FootballerView, View};

/// The distance to the ball within which a tackle may still succeed, because the tackler keeps running.
const TACKLE_M: f64 = 2.5;
/// How far ahead the ball's flight is checked: a kick has an effect if the ball comes to the feet within this time.
const SOON_SECS: f64 = 0.7;
/// The number of moments within that time at which the ball is checked.
const STEPS: u32 = 7;

/// Explains why a newly pressed button will do nothing, and for which footballer; `None` if it may do something, or if no button
/// is newly pressed.
pub(super) fn why(
    view: &View<'_>,
    human: Seat,
    held: HumanInput,
    input: HumanInput,
) -> Option<(PlayerId, String)> {
    let verb = pressed(held, input)?;
    let own = view.footballers().find(|one| one.human == Some(human))?;
    let why = match view.phase() {
        Phase::Play => return Some((own.who, in_play(view, &own, verb)?)),
        Phase::Restart(restart) if restart.team != own.team => "the other team takes this restart",
        Phase::Restart(restart) if restart.taker != own.who => "a teammate takes this restart",
        Phase::Restart(_) if verb == "tackle" => "nobody to tackle: you take this restart",
        Phase::Restart(_) => return None,
        _ => "the ball is out of play",
    };
    Some((own.who, why.to_owned()))
}

/// Returns the action of the newly pressed button, if there is one.
fn pressed(held: HumanInput, input: HumanInput) -> Option<&'static str> {
    let buttons = [
        (held.shoot, input.shoot, "shoot"),
        (held.tackle, input.tackle, "tackle"),
        (held.pass, input.pass, "pass"),
        (held.through, input.through, "pass"),
        (held.lob, input.lob, "lob"),
    ];
    let mut down = buttons.into_iter().filter(|(held, is, _)| *is && !held);
    down.next().map(|(_, _, verb)| verb)
}

fn in_play(view: &View<'_>, own: &FootballerView<'_>, verb: &str) -> Option<String> {
    let far_m = flat::distance(own.place.position_m, flat::below(view.ball().position));
    let is_idle = match verb {
        "tackle" => far_m > TACKLE_M,
        _ => far_m > AT_FEET_M && !comes(view, own),
    };
    is_idle.then(|| format!("too far to {verb}: the ball was {far_m:.1} m away"))
}

/// Returns whether the ball will soon be at the feet of a footballer that keeps running.
fn comes(view: &View<'_>, own: &FootballerView<'_>) -> bool {
    (1..=STEPS).any(|step| {
        let secs = SOON_SECS * f64::from(step) / f64::from(STEPS);
        let at = flat::add(own.place.position_m, flat::scale(own.velocity_mps, secs));
        let ball = view.flight().position_at(view.now_secs() + secs);
        ball.is_some_and(|ball| flat::distance(at, flat::below(ball)) < AT_FEET_M)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use footwork::flight::PlayerId;

    use super::why;
    use crate::cast::Cast;
    use crate::event::MatchEvent;
    use crate::flat;
    use crate::game::Match;
    use crate::phase::Phase;
    use crate::setup::{HumanInput, Inputs, Seat, Setup};

    const FIRST: Seat = Seat::new(0);

    fn begun(seed: u64) -> Match {
        let football =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/characters/football");
        let setup = Setup {
            seed,
            humans: 1,
            leaves: 0,
            ..Setup::default()
        };
        Match::new(Cast::open(&football).unwrap(), setup).unwrap()
    }

    fn shoot() -> HumanInput {
        HumanInput {
            shoot: true,
            ..HumanInput::default()
        }
    }

    /// Returns the footballer of the human, and its distance from the ball.
    fn own(game: &Match) -> (PlayerId, f64) {
        let view = game.view();
        let own = view
            .footballers()
            .find(|one| one.human == Some(FIRST))
            .unwrap();
        let ball = flat::below(view.ball().position);
        (own.who, flat::distance(own.place.position_m, ball))
    }

    #[test]
    fn a_button_out_of_reach_says_how_far_the_ball_is() {
        let mut game = begun(7);
        let (rest, tackle) = (
            HumanInput::default(),
            HumanInput {
                tackle: true,
                ..HumanInput::default()
            },
        );
        game.step(&Inputs::default());
        let mut seen = [false; 3];
        for _ in 0..3000 {
            game.step(&Inputs::default());
            let taker = game.view().phase().restart().copied();
            let ready = taker.filter(|restart| restart.ready_secs().is_some());
            if ready.is_some_and(|restart| restart.taker == own(&game).0) {
                assert_eq!(why(&game.view(), FIRST, rest, shoot()), None);
                let said = why(&game.view(), FIRST, rest, tackle);
                let said = said.map(|(_, said)| said);
                assert_eq!(
                    said.as_deref(),
                    Some("nobody to tackle: you take this restart")
                );
                seen[2] = true;
            }
            if *game.view().phase() != Phase::Play {
                continue;
            }
            let (who, far_m) = own(&game);
            let said = why(&game.view(), FIRST, rest, shoot());
            if far_m > 12.0 {
                let expected = format!("too far to shoot: the ball was {far_m:.1} m away");
                assert_eq!(said, Some((who, expected)));
                seen[0] = true;
            }
            if far_m < 1.5 {
                assert_eq!(said, None);
                seen[1] = true;
            }
            // A held button was already explained.
            assert_eq!(why(&game.view(), FIRST, shoot(), shoot()), None);
            assert_eq!(why(&game.view(), FIRST, rest, rest), None);
        }
        assert_eq!(seen, [true; 3]);
    }

    #[test]
    fn a_button_reported_as_idle_never_kicks() {
        let mut said = 0;
        for seed in 0..3 {
            let mut game = begun(seed);
            let mut waits: Option<PlayerId> = None;
            for frame in 0..1800 {
                // A tap of a tenth of a second, every second.
                let mut inputs = Inputs::default();
                if frame % 60 == 0 {
                    let idle = why(&game.view(), FIRST, HumanInput::default(), shoot());
                    waits = idle.map(|_| own(&game).0);
                    said += u32::from(waits.is_some());
                }
                if frame % 60 < 6 {
                    inputs.humans[0] = shoot();
                }
                game.step(&inputs);
                let shot = game.view().events().iter().any(|event| {
                    matches!(event, MatchEvent::Kick { footballer, .. } if Some(*footballer) == waits)
                });
                assert!(!shot, "seed {seed}, frame {frame}");
            }
        }
        assert!(said > 10, "{said}");
    }
}
