// SPDX-License-Identifier: AGPL-3.0-or-later

//! The stored figures of days: written a day at a time, read by payer, days and doctor.

use chrono::{NaiveDate, Utc};
use salal_db::{Connection, JointRead};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect, Statement,
};
use uuid::Uuid;

use super::entity::insight_day::{Column, Entity, Model};
use super::figures::{Cell, Cells, Decisions, EVERYONE, Figures, Payers, Pharmacies};
use super::period::Period;
use crate::error::{Error, Result};

/// How days are counted. Whoever changes what is counted raises it: days that were counted otherwise are made anew.
///
/// - 2: of messages only those that patients wrote themselves.
pub(super) const COUNTED_AS: i64 = 2;

/// The figures as they are stored, with how they were counted.
fn written(figures: &Figures) -> Result<String> {
    let mut written = serde_json::to_value(figures)?;
    written["countedAs"] = COUNTED_AS.into();
    Ok(written.to_string())
}

/// The stored days that were counted otherwise, by an earlier version of the program.
pub(super) async fn counted_otherwise(db: &Connection) -> Result<Vec<NaiveDate>> {
    let days = Entity::find()
        .select_only()
        .column(Column::Day)
        .filter(Column::Payer.eq(Payers::All.code()))
        .filter(Column::DoctorId.eq(EVERYONE))
        .filter(Column::Figures.not_like(format!("%\"countedAs\":{COUNTED_AS}%")));
    Ok(days.into_tuple().all(db).await?)
}

/// Stores the figures of a day, in place of those that were stored of it.
pub(super) async fn store(
    tx: &Connection,
    day: NaiveDate,
    cells: &Cells,
    now: chrono::DateTime<Utc>,
) -> Result<()> {
    Entity::delete_many()
        .filter(Column::Payer.is_in(Payers::ALL.map(Payers::code)))
        .filter(Column::Day.eq(day))
        .exec(tx)
        .await?;
    let row = |(&(payer, doctor_id), cell): (&(Payers, Uuid), &Cell)| -> Result<_> {
        let row = Model {
            payer: payer.into(),
            day,
            doctor_id,
            decided: cell.figures.decided,
            made_at: now,
            figures: written(&cell.figures)?,
            pharmacies: cell.pharmacies.written(),
        };
        Ok(row.into_active_model())
    };
    let rows = cells.0.iter().map(row).collect::<Result<Vec<_>>>()?;
    // Another process may have stored the same day meanwhile.
    let same = OnConflict::columns([Column::Payer, Column::Day, Column::DoctorId])
        .update_columns([
            Column::Decided,
            Column::MadeAt,
            Column::Figures,
            Column::Pharmacies,
        ])
        .to_owned();
    Entity::insert_many(rows)
        .on_conflict(same)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// The first and the last day that are stored: every day between them is.
pub(super) async fn extent(db: &Connection) -> Result<Option<Period>> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Extent {
        first: Option<NaiveDate>,
        last: Option<NaiveDate>,
    }
    let edge = |order: &str| {
        format!("(SELECT day FROM insight_day WHERE payer = 'all' ORDER BY day {order} LIMIT 1)")
    };
    let sql = format!("SELECT {} AS first, {} AS last", edge("ASC"), edge("DESC"));
    let statement = Statement::from_string(db.get_database_backend(), sql);
    let mut read = JointRead::for_connection(db);
    let extent = read.add_statement::<Extent>(statement);
    let found = read.run(db).await?.take(&extent)?.pop();
    Ok(found.and_then(|found| {
        Some(Period {
            from: found.first?,
            to: found.last?,
        })
    }))
}

/// Goes from one doctor to the next, however many days each has.
const DOCTORS: &str = "WITH RECURSIVE one (id) AS (\
    SELECT (SELECT doctor_id FROM insight_day WHERE decided > 0 ORDER BY doctor_id LIMIT 1) \
    UNION ALL SELECT (SELECT doctor_id FROM insight_day WHERE decided > 0 AND doctor_id > one.id \
    ORDER BY doctor_id LIMIT 1) FROM one WHERE one.id IS NOT NULL) \
    SELECT id FROM one WHERE id IS NOT NULL";

