//! Rules: tags placed by queries, and updated on request.
//!
//! ```toml
//! [rules]
//! "Gait.Run" = "{ mean(speed, 0.3s) > 3 }"
//! "Direction.Turn" = "longer(close({ abs(turn) > 1 }, 3), 10)"
//! ```
//!
//! A rule places its tag on the frames that its query finds, except frames that hand-placed spans of the tag already
//! cover and frames that `not` lines exclude. The spans that a rule places are marked `rule`, and rules never change or
//! remove other spans. If a tag no longer has a rule, its `rule` spans are removed, unless the rule is missing only
//! because a folder inside the library is opened alone. A query may use tags that other rules place; those rules are
//! evaluated first. Mirrored twins follow their originals, with the sides of tags swapped.
//!
//! Tags of an exclusive group never share frames: a rule yields to hand-placed spans of the other tags, and to earlier
//! rules. Rules are evaluated in file order, except that a rule comes after the rules whose tags it uses. Exclusion
//! follows the same order, so a rule never sees frames of another tag that a later rule would remove.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{Line, RuleText, Sidecar};
use footwork_tags::{
    BoundQuery, ClipId, Database, DatabaseError, Query, QueryErrors, Ranges, SetAlgebra,
    StaleQuery, TagId,
};
use thiserror::Error;

use footwork_library::{ClipEntry, Library};
use footwork_library::{Edit, Operation};

/// Returns whether a caller still waits for the result.
pub type IsWanted<'a> = dyn Fn() -> bool + Sync + 'a;

/// The change that a rule would make in a clip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleProposal {
    /// The tag.
    pub tag: Name,
    /// The clip.
    pub clip: ClipId,
    /// The frames of the tag's current `rule` spans.
    pub before: Ranges,
    /// The frames that the tag's `rule` spans should have.
    pub after: Ranges,
}

/// Why rules cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RuleError {
    /// The query of a rule has mistakes.
    #[error("the rule for {tag}: {errors}")]
    Query {
        /// The tag of the rule.
        tag: Name,
        /// The rule's query, as written in `footwork.toml`.
        text: RuleText,
        /// Every mistake in the query.
        errors: QueryErrors,
    },
    /// Rules that depend on each other.
    #[error("these rules depend on each other:{}", needs_in_turn(tags))]
    Circle {
        /// The tags of the rules: each rule uses the tag of the next, and the last rule uses the tag of the first.
        tags: Vec<Name>,
    },
    /// There are more tags than available ids.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A rule was bound before all tags were declared.
    #[error(transparent)]
    Stale(#[from] StaleQuery),
}

/// Formats a circle of tags, as in ` A needs B needs A`.
fn needs_in_turn(tags: &[Name]) -> String {
    let needs: String = tags.iter().map(|tag| format!(" {tag} needs")).collect();
    match tags.first() {
        Some(first) => format!("{needs} {first}"),
        None => needs,
    }
}

/// A rule with its bound query.
struct Rule<'a> {
    tag: &'a Name,
    id: TagId,
    query: BoundQuery,
}

/// Returns the changes that the rules would make, by tag and clip; empty if all spans are up to date.
///
/// # Errors
/// Every rule whose query has mistakes, and rules that depend on each other.
pub fn propose_rules(library: &Library) -> Result<Vec<RuleProposal>, Vec<RuleError>> {
    propose_these_rules(library, &library.settings().rules)
}

/// Returns the changes that `rules` would make, to preview rules that are not in the settings yet.
///
/// # Errors
/// Same as [`propose_rules`].
pub fn propose_these_rules(
    library: &Library,
    rules: &BTreeMap<Name, RuleText>,
) -> Result<Vec<RuleProposal>, Vec<RuleError>> {
    propose_rules_while(library, rules, &|| true)
}

