// SPDX-License-Identifier: AGPL-3.0-or-later

//! Faxes the signed document: to the number on record, always the same bytes, one copy at a time.

use salal_domain::people::phones::display_phone;
use salal_domain::prescriptions::copies::CopyWay;
use salal_domain::prescriptions::prescribing::{By, Step};
use salal_domain::prescriptions::steps;
use uuid::Uuid;

use super::copies;
use super::dto::{PrescriptionView, QueueFax};
use super::prescription::Prescription;
use super::signing::{self, ById};
use super::{KIND, view};
use crate::api::{Json, NoBody, Pdf, Request};
use crate::error::{Error, Result};
use salal_exchange::fax::{self, Cover, NewFax, Paper};
use salal_orders::orders;
use salal_people::people::Practitioner;
use salal_reference::pharmacies::PharmacyView;

/// The cover of a copy of the signed sheet.
pub(super) fn cover(
    prescription: &Prescription,
    doctor: &Practitioner,
    prescription_pages: usize,
) -> Result<Cover> {
    let pharmacy = prescription.pharmacy()?;
    let own: PharmacyView = view::read(&prescription.row.pharmacy)?;
    let prescriber = signing::prescriber(doctor);
    Ok(Cover {
        paper: Paper::Prescription,
        label: prescription.label(),
        prescriber_name: prescriber.name,
        college_number: prescriber.college_number,
        prescriber_phone: prescriber.phone,
        prescriber_fax: prescriber.fax,
        pharmacy_address: signing::address_lines(&pharmacy),
        pharmacy_phone: display_phone(&pharmacy.phone1),
        pharmacy_fax: display_phone(&pharmacy.fax),
        prescription_pages,
        // A doctor who selects the patient's own pharmacy has changed nothing.
        chosen_by_doctor: pharmacy.id != own.id,
        resent_of: prescription.fax().and_then(|fax| fax.first_sent_at),
        pharmacy_name: pharmacy.name,
    })
}

/// POST /fax/queue-prescription-fax
pub(super) async fn queue(request: Request<Json<QueueFax>>) -> Result<Json<PrescriptionView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    request.same_actor(sent.faxed_by)?;
    // The page's number and picture are accepted for compatibility with the contract and never used.
    let _ = (&sent.fax_number, &sent.data_url, sent.person_id);
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, sent.prescription_id, None).await?;
    let known = prescription.known(ctx)?;
    steps::can_fax(&known.facts()).map_err(orders::refused)?;
    let step = if known.facts().copy.was_issued() {
        Step::SendAgain
    } else {
        Step::Fax
    };
    prescription.allow_approved(&tx, step, By::Doctor).await?;
    if prescription.fax().is_some_and(|fax| fax.state.is_waiting()) {
        return Err(Error::conflict("ON_ITS_WAY", "The fax is on its way."));
    }
    let signature = signing::valid_signature(&prescription)?;
    // As of the copy in force before this one.
    let resent_of = prescription.fax().and_then(|fax| fax.first_sent_at);
    copies::issue(&mut prescription, ctx, &signature, CopyWay::Fax, me)?;
    let doctor = signing::doctor(&tx, signature.signed_by).await?;
    let bytes = fax::document(&tx, &request.scope, signature.document_id).await?;
    let cover = Cover {
        resent_of,
        ..cover(&prescription, &doctor, fax::pages_of(&bytes))?
    };
    fax::refuse_stopped(&tx, signature.document_id).await?;
    let before = prescription.parts.faxes.get(&prescription.row.id);
    let copy_number = before.map_or(1, |fax| fax.copy + 1);
    let pharmacy = prescription.pharmacy()?;
    let to = prescription.number()?;
    let new = NewFax {
        subject_kind: KIND,
        subject_id: prescription.row.id,
        person: prescription.row.person_id,
        document_id: signature.document_id,
        to,
        recipient_name: pharmacy.name,
        copy_number,
        is_resend: false,
        by: Some(me),
        cover,
    };
    fax::queue_with(prescription.writes(), ctx, new)?;
    prescription.reload_faxes(&tx).await?;
    prescription.save(&request, tx).await
}

/// GET /prescription/fax-cover/{id}: the cover page as it would be sent now.
pub(super) async fn cover_preview(request: Request<NoBody, ById>) -> Result<Pdf> {
    let (ctx, db) = (&request.ctx, request.ctx.db.read());
    let scope = &request.scope;
    let prescription = Prescription::load(db, ctx, scope, request.path.id, None).await?;
    let signature = prescription.signature();
    let signer: Uuid = match signature {
        Some(signature) => signature.signed_by,
        None => request.me()?.person_id,
    };
    let doctor = signing::doctor(db, signer).await?;
    let pages = match signature {
        Some(signature) => fax::pages_of(&fax::document(db, scope, signature.document_id).await?),
        // There is no sheet yet.
        None if prescription.approved_lines().next().is_none() => 1,
        None => fax::pages_of(&signing::unsigned(ctx, scope, &prescription, &doctor).await?),
    };
    request.audit_access(prescription.row.person_id);
    let cover = cover(&prescription, &doctor, pages)?;
    let bytes = fax::cover_pdf(ctx, &cover, ctx.now()).await?;
    Ok(Pdf {
        name: format!("{}-cover.pdf", prescription.label()),
        bytes,
    })
}
