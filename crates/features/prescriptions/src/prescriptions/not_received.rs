// SPDX-License-Identifier: AGPL-3.0-or-later

//! "My pharmacy did not get it", through the link in the email about the fax: reported once, between a day
//! and a week after the fax (decisions 56 and 57). Opening the link changes nothing, so that a mail scanner
//! reports nothing; the page sends the report after a click on a button.

use chrono::{DateTime, TimeDelta, Utc};
use salal_domain::days::date_time_text;
use salal_domain::texts::not_received as texts;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{KIND, repo, view};
use crate::api::{Json, NoBody, Request, Scope};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_exchange::messages::{self, MessageGroup, NewMessage, To};
use salal_people::links::{self, Link, NewLink, Purpose};

/// The secret of a link.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ByLink {
    /// The secret from the link in the email.
    pub(super) id: String,
}

/// Whether a link can still report that nothing was received.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct NotReceivedState {
    /// The report was made already.
    #[serde(rename = "isReplied")]
    is_replied: bool,
    /// Also true for a link that never existed.
    #[serde(rename = "isExpired")]
    is_expired: bool,
    /// The earliest time for a report, while it is too early.
    #[serde(rename = "possibleAt")]
    possible_at: Option<DateTime<Utc>>,
}

/// The report was made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct NotReceivedAnswer {
    /// Always true.
    #[serde(rename = "isReplied")]
    is_replied: bool,
    /// The text to show.
    message: String,
}

/// The two links of the email about the fax, created in the transaction that queues it.
pub(super) async fn addresses(
    tx: &salal_db::Transaction,
    ctx: &Context,
    prescription: Uuid,
    person: Uuid,
) -> Result<(String, String)> {
    let site = ctx.settings.server.public_url.trim_end_matches('/');
    let new = |purpose, days| NewLink {
        purpose,
        subject_kind: KIND,
        subject_id: prescription,
        person,
        days,
    };
    let days = &ctx.settings.links;
    let report = new(Purpose::NotReceived, days.not_received_days);
    let (_, report) = links::make(tx, ctx, report).await?;
    let resend = new(Purpose::Resend, days.resend_days);
    let (_, resend) = links::make(tx, ctx, resend).await?;
    Ok((
        format!("{site}/reply/{report}"),
        format!("{site}/fax/{resend}/resend"),
    ))
}

/// The earliest time for the report, while it is too early.
fn too_early(ctx: &Context, link: &Link) -> Option<DateTime<Utc>> {
    let from = link.created_at + TimeDelta::hours(ctx.settings.links.not_received_after_hours);
    (ctx.now() < from).then_some(from)
}

/// GET /prescription/reply-fax/{id}
pub(super) async fn state(request: Request<NoBody, ByLink>) -> Result<Json<NotReceivedState>> {
    let (ctx, id) = (&request.ctx, &request.path.id);
    let link = links::find_link(ctx.db.read(), ctx, Purpose::NotReceived, id).await?;
    Ok(Json(NotReceivedState {
        is_replied: link.as_ref().is_some_and(|link| link.used_at.is_some()),
        is_expired: link.is_none(),
        possible_at: link.and_then(|link| too_early(ctx, &link)),
    }))
}

/// POST /prescription/reply-fax/{id}
pub(super) async fn report(request: Request<NoBody, ByLink>) -> Result<Json<NotReceivedAnswer>> {
    let (ctx, id) = (&request.ctx, &request.path.id);
    let link = links::find_link(ctx.db.read(), ctx, Purpose::NotReceived, id).await?;
    let link = link.ok_or_else(links::expired)?;
    let already = || Error::conflict("ALREADY_REPORTED", texts::ALREADY);
    if link.used_at.is_some() {
        return Err(already());
    }
    if let Some(from) = too_early(ctx, &link) {
        let text = texts::too_early(&date_time_text(from));
        return Err(Error::conflict("TOO_EARLY", text));
    }
    let scope = Scope::for_proved_person(link.person);
    let tx = request.begin().await?;
    if !links::use_once(&tx, &link, request.now()).await? {
        return Err(already());
    }
    let row = repo::lock_for_update(&tx, &scope, link.subject_id).await?;
    let label = view::label(row.number);
    let new = NewMessage {
        subject: format!("Prescription not received: {label}"),
        body: format!(
            "The pharmacy did not receive {label}, reported through the email link. Please call the pharmacy and resend it if needed."
        ),
        from: Some(row.person_id),
        to: To::Group(MessageGroup::Office),
        about: Some(row.person_id),
        subject_kind: Some(KIND),
        subject_id: Some(row.id),
        tells_of: None,
    };
    let message = messages::post(&tx, ctx, new).await?;
    request.audit_access(row.person_id);
    request.publish_after_commit("message", message, row.person_id);
    let answer = NotReceivedAnswer {
        is_replied: true,
        message: texts::SENT.into(),
    };
    request.commit(tx, answer).await
}
