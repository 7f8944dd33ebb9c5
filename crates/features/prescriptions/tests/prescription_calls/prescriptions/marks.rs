// SPDX-License-Identifier: AGPL-3.0-or-later

//! The safety marks: on the doctor's line, kept with the decision, and in plain words for the patient
//! (`POST /prescription/medication/marks/{personId}`). They never block.

use chrono::TimeDelta;
use salal_prescriptions::prescriptions::{SafetySaid, import_safety};
use serde_json::{Value, json};

use crate::support::{TestApp, line, medical_info, number, on_both, request};

/// Saves what the patient says of the own health, over the complete record.
async fn says(app: &TestApp, changes: &[(&str, Value)]) {
    let mut record = medical_info(&app.users.samples);
    for (field, value) in changes {
        record[field] = value.clone();
    }
    app.post(&app.users.patient, "/medicalinfo/", &record)
        .await
        .ok();
}

/// A drug of the catalogue by its name.
async fn drug(app: &TestApp, name: &str) -> Value {
    let found = app
        .get(&app.users.patient, &format!("/drug/name/{name}"))
        .await
        .ok();
    found[0].clone()
}

/// A paid request for these drugs, acknowledged, as the doctor sees it.
async fn asked(app: &TestApp, drugs: &[Value]) -> Value {
    let mut body = request(&app.users.samples, 1);
    body["medications"] = drugs.iter().map(line).collect();
    let made = app
        .post(&app.users.patient, "/prescription", &body)
        .await
        .ok();
    let paid = app.pay(&app.users.patient, &made).await;
    app.acknowledge(&app.users.doctor, &paid).await
}

fn kinds(line: &Value) -> Vec<String> {
    let marks = line["marks"].as_array().expect("marks");
    marks
        .iter()
        .map(|mark| {
            format!(
                "{} {}",
                mark["level"],
                mark["kind"].as_str().unwrap_or_default()
            )
        })
        .collect()
}

on_both!(
    a_line_carries_its_marks_worst_first,
    the_decision_keeps_what_stood_and_whether_it_was_opened,
    only_what_was_signed_is_supply_and_only_for_later_decisions,
    a_line_approved_after_the_first_signature_was_no_supply_before,
    the_answer_on_pregnancy_raises_its_marks,
    a_slip_of_ten_in_the_dose_is_marked_and_blocks_nobody,
    a_patient_reads_plain_words_of_the_own_lines,
    plain_words_are_nobody_elses,
    imported_tables_speak_at_once_and_bad_ones_change_nothing
);

async fn a_line_carries_its_marks_worst_first(app: &TestApp) {
    let candesartan = drug(app, "candesartan").await;
    let naproxen = drug(app, "naproxen").await;
    says(
        app,
        &[
            ("AllergyToMedication", json!([])),
            (
                "otherAllergy",
                json!([{"name": "ASA - hives"}, {"name": "lactose"}]),
            ),
            (
                "MedicationsCurrentlyTaken",
                json!([{"name": "ramipril 5 mg"}, {"name": "warfarin"}]),
            ),
            ("MedicalConditions", json!(["Kidney disease"])),
            ("NoMedicalCondition", json!(false)),
        ],
    )
    .await;
    let seen = asked(app, &[candesartan, naproxen]).await;
    let lines = &seen["medications"];
    assert_eq!(
        kinds(&lines[0]),
        [
            "2 interaction",
            "1 interaction",
            "1 unrecorded",
            "1 unchecked"
        ]
    );
    assert_eq!(
        kinds(&lines[1]),
        [
            "2 allergy",
            "2 interaction",
            "2 condition",
            "1 interaction",
            "1 interaction",
            "1 unrecorded",
            "1 unchecked"
        ]
    );
    let first = &lines[0]["marks"][0];
    assert_eq!(
        (&first["lead"], &first["with"]["place"]),
        (&json!("With ramipril 5 mg,"), &json!("recorded"))
    );
    assert_eq!(
        first["text"],
        "which the patient takes: an ACE inhibitor with an ARB. Check kidney function and potassium."
    );
    assert_eq!(seen["safetyTables"]["version"], "2026-11.3");
    // The patient's own view carries neither marks nor decisions.
    let own = app.see(&app.users.patient, &seen["_id"]).await;
    assert_eq!(
        (&own["medications"][0]["marks"], &own["safetyTables"]),
        (&json!([]), &Value::Null)
    );
}

