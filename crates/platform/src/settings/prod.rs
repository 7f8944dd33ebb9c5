// SPDX-License-Identifier: AGPL-3.0-or-later

//! What prod demands of each setting beyond the general check: one table, in which every key has a row, so that a
//! new setting gets a rule or the word that anything will do (decisions 135, 150 and 193). A feature that is
//! switched off demands nothing.

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use super::weak_keys::is_weak;
use super::{DEVELOPMENT_KEY, Settings};

/// A random secret of 32 characters has at least this many different ones.
const FEWEST_CHARACTERS: usize = 10;

/// The shortest secret that a service may sign its calls to us with.
const WEBHOOK_SECRET: usize = 16;

/// How the keys of test accounts begin: Stripe's, and those that reCAPTCHA publishes for tests.
const TEST_KEYS: [&str; 4] = ["sk_test_", "rk_test_", "pk_test_", "6LeIxAcT"];

/// The widest networks that can be an operator's own, by the length of their prefix.
const WIDEST_V4: u8 = 8;
const WIDEST_V6: u8 = 16;

/// What is wrong with a value that only the clinic itself can give.
const NOT_OWN: &str = "must be the clinic's own";

type Text = fn(&Settings) -> &str;

/// What prod demands of a setting.
enum Demand {
    /// Whatever the general check accepts.
    Anything,
    /// Begins with `https://`, or is empty.
    Https(Text),
    /// The address of a service: begins with `https://`, and is not the service's sandbox.
    Service(Text),
    /// The clinic's own: neither empty, nor an example, nor the value of the default file in any spelling.
    Own(Text),
    /// Like `Own`, for each of several, of which some may be empty.
    OwnEach(fn(&Settings) -> Vec<&str>),
    /// Not the key of a test account, where none is real.
    RealKey(Text),
    /// At least so many characters.
    Long(Text, usize),
    /// Neither endless nor switched off. Narrower than the default is the clinic's choice.
    Within(fn(&Settings) -> i64, RangeInclusive<i64>),
    /// What is wrong with it, as the end of a sentence that begins with the key.
    Judged(fn(&Settings) -> Option<&'static str>),
    /// Like `Judged`, where several things can be wrong with it at once.
    JudgedAll(fn(&Settings) -> Vec<String>),
}

/// A setting, when it is used at all, and what prod demands of it.
struct Row {
    key: &'static str,
    is_used: fn(&Settings) -> bool,
    demand: Demand,
}

const fn row(key: &'static str, demand: Demand) -> Row {
    let is_used: fn(&Settings) -> bool = |_| true;
    Row {
        key,
        is_used,
        demand,
    }
}

const fn when(is_used: fn(&Settings) -> bool, key: &'static str, demand: Demand) -> Row {
    Row {
        key,
        is_used,
        demand,
    }
}

const BILLING: fn(&Settings) -> bool = |settings| settings.features.billing;
const WALLET: fn(&Settings) -> bool = |settings| settings.features.wallet;
const CAPTCHA: fn(&Settings) -> bool = |settings| settings.features.captcha;
const BUCKET: fn(&Settings) -> bool = |settings| settings.files.s3.is_named();
const ANCHORS: fn(&Settings) -> bool = |settings| settings.audit.s3.is_named();
const CLINIC: fn(&Settings) -> bool = |settings| settings.services.clinic.is_wanted();
/// Where nothing is charged there are no webhooks either, unless someone wrote down their secret.
const WEBHOOKS: fn(&Settings) -> bool = |settings| {
    let secret = &settings.services.cards.webhook_secret;
    !settings.features.free || !secret.reveal().is_empty()
};

fn whole(value: impl TryInto<i64>) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}

use Demand::{Anything, Https, Judged, JudgedAll, Long, Own, OwnEach, RealKey, Service, Within};

