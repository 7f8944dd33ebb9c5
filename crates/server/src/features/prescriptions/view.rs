//! Prescriptions as the patient and the staff see them: a handful of queries for any number of them,
//! none a row.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_rules::drug_database::Ingredient;
use salal_rules::fees::{Cents, Fee, Payer, fee};
use salal_rules::prescriptions::dispensing::{self, Total, typed_total};
use salal_rules::prescriptions::refunds::refundable;
use salal_rules::prescriptions::status::{MedicationStatus, PrescriptionStatus};
use salal_rules::prescriptions::steps::{self, Facts, LineFacts, SignatureFact};
use salal_rules::prescriptions::usage::Usage;
use salal_rules::prescriptions::wording::label_line;
use salal_rules::search::fold;
use sea_orm::ConnectionTrait;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::rows::{medication, medication_change, prescription, prescription_status, signature};
use super::wire::{
    ChangeView, DispenseView, FeeLineView, FeeView, FilterMark, MedicationView, PrescriptionPerson,
    PrescriptionView, PrintedView, SignatureView, StatusView,
};
use super::{KIND, store};
use crate::context::Context;
use crate::door::Reach;
use crate::error::{Error, Result};
use crate::features::fax::{self, FaxView};
use crate::features::payments::{self, Standing};
use crate::features::people::{self, PersonRef};
use crate::features::pharmacies::PharmacyView;
use crate::features::{drugs, medical_info};

/// P-20418
pub(super) fn label(number: i64) -> String {
    format!("P-{number}")
}

/// One prescription within reach.
pub(super) async fn one(
    db: &impl ConnectionTrait,
    ctx: &Context,
    reach: &Reach,
    id: Uuid,
) -> Result<PrescriptionView> {
    let row = store::get(db, reach, id).await?;
    many(db, ctx, reach, vec![row])
        .await?
        .pop()
        .ok_or_else(Error::not_found)
}

/// A JSON column as its type.
pub(super) fn read<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T> {
    Ok(serde_json::from_value(value.clone())?)
}

/// Everything that belongs to some prescriptions, read at once.
struct Bundle {
    lines: HashMap<Uuid, Vec<medication::Model>>,
    changes: HashMap<Uuid, Vec<medication_change::Model>>,
    statuses: HashMap<Uuid, Vec<prescription_status::Model>>,
    signatures: HashMap<Uuid, Vec<signature::Model>>,
    money: HashMap<Uuid, Standing>,
    faxes: HashMap<Uuid, FaxView>,
    cards: HashMap<Uuid, people::PersonCard>,
    names: HashMap<Uuid, PersonRef>,
}

/// Prescriptions in the order given.
pub(super) async fn many(
    db: &impl ConnectionTrait,
    ctx: &Context,
    reach: &Reach,
    rows: Vec<prescription::Model>,
) -> Result<Vec<PrescriptionView>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let lines = store::medications(db, &ids).await?;
    let changes = store::changes(db, &lines.iter().map(|line| line.id).collect::<Vec<_>>()).await?;
    let statuses = store::statuses(db, &ids).await?;
    let signatures = store::signatures(db, &ids).await?;
    let mut persons: Vec<Uuid> = rows
        .iter()
        .flat_map(|row| [row.printed_by, row.acknowledged_by])
        .flatten()
        .collect();
    persons.extend(lines.iter().filter_map(|line| line.decided_by));
    persons.extend(changes.iter().map(|change| change.by_person));
    persons.extend(statuses.iter().filter_map(|status| status.by_person));
    persons.extend(signatures.iter().map(|signature| signature.signed_by));
    let patients: Vec<Uuid> = rows.iter().map(|row| row.person_id).collect();
    let bundle = Bundle {
        names: people::names(db, &persons).await?,
        cards: people::cards(db, reach, &patients).await?,
        money: payments::standings(db, KIND, &ids).await?,
        faxes: fax::latest(db, KIND, &ids).await?,
        lines: store::grouped(lines, |line| line.prescription_id),
        changes: store::grouped(changes, |change| change.medication_id),
        statuses: store::grouped(statuses, |status| status.prescription_id),
        signatures: store::grouped(signatures, |signature| signature.prescription_id),
    };
    let allergies = allergies_of(db, reach, &patients).await?;
    rows.iter()
        .map(|row| view(ctx, row, &bundle, &allergies))
        .collect()
}

