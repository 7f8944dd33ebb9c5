// SPDX-License-Identifier: AGPL-3.0-or-later

//! A database that was away for longer than a line may wait for its place in the chain: that is no tampering, and nothing
//! stops because of it. An old line while all works stays one that is told.

use chrono::TimeDelta;
use salal_accounts::audit::entity::TABLES;
use salal_accounts::audit::{chain_status, seal, sign};
use salal_db::StorageTrouble;
use salal_db::testing::{lift_guards, put_guards_back};
use salal_platform::context::Context;
use sea_orm::ConnectionTrait;

use super::anchors::{begin_anew, line, pass, report, signed, started_again};
use crate::support::{TestApp, on_both};

on_both!(
    a_long_outage_is_no_tampering,
    an_old_line_while_all_works_is_told_until_it_is_over
);

async fn is_refused(ctx: &Context) -> bool {
    let status = chain_status(ctx.db.read(), ctx.now()).await;
    status.expect("a status").refused.is_some()
}

async fn is_told_by_verify(ctx: &Context) -> bool {
    let faults = report(ctx).await.faults;
    faults.iter().any(|one| one.starts_with("1 records"))
}

/// A pass of the signer that fails, as all do while the database is away.
async fn failing_pass(ctx: &Context) {
    // An anchor is due.
    ctx.clock.advance(TimeDelta::minutes(5));
    let db = ctx.db.write();
    lift_guards(db, TABLES).await.expect("the guards go");
    // A column, since SQLite writes another text for a table that was renamed and renamed back.
    let rename = async |from: &str, to: &str| {
        let sql = format!("ALTER TABLE audit_statement RENAME COLUMN {from} TO {to}");
        db.execute_unprepared(&sql).await.expect("it is renamed");
    };
    rename("seq", "seq_away").await;
    sign(ctx).await.expect_err("what is signed cannot be read");
    rename("seq_away", "seq").await;
    put_guards_back(db, TABLES).await.expect("they come back");
}

async fn a_long_outage_is_no_tampering(app: &TestApp) {
    begin_anew(app).await;
    let ctx = &app.ctx;
    pass(ctx).await;
    // Written just before, and sealed by nobody.
    line(ctx).await;
    ctx.db.note_trouble(StorageTrouble::Away);
    ctx.clock.advance(TimeDelta::minutes(6));
    failing_pass(ctx).await;
    // A look while nothing can be written, of a process that has not looked yet.
    let other = started_again(app);
    sign(&other).await.expect("it looks");
    assert!(!is_refused(ctx).await, "while it is away");
    assert_eq!(ctx.db.try_writing().await, None);
    // The signer may be there before the sealer is.
    sign(ctx).await.expect("it looks");
    assert!(!is_refused(ctx).await, "when it is back");
    assert!(is_told_by_verify(ctx).await, "verify counts by the clock");
    let before = signed(ctx).await;
    ctx.clock.advance(TimeDelta::minutes(5));
    pass(ctx).await;
    assert!(signed(ctx).await > before, "and it goes on at once");
    assert!(!is_told_by_verify(ctx).await);
}

async fn an_old_line_while_all_works_is_told_until_it_is_over(app: &TestApp) {
    begin_anew(app).await;
    let ctx = started_again(app);
    pass(&ctx).await;
    line(&ctx).await;
    // An outage once, long ago, excuses nothing.
    ctx.db.note_trouble(StorageTrouble::Away);
    failing_pass(&ctx).await;
    assert_eq!(ctx.db.try_writing().await, None);
    failing_pass_later(&ctx).await;
    sign(&ctx).await.expect("it looks");
    assert!(is_refused(&ctx).await && is_told_by_verify(&ctx).await);
    let before = signed(&ctx).await;
    // It is over as soon as the next look finds nothing, and that is soon.
    while seal(&ctx).await.expect("seals") > 0 {}
    ctx.clock.advance(TimeDelta::minutes(2));
    sign(&ctx).await.expect("it looks");
    assert!(!is_refused(&ctx).await && signed(&ctx).await > before);
}

/// All works again, for longer than a line may wait; then a pass fails once, so that the next one looks at everything.
async fn failing_pass_later(ctx: &Context) {
    sign(ctx).await.expect("all works");
    ctx.clock.advance(TimeDelta::minutes(11));
    failing_pass(ctx).await;
}
