// SPDX-License-Identifier: AGPL-3.0-or-later

//! Sign-in in two requests (decision 146): the correct password starts the second step, and the correct
//! second step opens the session. An unknown account and a wrong password get the same response in the same
//! time.

use salal_db::{Connection, Transaction};
use salal_documents::mail::Mail;
use salal_documents::sms;
use salal_domain::people::emails::fold_email;
use salal_domain::texts::{PRODUCT, sign_in as texts};
use salal_integrations::captcha::CaptchaVerdict;
use sea_orm::Set;
use uuid::Uuid;

use super::account_dto::Preferences;
use super::codes::{self, Purpose};
use super::dto::{
    Authenticate, Enrol, IpObject, LastLogin, PractitionerView, SecondStep, SignInAnswer, UserView,
};
use super::entity::{account, sign_in_record};
use super::guard::Attempt;
use super::security::Door;
use super::{devices, guard, passwords, places, repo, sessions, totp};
use crate::api::{Json, Request, RequestInfo, Role, Scope};
use crate::context::{Context, sha256_hex};
use crate::error::{Error, Kind, Result};
use crate::notifications;
use crate::settings::Mode;
use salal_people::{medical_info, people};

const DISABLED: &str = "This account has been deactivated. Contact a clinic administrator.";

/// POST /user/authenticate
pub(super) async fn authenticate(
    request: Request<Json<Authenticate>>,
) -> Result<Json<SignInAnswer>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    let (folded, ip) = (fold_email(&sent.email), request.info.ip.clone());
    // Before the attempt is counted: whoever ticks no box must not use up the owner's attempts.
    if sent.code.is_none() {
        check_captcha(ctx, sent.captcha.as_deref(), &ip).await?;
    }
    let turn = guard::turn(ctx, &places::turn_of(&request.info, &folded)).await;
    let (found, place) = places::find(ctx.db.read(), &request.info, &folded, request.now()).await?;
    let counts = place.counts(ctx, code_of(sent).is_some());
    // The locked take no place from those who wait.
    guard::refuse_locked(ctx, &counts).await?;
    let hasher = passwords::hasher(ctx, place.asker()).await?;
    let owner = found.as_ref().map(Into::into);
    let attempt = guard::take(ctx, turn, counts, Door::SignIn, owner).await?;
    let hash = found.as_ref().map(|account| account.password_hash.clone());
    let right = hasher.fits(sent.password.clone(), hash).await?;
    let entering = found
        .as_ref()
        .filter(|account| right && may_enter(ctx, account, sent.role));
    let Some(account) = entering.cloned() else {
        let answer = Error::not_signed_in("WRONG_CREDENTIALS", texts::WRONG);
        return Err(wrong(&request, found.as_ref(), attempt, answer).await);
    };
    if account.disabled_at.is_some() {
        attempt.give_back_alone(ctx).await?;
        // Only the owner, who knows the password, is told.
        return Err(Error::new(Kind::NotAllowed, "ACCOUNT_DISABLED", DISABLED));
    }
    if account.activated_at.is_none() {
        attempt.give_back_alone(ctx).await?;
        return Err(Error::conflict(
            "NOT_ACTIVATED",
            "This account is not confirmed yet. Enter the code we sent to your email address.",
        ));
    }
    if *account.role == Role::Patient {
        patient(&request, account, attempt).await
    } else {
        staff(&request, account, attempt).await
    }
}

/// The code of the second step, when one was sent.
fn code_of(sent: &Authenticate) -> Option<&str> {
    let code = sent.code.as_deref();
    code.filter(|code| !code.trim().is_empty())
}

/// Whether an active account may use this deployment.
pub(super) fn belongs_here(ctx: &Context, account: &account::Model) -> bool {
    fits_mode(ctx, account) && account.disabled_at.is_none()
}

/// The deployment's mode decides who signs in here (decision 77).
fn fits_mode(ctx: &Context, account: &account::Model) -> bool {
    match ctx.settings.mode {
        Mode::Client => *account.role == Role::Patient,
        Mode::Office => account.role.is_staff(),
        Mode::Undefined => true,
    }
}

/// A page that requests patients admits no staff: the contract's pages know "patient" and "doctor" (any
/// staff).
fn may_enter(ctx: &Context, account: &account::Model, asked: Option<Role>) -> bool {
    let staff = account.role.is_staff();
    fits_mode(ctx, account) && asked.is_none_or(|asked| asked.is_staff() == staff)
}

pub(super) async fn check_captcha(ctx: &Context, answer: Option<&str>, ip: &str) -> Result<()> {
    if ctx.settings.automatic() || !ctx.settings.features.captcha {
        return Ok(());
    }
    let answer = answer
        .filter(|a| !a.is_empty())
        .ok_or_else(|| Error::field("captcha", "Tick this box to continue."))?;
    match ctx.services.captcha.verify(answer, Some(ip)).await? {
        CaptchaVerdict::Passed => Ok(()),
        CaptchaVerdict::Failed { .. } | CaptchaVerdict::AskAgain => {
            Err(Error::field("captcha", "Please tick the box again."))
        }
    }
}