/// Every setting of `config.default.toml` and of `services`.
const TABLE: &[Row] = &[
    row("environment", Anything),
    row("mode", Anything),
    row("server.address", Anything),
    row("server.public_url", JudgedAll(public_url)),
    row("server.metrics_address", Judged(metrics_address)),
    row("server.trusted_proxies", JudgedAll(trusted_proxies)),
    row("server.leave_seconds", Anything),
    row("server.log", Judged(log)),
    row("server.log_json", Anything),
    row("server.log_access", Anything),
    row("database.url", Judged(database_url)),
    row("database.uploads", Anything),
    row("database.reserve_megabytes", Anything),
    row("files.store", Anything),
    when(BUCKET, "files.s3.endpoint", Judged(files_endpoint)),
    row("files.s3.region", Anything),
    row("files.s3.bucket", Anything),
    row("files.s3.prefix", Anything),
    row("files.s3.access_key", Anything),
    row("files.s3.secret_key", Anything),
    row("files.s3.secret_key_file", Anything),
    row("files.s3.secret_key_command", Anything),
    row("secrets.master_key", JudgedAll(master_key)),
    row("secrets.master_key_file", JudgedAll(master_key_file)),
    row("secrets.master_key_command", JudgedAll(master_key_command)),
    row("secrets.hand_over", Judged(hand_over)),
    row("audit.publish_folder", Judged(publish_folder)),
    row("audit.publish_email", Anything),
    when(ANCHORS, "audit.s3.endpoint", Judged(anchors_endpoint)),
    row("audit.s3.region", Anything),
    row("audit.s3.bucket", Anything),
    row("audit.s3.prefix", Anything),
    row("audit.s3.access_key", Anything),
    row("audit.s3.secret_key", Anything),
    row("audit.s3.secret_key_file", Anything),
    row("audit.s3.secret_key_command", Anything),
    row("audit.s3_lock_days", Anything),
    row("audit.bulk_read_records", Anything),
    row("alerts.email", Anything),
    row("alerts.webhook", Https(|s| &s.alerts.webhook)),
    row("alerts.webhook_secret", Anything),
    row("alerts.every_seconds", Anything),
    row("alerts.after_seconds", Anything),
    row("alerts.repeat_hours", Anything),
    row("telemetry.otlp_endpoint", Judged(otlp_endpoint)),
    row("telemetry.otlp_headers", Anything),
    row("telemetry.sample_ratio", Anything),
    row("telemetry.follow_proxies", Anything),
    row("backup.folder", Anything),
    row("backup.recipients", Anything),
    row("backup.every_seconds", Anything),
    row("backup.keep_hours", Anything),
    row("backup.keep_days", Anything),
    row("backup.keep_months", Anything),
    row("backup.due_hours", Anything),
    row(
        "limits.public_calls_per_minute",
        Within(|s| i64::from(s.limits.public_calls_per_minute), 1..=1200),
    ),
    row(
        "limits.login_failures",
        Within(|s| s.limits.login_failures, 1..=10),
    ),
    row(
        "limits.login_failures_per_day",
        Within(|s| s.limits.login_failures_per_day, 10..=500),
    ),
    row(
        "limits.login_lockout_seconds",
        Within(|s| s.limits.login_lockout_seconds, 60..=86_400),
    ),
    row(
        "limits.codes_per_hour",
        Within(|s| whole(s.limits.codes_per_hour), 1..=60),
    ),
    row(
        "limits.code_pause_seconds",
        Within(|s| s.limits.code_pause_seconds, 1..=600),
    ),
    row(
        "limits.recoveries_per_hour",
        Within(|s| s.limits.recoveries_per_hour, 1..=60),
    ),
    row(
        "limits.registrations_per_day",
        Within(|s| s.limits.registrations_per_day, 1..=1000),
    ),
    row("limits.passwords_at_once", Judged(passwords_at_once)),
    row(
        "limits.connections",
        Within(|s| whole(s.limits.connections), 1..=50_000),
    ),
    row(
        "limits.connections_per_address",
        Within(|s| whole(s.limits.connections_per_address), 1..=5_000),
    ),
    row(
        "limits.head_seconds",
        Within(|s| whole(s.limits.head_seconds), 1..=60),
    ),
    row(
        "limits.idle_connection_seconds",
        Within(|s| whole(s.limits.idle_connection_seconds), 1..=600),
    ),
    row(
        "limits.body_pause_seconds",
        Within(|s| whole(s.limits.body_pause_seconds), 1..=60),
    ),
    row(
        "limits.body_seconds",
        Within(|s| whole(s.limits.body_seconds), 1..=3600),
    ),
    row("limits.form_memory_megabytes", Anything),
    row("limits.form_disk_megabytes", Anything),
    row("jobs.side_by_side", Anything),
    row("jobs.lease_seconds", Anything),
    row("jobs.poll_milliseconds", Anything),
    row("jobs.first_wait_milliseconds", Anything),
    row("jobs.undo_seconds", Anything),
    row("retention.finished_jobs_days", Anything),
    row("retention.failed_jobs_days", Anything),
    row("retention.sessions_days", Anything),
    row(
        "session.idle_seconds",
        Within(|s| s.session.idle_seconds, 30..=3600),
    ),
    row(
        "session.absolute_hours",
        Within(|s| s.session.absolute_hours, 1..=24),
    ),
    row("clinic.name", Own(|s| &s.clinic.name)),
    row("clinic.address", Own(|s| &s.clinic.address)),
    row("clinic.phone", Own(|s| &s.clinic.phone)),
    row("clinic.fax", Own(|s| &s.clinic.fax)),
    row("clinic.support_email", Own(|s| &s.clinic.support_email)),
    row(
        "clinic.customer_service_email",
        Own(|s| &s.clinic.customer_service_email),
    ),
    row("clinic.partner_name", Own(|s| &s.clinic.partner_name)),
    row("clinic.partner_address", Own(|s| &s.clinic.partner_address)),
    row("clinic.partner_phone", Own(|s| &s.clinic.partner_phone)),
    row("clinic.hours", Anything),
    row("fees.rule", Anything),
    row("features.billing", Anything),
    row("features.cancel_prescription", Anything),
    row("features.free", Anything),
    row("features.profile_upload", Anything),
    row("features.card_upload", Anything),
    row("features.other_provinces", Anything),
    row("features.unlimited_medications", Anything),
    row("features.wallet", Anything),
    row("features.captcha", Anything),
    row("prescriptions.require_encounter", Anything),
    row("prescriptions.month_days", Anything),
    row("prescriptions.fax_poll_seconds", Anything),
    row("prescriptions.fax_unlisted_seconds", Anything),
    row("prescriptions.fax_give_up_hours", Anything),
    row("prescriptions.promise_hours", Anything),
    row("prescriptions.fax_promise_hours", Anything),
    row("prescriptions.claim_minutes", Anything),
    row("links.reply_days", Anything),
    row("links.not_received_after_hours", Anything),
    row("links.not_received_days", Anything),
    row("links.resend_days", Anything),
    row("links.resend_after_hours", Anything),
    when(
        BILLING,
        "billing.data_centre",
        Own(|s| &s.billing.data_centre),
    ),
    when(BILLING, "billing.payee", Own(|s| &s.billing.payee)),
    row("billing.installed", Anything),
    row("billing.contact", Anything),
    row("billing.location", Anything),
    row("billing.facility", Anything),
    row("billing.sub_facility", Anything),
    row("portal.login_url", Https(|s| &s.portal.login_url)),
    row(
        "portal.registration_url",
        Https(|s| &s.portal.registration_url),
    ),
    row("portal.review_url", Https(|s| &s.portal.review_url)),
    row(
        "portal.partner_home_url",
        Https(|s| &s.portal.partner_home_url),
    ),
    row("portal.embedded", Anything),
    row("portal.terms_of_2020", Anything),
    row("portal.chart_url", Https(|s| &s.portal.chart_url)),
    row("pharmanet.url", Https(|s| &s.pharmanet.url)),
    row("landing.medications", Anything),
    row("landing.pharmacies", Anything),
    row("landing.locations", Anything),
    row("landing.years", Anything),
    row("landing.doctors", OwnEach(landing_doctors)),
    row("landing.clinics", OwnEach(landing_clinics)),
    row("sandbox.enabled", Judged(sandbox)),
    row("sandbox.address", Anything),
    row("sandbox.smtp", Anything),
    row("services.timeouts.connect_ms", Anything),
    row("services.timeouts.total_ms", Anything),
    row("services.cards.base", Service(|s| &s.services.cards.base)),
    row(
        "services.cards.publishable_key",
        RealKey(|s| &s.services.cards.publishable_key),
    ),
    row(
        "services.cards.secret_key",
        RealKey(|s| s.services.cards.secret_key.reveal()),
    ),
    when(
        WEBHOOKS,
        "services.cards.webhook_secret",
        Long(|s| s.services.cards.webhook_secret.reveal(), WEBHOOK_SECRET),
    ),
    row(
        "services.cards.script_url",
        Service(|s| &s.services.cards.script_url),
    ),
    row("services.cards.version", Anything),
    when(
        WALLET,
        "services.wallet.base",
        Service(|s| &s.services.wallet.base),
    ),
    row("services.wallet.client_id", Anything),
    row("services.wallet.client_secret", Anything),
    row("services.wallet.brand_name", Anything),
    row("services.sms.base", Service(|s| &s.services.sms.base)),
    row("services.sms.account_sid", Anything),
    row("services.sms.auth_token", Anything),
    row("services.sms.from", Anything),
    row("services.sms.messaging_service_sid", Anything),
    row(
        "services.sms.status_callback",
        Https(|s| &s.services.sms.status_callback),
    ),
    row("services.email.host", Anything),
    row("services.email.port", Anything),
    row("services.email.security", Anything),
    row("services.email.username", Anything),
    row("services.email.password", Anything),
    row("services.email.from", Own(|s| &s.services.email.from)),
    row("services.email.reply_to", Anything),
    row("services.fax.url", Service(|s| &s.services.fax.url)),
    row("services.fax.access_id", Anything),
    row("services.fax.access_password", Anything),
    row("services.fax.caller_id", Anything),
    row("services.fax.sender_email", Anything),
    row("services.fax.retries", Anything),
    when(
        CAPTCHA,
        "services.captcha.verify_url",
        Service(|s| &s.services.captcha.verify_url),
    ),
    when(
        CAPTCHA,
        "services.captcha.secret",
        RealKey(|s| s.services.captcha.secret.reveal()),
    ),
    when(
        CAPTCHA,
        "services.captcha.site_key",
        RealKey(|s| &s.services.captcha.site_key),
    ),
    when(
        CAPTCHA,
        "services.captcha.script_url",
        Service(|s| &s.services.captcha.script_url),
    ),
    row("services.captcha.hostnames", Anything),
    when(
        CLINIC,
        "services.clinic.base",
        Service(|s| &s.services.clinic.base),
    ),
    row("services.clinic.product", Anything),
    row("services.clinic.secret", Anything),
    when(
        BILLING,
        "services.teleplan.url",
        Service(|s| &s.services.teleplan.url),
    ),
    row("services.teleplan.username", Anything),
    row("services.teleplan.password", Anything),
    row("services.teleplan.sign_on_pause_seconds", Anything),
];

