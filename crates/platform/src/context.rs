// SPDX-License-Identifier: AGPL-3.0-or-later

//! Shared context of every request and job: settings, database, external services, time, randomness and live
//! events. Not here: anything of a single request, which is in `api::Request`.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use rand::RngCore;
use salal_db::Db;
use salal_integrations::Integrations;
use sha2::{Digest, Sha256};
use tokio::sync::{Notify, broadcast};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::changes::{self, ALL, ChangeKinds, Outgoing, Published, SESSION_ENDED};
use crate::error::Error;
use crate::hooks::Hooks;
use crate::settings::Settings;
use crate::telemetry;
use crate::traces::{self, Traces};

pub use crate::changes::ChangeEvent;

/// Time as an argument: the system clock, or one set by a test.
#[derive(Clone, Debug)]
pub enum Clock {
    System,
    /// The clock of a machine that is ahead by so much, or behind: for tests.
    Shifted(TimeDelta),
    Set(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// The current time in whole microseconds, the precision of both databases.
    pub fn now(&self) -> DateTime<Utc> {
        #[expect(
            clippy::disallowed_methods,
            reason = "the one place that reads the system's clock"
        )]
        let now = match self {
            Self::System => Utc::now(),
            Self::Shifted(ahead) => Utc::now() + *ahead,
            Self::Set(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
        };
        now.duration_trunc(TimeDelta::microseconds(1))
            .unwrap_or(now)
    }

    /// Advances a test clock; the system clock advances by itself.
    pub fn advance(&self, by: TimeDelta) {
        if let Self::Set(at) = self {
            *at.lock().unwrap_or_else(PoisonError::into_inner) += by;
        }
    }
}

type Singletons = Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>;

/// Shared by all requests and jobs of a process; cheap to clone.
#[derive(Clone)]
pub struct Context {
    pub settings: Arc<Settings>,
    pub db: Db,
    pub services: Arc<Integrations>,
    pub clock: Clock,
    /// What features do for one another.
    pub hooks: Arc<Hooks>,
    /// Identifies this process among those sharing a database.
    pub node: Uuid,
    /// Traces for the operator, off unless the settings say where they go.
    pub traces: Traces,
    events: broadcast::Sender<Published>,
    /// Sends to the other processes; `None` where one process owns the database.
    outgoing: Option<Outgoing>,
    job_notifier: Arc<Notify>,
    background: TaskTracker,
    singletons: Arc<Singletons>,
    /// How far this machine's clock is ahead of the database's, microseconds; 0 where it is not worth correcting.
    clock_ahead: Arc<AtomicI64>,
    /// How often this process was told that a session ended, or may have.
    session_ends: Arc<AtomicU64>,
    /// Whether it hears what the other processes tell.
    hears_others: Arc<AtomicBool>,
}

impl Context {
    pub fn new(
        settings: Settings,
        db: Db,
        services: Integrations,
        clock: Clock,
        hooks: Hooks,
    ) -> Self {
        let clock_ahead = Arc::<AtomicI64>::default();
        let traces = Traces::new(clock.clone(), Arc::clone(&clock_ahead));
        let traced = traces.clone();
        services.watch.tell(Box::new(move |end| {
            telemetry::SERVICE_REQUESTS.count([end.service.name(), end.outcome]);
            telemetry::SERVICE_SECONDS.record([end.service.name()], end.taken);
            traced.service(end);
        }));
        let (events, _) = broadcast::channel(1024);
        let node = Uuid::new_v4();
        let background = TaskTracker::new();
        // Closed trackers still take work; only they tell when there is none left.
        background.close();
        let outgoing = changes::outgoing(&db, node);
        let hears_others = AtomicBool::new(!db.is_shared());
        Self {
            settings: Arc::new(settings),
            db,
            services: Arc::new(services),
            clock,
            hooks: Arc::new(hooks),
            node,
            events,
            outgoing,
            job_notifier: Arc::new(Notify::new()),
            background,
            singletons: Arc::new(Mutex::new(HashMap::new())),
            clock_ahead,
            traces,
            session_ends: Arc::default(),
            hears_others: Arc::new(hears_others),
        }
    }

