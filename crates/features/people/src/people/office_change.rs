// SPDX-License-Identifier: AGPL-3.0-or-later

//! Corrections of a patient's personal information by the office: the partner clinic's record system is
//! updated first, then ours (decisions 32 and 119), so that the two never differ unnoticed.

use salal_domain::eligibility::DocumentKind;
use salal_domain::faults::Fault;
use salal_domain::options::{self, PROVINCES};
use salal_domain::people::health_numbers::{parse_bc_number, parse_card_number};
use salal_domain::people::registration::{Registration, validate_personal_info};
use salal_domain::texts;
use salal_integrations::clinic_emr::PatientInfo as ForClinic;

use super::change::{particulars, rules};
use super::documents::{self, DocumentToBe, Pictures};
use super::dto::PersonView;
use super::forms::PatientInfo;
use super::repo::{self, Particulars};
use super::routes::ById;
use super::search_index::index_for_search;
use super::view;
use crate::api::{Form, Json, Request};
use crate::context::Context;
use crate::error::{Error, Kind, Result};

/// PUT /person/personal-info/{id}
pub(super) async fn patient_info(
    request: Request<Form<PatientInfo>, ById>,
) -> Result<Json<PersonView>> {
    let (ctx, form, id) = (&request.ctx, &request.body.fields, request.path.id);
    if !form.id.is_empty() && form.id.parse() != Ok(id) {
        return Err(Error::malformed(
            "The form and the URL refer to different people.",
        ));
    }
    if !form.by_person.is_empty() {
        request.same_actor(Some(
            form.by_person
                .parse()
                .map_err(|_| Error::not_allowed("You can only act as yourself."))?,
        ))?;
    }
    let db = ctx.db.read();
    let seen = repo::get_person(db, &request.scope, id).await?;
    if !form.version.is_empty() {
        let version: i64 = form
            .version
            .parse()
            .map_err(|_| Error::malformed("The version is a number."))?;
        // Checked before the clinic is updated: the office must first see what someone else changed.
        if version != seen.version {
            return Err(Error::stale(
                &view::person_view(ctx, db, &request.scope, id).await?,
            ));
        }
    }
    let email = repo::account(&ctx.hooks, db, id).await?.email;
    let sent = registration(form);
    let mut faults: Vec<Fault> = validate_personal_info(&sent, &rules(ctx, false))
        .into_iter()
        .map(named_as_sent)
        .collect();
    if !form.email.trim().is_empty() && !form.email.trim().eq_ignore_ascii_case(&email) {
        faults.push(Fault::new("email", texts::profile::EMAIL_IS_THE_PATIENTS));
    }
    let living = documents::living(db, &request.scope, id).await?;
    let document = match document(form) {
        Ok(Some(document)) => Some(document),
        Ok(None) => None,
        Err(fault) => {
            faults.push(fault);
            None
        }
    };
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let new = particulars(&sent, &seen, rules(ctx, false).today);
    let shown = document.clone().or_else(|| {
        living.first().map(|there| DocumentToBe {
            kind: *there.r#type,
            number: there.number.clone(),
            province: there.province.clone(),
            country: there.country_code.clone(),
        })
    });
    tell_clinic(ctx, &new, shown.as_ref(), &email).await?;
    let tx = request.begin().await?;
    let another = new.is_somebody_else(&seen);
    if !repo::set_particulars(&tx, &request.scope, &seen, new).await? {
        return Err(Error::stale(
            &view::person_view(ctx, &tx, &request.scope, id).await?,
        ));
    }
    if another {
        documents::doubt(&tx, id).await?;
    }
    if let Some(document) = document {
        // This form has no country of a passport: the one on file is kept.
        let country = living
            .iter()
            .find(|there| *there.r#type == document.kind)
            .and_then(|there| there.country_code.clone());
        let wanted = DocumentToBe {
            country,
            ..document
        };
        documents::replace(
            &tx,
            ctx,
            &request.scope,
            id,
            vec![wanted],
            Pictures::default(),
        )
        .await?;
    }
    index_for_search(&tx, id).await?;
    let view = view::person_view(ctx, &tx, &request.scope, id).await?;
    request.audit_access(id);
    request.publish_after_commit("person", id, id);
    request.commit(tx, view).await
}

/// If the clinic did not accept the change, nothing is changed here; the office tries again. Without a clinic
/// there is nobody to tell.
async fn tell_clinic(
    ctx: &Context,
    new: &Particulars,
    document: Option<&DocumentToBe>,
    email: &str,
) -> Result<()> {
    if !ctx.settings.services.clinic.is_set() {
        return Ok(());
    }
    let born = new
        .date_of_birth
        .ok_or_else(|| Error::broken("a patient without a date of birth"))?;
    let info = ForClinic {
        first_name: &new.first_name,
        last_name: &new.last_name,
        birth_date: born,
        address: &new.address,
        city: &new.city,
        province: &new.province,
        postal_code: &new.postal_code,
        phone_number: &new.cell_phone,
        best_number: &new.best_phone,
        document_type: document.map_or("", |document| document.kind.code()),
        document_number: document.map_or("", |document| &document.number),
        document_province: document.map_or("", |document| &document.province),
        email,
    };
    let told = ctx.services.clinic.update_patient(&info).await;
    told.map_err(|error| {
        let mut refused = Error::new(
            Kind::OutsideDown,
            "CLINIC_FAILED",
            texts::profile::CLINIC_FAILED,
        );
        refused.cause = Some(format!("partner clinic: {error}"));
        refused
    })
}

fn registration(form: &PatientInfo) -> Registration {
    Registration {
        first_name: form.first_name.clone(),
        last_name: form.last_name.clone(),
        date_of_birth: form.date_of_birth.clone(),
        phone_number: form.phone_number.clone(),
        best_phone_number: form.best_number.clone(),
        address: form.address.clone(),
        city: form.city.clone(),
        province: form.province.clone(),
        postal_code: form.postal_code.clone(),
        ..Registration::default()
    }
}

/// Maps the registration's field names in errors to those of this form.
fn named_as_sent(mut fault: Fault) -> Fault {
    fault.field = match fault.field.as_str() {
        "FirstName" => "firstName".into(),
        "LastName" => "lastName".into(),
        "DateOfBirth" => "dateOfBirth".into(),
        "PhoneNumber" => "phoneNumber".into(),
        "BestPhoneNumber" => "bestNumber".into(),
        "Address" => "address".into(),
        "City" => "city".into(),
        "Province" => "province".into(),
        "PostalCode" => "postalCode".into(),
        other => other.to_owned(),
    };
    fault
}

/// The document of the form; `None` when it is unchanged.
fn document(form: &PatientInfo) -> Result<Option<DocumentToBe>, Fault> {
    if form.doc_type.is_empty() && form.doc_number.trim().is_empty() {
        return Ok(None);
    }
    let kind = DocumentKind::from_code(&form.doc_type)
        .ok_or_else(|| Fault::new("docType", texts::profile::DOCUMENT_TYPE))?;
    let is_bc = kind == DocumentKind::BcCard
        || (kind == DocumentKind::HealthCard && form.doc_province == "BC");
    let number = if is_bc {
        parse_bc_number(&form.doc_number)
            .ok_or_else(|| Fault::new("docNumber", texts::registration::INVALID_BC_CARD_NUMBER))?
    } else {
        parse_card_number(&form.doc_number)
            .ok_or_else(|| Fault::new("docNumber", texts::registration::INVALID_HEALTH_CARD))?
    };
    let province = match kind {
        DocumentKind::BcCard => "BC".to_owned(),
        DocumentKind::Passport => "OTHER".to_owned(),
        DocumentKind::HealthCard if options::is_one_of(PROVINCES, &form.doc_province) => {
            form.doc_province.clone()
        }
        DocumentKind::HealthCard => {
            return Err(Fault::new(
                "docProvince",
                texts::registration::HEALTH_CARD_PROVINCE_REQUIRED,
            ));
        }
    };
    Ok(Some(DocumentToBe {
        kind,
        number,
        province,
        country: None,
    }))
}
