// SPDX-License-Identifier: AGPL-3.0-or-later

//! Turns for work that takes much memory or processor time: a few at a time, some wait for a while, and everyone
//! else is asked to try again. Nobody has two pieces of work done at a time. A request that is gone gives up its
//! place in the queue, or its turn, at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::Sender;
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
}

/// One at a time for each sender, so that nobody takes all turns. Whoever waits for an own earlier piece of work
/// does not stand in the way of the others.
pub(super) struct OwnTurns {
    senders: Mutex<HashMap<Sender, Weak<Semaphore>>>,
    longest_wait: Duration,
}

/// A sender's right to have one piece of work done, until it is dropped.
#[derive(Debug)]
pub(super) struct OwnTurn(#[expect(dead_code, reason = "it is held")] OwnedSemaphorePermit);

impl OwnTurns {
    pub(super) fn new(longest_wait: Duration) -> Self {
        Self {
            senders: Mutex::default(),
            longest_wait,
        }
    }

    /// The sender's turn, waited for; or the answer that Salal is busy.
    pub(super) async fn take(&self, sender: &Sender) -> Result<OwnTurn> {
        let waiting = self.of(sender).acquire_owned();
        let turn = tokio::time::timeout(self.longest_wait, waiting)
            .await
            .map_err(|_| Error::busy(BUSY_SECONDS))?
            .map_err(Error::broken)?;
        Ok(OwnTurn(turn))
    }

    /// The sender's, as long as anybody holds it or waits for it.
    fn of(&self, sender: &Sender) -> Arc<Semaphore> {
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        senders.retain(|_, turn| turn.strong_count() > 0);
        if let Some(turn) = senders.get(sender).and_then(Weak::upgrade) {
            return turn;
        }
        let turn = Arc::new(Semaphore::new(1));
        senders.insert(sender.clone(), Arc::downgrade(&turn));
        turn
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{OwnTurns, Turns};
    use crate::api::Sender;

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
    async fn those_that_wait_and_go_away_leave_nothing_behind() {
        let turns = Arc::new(Turns::new(1, 1, LONG));
        let held = turns.take().await.unwrap();
        let queued = tokio::spawn({
            let turns = Arc::clone(&turns);
            async move { turns.take().await }
        });
        queued.abort();
        assert!(queued.await.is_err());
        drop(held);
        drop(turns.take().await.unwrap());
        assert_eq!(turns.room.available_permits(), 2);
    }

    #[tokio::test]
    async fn a_sender_has_one_turn_and_does_not_wait_for_another_sender() {
        let (one, other) = (Sender::named("one"), Sender::named("other"));
        let turns = Arc::new(OwnTurns::new(LONG));
        let first = turns.take(&one).await.unwrap();
        let second = tokio::spawn({
            let (turns, one) = (Arc::clone(&turns), one.clone());
            async move { turns.take(&one).await }
        });
        drop(turns.take(&other).await.unwrap());
        assert!(!second.is_finished(), "the second waits for the first");
        drop(first);
        drop(second.await.unwrap().unwrap());
        // Nobody is remembered who has nothing to do here.
        drop(turns.take(&other).await.unwrap());
        turns.of(&one);
        assert_eq!(turns.senders.lock().unwrap().len(), 1);
        // Whoever waits too long is asked to come again.
        let turns = OwnTurns::new(Duration::ZERO);
        let held = turns.take(&one).await.unwrap();
        assert_eq!(turns.take(&one).await.unwrap_err().code, "BUSY");
        turns.take(&other).await.unwrap();
        drop(held);
        turns.take(&one).await.unwrap();
    }
}
