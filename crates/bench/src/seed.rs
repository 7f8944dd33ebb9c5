//! The data of a run, the same in every run but for the time of day: patients who can make a request
//! at once (phone verified, plan asked today, known to the clinic), and the requests they made over
//! two years. Written straight into the tables, since nobody waits for half an hour of calls.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use salal_db::Db;
use sea_orm::sea_query::{Alias, Expr, Query};
use sea_orm::{ConnectionTrait, DbErr, Value};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Rows of one statement.
const AT_ONCE: usize = 400;
/// Patients of one transaction.
const COMMIT_EVERY: usize = 2_000;
/// The first number of a made-up request, far above those of the demo data.
const FIRST_NUMBER: usize = 1_000_000;

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
    name: String,
    administrations: Json,
    formulations: Json,
    ingredients: Json,
    ahfs_numbers: Json,
    schedules: Json,
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
fn id(kind: u8, number: usize) -> Uuid {
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
fn pick(number: usize, salt: usize, choices: usize) -> usize {
    let choices = u64::try_from(choices.max(1)).unwrap_or(1);
    usize::try_from(mixed(number, salt) % choices).unwrap_or_default()
}

/// Rows on their way into one table.
struct Table {
    name: &'static str,
    columns: &'static [&'static str],
    rows: Vec<Vec<Value>>,
}