/// Everyone who has decided something.
pub(super) async fn doctors(db: &Connection) -> Result<Vec<Uuid>> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Doctor {
        id: Uuid,
    }
    let statement = Statement::from_string(db.get_database_backend(), DOCTORS);
    let mut read = JointRead::for_connection(db);
    let doctors = read.add_statement::<Doctor>(statement);
    let found = read.run(db).await?.take(&doctors)?;
    let ids = found.into_iter().map(|one| one.id);
    Ok(ids.filter(|id| *id != EVERYONE).collect())
}

fn read(text: &str) -> Result<Figures> {
    Ok(serde_json::from_str(text)?)
}

/// The stored figures of everyone, or of one doctor, in order of the days.
pub(super) async fn days(
    db: &Connection,
    payers: &[Payers],
    doctor: Option<Uuid>,
    period: Period,
) -> Result<Vec<(Payers, NaiveDate, Figures)>> {
    let rows: Vec<(String, NaiveDate, String)> = Entity::find()
        .select_only()
        .columns([Column::Payer, Column::Day, Column::Figures])
        .filter(Column::Payer.is_in(payers.iter().map(|payer| payer.code())))
        .filter(Column::Day.between(period.from, period.to))
        .filter(Column::DoctorId.eq(doctor.unwrap_or(EVERYONE)))
        .order_by_asc(Column::Day)
        .into_tuple()
        .all(db)
        .await?;
    let row = |(payer, day, text): (String, NaiveDate, String)| {
        let payer = payer.parse().map_err(Error::broken)?;
        Ok((payer, day, read(&text)?))
    };
    rows.into_iter().map(row).collect()
}

/// The stored faxes of each pharmacy, those of all days together: as asked for, and of all payers where one is asked for.
/// Of those only how many they are is compared, so their minutes are not read.
pub(super) async fn pharmacies(
    db: &Connection,
    payers: &[Payers],
    own: Payers,
    doctor: Option<Uuid>,
    period: Period,
) -> Result<(Pharmacies, Pharmacies)> {
    let rows: Vec<(String, String)> = Entity::find()
        .select_only()
        .columns([Column::Payer, Column::Pharmacies])
        .filter(Column::Payer.is_in(payers.iter().map(|payer| payer.code())))
        .filter(Column::Day.between(period.from, period.to))
        .filter(Column::DoctorId.eq(doctor.unwrap_or(EVERYONE)))
        .into_tuple()
        .all(db)
        .await?;
    let (mut of_own, mut of_all) = (Pharmacies::default(), Pharmacies::default());
    for (payer, text) in rows {
        let is_own = payer.parse::<Payers>().map_err(Error::broken)? == own;
        let sum = if is_own { &mut of_own } else { &mut of_all };
        sum.merge_written(&text, is_own)
            .ok_or_else(|| Error::broken("the stored faxes of a day cannot be read"))?;
    }
    Ok((of_own, of_all))
}

/// What each doctor decided, a row for each day on which they decided something.
pub(super) async fn by_doctor(
    db: &Connection,
    payers: &[Payers],
    doctor: Option<Uuid>,
    period: Period,
) -> Result<Vec<(Payers, Uuid, Figures)>> {
    let only = doctor.map_or_else(
        || Column::DoctorId.ne(EVERYONE),
        |doctor| Column::DoctorId.eq(doctor),
    );
    let rows: Vec<(String, Uuid, String)> = Entity::find()
        .select_only()
        .columns([Column::Payer, Column::DoctorId, Column::Figures])
        .filter(Column::Payer.is_in(payers.iter().map(|payer| payer.code())))
        .filter(Column::Day.between(period.from, period.to))
        .filter(only)
        .filter(Column::Decided.gt(0))
        .into_tuple()
        .all(db)
        .await?;
    let row = |(payer, doctor, text): (String, Uuid, String)| {
        let payer = payer.parse().map_err(Error::broken)?;
        let decisions: Decisions = serde_json::from_str(&text)?;
        Ok((payer, doctor, decisions.into()))
    };
    rows.into_iter().map(row).collect()
}
