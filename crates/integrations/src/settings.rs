// SPDX-License-Identifier: AGPL-3.0-or-later

//! Address and credentials of each service. Defaults are the real public hosts with empty credentials.
//!
//! Not here: reading files and the environment, and deciding whether an error prevents the start; both are
//! done by the server.

mod sandbox;

use serde::Deserialize;

use crate::Secret;

/// All outside services. Field names are the keys of the configuration file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServiceSettings {
    pub timeouts: Timeouts,
    pub cards: CardSettings,
    pub wallet: WalletSettings,
    pub sms: SmsSettings,
    pub email: EmailSettings,
    pub fax: FaxSettings,
    pub captcha: CaptchaSettings,
    pub clinic: ClinicSettings,
    pub teleplan: TeleplanSettings,
    /// From the installation's own section.
    #[serde(skip)]
    pub alerts: AlertSettings,
    /// From the installation's own section.
    #[serde(skip)]
    pub traces: TraceSettings,
    /// From a section of its own.
    #[serde(skip)]
    pub bucket: Option<BucketSettings>,
    /// From a section of its own.
    #[serde(skip)]
    pub anchors: Option<Box<BucketSettings>>,
}

/// A bucket of an S3-compatible store.
#[derive(Clone, Debug)]
pub struct BucketSettings {
    pub endpoint: String,
    pub region: String,
    pub bucket: String,
    pub prefix: String,
    pub access_key: String,
    pub secret_key: Secret,
    /// For how many days each object is locked; `None`: not at all.
    pub lock_days: Option<u32>,
}

impl BucketSettings {
    /// What every name of a file in the bucket begins with: empty, or with a slash at its end.
    pub(crate) fn folder(&self) -> String {
        match self.prefix.trim_matches('/') {
            "" => String::new(),
            prefix => format!("{prefix}/"),
        }
    }
}

/// How long a call may take, in milliseconds (partner-clinic.md 4, rule 9).
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timeouts {
    /// For the connection alone.
    pub connect_ms: u64,
    /// For the whole exchange.
    pub total_ms: u64,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect_ms: 10_000,
            total_ms: 30_000,
        }
    }
}

/// Stripe.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CardSettings {
    pub base: String,
    /// The publishable key, for the browser.
    pub publishable_key: String,
    pub secret_key: Secret,
    /// Verifies webhooks sent to us (`whsec_…`).
    pub webhook_secret: Secret,
    /// The script of the card fields; the browser loads it.
    pub script_url: String,
    /// The pinned `Stripe-Version`.
    pub version: String,
}

impl Default for CardSettings {
    fn default() -> Self {
        Self {
            base: "https://api.stripe.com".to_owned(),
            publishable_key: String::new(),
            secret_key: Secret::default(),
            webhook_secret: Secret::default(),
            script_url: "https://js.stripe.com/v3/".to_owned(),
            version: "2024-06-20".to_owned(),
        }
    }
}

/// `PayPal` Orders v2.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WalletSettings {
    pub base: String,
    pub client_id: String,
    pub client_secret: Secret,
    /// The name on the payer's page.
    pub brand_name: String,
}

impl Default for WalletSettings {
    fn default() -> Self {
        Self {
            base: "https://api-m.paypal.com".to_owned(),
            client_id: String::new(),
            client_secret: Secret::default(),
            brand_name: "Salal".to_owned(),
        }
    }
}

/// Twilio.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SmsSettings {
    pub base: String,
    pub account_sid: String,
    pub auth_token: Secret,
    /// The sending number in E.164. Not needed with a messaging service.
    pub from: String,
    /// Used instead of `from` when set.
    pub messaging_service_sid: String,
    /// Where delivery reports go; empty for none.
    pub status_callback: String,
}

impl Default for SmsSettings {
    fn default() -> Self {
        Self {
            base: "https://api.twilio.com".to_owned(),
            account_sid: String::new(),
            auth_token: Secret::default(),
            from: String::new(),
            messaging_service_sid: String::new(),
            status_callback: String::new(),
        }
    }
}

/// How the connection to the mail server is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmailSecurity {
    /// Plain greeting, then TLS is required (port 587).
    StartTls,
    /// TLS from the first byte (port 465).
    Tls,
    /// No encryption: refused unless the host is the local machine.
    Plain,
}

