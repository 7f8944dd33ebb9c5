//! Every query on prescriptions. A patient's data is read and written under a `Reach` only.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_rules::prescriptions::status::PrescriptionStatus;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Set, Statement,
};
use uuid::Uuid;

use super::rows::{
    medication, medication_change, prescription, prescription_status, request_draft, signature,
};
use crate::context::Context;
use crate::door::Reach;
use crate::error::{Error, Result};

/// A prescription within reach.
pub(super) async fn get(
    db: &impl ConnectionTrait,
    reach: &Reach,
    id: Uuid,
) -> Result<prescription::Model> {
    prescription::Entity::find_by_id(id)
        .filter(reach.over(prescription::Column::PersonId))
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Takes the prescription for the rest of the transaction and moves its version on: whoever comes
/// second waits, and then sees what the first one did.
pub(super) async fn take(
    tx: &impl ConnectionTrait,
    reach: &Reach,
    id: Uuid,
) -> Result<prescription::Model> {
    let done = prescription::Entity::update_many()
        .col_expr(
            prescription::Column::Version,
            Expr::col(prescription::Column::Version).add(1i64),
        )
        .filter(prescription::Column::Id.eq(id))
        .filter(reach.over(prescription::Column::PersonId))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Err(Error::not_found());
    }
    get(tx, reach, id).await
}

