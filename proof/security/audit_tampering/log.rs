// SPDX-License-Identifier: AGPL-3.0-or-later

//! The log that is tampered with: some days with sealed lines, heads and anchors, lines that were sealed after the last
//! anchor, and lines that wait. It is put back as it was each time.

use chrono::TimeDelta;
use salal_accounts::audit::entity::{
    TABLES, audit, audit_head, audit_key, audit_seal, audit_statement,
};
use salal_accounts::audit::{seal, sign, verify, write};
use salal_db::testing::{lift_guards, put_guards_back};
use salal_harness::{TestApp, Tested, number};
use salal_integrations::Integrations;
use salal_platform::api::AuditEntry;
use salal_platform::context::Context;
use sea_orm::{ConnectionTrait, EntityTrait, IntoActiveModel, QueryOrder};
use uuid::Uuid;

use super::{EARLIER, PRESENT, Thief};

/// Everything of the audit that is in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) lines: Vec<audit::Model>,
    pub(super) seals: Vec<audit_seal::Model>,
    pub(super) statements: Vec<audit_statement::Model>,
    pub(super) heads: Vec<audit_head::Model>,
    /// What is kept of the replaced key.
    pub(super) keys: Vec<audit_key::Model>,
}

/// Whether no two are the same.
fn differ<T: Eq + std::hash::Hash>(mut all: impl Iterator<Item = T>) -> bool {
    let mut seen = std::collections::HashSet::new();
    all.all(|one| seen.insert(one))
}

impl Rows {
    /// Whether the tables take these rows.
    pub(super) fn is_stored(&self) -> bool {
        differ(self.lines.iter().map(|line| line.id))
            && differ(self.seals.iter().map(|seal| seal.seq))
            && differ(self.seals.iter().map(|seal| seal.audit_id))
            && differ(self.statements.iter().map(|one| one.number))
            && differ(self.heads.iter().map(|head| head.day))
            && differ(self.keys.iter().map(|key| (&key.key_id, &key.sealed_with)))
    }

    /// The position up to which the chain is anchored.
    pub(super) fn anchored(&self) -> i64 {
        self.statements.last().map_or(0, |last| last.seq)
    }
}

/// A log and what is outside of it.
pub(super) struct Log {
    pub(super) rows: Rows,
    outside: Vec<(String, Vec<u8>)>,
}

/// The same database with other keys.
pub(super) fn with_keys(tested: &'static Tested, app: &TestApp, keys: &str) -> Context {
    let mut settings = (*app.ctx.settings).clone();
    settings.secrets.master_key = keys.into();
    let services = Integrations::new(&settings.services).expect("services");
    let hooks = (tested.parts)().into_hooks().expect("nothing is missing");
    let (db, clock) = (app.ctx.db.clone(), app.ctx.clock.clone());
    Context::new(settings, db, services, clock, hooks)
}

async fn lines(ctx: &Context, number: usize) {
    for one in 0..number {
        ctx.clock.advance(TimeDelta::milliseconds(1_300));
        let id = Uuid::now_v7();
        let line = AuditEntry {
            actor: (one % 3 > 0).then_some(id),
            actor_role: ["ROLE_DOCTOR", "ROLE_OFFICE", "LINK"][one % 3],
            patient: (one % 4 > 0).then(Uuid::now_v7),
            action: "GET /person/{id}".into(),
            ip: format!("10.0.0.{one}"),
            request_id: Uuid::now_v7().to_string(),
            detail: (one % 2 > 0).then(|| ("record", id.to_string())),
        };
        let mut batch = ctx.db.batch();
        write(ctx, &[line], &mut batch);
        let done = batch.run(ctx.db.write()).await;
        done.expect("the line is written");
    }
}

async fn pass(ctx: &Context) {
    while seal(ctx).await.expect("seals") > 0 {}
    sign(ctx).await.expect("signs");
}

impl Log {
    pub(super) async fn write(tested: &'static Tested, app: &TestApp, thief: Thief) -> Self {
        let db = app.ctx.db.write();
        lift_guards(db, TABLES).await.expect("the guards go");
        // What the users did before.
        let done = db.execute_unprepared("DELETE FROM audit").await;
        done.expect("nothing is left");
        put_guards_back(db, TABLES).await.expect("they come back");
        let earlier = with_keys(tested, app, EARLIER);
        let both = with_keys(tested, app, &format!("{PRESENT} {EARLIER}"));
        for day in 0..3 {
            for turn in 0..2 {
                // The key is replaced in the middle of the second day.
                let ctx = match (thief, day, turn) {
                    (Thief::WithEarlierKey, 0, _) | (Thief::WithEarlierKey, 1, 0) => &earlier,
                    (Thief::WithEarlierKey, 1, _) => &both,
                    _ => &app.ctx,
                };
                lines(ctx, 4).await;
                pass(ctx).await;
                app.ctx.clock.advance(TimeDelta::minutes(5));
            }
            app.ctx.clock.advance(TimeDelta::days(1));
        }
        lines(&app.ctx, 4).await;
        pass(&app.ctx).await;
        app.ctx.clock.advance(TimeDelta::minutes(1));
        lines(&app.ctx, 3).await;
        pass(&app.ctx).await;
        app.ctx.clock.advance(TimeDelta::minutes(1));
        lines(&app.ctx, 2).await;
        let log = Self {
            rows: rows(app).await.expect("rows"),
            outside: outside(app),
        };
        let end = log.rows.seals.len();
        let heads = log.rows.statements.iter().filter(|one| one.day.is_some());
        assert_eq!(heads.count(), 3);
        assert_eq!(log.rows.statements.len(), 10);
        assert_eq!(usize::try_from(log.rows.anchored()).ok(), Some(end - 3));
        assert_eq!(log.rows.lines.len(), end + 2);
        assert!(!log.outside.is_empty());
        let replaced = usize::from(thief == Thief::WithEarlierKey);
        assert_eq!(log.rows.keys.len(), replaced);
        log
    }

