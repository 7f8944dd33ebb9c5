// SPDX-License-Identifier: AGPL-3.0-or-later

//! Clients that are slow, silent or many: they are closed or refused, and everyone else is answered.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use reqwest::Method;
use salal_db::Engine;
use salal_server::api::in_flight;
use salal_server::context::ChangeEvent;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::files::png;
use crate::support::{TestApp, phn};

/// Long enough for any machine; nothing here waits for it when all is well.
const PATIENCE: Duration = Duration::from_secs(30);

fn address(app: &TestApp) -> SocketAddr {
    let address = app.api.base.strip_prefix("http://").expect("an address");
    address.parse().expect("an address")
}

/// A connection from 127.0.0.`from`, on which this was sent.
async fn connection(app: &TestApp, from: u8, sent: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    let own = SocketAddr::from((Ipv4Addr::new(127, 0, 0, from), 0));
    socket.bind(own).expect("an address of this machine");
    let mut stream = socket.connect(address(app)).await.expect("it is accepted");
    stream.write_all(sent.as_bytes()).await.expect("it is sent");
    stream
}

/// What is answered until the connection is closed.
async fn until_closed(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    // Closed with something unread, a connection is reset; what was answered before counts all the same.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer))
        .await
        .expect("the connection is closed");
    String::from_utf8_lossy(&answer).into_owned()
}

/// An upload of which only the beginning is sent.
fn beginning(path: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: salal\r\nContent-Type: multipart/form-data; boundary=x\r\n\
         Content-Length: 1000000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"FirstName\"\r\n\r\nA"
    )
}

async fn others_are_answered(app: &TestApp) {
    for path in ["/api/settings", "/api/options", "/readyz"] {
        let answer = app.api.send_raw(Method::GET, path, &[], Vec::new()).await;
        assert_eq!(answer.status, 200, "{path}");
    }
    let user = app.users.patient.clone();
    let own = format!("/prescription/person/{}", user.person);
    app.get(&user, &own).await.ok();
}

#[tokio::test]
async fn slow_clients_are_closed_and_the_others_answered() {
    for (pause, whole) in [(1, 300), (300, 1)] {
        let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
            settings.limits.head_seconds = 1;
            settings.limits.body_pause_seconds = pause;
            settings.limits.body_seconds = whole;
        })
        .await;
        let mut half_open = Vec::new();
        for n in 0..60 {
            let sent = ["", "GET /api/settings HTTP/1.1\r\nHost: sal"][n % 2];
            half_open.push(connection(&app, 1, sent).await);
        }
        let mut uploads = Vec::new();
        for _ in 0..20 {
            uploads.push(connection(&app, 1, &beginning("/api/user")).await);
        }
        others_are_answered(&app).await;
        for stream in half_open {
            assert_eq!(until_closed(stream).await, "");
        }
        for stream in uploads {
            let answer = until_closed(stream).await;
            assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
            assert!(answer.contains("was incomplete"), "{answer}");
        }
        others_are_answered(&app).await;
    }
}

#[tokio::test]
async fn one_address_cannot_take_every_connection() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.limits.connections = 14;
        settings.limits.connections_per_address = 10;
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..10 {
        open.push(connection(&app, 2, "GET /").await);
    }
    let refused = until_closed(connection(&app, 2, "").await).await;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(refused.contains("Retry-After: 5"), "{refused}");
    others_are_answered(&app).await;
    // The total counts those of every address.
    for _ in 0..2 {
        open.push(connection(&app, 3, "GET /").await);
    }
    let mut more = Vec::new();
    for from in 4..8 {
        more.push(connection(&app, from, "").await);
    }
    let refused = until_closed(more.pop().expect("the last one")).await;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    drop((open, more));
    others_are_answered(&app).await;
}

