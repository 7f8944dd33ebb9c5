// SPDX-License-Identifier: AGPL-3.0-or-later

//! Voids a copy and issues a new one (decision 160). A copy that no pharmacy has is void at once. A copy that
//! a pharmacy has, or may have, is void once that pharmacy was informed: its fax machine confirmed the
//! cancellation, or someone was told by telephone. The request is then Approved again and is signed for
//! another pharmacy, or the same; lines, decisions and payment are kept.

use chrono::{DateTime, Utc};
use salal_db::Coded;
use salal_documents::mail::Mail;
use salal_domain::faults::Fault;
use salal_domain::prescriptions::copies::{
    self as rules, CopyState, CopyWay, HandedHow, Outcome, VoidReason, VoidWay,
};
use salal_domain::prescriptions::status::PrescriptionStatus;
use sea_orm::{ConnectionTrait, DatabaseTransaction, Set};
use uuid::Uuid;

use super::dto::{PrescriptionView, RecordHandOver, VoidCopy, VoidTold};
use super::entity::{prescription, prescription_copy};
use super::prescription::Prescription;
use super::{KIND, cancellation, copies, create, fax_hooks, repo, review, view};
use crate::api::{Json, Request, Scope};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use crate::features::{fax, orders, people, pharmacies};
use crate::notifications;

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
    let row = repo::lock_for_update(&tx, &request.scope, seen.prescription_id).await?;
    let copy = repo::copy(&tx, &request.scope, seen.id).await?;
    if row.id != sent.prescription_id {
        return Err(Error::not_found());
    }
    if copy.state.is_void() {
        let mut error = Error::conflict(
            "ALREADY_VOID",
            "This copy was voided already, or is being voided.",
        );
        let now = view::load_view(&tx, ctx, &request.scope, row.id).await?;
        error.current = Some(serde_json::to_value(&now)?);
        return Err(error);
    }
    let at = copies::whereabouts(&tx, &copy).await?;
    let dialable = cancellation::number(&copy)?.is_some();
    let outcome = rules::void(at, wish.how, dialable).map_err(orders::refused)?;
    if let Some(pharmacy) = &sent.pharmacy {
        let chosen = serde_json::to_value(pharmacies::get_pharmacy(&tx, pharmacy.id).await?)?;
        let to = prescription::ActiveModel {
            dr_pharmacy: Set(Some(chosen)),
            ..Default::default()
        };
        repo::update(&tx, row.id, to).await?;
    }
    let label = view::label(row.number);
    let (reason, words) = (wish.reason.label(), wish.words.clone());
    let copy = begin(&tx, ctx, &row, &copy, (wish, page), me).await?;
    match outcome {
        Outcome::Void => complete(&tx, ctx, &row, &copy).await?,
        Outcome::Cancel => cancellation::queue(&tx, ctx, &row, &copy).await?,
        Outcome::CancelLater => {}
    }
    let note = format!("Copy {} of {label} voided. {reason}. {words}", copy.number);
    let mut now = Prescription::load(&tx, ctx, &request.scope, row.id, Some(me)).await?;
    now.note(ctx, note.trim(), me)?;
    finish(&request, tx, now).await
}

/// Marks the copy as being voided: nothing of it is sent any more, and its signature is no longer valid.
async fn begin(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
    copy: &prescription_copy::Model,
    (wish, page): (Wish, Option<Vec<u8>>),
    me: Uuid,
) -> Result<prescription_copy::Model> {
    let document = match page {
        Some(bytes) => {
            let new = fax::NewDocument {
                subject_kind: cancellation::VOID,
                subject_id: copy.id,
                person: row.person_id,
                kind: "cancellation",
                bytes,
            };
            Some(fax::keep_document(tx, ctx, new).await?.0)
        }
        None => None,
    };
    // From here on nothing of it is sent, whatever was queued.
    fax::stop(tx, ctx, KIND, row.id, copy.document_id).await?;
    repo::void_signature(tx, row.id, ctx.now()).await?;
    let (told_name, told_at) = wish.told.unzip();
    let to = prescription_copy::ActiveModel {
        state: Set(Coded(CopyState::Voiding)),
        void_reason: Set(Some(Coded(wish.reason))),
        void_words: Set(Some(wish.words)),
        void_how: Set(Some(Coded(wish.how))),
        void_by: Set(Some(me)),
        void_asked_at: Set(Some(ctx.now())),
        void_document_id: Set(document),
        told_by: Set(told_at.map(|_| me)),
        told_name: Set(told_name),
        told_at: Set(told_at),
        ..Default::default()
    };
    copies::change(tx, copy, to).await?;
    repo::copy(tx, &Scope::for_job(), copy.id).await
}

