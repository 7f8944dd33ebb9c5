//! `PUT /prescription/sign`, `GET /prescription/document/{id}`, `PUT /prescription/print`

use serde_json::{Value, json};

use crate::support::{TestApp, on_both, shown, strokes};

async fn approved(app: &TestApp) -> Value {
    let doctor = &app.cast.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    app.decide(doctor, &seen, 0, json!("Approved")).await.ok()
}

on_both! {
    async fn signed_once_the_same_bytes_for_ever(app: &TestApp) {
        let doctor = &app.cast.doctor;
        let seen = approved(app).await;
        let path = format!("/prescription/document/{}", seen["_id"].as_str().expect("an id"));
        assert_eq!(app.get(doctor, &path).await.status, 409);
        let preview = app.get(doctor, &format!("{path}?preview=true")).await;
        assert!(preview.status == 200 && preview.bytes.starts_with(b"%PDF-"));
        let signed = app.sign(doctor, &seen).await;
        insta::assert_json_snapshot!("signature", shown(&signed["prescription"]["signature"]));
        let (one, two) = (app.get(doctor, &path).await, app.get(&app.cast.office, &path).await);
        assert!(one.bytes == two.bytes);
        assert_eq!(signed["documentSha256"], salal_server::context::sha256_hex(&one.bytes).as_str());
        assert!(one.bytes != preview.bytes);
        assert_eq!(app.get(&app.cast.patient, &path).await.status, 403);
    }

    async fn refusals(app: &TestApp) {
        let doctor = &app.cast.doctor;
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
        assert_eq!(send(json!({"strokes": [[[1, 2, 3]]]})).await.fields(), ["strokes"], "a dot is no signature");
        let wild: Vec<[f64; 3]> = vec![[0.0, 0.0, 0.0], [9e9, 0.0, 1.0]];
        assert_eq!(send(json!({"strokes": [wild]})).await.fields(), ["strokes"]);
        let endless: Vec<[i32; 3]> = (0..20_001).map(|n| [n % 300, 5, n]).collect();
        assert_eq!(send(json!({"strokes": [endless]})).await.fields(), ["strokes"]);
        assert_eq!(send(json!({"password": "not the password"})).await.fields(), ["password"]);
        assert_eq!(app.see(doctor, &seen["_id"]).await["signature"], Value::Null);
        app.put(&app.cast.office, "/prescription/sign", &json!({"prescriptionId": seen["_id"], "strokes": strokes()})).await.refused(403, "NOT_ALLOWED");
    }

    async fn by_keyboard_the_sheet_is_for_ink(app: &TestApp) {
        let doctor = &app.cast.doctor;
        let seen = approved(app).await;
        let body = json!({"prescriptionId": seen["_id"], "password": doctor.password});
        let signed = app.put(doctor, "/prescription/sign", &body).await.ok();
        assert_eq!(signed["prescription"]["signature"]["forInk"], true);
        let fax = app.post(doctor, "/fax/queue-prescription-fax", &json!({"prescriptionId": seen["_id"]})).await;
        assert_eq!(fax.status, 409, "a sheet for ink is not faxed");
        let printed = app.put(doctor, "/prescription/print", &json!({"prescriptionId": seen["_id"]})).await.ok();
        assert_eq!(printed["printed"]["by"]["_id"], doctor.person.as_str());
    }

    async fn nothing_is_signed_before_it_is_decided(app: &TestApp) {
        let doctor = &app.cast.doctor;
        let seen = app.acknowledge(doctor, &app.paid(2).await).await;
        let body = json!({"prescriptionId": seen["_id"], "strokes": strokes()});
        assert_eq!(app.put(doctor, "/prescription/sign", &body).await.status, 409);
        let seen = app.decide(doctor, &seen, 0, json!("Rejected")).await.ok();
        app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
        assert_eq!(app.put(doctor, "/prescription/sign", &body).await.status, 409);
    }
}
