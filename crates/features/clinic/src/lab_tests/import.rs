// SPDX-License-Identifier: AGPL-3.0-or-later

//! Imports a file of results completely or not at all, in one transaction. The same file, or the same report
//! in another file, changes nothing. Reports without a matched patient go to the list of exceptions.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use salal_accounts::audit;
use salal_db::Coded;
use salal_formats::lab_results::{LabFault, LabFile, LabReport, read_lab_file};

use super::entity::lab_exception;
use super::filing::{self, Filing, Outcome};
use super::repo::{self, Filed};
use super::{KIND, matching, view};
use crate::api::AuditEntry;
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Result};

/// Largest file, far above a day's results.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// The maximum number of reported errors.
const MOST_FAULTS: usize = 50;

/// The result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Done {
    new: usize,
    later: usize,
    unmatched: usize,
    known: usize,
    other_names: usize,
}

/// Imports a file and returns a summary. A file with errors is refused, with all errors by line.
pub async fn import_file(ctx: &Context, path: &Path) -> Result<String> {
    let place = path.to_owned();
    let bytes = tokio::task::spawn_blocking(move || read(&place))
        .await
        .map_err(Error::broken)??;
    import_bytes(ctx, bytes).await
}

/// Imports the content of a file.
pub async fn import_bytes(ctx: &Context, bytes: Vec<u8>) -> Result<String> {
    let sha256 = sha256_hex(&bytes);
    if repo::has_file(ctx.db.read(), &sha256).await? {
        return Ok("No changes: this file has already been imported.".to_owned());
    }
    let file = tokio::task::spawn_blocking(move || read_lab_file(&bytes))
        .await
        .map_err(Error::broken)?
        .map_err(|faults| refused(&faults))?;
    let done = keep(ctx, sha256, file).await?;
    Ok(told(done))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let unread = |_| Error::conflict("UNREADABLE", "The file cannot be read.");
    let size = std::fs::metadata(path).map_err(unread)?.len();
    if size > MOST_BYTES {
        return Err(Error::conflict(
            "TOO_LARGE",
            "The file is larger than 64 MB.",
        ));
    }
    std::fs::read(path).map_err(unread)
}

fn refused(faults: &[LabFault]) -> Error {
    let mut lines: Vec<String> = faults
        .iter()
        .take(MOST_FAULTS)
        .map(ToString::to_string)
        .collect();
    if faults.len() > MOST_FAULTS {
        lines.push(format!("and {} more", faults.len() - MOST_FAULTS));
    }
    Error::conflict(
        "NOT_A_LAB_FILE",
        format!("Nothing was imported.\n  {}", lines.join("\n  ")),
    )
}

async fn keep(ctx: &Context, sha256: String, file: LabFile) -> Result<Done> {
    let (mut done, mut news, mut lines) = (Done::default(), Vec::new(), Vec::new());
    let tx = ctx.db.begin().await?;
    let form = file.form.name();
    let file_id = repo::add_file(&tx, ctx, sha256, form, file.reports.len()).await?;
    let prints: Vec<String> = file.reports.iter().map(filing::print).collect();
    let mut known: HashSet<String> = repo::prints(&tx, &prints).await?;
    let holders = matching::find_patients(&tx, &file.reports).await?;
    let orders: Vec<String> = file.reports.iter().map(|one| one.order.clone()).collect();
    let mut standing: HashMap<(String, String), Filed> =
        repo::find_existing_reports(&tx, &orders).await?;
    for (report, print) in file.reports.into_iter().zip(prints) {
        if !known.insert(print.clone()) {
            done.known += 1;
            continue;
        }
        let key = (report.lab.clone(), report.order.clone());
        let before = standing.get(&key);
        let found =
            matching::patient_of(&report.patient, &holders).and_then(|patient| match before {
                Some((test, _)) if test.person_id != patient.person => {
                    Err(matching::Doubt::OtherPatient)
                }
                _ => Ok(patient),
            });
        let patient = match found {
            Ok(patient) => patient,
            Err(doubt) => {
                let row = exception(ctx, file_id, print, doubt, report)?;
                repo::add_exception(&tx, row).await?;
                done.unmatched += 1;
                continue;
            }
        };
        let name_differs =
            matching::name_differs(&report.patient, &patient.first_name, &patient.last_name);
        let filing = Filing {
            file: file_id,
            person: patient.person,
            name_differs,
            print,
        };
        match filing::file(&tx, ctx, filing, report, before).await? {
            Outcome::Nothing => done.known += 1,
            Outcome::Filed(filed, message) => {
                lines.push(traced(&filed));
                news.extend(filing::news(&filed.0, message));
                done.other_names += usize::from(name_differs);
                if filed.0.version == 1 {
                    done.new += 1;
                } else {
                    done.later += 1;
                }
                standing.insert(key, *filed);
            }
        }
    }
    if !lines.is_empty() {
        let mut last = ctx.db.batch();
        audit::write(ctx, &lines, &mut last);
        last.run(&tx).await?;
    }
    tx.commit().await?;
    for change in news {
        ctx.publish(change);
    }
    ctx.notify_worker();
    Ok(done)
}

/// That a result was filed in a patient's record, by nobody who is signed in.
fn traced(filed: &Filed) -> AuditEntry {
    AuditEntry {
        actor: None,
        actor_role: audit::TERMINAL,
        patient: Some(filed.0.person_id),
        action: "salal import labs".into(),
        ip: String::new(),
        request_id: String::new(),
        detail: Some((KIND.code(), filed.0.id.to_string())),
    }
}

fn exception(
    ctx: &Context,
    file_id: uuid::Uuid,
    print: String,
    doubt: matching::Doubt,
    report: LabReport,
) -> Result<lab_exception::Model> {
    Ok(lab_exception::Model {
        id: ctx.new_id(),
        file_id,
        print,
        reason: Coded(doubt),
        content: serde_json::to_value(&report)?,
        source: report.source,
        created_at: ctx.now(),
        settled_at: None,
        settled_by: None,
        lab_test_id: None,
        note: None,
    })
}

fn told(done: Done) -> String {
    let mut lines = vec![format!(
        "{} new, {} later reports of known orders, {} known already, {} without a patient.",
        done.new, done.later, done.known, done.unmatched
    )];
    if done.other_names > 0 {
        lines.push(format!(
            "{} name the patient otherwise than our record; it is shown beside the result.",
            done.other_names
        ));
    }
    if done.unmatched > 0 {
        lines.push(
            "Those without a patient are listed under Lab Exceptions until a doctor resolves them."
                .to_owned(),
        );
    }
    lines.join("\n")
}

/// Restores the report of a stored exception.
pub(super) fn whole(row: &lab_exception::Model) -> Result<LabReport> {
    let mut report = view::content(&row.content)?;
    report.source.clone_from(&row.source);
    Ok(report)
}
