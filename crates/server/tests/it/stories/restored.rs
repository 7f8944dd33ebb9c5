// SPDX-License-Identifier: AGPL-3.0-or-later

//! After a restore from a backup: every session is over, numbers go on past those that were given out, nothing is sent or
//! charged until a person releases it, and what happened since the backup does not happen twice.

use std::path::Path;

use chrono::TimeDelta;
use salal_db::Engine;
use salal_sandbox::{Mode, Service};
use salal_server::features::operations::backup::{self, BackupFolder};
use salal_server::features::operations::restore as held;
use salal_server::restore::{self, Wanted};
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{TestApp, User, number, on_both, sign_in_patient, sign_in_staff};

fn wanted() -> Wanted {
    Wanted {
        by: "a test".into(),
        ..Wanted::default()
    }
}

/// Everybody signs in again, as they must.
async fn sign_in_again(app: &mut TestApp) {
    let users = app.users.clone();
    app.users.patient = sign_in_patient(app, users.patient).await;
    app.users.other = sign_in_patient(app, users.other).await;
    app.users.doctor = sign_in_staff(app, users.doctor).await;
    app.users.admin = sign_in_staff(app, users.admin).await;
}

/// What is held, as the operations page shows it.
async fn hold(app: &TestApp) -> Value {
    let admin = &app.users.admin;
    app.get(admin, "/operations/restore").await.ok()["hold"].clone()
}

/// The first held effect of a kind.
async fn held_of(app: &TestApp, kind: &str) -> Value {
    let hold = hold(app).await;
    let items = hold["items"].as_array().expect("a list").clone();
    let mut of_kind = items.into_iter().filter(|one| one["kind"] == kind);
    of_kind
        .next()
        .unwrap_or_else(|| panic!("no {kind} is held"))
}

fn reason() -> Value {
    json!({"reason": "atService"})
}

async fn decide(app: &TestApp, how: &str, effect: &Value) -> Value {
    let id = effect["_id"].as_str().expect("an id");
    let path = format!("/operations/restore/{how}/{id}");
    app.put(&app.users.admin, &path, &reason()).await.ok()
}

async fn release_all(app: &TestApp) {
    let path = "/operations/restore/release";
    let answer = app.put(&app.users.admin, path, &reason()).await.ok();
    assert_eq!(answer["hold"], Value::Null);
}

async fn back_up(app: &TestApp, folder: &Path) {
    backup::back_up(&app.ctx, BackupFolder::Configured(folder))
        .await
        .expect("a backup");
    app.ctx.clock.advance(TimeDelta::seconds(2));
}

/// Restores the newest backup of a folder into a new database and opens it.
async fn restore_from(app: &mut TestApp, folder: &Path) -> String {
    let file = folder.join(format!("restored-{}.db", Uuid::new_v4().simple()));
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let mut settings = (*app.ctx.settings).clone();
    settings.database.url.clone_from(&url);
    let clock = app.ctx.clock.clone();
    let told = restore::restore(settings, clock, folder, &wanted())
        .await
        .expect("a restore");
    app.reopen(|settings| settings.database.url = url).await;
    told
}

async fn of_whom(app: &TestApp, by: &User, path: &str) -> u16 {
    app.get(by, path).await.status
}

