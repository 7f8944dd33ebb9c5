// SPDX-License-Identifier: AGPL-3.0-or-later

//! Creates a request: validates it against the contract, takes the drug details from the catalogue, checks
//! the patient's coverage with the plan, and computes the fee.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::Coded;
use salal_domain::days::{vancouver_day, vancouver_day_bounds};
use salal_domain::faults::Fault;
use salal_domain::fees::Payer;
use salal_domain::prescriptions::again::same_medicine;
use salal_domain::prescriptions::limits::{Drug, check_number, same_drug};
use salal_domain::prescriptions::prescribing::{By, Step, Verdict};
use salal_domain::prescriptions::request::{validate_agreement, validate_medications};
use salal_domain::prescriptions::status::{ChangeKind, PrescriptionStatus};
use salal_domain::prescriptions::usage::Usage;
use salal_domain::texts::request as texts;
use uuid::Uuid;

use super::dto::{CreatePrescription, PrescriptionView};
use super::entity::{medication, medication_change, prescription, prescription_status};
use super::prescription::Prescription;
use super::{again, judge, repo, view};
use crate::api::{Created, Json, Request};
use crate::context::{Context, sha256_hex};
use crate::crash;
use crate::error::{Error, Kind, Result};

use salal_drugs::drugs::{self, DrugFacts};
use salal_people::medical_info;
use salal_people::people::{self, PersonFacts};
use salal_reference::pharmacies::{self, Destination};

/// The version of the agreement in force.
const AGREEMENT_VERSION: &str = "2.0";
/// An identical request within this time is a double click (decision 99).
const EQUAL_SECONDS: i64 = 2;

/// POST /prescription
pub(super) async fn create(
    request: Request<Json<CreatePrescription>>,
) -> Result<Created<PrescriptionView>> {
    // Where the service is free, no request waits for payment, whichever route created it.
    let free = request.ctx.settings.features.free;
    make(request, free).await
}

/// POST /prescription/create-and-pending
pub(super) async fn create_and_pending(
    request: Request<Json<CreatePrescription>>,
) -> Result<Created<PrescriptionView>> {
    if !request.ctx.settings.features.free {
        return Err(Error::conflict(
            "NOT_FREE",
            "A fee is due for this request. Please create it and pay.",
        ));
    }
    make(request, true).await
}

#[expect(
    clippy::too_many_lines,
    reason = "the steps of one transaction, in their order"
)]
async fn make(
    request: Request<Json<CreatePrescription>>,
    free: bool,
) -> Result<Created<PrescriptionView>> {
    let (ctx, me) = (&request.ctx, request.me()?.person_id);
    let sent = &request.body.0;
    if sent.person.is_some_and(|person| person != me) {
        return Err(Error::not_found());
    }
    refuse_bad_values(ctx, sent)?;
    let asked = looked_up(&request).await?;
    // External services first, outside any transaction.
    let payer = payer_now(&request, &asked.person).await?;
    if asked.person.demographic_number.is_none() {
        people::ensure_demographic(ctx, &request.scope, me).await?;
    }
    let (id, now) = (ctx.new_id(), ctx.now());
    // Compared by catalogue entry, not as sent: the page may name the same drug in two ways.
    let chosen: Vec<(Uuid, &Usage)> = asked
        .lines
        .iter()
        .map(|(drug, usage)| (drug.id, usage))
        .collect();
    let hash = sha256_hex(serde_json::to_string(&(chosen, asked.pharmacy.view().id))?);
    // Everything that can be prepared beforehand is: the transaction blocks other writers.
    let (mut lines, changes) = rows_of_lines(ctx, id, me, &asked.lines)?;
    let pharmacy = serde_json::to_value(asked.pharmacy.view())?;

    let tx = request.begin().await?;
    let a_moment_ago = now - TimeDelta::seconds(EQUAL_SECONDS);
    let (today, _) = vancouver_day_bounds(vancouver_day(now));
    let counted = repo::count_in(
        &tx,
        &request.scope,
        me,
        &asked.same,
        &hash,
        a_moment_ago,
        today,
    )
    .await?;
    if counted.is_equal {
        return Err(Error::conflict(
            "EQUAL_REQUEST",
            "This request was sent a moment ago. Please look at your prescription history.",
        ));
    }
    let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    check_number(
        counted.today,
        count,
        ctx.settings.features.unlimited_medications,
    )
    .map_err(|refusal| Error::field("medications", refusal.message))?;
    again::hold(
        &tx,
        ctx,
        &counted.standing,
        &sent.medications,
        &asked.lines,
        &mut lines,
    )
    .await?;
    let new = NewRequest {
        row: prescription::Model {
            id,
            number: counted.number,
            person_id: me,
            status: Coded(PrescriptionStatus::Created),
            pharmacy,
            dr_pharmacy: None,
            asked_pharmacy: None,
            note_text: None,
            agreement_version: AGREEMENT_VERSION.into(),
            location_confirmed_at: now,
            eligibility: Some(Coded(payer)),
            with_card: payer.with_card(),
            free,
            created_at: now,
            acknowledged_by: None,
            acknowledged_at: None,
            printed_by: None,
            printed_at: None,
            request_hash: hash,
            pending_at: None,
            work: None,
            work_since: None,
            decided_at: None,
            version: 1,
        },
        first: prescription_status::Model {
            id: ctx.new_id(),
            prescription_id: id,
            seq: 1,
            status: Coded(PrescriptionStatus::Created),
            at: now,
            by_person: Some(me),
            detail: None,
        },
        lines,
        changes,
    };
    let mut last = ctx.db.batch();
    repo::insert_request(&mut last, &new);
    let answer = if free {
        // The step after the first reads from the database.
        std::mem::replace(&mut last, ctx.db.batch())
            .run(&tx)
            .await?;
        let mut made = Prescription::load(&tx, ctx, &request.scope, id, None).await?;
        made.make_pending(&tx, ctx, "No fee".into()).await?;
        made.write_all(&request, &tx).await?
    } else {
        view::fresh(ctx, new, &asked.person, asked.allergies, asked.pharmacy)?
    };
    request.audit_access(me);
    request.publish_after_commit("prescription", id, me);
    crash::point("create.before_commit");
    request.commit_with(tx, last, 201, &answer).await?;
    crash::point("create.after_commit");
    Ok(Created(answer))
}

