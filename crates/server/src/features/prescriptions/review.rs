// SPDX-License-Identifier: AGPL-3.0-or-later

//! The doctor's review: acknowledge, decide and edit lines, choose the pharmacy, add a text. Every step locks
//! the prescription for its transaction and compares versions: a stale caller gets 409 with the current
//! version, and nothing is overwritten.

use salal_documents::mail::Mail;
use salal_domain::faults::Refusal;
use salal_domain::prescriptions::prescribing::{By, Step};
use salal_domain::prescriptions::reasons;
use salal_domain::prescriptions::status::{MedicationStatus, PrescriptionStatus};
use salal_domain::prescriptions::steps;
use salal_domain::prescriptions::usage::{Usage, validate_usage};
use salal_domain::prescriptions::wording::label_line;
use salal_domain::unseen;
use sea_orm::{DatabaseTransaction, Set};
use uuid::Uuid;

use super::dto::{
    EditedMedication, OfPerson, PrescriptionView, SetDrPharmacy, SetText, UpdateStatus, UpdateUsage,
};
use super::entity::{medication, medication_change, prescription};
use super::{clinic_notes, create, directions, judge, marks, next_action, repo, view};
use crate::api::{Json, Request, Role};
use crate::crash;
use crate::error::{Error, Result};
use crate::features::drugs::{self, DrugFacts};
use crate::features::{people, pharmacies};
use crate::notifications;

/// Converts a refusal of the rules into an error.
pub(super) fn refused(refusal: Refusal) -> Error {
    Error::conflict(refusal.code, refusal.message)
}

/// The response of every review step: the updated prescription.
pub(super) async fn finish<B, P, Q>(
    request: &Request<B, P, Q>,
    tx: DatabaseTransaction,
    row: &prescription::Model,
) -> Result<Json<PrescriptionView>> {
    let answer = view::load_view(&tx, &request.ctx, &request.scope, row.id).await?;
    next_action::update_next_action(&tx, &request.ctx, row.id, &answer).await?;
    if let Ok(me) = request.me()
        && me.role == Role::Doctor
    {
        repo::used(&tx, row.person_id, me.person_id, request.now()).await?;
    }
    request.audit_access(row.person_id);
    request.publish_after_commit("prescription", row.id, row.person_id);
    request.commit(tx, answer).await
}

/// The error for a stale version.
async fn stale<B, P, Q>(request: &Request<B, P, Q>, tx: &DatabaseTransaction, id: Uuid) -> Error {
    match view::load_view(tx, &request.ctx, &request.scope, id).await {
        Ok(current) => Error::stale(&current),
        Err(error) => error,
    }
}

/// Locks the prescription if its version is the one the caller saw.
async fn take<B, P, Q>(
    request: &Request<B, P, Q>,
    tx: &DatabaseTransaction,
    id: Uuid,
    seen: Option<i64>,
) -> Result<prescription::Model> {
    let row = repo::lock_for_update(tx, &request.scope, id).await?;
    // Locking incremented the version.
    if seen.is_some_and(|seen| seen + 1 != row.version) {
        return Err(stale(request, tx, id).await);
    }
    Ok(row)
}

/// PUT /prescription/acknowledge
pub(super) async fn acknowledge(
    request: Request<Json<OfPerson>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &request.body.0;
    request.same_actor(sent.acknowledged_by)?;
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let row = take(&request, &tx, sent.prescription_id, sent.version).await?;
    let known = view::known(&tx, &request.ctx, &request.scope, &row, None).await?;
    steps::can_acknowledge(&known.facts()).map_err(refused)?;
    let to = prescription::ActiveModel {
        acknowledged_by: Set(Some(me)),
        acknowledged_at: Set(Some(request.now())),
        ..Default::default()
    };
    repo::update(&tx, row.id, to).await?;
    repo::add_status(
        &tx,
        &request.ctx,
        row.id,
        PrescriptionStatus::Acknowledged,
        Some(me),
        None,
    )
    .await?;
    finish(&request, tx, &row).await
}

