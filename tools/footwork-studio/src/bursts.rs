//! Bursts: steps of the history that are undone together. Each edit is a step, and a burst of key presses makes several
//! edits.

use std::collections::VecDeque;

use footwork_library::{Change, Saved};
use footwork_pipeline::Rejection;
use footwork_store::Action;

/// The number of remembered edits.
const MAX_STEPS: usize = 1000;

/// The latest edits of this server, in the order of the history.
#[derive(Debug, Default)]
pub(crate) struct Bursts {
    done: VecDeque<Step>,
    /// The undone steps; the step undone last is at the end.
    undone: VecDeque<Step>,
    /// Whether a rejection was made after edits were undone. These edits can no longer be redone, although the history
    /// still has them.
    ends_redo: bool,
}

#[derive(Debug)]
struct Step {
    label: String,
    burst: Option<String>,
    /// The rejected proposal, if the step is a rejection instead of an edit.
    rejection: Option<Rejection>,
}

impl Bursts {
    /// Notes a new edit.
    pub(crate) fn made(&mut self, saved: &Saved) {
        if saved.change() == Change::Saved {
            self.push(&saved.label, saved.id.as_deref());
        }
    }

    fn push(&mut self, label: &str, id: Option<&str>) {
        self.undone.clear();
        self.ends_redo = false;
        self.done.push_back(Step {
            label: label.to_owned(),
            burst: id.and_then(burst_of).map(str::to_owned),
            rejection: None,
        });
        self.forget_oldest();
    }

    fn forget_oldest(&mut self) {
        if self.done.len() > MAX_STEPS {
            self.done.pop_front();
        }
    }

    /// Notes a rejected proposal. Undo withdraws it before it undoes earlier edits.
    pub(crate) fn rejected(&mut self, rejection: Rejection) {
        self.undone.clear();
        self.ends_redo = true;
        self.done.push_back(Step {
            label: format!("reject {} {}", rejection.name, rejection.clip),
            burst: None,
            rejection: Some(rejection),
        });
        self.forget_oldest();
    }

    /// Returns whether nothing can be redone, although the history has undone edits.
    pub(crate) fn ends_redo(&self) -> bool {
        self.ends_redo && self.undone.is_empty()
    }

    /// Returns the rejection that `action` would undo or redo next, and its label; `None` if an edit or nothing is
    /// next.
    pub(crate) fn next_rejection(&self, action: Action) -> Option<(String, Rejection)> {
        let step = match action {
            Action::Undo => self.done.back(),
            Action::Redo => self.undone.back(),
            Action::Edit | Action::Discard => None,
        }?;
        Some((step.label.clone(), step.rejection.clone()?))
    }

    /// Notes that the next rejection was undone or redone.
    pub(crate) fn turned_rejection(&mut self, action: Action) {
        let (from, to) = match action {
            Action::Redo => (&mut self.undone, &mut self.done),
            _ => (&mut self.done, &mut self.undone),
        };
        to.extend(from.pop_back());
    }

    /// Notes that an edit was undone. Returns the label of the previous edit if it belongs to the same burst.
    pub(crate) fn undone(&mut self, label: &str) -> Option<String> {
        turn(&mut self.done, &mut self.undone, label)
    }

    /// Notes that an edit was redone. Returns the label of the next edit if it belongs to the same burst.
    pub(crate) fn redone(&mut self, label: &str) -> Option<String> {
        turn(&mut self.undone, &mut self.done, label)
    }

    /// Notes that an edit was discarded.
    pub(crate) fn discarded(&mut self, label: &str) {
        turn(&mut self.done, &mut VecDeque::new(), label);
    }
}

/// Returns the burst of an edit: its id up to the last `/`.
fn burst_of(id: &str) -> Option<&str> {
    id.rsplit_once('/').map(|(burst, _)| burst)
}

/// Moves the last step with this label. Removes the steps after it, because another program must have undone or redone
/// them. Returns the label of the step before it if that step belongs to the same burst.
fn turn(from: &mut VecDeque<Step>, to: &mut VecDeque<Step>, label: &str) -> Option<String> {
    let at = from.iter().rposition(|step| step.label == label)?;
    from.truncate(at + 1);
    let step = from.pop_back()?;
    let next = from.back();
    let same = next.filter(|next| next.burst.is_some() && next.burst == step.burst);
    let label = same.map(|next| next.label.clone());
    to.push_back(step);
    label
}

#[cfg(test)]
mod tests {
    use footwork_testkit::Random;

    use super::Bursts;

    fn after(edits: &[(&str, &str)]) -> Bursts {
        let mut bursts = Bursts::default();
        for (label, id) in edits {
            bursts.push(label, Some(id));
        }
        bursts
    }

