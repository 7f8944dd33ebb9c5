// SPDX-License-Identifier: AGPL-3.0-or-later

//! Voids a copy and issues a new one (decision 160). A copy that no pharmacy has is void at once. A copy that
//! a pharmacy has, or may have, is void once that pharmacy was informed: its fax machine confirmed the
//! cancellation, or someone was told by telephone. The request is then Approved again and is signed for
//! another pharmacy, or the same; lines, decisions and payment are kept.

use chrono::{DateTime, Utc};
use salal_db::{Coded, Transaction};
use salal_documents::mail::Mail;
use salal_domain::faults::Fault;
use salal_domain::prescriptions::copies::{
    self as rules, CopyState, CopyWay, HandedHow, Outcome, VoidReason, VoidWay,
};
use salal_domain::prescriptions::status::PrescriptionStatus;
use uuid::Uuid;

use super::dto::{PrescriptionView, RecordHandOver, VoidCopy, VoidTold};
use super::entity::prescription_copy;
use super::prescription::Prescription;
use super::{KIND, cancellation, copies, create, repo};
use crate::api::{Json, Request, RequestContext};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use salal_exchange::fax;
use salal_orders::orders;
use salal_reference::pharmacies;

/// A doctor's validated request to void a copy.
struct Wish {
    reason: VoidReason,
    how: VoidWay,
    words: String,
    /// Who at the old pharmacy was informed by telephone, and when.
    told: Option<(String, DateTime<Utc>)>,
}

fn wish(ctx: &Context, sent: &VoidCopy, copy: &prescription_copy::Model) -> Result<Wish> {
    let reason = VoidReason::from_code(&sent.reason)
        .ok_or_else(|| Error::field("reason", "Please choose a reason."))?;
    let how = VoidWay::from_code(&sent.how)
        .ok_or_else(|| Error::field("how", "Please say how the old pharmacy learns of it."))?;
    let words = rules::own_words(how, &sent.words);
    let mut faults: Vec<Fault> = words.as_ref().err().cloned().into_iter().collect();
    let mut told = None;
    if how == VoidWay::Phone {
        let name = rules::name("toldName", sent.told_name.as_deref().unwrap_or_default());
        let at = rules::moment("toldAt", sent.told_at, copy.issued_at, ctx.now());
        match (name, at) {
            (Ok(name), Ok(at)) => told = Some((name, at)),
            (name, at) => faults.extend(name.err().into_iter().chain(at.err())),
        }
    }
    match words {
        Ok(words) if faults.is_empty() => Ok(Wish {
            reason,
            how,
            words,
            told,
        }),
        _ => Err(Error::invalid(faults)),
    }
}

/// PUT /prescription/void
pub(super) async fn void(request: Request<Json<VoidCopy>>) -> Result<Json<PrescriptionView>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    let seen = repo::copy(ctx.db.read(), &request.scope, sent.copy_id).await?;
    let wish = wish(ctx, sent, &seen)?;
    // Rendered before the transaction, like every document.
    let page = match wish.how {
        VoidWay::Fax if seen.voided_at.is_none() => {
            Some(cancellation::render(ctx.db.read(), ctx, &request.scope, &seen, me).await?)
        }
        _ => None,
    };
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, seen.prescription_id, None).await?;
    let copy = prescription.copy(seen.id)?.clone();
    if prescription.row.id != sent.prescription_id {
        return Err(Error::not_found());
    }
    if copy.state.is_void() {
        let mut error = Error::conflict(
            "ALREADY_VOID",
            "This copy was voided already, or is being voided.",
        );
        error.current = Some(serde_json::to_value(prescription.show(ctx)?)?);
        return Err(error);
    }
    let (at, faxes) = copies::whereabouts_with_faxes(&tx, &copy).await?;
    let number = cancellation::number(&copy, &prescription.parts.places)?;
    let outcome = rules::void(at, wish.how, number.is_ok()).map_err(orders::refused)?;
    if let Some(pharmacy) = &sent.pharmacy {
        let chosen = pharmacies::choose(&tx, "pharmacy", pharmacy.id).await?;
        prescription.choose_pharmacy(&tx, Some(chosen)).await?;
    }
    let (reason, words) = (wish.reason.label(), wish.words.clone());
    // From here on nothing of it is sent, whatever was queued.
    fax::stop(
        &tx,
        ctx,
        KIND,
        prescription.row.id,
        copy.document_id,
        &faxes,
    )
    .await?;
    // The fax desk shows them as void, and one that failed no longer waits for someone.
    for (fax, _) in &faxes {
        request.publish_after_commit("fax", *fax, prescription.row.person_id);
    }
    begin(ctx, &mut prescription, &copy, wish, page, me)?;
    match outcome {
        Outcome::Void => complete(&tx, ctx, &mut prescription, copy.id).await?,
        Outcome::Cancel => cancellation::queue(&tx, ctx, &mut prescription, copy.id).await?,
        Outcome::CancelLater => {}
    }
    prescription.reload_faxes(&tx).await?;
    let label = prescription.label();
    let note = format!("Copy {} of {label} voided. {reason}. {words}", copy.number);
    prescription.note(ctx, note.trim(), me)?;
    finish(&request, tx, prescription).await
}

