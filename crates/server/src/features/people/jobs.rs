//! Background work on people, all of it at the partner clinic's record system: the demographic number, when
//! it could not be had at once, and what changed here since.

use std::time::Duration;

use futures_util::future::BoxFuture;

use super::clinic::{self, Chart, Payload};
use super::clinic_profile::{self, PHARMACY, PROFILE, Untold};
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{End, Kind, Run};
use crate::post;

/// While somebody else asks for the chart.
const PAUSE: Duration = Duration::from_secs(30);

/// The kinds of jobs of this feature.
pub fn jobs() -> Vec<Kind> {
    vec![
        Kind {
            name: clinic::JOB,
            run: demographic,
            most_tries: 12,
            on_give_up: no_chart,
        },
        Kind {
            name: PROFILE,
            run: profile,
            most_tries: 12,
            on_give_up: not_told,
        },
        Kind {
            name: PHARMACY,
            run: pharmacy,
            most_tries: 12,
            on_give_up: not_told,
        },
    ]
}

fn demographic(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        let give_up = |why: &str| End::GiveUp { why: why.into() };
        Ok(
            match clinic::find_or_make(&ctx, &run.reach, payload.person).await? {
                Chart::Number(_) => End::Done,
                Chart::Asked => End::Wait { after: PAUSE },
                Chart::Unknown => give_up(
                    "We don't know whether the clinic created a record: its answer was lost. Please look there and enter the number.",
                ),
                Chart::Refused => give_up("The clinic's record system refused the record."),
            },
        )
    })
}

fn profile(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        end(clinic_profile::send_profile(&ctx, &run.reach, payload.person).await)
    })
}

fn pharmacy(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        end(clinic_profile::send_pharmacy(&ctx, &run.reach, payload.person).await)
    })
}

fn end(told: Result<(), Untold>) -> Result<End> {
    match told {
        Ok(()) => Ok(End::Done),
        Err(Untold::Outside(error)) => {
            End::of(error, "The clinic's record system refused the change.")
        }
        Err(Untold::Ours(error)) => Err(error),
    }
}

fn no_chart(ctx: Context, _run: Run, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let what = "A patient could not be entered in the clinic's record system";
        post::tell_staff(&ctx, what, &why).await
    })
}

fn not_told(ctx: Context, _run: Run, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let what = salal_rules::texts::profile::CLINIC_FAILED;
        post::tell_staff(&ctx, what, &why).await
    })
}
