// SPDX-License-Identifier: AGPL-3.0-or-later

//! A person as shown to the owner and staff, and the statement "I am in British Columbia".

use std::collections::HashMap;

use salal_db::{Connection, JointRead};
use salal_domain::eligibility::{DocumentKind, DocumentOther, DocumentStatus, PersonFlag};
use sea_orm::{ActiveModelTrait, Set};
use uuid::Uuid;

use super::documents;
use super::dto::{HealthDocumentView, PersonRef, PersonView};
use super::entity::{health_document, location_statement, person};
use super::{repo, same_number};
use crate::api::{Scope, SignedIn};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_reference::pharmacies;
use salal_reference::uploads::{self, Category, FileRef};

/// The person within scope.
pub async fn person_view(
    ctx: &Context,
    db: &Connection,
    scope: &Scope,
    id: Uuid,
) -> Result<PersonView> {
    let mut read = JointRead::for_connection(db);
    let row = read.add(&repo::select_person(scope, id));
    let living = read.add(&documents::select_living(scope, id));
    let account = read.add_statement(repo::select_account(&ctx.hooks, db, id));
    let prescription = repo::PrescriptionPart::add(&mut read, &ctx.hooks, db, id);
    let images = [Category::ProfileImage, Category::SignatureImage];
    let images = uploads::NewestPart::add(&mut read, id, images);
    // For staff only: the owner of neither account is told (decision 170).
    let same = scope
        .is_any()
        .then(|| same_number::OthersPart::add(&mut read, id));
    let mut found = read.run(db).await?;
    let row = found.take(&row)?.pop().ok_or_else(Error::not_found)?;
    let living = found.take(&living)?;
    let account: repo::Account = found.take(&account)?.pop().unwrap_or_default();
    let prescription = prescription.take(&mut found)?;
    let [profile_image, signature_image] = images.take(&mut found)?;
    let mut flags = flags(&row, &living);
    if let Some(same) = same
        && !same.take(&mut found)?.is_empty()
    {
        flags.push(PersonFlag::SameNumber);
    }
    let sides: Vec<Uuid> = living.iter().flat_map(sides).collect();
    let mut read = JointRead::for_connection(db);
    let files = uploads::RefsPart::add(&mut read, &sides);
    let pharmacy = row.preferred_pharmacy_id;
    let pharmacy = pharmacy.map(|id| pharmacies::PharmacyPart::add(&mut read, id));
    let mut found = read.run(db).await?;
    let files = files.take(&mut found)?;
    let preferred_pharmacy = match pharmacy {
        Some(pharmacy) => Some(pharmacy.take(&mut found)?),
        None => None,
    };
    Ok(PersonView {
        flags,
        person: PersonRef {
            id,
            first_name: row.first_name,
            last_name: row.last_name,
        },
        version: row.version,
        date_of_birth: row.date_of_birth,
        phone_number: row.cell_phone,
        phone_verified: row.cell_verified_at.is_some(),
        best_phone_number: row.best_phone,
        name_locked: prescription.is_some() || !account.is_patients(),
        email: account.email,
        address: row.address,
        city: row.city,
        province: row.province,
        postal_code: row.postal_code,
        is_private_pay: row.is_private_pay,
        preferred_pharmacy,
        demographic_number: row.demographic_number,
        eligibility: row.eligibility,
        sex: row.sex,
        created_at: row.created_at,
        profile_image,
        signature_image,
        health_documents: living
            .into_iter()
            .map(|row| document_view(row, &files))
            .collect(),
    })
}

/// The person as a caller may see them: customer service sees other people's names and contact details, and
/// no health information (decision 162).
pub(super) async fn shown_to(
    ctx: &Context,
    db: &Connection,
    scope: &Scope,
    me: &SignedIn,
    id: Uuid,
) -> Result<PersonView> {
    let whole = person_view(ctx, db, scope, id).await?;
    Ok(if me.person_id == id || me.reads_health() {
        whole
    } else {
        name_and_contact(whole)
    })
}

