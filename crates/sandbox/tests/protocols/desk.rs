// SPDX-License-Identifier: AGPL-3.0-or-later

//! What the page asks for: everything at once, codes, mail as its reader sees it, faxes as pictures, the switches,
//! what the next fax meets, the ledger in pages, starting over, and a day without Salal.

use std::sync::{Arc, OnceLock};

use axum::extract::Path;
use axum::routing;
use axum::{Json, Router};
use salal_sandbox::{DayPatient, Person, SandboxSettings};
use serde_json::{Value, json};

use crate::test_sandbox::{TestSandbox, answer, pdf};
use crate::{email, srfax, twilio};

/// A page with a black square on it, whole enough to be drawn.
const SQUARE: &str = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>endobj\n\
    4 0 obj<</Length 18>>stream\n20 20 40 40 re f\n\nendstream endobj\n\
    trailer<</Root 1 0 R/Size 5>>\n";

fn people() -> Vec<Person> {
    let person = |name: &str, secret: Option<&str>| Person {
        name: name.to_owned(),
        role: "Doctor".to_owned(),
        email: format!("{name}@example.org"),
        phone: "6045550142".to_owned(),
        password: "secret".to_owned(),
        totp_secret: secret.map(str::to_owned),
    };
    vec![
        person("robin", None),
        person("kim", Some("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")),
    ]
}

async fn peopled() -> TestSandbox {
    TestSandbox::with(SandboxSettings {
        people: people(),
        ..SandboxSettings::for_tests()
    })
    .await
}

async fn desk(sandbox: &TestSandbox) -> Value {
    answer(sandbox.get("/desk")).await.1
}

fn switch<'d>(desk: &'d Value, service: &str) -> &'d Value {
    let switches = desk["switches"].as_array().unwrap();
    switches
        .iter()
        .find(|switch| switch["service"] == service)
        .unwrap()
}

async fn put(sandbox: &TestSandbox, path: &str, body: Value) -> u16 {
    let request = sandbox.client.put(sandbox.sandbox.url(path)).json(&body);
    answer(request).await.0
}

#[tokio::test]
async fn the_page_is_told_only_what_is_new() {
    let sandbox = peopled().await;
    let first = desk(&sandbox).await;
    assert_eq!(first["people"][1]["name"], "kim");
    assert!(!first.to_string().contains("GEZDGNBV"), "the secret stays");
    let again = format!("/desk?seen={}", first["version"].as_str().unwrap());
    assert_eq!(answer(sandbox.get(&again)).await.0, 204);
    answer(twilio::send(&sandbox, "+16045550142", "Code 111111")).await;
    let (status, second) = answer(sandbox.get(&again)).await;
    assert_eq!(
        (status, &second["messages"][0]["text"]),
        (200, &json!("Code 111111"))
    );
}

#[tokio::test]
async fn authenticators_show_a_code_and_the_one_after_it() {
    let sandbox = peopled().await;
    let (_, codes) = answer(sandbox.get("/codes")).await;
    assert_eq!(codes.as_array().unwrap().len(), 1);
    let shown = &codes[0]["codes"];
    assert!(shown["leftMs"].as_u64().is_some_and(|left| left <= 30_000));
    for code in ["code", "next"] {
        assert_eq!(shown[code].as_str().unwrap().len(), 6);
    }
}

#[tokio::test]
async fn a_mail_is_shown_as_its_reader_sees_it_and_runs_nothing() {
    let sandbox = TestSandbox::new().await;
    let mail = "Subject: Your request\r\nContent-Type: text/html\r\n\r\n\
        <html><head></head><body><a href=\"https://example.org/a\">Open</a></body></html>\r\n.";
    assert!(email::send_mail(&sandbox, mail).await.starts_with("250"));
    let desk = desk(&sandbox).await;
    let message = &desk["messages"][0];
    assert_eq!(
        (&message["hasHtml"], &message["links"]),
        (&json!(true), &json!(["https://example.org/a"]))
    );
    let path = format!("/outbox/{}/html", message["_id"].as_str().unwrap());
    let shown = sandbox.get(&path).send().await.unwrap();
    let policy = shown.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(policy.contains("default-src 'none'") && policy.contains("sandbox "));
    assert!(
        shown
            .text()
            .await
            .unwrap()
            .contains("<head><base target=\"_blank\"></head>")
    );
    assert_eq!(answer(sandbox.get("/outbox/00000099/html")).await.0, 404);
}

