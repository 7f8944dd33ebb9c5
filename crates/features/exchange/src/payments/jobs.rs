// SPDX-License-Identifier: AGPL-3.0-or-later

//! Background jobs of payments: polling the outcome of a charge or a refund.

use std::time::Duration;

use futures_util::future::BoxFuture;

use super::{refunds, settle};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs::{JobKind, JobOutcome, JobRun, Reach};
use crate::notifications;

salal_domain::codes! {
    /// The jobs of this feature.
    pub enum Job {
        /// Settles one payment.
        Settle = "payments.settle",
        /// Settles one refund.
        SettleRefund = "payments.settle_refund",
    }
}

/// The job kinds of this feature.
pub fn jobs() -> Vec<JobKind> {
    vec![
        JobKind {
            name: Job::Settle.code(),
            run: settle_payment,
            max_attempts: 40,
            longest_run: Duration::from_mins(2),
            reach: Reach::Outside(charge_taken_over),
            needs: None,
            on_failure: told,
        },
        JobKind {
            name: Job::SettleRefund.code(),
            run: settle_refund,
            max_attempts: 40,
            longest_run: Duration::from_mins(2),
            reach: Reach::Outside(refund_taken_over),
            needs: None,
            on_failure: told,
        },
    ]
}

fn settle_payment(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: settle::Payload = run.payload()?;
        settle::settle(&ctx, &run.scope, payload.payment, run.was_released).await
    })
}

fn settle_refund(ctx: Context, run: JobRun) -> BoxFuture<'static, Result<JobOutcome>> {
    Box::pin(async move {
        let payload: refunds::Payload = run.payload()?;
        refunds::settle(&ctx, &run.scope, payload.refund, run.was_released).await
    })
}

/// A charge is settled by asking under its own key, which charges once: that is what its release does.
fn charge_taken_over(_: Context, _: JobRun) -> BoxFuture<'static, Result<()>> {
    Box::pin(async {
        Err(Error::conflict(
            "RELEASE_INSTEAD",
            "A payment is not taken over. Release it: the payment provider is asked under the payment’s own key, which \
             charges once however often it is asked, and its answer is recorded.",
        ))
    })
}

/// Like a charge.
fn refund_taken_over(_: Context, _: JobRun) -> BoxFuture<'static, Result<()>> {
    Box::pin(async {
        Err(Error::conflict(
            "RELEASE_INSTEAD",
            "A refund is not taken over. Release it: the payment provider is asked under the refund’s own key, which \
             refunds once however often it is asked, and its answer is recorded.",
        ))
    })
}

fn told(ctx: Context, run: JobRun, why: String) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let what = if run.kind == Job::Settle.code() {
            "The outcome of a payment couldn’t be determined"
        } else {
            "A refund did not go through"
        };
        notifications::notify_staff(&ctx, what, &why).await
    })
}
