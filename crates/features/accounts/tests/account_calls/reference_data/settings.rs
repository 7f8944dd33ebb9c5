// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /settings`

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::Method;
use salal_db::Engine;
use salal_domain::days::date_time_text;
use salal_platform::settings::{Environment, Settings};

use crate::support::{TestApp, once, stable};

once!(
    tells_what_screens_need_and_no_secret,
    screens_are_told_the_clock_that_paper_goes_by
);

async fn tells_what_screens_need_and_no_secret(app: &TestApp) {
    let mut settings = app
        .send(None, Method::GET, "/settings", None, None)
        .await
        .ok();
    let text = settings.to_string();
    for secret in ["sk_test", "whsec", "5a1a15a1"] {
        assert!(!text.contains(secret), "{secret}");
    }
    settings["stripeScriptUrl"] = "[address]".into();
    settings["timeZone"]["offsets"] = "[offsets]".into();
    insta::assert_json_snapshot!("settings", stable(&settings));
}

async fn screens_are_told_the_clock_that_paper_goes_by(app: &TestApp) {
    let settings = app
        .send(None, Method::GET, "/settings", None, None)
        .await
        .ok();
    let offsets = settings["timeZone"]["offsets"]
        .as_array()
        .expect("a list")
        .clone();
    let told = |moment: DateTime<Utc>| {
        let in_force = offsets.iter().rfind(|one| {
            one["from"]
                .as_str()
                .expect("a time")
                .parse::<DateTime<Utc>>()
                .expect("a time")
                <= moment
        });
        let minutes = in_force.expect("the list begins long ago")["minutes"]
            .as_i64()
            .expect("minutes");
        (moment + TimeDelta::minutes(minutes))
            .format("%b %d, %Y, %-I:%M %p")
            .to_string()
    };
    let now = app.ctx.now();
    for days in (-3600..720).step_by(9) {
        let moment = now + TimeDelta::days(days);
        assert_eq!(told(moment), date_time_text(moment));
    }
}

#[tokio::test]
async fn the_automatic_mode_asks_no_captcha() {
    for environment in [Environment::Dev, Environment::Auto] {
        let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
            settings.environment = environment;
            settings.features.captcha = true;
        })
        .await;
        let settings = app
            .send(None, Method::GET, "/settings", None, None)
            .await
            .ok();
        let automatic = environment == Environment::Auto;
        assert_eq!(settings["automatic"], automatic);
        assert_eq!(
            settings["captchaSiteKey"].is_null(),
            automatic,
            "{settings}"
        );
    }
}

#[tokio::test]
async fn what_surrounds_the_product_is_told() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.environment = Environment::Test;
        settings.portal.login_url = "https://clinic.example/login".into();
        settings.portal.partner_home_url = "https://clinic.example".into();
        settings.portal.embedded = true;
    })
    .await;
    let settings = app
        .send(None, Method::GET, "/settings", None, None)
        .await
        .ok();
    assert_eq!(settings["officeRegistration"], "token");
    assert_eq!(settings["loginUrl"], "https://clinic.example/login");
    assert_eq!(settings["registrationUrl"], serde_json::Value::Null);
    assert_eq!(settings["partnerHomeUrl"], "https://clinic.example");
    assert_eq!(settings["embedded"], true);
}

#[test]
fn faults_of_what_surrounds_the_product_are_listed() {
    let mut settings = Settings::read(None).expect("the defaults are good");
    settings.portal.login_url = "clinic.example".into();
    settings.portal.review_url = "javascript:alert(1)".into();
    settings.portal.embedded = true;
    settings.secrets.hand_over = "short".into();
    settings.portal.terms_of_2020 = true;
    settings.features.other_provinces = true;
    let faults = settings.faults().join("\n");
    for name in [
        "portal.login_url",
        "portal.review_url",
        "portal.partner_home_url",
        "secrets.hand_over",
        "portal.terms_of_2020",
    ] {
        assert!(faults.contains(name), "{name} in {faults}");
    }
}
