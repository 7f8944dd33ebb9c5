// SPDX-License-Identifier: AGPL-3.0-or-later

//! Teleplan (teleplan.md 1 and 5): eligibility checks, one person at a time, and the files of claims and
//! remittances.
//!
//! Each request signs on, runs and signs off again. The session's cookies exist only for that time, in
//! memory. Not here: interpreting the responses, which is a domain rule.

mod files;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::NaiveDate;
use reqwest::header::{COOKIE, SET_COOKIE};
use reqwest::{Method, RequestBuilder};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::hold::Does;
use crate::http::{Answer, Line, Way};
use crate::{Secret, Service, ServiceError, TeleplanSettings};

pub use files::{Pickup, Reply};

/// Teleplan allows two concurrent requests per account.
const CALLS_AT_ONCE: usize = 2;

/// Signing off is optional, so it may not take longer than this.
const SIGN_OFF_LIMIT: Duration = Duration::from_secs(3);

/// Teleplan.
#[derive(Debug)]
pub struct Teleplan {
    line: Line,
    settings: TeleplanSettings,
    places: Semaphore,
    refusal: Mutex<Option<Refusal>>,
    /// The password that replaced the one in the settings.
    changed: Mutex<Option<Secret>>,
}

/// A refused sign-on: no other is tried until then, so that wrong passwords never lock the account.
#[derive(Clone, Debug)]
struct Refusal {
    why: &'static str,
    /// `None` means not before the program is restarted.
    until: Option<Instant>,
}

/// The person whose coverage is checked.
#[derive(Clone, Copy, Debug)]
pub struct E45Question<'a> {
    /// Ten digits.
    pub health_number: &'a str,
    pub birth_date: NaiveDate,
    /// The day of service on the Pacific calendar; a UTC day is "in the future" each evening.
    pub service_date: NaiveDate,
}

/// The cookies of one session; there can be several, with unpredictable names.
#[derive(Default)]
struct Session {
    cookies: Vec<(String, String)>,
}

impl Teleplan {
    pub(crate) fn new(way: &Way, settings: &TeleplanSettings) -> Self {
        Self {
            line: Line::new(way, Service::Teleplan, &settings.url),
            settings: settings.clone(),
            places: Semaphore::new(CALLS_AT_ONCE),
            refusal: Mutex::new(None),
            changed: Mutex::new(None),
        }
    }

    /// Checks one person and returns the whole text, including its closing `#TID=` line. A text without that
    /// line is an unknown outcome.
    pub async fn check_eligibility(
        &self,
        question: &E45Question<'_>,
    ) -> Result<String, ServiceError> {
        // The semaphore is never closed; without a permit the service itself would refuse a third request.
        let _place = self.places.acquire().await.ok();
        let mut session = Session::default();
        self.sign_on(&mut session)
            .await
            .map_err(ServiceError::before_the_call)?;
        let outcome = self.ask(&mut session, question).await;
        // Sign-off failures are ignored: the session times out.
        let _goodbye =
            tokio::time::timeout(SIGN_OFF_LIMIT, self.call(&mut session, "AsignOff", &[])).await;
        outcome
    }

    /// The password in force.
    fn password(&self) -> Secret {
        let changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        changed
            .clone()
            .unwrap_or_else(|| self.settings.password.clone())
    }

    async fn sign_on(&self, session: &mut Session) -> Result<(), ServiceError> {
        let misconfigured = |why: &str| ServiceError::misconfigured(Service::Teleplan, why);
        let settings = &self.settings;
        let password = self.password();
        if settings.username.is_empty() || password.is_empty() {
            return Err(misconfigured("services.teleplan credentials are missing"));
        }
        if let Some(refusal) = self.standing_refusal() {
            return Err(misconfigured(refusal.why));
        }
        let form = [
            ("username", settings.username.as_str()),
            ("password", password.reveal()),
        ];
        let text = self.call(session, "AsignOn", &form).await?;
        let closing = closing_line(&text)?;
        if result_of(closing) == "SUCCESS" {
            return Ok(());
        }
        let refusal = if closing.to_ascii_lowercase().contains("locked out") {
            Refusal {
                why: "the account is locked out",
                until: None,
            }
        } else {
            let expired = result_of(closing) == "EXPIRED.PASSWORD";
            let why = if expired {
                "the password has expired"
            } else {
                "the sign-on was refused"
            };
            let pause = Duration::from_secs(settings.sign_on_pause_seconds);
            Refusal {
                why,
                until: Some(Instant::now() + pause),
            }
        };
        let why = refusal.why;
        *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(refusal);
        Err(misconfigured(why))
    }

