// SPDX-License-Identifier: AGPL-3.0-or-later

//! Registration and activation: a person, an account and the consents in one transaction, and a code to the
//! email address. The account cannot be used before the code is confirmed.

use chrono::{DateTime, TimeDelta, Utc};
use salal_documents::mail::Mail;
use salal_domain::days::vancouver_day;
use salal_domain::eligibility::DocumentKind;
use salal_domain::people::dates::parse_birth_date;
use salal_domain::people::emails::{fold_email, parse_email};
use salal_domain::people::health_numbers::{parse_bc_number, parse_card_number};
use salal_domain::people::names::parse_name;
use salal_domain::people::phones::parse_phone;
use salal_domain::people::postal_codes::parse_postal_code;
use salal_domain::people::registration::{Registration, RegistrationRules, validate_registration};
use salal_domain::texts;

use super::codes::{self, Purpose};
use super::dto::{Activate, IsActivated, Registered, RegistrationForm, Resend, Said};
use super::entity::account;
use super::guard::GuardKey;
use super::passwords::{self, Asker};
use super::repo::{self, NewAccount};
use super::{guard, invitations, security, sign_in};
use crate::api::{ClientAddress, Created, Form, Json, NoBody, Request, Role, SecurityEvent};
use crate::context::Context;
use crate::error::{Error, Kind, Result};
use crate::notifications;
use crate::settings::{Mode, POLICY_VERSION};
use salal_db::Connection;
use salal_people::people::{self, DocumentToBe, NewPerson, RawImages};

/// How often per minute one connection may check whether addresses were activated.
const ASKED_A_MINUTE: i64 = 60;

/// POST /user
pub(super) async fn register(
    mut request: Request<Form<RegistrationForm>>,
) -> Result<Created<Registered>> {
    let files = request.body.take_files();
    let (ctx, form) = (&request.ctx, &request.body.fields);
    let office = wants_office(ctx, form)?;
    sign_in::check_captcha(ctx, Some(&form.captcha), &request.info.ip).await?;
    let today = vancouver_day(ctx.now());
    let flags = &ctx.settings.features;
    let rules = RegistrationRules {
        other_provinces: flags.other_provinces,
        card_upload: flags.card_upload,
        profile_upload: flags.profile_upload,
        automatic: ctx.settings.automatic(),
        office,
        today,
    };
    let images = RawImages::from_files(files, flags.profile_upload)?;
    let faults = validate_registration(&registration(form, &images), &rules);
    if !faults.is_empty() {
        return Err(Error::invalid(faults));
    }
    let email = parse_email(&form.email)
        .ok_or_else(|| Error::field("Email", texts::registration::INVALID_EMAIL))?;
    let invited = form.office_registration_token.trim();
    if !invited.is_empty() {
        check_invitation(&request, invited, &email).await?;
    }
    // Before the address is looked for, so that nobody tests a list of addresses here.
    if invited.is_empty() {
        limit(ctx, request.info.address).await?;
    }
    if repo::find_by_email(ctx.db.read(), &email).await?.is_some() {
        return Err(Error::field("Email", texts::general::DUPLICATE_EMAIL));
    }
    let images = images.receive(ctx).await?;
    let new_person = NewPerson {
        consents: consents(form, ctx.settings.portal.terms_version()),
        ..person(form, today, office)
    };
    let password_hash = passwords::hasher(ctx, Asker::Elsewhere(request.info.address))
        .await?
        .hash(form.password.clone())
        .await?;
    let tx = request.begin().await?;
    let person_id = people::create(&tx, ctx, new_person).await?;
    people::take_images(&tx, ctx, person_id, images).await?;
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
    let id = repo::create(&tx, ctx, account).await?;
    if !invited.is_empty() && !invitations::claim(&tx, invited, id, ctx.now()).await? {
        return Err(not_invited());
    }
    let account = repo::get_account(&tx, id).await?;
    send_code(&tx, ctx, &account).await?;
    let answer = Registered {
        message: texts::registration::SUCCESSFUL.into(),
        id,
    };
    request.commit_as(tx, 201, &answer).await?;
    Ok(Created(answer))
}