async fn the_decision_keeps_what_stood_and_whether_it_was_opened(app: &TestApp) {
    let doctor = &app.users.doctor;
    let seen = asked(
        app,
        &[drug(app, "candesartan").await, drug(app, "ramipril").await],
    )
    .await;
    let medication = &seen["medications"][0];
    let body = json!({
        "prescription": {"_id": seen["_id"]}, "marksOpened": true, "status": "Approved",
        "medication": {"_id": medication["_id"], "version": medication["version"]},
    });
    // A mark never blocks.
    let seen = app
        .put(doctor, "/prescription/medication/updateStatus", &body)
        .await
        .ok();
    let kept = &seen["medications"][0]["decisions"];
    assert_eq!(kept.as_array().map(Vec::len), Some(1));
    assert_eq!(
        (
            &kept[0]["decision"],
            &kept[0]["opened"],
            &kept[0]["tablesVersion"]
        ),
        (&json!("Approved"), &json!(true), &json!("2026-11.3"))
    );
    assert_eq!(&kept[0]["marks"], &seen["medications"][0]["marks"]);
    // What is rejected stands beside nothing; the decision before keeps what stood then.
    let seen = app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
    assert!(!kinds(&seen["medications"][0]).contains(&"2 interaction".to_owned()));
    assert_eq!(
        seen["medications"][0]["decisions"][0]["marks"][0]["kind"],
        "interaction"
    );
    assert_eq!(seen["medications"][1]["decisions"][0]["opened"], false);
    let seen = app.decide(doctor, &seen, 0, Value::Null).await.ok();
    assert_eq!(seen["medications"][0]["decisions"][1]["decision"], "Undone");
    // Two tabs: the loser of one line leaves no decision behind.
    let stale = app
        .put(doctor, "/prescription/medication/updateStatus", &body)
        .await;
    assert_eq!(stale.status, 409);
    let now = app.see(doctor, &seen["_id"]).await;
    assert_eq!(
        now["medications"][0]["decisions"].as_array().map(Vec::len),
        Some(2)
    );
}

async fn only_what_was_signed_is_supply_and_only_for_later_decisions(app: &TestApp) {
    let (doctor, patient) = (&app.users.doctor, &app.users.patient);
    let candesartan = drug(app, "candesartan").await;
    let path = format!("/prescription/medication/marks/{}", patient.person);
    let body = json!({"medications": [line(&candesartan)]});
    let is_early = async || {
        let answer = app.post(patient, &path, &body).await.ok();
        let marks = answer["lines"][0]["marks"].as_array().expect("marks");
        marks.iter().any(|mark| {
            mark["text"]
                .as_str()
                .is_some_and(|text| text.starts_with("Your last supply"))
        })
    };
    let first = asked(app, std::slice::from_ref(&candesartan)).await;
    let first = app.decide(doctor, &first, 0, json!("Approved")).await.ok();
    assert!(!is_early().await, "approved, and no pharmacy has it");
    app.sign(doctor, &first).await;
    assert!(is_early().await);
    // The later prescription is judged beside the earlier one, and not the other way round.
    app.ctx.clock.advance(TimeDelta::minutes(5));
    let second = asked(app, &[drug(app, "ramipril").await]).await;
    assert!(kinds(&second["medications"][0]).contains(&"2 interaction".to_owned()));
    let second = app.decide(doctor, &second, 0, json!("Approved")).await.ok();
    app.sign(doctor, &second).await;
    let first = app.see(doctor, &first["_id"]).await;
    assert!(!kinds(&first["medications"][0]).contains(&"2 interaction".to_owned()));
    // Approved before the other was decided and signed after: it was no supply then.
    app.ctx.clock.advance(TimeDelta::minutes(5));
    let slow = asked(app, &[drug(app, "naproxen").await]).await;
    let slow = app.decide(doctor, &slow, 0, json!("Approved")).await.ok();
    app.ctx.clock.advance(TimeDelta::minutes(5));
    let quick = asked(app, &[drug(app, "ramipril").await]).await;
    let quick = app.decide(doctor, &quick, 0, json!("Rejected")).await.ok();
    let before = kinds(&quick["medications"][0]);
    app.ctx.clock.advance(TimeDelta::minutes(5));
    app.sign(doctor, &slow).await;
    let quick = app.see(doctor, &quick["_id"]).await;
    assert_eq!(kinds(&quick["medications"][0]), before);
}

