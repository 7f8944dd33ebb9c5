// SPDX-License-Identifier: AGPL-3.0-or-later

//! The prescription document: rendered once by the server from stored data when the doctor signs, and stored
//! with its SHA-256 and the strokes; print, preview and fax serve the same bytes (decisions 138 to 140).

use chrono::{DateTime, Utc};
use salal_documents as documents;
use salal_documents::{
    Clinic, HealthNumber, Line, Patient, Pharmacy, Prescriber, PrescriptionDocument, Signature,
};
use salal_domain::people::health_numbers::display_bc_number;
use salal_domain::people::phones::display_phone;
use salal_domain::prescriptions::drawing;
use salal_domain::prescriptions::prescribing::{By, Step};
use salal_domain::prescriptions::steps;
use salal_domain::prescriptions::wording::{directions, drug_name, refill_text, strength_text};
use sea_orm::{ConnectionTrait, Set};
use serde::Deserialize;
use uuid::Uuid;

use super::copies::{self, Way};
use super::dto::{DocumentQuery, MedicationView, OfPerson, PrescriptionView, Sign, SignAnswer};
use super::entity::{prescription, signature};
use super::{KIND, drawings, judge, repo, review, take_over, view};
use crate::api::{Download, Json, NoBody, Request, Scope};
use crate::context::{Context, sha256_hex};
use crate::crash;
use crate::error::{Error, Result};
use crate::features::people::{self, Practitioner};
use crate::features::pharmacies::PharmacyView;
use crate::features::{accounts, fax};

/// The clinic's details as printed.
pub(super) fn clinic(ctx: &Context) -> Clinic {
    let clinic = &ctx.settings.clinic;
    Clinic {
        name: clinic.name.clone(),
        address: clinic.address.clone(),
        phone: clinic.phone.clone(),
        fax: clinic.fax.clone(),
    }
}

/// "Dr. Helen Varga", with the numbers a pharmacist must see; never the billing number (decision 154).
pub(super) fn prescriber(of: &Practitioner) -> Prescriber {
    Prescriber {
        name: format!("Dr. {}", of.name),
        college_number: of.college_number.clone().unwrap_or_default(),
        phone: display_phone(&of.phone),
        fax: display_phone(&of.fax),
    }
}

