//! Every traced call of the staff leaves a line in the audit: who, whose record, which call.

use reqwest::Method;
use salal_sandbox::{Mode, Service};
use salal_server::app;
use salal_server::door::{self, Access, Trace};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};

use crate::calls::lab_tests::{import, report, tests_of};
use crate::support::{Answer, TestApp, User, medical_info, number, on_both, strokes, usage};

/// Lines of one call by one person about one patient.
async fn lines(app: &TestApp, actor: &str, patient: &str, action: &str) -> i64 {
    // The ids are the server's own and the action is the table's: nothing here comes from outside.
    let db = app.ctx.db.read();
    let sql = "SELECT COUNT(*) AS n FROM audit WHERE actor = $1 AND patient = $2 AND action = $3";
    let id = |text: &str| text.parse::<uuid::Uuid>().expect("an id");
    let values = [id(actor).into(), id(patient).into(), action.into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let row = db
        .query_one_raw(statement)
        .await
        .expect("the query runs")
        .expect("one row");
    row.try_get::<i64>("", "n").expect("a number")
}

struct Walk<'a> {
    app: &'a TestApp,
    done: Vec<String>,
}

impl Walk<'_> {
    /// Calls `template` at `path` and finds its line.
    async fn call(
        &mut self,
        by: &User,
        method: Method,
        template: &str,
        path: &str,
        body: Option<Value>,
    ) -> Answer {
        let key = (method != Method::GET).then(crate::support::new_key);
        let answer = self
            .app
            .send(
                Some(by),
                method.clone(),
                path,
                key.as_deref(),
                body.as_ref(),
            )
            .await;
        assert!(
            answer.status < 300,
            "{method} {path}: {} {}",
            answer.status,
            answer.body
        );
        self.found(by, format!("{method} {template}")).await;
        answer
    }

    /// Sends a form with one file and finds its line.
    async fn form(&mut self, by: &User, method: Method, path: &str, fields: Value) -> Value {
        let files = [("files", "page.pdf", crate::support::files::pdf(""))];
        let answer = self
            .app
            .form(by, method.clone(), path, &fields, &files)
            .await;
        assert!(
            answer.status < 300,
            "{method} {path}: {} {}",
            answer.status,
            answer.body
        );
        self.found(by, format!("{method} {path}")).await;
        answer.body
    }

    async fn found(&mut self, by: &User, action: String) {
        let found = lines(self.app, &by.person, &self.app.cast.patient.person, &action).await;
        assert!(found >= 1, "{action} left no line");
        self.done.push(action);
    }
}

