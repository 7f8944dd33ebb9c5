// SPDX-License-Identifier: AGPL-3.0-or-later

//! Messages were queued in the open: those that were sent or given up are emptied, and what is still waiting is
//! sent as it is. Kinds that staff can retry keep the ids they consist of. Codes and links that a password can be
//! set with are forgotten, because they are now kept as keyed hashes: whoever was sent one a moment ago asks again.
//! The indexes serve the deletion of old jobs and sessions. `Db::migrate` then rewrites what these rows were stored in.

pub(super) const SQL: &str = r"
update job set payload = '{}' where state = 'done'
    or (state = 'given_up' and kind in ('post.mail', 'post.sms', 'fax.send', 'fax.poll'));
create index job_ended_idx on job (ended_at) where ended_at is not null;
create index queue_claim_session_idx on queue_claim (session_id);
create index email_change_session_idx on email_change (session_id);

delete from one_time_code;
delete from recovery;
delete from email_change;
delete from sign_in_guard where key like 'recovery:%';
";

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use sea_orm::{ConnectionTrait, Statement, Value};
    use sea_orm_migration::MigratorTrait;
    use uuid::Uuid;

    use crate::migrations::{self, Migrator};
    use crate::testing::Postgres;
    use crate::{Db, DbSettings};

    /// Migrations of the release before this one.
    fn earlier() -> u32 {
        let names = migrations::names();
        let own = names.iter().position(|name| *name == "m0043_sealed_jobs");
        u32::try_from(own.unwrap()).unwrap()
    }

    /// As an earlier version left a message: its payload in the open, the code three times in a row, so that it
    /// fills more than a page.
    async fn queued(db: &Db, kind: &str, state: &str, code: &str) -> Uuid {
        let (id, at) = (Uuid::new_v4(), chrono::DateTime::UNIX_EPOCH);
        let payload = serde_json::json!({
            "to": "wren@mail.example",
            "text": format!("{code} {} {code} {} {code}", "words ".repeat(900), "words ".repeat(900)),
        });
        let sql = "INSERT INTO job (id, kind, payload, state, run_at, tries, created_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $5)";
        let values: Vec<Value> = vec![
            id.into(),
            kind.into(),
            payload.into(),
            state.into(),
            at.into(),
            1_i64.into(),
        ];
        let on = db.write();
        let statement = Statement::from_sql_and_values(on.get_database_backend(), sql, values);
        on.execute_raw(statement).await.unwrap();
        id
    }

    async fn payload(db: &Db, id: Uuid) -> serde_json::Value {
        let on = db.read();
        let sql = "SELECT payload FROM job WHERE id = $1";
        let statement =
            Statement::from_sql_and_values(on.get_database_backend(), sql, vec![id.into()]);
        let row = on.query_one_raw(statement).await.unwrap().unwrap();
        row.try_get_by_index(0).unwrap()
    }

    async fn upgraded(url: &str) -> Db {
        let db = Db::open(url, &DbSettings::default()).await.unwrap();
        let before = db.begin().await.unwrap();
        Migrator::up(before.inner().unwrap(), Some(earlier()))
            .await
            .unwrap();
        before.commit().await.unwrap();
        let sent = queued(&db, "post.mail", "done", "code-of-a-sent-mail").await;
        let lost = queued(&db, "post.sms", "given_up", "code-of-a-lost-text").await;
        let waits = queued(&db, "post.mail", "queued", "code-that-is-waiting").await;
        let by_hand = queued(&db, "notes.send", "given_up", "ids-that-staff-retry").await;
        db.migrate().await.unwrap();
        let emptied = serde_json::json!({});
        assert_eq!(payload(&db, sent).await, emptied);
        assert_eq!(payload(&db, lost).await, emptied);
        for kept in [waits, by_hand] {
            assert_eq!(payload(&db, kept).await["to"], "wren@mail.example");
        }
        db
    }

    /// How often a text stands in a file.
    fn count(file: &PathBuf, text: &str) -> usize {
        let bytes = std::fs::read(file).unwrap_or_default();
        let text = text.as_bytes();
        bytes.windows(text.len()).filter(|at| *at == text).count()
    }

    #[tokio::test]
    async fn nothing_of_a_sent_message_is_left_in_the_file() {
        let name = format!("salal-upgrade-{}", Uuid::new_v4().simple());
        let folder: PathBuf = std::env::temp_dir().join(name);
        let file = folder.join("salal.db");
        let url = format!("sqlite://{}?mode=rwc", file.display());
        let db = upgraded(&url).await;
        for file in [file, folder.join("salal.db-wal")] {
            for gone in ["code-of-a-sent-mail", "code-of-a-lost-text"] {
                assert_eq!(count(&file, gone), 0, "{gone} in {}", file.display());
            }
        }
        assert_eq!(count(&folder.join("salal.db"), "code-that-is-waiting"), 3);
        db.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[tokio::test]
    async fn nothing_of_a_sent_message_is_left_on_postgres() {
        let db = upgraded(&Postgres::shared().create_database().await).await;
        // Rows that nobody can see any more are gone from the table's pages too.
        let on = db.read();
        let sql = "SELECT pg_relation_size('job') + pg_relation_size(reltoastrelid) AS bytes \
            FROM pg_class WHERE oid = 'job'::regclass";
        let statement = Statement::from_string(on.get_database_backend(), sql);
        let row = on.query_one_raw(statement).await.unwrap().unwrap();
        let bytes: i64 = row.try_get("", "bytes").unwrap();
        assert_eq!(bytes, 8192, "the rows that are left fill one page");
        db.close().await;
    }
}
