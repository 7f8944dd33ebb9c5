// SPDX-License-Identifier: AGPL-3.0-or-later

//! Days of work, each with the whole journey of a patient and a new colleague: at the end of a day everything that was
//! handed out is looked for in the database, its log, a backup, the uploaded files and the program's log, and a day later
//! everything that a person pressed or typed is tried again. What a journey leaves is measured.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use reqwest::Method;
use salal_server::context::sha256_hex;
use serde_json::{Value, json};
use uuid::Uuid;

use super::search::{Search, backup_of, newest_log, sizes, uploads, words};
use super::{everything_stored, sweep};
use crate::support::files::pdf;
use crate::support::threads::{mailed, write};
use crate::support::{
    Answer, TestApp, User, make_ready, new_key, on_both, phn, register_form, totp_code,
};
use crate::whole_api::privacy::log;

/// What the journey is about, and what of it is kept for good. Every other table, also one that is yet to come, is beyond
/// the record.
const RECORD: [&str; 38] = [
    "account",
    "account_change",
    "audit",
    "audit_head",
    "audit_seal",
    "audit_statement",
    "chart_request",
    "consent",
    "decision_mark",
    "document",
    "fax",
    "fax_attempt",
    "fax_clarification",
    "health_document",
    "invitation",
    "link",
    "location_statement",
    "medical_info",
    "medication",
    "medication_bill",
    "medication_change",
    "message",
    "message_archive",
    "message_file",
    "message_read",
    "message_reply",
    "note",
    "note_version",
    "payment",
    "person",
    "prescription",
    "prescription_copy",
    "prescription_status",
    "refund",
    "sign_in_record",
    "signature",
    "signature_place",
    "upload",
];

/// What a journey may leave beyond its record.
const MOST_BYTES: i64 = 40_000;

/// What somebody typed or pressed, tried again when it must open nothing.
struct Click {
    what: &'static str,
    path: &'static str,
    body: Value,
}

/// Everything that was handed out or chosen.
#[derive(Default)]
struct HandedOut {
    /// Tokens, cookies, secrets of links and of authenticators.
    secrets: BTreeSet<String>,
    passwords: BTreeSet<String>,
    /// Sessions of today, with whose they are.
    sessions: Vec<User>,
    /// Used or left today.
    clicks: Vec<Click>,
}

impl HandedOut {
    fn password(&mut self) -> String {
        let password = format!("Aa1{}", &Uuid::new_v4().simple().to_string()[..17]);
        self.passwords.insert(password.clone());
        password
    }

    fn click(&mut self, what: &'static str, path: &'static str, body: &Value) {
        let body = body.clone();
        self.clicks.push(Click { what, path, body });
    }

    /// Of an answer that opened a session.
    fn session(&mut self, user: &User, answer: &Answer) -> User {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let opened = User {
            token: text(&answer.body["token"]),
            account: text(&answer.body["user"]["_id"]),
            person: text(&answer.body["user"]["Person"]["_id"]),
            ..user.clone()
        };
        self.secrets.insert(opened.token.clone());
        self.cookies(answer);
        self.sessions.push(opened.clone());
        opened
    }

    fn cookies(&mut self, answer: &Answer) {
        let pairs = answer
            .cookies
            .iter()
            .filter_map(|one| one.split(';').next());
        let values = pairs.filter_map(|pair| Some(pair.split_once('=')?.1.to_owned()));
        self.secrets
            .extend(values.filter(|value| value.len() >= 16));
    }

    /// The secrets of links that were mailed; an id opens nothing.
    fn take_mail(&mut self, app: &TestApp) {
        for mail in app.sandbox.outbox(None, None) {
            let parts = mail.links.iter();
            let words = parts.flat_map(|link| link.split(['/', '=', '?', '&', '#']));
            let secrets = words.filter(|word| word.len() >= 16 && Uuid::parse_str(word).is_err());
            self.secrets.extend(secrets.map(str::to_owned));
        }
    }

