//! The doctor's review: acknowledge, decide and edit lines, choose the pharmacy, add a text. Every
//! step takes the prescription for its transaction and compares versions: a loser gets 409 with what
//! stands now, and nothing is overwritten.

use salal_documents::mail::Mail;
use salal_rules::faults::Refusal;
use salal_rules::prescriptions::dispensing::typed_total;
use salal_rules::prescriptions::status::{MedicationStatus, PrescriptionStatus};
use salal_rules::prescriptions::steps;
use salal_rules::prescriptions::usage::{Usage, validate_usage};
use salal_rules::prescriptions::wording::label_line;
use sea_orm::{DatabaseTransaction, Set};
use uuid::Uuid;

use super::rows::{medication, prescription};
use super::wire::{
    EditedMedication, OfPerson, PrescriptionView, SetDrPharmacy, SetText, UpdateStatus, UpdateUsage,
};
use super::{clinic_notes, create, store, view, work};
use crate::crash;
use crate::door::{Call, Json, Role};
use crate::error::{Error, Result};
use crate::features::drugs::{self, DrugFacts};
use crate::features::{people, pharmacies};
use crate::post;

/// A refusal of the rules as the answer.
pub(super) fn refused(refusal: Refusal) -> Error {
    Error::conflict(refusal.code, refusal.message)
}

/// The answer of every review step: the prescription as it stands after it.
pub(super) async fn finish<B, P, Q>(
    call: &Call<B, P, Q>,
    tx: DatabaseTransaction,
    row: &prescription::Model,
) -> Result<Json<PrescriptionView>> {
    let answer = view::one(&tx, &call.ctx, &call.reach, row.id).await?;
    work::keep(&tx, row, &answer).await?;
    if let Ok(me) = call.me()
        && me.role == Role::Doctor
    {
        store::used(&tx, row.person_id, me.person_id, call.now()).await?;
    }
    call.saw(row.person_id);
    call.changed("prescription", row.id, row.person_id);
    call.commit(tx, answer).await
}

/// The loser's answer.
async fn stale<B, P, Q>(call: &Call<B, P, Q>, tx: &DatabaseTransaction, id: Uuid) -> Error {
    match view::one(tx, &call.ctx, &call.reach, id).await {
        Ok(current) => Error::stale(&current),
        Err(error) => error,
    }
}

/// Takes the prescription if it still stands where the caller saw it.
async fn take<B, P, Q>(
    call: &Call<B, P, Q>,
    tx: &DatabaseTransaction,
    id: Uuid,
    seen: Option<i64>,
) -> Result<prescription::Model> {
    let row = store::take(tx, &call.reach, id).await?;
    // `take` moved the version on by one.
    if seen.is_some_and(|seen| seen + 1 != row.version) {
        return Err(stale(call, tx, id).await);
    }
    Ok(row)
}

/// PUT /prescription/acknowledge
pub(super) async fn acknowledge(call: Call<Json<OfPerson>>) -> Result<Json<PrescriptionView>> {
    let sent = &call.body.0;
    call.same_actor(sent.acknowledged_by)?;
    let me = call.me()?.person_id;
    let tx = call.begin().await?;
    let row = take(&call, &tx, sent.prescription_id, sent.version).await?;
    let known = view::known(&tx, &call.ctx, &call.reach, &row, None).await?;
    steps::can_acknowledge(&known.facts()).map_err(refused)?;
    let to = prescription::ActiveModel {
        acknowledged_by: Set(Some(me)),
        acknowledged_at: Set(Some(call.now())),
        ..Default::default()
    };
    store::update(&tx, row.id, to).await?;
    store::add_status(
        &tx,
        &call.ctx,
        row.id,
        PrescriptionStatus::Acknowledged,
        Some(me),
        None,
    )
    .await?;
    finish(&call, tx, &row).await
}

