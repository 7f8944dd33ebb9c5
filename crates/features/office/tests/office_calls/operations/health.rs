// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /operations`, `PUT /operations/retry/{kind}`, and the same as text (`salal doctor`)

use salal_office::operations::backup;
use salal_office::operations::health;
use salal_sandbox::{Mode, Service};
use sea_orm::{ConnectionTrait, Statement, Value as Bound};
use serde_json::{Value, json};

use crate::support::{TestApp, number, on_both};

async fn report(app: &TestApp) -> Value {
    app.get(&app.users.admin, "/operations").await.ok()
}

fn texts(report: &Value, area: &str, level: &str) -> Vec<String> {
    let all = report["findings"].as_array().expect("a list").iter();
    all.filter(|one| one["area"] == area && one["level"] == level)
        .map(|one| one["text"].as_str().expect("a text").to_owned())
        .collect()
}

async fn run(app: &TestApp, sql: &'static str, values: Vec<Bound>) {
    let db = app.ctx.db.write();
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    db.execute_raw(statement).await.expect("it is written");
}

on_both!(
    tells_versions_services_and_what_lacks,
    an_effect_without_an_outcome_is_listed_with_its_place,
    faxes_that_failed_are_told_until_someone_has_handled_them,
    the_terminal_says_the_same_and_names_nobody,
    old_answers_are_taken_away_and_young_ones_kept,
    a_reason_is_of_its_own_jobs_and_trying_again_is_offered_where_it_does_something,
    refusals
);

