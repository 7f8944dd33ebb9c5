// SPDX-License-Identifier: AGPL-3.0-or-later

//! Whether a piece of work waits for an outside service at the moment: a process that stops gives up such waits, and
//! finishes other work. Not here: what becomes of work that was given up; the caller treats it as if the process had died.

use tokio::sync::watch;

tokio::task_local! {
    /// How many requests the work of this task waits for.
    static WAITS: watch::Sender<usize>;
}

/// The waits of one piece of work.
#[derive(Debug, Default)]
pub struct OutsideWaits(watch::Sender<usize>);

impl OutsideWaits {
    /// Runs work whose waits are seen here.
    pub async fn of<T>(&self, work: impl Future<Output = T>) -> T {
        WAITS.scope(self.0.clone(), work).await
    }

    /// Returns while the work waits for a service, or as soon as it does.
    pub async fn begun(&self) {
        let mut waits = self.0.subscribe();
        // The sender lives as long as this does.
        let _ = waits.wait_for(|waits| *waits > 0).await;
    }
}

/// Makes a request, which is a wait of the work that makes it.
pub(crate) async fn seen<T>(request: impl Future<Output = T>) -> T {
    let _wait = WAITS.try_with(Wait::begin).ok();
    request.await
}

struct Wait(watch::Sender<usize>);

impl Wait {
    fn begin(waits: &watch::Sender<usize>) -> Self {
        waits.send_modify(|waits| *waits += 1);
        Self(waits.clone())
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        self.0.send_modify(|waits| *waits -= 1);
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test]
    async fn a_wait_is_seen_while_it_lasts() {
        let waits = OutsideWaits::default();
        waits.of(seen(async {})).await;
        assert_eq!(*waits.0.borrow(), 0);
        tokio::select! {
            biased;
            () = waits.of(seen(pending())) => {}
            () = waits.begun() => {}
        }
        assert_eq!(*waits.0.borrow(), 0, "a request that was given up is none");
        // Outside of any work it is nobody's.
        seen(async {}).await;
    }
}
