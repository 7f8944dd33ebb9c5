//! Registration and activation: a person, an account and the consents in one transaction, a code to
//! the e-mail address, and nothing usable before that code came back.

use chrono::TimeDelta;
use salal_documents::mail::Mail;
use salal_rules::days::vancouver_day;
use salal_rules::people::dates::parse_birth_date;
use salal_rules::people::emails::parse_email;
use salal_rules::people::health_numbers::{parse_bc_number, parse_card_number};
use salal_rules::people::names::parse_name;
use salal_rules::people::phones::parse_phone;
use salal_rules::people::postal_codes::parse_postal_code;
use salal_rules::people::registration::{Registration, RegistrationRules, validate_registration};
use salal_rules::texts;

use super::codes::{self, Purpose};
use super::rows::account;
use super::store::{self, NewAccount};
use super::wire::{Activate, IsActivated, Registered, RegistrationForm, Resend, Said};
use super::{passwords, sign_in};
use crate::context::Context;
use crate::door::{Call, Created, Form, Json, NoBody, Role};
use crate::error::{Error, Result};
use crate::features::people::{self, DocumentToBe, NewPerson};
use crate::post;
use crate::settings::Environment;

/// The policies a consent is given to, with the version in force (decision 129).
const POLICY_VERSION: &str = "2.0";

/// POST /user
pub(super) async fn register(call: Call<Form<RegistrationForm>>) -> Result<Created<Registered>> {
    let (ctx, form) = (&call.ctx, &call.body.fields);
    let office = !form.office_registration_token.is_empty();
    if office || !call.body.files.is_empty() {
        // Office sign-up and card images belong to deployments that switch them on.
        refuse_what_is_off(ctx, office)?;
    }
    sign_in::check_captcha(ctx, Some(&form.captcha), &call.request.ip).await?;
    let today = vancouver_day(ctx.now());
    let rules = RegistrationRules {
        other_provinces: ctx.settings.features.other_provinces,
        card_upload: ctx.settings.features.card_upload,
        profile_upload: ctx.settings.features.profile_upload,
        automatic: ctx.settings.automatic(),
        office,
        today,
    };
    let faults = validate_registration(&registration(form, call.body.files.len()), &rules);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let email = parse_email(&form.email)
        .ok_or_else(|| Error::field("Email", texts::registration::INVALID_EMAIL))?;
    if store::find_by_email(ctx.db.read(), &email).await?.is_some() {
        return Err(Error::field("Email", texts::general::DUPLICATE_EMAIL));
    }
    let password_hash = passwords::hash(form.password.clone()).await?;
    let tx = call.begin().await?;
    let person_id = people::create(&tx, ctx, person(form, today)).await?;
    let role = if office { Role::Office } else { Role::Patient };
    let account = NewAccount {
        person_id,
        email,
        password_hash,
        role,
        is_admin: false,
        activated: false,
        totp_secret: None,
    };
    let id = store::create(&tx, ctx, account).await?;
    let account = store::get(&tx, id).await?;
    send_code(&tx, ctx, &account).await?;
    let answer = Registered {
        message: texts::registration::SUCCESSFUL.into(),
        id,
    };
    call.commit_as(tx, 201, &answer).await?;
    Ok(Created(answer))
}

fn refuse_what_is_off(ctx: &Context, office: bool) -> Result<()> {
    let dev = matches!(
        ctx.settings.environment,
        Environment::Dev | Environment::Auto
    );
    if office && !dev {
        return Err(Error::field(
            "officeRegistrationToken",
            "This invitation is not valid. Please ask for a new one.",
        ));
    }
    Ok(())
}

fn yes(text: &str) -> bool {
    text == "true" || text == "1"
}

fn registration(form: &RegistrationForm, files: usize) -> Registration {
    Registration {
        first_name: form.first_name.clone(),
        last_name: form.last_name.clone(),
        date_of_birth: form.date_of_birth.clone(),
        phone_number: form.phone_number.clone(),
        best_phone_number: form.best_phone_number.clone(),
        email: form.email.clone(),
        password: form.password.clone(),
        address: form.address.clone(),
        city: form.city.clone(),
        province: form.province.clone(),
        postal_code: form.postal_code.clone(),
        sex: form.sex.clone(),
        bc_card_number: form.bc_card_number.clone(),
        health_card_number: form.health_card_number.clone(),
        health_card_province: form.health_card_province.clone(),
        passport_number: form.passport_number.clone(),
        passport_country_id: form.passport_country_id.clone(),
        is_private_pay: yes(&form.is_private_pay),
        consent_communication: yes(&form.consent_communication),
        consent_pharmanet_policy: yes(&form.consent_pharmanet_policy),
        consent_privacy_policy: yes(&form.consent_privacy_policy),
        consent_terms_of_use: yes(&form.consent_terms_of_use),
        has_card_image: files > 0,
        has_profile_image: files > 0,
    }
}

