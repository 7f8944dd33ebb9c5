// SPDX-License-Identifier: AGPL-3.0-or-later

//! Anchors in a bucket with object lock, against a store that keeps the headers it is sent: what is locked and until
//! when, what is told of a bucket without a lock, and what verification finds there.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use salal_accounts::audit::{chain_status, refuse_older, verify_copy};
use salal_db::Engine;
use salal_integrations::{BucketSettings, Secret};
use salal_platform::context::Context;

use super::anchors::{begin_anew, line, pass, report, run, signed, started_again};
use crate::TESTED;
use crate::support::TestApp;

/// What a store has, and how it is.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a way in which a store can be"
)]
struct Kept {
    objects: BTreeMap<String, (HeaderMap, Bytes)>,
    /// Those that somebody hid behind a mark.
    hidden: Vec<String>,
    /// What somebody put over some.
    over: BTreeMap<String, Bytes>,
    is_without_lock: bool,
    /// As stores that know no lock: takes the headers, and does nothing.
    is_deaf: bool,
    is_broken: bool,
    /// Takes what it is asked, and answers nothing.
    is_silent: bool,
}

impl Kept {
    /// All versions of an object, the newest first.
    fn versions(&self, name: &str) -> String {
        let over = self.over.get(name).map(|_| "over");
        let all = over.into_iter().chain(["first"]);
        all.fold(String::new(), |all, id| {
            all + "<Version><Key>" + name + "</Key><VersionId>" + id + "</VersionId></Version>"
        })
    }

    fn content(&self, name: &str, query: &str) -> Option<Bytes> {
        let is_newest = query != "versionId=first";
        let is_hidden = self.hidden.iter().any(|hidden| hidden == name);
        if is_newest && is_hidden {
            return None;
        }
        let over = self.over.get(name).filter(|_| is_newest);
        let first = self.objects.get(name).map(|(_, content)| content);
        over.or(first).cloned()
    }
}

#[derive(Clone, Default)]
struct Store(Arc<Mutex<Kept>>);

impl Store {
    fn kept<T>(&self, see: impl FnOnce(&mut Kept) -> T) -> T {
        see(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn start(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a port");
        let address = listener.local_addr().expect("an address");
        let site = Router::new().fallback(answer).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, site).await });
        format!("http://{address}")
    }

    fn names(&self) -> Vec<String> {
        self.kept(|kept| kept.objects.keys().cloned().collect())
    }
}

