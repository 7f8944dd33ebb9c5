// SPDX-License-Identifier: AGPL-3.0-or-later

//! Headers that anybody can write, and those that every answer bears.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use salal_db::Engine;
use salal_server::features::operations::health;
use salal_server::settings::{Environment, Settings};
use sha2::{Digest, Sha256};

use crate::support::{Answer, Api, TestApp, metrics};

/// The id that the answer names, and the log, when this one was sent.
async fn id_of(app: &TestApp, sent: &str) -> String {
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
}

const MADE: [&str; 2] = [
    "0198f000-0000-7000-8000-000000000001",
    // As nginx makes them.
    "0198f00000007000800000000000000a",
];

#[tokio::test]
async fn a_request_id_is_ours_or_a_proxy_s() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    for made in MADE {
        let id = id_of(&app, made).await;
        assert!(
            id != made && uuid::Uuid::parse_str(&id).is_ok(),
            "a stranger's"
        );
    }
    let network = "127.0.0.1/32".to_owned().try_into().expect("a network");
    let behind = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.server.trusted_proxies = vec![network];
    })
    .await;
    for made in MADE {
        assert_eq!(id_of(&behind, made).await, made);
    }
    let long = "a".repeat(65);
    let braces = format!("{{{}}}", MADE[0]);
    for unfit in [
        long.as_str(),
        "",
        "a b",
        "proxy-7.4_b",
        "x;y",
        "{\"a\":1}",
        &braces,
    ] {
        let id = id_of(&behind, unfit).await;
        assert!(
            id != unfit && uuid::Uuid::parse_str(&id).is_ok(),
            "{unfit:?} became {id:?}"
        );
    }
}

/// Whatever is asked for, and whether it is there or not.
#[tokio::test]
async fn every_answer_tells_the_browser_what_it_may_do() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    for (path, status) in [
        ("/login", 200),
        ("/livez", 200),
        ("/api/settings", 200),
        ("/api/prescription", 401),
        ("/api/nowhere", 404),
        ("/assets/nothing.js", 404),
        ("/metrics", 404),
    ] {
        let answer = app.api.send_raw(Method::GET, path, &[], Vec::new()).await;
        assert_eq!(answer.status, status, "{path}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{path}: {name}");
        }
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        let scripts = policy.split(';').find(|part| part.contains("script-src"));
        let scripts = scripts.expect("what scripts are allowed");
        assert!(!scripts.contains("unsafe"), "{path}: {scripts}");
    }
}

/// What stands in a document of ours runs, and nothing that somebody else puts there.
#[tokio::test]
async fn a_document_allows_the_script_in_it_by_its_digest() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    for path in ["/", "/faq", "/login", "/dashboard"] {
        let answer = app.api.send_raw(Method::GET, path, &[], Vec::new()).await;
        let page = String::from_utf8_lossy(&answer.bytes).into_owned();
        let scripts: Vec<&str> = page
            .split("<script>")
            .skip(1)
            .filter_map(|part| Some(part.split_once("</script>")?.0))
            .collect();
        let [script] = scripts[..] else {
            panic!("{path} has {} scripts in it", scripts.len());
        };
        let digest = STANDARD.encode(Sha256::digest(script));
        let policy = answer.header("content-security-policy");
        let allowed = policy.split(';').find(|part| part.contains("script-src"));
        let allowed: Vec<&str> = allowed.unwrap_or_default().split_whitespace().collect();
        assert_eq!(
            allowed[..3],
            ["script-src", "'self'", &format!("'sha256-{digest}'")],
            "{path}"
        );
    }
}

/// A page of another site reads nothing here, whatever it asks with.
#[tokio::test]
async fn no_other_site_is_let_in() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let sent = [
        ("origin", "https://elsewhere.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "x-access-token"),
    ];
    for method in [Method::OPTIONS, Method::GET, Method::POST] {
        for path in ["/api/user/authenticate", "/api/settings", "/login"] {
            let answer = app
                .api
                .send_raw(method.clone(), path, &sent, Vec::new())
                .await;
            for name in [
                "access-control-allow-origin",
                "access-control-allow-credentials",
                "access-control-allow-headers",
            ] {
                assert_eq!(answer.header(name), "", "{method} {path}: {name}");
            }
        }
    }
}