/// PUT /prescription/void-told: the old pharmacy was called while its confirmation was pending.
pub(super) async fn record_void_call(
    request: Request<Json<VoidTold>>,
) -> Result<Json<PrescriptionView>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, sent.prescription_id).await?;
    let copy = repo::copy(&tx, &request.scope, sent.copy_id).await?;
    if copy.prescription_id != row.id {
        return Err(Error::not_found());
    }
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
            "Nothing waits for this pharmacy's confirmation.",
        ));
    }
    let to = prescription_copy::ActiveModel {
        told_name: Set(Some(name)),
        told_at: Set(Some(at)),
        told_by: Set(Some(me)),
        ..Default::default()
    };
    copies::change(&tx, &copy, to).await?;
    let copy = repo::copy(&tx, &request.scope, copy.id).await?;
    complete(&tx, ctx, &row, &copy).await?;
    let now = Prescription::load(&tx, ctx, &request.scope, row.id, Some(me)).await?;
    finish(&request, tx, now).await
}

/// PUT /prescription/handed-over: records what happened to the paper. Until then it is open work.
pub(super) async fn handed_over(
    request: Request<Json<RecordHandOver>>,
) -> Result<Json<PrescriptionView>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    let how = HandedHow::from_code(&sent.how)
        .ok_or_else(|| Error::field("how", "Please say how the paper left."))?;
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, sent.prescription_id).await?;
    let copy = repo::copy(&tx, &request.scope, sent.copy_id).await?;
    if copy.prescription_id != row.id {
        return Err(Error::not_found());
    }
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
            "No paper waits to be handed over here.",
        ));
    }
    let handed = prescription_copy::ActiveModel {
        state: Set(Coded(CopyState::Delivered)),
        delivered_at: Set(Some(at)),
        handed_how: Set(Some(Coded(how))),
        handed_to: Set(Some(to)),
        handed_at: Set(Some(at)),
        handed_by: Set(Some(me)),
        ..Default::default()
    };
    copies::change(&tx, &copy, handed).await?;
    crash::point("handed.before_commit");
    let answer = review::finish(&request, tx, &row).await?;
    crash::point("handed.after_commit");
    Ok(answer)
}

/// The copy is void: the request is Approved again, and the patient is notified. The prescription is locked
/// in this transaction, and the copy was being voided.
pub(super) async fn complete(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
    copy: &prescription_copy::Model,
) -> Result<()> {
    let to = prescription_copy::ActiveModel {
        state: Set(Coded(CopyState::Voided)),
        voided_at: Set(Some(ctx.now())),
        ..Default::default()
    };
    copies::change(tx, copy, to).await?;
    if repo::copy_in_force(tx, row.id).await?.is_some() {
        // Paper that an earlier version printed beside a fax: the request waits for that copy too.
        return Ok(());
    }
    let to = prescription::ActiveModel {
        printed_by: Set(None),
        printed_at: Set(None),
        ..Default::default()
    };
    repo::update(tx, row.id, to).await?;
    let detail = format!("Copy {} is void", copy.number);
    repo::add_status(
        tx,
        ctx,
        row.id,
        PrescriptionStatus::Approved,
        copy.void_by,
        Some(detail),
    )
    .await?;
    let person = people::load_facts(tx, &Scope::for_job(), row.person_id).await?;
    let link = create::link(ctx, row.id);
    let key = format!("voided:{}", copy.id);
    notifications::send_email_once(tx, ctx, &person.email, Mail::RequestVoided { link }, &key).await
}

/// Notifies the doctors once, with the prescription.
pub(super) async fn tell_doctors(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
    subject: &str,
    body: &str,
) -> Result<()> {
    fax_hooks::tell_once(tx, ctx, row, (subject, body), None).await?;
    Ok(())
}

/// Handles the outcome of a fax whose copy is void or being voided: a waiting cancellation is sent now, or is
/// not needed.
pub(super) async fn fax_changed(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &prescription::Model,
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
            Whereabouts::Failed | Whereabouts::NotLeft => complete(tx, ctx, row, copy).await,
            _ => cancellation::queue(tx, ctx, row, copy).await,
        };
    }
    let told_nobody = copy.void_how == Some(Coded(VoidWay::AtOnce));
    if *copy.state == CopyState::Voided && delivered && told_nobody {
        let subject = format!("A void copy was delivered, copy {}", copy.number);
        let body = "The fax service first said that this copy had failed, and now that it arrived. Please call the pharmacy: it must not be filled.";
        tell_doctors(tx, ctx, row, &subject, body).await?;
    }
    Ok(())
}

/// The response of every way to void: the updated prescription.
async fn finish<B, P, Q>(
    request: &Request<B, P, Q>,
    tx: DatabaseTransaction,
    now: Prescription,
) -> Result<Json<PrescriptionView>> {
    crash::point("void.before_commit");
    let answer = now.save(request, tx).await?;
    crash::point("void.after_commit");
    Ok(answer)
}
