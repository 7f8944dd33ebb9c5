// SPDX-License-Identifier: AGPL-3.0-or-later

//! Made-up patients for the lists: names as unevenly spread as real ones, so that some beginnings are
//! very common, with everything the search is made of, and a doctor with an inbox. The same in every
//! run. Deliberately not here: their requests, which the other measurements have (`seed`).

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use salal_db::Db;
use salal_domain::search::patients::{Searched, sort_keys};
use sea_orm::{ConnectionTrait, DbErr, Statement, Value};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::names::{email, first_name, health_number, last_name};
use crate::seed::{id, patient_id, pick, token};

/// Values of one statement, below the limits of both engines.
const VALUES: usize = 30_000;
/// Rows of one transaction.
const COMMIT_EVERY: usize = 200_000;

/// The doctor who looks at the lists; has the session of this number.
pub(crate) const DOCTOR: usize = 99_000_000;

/// Writes rows of one shape, many at once.
struct Bulk<'a> {
    db: &'a Db,
    columns: usize,
    insert: String,
    values: Vec<Value>,
    written: usize,
    tx: Option<salal_db::Transaction>,
}

impl<'a> Bulk<'a> {
    fn new(db: &'a Db, table: &str, columns: &str) -> Self {
        let names: Vec<&str> = columns.split_whitespace().collect();
        Self {
            db,
            columns: names.len(),
            insert: format!("INSERT INTO {table} ({}) VALUES ", names.join(", ")),
            values: Vec::with_capacity(VALUES),
            written: 0,
            tx: None,
        }
    }

