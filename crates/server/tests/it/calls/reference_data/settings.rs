//! `GET /settings`

use reqwest::Method;
use salal_db::Engine;
use salal_server::settings::Environment;

use crate::support::{TestApp, on_both, shown};

on_both! {
    async fn tells_what_screens_need_and_no_secret(app: &TestApp) {
        let mut settings = app.send(None, Method::GET, "/settings", None, None).await.ok();
        let text = settings.to_string();
        for secret in ["sk_test", "whsec", "5a1a15a1"] {
            assert!(!text.contains(secret), "{secret}");
        }
        settings["stripeScriptUrl"] = "[address]".into();
        insta::assert_json_snapshot!("settings", shown(&settings));
    }
}

#[tokio::test]
async fn the_automatic_mode_asks_no_captcha() {
    for environment in [Environment::Dev, Environment::Auto] {
        let app = TestApp::with(Engine::Sqlite, |settings| {
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
