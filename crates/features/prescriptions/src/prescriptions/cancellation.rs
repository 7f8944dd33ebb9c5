// SPDX-License-Identifier: AGPL-3.0-or-later

//! Cancellation of a copy at the old pharmacy: a separate page, faxed like any other (intent, act, record) to
//! the number to which the copy was addressed. The copy is void once that fax is confirmed.

use futures_util::future::BoxFuture;
use salal_db::{Connection, Transaction};
use salal_documents as documents;
use salal_documents::{Cancellation, Patient, Pharmacy};
use salal_domain::faults::Refusal;
use salal_domain::fax::FaxNumber;
use salal_domain::people::phones::display_phone;
use salal_domain::prescriptions::copies::CopyState;
use uuid::Uuid;

use super::entity::prescription_copy;
use super::prescription::Prescription;
use super::signing::ById;
use super::{fax_hooks, fax_queue, repo, signing, view, voids};
use crate::api::{NoBody, Pdf, Request, Role, Scope};
use crate::context::Context;
use crate::crash;
use crate::error::{Error, Result};
use salal_exchange::fax::{self, Cover, FaxSubject, NewFax, Newest, Paper};
use salal_orders::orders::{self, Payable};
use salal_people::people;
use salal_reference::pharmacies::{self, Destinations, PharmacyView};

/// The subject type of cancellation faxes: a copy.
pub(super) const VOID: salal_domain::subjects::SubjectKind =
    salal_domain::subjects::SubjectKind::PrescriptionVoid;

/// The fax hooks of cancellations.
pub fn fax_subject() -> FaxSubject {
    FaxSubject {
        kind: VOID,
        changed: fax_changed,
        again,
        taken_back: |_, _, _, _| {
            Box::pin(async {
                Err(Error::conflict(
                    "TOO_LATE",
                    "A cancellation is not taken back.",
                ))
            })
        },
        ask_doctor: fax_queue::ask_about_copy,
        by_link: None,
        may_leave,
    }
}

pub(super) fn pharmacy_of(copy: &prescription_copy::Model) -> Result<PharmacyView> {
    view::read(&copy.pharmacy)
}

/// The old pharmacy's number, or why nothing is sent there: one that is no longer in the list is called.
pub(super) fn number(
    copy: &prescription_copy::Model,
    places: &Destinations,
) -> Result<Result<FaxNumber, Refusal>> {
    Ok(places.number_of(&pharmacy_of(copy)?))
}

/// The page as it would be sent now, from stored data alone.
pub(super) async fn render(
    db: &Connection,
    ctx: &Context,
    scope: &Scope,
    copy: &prescription_copy::Model,
    by: Uuid,
) -> Result<Vec<u8>> {
    let prescription = Prescription::load(db, ctx, scope, copy.prescription_id, None).await?;
    let person = people::load_facts(ctx, db, scope, copy.person_id).await?;
    let doctor = signing::doctor(db, by).await?;
    let pharmacy = pharmacy_of(copy)?;
    let signed = prescription.parts.signatures.get(&prescription.row.id);
    let signed = signed
        .into_iter()
        .flatten()
        .find(|one| one.document_id == copy.document_id)
        .map_or(copy.issued_at, |one| one.signed_at);
    let page = Cancellation {
        label: prescription.label(),
        copy: copy.number,
        signed_at: signed,
        at: ctx.now(),
        clinic: orders::clinic(ctx),
        prescriber: signing::prescriber(&doctor),
        patient: Patient {
            last_name: person.last_name.clone(),
            first_name: person.first_name.clone(),
            date_of_birth: person.date_of_birth,
            sex: None,
            health_number: None,
            address: Vec::new(),
            phone: String::new(),
        },
        pharmacy: Pharmacy {
            name: pharmacy.name.clone(),
            address: signing::address_lines(&pharmacy),
            phone: display_phone(&pharmacy.phone1),
            fax: display_phone(&pharmacy.fax),
        },
        lines: prescription
            .approved_lines()
            .map(signing::drug_words)
            .collect::<Result<_>>()?,
    };
    let pdf = tokio::task::spawn_blocking(move || documents::cancellation(&page))
        .await
        .map_err(Error::broken)?
        .map_err(|error| Error::broken(format!("cancellation: {error}")))?;
    Ok(pdf.bytes)
}