    async fn add(&mut self, row: impl IntoIterator<Item = Value>) -> Result<(), DbErr> {
        self.values.extend(row);
        if self.values.len() + self.columns > VALUES {
            self.flush().await?;
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), DbErr> {
        let rows = self.values.len() / self.columns;
        if rows == 0 {
            return Ok(());
        }
        let tx = match self.tx.take() {
            Some(tx) => tx,
            None => self.db.begin().await?,
        };
        // The same text every time but for the last: the engine keeps it ready.
        let place = |number: usize| self.db.engine().place(number);
        let row = |row: usize| {
            let places: Vec<String> = (1..=self.columns)
                .map(|n| place(row * self.columns + n))
                .collect();
            format!("({})", places.join(", "))
        };
        let text = self.insert.clone() + &(0..rows).map(row).collect::<Vec<_>>().join(", ");
        let values = std::mem::replace(&mut self.values, Vec::with_capacity(VALUES));
        let backend = tx.get_database_backend();
        tx.execute_raw(Statement::from_sql_and_values(backend, text, values))
            .await?;
        self.written += rows;
        if self.written >= COMMIT_EVERY {
            self.written = 0;
            tx.commit().await?;
        } else {
            self.tx = Some(tx);
        }
        Ok(())
    }

    async fn done(mut self) -> Result<(), DbErr> {
        self.flush().await?;
        match self.tx.take() {
            Some(tx) => tx.commit().await,
            None => Ok(()),
        }
    }
}

fn joined(patient: usize, now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::days(800)
        + TimeDelta::milliseconds(i64::try_from(patient).unwrap_or_default() * 50)
}

/// Fills an empty database with patients, and as many messages to the doctors.
pub(crate) async fn fill(db: &Db, patients: usize) -> Result<(), DbErr> {
    let now = DateTime::<Utc>::from(std::time::SystemTime::now());
    persons(db, patients, now).await?;
    accounts(db, patients, now).await?;
    entries(db, patients, now).await?;
    grams(db, patients).await?;
    messages(db, patients, now).await?;
    db.write().execute_unprepared(db.engine().settle()).await?;
    Ok(())
}

/// Adds the doctor alone to patients that are there already, with messages from the first of them.
pub(crate) async fn doctor(db: &Db, messages: usize) -> Result<(), DbErr> {
    let now = DateTime::<Utc>::from(std::time::SystemTime::now());
    persons(db, 0, now).await?;
    accounts(db, 0, now).await?;
    self::messages(db, messages, now).await
}

async fn persons(db: &Db, patients: usize, now: DateTime<Utc>) -> Result<(), DbErr> {
    let columns = "id first_name last_name date_of_birth cell_phone best_phone address city province postal_code \
        is_private_pay first_login_done name_folded created_at version";
    let mut rows = Bulk::new(db, "person", columns);
    for patient in (0..patients).chain([DOCTOR]) {
        let (first, last) = (first_name(patient), last_name(patient));
        let folded = salal_domain::search::fold(&format!("{first} {last}"));
        rows.add([
            patient_id(patient).into(),
            first.into(),
            last.into(),
            born(patient).into(),
            "6045550142".into(),
            "6045550143".into(),
            "200 Willow Road".into(),
            "Vancouver".into(),
            "BC".into(),
            "V5T 1A1".into(),
            false.into(),
            true.into(),
            folded.into(),
            joined(patient.min(patients), now).into(),
            1_i64.into(),
        ])
        .await?;
    }
    rows.done().await?;
    let columns = "id person_id position type number number_digits province status created_at";
    let mut rows = Bulk::new(db, "health_document", columns);
    for patient in 0..patients {
        let number = health_number(patient);
        rows.add([
            id(4, patient).into(),
            patient_id(patient).into(),
            0_i64.into(),
            "BC Card".into(),
            number.clone().into(),
            number.into(),
            "BC".into(),
            "valid".into(),
            joined(patient, now).into(),
        ])
        .await?;
    }
    rows.done().await
}

async fn accounts(db: &Db, patients: usize, now: DateTime<Utc>) -> Result<(), DbErr> {
    let columns = "id person_id email email_folded password_hash role is_admin activated_at created_at version";
    let mut rows = Bulk::new(db, "account", columns);
    for patient in (0..patients).chain([DOCTOR]) {
        let email = email(patient);
        let role = if patient == DOCTOR {
            "ROLE_DOCTOR"
        } else {
            "ROLE_PATIENT"
        };
        rows.add([
            id(3, patient).into(),
            patient_id(patient).into(),
            email.clone().into(),
            email.into(),
            "none".into(),
            role.into(),
            false.into(),
            now.into(),
            now.into(),
            1_i64.into(),
        ])
        .await?;
    }
    rows.done().await?;
    let mut rows = Bulk::new(
        db,
        "practitioner",
        "person_id college_number billing_number phone fax",
    );
    rows.add([
        patient_id(DOCTOR).into(),
        "12345".into(),
        "54321".into(),
        "6045550144".into(),
        "6045550145".into(),
    ])
    .await?;
    rows.done().await?;
    let columns = "id account_id token_hash created_at last_seen_at expires_at ip agent location_confirmed_at";
    let mut rows = Bulk::new(db, "session", columns);
    rows.add([
        id(5, DOCTOR).into(),
        id(3, DOCTOR).into(),
        hex::encode(Sha256::digest(token(DOCTOR))).into(),
        now.into(),
        (now + TimeDelta::hours(1)).into(),
        (now + TimeDelta::hours(12)).into(),
        "127.0.0.1".into(),
        "bench".into(),
        now.into(),
    ])
    .await?;
    rows.done().await
}

fn born(patient: usize) -> NaiveDate {
    let days = i64::try_from(pick(patient, 3, 25_000)).unwrap_or_default();
    NaiveDate::from_ymd_opt(1935, 1, 1).unwrap_or_default() + TimeDelta::days(days)
}

fn searched(patient: usize) -> Searched {
    let number = health_number(patient);
    Searched::new(
        &first_name(patient),
        &last_name(patient),
        &email(patient),
        [number.as_str()],
    )
}

async fn entries(db: &Db, patients: usize, now: DateTime<Utc>) -> Result<(), DbErr> {
    let columns = "person_id account_id last_key first_key joined_at first_name last_name email date_of_birth number \
        names mailbox numbers";
    let mut rows = Bulk::new(db, "patient_entry", columns);
    for patient in 0..patients {
        let (first, last) = (first_name(patient), last_name(patient));
        let (last_key, first_key) = sort_keys(&first, &last);
        let searched = searched(patient);
        rows.add([
            patient_id(patient).into(),
            id(3, patient).into(),
            last_key.into(),
            first_key.into(),
            joined(patient, now).into(),
            first.into(),
            last.into(),
            email(patient).into(),
            born(patient).into(),
            health_number(patient).into(),
            searched.names.into(),
            searched.mailbox.into(),
            searched.numbers.into(),
        ])
        .await?;
    }
    rows.done().await
}

/// The grams in the order of their table, so that it grows at its end: sorted here as numbers.
async fn grams(db: &Db, patients: usize) -> Result<(), DbErr> {
    let mut people: Vec<(String, Uuid, usize)> = (0..patients)
        .map(|patient| {
            let (last, _) = sort_keys(&first_name(patient), &last_name(patient));
            (last, patient_id(patient), patient)
        })
        .collect();
    people.sort_unstable();
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for (place, (_, _, patient)) in (0_u32..).zip(&people) {
        for gram in searched(*patient).grams() {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            pairs.push((*numbers.entry(gram).or_insert(next), place));
        }
    }
    let mut texts: Vec<(String, u32)> = numbers.into_iter().collect();
    texts.sort_unstable();
    let mut places = vec![0_u32; texts.len()];
    for (place, (_, number)) in (0_u32..).zip(&texts) {
        places[*number as usize] = place;
    }
    for pair in &mut pairs {
        pair.0 = places[pair.0 as usize];
    }
    pairs.sort_unstable();
    let mut rows = Bulk::new(db, "patient_gram", "gram last_key person_id");
    for (gram, person) in pairs {
        let (last_key, person, _) = &people[person as usize];
        let gram = texts[gram as usize].0.clone();
        rows.add([gram.into(), last_key.clone().into(), (*person).into()])
            .await?;
    }
    rows.done().await
}

/// To the doctors, from patients; all but the newest are read, and of the older ones most are put away.
async fn messages(db: &Db, number: usize, now: DateTime<Utc>) -> Result<(), DbErr> {
    let columns = "id subject body from_person to_group about_person created_at updated_at";
    let mut rows = Bulk::new(db, "message", columns);
    let at = |message: usize| {
        let minutes = i64::try_from(number - message).unwrap_or_default();
        now - TimeDelta::seconds(minutes * 60)
    };
    for message in 0..number {
        let from = patient_id(message);
        rows.add([
            id(10, message).into(),
            "Question about a renewal".into(),
            "Could the pharmacy get the renewal before the weekend?".into(),
            from.into(),
            "doctor".into(),
            from.into(),
            at(message).into(),
            at(message).into(),
        ])
        .await?;
    }
    rows.done().await?;
    let old = number.saturating_sub(40);
    for (table, column, each) in [
        ("message_read", "read_at", 1),
        ("message_archive", "archived_at", 10),
    ] {
        let mut rows = Bulk::new(db, table, &format!("message_id person_id {column}"));
        for message in (0..old).filter(|message| each == 1 || message % each != 0) {
            rows.add([
                id(10, message).into(),
                patient_id(DOCTOR).into(),
                now.into(),
            ])
            .await?;
        }
        rows.done().await?;
    }
    Ok(())
}