    fn standing_refusal(&self) -> Option<Refusal> {
        let refusal = self
            .refusal
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        refusal.filter(|refusal| refusal.until.is_none_or(|until| Instant::now() < until))
    }

    async fn ask(
        &self,
        session: &mut Session,
        question: &E45Question<'_>,
    ) -> Result<String, ServiceError> {
        let part = |day: NaiveDate, form: &str| day.format(form).to_string();
        let (birth, service) = (question.birth_date, question.service_date);
        let form = [
            ("PHN", question.health_number),
            ("dateOfBirthyyyy", &part(birth, "%Y")),
            ("dateOfBirthmm", &part(birth, "%m")),
            ("dateOfBirthdd", &part(birth, "%d")),
            ("dateOfServiceyyyy", &part(service, "%Y")),
            ("dateOfServicemm", &part(service, "%m")),
            ("dateOfServicedd", &part(service, "%d")),
        ];
        let text = self.call(session, "AcheckE45", &form).await?;
        let tid = between(closing_line(&text)?, "#TID=", ";");
        tracing::info!(service = "teleplan", tid, "Eligibility was asked");
        Ok(text)
    }

    async fn call(
        &self,
        session: &mut Session,
        action: &'static str,
        fields: &[(&str, &str)],
    ) -> Result<String, ServiceError> {
        let form = [&[("ExternalAction", action)], fields].concat();
        let answer = self
            .exchange(session, Does::Asks, action, |request| request.form(&form))
            .await?;
        Ok(answer.text())
    }

    /// One exchange of a session, with the body set by `fill`.
    async fn exchange(
        &self,
        session: &mut Session,
        does: Does,
        operation: &'static str,
        fill: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<Answer, ServiceError> {
        let mut request = fill(self.line.request(Method::POST, ""));
        if let Some(cookies) = session.header() {
            request = request.header(COOKIE, cookies);
        }
        let answer = self.line.send(does, operation, request).await?;
        for cookie in answer.headers.get_all(SET_COOKIE) {
            session.keep(&String::from_utf8_lossy(cookie.as_bytes()));
        }
        // A good status proves nothing here, and a bad one does not mean that there was no response.
        if answer.is_ok() {
            Ok(answer)
        } else {
            let other = || {
                ServiceError::unknown(
                    Service::Teleplan,
                    format!("answered with status {}", answer.status),
                )
            };
            Err(answer.failure_by_status().unwrap_or_else(other))
        }
    }
}

impl Session {
    fn keep(&mut self, set_cookie: &str) {
        let pair = set_cookie.split(';').next().unwrap_or_default();
        if let Some((name, value)) = pair.split_once('=') {
            let name = name.trim().to_owned();
            self.cookies.retain(|(kept, _)| *kept != name);
            self.cookies.push((name, value.trim().to_owned()));
        }
    }

    fn header(&self) -> Option<String> {
        let pairs: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if pairs.is_empty() {
            None
        } else {
            Some(pairs.join("; "))
        }
    }
}

/// The last `#TID=` and what follows it (teleplan.md 1.3): without it the response is incomplete.
fn closing_line(text: &str) -> Result<&str, ServiceError> {
    let start = text.rfind("#TID=");
    start
        .map(|start| &text[start..])
        .ok_or_else(|| ServiceError::unknown(Service::Teleplan, "the answer has no closing line"))
}

fn result_of(closing: &str) -> &str {
    between(closing, "Result=", ";")
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let after = text.split_once(from).map_or("", |(_, after)| after);
    after.split_once(to).map_or(after, |(inside, _)| inside)
}
