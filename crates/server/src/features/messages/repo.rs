// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries that write messages, their replies, files and marks, and a few lookups. Loading threads and lists
//! is in `threads`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Coded, StatementBatch};
use salal_domain::eligibility::{DocumentOther, DocumentStatus};
pub use salal_domain::messages::{MessageGroup, TellsOf};
use salal_domain::prescriptions::status::{PrescriptionStatus, Work};
pub(super) use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryTrait, Set,
    Statement, Value,
};
use uuid::Uuid;

use super::entity::{message, message_archive, message_file, message_read, message_reply};
use crate::api::Role;
use crate::context::Context;
use crate::error::{Error, Result};

/// The receiver of a message.
pub enum To {
    Group(MessageGroup),
    Person(Uuid),
}

/// A message to post.
pub struct NewMessage {
    pub subject: String,
    pub body: String,
    pub from: Option<Uuid>,
    pub to: To,
    /// The patient it is about.
    pub about: Option<Uuid>,
    pub subject_kind: Option<&'static str>,
    pub subject_id: Option<Uuid>,
    /// It is removed from the inboxes when this work is done.
    pub tells_of: Option<TellsOf>,
}

/// Stores a message in the caller's transaction.
pub async fn post(tx: &impl ConnectionTrait, ctx: &Context, new: NewMessage) -> Result<Uuid> {
    let mut writes = ctx.db.batch();
    let id = post_with(&mut writes, ctx, new);
    writes.run(tx).await?;
    Ok(id)
}

/// Like `post`, added to the transaction's pending writes.
pub(crate) fn post_with(writes: &mut StatementBatch, ctx: &Context, new: NewMessage) -> Uuid {
    let (id, now) = (ctx.new_id(), ctx.now());
    let (to_person, to_group) = match new.to {
        To::Group(group) => (None, Some(Coded(group))),
        To::Person(person) => (Some(person), None),
    };
    let row = message::ActiveModel {
        id: Set(id),
        subject: Set(new.subject),
        body: Set(new.body),
        from_person: Set(new.from),
        to_person: Set(to_person),
        to_group: Set(to_group),
        about_person: Set(new.about),
        subject_kind: Set(new.subject_kind.map(ToOwned::to_owned)),
        subject_id: Set(new.subject_id),
        created_at: Set(now),
        updated_at: Set(now),
        reply_count: Set(0),
        last_reply_by: Set(None),
        bill_id: Set(None),
        tells_of: Set(new.tells_of.map(Coded)),
        settled_at: Set(None),
    };
    writes.add(&message::Entity::insert(row).into_query());
    id
}

/// Removes messages about a subject's work from the inboxes if that work is done, and restores them if it is
/// `open` again; added to the transaction's pending writes. A later reply restores a message in any case.
pub(crate) fn settle_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    (kind, subject): (&str, Uuid),
    open: &[TellsOf],
) {
    let of_subject = || {
        message::Entity::update_many()
            .filter(message::Column::SubjectKind.eq(kind))
            .filter(message::Column::SubjectId.eq(subject))
            .filter(message::Column::TellsOf.is_not_null())
    };
    let open: Vec<Coded<TellsOf>> = open.iter().copied().map(Coded).collect();
    let settled = of_subject()
        .col_expr(message::Column::SettledAt, Expr::value(Some(ctx.now())))
        .filter(message::Column::TellsOf.is_not_in(open.iter().copied()))
        .filter(message::Column::SettledAt.is_null());
    writes.add(&settled.into_query());
    if !open.is_empty() {
        let again = of_subject()
            .col_expr(
                message::Column::SettledAt,
                Expr::value(None::<DateTime<Utc>>),
            )
            .filter(message::Column::TellsOf.is_in(open))
            .filter(message::Column::SettledAt.is_not_null());
        writes.add(&again.into_query());
    }
}

