// SPDX-License-Identifier: AGPL-3.0-or-later

//! Faxes the signed document: to the number on record, always the same bytes, one copy at a time.

use salal_domain::fax::FaxNumber;
use salal_domain::people::phones::display_phone;
use salal_domain::prescriptions::copies::CopyWay;
use salal_domain::prescriptions::prescribing::{By, Step};
use salal_domain::prescriptions::steps;
use uuid::Uuid;

use super::copies;
use super::dto::{PrescriptionView, QueueFax};
use super::prescription::Prescription;
use super::signing::{self, ById};
use super::{KIND, review, view};
use crate::api::{Json, NoBody, Pdf, Request};
use crate::error::{Error, Result};
use crate::features::fax::{self, Cover, NewFax, Paper};
use crate::features::people::Practitioner;

pub(super) fn cover(
    view: &PrescriptionView,
    doctor: &Practitioner,
    prescription_pages: usize,
) -> Cover {
    let pharmacy = signing::pharmacy_of(view);
    let prescriber = signing::prescriber(doctor);
    Cover {
        paper: Paper::Prescription,
        label: view.label.clone(),
        prescriber_name: prescriber.name,
        college_number: prescriber.college_number,
        prescriber_phone: prescriber.phone,
        prescriber_fax: prescriber.fax,
        pharmacy_name: pharmacy.name.clone(),
        pharmacy_address: signing::address_lines(pharmacy),
        pharmacy_phone: display_phone(&pharmacy.phone1),
        pharmacy_fax: display_phone(&pharmacy.fax),
        prescription_pages,
        // A doctor who selects the patient's own pharmacy has changed nothing.
        chosen_by_doctor: view
            .dr_pharmacy
            .as_ref()
            .is_some_and(|chosen| chosen.id != view.pharmacy.id),
        resent_of: view::first_sent(view),
    }
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
    steps::can_fax(&known.facts()).map_err(review::refused)?;
    let step = if known.facts().copy.was_issued() {
        Step::SendAgain
    } else {
        Step::Fax
    };
    prescription.allow_approved(&tx, step, By::Doctor).await?;
    let view = prescription.show(ctx)?;
    if let Some(why) = view.can_fax.clone() {
        return Err(Error::conflict("ON_ITS_WAY", why));
    }
    let signature = signing::valid_signature(&prescription)?;
    copies::issue(&mut prescription, ctx, &signature, (CopyWay::Fax, me))?;
    let doctor = signing::doctor(&tx, signature.signed_by).await?;
    let bytes = fax::document(&tx, &request.scope, signature.document_id).await?;
    fax::refuse_stopped(&tx, signature.document_id).await?;
    let before = prescription.parts.faxes.get(&prescription.row.id);
    let copy_number = before.map_or(1, |fax| fax.copy + 1);
    let pharmacy = signing::pharmacy_of(&view);
    let to = FaxNumber::parse(&pharmacy.fax).map_err(|_| {
        Error::conflict(
            "NO_FAX_NUMBER",
            "The pharmacy has no fax number that can be dialled.",
        )
    })?;
    let new = NewFax {
        subject_kind: KIND,
        subject_id: prescription.row.id,
        person: prescription.row.person_id,
        document_id: signature.document_id,
        to,
        recipient_name: pharmacy.name.clone(),
        copy_number,
        is_resend: false,
        by: Some(me),
        cover: cover(&view, &doctor, fax::pages_of(&bytes)),
    };
    fax::queue_with(prescription.writes(), ctx, new)?;
    prescription.write(&tx).await?;
    prescription.reload_fax(&tx).await?;
    prescription.save(&request, tx).await
}

/// GET /prescription/fax-cover/{id}: the cover page as it would be sent now.
pub(super) async fn cover_preview(request: Request<NoBody, ById>) -> Result<Pdf> {
    let (ctx, db) = (&request.ctx, request.ctx.db.read());
    let view = view::load_view(db, ctx, &request.scope, request.path.id).await?;
    let signature = signing::current_signature(db, view.id).await?;
    let signer: Uuid = signature
        .as_ref()
        .map_or(request.me()?.person_id, |signature| signature.signed_by);
    let doctor = signing::doctor(db, signer).await?;
    let pages = match &signature {
        Some(signature) => {
            fax::pages_of(&fax::document(db, &request.scope, signature.document_id).await?)
        }
        None => 1,
    };
    request.audit_access(view.person.person.id);
    let bytes = fax::cover_pdf(ctx, &cover(&view, &doctor, pages), ctx.now()).await?;
    Ok(Pdf {
        name: format!("{}-cover.pdf", view.label),
        bytes,
    })
}
