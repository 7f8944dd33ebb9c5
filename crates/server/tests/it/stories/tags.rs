// SPDX-License-Identifier: AGPL-3.0-or-later

//! The data of every released version opens with this program: it is migrated, nothing that was there is lost, the
//! audit log is intact, and everybody works on. How such data is made says `docs/release.md`.

use chrono::TimeDelta;
use salal_db::testing::{self, catalogue, contents, contents_as};
use salal_db::{Db, Engine, file_of};
use salal_server::features::audit;
use salal_server::features::operations::health;
use salal_server::restore::{self, Wanted};
use sea_orm::{ConnectionTrait, Statement, TryGetable, Value};
use uuid::Uuid;

use crate::support::{TestApp, User, Users, sign_in_patient, sign_in_staff};
use crate::tags::{Left, as_it_is, folder_of, lost, versions};

async fn value<T: TryGetable>(db: &Db, sql: &str, values: Vec<Value>) -> T {
    let on = db.read();
    let statement = Statement::from_sql_and_values(on.get_database_backend(), sql, values);
    let row = on.query_one_raw(statement).await.expect("an answer");
    let row = row.unwrap_or_else(|| panic!("no row: {sql}"));
    row.try_get_by_index(0).expect("a value")
}

/// The schema of a database that this program made.
async fn own_catalogue(engine: Engine) -> Vec<String> {
    let own = match engine {
        Engine::Sqlite => testing::sqlite().await,
        Engine::Postgres => testing::postgres().await,
    };
    catalogue(&own.db).await.expect("its schema")
}

/// The first account of each role, without a session.
fn accounts(version: &str, engine: Engine) -> Users {
    let path = folder_of(version, engine).join("accounts.json");
    let bytes = std::fs::read(path).expect("the demo's accounts");
    let all: Vec<serde_json::Value> = serde_json::from_slice(&bytes).expect("a list of accounts");
    let of = |role: &str| {
        let mut of_role = all.iter().filter(|row| row["role"] == role);
        let row = of_role
            .next()
            .unwrap_or_else(|| panic!("there is no {role}"));
        let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
        User {
            email: text("email"),
            password: text("password"),
            totp: text("totpSecret"),
            person: text("personId"),
            ..User::default()
        }
    };
    Users {
        patient: of("ROLE_PATIENT"),
        doctor: of("ROLE_DOCTOR"),
        office: of("ROLE_OFFICE"),
        customer_service: of("ROLE_CUSTOMERSERVICE"),
        admin: of("ROLE_ADMIN"),
        ..Users::default()
    }
}

/// Opens what a version left, as a server does.
async fn open(version: &str, engine: Engine, left: Left) -> TestApp {
    let uploads = left.uploads.display().to_string();
    let users = accounts(version, engine);
    TestApp::start(&crate::TESTED, left.database, users, |settings| {
        settings.database.uploads = uploads;
    })
    .await
}

async fn everybody_signs_in(app: &TestApp) -> Users {
    let staff = async |user: &User| sign_in_staff(app, user.clone()).await;
    let id = Uuid::parse_str(&app.users.patient.person).expect("an id");
    let sql = "SELECT cell_phone FROM person WHERE id = $1";
    let phone: String = value(&app.ctx.db, sql, vec![id.into()]).await;
    let mut patient = app.users.patient.clone();
    patient.phone = phone.chars().filter(char::is_ascii_digit).collect();
    Users {
        doctor: staff(&app.users.doctor).await,
        office: staff(&app.users.office).await,
        customer_service: staff(&app.users.customer_service).await,
        admin: staff(&app.users.admin).await,
        patient: sign_in_patient(app, patient).await,
        ..Users::default()
    }
}

/// Lists, a record, its signed sheet, a file, and a new message.
async fn work_goes_on(app: &TestApp, users: &Users) {
    let db = &app.ctx.db;
    let sql =
        "SELECT prescription_id FROM signature WHERE voided_at IS NULL ORDER BY signed_at LIMIT 1";
    let signed: Uuid = value(db, sql, Vec::new()).await;
    for (user, path) in [
        (&users.doctor, "/prescription/queue".to_owned()),
        (&users.office, "/prescription".to_owned()),
        (&users.doctor, format!("/prescription/{signed}")),
        (
            &users.admin,
            format!("/person/page/{}", users.patient.person),
        ),
        (&users.admin, "/operations".to_owned()),
        (
            &users.patient,
            format!("/prescription/person/{}", users.patient.person),
        ),
        (
            &users.patient,
            format!("/message/inbox/patient/{}", users.patient.person),
        ),
        (
            &users.customer_service,
            format!("/message/sent/{}", users.customer_service.person),
        ),
    ] {
        app.get(user, &path).await.ok();
    }
    let sheet = app
        .get(&users.doctor, &format!("/prescription/document/{signed}"))
        .await;
    assert!(
        sheet.status == 200 && sheet.bytes.starts_with(b"%PDF-"),
        "the signed sheet: {} {}",
        sheet.status,
        sheet.body
    );
    let sql = "SELECT id FROM upload ORDER BY created_at LIMIT 1";
    let file: Uuid = value(db, sql, Vec::new()).await;
    let file = app.get(&users.admin, &format!("/file/{file}")).await;
    assert_eq!(file.status, 200, "an uploaded file: {}", file.body);
}