    fn search(&self) -> Search {
        Search::of(self.secrets.iter().chain(&self.passwords)).with_hashes_of(&self.passwords)
    }
}

fn credentials(user: &User) -> Value {
    json!({"Email": user.email, "Password": user.password})
}

/// A later moment: a code is sent again only after a pause.
fn later(app: &TestApp) {
    app.ctx.clock.advance(TimeDelta::seconds(30));
}

async fn patient_enters(app: &TestApp, out: &mut HandedOut, user: &User) -> User {
    later(app);
    let mut body = credentials(user);
    let first = app.post_open("/user/authenticate", &body).await;
    out.cookies(&first);
    assert_eq!(first.ok()["verifymfa"], true);
    app.settle().await;
    body["code"] = app.code("sms", &user.phone).into();
    let answer = app.post_open("/user/authenticate", &body).await;
    out.click("a code that signed in", "/user/authenticate", &body);
    out.session(user, &answer)
}

async fn staff_enters(app: &TestApp, out: &mut HandedOut, user: &User) -> User {
    app.ctx.clock.advance(TimeDelta::seconds(60));
    let mut body = credentials(user);
    body["code"] = totp_code(app, &user.totp).into();
    let answer = app.post_open("/user/authenticate", &body).await;
    out.click("an authenticator’s step", "/user/authenticate", &body);
    out.secrets.insert(user.totp.clone());
    out.session(user, &answer)
}

/// Asks for an account; who it is, and what proves the address with the code that was sent to it.
async fn asks(app: &TestApp, out: &mut HandedOut, n: u32) -> (User, Value) {
    let mut form = register_form(n);
    let password = out.password();
    form["Password"] = password.clone().into();
    let sent = app.api.send_form("/user", &new_key(), &form, &[]).await;
    out.cookies(&sent);
    sent.ok();
    app.settle().await;
    let text = |field: &str| form[field].as_str().expect("a text").to_owned();
    let digits = |text: String| text.chars().filter(char::is_ascii_digit).collect();
    let user = User {
        email: text("Email"),
        password,
        phone: digits(text("PhoneNumber")),
        ..User::default()
    };
    let proof = proof(app, &user.email);
    (user, proof)
}

fn proof(app: &TestApp, email: &str) -> Value {
    json!({"email": email, "verificationCode": app.code("email", email)})
}

/// Someone registers, and someone else never types the code.
async fn registers(app: &TestApp, out: &mut HandedOut, n: u32) -> User {
    let (_, left) = asks(app, out, n + 100).await;
    out.click("a code that proves an address", "/user/activate", &left);
    let (user, proof) = asks(app, out, n).await;
    app.post_open("/user/activate", &proof).await.ok();
    out.click("a code that proved an address", "/user/activate", &proof);
    user
}

/// A colleague is invited, signs up, and enrols an authenticator; another invitation is left.
async fn colleague(app: &TestApp, out: &mut HandedOut, admin: &User, n: u32) {
    let addresses = [
        format!("colleague.{n}@office.example"),
        format!("later.{n}@office.example"),
    ];
    for email in &addresses {
        let body = json!({ "email": email });
        app.post(admin, "/office/sendInvitation", &body).await.ok();
    }
    app.settle().await;
    let [email, _] = addresses;
    let mut user = User {
        email,
        password: out.password(),
        ..User::default()
    };
    let token = mailed(app, &user, "/office-registration#token=");
    let form = json!({
        "FirstName": "Robin", "LastName": "Deskwell", "PhoneNumber": "604-555-0155", "Email": user.email,
        "Password": user.password, "Role": "ROLE_OFFICE", "officeRegistrationToken": token,
    });
    let sent = app.api.send_form("/user", &new_key(), &form, &[]).await;
    sent.ok();
    app.settle().await;
    let proof = proof(app, &user.email);
    app.post_open("/user/activate", &proof).await.ok();
    out.click("a code that proved an address", "/user/activate", &proof);
    let first = app
        .post_open("/user/authenticate", &credentials(&user))
        .await
        .ok();
    user.totp = first["enrol"]["secret"].as_str().expect("a secret").into();
    staff_enters(app, out, &user).await;
}

