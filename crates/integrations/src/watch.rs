// SPDX-License-Identifier: AGPL-3.0-or-later

//! In-memory health statistics per external service, for operators. No extra requests are made: the figures
//! come from ordinary ones. They accumulate until they are taken, without times and without the services'
//! texts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

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

/// Records every request; clones share the statistics.
#[derive(Clone, Debug, Default)]
pub struct ServiceMonitor(Arc<Mutex<HashMap<Service, CallStatistics>>>);

impl ServiceMonitor {
    fn with(&self, service: Service, change: impl FnOnce(&mut CallStatistics)) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(all.entry(service).or_default());
    }

    /// The service responded, whatever the response.
    pub(crate) fn answered(&self, service: Service) {
        self.with(service, |seen| {
            seen.answered = true;
            seen.failures = 0;
        });
    }

    /// A failed request. A refusal by the service counts as a response.
    pub(crate) fn failed(&self, error: &ServiceError) {
        if matches!(error.kind, Failure::Refused { .. }) {
            self.answered(error.service);
            return;
        }
        self.with(error.service, |seen| {
            seen.failure = Some(error.kind.to_string());
            seen.failures += 1;
        });
    }

    /// Returns and resets the statistics, by service.
    pub fn take_statistics(&self) -> Vec<(Service, CallStatistics)> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.drain().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::ServiceMonitor;
    use crate::{Service, ServiceError};

    #[test]
    fn an_answer_forgets_the_failures_before_it_and_a_refusal_is_an_answer() {
        let watch = ServiceMonitor::default();
        watch.failed(&ServiceError::unreachable(Service::Sms, "no connection"));
        watch.failed(&ServiceError::unknown(Service::Sms, "no answer in time"));
        watch.failed(&ServiceError::refused(Service::Fax, "busy", "said aloud"));
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
        watch.failed(&ServiceError::unreachable(Service::Sms, "no connection"));
        watch.answered(Service::Sms);
        assert_eq!(watch.take_statistics()[0].1.failures, 0);
    }
}
