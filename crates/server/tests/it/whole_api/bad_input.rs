// SPDX-License-Identifier: AGPL-3.0-or-later

//! What no page would send: bodies that are too large, not JSON, of the wrong type, with fields nobody
//! asked for; ids that are none; keys used twice. Each gets a clear refusal, none a fault of ours.

use std::sync::LazyLock;

use reqwest::Method;
use salal_server::api;
use salal_server::app;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::support::{TestApp, User, on_both, once, request};

/// Somebody whom the row lets in.
fn somebody<'a>(app: &'a TestApp, row: &api::Route) -> &'a User {
    let role = match row.access {
        api::Access::Roles(roles) => roles[0],
        _ => api::Role::Patient,
    };
    match role {
        api::Role::Patient => &app.users.patient,
        api::Role::Doctor => &app.users.doctor,
        api::Role::Office => &app.users.office,
        api::Role::CustomerService => &app.users.customer_service,
        api::Role::Admin => &app.users.admin,
    }
}

fn method(row: &api::Route) -> Method {
    Method::from_bytes(row.method.name().as_bytes()).expect("a method")
}

/// Calls that read a JSON body, by their description.
fn takes_json(row: &api::Route) -> bool {
    // Made once: it is the whole API.
    static DOCUMENT: LazyLock<Value> = LazyLock::new(app::openapi);
    let operation =
        &DOCUMENT["paths"][format!("/api{}", row.path)][row.method.name().to_lowercase()];
    operation["requestBody"]["content"]["application/json"].is_object()
}

on_both!(
    ids_that_are_none_name_nothing,
    a_cursor_is_of_one_list_and_its_filters,
    no_text_holds_a_nul,
    a_key_is_for_one_request,
    what_is_not_there
);

once!(
    every_body_is_read_strictly,
    the_api_itself_answers_with_and_without_its_stroke,
    a_refusal_arrives_while_the_request_is_still_being_sent
);

async fn every_body_is_read_strictly(app: &TestApp) {
    let big = format!("{{\"text\": \"{}\"}}", "x".repeat(1024 * 1024 + 1)).into_bytes();
    for row in app::routes().iter().filter(|row| takes_json(row)) {
        let user = somebody(app, row);
        let nil = uuid::Uuid::nil().to_string();
        let path: Vec<&str> = row
            .path
            .split('/')
            .map(|part| {
                if part.starts_with('{') {
                    nil.as_str()
                } else {
                    part
                }
            })
            .collect();
        let path = format!("/api{}", path.join("/"));
        let send = |content_type: &'static str, body: Vec<u8>| {
            let (path, token) = (path.clone(), user.token.clone());
            let method = method(row);
            async move {
                let headers = [
                    ("content-type", content_type),
                    ("x-access-token", token.as_str()),
                ];
                app.api.send_raw(method, &path, &headers, body).await
            }
        };
        let name = format!("{} {}", row.method.name(), row.path);
        for (what, content_type, body, status) in [
            (
                "an unknown field",
                "application/json",
                br#"{"nobodyAskedForThis": 1}"#.to_vec(),
                400,
            ),
            ("no JSON", "application/json", b"{\"a\": ".to_vec(), 400),
            ("not UTF-8", "application/json", vec![b'"', 0xff, b'"'], 400),
            ("a list", "application/json", b"[1, 2]".to_vec(), 400),
            ("null", "application/json", b"null".to_vec(), 400),
            ("text", "text/plain", b"hello".to_vec(), 415),
            // A suggestion carries a picture and has more room; there it is an unknown field.
            (
                "too much",
                "application/json",
                big.clone(),
                if row.path == "/problem" { 400 } else { 413 },
            ),
        ] {
            let answer = send(content_type, body).await;
            assert_eq!(answer.status, status, "{what} to {name}: {}", answer.body);
            assert!(
                answer.body["message"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty()),
                "{name}"
            );
            assert!(
                answer.body["requestId"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty()),
                "{name}"
            );
        }
    }
}

async fn ids_that_are_none_name_nothing(app: &TestApp) {
    let doctor = &app.users.doctor;
    let long = "9".repeat(300);
    for id in [
        "x",
        "0",
        "%00",
        "..%2F..",
        "'; DROP TABLE person; --",
        long.as_str(),
        "%F0%9F%92%8A",
    ] {
        for path in [
            "/prescription/",
            "/person/",
            "/medicalinfo/",
            "/prescription/document/",
            "/payment/card-by-charge/",
        ] {
            let answer = app
                .get(
                    doctor,
                    &format!("{path}{}", id.replace(' ', "%20").replace('\'', "%27")),
                )
                .await;
            let expected = if id == "%00" { 400 } else { 404 };
            assert_eq!(answer.status, expected, "{path}{id}: {}", answer.body);
        }
    }
    for query in [
        "limit=-1",
        "limit=x",
        "limit=99999999999",
        "cursor=x",
        "sort=password",
        "nobody=1",
    ] {
        for path in [
            format!("/prescription/person/{}", app.users.patient.person),
            "/user/patients".into(),
            format!("/message/inbox/doctor/{}", doctor.person),
        ] {
            let answer = app.get(doctor, &format!("{path}?{query}")).await;
            assert!(answer.status < 500, "{path}?{query}: {}", answer.body);
        }
    }
}