/// A fax was queued, then the backup was made; then it was sent, a request was made and charged, and the doctor signed
/// out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happened_since_the_backup_does_not_happen_twice() {
    let mut app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    let signed = app.signed(0).await;
    app.settle().await;
    app.fax(&app.users.doctor, &signed).await;
    back_up(&app, folder.path()).await;

    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1, "it was sent");
    let since = app.create(&app.users.other, 1).await;
    app.pay(&app.users.other, &since).await;
    let charges = app.effects(Service::Stripe, "charge").len();
    app.put(&app.users.doctor, "/user/logout", &json!({})).await;

    let told = Box::pin(restore_from(&mut app, folder.path())).await;
    assert!(told.contains("Nothing is sent or charged"), "{told}");
    for user in [&app.users.doctor, &app.users.patient, &app.users.admin] {
        let status = of_whom(&app, user, "/prescription/queue").await;
        assert_eq!(status, 401, "every session is over");
    }
    sign_in_again(&mut app).await;

    // Its number is not given out again.
    let again = app.create(&app.users.other, 1).await;
    let of = |request: &Value| request["number"].as_i64().expect("a number");
    assert!(of(&again) > of(&since) + 1_000, "{again}");

    // Whatever time passes, nothing leaves, and no one is charged.
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    app.pay_with(&app.users.other, &again, "tok_visa")
        .await
        .refused(503, "HELD_AFTER_RESTORE");
    assert_eq!(app.effects(Service::Stripe, "charge").len(), charges);
    let shown = app.see(&app.users.doctor, &signed["_id"]).await;
    assert!(
        shown["fax"]["reason"]
            .as_str()
            .is_some_and(|why| why.contains("restored")),
        "{}",
        shown["fax"]
    );

    // The fax is released: the service is asked, has it, and gets it no second time.
    let fax = held_of(&app, "fax.send").await;
    let lines = |action: &str| {
        format!("select count(*) as n from audit where action = '{action}' and patient is not null")
    };
    let opened = lines("GET /operations/restore");
    let listed = number(&app.ctx.db, &opened).await;
    hold(&app).await;
    assert!(listed > 0 && number(&app.ctx.db, &opened).await == listed);
    assert_eq!(fax["mayHaveHappened"], true);
    assert_eq!(fax["person"]["_id"], app.users.patient.person.as_str());
    decide(&app, "release", &fax).await;
    let released = lines("PUT /operations/restore/release/{id}");
    assert_eq!(number(&app.ctx.db, &released).await, 1);
    app.settle().await;
    assert_eq!(
        app.effects(Service::Srfax, "fax").len(),
        1,
        "nothing doubled"
    );
    let shown = app.see(&app.users.doctor, &signed["_id"]).await;
    assert_eq!(shown["fax"]["state"], "delivered");

    // What is left is released together, and everything goes its way again.
    assert!(hold(&app).await["held"].as_u64() > Some(0));
    release_all(&app).await;
    app.settle().await;
    app.pay(&app.users.other, &again).await;
    assert_eq!(app.effects(Service::Stripe, "charge").len(), charges + 1);
    app.at_rest().await;
}

/// A fax that was not sent before is sent once it is released.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_did_not_happen_happens_once_it_is_released() {
    let mut app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    let signed = app.signed(0).await;
    app.fax(&app.users.doctor, &signed).await;
    back_up(&app, folder.path()).await;
    Box::pin(restore_from(&mut app, folder.path())).await;
    sign_in_again(&mut app).await;
    release_all(&app).await;
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    let shown = app.see(&app.users.doctor, &signed["_id"]).await;
    assert_eq!(shown["fax"]["state"], "delivered");
    app.at_rest().await;
}

