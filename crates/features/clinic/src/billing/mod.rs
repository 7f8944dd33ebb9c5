// SPDX-License-Identifier: AGPL-3.0-or-later

//! Billing the provincial plan: defaults for a class of medications, bills of visits by telephone or message,
//! claims to Teleplan and remittances. File formats and the effect of a line on a bill are in
//! `salal_formats::teleplan`. Not here: the patient's own fee (payments), which is unrelated to the plan.

mod bills;
mod claim;
pub mod claims;
mod classes;
mod diagnoses;
mod dto;
pub mod entity;
mod import;
pub mod remittances;
mod repo;
mod routes;
mod sealed;

use futures_util::future::BoxFuture;
use salal_db::Transaction;

use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::jobs;

pub use import::sample;
pub use repo::counted::{ClaimEvent, OpenClaims, claim_events, last_answer, open_claims, words_of};
pub use repo::reference_lists::{
    CodeKind, ListedDiagnosis, codes_now, diagnoses_now, fees_now, put_back_diagnoses,
    put_back_fees, take_in_codes, take_in_diagnoses, take_in_fees,
};
pub use routes::routes;
pub use sealed::COLUMNS as SEALED;

pub use remittances::AtTerminal;
pub use remittances::set_aside;
pub use repo::unconfirmed::unconfirmed;

/// Imports remittance files that were set aside (`salal teleplan take-again`): those named, or all. With the
/// option, also files with missing lines. Imported files are recorded in the audit log.
pub async fn take_again(ctx: &Context, wanted: &[String], said: AtTerminal<'_>) -> Result<String> {
    on(ctx)?;
    remittances::take_again_here(ctx, wanted, said).await
}

/// After a restore: Teleplan is asked for its counter before the next file is built.
pub(crate) fn forget_counters<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
) -> BoxFuture<'a, Result<Option<String>>> {
    Box::pin(async move {
        claims::repo::forget_counters(tx).await?;
        Ok(ctx.settings.features.billing.then(|| {
            "Teleplan is asked for its counter before the next claims are sent.".to_owned()
        }))
    })
}

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Sends a file of claims.
        Send = "billing.send",
        /// Retrieves remittances.
        Pull = "billing.pull",
    }
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<jobs::JobKind> {
    vec![claims::job(), remittances::job()]
}

/// The event kind published to open pages.
pub(crate) const EVENT: &str = "bill";

/// No bill is created, sent or changed while the feature is off. Existing data can still be read (decision
/// 17), as can the diagnosis codes and questions of classes, which notes use as well.
fn on(ctx: &Context) -> Result<()> {
    if ctx.settings.features.billing {
        return Ok(());
    }
    Err(Error::new(
        Kind::NotFound,
        "BILLING_OFF",
        "Billing is turned off in these settings.",
    ))
}
