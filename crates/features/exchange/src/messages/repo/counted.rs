// SPDX-License-Identifier: AGPL-3.0-or-later

//! Conversations that patients began, and how soon staff answered, as the clinic's figures count them. What Salal posts
//! in a patient's name, such as that a request is ready, is about a record and is none. Names no patient and no text.

use chrono::{DateTime, Utc};
use salal_db::{Connection, JointRead};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement};
use uuid::Uuid;

use crate::error::Result;

/// A conversation that a patient began.
#[derive(Clone, Debug, FromQueryResult, serde::Deserialize)]
pub struct Begun {
    /// Who of the staff answered first; none while nobody has.
    pub answered_by: Option<Uuid>,
}

/// The first answer to a patient.
#[derive(Clone, Debug, FromQueryResult, serde::Deserialize)]
pub struct FirstAnswer {
    pub by: Uuid,
    pub begun_at: DateTime<Utc>,
    pub at: DateTime<Utc>,
}

// `COALESCE`, or SQLite would go through everything without a subject instead of the days.
const BEGUN: &str = "SELECT (SELECT r.from_person FROM message_reply r WHERE r.message_id = m.id \
    AND r.from_person <> m.from_person ORDER BY r.seq LIMIT 1) AS answered_by \
    FROM message m WHERE m.from_person = m.about_person AND COALESCE(m.subject_kind, '') = '' \
    AND m.created_at >= $1 AND m.created_at < $2";

const ANSWERS: &str = "SELECT r.from_person AS by, m.created_at AS begun_at, r.created_at AS at \
    FROM message_reply r JOIN message m ON m.id = r.message_id \
    WHERE r.created_at >= $1 AND r.created_at < $2 \
    AND m.from_person = m.about_person AND COALESCE(m.subject_kind, '') = '' AND r.from_person <> m.from_person \
    AND NOT EXISTS (SELECT 1 FROM message_reply e WHERE e.message_id = r.message_id AND e.seq < r.seq \
    AND e.from_person <> m.from_person)";

fn within(db: &Connection, sql: &str, from: DateTime<Utc>, until: DateTime<Utc>) -> Statement {
    let values = [from.into(), until.into()];
    Statement::from_sql_and_values(db.get_database_backend(), sql, values)
}

/// The conversations that patients began within a time.
pub async fn begun(
    db: &Connection,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Vec<Begun>> {
    let mut read = JointRead::for_connection(db);
    let rows = read.add_statement(within(db, BEGUN, from, until));
    Ok(read.run(db).await?.take(&rows)?)
}

/// The first answers to patients within a time.
pub async fn first_answers(
    db: &Connection,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Vec<FirstAnswer>> {
    let mut read = JointRead::for_connection(db);
    let rows = read.add_statement(within(db, ANSWERS, from, until));
    Ok(read.run(db).await?.take(&rows)?)
}

/// When a patient began a conversation for the first time.
pub async fn first_begun(db: &Connection) -> Result<Option<DateTime<Utc>>> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct First {
        created_at: DateTime<Utc>,
    }
    let sql = "SELECT created_at FROM message WHERE from_person = about_person AND COALESCE(subject_kind, '') = '' \
        ORDER BY created_at LIMIT 1";
    let mut read = JointRead::for_connection(db);
    let first = read.add_statement::<First>(Statement::from_string(db.get_database_backend(), sql));
    let found = read.run(db).await?.take(&first)?.pop();
    Ok(found.map(|first| first.created_at))
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use salal_db::{Db, on_both, testing};

    use super::{ANSWERS, BEGUN, within};

    on_both!(a_day_is_read_by_its_index);

    async fn a_day_is_read_by_its_index(db: Db) {
        let from = DateTime::<Utc>::UNIX_EPOCH;
        let until = from + TimeDelta::days(1);
        for (sql, index) in [
            (BEGUN, "message_begun_idx"),
            (ANSWERS, "message_reply_created_idx"),
        ] {
            let statement = within(db.read(), sql, from, until);
            let plan = testing::plan(&db, statement).await.expect("a plan");
            assert!(plan.contains(index), "{plan}");
            assert!(!plan.contains("Seq Scan"), "{plan}");
        }
    }
}
