// SPDX-License-Identifier: AGPL-3.0-or-later

//! Open requests whose pharmacy left the list, or has another fax number (decision 173): once a list came in, they become work, the doctors read
//! why, and the patient is asked to choose again. A pharmacy that came back makes them what they were.

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use salal_db::{Connection, Transaction};
use salal_documents::mail::Mail;
use salal_domain::prescriptions::status::{PrescriptionStatus, Work};
use salal_domain::prescriptions::steps;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::prescription;
use super::prescription::Prescription;
use super::{create, fax_hooks, repo, view};
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, NewJob, Reach};
use salal_exchange::messages::TellsOf;
use salal_orders::orders::Payable;
use salal_reference::pharmacies::{self, PharmacyView};

/// A request that was never paid for is looked at this long.
const UNPAID: TimeDelta = TimeDelta::days(30);
/// What the doctors read after the reason.
const ASKED: &str = "Nothing is sent there. The patient was asked to choose again; a doctor can choose a pharmacy too.";

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Looks through the open requests after the list of pharmacies changed.
        Unlisted = "prescriptions.unlisted",
    }
}

#[derive(Serialize, Deserialize)]
struct Payload {}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![JobKind {
        name: Job::Unlisted.code(),
        run: |ctx, run| Box::pin(look_through(ctx, run)),
        max_attempts: 20,
        longest_run: Duration::from_mins(30),
        reach: Reach::Inside,
        needs: None,
        // Nothing is sent to such a pharmacy in any case, and every later change of a request looks again.
        on_failure: |_, _, why| {
            Box::pin(async move {
                tracing::warn!(%why, "the requests of unlisted pharmacies were not looked through");
                Ok(())
            })
        },
    }]
}

/// Queues the look through the open requests, in the transaction in which a list of pharmacies comes in.
pub fn list_changed<'a>(tx: &'a Connection, ctx: &'a Context) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move { jobs::enqueue(tx, ctx, NewJob::new(Job::Unlisted, &Payload {})?).await })
}

async fn look_through(ctx: Context, run: JobRun) -> Result<JobOutcome> {
    let db = ctx.db.read();
    let since = ctx.now() - UNPAID;
    let mut affected = Vec::new();
    for rows in repo::open(db, &run.scope, since).await?.chunks(500) {
        affected.extend(without_destination(db, rows).await?);
    }
    for id in affected {
        let tx = ctx.db.begin().await?;
        let mut prescription = Prescription::lock_in_job(&tx, &ctx, id).await?;
        if is_concerned(&ctx, &prescription)? {
            tell(&tx, &ctx, &mut prescription).await?;
        }
        let person = prescription.row.person_id;
        fax_hooks::save(&ctx, tx, prescription).await?;
        fax_hooks::publish_change(&ctx, id, person);
    }
    Ok(JobOutcome::Done)
}

/// Those of these requests whose pharmacy is no destination, and those that were such until now.
async fn without_destination(db: &Connection, rows: &[prescription::Model]) -> Result<Vec<Uuid>> {
    let named = rows.iter().map(view::pharmacy_of);
    let named = named.collect::<Result<Vec<_>>>()?;
    let ids: Vec<Uuid> = named.iter().map(|pharmacy| pharmacy.id).collect();
    let places = pharmacies::destinations(db, &ids).await?;
    let was_such = |row: &prescription::Model| row.work.is_some_and(|work| *work == Work::Pharmacy);
    let affected = rows
        .iter()
        .zip(&named)
        .filter(|(row, pharmacy)| was_such(row) || places.standing_of(pharmacy).allow().is_err());
    Ok(affected.map(|(row, _)| row.id).collect())
}

/// Whether something of it is still to be sent, and has nowhere to go.
fn is_concerned(ctx: &Context, prescription: &Prescription) -> Result<bool> {
    let known = prescription.known(ctx)?;
    let facts = known.facts();
    // Nobody is asked where no other pharmacy can be named.
    if facts.destination.allow().is_ok() || steps::can_name_pharmacy(&facts).is_err() {
        return Ok(false);
    }
    Ok(match *prescription.row.status {
        PrescriptionStatus::Created
        | PrescriptionStatus::Pending
        | PrescriptionStatus::Acknowledged => true,
        PrescriptionStatus::Canceled => false,
        PrescriptionStatus::Approved
        | PrescriptionStatus::Rejected
        | PrescriptionStatus::Faxed
        | PrescriptionStatus::Refunded => {
            let work = prescription.next_action(ctx)?;
            matches!(work, Some(Work::Pharmacy | Work::Fax))
        }
    })
}

/// The key of the mail that asks for another pharmacy than this one: one for each.
pub(super) fn asked_about(pharmacy: &PharmacyView) -> String {
    format!("unlisted-{}", pharmacy.id)
}

/// Tells the doctors, unless nobody has paid yet, and asks the patient; once for each pharmacy.
async fn tell(tx: &Transaction, ctx: &Context, prescription: &mut Prescription) -> Result<()> {
    if *prescription.row.status != PrescriptionStatus::Created {
        let standing = prescription.known(ctx)?.facts().destination;
        let why = standing.said_of("The pharmacy of this request");
        let body = format!("{why} {ASKED}");
        let (subject, about) = (standing.subject(), Some(TellsOf::Review));
        prescription
            .tell_doctors_once(tx, ctx, subject, &body, about)
            .await?;
    }
    let mail = Mail::RequestNeedsChoice {
        link: create::link(ctx, prescription.row.id),
    };
    let what = asked_about(&prescription.pharmacy()?);
    prescription.mail_patient(tx, ctx, &mail, &what).await
}
