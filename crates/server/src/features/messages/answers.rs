// SPDX-License-Identifier: AGPL-3.0-or-later

//! The replies of threads, for features that show a thread beside their own data: three queries however many
//! threads there are.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::threads::repo::{self, ConnectionTrait};
use crate::error::Result;
use crate::features::people::{self, PersonRef};
use crate::features::uploads::{self, FileRef};

/// One reply.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) id: Uuid,
    pub(crate) from: PersonRef,
    pub(crate) body: String,
    pub(crate) at: DateTime<Utc>,
    pub(crate) by_link: bool,
    pub(crate) files: Vec<FileRef>,
}

/// The replies of each thread, oldest first.
pub(crate) async fn answers(
    db: &impl ConnectionTrait,
    messages: &[Uuid],
) -> Result<HashMap<Uuid, Vec<Answer>>> {
    if messages.is_empty() {
        return Ok(HashMap::new());
    }
    let (replies, files) =
        tokio::try_join!(repo::replies(db, messages), repo::files(db, messages))?;
    let writers: BTreeSet<Uuid> = replies.iter().map(|reply| reply.from_person).collect();
    let writers: Vec<Uuid> = writers.into_iter().collect();
    let uploads: Vec<Uuid> = files.iter().map(|file| file.upload_id).collect();
    let (names, refs) = tokio::try_join!(people::names(db, &writers), uploads::refs(db, &uploads))?;
    let mut threads: HashMap<Uuid, Vec<Answer>> = HashMap::new();
    for reply in replies {
        let its = files.iter().filter(|file| file.reply_id == Some(reply.id));
        threads.entry(reply.message_id).or_default().push(Answer {
            id: reply.id,
            from: names.get(&reply.from_person).cloned().unwrap_or_default(),
            body: reply.body,
            at: reply.created_at,
            by_link: reply.by_link,
            files: its
                .filter_map(|file| refs.get(&file.upload_id).cloned())
                .collect(),
        });
    }
    Ok(threads)
}
