// SPDX-License-Identifier: AGPL-3.0-or-later

//! `make proof`: ten thousand ways to tamper with the audit, on SQLite, and a thousand on PostgreSQL. The program
//! `account_calls` does the same with a few hundred, in every run. Half of them are made by someone who has a master key that was replaced.

#[path = "audit_tampering/mod.rs"]
mod tampering;
#[path = "../../crates/features/accounts/tests/account_calls/tested.rs"]
mod tested;

#[path = "audit_lines.rs"]
mod lines;

use salal_harness as support;

use support::Engine;
use tampering::{Thief, tamper};
use tested::TESTED;

/// Runs so many with each seed, side by side: together they are ten thousand.
const TIMES: usize = 2_500;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_is_found_of_a_first_seed() {
    tamper(&TESTED, Engine::Sqlite, Thief::WithoutKey, TIMES, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_is_found_of_a_second_seed() {
    tamper(&TESTED, Engine::Sqlite, Thief::WithoutKey, TIMES, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_is_found_of_a_third_seed() {
    tamper(&TESTED, Engine::Sqlite, Thief::WithEarlierKey, TIMES, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_is_found_of_a_fourth_seed() {
    tamper(&TESTED, Engine::Sqlite, Thief::WithEarlierKey, TIMES, 4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tampering_is_found_on_the_other_engine() {
    tamper(&TESTED, Engine::Postgres, Thief::WithEarlierKey, 1_000, 5).await;
}
