//! What a page asks while a request is being written: whether so many more may be asked for today,
//! whether a drug is in the list already, and the fee. Nothing is changed here.

use salal_rules::days::{vancouver_day, vancouver_day_bounds};
use salal_rules::fees::{Fee, fee};
use salal_rules::prescriptions::limits::{check_number, same_drug};
use salal_rules::texts::request as texts;
use uuid::Uuid;

use super::dto::{AskFee, CheckDuplicate, CheckNumber, DuplicateAnswer, FeeView, NumberAnswer};
use super::{again, repo, view};
use crate::api::{Request, Json};
use crate::error::{Error, Result};
use crate::features::people;

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub(super) struct Whose {
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// POST /prescription/medication/number/{personId}
pub(super) async fn check_count(
    call: Request<Json<CheckNumber>, Whose>,
) -> Result<Json<NumberAnswer>> {
    if !call.scope.allows(call.path.person_id) {
        return Err(Error::not_found());
    }
    let (today, _) = vancouver_day_bounds(vancouver_day(call.now()));
    let db = call.ctx.db.read();
    let same = people::same_number(db, call.path.person_id).await?;
    let asked = repo::asked_since(db, &same, today).await?;
    let more = u32::try_from(call.body.0.prescription_obj.medications.len()).unwrap_or(u32::MAX);
    let unlimited = call.ctx.settings.features.unlimited_medications;
    call.audit_access(call.path.person_id);
    let lines = &call.body.0.prescription_obj.medications;
    let held = again::foreseen(&call.ctx, &call.scope, call.path.person_id, lines).await?;
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
    call: Request<Json<CheckDuplicate>, Whose>,
) -> Result<Json<DuplicateAnswer>> {
    if !call.scope.allows(call.path.person_id) {
        return Err(Error::not_found());
    }
    let sent = &call.body.0;
    let is_drug_existed = sent.medications.iter().any(|line| {
        same_drug(
            &sent.drug.name,
            &sent.drug.ingredients,
            &line.name,
            &line.ingredients,
        )
    });
    call.audit_access(call.path.person_id);
    Ok(Json(DuplicateAnswer { is_drug_existed }))
}

/// POST /prescription/fee
pub(super) async fn ask_fee(call: Request<Json<AskFee>>) -> Result<Json<FeeView>> {
    let me = call.me()?.person_id;
    let person = people::load_facts(call.ctx.db.read(), &call.scope, me).await?;
    if call.body.0.medications > 100 {
        return Err(Error::field("medications", texts::MAXIMUM_REACHED));
    }
    let due = if call.ctx.settings.features.free {
        Fee::NONE
    } else {
        let rule = call.ctx.settings.fees.rule;
        fee(rule, person.payer, call.body.0.medications)
    };
    Ok(Json(view::fee_view(&call.ctx, &due, person.payer)))
}