impl Row {
    /// All that is wrong in prod, as sentences that begin with the key.
    fn faults(&self, settings: &Settings, defaults: Option<&Settings>) -> Vec<String> {
        if !(self.is_used)(settings) {
            return Vec::new();
        }
        let told = |is_wrong: bool, wrong: &str| -> Vec<String> {
            let one = is_wrong.then(|| wrong.to_owned());
            one.into_iter().collect()
        };
        let wrong: Vec<String> = match &self.demand {
            Demand::Anything => Vec::new(),
            Demand::Https(read) => {
                let value = read(settings);
                let is_open = !value.is_empty() && !value.starts_with("https://");
                told(is_open, "must begin with https://")
            }
            Demand::Service(read) => {
                let value = read(settings);
                let is_sandbox = value.to_lowercase().contains("sandbox");
                let mut both = told(!value.starts_with("https://"), "must be https");
                both.extend(told(is_sandbox, "must not be the service's sandbox"));
                both
            }
            Demand::Own(read) => {
                let value = read(settings);
                let is_ours = is_invented(value, defaults.map_or("", read));
                told(folded(value).is_empty() || is_ours, NOT_OWN)
            }
            Demand::OwnEach(read) => {
                let ours = defaults.map(read).unwrap_or_default();
                let is_ours = |value: &str| {
                    is_invented(value, "") || ours.iter().any(|demo| is_invented(value, demo))
                };
                told(read(settings).into_iter().any(is_ours), NOT_OWN)
            }
            Demand::RealKey(read) => {
                let value = read(settings);
                let is_test = TEST_KEYS.iter().any(|start| value.starts_with(start));
                told(is_test, "must not be the key of a test account")
            }
            Demand::Long(read, least) => {
                let is_short = read(settings).chars().count() < *least;
                let wrong = format!("must have at least {least} characters");
                told(is_short, wrong.as_str())
            }
            Demand::Within(read, within) => {
                let wrong = format!("must be between {} and {}", within.start(), within.end());
                told(!within.contains(&read(settings)), wrong.as_str())
            }
            Demand::Judged(judge) => judge(settings).into_iter().map(str::to_owned).collect(),
            Demand::JudgedAll(judge) => judge(settings),
        };
        wrong
            .iter()
            .map(|wrong| format!("{} {wrong} in prod", self.key))
            .collect()
    }
}

