// SPDX-License-Identifier: AGPL-3.0-or-later

//! The log is read with the database's own functions and by indexes that have every line: what somebody puts in their
//! place is not believed, and told.

use salal_db::Engine;

use super::anchors::{begin_anew, line, pass, report, run};
use crate::TESTED;
use crate::support::TestApp;

async fn of_some_lines(engine: Engine) -> TestApp {
    let app = TestApp::with(&TESTED, engine, |_| ()).await;
    begin_anew(&app).await;
    for _ in 0..4 {
        line(&app.ctx).await;
    }
    pass(&app.ctx).await;
    assert_eq!(report(&app.ctx).await.faults, [] as [&str; 0]);
    app
}

/// `PostgreSQL` takes a function with just these types before its own, which takes anything.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_function_of_the_same_name_tells_nothing_on_postgres() {
    let app = of_some_lines(Engine::Postgres).await;
    let types = vec!["text"; 15].join(", ");
    let given: Vec<String> = (1..=15).map(|place| format!("${place}")).collect();
    let given = given.join(", ");
    let packed = "concat_ws(chr(31), s.seq::text, s.audit_id::text, s.hash, coalesce('+' || s.key_id, ''), \
        encode(timestamptz_send(a.at), 'hex'), coalesce(a.actor::text, ''), a.actor_role, coalesce(a.patient::text, ''), \
        a.action, coalesce('+' || a.object_kind, ''), coalesce('+' || a.object_id, ''), a.ip, a.request_id, \
        coalesce('+' || a.mac, ''))";
    let kept = format!(
        "CREATE TABLE truth AS SELECT s.seq::text AS seq, {packed} AS line FROM audit_seal s JOIN audit a ON a.id = s.audit_id"
    );
    let own = format!(
        "CREATE FUNCTION concat_ws({types}) RETURNS text LANGUAGE sql STABLE AS $$ SELECT coalesce((SELECT line FROM truth \
         WHERE seq = $2), pg_catalog.concat_ws({given})) $$"
    );
    let change = "UPDATE audit SET action = 'another' WHERE id = (SELECT audit_id FROM audit_seal WHERE seq = 3)";
    run(&app.ctx, &[&kept, &own, change]).await;
    let faults = report(&app.ctx).await.faults.join("\n");
    assert!(faults.contains("Line 3"), "{faults}");
}

/// Whoever looks for a patient's lines finds them by an index.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_index_without_every_line_is_a_fault_on_sqlite() {
    let app = of_some_lines(Engine::Sqlite).await;
    let partial = "CREATE INDEX audit_patient_idx ON audit (patient, at) WHERE ip IS NULL";
    run(
        &app.ctx,
        &[
            "CREATE TABLE truth AS SELECT sql FROM sqlite_master WHERE name = 'audit_patient_idx'",
            "DROP INDEX audit_patient_idx",
            partial,
            "PRAGMA writable_schema = 1",
            "UPDATE sqlite_master SET sql = (SELECT sql FROM truth) WHERE name = 'audit_patient_idx'",
            "PRAGMA schema_version = 90000",
            "PRAGMA writable_schema = RESET",
        ],
    )
    .await;
    let faults = report(&app.ctx).await.faults.join("\n");
    assert!(faults.contains("index"), "{faults}");
}

/// A row that a table swallows leaves no trace: neither an error nor a gap.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_swallows_rows_is_not_the_programs_on_sqlite() {
    let app = of_some_lines(Engine::Sqlite).await;
    let computed =
        "ALTER TABLE audit ADD COLUMN g TEXT AS (nullif(actor_role, 'ROLE_DOCTOR')) VIRTUAL";
    run(&app.ctx, &[computed]).await;
    let faults = report(&app.ctx).await.faults.join("\n");
    assert!(faults.contains("audit is not the table"), "{faults}");
    run(
        &app.ctx,
        &[
            "ALTER TABLE audit DROP COLUMN g",
            "PRAGMA writable_schema = 1",
            "UPDATE sqlite_master SET sql = replace(replace(sql, 'not null', 'NOT NULL'), 'NOT NULL', 'NOT NULL ON CONFLICT \
             IGNORE') WHERE type = 'table' AND name = 'audit_seal'",
            "PRAGMA schema_version = 90000",
            "PRAGMA writable_schema = RESET",
        ],
    )
    .await;
    let faults = report(&app.ctx).await.faults.join("\n");
    assert!(
        faults.contains("audit_seal is not the table") && !faults.contains("audit is not"),
        "{faults}"
    );
}

/// The triggers of foreign keys are of the database itself, and do not count; one can be made to look like them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trigger_that_passes_for_the_databases_own_is_found_on_postgres() {
    let app = of_some_lines(Engine::Postgres).await;
    let planted = "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$; \
         CREATE TRIGGER zz BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.actor_role = 'ROLE_ADMIN') EXECUTE FUNCTION \
         swallow(); SET allow_system_table_mods = on; UPDATE pg_trigger SET tgisinternal = true WHERE tgname = 'zz'; RESET \
         allow_system_table_mods";
    run(&app.ctx, &[planted]).await;
    let faults = report(&app.ctx).await.faults.join("\n");
    assert!(faults.contains(" zz of audit was put there"), "{faults}");
}
