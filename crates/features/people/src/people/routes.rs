// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of people, and their handlers.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{
    CheckEligibility, EligibilityAnswer, PatientList, PatientListRecord, PatientsQuery,
    PersonAnswer, PersonData, PersonView, PreferPharmacy, StoreDemographic,
};
use super::{change, clinic, clinic_profile, eligibility, list, office_change, repo, view};
use crate::api::{
    Access, Audit, Json, Method, NoBody, NoContent, Request, Role, Route, ScopePolicy, route,
};
use crate::error::{Error, Kind, Result};
use salal_platform::changes::JOB;
use salal_reference::pharmacies;

const STAFF: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Post, Put};
    vec![
        route(Get, "/person/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord("Opened the profile"), "A person.", get_person),
        route(Get, "/person/profile/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord("Opened the profile"), "A person's profile.", get_person),
        route(Put, "/person/first-login/{id}", Access::AnySignedIn, ScopePolicy::OwnRecords, Audit::Untraced("the own welcome dialog"), "The welcome dialog was read.", first_login),
        route(Put, "/person/personalInfo/{id}", Access::AnySignedIn, ScopePolicy::OwnRecords, Audit::PatientRecord("Changed the personal information"), "Changes the own particulars.", change::personal_info).refuses(&[Kind::NotAllowed]),
        route(Put, "/person/healthDoc/{id}", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, Audit::PatientRecord("Changed the health document"), "Changes the own health document.", change::health_document),
        route(Put, "/person/personal-info/{id}", Access::Roles(&[Role::Office]), ScopePolicy::AnyPatient, Audit::PatientRecord("Corrected the personal information"), "Corrects a patient's particulars, at the partner clinic first.", office_change::patient_info).refuses(&[Kind::OutsideDown]).named("putPersonPersonalInfoByOffice"),
        route(Put, "/person/location", Access::AnySignedIn, ScopePolicy::OwnRecords, Audit::Untraced("the own statement"), "States: I am in British Columbia at the present time.", confirm_location),
        route(Post, "/person/prefer-pharmacy", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, Audit::PatientRecord("Chose the preferred pharmacy"), "Chooses the preferred pharmacy.", prefer_pharmacy).refuses(&[Kind::NotFound]),
        route(Post, "/person/demographic/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord("Had the clinic's record number stored"), "Has the clinic's record number stored, once.", demographic),
        route(Get, "/person/search-key/{key}", STAFF, ScopePolicy::AnyPatient, Audit::PatientRecord("Viewed the name in the list of patients"), "Searches patients.", search).refuses(&[Kind::Invalid]),
        route(Get, "/user/patients", STAFF, ScopePolicy::AnyPatient, Audit::PatientRecord("Viewed the name in the list of patients"), "The patients list.", patients).refuses(&[Kind::Invalid]),
        route(Post, "/tele-plan/eligibility", Access::Roles(&[Role::Patient, Role::Doctor, Role::Office]), ScopePolicy::AnyPatient, Audit::PatientRecord("Checked MSP coverage"), "Asks the provincial plan whether it covers a person.", check_eligibility).refuses(&[Kind::NotFound, Kind::OutsideDown]),
    ]
}

/// The person in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    /// The person's id.
    pub(super) id: Uuid,
}

/// The search key in a path.
#[derive(Debug, Deserialize, JsonSchema)]
struct ByKey {
    /// Name, email or health number; at least 3 characters.
    key: String,
}

async fn get_person(request: Request<NoBody, ById>) -> Result<Json<PersonView>> {
    let db = request.ctx.db.read();
    let person = view::shown_to(
        &request.ctx,
        db,
        &request.scope,
        request.me()?,
        request.path.id,
    )
    .await?;
    request.audit_access(request.path.id);
    Ok(Json(person))
}

async fn first_login(request: Request<NoBody, ById>) -> Result<Json<PersonView>> {
    let tx = request.begin().await?;
    repo::set_first_login_done(&tx, &request.scope, request.path.id).await?;
    let person = view::person_view(&request.ctx, &tx, &request.scope, request.path.id).await?;
    request.commit(tx, person).await
}

/// The statement "I am in BC".
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ConfirmLocation {
    confirmed: bool,
}

async fn confirm_location(request: Request<Json<ConfirmLocation>>) -> Result<NoContent> {
    if !request.body.0.confirmed {
        return Err(Error::field(
            "confirmed",
            salal_domain::texts::request::CONFIRM_LOCATION,
        ));
    }
    let me = request.me()?;
    let tx = request.begin().await?;
    view::record_location(&tx, &request.ctx, me.person_id, Some(me.session_id)).await?;
    request.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}

async fn prefer_pharmacy(request: Request<Json<PreferPharmacy>>) -> Result<Json<PersonAnswer>> {
    let (person, pharmacy) = (
        request.body.0.person_id,
        request.body.0.preferred_pharmacy.id(),
    );
    let tx = request.begin().await?;
    pharmacies::choose(&tx, "preferredPharmacy", pharmacy).await?;
    clinic_profile::set_preferred_pharmacy(&tx, &request.ctx, &request.scope, person, pharmacy)
        .await?;
    let view = view::person_view(&request.ctx, &tx, &request.scope, person).await?;
    request.audit_access(person);
    request
        .commit(
            tx,
            PersonAnswer {
                data: PersonData { person: view },
            },
        )
        .await
}

async fn demographic(request: Request<Json<StoreDemographic>, ById>) -> Result<Json<PersonView>> {
    let typed = request.body.0.demographic_no.as_deref().unwrap_or_default();
    // The number is requested from the clinic; one named by a patient's page is not trusted. The front desk
    // can enter it from the clinic's own screen when the clinic could not be queried.
    if request.me()?.role == Role::Office && !typed.trim().is_empty() {
        let tx = request.begin().await?;
        clinic::enter(&tx, &request.ctx, &request.scope, request.path.id, typed).await?;
        let view = view::person_view(&request.ctx, &tx, &request.scope, request.path.id).await?;
        request.audit_access(request.path.id);
        request.publish_after_commit(JOB, request.path.id, request.path.id);
        return request.commit(tx, view).await;
    }
    clinic::ensure_demographic(&request.ctx, &request.scope, request.path.id).await?;
    request.audit_access(request.path.id);
    let db = request.ctx.db.read();
    Ok(Json(
        view::shown_to(
            &request.ctx,
            db,
            &request.scope,
            request.me()?,
            request.path.id,
        )
        .await?,
    ))
}

async fn search(request: Request<NoBody, ByKey>) -> Result<Json<Vec<PatientListRecord>>> {
    let found = list::quick(&request.ctx, request.ctx.db.read(), &request.path.key).await?;
    on_list(&request, &found);
    Ok(Json(found))
}

async fn patients(request: Request<NoBody, (), PatientsQuery>) -> Result<Json<PatientList>> {
    let list = list::patients(&request.ctx, request.ctx.db.read(), &request.query).await?;
    on_list(&request, &list.items);
    Ok(Json(list))
}

/// Rows show the health number and the open requests beside the name.
fn on_list<P, Q>(request: &Request<NoBody, P, Q>, rows: &[PatientListRecord]) {
    request.audit_list(rows.iter().map(|row| row.person.person.id));
}

async fn check_eligibility(
    request: Request<Json<CheckEligibility>>,
) -> Result<Json<EligibilityAnswer>> {
    let person = request.body.0.person_id;
    let answer = eligibility::check(&request.ctx, &request.scope, person).await?;
    request.audit_access(person);
    Ok(Json(EligibilityAnswer {
        status: answer.status,
        other: answer.other,
        title: answer.title().to_owned(),
        text: answer.text(),
    }))
}