/// A request that this transaction has just made: nobody paid, signed or faxed it yet, so none of
/// that is looked for, and the patient is known.
pub(super) async fn fresh(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    row: prescription::Model,
    patient: &people::PersonFacts,
    allergies: Vec<String>,
) -> Result<PrescriptionView> {
    let lines = store::medications(tx, &[row.id]).await?;
    let changes = store::changes(tx, &lines.iter().map(|line| line.id).collect::<Vec<_>>()).await?;
    let statuses = store::statuses(tx, &[row.id]).await?;
    let card = patient.card();
    let bundle = Bundle {
        names: HashMap::from([(patient.id, card.person.clone())]),
        cards: HashMap::from([(patient.id, card)]),
        money: HashMap::new(),
        faxes: HashMap::new(),
        signatures: HashMap::new(),
        lines: store::grouped(lines, |line| line.prescription_id),
        changes: store::grouped(changes, |change| change.medication_id),
        statuses: store::grouped(statuses, |status| status.prescription_id),
    };
    view(
        ctx,
        &row,
        &bundle,
        &HashMap::from([(patient.id, allergies)]),
    )
}

/// Recorded allergies of the patients, folded; a page shows one patient, or the own list.
async fn allergies_of(
    db: &impl ConnectionTrait,
    reach: &Reach,
    patients: &[Uuid],
) -> Result<HashMap<Uuid, Vec<String>>> {
    let mut distinct = patients.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let mut found = HashMap::new();
    // Lists over many patients do not show the match.
    if let [patient] = distinct.as_slice() {
        found.insert(
            *patient,
            medical_info::allergies(db, reach, *patient).await?,
        );
    }
    Ok(found)
}

/// The facts the rules decide by.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent fact of the record"
)]
pub(super) struct Known {
    pub(super) status: PrescriptionStatus,
    lines: Vec<LineFacts>,
    was_faxed: bool,
    was_refunded: bool,
    signature: SignatureFact,
    has_fax_number: bool,
    has_college_number: bool,
    cancelling_allowed: bool,
    refundable: Cents,
}

impl Known {
    pub(super) fn facts(&self) -> Facts<'_> {
        Facts {
            status: self.status,
            was_faxed: self.was_faxed,
            was_refunded: self.was_refunded,
            lines: &self.lines,
            signature: self.signature,
            has_fax_number: self.has_fax_number,
            has_college_number: self.has_college_number,
            cancelling_allowed: self.cancelling_allowed,
            refundable: self.refundable,
        }
    }
}

fn status_of(code: &str) -> Result<PrescriptionStatus> {
    PrescriptionStatus::from_code(code)
        .ok_or_else(|| Error::broken("a prescription has an unknown status"))
}

/// Who paid, as it was when the request was made.
pub(super) fn payer_of(row: &prescription::Model) -> Payer {
    match (row.with_card, row.eligibility.as_deref()) {
        (true, _) => Payer::ValidCard,
        (false, Some("private")) => Payer::PrivatePay,
        (false, _) => Payer::NoValidCard,
    }
}

/// The facts of a prescription for the caller `signer` (a doctor's College number).
pub(super) async fn known(
    db: &impl ConnectionTrait,
    ctx: &Context,
    reach: &Reach,
    row: &prescription::Model,
    signer: Option<Uuid>,
) -> Result<Known> {
    let view = many(db, ctx, reach, vec![row.clone()])
        .await?
        .pop()
        .ok_or_else(Error::not_found)?;
    let has_college_number = match signer {
        Some(doctor) => people::practitioner(db, doctor)
            .await?
            .and_then(|p| p.college_number)
            .is_some(),
        None => true,
    };
    Ok(Known {
        has_college_number,
        ..known_of(ctx, row, &view)?
    })
}