/// Changes columns of a prescription taken in this transaction.
pub(super) async fn update(
    tx: &impl ConnectionTrait,
    id: Uuid,
    to: prescription::ActiveModel,
) -> Result<()> {
    prescription::Entity::update_many()
        .set(to)
        .filter(prescription::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// The next number people see. Whoever asks holds the counter until the end of the transaction, so
/// that requests of one moment are counted one after the other.
pub(super) async fn next_number(tx: &impl ConnectionTrait) -> Result<i64> {
    #[derive(FromQueryResult)]
    struct Next {
        value: i64,
    }
    let sql = "INSERT INTO counter (name, value) VALUES ('prescription', 20001) \
               ON CONFLICT (name) DO UPDATE SET value = counter.value + 1 RETURNING value";
    let statement = Statement::from_string(tx.get_database_backend(), sql);
    let next = Next::find_by_statement(statement).one(tx).await?;
    next.map(|next| next.value)
        .ok_or_else(|| Error::broken("the counter of prescriptions gave no number"))
}

pub(super) async fn insert(
    tx: &impl ConnectionTrait,
    row: prescription::ActiveModel,
) -> Result<prescription::Model> {
    Ok(row.insert(tx).await?)
}

pub(super) async fn insert_medications(
    tx: &impl ConnectionTrait,
    lines: Vec<medication::ActiveModel>,
    changes: Vec<medication_change::ActiveModel>,
) -> Result<()> {
    medication::Entity::insert_many(lines)
        .exec_without_returning(tx)
        .await?;
    medication_change::Entity::insert_many(changes)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// The first step in the history of a prescription that this transaction has just inserted.
pub(super) async fn begin_history(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    id: Uuid,
    by: Uuid,
) -> Result<()> {
    prescription_status::ActiveModel {
        id: Set(ctx.new_id()),
        prescription_id: Set(id),
        seq: Set(1),
        status: Set(PrescriptionStatus::Created.code().into()),
        at: Set(ctx.now()),
        by_person: Set(Some(by)),
        detail: Set(None),
    }
    .insert(tx)
    .await?;
    Ok(())
}

/// Adds a step to the history of a prescription taken in this transaction, and makes it current.
pub(super) async fn add_status(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    id: Uuid,
    status: PrescriptionStatus,
    by: Option<Uuid>,
    detail: Option<String>,
) -> Result<()> {
    let seq = prescription_status::Entity::find()
        .filter(prescription_status::Column::PrescriptionId.eq(id))
        .count(tx)
        .await?;
    prescription_status::ActiveModel {
        id: Set(ctx.new_id()),
        prescription_id: Set(id),
        seq: Set(i64::try_from(seq).unwrap_or_default() + 1),
        status: Set(status.code().into()),
        at: Set(ctx.now()),
        by_person: Set(by),
        detail: Set(detail),
    }
    .insert(tx)
    .await?;
    update(
        tx,
        id,
        prescription::ActiveModel {
            status: Set(status.code().into()),
            ..Default::default()
        },
    )
    .await
}

/// Lines of prescriptions, in their order.
pub(super) async fn medications(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<medication::Model>> {
    Ok(medication::Entity::find()
        .filter(medication::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_asc(medication::Column::Position)
        .all(db)
        .await?)
}

/// Changes of lines, oldest first.
pub(super) async fn changes(
    db: &impl ConnectionTrait,
    lines: &[Uuid],
) -> Result<Vec<medication_change::Model>> {
    Ok(medication_change::Entity::find()
        .filter(medication_change::Column::MedicationId.is_in(lines.iter().copied()))
        .order_by_asc(medication_change::Column::Seq)
        .all(db)
        .await?)
}

/// Histories, newest first.
pub(super) async fn statuses(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<prescription_status::Model>> {
    Ok(prescription_status::Entity::find()
        .filter(prescription_status::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_desc(prescription_status::Column::Seq)
        .all(db)
        .await?)
}

/// Every signature of these prescriptions, voided ones too, oldest first.
pub(super) async fn signatures(
    db: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<signature::Model>> {
    Ok(signature::Entity::find()
        .filter(signature::Column::PrescriptionId.is_in(ids.iter().copied()))
        .order_by_asc(signature::Column::SignedAt)
        .all(db)
        .await?)
}

/// Any later change voids the signature (decision 138).
pub(super) async fn void_signature(
    tx: &impl ConnectionTrait,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    signature::Entity::update_many()
        .col_expr(signature::Column::VoidedAt, Expr::value(Some(now)))
        .filter(signature::Column::PrescriptionId.eq(id))
        .filter(signature::Column::VoidedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

pub(super) async fn add_signature(
    tx: &impl ConnectionTrait,
    row: signature::ActiveModel,
) -> Result<()> {
    row.insert(tx).await?;
    Ok(())
}

/// Decides a line if it still stands where the caller saw it; false for the loser.
pub(super) async fn decide(
    tx: &impl ConnectionTrait,
    line: Uuid,
    version: i64,
    status: Option<&'static str>,
    by: Uuid,
    at: DateTime<Utc>,
) -> Result<bool> {
    let done = medication::Entity::update_many()
        .col_expr(
            medication::Column::Status,
            Expr::value(status.map(ToOwned::to_owned)),
        )
        .col_expr(
            medication::Column::DecidedBy,
            Expr::value(status.map(|_| by)),
        )
        .col_expr(
            medication::Column::DecidedAt,
            Expr::value(status.map(|_| at)),
        )
        .col_expr(
            medication::Column::Version,
            Expr::col(medication::Column::Version).add(1i64),
        )
        .filter(medication::Column::Id.eq(line))
        .filter(medication::Column::Version.eq(version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Edits a line if it still stands where the caller saw it; false for the loser.
pub(super) async fn edit(
    tx: &impl ConnectionTrait,
    line: Uuid,
    version: i64,
    to: medication::ActiveModel,
    change: Option<medication_change::ActiveModel>,
) -> Result<bool> {
    let done = medication::Entity::update_many()
        .set(medication::ActiveModel {
            version: Set(version + 1),
            ..to
        })
        .filter(medication::Column::Id.eq(line))
        .filter(medication::Column::Version.eq(version))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Ok(false);
    }
    if let Some(change) = change {
        change.insert(tx).await?;
    }
    Ok(true)
}

/// Medications a person asked for since a moment, cancelled requests not counted (decision 85).
pub(super) async fn asked_since(
    db: &impl ConnectionTrait,
    person: Uuid,
    since: DateTime<Utc>,
) -> Result<u32> {
    #[derive(FromQueryResult)]
    struct Count {
        n: i64,
    }
    let sql = "SELECT COUNT(*) AS n FROM medication m JOIN prescription p ON p.id = m.prescription_id \
               WHERE p.person_id = $1 AND p.created_at >= $2 AND p.status <> 'CANCELED'";
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        sql,
        [person.into(), since.into()],
    );
    let count = Count::find_by_statement(statement).one(db).await?;
    Ok(count
        .and_then(|count| u32::try_from(count.n).ok())
        .unwrap_or_default())
}

/// An equal request of the last moments (decision 99).
pub(super) async fn equal_request(
    db: &impl ConnectionTrait,
    person: Uuid,
    hash: &str,
    since: DateTime<Utc>,
) -> Result<bool> {
    let found = prescription::Entity::find()
        .filter(prescription::Column::PersonId.eq(person))
        .filter(prescription::Column::RequestHash.eq(hash))
        .filter(prescription::Column::CreatedAt.gt(since))
        .count(db)
        .await?;
    Ok(found > 0)
}

/// Which prescriptions a list shows.
pub(super) enum Which {
    OfPerson(Uuid),
    FaxedOrRefunded,
}

/// One page of prescriptions by the time they were made, and how many there are.
pub(super) async fn page(
    db: &impl ConnectionTrait,
    reach: &Reach,
    which: Which,
    limit: u64,
    cursor: Option<Uuid>,
    oldest_first: bool,
) -> Result<(Vec<prescription::Model>, i64)> {
    let mut query = prescription::Entity::find().filter(reach.over(prescription::Column::PersonId));
    query = match which {
        Which::OfPerson(person) => query.filter(prescription::Column::PersonId.eq(person)),
        Which::FaxedOrRefunded => {
            query.filter(prescription::Column::Status.is_in(["FAXED", "REFUNDED"]))
        }
    };
    let total = query.clone().count(db).await?;
    if let Some(cursor) = cursor
        && let Some(last) = prescription::Entity::find_by_id(cursor).one(db).await?
    {
        let columns = Expr::tuple([
            Expr::col(prescription::Column::CreatedAt),
            Expr::col(prescription::Column::Id),
        ]);
        let at = Expr::tuple([Expr::val(last.created_at), Expr::val(last.id)]);
        query = query.filter(if oldest_first {
            columns.gt(at)
        } else {
            columns.lt(at)
        });
    }
    query = if oldest_first {
        query
            .order_by_asc(prescription::Column::CreatedAt)
            .order_by_asc(prescription::Column::Id)
    } else {
        query
            .order_by_desc(prescription::Column::CreatedAt)
            .order_by_desc(prescription::Column::Id)
    };
    Ok((
        query.limit(limit).all(db).await?,
        i64::try_from(total).unwrap_or(i64::MAX),
    ))
}

/// The clinic's open work on one patient, oldest first, and what left within `since`.
pub(super) async fn pending(
    db: &impl ConnectionTrait,
    reach: &Reach,
    person: Uuid,
    since: DateTime<Utc>,
) -> Result<Vec<prescription::Model>> {
    let open =
        prescription::Column::Status.is_in(["PENDING", "ACKNOWLEDGED", "APPROVED", "REJECTED"]);
    let lately = prescription::Column::Status
        .is_in(["FAXED", "REFUNDED"])
        .and(
            prescription::Column::Id.in_subquery(
                sea_orm::sea_query::Query::select()
                    .column(prescription_status::Column::PrescriptionId)
                    .from(prescription_status::Entity)
                    .and_where(prescription_status::Column::At.gt(since))
                    .to_owned(),
            ),
        );
    Ok(prescription::Entity::find()
        .filter(reach.over(prescription::Column::PersonId))
        .filter(prescription::Column::PersonId.eq(person))
        .filter(open.or(lately))
        .order_by_asc(prescription::Column::CreatedAt)
        .all(db)
        .await?)
}

/// A person's draft.
pub(super) async fn draft(
    db: &impl ConnectionTrait,
    person: Uuid,
) -> Result<Option<request_draft::Model>> {
    Ok(request_draft::Entity::find_by_id(person).one(db).await?)
}

/// Saves a draft over the version seen; false when another device saved since.
pub(super) async fn save_draft(
    tx: &impl ConnectionTrait,
    person: Uuid,
    content: serde_json::Value,
    seen: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    if seen == 0 {
        let row = request_draft::ActiveModel {
            person_id: Set(person),
            content: Set(content),
            version: Set(1),
            updated_at: Set(now),
        };
        let added = request_draft::Entity::insert(row)
            .on_conflict(
                OnConflict::column(request_draft::Column::PersonId)
                    .do_nothing()
                    .to_owned(),
            )
            .exec_without_returning(tx)
            .await?;
        return Ok(added == 1);
    }
    let done = request_draft::Entity::update_many()
        .set(request_draft::ActiveModel {
            content: Set(content),
            version: Set(seen + 1),
            updated_at: Set(now),
            ..Default::default()
        })
        .filter(request_draft::Column::PersonId.eq(person))
        .filter(request_draft::Column::Version.eq(seen))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

pub(super) async fn delete_draft(tx: &impl ConnectionTrait, person: Uuid) -> Result<()> {
    request_draft::Entity::delete_by_id(person).exec(tx).await?;
    Ok(())
}

/// Groups rows by a key, keeping their order.
pub(super) fn grouped<T>(rows: Vec<T>, key: impl Fn(&T) -> Uuid) -> HashMap<Uuid, Vec<T>> {
    let mut groups: HashMap<Uuid, Vec<T>> = HashMap::new();
    for row in rows {
        groups.entry(key(&row)).or_default().push(row);
    }
    groups
}
