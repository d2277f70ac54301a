//! What the page asks, as JSON: inputs when they change, and commands. Whatever it sends is checked here.

use serde::Deserialize;

use crate::setup::{HumanInput, Setup};

/// The names of overlays, in the order in which the page lists them.
pub(super) const OVERLAYS: [&str; 7] = [
    "path", "windows", "control", "log", "slide", "pose", "leaves",
];

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Command {
    /// What a human holds from now on.
    Input { human: usize, input: PageInput },
    /// Begins a match that waits for its kick-off, and does nothing else: one that comes late lifts no pause.
    KickOff,
    /// Stands still, or goes on.
    Pause { is: bool },
    /// A frame, and stands still.
    Step,
    /// Plays at a quarter of the speed, or not.
    Slow { is: bool },
    /// Ten seconds back; what was played since is played again until somebody takes over.
    Rewind,
    /// To the end of what is played again.
    CatchUp,
    /// Whose pose is shown.
    Select { who: usize },
    /// Which overlays are sent.
    Overlay { name: String, is: bool },
    /// Another text.
    Edit {
        id: u32,
        target: EditTarget,
        text: String,
    },
    /// Another match.
    Restart { setup: PageSetup },
}

/// What a text belongs to.
#[derive(Clone, Copy, Debug, Deserialize, serde::Serialize)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum EditTarget {
    /// The wind along an axis, 0 to 2.
    Wind { axis: usize },
    /// The play speed.
    Speed,
    /// The query of a footballer.
    Query { who: usize },
}

/// What a human holds, as the page says it.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct PageInput {
    stick: [f32; 2],
    sprint: bool,
    pass: bool,
    through: bool,
    lob: bool,
    shoot: bool,
    tackle: bool,
    switch: bool,
}

impl From<PageInput> for HumanInput {
    fn from(input: PageInput) -> Self {
        Self {
            stick: input.stick,
            sprint: input.sprint,
            pass: input.pass,
            through: input.through,
            lob: input.lob,
            shoot: input.shoot,
            tackle: input.tackle,
            switch: input.switch,
        }
    }
}

/// What a match starts from, as the page says it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PageSetup {
    a_side: u8,
    humans: u8,
    /// A text, as JSON's numbers are read with 53 bits by browsers.
    seed: String,
}

impl PageSetup {
    /// The setup, with what the page cannot choose as it was; `None` if the seed is no number.
    pub(super) fn over(&self, before: &Setup) -> Option<Setup> {
        Some(Setup {
            a_side: self.a_side,
            humans: self.humans,
            seed: self.seed.parse().ok()?,
            ..*before
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_sends_is_read_and_anything_else_is_not() {
        let check = |text: &str, is_read: bool| {
            assert_eq!(
                serde_json::from_str::<Command>(text).is_ok(),
                is_read,
                "{text}"
            );
        };
        check(r#"{"do":"step"}"#, true);
        check(r#"{"do":"catch-up"}"#, true);
        check(r#"{"do":"kick-off"}"#, true);
        check(r#"{"do":"pause","is":true}"#, true);
        check(r#"{"do":"select","who":3}"#, true);
        check(r#"{"do":"select","who":-3}"#, false);
        check(
            r#"{"do":"edit","id":1,"target":{"what":"wind","axis":2},"text":"y"}"#,
            true,
        );
        check(
            r#"{"do":"input","human":0,"input":{"stick":[0,1],"sprint":false,"pass":true,"through":false,
                "lob":false,"shoot":false,"tackle":false,"switch":false}}"#,
            true,
        );
        check(r#"{"do":"input","human":0,"input":{"stick":[0,1]}}"#, false);
        check(r#"{"do":"run","what":"rm"}"#, false);
        check("[]", false);
    }

    #[test]
    fn a_seed_has_all_its_bits() {
        let text = r#"{"aSide":5,"humans":1,"seed":"18446744073709551615"}"#;
        let setup: PageSetup = serde_json::from_str(text).unwrap();
        assert_eq!(setup.over(&Setup::default()).unwrap().seed, u64::MAX);
        let text = r#"{"aSide":5,"humans":1,"seed":"x"}"#;
        let setup: PageSetup = serde_json::from_str(text).unwrap();
        assert_eq!(setup.over(&Setup::default()), None);
    }
}