async fn opens(version: &str, engine: Engine) {
    let left = Left::by(version, engine).await;
    let db = as_it_is(&left.database.url).await;
    let before = contents(&db).await.expect("the rows of before");
    let filled = before.values().filter(|rows| !rows.rows.is_empty()).count();
    assert!(filled > 50, "{version}: {filled} tables have rows");
    db.close().await;

    let app = Box::pin(open(version, engine, left)).await;
    let db = &app.ctx.db;
    let schema = db.schema().await.expect("its schema");
    assert_eq!(
        (schema.missing, schema.unknown),
        (Vec::new(), Vec::new()),
        "{version}"
    );
    assert_eq!(
        catalogue(db).await.expect("its schema"),
        own_catalogue(engine).await,
        "{version}: the schema is that of a new database"
    );
    let after = contents_as(db, &before).await.expect("the rows of after");
    assert_eq!(lost(&before, &after), None, "{version}");

    // The site began an hour ago.
    app.ctx.clock.advance(TimeDelta::hours(1));
    let users = Box::pin(everybody_signs_in(&app)).await;
    Box::pin(work_goes_on(&app, &users)).await;
    app.settle().await;
    while audit::seal(&app.ctx).await.expect("seals") > 0 {}
    let verified = audit::verify(&app.ctx, db.read(), &[]).await;
    let verified = verified.expect("the audit log can be read");
    assert!(
        verified.faults.is_empty() && verified.lines > 200,
        "{verified}"
    );
    let report = health::examine(&app.ctx).await.expect("an examination");
    let wrong: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| {
            ["database.", "versions.", "audit.", "disks.uploads"]
                .iter()
                .any(|area| finding.code.starts_with(area))
        })
        .map(|finding| &finding.text)
        .collect();
    assert!(wrong.is_empty(), "{version}: {wrong:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_data_of_every_version_opens_on_sqlite() {
    for version in versions() {
        Box::pin(opens(&version, Engine::Sqlite)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_data_of_every_version_opens_on_postgres() {
    for version in versions() {
        Box::pin(opens(&version, Engine::Postgres)).await;
    }
}

/// A backup that a version made is put back, and what it held is there under this program's schema.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_every_version_is_restored() {
    let app = TestApp::on(&crate::TESTED, Engine::Sqlite).await;
    for version in versions() {
        let left = Left::by(&version, Engine::Sqlite).await;
        let was = as_it_is(&left.database.url).await;
        let before = contents(&was).await.expect("the rows of before");
        was.close().await;
        let folder = tempfile::tempdir().expect("a folder");
        let copy = folder.path().join("salal-20261125T030000Z.db");
        let file = file_of(&left.database.url).expect("a file");
        std::fs::copy(file, &copy).expect("a backup in one file");
        let mut settings = (*app.ctx.settings).clone();
        settings.database.url = format!(
            "sqlite://{}?mode=rwc",
            folder.path().join("back.db").display()
        );
        settings.database.uploads = folder.path().join("uploads").display().to_string();
        let url = settings.database.url.clone();
        let wanted = Wanted {
            by: "a test".into(),
            ..Wanted::default()
        };
        let clock = app.ctx.clock.clone();
        let told = restore::restore(settings, clock, &copy, &wanted).await;
        let told = told.unwrap_or_else(|error| panic!("{version}: {error}"));
        assert!(told.contains("Restored"), "{version}: {told}");

        let db = as_it_is(&url).await;
        let schema = db.schema().await.expect("its schema");
        assert_eq!(
            (schema.missing, schema.unknown),
            (Vec::new(), Vec::new()),
            "{version}"
        );
        let after = contents_as(&db, &before).await.expect("the rows of after");
        for table in [
            "prescription",
            "medication",
            "signature",
            "payment",
            "fax",
            "audit",
        ] {
            let is = &after[table].rows;
            let gone = before[table].rows.iter().find(|row| !is.contains(row));
            assert_eq!(gone, None, "{version}: a row of {table}");
        }
        db.close().await;
    }
}

/// What a program before 0.1.0 did not finish, this one cannot: it changes nothing and says what to do.
async fn halfway(engine: Engine) {
    let left = Left::by("before-0.1.0", engine).await;
    let db = as_it_is(&left.database.url).await;
    let taken = "DELETE FROM seaql_migrations WHERE version > 'm0060'";
    db.write().execute_unprepared(taken).await.expect("taken");
    let before = (catalogue(&db).await, contents(&db).await);
    let schema = db.schema().await.expect("its schema");
    let why = schema.refusal().expect("it is refused");
    assert!(why.contains("Nothing was changed") && why.contains("m0063_alerts"));
    let refused = db.migrate().await.expect_err("it is refused");
    assert_eq!(refused.to_string(), why);
    let after = (catalogue(&db).await, contents(&db).await);
    assert_eq!(before.0.expect("before"), after.0.expect("after"));
    assert_eq!(before.1.expect("before"), after.1.expect("after"));
    db.close().await;
}

#[tokio::test]
async fn a_database_amid_the_steps_of_before_is_left_as_it_is() {
    halfway(Engine::Sqlite).await;
    halfway(Engine::Postgres).await;
}