/// PUT /prescription/medication/updateStatus
pub(super) async fn update_status(
    request: Request<Json<UpdateStatus>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &request.body.0;
    let status = match sent.status.as_deref() {
        None | Some("") => None,
        Some(code) => Some(
            MedicationStatus::from_code(code)
                .ok_or_else(|| Error::field("status", "Approved, Rejected or nothing."))?,
        ),
    };
    let reason = reasons::given(
        status,
        sent.reason_code.as_deref(),
        sent.reason_text.as_deref(),
    )
    .map_err(Error::invalid)?;
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, sent.prescription.id()).await?;
    let (known, before) = view::known_and_seen(&tx, ctx, &request.scope, &row, None).await?;
    if status == Some(MedicationStatus::Approved) {
        steps::can_approve(&known.facts()).map_err(refused)?;
    } else {
        steps::can_decide(&known.facts()).map_err(refused)?;
    }
    let lines = repo::medications(&tx, &[row.id]).await?;
    let line = lines
        .iter()
        .find(|line| line.id == sent.medication.id())
        .ok_or_else(Error::not_found)?;
    if status == Some(MedicationStatus::Approved)
        && let Some(now) = repo::changes(&tx, &[line.id]).await?.last()
    {
        directions::refuse_unsignable(ctx, line, now)?;
    }
    let seen = sent.medication.version().unwrap_or(line.version);
    let act = judge::act_of(sent.exception.as_ref())?;
    if status == Some(MedicationStatus::Approved) {
        let changes = repo::changes(&tx, &[line.id]).await?;
        let judged = judge::JudgedLine::for_line(line, &changes)?;
        let act = judge::allow_by_act(&tx, &judged, act, Step::Approve, By::Doctor).await?;
        if let Some(act) = act {
            request.audit_detail("prescribed_anyway", &act.0);
            let change = create::act_row(ctx, &changes, act, me, request.now())?;
            repo::add_change(&tx, change).await?;
        }
    }
    if !repo::decide(
        &tx,
        line.id,
        seen,
        status.map(MedicationStatus::code),
        &reason,
        me,
        request.now(),
    )
    .await?
    {
        return Err(stale(&request, &tx, row.id).await);
    }
    let decided = (status.map(MedicationStatus::code), sent.marks_opened, me);
    marks::store_marks(&tx, ctx, &row, &before, line.id, decided).await?;
    repo::void_signature(&tx, row.id, request.now()).await?;
    let was_approved = line.status.as_deref() == Some("Approved");
    note_decision(&request, &tx, &row, line, status, was_approved).await?;
    settle_status(&request, &tx, &row, known.status).await?;
    crash::point("approve.before_commit");
    let answer = finish(&request, tx, &row).await?;
    crash::point("approve.after_commit");
    Ok(answer)
}

/// Adds a note to the clinic's record system about an approval, or about its reversal.
async fn note_decision<B>(
    request: &Request<B>,
    tx: &DatabaseTransaction,
    row: &prescription::Model,
    line: &medication::Model,
    status: Option<MedicationStatus>,
    was_approved: bool,
) -> Result<()> {
    let approved = status == Some(MedicationStatus::Approved);
    if approved == was_approved {
        return Ok(());
    }
    let changes = repo::changes(tx, &[line.id]).await?;
    let now = changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))?;
    let text = label_line(
        &now.name,
        &view::read::<Vec<_>>(&now.ingredients)?,
        &view::read::<Vec<_>>(&now.formulations)?,
        &view::read::<Vec<_>>(&now.administrations)?,
        &view::read::<Usage>(&now.usage)?,
    );
    let what = if approved {
        "Renewal approved"
    } else {
        "Approval withdrawn"
    };
    let text = format!("{what} ({}): {text}", view::label(row.number));
    clinic_notes::queue(
        tx,
        &request.ctx,
        row.person_id,
        &text,
        request.me()?.person_id,
    )
    .await
}

/// The prescription's status follows its lines (decision 52); the patient is notified once of a new outcome.
async fn settle_status<B>(
    request: &Request<B>,
    tx: &DatabaseTransaction,
    row: &prescription::Model,
    before: PrescriptionStatus,
) -> Result<()> {
    let lines = repo::medications(tx, &[row.id]).await?;
    let decisions: Vec<_> = lines
        .iter()
        .map(|line| line.status.as_deref().and_then(MedicationStatus::from_code))
        .collect();
    let after = steps::status_after_decisions(row.acknowledged_at.is_some(), &decisions);
    if after == before {
        return Ok(());
    }
    repo::add_status(
        tx,
        &request.ctx,
        row.id,
        after,
        Some(request.me()?.person_id),
        None,
    )
    .await?;
    if matches!(
        after,
        PrescriptionStatus::Approved | PrescriptionStatus::Rejected
    ) {
        let person = people::load_facts(tx, &request.scope, row.person_id).await?;
        let mail = Mail::RequestDecided {
            link: create::link(&request.ctx, row.id),
        };
        notifications::send_email_once(
            tx,
            &request.ctx,
            &person.email,
            mail,
            &format!("decided:{}", row.id),
        )
        .await?;
    }
    Ok(())
}

/// PUT /prescription/medication/usage: the office edits the usage only.
pub(super) async fn usage(request: Request<Json<UpdateUsage>>) -> Result<Json<PrescriptionView>> {
    if request.body.0.medication.drug_id.is_some() {
        return Err(Error::not_allowed(
            "Only a doctor can change the drug. Office staff can edit the usage.",
        ));
    }
    edit(request).await
}

