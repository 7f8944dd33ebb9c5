// SPDX-License-Identifier: AGPL-3.0-or-later

//! History that must be kept. For an import: what it removed, so that small steps add up, and what the
//! terminal allowed to be removed. For a prescription that an earlier version both printed and faxed: the
//! paper, which is a copy in force beside the faxed one until it is voided too. Later versions create only
//! one: paper printed by them has no sending time, which only a fax and such old paper have.

pub(super) const SQL: &str = r"
alter table data_import add column lost JSONB;
alter table data_import add column accepts JSONB;

drop index prescription_copy_in_force_key;
create unique index prescription_copy_in_force_key on prescription_copy (prescription_id)
    where voided_at is null and (way = 'fax' or left_at is null);

insert into document (id, subject_kind, subject_id, person_id, kind, sha256, bytes, created_at)
select s.id, d.subject_kind, d.subject_id, d.person_id, d.kind, d.sha256, d.bytes, d.created_at
from prescription p
join signature s on s.prescription_id = p.id and s.voided_at is null
join document d on d.id = s.document_id
where p.printed_at is not null and p.printed_by is not null
    and exists (select 1 from prescription_copy c where c.prescription_id = p.id and c.way = 'fax'
        and c.voided_at is null)
    and not exists (select 1 from prescription_copy c where c.prescription_id = p.id and c.way = 'paper'
        and c.voided_at is null);

insert into prescription_copy (id, prescription_id, person_id, number, document_id, way, pharmacy, state,
    issued_by, issued_at, left_at, delivered_at, version)
select s.id, p.id, p.person_id,
    (select max(o.number) + 1 from prescription_copy o where o.prescription_id = p.id),
    s.id, 'paper', coalesce(p.dr_pharmacy, p.pharmacy), 'live', p.printed_by, p.printed_at, p.printed_at, null, 1
from prescription p
join signature s on s.prescription_id = p.id and s.voided_at is null
join document d on d.id = s.id
where p.printed_at is not null and p.printed_by is not null;

update prescription set work = 'send', work_since = printed_at
where work is null and id in (select prescription_id from prescription_copy
    where way = 'paper' and state = 'live' and left_at is not null);