/// The password is forgotten: a link is mailed and used, and another one is left.
async fn recovers(app: &TestApp, out: &mut HandedOut, user: &mut User, n: u32) {
    let known = json!({"Email": user.email, "DateOfBirth": "1968-04-09", "DocumentNumber": phn(n)});
    for is_used in [true, false] {
        let found = app.post_open("/user/recovery/search", &known).await.ok();
        let named = found["user"]["_id"].as_str().expect("an id").to_owned();
        out.secrets
            .extend(Some(named.clone()).filter(|named| Uuid::parse_str(named).is_err()));
        let body = json!({ "email": named });
        let path = "/user/recovery/send-email";
        app.post_open(path, &body).await.ok();
        app.settle().await;
        let token = mailed(app, user, "/recovery/password#token=");
        let password = out.password();
        let body = json!({"passwordRecoveryToken": token, "Password": password});
        if is_used {
            app.post_open("/user/recovery/password", &body).await.ok();
            user.password = password;
        }
        out.click(
            "a link that sets a password",
            "/user/recovery/password",
            &body,
        );
    }
}

/// The address is changed, in four steps.
async fn changes_address(app: &TestApp, out: &mut HandedOut, user: &mut User) {
    let step = async |call: &str, body: Value| {
        later(app);
        let path = format!("/user/change-email/{call}");
        let answer = app.post(user, &path, &body).await;
        assert_eq!(answer.status, 200, "{call}: {}", answer.body);
        app.settle().await;
        answer
    };
    let email = format!("moved.{}", user.email);
    let body = json!({"password": user.password, "role": "ROLE_PATIENT"});
    step("get-phone-code", body).await;
    let code = app.code("sms", &user.phone);
    step("get-email-code", json!({ "phoneCode": code })).await;
    step("set-new-email", json!({ "email": email })).await;
    let code = app.code("email", &email);
    let done = step("validate-email-code", json!({ "emailCode": code })).await;
    user.email = email;
    if let Some(token) = done.body["token"].as_str() {
        token.clone_into(&mut user.token);
        out.secrets.insert(user.token.clone());
        out.sessions.push(user.clone());
    }
    out.cookies(&done);
}

/// A request, paid, reviewed, signed and faxed, with its refund and its documents.
async fn renews(app: &TestApp, user: &User, doctor: &User) {
    let made = app.create(user, 2).await;
    let paid = app.pay(user, &made).await;
    let seen = app.acknowledge(doctor, &paid).await;
    let seen = app.decide(doctor, &seen, 0, json!("Approved")).await.ok();
    let seen = app.decide(doctor, &seen, 1, json!("Rejected")).await.ok();
    app.sign(doctor, &seen).await;
    app.fax(doctor, &seen).await;
    app.settle().await;
    let sent = app.see(doctor, &made["_id"]).await;
    assert_eq!(sent["fax"]["state"], "delivered");
    app.refund(doctor, &sent).await.ok();
    app.settle().await;
    let id = made["_id"].as_str().expect("an id");
    for (by, what) in [(doctor, "document"), (user, "receipt")] {
        let path = format!("/prescription/{what}/{id}");
        assert_eq!(app.get(by, &path).await.status, 200, "{what}");
    }
    for (mark, path) in [("/reply/", "/prescription/reply-fax/"), ("/fax/", "/fax/")] {
        let path = format!("{path}{}", mailed(app, user, mark));
        let read = app.send(None, Method::GET, &path, None, None).await;
        assert_eq!(read.status, 200, "{path}");
    }
}

/// A message with a file, answered by its link, and one whose link is left.
async fn writes(app: &TestApp, user: &User, doctor: &User) {
    let files = || [("files", "page.pdf", pdf(""))];
    let sent = write(app, doctor, &user.person, "Have you had a test?", &files()).await;
    sent.ok();
    app.settle().await;
    let address = mailed(app, user, "/reply/");
    let fields = json!({"id": address, "message": "Yes, last week."});
    let put = Method::PUT;
    let path = "/message/update-replies";
    let (key, files) = (new_key(), files());
    let answer = app.api.form(None, put, path, &key, &fields, &files);
    answer.await.ok();
    let sent = write(app, doctor, &user.person, "Which one?", &[]).await;
    sent.ok();
    app.settle().await;
}