/// PUT /prescription/medication/updateStatus
pub(super) async fn update_status(
    call: Call<Json<UpdateStatus>>,
) -> Result<Json<PrescriptionView>> {
    let sent = &call.body.0;
    let status = match sent.status.as_deref() {
        None | Some("") => None,
        Some(code) => Some(
            MedicationStatus::from_code(code)
                .ok_or_else(|| Error::field("status", "Approved, Rejected or nothing."))?,
        ),
    };
    let (ctx, me) = (&call.ctx, call.me()?.person_id);
    let tx = call.begin().await?;
    let row = store::take(&tx, &call.reach, sent.prescription.id()).await?;
    let known = view::known(&tx, ctx, &call.reach, &row, None).await?;
    if status == Some(MedicationStatus::Approved) {
        steps::can_approve(&known.facts()).map_err(refused)?;
    } else {
        steps::can_decide(&known.facts()).map_err(refused)?;
    }
    let lines = store::medications(&tx, &[row.id]).await?;
    let line = lines
        .iter()
        .find(|line| line.id == sent.medication.id())
        .ok_or_else(Error::not_found)?;
    let seen = sent.medication.version().unwrap_or(line.version);
    if !store::decide(
        &tx,
        line.id,
        seen,
        status.map(MedicationStatus::code),
        me,
        call.now(),
    )
    .await?
    {
        return Err(stale(&call, &tx, row.id).await);
    }
    store::void_signature(&tx, row.id, call.now()).await?;
    let was_approved = line.status.as_deref() == Some("Approved");
    note_decision(&call, &tx, &row, line, status, was_approved).await?;
    settle_status(&call, &tx, &row, known.status).await?;
    crash::point("approve.before_commit");
    let answer = finish(&call, tx, &row).await?;
    crash::point("approve.after_commit");
    Ok(answer)
}

/// An approval is noted in the clinic's record system; so is an approval that was taken back.
async fn note_decision(
    call: &Call<Json<UpdateStatus>>,
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
    let changes = store::changes(tx, &[line.id]).await?;
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
    clinic_notes::queue(tx, &call.ctx, row.person_id, &text, call.me()?.person_id).await
}

/// The prescription's status follows its lines (decision 52); a new outcome is told to the patient once.
async fn settle_status(
    call: &Call<Json<UpdateStatus>>,
    tx: &DatabaseTransaction,
    row: &prescription::Model,
    before: PrescriptionStatus,
) -> Result<()> {
    let lines = store::medications(tx, &[row.id]).await?;
    let decisions: Vec<_> = lines
        .iter()
        .map(|line| line.status.as_deref().and_then(MedicationStatus::from_code))
        .collect();
    let after = steps::status_after_decisions(row.acknowledged_at.is_some(), &decisions);
    if after == before {
        return Ok(());
    }
    store::add_status(
        tx,
        &call.ctx,
        row.id,
        after,
        Some(call.me()?.person_id),
        None,
    )
    .await?;
    if matches!(
        after,
        PrescriptionStatus::Approved | PrescriptionStatus::Rejected
    ) {
        let person = people::facts(tx, &call.reach, row.person_id).await?;
        let mail = Mail::RequestDecided {
            link: create::link(&call.ctx, row.id),
        };
        post::mail_once(
            tx,
            &call.ctx,
            &person.email,
            mail,
            &format!("decided:{}", row.id),
        )
        .await?;
    }
    Ok(())
}

/// PUT /prescription/medication/usage: the office edits the usage only.
pub(super) async fn usage(call: Call<Json<UpdateUsage>>) -> Result<Json<PrescriptionView>> {
    if call.body.0.medication.drug_id.is_some() {
        return Err(Error::not_allowed(
            "The office edits the usage; the drug is the doctor's.",
        ));
    }
    edit(call).await
}

/// PUT /prescription/medication/medication-usage: the doctor edits drug and usage.
pub(super) async fn medication_usage(
    call: Call<Json<UpdateUsage>>,
) -> Result<Json<PrescriptionView>> {
    edit(call).await
}

