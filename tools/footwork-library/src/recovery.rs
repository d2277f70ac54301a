//! Findings about interrupted edits, and about the folder of an earlier version.

use footwork_sidecar::{Finding, Severity};
use footwork_store::{InFlight, MARKER_FILE, OLD_FOLDER, Recovered, Recovery};

/// The name of the journal in findings; the journal lies in the user's state folder.
pub(crate) const JOURNAL: &str = "journal";

/// The code of findings about edits in the journal that are not carried out.
pub(crate) const EDITS_WAITING: &str = "edits-waiting";

/// Returns findings about the results of recovery that the user should know about.
pub(crate) fn recovery_findings(recovery: &Recovery) -> Vec<Finding> {
    let Recovery {
        made, torn_bytes, ..
    } = recovery;
    let torn = (*torn_bytes > 0).then(|| {
        let message = format!(
            "its last {torn_bytes} bytes are an incomplete edit, which is dropped: the program stopped \
             before the edit was made"
        );
        about(Severity::Note, JOURNAL.to_owned(), "torn-journal", message)
    });
    let made = made.iter().flat_map(report);
    torn.into_iter().chain(made).collect()
}

/// Returns the finding about an edit that another user's program began but did not complete.
pub(crate) fn unfinished(edit: &InFlight) -> Finding {
    let message = format!(
        "{edit} has not finished an edit of several files: {}; some files may lack the edit until that user's next \
         command completes it",
        edit.operation
    );
    about(
        Severity::Warning,
        MARKER_FILE.to_owned(),
        "unfinished-edit",
        message,
    )
}

/// Returns the finding about the folder that an earlier version kept in the library.
pub(crate) fn old_folder() -> Finding {
    let message = "this folder is from an earlier version and no longer used; you may delete it";
    about(
        Severity::Note,
        OLD_FOLDER.to_owned(),
        "old-folder",
        message.to_owned(),
    )
}

fn report(recovered: &Recovered) -> Vec<Finding> {
    let Recovered {
        file,
        label,
        conflicts,
    } = recovered;
    let of = |severity, code, message| about(severity, file.clone(), code, message);
    let mut findings = vec![of(
        Severity::Note,
        "recovered",
        format!("an interrupted edit has been completed: {label}"),
    )];
    findings.extend(conflicts.iter().map(|conflict| {
        let message =
            format!("this file has since changed in conflict with the edit {label}: {conflict}");
        of(Severity::Warning, "edit-conflict", message)
    }));
    findings
}

pub(crate) fn about(
    severity: Severity,
    file: String,
    code: &'static str,
    message: String,
) -> Finding {
    Finding {
        severity,
        file,
        position: None,
        code,
        message,
    }
}
