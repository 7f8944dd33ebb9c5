// SPDX-License-Identifier: AGPL-3.0-or-later

//! The prescription document: rendered once by the server from stored data when the doctor signs, and stored
//! with its SHA-256 and the strokes; print, preview and fax serve the same bytes (decisions 138 to 140).

use chrono::{DateTime, Utc};
use salal_db::{Connection, ConstraintName, is_unique_violation};
use salal_documents as documents;
use salal_documents::{Line, Pharmacy, Prescriber, PrescriptionDocument, Signature};
use salal_domain::people::phones::display_phone;
use salal_domain::prescriptions::copies::CopyWay;
use salal_domain::prescriptions::drawing;
use salal_domain::prescriptions::packs::pack_of;
use salal_domain::prescriptions::prescribing::{By, Step};
use salal_domain::prescriptions::steps;
use salal_domain::prescriptions::usage::Usage;
use salal_domain::prescriptions::wording::{
    directions_in_packs, drug_name, drug_with_strengths, on_label, refill_text, strength_text,
};
use salal_formats::drug_database::Ingredient;
use sea_orm::DbErr;
use serde::Deserialize;
use uuid::Uuid;

use super::drawings::Drawn;
use super::dto::{DocumentQuery, OfPerson, PrescriptionView, Sign, SignAnswer};
use super::entity::{medication_change, prescription, signature};
use super::prescription::Prescription;
use super::{KIND, copies, directions as sentences, repo, take_over, view};
use crate::api::{Json, NoBody, Pdf, Request, Scope};
use crate::context::{Context, sha256_hex};
use crate::crash;
use crate::error::{Error, Result};
use salal_accounts::accounts;
use salal_exchange::fax;
use salal_orders::orders;
use salal_people::people::{self, Practitioner};
use salal_reference::pharmacies::PharmacyView;

/// "Dr. Helen Varga", with the numbers a pharmacist must see; never the billing number (decision 154).
pub(super) fn prescriber(of: &Practitioner) -> Prescriber {
    Prescriber {
        name: format!("Dr. {}", of.name),
        college_number: of.college_number.clone().unwrap_or_default(),
        phone: display_phone(&of.phone),
        fax: display_phone(&of.fax),
    }
}

/// Where a pharmacy is, line by line.
pub(super) fn address_lines(pharmacy: &PharmacyView) -> Vec<String> {
    [pharmacy.address.clone(), pharmacy.city.clone()]
        .into_iter()
        .filter(|line| !line.is_empty())
        .collect()
}

