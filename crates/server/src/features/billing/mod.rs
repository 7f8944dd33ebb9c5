//! Billing the province's plan: what is remembered for a class of medications, bills of visits by
//! telephone or message, the claims that go to Teleplan and the remittances that come back. The records
//! on the wire and what a line makes of a bill are `salal_rules::teleplan`. Deliberately not here: the
//! patient's own fee (payments), which has nothing to do with the plan.

mod bills;
mod calls;
mod claims;
mod classes;
mod diagnoses;
mod import;
mod remittances;
pub(crate) mod rows;
mod sealed;
mod store;
mod wire;

use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::jobs;

pub use calls::calls;
pub(crate) use import::sample;
pub use import::{import_diagnoses, import_lists};

/// The kinds of jobs of this feature.
pub fn jobs() -> Vec<jobs::Kind> {
    vec![claims::job(), remittances::job()]
}

/// What open pages hear of.
const EVENT: &str = "bill";

/// Nothing of billing is there while the flag is off.
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
