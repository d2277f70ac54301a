//! Whether the live ball follows the prediction bit for bit, with Footwork's step and with rapier3d's.

use footwork_flight::{
    BallMotion, BallPhysics, BallState, BallStep, Prediction, PredictionOptions, Statics,
    StepEvents,
};

use super::kicks::{Kick, kicks};
use super::rapier::{RapierBall, RapierState};
use crate::figure;
use crate::report::{Outcome, Table};

/// The number of kicks that must agree.
const KICKS: usize = 1000;

/// The length of each prediction, in seconds.
const HORIZON_SECS: f64 = 4.0;

/// Returns a prediction of every step, made in slices.
fn predicted<B: BallStep>(physics: &B, state: &B::State) -> Outcome<Vec<BallMotion>> {
    let options = PredictionOptions {
        horizon_secs: HORIZON_SECS,
        dense: true,
        ..PredictionOptions::default()
    };
    let mut flight = Prediction::new(physics, state, options)?;
    while !flight.advance_steps(physics, 100) {}
    Ok(flight.dense().collect())
}

/// Returns whether the live ball is at the predicted place in each step, and its largest distance from there, in metres.
fn follows<B: BallStep>(physics: &B, live: &mut B::State, predicted: &[BallMotion]) -> (bool, f64) {
    let mut events = StepEvents::default();
    let (mut agrees, mut farthest) = (true, 0.0_f64);
    for step in predicted.iter().skip(1) {
        physics.step(live, &mut events);
        let now = physics.motion(live);
        let bits = |motion: &BallMotion| {
            [motion.position, motion.velocity].map(|vector| vector.map(f64::to_bits))
        };
        // Once the ball rests, a prediction repeats its last sample, whose velocity may differ. So only the position
        // counts.
        agrees &= bits(&now)[0] == bits(step)[0];
        let squares = (0..3).map(|axis| now.position[axis] - step.position[axis]);
        let off = squares.map(|x| x * x).sum::<f64>().sqrt();
        farthest = off.max(farthest);
    }
    (agrees, farthest)
}

#[derive(Default)]
struct Count {
    agree: usize,
    farthest: f64,
}

fn count(
    kicks: &[Kick],
    mut one: impl FnMut(&BallState, usize) -> Outcome<(bool, f64)>,
) -> Outcome<Count> {
    let mut count = Count::default();
    for (number, kick) in kicks.iter().enumerate() {
        // The prediction begins up to a second after the kick.
        let (agrees, farthest) = one(&kick.state, number * 7 % 240)?;
        count.agree += usize::from(agrees);
        count.farthest = count.farthest.max(farthest);
    }
    Ok(count)
}

fn stepped<B: BallStep>(physics: &B, state: &mut B::State, steps: usize) {
    let mut events = StepEvents::default();
    (0..steps).for_each(|_| physics.step(state, &mut events));
}

/// Returns the table of the agreement. Fails unless the live ball follows every prediction from Footwork's state and
/// from a clone of rapier3d's world. Predictions from a rebuilt world may differ.
pub(super) fn agreement(ours: &BallPhysics<Statics>, rapier: &RapierBall) -> Outcome<Table> {
    let kicks = kicks(KICKS)?;
    let of_ours = count(&kicks, |kick, begin| {
        let mut live = *kick;
        stepped(ours, &mut live, begin);
        let path = predicted(ours, &live)?;
        Ok(follows(ours, &mut live, &path))
    })?;
    let lockstep = |kick: &BallState, begin: usize| -> Outcome<(RapierState, RapierState)> {
        let (mut live, mut shadow) = (rapier.kicked_in_game(kick), rapier.kicked(kick));
        stepped(rapier, &mut live, begin);
        stepped(rapier, &mut shadow, begin);
        if live.bits() == shadow.bits() {
            Ok((live, shadow))
        } else {
            Err("rapier3d: the shadow is not where the live ball is".into())
        }
    };
    let of_clones = count(&kicks, |kick, begin| {
        let (mut live, shadow) = lockstep(kick, begin)?;
        let path = predicted(rapier, &shadow)?;
        Ok(follows(rapier, &mut live, &path))
    })?;
    let of_rebuilt = count(&kicks, |kick, begin| {
        let (_, mut shadow) = lockstep(kick, begin)?;
        let path = predicted(rapier, &rapier.rebuilt(&shadow))?;
        Ok(follows(rapier, &mut shadow, &path))
    })?;
    let title = format!("Live balls that follow the prediction, bit for bit over {HORIZON_SECS} s");
    let mut table = Table::new(title, "what moves the ball | agree | farthest off | bar");
    let mut row = |what: &str, count: &Count, bar: &str| {
        let agree = format!("{} of {KICKS}", count.agree);
        let farthest = format!("{} m", figure::plain(count.farthest));
        table.row([what, &agree, &farthest, bar]);
    };
    row("ours", &of_ours, "all met");
    row(
        "rapier3d in a game, predicted by a clone of its lockstep shadow",
        &of_clones,
        "all met",
    );
    row(
        "rapier3d, predicted by a world rebuilt from position, velocity and spin",
        &of_rebuilt,
        "",
    );
    for (name, count) in [("ours", &of_ours), ("rapier3d", &of_clones)] {
        if count.agree != KICKS {
            return Err(format!(
                "{name}: of {KICKS} live balls only {} go where the prediction said; the farthest is {} m off",
                count.agree, count.farthest
            )
.into());
        }
    }
    Ok(table)
}
