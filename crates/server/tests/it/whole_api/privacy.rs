// SPDX-License-Identifier: AGPL-3.0-or-later

//! Names, health numbers and message texts, planted with marks that stand nowhere else, are looked for
//! in everything that leaves the house by the side: the log, error answers, metrics, e-mails and text
//! messages.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use reqwest::Method;
use salal_db::Engine;
use salal_sandbox::{Mode, Service};
use serde_json::{Value, json};
use tracing_subscriber::EnvFilter;

use crate::calls::lab_tests::import;
use crate::support::labs::message;
use crate::support::{
    Samples, TestApp, User, make_ready, metrics, on_both, phn, register_form, register_patient,
    request, says_none_of, totp_code,
};

/// Everything that was logged by any test of this program.
#[derive(Clone, Default)]
pub(crate) struct Everything(Arc<Mutex<Vec<u8>>>);

impl Everything {
    /// What was written up to now.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let all = self.0.lock();
        all.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Write for Everything {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Begins to listen, with more than production logs.
pub(crate) fn log() -> Everything {
    static LOG: OnceLock<Everything> = OnceLock::new();
    LOG.get_or_init(|| {
        let everything = Everything::default();
        let writer = everything.clone();
        let filter = EnvFilter::new(
            "debug,sqlx=warn,sea_orm=warn,hyper=info,reqwest=info,h2=info,rustls=info,salal=trace",
        );
        tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .init();
        everything
    })
    .clone()
}

/// The planted marks: none of these words stands anywhere in the product.
pub(crate) fn marks(n: u32) -> Vec<String> {
    vec![
        "Quillfeather".into(),
        "Zephyrine".into(),
        phn(n),
        format!("1957-0{}-23", n % 8 + 1),
        "Thistledown Crescent".into(),
        "wombatitis".into(),
        "The parrot".into(),
        "hunterTwo9000x".into(),
    ]
}

pub(crate) async fn marked_patient(app: &TestApp, n: u32) -> User {
    let mut form = register_form(n);
    form["FirstName"] = "Zephyrine".into();
    form["LastName"] = "Quillfeather".into();
    form["DateOfBirth"] = format!("1957-0{}-23", n % 8 + 1).into();
    form["Address"] = "77 Thistledown Crescent".into();
    form["Password"] = "hunterTwo9000x".into();
    let user = register_patient(app, &form).await;
    make_ready(app, &user, &app.users.samples).await;
    let mut info = crate::support::medical_info(&app.users.samples);
    info["NoMedicalCondition"] = false.into();
    info["otherMedicalConditions"] = json!([{"_id": "wombatitis", "name": "wombatitis"}]);
    app.post(&user, "/medicalinfo/", &info).await.ok();
    user
}

/// The journey with every service failing on the way, and every refusal we can think of.
pub(crate) async fn troubled_journey(app: &TestApp, patient: &User) -> Vec<Value> {
    let doctor = &app.users.doctor;
    let samples: &Samples = &app.users.samples;
    let mut refusals = Vec::new();
    for service in [Service::Teleplan, Service::Clinic] {
        app.fail(service, Mode::Error, 1);
    }
    let made = app
        .post(patient, "/prescription", &request(samples, 2))
        .await
        .ok();
    refusals.push(
        app.pay_with(patient, &made, "tok_chargeDeclined")
            .await
            .body,
    );
    app.fail(Service::Stripe, Mode::Lost, 1);
    app.pay_with(patient, &made, "tok_visa").await;
    app.settle().await;
    let words = json!({"to": patient.person, "subject": "About Zephyrine", "message": "The parrot of Zephyrine Quillfeather has wombatitis."});
    let sent = app
        .form(doctor, Method::POST, "/message", &words, &[])
        .await
        .ok();
    app.settle().await;
    let words = json!({"id": sent["_id"], "message": "The parrot ".repeat(60)});
    let refused = app
        .form(patient, Method::PUT, "/message/updateReplies", &words, &[])
        .await;
    refusals.push(refused.body);
    let seen = app
        .acknowledge(doctor, &app.see(doctor, &made["_id"]).await)
        .await;
    let text = json!({"data": {"prescriptionId": made["_id"], "text": "The parrot repeats everything Zephyrine Quillfeather says."}});
    app.post(doctor, "/prescription/set-text", &text).await.ok();
    refusals.push(
        app.put(
            doctor,
            "/prescription/sign",
            &json!({"prescriptionId": made["_id"]}),
        )
        .await
        .body,
    );
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
    app.sign(doctor, &seen).await;
    app.fail(Service::Srfax, Mode::Error, 1);
    app.fail(Service::Email, Mode::Error, 1);
    app.fail(Service::Clinic, Mode::Lost, 1);
    app.fax(doctor, &seen).await;
    app.settle().await;
    let seen = app.see(doctor, &made["_id"]).await;
    app.fail(Service::Stripe, Mode::Lost, 1);
    app.refund(doctor, &seen).await.ok();
    app.settle().await;
    // Bad values that carry the marks themselves.
    let mut form = register_form(900);
    form["FirstName"] = "Zephyrine <script>".into();
    form["LastName"] = "Quillfeather\u{0}".into();
    form["BCCardNumber"] = "not a number, Quillfeather".into();
    form["Email"] = patient.email.clone().into();
    refusals.push(app.api.send_form("/user", "a key", &form, &[]).await.body);
    let wrong = json!({"Email": patient.email, "Password": "Quillfeather-Zephyrine-1"});
    refusals.push(app.post_open("/user/authenticate", &wrong).await.body);
    let odd =
        json!({"personId": "Zephyrine Quillfeather", "verificationCode": {"The parrot": true}});
    refusals.push(
        app.post(patient, "/person/verify-code/activate", &odd)
            .await
            .body,
    );
    let odd = json!({"medicalInfoObj": {"Sex": ["wombatitis"], "AlcoholHistory": "wombatitis"}});
    refusals.push(app.post(patient, "/medicalinfo/update", &odd).await.body);
    refusals.push(
        app.get(&app.users.other, &format!("/person/{}", patient.person))
            .await
            .body,
    );
    refusals.push(
        app.send(
            None,
            Method::GET,
            &format!("/person/{}?name=Quillfeather", patient.person),
            None,
            None,
        )
        .await
        .body,
    );
    refusals
}

/// What only sleep studies and laboratory results hold.
pub(crate) fn marks_of_studies() -> Vec<String> {
    ["187.65", "118.37", "237/59", "Snickerwort", "4711.25"]
        .map(ToOwned::to_owned)
        .to_vec()
}

/// A sleep study with its troubles, and laboratory results in good and broken files.
pub(crate) async fn troubled_studies(app: &TestApp, patient: &User, n: u32) {
    let doctor = &app.users.doctor;
    let mut answers = crate::support::sleep_info();
    answers["height"] = 187.65.into();
    answers["weight"] = 118.37.into();
    answers["bloodPressures"][0]["systolic"] = 237.into();
    answers["bloodPressures"][0]["diastolic"] = 59.into();
    let info = app.post(patient, "/sleep-info", &answers).await.ok();
    let made = app
        .order_sleep(patient, &info, &app.sleep_clinic("coastal").await)
        .await
        .ok();
    app.fail(Service::Stripe, Mode::Lost, 1);
    app.pay_sleep(patient, &made).await;
    app.settle().await;
    app.fail(Service::Srfax, Mode::Decline, 1);
    app.post(
        doctor,
        "/fax/queue-sleep-assessment-fax",
        &json!({"sleepAssessmentId": made["_id"]}),
    )
    .await;
    app.settle().await;
    let seen = app.see_sleep(doctor, &made["_id"]).await;
    let back = json!({"chargeId": seen["payment"]["chargeId"], "amount": seen["refundable"]});
    app.put(doctor, "/payment/refund", &back).await.ok();
    app.settle().await;
    let born = format!("19570{}23", n % 8 + 1);
    let named = format!(
        "PID|1||{}^^^BC^JHN||QUILLFEATHER^ZEPHYRINE||{born}|F",
        phn(n)
    );
    let order = "OBR|1||SN-1|S^Snickerwort titre^L";
    let good = message(&[
        &named,
        order,
        "OBX|1|NM|S^Snickerwort^L||4711.25|u/L||HH|||F",
    ]);
    import(app, &good).await.expect("a good file");
    let unknown = good.replace(&phn(n), &phn(n + 50)).replace("SN-1", "SN-2");
    import(app, &unknown).await.expect("a good file");
    let broken = message(&[&named, order, "OBX|1|NM|S^Snickerwort^L||4711.25"]);
    let told = import(app, &broken).await.expect_err("it is cut");
    says_none_of(
        "a refused file",
        &told,
        &[marks(n), marks_of_studies()].concat(),
    );
}

on_both!(nothing_leaves_by_the_side);

async fn nothing_leaves_by_the_side(app: &TestApp) {
    let everything = log();
    let n = if app.ctx.db.engine() == Engine::Sqlite {
        31
    } else {
        32
    };
    let marks = marks(n);
    let patient = marked_patient(app, n).await;
    let refusals = troubled_journey(app, &patient).await;
    troubled_studies(app, &patient, n).await;
    let marks = [marks, marks_of_studies()].concat();
    for refusal in &refusals {
        assert!(refusal["message"].is_string(), "not a refusal: {refusal}");
        says_none_of("an error answer", &refusal.to_string(), &marks);
    }
    let logged =
        String::from_utf8_lossy(&everything.0.lock().unwrap_or_else(PoisonError::into_inner))
            .into_owned();
    assert!(
        !logged.is_empty(),
        "nothing was logged: the test hears nothing"
    );
    says_none_of("the log", &logged, &marks);
    let counted = metrics().render();
    assert!(counted.contains("salal_calls_total"));
    says_none_of("the metrics", &counted, &marks);
    let ours = ["email", "sms"];
    // Nor does a letter say what kind of order it was.
    let marks = [
        marks,
        vec!["sleep".into(), "apnea".into(), "laborator".into()],
    ]
    .concat();
    for message in app
        .sandbox
        .outbox(None, None)
        .iter()
        .filter(|message| ours.contains(&message.channel.as_str()))
    {
        says_none_of(
            "a message",
            &format!("{} {}", message.subject, message.text),
            &marks,
        );
    }
    // Nor do passwords, codes and secrets stand in the log.
    let code = totp_code(app, &app.users.doctor.totp);
    says_none_of(
        "the log",
        &logged,
        &[
            patient.token.clone(),
            app.users.doctor.token.clone(),
            app.users.doctor.totp.clone(),
            code,
        ],
    );
}
