//! What recovery did, as findings.

use footwork_sidecar::{Finding, Severity};
use footwork_store::{FOLDER, Recovered, Recovery};

/// What recovery did that the user should know.
pub(crate) fn recovery_findings(recovery: &Recovery) -> Vec<Finding> {
    let Recovery {
        made,
        torn_bytes,
        set_aside,
        ..
    } = recovery;
    let torn = (*torn_bytes > 0).then(|| {
        let message = format!(
            "its last {torn_bytes} bytes are no whole edit, and are dropped: it was stopped before it \
             was made"
        );
        let journal = format!("{FOLDER}/journal");
        about(Severity::Note, journal, "torn-journal", message)
    });
    let foreign = set_aside.iter().map(|file| foreign_journal(file));
    let made = made.iter().flat_map(report);
    torn.into_iter().chain(foreign).chain(made).collect()
}

/// The finding about a journal that is not ours and now lies in `file`.
fn foreign_journal(file: &str) -> Finding {
    let message = "it holds edits that you did not make on this machine in this folder, as in a copy of \
                   a library; none is made; `footwork recover LIB` shows what they would do, and \
                   `footwork recover LIB --trust` does it";
    about_foreign(file.to_owned(), message)
}

/// The same about one that stays where it is, since the library cannot be locked: somebody may be at just that edit.
pub(crate) fn foreign_journal_in_use() -> Finding {
    let message = "it holds edits that you did not make on this machine in this folder; somebody else may be \
                   making them, as another program writes to the library, or it cannot be written to";
    about_foreign(format!("{FOLDER}/journal"), message)
}

fn about_foreign(file: String, message: &str) -> Finding {
    about(
        Severity::Warning,
        file,
        "foreign-journal",
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
        format!("an edit that was interrupted is carried out: {label}"),
    )];
    findings.extend(conflicts.iter().map(|conflict| {
        let message = format!("it was changed in another way since the edit {label}: {conflict}");
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
