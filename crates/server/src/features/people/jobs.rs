//! Background work on people: the clinic's demographic number, when it could not be had at once.

use futures_util::future::BoxFuture;

use super::clinic::{self, Payload};
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{End, Kind, Run};
use crate::post;

/// The kinds of jobs of this feature.
pub fn jobs() -> Vec<Kind> {
    vec![Kind {
        name: clinic::JOB,
        run: demographic,
        most_tries: 12,
        on_give_up: told,
    }]
}

fn demographic(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let payload: Payload = run.payload()?;
        clinic::find_or_make(&ctx, &run.reach, payload.person).await?;
        Ok(End::Done)
    })
}

fn told(ctx: Context, _run: Run, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        post::tell_staff(
            &ctx,
            "A patient could not be entered in the clinic's record system",
            &why,
        )
        .await
    })
}