    pub(super) async fn faults(&self, ctx: &Context) -> Vec<String> {
        verify(ctx, ctx.db.read(), &[])
            .await
            .expect("the log is read, whatever is in it")
            .faults
    }

    /// Puts other rows in the place of all, and then what only SQL says.
    pub(super) async fn put(&self, app: &TestApp, rows: &Rows, sql: &[String]) {
        let tx = app.ctx.db.begin().await.expect("a transaction");
        lift_guards(&tx, TABLES).await.expect("the guards go");
        for table in [
            "audit",
            "audit_seal",
            "audit_statement",
            "audit_head",
            "audit_watch",
            "audit_key",
        ] {
            let done = tx.execute_unprepared(&format!("DELETE FROM {table}")).await;
            done.expect("the rows go");
        }
        macro_rules! insert {
            ($entity:ty, $rows:expr) => {
                if !$rows.is_empty() {
                    let rows = $rows
                        .iter()
                        .cloned()
                        .map(IntoActiveModel::into_active_model);
                    let done = <$entity>::insert_many(rows)
                        .exec_without_returning(&*tx)
                        .await;
                    done.expect("the rows are put there");
                }
            };
        }
        insert!(audit::Entity, rows.lines);
        insert!(audit_seal::Entity, rows.seals);
        insert!(audit_statement::Entity, rows.statements);
        insert!(audit_head::Entity, rows.heads);
        insert!(audit_key::Entity, rows.keys);
        // Values are changed under the guards, triggers beside them.
        let (values, guards): (Vec<_>, Vec<_>) =
            sql.iter().partition(|one| one.starts_with("UPDATE"));
        for one in values {
            tx.execute_unprepared(one).await.expect("it can be changed");
        }
        put_guards_back(&tx, TABLES).await.expect("they come back");
        for one in guards {
            tx.execute_unprepared(one).await.expect("it can be changed");
        }
        tx.commit().await.expect("committed");
    }

    /// Whether everything is as it was, and at most sealed further.
    fn is_back(&self, now: &Rows) -> bool {
        now.lines == self.rows.lines
            && now.seals.starts_with(&self.rows.seals)
            && now.statements == self.rows.statements
            && now.heads == self.rows.heads
            && now.keys == self.rows.keys
    }

    /// A start after somebody changed the log: what it signed or took for right, if it did.
    pub(super) async fn start_again(
        &self,
        tested: &'static Tested,
        app: &TestApp,
    ) -> Option<String> {
        let settings = (*app.ctx.settings).clone();
        let services = Integrations::new(&settings.services).expect("services");
        let hooks = (tested.parts)().into_hooks().expect("nothing is missing");
        let ctx = Context::new(
            settings,
            app.ctx.db.clone(),
            services,
            app.ctx.clock.clone(),
            hooks,
        );
        let before = number(&ctx.db, "SELECT COUNT(*) AS n FROM audit_statement").await;
        pass(&ctx).await;
        let after = number(&ctx.db, "SELECT COUNT(*) AS n FROM audit_statement").await;
        let told = "SELECT COUNT(*) AS n FROM audit_watch WHERE what = 'refused'";
        if before != after {
            Some(format!("{} signatures", after - before))
        } else if outside(app) != self.outside {
            Some("something outside".to_owned())
        } else if rows(app).await.is_some_and(|now| self.is_back(&now)) {
            // Only positions were gone that the sealer knows how to give again.
            None
        } else if number(&ctx.db, told).await != 1 {
            Some("nobody was told".to_owned())
        } else if self.faults(&ctx).await.is_empty() {
            Some("nothing was wrong any more".to_owned())
        } else {
            None
        }
    }
}

/// `None` where a value cannot be read.
async fn rows(app: &TestApp) -> Option<Rows> {
    let db = app.ctx.db.read();
    Some(Rows {
        lines: audit::Entity::find()
            .order_by_asc(audit::Column::At)
            .all(db)
            .await
            .ok()?,
        seals: audit_seal::Entity::find()
            .order_by_asc(audit_seal::Column::Seq)
            .all(db)
            .await
            .ok()?,
        statements: audit_statement::Entity::find()
            .order_by_asc(audit_statement::Column::Number)
            .all(db)
            .await
            .ok()?,
        heads: audit_head::Entity::find().all(db).await.ok()?,
        keys: audit_key::Entity::find().all(db).await.ok()?,
    })
}

/// The files of the folder, each with what is in it.
fn outside(app: &TestApp) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(&app.ctx.settings.audit.publish_folder).expect("the folder");
    let mut files: Vec<_> = files
        .map(|file| file.expect("a file").path())
        .map(|path| {
            (
                path.display().to_string(),
                std::fs::read(&path).expect("read"),
            )
        })
        .collect();
    files.sort();
    files
}
