// SPDX-License-Identifier: AGPL-3.0-or-later

//! The triggers of tables whose rows are never changed, and whether they still are what the migrations made. Whoever
//! has the database can plant a trigger that swallows rows, or take one away; and one on any other table can do the same to
//! these, so all of the database is looked at. Not here: the tables themselves (`definitions`), and what the rows say.

// The names of PostgreSQL's own tables and functions.
// cspell:ignore adrelid attrdef classid conrelid contypid deptype evtname
// cspell:ignore lanname nspname regtype rolname objid objsubid opclass oprnamespace polname
// cspell:ignore polrelid proconfig prolang pronargs prorettype refclassid refobjid refobjsubid regoperator regprocedure
// cspell:ignore relrowsecurity setconfig setdatabase setrole indexrelid indrelid
// cspell:ignore conname conbin contype attname adbin attnum adnum confrelid inhrelid stxname stxrelid alnum rootpage

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement};

use crate::connection::Connection;
use crate::definitions;
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

/// What else than the program made of the database, each as a sentence: triggers and rules of any table that are missing,
/// changed or planted, and what else of the whole database acts when a row is written; of these tables also whatever is
/// not as their migration made it.
pub async fn changed_guards(db: &Connection, tables: &[&str]) -> Result<Vec<String>, DbErr> {
    let engine = Engine::from_connection(db);
    if engine == Engine::Sqlite {
        // What SQLite reads otherwise than it is written would be missed by every other question, or break it.
        let strange = items(db, STRANGE, &[]).await?;
        if !strange.is_empty() {
            return Ok(strange.into_iter().map(|item| item.said).collect());
        }
    }
    let mut wrong = definitions::changed(db, engine, tables).await?;
    // A table that a later migration will freeze is not frozen yet.
    let applied =
        "SELECT '' AS kind, version AS name, '' AS of_table, '' AS said FROM seaql_migrations";
    let applied = items(db, applied, &[]).await?;
    let applied: Vec<String> = applied.into_iter().map(|mark| mark.name).collect();
    let mut own = migrations::frozen_tables(&applied);
    own.extend(tables.iter().filter(|table| migrations::is_frozen(table)));
    let own = own.into_iter().flat_map(|table| {
        let triggers = frozen(engine, table).into_iter();
        triggers.map(move |(name, text)| Item {
            kind: "trigger".to_owned(),
            name,
            table: table.to_owned(),
            said: match engine {
                Engine::Sqlite => essence(&text),
                Engine::Postgres => REFUSE.to_owned(),
            },
        })
    });
    let mut found = items(db, of(engine, ACTING), &[]).await?;
    if engine == Engine::Sqlite {
        for trigger in &mut found {
            trigger.said = essence(&trigger.said);
        }
    }
    wrong.extend(differences(own, found));
    if engine == Engine::Postgres {
        let other = items(db, OTHER, &[REFUSE]).await?;
        wrong.extend(other.into_iter().map(|item| item.said));
        let reached = items(db, REACHED, &[]).await?;
        wrong.extend(reached.into_iter().map(|item| item.said));
        let there = items(db, TABLES, &[]).await?;
        let is_there = |table: &str| there.iter().any(|item| item.name == table);
        let made = migrations::tables(&applied).into_iter();
        wrong.extend(made.filter(|table| !is_there(table)).map(|table| {
            format!("{table} is not a table of the first schema of the search path.")
        }));
    }
    Ok(wrong)
}

/// A part of the schema of a table.
#[derive(Debug, FromQueryResult)]
pub(crate) struct Item {
    /// As a sentence names it.
    pub(crate) kind: String,
    pub(crate) name: String,
    #[sea_orm(from_alias = "of_table")]
    pub(crate) table: String,
    pub(crate) said: String,
}

