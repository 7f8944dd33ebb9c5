// SPDX-License-Identifier: AGPL-3.0-or-later

//! What may be concluded from a failure, and what it never shows.

use crate::sms::Sms;
use crate::{Failure, Integrations, Secret, Service, ServiceError, ServiceSettings};

#[test]
fn only_an_unknown_outcome_may_have_done_something() {
    let why = || "x".to_owned();
    let refused = Failure::Refused {
        code: why(),
        message: Secret::new("Ada, 604-555-0142"),
    };
    let busy = Failure::Busy {
        code: why(),
        retry_after_seconds: None,
    };
    // kind, nothing happened, worth retrying
    let cases = [
        (refused, true, false),
        (busy, true, true),
        (Failure::Unknown { why: why() }, false, true),
        (Failure::Unreachable { why: why() }, true, true),
        (Failure::Misconfigured { why: why() }, true, false),
    ];
    for (kind, nothing_happened, worth_retrying) in cases {
        let error = ServiceError {
            service: Service::Fax,
            kind,
        };
        assert_eq!(error.nothing_happened(), nothing_happened, "{error}");
        assert_eq!(error.worth_retrying(), worth_retrying, "{error}");
        let printed = format!("{error} {error:?}");
        assert!(
            !printed.contains("Ada") && printed.contains("fax"),
            "{printed}"
        );
    }
}

#[tokio::test]
async fn without_credentials_nothing_is_sent() {
    crate::install_tls_provider();
    let services = Integrations::new(&ServiceSettings::default()).unwrap();
    let sms = services
        .sms
        .send(&Sms {
            to: "6045550142",
            body: "x",
        })
        .await
        .unwrap_err();
    let errors = [
        sms,
        services.cards.get_intent("pi_1").await.unwrap_err(),
        services.wallet.get_order("1").await.unwrap_err(),
        services.fax.get_status("1").await.unwrap_err(),
        services.captcha.verify("x", None).await.unwrap_err(),
        services.clinic.find_demographic("x").await.unwrap_err(),
    ];
    for error in errors {
        assert!(
            matches!(error.kind, Failure::Misconfigured { .. }),
            "{error}"
        );
    }
}
