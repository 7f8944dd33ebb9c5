// SPDX-License-Identifier: AGPL-3.0-or-later

//! `PUT /prescription/sign`, `GET /prescription/document/{id}`, `PUT /prescription/print`

use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::{TestApp, User, on_both, sign_in_staff, stable, strokes};

async fn approved(app: &TestApp) -> Value {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    app.decide(doctor, &seen, 0, json!("Approved")).await.ok()
}

on_both!(
    signed_once_the_same_bytes_for_ever,
    refusals,
    by_keyboard_the_sheet_is_for_ink,
    five_wrong_passwords_lock_the_signature,
    nothing_is_signed_before_it_is_decided,
    what_no_hand_drew,
    a_drawing_signs_once,
    a_drawing_for_one_purpose_signs_no_other,
    a_drawing_with_points_or_strokes_less_signs_no_second,
    two_presses_of_one_drawing_sign_one,
    a_colleagues_decision_is_taken_over_or_left
);

async fn signed_once_the_same_bytes_for_ever(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = approved(app).await;
    let path = format!(
        "/prescription/document/{}",
        seen["_id"].as_str().expect("an id")
    );
    assert_eq!(app.get(doctor, &path).await.status, 409);
    let preview = app.get(doctor, &format!("{path}?preview=true")).await;
    assert!(preview.status == 200 && preview.bytes.starts_with(b"%PDF-"));
    let signed = app.sign(doctor, &seen).await;
    insta::assert_json_snapshot!("signature", stable(&signed["prescription"]["signature"]));
    let (one, two) = (
        app.get(doctor, &path).await,
        app.get(&app.users.office, &path).await,
    );
    assert!(one.bytes == two.bytes);
    assert_eq!(
        signed["documentSha256"],
        salal_platform::context::sha256_hex(&one.bytes).as_str()
    );
    assert!(one.bytes != preview.bytes);
    assert_eq!(app.get(&app.users.patient, &path).await.status, 403);
}

async fn refusals(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = approved(app).await;
    let send = |more: Value| {
        let mut body = json!({"prescriptionId": seen["_id"]});
        for (key, value) in more.as_object().expect("an object") {
            body[key] = value.clone();
        }
        async move { app.put(doctor, "/prescription/sign", &body).await }
    };
    assert_eq!(send(json!({})).await.fields(), ["strokes"]);
    assert_eq!(send(json!({"strokes": [[]]})).await.fields(), ["strokes"]);
    assert_eq!(
        send(json!({"strokes": [[[1, 2, 3]]]})).await.fields(),
        ["strokes"],
        "a dot is no signature"
    );
    let wild: Vec<[f64; 3]> = vec![[0.0, 0.0, 0.0], [9e9, 0.0, 1.0]];
    assert_eq!(send(json!({"strokes": [wild]})).await.fields(), ["strokes"]);
    let endless: Vec<[i32; 3]> = (0..20_001).map(|n| [n % 300, 5, n]).collect();
    assert_eq!(
        send(json!({"strokes": [endless]})).await.fields(),
        ["strokes"]
    );
    assert_eq!(
        send(json!({"password": "not the password"})).await.fields(),
        ["password"]
    );
    assert_eq!(
        app.see(doctor, &seen["_id"]).await["signature"],
        Value::Null
    );
    app.put(
        &app.users.office,
        "/prescription/sign",
        &json!({"prescriptionId": seen["_id"], "strokes": strokes()}),
    )
    .await
    .refused(403, "NOT_ALLOWED");
}

async fn by_keyboard_the_sheet_is_for_ink(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = approved(app).await;
    let body = json!({"prescriptionId": seen["_id"], "password": doctor.password});
    let signed = app.put(doctor, "/prescription/sign", &body).await.ok();
    assert_eq!(signed["prescription"]["signature"]["forInk"], true);
    let fax = app
        .post(
            doctor,
            "/fax/queue-prescription-fax",
            &json!({"prescriptionId": seen["_id"]}),
        )
        .await;
    assert_eq!(fax.status, 409, "a sheet for ink is not faxed");
    let printed = app
        .put(
            doctor,
            "/prescription/print",
            &json!({"prescriptionId": seen["_id"]}),
        )
        .await
        .ok();
    assert_eq!(printed["printed"]["by"]["_id"], doctor.person.as_str());
}

