//! The work before and after a query on the largest workload: an edit, parsing, a repeated query, opening a file.

use std::cell::RefCell;
use std::sync::Arc;

use footwork_tags::Pairwise;
use footwork_tags::{Database, RangeSet, Ranges};

use super::bars;
use super::ours::{self, bind};
use super::workload::{Query, Workload};
use crate::measure::{Contender, Timing, in_turn};
use crate::report::{Bar, Outcome, Table};

const EDIT: &str = "edit one range and query Q1 again";
const OPEN: &str = "open a `.tagdb` from memory";
const HIT: &str = "answer a bound query from the cache";

/// The figures of one workload.
pub(crate) struct Edits {
    workload: &'static str,
    timings: Vec<Timing>,
}

pub(crate) fn measure(workload: &mut Workload) -> Outcome<Edits> {
    let tagdb: Arc<[u8]> = workload.database.to_bytes().into();
    let running = workload.tag("Running")?;
    let name = workload.name;
    let query = bind(&workload.database, Query::Q1)?;

    let set = &running.set;
    let middle = set.clips().get(set.clip_count() / 2);
    let clip = *middle.ok_or("no clip is tagged Running")?;
    let all = set.ranges(clip).iter().copied();
    let versions = [
        Ranges::from_iter(all.clone()),
        Ranges::from_iter(all.skip(1)),
    ];
    let running = running.id;
    let database = &mut workload.database;
    let mut count = 0;
    let mut edit = move |database: &mut Database| {
        count += 1;
        database
            .set_tag(running, clip, versions[count % 2].clone())
            .expect("the ranges were the clip's own")
    };

    edit(database);
    let expected: RangeSet = Pairwise::new(database).evaluate(&query)?;
    if database.ranges(&query)? != expected {
        return Err("after an edit our answer is not that of the reference".into());
    }

    let cache = RefCell::new(ours::warm_cache(database, &query));
    let still = database.clone();
    let still_cache = RefCell::new(ours::warm_cache(&still, &query));
    let shared = RefCell::new((database, edit));
    let timings = in_turn(vec![
        Contender::new(EDIT, || {
            let (database, edit) = &mut *shared.borrow_mut();
            edit(database);
            cache.borrow_mut().answer(database, &query)
        }),
        Contender::new(HIT, || still_cache.borrow_mut().answer(&still, &query)),
        Contender::new(OPEN, || Database::from_bytes(Arc::clone(&tagdb))),
        Contender::new("the edit alone", || {
            let (database, edit) = &mut *shared.borrow_mut();
            edit(database);
        }),
        Contender::new("parse and bind Q1", || bind(shared.borrow().0, Query::Q1)),
        Contender::new("parse and bind Q2", || bind(shared.borrow().0, Query::Q2)),
    ]);
    Ok(Edits {
        workload: name,
        timings,
    })
}

impl Edits {
    pub(crate) fn table(&self, losses: &mut Vec<String>) -> Table {
        let title = format!("Around queries, on {}", self.workload);
        let mut table = Table::new(title, "what | ours | bar");
        for timing in &self.timings {
            let bar: Option<Bar> = match timing.name {
                EDIT => Some(bars::EDIT_AND_QUERY),
                HIT => Some(bars::CACHE_HIT),
                OPEN => Some(bars::OPEN),
                _ => None,
            };
            let what = format!("{}, {}", self.workload, timing.name);
            let bar = bar.map(|bar| bar.judge(&what, timing.median_secs, losses));
            let [name, secs, _] = timing.cells(1.0);
            table.row([name, secs, bar.unwrap_or_default()]);
        }
        table
    }
}
