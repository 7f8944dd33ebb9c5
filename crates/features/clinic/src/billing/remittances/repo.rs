// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries on remittances. A matched line belongs to a patient; before that, and on lists for administrators,
//! it is the plan's.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, Utc};
use salal_db::{Coded, Connection};
use salal_domain::billing::state::BillState;
use salal_platform::totals::{self, Total};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, OnConflict, Query};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, EntityTrait, FromQueryResult, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use uuid::Uuid;

use super::entity::{remittance_file, remittance_line, remittance_pull};
use super::{FileState, PullState};
use crate::api::Scope;
use crate::billing::bills::repo as bills;
use crate::billing::claim::Claim;
use crate::billing::claims::entity::teleplan_counter;
use crate::billing::claims::repo::fresh_counter;
use crate::billing::entity::bill;
use crate::billing::repo::{insert_all, like};
use crate::error::{Error, Result};

/// Rows per statement.
const BATCH: usize = 300;

/// The unfinished retrieval, if there is one.
pub(super) async fn open_pull(db: &Connection) -> Result<Option<remittance_pull::Model>> {
    Ok(remittance_pull::Entity::find()
        .filter(
            remittance_pull::Column::State
                .is_in([PullState::Queued, PullState::Running].map(PullState::code)),
        )
        .order_by_desc(remittance_pull::Column::StartedAt)
        .one(db)
        .await?)
}

/// The newest retrieval, and the newest finished one before it.
pub(super) async fn newest_pull(db: &Connection) -> Result<Option<remittance_pull::Model>> {
    Ok(remittance_pull::Entity::find()
        .order_by_desc(remittance_pull::Column::StartedAt)
        .order_by_desc(remittance_pull::Column::Id)
        .one(db)
        .await?)
}