async fn five_wrong_passwords_lock_the_signature(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = approved(app).await;
    let sign = |proof: &str, value: Value| {
        let mut body = json!({"prescriptionId": seen["_id"]});
        body[proof] = value;
        async move { app.put(doctor, "/prescription/sign", &body).await }
    };
    for _ in 0..4 {
        let wrong = sign("password", json!("Not2026mine")).await;
        assert_eq!(
            (wrong.status, wrong.fields()),
            (422, vec!["password".to_owned()])
        );
    }
    sign("password", json!("Not2026mine"))
        .await
        .refused(429, "LOCKED");
    sign("password", json!(doctor.password))
        .await
        .refused(429, "LOCKED");
    sign("strokes", json!(strokes()))
        .await
        .refused(429, "LOCKED");
    assert_eq!(
        app.see(doctor, &seen["_id"]).await["signature"],
        Value::Null
    );
    // The way in is not locked with it.
    sign_in_staff(app, doctor.clone()).await;
    app.ctx.clock.advance(TimeDelta::seconds(302));
    sign("strokes", json!(strokes())).await.ok();
}

async fn nothing_is_signed_before_it_is_decided(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(2).await).await;
    let body = json!({"prescriptionId": seen["_id"], "strokes": strokes()});
    assert_eq!(
        app.put(doctor, "/prescription/sign", &body).await.status,
        409
    );
    let seen = app.decide(doctor, &seen, 0, json!("Rejected")).await.ok();
    app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
    assert_eq!(
        app.put(doctor, "/prescription/sign", &body).await.status,
        409
    );
}