/// PUT /prescription/sign
pub(super) async fn sign(request: Request<Json<Sign>>) -> Result<Json<SignAnswer>> {
    let (ctx, sent, me) = (&request.ctx, &request.body.0, request.me()?.clone());
    let for_ink = refuse_bad_strokes(&request).await?;
    let (scope, reader) = (&request.scope, ctx.db.read());
    let id = sent.prescription_id;
    let seen = Prescription::load(reader, ctx, scope, id, Some(me.person_id)).await?;
    if sent
        .version
        .is_some_and(|version| version != seen.row.version)
    {
        return Err(Error::stale(&seen.show(ctx)?));
    }
    let doctor = people::practitioner(reader, me.person_id).await?;
    let mut known = seen.known(ctx)?;
    known.has_college_number = doctor
        .as_ref()
        .is_some_and(|doctor| doctor.college_number.is_some());
    steps::can_sign(&known.facts()).map_err(orders::refused)?;
    let doctor = with_college_number(doctor)?;
    let taken_over = take_over::find_take_over(&seen, me.person_id, &sent.take_over)?;
    let at = ctx.now();
    let mark = mark_of(sent, for_ink, at);
    let words = take_over::printed(&taken_over);
    let pdf = render(ctx, scope, &seen, &doctor, mark, words, at).await?;

    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, scope, id).await?;
    if row.version != seen.row.version + 1 {
        // Something changed while the sheet was rendered: the drawing does not sign the new version.
        return Err(Error::stale(&view::load_view(&tx, ctx, scope, id).await?));
    }
    let mut prescription = seen;
    prescription.row = row;
    prescription
        .allow_approved(&tx, Step::Sign, By::Doctor)
        .await?;
    let drawn = if for_ink {
        None
    } else {
        orders::refuse_used_drawing(&tx, ctx, &sent.strokes).await?;
        Some(Drawn::of(&sent.strokes)?)
    };
    let signature_id = ctx.new_id();
    // Concurrent signings do not see each other: a database constraint ensures that a drawing signs only
    // once.
    let ink_hash = match &drawn {
        Some(drawn) => sha256_hex(drawn.shape.text()),
        None => format!("ink {signature_id}"),
    };
    if take_over::write_down(&mut prescription, ctx, &taken_over, me.person_id, at)? {
        request.audit_detail("taken_over", &taken_over.len().to_string());
    }
    if prescription.void_signature(at) {
        // One signature in force at a time: the earlier one is void before this one is added.
        prescription.write(&tx).await?;
    }
    let new = fax::NewDocument {
        subject_kind: KIND,
        subject_id: id,
        person: prescription.row.person_id,
        kind: KIND.code(),
        bytes: pdf,
    };
    let (document_id, sha256) = fax::keep_document_with(prescription.writes(), ctx, new);
    let signature = signature::Model {
        id: signature_id,
        prescription_id: id,
        document_id,
        signed_by: me.person_id,
        signed_at: at,
        strokes: serde_json::to_value(&sent.strokes)?,
        for_ink,
        document_sha256: sha256.clone(),
        voided_at: None,
        prescription_version: prescription.row.version,
        ink_hash: Some(ink_hash),
        ink_shape: Some(
            drawn
                .as_ref()
                .map(|drawn| drawn.shape.text())
                .unwrap_or_default(),
        ),
        ink_key: drawn.as_ref().map(|drawn| i64::from(drawn.shape.key())),
    };
    prescription.add_signature(signature);
    if let Some(drawn) = &drawn {
        repo::keep_places(prescription.writes(), signature_id, drawn.sketch());
    }
    prescription
        .write(&tx)
        .await
        .map_err(used_at_the_same_time)?;
    crash::point("sign.before_commit");
    let answer = prescription
        .save_as(&request, tx, |prescription| SignAnswer {
            document_sha256: sha256,
            signed_at: at,
            prescription,
        })
        .await?;
    crash::point("sign.after_commit");
    Ok(answer)
}

fn mark_of(sent: &Sign, for_ink: bool, at: DateTime<Utc>) -> Signature {
    if for_ink {
        return Signature::Ink { at };
    }
    Signature::Drawn {
        strokes: sent.strokes.clone(),
        at,
    }
}

/// The error of a drawing that signed another prescription in the meantime.
fn used_at_the_same_time(error: DbErr) -> Error {
    if is_unique_violation(&error) == Some(ConstraintName::SignatureInk) {
        return orders::used_before();
    }
    error.into()
}

/// Validates the drawing; with the keyboard alternative, the password marks the sheet for ink. True for ink.
/// Once the password is locked, no drawing is taken either: whoever guessed at it holds this session.
async fn refuse_bad_strokes(request: &Request<Json<Sign>>) -> Result<bool> {
    let (ctx, sent, account) = (&request.ctx, &request.body.0, request.me()?.account_id);
    if sent.strokes.iter().any(|stroke| !stroke.is_empty()) {
        if let Some(fault) = drawing::fault_of(&sent.strokes) {
            return Err(Error::field("strokes", fault));
        }
        accounts::refuse_while_locked(ctx, account).await?;
        return Ok(false);
    }
    let Some(password) = &sent.password else {
        return Err(Error::field("strokes", "Please draw your signature."));
    };
    accounts::prove_password(request, password, "password").await?;
    Ok(true)
}

/// Why rendering failed: the message names what the doctor can correct, but not internal errors.
fn no_sheet(error: &documents::DocumentError) -> Error {
    match error {
        documents::DocumentError::Signature => Error::field(
            "strokes",
            "This drawing cannot be printed. Please draw your signature again.",
        ),
        documents::DocumentError::NoLines => {
            Error::conflict("NOTHING_APPROVED", "No medication is approved.")
        }
        documents::DocumentError::Template { .. } => {
            Error::broken(format!("prescription document: {error}"))
        }
    }
}