async fn patient(
    request: &Request<Json<Authenticate>>,
    account: account::Model,
    attempt: Attempt,
) -> Result<Json<SignInAnswer>> {
    let ctx = &request.ctx;
    let Some(code) = code_of(&request.body.0) else {
        let phone = people::load_facts(
            ctx,
            ctx.db.read(),
            &Scope::for_proved_person(account.person_id),
            account.person_id,
        )
        .await?
        .cell_phone;
        let tx = request.begin().await?;
        attempt.right(&tx).await?;
        if let Some(code) = codes::make(&tx, ctx, &account, Purpose::SignIn).await? {
            notifications::send_text_message(
                &tx,
                ctx,
                &phone,
                sms::sign_in_code(PRODUCT, &code),
                codes::valid_until(ctx),
            )
            .await?;
        }
        tx.commit().await?;
        ctx.notify_worker();
        return Ok(Json(SignInAnswer {
            verifymfa: true,
            via: Some(SecondStep::Sms),
            ..SignInAnswer::default()
        }));
    };
    let attempt = attempt.next(ctx.db.write()).await?;
    if !codes::check(ctx.db.write(), ctx, account.id, Purpose::SignIn, code).await? {
        return Err(wrong_code(request, &account, attempt).await);
    }
    open(request, account, Device::None, attempt).await
}

async fn staff(
    request: &Request<Json<Authenticate>>,
    account: account::Model,
    attempt: Attempt,
) -> Result<Json<SignInAnswer>> {
    let (ctx, sent) = (&request.ctx, &request.body.0);
    if let Some(stored) = &sent.stored_code
        && account.totp_confirmed_at.is_some()
        && let Some(device) =
            repo::find_device(ctx.db.read(), account.id, &sha256_hex(stored), ctx.now()).await?
    {
        return open(request, account, Device::Known(device), attempt).await;
    }
    let secret = match &account.totp_sealed {
        Some(sealed) => totp::unseal(ctx, account.id, sealed)?,
        None => {
            let secret = totp::new_secret();
            let tx = request.begin().await?;
            repo::set_totp(&tx, account.id, &totp::seal(ctx, account.id, &secret)).await?;
            // Another tab may have enrolled first: both show the stored secret.
            let kept = repo::get_account(&tx, account.id).await?.totp_sealed;
            tx.commit().await?;
            totp::unseal(ctx, account.id, &kept.unwrap_or_default())?
        }
    };
    let Some(code) = code_of(sent) else {
        attempt.right_alone(ctx).await?;
        let enrol = match account.totp_confirmed_at {
            // Shown until confirmed with a code, never again (decision 78).
            None => Some(Enrol {
                otpauth_url: totp::address(&secret, &account.email)?,
                secret,
            }),
            Some(_) => None,
        };
        return Ok(Json(SignInAnswer {
            verifymfa: true,
            via: Some(SecondStep::Authenticator),
            enrol,
            ..SignInAnswer::default()
        }));
    };
    let attempt = attempt.next(ctx.db.write()).await?;
    let step = totp::step_of(&secret, code, ctx.now(), account.totp_last_step)?;
    match step {
        Some(step) if repo::use_step(ctx.db.write(), account.id, step, ctx.now()).await? => {
            let device = Device::New(ctx.new_token());
            open(request, account, device, attempt).await
        }
        _ => Err(wrong_code(request, &account, attempt).await),
    }
}

/// Counts apart from the password, which was right.
async fn wrong_code(
    request: &Request<Json<Authenticate>>,
    account: &account::Model,
    attempt: Attempt,
) -> Error {
    let answer = Error::not_signed_in("WRONG_CODE", texts::WRONG_CODE);
    wrong(request, Some(account), attempt, answer).await
}

/// Settles an attempt that was wrong. The owner is told of the one that locks the account for a day; the lock lasts
/// for the rest of it, so there is one such letter a day.
async fn wrong(
    request: &Request<Json<Authenticate>>,
    account: Option<&account::Model>,
    attempt: Attempt,
    answer: Error,
) -> Error {
    let ctx = &request.ctx;
    if let Some(account) = account.filter(|_| attempt.ends_the_day) {
        let link = ctx.settings.link("/recovery");
        let letter = Mail::LockedForTheDay { link };
        match notifications::send_email(ctx.db.write(), ctx, &account.email, letter).await {
            Ok(()) => ctx.notify_worker(),
            // The lock holds all the same.
            Err(error) => {
                tracing::warn!(cause = %error, "the owner of a locked account was not told");
            }
        }
    }
    attempt.wrong(request, answer).await
}

