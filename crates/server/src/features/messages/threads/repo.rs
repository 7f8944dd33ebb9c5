// SPDX-License-Identifier: AGPL-3.0-or-later

//! Loads everything that lists and opened messages show, with a fixed number of queries. Not here: which messages
//! are in a list (`thread_list`).

pub(in super::super) mod thread_list;

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use uuid::Uuid;

/// Re-exported for lists and threads.
pub(in super::super) use sea_orm::ConnectionTrait;

use super::Loaded;
use crate::api::SignedIn;
use crate::error::Result;
use crate::features::messages::entity::{message, message_file, message_reply};
use crate::features::messages::repo;
use crate::features::{people, uploads};

/// Loads messages with everything that is shown of them, in the order of `ids`.
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
    let (read, archived) = repo::marks(db, ids, me.person_id).await?;
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
    // Patients do not need the tags, which are about themselves. Customer service reads only the thread:
    // nothing about the card or the prescription.
    let reads_health = me.reads_health();
    let cards = if me.role.is_staff() && reads_health {
        repo::cards(db, &patients).await?
    } else {
        HashMap::new()
    };
    let prescriptions: Vec<Uuid> = rows
        .values()
        .filter(|row| reads_health && row.subject_kind.as_deref() == Some("prescription"))
        .filter_map(|row| row.subject_id)
        .collect();
    let statuses = repo::statuses(db, &prescriptions).await?;
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
                .and_then(|patient| cards.get(&patient).copied()),
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

/// The files of a message and its replies, in order.
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

/// The message that a file is attached to, directly or through a reply; the caller checks who may see it.
pub(super) async fn find_threads_of_file(
    db: &impl ConnectionTrait,
    file: Uuid,
) -> Result<Option<message::Model>> {
    match message_file::Entity::find_by_id(file).one(db).await? {
        Some(row) => repo::find_message(db, row.message_id).await,
        None => Ok(None),
    }
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