async fn a_line_approved_after_the_first_signature_was_no_supply_before(app: &TestApp) {
    let doctor = &app.users.doctor;
    let decide = async |seen: &Value, line, status: &str| {
        app.ctx.clock.advance(TimeDelta::minutes(5));
        app.decide(doctor, seen, line, json!(status)).await.ok()
    };
    let drugs = [drug(app, "candesartan").await, drug(app, "naproxen").await];
    let late = asked(app, &drugs).await;
    let late = decide(&late, 0, "Approved").await;
    let late = decide(&late, 1, "Rejected").await;
    app.sign(doctor, &late).await;
    let quick = asked(app, &[drug(app, "ramipril").await]).await;
    let quick = decide(&quick, 0, "Rejected").await;
    let before = kinds(&quick["medications"][0]);
    let late = app.see(doctor, &late["_id"]).await;
    let late = decide(&late, 1, "Approved").await;
    app.sign(doctor, &late).await;
    let quick = app.see(doctor, &quick["_id"]).await;
    assert_eq!(kinds(&quick["medications"][0]), before);
}

async fn the_answer_on_pregnancy_raises_its_marks(app: &TestApp) {
    let patient = &app.users.patient;
    let path = format!("/prescription/medication/marks/{}", patient.person);
    let body = json!({"medications": [line(&drug(app, "ramipril").await)]});
    let levels = async || {
        let answer = app.post(patient, &path, &body).await.ok();
        let marks = answer["lines"][0]["marks"].as_array().expect("marks");
        let levels = marks.iter().map(|mark| mark["level"].clone());
        levels.collect::<Vec<Value>>()
    };
    says(app, &[]).await;
    assert!(!levels().await.contains(&json!(3)), "not answered");
    says(app, &[("PregnancyOrBreastfeeding", json!("No"))]).await;
    assert!(!levels().await.contains(&json!(3)));
    says(app, &[("PregnancyOrBreastfeeding", json!("Yes"))]).await;
    assert!(levels().await.contains(&json!(3)));
    let mut record = medical_info(&app.users.samples);
    record["PregnancyOrBreastfeeding"] = json!("perhaps");
    let refused = app.post(patient, "/medicalinfo/", &record).await;
    assert_eq!(refused.fields(), ["PregnancyOrBreastfeeding"]);
    let seen = asked(app, &[drug(app, "ramipril").await]).await;
    let mark = &seen["medications"][0]["marks"][0];
    assert_eq!(
        (&mark["level"], &mark["lead"]),
        (
            &json!(3),
            &json!("Pregnant, planning a pregnancy or breastfeeding.")
        )
    );
}

async fn a_slip_of_ten_in_the_dose_is_marked_and_blocks_nobody(app: &TestApp) {
    let mut slip = line(&drug(app, "metformin").await);
    slip["usages"][0]["quantity"] = json!("Five");
    slip["usages"][0]["frequency"] = json!("Four times a day");
    let mut body = request(&app.users.samples, 1);
    body["medications"] = json!([slip]);
    let made = app
        .post(&app.users.patient, "/prescription", &body)
        .await
        .ok();
    let paid = app.pay(&app.users.patient, &made).await;
    let seen = app.acknowledge(&app.users.doctor, &paid).await;
    assert_eq!(kinds(&seen["medications"][0])[0], "3 dose");
    assert_eq!(seen["medications"][0]["marks"][0]["lead"], "High dose.");
    app.decide(&app.users.doctor, &seen, 0, json!("Approved"))
        .await
        .ok();
}

async fn a_patient_reads_plain_words_of_the_own_lines(app: &TestApp) {
    let patient = &app.users.patient;
    says(
        app,
        &[
            ("otherAllergy", json!([{"name": "ramipril - cough"}])),
            (
                "MedicationsCurrentlyTaken",
                json!([{"name": "Atacand 8 mg"}]),
            ),
        ],
    )
    .await;
    let path = format!("/prescription/medication/marks/{}", patient.person);
    let body =
        json!({"medications": [line(&drug(app, "ramipril").await), {"name": "Something else"}]});
    let answer = app.post(patient, &path, &body).await.ok();
    insta::assert_json_snapshot!("plain_words", answer);
    // What the page says of a drug is not believed.
    let mut forged = line(&drug(app, "metformin").await);
    forged["name"] = json!("RAMIPRIL");
    let answer = app
        .post(patient, &path, &json!({"medications": [forged]}))
        .await
        .ok();
    assert_eq!(answer["lines"][0]["marks"], json!([]));
    assert_eq!(
        app.post(patient, &path, &json!({"medications": []}))
            .await
            .ok()["lines"],
        json!([])
    );
}

