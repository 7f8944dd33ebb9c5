// SPDX-License-Identifier: AGPL-3.0-or-later

//! Someone who knows the program's source and has the database, but not the key, changes the audit at random, thousands
//! of times: each time `salal audit verify` says that something is wrong, and a start after it signs nothing. Not here:
//! what the single faults are called, which `chain` says.

mod forger;
mod log;
mod tampers;

use rand::SeedableRng;
use rand::rngs::StdRng;
use salal_harness::{Engine, TestApp, Tested};

use log::Log;

/// Who tampers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thief {
    /// Has no key.
    WithoutKey,
    /// Has the master key that was replaced within the log, and that the settings no longer have.
    WithEarlierKey,
}

/// The master key that is replaced.
pub(super) const EARLIER: &str = "0d4be19c7a25f3680e1b92d7c4a6508f3b7ce24d91fa0658b3d70c4e82a9561f";
/// The one that replaces it.
pub(super) const PRESENT: &str = "9f2c47d1ab0e63587cc2104fe9b3d5a86172f4c80b9d3e5a41e7269c8f05d3b1";

/// Tampers so often, each time with the log as it was.
pub(super) async fn tamper(
    tested: &'static Tested,
    engine: Engine,
    thief: Thief,
    times: usize,
    seed: u64,
) {
    let app = TestApp::with(tested, engine, |settings| {
        settings.audit.publish_folder = format!("{}/outside", settings.database.uploads);
        if thief == Thief::WithEarlierKey {
            settings.secrets.master_key = PRESENT.into();
        }
    })
    .await;
    app.leave_midnight();
    let log = Log::write(tested, &app, thief).await;
    assert_eq!(log.faults(&app.ctx).await, [] as [&str; 0], "untouched");
    let mut chance = StdRng::seed_from_u64(seed);
    let mut unseen = Vec::new();
    for time in 0..times {
        let (done, rows, sql) = tampers::some(&log.rows, engine, &mut chance);
        log.put(&app, &rows, &sql).await;
        let seen = log.faults(&app.ctx).await;
        if seen.is_empty() {
            unseen.push(format!("{time}: {done:?}"));
            continue;
        }
        if let Some(signed) = log.start_again(tested, &app).await {
            unseen.push(format!("{time}: {done:?}, and then {signed}"));
        }
    }
    assert_eq!(unseen, [] as [&str; 0], "of {times}, seed {seed}");
    log.put(&app, &log.rows, &[]).await;
    assert_eq!(log.faults(&app.ctx).await, [] as [&str; 0], "put back");
}