/// What the fax desk and the queue to the clinic do with somebody's record.
async fn fax_desk(walk: &mut Walk<'_>, office: &User) {
    let app = walk.app;
    let text = |value: &Value| value.as_str().expect("an id").to_owned();
    // The pharmacy's fax was delivered; the sleep clinic's second copy waits.
    let list = app.get(office, "/fax").await.ok();
    let rows = list["items"].as_array().expect("faxes").clone();
    let of = |state: &str| rows.iter().find(|row| row["state"] == state).cloned();
    let (waiting, delivered) = (
        of("queued").expect("one waits"),
        of("delivered").expect("one arrived"),
    );
    let id = text(&delivered["_id"]);
    let subject = text(&delivered["subject"]["_id"]);
    let kind = text(&delivered["subject"]["kind"]);
    for (template, path) in [
        ("/fax/{id}", format!("/fax/{id}")),
        ("/fax/paper/{id}", format!("/fax/paper/{id}")),
        (
            "/fax/clarifications/{kind}/{id}",
            format!("/fax/clarifications/{kind}/{subject}"),
        ),
    ] {
        walk.call(office, Method::GET, template, &path, None).await;
    }
    let entry = json!({"faxId": id, "kind": "called", "text": "A question."});
    walk.call(
        office,
        Method::POST,
        "/fax/clarification",
        "/fax/clarification",
        Some(entry),
    )
    .await;
    let path = format!("/fax/undo/{}", text(&waiting["_id"]));
    walk.call(office, Method::PUT, "/fax/undo/{id}", &path, None)
        .await;
    app.fail(Service::Srfax, Mode::Decline, 1);
    let sleep = rows
        .iter()
        .find(|row| row["subject"]["kind"] == "sleep_assessment" && row["state"] != "queued");
    let sleep = sleep.expect("the first copy of the request");
    let path = format!("/fax/again/{}", text(&sleep["_id"]));
    let sent = walk
        .call(
            office,
            Method::PUT,
            "/fax/again/{id}",
            &path,
            Some(json!({"version": sleep["version"]})),
        )
        .await;
    app.settle().await;
    let failed = app
        .get(office, &format!("/fax/{}", text(&sent.body["_id"])))
        .await
        .ok();
    let path = format!("/fax/confirm/{}", text(&failed["_id"]));
    let said = json!({"version": failed["version"], "note": "It is there."});
    walk.call(office, Method::PUT, "/fax/confirm/{id}", &path, Some(said))
        .await;
    app.settle().await;
    // The clinic is away while the patient's pharmacy changes.
    let patient = &app.cast.patient;
    let wanted = json!({"personId": patient.person, "preferredPharmacy": app.cast.shelf.second_pharmacy["_id"]});
    app.post(patient, "/person/prefer-pharmacy", &wanted)
        .await
        .ok();
    let queue = app.get(office, "/clinic-queue").await.ok();
    let id = text(&queue["items"][0]["_id"]);
    walk.call(
        office,
        Method::PUT,
        "/clinic-queue/retry/{id}",
        &format!("/clinic-queue/retry/{id}"),
        Some(json!({})),
    )
    .await;
    let reason = json!({"reason": "notNeeded"});
    walk.call(
        office,
        Method::PUT,
        "/clinic-queue/give-up/{id}",
        &format!("/clinic-queue/give-up/{id}"),
        Some(reason),
    )
    .await;
    app.settle().await;
    app.expect_given_up(1);
}

/// The traced calls that touch others' records and that somebody of the staff may make.
fn traced_calls_of_staff() -> impl Iterator<Item = String> {
    let all = app::rows().into_iter().filter(|row| {
        let staff = match row.access {
            Access::Roles(roles) => roles.iter().any(|role| role.is_staff()),
            Access::AnySignedIn => true,
            Access::Public(_) | Access::ByLink(_) => false,
        };
        let others = matches!(row.claim, door::Claim::AnyPatient);
        staff && others && matches!(row.trace, Trace::PatientRecord)
    });
    all.map(|row| format!("{} {}", row.method.name(), row.path))
}

/// The calls on a sleep order and its faxes.
async fn sleep(walk: &mut Walk<'_>) {
    let app = walk.app;
    let (patient, office) = (&app.cast.patient, &app.cast.office);
    let person = patient.person.clone();
    let order = app
        .pay_sleep(patient, &app.sleep_order(patient, "coastal").await)
        .await;
    let id = order["_id"].as_str().expect("an id");
    let answers = order["sleepInfo"]["_id"].as_str().expect("an id");
    for (template, path) in [
        (
            "/sleep-info/person/{id}",
            format!("/sleep-info/person/{person}"),
        ),
        ("/sleep-info/{id}", format!("/sleep-info/{answers}")),
        (
            "/sleep-assessment/person/{id}",
            format!("/sleep-assessment/person/{person}"),
        ),
        (
            "/sleep-assessment/pending-by-person/{id}",
            format!("/sleep-assessment/pending-by-person/{person}"),
        ),
        (
            "/sleep-assessment/document/{id}",
            format!("/sleep-assessment/document/{id}"),
        ),
        (
            "/sleep-assessment/receipt/{id}",
            format!("/sleep-assessment/receipt/{id}"),
        ),
        ("/sleep-assessment/{id}", format!("/sleep-assessment/{id}")),
    ] {
        walk.call(office, Method::GET, template, &path, None).await;
    }
    app.settle().await;
    let again = json!({"sleepAssessmentId": id});
    walk.call(
        office,
        Method::POST,
        "/fax/queue-sleep-assessment-fax",
        "/fax/queue-sleep-assessment-fax",
        Some(again),
    )
    .await;
    fax_desk(walk, office).await;
    for (path, body) in [
        (
            "/sleep-assessment/update-status",
            json!({"id": id, "status": "FAXED"}),
        ),
        ("/sleep-assessment/refund-success", json!({"id": id})),
    ] {
        walk.call(office, Method::PUT, path, path, Some(body)).await;
    }
}

