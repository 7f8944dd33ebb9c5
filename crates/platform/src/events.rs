// SPDX-License-Identifier: AGPL-3.0-or-later

//! `GET /api/events`: server-sent events that tell an open page that something it may show has changed, by
//! kind, id and whose it is, never by content (decision 149). Nothing is stored: a page that reconnects reads everything
//! again. A page that hears of much hears of it a few times a second, so that a thousand pages cost little. Processes
//! that share a PostgreSQL database notify each other through it; where events may have been
//! missed, pages are told to read everything again.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream;
use salal_db::Notices;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::api::SignedIn;
use crate::changes::{ALL, CHANNEL, Published, SESSION_ENDED, STOPPING, Said};
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
/// A page is sent what changes within this time at once: one act of a person is several changes.
const TOGETHER: Duration = Duration::from_millis(50);
/// The least time between two parts that a page is sent. What changes meanwhile is in the next one.
const APART: Duration = Duration::from_millis(300);
/// What is sent when there is nothing to tell.
const NOTHING: Bytes = Bytes::from_static(b":\n\n");
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

/// Who listens, and so what is told.
#[derive(Clone, Copy)]
struct Listener {
    session: Uuid,
    me: Uuid,
    is_staff: bool,
    reads_health: bool,
}

impl Listener {
    fn new(person: &SignedIn) -> Self {
        Self {
            session: person.session_id,
            me: person.person_id,
            is_staff: person.role.is_staff(),
            reads_health: person.reads_health(),
        }
    }

    /// Whether a change ends the stream.
    fn ends_with(&self, change: &ChangeEvent) -> bool {
        change.kind == STOPPING || (change.kind == SESSION_ENDED && change.id == self.session)
    }

    /// Patients hear of what is theirs, the staff of what their role may see.
    fn hears(&self, change: &Published) -> bool {
        if change.kind == SESSION_ENDED {
            return false;
        }
        let mine = change.person == self.me;
        // Opening a page already returns who else has it open.
        let own = mine && change.kind == "presence";
        let told = self.is_staff && (self.reads_health || change.is_for_all_staff());
        change.kind == ALL || ((mine || told) && !own)
    }

    /// The text that tells these changes: each once, and nothing beside the one that says everything.
    fn text(&self, changes: &[Published]) -> String {
        if let Some(all) = changes.iter().find(|change| change.kind == ALL) {
            return all.text().to_owned();
        }
        let mut told: HashSet<&ChangeEvent> = HashSet::new();
        let heard = changes.iter().filter(|change| self.hears(change));
        let news = heard.filter(|change| told.insert(change));
        news.map(Published::text).collect()
    }
}

/// The stream of one page.
struct Page<Left> {
    listener: Listener,
    changes: Receiver<Published>,
    /// What takes the place of changes that were missed.
    everything: Published,
    time_left: Left,
    /// When something was last sent.
    sent: Instant,
    /// When the changes were last looked at.
    looked: Instant,
    /// Counted as long as the page listens.
    _counted: OpenStream,
}

