// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on claims. A patient's data is read and written only under a `Scope`.

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Connection, StatementBatch};
use salal_domain::billing::state::BillState;
use salal_domain::fees::Cents;
use salal_platform::totals::{self, Total};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, Condition, ConnectionTrait, EntityTrait,
    FromQueryResult, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Statement,
};
use uuid::Uuid;

use super::ClaimFileState;
use super::entity::{claim, claim_file, teleplan_account, teleplan_counter};
use super::file::ClaimFile;
use crate::api::Scope;
use crate::billing::bills::repo as bills;
use crate::billing::claim::Claim;
use crate::billing::entity::bill;
use crate::billing::repo::insert_all;
use crate::context::Context;
use crate::error::{Error, Result};

/// The lease of one writer.
const LEASE: TimeDelta = TimeDelta::minutes(3);

/// The file in progress, if there is one.
pub(super) async fn open_file(db: &Connection, data_centre: &str) -> Result<Option<ClaimFile>> {
    let over = [ClaimFileState::Accepted, ClaimFileState::Refused].map(ClaimFileState::code);
    let open = claim_file::Entity::find()
        .filter(claim_file::Column::DataCentre.eq(data_centre))
        .filter(claim_file::Column::State.is_not_in(over))
        .one(db)
        .await?;
    Ok(open.map(ClaimFile::of_row))
}

/// The file that was accepted last.
pub(super) async fn last_accepted(db: &Connection, data_centre: &str) -> Result<Option<ClaimFile>> {
    let last = claim_file::Entity::find()
        .filter(claim_file::Column::DataCentre.eq(data_centre))
        .filter(claim_file::Column::State.eq(ClaimFileState::Accepted.code()))
        .order_by_desc(claim_file::Column::Number)
        .one(db)
        .await?;
    Ok(last.map(ClaimFile::of_row))
}

/// The counter is asked for anew, and nobody holds it: after a restore the service may be further.
pub(in crate::billing) async fn forget_counters(tx: &Connection) -> Result<()> {
    teleplan_counter::Entity::update_many()
        .col_expr(
            teleplan_counter::Column::LastCommitted,
            Expr::value(None::<i64>),
        )
        .col_expr(teleplan_counter::Column::Holder, Expr::value(None::<Uuid>))
        .col_expr(
            teleplan_counter::Column::LeaseUntil,
            Expr::value(None::<DateTime<Utc>>),
        )
        .exec(tx)
        .await?;
    Ok(())
}

