//! The calls on people, and their handlers.

use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::wire::{
    CheckEligibility, EligibilityAnswer, PatientList, PatientListRecord, PatientsQuery,
    PersonAnswer, PersonData, PersonView, PreferPharmacy, StoreDemographic,
};
use super::{change, clinic, clinic_profile, eligibility, list, office_change, store, view};
use crate::door::{Access, Call, Claim, Json, Method, NoBody, NoContent, Role, Row, Trace, row};
use crate::error::{Error, Result};
use crate::features::pharmacies;

const DESK: Access = Access::Roles(&[Role::Doctor, Role::Office, Role::Admin]);

/// The calls of this feature.
#[rustfmt::skip]
pub fn calls() -> Vec<Row> {
    use Method::{Get, Post, Put};
    vec![
        row(Get, "/person/{id}", Access::AnySignedIn, Claim::AnyPatient, Trace::PatientRecord, "A person.", get_person),
        row(Get, "/person/profile/{id}", Access::AnySignedIn, Claim::AnyPatient, Trace::PatientRecord, "A person's profile.", get_person),
        row(Put, "/person/first-login/{id}", Access::AnySignedIn, Claim::OwnRecords, Trace::Untraced("the own welcome dialog"), "The welcome dialog was read.", first_login),
        row(Put, "/person/personalInfo/{id}", Access::AnySignedIn, Claim::OwnRecords, Trace::PatientRecord, "Changes the own particulars.", change::personal_info),
        row(Put, "/person/healthDoc/{id}", Access::Roles(&[Role::Patient]), Claim::OwnRecords, Trace::PatientRecord, "Changes the own health document.", change::health_document),
        row(Put, "/person/personal-info/{id}", Access::Roles(&[Role::Office]), Claim::AnyPatient, Trace::PatientRecord, "Corrects a patient's particulars, at the partner clinic first.", office_change::patient_info),
        row(Put, "/person/location", Access::AnySignedIn, Claim::OwnRecords, Trace::Untraced("the own statement"), "States: I am in British Columbia at the present time.", confirm_location),
        row(Post, "/person/prefer-pharmacy", Access::Roles(&[Role::Patient]), Claim::OwnRecords, Trace::PatientRecord, "Chooses the preferred pharmacy.", prefer_pharmacy),
        row(Post, "/person/demographic/{id}", Access::AnySignedIn, Claim::AnyPatient, Trace::PatientRecord, "Has the clinic's record number stored, once.", demographic),
        row(Get, "/person/search-key/{key}", DESK, Claim::AnyPatient, Trace::PatientRecord, "Searches patients.", search),
        row(Get, "/user/patients", DESK, Claim::AnyPatient, Trace::PatientRecord, "The patients list.", patients),
        row(Post, "/tele-plan/eligibility", Access::Roles(&[Role::Patient, Role::Doctor, Role::Office]), Claim::AnyPatient, Trace::PatientRecord, "Asks the provincial plan whether it covers a person.", check_eligibility),
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

async fn get_person(call: Call<NoBody, ById>) -> Result<Json<PersonView>> {
    let db = call.ctx.db.read();
    let person = view::shown_to(db, &call.reach, call.me()?, call.path.id).await?;
    call.saw(call.path.id);
    Ok(Json(person))
}

async fn first_login(call: Call<NoBody, ById>) -> Result<Json<PersonView>> {
    let tx = call.begin().await?;
    store::set_first_login_done(&tx, &call.reach, call.path.id).await?;
    let person = view::person_view(&tx, &call.reach, call.path.id).await?;
    call.commit(tx, person).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ConfirmLocation {
    confirmed: bool,
}

async fn confirm_location(call: Call<Json<ConfirmLocation>>) -> Result<NoContent> {
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

async fn prefer_pharmacy(call: Call<Json<PreferPharmacy>>) -> Result<Json<PersonAnswer>> {
    let (person, pharmacy) = (call.body.0.person_id, call.body.0.preferred_pharmacy.id());
    let tx = call.begin().await?;
    pharmacies::get(&tx, pharmacy).await?;
    clinic_profile::set_preferred_pharmacy(&tx, &call.ctx, &call.reach, person, pharmacy).await?;
    let view = view::person_view(&tx, &call.reach, person).await?;
    call.saw(person);
    call.commit(
        tx,
        PersonAnswer {
            data: PersonData { person: view },
        },
    )
    .await
}

async fn demographic(call: Call<Json<StoreDemographic>, ById>) -> Result<Json<PersonView>> {
    let typed = call.body.0.demographic_no.as_deref().unwrap_or_default();
    // The number is asked of the clinic; one that a patient's page names is not believed. The front desk
    // reads it off the clinic's own screen where the clinic could not be asked.
    if call.me()?.role == Role::Office && !typed.trim().is_empty() {
        let tx = call.begin().await?;
        clinic::enter(&tx, &call.ctx, &call.reach, call.path.id, typed).await?;
        let view = view::person_view(&tx, &call.reach, call.path.id).await?;
        call.saw(call.path.id);
        call.changed("job", call.path.id, call.path.id);
        return call.commit(tx, view).await;
    }
    clinic::ensure_demographic(&call.ctx, &call.reach, call.path.id).await?;
    call.saw(call.path.id);
    let db = call.ctx.db.read();
    Ok(Json(
        view::shown_to(db, &call.reach, call.me()?, call.path.id).await?,
    ))
}

async fn search(call: Call<NoBody, ByKey>) -> Result<Json<Vec<PatientListRecord>>> {
    let found = list::quick(&call.ctx, call.ctx.db.read(), &call.path.key).await?;
    on_list(&call, &found);
    Ok(Json(found))
}

async fn patients(call: Call<NoBody, (), PatientsQuery>) -> Result<Json<PatientList>> {
    let list = list::patients(&call.ctx, call.ctx.db.read(), &call.query).await?;
    on_list(&call, &list.items);
    Ok(Json(list))
}

/// A row has the health number and the open requests beside the name.
fn on_list<P, Q>(call: &Call<NoBody, P, Q>, rows: &[PatientListRecord]) {
    call.listed(rows.iter().map(|row| row.person.person.id));
}

async fn check_eligibility(call: Call<Json<CheckEligibility>>) -> Result<Json<EligibilityAnswer>> {
    let person = call.body.0.person_id;
    let answer = eligibility::check(&call.ctx, &call.reach, person).await?;
    call.saw(person);
    Ok(Json(EligibilityAnswer {
        status: answer.status.code().to_owned(),
        other: answer.other.map(|other| other.code().to_owned()),
        title: answer.title().to_owned(),
        text: answer.text(),
    }))
}
