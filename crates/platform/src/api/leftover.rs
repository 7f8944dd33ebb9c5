// SPDX-License-Identifier: AGPL-3.0-or-later

//! What a call has not read of its request when it refuses it. It is read before the answer is sent, within limits: a
//! connection that is closed while the other side still writes loses the answer, and a browser shows a network error
//! where it should say why.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context as Task, Poll, Waker};
use std::time::Duration;

use axum::Error;
use axum::body::{Body, BodyDataStream, Bytes};
use futures_util::StreamExt;
use futures_util::stream::poll_fn;

/// How much of a refused request is read before its answer, and for how long: more than any form without files.
pub(super) const READ_OUT_BYTES: usize = 256 * 1024;
pub(super) const READ_OUT_TIME: Duration = Duration::from_secs(2);

/// The rest of a body that was handed on.
pub(super) struct Leftover(Arc<Mutex<Rest>>);

struct Rest {
    /// None at its end.
    pieces: Option<BodyDataStream>,
    /// Who waits for the next piece.
    reader: Option<Waker>,
}

/// The body to be handed on, and what will be left of it.
pub(super) fn leftover(body: Body) -> (Body, Leftover) {
    let rest = Arc::new(Mutex::new(Rest {
        pieces: Some(body.into_data_stream()),
        reader: None,
    }));
    let given = Arc::clone(&rest);
    let body = Body::from_stream(poll_fn(move |task| lock(&given).poll(task)));
    (body, Leftover(rest))
}

fn lock(rest: &Mutex<Rest>) -> MutexGuard<'_, Rest> {
    rest.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rest {
    fn poll(&mut self, task: &mut Task<'_>) -> Poll<Option<Result<Bytes, Error>>> {
        self.reader = Some(task.waker().clone());
        let next = match &mut self.pieces {
            Some(pieces) => pieces.poll_next_unpin(task),
            None => return Poll::Ready(None),
        };
        if matches!(next, Poll::Ready(None | Some(Err(_)))) {
            self.pieces = None;
        }
        next
    }
}

impl Leftover {
    /// Reads it out. Whoever still waits for a piece of it is told that there is no other.
    pub(super) async fn read_out(self) {
        let (pieces, reader) = {
            let mut rest = lock(&self.0);
            (rest.pieces.take(), rest.reader.take())
        };
        if let Some(reader) = reader {
            reader.wake();
        }
        let Some(mut pieces) = pieces else { return };
        let reading = async {
            let mut left = READ_OUT_BYTES;
            while let Some(Ok(piece)) = pieces.next().await {
                left = left.saturating_sub(piece.len());
                if left == 0 {
                    return;
                }
            }
        };
        // Too long or too slow: closed after all.
        let _ = tokio::time::timeout(READ_OUT_TIME, reading).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::{FutureExt, stream};

    use super::*;

    /// A body of so many pieces of 10 kB, and how many of them were taken.
    fn body(pieces: usize) -> (Body, Arc<AtomicUsize>) {
        let taken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&taken);
        let pieces = stream::iter(0..pieces).map(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::io::Error>(Bytes::from(vec![0; 10_000]))
        });
        (Body::from_stream(pieces), taken)
    }

    #[tokio::test]
    async fn what_a_call_left_is_read_within_the_limit() {
        for (pieces, read) in [(0, 0), (1, 1), (20, 20), (1000, 28)] {
            let (whole, taken) = body(pieces);
            let (given, left) = leftover(whole);
            let mut given = given.into_data_stream();
            given.next().await;
            drop(given);
            left.read_out().await;
            assert_eq!(taken.load(Ordering::Relaxed), read, "{pieces}");
        }
    }

    #[tokio::test]
    async fn a_reader_that_still_waits_is_told_the_end() {
        let (given, left) = leftover(Body::from_stream(stream::pending::<
            Result<Bytes, std::io::Error>,
        >()));
        let mut given = given.into_data_stream();
        assert!(given.next().now_or_never().is_none());
        let waiting = tokio::spawn(async move { given.next().await.is_none() });
        tokio::task::yield_now().await;
        drop(tokio::spawn(left.read_out()));
        assert!(waiting.await.unwrap());
    }
}
