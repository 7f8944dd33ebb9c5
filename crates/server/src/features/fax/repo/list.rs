// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries of the fax queue: a page of faxes and their details, with a fixed number of queries.

use std::collections::HashMap;

use salal_domain::fax::FaxState;
use salal_domain::search::fold;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func, LikeExpr, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::{Error, Result};
use crate::features::fax::dto::FaxFilter;
use crate::features::fax::entity::{fax, fax_attempt, fax_clarification};

/// The parameters of a page.
pub(in crate::features::fax) struct Wanted {
    pub(in crate::features::fax) which: FaxFilter,
    pub(in crate::features::fax) text: Option<String>,
    pub(in crate::features::fax) cursor: Option<Uuid>,
}

/// A page of faxes, newest first; in the list of all faxes, those needing attention first.
pub(in crate::features::fax) async fn page(
    db: &impl ConnectionTrait,
    scope: &Scope,
    wanted: &Wanted,
    limit: usize,
) -> Result<Vec<fax::Model>> {
    use fax::Column;
    let mut found = fax::Entity::find().filter(scope.condition(Column::PersonId));
    found = match wanted.which {
        FaxFilter::All => found,
        FaxFilter::Trouble => found.filter(Column::Trouble.eq(true)),
        FaxFilter::Moving => {
            let moving = [FaxState::Queued, FaxState::Sending, FaxState::Sent];
            found.filter(Column::State.is_in(moving.map(FaxState::code)))
        }
        FaxFilter::Failed => found.filter(Column::State.eq(FaxState::Failed.code())),
        FaxFilter::Unknown => found.filter(Column::State.eq(FaxState::Unknown.code())),
        FaxFilter::Sent => found.filter(Column::State.eq(FaxState::Sent.code())),
        FaxFilter::Delivered => found.filter(Column::State.eq(FaxState::Delivered.code())),
    };
    if let Some(text) = &wanted.text {
        found = found.filter(matching(text));
    }
    let mixed = wanted.which == FaxFilter::All;
    if let Some(cursor) = wanted.cursor {
        let last = fax::Entity::find_by_id(cursor)
            .filter(scope.condition(Column::PersonId))
            .one(db)
            .await?
            .ok_or_else(|| Error::malformed("The cursor cannot be read."))?;
        let time = [Expr::col(Column::QueuedAt), Expr::col(Column::Id)];
        let past =
            Expr::tuple(time).lt(Expr::tuple([Expr::val(last.queued_at), Expr::val(last.id)]));
        found = match (mixed, last.trouble) {
            (true, true) => found.filter(Condition::any().add(Column::Trouble.eq(false)).add(past)),
            (true, false) => found.filter(Column::Trouble.eq(false)).filter(past),
            (false, _) => found.filter(past),
        };
    }
    if mixed {
        found = found.order_by_desc(Column::Trouble);
    }
    Ok(found
        .order_by_desc(Column::QueuedAt)
        .order_by_desc(Column::Id)
        .limit(u64::try_from(limit).unwrap_or(u64::MAX))
        .all(db)
        .await?)
}

/// A label, a recipient, a number, or every word in the patient's name; people belong to another feature,
/// which is only read here.
fn matching(text: &str) -> Condition {
    use fax::Column;
    let like = |part: &str| {
        let escaped = part
            .replace('\\', "\\\\")
            .replace('%', "\\%")
            .replace('_', "\\_");
        LikeExpr::new(format!("%{escaped}%")).escape('\\')
    };
    let lower = |column: Column| Expr::expr(Func::lower(Expr::col((fax::Entity, column))));
    let whole = text.to_lowercase();
    let mut ways = Condition::any()
        .add(lower(Column::Label).like(like(&whole)))
        .add(lower(Column::RecipientName).like(like(&whole)));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if digits.len() >= 3 {
        ways = ways.add(Column::ToNumber.contains(&digits));
    }
    let folded = fold(text);
    let mut named = Query::select()
        .column(Alias::new("id"))
        .from(Alias::new("person"))
        .to_owned();
    for word in folded.split_whitespace() {
        named.and_where(Expr::col(Alias::new("name_folded")).like(like(word)));
    }
    if folded.trim().is_empty() {
        return ways;
    }
    ways.add(Column::PersonId.in_subquery(named))
}