/// A charge whose answer was lost before the backup, one of a request made after it, and a refund after it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_books_of_the_services_are_compared() {
    let mut app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    let signed = app.signed(1).await;
    app.settle().await;
    let open = app.create(&app.users.other, 1).await;
    app.fail(Service::Stripe, Mode::Lost, 1);
    app.pay_with(&app.users.other, &open, "tok_visa").await;
    app.fax(&app.users.doctor, &signed).await;
    back_up(&app, folder.path()).await;

    app.settle().await;
    let seen = app.see(&app.users.doctor, &signed["_id"]).await;
    app.refund(&app.users.doctor, &seen).await.ok();
    let new = app.create(&app.users.patient, 2).await;
    app.pay(&app.users.patient, &new).await;
    let charges = app.moved(Service::Stripe, "charge").len();
    Box::pin(restore_from(&mut app, folder.path())).await;
    sign_in_again(&mut app).await;

    let path = "/operations/restore/books";
    let books = app.get(&app.users.admin, path).await.ok();
    let of = |books: &Value, kind: &str, is_here: bool| -> Vec<Value> {
        let items = books["items"].as_array().expect("a list").clone();
        let is_it = |one: &Value| one["kind"] == kind && one["canTakeOver"] == is_here;
        items.into_iter().filter(is_it).collect()
    };
    let [charge] = of(&books, "charge", true).try_into().expect("one");
    assert_eq!(charge["person"]["_id"], app.users.other.person.as_str());
    let [strange] = of(&books, "charge", false).try_into().expect("one");
    let [refund] = of(&books, "refund", true).try_into().expect("one");
    assert_eq!(refund["person"]["_id"], app.users.patient.person.as_str());
    let [fax] = of(&books, "fax", false).try_into().expect("one");
    assert_eq!(fax["isHeld"], true);
    let told = held::status(&app.ctx).await.expect("the status");
    assert!(
        told.contains("The card service has a charge of $"),
        "{told}"
    );

    let body = |one: &Value| json!({"kind": one["kind"], "reference": one["reference"]});
    app.put(&app.users.admin, path, &body(&strange))
        .await
        .refused(409, "BELONGS_TO_NOTHING");
    app.put(&app.users.admin, path, &body(&charge)).await.ok();
    let left = app.put(&app.users.admin, path, &body(&refund)).await.ok();
    assert_eq!(
        of(&left, "charge", true).len() + of(&left, "refund", true).len(),
        0
    );
    let seen = app.see(&app.users.doctor, &open["_id"]).await;
    assert_eq!(seen["payment"]["state"], "charged");
    let seen = app.see(&app.users.doctor, &signed["_id"]).await;
    assert_eq!(seen["payment"]["refundAmount"], refund["amount"]);

    release_all(&app).await;
    app.settle().await;
    assert_eq!(app.moved(Service::Stripe, "charge").len(), charges);
    assert_eq!(app.moved(Service::Stripe, "refund").len(), 1);
    app.at_rest().await;
}

/// Paid by card and by wallet after the backup; then a copy of before stands, in which nothing of it is paid.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_paid_after_the_backup_is_not_charged_again() {
    let mut app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    let by_card = app.create(&app.users.other, 1).await;
    let by_wallet = app.create(&app.users.patient, 2).await;
    let study = app.sleep_order(&app.users.other, "coastal").await;
    let refunded = app.create(&app.users.patient, 1).await;
    back_up(&app, folder.path()).await;
    app.pay(&app.users.other, &by_card).await;
    app.pay_by_wallet(&app.users.patient, &by_wallet).await;
    app.pay_sleep(&app.users.other, &study).await;
    app.pay(&app.users.patient, &refunded).await;
    let seen = app.acknowledge(&app.users.doctor, &refunded).await;
    app.decide(&app.users.doctor, &seen, 0, json!("Rejected"))
        .await
        .ok();
    let seen = app.see(&app.users.doctor, &refunded["_id"]).await;
    app.refund(&app.users.doctor, &seen).await.ok();
    app.settle().await;
    let charges = app.moved(Service::Stripe, "charge").len();
    let captures = app.moved(Service::Paypal, "capture").len();
    Box::pin(restore_from(&mut app, folder.path())).await;
    sign_in_again(&mut app).await;
    // The books name whose the charges are, and one is recorded there.
    let path = "/operations/restore/books";
    let books = app.get(&app.users.admin, path).await.ok();
    let items = books["items"].as_array().expect("a list");
    let charges_here = items.iter().filter(|one| one["kind"] == "charge");
    assert_eq!(
        charges_here
            .filter(|one| one["canTakeOver"] == true)
            .count(),
        3,
        "{books}"
    );
    let first = items
        .iter()
        .find(|one| {
            one["kind"] == "charge" && one["person"]["_id"] == app.users.patient.person.as_str()
        })
        .expect("the charge of the refunded request");
    let body = json!({"kind": "charge", "reference": first["reference"]});
    app.put(&app.users.admin, path, &body).await.ok();
    let seen = app.see(&app.users.other, &by_card["_id"]).await;
    assert_eq!(seen["payment"], Value::Null);
    release_all(&app).await;
    app.settle().await;

    // What the patients see is unpaid, and they press Pay.
    for _ in 0..2 {
        app.pay_with(&app.users.other, &by_card, "tok_visa")
            .await
            .ok();
    }
    let seen = app.see(&app.users.other, &by_card["_id"]).await;
    assert_eq!(seen["payment"]["state"], "charged");
    app.pay_sleep_with(&app.users.other, &study, "tok_visa")
        .await
        .ok();
    // Who presses the wallet instead is told that it is paid.
    let order = json!({"prescriptionId": refunded["_id"]});
    app.post(&app.users.patient, "/payment/order", &order)
        .await
        .refused(409, "ALREADY_PAID");
    let seen = app.see(&app.users.patient, &refunded["_id"]).await;
    assert_eq!(
        seen["payment"]["refundAmount"], refunded["feeDue"],
        "{seen}"
    );
    // The wallet’s first order is not here: the wallet itself captures nothing twice.
    let order = app.approved_order(&app.users.patient, &by_wallet).await;
    let body = json!({"orderID": order, "amount": by_wallet["feeDue"], "description": "Online medical service"});
    let answer = app
        .post(&app.users.patient, "/payment/charge", &body)
        .await
        .ok();
    assert_eq!(answer["state"], "declined");
    assert!(
        answer["message"]
            .as_str()
            .is_some_and(|text| text.contains("not charged again")),
        "{answer}"
    );

    assert_eq!(app.moved(Service::Stripe, "charge").len(), charges);
    assert_eq!(app.moved(Service::Stripe, "refund").len(), 1);
    assert_eq!(app.moved(Service::Paypal, "capture").len(), captures);
    app.at_rest().await;
}

