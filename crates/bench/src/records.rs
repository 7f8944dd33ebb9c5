// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a made-up patient and a made-up request are, row by row, and how rows get into their tables.
//! Deliberately not here: how many there are and who is signed in, which is in `seed`.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use salal_db::Connection;
use sea_orm::sea_query::{Alias, Expr, Query};
use sea_orm::{ConnectionTrait, DbErr, Value};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::seed::{Drug, id, patient_id, pharmacy_id, pick, token, usage};

/// Rows of one statement.
const AT_ONCE: usize = 400;
/// The first number of a made-up request, far above those of the demo data.
const FIRST_NUMBER: usize = 1_000_000;

/// Rows on their way into one table.
#[derive(Debug)]
pub(crate) struct Table {
    name: &'static str,
    /// Their names, parted by spaces.
    columns: &'static str,
    pub(crate) rows: Vec<Vec<Value>>,
}

impl Table {
    pub(crate) fn new(name: &'static str, columns: &'static str) -> Self {
        Self {
            name,
            columns,
            rows: Vec::new(),
        }
    }

    /// Writes the rows, and forgets them.
    pub(crate) async fn write(&mut self, db: &Connection) -> Result<(), DbErr> {
        let rows = std::mem::take(&mut self.rows);
        for some in rows.chunks(AT_ONCE) {
            let mut insert = Query::insert();
            insert
                .into_table(Alias::new(self.name))
                .columns(self.columns.split(' ').map(Alias::new));
            for row in some {
                insert.values_panic(row.iter().cloned().map(Expr::value));
            }
            db.execute(&insert).await?;
        }
        Ok(())
    }
}

/// The tables of patients and their requests.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) person: Table,
    pub(crate) account: Table,
    pub(crate) card: Table,
    pub(crate) session: Table,
    pub(crate) prescription: Table,
    pub(crate) status: Table,
    pub(crate) medication: Table,
    pub(crate) change: Table,
}

impl Tables {
    pub(crate) fn new() -> Self {
        Self {
            person: Table::new(
                "person",
                "id first_name last_name date_of_birth cell_phone cell_verified_at \
                 best_phone address city province postal_code is_private_pay \
                 eligibility eligibility_checked_at preferred_pharmacy_id \
                 demographic_number first_login_done name_folded created_at version",
            ),
            account: Table::new(
                "account",
                "id person_id email email_folded password_hash role is_admin \
                 activated_at created_at version",
            ),
            card: Table::new(
                "health_document",
                "id person_id position type number number_digits province status \
                 checked_at created_at",
            ),
            session: Table::new(
                "session",
                "id account_id token_hash created_at last_seen_at expires_at ip agent",
            ),
            prescription: Table::new(
                "prescription",
                "id number person_id status pharmacy agreement_version \
                 location_confirmed_at eligibility with_card free created_at \
                 request_hash version",
            ),
            status: Table::new(
                "prescription_status",
                "id prescription_id seq status at by_person",
            ),
            medication: Table::new(
                "medication",
                "id prescription_id person_id position drug_id status ahfs_numbers \
                 schedules version",
            ),
            change: Table::new(
                "medication_change",
                "id medication_id seq kind drug_id name administrations formulations \
                 ingredients usage by_person at",
            ),
        }
    }

    /// A patient with an account and a valid card; signed in or not.
    pub(crate) fn patient(&mut self, patient: usize, now: DateTime<Utc>, signed_in: bool) {
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

    /// A request of the past that went all its way, for one or two drugs.
    pub(crate) fn request(
        &mut self,
        request: usize,
        patient: usize,
        now: DateTime<Utc>,
        drugs: &[Drug],
    ) {
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
