// SPDX-License-Identifier: AGPL-3.0-or-later

//! The features' rows against the schema: every table takes and gives back every column, on both
//! engines, and agrees on what may be absent.

use chrono::{DateTime, NaiveDate};
use salal_db::{Db, Engine, on_both};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ColumnType, ConnectionTrait, DbBackend, EntityTrait, IdenStatic,
    Iterable, ModelTrait, QueryFilter, Statement, Value,
};
use std::collections::BTreeSet;
use uuid::Uuid;

use crate::api::entity as api;
use crate::features::accounts::entity as accounts;
use crate::features::audit::entity as audit_entities;
use crate::features::billing::claims::entity as claims_entities;
use crate::features::billing::entity as billing_entities;
use crate::features::billing::remittances::entity as remittances_entities;
use crate::features::clinic_notes::entity as clinic_notes_entities;
use crate::features::drugs::entity as drugs;
use crate::features::fax::entity as fax_entities;
use crate::features::insight::entity as insight_entities;
use crate::features::lab_tests::entity as lab_tests;
use crate::features::links::entity as links;
use crate::features::manage_data::entity as imports_entities;
use crate::features::medical_info::entity as medical_info_entities;
use crate::features::messages::entity as messages;
use crate::features::notes::entity as notes_entities;
use crate::features::operations::entity as operations_entities;
use crate::features::payments::entity as payments;
use crate::features::people::entity as people;
use crate::features::pharmacies::entity as pharmacies;
use crate::features::pharmanet::entity as pharmanet;
use crate::features::prescriptions::entity as prescriptions;
use crate::features::presence::entity as presence_entities;
use crate::features::sleep_studies::entity as sleep_studies;
use crate::features::suggestions::entity as suggestions;
use crate::features::uploads::entity as uploads;
use crate::hold;
use crate::jobs::entity as jobs;
use crate::sealing::entity as sealing;

/// Every row of this test has this id, so every foreign key points at something.
const ID: Uuid = Uuid::from_u128(0x0198_0000_0000_7000_8000_0000_0000_0001);

on_both!(every_column_of_every_table_comes_back_as_it_went_in);

#[expect(clippy::too_many_lines, reason = "one list of all tables")]
async fn every_column_of_every_table_comes_back_as_it_went_in(db: Db) {
    let mut seen = BTreeSet::new();
    // In the order in which their foreign keys allow them to be filled.
    macro_rules! round_trip {
            ($($feature:ident::$table:ident),* $(,)?) => {
                $(seen.insert(round_trip::<$feature::$table::Entity>(&db).await);)*
            };
        }
    round_trip!(
        pharmacies::pharmacy,
        people::person,
        uploads::upload,
        people::health_document,
        people::consent,
        people::patient_gram,
        presence_entities::presence,
        pharmanet::pharmanet_use,
        people::location_statement,
        people::practitioner,
        suggestions::problem,
        medical_info_entities::medical_info,
        accounts::account,
        people::patient_entry,
        accounts::session,
        accounts::one_time_code,
        accounts::sign_in_guard,
        accounts::known_device,
        accounts::sign_in_device,
        accounts::sign_in_record,
        accounts::recovery,
        accounts::email_change,
        accounts::invitation,
        accounts::hand_over,
        accounts::account_change,
        operations_entities::service_seen,
        operations_entities::backup_mark,
        operations_entities::alert,
        operations_entities::alert_look,
        drugs::catalogue,
        drugs::drug,
        drugs::medication_filter,
        drugs::drug_edit,
        drugs::drug_ahfs,
        drugs::filter_offer,
        prescriptions::request_draft,
        prescriptions::prescription,
        prescriptions::prescription_status,
        prescriptions::medication,
        prescriptions::medication_change,
        prescriptions::safety_table,
        prescriptions::decision_mark,
        fax_entities::document,
        prescriptions::signature,
        prescriptions::signature_place,
        prescriptions::queue_claim,
        prescriptions::encounter,
        prescriptions::prescription_copy,
        fax_entities::fax,
        fax_entities::fax_stop,
        fax_entities::verified_number,
        fax_entities::fax_attempt,
        fax_entities::fax_clarification,
        people::chart_request,
        jobs::service_outage,
        hold::restore_hold,
        payments::payment,
        payments::refund,
        payments::provider_event,
        clinic_notes_entities::clinic_note,
        messages::message,
        messages::message_read,
        messages::message_reply,
        messages::message_template,
        messages::message_file,
        messages::message_archive,
        notes_entities::note,
        notes_entities::note_version,
        notes_entities::note_mark,
        notes_entities::note_draft,
        links::link,
        plain::counter,
        sleep_studies::sleep_info,
        sleep_studies::sleep_clinic,
        sleep_studies::sleep_assessment,
        sleep_studies::sleep_assessment_status,
        sleep_studies::sleep_requester,
        lab_tests::lab_file,
        lab_tests::lab_test,
        lab_tests::lab_result,
        lab_tests::lab_exception,
        jobs::job,
        api::idempotency,
        audit_entities::audit,
        audit_entities::audit_seal,
        audit_entities::audit_head,
        audit_entities::audit_statement,
        audit_entities::audit_watch,
        audit_entities::audit_key,
        sealing::master_key,
        sealing::key_holder,
        billing_entities::icd,
        billing_entities::msp_fee,
        billing_entities::msp_code,
        billing_entities::medication_bill,
        billing_entities::bill,
        billing_entities::bill_event,
        claims_entities::teleplan_counter,
        claims_entities::teleplan_account,
        claims_entities::claim_file,
        claims_entities::claim,
        imports_entities::data_import,
        imports_entities::data_piece,
        imports_entities::data_chunk,
        imports_entities::data_in_force,
        lab_tests::lab_definition,
        remittances_entities::remittance_pull,
        remittances_entities::remittance_file,
        remittances_entities::remittance_line,
        insight_entities::insight_day,
    );
    assert_eq!(
        seen,
        tables(&db).await,
        "every table of the schema has its rows"
    );
}