/// A mail with one file of a type.
async fn file_of(sandbox: &TestSandbox, kind: &str) -> reqwest::Response {
    let mail = format!(
        "Subject: A file\r\nContent-Type: {kind}\r\n\
         Content-Disposition: attachment; filename=\"a;b.html\"\r\n\r\n<script>alert(1)</script>\r\n."
    );
    assert!(email::send_mail(sandbox, &mail).await.starts_with("250"));
    let newest = &sandbox.sandbox.outbox(Some("email"), None)[0];
    let file = sandbox.client.get(&newest.attachments[0].url);
    file.send().await.unwrap()
}

#[tokio::test]
async fn a_file_of_a_mail_runs_nothing_and_is_shown_only_as_a_picture_or_a_pdf() {
    let sandbox = TestSandbox::new().await;
    let download = "attachment; filename=\"a_b.html\"";
    for (kind, policy, disposition) in [
        ("text/html", Some("sandbox"), download),
        ("application/xhtml+xml", Some("sandbox"), download),
        ("image/svg+xml", Some("sandbox"), "inline"),
        ("image/png", Some("sandbox"), "inline"),
        ("application/pdf", None, "inline"),
        ("Application/PDF", None, "inline"),
    ] {
        let file = file_of(&sandbox, kind).await;
        let header = |name: &str| {
            file.headers()
                .get(name)
                .map(|value| value.to_str().unwrap())
        };
        assert_eq!(header("content-security-policy"), policy, "{kind}");
        assert_eq!(header("content-disposition"), Some(disposition), "{kind}");
        assert_eq!(header("x-content-type-options"), Some("nosniff"), "{kind}");
        assert_eq!(
            header("content-type"),
            Some(kind.to_lowercase().as_str()),
            "{kind}"
        );
    }
}

#[tokio::test]
async fn pages_of_others_change_nothing() {
    use reqwest::Method;

    let sandbox = peopled().await;
    let own = sandbox.sandbox.url("");
    let own = own.trim_end_matches('/');
    let fault = json!({"service": "sms", "mode": "down"});
    let word = json!({"word": "refused", "once": false});
    for (method, path, body) in [
        (Method::POST, "/day", json!({"speed": "slow"})),
        (Method::POST, "/faults", fault),
        (Method::DELETE, "/faults", Value::Null),
        (Method::PUT, "/switches/twilio", word),
        (Method::DELETE, "/switches/twilio", Value::Null),
        (
            Method::PUT,
            "/next-fax/6045550150",
            json!({"meets": "busy"}),
        ),
        (Method::POST, "/replay/teleplan?name=a", Value::Null),
        (Method::POST, "/start-over", Value::Null),
    ] {
        let ask = |origin: &str| {
            let request = sandbox
                .client
                .request(method.clone(), sandbox.sandbox.url(path));
            answer(request.header("origin", origin).json(&body))
        };
        for foreign in ["https://example.org", "null", "http://127.0.0.1:1"] {
            assert_eq!(ask(foreign).await.0, 403, "{method} {path} by {foreign}");
        }
        assert!(ask(own).await.0 < 300, "{method} {path}");
    }
    let looks = sandbox.get("/desk").header("origin", "https://example.org");
    assert_eq!(answer(looks).await.0, 200);
}