/// One day; the patient, signed in.
async fn day(app: &TestApp, out: &mut HandedOut, n: u32) -> User {
    let doctor = staff_enters(app, out, &app.users.doctor).await;
    let admin = staff_enters(app, out, &app.users.admin).await;
    colleague(app, out, &admin, n).await;
    let mut user = registers(app, out, n).await;
    let first = patient_enters(app, out, &user).await;
    app.post(&first, "/user/sign-out", &Value::Null).await.ok();
    opens_nothing(app, &first).await;
    recovers(app, out, &mut user, n).await;
    let mut user = patient_enters(app, out, &user).await;
    changes_address(app, out, &mut user).await;
    later(app);
    make_ready(app, &user, &app.users.samples).await;
    renews(app, &user, &doctor).await;
    writes(app, &user, &doctor).await;
    // A wrong one is somebody's, perhaps for something else; so is one in the wrong field.
    let mut wrong = credentials(&user);
    wrong["Password"] = out.password().into();
    app.post_open("/user/authenticate", &wrong)
        .await
        .refused(401, "WRONG_CREDENTIALS");
    wrong["Email"] = wrong["Password"].take();
    wrong["Password"] = user.password.clone().into();
    assert!(app.post_open("/user/authenticate", &wrong).await.status >= 400);
    // A code nobody types.
    later(app);
    let mut body = credentials(&user);
    app.post_open("/user/authenticate", &body).await.ok();
    app.settle().await;
    body["code"] = app.code("sms", &user.phone).into();
    out.click("a code that nobody typed", "/user/authenticate", &body);
    out.take_mail(app);
    user
}

async fn opens_nothing(app: &TestApp, session: &User) {
    let path = format!("/person/{}", session.person);
    app.get(session, &path).await.refused(401, "INVALID_TOKEN");
}

/// Nothing of it stands anywhere; that the search sees is shown by an address that does.
async fn nothing_is_left(app: &TestApp, out: &HandedOut, user: &User) {
    let (search, address) = (out.search(), Search::of([&user.email]));
    let stored = everything_stored(app).await;
    let mut places = vec![("the database", stored)];
    if let Some(copy) = backup_of(app).await {
        places.push(("a backup", copy));
    }
    for (place, stored) in &places {
        assert_eq!(address.found_in(stored).len(), 1, "{place} is not read");
    }
    places.push(("the log of the database", newest_log(app).await));
    let folder = app.ctx.settings.database.uploads.as_str();
    places.push(("the uploaded files", uploads(folder.as_ref())));
    places.push(("the program’s log", log().bytes()));
    for (place, stored) in &places {
        let found = search.found_in(stored);
        assert!(found.is_empty(), "{place} holds {found:?}");
    }
}

/// A day later none of it opens anything.
async fn nothing_opens(app: &TestApp, out: &mut HandedOut) {
    for session in out.sessions.drain(..) {
        opens_nothing(app, &session).await;
    }
    for Click { what, path, body } in out.clicks.drain(..) {
        let answer = app.post_open(path, &body).await;
        let is_refused = (400..500).contains(&answer.status);
        assert!(is_refused, "{what}: {} {}", answer.status, answer.body);
        assert!(
            answer.body["token"].is_null() && answer.cookies.is_empty(),
            "{what}"
        );
    }
}

