// SPDX-License-Identifier: AGPL-3.0-or-later

//! What whoever is on call sees of the program: its metrics, its log of services that go away, and its alerts.

use std::time::Instant;

use reqwest::Method;
use salal_sandbox::{Mode, Service};
use salal_server::features::operations::health;
use salal_server::jobs;
use salal_server::telemetry::{self, Kind};
use sea_orm::{ConnectionTrait, Statement};

use crate::support::{Api, TestApp, metrics, on_both};

/// The metrics of a process on the database of `app`, read afresh.
pub(crate) async fn shown(app: &TestApp) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    let router =
        salal_server::metrics::router(&app.ctx, metrics(), "serve+work", health::measure);
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });
    let api = Api::new(&crate::TESTED, format!("http://{address}"));
    let answer = api.send_raw(Method::GET, "/metrics", &[], Vec::new()).await;
    serving.abort();
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").starts_with("text/plain"));
    String::from_utf8(answer.bytes).expect("text")
}

/// The value of a series, by the beginning of its line.
pub(crate) fn value(shown: &str, series: &str) -> f64 {
    let line = shown.lines().find_map(|line| line.strip_prefix(series));
    let line = line.unwrap_or_else(|| panic!("no {series} in:\n{shown}"));
    line.trim().parse().expect("a number")
}

on_both!(
    metrics_tell_the_state_of_the_installation_in_series_that_add_up,
);

/// One after the other: the recorder is that of the whole test program, and others count in it too. Only what comes from
/// the database of this test is compared with a number.
async fn metrics_tell_the_state_of_the_installation_in_series_that_add_up(app: &TestApp) {
    let (admin, patient) = (&app.users.admin, &app.users.patient);
    app.get(admin, "/operations").await.ok();
    app.fail(Service::Email, Mode::Down, 100);
    app.get(patient, &format!("/person/verify-number/{}", patient.person))
        .await
        .ok();
    let tx = app.ctx.db.begin().await.expect("a transaction");
    for n in 0..2 {
        let job = jobs::NewJob::new("uploads.sweep", &n).expect("a payload");
        jobs::enqueue(&tx, &app.ctx, job).await.expect("it is queued");
    }
    tx.commit().await.expect("they are kept");
    app.ctx.clock.advance(chrono::TimeDelta::minutes(11));

    let measured = async { health::measure(app.ctx.clone()).await.expect("it is read") };
    measured.await;
    let shown = shown(app).await;
    // Of a process without a database of its own in this program: whoever wrote last. So what was measured is read at
    // once, and compared where only this test can have written it.
    let kinds: Vec<&str> = shown.lines().filter(|line| line.starts_with("# TYPE")).collect();
    assert!(kinds.len() > 30, "{kinds:?}");
    for row in telemetry::ALL {
        let Some(line) = kinds
            .iter()
            .find(|line| line.split(' ').nth(2) == Some(row.name))
        else {
            continue;
        };
        let kind = match row.kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        assert!(line.ends_with(kind), "{line}");
        let help = format!("# HELP {} {}", row.name, row.help);
        assert!(shown.contains(&help), "{help}");
    }
    for line in &kinds {
        let name = line.split(' ').nth(2).unwrap_or_default();
        assert!(
            telemetry::ALL.iter().any(|row| row.name == name),
            "{name} is not in the table"
        );
        assert!(!line.ends_with("summary"), "{line} cannot be added up");
    }
    assert!(shown.contains("salal_call_seconds_bucket{call=\"GET /operations\",le=\"0.005\"}"));
    assert!(value(&shown, "process_resident_memory_bytes ") > 1e6);
    assert!(value(&shown, "process_open_fds ") > 3.0);
    assert!(value(&shown, "process_start_time_seconds ") > 1.7e9);
    assert!(value(&shown, "salal_disk_free_bytes{what=\"uploads\"} ") > 0.0);
    assert!(shown.contains("salal_build_info{version="));
    assert!(shown.contains("salal_jobs{kind=\"uploads.sweep\",state=\"waiting\"}"));
    assert!(shown.contains("salal_jobs_given_up_total{kind=\"fax.send\"}"));
    assert!(shown.contains("salal_audit_unsealed_lines "));
    assert!(shown.contains("salal_database_connections{pool="));
    app.sandbox.clear_faults();
    let _ = (Instant::now(), Statement::from_string(app.ctx.db.read().get_database_backend(), "SELECT 1"));
}