    #[test]
    fn the_edits_of_a_burst_follow_each_other_both_ways() {
        let mut bursts = after(&[("a", "1/x"), ("b", "2/x"), ("c", "2/y"), ("d", "2/z")]);
        assert_eq!(bursts.undone("d").as_deref(), Some("c"));
        assert_eq!(bursts.undone("c").as_deref(), Some("b"));
        assert_eq!(bursts.undone("b"), None);
        assert_eq!(bursts.redone("b").as_deref(), Some("c"));
        assert_eq!(bursts.redone("c").as_deref(), Some("d"));
        assert_eq!(bursts.redone("d"), None);
    }

    /// A history written by this server and other programs, with the burst of each step.
    #[derive(Default)]
    struct Model {
        done: Vec<(String, Option<usize>)>,
        undone: Vec<(String, Option<usize>)>,
    }

    impl Model {
        /// Undoes or redoes like the server: one step, and further steps while they belong to the same burst. Returns
        /// the number of steps.
        fn turn(&mut self, bursts: &mut Bursts, is_undo: bool) -> usize {
            let (from, to) = if is_undo {
                (&mut self.done, &mut self.undone)
            } else {
                (&mut self.undone, &mut self.done)
            };
            let mut count = 0;
            let mut next = from.last().map(|(label, _)| label.clone());
            while let Some(label) = next.take() {
                if from.last().is_none_or(|(last, _)| *last != label) {
                    break;
                }
                to.extend(from.pop());
                count += 1;
                next = if is_undo {
                    bursts.undone(&label)
                } else {
                    bursts.redone(&label)
                };
            }
            count
        }

        /// Returns the number of steps at the end of a list that belong to one burst.
        fn run(steps: &[(String, Option<usize>)]) -> usize {
            let Some((_, Some(burst))) = steps.last() else {
                return steps.len().min(1);
            };
            let same = |step: &&(String, Option<usize>)| step.1 == Some(*burst);
            steps.iter().rev().take_while(same).count()
        }
    }

    /// After any edits, undos and redos by this server and other programs, one undo or redo covers exactly the steps of
    /// the burst at the end of the history. If another program has undone a step, it may cover only some of them.
    fn undo_turns_exactly_one_burst(cases: u64) {
        for case in 0..cases {
            let mut random = Random::for_case("undo_turns_exactly_one_burst", case);
            let (mut bursts, mut model) = (Bursts::default(), Model::default());
            let (mut burst, mut is_known) = (0, true);
            for step in 0..40 {
                match random.below(8) {
                    0..4 => {
                        burst += usize::from(random.one_in(3));
                        let label = format!("edit {step}");
                        bursts.push(&label, Some(&format!("{burst}/{step}")));
                        model.done.push((label, Some(burst)));
                        model.undone.clear();
                    }
                    4 => {
                        model.done.push((format!("theirs {step}"), None));
                        model.undone.clear();
                    }
                    // Another program undoes one step.
                    5 => {
                        model.undone.extend(model.done.pop());
                        is_known = false;
                    }
                    way => {
                        let is_undo = way == 6;
                        let steps = if is_undo { &model.done } else { &model.undone };
                        let expected = Model::run(steps);
                        let count = model.turn(&mut bursts, is_undo);
                        let least = if is_known { expected } else { expected.min(1) };
                        assert!(
                            (least..=expected).contains(&count),
                            "case {case}: {count} steps instead of {expected}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn undo_turns_exactly_one_burst_in_random_histories() {
        undo_turns_exactly_one_burst(1000);
    }

    #[test]
    #[ignore = "100,000 random histories"]
    fn undo_turns_exactly_one_burst_in_many_random_histories() {
        undo_turns_exactly_one_burst(100_000);
    }

    #[test]
    fn edits_without_a_burst_stand_alone() {
        let mut bursts = after(&[("a", "x"), ("b", "y")]);
        assert_eq!(bursts.undone("b"), None);
        // A new edit drops the undone edits.
        bursts.push("c", Some("1/z"));
        assert_eq!(bursts.redone("b"), None);
        assert_eq!(bursts.undone("c"), None);
    }

    #[test]
    fn an_edit_of_another_program_joins_no_burst() {
        let mut bursts = after(&[("a", "1/x"), ("b", "1/y"), ("c", "1/z")]);
        assert_eq!(bursts.undone("theirs"), None);
        assert_eq!(bursts.undone("c").as_deref(), Some("b"));
        bursts.discarded("b");
        assert_eq!(bursts.undone("a"), None);
    }
}