/// The mail server.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EmailSettings {
    pub host: String,
    pub port: u16,
    pub security: EmailSecurity,
    /// Empty for a server that asks for no sign-on.
    pub username: String,
    pub password: Secret,
    /// `Name <address>`.
    pub from: String,
    /// Empty for none.
    pub reply_to: String,
}

impl Default for EmailSettings {
    fn default() -> Self {
        Self {
            host: String::new(),
            port: 587,
            security: EmailSecurity::StartTls,
            username: String::new(),
            password: Secret::default(),
            from: String::new(),
            reply_to: String::new(),
        }
    }
}

/// `SRFax`.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FaxSettings {
    pub url: String,
    pub access_id: String,
    pub access_password: Secret,
    /// The sender's ten digits.
    pub caller_id: String,
    /// Receives the provider's own notifications.
    pub sender_email: String,
    /// How often the provider redials for one fax, 0 to 6.
    pub retries: u8,
}

impl Default for FaxSettings {
    fn default() -> Self {
        Self {
            url: "https://www.srfax.com/SRF_SecWebSvc.php".to_owned(),
            access_id: String::new(),
            access_password: Secret::default(),
            caller_id: String::new(),
            sender_email: String::new(),
            retries: 3,
        }
    }
}

/// The captcha.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CaptchaSettings {
    pub verify_url: String,
    pub secret: Secret,
    /// The site key, for the browser.
    pub site_key: String,
    /// The widget's script; the browser loads it.
    pub script_url: String,
    /// Hosts whose answers are accepted; empty accepts all.
    pub hostnames: Vec<String>,
}

impl Default for CaptchaSettings {
    fn default() -> Self {
        Self {
            verify_url: "https://www.google.com/recaptcha/api/siteverify".to_owned(),
            secret: Secret::default(),
            site_key: String::new(),
            script_url: "https://www.google.com/recaptcha/api.js".to_owned(),
            hostnames: Vec::new(),
        }
    }
}

/// The partner clinic's wrapper around its record system.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClinicSettings {
    pub base: String,
    /// The path segment that the clinic assigned to the product.
    pub product: String,
    /// The shared secret of the server-to-server link.
    pub secret: Secret,
}

impl ClinicSettings {
    /// Whether a clinic is to be used: anything of it is configured.
    pub fn is_wanted(&self) -> bool {
        !self.base.is_empty() || !self.product.is_empty() || !self.secret.is_empty()
    }

    /// Whether a clinic is configured.
    pub fn is_set(&self) -> bool {
        !self.base.is_empty() && !self.product.is_empty() && !self.secret.is_empty()
    }
}

/// Teleplan.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TeleplanSettings {
    pub url: String,
    pub username: String,
    pub password: Secret,
    /// How long to wait after a refused sign-on before another one, so that a wrong password cannot lock the
    /// account.
    pub sign_on_pause_seconds: u64,
}

impl Default for TeleplanSettings {
    fn default() -> Self {
        Self {
            url: "https://teleplan.hnet.bc.ca/TeleplanBroker".to_owned(),
            username: String::new(),
            password: Secret::default(),
            sign_on_pause_seconds: 900,
        }
    }
}

/// The services that are used only with a feature; cards, where anything is charged. The partner clinic is used where
/// it is configured, and all others always.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the services, one by one")]
pub struct Uses {
    pub cards: bool,
    pub wallet: bool,
    pub captcha: bool,
    pub teleplan: bool,
}

impl Uses {
    /// Every service.
    pub const ALL: Self = Self {
        cards: true,
        wallet: true,
        captcha: true,
        teleplan: true,
    };
}

/// Where alerts are sent besides email; the installation's own section of the settings says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlertSettings {
    /// Empty: nowhere.
    pub url: String,
    /// With this each message is signed.
    pub secret: Secret,
}

/// Where traces are sent; the installation's own section of the settings says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceSettings {
    /// Without `/v1/traces`. Empty: nowhere.
    pub endpoint: String,
    /// Headers for the receiver: `name=value`, several separated by commas.
    pub headers: Secret,
}

impl AlertSettings {
    /// The key in the secret: what follows `whsec_` in base64, or the text itself. `None` when it cannot be read.
    pub fn key(&self) -> Option<Vec<u8>> {
        use base64::Engine as _;
        match self.secret.reveal().strip_prefix("whsec_") {
            Some(encoded) => base64::engine::general_purpose::STANDARD
                .decode(encoded)
                .ok(),
            None => Some(self.secret.reveal().as_bytes().to_vec()),
        }
    }
}