/// The doctor's professional record; required for signing.
pub(super) async fn doctor(db: &Connection, id: Uuid) -> Result<Practitioner> {
    with_college_number(people::practitioner(db, id).await?)
}

fn with_college_number(doctor: Option<Practitioner>) -> Result<Practitioner> {
    doctor
        .filter(|doctor| doctor.college_number.is_some())
        .ok_or_else(|| {
            Error::conflict(
                "NO_COLLEGE_NUMBER",
                "A doctor without a College number cannot sign.",
            )
        })
}

/// Renders the sheet from stored data alone.
async fn render(
    ctx: &Context,
    scope: &Scope,
    prescription: &Prescription,
    doctor: &Practitioner,
    signature: Signature,
    taken_over: String,
    at: DateTime<Utc>,
) -> Result<Vec<u8>> {
    let person = people::load_facts(ctx, ctx.db.read(), scope, prescription.row.person_id).await?;
    let pharmacy = prescription.pharmacy()?;
    let document = PrescriptionDocument {
        label: prescription.label(),
        written_at: at,
        clinic: orders::clinic(ctx),
        prescriber: prescriber(doctor),
        patient: orders::patient(person),
        pharmacy: Pharmacy {
            address: address_lines(&pharmacy),
            phone: display_phone(&pharmacy.phone1),
            fax: display_phone(&pharmacy.fax),
            name: pharmacy.name,
        },
        lines: prescription
            .approved_lines()
            .map(|line| printed_line(ctx, line))
            .collect::<Result<_>>()?,
        signature,
        taken_over,
    };
    let pdf = tokio::task::spawn_blocking(move || documents::prescription(&document))
        .await
        .map_err(Error::broken)?
        .map_err(|error| no_sheet(&error))?;
    Ok(pdf.bytes)
}

/// An approved line, with its newest change.
fn printed_line(ctx: &Context, (line, changes): &repo::Line) -> Result<Line> {
    let now = newest(changes)?;
    let usage: Usage = view::read(&now.usage)?;
    let (formulations, administrations): (Vec<String>, Vec<String>) = (
        view::read(&now.formulations)?,
        view::read(&now.administrations)?,
    );
    let ingredients = on_label(&now.name, &view::read::<Vec<Ingredient>>(&now.ingredients)?);
    let pack = pack_of(&now.name, &ingredients, &formulations);
    let typed = line.dispense_typed.as_deref();
    let total = sentences::dispense(ctx, typed, &usage, &formulations, pack);
    Ok(Line {
        name: drug_name(&now.name),
        ingredients: ingredients
            .iter()
            .map(|one| documents::Ingredient {
                name: drug_name(&one.ingredient_name),
                strength: strength_text(one),
            })
            .collect(),
        container: now.container.clone().unwrap_or_default(),
        din: now.din.clone().unwrap_or_default(),
        form: formulations.join(", "),
        route: administrations.join(", "),
        directions: directions_in_packs(&usage, &formulations, &administrations, pack),
        // The directions state the duration.
        duration: String::new(),
        dispense_figures: total.figures.unwrap_or_default(),
        dispense_words: total.words.unwrap_or_default(),
        dispense_unit: total.unit,
        repeats: u32::try_from(usage.repeat).unwrap_or_default(),
        refills: refill_text(&usage),
    })
}

fn newest(changes: &[medication_change::Model]) -> Result<&medication_change::Model> {
    changes
        .last()
        .ok_or_else(|| Error::broken("a medication without a request"))
}

/// The record in a path.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct ById {
    /// The id of the prescription; for a copy or a cancellation, of the copy.
    pub(super) id: Uuid,
}