/// PUT /prescription/medication/medication-usage: the doctor edits drug and usage.
pub(super) async fn medication_usage(
    request: Request<Json<UpdateUsage>>,
) -> Result<Json<PrescriptionView>> {
    edit(request).await
}

async fn edit(request: Request<Json<UpdateUsage>>) -> Result<Json<PrescriptionView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let me = request.me()?.person_id;
    let faults = validate_usage(&sent.usage);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, sent.prescription.id()).await?;
    let known = view::known(&tx, ctx, &request.scope, &row, None).await?;
    steps::can_edit(&known.facts()).map_err(refused)?;
    let lines = repo::medications(&tx, &[row.id]).await?;
    let line = lines
        .iter()
        .find(|line| line.id == sent.medication.id)
        .ok_or_else(Error::not_found)?;
    let seen = sent.medication.version.unwrap_or(line.version);
    let changes = repo::changes(&tx, &[line.id]).await?;
    let now = changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))?;
    let drug = drug_of(&tx, &sent.medication, line, now).await?;
    let drug_changed = drug.id != now.drug_id;
    let by_doctor = request.me()?.role == Role::Doctor;
    let act = judge::act_of(sent.exception.as_ref())?;
    if act.is_some() && !by_doctor {
        return Err(Error::not_allowed(
            "A medication of a crossed-out class is the doctor's to prescribe.",
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
    let kept = directions::after_edit(&request, line, now, &drug)?;
    let reason_changed = kept.supply_reason != now.supply_reason;
    let change = (drug_changed || usage_changed || reason_changed || act.is_some())
        .then(|| {
            let kind = if drug_changed { "drug" } else { "usage" };
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
    if let Some(code) = change
        .as_ref()
        .and_then(|change| change.reason_code.as_deref())
    {
        request.audit_detail("prescribed_anyway", code);
    }
    let is_approved = line.status.as_deref() == Some("Approved");
    let to = medication::ActiveModel {
        dispense_typed: Set(kept.total.typed),
        ahfs_numbers: Set(serde_json::to_value(&drug.tc_ahfs_numbers)?),
        schedules: Set(serde_json::to_value(&drug.schedules)?),
        atc_numbers: Set(serde_json::to_value(&drug.atc_numbers)?),
        ..Default::default()
    };
    let changed_approved = is_approved && change.is_some();
    let undone = changed_approved && !by_doctor;
    let to = if changed_approved {
        decided_anew(to, by_doctor.then_some(me))
    } else {
        to
    };
    if !repo::edit(&tx, line.id, seen, to, change).await? {
        return Err(stale(&request, &tx, row.id).await);
    }
    repo::void_signature(&tx, row.id, request.now()).await?;
    if undone {
        note_decision(&request, &tx, &row, line, None, true).await?;
        settle_status(&request, &tx, &row, known.status).await?;
    }
    finish(&request, tx, &row).await
}

/// A doctor who changes an approved line decides it again; after a change by the office it must be decided
/// again.
fn decided_anew(to: medication::ActiveModel, by: Option<Uuid>) -> medication::ActiveModel {
    match by {
        Some(doctor) => medication::ActiveModel {
            decided_by: Set(Some(doctor)),
            ..to
        },
        None => medication::ActiveModel {
            status: Set(None),
            decided_by: Set(None),
            decided_at: Set(None),
            reason_code: Set(None),
            reason_text: Set(None),
            ..to
        },
    }
}

/// The drug after the edit: a different one of the catalogue, or the current one.
async fn drug_of(
    tx: &DatabaseTransaction,
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
    let row = take(&request, &tx, sent.id, sent.version).await?;
    let known = view::known(&tx, &request.ctx, &request.scope, &row, None).await?;
    steps::can_choose_pharmacy(&known.facts()).map_err(refused)?;
    let pharmacy = match &sent.dr_pharmacy {
        Some(pharmacy) => Some(serde_json::to_value(
            pharmacies::get_pharmacy(&tx, pharmacy.id).await?,
        )?),
        None => None,
    };
    repo::update(
        &tx,
        row.id,
        prescription::ActiveModel {
            dr_pharmacy: Set(pharmacy),
            ..Default::default()
        },
    )
    .await?;
    repo::void_signature(&tx, row.id, request.now()).await?;
    finish(&request, tx, &row).await
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
    let row = take(&request, &tx, sent.prescription_id, sent.version).await?;
    let text = Some(text.to_owned()).filter(|text| !text.is_empty());
    repo::update(
        &tx,
        row.id,
        prescription::ActiveModel {
            note_text: Set(text),
            ..Default::default()
        },
    )
    .await?;
    finish(&request, tx, &row).await
}
