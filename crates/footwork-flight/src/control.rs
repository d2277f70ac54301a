//! Whom each human controls, after the WOF blog, *AI assisted footballer control switching* (2008).
//!
//! A search says when each player can first take the ball; [`Control`] says, decision by decision, which human has
//! which player, and why. It works on plain data and asks nobody anything:
//!
//! ```text
//! ControlSituation: candidates (time to the ball, condition, team), humans, touch, requests
//!   -> ControlState, what was before  -> ControlDecision: one Assignment a human
//! ```
//!
//! 1. A player whom another human holds is never taken; nobody shares a player. Ties go by number.
//! 2. A switch has to gain the larger of 0.15 s and 20 %, and the present player is kept for 0.4 s; without that
//!    wait if the ball is touched, and without either if the present player cannot reach the ball.
//! 3. A switch that the human asked for holds for 2 s or until the next touch, whichever is first.
//! 4. Between two touches the rules take nobody back to a player that was left. Touches of one and the same player in a row,
//!    as in a dribble, are one touch, here and in rules 2 and 3.
//! 5. The target of the pass counts as 0.3 s nearer.
//! 6. Busy, injured and grounded players count as farther by their delay.
//! 7. A keeper is chosen only if allowed, or if no other player that the human has or may have can reach the ball.
//! 8. At most one human goes from one player to another in one decision.
//! 9. The stick's old direction blends out over 0.3 s ([`StickBlend`]).
//! 10. The indicator always knows the next candidate; no two humans see the same. Switches go where it shows, and it moves on
//!     only for the margin of rule 2 or at a touch.
//! 11. Who leaves changes nothing for the others: the player left behind is free from the next decision on.
//! 12. Each human has its [`ControlSettings`]: manual, assisted or automatic, air balls only.
//!
//! The one who switches is the one with the most to gain: first who cannot reach the ball at all. Switches that
//! humans ask for come before it, the oldest first, and wait for their turn (8).
//!
//! ```
//! use footwork_flight::PlayerId;
//! use footwork_flight::control::{
//!     ControlCandidate, Control, ControlRules, ControlSettings, ControlDecision, Human, HumanId, ControlReason, ControlSituation,
//!     TeamId,
//! };
//!
//! let (ann, home) = (HumanId::new(0), TeamId::new(0));
//! let [back, wing] = [PlayerId::new(4), PlayerId::new(11)];
//! let mut control = Control::new(ControlRules::default()).unwrap();
//! let mut decision = ControlDecision::default();
//!
//! // The ball is kicked long: the back cannot reach it, the winger can in 1.8 s.
//! let mut situation = ControlSituation {
//!     now_secs: 60.0,
//!     is_touched: true,
//!     touched_by: None,
//!     is_in_air: true,
//!     candidates: vec![
//!         ControlCandidate::new(back, home, None),
//!         ControlCandidate::new(wing, home, Some(61.8)),
//!     ],
//!     humans: vec![Human {
//!         id: ann,
//!         team: home,
//!         player: Some(back),
//!         settings: ControlSettings::default(),
//!     }],
//!     requests: Vec::new(),
//! };
//! control.decide(&situation, &mut decision).unwrap();
//! let assignment = decision.assignment(ann).unwrap();
//! assert_eq!((assignment.player, assignment.reason), (Some(wing), ControlReason::CannotReach));
//! assert_eq!(assignment.best.unwrap().score.unwrap().total().secs(), 1.8);
//! assert_eq!(assignment.next, Some(back));
//!
//! // A frame later the back could be first after all; but back and forth it does not go.
//! situation.now_secs += 1.0 / 60.0;
//! situation.is_touched = false;
//! situation.candidates[0].first_secs = Some(60.5);
//! situation.humans[0].player = assignment.player;
//! control.decide(&situation, &mut decision).unwrap();
//! assert_eq!(decision.assignment(ann).unwrap().reason, ControlReason::WouldGoBack);
//! ```
//!
//! Without humans there are no assignments; a human for whom nobody is free keeps whom it has, or nobody. Where all
//! players are busy, the one with the shortest way and delay is chosen as ever. A number that is NaN is an error that
//! names the player ([`ControlError`]), and leaves everything as it was.

pub(crate) mod candidate;
pub(crate) mod decision;
pub(crate) mod error;
mod greedy;
mod hash;
mod judge;
pub(crate) mod log;
pub(crate) mod micros;
pub(crate) mod rules;
pub(crate) mod score;
pub(crate) mod situation;
mod stages;
pub(crate) mod state;
pub(crate) mod stick;
pub(crate) mod switching;
mod table;