impl Settings {
    /// Values that prod refuses.
    pub(super) fn prod_faults(&self) -> Vec<String> {
        let defaults = Self::load_with(None, Vec::new()).ok();
        TABLE
            .iter()
            .flat_map(|row| row.faults(self, defaults.as_ref()))
            .collect()
    }

    /// What is accepted and an operator should know: a choice that leaves something open (decisions 193 and 202).
    pub fn notices(&self) -> Vec<&'static str> {
        let is_prod = self.environment == super::Environment::Prod;
        // In prod this is a fault.
        let has_unnamed_proxy = !is_prod
            && self.is_over_tls()
            && self.server.trusted_proxies.is_empty()
            && !self.is_unread("server.trusted_proxies");
        let notices = [
            (
                has_unnamed_proxy,
                "server.trusted_proxies is empty: with an https server.public_url it must name the proxy that \
                 receives the https connections. Without it all people share the proxy's address, and with it the \
                 limits and locks of one another.",
            ),
            (
                is_prod && !self.features.captcha,
                "features.captcha is off: a program can register people and ask for codes, within the limits.",
            ),
            (
                is_prod
                    && salal_db::file_of(&self.database.url).is_some()
                    && self.backup.recipients.is_empty(),
                "backup.recipients is empty: backups are not encrypted, and who can read their folder can read \
                 everything. Name a public key of age there, or keep the folder on an encrypted disk.",
            ),
        ];
        let on = notices.into_iter().filter(|(is_open, _)| *is_open);
        on.map(|(_, notice)| notice).collect()
    }

    /// The keys of all settings.
    pub(super) fn keys() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|row| row.key)
    }
}

fn public_url(settings: &Settings) -> Vec<String> {
    let url = &settings.server.public_url;
    let mut wrong = Vec::new();
    if !url.starts_with("https://") {
        wrong.push("must begin with https://".to_owned());
    }
    let names_someone = |url: url::Url| !url.username().is_empty() || url.password().is_some();
    if url::Url::parse(url).is_ok_and(names_someone) {
        wrong.push("is in every email and must name no user or password".to_owned());
    }
    wrong
}

/// Whoever reads the metrics learns how the clinic is doing: this machine or a private network only.
fn metrics_address(settings: &Settings) -> Option<&'static str> {
    let address: SocketAddr = settings.server.metrics_address.parse().ok()?;
    let is_private = match address.ip().to_canonical() {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local(),
    };
    (!is_private)
        .then_some("must be an address of this machine or of a private network, and not 0.0.0.0")
}

/// Traces name no person, but the headers are secret and the traces say how the clinic works.
fn otlp_endpoint(settings: &Settings) -> Option<&'static str> {
    let url = url::Url::parse(&settings.telemetry.otlp_endpoint).ok()?;
    let is_here = match url.host()? {
        url::Host::Domain(name) => name == "localhost",
        url::Host::Ipv4(ip) => ip.is_loopback(),
        url::Host::Ipv6(ip) => ip.is_loopback(),
    };
    (url.scheme() != "https" && !is_here)
        .then_some("must begin with https://, unless it is on this machine")
}

/// The program speaks no TLS, so with an https address there is a proxy. Unnamed, it would be everybody's address,
/// and one person's wrong passwords would lock out all.
fn trusted_proxies(settings: &Settings) -> Vec<String> {
    let proxies = &settings.server.trusted_proxies;
    if proxies.is_empty() {
        return vec!["must name the proxy that receives the https connections".to_owned()];
    }
    let wide = proxies
        .iter()
        .filter(|network| network.is_wider_than(WIDEST_V4, WIDEST_V6));
    wide.map(|network| {
        format!("holds {network}, a part of the internet: it must name the operator's own proxies")
    })
    .collect()
}

/// All of the records cross that network.
fn database_url(settings: &Settings) -> Option<&'static str> {
    salal_db::is_unsure_on_a_network(&settings.database.url).then_some(
        "is PostgreSQL on another machine without a verified certificate: add sslmode=verify-full to it, and \
         sslrootcert=FILE where your own authority signed the certificate (a socket and this machine itself need neither)",
    )
}

