// SPDX-License-Identifier: AGPL-3.0-or-later

//! How many places of a worker the jobs of one service may have: about a third. A service that takes connections and says
//! nothing keeps each of its jobs for as long as a request may last; with all places it would keep the jobs of the others
//! as well, and a sign-in code would wait for a mail server. Jobs that need nothing outside have no limit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use super::{JobKind, JobKinds, Reach};

/// A third of the places, for each service.
const SERVICES_AT_ONCE: usize = 3;

/// The places that services have at the moment.
#[derive(Debug)]
pub(super) struct Shares {
    most: usize,
    taken: Mutex<HashMap<&'static str, usize>>,
    given_back: Notify,
}

impl Shares {
    /// For a worker with so many places.
    pub(super) fn of(places: usize) -> Self {
        Self {
            most: places.div_ceil(SERVICES_AT_ONCE),
            taken: Mutex::default(),
            given_back: Notify::new(),
        }
    }

    /// The kinds whose service has all it may have.
    pub(super) fn full(&self, kinds: &JobKinds) -> Vec<&'static str> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |kind: &&JobKind| {
            let count = service(kind).and_then(|service| taken.get(service));
            count.is_some_and(|count| *count >= self.most)
        };
        kinds
            .0
            .iter()
            .filter(is_full)
            .map(|kind| kind.name)
            .collect()
    }

    /// A place for a job of this kind, until it is dropped.
    pub(super) fn take(self: &Arc<Self>, kind: Option<&JobKind>) -> Option<Share> {
        let service = service(kind?)?;
        self.change(service, |count| *count += 1);
        let shares = Arc::clone(self);
        Some(Share { shares, service })
    }

    /// Returns after a place was given back since this was last asked.
    pub(super) async fn given_back(&self) {
        self.given_back.notified().await;
    }

    fn change(&self, service: &'static str, by: impl FnOnce(&mut usize)) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        by(taken.entry(service).or_default());
    }
}

/// Whose places the jobs of a kind take: those of the service that they need, or else their own. None for a kind that
/// needs nothing outside.
fn service(kind: &JobKind) -> Option<&'static str> {
    match kind.needs {
        Some(needed) => Some(needed.name),
        None => matches!(kind.reach, Reach::Outside(_)).then_some(kind.name),
    }
}

/// A place that a service has.
#[derive(Debug)]
pub(super) struct Share {
    shares: Arc<Shares>,
    service: &'static str,
}

impl Drop for Share {
    fn drop(&mut self) {
        self.shares.change(self.service, |count| *count -= 1);
        self.shares.given_back.notify_one();
    }
}
