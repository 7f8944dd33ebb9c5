//! A new request: checked as the contract says, with what the drugs are taken from the catalogue,
//! whether the plan covers the patient asked of the plan, and the fee reckoned here.

use chrono::{DateTime, TimeDelta, Utc};
use salal_documents::mail::Mail;
use salal_rules::days::{vancouver_day, vancouver_day_bounds};
use salal_rules::fees::{Payer, fee};
use salal_rules::prescriptions::limits::{check_number, same_drug};
use salal_rules::prescriptions::request::{validate_agreement, validate_medications};
use salal_rules::prescriptions::status::PrescriptionStatus;
use salal_rules::prescriptions::usage::Usage;
use salal_rules::texts::request as texts;
use sea_orm::Set;
use uuid::Uuid;

use super::rows::{medication, medication_change, prescription};
use super::wire::{
    AskFee, CheckDuplicate, CheckNumber, CreatePrescription, DuplicateAnswer, FeeView,
    NumberAnswer, PrescriptionView,
};
use super::{listeners, store, view};
use crate::context::{Context, sha256_hex};
use crate::crash;
use crate::door::{Call, Created, Json};
use crate::error::{Error, Result};
use crate::features::drugs::{self, DrugFacts};
use crate::features::people::{self, PersonFacts};
use crate::features::{accounts, medical_info, pharmacies};
use crate::{jobs, post};
use salal_rules::faults::Fault;

/// The agreement in force.
const AGREEMENT_VERSION: &str = "2.0";
/// An equal request within this time is a double click (decision 99).
const EQUAL_SECONDS: i64 = 2;

/// POST /prescription
pub(super) async fn create(
    call: Call<Json<CreatePrescription>>,
) -> Result<Created<PrescriptionView>> {
    make(call, false).await
}

/// POST /prescription/create-and-pending
pub(super) async fn create_and_pending(
    call: Call<Json<CreatePrescription>>,
) -> Result<Created<PrescriptionView>> {
    if !call.ctx.settings.features.free {
        return Err(Error::conflict(
            "NOT_FREE",
            "A fee is due for this request. Please create it and pay.",
        ));
    }
    make(call, true).await
}

async fn make(
    call: Call<Json<CreatePrescription>>,
    free: bool,
) -> Result<Created<PrescriptionView>> {
    let (ctx, me) = (&call.ctx, call.me()?.clone());
    let sent = &call.body.0;
    if sent.person.is_some_and(|person| person != me.person_id) {
        return Err(Error::not_found());
    }
    let db = ctx.db.read();
    refuse_bad_values(ctx, sent)?;
    let person = people::facts(db, &call.reach, me.person_id).await?;
    let located =
        sent.location_confirmed || accounts::location_confirmed(db, me.session_id).await?;
    if !located {
        return Err(Error::conflict(
            "LOCATION_NOT_CONFIRMED",
            texts::CONFIRM_LOCATION,
        ));
    }
    if !person.cell_verified {
        return Err(Error::conflict(
            "PHONE_NOT_VERIFIED",
            "Please verify your cell phone number first. Your request is kept.",
        ));
    }
    let lines = chosen_drugs(ctx, sent).await?;
    let pharmacy = sent
        .pharmacy
        .as_ref()
        .map(|p| p.id)
        .ok_or_else(|| Error::field("pharmacy", texts::CHOOSE_PHARMACY))?;
    let pharmacy = pharmacies::get(db, pharmacy)
        .await
        .map_err(|_| Error::field("pharmacy", texts::CHOOSE_PHARMACY))?;
    // Outside services first, outside any transaction.
    let payer = payer_now(&call, &person).await?;
    if person.demographic_number.is_none() {
        people::ensure_demographic(ctx, &call.reach, me.person_id).await?;
    }
    let allergies = medical_info::allergies(db, &call.reach, me.person_id).await?;

    let (id, now) = (ctx.new_id(), ctx.now());
    let hash = sha256_hex(serde_json::to_string(&(&sent.medications, &sent.pharmacy))?);
    // Whatever can be made ready beforehand is: the transaction keeps other writers waiting.
    let mail = Mail::RequestCreated {
        link: link(ctx, id),
    };
    let letter = post::letter(ctx, &person.email, &mail)?.once(format!("created:{id}"));
    let tx = call.begin().await?;
    let number = store::next_number(&tx).await?;
    if store::equal_request(
        &tx,
        me.person_id,
        &hash,
        now - TimeDelta::seconds(EQUAL_SECONDS),
    )
    .await?
    {
        return Err(Error::conflict(
            "EQUAL_REQUEST",
            "This request was sent a moment ago. Please look at your prescription history.",
        ));
    }
    let (today, _) = vancouver_day_bounds(vancouver_day(now));
    let asked = store::asked_since(&tx, me.person_id, today).await?;
    let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    check_number(asked, count, ctx.settings.features.unlimited_medications)
        .map_err(|refusal| Error::field("medications", refusal.message))?;
    let row = store::insert(
        &tx,
        new_row(&New {
            id,
            number,
            person: me.person_id,
            pharmacy: serde_json::to_value(&pharmacy)?,
            payer,
            free,
            hash,
            now,
        }),
    )
    .await?;
    insert_lines(&tx, ctx, id, me.person_id, lines).await?;
    store::begin_history(&tx, ctx, id, me.person_id).await?;
    store::delete_draft(&tx, me.person_id).await?;
    jobs::enqueue(&tx, ctx, letter).await?;
    let answer = if free {
        listeners::make_pending(&tx, ctx, &row, Some("No fee".into())).await?;
        view::one(&tx, ctx, &call.reach, id).await?
    } else {
        view::fresh(&tx, ctx, row, &person, allergies).await?
    };
    call.saw(me.person_id);
    call.changed("prescription", id, me.person_id);
    crash::point("create.before_commit");
    call.commit_as(tx, 201, &answer).await?;
    crash::point("create.after_commit");
    Ok(Created(answer))
}

