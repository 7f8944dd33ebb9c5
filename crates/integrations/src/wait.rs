// SPDX-License-Identifier: AGPL-3.0-or-later

//! Waits for outside services, which a process that stops gives up: it ends at a known time, and whoever waits is
//! answered before. Every client makes its requests with [`Waits::during`], so none can be forgotten. A request that had
//! left has an unknown outcome, like one whose answer never came in time. One that had not will never leave: what it was
//! for has not begun.
//!
//! A job has its own moment, and its worker treats one whose request had not left as not begun. All else, the calls of
//! people above all, has that of the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::sync::watch;

use crate::{Service, ServiceError};

tokio::task_local! {
    /// The job of this task.
    static JOB: OutsideWaits;
}

/// Whether waits for services are given up by now.
#[derive(Clone, Debug, Default)]
pub struct Waits(watch::Sender<bool>);

impl Waits {
    /// Gives up those that last, and all that begin later.
    pub fn give_up(&self) {
        self.0.send_replace(true);
    }

    async fn are_given_up(&self) {
        // The sender lives as long as this does.
        let _ = self.0.subscribe().wait_for(|are| *are).await;
    }

    /// Makes a request, which says when it leaves. An error if it was given up.
    pub(crate) async fn during<T, F>(
        &self,
        service: Service,
        request: impl FnOnce(Departure) -> F,
    ) -> Result<T, ServiceError>
    where
        F: Future<Output = T>,
    {
        let job = JOB.try_with(Clone::clone).ok();
        let waits = job.as_ref().map_or(self, |job| &job.waits);
        let departure = Departure::of(job.clone());
        let _counted = Counted(departure.clone());
        let given_up = async {
            waits.are_given_up().await;
            // The worker of a job that has not begun is first.
            tokio::task::yield_now().await;
        };
        if *waits.0.borrow() {
            given_up.await;
            return Err(ServiceError::given_up(service, false));
        }
        let had_left = tokio::select! {
            biased;
            () = given_up => departure.is_over(),
            outcome = request(departure.clone()) => return Ok(outcome),
        };
        Err(ServiceError::given_up(service, had_left))
    }
}

/// The waits of one job.
#[derive(Clone, Debug, Default)]
pub struct OutsideWaits {
    waits: Waits,
    state: watch::Sender<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How many of its requests have not left yet.
    staying: usize,
    /// None will leave any more.
    is_closed: bool,
}

impl OutsideWaits {
    /// Runs a job whose waits these are.
    pub async fn of<T>(&self, work: impl Future<Output = T>) -> T {
        JOB.scope(self.clone(), work).await
    }

    /// Gives up its waits: a request that has left ends with an unknown outcome. Returns when the job waits with one that
    /// has not left, which then never will.
    pub async fn give_up(&self) {
        self.waits.give_up();
        let mut changes = self.state.subscribe();
        loop {
            let mut closes = false;
            self.state.send_if_modified(|state| {
                closes = state.staying > 0;
                state.is_closed |= closes;
                false
            });
            if closes {
                return;
            }
            // The sender lives as long as this does.
            let _ = changes.changed().await;
        }
    }
}

const STAYS: u8 = 0;
const LEFT: u8 = 1;
const OVER: u8 = 2;

/// Whether a request has left.
#[derive(Clone, Debug)]
pub(crate) struct Departure {
    state: Arc<AtomicU8>,
    job: Option<OutsideWaits>,
}

impl Departure {
    fn of(job: Option<OutsideWaits>) -> Self {
        if let Some(job) = &job {
            job.state.send_modify(|state| state.staying += 1);
        }
        Self {
            state: Arc::new(AtomicU8::new(STAYS)),
            job,
        }
    }

    /// It is about to leave: from now on it may have reached the service. False if nobody waits for it any more, and it
    /// must not leave.
    pub(crate) fn leaves(&self) -> bool {
        self.moves(LEFT) || self.state.load(Ordering::SeqCst) == LEFT
    }

    /// Nobody waits for it any more. Whether it had left.
    fn is_over(&self) -> bool {
        !self.moves(OVER) && self.state.load(Ordering::SeqCst) == LEFT
    }

    /// Moves on from the beginning, if it is there and its job lets it.
    fn moves(&self, to: u8) -> bool {
        let exchange = || {
            let (set, fetch) = (Ordering::SeqCst, Ordering::SeqCst);
            self.state.compare_exchange(STAYS, to, set, fetch).is_ok()
        };
        let Some(job) = &self.job else {
            return exchange();
        };
        let mut has_moved = false;
        job.state.send_if_modified(|state| {
            has_moved = (to == OVER || !state.is_closed) && exchange();
            state.staying -= usize::from(has_moved);
            has_moved
        });
        has_moved
    }
}

/// Ends a departure with its request.
struct Counted(Departure);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.is_over();
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test]
    async fn a_job_has_not_begun_while_its_request_has_not_left() {
        let (waits, job) = (Waits::default(), OutsideWaits::default());
        let answered = waits.during(Service::Sms, async |departure| {
            assert!(departure.leaves());
        });
        assert_eq!(job.of(answered).await, Ok(()));
        assert_eq!(job.state.borrow().staying, 0);
        let mut kept = None;
        let request = waits.during(Service::Sms, |departure| {
            kept = Some(departure);
            pending::<()>()
        });
        tokio::select! {
            biased;
            () = async {
                tokio::task::yield_now().await;
                job.give_up().await;
            } => {}
            _ = job.of(request) => panic!("the worker is first"),
        }
        assert!(!kept.expect("it began").leaves(), "it never leaves");
        assert_eq!(job.state.borrow().staying, 0);
    }

    #[tokio::test]
    async fn the_outcome_of_what_has_left_is_unknown() {
        let (waits, job) = (Waits::default(), OutsideWaits::default());
        let request = || {
            waits.during(Service::Sms, |departure| {
                assert!(departure.leaves());
                pending::<()>()
            })
        };
        let ended = tokio::select! {
            biased;
            ended = job.of(request()) => ended,
            () = job.give_up() => panic!("it has left"),
        };
        assert!(ended.expect_err("nobody waits").is_unknown());
        // A person's call has the moment of the process.
        let (ended, ()) = tokio::join!(request(), async { waits.give_up() });
        assert!(ended.expect_err("nobody waits").is_unknown());
    }

    #[tokio::test]
    async fn nothing_leaves_after_waits_were_given_up() {
        let waits = Waits::default();
        waits.give_up();
        let ended = waits.during(Service::Cards, async |_| panic!("it is asked"));
        let error = ended.await.expect_err("nothing is sent");
        assert!(error.nothing_happened() && error.worth_retrying());
    }
}