/// The calls on messages and their files.
async fn messages(walk: &mut Walk<'_>) {
    let app = walk.app;
    let (patient, doctor, office) = (&app.cast.patient, &app.cast.doctor, &app.cast.office);
    let person = patient.person.clone();
    let fields = json!({"to": person, "subject": "A question", "message": "Have you had a test?"});
    let message = walk.form(doctor, Method::POST, "/message", fields).await;
    let id = message["_id"].as_str().expect("an id");
    let file = message["files"][0]["_id"].as_str().expect("a file");
    walk.call(
        office,
        Method::GET,
        "/message/{id}",
        &format!("/message/{id}"),
        None,
    )
    .await;
    walk.call(
        office,
        Method::GET,
        "/file/{id}",
        &format!("/file/{file}"),
        None,
    )
    .await;
    walk.call(
        office,
        Method::POST,
        "/message/sent-email",
        "/message/sent-email",
        Some(json!({"id": id})),
    )
    .await;
    walk.form(
        office,
        Method::PUT,
        "/message/updateReplies",
        json!({"id": id, "message": "And one more thing."}),
    )
    .await;
    walk.call(
        &app.cast.admin,
        Method::GET,
        "/person/access-log/{id}",
        &format!("/person/access-log/{person}"),
        None,
    )
    .await;
}

/// The calls on notes, from the draft to the reply.
async fn notes(walk: &mut Walk<'_>) {
    let app = walk.app;
    let (patient, doctor, office) = (&app.cast.patient, &app.cast.doctor, &app.cast.office);
    let person = patient.person.clone();
    let text = json!({"personId": person, "text": "Have you had a test?"});
    walk.call(
        office,
        Method::PUT,
        "/notedraft",
        "/notedraft",
        Some(text.clone()),
    )
    .await;
    walk.call(
        office,
        Method::GET,
        "/notedraft/person/{id}",
        &format!("/notedraft/person/{person}"),
        None,
    )
    .await;
    let note = walk
        .call(
            doctor,
            Method::PUT,
            "/notedraft/sign",
            "/notedraft/sign",
            Some(text),
        )
        .await
        .body;
    let id = note["_id"].as_str().expect("an id");
    let revision = json!({"noteId": id, "personId": person, "text": "Have you had a blood test?"});
    let note = walk
        .call(office, Method::PUT, "/note", "/note", Some(revision))
        .await
        .body;
    let last = &note["versions"][1]["_id"];
    walk.call(
        doctor,
        Method::PUT,
        "/note/emr",
        "/note/emr",
        Some(json!({"noteId": id, "personId": person, "lastVersion": last})),
    )
    .await;
    walk.call(
        doctor,
        Method::PUT,
        "/note/undo/{id}",
        &format!("/note/undo/{id}"),
        None,
    )
    .await;
    walk.call(
        doctor,
        Method::PUT,
        "/note/sendNote",
        "/note/sendNote",
        Some(json!({"noteId": id, "to": person, "lastVersion": last})),
    )
    .await;
    app.settle().await;
    app.ctx.clock.advance(chrono::TimeDelta::milliseconds(10));
    let page = walk
        .call(
            office,
            Method::GET,
            "/note/person/{id}",
            &format!("/note/person/{person}"),
            None,
        )
        .await
        .body;
    let thread = &page["items"][0]["message"]["_id"];
    let answer = json!({"id": thread, "message": "Yes."});
    app.form(patient, Method::PUT, "/message/updateReplies", &answer, &[])
        .await
        .ok();
    let page = app
        .get(office, &format!("/note/person/{person}"))
        .await
        .ok();
    let reply = json!({"messageId": thread, "personId": person, "replyId": page["items"][0]["message"]["replies"][0]["_id"]});
    walk.call(
        office,
        Method::PUT,
        "/note/reply/acknowledge",
        "/note/reply/acknowledge",
        Some(reply),
    )
    .await;
}