impl<Left: Fn() -> TimeLeft> Page<Left> {
    /// What is sent next; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let text = match tokio::time::timeout_at(self.sent + KEEP_ALIVE, self.wait()).await {
                Ok(first) => self.gather(first?).await?,
                Err(_) => String::new(),
            };
            // Much may happen of which this page hears nothing.
            if !text.is_empty() || self.sent.elapsed() >= KEEP_ALIVE {
                self.sent = Instant::now();
                return Some(if text.is_empty() {
                    NOTHING
                } else {
                    text.into()
                });
            }
        }
    }

    /// Waits for a change; `None` when there will be none.
    async fn wait(&mut self) -> Option<Published> {
        match self.changes.recv().await {
            Ok(change) => Some(change),
            Err(RecvError::Lagged(_)) => Some(self.everything.clone()),
            Err(RecvError::Closed) => None,
        }
    }

    /// Gathers what changes in a while; a process at work would otherwise wake every page for each change. `None` at
    /// the end of the stream, before which nothing more is told.
    async fn gather(&mut self, first: Published) -> Option<String> {
        if self.listener.ends_with(&first) {
            return None;
        }
        let now = Instant::now();
        tokio::time::sleep_until((now + TOGETHER).max(self.looked + APART)).await;
        self.looked = Instant::now();
        let mut changes = vec![first];
        loop {
            match self.changes.try_recv() {
                Ok(change) if self.listener.ends_with(&change) => return None,
                Ok(change) => changes.push(change),
                // This reader was too slow.
                Err(TryRecvError::Lagged(_)) => changes.push(self.everything.clone()),
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        // What was missed may have been the end of the session.
        if changes.iter().any(|change| change.kind == ALL) {
            (self.time_left)().await?;
        }
        Some(self.listener.text(&changes))
    }
}

/// The changes that this person may receive: patients their own, staff all. The stream ends with its session:
/// `time_left` is asked when the time is up that it told last, and after a gap. `None` when the session has
/// `MOST_STREAMS` already.
pub fn stream<Left>(ctx: &Context, person: &SignedIn, time_left: Left) -> Option<Response>
where
    Left: Fn() -> TimeLeft + Clone + Send + Sync + 'static,
{
    let open = ctx.get_or_init(OpenStreams::default);
    let now = Instant::now();
    let page = Page {
        listener: Listener::new(person),
        changes: ctx.subscribe(),
        everything: Published::new(ChangeEvent::everything(), ctx.hooks.get()),
        time_left: time_left.clone(),
        sent: now,
        // Nothing to keep apart from yet.
        looked: now.checked_sub(APART).unwrap_or(now),
        _counted: open.enter(person.session_id)?,
    };
    let parts = stream::unfold(page, async |mut page| {
        let part = page.next().await?;
        Some((Ok::<_, Infallible>(part), page))
    });
    let body = Body::from_stream(parts.take_until(until_ended(time_left)));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Some((headers, body).into_response())
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
            // That the database is away is told by whoever asks it.
            if ctx.db.ask().await.is_none() {
                tracing::warn!("the connection by which other processes tell of changes was lost");
            }
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
    use tokio::sync::broadcast;

    use super::*;
    use crate::changes::{ChangeKind, ChangeKinds};

    const ME: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);
    const SESSION: Uuid = Uuid::from_u128(3);

    fn change(kind: &'static str, id: u128, person: Uuid) -> Published {
        let mut kinds = ChangeKind::own();
        kinds.push(ChangeKind::for_all_staff("message"));
        kinds.push(ChangeKind::for_all_staff("presence"));
        kinds.push(ChangeKind::of_health("note"));
        let id = Uuid::from_u128(id);
        Published::new(ChangeEvent { kind, id, person }, &ChangeKinds(kinds))
    }

    fn everything() -> Published {
        change(ALL, 0, Uuid::nil())
    }

    fn listener(is_staff: bool, reads_health: bool) -> Listener {
        Listener {
            session: SESSION,
            me: ME,
            is_staff,
            reads_health,
        }
    }

    /// The page of a doctor whose session stands, or has ended.
    fn page(changes: Receiver<Published>, stands: bool) -> Page<impl Fn() -> TimeLeft> {
        let now = Instant::now();
        let left = stands.then_some(Duration::from_hours(1));
        let time_left = move || -> TimeLeft { Box::pin(async move { left }) };
        Page {
            listener: listener(true, true),
            changes,
            everything: everything(),
            time_left,
            sent: now,
            looked: now,
            _counted: Arc::new(OpenStreams::default())
                .enter(SESSION)
                .expect("the first"),
        }
    }

    fn text(part: Option<Bytes>) -> String {
        String::from_utf8(part.expect("the stream goes on").to_vec()).expect("text")
    }

    #[test]
    fn each_hears_what_it_may() {
        let (patient, care) = (listener(false, false), listener(true, false));
        let doctor = listener(true, true);
        for (kind, person, heard) in [
            ("message", OTHER, [false, true, true]),
            ("note", OTHER, [false, false, true]),
            ("note", ME, [true, true, true]),
            ("presence", OTHER, [false, true, true]),
            ("presence", ME, [false, false, false]),
            ("unknown", OTHER, [false, false, true]),
            (ALL, Uuid::nil(), [true, true, true]),
            (SESSION_ENDED, ME, [false, false, false]),
            (SESSION_ENDED, OTHER, [false, false, false]),
        ] {
            let one = [change(kind, 7, person)];
            let told = [patient, care, doctor].map(|who| !who.text(&one).is_empty());
            assert_eq!(told, heard, "{kind} of {person}");
        }
        // Among others as alone.
        let both = [change("note", 7, OTHER), change("note", 8, ME)];
        assert_eq!(patient.text(&both), both[1].text());
    }

    #[tokio::test]
    async fn a_burst_is_one_part_with_each_change_once() {
        let (sender, receiver) = broadcast::channel(1024);
        let mut page = page(receiver, true);
        for id in (0..100).chain(0..100) {
            sender.send(change("note", id, OTHER)).expect("heard");
        }
        let all: String = (0..100)
            .map(|id| change("note", id, OTHER).text().to_owned())
            .collect();
        assert_eq!(text(page.next().await), all);
        // The same changed again.
        sender.send(change("note", 1, OTHER)).expect("heard");
        let again = text(page.next().await);
        assert_eq!(again, change("note", 1, OTHER).text());
    }

    #[tokio::test]
    async fn a_page_that_missed_something_reads_everything_if_its_session_stands() {
        for stands in [true, false] {
            let (sender, receiver) = broadcast::channel(8);
            let mut page = page(receiver, stands);
            for id in 0..100 {
                sender.send(change("note", id, OTHER)).expect("heard");
            }
            let part = page.next().await;
            if stands {
                assert_eq!(text(part), everything().text());
            } else {
                assert!(part.is_none());
            }
        }
    }

    #[tokio::test]
    async fn nothing_is_told_once_the_session_has_ended() {
        for end in [change(SESSION_ENDED, 3, ME), change(STOPPING, 0, ME)] {
            let (sender, receiver) = broadcast::channel(8);
            let mut page = page(receiver, true);
            sender.send(change("note", 1, OTHER)).expect("heard");
            sender.send(end).expect("heard");
            sender.send(change("note", 2, OTHER)).expect("heard");
            assert!(page.next().await.is_none());
        }
        // Somebody else's session is no reason.
        let (sender, receiver) = broadcast::channel(8);
        let mut page = page(receiver, true);
        sender.send(change(SESSION_ENDED, 9, ME)).expect("heard");
        sender.send(change("note", 1, OTHER)).expect("heard");
        let note = change("note", 1, OTHER);
        assert_eq!(text(page.next().await), note.text());
    }

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