fn known_of(ctx: &Context, row: &prescription::Model, view: &PrescriptionView) -> Result<Known> {
    let was = |code: &str| view.statuses.iter().any(|status| status.code == code);
    let pharmacy = view.dr_pharmacy.as_ref().unwrap_or(&view.pharmacy);
    Ok(Known {
        status: status_of(&row.status)?,
        was_faxed: was("FAXED"),
        was_refunded: was("REFUNDED"),
        lines: view
            .medications
            .iter()
            .map(|line| LineFacts {
                status: line.status.as_deref().and_then(MedicationStatus::from_code),
                has_total: line.to_dispense.figures.is_some(),
            })
            .collect(),
        signature: match &view.signature {
            Some(signature) if signature.for_ink => SignatureFact::ForInk,
            Some(_) => SignatureFact::Signed,
            None => SignatureFact::Missing,
        },
        has_fax_number: salal_rules::fax::FaxNumber::parse(&pharmacy.fax).is_ok(),
        has_college_number: true,
        cancelling_allowed: ctx.settings.features.cancel_prescription,
        refundable: Cents::from_dollars(view.refundable).unwrap_or(Cents::ZERO),
    })
}

#[expect(
    clippy::too_many_lines,
    reason = "the whole answer is one value; parting it would hide a field"
)]
fn view(
    ctx: &Context,
    row: &prescription::Model,
    all: &Bundle,
    allergies: &HashMap<Uuid, Vec<String>>,
) -> Result<PrescriptionView> {
    let lines = all
        .lines
        .get(&row.id)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let none = Vec::new();
    let allergies = allergies.get(&row.person_id).unwrap_or(&none);
    let medications: Vec<MedicationView> = lines
        .iter()
        .map(|line| line_view(ctx, line, all, allergies))
        .collect::<Result<_>>()?;
    let money = all.money.get(&row.id).cloned().unwrap_or_default();
    let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    let payer = payer_of(row);
    let due = if row.free {
        Fee {
            amount: Cents::ZERO,
            lines: Vec::new(),
        }
    } else {
        fee(ctx.settings.fees.rule, payer, count)
    };
    let decisions: Vec<_> = lines
        .iter()
        .map(|line| line.status.as_deref().and_then(MedicationStatus::from_code))
        .collect();
    let back = refundable(
        ctx.settings.fees.rule,
        payer,
        Cents(money.charged_cents),
        Cents(money.refunded_cents),
        &decisions,
    );
    let signature = all
        .signatures
        .get(&row.id)
        .and_then(|all| all.iter().rev().find(|one| one.voided_at.is_none()));
    let was_signed = all
        .signatures
        .get(&row.id)
        .is_some_and(|all| !all.is_empty());
    let name = |id: Uuid| all.names.get(&id).cloned().unwrap_or_default();
    let mut view = PrescriptionView {
        id: row.id,
        number: row.number,
        label: label(row.number),
        version: row.version,
        person: person_view(all.cards.get(&row.person_id)),
        medications,
        pharmacy: read(&row.pharmacy)?,
        dr_pharmacy: row
            .dr_pharmacy
            .as_ref()
            .map(read::<PharmacyView>)
            .transpose()?,
        status: row.status.clone(),
        statuses: all
            .statuses
            .get(&row.id)
            .map(|all_of| {
                all_of
                    .iter()
                    .map(|one| status_view(one, &all.names))
                    .collect::<Result<_>>()
            })
            .transpose()?
            .unwrap_or_default(),
        text: row.note_text.clone(),
        created_at: row.created_at,
        fee_due: if money.is_charged() || row.status != "CREATED" {
            0.0
        } else {
            due.amount.dollars()
        },
        fee: fee_view(ctx, &due, payer),
        refundable: back.dollars(),
        refund_state: money.refund,
        payment: money.payment,
        fax: all.faxes.get(&row.id).cloned(),
        signature: signature.map(|one| SignatureView {
            signed_by: name(one.signed_by),
            signed_at: one.signed_at,
            document_sha256: one.document_sha256.clone(),
            for_ink: one.for_ink,
        }),
        printed: row
            .printed_by
            .zip(row.printed_at)
            .map(|(by, at)| PrintedView { by: name(by), at }),
        can_sign: None,
        can_fax: None,
        can_refund: false,
        can_cancel: false,
        can_pay: false,
        can_decide: false,
        can_prescribe: false,
    };
    let mut known = known_of(ctx, row, &view)?;
    if view.signature.is_none() && was_signed {
        known.signature = SignatureFact::Voided;
    }
    offer(&mut view, &known);
    Ok(view)
}

