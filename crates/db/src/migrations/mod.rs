// SPDX-License-Identifier: AGPL-3.0-or-later

//! The schema, as numbered migrations that are only ever added to. Each migration is one text of plain SQL
//! for both engines: its types are in capitals and replaced by the engine's own. Not here: data; a migration
//! creates only the single row of `catalogue`.
//!
//! Rules of the schema: times are UTC; integers are always `BIGINT` (a value bound with the wrong width fails
//! on `PostgreSQL` only); money is in cents; text sorts by code point on both engines, so pages have the same
//! order; every unique index has its name in `crate::constraint`; a table whose rows are never changed has a
//! line `frozen TABLE;`; a series of numbers has a line `numbered SERIES from FIRST;`.

mod m0001_people;
mod m0002_accounts;
mod m0003_drugs;
mod m0004_prescriptions;
mod m0005_documents_and_fax;
mod m0006_payments;
mod m0007_messages;
mod m0008_house;
mod m0009_files;
mod m0010_accounts;
mod m0011_messages;
mod m0012_sleep;
mod m0013_notes;
mod m0014_search;
mod m0015_patient_page;
mod m0016_queue;
mod m0017_fax_desk;
mod m0018_staff_messages;
mod m0019_labs;
mod m0020_billing;
mod m0021_teleplan;
mod m0022_audit;
mod m0023_drug_edits;
mod m0024_imports;
mod m0025_house;
mod m0026_patient_rows;
mod m0027_judged_lines;
mod m0028_directions;
mod m0029_register;
mod m0030_needed_again;
mod m0031_safety;
mod m0032_copies;
mod m0033_remittances;
mod m0034_decision_reasons;
mod m0035_failed_faxes;
mod m0036_drawn_shapes;
mod m0037_drawn_places;
mod m0038_what_went;
mod m0039_service_outage;
mod m0042_places;
mod m0043_sealed_jobs;
mod m0044_leases;
mod m0045_guard_keys;
mod m0046_stored_codes;
mod m0047_unlisted_pharmacies;
mod m0048_asked_pharmacy;
mod m0049_pharmacy_search;
mod m0050_refund_reasons;
mod m0051_chosen_product;
mod m0052_remittance_sequence;
mod m0053_sleep_requester;
mod m0054_counted_lines;
mod m0055_unassigned_lines;
mod m0056_prescription_numbers;
mod m0057_today;
mod m0058_insight;
mod m0059_keyed_audit;
mod m0060_master_keys;
mod m0061_restore_hold;
mod m0063_alerts;

use crate::engine::Engine;
use crate::guards::frozen;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, MigratorTrait, SchemaManager};

/// The advisory lock that keeps two starting servers from migrating at once: any fixed number.
const MIGRATION_LOCK: i64 = 7_235_525_101;

