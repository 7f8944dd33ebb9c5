// SPDX-License-Identifier: AGPL-3.0-or-later

//! Status of the external services: recorded from the ordinary requests of this process, and readable from
//! any process.

use std::collections::HashMap;

use salal_db::Connection;
use salal_integrations::Service;
use sea_orm::{ConnectionTrait, Statement};

use super::labels;
use super::report::ServiceHealth;
use crate::context::Context;
use crate::error::Result;
use crate::jobs::overview;
use crate::operations::entity::service_seen;

const ALL: [Service; 8] = [
    Service::Cards,
    Service::Wallet,
    Service::Sms,
    Service::Email,
    Service::Fax,
    Service::Clinic,
    Service::Teleplan,
    Service::Captcha,
];

const NOTE: &str = "INSERT INTO service_seen (service, answered_at, failed_at, failure, failures) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (service) DO UPDATE SET \
    answered_at = coalesce(excluded.answered_at, service_seen.answered_at), \
    failed_at = coalesce(excluded.failed_at, service_seen.failed_at), \
    failure = coalesce(excluded.failure, service_seen.failure), \
    failures = CASE WHEN excluded.answered_at IS NULL \
        THEN service_seen.failures + excluded.failures ELSE excluded.failures END";

/// Stores what this process recorded since the last time.
pub(super) async fn note(ctx: &Context) -> Result<()> {
    let (db, now) = (ctx.db.write(), ctx.now());
    for (service, seen) in ctx.services.watch.take_statistics() {
        let values = [
            service.name().into(),
            seen.answered.then_some(now).into(),
            seen.failure.as_ref().map(|_| now).into(),
            seen.failure.into(),
            i64::from(seen.failures).into(),
        ];
        let statement = Statement::from_sql_and_values(db.get_database_backend(), NOTE, values);
        db.execute_raw(statement).await?;
    }
    Ok(())
}

/// The status of every service, including those never called.
pub(super) async fn health(db: &Connection) -> Result<Vec<ServiceHealth>> {
    let seen = service_seen::Entity::find().all(db).await?;
    let mut seen: HashMap<String, _> = seen
        .into_iter()
        .map(|row| (row.service.clone(), row))
        .collect();
    let outages = overview::list_outages(db).await?;
    // The receiver of alerts and the store of files are the operator's own: they are there once they were called.
    let own = [Service::Alerts, Service::Files];
    let own: Vec<Service> = own
        .into_iter()
        .filter(|service| seen.contains_key(service.name()))
        .collect();
    let view = |service: Service| {
        let name = service.name();
        let row = seen.remove(name);
        let outage = outages.iter().find(|outage| outage.service == name);
        ServiceHealth {
            service: name,
            what: labels::service(name),
            answered_at: row.as_ref().and_then(|row| row.answered_at),
            failed_at: row.as_ref().and_then(|row| row.failed_at),
            failure: row
                .as_ref()
                .and_then(|row| row.failure.as_deref())
                .map(|failure| labels::failure(failure).to_owned()),
            failures: row.map_or(0, |row| row.failures),
            paused_until: outage.map(|outage| outage.until),
        }
    };
    Ok(ALL.into_iter().chain(own).map(view).collect())
}
