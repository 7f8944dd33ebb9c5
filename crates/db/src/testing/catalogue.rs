// SPDX-License-Identifier: AGPL-3.0-or-later

//! Everything that a schema consists of, and all rows, as texts: so that two databases of one engine can be compared.
//! Not here: which ones have to be the same.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbErr, Statement};

use crate::{Db, Engine};

// The names of PostgreSQL's own tables and functions.
// cspell:ignore adbin adnum adrelid attcollation attdef attisdropped attname attnotnull attnum attrdef attrelid atttypid
// cspell:ignore atttypmod collation conname conrelid constraintdef indexdef indexrelid pronamespace proname prosrc
// cspell:ignore regcollation regnamespace relkind relname relnamespace schemaname sequencename tgisinternal tgrelid
// cspell:ignore triggerdef

const SQLITE: &str = "SELECT type || ' ' || name || ' ' || coalesce(sql, '') AS text FROM sqlite_master \
    WHERE name NOT LIKE 'sqlite|_stat%' ESCAPE '|'";

const POSTGRES: &str = "WITH own AS (SELECT oid, relname, relkind FROM pg_class \
        WHERE relnamespace = current_schema()::regnamespace), \
    columns AS (SELECT o.relname, a.*, row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) AS place \
        FROM pg_attribute a JOIN own o ON o.oid = a.attrelid AND o.relkind = 'r' \
        WHERE a.attnum > 0 AND NOT a.attisdropped) \
    SELECT concat_ws(' ', 'column', c.relname, c.place, c.attname, format_type(c.atttypid, c.atttypmod), \
        c.attcollation::regcollation, c.attnotnull, pg_get_expr(d.adbin, d.adrelid)) AS text \
        FROM columns c LEFT JOIN pg_attrdef d ON d.adrelid = c.attrelid AND d.adnum = c.attnum \
    UNION ALL SELECT concat_ws(' ', 'constraint', o.relname, x.conname, pg_get_constraintdef(x.oid)) \
        FROM pg_constraint x JOIN own o ON o.oid = x.conrelid \
    UNION ALL SELECT 'index ' || pg_get_indexdef(oid) FROM own WHERE relkind = 'i' \
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN own o ON o.oid = t.tgrelid \
        WHERE NOT t.tgisinternal \
    UNION ALL SELECT concat_ws(' ', 'function', proname, prosrc) FROM pg_proc \
        WHERE pronamespace = current_schema()::regnamespace \
    UNION ALL SELECT concat_ws(' ', 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by) \
        FROM pg_sequences WHERE schemaname = current_schema() \
    UNION ALL SELECT concat_ws(' ', 'other', relname, relkind) FROM own WHERE relkind NOT IN ('r', 'i', 'S')";

async fn texts(db: &Db, sql: &str) -> Result<Vec<String>, DbErr> {
    let on = db.read();
    let statement = Statement::from_string(on.get_database_backend(), sql);
    let rows = on.query_all_raw(statement).await?;
    rows.iter().map(|row| row.try_get("", "text")).collect()
}

/// Tables with their columns in order, constraints, indexes, triggers and series, one text each, sorted.
pub async fn catalogue(db: &Db) -> Result<Vec<String>, DbErr> {
    let sql = match db.engine() {
        Engine::Sqlite => SQLITE,
        Engine::Postgres => POSTGRES,
    };
    // SQLite keeps statements as they were written, with their blanks.
    let same = |text: String| match db.engine() {
        Engine::Sqlite => text
            .replace(['"', '\n', ' '], "")
            .trim_end_matches(';')
            .to_owned(),
        Engine::Postgres => text,
    };
    let mut all: Vec<_> = texts(db, sql).await?.into_iter().map(same).collect();
    all.sort();
    Ok(all)
}

/// The columns of a table, and its rows as texts, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    columns: Vec<String>,
    /// Each row as a text.
    pub rows: Vec<String>,
}

/// The rows of every table, but for the marks of migrations.
pub async fn contents(db: &Db) -> Result<BTreeMap<String, Rows>, DbErr> {
    let sql = match db.engine() {
        Engine::Sqlite => {
            "SELECT m.name || ' ' || c.name AS text FROM sqlite_master m, pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite|_%' ESCAPE '|' ORDER BY m.name, c.cid"
        }
        Engine::Postgres => {
            "SELECT table_name || ' ' || column_name AS text FROM information_schema.columns \
             WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
        }
    };
    let mut columns = BTreeMap::<String, Vec<String>>::new();
    for text in texts(db, sql).await? {
        if let Some((table, column)) = text.split_once(' ').filter(|(table, _)| *table != MARKS) {
            columns
                .entry(table.to_owned())
                .or_default()
                .push(column.to_owned());
        }
    }
    let mut all = BTreeMap::new();
    for (table, columns) in columns {
        let rows = rows(db, &table, &columns).await?;
        all.insert(table, Rows { columns, rows });
    }
    Ok(all)
}

/// The same tables and columns as before, as they are now.
pub async fn contents_as(
    db: &Db,
    before: &BTreeMap<String, Rows>,
) -> Result<BTreeMap<String, Rows>, DbErr> {
    let mut all = BTreeMap::new();
    for (table, Rows { columns, .. }) in before {
        let rows = rows(db, table, columns).await?;
        let columns = columns.clone();
        all.insert(table.clone(), Rows { columns, rows });
    }
    Ok(all)
}

const MARKS: &str = "seaql_migrations";

async fn rows(db: &Db, table: &str, columns: &[String]) -> Result<Vec<String>, DbErr> {
    let row = match db.engine() {
        Engine::Sqlite => {
            let quoted = columns.iter().map(|column| format!("quote(\"{column}\")"));
            quoted.collect::<Vec<_>>().join(" || ',' || ")
        }
        Engine::Postgres => format!("ROW(\"{}\")::text", columns.join("\", \"")),
    };
    let mut found = texts(db, &format!("SELECT {row} AS text FROM \"{table}\"")).await?;
    found.sort();
    Ok(found)
}