async fn edit(call: Call<Json<UpdateUsage>>) -> Result<Json<PrescriptionView>> {
    let (ctx, sent) = (&call.ctx, &call.body.0);
    let me = call.me()?.person_id;
    let faults = validate_usage(&sent.usage);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let tx = call.begin().await?;
    let row = store::take(&tx, &call.reach, sent.prescription.id()).await?;
    let known = view::known(&tx, ctx, &call.reach, &row, None).await?;
    steps::can_edit(&known.facts()).map_err(refused)?;
    let lines = store::medications(&tx, &[row.id]).await?;
    let line = lines
        .iter()
        .find(|line| line.id == sent.medication.id)
        .ok_or_else(Error::not_found)?;
    let seen = sent.medication.version.unwrap_or(line.version);
    let changes = store::changes(&tx, &[line.id]).await?;
    let now = changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))?;
    let drug = drug_of(&call, &tx, &sent.medication, line, now).await?;
    let drug_changed = drug.id != now.drug_id;
    let usage_changed = view::read::<Usage>(&now.usage)? != sent.usage;
    let change = (drug_changed || usage_changed)
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
                call.now(),
            )
        })
        .transpose()?;
    let to = medication::ActiveModel {
        dispense_typed: Set(typed(&call, line)?),
        ahfs_numbers: Set(serde_json::to_value(&drug.tc_ahfs_numbers)?),
        schedules: Set(serde_json::to_value(&drug.schedules)?),
        ..Default::default()
    };
    if !store::edit(&tx, line.id, seen, to, change).await? {
        return Err(stale(&call, &tx, row.id).await);
    }
    store::void_signature(&tx, row.id, call.now()).await?;
    finish(&call, tx, &row).await
}

/// The total as the doctor typed it; the office leaves it as it is; empty text takes it back.
fn typed(call: &Call<Json<UpdateUsage>>, line: &medication::Model) -> Result<Option<String>> {
    match call.body.0.to_dispense.as_deref().map(str::trim) {
        None => Ok(line.dispense_typed.clone()),
        Some("") => Ok(None),
        Some(text) => {
            typed_total(text, "units").map_err(|fault| Error::invalid(vec![fault]))?;
            Ok(Some(text.to_owned()))
        }
    }
}

/// The drug after the edit: another of the catalogue, or the one that stands.
async fn drug_of(
    call: &Call<Json<UpdateUsage>>,
    tx: &DatabaseTransaction,
    sent: &EditedMedication,
    line: &medication::Model,
    now: &super::rows::medication_change::Model,
) -> Result<DrugFacts> {
    if let Some(id) = sent.drug_id.filter(|id| *id != now.drug_id) {
        let _ = call;
        let mut found = drugs::get_many(tx, &[id]).await?;
        return found
            .remove(&id)
            .ok_or_else(|| Error::field("drugId", salal_rules::texts::request::NOT_FOUND));
    }
    Ok(DrugFacts {
        id: now.drug_id,
        name: now.name.clone(),
        administrations: view::read(&now.administrations)?,
        formulations: view::read(&now.formulations)?,
        ingredients: view::read(&now.ingredients)?,
        tc_ahfs_numbers: view::read(&line.ahfs_numbers)?,
        atc_numbers: Vec::new(),
        schedules: view::read(&line.schedules)?,
        class_name: String::new(),
    })
}

/// PUT /prescription/dr-pharmacy
pub(super) async fn dr_pharmacy(call: Call<Json<SetDrPharmacy>>) -> Result<Json<PrescriptionView>> {
    let sent = &call.body.0.prescription;
    let tx = call.begin().await?;
    let row = take(&call, &tx, sent.id, sent.version).await?;
    let known = view::known(&tx, &call.ctx, &call.reach, &row, None).await?;
    steps::can_choose_pharmacy(&known.facts()).map_err(refused)?;
    let pharmacy = match &sent.dr_pharmacy {
        Some(pharmacy) => Some(serde_json::to_value(
            pharmacies::get(&tx, pharmacy.id).await?,
        )?),
        None => None,
    };
    store::update(
        &tx,
        row.id,
        prescription::ActiveModel {
            dr_pharmacy: Set(pharmacy),
            ..Default::default()
        },
    )
    .await?;
    store::void_signature(&tx, row.id, call.now()).await?;
    finish(&call, tx, &row).await
}

/// POST /prescription/set-text: the doctor's own text on the request; not printed on the sheet.
pub(super) async fn set_text(call: Call<Json<SetText>>) -> Result<Json<PrescriptionView>> {
    let sent = &call.body.0.data;
    let text = sent.text.trim();
    if text.chars().count() > 5000 {
        return Err(Error::field("text", "Please use at most 5000 characters."));
    }
    let tx = call.begin().await?;
    let row = take(&call, &tx, sent.prescription_id, sent.version).await?;
    let text = Some(text.to_owned()).filter(|text| !text.is_empty());
    store::update(
        &tx,
        row.id,
        prescription::ActiveModel {
            note_text: Set(text),
            ..Default::default()
        },
    )
    .await?;
    finish(&call, tx, &row).await
}
