// SPDX-License-Identifier: AGPL-3.0-or-later

//! Prescriptions in the fax queue: whether another copy may be sent, and a pharmacy's question in the
//! doctors' inbox.

use futures_util::future::BoxFuture;
use salal_db::{Connection, Transaction};
use salal_domain::fax::FaxNumber;
use salal_domain::prescriptions::prescribing::{By, Step};
use salal_domain::prescriptions::steps;
use uuid::Uuid;

use super::prescription::Prescription;
use super::{KIND, cancellation, copies, fax_hooks, faxing, repo, resend, signing, view};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_exchange::fax::{self, Cover, FaxSubject, Newest, Question};
use salal_orders::orders;
use salal_reference::pharmacies;

/// The fax hooks of prescriptions.
pub fn fax_subject() -> FaxSubject {
    FaxSubject {
        kind: KIND,
        changed: fax_hooks::fax_changed,
        again,
        taken_back: copies::taken_back,
        ask_doctor,
        by_link: Some(resend::MOST),
        may_leave,
    }
}

/// Allows another copy if the signature is still valid for the same sheet and the pharmacy is unchanged, so
/// that only one pharmacy ever has a live copy (reference fax 5).
fn again<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
    scope: &'a Scope,
    id: Uuid,
    newest: &'a Newest,
) -> BoxFuture<'a, Result<Cover>> {
    Box::pin(async move {
        let row = repo::lock_for_update(tx, scope, id).await?;
        let prescription = Prescription::of_row(tx, ctx, scope, row, None).await?;
        steps::can_fax(&prescription.known(ctx)?.facts()).map_err(orders::refused)?;
        prescription
            .allow_approved(tx, Step::SendAgain, By::Office)
            .await?;
        let changed = || {
            Error::conflict(
                "CHANGED",
                "The prescription was changed after this fax. Fax it from the prescription itself.",
            )
        };
        let signature = prescription
            .signature()
            .filter(|signature| signature.document_id == newest.document_id)
            .ok_or_else(changed)?;
        let now = prescription.number()?;
        if FaxNumber::parse(&newest.to_number).ok() != Some(now) {
            return Err(changed());
        }
        let doctor = signing::doctor(tx, signature.signed_by).await?;
        let bytes = fax::document(tx, scope, newest.document_id).await?;
        faxing::cover(&prescription, &doctor, fax::pages_of(&bytes))
    })
}

/// Why the sheet may not leave now for the pharmacy that it was made out to.
fn may_leave(db: &Connection, id: Uuid, document: Uuid) -> fax::MayLeave<'_> {
    Box::pin(async move {
        let pharmacy = match repo::copy_of_document(db, document).await? {
            Some(copy) => cancellation::pharmacy_of(&copy)?,
            None => view::pharmacy_of(&repo::get_prescription(db, &Scope::for_job(), id).await?)?,
        };
        let places = pharmacies::destinations(db, &[pharmacy.id]).await?;
        Ok(places.number_of(&pharmacy).map(|_| ()))
    })
}

/// Puts a pharmacy's question into the doctors' inbox, with the prescription.
fn ask_doctor<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
    question: Question<'a>,
) -> BoxFuture<'a, Result<()>> {
    let what = "Pharmacy question";
    Box::pin(orders::ask_doctors(tx, ctx, KIND, what, question))
}

/// Like `ask_doctor`, about the cancellation of a copy.
pub(super) fn ask_about_copy<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
    question: Question<'a>,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let subject_id = cancellation::prescription_of(tx, question.subject_id).await?;
        let question = Question {
            subject_id,
            ..question
        };
        ask_doctor(tx, ctx, question).await
    })
}
