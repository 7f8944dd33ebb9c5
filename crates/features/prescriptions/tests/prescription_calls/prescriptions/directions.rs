// SPDX-License-Identifier: AGPL-3.0-or-later

//! What may be signed: `POST /prescription/medication/directions`, and the same judgement at the edit, the
//! approval and the signing (decisions 158 and 159).

use serde_json::{Value, json};

use crate::support::drugs::named;
use crate::support::{TestApp, on_both, strokes, usage};

const DOCTOR: &str = "/prescription/medication/medication-usage";
const OFFICE: &str = "/prescription/medication/usage";
const CHECK: &str = "/prescription/medication/directions";

fn edit(seen: &Value, change: &[(&str, Value)]) -> Value {
    let mut usage = usage();
    for (field, value) in change {
        usage[*field] = value.clone();
    }
    let line = &seen["medications"][0];
    json!({"prescription": {"_id": seen["_id"]}, "medication": {"_id": line["_id"], "version": line["version"]}, "usage": usage})
}

fn other(field: &str, text: &str) -> [(String, Value); 2] {
    [
        (field.to_owned(), json!("Other")),
        (format!("{field}Other"), json!(text)),
    ]
}

fn fields(list: &Value) -> Vec<&str> {
    list.as_array()
        .expect("a list")
        .iter()
        .filter_map(|fault| fault["field"].as_str())
        .collect()
}

on_both!(
    what_cannot_be_printed_lawfully_is_not_approved,
    an_edit_after_the_approval_is_caught_at_the_signing,
    what_the_office_changes_after_the_approval_is_decided_again,
    more_than_a_year_needs_the_doctors_reason,
    a_typed_total_falls_with_what_it_was_typed_for,
    the_office_types_no_total,
    the_screen_is_told_while_it_is_edited,
    drops_say_which_eye,
    decimal_commas_are_asked_again
);

async fn what_cannot_be_printed_lawfully_is_not_approved(app: &TestApp) {
    let doctor = &app.users.doctor;
    let mut seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let directed: Vec<(String, Value)> = ["quantity", "frequency", "duration"]
        .into_iter()
        .flat_map(|field| other(field, "as directed"))
        .collect();
    let directed: Vec<(&str, Value)> = directed
        .iter()
        .map(|(field, value)| (field.as_str(), value.clone()))
        .collect();
    let until: Vec<(String, Value)> = other("duration", "until finished").into();
    let mut until: Vec<(&str, Value)> = until
        .iter()
        .map(|(field, value)| (field.as_str(), value.clone()))
        .collect();
    until.push(("repeat", json!(1)));
    for (change, field) in [
        (directed, "frequency"),
        (until, "duration"),
        (vec![("repeat", json!(100))], "repeat"),
    ] {
        // It may be typed and saved: the input limits stay.
        seen = app.put(doctor, DOCTOR, &edit(&seen, &change)).await.ok();
        let line = &seen["medications"][0];
        assert_eq!(fields(&line["cannotSign"])[0], field);
        let sentence = line["cannotSign"][0]["message"]
            .as_str()
            .expect("a sentence")
            .to_owned();
        let refused = app.decide(doctor, &seen, 0, json!("Approved")).await;
        assert!(
            refused
                .body
                .to_string()
                .contains(sentence.split('“').next().expect("words")),
            "{}",
            refused.body
        );
        refused.refused(409, "DIRECTIONS");
        assert!(
            !line["textLine"]
                .as_str()
                .expect("words")
                .contains("as directed as directed")
        );
    }
    let seen = app.put(doctor, DOCTOR, &edit(&seen, &[])).await.ok();
    assert_eq!(seen["medications"][0]["cannotSign"], json!([]));
    app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
}