/// Opens the session after a successful second step.
async fn open(
    request: &Request<Json<Authenticate>>,
    account: account::Model,
    device: Device,
    attempt: Attempt,
) -> Result<Json<SignInAnswer>> {
    let sent = &request.body.0;
    let entry = Entry {
        ctx: &request.ctx,
        request: &request.info,
        browser: sent.browser,
        place: sent.ip_obj.clone().unwrap_or_default(),
    };
    let tx = request.begin().await?;
    let (answer, cookies) = enter(tx, &entry, account, device, Some(attempt)).await?;
    for cookie in cookies {
        request.set_cookie(cookie);
    }
    Ok(Json(answer))
}

/// The device of a second step, which asks for no further code for a while.
pub(super) enum Device {
    /// Nothing is stored on it.
    None,
    /// One that completed the step before, by its id.
    Known(Uuid),
    /// One that completed it now, and stores this code.
    New(String),
}

/// How a user enters.
pub(super) struct Entry<'a> {
    ctx: &'a Context,
    request: &'a RequestInfo,
    browser: bool,
    place: IpObject,
}

impl<'a> Entry<'a> {
    /// Through a link opened in a browser.
    pub(super) fn in_browser(ctx: &'a Context, request: &'a RequestInfo) -> Self {
        Self {
            ctx,
            request,
            browser: true,
            place: IpObject::default(),
        }
    }
}

/// Opens the session, records the sign-in, and returns the user; the API layer sets the cookies. `attempt` is
/// the one that was right, where a secret was asked for.
pub(super) async fn enter(
    tx: Transaction,
    entry: &Entry<'_>,
    account: account::Model,
    device: Device,
    attempt: Option<Attempt>,
) -> Result<(SignInAnswer, Vec<String>)> {
    let (ctx, now) = (entry.ctx, entry.ctx.now());
    let last = repo::last_sign_in(&tx, account.id).await?;
    // Its cookie is replaced, so nothing could end that session any more but its limits.
    let replaced = match entry.request.cookie.as_deref().filter(|_| entry.browser) {
        Some(cookie) => sessions::end_of_browser(&tx, ctx, cookie).await?,
        None => None,
    };
    let opened = sessions::open(&tx, ctx, &account, entry.request, entry.browser).await?;
    let stored_code = match device {
        Device::None => None,
        Device::Known(device) => {
            repo::use_device(&tx, device, opened.id).await?;
            None
        }
        Device::New(code) => {
            repo::add_device(&tx, ctx, account.id, sha256_hex(&code), opened.id).await?;
            Some(code)
        }
    };
    let mut cookies: Vec<String> = opened.cookie.into_iter().collect();
    if entry.browser {
        cookies.push(devices::remember(&tx, ctx, entry.request, account.id).await?);
    }
    let short = |text: &Option<String>| text.as_ref().map(|text| text.chars().take(100).collect());
    repo::add_sign_in(
        &tx,
        sign_in_record::ActiveModel {
            id: Set(ctx.new_id()),
            account_id: Set(account.id),
            at: Set(now),
            ip: Set(entry.request.ip.clone()),
            city: Set(short(&entry.place.city)),
            region: Set(short(&entry.place.region)),
            country: Set(short(&entry.place.country)),
            address_key: Set(entry.request.address.limit_key()),
        },
    )
    .await?;
    match attempt {
        Some(attempt) => attempt.right(&tx).await?,
        None => places::clear(&tx, ctx, entry.request, &account).await?,
    }
    let user = user_view(ctx, &tx, &account).await?;
    // The token is in the response, so it is not stored under an Idempotency-Key.
    tx.commit().await?;
    if let Some((ended, person)) = replaced {
        ended.tell(person);
    }
    let answer = SignInAnswer {
        token: Some(opened.token),
        email: Some(account.email),
        show_last_login: account
            .hide_last_login_until
            .is_none_or(|until| until <= now),
        last_login: last.map(|last| LastLogin {
            created_date: last.at,
            ip: last.ip,
            city: last.city,
            region: last.region,
            country: last.country,
        }),
        stored_code,
        user: Some(user),
        ..SignInAnswer::default()
    };
    Ok((answer, cookies))
}

/// The signed-in user, for the page.
pub(super) async fn user_view(
    ctx: &Context,
    db: &Connection,
    account: &account::Model,
) -> Result<UserView> {
    let scope = Scope::for_proved_person(account.person_id);
    let role = *account.role;
    let practitioner = people::practitioner(db, account.person_id).await?;
    Ok(UserView {
        id: account.id,
        email: account.email.clone(),
        role,
        is_admin: account.is_admin,
        first_login: role == Role::Patient && people::first_login(db, account.person_id).await?,
        has_medical_info: medical_info::has_any(db, account.person_id).await?,
        preferences: Preferences::from_account(account),
        person: people::view(ctx, db, &scope, account.person_id).await?,
        practitioner: practitioner.map(|p| PractitionerView {
            college_number: p.college_number,
            phone: p.phone,
            fax: p.fax,
        }),
    })
}