/// Marks the copy as being voided: its signature is no longer valid.
fn begin(
    ctx: &Context,
    prescription: &mut Prescription,
    copy: &prescription_copy::Model,
    wish: Wish,
    page: Option<Vec<u8>>,
    me: Uuid,
) -> Result<()> {
    let document = page.map(|bytes| {
        let new = fax::NewDocument {
            subject_kind: cancellation::VOID,
            subject_id: copy.id,
            person: copy.person_id,
            kind: "cancellation",
            bytes,
        };
        fax::keep_document_with(prescription.writes(), ctx, new).0
    });
    prescription.void_signature(ctx.now());
    let (told_name, told_at) = wish.told.unzip();
    prescription.change_copy(copy.id, |copy| {
        copy.state = Coded(CopyState::Voiding);
        copy.void_reason = Some(Coded(wish.reason));
        copy.void_words = Some(wish.words);
        copy.void_how = Some(Coded(wish.how));
        copy.void_by = Some(me);
        copy.void_asked_at = Some(ctx.now());
        copy.void_document_id = document;
        copy.told_by = told_at.map(|_| me);
        copy.told_name = told_name;
        copy.told_at = told_at;
    })?;
    Ok(())
}

/// PUT /prescription/void-told: the old pharmacy was called while its confirmation was pending.
pub(super) async fn record_void_call(
    request: Request<Json<VoidTold>>,
) -> Result<Json<PrescriptionView>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, sent.prescription_id, None).await?;
    let copy = prescription.copy(sent.copy_id)?.clone();
    let name = rules::name("toldName", &sent.told_name);
    let at = rules::moment("toldAt", sent.told_at, copy.issued_at, ctx.now());
    let (name, at) = match (name, at) {
        (Ok(name), Ok(at)) => (name, at),
        (name, at) => {
            return Err(Error::invalid(
                name.err().into_iter().chain(at.err()).collect(),
            ));
        }
    };
    if *copy.state != CopyState::Voiding {
        return Err(Error::conflict(
            "NOT_VOIDING",
            "Nothing is waiting for this pharmacy’s confirmation.",
        ));
    }
    prescription.change_copy(copy.id, |copy| {
        copy.told_name = Some(name);
        copy.told_at = Some(at);
        copy.told_by = Some(me);
    })?;
    // The cancellation is known there: what became of its fax is nobody's work any more.
    fax::settle_by_hand(prescription.writes(), cancellation::VOID, copy.id);
    if let Some(fax) = prescription.parts.cancellations.get_mut(&copy.id) {
        fax.settle();
    }
    complete(&tx, ctx, &mut prescription, copy.id).await?;
    finish(&request, tx, prescription).await
}

