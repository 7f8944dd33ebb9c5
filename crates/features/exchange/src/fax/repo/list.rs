// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries of the fax queue: a page of faxes and their details, with a fixed number of queries.

use std::collections::{HashMap, HashSet};

use salal_db::{Connection, JointAnswers, JointRead, Part};
use salal_domain::fax::FaxState;
use salal_domain::subjects::SubjectKind;
use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr};
use sea_orm::{
    ColumnTrait, Condition, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select,
};
use uuid::Uuid;

use crate::api::Scope;
use crate::error::{Error, Result};
use crate::fax::dto::FaxFilter;
use crate::fax::entity::{fax, fax_attempt, fax_clarification, fax_stop};
use salal_people::people::{self, NamesPart, PersonRef};

/// The parameters of a page.
pub(in crate::fax) struct Wanted {
    pub(in crate::fax) which: FaxFilter,
    pub(in crate::fax) text: Option<String>,
    pub(in crate::fax) cursor: Option<Uuid>,
}

/// A page of faxes, newest first; in the list of all faxes, those needing attention first.
pub(in crate::fax) async fn page(
    db: &Connection,
    scope: &Scope,
    wanted: &Wanted,
    limit: usize,
) -> Result<Vec<fax::Model>> {
    use fax::Column;
    let mut found = fax::Entity::find().filter(scope.condition(Column::PersonId));
    found = match wanted.which {
        FaxFilter::All => found,
        FaxFilter::Trouble => troubled(scope),
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

/// The faxes that need attention.
pub(in crate::fax) fn troubled(scope: &Scope) -> Select<fax::Entity> {
    fax::Entity::find()
        .filter(scope.condition(fax::Column::PersonId))
        .filter(fax::Column::Trouble.eq(true))
}

/// How many faxes need attention, in a joint read.
pub(in crate::fax) struct TroublePart(Part<TroubleCount>);

#[derive(FromQueryResult, serde::Deserialize)]
struct TroubleCount {
    n: i64,
}

impl TroublePart {
    pub(in crate::fax) fn add(read: &mut JointRead, scope: &Scope) -> Self {
        let count = troubled(scope)
            .select_only()
            .column_as(fax::Column::Id.count(), "n");
        Self(read.add_as(&count))
    }

    pub(in crate::fax) fn take(&self, found: &mut JointAnswers) -> Result<i64> {
        Ok(found.take(&self.0)?.pop().map_or(0, |count| count.n))
    }
}

/// A label, a recipient, a number, or every word in the patient's name.
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
    match people::select_named(text) {
        Some(named) => ways.add(Column::PersonId.in_subquery(named)),
        None => ways,
    }
}

/// What is counted for a page of faxes.
#[derive(Default)]
pub(in crate::fax) struct Counts {
    /// Attempts by fax.
    pub(in crate::fax) attempts: HashMap<Uuid, i64>,
    /// Copies by subject: those by the patient's link, and all.
    pub(in crate::fax) copies: HashMap<Uuid, (i64, i64)>,
    /// Entries of the clarifications by subject.
    pub(in crate::fax) entries: HashMap<Uuid, i64>,
    /// Documents of which nothing is sent any more.
    pub(in crate::fax) void: HashSet<Uuid>,
    /// How many faxes need attention, on the page or not.
    pub(in crate::fax) trouble: i64,
}

/// Counts for these faxes, and reads the names of people beside, in one statement.
pub(in crate::fax) async fn counts(
    db: &Connection,
    scope: &Scope,
    rows: &[fax::Model],
    people: &[Uuid],
) -> Result<(Counts, HashMap<Uuid, PersonRef>)> {
    #[derive(FromQueryResult, serde::Deserialize)]
    struct OfFax {
        fax_id: Uuid,
        n: i64,
    }
    #[derive(FromQueryResult, serde::Deserialize)]
    struct OfSubject {
        subject_id: Uuid,
        n: i64,
    }
    #[derive(FromQueryResult, serde::Deserialize)]
    struct Copies {
        subject_id: Uuid,
        is_resend: bool,
        n: i64,
    }
    let mut kinds: Vec<&str> = rows.iter().map(|row| row.subject_kind.code()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let subjects: Vec<Uuid> = rows.iter().map(|row| row.subject_id).collect();
    let attempts = fax_attempt::Entity::find()
        .select_only()
        .column(fax_attempt::Column::FaxId)
        .column_as(fax_attempt::Column::Id.count(), "n")
        .filter(fax_attempt::Column::FaxId.is_in(rows.iter().map(|row| row.id)))
        .group_by(fax_attempt::Column::FaxId);
    let copies = fax::Entity::find()
        .select_only()
        .columns([fax::Column::SubjectId, fax::Column::IsResend])
        .column_as(fax::Column::Id.count(), "n")
        .filter(fax::Column::SubjectKind.is_in(kinds.iter().copied()))
        .filter(fax::Column::SubjectId.is_in(subjects.iter().copied()))
        .group_by(fax::Column::SubjectId)
        .group_by(fax::Column::IsResend);
    let entries = fax_clarification::Entity::find()
        .select_only()
        .column(fax_clarification::Column::SubjectId)
        .column_as(fax_clarification::Column::Id.count(), "n")
        .filter(fax_clarification::Column::SubjectKind.is_in(kinds))
        .filter(fax_clarification::Column::SubjectId.is_in(subjects))
        .group_by(fax_clarification::Column::SubjectId);
    let documents = rows.iter().map(|row| row.document_id);
    let void = fax_stop::Entity::find().filter(fax_stop::Column::DocumentId.is_in(documents));
    let mut read = JointRead::for_connection(db);
    let void = read.add(&void);
    let attempts = read.add_as::<OfFax>(&attempts);
    let copies = read.add_as::<Copies>(&copies);
    let entries = read.add_as::<OfSubject>(&entries);
    let trouble = TroublePart::add(&mut read, scope);
    let names = NamesPart::add(&mut read, people);
    let mut found = read.run(db).await?;
    let mut counts = Counts {
        trouble: trouble.take(&mut found)?,
        ..Counts::default()
    };
    let void = found.take(&void)?.into_iter();
    counts.void = void.map(|stop| stop.document_id).collect();
    let attempts = found.take(&attempts)?.into_iter();
    counts.attempts = attempts.map(|count| (count.fax_id, count.n)).collect();
    let entries = found.take(&entries)?.into_iter();
    counts.entries = entries.map(|count| (count.subject_id, count.n)).collect();
    for Copies {
        subject_id,
        is_resend,
        n,
    } in found.take(&copies)?
    {
        let (by_link, all) = counts.copies.entry(subject_id).or_default();
        *all += n;
        if is_resend {
            *by_link += n;
        }
    }
    Ok((counts, names.take(&mut found)?))
}

/// The clarifications of a subject, oldest first.
pub(in crate::fax) fn clarifications(
    scope: &Scope,
    kind: SubjectKind,
    id: Uuid,
) -> Select<fax_clarification::Entity> {
    let of_subject = fax_clarification::Entity::find()
        .filter(fax_clarification::Column::SubjectKind.eq(kind.code()))
        .filter(fax_clarification::Column::SubjectId.eq(id))
        .filter(scope.condition(fax_clarification::Column::PersonId));
    oldest_first(of_subject)
}

/// Clarifications in their order.
pub(super) fn oldest_first(
    entries: Select<fax_clarification::Entity>,
) -> Select<fax_clarification::Entity> {
    entries
        .order_by_asc(fax_clarification::Column::At)
        .order_by_asc(fax_clarification::Column::Id)
}
