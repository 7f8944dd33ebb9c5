// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /insight/csv/{part}`: the same figures as the page.

use serde_json::{Value, json};

use super::{insight, next_day, paid_by, reject, signed_by, today};
use crate::support::{TestApp, User, on_both};

on_both!(
    a_table_says_what_the_page_says,
    what_is_not_told_is_under_five
);

async fn lines(app: &TestApp, by: &User, path: &str) -> Vec<Vec<String>> {
    let answer = app.get(by, &format!("/insight/csv/{path}")).await;
    assert_eq!(answer.status, 200, "{path}");
    let text = String::from_utf8(answer.bytes).expect("a text");
    let lines = text.lines();
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn number(of: &Value) -> String {
    of.to_string()
}

async fn a_table_says_what_the_page_says(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let doctor = &clinic.doctor;
    let signed = signed_by(app, doctor, &clinic.patient).await;
    app.fax(doctor, &signed).await;
    app.settle().await;
    let page = insight(app, doctor, "").await;
    let days = lines(app, doctor, "days").await;
    assert_eq!(
        days[0],
        ["Day", "Requests", "Medications", "Charged", "Refunded"]
    );
    assert_eq!(days.len(), 32, "a header, thirty days, and all");
    let charged = page["totals"]["charged"].as_f64().expect("dollars");
    assert_eq!(
        days[30],
        [
            today(app).to_string(),
            "1".into(),
            "1".into(),
            format!("{charged:.2}"),
            "0.00".into()
        ]
    );
    let decisions = lines(app, doctor, "decisions").await;
    let totals = &page["totals"];
    assert_eq!(
        decisions[31],
        [
            "All".to_owned(),
            number(&totals["decided"]),
            number(&totals["late"]),
            number(&totals["p50"]),
            number(&totals["p90"])
        ]
    );
    let faxes = lines(app, doctor, "faxes").await;
    let pharmacy = &page["pharmacies"][0];
    assert_eq!(faxes[1][2], number(&pharmacy["faxes"]));
    assert_eq!(faxes[2][0], "All 1 pharmacies");
    let doctors = lines(app, doctor, "doctors").await;
    assert_eq!(
        doctors[1][0],
        page["byDoctor"][0]["name"].as_str().unwrap_or_default()
    );
    for part in ["reasons", "revenue", "claims", "messages"] {
        assert!(lines(app, doctor, part).await.len() > 1, "{part}");
    }
    let all = app.get(doctor, "/insight/csv/all").await;
    let from = page["from"].as_str().expect("a day");
    let to = page["to"].as_str().expect("a day");
    assert_eq!(
        all.header("content-disposition"),
        format!("attachment; filename=\"insight-{from}-{to}-all.csv\"")
    );
    let all = String::from_utf8(all.bytes).expect("a text");
    for title in ["Requests by day", "Revenue", "Claims to MSP", "Doctors"] {
        assert!(all.contains(title), "{title}");
    }
    assert_eq!(app.get(doctor, "/insight/csv/patients").await.status, 404);
}

async fn what_is_not_told_is_under_five(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let doctor = &clinic.doctor;
    let paid = paid_by(app, &clinic.patient, 1).await;
    let seen = app.acknowledge(doctor, &paid).await;
    reject(app, doctor, &seen, 0, json!("ALLERGY")).await;
    let reasons = lines(app, doctor, "reasons").await;
    let hidden = reasons.iter().find(|row| row[1] == "Recorded allergy");
    assert_eq!(
        hidden.expect("a row")[2..],
        ["not shown".to_owned(), "not shown".to_owned()]
    );
    let days = lines(app, doctor, "days?payer=card").await;
    assert_eq!(days[30][1], "not shown");
}
