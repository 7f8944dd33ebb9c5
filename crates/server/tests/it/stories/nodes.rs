// SPDX-License-Identifier: AGPL-3.0-or-later

//! Several processes of one installation: what is changed through one is seen at once on pages that
//! another one serves, a session that ended through one ends its streams everywhere, and after a gap
//! pages are told to read everything again.

use std::sync::Arc;
use std::time::Duration;

use salal_db::Engine;
use salal_server::context::Context;
use salal_server::{app, events, listener};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::support::{TestApp, User, metrics};

/// Long enough for any machine; nothing here waits for it when all is well.
const PATIENCE: Duration = Duration::from_secs(30);

/// A second process on the same database: its context, its address, and what stops it.
async fn second_node(app: &TestApp) -> (Context, String, CancellationToken) {
    let ctx = app::context((*app.ctx.settings).clone(), app.ctx.clock.clone())
        .await
        .expect("a second process starts");
    let stop = CancellationToken::new();
    tokio::spawn(events::relay(ctx.clone(), stop.clone()));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    let (site, settings, stopped) = (app::site(&ctx), Arc::clone(&ctx.settings), stop.clone());
    tokio::spawn(async move {
        tokio::select! {
            () = listener::serve(listener, site, &settings, CancellationToken::new()) => {}
            () = stopped.cancelled() => {}
        }
    });
    (ctx, format!("http://{address}"), stop)
}

/// What an open page hears, event by event.
struct Page {
    answer: reqwest::Response,
    rest: String,
}

impl Page {
    async fn open(address: &str, by: &User) -> Self {
        let answer = reqwest::Client::new()
            .get(format!("{address}/api/events"))
            .header("x-access-token", &by.token)
            .send()
            .await
            .expect("the stream opens");
        assert_eq!(answer.status(), 200);
        Self {
            answer,
            rest: String::new(),
        }
    }

    /// The next event; none when the stream ended.
    async fn hears(&mut self) -> Option<Value> {
        loop {
            if let Some((block, rest)) = self.rest.split_once("\n\n") {
                let data = block.lines().find_map(|line| line.strip_prefix("data: "));
                let event = data.map(|data| serde_json::from_str(data).expect("an event is JSON"));
                let rest = rest.to_owned();
                self.rest = rest;
                match event {
                    Some(event) => return Some(event),
                    None => continue,
                }
            }
            let part = tokio::time::timeout(PATIENCE, self.answer.chunk())
                .await
                .expect("something is heard");
            let part = part.ok().flatten()?;
            self.rest.push_str(&String::from_utf8_lossy(&part));
        }
    }

    /// Waits for a change of this kind.
    async fn hears_of(&mut self, kind: &str) -> Value {
        loop {
            let event = self.hears().await.expect("the stream goes on");
            if event["kind"] == kind {
                return event;
            }
        }
    }
}

/// The second process listens: what the first one tells comes through.
async fn both_listen(app: &TestApp, page: &mut Page) {
    loop {
        tell(app, "data");
        let heard = tokio::time::timeout(Duration::from_millis(200), page.hears_of("data")).await;
        if heard.is_ok() {
            return;
        }
    }
}

fn tell(app: &TestApp, kind: &'static str) {
    app.ctx.publish(salal_server::context::ChangeEvent {
        kind,
        id: uuid::Uuid::now_v7(),
        person: uuid::Uuid::nil(),
    });
}

#[tokio::test]
async fn a_change_is_seen_on_every_node() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let (_second, address, stop) = second_node(&app).await;
    let (doctor, patient, other) = (&app.users.doctor, &app.users.patient, &app.users.other);
    let mut staff = Page::open(&address, doctor).await;
    both_listen(&app, &mut staff).await;
    let mut own = Page::open(&address, patient).await;
    let mut others = Page::open(&address, other).await;
    let fields = json!({"to": patient.person, "subject": "Elsewhere", "message": "A parrot."});
    let sent = app
        .form(doctor, reqwest::Method::POST, "/message", &fields, &[])
        .await
        .ok();
    let seen = staff.hears_of("message").await;
    assert_eq!(
        seen,
        json!({"kind": "message", "id": sent["_id"], "person": patient.person}),
        "ids and no content"
    );
    assert_eq!(own.hears_of("message").await["id"], sent["_id"]);
    // Another patient hears of neither; the next thing heard there is what comes after.
    let fields = json!({"to": other.person, "subject": "Elsewhere", "message": "Yours."});
    let theirs = app
        .form(doctor, reqwest::Method::POST, "/message", &fields, &[])
        .await
        .ok();
    assert_eq!(
        others.hears().await,
        Some(json!({"kind": "message", "id": theirs["_id"], "person": other.person}))
    );
    app.settle().await;
    stop.cancel();
}

#[tokio::test]
async fn a_session_ended_on_one_node_ends_on_the_other() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    assert_eq!(
        app.ctx.session_ends(),
        None,
        "whoever does not hear the others keeps no session"
    );
    let (second, address, stop) = second_node(&app).await;
    let mut staff = Page::open(&address, &app.users.doctor).await;
    both_listen(&app, &mut staff).await;
    let patient = &app.users.patient;
    let mut page = Page::open(&address, patient).await;
    let sessions = format!("{address}/api/user/sessions");
    let list = || {
        let request = reqwest::Client::new().get(&sessions);
        request.header("x-access-token", &patient.token).send()
    };
    assert_eq!(list().await.expect("an answer").status(), 200);
    let before = second.db.sent();
    assert_eq!(list().await.expect("an answer").status(), 200);
    assert_eq!(
        second.db.sent() - before,
        1,
        "the list, and not the session"
    );
    app.post(patient, "/user/sign-out", &json!({})).await;
    assert_eq!(page.hears().await, None, "its streams end");
    assert_eq!(
        list().await.expect("an answer").status(),
        401,
        "and it is not believed any more, though it was read a moment ago"
    );
    stop.cancel();
}

#[tokio::test]
async fn after_a_gap_pages_read_everything_again() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let (second, address, stop) = second_node(&app).await;
    let mut staff = Page::open(&address, &app.users.doctor).await;
    both_listen(&app, &mut staff).await;
    let before = second.session_ends();
    assert!(before.is_some());
    // The database server drops every connection that listens.
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    app.ctx
        .db
        .write()
        .execute_unprepared(sql)
        .await
        .expect("connections are ended");
    staff.hears_of("all").await;
    both_listen(&app, &mut staff).await;
    assert!(
        second.session_ends() > before,
        "a session may have ended meanwhile"
    );
    stop.cancel();
}

#[tokio::test]
async fn an_open_page_keeps_no_process_from_stopping() {
    let app = TestApp::on(&crate::TESTED, Engine::Postgres).await;
    let mut settings = (*app.ctx.settings).clone();
    settings.server.address = "127.0.0.1:0".into();
    let ctx = app::context(settings, app.ctx.clock.clone())
        .await
        .expect("a second process starts");
    let stop = CancellationToken::new();
    let (tell, told) = tokio::sync::oneshot::channel();
    let ready = move |address| tell.send(address).expect("somebody waits for it");
    let serving = tokio::spawn(app::serve(ctx, None, metrics(), false, stop.clone(), ready));
    let address = told.await.expect("it is ready");
    let mut page = Page::open(&format!("http://{address}"), &app.users.doctor).await;
    stop.cancel();
    assert_eq!(page.hears().await, None, "the stream ends");
    tokio::time::timeout(PATIENCE, serving)
        .await
        .expect("it stops")
        .expect("nothing panics")
        .expect("it ends well");
}
