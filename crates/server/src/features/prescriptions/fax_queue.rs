// SPDX-License-Identifier: AGPL-3.0-or-later

//! Prescriptions in the fax queue: whether another copy may be sent, and a pharmacy's question in the
//! doctors' inbox.

use futures_util::future::BoxFuture;
use salal_db::Transaction;
use salal_domain::fax::FaxNumber;
use salal_domain::prescriptions::prescribing::{By, Step};
use salal_domain::prescriptions::steps;
use uuid::Uuid;

use super::prescription::Prescription;
use super::{KIND, cancellation, copies, fax_hooks, faxing, repo, resend, review, signing, view};
use crate::api::Scope;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::fax::{self, Cover, FaxSubject, Newest, Question};
use crate::features::messages::{self, MessageGroup, NewMessage, To};

/// The fax hooks of prescriptions.
pub fn fax_subject() -> FaxSubject {
    FaxSubject {
        kind: KIND,
        changed: fax_hooks::fax_changed,
        again,
        taken_back: copies::taken_back,
        ask_doctor,
        by_link: Some(resend::MOST),
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
        let view = prescription.show(ctx)?;
        let known = view::known_of(ctx, &prescription.row, &view);
        steps::can_fax(&known.facts()).map_err(review::refused)?;
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
        let now = FaxNumber::parse(&signing::pharmacy_of(&view).fax).ok();
        if now.is_none() || now != FaxNumber::parse(&newest.to_number).ok() {
            return Err(changed());
        }
        let doctor = signing::doctor(tx, signature.signed_by).await?;
        let bytes = fax::document(tx, scope, newest.document_id).await?;
        Ok(faxing::cover(&view, &doctor, fax::pages_of(&bytes)))
    })
}

/// Puts a pharmacy's question into the doctors' inbox, with the prescription.
fn ask_doctor<'a>(
    tx: &'a Transaction,
    ctx: &'a Context,
    question: Question<'a>,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let new = NewMessage {
            subject: format!("Pharmacy question: {}", question.label),
            body: format!("{}. {}", question.how, question.text),
            from: Some(question.by),
            to: To::Group(MessageGroup::Doctor),
            about: Some(question.person),
            subject_kind: Some(KIND),
            subject_id: Some(question.subject_id),
            tells_of: None,
        };
        messages::post(tx, ctx, new).await?;
        Ok(())
    })
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
