// SPDX-License-Identifier: AGPL-3.0-or-later

//! What every service of the sandbox shares: the state behind one lock, the public address,
//! and the one way an operation with an effect is performed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::answer::Answer;
use crate::chance;
use crate::day::Day;
use crate::faults::{self, Mode, Service};
use crate::idempotency::{self, Known};
use crate::settings::{DayPatient, Person, SandboxSettings};
use crate::store::Store;

/// The shared state. Cloning gives another handle on the same one.
#[derive(Clone)]
pub(crate) struct SandboxState(Arc<Shared>);

struct Shared {
    settings: SandboxSettings,
    public_url: String,
    store: Mutex<Store>,
    webhook_url: Mutex<Option<String>>,
    deliveries: Notify,
    /// Which run of the program this is.
    run: String,
    day: Mutex<Day>,
    wishes: Notify,
}

/// An operation as its caller asked for it.
pub(crate) struct Operation<'o> {
    /// Whose it is.
    pub(crate) service: Service,
    /// Its name in the ledger.
    pub(crate) name: &'static str,
    /// Whether a switch that names no operation is meant for it.
    pub(crate) telling: bool,
    /// The caller's idempotency key.
    pub(crate) key: Option<&'o str>,
    /// What must be equal when the key is used again.
    pub(crate) fingerprint: String,
    /// The service's words when it breaks.
    pub(crate) broken: fn() -> Answer,
    /// The service's words for a key used for two requests.
    pub(crate) mismatch: fn() -> Answer,
}

impl SandboxState {
    pub(crate) fn new(settings: SandboxSettings, public_url: String, store: Store) -> Self {
        let webhook_url = Mutex::new(settings.webhook_url.clone());
        let store = Mutex::new(store);
        Self(Arc::new(Shared {
            settings,
            public_url,
            store,
            webhook_url,
            deliveries: Notify::new(),
            run: chance::hex(8),
            day: Mutex::default(),
            wishes: Notify::new(),
        }))
    }

    /// The state, locked. Nothing may wait for the network while holding it.
    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.0.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where browsers reach the sandbox, without a trailing slash.
    pub(crate) fn public_url(&self) -> &str {
        &self.0.public_url
    }

    /// Salal's own address.
    pub(crate) fn site(&self) -> Option<&str> {
        self.0.settings.site.as_deref()
    }

    /// The people with published accounts.
    pub(crate) fn people(&self) -> &[Person] {
        &self.0.settings.people
    }

    /// Who asks when a day is played.
    pub(crate) fn day_patients(&self) -> &[DayPatient] {
        &self.0.settings.day_patients
    }

    /// The names of fax numbers.
    pub(crate) fn places(&self) -> &[(String, String)] {
        &self.0.settings.places
    }

    /// What the page has seen when it has seen everything.
    pub(crate) fn version(&self, store: &Store) -> String {
        format!("{}-{}", self.0.run, store.changes())
    }

    /// The day that is played, locked; never together with the store.
    pub(crate) fn day(&self) -> MutexGuard<'_, Day> {
        self.0.day.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Woken when something is wanted of the day.
    pub(crate) fn wishes(&self) -> &Notify {
        &self.0.wishes
    }

    pub(crate) fn slow(&self) -> Duration {
        self.0.settings.slow
    }

    pub(crate) fn webhook_secret(&self) -> &str {
        &self.0.settings.stripe_webhook_secret
    }

    pub(crate) fn clinic_secret(&self) -> Option<&str> {
        self.0.settings.clinic_secret.as_deref()
    }

    pub(crate) fn webhook_url(&self) -> Option<String> {
        self.0
            .webhook_url
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn set_webhook_url(&self, url: Option<String>) {
        *self
            .0
            .webhook_url
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = url;
        self.0.deliveries.notify_one();
    }

    /// Woken when something waits to be posted.
    pub(crate) fn deliveries(&self) -> &Notify {
        &self.0.deliveries
    }

    /// Performs an operation once per key, under the switches that stand. `work` is told
    /// whether it must decline, and runs whole under the lock.
    pub(crate) fn perform(
        &self,
        operation: &Operation<'_>,
        work: impl FnOnce(&mut Store, bool) -> Answer,
    ) -> Answer {
        let mut store = self.store();
        let service = operation.service;
        let known = operation.key.map_or(Known::Fresh, |key| {
            idempotency::find(&store, service, key, &operation.fingerprint)
        });
        let fresh = matches!(known, Known::Fresh);
        let mode = faults::take_operation(
            &mut store,
            service,
            operation.name,
            operation.telling,
            fresh,
        );
        match mode {
            Some(Mode::Error) => return (operation.broken)(),
            Some(Mode::Down) => return Answer::none(),
            Some(Mode::Decline | Mode::Lost | Mode::Slow) | None => {}
        }
        let answer = match known {
            Known::Same(answer) => answer,
            Known::Other => (operation.mismatch)(),
            Known::Fresh => {
                let answer = work(&mut store, mode == Some(Mode::Decline));
                if let Some(key) = operation.key {
                    idempotency::keep(&mut store, service, key, &operation.fingerprint, &answer);
                }
                answer
            }
        };
        drop(store);
        self.deliveries().notify_one();
        answer
            .cut_when(mode == Some(Mode::Lost))
            .hold_when(mode == Some(Mode::Slow))
    }
}
