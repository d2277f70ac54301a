//! What users hear of interrupted edits that were carried out.

use footwork_sidecar::{Finding, Severity};
use footwork_store::Recovered;

/// Returns a note for each file of an interrupted edit, and a warning for each conflict in it.
pub(crate) fn findings(recovered: &[Recovered]) -> Vec<Finding> {
    recovered.iter().flat_map(of_file).collect()
}

fn of_file(recovered: &Recovered) -> Vec<Finding> {
    let Recovered {
        file,
        label,
        conflicts,
    } = recovered;
    let of = |severity, code, message| Finding {
        severity,
        file: file.clone(),
        position: None,
        code,
        message,
    };
    let mut findings = vec![of(
        Severity::Note,
        "recovered",
        format!("an edit that was interrupted is carried out: {label}"),
    )];
    findings.extend(conflicts.iter().map(|conflict| {
        let message = format!("it was changed in another way since the edit {label}: {conflict}");
        of(Severity::Warning, "edit-conflict", message)
    }));
    findings
}
