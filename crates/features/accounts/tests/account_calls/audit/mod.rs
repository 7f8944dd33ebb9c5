// SPDX-License-Identifier: AGPL-3.0-or-later

//! The calls on the trail, and its chain.

mod access_log;
mod anchors;
mod chain;
mod keys;
mod locked;
mod outage;
mod search;
mod shadowed;
#[path = "../../../../../../proof/security/audit_tampering/mod.rs"]
mod tampering;

use tampering::Thief;

use crate::TESTED;
use crate::support::Engine;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_is_found() {
    tampering::tamper(&TESTED, Engine::Sqlite, Thief::WithoutKey, 200, 20_261_127).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_with_a_stolen_earlier_key_is_found() {
    tampering::tamper(
        &TESTED,
        Engine::Sqlite,
        Thief::WithEarlierKey,
        200,
        20_261_128,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_with_a_stolen_earlier_key_is_found_on_postgres() {
    tampering::tamper(
        &TESTED,
        Engine::Postgres,
        Thief::WithEarlierKey,
        50,
        20_261_128,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_is_found_on_postgres() {
    tampering::tamper(&TESTED, Engine::Postgres, Thief::WithoutKey, 50, 20_261_127).await;
}