/// Codes that still count stand nowhere, neither themselves nor as what is found by trying a million.
async fn usable_codes_are_not_stored(app: &TestApp, out: &mut HandedOut, user: &User) {
    let user = patient_enters(app, out, user).await;
    later(app);
    let mut enters = credentials(&user);
    app.post_open("/user/authenticate", &enters).await.ok();
    app.settle().await;
    let by_text = app.code("sms", &user.phone);
    let (asking, proof) = asks(app, out, 39).await;
    let by_mail = app.code("email", &asking.email);
    let words = words(app).await;
    assert!(words.len() > 1_000 && words.contains(&user.email));
    for code in [&by_text, &by_mail] {
        assert!(!words.contains(code), "{code} is stored");
        let account = &user.account;
        let mut plain = vec![
            code.clone(),
            format!("{account}{code}"),
            format!("{account}:{code}"),
        ];
        for purpose in ["activate", "sign_in"] {
            plain.push(format!("{account}:{purpose}:{code}"));
            plain.push(format!("{account}:{purpose}::{code}"));
        }
        for plain in plain {
            assert!(
                !words.contains(&sha256_hex(&plain)),
                "{plain} is stored as a hash"
            );
        }
    }
    // They are the ones.
    enters["code"] = by_text.into();
    let entered = app.post_open("/user/authenticate", &enters).await.ok();
    assert!(entered["token"].is_string());
    app.post_open("/user/activate", &proof).await.ok();
}

/// By how many bytes the tables beyond the record grew.
fn beyond_record(before: &BTreeMap<String, i64>, after: &BTreeMap<String, i64>) -> i64 {
    let is_beyond = |table: &&String| !RECORD.contains(&table.as_str());
    let sum = |all: &BTreeMap<String, i64>| -> i64 {
        all.keys().filter(is_beyond).map(|table| all[table]).sum()
    };
    sum(after) - sum(before)
}

on_both!(after_days_of_work_nothing_that_opens_anything_is_left);

async fn after_days_of_work_nothing_that_opens_anything_is_left(app: &TestApp) {
    log();
    app.leave_midnight();
    let days =
        option_env!("SALAL_TEST_ROUNDS").map_or(3, |days| days.parse().expect("a number of days"));
    let mut out = HandedOut::default();
    let keys = app.ctx.settings.secrets.master_keys();
    out.secrets.extend(keys.map(str::to_owned));
    let mut user = User::default();
    // Nothing that the tests’ users left goes while this measures.
    app.ctx.clock.advance(TimeDelta::days(3));
    sweep(app).await;
    let before = sizes(app).await;
    let mut days_end = 0;
    for n in 3..3 + days {
        let morning = sizes(app).await;
        user = day(app, &mut out, n).await;
        days_end = days_end.max(beyond_record(&morning, &sizes(app).await));
        nothing_is_left(app, &out, &user).await;
        app.ctx.clock.advance(TimeDelta::days(1));
        app.settle().await;
        sweep(app).await;
        nothing_opens(app, &mut out).await;
    }
    // What is kept for a day or two only has gone then.
    app.ctx.clock.advance(TimeDelta::days(3));
    app.settle().await;
    sweep(app).await;
    nothing_is_left(app, &out, &user).await;
    let after = sizes(app).await;
    let journeys = i64::from(days);
    let beyond = beyond_record(&before, &after) / journeys;
    let each = |table: &String| (after[table] - before.get(table).unwrap_or(&0)) / journeys;
    let record: i64 = RECORD.iter().map(|table| each(&(*table).to_owned())).sum();
    let others = after
        .keys()
        .filter(|table| !RECORD.contains(&table.as_str()));
    let grown = others.filter(|table| each(table) != 0);
    let told: Vec<_> = grown.map(|table| (table, each(table))).collect();
    println!(
        "{:?}, {days} days: a journey leaves {record} bytes of its record and {beyond} beyond it, {days_end} at the end \
         of its day: {told:?}",
        app.ctx.db.engine()
    );
    assert!(
        beyond <= MOST_BYTES,
        "{beyond} bytes beyond the record: {told:?}"
    );
    assert!(record > 0, "{record}");
    let least = 12 * usize::try_from(days).expect("a few");
    assert!(out.secrets.len() >= least, "{}", out.secrets.len());
    usable_codes_are_not_stored(app, &mut out, &user).await;
    nothing_is_left(app, &out, &user).await;
}
