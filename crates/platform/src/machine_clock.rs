// SPDX-License-Identifier: AGPL-3.0-or-later

//! Compares this machine's clock with the database's, which all processes of an installation share. A difference
//! is taken out of `Context::now`, and one that an operator must mend is told: in the log, by `salal doctor` and
//! at `/readyz`. A database that is a file has this machine's clock.

use chrono::TimeDelta;

use crate::context::{Clock, Context};
use crate::error::Result;

/// Up to here the difference may be the way to the database, and is left as it is.
const NOT_WORTH_CORRECTING: TimeDelta = TimeDelta::seconds(1);
/// Beyond this, a clock that nobody mends is wrong about more than our own times: certificates, logs.
const TOLERANCE: TimeDelta = TimeDelta::seconds(5);

/// Measures the difference and corrects it. A database that took long to answer says nothing of it.
pub async fn measure(ctx: &Context) -> Result<()> {
    if matches!(ctx.clock, Clock::Set(_)) {
        return Ok(());
    }
    let before = ctx.clock.now();
    let Some(theirs) = ctx.db.clock().await? else {
        return Ok(());
    };
    let way = ctx.clock.now() - before;
    if way > NOT_WORTH_CORRECTING {
        return Ok(());
    }
    let ahead = before + way / 2 - theirs;
    let ahead = if ahead.abs() > NOT_WORTH_CORRECTING {
        ahead
    } else {
        TimeDelta::zero()
    };
    let was_wrong = fault(ctx).is_some();
    ctx.correct_clock(ahead);
    match fault(ctx) {
        Some(text) if !was_wrong => tracing::error!("{text}"),
        None if was_wrong => {
            tracing::info!("This machine's clock agrees with the database's again.");
        }
        _ => {}
    }
    Ok(())
}

/// What is wrong with this machine's clock, for an operator.
pub fn fault(ctx: &Context) -> Option<String> {
    let ahead = ctx.clock_ahead();
    if ahead.abs() <= TOLERANCE {
        return None;
    }
    let way = if ahead > TimeDelta::zero() {
        "ahead of"
    } else {
        "behind"
    };
    Some(format!(
        "This machine's clock is {} seconds {way} the database server's. Set both by a time server (NTP).",
        ahead.num_seconds().abs()
    ))
}