#[tokio::test]
async fn a_switch_does_what_its_word_says_and_counts_it() {
    let sandbox = TestSandbox::new().await;
    let word = json!({"word": "busy", "once": true});
    assert_eq!(put(&sandbox, "/switches/fax", word).await, 204);
    assert_eq!(
        put(
            &sandbox,
            "/switches/fax",
            json!({"word": "lazy", "once": true})
        )
        .await,
        422
    );
    assert_eq!(
        put(
            &sandbox,
            "/switches/nobody",
            json!({"word": "busy", "once": true})
        )
        .await,
        422
    );
    let before = desk(&sandbox).await;
    assert_eq!(switch(&before, "srfax")["on"]["left"], 1);
    let (_, first) = answer(srfax::queue(&sandbox, "16045550150", "one")).await;
    let (_, second) = answer(srfax::queue(&sandbox, "16045550150", "two")).await;
    for (fax, state) in [(&first, "Failed"), (&second, "Sent")] {
        let id = srfax::id(fax);
        srfax::status(&sandbox, &id).await;
        assert_eq!(srfax::status(&sandbox, &id).await["SentStatus"], state);
    }
    let after = desk(&sandbox).await;
    assert_eq!(switch(&after, "srfax")["on"], Value::Null);
    assert_eq!(switch(&after, "srfax")["did"], 1);
    assert_eq!(after["faxes"][1]["error"], "Busy");

    let always = json!({"word": "refused", "once": false});
    assert_eq!(put(&sandbox, "/switches/twilio", always).await, 204);
    for _ in 0..3 {
        assert_eq!(
            answer(twilio::send(&sandbox, "+16045550142", "Hello"))
                .await
                .0,
            400
        );
    }
    let standing = desk(&sandbox).await;
    assert_eq!(switch(&standing, "twilio")["did"], 3);
    assert_eq!(switch(&standing, "twilio")["on"]["left"], Value::Null);
    let off = sandbox
        .client
        .delete(sandbox.sandbox.url("/switches/twilio"));
    assert_eq!(answer(off).await.0, 204);
    assert_eq!(
        answer(twilio::send(&sandbox, "+16045550142", "Hello"))
            .await
            .0,
        201
    );
}

#[tokio::test]
async fn what_the_next_fax_meets_is_decided_by_number_and_once() {
    let sandbox = TestSandbox::new().await;
    // A number that is always busy, and one that is not.
    assert_eq!(
        put(
            &sandbox,
            "/next-fax/6045550101",
            json!({"meets": "arrives"})
        )
        .await,
        204
    );
    assert_eq!(
        put(
            &sandbox,
            "/next-fax/6045550150",
            json!({"meets": "anotherMachine"})
        )
        .await,
        204
    );
    assert_eq!(
        put(
            &sandbox,
            "/next-fax/6045550151",
            json!({"meets": "noAnswer"})
        )
        .await,
        204
    );
    assert_eq!(
        put(&sandbox, "/next-fax/6045550151", json!({"meets": "rain"})).await,
        422
    );
    let met = async |to: &str, code: &str| {
        let (_, fax) = answer(srfax::queue(&sandbox, to, code)).await;
        let id = srfax::id(&fax);
        srfax::status(&sandbox, &id).await;
        srfax::status(&sandbox, &id).await
    };
    assert_eq!(met("16045550101", "a").await["SentStatus"], "Sent");
    assert_eq!(met("16045550101", "b").await["ErrorCode"], "Busy");
    assert_eq!(met("16045550150", "c").await["RemoteID"], "1 604 555 0199");
    assert_eq!(met("16045550151", "d").await["ErrorCode"], "No Answer");
    let desk = desk(&sandbox).await;
    assert_eq!(desk["faxes"][1]["answeredAs"], "1 604 555 0199");
    assert_eq!(desk["faxes"][0]["pagesOf"], json!([1, 2]));
}

#[tokio::test]
async fn a_page_of_a_fax_is_a_picture_and_what_is_none_has_none() {
    let sandbox = TestSandbox::new().await;
    answer(srfax::queue_files(
        &sandbox,
        "16045550150",
        "a",
        &[SQUARE.as_bytes(), &pdf(1)],
    ))
    .await;
    let id = sandbox.sandbox.outbox(Some("fax"), None)[0].id.clone();
    let picture = |file: usize, page: usize| {
        sandbox.get(&format!("/outbox/{id}/attachments/{file}/pages/{page}"))
    };
    let drawn = picture(0, 1).send().await.unwrap();
    assert_eq!(drawn.headers()["content-type"], "image/png");
    assert!(drawn.bytes().await.unwrap().starts_with(b"\x89PNG"));
    for (file, page) in [(0, 0), (0, 2), (1, 1), (2, 1)] {
        assert_eq!(answer(picture(file, page)).await.0, 404, "{file} {page}");
    }
}

