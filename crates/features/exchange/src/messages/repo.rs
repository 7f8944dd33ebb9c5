// SPDX-License-Identifier: AGPL-3.0-or-later

//! Queries that write messages, their replies, files and marks, and a few lookups. Loading threads and lists
//! is in `threads`.

pub(super) mod counted;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{Coded, Connection, JointAnswers, JointRead, Part, StatementBatch};
pub use salal_domain::messages::{MessageGroup, TellsOf};
use salal_domain::prescriptions::status::{PrescriptionStatus, Work};
use salal_domain::subjects::SubjectKind;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, Insert, IntoActiveModel,
    QueryFilter, QueryOrder, QueryTrait, Select, Set,
};
use uuid::Uuid;

use super::entity::{message, message_archive, message_file, message_read, message_reply};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::hooks::{Hook, Hooks};
use salal_people::people::{PlanAnswer, PlanAnswersPart};

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
    pub subject_kind: Option<SubjectKind>,
    pub subject_id: Option<Uuid>,
    /// It is removed from the inboxes when this work is done.
    pub tells_of: Option<TellsOf>,
}

/// Stores a message in the caller's transaction.
pub async fn post(tx: &Connection, ctx: &Context, new: NewMessage) -> Result<Uuid> {
    let mut writes = ctx.db.batch();
    let id = post_with(&mut writes, ctx, new);
    writes.run(tx).await?;
    Ok(id)
}

/// Like `post`, added to the transaction's pending writes.
pub fn post_with(writes: &mut StatementBatch, ctx: &Context, new: NewMessage) -> Uuid {
    post_row(writes, ctx, new).id
}

/// Like `post_with`, with the whole message as it is stored.
pub(super) fn post_row(
    writes: &mut StatementBatch,
    ctx: &Context,
    new: NewMessage,
) -> message::Model {
    let (id, now) = (ctx.new_id(), ctx.now());
    let (to_person, to_group) = match new.to {
        To::Group(group) => (None, Some(Coded(group))),
        To::Person(person) => (Some(person), None),
    };
    let row = message::Model {
        id,
        subject: new.subject,
        body: new.body,
        from_person: new.from,
        to_person,
        to_group,
        about_person: new.about,
        subject_kind: new.subject_kind.map(Coded),
        subject_id: new.subject_id,
        created_at: now,
        updated_at: now,
        reply_count: 0,
        last_reply_by: None,
        bill_id: None,
        tells_of: new.tells_of.map(Coded),
        settled_at: None,
    };
    writes.add(&message::Entity::insert(row.clone().into_active_model()).into_query());
    row
}

