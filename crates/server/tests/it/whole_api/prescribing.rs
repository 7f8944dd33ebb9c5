// SPDX-License-Identifier: AGPL-3.0-or-later

//! What may be prescribed, walked over every call that can put a drug on a line or move a line on with one:
//! a drug of every class, as doctor and as office (decision 157). A new call of these features fails the
//! last test until it is walked, or says why it carries no drug.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use reqwest::Method;
use salal_server::api;
use salal_server::app;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User, line, new_key, on_both, request, strokes, usage};

/// The calls that can put a drug on a line, or move a line on with one. Each is walked below.
const JUDGED: [&str; 11] = [
    "POST /prescription",
    "POST /prescription/create-and-pending",
    "GET /prescription/renewable/{personId}",
    "PUT /prescription/medication/usage",
    "PUT /prescription/medication/medication-usage",
    "PUT /prescription/medication/updateStatus",
    "PUT /prescription/sign",
    "PUT /prescription/print",
    "POST /fax/queue-prescription-fax",
    "PUT /fax/{id}/again",
    "POST /fax/{id}/resend",
];

/// The other changes of these features, each with why no drug gets on a line by it and no line moves on.
const NO_DRUG: [(&str, &str); 30] = [
    (
        "PUT /prescription/draft",
        "what is still being written is judged when it is sent",
    ),
    ("DELETE /prescription/draft", "throws it away"),
    ("POST /prescription/fee", "a number"),
    (
        "POST /prescription/medication/marks/{personId}",
        "a question",
    ),
    ("POST /prescription/medication/directions", "a question"),
    (
        "PUT /prescription/handed-over",
        "what became of paper that was printed",
    ),
    (
        "PUT /prescription/void",
        "takes a copy back; signing it again is judged",
    ),
    (
        "PUT /prescription/void-told",
        "takes a copy back; signing it again is judged",
    ),
    ("PUT /prescription/verify-number", "a pharmacy's number"),
    (
        "POST /prescription/medication/number/{personId}",
        "a number",
    ),
    (
        "POST /prescription/person/duplicate/{personId}",
        "a question",
    ),
    (
        "PUT /prescription/set-pay",
        "money; the doctors judge what was paid for",
    ),
    (
        "PUT /prescription/payment-completed",
        "money; the doctors judge what was paid for",
    ),
    ("PUT /prescription/cancel", "ends a request"),
    ("PUT /prescription/refund-success", "money"),
    ("PUT /prescription/acknowledge", "a doctor begins to look"),
    (
        "PUT /prescription/dr-pharmacy",
        "the pharmacy; the signature is voided",
    ),
    (
        "PUT /prescription/pharmacy",
        "the pharmacy; the signature is voided",
    ),
    ("POST /prescription/set-text", "a text that is not printed"),
    ("PUT /prescription/encounter", "how the patient was met"),
    ("PUT /prescription/claim", "who works on it"),
    ("PUT /prescription/release", "who works on it"),
    ("PUT /prescription/claim-next", "who works on it"),
    ("POST /prescription/reply-fax/{id}", "a report"),
    ("POST /fax/clarification", "a pharmacy's question"),
    ("PUT /fax/{id}/confirm", "what a pharmacy said"),
    ("PUT /fax/{id}/undo", "takes a fax back"),
    ("POST /fax/queue-sleep-assessment-fax", "no medication"),
    (
        "POST /medicalinfo/",
        "what the patient takes already, from anybody",
    ),
    (
        "POST /medicalinfo/update",
        "what the patient takes already, from anybody",
    ),
];

struct Class {
    what: &'static str,
    schedules: &'static str,
    ahfs: &'static str,
    atc: &'static str,
    verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Never,
    CrossedOut,
    Free,
}

const fn class(
    what: &'static str,
    schedules: &'static str,
    ahfs: &'static str,
    atc: &'static str,
    verdict: Verdict,
) -> Class {
    Class {
        what,
        schedules,
        ahfs,
        atc,
        verdict,
    }
}

