// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on the trail, and its chain.

mod access_log;
mod anchors;
mod chain;
mod search;
mod tampering;

use crate::TESTED;
use crate::support::Engine;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_is_found() {
    tampering::tamper(&TESTED, Engine::Sqlite, 200, 20_261_127).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_is_found_on_postgres() {
    tampering::tamper(&TESTED, Engine::Postgres, 50, 20_261_127).await;
}
