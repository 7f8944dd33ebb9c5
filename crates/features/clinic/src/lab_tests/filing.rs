// SPDX-License-Identifier: AGPL-3.0-or-later

//! Files a report to a patient: the first of its order, or a new version with the laboratory's changes. The
//! earlier version is kept. The doctors are notified of each.

use salal_db::Connection;
use salal_formats::lab_results::LabReport;
use salal_formats::lab_results::versions;
use uuid::Uuid;

use super::entity::{lab_result, lab_test};
use super::repo::{self, Filed};
use super::{KIND, view};
use crate::context::{ChangeEvent, Context, sha256_hex};
use crate::error::Result;
use salal_exchange::messages::{self, MessageGroup, NewMessage, To};

/// Identifies a report that is received again.
pub(super) fn print(report: &LabReport) -> String {
    sha256_hex(report.print())
}

/// The patient and source of a report.
pub(super) struct Filing {
    pub(super) file: Uuid,
    pub(super) person: Uuid,
    pub(super) name_differs: bool,
    /// The fingerprint of the original report.
    pub(super) print: String,
}

/// The outcome of filing a report.
pub(super) enum Outcome {
    /// Filed and announced with this message.
    Filed(Box<Filed>, Uuid),
    /// The report has nothing new.
    Nothing,
}

/// Files a report after the current version, if there is one.
pub(super) async fn file(
    tx: &Connection,
    ctx: &Context,
    filing: Filing,
    mut report: LabReport,
    standing: Option<&Filed>,
) -> Result<Outcome> {
    let corrects = report.items.iter().any(|item| item.status.is_correction());
    let (version, replaces) = match standing {
        None => (1, None),
        Some((test, result)) => {
            let before = view::content(&result.content)?;
            let after = after(&before, report);
            if after.items == before.items && after.comments == before.comments {
                return Ok(Outcome::Nothing);
            }
            report = after;
            (test.version + 1, Some(test.id))
        }
    };
    let test = lab_test::Model {
        id: ctx.new_id(),
        person_id: filing.person,
        lab: report.lab.clone(),
        order_number: report.order.clone(),
        version,
        created_at: ctx.now(),
        replaced_at: None,
        acknowledged_at: None,
        acknowledged_by: None,
    };
    let result = lab_result::Model {
        lab_test_id: test.id,
        file_id: filing.file,
        print: filing.print,
        name_differs: filing.name_differs,
        content: serde_json::to_value(&report)?,
        source: report.source.clone(),
    };
    repo::add(tx, test.clone(), result.clone(), replaces).await?;
    let message = tell(tx, ctx, &test, &report, corrects).await?;
    Ok(Outcome::Filed(Box::new((test, result)), message))
}

/// The merged state of an order after a later report. If the report is older than the current version, the
/// current one takes precedence.
fn after(before: &LabReport, mut report: LabReport) -> LabReport {
    let is_late = report.reported_at.is_some() && report.reported_at < before.reported_at;
    report.items = if is_late {
        versions::after(&report.items, &before.items)
    } else {
        versions::after(&before.items, &report.items)
    };
    let said: Vec<String> = report
        .comments
        .into_iter()
        .filter(|one| !before.comments.contains(one))
        .collect();
    report.comments = [before.comments.clone(), said].concat();
    report.collected_at = before.collected_at.or(report.collected_at);
    report.reported_at = before.reported_at.max(report.reported_at);
    report
}

/// A message to the doctors' inbox. It says what arrived, without any value.
async fn tell(
    tx: &Connection,
    ctx: &Context,
    test: &lab_test::Model,
    report: &LabReport,
    corrects: bool,
) -> Result<Uuid> {
    let what = match test.version {
        1 => "Lab result",
        _ if corrects => "Corrected lab result",
        _ => "More lab results",
    };
    let marked = report.items.iter().filter(|item| item.is_marked()).count();
    let marks = match marked {
        0 => "The laboratory marked none.".to_owned(),
        1 => "The laboratory marked one of them.".to_owned(),
        many => format!("The laboratory marked {many} of them."),
    };
    let body = format!(
        "{} reported {}: {} results. {marks}",
        report.lab,
        report.title(),
        report.items.len()
    );
    messages::post(
        tx,
        ctx,
        NewMessage {
            subject: format!("{what}: {}", shortened(&report.title())),
            body,
            from: None,
            to: To::Group(MessageGroup::Doctor),
            about: Some(test.person_id),
            subject_kind: Some(KIND),
            subject_id: Some(test.id),
            tells_of: None,
        },
    )
    .await
}

/// The change events to publish after the commit.
pub(super) fn news(test: &lab_test::Model, message: Uuid) -> [ChangeEvent; 2] {
    [("message", message), (KIND.code(), test.id)].map(|(kind, id)| ChangeEvent {
        kind,
        id,
        person: test.person_id,
    })
}

/// A subject is one line.
fn shortened(title: &str) -> String {
    const LONGEST: usize = 80;
    if title.chars().count() <= LONGEST {
        return title.to_owned();
    }
    let start: String = title.chars().take(LONGEST - 1).collect();
    format!("{start}…")
}
