// SPDX-License-Identifier: AGPL-3.0-or-later

//! The data of a run, the same in every run but for the time of day: patients who can make a request
//! at once (phone verified, plan asked today, known to the clinic), and the requests they made over
//! two years. Written straight into the tables, since nobody waits for half an hour of calls.

use chrono::{DateTime, Utc};
use salal_db::Db;
use sea_orm::sea_query::{Alias, Expr, Query};
use sea_orm::{ConnectionTrait, DbErr, Value};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::records::{Table, Tables};

/// Patients of one transaction.
const COMMIT_EVERY: usize = 2_000;

/// How much data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) patients: usize,
    pub(crate) requests: usize,
    /// The first so many patients are signed in.
    pub(crate) sessions: usize,
}

/// A drug of the catalogue, as it was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Drug {
    pub(crate) id: Uuid,
    pub(crate) name: String,
    pub(crate) administrations: Json,
    pub(crate) formulations: Json,
    pub(crate) ingredients: Json,
    pub(crate) ahfs_numbers: Json,
    pub(crate) schedules: Json,
}

/// The access token of a patient.
pub(crate) fn token(patient: usize) -> String {
    format!("bench-session-of-patient-{patient:08}")
}

/// The id of a patient.
pub(crate) fn patient_id(patient: usize) -> Uuid {
    id(1, patient)
}

/// The only pharmacy of the run.
pub(crate) fn pharmacy_id() -> Uuid {
    id(2, 0)
}

/// The same id for the same thing in every run, rising with `number` as the server's own ids do.
pub(crate) fn id(kind: u8, number: usize) -> Uuid {
    let spread = mixed(number, usize::from(kind)).to_be_bytes();
    let mut random = [kind; 10];
    random[..8].copy_from_slice(&spread);
    let milliseconds = 1_700_000_000_000 + u64::try_from(number).unwrap_or_default() * 50;
    uuid::Builder::from_unix_timestamp_millis(milliseconds, &random).into_uuid()
}

/// A number that looks like chance and is the same in every run (splitmix64).
fn mixed(number: usize, salt: usize) -> u64 {
    let mut x = u64::try_from(number)
        .unwrap_or_default()
        .wrapping_mul(31)
        .wrapping_add(u64::try_from(salt).unwrap_or_default());
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// One of `choices`, by chance that is the same in every run.
pub(crate) fn pick(number: usize, salt: usize, choices: usize) -> usize {
    let choices = u64::try_from(choices.max(1)).unwrap_or(1);
    usize::try_from(mixed(number, salt) % choices).unwrap_or_default()
}

/// Some drugs of the catalogue, for the requests of the past.
pub(crate) async fn some_drugs(db: &Db) -> Result<Vec<Drug>, DbErr> {
    let names = [
        "id",
        "name",
        "administrations",
        "formulations",
        "ingredients",
        "ahfs_numbers",
        "schedules",
    ];
    let mut select = Query::select();
    select
        .columns(names.map(Alias::new))
        .from(Alias::new("drug"))
        .and_where(Expr::col(Alias::new("present")))
        .order_by(Alias::new("code"), sea_orm::Order::Asc)
        .limit(500);
    let rows = db.read().query_all(&select).await?;
    rows.iter()
        .map(|row| {
            Ok(Drug {
                id: row.try_get("", "id")?,
                name: row.try_get("", "name")?,
                administrations: row.try_get("", "administrations")?,
                formulations: row.try_get("", "formulations")?,
                ingredients: row.try_get("", "ingredients")?,
                ahfs_numbers: row.try_get("", "ahfs_numbers")?,
                schedules: row.try_get("", "schedules")?,
            })
        })
        .collect()
}

/// Fills the tables.
pub(crate) async fn fill(db: &Db, size: Size, drugs: &[Drug]) -> Result<(), DbErr> {
    let now = DateTime::<Utc>::from(std::time::SystemTime::now());
    pharmacy(db).await?;
    let mut tables = Tables::new();
    for first in (0..size.patients).step_by(COMMIT_EVERY) {
        let last = (first + COMMIT_EVERY).min(size.patients);
        for patient in first..last {
            tables.patient(patient, now, patient < size.sessions);
            // Everybody has the same number of requests, or one more.
            let (from, to) = (
                patient * size.requests / size.patients,
                (patient + 1) * size.requests / size.patients,
            );
            for request in from..to {
                tables.request(request, patient, now, drugs);
            }
        }
        let tx = db.begin().await?;
        for table in [
            &mut tables.person,
            &mut tables.account,
            &mut tables.card,
            &mut tables.session,
            &mut tables.prescription,
            &mut tables.status,
            &mut tables.medication,
            &mut tables.change,
        ] {
            table.write(&tx).await?;
        }
        tx.commit().await?;
    }
    db.write().execute_unprepared("analyze").await?;
    Ok(())
}

async fn pharmacy(db: &Db) -> Result<(), DbErr> {
    let mut table = Table::new(
        "pharmacy",
        "id name address city province postal_code phone fax folded active",
    );
    let texts = [
        "Cedar Street Pharmacy",
        "12 Cedar Street",
        "Vancouver",
        "BC",
        "V5T 1A1",
        "604-555-0190",
        "604-555-0191",
        "cedar street pharmacy",
    ];
    let mut row: Vec<Value> = vec![pharmacy_id().into()];
    row.extend(texts.map(Value::from));
    row.push(true.into());
    table.rows.push(row);
    table.write(db.write()).await
}

/// What is taken how often, as the form sends it.
pub(crate) fn usage() -> Json {
    json!({"quantity": "One", "quantityOther": null, "frequency": "Once a day", "frequencyOther": null, "asNeeded": false,
        "duration": "3 months", "durationOther": null, "repeat": 0, "textLine": null})
}