/// Counts the forms from one address that could become accounts; those who were invited are not counted.
async fn limit(ctx: &Context, from: ClientAddress) -> Result<()> {
    let key = GuardKey::new(ctx, "registration-day", &from.limit_key());
    let (most, day) = (
        ctx.settings.limits.registrations_per_day,
        TimeDelta::days(1),
    );
    guard::spend(ctx, key, most, day, texts::registration::TOO_MANY).await
}

fn not_invited() -> Error {
    Error::field("officeRegistrationToken", texts::office::INVALID)
}

/// Whether this is the sign-up of office staff, and whether this deployment accepts it (decisions 76, 77):
/// the page can choose between these two roles only.
fn wants_office(ctx: &Context, form: &RegistrationForm) -> Result<bool> {
    let token = !form.office_registration_token.trim().is_empty();
    let wrong = || Error::field("Role", texts::office::ROLE);
    let office = match form.role.as_str() {
        "" => token,
        role => match Role::from_code(role).ok_or_else(wrong)? {
            Role::Patient => token,
            Role::Office => true,
            Role::Doctor | Role::CustomerService | Role::Admin => return Err(wrong()),
        },
    };
    match (office, ctx.settings.mode) {
        (true, Mode::Client) => Err(Error::field("Role", texts::office::STAFF_ELSEWHERE)),
        (false, Mode::Office) => Err(Error::field("Role", texts::office::PATIENTS_ELSEWHERE)),
        (true, _) if !token && !ctx.settings.office_registers_freely() => Err(not_invited()),
        _ => Ok(office),
    }
}

/// The invitation must be open, and for exactly this address.
async fn check_invitation(
    request: &Request<Form<RegistrationForm>>,
    token: &str,
    email: &str,
) -> Result<()> {
    let found = invitations::find_invitation(request.ctx.db.read(), token, request.now()).await?;
    let invitation = found.ok_or_else(not_invited)?;
    if invitation.email_folded != fold_email(email) {
        return Err(Error::field("Email", texts::office::OTHER_ADDRESS));
    }
    Ok(())
}

fn yes(text: &str) -> bool {
    text == "true" || text == "1"
}

fn registration(form: &RegistrationForm, images: &RawImages) -> Registration {
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
        has_card_image: images.has_card(),
        has_profile_image: images.has_profile(),
    }
}

/// The person of a validated form. For office staff only names and telephone numbers are stored, whatever
/// else was sent.
fn person(form: &RegistrationForm, today: chrono::NaiveDate, office: bool) -> NewPerson {
    let name = |text: &str| parse_name(text).unwrap_or_default();
    let phone = |text: &str| parse_phone(text).unwrap_or_default();
    if office {
        return NewPerson {
            first_name: name(&form.first_name),
            last_name: name(&form.last_name),
            cell_phone: phone(&form.phone_number),
            best_phone: parse_phone(&form.best_phone_number)
                .unwrap_or_else(|| phone(&form.phone_number)),
            ..NewPerson::default()
        };
    }
    patient(form, today)
}

/// The accepted policies, with the versions in force.
fn consents(form: &RegistrationForm, terms: &'static str) -> Vec<(&'static str, &'static str)> {
    [
        ("communication", POLICY_VERSION, &form.consent_communication),
        ("pharmanet", POLICY_VERSION, &form.consent_pharmanet_policy),
        ("privacy", POLICY_VERSION, &form.consent_privacy_policy),
        ("terms", terms, &form.consent_terms_of_use),
    ]
    .into_iter()
    .filter(|(.., given)| yes(given))
    .map(|(policy, version, _)| (policy, version))
    .collect()
}

fn patient(form: &RegistrationForm, today: chrono::NaiveDate) -> NewPerson {
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
            documents.push(document(DocumentKind::BcCard, number, "BC", None));
        }
        if let Some(number) = parse_card_number(&form.health_card_number) {
            documents.push(document(
                DocumentKind::HealthCard,
                number,
                &form.health_card_province,
                None,
            ));
        }
        if let Some(number) = parse_card_number(&form.passport_number) {
            documents.push(document(
                DocumentKind::Passport,
                number,
                "OTHER",
                Some(form.passport_country_id.clone()),
            ));
        }
    }
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
        ..NewPerson::default()
    }
}

