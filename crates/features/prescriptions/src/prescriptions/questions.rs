// SPDX-License-Identifier: AGPL-3.0-or-later

//! Read-only checks while a request is being written: whether this many more can be requested today, whether
//! a drug is on the list already, and the fee.

use salal_domain::days::{vancouver_day, vancouver_day_bounds};
use salal_domain::fees::{Fee, fee};
use salal_domain::prescriptions::again::same_medicine;
use salal_domain::prescriptions::limits::{Drug, check_number, same_drug};
use salal_domain::texts::request as texts;
use uuid::Uuid;

use super::dto::{AskFee, CheckDuplicate, CheckNumber, DuplicateAnswer, FeeView, NumberAnswer};
use super::{again, repo, view};
use crate::api::{Json, Request};
use crate::error::{Error, Result};
use salal_people::people;

/// The patient in a path.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub(super) struct Whose {
    /// The patient's id.
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// POST /prescription/medication/number/{personId}
pub(super) async fn check_count(
    request: Request<Json<CheckNumber>, Whose>,
) -> Result<Json<NumberAnswer>> {
    if !request.scope.allows(request.path.person_id) {
        return Err(Error::not_found());
    }
    let (today, _) = vancouver_day_bounds(vancouver_day(request.now()));
    let db = request.ctx.db.read();
    let same = people::same_number(db, request.path.person_id).await?;
    let asked = repo::asked_since(db, &same, today).await?;
    let more = u32::try_from(request.body.0.prescription_obj.medications.len()).unwrap_or(u32::MAX);
    let unlimited = request.ctx.settings.features.unlimited_medications;
    request.audit_access(request.path.person_id);
    let lines = &request.body.0.prescription_obj.medications;
    let held = again::foreseen(&request.ctx, &request.scope, request.path.person_id, lines).await?;
    Ok(Json(match check_number(asked, more, unlimited) {
        Ok(left) => NumberAnswer {
            success: true,
            left,
            message: String::new(),
            held,
        },
        Err(refusal) => NumberAnswer {
            success: false,
            left: 0,
            message: refusal.message,
            held,
        },
    }))
}

/// POST /prescription/person/duplicate/{personId}
pub(super) async fn check_duplicate(
    request: Request<Json<CheckDuplicate>, Whose>,
) -> Result<Json<DuplicateAnswer>> {
    if !request.scope.allows(request.path.person_id) {
        return Err(Error::not_found());
    }
    let sent = &request.body.0;
    let drug = Drug {
        name: &sent.drug.name,
        ingredients: &sent.drug.ingredients,
        administrations: &sent.drug.administrations,
    };
    let mut added = sent.medications.iter().map(again::typed);
    let same = added.find(|other| same_drug(&drug, other));
    request.audit_access(request.path.person_id);
    Ok(Json(DuplicateAnswer {
        is_drug_existed: same.is_some(),
        message: same.and_then(|other| same_medicine(&drug, &other)),
    }))
}

/// POST /prescription/fee
pub(super) async fn ask_fee(request: Request<Json<AskFee>>) -> Result<Json<FeeView>> {
    let me = request.me()?.person_id;
    let person =
        people::load_facts(&request.ctx, request.ctx.db.read(), &request.scope, me).await?;
    if request.body.0.medications > 100 {
        return Err(Error::field("medications", texts::MAXIMUM_REACHED));
    }
    let due = if request.ctx.settings.features.free {
        Fee::NONE
    } else {
        let rule = request.ctx.settings.fees.rule;
        fee(rule, person.payer, request.body.0.medications)
    };
    Ok(Json(view::fee_view(&request.ctx, &due, person.payer)))
}
