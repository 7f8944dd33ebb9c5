//! Which messages stand in a list, and everything a list or an opened message shows of them, in a
//! handful of queries however many they are.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, Statement, Value,
};
use uuid::Uuid;

/// What lists and threads are read through.
pub(in super::super) use sea_orm::ConnectionTrait;

use super::{Loaded, Tab, group_of};
use crate::door::SignedIn;
use crate::error::{Error, Result};
use crate::features::messages::rows::{message, message_file, message_reply};
use crate::features::messages::store;
use crate::features::{people, uploads};

/// A longer list says "more than": counting it all would cost more than reading it.
const MOST_COUNTED: i64 = 1000;
/// So far back the number of unread messages looks.
const MOST_LOOKED_AT: i64 = 2000;

/// Not put away, or put away before the last answer.
const NOT_ARCHIVED: &str = "NOT EXISTS (SELECT 1 FROM message_archive a WHERE a.message_id = m.id AND a.person_id = $1 AND a.archived_at >= m.updated_at)";
const ARCHIVED: &str = "EXISTS (SELECT 1 FROM message_archive a WHERE a.message_id = m.id AND a.person_id = $1 AND a.archived_at >= m.updated_at)";
/// Decision 60.
const UNREAD: &str = "(m.last_reply_by IS NULL OR m.last_reply_by <> $1) AND NOT EXISTS (SELECT 1 FROM message_read r WHERE r.message_id = m.id AND r.person_id = $1 AND r.read_at >= m.updated_at)";

/// The lists whose union is a tab, each served by an index of its own, and what of them the tab
/// leaves out. `$1` is the viewer.
struct Listed {
    arms: Vec<String>,
    only: String,
}

fn listed(tab: Tab, me: &SignedIn, values: &mut Vec<Value>) -> Listed {
    let whole = |arm: &str| Listed {
        arms: vec![arm.to_owned()],
        only: String::new(),
    };
    let only = match tab {
        Tab::Sent => return whole("m.from_person = $1"),
        // The viewer's id stands in every statement, so that the numbers of the values agree.
        Tab::All => return whole("$1 = $1"),
        Tab::Inbox => format!(" AND {NOT_ARCHIVED}"),
        Tab::Archive => format!(" AND {ARCHIVED}"),
        Tab::Unread => format!(" AND {NOT_ARCHIVED} AND {UNREAD}"),
        Tab::Received => String::new(),
    };
    let mut arms = vec![
        "m.to_person = $1".to_owned(),
        "m.from_person = $1 AND m.reply_count > 0".to_owned(),
    ];
    if let Some(group) = group_of(me.role) {
        values.push(group.into());
        arms.push(format!("m.to_group = ${}", values.len()));
    }
    Listed { arms, only }
}

/// Where a page begins: after this message.
pub(in super::super) struct After {
    at: DateTime<Utc>,
    id: Uuid,
}

impl After {
    pub(in super::super) fn read(cursor: &str) -> Result<Self> {
        let unreadable = || Error::malformed("The cursor cannot be read.");
        let (micros, id) = cursor.split_once('_').ok_or_else(unreadable)?;
        let micros = micros.parse().map_err(|_| unreadable())?;
        Ok(Self {
            at: DateTime::from_timestamp_micros(micros).ok_or_else(unreadable)?,
            id: id.parse().map_err(|_| unreadable())?,
        })
    }
}

#[derive(FromQueryResult)]
struct Place {
    id: Uuid,
    updated_at: DateTime<Utc>,
}

