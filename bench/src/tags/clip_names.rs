//! Queries with the name of a clip, on the largest workload.

use std::cell::RefCell;

use footwork_tags::{BoundQuery, Evaluator, Query, RangeSet};

use super::bars;
use super::ours::CURRENT;
use super::workload::{self, Workload};
use crate::figure;
use crate::measure::{Contender, in_turn, median_secs};
use crate::report::{Outcome, Table};

/// The patterns, each with the names of its two contenders.
const PATTERNS: [(&str, &str, &str); 4] = [
    (
        "clip_25000",
        "bind, an exact name",
        "evaluate, an exact name",
    ),
    (
        "clip_2500?",
        "bind, 10 neighbours",
        "evaluate, 10 neighbours",
    ),
    (
        "clip_25*",
        "bind, 1,000 neighbours",
        "evaluate, 1,000 neighbours",
    ),
    ("*0", "bind, every tenth", "evaluate, every tenth"),
];
const ALL: &str = "evaluate Q1 alone";

pub(crate) fn measure(workload: &Workload, losses: &mut Vec<String>) -> Outcome<Table> {
    let database = &workload.database;
    let of_all = workload::Query::Q1.text();
    let texts = PATTERNS.map(|(pattern, ..)| format!("clip(\"{pattern}\") & {of_all}"));
    let bind = |text: &str| -> Outcome<BoundQuery> { Ok(Query::parse_for(text, database)?.1) };
    let bound = texts.iter().map(|text| bind(text));
    let bound: Vec<BoundQuery> = bound.collect::<Outcome<_>>()?;
    let all = bind(of_all)?;
    let expected = database.ranges(&all)?;
    for (query, (pattern, ..)) in bound.iter().zip(PATTERNS) {
        let pattern = footwork_base::ClipPattern::new(pattern);
        let matching = expected.filtered(|clip| pattern.matches(&database.clips()[clip].name));
        if database.ranges(query)? != matching {
            return Err(format!("{pattern:?} does not find the clips that match it").into());
        }
    }
    let shared = RefCell::new((Evaluator::new(), RangeSet::new()));
    let evaluate = |query: &BoundQuery| {
        let (evaluator, out) = &mut *shared.borrow_mut();
        evaluator.ranges_into(database, query, out).expect(CURRENT);
        out.clip_count()
    };
    let mut contenders = vec![Contender::new(ALL, || evaluate(&all))];
    let (bind, evaluate) = (&bind, &evaluate);
    for ((text, query), (_, binds, evaluates)) in texts.iter().zip(&bound).zip(PATTERNS) {
        contenders.push(Contender::new(binds, move || {
            bind(text).map(|bound| bound.hints().len())
        }));
        contenders.push(Contender::new(evaluates, move || evaluate(query)));
    }
    let timings = in_turn(contenders);
    let title = format!("`clip(\"…\") & {of_all}`, on {}", workload.name);
    let mut table = Table::new(
        title,
        "pattern | clips | parse and bind | bar | evaluate | of Q1 alone",
    );
    let alone = median_secs(&timings, ALL);
    table.row([
        "none",
        &database.clips().len().to_string(),
        "",
        "",
        &figure::secs(alone),
        "100 %",
    ]);
    for (pattern, binds, evaluates) in PATTERNS {
        let (bind, evaluate) = (
            median_secs(&timings, binds),
            median_secs(&timings, evaluates),
        );
        let bar = if pattern.contains(['*', '?']) {
            String::new()
        } else {
            bars::BIND_NAME.judge("L, bind an exact name", bind, losses)
        };
        let matcher = footwork_base::ClipPattern::new(pattern);
        let names = database.clips().values();
        let clips = names.filter(|clip| matcher.matches(&clip.name)).count();
        table.row([
            format!("`{pattern}`"),
            clips.to_string(),
            figure::secs(bind),
            bar,
            figure::secs(evaluate),
            format!("{:.2} %", 100.0 * evaluate / alone),
        ]);
    }
    Ok(table)
}