/// Like [`propose_these_rules`]; ends early, without the proposals of later rules, if `is_wanted` returns false between
/// two rules.
pub(crate) fn propose_rules_while(
    library: &Library,
    rules: &BTreeMap<Name, RuleText>,
    is_wanted: &IsWanted<'_>,
) -> Result<Vec<RuleProposal>, Vec<RuleError>> {
    // Rules can use the tags of other rules, so they are evaluated on a copy of the database.
    let mut database = library.database().clone();
    let mut proposals = without_rule(library, rules);
    for proposal in &proposals {
        let tag = database.declare_tag(&proposal.tag);
        let (by_hand, _) = spans(&library.clips()[proposal.clip], &proposal.tag);
        tag.and_then(|tag| database.set_tag(tag, proposal.clip, by_hand))
            .map_err(|error| vec![error.into()])?;
    }
    // The queries are bound only after all tags are declared.
    let rules = bind(rules, &mut database)?;
    let groups = &library.settings().exclusive;
    let mut given: BTreeMap<ClipId, Vec<(&Name, Ranges)>> = BTreeMap::new();
    for index in in_order(&rules)? {
        if !is_wanted() {
            break;
        }
        let rule = &rules[index];
        let excludes = |other: &Name| groups.iter().any(|group| group.excludes(rule.tag, other));
        let found = database.ranges(&rule.query);
        let found = found.map_err(|error| vec![error.into()])?;
        for (clip, entry) in library.originals() {
            let ranges = Ranges::from_iter(found.ranges(clip).iter().copied());
            let (by_hand, before) = spans(entry, rule.tag);
            let given = given.entry(clip).or_default();
            let after = allowed(entry, rule.tag, &ranges.clamped(entry.frames), &by_hand);
            let after = after.difference(&taken(entry, given, excludes));
            given.push((rule.tag, after.clone()));
            let all = by_hand.clamped(entry.frames).union(&after);
            database
                .set_tag(rule.id, clip, all)
                .map_err(|error| vec![error.into()])?;
            if before != after {
                proposals.push(RuleProposal {
                    tag: rule.tag.clone(),
                    clip,
                    before,
                    after,
                });
            }
        }
    }
    proposals.sort_by(|a, b| (&a.tag, a.clip).cmp(&(&b.tag, b.clip)));
    Ok(proposals)
}

/// Checks rules without running them. `declared` are tags that the vocabulary declares along with the rules.
///
/// # Errors
/// Same as [`propose_rules`].
pub fn check_rules(
    database: &Database,
    declared: &[Name],
    rules: &BTreeMap<Name, RuleText>,
) -> Result<(), Vec<RuleError>> {
    let mut database = database.clone();
    for tag in declared {
        let declared = database.declare_tag(tag);
        declared.map_err(|error| vec![error.into()])?;
    }
    let rules = bind(rules, &mut database)?;
    in_order(&rules).map(|_| ())
}

/// Returns proposals that remove the `rule` spans of tags without a rule.
fn without_rule(library: &Library, rules: &BTreeMap<Name, RuleText>) -> Vec<RuleProposal> {
    let mut proposals = Vec::new();
    for (clip, entry) in library.originals() {
        let made = entry.tags().filter(|span| span.by_rule);
        let tags: BTreeSet<&Name> = made.map(|span| &span.name).collect();
        let above = &library.settings().rules_above;
        let left = |tag: &&Name| !rules.contains_key(*tag) && !above.contains(*tag);
        proposals.extend(tags.into_iter().filter(left).map(|tag| RuleProposal {
            tag: tag.clone(),
            clip,
            before: spans(entry, tag).1,
            after: Ranges::default(),
        }));
    }
    proposals
}

/// Returns the edit that makes the proposed changes.
pub fn follow_rules(proposals: &[RuleProposal]) -> Edit {
    let edit = Edit::new("rules");
    proposals.iter().fold(edit, |edit, proposal| {
        let operation = Operation::SetRuleSpans {
            tag: proposal.tag.clone(),
            ranges: proposal.after.clone(),
        };
        edit.with(proposal.clip, [operation])
    })
}