/// Files are health documents.
fn files_endpoint(settings: &Settings) -> Option<&'static str> {
    settings
        .files
        .s3
        .is_open()
        .then_some("must begin with https://, except for this machine itself")
}

/// Whoever is between could keep anchors away.
fn anchors_endpoint(settings: &Settings) -> Option<&'static str> {
    settings
        .audit
        .s3
        .is_open()
        .then_some("must begin with https://, except for this machine itself")
}

/// At this level libraries write down what they send.
fn log(settings: &Settings) -> Option<&'static str> {
    let filter: EnvFilter = settings.server.log.parse().ok()?;
    (filter.max_level_hint() == Some(LevelFilter::TRACE)).then_some("must not be trace")
}

/// Whoever can change the database can also cut off the end of the audit: only what is kept elsewhere tells.
fn publish_folder(settings: &Settings) -> Option<&'static str> {
    (!settings.audit.publishes()).then_some(
        "is empty, and so are audit.publish_email and audit.s3.bucket: one of them must say where the audit's anchors go",
    )
}

fn master_key(settings: &Settings) -> Vec<String> {
    if settings.secrets.is_missing() {
        return vec![
            "is missing, and so are master_key_file and master_key_command (salal keys new makes a key)".to_owned(),
        ];
    }
    weak_keys(settings, "secrets.master_key")
}

fn master_key_file(settings: &Settings) -> Vec<String> {
    weak_keys(settings, "secrets.master_key_file")
}

fn master_key_command(settings: &Settings) -> Vec<String> {
    weak_keys(settings, "secrets.master_key_command")
}

/// What is wrong with the master keys, if they come from this setting. Also of one that only opens: it may have sealed
/// something, and whoever knows it could seal the same anew.
fn weak_keys(settings: &Settings, setting: &str) -> Vec<String> {
    if settings.secrets.master_key_setting() != setting {
        return Vec::new();
    }
    let keys: Vec<&str> = settings.secrets.master_keys().collect();
    let number = keys.len();
    let wrong = |(place, key): (usize, &&str)| {
        let which = if number == 1 {
            String::new()
        } else {
            format!(" (number {} of {number})", place + 1)
        };
        if key.eq_ignore_ascii_case(DEVELOPMENT_KEY) {
            Some(format!(
                "has the development key{which}, which is published and refused"
            ))
        } else if is_weak(key) {
            Some(format!(
                "has a key that is not random{which}: make one with salal keys new; a typed key is refused"
            ))
        } else {
            None
        }
    };
    keys.iter().enumerate().filter_map(wrong).collect()
}

fn hand_over(settings: &Settings) -> Option<&'static str> {
    let secret = settings.secrets.hand_over.reveal();
    let characters: HashSet<char> = secret.chars().collect();
    (!secret.is_empty() && characters.len() < FEWEST_CHARACTERS)
        .then_some("is not random: make one with openssl rand -hex 32; a typed secret is refused")
}

fn passwords_at_once(settings: &Settings) -> Option<&'static str> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (settings.limits.passwords_at_once > cores)
        .then_some("must be at most the number of processors of this machine")
}

fn landing_doctors(settings: &Settings) -> Vec<&str> {
    settings
        .landing
        .doctors
        .iter()
        .map(String::as_str)
        .collect()
}

fn landing_clinics(settings: &Settings) -> Vec<&str> {
    let clinics = settings.landing.clinics.iter();
    clinics
        .flat_map(|clinic| [&clinic.name, &clinic.address, &clinic.phone])
        .map(String::as_str)
        .collect()
}

/// A text without its spelling: letters and digits only, in lower case.
fn folded(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether a text holds the demo's in any spelling, an example or an invented telephone number. Of an address the
/// street is enough, without the unit before it and the city after it.
fn is_invented(value: &str, demo: &str) -> bool {
    let street = demo.split_once(',').map(|(street, _)| street);
    let known = street.map_or(demo, |street| {
        street.split_once('-').map_or(street, |(_, street)| street)
    });
    let (value_folded, known) = (folded(value), folded(known));
    value_folded.contains("example")
        || (!known.is_empty() && value_folded.contains(&known))
        || has_invented_number(value)
}

/// Whether a text holds a telephone number that belongs to nobody: 555-0100 to 555-0199 in any area.
fn has_invented_number(text: &str) -> bool {
    let ends = |letter: char| letter.is_alphabetic() || matches!(letter, ',' | ';' | ':' | '/');
    let is_unassigned = |part: &str| {
        let digits: String = part.chars().filter(char::is_ascii_digit).collect();
        // An area begins with neither 0 nor 1; an extension may follow.
        let number = digits.trim_start_matches(['0', '1']);
        number.len() >= 10 && number.get(3..8) == Some("55501")
    };
    text.contains("555-01") || text.split(ends).any(is_unassigned)
}

fn sandbox(settings: &Settings) -> Option<&'static str> {
    settings.sandbox.enabled.then_some("must be false")
}

#[cfg(test)]
mod tests {
    use figment::Figment;
    use figment::error::Kind;
    use figment::providers::{Format, Serialized, Toml};
    use figment::value::{Dict, Value};

    use super::TABLE;
    use crate::settings::{DEFAULTS, Settings};

    /// The keys of the default file.
    fn walk(before: &str, dict: &Dict, found: &mut Vec<String>) {
        for (key, value) in dict {
            let key = format!("{before}{key}");
            match value {
                Value::Dict(_, inner) => walk(&format!("{key}."), inner, found),
                _ => found.push(key),
            }
        }
    }

