// SPDX-License-Identifier: AGPL-3.0-or-later

//! Whether tables still are what the migrations made: their columns, indexes and constraints, to the letter. Both sides
//! come from one text, that of the migration, so one that alters such a table later has to be read here as well: a test
//! compares a new database. Not here: triggers (`guards`).

// The names of PostgreSQL's own tables and functions.
// cspell:ignore adbin adnum adrelid attcollation attgenerated attidentity attisdropped attname attnotnull attnum attrdef
// cspell:ignore attrelid atttypid atttypmod conname conrelid constraintdef contype indexdef indexrelid indisready indisvalid
// cspell:ignore indrelid inhparent regcollation regnamespace relkind relname relnamespace relpersistence relrowsecurity

use sea_orm::DbErr;

use crate::connection::Connection;
use crate::engine::Engine;
use crate::guards::{Item, Question, differences, items, of};
use crate::migrations;

/// What is not as the migrations made it, each as a sentence; also a view in the place of a table.
pub(crate) async fn changed(
    db: &Connection,
    engine: Engine,
    tables: &[&str],
) -> Result<Vec<String>, DbErr> {
    let places: Vec<String> = (1..=tables.len())
        .map(|place| format!("${place}"))
        .collect();
    let in_tables = |question: Question| of(engine, question).replace("TABLES", &places.join(", "));
    let real = items(db, &in_tables(REAL), tables).await?;
    let mut found = items(db, &in_tables(PARTS), tables).await?;
    if engine == Engine::Sqlite {
        for part in &mut found {
            part.said = essence(&part.said);
        }
    }
    let mut wrong = Vec::new();
    let mut own = Vec::new();
    for table in tables {
        let made = migrations::statements_of(engine, table);
        let (first, indexes) = made
            .split_first()
            .ok_or_else(|| DbErr::Custom(format!("no migration makes {table}")))?;
        let real = real.iter().find(|item| item.table == *table);
        let is_same = |item: &Item| match engine {
            Engine::Sqlite => essence(&item.said) == essence(first),
            Engine::Postgres => true,
        };
        if !real.is_some_and(is_same) {
            wrong.push(format!("{table} is not the table that the program made."));
        }
        // Of one that is not there at all, nothing more is told.
        if real.is_some() || found.iter().any(|part| part.table == *table) {
            own.extend(indexes.iter().map(|text| index(engine, table, text)));
            if engine == Engine::Postgres {
                own.extend(parts(table, first));
            }
        }
    }
    wrong.extend(differences(own, found));
    Ok(wrong)
}

/// The tables. Of `SQLite`, with the text that made them: a column that is computed and a clause that says what to do in
/// a conflict can swallow a row that is written without an error. On `PostgreSQL` a table that others inherit from is
/// read with their rows.
const REAL: Question = (
    "SELECT 'table' AS kind, name, name AS of_table, sql AS said FROM sqlite_master WHERE type = 'table' AND name IN \
     (TABLES)",
    "SELECT 'table' AS kind, relname::text AS name, relname::text AS of_table, '' AS said FROM pg_class c WHERE relkind = \
     'r' AND NOT relrowsecurity AND relpersistence = 'p' AND NOT EXISTS (SELECT 1 FROM pg_inherits i WHERE i.inhparent = \
     c.oid) AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attgenerated <> '') AND \
     pg_table_is_visible(c.oid) AND relname IN (TABLES)",
);