/// The person of a form whose values were found good.
fn person(form: &RegistrationForm, today: chrono::NaiveDate) -> NewPerson {
    let name = |text: &str| parse_name(text).unwrap_or_default();
    let phone = |text: &str| parse_phone(text).unwrap_or_default();
    let mut documents = Vec::new();
    let document = |kind, number, province: &str, country| DocumentToBe {
        kind,
        number,
        province: province.into(),
        country,
    };
    if !yes(&form.is_private_pay) {
        if let Some(number) = parse_bc_number(&form.bc_card_number) {
            documents.push(document("BC Card", number, "BC", None));
        }
        if let Some(number) = parse_card_number(&form.health_card_number) {
            documents.push(document(
                "Canadian Health Card",
                number,
                &form.health_card_province,
                None,
            ));
        }
        if let Some(number) = parse_card_number(&form.passport_number) {
            documents.push(document(
                "Passport",
                number,
                "OTHER",
                Some(form.passport_country_id.clone()),
            ));
        }
    }
    let consents = [
        ("communication", &form.consent_communication),
        ("pharmanet", &form.consent_pharmanet_policy),
        ("privacy", &form.consent_privacy_policy),
        ("terms", &form.consent_terms_of_use),
    ];
    NewPerson {
        first_name: name(&form.first_name),
        last_name: name(&form.last_name),
        date_of_birth: parse_birth_date(&form.date_of_birth, today).ok(),
        cell_phone: phone(&form.phone_number),
        best_phone: phone(&form.best_phone_number),
        address: form.address.trim().to_owned(),
        city: form.city.trim().to_owned(),
        province: form.province.clone(),
        postal_code: parse_postal_code(&form.postal_code).unwrap_or_default(),
        sex: Some(form.sex.clone()).filter(|sex| !sex.is_empty()),
        is_private_pay: yes(&form.is_private_pay),
        documents,
        consents: consents
            .iter()
            .filter(|(_, given)| yes(given))
            .map(|(policy, _)| (*policy, POLICY_VERSION))
            .collect(),
    }
}

async fn send_code(
    tx: &impl sea_orm::ConnectionTrait,
    ctx: &Context,
    account: &account::Model,
) -> Result<()> {
    let code = codes::make(tx, ctx, account, Purpose::Activate).await?;
    let link = format!(
        "{}/confirm",
        ctx.settings.server.public_url.trim_end_matches('/')
    );
    post::mail(tx, ctx, &account.email, Mail::ActivationCode { code, link }).await
}

/// POST /user/activate
pub(super) async fn activate(call: Call<Json<Activate>>) -> Result<Json<Said>> {
    let (ctx, sent) = (&call.ctx, &call.body.0);
    if sent.email.trim().is_empty() {
        return Err(Error::field("email", texts::confirm::EMAIL_REQUIRED));
    }
    if sent.verification_code.trim().is_empty() {
        return Err(Error::field(
            "verificationCode",
            texts::confirm::CODE_REQUIRED,
        ));
    }
    let wrong = || Error::field("verificationCode", texts::confirm::WRONG_CODE);
    let account = store::find_by_email(ctx.db.read(), &sent.email)
        .await?
        .ok_or_else(wrong)?;
    if account.activated_at.is_none()
        && !codes::check(ctx, account.id, Purpose::Activate, &sent.verification_code).await?
    {
        return Err(wrong());
    }
    let tx = call.begin().await?;
    if account.activated_at.is_none() {
        store::set_activated(&tx, account.id, ctx.now()).await?;
        let link = format!(
            "{}/login/registered",
            ctx.settings.server.public_url.trim_end_matches('/')
        );
        post::mail(&tx, ctx, &account.email, Mail::Welcome { link }).await?;
    }
    call.commit(
        tx,
        Said {
            message: texts::confirm::ACTIVATED.into(),
        },
    )
    .await
}

/// POST /user/activate/resend: one answer, whoever asks for whatever address.
pub(super) async fn resend(call: Call<Json<Resend>>) -> Result<Json<Said>> {
    let ctx = &call.ctx;
    if let Some(account) = store::find_by_email(ctx.db.read(), &call.body.0.email).await?
        && account.activated_at.is_none()
    {
        let tx = call.begin().await?;
        send_code(&tx, ctx, &account).await?;
        tx.commit().await?;
        ctx.ring();
    }
    Ok(Json(Said {
        message: "If this address waits to be confirmed, a new code is on its way.".into(),
    }))
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub(super) struct ByEmail {
    email: String,
}

/// GET /user/isActivated/{email}: true for accounts of the last 24 hours only (decision 4).
pub(super) async fn is_activated(call: Call<NoBody, ByEmail>) -> Result<Json<IsActivated>> {
    let since = call.now() - TimeDelta::hours(24);
    let account = store::find_by_email(call.ctx.db.read(), &call.path.email).await?;
    let is_activated = account
        .and_then(|account| account.activated_at)
        .is_some_and(|at| at > since);
    Ok(Json(IsActivated { is_activated }))
}
