// SPDX-License-Identifier: AGPL-3.0-or-later

//! Routes of the lookup, and their handlers. Responses with credentials are never stored for a repeated
//! click: they would be in the database.

use salal_domain::texts::pharmanet as texts;
use uuid::Uuid;

use super::dto::{AskForm, Decrypt, Decrypted, Encrypt, Encrypted, LookUpForm};
use super::repo;
use super::sealed::{self, Credentials};
use crate::api::{Access, Audit, Json, Method, Request, Role, Route, ScopePolicy, SignedIn, route};
use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::people;

/// Maximum length of a login or a password, in characters.
const LONGEST: usize = 200;

const DOCTOR_OR_OFFICE: Access = Access::Roles(&[Role::Doctor, Role::Office]);

/// The routes of this feature.
#[rustfmt::skip]
pub fn routes() -> Vec<Route> {
    use Method::Post;
    vec![
        route(Post, "/pharmanet/encrypt", DOCTOR_OR_OFFICE, ScopePolicy::NoPatient("the caller's own credentials"), Audit::Untraced("nothing is looked up yet"), "Seals the caller's credentials for this session.", encrypt).refuses(&[Kind::OutsideDown]),
        route(Post, "/pharmanet/decrypt", DOCTOR_OR_OFFICE, ScopePolicy::NoPatient("the caller's own credentials"), Audit::Untraced("recorded with the uses; no patient is looked up"), "Opens what was sealed for this caller in this session.", decrypt).refuses(&[Kind::OutsideDown]),
        route(Post, "/pharmanet/form", DOCTOR_OR_OFFICE, ScopePolicy::AnyPatient, Audit::PatientRecord("Looked the patient up in PharmaNet"), "The form of a look-up, right before it is sent.", form).refuses(&[Kind::NotFound, Kind::OutsideDown]),
    ]
}

async fn encrypt(request: Request<Json<Encrypt>>) -> Result<Json<Encrypted>> {
    let sent = &request.body.0;
    address(&request.ctx)?;
    for (field, value) in [("login", &sent.login), ("password", &sent.password)] {
        if value.trim().is_empty() || value.chars().count() > LONGEST {
            return Err(Error::field(field, texts::CREDENTIALS));
        }
    }
    let credentials = Credentials {
        login: sent.login.clone(),
        password: sent.password.clone(),
    };
    let encrypted = sealed::seal(&request.ctx, request.me()?, &credentials)?;
    Ok(Json(Encrypted { encrypted }))
}

async fn decrypt(request: Request<Json<Decrypt>>) -> Result<Json<Decrypted>> {
    address(&request.ctx)?;
    let opened = open(&request.ctx, request.me()?, &request.body.0.encrypted, None).await?;
    Ok(Json(Decrypted {
        login: opened.login,
        passwd: opened.password,
    }))
}

async fn form(request: Request<Json<AskForm>>) -> Result<Json<LookUpForm>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let action = address(ctx)?.to_owned();
    let phn = people::look_up_number(ctx.db.read(), &request.scope, sent.person_id)
        .await?
        .ok_or_else(|| Error::new(Kind::Conflict, "PHN_NOT_FOUND", texts::NUMBER_NOT_FOUND))?;
    let opened = open(ctx, request.me()?, &sent.encrypted, Some(sent.person_id)).await?;
    request.audit_access(sent.person_id);
    Ok(Json(LookUpForm {
        action,
        phn,
        login: opened.login,
        password: opened.password,
    }))
}

/// The address of the form; without one the lookup does not exist (decision 114).
fn address(ctx: &Context) -> Result<&str> {
    let address = ctx.settings.pharmanet.url.as_str();
    if address.is_empty() {
        return Err(Error::new(
            Kind::OutsideDown,
            "NETWORK_ERROR",
            texts::NETWORK_ERROR,
        ));
    }
    Ok(address)
}

/// Opens the credentials and records it; the record is stored before the response.
async fn open(
    ctx: &Context,
    me: &SignedIn,
    encrypted: &str,
    patient: Option<Uuid>,
) -> Result<Credentials> {
    let opened = sealed::open(ctx, me, encrypted)?
        .ok_or_else(|| Error::conflict("NOT_SEALED_FOR_YOU", texts::ASK_AGAIN))?;
    repo::record(ctx.db.write(), ctx, me, patient).await?;
    Ok(opened)
}
