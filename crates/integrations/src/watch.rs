// SPDX-License-Identifier: AGPL-3.0-or-later

//! In-memory health statistics per external service, for operators. No extra requests are made: the figures
//! come from ordinary ones. They accumulate until they are taken, without times and without the services'
//! texts. The log gets one line when a service goes away and one when it is back, and none of the failures in between.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::{Failure, Service, ServiceError};

/// Statistics of one service since they were last taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallStatistics {
    /// At least one request succeeded.
    pub answered: bool,
    /// The reason of the latest failure.
    pub failure: Option<String>,
    /// Failures since the latest success.
    pub failures: u32,
}

/// How a request ended. Nothing in it comes from the service or from a person.
#[derive(Clone, Copy, Debug)]
pub struct RequestEnd {
    pub service: Service,
    /// What was asked, a word of this crate.
    pub operation: &'static str,
    pub outcome: &'static str,
    /// Of the answer, where there was one and the protocol has it.
    pub status: Option<u16>,
    pub taken: Duration,
}

/// Is told of every request, in the task that made it.
pub type OnRequest = Box<dyn Fn(&RequestEnd) + Send + Sync>;

/// Records every request; clones share the statistics.
#[derive(Clone, Debug, Default)]
pub struct ServiceMonitor(Arc<Shared>);

#[derive(Default)]
struct Shared {
    statistics: Mutex<HashMap<Service, CallStatistics>>,
    /// Services that are away, and since when.
    away: Mutex<HashMap<Service, Instant>>,
    on_request: OnceLock<OnRequest>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServiceMonitor").finish_non_exhaustive()
    }
}

impl ServiceMonitor {
    /// Whom to tell of every request from now on; only the first who asks is.
    pub fn tell(&self, on_request: OnRequest) {
        let _ = self.0.on_request.set(on_request);
    }

    fn with(&self, service: Service, change: impl FnOnce(&mut CallStatistics)) {
        let all = &self.0.statistics;
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        change(all.entry(service).or_default());
    }

    fn told(&self, end: &RequestEnd) {
        if let Some(on_request) = self.0.on_request.get() {
            on_request(end);
        }
    }

    /// The service responded, whatever the response.
    pub(crate) fn answered(&self, end: RequestEnd) {
        self.told(&end);
        self.is_back(end.service);
    }

    /// A failed request. A refusal by the service counts as a response.
    pub(crate) fn failed(&self, error: &ServiceError, end: RequestEnd) {
        let operation = end.operation;
        self.told(&RequestEnd {
            outcome: error.kind.word(),
            ..end
        });
        if matches!(error.kind, Failure::Refused { .. }) {
            self.is_back(error.service);
            return;
        }
        self.with(error.service, |seen| {
            seen.failure = Some(error.kind.to_string());
            seen.failures += 1;
        });
        let mut away = self.0.away.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Vacant(present) = away.entry(error.service) {
            present.insert(Instant::now());
            let (service, cause) = (error.service.name(), &error.kind);
            tracing::warn!(
                service,
                operation,
                %cause,
                "A service is away. What needs it is tried again, and the next line about it says that it is back"
            );
        }
    }

    /// A request that was given up because this process stops: it says nothing about the service.
    pub(crate) fn given_up(&self, error: &ServiceError, end: RequestEnd) {
        let outcome = error.kind.word();
        self.told(&RequestEnd { outcome, ..end });
    }

    fn is_back(&self, service: Service) {
        self.with(service, |seen| {
            seen.answered = true;
            seen.failures = 0;
        });
        let mut away = self.0.away.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(since) = away.remove(&service) {
            let seconds = since.elapsed().as_secs();
            tracing::info!(service = service.name(), seconds, "A service is back");
        }
    }

    /// Returns and resets the statistics, by service.
    pub fn take_statistics(&self) -> Vec<(Service, CallStatistics)> {
        let all = &self.0.statistics;
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        all.drain().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{RequestEnd, ServiceMonitor};
    use crate::{Service, ServiceError};

    #[test]
    fn an_answer_forgets_the_failures_before_it_and_a_refusal_is_an_answer() {
        let watch = ServiceMonitor::default();
        let end = |service| RequestEnd {
            service,
            operation: "send",
            outcome: "answered",
            status: None,
            taken: Duration::ZERO,
        };
        let failed = |error: &ServiceError| watch.failed(error, end(error.service));
        failed(&ServiceError::unreachable(Service::Sms, "no connection"));
        failed(&ServiceError::unknown(Service::Sms, "no answer in time"));
        failed(&ServiceError::refused(Service::Fax, "busy", "said aloud"));
        let mut taken = watch.take_statistics();
        taken.sort_by_key(|(service, _)| service.name());
        let (fax, sms) = (&taken[0].1, &taken[1].1);
        assert_eq!((fax.answered, fax.failures, &fax.failure), (true, 0, &None));
        assert_eq!((sms.answered, sms.failures), (false, 2));
        assert_eq!(
            sms.failure.as_deref(),
            Some("outcome unknown: no answer in time")
        );
        assert!(watch.take_statistics().is_empty(), "what was taken is gone");
        failed(&ServiceError::unreachable(Service::Sms, "no connection"));
        watch.answered(end(Service::Sms));
        assert_eq!(watch.take_statistics()[0].1.failures, 0);
    }
}
