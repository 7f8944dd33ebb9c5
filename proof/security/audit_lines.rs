// SPDX-License-Identifier: AGPL-3.0-or-later

//! How long it takes to verify two hundred thousand lines, beside reading the same rows one by one; the figures are
//! printed. `cargo test` builds without optimization: what a release does is said by its `salal audit verify`. Not here:
//! whether what is wrong is found.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use salal_accounts::audit::entity::{TABLES, audit, audit_seal};
use salal_accounts::audit::{seal, sign, verify, write};
use salal_db::testing::{lift_guards, put_guards_back};
use salal_harness::{Engine, TestApp};
use salal_platform::api::AuditEntry;
use sea_orm::{ConnectionTrait, EntityTrait, PaginatorTrait, QueryOrder};

use crate::tested::TESTED;

const LINES: usize = 200_000;
/// Lines of a statement.
const AT_ONCE: usize = 2_000;
/// A verification reads, hashes twice and compares; it may take so many times as long as to read the rows.
const BESIDE: u32 = 2;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_thousand_lines_are_verified_about_as_fast_as_they_are_read() {
    measure(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_thousand_lines_are_verified_about_as_fast_as_they_are_read_on_the_other_engine()
 {
    measure(Engine::Postgres).await;
}

/// A year's lines or so, sealed and signed.
async fn fill(app: &TestApp) {
    let ctx = &app.ctx;
    let db = ctx.db.write();
    lift_guards(db, TABLES).await.expect("the guards go");
    let gone = db.execute_unprepared("DELETE FROM audit").await;
    gone.expect("nothing is left");
    put_guards_back(db, TABLES).await.expect("they come back");
    let one = |place: usize| AuditEntry {
        actor: Some(ctx.new_id()),
        actor_role: "ROLE_DOCTOR",
        patient: (!place.is_multiple_of(5)).then(|| ctx.new_id()),
        action: "GET /prescription/person/{id}".into(),
        ip: format!("203.0.113.{}", place % 250),
        request_id: ctx.new_id().to_string(),
        detail: (!place.is_multiple_of(3)).then(|| ("record", ctx.new_id().to_string())),
    };
    for begins in (0..LINES).step_by(AT_ONCE) {
        let lines: Vec<AuditEntry> = (begins..begins + AT_ONCE).map(one).collect();
        for some in lines.chunks(500) {
            let mut batch = ctx.db.batch();
            write(ctx, some, &mut batch);
            batch.run(db).await.expect("they are written");
        }
        ctx.clock.advance(TimeDelta::hours(8));
        seal(ctx).await.expect("seals");
    }
    while seal(ctx).await.expect("seals") > 0 {}
    sign(ctx).await.expect("signs");
    ctx.clock.advance(TimeDelta::days(3));
    let settled = db.execute_unprepared(ctx.db.engine().settle()).await;
    settled.expect("the planner knows");
}

async fn shortest<T>(mut work: impl AsyncFnMut() -> T) -> (Duration, T) {
    let began = Instant::now();
    let mut answer = work().await;
    let mut least = began.elapsed();
    for _ in 0..2 {
        let began = Instant::now();
        answer = work().await;
        least = least.min(began.elapsed());
    }
    (least, answer)
}

async fn measure(engine: Engine) {
    let app = TestApp::with(&TESTED, engine, |_| ()).await;
    app.leave_midnight();
    fill(&app).await;
    let ctx = &app.ctx;
    let (read, rows) = shortest(async || {
        let all = audit_seal::Entity::find()
            .find_also_related_lines()
            .order_by_asc(audit_seal::Column::Seq);
        let mut pages = all.paginate(ctx.db.read(), 5_000);
        let mut rows = 0;
        while let Some(page) = pages.fetch_and_next().await.expect("reads") {
            rows += page.len();
        }
        rows
    })
    .await;
    let (verified, report) =
        shortest(async || verify(ctx, ctx.db.read(), &[]).await.expect("reads")).await;
    assert_eq!(report.faults, [] as [&str; 0]);
    assert!(rows >= LINES && report.lines >= 200_000, "{report}");
    let rate = |taken: Duration| f64::from(200_000) / taken.as_secs_f64();
    println!(
        "{}: {:.0} lines/s verified, {:.0} rows/s read one by one",
        engine.name(),
        rate(verified),
        rate(read)
    );
    assert!(verified <= read * BESIDE, "{verified:?} beside {read:?}");
}

trait WithLines {
    fn find_also_related_lines(self) -> sea_orm::SelectTwo<audit_seal::Entity, audit::Entity>;
}

impl WithLines for sea_orm::Select<audit_seal::Entity> {
    fn find_also_related_lines(self) -> sea_orm::SelectTwo<audit_seal::Entity, audit::Entity> {
        use sea_orm::{JoinType, QuerySelect, RelationDef};
        let line: RelationDef = audit_seal::Entity::belongs_to(audit::Entity)
            .from(audit_seal::Column::AuditId)
            .to(audit::Column::Id)
            .into();
        self.join(JoinType::InnerJoin, line)
            .select_also(audit::Entity)
    }
}
