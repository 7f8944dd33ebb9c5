// SPDX-License-Identifier: AGPL-3.0-or-later

//! Records that a staff member asked the pharmacy whether a fax number is its own. The number is the
//! record's; the page's number only says which one was asked about.

use salal_domain::fax::FaxNumber;

use super::dto::{PrescriptionView, VerifyPharmacyNumber};
use super::prescription::Prescription;
use super::view;
use crate::api::{Json, Request};
use crate::error::{Error, Result};
use salal_exchange::fax::{self, NumberBy};

/// PUT /prescription/verify-number
pub(super) async fn verify(
    request: Request<Json<VerifyPharmacyNumber>>,
) -> Result<Json<PrescriptionView>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.person_id);
    let asked = FaxNumber::parse(&sent.number)
        .map_err(|fault| Error::field("number", fault.to_string()))?;
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, sent.prescription_id, None).await?;
    match view::number_of(&prescription.row)? {
        Some((number, name)) if number == asked => {
            fax::verify_number(&tx, ctx, &number, &name, NumberBy::Person(me)).await?;
        }
        _ => return Err(Error::stale(&prescription.show(ctx)?)),
    }
    prescription.reload_number(&tx).await?;
    prescription.save(&request, tx).await
}
