// SPDX-License-Identifier: AGPL-3.0-or-later

//! Registry of payable kinds: payments do not know what was bought, so each feature that sells reports the
//! amounts due and refundable for a subject, and is notified when a payment settles. The crate of each such feature
//! registers its provider.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use salal_db::Transaction;
use salal_domain::faults::Refusal;
use salal_domain::fees::Cents;
use salal_domain::subjects::SubjectKind;
use uuid::Uuid;

use super::Subject;
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::hooks::SubjectHook;

/// What is due for a subject now.
pub struct Due {
    pub amount: Cents,
    /// Who pays it.
    pub person: Uuid,
    /// When it was asked for.
    pub since: DateTime<Utc>,
    /// The page, path and query, to which the wallet returns the payer.
    pub page: String,
}

/// The amount refundable of a subject's charge.
pub struct Refundable {
    /// The patient of the subject.
    pub person: Uuid,
    /// What the rules give back now; zero when nothing.
    pub amount: Cents,
    /// What may be returned of a cancelled order's fee, or why nothing.
    pub returnable: std::result::Result<Cents, Refusal>,
    /// What staff read after the refund.
    pub done: &'static str,
}

/// A feature that sells one kind of subject. Returns an error when nothing is due.
#[derive(Clone, Copy)]
pub struct PayableProvider {
    pub kind: SubjectKind,
    pub due: fn(Context, Scope, Uuid) -> BoxFuture<'static, Result<Due>>,
    /// Called inside the transaction of the payment intent: the final check before the charge.
    pub before_charge: for<'a> fn(&'a Transaction, &'a Context, Uuid) -> BoxFuture<'a, Result<()>>,
    pub refundable: fn(Context, Scope, Uuid) -> BoxFuture<'static, Result<Refundable>>,
    /// Called when a payment or refund changed; must be idempotent.
    pub changed: fn(Context, Subject) -> BoxFuture<'static, Result<()>>,
}

impl SubjectHook for PayableProvider {
    const NAME: &'static str = "who sells";

    fn is_needed(kind: SubjectKind) -> bool {
        kind.is_order()
    }
}

/// The provider of a kind.
pub(super) fn find_provider(ctx: &Context, kind: SubjectKind) -> Option<PayableProvider> {
    ctx.hooks.of_kind(kind).copied()
}

/// The kinds that are sold.
pub(super) fn kinds(ctx: &Context) -> impl Iterator<Item = SubjectKind> + '_ {
    let sold = |kind: &SubjectKind| find_provider(ctx, *kind).is_some();
    SubjectKind::ALL.iter().copied().filter(sold)
}

/// The amount due for a subject within scope.
pub(super) async fn amount_due(ctx: &Context, scope: &Scope, subject: &Subject) -> Result<Due> {
    let provider = find_provider(ctx, subject.kind).ok_or_else(Error::not_found)?;
    (provider.due)(ctx.clone(), *scope, subject.id).await
}

/// Asks the provider of a subject whether it may be charged now.
pub(super) async fn before_charge(
    tx: &Transaction,
    ctx: &Context,
    subject: &Subject,
) -> Result<()> {
    let provider = find_provider(ctx, subject.kind).ok_or_else(Error::not_found)?;
    (provider.before_charge)(tx, ctx, subject.id).await
}

/// The amount refundable for a subject within scope.
pub(super) async fn refundable(
    ctx: &Context,
    scope: &Scope,
    subject: &Subject,
) -> Result<Refundable> {
    let provider = find_provider(ctx, subject.kind).ok_or_else(Error::not_found)?;
    (provider.refundable)(ctx.clone(), *scope, subject.id).await
}

/// Notifies the provider of a subject of a change.
pub(super) async fn tell(ctx: &Context, subject: Subject) -> Result<()> {
    match find_provider(ctx, subject.kind) {
        Some(provider) => (provider.changed)(ctx.clone(), subject).await,
        None => Ok(()),
    }
}
