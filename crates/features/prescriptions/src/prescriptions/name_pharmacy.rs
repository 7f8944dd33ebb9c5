// SPDX-License-Identifier: AGPL-3.0-or-later

//! The patient names another pharmacy, where nothing can arrive at the one of the request: it left the list, or a fax
//! to it failed. Nothing is sent by this: a doctor signs for it, after a failed fax once that copy is void.

use salal_domain::prescriptions::steps;

use super::dto::{NamePharmacy, PrescriptionView};
use super::prescription::Prescription;
use crate::api::{Json, Request};
use crate::error::Result;
use salal_orders::orders::refused;
use salal_reference::pharmacies;

/// PUT /prescription/pharmacy
pub(super) async fn name_pharmacy(
    request: Request<Json<NamePharmacy>>,
) -> Result<Json<PrescriptionView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let tx = request.begin().await?;
    let mut prescription =
        Prescription::lock(&request, &tx, sent.prescription_id, sent.version).await?;
    steps::can_name_pharmacy(&prescription.known(ctx)?.facts()).map_err(refused)?;
    let chosen = pharmacies::choose(&tx, "pharmacy", sent.pharmacy.id).await?;
    prescription.name_pharmacy(ctx, &tx, chosen).await?;
    prescription.save(&request, tx).await
}
