// SPDX-License-Identifier: AGPL-3.0-or-later

//! The hold on everything that acts at a service: after a restore it is not known what was sent since the copy was
//! made, so a request that would send, charge or change something is refused before it leaves. One that only asks
//! passes. The call of each service says which it is. Not here: when the hold begins and ends, and which work was
//! released by a person; the caller sets both.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Service, ServiceError};

/// What a request does at its service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    /// It reads, or signs on: nothing there is another after it.
    Asks,
    /// It sends, charges or changes something.
    Acts,
}

tokio::task_local! {
    /// The work of this task was released by a person.
    static RELEASED: ();
}

/// Whether nothing may be done at any service.
#[derive(Clone, Debug, Default)]
pub struct Hold(Arc<AtomicBool>);

impl Hold {
    /// Begins or ends the hold in this process.
    pub fn set(&self, is_held: bool) {
        self.0.store(is_held, Ordering::SeqCst);
    }

    /// Whether it is in force in this process.
    pub fn is_held(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Runs work that a person released: the hold is not asked.
    pub async fn released<T>(work: impl Future<Output = T>) -> T {
        RELEASED.scope((), work).await
    }

    /// Refuses what acts while the hold is in force.
    pub(crate) fn allow(&self, service: Service, does: Does) -> Result<(), ServiceError> {
        let is_released = RELEASED.try_with(|()| ()).is_ok();
        if does == Does::Asks || is_released || !self.is_held() {
            return Ok(());
        }
        Err(ServiceError::held(service))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_acts_is_held_until_it_is_released() {
        let hold = Hold::default();
        assert!(hold.allow(Service::Fax, Does::Acts).is_ok());
        hold.set(true);
        let refused = hold.allow(Service::Fax, Does::Acts).unwrap_err();
        assert!(refused.is_held() && refused.nothing_happened());
        assert!(hold.allow(Service::Fax, Does::Asks).is_ok());
        let released = Hold::released(async { hold.allow(Service::Fax, Does::Acts) });
        assert!(released.await.is_ok());
        assert!(hold.clone().allow(Service::Cards, Does::Acts).is_err());
        hold.set(false);
        assert!(hold.allow(Service::Cards, Does::Acts).is_ok());
    }
}
