// SPDX-License-Identifier: AGPL-3.0-or-later

//! Clients of external services: one module per service, each using the real protocol with a base address
//! from the settings.
//!
//! Not here: the database, retries and waiting. A caller stores what it is about to do, makes one request,
//! and acts on [`ServiceError`], which distinguishes "refused before any effect" from "sent, outcome
//! unknown".

pub mod alerts;
mod bucket;
mod bucket_lock;
pub mod captcha;
pub mod cards;
pub mod clinic_emr;
pub mod email;
mod error;
pub mod fax;
mod hold;
mod http;
mod secret;
mod settings;
pub mod sms;
pub mod teleplan;
pub mod traces;
mod wait;
pub mod wallet;
mod watch;

#[cfg(test)]
mod tests;

pub use bucket::{Bucket, BucketFile, BucketPage, Originals};
pub use error::{Failure, Service, ServiceError};
pub use hold::Hold;
pub use secret::Secret;
pub use settings::{
    AlertSettings, BucketSettings, CaptchaSettings, CardSettings, ClinicSettings, EmailSecurity,
    EmailSettings, FaxSettings, ServiceSettings, SmsSettings, TeleplanSettings, Timeouts,
    TraceSettings, Uses, WalletSettings,
};
pub use wait::{OutsideWaits, Waits};
pub use watch::{CallStatistics, OnRequest, RequestEnd, ServiceMonitor};

/// All external services, built once from the settings and shared by the whole program.
#[derive(Debug)]
pub struct Integrations {
    /// Card payments (Stripe).
    pub cards: cards::Cards,
    /// Wallet payments (`PayPal`).
    pub wallet: wallet::Wallet,
    /// Text messages (Twilio).
    pub sms: sms::SmsSender,
    /// Email over SMTP.
    pub email: email::EmailSender,
    /// Fax (`SRFax`).
    pub fax: fax::FaxLine,
    /// The "I am not a robot" check.
    pub captcha: captcha::Captcha,
    /// The partner clinic's record system.
    pub clinic: clinic_emr::ClinicEmr,
    /// MSP eligibility (Teleplan).
    pub teleplan: teleplan::Teleplan,
    /// Where alerts are sent besides email.
    pub alerts: alerts::AlertHook,
    /// Where traces are sent.
    pub traces: traces::TraceReceiver,
    /// The bucket of uploaded files, where the settings name one.
    pub bucket: Option<Bucket>,
    /// The bucket with object lock for anchors of the audit, where the settings name one.
    pub anchors: Option<Bucket>,
    /// Statistics of the latest requests.
    pub watch: ServiceMonitor,
    /// Whether nothing may be done at any of them.
    pub hold: Hold,
    /// The waits for them, given up when the process stops.
    pub waits: Waits,
}

impl Integrations {
    /// Builds all clients. Nothing is contacted; a service without credentials returns
    /// [`Failure::Misconfigured`] when it is called.
    pub fn new(settings: &ServiceSettings) -> Result<Self, ServiceError> {
        let requests = Requests::default();
        let way = http::shared_way(&settings.timeouts, &requests, settings.speaks_tls())?;
        Ok(Self {
            cards: cards::Cards::new(&way, &settings.cards),
            wallet: wallet::Wallet::new(&way, &settings.wallet),
            sms: sms::SmsSender::new(&way, &settings.sms),
            email: email::EmailSender::new(&settings.email, &settings.timeouts, &requests),
            fax: fax::FaxLine::new(&way, &settings.fax),
            captcha: captcha::Captcha::new(&way, &settings.captcha),
            clinic: clinic_emr::ClinicEmr::new(&way, &settings.clinic),
            teleplan: teleplan::Teleplan::new(&way, &settings.teleplan),
            alerts: alerts::AlertHook::new(&way, &settings.alerts),
            traces: traces::TraceReceiver::new(&way, &settings.traces),
            bucket: match &settings.bucket {
                Some(bucket) => Some(Bucket::new(bucket, &requests)?),
                None => None,
            },
            anchors: match &settings.anchors {
                // What becomes of it is told by the audit, and not with the files.
                Some(bucket) => Some(Bucket::new(bucket, &requests.untold())?),
                None => None,
            },
            watch: requests.watch,
            hold: requests.hold,
            waits: requests.waits,
        })
    }
}

/// What the requests to all services share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests {
    watch: ServiceMonitor,
    hold: Hold,
    waits: Waits,
}

impl Requests {
    /// For a service whose failures are told elsewhere.
    fn untold(&self) -> Self {
        Self {
            watch: ServiceMonitor::default(),
            ..self.clone()
        }
    }
}

/// Makes ring the process's TLS provider. Call it first thing in `main` and in tests; calling it again does nothing.
pub fn install_tls_provider() {
    // An error only means that a provider was installed before.
    let _already_installed = rustls::crypto::ring::default_provider().install_default();
}