#[tokio::test]
async fn the_ledger_is_searched_and_turned_over() {
    let sandbox = TestSandbox::new().await;
    for number in 0..51 {
        answer(twilio::send(
            &sandbox,
            &format!("+160455501{number:02}"),
            "Hello",
        ))
        .await;
    }
    let (_, books) = answer(sandbox.get("/books?page=2")).await;
    assert_eq!(
        (&books["total"], books["lines"].as_array().unwrap().len()),
        (&json!(51), 1)
    );
    assert_eq!(books["lines"][0]["to"], "+16045550100");
    let last = format!("/books?page={}", usize::MAX);
    let (status, beyond) = answer(sandbox.get(&last)).await;
    assert_eq!((status, &beyond["lines"]), (200, &json!([])));
    let (_, found) = answer(sandbox.get("/books?search=5550142&service=twilio")).await;
    assert_eq!(found["total"], 1);
    assert_eq!(
        answer(sandbox.get("/books?service=stripe")).await.1["total"],
        0
    );
}

#[tokio::test]
async fn starting_over_deletes_what_was_seen_and_leaves_payments_that_can_be_refunded() {
    let sandbox = TestSandbox::new().await;
    let post = |path: &str, form: &[(&str, &str)]| {
        answer(sandbox.post(path).bearer_auth("sk_test").form(form))
    };
    let charge = [
        ("amount", "5000"),
        ("currency", "cad"),
        ("source", "tok_visa"),
    ];
    let (_, charge) = post("/stripe/v1/charges", &charge).await;
    answer(twilio::send(&sandbox, "+16045550142", "Hello")).await;
    put(
        &sandbox,
        "/switches/email",
        json!({"word": "away", "once": false}),
    )
    .await;
    put(&sandbox, "/next-fax/6045550150", json!({"meets": "busy"})).await;
    assert_eq!(answer(sandbox.post("/start-over")).await.0, 204);
    let desk = desk(&sandbox).await;
    assert_eq!(desk["messages"], json!([]));
    assert_eq!(
        desk["counts"],
        json!({"messages": 0, "ledger": 0, "faults": 0})
    );
    let (_, fax) = answer(srfax::queue(&sandbox, "16045550150", "one")).await;
    let id = srfax::id(&fax);
    srfax::status(&sandbox, &id).await;
    assert_eq!(srfax::status(&sandbox, &id).await["SentStatus"], "Sent");
    let refund = [("charge", charge["id"].as_str().unwrap())];
    assert_eq!(post("/stripe/v1/refunds", &refund).await.0, 200);
}

#[tokio::test]
async fn a_day_is_not_played_with_the_published_accounts() {
    let sandbox = peopled().await;
    let wish = json!({"wish": "play"});
    assert_eq!(answer(sandbox.post("/day").json(&wish)).await.0, 204);
    let day = desk(&sandbox).await["day"].clone();
    assert_eq!(
        (&day["state"], &day["events"]),
        (&json!("ready"), &json!([]))
    );
    let why = day["fewer"].as_str().unwrap();
    assert!(why.contains("a demo’s history"), "{why}");
}

fn takes_metformin(name: &str) -> DayPatient {
    DayPatient {
        name: name.to_owned(),
        email: format!("{name}@example.org"),
        phone: "6045550143".to_owned(),
        password: "secret".to_owned(),
        takes: vec!["METFORMIN".to_owned()],
    }
}