async fn an_edit_after_the_approval_is_caught_at_the_signing(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let seen = app
        .put(doctor, DOCTOR, &edit(&seen, &[("repeat", json!(100))]))
        .await
        .ok();
    assert!(
        seen["canSign"]
            .as_str()
            .is_some_and(|why| why.contains("24 months")),
        "{}",
        seen["canSign"]
    );
    let body = json!({"prescriptionId": seen["_id"], "strokes": strokes()});
    app.put(doctor, "/prescription/sign", &body)
        .await
        .refused(409, "DIRECTIONS");
    app.post(
        doctor,
        "/fax/queue-prescription-fax",
        &json!({"prescriptionId": seen["_id"]}),
    )
    .await
    .refused(409, "DIRECTIONS");
    app.put(
        doctor,
        "/prescription/print",
        &json!({"prescriptionId": seen["_id"]}),
    )
    .await
    .refused(409, "DIRECTIONS");
}

async fn what_the_office_changes_after_the_approval_is_decided_again(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let signed = app.sign(doctor, &seen).await["prescription"].clone();
    // Saved as it stands, nothing was changed.
    let same = app.put(office, OFFICE, &edit(&signed, &[])).await.ok();
    assert_eq!(
        (&same["medications"][0]["status"], &same["status"]),
        (&json!("Approved"), &json!("APPROVED"))
    );
    let four = [
        ("quantity", json!("Four")),
        ("frequency", json!("Four times a day")),
    ];
    let seen = app.put(office, OFFICE, &edit(&same, &four)).await.ok();
    assert_eq!(
        (&seen["medications"][0]["status"], &seen["status"]),
        (&json!(null), &json!("ACKNOWLEDGED"))
    );
    assert_eq!(
        (&seen["signature"], &seen["work"]),
        (&json!(null), &json!("review")),
        "it waits for a doctor again"
    );
    let body = json!({"prescriptionId": seen["_id"], "strokes": strokes()});
    assert_eq!(
        app.put(doctor, "/prescription/sign", &body).await.status,
        409
    );
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.sign(doctor, &seen).await;
}

async fn more_than_a_year_needs_the_doctors_reason(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let five = [("repeat", json!(4))];
    let seen = app.put(doctor, DOCTOR, &edit(&seen, &five)).await.ok();
    assert_eq!(
        fields(&seen["medications"][0]["cannotSign"]),
        ["supplyReason"]
    );
    app.decide(doctor, &seen, 0, json!("Approved"))
        .await
        .refused(409, "DIRECTIONS");
    let reasoned = |seen: &Value, reason: &str| {
        let mut body = edit(seen, &five);
        body["supplyReason"] = json!(reason);
        body
    };
    assert_eq!(
        app.put(doctor, DOCTOR, &reasoned(&seen, "ok"))
            .await
            .fields(),
        ["supplyReason"]
    );
    assert_eq!(
        app.put(office, OFFICE, &reasoned(&seen, "The patient asked"))
            .await
            .fields(),
        ["supplyReason"]
    );
    let seen = app
        .put(doctor, DOCTOR, &reasoned(&seen, "Abroad until next fall"))
        .await
        .ok();
    let line = &seen["medications"][0];
    assert_eq!(line["cannotSign"], json!([]));
    let last = line["changes"]
        .as_array()
        .and_then(|all| all.last())
        .expect("a change");
    assert_eq!(
        (&last["supplyReason"], &last["by"]["_id"]),
        (&json!("Abroad until next fall"), &json!(doctor.person))
    );
    let own = app.see(&app.users.patient, &seen["_id"]).await;
    assert!(
        !own.to_string().contains("Abroad until"),
        "the doctor's words are for the record"
    );
    // Saved again as it stands, the reason stands; with another duration it falls.
    let seen = app.put(doctor, DOCTOR, &edit(&seen, &five)).await.ok();
    assert_eq!(seen["medications"][0]["cannotSign"], json!([]));
    let approved = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.sign(doctor, &approved).await;
    let log = app
        .get(
            &app.users.patient,
            &format!("/person/access-log/{}?limit=100", app.users.patient.person),
        )
        .await
        .ok();
    assert!(
        log.to_string()
            .contains("Confirmed a supply beyond 12 months, with a reason"),
        "{log}"
    );
    let changed = app
        .put(doctor, DOCTOR, &edit(&approved, &[("repeat", json!(5))]))
        .await
        .ok();
    assert_eq!(
        fields(&changed["medications"][0]["cannotSign"]),
        ["supplyReason"]
    );
    // Two years are refused with any reason.
    let mut never = edit(&changed, &[("repeat", json!(7))]);
    never["supplyReason"] = json!("Abroad until next fall");
    let never = app.put(doctor, DOCTOR, &never).await.ok();
    assert_eq!(fields(&never["medications"][0]["cannotSign"]), ["repeat"]);
}

