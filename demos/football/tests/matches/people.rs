//! Simulated humans who run to the ball and to the goal, pass, shoot, tackle, release the stick, and sometimes switch
//! control.

use footwork_base::{Id, to_f32};
use footwork_football::{HumanInput, Inputs, Match, Seat};
use footwork_testkit::Random;

/// Two humans with a stick each, which they hold in one direction for a while.
pub(crate) struct People {
    random: Random,
    humans: [Stick; 2],
}

#[derive(Clone, Copy, Default)]
struct Stick {
    /// The frame at which the human next changes the direction.
    until: u64,
    aims: Aim,
    sprint: bool,
    off: [f64; 2],
}

#[derive(Clone, Copy, Default)]
enum Aim {
    #[default]
    Nowhere,
    Ball,
    Goal,
    Anywhere,
}

impl People {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            random: Random::for_case("people", seed),
            humans: [Stick::default(); 2],
        }
    }

    /// Returns their inputs for the next frame.
    pub(crate) fn play(&mut self, game: &Match) -> Inputs {
        Inputs {
            humans: Seat::ALL.map(|human| self.human(game, human)),
            edits: Vec::new(),
        }
    }

    fn human(&mut self, game: &Match, human: Seat) -> HumanInput {
        let view = game.view();
        let random = &mut self.random;
        let stick = &mut self.humans[human.index()];
        if view.frame() >= stick.until {
            stick.until = view.frame() + 6 + u64::from(random.below_32(60));
            stick.aims = match random.below(10) {
                0 => Aim::Nowhere,
                1 => Aim::Anywhere,
                2..=4 => Aim::Goal,
                _ => Aim::Ball,
            };
            stick.sprint = random.one_in(2);
            stick.off = [random.signed(), random.signed()];
        }
        let mut all = view.footballers();
        let Some(own) = all.find(|footballer| footballer.human == Some(human)) else {
            return HumanInput::default();
        };
        let at = own.place.position_m;
        let [x, _, z] = view.ball().position;
        let far = (x - at[0]).hypot(z - at[1]);
        let is_near = far < 1.5;
        let goal = [
            0.5 * view.pitch().length_m * view.sides()[human.team()],
            0.0,
        ];
        let way = match stick.aims {
            Aim::Nowhere => [0.0; 2],
            Aim::Anywhere => stick.off,
            Aim::Goal => [goal[0] - at[0], goal[1] - at[1] + 4.0 * stick.off[1]],
            Aim::Ball => [x - at[0], z - at[1]],
        };
        let length = way[0].hypot(way[1]).max(0.2);
        HumanInput {
            stick: way.map(|part| to_f32(part / length)),
            sprint: stick.sprint,
            pass: is_near && random.one_in(40),
            through: is_near && random.one_in(120),
            lob: is_near && random.one_in(120),
            shoot: is_near && random.one_in(60),
            tackle: !is_near && far < 3.0 && random.one_in(15),
            switch: random.one_in(200),
        }
    }
}
