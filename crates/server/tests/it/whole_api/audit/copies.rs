// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on copies of a prescription: printed, voided, printed again, handed over, voided again.

use reqwest::Method;
use serde_json::{Value, json};

use super::walk::Walk;
use crate::support::strokes;

/// Walks them on a signed prescription, and leaves it signed again.
pub(super) async fn copies(walk: &mut Walk<'_>, id: &Value) {
    let app = walk.app;
    let doctor = &app.users.doctor;
    let print = json!({"prescriptionId": id});
    let sign = || json!({"prescriptionId": id, "strokes": strokes()});
    let number = app.see(doctor, id).await["pharmacyNumber"]["number"].clone();
    let asked = json!({"prescriptionId": id, "number": number});
    let path = "/prescription/verify-number";
    walk.call(doctor, Method::PUT, path, path, Some(asked))
        .await;
    let path = "/prescription/print";
    walk.call(doctor, Method::PUT, path, path, Some(print.clone()))
        .await;
    let copy = app.see(doctor, id).await["copies"][0]["_id"].clone();
    for what in ["copy", "cancellation"] {
        let path = format!("/prescription/{what}/{}", copy.as_str().expect("an id"));
        let template = format!("/prescription/{what}/{{id}}");
        walk.call(doctor, Method::GET, &template, &path, None).await;
    }
    let mut void =
        json!({"prescriptionId": id, "copyId": copy, "reason": "paper_kept", "how": "paper_kept"});
    let path = "/prescription/void";
    walk.call(doctor, Method::PUT, path, path, Some(void.clone()))
        .await;
    app.put(doctor, "/prescription/sign", &sign()).await.ok();
    app.put(doctor, "/prescription/print", &print).await.ok();
    let copy = app.see(doctor, id).await["copies"][0].clone();
    let handed = json!({
        "prescriptionId": id, "copyId": copy["_id"], "how": "pharmacy", "to": "Ana", "at": copy["issuedAt"],
    });
    let path = "/prescription/handed-over";
    walk.call(doctor, Method::PUT, path, path, Some(handed))
        .await;
    void["copyId"] = copy["_id"].clone();
    void["how"] = json!("fax");
    void["words"] = json!("Out of stock");
    app.put(doctor, "/prescription/void", &void).await.ok();
    let told = json!({
        "prescriptionId": id, "copyId": copy["_id"], "toldName": "Ana", "toldAt": copy["issuedAt"],
    });
    let path = "/prescription/void-told";
    walk.call(doctor, Method::PUT, path, path, Some(told)).await;
    app.put(doctor, "/prescription/sign", &sign()).await.ok();
}
