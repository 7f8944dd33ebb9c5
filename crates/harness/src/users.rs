// SPDX-License-Identifier: AGPL-3.0-or-later

//! The people every test begins with: the demo's staff, signed in, and two patients of the tests' own
//! who registered, confirmed, signed in and are ready to ask for a renewal.

use chrono::TimeDelta;
use reqwest::Method;
use salal_domain::people::health_numbers::is_bc_number;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::{Database, Samples, TestApp, Tested, medical_info, new_key};

/// Somebody with a session.
#[derive(Clone, Debug, Default)]
pub struct User {
    pub email: String,
    pub password: String,
    pub token: String,
    pub account: String,
    pub person: String,
    /// Ten digits.
    pub phone: String,
    /// Of staff, in base 32.
    pub totp: String,
}

/// Everybody.
#[derive(Clone, Debug, Default)]
pub struct Users {
    pub patient: User,
    pub other: User,
    pub doctor: User,
    pub second_doctor: User,
    pub office: User,
    pub customer_service: User,
    pub admin: User,
    pub samples: Samples,
}

/// The password of the tests' own patients.
const PASSWORD: &str = "Renewal2026tests";

/// A health number that passes the provincial check; another for each `n`.
pub fn phn(n: u32) -> String {
    (0..1000)
        .map(|more| format!("98{:07}", n * 1000 + more))
        .flat_map(|nine| (0..10).map(move |check| format!("{nine}{check}")))
        .find(|digits| is_bc_number(digits))
        .expect("most numbers have a check digit")
}

/// The registration form of a patient, good in every field; `n` makes it another person's.
pub fn register_form(n: u32) -> Value {
    json!({
        "FirstName": "Wren", "LastName": "Testwell", "DateOfBirth": "1968-04-09",
        "PhoneNumber": format!("604-555-01{:02}", 60 + n % 40), "BestPhoneNumber": "604-555-0142",
        "Email": format!("wren.{n}@mail.example"), "Password": PASSWORD,
        "Address": "12 Salal Lane", "City": "Vancouver", "Province": "BC", "PostalCode": "V6Z 1A1",
        "sex": "Female", "BCCardNumber": phn(n), "HealthCardNumber": "", "HealthCardProvince": "",
        "PassportNumber": "", "PassportCountryId": "", "isPrivatePay": "false",
        "consentCommunication": "true", "consentPharmaNetPolicy": "true",
        "consentPrivacyPolicy": "true", "consentTermsOfUse": "true",
        "officeRegistrationToken": "", "captcha": "",
    })
}

/// The authenticator's code at a moment of the site's clock.
pub fn totp_code(app: &TestApp, secret: &str) -> String {
    let totp = Builder::new()
        .with_secret(Secret::try_from_base32(secret).expect("base 32"))
        .with_step_duration(30)
        .with_account_name("tests")
        .build()
        .expect("a secret long enough");
    let seconds = u64::try_from(app.ctx.now().timestamp()).expect("after 1970");
    totp.generate(seconds).to_string()
}

/// Registers, confirms by the e-mailed code and signs in by the texted one.
pub async fn register_patient(app: &TestApp, form: &Value) -> User {
    let text = |field: &str| form[field].as_str().unwrap_or_default().to_owned();
    app.api.send_form("/user", &new_key(), form, &[]).await.ok();
    app.settle().await;
    let email = text("Email");
    let code = app.code("email", &email);
    app.post_open(
        "/user/activate",
        &json!({"email": email, "verificationCode": code}),
    )
    .await
    .ok();
    let phone: String = text("PhoneNumber")
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    let user = User {
        email,
        password: text("Password"),
        phone,
        ..User::default()
    };
    sign_in_patient(app, user).await
}