pub(super) async fn pull(db: &Connection, id: Uuid) -> Result<remittance_pull::Model> {
    remittance_pull::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

pub(super) async fn insert_pull(tx: &Connection, row: remittance_pull::Model) -> Result<()> {
    remittance_pull::Entity::insert(row.into_active_model())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Stores the progress of a retrieval.
pub(super) async fn save_pull(db: &Connection, row: &remittance_pull::Model) -> Result<()> {
    row.clone()
        .into_active_model()
        .reset_all()
        .update(db)
        .await?;
    Ok(())
}

/// Whether the retrieval before this one ended without knowing what was fetched.
pub(super) async fn lost_before(db: &Connection, id: Uuid) -> Result<bool> {
    let before = remittance_pull::Entity::find()
        .filter(remittance_pull::Column::Id.ne(id))
        .order_by_desc(remittance_pull::Column::StartedAt)
        .one(db)
        .await?;
    Ok(before.is_some_and(|pull| *pull.state == PullState::Failed))
}

/// When the retrieval before this one began; the beginning of time if there was none.
pub(super) async fn pulled_before(db: &Connection, id: Uuid) -> Result<DateTime<Utc>> {
    let before = remittance_pull::Entity::find()
        .filter(remittance_pull::Column::Id.ne(id))
        .order_by_desc(remittance_pull::Column::StartedAt)
        .one(db)
        .await?;
    Ok(before.map_or(DateTime::UNIX_EPOCH, |pull| pull.started_at))
}

/// Serializes imports until the end of the transaction, so that the second file finds the lines it shares
/// with the first.
pub(super) async fn one_at_a_time(tx: &Connection, data_centre: &str) -> Result<()> {
    teleplan_counter::Entity::insert(fresh_counter(data_centre))
        .on_conflict(
            OnConflict::column(teleplan_counter::Column::DataCentre)
                .update_column(teleplan_counter::Column::DataCentre)
                .to_owned(),
        )
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// The file with exactly these bytes, without loading them.
pub(super) async fn file_with(
    db: &Connection,
    sha256: &str,
) -> Result<Option<remittance_file::Model>> {
    Ok(remittance_file::Entity::find()
        .filter(remittance_file::Column::Sha256.eq(sha256))
        .one(db)
        .await?)
}

/// A file by its id.
pub(super) async fn kept_file(db: &Connection, id: Uuid) -> Result<remittance_file::Model> {
    remittance_file::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Stores the current faults of a file that was set aside and received or checked again.
pub(super) async fn judged_again(
    tx: &Connection,
    id: Uuid,
    pull: Uuid,
    report: serde_json::Value,
) -> Result<()> {
    let to = remittance_file::ActiveModel {
        pull_id: Set(pull),
        report: Set(report),
        ..Default::default()
    };
    remittance_file::Entity::update_many()
        .set(to)
        .filter(remittance_file::Column::Id.eq(id))
        .filter(remittance_file::Column::State.eq(FileState::SetAside.code()))
        .exec(tx)
        .await?;
    Ok(())
}

/// Marks a file as imported; false when it was imported already.
pub(super) async fn mark_taken(
    tx: &Connection,
    id: Uuid,
    agreed_by: Option<Uuid>,
    report: serde_json::Value,
    at: DateTime<Utc>,
) -> Result<bool> {
    let to = remittance_file::ActiveModel {
        state: Set(FileState::Taken.into()),
        taken_at: Set(Some(at)),
        agreed_by: Set(agreed_by),
        report: Set(report),
        ..Default::default()
    };
    let done = remittance_file::Entity::update_many()
        .set(to)
        .filter(remittance_file::Column::Id.eq(id))
        .filter(remittance_file::Column::State.eq(FileState::SetAside.code()))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// The names of imported files; one that was set aside does not count (decision 164).
pub(super) async fn file_names(db: &Connection) -> Result<HashSet<String>> {
    let names: Vec<String> = remittance_file::Entity::find()
        .select_only()
        .column(remittance_file::Column::Name)
        .filter(remittance_file::Column::State.eq(FileState::Taken.code()))
        .into_tuple()
        .all(db)
        .await?;
    Ok(names.into_iter().collect())
}

pub(super) async fn insert_file(tx: &Connection, row: remittance_file::Model) -> Result<()> {
    remittance_file::Entity::insert(row.into_active_model())
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// A file that was set aside.
#[derive(Debug, FromQueryResult)]
pub(super) struct SetAside {
    pub(super) id: Uuid,
    pub(super) pull_id: Uuid,
    pub(super) name: String,
    pub(super) lines: i64,
    pub(super) report: serde_json::Value,
    pub(super) fetched_at: DateTime<Utc>,
}

/// The files still set aside, oldest first, without their bytes.
pub(super) async fn set_aside(db: &Connection) -> Result<Vec<SetAside>> {
    Ok(remittance_file::Entity::find()
        .select_only()
        .columns([
            remittance_file::Column::Id,
            remittance_file::Column::PullId,
            remittance_file::Column::Name,
            remittance_file::Column::Lines,
            remittance_file::Column::Report,
            remittance_file::Column::FetchedAt,
        ])
        .filter(remittance_file::Column::State.eq(FileState::SetAside.code()))
        .order_by_asc(remittance_file::Column::FetchedAt)
        .order_by_asc(remittance_file::Column::Name)
        .into_model::<SetAside>()
        .all(db)
        .await?)
}

/// How many files are set aside, and since when the oldest.
pub(super) async fn aside_since(db: &Connection) -> Result<(u64, Option<DateTime<Utc>>)> {
    let aside = remittance_file::Entity::find()
        .filter(remittance_file::Column::State.eq(FileState::SetAside.code()));
    let number = aside.clone().count(db).await?;
    let oldest: Option<DateTime<Utc>> = aside
        .select_only()
        .column(remittance_file::Column::FetchedAt)
        .order_by_asc(remittance_file::Column::FetchedAt)
        .into_tuple()
        .one(db)
        .await?;
    Ok((number, oldest))
}

/// Which of these lines were received before.
pub(super) async fn known_keys(db: &Connection, keys: &[String]) -> Result<HashSet<String>> {
    let mut known = HashSet::new();
    for part in keys.chunks(BATCH) {
        let found: Vec<String> = remittance_line::Entity::find()
            .select_only()
            .column(remittance_line::Column::Key)
            .filter(remittance_line::Column::Key.is_in(part))
            .into_tuple()
            .all(db)
            .await?;
        known.extend(found);
    }
    Ok(known)
}

/// The number of the last line.
pub(super) async fn last_ordinal(db: &Connection) -> Result<i64> {
    let last: Option<Option<i64>> = remittance_line::Entity::find()
        .select_only()
        .column_as(remittance_line::Column::Ordinal.max(), "last")
        .into_tuple()
        .one(db)
        .await?;
    Ok(last.flatten().unwrap_or(0))
}

pub(super) async fn insert_lines(tx: &Connection, rows: Vec<remittance_line::Model>) -> Result<()> {
    insert_all(tx, rows).await
}

/// Which lines are wanted; what is `None` says nothing.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    pub(super) text: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) is_ours: Option<bool>,
    /// The first day of payment, and the day after the last.
    pub(super) paid: Option<(NaiveDate, NaiveDate)>,
}

impl Wanted {
    fn condition(&self) -> Condition {
        use remittance_line::Column;
        let days = self.paid.map(|(from, before)| {
            Column::PaymentDate
                .gte(from)
                .and(Column::PaymentDate.lt(before))
        });
        Condition::all()
            .add_option(self.text.as_deref().map(with_text))
            .add_option(self.kind.as_deref().map(|kind| Column::Kind.eq(kind)))
            .add_option(self.is_ours.map(|ours| Column::IsOurs.eq(ours)))
            .add_option(days)
    }
}

/// Lines with a text as one of their whole values: numbers, record code, fee code, an explanatory code.
fn with_text(text: &str) -> Condition {
    use remittance_line::Column;
    let text = text.to_uppercase();
    let number: Option<i64> = text.parse().ok();
    // Codes are a list of strings.
    let code = like(&format!("\"{text}\""), "%");
    Condition::any()
        .add_option(number.map(|number| Column::Sequence.eq(number)))
        .add_option(number.map(|number| Column::Folio.eq(number)))
        .add(Column::HealthNumber.eq(text.as_str()))
        .add(Column::FeeCode.eq(text.as_str()))
        .add(Column::Kind.eq(text.as_str()))
        .add(Expr::col(Column::Codes).cast_as("TEXT").like(code))
}

/// Lines about our claims, newest first.
pub(super) async fn lines(
    db: &Connection,
    wanted: &Wanted,
    limit: u64,
    skip: u64,
) -> Result<(Vec<remittance_line::Model>, Total)> {
    let claims = remittance_line::Entity::find()
        .filter(remittance_line::Column::IsClaim.eq(true))
        .filter(remittance_line::Column::IsOurs.eq(true))
        .filter(wanted.condition());
    let total = totals::count(db, claims.clone()).await?;
    let rows = claims
        .order_by_desc(remittance_line::Column::Ordinal)
        .limit(limit)
        .offset(skip)
        .all(db)
        .await?;
    Ok((rows, total))
}

/// Exceptions for a person to check: our own before other payees', oldest first.
pub(super) async fn open_exceptions(
    db: &Connection,
    wanted: &Wanted,
    limit: u64,
    skip: u64,
) -> Result<(Vec<remittance_line::Model>, Total)> {
    let open = remittance_line::Entity::find()
        .filter(remittance_line::Column::Exception.is_not_null())
        .filter(remittance_line::Column::SettledAt.is_null())
        .filter(wanted.condition());
    let total = totals::count(db, open.clone()).await?;
    let rows = open
        .order_by_desc(remittance_line::Column::IsOurs)
        .order_by_asc(remittance_line::Column::Ordinal)
        .limit(limit)
        .offset(skip)
        .all(db)
        .await?;
    Ok((rows, total))
}

/// The patients that these lines are about; most lines to review are about none.
pub(super) async fn persons_of(tx: &Connection, ids: &[Uuid]) -> Result<Vec<Uuid>> {
    Ok(remittance_line::Entity::find()
        .select_only()
        .column(remittance_line::Column::PersonId)
        .distinct()
        .filter(remittance_line::Column::Id.is_in(ids.iter().copied()))
        .filter(remittance_line::Column::PersonId.is_not_null())
        .into_tuple()
        .all(tx)
        .await?)
}

/// Says of exceptions that they belong to no bill, so that they count for nothing; how many of them were still open.
/// One that counts for its bill already was looked at, and goes on counting.
pub(super) async fn settle_as_none(
    tx: &Connection,
    ids: &[Uuid],
    by: Uuid,
    at: DateTime<Utc>,
) -> Result<u64> {
    use remittance_line::Column;
    let looked_at = remittance_line::ActiveModel {
        settled_at: Set(Some(at)),
        settled_by: Set(Some(by)),
        ..Default::default()
    };
    let open = remittance_line::Entity::update_many()
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::Exception.is_not_null())
        .filter(Column::SettledAt.is_null());
    let not_ours = remittance_line::ActiveModel {
        is_ours: Set(false),
        ..looked_at.clone()
    };
    let of_no_bill = open
        .clone()
        .set(not_ours)
        .filter(Column::IsClaim.eq(true))
        .filter(Column::BillId.is_null())
        .exec(tx)
        .await?;
    let others = open.set(looked_at).exec(tx).await?;
    Ok(of_no_bill.rows_affected + others.rows_affected)
}

/// The newest messages of the plan.
pub(super) async fn plan_messages(db: &Connection) -> Result<Vec<String>> {
    let rows: Vec<Option<String>> = remittance_line::Entity::find()
        .select_only()
        .column(remittance_line::Column::Words)
        .filter(remittance_line::Column::Words.is_not_null())
        .order_by_desc(remittance_line::Column::Ordinal)
        .limit(5)
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows.into_iter().flatten().collect())
}

pub(super) async fn line(db: &Connection, id: Uuid) -> Result<remittance_line::Model> {
    remittance_line::Entity::find_by_id(id)
        .one(db)
        .await?
        .ok_or_else(Error::not_found)
}

/// Stores who settled an exception, and its bill; false when it was settled already.
pub(super) async fn settle(tx: &Connection, line: &remittance_line::Model) -> Result<bool> {
    let to = remittance_line::ActiveModel {
        settled_at: Set(line.settled_at),
        settled_by: Set(line.settled_by),
        bill_id: Set(line.bill_id),
        person_id: Set(line.person_id),
        is_ours: Set(line.is_ours),
        counted_paid_cents: Set(line.counted_paid_cents),
        counted_refused_cents: Set(line.counted_refused_cents),
        overpaid_cents: Set(line.overpaid_cents),
        ..Default::default()
    };
    let done = remittance_line::Entity::update_many()
        .set(to)
        .filter(remittance_line::Column::Id.eq(line.id))
        .filter(remittance_line::Column::SettledAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Rejected bills, newest first, from the one after `after` on; and the number of all.
pub(super) async fn problems(
    db: &Connection,
    scope: &Scope,
    limit: u64,
    after: Option<(NaiveDate, Uuid)>,
) -> Result<(Vec<Claim>, Total)> {
    let states = BillState::ALL
        .into_iter()
        .filter(|state| state.is_problematic())
        .map(BillState::code);
    let wanted = bills::in_scope(scope).filter(bill::Column::State.is_in(states));
    let total = totals::count(db, wanted.clone()).await?;
    let later = after.map(|(date, id)| {
        let same_day = bill::Column::ServiceDate
            .eq(date)
            .and(bill::Column::Id.lt(id));
        bill::Column::ServiceDate.lt(date).or(same_day)
    });
    let page = wanted
        .filter(Condition::all().add_option(later))
        .order_by_desc(bill::Column::ServiceDate)
        .order_by_desc(bill::Column::Id)
        .limit(limit);
    Ok((bills::load(db, &page).await?, total))
}

/// Sums of the bills of a day and a state.
#[derive(Debug, FromQueryResult)]
pub(super) struct BillSum {
    pub(super) day: NaiveDate,
    pub(super) state: Coded<BillState>,
    pub(super) number: i64,
    pub(super) billed: i64,
    pub(super) paid: i64,
    /// Up to the amount of each bill, and never below zero.
    pub(super) within: i64,
}

/// Sums of the lines of a day that are alike.
#[derive(Debug, FromQueryResult)]
pub(super) struct LineSum {
    pub(super) day: NaiveDate,
    pub(super) kind: String,
    pub(super) is_claim: bool,
    pub(super) is_ours: bool,
    pub(super) number: i64,
    pub(super) paid: i64,
    /// What they count for, when they are about claims of ours.
    pub(super) counted_paid: i64,
    pub(super) counted_refused: i64,
    pub(super) overpaid: i64,
}

/// The record code of a claim that the plan holds without a decision.
const HELD: &str = "S04";

/// Sums of the held lines of a day.
#[derive(Debug, FromQueryResult)]
pub(super) struct HeldSum {
    pub(super) day: NaiveDate,
    pub(super) billed: i64,
}

/// Bills by day of service and state, from a day on and before another.
pub(super) async fn bill_sums(
    db: &Connection,
    scope: &Scope,
    from: NaiveDate,
    before: NaiveDate,
) -> Result<Vec<BillSum>> {
    Ok(bill::Entity::find()
        .select_only()
        .column_as(bill::Column::ServiceDate, "day")
        .column(bill::Column::State)
        .column_as(bill::Column::Id.count(), "number")
        .column_as(sum(bill::Column::AmountCents), "billed")
        .column_as(sum(bill::Column::PaidCents), "paid")
        .column_as(sum_of(paid_within()), "within")
        .filter(bill::Column::ServiceDate.gte(from))
        .filter(bill::Column::ServiceDate.lt(before))
        .filter(scope.condition(bill::Column::PersonId))
        .group_by(bill::Column::ServiceDate)
        .group_by(bill::Column::State)
        .into_model::<BillSum>()
        .all(db)
        .await?)
}

/// Lines by day of payment and what they are, from a day on and before another.
pub(super) async fn line_sums(
    db: &Connection,
    from: NaiveDate,
    before: NaiveDate,
) -> Result<Vec<LineSum>> {
    use remittance_line::Column;
    Ok(sums_of_days(from, before)
        .columns([Column::Kind, Column::IsClaim, Column::IsOurs])
        .column_as(Column::Id.count(), "number")
        .column_as(sum(Column::PaidCents), "paid")
        .column_as(sum(Column::CountedPaidCents), "counted_paid")
        .column_as(sum(Column::CountedRefusedCents), "counted_refused")
        .column_as(sum(Column::OverpaidCents), "overpaid")
        .group_by(Column::Kind)
        .group_by(Column::IsClaim)
        .group_by(Column::IsOurs)
        .into_model::<LineSum>()
        .all(db)
        .await?)
}

/// Held lines by day of payment, without those whose claim was decided by any line, or is held by a later one. A
/// hold moves no money: after a payment nothing is outstanding, and the payment stands until a line takes it back.
pub(super) async fn held_sums(
    db: &Connection,
    from: NaiveDate,
    before: NaiveDate,
) -> Result<Vec<HeldSum>> {
    use remittance_line::{Column, Entity};
    let later = Alias::new("later");
    let of_later = |column: Column| Expr::col((later.clone(), column));
    let of_held = |column: Column| Expr::col((Entity, column));
    let decided = Query::select()
        .expr(Expr::val(1))
        .from_as(Entity, later.clone())
        .and_where(of_later(Column::Sequence).eq(of_held(Column::Sequence)))
        .and_where(
            of_later(Column::Ordinal)
                .gt(of_held(Column::Ordinal))
                .or(of_later(Column::Kind).ne(HELD)),
        )
        .and_where(of_later(Column::IsClaim).eq(true))
        .and_where(of_later(Column::IsOurs).eq(true))
        .to_owned();
    Ok(sums_of_days(from, before)
        .filter(Column::Kind.eq(HELD))
        .filter(Column::IsClaim.eq(true))
        .filter(Column::IsOurs.eq(true))
        // One that is assigned to no bill is billed nowhere yet.
        .filter(Column::BillId.is_not_null())
        .filter(Expr::exists(decided).not())
        .column_as(sum(Column::BillCents), "billed")
        .into_model::<HeldSum>()
        .all(db)
        .await?)
}

/// What a line counts for on its bill.
#[derive(Debug, FromQueryResult)]
pub(super) struct CountedLine {
    pub(super) day: NaiveDate,
    pub(super) bill: Uuid,
    pub(super) paid: i64,
    pub(super) refused: i64,
}

/// The lines from a day on and before another of bills that were refused in full or in part in these days, oldest
/// first.
pub(super) async fn lines_of_refused(
    db: &Connection,
    from: NaiveDate,
    before: NaiveDate,
) -> Result<Vec<CountedLine>> {
    use remittance_line::{Column, Entity};
    let refused = Query::select()
        .column(Column::BillId)
        .from(Entity)
        .and_where(Column::PaymentDate.gte(from))
        .and_where(Column::PaymentDate.lt(before))
        .and_where(Column::CountedRefusedCents.gt(0i64))
        .and_where(Column::BillId.is_not_null())
        .to_owned();
    Ok(Entity::find()
        .select_only()
        .column_as(Column::PaymentDate, "day")
        .column_as(Column::BillId, "bill")
        .column_as(Column::CountedPaidCents, "paid")
        .column_as(Column::CountedRefusedCents, "refused")
        .filter(Column::PaymentDate.gte(from))
        .filter(Column::PaymentDate.lt(before))
        .filter(Column::IsClaim.eq(true))
        .filter(Column::IsOurs.eq(true))
        .filter(Column::BillId.in_subquery(refused))
        .order_by_asc(Column::Ordinal)
        .into_model::<CountedLine>()
        .all(db)
        .await?)
}

/// Lines by day of payment.
fn sums_of_days(from: NaiveDate, before: NaiveDate) -> sea_orm::Select<remittance_line::Entity> {
    use remittance_line::Column;
    remittance_line::Entity::find()
        .select_only()
        .column_as(Column::PaymentDate, "day")
        .filter(Column::PaymentDate.gte(from))
        .filter(Column::PaymentDate.lt(before))
        .group_by(Column::PaymentDate)
}

/// A sum as an integer on both engines; without rows it is zero.
fn sum<C: ColumnTrait>(column: C) -> Expr {
    sum_of(Expr::col(column.as_column_ref()))
}

fn sum_of(amount: Expr) -> Expr {
    Expr::expr(amount.sum().if_null(0i64)).cast_as("BIGINT")
}

/// What was paid of a bill, up to its amount and never below zero.
fn paid_within() -> Expr {
    let (paid, amount) = (bill::Column::PaidCents, bill::Column::AmountCents);
    let is_above = Condition::all().add(Expr::col(paid).gt(Expr::col(amount)));
    let is_below = Condition::all().add(Expr::col(paid).lt(0i64));
    Expr::case(is_above, Expr::col(amount))
        .case(is_below, Expr::val(0i64))
        .finally(Expr::col(paid))
        .into()
}