/// Binds the queries of the rules, in file order. All tags are declared before the first query is parsed.
fn bind<'a>(
    rules: &'a BTreeMap<Name, RuleText>,
    database: &mut Database,
) -> Result<Vec<Rule<'a>>, Vec<RuleError>> {
    let mut written: Vec<(&Name, &RuleText)> = rules.iter().collect();
    written.sort_by_key(|(_, text)| text.place);
    let ids = written.iter().map(|(tag, _)| database.declare_tag(tag));
    let ids: Result<Vec<TagId>, _> = ids.collect();
    let ids = ids.map_err(|error| vec![error.into()])?;
    let (mut bound, mut errors) = (Vec::new(), Vec::new());
    for ((tag, text), id) in written.into_iter().zip(ids) {
        match Query::parse_for(&text.query, database) {
            Ok((_, query)) => bound.push(Rule { tag, id, query }),
            Err(found) => errors.push(RuleError::Query {
                tag: tag.clone(),
                text: text.clone(),
                errors: found,
            }),
        }
    }
    if errors.is_empty() {
        Ok(bound)
    } else {
        Err(errors)
    }
}

/// Returns an order in which each rule follows the rules whose tags it uses.
fn in_order(rules: &[Rule<'_>]) -> Result<Vec<usize>, Vec<RuleError>> {
    let of_tag: BTreeMap<TagId, usize> = (0..).zip(rules).map(|(i, rule)| (rule.id, i)).collect();
    let needs: Vec<Vec<usize>> = rules
        .iter()
        .map(|rule| {
            let tags = rule.query.tags();
            tags.filter_map(|tag| of_tag.get(&tag).copied()).collect()
        })
        .collect();
    let (mut order, mut is_done) = (Vec::new(), vec![false; rules.len()]);
    while order.len() < rules.len() {
        let is_ready = |&rule: &usize| !is_done[rule] && needs[rule].iter().all(|&n| is_done[n]);
        match (0..rules.len()).find(is_ready) {
            Some(rule) => {
                is_done[rule] = true;
                order.push(rule);
            }
            None => return Err(vec![circle(rules, &needs, &is_done)]),
        }
    }
    Ok(order)
}

/// Returns the error for rules that depend on each other. Called if no remaining rule can be evaluated next.
fn circle(rules: &[Rule<'_>], needs: &[Vec<usize>], is_done: &[bool]) -> RuleError {
    let mut path: Vec<usize> = Vec::new();
    let mut next = (0..rules.len()).find(|&rule| !is_done[rule]);
    while let Some(rule) = next {
        if let Some(first) = path.iter().position(|&other| other == rule) {
            path.drain(..first);
            break;
        }
        path.push(rule);
        next = needs[rule].iter().copied().find(|&need| !is_done[need]);
    }
    RuleError::Circle {
        tags: path.iter().map(|&rule| rules[rule].tag.clone()).collect(),
    }
}

/// Returns two sets of frames: the frames of hand-placed spans of a tag, and the frames of its `rule` spans.
fn spans(entry: &ClipEntry, tag: &Name) -> (Ranges, Ranges) {
    let of = |by_rule: bool| {
        let spans = entry.tags();
        let own = spans.filter(|span| span.name == *tag && span.by_rule == by_rule);
        Ranges::from_iter(own.map(|span| span.range))
    };
    (of(false), of(true))
}

/// Returns the frames of the tags that exclude a rule's tag, both hand-placed and given by earlier rules.
fn taken(entry: &ClipEntry, given: &[(&Name, Ranges)], excludes: impl Fn(&Name) -> bool) -> Ranges {
    let by_hand = entry.tags().filter(|span| !span.by_rule);
    let by_hand = by_hand.filter(|span| excludes(&span.name));
    let by_rules = given.iter().filter(|(tag, _)| excludes(tag));
    let by_rules = by_rules.flat_map(|(_, ranges)| ranges.iter());
    Ranges::from_iter(by_hand.map(|span| span.range).chain(by_rules))
}

/// Returns the found frames that a rule may tag: all except frames of hand-placed spans and `not` lines.
fn allowed(entry: &ClipEntry, tag: &Name, found: &Ranges, by_hand: &Ranges) -> Ranges {
    let nots = entry.sidecar.iter().flat_map(Sidecar::lines);
    let nots = nots.filter_map(|line| match line {
        Line::Not { name, range } if name == tag => Some(*range),
        _ => None,
    });
    let nots = Ranges::from_iter(nots.collect::<Vec<FrameRange>>());
    found.difference(by_hand).difference(&nots)
}