/// What differs, each as a sentence: parts that were changed or planted, and then those that are missing.
pub(crate) fn differences(own: impl IntoIterator<Item = Item>, found: Vec<Item>) -> Vec<String> {
    let key = |item: &Item| (item.table.clone(), item.name.clone(), item.kind.clone());
    let mut own: BTreeMap<_, _> = own
        .into_iter()
        .map(|item| (key(&item), item.said))
        .collect();
    let mut wrong = Vec::new();
    for item in found {
        let Item {
            kind,
            name,
            table,
            said,
        } = &item;
        match own.remove(&key(&item)) {
            Some(own) if own == *said => {}
            Some(_) => wrong.push(format!("The {kind} {name} of {table} was changed.")),
            None => wrong.push(format!(
                "The {kind} {name} of {table} was put there by something else than the program."
            )),
        }
    }
    let missing = own.into_keys();
    wrong.extend(
        missing.map(|(table, name, kind)| format!("The {kind} {name} of {table} is missing.")),
    );
    wrong
}

/// A question on both engines: of `SQLite`, and of `PostgreSQL`.
pub(crate) type Question = (&'static str, &'static str);

pub(crate) fn of(engine: Engine, (sqlite, postgres): Question) -> &'static str {
    match engine {
        Engine::Sqlite => sqlite,
        Engine::Postgres => postgres,
    }
}

/// The triggers and rules of all tables and views. What `PostgreSQL` says of a trigger is the source of its function, if
/// it fires as ours do.
const ACTING: Question = (
    "SELECT 'trigger' AS kind, name, lower(tbl_name) AS of_table, coalesce(sql, '') AS said FROM sqlite_master WHERE type = \
     'trigger' ORDER BY 3, 2",
    "SELECT g.kind, g.name, c.relname::text AS of_table, g.said FROM (SELECT 'trigger' AS kind, t.tgrelid AS oid, \
     t.tgname::text AS name, CASE WHEN t.tgtype = 27 AND t.tgenabled = 'O' AND t.tgqual IS NULL AND t.tgattr::text = '' AND \
     p.proname = 'refuse_change' THEN trim(p.prosrc) ELSE '' END AS said FROM pg_trigger t JOIN pg_proc p ON p.oid = \
     t.tgfoid WHERE NOT (t.tgisinternal AND p.pronamespace = 'pg_catalog'::regnamespace) UNION ALL SELECT 'rule', ev_class, \
     rulename::text, '' FROM pg_rewrite WHERE rulename <> '_RETURN') g JOIN pg_class c ON c.oid = g.oid WHERE \
     c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) ORDER BY 3, 2",
);