/// A Salal that answers as the product does, where Lou has asked for five medications today.
async fn salal_of_lou(sandbox: Arc<OnceLock<String>>) -> String {
    let sign_in = async move |Json(sent): Json<Value>| {
        if sent["code"] == "123456" {
            let email = &sent["Email"];
            return Json(json!({"token": email, "user": {"Person": {"_id": email}}}));
        }
        let url = format!(
            "{}/twilio/2010-04-01/Accounts/AC1/Messages.json",
            sandbox.get().expect("the sandbox has begun")
        );
        let text = [
            ("To", "+16045550143"),
            ("From", "+16045550100"),
            ("Body", "Salal: your sign-in code is 123456."),
        ];
        let text = reqwest::Client::new().post(url).form(&text);
        let sent = text.basic_auth("AC1", Some("token")).send().await;
        assert!(sent.expect("an answer").status().is_success());
        Json(json!({"codeSent": true}))
    };
    let room = async |Path(person): Path<String>| {
        Json(json!({"success": person != "Lou@example.org", "left": 0, "message": ""}))
    };
    let drug = json!([{"_id": "d1", "name": "METFORMIN", "administrations": [], "formulations": [], "ingredients": []}]);
    let salal = Router::new()
        .route("/api/user/authenticate", routing::post(sign_in))
        .route(
            "/api/person/location",
            routing::put(async || Json(Value::Null)),
        )
        .route("/api/drug/name/{name}", routing::get(async || Json(drug)))
        .route(
            "/api/pharmacy",
            routing::get(async || Json(json!([{"_id": "p1"}]))),
        )
        .route(
            "/api/prescription/medication/number/{person}",
            routing::post(room),
        )
        .route(
            "/api/prescription",
            routing::post(async || Json(json!({"_id": "r1", "feeDue": 0}))),
        );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, salal).await });
    url
}

/// What a desk shows of its day, once this is true of it.
async fn day_once(sandbox: &TestSandbox, is_so: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..10_000 {
        let day = desk(sandbox).await["day"].clone();
        if is_so(&day) {
            return day;
        }
        tokio::task::yield_now().await;
    }
    panic!("{}", desk(sandbox).await["day"]);
}

#[tokio::test]
async fn another_asks_for_who_has_asked_for_all_that_a_day_allows() {
    let url = Arc::new(OnceLock::new());
    let sandbox = TestSandbox::with(SandboxSettings {
        day_patients: vec![takes_metformin("Lou"), takes_metformin("Ada")],
        site: Some(salal_of_lou(Arc::clone(&url)).await),
        ..SandboxSettings::for_tests()
    })
    .await;
    url.set(sandbox.sandbox.url("")).expect("it is set once");
    answer(sandbox.post("/day").json(&json!({"wish": "step"}))).await;
    let day = day_once(&sandbox, |day| {
        !day["trouble"].is_null() || day["events"][0]["state"] != "waits"
    })
    .await;
    assert_eq!(day["events"][0]["state"], "done", "{day}");
    assert_eq!(day["events"][0]["name"], "Ada");
    let all = day["events"].as_array().unwrap();
    assert!(all.iter().all(|event| event["name"] == "Ada"), "{day}");
    let why = day["fewer"].as_str().unwrap();
    assert!(why.starts_with("1 instead of 12"), "{why}");
}

#[tokio::test]
async fn a_day_without_salal_says_so_and_stands_still() {
    let sandbox = TestSandbox::with(SandboxSettings {
        day_patients: vec![takes_metformin("Lou")],
        ..SandboxSettings::for_tests()
    })
    .await;
    let wish = |body: Value| answer(sandbox.post("/day").json(&body));
    assert_eq!(wish(json!({"wish": "fly"})).await.0, 422);
    assert_eq!(wish(json!({"speed": "quick"})).await.0, 204);
    assert_eq!(wish(json!({"wish": "step"})).await.0, 204);
    let day = day_once(&sandbox, |day| !day["trouble"].is_null()).await;
    assert_eq!(day["trouble"], "This sandbox was not told where Salal is.");
    assert_eq!(
        (&day["state"], &day["speed"]),
        (&json!("paused"), &json!("quick"))
    );
    assert_eq!(day["events"][0]["state"], "waits");
}