/// All migrations, oldest first. A released migration is never changed.
const STEPS: &[Step] = &[
    Step("m0001_people", m0001_people::SQL),
    Step("m0002_accounts", m0002_accounts::SQL),
    Step("m0003_drugs", m0003_drugs::SQL),
    Step("m0004_prescriptions", m0004_prescriptions::SQL),
    Step("m0005_documents_and_fax", m0005_documents_and_fax::SQL),
    Step("m0006_payments", m0006_payments::SQL),
    Step("m0007_messages", m0007_messages::SQL),
    Step("m0008_house", m0008_house::SQL),
    Step("m0009_files", m0009_files::SQL),
    Step("m0010_accounts", m0010_accounts::SQL),
    Step("m0011_messages", m0011_messages::SQL),
    Step("m0012_sleep", m0012_sleep::SQL),
    Step("m0013_notes", m0013_notes::SQL),
    Step("m0014_search", m0014_search::SQL),
    Step("m0015_patient_page", m0015_patient_page::SQL),
    Step("m0016_queue", m0016_queue::SQL),
    Step("m0017_fax_desk", m0017_fax_desk::SQL),
    Step("m0018_staff_messages", m0018_staff_messages::SQL),
    Step("m0019_labs", m0019_labs::SQL),
    Step("m0020_billing", m0020_billing::SQL),
    Step("m0021_teleplan", m0021_teleplan::SQL),
    Step("m0022_audit", m0022_audit::SQL),
    Step("m0023_drug_edits", m0023_drug_edits::SQL),
    Step("m0024_imports", m0024_imports::SQL),
    Step("m0025_house", m0025_house::SQL),
    Step("m0026_patient_rows", m0026_patient_rows::SQL),
    Step("m0027_judged_lines", m0027_judged_lines::SQL),
    Step("m0028_directions", m0028_directions::SQL),
    Step("m0029_register", m0029_register::SQL),
    Step("m0030_needed_again", m0030_needed_again::SQL),
    Step("m0031_safety", m0031_safety::SQL),
    Step("m0032_copies", m0032_copies::SQL),
    Step("m0033_remittances", m0033_remittances::SQL),
    Step("m0034_decision_reasons", m0034_decision_reasons::SQL),
    Step("m0035_failed_faxes", m0035_failed_faxes::SQL),
    Step("m0036_drawn_shapes", m0036_drawn_shapes::SQL),
    Step("m0037_drawn_places", m0037_drawn_places::SQL),
    Step("m0038_what_went", m0038_what_went::SQL),
    Step("m0039_service_outage", m0039_service_outage::SQL),
    Step("m0042_places", m0042_places::SQL),
    Step("m0043_sealed_jobs", m0043_sealed_jobs::SQL),
    Step("m0044_leases", m0044_leases::SQL),
    Step("m0045_guard_keys", m0045_guard_keys::SQL),
    Step("m0046_stored_codes", m0046_stored_codes::SQL),
    Step("m0047_unlisted_pharmacies", m0047_unlisted_pharmacies::SQL),
    Step("m0048_asked_pharmacy", m0048_asked_pharmacy::SQL),
    Step("m0049_pharmacy_search", m0049_pharmacy_search::SQL),
    Step("m0050_refund_reasons", m0050_refund_reasons::SQL),
    Step("m0051_chosen_product", m0051_chosen_product::SQL),
    Step("m0052_remittance_sequence", m0052_remittance_sequence::SQL),
    Step("m0053_sleep_requester", m0053_sleep_requester::SQL),
    Step("m0054_counted_lines", m0054_counted_lines::SQL),
    Step("m0055_unassigned_lines", m0055_unassigned_lines::SQL),
    Step(
        "m0056_prescription_numbers",
        m0056_prescription_numbers::SQL,
    ),
    Step("m0057_today", m0057_today::SQL),
    Step("m0058_insight", m0058_insight::SQL),
    Step("m0059_keyed_audit", m0059_keyed_audit::SQL),
    Step("m0060_master_keys", m0060_master_keys::SQL),
    Step("m0061_restore_hold", m0061_restore_hold::SQL),
    Step("m0063_alerts", m0063_alerts::SQL),
];

/// Tables out of which a migration took secrets. An engine leaves such bytes behind in free space, so what the
/// table is stored in is rewritten once after the migration.
pub(crate) const REWRITTEN: &[(&str, &str)] = &[
    ("m0043_sealed_jobs", "job"),
    ("m0045_guard_keys", "sign_in_guard"),
];

/// Applies the missing migrations inside the caller's transaction: all of them or none.
pub(crate) async fn run(transaction: &DatabaseTransaction, engine: Engine) -> Result<(), DbErr> {
    if engine == Engine::Postgres {
        transaction
            .execute_unprepared(&format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            .await?;
    }
    Migrator::up(transaction, None).await
}

/// The names of all migrations, oldest first.
pub(crate) fn names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.0).collect()
}

struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        STEPS
            .iter()
            .map(|step| -> Box<dyn MigrationTrait> { Box::new(*step) })
            .collect()
    }
}

/// The name under which the database records the migration, and its text.
#[derive(Clone, Copy)]
struct Step(&'static str, &'static str);

impl MigrationName for Step {
    fn name(&self) -> &str {
        self.0
    }
}

