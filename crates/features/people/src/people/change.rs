// SPDX-License-Identifier: AGPL-3.0-or-later

//! Changes to one's own profile: personal information and the health document. Not here: credentials
//! (accounts), and corrections by the office (`office_change`).

use salal_domain::days::vancouver_day;
use salal_domain::eligibility::DocumentKind;
use salal_domain::faults::Fault;
use salal_domain::people::dates::parse_birth_date;
use salal_domain::people::health_numbers::{parse_bc_number, parse_card_number};
use salal_domain::people::names::{one_line, parse_name};
use salal_domain::people::phones::parse_phone;
use salal_domain::people::postal_codes::parse_postal_code;
use salal_domain::people::registration::{
    LONGEST_ADDRESS, Registration, RegistrationRules, validate_health_document,
    validate_personal_info,
};
use salal_domain::texts;
use uuid::Uuid;

use super::clinic_profile::tell_clinic;
use super::documents::{self, DocumentToBe};
use super::dto::PersonView;
use super::entity::person;
use super::forms::{HealthDocument, PersonalInfo};
use super::images::take_sides;
use super::repo::{self, Particulars};
use super::routes::ById;
use super::search_index::index_for_search;
use super::view;
use crate::api::{Form, Json, Request, Role};
use crate::context::Context;
use crate::error::{Error, Result};
use salal_reference::uploads::{self, Category, Kinds};

/// The validation rules of this deployment, today.
pub(super) fn rules(ctx: &Context, office: bool) -> RegistrationRules {
    RegistrationRules {
        other_provinces: ctx.settings.features.other_provinces,
        card_upload: ctx.settings.features.card_upload,
        profile_upload: ctx.settings.features.profile_upload,
        automatic: ctx.settings.automatic(),
        office,
        today: vancouver_day(ctx.now()),
    }
}

/// The form and the address must name the same person.
fn same_person(named: &str, id: Uuid) -> Result<()> {
    if named.is_empty() || named.parse() == Ok(id) {
        Ok(())
    } else {
        Err(Error::malformed(
            "The form and the URL refer to different people.",
        ))
    }
}

/// PUT /person/personalInfo/{id}
pub(super) async fn personal_info(
    mut request: Request<Form<PersonalInfo>, ById>,
) -> Result<Json<PersonView>> {
    let id = request.path.id;
    let (face, signature) = (
        request.body.take_file("file"),
        request.body.take_file("signature"),
    );
    let (ctx, form, me) = (&request.ctx, &request.body.fields, request.me()?);
    let seen = repo::get_person(ctx.db.read(), &request.scope, id).await?;
    same_person(&form.person_id, id)?;
    if !form.role.is_empty() && form.role != me.role.code() {
        return Err(Error::not_allowed("A role is not changed by its holder."));
    }
    let is_patient = me.role == Role::Patient;
    let name_locked = !is_patient || repo::has_prescription(&ctx.hooks, ctx.db.read(), id).await?;
    let mut faults = fixed(form, &seen, is_patient, name_locked);
    let sent = registration(form, &seen, is_patient, name_locked);
    faults.extend(validate_personal_info(&sent, &rules(ctx, !is_patient)));
    if face.is_some() && !ctx.settings.features.profile_upload {
        faults.push(Fault::new("file", texts::profile::NO_PROFILE_IMAGES));
    }
    if signature.is_some() && is_patient {
        faults.push(Fault::new("signature", texts::profile::NO_SIGNATURE));
    }
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let images = [(face, Kinds::IMAGES), (signature, Kinds::IMAGES)];
    let [face, signature] = uploads::receive_each(ctx, images).await?;
    let tx = request.begin().await?;
    let new = particulars(&sent, &seen, rules(ctx, !is_patient).today);
    let another = new.is_somebody_else(&seen);
    if !repo::set_particulars(&tx, &request.scope, &seen, new).await? {
        return Err(Error::stale(
            &view::person_view(ctx, &tx, &request.scope, id).await?,
        ));
    }
    if another {
        documents::doubt(&tx, id).await?;
    }
    for (image, category) in [
        (face, Category::ProfileImage),
        (signature, Category::SignatureImage),
    ] {
        if let Some(image) = image {
            uploads::take(&tx, ctx, image, category, id, id).await?;
        }
    }
    if is_patient {
        tell_clinic(&tx, ctx, id).await?;
    }
    index_for_search(&tx, id).await?;
    let view = view::person_view(ctx, &tx, &request.scope, id).await?;
    request.audit_access(id);
    request.commit(tx, view).await
}

/// Fields this person may not change here (decisions 13 and 14). Sending them unchanged, or not at all, is
/// allowed.
fn fixed(
    form: &PersonalInfo,
    seen: &person::Model,
    is_patient: bool,
    name_locked: bool,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let why = if is_patient {
        texts::profile::NAME_LOCKED
    } else {
        texts::profile::NAME_OF_STAFF
    };
    let born = seen.date_of_birth.map(|day| day.to_string());
    let fixed = [
        ("FirstName", &form.first_name, seen.first_name.clone()),
        ("LastName", &form.last_name, seen.last_name.clone()),
        ("DateOfBirth", &form.date_of_birth, born.unwrap_or_default()),
    ];
    for (field, sent, stored) in fixed {
        let sent = sent.trim();
        let same = sent == stored || parse_name(sent).as_deref() == Some(&stored);
        if name_locked && !sent.is_empty() && !same {
            faults.push(Fault::new(field, why));
        }
    }
    let phone = form.phone_number.trim();
    if is_patient && !phone.is_empty() && parse_phone(phone).as_ref() != Some(&seen.cell_phone) {
        faults.push(Fault::new("PhoneNumber", texts::profile::CELL_PHONE_FIXED));
    }
    faults
}

