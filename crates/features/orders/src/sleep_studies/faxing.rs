// SPDX-License-Identifier: AGPL-3.0-or-later

//! Faxes the request: to the number of the selected clinic, always the same bytes, one copy at a time. The
//! first copy is sent automatically; staff may send another.

use salal_domain::destinations::NO_FAX_NUMBER;
use salal_domain::faults::Refusal;
use salal_domain::fax::FaxNumber;
use salal_domain::sleep::status;
use uuid::Uuid;

use super::KIND;
use super::dto::{QueueSleepFax, SleepAssessmentView};
use super::requester;
use super::sleep_order::SleepOrder;
use crate::api::{Json, Request};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::orders::refused;
use salal_exchange::fax::{self, Cover, NewFax, Paper};

impl SleepOrder {
    /// The number to dial, as of the clinic's selection, or why nothing is sent there. The only way to it.
    pub(super) fn fax_number(&self) -> std::result::Result<FaxNumber, Refusal> {
        self.standing.allow_clinic_fax()?;
        FaxNumber::parse(&self.clinic.fax_number)
            .map_err(|fault| Refusal::new(NO_FAX_NUMBER, fault.to_string()))
    }

    /// The content of the next copy's cover.
    pub(super) fn cover(&self, prescription_pages: usize) -> Cover {
        Cover {
            paper: Paper::SleepStudy,
            label: self.label(),
            pharmacy_name: self.clinic.name.clone(),
            pharmacy_address: vec![self.clinic.address.clone()],
            pharmacy_phone: self.clinic.phone_number.clone(),
            pharmacy_fax: self.clinic.fax_number.clone(),
            prescription_pages,
            resent_of: self.fax.as_ref().and_then(|fax| fax.first_sent_at),
            ..Cover::default()
        }
    }

    /// Why no copy can be faxed now; `None` when one can.
    pub(super) fn cannot_fax(&self) -> Option<Refusal> {
        if let Err(refusal) = status::can_fax(*self.row.status) {
            return Some(refusal);
        }
        if let Err(refusal) = self.fax_number() {
            return Some(refusal);
        }
        if self.row.request_id.is_none() && !self.is_signed_for {
            return Some(Refusal::new("NO_DOCTOR_SIGNS", requester::NOBODY));
        }
        let is_going = self.fax.as_ref().is_some_and(|fax| fax.state.is_waiting());
        // Without a request, the first copy has not been rendered yet.
        if is_going || self.row.request_id.is_none() {
            return Some(Refusal::new("ON_ITS_WAY", "The fax is on its way."));
        }
        None
    }

    /// Queues the next copy of a stored request, to be written with the rest.
    pub(super) fn queue_fax(
        &mut self,
        ctx: &Context,
        to: FaxNumber,
        document_id: Uuid,
        pages: usize,
        by: Option<Uuid>,
    ) -> Result<()> {
        let new = NewFax {
            subject_kind: KIND,
            subject_id: self.row.id,
            person: self.row.person_id,
            document_id,
            to,
            recipient_name: self.clinic.name.clone(),
            copy_number: self.fax.as_ref().map_or(1, |fax| fax.copy + 1),
            is_resend: false,
            by,
            cover: self.cover(pages),
        };
        fax::queue_with(self.changes().writes(), ctx, new)?;
        Ok(())
    }
}

/// POST /fax/queue-sleep-assessment-fax: another copy.
pub(super) async fn queue_again(
    request: Request<Json<QueueSleepFax>>,
) -> Result<Json<SleepAssessmentView>> {
    let (ctx, scope, sent) = (&request.ctx, &request.scope, &request.body.0);
    let me = request.me()?.person_id;
    request.same_actor(sent.faxed_by)?;
    let tx = request.begin().await?;
    let mut order = SleepOrder::lock(&tx, ctx, scope, sent.sleep_assessment_id, None).await?;
    request.audit_access(order.row.person_id);
    if let Some(refusal) = order.cannot_fax() {
        return Err(refused(refusal));
    }
    let to = order.fax_number().map_err(refused)?;
    let document = order.row.request_id;
    let document =
        document.ok_or_else(|| Error::broken("an order that can be faxed has a request"))?;
    let bytes = fax::document(&tx, scope, document).await?;
    fax::refuse_stopped(&tx, document).await?;
    order.queue_fax(ctx, to, document, fax::pages_of(&bytes), Some(me))?;
    order.reload_fax(&tx).await?;
    order.save(&request, tx).await
}