const PLAIN: Class = class(
    "plain",
    r#"["Prescription"]"#,
    r#"["24:06.08"]"#,
    r#"["C10AA05"]"#,
    Verdict::Free,
);
const NARCOTIC: Class = class(
    "narcotic I",
    r#"["Narcotic (CDSA I)"]"#,
    r#"["28:08.08"]"#,
    r#"["N02AA05"]"#,
    Verdict::Never,
);
const CLASSES: [Class; 8] = [
    NARCOTIC,
    class(
        "narcotic II",
        r#"["Narcotic (CDSA II)"]"#,
        r#"["56:22.92"]"#,
        r#"["A04AD11"]"#,
        Verdict::Never,
    ),
    class(
        "controlled",
        r#"["Schedule G (CDSA III)"]"#,
        r#"["28:20.32"]"#,
        r#"["N06BA04"]"#,
        Verdict::Never,
    ),
    class(
        "targeted",
        r#"["Prescription", "Targeted (CDSA IV)"]"#,
        "[]",
        "[]",
        Verdict::Never,
    ),
    class(
        "antibiotic",
        r#"["Prescription"]"#,
        r#"["08:12.16"]"#,
        r#"["J01CA04"]"#,
        Verdict::CrossedOut,
    ),
    class(
        "hidden",
        r#"["Schedule D"]"#,
        r#"["80:12"]"#,
        r#"["J07AL01"]"#,
        Verdict::CrossedOut,
    ),
    class(
        "without class and schedule",
        "[]",
        "[]",
        "[]",
        Verdict::Free,
    ),
    PLAIN,
];

/// Makes a drug of the catalogue one of the class, as a newer register would.
async fn reclassify(app: &TestApp, drug: &Value, class: &Class) {
    let code = drug["drug_code"].as_str().expect("a code");
    let sql = format!(
        "update drug set schedules = '{}', ahfs_numbers = '{}', atc_numbers = '{}' where code = {code}",
        class.schedules, class.ahfs, class.atc
    );
    let done = app.ctx.db.write().execute_unprepared(&sql).await;
    assert_eq!(done.expect("the drug is changed").rows_affected(), 1);
}

/// A paid request for one drug, acknowledged.
async fn asked(app: &TestApp, drug: &Value) -> Value {
    let mut body = request(&app.users.samples, 1);
    body["medications"] = json!([line(drug)]);
    let made = app
        .post(&app.users.patient, "/prescription", &body)
        .await
        .ok();
    let paid = app.pay(&app.users.patient, &made).await;
    app.acknowledge(&app.users.doctor, &paid).await
}

/// Edits the first line, as doctor or as office; with another drug when one is named.
async fn edit(
    app: &TestApp,
    by: &User,
    seen: &Value,
    drug: Option<&Value>,
    act: Option<Value>,
) -> Answer {
    let first = &seen["medications"][0];
    let mut usage = usage();
    usage["frequency"] = json!("Twice a day");
    let mut body = json!({
        "prescription": {"_id": seen["_id"]}, "usage": usage,
        "medication": {"_id": first["_id"], "version": first["version"]},
    });
    if let Some(drug) = drug {
        body["medication"]["drugId"] = drug["_id"].clone();
    }
    if let Some(act) = act {
        body["exception"] = act;
    }
    let path = if by.person == app.users.office.person {
        "usage"
    } else {
        "medication-usage"
    };
    app.put(by, &format!("/prescription/medication/{path}"), &body)
        .await
}

async fn approve(app: &TestApp, seen: &Value, act: Option<Value>) -> Answer {
    let first = &seen["medications"][0];
    let mut body = json!({
        "prescription": {"_id": seen["_id"]}, "status": "Approved",
        "medication": {"_id": first["_id"], "version": first["version"]},
    });
    if let Some(act) = act {
        body["exception"] = act;
    }
    app.put(
        &app.users.doctor,
        "/prescription/medication/updateStatus",
        &body,
    )
    .await
}

async fn sign(app: &TestApp, seen: &Value) -> Answer {
    let body = json!({"prescriptionId": seen["_id"], "strokes": strokes()});
    app.put(&app.users.doctor, "/prescription/sign", &body)
        .await
}

async fn print(app: &TestApp, seen: &Value) -> Answer {
    app.put(
        &app.users.doctor,
        "/prescription/print",
        &json!({"prescriptionId": seen["_id"]}),
    )
    .await
}

async fn fax(app: &TestApp, seen: &Value) -> Answer {
    app.post(
        &app.users.doctor,
        "/fax/queue-prescription-fax",
        &json!({"prescriptionId": seen["_id"]}),
    )
    .await
}

/// One more copy of the newest fax, by the desk.
async fn again(app: &TestApp, by: &User) -> Answer {
    let list = app.get(&app.users.office, "/fax").await.ok();
    let newest = &list["items"][0];
    let path = format!("/fax/{}/again", newest["_id"].as_str().expect("an id"));
    app.put(by, &path, &json!({"version": newest["version"]}))
        .await
}

/// Any reason; none helps where it is never.
fn act() -> Value {
    json!({"code": "SPECIALIST", "text": "Since 2019"})
}

on_both!(
    no_call_carries_what_may_not_be_prescribed,
    no_link_sends_what_may_not_be_prescribed
);