async fn a_typed_total_falls_with_what_it_was_typed_for(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let mut seen = app.acknowledge(doctor, &app.paid(1).await).await;
    for (change, part) in [
        (("quantity", json!("Two")), "dose"),
        (("frequency", json!("Twice a day")), "frequency"),
        (("duration", json!("1 month")), "duration"),
    ] {
        let mut body = edit(&seen, &[]);
        body["toDispense"] = json!("44 tablets");
        seen = app.put(doctor, DOCTOR, &body).await.ok();
        assert_eq!(seen["medications"][0]["toDispense"]["typed"], true);
        // A refill is no reason, and neither is saving it again.
        let body = edit(&seen, &[("repeat", json!(1))]);
        seen = app.put(doctor, DOCTOR, &body).await.ok();
        assert_eq!(seen["medications"][0]["toDispense"]["figures"], "44");
        let mut body = edit(&seen, &[change.clone(), ("repeat", json!(1))]);
        if part == "dose" {
            // What was left in the field is not typed again.
            body["toDispense"] = json!("44 tablets");
            seen = app.put(doctor, DOCTOR, &body).await.ok();
        } else {
            seen = app.put(office, OFFICE, &body).await.ok();
        }
        let total = &seen["medications"][0]["toDispense"];
        assert_eq!(total["typed"], false, "{part}");
        assert_eq!(
            total["removed"],
            format!(
                "The typed quantity to dispense, 44 tablets, was removed because the {part} changed."
            )
        );
        let last = seen["medications"][0]["changes"]
            .as_array()
            .and_then(|all| all.last())
            .expect("a change");
        assert_eq!(last["totalRemoved"], total["removed"]);
        seen = app.put(doctor, DOCTOR, &edit(&seen, &[])).await.ok();
    }
    let mut body = edit(&seen, &[]);
    body["toDispense"] = json!("44 tablets");
    seen = app.put(doctor, DOCTOR, &body).await.ok();
    let mut body = edit(&seen, &[]);
    body["medication"]["drugId"] = app.users.samples.drugs[2]["_id"].clone();
    seen = app.put(doctor, DOCTOR, &body).await.ok();
    assert_eq!(seen["medications"][0]["toDispense"]["typed"], false);
    assert!(
        seen["medications"][0]["toDispense"]["removed"]
            .as_str()
            .is_some_and(|said| said.contains("drug"))
    );
}

async fn the_office_types_no_total(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let mut body = edit(&seen, &[]);
    body["toDispense"] = json!("45 tablets");
    let refused = app.put(office, OFFICE, &body).await;
    assert_eq!(refused.status, 422);
    assert!(
        refused
            .body
            .to_string()
            .contains("Only a doctor may type the quantity to dispense.")
    );
    assert_eq!(refused.fields(), ["toDispense"]);
    let typed = app.put(doctor, DOCTOR, &body).await.ok();
    let mut taken_back = edit(&typed, &[]);
    taken_back["toDispense"] = json!("");
    assert_eq!(
        app.put(office, OFFICE, &taken_back).await.fields(),
        ["toDispense"]
    );
    // What stands may be sent along.
    let mut same = edit(&typed, &[("repeat", json!(2))]);
    same["toDispense"] = json!("45 tablets");
    assert_eq!(
        app.put(office, OFFICE, &same).await.ok()["medications"][0]["toDispense"]["figures"],
        "45"
    );
}