/// TRACE would show a script what it may not read; folders and what version control keeps are nobody's to see.
#[tokio::test]
async fn nothing_is_echoed_and_no_folder_listed() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    for path in ["/login", "/api/settings", "/livez", "/assets/first.js"] {
        let sent = [("x-access-token", "a-mark-of-mine")];
        let answer = app
            .api
            .send_raw(Method::TRACE, path, &sent, Vec::new())
            .await;
        assert!(
            matches!(answer.status, 404 | 405),
            "{path}: {}",
            answer.status
        );
        let told = String::from_utf8_lossy(&answer.bytes);
        assert!(!told.contains("a-mark-of-mine"), "{path}: {told}");
    }
    let page = app
        .api
        .send_raw(Method::GET, "/dashboard", &[], Vec::new())
        .await;
    // At any other address there is the page of the app, which says that nothing is there.
    for path in [
        "/.git/config",
        "/.env",
        "/assets/",
        "/pages/",
        "/pages/index.html",
        "/icons/",
    ] {
        let answer = app.api.send_raw(Method::GET, path, &[], Vec::new()).await;
        assert!(
            answer.status == 404 || answer.bytes == page.bytes,
            "{path}: {}",
            answer.status
        );
    }
}

#[tokio::test]
async fn a_public_address_with_tls_is_never_asked_for_without() {
    let asked = async |public_url: &str| -> Answer {
        let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
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
        let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
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

/// In prod a proxy that the settings do not name is an error that the operator sees.
#[tokio::test]
async fn a_proxy_that_is_not_named_is_on_the_operations_page() {
    for (trusted, is_told) in [(None, true), (Some("127.0.0.1"), false)] {
        let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
            settings.environment = Environment::Prod;
            let networks = trusted.map(|text: &str| text.to_owned().try_into().expect("a network"));
            settings.server.trusted_proxies = networks.into_iter().collect();
        })
        .await;
        let shown = async || {
            let report = salal_server::features::operations::health::examine(&app.ctx).await;
            let findings = report.expect("it is examined").findings;
            findings
                .iter()
                .any(|finding| finding.text.starts_with("X-Forwarded-For"))
        };
        assert!(!shown().await);
        let headers = [("x-forwarded-for", "198.51.100.7")];
        let sent = app
            .api
            .send_raw(Method::GET, "/api/settings", &headers, Vec::new());
        assert_eq!(sent.await.status, 200);
        assert_eq!(shown().await, is_told, "{trusted:?}");
        app.ctx.clock.advance(chrono::TimeDelta::hours(25));
        assert!(!shown().await);
    }
}

#[tokio::test]
async fn the_metrics_have_an_address_of_their_own() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let at_the_site = app
        .api
        .send_raw(Method::GET, "/metrics", &[], Vec::new())
        .await;
    assert_eq!(at_the_site.status, 404);
    assert!(!String::from_utf8_lossy(&at_the_site.bytes).contains("salal_"));

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a free port");
    let apart = Api::new(
        &crate::TESTED,
        format!("http://{}", listener.local_addr().expect("a bound port")),
    );
    let served_metrics =
        salal_server::metrics::router(&app.ctx, metrics(), "serve", health::measure);
    let serving = tokio::spawn(async move {
        axum::serve(listener, served_metrics)
            .await
            .expect("the metrics are served");
    });
    let rendered = apart
        .send_raw(Method::GET, "/metrics", &[], Vec::new())
        .await;
    assert_eq!(rendered.status, 200);
    assert!(String::from_utf8_lossy(&rendered.bytes).contains("salal_calls_total"));
    let nothing_else = apart
        .send_raw(Method::GET, "/readyz", &[], Vec::new())
        .await;
    assert_eq!(nothing_else.status, 404);
    serving.abort();
}

#[test]
fn the_metrics_address_is_none_of_the_site_s() {
    for (address, is_good) in [
        ("", true),
        ("127.0.0.1:9464", true),
        ("127.0.0.1:8080", false),
        ("9464", false),
        ("http://127.0.0.1:9464", false),
    ] {
        let mut settings = Settings::read(None).expect("the defaults are good");
        settings.server.metrics_address = address.into();
        let is_told = settings
            .faults()
            .iter()
            .any(|fault| fault.starts_with("server.metrics_address"));
        assert_eq!(is_told, !is_good, "{address:?}");
    }
}
