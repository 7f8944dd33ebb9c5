// SPDX-License-Identifier: AGPL-3.0-or-later

//! Teleplan: sign-on by cookie, and the eligibility answer of each health number.

use salal_sandbox::{Mode, Service};

use crate::world::{World, cut};

const COVERED: &str = "9698658215";

async fn sign_on(world: &World, password: &str) -> (String, String) {
    let form = [
        ("ExternalAction", "AsignOn"),
        ("username", "u"),
        ("password", password),
    ];
    let response = world.post("/teleplan").form(&form).send().await.unwrap();
    let cookies: Vec<&str> = response
        .headers()
        .get_all("set-cookie")
        .iter()
        .filter_map(|cookie| cookie.to_str().unwrap().split(';').next())
        .collect();
    (cookies.join("; "), response.text().await.unwrap())
}

fn check(world: &World, cookies: &str, number: &str) -> reqwest::RequestBuilder {
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
    world
        .post("/teleplan")
        .header("cookie", cookies)
        .form(&form)
}

async fn told(world: &World, cookies: &str, number: &str) -> String {
    check(world, cookies, number)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap()
}

#[tokio::test]
async fn each_number_gives_its_answer() {
    let world = World::new().await;
    let (cookies, text) = sign_on(&world, "right").await;
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
        let text = told(&world, &cookies, number).await;
        assert_eq!(text.contains(part), there, "{number}: {text}");
    }
    let text = told(&world, &cookies, COVERED).await;
    assert!(
        text.contains("NAME: \r\n") && text.contains("BIRTHDATE: 19700131\r\n"),
        "{text}"
    );
    assert!(
        text.contains("DOS: 20261120\r\n") && text.ends_with(";\r\n"),
        "{text}"
    );
    assert!(cut(check(&world, &cookies, "9900000161")).await);
}

#[tokio::test]
async fn a_call_without_a_session_is_told_so_at_status_200() {
    let world = World::new().await;
    let response = check(&world, "JSESSIONID=none", COVERED)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.text().await.unwrap().contains("not logged in"));
    assert!(
        sign_on(&world, "expired")
            .await
            .1
            .contains("Result=EXPIRED.PASSWORD;")
    );
    assert!(sign_on(&world, "locked").await.1.contains("locked out"));
    let (cookies, _) = sign_on(&world, "right").await;
    let off = world.post("/teleplan").header("cookie", &cookies);
    off.form(&[("ExternalAction", "AsignOff")])
        .send()
        .await
        .unwrap();
    assert!(
        told(&world, &cookies, COVERED)
            .await
            .contains("not logged in")
    );
}

#[tokio::test]
async fn switches_work_on_the_check() {
    let world = World::new().await;
    world.fail(Service::Teleplan, Mode::Error, 1);
    let (cookies, _) = sign_on(&world, "right").await;
    assert!(told(&world, &cookies, COVERED).await.contains("TETZ-022"));
    world.fail(Service::Teleplan, Mode::Decline, 1);
    assert!(
        told(&world, &cookies, COVERED)
            .await
            .contains("ELIG_ON_DOS: NO")
    );
    world.fail(Service::Teleplan, Mode::Lost, 1);
    assert!(cut(check(&world, &cookies, COVERED)).await);
    assert!(
        told(&world, &cookies, COVERED)
            .await
            .contains("ELIG_ON_DOS: YES")
    );
}