    /// The keys of a section, as the program tells whoever writes one that it has not.
    fn keys_of(section: &str) -> &'static [&'static str] {
        let unknown = Serialized::default(&format!("{section}.no_such_key"), 1);
        let settings = Figment::from(Toml::string(DEFAULTS)).merge(unknown);
        let error = settings.extract::<Settings>().expect_err("there is none");
        match error.kind {
            Kind::UnknownField(_, expected) => expected,
            other => panic!("{section}: {other}"),
        }
    }

    #[test]
    fn every_setting_has_its_row_in_the_table() {
        let defaults: Dict = Figment::from(Toml::string(DEFAULTS))
            .extract()
            .expect("the defaults can be read");
        let mut keys = Vec::new();
        walk("", &defaults, &mut keys);
        for service in keys_of("services") {
            let section = format!("services.{service}");
            keys.extend(
                keys_of(&section)
                    .iter()
                    .map(|key| format!("{section}.{key}")),
            );
        }
        assert!(keys.len() > 120, "{keys:?}");
        let mut rows: Vec<&str> = TABLE.iter().map(|row| row.key).collect();
        keys.sort();
        rows.sort_unstable();
        assert_eq!(rows, keys, "a row of the table and its setting");
    }

    /// A clinic's settings as prod takes them.
    const CLINIC: &str = r#"
        environment = "prod"
        server.public_url = "https://renew.clinic.test"
        server.trusted_proxies = ["10.1.0.0/16"]
        secrets.master_key = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1"
        sandbox.enabled = false
        audit.publish_folder = "/mnt/elsewhere/audit"
        features = { billing = false, wallet = false, captcha = false }
        landing.clinics = []
        landing.doctors = []
        [clinic]
        name = "Cedar Street Clinic"
        address = "1 Cedar Street, Victoria, BC V8V 1A1"
        phone = "604-555-0200"
        fax = "604-555-0201"
        support_email = "support@clinic.test"
        customer_service_email = "care@clinic.test"
        partner_name = "Cedar Street Clinic"
        partner_address = "1 Cedar Street, Victoria, BC V8V 1A1"
        partner_phone = "604-555-0200"
        [services]
        cards = { publishable_key = "pk_live_1", secret_key = "sk_live_1", webhook_secret = "whsec_0123456789abcdef" }
        sms = { account_sid = "AC1", auth_token = "1a", from = "+16045550200" }
        email = { host = "mail.clinic.test", from = "Clinic <post@clinic.test>" }
        fax = { access_id = "1", access_password = "1a", caller_id = "6045550201", sender_email = "fax@clinic.test" }
    "#;

    /// The faults of the clinic's settings after a change to them.
    fn faults_with(change: &str) -> Vec<String> {
        let figment = Figment::from(Toml::string(DEFAULTS))
            .merge(Toml::string(CLINIC))
            .merge(Toml::string(change));
        let settings: Settings = figment.extract().expect("it can be read");
        settings.faults()
    }

    /// Without billing, wallet, captcha and partner clinic: nothing of theirs has to be invented.
    #[test]
    fn a_feature_that_is_off_demands_nothing() {
        assert_eq!(faults_with(""), Vec::<String>::new());
        for (feature, keys) in [
            (
                "features.billing = true",
                &["billing.payee", "services.teleplan.password"] as &[&str],
            ),
            (
                "features.wallet = true",
                &["services.wallet.client_id"] as &[&str],
            ),
            (
                "features.captcha = true",
                &["services.captcha.secret"] as &[&str],
            ),
            (
                "services.clinic.product = \"renewal\"",
                &["services.clinic.base", "services.clinic.secret"] as &[&str],
            ),
        ] {
            let faults = faults_with(feature);
            for key in keys {
                let is_told = faults.iter().any(|fault| fault.starts_with(key));
                assert!(is_told, "{feature}: {key} is not in {faults:?}");
            }
        }
    }

    /// What an operator wrote down for refunds is judged all the same.
    #[test]
    fn where_nothing_is_charged_no_cards_are_demanded() {
        let without = "services.cards = { publishable_key = \"\", secret_key = \"\", webhook_secret = \"\" }\n";
        let faults = faults_with(without);
        for key in ["publishable_key", "secret_key", "webhook_secret"] {
            let missing = format!("services.cards.{key} is missing");
            assert!(faults.contains(&missing), "{key}: {faults:?}");
        }
        let free = format!("features.free = true\n{without}");
        assert_eq!(faults_with(&free), Vec::<String>::new());
        for weak in [
            "services.cards.webhook_secret = \"x\"",
            "landing.doctors = [\"Imogen Castellan\", \"Dr. Imogen  Castellan\"]",
            "services.cards.secret_key = \"sk_test_1\"",
            "services.cards.base = \"http://api.stripe.com\"",
        ] {
            let faults = faults_with(&format!("features.free = true\n{weak}"));
            assert_eq!(faults.len(), 1, "{weak}: {faults:?}");
        }
    }

    /// The program speaks no TLS in any environment.
    #[test]
    fn an_unnamed_proxy_is_told_everywhere() {
        let is_told = |change: &str| {
            let figment = Figment::from(Toml::string(DEFAULTS)).merge(Toml::string(change));
            let settings: Settings = figment.extract().expect("it can be read");
            let notices = settings.notices();
            notices
                .iter()
                .any(|notice| notice.starts_with("server.trusted_proxies"))
        };
        for environment in ["dev", "auto", "test"] {
            let https = format!(
                "environment = \"{environment}\"\nserver.public_url = \"https://renew.clinic.test\"\n"
            );
            assert!(is_told(&https), "{environment}");
            let named = format!("{https}server.trusted_proxies = [\"10.1.0.0/16\"]\n");
            assert!(!is_told(&named), "{environment}");
        }
        assert!(!is_told(""), "no https, no proxy");
        assert!(!is_told(CLINIC), "prod has a fault instead");
    }

    #[test]
    fn what_is_unsafe_at_work_is_refused() {
        for change in [
            "services.cards.script_url = \"http://js.stripe.com/v3/\"",
            "portal.login_url = \"http://clinic.test\"",
            "portal.chart_url = \"http://clinic.test/{number}\"",
            "services.sms.status_callback = \"http://clinic.test\"",
            "services.sms.base = \"http://api.twilio.com\"",
            "clinic.name = \"Harbour Lane Medical\"",
            "clinic.address = \"200-1450 Harbour Lane, Vancouver, BC V6Z 1A1\"",
            "clinic.partner_name = \"Harbour Lane Medical\"",
            "clinic.partner_address = \"200-1450 Harbour Lane, Vancouver, BC V6Z 1A1\"",
            "clinic.name = \" harbour  lane-medical \"",
            "clinic.name = \" - \"",
            "clinic.address = \"200-1450  Harbour Lane,  Vancouver, BC V6Z 1A1\"",
            "clinic.address = \"Suite 200, 1450 HARBOUR LANE, Vancouver\"",
            "clinic.partner_address = \"200-1450 Harbour Lane\"",
            "clinic.fax = \"6045550101\"",
            "clinic.fax = \"=604.555.0101\"",
            "clinic.phone = \"(604) 555 0100\"",
            "clinic.phone = \"+1 778 555 0199 ext. 5\"",
            "clinic.partner_phone = \"604-555-0200 / 604 555 0100\"",
            "clinic.support_email = \"support@salal.EXAMPLE\"",
            "landing.clinics = [{ name = \"harbour lane  medical\", address = \"1 Cedar Street\", phone = \"\" }]",
            "landing.clinics = [{ name = \"Cedar\", address = \"4300 Alder Court, Burnaby\", phone = \"\" }]",
            "landing.clinics = [{ name = \"Cedar\", address = \"1 Cedar Street\", phone = \"604 555 0102\" }]",
            "services.cards.secret_key = \"sk_test_1\"",
            "services.cards.publishable_key = \"pk_test_1\"",
            "services.cards.webhook_secret = \"x\"",
            "services.cards.base = \"https://sandbox.stripe.test\"",
            "server.log = \"trace\"",
            "server.log = \"info,hyper=trace\"",
            "server.metrics_address = \"0.0.0.0:9464\"",
            "server.metrics_address = \"[::]:9464\"",
            "telemetry.otlp_endpoint = \"http://traces.clinic.test:4318\"",
            "telemetry.otlp_endpoint = \"https://someone:secret@traces.clinic.test\"",
            "telemetry.otlp_endpoint = \"https://traces.clinic.test/v1/traces\"",
            "telemetry.otlp_endpoint = \"traces.clinic.test\"",
            "telemetry.otlp_headers = \"Bearer abc\"",
            "telemetry.sample_ratio = 1.1",
            "server.public_url = \"https://someone:secret@renew.clinic.test\"",
            "server.public_url = \"http://renew.clinic.test\"",
            "server.trusted_proxies = []",
            "server.trusted_proxies = [\"0.0.0.0/0\"]",
            "server.trusted_proxies = [\"10.1.0.0/16\", \"::/0\"]",
            "audit.publish_folder = \"\"",
            "audit.s3 = { endpoint = \"http://10.0.0.4:9000\", bucket = \"a\", access_key = \"b\", secret_key = \"c\" }",
            "database.url = \"postgres://salal:x@db.clinic.test/salal\"",
            "database.url = \"postgres://salal:x@10.0.0.4/salal?sslmode=require\"",
            "limits.passwords_at_once = 100000",
            "limits.code_pause_seconds = 0",
        ] {
            let key = change.split(" = ").next().unwrap_or_default();
            let faults = faults_with(change);
            assert_eq!(faults.len(), 1, "{change}: {faults:?}");
            assert!(faults[0].starts_with(key), "{change}: {faults:?}");
        }
        for change in [
            "server.metrics_address = \"127.0.0.1:9464\"",
            "server.metrics_address = \"10.1.2.3:9464\"",
            "telemetry.otlp_endpoint = \"http://127.0.0.1:4318\"",
            "telemetry.otlp_endpoint = \"http://localhost:4318/\"",
            "telemetry.otlp_endpoint = \"https://otlp.traces.clinic.test/otlp\"",
            "telemetry.otlp_headers = \"authorization=Bearer abc,x-team=renewals\"",
            "telemetry.sample_ratio = 0.05",
            "server.log = \"debug\"",
            "limits.passwords_at_once = 1",
            "audit = { publish_folder = \"\", publish_email = \"archive@outside.test\" }",
            "audit = { publish_folder = \"\", s3 = { endpoint = \"https://s3.test\", bucket = \"a\", access_key = \"b\", secret_key = \"c\" } }",
            "database.url = \"postgres://salal@localhost/salal?host=/run/postgresql\"",
            "database.url = \"postgres://salal:x@db.clinic.test/salal?sslmode=verify-full\"",
            "clinic.address = \"1450 Harbour Street, Vancouver\"",
            "clinic.phone = \"604-222-5550 / 1-604-222-0100\"",
            "landing.clinics = [{ name = \"Cedar\", address = \"1 Cedar Street\", phone = \"604-555-0200\" }]",
            "landing.doctors = [\"Dr. Jordan Lee\"]",
        ] {
            assert_eq!(faults_with(change), Vec::<String>::new(), "{change}");
        }
    }

    /// The part of the list that says what stands at a value.
    fn about(key: &str, change: impl FnOnce(&mut Settings)) -> Vec<String> {
        let mut settings = Settings::read(None).expect("the defaults are good");
        // As random as a key is; made for this test.
        settings.secrets.master_key =
            "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1".into();
        change(&mut settings);
        let mut faults = settings.prod_faults();
        faults.retain(|fault| fault.starts_with(key));
        faults
    }

    #[test]
    fn a_key_that_was_typed_is_refused() {
        let key = "secrets.master_key";
        assert_eq!(about(key, |_| {}), Vec::<String>::new());
        for typed in [
            "0".repeat(64),
            "0123456789abcdef".repeat(4),
            "deadbeef".repeat(8),
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".to_owned(),
            "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8".to_owned(),
            super::DEVELOPMENT_KEY.to_owned(),
        ] {
            let faults = about(key, |settings| {
                settings.secrets.master_key = typed.as_str().into();
            });
            assert_eq!(faults.len(), 1, "{typed}: {faults:?}");
            let faults = about(key, |settings| {
                let good = settings.secrets.master_key.reveal();
                settings.secrets.master_key = format!("{good} {typed}").as_str().into();
            });
            assert_eq!(faults.len(), 1, "{typed}: {faults:?}");
            assert!(faults[0].contains("(number 2 of 2)"), "{faults:?}");
        }
        let faults = about(key, |settings| settings.secrets.master_key = "".into());
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(
            faults[0].starts_with("secrets.master_key is missing"),
            "{faults:?}"
        );
        let key = "secrets.hand_over";
        assert_eq!(about(key, |_| {}), Vec::<String>::new());
        let faults = about(key, |settings| {
            settings.secrets.hand_over = "password".repeat(4).as_str().into();
        });
        assert_eq!(faults.len(), 1, "{faults:?}");
    }

    #[test]
    fn what_is_endless_or_switched_off_is_refused() {
        type Change = fn(&mut Settings, i64);
        let bounds: [(&str, i64, i64, Change); 15] = [
            ("session.idle_seconds", 30, 3600, |s, n| {
                s.session.idle_seconds = n;
            }),
            ("session.absolute_hours", 1, 24, |s, n| {
                s.session.absolute_hours = n;
            }),
            ("limits.public_calls_per_minute", 1, 1200, |s, n| {
                s.limits.public_calls_per_minute = u32::try_from(n).expect("a small number");
            }),
            ("limits.login_failures", 1, 10, |s, n| {
                s.limits.login_failures = n;
            }),
            ("limits.login_failures_per_day", 10, 500, |s, n| {
                s.limits.login_failures_per_day = n;
            }),
            ("limits.registrations_per_day", 1, 1000, |s, n| {
                s.limits.registrations_per_day = n;
            }),
            ("limits.login_lockout_seconds", 60, 86_400, |s, n| {
                s.limits.login_lockout_seconds = n;
            }),
            ("limits.codes_per_hour", 1, 60, |s, n| {
                s.limits.codes_per_hour = u64::try_from(n).expect("a small number");
            }),
            ("limits.recoveries_per_hour", 1, 60, |s, n| {
                s.limits.recoveries_per_hour = n;
            }),
            ("limits.connections", 1, 50_000, |s, n| {
                s.limits.connections = usize::try_from(n).expect("a small number");
            }),
            ("limits.connections_per_address", 1, 5_000, |s, n| {
                s.limits.connections_per_address = usize::try_from(n).expect("a small number");
            }),
            ("limits.head_seconds", 1, 60, |s, n| {
                s.limits.head_seconds = n.unsigned_abs();
            }),
            ("limits.idle_connection_seconds", 1, 600, |s, n| {
                s.limits.idle_connection_seconds = n.unsigned_abs();
            }),
            ("limits.body_pause_seconds", 1, 60, |s, n| {
                s.limits.body_pause_seconds = n.unsigned_abs();
            }),
            ("limits.body_seconds", 1, 3600, |s, n| {
                s.limits.body_seconds = n.unsigned_abs();
            }),
        ];
        for (key, least, most, set) in bounds {
            for (value, is_refused) in [
                (least - 1, true),
                (least, false),
                (most, false),
                (most + 1, true),
            ] {
                let faults = about(key, |settings| set(settings, value));
                assert_eq!(!faults.is_empty(), is_refused, "{key} = {value}");
            }
        }
    }

    #[test]
    fn addresses_of_the_demo_are_refused() {
        for key in [
            "clinic.phone",
            "clinic.partner_phone",
            "clinic.support_email",
            "services.email.from",
        ] {
            assert_eq!(about(key, |_| {}).len(), 1, "{key}");
        }
        let own = about("clinic.partner_phone", |settings| {
            settings.clinic.partner_phone = "604-555-0200".into();
        });
        assert_eq!(own, Vec::<String>::new());
    }
}
