//! Every query on messages. An inbox is the messages to a person, or to the group the person's role
//! belongs to; read marks are per person.

use chrono::{DateTime, Utc};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ConnectionTrait, EntityTrait, FromQueryResult, Set, Statement, Value,
};
use uuid::Uuid;

use super::rows::{message, message_read};
use super::wire::{MessageList, MessageView};
use crate::context::Context;
use crate::door::{Role, SignedIn};
use crate::error::{Error, Result};
use crate::features::people::{self, PersonRef};

/// Who a message is to.
pub enum To {
    /// doctor, customerservice or office
    Group(&'static str),
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
}

/// Posts a message in the caller's transaction.
pub async fn post(tx: &impl ConnectionTrait, ctx: &Context, new: NewMessage) -> Result<Uuid> {
    let (id, now) = (ctx.new_id(), ctx.now());
    let (to_person, to_group) = match new.to {
        To::Group(group) => (None, Some(group.to_owned())),
        To::Person(person) => (Some(person), None),
    };
    message::ActiveModel {
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
    }
    .insert(tx)
    .await?;
    Ok(id)
}

/// The group whose inbox a role shares. Admins look over the doctors' shoulders.
fn group_of(role: Role) -> Option<&'static str> {
    match role {
        Role::Doctor | Role::Admin => Some("doctor"),
        Role::Office => Some("office"),
        Role::CustomerService => Some("customerservice"),
        Role::Patient => None,
    }
}

/// The WHERE of a person's inbox.
fn mine(me: &SignedIn, values: &mut Vec<Value>) -> String {
    values.push(me.person_id.into());
    let person = format!("m.to_person = ${}", values.len());
    match group_of(me.role) {
        Some(group) => {
            values.push(group.into());
            format!("({person} OR m.to_group = ${})", values.len())
        }
        None => person,
    }
}

#[derive(FromQueryResult)]
struct Found {
    id: Uuid,
    subject: String,
    body: String,
    from_person: Option<Uuid>,
    about_person: Option<Uuid>,
    subject_id: Option<Uuid>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    read_at: Option<DateTime<Utc>>,
    status: Option<String>,
    document_status: Option<String>,
    document_other: Option<String>,
}

/// One page of an inbox, newest first.
pub(super) async fn inbox(
    db: &impl ConnectionTrait,
    me: &SignedIn,
    limit: u32,
    cursor: Option<&str>,
) -> Result<MessageList> {
    let limit = i64::from(limit.clamp(1, 100));
    let mut values = Vec::new();
    let filter = mine(me, &mut values);
    let total = count(
        db,
        &format!("SELECT COUNT(*) AS n FROM message m WHERE {filter}"),
        values.clone(),
    )
    .await?;
    let mut page = filter;
    if let Some(cursor) = cursor {
        let id: Uuid = cursor
            .parse()
            .map_err(|_| Error::malformed("The cursor cannot be read."))?;
        values.push(id.into());
        page.push_str(&format!(" AND (m.updated_at, m.id) < (SELECT c.updated_at, c.id FROM message c WHERE c.id = ${})", values.len()));
    }
    values.push(me.person_id.into());
    let reader = values.len();
    values.push((limit + 1).into());
    let sql = format!(
        "SELECT m.id, m.subject, m.body, m.from_person, m.about_person, m.subject_id, m.created_at, m.updated_at, \
         r.read_at, p.status, d.status AS document_status, d.other AS document_other FROM message m \
         LEFT JOIN message_read r ON r.message_id = m.id AND r.person_id = ${reader} \
         LEFT JOIN prescription p ON m.subject_kind = 'prescription' AND p.id = m.subject_id \
         LEFT JOIN health_document d ON d.person_id = m.about_person AND d.position = 0 AND d.retired_at IS NULL \
         WHERE {page} ORDER BY m.updated_at DESC, m.id DESC LIMIT ${}",
        values.len()
    );
    let mut found = Found::find_by_statement(Statement::from_sql_and_values(
        db.get_database_backend(),
        sql,
        values,
    ))
    .all(db)
    .await?;
    let more = i64::try_from(found.len()).unwrap_or(i64::MAX) > limit;
    found.truncate(usize::try_from(limit).unwrap_or(10));
    let ids: Vec<Uuid> = found
        .iter()
        .flat_map(|row| [row.from_person, row.about_person])
        .flatten()
        .collect();
    let names = people::names(db, &ids).await?;
    let name =
        |id: Option<Uuid>| -> Option<PersonRef> { id.and_then(|id| names.get(&id).cloned()) };
    let next_cursor = found.last().filter(|_| more).map(|row| row.id.to_string());
    let items = found
        .into_iter()
        .map(|row| MessageView {
            tags: tags(
                row.document_status.as_deref(),
                row.document_other.as_deref(),
            ),
            from: name(row.from_person),
            about: name(row.about_person),
            id: row.id,
            subject: row.subject,
            message: row.body,
            created_at: row.created_at,
            updated_at: row.updated_at,
            is_read: row.read_at.is_some(),
            prescription: row.subject_id,
            status: row.status,
        })
        .collect();
    Ok(MessageList {
        items,
        next_cursor,
        total,
    })
}