/// PUT /prescription/handed-over: records what happened to the paper. Until then it is open work.
pub(super) async fn handed_over(
    request: Request<Json<RecordHandOver>>,
) -> Result<Json<PrescriptionView>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    let how = HandedHow::from_code(&sent.how)
        .ok_or_else(|| Error::field("how", "Please say how the paper left."))?;
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, sent.prescription_id, None).await?;
    let copy = prescription.copy(sent.copy_id)?.clone();
    let to = rules::name("to", &sent.to);
    let at = rules::moment("at", sent.at, copy.issued_at, ctx.now());
    let (to, at) = match (to, at) {
        (Ok(to), Ok(at)) => (to, at),
        (to, at) => {
            return Err(Error::invalid(
                to.err().into_iter().chain(at.err()).collect(),
            ));
        }
    };
    if *copy.way != CopyWay::Paper || *copy.state != CopyState::Live {
        return Err(Error::conflict(
            "NOT_PRINTED",
            "No paper is waiting to be handed over here.",
        ));
    }
    prescription.change_copy(copy.id, |copy| {
        copy.state = Coded(CopyState::Delivered);
        copy.delivered_at = Some(at);
        copy.handed_how = Some(Coded(how));
        copy.handed_to = Some(to);
        copy.handed_at = Some(at);
        copy.handed_by = Some(me);
    })?;
    crash::point("handed.before_commit");
    let answer = prescription.save(&request, tx).await?;
    crash::point("handed.after_commit");
    Ok(answer)
}

/// The copy is void: the request is Approved again, and the patient is notified. The prescription is locked
/// in this transaction, and the copy was being voided.
pub(super) async fn complete(
    tx: &Transaction,
    ctx: &Context,
    prescription: &mut Prescription,
    copy: Uuid,
) -> Result<()> {
    let copy = prescription.change_copy(copy, |copy| {
        copy.state = Coded(CopyState::Voided);
        copy.voided_at = Some(ctx.now());
    })?;
    if prescription
        .copies()
        .iter()
        .any(|copy| copy.voided_at.is_none())
    {
        // Paper that an earlier version printed beside a fax: the request waits for that copy too.
        return Ok(());
    }
    prescription.row.printed_by = None;
    prescription.row.printed_at = None;
    let detail = format!("Copy {} is void", copy.number);
    let approved = PrescriptionStatus::Approved;
    prescription.set_status(ctx, approved, copy.void_by, Some(detail));
    let link = create::link(ctx, prescription.row.id);
    let key = format!("voided:{}", copy.id);
    let mail = Mail::RequestVoided { link };
    prescription
        .changes()
        .mail_patient_once(tx, ctx, &mail, key)
        .await
}

/// Handles the outcome of a fax whose copy is void or being voided: a waiting cancellation is sent now, or is
/// not needed.
pub(super) async fn fax_changed(
    tx: &Transaction,
    ctx: &Context,
    prescription: &mut Prescription,
    copy: &prescription_copy::Model,
    delivered: bool,
) -> Result<()> {
    use salal_domain::prescriptions::copies::Whereabouts;
    let waits = *copy.state == CopyState::Voiding
        && copy.void_how == Some(Coded(VoidWay::Fax))
        && copy.void_fax_id.is_none();
    if waits {
        return match copies::whereabouts(tx, copy).await? {
            Whereabouts::OnItsWay => Ok(()),
            Whereabouts::Failed | Whereabouts::NotLeft => {
                complete(tx, ctx, prescription, copy.id).await
            }
            _ => cancellation::queue(tx, ctx, prescription, copy.id).await,
        };
    }
    let told_nobody = copy.void_how == Some(Coded(VoidWay::AtOnce));
    if *copy.state == CopyState::Voided && delivered && told_nobody {
        let subject = format!("A void copy was delivered, copy {}", copy.number);
        let body = "The fax service first said that this copy had failed, and now that it arrived. Please call the pharmacy: it must not be filled.";
        prescription
            .tell_doctors_once(tx, ctx, &subject, body, None)
            .await?;
    }
    Ok(())
}

/// The response of every way to void: the updated prescription.
async fn finish(
    request: &RequestContext,
    tx: Transaction,
    now: Prescription,
) -> Result<Json<PrescriptionView>> {
    crash::point("void.before_commit");
    let answer = now.save(request, tx).await?;
    crash::point("void.after_commit");
    Ok(answer)
}
