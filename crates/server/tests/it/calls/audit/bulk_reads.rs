// SPDX-License-Identifier: AGPL-3.0-or-later

//! Reading in bulk: the administrators are told, once a day, of who opened more records than their work
//! explains.

use chrono::TimeDelta;
use salal_db::Engine;
use salal_server::features::audit::report_bulk_reads;

use crate::support::{TestApp, User, sign_in_staff};

/// The letters about it to one address.
fn letters(app: &TestApp, to: &User) -> Vec<String> {
    let all = app.sandbox.outbox(Some("email"), Some(&to.email));
    let about = all
        .into_iter()
        .filter(|letter| letter.text.contains("records of more than"));
    about.map(|letter| letter.text).collect()
}

async fn open(app: &TestApp, by: &User, of: &[&User]) {
    for person in of {
        app.get(by, &format!("/person/{}", person.person))
            .await
            .ok();
    }
}

#[tokio::test]
async fn administrators_are_told_once_a_day() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::with(&crate::TESTED, engine, |settings| {
            settings.audit.bulk_read_records = 2;
        })
        .await;
        let users = &app.users;
        let (admin, office) = (&users.admin, &users.office);
        let three = [&users.patient, &users.other, &users.doctor];
        // The same record again is no other record, and a patient's own are nobody's in bulk.
        open(
            &app,
            office,
            &[&users.patient, &users.patient, &users.patient, &users.other],
        )
        .await;
        assert_eq!(
            report_bulk_reads(&app.ctx).await.expect("counts"),
            0,
            "{engine:?}"
        );
        open(&app, office, &three).await;
        for _ in 0..2 {
            assert_eq!(report_bulk_reads(&app.ctx).await.expect("counts"), 1);
        }
        app.settle().await;
        let told = letters(&app, admin);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].contains("more than 2 patients") && told[0].contains("/audit"),
            "{told:?}"
        );
        assert!(!told[0].contains(&users.patient.person) && !told[0].contains(&office.email));
        assert_eq!(
            letters(&app, office).len() + letters(&app, &users.doctor).len(),
            0
        );
        // An hour later it is over; a day later it is told again.
        app.ctx.clock.advance(TimeDelta::hours(2));
        assert_eq!(report_bulk_reads(&app.ctx).await.expect("counts"), 0);
        app.ctx.clock.advance(TimeDelta::hours(24));
        let office = sign_in_staff(&app, office.clone()).await;
        open(&app, &office, &three).await;
        assert_eq!(report_bulk_reads(&app.ctx).await.expect("counts"), 1);
        app.settle().await;
        assert_eq!(letters(&app, admin).len(), 2);
    }
}

#[tokio::test]
async fn nobody_is_told_where_the_setting_says_so() {
    let app = TestApp::with(&crate::TESTED, Engine::Sqlite, |settings| {
        settings.audit.bulk_read_records = 0;
    })
    .await;
    let users = &app.users;
    open(&app, &users.office, &[&users.patient, &users.other]).await;
    assert_eq!(report_bulk_reads(&app.ctx).await.expect("counts"), 0);
}
