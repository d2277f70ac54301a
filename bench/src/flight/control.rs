//! The cost of deciding which player each human controls.

use footwork_flight::{
    Arrival, Control, ControlCandidate, ControlDecision, ControlRules, ControlSettings,
    ControlSituation, Human, HumanId,
};
use footwork_flight::{PlayerId, TeamId};

use crate::measure::{Contender, in_turn};
use crate::random::Random;
use crate::report::{Outcome, Table};

const PLAYERS: u32 = 22;
const HUMANS: [u32; 3] = [1, 2, 4];
const NAMES: [&str; 3] = ["one human", "two humans", "four humans"];
const FRAMES: u32 = 600;

/// Returns ten seconds of noisy times to the ball, with a touch every second.
fn frames(humans: u32) -> Vec<ControlSituation> {
    let mut random = Random::new(0xc0de);
    let home = TeamId::new(0);
    let near: Vec<f64> = (0..PLAYERS)
        .map(|_| 2.0 + random.around_zero(2.0))
        .collect();
    (0..FRAMES)
        .map(|frame| {
            let now_secs = f64::from(frame) / 60.0;
            let mut candidate = |(id, near): (u32, &f64)| {
                let secs = near + random.around_zero(0.3);
                let first = (secs > 0.3).then_some(now_secs + secs);
                ControlCandidate::new(
                    PlayerId::new(id),
                    home,
                    first.map_or(Arrival::Never, Arrival::At),
                )
            };
            ControlSituation {
                now_secs,
                is_touched: frame % 60 == 0,
                candidates: (0..).zip(&near).map(&mut candidate).collect(),
                humans: (0..humans)
                    .map(|id| Human {
                        id: HumanId::new(id),
                        team: home,
                        player: None,
                        settings: ControlSettings::default(),
                    })
                    .collect(),
                ..ControlSituation::default()
            }
        })
        .collect()
}

/// Decides every frame and applies the decision. Returns the number of frames with a switch.
fn play(frames: &mut [ControlSituation], decision: &mut ControlDecision) -> Outcome<usize> {
    let mut control = Control::new(ControlRules::default())?;
    let mut switches = 0;
    decision.assignments.clear();
    for situation in frames {
        for human in &mut situation.humans {
            human.player = decision.assignment(human.id).and_then(|of| of.player);
        }
        control.decide(situation, decision)?;
        switches += usize::from(decision.switched().is_some());
    }
    Ok(switches)
}

/// Measures a decision for 22 players of one team.
pub(super) fn run() -> Outcome<Table> {
    let mut matches = HUMANS.map(|humans| (frames(humans), ControlDecision::default()));
    for (frames, decision) in &mut matches {
        if play(frames, decision)? == 0 {
            return Err("nobody ever switches".into());
        }
    }
    let [one, two, four] = &mut matches;
    let timings = in_turn(vec![
        Contender::new(NAMES[0], || play(&mut one.0, &mut one.1)),
        Contender::new(NAMES[1], || play(&mut two.0, &mut two.1)),
        Contender::new(NAMES[2], || play(&mut four.0, &mut four.1)),
    ]);
    let title = format!("`Control`: a decision among {PLAYERS} players, with a touch every second");
    let mut table = Table::new(title, "whose | a decision | ±");
    for timing in &timings {
        table.row(timing.cells(f64::from(FRAMES)));
    }
    Ok(table)
}
