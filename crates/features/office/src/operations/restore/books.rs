// SPDX-License-Identifier: AGPL-3.0-or-later

//! The services' books beside ours, after a restore: charges, refunds and faxes of after the backup that this database does
//! not know. What belongs to something that is here can be recorded as settled; the rest is told, so that somebody looks
//! it up. A service that does not answer is named. Not here: notes, claims and text messages, about which the protocols
//! tell one at a time only; the wallet, whose protocol lists nothing.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::held;
use crate::api::{Json, Request};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::hold;
use salal_exchange::{fax, payments};
use salal_people::people::{self, PersonRef};
use salal_platform::changes::JOB;

salal_domain::codes! {
    /// What a service has that is not here.
    pub(in crate::operations) enum BookKind {
        Charge = "charge",
        Refund = "refund",
        Fax = "fax",
    }
}

/// What a service has and this database does not.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(in crate::operations) struct BookEntry {
    pub kind: BookKind,
    /// The service's own reference.
    pub reference: String,
    /// In dollars, of a charge or refund.
    pub amount: Option<f64>,
    /// The number that a fax went to.
    pub to: Option<String>,
    pub at: Option<DateTime<Utc>>,
    /// Whose it is, where it belongs to something that is here.
    pub person: Option<PersonRef>,
    /// It belongs to a payment that is here, and can be recorded there.
    #[serde(rename = "canTakeOver")]
    pub can_take_over: bool,
    /// It is a held fax: releasing that sends nothing, and records this.
    #[serde(rename = "isHeld")]
    pub is_held: bool,
}

/// What the services have that is not here.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(in crate::operations) struct RestoreBooks {
    pub items: Vec<BookEntry>,
    /// Services that did not answer: their books are not compared.
    pub unanswered: Vec<&'static str>,
}

/// Records something of a service's books here.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::operations) struct TakeOverEntry {
    /// `charge` or `refund`.
    #[schemars(with = "BookKind")]
    pub kind: String,
    /// The service's own reference.
    pub reference: String,
}

/// Compares the books of the services with ours since a time, and who is named.
async fn compare(ctx: &Context, since: DateTime<Utc>) -> Result<(RestoreBooks, Vec<Uuid>)> {
    let (charges, refunds, faxes) = tokio::join!(
        payments::unknown_charges(ctx, since),
        payments::unknown_refunds(ctx, since),
        fax::unknown_faxes(ctx, since),
    );
    let mut books = RestoreBooks {
        items: Vec::new(),
        unanswered: Vec::new(),
    };
    let mut whose = Vec::new();
    for (kind, found) in [(BookKind::Charge, charges), (BookKind::Refund, refunds)] {
        for one in answered(found, "Card payments", &mut books)? {
            whose.push(one.person);
            books.items.push(BookEntry {
                kind,
                reference: one.reference,
                amount: Some(one.amount.dollars()),
                to: None,
                at: one.at,
                person: None,
                can_take_over: one.person.is_some(),
                is_held: false,
            });
        }
    }
    for one in answered(faxes, "Fax", &mut books)? {
        whose.push(None);
        books.items.push(BookEntry {
            kind: BookKind::Fax,
            reference: one.reference,
            amount: None,
            to: one.to,
            at: one.at,
            person: None,
            can_take_over: false,
            is_held: one.fax.is_some(),
        });
    }
    let persons: Vec<Uuid> = whose.iter().copied().flatten().collect();
    let names = people::names(ctx.db.read(), &persons).await?;
    for (item, person) in books.items.iter_mut().zip(&whose) {
        item.person = person.and_then(|id| names.get(&id).cloned());
    }
    Ok((books, persons))
}

/// What a service answered; nothing, and its name, when it did not.
fn answered<T>(
    found: Result<Vec<T>>,
    service: &'static str,
    books: &mut RestoreBooks,
) -> Result<Vec<T>> {
    match found {
        Err(error) if error.code == "OUTSIDE_DOWN" => {
            if !books.unanswered.contains(&service) {
                books.unanswered.push(service);
            }
            Ok(Vec::new())
        }
        found => found,
    }
}

