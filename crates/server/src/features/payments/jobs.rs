//! Background work on money: asking what became of a charge or a refund.

use futures_util::future::BoxFuture;

use super::{refunds, settle};
use crate::context::Context;
use crate::error::Result;
use crate::jobs::{End, Kind, Run};
use crate::post;

/// The kinds of jobs of this feature.
pub fn jobs() -> Vec<Kind> {
    vec![
        Kind {
            name: settle::SETTLE,
            run: settle_payment,
            most_tries: 40,
            on_give_up: told,
        },
        Kind {
            name: refunds::SETTLE_REFUND,
            run: settle_refund,
            most_tries: 40,
            on_give_up: told,
        },
    ]
}

fn settle_payment(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let payload: settle::Payload = run.payload()?;
        settle::settle(&ctx, payload.payment).await
    })
}

fn settle_refund(ctx: Context, run: Run) -> BoxFuture<'static, Result<End>> {
    Box::pin(async move {
        let payload: refunds::Payload = run.payload()?;
        refunds::settle(&ctx, payload.refund).await
    })
}

fn told(ctx: Context, run: Run, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let what = if run.kind == settle::SETTLE {
            "What became of a payment could not be found out"
        } else {
            "A refund did not go through"
        };
        post::tell_staff(&ctx, what, &why).await
    })
}
