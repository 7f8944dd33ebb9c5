// SPDX-License-Identifier: AGPL-3.0-or-later

//! A store of files that takes long: whoever sends a file waits for it, and nobody else does.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{Method as HttpMethod, Uri};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Method, StatusCode};
use salal_integrations::{BucketSettings, Secret};
use salal_server::settings::{Settings, StoreKind};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::support::files::png;
use crate::support::threads::write;
use crate::support::{Answer, Engine, TestApp, User, phn};

/// A bucket that takes a file when it is told to, and has none.
#[derive(Clone)]
struct Bucket {
    arrived: Arc<Semaphore>,
    taken: Arc<Semaphore>,
}

impl Bucket {
    async fn start() -> (Self, BucketSettings) {
        let bucket = Self {
            arrived: Arc::new(Semaphore::new(0)),
            taken: Arc::new(Semaphore::new(0)),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a free port");
        let endpoint = format!("http://{}", listener.local_addr().expect("a bound port"));
        let answering = Router::new().fallback(answer).with_state(bucket.clone());
        tokio::spawn(async move { axum::serve(listener, answering).await });
        let settings = BucketSettings {
            endpoint,
            region: "here".into(),
            bucket: "clinic".into(),
            prefix: String::new(),
            access_key: "salal".into(),
            secret_key: Secret::new("a secret of the tests"),
            lock_days: None,
        };
        (bucket, settings)
    }

    /// A file has arrived, and waits.
    async fn has_one(&self) {
        let arrived = self.arrived.acquire().await.expect("it is open");
        arrived.forget();
    }

    fn take_one(&self) {
        self.taken.add_permits(1);
    }
}

async fn answer(State(bucket): State<Bucket>, method: HttpMethod, address: Uri) -> Response {
    if method == HttpMethod::PUT {
        bucket.arrived.add_permits(1);
        bucket.taken.acquire().await.expect("it is open").forget();
        return [("etag", "\"1\"")].into_response();
    }
    if address
        .query()
        .is_some_and(|query| query.contains("list-type"))
    {
        let list = "<ListBucketResult><Name>clinic</Name><IsTruncated>false</IsTruncated></ListBucketResult>";
        return ([("content-type", "application/xml")], list).into_response();
    }
    StatusCode::NOT_FOUND.into_response()
}

/// Sends a file in by one of the ways.
async fn sent(app: &TestApp, way: &str, by: &User) -> Answer {
    let file = png(40, 30);
    match way {
        "the card" => {
            let path = format!("/person/healthDoc/{}", by.person);
            let fields = json!({"personId": by.person, "BCCardNumber": phn(1)});
            let files = [("file", "card.png", file)];
            app.form(by, Method::PUT, &path, &fields, &files).await
        }
        "a message" => {
            write(
                app,
                by,
                "Customer Service",
                "Here it is",
                &[("files", "a.png", file)],
            )
            .await
        }
        _ => {
            let picture = format!("data:image/png;base64,{}", STANDARD.encode(file));
            let body = json!({"personId": by.person, "message": "It is blue", "dataURL": picture});
            app.post(by, "/problem", &body).await
        }
    }
}

async fn a_file_that_waits_for_its_store_holds_nobody_up(engine: Engine) {
    let (bucket, client) = Bucket::start().await;
    let app = TestApp::with(&crate::TESTED, engine, |settings: &mut Settings| {
        settings.files.store = StoreKind::S3;
        settings.services.bucket = Some(client);
    })
    .await;
    let (patient, doctor) = (&app.users.patient, &app.users.doctor);
    for way in ["the card", "a message", "a picture of the screen"] {
        let other = async {
            bucket.has_one().await;
            // Somebody else's change, from its beginning to its answer.
            let body = json!({"personId": doctor.person, "message": format!("Beside {way}")});
            let beside = app.post(doctor, "/problem", &body).await;
            bucket.take_one();
            beside
        };
        let (sent, beside) = tokio::join!(sent(&app, way, patient), other);
        assert_eq!(beside.status, 201, "{way}: {}", beside.body);
        assert!(sent.status < 300, "{way}: {} {}", sent.status, sent.body);
    }
}

#[tokio::test]
async fn a_file_that_waits_for_its_store_holds_nobody_up_sqlite() {
    a_file_that_waits_for_its_store_holds_nobody_up(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_file_that_waits_for_its_store_holds_nobody_up_postgres() {
    a_file_that_waits_for_its_store_holds_nobody_up(Engine::Postgres).await;
}