/// The one pharmacy for which the sheet is valid: the doctor's choice, otherwise the patient's.
pub(super) fn pharmacy_of(view: &PrescriptionView) -> &PharmacyView {
    view.dr_pharmacy.as_ref().unwrap_or(&view.pharmacy)
}

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
    let row = repo::get_prescription(ctx.db.read(), &request.scope, sent.prescription_id).await?;
    if sent.version.is_some_and(|seen| seen != row.version) {
        return Err(Error::stale(
            &view::load_view(ctx.db.read(), ctx, &request.scope, row.id).await?,
        ));
    }
    let known = view::known(ctx.db.read(), ctx, &request.scope, &row, Some(me.person_id)).await?;
    steps::can_sign(&known.facts()).map_err(review::refused)?;
    let doctor = doctor(ctx.db.read(), me.person_id).await?;
    let lines = repo::medications(ctx.db.read(), &[row.id]).await?;
    let taken_over =
        take_over::find_take_over(ctx.db.read(), &lines, me.person_id, &sent.take_over).await?;
    let at = ctx.now();
    let mark = if for_ink {
        Signature::Ink { at }
    } else {
        Signature::Drawn {
            strokes: sent.strokes.clone(),
            at,
        }
    };
    let words = take_over::printed(&taken_over);
    let pdf = render(ctx, &request.scope, row.id, &doctor, mark, words, at).await?;

    let tx = request.begin().await?;
    let taken = repo::lock_for_update(&tx, &request.scope, row.id).await?;
    if taken.version != row.version + 1 {
        // Something changed while the sheet was rendered: the drawing does not sign the new version.
        return Err(Error::stale(
            &view::load_view(&tx, ctx, &request.scope, row.id).await?,
        ));
    }
    judge::allow_approved(&tx, row.id, Step::Sign, By::Doctor).await?;
    let signature_id = ctx.new_id();
    let drawn = if for_ink {
        None
    } else {
        Some(drawings::refuse_a_copy(&tx, &sent.strokes).await?)
    };
    // Concurrent signings do not see each other: a database constraint ensures that a drawing signs only
    // once.
    let ink_hash = match &drawn {
        Some(drawn) => sha256_hex(drawn.shape.text()),
        None => format!("ink {signature_id}"),
    };
    if take_over::write_down(&tx, ctx, &taken_over, me.person_id, at).await? {
        request.audit_detail("taken_over", &taken_over.len().to_string());
    }
    repo::void_signature(&tx, row.id, at).await?;
    let new = fax::NewDocument {
        subject_kind: KIND,
        subject_id: row.id,
        person: row.person_id,
        kind: KIND,
        bytes: pdf,
    };
    let (document_id, sha256) = fax::keep_document(&tx, ctx, new).await?;
    repo::add_signature(
        &tx,
        signature::ActiveModel {
            id: Set(signature_id),
            prescription_id: Set(row.id),
            document_id: Set(document_id),
            signed_by: Set(me.person_id),
            signed_at: Set(at),
            strokes: Set(serde_json::to_value(&sent.strokes)?),
            for_ink: Set(for_ink),
            document_sha256: Set(sha256.clone()),
            voided_at: Set(None),
            prescription_version: Set(taken.version),
            ink_hash: Set(Some(ink_hash)),
            ink_shape: Set(None),
            ink_key: Set(None),
        },
    )
    .await?;
    drawings::store_drawing(&tx, signature_id, drawn.as_ref()).await?;
    let prescription = view::load_view(&tx, ctx, &request.scope, row.id).await?;
    request.audit_access(row.person_id);
    request.publish_after_commit("prescription", row.id, row.person_id);
    crash::point("sign.before_commit");
    let answer = request
        .commit(
            tx,
            SignAnswer {
                document_sha256: sha256,
                signed_at: at,
                prescription,
            },
        )
        .await?;
    crash::point("sign.after_commit");
    Ok(answer)
}

