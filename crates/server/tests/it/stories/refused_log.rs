// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a control refused is in the log of the real program, with who asked and for which route, and without what was
//! sent; and nobody fills the log with it.

use reqwest::Method;
use serde_json::Value;

use super::on_call::{Program, until};
use crate::support::{Engine, TestApp, says_none_of};

const LINE: &str = "a call was refused";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_calls_are_logged_with_who_asked() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    let program = Program::start_with(&app, folder.path(), &["serve"], "").await;
    let site = program.site.as_ref().expect("it serves");
    let (patient, other) = (&app.users.patient, &app.users.other);
    let ask = async |method: Method, path: &str, token: &str| {
        let headers = [
            ("x-access-token", token),
            ("content-type", "application/json"),
        ];
        let headers = if token.is_empty() {
            &headers[1..]
        } else {
            &headers[..]
        };
        let body = br#"{"Tremblay": 1}"#.to_vec();
        site.send_raw(method, path, headers, body).await.status
    };
    // A role, somebody else's record, and a request that no page sends.
    assert_eq!(
        ask(Method::GET, "/api/operations?q=Tremblay", &patient.token).await,
        403
    );
    let theirs = format!("/api/person/{}?", other.person);
    assert_eq!(ask(Method::GET, &theirs, &patient.token).await, 404);
    assert_eq!(
        ask(Method::PUT, "/api/user/preferences", &patient.token).await,
        400
    );
    // A wrong address without a session is nobody's attempt at a record.
    assert_eq!(ask(Method::GET, "/api/user/sessions", "").await, 401);
    let lines = until("the lines", async || {
        let lines = program.lines(LINE);
        (lines.len() >= 3).then_some(lines)
    })
    .await;
    let said = |line: &Value, name: &str| {
        let said = &line["fields"][name];
        said.as_str()
            .map_or_else(|| said.to_string(), str::to_owned)
    };
    let refused: Vec<_> = lines.iter().map(|line| said(line, "refused")).collect();
    assert_eq!(refused, ["role", "record", "request"]);
    for line in &lines {
        assert_eq!(said(line, "role"), "ROLE_PATIENT");
        assert_eq!(said(line, "account"), patient.account);
        assert_eq!(line["target"], "salal_security");
        assert!(!said(line, "request").is_empty());
    }
    assert_eq!(said(&lines[0], "route"), "/operations");
    let hidden = [
        "Tremblay",
        &patient.token,
        &patient.person,
        &other.person,
        &patient.email,
    ];
    let hidden: Vec<_> = hidden.into_iter().map(str::to_owned).collect();
    says_none_of("the log", &format!("{lines:?}"), &hidden);

    // Whoever goes on gets no more lines than a few a minute; somebody else still gets theirs.
    for _ in 0..30 {
        assert_eq!(
            ask(Method::GET, "/api/operations", &patient.token).await,
            403
        );
    }
    assert_eq!(ask(Method::GET, "/api/operations", &other.token).await, 403);
    until("the other's line", async || {
        let lines = program.lines(LINE);
        lines
            .iter()
            .any(|line| said(line, "account") == other.account)
            .then_some(())
    })
    .await;
    assert!(program.lines(LINE).len() <= 22, "ten a minute for each");
}
