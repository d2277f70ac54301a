//! The times of contenders for each formula, as a table with means and bars.

use crate::figure;
use crate::measure::Timing;
use crate::report::Table;

/// The times of one unit of work, by contender and formula.
pub(crate) struct Times {
    formulas: Vec<&'static str>,
    contenders: Vec<&'static str>,
    /// By contender, then by formula; `None` if the contender cannot express the formula.
    secs: Vec<Vec<Option<f64>>>,
}

impl Times {
    pub(crate) fn new(contenders: Vec<&'static str>) -> Self {
        Self {
            formulas: Vec::new(),
            secs: vec![Vec::new(); contenders.len()],
            contenders,
        }
    }

    /// Adds the timings of a formula. Each call does `units` units of work.
    pub(crate) fn add(&mut self, formula: &'static str, timings: &[Timing], units: f64) {
        self.formulas.push(formula);
        for (contender, secs) in self.contenders.iter().zip(&mut self.secs) {
            let timing = timings.iter().find(|t| t.name == *contender);
            secs.push(timing.map(|t| t.median_secs / units));
        }
    }

    fn of(&self, contender: &str) -> &[Option<f64>] {
        let place = self.contenders.iter().position(|c| *c == contender);
        place.map_or(&[], |place| &self.secs[place])
    }

    /// Returns the time of `slow` as a multiple of that of `fast`: the geometric mean over the formulas that both can express.
    pub(crate) fn ratio(&self, slow: &str, fast: &str) -> f64 {
        let both = self.of(slow).iter().zip(self.of(fast));
        let ratios = both.filter_map(|(slow, fast)| Some((*slow)? / (*fast)?));
        mean(ratios)
    }

    /// Returns a table with the times, their means, and the means compared with two of the contenders.
    pub(crate) fn table(&self, title: &str, against: [&'static str; 2]) -> Table {
        let mut head = vec!["contender".to_owned()];
        head.extend(self.formulas.iter().map(ToString::to_string));
        head.push("mean".to_owned());
        head.extend(against.map(|name| format!("times as fast as *{name}*")));
        let mut table = Table::with_head(title, head);
        for (contender, secs) in self.contenders.iter().zip(&self.secs) {
            let mut row = vec![(*contender).to_owned()];
            let cell = |secs: &Option<f64>| secs.map_or("-".to_owned(), figure::secs);
            row.extend(secs.iter().map(cell));
            row.push(figure::secs(mean(secs.iter().copied().flatten())));
            row.extend(against.map(|name| figure::plain(self.ratio(name, contender))));
            table.row(row);
        }
        table
    }

    /// Returns a line for every formula and every peer that is faster than the contender `ours`.
    pub(crate) fn losses(&self, ours: &str, peers: &[&str], what: &str) -> Vec<String> {
        let mut losses = Vec::new();
        for (number, formula) in self.formulas.iter().enumerate() {
            for peer in peers {
                let own = self.of(ours).get(number).copied().flatten();
                let other = self.of(peer).get(number).copied().flatten();
                if let (Some(own), Some(other)) = (own, other)
                    && other < own
                {
                    let ratio = figure::plain(own / other);
                    losses.push(format!(
                        "{formula}, {what}: *{peer}* is {ratio} times as fast."
                    ));
                }
            }
        }
        losses
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut logs, mut count) = (0.0, 0.0);
    for value in values {
        logs += value.ln();
        count += 1.0;
    }
    f64::exp(logs / count)
}
