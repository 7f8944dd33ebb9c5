// SPDX-License-Identifier: AGPL-3.0-or-later

//! The triggers of tables whose rows are never changed, and whether they still are what the migrations made. Whoever
//! has the database can plant a trigger that swallows rows, or take one away. Not here: what the rows say.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbErr, Statement};

use crate::connection::Connection;
use crate::engine::Engine;
use crate::migrations;

/// What the function of the triggers does on `PostgreSQL`.
const REFUSE: &str = "begin raise exception '% is never changed', tg_table_name; end";

/// The triggers that refuse to change or delete a row of a table, each with its name.
pub(crate) fn frozen(engine: Engine, table: &str) -> Vec<(String, String)> {
    match engine {
        Engine::Postgres => vec![(
            format!("{table}_frozen"),
            format!(
                "create or replace function refuse_change() returns trigger language plpgsql as $$ {REFUSE} $$;
                 create trigger {table}_frozen before update or delete on {table} \
                 for each row execute function refuse_change();"
            ),
        )],
        Engine::Sqlite => ["update", "delete"]
            .map(|act| {
                let name = format!("{table}_no_{act}");
                let text = format!(
                    "create trigger {name} before {act} on {table} \
                     begin select raise(abort, '{table} is never changed'); end;"
                );
                (name, text)
            })
            .to_vec(),
    }
}

/// Which tables and their indexes do not have the same rows, each as a sentence: a search by such an index misses rows.
/// `SQLite` compares them; on `PostgreSQL` only a superuser can make such an index.
pub async fn unlike_indexes(db: &Connection, tables: &[&str]) -> Result<Vec<String>, DbErr> {
    let mut wrong = Vec::new();
    if Engine::from_connection(db) == Engine::Postgres {
        return Ok(wrong);
    }
    for table in tables {
        let check = format!("PRAGMA integrity_check({table})");
        let check = Statement::from_string(db.get_database_backend(), check);
        let said = db.query_one_raw(check).await?;
        let said = said.and_then(|row| row.try_get_by_index::<String>(0).ok());
        if said.as_deref() != Some("ok") {
            wrong.push(format!(
                "{table} and its indexes do not have the same rows, so a search may miss some: the file was changed, or is damaged."
            ));
        }
    }
    Ok(wrong)
}

/// What else than the program made of some tables, each as a sentence: triggers and rules that are missing, changed or
/// planted, and a view in the place of a table.
pub async fn changed_guards(db: &Connection, tables: &[&str]) -> Result<Vec<String>, DbErr> {
    let engine = Engine::from_connection(db);
    let mut wrong = Vec::new();
    let real = names(db, engine, REAL, tables).await?;
    for table in tables {
        if !real.iter().any(|(_, name, _)| name == table) {
            wrong.push(format!("{table} is not the table that the program made."));
        }
    }
    let mut expected = BTreeMap::new();
    for table in tables.iter().filter(|table| migrations::is_frozen(table)) {
        expected.extend(
            frozen(engine, table)
                .into_iter()
                .map(|(name, text)| (name, (*table, text))),
        );
    }
    for (name, table, text) in names(db, engine, PLANTED, tables).await? {
        match expected.remove(&name) {
            Some((on, own)) if on == table && is_same(engine, &own, &text) => {}
            Some(_) => wrong.push(format!("The trigger {name} of {table} was changed.")),
            None => wrong.push(format!(
                "The trigger or rule {name} of {table} was put there by something else than the program."
            )),
        }
    }
    let missing = expected.iter();
    wrong.extend(
        missing.map(|(name, (table, _))| format!("The trigger {name} of {table} is missing.")),
    );
    Ok(wrong)
}

/// A question on both engines: of `SQLite`, and of `PostgreSQL`.
type Question = (&'static str, &'static str);

