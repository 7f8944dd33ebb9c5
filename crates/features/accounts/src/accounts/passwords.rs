// SPDX-License-Identifier: AGPL-3.0-or-later

//! Password hashes: Argon2id with a salt for each, computed off the async threads. An unknown account takes
//! the same time as a known one. One hash takes 19 MB of memory and a processor for a while, so only a few are
//! computed at a time, a few callers wait, and more are refused: a hundred sign-ins at once must neither fill
//! the memory nor keep everyone else waiting. Who waits with whom is a matter of lanes (decision 190).

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version, password_hash};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::api::ClientAddress;
use crate::context::Context;
use crate::error::{Error, Result};
use salal_platform::telemetry;

/// The longest wait for a turn; a person who waits longer has pressed again.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// When a refused caller should try again.
const BUSY_SECONDS: i64 = 2;

/// How many callers may wait in a lane.
const WAITING: usize = 32;

/// Who asks for a hash. Each kind has turns and waiting places of its own, so that strangers never hold up a
/// doctor who signs in or signs a prescription. Within a kind nobody waits in two places.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asker {
    /// Sign-in to this account in a browser that is remembered for it.
    Remembered(Uuid),
    /// Sign-in to this account at an address that it is known to sign in from.
    Known(Uuid),
    /// Anybody else on the public pages: sign-in, registration, the link for a new password.
    Elsewhere(ClientAddress),
    /// This account within its session: a signature, a change of its credentials.
    SignedIn(Uuid),
}

/// The callers of a lane that wait for their turn.
struct WaitingRoom {
    most: usize,
    taken: Mutex<HashSet<String>>,
}

impl WaitingRoom {
    fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            taken: Mutex::default(),
        })
    }

    /// A place, unless all are taken or this caller has one.
    fn enter(self: &Arc<Self>, who: String) -> Option<WaitingPlace> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let free = taken.len() < self.most && taken.insert(who.clone());
        free.then(|| WaitingPlace {
            room: Arc::clone(self),
            who,
        })
    }
}

/// A place of one caller; given back when dropped, also by a caller who hangs up.
struct WaitingPlace {
    room: Arc<WaitingRoom>,
    who: String,
}

impl Drop for WaitingPlace {
    fn drop(&mut self) {
        let taken = self.room.taken.lock();
        taken
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.who);
    }
}

/// The turns of one kind of askers.
struct Lane {
    /// Hashes at a time.
    turns: Arc<Semaphore>,
    waiting: Arc<WaitingRoom>,
    memories: Arc<Memories>,
}

impl Lane {
    fn new(turns: usize, waiting: usize, memories: &Arc<Memories>) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(turns)),
            waiting: WaitingRoom::new(waiting),
            memories: Arc::clone(memories),
        }
    }

    /// The next turn. The semaphore is fair: a turn that is free is nobody's who waits.
    async fn enter(&self, who: String, longest_wait: Duration) -> Result<Hasher> {
        let busy = || {
            telemetry::PASSWORDS_REFUSED.count([]);
            Error::busy(BUSY_SECONDS)
        };
        if let Ok(turn) = Arc::clone(&self.turns).try_acquire_owned() {
            return Ok(self.hasher(turn));
        }
        let _place = self.waiting.enter(who).ok_or_else(busy)?;
        let turn = tokio::time::timeout(longest_wait, Arc::clone(&self.turns).acquire_owned())
            .await
            .map_err(|_| busy())?
            .map_err(Error::broken)?;
        Ok(self.hasher(turn))
    }

    fn hasher(&self, turn: OwnedSemaphorePermit) -> Hasher {
        Hasher {
            _turn: turn,
            memories: Arc::clone(&self.memories),
        }
    }
}

struct Gate {
    remembered: Lane,
    known: Lane,
    elsewhere: Lane,
    signed_in: Lane,
}

impl Gate {
    /// At most `at_once` hashes for callers from elsewhere, and one in each other lane; 0 stands for half of the
    /// processors, and 4 at most.
    fn new(at_once: usize) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let at_once = match at_once {
            0 => (processors / 2).clamp(1, 4),
            chosen => chosen,
        };
        let memories = Arc::default();
        let lane = |turns| Lane::new(turns, WAITING, &memories);
        Self {
            remembered: lane(1),
            known: lane(1),
            elsewhere: lane(at_once),
            signed_in: lane(1),
        }
    }

    async fn enter(&self, asker: Asker) -> Result<Hasher> {
        let (lane, who) = match asker {
            Asker::Remembered(account) => (&self.remembered, account.to_string()),
            Asker::Known(account) => (&self.known, account.to_string()),
            Asker::Elsewhere(address) => (&self.elsewhere, address.limit_key()),
            Asker::SignedIn(account) => (&self.signed_in, account.to_string()),
        };
        lane.enter(who, LONGEST_WAIT).await
    }
}