async fn what_no_hand_drew(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = approved(app).await;
    let path = "/prescription/sign";
    let send = |strokes: Value| {
        let body = json!({"prescriptionId": seen["_id"], "strokes": strokes});
        async move { app.put(doctor, path, &body).await }
    };
    let endless: Vec<[i32; 3]> = (0..60_000).map(|n| [n % 300, 5, n]).collect();
    for (what, strokes) in [
        ("no extent", json!([[[1, 1, 0], [1, 1, 0]]])),
        ("no extent in a second", json!([[[1, 1, 0], [1, 1, 1000]]])),
        (
            "no duration",
            json!([[[1, 1, 7], [90, 40, 7], [140, 20, 7]]]),
        ),
        (
            "two thousandths of a second",
            json!([[[1, 1, 0], [90, 40, 1], [140, 20, 2]]]),
        ),
        ("one point", json!([[[1, 1, 0]]])),
        ("a line of two points", json!([[[10, 10, 0], [60, 12, 80]]])),
        (
            "back in time",
            json!([[[10, 10, 90], [35, 22, 40], [60, 12, 80]]]),
        ),
        (
            "one point in each of two strokes",
            json!([[[1, 1, 0]], [[1.5, 1, 9]]]),
        ),
        ("huge", json!([[[0, 0, 0], [1e300, 0, 1]]])),
        ("endless", json!([endless])),
        ("empty strokes", json!([[], []])),
    ] {
        let answer = send(strokes).await;
        let said = answer.body["errors"][0]["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(said.contains("draw"), "{what}: {said}");
        assert_eq!(answer.fields(), ["strokes"], "{what}");
    }
    for (what, body) in [
        ("no numbers", r#"[[["a", 1, 0], [9, 9, 9]]]"#),
        ("NaN", "[[[NaN, 1, 0], [9, 9, 9]]]"),
        ("beyond all numbers", "[[[1e999, 1, 0], [9, 9, 9]]]"),
        ("null", "[[[null, 1, 0], [9, 9, 9]]]"),
        ("a point of two", "[[[1, 1], [9, 9]]]"),
    ] {
        let body = format!(
            r#"{{"prescriptionId": {}, "strokes": {body}}}"#,
            seen["_id"]
        );
        let headers = [
            ("content-type", "application/json"),
            ("x-access-token", doctor.token.as_str()),
        ];
        let answer = app
            .api
            .send_raw(
                reqwest::Method::PUT,
                "/api/prescription/sign",
                &headers,
                body.into_bytes(),
            )
            .await;
        assert_eq!(answer.status, 400, "{what}: {}", answer.body);
    }
    assert_eq!(
        app.see(doctor, &seen["_id"]).await["signature"],
        Value::Null
    );
    // A short flourish is a signature.
    send(json!([[[10, 10, 0], [35, 22, 40], [60, 12, 80]]]))
        .await
        .ok();
}

async fn a_drawing_signs_once(app: &TestApp) {
    let doctor = &app.users.doctor;
    let first = approved(app).await;
    app.ctx.clock.advance(chrono::TimeDelta::seconds(3));
    let second = approved(app).await;
    let drawing = strokes();
    let send = |by: &'static str, id: Value, strokes: Value| {
        let user = if by == "doctor" {
            doctor
        } else {
            &app.users.second_doctor
        };
        let body = json!({"prescriptionId": id, "strokes": strokes, "takeOver": [doctor.person]});
        async move { app.put(user, "/prescription/sign", &body).await }
    };
    send("doctor", first["_id"].clone(), drawing.clone())
        .await
        .ok();
    // For another one, by another doctor, played back slower, and for the same one signed again.
    let mut slower = drawing.clone();
    for point in slower[0].as_array_mut().expect("points") {
        point[2] = json!(point[2].as_f64().expect("a time") * 2.5 + 40.0);
    }
    let mut moved = drawing.clone();
    for point in moved[0].as_array_mut().expect("points") {
        let [x, y] = [0, 1].map(|axis| point[axis].as_f64().expect("a number"));
        point[0] = json!(x * 1.4 + 33.0);
        point[1] = json!(y * 1.4 - 8.0);
    }
    let mut dotted = drawing.clone();
    dotted
        .as_array_mut()
        .expect("strokes")
        .push(json!([[60, 60, 900], [61, 60, 905]]));
    for (by, id, strokes) in [
        ("doctor", &second["_id"], &drawing),
        ("second", &second["_id"], &drawing),
        ("doctor", &second["_id"], &slower),
        ("doctor", &second["_id"], &moved),
        ("second", &second["_id"], &dotted),
        ("doctor", &first["_id"], &drawing),
    ] {
        let answer = send(by, id.clone(), strokes.clone()).await;
        let said = answer.body["errors"][0]["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(
            said.starts_with("This signature was already used."),
            "{said}"
        );
        assert_eq!(answer.fields(), ["strokes"]);
    }
    // One that was made before drawings were remembered is known all the same.
    let sql = "update signature set ink_shape = null, ink_key = null, ink_hash = null";
    app.ctx
        .db
        .write()
        .execute_unprepared(sql)
        .await
        .expect("forgotten");
    assert_eq!(
        send("doctor", second["_id"].clone(), drawing)
            .await
            .fields(),
        ["strokes"]
    );
    send("doctor", second["_id"].clone(), strokes()).await.ok();
}

async fn a_drawing_for_one_purpose_signs_no_other(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = approved(app).await;
    let sign = async |drawn: &Value| {
        let body = json!({"prescriptionId": seen["_id"], "strokes": drawn});
        app.put(doctor, "/prescription/sign", &body).await
    };
    let agree = async |by: &User, drawn: &Value| {
        let body = json!({"strokes": drawn, "password": by.password});
        app.put(by, "/sleep-assessment/requester", &body).await
    };
    let (for_studies, for_it) = (strokes(), strokes());
    agree(doctor, &for_studies).await.ok();
    // Also after another doctor took over.
    agree(&app.users.second_doctor, &strokes()).await.ok();
    for drawn in [&for_studies, &with_a_dot(&for_studies)] {
        let answer = sign(drawn).await;
        assert_eq!(answer.clone().fields(), ["strokes"]);
        let said = answer.body.to_string();
        assert!(said.contains("This signature was already used."), "{said}");
        assert_eq!(agree(doctor, drawn).await.fields(), ["strokes"]);
    }
    sign(&for_it).await.ok();
    for by in [doctor, &app.users.second_doctor] {
        for drawn in [&for_it, &with_a_dot(&for_it)] {
            assert_eq!(agree(by, drawn).await.fields(), ["strokes"]);
        }
    }
    let path = "/sleep-assessment/requester";
    let now = app.get(doctor, path).await.ok();
    assert_eq!(now["doctor"]["isMe"], false, "{now}");
    app.settle().await;
}

/// The same drawing with a dot beside it.
fn with_a_dot(drawn: &Value) -> Value {
    let mut dotted = drawn.clone();
    dotted
        .as_array_mut()
        .expect("strokes")
        .push(json!([[60, 60, 900], [61, 60, 905]]));
    dotted
}

async fn a_drawing_with_points_or_strokes_less_signs_no_second(app: &TestApp) {
    let doctor = &app.users.doctor;
    let first = approved(app).await;
    app.ctx.clock.advance(chrono::TimeDelta::seconds(3));
    let second = approved(app).await;
    // Three strokes of a hand, each with corners, as a pad sends them.
    let stroke = |hand: u32| -> Vec<[f64; 3]> {
        let point = |n: u32| {
            let wild = f64::from((n * 7_919 + hand * 104_729) % 97);
            [
                f64::from(20 + hand * 90 + n * 3),
                20.0 + wild,
                f64::from(hand * 900 + n * 16),
            ]
        };
        (0..30).map(point).collect()
    };
    let drawing = [stroke(0), stroke(1), stroke(2)];
    let send = |id: &Value, strokes: Value| {
        let body = json!({"prescriptionId": id, "strokes": strokes});
        async move { app.put(doctor, "/prescription/sign", &body).await }
    };
    send(&first["_id"], json!(drawing)).await.ok();
    let thinned: Vec<Vec<_>> = drawing
        .iter()
        .map(|stroke| stroke.iter().step_by(2).collect())
        .collect();
    let cut: Vec<_> = drawing.iter().map(|stroke| &stroke[6..]).collect();
    let mut with_more = drawing.to_vec();
    with_more.push(
        stroke(7)
            .iter()
            .map(|[x, y, at]| [x - 500.0, y + 60.0, *at])
            .collect(),
    );
    for (what, strokes) in [
        ("every second point", json!(thinned)),
        ("without the first stroke", json!(drawing[1..])),
        ("without the last stroke", json!(drawing[..2])),
        ("without the beginnings", json!(cut)),
        ("with a stroke more", json!(with_more)),
    ] {
        let answer = send(&second["_id"], strokes).await;
        let said = answer.body["errors"][0]["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(
            said.starts_with("This signature was already used."),
            "{what}: {said}"
        );
    }
    send(&second["_id"], json!([stroke(4), stroke(5)]))
        .await
        .ok();
}

async fn two_presses_of_one_drawing_sign_one(app: &TestApp) {
    let doctor = &app.users.doctor;
    let first = approved(app).await;
    app.ctx.clock.advance(chrono::TimeDelta::seconds(3));
    let second = approved(app).await;
    let drawing = strokes();
    let send = |id: &Value| {
        let body = json!({"prescriptionId": id, "strokes": drawing});
        async move { app.put(doctor, "/prescription/sign", &body).await }
    };
    let (one, two) = tokio::join!(send(&first["_id"]), send(&second["_id"]));
    let mut all = [one.status, two.status];
    all.sort_unstable();
    assert_eq!(all, [200, 422]);
}

async fn a_colleagues_decision_is_taken_over_or_left(app: &TestApp) {
    let (doctor, second) = (&app.users.doctor, &app.users.second_doctor);
    let seen = app.acknowledge(doctor, &app.paid(2).await).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let seen = app.decide(second, &seen, 1, json!("Approved")).await.ok();
    let send = |take_over: Value| {
        let body =
            json!({"prescriptionId": seen["_id"], "strokes": strokes(), "takeOver": take_over});
        async move { app.put(second, "/prescription/sign", &body).await }
    };
    for whose in [json!([]), json!([second.person])] {
        let refused = send(whose).await.refused(409, "TAKE_OVER_NEEDED");
        let said = refused["message"].as_str().unwrap_or_default();
        assert!(
            said.starts_with("Dr. ") && said.contains("approved line 1."),
            "{said}"
        );
    }
    assert_eq!(
        app.see(second, &seen["_id"]).await["signature"],
        Value::Null
    );
    let signed = send(json!([doctor.person])).await.ok()["prescription"].clone();
    assert_eq!(
        signed["signature"]["takenOver"][0]["_id"],
        doctor.person.as_str()
    );
    let line = &signed["medications"][0];
    assert_eq!(line["decidedBy"]["_id"], second.person.as_str());
    let newest = line["changes"]
        .as_array()
        .expect("a list")
        .last()
        .expect("one")
        .clone();
    assert_eq!(
        (
            &newest["kind"],
            &newest["takenFrom"]["_id"],
            &newest["by"]["_id"]
        ),
        (
            &json!("takeover"),
            &json!(doctor.person),
            &json!(second.person)
        )
    );
    assert_eq!(
        signed["medications"][1]["changes"].as_array().map(Vec::len),
        Some(1),
        "the own decision"
    );
    // Signed again after an edit of the own, nothing is left to take over.
    app.sign(second, &signed).await;
    app.fax(second, &signed).await;
    app.settle().await;
    let log = app
        .get(
            &app.users.patient,
            &format!("/person/access-log/{}", app.users.patient.person),
        )
        .await
        .ok();
    let said = "Signed a prescription, taking over another doctor’s decisions";
    assert!(
        log["items"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one["what"] == said)),
        "{log}"
    );
}
