//! The calls on people, and their handlers.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{
    CheckEligibility, EligibilityAnswer, PatientList, PatientListRecord, PatientsQuery,
    PersonAnswer, PersonData, PersonView, PreferPharmacy, StoreDemographic,
};
use super::{change, clinic, clinic_profile, eligibility, list, office_change, repo, view};
use crate::api::{Access, Request, ScopePolicy, Json, Method, NoBody, NoContent, Role, Route, Audit, route};
use crate::error::{Error, Result};
use crate::features::pharmacies;

const DESK: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);

/// The calls of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::{Get, Post, Put};
    vec![
        route(Get, "/person/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord, "A person.", get_person),
        route(Get, "/person/profile/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord, "A person's profile.", get_person),
        route(Put, "/person/first-login/{id}", Access::AnySignedIn, ScopePolicy::OwnRecords, Audit::Untraced("the own welcome dialog"), "The welcome dialog was read.", first_login),
        route(Put, "/person/personalInfo/{id}", Access::AnySignedIn, ScopePolicy::OwnRecords, Audit::PatientRecord, "Changes the own particulars.", change::personal_info),
        route(Put, "/person/healthDoc/{id}", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, Audit::PatientRecord, "Changes the own health document.", change::health_document),
        route(Put, "/person/personal-info/{id}", Access::Roles(&[Role::Office]), ScopePolicy::AnyPatient, Audit::PatientRecord, "Corrects a patient's particulars, at the partner clinic first.", office_change::patient_info),
        route(Put, "/person/location", Access::AnySignedIn, ScopePolicy::OwnRecords, Audit::Untraced("the own statement"), "States: I am in British Columbia at the present time.", confirm_location),
        route(Post, "/person/prefer-pharmacy", Access::Roles(&[Role::Patient]), ScopePolicy::OwnRecords, Audit::PatientRecord, "Chooses the preferred pharmacy.", prefer_pharmacy),
        route(Post, "/person/demographic/{id}", Access::AnySignedIn, ScopePolicy::AnyPatient, Audit::PatientRecord, "Has the clinic's record number stored, once.", demographic),
        route(Get, "/person/search-key/{key}", DESK, ScopePolicy::AnyPatient, Audit::PatientRecord, "Searches patients.", search),
        route(Get, "/user/patients", DESK, ScopePolicy::AnyPatient, Audit::PatientRecord, "The patients list.", patients),
        route(Post, "/tele-plan/eligibility", Access::Roles(&[Role::Patient, Role::Doctor, Role::Office]), ScopePolicy::AnyPatient, Audit::PatientRecord, "Asks the provincial plan whether it covers a person.", check_eligibility),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ById {
    pub(super) id: Uuid,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ByKey {
    key: String,
}

async fn get_person(call: Request<NoBody, ById>) -> Result<Json<PersonView>> {
    let db = call.ctx.db.read();
    let person = view::shown_to(db, &call.scope, call.me()?, call.path.id).await?;
    call.audit_access(call.path.id);
    Ok(Json(person))
}

async fn first_login(call: Request<NoBody, ById>) -> Result<Json<PersonView>> {
    let tx = call.begin().await?;
    repo::set_first_login_done(&tx, &call.scope, call.path.id).await?;
    let person = view::person_view(&tx, &call.scope, call.path.id).await?;
    call.commit(tx, person).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ConfirmLocation {
    confirmed: bool,
}

async fn confirm_location(call: Request<Json<ConfirmLocation>>) -> Result<NoContent> {
    if !call.body.0.confirmed {
        return Err(Error::field(
            "confirmed",
            salal_rules::texts::request::CONFIRM_LOCATION,
        ));
    }
    let me = call.me()?;
    let tx = call.begin().await?;
    view::record_location(&tx, &call.ctx, me.person_id, Some(me.session_id)).await?;
    call.commit_as(tx, 204, &()).await?;
    Ok(NoContent)
}

async fn prefer_pharmacy(call: Request<Json<PreferPharmacy>>) -> Result<Json<PersonAnswer>> {
    let (person, pharmacy) = (call.body.0.person_id, call.body.0.preferred_pharmacy.id());
    let tx = call.begin().await?;
    pharmacies::get_pharmacy(&tx, pharmacy).await?;
    clinic_profile::set_preferred_pharmacy(&tx, &call.ctx, &call.scope, person, pharmacy).await?;
    let view = view::person_view(&tx, &call.scope, person).await?;
    call.audit_access(person);
    call.commit(
        tx,
        PersonAnswer {
            data: PersonData { person: view },
        },
    )
    .await
}

async fn demographic(call: Request<Json<StoreDemographic>, ById>) -> Result<Json<PersonView>> {
    let typed = call.body.0.demographic_no.as_deref().unwrap_or_default();
    // The number is asked of the clinic; one that a patient's page names is not believed. The front desk
    // reads it off the clinic's own screen where the clinic could not be asked.
    if call.me()?.role == Role::Office && !typed.trim().is_empty() {
        let tx = call.begin().await?;
        clinic::enter(&tx, &call.ctx, &call.scope, call.path.id, typed).await?;
        let view = view::person_view(&tx, &call.scope, call.path.id).await?;
        call.audit_access(call.path.id);
        call.publish_after_commit("job", call.path.id, call.path.id);
        return call.commit(tx, view).await;
    }
    clinic::ensure_demographic(&call.ctx, &call.scope, call.path.id).await?;
    call.audit_access(call.path.id);
    let db = call.ctx.db.read();
    Ok(Json(
        view::shown_to(db, &call.scope, call.me()?, call.path.id).await?,
    ))
}

async fn search(call: Request<NoBody, ByKey>) -> Result<Json<Vec<PatientListRecord>>> {
    let found = list::quick(&call.ctx, call.ctx.db.read(), &call.path.key).await?;
    on_list(&call, &found);
    Ok(Json(found))
}

async fn patients(call: Request<NoBody, (), PatientsQuery>) -> Result<Json<PatientList>> {
    let list = list::patients(&call.ctx, call.ctx.db.read(), &call.query).await?;
    on_list(&call, &list.items);
    Ok(Json(list))
}

/// A row has the health number and the open requests beside the name.
fn on_list<P, Q>(call: &Request<NoBody, P, Q>, rows: &[PatientListRecord]) {
    call.audit_list(rows.iter().map(|row| route.person.person.id));
}

async fn check_eligibility(call: Request<Json<CheckEligibility>>) -> Result<Json<EligibilityAnswer>> {
    let person = call.body.0.person_id;
    let answer = eligibility::check(&call.ctx, &call.scope, person).await?;
    call.audit_access(person);
    Ok(Json(EligibilityAnswer {
        status: answer.status.code().to_owned(),
        other: answer.other.map(|other| other.code().to_owned()),
        title: answer.title().to_owned(),
        text: answer.text(),
    }))
}