on_both! {
    async fn every_traced_call_of_the_staff_leaves_a_line(app: &TestApp) {
        let (patient, doctor, office) = (&app.cast.patient, &app.cast.doctor, &app.cast.office);
        let person = patient.person.clone();
        let mut paid = app.paid(2).await;
        let id = paid["_id"].as_str().expect("an id").to_owned();
        let mut walk = Walk { app, done: Vec::new() };
        let (get, put, post) = (Method::GET, Method::PUT, Method::POST);
        for (template, path) in [
            ("/person/{id}", format!("/person/{person}")),
            ("/person/profile/{id}", format!("/person/profile/{person}")),
            ("/person/page/{id}", format!("/person/page/{person}")),
            ("/medicalinfo/person/{id}", format!("/medicalinfo/person/{person}")),
            ("/prescription/person/{personId}", format!("/prescription/person/{person}")),
            ("/prescription/pending/person/{personId}", format!("/prescription/pending/person/{person}")),
            ("/prescription/{id}", format!("/prescription/{id}")),
            ("/prescription/invoice/{id}", format!("/prescription/invoice/{id}")),
            ("/prescription/receipt/{id}", format!("/prescription/receipt/{id}")),
            ("/fax/cover/{id}", format!("/fax/cover/{id}")),
        ] {
            walk.call(doctor, get.clone(), template, &path, None).await;
        }
        let typed = json!({"login": "hvarga01", "password": "Wild-rose 17"});
        let sealed = app.post(doctor, "/pharmanet/encrypt", &typed).await.ok()["encryptedStr"].clone();
        let asked = json!({"encryptedStr": sealed, "personId": person});
        walk.call(doctor, post.clone(), "/pharmanet/form", "/pharmanet/form", Some(asked)).await;
        let charge = paid["payment"]["chargeId"].as_str().expect("a charge").to_owned();
        walk.call(doctor, get.clone(), "/payment/card-by-charge/{id}", &format!("/payment/card-by-charge/{charge}"), None).await;
        let infos = app.get(doctor, &format!("/medicalinfo/person/{person}")).await.ok();
        let info = infos[0]["_id"].as_str().expect("an id").to_owned();
        walk.call(doctor, get.clone(), "/medicalinfo/{id}", &format!("/medicalinfo/{info}"), None).await;
        let mut changed = medical_info(&app.cast.shelf);
        changed["Person"] = json!(person);
        changed["_id"] = json!(info);
        walk.call(doctor, post.clone(), "/medicalinfo/update", "/medicalinfo/update", Some(json!({"medicalInfoObj": changed}))).await;
        walk.call(doctor, post.clone(), "/tele-plan/eligibility", "/tele-plan/eligibility", Some(json!({"personId": person}))).await;
        walk.call(doctor, post.clone(), "/person/demographic/{id}", &format!("/person/demographic/{person}"), Some(json!({}))).await;
        walk.call(doctor, put.clone(), "/prescription/acknowledge", "/prescription/acknowledge", Some(json!({"prescriptionId": id}))).await;
        paid = app.see(doctor, &paid["_id"]).await;
        let edit = |line: &Value| json!({"prescription": id, "usage": usage(), "medication": {"_id": line["_id"]}, "toDispense": null});
        walk.call(office, put.clone(), "/prescription/medication/usage", "/prescription/medication/usage", Some(edit(&paid["medications"][0]))).await;
        walk.call(doctor, put.clone(), "/prescription/medication/medication-usage", "/prescription/medication/medication-usage", Some(edit(&paid["medications"][0]))).await;
        let text = json!({"data": {"prescriptionId": id, "text": "Seen."}});
        walk.call(doctor, post.clone(), "/prescription/set-text", "/prescription/set-text", Some(text)).await;
        let pharmacy = json!({"prescription": {"_id": id, "drPharmacy": {"_id": app.cast.shelf.pharmacy["_id"]}}});
        walk.call(doctor, put.clone(), "/prescription/dr-pharmacy", "/prescription/dr-pharmacy", Some(pharmacy)).await;
        let met = |minutes: i64| app.ctx.now() - chrono::TimeDelta::minutes(minutes);
        for (path, body) in [
            ("/prescription/encounter", json!({"prescriptionId": id, "kind": "phone", "start": met(9), "end": met(3)})),
            ("/prescription/claim-next", json!({})),
            ("/prescription/release", json!({"personId": person})),
            ("/prescription/claim", json!({"personId": person})),
        ] {
            walk.call(doctor, put.clone(), path, path, Some(body)).await;
        }
        walk.call(office, get.clone(), "/prescription/claim/{personId}", &format!("/prescription/claim/{person}"), None).await;
        for (line, status) in [(0, "Approved"), (1, "Rejected")] {
            let body = json!({"prescription": id, "medication": paid["medications"][line]["_id"], "status": status});
            walk.call(doctor, put.clone(), "/prescription/medication/updateStatus", "/prescription/medication/updateStatus", Some(body)).await;
        }
        walk.call(doctor, put.clone(), "/prescription/sign", "/prescription/sign", Some(json!({"prescriptionId": id, "strokes": strokes()}))).await;
        walk.call(doctor, get, "/prescription/document/{id}", &format!("/prescription/document/{id}"), None).await;
        walk.call(doctor, put.clone(), "/prescription/print", "/prescription/print", Some(json!({"prescriptionId": id}))).await;
        walk.call(doctor, post, "/fax/queue-prescription-fax", "/fax/queue-prescription-fax", Some(json!({"prescriptionId": id}))).await;
        let seen = app.see(doctor, &paid["_id"]).await;
        let back = json!({"chargeId": charge, "amount": seen["refundable"]});
        walk.call(doctor, put.clone(), "/payment/refund", "/payment/refund", Some(back)).await;
        walk.call(doctor, put, "/prescription/refund-success", "/prescription/refund-success", Some(json!({"id": id}))).await;
        sleep(&mut walk).await;
        messages(&mut walk).await;
        notes(&mut walk).await;
        let corrected = json!({
            "firstName": "Wren", "lastName": "Testwell", "dateOfBirth": "1968-04-09", "address": "9 Harbour Road", "city": "Nanaimo",
            "province": "BC", "postalCode": "V9S 3C4", "phoneNumber": patient.phone, "bestNumber": "250-555-0199",
        });
        app.form(office, Method::PUT, &format!("/person/personal-info/{person}"), &corrected, &[]).await.ok();
        walk.found(office, "PUT /person/personal-info/{id}".into()).await;
        for (path, body) in lab_bodies(app).await {
            walk.call(doctor, Method::PUT, path, path, Some(body)).await;
        }
        walk.call(doctor, Method::GET, "/lab-test/{personId}", &format!("/lab-test/{person}"), None).await;
        billing(&mut walk, &paid["_id"]).await;
        // No traced call of the staff was left out.
        // A refund can be taken back only where it leaves later: `calls/payments/undo_refund.rs` has its line.
        walk.done.push("PUT /payment/refund/undo".into());
        let missing: Vec<String> = traced_calls_of_staff().filter(|name| !walk.done.contains(name)).collect();
        assert!(missing.is_empty(), "traced calls without a test here: {missing:?}");
    }

    async fn a_refused_or_hidden_record_leaves_no_line(app: &TestApp) {
        let (patient, other) = (&app.cast.patient, &app.cast.other);
        let before = number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit").await;
        assert_eq!(app.get(other, &format!("/person/{}", patient.person)).await.status, 404);
        // Who reads the own record leaves none either.
        app.get(patient, &format!("/person/{}", patient.person)).await.ok();
        assert_eq!(number(&app.ctx.db, "SELECT COUNT(*) AS n FROM audit").await, before);
    }
}