pub(in crate::features::fax) async fn count_trouble(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<i64> {
    let n = fax::Entity::find()
        .filter(fax::Column::Trouble.eq(true))
        .filter(scope.condition(fax::Column::PersonId))
        .count(db)
        .await?;
    Ok(i64::try_from(n).unwrap_or(i64::MAX))
}

/// Attempts by fax.
pub(in crate::features::fax) async fn count_attempts(
    db: &impl ConnectionTrait,
    faxes: &[Uuid],
) -> Result<HashMap<Uuid, i64>> {
    let found: Vec<(Uuid, i64)> = fax_attempt::Entity::find()
        .select_only()
        .column(fax_attempt::Column::FaxId)
        .column_as(fax_attempt::Column::Id.count(), "n")
        .filter(fax_attempt::Column::FaxId.is_in(faxes.iter().copied()))
        .group_by(fax_attempt::Column::FaxId)
        .into_tuple()
        .all(db)
        .await?;
    Ok(found.into_iter().collect())
}

/// Copies by subject: those by the patient's link, and all.
pub(in crate::features::fax) async fn count_copies(
    db: &impl ConnectionTrait,
    (kinds, subjects): (&[String], &[Uuid]),
) -> Result<HashMap<Uuid, (i64, i64)>> {
    let found: Vec<(Uuid, bool, i64)> = fax::Entity::find()
        .select_only()
        .columns([fax::Column::SubjectId, fax::Column::IsResend])
        .column_as(fax::Column::Id.count(), "n")
        .filter(fax::Column::SubjectKind.is_in(kinds.iter().map(String::as_str)))
        .filter(fax::Column::SubjectId.is_in(subjects.iter().copied()))
        .group_by(fax::Column::SubjectId)
        .group_by(fax::Column::IsResend)
        .into_tuple()
        .all(db)
        .await?;
    let mut all: HashMap<Uuid, (i64, i64)> = HashMap::new();
    for (subject, by_link, n) in found {
        let entry = all.entry(subject).or_default();
        entry.1 += n;
        if by_link {
            entry.0 += n;
        }
    }
    Ok(all)
}

/// Entries of the clarifications by subject.
pub(in crate::features::fax) async fn count_clarifications(
    db: &impl ConnectionTrait,
    (kinds, subjects): (&[String], &[Uuid]),
) -> Result<HashMap<Uuid, i64>> {
    let found: Vec<(Uuid, i64)> = fax_clarification::Entity::find()
        .select_only()
        .column(fax_clarification::Column::SubjectId)
        .column_as(fax_clarification::Column::Id.count(), "n")
        .filter(fax_clarification::Column::SubjectKind.is_in(kinds.iter().map(String::as_str)))
        .filter(fax_clarification::Column::SubjectId.is_in(subjects.iter().copied()))
        .group_by(fax_clarification::Column::SubjectId)
        .into_tuple()
        .all(db)
        .await?;
    Ok(found.into_iter().collect())
}

/// The clarifications of a subject, oldest first.
pub(in crate::features::fax) async fn clarifications(
    db: &impl ConnectionTrait,
    scope: &Scope,
    kind: &str,
    id: Uuid,
) -> Result<Vec<fax_clarification::Model>> {
    Ok(fax_clarification::Entity::find()
        .filter(fax_clarification::Column::SubjectKind.eq(kind))
        .filter(fax_clarification::Column::SubjectId.eq(id))
        .filter(scope.condition(fax_clarification::Column::PersonId))
        .order_by_asc(fax_clarification::Column::At)
        .order_by_asc(fax_clarification::Column::Id)
        .all(db)
        .await?)
}
