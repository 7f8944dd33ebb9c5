// SPDX-License-Identifier: AGPL-3.0-or-later

//! Faxes the request: to the number of the selected clinic, always the same bytes, one copy at a time. The
//! first copy is sent automatically; staff may send another.

use chrono::{DateTime, Utc};
use salal_domain::faults::Refusal;
use salal_domain::fax::FaxNumber;
use salal_domain::sleep::status;
use uuid::Uuid;

use super::dto::{QueueSleepFax, SleepAssessmentView};
use super::entity::sleep_assessment;
use super::orders::{self, refused};
use super::repo::{self, ConnectionTrait};
use super::{KIND, view};
use crate::api::{Json, Request};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::features::fax::{self, Cover, NewFax, Paper};

/// One copy of a stored request.
pub(super) struct Copy {
    pub(super) document: Uuid,
    pub(super) pages: usize,
    /// 1 for the first.
    pub(super) number: i64,
    pub(super) resent_of: Option<DateTime<Utc>>,
    pub(super) by: Option<Uuid>,
}

/// The number to dial, as of the clinic's selection.
pub(super) fn number_of(row: &sleep_assessment::Model) -> Result<Option<FaxNumber>> {
    Ok(FaxNumber::parse(&view::clinic(row)?.fax_number).ok())
}

/// The content of a copy's cover.
pub(super) fn cover(
    row: &sleep_assessment::Model,
    pages: usize,
    resent_of: Option<DateTime<Utc>>,
) -> Result<Cover> {
    let clinic = view::clinic(row)?;
    Ok(Cover {
        paper: Paper::SleepStudy,
        label: view::label(row.number),
        pharmacy_name: clinic.name,
        pharmacy_address: vec![clinic.address],
        pharmacy_phone: clinic.phone_number,
        pharmacy_fax: clinic.fax_number,
        prescription_pages: pages,
        resent_of,
        ..Cover::default()
    })
}

/// Queues a copy in the caller's transaction.
pub(super) async fn queue(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: &sleep_assessment::Model,
    to: FaxNumber,
    copy: Copy,
) -> Result<()> {
    let clinic = view::clinic(row)?;
    let new = NewFax {
        subject_kind: KIND,
        subject_id: row.id,
        person: row.person_id,
        document_id: copy.document,
        to,
        recipient_name: clinic.name,
        copy_number: copy.number,
        is_resend: false,
        by: copy.by,
        cover: cover(row, copy.pages, copy.resent_of)?,
    };
    fax::queue(tx, ctx, new).await?;
    Ok(())
}

/// Why no copy can be sent now, with the error code; `None` when one can.
fn hindrance(
    row: &sleep_assessment::Model,
    before: Option<&fax::FaxView>,
) -> Result<Option<Refusal>> {
    if let Err(refusal) = status::can_fax(*row.status) {
        return Ok(Some(refusal));
    }
    let is_going = before.is_some_and(|fax| fax.state.is_waiting());
    // Without a request, the first copy has not been rendered yet.
    if is_going || row.request_id.is_none() {
        return Ok(Some(Refusal::new("ON_ITS_WAY", "The fax is on its way.")));
    }
    Ok(number_of(row)?.is_none().then(|| {
        Refusal::new(
            "NO_FAX_NUMBER",
            "The sleep clinic has no fax number that can be dialled.",
        )
    }))
}

/// Why no copy can be sent now, for the page.
pub(super) fn reason(
    row: &sleep_assessment::Model,
    before: Option<&fax::FaxView>,
) -> Result<Option<String>> {
    Ok(hindrance(row, before)?.map(|refusal| refusal.message))
}

/// POST /fax/queue-sleep-assessment-fax: another copy.
pub(super) async fn queue_again(
    request: Request<Json<QueueSleepFax>>,
) -> Result<Json<SleepAssessmentView>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    request.same_actor(sent.faxed_by)?;
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, sent.sleep_assessment_id).await?;
    request.audit_access(row.person_id);
    let before = fax::latest(&tx, KIND, &[row.id]).await?.remove(&row.id);
    if let Some(refusal) = hindrance(&row, before.as_ref())? {
        return Err(refused(refusal));
    }
    let (Some(document), Some(to)) = (row.request_id, number_of(&row)?) else {
        return Err(Error::broken(
            "an order that can be faxed has a request and a number",
        ));
    };
    let bytes = fax::document(&tx, &request.scope, document).await?;
    let copy = Copy {
        document,
        pages: fax::pages_of(&bytes),
        number: before.as_ref().map_or(1, |fax| fax.copy + 1),
        resent_of: before.and_then(|fax| fax.first_sent_at),
        by: Some(me),
    };
    queue(&tx, ctx, &row, to, copy).await?;
    orders::finish(&request, tx, &row).await
}