/// Fills one row, reads it back, then checks that a column may be emptied exactly if the row
/// type says so. Gives the table's name.
async fn round_trip<E: EntityTrait>(db: &Db) -> String {
    let table = E::default().table_name().to_owned();
    // Steps of the schema may have made rows of their own.
    E::delete_many().exec(db.write()).await.unwrap();

    let mut row = <E::ActiveModel as ActiveModelTrait>::default();
    for column in E::Column::iter() {
        row.set(column, sample::<E>(&table, column));
    }
    E::insert(row)
        .exec_without_returning(db.write())
        .await
        .unwrap_or_else(|error| panic!("{table} takes a full row: {error}"));
    let stored = E::find().one(db.read()).await.unwrap().unwrap();
    for column in E::Column::iter() {
        let name = column.as_str();
        assert_eq!(
            stored.get(column),
            sample::<E>(&table, column),
            "{table}.{name}"
        );
    }
    assert_eq!(
        column_names(db, &table).await,
        names_of::<E>(),
        "columns of {table}"
    );

    unfreeze(db, &table).await;
    for column in E::Column::iter() {
        let name = column.as_str();
        let emptied = E::update_many()
            .col_expr(column, Expr::cust("NULL"))
            .filter(Expr::cust("1 = 1"))
            .exec(db.write())
            .await;
        assert_eq!(
            emptied.is_ok(),
            column.def().is_null() && !told_by_state(&table, name),
            "{table}.{name} may be absent"
        );
    }
    E::find().one(db.read()).await.unwrap().unwrap();
    table
}

/// A value of the column's type, one that its CHECK accepts.
fn sample<E: EntityTrait>(table: &str, column: E::Column) -> Value {
    let name = column.as_str();
    match column.def().get_column_type() {
        ColumnType::Uuid => ID.into(),
        ColumnType::TimestampWithTimeZone => DateTime::from_timestamp_micros(1_767_225_600_123_456)
            .unwrap()
            .into(),
        ColumnType::Date => NaiveDate::from_ymd_opt(1959, 2, 28).unwrap().into(),
        ColumnType::BigInteger if name == "id" && matches!(table, "catalogue" | "filter_offer") => {
            1i64.into()
        }
        // A sequence number of the plan has seven digits.
        ColumnType::BigInteger if (table, name) == ("teleplan_counter", "last_committed") => {
            9_999_999i64.into()
        }
        ColumnType::BigInteger => 9_007_199_254_740_993i64.into(),
        ColumnType::Boolean => true.into(),
        ColumnType::JsonBinary => serde_json::json!({"a": [1, "2", null], "é": 0.5}).into(),
        ColumnType::VarBinary(_) | ColumnType::Blob => vec![0u8, 255, 10].into(),
        ColumnType::String(_) | ColumnType::Text => checked_text(table, name).into(),
        other => panic!("{table}.{name} has the type {other:?}, which the schema does not use"),
    }
}

/// Columns that a CHECK demands in the state of the sample, although they are empty in others.
fn told_by_state(table: &str, column: &str) -> bool {
    matches!(
        (table, column),
        ("prescription_copy", "void_reason" | "void_by" | "voided_at")
    )
}

