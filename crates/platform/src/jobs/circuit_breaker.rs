// SPDX-License-Identifier: AGPL-3.0-or-later

//! Circuit breaker: after a failure, jobs that need the service are paused without consuming attempts, and
//! one probe job checks for recovery with exponential back-off. A kind of job says which service it needs. Each
//! worker keeps its own state; what the staff see, and their request to probe now, is stored in a table.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use salal_db::{Connection, Db};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use super::JobState;
use super::entity::{job, service_outage};
use crate::context::Context;
use crate::error::Result;

/// A service without which jobs of some kinds can do nothing.
#[derive(Clone, Copy, Debug)]
pub struct RequiredService {
    pub name: &'static str,
    /// The longest pause until it is tried again.
    pub longest_pause: TimeDelta,
}

/// The partner clinic's record system.
pub const CLINIC: RequiredService = RequiredService {
    name: "clinic",
    longest_pause: TimeDelta::minutes(5),
};
/// The plan's service for claims and remittances.
pub const TELEPLAN: RequiredService = RequiredService {
    name: "teleplan",
    longest_pause: TimeDelta::minutes(5),
};
/// The service of text messages. Somebody waits for the code in one.
pub const SMS: RequiredService = RequiredService {
    name: "sms",
    longest_pause: TimeDelta::seconds(15),
};

const FIRST: TimeDelta = TimeDelta::seconds(5);
/// Probe timeout: after this time another job may probe.
const QUESTION: TimeDelta = TimeDelta::minutes(1);

/// The paused services of one worker.
#[derive(Default)]
pub(super) struct CircuitBreakers(
    Mutex<HashMap<&'static str, Outage>>,
    Mutex<HashSet<&'static str>>,
);

struct Outage {
    failures: u32,
    since: DateTime<Utc>,
    until: DateTime<Utc>,
    /// A job is probing the service.
    asking: bool,
}

impl CircuitBreakers {
    /// How long a job of this service must wait; `None` when it may run, in which case it is the probe.
    pub(super) fn wait(&self, service: &'static str, now: DateTime<Utc>) -> Option<Duration> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let outage = all.get_mut(service)?;
        if now < outage.until {
            return (outage.until - now).to_std().ok();
        }
        outage.until = now + QUESTION;
        outage.asking = true;
        None
    }

    pub(super) fn answered(&self, service: &'static str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(service);
    }

    /// Makes the next job the probe, even if the pause has not ended.
    fn lift(&self, service: &'static str, now: DateTime<Utc>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outage) = all.get_mut(service)
            && !outage.asking
        {
            outage.until = now;
        }
    }

    pub(super) fn failed(&self, service: RequiredService, now: DateTime<Utc>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let outage = all.entry(service.name).or_insert(Outage {
            failures: 0,
            since: now,
            until: now,
            asking: true,
        });
        // Jobs that were running concurrently fail together: that counts as one failure.
        if !outage.asking {
            return;
        }
        outage.asking = false;
        outage.until = now + (FIRST * (1 << outage.failures.min(6))).min(service.longest_pause);
        outage.failures += 1;
    }
}

/// Like `CircuitBreakers::wait`, unless staff asked for a probe now.
pub(super) async fn wait(
    breakers: &CircuitBreakers,
    db: &Db,
    service: &'static str,
    now: DateTime<Utc>,
) -> Option<Duration> {
    let outage = breakers.wait(service, now)?;
    match service_outage::Entity::find_by_id(service)
        .one(db.read())
        .await
    {
        Ok(Some(shown)) if shown.until <= now => {
            breakers.lift(service, now);
            breakers.wait(service, now)
        }
        _ => Some(outage),
    }
}

/// The service responded: the stored outage is removed and the waiting jobs resume.
pub(super) async fn answered(
    breakers: &CircuitBreakers,
    db: &Db,
    service: &'static str,
    kinds: &[&str],
    moment: RetryWindow,
) -> Result<()> {
    breakers.answered(service);
    {
        let mut clear = breakers.1.lock().unwrap_or_else(PoisonError::into_inner);
        // Once per outage, and once for what an earlier process may have left.
        if !clear.insert(service) {
            return Ok(());
        }
    }
    let ended = service_outage::Entity::delete_by_id(service)
        .exec(db.write())
        .await?;
    if ended.rows_affected > 0 {
        retry_waiting(db.write(), kinds, moment).await?;
    }
    Ok(())
}

/// When jobs are brought forward, and which recent jobs may still be cancelled.
#[derive(Clone, Copy, Debug)]
pub(super) struct RetryWindow {
    now: DateTime<Utc>,
    undo: TimeDelta,
}

