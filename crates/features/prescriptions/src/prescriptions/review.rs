// SPDX-License-Identifier: AGPL-3.0-or-later

//! The doctor's review: acknowledge, decide and edit lines, choose the pharmacy, add a text. Every step locks
//! the prescription for its transaction and compares versions: a stale caller gets 409 with the current
//! version, and nothing is overwritten.

use salal_db::Transaction;
use salal_documents::mail::Mail;
use salal_domain::prescriptions::prescribing::{By, Step};
use salal_domain::prescriptions::reasons;
use salal_domain::prescriptions::sites::site_fault;
use salal_domain::prescriptions::status::{ChangeKind, MedicationStatus, PrescriptionStatus};
use salal_domain::prescriptions::steps;
use salal_domain::prescriptions::usage::{Usage, validate_usage};
use salal_domain::unseen;
use uuid::Uuid;

use super::dto::{
    EditedMedication, OfPerson, PrescriptionView, SetDrPharmacy, SetText, UpdateStatus, UpdateUsage,
};
use super::entity::{medication, medication_change};
use super::prescription::{Decision, Prescription};
use super::{create, directions, judge, view};
use crate::api::{Json, Request, Role};
use crate::crash;
use crate::error::{Error, Result};
use crate::{jobs, notifications};
use salal_drugs::drugs::{self, DrugFacts};
use salal_orders::orders::refused;
use salal_people::people;
use salal_reference::pharmacies;

/// PUT /prescription/acknowledge
pub(super) async fn acknowledge(
    request: Request<Json<OfPerson>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &request.body.0;
    request.same_actor(sent.acknowledged_by)?;
    let doctor = request.me()?.person_id;
    let tx = request.begin().await?;
    let mut prescription =
        Prescription::lock(&request, &tx, sent.prescription_id, sent.version).await?;
    prescription.acknowledge(&request.ctx, doctor)?;
    prescription.save(&request, tx).await
}

/// PUT /prescription/medication/updateStatus
pub(super) async fn update_status(
    request: Request<Json<UpdateStatus>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &request.body.0;
    let status = match sent.status.as_deref() {
        None => None,
        Some(code) => Some(MedicationStatus::from_code(code).ok_or_else(|| {
            Error::field(
                "status",
                "Choose Approved or Rejected, or send null to undo.",
            )
        })?),
    };
    let reason = reasons::given(
        status,
        sent.reason_code.as_deref(),
        sent.reason_text.as_deref(),
    )
    .map_err(Error::invalid)?;
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let act = judge::act_of(sent.exception.as_ref())?;
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, sent.prescription.id(), None).await?;
    let known = prescription.known(ctx)?;
    let approves = status == Some(MedicationStatus::Approved);
    if approves {
        steps::can_approve(&known.facts()).map_err(refused)?;
    } else {
        steps::can_decide(&known.facts()).map_err(refused)?;
    }
    let id = sent.medication.id();
    let was_approved = prescription.line(id)?.0.is_approved();
    if approves {
        let code = prescription.allow_approval(ctx, &tx, id, act, me).await?;
        if let Some(code) = code {
            request.audit_detail("prescribed_anyway", code.code());
        }
    }
    let decision = Decision {
        status,
        reason,
        by: me,
        seen: sent.medication.version(),
        marks_opened: sent.marks_opened,
    };
    prescription.decide(ctx, id, decision)?;
    prescription.void_signature(request.now());
    if approves != was_approved {
        prescription.note_approval(ctx, id, approves, me)?;
    }
    settle_status(&request, &tx, &mut prescription).await?;
    crash::point("approve.before_commit");
    let answer = prescription.save(&request, tx).await?;
    crash::point("approve.after_commit");
    Ok(answer)
}

/// The prescription's status follows its lines (decision 52); the patient is notified once of a new outcome.
async fn settle_status<B>(
    request: &Request<B>,
    tx: &Transaction,
    prescription: &mut Prescription,
) -> Result<()> {
    let ctx = &request.ctx;
    let by = request.me()?.person_id;
    let Some(PrescriptionStatus::Approved | PrescriptionStatus::Rejected) =
        prescription.settle_status(ctx, by)
    else {
        return Ok(());
    };
    let (id, person) = (prescription.row.id, prescription.row.person_id);
    let person = people::load_facts(ctx, tx, &request.scope, person).await?;
    let mail = Mail::RequestDecided {
        link: create::link(ctx, id),
    };
    let letter = notifications::email_job(ctx, &person.email, &mail)?;
    let letter = letter.once(format!("decided:{id}"));
    jobs::enqueue_with(prescription.writes(), ctx, letter);
    Ok(())
}

/// PUT /prescription/medication/usage: the office edits the usage only.
pub(super) async fn usage(request: Request<Json<UpdateUsage>>) -> Result<Json<PrescriptionView>> {
    if request.body.0.medication.drug_id.is_some() {
        return Err(Error::not_allowed(
            "Only a doctor can change the drug. Office staff can edit the usage.",
        ));
    }
    Box::pin(edit(request)).await
}

/// PUT /prescription/medication/medication-usage: the doctor edits drug and usage.
pub(super) async fn medication_usage(
    request: Request<Json<UpdateUsage>>,
) -> Result<Json<PrescriptionView>> {
    Box::pin(edit(request)).await
}