on_both!(
    everything_outside_is_held_and_what_is_inside_goes_on,
    what_is_taken_over_is_not_sent,
    a_database_that_was_not_brought_back_goes_on,
    only_administrators_decide
);

/// Holds a database as after its own tools restored it; everybody signs in again.
async fn settled(app: &TestApp) -> (User, User) {
    restore::settle_here(&app.ctx, &wanted())
        .await
        .expect("it is settled");
    let doctor = sign_in_staff(app, app.users.doctor.clone()).await;
    let admin = sign_in_staff(app, app.users.admin.clone()).await;
    (doctor, admin)
}

/// What was to bring it to a point in time failed: the clinic that works is not held, and nobody is signed out.
async fn a_database_that_was_not_brought_back_goes_on(app: &TestApp) {
    app.create(&app.users.patient, 1).await;
    app.ctx.clock.advance(TimeDelta::hours(3));
    app.create(&app.users.other, 1).await;
    let earlier = Wanted {
        point: Some(app.ctx.now() - TimeDelta::hours(2)),
        ..wanted()
    };
    let refused = restore::settle_here(&app.ctx, &earlier).await;
    let why = refused.expect_err("it is refused").to_string();
    assert!(why.contains("was not brought back"), "{why}");
    let admin = &app.users.admin;
    let status = app.get(admin, "/operations/restore").await.ok();
    assert_eq!(status["hold"], Value::Null);
}

async fn everything_outside_is_held_and_what_is_inside_goes_on(app: &TestApp) {
    let signed = app.signed(0).await;
    app.fax(&app.users.doctor, &signed).await;
    let (doctor, admin) = settled(app).await;
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 0);
    let report = app.get(&admin, "/operations").await.ok();
    let restored = &report["restore"];
    assert!(restored["held"].as_u64() > Some(0), "{report}");
    let findings = report["findings"].to_string();
    assert!(
        findings.contains("is held until an administrator"),
        "{findings}"
    );
    assert!(
        !findings.contains("not started"),
        "what is held is not overdue: {findings}"
    );
    let today = app.get(&doctor, "/today").await.ok();
    assert!(today["restored"]["held"].as_u64() > Some(0), "{today}");
    let status = held::status(&app.ctx).await.expect("the status");
    assert!(status.contains("fax.send"), "{status}");
    // At the terminal as well.
    let told = held::release_all_here(&app.ctx, "a test", "checked").await;
    assert!(told.is_ok_and(|told| told.contains("Nothing is held any more")));
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 1);
    let status = held::status(&app.ctx).await.expect("the status");
    assert_eq!(status, "Nothing is held.");
    let lines = "select count(*) as n from audit where action like 'salal restore%'";
    assert_eq!(number(&app.ctx.db, lines).await, 2);
    app.at_rest().await;
}

