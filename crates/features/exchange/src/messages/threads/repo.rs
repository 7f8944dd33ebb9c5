// SPDX-License-Identifier: AGPL-3.0-or-later

//! Loads everything that lists and opened messages show, with a fixed number of queries. Not here: which messages
//! are in a list (`thread_list`).

pub(in super::super) mod thread_list;

use std::collections::{BTreeSet, HashMap};

use salal_db::{Connection, JointRead};
use sea_orm::{ColumnTrait, QueryFilter};
use uuid::Uuid;

use super::Thread;
use crate::api::SignedIn;
use crate::context::Context;
use crate::error::Result;
use crate::messages::entity::{message, message_file};
use crate::messages::repo::{self, CardsPart, MarksPart};
use salal_people::people::NamesPart;
use salal_reference::uploads::RefsPart;

/// Loads messages with everything that is shown of them, in the order of `ids`, in two statements.
pub(in super::super) async fn load(
    ctx: &Context,
    me: &SignedIn,
    ids: &[Uuid],
) -> Result<Vec<Thread>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    // Patients do not need the tags, which are about themselves. Customer service reads only the thread:
    // nothing about the card or the prescription.
    let reads_health = me.reads_health();
    let db = ctx.db.read();
    let mut read = JointRead::for_connection(db);
    let rows = message::Entity::find().filter(message::Column::Id.is_in(ids.iter().copied()));
    let rows = read.add(&rows);
    let replies = read.add(&repo::replies(ids));
    let files = read.add(&repo::files(ids));
    let marks = MarksPart::add(&mut read, ids, me.person_id);
    let cards = if me.role.is_staff() && reads_health {
        CardsPart::of_messages(&mut read, ids)
    } else {
        CardsPart::none()
    };
    let prescriptions =
        reads_health.then(|| repo::add_prescriptions(&mut read, &ctx.hooks, db, ids));
    let mut found = read.run(db).await?;
    let rows = found.take(&rows)?;
    let (replies, files) = (found.take(&replies)?, found.take(&files)?);
    let (opened, archived) = marks.take(&mut found)?;
    let cards = cards.take(&mut found)?;
    let prescriptions = match &prescriptions {
        Some(part) => found.take(part)?,
        None => Vec::new(),
    };
    let people: BTreeSet<Uuid> = rows
        .iter()
        .flat_map(|row| {
            [
                row.from_person,
                row.to_person,
                row.about_person,
                row.last_reply_by,
            ]
        })
        .flatten()
        .chain(replies.iter().map(|reply| reply.from_person))
        .chain([me.person_id])
        .collect();
    let people: Vec<Uuid> = people.into_iter().collect();
    let uploads: Vec<Uuid> = files.iter().map(|file| file.upload_id).collect();
    let mut read = JointRead::for_connection(db);
    let names = NamesPart::add(&mut read, &people);
    let refs = RefsPart::add(&mut read, &uploads);
    let mut found = read.run(db).await?;
    let names = names.take(&mut found)?;
    let refs = refs.take(&mut found)?;
    let named = |id: Option<Uuid>| id.and_then(|id| names.get(&id).cloned());
    let mut rows: HashMap<Uuid, message::Model> =
        rows.into_iter().map(|row| (row.id, row)).collect();
    let mut replies = repo::grouped(replies, |reply| reply.message_id);
    let mut files = repo::grouped(files, |file| file.message_id);
    let threads = ids.iter().filter_map(|id| {
        let message = rows.remove(id)?;
        let subject = message.subject_id;
        let patient = message.about_person;
        Some(Thread {
            viewer: named(Some(me.person_id)).unwrap_or_default(),
            from: named(message.from_person),
            to: named(message.to_person),
            about: named(message.about_person),
            replied_by: named(message.last_reply_by),
            card: patient.and_then(|patient| cards.get(&patient).copied()),
            prescription: prescriptions
                .iter()
                .find(|about| Some(about.id) == subject)
                .cloned(),
            read_at: opened.get(id).copied(),
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
    Ok(threads.collect())
}

/// The message that a file is attached to, directly or through a reply; the caller checks who may see it.
pub(super) async fn find_thread_of_file(
    db: &Connection,
    file: Uuid,
) -> Result<Option<message::Model>> {
    match message_file::Entity::find_by_id(file).one(db).await? {
        Some(row) => repo::find_message(db, row.message_id).await,
        None => Ok(None),
    }
}