/// Validates the drawing; with the keyboard alternative, the password marks the sheet for ink. True for ink.
async fn refuse_bad_strokes(request: &Request<Json<Sign>>) -> Result<bool> {
    let sent = &request.body.0;
    if sent.strokes.iter().any(|stroke| !stroke.is_empty()) {
        return match drawing::fault_of(&sent.strokes) {
            Some(fault) => Err(Error::field("strokes", fault)),
            None => Ok(false),
        };
    }
    match &sent.password {
        Some(password)
            if accounts::password_fits(&request.ctx, request.me()?.account_id, password)
                .await? =>
        {
            Ok(true)
        }
        Some(_) => Err(Error::field("password", "The password is not correct.")),
        None => Err(Error::field("strokes", "Please draw your signature.")),
    }
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
pub(super) async fn doctor(db: &impl ConnectionTrait, id: Uuid) -> Result<Practitioner> {
    people::practitioner(db, id)
        .await?
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
    id: Uuid,
    doctor: &Practitioner,
    signature: Signature,
    taken_over: String,
    at: DateTime<Utc>,
) -> Result<Vec<u8>> {
    let db = ctx.db.read();
    let view = view::load_view(db, ctx, scope, id).await?;
    let person = people::load_facts(db, scope, view.person.person.id).await?;
    let pharmacy = pharmacy_of(&view);
    let document = PrescriptionDocument {
        label: view.label.clone(),
        written_at: at,
        clinic: clinic(ctx),
        prescriber: prescriber(doctor),
        patient: Patient {
            last_name: person.last_name.clone(),
            first_name: person.first_name.clone(),
            date_of_birth: person.date_of_birth,
            sex: person.sex.clone(),
            health_number: person.health_number.as_deref().map(|digits| HealthNumber {
                number: display_bc_number(digits),
                province: "BC".into(),
            }),
            address: vec![
                person.address.clone(),
                format!(
                    "{}, {} {}",
                    person.city, person.province, person.postal_code
                ),
            ],
            phone: display_phone(&person.best_phone),
        },
        pharmacy: Pharmacy {
            name: pharmacy.name.clone(),
            address: address_lines(pharmacy),
            phone: display_phone(&pharmacy.phone1),
            fax: display_phone(&pharmacy.fax),
        },
        lines: view
            .medications
            .iter()
            .filter(|line| line.status.as_deref() == Some("Approved"))
            .map(line)
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

fn line(view: &MedicationView) -> Result<Line> {
    let usage = view
        .usages
        .last()
        .ok_or_else(|| Error::broken("a medication without a usage"))?;
    let total = &view.to_dispense;
    Ok(Line {
        name: drug_name(&view.name),
        ingredients: view
            .ingredients
            .iter()
            .map(|one| documents::Ingredient {
                name: drug_name(&one.ingredient_name),
                strength: strength_text(one),
            })
            .collect(),
        form: view.formulations.join(", "),
        route: view.administrations.join(", "),
        directions: directions(usage, &view.formulations, &view.administrations),
        // The directions state the duration.
        duration: String::new(),
        dispense_figures: total.figures.clone().unwrap_or_default(),
        dispense_words: total.words.clone().unwrap_or_default(),
        dispense_unit: total.unit.clone(),
        repeats: u32::try_from(usage.repeat).unwrap_or_default(),
        refills: refill_text(usage),
    })
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct ById {
    pub(super) id: Uuid,
}

/// GET /prescription/document/{id}
pub(super) async fn document(request: Request<NoBody, ById, DocumentQuery>) -> Result<Download> {
    let (ctx, db) = (&request.ctx, request.ctx.db.read());
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
    let _ = ctx;
    request.audit_access(row.person_id);
    Ok(Download {
        content_type: "application/pdf",
        name,
        bytes,
    })
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
    render(
        ctx,
        &request.scope,
        row.id,
        &doctor,
        Signature::Unsigned,
        String::new(),
        ctx.now(),
    )
    .await
}

/// The valid signature.
pub(super) async fn current_signature(
    db: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<signature::Model>> {
    Ok(repo::signatures(db, &[id])
        .await?
        .into_iter()
        .rev()
        .find(|one| one.voided_at.is_none()))
}

/// PUT /prescription/print: records who printed and when; no status (decision 53). From then on, the paper is
/// a copy (decision 160).
pub(super) async fn print(request: Request<Json<OfPerson>>) -> Result<Json<PrescriptionView>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    request.same_actor(sent.faxed_by)?;
    let me = request.me()?.person_id;
    let tx = request.begin().await?;
    let row = repo::lock_for_update(&tx, &request.scope, sent.prescription_id).await?;
    let view = view::load_view(&tx, ctx, &request.scope, row.id).await?;
    let known = view::known(&tx, ctx, &request.scope, &row, None).await?;
    steps::can_print(&known.facts()).map_err(review::refused)?;
    let step = if known.facts().copy.was_issued() {
        Step::SendAgain
    } else {
        Step::Print
    };
    judge::allow_approved(&tx, row.id, step, By::Doctor).await?;
    let signature = current_signature(&tx, row.id)
        .await?
        .ok_or_else(|| Error::conflict("NOT_SIGNED", "This prescription is not signed yet."))?;
    copies::issue(&tx, ctx, &row, &view, &signature, (Way::Paper, me)).await?;
    let to = prescription::ActiveModel {
        printed_by: Set(Some(me)),
        printed_at: Set(Some(request.now())),
        ..Default::default()
    };
    repo::update(&tx, row.id, to).await?;
    crash::point("print.before_commit");
    let answer = review::finish(&request, tx, &row).await?;
    crash::point("print.after_commit");
    Ok(answer)
}

/// A line's drug as printed on the sheet: `Metformin 500 mg tablet`.
pub(super) fn drug_words(line: &MedicationView) -> String {
    let name = drug_name(&line.name);
    let strengths: Vec<String> = line
        .ingredients
        .iter()
        .map(strength_text)
        .filter(|text| !text.is_empty() && !name.contains(text.as_str()))
        .collect();
    [
        name,
        strengths.join(" + "),
        line.formulations.join(", ").to_lowercase(),
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect::<Vec<_>>()
    .join(" ")
}