/// The rows of a new request.
pub(super) struct NewRequest {
    pub(super) row: prescription::Model,
    pub(super) first: prescription_status::Model,
    pub(super) lines: Vec<medication::Model>,
    pub(super) changes: Vec<medication_change::Model>,
}

/// Data a new request depends on.
struct LookedUp {
    person: PersonFacts,
    lines: Vec<(DrugFacts, Usage)>,
    pharmacy: Destination,
    allergies: Vec<String>,
    /// All accounts of the person: the daily limit counts across them (decision 170).
    same: Vec<Uuid>,
}

/// Reads everything a request depends on, concurrently; errors are reported in form order.
async fn looked_up(request: &Request<Json<CreatePrescription>>) -> Result<LookedUp> {
    let (ctx, me, sent) = (&request.ctx, request.me()?, &request.body.0);
    let db = ctx.db.read();
    let located = async {
        if sent.location_confirmed {
            Ok(true)
        } else {
            people::location_confirmed(db, me.session_id).await
        }
    };
    let pharmacy = async {
        match &sent.pharmacy {
            Some(named) => pharmacies::choose(db, "pharmacy", named.id).await,
            None => Err(Error::not_found()),
        }
    };
    let (person, located, lines, pharmacy, allergies, same) = tokio::join!(
        people::load_facts(ctx, db, &request.scope, me.person_id),
        located,
        chosen_drugs(ctx, sent),
        pharmacy,
        medical_info::allergies(db, &request.scope, me.person_id),
        people::same_number(db, me.person_id),
    );
    let person = person?;
    if !located? {
        return Err(Error::conflict(
            "LOCATION_NOT_CONFIRMED",
            texts::CONFIRM_LOCATION,
        ));
    }
    if !person.cell_verified {
        return Err(Error::conflict(
            "PHONE_NOT_VERIFIED",
            "Verify your cell phone number first. Your request has not been sent.",
        ));
    }
    Ok(LookedUp {
        person,
        lines: lines?,
        pharmacy: pharmacy.map_err(|error| match error.kind {
            Kind::NotFound => Error::field("pharmacy", texts::CHOOSE_PHARMACY),
            _ => error,
        })?,
        allergies: allergies?,
        same: same?,
    })
}

/// The page of a prescription, for e-mails.
pub(super) fn link(ctx: &Context, id: Uuid) -> String {
    format!(
        "{}/prescription/{id}",
        ctx.settings.server.public_url.trim_end_matches('/')
    )
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
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::invalid(faults))
    }
}

