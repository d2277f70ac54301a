//! Builds situations from short descriptions, and applies decisions to them.

use footwork_flight::{
    Arrival, Assignment, Control, ControlCandidate, ControlDecision, ControlError, ControlReason,
    ControlRules, ControlSettings, ControlSituation, Human, HumanId, ManualSwitch, PlayerId,
    TeamId,
};

pub(crate) struct Scene {
    pub(crate) control: Control,
    pub(crate) situation: ControlSituation,
    pub(crate) decision: ControlDecision,
}

pub(crate) fn player(number: u32) -> PlayerId {
    PlayerId::new(number)
}

/// Returns the arrival at `secs`; [`Arrival::Never`] for `None`.
pub(crate) fn arrival(secs: Option<f64>) -> Arrival {
    secs.map_or(Arrival::Never, Arrival::At)
}

pub(crate) fn human(number: u32, team: u32, of: Option<u32>) -> Human {
    Human {
        id: HumanId::new(number),
        team: TeamId::new(team),
        player: of.map(player),
        settings: ControlSettings::default(),
    }
}

/// Returns candidates of team 0, each with its number and the seconds from now that it needs to reach the ball.
pub(crate) fn candidates(needs: &[(u32, Option<f64>)]) -> Vec<ControlCandidate> {
    let candidate = |(number, need): &(u32, _)| {
        ControlCandidate::new(player(*number), TeamId::new(0), arrival(*need))
    };
    needs.iter().map(candidate).collect()
}

impl Scene {
    /// Returns a scene at 0 s with the ball in the air and no touch. `humans` are the players of the humans of team 0, who are
    /// numbered from 0.
    pub(crate) fn new(humans: &[u32], needs: &[(u32, Option<f64>)]) -> Self {
        Self::with(ControlRules::default(), humans, needs)
    }

    pub(crate) fn with(rules: ControlRules, humans: &[u32], needs: &[(u32, Option<f64>)]) -> Self {
        let humans = (0..).zip(humans);
        Self {
            control: Control::new(rules).unwrap(),
            situation: ControlSituation {
                is_in_air: true,
                candidates: candidates(needs),
                humans: humans.map(|(id, of)| human(id, 0, Some(*of))).collect(),
                ..ControlSituation::default()
            },
            decision: ControlDecision::default(),
        }
    }

    /// Sets how many seconds from now players need to reach the ball.
    pub(crate) fn need(&mut self, needs: &[(u32, Option<f64>)]) -> &mut Self {
        for (number, need) in needs {
            let first = need.map(|secs| self.situation.now_secs + secs);
            self.candidate(*number).arrival = arrival(first);
        }
        self
    }

    pub(crate) fn candidate(&mut self, number: u32) -> &mut ControlCandidate {
        let mut all = self.situation.candidates.iter_mut();
        all.find(|x| x.player == player(number)).unwrap()
    }

    pub(crate) fn human(&mut self, number: u32) -> &mut Human {
        let mut all = self.situation.humans.iter_mut();
        all.find(|x| x.id == HumanId::new(number)).unwrap()
    }

    pub(crate) fn ask(&mut self, human: u32, to: Option<u32>) -> &mut Self {
        self.situation.requests.push(ManualSwitch {
            human: HumanId::new(human),
            to: to.map(player),
        });
        self
    }

    /// Lets time pass. The players' arrivals come nearer by the same time.
    pub(crate) fn wait(&mut self, secs: f64) -> &mut Self {
        self.situation.now_secs += secs;
        self
    }

    pub(crate) fn touch(&mut self) -> &mut Self {
        self.situation.is_touched = true;
        self
    }

    pub(crate) fn try_decide(&mut self) -> Result<(), ControlError> {
        self.control.decide(&self.situation, &mut self.decision)
    }

    /// Decides, and carries the decision out.
    pub(crate) fn decide(&mut self) -> &mut Self {
        self.try_decide().unwrap();
        for assignment in &self.decision.assignments {
            let mut humans = self.situation.humans.iter_mut();
            humans.find(|x| x.id == assignment.human).unwrap().player = assignment.player;
        }
        self.situation.requests.clear();
        self.situation.is_touched = false;
        self
    }

    pub(crate) fn assignment(&self, human: u32) -> Assignment {
        *self.decision.assignment(HumanId::new(human)).unwrap()
    }

    /// Decides, and checks the player and the reason of a human.
    #[track_caller]
    pub(crate) fn expect(&mut self, human: u32, of: u32, reason: ControlReason) -> &mut Self {
        self.decide();
        let Assignment {
            player: found,
            reason: why,
            ..
        } = self.assignment(human);
        assert_eq!((found, why), (Some(player(of)), reason));
        self
    }
}