/// Which buttons are offered, and why not.
fn offer(view: &mut PrescriptionView, known: &Known) {
    let facts = known.facts();
    let why = |allowed: Result<(), salal_rules::faults::Refusal>| {
        allowed.err().map(|refusal| refusal.message)
    };
    let open_payment = view.payment.as_ref().is_some_and(|payment| {
        matches!(payment.state.as_str(), "intended" | "capturing" | "unknown")
    });
    let on_its_way = view
        .fax
        .as_ref()
        .is_some_and(|fax| matches!(fax.state.as_str(), "queued" | "sending"));
    view.can_sign = why(steps::can_sign(&facts));
    view.can_fax = why(steps::can_fax(&facts))
        .or_else(|| on_its_way.then(|| "The fax is on its way.".to_owned()));
    view.can_refund = steps::can_refund(&facts).is_ok()
        && !matches!(
            view.refund_state,
            Some(
                payments::RefundState::Intended
                    | payments::RefundState::Unknown
                    | payments::RefundState::Done
            )
        );
    view.can_cancel = steps::can_cancel(&facts).is_ok() && !open_payment;
    view.can_pay = steps::can_pay(&facts).is_ok() && !open_payment && view.fee_due > 0.0;
    view.can_decide = steps::can_decide(&facts).is_ok();
    view.can_prescribe = steps::can_prescribe(&facts).is_ok();
}

fn person_view(card: Option<&people::PersonCard>) -> PrescriptionPerson {
    let card = card.cloned();
    PrescriptionPerson {
        person: card
            .as_ref()
            .map(|card| card.person.clone())
            .unwrap_or_default(),
        date_of_birth: card.as_ref().and_then(|card| card.date_of_birth),
        address: card
            .as_ref()
            .map(|card| card.address.clone())
            .unwrap_or_default(),
        city: card
            .as_ref()
            .map(|card| card.city.clone())
            .unwrap_or_default(),
        province: card
            .as_ref()
            .map(|card| card.province.clone())
            .unwrap_or_default(),
        postal_code: card
            .as_ref()
            .map(|card| card.postal_code.clone())
            .unwrap_or_default(),
        best_phone_number: card.map(|card| card.best_phone).unwrap_or_default(),
    }
}

fn status_view(
    row: &prescription_status::Model,
    names: &HashMap<Uuid, PersonRef>,
) -> Result<StatusView> {
    Ok(StatusView {
        code: row.status.clone(),
        text: status_of(&row.status)?.label().to_owned(),
        at: row.at,
        by: row.by_person.and_then(|id| names.get(&id).cloned()),
        detail: row.detail.clone(),
    })
}

/// A fee on the wire.
pub(super) fn fee_view(ctx: &Context, fee: &Fee, payer: Payer) -> FeeView {
    FeeView {
        amount: fee.amount.dollars(),
        lines: fee
            .lines
            .iter()
            .map(|line| FeeLineView {
                text: line.text.clone(),
                amount: line.amount.dollars(),
            })
            .collect(),
        with_card: payer.with_card(),
        rule: ctx.settings.fees.rule.code().to_owned(),
    }
}