/// The red tags of a row (specification 000 section 2, spelling as given).
fn tags(status: Option<&str>, other: Option<&str>) -> Vec<String> {
    let mut tags = Vec::new();
    match status {
        Some("invalid") => tags.push("Not Eligible".to_owned()),
        Some("pending") => tags.push("Eligibility Pending".to_owned()),
        _ => {}
    }
    match other {
        Some("mismatch") => tags.push("Name MisMatch".to_owned()),
        Some("Invalid Birthdate") => tags.push("Invalid Birthdate".to_owned()),
        _ => {}
    }
    tags
}

/// How many of a person's messages are unread.
pub(super) async fn unread(db: &impl ConnectionTrait, me: &SignedIn) -> Result<i64> {
    let mut values = Vec::new();
    let filter = mine(me, &mut values);
    values.push(me.person_id.into());
    let sql = format!(
        "SELECT COUNT(*) AS n FROM message m WHERE {filter} AND NOT EXISTS \
         (SELECT 1 FROM message_read r WHERE r.message_id = m.id AND r.person_id = ${})",
        values.len()
    );
    count(db, &sql, values).await
}

async fn count(db: &impl ConnectionTrait, sql: &str, values: Vec<Value>) -> Result<i64> {
    #[derive(FromQueryResult)]
    struct Count {
        n: i64,
    }
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    Ok(Count::find_by_statement(statement)
        .one(db)
        .await?
        .map(|count| count.n)
        .unwrap_or_default())
}

/// Marks a message of the person's own inbox as read; the patient it is about, for the audit.
pub(super) async fn mark_read(
    tx: &impl ConnectionTrait,
    me: &SignedIn,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<Uuid>> {
    let mut values = vec![id.into()];
    let filter = mine(me, &mut values);
    let sql = format!("SELECT COUNT(*) AS n FROM message m WHERE m.id = $1 AND {filter}");
    if count(tx, &sql, values).await? == 0 {
        return Err(Error::not_found());
    }
    let row = message_read::ActiveModel {
        message_id: Set(id),
        person_id: Set(me.person_id),
        read_at: Set(now),
    };
    message_read::Entity::insert(row)
        .on_conflict(
            OnConflict::columns([
                message_read::Column::MessageId,
                message_read::Column::PersonId,
            ])
            .do_nothing()
            .to_owned(),
        )
        .exec_without_returning(tx)
        .await?;
    Ok(message::Entity::find_by_id(id)
        .one(tx)
        .await?
        .and_then(|row| row.about_person))
}

/// Whether such a message about a subject was posted already.
pub async fn stands(
    db: &impl ConnectionTrait,
    kind: &str,
    id: Uuid,
    subject: &str,
) -> Result<bool> {
    let sql = "SELECT COUNT(*) AS n FROM message m WHERE m.subject_kind = $1 AND m.subject_id = $2 AND m.subject = $3";
    Ok(count(db, sql, vec![kind.into(), id.into(), subject.into()]).await? > 0)
}