async fn what_is_taken_over_is_not_sent(app: &TestApp) {
    let signed = app.signed(0).await;
    app.settle().await;
    app.fax(&app.users.doctor, &signed).await;
    let (doctor, admin) = settled(app).await;
    let view = app.get(&admin, "/operations/restore").await.ok();
    let items = view["hold"]["items"].as_array().expect("a list");
    let fax = items.iter().find(|one| one["kind"] == "fax.send");
    let fax = fax.expect("the fax").clone();
    let id = fax["_id"].as_str().expect("an id");
    let path = format!("/operations/restore/take-over/{id}");
    app.put(&admin, &path, &reason()).await.ok();
    let taken =
        "select count(*) as n from audit where action = 'PUT /operations/restore/take-over/{id}'";
    assert_eq!(number(&app.ctx.db, taken).await, 1);
    // Somebody else was faster.
    app.put(&admin, &path, &reason())
        .await
        .refused(409, "MOVED_ON");
    held::release_all_here(&app.ctx, "a test", "checked")
        .await
        .expect("released");
    app.settle().await;
    assert_eq!(app.effects(Service::Srfax, "fax").len(), 0);
    // The service does not list it, so somebody has to ask the pharmacy.
    let shown = app.see(&doctor, &signed["_id"]).await;
    assert_eq!(shown["fax"]["state"], "unknown");
    app.at_rest().await;
}

async fn only_administrators_decide(app: &TestApp) {
    let (doctor, admin) = settled(app).await;
    app.get(&doctor, "/operations/restore")
        .await
        .refused(403, "NOT_ALLOWED");
    let path = "/operations/restore/release";
    app.put(&doctor, path, &reason())
        .await
        .refused(403, "NOT_ALLOWED");
    app.put(&admin, path, &json!({"reason": "because"}))
        .await
        .refused(422, "PLEASE_CORRECT_ERRORS_BELOW");
    app.put(&admin, path, &reason()).await.ok();
    app.put(&admin, path, &reason())
        .await
        .refused(409, "NOTHING_HELD");
}

/// A backup with a fault is not restored, unless someone says so; and a database is not overwritten.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_with_a_fault_and_a_database_in_place_are_refused() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    let folder = tempfile::tempdir().expect("a folder");
    // In one file, as earlier versions made it.
    let copy = folder.path().join("salal-20261125T030000Z.db");
    let sql = format!("VACUUM INTO '{}'", copy.display());
    let made = app.ctx.db.write().execute_unprepared(&sql).await;
    made.expect("the backup");
    let target = folder.path().join("there.db");
    let settings = |url: &Path| {
        let mut settings = (*app.ctx.settings).clone();
        settings.database.url = format!("sqlite://{}?mode=rwc", url.display());
        settings
    };
    let clock = || app.ctx.clock.clone();
    std::fs::write(&target, "a clinic").expect("a file");
    let refused = restore::restore(settings(&target), clock(), &copy, &wanted()).await;
    let why = refused.expect_err("nothing is overwritten").to_string();
    assert!(why.contains("it is not overwritten"), "{why}");
    assert_eq!(std::fs::read(&target).expect("the file"), b"a clinic");

    let early = folder.path().join("early.db");
    let told = restore::restore(settings(&early), clock(), folder.path(), &wanted()).await;
    assert!(told.expect("it is whole").contains("Restored"));

    // A page in the middle is another one.
    let mut bytes = std::fs::read(&copy).expect("the backup");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4_096].fill(0xa5);
    std::fs::write(&copy, &bytes).expect("the backup");
    let target = folder.path().join("new.db");
    let refused = restore::restore(settings(&target), clock(), &copy, &wanted()).await;
    let why = refused.expect_err("it is damaged").to_string();
    assert!(why.contains("nothing was restored"), "{why}");
    let left = std::fs::read_dir(folder.path()).expect("the folder");
    let left = left.filter_map(Result::ok);
    let left: Vec<_> = left
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with("new.db") && name != "new.db.lock"
        })
        .collect();
    assert!(left.is_empty(), "nothing is left of it: {left:?}");
}