/// What a new prescription's row is made of.
struct New {
    id: Uuid,
    number: i64,
    person: Uuid,
    pharmacy: serde_json::Value,
    payer: Payer,
    free: bool,
    hash: String,
    now: DateTime<Utc>,
}

fn new_row(new: &New) -> prescription::ActiveModel {
    prescription::ActiveModel {
        id: Set(new.id),
        number: Set(new.number),
        person_id: Set(new.person),
        status: Set(PrescriptionStatus::Created.code().into()),
        pharmacy: Set(new.pharmacy.clone()),
        dr_pharmacy: Set(None),
        note_text: Set(None),
        agreement_version: Set(AGREEMENT_VERSION.into()),
        location_confirmed_at: Set(new.now),
        eligibility: Set(Some(payer_code(new.payer).into())),
        with_card: Set(new.payer.with_card()),
        free: Set(new.free),
        created_at: Set(new.now),
        acknowledged_by: Set(None),
        acknowledged_at: Set(None),
        printed_by: Set(None),
        printed_at: Set(None),
        request_hash: Set(new.hash.clone()),
        version: Set(1),
    }
}

/// The page of a prescription, for e-mails.
pub(super) fn link(ctx: &Context, id: Uuid) -> String {
    format!(
        "{}/prescription/{id}",
        ctx.settings.server.public_url.trim_end_matches('/')
    )
}

fn payer_code(payer: Payer) -> &'static str {
    match payer {
        Payer::ValidCard => "card",
        Payer::NoValidCard => "none",
        Payer::PrivatePay => "private",
    }
}

fn refuse_bad_values(ctx: &Context, sent: &CreatePrescription) -> Result<()> {
    let usages: Vec<&[Usage]> = sent
        .medications
        .iter()
        .map(|line| line.usages.as_slice())
        .collect();
    let mut faults = validate_medications(&usages, ctx.settings.features.unlimited_medications);
    faults.extend(validate_agreement(&sent.agreement));
    if sent.pharmacy.is_none() {
        faults.push(Fault::new("pharmacy", texts::CHOOSE_PHARMACY));
    }
    for (index, line) in sent.medications.iter().enumerate() {
        let earlier = &sent.medications[..index];
        if earlier.iter().any(|other| {
            same_drug(
                &line.name,
                &line.ingredients,
                &other.name,
                &other.ingredients,
            )
        }) {
            faults.push(Fault::new(
                format!("medications[{index}]"),
                texts::ALREADY_ADDED,
            ));
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::invalid(faults))
    }
}

/// The drugs of the request as the catalogue has them; one that may not be refilled is refused.
async fn chosen_drugs(ctx: &Context, sent: &CreatePrescription) -> Result<Vec<(DrugFacts, Usage)>> {
    let ids: Vec<Uuid> = sent
        .medications
        .iter()
        .filter_map(|line| line.drug_id)
        .collect();
    let found = drugs::get_many(ctx.db.read(), &ids).await?;
    let mut lines = Vec::new();
    let mut faults = Vec::new();
    for (index, line) in sent.medications.iter().enumerate() {
        let drug = line.drug_id.and_then(|id| found.get(&id)).cloned();
        match (drug, line.usages.last()) {
            (Some(drug), Some(usage)) => lines.push((drug, usage.clone())),
            _ => faults.push(Fault::new(
                format!("medications[{index}]"),
                texts::NOT_FOUND,
            )),
        }
    }
    let facts: Vec<DrugFacts> = lines.iter().map(|(drug, _)| drug.clone()).collect();
    for (index, judged) in drugs::judge(ctx, &facts).await?.into_iter().enumerate() {
        if !judged.selectable {
            let clinic = &ctx.settings.clinic.partner_name;
            faults.push(Fault::new(
                format!("medications[{index}]"),
                texts::crossed_out(clinic),
            ));
        }
    }
    if faults.is_empty() {
        Ok(lines)
    } else {
        Err(Error::invalid(faults))
    }
}

