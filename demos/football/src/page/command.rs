//! The commands of the page as JSON, including changed inputs. All of them are checked here.

use serde::Deserialize;

use crate::setup::{HumanInput, Setup};

/// The names of overlays, in the order in which the page lists them.
pub(super) const OVERLAYS: [&str; 7] = [
    "path", "windows", "control", "log", "slide", "pose", "leaves",
];

/// A command of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Command {
    /// Replaces the held buttons of a human.
    Input { human: usize, input: PageInput },
    /// Begins a match that waits for its kick-off. In a match that has begun it does nothing: it does not end a pause.
    KickOff,
    /// Pauses or resumes.
    Pause { is: bool },
    /// Plays one frame and pauses.
    Step,
    /// Turns slow motion, a quarter of the speed, on or off.
    Slow { is: bool },
    /// Goes back ten seconds and replays the recorded inputs until a human takes over.
    Rewind,
    /// Jumps to the end of the replay.
    CatchUp,
    /// Selects the footballer for the pose overlay.
    Select { who: usize },
    /// Turns an overlay on or off.
    Overlay { name: String, is: bool },
    /// Replaces a text.
    Edit {
        id: u32,
        target: EditTarget,
        text: String,
    },
    /// Begins another match.
    Restart { setup: PageSetup },
}

/// The target of an edited text.
#[derive(Clone, Copy, Debug, Deserialize, serde::Serialize)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum EditTarget {
    /// The wind along an axis, 0 to 2.
    Wind { axis: usize },
    /// The speed of playback.
    Speed,
    /// The query of a footballer.
    Query { who: usize },
}

/// The held buttons of a human, as the page sends them.
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

/// When a new match starts to play.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MatchStart {
    /// Immediately.
    #[default]
    AtOnce,
    /// At the kick-off requested by a human, or immediately without humans. Each further match of the session waits in
    /// the same way.
    WhenAsked,
    /// Paused. A further match that begins while paused stays paused too.
    Paused,
}

/// The setup of a match, as the page sends it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PageSetup {
    a_side: u8,
    humans: u8,
    /// A string, since browsers read JSON numbers with 53 bits.
    seed: String,
    half_secs: Option<u32>,
    leaves: Option<u32>,
    /// Counts only for the first match of a session.
    pub(super) start: Option<MatchStart>,
}

impl PageSetup {
    /// Returns the setup, with the values that the page cannot choose taken from `before`; `None` if the seed is not a
    /// number.
    pub(super) fn over(&self, before: &Setup) -> Option<Setup> {
        Some(Setup {
            a_side: self.a_side,
            humans: self.humans,
            seed: self.seed.parse().ok()?,
            half_secs: self.half_secs.unwrap_or(before.half_secs),
            leaves: self.leaves.unwrap_or(before.leaves),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_a_page_are_read_and_other_texts_are_rejected() {
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
