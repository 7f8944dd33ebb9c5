// SPDX-License-Identifier: AGPL-3.0-or-later

//! The replies of threads, for features that show a thread beside their own data: a part of their joint read,
//! and then of the one that reads names and files.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use salal_db::{JointAnswers, JointRead, Part};
use uuid::Uuid;

use super::entity::{message_file, message_reply};
use super::repo;
use crate::error::Result;
use salal_people::people::PersonRef;
use salal_reference::uploads::FileRef;

/// One reply.
#[derive(Clone, Debug)]
pub struct Answer {
    pub id: Uuid,
    pub from: PersonRef,
    pub body: String,
    pub at: DateTime<Utc>,
    pub by_link: bool,
    pub files: Vec<FileRef>,
}

/// The replies of threads in a joint read.
pub struct AnswersPart(Option<(Part<message_reply::Model>, Part<message_file::Model>)>);

impl AnswersPart {
    pub fn add(read: &mut JointRead, messages: &[Uuid]) -> Self {
        Self((!messages.is_empty()).then(|| {
            let replies = read.add(&repo::replies(messages));
            (replies, read.add(&repo::files(messages)))
        }))
    }

    /// The replies, still without names and files.
    pub fn take(&self, found: &mut JointAnswers) -> Result<FoundAnswers> {
        let Some((replies, files)) = &self.0 else {
            return Ok(FoundAnswers::default());
        };
        Ok(FoundAnswers {
            replies: found.take(replies)?,
            files: found.take(files)?,
        })
    }
}

/// The replies of threads, without names and files.
#[derive(Default)]
pub struct FoundAnswers {
    replies: Vec<message_reply::Model>,
    files: Vec<message_file::Model>,
}

impl FoundAnswers {
    /// Who wrote them.
    pub fn writers(&self) -> impl Iterator<Item = Uuid> {
        self.replies.iter().map(|reply| reply.from_person)
    }

    /// Their files.
    pub fn uploads(&self) -> Vec<Uuid> {
        self.files.iter().map(|file| file.upload_id).collect()
    }

    /// The replies of each thread, oldest first.
    pub fn with(
        self,
        names: &HashMap<Uuid, PersonRef>,
        files: &HashMap<Uuid, FileRef>,
    ) -> HashMap<Uuid, Vec<Answer>> {
        let mut threads: HashMap<Uuid, Vec<Answer>> = HashMap::new();
        for reply in self.replies {
            let its = self.files.iter();
            let its = its.filter(|file| file.reply_id == Some(reply.id));
            threads.entry(reply.message_id).or_default().push(Answer {
                id: reply.id,
                from: names.get(&reply.from_person).cloned().unwrap_or_default(),
                body: reply.body,
                at: reply.created_at,
                by_link: reply.by_link,
                files: its
                    .filter_map(|file| files.get(&file.upload_id).cloned())
                    .collect(),
            });
        }
        threads
    }
}
