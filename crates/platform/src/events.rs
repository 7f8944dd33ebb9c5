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
use salal_db::Notices;
use tokio_stream::wrappers::BroadcastStream;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::api::SignedIn;
use crate::changes::{ALL, CHANNEL, ChangeKinds, SESSION_ENDED, STOPPING, Said};
use crate::context::{ChangeEvent, Context};

/// How many streams a session may have: the tabs of one browser.
const MOST_STREAMS: usize = 5;
/// The least time between two looks at a session.
const SOONEST: Duration = Duration::from_millis(200);

/// A process that receives nothing, not even its own heartbeat, for this long reconnects.
const SILENCE: Duration = Duration::from_mins(1);
const BEAT: Duration = Duration::from_secs(20);
/// A page is sent something this often, so that it tells within ten seconds (`web/src/api/events.ts`) that the
/// network lets nothing through.
const KEEP_ALIVE: Duration = Duration::from_secs(4);
const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

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
    let hooks = Arc::clone(&ctx.hooks);
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
            let for_all = || {
                let kind = hooks.get::<ChangeKinds>().find(change.kind);
                kind.is_some_and(|kind| kind.is_for_all_staff)
            };
            let told = staff && (reads_health || for_all());
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
pub fn end(ctx: &Context) {
    ctx.publish_locally(ChangeEvent {
        kind: STOPPING,
        id: Uuid::nil(),
        person: Uuid::nil(),
    });
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
    ctx.hear_others(false);
}

/// Receives notifications, and reconnects when the connection is lost.
async fn hear(ctx: &Context) {
    let mut wait = FIRST_WAIT;
    let mut before = false;
    loop {
        if let Ok(Some(notices)) = ctx.db.listen(CHANNEL).await {
            wait = FIRST_WAIT;
            ctx.hear_others(true);
            if before {
                ctx.publish_locally(ChangeEvent::everything());
            }
            before = true;
            listen(ctx, notices).await;
            ctx.hear_others(false);
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
        if let Some(changed) = said.changed(ctx.hooks.get()) {
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
