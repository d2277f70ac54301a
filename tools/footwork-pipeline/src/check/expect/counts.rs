//! The numbers of limits of contracts that were kept, broken and not evaluated.

/// The numbers of checked contracts and ranges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContractCounts {
    /// The contracts in `footwork.toml`.
    pub contracts: usize,
    /// The ranges that their queries found, counted once per contract.
    pub ranges: usize,
    /// The limits with a value to compare.
    pub evaluated: usize,
    /// The limits whose value could not be measured.
    pub not_evaluated: usize,
    /// The broken limits.
    pub failed: usize,
}

impl ContractCounts {
    /// Returns the counts of all contracts together.
    pub fn total(contracts: &[CheckedContract]) -> Self {
        let mut total = Self {
            contracts: contracts.len(),
            ..Self::default()
        };
        for CheckedContract { counts, .. } in contracts {
            total.ranges += counts.ranges;
            total.evaluated += counts.evaluated;
            total.not_evaluated += counts.not_evaluated;
            total.failed += counts.failed;
        }
        total
    }
}

/// The results of one contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedContract {
    /// The query.
    pub query: String,
    /// The user's words for the findings of the contract.
    pub message: Option<String>,
    /// The line of the contract in `footwork.toml`, from 1.
    pub line: usize,
    /// The counts for this contract; `contracts` is 1.
    pub counts: ContractCounts,
    /// The first mistake in its queries, as `bad-expect` reports it. With a mistake in the query itself nothing was checked.
    pub problem: Option<String>,
}
