// SPDX-License-Identifier: AGPL-3.0-or-later

//! Headers that anybody can write, and those that every answer bears.

use reqwest::Method;
use salal_db::Engine;

use crate::support::{Answer, TestApp};

#[tokio::test]
async fn a_request_id_from_outside_is_short_and_plain() {
    let app = TestApp::on(Engine::Sqlite).await;
    let long = "a".repeat(65);
    let id_of = async |sent: &str| {
        let headers = [("x-request-id", sent)];
        let answer = app
            .api
            .send_raw(Method::GET, "/api/prescription", &headers, Vec::new())
            .await;
        assert_eq!(answer.status, 401);
        let id = answer.header("x-request-id").to_owned();
        assert_eq!(
            answer.body["requestId"], id,
            "what the log names is what the answer names"
        );
        id
    };
    assert_eq!(id_of("proxy-7.4_b").await, "proxy-7.4_b");
    for unfit in [long.as_str(), "", "a b", "a\"b", "x;y", "{\"a\":1}"] {
        let id = id_of(unfit).await;
        assert!(
            uuid::Uuid::parse_str(&id).is_ok(),
            "{unfit:?} became {id:?}"
        );
    }
}

#[tokio::test]
async fn a_public_address_with_tls_is_never_asked_for_without() {
    let asked = async |public_url: &str| -> Answer {
        let app = TestApp::with(Engine::Sqlite, |settings| {
            settings.server.public_url = public_url.into();
        })
        .await;
        app.api
            .send_raw(Method::GET, "/login", &[], Vec::new())
            .await
    };
    let header = "strict-transport-security";
    assert_eq!(
        asked("https://renew.example").await.header(header),
        "max-age=31536000"
    );
    assert_eq!(asked("http://127.0.0.1:8080").await.header(header), "");
}

#[tokio::test]
async fn only_a_trusted_proxy_says_where_a_request_comes_from() {
    for (trusted, refused) in [(None, true), (Some("127.0.0.1"), false)] {
        let app = TestApp::with(Engine::Sqlite, |settings| {
            settings.limits.public_calls_per_minute = 3;
            let networks = trusted.map(|text: &str| text.to_owned().try_into().expect("a network"));
            settings.server.trusted_proxies = networks.into_iter().collect();
        })
        .await;
        let mut statuses = Vec::new();
        for n in 1..=4 {
            let from = format!("198.51.100.{n}");
            let headers = [
                ("x-forwarded-for", from.as_str()),
                ("content-type", "application/json"),
            ];
            let path = "/api/user/authenticate";
            let body = b"{}".to_vec();
            statuses.push(
                app.api
                    .send_raw(Method::POST, path, &headers, body)
                    .await
                    .status,
            );
        }
        assert_eq!(
            statuses.contains(&429),
            refused,
            "{trusted:?}: {statuses:?}"
        );
    }
}
