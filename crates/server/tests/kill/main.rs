// SPDX-License-Identifier: AGPL-3.0-or-later

//! Nothing is lost and nothing is done twice when the process dies: for every crash point the real
//! program is killed there (SIGKILL, by itself), started again, and the same clicks go on with the
//! same keys until everything settled. Then our books are compared with the sandbox's ledger. On
//! SQLite and on PostgreSQL.

#[path = "../support/mod.rs"]
mod support;

mod case;
mod claims;
mod disk;
#[path = "../support/drill.rs"]
mod drill;
mod files;
mod imports;
#[path = "../support/interrupted.rs"]
mod interrupted;
mod keys;
mod ledger;
mod nodes;
mod notes;
mod points;
mod program;
mod restore;
mod sleep;
mod store;
#[path = "../support/tags.rs"]
mod tags;
mod voids;

use std::sync::Arc;

use points::POINTS;
use salal_db::Engine;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use support::TESTED;

/// Cases side by side; each is a program, a sandbox and a client, and waits longer than it works.
const SIDE_BY_SIDE: usize = 6;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_crash_point_on_sqlite() {
    every_crash_point(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_crash_point_on_postgres() {
    every_crash_point(Engine::Postgres).await;
}

/// The server's memory of a database that refuses is the same for every engine; a file system is SQLite's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_refuses_loses_nothing_on_sqlite() {
    for word in disk::WORDS {
        let done = disk::run(word).await;
        assert!(done.is_ok(), "{word}: {done:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_process_of_several_costs_a_second_and_a_stopped_one_nothing_on_postgres() {
    let done = Box::pin(nodes::run()).await;
    assert!(done.is_ok(), "{done:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_in_a_store_are_kept_verified_restored_and_moved_on_sqlite() {
    let done = Box::pin(files::run()).await;
    assert!(done.is_ok(), "{done:?}");
}

/// The short form of the drill that `make proof` runs over a gigabyte.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backups_survive_kills_under_load() {
    let extent = drill::Extent {
        megabytes: 3,
        kills: 4,
    };
    let done = Box::pin(drill::run(&extent)).await;
    let figures = done.expect("nothing is lost or doubled");
    assert!(figures.steps > 0, "{figures:?}");
    let longest = figures.first_backup.max(figures.next_backup);
    assert!(longest.max(figures.restore).as_secs() < 60, "{figures:?}");
}

/// The short form of what `make proof` does a hundred times on each database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn migrations_survive_kills() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let done = Box::pin(interrupted::run(engine, 6)).await;
        done.expect("each migration is whole or not there");
    }
}

async fn every_crash_point(engine: Engine) {
    let places = Arc::new(Semaphore::new(SIDE_BY_SIDE));
    let mut cases = JoinSet::new();
    let chosen = chosen();
    let count = chosen.len();
    for (walk, point) in chosen {
        let places = Arc::clone(&places);
        cases.spawn(async move {
            let _place = places
                .acquire()
                .await
                .expect("the semaphore is never closed");
            // A failing case must not hide the others: it is reported with its point.
            let outcome = match walk {
                Walk::Renewal => tokio::spawn(case::run(engine, point)).await,
                Walk::SleepStudy => tokio::spawn(sleep::run(engine, point)).await,
                Walk::Claim => tokio::spawn(claims::run(engine, point)).await,
                Walk::Import => tokio::spawn(imports::run(engine, point)).await,
                Walk::Void => tokio::spawn(voids::run(engine, voids::Part::Void, point)).await,
                Walk::Anew => tokio::spawn(voids::run(engine, voids::Part::Anew, point)).await,
                Walk::Paper => tokio::spawn(voids::run(engine, voids::Part::Paper, point)).await,
                Walk::Note => tokio::spawn(notes::run(engine, point)).await,
                Walk::Rotation => tokio::spawn(keys::run(engine, point)).await,
                Walk::Restore => tokio::spawn(restore::run(engine, point)).await,
            };
            (
                format!("{walk:?} {point}"),
                outcome
                    .map_err(|error| error.to_string())
                    .and_then(|outcome| outcome),
            )
        });
    }
    let mut failures = Vec::new();
    while let Some(done) = cases.join_next().await {
        if let (point, Err(why)) = done.expect("the case's task is joined") {
            failures.push(format!("{engine:?} {point}: {why}"));
        }
    }
    failures.sort();
    assert!(
        failures.is_empty(),
        "{} of {} cases:\n{}",
        failures.len(),
        count,
        failures.join("\n")
    );
}

/// What is walked while the program dies.
#[derive(Clone, Copy, Debug)]
enum Walk {
    Renewal,
    SleepStudy,
    Note,
    /// Everything is sealed anew with another master key.
    Rotation,
    /// A backup is made and restored.
    Restore,
    Claim,
    Import,
    /// A copy is cancelled at its pharmacy.
    Void,
    /// What was voided is signed and faxed again.
    Anew,
    /// Paper is printed, voided, printed again and handed over.
    Paper,
}

/// Every point with the walk that passes it, those of the queue with each; or those that contain the
/// word of the environment, to look at one closely.
fn chosen() -> Vec<(Walk, &'static str)> {
    #[expect(clippy::disallowed_methods, reason = "tests have no settings")]
    let word = std::env::var("SALAL_KILL_ONLY").unwrap_or_default();
    let walk = |point: &str| match point.split('.').next() {
        Some("sleep") => Walk::SleepStudy,
        Some("notes") => Walk::Note,
        Some("void" | "voided") => Walk::Void,
        Some("print" | "handed") => Walk::Paper,
        Some("claims" | "pull") => Walk::Claim,
        Some("import" | "build") => Walk::Import,
        Some("rotate") => Walk::Rotation,
        Some("backup" | "restore") => Walk::Restore,
        _ => Walk::Renewal,
    };
    let own = POINTS.iter().map(|point| (walk(point), *point));
    let with = |walk: Walk, shared: &'static [&'static str]| {
        shared.iter().map(move |point| (walk, *point))
    };
    own.chain(with(Walk::SleepStudy, sleep::SHARED))
        .chain(with(Walk::Note, notes::SHARED))
        .chain(with(Walk::Claim, claims::SHARED))
        .chain(with(Walk::Import, claims::SHARED))
        .chain(with(Walk::Void, voids::SHARED))
        .chain(with(Walk::Anew, voids::ANEW))
        .chain(with(Walk::Paper, voids::ON_PAPER))
        .filter(|(walk, point)| format!("{walk:?} {point}").contains(word.as_str()))
        .collect()
}