/// The drugs of the request from the catalogue; a drug that may not be refilled or is listed twice is
/// refused.
async fn chosen_drugs(ctx: &Context, sent: &CreatePrescription) -> Result<Vec<(DrugFacts, Usage)>> {
    let ids: Vec<Uuid> = sent
        .medications
        .iter()
        .filter_map(|line| line.drug_id)
        .collect();
    let db = ctx.db.read();
    let (found, rules) = tokio::try_join!(drugs::get_many(db, &ids), drugs::rules_in_force(db))?;
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
    for (index, line) in facts.iter().enumerate() {
        let drug = again::key(line);
        let mut earlier = facts[..index].iter().map(again::key);
        if let Some(other) = earlier.find(|other| same_drug(&drug, other)) {
            faults.push(Fault::new(
                format!("medications[{index}]"),
                already_added(&drug, &other),
            ));
        }
    }
    for (index, verdict) in judge::fresh(&rules, &facts, Step::Request, By::Patient)
        .into_iter()
        .enumerate()
    {
        if verdict != Verdict::Allowed {
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

/// The text beside a drug that is listed twice; it says why, where the names do not.
fn already_added(drug: &Drug<'_>, other: &Drug<'_>) -> String {
    match same_medicine(drug, other) {
        Some(same) => format!("{} {same}", texts::ALREADY_ADDED),
        None => texts::ALREADY_ADDED.to_owned(),
    }
}

/// Determines the payer by MSP eligibility; on timeout the stored answer is used (decision 36).
async fn payer_now<B>(request: &Request<B>, person: &PersonFacts) -> Result<Payer> {
    if person.is_private_pay || person.health_number.is_none() {
        return Ok(person.payer);
    }
    // The plan's answer of today is reused; a pending answer is checked again.
    let today = vancouver_day(request.now());
    if person
        .plan_answered_at
        .is_some_and(|at| vancouver_day(at) == today)
    {
        return Ok(person.payer);
    }
    people::check_eligibility(&request.ctx, &request.scope, person.id).await?;
    Ok(people::load_facts(
        &request.ctx,
        request.ctx.db.read(),
        &request.scope,
        person.id,
    )
    .await?
    .payer)
}

/// The lines of a request and the first history entry of each.
fn rows_of_lines(
    ctx: &Context,
    prescription: Uuid,
    person: Uuid,
    lines: &[(DrugFacts, Usage)],
) -> Result<(Vec<medication::Model>, Vec<medication_change::Model>)> {
    let now = ctx.now();
    let mut rows = Vec::with_capacity(lines.len());
    let mut changes = Vec::with_capacity(lines.len());
    for (position, (drug, usage)) in lines.iter().enumerate() {
        let id = ctx.new_id();
        rows.push(medication::Model {
            id,
            prescription_id: prescription,
            person_id: person,
            position: i64::try_from(position).unwrap_or_default(),
            drug_id: drug.id,
            status: None,
            decided_by: None,
            decided_at: None,
            reason_code: None,
            reason_text: None,
            dispense_typed: None,
            ahfs_numbers: serde_json::to_value(&drug.tc_ahfs_numbers)?,
            schedules: serde_json::to_value(&drug.schedules)?,
            again: None,
            atc_numbers: serde_json::to_value(&drug.atc_numbers)?,
            version: 1,
        });
        changes.push(change_row(
            ctx,
            id,
            1,
            ChangeKind::Requested,
            drug,
            usage,
            person,
            now,
        )?);
    }
    Ok((rows, changes))
}

/// A history entry with the full drug and usage.
pub(super) fn change_row(
    ctx: &Context,
    line: Uuid,
    seq: i64,
    kind: ChangeKind,
    drug: &DrugFacts,
    usage: &Usage,
    by: Uuid,
    at: DateTime<Utc>,
) -> Result<medication_change::Model> {
    Ok(medication_change::Model {
        id: ctx.new_id(),
        medication_id: line,
        seq,
        kind: Coded(kind),
        drug_id: drug.id,
        name: drug.name.clone(),
        administrations: serde_json::to_value(&drug.administrations)?,
        formulations: serde_json::to_value(&drug.formulations)?,
        ingredients: serde_json::to_value(&drug.ingredients)?,
        usage: serde_json::to_value(usage)?,
        by_person: by,
        at,
        supply_reason: None,
        total_removed: None,
        reason_code: None,
        reason_text: None,
        taken_from: None,
        container: drugs::container(drug),
        din: drugs::chosen_din(ctx, drug),
    })
}

/// The history entry with the doctor's explicit act, if any: its reason and comment.
pub(super) fn with_act(
    change: medication_change::Model,
    act: Option<judge::Act>,
) -> medication_change::Model {
    let Some((code, text)) = act else {
        return change;
    };
    medication_change::Model {
        reason_code: Some(Coded(code)),
        reason_text: text,
        ..change
    }
}

/// The history entry of an act alone: drug and usage are unchanged.
pub(super) fn act_row(
    ctx: &Context,
    changes: &[medication_change::Model],
    act: judge::Act,
    by: Uuid,
    at: DateTime<Utc>,
) -> Result<medication_change::Model> {
    Ok(with_act(once_more(ctx, changes, by, at)?, Some(act)))
}

/// The newest history entry repeated as a new entry.
pub(super) fn once_more(
    ctx: &Context,
    changes: &[medication_change::Model],
    by: Uuid,
    at: DateTime<Utc>,
) -> Result<medication_change::Model> {
    let now = changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))?;
    Ok(medication_change::Model {
        id: ctx.new_id(),
        seq: now.seq + 1,
        kind: Coded(ChangeKind::Usage),
        by_person: by,
        at,
        total_removed: None,
        reason_code: None,
        reason_text: None,
        taken_from: None,
        ..now.clone()
    })
}
