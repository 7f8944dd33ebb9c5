// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /api/events`: server-sent events that tell an open page that something it may show has changed, by
//! kind, id and whose it is, never by content (decision 149). Nothing is stored: a page that reconnects reads everything
//! again. Processes that share a PostgreSQL database notify each other through it; where events may have been
//! missed, pages are told to read everything again.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::future::BoxFuture;
use futures_util::{Stream, StreamExt};
use salal_db::{Db, Notices};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::wrappers::BroadcastStream;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::api::SignedIn;
use crate::context::{ChangeEvent, Context};

/// The kind that tells a stream that its own session has ended; it is never sent to the page.
pub const SESSION_ENDED: &str = "session-ended";

/// The kind that tells the streams of a process that it is stopping; it is not sent to pages or other
/// processes.
const STOPPING: &str = "stopping";

/// The kind that means: anything may have changed.
pub const ALL: &str = "all";

/// Every kind of change event.
pub const KINDS: &[&str] = &[
    SESSION_ENDED,
    ALL,
    "prescription",
    "message",
    "template",
    "fax",
    "medicalinfo",
    "note",
    "notedraft",
    "sleep",
    "sleepassessment",
    "sleepinfo",
    "labtest",
    "presence",
    "person",
    "queue",
    "job",
    "bill",
    "problem",
    "data",
    "import",
];

/// The kinds about someone's health: they go to the person themselves and to those who may read about it.
const HEALTH_KINDS: &[&str] = &[
    "prescription",
    "fax",
    "medicalinfo",
    "note",
    "notedraft",
    "sleep",
    "sleepassessment",
    "sleepinfo",
    "labtest",
    "queue",
    "bill",
];

/// How many streams a session may have: the tabs of one browser.
const MOST_STREAMS: usize = 5;
/// The least time between two looks at a session.
const SOONEST: Duration = Duration::from_millis(200);

/// The database channel on which processes notify each other.
const CHANNEL: &str = "salal_changed";
/// The maximum number of changes sent in one notification.
const AT_ONCE: usize = 64;
/// A process that receives nothing, not even its own heartbeat, for this long reconnects.
const SILENCE: Duration = Duration::from_mins(1);
const BEAT: Duration = Duration::from_secs(20);
/// A page is sent something this often, so that it tells within ten seconds (`web/src/api/events.ts`) that the
/// network lets nothing through.
const KEEP_ALIVE: Duration = Duration::from_secs(4);
const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

impl ChangeEvent {
    /// Tells every page to read everything again.
    fn everything() -> Self {
        Self {
            kind: ALL,
            id: Uuid::nil(),
            person: Uuid::nil(),
        }
    }
}

/// The open streams of each session, in this process.
#[derive(Default)]
struct OpenStreams(Mutex<HashMap<Uuid, usize>>);

/// One of them; it is counted until it is dropped.
struct OpenStream {
    all: Arc<OpenStreams>,
    session: Uuid,
}

impl OpenStreams {
    /// One more for a session, unless it has as many as it may.
    fn enter(self: Arc<Self>, session: Uuid) -> Option<OpenStream> {
        {
            let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let count = open.entry(session).or_default();
            if *count >= MOST_STREAMS {
                return None;
            }
            *count += 1;
        }
        Some(OpenStream { all: self, session })
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.session);
            }
        }
    }
}

/// How long a session stands if nothing more is heard of it; `None` once it has ended.
pub type TimeLeft = BoxFuture<'static, Option<Duration>>;

