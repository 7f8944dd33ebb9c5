// SPDX-License-Identifier: AGPL-3.0-or-later

//! The audit under a new master key: it goes on, the earlier one is needed no more and cannot go on with it, and
//! processes with either key first write one log.

use chrono::TimeDelta;
use salal_accounts::audit::{
    carry_on_keys, follow_key, foreign_keys, seal, sealed_lines, sign, verify, was_replaced, write,
};
use salal_integrations::Integrations;
use salal_platform::api::AuditEntry;
use salal_platform::context::Context;
use salal_platform::sealing::{Keyring, note_use};

use crate::TESTED;
use crate::support::{TestApp, number, on_both};

const OLD: &str = salal_platform::settings::DEVELOPMENT_KEY;
const NEW: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";
const NEWEST: &str = "0d4be19c7a25f3680e1b92d7c4a6508f3b7ce24d91fa0658b3d70c4e82a9561f";

/// A process on the same database, with these keys.
fn process(app: &TestApp, keys: &[&str]) -> Context {
    let mut settings = (*app.ctx.settings).clone();
    settings.secrets.master_key = keys.join(" ").as_str().into();
    let services = Integrations::new(&settings.services).expect("services");
    let hooks = (TESTED.parts)().into_hooks().expect("nothing is missing");
    let (db, clock) = (app.ctx.db.clone(), app.ctx.clock.clone());
    Context::new(settings, db, services, clock, hooks)
}

async fn line(ctx: &Context) {
    ctx.clock.advance(TimeDelta::milliseconds(10));
    let line = AuditEntry {
        actor: None,
        actor_role: "LINK",
        patient: None,
        action: "GET /x".into(),
        ip: "127.0.0.1".into(),
        request_id: "-".into(),
        detail: None,
    };
    let mut batch = ctx.db.batch();
    write(ctx, &[line], &mut batch);
    batch.run(ctx.db.write()).await.expect("it is written");
}

async fn pass(ctx: &Context) {
    while seal(ctx).await.expect("seals") > 0 {}
    sign(ctx).await.expect("signs");
    ctx.clock.advance(TimeDelta::minutes(5));
}

async fn faults(ctx: &Context) -> Vec<String> {
    let report = verify(ctx, ctx.db.read(), &[]).await.expect("reads");
    report.faults
}

async fn changes(ctx: &Context) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM audit WHERE action = 'salal audit key-changed'";
    number(&ctx.db, sql).await
}

async fn waiting(ctx: &Context) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM audit a LEFT JOIN audit_seal s ON s.audit_id = a.id WHERE s.seq IS NULL";
    number(&ctx.db, sql).await
}

fn id(ctx: &Context) -> String {
    Keyring::of(ctx).first().id().to_owned()
}

on_both!(
    an_earlier_key_is_needed_no_more,
    what_is_kept_of_a_key_is_carried_on,
    processes_with_either_key_first_write_one_log,
    a_process_without_the_new_key_is_waited_for,
    a_key_that_was_replaced_does_not_come_back
);

async fn an_earlier_key_is_needed_no_more(app: &TestApp) {
    line(&app.ctx).await;
    pass(&app.ctx).await;
    let both = process(app, &[NEW, OLD]);
    line(&both).await;
    pass(&both).await;
    line(&both).await;
    pass(&both).await;
    assert_eq!(changes(&both).await, 1);
    for keys in [&[NEW, OLD][..], &[NEW], &[OLD, NEW]] {
        assert_eq!(
            faults(&process(app, keys)).await,
            [] as [&str; 0],
            "{keys:?}"
        );
    }
    let new = process(app, &[NEW]);
    assert_eq!(foreign_keys(&new).await.expect("reads"), []);
    let lines = sealed_lines(&new).await.expect("reads");
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[0].from, lines[0].master.as_ref()), (1, None));
    assert_eq!(lines[0].until.map(|until| until + 1), Some(lines[1].from));
    assert_eq!(lines[1].master, Some(id(&new)));
    // Who has the earlier key alone reads nothing of what follows, and is told so at a start.
    let old = process(app, &[OLD]);
    assert!(!faults(&old).await.is_empty());
    assert!(!foreign_keys(&old).await.expect("reads").is_empty());
    let before = waiting(&old).await;
    line(&old).await;
    pass(&old).await;
    assert_eq!(
        waiting(&old).await,
        before + 1,
        "it adds nothing to the log"
    );
    let found = faults(&new).await;
    assert!(
        found.len() == 1 && found[0].ends_with("was not written by this installation."),
        "{found:?}"
    );
}