async fn no_call_carries_what_may_not_be_prescribed(app: &TestApp) {
    let (doctor, office) = (&app.users.doctor, &app.users.office);
    let drugs = app.users.samples.drugs[..5].to_vec();
    // Four requests, each of another drug and at another point of its way; and a drug to put on a line.
    let waiting = asked(app, &drugs[0]).await;
    let approved = approve(app, &asked(app, &drugs[1]).await, None).await.ok();
    let seen = approve(app, &asked(app, &drugs[2]).await, None).await.ok();
    let signed = sign(app, &seen).await.ok()["prescription"].clone();
    let seen = approve(app, &asked(app, &drugs[3]).await, None).await.ok();
    sign(app, &seen).await.ok();
    let faxed = fax(app, &seen).await.ok();
    app.settle().await;

    for class in CLASSES
        .iter()
        .filter(|class| class.verdict != Verdict::Free)
    {
        let what = class.what;
        for drug in &drugs {
            reclassify(app, drug, class).await;
        }
        // Asked for, and asked for again.
        let mut body = request(&app.users.samples, 1);
        body["medications"] = json!([line(&drugs[4])]);
        let made = app.post(&app.users.other, "/prescription", &body).await;
        assert_eq!(made.fields(), ["medications[0]"], "{what}");
        let path = format!("/prescription/renewable/{}", app.users.patient.person);
        let renewable = app.get(&app.users.patient, &path).await.ok();
        assert_eq!(renewable[0]["selectable"], false, "{what}");

        // Every step of the doctor, and the office's.
        let office_drug = edit(app, office, &waiting, Some(&drugs[4]), None).await;
        office_drug.refused(403, "NOT_ALLOWED");
        let steps = vec![
            (
                "another drug",
                edit(app, doctor, &waiting, Some(&drugs[4]), None).await,
            ),
            ("its usage", edit(app, doctor, &waiting, None, None).await),
            ("approve", approve(app, &waiting, None).await),
            ("sign", sign(app, &approved).await),
            ("print", print(app, &signed).await),
            ("fax", fax(app, &signed).await),
        ];
        for (step, answer) in steps {
            let code = answer.body["code"].as_str().unwrap_or_default().to_owned();
            let expected = if class.verdict == Verdict::Never {
                "NEVER_PRESCRIBED"
            } else {
                "NEEDS_REASON"
            };
            assert_eq!(
                (code.as_str(), answer.status / 100),
                (expected, 4),
                "{what}, {step}: {}",
                answer.body
            );
        }
        let by_office = edit(app, office, &waiting, None, None).await;
        if class.verdict == Verdict::Never {
            by_office.refused(422, "NEVER_PRESCRIBED");
            // No reason helps.
            assert_eq!(
                edit(app, doctor, &waiting, Some(&drugs[4]), Some(act()))
                    .await
                    .fields(),
                ["drugId"],
                "{what}"
            );
            edit(app, doctor, &waiting, None, Some(act()))
                .await
                .refused(422, "NEVER_PRESCRIBED");
            approve(app, &waiting, Some(act()))
                .await
                .refused(409, "NEVER_PRESCRIBED");
            // And no copy of it leaves any more.
            fax(app, &faxed).await.refused(409, "NEVER_PRESCRIBED");
            again(app, doctor).await.refused(409, "NEVER_PRESCRIBED");
            again(app, office).await.refused(409, "NEVER_PRESCRIBED");
        } else {
            by_office.refused(409, "CROSSED_OUT");
            edit(app, office, &waiting, None, Some(act()))
                .await
                .refused(403, "NOT_ALLOWED");
        }
    }
    // Nothing was changed by what was refused, and nothing more was faxed.
    app.settle().await;
    assert_eq!(app.effects(salal_sandbox::Service::Srfax, "fax").len(), 1);
    let standing = app.see(doctor, &signed["_id"]).await;
    assert_eq!(
        standing["signature"]["documentSha256"],
        signed["signature"]["documentSha256"]
    );

    // What nothing speaks against goes all the way: one without class and schedule, a doctor decides.
    for class in CLASSES
        .iter()
        .filter(|class| class.verdict == Verdict::Free)
    {
        for drug in &drugs {
            reclassify(app, drug, class).await;
        }
        let mut body = request(&app.users.samples, 1);
        body["medications"] = json!([line(&drugs[4])]);
        let made = app
            .post(&app.users.other, "/prescription", &body)
            .await
            .ok();
        let id = &made["_id"];
        app.put(
            &app.users.other,
            "/prescription/cancel",
            &json!({"prescriptionId": id}),
        )
        .await;
        app.ctx.clock.advance(TimeDelta::seconds(3));
        let path = format!("/prescription/renewable/{}", app.users.patient.person);
        let renewable = app.get(&app.users.patient, &path).await.ok();
        assert_eq!(renewable[0]["selectable"], true, "{}", class.what);
    }
    let seen = edit(app, doctor, &waiting, Some(&drugs[4]), None)
        .await
        .ok();
    let seen = edit(app, office, &seen, None, None).await.ok();
    let seen = approve(app, &seen, None).await.ok();
    sign(app, &seen).await.ok();
    let on_paper = sign(app, &approved).await.ok()["prescription"].clone();
    print(app, &on_paper).await.ok();
    fax(app, &signed).await.ok();
    app.settle().await;
    again(app, office).await.ok();
    app.settle().await;
    assert_eq!(app.effects(salal_sandbox::Service::Srfax, "fax").len(), 3);
}