/// The form in the terms of the rules; fixed fields keep their stored values.
fn registration(
    form: &PersonalInfo,
    seen: &person::Model,
    is_patient: bool,
    name_locked: bool,
) -> Registration {
    let born = seen.date_of_birth.map(|day| day.to_string());
    let or = |locked: bool, stored: &str, sent: &str| if locked { stored } else { sent }.to_owned();
    Registration {
        first_name: or(name_locked, &seen.first_name, &form.first_name),
        last_name: or(name_locked, &seen.last_name, &form.last_name),
        date_of_birth: or(name_locked, &born.unwrap_or_default(), &form.date_of_birth),
        phone_number: or(is_patient, &seen.cell_phone, &form.phone_number),
        best_phone_number: form.best_phone_number.clone(),
        address: form.address.clone(),
        city: form.city.clone(),
        province: form.province.clone(),
        postal_code: form.postal_code.clone(),
        ..Registration::default()
    }
}

/// Validated values as stored. Fields that are optional for staff become empty.
pub(super) fn particulars(
    sent: &Registration,
    seen: &person::Model,
    today: chrono::NaiveDate,
) -> Particulars {
    let line = |text: &str| one_line(text, LONGEST_ADDRESS).unwrap_or_default();
    Particulars {
        first_name: parse_name(&sent.first_name).unwrap_or_else(|| seen.first_name.clone()),
        last_name: parse_name(&sent.last_name).unwrap_or_else(|| seen.last_name.clone()),
        date_of_birth: parse_birth_date(&sent.date_of_birth, today)
            .ok()
            .or(seen.date_of_birth),
        cell_phone: parse_phone(&sent.phone_number).unwrap_or_else(|| seen.cell_phone.clone()),
        best_phone: parse_phone(&sent.best_phone_number).unwrap_or_default(),
        address: line(&sent.address),
        city: line(&sent.city),
        province: sent.province.clone(),
        postal_code: parse_postal_code(&sent.postal_code)
            .unwrap_or_else(|| line(&sent.postal_code)),
        ..Particulars::from_row(seen)
    }
}

/// PUT /person/healthDoc/{id}
pub(super) async fn health_document(
    mut request: Request<Form<HealthDocument>, ById>,
) -> Result<Json<PersonView>> {
    let id = request.path.id;
    let (front, back) = (
        request.body.take_file("file"),
        request.body.take_file("back"),
    );
    let (ctx, form) = (&request.ctx, &request.body.fields);
    let seen = repo::get_person(ctx.db.read(), &request.scope, id).await?;
    same_person(&form.person_id, id)?;
    let is_private_pay = match form.is_private_pay.as_str() {
        "true" | "1" => true,
        "" if numbers(form).iter().all(|number| number.is_empty()) => seen.is_private_pay,
        _ => false,
    };
    let wanted = if is_private_pay {
        Vec::new()
    } else {
        wanted(form)
    };
    let living = documents::living(ctx.db.read(), &request.scope, id).await?;
    let has_picture = wanted.first().is_some_and(|document| {
        living
            .iter()
            .any(|there| document.is(there) && there.upload_id.is_some())
    });
    let sent = Registration {
        bc_card_number: form.bc_card_number.clone(),
        health_card_number: form.health_card_number.clone(),
        health_card_province: form.health_card_province.clone(),
        passport_number: form.passport_number.clone(),
        passport_country_id: form.passport_country_id.clone(),
        is_private_pay,
        has_card_image: front.is_some() || has_picture,
        ..Registration::default()
    };
    let mut faults = validate_health_document(&sent, &rules(ctx, false));
    for fault in &mut faults {
        if fault.message == texts::registration::CARD_IMAGE_REQUIRED {
            fault.field = "file".into();
        }
    }
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let sides = [front, back].map(|side| (side, Kinds::IMAGES_AND_PDF));
    let [front, back] = uploads::receive_each(ctx, sides).await?;
    let tx = request.begin().await?;
    let new = Particulars {
        is_private_pay,
        ..Particulars::from_row(&seen)
    };
    if !repo::set_particulars(&tx, &request.scope, &seen, new).await? {
        return Err(Error::stale(
            &view::person_view(ctx, &tx, &request.scope, id).await?,
        ));
    }
    let pictures = if wanted.is_empty() {
        documents::Pictures::default()
    } else {
        take_sides(&tx, ctx, id, front, back).await?
    };
    documents::replace(&tx, ctx, &request.scope, id, wanted, pictures).await?;
    index_for_search(&tx, id).await?;
    let view = view::person_view(ctx, &tx, &request.scope, id).await?;
    request.audit_access(id);
    request.commit(tx, view).await
}

fn numbers(form: &HealthDocument) -> [&str; 3] {
    [
        form.bc_card_number.trim(),
        form.health_card_number.trim(),
        form.passport_number.trim(),
    ]
}

/// The document of a form: selecting an earlier answer clears the later ones (specification 000, section 4),
/// so the first that is filled in counts.
fn wanted(form: &HealthDocument) -> Vec<DocumentToBe> {
    let bc = parse_bc_number(&form.bc_card_number).map(|number| DocumentToBe {
        kind: DocumentKind::BcCard,
        number,
        province: "BC".into(),
        country: None,
    });
    let card = || {
        parse_card_number(&form.health_card_number).map(|number| DocumentToBe {
            kind: DocumentKind::HealthCard,
            number,
            province: form.health_card_province.clone(),
            country: None,
        })
    };
    let passport = || {
        parse_card_number(&form.passport_number).map(|number| DocumentToBe {
            kind: DocumentKind::Passport,
            number,
            province: "OTHER".into(),
            country: Some(form.passport_country_id.clone()),
        })
    };
    bc.or_else(card).or_else(passport).into_iter().collect()
}