/// The right to compute one hash.
#[must_use]
pub(super) struct Hasher {
    _turn: OwnedSemaphorePermit,
    memories: Arc<Memories>,
}

/// What hashes are computed in, 19 MB each, kept for the next one: there are as many as hashes were ever computed
/// at a time. Given back they would be asked for on another thread, and the allocator keeps for each thread what
/// was freed on it: a morning of sign-ins left 400 MB.
#[derive(Default)]
struct Memories(Mutex<Vec<Vec<Block>>>);

impl Memories {
    fn with<T>(&self, work: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = kept().pop().unwrap_or_default();
        let done = work(&mut memory);
        kept().push(memory);
        done
    }
}

/// Waits for a turn, or refuses with 503 when too many wait already or this caller does. Before an attempt is counted: a refused
/// caller has not guessed. Not while a transaction is open: the wait may take seconds.
pub(super) async fn hasher(ctx: &Context, asker: Asker) -> Result<Hasher> {
    let gate = ctx.get_or_init(|| Gate::new(ctx.settings.limits.passwords_at_once));
    gate.enter(asker).await
}

impl Hasher {
    /// Hashes a password.
    pub(super) async fn hash(self, password: String) -> Result<String> {
        self.run(move |memory| compute(memory, &password)).await?
    }

    /// Whether the password matches the hash. Without a hash (no such account) the same time is spent.
    pub(super) async fn fits(self, password: String, hash: Option<String>) -> Result<bool> {
        self.run(move |memory| match hash {
            Some(hash) => matches(memory, &password, &hash),
            None => compute(memory, &password).is_err(),
        })
        .await
    }

    /// The turn ends with the work, not with the request: a caller who hangs up frees nothing early.
    async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static,
    ) -> Result<T> {
        off_thread(move || {
            let done = self.memories.with(work);
            drop(self);
            done
        })
        .await
    }
}

/// Hashes a password outside the server, for the demo's accounts.
pub async fn hash(password: String) -> Result<String> {
    off_thread(move || compute(&mut Vec::new(), &password)).await?
}

/// A new hash, with the parameters of today and a salt of its own.
fn compute(memory: &mut Vec<Block>, password: &str) -> Result<String> {
    let (algorithm, version, params) = Default::default();
    let salt = Salt::generate();
    let made = derive(memory, password, algorithm, version, &params, &salt).and_then(|hash| {
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(&params)?,
            salt: Some(salt),
            hash: Some(hash),
        })
    });
    made.map(|hash| hash.to_string())
        .map_err(|error| Error::broken(format!("password hash: {error}")))
}

/// Whether this is the password of a hash, whatever parameters it was made with. What is no hash fits nothing.
fn matches(memory: &mut Vec<Block>, password: &str, hash: &str) -> bool {
    let derived = PasswordHash::new(hash).ok().and_then(|hash| {
        let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
        let version = hash
            .version
            .map_or(Ok(Version::default()), Version::try_from)
            .ok()?;
        let params = Params::try_from(&hash).ok()?;
        let derived = derive(memory, password, algorithm, version, &params, &hash.salt?).ok()?;
        Some((derived, hash.hash?))
    });
    // Outputs are compared in constant time.
    derived.is_some_and(|(derived, expected)| derived == expected)
}

fn derive(
    memory: &mut Vec<Block>,
    password: &str,
    algorithm: Algorithm,
    version: Version,
    params: &Params,
    salt: &Salt,
) -> password_hash::Result<Output> {
    let blocks = params.block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::new());
    }
    let argon = Argon2::new(algorithm, version, params.clone());
    let mut output = [0; Output::MAX_LENGTH];
    let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let output = output
        .get_mut(..length)
        .ok_or(password_hash::Error::OutputSize)?;
    argon.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut *memory)?;
    Ok(Output::new(output)?)
}