#[sea_orm_migration::async_trait::async_trait]
impl MigrationTrait for Step {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        let engine = Engine::from_backend(connection.get_database_backend());
        let sql = with_series(engine, &with_frozen(engine, self.1));
        let sql = with_types_of(engine, &sql);
        connection.execute_unprepared(&sql).await?;
        Ok(())
    }
}

/// The table of a line `frozen TABLE;`.
fn frozen_table(line: &str) -> Option<&str> {
    line.strip_prefix("frozen ")?.strip_suffix(';')
}

/// Whether a migration froze a table.
pub(crate) fn is_frozen(table: &str) -> bool {
    let mut lines = STEPS.iter().flat_map(|step| step.1.lines());
    lines.any(|line| frozen_table(line) == Some(table))
}

/// Replaces each line `frozen TABLE;` with triggers that refuse to change or delete a row of the table,
/// whatever a program tries.
fn with_frozen(engine: Engine, sql: &str) -> String {
    let of_line = |line: &str| {
        let table = frozen_table(line)?;
        let triggers = frozen(engine, table).into_iter().map(|(_, text)| text);
        Some(triggers.collect::<Vec<_>>().join("\n"))
    };
    let lines = sql.lines();
    lines
        .map(|line| of_line(line).unwrap_or_else(|| line.to_owned()) + "\n")
        .collect()
}

/// Replaces each line `numbered SERIES from FIRST;` with what gives out its numbers (`crate::next_number`). On
/// `SQLite` that is a row of `counter`, made with the first number.
fn with_series(engine: Engine, sql: &str) -> String {
    let series = |line: &str| {
        let (name, first) = line
            .strip_prefix("numbered ")?
            .strip_suffix(';')?
            .split_once(" from ")?;
        Some(match engine {
            Engine::Postgres => format!(
                "create sequence {name}_number start with {first};
                 select setval('{name}_number', value) from counter where name = '{name}';
                 delete from counter where name = '{name}';"
            ),
            Engine::Sqlite => String::new(),
        })
    };
    let lines = sql.lines();
    lines
        .map(|line| series(line).unwrap_or_else(|| line.to_owned()) + "\n")
        .collect()
}

/// Replaces the type names of a migration with the engine's own. The `SQLite` names are those that `SeaORM`
/// uses there, so values are stored and read as it expects.
fn with_types_of(engine: Engine, sql: &str) -> String {
    let mut out = String::with_capacity(sql.len() * 2);
    for part in sql.split_inclusive(|c: char| !c.is_ascii_uppercase()) {
        let end = part
            .find(|c: char| !c.is_ascii_uppercase())
            .unwrap_or(part.len());
        let (word, rest) = part.split_at(end);
        out.push_str(own_type(engine, word));
        out.push_str(rest);
    }
    out
}

fn own_type(engine: Engine, word: &str) -> &str {
    match (engine, word) {
        (Engine::Sqlite, "UUID") => "uuid_text",
        (Engine::Sqlite, "TIMESTAMPTZ") => "timestamp_with_timezone_text",
        (Engine::Sqlite, "DATE") => "date_text",
        (Engine::Sqlite, "JSONB") => "jsonb_text",
        (Engine::Sqlite, "BYTEA") => "blob",
        // A table that is read only by its primary key: stored in key order.
        (Engine::Sqlite, "KEYED") => "without rowid",
        (Engine::Postgres, "KEYED") => "",
        (Engine::Postgres, "TEXT") => "text collate \"C\"",
        (_, other) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::with_types_of;
    use crate::engine::Engine;

    #[test]
    fn type_words_become_the_engine_s_own_and_nothing_else_changes() {
        let step = "create table x (id UUID, at TIMESTAMPTZ check (at <> 'UUID_'), n TEXT);";
        assert_eq!(
            with_types_of(Engine::Postgres, step),
            "create table x (id UUID, at TIMESTAMPTZ check (at <> 'UUID_'), n text collate \"C\");"
        );
        assert!(
            with_types_of(Engine::Sqlite, "id UUID, n TEXT").starts_with("id uuid_text, n TEXT")
        );
    }
}
