// SPDX-License-Identifier: AGPL-3.0-or-later

//! Bills a visit. Patient, doctor and amount come from the record and the lists, never from the page; unique
//! indexes prevent billing a visit twice.

use salal_db::{ConstraintName, is_unique_violation};
use salal_domain::billing::visit::{Visit, validate_visit};
use salal_domain::days::vancouver_day;
use salal_domain::fees::Payer;
use salal_domain::subjects::SubjectKind;
use salal_formats::teleplan::lists::diagnosis_code;
use uuid::Uuid;

use super::{repo, view};
use crate::api::{Json, Request, Role};
use crate::billing::claim::{BilledVisit, Claim};
use crate::billing::dto::{BillAnswer, BillObj, NewBill};
use crate::billing::{EVENT, on, repo as lists};
use crate::error::{Error, Result};
use salal_exchange::messages;
use salal_people::people::{self, NewEncounter, PersonFacts, Visits};

const EXISTS: &str = "Bill already exists";
const SAVED: &str = "Save bill information successfully";

/// POST /tele-plan/bill
pub(in crate::billing) async fn create(
    request: Request<Json<NewBill>>,
) -> Result<Json<BillAnswer>> {
    on(&request.ctx)?;
    let (ctx, sent) = (&request.ctx, &request.body.0.bill_obj);
    let db = ctx.db.read();
    let visits = ctx.hooks.get::<Visits>();
    let about = (visits.billable)(db, &request.scope, sent.prescription_id).await?;
    if about.person != sent.person_id {
        return Err(Error::not_found());
    }
    request.audit_access(about.person);
    let person = people::load_facts(ctx, db, &request.scope, about.person).await?;
    insured(&person)?;
    if !about.is_in_review {
        return Err(Error::conflict(
            "NOT_OPEN",
            "Only a request that has reached the doctors can be billed.",
        ));
    }
    let code = checked(&request, sent, &person).await?;
    let named = match sent.seen_by {
        Some(doctor) => Some(people::doctor_named(db, doctor).await?),
        None => None,
    };
    let (doctor, number) = practitioner(&request, named.or(about.doctor)).await?;
    let day = vancouver_day(sent.service_start_time);
    let amount = lists::fee_on(db, &sent.service_code, day)
        .await?
        .ok_or_else(|| Error::broken("a listed service code has no amount"))?;

    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    if repo::exists(
        &tx,
        sent.prescription_id,
        about.person,
        day,
        &sent.service_code,
    )
    .await?
    {
        return Ok(Json(exists()));
    }
    let visit = BilledVisit {
        folio: repo::next_folio(&tx).await?,
        person: about.person,
        prescription: sent.prescription_id,
        practitioner: (doctor, number),
        way: sent.bill_way,
        diagnosis_code: code,
        service_code: sent.service_code.clone(),
        day,
        started_at: salal_db::to_micros(sent.service_start_time),
        ended_at: salal_db::to_micros(sent.service_end_time),
        amount,
    };
    let claim = Claim::bill(ctx, visit, me);
    let bill = view::view(ctx, &tx, &request.scope, &claim).await?;
    if let Err(error) = claim.save(&tx, ctx).await {
        let known = [ConstraintName::BillPrescription, ConstraintName::BillVisit];
        return match is_unique_violation(&error) {
            Some(broken) if known.contains(&broken) => Ok(Json(exists())),
            _ => Err(error.into()),
        };
    }
    let met = NewEncounter {
        kind: sent.bill_way.encounter_kind(),
        start: sent.service_start_time,
        end: sent.service_end_time,
        by: me,
        seen_by: Some(doctor),
    };
    (visits.record)(&tx, ctx, &request.scope, sent.prescription_id, met).await?;
    let (id, prescription) = (claim.id(), sent.prescription_id);
    messages::mark_billed(&tx, SubjectKind::Prescription, prescription, id).await?;
    request.publish_after_commit(EVENT, id, claim.person());
    request.publish_after_commit("prescription", prescription, claim.person());
    let answer = BillAnswer {
        is_exist_bill: false,
        message: SAVED.to_owned(),
        bill: Some(bill),
    };
    request.commit(tx, answer).await
}

fn exists() -> BillAnswer {
    BillAnswer {
        is_exist_bill: true,
        message: EXISTS.to_owned(),
        bill: None,
    }
}

/// Visits of private-pay patients are never billed to the plan (decision 47).
pub(super) fn insured(person: &PersonFacts) -> Result<()> {
    let refused = |code, text: &str| Err(Error::conflict(code, text));
    match person.payer {
        Payer::PrivatePay => refused(
            "PRIVATE_PAY",
            "This patient pays privately. The visit cannot be billed to the plan.",
        ),
        Payer::NoValidCard => refused(
            "NOT_INSURED",
            "This patient has no valid BC card. The visit cannot be billed to the plan.",
        ),
        Payer::ValidCard if person.health_number.is_none() => refused(
            "NOT_INSURED",
            "This patient has no BC health number. The visit cannot be billed to the plan.",
        ),
        Payer::ValidCard => Ok(()),
    }
}

/// The normalized diagnosis code, after validating all input.
async fn checked<B>(request: &Request<B>, sent: &BillObj, person: &PersonFacts) -> Result<String> {
    let visit = Visit {
        diagnosis_code: &sent.diagnosis_code,
        service_code: &sent.service_code,
        start: sent.service_start_time,
        end: sent.service_end_time,
    };
    good_visit(request, &visit, person).await
}

/// Like `checked`, also for a changed bill.
pub(super) async fn good_visit<B, P>(
    request: &Request<B, P>,
    visit: &Visit<'_>,
    person: &PersonFacts,
) -> Result<String> {
    let faults = validate_visit(visit, person.date_of_birth, request.now());
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let code = diagnosis_code(visit.diagnosis_code).unwrap_or_default();
    if !lists::is_listed(request.ctx.db.read(), &code).await? {
        return Err(Error::field("diagnosisCode", "Unknown diagnosis code."));
    }
    Ok(code)
}

/// The doctor of the visit: who saw the patient according to the page or the record; otherwise a doctor who
/// bills an unreviewed visit. Clicking the button alone makes no one the doctor.
async fn practitioner<B>(request: &Request<B>, saw: Option<Uuid>) -> Result<(Uuid, String)> {
    let me = request.me()?;
    let own = (me.role == Role::Doctor).then_some(me.person_id);
    let missing = || {
        Error::conflict(
            "NO_PRACTITIONER",
            "The visit has no doctor with an MSP billing number. A doctor must acknowledge the prescription first.",
        )
    };
    let doctor = saw.or(own).ok_or_else(missing)?;
    let known = people::practitioner(request.ctx.db.read(), doctor).await?;
    let number = known
        .and_then(|one| one.billing_number)
        .filter(|number| !number.trim().is_empty())
        .ok_or_else(missing)?;
    Ok((doctor, number))
}
