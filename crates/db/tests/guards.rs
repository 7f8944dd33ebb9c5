// SPDX-License-Identifier: AGPL-3.0-or-later

//! Whatever somebody plants in a database that acts when a row is written is found, on whichever table it stands; so is
//! whatever differs in a table that is looked at whole. Each is planted, looked for, and taken away again.

use salal_db::{Db, Engine, changed_guards};
use sea_orm::ConnectionTrait;

const AUDIT: &[&str] = &[
    "audit",
    "audit_seal",
    "audit_head",
    "audit_statement",
    "audit_watch",
    "audit_key",
];

/// What is planted, how it is taken away, and what is told.
type Planted = (&'static str, &'static str, &'static str);

const ON_SQLITE: &[Planted] = &[
    (
        "CREATE TRIGGER h AFTER INSERT ON presence BEGIN REPLACE INTO audit_watch VALUES ('x', 'y', 'z'); END",
        "DROP TRIGGER h",
        "The trigger h of presence was put there by something else than the program.",
    ),
    (
        "CREATE VIEW v AS SELECT 1 AS one; CREATE TRIGGER h INSTEAD OF INSERT ON v BEGIN SELECT 1; END",
        "DROP VIEW v",
        "The trigger h of v was put there by something else than the program.",
    ),
    (
        "DROP TRIGGER encounter_no_update; CREATE TRIGGER encounter_no_update BEFORE UPDATE ON encounter BEGIN SELECT 1; END",
        "DROP TRIGGER encounter_no_update; CREATE TRIGGER encounter_no_update before update on encounter begin select \
         raise(abort, 'encounter is never changed'); end",
        "The trigger encounter_no_update of encounter was changed.",
    ),
    (
        "DROP TRIGGER encounter_no_delete",
        "CREATE TRIGGER encounter_no_delete before delete on encounter begin select raise(abort, 'encounter is never \
         changed'); end",
        "The trigger encounter_no_delete of encounter is missing.",
    ),
    (
        "CREATE UNIQUE INDEX u ON audit (actor_role)",
        "DROP INDEX u",
        "The index u of audit was put there by something else than the program.",
    ),
    (
        "DROP INDEX audit_at_idx; CREATE INDEX audit_at_idx ON audit (at) WHERE ip = ''",
        "DROP INDEX audit_at_idx; CREATE INDEX audit_at_idx ON audit (at)",
        "The index audit_at_idx of audit was changed.",
    ),
    (
        "ALTER TABLE audit_key ADD COLUMN more TEXT DEFAULT 'x'",
        "ALTER TABLE audit_key DROP COLUMN more",
        "audit_key is not the table that the program made.",
    ),
    (
        "ALTER TABLE audit_watch ADD COLUMN more TEXT REFERENCES audit_key (key_id) ON DELETE CASCADE",
        "ALTER TABLE audit_watch DROP COLUMN more",
        "audit_watch is not the table that the program made.",
    ),
    // SQLite does not mind how the kind is written.
    (
        "CREATE TRIGGER h BEFORE INSERT ON audit BEGIN SELECT raise(ignore); END; PRAGMA writable_schema = 1; UPDATE sqlite_master SET type = 'Trigger' WHERE name = 'h'; PRAGMA writable_schema = RESET",
        "PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE CAST(name AS TEXT) = 'h'; PRAGMA writable_schema = RESET",
        "The schema has an entry that the program did not write: h.",
    ),
    (
        "CREATE TRIGGER h BEFORE INSERT ON audit BEGIN SELECT raise(ignore); END; PRAGMA writable_schema = 1; UPDATE sqlite_master SET type = CAST('trigger' AS BLOB) WHERE name = 'h'; PRAGMA writable_schema = RESET",
        "PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE CAST(name AS TEXT) = 'h'; PRAGMA writable_schema = RESET",
        "The schema has an entry that the program did not write: h.",
    ),
    (
        "CREATE TRIGGER h BEFORE INSERT ON audit BEGIN SELECT raise(ignore); END; PRAGMA writable_schema = 1; UPDATE sqlite_master SET type = 'trigger' || char(0) || 'x' WHERE name = 'h'; PRAGMA writable_schema = RESET",
        "PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE CAST(name AS TEXT) = 'h'; PRAGMA writable_schema = RESET",
        "The schema has an entry that the program did not write: h.",
    ),
    (
        "CREATE TRIGGER h BEFORE INSERT ON audit BEGIN SELECT raise(ignore); END; PRAGMA writable_schema = 1; UPDATE sqlite_master SET name = CAST('h' AS BLOB) WHERE name = 'h'; PRAGMA writable_schema = RESET",
        "PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE CAST(name AS TEXT) = 'h'; PRAGMA writable_schema = RESET",
        "The schema has an entry that the program did not write: 68.",
    ),
    (
        "CREATE UNIQUE INDEX u ON audit (actor_role); PRAGMA writable_schema = 1; UPDATE sqlite_master SET type = 'INDEX' WHERE name = 'u'; PRAGMA writable_schema = RESET",
        "PRAGMA writable_schema = 1; UPDATE sqlite_master SET type = 'index' WHERE name = 'u'; PRAGMA writable_schema = RESET; DROP INDEX u",
        "The schema has an entry that the program did not write: u.",
    ),
];

const ERASE: &str = "CREATE FUNCTION z() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM audit; RETURN NEW; END $$";

const ON_POSTGRES: &[Planted] = &[
    (
        "CREATE SCHEMA beside; CREATE FUNCTION beside.z() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM audit; \
         RETURN NEW; END $$; CREATE TRIGGER h AFTER INSERT ON presence FOR EACH ROW EXECUTE FUNCTION beside.z()",
        "DROP SCHEMA beside CASCADE",
        "The trigger h of presence was put there by something else than the program.",
    ),
    (
        ERASE,
        "DROP FUNCTION z()",
        "The function z() was put there by something else than the program.",
    ),
    (
        "CREATE RULE r AS ON INSERT TO session DO ALSO DELETE FROM audit",
        "DROP RULE r ON session",
        "The rule r of session was put there by something else than the program.",
    ),
    (
        "ALTER TABLE encounter DISABLE TRIGGER encounter_frozen",
        "ALTER TABLE encounter ENABLE TRIGGER encounter_frozen",
        "The trigger encounter_frozen of encounter was changed.",
    ),
    (
        "DROP TRIGGER encounter_frozen ON encounter",
        "CREATE TRIGGER encounter_frozen BEFORE UPDATE OR DELETE ON encounter FOR EACH ROW EXECUTE FUNCTION \
         refuse_change()",
        "The trigger encounter_frozen of encounter is missing.",
    ),
    (
        "CREATE SCHEMA beside; CREATE FUNCTION beside.c() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN DELETE FROM audit; \
         RETURN true; END $$; ALTER TABLE session ADD CONSTRAINT ch CHECK (beside.c())",
        "DROP SCHEMA beside CASCADE",
        "The constraint ch on table session uses the function beside.c(), which the program did not make.",
    ),
    (
        "CREATE SCHEMA beside; CREATE FUNCTION beside.d() RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$; ALTER TABLE job \
         ADD COLUMN more text DEFAULT beside.d()",
        "ALTER TABLE job DROP COLUMN more; DROP SCHEMA beside CASCADE",
        "uses the function beside.d(), which the program did not make.",
    ),
    (
        "CREATE SCHEMA beside; CREATE FUNCTION beside.i(text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT $1 $$; \
         CREATE INDEX more ON pharmacy (beside.i(name))",
        "DROP SCHEMA beside CASCADE",
        "The index more uses the function beside.i(text), which the program did not make.",
    ),
    (
        "CREATE OPERATOR === (LEFTARG = text, RIGHTARG = text, FUNCTION = texteq)",
        "DROP OPERATOR === (text, text)",
        "The operator ===(text,text) was put there by something else than the program.",
    ),
    (
        "CREATE SCHEMA beside; CREATE FUNCTION beside.e() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$; CREATE \
         EVENT TRIGGER ev ON ddl_command_end EXECUTE FUNCTION beside.e()",
        "DROP EVENT TRIGGER ev; DROP SCHEMA beside CASCADE",
        "The event trigger ev was put there by something else than the program.",
    ),
    (
        "CREATE POLICY po ON job USING (false)",
        "DROP POLICY po ON job",
        "The row security policy po of job was put there by something else than the program.",
    ),
    (
        "ALTER TABLE job ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE job DISABLE ROW LEVEL SECURITY",
        "Row security was switched on for job by something else than the program.",
    ),
    (
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ begin return new; end $$",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ begin raise exception '% is \
         never changed', tg_table_name; end $$",
        "The function refuse_change() was changed.",
    ),
    (
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_replication_role = replica', current_database()); END $$",
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET session_replication_role', current_database()); END $$",
        "A setting of the role or the database switches triggers off: session_replication_role=replica.",
    ),
    (
        "CREATE UNIQUE INDEX u ON audit (actor_role)",
        "DROP INDEX u",
        "The index u of audit was put there by something else than the program.",
    ),
    (
        "DROP INDEX audit_at_idx; CREATE INDEX audit_at_idx ON audit (at) WHERE ip = ''",
        "DROP INDEX audit_at_idx; CREATE INDEX audit_at_idx ON audit (at)",
        "The index audit_at_idx of audit was changed.",
    ),
    (
        "ALTER TABLE audit ADD CONSTRAINT ch CHECK (ip <> '') NOT VALID",
        "ALTER TABLE audit DROP CONSTRAINT ch",
        "The constraint ch of audit was put there by something else than the program.",
    ),
    (
        "ALTER TABLE audit ADD CONSTRAINT fk FOREIGN KEY (actor) REFERENCES person (id) ON DELETE CASCADE",
        "ALTER TABLE audit DROP CONSTRAINT fk",
        "The constraint fk of audit was put there by something else than the program.",
    ),
    (
        "ALTER TABLE audit ALTER COLUMN mac SET DEFAULT 'x'",
        "ALTER TABLE audit ALTER COLUMN mac DROP DEFAULT",
        "The column mac of audit was changed.",
    ),
    (
        "ALTER TABLE audit ALTER COLUMN ip DROP NOT NULL",
        "ALTER TABLE audit ALTER COLUMN ip SET NOT NULL",
        "The column ip of audit was changed.",
    ),
    (
        "ALTER TABLE audit ADD COLUMN more text",
        "ALTER TABLE audit DROP COLUMN more",
        "The column more of audit was put there by something else than the program.",
    ),
    // A text that is run as a statement by a function of PostgreSQL's own.
    (
        "ALTER TABLE presence ADD CONSTRAINT ch CHECK (query_to_xml('select 1', true, true, '') IS NOT NULL) NOT VALID",
        "ALTER TABLE presence DROP CONSTRAINT ch",
        "The constraint ch on table presence calls something, and was put there by something else than the program.",
    ),
    (
        "ALTER TABLE session ALTER COLUMN agent SET DEFAULT (query_to_xml('select 1', true, true, ''))::text",
        "ALTER TABLE session ALTER COLUMN agent DROP DEFAULT",
        "The default of agent on table session calls something, and was put there by something else than the program.",
    ),
    (
        "CREATE SCHEMA beside; CREATE DOMAIN beside.words AS text CHECK (query_to_xml('select 1', true, true, '') IS NOT NULL); ALTER TABLE session ADD COLUMN more beside.words",
        "DROP SCHEMA beside CASCADE",
        "The column more of table session uses the type beside.words, which the program did not make.",
    ),
    (
        "ALTER TABLE presence RENAME TO presence_r; CREATE VIEW presence AS SELECT * FROM presence_r",
        "DROP VIEW presence; ALTER TABLE presence_r RENAME TO presence",
        "The view presence was put there by something else than the program.",
    ),
    (
        "ALTER TABLE presence RENAME TO presence_r; CREATE TABLE presence (LIKE presence_r) PARTITION BY LIST (patient_id)",
        "DROP TABLE presence; ALTER TABLE presence_r RENAME TO presence",
        "The divided table presence was put there by something else than the program.",
    ),
    (
        "CREATE SCHEMA beside; CREATE TABLE beside.presence () INHERITS (presence)",
        "DROP SCHEMA beside CASCADE",
        "presence inherits, or is inherited from, which the program did not make.",
    ),
    (
        "CREATE SCHEMA beside; ALTER TABLE presence SET SCHEMA beside",
        "ALTER TABLE beside.presence SET SCHEMA public; DROP SCHEMA beside",
        "presence is not a table of the first schema of the search path.",
    ),
    (
        "CREATE SCHEMA beside; CREATE TABLE beside.k (a uuid REFERENCES job (id) ON DELETE CASCADE)",
        "DROP SCHEMA beside CASCADE",
        "The table beside.k refers to job and was put there by something else than the program.",
    ),
    (
        "CREATE STATISTICS st ON (lower(agent)), (upper(agent)) FROM session",
        "DROP STATISTICS st",
        "The statistics st of session were put there by something else than the program.",
    ),
];

async fn found(db: &Db) -> Vec<String> {
    let found = changed_guards(db.read(), AUDIT).await;
    found.expect("the schema can be read")
}

async fn what_is_planted_is_named(db: Db) {
    assert_eq!(found(&db).await, [] as [&str; 0], "a new database");
    let all = match db.engine() {
        Engine::Sqlite => ON_SQLITE,
        Engine::Postgres => ON_POSTGRES,
    };
    let run = async |sql: &str| {
        let done = db.write().execute_unprepared(sql).await;
        done.unwrap_or_else(|error| panic!("{sql}: {error}"));
    };
    for (planted, undone, told) in all {
        run(planted).await;
        let names = found(&db).await;
        assert!(
            names.iter().any(|name| name.ends_with(told)),
            "{planted}: {names:?}"
        );
        run(undone).await;
        assert_eq!(found(&db).await, [] as [&str; 0], "after {undone}");
    }
}

/// REPLACE takes a row away without the word DELETE.
async fn a_frozen_row_is_not_replaced(db: Db) {
    let row = "INTO audit_seal (seq, audit_id, hash) VALUES (1, ";
    let (first, again) = match db.engine() {
        Engine::Sqlite => (
            format!("INSERT {row} zeroblob(16), 'a')"),
            format!("REPLACE {row} randomblob(16), 'b')"),
        ),
        Engine::Postgres => (
            format!("INSERT {row} gen_random_uuid(), 'a')"),
            format!(
                "INSERT {row} gen_random_uuid(), 'b') ON CONFLICT (seq) DO UPDATE SET hash = 'b'"
            ),
        ),
    };
    db.write()
        .execute_unprepared(&first)
        .await
        .expect("the first");
    let refused = db.write().execute_unprepared(&again).await;
    let refused = refused.expect_err("it is frozen").to_string();
    assert!(refused.contains("audit_seal is never changed"), "{refused}");
}

salal_db::on_both!(what_is_planted_is_named, a_frozen_row_is_not_replaced);

/// A name that has to be quoted is a name as well.
#[tokio::test]
async fn a_schema_of_any_name_is_looked_at() {
    let database = salal_db::testing::postgres().await;
    let moved = "ALTER SCHEMA public RENAME TO \"Odd Name\"; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = \
                 \"Odd Name\"', current_database()); END $$";
    let done = database.db.write().execute_unprepared(moved).await;
    done.expect("it has another name");
    let opened = Db::open(&database.url, &salal_db::DbSettings::default()).await;
    let db = opened.expect("it opens");
    assert_eq!(found(&db).await, [] as [&str; 0]);
    let rule = "CREATE RULE r AS ON INSERT TO session DO ALSO DELETE FROM audit";
    db.write().execute_unprepared(rule).await.expect("planted");
    assert_eq!(found(&db).await.len(), 1);
}

/// A function that is found for a name of ours because it suits better.
#[tokio::test]
async fn what_the_search_path_finds_elsewhere_is_named() {
    let database = salal_db::testing::postgres().await;
    let planted = "CREATE SCHEMA beside; CREATE FUNCTION beside.length(character varying) RETURNS integer LANGUAGE sql AS 'SELECT \
                   1'; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, beside', \
                   current_database()); END $$";
    let done = database.db.write().execute_unprepared(planted).await;
    done.expect("it is planted");
    let opened = Db::open(&database.url, &salal_db::DbSettings::default()).await;
    let told =
        "The function length(character varying) was put there by something else than the program.";
    assert_eq!(found(&opened.expect("it opens")).await, [told]);
}
