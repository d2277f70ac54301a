//! What surrounds a query on the largest workload: an edit, text, a repeated query, opening a file.

use std::cell::RefCell;
use std::sync::Arc;

use footwork_tags::Pairwise;
use footwork_tags::{Database, RangeSet, Ranges};

use super::bars::{CACHE_HIT_SECS, EDIT_AND_QUERY_SECS, OPEN_SECS};
use super::ours::{self, bind};
use super::workload::{Query, Workload};
use crate::figure;
use crate::measure::{Contender, in_turn};
use crate::report::{Table, mark};

const EDIT: &str = "edit one range and query Q1 again";
const OPEN: &str = "open a `.tagdb` from memory";
const HIT: &str = "hit of the cache by a resolved handle";

/// One figure, with its bar if it has one.
struct Row {
    what: &'static str,
    secs: Option<f64>,
    bar: Option<f64>,
}

/// The figures of one workload.
pub(crate) struct Edits {
    workload: &'static str,
    rows: Vec<Row>,
}

pub(crate) fn measure(workload: &mut Workload) -> Result<Edits, String> {
    let tagdb: Arc<[u8]> = ours::tagdb(workload).into();
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
    let expected: RangeSet = Pairwise::new(database).evaluate(&query);
    if database.ranges(&query) != expected {
        return Err("after an edit our answer is not that of the reference".to_owned());
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
        Contender::new("of which the edit", || {
            let (database, edit) = &mut *shared.borrow_mut();
            edit(database);
        }),
        Contender::new("parse and bind Q1", || bind(shared.borrow().0, Query::Q1)),
        Contender::new("parse and bind Q2", || bind(shared.borrow().0, Query::Q2)),
    ]);
    let rows = timings
        .iter()
        .map(|timing| Row {
            what: timing.name,
            secs: Some(timing.median_secs),
            bar: match timing.name {
                EDIT => Some(EDIT_AND_QUERY_SECS),
                HIT => Some(CACHE_HIT_SECS),
                OPEN => Some(OPEN_SECS),
                _ => None,
            },
        })
        .collect();
    Ok(Edits {
        workload: name,
        rows,
    })
}

impl Row {
    fn figure(&self) -> String {
        self.secs.map_or("not built".to_owned(), figure::secs)
    }

    /// Whether the bar is met; `None` where there is none.
    fn meets(&self) -> Option<bool> {
        let bar = self.bar?;
        Some(self.secs.is_some_and(|secs| secs < bar))
    }
}

impl Edits {
    pub(crate) fn table(&self) -> Table {
        let title = format!("Around queries, on {}", self.workload);
        let mut table = Table::new(title, &["what", "ours", "bar", ""]);
        for row in &self.rows {
            let bar = row.bar.map(|bar| format!("< {}", figure::secs(bar)));
            table.row([
                row.what.to_owned(),
                row.figure(),
                bar.unwrap_or_default(),
                row.meets().map_or("", mark).to_owned(),
            ]);
        }
        table
    }

    pub(crate) fn losses(&self) -> Vec<String> {
        let missed = self.rows.iter().filter(|row| row.meets() == Some(false));
        missed
            .map(|row| {
                format!(
                    "{}, {}: {}; the bar is {}.",
                    self.workload,
                    row.what,
                    row.figure(),
                    row.bar.map(figure::secs).unwrap_or_default()
                )
            })
            .collect()
    }
}