/// The changes that this person may receive: patients their own, staff all. The stream ends with its session:
/// `time_left` is asked when the time is up that it told last, and after a gap. `None` when the session has
/// `MOST_STREAMS` already.
pub fn stream<Left>(
    ctx: &Context,
    person: &SignedIn,
    time_left: Left,
) -> Option<Sse<impl Stream<Item = Result<Event, Infallible>> + use<Left>>>
where
    Left: Fn() -> TimeLeft + Clone + Send + Sync + 'static,
{
    let (staff, me) = (person.role.is_staff(), person.person_id);
    let reads_health = person.reads_health();
    let session = person.session_id;
    let open = ctx.get_or_init(OpenStreams::default).enter(session)?;
    let changes = BroadcastStream::new(ctx.subscribe())
        // A reader that was too slow missed some events.
        .map(|change| change.unwrap_or_else(|_| ChangeEvent::everything()))
        .take_until(until_ended(time_left.clone()))
        .take_while(move |change| {
            // Counted as long as the stream.
            let _counted = &open;
            let ended =
                change.kind == STOPPING || (change.kind == SESSION_ENDED && change.id == session);
            let asked = (change.kind == ALL).then(&time_left);
            async move {
                match asked {
                    Some(left) => left.await.is_some(),
                    None => !ended,
                }
            }
        })
        .filter_map(move |change| {
            let told = staff && (reads_health || !HEALTH_KINDS.contains(&change.kind));
            let mine = change.kind == ALL || told || change.person == me;
            // Opening a page already returns who else has it open.
            let own = change.kind == "presence" && change.person == me;
            let event = (mine && !own && change.kind != SESSION_ENDED)
                .then(|| Event::default().event("changed").json_data(&change).ok())
                .flatten();
            async move { event.map(Ok) }
        });
    Some(Sse::new(changes).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// Waits for the end of a session, which calls that are made within it put off.
async fn until_ended(time_left: impl Fn() -> TimeLeft) {
    while let Some(left) = time_left().await {
        tokio::time::sleep(left.max(SOONEST)).await;
    }
}

/// Ends the streams of this process, which would otherwise keep it from stopping; pages reconnect by
/// themselves.
pub(crate) fn end(ctx: &Context) {
    ctx.publish_locally(ChangeEvent {
        kind: STOPPING,
        id: Uuid::nil(),
        person: Uuid::nil(),
    });
}

/// A change sent between processes; without a kind it is a heartbeat, by which a process detects that it is
/// still connected.
#[derive(Debug, Serialize, Deserialize)]
struct Said {
    node: Uuid,
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

    fn beat(node: Uuid) -> Self {
        Self {
            node,
            kind: None,
            id: Uuid::nil(),
            person: Uuid::nil(),
        }
    }

    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A change made by another process. A newer version may send a kind that this one does not know.
    fn changed(&self) -> Option<ChangeEvent> {
        let kind = self.kind.as_deref()?;
        let known = KINDS.iter().find(|known| **known == kind);
        Some(
            known.map_or_else(ChangeEvent::everything, |known| ChangeEvent {
                kind: known,
                id: self.id,
                person: self.person,
            }),
        )
    }
}

enum Out {
    Change(ChangeEvent),
    Said(oneshot::Sender<()>),
}

/// The channel to the other processes.
#[derive(Clone)]
pub(crate) struct Outgoing(mpsc::UnboundedSender<Out>);

impl Outgoing {
    pub(crate) fn send(&self, changed: ChangeEvent) {
        let _ = self.0.send(Out::Change(changed));
    }

    /// Waits until everything queued before has been sent.
    pub(crate) async fn flush(&self) {
        let (tell, told) = oneshot::channel();
        if self.0.send(Out::Said(tell)).is_ok() {
            let _ = told.await;
        }
    }
}

/// The channel to the other processes on this database; `None` on SQLite, which one process owns. It closes
/// with the last context that holds it.
pub(crate) fn outgoing(db: &Db, node: Uuid) -> Option<Outgoing> {
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

/// Relays changes of other processes to the pages of this one, until stopped.
pub async fn relay(ctx: Context, stop: CancellationToken) {
    if !ctx.db.is_shared() {
        return;
    }
    let beat = async {
        let mut every = tokio::time::interval(BEAT);
        loop {
            every.tick().await;
            let text = Said::beat(ctx.node).text();
            // A lost heartbeat is detected by the receiver.
            let _ = ctx.db.notify(CHANNEL, &[text]).await;
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = hear(&ctx) => {}
        () = beat => {}
    }
}

/// Receives notifications, and reconnects when the connection is lost.
async fn hear(ctx: &Context) {
    let mut wait = FIRST_WAIT;
    let mut before = false;
    loop {
        if let Ok(Some(notices)) = ctx.db.listen(CHANNEL).await {
            wait = FIRST_WAIT;
            if before {
                ctx.publish_locally(ChangeEvent::everything());
            }
            before = true;
            listen(ctx, notices).await;
            tracing::warn!("the connection by which other processes tell of changes was lost");
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// Passes on notifications until the connection is lost.
async fn listen(ctx: &Context, mut notices: Notices) {
    while let Ok(Ok(text)) = tokio::time::timeout(SILENCE, notices.next()).await {
        let Ok(said) = serde_json::from_str::<Said>(&text) else {
            continue;
        };
        if said.node == ctx.node {
            continue;
        }
        if let Some(changed) = said.changed() {
            ctx.publish_locally(changed);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::poll;

    use super::*;

    #[tokio::test]
    async fn a_session_has_so_many_streams() {
        let all = Arc::new(OpenStreams::default());
        let (mine, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let mut open: Vec<_> = (0..MOST_STREAMS)
            .map(|n| {
                Arc::clone(&all)
                    .enter(mine)
                    .unwrap_or_else(|| panic!("stream {n}"))
            })
            .collect();
        assert!(Arc::clone(&all).enter(mine).is_none());
        assert!(Arc::clone(&all).enter(other).is_some());
        open.pop();
        assert!(Arc::clone(&all).enter(mine).is_some());
        open.clear();
        assert!(all.0.lock().expect("whole").is_empty());
    }

    #[tokio::test]
    async fn a_stream_ends_when_its_session_has_no_time_left() {
        let ended = until_ended(|| Box::pin(async { None }));
        assert!(poll!(Box::pin(ended)).is_ready());
        let stands = until_ended(|| Box::pin(async { Some(Duration::from_hours(1)) }));
        assert!(poll!(Box::pin(stands)).is_pending());
    }
}