/// GET /prescription/document/{id}
pub(super) async fn document(request: Request<NoBody, ById, DocumentQuery>) -> Result<Pdf> {
    let db = request.ctx.db.read();
    let row = repo::get_prescription(db, &request.scope, request.path.id).await?;
    let name = format!("{}.pdf", view::label(row.number));
    let bytes = if request.query.preview == Some(true) {
        preview(&request, &row).await?
    } else {
        let signature = current_signature(db, row.id).await?;
        let signature = signature
            .ok_or_else(|| Error::conflict("NOT_SIGNED", "This prescription is not signed yet."))?;
        fax::document(db, &request.scope, signature.document_id).await?
    };
    request.audit_access(row.person_id);
    Ok(Pdf { name, bytes })
}

async fn preview(
    request: &Request<NoBody, ById, DocumentQuery>,
    row: &prescription::Model,
) -> Result<Vec<u8>> {
    let ctx = &request.ctx;
    let me = people::practitioner(ctx.db.read(), request.me()?.person_id).await?;
    let doctor = me.unwrap_or_else(|| Practitioner {
        name: String::new(),
        college_number: None,
        billing_number: None,
        phone: ctx.settings.clinic.phone.clone(),
        fax: ctx.settings.clinic.fax.clone(),
    });
    let (db, scope) = (ctx.db.read(), &request.scope);
    let prescription = Prescription::load(db, ctx, scope, row.id, None).await?;
    unsigned(ctx, scope, &prescription, &doctor).await
}

/// The sheet as it would be signed now, without a signature: PDF.
pub(super) async fn unsigned(
    ctx: &Context,
    scope: &Scope,
    prescription: &Prescription,
    doctor: &Practitioner,
) -> Result<Vec<u8>> {
    let (signature, number) = (Signature::Unsigned, String::new());
    render(
        ctx,
        scope,
        prescription,
        doctor,
        signature,
        number,
        ctx.now(),
    )
    .await
}

/// The valid signature.
async fn current_signature(db: &Connection, id: Uuid) -> Result<Option<signature::Model>> {
    Ok(repo::signatures(db, &[id])
        .await?
        .into_iter()
        .rev()
        .find(|one| one.voided_at.is_none()))
}

/// The valid signature; without one, nothing leaves.
pub(super) fn valid_signature(prescription: &Prescription) -> Result<signature::Model> {
    prescription
        .signature()
        .cloned()
        .ok_or_else(|| Error::conflict("NOT_SIGNED", "This prescription is not signed yet."))
}

/// PUT /prescription/print: records who printed and when; no status (decision 53). From then on, the paper is
/// a copy (decision 160).
pub(super) async fn print(request: Request<Json<OfPerson>>) -> Result<Json<PrescriptionView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    request.same_actor(sent.faxed_by)?;
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let mut prescription = Prescription::lock(&request, &tx, sent.prescription_id, None).await?;
    let known = prescription.known(ctx)?;
    steps::can_print(&known.facts()).map_err(orders::refused)?;
    let step = if known.facts().copy.was_issued() {
        Step::SendAgain
    } else {
        Step::Print
    };
    prescription.allow_approved(&tx, step, By::Doctor).await?;
    let signature = valid_signature(&prescription)?;
    copies::issue(&mut prescription, ctx, &signature, CopyWay::Paper, me)?;
    prescription.row.printed_by = Some(me);
    prescription.row.printed_at = Some(request.now());
    crash::point("print.before_commit");
    let answer = prescription.save(&request, tx).await?;
    crash::point("print.after_commit");
    Ok(answer)
}

/// A line's drug as printed on the sheet: `Metformin 500 mg tablet`, `Lantus 100 units / mL solution, Vial`.
pub(super) fn drug_words((_, changes): &repo::Line) -> Result<String> {
    let now = newest(changes)?;
    let (ingredients, formulations): (Vec<Ingredient>, Vec<String>) = (
        view::read(&now.ingredients)?,
        view::read(&now.formulations)?,
    );
    let what: Vec<String> = [
        formulations.join(", ").to_lowercase(),
        now.container.clone().unwrap_or_default(),
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect();
    let drug = drug_with_strengths(&now.name, &ingredients);
    Ok(format!("{drug} {}", what.join(", ")).trim_end().to_owned())
}