async fn edit(request: Request<Json<UpdateUsage>>) -> Result<Json<PrescriptionView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let me = request.me()?.person_id;
    let faults = validate_usage(&sent.usage);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, sent.prescription.id(), None).await?;
    steps::can_edit(&prescription.known(ctx)?.facts()).map_err(refused)?;
    let (line, changes) = prescription.line(sent.medication.id)?.clone();
    if sent
        .medication
        .version
        .is_some_and(|seen| seen != line.version)
    {
        return Err(Error::stale(&prescription.show(ctx)?));
    }
    let now = changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))?;
    let drug = drug_of(&tx, &sent.medication, &line, now).await?;
    if let Some(fault) = site_fault(&sent.usage, &drug.formulations, &drug.administrations) {
        return Err(Error::invalid(vec![fault]));
    }
    let drug_changed = drug.id != now.drug_id;
    let by_doctor = request.me()?.role == Role::Doctor;
    let act = judge::act_of(sent.exception.as_ref())?;
    if act.is_some() && !by_doctor {
        return Err(Error::not_allowed(
            "Only a doctor can prescribe a crossed-out medication.",
        ));
    }
    let judged = judge::JudgedLine {
        has_act: !drug_changed && judge::act_in_force(&changes).is_some(),
        drug: drug.clone(),
    };
    let by = if by_doctor { By::Doctor } else { By::Office };
    let act = judge::allow_by_act(&tx, &judged, act, Step::Edit, by)
        .await
        .map_err(|answer| answer.beside("drugId"))?;
    let usage_changed = view::read::<Usage>(&now.usage)? != sent.usage;
    let kept = directions::after_edit(&request, &line, now, &drug)?;
    let reason_changed = kept.supply_reason != now.supply_reason;
    let change = (drug_changed || usage_changed || reason_changed || act.is_some())
        .then(|| {
            let kind = if drug_changed {
                ChangeKind::Drug
            } else {
                ChangeKind::Usage
            };
            create::change_row(
                ctx,
                line.id,
                now.seq + 1,
                kind,
                &drug,
                &sent.usage,
                me,
                request.now(),
            )
        })
        .transpose()?
        .map(|change| medication_change::Model {
            supply_reason: kept.supply_reason,
            total_removed: kept.total.removed,
            ..create::with_act(change, act)
        });
    if let Some(code) = change.as_ref().and_then(|change| change.reason_code) {
        request.audit_detail("prescribed_anyway", code.code());
    }
    let changed_approved = line.is_approved() && change.is_some();
    let edited = medication::Model {
        dispense_typed: kept.total.typed,
        ahfs_numbers: serde_json::to_value(&drug.tc_ahfs_numbers)?,
        schedules: serde_json::to_value(&drug.schedules)?,
        atc_numbers: serde_json::to_value(&drug.atc_numbers)?,
        version: line.version + 1,
        ..line
    };
    let id = edited.id;
    let edited = if changed_approved {
        decided_again(edited, by_doctor.then_some(me))
    } else {
        edited
    };
    prescription.edit(edited, change, drug_changed.then_some(drug))?;
    prescription.void_signature(request.now());
    if changed_approved && !by_doctor {
        prescription.note_approval(ctx, id, false, me)?;
        settle_status(&request, &tx, &mut prescription).await?;
    }
    prescription.save(&request, tx).await
}

/// A doctor who changes an approved line decides it again; after a change by the office it must be decided
/// again.
fn decided_again(line: medication::Model, by: Option<Uuid>) -> medication::Model {
    match by {
        Some(doctor) => medication::Model {
            decided_by: Some(doctor),
            ..line
        },
        None => medication::Model {
            status: None,
            decided_by: None,
            decided_at: None,
            reason_code: None,
            reason_text: None,
            ..line
        },
    }
}

/// The drug after the edit: a different one of the catalogue, or the current one.
async fn drug_of(
    tx: &Transaction,
    sent: &EditedMedication,
    line: &medication::Model,
    now: &medication_change::Model,
) -> Result<DrugFacts> {
    if let Some(id) = sent.drug_id.filter(|id| *id != now.drug_id) {
        let mut found = drugs::get_many(tx, &[id]).await?;
        return found
            .remove(&id)
            .ok_or_else(|| Error::field("drugId", salal_domain::texts::request::NOT_FOUND));
    }
    judge::stored_drug_facts(line, now)
}

/// PUT /prescription/dr-pharmacy
pub(super) async fn dr_pharmacy(
    request: Request<Json<SetDrPharmacy>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &request.body.0.prescription;
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, sent.id, sent.version).await?;
    let known = prescription.known(&request.ctx)?;
    steps::can_choose_pharmacy(&known.facts()).map_err(refused)?;
    let pharmacy = match &sent.dr_pharmacy {
        Some(pharmacy) => {
            Some(pharmacies::choose(&tx, "prescription.drPharmacy", pharmacy.id).await?)
        }
        None => None,
    };
    prescription.choose_pharmacy(&tx, pharmacy).await?;
    prescription.void_signature(request.now());
    prescription.save(&request, tx).await
}

/// POST /prescription/set-text: the doctor's own text on the request; not printed on the sheet.
pub(super) async fn set_text(request: Request<Json<SetText>>) -> Result<Json<PrescriptionView>> {
    let sent = &request.body.0.data;
    let text = unseen::trim(&sent.text);
    if unseen::hides(text) {
        return Err(Error::field("text", unseen::HIDDEN));
    }
    if text.chars().count() > 5000 {
        return Err(Error::field("text", "Please use at most 5000 characters."));
    }
    let tx = request.begin().await?;
    let mut prescription =
        Prescription::lock(&request, &tx, sent.prescription_id, sent.version).await?;
    prescription.row.note_text = Some(text.to_owned()).filter(|text| !text.is_empty());
    prescription.save(&request, tx).await
}
