//! The limits that a range must keep to become a point of a blend space, in the words of `[[expect]]`.
//!
//! A range that breaks a limit is rejected, and so is one whose limit cannot be measured: an engine gets only ranges that
//! are known to be good.

use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_sidecar::{Bound, Expectation, Settings};
use footwork_tags::{ClipId, Query, RangeSet};

use crate::check::broken_limit;
use crate::measure::Measurer;

/// A range that broke a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedRange {
    /// The clip.
    pub clip: ClipId,
    /// Its frames.
    pub range: FrameRange,
    /// `limit-broken`, or `not-evaluated` if a limit could not be measured.
    pub code: &'static str,
    /// The broken limits, without a final full stop.
    pub message: String,
}

/// Limits of measures that every point of a blend space keeps.
#[derive(Clone, Debug, Default)]
pub struct BlendLimits {
    own: Vec<Bound>,
    contracts: Vec<ContractLimits>,
}

/// The limits of a contract, and the frames that it is about.
#[derive(Clone, Debug)]
struct ContractLimits {
    query: String,
    bounds: Vec<Bound>,
    about: RangeSet,
}

impl BlendLimits {
    /// Reads limits as in a contract, separated by commas.
    ///
    /// ```
    /// use footwork_pipeline::BlendLimits;
    ///
    /// assert!(BlendLimits::parse("foot_slide = \"3cm/s\", loop = { position = \"1cm\" }").is_ok());
    /// let error = BlendLimits::parse("foot_slid = \"3cm/s\"").unwrap_err();
    /// assert!(error.contains("foot_slide"), "{error}");
    /// ```
    ///
    /// # Errors
    /// If the text is not a list of keys and values, a key is unknown or limits something else than a measure, or a value
    /// cannot be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        let example =
            "limits are measures with values, such as foot_slide = \"3cm/s\", separated by commas";
        if text.trim().is_empty() {
            return Err(example.to_owned());
        }
        let settings = format!("expect = [{{ where = \"all\", {text} }}]");
        let (settings, findings) = Settings::parse(&settings)
            .map_err(|error| format!("{}; {example}", error.message.trim_end()))?;
        if let Some(finding) = findings.first() {
            return Err(finding.message.clone());
        }
        match &settings.expect[..] {
            [contract] if !contract.bounds.is_empty() && has_only_bounds(contract) => Ok(Self {
                own: contract.bounds.clone(),
                contracts: Vec::new(),
            }),
            _ => Err(format!("only measures can be limited here; {example}")),
        }
    }

    /// Adds the limits of the contracts in `footwork.toml`. Each applies to the ranges that lie in those of its query.
    /// Limits that compare ranges, such as spreads, are not used.
    ///
    /// # Errors
    /// If the query of a contract has a mistake.
    pub fn with_contracts(mut self, library: &Library) -> Result<Self, String> {
        let database = library.database();
        for contract in &library.settings().expect {
            let line = contract.position.line;
            let bad = |message: String| format!("the contract on line {line}: {message}");
            let query = Query::parse_for(&contract.query, database);
            let (_, bound) = query.map_err(|errors| bad(errors.to_string()))?;
            let about = database.ranges(&bound);
            self.contracts.push(ContractLimits {
                query: contract.query.clone(),
                bounds: contract.bounds.clone(),
                about: about.map_err(|error| bad(error.to_string()))?,
            });
        }
        Ok(self)
    }

    /// Returns why a range is rejected; `None` if it keeps all limits.
    pub(super) fn reject(
        &self,
        measurer: &Measurer<'_>,
        clip: ClipId,
        range: FrameRange,
    ) -> Option<RejectedRange> {
        let of_contracts = self.contracts.iter().filter(|contract| {
            let mut about = contract.about.ranges(clip).iter();
            about.any(|about| about.intersection(range) == Some(range))
        });
        let of_contracts = of_contracts.flat_map(|contract| {
            let named = move |bound| (bound, Some(contract.query.as_str()));
            contract.bounds.iter().map(named)
        });
        let own = self.own.iter().map(|bound| (bound, None));
        let bounds: Vec<(&Bound, Option<&str>)> = own.chain(of_contracts).collect();
        let measures: Vec<_> = bounds.iter().map(|(bound, _)| bound.measure).collect();
        let (mut broken, mut unknown) = (Vec::new(), Vec::new());
        for ((bound, query), value) in bounds.iter().zip(measurer.measure(range, &measures)) {
            let named = |message: String| match query {
                Some(query) => format!("{message} (contract of {query})"),
                None => message,
            };
            match value {
                Ok(reading) => broken.extend(broken_limit(bound, &reading).map(named)),
                Err(reason) => unknown.push(named(format!(
                    "{} is not evaluated: {reason}",
                    bound.measure
                ))),
            }
        }
        let code = match (broken.is_empty(), unknown.is_empty()) {
            (true, true) => return None,
            (true, false) => "not-evaluated",
            (false, _) => "limit-broken",
        };
        broken.append(&mut unknown);
        Some(RejectedRange {
            clip,
            range,
            code,
            message: broken.join("; "),
        })
    }
}

/// Whether a contract limits nothing but measures of single ranges.
fn has_only_bounds(contract: &Expectation) -> bool {
    let has_joints = !(contract.joints.is_empty() && contract.moves.is_empty());
    !contract.is_group && !has_joints && contract.root.is_none()
}