/// A visit is billed, refused by the plan, mended and sent again.
async fn billing(walk: &mut Walk<'_>, prescription: &Value) {
    let (app, admin) = (walk.app, &walk.app.cast.admin);
    let met = |minutes: i64| app.ctx.now() - chrono::TimeDelta::minutes(minutes);
    let times =
        json!({"serviceCode": "13537", "serviceStartTime": met(9), "serviceEndTime": met(3)});
    let with = |more: Value| {
        let mut all = times.clone();
        for (key, value) in more.as_object().cloned().unwrap_or_default() {
            all[key] = value;
        }
        all
    };
    let person = &app.cast.patient.person;
    let new = with(
        json!({"personId": person, "prescriptionId": prescription, "diagnosisCode": "784", "billWay": "phone"}),
    );
    let body = Some(json!({"billObj": new}));
    let made = walk
        .call(
            &app.cast.doctor,
            Method::POST,
            "/tele-plan/bill",
            "/tele-plan/bill",
            body,
        )
        .await
        .body;
    let bill = &made["bill"];
    let path = format!("/tele-plan/bill/{}", bill["_id"].as_str().expect("an id"));
    walk.call(admin, Method::GET, "/tele-plan/bill/{id}", &path, None)
        .await;
    let change = with(json!({"diagnosisCode": "784", "note": "Seen by telephone"}));
    let body = Some(json!({"billObj": change, "version": 1}));
    walk.call(admin, Method::PUT, "/tele-plan/bill/{id}", &path, body)
        .await;
    let sql = async |sql: &str| {
        app.ctx
            .db
            .write()
            .execute_unprepared(sql)
            .await
            .expect("it runs");
    };
    sql("UPDATE bill SET waits_for = 'Nothing'").await;
    walk.call(
        admin,
        Method::GET,
        "/tele-plan/claim-numbers",
        "/tele-plan/claim-numbers",
        None,
    )
    .await;
    app.post(admin, "/tele-plan/send-unsent-bills", &json!({}))
        .await
        .ok();
    app.settle().await;
    app.post(admin, "/tele-plan/pull-latest-remittance", &json!({}))
        .await
        .ok();
    app.settle().await;
    for path in [
        "/tele-plan/remittance",
        "/tele-plan/problematic-invoice-list",
    ] {
        walk.call(admin, Method::GET, path, path, None).await;
    }
    let seen = app.get(admin, &path).await.ok();
    let again = format!("{path}/resubmit");
    let body = Some(json!({"version": seen["version"]}));
    walk.call(
        admin,
        Method::PUT,
        "/tele-plan/bill/{id}/resubmit",
        &again,
        body,
    )
    .await;
    sql("UPDATE remittance_line SET exception = 'Whose?' WHERE is_claim").await;
    let open = app
        .get(admin, "/tele-plan/remittance-exceptions")
        .await
        .ok();
    let line = open["remittances"][0]["_id"].as_str().expect("a line");
    let path = format!("/tele-plan/remittance-exceptions/{line}");
    let body = Some(json!({"folio": bill["folio"]}));
    walk.call(
        admin,
        Method::PUT,
        "/tele-plan/remittance-exceptions/{id}",
        &path,
        body,
    )
    .await;
}

/// What a doctor does with a patient's laboratory results, one of them without a patient.
async fn lab_bodies(app: &TestApp) -> [(&'static str, Value); 2] {
    let person = &app.cast.patient.person;
    let results = [report(1), report(77)].concat();
    import(app, results).await.expect("a good file");
    let test = tests_of(app, &app.cast.patient).await.remove(0);
    let list = app.get(&app.cast.doctor, "/lab-test/exceptions").await.ok();
    let waiting = &list["items"][0]["_id"];
    [
        (
            "/lab-test/acknowledge",
            json!({"personId": person, "labtestId": test["_id"]}),
        ),
        (
            "/lab-test/exceptions/file",
            json!({"exceptionId": waiting, "personId": person}),
        ),
    ]
}