async fn tells_versions_services_and_what_lacks(app: &TestApp) {
    let seen = report(app).await;
    assert_eq!(seen["versions"]["missing"], json!([]));
    assert!(
        seen["versions"]["schema"]
            .as_str()
            .is_some_and(|step| step.starts_with("first_") || step.starts_with("m00"))
    );
    // Everything that grows lies on one disk, which is told once with all that it holds.
    let disks = seen["disks"].as_array().expect("a list");
    let held: Vec<_> = disks
        .iter()
        .flat_map(|disk| disk["what"].as_str().expect("a text").split(", "))
        .map(str::to_lowercase)
        .collect();
    for what in ["uploaded files", "backups"] {
        let told = held.iter().filter(|held| *held == what);
        assert_eq!(told.count(), 1, "{what} in {held:?}");
    }
    let backup = texts(&seen, "backup", "notice");
    assert!(
        backup.len() == 1 && backup[0].starts_with("No backup has been made yet. Run salal backup"),
        "{backup:?}"
    );
    let services = seen["services"].as_array().expect("a list");
    assert_eq!(services.len(), 8);
    // A message that leaves is an answer; a clinic that is away is a failure, in our words.
    app.get(
        &app.users.patient,
        &format!("/person/verify-number/{}", app.users.patient.person),
    )
    .await
    .ok();
    app.settle().await;
    app.fail(Service::Clinic, Mode::Down, 100);
    app.create(&app.users.patient, 1).await;
    app.settle().await;
    app.sandbox.clear_faults();
    let seen = report(app).await;
    let of = |name: &str| {
        let services = seen["services"].as_array().expect("a list");
        services
            .iter()
            .find(|one| one["service"] == name)
            .expect("all are told")
            .clone()
    };
    assert!(
        of("sms")["answeredAt"].is_string() && of("sms")["failures"] == 0,
        "{}",
        of("sms")
    );
    let clinic = of("clinic");
    assert!(
        clinic["failures"].as_i64().is_some_and(|n| n >= 3),
        "{clinic}"
    );
    assert_eq!(clinic["failure"], "It returned an unexpected response.");
    assert_eq!(texts(&seen, "services", "wrong").len(), 1, "{seen}");
    // What was given up just now is wrong, and may be tried again.
    let jobs = seen["jobs"].as_array().expect("a list");
    let chart = jobs
        .iter()
        .find(|one| one["kind"] == "people.demographic")
        .expect("it was given up");
    assert_eq!(
        (&chart["givenUp"], &chart["retriable"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(
        texts(&seen, "jobs", "wrong"),
        ["Make or find a patient’s record at the clinic: 1 job given up."]
    );
    let tried = app
        .put(
            &app.users.admin,
            "/operations/retry/people.demographic",
            &json!({}),
        )
        .await
        .ok();
    assert_eq!(tried, json!({"tried": 1}));
    app.settle().await;
    let seen = report(app).await;
    assert_eq!(
        (
            texts(&seen, "jobs", "wrong"),
            texts(&seen, "services", "wrong")
        ),
        (vec![], vec![])
    );
    assert_eq!(app.effects(Service::Clinic, "demographic").len(), 1);
}

async fn an_effect_without_an_outcome_is_listed_with_its_place(app: &TestApp) {
    let made = app.create(&app.users.patient, 1).await;
    app.pay(&app.users.patient, &made).await;
    app.settle().await;
    assert_eq!(report(app).await["unconfirmed"], json!([]));
    run(
        app,
        "UPDATE payment SET state = 'unknown', created_at = $1",
        vec![(app.ctx.now() - chrono::TimeDelta::hours(2)).into()],
    )
    .await;
    let seen = report(app).await;
    let item = &seen["unconfirmed"][0];
    assert_eq!(
        (
            &item["kind"],
            &item["_id"],
            &item["personId"],
            &item["subjectKind"]
        ),
        (
            &json!("payment"),
            &made["_id"],
            &json!(app.users.patient.person),
            &json!("prescription")
        )
    );
    assert_eq!(
        texts(&seen, "unconfirmed", "wrong"),
        ["1 payment without a known outcome, the oldest for 2 hours."]
    );
    run(app, "UPDATE payment SET state = 'charged'", vec![]).await;
}

async fn faxes_that_failed_are_told_until_someone_has_handled_them(app: &TestApp) {
    let signed = app.signed(0).await;
    app.fax(&app.users.doctor, &signed).await;
    app.settle().await;
    assert!(texts(&report(app).await, "faxes", "notice").is_empty());
    run(
        app,
        "UPDATE fax SET state = 'failed', trouble = true, queued_at = $1",
        vec![(app.ctx.now() - chrono::TimeDelta::hours(2)).into()],
    )
    .await;
    assert_eq!(
        texts(&report(app).await, "faxes", "notice"),
        [
            "1 fax failed and waits for the office, the oldest for 2 hours. The fax desk shows why and can send it \
             again."
        ]
    );
    run(app, "UPDATE fax SET trouble = false", vec![]).await;
    assert!(texts(&report(app).await, "faxes", "notice").is_empty());
}

async fn the_terminal_says_the_same_and_names_nobody(app: &TestApp) {
    let made = app.create(&app.users.patient, 1).await;
    app.pay(&app.users.patient, &made).await;
    app.settle().await;
    backup::mark(&app.ctx, "pg_dump of the night")
        .await
        .expect("it is noted");
    salal_accounts::audit::seal(&app.ctx)
        .await
        .expect("it is sealed");
    salal_accounts::audit::sign(&app.ctx)
        .await
        .expect("it is anchored");
    let mut found = health::examine(&app.ctx).await.expect("a report");
    // The disk is the machine's, which may be a full one.
    found.findings.retain(|one| one.area != health::Area::Disks);
    assert!(!found.is_wrong(), "{:?}", found.findings);
    let text = health::text(&found);
    assert!(
        text.contains("No problems found.") && text.contains("pg_dump of the night"),
        "{text}"
    );
    for secret in [
        &app.users.patient.email,
        &app.users.patient.phone,
        &app.users.patient.person,
        &"Tremblay".to_owned(),
    ] {
        assert!(!text.contains(secret.as_str()), "{text}");
    }
    // A day and a half later the backup is due, and work that nobody begins is wrong.
    app.ctx.clock.advance(chrono::TimeDelta::hours(36));
    let later = health::examine(&app.ctx).await.expect("a report");
    let text = health::text(&later);
    assert!(
        text.contains("The newest backup is 36 hours old."),
        "{text}"
    );
}

async fn old_answers_are_taken_away_and_young_ones_kept(app: &TestApp) {
    app.create(&app.users.patient, 1).await;
    let before = number(&app.ctx.db, "SELECT count(*) AS n FROM idempotency").await;
    assert!(before > 0);
    salal_office::operations::health::sweep(&app.ctx)
        .await
        .expect("it is swept");
    assert_eq!(
        number(&app.ctx.db, "SELECT count(*) AS n FROM idempotency").await,
        before
    );
    app.ctx.clock.advance(chrono::TimeDelta::hours(26));
    health::sweep(&app.ctx).await.expect("it is swept");
    assert_eq!(
        number(&app.ctx.db, "SELECT count(*) AS n FROM idempotency").await,
        0
    );
    app.settle().await;
}

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stands {
    New,
    Waits,
    Runs,
    GivenUp,
    Cancelled,
    CancelledEnded,
}

async fn insert_job(app: &TestApp, kind: &'static str, stands: Stands, why: &'static str) {
    let now = app.ctx.now();
    let (state, why, by) = match stands {
        Stands::New => ("queued", None, None),
        Stands::Waits => ("queued", Some(why), None),
        Stands::Runs => ("running", Some(why), None),
        Stands::GivenUp => ("given_up", Some(why), None),
        Stands::Cancelled => ("queued", Some(why), Some(())),
        Stands::CancelledEnded => ("given_up", Some(why), Some(())),
    };
    let by = by.map(|()| uuid::Uuid::parse_str(&app.users.office.person).expect("an id"));
    run(
        app,
        "INSERT INTO job (id, kind, payload, state, run_at, tries, created_at, last_error, ended_at, ended_by) \
         VALUES ($1, $2, '{}', $3, $4, 1, $5, $6, $7, $8)",
        vec![
            uuid::Uuid::now_v7().into(),
            kind.into(),
            state.into(),
            (now + chrono::TimeDelta::hours(1)).into(),
            now.into(),
            why.into(),
            (state == "given_up").then_some(now).into(),
            by.into(),
        ],
    )
    .await;
}

/// Some kinds are tried again after they were given up (`people.demographic`), others are not (`post.mail`), and one
/// is of another version.
async fn a_reason_is_of_its_own_jobs_and_trying_again_is_offered_where_it_does_something(
    app: &TestApp,
) {
    const AWAY: &str = "not reached: it is away";
    const REFUSED: &str = "refused with code 550";
    const PEOPLE: &str = "people.demographic";
    const MAIL: &str = "post.mail";
    const OTHER: &str = "of.another.version";
    let (away, refused) = (
        json!("An outside service: It couldn’t be reached."),
        json!("An outside service refused this."),
    );
    let none = Value::Null;
    let cases: &[(&'static str, &[Stands], [&Value; 2], bool)] = &[
        (PEOPLE, &[Stands::New], [&none, &none], false),
        (PEOPLE, &[Stands::Waits], [&away, &none], true),
        (PEOPLE, &[Stands::Runs], [&away, &none], false),
        (PEOPLE, &[Stands::GivenUp], [&none, &refused], true),
        (PEOPLE, &[Stands::Cancelled], [&away, &none], false),
        (PEOPLE, &[Stands::CancelledEnded], [&none, &refused], false),
        (
            PEOPLE,
            &[Stands::New, Stands::GivenUp],
            [&none, &refused],
            true,
        ),
        (
            PEOPLE,
            &[Stands::Waits, Stands::GivenUp],
            [&away, &refused],
            true,
        ),
        (MAIL, &[Stands::GivenUp], [&none, &refused], false),
        (
            MAIL,
            &[Stands::New, Stands::GivenUp],
            [&none, &refused],
            false,
        ),
        (
            MAIL,
            &[Stands::Waits, Stands::GivenUp],
            [&away, &refused],
            true,
        ),
        (OTHER, &[Stands::Waits], [&away, &none], false),
    ];
    for restored in [false, true] {
        if restored {
            run(
                app,
                "INSERT INTO restore_hold (id, restored_at, point_at, told) VALUES ($1, $2, $3, '')",
                vec![
                    uuid::Uuid::now_v7().into(),
                    app.ctx.now().into(),
                    app.ctx.now().into(),
                ],
            )
            .await;
        }
        for (kind, all, [why, why_given_up], retriable) in cases {
            let case = format!("{kind} {all:?}, restored: {restored}");
            for stands in *all {
                let is_over = matches!(stands, Stands::GivenUp | Stands::CancelledEnded);
                insert_job(app, kind, *stands, if is_over { REFUSED } else { AWAY }).await;
            }
            let seen = report(app).await;
            let shown = &seen["jobs"][0];
            // What is held after a restore waits for a person: trying again would not run it.
            let retriable = *retriable && !restored;
            assert_eq!(
                (&shown["why"], &shown["whyGivenUp"], &shown["retriable"]),
                (*why, *why_given_up, &json!(retriable)),
                "{case}"
            );
            let path = format!("/operations/retry/{kind}");
            let pressed = app.put(&app.users.admin, &path, &json!({})).await;
            if *kind == OTHER {
                pressed.refused(404, "NOT_FOUND");
            } else {
                let tried = pressed.ok()["tried"].as_i64();
                assert_eq!(tried.is_some_and(|n| n > 0), retriable, "{case}: {tried:?}");
            }
            run(app, "DELETE FROM job", vec![]).await;
        }
    }
    run(app, "DELETE FROM restore_hold", vec![]).await;
}

async fn refusals(app: &TestApp) {
    for by in [
        &app.users.patient,
        &app.users.doctor,
        &app.users.office,
        &app.users.customer_service,
    ] {
        app.get(by, "/operations").await.refused(403, "NOT_ALLOWED");
        app.put(by, "/operations/retry/post.mail", &json!({}))
            .await
            .refused(403, "NOT_ALLOWED");
    }
    app.put(&app.users.admin, "/operations/retry/no.such", &json!({}))
        .await
        .refused(404, "NOT_FOUND");
    assert_eq!(
        app.put(&app.users.admin, "/operations/retry/post.mail", &json!({}))
            .await
            .ok(),
        json!({"tried": 0})
    );
}