fn cover(label: &str, pharmacy: &PharmacyView) -> Cover {
    Cover {
        paper: Paper::Cancellation,
        label: label.to_owned(),
        pharmacy_name: pharmacy.name.clone(),
        pharmacy_fax: pharmacy.fax.clone(),
        prescription_pages: 1,
        ..Cover::default()
    }
}

/// Queues the cancellation fax of a copy being voided, to be written with the rest. If its pharmacy left the list,
/// or changed its fax number, meanwhile, the doctors are asked to call.
pub(super) async fn queue(
    tx: &Transaction,
    ctx: &Context,
    prescription: &mut Prescription,
    copy: Uuid,
) -> Result<()> {
    let copy = prescription.copy(copy)?.clone();
    let document_id = copy
        .void_document_id
        .ok_or_else(|| Error::broken("a cancellation without its page"))?;
    let pharmacy = pharmacy_of(&copy)?;
    let Ok(to) = number(&copy, &prescription.parts.places)? else {
        let subject = format!("Cancellation cannot be faxed, copy {}", copy.number);
        let standing = prescription.parts.places.standing_of(&pharmacy);
        let why = standing.said_of("The old pharmacy");
        let body = format!("{why} Please call the pharmacy and record it.");
        prescription
            .tell_doctors_once(tx, ctx, &subject, &body, None)
            .await?;
        return Ok(());
    };
    let new = NewFax {
        subject_kind: VOID,
        subject_id: copy.id,
        person: copy.person_id,
        document_id,
        to,
        recipient_name: pharmacy.name.clone(),
        copy_number: 1,
        is_resend: false,
        by: copy.void_by,
        cover: cover(&prescription.label(), &pharmacy),
    };
    fax::refuse_stopped(tx, document_id).await?;
    let id = fax::queue_with(prescription.writes(), ctx, new)?;
    prescription.change_copy(copy.id, |copy| copy.void_fax_id = Some(id))?;
    Ok(())
}

/// Sends the same page again, while the copy waits for confirmation.
fn again<'a>(
    tx: &'a Transaction,
    _ctx: &'a Context,
    scope: &'a Scope,
    id: Uuid,
    _newest: &'a Newest,
) -> BoxFuture<'a, Result<Cover>> {
    Box::pin(async move {
        let copy = repo::copy(tx, scope, id).await?;
        let row = repo::lock_for_update(tx, scope, copy.prescription_id).await?;
        let copy = repo::copy(tx, scope, id).await?;
        if *copy.state != CopyState::Voiding {
            return Err(Error::conflict(
                "ALREADY_VOID",
                "This copy is already void, and the pharmacy was notified.",
            ));
        }
        let pharmacy = pharmacy_of(&copy)?;
        let places = pharmacies::destinations(tx, &[pharmacy.id]).await?;
        number(&copy, &places)?.map_err(orders::refused)?;
        Ok(cover(&view::label(row.number), &pharmacy))
    })
}

/// Why the cancellation of a copy may not leave now.
fn may_leave(db: &Connection, id: Uuid, _document: Uuid) -> fax::MayLeave<'_> {
    Box::pin(async move {
        let copy = repo::copy(db, &Scope::for_job(), id).await?;
        let places = pharmacies::destinations(db, &[pharmacy_of(&copy)?.id]).await?;
        Ok(number(&copy, &places)?.map(|_| ()))
    })
}

