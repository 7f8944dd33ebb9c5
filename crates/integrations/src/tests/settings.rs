// SPDX-License-Identifier: AGPL-3.0-or-later

//! The settings: complete for the sandbox, reporting all errors at once, never printing a secret.

// cspell:ignore secretkey

use crate::{EmailSecurity, ServiceSettings, Uses};

#[test]
fn the_sandbox_needs_nothing_more() {
    let settings = ServiceSettings::sandbox("http://127.0.0.1:8090", "127.0.0.1", 8025);
    assert_eq!(settings.faults(Uses::ALL), Vec::<String>::new());
}

#[test]
fn every_fault_is_told_at_once() {
    let mut settings = ServiceSettings::default();
    settings.email.security = EmailSecurity::Plain;
    settings.email.host = "mail.salal.example".to_owned();
    settings.fax.retries = 7;
    settings.clinic.product = "renewal".to_owned();
    let none = Uses {
        cards: false,
        wallet: false,
        captcha: false,
        teleplan: false,
    };
    let faults = settings.faults(none).join("\n");
    for unused in ["cards", "wallet", "captcha", "teleplan"] {
        assert!(!faults.contains(unused), "{unused}: {faults}");
    }
    let faults = settings.faults(Uses::ALL);
    for expected in [
        "services.cards.secret_key is missing",
        "services.wallet.client_id is missing",
        "services.teleplan.password is missing",
        "services.clinic.base is not a web address",
        "services.email.security is plain, which is refused for a host that is not this machine",
        "services.fax.retries is above 6",
    ] {
        assert!(
            faults.iter().any(|fault| fault == expected),
            "{expected} is not in {faults:?}"
        );
    }
}

#[test]
fn settings_read_as_written_refuse_unknown_keys_and_print_no_secret() {
    let text =
        r#"{"cards": {"secret_key": "sk_live_1"}, "email": {"security": "tls", "port": 465}}"#;
    let settings: ServiceSettings = serde_json::from_str(text).unwrap();
    assert_eq!(settings.cards.secret_key.reveal(), "sk_live_1");
    assert_eq!(
        (settings.email.security, settings.email.port),
        (EmailSecurity::Tls, 465)
    );
    assert_eq!(settings.cards.base, "https://api.stripe.com");
    assert!(!format!("{settings:?}").contains("sk_live_1"));
    let unknown = serde_json::from_str::<ServiceSettings>(r#"{"cards": {"secretkey": "x"}}"#);
    assert!(unknown.is_err(), "a key with a typing error must not pass");
}
