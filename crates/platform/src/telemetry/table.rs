// SPDX-License-Identifier: AGPL-3.0-or-later

//! Every metric that is exported. docs/metrics.md lists the same for operators, and a test compares the two. A name is
//! never given another meaning: a metric that changes gets a new one.

use super::kinds::{Counter, Exported, Gauge, Histogram, Kind, Unit};

/// Seconds that a caller waits: from a lookup to the longest that a call may take.
const OF_CALLS: &[f64] = &[
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0,
];
/// Seconds of work that nobody waits for.
const OF_JOBS: &[f64] = &[
    0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0,
];
const NONE: &[f64] = &[];

macro_rules! exported {
    ($($kind:ident $name:ident = $text:literal [$($label:literal),*] $unit:ident $buckets:ident: $help:literal;)*) => {
        $(
            #[doc = $help]
            pub const $name: $kind<{ <[&str]>::len(&[$($label),*]) }> = $kind {
                name: $text,
                labels: [$($label),*],
            };
        )*

        /// The whole table.
        pub const ALL: &[Exported] = &[$(Exported {
            name: $text,
            kind: Kind::$kind,
            unit: Unit::$unit,
            help: $help,
            labels: &[$($label),*],
            buckets: $buckets,
        }),*];
    };
}

exported! {
    // The process.
    Gauge BUILD = "salal_build_info" ["version", "engine", "role"] Flag NONE:
        "The version of this process, the engine of its database, and whether it serves, works or both. Always 1.";
    Gauge STARTED = "process_start_time_seconds" [] Timestamp NONE:
        "When this process started.";
    Counter PROCESSOR_SECONDS = "process_cpu_seconds_total" [] Seconds NONE:
        "Processor time that this process has used, in whole seconds.";
    Gauge RESIDENT_MEMORY = "process_resident_memory_bytes" [] Bytes NONE:
        "Memory of this process that is not swapped out.";
    Gauge OPEN_FILES = "process_open_fds" [] Count NONE:
        "Files and connections that this process has open.";
    Gauge MOST_FILES = "process_max_fds" [] Count NONE:
        "Files and connections that this process may have open.";

    // Calls.
    Counter CALLS = "salal_calls_total" ["call", "status"] Count NONE:
        "Calls of the API that were answered, by route and status.";
    Counter CALL_OUTCOMES = "salal_call_outcomes_total" ["outcome"] Count NONE:
        "Calls of the API that were answered, by outcome: done, refused (4xx), failed (5xx). Each is there from the start, so that the first failure is seen too.";
    Histogram CALL_SECONDS = "salal_call_seconds" ["call"] Seconds OF_CALLS:
        "How long a call took, from its headers to its answer, by route.";
    Gauge CONNECTIONS = "salal_connections" [] Count NONE:
        "Connections of browsers and proxies that are open.";
    Counter CONNECTIONS_REFUSED = "salal_connections_refused_total" ["why"] Count NONE:
        "Connections that were refused because a limit was reached: total, or address.";
    Counter PASSWORDS_REFUSED = "salal_passwords_refused_total" [] Count NONE:
        "Sign-ins that were asked to try again because too many passwords were being checked.";
    Counter FILE_CHECKS = "salal_file_checks_total" ["file", "outcome"] Count NONE:
        "Checks of uploaded files, by kind and outcome.";

    // Background jobs.
    Gauge JOBS = "salal_jobs" ["kind", "state"] Count NONE:
        "Jobs by kind and state: waiting, running, given_up. The same on every process of an installation.";
    Gauge JOB_OLDEST_SECONDS = "salal_job_oldest_seconds" ["kind"] Seconds NONE:
        "Age of the oldest job that is waiting or running, by kind; 0 without one. The same on every process.";
    Gauge JOB_OVERDUE_SECONDS = "salal_job_overdue_seconds" ["kind"] Seconds NONE:
        "For how long the first waiting job has been due without being started, by kind; 0 without one. What is held after a restore is not overdue. The same on every process.";
    Counter JOB_RUNS = "salal_job_runs_total" ["kind", "outcome"] Count NONE:
        "Runs of jobs by kind and outcome: done, retry, postponed, given_up.";
    Histogram JOB_SECONDS = "salal_job_seconds" ["kind"] Seconds OF_JOBS:
        "How long a run of a job took, by kind.";
    Counter JOBS_GIVEN_UP = "salal_jobs_given_up_total" ["kind"] Count NONE:
        "Jobs that failed for good, by kind.";
    Counter JOBS_OVERDUE = "salal_jobs_overdue_total" ["kind"] Count NONE:
        "Runs of jobs that took too long and were ended, by kind.";
    Counter JOBS_PANICKED = "salal_jobs_panicked_total" ["kind"] Count NONE:
        "Runs of jobs that ended by an error of the program, by kind.";

    // Effects outside.
    Gauge UNCONFIRMED = "salal_unconfirmed_effects" ["kind"] Count NONE:
        "Payments, refunds, faxes and files of claims without a known outcome, by kind. The same on every process.";
    Gauge UNCONFIRMED_OLDEST_SECONDS = "salal_unconfirmed_oldest_seconds" ["kind"] Seconds NONE:
        "For how long the oldest effect has had no known outcome, by kind; 0 without one. The same on every process.";
    Counter MESSAGES = "salal_messages_total" ["channel", "outcome"] Count NONE:
        "Emails and text messages by outcome of a try: sent, retry, failed, unknown.";
    Counter FAXES = "salal_faxes_total" ["outcome"] Count NONE:
        "Faxes by outcome: delivered, failed, unknown.";
    Gauge REMITTANCES_SET_ASIDE = "salal_remittances_set_aside" [] Count NONE:
        "Remittance files that were kept but not recorded. The same on every process.";
    Gauge RESTORE_OPEN = "salal_restore_open" [] Flag NONE:
        "Whether effects are held after a restore. The same on every process.";
    Gauge RESTORE_HELD = "salal_restore_held_jobs" [] Count NONE:
        "Jobs that are held after a restore until a person releases them. The same on every process.";

    // Outside services.
    Counter SERVICE_REQUESTS = "salal_service_requests_total" ["service", "outcome"] Count NONE:
        "Requests of this process to outside services by outcome: answered, refused, busy, unknown, unreachable, misconfigured.";
    Histogram SERVICE_SECONDS = "salal_service_seconds" ["service"] Seconds OF_CALLS:
        "How long a request to an outside service took, by service.";
    Gauge SERVICE_FAILURES = "salal_service_failures" ["service"] Count NONE:
        "Failures of an outside service since it last answered, over all processes. The same on every process.";
    Gauge SERVICE_FAILED_AT = "salal_service_failed_timestamp_seconds" ["service"] Timestamp NONE:
        "When an outside service last failed; 0 for never. The same on every process.";
    Gauge SERVICE_PAUSED = "salal_service_paused" ["service"] Flag NONE:
        "Whether the jobs that need an outside service are paused because it does not answer. The same on every process.";

    // The database and the disks.
    Gauge DATABASE_UP = "salal_database_up" [] Flag NONE:
        "Whether the database answered this process when it was last asked for these figures.";
    Gauge MEASURED_AT = "salal_measured_timestamp_seconds" [] Timestamp NONE:
        "When this process last read the figures that come from the database.";
    Gauge STORAGE_REFUSING = "salal_storage_refusing" [] Flag NONE:
        "Whether changes are refused because the database cannot keep them.";
    Counter COMMIT_FAILURES = "salal_commit_failures_total" [] Count NONE:
        "Transactions of this process whose changes couldn’t be committed.";
    Counter ROUND_TRIPS = "salal_database_round_trips_total" [] Count NONE:
        "Statements that this process sent to the database.";
    Gauge POOL_CONNECTIONS = "salal_database_connections" ["pool", "state"] Count NONE:
        "Connections of this process to the database by pool and state: busy, idle.";
    Gauge POOL_MOST = "salal_database_connections_max" ["pool"] Count NONE:
        "The most connections that a pool of this process may have.";
    Gauge POOL_WAITING = "salal_database_waiting" ["pool"] Count NONE:
        "Callers in this process that wait for a connection to the database, by pool.";
    Gauge CLOCK_AHEAD_SECONDS = "salal_clock_ahead_seconds" [] Seconds NONE:
        "How far this machine’s clock is ahead of the database server’s; negative when it is behind.";
    Gauge DISK_FREE = "salal_disk_free_bytes" ["what"] Bytes NONE:
        "Free space on the disk of the database, the uploads and the backups, as seen by this process.";
    Gauge DISK_TOTAL = "salal_disk_total_bytes" ["what"] Bytes NONE:
        "Size of the disk of the database, the uploads and the backups, as seen by this process.";

    // Backups and the audit.
    Gauge BACKUP_AT = "salal_backup_timestamp_seconds" [] Timestamp NONE:
        "When the newest backup was made; 0 for never. The same on every process.";
    Gauge BACKUP_DUE_SECONDS = "salal_backup_due_seconds" [] Seconds NONE:
        "How old the newest backup may be, as salal doctor says it (backup.due_hours, or three times backup.every_seconds).";
    Gauge AUDIT_LINES = "salal_audit_sealed_lines" [] Count NONE:
        "Lines of the audit log that are sealed. The same on every process.";
    Gauge AUDIT_UNSEALED = "salal_audit_unsealed_lines" [] Count NONE:
        "Lines of the audit log that wait to be sealed. The same on every process.";
    Gauge AUDIT_UNSEALED_SECONDS = "salal_audit_unsealed_seconds" [] Seconds NONE:
        "For how long the oldest line of the audit log has waited to be sealed; 0 without one. The same on every process.";
    Gauge AUDIT_UNANCHORED_SECONDS = "salal_audit_unanchored_seconds" [] Seconds NONE:
        "For how long the oldest sealed line has waited for an anchor; 0 without one. The same on every process.";
    Gauge AUDIT_ANCHOR_AT = "salal_audit_anchor_timestamp_seconds" [] Timestamp NONE:
        "When the newest anchor that is outside the database was signed; 0 for never. The same on every process.";
    Gauge AUDIT_REFUSED = "salal_audit_refused" [] Flag NONE:
        "Whether nothing is signed because the audit log was changed by something else than the program. The same on every process.";
    Gauge AUDIT_UNWRITTEN = "salal_audit_unwritten" [] Flag NONE:
        "Whether anchors cannot be written to audit.publish_folder. The same on every process.";

    // What Salal itself found and told.
    Gauge FINDINGS = "salal_findings" ["area", "level"] Count NONE:
        "Findings of the last examination, as in salal doctor, by area and level: wrong, notice. The same on every process.";
    Gauge EXAMINED_AT = "salal_examined_timestamp_seconds" [] Timestamp NONE:
        "When the installation was last examined for alerts; 0 for never. The same on every process.";
    Gauge EXAMINED_DUE_SECONDS = "salal_examined_due_seconds" [] Seconds NONE:
        "How long ago the installation may have been examined last: ten minutes, or three times alerts.every_seconds if that is longer.";
    Counter TRACE_SPANS = "salal_trace_spans_total" ["outcome"] Count NONE:
        "Spans of traces by outcome: sent, refused by the receiver, dropped because it took none. Only with telemetry.otlp_endpoint.";
    Counter ALERTS = "salal_alerts_total" ["channel", "outcome"] Count NONE:
        "Tries to send an alert by channel (email, webhook) and outcome: sent, failed.";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_say_what_they_are_and_none_is_there_twice() {
        let mut names = BTreeSet::new();
        for row in ALL {
            let name = row.name;
            assert!(names.insert(name), "{name} is there twice");
            let is_ours = name.starts_with("salal_") || name.starts_with("process_");
            assert!(is_ours, "{name}");
            assert_eq!(
                name.ends_with("_total"),
                row.kind == Kind::Counter,
                "{name}"
            );
            assert_eq!(
                row.kind == Kind::Histogram,
                !row.buckets.is_empty(),
                "{name}"
            );
            assert!(row.buckets.is_sorted(), "{name}");
            assert!(row.help.ends_with('.'), "{name} has no sentence");
            let ending = match row.unit {
                Unit::Seconds => "_seconds",
                Unit::Bytes => "_bytes",
                Unit::Timestamp => "time_seconds",
                Unit::Flag | Unit::Count => continue,
            };
            let ending = if name.ends_with("timestamp_seconds") {
                "timestamp_seconds"
            } else {
                ending
            };
            let stem = name.strip_suffix("_total").unwrap_or(name);
            assert!(stem.ends_with(ending), "{name} does not say its unit");
        }
    }
}
