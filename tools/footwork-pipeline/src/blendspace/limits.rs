//! The limits that a range must keep to become a point of a blend space. They are written like those of a contract, an
//! `[[expect]]` table in `footwork.toml`.
//!
//! A range that breaks a limit is rejected, and so is a range whose limit cannot be measured. So every range that an
//! engine gets keeps the limits.

use footwork_base::FrameRange;
use footwork_library::Library;
use footwork_sidecar::{Bound, Expectation, Settings};
use footwork_tags::ClipId;

use crate::check::{broken_limit, judge, ranges_of_contract};
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
    /// The broken limits, then why the other limits could not be measured, without a final full stop.
    pub message: String,
}

/// Limits of measures that every point of a blend space must keep.
#[derive(Clone, Debug, Default)]
pub struct BlendLimits {
    own: Vec<Bound>,
    contracts: Vec<ContractLimits>,
}

/// A contract and the ranges that it applies to.
#[derive(Clone, Debug)]
struct ContractLimits {
    contract: Expectation,
    about: Vec<(ClipId, FrameRange)>,
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
    /// If the text is not a list of keys and values, if a key is unknown or is not a measure, or if a value cannot be
    /// read.
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

    /// Adds the contracts in `footwork.toml`. Each applies to the ranges that its query finds, as in `check`. Limits
    /// that compare ranges, such as a spread, are ignored.
    ///
    /// # Errors
    /// If the query of a contract has a mistake.
    pub fn with_contracts(mut self, library: &Library) -> Result<Self, String> {
        for contract in &library.settings().expect {
            let about = ranges_of_contract(library, contract).map_err(|message| {
                format!("the contract on line {}: {message}", contract.position.line)
            })?;
            self.contracts.push(ContractLimits {
                contract: contract.clone(),
                about,
            });
        }
        Ok(self)
    }

    /// Returns why a range is rejected; `None` if the range keeps all limits.
    pub(super) fn reject(
        &self,
        library: &Library,
        measurer: &Measurer<'_>,
        (clip, range): (ClipId, FrameRange),
    ) -> Option<RejectedRange> {
        let measures: Vec<_> = self.own.iter().map(|bound| bound.measure).collect();
        let (mut broken, mut unknown) = (Vec::new(), Vec::new());
        for (bound, value) in self.own.iter().zip(measurer.measure(range, &measures)) {
            match value {
                Ok(reading) => broken.extend(broken_limit(bound, &reading)),
                Err(reason) => {
                    unknown.push(format!("{} is not evaluated: {reason}", bound.measure));
                }
            }
        }
        for ContractLimits { contract, about } in &self.contracts {
            if about.contains(&(clip, range)) {
                let mut verdict = judge(library, contract, measurer, (clip, range));
                broken.append(&mut verdict.broken);
                unknown.append(&mut verdict.unknown);
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

/// Whether a contract limits only measures of single ranges.
fn has_only_bounds(contract: &Expectation) -> bool {
    let has_joints = !(contract.joints.is_empty() && contract.moves.is_empty());
    !contract.is_group && !has_joints && contract.root.is_none()
}
