//! Decides, once at the kick, which player each human of a scene controls.

use std::error::Error;

use footwork::base::Id;
use footwork::flight::{Choice, Player, PlayerId, PlayerIntercept, TeamId};
use footwork::flight::{
    Control, ControlCandidate, ControlDecision, ControlRules, ControlSettings, ControlSituation,
    Human, HumanId,
};
use serde::Serialize;

use super::players::Name;
use super::scene::Scene;

/// The decision for one human.
#[derive(Serialize)]
pub(super) struct Controlled {
    pub(super) human: Name,
    /// The player that the human controlled before the decision.
    pub(super) from: Option<Name>,
    /// The player that the human controls now.
    pub(super) player: Option<Name>,
    pub(super) reason: &'static str,
    /// The player that the human's indicator shows.
    pub(super) next: Option<Name>,
}

/// Decides with the default rules and settings, right after the kick. The kick counts as a touch. A human without a
/// player plays for the team of the scene's first player.
pub(super) fn controlled(
    scene: &Scene,
    players: &[Player],
    found: &[PlayerIntercept],
    choice: &Choice,
) -> Result<Vec<Controlled>, Box<dyn Error>> {
    let both = players.iter().zip(found);
    let number = |name: &Name| scene.players.iter().position(|player| player.id == *name);
    let human = |(index, human): (usize, &super::players::Human)| {
        let player = human.player.as_ref().and_then(number);
        let team = players.get(player.unwrap_or(0)).map(|player| player.team);
        Some(Human {
            id: HumanId::from_index(index)?,
            team: team.unwrap_or(TeamId::new(0)),
            player: player.and_then(PlayerId::from_index),
            settings: ControlSettings::default(),
        })
    };
    let situation = ControlSituation {
        now_secs: 0.0,
        is_touched: true,
        candidates: both
            .map(|(player, found)| ControlCandidate::from_search(player.team, found, choice))
            .collect(),
        humans: scene.humans.iter().enumerate().filter_map(human).collect(),
        ..ControlSituation::default()
    };
    let mut decision = ControlDecision::default();
    Control::new(ControlRules::default())?.decide(&situation, &mut decision)?;
    let name = |player: Option<PlayerId>| {
        let player = scene.players.get(player?.index());
        player.map(|player| player.id.clone())
    };
    let named = scene.humans.iter().zip(&decision.assignments);
    Ok(named
        .map(|(human, assignment)| Controlled {
            human: human.id.clone(),
            from: name(assignment.from),
            player: name(assignment.player),
            reason: assignment.reason.name(),
            next: name(assignment.next),
        })
        .collect())
}