/// One page of a list: ids in order, and where the next page begins.
pub(in super::super) async fn page(
    db: &impl ConnectionTrait,
    me: &SignedIn,
    tab: Tab,
    limit: u32,
    after: Option<After>,
    oldest_first: bool,
) -> Result<(Vec<Uuid>, Option<String>)> {
    let limit = usize::try_from(limit).unwrap_or(10);
    let (order, sign) = if oldest_first {
        ("ASC", ">")
    } else {
        ("DESC", "<")
    };
    let mut values = vec![me.person_id.into()];
    let Listed { arms, only } = listed(tab, me, &mut values);
    let mut more = String::new();
    if let Some(after) = after {
        values.push(after.at.into());
        values.push(after.id.into());
        more = format!(
            " AND (m.updated_at, m.id) {sign} (${}, ${})",
            values.len() - 1,
            values.len()
        );
    }
    values.push(i64::try_from(limit + 1).unwrap_or(i64::MAX).into());
    let last = values.len();
    let arms: Vec<String> = arms
        .iter()
        .zip(1..)
        .map(|(arm, n)| {
            format!("SELECT id FROM (SELECT m.id FROM message m WHERE {arm}{only}{more} ORDER BY m.updated_at {order}, m.id {order} LIMIT ${last}) AS arm{n}")
        })
        .collect();
    let sql = format!(
        "SELECT m.id, m.updated_at FROM message m WHERE m.id IN ({}) ORDER BY m.updated_at {order}, m.id {order} LIMIT ${last}",
        arms.join(" UNION ")
    );
    let mut found = Place::find_by_statement(statement(db, &sql, values))
        .all(db)
        .await?;
    let more = found.len() > limit;
    found.truncate(limit);
    let next = found
        .last()
        .filter(|_| more)
        .map(|place| format!("{}_{}", place.updated_at.timestamp_micros(), place.id));
    Ok((found.into_iter().map(|place| place.id).collect(), next))
}

/// How many messages a list has, counted up to `MOST_COUNTED`, and whether there are more.
pub(in super::super) async fn count(
    db: &impl ConnectionTrait,
    me: &SignedIn,
    tab: Tab,
) -> Result<(i64, bool)> {
    let mut values = vec![me.person_id.into()];
    let Listed { arms, only } = listed(tab, me, &mut values);
    let arms = newest(&arms, &only, MOST_COUNTED + 1);
    let sql = format!("SELECT COUNT(*) AS n FROM ({arms}) AS listed");
    let found = counted(db, &sql, values).await?;
    Ok((found.min(MOST_COUNTED), found > MOST_COUNTED))
}

/// How many messages are unread, among the newest `MOST_LOOKED_AT` of each way they come: a
/// group's inbox grows for ever, and what nobody opened in so long is no news.
pub(in super::super) async fn unread(db: &impl ConnectionTrait, me: &SignedIn) -> Result<i64> {
    let mut values = vec![me.person_id.into()];
    let Listed { arms, only } = listed(Tab::Unread, me, &mut values);
    let arms = newest(&arms, "", MOST_LOOKED_AT);
    let sql = format!("SELECT COUNT(*) AS n FROM message m WHERE m.id IN ({arms}){only}");
    counted(db, &sql, values).await
}

/// Whether a message stands in a list.
pub(in super::super) async fn has(
    db: &impl ConnectionTrait,
    me: &SignedIn,
    tab: Tab,
    message: Uuid,
) -> Result<bool> {
    let mut values = vec![me.person_id.into()];
    let Listed { arms, only } = listed(tab, me, &mut values);
    values.push(message.into());
    let sql = format!(
        "SELECT COUNT(*) AS n FROM message m WHERE m.id = ${} AND ({}){only}",
        values.len(),
        arms.join(" OR ")
    );
    Ok(counted(db, &sql, values).await? > 0)
}

/// The newest of each arm, together.
fn newest(arms: &[String], only: &str, limit: i64) -> String {
    let arms: Vec<String> = arms
        .iter()
        .zip(1..)
        .map(|(arm, n)| {
            format!("SELECT id FROM (SELECT m.id FROM message m WHERE {arm}{only} ORDER BY m.updated_at DESC, m.id DESC LIMIT {limit}) AS arm{n}")
        })
        .collect();
    arms.join(" UNION ")
}

async fn counted(db: &impl ConnectionTrait, sql: &str, values: Vec<Value>) -> Result<i64> {
    #[derive(FromQueryResult)]
    struct Count {
        n: i64,
    }
    let found = Count::find_by_statement(statement(db, sql, values))
        .one(db)
        .await?;
    Ok(found.map(|count| count.n).unwrap_or_default())
}

fn statement(db: &impl ConnectionTrait, sql: &str, values: Vec<Value>) -> Statement {
    Statement::from_sql_and_values(db.get_database_backend(), sql, values)
}