#[tokio::test]
async fn an_idle_connection_ends_and_an_open_page_does_not() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.limits.head_seconds = 1;
        settings.limits.idle_connection_seconds = 1;
        settings.limits.body_pause_seconds = 1;
    })
    .await;
    let listening = format!(
        "GET /api/events HTTP/1.1\r\nHost: salal\r\nx-access-token: {}\r\n\r\n",
        app.users.doctor.token
    );
    let mut page = connection(&app, 1, &listening).await;
    let whole = "GET /api/settings HTTP/1.1\r\nHost: salal\r\n\r\n";
    // Half of a next header is no reason to stay.
    let and_a_half = format!("{whole}GET /api/settings HTTP/1.1\r\nHost: sal");
    for sent in [whole, &and_a_half] {
        let idle = connection(&app, 1, sent).await;
        let answer = until_closed(idle).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
    }
    // By now the page has been silent for longer than anyone else may be.
    app.ctx.publish(ChangeEvent {
        kind: "data",
        id: uuid::Uuid::now_v7(),
        person: uuid::Uuid::nil(),
    });
    let mut heard = String::new();
    while !heard.contains("event: changed") {
        let mut piece = [0; 1024];
        let read = tokio::time::timeout(PATIENCE, page.read(&mut piece)).await;
        let read = read.expect("something is heard").expect("it is readable");
        assert_ne!(read, 0, "the stream ended: {heard}");
        heard.push_str(&String::from_utf8_lossy(
            piece.get(..read).unwrap_or_default(),
        ));
    }
}

#[tokio::test]
async fn headers_that_never_end_are_refused() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let long = format!(
        "GET /api/settings HTTP/1.1\r\nHost: salal\r\nx-long: {}",
        "a".repeat(40_000)
    );
    let answer = until_closed(connection(&app, 1, &long).await).await;
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 431 "),
        "{answer}"
    );
}

/// The beginning of a registration of 20 MB, up to the content of a field.
fn large_form(field: &str) -> String {
    format!(
        "POST /api/user HTTP/1.1\r\nHost: salal\r\nContent-Type: multipart/form-data; boundary=x\r\n\
         Content-Length: 20000000\r\n\r\n--x\r\nContent-Disposition: form-data; {field}\r\n\r\n"
    )
}

#[tokio::test]
async fn forms_held_open_wait_on_the_disk_and_not_in_memory() {
    const HELD: usize = 24;
    const SENT: usize = 2 * 1024 * 1024;
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.limits.body_pause_seconds = 300;
        settings.limits.form_memory_megabytes = 16;
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..HELD {
        let head = large_form("name=\"profileImage\"; filename=\"a.png\"");
        let mut stream = connection(&app, 2, &head).await;
        let content = vec![b'x'; SENT];
        stream.write_all(&content).await.expect("it is read");
        held.push(stream);
    }
    // The last piece of each may not have been put aside yet.
    while in_flight(&app.ctx).disk < HELD * SENT * 9 / 10 {
        assert_eq!(in_flight(&app.ctx).memory, 0);
        others_are_answered(&app).await;
    }
    assert_eq!(in_flight(&app.ctx).memory, 0);
    let patient = app.users.patient.clone();
    let fields = json!({"personId": patient.person, "BCCardNumber": phn(1)});
    let path = format!("/person/healthDoc/{}", patient.person);
    let card = [("file", "card.png", png(400, 300))];
    let sent = app.form(&patient, Method::PUT, &path, &fields, &card).await;
    sent.ok();
    drop(held);
    while in_flight(&app.ctx).disk > 0 {
        others_are_answered(&app).await;
    }
}

#[tokio::test]
async fn a_field_that_the_form_does_not_have_is_refused_before_its_content() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    for field in [
        "name=\"nowhere\"; filename=\"a.png\"",
        "name=\"nowhere\"",
        // A text is no file, and a file no text.
        "name=\"FirstName\"; filename=\"a.png\"",
        "name=\"profileImage\"",
    ] {
        let answer = until_closed(connection(&app, 1, &large_form(field)).await).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{field}: {answer}");
        assert!(answer.contains("of this"), "{field}: {answer}");
        assert_eq!(in_flight(&app.ctx).disk, 0);
    }
}
