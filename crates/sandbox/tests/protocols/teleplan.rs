// SPDX-License-Identifier: AGPL-3.0-or-later

//! Teleplan: sign-on by cookie, and the eligibility answer of each health number.

use salal_sandbox::{Mode, Service};

use crate::test_sandbox::{TestSandbox, cut};

const COVERED: &str = "9698658215";

async fn sign_on(sandbox: &TestSandbox, password: &str) -> (String, String) {
    let form = [
        ("ExternalAction", "AsignOn"),
        ("username", "u"),
        ("password", password),
    ];
    let response = sandbox.post("/teleplan").form(&form).send().await.unwrap();
    let cookies: Vec<&str> = response
        .headers()
        .get_all("set-cookie")
        .iter()
        .filter_map(|cookie| cookie.to_str().unwrap().split(';').next())
        .collect();
    (cookies.join("; "), response.text().await.unwrap())
}

fn check(sandbox: &TestSandbox, cookies: &str, number: &str) -> reqwest::RequestBuilder {
    let form = [
        ("ExternalAction", "AcheckE45"),
        ("PHN", number),
        ("dateOfBirthyyyy", "1970"),
        ("dateOfBirthmm", "01"),
        ("dateOfBirthdd", "31"),
        ("dateOfServiceyyyy", "2026"),
        ("dateOfServicemm", "11"),
        ("dateOfServicedd", "20"),
    ];
    sandbox
        .post("/teleplan")
        .header("cookie", cookies)
        .form(&form)
}

async fn told(sandbox: &TestSandbox, cookies: &str, number: &str) -> String {
    check(sandbox, cookies, number)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap()
}

#[tokio::test]
async fn each_number_gives_its_answer() {
    let sandbox = TestSandbox::new().await;
    let (cookies, text) = sign_on(&sandbox, "right").await;
    assert!(
        text.starts_with("#TID=") && text.contains(";Result=SUCCESS;"),
        "{text}"
    );
    let expected = [
        (COVERED, "ELIG_ON_DOS: YES\r\n", true),
        ("9900000108", "ELIG_ON_DOS: NO\r\n", true),
        ("9900000115", "HNHR512E", true),
        ("9900000122", "ELIG_ON_DOS", false),
        ("9900000147", "NAME: SOMEBODY, ELSE ENTIRELY\r\n", true),
        ("9900000154", "BIRTHDATE: 19700131", false),
        ("9900000179", "TETZ-022", true),
        ("9900000186", "#TID=", false),
        ("9698648215", "ELIG0010", true),
    ];
    for (number, part, there) in expected {
        let text = told(&sandbox, &cookies, number).await;
        assert_eq!(text.contains(part), there, "{number}: {text}");
    }
    let text = told(&sandbox, &cookies, COVERED).await;
    assert!(
        text.contains("NAME: \r\n") && text.contains("BIRTHDATE: 19700131\r\n"),
        "{text}"
    );
    assert!(
        text.contains("DOS: 20261120\r\n") && text.ends_with(";\r\n"),
        "{text}"
    );
    assert!(cut(check(&sandbox, &cookies, "9900000161")).await);
}

#[tokio::test]
async fn a_call_without_a_session_is_told_so_at_status_200() {
    let sandbox = TestSandbox::new().await;
    let response = check(&sandbox, "JSESSIONID=none", COVERED)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.text().await.unwrap().contains("not logged in"));
    assert!(
        sign_on(&sandbox, "expired")
            .await
            .1
            .contains("Result=EXPIRED.PASSWORD;")
    );
    assert!(sign_on(&sandbox, "locked").await.1.contains("locked out"));
    let (cookies, _) = sign_on(&sandbox, "right").await;
    let off = sandbox.post("/teleplan").header("cookie", &cookies);
    off.form(&[("ExternalAction", "AsignOff")])
        .send()
        .await
        .unwrap();
    assert!(
        told(&sandbox, &cookies, COVERED)
            .await
            .contains("not logged in")
    );
}

#[tokio::test]
async fn switches_work_on_the_check() {
    let sandbox = TestSandbox::new().await;
    sandbox.fail(Service::Teleplan, Mode::Error, 1);
    let (cookies, _) = sign_on(&sandbox, "right").await;
    assert!(told(&sandbox, &cookies, COVERED).await.contains("TETZ-022"));
    sandbox.fail(Service::Teleplan, Mode::Decline, 1);
    assert!(
        told(&sandbox, &cookies, COVERED)
            .await
            .contains("ELIG_ON_DOS: NO")
    );
    sandbox.fail(Service::Teleplan, Mode::Lost, 1);
    assert!(cut(check(&sandbox, &cookies, COVERED)).await);
    assert!(
        told(&sandbox, &cookies, COVERED)
            .await
            .contains("ELIG_ON_DOS: YES")
    );
}