/// Handles the outcome of the cancellation fax. Idempotent.
fn fax_changed(ctx: Context, change: fax::Change) -> BoxFuture<'static, Result<()>> {
    Box::pin(async move {
        let tx = ctx.db.begin().await?;
        let copy = repo::copy(&tx, &Scope::for_job(), change.subject_id).await?;
        let mut prescription = Prescription::lock_in_job(&tx, &ctx, copy.prescription_id).await?;
        let copy = prescription.copy(change.subject_id)?.clone();
        if *copy.state != CopyState::Voiding {
            return Ok(());
        }
        match &change.state {
            fax::State::Waiting | fax::State::Sent => {}
            // A different machine answered: the old pharmacy was not informed by this.
            fax::State::Delivered if change.doubt.is_some() => {
                let doubt = change.doubt.as_deref().unwrap_or_default();
                let subject = format!("Cancellation not confirmed, copy {}", copy.number);
                orders::tell_fax_desk(&mut prescription, &tx, &ctx, change.fax, (&subject, doubt))
                    .await?;
            }
            fax::State::Delivered => {
                voids::complete(&tx, &ctx, &mut prescription, copy.id).await?;
                let subject = format!("Cancellation confirmed, copy {}", copy.number);
                let body = "The old pharmacy’s machine confirmed the cancellation. The prescription is waiting for your signature.";
                prescription
                    .tell_doctors_once(&tx, &ctx, &subject, body, None)
                    .await?;
            }
            fax::State::Failed { reason } => {
                let body = format!(
                    "{reason} The old pharmacy may still fill this copy. Please call them and record it, or send the cancellation again."
                );
                let subject = format!("Cancellation not delivered, copy {}", copy.number);
                orders::tell_fax_desk(&mut prescription, &tx, &ctx, change.fax, (&subject, &body))
                    .await?;
            }
            fax::State::Unknown => {
                let subject = format!("Cancellation not confirmed, copy {}", copy.number);
                let body = "The fax service did not say whether the cancellation arrived. Please call the old pharmacy and record it.";
                orders::tell_fax_desk(&mut prescription, &tx, &ctx, change.fax, (&subject, body))
                    .await?;
            }
        }
        let person = prescription.row.person_id;
        crash::point("voided.before_commit");
        fax_hooks::save(&ctx, tx, prescription).await?;
        crash::point("voided.after_commit");
        fax_hooks::publish_change(&ctx, copy.prescription_id, person);
        Ok(())
    })
}

/// GET /prescription/cancellation/{id}: the page that the old pharmacy receives, or would receive now.
pub(super) async fn cancellation_document(request: Request<NoBody, ById>) -> Result<Pdf> {
    let (ctx, db) = (&request.ctx, request.ctx.db.read());
    let copy = repo::copy(db, &request.scope, request.path.id).await?;
    let row = repo::get_prescription(db, &request.scope, copy.prescription_id).await?;
    let bytes = match copy.void_document_id {
        Some(kept) => fax::document(db, &request.scope, kept).await?,
        None => {
            let me = request.me()?;
            // The office sees it as the issuing doctor would send it.
            let by = if me.role == Role::Doctor {
                me.person_id
            } else {
                copy.issued_by
            };
            render(db, ctx, &request.scope, &copy, by).await?
        }
    };
    request.audit_access(copy.person_id);
    Ok(Pdf {
        name: format!("{}-cancellation.pdf", view::label(row.number)),
        bytes,
    })
}

/// GET /prescription/copy/{id}: the signed sheet of a copy; a copy that is void or being voided is marked
/// VOID.
pub(super) async fn sheet(request: Request<NoBody, ById>) -> Result<Pdf> {
    let db = request.ctx.db.read();
    let copy = repo::copy(db, &request.scope, request.path.id).await?;
    let row = repo::get_prescription(db, &request.scope, copy.prescription_id).await?;
    let bytes = fax::document(db, &request.scope, copy.document_id).await?;
    let since = copy.voided_at.or(copy.void_asked_at);
    let bytes = match since {
        Some(since) => {
            let pages = fax::pages_of(&bytes);
            tokio::task::spawn_blocking(move || documents::voided(bytes, pages, since))
                .await
                .map_err(Error::broken)?
                .map_err(|error| Error::broken(format!("void sheet: {error}")))?
                .bytes
        }
        None => bytes,
    };
    request.audit_access(copy.person_id);
    Ok(Pdf {
        name: format!("{}-copy-{}.pdf", view::label(row.number), copy.number),
        bytes,
    })
}

/// The prescription of a copy.
pub(super) async fn prescription_of(db: &Connection, copy: Uuid) -> Result<Uuid> {
    Ok(repo::copy(db, &Scope::for_job(), copy)
        .await?
        .prescription_id)
}