async fn what_is_kept_of_a_key_is_carried_on(app: &TestApp) {
    line(&app.ctx).await;
    pass(&app.ctx).await;
    for keys in [&[NEW, OLD][..], &[NEWEST, NEW]] {
        let ctx = process(app, keys);
        line(&ctx).await;
        pass(&ctx).await;
    }
    let newest = process(app, &[NEWEST]);
    assert_eq!(faults(&newest).await, [] as [&str; 0]);
    assert_eq!(carry_on_keys(&newest).await.expect("reads"), 0);
    assert_eq!(sealed_lines(&newest).await.expect("reads").len(), 3);
    assert_eq!(changes(&newest).await, 2);
}

/// While one process after the other is started with the new key, all of them write lines, seal and sign.
async fn processes_with_either_key_first_write_one_log(app: &TestApp) {
    line(&app.ctx).await;
    pass(&app.ctx).await;
    let (behind, ahead) = (process(app, &[OLD, NEW]), process(app, &[NEW, OLD]));
    for _ in 0..4 {
        for one in [&behind, &ahead] {
            line(one).await;
            for other in [&behind, &ahead] {
                line(other).await;
            }
            pass(one).await;
        }
    }
    assert_eq!(changes(&ahead).await, 1);
    assert_eq!(waiting(&ahead).await, 0);
    for ctx in [&behind, &ahead, &process(app, &[NEW])] {
        assert_eq!(faults(ctx).await, [] as [&str; 0]);
    }
    // One that only serves does not seal, and follows all the same.
    let serves = process(app, &[OLD, NEW]);
    follow_key(&serves).await.expect("follows");
    line(&serves).await;
    let new = process(app, &[NEW]);
    pass(&new).await;
    assert_eq!(waiting(&new).await, 0, "its line was taken for ours");
}

async fn a_process_without_the_new_key_is_waited_for(app: &TestApp) {
    line(&app.ctx).await;
    pass(&app.ctx).await;
    let (without, ahead) = (process(app, &[OLD]), process(app, &[NEW, OLD]));
    note_use(&without).await.expect("notes");
    follow_key(&ahead).await.expect("follows");
    line(&ahead).await;
    pass(&ahead).await;
    assert_eq!(changes(&ahead).await, 0);
    line(&without).await;
    pass(&without).await;
    for ctx in [&without, &ahead] {
        assert_eq!(faults(ctx).await, [] as [&str; 0]);
        assert_eq!(waiting(ctx).await, 0);
    }
    // It is gone for so long that it is not running any more.
    ahead.clock.advance(TimeDelta::minutes(4));
    line(&ahead).await;
    pass(&ahead).await;
    assert_eq!(changes(&ahead).await, 1);
    assert_eq!(faults(&process(app, &[NEW])).await, [] as [&str; 0]);
}

async fn a_key_that_was_replaced_does_not_come_back(app: &TestApp) {
    line(&app.ctx).await;
    pass(&app.ctx).await;
    let ahead = process(app, &[NEW, OLD]);
    line(&ahead).await;
    pass(&ahead).await;
    let back = process(app, &[OLD, NEW]);
    assert!(was_replaced(&back).await.expect("reads"));
    line(&back).await;
    pass(&back).await;
    assert_eq!(changes(&back).await, 1, "it goes on with the new key");
    assert_eq!(faults(&process(app, &[NEW])).await, [] as [&str; 0]);
}
