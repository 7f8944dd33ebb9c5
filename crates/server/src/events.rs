//! `GET /api/events`: server-sent events that tell an open page that something it may show has
//! changed, by kind and id, never by content (decision 149). Nothing is stored: a page that was away
//! reads afresh.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, StreamExt};
use tokio_stream::wrappers::BroadcastStream;

use crate::context::Context;
use crate::door::SignedIn;

/// The kind by which a stream hears that its own session ended; its page is never told of it.
pub const SESSION_ENDED: &str = "session-ended";

/// The changes that this person may hear of: the own ones, and for staff all.
pub fn stream(
    ctx: &Context,
    person: &SignedIn,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let (staff, me) = (person.role.is_staff(), person.person_id);
    let session = person.session_id;
    let goes_on = move |ended: bool| async move { !ended };
    let changes = BroadcastStream::new(ctx.listen())
        .take_while(move |change| {
            goes_on(matches!(change, Ok(c) if c.kind == SESSION_ENDED && c.id == session))
        })
        .filter_map(move |change| {
            let mine = change
                .ok()
                .filter(|c| c.kind != SESSION_ENDED && (staff || c.person == me));
            let event = mine.and_then(|c| Event::default().event("changed").json_data(&c).ok());
            async move { event.map(Ok) }
        });
    Sse::new(changes).keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
}
