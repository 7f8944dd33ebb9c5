//! Billing the province's plan: what is remembered for a class of medications, bills of visits by
//! telephone or message, the claims that go to Teleplan and the remittances that come back. The records
//! on the wire and what a line makes of a bill are `salal_formats::teleplan`. Deliberately not here: the
//! patient's own fee (payments), which has nothing to do with the plan.

mod bills;
mod claims;
mod classes;
mod diagnoses;
mod dto;
pub(crate) mod entity;
mod import;
mod remittances;
mod repo;
mod routes;
mod sealed;

use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::jobs;

pub(crate) use import::sample;
pub(crate) use repo::reference_lists::{
    CodeKind, ListedDiagnosis, codes_now, diagnoses_now, fees_now, put_back_diagnoses,
    put_back_fees, take_in_codes, take_in_diagnoses, take_in_fees,
};
pub use routes::routes;

pub use remittances::AtTerminal;
pub(crate) use remittances::set_aside;
pub(crate) use repo::unconfirmed::unconfirmed;

/// Takes files of remittances again that were set aside (`salal teleplan take-again`): those named, or all.
/// Told so, also those of which something seems to be missing. What was taken stands in the audit.
pub async fn take_again(ctx: &Context, wanted: &[String], said: AtTerminal<'_>) -> Result<String> {
    on(ctx)?;
    remittances::take_again_here(ctx, wanted, said).await
}

/// The kinds of jobs of this feature.
pub fn jobs() -> Vec<jobs::JobKind> {
    vec![claims::job(), remittances::job()]
}

/// What open pages hear of.
const EVENT: &str = "bill";

/// No bill is made, sent or changed while the flag is off. What came in before stays to be read (decision
/// 17), and so do the diagnosis codes and questions of classes, which notes use as well.
fn on(ctx: &Context) -> Result<()> {
    if ctx.settings.features.billing {
        return Ok(());
    }
    Err(Error::new(
        Kind::NotFound,
        "BILLING_OFF",
        "Billing is switched off here.",
    ))
}