/// Signs a patient in, by the texted code.
pub async fn sign_in_patient(app: &TestApp, user: User) -> User {
    let mut body = json!({"Email": user.email, "Password": user.password, "Role": "ROLE_PATIENT"});
    let first = app.post_open("/user/authenticate", &body).await.ok();
    assert_eq!(first["verifymfa"], true);
    app.settle().await;
    body["code"] = app.code("sms", &user.phone).into();
    signed_in(user, &app.post_open("/user/authenticate", &body).await.ok())
}

/// Signs a member of staff in, by the authenticator. Each step works once, so the clock moves on.
pub async fn sign_in_staff(app: &TestApp, user: User) -> User {
    app.ctx.clock.advance(TimeDelta::seconds(60));
    let code = totp_code(app, &user.totp);
    let body = json!({"Email": user.email, "Password": user.password, "code": code});
    signed_in(user, &app.post_open("/user/authenticate", &body).await.ok())
}

fn signed_in(mut user: User, answer: &Value) -> User {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    user.token = text(&answer["token"]);
    user.account = text(&answer["user"]["_id"]);
    user.person = text(&answer["user"]["Person"]["_id"]);
    user
}

/// Makes the patient ready to ask: phone proved, location stated, medical information given.
pub async fn make_ready(app: &TestApp, user: &User, samples: &Samples) {
    app.get(user, &format!("/person/verify-number/{}", user.person))
        .await
        .ok();
    app.settle().await;
    let code = app.code("sms", &user.phone);
    let proof = json!({"personId": user.person, "verificationCode": code});
    app.post(user, "/person/verify-code/activate", &proof)
        .await
        .ok();
    app.put(user, "/person/location", &json!({"confirmed": true}))
        .await
        .ok();
    app.post(user, "/medicalinfo/", &medical_info(samples))
        .await
        .ok();
}

/// Puts demo data and users into an empty database, and closes it.
pub(crate) async fn assemble(tested: &'static Tested, database: Database) -> (Users, Database) {
    let app = TestApp::start(tested, database, Users::default(), |_| ()).await;
    let accounts = (tested.demo)(app.ctx.clone())
        .await
        .expect("the demo data is made");
    let accounts = serde_json::to_value(accounts).expect("accounts are plain data");
    let mut staff = accounts
        .as_array()
        .expect("a list")
        .iter()
        .map(account)
        .collect::<Vec<_>>();
    let mut take = |role: &str| {
        let at = staff
            .iter()
            .position(|(its, _)| its == role)
            .unwrap_or_else(|| panic!("the demo has no {role}"));
        staff.remove(at).1
    };
    let mut users = Users {
        doctor: take("ROLE_DOCTOR"),
        second_doctor: take("ROLE_DOCTOR"),
        office: take("ROLE_OFFICE"),
        customer_service: take("ROLE_CUSTOMERSERVICE"),
        admin: take("ROLE_ADMIN"),
        ..Users::default()
    };
    for user in [
        &mut users.doctor,
        &mut users.second_doctor,
        &mut users.office,
        &mut users.customer_service,
        &mut users.admin,
    ] {
        *user = sign_in_staff(&app, user.clone()).await;
    }
    users.samples = Samples::look(&app, &users.doctor).await;
    users.patient = register_patient(&app, &register_form(1)).await;
    users.other = register_patient(&app, &register_form(2)).await;
    make_ready(&app, &users.patient, &users.samples).await;
    make_ready(&app, &users.other, &users.samples).await;
    app.at_rest().await;
    // Nothing of the template's own making shows in a test's counts.
    assert_eq!(
        app.send(None, Method::GET, "/", None, None).await.status,
        204
    );
    (users, app.end().await)
}

fn account(row: &Value) -> (String, User) {
    let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
    let role = text("role");
    let role = if role.starts_with("ROLE_") {
        role
    } else {
        format!("ROLE_{}", role.to_uppercase().replace([' ', '_'], ""))
    };
    (
        role,
        User {
            email: text("email"),
            password: text("password"),
            totp: text("totpSecret"),
            person: text("personId"),
            ..User::default()
        },
    )
}
