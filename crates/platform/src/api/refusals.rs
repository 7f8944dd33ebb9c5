// SPDX-License-Identifier: AGPL-3.0-or-later

//! Lines of the log about calls that were refused by a control and not for a slip of a pen: a role that may not make the
//! call, a record that is not there or not the caller's, a limit that was reached, a request that no page of ours sends.
//! They say who asked and for which route; never the path, the query or what was sent. Whoever causes many gets no more
//! than a few a minute. Not here: wrong passwords and codes, which are in the audit (`security_events`).

use uuid::Uuid;

use super::authorization::Audit;
use super::rate_limit::Limiter;
use super::request::RequestInfo;
use super::route_table::Route;
use crate::context::Context;
use crate::error::{Error, Kind};

/// Lines about one caller in a minute, of each kind of refusal.
const A_MINUTE: u32 = 10;

/// What was refused, as a word for programs that read the log.
fn word(row: &Route, error: &Error, is_signed_in: bool) -> Option<&'static str> {
    let is_record = matches!(row.audit, Audit::PatientRecord(_));
    match error.kind {
        Kind::NotAllowed => Some("role"),
        Kind::NotFound if is_signed_in && is_record => Some("record"),
        Kind::TooMany => Some("limit"),
        Kind::Malformed => Some("request"),
        _ => None,
    }
}

/// Writes the line, if this refusal gets one. `caller` is the role and the account, once they are known.
pub(super) fn log(
    ctx: &Context,
    limiter: &Limiter,
    row: &Route,
    request: &RequestInfo,
    caller: Option<(&'static str, Uuid)>,
    error: &Error,
) {
    let Some(refused) = word(row, error, caller.is_some()) else {
        return;
    };
    let who = caller.map_or_else(
        || request.address.limit_key(),
        |(_, account)| account.to_string(),
    );
    // Each word by itself: whoever sends what no page sends must not hide what they may not do.
    let of_word = match refused {
        "role" => "refusals of a role",
        "record" => "refusals of a record",
        "limit" => "refusals at a limit",
        _ => "refusals of a request",
    };
    if limiter.over(who, of_word, A_MINUTE, ctx.now()).is_some() {
        return;
    }
    tracing::warn!(
        target: "salal_security",
        refused,
        status = error.kind.status(),
        code = error.code,
        method = row.method.name(),
        route = row.path,
        request = %request.id,
        role = caller.map_or("none", |(role, _)| role),
        account = caller.map(|(_, account)| tracing::field::display(account)),
        address = %request.ip,
        "a call was refused"
    );
}
