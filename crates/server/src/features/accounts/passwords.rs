// SPDX-License-Identifier: AGPL-3.0-or-later

//! Password hashes: Argon2id with a salt for each, computed off the async threads. An unknown account takes
//! the same time as a known one. One hash takes 19 MB of memory and a processor for a while, so only a few are
//! computed at a time, a few callers wait, and more are refused: a hundred sign-ins at once must neither fill
//! the memory nor keep everyone else waiting.

use std::sync::Arc;
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::context::Context;
use crate::error::{Error, Result};

/// The longest wait for a turn; a person who waits longer has pressed again.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// When a refused caller should try again.
const BUSY_SECONDS: i64 = 2;

/// Who asks for a hash. Each has turns of its own, so that strangers never hold up a doctor who signs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asker {
    /// Anybody on the public pages: sign-in, registration, the link for a new password.
    Public,
    SignedIn,
}

/// The turns of one kind of askers.
struct Lane {
    /// Hashes at a time.
    turns: Arc<Semaphore>,
    /// The callers that hash or wait.
    room: Arc<Semaphore>,
}

impl Lane {
    fn new(turns: usize, waiting: usize) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(turns)),
            room: Arc::new(Semaphore::new(turns + waiting)),
        }
    }

    async fn enter(&self, longest_wait: Duration) -> Result<Hasher> {
        let busy = || {
            metrics::counter!("salal_passwords_refused_total").increment(1);
            Error::busy(BUSY_SECONDS)
        };
        let room = Arc::clone(&self.room)
            .try_acquire_owned()
            .map_err(|_| busy())?;
        let turn = tokio::time::timeout(longest_wait, Arc::clone(&self.turns).acquire_owned())
            .await
            .map_err(|_| busy())?
            .map_err(Error::broken)?;
        Ok(Hasher {
            _room: room,
            _turn: turn,
        })
    }
}

struct Gate {
    public: Lane,
    signed_in: Lane,
}

impl Gate {
    /// At most `at_once` hashes for the public; 0 stands for half of the processors, and 4 at most.
    fn new(at_once: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let at_once = match at_once {
            0 => (processors / 2).clamp(1, 4),
            chosen => chosen,
        };
        Self {
            public: Lane::new(at_once, 32),
            signed_in: Lane::new(1, 16),
        }
    }
}

/// The right to compute one hash.
#[must_use]
pub(super) struct Hasher {
    _turn: OwnedSemaphorePermit,
    _room: OwnedSemaphorePermit,
}

/// Waits for a turn, or refuses with 503 when too many wait already. Before an attempt is counted: a refused
/// caller has not guessed. Not while a transaction is open: the wait may take seconds.
pub(super) async fn hasher(ctx: &Context, asker: Asker) -> Result<Hasher> {
    let gate = ctx.get_or_init(|| Gate::new(ctx.settings.limits.passwords_at_once));
    match asker {
        Asker::Public => gate.public.enter(LONGEST_WAIT).await,
        Asker::SignedIn => gate.signed_in.enter(LONGEST_WAIT).await,
    }
}

impl Hasher {
    /// Hashes a password.
    pub(super) async fn hash(self, password: String) -> Result<String> {
        self.run(move || compute(&password)).await?
    }

    /// Whether the password matches the hash. Without a hash (no such account) the same time is spent.
    pub(super) async fn fits(self, password: String, hash: Option<String>) -> Result<bool> {
        self.run(move || match hash {
            Some(hash) => PasswordHash::new(&hash).is_ok_and(|hash| {
                Argon2::default()
                    .verify_password(password.as_bytes(), &hash)
                    .is_ok()
            }),
            None => {
                let _ = Argon2::default().hash_password(password.as_bytes());
                false
            }
        })
        .await
    }

    /// The turn ends with the work, not with the request: a caller who hangs up frees nothing early.
    async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        off_thread(move || {
            let done = work();
            drop(self);
            done
        })
        .await
    }
}

/// Hashes a password outside the server, for the demo's accounts.
pub async fn hash(password: String) -> Result<String> {
    off_thread(move || compute(&password)).await?
}

fn compute(password: &str) -> Result<String> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| Error::broken(format!("password hash: {error}")))
}

async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::broken(format!("password work: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn more_than_can_wait_are_refused_and_the_next_has_its_turn() {
        let lane = Lane::new(1, 1);
        let first = lane.enter(LONGEST_WAIT).await.expect("the turn is free");
        let mut second = Box::pin(lane.enter(LONGEST_WAIT));
        assert!(futures_util::poll!(&mut second).is_pending());
        let Err(refused) = lane.enter(LONGEST_WAIT).await else {
            panic!("a third waits");
        };
        assert_eq!((refused.kind.status(), refused.code), (503, "BUSY"));
        assert_eq!(refused.retry_after_seconds, Some(BUSY_SECONDS));
        drop(first);
        let second = second.await.expect("its turn");
        assert!(second.fits("a".into(), None).await.is_ok_and(|fits| !fits));
        assert!(lane.enter(LONGEST_WAIT).await.is_ok());
    }

    #[tokio::test]
    async fn a_wait_has_an_end() {
        let lane = Lane::new(1, 1);
        let held = lane.enter(LONGEST_WAIT).await.expect("the turn is free");
        assert!(
            lane.enter(Duration::ZERO)
                .await
                .is_err_and(|error| error.code == "BUSY")
        );
        drop(held);
        assert!(lane.enter(LONGEST_WAIT).await.is_ok());
    }

    #[tokio::test]
    async fn a_caller_who_hangs_up_keeps_the_turn_until_the_hash_is_done() {
        let lane = Lane::new(1, 0);
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let hasher = lane.enter(LONGEST_WAIT).await.expect("the turn is free");
        let mut work = Box::pin(hasher.run(move || ended.recv()));
        assert!(futures_util::poll!(&mut work).is_pending());
        drop(work);
        assert!(lane.enter(LONGEST_WAIT).await.is_err());
        end.send(()).expect("the work goes on");
        let turn = Arc::clone(&lane.turns).acquire_owned().await;
        assert!(turn.is_ok());
    }
}