async fn plain_words_are_nobody_elses(app: &TestApp) {
    let (patient, other) = (&app.users.patient, &app.users.other);
    let path = format!("/prescription/medication/marks/{}", patient.person);
    let body = json!({"medications": []});
    app.post(other, &path, &body)
        .await
        .refused(404, "NOT_FOUND");
    app.post(&app.users.doctor, &path, &body)
        .await
        .refused(403, "NOT_ALLOWED");
    let many: Vec<Value> = (0..51).map(|_| json!({"name": "X"})).collect();
    assert_eq!(
        app.post(patient, &path, &json!({"medications": many}))
            .await
            .fields(),
        ["medications"]
    );
    assert_eq!(
        app.post(patient, &path, &json!({"medications": "all"}))
            .await
            .status,
        400
    );
}

async fn imported_tables_speak_at_once_and_bad_ones_change_nothing(app: &TestApp) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |change: fn(&str, String) -> String| {
        for (name, text) in salal_domain::safety::built_in_files() {
            std::fs::write(folder.path().join(&name), change(&name, text)).expect("written");
        }
    };
    let import = async |despite: Option<&str>| {
        let said = SafetySaid {
            despite: despite.map(str::to_owned),
            by: Some("operator".into()),
        };
        import_safety(&app.ctx, folder.path(), &said).await
    };
    let seen = asked(
        app,
        &[drug(app, "candesartan").await, drug(app, "ramipril").await],
    )
    .await;
    assert_eq!(kinds(&seen["medications"][0])[0], "2 interaction");
    write(|name, text| {
        if name == "interactions.csv" {
            text.replace(
                "ace-arb,ace-inhibitors,arb,2",
                "ace-arb,ace-inhibitors,arbs,2",
            )
        } else {
            text
        }
    });
    let refused = import(None).await.expect_err("refused");
    let cause = refused.cause.clone().unwrap_or_default();
    assert!(
        cause.contains("interactions.csv, line ") && cause.contains("there is no class arbs."),
        "{cause}"
    );
    write(|name, text| match name {
        "interactions.csv" => text.replace(
            "ace-arb,ace-inhibitors,arb,2",
            "ace-arb,ace-inhibitors,arb,3",
        ),
        "version.csv" => text.replace("2026-11.3,", "2027-02,"),
        _ => text,
    });
    let said = import(None).await.expect("imported");
    assert!(
        said.starts_with("Safety tables 2027-02 are in force: "),
        "{said}"
    );
    let now = app.see(&app.users.doctor, &seen["_id"]).await;
    assert_eq!(
        (
            kinds(&now["medications"][0])[0].as_str(),
            &now["safetyTables"]["version"]
        ),
        ("3 interaction", &json!("2027-02"))
    );
    // A file that is cut would silence its marks.
    write(|name, text| match name {
        "interactions.csv" => text
            .lines()
            .take(2)
            .fold(String::new(), |all, line| all + line + "\n"),
        "version.csv" => text.replace("2026-11.3,", "2027-03,"),
        _ => text,
    });
    let cause = import(None)
        .await
        .expect_err("stopped")
        .cause
        .clone()
        .unwrap_or_default();
    assert!(
        cause.contains("interactions.csv has 1 of its ") && cause.contains("--despite-removals"),
        "{cause}"
    );
    import(Some("so")).await.expect_err("no reason");
    let now = app.see(&app.users.doctor, &seen["_id"]).await;
    assert_eq!(
        (
            kinds(&now["medications"][0])[0].as_str(),
            &now["safetyTables"]["version"]
        ),
        ("3 interaction", &json!("2027-02"))
    );
    let said = import(Some("They come from another system now."))
        .await
        .expect("imported");
    assert!(
        said.contains("Continued because: They come from another system now."),
        "{said}"
    );
    let lines = number(&app.ctx.db, "select count(*) as n from audit where action = 'salal import safety' and object_id like '2027-03; They come from%; operator'").await;
    assert_eq!(lines, 1, "who took them and why");
    // Other tables have another version.
    write(|name, text| {
        if name == "version.csv" {
            text.replace("2026-11.3,", "2027-03,")
        } else {
            text
        }
    });
    let cause = import(None)
        .await
        .expect_err("the same version")
        .cause
        .clone()
        .unwrap_or_default();
    assert!(cause.contains("the same version, 2027-03"), "{cause}");
}