/// Their parts. An index that `SQLite` makes by itself has no text; it is one with the table.
const PARTS: Question = (
    "SELECT 'index' AS kind, name, lower(tbl_name) AS of_table, sql AS said FROM sqlite_master WHERE type = 'index' AND sql \
     IS NOT NULL AND lower(tbl_name) IN (TABLES) ORDER BY 3, 2",
    "WITH own AS (SELECT oid, relname::text AS name FROM pg_class \
     WHERE relkind = 'r' AND pg_table_is_visible(oid) AND relname IN (TABLES)) \
     SELECT kind, name, of_table, replace(said, '\"', '') AS said FROM ( \
     SELECT 'column' AS kind, a.attname::text AS name, own.name AS of_table, concat_ws(' ', format_type(a.atttypid, \
     a.atttypmod), a.attcollation::regcollation, a.attnotnull, nullif(a.attidentity::text, ''), pg_get_expr(d.adbin, \
     d.adrelid)) AS said FROM own JOIN pg_attribute a ON a.attrelid = own.oid AND a.attnum > 0 AND NOT a.attisdropped LEFT \
     JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum \
     UNION ALL SELECT 'constraint', x.conname::text, own.name, pg_get_constraintdef(x.oid) FROM pg_constraint x JOIN own ON \
     own.oid = x.conrelid WHERE x.contype NOT IN ('n', 't') \
     UNION ALL SELECT 'index', c.relname::text, own.name, CASE WHEN i.indisvalid AND i.indisready THEN \
     regexp_replace(pg_get_indexdef(c.oid), ' ON .+? USING ', ' ON ' || own.name || ' USING ') ELSE '' END FROM pg_index i JOIN own \
     ON own.oid = i.indrelid JOIN pg_class c ON c.oid = i.indexrelid) part ORDER BY 3, 1, 2",
);

fn part(kind: &str, name: &str, table: &str, said: String) -> Item {
    Item {
        kind: kind.to_owned(),
        name: name.to_owned(),
        table: table.to_owned(),
        said,
    }
}

/// An index as its engine tells it, of the statement `create index NAME on TABLE (COLUMNS)`.
fn index(engine: Engine, table: &str, text: &str) -> Item {
    let (head, columns) = text.split_once(" on ").unwrap_or((text, ""));
    let name = head.rsplit(' ').next().unwrap_or_default();
    let said = match engine {
        Engine::Sqlite => essence(text),
        Engine::Postgres => {
            let unique = if head.contains(" unique ") {
                "UNIQUE "
            } else {
                ""
            };
            let columns = columns.trim_start_matches(table);
            format!("CREATE {unique}INDEX {name} ON {table} USING btree{columns}")
        }
    };
    part("index", name, table, said)
}

/// What `PostgreSQL` tells of a table with this text: its columns, and its primary key with the index of that.
fn parts(table: &str, text: &str) -> Vec<Item> {
    let mut found = Vec::new();
    let mut key = String::new();
    for line in text
        .lines()
        .skip(1)
        .map(|line| line.trim().trim_end_matches(','))
    {
        if let Some(columns) = line.strip_prefix("primary key (") {
            columns.trim_end_matches(')').clone_into(&mut key);
            continue;
        }
        let Some((name, rest)) = line.split_once(' ') else {
            continue;
        };
        if rest.contains("primary key") {
            name.clone_into(&mut key);
        }
        let is_null = if rest.contains("not null") { 't' } else { 'f' };
        let kind = match rest.split(' ').next().unwrap_or_default() {
            "text" => "text C".to_owned(),
            "TIMESTAMPTZ" => "timestamp with time zone -".to_owned(),
            other => format!("{} -", other.to_lowercase()),
        };
        found.push(part("column", name, table, format!("{kind} {is_null}")));
    }
    let name = format!("{table}_pkey");
    let unique = format!("CREATE UNIQUE INDEX {name} ON {table} USING btree ({key})");
    found.push(part("index", &name, table, unique));
    found.push(part(
        "constraint",
        &name,
        table,
        format!("PRIMARY KEY ({key})"),
    ));
    found
}

/// A statement that `SQLite` keeps, but for the case of its letters and for blanks that say nothing.
fn essence(text: &str) -> String {
    let text = text.to_lowercase();
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for mark in ['(', ')', ','] {
        for spaced in [format!(" {mark}"), format!("{mark} ")] {
            words = words.replace(&spaced, &mark.to_string());
        }
    }
    words
}