/// Who pays what, asked of the plan; a slow answer does not cost the patient (decision 36).
async fn payer_now<B>(call: &Call<B>, person: &PersonFacts) -> Result<Payer> {
    if person.is_private_pay || person.health_number.is_none() {
        return Ok(person.payer);
    }
    // What the plan said today is not asked again; a pending answer is.
    let today = vancouver_day(call.now());
    if person
        .plan_answered_at
        .is_some_and(|at| vancouver_day(at) == today)
    {
        return Ok(person.payer);
    }
    people::check_eligibility(&call.ctx, &call.reach, person.id).await?;
    Ok(people::facts(call.ctx.db.read(), &call.reach, person.id)
        .await?
        .payer)
}

async fn insert_lines(
    tx: &impl sea_orm::ConnectionTrait,
    ctx: &Context,
    prescription: Uuid,
    person: Uuid,
    lines: Vec<(DrugFacts, Usage)>,
) -> Result<()> {
    let now = ctx.now();
    let mut rows = Vec::new();
    let mut changes = Vec::new();
    for (position, (drug, usage)) in lines.into_iter().enumerate() {
        let id = ctx.new_id();
        rows.push(medication::ActiveModel {
            id: Set(id),
            prescription_id: Set(prescription),
            person_id: Set(person),
            position: Set(i64::try_from(position).unwrap_or_default()),
            drug_id: Set(drug.id),
            status: Set(None),
            decided_by: Set(None),
            decided_at: Set(None),
            dispense_typed: Set(None),
            ahfs_numbers: Set(serde_json::to_value(&drug.tc_ahfs_numbers)?),
            schedules: Set(serde_json::to_value(&drug.schedules)?),
            version: Set(1),
        });
        changes.push(change_row(
            ctx,
            id,
            1,
            "requested",
            &drug,
            &usage,
            person,
            now,
        )?);
    }
    store::insert_medications(tx, rows, changes).await
}

/// A change row: the drug and the usage whole.
#[expect(
    clippy::too_many_arguments,
    reason = "the columns of one row, each of another type"
)]
pub(super) fn change_row(
    ctx: &Context,
    line: Uuid,
    seq: i64,
    kind: &'static str,
    drug: &DrugFacts,
    usage: &Usage,
    by: Uuid,
    at: DateTime<Utc>,
) -> Result<medication_change::ActiveModel> {
    Ok(medication_change::ActiveModel {
        id: Set(ctx.new_id()),
        medication_id: Set(line),
        seq: Set(seq),
        kind: Set(kind.into()),
        drug_id: Set(drug.id),
        name: Set(drug.name.clone()),
        administrations: Set(serde_json::to_value(&drug.administrations)?),
        formulations: Set(serde_json::to_value(&drug.formulations)?),
        ingredients: Set(serde_json::to_value(&drug.ingredients)?),
        usage: Set(serde_json::to_value(usage)?),
        by_person: Set(by),
        at: Set(at),
    })
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub(super) struct Whose {
    #[serde(rename = "personId")]
    person_id: Uuid,
}

/// POST /prescription/medication/number/{personId}
pub(super) async fn check_count(
    call: Call<Json<CheckNumber>, Whose>,
) -> Result<Json<NumberAnswer>> {
    if !call.reach.allows(call.path.person_id) {
        return Err(Error::not_found());
    }
    let (today, _) = vancouver_day_bounds(vancouver_day(call.now()));
    let asked = store::asked_since(call.ctx.db.read(), call.path.person_id, today).await?;
    let more = u32::try_from(call.body.0.prescription_obj.medications.len()).unwrap_or(u32::MAX);
    let unlimited = call.ctx.settings.features.unlimited_medications;
    call.saw(call.path.person_id);
    Ok(Json(match check_number(asked, more, unlimited) {
        Ok(left) => NumberAnswer {
            success: true,
            left,
            message: String::new(),
        },
        Err(refusal) => NumberAnswer {
            success: false,
            left: 0,
            message: refusal.message,
        },
    }))
}

/// POST /prescription/person/duplicate/{personId}
pub(super) async fn check_duplicate(
    call: Call<Json<CheckDuplicate>, Whose>,
) -> Result<Json<DuplicateAnswer>> {
    if !call.reach.allows(call.path.person_id) {
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
    call.saw(call.path.person_id);
    Ok(Json(DuplicateAnswer { is_drug_existed }))
}

/// POST /prescription/fee
pub(super) async fn ask_fee(call: Call<Json<AskFee>>) -> Result<Json<FeeView>> {
    let me = call.me()?.person_id;
    let person = people::facts(call.ctx.db.read(), &call.reach, me).await?;
    if call.body.0.medications > 100 {
        return Err(Error::field("medications", texts::MAXIMUM_REACHED));
    }
    let due = fee(
        call.ctx.settings.fees.rule,
        person.payer,
        call.body.0.medications,
    );
    Ok(Json(view::fee_view(&call.ctx, &due, person.payer)))
}