impl RetryWindow {
    pub(super) fn at(ctx: &Context) -> Self {
        Self {
            now: ctx.now(),
            undo: TimeDelta::seconds(ctx.settings.jobs.undo_seconds),
        }
    }
}

/// Retries all waiting jobs of these kinds now; those that can still be cancelled keep their time.
pub(super) async fn retry_waiting(
    db: &Connection,
    kinds: &[&str],
    moment: RetryWindow,
) -> Result<()> {
    job::Entity::update_many()
        .col_expr(job::Column::RunAt, Expr::value(moment.now))
        .filter(job::Column::Kind.is_in(kinds.iter().copied()))
        .filter(job::Column::State.eq(JobState::Queued.code()))
        .filter(job::Column::RunAt.gt(moment.now))
        .filter(job::Column::CreatedAt.lte(moment.now - moment.undo))
        .exec(db)
        .await?;
    Ok(())
}

/// The service did not respond: counts the failure and shows the outage to the staff.
pub(super) async fn failed(
    breakers: &CircuitBreakers,
    db: &Db,
    service: RequiredService,
    now: DateTime<Utc>,
) -> Result<()> {
    breakers.failed(service, now);
    let shown = {
        breakers
            .1
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(service.name);
        let all = breakers.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(service.name)
            .map(|outage| service_outage::ActiveModel {
                service: Set(service.name.to_owned()),
                failures: Set(i64::from(outage.failures)),
                since: Set(outage.since),
                until: Set(outage.until),
            })
    };
    if let Some(shown) = shown {
        use service_outage::Column;
        let newer = OnConflict::column(Column::Service)
            .update_columns([Column::Failures, Column::Until])
            .to_owned();
        service_outage::Entity::insert(shown)
            .on_conflict(newer)
            .exec_without_returning(db.write())
            .await?;
    }
    Ok(())
}

/// The outage of a service as shown to staff; `None` while it responds.
pub(super) async fn find_outage(
    db: &Connection,
    service: &str,
) -> Result<Option<service_outage::Model>> {
    Ok(service_outage::Entity::find_by_id(service).one(db).await?)
}

/// Ends a pause now: the next job is the probe. False when there is none.
pub(super) async fn close_now(tx: &Connection, service: &str, now: DateTime<Utc>) -> Result<bool> {
    let done = service_outage::Entity::update_many()
        .set(service_outage::ActiveModel {
            until: Set(now),
            ..Default::default()
        })
        .filter(service_outage::Column::Service.eq(service))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

#[cfg(test)]
mod tests {
    use super::{CLINIC, CircuitBreakers, DateTime, Duration, SMS, TimeDelta, Utc};

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn one_asks_and_the_others_wait_ever_longer() {
        let breakers = CircuitBreakers::default();
        assert_eq!(breakers.wait("clinic", at(0)), None);
        for _ in 0..8 {
            breakers.failed(CLINIC, at(0));
        }
        assert_eq!(breakers.wait("clinic", at(1)), Some(Duration::from_secs(4)));
        assert_eq!(breakers.wait("another", at(1)), None);
        // The first job after the pause is the probe.
        assert_eq!(breakers.wait("clinic", at(5)), None);
        assert_eq!(
            breakers.wait("clinic", at(6)),
            Some(Duration::from_secs(59))
        );
        breakers.failed(CLINIC, at(7));
        assert_eq!(
            breakers.wait("clinic", at(7)),
            Some(Duration::from_secs(10))
        );
        assert_eq!(breakers.wait("clinic", at(17)), None);
        breakers.answered("clinic");
        assert_eq!(breakers.wait("clinic", at(17)), None);
        assert_eq!(breakers.wait("clinic", at(17)), None);
    }

    #[test]
    fn a_service_that_people_wait_for_is_tried_more_often() {
        let breakers = CircuitBreakers::default();
        let mut now = 0;
        for _ in 0..8 {
            breakers.failed(SMS, at(now));
            let wait = breakers.wait("sms", at(now)).unwrap_or_default();
            assert!(wait <= Duration::from_secs(15), "{wait:?}");
            now += 15;
            assert_eq!(breakers.wait("sms", at(now)), None);
        }
    }

    #[test]
    fn a_rest_has_its_longest_and_a_lost_question_is_asked_again() {
        let breakers = CircuitBreakers::default();
        let mut now = 0;
        for _ in 0..12 {
            assert_eq!(breakers.wait("clinic", at(now)), None);
            breakers.failed(CLINIC, at(now));
            let wait = breakers.wait("clinic", at(now)).unwrap_or_default();
            assert!(wait <= Duration::from_mins(5), "{wait:?}");
            now += i64::try_from(wait.as_secs()).unwrap();
        }
        assert_eq!(breakers.wait("clinic", at(now)), None);
        assert_eq!(breakers.wait("clinic", at(now + 60)), None);
    }
}
