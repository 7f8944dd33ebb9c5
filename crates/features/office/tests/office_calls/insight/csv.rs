// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /insight/csv/{part}`: the same figures as the page.

use serde_json::{Value, json};

use super::{insight, minutes, next_day, paid_by, reject, signed_by, today};
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

/// A cell as the file has it.
fn count(of: &Value) -> String {
    of.as_i64()
        .map_or("not shown".to_owned(), |count| count.to_string())
}

fn amount(of: &Value) -> String {
    match of.as_f64() {
        None => "not shown".to_owned(),
        Some(dollars) if dollars < 0.0 => format!("({:.2})", -dollars),
        Some(dollars) => format!("{dollars:.2}"),
    }
}

/// The time of so many things: none where there are none.
fn time(of: &Value, row: &Value, things: &str) -> String {
    if row[things].is_null() {
        return "not shown".to_owned();
    }
    of.as_i64()
        .map_or_else(String::new, |minutes| minutes.to_string())
}

fn share(of: &Value) -> String {
    of.as_f64().map_or("not shown".to_owned(), |share| {
        format!("{:.1}%", share * 100.0)
    })
}

fn text(of: &Value) -> String {
    of.as_str().unwrap_or_default().to_owned()
}

fn all(of: &Value) -> impl DoubleEndedIterator<Item = &Value> {
    of.as_array().expect("a list").iter()
}

fn reasons(page: &Value) -> Vec<Vec<String>> {
    let totals = &page["totals"];
    let of = |decision: &str, reasons: &Value, sum: &Value| {
        let row = |one: &Value| {
            let (label, medications) = (text(&one["label"]), count(&one["medications"]));
            vec![
                decision.to_owned(),
                label,
                medications,
                share(&one["share"]),
            ]
        };
        let sum = vec![
            decision.to_owned(),
            "All".to_owned(),
            count(sum),
            String::new(),
        ];
        all(reasons).map(row).chain([sum]).collect::<Vec<_>>()
    };
    let rejected = of("Rejected", &page["reasons"], &totals["rejected"]);
    let approved = of("Approved", &page["approvals"], &totals["approved"]);
    [rejected, approved].concat()
}

fn faxes(page: &Value) -> Vec<Vec<String>> {
    let totals = &page["totals"];
    let row = |of: &Value| {
        vec![
            text(&of["name"]),
            text(&of["city"]),
            count(&of["faxes"]),
            count(&of["firstTry"]),
            count(&of["attempts"]),
            count(&of["failed"]),
            time(&of["minutes"], of, "faxes"),
        ]
    };
    let sum = vec![
        format!("All {} pharmacies", page["pharmacyCount"]),
        String::new(),
        count(&totals["faxes"]),
        count(&totals["firstTry"]),
        String::new(),
        count(&totals["failed"]),
        String::new(),
    ];
    all(&page["pharmacies"]).map(row).chain([sum]).collect()
}

/// Below the head of each file: what the page shows, row by row.
fn shown(page: &Value, part: &str) -> Vec<Vec<String>> {
    let totals = &page["totals"];
    let day = |of: &Value, name: String| match part {
        "days" => vec![
            name,
            count(&of["requests"]),
            count(&of["medications"]),
            amount(&of["charged"]),
            amount(&of["refunded"]),
        ],
        _ => vec![
            name,
            count(&of["decided"]),
            time(&of["p50"], of, "decided"),
            time(&of["p90"], of, "decided"),
            count(&of["late"]),
        ],
    };
    match part {
        "days" | "decisions" => all(&page["days"])
            .rev()
            .map(|of| day(of, text(&of["day"])))
            .chain([day(totals, "All".to_owned())])
            .collect(),
        "reasons" => reasons(page),
        "faxes" => faxes(page),
        "revenue" => {
            let row = |of: &Value, name: String| {
                let sums = ["charged", "refunded", "net"].map(|sum| amount(&of[sum]));
                [vec![name, count(&of["payments"])], sums.to_vec()].concat()
            };
            all(&page["revenue"])
                .map(|of| row(of, text(&of["rule"])))
                .chain([row(totals, "All".to_owned())])
                .collect()
        }
        "doctors" => all(&page["byDoctor"])
            .map(|of| {
                vec![
                    text(&of["name"]),
                    count(&of["decided"]),
                    count(&of["late"]),
                    time(&of["p50"], of, "decided"),
                    time(&of["p90"], of, "decided"),
                    count(&of["approved"]),
                    count(&of["rejected"]),
                ]
            })
            .collect(),
        _ => {
            let of = &page["messages"];
            if of.is_null() {
                return Vec::new();
            }
            vec![vec![
                count(&of["received"]),
                count(&of["answered"]),
                time(&of["p50"], of, "received"),
                time(&of["p90"], of, "received"),
            ]]
        }
    }
}