async fn send_code(tx: &Connection, ctx: &Context, account: &account::Model) -> Result<()> {
    let Some(code) = codes::make(tx, ctx, account, Purpose::Activate).await? else {
        return Ok(());
    };
    let link = ctx.settings.link("/confirm");
    notifications::send_awaited_email(tx, ctx, &account.email, Mail::ActivationCode { code, link })
        .await
}

/// Accounts that were confirmed before cannot be found by their address (decision 4).
fn found_since(now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::hours(24)
}

/// POST /user/activate
pub(super) async fn activate(request: Request<Json<Activate>>) -> Result<Json<Said>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    if sent.email.trim().is_empty() {
        return Err(Error::field("email", texts::confirm::EMAIL_REQUIRED));
    }
    if sent.verification_code.trim().is_empty() {
        return Err(Error::field(
            "verificationCode",
            texts::confirm::CODE_REQUIRED,
        ));
    }
    let wrong = |account: Option<&account::Model>| {
        let owner = account.map(Into::into);
        security::report(&request, SecurityEvent::CodeRefused, owner, "confirmation");
        Error::field("verificationCode", texts::confirm::WRONG_CODE)
    };
    let account = repo::find_by_email(ctx.db.read(), &sent.email)
        .await?
        .ok_or_else(|| wrong(None))?;
    let is_good = match account.activated_at {
        None => {
            let (db, code) = (ctx.db.write(), &sent.verification_code);
            codes::check(db, ctx, account.id, Purpose::Activate, code).await?
        }
        // Pressed again. Later this would tell anyone who has an account.
        Some(at) => at > found_since(ctx.now()),
    };
    if !is_good {
        return Err(wrong(Some(&account)));
    }
    let tx = request.begin().await?;
    if account.activated_at.is_none() {
        repo::set_activated(&tx, account.id, ctx.now()).await?;
        let link = ctx.settings.link("/login/registered");
        notifications::send_email(&tx, ctx, &account.email, Mail::Welcome { link }).await?;
    }
    request
        .commit(
            tx,
            Said {
                message: texts::confirm::ACTIVATED.into(),
            },
        )
        .await
}

/// POST /user/activate/resend: the same response for every address.
pub(super) async fn resend(request: Request<Json<Resend>>) -> Result<Json<Said>> {
    let ctx = &request.ctx;
    if let Some(account) = repo::find_by_email(ctx.db.read(), &request.body.0.email).await?
        && account.activated_at.is_none()
    {
        let tx = request.begin().await?;
        match send_code(&tx, ctx, &account).await {
            Ok(()) => {
                tx.commit().await?;
                ctx.notify_worker();
            }
            // Reporting the limit would reveal that an account is pending at this address.
            Err(error) if error.kind == Kind::TooMany => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Json(Said {
        message: "If this address is awaiting confirmation, we have sent a new code.".into(),
    }))
}

/// A new account, by its address.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub(super) struct ByEmail {
    /// The address that registered.
    email: String,
}

/// GET /user/isActivated/{email}: true for accounts of the last 24 hours only (decision 4).
pub(super) async fn is_activated(request: Request<NoBody, ByEmail>) -> Result<Json<IsActivated>> {
    let (since, key) = (
        found_since(request.now()),
        GuardKey::new(
            &request.ctx,
            "is-activated",
            &request.info.address.limit_key(),
        ),
    );
    let minute = TimeDelta::minutes(1);
    guard::spend(
        &request.ctx,
        key,
        ASKED_A_MINUTE,
        minute,
        texts::general::SOME_ERROR,
    )
    .await?;
    let account = repo::find_by_email(request.ctx.db.read(), &request.path.email).await?;
    let is_activated = account
        .and_then(|account| account.activated_at)
        .is_some_and(|at| at > since);
    Ok(Json(IsActivated { is_activated }))
}