async fn the_screen_is_told_while_it_is_edited(app: &TestApp) {
    let office = &app.users.office;
    let ask = |usage: Value, more: Value| {
        let mut body =
            json!({"usage": usage, "formulations": ["TABLET"], "administrations": ["ORAL"]});
        for (key, value) in more.as_object().expect("an object") {
            body[key] = value.clone();
        }
        async move { app.post(office, CHECK, &body).await }
    };
    let mut twice = usage();
    twice["frequency"] = json!("Twice a day");
    let answer = ask(twice.clone(), json!({})).await.ok();
    assert_eq!(answer["computed"]["figures"], "180");
    assert_eq!(
        answer["sentence"],
        "Take one tablet twice a day for 3 months."
    );
    assert_eq!(
        (&answer["refills"], &answer["cannotSign"]),
        (&json!("1 refill, after 3 months"), &json!([]))
    );
    let before = json!({"toDispense": "44 tablets", "name": "", "ingredients": [], "formulations": ["TABLET"], "usage": usage()});
    let answer = ask(twice, json!({"before": before})).await.ok();
    assert!(
        answer["totalRemoved"]
            .as_str()
            .is_some_and(|said| said.contains("because the frequency changed"))
    );
    let mut long = usage();
    long["repeat"] = json!(5);
    let answer = ask(long.clone(), json!({})).await.ok();
    assert_eq!(
        answer["asksForReason"],
        "With its refills this covers 18 months. More than 12 months needs your reason."
    );
    assert_eq!(fields(&answer["cannotSign"]), ["supplyReason"]);
    let answer = ask(long, json!({"supplyReason": "Abroad until next fall"}))
        .await
        .ok();
    assert_eq!(answer["cannotSign"], json!([]));
    let mut strange = usage();
    strange["repeat"] = json!(101);
    assert_eq!(ask(strange, json!({})).await.fields(), ["repeat"]);
    app.post(&app.users.patient, CHECK, &json!({"usage": usage()}))
        .await
        .refused(403, "NOT_ALLOWED");
}

async fn drops_say_which_eye(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    let drops = named(app, "latanoprost").await;
    let of = |site: Value| {
        let mut body = edit(&seen, &[]);
        body["medication"]["drugId"] = drops["id"].clone();
        if !site.is_null() {
            body["usage"]["site"] = site;
        }
        body
    };
    for site in [Value::Null, json!("Left ear"), json!("Left knee")] {
        assert_eq!(app.put(doctor, DOCTOR, &of(site)).await.fields(), ["site"]);
    }
    // Nothing else goes into an eye.
    let tablets = edit(&seen, &[("site", json!("Left eye"))]);
    assert_eq!(app.put(doctor, DOCTOR, &tablets).await.fields(), ["site"]);
    let saved = app.put(doctor, DOCTOR, &of(json!("Left eye"))).await.ok();
    let line = &saved["medications"][0];
    assert_eq!(line["usages"][1]["site"], "Left eye");
    assert!(
        line["textLine"]
            .as_str()
            .is_some_and(|said| said.contains("Put one drop in the left eye once a day")),
        "{}",
        line["textLine"]
    );
}

async fn decimal_commas_are_asked_again(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = app.acknowledge(doctor, &app.paid(1).await).await;
    for (words, taken) in [("0,5 mg", false), ("1,000 units", true), ("0.5 mg", true)] {
        let [(field, value), (field_other, text)] = other("quantity", words);
        let body = edit(
            &seen,
            &[(field.as_str(), value), (field_other.as_str(), text)],
        );
        let check = json!({"usage": body["usage"], "formulations": ["SOLUTION"], "administrations": ["SUBCUTANEOUS"]});
        let answer = app.post(doctor, CHECK, &check).await;
        assert_eq!(answer.status == 200, taken, "{words}: {}", answer.body);
        if !taken {
            assert_eq!(answer.fields(), ["quantityOther"], "{words}");
        }
    }
}
