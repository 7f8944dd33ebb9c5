// SPDX-License-Identifier: AGPL-3.0-or-later

//! The settings of a machine that uses the sandbox only. The secrets are the sandbox's well-known ones; the
//! server refuses them in production.

use super::{
    AlertSettings, CaptchaSettings, CardSettings, ClinicSettings, EmailSecurity, EmailSettings,
    FaxSettings, ServiceSettings, SmsSettings, TeleplanSettings, Timeouts, TraceSettings,
    WalletSettings,
};
use crate::Secret;

impl ServiceSettings {
    /// All services pointed at a sandbox: its web address without a trailing slash, and its SMTP address.
    pub fn sandbox(web: &str, smtp_host: &str, smtp_port: u16) -> Self {
        Self {
            timeouts: Timeouts::default(),
            cards: CardSettings {
                base: format!("{web}/stripe"),
                publishable_key: "pk_test_sandbox".to_owned(),
                secret_key: Secret::new("sk_test_sandbox"),
                webhook_secret: Secret::new("whsec_sandbox"),
                script_url: format!("{web}/stripe/v3/"),
                ..CardSettings::default()
            },
            wallet: WalletSettings {
                base: format!("{web}/paypal"),
                client_id: "sandbox-client".to_owned(),
                client_secret: Secret::new("sandbox-secret"),
                ..WalletSettings::default()
            },
            sms: SmsSettings {
                base: format!("{web}/twilio"),
                account_sid: "ACsandbox".to_owned(),
                auth_token: Secret::new("sandbox-token"),
                from: "+16045550100".to_owned(),
                ..SmsSettings::default()
            },
            email: EmailSettings {
                host: smtp_host.to_owned(),
                port: smtp_port,
                security: EmailSecurity::Plain,
                from: "Salal <no-reply@salal.example>".to_owned(),
                ..EmailSettings::default()
            },
            fax: FaxSettings {
                url: format!("{web}/srfax"),
                access_id: "5550100".to_owned(),
                access_password: Secret::new("sandbox"),
                caller_id: "6045550100".to_owned(),
                sender_email: "fax@salal.example".to_owned(),
                ..FaxSettings::default()
            },
            captcha: CaptchaSettings {
                verify_url: format!("{web}/captcha/siteverify"),
                secret: Secret::new("sandbox-secret"),
                site_key: "sandbox-site".to_owned(),
                script_url: format!("{web}/captcha/api.js"),
                hostnames: Vec::new(),
            },
            clinic: ClinicSettings {
                base: format!("{web}/clinic"),
                product: "salal".to_owned(),
                secret: Secret::new("sandbox-secret"),
            },
            teleplan: TeleplanSettings {
                url: format!("{web}/teleplan"),
                username: "sandbox".to_owned(),
                password: Secret::new("sandbox"),
                sign_on_pause_seconds: 0,
            },
            alerts: AlertSettings::default(),
            traces: TraceSettings::default(),
            bucket: None,
            anchors: None,
        }
    }
}