impl Table {
    fn new(name: &'static str, columns: &'static [&'static str]) -> Self {
        Self {
            name,
            columns,
            rows: Vec::new(),
        }
    }

    async fn write(&mut self, db: &impl ConnectionTrait) -> Result<(), DbErr> {
        let rows = std::mem::take(&mut self.rows);
        for some in rows.chunks(AT_ONCE) {
            let mut insert = Query::insert();
            insert
                .into_table(Alias::new(self.name))
                .columns(self.columns.iter().map(|name| Alias::new(*name)));
            for row in some {
                insert.values_panic(row.iter().cloned().map(Expr::value));
            }
            db.execute(&insert).await?;
        }
        Ok(())
    }
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
        .and_where(Expr::col(Alias::new("present")).into())
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
        &[
            "id",
            "name",
            "address",
            "city",
            "province",
            "postal_code",
            "phone",
            "fax",
            "folded",
            "active",
        ],
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

struct Tables {
    person: Table,
    account: Table,
    card: Table,
    session: Table,
    prescription: Table,
    status: Table,
    medication: Table,
    change: Table,
}

impl Tables {
    fn new() -> Self {
        Self {
            person: Table::new(
                "person",
                &[
                    "id",
                    "first_name",
                    "last_name",
                    "date_of_birth",
                    "cell_phone",
                    "cell_verified_at",
                    "best_phone",
                    "address",
                    "city",
                    "province",
                    "postal_code",
                    "is_private_pay",
                    "eligibility",
                    "eligibility_checked_at",
                    "preferred_pharmacy_id",
                    "demographic_number",
                    "first_login_done",
                    "name_folded",
                    "created_at",
                    "version",
                ],
            ),
            account: Table::new(
                "account",
                &[
                    "id",
                    "person_id",
                    "email",
                    "email_folded",
                    "password_hash",
                    "role",
                    "is_admin",
                    "activated_at",
                    "created_at",
                    "version",
                ],
            ),
            card: Table::new(
                "health_document",
                &[
                    "id",
                    "person_id",
                    "position",
                    "type",
                    "number",
                    "number_digits",
                    "province",
                    "status",
                    "checked_at",
                    "created_at",
                ],
            ),
            session: Table::new(
                "session",
                &[
                    "id",
                    "account_id",
                    "token_hash",
                    "created_at",
                    "last_seen_at",
                    "expires_at",
                    "ip",
                    "agent",
                ],
            ),
            prescription: Table::new(
                "prescription",
                &[
                    "id",
                    "number",
                    "person_id",
                    "status",
                    "pharmacy",
                    "agreement_version",
                    "location_confirmed_at",
                    "eligibility",
                    "with_card",
                    "free",
                    "created_at",
                    "request_hash",
                    "version",
                ],
            ),
            status: Table::new(
                "prescription_status",
                &["id", "prescription_id", "seq", "status", "at", "by_person"],
            ),
            medication: Table::new(
                "medication",
                &[
                    "id",
                    "prescription_id",
                    "person_id",
                    "position",
                    "drug_id",
                    "status",
                    "ahfs_numbers",
                    "schedules",
                    "version",
                ],
            ),
            change: Table::new(
                "medication_change",
                &[
                    "id",
                    "medication_id",
                    "seq",
                    "kind",
                    "drug_id",
                    "name",
                    "administrations",
                    "formulations",
                    "ingredients",
                    "usage",
                    "by_person",
                    "at",
                ],
            ),
        }
    }

    fn patient(&mut self, patient: usize, now: DateTime<Utc>, signed_in: bool) {
        let person = patient_id(patient);
        let (first, last) = (
            format!("Given{}", pick(patient, 1, 900)),
            format!("Family{}", pick(patient, 2, 30_000)),
        );
        let days = i64::try_from(pick(patient, 3, 25_000)).unwrap_or_default();
        let born = NaiveDate::from_ymd_opt(1935, 1, 1).unwrap_or_default() + TimeDelta::days(days);
        let joined = now - TimeDelta::days(800);
        let folded = format!("{first} {last}").to_lowercase();
        self.person.rows.push(vec![
            person.into(),
            first.into(),
            last.into(),
            born.into(),
            "6045550142".into(),
            joined.into(),
            "6045550143".into(),
            "200 Willow Road".into(),
            "Vancouver".into(),
            "British Columbia".into(),
            "V5T 1A1".into(),
            false.into(),
            "valid".into(),
            now.into(),
            pharmacy_id().into(),
            format!("{}", 10_000 + patient).into(),
            true.into(),
            folded.into(),
            joined.into(),
            1_i64.into(),
        ]);
        let (account, email) = (id(3, patient), format!("patient{patient}@bench.example"));
        self.account.rows.push(vec![
            account.into(),
            person.into(),
            email.clone().into(),
            email.into(),
            "none".into(),
            "ROLE_PATIENT".into(),
            false.into(),
            joined.into(),
            joined.into(),
            1_i64.into(),
        ]);
        let number = format!("9{patient:09}");
        self.card.rows.push(vec![
            id(4, patient).into(),
            person.into(),
            0_i64.into(),
            "BC Card".into(),
            number.clone().into(),
            number.into(),
            "BC".into(),
            "valid".into(),
            now.into(),
            joined.into(),
        ]);
        if signed_in {
            let hash = hex::encode(Sha256::digest(token(patient)));
            // Seen in an hour: whoever is at work is not written down as seen at every call.
            let seen = now + TimeDelta::hours(1);
            self.session.rows.push(vec![
                id(5, patient).into(),
                account.into(),
                hash.into(),
                now.into(),
                seen.into(),
                (now + TimeDelta::hours(12)).into(),
                "127.0.0.1".into(),
                "bench".into(),
            ]);
        }
    }

    fn request(&mut self, request: usize, patient: usize, now: DateTime<Utc>, drugs: &[Drug]) {
        let (person, prescription) = (patient_id(patient), id(6, request));
        let days = i64::try_from(pick(request, 4, 700)).unwrap_or_default();
        let made = now - TimeDelta::days(days + 5);
        let number = i64::try_from(FIRST_NUMBER + request).unwrap_or_default();
        let pharmacy = json!({"_id": pharmacy_id(), "name": "Cedar Street Pharmacy", "address": "12 Cedar Street",
            "city": "Vancouver", "fax": "604-555-0191", "fax_number": "6045550191", "phone1": "604-555-0190"});
        self.prescription.rows.push(vec![
            prescription.into(),
            number.into(),
            person.into(),
            "FAXED".into(),
            pharmacy.into(),
            "2.0".into(),
            made.into(),
            "card".into(),
            true.into(),
            false.into(),
            made.into(),
            format!("{request:064}").into(),
            5_i64.into(),
        ]);
        for (step, status) in ["CREATED", "PENDING", "ACKNOWLEDGED", "FAXED"]
            .into_iter()
            .enumerate()
        {
            let (at, step) = (
                made + TimeDelta::hours(i64::try_from(step).unwrap_or_default()),
                step,
            );
            self.status.rows.push(vec![
                id(7, request * 4 + step).into(),
                prescription.into(),
                i64::try_from(step + 1).unwrap_or_default().into(),
                status.into(),
                at.into(),
                person.into(),
            ]);
        }
        for position in 0..=pick(request, 5, 2) {
            let (line, drug) = (
                request * 2 + position,
                &drugs[pick(request, 6 + position, drugs.len())],
            );
            let medication = id(8, line);
            self.medication.rows.push(vec![
                medication.into(),
                prescription.into(),
                person.into(),
                i64::try_from(position).unwrap_or_default().into(),
                drug.id.into(),
                "Approved".into(),
                drug.ahfs_numbers.clone().into(),
                drug.schedules.clone().into(),
                2_i64.into(),
            ]);
            self.change.rows.push(vec![
                id(9, line).into(),
                medication.into(),
                1_i64.into(),
                "requested".into(),
                drug.id.into(),
                drug.name.clone().into(),
                drug.administrations.clone().into(),
                drug.formulations.clone().into(),
                drug.ingredients.clone().into(),
                usage().into(),
                person.into(),
                made.into(),
            ]);
        }
    }
}

/// What is taken how often, as the form sends it.
pub(crate) fn usage() -> Json {
    json!({"quantity": "One", "quantityOther": null, "frequency": "Once a day", "frequencyOther": null, "asNeeded": false,
        "duration": "3 months", "durationOther": null, "repeat": 0, "textLine": null})
}
