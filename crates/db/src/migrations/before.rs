// SPDX-License-Identifier: AGPL-3.0-or-later

//! Databases of programs before 0.1.0. Their sixty migrations made the schema that `first` makes in one piece a
//! feature: a database that has all of them only gets the new names. One that has some of them is refused, because
//! what those changed in its rows is not in this program any more.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, Statement};

use super::first;
use crate::engine::Engine;

/// The migrations of before, oldest first.
const NAMES: &[&str] = &[
    "m0001_people",
    "m0002_accounts",
    "m0003_drugs",
    "m0004_prescriptions",
    "m0005_documents_and_fax",
    "m0006_payments",
    "m0007_messages",
    "m0008_house",
    "m0009_files",
    "m0010_accounts",
    "m0011_messages",
    "m0012_sleep",
    "m0013_notes",
    "m0014_search",
    "m0015_patient_page",
    "m0016_queue",
    "m0017_fax_desk",
    "m0018_staff_messages",
    "m0019_labs",
    "m0020_billing",
    "m0021_teleplan",
    "m0022_audit",
    "m0023_drug_edits",
    "m0024_imports",
    "m0025_house",
    "m0026_patient_rows",
    "m0027_judged_lines",
    "m0028_directions",
    "m0029_register",
    "m0030_needed_again",
    "m0031_safety",
    "m0032_copies",
    "m0033_remittances",
    "m0034_decision_reasons",
    "m0035_failed_faxes",
    "m0036_drawn_shapes",
    "m0037_drawn_places",
    "m0038_what_went",
    "m0039_service_outage",
    "m0042_places",
    "m0043_sealed_jobs",
    "m0044_leases",
    "m0045_guard_keys",
    "m0046_stored_codes",
    "m0047_unlisted_pharmacies",
    "m0048_asked_pharmacy",
    "m0049_pharmacy_search",
    "m0050_refund_reasons",
    "m0051_chosen_product",
    "m0052_remittance_sequence",
    "m0053_sleep_requester",
    "m0054_counted_lines",
    "m0055_unassigned_lines",
    "m0056_prescription_numbers",
    "m0057_today",
    "m0058_insight",
    "m0059_keyed_audit",
    "m0060_master_keys",
    "m0061_restore_hold",
    "m0063_alerts",
];

/// What the schema of before calls otherwise on `PostgreSQL`, which kept the name of a column that was renamed.
const RENAMED: &str = "alter table prescription rename constraint prescription_next_work_check1 to prescription_work_check";

fn has(applied: &[String], name: &str) -> bool {
    applied.iter().any(|one| one == name)
}

/// Whether a database has some migrations of before and not all of them.
pub(crate) fn is_halfway(applied: &[String]) -> bool {
    let there = NAMES.iter().filter(|name| has(applied, name)).count();
    there > 0 && there < NAMES.len()
}

fn is_whole(applied: &[String]) -> bool {
    NAMES.iter().all(|name| has(applied, name))
}

/// The applied migrations under their names of today.
pub(crate) fn renamed(applied: &[String]) -> Vec<String> {
    let own = applied.iter().cloned();
    if !is_whole(applied) {
        return own.collect();
    }
    let rest = own.filter(|one| !NAMES.contains(&one.as_str()));
    let first = first::STEPS.iter().map(|step| step.0.to_owned());
    first.chain(rest).collect()
}

/// Gives the migrations of before their names of today, within the transaction that migrates.
pub(super) async fn adopt(on: &DatabaseTransaction, engine: Engine) -> Result<(), DbErr> {
    let backend = on.get_database_backend();
    let of = |sql: &str| Statement::from_string(backend, sql.to_owned());
    let rows = on
        .query_all_raw(of("SELECT version FROM seaql_migrations"))
        .await?;
    let applied = rows
        .iter()
        .map(|row| row.try_get("", "version"))
        .collect::<Result<Vec<String>, _>>()?;
    if !is_whole(&applied) {
        return Ok(());
    }
    if engine == Engine::Postgres {
        on.execute_unprepared(RENAMED).await?;
    }
    let mut names = Vec::new();
    for step in &first::STEPS {
        names.push(format!(
            "('{}', (SELECT max(applied_at) FROM seaql_migrations))",
            step.0
        ));
    }
    let insert = format!(
        "INSERT INTO seaql_migrations (version, applied_at) VALUES {}",
        names.join(", ")
    );
    on.execute_unprepared(&insert).await?;
    let before = NAMES.join("', '");
    let delete = format!("DELETE FROM seaql_migrations WHERE version IN ('{before}')");
    on.execute_unprepared(&delete).await?;
    Ok(())
}
