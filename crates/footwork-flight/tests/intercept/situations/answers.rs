//! The answers of the search, and of a view cone for comparison.

use std::error::Error;

use footwork_flight::{
    BallPath, Choice, InterceptSearch, Player, PlayerId, PlayerIntercept, TeamId, first_there,
};
use footwork_flight::{
    Control, ControlCandidate, ControlDecision, ControlRules, ControlSettings, ControlSituation,
    Human, HumanId,
};

use super::brute::Switch;
use super::random::{Humans, Situation};

/// Returns whether the search finds the right player within 10 ms of the right time. If there are humans, the rules
/// must also make the right switch.
pub(crate) fn is_ours_right(
    situation: &Situation,
    path: &BallPath,
) -> Result<bool, Box<dyn Error>> {
    let mut search = InterceptSearch::new(situation.kind.model());
    search.run(path, &situation.players, 0.0)?;
    let first = first_there(search.intercepts()).map(|first| first.intercept);
    let is_first = match (first, situation.first) {
        (Some(ours), Some(right)) => {
            ours.player == right.player && (ours.secs - right.secs).abs() <= 0.01
        }
        (ours, right) => ours.is_none() && right.is_none(),
    };
    let is_switch = match situation.humans {
        Some(humans) => switched(&humans, search.intercepts())? == humans.switch,
        None => true,
    };
    Ok(is_first && is_switch)
}

/// Returns the human that the rules switch right after the touch, and that human's new player.
fn switched(humans: &Humans, found: &[PlayerIntercept]) -> Result<Option<Switch>, Box<dyn Error>> {
    let team = TeamId::new(0);
    let human = |(id, has): (u32, PlayerId)| Human {
        id: HumanId::new(id),
        team,
        player: Some(has),
        settings: ControlSettings::default(),
    };
    let candidates = found
        .iter()
        .map(|found| ControlCandidate::from_search(team, found, &Choice::default()));
    let situation = ControlSituation {
        is_touched: true,
        candidates: candidates.collect(),
        humans: (0..).zip(humans.have).map(human).collect(),
        ..ControlSituation::default()
    };
    let mut control = Control::new(ControlRules::default())?;
    let mut decision = ControlDecision::default();
    control.decide(&situation, &mut decision)?;
    Ok(decision.switched().and_then(|assignment| {
        Some(Switch {
            human: assignment.human.number(),
            to: assignment.player?,
        })
    }))
}

/// Returns whether the cone names the right player.
pub(crate) fn is_cone_right(situation: &Situation) -> bool {
    in_the_cone(situation) == situation.first.map(|first| first.player)
}

/// Returns the player that games choose without a prediction: the player nearest to the ball within 25° of the ball's
/// direction, or else the nearest of all.
fn in_the_cone(situation: &Situation) -> Option<PlayerId> {
    let (at, velocity) = (situation.ball.position, situation.ball.velocity);
    let away = |player: &Player| [player.position[0] - at[0], player.position[2] - at[2]];
    let distance = |player: &Player| libm::hypot(away(player)[0], away(player)[1]);
    let nearest = |is_in: &dyn Fn(&Player) -> bool| {
        let some = situation.players.iter().filter(|player| is_in(player));
        some.min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    let speed = libm::hypot(velocity[0], velocity[2]);
    let in_cone = |player: &Player| {
        let along = away(player)[0] * velocity[0] + away(player)[1] * velocity[2];
        along >= distance(player) * speed * libm::cos(25.0_f64.to_radians())
    };
    let chosen = nearest(&in_cone).or_else(|| nearest(&|_| true));
    chosen.map(|player| player.id)
}