fn line_view(
    ctx: &Context,
    line: &medication::Model,
    all: &Bundle,
    allergies: &[String],
) -> Result<MedicationView> {
    let rows = all
        .changes
        .get(&line.id)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let name = |id: Uuid| all.names.get(&id).cloned().unwrap_or_default();
    let changes: Vec<ChangeView> = rows
        .iter()
        .map(|row| {
            Ok(ChangeView {
                at: row.at,
                by: name(row.by_person),
                kind: row.kind.clone(),
                name: row.name.clone(),
                administrations: read(&row.administrations)?,
                formulations: read(&row.formulations)?,
                ingredients: read(&row.ingredients)?,
                usage: read(&row.usage)?,
            })
        })
        .collect::<Result<_>>()?;
    let now = changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))?
        .clone();
    let ahfs: Vec<String> = read(&line.ahfs_numbers)?;
    let schedules: Vec<String> = read(&line.schedules)?;
    Ok(MedicationView {
        id: line.id,
        version: line.version,
        drug_id: rows.last().map_or(line.drug_id, |row| row.drug_id),
        text_line: label_line(
            &now.name,
            &now.ingredients,
            &now.formulations,
            &now.administrations,
            &now.usage,
        ),
        to_dispense: dispense(ctx, line, &now.usage, &now.formulations),
        allergy_match: matches(allergies, &now.name, &now.ingredients),
        filter: marks(ctx, &now, &ahfs, &schedules),
        tc_ahfs_numbers: ahfs,
        name: now.name,
        administrations: now.administrations,
        formulations: now.formulations,
        ingredients: now.ingredients,
        usages: changes.iter().map(|change| change.usage.clone()).collect(),
        changes,
        status: line.status.clone(),
        decided_by: line.decided_by.map(name),
        decided_at: line.decided_at,
    })
}

fn marks(
    ctx: &Context,
    now: &ChangeView,
    ahfs: &[String],
    schedules: &[String],
) -> Vec<FilterMark> {
    drugs::marks(ctx, &now.name, &now.ingredients, ahfs, schedules)
        .into_iter()
        .map(|(status, reason)| FilterMark { status, reason })
        .collect()
}

/// Allergies whose name stands in the drug's or an ingredient's name.
fn matches(allergies: &[String], name: &str, ingredients: &[Ingredient]) -> Vec<String> {
    let drug = ingredients.iter().fold(fold(name), |all, one| {
        format!("{all} {}", fold(&one.ingredient_name))
    });
    allergies
        .iter()
        .filter(|allergy| fold(allergy).len() > 2 && drug.contains(&fold(allergy)))
        .cloned()
        .collect()
}

/// The clinic's choice of month.
pub(super) fn month(ctx: &Context) -> salal_rules::prescriptions::dispensing::MonthLength {
    use salal_rules::prescriptions::dispensing::MonthLength;
    if ctx.settings.prescriptions.month_days == 28 {
        MonthLength::TwentyEight
    } else {
        MonthLength::Thirty
    }
}

fn dispense(
    ctx: &Context,
    line: &medication::Model,
    usage: &Usage,
    formulations: &[String],
) -> DispenseView {
    let computed = dispensing::to_dispense(usage, formulations, month(ctx));
    let typed: Option<Total> = line
        .dispense_typed
        .as_deref()
        .and_then(|text| typed_total(text, computed.unit).ok());
    let is_typed = typed.is_some();
    let total = typed.or_else(|| computed.total());
    DispenseView {
        computed: computed.computed.map(|number| number.to_string()),
        unit: total
            .as_ref()
            .map_or_else(|| computed.unit.to_owned(), |total| total.unit.clone()),
        figures: total.as_ref().map(|total| total.figures.clone()),
        words: total.map(|total| total.words),
        typed: is_typed,
        needs_typing: computed.needs_typing && !is_typed,
        note: computed.note,
    }
}

/// When the first copy left, for a copy that is sent again.
pub(super) fn first_sent(view: &PrescriptionView) -> Option<DateTime<Utc>> {
    view.fax.as_ref().and_then(|fax| fax.first_sent_at)
}