async fn no_link_sends_what_may_not_be_prescribed(app: &TestApp) {
    let signed = app.signed(0).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    let drug = &app.users.samples.drugs[0];
    let mails = app
        .sandbox
        .outbox(Some("email"), Some(&app.users.patient.email));
    let secret = mails
        .iter()
        .flat_map(|mail| mail.text.lines())
        .find_map(|line| {
            line.split_once("/fax/")
                .map(|(_, rest)| rest.trim().to_owned())
        })
        .expect("the link was mailed");
    let path = format!("/fax/{secret}");
    app.ctx.clock.advance(TimeDelta::hours(25));
    let press = || async {
        app.send(
            None,
            Method::POST,
            &path,
            Some(&new_key()),
            Some(&json!({})),
        )
        .await
    };
    reclassify(app, drug, &NARCOTIC).await;
    let state = app.send(None, Method::GET, &path, None, None).await.ok();
    assert_eq!(state["allowed"], false);
    let refused = press().await.refused(409, "NOT_BY_LINK");
    let name = drug["name"].as_str().expect("a name");
    assert!(
        !refused.to_string().contains(name),
        "a link tells nobody what it is: {refused}"
    );
    reclassify(app, drug, &PLAIN).await;
    press().await.ok();
    app.settle().await;
    assert_eq!(app.effects(salal_sandbox::Service::Srfax, "fax").len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_free_mode_the_same_holds() {
    let app = TestApp::with(&crate::TESTED, salal_db::Engine::Sqlite, |settings| {
        settings.features.free = true;
    })
    .await;
    let drug = app.users.samples.drugs[4].clone();
    let mut body = request(&app.users.samples, 1);
    body["medications"] = json!([line(&drug)]);
    for class in &CLASSES {
        reclassify(&app, &drug, class).await;
        let answer = app
            .post(
                &app.users.patient,
                "/prescription/create-and-pending",
                &body,
            )
            .await;
        if class.verdict == Verdict::Free {
            answer.ok();
            break;
        }
        assert_eq!(answer.fields(), ["medications[0]"], "{}", class.what);
    }
    app.at_rest().await;
}

#[test]
fn every_call_that_may_carry_a_drug_is_walked() {
    let document = app::openapi();
    let mut unknown = Vec::new();
    let mut known = BTreeSet::new();
    for row in app::routes() {
        let name = format!("{} {}", row.method.name(), row.path);
        if JUDGED.contains(&name.as_str()) || NO_DRUG.iter().any(|(call, _)| *call == name) {
            known.insert(name);
            continue;
        }
        let of_prescriptions =
            row.path.starts_with("/prescription") || row.path.starts_with("/fax");
        let operation =
            &document["paths"][format!("/api{}", row.path)][row.method.name().to_lowercase()];
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        let changes = row.method != api::Method::Get;
        if changes && (of_prescriptions || names_a_drug(&document, body, 0)) {
            unknown.push(name);
        }
    }
    assert!(
        unknown.is_empty(),
        "walk these calls with a drug of every class (the judge is features/prescriptions/judge.rs), or say \
         in NO_DRUG why no drug gets on a line by them: {unknown:#?}"
    );
    let listed = JUDGED.len() + NO_DRUG.len();
    assert_eq!(
        known.len(),
        listed,
        "a call of the lists is not in the table any more: {known:#?}"
    );
}

/// Whether a body names a drug of the catalogue, wherever it stands in it.
fn names_a_drug(document: &Value, schema: &Value, depth: usize) -> bool {
    if depth > 12 {
        return false;
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return names_a_drug(
            document,
            &document["components"]["schemas"][name],
            depth + 1,
        );
    }
    match schema {
        Value::Object(fields) => {
            fields.contains_key("drugId")
                || fields
                    .values()
                    .any(|one| names_a_drug(document, one, depth + 1))
        }
        Value::Array(all) => all.iter().any(|one| names_a_drug(document, one, depth + 1)),
        _ => false,
    }
}