async fn answer(
    State(store): State<Store>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let name = uri
        .path()
        .trim_start_matches("/anchors")
        .trim_start_matches('/');
    let signed = headers["authorization"].to_str().expect("text").to_owned();
    assert!(signed.contains("Credential=key/"), "{signed}");
    if store.kept(|kept| kept.is_silent) {
        return std::future::pending().await;
    }
    store.kept(|kept| {
        if kept.is_broken {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        match (method, name) {
            (Method::PUT, name) => {
                for header in ["mode", "retain-until-date"] {
                    assert!(signed.contains(&format!("x-amz-object-lock-{header}")), "{signed}");
                }
                assert!(headers.contains_key("x-amz-checksum-sha256"));
                if kept.is_without_lock {
                    let text = "<Error><Code>InvalidRequest</Code><Message>Bucket is missing Object Lock \
                                Configuration</Message></Error>";
                    return (StatusCode::BAD_REQUEST, text).into_response();
                }
                kept.objects.insert(name.to_owned(), (headers, body));
                [("etag", "\"1\"")].into_response()
            }
            (Method::GET, "") => {
                assert!(uri.query().is_some_and(|query| query.contains("versions=")), "{uri}");
                let all: String = kept.objects.keys().map(|name| kept.versions(name)).collect();
                let marks = kept.hidden.iter().fold(String::new(), |marks, name| {
                    marks + "<DeleteMarker><Key>" + name + "</Key></DeleteMarker>"
                });
                format!("<ListVersionsResult><IsTruncated>false</IsTruncated>{all}{marks}</ListVersionsResult>")
                    .into_response()
            }
            (_, name) => match kept.content(name, uri.query().unwrap_or_default()) {
                Some(content) => {
                    let mode = if kept.is_deaf { "" } else { "COMPLIANCE" };
                    let headers = [
                        ("etag", "\"1\""),
                        ("last-modified", "Sun, 01 Mar 2026 00:00:00 GMT"),
                        ("x-amz-object-lock-mode", mode),
                    ];
                    (headers, content).into_response()
                }
                None => StatusCode::NOT_FOUND.into_response(),
            },
        }
    })
}

/// A site whose anchors go to this store.
async fn with_store(store: &Store) -> TestApp {
    with_places(store, false).await
}

/// A site whose anchors go to this store, and perhaps to a folder as well.
async fn with_places(store: &Store, has_folder: bool) -> TestApp {
    with_places_on(Engine::Sqlite, store, has_folder).await
}

/// The same, on a database of this engine.
async fn with_places_on(engine: Engine, store: &Store, has_folder: bool) -> TestApp {
    let endpoint = store.start().await;
    let app = TestApp::with(&TESTED, engine, |settings| {
        if has_folder {
            settings.audit.publish_folder = format!("{}/outside", settings.database.uploads);
        }
        let s3 = &mut settings.audit.s3;
        s3.endpoint.clone_from(&endpoint);
        s3.bucket = "anchors".into();
        s3.prefix = "clinic".into();
        settings.services.anchors = Some(Box::new(BucketSettings {
            endpoint,
            region: "us-east-1".into(),
            bucket: "anchors".into(),
            prefix: "clinic".into(),
            access_key: "key".into(),
            secret_key: Secret::new("a secret of the tests"),
            lock_days: Some(settings.audit.s3_lock_days),
        }));
    })
    .await;
    begin_anew(&app).await;
    app
}

#[tokio::test]
async fn each_anchor_is_locked_and_compared() {
    let store = Store::default();
    let app = with_store(&store).await;
    let ctx = &app.ctx;
    for _ in 0..3 {
        line(ctx).await;
        pass(ctx).await;
        ctx.clock.advance(TimeDelta::minutes(5));
    }
    let names = store.names();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(
        names[0].starts_with("clinic/anchor-000000000001-"),
        "{names:?}"
    );
    store.kept(|kept| {
        for (headers, content) in kept.objects.values() {
            assert_eq!(headers["x-amz-object-lock-mode"], "COMPLIANCE");
            let until = headers["x-amz-object-lock-retain-until-date"].to_str();
            let until: DateTime<Utc> = until.expect("text").parse().expect("a time");
            #[expect(clippy::disallowed_methods, reason = "the store has the real time")]
            let hours = (until - Utc::now()).num_hours();
            assert!((399 * 24..=400 * 24).contains(&hours), "{until}");
            assert!(content.starts_with(b"{\"number\":"));
        }
    });
    let found = report(ctx).await;
    assert_eq!((found.faults, found.outside), (vec![], 3));
    // Who has the keys hides one: it is among the versions all the same.
    store.kept(|kept| kept.hidden.push(names[2].clone()));
    let cut = ["DELETE FROM audit_statement WHERE number = 3"];
    run(ctx, &cut).await;
    let faults = report(ctx).await.faults.join("\n");
    assert!(
        faults.contains("is outside and not in the database"),
        "{faults}"
    );
    // And one that is no longer there at all is told, too.
    store.kept(|kept| kept.objects.remove(&names[0]));
    let faults = report(ctx).await.faults.join("\n");
    assert!(
        faults.contains("the statements 1 to 1 are missing"),
        "{faults}"
    );
}

#[tokio::test]
async fn a_bucket_without_a_lock_is_refused_with_a_sentence() {
    for is_deaf in [false, true] {
        let store = Store::default();
        store.kept(|kept| {
            kept.is_deaf = is_deaf;
            kept.is_without_lock = !is_deaf;
        });
        let app = with_store(&store).await;
        pass(&app.ctx).await;
        assert_eq!(signed(&app.ctx).await, 1, "in the database all the same");
        let status = chain_status(app.ctx.db.read(), app.ctx.now()).await;
        let (_, why) = status.expect("a status").unwritten.expect("it is told");
        assert!(why.contains("the bucket has no object lock"), "{why}");
    }
}

#[tokio::test]
async fn a_bucket_that_does_not_answer_gets_everything_later() {
    let store = Store::default();
    store.kept(|kept| kept.is_broken = true);
    let app = with_store(&store).await;
    pass(&app.ctx).await;
    assert_eq!(signed(&app.ctx).await, 1, "in the database all the same");
    let status = chain_status(app.ctx.db.read(), app.ctx.now()).await;
    assert!(status.expect("a status").unwritten.is_some());
    store.kept(|kept| kept.is_broken = false);
    let ctx = started_again(&app);
    pass(&ctx).await;
    assert_eq!(store.names().len(), 1);
    let status = chain_status(ctx.db.read(), ctx.now()).await;
    assert!(status.expect("a status").unwritten.is_none());
    assert_eq!(report(&ctx).await.faults, [] as [&str; 0]);
}

/// Why anchors are not outside, if that is told.
async fn unwritten(ctx: &Context) -> Option<String> {
    let status = chain_status(ctx.db.read(), ctx.now()).await;
    status.expect("a status").unwritten.map(|(_, why)| why)
}

#[tokio::test]
async fn a_bucket_that_fails_takes_no_folder_with_it() {
    let store = Store::default();
    store.kept(|kept| kept.is_broken = true);
    let app = with_places(&store, true).await;
    for count in 1..=2 {
        line(&app.ctx).await;
        pass(&app.ctx).await;
        app.ctx.clock.advance(TimeDelta::minutes(5));
        let found = report(&app.ctx).await;
        assert_eq!((found.anchors, found.outside), (count, count), "{found}");
        let [fault] = found.faults.as_slice() else {
            panic!("{found}");
        };
        assert!(fault.contains("the bucket of audit.s3: "), "{fault}");
        let why = unwritten(&app.ctx).await.expect("it is told");
        assert!(why.starts_with("the bucket of audit.s3: "), "{why}");
        assert!(!why.contains("folder") && !why.contains("files"), "{why}");
    }
    store.kept(|kept| kept.is_broken = false);
    let ctx = started_again(&app);
    pass(&ctx).await;
    assert_eq!(store.names().len(), 2);
    assert_eq!(unwritten(&ctx).await, None);
    let found = report(&ctx).await;
    assert_eq!((found.faults, found.outside), (vec![], 4));
}

#[tokio::test]
async fn a_folder_that_fails_takes_no_bucket_with_it() {
    let store = Store::default();
    let app = with_places(&store, true).await;
    let ctx = &app.ctx;
    // A file where the folder would be.
    std::fs::create_dir_all(&ctx.settings.database.uploads).expect("a folder");
    let folder = &ctx.settings.audit.publish_folder;
    std::fs::write(folder, "").expect("a file");
    pass(ctx).await;
    assert_eq!(store.names().len(), 1);
    let why = unwritten(ctx).await.expect("it is told");
    assert!(
        why.starts_with("the folder audit.publish_folder: "),
        "{why}"
    );
    std::fs::remove_file(folder).expect("it goes");
    let ctx = started_again(&app);
    pass(&ctx).await;
    assert_eq!(unwritten(&ctx).await, None);
    let found = report(&ctx).await;
    assert_eq!((found.faults, found.outside), (vec![], 2));
}

#[tokio::test]
async fn what_lies_over_an_anchor_hides_nothing() {
    let store = Store::default();
    let app = with_store(&store).await;
    for _ in 0..2 {
        line(&app.ctx).await;
        pass(&app.ctx).await;
        app.ctx.clock.advance(TimeDelta::minutes(5));
    }
    let last = store.names().pop().expect("two");
    run(&app.ctx, &["DELETE FROM audit_statement WHERE number = 2"]).await;
    store.kept(|kept| kept.over.insert(last.clone(), Bytes::from_static(b"{}")));
    for is_hidden in [false, true] {
        store.kept(|kept| kept.hidden.extend(is_hidden.then(|| last.clone())));
        let faults = report(&app.ctx).await.faults.join("\n");
        assert!(
            faults.contains("is outside and not in the database"),
            "{faults}"
        );
        // Nor does a start send again what that database had sent.
        let refused = refuse_older(&started_again(&app)).await;
        let refused = refused.expect_err("it is older").to_string();
        assert!(refused.contains("older than what it signed"), "{refused}");
    }
}

#[tokio::test]
async fn a_bucket_that_answers_nothing_holds_up_no_start() {
    let store = Store::default();
    let app = with_store(&store).await;
    pass(&app.ctx).await;
    store.kept(|kept| kept.is_silent = true);
    let ctx = started_again(&app);
    let asked = tokio::time::timeout(std::time::Duration::from_secs(5), refuse_older(&ctx));
    asked.await.expect("soon").expect("it starts");
}

/// A copy is restored on another machine, whose bucket is new and empty.
async fn a_new_bucket_after_a_restore_gets_every_anchor(engine: Engine) {
    let store = Store::default();
    let app = with_places_on(engine, &store, false).await;
    for _ in 0..3 {
        line(&app.ctx).await;
        pass(&app.ctx).await;
        app.ctx.clock.advance(TimeDelta::minutes(5));
    }
    let names = store.names();
    assert_eq!(names.len(), 3, "{names:?}");
    store.kept(|kept| kept.objects.clear());
    // To the installation that put them there, that is a fault; to a copy that begins elsewhere it is none.
    let faults = report(&app.ctx).await.faults.join("\n");
    assert!(
        faults.contains("the statements 1 to 3 are missing"),
        "{faults}"
    );
    let (found, _) = verify_copy(&app.ctx).await.expect("it is read");
    assert_eq!(found.faults, [] as [&str; 0]);
    let tx = app.ctx.db.begin().await.expect("a transaction");
    for step in (TESTED.parts)().on_restore {
        step(&tx, &app.ctx).await.expect("it is done");
    }
    tx.commit().await.expect("it is kept");
    let ctx = started_again(&app);
    refuse_older(&ctx).await.expect("it starts");
    pass(&ctx).await;
    let there = store.names();
    assert!(there.starts_with(&names), "{there:?}");
    let found = report(&ctx).await;
    assert_eq!((found.faults, found.outside), (vec![], there.len()));
    store.kept(|kept| {
        for (headers, _) in kept.objects.values() {
            assert_eq!(headers["x-amz-object-lock-mode"], "COMPLIANCE");
        }
    });
}

#[tokio::test]
async fn a_new_bucket_after_a_restore_gets_every_anchor_sqlite() {
    a_new_bucket_after_a_restore_gets_every_anchor(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_new_bucket_after_a_restore_gets_every_anchor_postgres() {
    a_new_bucket_after_a_restore_gets_every_anchor(Engine::Postgres).await;
}
