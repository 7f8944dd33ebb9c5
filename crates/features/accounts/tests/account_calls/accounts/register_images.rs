// SPDX-License-Identifier: AGPL-3.0-or-later

//! `POST /user` with pictures of the person and of the health card

use salal_db::Engine;
use serde_json::{Value, json};

use crate::support::{
    Answer, TestApp, User, files, new_key, number, register_form, sign_in_patient,
};

type File = (&'static str, &'static str, Vec<u8>);

/// A site that asks for both pictures.
async fn site(engine: Engine) -> TestApp {
    TestApp::with(&crate::TESTED, engine, |settings| {
        settings.features.card_upload = true;
        settings.features.profile_upload = true;
    })
    .await
}

async fn send(app: &TestApp, form: &Value, files: &[File]) -> Answer {
    app.api.send_form("/user", &new_key(), form, files).await
}

async fn counts(app: &TestApp) -> (i64, i64) {
    let count = |table: &'static str| async move {
        number(&app.ctx.db, &format!("SELECT COUNT(*) AS n FROM {table}")).await
    };
    (count("person").await, count("upload").await)
}

/// Registers with files, confirms, signs in, and reads the person.
async fn registered(app: &TestApp, n: u32, sent: &[File]) -> Value {
    let form = register_form(n);
    assert_eq!(send(app, &form, sent).await.status, 201);
    app.settle().await;
    let text = |field: &str| form[field].as_str().unwrap_or_default().to_owned();
    let email = text("Email");
    let proof = json!({"email": email, "verificationCode": app.code("email", &email)});
    app.post_open("/user/activate", &proof).await.ok();
    let user = User {
        email,
        password: text("Password"),
        phone: text("PhoneNumber").replace('-', ""),
        ..User::default()
    };
    let user = sign_in_patient(app, user).await;
    app.get(&user, &format!("/person/{}", user.person))
        .await
        .ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_are_asked_for_and_kept() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = site(engine).await;
        let before = counts(&app).await;
        let none = send(&app, &register_form(80), &[]).await;
        assert_eq!(
            none.body["errors"][0]["message"],
            "Upload Card Image is Required"
        );
        assert_eq!(none.fields(), ["healthDocument", "profileImage"]);
        assert_eq!(counts(&app).await, before);
        let named = registered(
            &app,
            80,
            &[
                ("healthDocumentBack", "back.pdf", files::pdf("")),
                ("healthDocument", "front.png", files::png(40, 30)),
                ("profileImage", "me.jpg", files::jpeg(30, 30)),
            ],
        )
        .await;
        let kinds = |person: &Value| {
            let sides = person["HealthDocuments"][0]["files"].clone();
            [sides[0]["type"].clone(), sides[1]["type"].clone()]
        };
        assert!(named["profileImageKey"].is_string());
        assert_eq!(kinds(&named), ["image/png", "application/pdf"]);
        // The contract's way: all are called files, in their order.
        let plain = registered(
            &app,
            81,
            &[
                ("files", "me.jpg", files::jpeg(30, 30)),
                ("files", "front.png", files::png(40, 30)),
                ("files", "back.pdf", files::pdf("")),
            ],
        )
        .await;
        assert!(plain["profileImageKey"].is_string());
        assert_eq!(kinds(&plain), ["image/png", "application/pdf"]);
        app.at_rest().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_picture_makes_no_account() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = site(engine).await;
        let before = counts(&app).await;
        let good: File = ("healthDocument", "front.png", files::png(40, 30));
        for (bad, status) in [
            (b"<html>hello</html>".to_vec(), 415),
            (files::pdf(""), 415),
            (vec![b'x'; 10 * 1024 * 1024 + 1], 413),
            (Vec::new(), 422),
        ] {
            let sent = [good.clone(), ("profileImage", "me.png", bad)];
            let answer = send(&app, &register_form(82), &sent).await;
            assert_eq!(answer.status, status, "{}", answer.body);
            assert_eq!(answer.body["errors"][0]["field"], "profileImage");
        }
        let nowhere = [good, ("somewhere", "x.png", files::png(4, 4))];
        assert_eq!(send(&app, &register_form(82), &nowhere).await.status, 400);
        assert_eq!(counts(&app).await, before);
    }
}

/// Where they are not asked for, a picture that comes along is kept all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_may_be_left_out() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let person = registered(&app, 83, &[]).await;
    assert_eq!(person["HealthDocuments"][0]["files"], json!([]));
    let person = registered(&app, 84, &[("files", "front.png", files::png(40, 30))]).await;
    assert_eq!(
        person["HealthDocuments"][0]["files"][0]["name"],
        "front.png"
    );
    assert_eq!(person["profileImageKey"], Value::Null);
}
