//! The player that each human controls, and its stick.

use std::collections::HashMap;

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::{Message, MessageReader, MessageWriter};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut, SystemParam};
use bevy_time::{Fixed, Time};
use footwork::flight::{
    Control, ControlCandidate, ControlDecision, ControlReason, ControlSituation, Human, HumanId,
    ManualSwitch, PlayerId,
};
use footwork::matching::Stick;

use crate::failed::{Failed, Failure};
use crate::input::StickInput;

/// A player that humans may control. The game keeps its `arrival` up to date, such as from an `InterceptSearch`.
#[derive(Component, Clone, Copy, Debug)]
pub struct Candidate(pub ControlCandidate);

/// A human in the game, on a separate entity.
#[derive(Component, Clone, Copy, Debug)]
pub struct Controls {
    /// The human, its team and its settings. Each decision sets `player`.
    pub human: Human,
    /// The input of its controller, passed on to the controlled player as its [`StickInput`].
    pub stick: Stick,
}

/// A player touched the ball: a kick, a pass, a tackle, a header. Not a bounce.
#[derive(Message, Clone, Copy, Debug)]
pub struct BallTouched {
    /// The player, if known.
    pub by: Option<PlayerId>,
}

/// A human requests another player.
#[derive(Message, Clone, Copy, Debug)]
pub struct SwitchRequested(pub ManualSwitch);

/// A human now controls another player.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlChanged {
    /// The human.
    pub human: HumanId,
    /// The old player, if it still exists.
    pub from: Option<Entity>,
    /// The new player.
    pub to: Option<Entity>,
    /// The reason.
    pub reason: ControlReason,
}

/// Decides which player each human controls, once per step with humans.
#[derive(Resource, Clone, Debug)]
pub struct HumanControl {
    /// Whether the ball is in the air. The game sets it.
    pub is_in_air: bool,
    control: Control,
    situation: ControlSituation,
    decision: ControlDecision,
}

impl HumanControl {
    pub(crate) fn new(control: Control) -> Self {
        Self {
            is_in_air: false,
            control,
            situation: ControlSituation::default(),
            decision: ControlDecision::default(),
        }
    }

    /// Returns the rules and the state: everything worth saving.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Returns the last decision, with its reason and the target of the next switch for each human.
    pub fn decision(&self) -> &ControlDecision {
        &self.decision
    }
}

/// The messages from and to the game.
#[derive(SystemParam)]
pub(crate) struct Said<'w, 's> {
    touches: MessageReader<'w, 's, BallTouched>,
    requests: MessageReader<'w, 's, SwitchRequested>,
    changed: MessageWriter<'w, ControlChanged>,
    failed: MessageWriter<'w, Failed>,
}

/// Decides control and passes the sticks on.
pub(crate) fn decide(
    time: Res<Time<Fixed>>,
    mut resource: ResMut<HumanControl>,
    mut humans: Query<&mut Controls>,
    candidates: Query<(Entity, &Candidate)>,
    mut sticks: Query<&mut StickInput>,
    mut said: Said,
) {
    let Said {
        touches,
        requests,
        changed,
        failed,
    } = &mut said;
    if humans.is_empty() {
        touches.clear();
        requests.clear();
        return;
    }
    let HumanControl {
        is_in_air,
        control,
        situation,
        decision,
    } = &mut *resource;
    let touch = touches.read().last();
    situation.now_secs = time.elapsed_secs_f64();
    situation.is_touched = touch.is_some();
    situation.touched_by = touch.and_then(|touch| touch.by);
    situation.is_in_air = *is_in_air;
    situation.candidates.clear();
    (situation.candidates).extend(candidates.iter().map(|(_, candidate)| candidate.0));
    situation.humans.clear();
    let entities: HashMap<PlayerId, Entity> = candidates
        .iter()
        .map(|(entity, candidate)| (candidate.0.player, entity))
        .collect();
    // A despawned player counts as none.
    let present = |human: Human| Human {
        player: human.player.filter(|id| entities.contains_key(id)),
        ..human
    };
    (situation.humans).extend(humans.iter().map(|controls| present(controls.human)));
    situation.requests.clear();
    (situation.requests).extend(requests.read().map(|request| request.0));
    if let Err(error) = control.decide(situation, decision) {
        let failure = Failure::Control(error);
        failed.write(Failed {
            entity: None,
            failure,
        });
        return;
    }
    let entity_of = |player: Option<PlayerId>| player.and_then(|id| entities.get(&id).copied());
    // First stops the players that lost control, then passes the sticks to the controlled players.
    for assignment in &decision.assignments {
        if assignment.from == assignment.player {
            continue;
        }
        let [from, to] = [assignment.from, assignment.player].map(entity_of);
        if let Some(mut stick) = from.and_then(|entity| sticks.get_mut(entity).ok()) {
            *stick = StickInput::default();
        }
        let (human, reason) = (assignment.human, assignment.reason);
        changed.write(ControlChanged {
            human,
            from,
            to,
            reason,
        });
    }
    for mut controls in &mut humans {
        let Some(assignment) = decision.assignment(controls.human.id) else {
            continue;
        };
        if controls.human.player != assignment.player {
            controls.human.player = assignment.player;
        }
        let to = entity_of(assignment.player);
        if let Some(mut stick) = to.and_then(|entity| sticks.get_mut(entity).ok()) {
            stick.0 = controls.stick;
        }
    }
}