/// Loads messages with all that is shown of them, in the order of `ids`.
pub(in super::super) async fn load(
    db: &impl ConnectionTrait,
    me: &SignedIn,
    ids: &[Uuid],
) -> Result<Vec<Loaded>> {
    let mut rows = by(
        message::Entity::find()
            .filter(message::Column::Id.is_in(ids.iter().copied()))
            .all(db)
            .await?,
        |row| row.id,
    );
    let mut replies = grouped(replies(db, ids).await?, |reply| reply.message_id);
    let mut files = grouped(files(db, ids).await?, |file| file.message_id);
    let uploads: Vec<Uuid> = files
        .values()
        .flatten()
        .map(|file| file.upload_id)
        .collect();
    let refs = uploads::refs(db, &uploads).await?;
    let (read, archived) = store::marks(db, ids, me.person_id).await?;
    let people: BTreeSet<Uuid> = rows
        .values()
        .flat_map(|row| {
            [
                row.from_person,
                row.to_person,
                row.about_person,
                row.last_reply_by,
            ]
        })
        .flatten()
        .chain(replies.values().flatten().map(|reply| reply.from_person))
        .collect();
    let people: Vec<Uuid> = people.into_iter().collect();
    let names = people::names(db, &people).await?;
    let patients: BTreeSet<Uuid> = rows.values().filter_map(|row| row.about_person).collect();
    let patients: Vec<Uuid> = patients.into_iter().collect();
    // A patient learns nothing from the tags: they are about the patient.
    let cards = if me.role.is_staff() {
        store::cards(db, &patients).await?
    } else {
        HashMap::new()
    };
    let prescriptions: Vec<Uuid> = rows
        .values()
        .filter(|row| row.subject_kind.as_deref() == Some("prescription"))
        .filter_map(|row| row.subject_id)
        .collect();
    let statuses = store::statuses(db, &prescriptions).await?;
    let loaded = ids.iter().filter_map(|id| {
        let message = rows.remove(id)?;
        let named = |id: Option<Uuid>| id.and_then(|id| names.get(&id).cloned());
        Some(Loaded {
            from: named(message.from_person),
            to: named(message.to_person),
            about: named(message.about_person),
            replied_by: named(message.last_reply_by),
            card: message
                .about_person
                .and_then(|patient| cards.get(&patient).cloned()),
            prescription: message
                .subject_id
                .and_then(|subject| statuses.get(&subject).cloned()),
            read_at: read.get(id).copied(),
            archived_at: archived.get(id).copied(),
            replies: replies
                .remove(id)
                .unwrap_or_default()
                .into_iter()
                .map(|reply| (named(Some(reply.from_person)).unwrap_or_default(), reply))
                .collect(),
            files: files
                .remove(id)
                .unwrap_or_default()
                .into_iter()
                .filter_map(|file| Some((file.reply_id, refs.get(&file.upload_id)?.clone())))
                .collect(),
            message,
        })
    });
    Ok(loaded.collect())
}

fn by<Row>(rows: Vec<Row>, key: impl Fn(&Row) -> Uuid) -> HashMap<Uuid, Row> {
    rows.into_iter().map(|row| (key(&row), row)).collect()
}

fn grouped<Row, Key: Eq + Hash>(
    rows: Vec<Row>,
    key: impl Fn(&Row) -> Key,
) -> HashMap<Key, Vec<Row>> {
    let mut groups: HashMap<Key, Vec<Row>> = HashMap::new();
    for row in rows {
        groups.entry(key(&row)).or_default().push(row);
    }
    groups
}

/// The files of a message and its replies, in their order.
pub(in super::super) async fn files(
    db: &impl ConnectionTrait,
    messages: &[Uuid],
) -> Result<Vec<message_file::Model>> {
    Ok(message_file::Entity::find()
        .filter(message_file::Column::MessageId.is_in(messages.iter().copied()))
        .order_by_asc(message_file::Column::Position)
        .all(db)
        .await?)
}

/// The replies of messages, oldest first.
pub(in super::super) async fn replies(
    db: &impl ConnectionTrait,
    messages: &[Uuid],
) -> Result<Vec<message_reply::Model>> {
    Ok(message_reply::Entity::find()
        .filter(message_reply::Column::MessageId.is_in(messages.iter().copied()))
        .order_by_asc(message_reply::Column::Seq)
        .all(db)
        .await?)
}