pub(super) async fn file(db: &Connection, id: Uuid) -> Result<claim_file::Model> {
    claim_file::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// A file by its id, locked until the end of the transaction.
pub(super) async fn lock_file(tx: &Connection, id: Uuid) -> Result<claim_file::Model> {
    claim_file::Entity::find_by_id(id)
        .lock_exclusive()
        .one(tx)
        .await?
        .ok_or_else(Error::not_found)
}

/// The next file number; locks the counter until the end of the transaction.
pub(super) async fn next_number(tx: &Connection) -> Result<i64> {
    Ok(salal_db::count(tx, salal_db::Series::CLAIM_FILE).await?)
}

/// Adds a file.
pub(super) fn add_file(writes: &mut StatementBatch, row: claim_file::Model) {
    writes.add(&claim_file::Entity::insert(row.into_active_model()).into_query());
}

/// Updates a file that is still in the state that was seen; otherwise false. Its bytes are written only when
/// they are others.
pub(super) async fn update_file(
    tx: &Connection,
    seen: &claim_file::Model,
    to: claim_file::Model,
) -> Result<bool> {
    let same_bytes = to.sealed == seen.sealed;
    let mut to = to.into_active_model().reset_all();
    if same_bytes {
        to.sealed = NotSet;
    }
    let done = claim_file::Entity::update_many()
        .set(to)
        .filter(claim_file::Column::Id.eq(seen.id))
        .filter(claim_file::Column::State.eq(seen.state.code()))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Files, newest first, from the one before a number on; and the number of all.
pub(super) async fn files(
    db: &Connection,
    limit: u64,
    before: Option<i64>,
) -> Result<(Vec<ClaimFile>, Total)> {
    let total = totals::count(db, claim_file::Entity::find()).await?;
    let earlier = before.map(|number| claim_file::Column::Number.lt(number));
    let rows = claim_file::Entity::find()
        .filter(Condition::all().add_option(earlier))
        .order_by_desc(claim_file::Column::Number)
        .limit(limit)
        .all(db)
        .await?;
    Ok((rows.into_iter().map(ClaimFile::of_row).collect(), total))
}

/// The number and total of unsent bills.
pub(super) async fn unsent_sum(db: &Connection) -> Result<(i64, Cents)> {
    #[derive(FromQueryResult)]
    struct Sum {
        number: i64,
        cents: i64,
    }
    let sql = "SELECT COUNT(*) AS number, CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) AS cents \
               FROM bill WHERE state = 'unsent'";
    let statement = Statement::from_string(db.get_database_backend(), sql);
    let sum = Sum::find_by_statement(statement).one(db).await?;
    Ok(sum.map_or((0, Cents::ZERO), |sum| (sum.number, Cents(sum.cents))))
}

/// Claims that wait to be sent, oldest first.
pub(super) async fn unsent(db: &Connection, scope: &Scope, limit: u64) -> Result<Vec<Claim>> {
    let wanted = bills::in_scope(scope)
        .filter(bill::Column::State.eq(BillState::Unsent.code()))
        .order_by_asc(bill::Column::CreatedAt)
        .order_by_asc(bill::Column::Id)
        .limit(limit);
    bills::load(db, &wanted).await
}

pub(super) async fn insert_claims(tx: &Connection, rows: Vec<claim::Model>) -> Result<()> {
    insert_all(tx, rows).await
}

/// Deletes the claims of a file that was not accepted.
pub(super) async fn remove_claims(tx: &Connection, file: Uuid) -> Result<()> {
    claim::Entity::delete_many()
        .filter(claim::Column::ClaimFileId.eq(file))
        .exec(tx)
        .await?;
    Ok(())
}

/// The claims of a file.
pub(super) async fn claims_of(
    db: &Connection,
    scope: &Scope,
    file: Uuid,
) -> Result<Vec<claim::Model>> {
    Ok(claim::Entity::find()
        .filter(claim::Column::ClaimFileId.eq(file))
        .filter(scope.condition(claim::Column::PersonId))
        .order_by_asc(claim::Column::Sequence)
        .all(db)
        .await?)
}

/// Claims that lines may refer to: by sequence number or by our own number.
pub(in crate::billing) async fn matching(
    db: &Connection,
    scope: &Scope,
    data_centre: &str,
    sequences: &[i64],
    folios: &[i64],
) -> Result<Vec<claim::Model>> {
    let wanted = Condition::any()
        .add(claim::Column::Sequence.is_in(sequences.iter().copied()))
        .add(claim::Column::Folio.is_in(folios.iter().copied()));
    Ok(claim::Entity::find()
        .filter(claim::Column::DataCentre.eq(data_centre))
        .filter(wanted)
        .filter(scope.condition(claim::Column::PersonId))
        .order_by_asc(claim::Column::Id)
        .all(db)
        .await?)
}

/// The counter of a new data centre: not queried yet and not leased.
pub(in crate::billing) fn fresh_counter(data_centre: &str) -> teleplan_counter::ActiveModel {
    let fresh = teleplan_counter::Model {
        data_centre: data_centre.to_owned(),
        last_committed: None,
        holder: None,
        lease_until: None,
    };
    fresh.into_active_model()
}

/// Acquires the writer's lease; false when another writer has it.
pub(super) async fn lease(
    db: &Connection,
    data_centre: &str,
    holder: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    teleplan_counter::Entity::insert(fresh_counter(data_centre))
        .on_conflict(
            OnConflict::column(teleplan_counter::Column::DataCentre)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    let free = Condition::any()
        .add(teleplan_counter::Column::LeaseUntil.is_null())
        .add(teleplan_counter::Column::LeaseUntil.lt(now))
        .add(teleplan_counter::Column::Holder.eq(holder));
    let done = teleplan_counter::Entity::update_many()
        .col_expr(teleplan_counter::Column::Holder, Expr::value(Some(holder)))
        .col_expr(
            teleplan_counter::Column::LeaseUntil,
            Expr::value(Some(now + LEASE)),
        )
        .filter(teleplan_counter::Column::DataCentre.eq(data_centre))
        .filter(free)
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Releases the lease.
pub(super) async fn release(db: &Connection, data_centre: &str, holder: Uuid) -> Result<()> {
    teleplan_counter::Entity::update_many()
        .col_expr(teleplan_counter::Column::Holder, Expr::value(None::<Uuid>))
        .col_expr(
            teleplan_counter::Column::LeaseUntil,
            Expr::value(None::<DateTime<Utc>>),
        )
        .filter(teleplan_counter::Column::DataCentre.eq(data_centre))
        .filter(teleplan_counter::Column::Holder.eq(holder))
        .exec(db)
        .await?;
    Ok(())
}

/// The last committed number; `None` until the service was queried.
pub(super) async fn committed(db: &Connection, data_centre: &str) -> Result<Option<u32>> {
    let row = teleplan_counter::Entity::find_by_id(data_centre.to_owned())
        .one(db)
        .await?;
    Ok(row
        .and_then(|row| row.last_committed)
        .and_then(|number| u32::try_from(number).ok()))
}

/// Stores the last committed number, while the lease is held.
pub(super) async fn commit_number(
    tx: &Connection,
    data_centre: &str,
    holder: Uuid,
    number: u32,
) -> Result<()> {
    let done = teleplan_counter::Entity::update_many()
        .col_expr(
            teleplan_counter::Column::LastCommitted,
            Expr::value(Some(i64::from(number))),
        )
        .filter(teleplan_counter::Column::DataCentre.eq(data_centre))
        .filter(teleplan_counter::Column::Holder.eq(holder))
        .exec(tx)
        .await?;
    if done.rows_affected == 1 {
        Ok(())
    } else {
        Err(Error::broken("the lease of the claims was lost"))
    }
}

/// The stored password, encrypted.
pub(super) async fn password(
    db: &Connection,
    username: &str,
) -> Result<Option<teleplan_account::Model>> {
    Ok(teleplan_account::Entity::find_by_id(username.to_owned())
        .one(db)
        .await?)
}

pub(super) async fn save_password(
    tx: &Connection,
    ctx: &Context,
    username: &str,
    sealed: Vec<u8>,
    by: Uuid,
) -> Result<()> {
    let row = teleplan_account::Model {
        username: username.to_owned(),
        sealed,
        changed_at: ctx.now(),
        changed_by: by,
    };
    let again = OnConflict::column(teleplan_account::Column::Username)
        .update_columns([
            teleplan_account::Column::Sealed,
            teleplan_account::Column::ChangedAt,
            teleplan_account::Column::ChangedBy,
        ])
        .to_owned();
    teleplan_account::Entity::insert(row.into_active_model())
        .on_conflict(again)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}