/// Removes messages about a subject's work from the inboxes if that work is done, and restores them if it is
/// `open` again; added to the transaction's pending writes. A later reply restores a message in any case.
pub fn settle_with(
    writes: &mut StatementBatch,
    ctx: &Context,
    kind: SubjectKind,
    subject: Uuid,
    open: &[TellsOf],
) {
    let of_subject = || {
        message::Entity::update_many()
            .filter(message::Column::SubjectKind.eq(kind.code()))
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
pub(super) async fn unsettle(tx: &Connection, message: Uuid) -> Result<()> {
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
pub async fn mark_billed(
    tx: &Connection,
    kind: SubjectKind,
    subject: Uuid,
    bill: Uuid,
) -> Result<()> {
    message::Entity::update_many()
        .col_expr(message::Column::BillId, Expr::val(bill))
        .filter(message::Column::SubjectKind.eq(kind.code()))
        .filter(message::Column::SubjectId.eq(subject))
        .filter(message::Column::BillId.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Whether such a message about a subject was already posted.
pub async fn message_exists(
    db: &Connection,
    kind: SubjectKind,
    id: Uuid,
    subject: &str,
) -> Result<bool> {
    let found = message::Entity::find()
        .filter(message::Column::SubjectKind.eq(kind.code()))
        .filter(message::Column::SubjectId.eq(id))
        .filter(message::Column::Subject.eq(subject))
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// A message by id, for a joint read.
pub(super) fn select_message(id: Uuid) -> Select<message::Entity> {
    message::Entity::find_by_id(id)
}

/// A message by id; the caller checks who may see it.
pub(super) async fn find_message(db: &Connection, id: Uuid) -> Result<Option<message::Model>> {
    Ok(select_message(id).one(db).await?)
}

/// A reply to be added.
pub struct NewReply {
    pub from: Uuid,
    pub body: String,
    pub by_link: bool,
}

/// Takes the turn of a reply to the message as it was seen; false if someone else answered in between.
pub(super) async fn take_turn(
    tx: &Connection,
    seen: &message::Model,
    from: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = message::Entity::update_many()
        .set(message::ActiveModel {
            reply_count: Set(seen.reply_count + 1),
            last_reply_by: Set(Some(from)),
            updated_at: Set(now),
            ..Default::default()
        })
        .filter(message::Column::Id.eq(seen.id))
        .filter(message::Column::ReplyCount.eq(seen.reply_count))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Adds the reply whose turn was taken at `now`.
pub(super) fn add_reply(
    writes: &mut StatementBatch,
    ctx: &Context,
    seen: &message::Model,
    new: NewReply,
    now: DateTime<Utc>,
) -> message_reply::Model {
    // If the author archived it, it stays archived; for everyone else the reply restores it.
    let archived = message_archive::Entity::update_many()
        .col_expr(message_archive::Column::ArchivedAt, Expr::val(now))
        .filter(message_archive::Column::MessageId.eq(seen.id))
        .filter(message_archive::Column::PersonId.eq(new.from))
        .filter(Expr::col(message_archive::Column::ArchivedAt).gte(seen.updated_at));
    writes.add(&archived.into_query());
    let row = message_reply::Model {
        id: ctx.new_id(),
        message_id: seen.id,
        seq: seen.reply_count + 1,
        from_person: new.from,
        body: new.body,
        by_link: new.by_link,
        created_at: now,
    };
    writes.add(&message_reply::Entity::insert(row.clone().into_active_model()).into_query());
    row
}

/// Adds a reply to the current state of a message.
pub async fn answer(tx: &Connection, ctx: &Context, message: Uuid, new: NewReply) -> Result<()> {
    let seen = get_message(tx, message).await?;
    let now = ctx.now();
    if take_turn(tx, &seen, new.from, now).await? {
        let mut writes = ctx.db.batch();
        add_reply(&mut writes, ctx, &seen, new, now);
        writes.run(tx).await?;
    }
    Ok(())
}

/// Attaches stored files to a message.
pub async fn attach(tx: &Connection, ctx: &Context, message: Uuid, uploads: &[Uuid]) -> Result<()> {
    let mut writes = ctx.db.batch();
    attach_with(&mut writes, message, None, uploads.iter().copied());
    Ok(writes.run(tx).await?)
}

/// Like `attach`, to a message or to one of its replies, added to the transaction's pending writes.
pub(super) fn attach_with(
    writes: &mut StatementBatch,
    message: Uuid,
    reply: Option<Uuid>,
    uploads: impl Iterator<Item = Uuid>,
) {
    for (upload, position) in uploads.zip(0i64..) {
        let file = message_file::ActiveModel {
            upload_id: Set(upload),
            message_id: Set(message),
            reply_id: Set(reply),
            position: Set(position),
        };
        writes.add(&message_file::Entity::insert(file).into_query());
    }
}

/// Marks a message as read by a person, up to now.
pub async fn mark_read(
    tx: &Connection,
    message: Uuid,
    person: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    insert_read(message, person, now)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Like `mark_read`, added to the transaction's pending writes.
pub fn mark_read_with(
    writes: &mut StatementBatch,
    message: Uuid,
    person: Uuid,
    now: DateTime<Utc>,
) {
    writes.add(&insert_read(message, person, now).into_query());
}

fn insert_read(
    message: Uuid,
    person: Uuid,
    now: DateTime<Utc>,
) -> Insert<message_read::ActiveModel> {
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
    message_read::Entity::insert(row).on_conflict(there)
}

/// The replies of messages, oldest first.
pub(super) fn replies(messages: &[Uuid]) -> Select<message_reply::Entity> {
    message_reply::Entity::find()
        .filter(message_reply::Column::MessageId.is_in(messages.iter().copied()))
        .order_by_asc(message_reply::Column::Seq)
}

/// The files of messages and their replies, in order.
pub(super) fn files(messages: &[Uuid]) -> Select<message_file::Entity> {
    message_file::Entity::find()
        .filter(message_file::Column::MessageId.is_in(messages.iter().copied()))
        .order_by_asc(message_file::Column::Position)
}

/// Marks a message as unread for a person.
pub(super) async fn mark_unread(tx: &Connection, message: Uuid, person: Uuid) -> Result<()> {
    message_read::Entity::delete_many()
        .filter(message_read::Column::MessageId.eq(message))
        .filter(message_read::Column::PersonId.eq(person))
        .exec(tx)
        .await?;
    Ok(())
}

/// Archives a message for one person.
pub async fn archive(
    tx: &Connection,
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
pub(super) async fn bring_back(tx: &Connection, message: Uuid, person: Uuid) -> Result<()> {
    message_archive::Entity::delete_many()
        .filter(message_archive::Column::MessageId.eq(message))
        .filter(message_archive::Column::PersonId.eq(person))
        .exec(tx)
        .await?;
    Ok(())
}

/// When a person read and archived messages, in a joint read.
pub(super) struct MarksPart(Part<message_read::Model>, Part<message_archive::Model>);

/// By message.
pub(super) type Marks = HashMap<Uuid, DateTime<Utc>>;

impl MarksPart {
    pub(super) fn add(read: &mut JointRead, messages: &[Uuid], person: Uuid) -> Self {
        let opened = message_read::Entity::find()
            .filter(message_read::Column::PersonId.eq(person))
            .filter(message_read::Column::MessageId.is_in(messages.iter().copied()));
        let archived = message_archive::Entity::find()
            .filter(message_archive::Column::PersonId.eq(person))
            .filter(message_archive::Column::MessageId.is_in(messages.iter().copied()));
        Self(read.add(&opened), read.add(&archived))
    }

    /// When they were read, and archived.
    pub(super) fn take(&self, found: &mut JointAnswers) -> Result<(Marks, Marks)> {
        let read = found.take(&self.0)?.into_iter();
        let archived = found.take(&self.1)?.into_iter();
        Ok((
            read.map(|row| (row.message_id, row.read_at)).collect(),
            archived
                .map(|row| (row.message_id, row.archived_at))
                .collect(),
        ))
    }
}

/// What a message of this kind is about, as `subject_id`; for another feature to look for it among its own rows.
pub fn select_subject(message: Uuid, kind: SubjectKind) -> SelectStatement {
    Query::select()
        .column(message::Column::SubjectId)
        .from(message::Entity)
        .and_where(message::Column::Id.eq(message))
        .and_where(message::Column::SubjectKind.eq(kind.code()))
        .to_owned()
}

/// The plan's response for patients' cards, in a joint read.
pub(super) struct CardsPart(Option<PlanAnswersPart>);

impl CardsPart {
    /// None is read for somebody who is not shown them.
    pub(super) const fn none() -> Self {
        Self(None)
    }

    /// The cards of those whom messages are about.
    pub(super) fn of_messages(read: &mut JointRead, messages: &[Uuid]) -> Self {
        let patients = Query::select()
            .column(message::Column::AboutPerson)
            .from(message::Entity)
            .and_where(message::Column::Id.is_in(messages.iter().copied()))
            .and_where(message::Column::AboutPerson.is_not_null())
            .to_owned();
        Self(Some(PlanAnswersPart::of_persons(read, patients)))
    }

    /// The card of a patient.
    pub(super) fn of_patient(read: &mut JointRead, id: Uuid) -> Self {
        Self(Some(PlanAnswersPart::of_person(read, id)))
    }

    /// By patient.
    pub(super) fn take(&self, found: &mut JointAnswers) -> Result<HashMap<Uuid, PlanAnswer>> {
        match &self.0 {
            Some(part) => part.take(found),
            None => Ok(HashMap::new()),
        }
    }
}

/// What a message shows of the prescription it is about.
#[derive(Clone, Debug, FromQueryResult, serde::Deserialize)]
pub(super) struct About {
    pub(super) id: Uuid,
    pub(super) status: Coded<PrescriptionStatus>,
    pub(super) number: i64,
    pub(super) work: Option<Coded<Work>>,
}

/// The `id`, `status`, `number` and `work` of the prescriptions whose ids a select gives.
pub struct SelectPrescriptions(pub fn(SelectStatement) -> SelectStatement);

impl Hook for SelectPrescriptions {
    const NAME: &'static str = "who knows the prescriptions that messages are about";
}

/// The status, the number and the open work of the prescriptions that messages are about, in a joint read.
pub(super) fn add_prescriptions(
    read: &mut JointRead,
    hooks: &Hooks,
    db: &Connection,
    messages: &[Uuid],
) -> Part<About> {
    let subjects = Query::select()
        .column(message::Column::SubjectId)
        .from(message::Entity)
        .and_where(message::Column::Id.is_in(messages.iter().copied()))
        .and_where(message::Column::SubjectKind.eq(SubjectKind::Prescription.code()))
        .to_owned();
    let prescriptions = (hooks.get::<SelectPrescriptions>().0)(subjects);
    read.add_statement(db.get_database_backend().build(&prescriptions))
}

/// Groups rows by a key, in order.
pub(super) fn grouped<Row>(rows: Vec<Row>, key: impl Fn(&Row) -> Uuid) -> HashMap<Uuid, Vec<Row>> {
    let mut groups: HashMap<Uuid, Vec<Row>> = HashMap::new();
    for row in rows {
        groups.entry(key(&row)).or_default().push(row);
    }
    groups
}

/// A message that must exist.
pub(super) async fn get_message(db: &Connection, id: Uuid) -> Result<message::Model> {
    find_message(db, id).await?.ok_or_else(Error::not_found)
}
