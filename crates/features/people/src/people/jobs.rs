// SPDX-License-Identifier: AGPL-3.0-or-later

//! Background jobs of people, all for the partner clinic's record system: creating the demographic number if
//! it could not be created at once, and sending changes.

use std::time::Duration;

use futures_util::future::BoxFuture;

use super::clinic::{self, Chart, Payload};
use super::clinic_profile::{self, Untold};
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{self, JobKind, JobOutcome, JobRun, Reach};
use crate::notifications;

/// The wait while another request for the chart is in progress.
const PAUSE: Duration = Duration::from_secs(30);

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Creates the demographic later.
        Demographic = "people.demographic",
        /// Sends personal information, email address and private pay.
        Profile = "people.profile",
        /// Sends the preferred pharmacy.
        PreferPharmacy = "people.prefer_pharmacy",
        /// Notifies the office; it is run by a feature that can write to them.
        SameNumber = "people.same_number",
    }
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![
        JobKind {
            name: Job::Demographic.code(),
            run: demographic,
            max_attempts: 12,
            longest_run: Duration::from_mins(2),
            reach: Reach::Outside(jobs::nothing_to_record),
            needs: Some(jobs::CLINIC),
            on_failure: no_chart,
        },
        JobKind {
            name: Job::Profile.code(),
            run: profile,
            max_attempts: 12,
            longest_run: Duration::from_mins(2),
            reach: Reach::Outside(jobs::nothing_to_record),
            needs: Some(jobs::CLINIC),
            on_failure: not_told,
        },
        JobKind {
            name: Job::PreferPharmacy.code(),
            run: pharmacy,
            max_attempts: 12,
            longest_run: Duration::from_mins(2),
            reach: Reach::Outside(jobs::nothing_to_record),
            needs: Some(jobs::CLINIC),
            on_failure: not_told,
        },
    ]
}

fn demographic(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        // Queued while there was a clinic.
        if !ctx.settings.services.clinic.is_set() {
            return Ok(JobOutcome::Done);
        }
        let give_up = |why: &str| JobOutcome::Failed { why: why.into() };
        Ok(
            match clinic::find_or_make(&ctx, &run.scope, payload.person).await? {
                Chart::Number(_) => JobOutcome::Done,
                Chart::Asked => JobOutcome::Postpone { after: PAUSE },
                Chart::Unknown => give_up(
                    "We don’t know whether the clinic created a record: its answer was lost. Please look there and enter the number.",
                ),
                Chart::Refused => give_up("The clinic’s record system refused the record."),
            },
        )
    })
}

fn profile(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        end(clinic_profile::send_profile(&ctx, &run.scope, payload.person).await)
    })
}

fn pharmacy(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        end(clinic_profile::send_pharmacy(&ctx, &run.scope, payload.person).await)
    })
}

fn end(told: Result<(), Untold>) -> Result<JobOutcome> {
    match told {
        Ok(()) => Ok(JobOutcome::Done),
        Err(Untold::Outside(error)) => {
            JobOutcome::from_service_error(error, "The clinic’s record system refused the change.")
        }
        Err(Untold::Ours(error)) => Err(error),
    }
}

fn no_chart(ctx: Context, _run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let what = "A patient couldn’t be entered in the clinic’s record system";
        notifications::notify_staff(&ctx, what, &why).await
    })
}

fn not_told(ctx: Context, _run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let what = salal_domain::texts::profile::CLINIC_FAILED;
        notifications::notify_staff(&ctx, what, &why).await
    })
}