/// The time from which the books are compared.
async fn since(ctx: &Context) -> Result<DateTime<Utc>> {
    let open = hold::find(ctx.db.read()).await?;
    Ok(open.ok_or_else(held::nothing_held)?.point_at)
}

/// GET /operations/restore/books
pub(in crate::operations) async fn books(request: Request) -> Result<Json<RestoreBooks>> {
    let ctx = &request.ctx;
    let (books, persons) = match hold::find(ctx.db.read()).await? {
        Some(open) => compare(ctx, open.point_at).await?,
        None => Default::default(),
    };
    request.audit_list(persons);
    Ok(Json(books))
}

/// PUT /operations/restore/books
pub(in crate::operations) async fn take_over_entry(
    request: Request<Json<TakeOverEntry>>,
) -> Result<Json<RestoreBooks>> {
    let (ctx, me, sent) = (&request.ctx, request.me()?.person_id, &request.body.0);
    let since = since(ctx).await?;
    let person = take_over(ctx, &sent.kind, &sent.reference, since, Some(me)).await?;
    request.audit_access(person);
    request.audit_detail("reference", &sent.reference);
    let (books, _) = compare(ctx, since).await?;
    let tx = request.begin().await?;
    request.publish_after_commit(JOB, me, me);
    request.commit(tx, books).await
}

async fn take_over(
    ctx: &Context,
    kind: &str,
    reference: &str,
    since: DateTime<Utc>,
    by: Option<Uuid>,
) -> Result<Uuid> {
    match BookKind::from_code(kind) {
        Some(BookKind::Charge) => payments::take_over_charge(ctx, reference).await,
        Some(BookKind::Refund) => payments::take_over_refund(ctx, reference, since, by).await,
        Some(BookKind::Fax) | None => Err(Error::field("kind", "Choose charge or refund.")),
    }
}

/// The entries as lines for the terminal.
pub(super) async fn lines(ctx: &Context, since: DateTime<Utc>) -> Result<Vec<String>> {
    let (books, _) = compare(ctx, since).await?;
    let mut lines: Vec<String> = books.items.iter().map(line).collect();
    lines.extend(books.unanswered.iter().map(|service| {
        format!("{service}: the service did not answer, so its books were not compared.")
    }));
    Ok(lines)
}

fn line(entry: &BookEntry) -> String {
    let at = entry.at.map_or_else(
        || "at an unknown time".to_owned(),
        |at| format!("on {}", at.format("%Y-%m-%d %H:%M UTC")),
    );
    let reference = &entry.reference;
    match entry.kind {
        BookKind::Charge | BookKind::Refund => {
            let what = if entry.kind == BookKind::Charge {
                "charge"
            } else {
                "refund"
            };
            let next = if entry.can_take_over {
                format!("salal restore take-over --{what} {reference} records it.")
            } else {
                "Its payment was made after the backup: look it up there.".to_owned()
            };
            format!(
                "The card service has a {what} of ${:.2} {at} with reference {reference} that is not here. {next}",
                entry.amount.unwrap_or_default()
            )
        }
        BookKind::Fax => {
            let to = entry.to.as_deref().unwrap_or("an unknown number");
            let next = if entry.is_held {
                "It is one that is held: its release sends nothing and records this."
            } else {
                "What it was is not known here: look it up there."
            };
            format!(
                "The fax service has a fax to {to} {at} with reference {reference} that is not here. {next}"
            )
        }
    }
}

/// Records a charge or refund from the terminal.
pub async fn take_over_entry_here(
    ctx: &Context,
    kind: &str,
    reference: &str,
    by: &str,
    reason: &str,
) -> Result<String> {
    let since = since(ctx).await?;
    take_over(ctx, kind, reference, since, None).await?;
    let tx = ctx.db.begin().await?;
    let text = format!("{kind} {reference}, by {by}: {reason}");
    held::write_line(&tx, ctx, "salal restore take-over", text).await?;
    tx.commit().await?;
    Ok(format!("Recorded: the {kind} {reference}."))
}