async fn a_cursor_is_of_one_list_and_its_filters(app: &TestApp) {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(app::openapi);
    let theirs = app
        .get(&app.users.doctor, "/user/patients?limit=1&sort=last")
        .await
        .ok();
    let cursor = theirs["nextCursor"]
        .as_str()
        .expect("a second page")
        .to_owned();
    let mut asked = 0;
    for row in app::routes()
        .iter()
        .filter(|row| row.method == api::Method::Get)
    {
        let parameters = &DOCUMENT["paths"][format!("/api{}", row.path)]["get"]["parameters"];
        let pages = parameters
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one["name"] == "cursor"));
        // The same list in another order is another list: below.
        if !pages || row.path == "/user/patients" {
            continue;
        }
        let user = somebody(app, row);
        let path: Vec<&str> = row
            .path
            .split('/')
            .map(|part| match part {
                "{x}" => "form",
                part if part.starts_with('{') => user.person.as_str(),
                part => part,
            })
            .collect();
        let answer = app
            .get(user, &format!("{}?cursor={cursor}", path.join("/")))
            .await;
        assert_eq!(
            (answer.status, answer.body["message"].as_str()),
            (
                400,
                Some("This page belongs to another list. Start again from the first page.")
            ),
            "{}: {}",
            row.path,
            answer.body
        );
        asked += 1;
    }
    assert!(asked > 10, "{asked}");
    for query in ["sort=dob", "sort=last&q=test", ""] {
        app.get(
            &app.users.doctor,
            &format!("/user/patients?{query}&cursor={cursor}"),
        )
        .await
        .refused(400, "MALFORMED");
    }
    app.get(
        &app.users.doctor,
        &format!("/user/patients?sort=last&limit=2&cursor={cursor}"),
    )
    .await
    .ok();
}

async fn no_text_holds_a_nul(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient.person);
    for path in [
        "/drug/name/ato%00rv".to_owned(),
        "/drug/name/%00".into(),
        "/user/patients?q=a%00".into(),
        format!("/prescription/person/{patient}?cursor=%00"),
        "/pharmacy/multi-text-search/a%00b".into(),
        format!("/message/inbox/doctor/{}?no%00such=1", doctor.person),
    ] {
        app.get(doctor, &path).await.refused(400, "MALFORMED");
    }
    // The two characters of a percent sign and its number are text like any other.
    assert_ne!(app.get(doctor, "/drug/name/%2500").await.status, 400);
}

async fn the_api_itself_answers_with_and_without_its_stroke(app: &TestApp) {
    let with = app.send(None, Method::GET, "/", None, None).await;
    let without = app.send(None, Method::GET, "", None, None).await;
    assert_eq!((with.status, &with.bytes), (without.status, &without.bytes));
    assert_eq!(with.status, 204);
    assert_eq!(
        app.send(None, Method::POST, "", None, Some(&json!({})))
            .await
            .status,
        405
    );
}

async fn a_key_is_for_one_request(app: &TestApp) {
    let patient = &app.users.patient;
    let (one, two) = (
        request(&app.users.samples, 1),
        request(&app.users.samples, 2),
    );
    let send = |body: Value| async move {
        app.send(
            Some(patient),
            Method::POST,
            "/prescription",
            Some("one-key"),
            Some(&body),
        )
        .await
    };
    let first = send(one.clone()).await;
    let again = send(one).await;
    assert_eq!(
        (first.status, first.replayed, again.status, again.replayed),
        (201, false, 201, true)
    );
    assert_eq!(first.body, again.body);
    send(two).await.refused(422, "KEY_REUSED");
    // The same key of somebody else is another key.
    let body = request(&app.users.samples, 1);
    let theirs = app
        .send(
            Some(&app.users.other),
            Method::POST,
            "/prescription",
            Some("one-key"),
            Some(&body),
        )
        .await;
    assert_ne!(theirs.ok()["_id"], first.body["_id"]);
    // A refusal is not kept: the corrected request may use the key.
    let mut bad = request(&app.users.samples, 2);
    bad["agreement"] = json!([true]);
    let send = |body: Value| async move {
        app.send(
            Some(patient),
            Method::POST,
            "/prescription",
            Some("two"),
            Some(&body),
        )
        .await
    };
    assert_eq!(send(bad).await.status, 422);
    send(request(&app.users.samples, 2)).await.ok();
}

async fn what_is_not_there(app: &TestApp) {
    let doctor = &app.users.doctor;
    assert_eq!(app.get(doctor, "/nowhere").await.status, 404);
    let answer = app
        .send(
            Some(doctor),
            Method::DELETE,
            "/prescription/acknowledge",
            None,
            None,
        )
        .await;
    assert!(matches!(answer.status, 404 | 405), "{}", answer.status);
}

async fn a_refusal_arrives_while_the_request_is_still_being_sent(app: &TestApp) {
    let address = app.api.base.trim_start_matches("http://");
    let mut line = BufReader::new(TcpStream::connect(address).await.expect("the site listens"));
    // Twice on one connection: were it closed over what was not read, the answer could be lost with it.
    for _ in 0..2 {
        let body = vec![b'x'; 60_000];
        let head = format!(
            "PUT /api/person/personalInfo/00000000-0000-0000-0000-000000000000 HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        line.write_all(head.as_bytes())
            .await
            .expect("the head is taken");
        let (first, rest) = body.split_at(10_000);
        line.write_all(first)
            .await
            .expect("a part of the body is taken");
        tokio::task::yield_now().await;
        line.write_all(rest).await.expect("the rest is taken");
        let (mut status, mut length) = (String::new(), 0);
        line.read_line(&mut status).await.expect("an answer");
        assert!(status.starts_with("HTTP/1.1 401"), "{status}");
        loop {
            let mut header = String::new();
            line.read_line(&mut header).await.expect("a header");
            if let Some(number) = header.to_lowercase().strip_prefix("content-length:") {
                length = number.trim().parse().expect("a number");
            }
            if header.trim().is_empty() {
                break;
            }
        }
        line.read_exact(&mut vec![0; length])
            .await
            .expect("the body");
    }
}
