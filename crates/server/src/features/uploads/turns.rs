// SPDX-License-Identifier: AGPL-3.0-or-later

//! Turns for work that takes much memory or processor time: a few at a time, some wait for a while, and everyone
//! else is asked to try again. A turn belongs to the work and not to the request that wanted it: a request that
//! is gone gives up its place in the queue at once, and work that has begun keeps its turn until it ends, so that
//! abandoned requests never add up to more work at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, Result};

/// When a refused caller should try again.
pub(super) const BUSY_SECONDS: i64 = 5;

/// Who works, and who waits for it.
pub(super) struct Turns {
    free: Arc<Semaphore>,
    room: Arc<Semaphore>,
    longest_wait: Duration,
}

/// The right to work until it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    // Given back first, so that whoever gets the turn finds the room as well.
    _room: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
}

impl Turns {
    /// So many at a time, and so many more that wait, each for at most this long: a person who waits longer has
    /// pressed again.
    pub(super) fn new(at_once: usize, waiting: usize, longest_wait: Duration) -> Self {
        Self {
            free: Arc::new(Semaphore::new(at_once)),
            room: Arc::new(Semaphore::new(at_once + waiting)),
            longest_wait,
        }
    }

    /// A turn, or the answer that Salal is busy.
    pub(super) async fn take(&self) -> Result<Turn> {
        let busy = || Error::busy(BUSY_SECONDS);
        let room = Arc::clone(&self.room).try_acquire_owned();
        let room = room.map_err(|_| busy())?;
        let waiting = Arc::clone(&self.free).acquire_owned();
        let turn = tokio::time::timeout(self.longest_wait, waiting)
            .await
            .map_err(|_| busy())?
            .map_err(Error::broken)?;
        Ok(Turn {
            _room: room,
            _turn: turn,
        })
    }

    /// Does the work in a turn, beside the threads that serve; `None` if it panicked.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let turn = self.take().await?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        Ok(working.await.ok())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};
    use std::time::Duration;

    use super::Turns;

    const LONG: Duration = Duration::from_mins(1);

    #[tokio::test]
    async fn whoever_finds_no_room_or_waits_too_long_is_asked_to_come_again() {
        for (waiting, longest_wait) in [(0, LONG), (1, Duration::ZERO)] {
            let turns = Turns::new(1, waiting, longest_wait);
            let first = turns.take().await.unwrap();
            let refused = turns.take().await.unwrap_err();
            assert_eq!((refused.kind.status(), refused.code), (503, "BUSY"));
            assert!(refused.retry_after_seconds.is_some());
            drop(first);
            turns.take().await.unwrap();
        }
    }

    #[tokio::test]
    async fn work_whose_request_is_gone_keeps_its_turn_until_it_ends() {
        let turns = Arc::new(Turns::new(1, 1, LONG));
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (end, may_end) = mpsc::channel::<()>();
        let request = tokio::spawn({
            let turns = Arc::clone(&turns);
            async move {
                let work = move || {
                    begun.send(()).unwrap();
                    let _ = may_end.recv();
                };
                turns.work(work).await
            }
        });
        has_begun.await.unwrap();
        request.abort();
        assert!(request.await.is_err());
        assert_eq!(turns.free.available_permits(), 0, "it still works");
        end.send(()).unwrap();
        turns.take().await.unwrap();
        // Those that wait and go away leave nothing behind.
        let held = turns.take().await.unwrap();
        let queued = tokio::spawn({
            let turns = Arc::clone(&turns);
            async move { turns.work(|| ()).await }
        });
        queued.abort();
        assert!(queued.await.is_err());
        drop(held);
        turns.take().await.unwrap();
        assert_eq!(turns.room.available_permits(), 2);
    }
}