";

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use sea_orm::{ConnectionTrait, Statement, Value};
    use sea_orm_migration::MigratorTrait;
    use uuid::Uuid;

    use crate::migrations::Migrator;
    use crate::testing::Postgres;
    use crate::{Db, DbSettings};

    /// Migrations of the release before copies were stored.
    const EARLIER: u32 = 26;

    async fn run(db: &Db, sql: &str, values: Vec<Value>) {
        let on = db.write();
        let statement = Statement::from_sql_and_values(on.get_database_backend(), sql, values);
        on.execute_raw(statement).await.unwrap();
    }

    /// A prescription with its signed sheet, as stored by the earlier release: optionally printed, and faxed
    /// with this outcome.
    async fn prescription(db: &Db, number: i64, is_printed: bool, fax: Option<&str>) -> Uuid {
        let at = chrono::DateTime::UNIX_EPOCH;
        let [person, id, document, signature] = [(); 4].map(|()| Uuid::new_v4());
        let sql = "INSERT INTO person (id, first_name, last_name, cell_phone, best_phone, address, city, province, \
            postal_code, is_private_pay, first_login_done, name_folded, created_at, version) \
            VALUES ($1, '', '', '', '', '', '', 'BC', '', $2, $2, '', $3, 1)";
        run(db, sql, vec![person.into(), false.into(), at.into()]).await;
        let sql = "INSERT INTO prescription (id, number, person_id, status, pharmacy, agreement_version, \
            location_confirmed_at, with_card, free, created_at, request_hash, version, printed_by, printed_at) \
            VALUES ($1, $2, $3, 'APPROVED', $4, '1', $5, $6, $6, $5, '', 1, $7, $8)";
        let pharmacy = serde_json::json!({"name": "Salal Drugs"});
        let printed = is_printed.then_some(person);
        let printed_at = is_printed.then_some(at);
        let values = vec![
            id.into(),
            number.into(),
            person.into(),
            pharmacy.into(),
            at.into(),
            false.into(),
            printed.into(),
            printed_at.into(),
        ];
        run(db, sql, values).await;
        let sql = "INSERT INTO document (id, subject_kind, subject_id, person_id, kind, sha256, bytes, created_at) \
            VALUES ($1, 'prescription', $2, $3, 'prescription', 'x', $4, $5)";
        let bytes: Vec<u8> = b"%PDF".to_vec();
        let values = vec![
            document.into(),
            id.into(),
            person.into(),
            bytes.into(),
            at.into(),
        ];
        run(db, sql, values).await;
        let sql = "INSERT INTO signature (id, prescription_id, document_id, signed_by, signed_at, strokes, for_ink, \
            document_sha256, prescription_version) VALUES ($1, $2, $3, $4, $5, $6, $7, 'x', 1)";
        let values = vec![
            signature.into(),
            id.into(),
            document.into(),
            person.into(),
            at.into(),
            serde_json::json!([]).into(),
            false.into(),
        ];
        run(db, sql, values).await;
        if let Some(state) = fax {
            let sql = "INSERT INTO fax (id, subject_kind, subject_id, person_id, document_id, to_number, \
                recipient_name, state, copy_number, is_resend, queued_at, version) \
                VALUES ($1, 'prescription', $2, $3, $4, '6045550142', '', $5, 1, $6, $7, 1)";
            let values = vec![
                Uuid::new_v4().into(),
                id.into(),
                person.into(),
                document.into(),
                state.into(),
                false.into(),
                at.into(),
            ];
            run(db, sql, values).await;
        }
        id
    }

    /// The copies of a prescription as `number way state`, and its next action.
    async fn copies(db: &Db, id: Uuid) -> (Vec<String>, Option<String>) {
        let on = db.read();
        let of = |sql: &str| {
            Statement::from_sql_and_values(on.get_database_backend(), sql, vec![id.into()])
        };
        let rows = of(
            "SELECT number, way, state FROM prescription_copy WHERE prescription_id = $1 ORDER BY number",
        );
        let rows = on.query_all_raw(rows).await.unwrap();
        let told = rows.iter().map(|row| {
            let number: i64 = row.try_get_by_index(0).unwrap();
            let words: [String; 2] = [1, 2].map(|at| row.try_get_by_index(at).unwrap());
            format!("{number} {}", words.join(" "))
        });
        let work = of("SELECT work FROM prescription WHERE id = $1");
        let work = on.query_one_raw(work).await.unwrap().unwrap();
        (told.collect(), work.try_get_by_index(0).unwrap())
    }

    /// Paper printed before or after a fax may still be out there: it is a separate copy in force.
    async fn upgraded(url: &str) {
        let db = Db::open(url, &DbSettings::default()).await.unwrap();
        let before = db.begin().await.unwrap();
        Migrator::up(before.inner().unwrap(), Some(EARLIER))
            .await
            .unwrap();
        before.commit().await.unwrap();
        let both = prescription(&db, 1, true, Some("delivered")).await;
        let faxed = prescription(&db, 2, false, Some("delivered")).await;
        let printed = prescription(&db, 3, true, None).await;
        let neither = prescription(&db, 4, false, None).await;
        let failed = prescription(&db, 5, true, Some("failed")).await;
        db.migrate().await.unwrap();
        let send = Some("send".to_owned());
        let told = |words: &[&str]| {
            words
                .iter()
                .map(|one| (*one).to_owned())
                .collect::<Vec<_>>()
        };
        for (id, expected, work) in [
            (both, &["1 fax delivered", "2 paper live"] as &[&str], &send),
            (faxed, &["1 fax delivered"], &None),
            (printed, &["1 paper live"], &send),
            (neither, &[], &None),
            (failed, &["1 fax failed", "2 paper live"], &send),
        ] {
            assert_eq!(copies(&db, id).await, (told(expected), work.clone()));
        }
        // This version issues one copy at a time, as before.
        let sql = "UPDATE prescription_copy SET left_at = NULL WHERE prescription_id = $1 AND way = 'paper'";
        let on = db.write();
        let twice =
            Statement::from_sql_and_values(on.get_database_backend(), sql, vec![both.into()]);
        let refused = on.execute_raw(twice).await.unwrap_err();
        assert_eq!(
            crate::is_unique_violation(&refused),
            Some(crate::ConstraintName::PrescriptionCopyInForce)
        );
        db.close().await;
    }

    #[tokio::test]
    async fn printed_and_faxed_before_are_two_copies_on_sqlite() {
        let name = format!("salal-upgrade-{}", Uuid::new_v4().simple());
        let folder: PathBuf = std::env::temp_dir().join(name);
        let url = format!("sqlite://{}?mode=rwc", folder.join("salal.db").display());
        upgraded(&url).await;
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[tokio::test]
    async fn printed_and_faxed_before_are_two_copies_on_postgres() {
        upgraded(&Postgres::shared().create_database().await).await;
    }
}