/// Restores a settled message to the inboxes: someone wants to continue it.
pub(super) async fn unsettle(tx: &impl ConnectionTrait, message: Uuid) -> Result<()> {
    message::Entity::update_many()
        .col_expr(
            message::Column::SettledAt,
            Expr::value(None::<DateTime<Utc>>),
        )
        .filter(message::Column::Id.eq(message))
        .filter(message::Column::SettledAt.is_not_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Records that a bill was created for the subject of messages; the office sees them marked (decision 20).
pub(crate) async fn mark_billed(
    tx: &impl ConnectionTrait,
    kind: &str,
    subject: Uuid,
    bill: Uuid,
) -> Result<()> {
    message::Entity::update_many()
        .col_expr(message::Column::BillId, Expr::val(bill))
        .filter(message::Column::SubjectKind.eq(kind))
        .filter(message::Column::SubjectId.eq(subject))
        .filter(message::Column::BillId.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Whether such a message about a subject was already posted.
pub async fn message_exists(
    db: &impl ConnectionTrait,
    kind: &str,
    id: Uuid,
    subject: &str,
) -> Result<bool> {
    let found = message::Entity::find()
        .filter(message::Column::SubjectKind.eq(kind))
        .filter(message::Column::SubjectId.eq(id))
        .filter(message::Column::Subject.eq(subject))
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// A message by id; the caller checks who may see it.
pub(super) async fn find_message(
    db: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<message::Model>> {
    Ok(message::Entity::find_by_id(id).one(db).await?)
}

/// A reply to be added.
pub(crate) struct NewReply {
    pub(crate) from: Uuid,
    pub(crate) body: String,
    pub(crate) by_link: bool,
}

/// Adds a reply to the message as it was seen; `None` if someone else answered in between.
pub(super) async fn add_reply(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    seen: &message::Model,
    new: NewReply,
) -> Result<Option<Uuid>> {
    let (id, now) = (ctx.new_id(), ctx.now());
    let done = message::Entity::update_many()
        .set(message::ActiveModel {
            reply_count: Set(seen.reply_count + 1),
            last_reply_by: Set(Some(new.from)),
            updated_at: Set(now),
            ..Default::default()
        })
        .filter(message::Column::Id.eq(seen.id))
        .filter(message::Column::ReplyCount.eq(seen.reply_count))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Ok(None);
    }
    // If the author archived it, it stays archived; for everyone else the reply restores it.
    message_archive::Entity::update_many()
        .col_expr(message_archive::Column::ArchivedAt, Expr::val(now))
        .filter(message_archive::Column::MessageId.eq(seen.id))
        .filter(message_archive::Column::PersonId.eq(new.from))
        .filter(Expr::col(message_archive::Column::ArchivedAt).gte(seen.updated_at))
        .exec(tx)
        .await?;
    message_reply::ActiveModel {
        id: Set(id),
        message_id: Set(seen.id),
        seq: Set(seen.reply_count + 1),
        from_person: Set(new.from),
        body: Set(new.body),
        by_link: Set(new.by_link),
        created_at: Set(now),
    }
    .insert(tx)
    .await?;
    Ok(Some(id))
}

/// Adds a reply to the current state of a message.
pub(crate) async fn answer(
    tx: &impl ConnectionTrait,
    ctx: &Context,
    message: Uuid,
    new: NewReply,
) -> Result<()> {
    let seen = get_message(tx, message).await?;
    add_reply(tx, ctx, &seen, new).await.map(|_| ())
}

/// Attaches stored files to a message, or to one of its replies.
pub(crate) async fn attach(
    tx: &impl ConnectionTrait,
    message: Uuid,
    reply: Option<Uuid>,
    uploads: &[Uuid],
) -> Result<()> {
    let files = uploads
        .iter()
        .zip(0i64..)
        .map(|(upload, position)| message_file::ActiveModel {
            upload_id: Set(*upload),
            message_id: Set(message),
            reply_id: Set(reply),
            position: Set(position),
        });
    let files: Vec<_> = files.collect();
    if !files.is_empty() {
        message_file::Entity::insert_many(files)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// Marks a message as read by a person, up to now.
pub(crate) async fn mark_read(
    tx: &impl ConnectionTrait,
    message: Uuid,
    person: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let row = message_read::ActiveModel {
        message_id: Set(message),
        person_id: Set(person),
        read_at: Set(now),
    };
    let there = OnConflict::columns([
        message_read::Column::MessageId,
        message_read::Column::PersonId,
    ])
    .update_column(message_read::Column::ReadAt)
    .to_owned();
    message_read::Entity::insert(row)
        .on_conflict(there)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Marks a message as unread for a person.
pub(super) async fn mark_unread(
    tx: &impl ConnectionTrait,
    message: Uuid,
    person: Uuid,
) -> Result<()> {
    message_read::Entity::delete_many()
        .filter(message_read::Column::MessageId.eq(message))
        .filter(message_read::Column::PersonId.eq(person))
        .exec(tx)
        .await?;
    Ok(())
}

/// Archives a message for one person.
pub(crate) async fn archive(
    tx: &impl ConnectionTrait,
    message: Uuid,
    person: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let row = message_archive::ActiveModel {
        message_id: Set(message),
        person_id: Set(person),
        archived_at: Set(now),
    };
    let there = OnConflict::columns([
        message_archive::Column::MessageId,
        message_archive::Column::PersonId,
    ])
    .update_column(message_archive::Column::ArchivedAt)
    .to_owned();
    message_archive::Entity::insert(row)
        .on_conflict(there)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Restores an archived message for one person.
pub(super) async fn bring_back(
    tx: &impl ConnectionTrait,
    message: Uuid,
    person: Uuid,
) -> Result<()> {
    message_archive::Entity::delete_many()
        .filter(message_archive::Column::MessageId.eq(message))
        .filter(message_archive::Column::PersonId.eq(person))
        .exec(tx)
        .await?;
    Ok(())
}

/// When a person read and archived these messages.
pub(super) async fn marks(
    db: &impl ConnectionTrait,
    messages: &[Uuid],
    person: Uuid,
) -> Result<(HashMap<Uuid, DateTime<Utc>>, HashMap<Uuid, DateTime<Utc>>)> {
    let read = message_read::Entity::find()
        .filter(message_read::Column::PersonId.eq(person))
        .filter(message_read::Column::MessageId.is_in(messages.iter().copied()))
        .all(db)
        .await?;
    let archived = message_archive::Entity::find()
        .filter(message_archive::Column::PersonId.eq(person))
        .filter(message_archive::Column::MessageId.is_in(messages.iter().copied()))
        .all(db)
        .await?;
    Ok((
        read.into_iter()
            .map(|row| (row.message_id, row.read_at))
            .collect(),
        archived
            .into_iter()
            .map(|row| (row.message_id, row.archived_at))
            .collect(),
    ))
}

/// The role of a person's account that can sign in. Accounts are an earlier feature; only this column is
/// read.
pub(super) async fn role_of(db: &impl ConnectionTrait, person: Uuid) -> Result<Option<Role>> {
    #[derive(FromQueryResult)]
    struct Found {
        role: String,
    }
    let sql = "SELECT role FROM account WHERE person_id = $1 AND disabled_at IS NULL";
    let found = Found::find_by_statement(statement(db, sql, vec![person.into()]))
        .one(db)
        .await?;
    Ok(found.and_then(|row| Role::from_code(&row.role)))
}

/// The addresses of everyone who can sign in with one of these roles.
pub(super) async fn addresses(db: &impl ConnectionTrait, roles: &[Role]) -> Result<Vec<String>> {
    #[derive(FromQueryResult)]
    struct Found {
        email: String,
    }
    let places: Vec<String> = (1..=roles.len()).map(|n| format!("${n}")).collect();
    let sql = format!(
        "SELECT email FROM account WHERE role IN ({}) AND disabled_at IS NULL AND activated_at IS NOT NULL \
         ORDER BY created_at, person_id LIMIT 100",
        places.join(", ")
    );
    let values = roles.iter().map(|role| role.code().into()).collect();
    let found = Found::find_by_statement(statement(db, &sql, values))
        .all(db)
        .await?;
    Ok(found.into_iter().map(|row| row.email).collect())
}

/// Everyone in customer service.
pub(super) async fn customer_service(db: &impl ConnectionTrait) -> Result<Vec<Uuid>> {
    #[derive(FromQueryResult)]
    struct Found {
        person_id: Uuid,
    }
    let sql = "SELECT person_id FROM account WHERE role = $1 AND disabled_at IS NULL ORDER BY created_at, person_id LIMIT 100";
    let role = Role::CustomerService.code().into();
    let found = Found::find_by_statement(statement(db, sql, vec![role]))
        .all(db)
        .await?;
    Ok(found.into_iter().map(|row| row.person_id).collect())
}

/// The plan's response for a card: status and mismatch.
pub(super) type Card = (DocumentStatus, Option<DocumentOther>);

/// The plan's response for each patient's card.
pub(super) async fn cards(
    db: &impl ConnectionTrait,
    people: &[Uuid],
) -> Result<HashMap<Uuid, Card>> {
    #[derive(FromQueryResult)]
    struct Found {
        person_id: Uuid,
        status: Coded<DocumentStatus>,
        other: Option<Coded<DocumentOther>>,
    }
    if people.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values = Vec::new();
    let list = listed(people, &mut values);
    let sql = format!(
        "SELECT person_id, status, other FROM health_document WHERE position = 0 AND retired_at IS NULL AND type <> 'Canadian Health Card' AND person_id IN ({list})"
    );
    let found = Found::find_by_statement(statement(db, &sql, values))
        .all(db)
        .await?;
    Ok(found
        .into_iter()
        .map(|row| {
            let card = (*row.status, row.other.map(|other| other.0));
            (row.person_id, card)
        })
        .collect())
}

/// What a message shows of the prescription it is about.
#[derive(Clone, Debug, FromQueryResult)]
pub(super) struct About {
    id: Uuid,
    pub(super) status: Coded<PrescriptionStatus>,
    pub(super) number: i64,
    pub(super) work: Option<Coded<Work>>,
}

/// The status, the number and the open work of each prescription.
pub(super) async fn statuses(
    db: &impl ConnectionTrait,
    prescriptions: &[Uuid],
) -> Result<HashMap<Uuid, About>> {
    if prescriptions.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values = Vec::new();
    let list = listed(prescriptions, &mut values);
    let sql = format!("SELECT id, status, number, work FROM prescription WHERE id IN ({list})");
    let found = About::find_by_statement(statement(db, &sql, values))
        .all(db)
        .await?;
    Ok(found.into_iter().map(|row| (row.id, row)).collect())
}

fn listed(ids: &[Uuid], values: &mut Vec<Value>) -> String {
    let mut places = Vec::new();
    for id in ids {
        values.push((*id).into());
        places.push(format!("${}", values.len()));
    }
    places.join(", ")
}

fn statement(db: &impl ConnectionTrait, sql: &str, values: Vec<Value>) -> Statement {
    Statement::from_sql_and_values(db.get_database_backend(), sql, values)
}

/// A message that must exist.
pub(super) async fn get_message(db: &impl ConnectionTrait, id: Uuid) -> Result<message::Model> {
    find_message(db, id).await?.ok_or_else(Error::not_found)
}