/// A line as a spreadsheet reads it.
fn written(row: &[String]) -> String {
    let cell = |cell: &String| {
        if cell.contains(',') {
            format!("\"{cell}\"")
        } else {
            cell.clone()
        }
    };
    row.iter().map(cell).collect::<Vec<_>>().join(",")
}

const PARTS: [&str; 7] = [
    "days",
    "decisions",
    "reasons",
    "faxes",
    "revenue",
    "doctors",
    "messages",
];

async fn a_table_says_what_the_page_says(app: &TestApp) {
    let clinic = next_day(app, "09:00:00").await;
    let doctor = &clinic.doctor;
    for round in 0..5 {
        app.ctx.clock.advance(minutes(7));
        let signed = signed_by(app, doctor, &clinic.patient).await;
        app.fax(doctor, &signed).await;
        if round % 2 == 0 {
            let paid = paid_by(app, &clinic.other, 1).await;
            let seen = app.acknowledge(&clinic.second, &paid).await;
            let seen = reject(app, &clinic.second, &seen, 0, json!("TOO_EARLY")).await;
            app.refund(&clinic.second, &seen).await.ok();
        }
        app.settle().await;
    }
    let day = today(app);
    for query in [
        String::new(),
        "payer=card".to_owned(),
        "payer=private".to_owned(),
        format!("doctor={}", doctor.person),
        format!("doctor={}&payer=private", doctor.person),
        format!("from={day}&to={day}"),
    ] {
        let page = insight(app, &clinic.admin, &query).await;
        let (from, to) = (text(&page["from"]), text(&page["to"]));
        for part in PARTS {
            let path = format!("/insight/csv/{part}?{query}");
            let file = app.get(&clinic.admin, &path).await;
            assert_eq!(
                file.header("content-disposition"),
                format!("attachment; filename=\"insight-{from}-{to}-{part}.csv\"")
            );
            let file = String::from_utf8(file.bytes).expect("a text");
            let rows: Vec<&str> = file.lines().skip(1).collect();
            let expected: Vec<String> = shown(&page, part).iter().map(|row| written(row)).collect();
            assert_eq!(rows, expected, "{part} of {query:?}");
        }
    }
    let days = lines(app, doctor, "days").await;
    assert_eq!(
        days[0],
        ["Day", "Requests", "Medications", "Charged", "Refunded"]
    );
    assert_eq!(days.len(), 32, "a header, thirty days, and all");
    assert_eq!(days[1][..3], [day.to_string(), "8".into(), "8".into()]);
    assert_eq!(days[31][..2], ["All".to_owned(), "8".to_owned()]);
    let page = insight(app, doctor, "").await;
    let accuracy = text(&page["accuracy"]);
    assert!(accuracy.contains("within 3%"), "{accuracy}");
    for (part, heads) in [
        (
            "decisions",
            &["p50 minutes (within 3%)", "p90 minutes (within 3%)"][..],
        ),
        ("faxes", &["Usual minutes (within 3%)"]),
    ] {
        let head = &lines(app, doctor, part).await[0];
        for one in heads {
            assert!(head.contains(&(*one).to_owned()), "{head:?}");
        }
    }
    assert!(lines(app, doctor, "claims").await.len() > 1);
    let all = app.get(doctor, "/insight/csv/all").await;
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
    assert_eq!(days[1][1], "not shown");
}