/// Every field is listed, so that a new one needs an explicit choice.
fn name_and_contact(whole: PersonView) -> PersonView {
    PersonView {
        person: whole.person,
        version: whole.version,
        phone_number: whole.phone_number,
        phone_verified: whole.phone_verified,
        best_phone_number: whole.best_phone_number,
        email: whole.email,
        address: whole.address,
        city: whole.city,
        province: whole.province,
        postal_code: whole.postal_code,
        created_at: whole.created_at,
        date_of_birth: None,
        sex: None,
        is_private_pay: false,
        preferred_pharmacy: None,
        demographic_number: None,
        eligibility: None,
        health_documents: Vec::new(),
        profile_image: None,
        signature_image: None,
        // Otherwise it would reveal whether there is a prescription; these callers cannot change names
        // anyway.
        name_locked: true,
        flags: Vec::new(),
    }
}

/// The pictures of a document, front and back.
fn sides(row: &health_document::Model) -> Vec<Uuid> {
    row.upload_id
        .into_iter()
        .chain(row.back_upload_id)
        .collect()
}

fn document_view(
    row: health_document::Model,
    files: &HashMap<Uuid, FileRef>,
) -> HealthDocumentView {
    HealthDocumentView {
        files: sides(&row)
            .iter()
            .filter_map(|id| files.get(id).cloned())
            .collect(),
        id: row.id,
        kind: *row.r#type,
        number: row.number,
        province: row.province,
        status: *row.status,
        other: row.other.map(|other| other.0),
    }
}

/// The flags of many people within scope, in two reads.
pub async fn flags_of(
    db: &Connection,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, Vec<PersonFlag>>> {
    let (people, living) = tokio::try_join!(
        repo::many(db, scope, ids),
        documents::living_of(db, scope, ids),
    )?;
    Ok(people
        .iter()
        .map(|row| {
            let own: Vec<_> = living
                .iter()
                .filter(|document| document.person_id == row.id)
                .cloned()
                .collect();
            (row.id, flags(row, &own))
        })
        .collect())
}

/// The flags of the patient page (specification 001 section 2).
fn flags(row: &person::Model, documents: &[health_document::Model]) -> Vec<PersonFlag> {
    let mut flags = Vec::new();
    let coded = row
        .eligibility
        .as_deref()
        .is_some_and(|c| salal_domain::eligibility::PRIVATE_PAY_CODES.contains(&c));
    if row.is_private_pay || coded {
        flags.push(PersonFlag::Private);
    }
    let card = documents
        .iter()
        .find(|d| *d.r#type == DocumentKind::BcCard)
        .or_else(|| {
            documents
                .iter()
                .find(|d| *d.r#type != DocumentKind::Passport)
        });
    if let Some(card) = card.filter(|_| !row.is_private_pay) {
        match card.other.map(|other| other.0) {
            Some(DocumentOther::Mismatch) => flags.push(PersonFlag::NameMismatch),
            Some(DocumentOther::InvalidBirthdate) => flags.push(PersonFlag::InvalidBirthdate),
            None => {}
        }
        match documents::status_of(card) {
            DocumentStatus::Invalid => flags.push(PersonFlag::NotEligible),
            DocumentStatus::Pending => flags.push(PersonFlag::EligibilityPending),
            DocumentStatus::Unknown => flags.push(PersonFlag::EligibilityUnknown),
            DocumentStatus::Valid => {}
        }
    }
    flags
}

/// Stores a person's statement of being in British Columbia, with the time (reference payments-and-messaging
/// 7).
pub async fn record_location(
    tx: &Connection,
    ctx: &Context,
    id: Uuid,
    session: Option<Uuid>,
) -> Result<()> {
    location_statement::ActiveModel {
        id: Set(ctx.new_id()),
        person_id: Set(id),
        session_id: Set(session),
        at: Set(ctx.now()),
    }
    .insert(tx)
    .await?;
    Ok(())
}