/// What else acts on `PostgreSQL` when a row is written, or keeps the triggers from it, each as a sentence: functions and
/// operators beside ours, and what of our tables calls others (a CHECK, a default or an index can change other tables);
/// event triggers, row security, and the setting that switches triggers off. What belongs to an extension counts as soon
/// as our tables use it. `$1` is the source of our one function.
const OTHER: &str = "WITH here AS (SELECT oid FROM pg_namespace WHERE nspname = ANY (current_schemas(false))), \
     own AS (SELECT c.oid, c.relname::text AS name, c.relrowsecurity FROM pg_class c WHERE c.relnamespace = (SELECT oid FROM \
     pg_namespace WHERE nspname = current_schema())), \
     extended AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e') \
     SELECT '' AS kind, '' AS name, '' AS of_table, said FROM ( \
     SELECT 'The function ' || p.oid::regprocedure::text || CASE WHEN p.proname = 'refuse_change' AND p.pronargs = 0 THEN \
     ' was changed.' ELSE ' was put there by something else than the program.' END AS said FROM pg_proc p JOIN here ON \
     p.pronamespace = here.oid JOIN pg_language l ON l.oid = p.prolang WHERE NOT (p.proname = 'refuse_change' AND p.pronargs \
     = 0 AND trim(p.prosrc) = $1 AND l.lanname = 'plpgsql' AND p.proconfig IS NULL AND p.prorettype = 'trigger'::regtype) \
     AND NOT EXISTS (SELECT 1 FROM extended e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid) \
     UNION ALL SELECT 'The operator ' || o.oid::regoperator::text || ' was put there by something else than the program.' \
     FROM pg_operator o JOIN here ON o.oprnamespace = here.oid WHERE NOT EXISTS (SELECT 1 FROM extended e WHERE e.classid = \
     'pg_operator'::regclass AND e.objid = o.oid) \
     UNION ALL SELECT DISTINCT 'The ' || pg_describe_object(d.classid, d.objid, d.objsubid) || ' uses the ' || \
     pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid) || ', which the program did not make.' FROM pg_depend d \
     LEFT JOIN pg_constraint x ON d.classid = 'pg_constraint'::regclass AND x.oid = d.objid \
     LEFT JOIN pg_attrdef a ON d.classid = 'pg_attrdef'::regclass AND a.oid = d.objid \
     LEFT JOIN pg_index i ON d.classid = 'pg_class'::regclass AND i.indexrelid = d.objid \
     LEFT JOIN own ON own.oid = coalesce(nullif(x.conrelid, 0), a.adrelid, i.indrelid, CASE WHEN d.classid = \
     'pg_class'::regclass THEN d.objid END) \
     WHERE d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_opclass'::regclass, 'pg_type'::regclass) AND \
     d.deptype <> 'e' AND \
     d.refobjid >= 16384 AND (own.oid IS NOT NULL OR x.contypid <> 0 AND NOT EXISTS (SELECT 1 FROM extended e WHERE \
     e.classid = 'pg_type'::regclass AND e.objid = x.contypid)) \
     UNION ALL SELECT 'The event trigger ' || t.evtname || ' was put there by something else than the program.' FROM \
     pg_event_trigger t WHERE NOT EXISTS (SELECT 1 FROM extended e WHERE e.classid = 'pg_event_trigger'::regclass AND \
     e.objid = t.oid) \
     UNION ALL SELECT 'The row security policy ' || p.polname || ' of ' || own.name || ' was put there by something else \
     than the program.' FROM pg_policy p JOIN own ON own.oid = p.polrelid \
     UNION ALL SELECT 'Row security was switched on for ' || name || ' by something else than the program.' FROM own WHERE \
     relrowsecurity \
     UNION ALL SELECT 'A setting of the role or the database switches triggers off: ' || one || '.' FROM pg_db_role_setting \
     s, unnest(s.setconfig) one WHERE one LIKE 'session_replication_role=%' AND one <> 'session_replication_role=origin' AND \
     s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())) AND (s.setrole = 0 OR s.setrole IN \
     (SELECT oid FROM pg_roles WHERE rolname IN (session_user, current_user))) \
     UNION ALL SELECT 'Triggers are switched off: session_replication_role is ' || \
     current_setting('session_replication_role') || '.' WHERE current_setting('session_replication_role') <> 'origin' \
     ) found ORDER BY said";