async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::broken(format!("password work: {error}")))
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use futures_util::poll;

    use super::*;

    fn name(who: usize) -> String {
        who.to_string()
    }

    fn lane(waiting: usize) -> Lane {
        Lane::new(1, waiting, &Arc::default())
    }

    fn stranger(last: u8) -> Asker {
        let ip = Ipv4Addr::new(203, 0, 113, last);
        Asker::Elsewhere(ClientAddress::of_peer(IpAddr::V4(ip)))
    }

    #[tokio::test]
    async fn more_than_can_wait_are_refused_and_the_next_has_its_turn() {
        let lane = lane(1);
        let first = lane.enter(name(1), LONGEST_WAIT).await.expect("free");
        let mut second = Box::pin(lane.enter(name(2), LONGEST_WAIT));
        assert!(poll!(&mut second).is_pending());
        let Err(refused) = lane.enter(name(3), LONGEST_WAIT).await else {
            panic!("a third waits");
        };
        assert_eq!((refused.kind.status(), refused.code), (503, "BUSY"));
        assert_eq!(refused.retry_after_seconds, Some(BUSY_SECONDS));
        drop(first);
        let second = second.await.expect("its turn");
        assert!(second.fits("a".into(), None).await.is_ok_and(|fits| !fits));
        assert!(lane.enter(name(3), LONGEST_WAIT).await.is_ok());
    }

    #[tokio::test]
    async fn nobody_waits_in_two_places() {
        let lane = lane(2);
        let held = lane.enter(name(1), LONGEST_WAIT).await.expect("free");
        let mut waits = Box::pin(lane.enter(name(1), LONGEST_WAIT));
        assert!(poll!(&mut waits).is_pending());
        assert!(lane.enter(name(1), LONGEST_WAIT).await.is_err());
        let mut other = Box::pin(lane.enter(name(2), LONGEST_WAIT));
        assert!(poll!(&mut other).is_pending(), "the place that is left");
        // Whoever hangs up waits no longer.
        drop(waits);
        let mut again = Box::pin(lane.enter(name(1), LONGEST_WAIT));
        assert!(poll!(&mut again).is_pending());
        drop(held);
        assert!(other.await.is_ok() && again.await.is_ok());
    }

    #[tokio::test]
    async fn strangers_fill_their_own_lane_and_no_other() {
        let gate = Gate::new(1);
        let held = gate.enter(stranger(0)).await.expect("free");
        let mut crowd: Vec<_> = (1..=60)
            .map(|last| Box::pin(gate.enter(stranger(last))))
            .collect();
        let mut waiting = 0;
        for one in &mut crowd {
            waiting += usize::from(poll!(one).is_pending());
        }
        assert_eq!(waiting, WAITING, "the rest was refused");
        let me = Uuid::from_u128(1);
        for asker in [Asker::Remembered(me), Asker::Known(me), Asker::SignedIn(me)] {
            let mut mine = Box::pin(gate.enter(asker));
            assert!(poll!(&mut mine).is_ready(), "{asker:?} waits for strangers");
        }
        drop(held);
    }

    #[tokio::test]
    async fn a_wait_has_an_end() {
        let lane = lane(1);
        let held = lane.enter(name(1), LONGEST_WAIT).await.expect("free");
        assert!(
            lane.enter(name(2), Duration::ZERO)
                .await
                .is_err_and(|error| error.code == "BUSY")
        );
        drop(held);
        assert!(lane.enter(name(2), LONGEST_WAIT).await.is_ok());
    }

    #[tokio::test]
    async fn a_caller_who_hangs_up_keeps_the_turn_until_the_hash_is_done() {
        let lane = lane(0);
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let hasher = lane.enter(name(1), LONGEST_WAIT).await.expect("free");
        let mut work = Box::pin(hasher.run(move |_| ended.recv()));
        assert!(poll!(&mut work).is_pending());
        drop(work);
        assert!(lane.enter(name(2), LONGEST_WAIT).await.is_err());
        end.send(()).expect("the work goes on");
        let turn = Arc::clone(&lane.turns).acquire_owned().await;
        assert!(turn.is_ok());
    }

    #[tokio::test]
    async fn memory_is_kept_for_the_next_hash_and_carries_nothing_over() {
        let memories = Arc::default();
        let (first, second) = (Lane::new(1, 0, &memories), Lane::new(1, 0, &memories));
        let mut hashes = Vec::new();
        for password in ["Arbutus-1", "Arbutus-2"] {
            for lane in [&first, &second] {
                let hasher = lane.enter(name(1), LONGEST_WAIT).await.expect("free");
                hashes.push((password, hasher.hash(password.into()).await.unwrap()));
            }
        }
        // One made elsewhere: with other parameters, and in memory of its own.
        let other =
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        hashes.push(("password", other.into()));
        for (password, hash) in &hashes {
            for tried in ["Arbutus-1", "Arbutus-2", "password"] {
                let hasher = second.enter(name(1), LONGEST_WAIT).await.expect("free");
                let fits = hasher.fits(tried.into(), Some(hash.clone())).await.unwrap();
                assert_eq!(fits, tried == *password, "{tried}: {hash}");
            }
        }
        assert_eq!(
            memories.0.lock().unwrap().len(),
            1,
            "one at a time, one memory"
        );
    }
}
