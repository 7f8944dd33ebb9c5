//! The only code that calls other companies' services: one module a service, each speaking the real wire protocol
//! to a base address from the settings.
//!
//! Deliberately not here: the database, retries and waiting. A caller writes down what it is about to do, calls once,
//! and acts on [`OutsideError`], whose whole point is the difference between "refused before any effect" and
//! "sent, and nobody knows what became of it".

pub mod captcha;
pub mod cards;
pub mod clinic_emr;
pub mod email;
mod error;
pub mod fax;
mod http;
mod secret;
mod settings;
pub mod sms;
pub mod teleplan;
pub mod wallet;
mod watch;

#[cfg(test)]
mod tests;

pub use error::{Failure, Service, ServiceError};
pub use secret::Secret;
pub use settings::{
    CaptchaSettings, CardSettings, ClinicSettings, EmailSecurity, EmailSettings, FaxSettings,
    ServiceSettings, SmsSettings, TeleplanSettings, Timeouts, WalletSettings,
};
pub use watch::{CallStatistics, ServiceMonitor};

/// Every outside service, built once from the settings and shared by the whole program.
#[derive(Debug)]
pub struct Integrations {
    /// Card payments (Stripe).
    pub cards: cards::Cards,
    /// Wallet payments (`PayPal`).
    pub wallet: wallet::Wallet,
    /// Text messages (Twilio).
    pub sms: sms::SmsSender,
    /// E-mail over SMTP.
    pub email: email::EmailSender,
    /// Fax (`SRFax`).
    pub fax: fax::FaxLine,
    /// The "I am not a robot" check.
    pub captcha: captcha::Captcha,
    /// The partner clinic's record system.
    pub clinic: clinic_emr::ClinicEmr,
    /// MSP eligibility (Teleplan).
    pub teleplan: teleplan::Teleplan,
    /// How the latest calls went.
    pub watch: ServiceMonitor,
}

impl Integrations {
    /// Builds all clients. Nothing is contacted; a service without credentials answers
    /// [`Failure::Misconfigured`] when it is called.
    pub fn new(settings: &ServiceSettings) -> Result<Self, ServiceError> {
        let watch = ServiceMonitor::default();
        let way = http::shared_way(&settings.timeouts, &watch)?;
        Ok(Self {
            cards: cards::Cards::new(&way, &settings.cards),
            wallet: wallet::Wallet::new(&way, &settings.wallet),
            sms: sms::SmsSender::new(&way, &settings.sms),
            email: email::EmailSender::new(&settings.email, &settings.timeouts, &watch),
            fax: fax::FaxLine::new(&way, &settings.fax),
            captcha: captcha::Captcha::new(&way, &settings.captcha),
            clinic: clinic_emr::ClinicEmr::new(&way, &settings.clinic),
            teleplan: teleplan::Teleplan::new(&way, &settings.teleplan),
            watch,
        })
    }
}

/// Makes ring the process's TLS provider. Call it first thing in `main` and in tests; calling it again does nothing.
pub fn install_tls_provider() {
    // An error only says that a provider was installed before, which is what is wanted.
    let _already_installed = rustls::crypto::ring::default_provider().install_default();
}
