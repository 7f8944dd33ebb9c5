// SPDX-License-Identifier: AGPL-3.0-or-later

//! What changed, told to open pages and to the other processes on the same database: by kind, id and whose it is,
//! never by content (decision 149). Not here: who receives it, and how it is heard (`events`).

use std::ops::Deref;
use std::sync::Arc;

use salal_db::Db;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use crate::hooks::Hook;

/// A change event for open pages: a kind, an id and whose it is, never content (decision 149).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ChangeEvent {
    /// The name of a registered [`ChangeKind`].
    pub kind: &'static str,
    pub id: Uuid,
    /// The person whose record changed. Sent only to them and the staff, whose screens of that record ask again
    /// (decision 163).
    pub person: Uuid,
}

/// The kind that tells a stream that its own session has ended; it is never sent to the page.
pub const SESSION_ENDED: &str = "session-ended";

/// The kind that tells the streams of a process that it is stopping; it is not sent to pages or other
/// processes.
pub const STOPPING: &str = "stopping";

/// The kind that means: anything may have changed.
pub const ALL: &str = "all";

/// The kind of a background job that changed.
pub const JOB: &str = "job";

/// A kind of change, which the feature registers that publishes it (`Parts`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeKind {
    /// What pages know it by.
    pub name: &'static str,
    /// Whether all of the staff hear of it; otherwise those who may read about someone's health. The person whose
    /// record it is hears of it either way.
    pub is_for_all_staff: bool,
}

impl ChangeKind {
    /// Of something that all of the staff may see.
    pub const fn for_all_staff(name: &'static str) -> Self {
        Self {
            name,
            is_for_all_staff: true,
        }
    }

    /// Of something about someone's health, or about the work on it (decision 162).
    pub const fn of_health(name: &'static str) -> Self {
        Self {
            name,
            is_for_all_staff: false,
        }
    }

    /// Those of the platform itself.
    pub(crate) fn own() -> Vec<Self> {
        vec![
            Self::for_all_staff(ALL),
            Self::for_all_staff(SESSION_ENDED),
            Self::of_health(JOB),
        ]
    }
}

/// The hook of all kinds of change.
pub struct ChangeKinds(pub(crate) Vec<ChangeKind>);

impl Hook for ChangeKinds {
    const NAME: &'static str = "the kinds of change";
}

impl ChangeKinds {
    /// The kind of this name.
    pub fn find(&self, name: &str) -> Option<&ChangeKind> {
        self.0.iter().find(|kind| kind.name == name)
    }

    /// Names that two features use, each as a fault in words.
    pub(crate) fn faults(&self) -> Vec<String> {
        let twice = |(at, kind): (usize, &ChangeKind)| {
            let before = self.0.iter().take(at);
            let is_known = before.into_iter().any(|other| other.name == kind.name);
            is_known.then(|| format!("two features publish the kind of change {}", kind.name))
        };
        self.0.iter().enumerate().filter_map(twice).collect()
    }
}

/// The database channel on which processes notify each other.
pub const CHANNEL: &str = "salal_changed";
/// The maximum number of changes sent in one notification.
const AT_ONCE: usize = 64;
impl ChangeEvent {
    /// Tells every page to read everything again.
    pub fn everything() -> Self {
        Self {
            kind: ALL,
            id: Uuid::nil(),
            person: Uuid::nil(),
        }
    }
}

/// A change sent between processes; without a kind it is a heartbeat, by which a process detects that it is
/// still connected.
#[derive(Debug, Serialize, Deserialize)]
pub struct Said {
    pub node: Uuid,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(default)]
    id: Uuid,
    #[serde(default)]
    person: Uuid,
}

impl Said {
    fn of(node: Uuid, changed: &ChangeEvent) -> Self {
        Self {
            node,
            kind: Some(changed.kind.to_owned()),
            id: changed.id,
            person: changed.person,
        }
    }

    pub fn beat(node: Uuid) -> Self {
        Self {
            node,
            kind: None,
            id: Uuid::nil(),
            person: Uuid::nil(),
        }
    }

    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A change made by another process. A newer version may send a kind that this one does not know.
    pub fn changed(&self, kinds: &ChangeKinds) -> Option<ChangeEvent> {
        let known = kinds.find(self.kind.as_deref()?);
        Some(
            known.map_or_else(ChangeEvent::everything, |known| ChangeEvent {
                kind: known.name,
                id: self.id,
                person: self.person,
            }),
        )
    }
}

/// A change on its way to the open pages of this process. All that is the same for every page is worked out once.
#[derive(Clone, Debug)]
pub struct Published(Arc<Ready>);

#[derive(Debug)]
struct Ready {
    change: ChangeEvent,
    is_for_all_staff: bool,
    /// The change as a page reads it.
    text: String,
}

impl Published {
    pub(crate) fn new(change: ChangeEvent, kinds: &ChangeKinds) -> Self {
        let kind = kinds.find(change.kind);
        let data = serde_json::to_string(&change).unwrap_or_default();
        Self(Arc::new(Ready {
            is_for_all_staff: kind.is_some_and(|kind| kind.is_for_all_staff),
            text: format!("event: changed\ndata: {data}\n\n"),
            change,
        }))
    }

    /// Whether all of the staff hear of it ([`ChangeKind`]).
    pub(crate) fn is_for_all_staff(&self) -> bool {
        self.0.is_for_all_staff
    }

    /// The event as it is sent.
    pub(crate) fn text(&self) -> &str {
        &self.0.text
    }
}

impl Deref for Published {
    type Target = ChangeEvent;

    fn deref(&self) -> &ChangeEvent {
        &self.0.change
    }
}

enum Out {
    Change(ChangeEvent),
    Said(oneshot::Sender<()>),
}

/// The channel to the other processes.
#[derive(Clone)]
pub struct Outgoing(mpsc::UnboundedSender<Out>);

impl Outgoing {
    pub fn send(&self, changed: ChangeEvent) {
        let _ = self.0.send(Out::Change(changed));
    }

    /// Waits until everything queued before has been sent.
    pub async fn flush(&self) {
        let (tell, told) = oneshot::channel();
        if self.0.send(Out::Said(tell)).is_ok() {
            let _ = told.await;
        }
    }
}

/// The channel to the other processes on this database; `None` on SQLite, which one process owns. It closes
/// with the last context that holds it.
pub fn outgoing(db: &Db, node: Uuid) -> Option<Outgoing> {
    if !db.is_shared() {
        return None;
    }
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let db = db.clone();
    tokio::spawn(async move {
        let mut lost = false;
        let mut out = Vec::with_capacity(AT_ONCE);
        while receiver.recv_many(&mut out, AT_ONCE).await > 0 {
            let (mut texts, mut waiting) = (Vec::new(), Vec::new());
            if lost {
                texts.push(Said::of(node, &ChangeEvent::everything()).text());
            }
            for one in out.drain(..) {
                match one {
                    Out::Change(changed) => texts.push(Said::of(node, &changed).text()),
                    Out::Said(tell) => waiting.push(tell),
                }
            }
            let done = db.notify(CHANNEL, &texts).await;
            if let Err(error) = &done {
                tracing::warn!(cause = %error, "other processes were not told of a change");
            }
            // A lost notification is made up for with the next one.
            lost = done.is_err();
            for tell in waiting {
                let _ = tell.send(());
            }
        }
    });
    Some(Outgoing(sender))
}