fn checked_text(table: &str, column: &str) -> &'static str {
    match (table, column) {
        (_, "subject_kind") => "prescription",
        ("health_document", "type") => "Passport",
        ("health_document", "status") => "pending",
        ("health_document", "other") => "mismatch",
        ("bill_event", "kind") => "edited",
        ("upload", "category") => "messaging",
        ("upload", "type") => "image/png",
        ("account", "role") => "ROLE_DOCTOR",
        ("account", "theme") => "dark",
        ("email_change", "step") | ("prescription_copy", "void_how") => "phone",
        ("one_time_code", "purpose") => "sign_in",
        ("medication_filter", "status") => "DO_NOT_SHOW_UP",
        ("prescription" | "prescription_status", "status") => "ACKNOWLEDGED",
        ("prescription", "work") | ("message", "tells_of") => "review",
        ("encounter", "kind") => "video",
        ("verified_number", "how") => "machine",
        ("prescription_copy", "way") => "paper",
        ("prescription_copy", "state") => "voided",
        ("prescription_copy", "handed_how") => "pharmacy",
        ("account_change", "what") => "role",
        ("backup_mark", "made_by") => "operator",
        ("prescription", "eligibility") => "private",
        ("prescription_copy", "void_reason") => "wrong",
        ("medication" | "medication_change", "reason_code") => "OTHER",
        ("lab_exception", "reason") => "no_number",
        ("medication", "status") => "Approved",
        ("medication_change", "kind") => "usage",
        ("decision_mark", "decision") => "Rejected",
        ("payment", "method") | ("insight_day", "payer") => "card",
        ("payment", "state") => "charged",
        ("fax" | "job" | "clinic_note", "state") => "queued",
        ("fax_clarification", "kind") => "called",
        ("sleep_clinic", "company") => "coastal",
        ("sleep_assessment" | "sleep_assessment_status", "status") => "SUBMITTED",
        ("message", "to_group") => "office",
        ("note", "sending_to") => "emr",
        ("note_mark", "kind") => "acknowledged",
        ("link", "purpose") => "reply",
        ("msp_code", "kind") => "adjustment",
        ("bill", "way") => "msg",
        ("bill", "state") => "sent",
        ("bill", "submission") => "0",
        ("claim_file", "state") | ("fax_attempt", "outcome") => "accepted",
        ("refund" | "remittance_pull", "state") => "done",
        ("remittance_file", "state") => "taken",
        ("audit_watch", "what") => "refused",
        ("data_import", "kind") => "undo",
        ("data_import", "state") => "receiving",
        ("data_import", "stage") => "switching",
        _ => "Zoë O'Neil; 100 %",
    }
}

fn names_of<E: EntityTrait>() -> BTreeSet<String> {
    E::Column::iter()
        .map(|column| column.as_str().to_owned())
        .collect()
}

async fn column_names(db: &Db, table: &str) -> BTreeSet<String> {
    let backend = db.read().get_database_backend();
    let statement = Statement::from_string(backend, format!("SELECT * FROM \"{table}\""));
    let row = db.read().query_one_raw(statement).await.unwrap().unwrap();
    row.column_names().into_iter().collect()
}

async fn tables(db: &Db) -> BTreeSet<String> {
    let (backend, sql) = match db.engine() {
        Engine::Sqlite => (
            DbBackend::Sqlite,
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
        ),
        Engine::Postgres => (
            DbBackend::Postgres,
            "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'",
        ),
    };
    let rows = db
        .read()
        .query_all_raw(Statement::from_string(backend, sql))
        .await
        .unwrap();
    rows.iter()
        .map(|row| row.try_get::<String>("", "name").unwrap())
        .filter(|name| name != "seaql_migrations")
        .collect()
}

/// Tables that the server reaches by plain statements, or not yet.
mod plain {
    /// A number that only goes up, such as the prescription number.
    pub(crate) mod counter {
        use sea_orm::entity::prelude::*;

        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
        #[sea_orm(table_name = "counter")]
        pub(crate) struct Model {
            #[sea_orm(primary_key, auto_increment = false)]
            pub(crate) name: String,
            pub(crate) value: i64,
        }

        #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
        pub(crate) enum Relation {}

        impl ActiveModelBehavior for ActiveModel {}
    }
}

/// Takes the guard of a table away whose rows are never changed: here it is about its columns.
async fn unfreeze(db: &Db, table: &str) {
    let without = match db.engine() {
        Engine::Postgres => format!("ALTER TABLE {table} DISABLE TRIGGER USER"),
        Engine::Sqlite => format!("DROP TRIGGER IF EXISTS {table}_no_update"),
    };
    db.write().execute_unprepared(&without).await.unwrap();
}