impl ServiceSettings {
    fn bases(&self) -> [(&'static str, &str); 7] {
        [
            ("services.cards.base", &self.cards.base),
            ("services.wallet.base", &self.wallet.base),
            ("services.sms.base", &self.sms.base),
            ("services.fax.url", &self.fax.url),
            ("services.captcha.verify_url", &self.captcha.verify_url),
            ("services.clinic.base", &self.clinic.base),
            ("services.teleplan.url", &self.teleplan.url),
        ]
    }

    /// Whether the service of a key is used.
    fn is_used(&self, key: &str, uses: Uses) -> bool {
        match key.split('.').nth(1) {
            Some("cards") => uses.cards,
            Some("wallet") => uses.wallet,
            Some("captcha") => uses.captcha,
            Some("teleplan") => uses.teleplan,
            Some("clinic") => self.clinic.is_wanted(),
            _ => true,
        }
    }

    /// All missing or wrong settings of the services in use at once, each as a sentence that names its key.
    pub fn faults(&self, uses: Uses) -> Vec<String> {
        let needed = [
            (
                "services.cards.publishable_key",
                self.cards.publishable_key.is_empty(),
            ),
            (
                "services.cards.secret_key",
                self.cards.secret_key.is_empty(),
            ),
            (
                "services.cards.webhook_secret",
                self.cards.webhook_secret.is_empty(),
            ),
            (
                "services.wallet.client_id",
                self.wallet.client_id.is_empty(),
            ),
            (
                "services.wallet.client_secret",
                self.wallet.client_secret.is_empty(),
            ),
            ("services.sms.account_sid", self.sms.account_sid.is_empty()),
            ("services.sms.auth_token", self.sms.auth_token.is_empty()),
            (
                "services.sms.from",
                self.sms.from.is_empty() && self.sms.messaging_service_sid.is_empty(),
            ),
            ("services.email.host", self.email.host.is_empty()),
            ("services.email.from", self.email.from.is_empty()),
            ("services.fax.access_id", self.fax.access_id.is_empty()),
            (
                "services.fax.access_password",
                self.fax.access_password.is_empty(),
            ),
            ("services.fax.caller_id", self.fax.caller_id.is_empty()),
            (
                "services.fax.sender_email",
                self.fax.sender_email.is_empty(),
            ),
            ("services.captcha.secret", self.captcha.secret.is_empty()),
            (
                "services.captcha.site_key",
                self.captcha.site_key.is_empty(),
            ),
            ("services.clinic.product", self.clinic.product.is_empty()),
            ("services.clinic.secret", self.clinic.secret.is_empty()),
            (
                "services.teleplan.username",
                self.teleplan.username.is_empty(),
            ),
            (
                "services.teleplan.password",
                self.teleplan.password.is_empty(),
            ),
        ];
        let mut faults: Vec<String> = needed
            .iter()
            .filter(|(key, missing)| *missing && self.is_used(key, uses))
            .map(|(key, _)| format!("{key} is missing"))
            .collect();
        for (key, base) in self.bases() {
            let web =
                url::Url::parse(base).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
            if !web && self.is_used(key, uses) {
                faults.push(format!("{key} is not a web address"));
            }
        }
        if self.email.security == EmailSecurity::Plain
            && !crate::email::is_this_machine(&self.email.host)
        {
            faults.push("services.email.security is plain, which is refused for a host that is not this machine".into());
        }
        if !self.email.from.is_empty()
            && self.email.from.parse::<lettre::message::Mailbox>().is_err()
        {
            faults.push("services.email.from is not an email address".to_owned());
        }
        if self.fax.retries > 6 {
            faults.push("services.fax.retries is above 6".to_owned());
        }
        if self.timeouts.connect_ms == 0 || self.timeouts.total_ms == 0 {
            faults.push("services.timeouts may not be zero".to_owned());
        }
        faults
    }

    /// Whether any service may be called over TLS.
    pub(crate) fn speaks_tls(&self) -> bool {
        self.alerts.url.starts_with("https://")
            || self.traces.endpoint.starts_with("https://")
            || self
                .bases()
                .iter()
                .any(|(_, base)| !base.starts_with("http://"))
    }
}