/// Of `SQLite`, a column that is computed and a clause that says what to do in a conflict can swallow a row that is
/// written without an error; on `PostgreSQL` a table that others inherit from is read with their rows.
const REAL: Question = (
    "SELECT m.name, m.name AS of_table, '' AS said FROM sqlite_master m WHERE m.type = 'table' AND lower(m.sql) NOT LIKE \
     '%conflict%' AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(m.name) x WHERE x.hidden <> 0) AND lower(m.tbl_name) IN ",
    "SELECT relname::text AS name, relname::text AS of_table, '' AS said FROM pg_class c WHERE relkind = 'r' AND NOT \
     relrowsecurity AND relpersistence = 'p' AND NOT EXISTS (SELECT 1 FROM pg_inherits i WHERE i.inhparent = c.oid) AND NOT \
     EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attgenerated <> '') AND pg_table_is_visible(c.oid) \
     AND relname IN ",
);

const PLANTED: Question = (
    "SELECT name, lower(tbl_name) AS of_table, coalesce(sql, '') AS said FROM sqlite_master WHERE type = 'trigger' AND \
     lower(tbl_name) IN ",
    "SELECT g.name, c.relname::text AS of_table, g.said FROM (SELECT t.tgrelid AS oid, t.tgname::text AS name, CASE \
     WHEN t.tgtype = 27 AND t.tgenabled = 'O' AND t.tgqual IS NULL AND t.tgattr::text = '' AND p.proname = \
     'refuse_change' THEN trim(p.prosrc) ELSE '' END AS said FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid \
     WHERE NOT (t.tgisinternal AND p.pronamespace = 'pg_catalog'::regnamespace) UNION ALL SELECT ev_class, rulename::text, '' FROM pg_rewrite) g JOIN pg_class c ON \
     c.oid = g.oid WHERE pg_table_is_visible(c.oid) AND c.relname IN ",
);

/// Names, each with its table and what it says.
async fn names(
    db: &Connection,
    engine: Engine,
    (sqlite, postgres): Question,
    tables: &[&str],
) -> Result<Vec<(String, String, String)>, DbErr> {
    let question = match engine {
        Engine::Sqlite => sqlite,
        Engine::Postgres => postgres,
    };
    let places: Vec<String> = (1..=tables.len())
        .map(|place| format!("${place}"))
        .collect();
    let sql = format!("{question}({}) ORDER BY 2, 1", places.join(", "));
    let values = tables.iter().map(|table| (*table).into());
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let rows = db.query_all_raw(statement).await?;
    rows.iter()
        .map(|row| {
            Ok((
                row.try_get("", "name")?,
                row.try_get("", "of_table")?,
                row.try_get("", "said")?,
            ))
        })
        .collect()
}

/// Whether a trigger says what it was made with. `SQLite` keeps its text, `PostgreSQL` the function.
fn is_same(engine: Engine, own: &str, text: &str) -> bool {
    let words = |text: &str| {
        let text = text.trim_end_matches(';').to_lowercase();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    match engine {
        Engine::Sqlite => words(own) == words(text),
        Engine::Postgres => text == REFUSE,
    }
}

/// Takes every trigger and rule of some tables away, as somebody who has the database can; for tests.
pub(crate) async fn lift(db: &Connection, tables: &[&str]) -> Result<(), DbErr> {
    let engine = Engine::from_connection(db);
    for (name, table, _) in names(db, engine, PLANTED, tables).await? {
        let sql = match engine {
            Engine::Sqlite => format!("DROP TRIGGER {name}"),
            Engine::Postgres => format!(
                "DROP TRIGGER IF EXISTS {name} ON {table}; DROP RULE IF EXISTS {name} ON {table}"
            ),
        };
        db.execute_unprepared(&sql).await?;
    }
    Ok(())
}

/// Makes the triggers of some tables as the migrations do; for tests.
pub(crate) async fn put_back(db: &Connection, tables: &[&str]) -> Result<(), DbErr> {
    for table in tables.iter().filter(|table| migrations::is_frozen(table)) {
        for (_, text) in frozen(Engine::from_connection(db), table) {
            db.execute_unprepared(&text).await?;
        }
    }
    Ok(())
}