/// How else something is reached on `PostgreSQL` from our tables, each as a sentence: a view or a divided table in the
/// place of one, a foreign key from elsewhere (what follows a delete has triggers of its own), figures of an expression, and
/// a CHECK or a default that calls anything (`query_to_xml` and others of `PostgreSQL`'s own run a text as a statement; ours
/// call `length` alone).
const REACHED: &str = "WITH own AS (SELECT c.oid, c.relname::text AS name, c.relkind FROM pg_class c WHERE c.relnamespace = \
     (SELECT oid FROM pg_namespace WHERE nspname = current_schema())), \
     said AS (SELECT 'constraint ' || x.conname AS name, x.conrelid AS oid, pg_get_expr(x.conbin, x.conrelid) AS text FROM \
     pg_constraint x WHERE x.contype = 'c' UNION ALL SELECT 'default of ' || t.attname, a.adrelid, pg_get_expr(a.adbin, \
     a.adrelid) FROM pg_attrdef a JOIN pg_attribute t ON t.attrelid = a.adrelid AND t.attnum = a.adnum) \
     SELECT '' AS kind, '' AS name, '' AS of_table, found.said FROM ( \
     SELECT 'The ' || CASE relkind WHEN 'p' THEN 'divided table ' WHEN 'f' THEN 'foreign table ' ELSE 'view ' END || name || \
     ' was put there by something else than the program.' AS said FROM own WHERE relkind IN ('v', 'm', 'p', 'f') AND NOT \
     EXISTS (SELECT 1 FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = own.oid AND e.deptype = 'e') \
     UNION ALL SELECT 'The table ' || x.conrelid::regclass::text || ' refers to ' || own.name || ' and was put there by \
     something else than the program.' FROM pg_constraint x JOIN own ON own.oid = x.confrelid WHERE x.contype = 'f' AND \
     x.conrelid NOT IN (SELECT oid FROM own) \
     UNION ALL SELECT own.name || ' inherits, or is inherited from, which the program did not make.' FROM own WHERE own.relkind \
     = 'r' AND EXISTS (SELECT 1 FROM pg_inherits i WHERE own.oid IN (i.inhrelid, i.inhparent)) \
     UNION ALL SELECT 'The statistics ' || s.stxname || ' of ' || own.name || ' were put there by something else than the \
     program.' FROM pg_statistic_ext s JOIN own ON own.oid = s.stxrelid \
     UNION ALL SELECT 'The ' || said.name || ' on table ' || own.name || ' calls something, and was put there by something else \
     than the program.' FROM said JOIN own ON own.oid = said.oid WHERE replace(regexp_replace(said.text, \
     '''([^'']|'''')*''', '', 'g'), 'length(', '') ~ '[[:alnum:]_$\"]\\(' \
     ) found ORDER BY 4";

/// The tables of the first schema of the search path, on `PostgreSQL`.
const TABLES: &str = "SELECT 'table' AS kind, relname::text AS name, relname::text AS of_table, '' AS said FROM pg_class WHERE \
     relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())";

/// What `SQLite` keeps of the schema otherwise than it writes it, each as a sentence. It reads the kind of a thing whatever
/// the case of its letters and as whichever type it is stored, so a trigger that is written so acts and is found by no
/// question that asks for triggers.
const STRANGE: &str = "SELECT '' AS kind, '' AS name, '' AS of_table, 'The schema has an entry that the program did not write: ' \
     || CASE WHEN typeof(name) = 'text' AND name NOT GLOB '*[^ -~]*' THEN name ELSE hex(name) END || '.' AS said FROM \
     sqlite_master WHERE typeof(type) <> 'text' OR type NOT IN ('table', 'index', 'trigger', 'view') OR typeof(name) <> 'text' OR \
     name GLOB '*[^ -~]*' OR typeof(tbl_name) <> 'text' OR tbl_name GLOB '*[^ -~]*' OR typeof(rootpage) <> 'integer' OR typeof(sql) \
     NOT IN ('text', 'null') OR instr(CAST(sql AS BLOB), x'00') > 0 ORDER BY 4";

/// The parts that a question finds.
pub(crate) async fn items(db: &Connection, sql: &str, values: &[&str]) -> Result<Vec<Item>, DbErr> {
    let values = values.iter().map(|value| (*value).into());
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    Item::find_by_statement(statement).all(db).await
}

/// A statement that `SQLite` keeps, but for its blanks and letters' case.
fn essence(text: &str) -> String {
    let text = text.trim_end_matches(';').to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Takes every trigger and rule of some tables away, as somebody who has the database can; for tests.
pub(crate) async fn lift(db: &Connection, tables: &[&str]) -> Result<(), DbErr> {
    let engine = Engine::from_connection(db);
    let found = items(db, of(engine, ACTING), &[]).await?;
    for Item {
        kind, name, table, ..
    } in found
    {
        if !tables.contains(&table.as_str()) {
            continue;
        }
        let sql = match engine {
            Engine::Sqlite => format!("DROP TRIGGER {name}"),
            Engine::Postgres => format!("DROP {kind} {name} ON {table}"),
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