    /// The same installation, which asks the outside services of these settings.
    pub fn with_services(&self, settings: Settings) -> Result<Self, Error> {
        let services = Integrations::new(&settings.services)?;
        Ok(Self {
            settings: Arc::new(settings),
            services: Arc::new(services),
            ..self.clone()
        })
    }

    /// The current time, UTC, in whole microseconds. Processes that share a database go by its clock: one whose
    /// machine's clock is wrong must neither refuse the others' codes nor send before their undo period is over.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now() - self.clock_ahead()
    }

    /// How far this machine's clock is ahead of the database's; negative when it is behind.
    pub fn clock_ahead(&self) -> TimeDelta {
        TimeDelta::microseconds(self.clock_ahead.load(Ordering::Relaxed))
    }

    /// Stores how far this machine's clock is ahead; from now on `now` is without it.
    pub fn correct_clock(&self, ahead: TimeDelta) {
        let microseconds = ahead.num_microseconds().unwrap_or_default();
        self.clock_ahead.store(microseconds, Ordering::Relaxed);
    }

    /// Records what an error says about the database, so that new work is refused early.
    pub fn note_storage(&self, error: &Error) {
        if let Some(why) = error.storage {
            self.db.note_trouble(why);
        }
    }

    /// A new id that sorts by time.
    pub fn new_id(&self) -> Uuid {
        Uuid::now_v7()
    }

    /// 256 random bits as 64 hexadecimal digits, for tokens and links.
    pub fn new_token(&self) -> String {
        let mut bytes = [0_u8; 32];
        rand::rng().fill_bytes(&mut bytes);
        hex::encode(bytes)
    }

    /// A six-digit code for a text message or an email.
    pub fn new_code(&self) -> String {
        use rand::Rng;
        format!("{:06}", rand::rng().random_range(0..1_000_000_u32))
    }

    /// Publishes a change to open pages, on every process of the installation. No subscribers is fine.
    pub fn publish(&self, changed: ChangeEvent) {
        debug_assert!(
            self.hooks.get::<ChangeKinds>().find(changed.kind).is_some(),
            "no one registered the kind of change {}",
            changed.kind
        );
        if let Some(outgoing) = &self.outgoing {
            outgoing.send(changed.clone());
        }
        self.publish_locally(changed);
    }

    /// Publishes a change to the pages connected to this process.
    pub fn publish_locally(&self, changed: ChangeEvent) {
        if [SESSION_ENDED, ALL].contains(&changed.kind) {
            self.session_ends.fetch_add(1, Ordering::SeqCst);
        }
        let _ = self.events.send(Published::new(changed, self.hooks.get()));
    }

    /// How often a session has ended, or may have, in any process: what was read of one at another count is not
    /// believed any more. `None` while this process would not hear of it.
    pub fn session_ends(&self) -> Option<u64> {
        let hears = self.hears_others.load(Ordering::SeqCst);
        hears.then(|| self.session_ends.load(Ordering::SeqCst))
    }

    /// Whether this process hears the others from now on. What it missed before may have been an end.
    pub(crate) fn hear_others(&self, hears: bool) {
        self.session_ends.fetch_add(1, Ordering::SeqCst);
        self.hears_others.store(hears, Ordering::SeqCst);
    }

    /// Does something that no answer waits for.
    pub fn in_background(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.background.spawn(traces::in_same_place(work));
    }

    /// Waits until all queued change events have been published and nothing is done in the background; for commands
    /// that exit right away.
    pub async fn flush_events(&self) {
        self.background.wait().await;
        if let Some(outgoing) = &self.outgoing {
            outgoing.flush().await;
        }
    }

    /// Subscribes to changes from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Published> {
        self.events.subscribe()
    }

    /// Notifies the worker that a job was committed.
    pub fn notify_worker(&self) {
        self.job_notifier.notify_waiters();
        self.job_notifier.notify_one();
    }

    /// Waits until a job is committed in this process.
    pub async fn job_committed(&self) {
        self.job_notifier.notified().await;
    }

    /// Returns the singleton of type `T`, creating it on first use.
    pub fn get_or_init<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let mut singletons = self
            .singletons
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let found = singletons
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Arc::new(make()));
        Arc::clone(found)
            .downcast()
            .expect("singletons are keyed by type")
    }
}

/// SHA-256 as hexadecimal: tokens, codes and documents are stored in this form.
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(bytes.as_ref()))
}
