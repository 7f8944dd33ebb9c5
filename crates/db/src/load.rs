// SPDX-License-Identifier: AGPL-3.0-or-later

//! How busy the pools are: connections, callers that wait for one, and commits that failed; for operators. Not here:
//! how it is shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sea_orm::DatabaseConnection;
use sea_orm::sqlx::pool::Pool;

use crate::engine::Engine;

/// The state of one pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolLoad {
    /// `read` or `write`, or `all` where one pool is for both.
    pub pool: &'static str,
    pub busy: u64,
    pub idle: u64,
    /// The most connections it may have.
    pub most: u64,
    /// Callers that wait for a connection.
    pub waiting: u64,
}

/// Counts of one pool, shared by all of its handles.
#[derive(Debug, Default)]
pub(crate) struct Load {
    /// Statements and transactions that have a connection or wait for one.
    wanting: AtomicU64,
    commit_failures: AtomicU64,
}

impl Load {
    /// Counts somebody who needs a connection, until what is returned is dropped.
    pub(crate) fn want(self: &Arc<Self>) -> Wanting {
        self.wanting.fetch_add(1, Ordering::Relaxed);
        Wanting(Arc::clone(self))
    }

    pub(crate) fn commit_failed(&self) {
        self.commit_failures.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn commit_failures(&self) -> u64 {
        self.commit_failures.load(Ordering::Relaxed)
    }

    /// The state of a pool of this engine.
    pub(crate) fn of(
        &self,
        name: &'static str,
        engine: Engine,
        pool: &DatabaseConnection,
    ) -> PoolLoad {
        let (open, idle, most) = match engine {
            Engine::Sqlite => sizes(pool.get_sqlite_connection_pool()),
            Engine::Postgres => sizes(pool.get_postgres_connection_pool()),
        };
        let busy = open.saturating_sub(idle);
        PoolLoad {
            pool: name,
            busy,
            idle,
            most,
            waiting: self.wanting.load(Ordering::Relaxed).saturating_sub(busy),
        }
    }
}

/// Open, idle and the most.
fn sizes<D: sea_orm::sqlx::Database>(pool: &Pool<D>) -> (u64, u64, u64) {
    let idle = u64::try_from(pool.num_idle()).unwrap_or(u64::MAX);
    let most = u64::from(pool.options().get_max_connections());
    (u64::from(pool.size()), idle, most)
}

/// Somebody who has a connection or waits for one.
#[derive(Debug)]
pub(crate) struct Wanting(Arc<Load>);

impl Drop for Wanting {
    fn drop(&mut self) {
        self.0.wanting.fetch_sub(1, Ordering::Relaxed);
    }
}
